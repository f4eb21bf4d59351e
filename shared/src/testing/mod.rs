//! Arbitrary values of the model, for property tests here and in the other packages (feature `testing`).
//!
//! Strategies are boxed: a memory's, unboxed, is larger than a test thread's stack.
//!
//! Ids come from a small pool, so that changes meet each other; texts are any Unicode, since nothing below the gate may
//! depend on what a text holds.

mod history;
mod memory;

use proptest::prelude::*;

pub use history::{Intent, intent, intents, realise, state};
pub use memory::{memory, name, review_item, ruling, ruling_key};

use crate::id::MemoryId;
use crate::plan::PassKind;
use crate::time::{Day, Timestamp};

/// A memory id, often one of a few.
pub fn memory_id() -> BoxedStrategy<MemoryId> {
    prop_oneof![3 => (0u128..24).prop_map(MemoryId), 1 => any::<u128>().prop_map(MemoryId)].boxed()
}

/// Short text of any characters.
pub fn text() -> BoxedStrategy<String> {
    prop_oneof![4 => "[a-c]{1,3}", 2 => "\\PC{0,16}", 1 => "(?s).{0,8}"].boxed()
}

/// Any instant.
pub fn timestamp() -> BoxedStrategy<Timestamp> {
    any::<i64>().prop_map(Timestamp::from_ms).boxed()
}

/// Any day.
pub fn day() -> BoxedStrategy<Day> {
    any::<i32>().prop_map(Day).boxed()
}

/// Any pass.
pub fn pass() -> BoxedStrategy<PassKind> {
    proptest::sample::select(PassKind::ALL).boxed()
}
