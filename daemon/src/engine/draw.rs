//! Drawings of relations: memories are gathered here, chosen and written by the pure part.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::limits;
use consolidate_shared::model::{Memory, Standing};
use consolidate_shared::wire::v1::{
    GraphAnswer, GraphFormat, GraphRequest, GraphScope, Refused, Response, Where,
};
use consolidate_shared::words::counted;

use super::Engine;
use super::lineage::{Joining, asked, is_joined};
use super::writer::unreadable;
use crate::lineage::{Figure, Joined, dot, figure, mermaid};
use crate::store::{ReadError, View};

/// What is to be drawn.
struct Gathered {
    memories: BTreeMap<MemoryId, Arc<Memory>>,
    /// What was not gathered, and why.
    cut: Option<String>,
}

impl Engine {
    /// A drawing of supersession, conflict and merge.
    pub(super) fn graph(&self, request: &GraphRequest) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        let limit = request.limit.clamp(1, limits::GRAPH_MEMORIES) as usize;
        let (gathered, alone) = match &request.scope {
            GraphScope::Around { memory, depth } => {
                let start = asked(memory, request.caller.project.as_deref(), &view)?.memory;
                (around(start, *depth, limit, &view).map_err(unreadable)?, true)
            }
            GraphScope::Place(place) => (all_of(place, &view).map_err(unreadable)?, false),
        };
        Ok(Response::Graph(Box::new(written(gathered, alone, limit, request.format, &view))))
    }
}

/// The drawing, with as many memories as fit an answer.
fn written(
    gathered: Gathered,
    alone: bool,
    limit: usize,
    format: GraphFormat,
    view: &View,
) -> GraphAnswer {
    let Gathered { memories, cut } = gathered;
    let mut most = limit;
    loop {
        let mut drawn = figure(&memories, alone, most);
        drawn.cut = match (cut.clone(), drawn.cut.take()) {
            (Some(one), Some(other)) => Some(format!("{one}; {other}")),
            (one, other) => one.or(other),
        };
        let answer = answer(&drawn, format, view.generation().0);
        if answer.text.len() <= limits::GRAPH_BYTES || most <= 1 {
            return answer;
        }
        most /= 2;
    }
}

fn answer(drawn: &Figure, format: GraphFormat, generation: u64) -> GraphAnswer {
    GraphAnswer {
        generation,
        format,
        text: match format {
            GraphFormat::Dot => dot(drawn),
            GraphFormat::Mermaid => mermaid(drawn),
        },
        memories: drawn.nodes.len() as u64,
        relations: drawn.edges.len() as u64,
        cut: drawn.cut.clone(),
    }
}

/// A memory and what is related to it over at most `depth` relations, layer by layer.
fn around(start: MemoryId, depth: u32, limit: usize, view: &View) -> Result<Gathered, ReadError> {
    let mut memories: BTreeMap<MemoryId, Arc<Memory>> = BTreeMap::new();
    let (mut joining, mut seen) = (Joining::default(), BTreeSet::from([start]));
    let mut layer = vec![start];
    let mut cut = None;
    for distance in 0..=depth {
        let mut beyond = Vec::new();
        for id in std::mem::take(&mut layer) {
            let Some(memory) = view.memory(id)? else { continue };
            if memories.len() >= limit {
                cut = Some(format!(
                    "only {} drawn; --limit draws more",
                    counted(limit as u64, "memory")
                ));
                break;
            }
            let related = related(&memory, &mut joining, view)?;
            beyond.extend(related.into_iter().filter(|id| seen.insert(*id)));
            memories.insert(id, Arc::new(memory));
        }
        if cut.is_some() || beyond.is_empty() {
            break;
        }
        if distance == depth {
            let further = beyond.len();
            cut = Some(format!(
                "{} further than {} away; --depth draws more",
                counted(further as u64, "memory"),
                counted(u64::from(depth), "relation")
            ));
        }
        layer = beyond;
    }
    Ok(Gathered { memories, cut })
}

/// Every memory that is one relation from this one.
fn related(
    memory: &Memory,
    joining: &mut Joining,
    view: &View,
) -> Result<BTreeSet<MemoryId>, ReadError> {
    let mut ids: BTreeSet<MemoryId> = &memory.supersedes | &memory.superseded_by;
    ids.extend(&memory.conflicts_with);
    if let Standing::Retired(retirement) = &memory.standing {
        ids.extend(retirement.successor);
    }
    joining.read_entries_of(memory.id, view)?;
    for &from in joining.into.get(&memory.id).into_iter().flatten() {
        if is_joined(Joined { from, into: memory.id }, view)? {
            ids.insert(from);
        }
    }
    Ok(ids)
}

/// Every memory of a place that has a relation. Both ends of a relation tell of it, but for a merge: the survivor is known
/// by those that were merged into it.
fn all_of(place: &Where, view: &View) -> Result<Gathered, ReadError> {
    let mut memories = BTreeMap::new();
    let mut survivors = BTreeSet::new();
    for memory in view.memories(None)? {
        let memory = memory?;
        let here = match place {
            Where::Everywhere => true,
            Where::Unscoped => memory.scope.project.is_none(),
            Where::Project(key) => memory.scope.project.as_ref() == Some(key),
        };
        if !here {
            continue;
        }
        let successor = match &memory.standing {
            Standing::Retired(retirement) => retirement.successor,
            _ => None,
        };
        let linked = !(memory.supersedes.is_empty()
            && memory.superseded_by.is_empty()
            && memory.conflicts_with.is_empty());
        if linked || successor.is_some() {
            survivors.extend(successor);
            memories.insert(memory.id, Arc::new(memory));
        }
    }
    for id in survivors {
        if !memories.contains_key(&id)
            && let Some(memory) = view.memory(id)?
        {
            memories.insert(id, Arc::new(memory));
        }
    }
    Ok(Gathered { memories, cut: None })
}
