//! Asking whether an always-on lesson of one project holds everywhere.
//!
//! No pass joins projects or widens a scope by itself: a person decides. The item has the lesson as its only member.

use std::collections::BTreeSet;
use std::sync::Arc;

use consolidate_shared::change::{Finding, Reason};
use consolidate_shared::model::{Memory, Tier};
use consolidate_shared::review::ReviewItem;
use consolidate_shared::words::counted;

use super::{PASS, Promotion};
use crate::pass::tally::Kept;

impl Promotion<'_> {
    /// Closes what is settled and asks what is new, at most the day's number.
    pub(super) fn widen(&mut self, told: &[Arc<Memory>]) {
        let open: Vec<&ReviewItem> = self
            .draft
            .open_reviews()
            .map(|(_, item)| item)
            .filter(|item| item.pass == PASS)
            .collect();
        let asked_today = open.iter().filter(|item| item.queued == self.bench.day).count();
        let mut open_for = BTreeSet::new();
        for item in open {
            let stands = item.members.first().and_then(|id| self.draft.active(*id));
            let stands =
                stands.filter(|memory| !self.is_held(memory) && self.question(memory).is_some());
            #[expect(clippy::single_match_else, reason = "an item stands or is settled")]
            match stands {
                Some(memory) => {
                    open_for.insert(memory.id);
                }
                None => {
                    let what = "the lesson is always on and held in several projects".to_owned();
                    self.draft.review(Some(item), None, &Reason::NoLonger { what });
                }
            }
        }
        let most = self.bench.policy.review_items_a_day as usize;
        let mut room = most.saturating_sub(asked_today);
        let mut over = 0;
        for memory in told.iter().filter(|it| it.is_learned_lesson()) {
            let Some(memory) = self.draft.active(memory.id) else { continue };
            let Some(finding) = self.question(&memory) else { continue };
            if self.is_held(&memory) {
                self.kept.add(Kept::Held);
            } else if open_for.contains(&memory.id) {
                self.kept.add(Kept::Asked);
            } else if room == 0 {
                over += 1;
            } else {
                room -= 1;
                let reason = Reason::Found(finding.clone());
                let (members, queued) = (vec![memory.id], self.bench.day);
                let item = ReviewItem::new(PASS, members, finding, queued);
                self.draft.review(None, Some(&item), &reason);
            }
        }
        self.defer("lessons for review, over the number of a day", over);
    }

    /// What is asked about a lesson, if anything is.
    fn question(&self, memory: &Memory) -> Option<Finding> {
        let confirming = memory.evidence.distinct(true).into_iter();
        let projects: BTreeSet<&str> =
            confirming.filter_map(|context| context.project.as_deref()).collect();
        let asks = memory.is_learned_lesson()
            && memory.tier == Tier::Always
            && memory.scope.project.is_some()
            && projects.len() >= self.policy().widen_projects as usize;
        asks.then(|| Finding {
            rule: "widen".to_owned(),
            other: memory.id,
            overlap: 1000,
            sentence: format!("confirmed in {}", counted(projects.len() as u64, "project")),
        })
    }
}
