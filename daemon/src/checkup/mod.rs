//! `consolidate check`: every assertion over a copy of a store, and over what an engine does on it.
//!
//! It works on a copy that belongs to the check: whoever calls it has made one. What must be written to be seen (recording
//! a text again, recording a contradiction) is written to that copy. Assertions over rows, links and ranking are made by
//! [`audit`]; here is only what they need of disk, clock and threads.

mod disk;
mod interrupt;
mod probe;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use consolidate_shared::model::Memory;
use consolidate_shared::policy::DecayPolicy;
use consolidate_shared::state::State;
use consolidate_shared::time::{Day, Timestamp};

use crate::audit::{self, Assertion, Outcome, Report};
use crate::clock::Clock;
use crate::engine::{Successors, analysed};
use crate::pass;
use crate::scratch::Scratch;
use crate::store::{Holder, LockError, OpenError, Readable, Store, StoreLock};
pub use interrupt::on_interrupt;

/// Steps that a check tells of.
pub const STEPS: u64 = 10;

/// What is asked of a check.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The folder of the copy; it holds the store's file and is written to.
    pub copy: PathBuf,
    /// The share of active memories that may wait to be retired with nothing active in their place, in per mille.
    pub staleness_budget: u16,
    /// The moment of the check.
    pub now: Timestamp,
}

/// Why a check could not begin. A damaged store is no such reason: that is what the report tells.
#[derive(Debug, thiserror::Error)]
pub enum CheckupError {
    /// The folder of the copy cannot be used.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The folder of the copy does not take a file.
    #[error("failed to write to {}: {reason}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the file system said.
        #[source]
        reason: std::io::Error,
    },
}

/// The names of the assertions, in the order of the report, and what each says.
const AFTER_READING: [(&str, &str); 8] = [
    audit::HISTORY,
    ("supersession", "links are sound"),
    ("references", "marks, names and questions are sound"),
    ("out-of-date", "nothing that another replaces is served"),
    ("determinism", "the same question has the same hits"),
    ("dedupe", "what is recorded again is folded"),
    ("conflicts", "both sides of a conflict are shown"),
    ("decay", "strength never grows by age"),
];

