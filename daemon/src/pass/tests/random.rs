//! Random stores: texts of a small grammar that makes duplicates, conflicts and replacements, with links, pins, rulings.

use std::collections::BTreeMap;
use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{
    Actor, Context, Judge, Kind, Memory, Name, Origin, RetireReason, Retirement, Scope, Source,
    Standing, Step, Tier, Wording,
};
use consolidate_shared::plan::PassKind;
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::state::State;
use consolidate_shared::time::{Day, Timestamp};
use proptest::prelude::*;

/// An active fact of one project, written by an agent on `day`.
pub(crate) fn memory(number: u32, day: i32, text: &str) -> Memory {
    let at = Day(day).start();
    let source = Source { at, agent: None, session: None, locator: Some(format!("s/{number}")) };
    let origin = Origin::Agent { capable: true };
    let id = MemoryId(u128::from(number));
    Memory {
        scope: Scope::project("p"),
        ..Memory::newborn(id, Kind::Fact, text.to_owned(), origin, source)
    }
}

/// A context that confirmed on `day`.
pub(crate) fn confirming(day: i32, who: &str) -> Context {
    Context {
        day: Day(day),
        confirms: true,
        judge: Judge::Agent,
        who: who.to_owned(),
        session: None,
        task: None,
        project: None,
        domain: None,
    }
}

/// A store of these memories.
pub(crate) fn store(memories: impl IntoIterator<Item = Memory>) -> State {
    let mut state = State::default();
    for memory in memories {
        state.memories.insert(memory.id, Arc::new(memory));
    }
    state
}

/// Marks two memories as conflicting, both ways.
pub(crate) fn mark(state: &mut State, a: u32, b: u32) {
    for (of, with) in [(a, b), (b, a)] {
        let of = state.memories.get_mut(&MemoryId(u128::from(of))).unwrap();
        Arc::make_mut(of).conflicts_with.insert(MemoryId(u128::from(with)));
    }
}

/// Links `newer` and `older` both ways.
pub(crate) fn link(state: &mut State, newer: u32, older: u32) {
    let (newer, older) = (MemoryId(newer.into()), MemoryId(older.into()));
    let mut edit = |id: MemoryId, change: &dyn Fn(&mut Memory)| {
        if let Some(memory) = state.memories.get_mut(&id) {
            change(Arc::make_mut(memory));
        }
    };
    edit(newer, &|memory| {
        memory.supersedes.insert(older);
    });
    edit(older, &|memory| {
        memory.superseded_by.insert(newer);
    });
}

const VALUES: [&str; 5] = ["Postgres", "MySQL", "Redis", "Kafka", "SQLite"];
const SUBJECTS: [&str; 4] = ["database", "cache", "job queue", "test suite"];

fn text(form: u8, subject: usize, value: usize, other: usize, number: u8) -> String {
    let (subject, value, other) = (SUBJECTS[subject], VALUES[value], VALUES[other]);
    let bump = format!("Bump {value} from 1.{number} to 1.{}", number + 1);
    match form {
        0 => format!("We use {value} as the main {subject}"),
        1 => format!("{value} is our main {subject}"),
        2 => format!("Use {value} for the {subject}."),
        3 => format!("Never use {value} for the {subject}"),
        4 => format!("We switched the {subject} from {value} to {other}"),
        5 => format!("Switched to {other} instead of {value}"),
        6 => bump,
        7 => format!("The {subject} listens on port 80{number}0"),
        8 => format!("Revert \"{bump}\""),
        9 => format!("The {subject} must be opened in WAL mode"),
        10 => format!("Open the {subject} in WAL mode"),
        11 => format!("using {value} for {subject}"),
        _ => format!("We use {value} for the {subject} in the billing service only"),
    }
}

/// What a memory lived through: evidence by context, use, its standing, and how long ago all that was.
#[derive(Debug, Clone)]
struct Lived {
    evidence: Vec<(bool, u8, u8, i32)>,
    uses: (u32, u32, i32),
    standing: u8,
    days_ago: i32,
}

