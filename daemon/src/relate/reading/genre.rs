//! Genre: whether a text says what holds, orders something done once, tells what happened, or only names and asks.
//!
//! A store holds all of them side by side (an import of commit subjects is a store of things that were done), and only what
//! holds can be contradicted for sure: "Use A here" and, a year later, "Use B here" are two tasks, both done. Form decides, by
//! the opening of the text; a doubt makes a text *less* standing, since then the pair is asked about and not decided.

use super::occasion;
use super::predicate::predicate;
use super::theme;
use super::transition::is_reference;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// What a text is, from what binds most to what binds least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::relate) enum Genre {
    /// Says what is so, or is to be done, until somebody says otherwise.
    Standing,
    /// Orders something that may be done once and for all ("Add a retry", "Remove the flag").
    Task,
    /// Tells what was done or happened: a commit subject, a line of a change log, a dated entry.
    Log,
    /// Asks.
    Question,
}

impl Genre {
    pub(in crate::relate) fn of(tokens: &[Token], question: bool) -> Self {
        if question {
            return Self::Question;
        }
        let (label, body) = labelled(tokens);
        if is_dated(tokens) || refers_at_end(tokens) || label == Label::Commit {
            return Self::Log;
        }
        let genre = opening(body);
        if label == Label::Unit { genre.max(Self::Task) } else { genre }
    }

    /// Whether it says what holds.
    pub(in crate::relate) fn stands(self) -> bool {
        self == Self::Standing
    }

    /// Whether it tells of something that happened.
    pub(in crate::relate) fn tells(self) -> bool {
        self == Self::Log
    }
}

/// Whether a text is a question by the order of its words, whatever mark ends it: "is the cache warm", "which port do we use".
pub(in crate::relate) fn asks(tokens: &[Token]) -> bool {
    let [first, second, ..] = tokens else { return false };
    let unbroken = second.gap == Gap::NONE;
    let carried = first.is_one_of(CARRYING) && second.is_one_of(SPOKEN_OF)
        || first.is_one_of(&["do", "have"]) && second.is_one_of(PERSONS);
    let wondered = first.is_one_of(&["why", "what", "which", "who", "where", "how", "whose"]);
    let turned = |pair: &[Token]| match pair {
        [verb, of] => (verb.is_one_of(CARRYING) || verb.is_word("do")) && of.is_one_of(SPOKEN_OF),
        _ => false,
    };
    let head = tokens.get(..LONGEST_OBJECT.min(tokens.len())).unwrap_or_default();
    unbroken && (carried || wondered && head.windows(2).any(turned))
}

/// Verbs that stand before what is spoken of where it is asked about.
const CARRYING: &[&str] = &[
    "is", "are", "was", "were", "does", "did", "has", "can", "could", "should", "would", "will",
    "shall", "must",
];
/// "Which test database do we use": what is asked for is no longer, in tokens, with the two behind it.
const LONGEST_OBJECT: usize = 6;
const PERSONS: &[&str] = &["we", "i", "you", "they", "he", "she", "it"];
/// What opens that which is spoken of.
const SPOKEN_OF: &[&str] = &[
    "the", "a", "an", "this", "that", "these", "those", "our", "my", "your", "their", "its", "we",
    "i", "you", "they", "he", "she", "it", "there", "any", "all", "every", "each",
];

/// What stands before the text proper.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    None,
    /// "fix:", "feat(parser):": the form of a commit subject.
    Commit,
    /// "docs:", "tests(api):", "http2:", "[pylint]": the part of the project that a change is filed under.
    Unit,
}

/// Types of a commit subject.
const COMMITS: &[&str] = &[
    "fix",
    "fixes",
    "feat",
    "feature",
    "chore",
    "refactor",
    "perf",
    "revert",
    "bump",
    "hotfix",
    "wip",
    "cleanup",
    "changelog",
    "bugfix",
    "release",
    "deprecation",
    "internal",
    "minor",
    "nit",
    "typo",
];
/// Types that are also names of standing things, and so are believed in lower case alone.
const UNITS: &[&str] = &[
    "documentation",
    "test",
    "tests",
    "build",
    "ci",
    "style",
    "dependencies",
    "benchmark",
    "examples",
];
/// A label is no longer than this, in tokens.
const LONGEST_LABEL: usize = 6;

/// The label of a text and the rest of it.
fn labelled(tokens: &[Token]) -> (Label, &[Token]) {
    let colon =
        tokens.iter().take(LONGEST_LABEL + 1).skip(1).position(|token| token.gap.any(Gap::COLON));
    let Some(end) = colon.map(|at| at + 1) else {
        return bracketed(tokens);
    };
    let (label, body) = tokens.split_at_checked(end).unwrap_or((tokens, &[]));
    let broken = label.iter().skip(1).any(|token| token.gap.any(Gap::CLAUSE));
    let Some(first) = label.first().filter(|_| !broken) else { return (Label::None, tokens) };
    let scoped = label.get(1).is_some_and(|token| token.gap.any(Gap::PAREN));
    let lower =
        label.iter().all(|token| token.kind != Kind::Word || token.cased == Stem::of(&token.text));
    let ordered = body.first().is_some_and(|token| token.is(Marks::IMPERATIVE) || is_event(token));
    if first.is_one_of(COMMITS) || (scoped && first.is_one_of(UNITS)) {
        (Label::Commit, body)
    } else if scoped || (lower && ordered) {
        (Label::Unit, body)
    } else {
        (Label::None, tokens)
    }
}

