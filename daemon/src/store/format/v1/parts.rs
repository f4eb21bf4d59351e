//! The parts of a memory.

use consolidate_shared::model::{
    Anchor, AnchorKind, Confirmation, Context, Evidence, Judge, Kind, Origin, RetireReason,
    Retirement, Scope, Signal, Source, Standing, Step, Tier, Trigger, Usage, Wording,
};
use consolidate_shared::time::{Day, Timestamp};
use serde::{Deserialize, Serialize};

use super::{IdV1, Text, all, frozen_enum, id, id_back, set_back, some_text, some_text_back, text};

frozen_enum!(KindV1 of Kind { Policy, Fact, Decision, Pitfall, Procedure });
frozen_enum!(TierV1 of Tier { Always, OnDemand });
frozen_enum!(AnchorKindV1 of AnchorKind {
    File, Symbol, Element, Page, Error, Command, Domain, Test
});
frozen_enum!(RetireReasonV1 of RetireReason {
    Merged, Superseded, Retracted, Stale, Malformed, Unwanted
});

frozen_enum!(JudgeV1 of Judge { Person, Test, Agent });
frozen_enum!(SignalV1 of Signal {
    Triggered, Opened, Used, Helped, Harmed, Confirm, Contradict
});

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ScopeV1<'a> {
    project: Option<Text<'a>>,
    facets: Vec<(Text<'a>, Text<'a>)>,
}

impl<'a> From<&'a Scope> for ScopeV1<'a> {
    fn from(Scope { project, facets }: &'a Scope) -> Self {
        Self {
            project: some_text(project.as_ref()),
            facets: facets.iter().map(|(key, value)| (text(key), text(value))).collect(),
        }
    }
}

impl From<ScopeV1<'_>> for Scope {
    fn from(ScopeV1 { project, facets }: ScopeV1<'_>) -> Self {
        let facets = facets.into_iter().map(|(key, value)| (key.into_owned(), value.into_owned()));
        Self { project: some_text_back(project), facets: facets.collect() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AnchorV1<'a> {
    kind: AnchorKindV1,
    value: Text<'a>,
}

impl<'a> From<&'a Anchor> for AnchorV1<'a> {
    fn from(Anchor { kind, value }: &'a Anchor) -> Self {
        Self { kind: (*kind).into(), value: text(value) }
    }
}

impl From<AnchorV1<'_>> for Anchor {
    fn from(AnchorV1 { kind, value }: AnchorV1<'_>) -> Self {
        Self { kind: kind.into(), value: value.into_owned() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TriggerV1<'a> {
    command: Option<Text<'a>>,
    error_pattern: Option<Text<'a>>,
    domain: Option<Text<'a>>,
}

impl<'a> From<&'a Trigger> for TriggerV1<'a> {
    fn from(Trigger { command, error_pattern, domain }: &'a Trigger) -> Self {
        Self {
            command: some_text(command.as_ref()),
            error_pattern: some_text(error_pattern.as_ref()),
            domain: some_text(domain.as_ref()),
        }
    }
}

impl From<TriggerV1<'_>> for Trigger {
    fn from(TriggerV1 { command, error_pattern, domain }: TriggerV1<'_>) -> Self {
        Self {
            command: some_text_back(command),
            error_pattern: some_text_back(error_pattern),
            domain: some_text_back(domain),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StepV1<'a> {
    action: Text<'a>,
}

impl<'a> From<&'a Step> for StepV1<'a> {
    fn from(Step { action }: &'a Step) -> Self {
        Self { action: text(action) }
    }
}

impl From<StepV1<'_>> for Step {
    fn from(StepV1 { action }: StepV1<'_>) -> Self {
        Self { action: action.into_owned() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum OriginV1 {
    User,
    Agent { capable: bool },
    Seed,
    Import,
}

impl From<Origin> for OriginV1 {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::User => Self::User,
            Origin::Agent { capable } => Self::Agent { capable },
            Origin::Seed => Self::Seed,
            Origin::Import => Self::Import,
        }
    }
}

