//! Planning over real data: time, pairs, changes; and every automatic decision to be read by eye.
//!
//! `CONSOLIDATE_EVAL_DIR=... cargo test --release -p consolidate-daemon --lib measure -- --ignored --nocapture`. The folder holds
//! the sets of the project's data as JSONL files by their own names; a set that is not there is skipped.

mod bumps;
mod cross;
mod decisions;
mod found;
mod reverts;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use consolidate_shared::change::{Reason, What};
use consolidate_shared::id::{MemoryId, hash128};
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{Kind, Memory, Origin, Scope};
use consolidate_shared::plan::{PassKind, Run};
use consolidate_shared::policy::Policy;
use consolidate_shared::state::State;
use consolidate_shared::time::Day;
use serde_json::Value;

use super::random::{memory, store};
use crate::pass::{PairIndex, Snapshot, plan_run};

fn id_of(project: &str, id: &str) -> MemoryId {
    MemoryId(hash128(format!("{project}\0{id}").as_bytes()))
}

fn row(line: &str, with_links: bool) -> Memory {
    let row: Value = serde_json::from_str(line).unwrap();
    let field = |name: &str| row.get(name).and_then(Value::as_str);
    let project = field("project").unwrap_or("none");
    let links = |name: &str| {
        let ids = row.get(name).and_then(Value::as_array).into_iter().flatten();
        let ids = ids.filter(|_| with_links).filter_map(Value::as_str);
        ids.map(|id| id_of(project, id)).collect()
    };
    let mut made = memory(0, 0, field("text").unwrap());
    made.id = id_of(project, field("id").unwrap());
    made.kind = field("kind").and_then(|kind| kind.parse().ok()).unwrap_or(Kind::Fact);
    made.scope = Scope::project(project);
    made.origin = Origin::Import;
    made.created_at = field("created_at").and_then(|at| at.parse().ok()).unwrap_or(made.created_at);
    made.supersedes = links("supersedes");
    made.superseded_by = links("superseded_by");
    made
}

pub(crate) fn load(path: &Path, with_links: bool) -> Option<State> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(store(text.lines().map(|line| row(line, with_links))))
}

/// Peak memory of the process so far, where the system tells.
pub(crate) fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("unknown peak");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]
fn measure(name: &str, file: &str, with_links: bool, show: bool) {
    let Ok(folder) = std::env::var("CONSOLIDATE_EVAL_DIR") else { return };
    let Some(state) = load(&Path::new(&folder).join(file), with_links) else { return };
    let snapshot = Snapshot::new(Generation(1), state);
    let start = Instant::now();
    let run = plan_run(&snapshot, PassKind::ALL, &Policy::default(), Day(20_500));
    println!("== {name}: {:?}, {}", start.elapsed(), peak());
    for plan in &run.plans {
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for change in &plan.change_set.changes {
            *names.entry(change.name().word()).or_default() += 1;
        }
        println!("{}: {names:?} {:?}", plan.pass, plan.report);
    }
    for plan in run.plans.iter().filter(|_| show) {
        let text = |id: MemoryId| snapshot.memory(id).map(|m| m.text.clone()).unwrap_or_default();
        for change in &plan.change_set.changes {
            let (What::Edit { subject, .. }, Reason::Found(finding)) =
                (&change.what, &change.reason)
            else {
                continue;
            };
            if matches!(change.name().word(), "retire" | "link") {
                let (a, b) = (text(*subject), text(finding.other));
                println!("{} {} {}\n  {a:?}\n  {b:?}", plan.pass, change.name(), finding.rule);
            }
        }
    }
}

#[test]
#[ignore = "reads real data and prints"]
fn measure_supersession_without_links() {
    measure("supersession, no links", "supersession/decisions.jsonl", false, true);
}

#[test]
#[ignore = "reads real data and prints"]
fn measure_supersession_with_links() {
    measure("supersession, links", "supersession/decisions.jsonl", true, false);
}

#[test]
#[ignore = "reads real data and prints"]
fn measure_agent_notes() {
    measure("agent_notes, no links", "agent_notes/notes.jsonl", false, true);
}

#[test]
#[ignore = "reads real data and prints"]
fn measure_commit_load() {
    measure("commit_load", "commit_load/commits.jsonl", false, true);
}

