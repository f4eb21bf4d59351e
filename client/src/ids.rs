//! New memory ids. The client makes them, before the first try of a write, so that a retried write is the same write.

use consolidate_shared::id::MemoryId;
use uuid::Uuid;

/// An id that nobody has: the 128 bits of a UUID version 7 (RFC 9562), milliseconds first, so that ids sort by time.
#[expect(clippy::disallowed_methods, reason = "this file is where the client makes random ids")]
pub fn new_memory_id() -> MemoryId {
    MemoryId(Uuid::now_v7().as_u128())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_differ_and_come_in_order() {
        let ids: Vec<_> = (0..1000).map(|_| new_memory_id()).collect();
        assert!(ids.is_sorted());
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 1000);
    }
}