impl From<OriginV1> for Origin {
    fn from(origin: OriginV1) -> Self {
        match origin {
            OriginV1::User => Self::User,
            OriginV1::Agent { capable } => Self::Agent { capable },
            OriginV1::Seed => Self::Seed,
            OriginV1::Import => Self::Import,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum StandingV1<'a> {
    Candidate,
    Active,
    Retired { reason: RetireReasonV1, successor: Option<IdV1>, day: i32, was_candidate: bool },
    Quarantined { reason: Text<'a> },
}

impl<'a> From<&'a Standing> for StandingV1<'a> {
    fn from(standing: &'a Standing) -> Self {
        match standing {
            Standing::Candidate => Self::Candidate,
            Standing::Active => Self::Active,
            Standing::Retired(Retirement { reason, successor, day, was_candidate }) => {
                Self::Retired {
                    reason: (*reason).into(),
                    successor: successor.map(id),
                    day: day.0,
                    was_candidate: *was_candidate,
                }
            }
            Standing::Quarantined { reason } => Self::Quarantined { reason: text(reason) },
        }
    }
}

impl From<StandingV1<'_>> for Standing {
    fn from(standing: StandingV1<'_>) -> Self {
        match standing {
            StandingV1::Candidate => Self::Candidate,
            StandingV1::Active => Self::Active,
            StandingV1::Retired { reason, successor, day, was_candidate } => {
                Self::Retired(Retirement {
                    reason: reason.into(),
                    successor: successor.map(id_back),
                    day: Day(day),
                    was_candidate,
                })
            }
            StandingV1::Quarantined { reason } => Self::Quarantined { reason: reason.into_owned() },
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SourceV1<'a> {
    at: i64,
    agent: Option<Text<'a>>,
    session: Option<Text<'a>>,
    locator: Option<Text<'a>>,
}

impl<'a> From<&'a Source> for SourceV1<'a> {
    fn from(Source { at, agent, session, locator }: &'a Source) -> Self {
        Self {
            at: at.ms(),
            agent: some_text(agent.as_ref()),
            session: some_text(session.as_ref()),
            locator: some_text(locator.as_ref()),
        }
    }
}

impl From<SourceV1<'_>> for Source {
    fn from(SourceV1 { at, agent, session, locator }: SourceV1<'_>) -> Self {
        Self {
            at: Timestamp::from_ms(at),
            agent: some_text_back(agent),
            session: some_text_back(session),
            locator: some_text_back(locator),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WordingV1<'a> {
    of: IdV1,
    text: Text<'a>,
    rationale: Option<Text<'a>>,
}

impl<'a> From<&'a Wording> for WordingV1<'a> {
    fn from(Wording { of, text: body, rationale }: &'a Wording) -> Self {
        Self { of: id(*of), text: text(body), rationale: some_text(rationale.as_ref()) }
    }
}

impl From<WordingV1<'_>> for Wording {
    fn from(WordingV1 { of, text, rationale }: WordingV1<'_>) -> Self {
        Self { of: id_back(of), text: text.into_owned(), rationale: some_text_back(rationale) }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct EvidenceV1<'a> {
    confirmed: u32,
    contradicted: u32,
    contexts: Vec<ContextV1<'a>>,
    last_confirmed: Option<ConfirmationV1<'a>>,
}

impl<'a> From<&'a Evidence> for EvidenceV1<'a> {
    fn from(evidence: &'a Evidence) -> Self {
        let Evidence { confirmed, contradicted, contexts, last_confirmed } = evidence;
        Self {
            confirmed: *confirmed,
            contradicted: *contradicted,
            contexts: all(contexts),
            last_confirmed: last_confirmed.as_ref().map(Into::into),
        }
    }
}

impl From<EvidenceV1<'_>> for Evidence {
    fn from(stored: EvidenceV1<'_>) -> Self {
        let EvidenceV1 { confirmed, contradicted, contexts, last_confirmed } = stored;
        Self {
            confirmed,
            contradicted,
            contexts: set_back(contexts),
            last_confirmed: last_confirmed.map(Into::into),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ContextV1<'a> {
    day: i32,
    confirms: bool,
    judge: JudgeV1,
    who: Text<'a>,
    session: Option<Text<'a>>,
    task: Option<Text<'a>>,
    project: Option<Text<'a>>,
    domain: Option<Text<'a>>,
}

impl<'a> From<&'a Context> for ContextV1<'a> {
    fn from(context: &'a Context) -> Self {
        let Context { day, confirms, judge, who, session, task, project, domain } = context;
        Self {
            day: day.0,
            confirms: *confirms,
            judge: (*judge).into(),
            who: text(who),
            session: some_text(session.as_ref()),
            task: some_text(task.as_ref()),
            project: some_text(project.as_ref()),
            domain: some_text(domain.as_ref()),
        }
    }
}

impl From<ContextV1<'_>> for Context {
    fn from(stored: ContextV1<'_>) -> Self {
        let ContextV1 { day, confirms, judge, who, session, task, project, domain } = stored;
        Self {
            day: Day(day),
            confirms,
            judge: judge.into(),
            who: who.into_owned(),
            session: some_text_back(session),
            task: some_text_back(task),
            project: some_text_back(project),
            domain: some_text_back(domain),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ConfirmationV1<'a> {
    day: i32,
    build: Option<Text<'a>>,
}

impl<'a> From<&'a Confirmation> for ConfirmationV1<'a> {
    fn from(Confirmation { day, build }: &'a Confirmation) -> Self {
        Self { day: day.0, build: some_text(build.as_ref()) }
    }
}

impl From<ConfirmationV1<'_>> for Confirmation {
    fn from(ConfirmationV1 { day, build }: ConfirmationV1<'_>) -> Self {
        Self { day: Day(day), build: some_text_back(build) }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct UsageV1 {
    triggered: u32,
    opened: u32,
    used: u32,
    last_used: Option<i32>,
}

impl From<&Usage> for UsageV1 {
    fn from(Usage { triggered, opened, used, last_used }: &Usage) -> Self {
        Self {
            triggered: *triggered,
            opened: *opened,
            used: *used,
            last_used: last_used.map(|day| day.0),
        }
    }
}

impl From<UsageV1> for Usage {
    fn from(UsageV1 { triggered, opened, used, last_used }: UsageV1) -> Self {
        Self { triggered, opened, used, last_used: last_used.map(Day) }
    }
}
