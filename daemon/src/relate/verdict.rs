//! How the rules are put together: text first, then what kinds, slots, instants and trust allow.

use super::relation::{Leaning, Measure, Relation, Rule};
use super::side::{Side, SideKind};
use crate::relate::reading::cues::Mood;
use crate::relate::reading::statement::Statement;
use crate::relate::rules::beside::{leaves_the_older, tells_a_default};
use crate::relate::rules::clash::{Clash, clash, name_two};
use crate::relate::rules::family::family_clash;
use crate::relate::rules::pair::Pair;
use crate::relate::rules::replace::{Replacement, next_step, replacement, tells_later};
use crate::relate::rules::same::{change_hands, same};
use crate::relate::words::language;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;

/// Shared kernel words, per mille of the shorter side, from which two texts are about one thing.
pub(super) const BAND_CONTAINMENT: u16 = 600;
/// The same per mille of all words.
pub(super) const BAND_JACCARD: u16 = 400;
/// As [`BAND_CONTAINMENT`], where the newer tells of a change, of something else.
const ANOTHER_CONTAINMENT: u16 = 500;
/// In a language that the rules do not read, texts as near as this are shown to somebody.
pub(super) const UNREAD_JACCARD: u16 = 600;

/// What `newer` is to `older`, by text, kind, slot, instant and trust. `older.instant_ms` should not exceed
/// `newer.instant_ms`; where it does, or both are equal, nothing is superseded automatically.
pub fn relate(older: &Side<'_>, newer: &Side<'_>) -> Relation {
    if !older.kind.can_clash_with(newer.kind) {
        return Relation::Unrelated;
    }
    let text = match text_relation(older.statement, newer.statement) {
        // Without an order in time the change may be told by either side.
        Relation::Related | Relation::Unrelated if older.instant_ms >= newer.instant_ms => {
            text_relation(newer.statement, older.statement)
        }
        relation => relation,
    };
    let relation = by_way(older, newer, by_slot(older, newer, text));
    by_standing(older, newer, relation)
}

/// What explicit slots add: one slot, two answers is a replacement; two slots are two questions.
fn by_slot(older: &Side<'_>, newer: &Side<'_>, text: Relation) -> Relation {
    let (Some(a), Some(b)) = (older.slot, newer.slot) else { return text };
    let measure = measure(older.statement, newer.statement);
    match text {
        Relation::Same { rule, measure } if a != b => {
            Relation::Review { why: rule, as_: Leaning::Same, measure }
        }
        Relation::Supersedes { .. } | Relation::Conflicts { .. } if a != b => Relation::Related,
        Relation::Review { as_: Leaning::Supersedes | Leaning::Conflicts, .. } if a != b => {
            Relation::Related
        }
        text if a != b || blank(older) || blank(newer) => text,
        Relation::Same { .. } | Relation::Supersedes { .. } => text,
        // Whether the newer says the same in other words or answers otherwise, it is the answer.
        Relation::Review { as_: Leaning::Same, .. } => {
            Relation::Review { why: Rule::Slot, as_: Leaning::Supersedes, measure }
        }
        text if newer.trust >= older.trust
            && answers_anew(text, older.statement, newer.statement) =>
        {
            Relation::Supersedes { rule: Rule::Slot, measure }
        }
        _ => Relation::Review { why: Rule::Slot, as_: Leaning::Supersedes, measure },
    }
}

/// Whether a newer text of one slot is another answer to its question for sure: the texts alone show that the two exclude each other,
/// or are one sentence with two values, and it is told as so. A slot also holds what is beside the question ("uv is faster than
/// poetry"), planned, or of one place.
fn answers_anew(text: Relation, older: &Statement, newer: &Statement) -> bool {
    let excludes = matches!(
        text,
        Relation::Conflicts { .. }
            | Relation::Review { as_: Leaning::Conflicts | Leaning::Supersedes, .. }
    );
    let cues = &newer.cues;
    let told = !newer.guards.question && !cues.adds && !cues.mood.has(Mood::UNDONE);
    (excludes || one_value_apart(&older.equality, &newer.equality))
        && told
        && (!cues.denies() || cues.change)
}

