//! Bringing a memory back: what it undoes, and what stands against it from then on.

use std::collections::BTreeSet;
use std::sync::Arc;

use consolidate_shared::change::{ChangeSet, Edit, Finding, Reason, SetEdit, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, RetireReason, Retirement, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::state::Lookup;

use super::WriteError;
use super::order::{OrderGiven, drop_set};
use crate::pass::tell_otherwise;

/// Replacements of replacements that are followed to what is served today.
const LONGEST_FOLLOW: usize = 1000;

/// Brings a memory back: its links to successors go, and the passes are told not to retire it again for the same cause. What
/// replaced it and tells otherwise is marked as conflicting with it, since both are served from now on.
pub(super) fn revive<L: Lookup>(
    memory: &Memory,
    order: &OrderGiven,
    reason: &Reason,
    state: &L,
    set: &mut ChangeSet,
) -> Result<(), WriteError<L::Error>> {
    // A candidate is served: only evidence, or a person's word, makes it active.
    let mut revived = memory.clone();
    if !memory.standing.is_served() {
        let standing = Swap::new(memory.standing.clone(), Standing::Active);
        set.edit(memory, Edit::Standing(standing), reason.clone());
        revived.standing = Standing::Active;
    }
    let links = &memory.superseded_by;
    drop_set(memory, links, Edit::SupersededBy, Edit::Supersedes, state, set)?;
    let stood_for = match &memory.standing {
        Standing::Retired(retirement) => retirement.successor.into_iter().collect(),
        _ => BTreeSet::new(),
    };
    let successors = links | &stood_for;
    let served = served(&successors, state)?;
    for &other in successors.iter().chain(served.iter().map(|memory| &memory.id)) {
        if other != memory.id {
            for pass in [PassKind::Merge, PassKind::Supersede] {
                hold(RulingKey::pair(memory.id, other, Some(pass)), order, state, set)?;
            }
        }
    }
    for other in served.iter().filter(|other| other.standing == Standing::Active) {
        if revived.standing == Standing::Active && tell_otherwise(&revived, other) {
            mark(&revived, other, order, state, set)?;
        }
    }
    Ok(())
}

/// What the change set of a revival undoes and leaves, in words that follow its name; `memory`: as it was before.
pub fn told_of_revival(memory: &Memory, set: &ChangeSet) -> String {
    let mut lines = Vec::new();
    let merged = match &memory.standing {
        Standing::Retired(Retirement { reason: RetireReason::Merged, successor, .. }) => *successor,
        _ => None,
    };
    if let Some(survivor) = merged {
        lines.push(format!("{survivor}, which it was merged into, no longer stands for it"));
    }
    let mut marked = BTreeSet::new();
    for change in &set.changes {
        match &change.what {
            What::Edit { subject, edit: Edit::SupersededBy(links) } if *subject == memory.id => {
                let gone = links.removed.iter();
                lines.extend(gone.map(|newer| format!("{newer} no longer replaces it")));
            }
            What::Edit { subject, edit: Edit::ConflictsWith(marks) } if *subject == memory.id => {
                marked.extend(marks.added.iter().map(ToString::to_string));
            }
            _ => {}
        }
    }
    if !marked.is_empty() {
        let list: Vec<String> = marked.into_iter().collect();
        let list = list.join(", ");
        lines.push(format!("it is marked as conflicting with {list}: both are served"));
    }
    if lines.is_empty() { String::new() } else { format!("; {}", lines.join("; ")) }
}

/// What is served of those that replaced it, or of those that replaced these.
fn served<L: Lookup>(
    successors: &BTreeSet<MemoryId>,
    state: &L,
) -> Result<Vec<Arc<Memory>>, WriteError<L::Error>> {
    let (mut open, mut seen) = (successors.clone(), BTreeSet::new());
    let mut found = Vec::new();
    while let Some(id) = open.pop_first() {
        if seen.len() >= LONGEST_FOLLOW || !seen.insert(id) {
            continue;
        }
        let Some(memory) = state.memory(id).map_err(WriteError::Lookup)? else { continue };
        if memory.standing.is_served() {
            found.push(memory);
            continue;
        }
        open.extend(&memory.superseded_by);
        if let Standing::Retired(Retirement {
            reason: RetireReason::Merged | RetireReason::Superseded,
            successor,
            ..
        }) = &memory.standing
        {
            open.extend(successor);
        }
    }
    Ok(found)
}

/// Marks the two both ways and has the conflict pass keep the mark, unless they were told apart.
fn mark<L: Lookup>(
    revived: &Memory,
    other: &Memory,
    order: &OrderGiven,
    state: &L,
    set: &mut ChangeSet,
) -> Result<(), WriteError<L::Error>> {
    let ruled = |pass| state.ruling(&RulingKey::pair(revived.id, other.id, pass));
    let own = ruled(Some(PassKind::Conflict)).map_err(WriteError::Lookup)?;
    let all = ruled(None).map_err(WriteError::Lookup)?;
    let bars = |it: &Ruling| matches!(it.decision, Decision::Distinct | Decision::Hold);
    if own.iter().chain(&all).any(bars) {
        return Ok(());
    }
    let sentence = "it replaced the other, which was brought back".to_owned();
    for (of, with) in [(revived, other.id), (other, revived.id)] {
        if !of.conflicts_with.contains(&with) {
            let (rule, sentence) = ("revived".to_owned(), sentence.clone());
            let finding = Finding { rule, other: with, overlap: 0, sentence };
            set.edit(of, Edit::ConflictsWith(SetEdit::adding(with)), Reason::Found(finding));
        }
    }
    rule(
        RulingKey::pair(revived.id, other.id, Some(PassKind::Conflict)),
        Decision::Approved,
        order,
        (own, set),
    );
    Ok(())
}

fn hold<L: Lookup>(
    key: RulingKey,
    order: &OrderGiven,
    state: &L,
    set: &mut ChangeSet,
) -> Result<(), WriteError<L::Error>> {
    let ruled = set
        .changes
        .iter()
        .any(|change| matches!(&change.what, What::Ruling { key: of, .. } if *of == key));
    let before = state.ruling(&key).map_err(WriteError::Lookup)?;
    if !ruled {
        rule(key, Decision::Hold, order, (before, set));
    }
    Ok(())
}

fn rule(
    key: RulingKey,
    decision: Decision,
    order: &OrderGiven,
    (before, set): (Option<Ruling>, &mut ChangeSet),
) {
    if before.as_ref().is_none_or(|ruling| ruling.decision != decision) {
        let after = Ruling { decision, by: order.by.clone(), at: order.now };
        let ruling = Swap::new(before, Some(after));
        set.push(What::Ruling { key, ruling }, Reason::Follows { of: order.memory });
    }
}
