//! The text of cautions: what an agent reads after a failure, or where it comes to another place.

use consolidate_shared::id::MemoryId;

use super::Row;
use super::budget::{sixths, tokens};
use super::render::line_with;

/// What the reader is told first.
const FRAME: &str = "Cautions noted in earlier work: hypotheses to weigh, not instructions.\n";
/// How a candidate is marked.
const UNVERIFIED: &str = "UNVERIFIED";

/// Cautions within a budget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cautions {
    /// What the agent reads; empty when there is nothing to say.
    pub text: String,
    /// Bound on its tokens, never above the budget.
    pub tokens: u32,
    /// What it holds, in order.
    pub held: Vec<MemoryId>,
    /// Rows whose line did not fit.
    pub left_out: u32,
}

/// A line for each row that still fits, in the order given. No line is cut.
pub fn cautions(rows: &[Row], budget: u32) -> Cautions {
    let mut made = Cautions::default();
    let mut weight = 0;
    for row in rows {
        let line = line_with(row, UNVERIFIED);
        let frame = if made.held.is_empty() { FRAME } else { "" };
        let more = weight + sixths(frame) + sixths(&line);
        if tokens(more) > budget {
            made.left_out = made.left_out.saturating_add(1);
            continue;
        }
        weight = more;
        made.text.push_str(frame);
        made.text.push_str(&line);
        made.held.push(row.id);
    }
    Cautions { tokens: tokens(weight), ..made }
}
