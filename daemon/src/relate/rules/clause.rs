//! What a text is told of, and where in it a word stands: of one known thing or of some of many; in the main clause or in one
//! under it. What is so of some pods may be otherwise of others, and "if the lock is not held" denies nothing.

use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::{Kind, Token};

/// Whether a text speaks of some of many, counted or not: "one replica", "at least two hosts", "some jobs", "a test", "the other
/// worker".
pub(in crate::relate) fn is_of_some(statement: &Statement) -> bool {
    let tokens = &statement.tokens;
    let verb = statement.predicate.unwrap_or(usize::MAX).min(statement.verb);
    let orders = statement.predicate.is_none()
        && tokens.first().is_some_and(|token| token.is(Marks::IMPERATIVE));
    let end = if orders || verb == 0 { LONGEST_HEAD } else { verb.min(LONGEST_SUBJECT) };
    let subject = tokens.get(..end.min(tokens.len())).unwrap_or(tokens);
    (0..subject.len()).any(|i| {
        is_some(subject, i) || (!orders && (is_an_instance(subject, i) || counts(tokens, i)))
    })
}

/// The words in which an order may name what it is of.
const LONGEST_HEAD: usize = 4;
/// A longer subject is none.
const LONGEST_SUBJECT: usize = 12;

fn before(tokens: &[Token], i: usize) -> Option<&Token> {
    i.checked_sub(1).and_then(|i| tokens.get(i))
}

/// "Some", "several", "other", unless it is all of them ("all other", "most of" is left to who asks for parts).
fn is_some(tokens: &[Token], i: usize) -> bool {
    let part = tokens.get(i).is_some_and(|token| token.is_one_of(PARTS));
    if part && tokens.get(i + 1).is_some_and(|next| next.is_word("of")) {
        return true;
    }
    let nth = tokens.get(i).is_some_and(|token| token.is_one_of(ORDINALS));
    if nth && before(tokens, i).is_some_and(|token| token.is_one_of(&["every", "each"])) {
        return true;
    }
    let whole = before(tokens, i).is_some_and(|token| {
        token.is_one_of(&["all", "every", "each", "no", "any", "make", "be", "for"])
    });
    tokens.get(i).is_some_and(|token| token.is_one_of(SOME)) && !whole
}

const SOME: &[&str] = &[
    "some", "several", "many", "certain", "another", "most", "few", "other", "others", "multiple",
    "various", "numerous", "dozens", "couple", "half", "either", "lots", "plenty", "someone",
    "somebody",
];

/// "Every second build".
const ORDINALS: &[&str] = &["other", "second", "third", "fourth", "fifth", "tenth", "nth"];

/// Words for a part, before "of".
const PARTS: &[&str] =
    &["part", "parts", "third", "quarter", "majority", "minority", "portion", "rest", "bits"];

/// "A test needs Docker": not "the size of a page".
fn is_an_instance(tokens: &[Token], i: usize) -> bool {
    let article = tokens.get(i).is_some_and(|token| token.is_one_of(&["a", "an"]));
    let led = before(tokens, i).is_some_and(|token| {
        token.is(Marks::PREPOSITION.or(Marks::QUALIFIER)) || token.is_one_of(&["of", "per"])
    });
    article && !led
}

/// Whether a number that nothing makes definite stands before what it counts: not "the two pods", "port 80", "Node 20".
fn counts(tokens: &[Token], i: usize) -> bool {
    let number = |token: &&Token| token.kind == Kind::Number && !token.has_unit();
    let bare = tokens.get(i).filter(number).is_some_and(|token| !token.is_version());
    let about = |token: &Token| token.is_one_of(ABOUT) || token.gap.any(Gap::CLAUSE);
    // "In CI two jobs …".
    let fronted = i > 1 && tokens.first().is_some_and(|first| first.is(Marks::PREPOSITION));
    let free = before(tokens, i).is_none_or(|token| about(token) || (fronted && is_core(token)))
        || tokens.get(i).is_some_and(|token| token.gap.any(Gap::CLAUSE));
    // "3.11 is supported", "80 is open": what is named by its number.
    let counted = tokens.get(i + 1).is_some_and(|next| {
        let one = i == 0 && tokens.first().is_some_and(|token| &*token.text == "1");
        let noun = next.kind == Kind::Word && (is_core(next) || next.is(Marks::WEAK));
        next.gap == Gap::NONE && (noun || next.is_word("of") || (one && next.is_one_of(CARRYING)))
    });
    bare && free && counted
}

