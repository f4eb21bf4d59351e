//! The vectors of one scope, by slot, in chunks that the copies of an index share until one of them changes.
//!
//! A change of many memories is made on a copy of the index: without sharing, each would copy 128 bytes a memory.

use std::sync::Arc;

use super::Slot;
use crate::recall::embed::Vector;

/// Vectors of a chunk: 32 KiB, what one change of a shared chunk copies.
const CHUNK: usize = 256;

/// A growing list of vectors. Cloning copies a pointer a chunk.
#[derive(Clone, Debug, Default)]
pub(super) struct Vectors {
    chunks: Vec<Arc<Vec<Vector>>>,
}

impl Vectors {
    /// Sets the vector of a slot, which is one of those there are or the next one.
    pub(super) fn set(&mut self, slot: Slot, vector: Vector) {
        let (chunk, at) = (slot as usize / CHUNK, slot as usize % CHUNK);
        if chunk == self.chunks.len() {
            self.chunks.push(Arc::default());
        }
        let Some(chunk) = self.chunks.get_mut(chunk) else { return };
        let chunk = Arc::make_mut(chunk);
        match chunk.get_mut(at) {
            Some(place) => *place = vector,
            None => chunk.push(vector),
        }
    }

    /// The vector of a slot.
    pub(super) fn get(&self, slot: Slot) -> Option<&Vector> {
        self.chunks.get(slot as usize / CHUNK)?.get(slot as usize % CHUNK)
    }

    /// Chunk by chunk, in the order of the slots.
    pub(super) fn chunks(&self) -> impl Iterator<Item = &[Vector]> {
        self.chunks.iter().map(|chunk| chunk.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::embed::embed;

    #[test]
    fn a_copy_keeps_what_it_had() {
        let [a, b] = ["restart the server", "paint the wall"].map(embed);
        let mut vectors = Vectors::default();
        for slot in 0..600 {
            vectors.set(slot, a);
        }
        let copy = vectors.clone();
        vectors.set(300, b);
        vectors.set(600, b);
        assert_eq!([300, 600].map(|slot| vectors.get(slot).copied()), [Some(b), Some(b)]);
        assert_eq!([300, 600].map(|slot| copy.get(slot).copied()), [Some(a), None]);
        assert_eq!(vectors.chunks().map(<[_]>::len).sum::<usize>(), 601);
    }
}
