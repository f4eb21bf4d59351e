//! A memory is recorded: checked and compared in the connection's task, decided and committed by the writer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use consolidate_shared::change::Finding;
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{Actor, Memory, Name, Standing};
use consolidate_shared::policy::Policy;
use consolidate_shared::state::Lookup;
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{ErrorCode, Record, Recorded, Refused, Related, Response};

use super::Engine;
use super::catalog::equal_key;
use super::publish::Publisher;
use super::resolve::resolve;
use super::said::{judged_as_said, later, replaces_by_link};
use super::service::off_the_path;
use super::writer::{Made, NewEntry, Turn, unreadable};
use crate::pass::{Judged, PairIndex, comparable};
use crate::recall::{Filter, Query, Scopes, Weights};
use crate::relate::{Families, Leaning, Relation, Statement};
use crate::store::{Lenient, ReadError, View};
use crate::write::{Draft, Links, Marked, WriteError, actor_of, add, fold};

/// Memories that a new one is compared with: the nearest by words, within its scope.
const NEAREST: usize = 16;

/// How the new memory stands to those that were there at `generation`.
struct Seen {
    generation: Generation,
    /// Whether the index held the whole store.
    ready: bool,
    verdicts: BTreeMap<MemoryId, Judged>,
    statement: Arc<Statement>,
    /// When the latest was said of those that concern it and that claim to be said later: the clock was set back.
    said_later: Option<Timestamp>,
    /// When it is written.
    now: Timestamp,
}

impl Engine {
    /// The memories that recording `record` now would compare it with.
    pub(crate) fn would_meet(&self, record: Record) -> Result<BTreeSet<MemoryId>, Refused> {
        let draft = Draft::new(record, &self.gate, self.now())?;
        let statement = Statement::with(&draft.memory.text, &self.families);
        Ok(met(&draft.memory, &statement, &self.publisher, &self.families).ids)
    }

    /// Records a memory; acknowledged means durable.
    pub(super) async fn record(&self, record: Record) -> Response {
        let actor = actor_of(&record.caller);
        let judged = off_the_path(|| {
            let now = self.now();
            let mut draft = Draft::new(record, &self.gate, now)?;
            let terms = (&self.families, &self.options.policy);
            let compare = |draft: &Draft| {
                compare(&draft.memory, now, &self.publisher, terms).map_err(unreadable)
            };
            let mut seen = compare(&draft)?;
            if let Some(latest) = seen.said_later {
                draft.said_after(latest);
                seen = compare(&draft)?;
            }
            Ok((draft, seen))
        });
        let (draft, seen) = match judged {
            Ok(judged) => judged,
            Err(refused) => return Response::Refused(refused),
        };
        let publisher = Arc::clone(&self.publisher);
        let (families, policy) = (self.families.clone(), self.options.policy.clone());
        let decide = move |turn: &Turn<'_>| {
            // What came before the index was built has been compared with nothing; the writer builds it before its first
            // turn, so now there is something to compare with.
            let terms = (&families, &policy);
            let again = (!seen.ready).then(|| compare(&draft.memory, seen.now, &publisher, terms));
            let seen = again.transpose().map_err(unreadable)?.unwrap_or(seen);
            decide(&draft, actor, (&seen, terms), turn)
        };
        self.writer.submit(false, Box::new(decide)).await
    }
}

/// Compares `memory`, which is written `now`, with the nearest ones that are published.
fn compare(
    memory: &Memory,
    now: Timestamp,
    publisher: &Publisher,
    (families, policy): Terms<'_>,
) -> Result<Seen, ReadError> {
    let statement = Arc::new(Statement::with(&memory.text, families));
    let Met { view, ids, ready } = met(memory, &statement, publisher, families);
    let mut verdicts = BTreeMap::new();
    let mut said_later = None;
    for id in ids {
        if let Some(other) = Lenient(&view).memory(id)?
            && is_comparable(memory, &other)
        {
            let of_other = Statement::with(&other.text, families);
            let judged = judged_as_said((&other, &of_other), (memory, &statement), now);
            said_later = said_later.max(later(&other, memory, &judged, now));
            if will_be_asked(memory, &other, &judged, (families, policy)) {
                verdicts.insert(id, judged);
            }
        }
    }
    let generation = view.generation();
    Ok(Seen { generation, ready, verdicts, statement, said_later, now })
}

/// What a new memory is compared with, and the generation of it.
struct Met {
    view: View,
    ids: BTreeSet<MemoryId>,
    ready: bool,
}

