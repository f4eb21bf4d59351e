//! One pair under the one verdict: which side is older, what the two are to each other, and how to say it.

use std::num::NonZeroU64;

use consolidate_shared::change::{Finding, Reason};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Kind, Memory};
use consolidate_shared::plan::PassKind;
use consolidate_shared::time::Timestamp;

use super::pairing::Member;
use crate::relate::{Leaning, Measure, Relation, Rule, Side, SideKind, Statement, relate};

/// A pair and what relates it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(super) older: MemoryId,
    pub(super) newer: MemoryId,
    pub(crate) relation: Relation,
}

/// How strongly a pair speaks for what relates it: the shares of the two in common and of the smaller one in the other, per
/// mille, then how many words that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Strength {
    alike: u16,
    within: u16,
    shared: u32,
}

impl Strength {
    /// No pair speaks more strongly.
    pub(super) const MAX: Self = Self { alike: u16::MAX, within: u16::MAX, shared: u32::MAX };
}

/// What orders memories among themselves: the instant, then the id.
pub(super) fn age(memory: &Memory) -> (Timestamp, MemoryId) {
    (memory.instant(), memory.id)
}

/// Whether two kinds can say anything of each other: one kind, or fact and decision.
pub(crate) fn comparable(a: Kind, b: Kind) -> bool {
    let states = |kind| matches!(kind, Kind::Fact | Kind::Decision);
    a == b || (states(a) && states(b))
}

fn side<'a>(member: &'a Member, statement: &'a Statement) -> Side<'a> {
    let kind = match member.kind {
        Kind::Policy => SideKind::Policy,
        Kind::Fact => SideKind::Fact,
        Kind::Decision => SideKind::Decision,
        Kind::Pitfall => SideKind::Pitfall,
        Kind::Procedure => SideKind::Procedure,
    };
    Side {
        statement,
        kind,
        slot: member.slot.as_deref(),
        way: member.way.map(NonZeroU64::get),
        instant_ms: member.at.ms(),
        trust: member.trust,
    }
}

/// The verdict on two members with their analysed texts.
pub(super) fn judge_members(a: (&Member, &Statement), b: (&Member, &Statement)) -> Judged {
    let (older, newer) = if a.0.age() <= b.0.age() { (a, b) } else { (b, a) };
    let relation = relate(&side(older.0, older.1), &side(newer.0, newer.1));
    Judged { older: older.0.id, newer: newer.0.id, relation }
}

/// The verdict on two memories with their analysed texts.
pub(crate) fn judge(a: (&Memory, &Statement), b: (&Memory, &Statement)) -> Judged {
    judge_members((&Member::of(a.0), a.1), (&Member::of(b.0), b.1))
}

/// The verdict on two memories whose texts are not analysed yet.
pub(super) fn judge_texts(a: &Memory, b: &Memory) -> Judged {
    judge((a, &Statement::new(&a.text)), (b, &Statement::new(&b.text)))
}

impl Judged {
    /// Whether a pass may act on it.
    pub(super) fn is_telling(&self) -> bool {
        !matches!(self.relation, Relation::Related | Relation::Unrelated)
    }

    /// The pass that would ask about it, if it is uncertain.
    pub(super) fn asks(&self) -> Option<PassKind> {
        match self.relation {
            Relation::Review { as_, .. } => Some(match as_ {
                Leaning::Same => PassKind::Merge,
                Leaning::Supersedes => PassKind::Supersede,
                Leaning::Conflicts => PassKind::Conflict,
            }),
            _ => None,
        }
    }

    /// Whether the newer tells, or perhaps tells, something that the older does not agree with.
    pub(super) fn differs(&self) -> bool {
        match self.relation {
            Relation::Supersedes { .. } | Relation::Conflicts { .. } => true,
            Relation::Review { as_, .. } => as_ != Leaning::Same,
            _ => false,
        }
    }

    /// The rule that decided and the numbers it saw.
    pub(super) fn rule(&self) -> Option<(Rule, Measure)> {
        match self.relation {
            Relation::Same { rule, measure }
            | Relation::Supersedes { rule, measure }
            | Relation::Conflicts { rule, measure }
            | Relation::Review { why: rule, measure, .. } => Some((rule, measure)),
            Relation::Related | Relation::Unrelated => None,
        }
    }

    /// The side that was judged as the newer one.
    pub(crate) fn newer(&self) -> MemoryId {
        self.newer
    }

    /// The other side of the pair.
    pub(super) fn other(&self, id: MemoryId) -> MemoryId {
        if id == self.older { self.newer } else { self.older }
    }

    /// How strongly the pair speaks for its relation: higher is stronger.
    pub(super) fn strength(&self) -> Strength {
        let measure = self.rule().map(|(_, measure)| measure).unwrap_or_default();
        Strength { alike: measure.jaccard, within: measure.containment, shared: measure.shared }
    }

    /// The finding, as seen from the side that is not `other`.
    pub(crate) fn finding(&self, other: MemoryId) -> Finding {
        let Some((rule, measure)) = self.rule() else { return linked(other) };
        Finding {
            rule: rule.name().to_owned(),
            other,
            overlap: measure.containment,
            sentence: rule.sentence().to_owned(),
        }
    }

    /// The reason for a change of `of`.
    pub(super) fn reason(&self, of: MemoryId) -> Reason {
        Reason::Found(self.finding(self.other(of)))
    }
}

/// What is found where a link was there already.
pub(super) fn linked(other: MemoryId) -> Finding {
    let sentence = "an explicit link names it as replaced".to_owned();
    Finding { rule: "linked".to_owned(), other, overlap: 0, sentence }
}
