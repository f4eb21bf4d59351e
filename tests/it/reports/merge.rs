//! Wrong merges and missed duplicates.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{active, all, apply, brief, hits, id, import, planned, recall, record, texts};
use crate::sandbox;

#[test]
fn r001_measurements_that_differ_in_digits_are_two() {
    let home = sandbox();
    let first =
        record(&home, "Bench run 41 on commit ab12: recall p95 8.1 ms over 10,000 entries", &[]);
    let second =
        record(&home, "Bench run 42 on commit cd34: recall p95 18.1 ms over 10,000 entries", &[]);
    assert_ne!(first["id"], second["id"]);
    assert_eq!(second["merged_into"], Value::Null);
    assert_eq!(planned(&home), [] as [Value; 0]);
    apply(&home);
    assert_eq!(active(&home).len(), 2);
}

#[test]
fn r003_a_statement_and_its_negation_are_never_one() {
    let denials = [
        ("Auto-deploy to production is permitted", "Auto-deploy to production is not permitted"),
        ("Auto-deploy to production is permitted", "Auto-deploy to production is never permitted"),
        (
            "Auto-deploy to production is permitted",
            "Auto-deploy to production is no longer permitted",
        ),
        (
            "Auto-deploy to production is permitted",
            "Auto-deploy to production must not be permitted",
        ),
        ("Auto-deploy to production is permitted", "Auto-deploy to production isn't permitted"),
        ("允许自动部署到生产", "不允许自动部署到生产"),
    ];
    for (permission, prohibition) in denials {
        let home = sandbox();
        record(&home, permission, &["--kind", "decision"]);
        let denied = record(&home, prohibition, &["--kind", "decision"]);
        assert_eq!(denied["merged_into"], Value::Null, "{prohibition}");
        apply(&home);
        let query =
            if permission.is_ascii() { "auto-deploy production" } else { "自动部署到生产" };
        let found = hits(&home, query, &[]);
        let prohibited = found.iter().find(|hit| hit["text"] == prohibition);
        let prohibited = prohibited.expect("the prohibition is served");
        let replaced = !texts(&found).contains(&permission.to_owned());
        // Two that conflict are both served, each with the other beside it: which one holds is not for us to say.
        let shown = prohibited["conflicts"][0]["text"] == permission
            || prohibited["pending"][0]["text"] == permission;
        assert!(replaced || shown, "{prohibition}: {found:?}");
    }
}

#[test]
fn r005_dated_snapshots_stay_as_they_are() {
    let home = sandbox();
    import(
        &home,
        &[
            ("2026-03-01", "fact", "2026-03-01: error rate 2.1%"),
            ("2026-04-01", "fact", "2026-04-01: error rate 0.4%"),
            ("2026-04-01", "fact", "Error rate on 2026-03-01 was 2.1%"),
        ],
    );
    apply(&home);
    assert_eq!(active(&home).len(), 3);
}

#[test]
fn r005_a_missed_paraphrase_loses_nothing() {
    let home = sandbox();
    let pairs = include_str!("../../fixtures/paraphrases.jsonl");
    let merge = home.run_with_input(["eval", "merge", "-", "--json"], pairs.as_bytes()).json();
    assert_eq!(merge["pairs"], 20);
    for pass in ["conflict", "supersede"] {
        let other = home.run_with_input(["eval", pass, "-", "--json"], pairs.as_bytes()).json();
        assert_eq!(other["automatic"], 0, "{other}");
    }
}

#[test]
fn r006_the_port_decides() {
    let home = sandbox();
    record(&home, "The admin API listens on port 9180", &[]);
    let other = record(&home, "The admin API listens on port 9181", &[]);
    assert_eq!(other["merged_into"], Value::Null);
    apply(&home);
    assert_eq!(active(&home).len(), 2);
}

#[test]
fn r008_the_same_write_from_five_clients_is_one_memory() {
    let home = sandbox();
    home.start();
    let text = "Flaky network on the arm runner";
    let ids = |more: &'static [&'static str]| -> BTreeSet<String> {
        std::thread::scope(|threads| {
            let writes: Vec<_> =
                (0..5).map(|_| threads.spawn(|| record(&home, text, more))).collect();
            let answers = writes.into_iter().map(|write| write.join().expect("a write ends"));
            let resolved = answers.map(|answer| {
                let read = home.run(["read", &id(&answer), "--json"]).json();
                id(&read)
            });
            resolved.collect()
        })
    };
    let (fact, elsewhere, pitfall) =
        (ids(&[]), ids(&["--project", "example.org/other"]), ids(&["--kind", "pitfall"]));
    assert_eq!((fact.len(), elsewhere.len(), pitfall.len()), (1, 1, 1));
    assert_eq!(all(&home).len(), 3);
    assert_eq!(fact.union(&elsewhere).chain(&pitfall).collect::<BTreeSet<_>>().len(), 3);
}

