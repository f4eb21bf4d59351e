//! What a text says of a tool that it mentions: in use, adopted just now, left, or nothing.

use super::super::cues::phrase_at;
use super::work::WORK;
use super::{Mention, clause};
use crate::relate::words::families::Families;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::{Kind, Token};

/// What a text says of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) enum Role {
    /// It is in use.
    Holds,
    /// It has come into use, in place of something else.
    Arrives,
    /// It is no longer in use.
    Leaves,
}

/// What the text says of the tool that it mentions there; nothing where it only mentions it.
pub(super) fn of(tokens: &[Token], mention: &Mention<'_>, families: &Families) -> Option<Role> {
    let (start, end) = clause(tokens, mention);
    let before = tokens.get(start..mention.start)?;
    let after = after_heads(tokens.get(mention.end..end)?);
    let ordinary = mention.member.ordinary;
    if !ends_phrase(after, ordinary) || supposes(before) {
        return None;
    }
    if let Some(role) = governed(before, ordinary) {
        return Some(role);
    }
    let asks = |part: &[Token]| {
        let family = families.family(mention.member.family);
        family.is_some_and(|family| part.iter().any(|token| family.asks_about(token)))
    };
    let labelled = tokens.get(mention.start).is_some_and(|token| token.gap.any(Gap::COLON));
    let is = before.last().is_some_and(|token| token.is_one_of(&["is", "are"]));
    if (labelled || is) && before.len() <= LONGEST_LABEL && asks(before) && !denies(before) {
        return Some(Role::Holds);
    }
    if determiners_before(before) == before.len() { subject(after, &asks) } else { None }
}

/// "Package manager: pnpm"; a longer text before the colon is a sentence.
const LONGEST_LABEL: usize = 5;

/// The words after the mention, without a version and the noun that says what the tool is ("Postgres 15 database").
fn after_heads(after: &[Token]) -> &[Token] {
    let skipped = after
        .iter()
        .take(2)
        .take_while(|token| {
            token.gap == Gap::NONE && (token.kind == Kind::Number || token.is_one_of(HEADS))
        })
        .count();
    after.get(skipped..).unwrap_or_default()
}

const HEADS: &[&str] = &[
    "database",
    "databases",
    "server",
    "cluster",
    "framework",
    "library",
    "formatter",
    "linter",
    "bundler",
    "language",
    "editor",
    "engine",
    "cloud",
    "platform",
    "now",
];

/// Whether the tool's name is the whole phrase: "npm", and not "npm workspaces".
fn ends_phrase(after: &[Token], ordinary: bool) -> bool {
    let Some(next) = after.first() else { return true };
    if next.gap != Gap::NONE {
        return true;
    }
    if ordinary {
        let dated =
            after.get(1).is_some_and(|token| token.is(Marks::MONTH) || token.kind == Kind::Number);
        return next.is_one_of(AFTER_ORDINARY)
            || (next.is_word("in") && dated)
            || phrase_at(after, 0, &["in", "favor"]);
    }
    next.is(Marks::PREPOSITION.or(Marks::QUALIFIER)) || next.is_one_of(AFTER)
}

const AFTER: &[&str] = &[
    "as",
    "to",
    "and",
    "or",
    "instead",
    "due",
    "is",
    "are",
    "was",
    "has",
    "replaced",
    "replaces",
    "now",
    "last",
    "this",
    "everywhere",
    "exclusively",
    "again",
    "here",
    "recently",
    "today",
    "so",
    "which",
    "but",
    "not",
    "rather",
    "already",
    "too",
    "these",
    "by",
    "per",
    "entirely",
    "only",
];
const AFTER_ORDINARY: &[&str] = &[
    "for",
    "as",
    "instead",
    "because",
    "since",
    "over",
    "now",
    "due",
    "everywhere",
    "replaced",
    "is",
    "last",
    "to",
    "rather",
    "and",
];

/// Whether the words before the mention make it a condition, a possibility or somebody else's.
fn supposes(before: &[Token]) -> bool {
    before.iter().any(|token| token.is_one_of(SUPPOSING))
}

