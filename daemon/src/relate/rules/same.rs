//! *Same*: whether two statements assert one thing, so surely that nobody needs to look.
//!
//! Guards come first and any of them forbids; then one of four shapes must fit (QUALITY B.2). A missed duplicate costs
//! a line; a wrong merge costs a fact. So a guard that hesitates forbids. Every test here is symmetric.

mod abbreviations;
mod attached;
mod attribution;
mod breaks;
mod case;
mod clauses;
mod exact;
mod governs;
mod moved;
mod nouns;
pub(super) mod points;
mod quotes;
mod roles;
mod shared;
mod small;
mod synonyms;
mod unsaid;
mod voice;

pub(in crate::relate) use roles::change_hands;

use std::collections::VecDeque;

use super::light;
use super::opposition::opposites;
use crate::relate::reading::cues::Cues;
use crate::relate::reading::phrasing::{Phrasing, is_participle, persons, points_back};
use crate::relate::reading::statement::{Statement, is_core, is_spoken};
use crate::relate::reading::theme::says_something;
use crate::relate::relation::Rule;
use crate::relate::words::canon::{canonical, is_inflection};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::{Kind, Token};

/// More weak words than this on one side only, and something else is being said.
const MOST_WEAK_DIFFERENCES: usize = 3;
/// Beyond this many core words a pair is left to review: no rule was measured on such texts.
const LONGEST_SEQUENCE: usize = 200;

/// The rule by which `a` and `b` are the same assertion, if one holds.
pub(in crate::relate) fn same(a: &Statement, b: &Statement) -> Option<Rule> {
    if !a.equality.is_empty() && a.equality == b.equality {
        return Some(Rule::Equal);
    }
    let says = |x: &Statement| x.asserts || says_something(&x.tokens);
    // "CI provider: Buildkite" asserts nothing by itself; it does where another says the same in a sentence.
    let labels = |x: &Statement, y: &Statement| {
        let foreign = y.tokens.iter().any(|token| token.is(Marks::FOREIGN));
        says(x) && x.known_language && attribution::is_label(&y.tokens) && !foreign
    };
    let told = a.known_language && b.known_language && says(a) && says(b);
    let readable = told || labels(a, b) || labels(b, a);
    if !readable || forbidden(a, b) || a.words.sequence.len() > LONGEST_SEQUENCE {
        return None;
    }
    let found = if told { shape(a, b) } else { attributed(a, b) };
    let found = found.filter(|rule| *rule == Rule::T6 || attached::agree(&a.tokens, &b.tokens));
    found.filter(|rule| {
        !told_apart(a, b) && !unsaid::differ(a, b, *rule) && !shaped_apart(a, b, *rule)
    })
}

/// Whether anything beside the stems tells the two apart. Asked last: most pairs fit no shape.
fn told_apart(a: &Statement, b: &Statement) -> bool {
    light::names_differ(&a.tokens, &b.tokens)
        || [a, b].into_iter().any(|side| points_back(&side.tokens))
        || exact::differ(a, b)
        || case::differs(a, b)
        || quotes::differ(a, b)
        || points::differ(a, b)
        || nouns::differ(a, b)
        || governs::differ(a, b)
        || synonyms::misplaced(a, b)
        || roles::one_is_ordered(&a.tokens, &b.tokens)
        || breaks::differ(&a.tokens, &b.tokens)
        || abbreviations::differ(&a.tokens, &b.tokens)
        || exact::amounts_differ(a, b)
}

/// Whether what a shape lets change place or voice could mean another thing there.
fn shaped_apart(a: &Statement, b: &Statement, rule: Rule) -> bool {
    let turned = matches!(rule, Rule::T3 | Rule::T4 | Rule::T5);
    let ambiguous = || [a, b].iter().any(|side| shared::is_ambiguous(&side.tokens));
    (rule == Rule::T3 && moved::differ(a, b))
        || (rule == Rule::T6 && moved::attached_to_another(a, b))
        || (turned
            && (voice::by_nobody(&a.tokens, &b.tokens) || voice::by_nobody(&b.tokens, &a.tokens)))
        || gerunds_differ(&a.tokens, &b.tokens)
        || gerunds_differ(&b.tokens, &a.tokens)
        || (turned && a.words.sequence != b.words.sequence && ambiguous())
        || shared::differ(&a.tokens, &b.tokens)
        || (rule == Rule::T6
            && attribution::one_of_many(&a.tokens) != attribution::one_of_many(&b.tokens))
}

