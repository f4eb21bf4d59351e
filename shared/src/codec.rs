//! Bytes of messages and of stored values. The only file that names bincode.
//!
//! bincode 2.0.1 is pinned and no longer maintained (RUSTSEC-2025-0141). The exit is `wincode`, which writes and reads
//! the same bytes. bincode is not self-describing: field and enum order are the format, so wire and stored types are
//! append-only and every value stands behind a version byte that the caller writes.

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::limits;

/// A stored value may be larger than a frame: one import entry holds thousands of memories.
const STORED_BYTES: usize = 1 << 30;

/// Why bytes could not be made or read.
#[derive(Debug, Error)]
pub enum CodecError {
    /// The value has no encoding (a bug: all our types have one).
    #[error("failed to encode: {0}")]
    Encode(String),
    /// The bytes are not an encoding of this type, or are longer than allowed.
    #[error("failed to decode: {0}")]
    Decode(String),
    /// Bytes were left after the value.
    #[error("{0} bytes were left after the value")]
    Trailing(usize),
}

/// The compact bytes of `value`.
pub fn to_bytes<T: Serialize>(value: &T) -> Result<Vec<u8>, CodecError> {
    bincode::serde::encode_to_vec(value, bincode::config::standard())
        .map_err(|error| CodecError::Encode(error.to_string()))
}

/// Appends the compact bytes of `value` to `out`.
pub fn append<T: Serialize>(value: &T, out: &mut Vec<u8>) -> Result<(), CodecError> {
    bincode::serde::encode_into_std_write(value, out, bincode::config::standard())
        .map(|_| ())
        .map_err(|error| CodecError::Encode(error.to_string()))
}

/// Reads a message from a frame's body; nothing that claims to be longer than a frame is allocated.
pub fn from_frame<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    let config = bincode::config::standard().with_limit::<{ limits::FRAME_BYTES }>();
    complete(bincode::serde::decode_from_slice(bytes, config), bytes.len())
}

/// Reads a stored value.
pub fn from_stored<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    let config = bincode::config::standard().with_limit::<STORED_BYTES>();
    complete(bincode::serde::decode_from_slice(bytes, config), bytes.len())
}

fn complete<T>(
    decoded: Result<(T, usize), bincode::error::DecodeError>,
    length: usize,
) -> Result<T, CodecError> {
    match decoded {
        Ok((value, used)) if used == length => Ok(value),
        Ok((_, used)) => Err(CodecError::Trailing(length.saturating_sub(used))),
        Err(error) => Err(CodecError::Decode(error.to_string())),
    }
}

/// The JSON bytes of `value`, for clients in other languages.
pub fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>, CodecError> {
    serde_json::to_vec(value).map_err(|error| CodecError::Encode(error.to_string()))
}

/// Reads JSON. Unknown fields are ignored; nesting is bounded by the parser (128 levels).
pub fn from_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    serde_json::from_slice(bytes).map_err(|error| CodecError::Decode(error.to_string()))
}
