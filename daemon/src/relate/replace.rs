//! *Supersedes*: the newer statement says that the state changed (QUALITY C.1, S1 and S2; S3 to S5 of its
//! adjustments). Similarity alone replaces nothing: without a cue in the newer one there is no verdict here.

use super::adoption::adoption;
use super::arrival::Arrival;
use super::canon::is_inflection;
use super::cues::Mood;
use super::lexicon::{self, Marks};
use super::pair::Pair;
use super::relation::Rule;
use super::scan::Gap;
use super::statement::Statement;
use super::stems::{Stem, Stems};
use super::token::Token;

/// Shared kernel words, per mille of the shorter side, from which a change concerns the older claim.
const CHANGE_OVERLAP: u16 = 500;
/// A claim of so few kernel words is met by any one of them.
const SHORT_CLAIM: usize = 2;
/// "no longer" with no more new words than this speaks of something else when words differ on both sides.
const MOST_OTHER_WORDS: usize = 2;

/// Shared kernel words, per mille of all, from which a change is about the older claim by its subject alone.
const CLOSE: u16 = 200;

/// What the rules of replacement say of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replacement {
    /// Certain: the older may be retired by the pass.
    Certain(Rule),
    /// Likely: review.
    Likely(Rule),
    /// A change, and of something else: the pair is related at most.
    OfAnother,
}

/// Whether `pair.newer` replaces `pair.older`, by the strongest rule that holds.
pub(super) fn replacement(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let steps = a.transition.is_some() && b.transition.is_some();
    if !b.cues.change || a.cues.change || pair.differ_in_occasion() || steps || pair.has_heading() {
        return None;
    }
    if denies_another(pair) || names_another_subject(a, b) || affirms_new_value(a, b) {
        return Some(Replacement::OfAnother);
    }
    let tried = [names_old_value(pair), turns_away(pair), moves_away(pair)];
    let sure = tried.into_iter().flatten().find(|found| !matches!(found, Replacement::Likely(_)));
    let likely = tried.into_iter().flatten().next();
    let found = sure.or(likely).or_else(|| same_subject(pair));
    if a.genre.stands() && a.asserts { found } else { found.and_then(doubted) }
}

/// What is left of a replacement of something that was done or ordered once: what happened stays so, and it takes the whole
/// old value and subject to ask whether its result is gone.
fn doubted(found: Replacement) -> Option<Replacement> {
    match found {
        Replacement::Certain(rule) => Some(Replacement::Likely(rule)),
        Replacement::Likely(_) => None,
        Replacement::OfAnother => Some(Replacement::OfAnother),
    }
}

/// S5 and S4: what machines word alike in any language, a quoted revert or the next step of a chain. Asked before all
/// rules that read English. `Likely` is a step that goes on where the words around it differ.
pub(super) fn next_step(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let revert = b.revert.as_ref();
    if let Some(revert) = revert.filter(|revert| revert.takes_back(&a.equality, &a.tokens)) {
        let rule = Rule::S5 { depth: revert.depth };
        // Told in words of its own, a revert may be of something that only reads alike.
        let quotes = !revert.original.is_empty();
        return Some(if quotes { Replacement::Certain(rule) } else { Replacement::Likely(rule) });
    }
    let (old, new) = a.transition.as_ref().zip(b.transition.as_ref())?;
    if old.is_continued_by(new) {
        return Some(Replacement::Certain(Rule::S4));
    }
    old.is_loosely_continued_by(new).then_some(Replacement::Likely(Rule::S4))
}

/// A bare "no longer" whose other words differ on both sides: "Bob no longer owns search" / "Bob owns payments".
fn denies_another(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let bare = !b.tokens.iter().any(|token| token.gap.any(Gap::LIST) || token.gap.any(Gap::COLON));
    if !b.cues.no_longer || !bare {
        return false;
    }
    let noise = Marks::CHANGE.or(Marks::GENERIC).or(Marks::VERB_STEM);
    let spoken =
        b.tokens.iter().filter(|token| super::old_value::is_content(token) && !token.is(noise));
    let told: Stems = spoken.map(|token| token.stem).collect();
    let new = told.without(&a.words.kernel).count();
    let mut missing = telling(&a.words.kernel).filter(|stem| !told.has(*stem));
    new > 0 && new <= MOST_OTHER_WORDS && missing.next().is_some()
}

