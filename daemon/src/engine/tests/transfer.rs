//! Import and export.

use consolidate_shared::model::Kind;
use consolidate_shared::wire::v1::OrderKind;

use super::harness::{Daemon, user};

#[test]
fn an_export_restores_the_store_byte_for_byte() {
    let mut daemon = Daemon::start();
    daemon.record("We use Postgres as the main database.");
    daemon.record("Postgres is our main database.");
    daemon.record("Auto-deploy to production is permitted.");
    daemon.record("Auto-deploy to production is not permitted.");
    daemon.import(
        &[
            r#"{"id":"a","text":"The first design.","project":"p/q","created_at":"2020-01-01","superseded_by":"b"}"#,
            r#"{"id":"b","text":"The second design.","project":"p/q","created_at":"2021-01-01"}"#,
        ],
        false,
    );
    let lines = daemon.export(false);
    let mut other = Daemon::start();
    let borrowed: Vec<&str> = lines.iter().map(String::as_str).collect();
    let report = other.import(&borrowed, true);
    assert_eq!(report.bad, []);
    assert_eq!(other.export(false), lines);
}

#[test]
fn bad_lines_are_named_and_the_good_ones_imported() {
    let mut daemon = Daemon::start();
    let lines = [
        r#"{"text":"Fine.","project":"p","colour":"red"}"#,
        "not json",
        r#"{"text":"  ","project":"p"}"#,
        r#"{"id":"x","text":"Links to nobody.","project":"p","supersedes":["nobody"]}"#,
        r#"{"id":"y","text":"Links to the bad one.","project":"p","supersedes":"x"}"#,
        r#"{"id":"c1","text":"Cycle one.","project":"p","supersedes":"c2"}"#,
        r#"{"id":"c2","text":"Cycle two.","project":"p","supersedes":"c1"}"#,
        "",
        r#"{"text":"Also fine.","type":"pitfall","project":"p","created_at":"2024-02-03"}"#,
    ];
    let report = daemon.import(&lines, false);
    let bad: Vec<u64> = report.bad.iter().map(|bad| bad.line).collect();
    // Of a cycle the earlier line keeps its link once the later one is out; then it links to nobody and is out too.
    assert_eq!(bad, [2, 3, 4, 5, 6, 7]);
    assert_eq!(report.unknown_fields, [("colour".to_owned(), 1)]);
    assert_eq!(daemon.texts("fine").len(), 0, "another project");
    let again = daemon.import(&lines, false);
    assert_eq!(again.added, 0);
    assert_eq!(again.unchanged, report.added);
}

#[test]
fn whose_a_row_is_becomes_the_agent_of_its_source() {
    let mut daemon = Daemon::start();
    let report = daemon.import(
        &[
            r#"{"id":"1","text":"The cello is mine.","project":"p/q","speaker":"Jonas"}"#,
            r#"{"id":"2","text":"The piano is mine.","project":"p/q","author":"Mira","source":"log#2","actor":" "}"#,
            r#"{"id":"3","text":"The bass is mine.","project":"p/q","actor":"Ada","author":{"name":"Eve"}}"#,
            r#"{"id":"4","text":"The harp is mine.","project":"p/q","actor":"Ada","sources":["log#4"]}"#,
            r#"{"id":"5","text":"The oboe is mine.","project":"p/q","actor":"Ada","sources":[{"at":"2026-01-01","agent":"Max"}]}"#,
            r#"{"id":"6","text":"The flute is mine.","project":"p/q"}"#,
        ],
        true,
    );
    assert_eq!(report.bad, []);
    // What is no name, or not asked, is told like any field that no memory has.
    assert_eq!(report.unknown_fields, [("actor".to_owned(), 2), ("author".to_owned(), 1)]);
    let agents: Vec<(Option<String>, Option<String>)> = daemon
        .export(false)
        .iter()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|row| row["text"].is_string())
        .map(|row| {
            let field = |name| row["sources"][0][name].as_str().map(str::to_owned);
            (row["external_id"].as_str().map(str::to_owned), field("agent"))
        })
        .collect();
    let expected =
        [("1", "Jonas"), ("2", "Mira"), ("3", "Ada"), ("4", "Ada"), ("5", "Max"), ("6", "")];
    assert_eq!(agents.len(), expected.len());
    for (id, name) in expected {
        let own = agents.iter().find(|(external, _)| external.as_deref() == Some(id));
        let agent = own.and_then(|(_, agent)| agent.as_deref()).unwrap_or_default();
        assert_eq!(agent, name, "row {id}");
    }
}