const ABOUT: &[&str] = &[
    "least", "most", "than", "to", "about", "around", "roughly", "nearly", "almost", "over",
    "under", "only", "exactly", "just", "some", "another", "any", "no",
];

/// Whether the word at `at` stands in a clause under another: behind a condition ("if the queue is …"), a relative ("hosts that
/// are …"), or what is asked or told ("whether …", "that …").
pub(in crate::relate) fn is_under(tokens: &[Token], at: usize) -> bool {
    let ends = |i: usize| tokens.get(i).is_some_and(|token| token.gap.any(Gap::CLAUSE));
    let start = (0..=at).rev().find(|i| *i < at && ends(i + 1)).map_or(0, |i| i + 1);
    let subordinates = |i: usize| tokens.get(i).is_some_and(|token| token.is_one_of(UNDER));
    let that = |i: usize| {
        let pointed = i == 0 || before(tokens, i).is_some_and(|b| b.is(Marks::PREPOSITION));
        tokens.get(i).is_some_and(|token| token.is_word("that"))
            && !pointed
            && !is_a_rule(tokens, i)
    };
    // "After the lock is held": not "after a deploy", which opens the sentence.
    let later = |i: usize| {
        i > start
            && tokens.get(i).is_some_and(|token| token.is_one_of(&["before", "after", "since"]))
    };
    // "As long as the host is up".
    let as_far = |i: usize| {
        let says = |i: usize| tokens.get(i).is_some_and(|token| token.is_word("as"));
        says(i) && says(i + 2) && i + 2 < at
    };
    (start..at).any(|i| subordinates(i) || that(i) || later(i) || as_far(i))
        || is_reported(tokens, start, at)
}

/// "The rule that passwords must be changed": what follows is the rule itself.
fn is_a_rule(tokens: &[Token], that: usize) -> bool {
    before(tokens, that).is_some_and(|token| {
        token.is_one_of(&["rule", "requirement", "policy", "restriction", "obligation", "limit"])
    })
}

/// Words behind which a clause stands under another.
const UNDER: &[&str] = &[
    "if", "when", "whenever", "while", "once", "where", "wherever", "unless", "until", "till",
    "which", "who", "whose", "whom", "whether", "because", "though", "although", "case",
    "provided", "assuming", "lest", "how", "why", "what",
];

/// Whether a verb of telling or checking stands before `at` with a subject behind it: "the alert means the disk is …", "check the
/// port is …".
fn is_reported(tokens: &[Token], start: usize, at: usize) -> bool {
    (start..at).any(|i| {
        let Some(token) = tokens.get(i) else { return false };
        let spoken = before(tokens, i);
        let ordered = i == start && token.is_one_of(REPORT);
        let third = i > start
            && token.text.strip_suffix('s').is_some_and(|base| REPORT.contains(&base))
            && spoken.is_some_and(is_core);
        let told = spoken
            .is_some_and(|who| who.is_one_of(&["we", "you", "they", "i", "to", "sure"]))
            && token.is_one_of(REPORT);
        let sure = token.is_word("sure") && spoken.is_some_and(|make| make.is_word("make"));
        let what = tokens.get(i + 1..at).unwrap_or_default();
        (ordered || third || told || sure) && what.iter().any(is_core)
    })
}

const REPORT: &[&str] = &[
    "check",
    "verify",
    "assert",
    "ensure",
    "confirm",
    "mean",
    "say",
    "assume",
    "expect",
    "know",
    "show",
    "report",
    "tell",
    "believe",
    "think",
    "imply",
    "note",
    "warn",
    "claim",
    "state",
    "guarantee",
    "suppose",
    "remember",
    "signal",
    "indicate",
    "prove",
    "see",
];

/// Whether a further verb follows in the clause of the word at `at`, which then stands in a clause without a relative: "hosts that
/// ops does not own are scanned" without its "that".
pub(in crate::relate) fn goes_on_to_another_verb(tokens: &[Token], at: usize) -> bool {
    let rest = tokens.iter().skip(at + 2);
    let clause = rest.take_while(|token| {
        let parts = token.is_one_of(UNDER) || token.is_one_of(&["and", "but", "or", "that", "so"]);
        !(token.gap.any(Gap::CLAUSE.or(Gap::COLON)) || parts)
    });
    clause.into_iter().any(|token| token.is_one_of(CARRYING))
}

const CARRYING: &[&str] = &[
    "is", "are", "was", "were", "must", "can", "should", "may", "will", "has", "have", "does", "do",
];
