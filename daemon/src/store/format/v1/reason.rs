//! Reasons of changes.

use consolidate_shared::change::Reason;
use serde::{Deserialize, Serialize};

use super::parts::{JudgeV1, KindV1, RetireReasonV1, SignalV1};
use super::ruling::FindingV1;
use super::{IdV1, Text, id, id_back, some_text, some_text_back, text};

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ReasonV1<'a> {
    Recorded,
    Imported,
    Ordered { note: Option<Text<'a>> },
    Found(FindingV1<'a>),
    Linked { successor: IdV1 },
    Follows { of: IdV1 },
    NoLonger { what: Text<'a> },
    Held,
    Told { signal: SignalV1, judge: JudgeV1, weight: u32, note: Option<Text<'a>> },
    Met { times: u64 },
    Confirmed { contexts: u32, person: bool, support: u16 },
    Proven { uses: u64, contexts: u32, support: u16 },
    Outranked { uses: u64, most: u32 },
    Harmful { contexts: u32, contradicted: u32, confirmed: u32, harm: u16 },
    Decayed { kind: KindV1, user: bool, days: u32, tau: u16, confirmed: u32 },
    Unused { days: u32, uses: u64 },
    Unconfirmed { days: u32 },
    Garbage { retired: RetireReasonV1, days: u32 },
    Answered { answer: Text<'a>, other: Option<IdV1> },
    Mended { what: Text<'a> },
}

impl<'a> From<&'a Reason> for ReasonV1<'a> {
    fn from(reason: &'a Reason) -> Self {
        match *reason {
            Reason::Recorded => Self::Recorded,
            Reason::Imported => Self::Imported,
            Reason::Ordered { ref note } => Self::Ordered { note: some_text(note.as_ref()) },
            Reason::Found(ref finding) => Self::Found(finding.into()),
            Reason::Linked { successor } => Self::Linked { successor: id(successor) },
            Reason::Follows { of } => Self::Follows { of: id(of) },
            Reason::NoLonger { ref what } => Self::NoLonger { what: text(what) },
            Reason::Held => Self::Held,
            Reason::Told { signal, judge, weight, ref note } => Self::Told {
                signal: signal.into(),
                judge: judge.into(),
                weight,
                note: some_text(note.as_ref()),
            },
            Reason::Met { times } => Self::Met { times },
            Reason::Confirmed { contexts, person, support } => {
                Self::Confirmed { contexts, person, support }
            }
            Reason::Proven { uses, contexts, support } => Self::Proven { uses, contexts, support },
            Reason::Outranked { uses, most } => Self::Outranked { uses, most },
            Reason::Harmful { contexts, contradicted, confirmed, harm } => {
                Self::Harmful { contexts, contradicted, confirmed, harm }
            }
            Reason::Decayed { kind, user, days, tau, confirmed } => {
                Self::Decayed { kind: kind.into(), user, days, tau, confirmed }
            }
            Reason::Unused { days, uses } => Self::Unused { days, uses },
            Reason::Unconfirmed { days } => Self::Unconfirmed { days },
            Reason::Garbage { retired, days } => Self::Garbage { retired: retired.into(), days },
            Reason::Answered { ref answer, other } => {
                Self::Answered { answer: text(answer), other: other.map(id) }
            }
            Reason::Mended { ref what } => Self::Mended { what: text(what) },
        }
    }
}

impl From<ReasonV1<'_>> for Reason {
    fn from(reason: ReasonV1<'_>) -> Self {
        match reason {
            ReasonV1::Recorded => Self::Recorded,
            ReasonV1::Imported => Self::Imported,
            ReasonV1::Ordered { note } => Self::Ordered { note: some_text_back(note) },
            ReasonV1::Found(finding) => Self::Found(finding.into()),
            ReasonV1::Linked { successor } => Self::Linked { successor: id_back(successor) },
            ReasonV1::Follows { of } => Self::Follows { of: id_back(of) },
            ReasonV1::NoLonger { what } => Self::NoLonger { what: what.into_owned() },
            ReasonV1::Held => Self::Held,
            ReasonV1::Told { signal, judge, weight, note } => Self::Told {
                signal: signal.into(),
                judge: judge.into(),
                weight,
                note: some_text_back(note),
            },
            ReasonV1::Met { times } => Self::Met { times },
            ReasonV1::Confirmed { contexts, person, support } => {
                Self::Confirmed { contexts, person, support }
            }
            ReasonV1::Proven { uses, contexts, support } => {
                Self::Proven { uses, contexts, support }
            }
            ReasonV1::Outranked { uses, most } => Self::Outranked { uses, most },
            ReasonV1::Harmful { contexts, contradicted, confirmed, harm } => {
                Self::Harmful { contexts, contradicted, confirmed, harm }
            }
            ReasonV1::Decayed { kind, user, days, tau, confirmed } => {
                Self::Decayed { kind: kind.into(), user, days, tau, confirmed }
            }
            ReasonV1::Unused { days, uses } => Self::Unused { days, uses },
            ReasonV1::Unconfirmed { days } => Self::Unconfirmed { days },
            ReasonV1::Garbage { retired, days } => Self::Garbage { retired: retired.into(), days },
            ReasonV1::Answered { answer, other } => {
                Self::Answered { answer: answer.into_owned(), other: other.map(id_back) }
            }
            ReasonV1::Mended { what } => Self::Mended { what: what.into_owned() },
        }
    }
}
