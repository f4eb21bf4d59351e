//! Frames out of a byte stream. Lengths are judged before anything is allocated, and the buffer grows with what really
//! arrived: a peer that claims 4 MiB and sends nothing holds 8 KiB.

use std::io;

use consolidate_shared::wire::frame::{FrameError, HEADER_BYTES, Header};
use tokio::io::{AsyncRead, AsyncReadExt};

use super::Arrival;

/// Bytes that are made room for at first: an ordinary request comes in one read.
const FIRST_BYTES: usize = 8 * 1024;

/// What of a stream has been read and not yet taken.
#[derive(Debug)]
pub(super) struct Incoming {
    bytes: Vec<u8>,
    /// When the last read ended: the arrival of a frame that came together with the one before it.
    last_read: Arrival,
}

/// Why there is no further frame.
#[derive(Debug)]
pub(super) enum NoFrame {
    /// The peer is gone, between two frames or inside one.
    Gone,
    /// The length cannot be believed: the stream is out of step.
    OutOfStep(FrameError, Header),
}

impl From<io::Error> for NoFrame {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

/// A whole frame.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) header: Header,
    pub(super) body: Vec<u8>,
}

impl Incoming {
    pub(super) fn new() -> Self {
        Self { bytes: Vec::new(), last_read: Arrival::now() }
    }

    /// Waits for the first byte of the next frame, without a bound, and says when it came. Nothing is lost if the wait is
    /// given up.
    pub(super) async fn begin<R: AsyncRead + Unpin>(
        &mut self,
        stream: &mut R,
    ) -> io::Result<Arrival> {
        if self.bytes.is_empty() {
            self.read(stream).await?;
        }
        Ok(self.last_read)
    }

    /// Reads the rest of the frame.
    pub(super) async fn frame<R: AsyncRead + Unpin>(
        &mut self,
        stream: &mut R,
    ) -> Result<Frame, NoFrame> {
        let head = loop {
            match self.bytes.first_chunk::<HEADER_BYTES>() {
                Some(head) => break *head,
                None => self.read(stream).await?,
            }
        };
        let header = Header::parse(head).map_err(|error| out_of_step(error, head))?;
        let whole = HEADER_BYTES + header.body;
        while self.bytes.len() < whole {
            self.read(stream).await?;
        }
        // What came beyond this frame begins the next one; the frame keeps the large buffer, so none stays behind idle.
        let rest = self.bytes.split_off(whole);
        let mut body = std::mem::replace(&mut self.bytes, rest);
        body.drain(..HEADER_BYTES);
        Ok(Frame { header, body })
    }

    async fn read<R: AsyncRead + Unpin>(&mut self, stream: &mut R) -> io::Result<()> {
        let room = self.bytes.capacity() - self.bytes.len();
        if room == 0 {
            self.bytes.reserve(self.bytes.len().max(FIRST_BYTES));
        }
        let read = stream.read_buf(&mut self.bytes).await?;
        self.last_read = Arrival::now();
        if read == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

/// The refusal of such a frame is still written in the encoding that its header asks for.
fn out_of_step(error: FrameError, head: [u8; HEADER_BYTES]) -> NoFrame {
    let [.., protocol, encoding] = head;
    // A header of no body always parses: only lengths are judged there.
    match Header::parse([2, 0, 0, 0, protocol, encoding]) {
        Ok(header) => NoFrame::OutOfStep(error, header),
        Err(_) => NoFrame::Gone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::limits::FRAME_BYTES;
    use proptest::collection::vec;
    use proptest::prelude::*;

    async fn bodies(mut stream: &[u8]) -> Vec<Vec<u8>> {
        let mut incoming = Incoming::new();
        let mut bodies = Vec::new();
        while incoming.begin(&mut stream).await.is_ok() {
            match incoming.frame(&mut stream).await {
                Ok(frame) => bodies.push(frame.body),
                Err(_) => break,
            }
        }
        bodies
    }

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    proptest! {
        #[test]
        fn frames_come_out_as_they_went_in(sent in vec(vec(any::<u8>(), 0..2000), 0..20)) {
            let mut stream = Vec::new();
            for body in &sent {
                stream.extend((body.len() as u32 + 2).to_le_bytes());
                stream.extend([1, 2]);
                stream.extend(body);
            }
            prop_assert_eq!(run(bodies(&stream)), sent);
        }

        #[test]
        fn garbage_never_panics(stream in vec(any::<u8>(), 0..2000)) {
            run(bodies(&stream));
        }
    }

    #[test]
    fn a_claim_alone_is_not_allocated_for() {
        let mut incoming = Incoming::new();
        let mut stream: &[u8] = &[0, 0, 64, 0, 1, 1];
        assert!(matches!(run(incoming.frame(&mut stream)), Err(NoFrame::Gone)));
        assert!(incoming.bytes.capacity() <= 2 * FIRST_BYTES);
        let mut stream: &[u8] = &[255, 255, 255, 255, 1, 2];
        let refused = run(Incoming::new().frame(&mut stream));
        assert!(matches!(refused, Err(NoFrame::OutOfStep(FrameError::TooLong { .. }, _))));
    }

    #[test]
    fn the_largest_frame_is_read() {
        let mut stream = (FRAME_BYTES as u32 + 2).to_le_bytes().to_vec();
        stream.extend([1, 1]);
        stream.resize(stream.len() + FRAME_BYTES, 7);
        assert_eq!(run(bodies(&stream))[0].len(), FRAME_BYTES);
    }
}
