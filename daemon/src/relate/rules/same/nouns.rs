//! Of which and of how many: articles, number, "each" before a count, and nouns that stand before a noun.
//!
//! "A key" is any key, "the key" one that is known, "the keys" all that there are.

use crate::relate::reading::statement::{Statement, is_core, is_spoken};
use crate::relate::words::lexicon::{self, Marks};
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether the two speak of another one, or of another number of them.
pub(super) fn differ(a: &Statement, b: &Statement) -> bool {
    determined_apart(a, b)
        || described_apart(a, b)
        || (shares(&a.tokens) != shares(&b.tokens))
        || modifiers_differ(a, b)
        || joints_differ(&a.tokens, &b.tokens)
}

/// Whether a word that stands before one noun in both is written otherwise there, as names are: "the orders table" is not "the order
/// table"; and "listings" are no "lists".
fn described_apart(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (describing(a), describing(b));
    let apart = x.iter().any(|(word, noun)| {
        let mut same = y.iter().filter(|(other, named)| other.stem == word.stem && named == noun);
        same.next().is_some_and(|(other, _)| is_plural(&other.text, &word.text))
    });
    let made = |x: &Statement, y: &Statement| {
        let mut words = x.tokens.iter().filter(|token| token.text.ends_with("ings"));
        words.any(|word| {
            let one = word.text.trim_end_matches('s');
            !y.tokens.iter().any(|other| other.text.trim_end_matches('s') == one)
        })
    };
    apart || made(a, b) || made(b, a)
}

/// Words that stand before a noun, each with it; not the verb.
fn describing(statement: &Statement) -> Vec<(&Token, Stem)> {
    let verb = statement.predicate.unwrap_or_default();
    let pairs = statement.tokens.windows(2).enumerate().filter_map(|(i, pair)| match pair {
        [word, noun] if i != verb && noun.gap == Gap::NONE && noun.kind == Kind::Word => {
            (is_core(noun) && !noun.is(Marks::VERB.or(Marks::FINITE))).then_some((word, noun.stem))
        }
        _ => None,
    });
    pairs.collect()
}

/// How a noun is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Article {
    /// "A", "an".
    Any,
    /// "The", "our".
    Known,
    /// "Every", "each".
    Every,
    /// "All".
    All,
    Bare,
}

/// A stretch of words of which each may determine the next, and the article that opens it.
struct Phrase<'a> {
    article: Article,
    words: Vec<&'a Token>,
    /// Whether it opens the text, and whether it says when.
    opens: bool,
    occasion: bool,
}

impl<'a> Phrase<'a> {
    fn is_plural(&self) -> bool {
        self.counted().any(|word| word.text.ends_with('s'))
    }

    /// The words that stand before no noun.
    fn counted(&self) -> impl Iterator<Item = &'a Token> {
        let ends = |i: usize| {
            self.words
                .get(i + 1)
                .is_none_or(|next| next.is(Marks::VERB.or(Marks::FINITE)) || next.ends_in_ed())
        };
        self.words.iter().enumerate().filter(move |(i, _)| ends(*i)).map(|(_, word)| *word)
    }
}

/// The stretches of core words and nouns, with what determines each.
fn phrases(tokens: &[Token]) -> Vec<Phrase<'_>> {
    let mut found: Vec<Phrase<'_>> = Vec::new();
    let mut article = Article::Bare;
    let mut open = false;
    let mut occasion = false;
    for token in tokens {
        open &= token.gap == Gap::NONE;
        let joins = token.is(Marks::PREPOSITION.or(Marks::QUALIFIER));
        if (is_core(token) && !joins) || token.is_one_of(NOUNS) || token.is_word("user") {
            match found.last_mut() {
                Some(phrase) if open => phrase.words.push(token),
                _ => {
                    let opens = found.is_empty();
                    found.push(Phrase { article, words: vec![token], opens, occasion });
                }
            }
            open = true;
            occasion = false;
            article = Article::Bare;
        } else {
            open = false;
            occasion = token.is_one_of(OCCASIONS) || (occasion && token.is(Marks::STOP));
            article = match &*token.text {
                "a" | "an" => Article::Any,
                "every" | "each" => Article::Every,
                "all" => Article::All,
                "the" | "our" | "my" | "your" | "their" | "its" => Article::Known,
                _ => Article::Bare,
            };
        }
    }
    found
}