/// "For logging" is not "for logs".
fn gerunds_differ(a: &[Token], b: &[Token]) -> bool {
    a.windows(2).any(|pair| {
        let [way, token] = pair else { return false };
        let mut same = b.iter().filter(|other| other.stem == token.stem).peekable();
        way.is(Marks::PREPOSITION)
            && token.text.ends_with("ing")
            && same.peek().is_some()
            && same.all(|other| other.text != token.text && other.text.ends_with('s'))
    })
}

/// Whether any guard forbids that the two be the same.
fn forbidden(a: &Statement, b: &Statement) -> bool {
    // The words first: of most pairs they are others.
    differ_in_words(a, b) || differ_in_facts(a, b) || differ_in_scope(a, b) || differ_in_claim(a, b)
}

/// Numbers, versions, dates, identifiers, names, signs.
fn differ_in_facts(a: &Statement, b: &Statement) -> bool {
    a.words.numbers != b.words.numbers
        || a.words.identifiers != b.words.identifiers
        || a.guards.cased_identifiers != b.guards.cased_identifiers
        || a.guards.signs != b.guards.signs
        || quotes_differ(a, b)
        || name_on_one_side(a, b)
        || name_on_one_side(b, a)
}

/// What both put in quotes or backticks is meant to the letter.
fn quotes_differ(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (&a.guards.quoted, &b.guards.quoted);
    !x.is_empty() && !y.is_empty() && x != y
}

fn name_on_one_side(a: &Statement, b: &Statement) -> bool {
    a.guards.names.without(&b.words.all).next().is_some()
}

/// Negation, change, tense, mood, status, question, who speaks of whom.
fn differ_in_claim(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (&a.cues, &b.cues);
    x.negations != y.negations
        || !denied_alike(x, y)
        || x.contrasts != y.contrasts
        || x.change != y.change
        || x.past != y.past
        || small::differ(a, b)
        || !x.mood.agrees(y.mood)
        || a.guards.question != b.guards.question
        || a.guards.status != b.guards.status
        || !persons(&a.tokens).agree(persons(&b.tokens))
}

/// Whether both deny the same, what they set aside left out: "…, not Docker" says what "rather than Docker" says.
fn denied_alike(x: &Cues, y: &Cues) -> bool {
    let denied = |cues: &Cues| -> Stems { cues.negated.without(&cues.set_aside).collect() };
    x.set_aside == y.set_aside && denied(x) == denied(y)
}

/// Qualifiers that narrow, and which occasion is told of.
fn differ_in_scope(a: &Statement, b: &Statement) -> bool {
    a.guards.hard != b.guards.hard
        || a.guards.occasions != b.guards.occasions
        || one_sided(&a.guards.qualifiers, &b.guards.qualifiers).any(|stem| !is_benign(stem))
}

/// Core words on one side only, opposites, weak words that stand against each other.
fn differ_in_words(a: &Statement, b: &Statement) -> bool {
    let tells = |x: &Statement, y: &Statement| {
        x.words.core.without(&y.words.core).any(|stem| !attribution::is_light_in(&x.tokens, stem))
    };
    tells(a, b)
        || tells(b, a)
        || (a.words.core.len() < 2 && !say_every_word(a, b))
        || one_sided(&a.words.weak, &b.words.weak).count() > MOST_WEAK_DIFFERENCES
        || opposites(a, b) > 0
        || weak_words_oppose(a, b)
}

/// Whether two texts with hardly a core word say all their words in one order, weak ones too: "The default branch is main".
/// Function words count only where they are the same as well: "We use uv".
fn say_every_word(a: &Statement, b: &Statement) -> bool {
    let said = |statement: &Statement, counts: fn(&Token) -> bool| -> Vec<Stem> {
        let tokens = statement.tokens.iter().filter(|token| counts(token));
        tokens.map(|token| token.stem).collect()
    };
    let agree = |counts: fn(&Token) -> bool| {
        let mine = said(a, counts);
        mine.len() >= FEWEST_WORDS && mine == said(b, counts)
    };
    agree(is_spoken) || agree(|_| true)
}

/// Fewer words than this are a name, not a claim.
const FEWEST_WORDS: usize = 3;

fn one_sided<'a>(a: &'a Stems, b: &'a Stems) -> impl Iterator<Item = Stem> + 'a {
    a.without(b).chain(b.without(a))
}

