//! What may make answers less than they should be; every answer carries it.

use std::sync::{Condvar, Mutex, PoisonError, RwLock};
use std::time::Duration;

use consolidate_shared::wire::v1::{ErrorCode, Health, Refused, StoreHealth};
use consolidate_shared::words::counted;

use crate::store::Astray;

/// What a request that must know whether the file is what was written waits for that; its client waits longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The daemon's health, written by whoever meets a problem and read by every answer.
#[derive(Debug, Default)]
pub(super) struct HealthCell {
    state: RwLock<State>,
    /// Whether the file was looked at since the start, and who waits for that.
    looked: (Mutex<bool>, Condvar),
}

#[derive(Debug, Default, Clone)]
struct State {
    read_only: bool,
    problem: Option<String>,
    /// What to do about a store that takes no writes, if it is not the usual.
    advice: Option<String>,
    /// What the daemon has to do without.
    hindered: Option<String>,
    /// Passes that fail; a commit does not mend them.
    trouble: Option<String>,
    /// Whether it takes no writes because its file is not what was written.
    rotted: bool,
    /// Rows that the index could not be built from.
    damaged: u64,
}

impl HealthCell {
    /// All is well but for what is done without.
    pub(super) fn of(hindered: Option<String>) -> Self {
        let state = RwLock::new(State { hindered, ..State::default() });
        Self { state, ..Self::default() }
    }

    /// So many rows cannot be read.
    pub(super) fn damaged(&self, rows: u64) {
        self.state.write().unwrap_or_else(PoisonError::into_inner).damaged = rows;
    }

    /// Something went wrong that reads and writes survive.
    pub(super) fn problem(&self, what: String) {
        self.state.write().unwrap_or_else(PoisonError::into_inner).problem = Some(what);
    }

    /// What was wrong is mended.
    pub(super) fn clear(&self) {
        if self.state().problem.is_none() {
            return;
        }
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if !state.read_only {
            state.problem = None;
        }
    }

    /// The file is not what was written: the store takes no writes until it has been written anew.
    pub(super) fn rotted(&self, why: String) {
        self.read_only(why);
        self.state.write().unwrap_or_else(PoisonError::into_inner).rotted = true;
    }

    /// The file was looked at once since the start; [`Self::rotted`] came before, if it is.
    pub(super) fn looked(&self) {
        let (looked, waiting) = &self.looked;
        *looked.lock().unwrap_or_else(PoisonError::into_inner) = true;
        waiting.notify_all();
    }

    /// Waits until the file was looked at: an export or a repair may be asked for in the moment of the start. A file that
    /// takes longer than anybody waits is no sound one yet, and that is said.
    pub(super) fn wait_until_looked(&self) -> Result<(), Refused> {
        self.looked_within(PATIENCE)
    }

    fn looked_within(&self, patience: Duration) -> Result<(), Refused> {
        let (looked, waiting) = &self.looked;
        let looked = looked.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = waiting.wait_timeout_while(looked, patience, |looked| !*looked);
        let (looked, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if *looked {
            return Ok(());
        }
        let message =
            "the daemon has just started and still reads the store's file against its checksums";
        Err(Refused::new(ErrorCode::Internal, message)
            .hint("try again in a minute; nothing was done"))
    }

    /// Whether the file is not what was written.
    pub(super) fn is_rotted(&self) -> bool {
        self.state().rotted
    }

    /// The file has been written anew.
    pub(super) fn written_anew(&self) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        (state.read_only, state.rotted, state.problem) = (false, false, None);
    }

    /// The store takes no writes from now on.
    pub(super) fn read_only(&self, why: String) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        (state.read_only, state.problem) = (true, Some(why));
    }

    /// The store is not where it was: the daemon takes no writes and ends.
    pub(super) fn astray(&self, why: &Astray) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        (state.read_only, state.problem) = (true, Some(why.to_string()));
        state.advice = Some(why.advice().to_owned());
    }

    /// Passes that fail, in one line; `None`: none does.
    pub(super) fn trouble(&self, what: Option<String>) {
        if self.state().trouble != what {
            self.state.write().unwrap_or_else(PoisonError::into_inner).trouble = what;
        }
    }

    /// Whether writes are taken.
    pub(super) fn may_write(&self) -> Result<(), Refused> {
        let State { read_only, problem, advice, .. } = self.state();
        if !read_only {
            return Ok(());
        }
        let why = problem.unwrap_or_default();
        let usual =
            "free space, make it writable or mend the disk, then `consolidate daemon restart`";
        Err(Refused::new(ErrorCode::ReadOnly, format!("the store takes no writes: {why}"))
            .hint(advice.as_deref().unwrap_or(usual)))
    }

    /// The health that an answer carries.
    pub(super) fn report(&self, index_ready: bool) -> Health {
        let State { read_only, problem, hindered, trouble, damaged, .. } = self.state();
        let damage = (damaged > 0).then(|| {
            format!("{} cannot be read; see `consolidate check --repair`", counted(damaged, "row"))
        });
        let said: Vec<String> =
            [problem, damage, hindered, trouble].into_iter().flatten().collect();
        let problem = (!said.is_empty()).then(|| said.join("; "));
        let store = if read_only { StoreHealth::ReadOnly } else { StoreHealth::Ok };
        Health { index_ready, store, problem }
    }

    fn state(&self) -> State {
        self.state.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_is_waited_for_and_no_longer_than_anybody_waits() {
        let health = HealthCell::default();
        let refused = health.looked_within(Duration::from_millis(5)).unwrap_err();
        assert!(refused.message.contains("just started"), "{refused:?}");
        std::thread::scope(|threads| {
            let waiting = threads.spawn(|| health.wait_until_looked());
            health.looked();
            assert_eq!(waiting.join().unwrap(), Ok(()));
        });
    }
}