/// The memories of its scope that a new one meets: the nearest by its words and by its kin, and those with an equal text.
fn met(memory: &Memory, statement: &Statement, publisher: &Publisher, families: &Families) -> Met {
    let equal = equal_key(&memory.scope, memory.kind, &memory.text);
    let query = Query::new(&memory.text);
    let slot = memory.slot.as_deref().unwrap_or_default();
    let kin = Query::new(&format!("{} {slot}", kin(statement, families)));
    let scope = [memory.scope.project.clone()];
    let mut filter = Filter::new(Scopes::Of(&scope), memory.instant(), NEAREST);
    filter.weights = &Weights::WORDS;
    let published = publisher.read();
    let search = |query| published.catalog.served.search(query, &filter, &mut || false).hits;
    let found = [search(&query), search(&kin)].concat();
    // An equal text may rank behind texts that say its words more often.
    let equal = published.catalog.equal(equal).take(NEAREST);
    let mut ids: BTreeSet<MemoryId> = found.iter().map(|hit| hit.id).chain(equal).collect();
    ids.remove(&memory.id);
    Met { view: published.view.clone(), ids, ready: published.ready }
}

/// By what a text is read and compared: tool families and thresholds.
type Terms<'a> = (&'a Families, &'a Policy);

/// Whether the doubt about a pair comes to be asked: the passes meet fewer pairs than the nearest few of a memory, and what they
/// leave out nobody is told of.
fn will_be_asked(
    memory: &Memory,
    other: &Memory,
    judged: &Judged,
    (families, policy): Terms<'_>,
) -> bool {
    !matches!(judged.relation, Relation::Review { .. })
        || PairIndex::compares(memory, other, policy, families)
}

/// The tools of whose families one is adopted: what says that another one is in use may share no word with this text.
fn kin(statement: &Statement, families: &Families) -> String {
    let members: Vec<&str> = statement.families().flat_map(|key| families.members(key)).collect();
    members.join(" ")
}

fn is_comparable(memory: &Memory, other: &Memory) -> bool {
    other.standing == Standing::Active
        && other.scope == memory.scope
        && comparable(memory.kind, other.kind)
}

/// What becomes of the draft, against the state that its commit will meet.
fn decide(
    draft: &Draft,
    actor: Actor,
    (seen, terms): (&Seen, Terms<'_>),
    turn: &Turn<'_>,
) -> Result<Made, Refused> {
    let memory = &draft.memory;
    if let Some(made) = recorded_before(memory, turn)? {
        return Ok(made);
    }
    let verdicts = verdicts_now(draft, seen, terms, turn)?;
    for (kept, finding) in same(memory, &verdicts, turn)? {
        if let Some(change_set) = fold(draft, &kept, &finding) {
            let answer = Recorded { merged_into: Some(kept.id), ..plain(draft) };
            return Ok(made(NewEntry::write(actor, change_set), answer, None));
        }
    }
    let replaces = replaced(draft, turn)?;
    let marks: Vec<Marked> = match memory.standing {
        Standing::Active => conflicts(memory.id, &verdicts),
        _ => Vec::new(),
    };
    let found = replaced_by_rule(memory, &verdicts, turn)?;
    let links = Links { told: &replaces, found: &found };
    let change_set = add(draft, &links, &marks, turn.state).map_err(refusal)?;
    let related = related(memory, &verdicts, turn)?;
    let answer = Recorded { related, ..plain(draft) };
    let recent = (Arc::new(memory.clone()), Arc::clone(&seen.statement));
    Ok(made(NewEntry::write(actor, change_set), answer, Some(recent)))
}

fn refusal(error: WriteError<ReadError>) -> Refused {
    match error {
        WriteError::Refused(refused) => refused,
        WriteError::Lookup(error) => unreadable(error),
    }
}

fn plain(draft: &Draft) -> Recorded {
    Recorded {
        id: draft.memory.id,
        merged_into: None,
        already: false,
        generation: 0,
        redacted: draft.redacted.clone(),
        related: Vec::new(),
    }
}

fn made(entry: NewEntry, answer: Recorded, recent: Option<(Arc<Memory>, Arc<Statement>)>) -> Made {
    let answer = Box::new(move |(parent, made): super::writer::Landed<'_>| {
        let generation = made.last().copied().unwrap_or(parent.0);
        Response::Recorded(Box::new(Recorded { generation, ..answer }))
    });
    Made { entries: vec![entry], run: None, recent, answer }
}

/// A retried write is the same write: the id is there already, as a memory or as a name of the one that took it. Another
/// text under a known id is no retry, and must not be taken for one.
fn recorded_before(memory: &Memory, turn: &Turn<'_>) -> Result<Option<Made>, Refused> {
    let id = memory.id;
    let folded = turn.state.name(&Name::Id(id)).map_err(unreadable)?;
    let Some(stored) = turn.state.memory(folded.unwrap_or(id)).map_err(unreadable)? else {
        return Ok(None);
    };
    let wording = stored.wordings.iter().find(|wording| wording.of == id);
    let text = wording.map_or(&stored.text, |wording| &wording.text);
    if *text != memory.text {
        return Err(Refused::new(ErrorCode::Invalid, format!("{id} was used for another memory"))
            .hint("make a new id for a new memory; nothing was stored"));
    }
    let answer = Box::new(move |(parent, _): super::writer::Landed<'_>| {
        Response::Recorded(Box::new(Recorded {
            id,
            merged_into: folded,
            already: true,
            generation: parent.0,
            redacted: Vec::new(),
            related: Vec::new(),
        }))
    });
    Ok(Some(Made { entries: Vec::new(), run: None, recent: None, answer }))
}