const SUPPOSING: &[&str] = &[
    "if",
    "when",
    "whenever",
    "while",
    "unless",
    "whether",
    "until",
    "before",
    "without",
    "where",
    "can",
    "could",
    "may",
    "might",
    "would",
    "consider",
    "considered",
    "considering",
    "try",
    "trying",
    "tried",
    "evaluate",
    "evaluated",
    "evaluating",
    "plan",
    "planning",
    "plans",
    "want",
    "wants",
    "maybe",
    "perhaps",
    "users",
    "customers",
    "people",
    "someone",
    "they",
    "others",
    "who",
    "compare",
    "compared",
    "comparing",
    "like",
    "unlike",
    "than",
    "support",
    "supports",
    "supporting",
    "compatible",
    "propose",
    "proposed",
    "why",
    "how",
    "what",
    "example",
    "plugin",
    "experiment",
    "experimented",
    "experimenting",
    "between",
];

/// What the words right before the mention say of it.
fn governed(before: &[Token], ordinary: bool) -> Option<Role> {
    let skipped = if ordinary { 0 } else { determiners_before(before) };
    let head = before.get(..before.len() - skipped)?;
    let (last, rest) = head.split_last()?;
    let is = |words: &[&str]| last.is_one_of(words);
    let leaves = rest
        .iter()
        .rev()
        .take(3)
        .any(|token| token.is_one_of(&["stopped", "stop", "longer", "quit", "ceased"]));
    if is(USING) && !(ordinary && is(&["run", "runs", "running"])) {
        let passive = rest.last().is_some_and(|token| token.is_word("by"));
        return if leaves {
            Some(Role::Leaves)
        } else {
            (!denies(rest) && !passive).then_some(arrives_or_holds(rest))
        };
    }
    if is(LEAVING)
        || is(&["of"])
            && rest.last().is_some_and(|token| token.is_one_of(&["instead", "off", "out", "rid"]))
    {
        return Some(Role::Leaves);
    }
    let moved = || {
        rest.iter()
            .rev()
            .take(REACH)
            .any(|token| token.is(Marks::MOTION) || token.is_one_of(MOVING))
    };
    let opened = |words: &[&str]| rest.iter().any(|token| token.is_one_of(words));
    match &*last.text {
        _ if denies(rest) && !leaves => None,
        "to" | "onto" | "into" => (moved() && !opened(COMING)).then_some(Role::Arrives),
        "from" | "off" => moved().then_some(Role::Leaves),
        "than" => rest.last().is_some_and(|token| token.is_word("rather")).then_some(Role::Leaves),
        "over" => opened(&["prefer", "prefers", "chose", "picked", "chosen", "over"])
            .then_some(Role::Leaves),
        "with" | "by" if opened(&["replaced", "replace", "replacing", "swapped"]) => {
            Some(Role::Arrives)
        }
        "for" if opened(&["dropped", "abandoned", "swapped", "ditched", "traded", "left"]) => {
            Some(Role::Arrives)
        }
        "of" if phrase_ends(rest, &["in", "favor"]) => Some(Role::Arrives),
        "with" => opened(&["go", "went", "going", "stick", "sticking"])
            .then(|| arrives_or_holds(rest))
            .or_else(|| worked(rest)),
        "by" | "via" | "through" | "using" => worked(rest),
        "in" | "on" if opened(PLACED) => Some(arrives_or_holds(rest)),
        "in" => {
            rest.last().is_some_and(|token| token.is_one_of(MADE)).then(|| arrives_or_holds(rest))
        }
        "on" => rest
            .last()
            .is_some_and(|token| token.is_one_of(STANDING))
            .then(|| arrives_or_holds(rest)),
        _ => None,
    }
}

const USING: &[&str] = &[
    "use", "uses", "using", "adopt", "adopts", "adopted", "chose", "choose", "chosen", "picked",
    "pick", "prefer", "prefers", "run", "runs", "running",
];
const LEAVING: &[&str] = &[
    "replaced",
    "dropped",
    "removed",
    "ditched",
    "abandoned",
    "retired",
    "deprecated",
    "replacing",
    "replaces",
    "left",
    "not",
];
const MOVING: &[&str] = &[
    "switch",
    "switching",
    "migrating",
    "moving",
    "move",
    "migrate",
    "rewritten",
    "ported",
    "swapped",
    "transition",
    "transitioning",
];
const MADE: &[&str] = &[
    "written",
    "implemented",
    "rewritten",
    "built",
    "stored",
    "kept",
    "hosted",
    "coded",
    "rewrote",
    "tracked",
    "managed",
];
/// What is done in or on a tool: "we track issues in Jira".
const PLACED: &[&str] = &[
    "track", "store", "keep", "write", "deploy", "host", "cache", "log", "manage", "rewrote",
    "build",
];
const STANDING: &[&str] = &[
    "is",
    "are",
    "am",
    "run",
    "runs",
    "running",
    "standardized",
    "standardised",
    "standardize",
    "rely",
    "relies",
    "deploy",
    "deploys",
    "deployed",
    "host",
    "hosts",
    "hosted",
    "settled",
    "based",
    "built",
    "be",
    "now",
    "live",
    "lives",
    "stay",
    "all",
];
/// A move that is still to come.
const COMING: &[&str] = &["will", "should", "shall", "going", "need", "needs", "soon", "must"];
/// How far before a goal its verb of motion may stand.
const REACH: usize = 6;

