//! *Supersedes*: the newer statement says that the state changed (QUALITY C.1, S1 and S2; S3 to S5 of its
//! adjustments). Similarity alone replaces nothing: without a cue in the newer one there is no verdict here.

mod another;
mod done;
mod finished;
mod measure;
mod need;
mod scope;
mod since;
mod under;

use super::clause::is_of_some;
use super::family::is_succeeded;
use another::{is_measure, is_of_another, mends_another, names_another_subject};
use done::{came_true, redone};
use finished::is_finished;
use measure::goes_the_other_way;
pub(in crate::relate) use need::is_no_longer_needed;
use need::needs_no_more;
use scope::{OCCASIONS, concerns_another_scope, scope};
use since::{counts_otherwise, holds_since, other_from_now};
use under::tells_under;

use super::light;
use super::pair::Pair;
use crate::relate::reading::adoption::adoption;
use crate::relate::reading::arrival::Arrival;
use crate::relate::reading::change::Way;
use crate::relate::reading::cues::{Cues, Mood, used_to};
use crate::relate::reading::genre::Genre;
use crate::relate::reading::phrasing::points_back;
use crate::relate::reading::statement::Statement;
use crate::relate::relation::Rule;
use crate::relate::words::canon::is_inflection;
use crate::relate::words::lexicon::{self, Marks};
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::Token;

/// Shared kernel words, per mille of the shorter side, from which a change concerns the older claim.
pub(in crate::relate) const CHANGE_OVERLAP: u16 = 500;
/// A claim of so few kernel words is met by any one of them.
const SHORT_CLAIM: usize = 2;
/// "no longer" with no more new words than this speaks of something else when words differ on both sides.
const MOST_OTHER_WORDS: usize = 2;

/// Shared kernel words, per mille of all, from which a change is about the older claim by its subject alone.
pub(in crate::relate) const CLOSE: u16 = 200;

/// What the rules of replacement say of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) enum Replacement {
    /// Certain: the older may be retired by the pass.
    Certain(Rule),
    /// Likely: review.
    Likely(Rule),
    /// A change, and of something else: the pair is related at most.
    OfAnother,
}

/// Whether `pair.newer` replaces `pair.older`, by the strongest rule that holds.
pub(in crate::relate) fn replacement(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let steps = a.transition.is_some() && b.transition.is_some();
    let long = a.tokens.len() > LONGEST_CLAIM && !b.cues.told.is_empty();
    let since = holds_since(pair) && !a.cues.from_now;
    let tells = b.cues.change || b.cues.event || since;
    if !tells
        || says_it_too(pair)
        || long
        || a.cues.change
        || pair.differ_in_occasion()
        || steps
        || pair.has_heading()
    {
        return None;
    }
    let found = if b.cues.change { told(pair) } else { None };
    let otherwise = || redone(pair) || came_true(pair) || (since && other_from_now(pair));
    let found = found.or_else(|| otherwise().then_some(Replacement::Likely(Rule::S2)))?;
    let labelled = a.tokens.iter().skip(1).any(|token| token.gap.any(Gap::COLON));
    let tells = a.asserts || a.says.is_some() || labelled;
    // What is no longer needed was an order.
    let ordered = a.genre == Genre::Task && is_no_longer_needed(b);
    let sure = tells && (a.genre.stands() || ordered);
    let told = a.guards.sentence && a.genre.stands();
    // An older that names the new value as well may have told of the change before ("use map instead inject").
    let new = &b.values.new;
    let names_both = !new.is_empty() && new.is_within(&a.words.content);
    // What was so once stays true of its time.
    let known = !points_back(&a.tokens) && !points_back(&b.tokens);
    let named = !light::names_differ(&a.tokens, &b.tokens);
    // Of several things only one may have ended, and "used to" may say of both what it is for.
    let joined = |side: &Statement| side.tokens.iter().any(|token| token.is_one_of(JOINTS));
    let listed = joined(a) && !joined(b);
    let purpose =
        a.tokens.iter().any(|token| token.is_word("used")) && used_to(&b.tokens).next().is_some();
    let firm = b.cues.firm && !a.cues.past && !names_both;
    let whole = !is_of_some(a) && !is_of_some(b);
    let firm = firm && known && named && !listed && !purpose && whole && !tells_under(b);
    let firm = firm && !goes_the_other_way(pair);
    if sure && firm && is_finished(pair) { Some(found) } else { doubted(found, sure || told) }
}

const JOINTS: &[&str] = &["and", "or", "plus"];

