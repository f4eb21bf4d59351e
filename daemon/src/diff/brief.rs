//! One line a memory, for entries that add or remove many.

use consolidate_shared::change::{ChangeSet, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, Name};

use super::plain;

/// From so many memories that come or go, each is one line.
const LARGE: usize = 16;
/// Characters of its text that the line shows.
const TEXT_CHARS: usize = 100;

/// Characters of a text in the one line that tells of a whole entry.
pub(super) const GIST_CHARS: usize = 60;

/// Whether the set brings or takes many memories.
pub(super) fn is_large(set: &ChangeSet) -> bool {
    let whole = |what: &What| matches!(what, What::Add(_) | What::Remove(_));
    set.changes.iter().filter(|change| whole(&change.what)).count() > LARGE
}

/// The memory in one line behind `sign`.
pub(super) fn line(sign: char, memory: &Memory) -> String {
    let Memory { id, kind, scope, text, .. } = memory;
    let place = plain::one_line(&scope.to_string());
    format!("{sign} {id} {kind} in {place}: {}", plain::start(text, TEXT_CHARS))
}

/// A name that leads elsewhere, in one line.
pub(super) fn name(name: &Name, target: &Swap<Option<MemoryId>>) -> String {
    let shown = |id: Option<MemoryId>| id.map_or_else(|| "nothing".to_owned(), |id| id.to_string());
    let (before, after) = (shown(target.before), shown(target.after));
    format!("* name {}: {before} -> {after}", plain::one_line(&name.to_string()))
}
