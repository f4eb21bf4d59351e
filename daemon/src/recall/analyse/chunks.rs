//! What chunks fall into, remembered: most chunks of a text have been met before.
//!
//! A pure function's answers alone are kept, so that nothing that is found depends on what was remembered.

use rustc_hash::FxHashMap;

use super::Class;
use super::chunk;
use super::found::{Found, term_hash};

/// Longer chunks are met once.
const LONGEST: usize = 40;
/// Chunks that are remembered; with more the memory starts anew. Some three megabytes.
const MOST: usize = 1 << 15;

/// A term of a chunk.
#[derive(Clone, Copy, Debug)]
struct Part {
    class: Class,
    start: u32,
    end: u32,
    hash: u32,
}

/// The terms of the chunks that were met.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunks {
    /// The parts of each, from and up to.
    known: FxHashMap<Box<str>, (u32, u32)>,
    parts: Vec<Part>,
    /// The stored forms of all parts, one behind the other.
    text: String,
}

impl Chunks {
    /// Adds the terms of a chunk to what was found.
    pub(super) fn count(&mut self, raw: &str, found: &mut Found, field: super::Field) {
        if raw.len() > LONGEST {
            return chunk::terms(raw, &mut |class, term| found.add(class, term, field));
        }
        let (from, to) = match self.known.get(raw) {
            Some(range) => *range,
            None => self.learn(raw),
        };
        let parts = self.parts.get(from as usize..to as usize).unwrap_or_default();
        for part in parts {
            if let Some(key) = self.text.get(part.start as usize..part.end as usize) {
                found.add_key(part.class, key, part.hash, field);
            }
        }
    }

    fn learn(&mut self, raw: &str) -> (u32, u32) {
        if self.known.len() >= MOST {
            *self = Self::default();
        }
        let from = self.parts.len() as u32;
        chunk::terms(raw, &mut |class, term| {
            let start = self.text.len();
            self.text.extend(class.mark());
            self.text.push_str(term);
            let hash = term_hash(self.text.get(start..).unwrap_or_default());
            let (start, end) = (start as u32, self.text.len() as u32);
            self.parts.push(Part { class, start, end, hash });
        });
        let range = (from, self.parts.len() as u32);
        self.known.insert(raw.into(), range);
        range
    }
}
