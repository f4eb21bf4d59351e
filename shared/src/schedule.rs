//! The daemon's own runs: how far one reaches, and what is remembered of the last ones.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::id::RunId;
use crate::journal::Generation;
use crate::model::kind_words as words;
use crate::plan::PassKind;
use crate::time::Timestamp;

/// Bytes of what is kept of a failure: one line for a person.
const MESSAGE_BYTES: usize = 400;

/// How far a run reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Only what is new, and what it may concern; the passes that new memories feed.
    Incremental,
    /// Everything, by every pass.
    Full,
}

words!(Reach { Incremental = "light", Full = "full" });

impl Reach {
    /// The passes of such a run, in their order.
    pub fn passes(self) -> Vec<PassKind> {
        let is_fed_by_new = |pass: &PassKind| match pass {
            PassKind::Conflict | PassKind::Merge | PassKind::Supersede | PassKind::Promote => true,
            PassKind::Decay | PassKind::Prune => false,
        };
        let all = PassKind::ALL.iter().copied();
        all.filter(|pass| self == Self::Full || is_fed_by_new(pass)).collect()
    }
}

/// What went wrong, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// When.
    pub at: Timestamp,
    /// What, in one line of at most 400 bytes.
    pub message: String,
}

impl Failure {
    /// A failure; a longer message is cut.
    pub fn new(at: Timestamp, message: &str) -> Self {
        let end = message.floor_char_boundary(MESSAGE_BYTES);
        Self { at, message: message.get(..end).unwrap_or_default().replace('\n', " ") }
    }
}

/// What is remembered of one pass.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PassRecord {
    /// When it last set out to plan.
    pub planned: Option<Timestamp>,
    /// When its planning last succeeded.
    pub succeeded: Option<Timestamp>,
    /// Its last failure.
    pub failed: Option<Failure>,
    /// Whether it has not succeeded since that failure. Instants do not tell: clocks are set.
    pub failing: bool,
}

impl PassRecord {
    /// It was planned at `at`; `why`: it failed.
    pub fn note(&mut self, at: Timestamp, why: Option<&str>) {
        self.planned = Some(at);
        self.failing = why.is_some();
        match why {
            Some(why) => self.failed = Some(Failure::new(at, why)),
            None => self.succeeded = Some(at),
        }
    }
}

/// A run that the schedule planned and nobody has applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadyRun {
    /// Its id, for `apply` and `show`.
    pub run: RunId,
    /// How far it reaches.
    pub reach: Reach,
    /// The generation it was planned on; once a pass was committed after it, it is history.
    pub generation: Generation,
    /// How many changes it has.
    pub changes: u64,
    /// When it was planned.
    pub at: Timestamp,
}

/// A scheduled run that failed, wholly or in one of its passes, and is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retry {
    /// How far it is to reach.
    pub reach: Reach,
    /// When it was last tried.
    pub tried: Timestamp,
    /// How many tries in a row have failed, from 1.
    pub failures: u32,
}

/// What the schedule remembers of its last runs. A cache: without it the schedule counts from now.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LastRuns {
    /// Points of the schedule after this instant are still to be served; `None`: nobody has looked yet.
    pub since: Option<Timestamp>,
    /// When the last full run began.
    pub full: Option<Timestamp>,
    /// When the last light run began.
    pub light: Option<Timestamp>,
    /// Memories up to this generation were planned over by a run of which no pass failed.
    pub seen: Generation,
    /// The run that is to be tried again.
    pub retry: Option<Retry>,
    /// Why the last scheduled run was planned and not applied, if the store refused it.
    pub failed: Option<Failure>,
    /// What waits to be applied, at most one run of each reach.
    pub ready: Vec<ReadyRun>,
    /// Whether a person was told how scheduled runs apply themselves.
    pub told: bool,
    /// Each pass that ever set out to plan.
    pub passes: BTreeMap<PassKind, PassRecord>,
}

