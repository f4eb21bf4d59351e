//! The tables: bytes to bytes, so that no encoding of the database's own is ever part of the format.

use redb::TableDefinition;

/// A table as it is defined.
pub(super) type Definition = TableDefinition<'static, &'static [u8], &'static [u8]>;
/// A table in a read transaction.
pub(super) type ReadTable = redb::ReadOnlyTable<&'static [u8], &'static [u8]>;
/// A table in a write transaction.
pub(super) type WriteTable<'t> = redb::Table<'t, &'static [u8], &'static [u8]>;

/// Memory id → memory.
pub(super) const MEMORIES: &str = "memories";
/// Name → memory id.
pub(super) const NAMES: &str = "names";
/// Generation → journal entry.
pub(super) const JOURNAL: &str = "journal";
/// Ruling key → ruling.
pub(super) const RULINGS: &str = "rulings";
/// Review id → open review item.
pub(super) const REVIEWS: &str = "reviews";
/// Run id → run record.
pub(super) const RUNS: &str = "runs";
/// Ways into the journal: see [`super::keys::Index`].
pub(super) const INDEX: &str = "index";
/// The store about itself.
pub(super) const META: &str = "meta";

/// Every table; all exist in every store.
pub(super) const ALL: [&str; 8] = [MEMORIES, NAMES, JOURNAL, RULINGS, REVIEWS, RUNS, INDEX, META];

/// In [`META`]: the version of the whole, four bytes big-endian, so that any program can read it.
pub(super) const VERSION_KEY: &[u8] = b"version";
/// In [`META`]: [`super::meta::Meta`].
pub(super) const STATE_KEY: &[u8] = b"state";

/// The version of the whole that this program reads and writes: which tables there are and how their keys look.
pub(super) const VERSION: u32 = 1;

/// The definition of a table.
pub(super) fn table(name: &'static str) -> Definition {
    TableDefinition::new(name)
}
