//! Arbitrary memories and what stands beside them.

use std::collections::BTreeSet;

use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::{day, memory_id, pass, text, timestamp};
use crate::change::Finding;
use crate::model::{
    Actor, Anchor, AnchorKind, Confirmation, Context, Evidence, Judge, Kind, Memory, Name, Origin,
    RetireReason, Retirement, Scope, Source, Standing, Step, Tier, Trigger, Usage, Wording,
};
use crate::review::{Answer, ReviewItem, Suggestion};
use crate::ruling::{Decision, Ruling, RulingKey};

/// Any memory. Its links may dangle: what forbids that is a check, not the type.
pub fn memory() -> BoxedStrategy<Memory> {
    (written(), state_of_service(), relations())
        .prop_map(|(written, service, relations)| Memory {
            evidence: service.evidence,
            usage: service.usage,
            standing: service.standing,
            tier: service.tier,
            strength: service.strength,
            pinned: service.pinned,
            supersedes: relations.supersedes,
            superseded_by: relations.superseded_by,
            conflicts_with: relations.conflicts_with,
            sources: relations.sources,
            wordings: relations.wordings,
            ..written
        })
        .boxed()
}

/// What its writer decides.
fn written() -> BoxedStrategy<Memory> {
    let what = (memory_id(), option::of(text()), select(Kind::ALL), text(), option::of(text()));
    let place = (scope(), option::of(text()), btree_set(anchor(), 0..3));
    let how =
        (option::of(trigger()), vec(text().prop_map(|action| Step { action }), 0..3), origin());
    let when = (option::of(timestamp()), option::of(timestamp()), timestamp());
    (what, place, how, when)
        .prop_map(|(what, place, how, when)| Memory {
            id: what.0,
            external_id: what.1,
            kind: what.2,
            text: what.3,
            rationale: what.4,
            scope: place.0,
            slot: place.1,
            anchors: place.2,
            trigger: how.0,
            steps: how.1,
            origin: how.2,
            valid_from: when.0,
            valid_until: when.1,
            created_at: when.2,
            standing: Standing::Active,
            tier: Tier::OnDemand,
            supersedes: BTreeSet::new(),
            superseded_by: BTreeSet::new(),
            conflicts_with: BTreeSet::new(),
            sources: BTreeSet::new(),
            wordings: BTreeSet::new(),
            evidence: Evidence::default(),
            usage: Usage::default(),
            strength: 0,
            pinned: false,
        })
        .boxed()
}

#[derive(Debug)]
struct Service {
    standing: Standing,
    tier: Tier,
    evidence: Evidence,
    usage: Usage,
    strength: u16,
    pinned: bool,
}

fn state_of_service() -> BoxedStrategy<Service> {
    (standing(), select(Tier::ALL), evidence(), usage(), 0u16..=1000, any::<bool>())
        .prop_map(|(standing, tier, evidence, usage, strength, pinned)| Service {
            standing,
            tier,
            evidence,
            usage,
            strength,
            pinned,
        })
        .boxed()
}

#[derive(Debug)]
struct Relations {
    supersedes: BTreeSet<crate::id::MemoryId>,
    superseded_by: BTreeSet<crate::id::MemoryId>,
    conflicts_with: BTreeSet<crate::id::MemoryId>,
    sources: BTreeSet<Source>,
    wordings: BTreeSet<Wording>,
}

fn relations() -> BoxedStrategy<Relations> {
    let links = || btree_set(memory_id(), 0..3);
    (links(), links(), links(), btree_set(source(), 0..3), btree_set(wording(), 0..3))
        .prop_map(|(supersedes, superseded_by, conflicts_with, sources, wordings)| Relations {
            supersedes,
            superseded_by,
            conflicts_with,
            sources,
            wordings,
        })
        .boxed()
}

fn scope() -> BoxedStrategy<Scope> {
    (option::of(text()), btree_map(text(), text(), 0..3))
        .prop_map(|(project, facets)| Scope { project, facets })
        .boxed()
}

fn anchor() -> BoxedStrategy<Anchor> {
    (select(AnchorKind::ALL), text()).prop_map(|(kind, value)| Anchor { kind, value }).boxed()
}

fn trigger() -> BoxedStrategy<Trigger> {
    (option::of(text()), option::of(text()), option::of(text()))
        .prop_map(|(command, error_pattern, domain)| Trigger { command, error_pattern, domain })
        .boxed()
}

fn origin() -> BoxedStrategy<Origin> {
    prop_oneof![
        Just(Origin::User),
        any::<bool>().prop_map(|capable| Origin::Agent { capable }),
        Just(Origin::Seed),
        Just(Origin::Import),
    ]
    .boxed()
}

