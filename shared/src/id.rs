//! Identifiers: memories, and the content hashes that name plans, runs and review items.
//!
//! A memory id is made by whoever creates the memory, before it is sent, so that a retried write is the same write.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// Crockford's base 32, lower case: no i, l, o, u.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// 26 characters of 5 bits hold 128 bits (the first one only 3).
const ID_CHARS: usize = 26;
/// What every printed memory id begins with.
pub const MEMORY_PREFIX: &str = "mem_";

/// Why a text is not an identifier.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IdError {
    /// The text has another shape than `mem_` and 26 characters.
    #[error("an id is `mem_` and 26 characters of 0-9 and a-z without i, l, o, u")]
    Shape,
    /// The text stands for more than 128 bits.
    #[error("an id's first character is 0 to 7")]
    TooLarge,
}

/// The id of one memory: 128 bits (time first, then randomness, or a hash for imported rows).
///
/// Shown as `mem_` and 26 characters; ordered like its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemoryId(pub u128);

impl MemoryId {
    /// The 26 characters without the prefix.
    fn characters(self) -> String {
        (0..ID_CHARS)
            .map(|place| {
                let shift = 5 * (ID_CHARS - 1 - place);
                char::from(ALPHABET[(self.0 >> shift) as usize & 31])
            })
            .collect()
    }

    /// The smallest and largest id that begin with `prefix` (with or without `mem_`, any case).
    ///
    /// `None` when the text cannot begin an id.
    pub fn range_of(prefix: &str) -> Option<(Self, Self)> {
        let lower = prefix.to_ascii_lowercase();
        let digits = lower.strip_prefix(MEMORY_PREFIX).unwrap_or(&lower);
        if digits.is_empty() || digits.len() > ID_CHARS {
            return None;
        }
        let missing = ID_CHARS - digits.len();
        let low = parse_digits(&format!("{digits}{}", "0".repeat(missing))).ok()?;
        let high = parse_digits(&format!("{digits}{}", "z".repeat(missing))).ok()?;
        Some((Self(low), Self(high)))
    }

    /// How many characters (without `mem_`) two ids have in common at their beginning.
    pub fn common_characters(self, other: Self) -> usize {
        self.characters()
            .bytes()
            .zip(other.characters().bytes())
            .take_while(|(a, b)| a == b)
            .count()
    }

    /// `mem_` and the first `characters` of the id: a display form, accepted wherever an id is.
    pub fn short(self, characters: usize) -> String {
        let all = self.characters();
        format!("{MEMORY_PREFIX}{}", &all[..characters.clamp(1, ID_CHARS)])
    }
}

fn parse_digits(digits: &str) -> Result<u128, IdError> {
    if digits.len() != ID_CHARS {
        return Err(IdError::Shape);
    }
    let mut value: u128 = 0;
    for (place, byte) in digits.bytes().enumerate() {
        let digit = ALPHABET.iter().position(|&known| known == byte).ok_or(IdError::Shape)?;
        if place == 0 && digit > 7 {
            return Err(IdError::TooLarge);
        }
        value = (value << 5) | digit as u128;
    }
    Ok(value)
}

impl fmt::Display for MemoryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MEMORY_PREFIX}{}", self.characters())
    }
}

impl FromStr for MemoryId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let lower = text.to_ascii_lowercase();
        let digits = lower.strip_prefix(MEMORY_PREFIX).ok_or(IdError::Shape)?;
        parse_digits(digits).map(Self)
    }
}

impl Serialize for MemoryId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.0.to_be_bytes().serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for MemoryId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            text.parse().map_err(serde::de::Error::custom)
        } else {
            <[u8; 16]>::deserialize(deserializer).map(|bytes| Self(u128::from_be_bytes(bytes)))
        }
    }
}

/// A content hash as an id: a short prefix and 16 hexadecimal characters (64 bits of BLAKE3).
macro_rules! hash_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name(pub u64);

        impl $name {
            /// What every printed id of this type begins with.
            pub const PREFIX: &'static str = $prefix;

            /// The id of `content`: the same bytes give the same id on every machine.
            pub fn of(content: &[u8]) -> Self {
                Self(hash64(content))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{:016x}", $prefix, self.0)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                let digits = text.strip_prefix($prefix).ok_or(IdError::Shape)?;
                if digits.len() != 16 {
                    return Err(IdError::Shape);
                }
                u64::from_str_radix(digits, 16).map(Self).map_err(|_| IdError::Shape)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }
    };
}

hash_id! {
    /// Names one pass's change set: the hash of its content, the policy and the day.
    PlanId, "plan_"
}
hash_id! {
    /// Names one run of passes: the hash of its plans' ids.
    RunId, "run_"
}
hash_id! {
    /// Names one review item: the hash of its pass and its members.
    ReviewId, "rev_"
}

/// The first 64 bits of BLAKE3 over `content`.
pub fn hash64(content: &[u8]) -> u64 {
    let digest = blake3::hash(content);
    let mut first = [0; 8];
    first.copy_from_slice(&digest.as_bytes()[..8]);
    u64::from_be_bytes(first)
}

/// The first 128 bits of BLAKE3 over `content`.
pub fn hash128(content: &[u8]) -> u128 {
    let digest = blake3::hash(content);
    let mut first = [0; 16];
    first.copy_from_slice(&digest.as_bytes()[..16]);
    u128::from_be_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_memory_id_reads_back_as_itself_and_sorts_like_its_text(a: u128, b: u128) {
            let (a, b) = (MemoryId(a), MemoryId(b));
            prop_assert_eq!(a.to_string().parse::<MemoryId>(), Ok(a));
            prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
        }

        #[test]
        fn a_prefix_names_a_range_that_holds_its_id(id: u128, length in 1usize..=26) {
            let id = MemoryId(id);
            let (low, high) = MemoryId::range_of(&id.short(length)).unwrap();
            prop_assert!(low <= id && id <= high);
        }

        #[test]
        fn no_text_panics(text in ".*") {
            let _ = text.parse::<MemoryId>();
            let _ = text.parse::<PlanId>();
            let _ = MemoryId::range_of(&text);
        }
    }

    #[test]
    fn a_hash_id_reads_back() {
        let id = PlanId::of(b"x");
        assert_eq!(id.to_string().parse::<PlanId>(), Ok(id));
        assert_eq!("run_0".parse::<RunId>(), Err(IdError::Shape));
    }
}
