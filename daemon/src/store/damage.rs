//! Rows that are not what this program wrote: found, named, and kept when they are set aside.
//!
//! A row that cannot be read cannot be changed through the model either. A repair moves it, key and value byte for byte,
//! into a table of its own, where nothing reads it but the check that lists it and whoever wants to save what it held.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use consolidate_shared::health::{Sample, ServedDay};
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::journal::{Generation, JournalEntry};
use consolidate_shared::model::{Memory, Name};
use consolidate_shared::plan::RunRecord;
use consolidate_shared::review::ReviewItem;
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::state::State;

use super::error::ReadError;
use super::format::{FormatError, ServedCount, Stored};
use super::keys;
use super::meta::Counts;
use super::salvage::Unwalked;
use super::tables::{
    ALL, DAMAGED, INDEX, JOURNAL, MEMORIES, NAMES, REVIEWS, RULINGS, RUNS, ReadTable, Row, SAMPLES,
    SERVED, TASK_RUNS,
};
use super::task_runs;
use super::view::View;
use super::ways::Ways;

/// A row that is not what this program wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedRow {
    /// Its table.
    pub table: &'static str,
    /// Its key, as it stands there.
    pub key: Vec<u8>,
    /// Its value, as it stands there.
    pub value: Vec<u8>,
    /// What is wrong with it.
    pub why: String,
}

/// What a damaged row is about, as far as its key still says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// A memory.
    Memory(MemoryId),
    /// A name.
    Name(Name),
    /// A review item.
    Review(ReviewId),
    /// A ruling.
    Ruling(RulingKey),
    /// A journal entry.
    Entry(Generation),
    /// Something else, or nothing that can be told.
    Unknown,
}

impl DamagedRow {
    /// What it is about.
    pub fn about(&self) -> About {
        let key = self.key.as_slice();
        let found = match self.table {
            MEMORIES => keys::memory_back(key).map(About::Memory),
            NAMES => keys::name_back(key).map(About::Name),
            REVIEWS => keys::review_back(key).map(About::Review),
            RULINGS => keys::ruling_back(key).map(About::Ruling),
            JOURNAL => keys::generation_back(key).map(About::Entry),
            _ => Ok(About::Unknown),
        };
        found.unwrap_or(About::Unknown)
    }

    /// Whether it is an entry of the journal.
    pub fn is_of_the_journal(&self) -> bool {
        self.table == JOURNAL
    }

    /// The memory that it is, if it is one.
    pub fn memory(&self) -> Option<MemoryId> {
        match self.about() {
            About::Memory(id) => Some(id),
            _ => None,
        }
    }
}

impl fmt::Display for DamagedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, key, why, .. } = self;
        match self.about() {
            About::Memory(id) => write!(f, "memory {id}: {why}"),
            About::Name(name) => write!(f, "name {name}: {why}"),
            About::Review(id) => write!(f, "review item {id}: {why}"),
            About::Ruling(key) => write!(f, "ruling {key}: {why}"),
            About::Entry(generation) => write!(f, "journal entry {generation}: {why}"),
            About::Unknown => {
                write!(f, "row ")?;
                key.iter().take(MOST_KEY_BYTES).try_for_each(|byte| write!(f, "{byte:02x}"))?;
                write!(f, " of {table}: {why}")
            }
        }
    }
}

/// Bytes of a key that are shown.
const MOST_KEY_BYTES: usize = 40;

/// What is said of an entry of which no byte is left.
const NOTHING_LEFT: &str = "nothing of it is left";

/// Entries that may be missing in a row; more of them are a wrong generation.
const MOST_GAPS: u64 = 10_000;

/// A row that a repair has set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    /// The generation of the repair.
    pub by: Generation,
    /// The row.
    pub row: DamagedRow,
}

/// The key of a row that is set aside: when, from which table, and its own key.
pub(super) fn aside_key(by: Generation, row: &DamagedRow) -> Vec<u8> {
    [&keys::generation(by)[..], row.table.as_bytes(), &[0], &row.key].concat()
}

fn aside_back(key: &[u8], value: Vec<u8>) -> Result<SetAside, FormatError> {
    let shape = || FormatError::Shape("a row that was set aside");
    let (by, rest) = key.split_at_checked(8).ok_or_else(shape)?;
    let end = rest.iter().position(|byte| *byte == 0).ok_or_else(shape)?;
    let (table, key) = rest.split_at(end);
    let table = ALL.into_iter().find(|known| known.as_bytes() == table).ok_or_else(shape)?;
    let key = key.get(1..).unwrap_or_default().to_vec();
    let by = keys::generation_back(by)?;
    let nothing = if value.is_empty() { format!("{NOTHING_LEFT}, ") } else { String::new() };
    let why = format!("{nothing}set aside by {by}");
    Ok(SetAside { by, row: DamagedRow { table, key, value, why } })
}

