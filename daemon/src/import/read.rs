//! Lines to rows: parsed, bounded, screened. Nothing here looks at the store, so it is done where nobody waits for it.

use std::collections::BTreeMap;

use serde::Deserialize;

use consolidate_shared::id::MemoryId;
use consolidate_shared::limits;
use consolidate_shared::model::{Actor, Kind, Name, Origin};
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::state::Lookup;
use consolidate_shared::time::Timestamp;

use super::header::{EXPORT_FORMAT, Header};
use super::identity::claims_no_more;
use super::row::{self, Row};
use crate::gate::Gate;
use crate::write::{may_trigger, screen};

/// What the lines alone do not say.
#[derive(Debug)]
pub struct Context<'a> {
    /// The project of rows that name none.
    pub project: Option<String>,
    /// Whether rows that name none belong to none where there is no such project.
    pub unscoped: bool,
    /// Who imports; an agent's file cannot hold policies.
    pub by: Actor,
    /// The time of rows that name none.
    pub now: Timestamp,
    /// The secrets gate.
    pub gate: &'a Gate,
}

/// A line of a headed file that is no memory.
#[derive(Deserialize)]
#[serde(untagged)]
enum Extra {
    Name { name: Name, target: MemoryId },
    Ruling { ruling_on: RulingKey, ruling: Ruling },
}

/// The rows of a file, and what its lines say beside them.
#[derive(Debug, Default)]
pub struct ReadFile {
    /// Whether the file is an export of ours.
    pub(super) headed: bool,
    /// Whether a person imports it.
    pub(super) by_person: bool,
    pub(super) rows: Vec<Row>,
    /// Lines that are no row, by number, and why.
    pub(super) bad: BTreeMap<u64, String>,
    pub(super) unknown: BTreeMap<String, u64>,
    pub(super) redacted: BTreeMap<String, u64>,
    pub(super) names: BTreeMap<Name, MemoryId>,
    pub(super) rulings: BTreeMap<RulingKey, Ruling>,
}

impl ReadFile {
    /// Makes bad lines of the rows by which an agent would claim what only a person may: policies, a person's word, pins,
    /// and standings that passes or people gave. What `state` holds as the row has it is no claim, and an export that restores an
    /// empty store makes none either: it is all there is.
    pub fn refuse_claims<L: Lookup>(&mut self, state: &L) -> Result<(), L::Error> {
        for row in std::mem::take(&mut self.rows) {
            let memory = &row.memory;
            let claims = memory.is_protected()
                || memory.origin == Origin::User
                || !memory.standing.is_served();
            let held = || state.memory(memory.id);
            if !claims || held()?.is_some_and(|known| claims_no_more(memory, &known)) {
                self.rows.push(row);
            } else {
                let why = "it claims what only a person may (a policy, a pin, a person's word, a standing); a person imports it with `--as user`";
                self.bad.insert(row.line, why.to_owned());
            }
        }
        Ok(())
    }
}

/// Reads `lines` (without their line ends; blank ones are passed over).
pub fn read(lines: &[String], context: &Context<'_>) -> ReadFile {
    let mut file = ReadFile { by_person: context.by == Actor::User, ..ReadFile::default() };
    let written = lines.iter().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    for (place, (line, number)) in written.enumerate() {
        if let Some(header) = Header::parse(line).filter(|_| place == 0) {
            file.headed = true;
            if header.consolidate_export != EXPORT_FORMAT {
                let why = format!(
                    "the export has format {} and this program reads {EXPORT_FORMAT}",
                    header.consolidate_export
                );
                file.bad.insert(number, why);
                break;
            }
            continue;
        }
        match take(number, line, context, &mut file) {
            Ok(row) => file.rows.extend(row),
            Err(why) => drop(file.bad.insert(number, why)),
        }
    }
    file
}

fn take(
    number: u64,
    line: &str,
    context: &Context<'_>,
    file: &mut ReadFile,
) -> Result<Option<Row>, String> {
    if line.len() > limits::IMPORT_LINE_BYTES {
        return Err(format!(
            "it has {} bytes and may have {}",
            line.len(),
            limits::IMPORT_LINE_BYTES
        ));
    }
    if file.headed
        && let Ok(extra) = serde_json::from_str::<Extra>(line)
    {
        match extra {
            Extra::Name { name, target } => drop(file.names.insert(name, target)),
            Extra::Ruling { ruling_on, ruling } => drop(file.rulings.insert(ruling_on, ruling)),
        }
        return Ok(None);
    }
    let mut row = row::parse(number, line, context, file.headed, &mut file.unknown)?;
    if !file.headed && row.memory.kind == Kind::Policy && context.by != Actor::User {
        return Err("an agent cannot import policies; a person does it with `--as user`".to_owned());
    }
    for found in screen(&mut row.memory, context.gate).map_err(|refused| refused.message)? {
        let rule = found.rsplit(": ").next().unwrap_or(&found).to_owned();
        *file.redacted.entry(rule).or_default() += 1;
    }
    // An export is restored as it is: what was stored once is better kept than lost.
    if let Some(trigger) = row.memory.trigger.as_ref().filter(|_| !file.headed) {
        may_trigger(row.memory.kind, trigger).map_err(|refused| refused.message)?;
    }
    Ok(Some(row))
}
