//! From journal entries to why a link is there, and to what was joined to a memory.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::change::{Change, Edit, Finding, Reason, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::model::{Actor, Memory, Name, RetireReason, Standing};
use consolidate_shared::time::Timestamp;

/// How a link came to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkMade {
    /// The entry that made it.
    pub generation: Generation,
    /// What that entry is.
    pub kind: EntryKind,
    /// Who caused it.
    pub actor: Actor,
    /// When.
    pub at: Timestamp,
    /// Why.
    pub reason: Reason,
    /// What the question had found to which the link was the answer.
    pub asked: Option<Finding>,
}

/// Links between (older, newer), as the entries that were seen leave them. Entries are seen oldest first.
#[derive(Debug, Default)]
pub struct Links {
    wanted: BTreeSet<(MemoryId, MemoryId)>,
    made: BTreeMap<(MemoryId, MemoryId), LinkMade>,
}

impl Links {
    /// Looks for these links alone, each an (older, newer).
    pub fn between(wanted: impl IntoIterator<Item = (MemoryId, MemoryId)>) -> Self {
        Self { wanted: wanted.into_iter().collect(), made: BTreeMap::new() }
    }

    /// The link, if an entry that was seen made it and none since took it away.
    pub fn get(&self, older: MemoryId, newer: MemoryId) -> Option<&LinkMade> {
        self.made.get(&(older, newer))
    }

    /// Takes the next entry in.
    pub fn see(&mut self, entry: &JournalEntry) {
        for change in &entry.change_set.changes {
            match &change.what {
                What::Add(memory) => self.added(memory, change, entry),
                What::Remove(memory) => {
                    let id = memory.id;
                    self.made.retain(|(older, newer), _| *older != id && *newer != id);
                }
                What::Edit { subject, edit: Edit::Supersedes(set) } => {
                    set.added.iter().for_each(|older| self.make(*older, *subject, change, entry));
                    set.removed.iter().for_each(|older| self.unmake(*older, *subject));
                }
                What::Edit { subject, edit: Edit::SupersededBy(set) } => {
                    set.added.iter().for_each(|newer| self.make(*subject, *newer, change, entry));
                    set.removed.iter().for_each(|newer| self.unmake(*subject, *newer));
                }
                _ => {}
            }
        }
    }

    fn added(&mut self, memory: &Memory, change: &Change, entry: &JournalEntry) {
        memory.supersedes.iter().for_each(|older| self.make(*older, memory.id, change, entry));
        memory.superseded_by.iter().for_each(|newer| self.make(memory.id, *newer, change, entry));
    }

    fn make(&mut self, older: MemoryId, newer: MemoryId, change: &Change, entry: &JournalEntry) {
        if !self.wanted.contains(&(older, newer)) {
            return;
        }
        let known = self.made.get(&(older, newer));
        // Both ends are edited; the one that says more than "follows" is told.
        let of_this = known.filter(|made| made.generation == entry.generation);
        if of_this.is_some_and(|made| !matches!(made.reason, Reason::Follows { .. })) {
            return;
        }
        let made = LinkMade {
            generation: entry.generation,
            kind: entry.kind,
            actor: entry.actor.clone(),
            at: entry.at,
            reason: change.reason.clone(),
            asked: matches!(change.reason, Reason::Answered { .. })
                .then(|| asked(entry, [older, newer]))
                .flatten(),
        };
        self.made.insert((older, newer), made);
    }

    fn unmake(&mut self, older: MemoryId, newer: MemoryId) {
        self.made.remove(&(older, newer));
    }
}

/// What the item that an entry answers had found about both of `members`.
fn asked(entry: &JournalEntry, members: [MemoryId; 2]) -> Option<Finding> {
    let items = entry.change_set.changes.iter().filter_map(|change| match &change.what {
        What::Review(swap) => swap.before.as_deref(),
        _ => None,
    });
    let mut about_both = items.filter(|item| members.iter().all(|id| item.members.contains(id)));
    about_both.next().map(|item| item.finding.clone())
}

/// Why a link was made, in words.
pub fn said(made: &LinkMade) -> String {
    match &made.reason {
        Reason::Answered { answer, .. } => {
            let who = if made.actor == Actor::User { "a person" } else { "an agent" };
            let what = match answer.as_str() {
                "accept" => "accepted".to_owned(),
                other => format!("answered `{other}`"),
            };
            let found = made.asked.as_ref().map(found);
            format!("{what} by {who}{}", found.map_or_else(String::new, |it| format!(": {it}")))
        }
        Reason::Recorded => "named as replaced when it was recorded".to_owned(),
        Reason::Imported => "linked at import".to_owned(),
        Reason::Ordered { note: None } => "linked by hand".to_owned(),
        Reason::Ordered { note: Some(note) } => format!("linked by hand: {note}"),
        Reason::Follows { of } => format!("the link moved here when {of} was merged"),
        Reason::Found(finding) => found(finding),
        other => other.to_string(),
    }
}

fn found(finding: &Finding) -> String {
    let Finding { rule, sentence, overlap, .. } = finding;
    format!("{rule}: {sentence} (overlap {}.{} %)", overlap / 10, overlap % 10)
}

/// One memory that became another one: folded at its write, merged by a pass, or a name left by a removed duplicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Joined {
    /// The memory that went.
    pub from: MemoryId,
    /// The memory that took it in.
    pub into: MemoryId,
}

/// What an entry joined. Whether it is still joined is for the store to say.
pub fn joined(entry: &JournalEntry) -> BTreeSet<Joined> {
    entry.change_set.changes.iter().filter_map(|change| of_change(&change.what)).collect()
}

fn of_change(what: &What) -> Option<Joined> {
    match what {
        What::Name { name: Name::Id(from), target } => {
            target.after.map(|into| Joined { from: *from, into })
        }
        What::Edit { subject, edit: Edit::Standing(swap) } => match &swap.after {
            Standing::Retired(retirement) if retirement.reason == RetireReason::Merged => {
                retirement.successor.map(|into| Joined { from: *subject, into })
            }
            _ => None,
        },
        _ => None,
    }
}
