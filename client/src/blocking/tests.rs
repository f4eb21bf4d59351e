use super::*;
use crate::answer::MissReason;
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::frame::{self, Encoding, HEADER_BYTES, Header};
use consolidate_shared::wire::v1::{
    Caller, Coverage, ErrorCode, Health, Page, Refused, Role, Stage, StoreHealth, Where,
};
use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// How much later than its deadline a call may return on a busy machine; typical is under 5 ms.
const SLACK: Duration = Duration::from_millis(250);

struct Server {
    socket: PathBuf,
    _folder: TempDir,
    /// Dropped at the end of the test: whoever waits for it goes on.
    end: Sender<()>,
}

/// A daemon that does `with` every connection, in a thread of its own.
fn server(with: fn(UnixStream, &Receiver<()>)) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("s");
    let listener = UnixListener::bind(&socket).unwrap();
    let (end, ended) = channel();
    thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            with(stream, &ended);
        }
    });
    Server { socket, _folder: folder, end }
}

impl Server {
    fn client(&self) -> Client {
        Client::connect(&self.socket, soon()).unwrap()
    }
}

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(10))
}

fn budget() -> Deadline {
    Deadline::after(Duration::from_millis(20))
}

fn within_slack() -> Deadline {
    Deadline::after(Duration::from_millis(20) + SLACK)
}

fn read_request(stream: &mut UnixStream) -> Option<Request> {
    let mut head = [0; HEADER_BYTES];
    stream.read_exact(&mut head).ok()?;
    let header = Header::parse(head).unwrap();
    let mut body = vec![0; header.body];
    stream.read_exact(&mut body).ok()?;
    Some(frame::decode(&body, header.encoding().unwrap()).unwrap())
}

fn answer_bytes(response: &Response) -> Vec<u8> {
    frame::encode(response, Encoding::Compact).unwrap()
}

fn question() -> RecallRequest {
    RecallRequest {
        caller: Caller { role: Role::User, session: None, project: None },
        place: Where::Everywhere,
        query: "which database".to_owned(),
        k: 5,
        budget_us: 1_000_000,
        history: false,
        said: SaidWithin::ANY,
        as_of: None,
        explain: false,
        tokens: None,
    }
}

fn recalled(coverage: Coverage, problem: Option<String>) -> Response {
    let health = Health { index_ready: true, store: StoreHealth::Ok, problem };
    Response::Recall(RecallAnswer {
        generation: 1,
        coverage,
        health,
        hits: Vec::new(),
        relevance_per_mille: 0,
        nothing_relevant: false,
        left_out: 0,
    })
}

/// Answers a recall with the budget that it was given.
fn obliging(mut stream: UnixStream, _: &Receiver<()>) {
    while let Some(request) = read_request(&mut stream) {
        let response = match request {
            Request::Recall(asked) => {
                let coverage =
                    if asked.k == 1 { Coverage::cut(Stage::Search) } else { Coverage::FULL };
                recalled(coverage, Some(asked.budget_us.to_string()))
            }
            Request::Show { id, .. } => {
                Response::Page(Page { text: id.repeat(100_000), next: None })
            }
            Request::Status => Response::Refused(Refused::new(ErrorCode::ReadOnly, "no")),
            _ => Response::Ok,
        };
        if stream.write_all(&answer_bytes(&response)).is_err() {
            return;
        }
    }
}

fn silent(stream: UnixStream, ended: &Receiver<()>) {
    let _ = ended.recv();
    drop(stream);
}

