use std::collections::BTreeSet;

use consolidate_shared::id::MemoryId;
use proptest::prelude::*;
use serde_json::json;

use super::*;

fn count(queries: &[(usize, &[u32])]) -> RecallFigures {
    let mut count = RecallCount::default();
    for (gold, ranks) in queries {
        count.query(*gold, ranks);
    }
    count.into()
}

fn ids(numbers: &[u32]) -> Vec<MemoryId> {
    numbers.iter().map(|&number| MemoryId(number.into())).collect()
}

#[test]
fn figures_by_hand() {
    let figures = count(&[(1, &[1]), (2, &[2, 15]), (1, &[]), (4, &[3, 6, 7])]);
    assert_eq!(figures.queries, 4);
    assert_eq!(figures.recall_at_1, Some(0.25));
    // 1 + 1/2 + 0 + 1/4, and so on.
    assert_eq!(figures.recall_at_5, Some(0.4375));
    assert_eq!(figures.recall_at_10, Some(0.5625));
    assert_eq!(figures.recall_at_20, Some(0.6875));
    assert_eq!(figures.mrr, Some(rounded((1.0 + 0.5 + 1.0 / 3.0) / 4.0)));
    let log = |rank: f64| 1.0 / (rank + 1.0).log2();
    let second = log(2.0) / (log(1.0) + log(2.0));
    let fourth = (log(3.0) + log(6.0) + log(7.0)) / (log(1.0) + log(2.0) + log(3.0) + log(4.0));
    assert_eq!(figures.ndcg_at_10, Some(rounded((1.0 + second + fourth) / 4.0)));
    assert_eq!(figures.staleness, None, "nothing was served");
}

fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[test]
fn more_gold_than_ten_can_still_be_found_whole() {
    let all: Vec<u32> = (1..=12).collect();
    let figures = count(&[(12, &all)]);
    assert_eq!((figures.ndcg_at_10, figures.recall_at_20), (Some(1.0), Some(1.0)));
    assert_eq!(figures.recall_at_10, Some(rounded(10.0 / 12.0)));
}

#[test]
fn one_stale_hit_in_many_is_no_zero() {
    let mut of = RecallCount::default();
    of.hits(100_000_000, 1);
    assert_eq!(RecallFigures::from(of).staleness, Some(1e-6));
    let mut none = RecallCount::default();
    none.hits(10, 0);
    assert_eq!(RecallFigures::from(none).staleness, Some(0.0));
}

#[test]
fn gold_has_the_ranks_at_which_it_stands() {
    let gold: BTreeSet<MemoryId> = ids(&[3, 5, 9]).into_iter().collect();
    let found: Vec<_> = ranks(&gold, &ids(&[5, 1, 2, 3])).into_iter().collect();
    assert_eq!(found, [(MemoryId(3), 4), (MemoryId(5), 1)]);
    assert!(ranks(&gold, &[]).is_empty());
}

