//! Why a hit stands where it stands.

use super::blend::Blend;
use super::part::Part;
use super::score::Asked;
use super::{Filter, Hit, sum};
use crate::recall::analyse::Query;

/// A term of the query in a hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The term as the index has it; `actor:NAME` where the query names whose the hit is.
    pub term: String,
    /// The word of the query that it stands for, when it only means nearly the same.
    pub stands_for: Option<String>,
    /// Its share of the sum of the hit's terms, per mille.
    pub share: u32,
}

/// Why a hit stands where it stands: `(words + likeness) · multiplier`, each per mille.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The terms of the query that it holds, the heaviest first.
    pub terms: Vec<Match>,
    /// What its words add.
    pub words: u32,
    /// What its likeness adds.
    pub likeness: u32,
    /// What strength, trust and kind make of both.
    pub multiplier: u32,
}

/// One explanation a hit.
pub(super) fn explain(
    parts: &[Part<'_>],
    query: &Query,
    filter: &Filter<'_>,
    hits: &[Hit],
) -> Vec<Explanation> {
    let best = hits.iter().filter_map(|hit| words_alone(parts, query, filter, hit)).max();
    let one = |hit: &Hit| {
        let (part, scope, slot) = parts.iter().find_map(|part| part.place(hit.id))?;
        let facts = scope.facts(slot)?;
        let mut terms: Vec<(u32, Match)> = sum::weights_of(scope, slot, &part.terms)
            .map(|(term, weight)| {
                let stands_for = match term.asked {
                    Asked::Meant(number) => part.terms.words.get(usize::from(number)).cloned(),
                    Asked::Word | Asked::Exact | Asked::Actor => None,
                };
                let text = part.index.dictionary.text(term.id).trim_start_matches(char::is_control);
                let mark = if term.asked == Asked::Actor { "actor:" } else { "" };
                (weight, Match { term: format!("{mark}{text}"), stands_for, share: 0 })
            })
            .collect();
        terms.sort_by(|a, b| (b.0, &a.1.term).cmp(&(a.0, &b.1.term)));
        let all: u64 = terms.iter().map(|(weight, _)| u64::from(*weight)).sum();
        for (weight, found) in &mut terms {
            found.share = (u64::from(*weight) * 1_000 / all.max(1)) as u32;
        }
        let likeness = [scope.likeness_of(slot, &query.vector)];
        let blend = Blend::mixed(filter.weights, query.intent, best.unwrap_or_default(), &likeness);
        let (words, likeness) = blend.parts(sum::sum_of(scope, slot, &part.terms));
        let multiplier = filter.weights.apply(1_000_000, facts, query.intent) / 1_000;
        let terms = terms.into_iter().map(|(_, found)| found).collect();
        Some(Explanation { terms, words, likeness, multiplier })
    };
    hits.iter().filter_map(one).collect()
}

/// What a hit would score by its words.
fn words_alone(parts: &[Part<'_>], query: &Query, filter: &Filter<'_>, hit: &Hit) -> Option<u32> {
    let (part, scope, slot) = parts.iter().find_map(|part| part.place(hit.id))?;
    let sum = u32::try_from(sum::sum_of(scope, slot, &part.terms)).unwrap_or(u32::MAX);
    Some(filter.weights.apply(sum, scope.facts(slot)?, query.intent))
}
