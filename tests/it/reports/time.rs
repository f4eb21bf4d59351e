//! Time stamps, zones, clocks that jump, dates in words.

use serde_json::json;

use super::{active, all, apply, brief, export, hits, id, recall, record};
use crate::sandbox;

#[test]
fn r083_an_instant_is_the_same_in_every_zone() {
    let row =
        json!({ "id": "a", "text": "The gateway is blue.", "created_at": "2026-03-04T01:30:00Z" });
    let exports: Vec<String> = ["Asia/Tokyo", "America/Los_Angeles"]
        .iter()
        .map(|zone| {
            let home = sandbox();
            let mut daemon = home.command(["daemon", "start"]);
            assert!(daemon.env("TZ", zone).status().expect("it runs").success());
            home.run_with_input(["import", "-", "--strict"], format!("{row}\n").as_bytes()).ok();
            let mut export = home.command(["export", "--without-rulings"]);
            let output = export.env("TZ", zone).output().expect("it runs");
            String::from_utf8(output.stdout).expect("an export is UTF-8")
        })
        .collect();
    assert_eq!(exports[0], exports[1]);
    assert!(exports[0].contains("2026-03-04T01:30:00Z"), "{}", exports[0]);
}

#[test]
fn r083_a_write_has_the_instant_of_the_clock() {
    let home = sandbox().with_clock("2026-03-04T01:30:00Z");
    home.start();
    record(&home, "The gateway is blue.", &[]);
    assert_eq!(all(&home)[0]["created_at"], "2026-03-04T01:30:00Z");
}

#[test]
fn r092_event_and_record_have_a_time_each() {
    let home = sandbox().with_clock("2026-03-05T00:02:00Z");
    home.start();
    let event = ["--valid-from", "2026-03-04T23:58:00Z"];
    record(&home, "The switch in rack four failed", &event);
    let memory = &all(&home)[0];
    assert_eq!(memory["valid_from"], "2026-03-04T23:58:00Z");
    assert_eq!(memory["created_at"], "2026-03-05T00:02:00Z");
    let exported = export(&home);
    assert!(exported.contains("2026-03-04T23:58:00Z") && exported.contains("2026-03-05T00:02:00Z"));
}

#[test]
fn r092_what_happened_first_is_the_older_of_two() {
    let home = sandbox().with_clock("2026-03-05T00:02:00Z");
    home.start();
    // Written first, happened last.
    let slot = ["--slot", "leader"];
    let last = ["--valid-from", "2026-03-04T23:58:00Z", slot[0], slot[1]];
    record(&home, "Node beta leads the cluster", &last);
    let first = ["--valid-from", "2026-03-04T20:00:00Z", slot[0], slot[1]];
    record(&home, "Node alpha leads the cluster", &first);
    apply(&home);
    assert_eq!(active(&home), ["Node beta leads the cluster"]);
}

#[test]
fn r093_a_jump_of_the_clock_retires_nothing_else() {
    let home = sandbox().with_clock("2026-05-01T20:00:00Z");
    home.start();
    record(&home, "The gateway is blue.", &[]);
    for day in ["2001-01-01T00:00:00Z", "2026-05-01T20:05:00Z"] {
        home.set_clock(day);
        apply(&home);
        assert_eq!(active(&home), ["The gateway is blue."], "{day}");
    }
}

#[test]
fn r094_a_time_to_come_does_not_win_over_a_later_edit() {
    let home = sandbox().with_clock("2026-05-01T09:00:00Z");
    home.start();
    let row =
        json!({ "id": "x", "text": "The gateway is blue.", "created_at": "2026-05-02T09:00:00Z" });
    let file = format!("{row}\n");
    let import = || home.run_with_input(["import", "-", "--json"], file.as_bytes()).json();
    assert_eq!(import()["added"], 1);
    home.set_clock("2026-05-01T10:00:00Z");
    let edit = "The gateway is green.";
    let newer = id(&record(&home, edit, &["--supersedes", "x"]));
    let again = import();
    assert_eq!((&again["added"], &again["unchanged"]), (&json!(0), &json!(1)));
    apply(&home);
    assert_eq!(recall(&home, "gateway"), [edit]);
    assert_eq!(home.run(["read", &newer, "--json"]).json()["standing"], "active");
}

#[test]
fn r091_a_day_in_words_stands_beside_the_day_it_was_said_on() {
    for text in ["Freeze lifts tomorrow", "明天解冻"] {
        let home = sandbox().with_clock("2026-02-19T10:00:00Z");
        home.start();
        record(&home, text, &[]);
        home.set_clock("2026-03-05T10:00:00Z");
        let brief = brief(&home, "is the freeze over");
        assert!(brief.contains(&format!("{text} [said 2026-02-19]")), "{brief}");
        let found = hits(&home, text, &[]);
        assert_eq!((&found[0]["text"], &found[0]["said"]), (&json!(text), &json!("2026-02-19")));
        assert!(home.run(["recall", text, "--budget-ms", "5000"]).ok().contains("said 2026-02-19"));
    }
}