/// The verdicts on memories that are still served, those of the last commits and of this batch included.
fn verdicts_now(
    draft: &Draft,
    seen: &Seen,
    terms: Terms<'_>,
    turn: &Turn<'_>,
) -> Result<BTreeMap<MemoryId, Judged>, Refused> {
    let memory = &draft.memory;
    let mut verdicts = seen.verdicts.clone();
    for recent in turn.recent.since(seen.generation, memory) {
        if is_comparable(memory, &recent.memory) {
            let other = (&*recent.memory, &*recent.statement);
            let judged = judged_as_said(other, (memory, &seen.statement), seen.now);
            if will_be_asked(memory, &recent.memory, &judged, terms) {
                verdicts.insert(recent.memory.id, judged);
            }
        }
    }
    let mut gone = Vec::new();
    for &id in verdicts.keys() {
        let now = turn.state.memory(id).map_err(unreadable)?;
        if now.is_none_or(|other| !is_comparable(memory, &other)) {
            gone.push(id);
        }
    }
    for id in gone {
        verdicts.remove(&id);
    }
    Ok(verdicts)
}

/// Memories that say the same: with exactly this text first, then by the rules, the oldest first.
fn same(
    memory: &Memory,
    verdicts: &BTreeMap<MemoryId, Judged>,
    turn: &Turn<'_>,
) -> Result<Vec<(Arc<Memory>, Finding)>, Refused> {
    let mut found = Vec::new();
    for (&id, judged) in verdicts {
        if let Relation::Same { .. } = judged.relation
            && let Some(kept) = turn.state.memory(id).map_err(unreadable)?
        {
            // What is compared has this scope already.
            let to_the_letter = kept.kind == memory.kind && kept.text == memory.text;
            found.push((!to_the_letter, kept, judged.finding(memory.id)));
        }
    }
    found.sort_by_key(|(otherwise, kept, _)| (*otherwise, kept.id));
    Ok(found.into_iter().map(|(_, kept, finding)| (kept, finding)).collect())
}

fn replaced(draft: &Draft, turn: &Turn<'_>) -> Result<BTreeSet<MemoryId>, Refused> {
    let project = draft.memory.scope.project.as_deref();
    let resolved = draft.supersedes.iter().map(|it| resolve(it, project, turn.state, turn.view));
    resolved.collect()
}

/// What it replaces by a rule although that is dated after it.
fn replaced_by_rule(
    memory: &Memory,
    verdicts: &BTreeMap<MemoryId, Judged>,
    turn: &Turn<'_>,
) -> Result<Vec<Marked>, Refused> {
    let mut found = Vec::new();
    for (&id, judged) in verdicts {
        let other = turn.state.memory(id).map_err(unreadable)?;
        if other.is_some_and(|other| replaces_by_link(memory, &other, judged)) {
            found.push(Marked { id, finding: judged.finding(memory.id) });
        }
    }
    Ok(found)
}

fn conflicts(id: MemoryId, verdicts: &BTreeMap<MemoryId, Judged>) -> Vec<Marked> {
    let found =
        verdicts.iter().filter(|(_, judged)| matches!(judged.relation, Relation::Conflicts { .. }));
    found.map(|(&other, judged)| Marked { id: other, finding: judged.finding(id) }).collect()
}

/// What the answer names beside the memory itself; the passes do the rest. They leave a candidate alone: what it is to others
/// counts once it is active.
fn related(
    memory: &Memory,
    verdicts: &BTreeMap<MemoryId, Judged>,
    turn: &Turn<'_>,
) -> Result<Vec<Related>, Refused> {
    let (id, standing) = (memory.id, &memory.standing);
    let mut list = Vec::new();
    for (&other, judged) in verdicts {
        let (relation, may_be) = match judged.relation {
            Relation::Conflicts { .. } => ("conflicts", None),
            Relation::Supersedes { .. } => ("supersedes", None),
            Relation::Review { as_: Leaning::Conflicts, .. } => ("review", Some("conflicts")),
            Relation::Review { as_: Leaning::Supersedes, .. } => ("review", Some("supersedes")),
            Relation::Review { as_: Leaning::Same, .. } | Relation::Same { .. } => {
                ("review", Some("same"))
            }
            Relation::Related | Relation::Unrelated => continue,
        };
        if let Some(memory) = turn.state.memory(other).map_err(unreadable)? {
            let finding = judged.finding(id);
            let (relation, may_be) = match standing {
                Standing::Candidate => ("once_active", may_be.or(Some(relation))),
                _ => (relation, may_be),
            };
            let (relation, may_be) = (relation.to_owned(), may_be.map(str::to_owned));
            let why = format!("{}: {}", finding.rule, finding.sentence);
            list.push(Related { id: other, relation, may_be, why, text: memory.text.clone() });
        }
    }
    Ok(list)
}
