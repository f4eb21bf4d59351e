//! What mends a store that is damaged: one change set, each change with the reason for it.
//!
//! First comes what the journal tells of memories, names and decisions that are lost or changed; then the references.
//! It never chooses in silence where something would be lost by the choice. A link that stands on one side is completed when
//! the order in time fits it and else taken away; a circle is broken where something older replaces something newer, and
//! where time does not tell, all of it is taken away and the question is queued; what leads nowhere is taken away. All of it
//! is in the diff, and an undo brings the store back as it was, damage included.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use consolidate_shared::change::{ChangeSet, Edit, Finding, Reason, SetEdit, Swap, What};
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::model::{Memory, RetireReason, Retirement, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::state::State;
use consolidate_shared::time::{Day, Timestamp};

use super::faults::{Fault, MARKS, NEWER, faults, links};
use super::told::Difference;
use super::walk::circles;

/// What mends a store, and what does not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repair {
    /// The changes.
    pub set: ChangeSet,
    /// What is wrong and needs somebody's decision, a sentence each.
    pub left: Vec<String>,
}

/// What mends `state`. `differences`: where the journal tells something else; `aside`: memories whose rows cannot be read and
/// that it does not tell, and those that were set aside before. `day`: the day of what is queued.
pub fn repair(
    state: &State,
    differences: &[Difference],
    aside: &BTreeSet<MemoryId>,
    day: Day,
) -> Repair {
    let mut sheet = Sheet { state: state.clone(), repair: Repair::default(), day };
    for difference in differences {
        sheet.difference(difference);
    }
    let found = faults(&sheet.state, aside);
    for fault in &found {
        sheet.references(fault);
    }
    sheet.break_circles();
    // Links that went may have been what a retirement stood on.
    for fault in faults(&sheet.state, aside) {
        sheet.rest(&fault);
    }
    sheet.repair
}

/// The state as the changes so far leave it, and these.
struct Sheet {
    state: State,
    repair: Repair,
    day: Day,
}

/// What orders two memories where it matters that it does: not their ids.
fn time(memory: &Memory) -> (Timestamp, Timestamp) {
    (memory.instant(), memory.created_at)
}

fn mended(what: impl Into<String>) -> Reason {
    Reason::Mended { what: what.into() }
}

impl Sheet {
    fn memory(&self, id: MemoryId) -> Option<Arc<Memory>> {
        self.state.memories.get(&id).cloned()
    }

    /// Edits one field, if the edit fits and changes something.
    fn edit(&mut self, id: MemoryId, edit: Edit, reason: &Reason) {
        let Some(found) = self.memory(id) else { return };
        let mut memory = Memory::clone(&found);
        if !edit.is_nothing() && edit.apply(&mut memory) {
            self.repair.set.edit(&found, edit, reason.clone());
            self.state.memories.insert(id, Arc::new(memory));
        }
    }

    /// What the journal tells counts, but where entries that cannot be read leave open which of two texts is the last.
    fn difference(&mut self, difference: &Difference) {
        match difference {
            Difference::Missing(told) => {
                self.add(told, &mended("the journal tells it, and no row held it"));
            }
            Difference::Other { there, told, sure: true } => {
                let reason = mended("its row was not what the journal says it is");
                self.remove(there, &reason);
                self.add(told, &reason);
            }
            Difference::Other { there, .. } => self.repair.left.push(format!(
                "{difference}: compare `consolidate read {}` with `consolidate history {0}`, and with a backup",
                there.id
            )),
            Difference::Removed(there) => {
                self.remove(there, &mended("an entry of the journal removed it"));
            }
            Difference::Untold(there) => {
                // It stays, and the journal tells it from now on.
                let reason = mended("no entry of the journal had added it");
                self.remove(there, &reason);
                self.add(there, &reason);
            }
            Difference::Name { name, there, told } => {
                let target = Swap::new(*there, told.or(*there));
                self.state.names.extend(target.after.map(|after| (name.clone(), after)));
                let reason = mended("the journal says what it means");
                self.repair.set.push(What::Name { name: name.clone(), target }, reason);
            }
            Difference::Review { id, there, told } => {
                let item = Swap::new(there.clone(), told.clone());
                match told {
                    Some(told) => self.state.reviews.insert(*id, ReviewItem::clone(told)),
                    None => self.state.reviews.remove(id),
                };
                let reason = mended("the journal says which questions are open");
                self.repair.set.push(What::Review(item), reason);
            }
            Difference::Ruling { key, there, told } => {
                let ruling = Swap::new(there.clone(), told.clone());
                let reason = mended("the journal says what was decided");
                self.repair.set.push(What::Ruling { key: key.clone(), ruling }, reason);
            }
        }
    }