/// Words of a value.
const VALUE_WORDS: usize = 2;

/// Whether two texts are one sentence with two values ("Node alpha leads the cluster", "Node beta leads the cluster"), or two bare
/// values. What both say is at least two words.
fn one_value_apart(a: &str, b: &str) -> bool {
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
    let least = a.len().min(b.len());
    let before = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let behind = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let shared = before + behind.min(least - before);
    let apart = a.len().max(b.len()) - shared;
    let two_values = shared < least && shared >= 2 && apart <= VALUE_WORDS;
    two_values || a.len().max(b.len()) <= VALUE_WORDS
}

/// What listed steps add: what is the same by its title and goes another way is the procedure's next version. Where it is not surely
/// the same, one whose steps differ can never become one with the other, and whether it replaces is all that can be asked.
fn by_way(older: &Side<'_>, newer: &Side<'_>, relation: Relation) -> Relation {
    let differ = older.way.zip(newer.way).is_some_and(|(a, b)| a != b);
    match relation {
        Relation::Same { rule: Rule::Equal, measure } if differ && newer.trust >= older.trust => {
            Relation::Supersedes { rule: Rule::Retold, measure }
        }
        Relation::Same { measure, .. } if differ => {
            Relation::Review { why: Rule::Retold, as_: Leaning::Supersedes, measure }
        }
        Relation::Review { as_: Leaning::Same, measure, .. } if older.way != newer.way => {
            Relation::Review { why: Rule::Retold, as_: Leaning::Supersedes, measure }
        }
        relation => relation,
    }
}

fn blank(side: &Side<'_>) -> bool {
    side.statement.equality.is_empty()
}

/// What kinds and instants take away from a verdict.
fn by_standing(older: &Side<'_>, newer: &Side<'_>, relation: Relation) -> Relation {
    let policies = older.kind == SideKind::Policy;
    let ordered = older.instant_ms < newer.instant_ms;
    match relation {
        Relation::Same { .. } | Relation::Review { as_: Leaning::Same, .. }
            if older.kind != newer.kind =>
        {
            Relation::Related
        }
        Relation::Supersedes { rule, measure } if policies || !ordered => {
            Relation::Review { why: rule, as_: Leaning::Supersedes, measure }
        }
        Relation::Conflicts { rule, measure } if policies => {
            Relation::Review { why: rule, as_: Leaning::Conflicts, measure }
        }
        relation => relation,
    }
}

/// What the newer text `b` is to the older text `a`: the text rules alone, without kinds, slots, time and trust.
pub fn text_relation(a: &Statement, b: &Statement) -> Relation {
    let pair = Pair::new(a, b);
    let measure = Measure::from(pair.overlap);
    if let Some(rule) = same(a, b) {
        return Relation::Same { rule, measure };
    }
    let readable = a.known_language && b.known_language;
    match next_step(&pair).or_else(|| replacement(&pair).and_then(|found| read(&pair, found))) {
        Some(Replacement::Certain(rule))
            if !matches!(rule, Rule::S5 { .. }) && leaves_the_older(&pair) =>
        {
            return Relation::Review { why: rule, as_: Leaning::Supersedes, measure };
        }
        Some(Replacement::Certain(rule)) => return Relation::Supersedes { rule, measure },
        Some(Replacement::Likely(why)) => {
            return Relation::Review { why, as_: Leaning::Supersedes, measure };
        }
        Some(Replacement::OfAnother) if measure.containment >= ANOTHER_CONTAINMENT => {
            return Relation::Related;
        }
        Some(Replacement::OfAnother) => return Relation::Unrelated,
        None if !readable && name_two(&pair) => {
            return Relation::Review { why: Rule::C2tail, as_: Leaning::Conflicts, measure };
        }
        None if !readable => {
            return by_family(&pair, measure).unwrap_or_else(|| unread(&pair, measure));
        }
        None => {}
    }
    match clash(&pair) {
        Some(Clash::Certain(rule) | Clash::Likely(rule))
            if tells_later(&pair) && excludes(rule) =>
        {
            return Relation::Review { why: Rule::S2, as_: Leaning::Supersedes, measure };
        }
        Some(Clash::Certain(why)) if tells_a_default(&pair) => {
            return Relation::Review { why, as_: Leaning::Conflicts, measure };
        }
        Some(Clash::Certain(rule)) => return Relation::Conflicts { rule, measure },
        Some(Clash::Likely(why)) => {
            return Relation::Review { why, as_: Leaning::Conflicts, measure };
        }
        None => {}
    }
    by_family(&pair, measure).unwrap_or_else(|| band(&pair, measure))
}

