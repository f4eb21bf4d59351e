//! From the model to what clients see.

use super::read::{BriefAnswer, BriefRequest};
use super::task_run::{TaskBriefAnswer, TaskBriefRequest};
use super::view::{EvidenceView, MemoryView, SourceView, WordingView};
use crate::model::{Memory, Source, Standing, Wording};
use crate::task_run::Purpose;

impl From<&Source> for SourceView {
    fn from(source: &Source) -> Self {
        let Source { at, agent, session, locator } = source.clone();
        Self { at, agent, session, locator }
    }
}

impl From<&Wording> for WordingView {
    fn from(wording: &Wording) -> Self {
        let Wording { of, text, rationale } = wording.clone();
        Self { of, text, rationale }
    }
}

impl From<BriefRequest> for TaskBriefRequest {
    fn from(request: BriefRequest) -> Self {
        let BriefRequest { caller, place, task, anchors, tokens, window, budget_us } = request;
        let (run, step, purpose) = (None, 0, Purpose::Task);
        Self { caller, place, task, anchors, tokens, window, budget_us, run, step, purpose }
    }
}

impl From<TaskBriefAnswer> for BriefAnswer {
    fn from(answer: TaskBriefAnswer) -> Self {
        let TaskBriefAnswer { generation, coverage, health, text, hash, held, left_out, .. } =
            answer;
        let TaskBriefAnswer { tokens, policy_tokens, budget, .. } = answer;
        Self {
            generation,
            coverage,
            health,
            text,
            hash,
            tokens,
            policy_tokens,
            budget,
            held,
            left_out,
        }
    }
}

impl MemoryView {
    /// The view of `memory`, whose id is unique from its first `characters` characters on.
    pub fn of(memory: &Memory, characters: usize) -> Self {
        Self {
            id: memory.id,
            short_id: memory.id.short(characters),
            external_id: memory.external_id.clone(),
            kind: memory.kind,
            text: memory.text.clone(),
            rationale: memory.rationale.clone(),
            project: memory.scope.project.clone(),
            facets: memory.scope.facets.clone(),
            slot: memory.slot.clone(),
            anchors: memory.anchors.iter().cloned().collect(),
            steps: memory.steps.iter().map(|step| step.action.clone()).collect(),
            origin: memory.origin.to_string(),
            standing: memory.standing.word().to_owned(),
            standing_reason: standing_reason(&memory.standing),
            tier: memory.tier.to_string(),
            valid_from: memory.valid_from,
            valid_until: memory.valid_until,
            created_at: memory.created_at,
            supersedes: memory.supersedes.iter().copied().collect(),
            superseded_by: memory.superseded_by.iter().copied().collect(),
            conflicts_with: memory.conflicts_with.iter().copied().collect(),
            sources: memory.sources.iter().map(SourceView::from).collect(),
            wordings: memory.wordings.iter().map(WordingView::from).collect(),
            trust: memory.trust(),
            strength: memory.strength,
            pinned: memory.pinned,
            evidence: EvidenceView::of(memory),
            trigger: memory.trigger.clone(),
            flags: Vec::new(),
            pending: Vec::new(),
        }
    }
}

impl EvidenceView {
    fn of(memory: &Memory) -> Self {
        let (evidence, usage) = (&memory.evidence, &memory.usage);
        let contexts = |confirms| u32::try_from(evidence.distinct(confirms).len());
        let last = evidence.last_confirmed.as_ref();
        Self {
            confirmed: evidence.confirmed,
            confirming: contexts(true).unwrap_or(u32::MAX),
            contradicted: evidence.contradicted,
            contradicting: contexts(false).unwrap_or(u32::MAX),
            support: evidence.support(),
            last_confirmed: last.map(|last| last.day),
            build: last.and_then(|last| last.build.clone()),
            triggered: usage.triggered,
            opened: usage.opened,
            used: usage.used,
            last_used: usage.last_used,
        }
    }
}

fn standing_reason(standing: &Standing) -> Option<String> {
    match standing {
        Standing::Candidate | Standing::Active => None,
        Standing::Retired(retirement) => Some(match retirement.successor {
            Some(successor) => {
                format!("{} on {}, successor {successor}", retirement.reason, retirement.day)
            }
            None => format!("{} on {}", retirement.reason, retirement.day),
        }),
        Standing::Quarantined { reason } => Some(reason.clone()),
    }
}
