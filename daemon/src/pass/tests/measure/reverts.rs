//! `commit_chains/reverts`: is what was taken back retired or asked about, and does a revert of a revert bring it back?
//!
//! Most reverted statements are no rows of the set: they are made from `retracted_text` and `retracted_at`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Kind, Memory, Origin, Scope, Standing};
use consolidate_shared::state::State;
use consolidate_shared::time::{Day, Timestamp};
use serde_json::Value;

use super::super::random::memory;
use super::found::{TODAY, consolidated, is_asked, share, survivor};
use super::id_of;

struct Revert {
    revert: Memory,
    retracted: Memory,
}

fn made(project: &str, id: &str, text: &str, at: &str) -> Memory {
    let mut made = memory(0, 0, text);
    made.id = id_of(project, id);
    made.kind = Kind::Fact;
    made.scope = Scope::project(project);
    made.origin = Origin::Import;
    made.created_at = at.parse().unwrap();
    made
}

fn revert(line: &str) -> Revert {
    let row: Value = serde_json::from_str(line).unwrap();
    let field = |name: &str| row[name].as_str().unwrap();
    let project = field("project");
    Revert {
        revert: made(project, field("id"), field("text"), field("created_at")),
        retracted: made(project, field("retracts"), field("retracted_text"), field("retracted_at")),
    }
}

fn rows() -> Option<Vec<Revert>> {
    let folder = std::env::var("CONSOLIDATE_EVAL_DIR").ok()?;
    let text =
        std::fs::read_to_string(Path::new(&folder).join("commit_chains/reverts.jsonl")).ok()?;
    Some(text.lines().map(revert).collect())
}

fn store<'a>(memories: impl IntoIterator<Item = &'a Memory>) -> State {
    let mut state = State::default();
    for memory in memories {
        state.memories.entry(memory.id).or_insert_with(|| Arc::new(memory.clone()));
    }
    state
}

#[test]
#[ignore = "reads real data and prints"]
fn measure_reverts_all_at_once() {
    let Some(rows) = rows() else { return };
    // The rows themselves before what is made for them: a revert that is itself reverted stands as it was written.
    let state =
        store(rows.iter().map(|row| &row.revert).chain(rows.iter().map(|row| &row.retracted)));
    let (_, after) = consolidated(&state, TODAY);
    let reverted: BTreeSet<MemoryId> = rows.iter().map(|row| row.retracted.id).collect();
    // `Reapply "..."` names what it brings back as what it retracts: neither it nor the revert before it counts.
    let is_reapplied = |row: &Revert| row.revert.text.starts_with("Reapply");
    let reapplied: BTreeSet<MemoryId> =
        rows.iter().filter(|row| is_reapplied(row)).map(|row| row.retracted.id).collect();
    let mut counts: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    let mut missed = Vec::new();
    for row in &rows {
        let (newer, older) = (survivor(&after, row.revert.id), survivor(&after, row.retracted.id));
        let standing = &after.memories[&older].standing;
        let outcome = match standing {
            _ if newer == older => "one text with its revert",
            Standing::Active if is_asked(&after, newer, older) => "asked",
            Standing::Active => "left",
            _ => "retired",
        };
        let is_reverted =
            reverted.contains(&row.revert.id) || reapplied.contains(&row.retracted.id);
        *counts.entry((is_reverted, outcome)).or_default() += 1;
        if !is_reverted && outcome == "left" {
            missed.push(format!(
                "{} {}\n  {} {}",
                row.retracted.created_at,
                row.retracted.text,
                row.revert.created_at,
                row.revert.text
            ));
        }
    }
    let of = |is_reverted: bool| counts.iter().filter(move |((it, _), _)| *it == is_reverted);
    let all: usize = of(false).map(|(_, count)| count).sum();
    let left = counts.get(&(false, "left")).copied().unwrap_or_default();
    println!("{counts:?} (true: a row reverts the revert, or brings back what it retracts)");
    share("reverted statements retired or asked about", all - left, all);
    println!("left:\n{}", missed.join("\n"));
}

/// The statement inside a revert's quotation.
fn inner(text: &str) -> Option<&str> {
    let start = text.find('"')?;
    let end = text.rfind('"')?;
    text.get(start + 1..end).filter(|inner| !inner.is_empty())
}

#[test]
#[ignore = "reads real data and prints"]
fn measure_reverts_of_reverts_one_after_the_other() {
    let Some(rows) = rows() else { return };
    let day_before = |at: Timestamp| Day(at.day().0 - 1).start();
    let (mut tried, mut retired, mut back) = (0, 0, 0);
    for row in &rows {
        let is_revert = row.retracted.text.starts_with("Revert \"");
        let Some(statement) = inner(&row.retracted.text).filter(|_| is_revert) else { continue };
        if statement.starts_with("Revert \"") || row.retracted.created_at >= row.revert.created_at {
            continue;
        }
        tried += 1;
        let mut first = row.retracted.clone();
        first.id = MemoryId(1);
        first.text = statement.to_owned();
        first.created_at = day_before(row.retracted.created_at);
        let (_, mut state) = consolidated(&store([&first, &row.retracted]), TODAY);
        let taken_back = state.memories[&first.id].standing != Standing::Active;
        retired += usize::from(taken_back);
        state.memories.insert(row.revert.id, Arc::new(row.revert.clone()));
        let (_, state) = consolidated(&state, Day(TODAY.0 + 1));
        let is_back = state.memories[&first.id].standing == Standing::Active
            && state.memories[&row.retracted.id].standing != Standing::Active;
        back += usize::from(is_back);
        if !taken_back || !is_back {
            println!(
                "{taken_back} {is_back}\n  {statement}\n  {}\n  {}",
                row.retracted.text, row.revert.text
            );
        }
    }
    share("statements retired by their revert", retired, tried);
    share("statements back after the revert of the revert", back, tried);
}