/// Where the time of a plan goes; what is left when the run is applied and planned again; what a thousand new memories cost.
#[expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]
fn phases(file: &str) {
    let Ok(folder) = std::env::var("CONSOLIDATE_EVAL_DIR") else { return };
    let Some(mut state) = load(&Path::new(&folder).join(file), false) else { return };
    let policy = Policy::default();
    // The newest are kept back.
    let mut ages: Vec<_> =
        state.memories.values().map(|memory| (memory.created_at, memory.id)).collect();
    ages.sort_unstable();
    let new: Vec<_> =
        ages.iter().rev().take(1000).filter_map(|(_, id)| state.memories.remove(id)).collect();
    let start = Instant::now();
    for memory in state.memories.values() {
        std::hint::black_box(crate::relate::Statement::new(&memory.text));
    }
    println!("== {file}: {} memories; analysis {:?}", state.memories.len(), start.elapsed());
    let start = Instant::now();
    let mut index = PairIndex::of(&state, &policy);
    let telling = index.count();
    println!("pairs {:?}: judged {} telling {telling} {}", start.elapsed(), index.judged(), peak());
    let changes = |run: &Run| -> Vec<usize> {
        run.plans.iter().map(|plan| plan.change_set.changes.len()).collect()
    };
    for _ in 0..2 {
        let snapshot =
            Snapshot::new(Generation(1), state.clone()).with_pairs(Arc::new(index.clone()));
        let start = Instant::now();
        let run = plan_run(&snapshot, PassKind::ALL, &policy, Day(20_500));
        println!("plan {:?} {}: {:?}", start.elapsed(), peak(), changes(&run));
        drop(snapshot);
        let mut moved = std::collections::BTreeSet::new();
        for plan in &run.plans {
            consolidate_shared::change::apply(&plan.change_set, &mut state).unwrap();
            moved.extend(plan.change_set.subjects());
        }
        let start = Instant::now();
        let now = |id: MemoryId| state.memories.get(&id).cloned();
        index.update(moved.into_iter().map(|id| (id, now(id))), &now);
        println!("update after it {:?}", start.elapsed());
    }
    let start = Instant::now();
    state.memories.extend(new.iter().map(|memory| (memory.id, Arc::clone(memory))));
    let now = |id: MemoryId| state.memories.get(&id).cloned();
    let judged = index.judged();
    index.update(new.iter().map(|memory| (memory.id, Some(Arc::clone(memory)))), &now);
    println!("update by {}: {:?}, judged {}", new.len(), start.elapsed(), index.judged() - judged);
    let snapshot = Snapshot::new(Generation(2), state.clone()).with_pairs(Arc::new(index));
    let start = Instant::now();
    let run = plan_run(&snapshot, PassKind::ALL, &policy, Day(20_500));
    println!("incremental plan {:?}: {:?}", start.elapsed(), changes(&run));
}

#[test]
#[ignore = "reads real data and prints"]
fn measure_phases() {
    phases("commit_load/tenth.jsonl");
    phases("commit_load/commits.jsonl");
}

/// What a bound on common stems costs and saves.
#[test]
#[ignore = "reads real data and prints"]
#[expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]
fn measure_common_stems() {
    let Ok(folder) = std::env::var("CONSOLIDATE_EVAL_DIR") else { return };
    for file in [
        "commit_load/tenth.jsonl",
        "supersession/decisions.jsonl",
        "agent_notes/notes.jsonl",
        "commit_load/commits.jsonl",
    ] {
        let Some(state) = load(&Path::new(&folder).join(file), false) else { continue };
        for common_stem in [256, 128, 64] {
            let policy = Policy { common_stem, ..Policy::default() };
            let start = Instant::now();
            let index = PairIndex::of(&state, &policy);
            let mut by: BTreeMap<String, usize> = BTreeMap::new();
            for judged in index.decided().chain(index.asked()) {
                let finding = judged.finding(judged.newer);
                let asked = judged.asks().map_or(String::new(), |pass| format!("?{pass}"));
                *by.entry(format!("{}{asked}", finding.rule)).or_default() += 1;
            }
            println!(
                "== {file} {common_stem}: {:?} judged {} {by:?}",
                start.elapsed(),
                index.judged()
            );
        }
    }
}
