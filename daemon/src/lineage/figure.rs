//! What is drawn: memories and the relations among them, bounded, in an order that depends on nothing but them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Memory;

use super::family::merged_into;

/// Characters of a memory's text in its label.
const LABEL_CHARS: usize = 60;
/// Relations that are drawn for each memory, on average: a memory with more is a damaged or a very busy one.
const RELATIONS_PER_MEMORY: usize = 4;

/// How two memories are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// The first is replaced by the second.
    Replaced,
    /// The first was merged into the second.
    Merged,
    /// The two assert opposite things; the smaller id is first.
    Conflict,
}

impl Relation {
    /// One or two words for an arrow.
    pub fn word(self) -> &'static str {
        match self {
            Self::Replaced => "replaced by",
            Self::Merged => "merged into",
            Self::Conflict => "conflicts with",
        }
    }
}

/// One relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Where the arrow begins.
    pub from: MemoryId,
    /// Where it ends.
    pub to: MemoryId,
    /// What it says.
    pub relation: Relation,
}

/// A drawing before it is written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figure {
    /// Its memories, by instant, then id.
    pub nodes: Vec<Arc<Memory>>,
    /// Its relations: both ends are among the memories.
    pub edges: Vec<Edge>,
    /// What was left out, in words.
    pub cut: Option<String>,
}

/// Draws `memories` and the relations among them; `alone`: also those that have none. At most `most` memories: groups
/// that hang together are taken whole, the largest first, and the last one in part.
pub fn figure(memories: &BTreeMap<MemoryId, Arc<Memory>>, alone: bool, most: usize) -> Figure {
    let edges = edges(memories);
    let groups = groups(memories, &edges, alone);
    let all: usize = groups.iter().map(Vec::len).sum();
    let mut nodes: Vec<Arc<Memory>> = groups.into_iter().flatten().take(most).collect();
    nodes.sort_by_key(|memory| (memory.instant(), memory.id));
    let shown: BTreeSet<MemoryId> = nodes.iter().map(|memory| memory.id).collect();
    let mut kept: Vec<Edge> = edges
        .into_iter()
        .filter(|edge| shown.contains(&edge.from) && shown.contains(&edge.to))
        .collect();
    let left_out = kept.len().saturating_sub(most.saturating_mul(RELATIONS_PER_MEMORY));
    kept.truncate(kept.len() - left_out);
    let mut cut = Vec::new();
    if all > nodes.len() {
        cut.push(format!("{} of {all} memories are drawn", nodes.len()));
    }
    if left_out > 0 {
        cut.push(format!("{left_out} relations are left out"));
    }
    Figure { nodes, edges: kept, cut: (!cut.is_empty()).then(|| cut.join("; ")) }
}

/// Every relation among the memories, told by either of its ends, in order.
fn edges(memories: &BTreeMap<MemoryId, Arc<Memory>>) -> BTreeSet<Edge> {
    let mut edges = BTreeSet::new();
    let mut add = |from: MemoryId, to: MemoryId, relation: Relation| {
        if from != to && memories.contains_key(&from) && memories.contains_key(&to) {
            edges.insert(Edge { from, to, relation });
        }
    };
    for memory in memories.values() {
        let id = memory.id;
        memory.supersedes.iter().for_each(|older| add(*older, id, Relation::Replaced));
        memory.superseded_by.iter().for_each(|newer| add(id, *newer, Relation::Replaced));
        for &other in &memory.conflicts_with {
            add(id.min(other), id.max(other), Relation::Conflict);
        }
        if let Some(into) = merged_into(memory) {
            add(id, into, Relation::Merged);
        }
    }
    edges
}

/// Memories that hang together, the largest group first, then the one with the oldest id; within a group by walk from its
/// oldest id, so that a part of it hangs together as well.
fn groups(
    memories: &BTreeMap<MemoryId, Arc<Memory>>,
    edges: &BTreeSet<Edge>,
    alone: bool,
) -> Vec<Vec<Arc<Memory>>> {
    let mut beside: BTreeMap<MemoryId, BTreeSet<MemoryId>> = BTreeMap::new();
    for edge in edges {
        beside.entry(edge.from).or_default().insert(edge.to);
        beside.entry(edge.to).or_default().insert(edge.from);
    }
    let mut seen = BTreeSet::new();
    let mut groups: Vec<Vec<Arc<Memory>>> = Vec::new();
    for &first in memories.keys() {
        if (!alone && !beside.contains_key(&first)) || !seen.insert(first) {
            continue;
        }
        let (mut group, mut open) = (Vec::new(), std::collections::VecDeque::from([first]));
        while let Some(id) = open.pop_front() {
            group.extend(memories.get(&id).cloned());
            let next = beside.get(&id).into_iter().flatten().copied();
            open.extend(next.filter(|next| seen.insert(*next)));
        }
        groups.push(group);
    }
    groups.sort_by_key(|group| (Reverse(group.len()), group.first().map(|memory| memory.id)));
    groups
}

/// The lines of a memory's label, not yet escaped: its id, what it is, the beginning of its text.
pub(super) fn label(memory: &Memory) -> [String; 2] {
    let id = memory.external_id.clone().unwrap_or_else(|| memory.id.to_string());
    let mut text: String = memory.text.chars().take(LABEL_CHARS).collect();
    if memory.text.chars().nth(LABEL_CHARS).is_some() {
        text.push('…');
    }
    let id: String = id.chars().take(LABEL_CHARS).collect();
    [format!("{id} {} {}", memory.kind, memory.standing.word()), text]
}

/// Whether a character has no place in a drawing: controls, and what reorders or hides what is around it.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{00AD}' | '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}
