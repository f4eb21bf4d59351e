//! The verb of a sentence, found by form where no list knows it: "the mailer retries four times", "alerts go to the console".
//!
//! English marks a verb of the present by one "s": it stands on the verb or on its subject ("a job runs", "jobs run"). What
//! follows tells it from a noun: a number, an article, a preposition, a name. A doubt finds no verb.

use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Verbs that carry the sentence whatever stands around them.
const AUXILIARIES: &[&str] = &[
    "is", "are", "must", "should", "may", "can", "will", "shall", "has", "have", "does", "do",
    "need", "needs",
];
/// Words behind which a clause of its own begins.
const RELATIVES: &[&str] = &[
    "that", "which", "who", "when", "if", "unless", "because", "while", "until", "whenever",
    "once", "where", "so", "but", "since", "though", "although", "before", "after",
];
const PRONOUNS: &[&str] = &["we", "i", "you", "they", "he", "she", "it"];
const DETERMINERS: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "those", "our", "its", "their", "your", "my", "his",
    "her", "all", "every", "each", "no", "any", "some", "several", "only", "both",
];
/// What may stand between a verb and its path: "end up in", "time out after".
pub(in crate::relate) const PARTICLES: &[&str] =
    &["up", "out", "off", "down", "away", "back", "along", "together"];
/// Third persons that are no plural nouns.
const THIRD_PERSONS: &[&str] = &[
    "loves",
    "hates",
    "dislikes",
    "likes",
    "prefers",
    "accepts",
    "rejects",
    "includes",
    "excludes",
    "hides",
    "ignores",
    "warns",
    "keeps",
    "deletes",
    "breaks",
    "fails",
    "crashes",
    "deadlocks",
    "hangs",
    "panics",
    "freezes",
    "aborts",
    "segfaults",
    "stalls",
    "corrupts",
    "leaks",
    "loses",
    "emits",
    "enjoys",
    "wants",
    "respects",
    "honors",
    "allows",
    "forbids",
    "preserves",
    "drops",
    "discards",
    "swallows",
    "raises",
    "validates",
    "tolerates",
    "refuses",
    "retries",
    "handles",
    "wipes",
    "retains",
    "overwrites",
    "appends",
    "returns",
    "requires",
];
/// Shorter words that end in "s" are seldom verbs.
const SHORTEST_THIRD: usize = 4;

/// Index of the verb of the first clause, if one is found.
pub(in crate::relate) fn predicate(tokens: &[Token]) -> Option<usize> {
    let end = (1..tokens.len()).find(|i| {
        tokens.get(*i).is_some_and(|token| {
            token.gap.any(Gap::CLAUSE.or(Gap::COLON).or(Gap::PAREN)) || token.is_one_of(RELATIVES)
        })
    });
    let clause = tokens.get(..end.unwrap_or(tokens.len()))?;
    let auxiliary = (1..clause.len())
        .find(|i| clause.get(*i).is_some_and(|token| token.is_one_of(AUXILIARIES)));
    // What an order speaks of has no verb ("keep files in sync"), but a noun may look like an order ("support tickets land in …").
    let ordered = tokens.first()?.is(Marks::IMPERATIVE);
    let found = |i: &usize| is_verb(tokens, *i) && (!ordered || has_plural_subject(tokens, *i));
    auxiliary.or_else(|| (1..clause.len()).find(found))
}

/// Whether the verb at `i` has a subject of several words that end in a plural.
fn has_plural_subject(tokens: &[Token], i: usize) -> bool {
    let verb = tokens.get(i).filter(|verb| !is_plural(verb) && !verb.is(Marks::PARTICIPLE));
    i > 1 && verb.is_some() && tokens.get(i - 1).is_some_and(is_plural)
}

/// Whether the token at `i` is the verb of what stands before it.
fn is_verb(tokens: &[Token], i: usize) -> bool {
    let (Some(token), Some(before)) = (tokens.get(i), i.checked_sub(1).and_then(|i| tokens.get(i)))
    else {
        return false;
    };
    let word = token.kind == Kind::Word && is_lower(token) && !token.ends_in_ed();
    let closed = Marks::STOP.or(Marks::PREPOSITION).or(Marks::QUALIFIER).or(Marks::NEGATION);
    if !word || token.is(closed) || token.text.ends_with("ly") || token.text.ends_with("ing") {
        return false;
    }
    if before.is_one_of(PRONOUNS) {
        return true;
    }
    if before.is(closed) || before.ends_in_ed() || before.is_one_of(DETERMINERS) {
        return false;
    }
    let by_form = if is_third(token) { !is_plural(before) } else { is_plural(before) };
    // "Evicts entries after …": an object without an article, and what follows it.
    let object = is_third(token)
        && tokens.get(i + 1).is_some_and(|next| next.gap == Gap::NONE && is_plural(next))
        && tokens.get(i + 2).is_some_and(|token| token.is(Marks::PREPOSITION.or(Marks::QUALIFIER)));
    let listed = token.is(Marks::FINITE) || token.is_one_of(THIRD_PERSONS);
    let known = listed && i + 1 < tokens.len();
    by_form && (known || object || tokens.get(i + 1).is_some_and(follows_verb))
}

/// As written in lower case: the words of a title are not.
pub(in crate::relate) fn is_lower(token: &Token) -> bool {
    token.cased == Stem::of(&token.text)
}

fn is_third(token: &Token) -> bool {
    token.text.len() >= SHORTEST_THIRD && is_plural(token)
}

/// Whether a word ends in the "s" of a plural or of the third person.
pub(in crate::relate) fn is_plural(token: &Token) -> bool {
    let text = &token.text;
    let other = ["ss", "us", "is"].iter().any(|ending| text.ends_with(ending));
    token.kind == Kind::Word && text.ends_with('s') && !other && !token.is_one_of(ONE_IN_S)
}

/// Names of one thing that end as plurals do.
const ONE_IN_S: &[&str] = &[
    "physics",
    "mathematics",
    "analytics",
    "electronics",
    "robotics",
    "graphics",
    "news",
    "kubernetes",
    "postgres",
    "jenkins",
    "windows",
    "ios",
    "macos",
    "rails",
    "pandas",
    "keras",
    "sops",
    "nats",
    "aws",
    "gcs",
    "dns",
    "https",
    "css",
    "always",
    "perhaps",
    "as",
    "has",
    "was",
    "does",
];

/// Whether a word stands behind a verb rather than behind a noun.
fn follows_verb(next: &Token) -> bool {
    let opens = Marks::PREPOSITION.or(Marks::QUALIFIER).or(Marks::PARTICIPLE);
    next.gap == Gap::NONE
        && (next.kind != Kind::Word
            || next.is(opens)
            || next.is_one_of(DETERMINERS)
            || next.is_one_of(PARTICLES)
            || next.text.ends_with("ly")
            || next.ends_in_ed()
            || !is_lower(next))
}
