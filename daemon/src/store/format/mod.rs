//! Stored values as bytes: `[format][schema][body]`.
//!
//! *Format* says how the body is encoded (1: bincode 2 standard, behind [`consolidate_shared::codec`]). *Schema* says
//! of which frozen struct it is an encoding. The model never reaches the disk: every schema version has structs of its
//! own ([`v1`]), taken apart without `..` in both directions, so that a new model field does not compile until somebody
//! has decided how it is stored and what old bytes mean for it.
//!
//! Invariants: only the newest schema is written; every schema that was ever released is read, for ever; bytes that
//! are not exactly one value are an error and never a default.

mod v1;

use consolidate_shared::codec::{self, CodecError};
use consolidate_shared::health::{Sample, ServedDay};
use consolidate_shared::journal::JournalEntry;
use consolidate_shared::model::Memory;
use consolidate_shared::plan::RunRecord;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::Ruling;
use consolidate_shared::schedule::LastRuns;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::meta::Meta;
pub(super) use v1::ServedCount;

/// Bodies are bincode 2 standard.
pub const FORMAT: u8 = 1;
/// The newest schema of every value.
const SCHEMA: u8 = 1;

/// Why stored bytes are not a value.
#[derive(Debug, Error)]
pub enum FormatError {
    /// Fewer bytes than the two that say what follows.
    #[error("it has {0} bytes, too few to say what it is")]
    Short(usize),
    /// Written by a program that encodes in another way.
    #[error("it is in format {found} and this program reads format {known}; use the newer program")]
    Format {
        /// What the bytes say.
        found: u8,
        /// What is understood.
        known: u8,
    },
    /// Written by a program that knows a newer schema.
    #[error(
        "it has schema {found} and this program reads schemas up to {known}; use the newer program"
    )]
    Schema {
        /// What the bytes say.
        found: u8,
        /// The newest that is understood.
        known: u8,
    },
    /// The body is damaged.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// A key or a fixed-width value is damaged.
    #[error("it does not have the shape of {0}")]
    Shape(&'static str),
}

/// A value with stored bytes.
pub(super) trait Stored: Sized {
    /// The bytes of the newest schema.
    fn to_stored(&self) -> Result<Vec<u8>, FormatError>;
    /// Reads any schema.
    fn from_stored(bytes: &[u8]) -> Result<Self, FormatError>;
}

fn encode<T: Serialize>(body: &T) -> Result<Vec<u8>, FormatError> {
    let mut bytes = vec![FORMAT, SCHEMA];
    codec::append(body, &mut bytes)?;
    Ok(bytes)
}

/// Reads a body of schema 1, the only one so far. A second schema makes this a choice by the schema byte.
fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FormatError> {
    match bytes {
        [FORMAT, SCHEMA, body @ ..] => Ok(codec::from_stored(body)?),
        [FORMAT, found, ..] => Err(FormatError::Schema { found: *found, known: SCHEMA }),
        [found, _, ..] => Err(FormatError::Format { found: *found, known: FORMAT }),
        short => Err(FormatError::Short(short.len())),
    }
}

/// Names the frozen struct in which a value is stored.
macro_rules! stored {
    ($($value:ty as $frozen:ident),+ $(,)?) => {$(
        impl Stored for $value {
            fn to_stored(&self) -> Result<Vec<u8>, FormatError> {
                encode(&v1::$frozen::from(self))
            }

            fn from_stored(bytes: &[u8]) -> Result<Self, FormatError> {
                decode::<v1::$frozen<'static>>(bytes).map(Into::into)
            }
        }
    )+};
}

stored! {
    Memory as MemoryV1,
    ReviewItem as ReviewItemV1,
    Ruling as RulingV1,
    JournalEntry as JournalEntryV1,
    RunRecord as RunRecordV1,
    Meta as MetaV1,
    Sample as SampleV1,
    ServedDay as ServedDayV1,
    ServedCount as ServedCountV1,
    LastRuns as LastRunsV1,
}

#[cfg(test)]
mod tests;