    fn add(&mut self, memory: &Arc<Memory>, reason: &Reason) {
        self.repair.set.push(What::Add(Box::new(Memory::clone(memory))), reason.clone());
        self.state.memories.insert(memory.id, Arc::clone(memory));
    }

    fn remove(&mut self, memory: &Arc<Memory>, reason: &Reason) {
        self.repair.set.push(What::Remove(Box::new(Memory::clone(memory))), reason.clone());
        self.state.memories.remove(&memory.id);
    }

    /// Links and marks of which one end is wrong.
    fn references(&mut self, fault: &Fault) {
        match *fault {
            Fault::Itself { memory, field } => {
                self.drop(memory, field, memory, &mended("nothing replaces or contradicts itself"));
            }
            Fault::Dangling { memory, field, other } => {
                self.drop(memory, field, other, &mended(format!("{other} is not in the store")));
            }
            Fault::OneSided { memory, field: MARKS, other } => self.mark(memory, other),
            Fault::OneSided { memory, field: NEWER, other } => self.link(memory, other),
            Fault::OneSided { memory, other, .. } => self.link(other, memory),
            _ => {}
        }
    }

    fn drop(&mut self, id: MemoryId, field: &str, other: MemoryId, reason: &Reason) {
        let gone = SetEdit::removing(other);
        let edit = match field {
            MARKS => Edit::ConflictsWith(gone),
            NEWER => Edit::Supersedes(gone),
            _ => Edit::SupersededBy(gone),
        };
        self.edit(id, edit, reason);
    }

    /// A mark that stands on one side is for both if both are active; marks of what is retired go.
    fn mark(&mut self, id: MemoryId, other: MemoryId) {
        let active = |id: MemoryId| {
            self.state.memories.get(&id).is_some_and(|it| it.standing == Standing::Active)
        };
        if active(id) && active(other) {
            let reason =
                mended(format!("{id} was marked as contradicting it, and it held no mark"));
            self.edit(other, Edit::ConflictsWith(SetEdit::adding(id)), &reason);
        } else {
            let why = format!("{other} held no such mark, and not both are active");
            self.drop(id, MARKS, other, &mended(why));
        }
    }

    /// A link that stands on one side is for both if the order in time fits and it closes no circle.
    fn link(&mut self, newer: MemoryId, older: MemoryId) {
        let (Some(new), Some(old)) = (self.memory(newer), self.memory(older)) else { return };
        let fits = match time(&new).cmp(&time(&old)) {
            Ordering::Greater => true,
            // Only a circle within one time would be left to somebody: what is wrong in any other is told by time.
            Ordering::Equal => !self.replaces_within(older, newer, time(&new)),
            Ordering::Less => false,
        };
        if fits {
            let reason = |other| {
                mended(format!("{other} held this link alone, and the order in time fits it"))
            };
            self.edit(newer, Edit::Supersedes(SetEdit::adding(older)), &reason(older));
            self.edit(older, Edit::SupersededBy(SetEdit::adding(newer)), &reason(newer));
        } else {
            let why =
                format!("one side alone held that {newer} replaces {older}, which is not older");
            self.unlink(newer, older, &mended(why));
        }
    }

    fn unlink(&mut self, newer: MemoryId, older: MemoryId, reason: &Reason) {
        self.edit(newer, Edit::Supersedes(SetEdit::removing(older)), reason);
        self.edit(older, Edit::SupersededBy(SetEdit::removing(newer)), reason);
        self.lost_successor(older, newer, reason);
    }

    /// `older` no longer has `newer` for a successor: if it was retired for that, another takes its place, or it comes back.
    fn lost_successor(&mut self, older: MemoryId, newer: MemoryId, reason: &Reason) {
        let Some(memory) = self.memory(older) else { return };
        let Standing::Retired(retirement) = &memory.standing else { return };
        if retirement.reason != RetireReason::Superseded || retirement.successor != Some(newer) {
            return;
        }
        self.succeed(&memory, retirement, reason);
    }

    fn succeed(&mut self, memory: &Memory, retirement: &Retirement, reason: &Reason) {
        let others = memory.superseded_by.iter().filter_map(|id| self.memory(*id));
        let other = others
            .filter(|other| other.id != memory.id)
            .min_by_key(|other| (other.standing != Standing::Active, time(other), other.id));
        let after = match other {
            Some(other) => {
                Standing::Retired(Retirement { successor: Some(other.id), ..retirement.clone() })
            }
            // What says nowhere where it was said must not become active; it is left to somebody.
            None if memory.sources.is_empty() => return,
            None => Standing::Active,
        };
        self.edit(memory.id, Edit::Standing(Swap::new(memory.standing.clone(), after)), reason);
    }