/// Whether the older says all words by which the newer would tell of a change ("is stopped after five errors"): then they tell
/// of none.
fn says_it_too(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let told = |i: usize| b.cues.told.iter().any(|told| told.at == i);
    let telling = b.tokens.iter().enumerate().filter(|(i, token)| {
        told(*i) || (token.is(Marks::CHANGE) && token.is(Marks::CUE) && token.ends_in_ed())
    });
    let mut telling = telling.map(|(_, token)| token.stem).peekable();
    let other = b.cues.from_now || b.cues.no_longer || b.cues.event;
    !other && telling.peek().is_some() && telling.all(|stem| a.words.all.has(stem))
}

/// Whether only the newer says that it was otherwise before: where the two exclude each other, it is a change and no conflict.
pub(in crate::relate) fn tells_later(pair: &Pair<'_>) -> bool {
    let (a, b) = (&pair.older.cues, &pair.newer.cues);
    let later = |cues: &Cues| cues.change || cues.event;
    (later(b) || holds_since(pair))
        && !later(a)
        && !a.from_now
        && !a.past
        && !pair.newer.guards.question
}

/// What a told change says of the pair.
fn told(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let other = names_another_subject(a, b) || is_of_another(a, b) || mends_another(a, b);
    if denies_another(pair) || other || affirms_new_value(a, b) {
        return Some(Replacement::OfAnother);
    }
    let tried = [
        names_old_value(pair),
        turns_away(pair),
        moves_away(pair),
        names_what_is_gone(pair),
        needs_no_more(pair),
        counts_otherwise(pair, false).then_some(Replacement::Likely(Rule::S2)),
    ];
    let sure = tried.into_iter().flatten().find(|found| !matches!(found, Replacement::Likely(_)));
    let likely = tried.into_iter().flatten().next();
    sure.or(likely).or_else(|| same_subject(pair))
}

/// What is left of a replacement of something that was done or ordered once: what happened stays so, and it takes the whole
/// old value and subject to ask whether its result is gone. Where the older `stands`, and only how the change is told leaves a
/// doubt, it is asked about in any case.
fn doubted(found: Replacement, stands: bool) -> Option<Replacement> {
    match found {
        Replacement::Certain(rule) => Some(Replacement::Likely(rule)),
        Replacement::Likely(_) => stands.then_some(found),
        Replacement::OfAnother => Some(Replacement::OfAnother),
    }
}

/// S5 and S4: what machines word alike in any language, a quoted revert or the next step of a chain. Asked before all
/// rules that read English. `Likely` is a step that goes on where the words around it differ.
pub(in crate::relate) fn next_step(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let revert = b.revert.as_ref();
    if let Some(revert) = revert.filter(|revert| revert.takes_back(&a.equality, &a.tokens)) {
        let rule = Rule::S5 { depth: revert.depth };
        // Told in words of its own, a revert may be of something that only reads alike.
        let quotes = !revert.original.is_empty();
        return Some(if quotes { Replacement::Certain(rule) } else { Replacement::Likely(rule) });
    }
    let (old, new) = a.transition.as_ref().zip(b.transition.as_ref())?;
    let settled = old.gives_way(a.guards.sentence) && new.gives_way(b.guards.sentence);
    if old.is_continued_by(new) && settled {
        return Some(Replacement::Certain(Rule::S4));
    }
    old.is_loosely_continued_by(new).then_some(Replacement::Likely(Rule::S4))
}

/// A bare "no longer" whose other words differ on both sides: "Bob no longer owns search" / "Bob owns payments".
fn denies_another(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    if !b.cues.no_longer {
        return false;
    }
    let noise = Marks::CHANGE.or(Marks::GENERIC).or(Marks::VERB_STEM);
    let clause = denying(&b.tokens);
    let reason = clause.iter().position(|token| token.is_one_of(OCCASIONS));
    let spoken = clause.iter().take(reason.unwrap_or(clause.len())).filter(|token| {
        let known = b.values.new.has(token.stem);
        crate::relate::reading::old_value::is_content(token) && !token.is(noise) && !known
    });
    let told: Stems = spoken.map(|token| token.stem).collect();
    let new = told.without(&a.words.content).count();
    let mut missing = telling(&a.words.kernel).filter(|stem| !told.has(*stem));
    new > 0 && new <= MOST_OTHER_WORDS && missing.next().is_some()
}

