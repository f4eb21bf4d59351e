//! The file, its rows and its journal.

use consolidate_shared::state::State;

use crate::audit::{self, Assertion, Difference, Finding, Told};
use crate::store::{Readable, SetAside, Store, View};

pub(super) const FILE: (&str, &str) = ("file", "every page of the file is what was written to it");
pub(super) const ROWS: (&str, &str) = ("rows", "every row can be read and is what its key says");
pub(super) const JOURNAL: (&str, &str) = (
    "journal",
    "entries follow each other from the first to the store's generation, and counts and index agree",
);

pub(super) const RESTORE: (&str, &str) = (
    "the disk lost or changed what was written: bytes rotted, or another program wrote to the file",
    "look at the disk; then restore a backup, or have the file written anew from what can be read with `consolidate check --repair` (the damaged one is kept)",
);
/// The same for what cannot even be opened.
pub(super) const UNOPENED: (&str, &str) = (
    RESTORE.0,
    "look at the disk and keep the file, of which the rest may be whole; then restore a backup, or move the file away to begin a new store",
);

const REPAIR: &str = "see what would mend it with `consolidate check --repair`";

/// Every page against its checksum.
pub(super) fn file(store: &mut Store) -> Assertion {
    let mut finding = Finding::default();
    finding.look(store.verify().err().map(|fault| fault.to_string()));
    finding.assert(FILE.0, FILE.1, RESTORE)
}

/// All that can be read of the store, or why it cannot be walked.
pub(super) fn read(store: &Store) -> Result<(View, Readable, Vec<SetAside>), String> {
    let view = store.view().map_err(|error| error.to_string())?;
    let readable = view.readable().map_err(|error| error.to_string())?;
    let aside = view.set_aside().map_err(|error| error.to_string())?;
    Ok((view, readable, aside))
}

/// Every row decodes: kind, format, schema, key.
pub(super) fn rows(view: &View, readable: &Readable) -> Assertion {
    let Readable { state, damaged, unwalked } = readable;
    let read = state.memories.len() + state.names.len() + state.reviews.len() + state.rulings.len();
    let entries = view.generation().0;
    let mut finding = Finding { looked_at: read as u64 + entries, ..Finding::default() };
    for row in damaged {
        finding.fail(row.to_string());
    }
    for rows in unwalked {
        finding.fail(format!("{rows} are on pages that cannot be read"));
    }
    let cause = "bytes of these rows were changed: the disk, or another program (a newer one, where the row says so)";
    finding.assert(ROWS.0, ROWS.1, (cause, REPAIR))
}

/// The journal follows itself, and what is derived agrees.
pub(super) fn journal(view: &View, readable: &Readable) -> Assertion {
    let mut finding = Finding::default();
    match view.survey_journal(&readable.damaged) {
        Ok(survey) => {
            finding.looked_at = survey.entries;
            survey.problems.into_iter().for_each(|problem| finding.fail(problem));
            if survey.wrong_ways > 0 {
                finding.fail(format!("{} ways into the journal are wrong", survey.wrong_ways));
            }
        }
        Err(error) => finding.fail(error.to_string()),
    }
    let counted = readable.counts();
    if readable.damaged.is_empty() && counted != view.counts() {
        finding.fail(format!("the store counts {:?} and holds {counted:?}", view.counts()));
    }
    let cause = "entries were changed or lost outside this program";
    let remedy = "what is derived is mended by `consolidate check --repair`; lost entries can be restored from a backup only, and nothing else depends on them";
    finding.assert(JOURNAL.0, JOURNAL.1, (cause, remedy))
}

/// What is there is what the journal's entries made it. A memory whose row cannot be read is told of by the rows.
pub(super) fn history(view: &View, readable: &Readable) -> Assertion {
    let mut told = Told::default();
    view.each_entry(|entry| told.hear(entry));
    told.end(view.generation());
    let unread = |id| readable.damaged.iter().any(|row| row.memory() == Some(id));
    let mut differences = told.differences(&readable.state);
    differences.retain(|it| !matches!(it, Difference::Missing(memory) if unread(memory.id)));
    let State { memories, names, reviews, rulings } = &readable.state;
    let rows = memories.len() + names.len() + reviews.len() + rulings.len();
    audit::history(rows as u64, &differences)
}
