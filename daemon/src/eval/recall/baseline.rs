//! An earlier report to measure up to.

use serde::Serialize;
use serde_json::Value;

use super::figures::RecallFigures;

/// Figures are rounded to six digits: what differs by less is equal.
const ROUNDING: f64 = 1e-9;

/// What figures are of: they say nothing about those of something else.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Subject {
    /// Memories that were searched.
    pub memories: Option<u64>,
    /// A hash of the queries, whatever their order.
    pub queries: Option<String>,
}

/// The figures of an earlier report, and what they are of.
#[derive(Debug, Clone, PartialEq)]
pub struct Baseline(RecallFigures, Subject);

/// One figure, then and now.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Compared {
    /// Its name as in JSON.
    pub figure: &'static str,
    /// What it was.
    pub before: Option<f64>,
    /// What it is.
    pub now: Option<f64>,
    /// Whether that is worse than is allowed.
    pub dropped: bool,
}

impl Baseline {
    /// Reads what an earlier evaluation printed as JSON; the error says why it is no such report.
    pub fn parse(text: &str) -> Result<Self, String> {
        let report: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let figures: RecallFigures =
            serde_json::from_value(report.clone()).map_err(|error| error.to_string())?;
        // A figure that is not there would never drop.
        let named = figures.of_quality().map(|(name, _)| name);
        let absent =
            named.into_iter().chain(["staleness"]).find(|name| report.get(*name).is_none());
        let subject = Subject {
            memories: report.get("memories").and_then(Value::as_u64),
            queries: report.get("queries_hash").and_then(Value::as_str).map(str::to_owned),
        };
        absent.map_or(Ok(Self(figures, subject)), |name| Err(format!("it has no `{name}`")))
    }

    /// What it is of that `now` is not; `None`: it may be compared. What a report does not tell is taken for the same.
    pub fn is_of_other(&self, now: &Subject) -> Option<&'static str> {
        let was = &self.1;
        let differ = |one: bool, other: bool, same: bool| one && other && !same;
        let (queries, memories) = (was.queries == now.queries, was.memories == now.memories);
        if differ(was.queries.is_some(), now.queries.is_some(), queries) {
            return Some("queries");
        }
        differ(was.memories.is_some(), now.memories.is_some(), memories).then_some("memories")
    }

    /// Every figure then and `now`. Quality may drop by `tolerance`; staleness may not rise; another number of queries is
    /// another set, whose figures say nothing about these.
    pub fn compare(&self, now: &RecallFigures, tolerance: f64) -> Vec<Compared> {
        let before = &self.0;
        let queries = Compared {
            figure: "queries",
            before: Some(before.queries as f64),
            now: Some(now.queries as f64),
            dropped: before.queries != now.queries,
        };
        let quality = before.of_quality().into_iter().zip(now.of_quality()).map(
            |((figure, before), (_, now))| Compared {
                figure,
                before,
                now,
                dropped: before.is_some_and(|before| {
                    now.is_none_or(|now| before - now > tolerance + ROUNDING)
                }),
            },
        );
        let (was, is) = (before.staleness, now.staleness);
        let staleness = Compared {
            figure: "staleness",
            before: was,
            now: is,
            dropped: is.is_some_and(|is| is > was.unwrap_or(0.0) + ROUNDING),
        };
        std::iter::once(queries).chain(quality).chain([staleness]).collect()
    }
}
