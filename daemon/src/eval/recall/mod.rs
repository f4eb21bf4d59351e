//! How good recall is: queries with their gold, and what an engine answered to them. Pure; whoever asks the engine is elsewhere.
//!
//! recall@k is the share of a query's gold among the first k hits, averaged over queries; MRR the reciprocal rank of its first
//! gold; nDCG@10 weighs gold by the logarithm of its rank, each alike. A query without gold asks for what nobody recorded: it
//! is in none of these figures.
//!
//! Sums are kept as integers, so that the figures do not depend on the order of the queries.
//!
//! `query` reads a line, `figures` counts, `spread` tells how latencies and scores lie, `baseline` compares with an
//! earlier report.

mod baseline;
mod figures;
mod query;
mod spread;

#[cfg(test)]
mod tests;

pub use baseline::{Baseline, Compared, Subject};
pub use figures::{RecallCount, RecallFigures, ranks};
pub use query::GoldQuery;
pub use spread::{LatencyFigures, ScoreFigures};
