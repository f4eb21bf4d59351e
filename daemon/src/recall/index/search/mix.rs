//! The second half of a search: words and vectors together.

use super::blend::Blend;
use super::part::{Part, each};
use super::top::Top;
use super::walk::Walk;
use super::{Filter, Hit};
use crate::recall::analyse::Query;

/// The best by words and vectors together, where `words` are the best by words alone; none when the deadline came.
pub(super) fn mix(
    parts: &[Part<'_>],
    query: &Query,
    filter: &Filter<'_>,
    words: &[Hit],
    late: &mut dyn FnMut() -> bool,
) -> Option<Vec<Hit>> {
    let best = words.first().map_or(0, |hit| hit.score);
    let mut scanned = Vec::new();
    for (scope, terms) in each(parts) {
        scanned.push((scope, terms, scope.likeness(&query.vector, late)?));
    }
    let blend = |likeness| Blend::mixed(filter.weights, query.intent, best, likeness);
    // What the best by words come to is reached by the answer in any case, so that most lists are not walked again.
    let mut floor = u32::MAX;
    for hit in words {
        let found = scanned.iter().find_map(|(scope, _, likeness)| {
            let slot = parts.iter().find_map(|part| part.index.slot_in(hit.id, scope))?;
            Some(blend(likeness).of_lexical(hit.score, slot, scope.facts(slot)?))
        });
        floor = floor.min(found.unwrap_or_default());
    }
    let mut top = Top::new(filter.k);
    if words.len() == filter.k {
        top.set_floor(floor);
    }
    for (scope, terms, likeness) in &scanned {
        let mut walk = Walk::new(scope, terms, blend(likeness), filter);
        if walk.run(&mut top, late) {
            return None;
        }
        walk.offer_unseen(&mut top);
    }
    Some(top.into_hits())
}
