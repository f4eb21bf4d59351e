//! What came out of asking the queries.

use std::collections::BTreeMap;

use consolidate_daemon::eval::recall::{Compared, LatencyFigures, RecallFigures, ScoreFigures};
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::BAD_LINES_LISTED;
use serde::Serialize;

use super::Groups;

/// What came out.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// Over all queries with gold.
    #[serde(flatten)]
    pub(crate) figures: RecallFigures,
    /// How long the engine took.
    pub(crate) latency_us: LatencyFigures,
    /// Memories that were searched.
    pub(crate) memories: u64,
    /// A hash of the queries, whatever their order: what figures of other queries may not be compared by.
    pub(crate) queries_hash: String,
    /// Hits that were served.
    pub(crate) hits: u64,
    /// Answers that the deadline cut.
    pub(crate) partial: u64,
    /// How much of what was asked the first hits of the queries with gold are about.
    pub(crate) relevance_per_mille: ScoreFigures,
    /// Queries with gold to which the answer was that nothing relevant is known.
    pub(crate) nothing_relevant: u64,
    /// The queries that nothing answers.
    pub(crate) no_gold: NoGold,
    /// By what the lines say to group by, then by its value: `by_project`, `by_overlap` ...
    #[serde(flatten)]
    pub(crate) groups: BTreeMap<String, Groups>,
    /// Gold that is not among the first 10 hits, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) errors: Option<Vec<Miss>>,
    /// Errors that are not listed for their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) errors_left_out: Option<u64>,
    /// Gold that could be no hit at all, since its memory is superseded, retired or not valid now.
    pub(crate) gold_not_served: u64,
    /// Queries that were not asked, since none of their gold names a memory.
    pub(crate) skipped: u64,
    /// Gold that names no memory; the first ones are listed.
    pub(crate) missing: Vec<Missing>,
    /// How much gold names no memory.
    pub(crate) missing_count: u64,
    /// Lines that are no memory or no query; the first ones are listed.
    pub(crate) bad: Vec<Bad>,
    /// How many lines are bad.
    pub(crate) bad_count: u64,
    /// Secrets that were replaced in the memories.
    pub(crate) redacted: u64,
    /// How the figures compare with earlier ones, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) baseline: Option<Comparison>,
}

/// The queries that nothing answers.
#[derive(Debug, Serialize)]
pub(crate) struct NoGold {
    /// How many there are.
    pub(crate) queries: u64,
    /// How many of them had hits all the same.
    pub(crate) with_hits: u64,
    /// To how many of them the answer was that nothing relevant is known.
    pub(crate) nothing_relevant: u64,
    /// How much of what was asked their first hits are about.
    pub(crate) relevance_per_mille: ScoreFigures,
}

/// Figures then and now.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison {
    /// By how much a figure may be lower.
    pub(crate) tolerance: f64,
    /// Each figure.
    pub(crate) figures: Vec<Compared>,
}

/// Gold that is not among the first 10 hits.
#[derive(Debug, Serialize)]
pub(crate) struct Miss {
    /// The line of the query.
    pub(crate) line: u64,
    /// Its id, if it has one.
    pub(crate) id: Option<String>,
    /// What was asked.
    pub(crate) query: String,
    /// In which project.
    pub(crate) project: Option<String>,
    /// The gold, as the line names it.
    pub(crate) gold: String,
    /// Why recall never serves it, if that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unserved: Option<String>,
    /// The beginning of its text.
    pub(crate) text: String,
    /// Its rank; `None`: it is not among the first 100 hits.
    pub(crate) rank: Option<u32>,
    /// The first hit that is no gold.
    pub(crate) instead: Option<Instead>,
}

/// A hit that stood where gold should stand.
#[derive(Debug, Serialize)]
pub(crate) struct Instead {
    /// Its id, or its id elsewhere.
    pub(crate) id: String,
    /// The beginning of its text.
    pub(crate) text: String,
}

impl Instead {
    /// What is told of a hit.
    pub(super) fn of(id: MemoryId, external_id: Option<&str>, text: &str) -> Self {
        let id = external_id.map_or_else(|| id.to_string(), str::to_owned);
        Self { id, text: beginning(text) }
    }
}

/// Gold that names no memory which the query could find.
#[derive(Debug, Serialize)]
pub(crate) struct Missing {
    /// The line of the query.
    pub(crate) line: u64,
    /// The gold.
    pub(crate) gold: String,
    /// Why.
    pub(crate) why: String,
}

/// A file of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Which {
    /// That of the memories.
    Memories,
    /// That of the queries.
    Queries,
}

/// A line that is no memory or no query.
#[derive(Debug, Serialize)]
pub(crate) struct Bad {
    /// Of which file.
    pub(crate) file: Which,
    /// Its number.
    pub(crate) line: u64,
    /// What is wrong with it.
    pub(crate) why: String,
}

/// The bad lines so far.
#[derive(Debug, Default)]
pub(super) struct BadLines {
    pub(super) list: Vec<Bad>,
    pub(super) count: u64,
}

impl BadLines {
    /// One more.
    pub(super) fn push(&mut self, file: Which, line: u64, why: String) {
        self.count += 1;
        if self.of(file) < BAD_LINES_LISTED as u64 {
            self.list.push(Bad { file, line, why });
        }
    }

    /// How many of a file are listed.
    pub(super) fn of(&self, file: Which) -> u64 {
        self.list.iter().filter(|bad| bad.file == file).count() as u64
    }
}

/// Characters of a text that are shown of it.
const SHOWN: usize = 200;

/// The beginning of a text.
pub(super) fn beginning(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text).trim_end()),
        None => text.to_owned(),
    }
}