fn standing() -> BoxedStrategy<Standing> {
    let retirement = (select(RetireReason::ALL), option::of(memory_id()), day(), any::<bool>());
    prop_oneof![
        Just(Standing::Candidate),
        Just(Standing::Active),
        retirement.prop_map(|(reason, successor, day, was_candidate)| {
            Standing::Retired(Retirement { reason, successor, day, was_candidate })
        }),
        text().prop_map(|reason| Standing::Quarantined { reason }),
    ]
    .boxed()
}

fn source() -> BoxedStrategy<Source> {
    (timestamp(), option::of(text()), option::of(text()), option::of(text()))
        .prop_map(|(at, agent, session, locator)| Source { at, agent, session, locator })
        .boxed()
}

fn wording() -> BoxedStrategy<Wording> {
    (memory_id(), text(), option::of(text()))
        .prop_map(|(of, text, rationale)| Wording { of, text, rationale })
        .boxed()
}

fn evidence() -> BoxedStrategy<Evidence> {
    let confirmation =
        (day(), option::of(text())).prop_map(|(day, build)| Confirmation { day, build });
    (any::<u32>(), any::<u32>(), btree_set(context(), 0..3), option::of(confirmation))
        .prop_map(|(confirmed, contradicted, contexts, last_confirmed)| Evidence {
            confirmed,
            contradicted,
            contexts,
            last_confirmed,
        })
        .boxed()
}

fn context() -> BoxedStrategy<Context> {
    let said = (day(), any::<bool>(), select(Judge::ALL), text());
    let place = (option::of(text()), option::of(text()), option::of(text()), option::of(text()));
    (said, place)
        .prop_map(|((day, confirms, judge, who), (session, task, project, domain))| Context {
            day,
            confirms,
            judge,
            who,
            session,
            task,
            project,
            domain,
        })
        .boxed()
}

fn usage() -> BoxedStrategy<Usage> {
    (any::<u32>(), any::<u32>(), any::<u32>(), option::of(day()))
        .prop_map(|(triggered, opened, used, last_used)| Usage {
            triggered,
            opened,
            used,
            last_used,
        })
        .boxed()
}

/// Any name.
pub fn name() -> BoxedStrategy<Name> {
    let external =
        (option::of(text()), text()).prop_map(|(project, id)| Name::External { project, id });
    prop_oneof![memory_id().prop_map(Name::Id), external].boxed()
}

/// Any finding of a rule.
pub(super) fn finding() -> BoxedStrategy<Finding> {
    (text(), memory_id(), any::<u16>(), text())
        .prop_map(|(rule, other, overlap, sentence)| Finding { rule, other, overlap, sentence })
        .boxed()
}

/// Any review item.
pub fn review_item() -> BoxedStrategy<ReviewItem> {
    (pass(), vec(memory_id(), 2..4), finding(), day(), vec(suggestion(), 0..3))
        .prop_map(|(pass, members, finding, queued, suggestions)| ReviewItem {
            suggestions,
            ..ReviewItem::new(pass, members, finding, queued)
        })
        .boxed()
}

fn suggestion() -> BoxedStrategy<Suggestion> {
    let answer = prop_oneof![
        Just(Answer::Accept),
        Just(Answer::Reject),
        Just(Answer::Distinct),
        memory_id().prop_map(|winner| Answer::Supersede { winner }),
        day().prop_map(|until| Answer::Snooze { until }),
    ];
    (actor(), timestamp(), answer, vec(memory_id(), 0..3), option::of(text()))
        .prop_map(|(by, at, answer, only, note)| Suggestion { by, at, answer, only, note })
        .boxed()
}

fn actor() -> BoxedStrategy<Actor> {
    prop_oneof![Just(Actor::User), text().prop_map(Actor::Agent), Just(Actor::Daemon)].boxed()
}

/// Any ruling's key.
pub fn ruling_key() -> BoxedStrategy<RulingKey> {
    (memory_id(), memory_id(), option::of(pass()))
        .prop_map(|(a, b, pass)| RulingKey::pair(a, b, pass))
        .boxed()
}

/// Any ruling.
pub fn ruling() -> BoxedStrategy<Ruling> {
    let decision = prop_oneof![
        Just(Decision::Distinct),
        Just(Decision::Hold),
        day().prop_map(|until| Decision::Snooze { until }),
        Just(Decision::Approved),
    ];
    (decision, actor(), timestamp())
        .prop_map(|(decision, by, at)| Ruling { decision, by, at })
        .boxed()
}