/// All of a store that can be read.
#[derive(Debug, Default)]
pub struct Readable {
    /// The subjects.
    pub state: State,
    /// Every row that cannot be read, in the order of tables and keys.
    pub damaged: Vec<DamagedRow>,
    /// Rows that are in neither of the others: nothing can be read of the pages that they stand on.
    pub unwalked: Vec<Unwalked>,
}

impl Readable {
    /// The memories that can be read, by standing.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for memory in self.state.memories.values() {
            counts.moved(None, Some(&memory.standing));
        }
        counts
    }
}

/// What the journal is like as a whole.
#[derive(Debug, Default)]
pub struct JournalSurvey {
    /// Entries that can be read.
    pub entries: u64,
    /// What is wrong, a sentence each.
    pub problems: Vec<String>,
    /// Rows of the ways into it that are missing, wrong or too many.
    pub wrong_ways: u64,
    /// Entries of which there is not even a damaged row, as long as they are few enough to be gaps and no wrong generation.
    pub missing: Vec<Generation>,
    /// Those of the problems that are gaps, which a repair takes note of.
    gaps: BTreeSet<String>,
}

impl View {
    /// All that can be read, and what cannot. Of rows under one key, which only a rotted file has, the last counts, as it does
    /// when that file is written anew.
    pub fn readable(&self) -> Result<Readable, ReadError> {
        let mut found = Readable::default();
        let Readable { state, damaged, unwalked } = &mut found;
        let mut each = Each { view: self, damaged, unwalked };
        each.row(&self.tables.memories, MEMORIES, |key, value| {
            let id = keys::memory_back(key)?;
            state.memories.remove(&id);
            let memory = Memory::from_stored(value)?;
            same(id == memory.id)?;
            state.memories.insert(id, Arc::new(memory));
            Ok(())
        })?;
        each.row(&self.tables.names, NAMES, |key, value| {
            let name = keys::name_back(key)?;
            state.names.remove(&name);
            state.names.insert(name, keys::memory_back(value)?);
            Ok(())
        })?;
        each.row(&self.tables.reviews, REVIEWS, |key, value| {
            let id = keys::review_back(key)?;
            state.reviews.remove(&id);
            let item = ReviewItem::from_stored(value)?;
            same(id == item.id())?;
            state.reviews.insert(id, item);
            Ok(())
        })?;
        each.row(&self.tables.rulings, RULINGS, |key, value| {
            let ruled = keys::ruling_back(key)?;
            state.rulings.remove(&ruled);
            state.rulings.insert(ruled, Ruling::from_stored(value)?);
            Ok(())
        })?;
        each.row(&self.tables.runs, RUNS, |key, value| {
            RunRecord::from_stored(value)?;
            same(key.len() == 8)
        })?;
        each.row(&self.tables.served, SERVED, |key, value| match keys::served_back(key)? {
            (_, None) => ServedDay::from_stored(value).map(drop),
            (_, Some(_)) => ServedCount::from_stored(value).map(drop),
        })?;
        each.row(&self.tables.samples, SAMPLES, |key, value| {
            keys::day_back(key)?;
            Sample::from_stored(value).map(drop)
        })?;
        if let Some(rows) = &self.tables.task_runs {
            each.row(rows, TASK_RUNS, task_runs::read)?;
        }
        each.row(&self.tables.journal, JOURNAL, |key, value| entry_of(key, value).map(drop))?;
        Ok(found)
    }

    /// Hands every entry that can be read to `hear`, in the order of the rows.
    pub fn each_entry(&self, mut hear: impl FnMut(&JournalEntry)) {
        // What cannot be read, or not for the disk, is told by `readable`.
        for (key, value) in self.salvage(&self.tables.journal, JOURNAL).flatten() {
            if let Ok(entry) = entry_of(&key, &value) {
                hear(&entry);
            }
        }
    }

    /// Every row that a repair sets aside: those that cannot be read, and what stands for entries that are gone.
    pub fn to_set_aside(&self) -> Result<Vec<DamagedRow>, ReadError> {
        let damaged = self.readable()?.damaged;
        let gaps: Vec<DamagedRow> = self.survey_journal(&damaged)?.gaps().collect();
        Ok(damaged.into_iter().chain(gaps).collect())
    }

    /// What repairs have set aside, oldest first.
    pub fn set_aside(&self) -> Result<Vec<SetAside>, ReadError> {
        let Some(aside) = &self.tables.aside else { return Ok(Vec::new()) };
        let read = |(key, value): Row| {
            aside_back(&key, value.clone()).unwrap_or_else(|error| {
                let (table, why) = (DAMAGED, error.to_string());
                SetAside { by: Generation(0), row: DamagedRow { table, key, value, why } }
            })
        };
        self.salvage(aside, DAMAGED).map(|row| row.map(read)).collect()
    }

    /// How many rows the repair that made this generation has set aside.
    pub fn set_aside_by(&self, repair: Generation) -> Result<u64, ReadError> {
        let Some(aside) = &self.tables.aside else { return Ok(0) };
        let (from, to) = (keys::generation(repair), keys::generation(repair.next()));
        let rows = aside.range(from.as_slice()..to.as_slice())?;
        rows.map(|row| row.map(|_| 1)).sum()
    }