/// Whether what clashes by this rule is said of one thing in one way.
fn excludes(rule: Rule) -> bool {
    !matches!(rule, Rule::SlotFrame(older, newer) if older != newer)
}

/// What is left of a replacement by what can be read: the newer tells it, and of the older a few words may be too few to know their
/// language by.
fn read(pair: &Pair<'_>, found: Replacement) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let labelled = a.tokens.iter().skip(1).any(|token| token.gap.any(Gap::COLON));
    let told = a.guards.sentence || labelled;
    let few = told && a.tokens.len() <= FEW_WORDS && a.equality.is_ascii();
    let foreign = || a.tokens.iter().any(|token| token.is(Marks::FOREIGN));
    match found {
        _ if a.known_language && b.known_language => Some(found),
        Replacement::Certain(rule) | Replacement::Likely(rule)
            if b.known_language && few && !foreign() =>
        {
            Some(Replacement::Likely(rule))
        }
        _ => None,
    }
}

/// A text of so few words may have none that tells its language.
const FEW_WORDS: usize = 5;

/// What tools of one family say, if both texts adopt one.
fn by_family(pair: &Pair<'_>, measure: Measure) -> Option<Relation> {
    let told = tells_later(pair);
    let as_ = family_clash(pair).map(|as_| if told { Leaning::Supersedes } else { as_ })?;
    Some(Relation::Review { why: Rule::Family, as_, measure })
}

fn measure(a: &Statement, b: &Statement) -> Measure {
    Measure::from(Pair::new(a, b).overlap)
}

/// What is left when no rule decides: review of likely duplicates, else related or not.
fn band(pair: &Pair<'_>, measure: Measure) -> Relation {
    if measure.containment < BAND_CONTAINMENT && measure.jaccard < BAND_JACCARD {
        return Relation::Unrelated;
    }
    if pair.goes_on() {
        return Relation::Review { why: Rule::Refinement, as_: Leaning::Same, measure };
    }
    let changed = || change_hands(&pair.older.tokens, &pair.newer.tokens);
    if pair.mismatches() || changed() {
        return Relation::Related;
    }
    let contained = pair.own_of_older().next().is_none() || pair.own_of_newer().next().is_none();
    let why = if contained { Rule::Refinement } else { Rule::Duplicate };
    Relation::Review { why, as_: Leaning::Same, measure }
}

/// Texts that the rules do not read: near ones are shown, and a negation on one side is said.
fn unread(pair: &Pair<'_>, measure: Measure) -> Relation {
    let (a, b) = (pair.older, pair.newer);
    let contained = measure.containment >= UNREAD_CONTAINMENT && measure.shared >= UNREAD_SHARED;
    let near = measure.jaccard >= UNREAD_JACCARD && measure.shared > 0;
    if !near && !contained {
        return Relation::Unrelated;
    }
    let why = Rule::Unread;
    if pair.numbers_differ() || !near {
        return Relation::Related;
    }
    if language::negations(&a.equality, &a.tokens) != language::negations(&b.equality, &b.tokens) {
        return Relation::Review { why, as_: Leaning::Conflicts, measure };
    }
    if pair.mismatches() {
        return Relation::Related;
    }
    Relation::Review { why, as_: Leaning::Same, measure }
}

/// In a language that the rules do not read, texts of which one holds so much of the other are related.
const UNREAD_CONTAINMENT: u16 = 800;
/// The same, and so many words.
const UNREAD_SHARED: u32 = 3;
