//! What was taken out is gone from every answer, at once. Twelve of one word with ten retracted (R053) are in
//! `tests/it/deleted.rs`, beside counts and lists.

use std::time::Duration;

use consolidate_client::{Client, Deadline, new_memory_id};
use consolidate_shared::model::RetireReason;
use consolidate_shared::wire::v1::{Order, OrderKind, Request, Response};

use super::search::home_with;
use super::{all, brief, export, hits, id, recall, record};
use crate::deleted;
use crate::sandbox;

#[test]
fn r053_the_limit_is_filled_from_what_is_live() {
    let texts: Vec<String> = (0..12)
        .map(|number| format!("The jwt of service s{number} is kept in vault v{number}"))
        .collect();
    let home = home_with(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    for _ in 0..10 {
        let best = hits(&home, "jwt", &["-k", "1"])[0]["id"].as_str().expect("an id").to_owned();
        home.run(["retract", &best, "--as", "user"]).ok();
    }
    let left = recall(&home, "jwt");
    assert_eq!((left.len(), hits(&home, "jwt", &["-k", "5"]).len()), (2, 2));
    // Also after the index was made anew from the store.
    home.run(["daemon", "stop"]).ok();
    home.start();
    home.until("the index is there", || !recall(&home, "jwt").is_empty());
    assert_eq!(recall(&home, "jwt"), left);
}

fn call(client: &mut Client, request: &Request) -> Response {
    client.call(request, Deadline::after(Duration::from_secs(30))).expect("the daemon answers")
}

#[test]
fn r055_a_connection_that_stays_open_sees_each_change_at_once() {
    let home = sandbox();
    home.start();
    let (mut writer, mut reader) = (home.connect(), home.connect());
    let order = |memory: &str, kind| {
        Request::Order(Order {
            caller: deleted::caller(),
            memory: memory.to_owned(),
            kind,
            note: None,
        })
    };
    let retract = || OrderKind::Retire { reason: RetireReason::Retracted };
    for round in 0..20 {
        let (first, second) = (new_memory_id(), new_memory_id());
        let old = format!("The lamp of floor {round} burns red in wing w{round}");
        let new = format!("The lamp of floor {round} burns green in wing w{round}");
        call(&mut writer, &crate::crowd::record(first, &old));
        assert_eq!(deleted::recall(&mut reader, "lamp", 20), [old.as_str()]);
        let Request::Record(mut edit) = crate::crowd::record(second, &new) else { panic!() };
        edit.supersedes = vec![first.to_string()];
        call(&mut writer, &Request::Record(edit));
        assert_eq!(deleted::recall(&mut reader, "lamp", 20), [new.as_str()]);
        for memory in [first, second] {
            call(&mut writer, &order(&memory.to_string(), retract()));
        }
        assert_eq!(deleted::recall(&mut reader, "lamp", 20), [] as [String; 0]);
    }
}

#[test]
fn r056_counts_and_answers_agree() {
    let home = sandbox();
    let names =
        ["amber", "beryl", "coral", "dune", "ember", "flint", "grove", "heath", "inlet", "jade"];
    let ids: Vec<String> = names
        .iter()
        .map(|name| id(&record(&home, &format!("Host {name} serves the {name} zone"), &[])))
        .collect();
    for gone in &ids[..4] {
        home.run(["retract", gone]).ok();
    }
    for _ in 0..2 {
        let status = home.status().expect("a daemon runs");
        assert_eq!(
            (status["memories"]["active"].as_u64(), status["memories"]["retired"].as_u64()),
            (Some(6), Some(4))
        );
        let listed = home.run(["list", "--json"]).json();
        assert_eq!(listed["memories"].as_array().map(Vec::len), Some(6));
        assert_eq!(hits(&home, "host serves zone", &["-k", "20"]).len(), 6);
        let brief = brief(&home, "host zone");
        let told = |name: &&&str| brief.contains(&format!("Host {name} "));
        assert_eq!(names.iter().filter(told).count(), 6, "{brief}");
        // What is kept for an undo is told apart.
        let active = |memory: &&serde_json::Value| memory["standing"] == "active";
        let everything = all(&home);
        assert_eq!((everything.len(), everything.iter().filter(active).count()), (10, 6));
        let export = export(&home);
        let rows = export.lines().filter(|line| line.contains("\"text\":\"Host "));
        let (live, retired): (Vec<&str>, Vec<&str>) =
            rows.partition(|line| !line.contains("retracted"));
        assert_eq!((live.len(), retired.len()), (6, 4), "{export}");
        home.run(["daemon", "stop"]).ok();
        home.start();
        home.until("the index is there", || !recall(&home, "host").is_empty());
    }
}
