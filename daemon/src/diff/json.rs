//! The same for programs. Keys are sorted by name; ids are printed in full.

use consolidate_shared::change::{Change, ChangeSet, Edit, Reason, SetEdit, What};
use consolidate_shared::id::{MemoryId, PlanId};
use consolidate_shared::journal::{Generation, JournalEntry};
use consolidate_shared::model::Standing;
use consolidate_shared::plan::{PassReport, Plan, Run};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// `{"generation", "run_id", "plans": [...]}`, each plan as [`json_plan`] gives it.
pub fn json_run(run: &Run) -> Value {
    let plans: Vec<Value> = run.plans.iter().map(json_plan).collect();
    json!({ "run_id": run.id(), "generation": run.generation, "plans": plans })
}

/// `{"plan_id", "pass", "day", "changes": [...], "report"}`. A change is `{"name", "ids", "reason", ...}`, with the
/// `numbers` that decided where no other memory did: an edit with `field` and
/// `before` and `after`, or `added` and `removed`, or `delta`; an addition or removal with the whole `memory`.
pub fn json_plan(plan: &Plan) -> Value {
    json!({
        "plan_id": plan.id(),
        "pass": plan.pass,
        "day": plan.day,
        "changes": changes(&plan.change_set),
        "report": plan.report,
    })
}

/// A journal entry: `{"generation", "parent", "kind", "actor", "at", "run_id", "plan_id", "report", "changes"}`.
pub fn json_entry(entry: &JournalEntry) -> Value {
    json!({
        "generation": entry.generation,
        "parent": entry.parent,
        "kind": entry.kind.to_string(),
        "actor": entry.actor.to_string(),
        "at": entry.at,
        "run_id": entry.run,
        "plan_id": entry.plan,
        "report": entry.report,
        "changes": changes(&entry.change_set),
    })
}

/// `{"plan_id", "generation", "changes": [...], "report"}` of a planned repair.
pub fn json_repair(
    id: PlanId,
    generation: Generation,
    set: &ChangeSet,
    report: &PassReport,
) -> Value {
    json!({ "plan_id": id, "generation": generation, "changes": changes(set), "report": report })
}

fn changes(set: &ChangeSet) -> Vec<Value> {
    set.changes.iter().map(change).collect()
}

fn change(change: &Change) -> Value {
    let mut object = Map::new();
    object.insert("name".into(), value(change.name().word()));
    object.insert("reason".into(), value(change.reason.to_string()));
    if let Reason::Found(finding) = &change.reason {
        object.insert("rule".into(), value(&finding.rule));
        object.insert("overlap".into(), value(finding.overlap));
    }
    if let Some(numbers) = numbers(&change.reason) {
        object.insert("numbers".into(), numbers);
    }
    let mut ids = Vec::new();
    match &change.what {
        What::Add(memory) | What::Remove(memory) => {
            ids.push(memory.id);
            object.insert("memory".into(), value(memory));
        }
        What::Edit { subject, edit } => {
            ids.push(*subject);
            ids.extend(named_in(edit));
            object.insert("field".into(), value(edit.field()));
            object.extend(both_sides(edit));
        }
        What::Name { name, target } => {
            ids.extend(target.before.into_iter().chain(target.after));
            object.insert("alias".into(), value(name.to_string()));
            object.insert("before".into(), value(target.before));
            object.insert("after".into(), value(target.after));
        }
        What::Review(swap) => {
            let item = swap.after.as_ref().or(swap.before.as_ref());
            ids.extend(item.iter().flat_map(|item| item.members.iter().copied()));
            object.insert("review_id".into(), value(item.map(|item| item.id())));
            object.insert("before".into(), value(&swap.before));
            object.insert("after".into(), value(&swap.after));
        }
        What::Ruling { key, ruling } => {
            ids.extend([key.first, key.second]);
            object.insert("before".into(), value(&ruling.before));
            object.insert("after".into(), value(&ruling.after));
        }
    }
    ids.extend(match &change.reason {
        Reason::Found(finding) => Some(finding.other),
        Reason::Linked { successor } => Some(*successor),
        Reason::Follows { of } => Some(*of),
        Reason::Answered { other, .. } => *other,
        _ => None,
    });
    object.insert("ids".into(), value(distinct(&ids)));
    Value::Object(object)
}

/// What decided on a memory alone.
fn numbers(reason: &Reason) -> Option<Value> {
    match reason {
        Reason::Told { .. }
        | Reason::Met { .. }
        | Reason::Confirmed { .. }
        | Reason::Proven { .. }
        | Reason::Outranked { .. }
        | Reason::Harmful { .. }
        | Reason::Decayed { .. }
        | Reason::Unused { .. }
        | Reason::Unconfirmed { .. }
        | Reason::Garbage { .. } => match value(reason) {
            Value::Object(tagged) => tagged.into_iter().next().map(|(_, numbers)| numbers),
            _ => None,
        },
        Reason::Recorded
        | Reason::Imported
        | Reason::Ordered { .. }
        | Reason::Found(_)
        | Reason::Linked { .. }
        | Reason::Follows { .. }
        | Reason::NoLonger { .. }
        | Reason::Held
        | Reason::Answered { .. }
        | Reason::Mended { .. } => None,
    }
}

/// The ids in their order, each once.
fn distinct(ids: &[MemoryId]) -> Vec<MemoryId> {
    let mut distinct = Vec::new();
    for id in ids {
        if !distinct.contains(id) {
            distinct.push(*id);
        }
    }
    distinct
}

/// The other memories that an edit names.
fn named_in(edit: &Edit) -> Vec<MemoryId> {
    let members = |set: &SetEdit<MemoryId>| set.added.iter().chain(&set.removed).copied().collect();
    match edit {
        Edit::Supersedes(set) | Edit::SupersededBy(set) | Edit::ConflictsWith(set) => members(set),
        Edit::Standing(swap) => [&swap.after, &swap.before]
            .into_iter()
            .filter_map(|standing| match standing {
                Standing::Retired(retirement) => retirement.successor,
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// `before` and `after` of a scalar, `added` and `removed` of a set, the `delta` of a counter.
fn both_sides(edit: &Edit) -> Map<String, Value> {
    let sides = match value(edit) {
        Value::Object(tagged) => tagged.into_iter().next().map(|(_, sides)| sides),
        _ => None,
    };
    match (edit, sides) {
        (Edit::Evidence(_), Some(delta)) => Map::from_iter([("delta".to_owned(), delta)]),
        (_, Some(Value::Object(sides))) => sides,
        _ => Map::new(),
    }
}

fn value<T: Serialize>(of: T) -> Value {
    // Every type here has a JSON form: string keys, no failing serialiser.
    serde_json::to_value(of).unwrap_or(Value::Null)
}
