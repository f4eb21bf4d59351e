//! A server in this process with a service of the tests', and raw bytes on its socket.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use consolidate_shared::id::hash128;
use consolidate_shared::limits::FRAME_BYTES;
use consolidate_shared::place::{Places, Surroundings};
use consolidate_shared::wire::frame::{self, Encoding, HEADER_BYTES, Header};
use consolidate_shared::wire::v1::{ErrorCode, Form, Page, Refused, Request, Response};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::*;

/// Bytes that look random and are the same in each run.
fn garbage(round: u32) -> Vec<u8> {
    let blocks = (0..8u32)
        .flat_map(|block| hash128(&[round, block].map(u32::to_le_bytes).concat()).to_le_bytes());
    blocks.take(round as usize % 97).collect()
}

/// `Show` answers its id after as many bytes as its offset; some ids do special things.
#[derive(Default)]
struct Echo {
    release: Notify,
    begun: AtomicUsize,
}

impl Service for Echo {
    type Session = u64;

    async fn call(&self, session: &mut u64, request: Request, arrival: Arrival) -> Response {
        self.begun.fetch_add(1, Ordering::SeqCst);
        *session += 1;
        let page = |text: String| Response::Page(Page { text, next: Some(*session) });
        match request {
            Request::Show { id, .. } if id == "panic" => panic!("it says hunter2"),
            Request::Show { id, .. } if id == "hang" => {
                self.release.notified().await;
                page(id)
            }
            Request::Show { id, .. } if id == "huge" => page("x".repeat(FRAME_BYTES + 1)),
            Request::Show { id, .. } => page(id),
            Request::Status => {
                page(format!("{:?}", arrival.left(Duration::from_secs(1), arrival.instant())))
            }
            _ => Response::Ok,
        }
    }
}

struct Running {
    // Order: the runtime ends before the folder goes.
    runtime: Runtime,
    service: Arc<Echo>,
    stop: watch::Sender<bool>,
    served: JoinHandle<usize>,
    places: Places,
    _home: TempDir,
}

fn running(bounds: Bounds) -> Running {
    running_on(2, bounds)
}

fn running_on(workers: usize, bounds: Bounds) -> Running {
    let home = tempfile::tempdir().unwrap();
    let places = Places::of(&Surroundings {
        consolidate_home: Some(home.path().to_owned()),
        temporary: "/tmp".into(),
        ..Surroundings::default()
    })
    .unwrap();
    std::fs::create_dir(&places.store).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(workers)
        .enable_all()
        .build()
        .unwrap();
    let (stop, stopped) = watch::channel(false);
    let service = Arc::new(Echo::default());
    let listener = runtime.block_on(async { Listener::bind(&places) }).unwrap();
    let served = runtime.spawn(serve(listener, Arc::clone(&service), bounds, stopped));
    Running { runtime, service, stop, served, places, _home: home }
}

fn quick() -> Bounds {
    Bounds { connections: 4, frame_time: Duration::from_millis(150), ..Bounds::default() }
}

impl Running {
    fn connect(&self) -> UnixStream {
        let stream = UnixStream::connect(&self.places.socket).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        stream
    }

    fn wait_until_begun(&self, calls: usize) {
        while self.service.begun.load(Ordering::SeqCst) < calls {
            std::thread::yield_now();
        }
    }
}

fn show(id: &str) -> Request {
    Request::Show { id: id.to_owned(), form: Form::Text, offset: 0 }
}

fn send(stream: &mut UnixStream, request: &Request) {
    stream.write_all(&frame::encode(request, Encoding::Compact).unwrap()).unwrap();
}

/// A frame of any bytes.
fn raw(protocol: u8, encoding: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = (body.len() as u32 + 2).to_le_bytes().to_vec();
    bytes.extend([protocol, encoding]);
    bytes.extend(body);
    bytes
}

/// The next answer, or `None` at the end of the stream.
fn answer(stream: &mut UnixStream) -> Option<Response> {
    let mut head = [0; HEADER_BYTES];
    match stream.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("no answer"),
        Err(_) => return None,
    }
    let header = Header::parse(head).unwrap();
    let mut body = vec![0; header.body];
    stream.read_exact(&mut body).unwrap();
    Some(frame::decode(&body, header.encoding().unwrap()).unwrap())
}

fn refusal(stream: &mut UnixStream) -> Refused {
    match answer(stream) {
        Some(Response::Refused(refused)) => refused,
        other => panic!("no refusal: {other:?}"),
    }
}

/// The connection still answers, and is still in step.
fn assert_alive(stream: &mut UnixStream) {
    send(stream, &show("alive"));
    match answer(stream) {
        Some(Response::Page(page)) => assert_eq!(page.text, "alive"),
        other => panic!("no page: {other:?}"),
    }
}

