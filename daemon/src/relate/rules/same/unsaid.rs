//! Small words that only one of the two says. The other guards know what tells two texts apart; this one knows what
//! does not, and forbids everything else: a word that no list names may be the one that the meaning turns on.

use super::nouns;
use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::relation::Rule;
use crate::relate::words::lexicon::{Marks, WEEKDAYS};
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether one says a small word that the other does not, and that may say something.
pub(super) fn differ(a: &Statement, b: &Statement, rule: Rule) -> bool {
    let (x, y) = (alone(&a.tokens, &b.tokens), alone(&b.tokens, &a.tokens));
    let ordered = matches!(rule, Rule::T1 | Rule::T2);
    let passes = |said, other, mine, theirs| Unsaid { said, other, mine, theirs }.passes();
    let (our, their) = (ours(&a.tokens), ours(&b.tokens));
    (!our.is_empty() && !their.is_empty() && our != their)
        || !passes(&a.tokens, &b.tokens, &x, &y)
        || !passes(&b.tokens, &a.tokens, &y, &x)
        || (ordered && exchanged(&x, &y))
        || (ordered && x.iter().chain(&y).any(|token| token.is_word("the")) && plurals_differ(a, b))
}

/// A text, the other, and the small words that each says alone.
struct Unsaid<'a> {
    said: &'a [Token],
    other: &'a [Token],
    mine: &'a [&'a Token],
    theirs: &'a [&'a Token],
}

impl Unsaid<'_> {
    /// Whether all that only this text says may be left unsaid.
    fn passes(&self) -> bool {
        let owed = self.mine.iter().any(|token| token.is_one_of(OWING));
        self.mine.iter().all(|token| self.may_drop(token))
            && (!owed || demands(self.theirs) || is_ordered(self.said, self.other))
    }

    /// Whether a word says nothing here.
    fn may_drop(&self, token: &Token) -> bool {
        if token.kind != Kind::Word {
            return false;
        }
        match &*token.text {
            // An order is one for all times, a statement is none.
            "always" => {
                (is_order(self.said) || is_order(self.other)) && is_at_an_end(self.said, "always")
            }
            // "Our message broker", "we use … as the message broker".
            "our" => self.theirs.iter().any(|token| token.is_one_of(&["we", "ours"])),
            "we" => !self.orders_what_we_do(),
            // "All dates are stored in UTC" leaves nothing to choose; "all services use gRPC" says more than "services use gRPC".
            "all" => {
                let each = self.theirs.iter().any(|token| token.is_one_of(&["every", "each"]));
                (each && !is_whole(self.said)) || is_custom(self.said)
            }
            "every" | "each" => {
                let one = self.theirs.iter().any(|token| token.is_word("this"));
                !(one || self.says_all() && is_whole(self.other))
            }
            // "Ensure that index exists" points at one.
            "that" => joins_clause(self.said),
            _ => [NOTHING, DEMANDING, OWING].iter().any(|words| token.is_one_of(words)),
        }
    }

    fn says_all(&self) -> bool {
        self.theirs.iter().any(|token| token.is_word("all"))
    }

    /// Whether the other text orders what this one says that we do.
    fn orders_what_we_do(&self) -> bool {
        let we = self.said.iter().position(|token| token.is_word("we"));
        let verb = we.and_then(|at| self.said.get(at + 1)).map(|token| token.stem);
        verb.is_some_and(|verb| orders(self.other).any(|order| order == verb))
    }
}

/// Whether a text opens with an order.
fn is_order(tokens: &[Token]) -> bool {
    let mut opening = tokens.iter().skip_while(|token| is_before_orders(token));
    opening.next().is_some_and(|token| token.is(Marks::IMPERATIVE))
}

/// "All … are stored": a custom, told of everything in any case.
fn is_custom(tokens: &[Token]) -> bool {
    let limited = tokens.iter().any(|token| token.is(Marks::NEGATION.or(Marks::HARD)));
    let passive = tokens.windows(2).any(|pair| match pair {
        [be, done] => be.is_one_of(&["is", "are"]) && is_participle(done),
        _ => false,
    });
    tokens.first().is_some_and(|token| token.is_word("all")) && passive && !limited
}

/// Whether a word stands before all that is told, or behind.
fn is_at_an_end(tokens: &[Token], word: &str) -> bool {
    let at = tokens.iter().position(|token| token.is_word(word));
    let core = tokens.iter().position(is_core).unwrap_or_default();
    at.is_some_and(|at| at < core || at + 1 == tokens.len())
}

/// "All night", "all December", "all other weeks": the whole of one, or spans of time, and not every one of several.
fn is_whole(tokens: &[Token]) -> bool {
    tokens.iter().enumerate().filter(|(_, token)| token.is_word("all")).any(|(i, _)| {
        let behind = tokens.get(i + 1..).unwrap_or_default();
        let mut phrase = behind.iter().take_while(|token| is_core(token) || token.is_word("our"));
        !phrase.any(|noun| noun.text.ends_with('s') && !is_time(noun))
    })
}

fn is_time(token: &Token) -> bool {
    let one = token.text.strip_suffix('s').unwrap_or(&token.text);
    WEEKDAYS.contains(&one) || SPANS.contains(&one)
}

const SPANS: &[&str] = &[
    "second",
    "minute",
    "hour",
    "day",
    "night",
    "morning",
    "evening",
    "afternoon",
    "week",
    "weekend",
    "month",
    "quarter",
    "year",
    "sprint",
    "time",
    "season",
];

