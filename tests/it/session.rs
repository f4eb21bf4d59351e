//! What one agent and one person do in a day, through the commands.

use serde_json::Value;

use crate::sandbox;

fn texts(answer: &Value) -> Vec<&str> {
    let hits = answer["hits"].as_array().expect("an answer has hits");
    hits.iter().filter_map(|hit| hit["text"].as_str()).collect()
}

#[test]
fn a_paraphrase_becomes_one_memory_and_a_narrower_scope_stays_apart() {
    let home = sandbox();
    let first = home.run(["record", "We use Postgres as the main database", "--json"]).json();
    let second = home.run(["record", "Postgres is our main database", "--json"]).json();
    assert_eq!(second["merged_into"], first["id"]);
    let narrow = "We use Postgres as the main database in the billing service only";
    let third = home.run(["record", narrow, "--json"]).json();
    assert_eq!(third["merged_into"], Value::Null);
    home.run(["--yes"]).ok();
    let id = second["id"].as_str().expect("an id is a text");
    let memory = home.run(["read", id, "--json"]).json();
    assert_eq!(memory["id"], first["id"]);
    assert_eq!(memory["sources"].as_array().map(Vec::len), Some(2));
    assert_eq!(memory["wordings"][0]["text"], "Postgres is our main database");
    let answer = home.run(["recall", "main database", "--budget-ms", "5000", "--json"]).json();
    assert_eq!(texts(&answer).len(), 2, "{answer}");
}

#[test]
fn an_index_made_anew_finds_what_was_recorded_before_and_after() {
    let home = sandbox();
    let found = || {
        let answer = home.run(["recall", "main database", "--budget-ms", "5000", "--json"]).json();
        assert_eq!(answer["coverage"]["state"], "full", "{answer}");
        texts(&answer).len()
    };
    home.run(["record", "We use Postgres as the main database"]).ok();
    let reindexed = home.run(["reindex", "--json"]).json();
    let counts = ["memories", "served", "passed_over"].map(|count| reindexed[count].as_u64());
    assert_eq!(counts, [Some(1), Some(1), Some(0)], "{reindexed}");
    assert!(reindexed["took_ms"].is_u64() && reindexed["generation"].is_u64(), "{reindexed}");
    assert_eq!(found(), 1);
    home.run(["record", "The main database is backed up every night"]).ok();
    assert!(home.run(["reindex"]).ok().contains("indexed 2 memories"));
    assert_eq!(found(), 2);
    let log = home.run(["log", "--json"]).json();
    assert_eq!(log.as_array().map(Vec::len), Some(2), "it is no entry: {log}");
    let narrowed = home.run(["--project", "shop", "reindex"]).exits(2);
    assert!(narrowed.err.contains("whole store"), "{}", narrowed.err);
}

#[test]
fn an_explicit_replacement_is_linked_or_asked_and_named_meanwhile() {
    let home = sandbox();
    let newer = "switched to uv instead of poetry because of CI install time";
    home.run(["record", "using poetry for dependency management"]).ok();
    home.run(["record", newer]).ok();
    home.run(["--yes"]).ok();
    let answer =
        home.run(["recall", "dependency management", "--budget-ms", "5000", "--json"]).json();
    assert!(answer.to_string().contains(newer), "{answer}");
}

#[test]
fn one_slot_has_one_answer_and_history_keeps_the_other() {
    let home = sandbox();
    let slot = ["--slot", "package-manager"];
    home.run(["record", "using poetry for dependency management", slot[0], slot[1]]).ok();
    home.run([
        "record",
        "switched to uv instead of poetry because of CI install time",
        slot[0],
        slot[1],
    ])
    .ok();
    home.run(["--yes"]).ok();
    let ask = |history: bool| {
        let mut args =
            vec!["recall", "poetry dependency management uv", "--budget-ms", "5000", "--json"];
        args.extend(history.then_some("--history"));
        home.run(args).json()
    };
    assert_eq!(texts(&ask(false)), ["switched to uv instead of poetry because of CI install time"]);
    assert_eq!(texts(&ask(true)).len(), 2);
}

#[test]
fn a_contradiction_keeps_both_and_recall_names_the_pair() {
    let home = sandbox();
    let one = home.run(["record", "Auto-deploy to production is permitted", "--json"]).json();
    let two = home.run(["record", "Auto-deploy to production is not permitted", "--json"]).json();
    home.run(["--yes"]).ok();
    let answer =
        home.run(["recall", "auto-deploy production", "--budget-ms", "5000", "--json"]).json();
    let hits = answer["hits"].as_array().expect("an answer has hits");
    assert_eq!(hits.len(), 2, "{answer}");
    for (hit, other) in [(&one, &two), (&two, &one)] {
        let found = hits.iter().find(|it| it["id"] == hit["id"]).expect("both are found");
        assert_eq!(found["conflicts"][0]["id"], other["id"]);
    }
}

#[test]
fn the_id_that_record_answers_works_everywhere_also_after_a_restart() {
    let home = sandbox();
    let id = |text: &str| {
        let recorded = home.run(["record", text, "--json"]).json();
        recorded["id"].as_str().expect("an id is a text").to_owned()
    };
    let (old, new) = (id("Builds run on Jenkins."), id("Nightly jobs run in a container."));
    home.run(["pin", &old]).ok();
    home.run(["unpin", &old]).ok();
    home.run(["supersede", &old, &new]).ok();
    home.run(["daemon", "restart"]).ok();
    home.run(["revive", &old]).ok();
    home.run(["retract", &new]).ok();
    for memory in [&old, &new] {
        assert_eq!(home.run(["read", memory, "--json"]).json()["id"], memory.as_str());
    }
    assert_eq!(home.run(["read", &new, "--json"]).json()["standing"], "retired");
}

#[test]
fn undo_and_redo_go_back_and_forth_from_the_command_line() {
    let home = sandbox();
    home.run(["record", "The cache is warmed at start."]).ok();
    let export = home.run(["export", "--without-rulings"]).ok();
    home.run(["record", "Sessions live for an hour."]).ok();
    home.run(["undo"]).ok();
    assert_eq!(home.run(["export", "--without-rulings"]).ok(), export);
    home.run(["redo"]).ok();
    let answer = home.run(["recall", "sessions hour", "--budget-ms", "5000", "--json"]).json();
    assert_eq!(texts(&answer), ["Sessions live for an hour."]);
}
