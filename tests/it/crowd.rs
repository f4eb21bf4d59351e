//! Many at once.

use std::collections::BTreeSet;
use std::time::Duration;

use consolidate_client::{Deadline, new_memory_id};
use consolidate_shared::id::MemoryId;
use consolidate_shared::wire::v1::{Caller, Record, Request, Response, Role};

use crate::sandbox;

/// A request to record `text`.
pub(crate) fn record(id: MemoryId, text: &str) -> Request {
    Request::Record(Box::new(Record {
        id,
        caller: Caller {
            role: Role::Agent { name: "crowd".to_owned(), capable: false },
            session: None,
            project: Some("example.org/shop".to_owned()),
        },
        text: text.to_owned(),
        kind: consolidate_shared::model::Kind::default(),
        rationale: None,
        slot: None,
        anchors: Vec::new(),
        trigger: None,
        steps: Vec::new(),
        facets: std::collections::BTreeMap::default(),
        supersedes: Vec::new(),
        candidate: false,
        valid_from: None,
        valid_until: None,
        locator: None,
    }))
}

#[test]
fn eight_clients_write_five_hundred_memories_each_and_each_is_there_once() {
    let home = sandbox();
    home.start();
    std::thread::scope(|threads| {
        for writer in 0..8 {
            let home = &home;
            threads.spawn(move || {
                let mut client = home.connect();
                for number in 0..500 {
                    let text = format!(
                        "Ticket {writer}-{number} was closed by worker w{writer}x{number}."
                    );
                    let answer = client
                        .call(
                            &record(new_memory_id(), &text),
                            Deadline::after(Duration::from_mins(1)),
                        )
                        .expect("the daemon answers");
                    assert!(matches!(answer, Response::Recorded(_)), "{answer:?}");
                }
            });
        }
    });
    let export = home.run(["export"]).ok();
    let texts: Vec<String> = export
        .lines()
        .filter_map(|line| {
            serde_json::from_str::<serde_json::Value>(line).ok()?["text"]
                .as_str()
                .map(str::to_owned)
        })
        .collect();
    assert_eq!(texts.len(), 4000);
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), 4000);
    let status = home.status().expect("a daemon runs");
    assert_eq!(status["memories"]["active"], 4000);
}

#[test]
fn the_same_content_from_five_clients_at_once_is_one_memory() {
    let home = sandbox();
    home.start();
    let ids: Vec<_> = std::thread::scope(|threads| {
        let handles: Vec<_> = (0..5)
            .map(|_| {
                threads.spawn(|| {
                    match home.ask(&record(new_memory_id(), "Tests need a running Docker.")) {
                        Response::Recorded(recorded) => recorded.merged_into.unwrap_or(recorded.id),
                        other => panic!("{other:?}"),
                    }
                })
            })
            .collect();
        handles.into_iter().map(|handle| handle.join().expect("no client panics")).collect()
    });
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 1, "{ids:?}");
}
