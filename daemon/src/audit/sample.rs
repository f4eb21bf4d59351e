//! Samples that are the same every time.

use std::sync::Arc;

use consolidate_shared::id::hash64;
use consolidate_shared::model::Memory;
use consolidate_shared::state::State;

/// At most `most` memories that `fit`, drawn by the hash of their ids under `salt`, so that samples of different salts differ.
pub fn sample(
    state: &State,
    salt: &str,
    most: usize,
    fits: impl Fn(&Memory) -> bool,
) -> Vec<Arc<Memory>> {
    let mut drawn: Vec<(u64, &Arc<Memory>)> = state
        .memories
        .values()
        .filter(|memory| fits(memory))
        .map(|memory| {
            let key = [salt.as_bytes(), &memory.id.0.to_be_bytes()].concat();
            (hash64(&key), memory)
        })
        .collect();
    drawn.sort_unstable_by_key(|(hash, memory)| (*hash, memory.id));
    drawn.into_iter().take(most).map(|(_, memory)| Arc::clone(memory)).collect()
}
