//! Which lessons are always-on: in every brief of their scope.
//!
//! A lesson is a pitfall. One that an agent learned becomes always-on when it was triggered or learned again often enough,
//! was confirmed in enough places (contexts that differ in project or domain) and surely enough, is bound to no single site
//! and says more than a commonplace. A scope has room for ten: a person's and pinned ones first, then seeds, then by use; who
//! falls behind is on-demand again and stays recallable. Only lessons that nobody pinned or wrote as a person give way.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use consolidate_shared::change::Reason;
use consolidate_shared::model::{Kind, Memory, Origin, Scope, Standing, Tier};

use super::generic::{is_bound, is_generic};
use super::passing::is_passing;
use super::{Promotion, count, harm};
use crate::pass::tally::Kept;

/// A lesson that is always-on or might be.
struct Lesson {
    memory: Arc<Memory>,
    /// The rank of its origin: lower comes first.
    rank: u8,
    /// Whether a person must decide on it.
    fixed: bool,
    /// Why it becomes always-on; `None`: it is.
    proven: Option<Reason>,
}

impl Promotion<'_> {
    /// Gives the room of each scope to its first lessons.
    pub(super) fn lessons(&mut self, told: &[Arc<Memory>]) {
        let mut scopes: BTreeMap<Scope, Vec<Lesson>> = BTreeMap::new();
        for memory in told.iter().filter(|memory| memory.kind == Kind::Pitfall) {
            if let Some(lesson) = self.lesson(memory) {
                scopes.entry(memory.scope.clone()).or_default().push(lesson);
            }
        }
        let mut over = 0;
        for lessons in scopes.into_values() {
            over += self.scope(lessons);
        }
        self.defer("lessons over the number that a scope may have always on", over);
    }

    fn lesson(&mut self, memory: &Memory) -> Option<Lesson> {
        let memory = self.draft.active(memory.id)?;
        let held = self.is_held(&memory);
        let fixed = held || memory.is_protected() || memory.origin == Origin::User;
        let rank = match memory.origin {
            _ if fixed => 0,
            Origin::Seed => 1,
            _ => 2,
        };
        let evidence = &memory.evidence;
        if memory.tier == Tier::OnDemand {
            let reason = self.proven(&memory)?;
            if held {
                self.kept.add(Kept::Held);
                return None;
            }
            return Some(Lesson { memory, rank, fixed, proven: Some(reason) });
        }
        let failed = evidence.contradicted > 0 && evidence.support() < self.policy().always_floor;
        if failed && !fixed {
            let reason = harm(evidence);
            self.tier(&memory, Tier::OnDemand, &reason);
            return None;
        }
        Some(Lesson { memory, rank, fixed, proven: None })
    }

    /// Why a learned lesson is to be always-on, if it is.
    fn proven(&mut self, memory: &Memory) -> Option<Reason> {
        let policy = self.policy();
        let uses = u64::from(memory.usage.triggered) + memory.learned_again();
        let support = memory.evidence.support();
        let confirming = memory.evidence.distinct(true).into_iter();
        let places: BTreeSet<_> = confirming.map(|it| (&it.project, &it.domain)).collect();
        let enough = memory.standing == Standing::Active
            && memory.is_learned_lesson()
            && uses >= policy.always_uses
            && places.len() >= policy.always_contexts as usize
            && support >= policy.always_support;
        let contexts = count(places.len());
        if !enough {
            return None;
        }
        if is_bound(memory) {
            self.kept.add(Kept::Bound);
            None
        } else if is_generic(memory) {
            self.kept.add(Kept::Generic);
            None
        } else if is_passing(memory) {
            self.kept.add(Kept::Passing);
            None
        } else {
            Some(Reason::Proven { uses, contexts, support })
        }
    }

    /// Promotes and demotes within one scope; says how many have no room.
    fn scope(&mut self, mut lessons: Vec<Lesson>) -> usize {
        lessons.sort_by_key(|it| (it.rank, Reverse(it.memory.uses()), it.memory.id));
        let most = self.policy().always_most;
        let mut over = 0;
        for (place, Lesson { memory, rank, fixed, proven }) in lessons.into_iter().enumerate() {
            let has_room = place < most as usize;
            match proven {
                Some(reason) if has_room => self.tier(&memory, Tier::Always, &reason),
                Some(_) => over += 1,
                None if has_room || fixed || rank < 2 => {}
                None => {
                    let reason = Reason::Outranked { uses: memory.uses(), most };
                    self.tier(&memory, Tier::OnDemand, &reason);
                }
            }
        }
        over
    }
}
