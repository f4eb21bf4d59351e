//! What the hits of a recall take as they are printed, and how many fit a budget.

use consolidate_shared::wire::v1::Hit;

use super::budget::{SIXTHS, sixths, tokens};

/// Sixths of a token that the spaces of a hit's first line take, and its line feed.
const HEAD: u64 = 3 * SIXTHS;
/// The same for the spaces by which a text below it is indented, with the line feed behind it.
const BODY: u64 = 4 * SIXTHS;
/// The same for the label before such a text, with the spaces around it.
const LABEL: u64 = 5 * SIXTHS;
/// The same for a flag, by its words.
const FLAG: u64 = 10 * SIXTHS;
/// Columns by which a continued line is indented, in sixths: ten, of which two weigh a token each.
const INDENT: u64 = 2 * 6 + 8 * 2;
/// What the line takes that says how many were left out.
const LEFT_OUT: u32 = 24;

/// An upper bound on the tokens that a hit takes as `recall` prints it. As JSON it takes more, by the names of the fields.
pub fn hit_bound(hit: &Hit) -> u32 {
    tokens(weight(hit))
}

fn weight(hit: &Hit) -> u64 {
    let head = sixths(&hit.id.to_string())
        + sixths(&hit.kind.to_string())
        + hit.project.as_deref().map_or(0, sixths)
        + hit.said.map_or(0, |day| LABEL + sixths(&day.to_string()))
        + FLAG * hit.flags.len() as u64
        + HEAD;
    let labelled = |text: &str| LABEL + body(text);
    let sides =
        hit.conflicts.iter().map(|side| sixths(&side.id.to_string()) + labelled(&side.text));
    let pending = hit
        .pending
        .iter()
        .map(|it| sixths(&it.id.to_string()) + labelled(&it.why) + body(&it.text));
    head + body(&hit.text)
        + hit.rationale.as_deref().map_or(0, labelled)
        + sides.sum::<u64>()
        + pending.sum::<u64>()
}

/// A stored text, indented, with signs in the place of what would move the cursor.
fn body(text: &str) -> u64 {
    let lines = text.matches('\n').count() as u64;
    let signs = text.chars().filter(|c| c.is_control() || is_direction(*c)).count() as u64;
    sixths(text) + BODY + lines * INDENT + signs * sixths("\\u{202e}")
}

fn is_direction(c: char) -> bool {
    matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

/// The hits that fit `budget` tokens, in their order, and how many do not. None is cut; a later one may fit where an
/// earlier one did not.
pub fn hits_within(hits: Vec<Hit>, budget: u32) -> (Vec<Hit>, u32) {
    let all: u64 = hits.iter().map(weight).sum();
    if tokens(all) <= budget {
        return (hits, 0);
    }
    let count = hits.len();
    let (budget, mut taken) = (budget.saturating_sub(LEFT_OUT), 0);
    let mut fit = Vec::with_capacity(count);
    for hit in hits {
        let more = taken + weight(&hit);
        if tokens(more) <= budget {
            taken = more;
            fit.push(hit);
        }
    }
    let left_out = count - fit.len();
    (fit, u32::try_from(left_out).unwrap_or(u32::MAX))
}
