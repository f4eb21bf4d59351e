//! Writes: acknowledged ones through the socket, and what redb alone takes for a durable commit of as many bytes.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use consolidate_client::{Client, Deadline, new_memory_id};
use consolidate_shared::model::Kind;
use consolidate_shared::wire::v1::{Record, Request, Response};
use consolidate_tests::yardstick::redb::{Database, Durability, TableDefinition};

use crate::home::{Home, caller};
use crate::times::{Times, now};

const PATIENCE: Duration = Duration::from_mins(1);
const TABLE: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("bare");

/// A record of a text.
pub(crate) fn record(text: &str) -> Request {
    Request::Record(Box::new(Record {
        id: new_memory_id(),
        caller: caller(),
        text: text.to_owned(),
        kind: Kind::Fact,
        rationale: None,
        slot: None,
        anchors: Vec::new(),
        trigger: None,
        steps: Vec::new(),
        facets: std::collections::BTreeMap::new(),
        supersedes: Vec::new(),
        candidate: false,
        valid_from: None,
        valid_until: None,
        locator: None,
    }))
}

/// Times of acknowledged writes of these texts from `writers` at once, and how long all took.
pub(crate) fn through_socket(home: &Home, writers: usize, texts: &[String]) -> (Times, Duration) {
    let start = now();
    let times: Vec<Vec<Duration>> = std::thread::scope(|scope| {
        let threads = texts.chunks(texts.len().div_ceil(writers)).map(|texts| {
            scope.spawn(move || {
                let mut client = connect(home);
                texts.iter().map(|text| write(&mut client, text)).collect::<Vec<_>>()
            })
        });
        let threads: Vec<_> = threads.collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("a writer writes to the end"))
            .collect()
    });
    (Times::of(times.into_iter().flatten().collect()), start.elapsed())
}

/// Writes the texts in turn, until `stop`; how many were written.
pub(crate) fn until(home: &Home, texts: &[String], stop: &AtomicBool) -> usize {
    let mut client = connect(home);
    let going = |_: &&String| !stop.load(Ordering::Relaxed);
    texts.iter().take_while(going).map(|text| write(&mut client, text)).count()
}

fn connect(home: &Home) -> Client {
    let socket = home.sandbox.socket();
    Client::connect(&socket, Deadline::after(PATIENCE)).expect("the daemon takes connections")
}

fn write(client: &mut Client, text: &str) -> Duration {
    let request = record(text);
    let start = now();
    let answer = client.call(&request, Deadline::after(PATIENCE)).expect("the daemon answers");
    let took = start.elapsed();
    assert!(matches!(answer, Response::Recorded(_)), "{answer:?}");
    took
}

/// Times of bare durable commits with quick repair, one value of `bytes` each, into a new file in `folder`.
pub(crate) fn bare(folder: &Path, bytes: usize, count: usize) -> Times {
    let path = folder.join("bare.redb");
    let database = Database::create(&path).expect("a new file can be made");
    let value = vec![7; bytes];
    let commits = (0..count as u64).map(|key| {
        let start = now();
        let mut transaction = database.begin_write().expect("a transaction begins");
        transaction.set_durability(Durability::Immediate).expect("it may be durable");
        transaction.set_quick_repair(true);
        {
            let mut table = transaction.open_table(TABLE).expect("the table opens");
            table.insert(key, value.as_slice()).expect("the value goes in");
        }
        transaction.commit().expect("it is committed");
        start.elapsed()
    });
    let times = Times::of(commits.collect());
    std::fs::remove_file(&path).expect("the file is ours");
    times
}
