//! Feedback through the commands: a candidate is confirmed, promoted in the diff, taken back; use survives a stop; a year of
//! neglect is summed up.

use serde_json::Value;

use crate::sandbox;

fn id(recorded: &Value) -> String {
    recorded["id"].as_str().expect("an id is a text").to_owned()
}

#[test]
fn two_agents_confirm_a_candidate_and_the_dry_run_promotes_it() {
    let home = sandbox();
    let text = "The port is 8080";
    let recorded = home.run(["record", text, "--candidate", "--as", "agent:a", "--json"]).json();
    let id = id(&recorded);
    let told = home.run(["feedback", &id, "--helped", "--as", "agent:a", "--json"]).json();
    assert_eq!(told["memories"][0]["heeded"], "counted");
    let again = home.run(["feedback", &id, "--confirm", "--as", "agent:a"]).ok();
    assert!(again.contains("it counts once a day"), "{again}");
    let _ = home.run(["feedback", &id, "--confirm", "--by", "person", "--as", "agent:b"]).exits(1);
    let by_test =
        ["feedback", &id, "--confirm", "--by", "test", "--context", "nightly", "--build", "1842"];
    home.run(by_test.into_iter().chain(["--as", "agent:b"])).ok();
    let shown = home.run(["--dry-run", "--pass", "promote"]).ok();
    assert!(shown.contains("+standing: active\n"), "{shown}");
    home.run(["--yes", "--pass", "promote"]).ok();
    let memory = home.run(["read", &id, "--json"]).json();
    assert_eq!(memory["standing"], "active");
    assert_eq!(memory["evidence"]["confirmed"], 25);
    assert_eq!(memory["evidence"]["build"], "1842");
    home.run(["undo"]).ok();
    assert_eq!(home.run(["read", &id, "--json"]).json()["standing"], "candidate");
    let held = home.run(["--dry-run", "--pass", "promote", "--json"]).json();
    assert_eq!(held["plans"][0]["changes"].as_array().map(Vec::len), Some(0));
}

#[test]
fn use_that_was_noted_survives_an_orderly_stop() {
    let home = sandbox();
    let id = id(&home.run(["record", "The port is 8080", "--json"]).json());
    home.run(["feedback", &id, "--used"]).ok();
    home.run(["feedback", &id, "--triggered"]).ok();
    home.run(["daemon", "stop"]).ok();
    home.run(["daemon", "start"]).ok();
    let memory = home.run(["read", &id, "--as", "user", "--json"]).json();
    let met = &memory["evidence"];
    assert_eq!((&met["used"], &met["triggered"]), (&Value::from(1), &Value::from(1)));
}

#[test]
fn feedback_says_what_is_wrong_with_it() {
    let home = sandbox();
    let nothing = home.run(["feedback", "mem_0", "--used"]).exits(1);
    assert!(nothing.err.contains("no memory is called"), "{}", nothing.err);
    let two = home.run(["feedback", "mem_0", "--used", "--helped"]).exits(2);
    assert!(two.err.contains("cannot be used with"), "{}", two.err);
    let none = home.run(["feedback", "mem_0"]).exits(2);
    assert!(none.err.contains("--helped"), "{}", none.err);
}

#[test]
fn a_year_of_neglect_is_summed_up_and_listed_on_demand() {
    let home = sandbox().with_clock("2026-01-01");
    home.start();
    home.run(["record", "The port is 8080"]).ok();
    home.run(["record", "Wait for the spinner", "--kind", "pitfall"]).ok();
    home.set_clock("2027-01-01");
    let shown = home.run(["--dry-run"]).ok();
    let summed: Vec<&str> = shown.lines().filter(|line| line.starts_with('~')).collect();
    assert_eq!(
        summed,
        [
            "~ 1 fact falls: strength 500 -> 75, last met 365 days ago",
            "~ 1 pitfall falls: strength 500 -> 75, last met 365 days ago"
        ]
    );
    assert!(
        shown.contains("why: a learned lesson last met 365 days ago, used 0 times in all"),
        "{shown}"
    );
    let whole = home.run(["--dry-run", "--verbose"]).ok();
    assert_eq!(whole.lines().filter(|line| line.starts_with("~ mem_")).count(), 2);
    let plan = home.run(["--dry-run", "--json"]).json();
    let run = plan["run_id"].as_str().expect("a run has an id").to_owned();
    home.run(["--yes"]).ok();
    assert_eq!(home.run(["show", &run]).ok(), shown);
    assert_eq!(home.run(["show", &run, "--verbose"]).ok(), whole);
    let again = home.run(["--dry-run", "--json"]).json();
    let plans = again["plans"].as_array().expect("a run has plans");
    assert!(plans.iter().all(|plan| plan["changes"].as_array().is_some_and(Vec::is_empty)));
}