#[test]
fn requests_are_answered_in_order_and_in_their_encoding() {
    let server = running(quick());
    let mut stream = server.connect();
    let mut bytes = Vec::new();
    for id in ["a", "b", "c"] {
        bytes.extend(frame::encode(&show(id), Encoding::Json).unwrap());
        bytes.extend(frame::encode(&show(id), Encoding::Compact).unwrap());
    }
    // In pieces, so that frames are cut everywhere.
    for piece in bytes.chunks(7) {
        stream.write_all(piece).unwrap();
    }
    for (number, id) in [(1, "a"), (2, "a"), (3, "b"), (4, "b"), (5, "c"), (6, "c")] {
        let expected = Response::Page(Page { text: id.to_owned(), next: Some(number) });
        assert_eq!(answer(&mut stream), Some(expected));
    }
    send(&mut stream, &Request::Status);
    assert!(matches!(answer(&mut stream), Some(Response::Page(page)) if page.text == "1s"));
}

#[test]
fn a_claim_of_four_gigabytes_is_refused_and_ends_its_connection_alone() {
    let server = running(quick());
    let mut healthy = server.connect();
    for (claim, encoding) in
        [(u32::MAX, 1), (u32::MAX, 2), (FRAME_BYTES as u32 + 3, 1), (0, 1), (1, 2)]
    {
        let mut stream = server.connect();
        let mut bytes = claim.to_le_bytes().to_vec();
        bytes.extend([1, encoding]);
        bytes.extend([0; 100]);
        stream.write_all(&bytes).unwrap();
        let refused = refusal(&mut stream);
        assert_eq!(refused.code, ErrorCode::Invalid);
        assert!(refused.message.contains(&claim.to_string()), "{refused:?}");
        assert_eq!(answer(&mut stream), None);
        assert_alive(&mut healthy);
    }
}

#[test]
fn another_protocol_is_refused_with_both_versions_and_the_connection_survives() {
    let server = running(quick());
    let mut stream = server.connect();
    for encoding in [1, 2, 77] {
        stream.write_all(&raw(99, encoding, b"whatever protocol 99 says")).unwrap();
        let refused = refusal(&mut stream);
        assert_eq!(refused.code, ErrorCode::Version);
        assert!(refused.message.contains("protocol 99") && refused.message.contains("protocol 1"));
        assert_alive(&mut stream);
    }
}