/// "[pylint] Do not report …": brackets at the start, and something behind them.
fn bracketed(tokens: &[Token]) -> (Label, &[Token]) {
    let opened = tokens.first().is_some_and(|token| token.gap.any(Gap::PAREN));
    let close =
        tokens.iter().take(LONGEST_LABEL).skip(1).position(|token| token.gap.any(Gap::PAREN));
    match close.filter(|_| opened).and_then(|at| tokens.get(at + 1..)) {
        Some(body) => (Label::Unit, body),
        None => (Label::None, tokens),
    }
}

fn is_dated(tokens: &[Token]) -> bool {
    tokens.first().is_some_and(occasion::is_date)
}

/// "… (#123)", "… [ci skip]": the pull request that did it, a word to the machine that builds it.
fn refers_at_end(tokens: &[Token]) -> bool {
    let to_machine = match tokens {
        [.., first, second] => {
            first.gap.any(Gap::PAREN)
                && (first.is_word("ci") && second.is_word("skip")
                    || first.is_word("skip") && second.is_word("ci"))
        }
        _ => false,
    };
    to_machine || tokens.last().is_some_and(|last| is_reference(last) && last.gap.any(Gap::PAREN))
}

/// Whether a word opens what is done or was done.
fn is_event(token: &Token) -> bool {
    token.is_one_of(REPAIRS)
        || token.is_one_of(ONCE)
        || is_past_event(token)
        || is_third_person(token)
        || is_progress(token)
}

/// The genre by the first words.
fn opening(body: &[Token]) -> Genre {
    let openers: &[&str] = &[
        "also",
        "just",
        "finally",
        "temporarily",
        "more",
        "some",
        "really",
        "properly",
        "then",
        "now",
    ];
    let start = body.iter().position(|token| !token.is_one_of(openers)).unwrap_or(0);
    let body = body.get(start..).unwrap_or_default();
    let Some(first) = body.first() else { return Genre::Standing };
    let told = first.is_one_of(&["we", "i", "have", "has"])
        && body.iter().skip(1).take(2).any(is_past_event);
    // "make lint runs ruff", "build is green", "merge commits are …": what looks like an order is the subject.
    let subject = body.iter().skip(1).take(2).any(|token| {
        token.is_one_of(&["is", "are", "runs", "takes", "needs", "must", "has", "can"])
    });
    // "Deprecated endpoints answer …": the verb comes later.
    let described =
        first.ends_in_ed() && theme::predicate(body).is_some_and(|verb| (2..=3).contains(&verb));
    let noun = described || (subject && (first.is_word("merge") || first.text.ends_with('s')));
    let event = is_past_event(first) || (is_third_person(first) && !opens_as_noun(body));
    if (event && !noun) || is_progress(first) || told || ends_in_event(body) {
        return Genre::Log;
    }
    if subject {
        return Genre::Standing;
    }
    let bound = body.iter().skip(1).any(|token| token.is_one_of(BINDING));
    // "Release tags follow …", "version 2 of the schema is …".
    let named = first.is_one_of(&["release", "version", "merge", "changelog"])
        && predicate(body).is_some_and(|verb| verb > 1);
    if named {
        return Genre::Standing;
    }
    let rid = first.is_word("get") && body.get(1).is_some_and(|token| token.is_word("rid"));
    // "Release tags follow …", "merge commits carry …".
    let named = first.is_one_of(&["release", "merge", "version", "address", "changelog"])
        && predicate(body).is_some_and(|verb| verb > 1);
    if rid || (first.is_one_of(REPAIRS) && !named) {
        return if bound { Genre::Task } else { Genre::Log };
    }
    // "Support tickets land in …": a noun.
    let noun = predicate(body).is_some_and(|verb| verb > 1);
    if first.is_one_of(ONCE) && !bound && !noun { Genre::Task } else { Genre::Standing }
}

/// Words that make an order one for all times.
const BINDING: &[&str] =
    &["always", "never", "must", "every", "each", "whenever", "should", "only"];

