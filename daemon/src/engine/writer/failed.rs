//! After a commit that failed: whether it is there all the same, and whether the daemon can go on.

use consolidate_shared::journal::Generation;
use consolidate_shared::wire::v1::Refused;

use super::admit::{outcome_unknown, refusal_of_commit, went_astray};
use super::{Writer, rot};
use crate::engine::publish::Delta;
use crate::store::{Astray, CommitError, OpenError, View};

impl Writer {
    /// What a failed commit left. After a storage error nobody knows whether the batch is durable: the store is opened
    /// again, and its generation tells. If it cannot be opened, it takes no writes from now on.
    pub(super) fn after_failure(
        &mut self,
        error: &CommitError,
        before: Generation,
        entries: usize,
    ) -> Result<View, Refused> {
        tracing::error!(%error, "a commit failed");
        match error {
            // Opening it again would find the same.
            CommitError::Storage(fault) if fault.is_rot() => {
                self.health.rotted(rot(fault));
                return Err(refusal_of_commit(error));
            }
            CommitError::Astray { why, written } => return Err(self.leave(why, *written)),
            CommitError::Storage(_) | CommitError::Damaged(_) => {}
            _ => return Err(refusal_of_commit(error)),
        }
        match self.store.reopen() {
            Err(OpenError::Astray(why)) => Err(self.leave(&why, true)),
            // Views from before fail now, so this one is published whether or not the batch is in it.
            Ok(view) if view.generation().0 == before.0 + entries as u64 => {
                self.publisher.behind(view.clone());
                self.rebuild();
                Ok(view)
            }
            Ok(view) => {
                self.publisher.publish(view, Delta::default());
                self.health.problem(format!("the last commit failed: {error}"));
                Err(refusal_of_commit(error))
            }
            Err(failed) => {
                tracing::error!(error = %failed, "the store could not be opened again; it takes no writes");
                self.health.read_only(format!("{error}; {failed}"));
                Err(outcome_unknown(error))
            }
        }
    }

    /// The store is not where it was: nothing is written from now on, and the daemon ends. Answer: what a write is told.
    pub(super) fn leave(&self, why: &Astray, written: bool) -> Refused {
        tracing::error!(%why, advice = why.advice(), "the store went astray; nothing more is written, and the daemon ends");
        self.health.astray(why);
        self.stop.send_replace(true);
        went_astray(why, written)
    }
}
