//! Texts that say it in other words.

use proptest::prelude::*;

use super::*;
use crate::recall::{Stage, Weights};

fn about(index: &Index, query: &str, weights: &Weights) -> Vec<u128> {
    let filter = Filter { weights, ..Filter::new(Scopes::All, Timestamp::EPOCH, 10) };
    let found = index.search(&Query::about(query), &filter, &mut || false);
    found.hits.iter().map(|hit| hit.id.0).collect()
}

const EXPANSION: Weights = Weights { vectors: 0, ..Weights::DEFAULT };

#[test]
fn a_word_finds_what_means_nearly_the_same_behind_itself() {
    let index = texts(&["we repair the engine", "we rebuild the engine", "we paint the wall"]);
    assert_eq!(about(&index, "repair", &Weights::WORDS), [0]);
    assert_eq!(about(&index, "repair", &EXPANSION), [0, 1]);
    // Also for a word that no text holds.
    assert_eq!(about(&index, "rebuilding", &EXPANSION), [1, 0]);
    assert_eq!(about(&index, "overhaul", &EXPANSION).len(), 2);
}

#[test]
fn of_the_words_that_stand_for_one_the_best_alone_counts() {
    let index = texts(&["repair rebuild overhaul", "repair", "other words entirely"]);
    let filter = |weights| Filter { weights, ..Filter::new(Scopes::All, Timestamp::EPOCH, 10) };
    let score = |weights| {
        index.search(&Query::new("repairing"), &filter(weights), &mut || false).hits[0].score
    };
    // Two further words of the same meaning add no more than the nearer of them can.
    assert!(score(&EXPANSION) < score(&Weights::WORDS) * 8 / 5);
}

#[test]
fn what_shares_no_word_is_told_of_only_if_it_is_alike_enough() {
    let index = texts(&["reboot the database server", "the colour of the button"]);
    let query = "restart postgres databases after a crash";
    let weights = Weights { expansion: 0, ..Weights::DEFAULT };
    assert_eq!(about(&index, query, &weights), [0]);
    let strict = Weights { least_likeness: 990, ..weights };
    assert!(about(&index, query, &strict).len() < 2);
}

#[test]
fn the_deadline_among_the_vectors_leaves_the_answer_of_the_words() {
    let rows: Vec<Document> = (0..6_000).map(|id| document(id, "restart the server")).collect();
    let index = index(&rows);
    let filter = Filter::new(Scopes::All, Timestamp::EPOCH, 5);
    let mut asked = 0;
    let mut late = || {
        asked += 1;
        asked > 4
    };
    let found = index.search(&Query::about("restart"), &filter, &mut late);
    assert_eq!((found.hits.len(), found.cut), (5, Some(Stage::Vectors)));
    let words = index.search(&Query::new("restart"), &filter, &mut || false);
    assert_eq!(found.hits, words.hits);
}

#[test]
fn a_word_weighs_the_same_in_each_index_that_is_searched() {
    // "release" is common in the second index and unknown to the first; "port" the other way round.
    let served = texts(&["release the api", "the api port", "port of the gateway", "api keys"]);
    let old: Vec<Document> =
        ["the api server listens on port 8080", "release notes", "release day"]
            .iter()
            .zip(100..)
            .map(|(text, id)| document(id, text))
            .collect();
    let old = index(&old);
    let filter = Filter::new(Scopes::All, Timestamp::EPOCH, 10);
    let ask = |order: &[&Index]| {
        search(order, &Query::about("api server port"), &filter, &mut || false).hits
    };
    let found = ask(&[&served, &old]);
    assert_eq!(found.first().map(|hit| hit.id.0), Some(100));
    assert_eq!(found, ask(&[&old, &served]));
    // As if all stood in one index.
    let mut one = served.clone();
    for (text, id) in
        ["the api server listens on port 8080", "release notes", "release day"].iter().zip(100..)
    {
        one.insert(&analyse(&document(id, text)));
    }
    assert_eq!(found, ask(&[&one]));
}

proptest! {
    /// Other things equal, what was met longer ago never comes first, also by words and vectors together.
    #[test]
    fn strength_decides_among_equals(strong in 1..=1_000_u16, weak in 0..1_000_u16, text in "[a-z]{2,6}( [a-z]{2,6}){0,5}") {
        prop_assume!(weak < strong);
        let with = |id, strength| Document {
            facts: Facts { strength, ..Facts::new(Kind::Fact) },
            ..document(id, &text)
        };
        let index = index(&[with(1, weak), with(2, strong), document(3, "restart the server")]);
        let order = about(&index, &text, &Weights::DEFAULT);
        let at = |id| order.iter().position(|found| *found == id);
        prop_assert!(at(2) <= at(1) || at(2).is_none());
    }
}