fn is_benign(stem: Stem) -> bool {
    ["in", "on", "at", "for", "within", "inside", "per", "of"]
        .iter()
        .any(|word| Stem::of(word) == stem)
}

/// "get" against "set", "default" on one side only.
fn weak_words_oppose(a: &Statement, b: &Statement) -> bool {
    let only = |x: &Statement, y: &Statement, marks: Marks| {
        // Names are looked at below.
        let naming = |token: &Token| token.is_one_of(&["called", "named", "name"]);
        let mut own = x.tokens.iter().filter(|token| !naming(token));
        own.any(|token| token.is(marks) && !y.words.all.has(token.stem))
    };
    let names = |x: &Statement, y: &Statement| {
        // "Is called X", "X is the name of".
        let called = y.tokens.iter().any(|token| token.is_one_of(&["called", "named"]));
        let opposed = |token: &Token| {
            token.is_one_of(WEAK_NOUNS)
                && !y.words.all.has(token.stem)
                && !(called && token.is_word("name"))
        };
        x.tokens.iter().any(opposed)
    };
    if names(a, b) || names(b, a) {
        return true;
    }
    let opposed = only(a, b, Marks::OPPOSABLE) && only(b, a, Marks::OPPOSABLE);
    opposed || only(a, b, Marks::STATUS) || only(b, a, Marks::STATUS)
}

/// Weak words that say *what* of a thing is meant: "fix the test", "fix the test name".
const WEAK_NOUNS: &[&str] =
    &["name", "names", "value", "values", "number", "numbers", "file", "files", "list", "lists"];

/// The shape that fits, if one does.
fn shape(a: &Statement, b: &Statement) -> Option<Rule> {
    let (mine, theirs) = form_differences(a, b);
    // Where a word is said that says nothing, all others must find their place.
    let told = if a.words.core == b.words.core { in_order(a, b, &mine, &theirs) } else { None };
    told.or_else(|| by_roles(a, b, &mine, &theirs)).or_else(|| attributed(a, b)).or_else(|| {
        let alike = told_alike((a, &mine), (b, &theirs));
        (alike && clauses::agree(&a.tokens, &b.tokens)).then_some(Rule::T3)
    })
}

fn attributed(a: &Statement, b: &Statement) -> Option<Rule> {
    let (mine, theirs) = form_differences(a, b);
    let (mine, theirs) = (telling(a, &mine), telling(b, &theirs));
    let agree = attribution::agree(&a.tokens, &b.tokens);
    let light = light::differ(&a.tokens, &b.tokens);
    (agree && !light && told_alike((a, &mine), (b, &theirs))).then_some(Rule::T6)
}

/// The forms of words that say something by themselves.
fn telling<'a>(statement: &Statement, forms: &[&'a str]) -> Vec<&'a str> {
    let light = |form: &&str| {
        let mut tokens = statement.tokens.iter();
        tokens.any(|token| &*token.text == *form && attribution::is_light(token.stem))
    };
    forms.iter().copied().filter(|form| !light(form)).collect()
}

/// The shapes that keep the order of words, or move one phrase.
fn in_order(a: &Statement, b: &Statement, mine: &[&str], theirs: &[&str]) -> Option<Rule> {
    let benign = one_sided(&a.guards.prepositions, &b.guards.prepositions).all(is_benign);
    if a.words.sequence == b.words.sequence {
        let (x, y) = (Phrasing::of(&a.tokens), Phrasing::of(&b.tokens));
        if !benign || !x.agrees(&y) || light::differ(&a.tokens, &b.tokens) {
            return None;
        }
        if mine.is_empty() && theirs.is_empty() {
            return Some(Rule::T1);
        }
        return (inflect(mine, theirs) && inflect(theirs, mine)).then_some(Rule::T2);
    }
    let alike = || told_alike((a, mine), (b, theirs));
    let few = mine.len() <= 1 && theirs.len() <= 1;
    if benign && few && (fronted(a, b) || fronted(b, a)) && alike() {
        return Some(Rule::T3);
    }
    if voice::exchanged(a, b) || voice::exchanged(b, a) {
        return Some(Rule::T5);
    }
    let ordered = !a.guards.order.is_empty() || !b.guards.order.is_empty();
    (!ordered && (turned(a, b) || turned(b, a)) && alike()).then_some(Rule::T4)
}