#[test]
fn a_query_is_read_with_its_groups() {
    let line = json!({
        "id": 7, "query": "which db?", "project": "https://github.com/Acme/Shop.git", "overlap": 0.25,
        "gold": ["a", 3, "a"], "category": 2, "group": "names", "other": [1],
    });
    let query = GoldQuery::parse(&line.to_string()).unwrap();
    assert_eq!((query.id.as_deref(), query.query.as_str()), (Some("7"), "which db?"));
    assert_eq!(query.project.as_deref(), Some("github.com/acme/shop"));
    assert_eq!(query.gold, ["a", "3"]);
    let groups: Vec<_> =
        query.groups.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let expected =
        ["project=github.com/acme/shop", "overlap=0.25-0.50", "category=2", "group=names"];
    assert_eq!(groups, expected);
    let bare = GoldQuery::parse(r#"{"question":"where?"}"#).unwrap();
    assert_eq!((bare.project, bare.gold.len(), bare.groups.len()), (None, 0, 0));
    let band = |overlap: f64| {
        let line = json!({ "query": "x", "overlap": overlap }).to_string();
        GoldQuery::parse(&line).unwrap().groups[0].1.clone()
    };
    let bands = [0.0, 0.24, 0.5, 0.79, 0.8, 1.0].map(band);
    let expected = ["0.00-0.25", "0.00-0.25", "0.50-0.80", "0.50-0.80", "0.80-1.00", "0.80-1.00"];
    assert_eq!(bands, expected);
}

#[test]
fn a_line_that_is_no_query_says_why() {
    let why = |line: &str| GoldQuery::parse(line).unwrap_err();
    for line in ["", "[1]", "7", "\"x\""] {
        let why = why(line);
        assert!(why.contains("JSON object") && !why.contains("struct"), "{why}");
    }
    assert!(why("{").starts_with("it is no query"));
    assert_eq!(why(r#"{"gold":["a"]}"#), "it has no `query`");
    assert_eq!(why(r#"{"query":" "}"#), "`query` is blank");
    assert!(why(&json!({ "query": "x".repeat(20_000) }).to_string()).contains("20000 bytes"));
    assert!(why(r#"{"query":"x","gold":"a"}"#).contains("not a list"));
    assert!(why(r#"{"query":"x","gold":[["a"]]}"#).contains("neither"));
    assert!(why(r#"{"query":"x","gold":[" "]}"#).contains("blank id"));
    assert!(why(r#"{"query":"x","overlap":1.5}"#).contains("from 0 to 1"));
    assert!(why(r#"{"query":"x","category":[]}"#).starts_with("`category`"));
    assert!(why(r#"{"query":"x","project":""}"#).contains("project"));
}

#[test]
fn percentiles_are_values_that_were_measured() {
    let of = |values: &[u64]| LatencyFigures::of(values.to_vec());
    let hundred: Vec<u64> = (1..=100).rev().collect();
    let all = of(&hundred);
    assert_eq!((all.p50, all.p99, all.p99_9, all.max), (Some(50), Some(99), Some(100), Some(100)));
    let one = of(&[7]);
    assert_eq!((one.p50, one.max), (Some(7), Some(7)));
    assert_eq!(of(&[]).p50, None);
    let scores = ScoreFigures::of(hundred);
    assert_eq!((scores.p10, scores.p90, scores.max), (Some(10), Some(90), Some(100)));
    let shown = serde_json::to_value(all).unwrap();
    assert_eq!(shown, json!({ "p50": 50, "p99": 99, "p99.9": 100, "max": 100 }));
}

/// The report that `figures` would be in.
fn report(figures: RecallFigures) -> String {
    let mut report = serde_json::to_value(figures).unwrap();
    report["latency_us"] = json!({ "p50": 12 });
    report.to_string()
}

fn dropped(before: RecallFigures, now: RecallFigures, tolerance: f64) -> Vec<&'static str> {
    let compared = Baseline::parse(&report(before)).unwrap().compare(&now, tolerance);
    compared.into_iter().filter(|it| it.dropped).map(|it| it.figure).collect()
}

#[test]
fn a_figure_may_drop_by_the_tolerance() {
    let before = RecallFigures { staleness: Some(0.0), ..count(&[(1, &[1]), (1, &[])]) };
    let with = |mrr: f64| RecallFigures { mrr: Some(mrr), ..before };
    assert_eq!(dropped(before, before, 0.0), [""; 0]);
    assert_eq!(dropped(before, with(0.495), 0.005), [""; 0], "exactly the tolerance");
    assert_eq!(dropped(before, with(0.494_999), 0.005), ["mrr"]);
    assert_eq!(dropped(before, with(0.9), 0.0), [""; 0], "more is better");
    let gone = RecallFigures { recall_at_20: None, ..before };
    assert_eq!(dropped(before, gone, 0.5), ["recall_at_20"]);
    let stale = RecallFigures { staleness: Some(0.001), ..before };
    assert_eq!(dropped(before, stale, 0.5), ["staleness"], "nothing stale is tolerated");
    let other = RecallFigures { queries: 3, ..before };
    assert_eq!(dropped(before, other, 0.5), ["queries"]);
}

#[test]
fn what_is_no_report_is_no_baseline() {
    for text in ["", "7", "{}", r#"{"queries":4}"#, r#"{"pairs":4,"precision":1.0}"#] {
        assert!(Baseline::parse(text).is_err(), "{text}");
    }
    let mut report = serde_json::to_value(count(&[])).unwrap();
    assert!(Baseline::parse(&report.to_string()).is_ok(), "figures that do not exist are null");
    report.as_object_mut().unwrap().remove("mrr");
    assert_eq!(Baseline::parse(&report.to_string()).unwrap_err(), "it has no `mrr`");
}

prop_compose! {
    /// A query: how much gold it has, and the ranks of what was found of it.
    fn any_query()(found in prop::collection::btree_set(1u32..120, 0..8), missed in 0usize..4)
        -> (usize, Vec<u32>) {
        ((found.len() + missed).max(1), found.into_iter().collect())
    }
}

fn of(queries: &[(usize, Vec<u32>)]) -> RecallFigures {
    let borrowed: Vec<(usize, &[u32])> =
        queries.iter().map(|(gold, ranks)| (*gold, ranks.as_slice())).collect();
    count(&borrowed)
}

proptest! {
    #[test]
    fn figures_are_shares_and_recall_grows_with_its_depth(
        queries in prop::collection::vec(any_query(), 1..20),
    ) {
        let figures = of(&queries);
        let all = figures.of_quality().map(|(_, value)| value.unwrap());
        prop_assert!(all.iter().all(|value| (0.0..=1.0).contains(value)), "{all:?}");
        prop_assert!(all[..4].is_sorted(), "{all:?}");
        // The first gold is the first hit in every query that counts for recall@1 at all.
        prop_assert!(figures.recall_at_1 <= figures.mrr, "{all:?}");
    }

    #[test]
    fn the_order_of_the_queries_does_not_matter(
        (queries, shuffled) in prop::collection::vec(any_query(), 1..20)
            .prop_flat_map(|queries| (Just(queries.clone()), Just(queries).prop_shuffle())),
    ) {
        prop_assert_eq!(of(&queries), of(&shuffled));
    }

    #[test]
    fn gold_that_moves_up_lowers_no_figure(
        queries in prop::collection::vec(any_query(), 1..10),
        which in any::<prop::sample::Index>(),
    ) {
        let mut better = queries.clone();
        let query = &mut better[which.index(queries.len())];
        for place in 0..query.1.len() {
            let before = if place == 0 { 0 } else { query.1[place - 1] };
            query.1[place] = (before + 1).max(query.1[place] - 1);
        }
        let pairs = of(&better).of_quality().into_iter().zip(of(&queries).of_quality());
        for ((name, better), (_, worse)) in pairs {
            prop_assert!(better >= worse, "{name}: {better:?} < {worse:?}");
        }
    }

    #[test]
    fn ranks_are_those_of_gold_and_of_nothing_else(
        hits in prop::collection::btree_set(0u32..60, 0..30).prop_map(|it| it.into_iter().collect::<Vec<_>>()).prop_shuffle(),
        gold in prop::collection::btree_set(0u32..60, 0..8),
    ) {
        let gold: BTreeSet<MemoryId> = gold.into_iter().map(|id| MemoryId(id.into())).collect();
        let hits = ids(&hits);
        let ranks = ranks(&gold, &hits);
        for (hit, rank) in hits.iter().zip(1..) {
            prop_assert_eq!(gold.contains(hit).then_some(&rank), ranks.get(hit));
        }
    }
}
