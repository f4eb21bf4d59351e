//! Stored values as bytes: `[format][schema][sum][body]`.
//!
//! *Format* says how the body is encoded (bincode 2 standard, behind [`consolidate_shared::codec`]) and whether a sum stands
//! before it: in format 2, in which every value is written, 64 bits of BLAKE3 over all the other bytes; in format 1, which is
//! left to the one row that everything else depends on and that can be worked out from the others, none. The sum tells a row
//! that rotted by itself, so that of two copies of one text (a memory and the journal entry that added it) the sound one is
//! known, also after the file was written anew with fresh sums of its pages. *Schema* says of which frozen struct it is an
//! encoding. The model never reaches the disk: every schema version has structs of its
//! own ([`v1`]), taken apart without `..` in both directions, so that a new model field does not compile until somebody
//! has decided how it is stored and what old bytes mean for it.
//!
//! Invariants: only the newest schema is written; every schema that was ever released is read, for ever; bytes that
//! are not exactly one value are an error and never a default.

mod v1;

use consolidate_shared::codec::{self, CodecError};
use consolidate_shared::health::{Sample, ServedDay};
use consolidate_shared::id::hash64;
use consolidate_shared::journal::JournalEntry;
use consolidate_shared::model::Memory;
use consolidate_shared::plan::RunRecord;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::Ruling;
use consolidate_shared::schedule::LastRuns;
use consolidate_shared::task_run::{FrozenBrief, TaskRunHead};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::meta::Meta;
pub(super) use v1::{ServedCount, TaskRunBooks, ToldAt};

/// Bodies are bincode 2 standard, after their sum.
pub const FORMAT: u8 = 2;
/// The same without a sum.
const UNSUMMED: u8 = 1;
/// Bytes of a sum.
const SUM_BYTES: usize = 8;
/// The newest schema of every value.
const SCHEMA: u8 = 1;

/// Why stored bytes are not a value.
#[derive(Debug, Error)]
pub enum FormatError {
    /// Fewer bytes than the two that say what follows.
    #[error("it has {0} bytes, too few to say what it is")]
    Short(usize),
    /// Written by a program that encodes in another way.
    #[error(
        "it is in format {found} and this program reads formats up to {known}; use the newer program"
    )]
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
    /// It begins with bytes that no program ever wrote.
    #[error("its bytes are not what was written: they begin with {0}, which is no format")]
    Foreign(u8),
    /// The sum is another one.
    #[error("its bytes are not what was written: they differ from their sum")]
    Sum,
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
    bytes.extend_from_slice(&[0; SUM_BYTES]);
    codec::append(body, &mut bytes)?;
    seal(&mut bytes);
    Ok(bytes)
}

fn encode_unsummed<T: Serialize>(body: &T) -> Result<Vec<u8>, FormatError> {
    let mut bytes = vec![UNSUMMED, SCHEMA];
    codec::append(body, &mut bytes)?;
    Ok(bytes)
}

/// Writes the sum of `bytes` into them; tests that change a row by hand do so too.
pub(super) fn seal(bytes: &mut [u8]) {
    if let [format, schema, rest @ ..] = bytes
        && let Some((place, body)) = rest.split_at_mut_checked(SUM_BYTES)
    {
        place.copy_from_slice(&sum(*format, *schema, body));
    }
}

/// Whether bytes carry their own sum.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    match bytes {
        [FORMAT, schema, rest @ ..] => rest
            .split_at_checked(SUM_BYTES)
            .is_some_and(|(found, body)| found == sum(FORMAT, *schema, body)),
        _ => false,
    }
}

fn sum(format: u8, schema: u8, body: &[u8]) -> [u8; SUM_BYTES] {
    hash64(&[&[format, schema][..], body].concat()).to_be_bytes()
}

/// Reads a body of schema 1, the only one so far. A second schema makes this a choice by the schema byte.
fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FormatError> {
    let (schema, body) = match bytes {
        [UNSUMMED, schema, body @ ..] => (*schema, body),
        [FORMAT, schema, rest @ ..] => {
            let short = FormatError::Short(bytes.len());
            let (found, body) = rest.split_at_checked(SUM_BYTES).ok_or(short)?;
            if found != sum(FORMAT, *schema, body) {
                return Err(FormatError::Sum);
            }
            (*schema, body)
        }
        [0, _, ..] => return Err(FormatError::Foreign(0)),
        [found, _, ..] => return Err(FormatError::Format { found: *found, known: FORMAT }),
        short => return Err(FormatError::Short(short.len())),
    };
    match schema {
        SCHEMA => Ok(codec::from_stored(body)?),
        0 => Err(FormatError::Foreign(0)),
        found => Err(FormatError::Schema { found, known: SCHEMA }),
    }
}

/// Names the frozen struct in which a value is stored, and how it is written.
macro_rules! stored {
    ($encode:ident: $($value:ty as $frozen:ident),+ $(,)?) => {$(
        impl Stored for $value {
            fn to_stored(&self) -> Result<Vec<u8>, FormatError> {
                $encode(&v1::$frozen::from(self))
            }

            fn from_stored(bytes: &[u8]) -> Result<Self, FormatError> {
                decode::<v1::$frozen<'static>>(bytes).map(Into::into)
            }
        }
    )+};
}

stored! {
    encode:
    Memory as MemoryV1,
    ReviewItem as ReviewItemV1,
    Ruling as RulingV1,
    JournalEntry as JournalEntryV1,
    RunRecord as RunRecordV1,
    Sample as SampleV1,
    ServedDay as ServedDayV1,
    ServedCount as ServedCountV1,
    LastRuns as LastRunsV1,
    FrozenBrief as FrozenBriefV1,
    TaskRunHead as TaskRunHeadV1,
    TaskRunBooks as TaskRunBooksV1,
    ToldAt as ToldAtV1,
}

// A bit that turned in its counts must not cost the whole store: what it says is checked against the rows.
stored! { encode_unsummed: Meta as MetaV1 }

#[cfg(test)]
mod tests;