prop_compose! {
    fn lived()(
        evidence in prop::collection::vec((any::<bool>(), 0u8..4, 0u8..4, 0i32..30), 0..7),
        plain in prop::bool::weighted(0.5),
        uses in (0u32..9, 0u32..4, -100i32..30),
        standing in 0u8..24,
        days_ago in prop_oneof![3 => Just(0), 1 => 20i32..200],
    ) -> Lived {
        let evidence = if plain { Vec::new() } else { evidence };
        Lived { evidence, uses, standing, days_ago }
    }
}

impl Lived {
    /// Puts what was lived through into `memory`. Merged duplicates are made of pairs, see `any_store`.
    fn put(self, memory: &mut Memory) {
        for (confirms, who, place, day) in self.evidence {
            let context = Context {
                confirms,
                judge: if who == 3 { Judge::Person } else { Judge::Agent },
                project: Some(format!("p{place}")),
                ..confirming(day - self.days_ago, &who.to_string())
            };
            let weight = context.judge.weight();
            let evidence = &mut memory.evidence;
            *(if confirms { &mut evidence.confirmed } else { &mut evidence.contradicted }) +=
                weight;
            evidence.contexts = evidence.contexts_with([context]);
        }
        let (triggered, used, day) = self.uses;
        if triggered + used > 6 {
            memory.usage.triggered = triggered;
            memory.usage.used = used;
            memory.usage.last_used = Some(Day(day));
        }
        let at = Timestamp::from_ms(memory.created_at.ms() - Day(self.days_ago).start().ms());
        memory.created_at = at;
        let day = at.day();
        memory.standing = match self.standing {
            0..3 => Standing::Candidate,
            3 => retired(RetireReason::Retracted, None, day),
            4 => retired(RetireReason::Malformed, None, day),
            5 => retired(RetireReason::Stale, None, day),
            _ => Standing::Active,
        };
        if self.standing >= 18 && memory.kind == Kind::Pitfall {
            memory.tier = Tier::Always;
        }
    }
}

fn retired(reason: RetireReason, successor: Option<MemoryId>, day: Day) -> Standing {
    Standing::Retired(Retirement::of(&Standing::Active, reason, successor, day))
}

prop_compose! {
    fn any_memory()(
        words in (0u8..13, 0usize..4, 0usize..5, 0usize..5, 0u8..3),
        kind in prop_oneof![6 => Just(Kind::Fact), 3 => Just(Kind::Decision), 1 => Just(Kind::Policy), 4 => Just(Kind::Pitfall), 2 => Just(Kind::Procedure)],
        project in 0u8..4,
        day in 0i32..12,
        origin in prop_oneof![Just(Origin::User), Just(Origin::Import), Just(Origin::Agent { capable: true })],
        pinned in prop::bool::weighted(0.08),
        slot in prop_oneof![12 => Just(None), 1 => Just(Some("main-store")), 1 => Just(Some("port"))],
        until in prop::option::weighted(0.08, 6i32..20),
        lived in lived(),
        rationale in prop::option::weighted(0.2, "[ab]{1,2}"),
        steps in prop::collection::vec("[xy]", 0..3),
    ) -> Memory {
        let (form, subject, value, other, number) = words;
        let mut made = memory(0, day, &text(form, subject, value, other, number));
        made.kind = kind;
        made.scope = if project == 3 { Scope::default() } else { Scope::project(&format!("p{project}")) };
        made.origin = origin;
        made.pinned = pinned;
        made.slot = slot.map(str::to_owned);
        made.valid_until = until.map(|day| Day(day).start());
        made.rationale = rationale;
        if kind == Kind::Procedure {
            made.steps = steps.into_iter().map(|action| Step { action }).collect();
        }
        lived.put(&mut made);
        made
    }
}

