//! What came of making the index anew, for people.

use consolidate_shared::wire::v1::Reindexed;

use super::style::{WARN, paint};
use super::text::{add, count};

/// The report of a `reindex`.
pub(crate) fn report(reindexed: &Reindexed) -> String {
    let Reindexed { generation, memories, served, passed_over, took_ms } = *reindexed;
    let mut text = String::new();
    let retired = memories.saturating_sub(served);
    add!(text, "indexed {} in {took_ms} ms", count(memories, "memory"));
    add!(text, ": {served} served, {retired} retired, generation {generation}\n");
    if passed_over > 0 {
        let rows = count(passed_over, "row");
        let warning = format!("{rows} cannot be read; see `consolidate check --repair`");
        add!(text, "{}\n", paint(WARN, warning));
    }
    text
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    #[test]
    fn what_was_indexed_and_what_was_not() {
        let sound =
            Reindexed { generation: 9, memories: 3, served: 2, passed_over: 0, took_ms: 14 };
        assert_snapshot!(report(&sound), @"indexed 3 memories in 14 ms: 2 served, 1 retired, generation 9");
        let damaged = report(&Reindexed { passed_over: 1, ..sound });
        assert!(damaged.contains("1 row cannot be read"), "{damaged}");
    }
}