/// "manage dependencies with", "is formatted by": work that is done by the tool. "Works with" and "integrates with" are none.
fn worked(rest: &[Token]) -> Option<Role> {
    let works = rest.iter().any(|token| token.is_one_of(WORK));
    let other = rest.last().is_some_and(|token| {
        token.is_one_of(&[
            "work",
            "works",
            "working",
            "integrates",
            "compatible",
            "interoperates",
            "problem",
            "problems",
            "issue",
            "issues",
            "trouble",
            "bug",
            "bugs",
            "conflict",
            "conflicts",
            "fails",
            "broke",
        ])
    });
    (works && !other).then_some(Role::Holds)
}

/// Whether a word is what is done with a tool rather than what it is done to.
pub(super) fn is_work(token: &Token) -> bool {
    token.is_one_of(WORK)
        || token.is_one_of(PLACED)
        || token.is_one_of(MADE)
        || token.is_one_of(MOVING)
}

/// A change told around an adoption: "we now use uv", "since March we use uv".
fn arrives_or_holds(rest: &[Token]) -> Role {
    let change = rest.iter().any(|token| {
        token.is(Marks::MOTION)
            || token.is_one_of(&[
                "now",
                "ditched",
                "dropped",
                "replaced",
                "rewritten",
                "rewrote",
                "longer",
            ])
    });
    if change { Role::Arrives } else { Role::Holds }
}

fn denies(before: &[Token]) -> bool {
    before.iter().any(|token| token.is(Marks::NEGATION.or(Marks::PROHIBITION)))
}

/// How many words at the end only introduce the name.
fn determiners_before(before: &[Token]) -> usize {
    before.iter().rev().take_while(|token| token.is_one_of(DETERMINERS)).count()
}

const DETERMINERS: &[&str] = &[
    "the",
    "our",
    "only",
    "now",
    "always",
    "mostly",
    "plain",
    "just",
    "mainly",
    "primarily",
    "exclusively",
    "instead",
    "currently",
    "their",
    "latest",
    "managed",
    "self",
    "hosted",
];

fn phrase_ends(tokens: &[Token], phrase: &[&str]) -> bool {
    tokens.len().checked_sub(phrase.len()).is_some_and(|at| phrase_at(tokens, at, phrase))
}

/// The tool as the subject: "pnpm is our package manager", "pnpm replaced npm", "Postgres is used for billing".
fn subject(after: &[Token], asks: &dyn Fn(&[Token]) -> bool) -> Option<Role> {
    let (first, rest) = after.split_first()?;
    let next = rest.first();
    let next_is = |words: &[&str]| next.is_some_and(|token| token.is_one_of(words));
    if first.is_one_of(&["replaced", "replaces"]) {
        return Some(Role::Arrives);
    }
    if first.is_one_of(&["is", "are"]) {
        if denies(rest) {
            return next_is(&["no"]).then_some(Role::Leaves).filter(|_| asks(rest));
        }
        if next_is(&["our", "the", "used", "now"]) && (asks(rest) || next_is(&["used"])) {
            return Some(if next_is(&["now"]) { Role::Arrives } else { Role::Holds });
        }
        return next_is(&["gone", "deprecated", "retired", "dropped"]).then_some(Role::Leaves);
    }
    let gone = first.is_one_of(&["was", "has", "were"])
        && rest.iter().take(2).any(|token| {
            token.is_one_of(&["replaced", "dropped", "removed", "retired", "abandoned"])
        });
    if gone {
        return Some(Role::Leaves);
    }
    (first.is_word("for") && asks(rest)).then_some(Role::Holds)
}
