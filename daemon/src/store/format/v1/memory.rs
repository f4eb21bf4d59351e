//! The memory.

use consolidate_shared::model::Memory;
use consolidate_shared::time::Timestamp;
use serde::{Deserialize, Serialize};

use super::parts::{
    AnchorV1, EvidenceV1, KindV1, OriginV1, ScopeV1, SourceV1, StandingV1, StepV1, TierV1,
    TriggerV1, UsageV1, WordingV1,
};
use super::{
    IdV1, Text, all, id, id_back, ids, ids_back, set_back, some_text, some_text_back, text,
};

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct MemoryV1<'a> {
    id: IdV1,
    external_id: Option<Text<'a>>,
    kind: KindV1,
    text: Text<'a>,
    rationale: Option<Text<'a>>,
    scope: ScopeV1<'a>,
    slot: Option<Text<'a>>,
    anchors: Vec<AnchorV1<'a>>,
    trigger: Option<TriggerV1<'a>>,
    steps: Vec<StepV1<'a>>,
    origin: OriginV1,
    standing: StandingV1<'a>,
    tier: TierV1,
    valid_from: Option<i64>,
    valid_until: Option<i64>,
    created_at: i64,
    supersedes: Vec<IdV1>,
    superseded_by: Vec<IdV1>,
    conflicts_with: Vec<IdV1>,
    sources: Vec<SourceV1<'a>>,
    wordings: Vec<WordingV1<'a>>,
    evidence: EvidenceV1<'a>,
    usage: UsageV1,
    strength: u16,
    pinned: bool,
}

impl<'a> From<&'a Memory> for MemoryV1<'a> {
    fn from(memory: &'a Memory) -> Self {
        let Memory {
            id: own_id,
            external_id,
            kind,
            text: body,
            rationale,
            scope,
            slot,
            anchors,
            trigger,
            steps,
            origin,
            standing,
            tier,
            valid_from,
            valid_until,
            created_at,
            supersedes,
            superseded_by,
            conflicts_with,
            sources,
            wordings,
            evidence,
            usage,
            strength,
            pinned,
        } = memory;
        Self {
            id: id(*own_id),
            external_id: some_text(external_id.as_ref()),
            kind: (*kind).into(),
            text: text(body),
            rationale: some_text(rationale.as_ref()),
            scope: scope.into(),
            slot: some_text(slot.as_ref()),
            anchors: all(anchors),
            trigger: trigger.as_ref().map(Into::into),
            steps: all(steps),
            origin: (*origin).into(),
            standing: standing.into(),
            tier: (*tier).into(),
            valid_from: valid_from.map(Timestamp::ms),
            valid_until: valid_until.map(Timestamp::ms),
            created_at: created_at.ms(),
            supersedes: ids(supersedes),
            superseded_by: ids(superseded_by),
            conflicts_with: ids(conflicts_with),
            sources: all(sources),
            wordings: all(wordings),
            evidence: evidence.into(),
            usage: usage.into(),
            strength: *strength,
            pinned: *pinned,
        }
    }
}

impl From<MemoryV1<'_>> for Memory {
    fn from(stored: MemoryV1<'_>) -> Self {
        Self {
            id: id_back(stored.id),
            external_id: some_text_back(stored.external_id),
            kind: stored.kind.into(),
            text: stored.text.into_owned(),
            rationale: some_text_back(stored.rationale),
            scope: stored.scope.into(),
            slot: some_text_back(stored.slot),
            anchors: set_back(stored.anchors),
            trigger: stored.trigger.map(Into::into),
            steps: stored.steps.into_iter().map(Into::into).collect(),
            origin: stored.origin.into(),
            standing: stored.standing.into(),
            tier: stored.tier.into(),
            valid_from: stored.valid_from.map(Timestamp::from_ms),
            valid_until: stored.valid_until.map(Timestamp::from_ms),
            created_at: Timestamp::from_ms(stored.created_at),
            supersedes: ids_back(stored.supersedes),
            superseded_by: ids_back(stored.superseded_by),
            conflicts_with: ids_back(stored.conflicts_with),
            sources: set_back(stored.sources),
            wordings: set_back(stored.wordings),
            evidence: stored.evidence.into(),
            usage: stored.usage.into(),
            strength: stored.strength,
            pinned: stored.pinned,
        }
    }
}