/// Surface forms of core words that one side has more often than the other.
fn form_differences<'a>(a: &'a Statement, b: &'a Statement) -> (Vec<&'a str>, Vec<&'a str>) {
    let surfaces = |statement: &'a Statement| {
        let mut texts: Vec<&str> =
            statement.tokens.iter().filter(|t| is_core(t)).map(|t| &*t.text).collect();
        texts.sort_unstable();
        texts
    };
    (left_over(&surfaces(a), &surfaces(b)), left_over(&surfaces(b), &surfaces(a)))
}

/// The multiset difference of two sorted lists.
fn left_over<'a>(list: &[&'a str], taken: &[&str]) -> Vec<&'a str> {
    let mut taken: VecDeque<&str> = taken.iter().copied().collect();
    let mut left = Vec::new();
    for word in list {
        while taken.front().is_some_and(|front| front < word) {
            taken.pop_front();
        }
        if taken.front() == Some(word) {
            taken.pop_front();
        } else {
            left.push(*word);
        }
    }
    left
}

fn inflect(these: &[&str], those: &[&str]) -> bool {
    these.iter().all(|x| those.iter().any(|y| is_inflection(x, y)))
}

/// Whether the forms of one side differ from those of the other in nothing that an equal shape leaves open: "opening" is "open",
/// "hourly" is "every hour". A noun of the same stem is another word: "listener", "listening".
fn told_alike(a: (&Statement, &[&str]), b: (&Statement, &[&str])) -> bool {
    let verbal = |statement: &Statement, form: &str| {
        let mut tokens = statement.tokens.iter().enumerate();
        tokens.any(|(i, token)| &*token.text == form && is_verbal(&statement.tokens, i))
    };
    let pair = |x: &str, y: &str| {
        is_inflection(x, y)
            || (canonical(x) == canonical(y)
                && (verbal(a.0, x) || verbal(b.0, y))
                && !(ends_in_past(x) && ends_in_past(y)))
    };
    a.1.iter().all(|x| b.1.iter().any(|y| pair(x, y)))
        && b.1.iter().all(|y| a.1.iter().any(|x| pair(x, y)))
}

fn ends_in_past(word: &str) -> bool {
    word.ends_with("ed")
}

/// Whether a word is a verb by where it stands: a gerund that governs or is governed, an adverb of time, a participle behind "be".
fn is_verbal(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i) else { return false };
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let next = tokens.get(i + 1);
    let governs = next.is_some_and(|next| {
        next.is_one_of(&["the", "a", "an", "all", "every", "our"]) || next.kind != Kind::Word
    });
    let governed = before.is_none_or(|before| {
        before.is(Marks::PREPOSITION.or(Marks::QUALIFIER)) || before.is_word("to")
    });
    let carried = is_carried(tokens, i);
    let goes = next.is_some_and(|next| next.is_one_of(&["goes", "go"])) && i == 0;
    (token.text.ends_with("ing") && (governs || (governed && i > 0) || goes))
        || token.is_one_of(&["hourly", "daily", "nightly", "weekly", "monthly"])
        || (is_participle(token) && carried)
}

/// Whether a form of "be" carries the participle at `i`, or carries one before that it is joined to: "are written in X and
/// cross-compiled".
fn is_carried(tokens: &[Token], i: usize) -> bool {
    let head = tokens.get(..=i).unwrap_or_default();
    let start = head.iter().rposition(|token| !token.joined).unwrap_or_default();
    let before = tokens.get(..start).unwrap_or_default();
    let passive = |token: &Token| token.is(Marks::PASSIVE);
    let listed = before.last().is_some_and(|last| last.is_one_of(&["and", "or"]));
    before.last().is_some_and(passive) || (listed && before.iter().any(passive))
}

