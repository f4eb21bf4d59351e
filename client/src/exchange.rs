//! One request and its answer as bytes. No IO, no time: the drivers move the bytes, this decides what they mean.
//!
//! Invariants: a claimed length is judged before anything is allocated for it; the buffer grows with what really arrived;
//! the result does not depend on how the bytes were cut; nothing that follows the answer is ever taken for an answer.

use consolidate_shared::wire::frame::{self, Encoding, FrameError, HEADER_BYTES, Header};
use consolidate_shared::wire::v1::{Request, Response};
use thiserror::Error;

/// Why bytes are no answer.
#[derive(Debug, Error)]
pub enum ExchangeError {
    /// The request does not fit a frame, or has no encoding; nothing was sent.
    #[error("the request cannot be sent: {0}")]
    Request(FrameError),
    /// What came is no answer of ours: another version, or not a frame at all.
    #[error(transparent)]
    Answer(#[from] FrameError),
    /// Bytes came that belong to no request.
    #[error("{0} bytes came after the answer")]
    Surplus(usize),
}

/// A request on its way out and its answer on its way in.
#[derive(Debug)]
pub struct Exchange {
    out: Vec<u8>,
    written: usize,
    came: Vec<u8>,
}

impl Exchange {
    /// The exchange of `request`, in the compact encoding.
    pub fn new(request: &Request) -> Result<Self, ExchangeError> {
        let out = frame::encode(request, Encoding::Compact).map_err(ExchangeError::Request)?;
        Ok(Self { out, written: 0, came: Vec::new() })
    }

    /// What is still to be written; empty: all was.
    pub fn to_write(&self) -> &[u8] {
        self.out.get(self.written..).unwrap_or_default()
    }

    /// The first `bytes` of [`Self::to_write`] are on their way.
    pub fn wrote(&mut self, bytes: usize) {
        self.written = self.written.saturating_add(bytes).min(self.out.len());
    }

    /// Whether a part of the answer is there.
    pub fn has_begun(&self) -> bool {
        !self.came.is_empty()
    }

    /// Takes what came in; `Some` once the answer is whole. After an answer or an error the exchange is over.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<Option<Response>, ExchangeError> {
        self.came.extend_from_slice(bytes);
        let Some((head, rest)) = self.came.split_first_chunk::<HEADER_BYTES>() else {
            return Ok(None);
        };
        let header = Header::parse(*head)?;
        let encoding = header.encoding()?;
        match rest.len().checked_sub(header.body) {
            None => Ok(None),
            Some(0) => Ok(Some(frame::decode(rest, encoding)?)),
            Some(surplus) => Err(ExchangeError::Surplus(surplus)),
        }
    }
}

#[cfg(test)]
mod tests;
