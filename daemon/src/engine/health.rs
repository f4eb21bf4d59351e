//! What may make answers less than they should be; every answer carries it.

use std::sync::{OnceLock, PoisonError, RwLock};

use consolidate_shared::wire::v1::{ErrorCode, Health, Refused, StoreHealth};
use consolidate_shared::words::counted;

/// The daemon's health, written by whoever meets a problem and read by every answer.
#[derive(Debug, Default)]
pub(super) struct HealthCell(RwLock<State>, OnceLock<()>);

#[derive(Debug, Default, Clone)]
struct State {
    read_only: bool,
    problem: Option<String>,
    /// Passes that fail; a commit does not mend them.
    trouble: Option<String>,
    /// Whether it takes no writes because its file is not what was written.
    rotted: bool,
    /// Rows that the index could not be built from.
    damaged: u64,
}

impl HealthCell {
    /// So many rows cannot be read.
    pub(super) fn damaged(&self, rows: u64) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).damaged = rows;
    }

    /// Something went wrong that reads and writes survive.
    pub(super) fn problem(&self, what: String) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).problem = Some(what);
    }

    /// What was wrong is mended.
    pub(super) fn clear(&self) {
        if self.state().problem.is_none() {
            return;
        }
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if !state.read_only {
            state.problem = None;
        }
    }

    /// The file is not what was written: the store takes no writes until it has been written anew.
    pub(super) fn rotted(&self, why: String) {
        self.read_only(why);
        self.0.write().unwrap_or_else(PoisonError::into_inner).rotted = true;
    }

    /// The file was looked at once since the start; [`Self::rotted`] came before, if it is.
    pub(super) fn looked(&self) {
        let _ = self.1.set(());
    }

    /// Waits until the file was looked at: an export may be asked for in the moment of the start.
    pub(super) fn wait_until_looked(&self) {
        self.1.wait();
    }

    /// Whether the file is not what was written.
    pub(super) fn is_rotted(&self) -> bool {
        self.state().rotted
    }

    /// The file has been written anew.
    pub(super) fn written_anew(&self) {
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        (state.read_only, state.rotted, state.problem) = (false, false, None);
    }

    /// The store takes no writes from now on.
    pub(super) fn read_only(&self, why: String) {
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        (state.read_only, state.problem) = (true, Some(why));
    }

    /// Passes that fail, in one line; `None`: none does.
    pub(super) fn trouble(&self, what: Option<String>) {
        if self.state().trouble != what {
            self.0.write().unwrap_or_else(PoisonError::into_inner).trouble = what;
        }
    }

    /// Whether writes are taken.
    pub(super) fn may_write(&self) -> Result<(), Refused> {
        let State { read_only, problem, .. } = self.state();
        if !read_only {
            return Ok(());
        }
        let why = problem.unwrap_or_default();
        Err(Refused::new(ErrorCode::ReadOnly, format!("the store takes no writes: {why}"))
            .hint("free space or mend the disk, then `consolidate daemon restart`"))
    }

    /// The health that an answer carries.
    pub(super) fn report(&self, index_ready: bool) -> Health {
        let State { read_only, problem, trouble, damaged, .. } = self.state();
        let damage = (damaged > 0).then(|| {
            format!("{} cannot be read; see `consolidate check --repair`", counted(damaged, "row"))
        });
        let said: Vec<String> = [problem, damage, trouble].into_iter().flatten().collect();
        let problem = (!said.is_empty()).then(|| said.join("; "));
        let store = if read_only { StoreHealth::ReadOnly } else { StoreHealth::Ok };
        Health { index_ready, store, problem }
    }

    fn state(&self) -> State {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
