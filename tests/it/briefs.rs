//! Briefs of task runs, through the commands: the first answer to a step is its answer for ever.

use serde_json::Value;

use crate::sandbox;

const BUDGET: [&str; 2] = ["--budget-ms", "5000"];

fn brief(home: &consolidate_tests::Sandbox, args: &[&str]) -> Value {
    home.run(["brief"].iter().chain(args).chain(&BUDGET).chain(&["--json"])).json()
}

fn record(home: &consolidate_tests::Sandbox, text: &str, kind: &str) -> String {
    let recorded = home.run(["record", text, "--kind", kind, "--json"]).json();
    recorded["id"].as_str().expect("an id is a text").to_owned()
}

#[test]
fn a_step_of_a_run_reads_the_same_bytes_after_a_write_and_a_restart() {
    let home = sandbox();
    let first = record(&home, "The linter hangs on generated files.", "pitfall");
    let asked = ["lint the tree", "--run", "ci/4711", "--step", "0", "--window", "200000"];
    let before = brief(&home, &asked);
    assert_eq!(before["frozen"]["again"], false);
    assert_eq!(before["warnings"], serde_json::json!([]));
    let later = record(&home, "Generated files are linted by another tool.", "pitfall");
    home.run(["supersede", &first, &later]).ok();
    let again = brief(&home, &asked);
    assert_eq!((&again["text"], &again["hash"]), (&before["text"], &before["hash"]));
    assert_eq!(again["frozen"]["again"], true);
    let plain = home.run(["brief"].iter().chain(&asked).chain(&BUDGET));
    assert_eq!((plain.code, plain.err.as_str()), (0, ""));
    assert_eq!(before["text"], plain.out.as_str());

    home.run(["daemon", "restart"]).ok();
    let restarted = brief(&home, &asked);
    assert_eq!((&restarted["text"], &restarted["hash"]), (&before["text"], &before["hash"]));

    let other = ["deploy", "--run", "ci/4711", "--step", "0"];
    let other = home.run(["brief"].iter().chain(&other).chain(&BUDGET));
    assert_eq!(before["text"], other.out.as_str());
    assert!(other.err.contains("for another question"), "{}", other.err);
    let next = brief(&home, &["lint the tree", "--run", "ci/4711", "--step", "1"]);
    assert!(next["text"].as_str().is_some_and(|text| text.contains("another tool")), "{next}");

    home.run(["feedback", &first, "--used", "--context", "ci/4711"]).ok();
    let run = home.run(["runs", "show", "ci/4711", "--json"]).json();
    let held = &run["steps"][0]["held"][0];
    assert_eq!(
        (held["id"].as_str(), held["told"][0].as_str()),
        (Some(first.as_str()), Some("used"))
    );
    let changed = held["changed"][0].as_str().expect("something changed");
    assert!(changed.starts_with("retired on") && changed.contains(&later), "{changed}");
    assert_eq!(run["learned"], serde_json::json!([]));
    let one = home.run(["runs", "show", "ci/4711", "--step", "0", "--json"]).json();
    assert_eq!(one["steps"][0]["text"], before["text"]);

    let listed = home.run(["runs", "--json"]).json();
    assert_eq!(listed["runs"][0]["run"], "ci/4711");
    assert_eq!(listed["runs"][0]["steps"], 2);
    assert_eq!(listed["runs"][0]["briefs"][0]["held"]["caution"], 1);
    assert!(listed["runs"][0]["briefs"][0]["policy_tokens"].is_u64());
    let why = home.run(["brief-why", "ci/4711", "--step", "0", "--json"]).json();
    assert_eq!(why["steps"][0]["held"][0]["held_as"], "caution");
    assert!(why["steps"][0]["held"][0]["rank"].is_u64() && why["steps"][0]["left_out"].is_object());
    let people = home.run(["brief-why", "ci/4711"]).ok();
    assert!(people.contains("a caution of rank"), "{people}");
    assert!(home.run(["runs"]).ok().starts_with("ci/4711 example.org/shop 2 briefs"));
    let unknown = home.run(["runs", "show", "ci/4712"]);
    assert!(unknown.code != 0 && unknown.err.contains("consolidate runs"), "{unknown:?}");
    let journal = home.run(["log", "--json"]).ok();
    assert!(!journal.contains("ci/4711"), "a brief is no journal entry: {journal}");
    home.run(["check"]).ok();
}

#[test]
fn a_kill_right_after_the_answer_costs_the_record_or_leaves_it_whole() {
    let home = sandbox();
    record(&home, "The linter hangs on generated files.", "pitfall");
    for round in 0..6 {
        let run = format!("r{round}");
        let asked = ["lint the tree", "--run", run.as_str()];
        let before = brief(&home, &asked);
        if round % 2 == 0 {
            record(&home, &format!("Port 90{round}0 is taken on the build machine."), "pitfall");
        }
        home.kill(home.pid());
        home.start();
        let after = brief(&home, &asked);
        let is_kept = after["frozen"]["again"] == true;
        assert!(is_kept || round % 2 == 1, "it rode with a write that was acknowledged");
        if is_kept {
            assert_eq!((&after["text"], &after["hash"]), (&before["text"], &before["hash"]));
        }
        let shown = home.run(["runs", "show", &run, "--step", "0", "--json"]).json();
        assert_eq!(shown["steps"][0]["text"], after["text"]);
        home.run(["check"]).ok();
    }
}

#[test]
fn an_authoring_brief_shows_steps_and_policies_warn_when_they_crowd() {
    let home = sandbox();
    let procedure = ["Log a customer in", "--kind", "procedure", "--step", "Open the shop"];
    home.run(["record"].iter().chain(&procedure).chain(&["--step", "Click the login link"])).ok();
    let authoring = ["brief", "a test of the login", "--for", "authoring"];
    let shown = home.run(authoring.iter().chain(&BUDGET)).ok();
    assert!(
        shown.contains("## Examples") && shown.contains("  2. Click the login link"),
        "{shown}"
    );
    let text = "Ask the owner before every single release of the shop. ".repeat(120);
    home.run(["record", &text, "--kind", "policy", "--as", "user"]).ok();
    let warned = home.run(["brief", "release"].iter().chain(&BUDGET));
    assert!(warned.err.contains("the policies take"), "{}", warned.err);
    let json = brief(&home, &["release"]);
    assert!(json["warnings"][0].as_str().is_some_and(|text| text.contains("policies")), "{json}");
    assert!(json["policy_tokens"].as_u64().is_some_and(|tokens| tokens > 2_048));
}
