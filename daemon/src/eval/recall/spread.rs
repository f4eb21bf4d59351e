//! How measured values lie: percentiles by the nearest rank, so that each is a value that was measured.

use serde::Serialize;

/// Latencies in microseconds; `None`: nothing was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LatencyFigures {
    /// Half of the answers took at most this.
    pub p50: Option<u64>,
    /// 99 of 100 answers.
    pub p99: Option<u64>,
    /// 999 of 1000 answers.
    #[serde(rename = "p99.9")]
    pub p99_9: Option<u64>,
    /// The slowest.
    pub max: Option<u64>,
}

/// Scores of the first hits; `None`: there was no hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ScoreFigures {
    /// A tenth of the answers have at most this.
    pub p10: Option<u64>,
    /// Half of them.
    pub p50: Option<u64>,
    /// Nine of ten.
    pub p90: Option<u64>,
    /// The highest.
    pub max: Option<u64>,
}

impl LatencyFigures {
    /// How `values` lie.
    pub fn of(mut values: Vec<u64>) -> Self {
        values.sort_unstable();
        let at = |per_mille| percentile(&values, per_mille);
        Self { p50: at(500), p99: at(990), p99_9: at(999), max: at(1000) }
    }
}

impl ScoreFigures {
    /// How `values` lie.
    pub fn of(mut values: Vec<u64>) -> Self {
        values.sort_unstable();
        let at = |per_mille| percentile(&values, per_mille);
        Self { p10: at(100), p50: at(500), p90: at(900), max: at(1000) }
    }
}

/// The smallest of the `sorted` values that `per_mille` of them do not exceed.
fn percentile(sorted: &[u64], per_mille: usize) -> Option<u64> {
    let rank = sorted.len().saturating_mul(per_mille).div_ceil(1000);
    sorted.get(rank.saturating_sub(1)).copied()
}
