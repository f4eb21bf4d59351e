//! What a search promises beyond history: order, bounds, deadline.

use super::*;
use crate::recall::{ScopeKey, Stage, Weights};

#[test]
fn ties_go_by_strength_then_evidence_then_the_older_id() {
    let with = |id, strength, day| Document {
        facts: Facts { strength, newest_evidence: Day(day), ..Facts::new(Kind::Fact) },
        ..document(id, "lease renewal")
    };
    // Without multipliers the scores are equal and the order is that of the tie alone.
    let weights = Weights { decay_floor: 1_000, trust_floor: 1_000, ..Weights::DEFAULT };
    let index = index(&[with(1, 500, 7), with(2, 500, 9), with(3, 900, 1), with(4, 500, 7)]);
    let filter = Filter { weights: &weights, ..Filter::new(Scopes::All, Timestamp::EPOCH, 10) };
    let found = index.search(&Query::new("lease"), &filter, &mut || false);
    assert_eq!(found.hits.iter().map(|hit| hit.id.0).collect::<Vec<_>>(), [3, 2, 1, 4]);
    assert!(found.hits.windows(2).all(|pair| pair[0].score == pair[1].score));
}

#[test]
fn of_equal_texts_the_faded_one_never_comes_first() {
    for (fresh, faded) in [(1_000, 0), (500, 499), (1, 0)] {
        let with = |id, strength| Document {
            facts: Facts { strength, ..Facts::new(Kind::Fact) },
            ..document(id, "the staging bucket is eu-west-1")
        };
        let index = index(&[with(1, faded), with(2, fresh), document(3, "other")]);
        assert_eq!(ids(&index, "staging bucket"), [2, 1]);
    }
}

#[test]
fn multipliers_stay_within_their_bounds() {
    let weights = Weights::DEFAULT;
    let facts = |strength, trust| Facts { strength, trust, ..Facts::new(Kind::Fact) };
    let apply = |facts: Facts| weights.apply(1_000_000, &facts, Query::new("port").intent());
    assert_eq!(apply(facts(1_000, 1_000)), 1_000_000);
    assert_eq!(apply(facts(u16::MAX, u16::MAX)), 1_000_000);
    assert_eq!(apply(facts(0, 1_000)), 800_000);
    assert_eq!(apply(facts(1_000, 0)), 900_000);
    let why = Query::new("why this port").intent();
    let decision = Facts { rationale: true, ..Facts::new(Kind::Decision) };
    assert!(
        weights.apply(1_000, &decision, why) > weights.apply(1_000, &Facts::new(Kind::Fact), why)
    );
}

#[test]
fn kinds_that_the_question_asks_for_come_first_among_equals() {
    let of = |id, kind| Document {
        facts: Facts { rationale: true, ..Facts::new(kind) },
        ..document(id, "postgres connection pool")
    };
    let index = index(&[
        of(1, Kind::Fact),
        of(2, Kind::Decision),
        of(3, Kind::Pitfall),
        of(4, Kind::Procedure),
    ]);
    assert_eq!(ids(&index, "postgres pool")[0], 1);
    assert_eq!(ids(&index, "why postgres pool")[0], 2);
    assert_eq!(ids(&index, "postgres pool error")[0], 3);
    assert_eq!(ids(&index, "how to size the postgres pool")[0], 4);
}

#[test]
fn validity_and_successors_are_looked_at_when_searching() {
    let mut index = texts(&["token lifetime"]);
    let found = |index: &Index, at, history| {
        let filter = Filter { history, ..Filter::new(Scopes::All, Timestamp::from_ms(at), 5) };
        index.search(&Query::new("token"), &filter, &mut || false).hits.len()
    };
    let facts = Facts {
        valid_from: Some(Timestamp::from_ms(10)),
        valid_until: Some(Timestamp::from_ms(20)),
        ..Facts::new(Kind::Fact)
    };
    assert!(index.update_facts(MemoryId(0), facts));
    assert_eq!([9, 10, 19, 20].map(|at| found(&index, at, false)), [0, 1, 1, 0]);
    assert!(index.update_facts(MemoryId(0), Facts { superseded: true, ..facts }));
    assert_eq!([found(&index, 15, false), found(&index, 15, true)], [0, 1]);
    assert_eq!(
        found(&index, 9, true),
        1,
        "history is not bound to the time in which a memory holds"
    );
    assert_eq!(index.facts(MemoryId(0)).map(|facts| facts.superseded), Some(true));
    assert_eq!(index.facts(MemoryId(7)), None);
}

