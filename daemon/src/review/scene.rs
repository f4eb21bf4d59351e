//! The part of the store that an answer may touch, as a small store of its own: the members, what is linked to or marked
//! with them, the chains of what replaced them, the rulings among these, and what they would be called everywhere.

use std::collections::BTreeSet;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, Name};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::RulingKey;
use consolidate_shared::state::{Lookup, State};

use super::{pairs, stands};

/// Memories of one chain that are looked at, the bound of a walk along links.
const LONGEST_CHAIN: usize = 100_000;

/// Loads what an answer to `item` may touch.
pub(super) fn load<L: Lookup>(item: &ReviewItem, state: &L) -> Result<State, L::Error> {
    let mut scene = State::default();
    scene.reviews.insert(item.id(), item.clone());
    let mut marked = Vec::new();
    for &member in &item.members {
        take(&mut scene, state, member)?;
        let Some(memory) = scene.memories.get(&member).cloned() else { continue };
        let linked = memory.supersedes.iter().chain(&memory.superseded_by);
        for &other in linked.chain(&memory.conflicts_with) {
            take(&mut scene, state, other)?;
        }
        marked.extend(memory.conflicts_with.iter().map(|other| (member, *other)));
    }
    successors(&mut scene, state, &item.members)?;
    for name in item.members.iter().filter_map(|id| name_everywhere(scene.memories.get(id)?)) {
        if let Some(target) = state.name(&name)? {
            scene.names.insert(name, target);
        }
    }
    let survivors = item.members.iter().flat_map(|a| marked.iter().map(move |(_, b)| (*a, *b)));
    let about = pairs(&item.members).into_iter().chain(survivors);
    for (a, b) in about.collect::<BTreeSet<_>>() {
        let passes = PassKind::ALL.iter().map(|pass| Some(*pass)).chain([None]);
        for key in passes.map(|pass| RulingKey::pair(a, b, pass)) {
            if let Some(ruling) = state.ruling(&key)? {
                scene.rulings.insert(key, ruling);
            }
        }
    }
    Ok(scene)
}

/// What a memory would be called if it held everywhere.
fn name_everywhere(memory: &Memory) -> Option<Name> {
    let id = memory.external_id.clone()?;
    Some(Name::External { project: None, id })
}

fn take<L: Lookup>(scene: &mut State, state: &L, id: MemoryId) -> Result<(), L::Error> {
    if !scene.memories.contains_key(&id)
        && let Some(memory) = state.memory(id)?
    {
        scene.memories.insert(id, memory);
    }
    Ok(())
}

/// Everything that replaced a member, near or far, so that a cycle is seen.
fn successors<L: Lookup>(
    scene: &mut State,
    state: &L,
    members: &[MemoryId],
) -> Result<(), L::Error> {
    let (mut open, mut seen) = (members.to_vec(), BTreeSet::new());
    while let Some(id) = open.pop() {
        if seen.len() > LONGEST_CHAIN || !seen.insert(id) {
            continue;
        }
        take(scene, state, id)?;
        open.extend(scene.memories.get(&id).iter().flat_map(|memory| &memory.superseded_by));
    }
    Ok(())
}

/// The members that can still be answered about, older first.
pub(super) fn live(item: &ReviewItem, scene: &State) -> Vec<MemoryId> {
    let stands = |id: &MemoryId| scene.memories.get(id).is_some_and(|it| stands(item.pass, it));
    item.members.iter().copied().filter(stands).collect()
}

/// The members that cannot, each with what became of it.
pub(super) fn gone(item: &ReviewItem, scene: &State) -> Vec<String> {
    let live = live(item, scene);
    let gone = item.members.iter().filter(|id| !live.contains(id));
    gone.map(|id| match scene.memories.get(id) {
        Some(memory) => format!("{id} is {}", memory.standing.word()),
        None => format!("{id} is not in the store"),
    })
    .collect()
}