/// What somebody could have said of a pair, and for which pass.
fn any_said() -> BoxedStrategy<(Decision, Option<PassKind>)> {
    let of_a_pass = prop_oneof![
        Just(Decision::Approved),
        Just(Decision::Distinct),
        Just(Decision::Hold),
        Just(Decision::Snooze { until: Day(31) }),
        Just(Decision::Snooze { until: Day(30) }),
    ];
    let pass = prop::sample::select(PassKind::ALL).prop_map(Some);
    prop_oneof![Just((Decision::Distinct, None)), (of_a_pass, pass)].boxed()
}

prop_compose! {
    /// A store of up to `most` memories that could have come about by imports and writes.
    pub(crate) fn any_store(most: usize)(
        memories in prop::collection::vec(any_memory(), 1..most),
        links in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..16),
        marks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..6),
        rulings in prop::collection::vec(((any::<prop::sample::Index>(), any::<prop::sample::Index>()), any_said()), 0..10),
        merged in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0i32..60), 0..12),
    ) -> State {
        let count = memories.len();
        let mut state = store(memories.into_iter().zip(1u32..).map(|(mut memory, number)| {
            // Ids in an order that has nothing to do with that of writing.
            memory.id = MemoryId(u128::from(number.wrapping_mul(2_654_435_761)));
            memory.sources = memory.sources.into_iter().map(|mut source| {
                source.locator = Some(format!("s/{number}"));
                source
            }).collect();
            memory
        }));
        let ids: Vec<MemoryId> = state.memories.keys().copied().collect();
        let pick = |(a, b): (prop::sample::Index, prop::sample::Index)| (ids[a.index(count)], ids[b.index(count)]);
        let together = |state: &State, a: &MemoryId, b: &MemoryId| {
            a != b && state.memories[a].scope == state.memories[b].scope
        };
        for (a, b, days_ago) in merged {
            let (a, b) = pick((a, b));
            if together(&state, &a, &b) {
                merge(&mut state, a.min(b), a.max(b), Day(25 - days_ago));
            }
        }
        for (a, b) in links.into_iter().map(pick) {
            // The larger id replaces the smaller: no cycle.
            let (older, newer) = (a.min(b), a.max(b));
            if together(&state, &a, &b) {
                edit(&mut state, newer, |memory| memory.supersedes.insert(older));
                edit(&mut state, older, |memory| memory.superseded_by.insert(newer));
            }
        }
        for (a, b) in marks.into_iter().map(pick) {
            if together(&state, &a, &b) {
                edit(&mut state, a, |memory| memory.conflicts_with.insert(b));
                edit(&mut state, b, |memory| memory.conflicts_with.insert(a));
            }
        }
        state.rulings = rulings.into_iter().map(|(pair, said)| (pick(pair), said)).map(|((a, b), (decision, pass))| {
            let ruling = Ruling { decision, by: Actor::User, at: Timestamp::EPOCH };
            (RulingKey::pair(a, b, pass), ruling)
        }).collect::<BTreeMap<_, _>>();
        state
    }
}

/// Makes `duplicate` one that was merged into `survivor`, if both could be.
fn merge(state: &mut State, survivor: MemoryId, duplicate: MemoryId, day: Day) {
    let both = state.memories.get(&survivor).zip(state.memories.get(&duplicate));
    let Some((_, other)) = both.filter(|(a, b)| {
        a.standing == Standing::Active && b.standing == Standing::Active && !b.is_protected()
    }) else {
        return;
    };
    let other = Memory::clone(other);
    let wording =
        Wording { of: duplicate, text: other.text.clone(), rationale: other.rationale.clone() };
    edit(state, survivor, |memory| {
        memory.sources.extend(other.sources.iter().cloned());
        memory.wordings.extend(other.wordings.iter().cloned());
        memory.wordings.insert(wording)
    });
    edit(state, duplicate, |memory| {
        memory.standing = retired(RetireReason::Merged, Some(survivor), day);
        true
    });
    let name = Name::External { project: None, id: duplicate.to_string() };
    state.names.insert(name, duplicate);
}

fn edit(state: &mut State, id: MemoryId, change: impl FnOnce(&mut Memory) -> bool) {
    if let Some(memory) = state.memories.get_mut(&id) {
        change(Arc::make_mut(memory));
    }
}