#[test]
fn a_write_in_another_project_moves_nothing() {
    let mut index = texts(&["cache warms slowly", "cache key"]);
    let scopes: [ScopeKey; 2] = [Some("p".into()), None];
    let search = |index: &Index| {
        index.search(
            &Query::new("slow cache"),
            &Filter::new(Scopes::Of(&scopes), Timestamp::EPOCH, 5),
            &mut || false,
        )
    };
    let before = search(&index);
    for id in 100..140 {
        index.insert(&analyse(&Document {
            scope: Some("other".into()),
            ..document(id, "cache cache slow")
        }));
    }
    assert_eq!(search(&index), before);
}

#[test]
fn a_deadline_names_the_stage_and_keeps_the_best_so_far() {
    let rows: Vec<Document> = (0..5_000).map(|id| document(id, "common word")).collect();
    let index = index(&rows);
    let query = Query::new("common word");
    let filter = Filter::new(Scopes::All, Timestamp::EPOCH, 10);
    let late = index.search(&query, &filter, &mut || true);
    assert_eq!((late.hits.len(), late.cut), (0, Some(Stage::Terms)));
    let mut asked = 0;
    let cut = index.search(&query, &filter, &mut || {
        asked += 1;
        asked > 1
    });
    assert_eq!((cut.hits.len(), cut.cut), (10, Some(Stage::Scoring)));
    let whole = index.search(&query, &filter, &mut || false);
    assert_eq!((whole.hits.len(), whole.cut), (10, None));
}

#[test]
fn of_too_many_terms_the_rarest_are_scored() {
    let filler = (0..70).map(|word| format!("filler{word}")).collect::<Vec<_>>().join(" ");
    let mut rows: Vec<Document> = (0..70).map(|id| document(id, &filler)).collect();
    rows.push(document(99, "quasar"));
    let filter = Filter::new(Scopes::All, Timestamp::EPOCH, 100);
    let query = Query::new(&format!("{filler} quasar"));
    let found = index(&rows).search(&query, &filter, &mut || false);
    assert!(found.hits.iter().any(|hit| hit.id.0 == 99));
    assert!(
        found
            .hits
            .iter()
            .all(|hit| usize::from(hit.matched) == Weights::DEFAULT.scored_terms - 1
                || hit.id.0 == 99)
    );
}

/// Enough documents that most of them are never looked at.
#[test]
fn pruning_is_invisible_at_size() {
    let mut state = 1_u64;
    let mut word = |spread: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = state >> 33;
        // The lesser of two draws: some words are common, most are rare.
        format!("w{}", (high % spread).min((high >> 12) % spread))
    };
    let mut text = |words: u64| (0..words).map(|_| word(400)).collect::<Vec<_>>().join(" ");
    let rows: Vec<Document> = (0..3_000)
        .map(|id| Document {
            facts: Facts {
                strength: (id % 11) as u16 * 100,
                trust: (id % 7) as u16 * 140,
                ..Facts::new(Kind::ALL[id as usize % 5])
            },
            meta: vec![text(2)],
            ..document(id, &text(3 + u64::from(id as u32 % 20)))
        })
        .collect();
    let index = index(&rows);
    for number in 0..60 {
        let query = Query::new(&format!(
            "{} {}",
            ["", "why", "error"][number % 3],
            text(1 + number as u64 % 9)
        ));
        for k in [1, 10] {
            let filter = Filter::new(Scopes::All, Timestamp::EPOCH, k);
            let found = index.search(&query, &filter, &mut || false);
            assert_eq!(found.hits, index.search_exhaustively(&query, &filter));
        }
    }
}

#[test]
fn no_hits_asked_for_are_no_hits() {
    let index = texts(&["a port"]);
    let found = index.search(
        &Query::new("port"),
        &Filter::new(Scopes::All, Timestamp::EPOCH, 0),
        &mut || false,
    );
    assert!(found.hits.is_empty() && found.cut.is_none());
}
