//! What the schedule remembers of its last runs: a cache beside the journal, one bounded row that moves no generation and
//! is not exported. Without it, or when it cannot be read, the schedule counts from now.

use consolidate_shared::schedule::LastRuns;

use super::Store;
use super::batch::put;
use super::error::{CommitError, ReadError};
use super::tables::{SCHEDULE, table};
use super::view::{View, value};

/// The one row.
const LAST_RUNS: &[u8] = b"last";

impl Store {
    /// Keeps what the schedule remembers. Durable when it returns.
    pub fn keep_last_runs(&mut self, last: &LastRuns) -> Result<View, CommitError> {
        self.transact(|transaction| {
            put(&mut transaction.open_table(table(SCHEDULE))?, SCHEDULE, LAST_RUNS, Some(last))
        })?;
        Ok(self.view()?)
    }
}

impl View {
    /// What the schedule remembers; `None`: nothing yet.
    pub fn last_runs(&self) -> Result<Option<LastRuns>, ReadError> {
        let Some(rows) = &self.tables.schedule else { return Ok(None) };
        rows.get(LAST_RUNS)?.map(|bytes| value(SCHEDULE, &bytes)).transpose()
    }
}