/// What is done once: nobody repeats it.
const REPAIRS: &[&str] = &[
    "fix",
    "bump",
    "rename",
    "refactor",
    "implement",
    "introduce",
    "improve",
    "revert",
    "reapply",
    "cleanup",
    "merge",
    "rework",
    "rewrite",
    "tweak",
    "correct",
    "extract",
    "deprecate",
    "backport",
    "simplify",
    "polish",
    "silence",
    "adapt",
    "relax",
    "tidy",
    "drop",
    "upgrade",
    "downgrade",
    "prepare",
    "resync",
    "synced",
    "unify",
    "reintroduce",
    "restore",
    "reorganize",
    "reformat",
    "reword",
    "repair",
    "optimize",
    "modernize",
    "consolidate",
    "clarify",
    "resurrect",
    "redo",
    "undo",
    "initial",
    "typo",
    "typos",
    "fixup",
    "fixups",
    "wip",
    "release",
    "version",
    "cosmetic",
    "cosmetics",
    "regenerate",
    "reduce",
    "speed",
    "nit",
    "oops",
    "address",
    "remove",
    "removal",
    "rm",
    "bumps",
    "resolve",
    "tiny",
    "small",
    "minor",
    "misc",
    "various",
    "changelog",
];

/// What may be done once, or again and again.
const ONCE: &[&str] = &[
    "add", "delete", "update", "move", "replace", "change", "make", "allow", "support", "start",
    "stop", "set", "enable", "disable", "create", "convert", "handle", "show", "expose", "extend",
    "clean", "let", "switch", "hide", "increase", "print", "detect", "generate", "pass", "return",
    "skip", "ignore", "migrate", "port", "factor", "inline", "try", "turn", "work", "document",
    "mark", "include", "provide", "define", "declare", "mention", "test", "teach", "give", "put",
    "get", "split", "adjust", "import", "load", "export", "sync", "raise", "report", "emit",
    "accept", "permit", "begin", "bring",
];

const EVENTS: &[&str] = &[
    "added",
    "fixed",
    "removed",
    "changed",
    "updated",
    "renamed",
    "moved",
    "replaced",
    "refactored",
    "implemented",
    "introduced",
    "improved",
    "reverted",
    "merged",
    "reworked",
    "rewrote",
    "rewritten",
    "tweaked",
    "corrected",
    "extracted",
    "deprecated",
    "dropped",
    "upgraded",
    "bumped",
    "released",
    "simplified",
    "cleaned",
    "converted",
    "deleted",
    "disabled",
    "enabled",
    "made",
    "switched",
    "migrated",
    "ported",
    "adjusted",
    "applied",
    "allowed",
    "clarified",
    "extended",
    "exposed",
    "documented",
    "resolved",
    "restored",
    "synced",
    "tested",
    "created",
    "modified",
    "reduced",
    "increased",
    "optimized",
    "started",
    "stopped",
    "finished",
    "committed",
    "published",
    "deployed",
    "prevented",
    "avoided",
    "patched",
    "addressed",
    "adapted",
    "split",
    "cut",
    "landed",
    "tagged",
    "closed",
    "reported",
    "merge",
    "bumping",
];

/// "Added …", and not "Deprecated APIs are …".
fn is_past_event(token: &Token) -> bool {
    token.is_one_of(EVENTS)
}

fn is_third_person(token: &Token) -> bool {
    let base = token.text.strip_suffix("es").or_else(|| token.text.strip_suffix('s'));
    let whole = token.text.strip_suffix('s');
    token.kind == Kind::Word
        && [base, whole].into_iter().flatten().any(|base| {
            base != "use"
                && base != "set"
                && base != "test"
                && base != "version"
                && base != "release"
                && base != "work"
                && (REPAIRS.contains(&base) || ONCE.contains(&base))
        })
}

/// "Reports are …", "Exports go out …", "Builds must …": a plural that something is said of, not what somebody did.
fn opens_as_noun(body: &[Token]) -> bool {
    let verb = theme::predicate(body).and_then(|at| body.get(..at));
    verb.is_some_and(|head| {
        !head.is_empty()
            && head.len() <= 2
            && head.iter().skip(1).all(|token| token.is(Marks::PREPOSITION))
    })
}

/// "Adding …", "removing …".
fn is_progress(token: &Token) -> bool {
    let Some(base) = token.text.strip_suffix("ing").filter(|_| token.kind == Kind::Word) else {
        return false;
    };
    let doubled = base.len().checked_sub(1).and_then(|end| base.get(..end)).unwrap_or(base);
    let with_e = |word: &str| *word == format!("{base}e");
    let listed =
        |list: &[&str]| list.iter().any(|word| *word == base || *word == doubled || with_e(word));
    base != "us"
        && base != "test"
        && base != "stor"
        && base != "build"
        && (listed(REPAIRS) || listed(ONCE))
}

/// "new writeout support added": a participle at the end and no verb that carries it.
fn ends_in_event(body: &[Token]) -> bool {
    let carried = body.iter().any(|token| {
        token.is(Marks::PASSIVE)
            || token.is_one_of(&["being", "has", "have", "had", "must", "should"])
    });
    // "After the merge": a noun.
    let noun = body.iter().rev().nth(1).is_some_and(|token| {
        token.is(Marks::PREPOSITION)
            || token.is_one_of(&["the", "a", "an", "each", "every", "this", "before", "after"])
    });
    body.last().is_some_and(is_past_event) && !carried && !noun
}
