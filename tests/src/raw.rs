//! Bytes on the socket, as a program that knows nothing of our client would send them.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

/// A connection that sends whatever it is told.
#[derive(Debug)]
pub struct Raw(UnixStream);

impl Raw {
    /// Connects.
    pub fn connect(socket: &Path) -> Self {
        let stream = UnixStream::connect(socket).expect("the daemon takes connections");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a socket takes a timeout");
        Self(stream)
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        // A peer that has hung up is for the answer to tell.
        let _ = self.0.write_all(bytes);
    }

    /// Sends a whole frame.
    pub fn send_frame(&mut self, protocol: u8, encoding: u8, body: &[u8]) {
        let length = u32::try_from(body.len() + 2).expect("a test's frame is small");
        let mut frame = length.to_le_bytes().to_vec();
        frame.extend([protocol, encoding]);
        frame.extend(body);
        self.send(&frame);
    }

    /// Sends a JSON request of our protocol and reads its answer.
    pub fn ask(&mut self, body: &str) -> Option<Value> {
        self.send_frame(1, 2, body.as_bytes());
        self.answer()
    }

    /// The body of the next frame as JSON; `None` when the daemon has hung up.
    pub fn answer(&mut self) -> Option<Value> {
        let mut head = [0; 6];
        self.0.read_exact(&mut head).ok()?;
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let mut body = vec![0; length.checked_sub(2)?];
        self.0.read_exact(&mut body).ok()?;
        serde_json::from_slice(&body).ok()
    }
}