/// What opens a phrase that says when.
const OCCASIONS: &[&str] = &["before", "after", "during", "until", "on", "at", "when"];

/// Nouns that the core leaves out and of which something may be. The user is not among them: whose a setting is need not be said.
pub(super) const NOUNS: &[&str] = &[
    "users",
    "team",
    "teams",
    "project",
    "projects",
    "process",
    "processes",
    "file",
    "files",
    "value",
    "values",
    "name",
    "names",
    "list",
    "lists",
];

/// Whether a noun that both have is any one in one of them and a known one in the other, or another number of them.
fn determined_apart(a: &Statement, b: &Statement) -> bool {
    // What goes on is told of one scene: there "a man" is "the man".
    if goes_on(&a.tokens) && goes_on(&b.tokens) {
        return false;
    }
    let (x, y) = (phrases(&a.tokens), phrases(&b.tokens));
    let ordered = a.words.sequence == b.words.sequence;
    let numbers = counts_apart(&a.tokens, &b.tokens).max(counts_apart(&b.tokens, &a.tokens));
    let differ = |x: &[Phrase<'_>], y: &[Phrase<'_>]| {
        x.iter().any(|one| {
            let Some((other, article)) = meet(one, y) else { return false };
            let counted = is_counted_apart(one, other);
            match (one.article, article) {
                (Article::Any, Article::Known) => counted || ordered,
                (Article::Known, Article::Known) => counted,
                (Article::Known, Article::Every) => !counted,
                // "The firmware", "all firmware".
                (Article::Known, Article::All) => counted || !one.is_plural(),
                // "Before a push" is before every push, "record a video" is not every video.
                (Article::Any, Article::Every) => !one.opens && !one.occasion,
                // "Every service has a log", "all services have logs": one number follows the other.
                (Article::Any | Article::Known, Article::Bare) => counted && numbers < 2,
                _ => false,
            }
        })
    };
    differ(&x, &y) || differ(&y, &x)
}