#[test]
fn calls_follow_each_other_on_one_connection() {
    let server = server(obliging);
    let mut client = server.client();
    for id in ["a", "b"] {
        let show = Request::Show {
            id: id.to_owned(),
            form: consolidate_shared::wire::v1::Form::Text,
            offset: 0,
        };
        match client.call(&show, soon()).unwrap() {
            Response::Page(page) => assert!(page.text == id.repeat(100_000)),
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(client.call(&Request::Status, soon()), Ok(Response::Refused(_))));
    assert!(client.is_usable());
}

#[test]
fn recall_is_full_or_partial_and_gives_the_daemon_less_than_it_has() {
    let server = server(obliging);
    let socket = server.socket.as_path();
    let deadline = Deadline::after(Duration::from_millis(800));
    let Answer::Full(answer) = recall(socket, question(), deadline) else { panic!("not full") };
    let given: u32 = answer.health.problem.unwrap().parse().unwrap();
    assert!(given < 800_000, "{given}");
    let narrow = RecallRequest { k: 1, ..question() };
    assert!(matches!(recall(socket, narrow, soon()), Answer::Partial(_)));
}

#[test]
fn a_daemon_that_never_answers_costs_the_budget_and_no_more() {
    let server = server(silent);
    let (deadline, slack) = (budget(), within_slack());
    let missed = recall(server.socket.as_path(), question(), deadline);
    assert!(!slack.is_past());
    assert!(deadline.is_past(), "it was given up too early");
    assert!(
        matches!(missed, Answer::Missed(MissReason::Deadline { step: Step::Read })),
        "{missed:?}"
    );
    drop(server.end);
}

#[test]
fn a_daemon_that_trickles_cannot_outlive_the_deadline() {
    let server = server(|mut stream, _| {
        read_request(&mut stream);
        let bytes = answer_bytes(&recalled(Coverage::FULL, Some("x".repeat(1000))));
        for byte in bytes {
            thread::park_timeout(Duration::from_millis(3));
            if stream.write_all(&[byte]).is_err() {
                return;
            }
        }
    });
    let (deadline, slack) = (budget(), within_slack());
    let missed = recall(server.socket.as_path(), question(), deadline);
    assert!(!slack.is_past());
    assert!(
        matches!(missed, Answer::Missed(MissReason::Deadline { step: Step::Read })),
        "{missed:?}"
    );
}

#[test]
fn a_daemon_that_takes_no_bytes_or_no_connection_costs_the_budget() {
    let server = server(silent);
    let mut client = server.client();
    let large = Request::ImportLines { lines: vec!["x".repeat(3_000_000)] };
    let slack = within_slack();
    let late = client.call(&large, budget());
    assert!(matches!(late, Err(CallError::Deadline { step: Step::Write })), "{late:?}");
    assert!(!slack.is_past());

    // Nobody accepts: the backlog fills up, and then connecting waits.
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("s");
    let listener = rustix::net::socket_with(
        rustix::net::AddressFamily::UNIX,
        rustix::net::SocketType::STREAM,
        rustix::net::SocketFlags::CLOEXEC,
        None,
    )
    .unwrap();
    rustix::net::bind(&listener, &rustix::net::SocketAddrUnix::new(&socket).unwrap()).unwrap();
    rustix::net::listen(&listener, 1).unwrap();
    let mut kept = Vec::new();
    let slack = Deadline::after(Duration::from_secs(5));
    let full = loop {
        match Client::connect(&socket, budget()) {
            Ok(client) => kept.push(client),
            Err(error) => break error,
        }
        assert!(kept.len() < 100 && !slack.is_past());
    };
    assert!(matches!(full, ConnectError::Deadline { .. }), "{full:?}");
    let slack = within_slack();
    let missed = recall(socket.as_path(), question(), budget());
    assert!(!slack.is_past());
    assert!(matches!(missed, Answer::Missed(MissReason::Deadline { step: Step::Connect })));
}

#[test]
fn without_a_daemon_the_miss_is_immediate_and_names_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let stale = folder.path().join("stale");
    drop(UnixListener::bind(&stale).unwrap());
    for socket in [folder.path().join("absent"), folder.path().join("no/folder/s"), stale] {
        let slack = Deadline::after(SLACK);
        let Answer::Missed(reason) = recall(socket.as_path(), question(), soon()) else {
            panic!("an answer from nobody")
        };
        assert!(!slack.is_past());
        assert!(matches!(reason, MissReason::NoDaemon(_)), "{reason:?}");
        assert!(reason.to_string().contains("consolidate daemon start"), "{reason}");
    }
}

#[test]
fn a_late_answer_is_never_taken_for_the_next_one() {
    let server = server(|mut stream, ended| {
        read_request(&mut stream);
        let _ = ended.recv();
        let _ = stream.write_all(&answer_bytes(&Response::Ok));
        thread::park_timeout(Duration::from_secs(1));
    });
    let mut client = server.client();
    let late = client.call(&Request::Status, budget());
    assert!(matches!(late, Err(CallError::Deadline { step: Step::Read })));
    drop(server.end);
    for _ in 0..3 {
        assert!(matches!(client.call(&Request::Status, soon()), Err(CallError::UsedUp)));
    }
    assert!(!client.is_usable());
}

#[test]
fn a_broken_answer_is_a_miss_with_its_reason() {
    fn reason(with: fn(UnixStream, &Receiver<()>)) -> MissReason {
        match recall(server(with).socket.as_path(), question(), soon()) {
            Answer::Missed(reason) => reason,
            other => panic!("{other:?}"),
        }
    }
    let closed = reason(|_, _| {});
    assert!(closed.to_string().contains("closed the connection"), "{closed}");
    let cut = reason(|mut stream, _| {
        read_request(&mut stream);
        let _ = stream.write_all(&answer_bytes(&Response::Ok)[..4]);
    });
    assert!(matches!(cut, MissReason::Broken(_)), "{cut:?}");
    let claims = reason(|mut stream, ended| {
        read_request(&mut stream);
        let _ = stream.write_all(&[255; 100]);
        let _ = ended.recv();
    });
    assert!(claims.to_string().contains("4294967295"), "{claims}");
    let version = reason(|mut stream, _| {
        read_request(&mut stream);
        let _ = stream.write_all(&[3, 0, 0, 0, 9, 1, 0]);
    });
    assert!(matches!(version, MissReason::Version { theirs: 9 }), "{version:?}");
    assert!(version.to_string().contains("protocol 9 and this program speaks 1"), "{version}");
    let other = reason(|mut stream, _| {
        read_request(&mut stream);
        let _ = stream.write_all(&answer_bytes(&Response::Ok));
    });
    assert!(matches!(other, MissReason::Broken(_)), "{other:?}");
}

#[test]
fn a_refusal_that_came_before_the_request_was_sent_is_read() {
    let server = server(|mut stream, _| {
        let refused = Refused::new(ErrorCode::Invalid, "too long");
        let _ = stream.write_all(&answer_bytes(&Response::Refused(refused)));
    });
    let mut client = server.client();
    let large = Request::ImportLines { lines: vec!["x".repeat(3_000_000)] };
    let answer = client.call(&large, soon());
    assert!(matches!(answer, Ok(Response::Refused(_))), "{answer:?}");
}

#[test]
fn a_request_that_does_not_fit_leaves_the_connection_usable() {
    let server = server(obliging);
    let mut client = server.client();
    let huge = Request::ImportLines { lines: vec!["x".repeat(5_000_000)] };
    assert!(matches!(client.call(&huge, soon()), Err(CallError::Exchange(_))));
    assert!(client.call(&Request::Stop, soon()).is_ok());
}

#[test]
fn descriptors_do_not_reach_the_programs_that_an_agent_starts() {
    let server = server(silent);
    let client = server.client();
    let flags = rustix::io::fcntl_getfd(&client.stream).unwrap();
    assert!(flags.contains(rustix::io::FdFlags::CLOEXEC));
}
