//! Rulings, review items and findings.

use consolidate_shared::change::Finding;
use consolidate_shared::model::Actor;
use consolidate_shared::plan::PassKind;
use consolidate_shared::review::{Answer, ReviewItem, Suggestion};
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use consolidate_shared::time::{Day, Timestamp};
use serde::{Deserialize, Serialize};

use super::{
    IdV1, Text, all, frozen_enum, id, id_back, ids, ids_back, some_text, some_text_back, text,
};

frozen_enum!(PassKindV1 of PassKind { Conflict, Merge, Supersede, Promote, Decay, Prune });

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ActorV1<'a> {
    User,
    Agent(Text<'a>),
    Daemon,
}

impl<'a> From<&'a Actor> for ActorV1<'a> {
    fn from(actor: &'a Actor) -> Self {
        match actor {
            Actor::User => Self::User,
            Actor::Agent(name) => Self::Agent(text(name)),
            Actor::Daemon => Self::Daemon,
        }
    }
}

impl From<ActorV1<'_>> for Actor {
    fn from(actor: ActorV1<'_>) -> Self {
        match actor {
            ActorV1::User => Self::User,
            ActorV1::Agent(name) => Self::Agent(name.into_owned()),
            ActorV1::Daemon => Self::Daemon,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FindingV1<'a> {
    rule: Text<'a>,
    other: IdV1,
    overlap: u16,
    sentence: Text<'a>,
}

impl<'a> From<&'a Finding> for FindingV1<'a> {
    fn from(Finding { rule, other, overlap, sentence }: &'a Finding) -> Self {
        Self { rule: text(rule), other: id(*other), overlap: *overlap, sentence: text(sentence) }
    }
}

impl From<FindingV1<'_>> for Finding {
    fn from(FindingV1 { rule, other, overlap, sentence }: FindingV1<'_>) -> Self {
        Self {
            rule: rule.into_owned(),
            other: id_back(other),
            overlap,
            sentence: sentence.into_owned(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct ReviewItemV1<'a> {
    pass: PassKindV1,
    members: Vec<IdV1>,
    finding: FindingV1<'a>,
    queued: i32,
    suggestions: Vec<SuggestionV1<'a>>,
}

impl<'a> From<&'a ReviewItem> for ReviewItemV1<'a> {
    fn from(item: &'a ReviewItem) -> Self {
        let ReviewItem { pass, members, finding, queued, suggestions } = item;
        Self {
            pass: (*pass).into(),
            members: ids(members),
            finding: finding.into(),
            queued: queued.0,
            suggestions: all(suggestions),
        }
    }
}

impl From<ReviewItemV1<'_>> for ReviewItem {
    fn from(item: ReviewItemV1<'_>) -> Self {
        let ReviewItemV1 { pass, members, finding, queued, suggestions } = item;
        Self {
            pass: pass.into(),
            members: ids_back(members),
            finding: finding.into(),
            queued: Day(queued),
            suggestions: suggestions.into_iter().map(Into::into).collect(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
enum AnswerV1 {
    Accept,
    Reject,
    Distinct,
    Supersede { winner: IdV1 },
    Snooze { until: i32 },
}

impl From<&Answer> for AnswerV1 {
    fn from(answer: &Answer) -> Self {
        match *answer {
            Answer::Accept => Self::Accept,
            Answer::Reject => Self::Reject,
            Answer::Distinct => Self::Distinct,
            Answer::Supersede { winner } => Self::Supersede { winner: id(winner) },
            Answer::Snooze { until } => Self::Snooze { until: until.0 },
        }
    }
}

impl From<AnswerV1> for Answer {
    fn from(answer: AnswerV1) -> Self {
        match answer {
            AnswerV1::Accept => Self::Accept,
            AnswerV1::Reject => Self::Reject,
            AnswerV1::Distinct => Self::Distinct,
            AnswerV1::Supersede { winner } => Self::Supersede { winner: id_back(winner) },
            AnswerV1::Snooze { until } => Self::Snooze { until: Day(until) },
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct SuggestionV1<'a> {
    by: ActorV1<'a>,
    at: i64,
    answer: AnswerV1,
    only: Vec<IdV1>,
    note: Option<Text<'a>>,
}

impl<'a> From<&'a Suggestion> for SuggestionV1<'a> {
    fn from(Suggestion { by, at, answer, only, note }: &'a Suggestion) -> Self {
        Self {
            by: by.into(),
            at: at.ms(),
            answer: answer.into(),
            only: ids(only),
            note: some_text(note.as_ref()),
        }
    }
}

impl From<SuggestionV1<'_>> for Suggestion {
    fn from(SuggestionV1 { by, at, answer, only, note }: SuggestionV1<'_>) -> Self {
        Self {
            by: by.into(),
            at: Timestamp::from_ms(at),
            answer: answer.into(),
            only: ids_back(only),
            note: some_text_back(note),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RulingKeyV1 {
    first: IdV1,
    second: IdV1,
    pass: Option<PassKindV1>,
}

impl From<&RulingKey> for RulingKeyV1 {
    fn from(RulingKey { first, second, pass }: &RulingKey) -> Self {
        Self { first: id(*first), second: id(*second), pass: pass.map(Into::into) }
    }
}

impl From<RulingKeyV1> for RulingKey {
    fn from(RulingKeyV1 { first, second, pass }: RulingKeyV1) -> Self {
        Self { first: id_back(first), second: id_back(second), pass: pass.map(Into::into) }
    }
}

#[derive(Debug, Serialize, Deserialize)]
enum DecisionV1 {
    Distinct,
    Hold,
    Snooze { until: i32 },
    Approved,
}

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct RulingV1<'a> {
    decision: DecisionV1,
    by: ActorV1<'a>,
    at: i64,
}

impl<'a> From<&'a Ruling> for RulingV1<'a> {
    fn from(Ruling { decision, by, at }: &'a Ruling) -> Self {
        let decision = match decision {
            Decision::Distinct => DecisionV1::Distinct,
            Decision::Hold => DecisionV1::Hold,
            Decision::Snooze { until } => DecisionV1::Snooze { until: until.0 },
            Decision::Approved => DecisionV1::Approved,
        };
        Self { decision, by: by.into(), at: at.ms() }
    }
}

impl From<RulingV1<'_>> for Ruling {
    fn from(RulingV1 { decision, by, at }: RulingV1<'_>) -> Self {
        let decision = match decision {
            DecisionV1::Distinct => Decision::Distinct,
            DecisionV1::Hold => Decision::Hold,
            DecisionV1::Snooze { until } => Decision::Snooze { until: Day(until) },
            DecisionV1::Approved => Decision::Approved,
        };
        Self { decision, by: by.into(), at: Timestamp::from_ms(at) }
    }
}
