//! Implied slots (rule FAMILY): a text that adopts a member of a tool family answers the family's question, although it names
//! no slot. "Using poetry for dependency management" and "switched to uv" share no word and still concern one thing.
//!
//! Only a text that says that the tool *is in use here* answers: a mention in passing, a plugin for it, a comparison, a
//! condition or a question does not. What is found is never certain; it is asked about.

use crate::relate::words::families::{Families, FamilyKey, Member};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::{Kind, Token};

mod role;
mod work;

pub(in crate::relate) use role::Role;

/// One answer to the question of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::relate) struct Implied {
    pub(in crate::relate) family: FamilyKey,
    pub(in crate::relate) member: Stem,
    /// What the member names, whatever its spelling.
    pub(in crate::relate) thing: Stem,
    pub(in crate::relate) role: Role,
    /// What the answer is given for, beside the question itself: "the docs site".
    pub(in crate::relate) purpose: Stems,
    /// Whether the text mentions other members too, which makes an answer vague.
    pub(in crate::relate) vague: bool,
    /// Whether a project often has several answers at once.
    pub(in crate::relate) many: bool,
}

/// Further members than this are a list of tools, not an answer.
const MOST_ANSWERS: usize = 4;

/// The answers that a text gives, in order.
pub(in crate::relate) fn implied(tokens: &[Token], families: &Families) -> Vec<Implied> {
    let mentions = mentions(tokens, families);
    let mut answers: Vec<Implied> = Vec::new();
    for mention in &mentions {
        let Some(role) = role::of(tokens, mention, families) else { continue };
        let purpose = purpose(tokens, mention, &mentions, families, role);
        let key = mention.member.family;
        let others = mentions
            .iter()
            .filter(|other| other.member.family == key && other.member.name != mention.member.name);
        let vague =
            others.into_iter().any(|other| role::of(tokens, other, families) != Some(Role::Leaves));
        let many = families.family(key).is_some_and(|family| family.many);
        let Member { name: member, thing, .. } = *mention.member;
        answers.push(Implied { family: key, member, thing, role, purpose, vague, many });
    }
    if answers.len() > MOST_ANSWERS * mentions.len().min(2) { Vec::new() } else { answers }
}

/// A member where it stands.
struct Mention<'a> {
    start: usize,
    end: usize,
    member: &'a Member,
}

fn mentions<'a>(tokens: &[Token], families: &'a Families) -> Vec<Mention<'a>> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(rest) = tokens.get(start..).filter(|rest| !rest.is_empty()) {
        let Some((members, length)) = families.at(rest) else {
            start += 1;
            continue;
        };
        let end = start + length;
        found.extend(members.into_iter().map(|member| Mention { start, end, member }));
        start = end;
    }
    found
}

/// The clause that a mention stands in.
fn clause(tokens: &[Token], mention: &Mention<'_>) -> (usize, usize) {
    let ends = Gap::CLAUSE.or(Gap::PAREN);
    let breaks = |i: &usize| tokens.get(*i).is_some_and(|token| token.gap.any(ends));
    let start = (0..=mention.start).rev().find(breaks).unwrap_or(0);
    let end = (mention.end..tokens.len()).find(breaks).unwrap_or(tokens.len());
    (start, end)
}

/// What else the clause says: what the tool is used for, and where. Reasons and times narrow nothing.
fn purpose(
    tokens: &[Token],
    mention: &Mention<'_>,
    mentions: &[Mention<'_>],
    families: &Families,
    role: Role,
) -> Stems {
    let (start, end) = clause(tokens, mention);
    let asks = |token: &Token| {
        families.family(mention.member.family).is_some_and(|family| family.asks_about(token))
    };
    let named = |i: usize| {
        let mut here = mentions.iter().filter(|other| (other.start..other.end).contains(&i));
        here.any(|other| other.member.family == mention.member.family)
    };
    let reason = (mention.end..end).find(|i| {
        let rest = tokens.get(*i..end).unwrap_or_default();
        rest.first().is_some_and(|token| {
            let of_change = token.is_one_of(REASONS_OF_CHANGE)
                || (token.is_word("for") && rest.iter().any(|token| token.is_one_of(GAINS)));
            token.is_one_of(REASONS) || (role == Role::Arrives && of_change)
        })
    });
    let clause = (start..reason.unwrap_or(end)).filter_map(|i| Some((i, tokens.get(i)?)));
    let told = clause.filter(|(i, token)| !named(*i) && says_where(token) && !asks(token));
    told.map(|(_, token)| token.stem).collect()
}

const REASONS: &[&str] = &["because", "since", "due", "so", "which", "but", "although", "thanks"];

/// What opens the reason of a change.
const REASONS_OF_CHANGE: &[&str] = &["to", "over", "after", "given"];
/// "For faster builds" says why, "for the docs site" says where.
const GAINS: &[&str] = &[
    "faster",
    "better",
    "easier",
    "simpler",
    "cheaper",
    "smaller",
    "lower",
    "less",
    "fewer",
    "support",
    "speed",
    "performance",
    "safety",
    "security",
    "cost",
    "costs",
    "pricing",
    "price",
    "compatibility",
    "stability",
    "simplicity",
    "consistency",
    "reasons",
    "licensing",
    "ergonomics",
    "improved",
    "more",
    "native",
];

/// Whether a word can say what or where a tool is used for.
fn says_where(token: &Token) -> bool {
    let noise = Marks::STOP
        .or(Marks::NEGATION)
        .or(Marks::WEAK)
        .or(Marks::QUALIFIER)
        .or(Marks::PREPOSITION)
        .or(Marks::VERB)
        .or(Marks::CHANGE)
        .or(Marks::GENERIC)
        .or(Marks::MONTH)
        .or(Marks::SPEAKER);
    token.kind != Kind::Number
        && !token.is(noise)
        && !token.is_one_of(ANYWHERE)
        && !role::is_work(token)
}

/// Words of time, extent and reason: they narrow nothing.
const ANYWHERE: &[&str] = &[
    "everywhere",
    "entirely",
    "completely",
    "fully",
    "exclusively",
    "finally",
    "recently",
    "today",
    "yesterday",
    "year",
    "month",
    "months",
    "quarter",
    "sprint",
    "repository",
    "company",
    "managed",
    "written",
    "standardized",
    "standardised",
    "adopted",
    "adopt",
    "adopting",
    "chosen",
    "decision",
    "decided",
    "going",
    "went",
    "ago",
    "consistently",
    "whole",
    "entire",
    "everything",
    "speed",
    "performance",
    "simplicity",
    "consistency",
    "reasons",
    "reason",
    "manage",
    "using",
    "based",
    "settled",
    "tool",
    "tools",
    "tooling",
    "handled",
    "powered",
    "correction",
    "update",
    "successfully",
    "again",
    "primary",
    "standard",
    "preferred",
    "official",
    "workspace",
    "ditched",
    "abandoned",
    "replacing",
    "replaces",
    "converted",
];
