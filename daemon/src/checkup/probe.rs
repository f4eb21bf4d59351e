//! What an engine on the copy does with the store's own texts.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::id::{MemoryId, hash128};
use consolidate_shared::limits;
use consolidate_shared::model::{Kind, Memory, Origin, Standing};
use consolidate_shared::state::State;
use consolidate_shared::time::{SaidWithin, Timestamp};
use consolidate_shared::wire::v1::{
    BriefRequest, Caller, Hit, RecallRequest, Record, Recorded, Request, Response, Role, Where,
};

use crate::audit::{Assertion, Finding, sample, stale_when_served};
use crate::recall::content_terms;
use crate::relate::{Relation, Statement, equality_form, text_relation};
use crate::scratch::Scratch;

/// Texts that are asked for, and texts that are recorded again.
const RECALLED: usize = 64;
const RECORDED: usize = 24;
/// Pairs in conflict that are asked for.
const PAIRS: usize = 64;
/// Projects for which a brief is written.
const BRIEFS: usize = 16;
/// Hits of each question: enough for a text to find itself among many that say nearly the same.
const HITS: u32 = 100;
/// Distinct words from which on a text is found by them.
const FINDABLE: usize = 3;

/// Who asks when nobody in particular does.
fn checker(project: Option<&str>) -> Caller {
    let role = Role::Agent { name: "check".to_owned(), capable: false };
    Caller { role, session: None, project: project.map(str::to_owned) }
}

/// Distinct words by which a text is found.
fn words(text: &str) -> usize {
    let mut words = BTreeSet::new();
    content_terms(text, &mut |word| {
        words.insert(word.to_owned());
    });
    words.len()
}

/// Where a memory is asked for.
fn place(memory: &Memory) -> Where {
    memory.scope.project.clone().map_or(Where::Unscoped, Where::Project)
}

fn recall(scratch: &mut Scratch, query: &str, place: Where) -> Result<Vec<Hit>, String> {
    let request = RecallRequest {
        caller: checker(None),
        place,
        query: query.to_owned(),
        k: HITS,
        budget_us: u32::try_from(limits::READ_BUDGET_MAX.as_micros()).unwrap_or(u32::MAX),
        history: false,
        said: SaidWithin::ANY,
        as_of: None,
        explain: false,
        tokens: None,
    };
    match scratch.call(Request::Recall(request)) {
        Response::Recall(answer) => Ok(answer.hits),
        Response::Refused(refused) => Err(refused.message),
        _ => Err("the engine answered another question".to_owned()),
    }
}

/// What recall and brief serve for the store's own texts, each looked at by itself.
pub(super) fn served(scratch: &mut Scratch, state: &State, now: Timestamp) -> Finding {
    let mut finding = Finding::default();
    let mut seen = BTreeSet::new();
    let mut look = |ids: Vec<MemoryId>, finding: &mut Finding| {
        for id in ids.into_iter().filter(|id| seen.insert(*id)) {
            let Some(memory) = state.memories.get(&id) else {
                finding.look(Some(format!("{id} was served and cannot be read")));
                continue;
            };
            finding.look(stale_when_served(memory, state, now));
        }
    };
    // What has been replaced is asked for by its own words: then it would be served, if ever.
    let replaced = |memory: &Memory| !memory.superseded_by.is_empty();
    let asked = sample(state, "replaced", RECALLED, |memory| replaced(memory));
    for memory in asked.iter().chain(&sample(state, "served", RECALLED, |_| true)) {
        match recall(scratch, &memory.text, place(memory)) {
            Ok(hits) => look(hits.iter().map(|hit| hit.id).collect(), &mut finding),
            Err(why) => finding.look(Some(format!("the text of {} was refused: {why}", memory.id))),
        }
    }
    let projects: BTreeMap<Option<String>, String> = state
        .memories
        .values()
        .map(|memory| (memory.scope.project.clone(), memory.text.clone()))
        .collect();
    for (project, task) in projects.into_iter().take(BRIEFS) {
        match brief(scratch, project, task) {
            Ok(held) => look(held, &mut finding),
            Err(why) => finding.look(Some(format!("a brief was refused: {why}"))),
        }
    }
    finding
}

