//! The bare round trip: as many bytes there and back over a local socket, to a process that does nothing with them.

use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::times::{Times, now};

/// Set for the process that answers: the path of its socket and the bytes of an answer.
const SOCKET: &str = "CONSOLIDATE_BENCH_SOCKET";
const ANSWER: &str = "CONSOLIDATE_BENCH_ANSWER";

/// Whether this process is the one that answers.
pub(crate) fn is_server() -> bool {
    std::env::var_os(SOCKET).is_some()
}

/// Answers one connection, request by request, until it closes.
pub(crate) fn serve() {
    let socket = std::env::var_os(SOCKET).expect("the socket is named");
    let bytes = std::env::var(ANSWER).expect("the length is told").parse().expect("a number");
    let listener = UnixListener::bind(socket).expect("a new socket can be bound");
    let (mut stream, _) = listener.accept().expect("somebody connects");
    let answer = vec![0; bytes];
    let mut head = [0; 4];
    let mut rest = Vec::new();
    while stream.read_exact(&mut head).is_ok() {
        rest.resize(u32::from_le_bytes(head) as usize, 0);
        if stream.read_exact(&mut rest).is_err() || stream.write_all(&answer).is_err() {
            return;
        }
    }
}

/// The other end of such a process.
#[derive(Debug)]
pub(crate) struct Trip {
    stream: UnixStream,
    request: Vec<u8>,
    answer: Vec<u8>,
    server: Child,
}

impl Trip {
    /// Starts one for requests and answers of these lengths, in `folder`.
    pub(crate) fn new(folder: &Path, request: usize, answer: usize) -> Self {
        let socket = folder.join("trip");
        // The one before is gone, and its file is not.
        let _ = std::fs::remove_file(&socket);
        let executable = std::env::current_exe().expect("this is a program");
        let server = Command::new(executable)
            .env(SOCKET, &socket)
            .env(ANSWER, answer.to_string())
            .stdin(Stdio::null())
            .spawn()
            .expect("this program runs once more");
        let stream = loop {
            match UnixStream::connect(&socket) {
                Ok(stream) => break stream,
                Err(_) => std::thread::yield_now(),
            }
        };
        let length = u32::try_from(request.saturating_sub(4)).expect("a request is short");
        let mut bytes = length.to_le_bytes().to_vec();
        bytes.resize(request.max(4), 0);
        Self { stream, request: bytes, answer: vec![0; answer], server }
    }

    /// The times of so many trips.
    pub(crate) fn times(&mut self, count: usize) -> Times {
        Times::of((0..count).map(|_| self.once()).collect())
    }

    fn once(&mut self) -> Duration {
        let start = now();
        self.stream.write_all(&self.request).expect("the other end reads");
        self.stream.read_exact(&mut self.answer).expect("the other end answers");
        start.elapsed()
    }
}

impl Drop for Trip {
    fn drop(&mut self) {
        // It ends by itself when the stream closes; a killed one needs no closing.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