#[test]
fn r010_what_was_merged_leaves_recall_and_brief() {
    let home = sandbox();
    let wordings = [
        "We use Postgres as the main database",
        "Postgres is our main database",
        "we use Postgres as the main database.",
    ];
    let rows: Vec<_> = wordings.iter().map(|text| ("2026-01-01", "pitfall", *text)).collect();
    import(&home, &rows);
    apply(&home);
    let found = hits(&home, "main database", &["-k", "10"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(brief(&home, "change the database").matches("Caution:").count(), 1);
    let history = hits(&home, "main database", &["-k", "10", "--history"]);
    assert_eq!(history.len(), 3, "{history:?}");
    let status = home.status().expect("a daemon runs");
    assert_eq!(
        (&status["memories"]["active"], &status["memories"]["retired"]),
        (&1.into(), &2.into())
    );
}

#[test]
fn r009_what_the_longer_of_two_says_more_is_not_lost() {
    let home = sandbox();
    let short = "Release builds use the LTO profile.";
    let long = "Release builds use the LTO profile; usually they run on the arm runner.";
    import(&home, &[("2026-01-01", "fact", short), ("2026-01-02", "fact", long)]);
    apply(&home);
    // One says more than the other, so they are not the same: neither takes the other's place by itself, a person is asked.
    let found = texts(&hits(&home, "LTO profile of release builds on the arm runner", &[]));
    assert_eq!(found.first().map(String::as_str), Some(long));
    assert!(found.contains(&short.to_owned()), "{found:?}");
    let items = home.run(["review", "list", "--json"]).json();
    let item = items["items"][0]["id"].as_str().expect("it is asked").to_owned();
    home.run(["review", "accept", &item, "--as", "user"]).ok();
    assert_eq!(active(&home), [long], "the richer wording stays in front");
    let kept = all(&home).into_iter().find(|memory| memory["text"] == long).expect("it is there");
    assert_eq!(kept["wordings"][0]["text"], short, "what was absorbed is shown with it");
}

#[test]
fn r011_a_changed_state_that_reads_much_like_the_old_one_wins() {
    let home = sandbox();
    let (old, new) = ("Team CI is on Buildkite", "Team CI just moved to GitHub Actions");
    import(&home, &[("2026-01-01", "fact", old), ("2026-01-02", "fact", new)]);
    apply(&home);
    assert_eq!(recall(&home, "team CI"), [new]);
    let kept = all(&home).into_iter().find(|memory| memory["text"] == old).expect("it is kept");
    assert_eq!(kept["superseded_by"].as_array().map(Vec::len), Some(1));
}

#[test]
fn r013_one_procedure_is_current_under_a_title() {
    let home = sandbox().with_clock("2026-01-01T09:00:00Z");
    home.start();
    let title = "Rotate signing key";
    let steps = |steps: &[&'static str]| {
        let mut more = vec!["--kind", "procedure"];
        more.extend(steps.iter().flat_map(|step| ["--step", step]));
        id(&record(&home, title, &more))
    };
    let three = steps(&["make a key", "sign with both", "drop the old key"]);
    home.set_clock("2026-01-02T09:00:00Z");
    let four = steps(&["make a key", "publish it", "sign with both", "drop the old key"]);
    assert_ne!(three, four, "neither is folded into the other: they differ");
    apply(&home);
    let found = hits(&home, title, &[]);
    assert_eq!(
        found.iter().map(|hit| hit["id"].as_str().unwrap_or("")).collect::<Vec<_>>(),
        [&four]
    );
    let shown = brief(&home, "rotate the signing key");
    let named = shown.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|it| it.0);
    assert!(named.is_some_and(|named| four.starts_with(named)), "{shown}");
    assert_eq!(shown.matches(title).count(), 1, "{shown}");
    let past = hits(&home, title, &["--history"]);
    assert!(past.iter().any(|hit| hit["id"] == three.as_str()), "{past:?}");
}
