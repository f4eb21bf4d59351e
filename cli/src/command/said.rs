//! The days that `recall` and `list` take: when something was said.

use clap::Args;
use consolidate_shared::time::{NamedDay, SaidWithin};

use crate::exit::Failure;

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
    /// The window; refused if it ends before it begins, whatever day is today.
    pub(crate) fn within(&self) -> Result<SaidWithin, Failure> {
        let SaidArgs { since, until } = *self;
        let is_empty = match (since, until) {
            (Some(NamedDay::On(since)), Some(NamedDay::On(until))) => until < since,
            (Some(NamedDay::DaysAgo(since)), Some(NamedDay::DaysAgo(until))) => until > since,
            _ => false,
        };
        if is_empty {
            return Err(Failure::usage("--since is after --until: no day lies between them")
                .hint("give the earlier day to --since"));
        }
        Ok(SaidWithin { since, until })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_ends_before_it_begins_is_refused() {
        let within = |since: &str, until: &str| {
            let day = |text: &str| Some(text.parse().unwrap());
            SaidArgs { since: day(since), until: day(until) }.within()
        };
        assert!(within("2026-04-11", "2026-04-11").is_ok() && within("7d", "today").is_ok());
        assert!(within("2026-04-11", "today").is_ok());
        assert!(within("2026-04-11", "2026-04-10").is_err() && within("today", "7d").is_err());
    }
}