/// The clause that says what is no longer so.
fn denying(tokens: &[Token]) -> &[Token] {
    let ends = |token: &Token| token.gap.any(Gap::CLAUSE.or(Gap::COLON));
    let says = |token: &Token| token.is_one_of(&["longer", "anymore", "more"]);
    let at = tokens.iter().rposition(says).unwrap_or(0);
    let start = tokens.iter().take(at + 1).rposition(ends).unwrap_or(0);
    let end = tokens.iter().skip(at + 1).position(ends).map_or(tokens.len(), |end| at + 1 + end);
    tokens.get(start..end).unwrap_or_default()
}

/// Kernel words that are neither verbs nor generic.
pub(in crate::relate) fn telling(kernel: &Stems) -> impl Iterator<Item = Stem> + '_ {
    kernel.iter().filter(|stem| !lexicon::is_verb(*stem) && !lexicon::is_generic_noun(*stem))
}

/// S1: an old value that the newer names is in the older.
fn names_old_value(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let mut spoken = b.values.old.iter().chain(&b.values.faded);
    let named = spoken.any(|value| value.meets(&a.words.kernel));
    let whole = || b.values.old.iter().any(|value| value.is_within(&a.words.content));
    let specific = shares_specific(pair);
    let enough = pair.overlap.shared >= 2 && pair.overlap.containment() >= CHANGE_OVERLAP;
    let by_name = || {
        a.guards
            .names
            .both(&a.words.kernel)
            .any(|name| b.values.old.iter().any(|value| value.has(name)))
    };
    let short =
        a.words.kernel.len() <= SHORT_CLAIM && (b.cues.told.is_empty() || whole() || by_name());
    let near = || pair.overlap.shared >= 2 && whole() && speak_of_one(a, b);
    if !named || !specific || !(enough || short || near()) {
        return None;
    }
    if concerns_another_scope(a, b) {
        return Some(Replacement::OfAnother);
    }
    let whole = b.values.old.iter().any(|value| agrees_in_whole(a, b, value));
    Some(if whole { Replacement::Certain(Rule::S1) } else { Replacement::Likely(Rule::S1) })
}

/// Whether the themes share a word that says which thing is meant.
fn speak_of_one(a: &Statement, b: &Statement) -> bool {
    let mut shared = a.theme.both(&b.theme);
    shared.any(|stem| !lexicon::is_generic_noun(stem) && !is_measure(stem))
}

/// S3, by the name alone: the older names a tool, and the newer says of it, and of nothing else, that it is gone or given for
/// another. Whatever rests on it is in question.
fn names_what_is_gone(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let long = b.tokens.len() > LONGEST_CLAIM;
    if long {
        return None;
    }
    let denied = |value: &Stems| a.cues.negated.meets(value) || a.cues.set_aside.meets(value);
    let known = |stem: Stem| a.words.content.has(stem) || b.values.new.has(stem);
    let alone = |value: &Stems| {
        let within = |stem: Stem| value.has(stem) || known(stem) || lexicon::is_generic_noun(stem);
        own_subject(b).all(within) && scope(b).all(|token| within(token.stem))
    };
    let gone = b.values.old.iter().any(|value| {
        value.is_within(&a.words.kernel)
            && !denied(value)
            && is_named(pair, value)
            && written_alike(a, b, value)
            && alone(value)
    });
    gone.then_some(Replacement::Likely(Rule::S3))
}

/// Whether a value is a name: written as one in either text, or, in the older, bare behind a word of means ("linted with buf").
fn is_named(pair: &Pair<'_>, value: &Stems) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let by_means = a.tokens.windows(2).any(|pair| match pair {
        [means, name] => means.is_one_of(MEANS) && value.has(name.stem),
        _ => false,
    });
    let exact = a.words.identifiers.meets(value);
    by_means || exact || a.guards.names.meets(value) || b.guards.names.meets(value)
}

/// In a longer text a name is one of many, and so is what is said to have ended.
const LONGEST_CLAIM: usize = 40;

/// Words that name a tool bare.
const MEANS: &[&str] =
    &["with", "by", "through", "via", "using", "use", "uses", "on", "from", "in"];

/// Whether a word is shared that is no generic noun.
fn shares_specific(pair: &Pair<'_>) -> bool {
    let mut shared = pair.older.words.kernel.both(&pair.newer.words.kernel);
    shared.any(|stem| !lexicon::is_generic_noun(stem))
}

