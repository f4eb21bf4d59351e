//! What the daemon holds in memory of the store: two indexes, equal texts, what calls pitfalls to mind, and
//! who waits for review. It holds what
//! ranking needs and no second copy of the memories; hits are read from the store's view of the same generation.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use consolidate_shared::id::{MemoryId, ReviewId, hash64};
use consolidate_shared::limits;
use consolidate_shared::model::{
    Kind, Memory, NAMELESS_AGENT, Origin, RetireReason, Scope, Standing, Trigger,
};
use consolidate_shared::review::ReviewItem;
use consolidate_shared::state::Lookup;
use consolidate_shared::time::Timestamp;

use super::exact::Exact;
use super::slots::{SlotAnswer, Slots};
use crate::caution::{Rule, Triggers};
use crate::recall::{Analysed, Document, Facts, Index, ScopeKey, analyse, date_words};
use crate::relate::equality_form;

/// The in-memory side of one generation.
#[derive(Debug, Clone, Default)]
pub(super) struct Catalog {
    /// Candidates and active memories.
    pub(super) served: Index,
    /// Retired and quarantined ones, for history.
    pub(super) retired: Index,
    /// Served memories by [`equal_key`]: a text that is written again is found without a search.
    equal: Exact,
    /// How many conflict marks each served memory has.
    marks: FxHashMap<MemoryId, u64>,
    /// Served pitfalls by what calls them to mind.
    pub(super) triggers: Triggers,
    /// Active memories by the question that they answer.
    slots: Slots,
    /// Open review items by member.
    pending: BTreeMap<MemoryId, BTreeSet<ReviewId>>,
}

/// What awaits an answer about a memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Open {
    /// The open review items that it is a member of.
    pub(super) items: Vec<ReviewId>,
    /// A newer answer to its question, which takes its place unless the passes or somebody say otherwise.
    pub(super) newer: Option<MemoryId>,
}

/// One memory made ready for the catalog, where nobody waits.
#[derive(Debug)]
pub(super) struct Prepared {
    id: MemoryId,
    memory: Option<Known>,
}

#[derive(Debug)]
struct Known {
    analysed: Analysed,
    served: bool,
    key: u64,
    marks: u64,
    /// Of a pitfall: what calls it to mind, and where.
    rule: Option<(ScopeKey, Arc<Rule>)>,
    answer: Option<SlotAnswer>,
}

impl Prepared {
    /// Analyses `memory`; `None`: it has left the store.
    pub(super) fn new<L: Lookup>(
        id: MemoryId,
        memory: Option<&Memory>,
        state: &L,
    ) -> Result<Self, L::Error> {
        let Some(memory) = memory else { return Ok(Self { id, memory: None }) };
        Self::with(memory, state, |_, document| analyse(document))
    }

    /// The same by whatever analyses it, which is also told whether it is served.
    pub(super) fn with<L: Lookup>(
        memory: &Memory,
        state: &L,
        analyse: impl FnOnce(bool, &Document) -> Analysed,
    ) -> Result<Self, L::Error> {
        let id = memory.id;
        let document = document(memory, Successors::of(memory, state)?);
        let analysed = analyse(memory.standing.is_served(), &document);
        let key = equal_key(&memory.scope, memory.kind, &memory.text);
        let (served, marks) = (memory.standing.is_served(), memory.conflicts_with.len() as u64);
        let rule = (served && memory.kind == Kind::Pitfall)
            .then(|| Rule::of(memory.trigger.as_ref(), &memory.anchors))
            .flatten()
            .map(|rule| (memory.scope.project.clone(), Arc::new(rule)));
        let answer = SlotAnswer::of(memory);
        Ok(Self { id, memory: Some(Known { analysed, served, key, marks, rule, answer }) })
    }
}

impl Catalog {
    /// Puts one memory in place of what was known of it.
    pub(super) fn put(&mut self, prepared: Prepared) {
        let Prepared { id, memory } = prepared;
        self.served.remove(id);
        self.retired.remove(id);
        self.equal.remove(id);
        self.marks.remove(&id);
        self.triggers.remove(id);
        self.slots.remove(id);
        let Some(Known { analysed, served, key, marks, rule, answer }) = memory else { return };
        if marks > 0 {
            self.marks.insert(id, marks);
        }
        if let Some(answer) = answer {
            self.slots.put(id, answer);
        }
        if let Some((scope, rule)) = rule {
            self.triggers.put(id, &scope, rule);
        }
        if served {
            self.served.insert(&analysed);
            self.equal.put(id, key);
        } else {
            self.retired.insert(&analysed);
        }
    }

    /// Replaces what ranking knows of a memory beside its words.
    pub(super) fn put_facts(&mut self, id: MemoryId, facts: Facts) {
        if !self.served.update_facts(id, facts) {
            self.retired.update_facts(id, facts);
        }
    }

    /// Opens or closes a review item.
    pub(super) fn put_review(&mut self, item: &ReviewItem, open: bool) {
        for member in &item.members {
            let items = self.pending.entry(*member).or_default();
            if open {
                items.insert(item.id());
            } else {
                items.remove(&item.id());
            }
            if items.is_empty() {
                self.pending.remove(member);
            }
        }
    }

    /// What awaits an answer about `id`.
    pub(super) fn open(&self, id: MemoryId, now: Timestamp) -> Open {
        let items = self.pending(id).take(limits::ITEMS_PER_MEMORY).collect();
        Open { items, newer: self.slots.newer(id, now) }
    }

    /// Open conflicts: pairs of memories that are marked.
    pub(super) fn conflicts(&self) -> u64 {
        self.marks.values().sum::<u64>() / 2
    }