impl LastRuns {
    /// Keeps `run` as what waits to be applied. A full run takes the place of every other.
    pub fn keep_ready(&mut self, run: ReadyRun) {
        self.drop_ready(run.reach);
        self.ready.push(run);
    }

    /// The passes that have not succeeded since they failed.
    pub fn failing(&self) -> Vec<PassKind> {
        let failing = self.passes.iter().filter(|(_, record)| record.failing);
        failing.map(|(pass, _)| *pass).collect()
    }

    /// What is wrong with the passes and the last scheduled run, in one line; `None`: nothing is.
    pub fn trouble(&self) -> Option<String> {
        let mut by_failure: BTreeMap<(Timestamp, &str), Vec<&str>> = BTreeMap::new();
        for (pass, record) in self.passes.iter().filter(|(_, record)| record.failing) {
            if let Some(Failure { at, message }) = &record.failed {
                by_failure.entry((*at, message)).or_default().push(pass.word());
            }
        }
        let mut parts: Vec<String> = Vec::new();
        for ((at, message), passes) in by_failure {
            let which = if passes.len() == 1 { "pass" } else { "passes" };
            parts.push(format!("{which} {} failed at {at}: {message}", passes.join(", ")));
        }
        parts.extend(self.failed.as_ref().map(|Failure { message, .. }| message.clone()));
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// A run of this reach was planned anew: what waited and is covered by it does not wait any more.
    pub fn drop_ready(&mut self, reach: Reach) {
        self.ready.retain(|other| other.reach > reach);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready(reach: Reach, run: u64) -> ReadyRun {
        let (generation, at) = (Generation(1), Timestamp::EPOCH);
        ReadyRun { run: RunId(run), reach, generation, changes: 1, at }
    }

    #[test]
    fn a_full_run_takes_the_place_of_a_light_one_and_not_the_other_way() {
        let mut last = LastRuns::default();
        last.keep_ready(ready(Reach::Incremental, 1));
        last.keep_ready(ready(Reach::Full, 2));
        assert_eq!(last.ready, [ready(Reach::Full, 2)]);
        last.keep_ready(ready(Reach::Incremental, 3));
        last.keep_ready(ready(Reach::Incremental, 4));
        assert_eq!(last.ready, [ready(Reach::Full, 2), ready(Reach::Incremental, 4)]);
        last.drop_ready(Reach::Full);
        assert!(last.ready.is_empty());
    }

    #[test]
    fn trouble_names_pass_time_and_reason_until_the_pass_succeeds() {
        let mut last = LastRuns::default();
        assert_eq!(last.trouble(), None);
        for pass in [PassKind::Conflict, PassKind::Merge] {
            last.passes.entry(pass).or_default().note(Timestamp::EPOCH, Some("no disk"));
        }
        last.passes.entry(PassKind::Supersede).or_default().note(Timestamp::EPOCH, Some("odd"));
        let all = "passes conflict, merge failed at 1970-01-01T00:00:00Z: no disk; pass supersede failed at 1970-01-01T00:00:00Z: odd";
        assert_eq!(last.trouble().as_deref(), Some(all));
        for pass in PassKind::ALL {
            last.passes.entry(*pass).or_default().note(Timestamp::from_ms(-5), None);
        }
        assert_eq!((last.trouble(), last.failing()), (None, vec![]));
        let record = &last.passes[&PassKind::Merge];
        assert!(record.failed.is_some() && record.succeeded == Some(Timestamp::from_ms(-5)));
    }

    #[test]
    fn a_failure_is_one_bounded_line() {
        let failure = Failure::new(Timestamp::EPOCH, &format!("a\nb{}", "ü".repeat(1000)));
        assert!(failure.message.len() <= MESSAGE_BYTES && failure.message.starts_with("a b"));
    }

    #[test]
    fn a_light_run_has_no_pass_that_a_full_one_lacks() {
        let full = Reach::Full.passes();
        assert_eq!(full, PassKind::ALL);
        assert!(Reach::Incremental.passes().iter().all(|pass| full.contains(pass)));
    }
}