#[test]
fn what_is_no_request_is_refused_and_the_connection_survives() {
    use ErrorCode::{Invalid, Version};
    let server = running(quick());
    let mut stream = server.connect();
    let deep = "[".repeat(10_000);
    let deep_field = format!(r#"{{"log":{{"limit":{deep}"#);
    let cases: Vec<(u8, Vec<u8>, ErrorCode)> = vec![
        (3, b"x".to_vec(), Invalid),
        (1, vec![], Invalid),
        (1, vec![250], Version),
        (1, vec![255; 300], Invalid),
        (2, vec![], Invalid),
        (2, b"\"status\" \"status\"".to_vec(), Invalid),
        (2, b"{\"read\":{\"caller\":\xff".to_vec(), Invalid),
        (2, b"{\"log\":{\"limit\":1,\"unknown\":\"\xc3\x28\"}}".to_vec(), Invalid),
        (2, br#"{"show":{"id":"\ud800","form":"text","offset":0}}"#.to_vec(), Invalid),
        (2, br#"{"frobnicate":{}}"#.to_vec(), Version),
        (2, br#""frobnicate""#.to_vec(), Version),
        (2, br#"{"status":null,"stop":null}"#.to_vec(), Invalid),
        (2, br#"{"log":{"limit":1,"limit":2}}"#.to_vec(), Invalid),
        (2, br#"{"log":{"limit":1e999}}"#.to_vec(), Invalid),
        (2, br#"{"log":{"limit":4294967296}}"#.to_vec(), Invalid),
        (2, br#"{"log":{"limit":-1}}"#.to_vec(), Invalid),
        (2, br#"{"log":{}}"#.to_vec(), Invalid),
        (2, deep.into_bytes(), Invalid),
        (2, deep_field.into_bytes(), Invalid),
        (2, b"\xef\xbb\xbf\"status\"".to_vec(), Invalid),
        (2, b"\0".to_vec(), Invalid),
    ];
    for (encoding, body, code) in cases {
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        stream.write_all(&raw(1, encoding, &body)).unwrap();
        let refused = refusal(&mut stream);
        assert_eq!(refused.code, code, "{shown}: {refused:?}");
        assert!(refused.message.len() < 1000, "{shown}");
        assert_alive(&mut stream);
    }
}

#[test]
fn an_unknown_field_is_ignored() {
    let server = running(quick());
    let mut stream = server.connect();
    let body = br#"{"show":{"id":"x","form":"text","offset":0,"new":{"a":[1,2,{"b":"\ud800"}]}}}"#;
    stream.write_all(&raw(1, 2, body)).unwrap();
    assert!(matches!(answer(&mut stream), Some(Response::Page(page)) if page.text == "x"));
}

#[test]
fn half_a_frame_and_silence_ends_the_connection_and_its_task() {
    let server = running(quick());
    let whole = frame::encode(&show("x"), Encoding::Compact).unwrap();
    for cut in [1, HEADER_BYTES - 1, HEADER_BYTES, whole.len() - 1] {
        let mut stream = server.connect();
        stream.write_all(&whole[..cut]).unwrap();
        assert_eq!(answer(&mut stream), None);
    }
    // A byte now and then does not buy more time.
    let mut stream = server.connect();
    let trickled = whole.iter().take_while(|&&byte| {
        std::thread::park_timeout(Duration::from_millis(40));
        stream.write_all(&[byte]).is_ok()
    });
    assert!(trickled.count() < whole.len());
    // Only the accepting task is left.
    while server.runtime.metrics().num_alive_tasks() > 1 {
        std::thread::yield_now();
    }
}

#[test]
fn a_peer_that_does_not_take_its_answers_is_let_go() {
    let server = running(quick());
    let mut stream = server.connect();
    let request = frame::encode(&show(&"x".repeat(100_000)), Encoding::Compact).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
    while stream.write_all(&request).is_ok() {}
    assert_alive(&mut server.connect());
}

#[test]
fn a_panic_refuses_its_request_resets_the_session_and_hurts_nobody() {
    let server = running(quick());
    let mut stream = server.connect();
    assert_alive(&mut stream);
    send(&mut stream, &show("panic"));
    let refused = refusal(&mut stream);
    assert_eq!(refused.code, ErrorCode::Internal);
    assert!(!refused.message.contains("hunter2"));
    send(&mut stream, &show("x"));
    assert!(matches!(answer(&mut stream), Some(Response::Page(page)) if page.next == Some(1)));
}

#[test]
fn an_answer_that_is_too_large_is_refused_with_both_sizes() {
    let server = running(quick());
    let mut stream = server.connect();
    for encoding in [Encoding::Compact, Encoding::Json] {
        stream.write_all(&frame::encode(&show("huge"), encoding).unwrap()).unwrap();
        let refused = refusal(&mut stream);
        let sizes = [FRAME_BYTES.to_string(), "the answer has 41943".to_owned()];
        assert!(sizes.iter().all(|size| refused.message.contains(size)), "{refused:?}");
        assert_alive(&mut stream);
    }
}

#[test]
fn ten_thousand_malformed_frames_beside_a_healthy_client() {
    let server = running(Bounds { connections: 64, ..quick() });
    let mut healthy = server.connect();
    let mut stream = server.connect();
    for round in 0..10_000u32 {
        let body = garbage(round);
        // Every eighth is garbage from its first byte on and costs its connection.
        let whole = round % 8 != 0;
        let bytes = if whole { raw(1, (round % 3) as u8, &body) } else { body };
        if stream.write_all(&bytes).is_err() || !whole {
            stream = server.connect();
        } else {
            // `Ok` by chance, or refused: one answer each.
            assert!(answer(&mut stream).is_some());
        }
        if round % 100 == 0 {
            assert_alive(&mut healthy);
        }
    }
    assert_alive(&mut healthy);
}

#[test]
fn when_all_places_are_taken_the_longest_idle_connection_gives_way() {
    // One worker, so that a connection is idle before the next one is served.
    let server = running_on(1, quick());
    let mut idle: Vec<_> = (0..4).map(|_| server.connect()).collect();
    idle.iter_mut().for_each(assert_alive);
    // The first one speaks again, so the second is the one that was idle for longest.
    assert_alive(&mut idle[0]);
    assert_alive(&mut server.connect());
    assert_eq!(answer(&mut idle[1]), None);
    assert_alive(&mut idle[0]);
    assert_alive(&mut idle[2]);
    assert_alive(&mut idle[3]);
}

#[test]
fn who_finds_every_place_busy_waits_for_one() {
    let server = running(quick());
    let mut busy: Vec<_> = (0..4).map(|_| server.connect()).collect();
    for stream in &mut busy {
        send(stream, &show("hang"));
    }
    server.wait_until_begun(4);
    let mut waiting = server.connect();
    send(&mut waiting, &show("x"));
    server.service.release.notify_waiters();
    assert!(matches!(answer(&mut waiting), Some(Response::Page(page)) if page.text == "x"));
}

#[test]
fn stopping_finishes_what_is_in_hand_and_closes_the_rest() {
    let server = running(quick());
    let mut idle = server.connect();
    assert_alive(&mut idle);
    let mut busy = server.connect();
    send(&mut busy, &show("hang"));
    server.wait_until_begun(2);
    server.stop.send(true).unwrap();
    assert_eq!(answer(&mut idle), None);
    // The socket goes at about the same time; a client that came too late finds no daemon.
    while UnixStream::connect(&server.places.socket).is_ok() {
        std::thread::yield_now();
    }
    server.service.release.notify_waiters();
    assert!(matches!(answer(&mut busy), Some(Response::Page(page)) if page.text == "hang"));
    assert_eq!(answer(&mut busy), None);
    assert_eq!(server.runtime.block_on(server.served).unwrap(), 0);
}

#[test]
fn stopping_does_not_wait_for_ever() {
    let bounds = Bounds { stop_time: Duration::from_millis(100), ..quick() };
    let server = running(bounds);
    let mut busy = server.connect();
    send(&mut busy, &show("hang"));
    server.wait_until_begun(1);
    server.stop.send(true).unwrap();
    assert_eq!(server.runtime.block_on(server.served).unwrap(), 1);
    assert_eq!(answer(&mut busy), None);
}