/// Kernel words that are neither verbs nor generic.
fn telling(kernel: &Stems) -> impl Iterator<Item = Stem> + '_ {
    kernel.iter().filter(|stem| !lexicon::is_verb(*stem) && !lexicon::is_generic_noun(*stem))
}

/// S1: an old value that the newer names is in the older.
fn names_old_value(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let mut spoken = b.values.old.iter().chain(&b.values.faded);
    let named = spoken.any(|value| value.meets(&a.words.kernel));
    let specific = shares_specific(pair);
    let enough = pair.overlap.shared >= 2 && pair.overlap.containment() >= CHANGE_OVERLAP;
    if !named || !specific || !(enough || a.words.kernel.len() <= SHORT_CLAIM) {
        return None;
    }
    if concerns_another_scope(a, b) {
        return Some(Replacement::OfAnother);
    }
    let whole = b.values.old.iter().any(|value| agrees_in_whole(a, b, value));
    Some(if whole { Replacement::Certain(Rule::S1) } else { Replacement::Likely(Rule::S1) })
}

/// Whether a word is shared that is no generic noun.
fn shares_specific(pair: &Pair<'_>) -> bool {
    let mut shared = pair.older.words.kernel.both(&pair.newer.words.kernel);
    shared.any(|stem| !lexicon::is_generic_noun(stem))
}

/// Whether each side's subject has a word of its own that the other text lacks: "pool size" / "queue size".
fn names_another_subject(a: &Statement, b: &Statement) -> bool {
    let mut mine = a.subject.iter().filter(|stem| !lexicon::is_generic_noun(*stem));
    let mut theirs = own_subject(b);
    mine.any(|stem| !b.words.all.has(stem)) && theirs.any(|stem| !a.words.all.has(stem))
}

/// Whether the older already states the newer's new value, or sets its old value aside: it is the state after the change, not
/// before.
fn affirms_new_value(a: &Statement, b: &Statement) -> bool {
    let aside = &a.cues.set_aside;
    if b.values.old.iter().any(|old| !aside.is_empty() && old.is_within(aside)) {
        return true;
    }
    let states = |value: &Stems| {
        !value.is_empty()
            && value.is_within(&b.values.new)
            && !b.values.old.iter().any(|old| old.meets(value))
    };
    adoption(a).is_some_and(|(value, _)| states(&value))
        || a.frames.iter().any(|frame| states(&frame.value))
}

/// The subject of a text of change, without generic nouns, words of change and a new value ("Y replaced X").
fn own_subject(statement: &Statement) -> impl Iterator<Item = Stem> + '_ {
    let noise =
        Marks::GENERIC.or(Marks::CHANGE).or(Marks::STOP).or(Marks::SPEAKER).or(Marks::NEGATION);
    let head = statement.tokens.iter().take(statement.verb);
    head.filter(move |token| !token.is(noise) && !statement.values.new.has(token.stem))
        .map(|token| token.stem)
}

/// S1, certain: the whole old value is in the older, all else that the older says is in the newer, and the newer
/// narrows nothing: its subject and scope are in the older too.
fn agrees_in_whole(a: &Statement, b: &Statement, value: &Stems) -> bool {
    let mut rest = telling(&a.words.kernel).filter(|stem| !value.has(*stem)).peekable();
    let subject_left = rest.peek().is_some();
    let told = rest.all(|stem| b.words.content.has(stem));
    let known = |stem: Stem| a.words.content.has(stem);
    value.is_within(&a.words.content)
        && written_alike(a, b, value)
        && subject_left
        && told
        && own_subject(b).all(known)
        && scope(b).all(|token| known(token.stem))
        && a.guards.hard == b.guards.hard
        && a.cues.denies() == (b.cues.denies() && !b.cues.no_longer)
}

/// Whether both write a value alike, but for its plural: words of one stem may be different things ("assigns",
/// "assignment").
fn written_alike(a: &Statement, b: &Statement, value: &Stems) -> bool {
    value.iter().all(|stem| {
        let mine = a.tokens.iter().filter(|token| token.stem == stem);
        mine.into_iter().any(|x| {
            let mut theirs = b.tokens.iter().filter(|token| token.stem == stem);
            theirs.any(|y| x.text == y.text || is_inflection(&x.text, &y.text))
        })
    })
}

