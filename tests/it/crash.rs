//! kill -9 in the midst of writes.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use consolidate_client::{Client, Deadline, new_memory_id};
use consolidate_shared::wire::v1::Response;

use crate::crowd::record;
use crate::sandbox;

#[test]
fn every_acknowledged_write_is_there_after_a_kill_and_none_twice_although_clients_retry() {
    let home = sandbox();
    let written = AtomicU64::new(0);
    let pid = home.start();
    std::thread::scope(|threads| {
        for writer in 0..4 {
            let (home, written) = (&home, &written);
            threads.spawn(move || {
                let mut client: Option<Client> = None;
                for number in 0..100 {
                    let request = record(
                        new_memory_id(),
                        &format!("Event e{writer}n{number} was seen once."),
                    );
                    // The same request until it is acknowledged, over a new connection after each failure.
                    loop {
                        let deadline = Deadline::after(Duration::from_secs(30));
                        let kept = client
                            .take()
                            .map_or_else(|| Client::connect(&home.socket(), deadline).ok(), Some);
                        let Some(mut connected) = kept else {
                            std::thread::yield_now();
                            continue;
                        };
                        if let Ok(Response::Recorded(_)) = connected.call(&request, deadline) {
                            written.fetch_add(1, Ordering::Relaxed);
                            client = Some(connected);
                            break;
                        }
                    }
                }
            });
        }
        home.until("some writes are done", || written.load(Ordering::Relaxed) > 100);
        home.kill(pid);
        home.start();
    });
    let mut texts = BTreeMap::<String, u32>::new();
    for line in home.run(["export"]).ok().lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("an export is JSON lines");
        if let Some(text) = row["text"].as_str() {
            *texts.entry(text.to_owned()).or_default() += 1;
        }
    }
    assert_eq!(texts.len(), 400);
    assert!(texts.values().all(|count| *count == 1));
}

#[test]
fn a_killed_daemon_leaves_nothing_that_hinders_the_next_start() {
    let home = sandbox();
    for _ in 0..5 {
        let pid = home.start();
        home.kill(pid);
    }
    home.start();
    assert_eq!(home.daemons(), 1);
}
