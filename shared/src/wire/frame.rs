//! The envelope of a message: lengths are checked before anything is allocated.

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::PROTOCOL;
use crate::codec::{self, CodecError};
use crate::limits::FRAME_BYTES;

/// Bytes before the body: length, protocol, encoding.
pub const HEADER_BYTES: usize = 6;

/// How a body is written. An answer comes in the encoding of its request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// bincode, for Rust.
    Compact,
    /// JSON, for other languages.
    Json,
}

impl Encoding {
    fn byte(self) -> u8 {
        match self {
            Self::Compact => 1,
            Self::Json => 2,
        }
    }
}

/// Why a frame is not one.
#[derive(Debug, Error)]
pub enum FrameError {
    /// The length is beyond the bound; nothing was allocated.
    #[error("a frame of {claimed} bytes was claimed and {FRAME_BYTES} are allowed")]
    TooLong {
        /// What the header claims.
        claimed: usize,
    },
    /// The length does not even cover protocol and encoding.
    #[error("a frame of {claimed} bytes cannot hold its own header")]
    TooShort {
        /// What the header claims.
        claimed: usize,
    },
    /// The peer speaks another version.
    #[error(
        "the peer speaks protocol {theirs} and this program speaks {PROTOCOL}; install the same version of both and restart the daemon"
    )]
    Protocol {
        /// Their version.
        theirs: u8,
    },
    /// An encoding byte that stands for nothing.
    #[error("unknown encoding {0}; 1 is bincode, 2 is JSON")]
    Encoding(u8),
    /// The body is no message.
    #[error(transparent)]
    Codec(#[from] CodecError),
}

/// The first six bytes, understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Bytes of the body.
    pub body: usize,
    /// The sender's version.
    pub protocol: u8,
    /// The raw encoding byte.
    encoding: u8,
}

impl Header {
    /// Reads a header. Only the length is judged here: a frame of another protocol can still be read over.
    pub fn parse(bytes: [u8; HEADER_BYTES]) -> Result<Self, FrameError> {
        let [a, b, c, d, protocol, encoding] = bytes;
        let claimed = u32::from_le_bytes([a, b, c, d]) as usize;
        match claimed.checked_sub(2) {
            None => Err(FrameError::TooShort { claimed }),
            Some(body) if body > FRAME_BYTES => Err(FrameError::TooLong { claimed }),
            Some(body) => Ok(Self { body, protocol, encoding }),
        }
    }

    /// The encoding of a frame of our protocol.
    pub fn encoding(self) -> Result<Encoding, FrameError> {
        if self.protocol != PROTOCOL {
            return Err(FrameError::Protocol { theirs: self.protocol });
        }
        match self.encoding {
            1 => Ok(Encoding::Compact),
            2 => Ok(Encoding::Json),
            other => Err(FrameError::Encoding(other)),
        }
    }

    /// In which encoding a refusal of this frame is best written.
    pub fn refusal_encoding(self) -> Encoding {
        if self.encoding == 2 { Encoding::Json } else { Encoding::Compact }
    }
}

/// A whole frame of our protocol.
pub fn encode<T: Serialize>(message: &T, encoding: Encoding) -> Result<Vec<u8>, FrameError> {
    let mut frame = vec![0; HEADER_BYTES];
    match encoding {
        Encoding::Compact => codec::append(message, &mut frame)?,
        Encoding::Json => frame.extend(codec::to_json(message)?),
    }
    let body = frame.len() - HEADER_BYTES;
    if body > FRAME_BYTES {
        return Err(FrameError::TooLong { claimed: body + 2 });
    }
    // The bound above keeps this within u32.
    frame[..4].copy_from_slice(&(body as u32 + 2).to_le_bytes());
    frame[4] = PROTOCOL;
    frame[5] = encoding.byte();
    Ok(frame)
}

/// Reads a body.
pub fn decode<T: DeserializeOwned>(body: &[u8], encoding: Encoding) -> Result<T, FrameError> {
    Ok(match encoding {
        Encoding::Compact => codec::from_frame(body)?,
        Encoding::Json => codec::from_json(body)?,
    })
}
