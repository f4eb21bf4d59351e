//! Whose a memory is: what the query gains by a name.

use super::*;
use crate::recall::Weights;

/// What changes nothing but the order of words is left out, so that sums can be read off scores.
const PLAIN: Weights = Weights {
    decay_floor: 1_000,
    trust_floor: 1_000,
    expansion: 0,
    vectors: 0,
    ..Weights::DEFAULT
};

fn of(id: u128, text: &str, actors: &[&str]) -> Document {
    let actors = actors.iter().map(|&name| name.to_owned()).collect();
    Document { actors, ..document(id, text) }
}

fn found(index: &Index, query: &str, weights: &Weights) -> Found {
    let filter =
        Filter { weights, explain: true, ..Filter::new(Scopes::All, Timestamp::EPOCH, 10) };
    index.search(&Query::new(query), &filter, &mut || false)
}

fn scores(index: &Index, query: &str) -> Vec<(u128, u32)> {
    found(index, query, &PLAIN).hits.iter().map(|hit| (hit.id.0, hit.score)).collect()
}

#[test]
fn the_gain_is_the_constant_once() {
    let text = "the cello is in tune";
    let index = index(&[
        of(1, text, &[]),
        of(2, text, &["Caroline"]),
        of(3, text, &["Caroline", "Anna Smith"]),
        of(4, "other words", &[]),
    ]);
    let plain = scores(&index, "cello");
    let score = plain[0].1;
    assert_eq!(plain, [(1, score), (2, score), (3, score)]);
    let gain = 3 << 14;
    let named = [(2, score + gain), (3, score + gain), (1, score)];
    assert_eq!(scores(&index, "Caroline's cello"), named);
    // Two of whom the query names make it no more theirs than one.
    assert_eq!(scores(&index, "caroline or anna smith: cello"), named);
    assert_eq!(scores(&index, "anna's cello"), plain);
}

#[test]
fn a_name_is_no_term_of_the_query() {
    let index = index(&[
        of(1, "the cello is in tune", &["Caroline"]),
        of(2, "the piano is not", &["Caroline"]),
        of(3, "the cello is in tune", &["Melanie"]),
    ]);
    let found = |query, weights: &Weights| found(&index, query, weights);
    let asked = found("Caroline's cello", &PLAIN);
    let matched: Vec<_> = asked.hits.iter().map(|hit| (hit.id.0, hit.matched)).collect();
    assert_eq!(matched, [(1, 1), (2, 0), (3, 1)]);
    // What is hers and says nothing of it is no answer where vectors can tell.
    let both = Weights { vectors: 400, ..PLAIN };
    assert_eq!(found("Caroline's cello", &both).hits.len(), 2);
    let nobody = Weights { actor: 0, ..PLAIN };
    assert_eq!(asked.relevance, found("Caroline's cello", &nobody).relevance);
    let terms: Vec<&str> =
        asked.explanations[0].terms.iter().map(|found| found.term.as_str()).collect();
    assert_eq!(terms, ["actor:carolin", "cello"]);
}

#[test]
fn whoever_said_everything_merely_wrote_it() {
    let by = |count: u128| {
        let rows = (0..8).map(|id| of(id, "cello", if id < count { &["cursor"] } else { &[] }));
        let found = scores(&index(&rows.collect::<Vec<_>>()), "cursor cello");
        found[0].1 - found[7].1
    };
    assert_eq!([1, 6, 7, 8].map(by), [3 << 14, 3 << 14, 3 << 13, 0]);
}

#[test]
fn actors_are_part_of_what_was_analysed() {
    let check = |document: Document| document.check();
    let plain = check(of(1, "cello", &[]));
    assert_ne!(plain, check(of(1, "cello", &["Caroline"])));
    let meta = Document { meta: vec!["Caroline".into()], ..document(1, "cello") };
    assert_ne!(check(meta), check(of(1, "cello", &["Caroline"])));
}
