//! Times: percentiles of one round, medians over rounds.

use std::time::{Duration, Instant};

/// The clock of the bench; nothing that is measured sees it.
#[expect(clippy::disallowed_methods, reason = "a measurement of time needs the time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The times of one round, sorted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    /// Sorts them.
    pub(crate) fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// The time that so many in a thousand do not exceed.
    pub(crate) fn per_mille(&self, share: usize) -> Duration {
        let last = self.0.len().saturating_sub(1);
        self.0.get((self.0.len() * share / 1_000).min(last)).copied().unwrap_or_default()
    }

    /// Adds those of another round.
    pub(crate) fn add(&mut self, other: Self) {
        self.0.extend(other.0);
        self.0.sort_unstable();
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The longest.
    pub(crate) fn most(&self) -> Duration {
        self.0.last().copied().unwrap_or_default()
    }
}

/// What is said of several rounds: the median, the least and the most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spread {
    /// The median.
    pub(crate) median: f64,
    /// The least.
    pub(crate) least: f64,
    /// The most.
    pub(crate) most: f64,
}

impl Spread {
    /// Of one figure a round.
    pub(crate) fn of(figures: impl IntoIterator<Item = f64>) -> Self {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        figures.sort_unstable_by(f64::total_cmp);
        let at = |i: usize| figures.get(i).copied().unwrap_or(f64::NAN);
        Self {
            median: at(figures.len() / 2),
            least: at(0),
            most: at(figures.len().saturating_sub(1)),
        }
    }
}

/// Microseconds.
pub(crate) fn us(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// How busy the machine is, as it says itself.
pub(crate) fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or("unknown").to_owned()
}