    /// The open review items that `id` is a member of.
    pub(super) fn pending(&self, id: MemoryId) -> impl Iterator<Item = ReviewId> {
        self.pending.get(&id).into_iter().flatten().copied()
    }

    /// Served memories that may have this scope, kind and text but for spaces and the like (a hash says so), oldest id first.
    pub(super) fn equal(&self, key: u64) -> impl Iterator<Item = MemoryId> {
        self.equal.get(key)
    }
}

/// A hash of what makes two writes the same beyond doubt: scope, kind, and the text as equality compares it.
pub(super) fn equal_key(scope: &Scope, kind: Kind, text: &str) -> u64 {
    let mut content = format!("{kind}\0{scope}\0").into_bytes();
    content.extend(equality_form(text).as_bytes());
    hash64(&content)
}

/// What stands in a memory's place.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Successors {
    /// One of them is active.
    pub(crate) active: bool,
    /// The instant from which the first of them holds, or held.
    pub(crate) first: Option<Timestamp>,
}

impl Successors {
    /// Those of `memory` in this state.
    pub(crate) fn of<L: Lookup>(memory: &Memory, state: &L) -> Result<Self, L::Error> {
        let mut found = Self::default();
        for &id in &memory.superseded_by {
            if let Some(next) = state.memory(id)? {
                found.active |= next.standing == Standing::Active;
                let first = found.first.map_or(next.instant(), |first| first.min(next.instant()));
                found.first = Some(first);
            }
        }
        Ok(found)
    }
}

/// Whether an active memory replaces this one: then recall and brief leave it out, also before it is retired.
pub(crate) fn has_active_successor<L: Lookup>(
    memory: &Memory,
    state: &L,
) -> Result<bool, L::Error> {
    Ok(Successors::of(memory, state)?.active)
}

/// The memories whose place in the catalog may change with `changed`: themselves, and what they replace.
pub(super) fn affected<L: Lookup>(
    changed: impl IntoIterator<Item = MemoryId>,
    state: &L,
) -> Result<BTreeMap<MemoryId, Option<Arc<Memory>>>, L::Error> {
    let mut found = BTreeMap::new();
    for id in changed {
        let memory = state.memory(id)?;
        for &older in memory.iter().flat_map(|memory| &memory.supersedes) {
            if let std::collections::btree_map::Entry::Vacant(place) = found.entry(older) {
                place.insert(state.memory(older)?);
            }
        }
        found.insert(id, memory);
    }
    Ok(found)
}

/// A memory as the index takes it, where `superseded` says whether an active memory replaces it.
pub(crate) fn analysed(memory: &Memory, successors: Successors) -> Analysed {
    analyse(&document(memory, successors))
}

fn document(memory: &Memory, successors: Successors) -> Document {
    let mut meta = vec![memory.kind.to_string()];
    meta.extend(memory.slot.iter().cloned());
    meta.extend(memory.external_id.iter().cloned());
    meta.extend(memory.scope.project.iter().cloned());
    meta.extend(memory.rationale.iter().cloned());
    meta.extend(memory.anchors.iter().map(|anchor| anchor.value.clone()));
    let trigger = memory.trigger.iter().flat_map(Trigger::parts);
    meta.extend(trigger.map(|(_, part)| part.to_owned()));
    meta.extend(memory.steps.iter().map(|step| step.action.clone()));
    meta.push(date_words(memory.created_at.day()));
    let agents: BTreeSet<&String> =
        memory.sources.iter().filter_map(|source| source.agent.as_ref()).collect();
    meta.extend(agents.iter().copied().cloned());
    let actors = agents.into_iter().filter(|name| *name != NAMELESS_AGENT).cloned().collect();
    for wording in &memory.wordings {
        meta.push(wording.text.clone());
        meta.extend(wording.rationale.iter().cloned());
    }
    Document {
        id: memory.id,
        scope: memory.scope.project.clone(),
        text: memory.text.clone(),
        meta,
        actors,
        facts: facts(memory, successors),
    }
}

/// What ranking knows of `memory` beside its words.
pub(super) fn facts_of<L: Lookup>(memory: &Memory, state: &L) -> Result<Facts, L::Error> {
    Ok(facts(memory, Successors::of(memory, state)?))
}

/// Whether a memory of this standing never counted, and else the instant from which on its retirement says that it no longer held.
fn ended(standing: &Standing) -> (bool, Option<Timestamp>) {
    let Standing::Retired(retirement) = standing else {
        return (matches!(standing, Standing::Quarantined { .. }), None);
    };
    match retirement.reason {
        // It was wrong from the first, it is no assertion, or another stands for it.
        RetireReason::Retracted | RetireReason::Malformed | RetireReason::Merged => (true, None),
        RetireReason::Superseded | RetireReason::Unwanted => (false, Some(retirement.day.start())),
        // That nobody used it ends nothing.
        RetireReason::Stale => (false, None),
    }
}

fn facts(memory: &Memory, successors: Successors) -> Facts {
    let (void, ended) = ended(&memory.standing);
    Facts {
        strength: memory.strength,
        trust: memory.trust(),
        newest_evidence: memory.last_referenced(),
        said: memory.created_at.day(),
        valid_from: memory.valid_from,
        valid_until: memory.valid_until,
        superseded: successors.active,
        ended_at: successors.first.or(ended),
        void,
        pinned: memory.pinned,
        always: memory.tier == consolidate_shared::model::Tier::Always,
        candidate: memory.standing == Standing::Candidate,
        confirmed: memory.evidence.confirmed > 0,
        user: memory.origin == Origin::User,
        rationale: memory.rationale.is_some(),
        ..Facts::new(memory.kind)
    }
}