    /// Whether the journal follows itself from the first entry to this generation, and whether the ways into it are its
    /// own. Entries that were set aside are no gaps, nor are those of `unread`, rows of which [`View::readable`] tells.
    pub fn survey_journal(&self, unread: &[DamagedRow]) -> Result<JournalSurvey, ReadError> {
        let set_aside = self.set_aside()?;
        let known = set_aside.iter().map(|aside| &aside.row).chain(unread);
        let aside: BTreeSet<Generation> = known
            .filter_map(|row| match row.about() {
                About::Entry(generation) => Some(generation),
                _ => None,
            })
            .collect();
        let mut survey = JournalSurvey::default();
        let mut ways = Ways::default();
        let mut next = Generation(1);
        self.each_entry(|entry| {
            if entry.generation < next {
                survey.problems.push(format!("entry {} is there twice", entry.generation));
                return;
            }
            survey.skip(&mut next, entry.generation, &aside);
            if entry.parent.next() != entry.generation {
                let JournalEntry { generation, parent, .. } = entry;
                survey.problems.push(format!("entry {generation} follows {parent}"));
            }
            ways.add(entry);
            survey.entries += 1;
        });
        let end = self.generation().next();
        if next > end {
            let what = format!(
                "the journal reaches entry {}, the store generation {}",
                next.0 - 1,
                end.0 - 1
            );
            survey.problems.push(what);
        } else {
            survey.skip(&mut next, end, &aside);
        }
        survey.wrong_ways = self.wrong_ways(&ways)?;
        Ok(survey)
    }

    fn wrong_ways(&self, ways: &Ways) -> Result<u64, ReadError> {
        let (mut right, mut wrong) = (0, 0);
        for row in self.salvage(&self.tables.index, INDEX) {
            let (key, value) = row?;
            match ways.rows().get(&key) {
                Some(expected) if *expected == value => right += 1,
                _ => wrong += 1,
            }
        }
        Ok(wrong + (ways.rows().len() as u64).saturating_sub(right))
    }
}

impl JournalSurvey {
    /// The entries that are missing as rows to be set aside: what stands for them says that they were there.
    pub fn gaps(&self) -> impl Iterator<Item = DamagedRow> {
        self.missing.iter().map(|generation| DamagedRow {
            table: JOURNAL,
            key: keys::generation(*generation).to_vec(),
            value: Vec::new(),
            why: NOTHING_LEFT.to_owned(),
        })
    }

    /// The problems that a repair leaves.
    pub fn left(self) -> impl Iterator<Item = String> {
        let Self { problems, gaps, .. } = self;
        problems.into_iter().filter(move |problem| !gaps.contains(problem))
    }

    /// Goes on to `found`, and says what is missing before it.
    fn skip(&mut self, next: &mut Generation, found: Generation, aside: &BTreeSet<Generation>) {
        let set_aside = aside.range(*next..found).count() as u64;
        let missing = found.0.saturating_sub(next.0).saturating_sub(set_aside);
        if missing > 0 {
            let problem = format!("{missing} of the entries {next} to {} are missing", found.0 - 1);
            if missing <= MOST_GAPS {
                let gap = (next.0..found.0).map(Generation).filter(|it| !aside.contains(it));
                self.missing.extend(gap);
                self.gaps.insert(problem.clone());
            }
            self.problems.push(problem);
        }
        *next = found.next();
    }
}

fn same(holds: bool) -> Result<(), FormatError> {
    if holds { Ok(()) } else { Err(FormatError::Shape("what its key says")) }
}

/// The entry of a row.
fn entry_of(key: &[u8], value: &[u8]) -> Result<JournalEntry, FormatError> {
    let entry = JournalEntry::from_stored(value)?;
    same(keys::generation_back(key)? == entry.generation)?;
    Ok(entry)
}

/// What is found beside what can be read.
struct Each<'f> {
    view: &'f View,
    damaged: &'f mut Vec<DamagedRow>,
    unwalked: &'f mut Vec<Unwalked>,
}

impl Each<'_> {
    /// Reads every row of a table; `read` forgets what the key had before.
    fn row(
        &mut self,
        rows: &ReadTable,
        table: &'static str,
        mut read: impl FnMut(&[u8], &[u8]) -> Result<(), FormatError>,
    ) -> Result<(), ReadError> {
        let (begin, mut last) = (self.damaged.len(), Vec::new());
        let mut rows = self.view.salvage(rows, table);
        for row in rows.by_ref() {
            let (key, value) = row?;
            if key <= last {
                let mut place = 0;
                self.damaged.retain(|row| {
                    place += 1;
                    place <= begin || row.key != key
                });
            }
            last.clone_from(&key);
            if let Err(why) = read(&key, &value) {
                self.damaged.push(DamagedRow { table, key, value, why: why.to_string() });
            }
        }
        self.unwalked.extend(rows.lost());
        Ok(())
    }
}
