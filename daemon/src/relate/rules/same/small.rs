//! Small words that the core leaves out and the meaning turns on: what was once, how few, how much, who is which of whom.

use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::{Statement, is_core, is_spoken};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::Token;

/// Whether the two differ in small words.
pub(super) fn differ(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (&a.tokens, &b.tokens);
    past(x) != past(y)
        || degrees(x) != degrees(y)
        || said(x, VAGUE) != said(y, VAGUE)
        || said(x, SUPPOSED) != said(y, SUPPOSED)
        || letters(x) != letters(y)
        || scant(x) != scant(y)
        || spared(x) != spared(y)
        || ensured(x) != ensured(y)
        || owed(x) && leaves_alone(y)
        || owed(y) && leaves_alone(x)
        || limited(x) != limited(y)
        || (is_relative(x) || is_relative(y)) && spoken(x) != spoken(y)
        || nouns_trade_places(a, b)
        || derived(a, b)
        || done_in_one(a, b)
        || done_in_one(b, a)
        || gets_there(x, y)
        || gets_there(y, x)
        || owed(x) && is_plain(y)
        || owed(y) && is_plain(x)
        || owing(x).zip(owing(y)).is_some_and(|(x, y)| x != y)
}

/// Whether something is done by a weak verb in one, of which the other says nothing: "are handled in the parser", "are in the parser".
fn done_in_one(a: &Statement, b: &Statement) -> bool {
    a.tokens.windows(2).any(|pair| match pair {
        [be, done] => {
            let form = is_participle(done) || done.is_one_of(&["used", "run", "set"]);
            let naming = done.is_one_of(&["called", "named", "kept"]);
            be.is(Marks::PASSIVE)
                && done.is(Marks::WEAK)
                && form
                && !naming
                && !b.words.all.has(done.stem)
        }
        _ => false,
    })
}

/// "Seeds go in the folder" tells where they are to be, "seeds are in the folder" where they are.
fn gets_there(a: &[Token], b: &[Token]) -> bool {
    let goes = |tokens: &[Token]| tokens.iter().any(|token| token.is_one_of(&["go", "goes"]));
    let lies = b.windows(2).any(|pair| match pair {
        [be, way] => be.is(Marks::PASSIVE) && way.is(Marks::PREPOSITION),
        _ => false,
    });
    goes(a) && !goes(b) && lies
}

fn owed(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.is_one_of(&["must", "should"]))
}

/// Whether a text tells what is so, and nothing of what is to be: "drafts are deleted", "the gateway uses TLS".
fn is_plain(tokens: &[Token]) -> bool {
    let owes = ["must", "should", "always", "need", "needs", "require", "requires", "required"];
    let ordered = tokens.iter().find(|token| !token.is_one_of(&["please", "never", "do", "not"]));
    let ordered = ordered.is_some_and(|token| token.is(Marks::IMPERATIVE));
    let stated = tokens.iter().skip(1).any(|token| {
        token.is(Marks::PASSIVE.or(Marks::FINITE)) || token.is_one_of(&["uses", "has", "have"])
    });
    let told = |token: &Token| {
        token.is_one_of(&owes) || token.is_one_of(&["we", "you"]) || token.is(Marks::NEGATION)
    };
    stated && !ordered && !tokens.iter().any(told)
}

/// "Must have" asks for what may not be there.
fn owing(tokens: &[Token]) -> Option<bool> {
    let have = tokens.iter().position(|token| token.is_one_of(&["has", "have"]))?;
    let before = tokens.get(have.checked_sub(1)?);
    Some(before.is_some_and(|before| before.is_one_of(&["must", "should"])))
}

