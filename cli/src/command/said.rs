//! The days that `recall` and `list` take: when something was said.

use clap::Args;
use consolidate_shared::time::{NamedDay, SaidWithin};

/// A window of days.
#[derive(Debug, Args)]
pub(crate) struct SaidArgs {
    /// Only what was said on this day (UTC) or later: a date, today, yesterday, 7d
    #[arg(long, value_name = "DAY")]
    since: Option<NamedDay>,
    /// Only what was said on this day (UTC) or before
    #[arg(long, value_name = "DAY")]
    until: Option<NamedDay>,
}

impl SaidArgs {
    pub(crate) fn within(&self) -> SaidWithin {
        SaidWithin { since: self.since, until: self.until }
    }
}