fn brief(
    scratch: &mut Scratch,
    project: Option<String>,
    task: String,
) -> Result<Vec<MemoryId>, String> {
    let request = BriefRequest {
        caller: checker(project.as_deref()),
        place: project.map_or(Where::Unscoped, Where::Project),
        task,
        anchors: Vec::new(),
        tokens: None,
        window: None,
        budget_us: u32::try_from(limits::READ_BUDGET_MAX.as_micros()).unwrap_or(u32::MAX),
    };
    match scratch.call(Request::Brief(request)) {
        Response::Brief(answer) => Ok(answer.held),
        Response::Refused(refused) => Err(refused.message),
        _ => Err("the engine answered another question".to_owned()),
    }
}

/// A memory to record; its id is the check's own.
fn draft(number: u64, project: Option<&str>, text: &str) -> Record {
    Record {
        id: MemoryId(hash128(format!("consolidate check {number}").as_bytes())),
        caller: checker(project),
        text: text.to_owned(),
        kind: Kind::default(),
        rationale: None,
        slot: None,
        anchors: Vec::new(),
        trigger: None,
        steps: Vec::new(),
        facets: BTreeMap::new(),
        supersedes: Vec::new(),
        candidate: false,
        valid_from: None,
        valid_until: None,
        locator: None,
    }
}

fn record(scratch: &mut Scratch, draft: Record) -> Result<Recorded, String> {
    match scratch.call(Request::Record(Box::new(draft))) {
        Response::Recorded(recorded) => Ok(*recorded),
        Response::Refused(refused) => Err(refused.message),
        _ => Err("the engine answered another question".to_owned()),
    }
}

/// A project of the check's own.
const PROBE: &str = "consolidate.check/probe";

/// For pairs that are marked, recall of either side carries the other; and for a contradiction that is recorded now.
pub(super) fn conflicts(scratch: &mut Scratch, state: &State, now: Timestamp) -> Assertion {
    let mut finding = Finding::default();
    let shown = |memory: &Memory| stale_when_served(memory, state, now).is_none();
    let marked = |memory: &Memory| !memory.conflicts_with.is_empty() && shown(memory);
    for memory in sample(state, "conflicts", PAIRS, marked) {
        for id in memory.conflicts_with.iter().take(limits::ITEMS_PER_MEMORY) {
            // One side of a pair may be served no longer; then there is no conflict to be shown.
            let Some(other) = state.memories.get(id).filter(|other| shown(other)) else { continue };
            finding.look(one_side(scratch, &memory.text, place(&memory), (memory.id, other.id)));
        }
    }
    finding.look(new_conflict(scratch).err());
    finding.assert(
        "conflicts",
        "recall of either side of a conflict carries the other, also of one that was recorded a moment ago",
        (
            "marks are not on both sides, or the engine does not carry them: a defect",
            "if `references` fails too, mend that first; else report it with the ids",
        ),
    )
}

/// What is wrong with the answer to `query`: the hit `ours` must carry `theirs`.
fn one_side(
    scratch: &mut Scratch,
    query: &str,
    place: Where,
    (ours, theirs): (MemoryId, MemoryId),
) -> Option<String> {
    let hits = match recall(scratch, query, place) {
        Ok(hits) => hits,
        Err(why) => return Some(format!("the text of {ours} was refused: {why}")),
    };
    match hits.iter().find(|hit| hit.id == ours) {
        Some(hit) if hit.conflicts.iter().any(|side| side.id == theirs) => None,
        Some(_) => Some(format!("{ours} is shown without {theirs}, which contradicts it")),
        // A text of common words alone may find a hundred others first.
        None if words(query) < FINDABLE => None,
        None => Some(format!("{ours} is not found by its own text")),
    }
}

fn new_conflict(scratch: &mut Scratch) -> Result<(), String> {
    let texts = [
        "Tests of the check probe must not hit the network.",
        "Tests of the check probe may hit the network.",
    ];
    let first = record(scratch, draft(1, Some(PROBE), texts[0]))?.id;
    let answer = record(scratch, draft(2, Some(PROBE), texts[1]))?;
    let told = answer.related.iter().any(|it| it.id == first && it.relation == "conflicts");
    if !told {
        return Err("recording a contradiction did not name the other side".to_owned());
    }
    let place = || Where::Project(PROBE.to_owned());
    for (query, pair) in [(texts[0], (first, answer.id)), (texts[1], (answer.id, first))] {
        if let Some(offence) = one_side(scratch, query, place(), pair) {
            return Err(format!("of a contradiction that was recorded now: {offence}"));
        }
    }
    Ok(())
}