/// Weak verbs in the past without "be" or "have": "we used Postgres", and participles that stand before a noun ("named exports").
fn past(tokens: &[Token]) -> Vec<Stem> {
    let told = tokens.iter().enumerate().filter(|(i, token)| {
        let form =
            token.ends_in_ed() || token.is_one_of(&["used", "ran", "kept", "got", "went", "made"]);
        let mut before = tokens.get(..*i).unwrap_or_default().iter().rev();
        let before = before.find(|token| !token.text.ends_with("ly") && !token.is(Marks::NEGATION));
        let carried = before.is_some_and(|before| {
            before.is(Marks::PASSIVE) || before.is_one_of(&["has", "have", "had", "being"])
        });
        // "Using X": what follows an "and" or a comma may be carried from before.
        let listed = before.is_some_and(|before| before.is_one_of(&["and", "or"]));
        token.is(Marks::WEAK) && form && !carried && !listed
    });
    let mut stems: Vec<Stem> = told.map(|(_, token)| token.stem).collect();
    stems.sort_unstable();
    stems
}

/// How much something is what it is.
fn degrees(tokens: &[Token]) -> usize {
    said(tokens, DEGREES)
}

const DEGREES: &[&str] = &["very", "really", "quite", "extremely", "fairly", "highly", "too"];

/// How many words of a list there are.
fn said(tokens: &[Token], words: &[&str]) -> usize {
    tokens.iter().filter(|token| token.is_one_of(words)).count()
}

/// "About 30": not just so many.
const VAGUE: &[&str] = &["roughly", "approximately", "about", "around", "circa"];

/// What is supposed, or was, and is no plain statement.
const SUPPOSED: &[&str] = &["would", "could", "might", "did"];

/// Letters that name something: "Plan I", "the letter a is", and no pronoun or article.
fn letters(tokens: &[Token]) -> usize {
    let named = tokens.iter().enumerate().filter(|(i, token)| {
        let next = tokens.get(i + 1);
        let verb = next.is_none_or(|next| next.is(Marks::PASSIVE.or(Marks::PREPOSITION)));
        let noun = next.is_some_and(|next| is_core(next) && !next.is(Marks::VERB));
        *i > 0 && (token.is_word("i") && (verb || noun) || token.is_word("a") && verb)
    });
    named.count()
}

/// "Make sure that it is", "ensure it is": it may not be so yet.
fn ensured(tokens: &[Token]) -> bool {
    tokens.iter().enumerate().any(|(i, token)| {
        let order = tokens.get(i + 1).is_some_and(|next| next.is_word("to"));
        token.is_one_of(&["ensure", "ensures", "sure"]) && !order
    })
}

/// "Need not", "does not have to": it may all the same.
fn spared(tokens: &[Token]) -> bool {
    tokens.windows(2).enumerate().any(|(i, pair)| match pair {
        [need, not] if need.is_one_of(&["need", "needs"]) => not.is_word("not"),
        [not, need] if not.is_word("not") && need.is_one_of(&["need", "have"]) => {
            tokens.get(i + 2).is_some_and(|next| next.is_word("to"))
        }
        _ => false,
    })
}

/// "The worker does not retry" tells what is not done, and forbids nothing.
fn leaves_alone(tokens: &[Token]) -> bool {
    tokens.windows(3).any(|three| match three {
        [who, does, not] => {
            let does = does.is_one_of(&["does", "is", "are"])
                || does.is_word("do") && !who.is_one_of(&["we", "you", "please"]);
            does && not.is_one_of(&["not", "never"])
        }
        _ => false,
    })
}

/// "Few" is hardly any, "a few" are some.
fn scant(tokens: &[Token]) -> (bool, bool) {
    let at = tokens.iter().position(|token| token.is_one_of(&["few", "little"]));
    let some = at.and_then(|at| tokens.get(at.checked_sub(1)?)).is_some_and(|t| t.is_word("a"));
    (at.is_some(), some)
}

/// What "only" and "just" limit.
fn limited(tokens: &[Token]) -> Vec<Option<Stem>> {
    let limits = tokens.iter().enumerate().filter(|(_, token)| token.is_one_of(&["only", "just"]));
    let behind = limits.map(|(i, _)| {
        let mut rest = tokens.get(i + 1..).unwrap_or_default().iter();
        rest.find(|token| is_core(token)).map(|token| token.stem)
    });
    behind.collect()
}

