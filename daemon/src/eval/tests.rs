use consolidate_shared::plan::PassKind;
use consolidate_shared::policy::Policy;
use proptest::prelude::*;

use super::*;

fn outcome(line: &str) -> Outcome {
    attempt(&LabelledPair::parse(line).unwrap(), &Policy::default())
}

fn pair(a: &str, b: &str, more: &str) -> String {
    format!(r#"{{"a":"{a}","b":"{b}","label":"same"{more}}}"#)
}

fn done(outcome: &Outcome) -> Option<PassKind> {
    match outcome {
        Outcome::Done { pass, .. } => Some(*pass),
        _ => None,
    }
}

#[test]
fn an_outcome_is_what_the_passes_do() {
    let of = |a: &str, b: &str| outcome(&pair(a, b, ""));
    let uses = "We use Postgres as the main database";
    assert_eq!(done(&of(uses, "Postgres is our main database")), Some(PassKind::Merge));
    assert_eq!(done(&of(uses, uses)), Some(PassKind::Merge));
    let bump = of("Bump serde from 1.1 to 1.2", "Bump serde from 1.2 to 1.3");
    assert_eq!(done(&bump), Some(PassKind::Supersede));
    let permitted = "Auto-deploy to production is permitted";
    let denied = of(permitted, "Auto-deploy to production is not permitted");
    assert_eq!(done(&denied), Some(PassKind::Conflict));
    assert_eq!(of("The cache warms in an hour", "Tabs, not spaces"), Outcome::NotNominated);
    // What cannot come to anything need not even be compared.
    let narrower = of(uses, "We use Postgres as the main database in billing only");
    assert!(matches!(narrower, Outcome::Kept | Outcome::NotNominated), "{narrower:?}");
}

#[test]
fn kinds_and_slots_of_a_line_reach_the_passes() {
    let texts = ("We use Postgres as the main database", "Postgres is our main database");
    let apart = outcome(&pair(texts.0, texts.1, r#","kind_b":"pitfall""#));
    assert_eq!(apart, Outcome::NotNominated);
    let slot = outcome(&pair("using poetry", "using uv", r#","slot":"package-manager""#));
    assert_eq!(done(&slot), Some(PassKind::Supersede));
    let policies = outcome(&pair(texts.0, texts.0, r#","kind":"policy""#));
    assert!(matches!(policies, Outcome::Asked { pass: PassKind::Merge, .. }), "{policies:?}");
}

#[test]
fn a_line_that_is_no_pair_says_why() {
    let why = |line: &str| LabelledPair::parse(line).unwrap_err();
    assert!(why("").starts_with("it is no pair"));
    assert!(why("[1]").starts_with("it is no pair"));
    assert_eq!(why(r#"{"a":"x","b":"y"}"#), "it has no `label`");
    assert_eq!(why(r#"{"a":"x","label":"same"}"#), "it has no `b`");
    assert!(why(r#"{"a":"x","b":"y","label":"equal"}"#).contains("same, distinct"));
    assert!(why(r#"{"a":" ","b":"y","label":"same"}"#).starts_with("a is blank"));
    assert!(why(r#"{"a":"x","b":"\u001b","label":"same"}"#).starts_with("b is blank"));
    assert!(why(&pair("x", &"y".repeat(9000), "")).contains("9000 bytes"));
    assert!(why(&pair("x", "y", r#","kind":"opinion""#)).contains("opinion"));
}

#[test]
fn a_pair_is_counted_in_its_groups() {
    let line = pair("x", "y", r#","id":7,"source":"sick","category":"word","overlap":0.5"#);
    let pair = LabelledPair::parse(&line).unwrap();
    assert_eq!(pair.id.as_deref(), Some("7"));
    let groups: Vec<_> =
        pair.groups.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let expected = ["label=same", "source=sick", "category=word", "source_category=sick: word"];
    assert_eq!(groups, expected);
}

fn count(pass: PassKind, cases: &[(Label, Outcome)]) -> (Count, Vec<Option<Mistake>>) {
    let mut count = Count::default();
    let found = cases.iter().map(|(label, outcome)| count.add(pass, *label, outcome)).collect();
    (count, found)
}

fn by(pass: PassKind) -> Outcome {
    Outcome::Done { pass, rule: "T1".to_owned() }
}

#[test]
fn merge_figures() {
    let merge = PassKind::Merge;
    let asked = |pass| Outcome::Asked { pass, rule: "near".to_owned() };
    let (count, found) = count(
        merge,
        &[
            (Label::Same, by(merge)),
            (Label::Same, asked(merge)),
            (Label::Same, asked(PassKind::Conflict)),
            (Label::Same, Outcome::NotNominated),
            (Label::Supersedes, by(merge)),
            (Label::Distinct, asked(merge)),
            (Label::Distinct, by(PassKind::Supersede)),
            (Label::Distinct, Outcome::Kept),
        ],
    );
    use Mistake::{Asked, Missed, Wrong};
    let expected = [None, None, Some(Missed), Some(Missed), Some(Wrong), Some(Asked), None, None];
    assert_eq!(found, expected);
    let figures = MergeFigures::from(count);
    assert_eq!((figures.pairs, figures.same, figures.merged, figures.wrong), (8, 4, 2, 1));
    assert_eq!(
        (figures.precision, figures.recall, figures.caught),
        (Some(0.5), Some(0.25), Some(0.5))
    );
    assert_eq!((figures.review_rate, figures.not_nominated), (Some(0.25), 1));
}

#[test]
fn flag_figures() {
    let supersede = PassKind::Supersede;
    let (count, _) = count(
        supersede,
        &[
            (Label::Supersedes, by(supersede)),
            (Label::Supersedes, Outcome::Kept),
            (Label::Supersedes, Outcome::Asked { pass: supersede, rule: "S2".to_owned() }),
            (Label::Contradicts, by(supersede)),
            (Label::Distinct, Outcome::Kept),
        ],
    );
    let figures = FlagFigures::from(count);
    assert_eq!((figures.flagged, figures.automatic, figures.queued), (3, 2, 1));
    assert_eq!((figures.precision, figures.recall), (Some(0.666_667), Some(0.666_667)));
    assert_eq!(figures.automatic_precision, Some(0.5));
    assert_eq!((figures.false_alarms, figures.false_alarm_rate), (1, Some(0.5)));
}

#[test]
fn what_cannot_be_said_is_not_said() {
    let merge = serde_json::to_value(MergeFigures::from(Count::default())).unwrap();
    let flags = serde_json::to_value(FlagFigures::from(Count::default())).unwrap();
    for figure in ["precision", "precision_lower", "recall"] {
        assert!(merge[figure].is_null() && flags[figure].is_null(), "{figure}");
    }
    for figure in ["caught", "review_rate"] {
        assert!(merge[figure].is_null(), "{figure}");
    }
    for figure in ["false_alarm_rate", "automatic_precision"] {
        assert!(flags[figure].is_null(), "{figure}");
    }
}

#[test]
fn wilson_by_known_values() {
    // All right: n / (n + z^2). 81 of 263: .2553 in Newcombe (1998), method 3.
    assert_eq!(wilson_lower(10, 10), Some(0.722_46));
    assert_eq!(wilson_lower(0, 10), Some(0.0));
    let newcombe = wilson_lower(81, 263).unwrap();
    assert!((newcombe - 0.2553).abs() < 5e-5, "{newcombe}");
    assert_eq!(wilson_lower(0, 0), None);
}

proptest! {
    #[test]
    fn wilson_stays_below_the_share_and_grows_with_it(right in 0u64..10_000, wrong in 0u64..10_000) {
        let all = right + wrong + 1;
        let lower = wilson_lower(right, all).unwrap();
        prop_assert!((0.0..=1.0).contains(&lower));
        prop_assert!(lower <= right as f64 / all as f64 + 1e-6);
        prop_assert!(wilson_lower(right + 1, all).unwrap() >= lower);
    }

    #[test]
    fn any_two_texts_have_an_outcome(a in "\\PC{1,40}", b in "\\PC{1,40}") {
        let line = serde_json::json!({ "a": a, "b": b, "label": "distinct" }).to_string();
        if let Ok(pair) = LabelledPair::parse(&line) {
            let policy = Policy::default();
            prop_assert_eq!(attempt(&pair, &policy), attempt(&pair, &policy));
        }
    }
}