/// Whether the older already states the newer's new value, or sets its old value aside: it is the state after the change, not
/// before.
fn affirms_new_value(a: &Statement, b: &Statement) -> bool {
    let aside = &a.cues.set_aside;
    if b.values.old.iter().any(|old| !aside.is_empty() && old.is_within(aside)) {
        return true;
    }
    let mut new = b.values.new.iter().filter(|stem| !lexicon::is_generic_noun(*stem));
    let whole = new.all(|stem| a.words.content.has(stem));
    let states = |value: &Stems| {
        whole
            && !value.is_empty()
            && value.is_within(&b.values.new)
            && !b.values.old.iter().any(|old| old.meets(value))
    };
    adoption(a).is_some_and(|(value, _)| states(&value))
        || a.frames.iter().any(|frame| states(&frame.value))
}

/// What a text of change speaks of, without generic nouns and a new value ("Y replaced X").
fn own_subject(statement: &Statement) -> impl Iterator<Item = Stem> + '_ {
    let theme = statement.theme.iter().filter(|stem| !lexicon::is_generic_noun(*stem));
    theme.filter(|stem| !statement.values.new.has(*stem))
}

/// S1, certain: the whole old value is in the older, all else that the older says is in the newer, and the newer
/// narrows nothing: its subject and scope are in the older too.
fn agrees_in_whole(a: &Statement, b: &Statement, value: &Stems) -> bool {
    let mut rest = telling(&a.words.kernel).filter(|stem| !value.has(*stem)).peekable();
    // All that the older says may be that the thing is there.
    let is_all = value.len() > 1 && is_gone(b, value);
    let subject_left = rest.peek().is_some() || is_all;
    // How it was done need not be said again, where what it was done to is.
    let verb = a.says.filter(|_| a.theme.iter().any(|stem| !lexicon::is_generic_noun(stem)));
    let told = rest.all(|stem| b.words.content.has(stem) || verb == Some(stem));
    let counts = value.iter().all(|stem| a.words.numbers.has(stem));
    let known = |stem: Stem| a.words.content.has(stem) || (counts && is_measure(stem));
    let narrows = |token: &&Token| !b.values.new.has(token.stem) && !token.is_version();
    value.is_within(&a.words.content)
        && written_alike(a, b, value)
        && subject_left
        && told
        && own_subject(b).all(known)
        && scope(b).filter(narrows).all(|token| known(token.stem))
        && a.guards.hard == b.guards.hard
        && a.cues.denies() == (b.cues.denies() && !b.cues.no_longer)
}

/// Whether the newer says of all that `value` names that it ended.
fn is_gone(b: &Statement, value: &Stems) -> bool {
    let ended = b.cues.told.iter().any(|told| told.way == Way::Ended);
    let gone =
        || b.tokens.iter().any(|token| token.is_one_of(&["gone", "removed", "deleted", "dropped"]));
    (ended || gone()) && b.values.old.iter().any(|old| old == value)
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

/// S3: the older adopts X (for S), and X is the newer's whole old value.
fn turns_away(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let (value, purpose) = adoption(a)?;
    if !b.values.old.contains(&value) || a.cues.denies() || !written_alike(a, b, &value) {
        return None;
    }
    let subject: Stems = own_subject(b).filter(|stem| !value.has(*stem)).collect();
    let narrowed = scope(b).map(|token| token.stem);
    let narrowed: Stems =
        narrowed.filter(|stem| !value.has(*stem) && !b.values.new.has(*stem)).collect();
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

/// Whether a text tells that something moved.
pub(in crate::relate) fn moves(statement: &Statement) -> bool {
    Arrival::of(statement).is_some()
}

/// S6: the newer tells that the subject moved, and the older where it was.
fn moves_away(pair: &Pair<'_>) -> Option<Replacement> {
    let (a, b) = (pair.older, pair.newer);
    let arrival = Arrival::of(b)?;
    if a.cues.denies() || b.cues.denies() || !arrival.leaves(a) {
        return None;
    }
    // "The frontend uses React" / "the frontend moved to Vercel": of one subject many things are so.
    let answers = arrival.is_typed_as(a) || is_succeeded(pair);
    let told_as_done = !b.cues.mood.has(Mood::UNDONE) && !b.guards.question;
    let narrowed = scope(b).any(|token| !a.words.content.has(token.stem));
    // Of several places only one may have been left.
    let several = a.tokens.iter().any(|token| token.is_one_of(&["and", "or", "plus"]));
    // "Just moved" tells when.
    let unbound = pair.one_sided_hard().all(|stem| stem == Stem::of("just"));
    let agrees = answers && told_as_done && !narrowed && !several && unbound;
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