/// Whether a clause tells which one is meant: "the api that the worker calls".
fn is_relative(tokens: &[Token]) -> bool {
    tokens.iter().skip(1).any(|token| token.is_one_of(&["that", "which", "who", "whose"]))
}

fn spoken(tokens: &[Token]) -> Vec<Stem> {
    let said = tokens.iter().filter(|token| is_spoken(token));
    said.map(|token| token.stem).collect()
}

/// "The user admin page", "the admin user page": nouns that the core leaves out, and what they stand beside.
fn nouns_trade_places(a: &Statement, b: &Statement) -> bool {
    let beside = |statement: &Statement| -> Vec<(Stem, Stem)> {
        let said: Vec<&Token> = statement.tokens.iter().filter(|token| is_spoken(token)).collect();
        let pairs = said.windows(2).filter_map(|pair| match pair {
            [x, y] if x.is_one_of(NOUNS) || y.is_one_of(NOUNS) => Some((x.stem, y.stem)),
            _ => None,
        });
        pairs.collect()
    };
    let next = |statement: &Statement| -> Vec<(Stem, Stem)> {
        let pairs = statement.tokens.windows(2).filter_map(|pair| match pair {
            [x, y] if y.gap == Gap::NONE && (x.is_one_of(HEADS) || y.is_one_of(HEADS)) => {
                (is_spoken(x) && is_spoken(y)).then_some((x.stem, y.stem))
            }
            _ => None,
        });
        pairs.collect()
    };
    let trade = |mine: &[(Stem, Stem)], theirs: &[(Stem, Stem)]| {
        mine.iter().any(|(x, y)| theirs.contains(&(*y, *x)) && !mine.contains(&(*y, *x)))
    };
    // "By name and date".
    let listed = |statement: &Statement| -> Vec<(Stem, Stem)> {
        let pairs = statement.tokens.windows(3).filter_map(|three| match three {
            [x, and, y] if and.is_one_of(&["and", "or"]) => {
                (x.is(Marks::WEAK) || y.is(Marks::WEAK)).then_some((x.stem, y.stem))
            }
            _ => None,
        });
        pairs.collect()
    };
    trade(&beside(a), &beside(b)) || trade(&next(a), &next(b)) || trade(&listed(a), &listed(b))
}

/// Weak words that are nouns or stand before one.
const NOUNS: &[&str] = &["user", "users", "team", "project", "process", "main", "default"];

/// Those that an "of" may put before another.
const HEADS: &[&str] = &["name", "value", "file", "list", "number"];

/// Whether a weak word of one is a noun made of that of the other: "the execution log", "the processing".
fn derived(a: &Statement, b: &Statement) -> bool {
    let weak = |statement: &Statement| -> Vec<Token> {
        let weak = statement.tokens.iter().enumerate().filter(|(_, token)| token.is(Marks::WEAK));
        weak.map(|(_, token)| token.clone()).collect()
    };
    let made =
        |text: &str| DERIVED.iter().any(|end| text.len() > end.len() + 2 && text.ends_with(end));
    let (x, y) = (weak(a), weak(b));
    let differ = |mine: &[Token], theirs: &[Token], tokens: &[Token]| {
        mine.iter().any(|token| {
            let noun =
                made(&token.text) || (token.text.ends_with("ing") && has_article(tokens, token));
            noun && theirs.iter().any(|other| other.stem == token.stem)
                && theirs.iter().all(|other| other.text != token.text)
        })
    };
    differ(&x, &y, &a.tokens) || differ(&y, &x, &b.tokens)
}

fn has_article(tokens: &[Token], noun: &Token) -> bool {
    tokens.windows(2).any(|pair| match pair {
        [article, token] => token.text == noun.text && article.is_one_of(&["the", "a", "an"]),
        _ => false,
    })
}

/// Endings of nouns and adjectives that are made of a verb.
const DERIVED: &[&str] = &["tion", "tive", "or", "er", "ment", "able"];