/// Whether both narrow the change to different things: "Redis for caching" / "from Redis to Kafka for the job queue".
fn concerns_another_scope(a: &Statement, b: &Statement) -> bool {
    let mut narrowed =
        scope(b).filter(|token| !token.is(Marks::GENERIC)).map(|token| token.stem).peekable();
    let mut own =
        scope(a).filter(|token| !token.is(Marks::GENERIC)).map(|token| token.stem).peekable();
    narrowed.peek().is_some()
        && own.peek().is_some()
        && !narrowed.any(|stem| a.words.content.has(stem))
        && !own.any(|stem| b.words.content.has(stem))
}

/// Content words that stand in a scope of the text: behind "in", "for", "on", "at", "within". What gives
/// a reason ("because of ...") narrows nothing.
fn scope(statement: &Statement) -> impl Iterator<Item = &Token> {
    let mut inside = false;
    let mut reason = false;
    let tokens = &statement.tokens;
    let scoped = tokens.iter().enumerate().filter(move |(i, token)| {
        reason = token.is_one_of(REASONS) || (reason && !token.gap.any(Gap::CLAUSE));
        if token.gap.any(Gap::CLAUSE) || token.is(Marks::PREPOSITION) || token.is(Marks::VERB) {
            let next_in_phrase =
                tokens.get(i + 1).is_some_and(|next| next.is_one_of(&["favor", "place"]));
            let last_in_phrase = i.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|last| {
                last.is_one_of(&["favor", "place", "instead", "off", "out", "rid"])
            });
            inside = token.is_one_of(SCOPES) && !next_in_phrase && !last_in_phrase;
        }
        let noise =
            Marks::STOP.or(Marks::CHANGE).or(Marks::WEAK).or(Marks::PREPOSITION).or(Marks::VERB);
        inside && !reason && !token.is(noise)
    });
    scoped.map(|(_, token)| token)
}

/// Prepositions that narrow what a change concerns.
const SCOPES: &[&str] = &["in", "for", "on", "at", "within", "inside", "of"];
const REASONS: &[&str] = &["because", "since", "due"];

/// S3: the older adopts X (for S), and X is the newer's whole old value.
fn turns_away(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let (value, purpose) = adoption(a)?;
    if !b.values.old.contains(&value) || a.cues.denies() || !written_alike(a, b, &value) {
        return None;
    }
    let subject: Stems = own_subject(b).filter(|stem| !value.has(*stem)).collect();
    let narrowed: Stems =
        scope(b).map(|token| token.stem).filter(|stem| !value.has(*stem)).collect();
    let elsewhere = |named: &Stems| !named.is_empty() && !named.meets(&a.words.content);
    if elsewhere(&subject) || elsewhere(&narrowed) {
        return Some(Replacement::OfAnother);
    }
    let agrees = purpose.is_within(&b.words.content)
        && subject.is_within(&a.words.content)
        && narrowed.is_within(&a.words.content)
        && a.guards.hard == b.guards.hard;
    Some(if agrees { Replacement::Certain(Rule::S3) } else { Replacement::Likely(Rule::S3) })
}

/// S6: the newer tells that the subject moved, and the older where it was.
fn moves_away(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    if a.cues.denies() || b.cues.denies() || !Arrival::of(b)?.leaves(a) {
        return None;
    }
    let told_as_done = !b.cues.mood.has(Mood::UNDONE) && !b.guards.question;
    let narrowed = scope(b).any(|token| !a.words.content.has(token.stem));
    // Of several places only one may have been left.
    let several = a.tokens.iter().any(|token| token.is_one_of(&["and", "or", "plus"]));
    // "Just moved" tells when.
    let unbound = pair.one_sided_hard().all(|stem| stem == Stem::of("just"));
    let agrees = told_as_done && !narrowed && !several && unbound;
    Some(if agrees { Replacement::Certain(Rule::S6) } else { Replacement::Likely(Rule::S6) })
}

/// S2: a change, enough words in common, and the older's subject is named.
fn same_subject(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let short = a.words.kernel.len() <= SHORT_CLAIM;
    let enough =
        pair.overlap.containment() >= CHANGE_OVERLAP && (pair.overlap.shared >= 2 || short);
    let mut subject = a.subject.iter().filter(|stem| !lexicon::is_generic_noun(*stem)).peekable();
    let named = subject.peek().is_none() || subject.any(|stem| b.words.kernel.has(stem));
    // A long text that touches the subject among others tells of something else.
    let close = pair.overlap.jaccard() >= CLOSE;
    (enough && close && shares_specific(pair) && named).then_some(Replacement::Likely(Rule::S2))
}