    /// Whether `from` replaces `to`, near or far, through memories of one time.
    fn replaces_within(&self, from: MemoryId, to: MemoryId, at: (Timestamp, Timestamp)) -> bool {
        let is_of_then =
            |id: &MemoryId| self.state.memories.get(id).is_some_and(|it| time(it) == at);
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(id) = open.pop() {
            if id == to {
                return true;
            }
            let next = self.state.memories.get(&id).into_iter().flat_map(|it| &it.supersedes);
            open.extend(next.copied().filter(|id| is_of_then(id) && seen.insert(*id)));
        }
        false
    }

    /// Ends: every round takes at least one link of every circle away.
    fn break_circles(&mut self) {
        loop {
            let links = links(&self.state);
            let found = circles(&links);
            if found.is_empty() {
                return;
            }
            for circle in found {
                let members: BTreeSet<MemoryId> = circle.iter().copied().collect();
                let within = circle.iter().flat_map(|newer| {
                    let older = links.get(newer).into_iter().flatten();
                    older.filter(|older| members.contains(older)).map(|older| (*newer, *older))
                });
                let within: Vec<(MemoryId, MemoryId)> = within.collect();
                self.break_circle(&circle, &within);
            }
        }
    }

    fn break_circle(&mut self, circle: &[MemoryId], within: &[(MemoryId, MemoryId)]) {
        let times = |id: &MemoryId| self.state.memories.get(id).map(|memory| time(memory));
        let wrong: Vec<_> =
            within.iter().filter(|(newer, older)| times(newer) < times(older)).collect();
        for (newer, older) in &wrong {
            let why = format!("{newer} is older than {older}, which it replaced in a circle");
            self.unlink(*newer, *older, &mended(why));
        }
        if wrong.is_empty() {
            let reason = mended("a circle of memories of one time: which of them holds is asked");
            for (newer, older) in within {
                self.unlink(*newer, *older, &reason);
            }
            self.ask(circle, &reason);
        }
    }

    fn ask(&mut self, members: &[MemoryId], reason: &Reason) {
        let Some(&last) = members.last() else { return };
        let sentence = "they replaced each other in a circle, and time does not tell which holds";
        let finding = Finding {
            rule: "circle".to_owned(),
            other: last,
            overlap: 0,
            sentence: sentence.to_owned(),
        };
        let members = members.to_vec();
        self.open(ReviewItem::new(PassKind::Supersede, members, finding, self.day), reason);
    }

    fn open(&mut self, item: ReviewItem, reason: &Reason) {
        let id = item.id();
        if self.state.reviews.contains_key(&id) {
            return;
        }
        for memory in item.members.iter().filter_map(|id| self.memory(*id)).collect::<Vec<_>>() {
            self.repair.set.excerpt(&memory);
        }
        let what = What::Review(Swap::new(None, Some(Box::new(item.clone()))));
        self.repair.set.push(what, reason.clone());
        self.state.reviews.insert(id, item);
    }

    /// What is left once links and marks are right.
    fn rest(&mut self, fault: &Fault) {
        match fault {
            Fault::NoSuccessor { memory, successor } => {
                let Some(memory) = self.memory(*memory) else { return };
                let Standing::Retired(retirement) = &memory.standing else { return };
                let what = match successor {
                    Some(successor) => format!("its successor {successor} is not in the store"),
                    None => "it was retired as superseded without a successor".to_owned(),
                };
                self.succeed(&memory, retirement, &mended(what));
                if self.memory(memory.id).as_ref() == Some(&memory) {
                    self.repair.left.push(format!("{fault}, nor does it say where it was said"));
                }
            }
            Fault::Name { name, target } => {
                let what =
                    What::Name { name: name.clone(), target: Swap::new(Some(*target), None) };
                let reason = mended(format!("{target} is not in the store"));
                self.repair.set.push(what, reason);
                self.state.names.remove(name);
            }
            Fault::Review { item, missing } => self.close(*item, *missing),
            Fault::NoSource { .. } => self.repair.left.push(format!(
                "{fault}; only its writer knows where it was said: retire it, or record it again"
            )),
            other => self.repair.left.push(other.to_string()),
        }
    }

    /// Closes a question about what is not there, and asks what is left of it.
    fn close(&mut self, id: ReviewId, missing: MemoryId) {
        let Some(item) = self.state.reviews.remove(&id) else { return };
        let reason = mended(format!("{missing} is not in the store"));
        let there = item.members.iter().filter(|member| self.state.memories.contains_key(member));
        let members: Vec<MemoryId> = there.copied().collect();
        for memory in members.iter().filter_map(|id| self.memory(*id)).collect::<Vec<_>>() {
            self.repair.set.excerpt(&memory);
        }
        let what = What::Review(Swap::new(Some(Box::new(item.clone())), None));
        self.repair.set.push(what, reason.clone());
        if members.len() > 1 {
            self.open(ReviewItem { members, ..item }, &reason);
        }
    }
}