/// The phrase that has the first word of `one`, and the article of that word there.
fn meet<'a, 'b>(one: &Phrase<'_>, others: &'b [Phrase<'a>]) -> Option<(&'b Phrase<'a>, Article)> {
    let head = one.words.first()?.stem;
    others.iter().find_map(|other| {
        let at = other.words.iter().position(|word| word.stem == head)?;
        Some((other, if at == 0 { other.article } else { Article::Bare }))
    })
}

/// Whether a word that both have is plural in one alone. A noun before a noun has no plural: "log lines".
fn is_counted_apart(one: &Phrase<'_>, other: &Phrase<'_>) -> bool {
    one.counted().any(|word| {
        other.counted().any(|same| {
            same.stem == word.stem && is_plural(&same.text, &word.text) && !word.is(Marks::SPEAKER)
        })
    })
}

fn is_plural(x: &str, y: &str) -> bool {
    let (short, long) = if x.len() < y.len() { (x, y) } else { (y, x) };
    let ies = short.strip_suffix('y').zip(long.strip_suffix("ies"));
    long.strip_prefix(short).is_some_and(|end| matches!(end, "s" | "es"))
        || ies.is_some_and(|(x, y)| x == y)
}

/// How many words of one are in another number in the other.
fn counts_apart(a: &[Token], b: &[Token]) -> usize {
    let apart = |one: &&Token| {
        let same = |other: &&Token| other.stem == one.stem;
        b.iter().filter(same).any(|other| is_plural(&other.text, &one.text))
            && b.iter().filter(same).all(|other| other.text != one.text)
    };
    let verb = |token: &&Token| token.is(Marks::VERB.or(Marks::FINITE));
    a.iter().filter(|token| is_core(token) && !verb(token)).filter(apart).count()
}

/// "Is running", "are being cut", "is quickly running".
fn goes_on(tokens: &[Token]) -> bool {
    tokens.iter().enumerate().any(|(i, be)| {
        let behind = tokens.get(i + 1..).unwrap_or_default();
        let mut behind = behind.iter().skip_while(|token| token.text.ends_with("ly"));
        be.is(Marks::PASSIVE) && behind.next().is_some_and(|going| going.text.ends_with("ing"))
    })
}

/// Whether a count is told of each: "each worker has 2 threads" is not what the workers have.
fn shares(tokens: &[Token]) -> bool {
    let each = tokens.iter().any(|token| token.is_one_of(&["each", "every"]));
    each && tokens.iter().any(|token| token.kind == Kind::Number)
}

/// Whether nouns that the core leaves out stand before a noun in one alone: "the user name" is not the name.
fn modifiers_differ(a: &Statement, b: &Statement) -> bool {
    // "The user's editor", "the editor" and "user editor" are one.
    let owned = |noun: &&&str| {
        let owner = format!("{noun}'s");
        ![a, b].iter().any(|statement| statement.equality.contains(&owner))
    };
    let differ = |noun: &&str| modifies(&a.tokens, noun) != modifies(&b.tokens, noun);
    NAMED.iter().filter(|noun| differ(noun)).any(|noun| owned(&noun))
        || parts_differ(&a.tokens, &b.tokens)
}

/// Whether a verb that the core leaves out is part of a name in one, and not said in the other: "the run time", "the file handle
/// limit".
fn parts_differ(a: &[Token], b: &[Token]) -> bool {
    let unsaid = |x: &[Token], y: &[Token]| {
        x.windows(3).any(|three| match three {
            [before, part, next] if part.is(Marks::RELATING) && !is_inflected(part) => {
                let noun = is_noun(before) && !is_inflected(before);
                let opens = noun || before.is_one_of(&["the", "a", "an", "our"]);
                let inner = [part, next].iter().all(|token| token.gap == Gap::NONE);
                let alone = || !y.iter().any(|token| token.text == part.text);
                opens && inner && is_core(next) && is_noun(next) && alone()
            }
            _ => false,
        })
    };
    unsaid(a, b) || unsaid(b, a)
}

/// "Runs", "using", "rows".
fn is_inflected(token: &Token) -> bool {
    ["s", "ing", "ed"].iter().any(|end| token.text.ends_with(end))
}

/// How often a noun stands before another.
fn modifies(tokens: &[Token], noun: &str) -> usize {
    let pairs = tokens.windows(2).filter(|pair| match pair {
        [token, next] => token.is_word(noun) && next.gap == Gap::NONE && is_noun(next),
        _ => false,
    });
    pairs.count()
}

/// Whether a word is spoken and has no form of a verb.
fn is_noun(token: &Token) -> bool {
    let one = token.text.strip_suffix('s').unwrap_or_default();
    let order = lexicon::lookup(one).is_some_and(|entry| entry.marks.any(Marks::IMPERATIVE));
    let verb = order || token.is(Marks::VERB.or(Marks::FINITE)) || token.ends_in_ed();
    is_spoken(token) && !verb
}

const NAMED: &[&str] = &["user", "team", "project", "process"];

/// Whether two words are joined by "and" in one and stand as one phrase in the other, or two numbers are joined otherwise.
fn joints_differ(a: &[Token], b: &[Token]) -> bool {
    let (x, y) = (joints(a), joints(b));
    x.iter().any(|(pair, joint)| {
        let mut others = y.iter().filter(|(other, _)| other == pair).peekable();
        others.peek().is_some() && !others.any(|(_, other)| other == joint)
    })
}

/// What stands between neighbours: for words whether it is "and" or nothing, for numbers the word.
fn joints(tokens: &[Token]) -> Vec<((Stem, Stem), &str)> {
    let core: Vec<usize> =
        (0..tokens.len()).filter(|i| tokens.get(*i).is_some_and(is_core)).collect();
    let pairs = core.windows(2).filter_map(|pair| {
        let [i, j] = *pair else { return None };
        let (x, y) = (tokens.get(i)?, tokens.get(j)?);
        let between = tokens.get(i + 1..j)?;
        let numbers = x.kind == Kind::Number && y.kind == Kind::Number;
        let joint = match between {
            [] if y.gap == Gap::NONE => "",
            [joint] if numbers || joint.is_one_of(&["and", "or"]) => &*joint.text,
            _ => return None,
        };
        Some(((x.stem, y.stem), joint))
    });
    pairs.collect()
}
