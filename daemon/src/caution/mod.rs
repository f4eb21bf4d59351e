//! Cautions: which pitfalls does a failure, or a place, call to mind?
//!
//! A pitfall surfaces by its trigger and by what it is tied to, never by resemblance: there is no search by words here.
//! Pure: the index lives in memory beside the one of recall; the caller owns lock, time, deadline and what is known of
//! a memory beside its trigger.
//!
//! How things match (`consolidate cautions --help` says the same to users):
//! - **Command** (`command`): same program, same sub-command words, and every flag and value that the trigger names.
//! - **Error** (`error`): the pattern is a literal part of the error, where case, spaces, numbers, paths and addresses make
//!   no difference. Stored text is data: there is no pattern language.
//! - **Domain** (`domain`): the same host or one below it.
//! - **Anchor** (`anchor`): the same thing, or one within it.
//!
//! Each part of a trigger that the question speaks of must match; a part that it does not speak of neither helps nor
//! hinders. Invariants, each held by a property test: what is found is a function of the live pitfalls alone, whatever
//! was put in and taken out before; it is what asking every pitfall would give.

mod anchor;
mod asked;
mod command;
mod domain;
mod error;
mod index;
mod rule;

#[cfg(test)]
mod tests;

pub use asked::Asked;
pub use index::{Found, Match, Triggers};
pub use rule::{Rule, Vague, vague};

/// How well one part matches. The numbers add up over the parts of a trigger, so that one that matches in two ways comes
/// before one that matches in one; among single ways the error's own words say most.
mod weight {
    /// The error's words as they stand in the pattern.
    pub(super) const ERROR_LITERAL: u32 = 50;
    /// The error with other numbers, paths or addresses, or within a word.
    pub(super) const ERROR_LIKE: u32 = 40;
    /// The whole command line.
    pub(super) const COMMAND_WHOLE: u32 = 30;
    /// Its program and sub-commands; what was run says more.
    pub(super) const COMMAND_PART: u32 = 20;
    /// Its program; the trigger says nothing else.
    pub(super) const COMMAND_PROGRAM: u32 = 10;
    /// The same domain, or one below it.
    pub(super) const DOMAIN_SAME: u32 = 30;
    pub(super) const DOMAIN_BELOW: u32 = 20;
    /// The same thing, or one within it.
    pub(super) const ANCHOR_SAME: u32 = 15;
    pub(super) const ANCHOR_NEAR: u32 = 8;
}

/// A number for what something is looked up by. Two things may share one: whatever it finds is looked at again.
fn key(sort: u8, parts: &[&[u8]]) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write_u8(sort);
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    hasher.finish()
}

/// At most `bytes` of a text: all of it, or its beginning and its end.
pub(crate) fn ends(text: &str, bytes: usize) -> std::borrow::Cow<'_, str> {
    if text.len() <= bytes {
        return text.into();
    }
    let (head, tail) = (bytes / 2, text.len() - bytes / 2);
    let head = text.get(..text.floor_char_boundary(head)).unwrap_or_default();
    let tail = text.get(text.ceil_char_boundary(tail)..).unwrap_or_default();
    format!("{head}\n{tail}").into()
}