#[test]
fn a_row_with_one_field_twice_is_a_bad_line_that_names_it() {
    let mut daemon = Daemon::start();
    let lines = [
        r#"{"text":"We use uv.","text":"We use poetry.","project":"p"}"#,
        r#"{"text":"We use uv.","project":"p","facets":{"team":"a","team":"b"}}"#,
        r#"{"text":"We use uv.","project":"p","unknown":1,"unknown":2}"#,
        r#"{"text":"We use npm.","project":"p","facets":{"text":"a"}}"#,
    ];
    let report = daemon.import(&lines, false);
    let bad: Vec<(u64, &str)> = report.bad.iter().map(|bad| (bad.line, &*bad.why)).collect();
    let twice = |line, name| (line, format!("it has `{name}` twice; which of the two is meant?"));
    let expected = [twice(1, "text"), twice(2, "team"), twice(3, "unknown")];
    assert_eq!(bad, expected.each_ref().map(|(line, why)| (*line, why.as_str())));
    assert_eq!(report.added, 1);
}

#[test]
fn a_text_that_shows_nothing_is_a_bad_line_and_not_recorded() {
    let mut daemon = Daemon::start();
    let nothing = "\u{202E}\u{200B} \u{2066}";
    let line = serde_json::json!({ "text": nothing, "project": "p" }).to_string();
    let report = daemon.import(&[&line], false);
    assert_eq!((report.added, report.bad_count), (0, 1));
    assert!(report.bad[0].why.starts_with("text is blank"), "{:?}", report.bad);
    let draft = daemon.draft(nothing);
    assert!(daemon.try_record(draft).unwrap_err().message.starts_with("text is blank"));
}

