use super::*;
use crate::answer::MissReason;
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::frame::{self, Encoding, HEADER_BYTES, Header};
use consolidate_shared::wire::v1::{Caller, Role, Where};
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::{UnixListener, UnixStream};

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(10))
}

fn budget() -> Deadline {
    Deadline::after(Duration::from_millis(20))
}

fn within_slack() -> Deadline {
    Deadline::after(Duration::from_millis(270))
}

fn question() -> RecallRequest {
    RecallRequest {
        caller: Caller { role: Role::User, session: None, project: None },
        place: Where::Everywhere,
        query: String::new(),
        k: 5,
        budget_us: 1_000_000,
        history: false,
        said: SaidWithin::ANY,
        as_of: None,
        explain: false,
        tokens: None,
    }
}

/// A daemon that answers every request with `Ok`, a byte each `pause`; zero: at once; `None`: never.
fn server(pause: Option<Duration>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("s");
    let listener = UnixListener::bind(&socket).unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer_all(stream, pause));
        }
    });
    (folder, socket)
}

async fn answer_all(mut stream: UnixStream, pause: Option<Duration>) -> std::io::Result<()> {
    loop {
        let mut head = [0; HEADER_BYTES];
        stream.read_exact(&mut head).await?;
        let mut body = vec![0; Header::parse(head).unwrap().body];
        stream.read_exact(&mut body).await?;
        let Some(pause) = pause else { return std::future::pending().await };
        for byte in frame::encode(&Response::Ok, Encoding::Compact).unwrap() {
            pause_async(pause, soon()).await;
            stream.write_all(&[byte]).await?;
        }
    }
}

#[tokio::test]
async fn calls_follow_each_other_on_one_connection() {
    let (_folder, socket) = server(Some(Duration::ZERO));
    let mut client = AsyncClient::connect(&socket, soon()).await.unwrap();
    for _ in 0..3 {
        assert!(matches!(client.call(&Request::Stop, soon()).await, Ok(Response::Ok)));
    }
    assert!(client.is_usable());
    let missed = recall(socket.as_path(), question(), soon()).await;
    assert!(matches!(missed, Answer::Missed(MissReason::Broken(_))), "{missed:?}");
}

#[tokio::test]
async fn neither_silence_nor_a_trickle_outlives_the_deadline() {
    for pause in [None, Some(Duration::from_millis(6))] {
        let (_folder, socket) = server(pause);
        let mut client = AsyncClient::connect(&socket, soon()).await.unwrap();
        let slack = within_slack();
        let late = client.call(&Request::Stop, budget()).await;
        assert!(!slack.is_past());
        assert!(matches!(late, Err(CallError::Deadline { step: Step::Read })), "{late:?}");
        assert!(matches!(client.call(&Request::Stop, soon()).await, Err(CallError::UsedUp)));
    }
}

#[tokio::test]
async fn a_call_that_is_dropped_uses_the_connection_up() {
    let (_folder, socket) = server(None);
    let mut client = AsyncClient::connect(&socket, soon()).await.unwrap();
    let dropped = timeout_at(budget().instant().into(), client.call(&Request::Stop, soon())).await;
    assert!(dropped.is_err() && !client.is_usable());
}

#[tokio::test]
async fn nobody_and_no_time_are_misses() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = recall(folder.path().join("s").as_path(), question(), soon()).await;
    assert!(matches!(nobody, Answer::Missed(MissReason::NoDaemon(_))), "{nobody:?}");
    let (_folder, socket) = server(Some(Duration::ZERO));
    let no_time = recall(socket.as_path(), question(), Deadline::after(Duration::ZERO)).await;
    let expected = MissReason::Deadline { step: Step::Connect };
    assert!(
        matches!(no_time, Answer::Missed(reason) if reason.to_string() == expected.to_string())
    );
}