/// Checks the copy. `step` hears what is being done.
pub fn checkup(asked: &Asked, step: &mut dyn FnMut(&'static str)) -> Result<Report, CheckupError> {
    let holder = Holder { pid: std::process::id(), version: env!("CARGO_PKG_VERSION").to_owned() };
    let lock = StoreLock::acquire(&asked.copy, &holder)?;
    step("opening the copy");
    let mut store = match Store::open(&asked.copy, &lock) {
        Ok(store) => store,
        Err(error) => return Ok(unopened(&error)),
    };
    step("reading every page");
    let file = disk::file(&mut store);
    step("reading every row");
    let (view, readable, aside) = match disk::read(&store) {
        Ok(read) => read,
        Err(why) => return Ok(unread(file, &why)),
    };
    let takes_writes = file.outcome == Outcome::Holds;
    let mut assertions = vec![file, disk::rows(&view, &readable), disk::journal(&view, &readable)];
    step("following the journal");
    assertions.push(disk::history(&view, &readable));
    let generation = Some(view.generation().0);
    drop(view);
    let ids = aside.iter().filter_map(|aside| aside.row.memory()).collect();
    step("looking at links");
    let faults = audit::faults(&readable.state, &ids);
    assertions.push(audit::supersession(&readable.state, &faults));
    assertions.push(audit::references(&readable.state, &faults));
    let Readable { state, damaged, unwalked } = readable;
    let unread = Unread { takes_writes, rows: !(damaged.is_empty() && unwalked.is_empty()) };
    assertions.extend(behaviour(asked, store, &state, unread, step)?);
    let notes = aside.iter().map(|aside| aside.row.to_string()).collect();
    Ok(Report::of(generation, state.memories.len() as u64, assertions, notes))
}

/// What stands in the way of asking an engine.
#[derive(Debug, Clone, Copy)]
struct Unread {
    /// Whether the file is what was written, so that something can be recorded.
    takes_writes: bool,
    /// Whether there are rows that cannot be read.
    rows: bool,
}

/// What ranking and an engine do on the store.
fn behaviour(
    asked: &Asked,
    store: Store,
    state: &State,
    unread: Unread,
    step: &mut dyn FnMut(&'static str),
) -> Result<[Assertion; 5], CheckupError> {
    let now = asked.now;
    let prepared = |memory: &Memory| {
        // A state in memory is always there to be looked at.
        analysed(memory, Successors::of(memory, state).unwrap_or_default())
    };
    step("asking two indexes");
    let determinism = audit::determinism(state, now, &prepared, &mut || {});
    step("ageing memories");
    let decay = decay(state, now.day(), &prepared);
    step("starting a scratch engine");
    let clock = Clock::File(write_beside(&asked.copy, "clock", &asked.now.to_string())?);
    let folder = |reason| CheckupError::Folder { folder: asked.copy.clone(), reason };
    let mut scratch = Scratch::start(store, &asked.copy, clock).map_err(folder)?;
    step("asking the engine");
    let served = probe::served(&mut scratch, state, now);
    let staleness = audit::staleness(state, asked.staleness_budget, &served);
    let conflicts = if unread.takes_writes {
        probe::conflicts(&mut scratch, state, now)
    } else {
        unwritten("conflicts")
    };
    step("recording again");
    let dedupe = if unread.takes_writes {
        probe::dedupe(&mut scratch, state, now)
    } else {
        unwritten("dedupe")
    };
    scratch.stop();
    let reached = |assertion: Assertion| {
        if !unread.rows || assertion.outcome != Outcome::Fails {
            return assertion;
        }
        let cause =
            assertion.cause.map(|cause| format!("{cause}; or the rows that cannot be read"));
        Assertion { cause, ..assertion }
    };
    Ok([staleness, determinism, dedupe, conflicts, decay].map(reached))
}

fn decay(
    state: &State,
    today: Day,
    prepared: &dyn Fn(&Memory) -> crate::recall::Analysed,
) -> Assertion {
    let policy = DecayPolicy::default();
    let strength = |memory: &Memory, day: Day| pass::decay::strength(memory, &policy, day);
    let mut finding = audit::monotone(state, today, &strength);
    let fresher = audit::fresher_first(today, &strength, prepared);
    finding.looked_at += fresher.looked_at;
    finding.failed += fresher.failed;
    finding.first.extend(fresher.first);
    finding.assert(
        "decay",
        "no memory grows stronger by age alone, and of two equal ones the fresher comes first",
        (
            "the strength function or the order of hits is wrong: a defect",
            "report it with the offenders",
        ),
    )
}

/// An assertion that must record something to be seen, over a file that takes no writes.
fn unwritten(name: &'static str) -> Assertion {
    let asserts = AFTER_READING.into_iter().find(|(known, _)| *known == name);
    let why = "not looked at: it is seen by recording something, and a file that is not what was written takes no writes; mend `file` first";
    Assertion::not_run(name, asserts.map_or("", |(_, asserts)| asserts), why)
}

fn unopened(error: &OpenError) -> Report {
    let mut file = audit::Finding::default();
    file.look(Some(error.to_string()));
    let file = file.assert(disk::FILE.0, disk::FILE.1, disk::UNOPENED);
    unread(file, "the store could not be opened")
}

fn unread(file: Assertion, why: &str) -> Report {
    let rest = [disk::ROWS, disk::JOURNAL].into_iter().chain(AFTER_READING);
    let rest = rest.map(|(name, asserts)| Assertion::not_run(name, asserts, why));
    let assertions = std::iter::once(file).chain(rest).collect();
    Report::of(None, 0, assertions, Vec::new())
}

/// Whether `folder` can be the folder of a copy: the file system takes what a check writes beside it.
fn write_beside(folder: &Path, name: &str, text: &str) -> Result<PathBuf, CheckupError> {
    let path = folder.join(name);
    std::fs::write(&path, text)
        .map_err(|reason| CheckupError::Folder { folder: folder.to_owned(), reason })?;
    Ok(path)
}