#[test]
fn strict_imports_nothing_when_a_line_is_bad() {
    let mut daemon = Daemon::start();
    let report = daemon.import(&[r#"{"text":"Fine.","project":"p"}"#, "{"], true);
    assert_eq!((report.added, report.bad_count, report.run), (0, 1, None));
    assert_eq!(daemon.export(true).len(), 1);
}

#[test]
fn other_content_under_a_known_id_is_a_bad_line_and_the_whole_import_can_be_undone() {
    let mut daemon = Daemon::start();
    let before = daemon.export(true);
    let report = daemon.import(&[r#"{"id":"a","text":"One.","project":"p"}"#], false);
    let changed = daemon.import(&[r#"{"id":"a","text":"Two.","project":"p"}"#], false);
    assert_eq!((changed.added, changed.bad_count), (0, 1));
    daemon.undo(Some(&report.run.unwrap().to_string())).unwrap();
    assert_eq!(daemon.export(true), before);
}

#[test]
fn a_link_that_leads_nowhere_says_why() {
    let mut daemon = Daemon::start();
    let report = daemon.import(
        &[
            r#"{"id":"a","text":"The port is 8080","project":"example.org/api"}"#,
            r#"{"id":"b","text":"The port is 9090","project":"example.org/shop","supersedes":["a"]}"#,
            r#"{"id":"c","text":"","project":"example.org/shop"}"#,
            r#"{"id":"d","text":"The cache is warm","project":"example.org/shop","supersedes":["c"]}"#,
        ],
        false,
    );
    let why: Vec<&str> = report.bad.iter().map(|bad| bad.why.as_str()).collect();
    assert!(why[0].contains("belongs to the project example.org/api"), "{why:?}");
    assert!(why[2].contains("on a good line of the file nor in the store"), "{why:?}");
}

#[test]
fn a_mark_of_one_side_is_completed_and_one_against_itself_is_a_bad_line() {
    let mut daemon = Daemon::start();
    let id = |digit: char| format!("mem_{}{digit}", "0".repeat(25));
    let row = |digit: char, marks: &[char]| {
        let marks: Vec<String> = marks.iter().map(|digit| format!("{:?}", id(*digit))).collect();
        let (id, marks) = (id(digit), marks.join(","));
        format!(
            r#"{{"id":"{id}","text":"Rule {digit}.","project":"p","conflicts_with":[{marks}]}}"#
        )
    };
    let header = r#"{"consolidate_export":1,"rulings":true}"#.to_owned();
    let lines = [header, row('1', &['2']), row('2', &[]), row('3', &['3'])];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let report = daemon.import(&lines, false);
    let bad: Vec<u64> = report.bad.iter().map(|bad| bad.line).collect();
    assert_eq!((report.added, bad), (2, vec![4]));
    let marked = daemon.export(true).iter().filter(|line| line.contains("conflicts_with")).count();
    assert_eq!(marked, 2);
}

#[test]
fn a_mark_that_leads_to_what_is_in_the_store_is_one_of_both() {
    let mut daemon = Daemon::start();
    daemon.record("The API listens on port 8080");
    daemon.record("The API listens on port 9090");
    let lines = daemon.export(false);
    let line = |text: &str| lines.iter().find(|line| line.contains(text)).unwrap().as_str();
    let (header, first, second) = (lines[0].as_str(), line("8080"), line("9090"));
    let unmarked = |line: &str| {
        let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["conflicts_with"] = serde_json::json!([]);
        row.to_string()
    };
    // Both rows tell of it, the new one alone, or that of what is known alone.
    for (known, new) in [
        (first.to_owned(), second.to_owned()),
        (unmarked(first), second.to_owned()),
        (first.to_owned(), unmarked(second)),
    ] {
        let mut other = Daemon::start();
        other.import(&[header, &unmarked(first)], true);
        let report = other.import(&[header, &known, &new], true);
        assert_eq!((report.added, report.unchanged), (1, 1));
        assert_eq!(other.export(false), lines);
        other.undo(Some(&report.run.unwrap().to_string())).unwrap();
        assert_eq!(other.export(false).len(), 2);
    }
}

#[test]
fn a_strength_out_of_its_range_is_a_bad_line() {
    let mut daemon = Daemon::start();
    let row = |digit: char, strength: u32| {
        let id = format!("mem_{}{digit}", "0".repeat(25));
        format!(r#"{{"id":"{id}","text":"Rule {digit}.","project":"p","strength":{strength}}}"#)
    };
    let header = r#"{"consolidate_export":1,"rulings":true}"#.to_owned();
    let lines = [header, row('1', 1000), row('2', 1001), row('3', 70_000)];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let report = daemon.import(&lines, false);
    let bad: Vec<u64> = report.bad.iter().map(|bad| bad.line).collect();
    assert_eq!((report.added, bad), (1, vec![3, 4]));
    assert!(report.bad[0].why.contains("from 0 to 1000"), "{}", report.bad[0].why);
}

#[test]
fn a_trigger_that_no_record_may_have_is_a_bad_line_and_its_unknown_fields_are_told() {
    let mut daemon = Daemon::start();
    let row = |kind: &str, trigger: &str| {
        let text = format!("Mind {}", trigger.replace('"', "'"));
        format!(r#"{{"text":"{text}","kind":"{kind}","project":"p","trigger":{trigger}}}"#)
    };
    let lines = [
        row("pitfall", r#"{"command":"cargo test","when":"late","error":"x"}"#),
        row("fact", r#"{"command":"cargo test"}"#),
        row("pitfall", r#"{"command":";;"}"#),
        row("pitfall", r#"{"error_pattern":"12 34"}"#),
        row("fact", r#"{"command":null}"#),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let report = daemon.import(&lines, false);
    let bad: Vec<(u64, &str)> = report.bad.iter().map(|bad| (bad.line, &*bad.why)).collect();
    let [(2, fact), (3, command), (4, error)] = bad[..] else { panic!("{bad:?}") };
    assert!(fact.contains("does not surface") && command.contains("names no program"), "{bad:?}");
    assert!(error.contains("hardly a word"), "{bad:?}");
    let unknown = ["trigger.error", "trigger.when"].map(|name| (name.to_owned(), 1));
    assert_eq!((report.added, report.unknown_fields), (2, unknown.to_vec()));
}

#[test]
fn another_trigger_or_other_steps_are_other_content() {
    let mut daemon = Daemon::start();
    let row = |more: &str| {
        format!(r#"{{"id":"a","text":"Mind it.","kind":"pitfall","project":"p"{more}}}"#)
    };
    daemon.import(&[&row(r#","trigger":{"domain":"example.org"}"#)], true);
    for (more, unchanged) in [
        (r#","trigger":{"domain":"example.org","command":null}"#, 1),
        (r#","trigger":{"domain":"example.com"}"#, 0),
        ("", 0),
        (r#","trigger":{"domain":"example.org"},"steps":["go"]"#, 0),
    ] {
        let report = daemon.import(&[&row(more)], false);
        assert_eq!((report.unchanged, report.bad_count), (unchanged, 1 - unchanged), "{more}");
    }
}

#[test]
fn an_agent_may_import_again_what_the_store_holds_and_claim_nothing_by_it() {
    let mut daemon = Daemon::start();
    let mut policy = daemon.draft("Never push on a Friday.");
    (policy.kind, policy.caller) = (Kind::Policy, user());
    daemon.try_record(policy).unwrap();
    let own = daemon.record("The port is 8080.").id.to_string();
    daemon.order(&own, OrderKind::Pin).unwrap();
    let export = daemon.export(false);
    let again = |lines: &[String], daemon: &mut Daemon| {
        daemon.import(&lines.iter().map(String::as_str).collect::<Vec<_>>(), false)
    };
    let report = again(&export, &mut daemon);
    assert_eq!((report.added, report.unchanged, report.bad), (0, 2, Vec::new()));
    assert_eq!(daemon.export(false), export);
    daemon.order(&own, OrderKind::Unpin).unwrap();
    let report = again(&export, &mut daemon);
    assert_eq!((report.unchanged, report.bad_count), (1, 1), "the pin is gone, and is claimed");
}