/// T4, or T3 where only a phrase is moved: both sentences fill the same roles with the same words.
fn by_roles<'a>(
    a: &Statement,
    b: &Statement,
    mine: &[&'a str],
    theirs: &[&'a str],
) -> Option<Rule> {
    let agreement = roles::agree(&a.tokens, &b.tokens)?;
    // The voice may change the form of the verb.
    let others = |statement: &Statement, forms: &[&'a str]| -> Vec<&'a str> {
        let verb = |form: &&str| {
            let mut tokens = statement.tokens.iter();
            tokens.any(|token| &*token.text == *form && token.stem == agreement.verb)
        };
        forms.iter().copied().filter(|form| !verb(form)).collect()
    };
    let (mine, theirs) = (others(a, mine), others(b, theirs));
    let (mine, theirs) = (telling(a, &mine), telling(b, &theirs));
    let alike = told_alike((a, &mine), (b, &theirs));
    alike.then_some(if agreement.turned { Rule::T4 } else { Rule::T3 })
}

pub(in crate::relate) fn is_rotation(x: &[Stem], y: &[Stem], cut: usize) -> bool {
    x.len() == y.len() && x.iter().skip(cut).chain(x.iter().take(cut)).eq(y.iter())
}

/// "Use the key when running locally" / "When running locally, use the key": the moved part brings its preposition.
fn fronted(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (Phrasing::of(&a.tokens).marked, Phrasing::of(&b.tokens).marked);
    let opens = |phrasing: &Phrasing| phrasing.opens_with_marker;
    let introduced = opens(&Phrasing::of(&b.tokens));
    introduced && (1..x.len()).any(|cut| is_rotation(&x, &y, cut))
}

/// Whether a text says with or from what something is done, and neither where nor when: that is a custom, and no event.
fn tells_how(tokens: &[Token]) -> bool {
    let how = |token: &Token| token.is_one_of(&["with", "using", "from"]);
    let timed = |token: &Token| token.is(Marks::HARD) || token.is_one_of(TIMED);
    tokens.iter().any(how)
        && tokens.iter().all(|token| (how(token) || !roles::is_adposition(token)) && !timed(token))
}

const TIMED: &[&str] =
    &["every", "each", "hourly", "daily", "nightly", "weekly", "monthly", "automatically"];

/// T4: `a` is an imperative or a "we" sentence, `b` the agentless passive of the same verb.
fn turned(a: &Statement, b: &Statement) -> bool {
    let (Some((verb, rest)), tokens) = (a.words.sequence.split_first(), &b.tokens) else {
        return false;
    };
    let opened = a.tokens.iter().find(|token| token.kind != Kind::Word || !token.is(Marks::OPENER));
    let mut places =
        b.words.sequence.iter().enumerate().filter(|(_, stem)| *stem == verb).map(|(i, _)| i);
    let (Some(place), None) = (places.next(), places.next()) else { return false };
    let others = b.words.sequence.iter().take(place).chain(b.words.sequence.iter().skip(place + 1));
    let spoken = tokens.iter().position(|token| token.stem == *verb);
    let before = spoken.and_then(|i| tokens.get(i.checked_sub(1)?));
    let passive = before.is_some_and(|token| token.is(Marks::PASSIVE))
        && spoken.and_then(|i| tokens.get(i)).is_some_and(is_participle);
    let agent = tokens.iter().any(|token| token.is_word("by"));
    let moves = one_sided(&a.guards.prepositions, &b.guards.prepositions)
        .any(|stem| !is_benign(stem) && stem != Stem::of("with") && stem != Stem::of("to"));
    let unbroken = tokens.iter().skip(1).all(|token| !token.gap.any(Gap::STOP));
    // "The test needs the fixture", "tests need fixtures": a noun that could be an order.
    let first = a.tokens.iter().position(|token| token.stem == *verb).unwrap_or_default();
    let article = first.checked_sub(1).and_then(|i| a.tokens.get(i));
    let ordered = a.tokens.get(first).is_some_and(|token| token.is(Marks::IMPERATIVE))
        && !article.is_some_and(|token| token.is_one_of(&["the", "a", "an", "our"]))
        && !a.tokens.get(first + 1).is_some_and(|next| {
            next.is_one_of(&["need", "needs", "must", "should", "has", "have", "is", "are"])
        });
    // "Write to the log" has another object than what is written.
    let mut behind = a.tokens.iter().skip_while(|token| token.stem != *verb).skip(1);
    let direct = behind.next().is_none_or(|next| !roles::is_adposition(next));
    // "Drafts are deleted after 30 days" orders nothing.
    let we = a.tokens.iter().take_while(|token| token.stem != *verb).any(|t| t.is_one_of(&["we"]));
    let duty = roles::is_duty(tokens) || tells_how(tokens);
    // "We encrypted the backups" tells of once.
    let past = a.tokens.iter().any(|token| token.stem == *verb && token.ends_in_ed());
    direct
        && (we || ordered)
        && (we || duty)
        && !past
        && opened.is_some_and(|token| token.stem == *verb)
        && others.eq(rest)
        && passive
        && !agent
        && !moves
        && unbroken
}
