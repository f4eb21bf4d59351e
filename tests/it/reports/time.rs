//! Time stamps, zones, clocks that jump, dates in words.

use std::collections::BTreeSet;

use consolidate_client::new_memory_id;
use serde_json::{Value, json};

use super::{active, all, apply, brief, export, hits, id, planned, recall, record, texts};
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
fn r093_the_order_of_writes_does_not_hang_on_the_clock() {
    let home = sandbox().with_clock("2026-05-01T20:00:00Z");
    home.start();
    for (day, text) in [
        ("2026-05-01T20:00:00Z", "Port is 1"),
        ("2026-05-01T05:00:00Z", "Port is 2"),
        ("2001-01-01T00:00:00Z", "Port is 3"),
    ] {
        home.set_clock(day);
        record(&home, text, &["--slot", "port"]);
        apply(&home);
    }
    home.set_clock("2026-05-01T21:00:00Z");
    apply(&home);
    assert_eq!(active(&home), ["Port is 3"]);
    assert_eq!(planned(&home), [] as [Value; 0]);
    assert_eq!(all(&home).len(), 3);
}

#[test]
fn r085_what_was_said_is_found_by_its_day_however_it_came_in() {
    let home = sandbox().with_clock("2026-05-10T09:00:00Z");
    home.start();
    record(&home, "The cache listens on port 6380 (by the command)", &[]);
    let by_socket =
        crate::crowd::record(new_memory_id(), "The cache keeps keys for an hour (by the socket)");
    home.ask(&by_socket);
    let rows = [
        json!({ "text": "The cache was sized for ten users (by a date)", "created_at": "2026-05-09" }),
        json!({ "text": "The cache was moved (by an instant)", "created_at": "2026-05-08T23:59:59+00:00" }),
    ];
    let rows: String = rows.iter().map(|row| format!("{row}\n")).collect();
    home.run_with_input(["import", "-", "--strict"], rows.as_bytes()).ok();
    let within = |window: &[&str]| {
        let mut more = vec!["--all-projects"];
        more.extend(window);
        let recalled = texts(&hits(&home, "cache", &more)).into_iter();
        let ways: BTreeSet<String> =
            recalled.filter_map(|text| Some(text.split_once('(')?.1.to_owned())).collect();
        let mut args = vec!["list", "--json"];
        args.extend(&more);
        let listed = home.run(args).json()["memories"].as_array().map(Vec::len);
        assert_eq!(listed, Some(ways.len()), "a list has the same window");
        ways.into_iter().collect::<Vec<_>>()
    };
    let (command, socket) = ("by the command)", "by the socket)");
    let (date, instant) = ("by a date)", "by an instant)");
    assert_eq!(within(&["--since", "yesterday"]), [date, command, socket]);
    assert_eq!(within(&["--since", "2026-05-08", "--until", "2026-05-09"]), [date, instant]);
    assert_eq!(within(&["--until", "2d"]), [instant]);
    assert_eq!(within(&["--since", "today"]), [command, socket]);
    assert_eq!(within(&[]), [date, instant, command, socket]);
    let wrong = home.run(["recall", "cache", "--since", "last week"]).exits(2);
    assert!(wrong.err.contains("yesterday"), "{}", wrong.err);
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

#[test]
fn r094_a_date_years_ahead_takes_no_later_write_with_it() {
    let home = sandbox().with_clock("2026-05-01T09:00:00Z");
    home.start();
    let row = json!({ "text": "Port is 1", "slot": "port", "created_at": "2031-05-01T09:00:00Z" });
    home.run_with_input(["import", "-", "--strict"], format!("{row}\n").as_bytes()).ok();
    for (minute, text) in ["Port is 2", "Port is 3"].into_iter().enumerate() {
        home.set_clock(&format!("2026-05-01T10:0{minute}:00Z"));
        record(&home, text, &["--slot", "port"]);
    }
    let found = || texts(&hits(&home, "port", &["--until", "today", "--all-projects"]));
    assert!(found().contains(&"Port is 3".to_owned()), "{:?}", found());
    apply(&home);
    assert_eq!(
        (active(&home), found()),
        (vec!["Port is 3".to_owned()], vec!["Port is 3".to_owned()])
    );
    assert_eq!(planned(&home), [] as [Value; 0]);
    let asked = home.run(["review", "list", "--all-projects", "--json"]).json();
    assert_eq!(asked["total"], 0, "{asked}");
}