/// Recording a text that is there, as it is and spaced and quoted otherwise, folds into what is there.
pub(super) fn dedupe(scratch: &mut Scratch, state: &State, now: Timestamp) -> Assertion {
    let mut finding = Finding::default();
    let chosen = sample(state, "dedupe", RECORDED, |memory| can_fold(memory, state, now));
    let mut number = 10;
    for memory in &chosen {
        for text in [Some(memory.text.clone()), variant(&memory.text)].into_iter().flatten() {
            number += 1;
            let draft = draft_again(memory, &text, number);
            if is_met(scratch, memory, &draft) {
                finding.look(again(scratch, memory, draft));
            }
        }
    }
    finding.look(new_duplicate(scratch).err());
    finding.assert(
        "dedupe",
        "recording a text that is there folds into it instead of making a second, also with other spaces, quotes or case",
        (
            "the index misses what the store holds, or the rules changed: a defect",
            "if `rows` or `file` fails too, mend that first; else report it with the ids",
        ),
    )
}

/// Whether a write of the same words has a place in `memory`: it is served, and the check may write like its writer.
fn can_fold(memory: &Memory, state: &State, now: Timestamp) -> bool {
    memory.standing == Standing::Active
        && stale_when_served(memory, state, now).is_none()
        && (memory.kind != Kind::Policy || memory.origin == Origin::User)
        && memory.wordings.len() < limits::ITEMS_PER_MEMORY / 2
        && words(&memory.text) >= FINDABLE
}

/// The text with two spaces for one and typographic quotes, where that changes anything.
fn variant(text: &str) -> Option<String> {
    let changed = text.replacen(' ', "  ", 1).replace('\'', "\u{2019}").replace('"', "\u{201d}");
    (changed != text).then_some(changed)
}

/// Whether a write of `draft` is to be folded into `memory`: their texts are equal, or the same by the rules and `memory` is among
/// the few that the writer compares with. Of texts of the same words others may be nearer; the merge pass joins those.
fn is_met(scratch: &Scratch, memory: &Memory, draft: &Record) -> bool {
    if equality_form(&memory.text) == equality_form(&draft.text) {
        return true;
    }
    let relation = text_relation(&Statement::new(&memory.text), &Statement::new(&draft.text));
    matches!(relation, Relation::Same { .. })
        && scratch.would_meet(draft.clone()).is_ok_and(|met| met.contains(&memory.id))
}

/// A write of `text` as `memory` was written.
fn draft_again(memory: &Memory, text: &str, number: u64) -> Record {
    let mut draft = draft(number, memory.scope.project.as_deref(), text);
    draft.kind = memory.kind;
    draft.facets.clone_from(&memory.scope.facets);
    (draft.valid_from, draft.valid_until) = (memory.valid_from, memory.valid_until);
    if memory.origin == Origin::User {
        draft.caller.role = Role::User;
    }
    draft
}

fn again(scratch: &mut Scratch, memory: &Memory, draft: Record) -> Option<String> {
    match record(scratch, draft) {
        Ok(answer) if answer.merged_into.is_some() || !answer.redacted.is_empty() => None,
        Ok(_) => Some(format!("the text of {} made a second memory", memory.id)),
        Err(why) => Some(format!("the text of {} was refused: {why}", memory.id)),
    }
}

fn new_duplicate(scratch: &mut Scratch) -> Result<(), String> {
    let texts = [
        "The check probe keeps its \"lines\" in one order",
        "The check  probe keeps its \u{201c}lines\u{201d} in one order.",
        "the check probe keeps its \"lines\" in one order",
    ];
    let first = record(scratch, draft(3, Some(PROBE), texts[0]))?.id;
    for (number, text) in [(4, texts[1]), (5, texts[2])] {
        if record(scratch, draft(number, Some(PROBE), text))?.merged_into != Some(first) {
            return Err(format!("`{text}` made a second memory beside `{}`", texts[0]));
        }
    }
    Ok(())
}
