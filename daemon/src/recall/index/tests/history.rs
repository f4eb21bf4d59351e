//! The index forgets how it came to be, and pruning never shows.

use proptest::prelude::*;

use super::*;
use crate::recall::{ScopeKey, Weights};

const AT: Timestamp = Timestamp::EPOCH;

fn later() -> Timestamp {
    Timestamp::from_ms(2)
}

const SCOPES: [Option<&str>; 3] = [None, Some("p"), Some("q")];

fn scope(number: usize) -> ScopeKey {
    SCOPES[number % SCOPES.len()].map(Into::into)
}

/// Few words, so that documents share them; some are identifiers, stop words and pairs of characters.
pub(super) fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "cache",
        "retry",
        "repair",
        "rebuild",
        "replace",
        "port",
        "deploy",
        "lock",
        "src/lru.rs",
        "maxRetry",
        "max_retry",
        "C++",
        "E0308",
        "the",
        "not",
        "審批流程",
        "승인",
        "10.0.0.1",
        "--no-check",
    ]);
    prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

/// Names that are words of the others, of several words, or none.
fn actors() -> impl Strategy<Value = Vec<String>> {
    let name = prop::sample::select(vec!["Cache", "port", "Retry Port", "lock", "審批", "the"]);
    prop::collection::vec(name.prop_map(str::to_owned), 0..3)
}

fn facts() -> impl Strategy<Value = Facts> {
    let kinds = vec![Kind::Policy, Kind::Fact, Kind::Decision, Kind::Pitfall, Kind::Procedure];
    (prop::sample::select(kinds), 0..=4_u16, 0..=4_u16, 0..3, any::<[bool; 2]>(), 0..4_i64)
        .prop_map(|(kind, strength, trust, day, [superseded, rationale], until)| Facts {
            strength: strength * 250,
            trust: trust * 250,
            newest_evidence: Day(day),
            superseded,
            rationale,
            valid_until: (until > 0).then(|| Timestamp::from_ms(until)),
            ..Facts::new(kind)
        })
}

pub(super) fn documents(ids: std::ops::Range<u128>) -> impl Strategy<Value = Document> {
    let fields = (words(), prop::collection::vec(words(), 0..2), actors());
    (ids, 0..3_usize, fields, facts()).prop_map(|(id, place, (text, meta, actors), facts)| {
        Document { id: MemoryId(id), scope: scope(place), text, meta, actors, facts }
    })
}

#[derive(Clone, Debug)]
enum Step {
    Insert(Document),
    Remove(MemoryId),
    Facts(MemoryId, Facts),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => documents(0..24).prop_map(Step::Insert),
        2 => (0..24_u128).prop_map(|id| Step::Remove(MemoryId(id))),
        1 => (0..24_u128, facts()).prop_map(|(id, facts)| Step::Facts(MemoryId(id), facts)),
    ];
    prop::collection::vec(step, 0..60)
}

/// Plays the steps on an index and on a map of what is live.
fn play(steps: &[Step]) -> (Index, BTreeMap<MemoryId, Document>) {
    let (mut index, mut live) = (Index::new(), BTreeMap::new());
    for step in steps {
        match step {
            Step::Insert(document) => {
                index.insert(&analyse(document));
                live.insert(document.id, document.clone());
            }
            Step::Remove(id) => assert_eq!(index.remove(*id), live.remove(id).is_some()),
            Step::Facts(id, facts) => {
                let there = live.get_mut(id).map(|document| document.facts = *facts).is_some();
                assert_eq!(index.update_facts(*id, *facts), there);
            }
        }
    }
    (index, live)
}

pub(super) fn filters() -> Vec<Filter<'static>> {
    static PLACES: std::sync::LazyLock<[ScopeKey; 2]> =
        std::sync::LazyLock::new(|| [scope(0), scope(1)]);
    let mut filters = Vec::new();
    for k in [1, 3, 100] {
        filters.push(Filter::new(Scopes::All, AT, k));
        filters.push(Filter { history: true, ..Filter::new(Scopes::Of(&*PLACES), later(), k) });
        filters.push(Filter {
            admit: Some(&|id, _| id.0 % 3 != 0),
            ..Filter::new(Scopes::All, AT, k)
        });
    }
    filters
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn answers_depend_on_the_live_documents_alone(
        steps in steps(), queries in prop::collection::vec(words(), 1..4), turn in any::<prop::sample::Index>(),
    ) {
        let (played, live) = play(&steps);
        let mut order: Vec<&Document> = live.values().collect();
        if !order.is_empty() {
            let by = turn.index(order.len());
            order.rotate_left(by);
            order.reverse();
        }
        let mut fresh = Index::new();
        for document in order {
            fresh.insert(&analyse(document));
        }
        for query in queries.iter().flat_map(|text| [Query::new(text), Query::about(text)]) {
            for filter in filters() {
                let found = played.search(&query, &filter, &mut || false);
                prop_assert_eq!(&found, &fresh.search(&query, &filter, &mut || false));
                prop_assert_eq!(&found.hits, &played.search_exhaustively(&query, &filter));
                prop_assert_eq!(found.cut, None);
            }
        }
        prop_assert_eq!(played.len(), live.len());
        let facts = |index: &Index| -> BTreeMap<MemoryId, Facts> {
            index.in_scope_unordered(Scopes::All).map(|(id, facts)| (id, *facts)).collect()
        };
        prop_assert_eq!(facts(&played), facts(&fresh));
        prop_assert_eq!(played.dictionary.len(), fresh.dictionary.len());
    }

    #[test]
    fn nothing_is_left_of_what_was_removed(documents in prop::collection::vec(documents(0..24), 0..30)) {
        let mut index = index(&documents);
        for id in 0..24 {
            index.remove(MemoryId(id));
        }
        prop_assert!(index.is_empty() && index.dictionary.len() == 0);
        prop_assert!(index.scopes.iter().all(|scope| scope.lists() == 0 && scope.words() == 0));
    }

    /// No constants break the arithmetic or show the pruning.
    #[test]
    fn any_weights_are_safe(
        steps in steps(), query in words(), [k1, b, meta, class, gain, floor] in any::<[u32; 6]>(),
        [expansion, expansion_from, vectors, least_likeness, actor] in any::<[u32; 5]>(),
    ) {
        let weights = Weights {
            k1, b, meta, identifier: class, code: class, compound: class, joined: class, pair: class,
            decay_floor: floor, trust_floor: floor, intent_gain: gain, expansion, expansion_from, vectors, least_likeness, actor,
            ..Weights::DEFAULT
        };
        let (index, _) = play(&steps);
        let filter = Filter { weights: &weights, ..Filter::new(Scopes::All, AT, 3) };
        let query = Query::about(&format!("why error {query}"));
        let found = index.search(&query, &filter, &mut || false);
        prop_assert_eq!(found.hits, index.search_exhaustively(&query, &filter));
    }

    /// Hits are live, admitted, in the scopes asked for, and better answers never lose to worse ones.
    #[test]
    fn hits_keep_the_filter(steps in steps(), query in words()) {
        let (index, live) = play(&steps);
        let places = [scope(0), scope(2)];
        let found = index.search(&Query::about(&query), &Filter::new(Scopes::Of(&places), later(), 100), &mut || false);
        for hit in &found.hits {
            let document = &live[&hit.id];
            prop_assert!(places.contains(&document.scope));
            prop_assert!(document.facts.valid_at(later()) && !document.facts.superseded);
            prop_assert!(hit.exact <= hit.matched);
        }
        prop_assert!(found.hits.is_sorted_by(|a, b| a.score >= b.score));
    }
}