/// Whether each "that" joins a clause: behind it stands what opens one.
fn joins_clause(tokens: &[Token]) -> bool {
    tokens.windows(2).all(|pair| match pair {
        [that, next] => !that.is_word("that") || next.is_one_of(OPENING),
        _ => true,
    })
}

const OPENING: &[&str] =
    &["the", "a", "an", "all", "every", "each", "no", "our", "it", "we", "they", "you"];

/// What "our" says is ours, each with how often it was named before: "our fork is newer than the fork".
fn ours(tokens: &[Token]) -> Vec<(Stem, usize)> {
    let ours = tokens.windows(2).enumerate().filter_map(|(i, pair)| match pair {
        [our, thing] if our.is_word("our") => {
            let before = tokens.get(..i)?.iter().filter(|token| token.stem == thing.stem).count();
            Some((thing.stem, before))
        }
        _ => None,
    });
    ours.collect()
}

/// Whether only one says "the" before a noun in the plural: "the workers run on ARM" tells of some that are known.
fn plurals_differ(a: &Statement, b: &Statement) -> bool {
    let known = |statement: &Statement| -> Vec<Stem> {
        let verb = statement.predicate.unwrap_or(usize::MAX);
        let mut known = Vec::new();
        let mut open = false;
        for (i, token) in statement.tokens.iter().enumerate() {
            let noun = is_core(token) || token.is_one_of(nouns::NOUNS);
            open = token.is_word("the") || (open && noun && i != verb);
            if open && token.text.ends_with('s') && !token.text.ends_with("ss") {
                known.push(token.stem);
            }
        }
        known
    };
    known(a) != known(b)
}

/// Words that a sentence may do without, where the guards of what they determine, govern and limit pass: articles, counts of
/// all, forms of "to be" and "to have", what only carries another verb or introduces a tool, prepositions, who speaks.
const NOTHING: &[&str] = &[
    "a",
    "an",
    "the",
    "ours",
    "is",
    "are",
    "be",
    "being",
    "gets",
    "has",
    "have",
    "there",
    "use",
    "uses",
    "used",
    "using",
    "via",
    "through",
    "with",
    "by",
    "running",
    "chose",
    "do",
    "done",
    "kept",
    "called",
    "named",
    "name",
    "of",
    "for",
    "as",
    "in",
    "on",
    "at",
    "to",
    "and",
    "you",
    "it",
    "them",
    "his",
    "not",
    "goes",
    "go",
    "rather",
    "than",
    "instead",
    "please",
    "currently",
    "this",
    "project",
    "codebase",
    "repository",
    "team",
    "user",
];

/// Who must do something.
const OWING: &[&str] = &["must", "should"];

/// What asks for something as "must have" does.
const DEMANDING: &[&str] = &["need", "needs", "require", "requires", "required", "requiring"];

fn demands(tokens: &[&Token]) -> bool {
    tokens.iter().any(|token| token.is_one_of(DEMANDING))
}

/// Whether `other` orders what `said` says must be done: "the parser must be built", "build the parser". That something must be
/// so does not say that it is.
fn is_ordered(said: &[Token], other: &[Token]) -> bool {
    let Some(owing) = said.iter().position(|token| token.is_one_of(OWING)) else { return false };
    // "You should see a banner" expects it.
    if said.iter().take(owing).any(|token| token.is_one_of(&["we", "you", "i"])) {
        return false;
    }
    let mut behind = said.get(owing + 1..).unwrap_or_default().iter();
    let passed = |token: &&Token| {
        !(token.is(Marks::NEGATION.or(Marks::PASSIVE))
            || token.is_one_of(&["always", "have", "to"]))
    };
    let Some(verb) = behind.find(passed).map(|token| token.stem) else { return false };
    orders(other).any(|order| order == verb)
}

/// The words that open a clause: where it orders, its verb.
fn orders(tokens: &[Token]) -> impl Iterator<Item = Stem> + '_ {
    let mut opens = true;
    tokens.iter().filter_map(move |token| {
        let here = opens || token.gap != Gap::NONE;
        opens = here && is_before_orders(token);
        (here && !opens).then_some(token.stem)
    })
}

fn is_before_orders(token: &Token) -> bool {
    token.is(Marks::NEGATION) || token.is_one_of(&["please", "always", "do", "just"])
}

/// Whether a preposition of place stands for another: in a sentence of the same words it is another place or time.
fn exchanged(mine: &[&Token], theirs: &[&Token]) -> bool {
    let placed = |tokens: &[&Token]| tokens.iter().any(|token| token.is_one_of(PLACES));
    placed(mine) && placed(theirs)
}

const PLACES: &[&str] = &["in", "on", "at"];

/// The small words of `tokens` that `others` has less often.
fn alone<'a>(tokens: &'a [Token], others: &[Token]) -> Vec<&'a Token> {
    let often =
        |side: &[Token], stem: Stem| side.iter().filter(|token| key(token) == Some(stem)).count();
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let Some(key) = key(token) else { continue };
        let before = tokens.get(..i).map_or(0, |head| often(head, key));
        if before >= often(others, key) {
            found.push(token);
        }
    }
    found
}

/// What a small word is counted by: who and what as it is written, anything else by its stem. "The teams" are not "the team".
fn key(token: &Token) -> Option<Stem> {
    let noun = token.is(Marks::SPEAKER) || token.is_one_of(nouns::NOUNS);
    let small = !is_core(token);
    small.then(|| if noun { Stem::of(&token.text) } else { token.stem })
}
