//! Between two batches: what has gathered beside the memory is kept.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use consolidate_shared::wire::v1::Response;

use super::Writer;
use crate::clock::steady;
use crate::engine::publish::Delta;
use crate::store;

/// How long what was served may wait before it is kept: a crash costs at most this much of the counts.
pub(super) const NOTES_EVERY: Duration = Duration::from_mins(1);

/// The shortest pause before the writer looks again by itself.
const LEAST_PAUSE: Duration = Duration::from_secs(1);

impl Writer {
    /// How long the writer may wait for a job before what has gathered must be kept.
    pub(super) fn until_due(&self) -> Duration {
        NOTES_EVERY.saturating_sub(steady().duration_since(self.noted)).max(LEAST_PAUSE)
    }

    /// Keeps what has gathered, since somebody is going to look for it.
    pub(super) fn keep_now(&mut self) -> Response {
        self.tend(true);
        self.health.may_write().map_or_else(Response::Refused, |()| Response::Ok)
    }

    /// Keeps what has gathered, if it is time for it: nobody waits for this, and it moves no generation. `end`: there will
    /// be no other time.
    pub(super) fn tend(&mut self, end: bool) {
        let due = end || steady().duration_since(self.noted) >= NOTES_EVERY;
        if (!due && self.notes.waiting().is_none()) || self.health.may_write().is_err() {
            return;
        }
        self.noted = steady();
        if catch_unwind(AssertUnwindSafe(|| self.keep_notes())).is_err() {
            tracing::error!("a defect stopped the keeping of notes; some counts are lost");
        }
    }

    fn keep_notes(&mut self) {
        let notes = std::sync::Arc::clone(&self.notes);
        let _still = notes.still();
        let (tally, sample) = notes.take();
        let frozen = self.frozen.gathered();
        if tally.is_empty() && sample.is_none() && frozen.is_empty() {
            return;
        }
        let kept = self.store.note(store::Notes {
            days: (!tally.is_empty()).then_some(&tally.days),
            served: (!tally.is_empty()).then_some(&tally.memories),
            sample: sample.as_ref(),
            task_runs: Some(&frozen),
        });
        match kept {
            Ok(view) => {
                self.publisher.publish(view, Delta::default());
                self.frozen.landed(&frozen);
            }
            Err(error) => {
                tracing::warn!(%error, "counts of what was served and briefs were not kept; tried again later");
                notes.give_back(tally, sample);
                self.after_failed_notes(&error);
            }
        }
    }

    /// After a storage error the store writes nothing until it is opened again; the memory in it is as it was.
    fn after_failed_notes(&mut self, error: &store::CommitError) {
        if let store::CommitError::Astray { why, written } = error {
            self.leave(why, *written);
            return;
        }
        if !matches!(error, store::CommitError::Storage(_)) {
            return;
        }
        match self.store.reopen() {
            Ok(view) => self.publisher.publish(view, Delta::default()),
            Err(store::OpenError::Astray(why)) => drop(self.leave(&why, false)),
            Err(failed) => self.health.read_only(format!("{error}; {failed}")),
        }
    }
}
