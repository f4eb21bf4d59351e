//! Who does what to what: one simple sentence read as verb, agent, patient and the phrases behind, whatever its voice and whichever
//! phrase it puts in front. Two sentences that fill these roles with the same words assert the same.
//!
//! Only sentences of one clause are read, and every word of them must find its place: what is not understood is not compared.

mod parse;
mod phrase;
mod plain;

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use parse::{Force, Roles, Voice, roles};
pub(super) use parse::{PLACED, is_duty};
use phrase::{Phrase, Place, way};
pub(super) use phrase::{is_adposition, is_joint};

use crate::relate::words::canon::{canonical, stemmed};
use crate::relate::words::stems::Stem;
use crate::relate::words::token::Token;

/// Verbs whose tool may be named as who does it: "is linted by buf", "linted with buf", "buf lints".
static MECHANICAL: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    stemmed(&[
        "lint",
        "format",
        "build",
        "compile",
        "render",
        "bundle",
        "create",
        "generate",
        "provision",
        "transpile",
        "minify",
        "compress",
        "scrape",
        "encrypt",
        "hash",
        "encode",
        "serialize",
        "mock",
        "scan",
        "minimize",
        "package",
        "pack",
        "sign",
        "verify",
        "validate",
        "typeset",
    ])
});
/// What is made in a language or tool is made with it.
pub(super) static MAKING: LazyLock<FxHashSet<Stem>> =
    LazyLock::new(|| stemmed(&["build", "write", "author", "implement", "develop", "script"]));

/// Verbs of which a thing does what is done to it: what runs is run.
static ERGATIVE: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    stemmed(&[
        "run", "refresh", "build", "deploy", "start", "restart", "stop", "render", "sync",
        "update", "load", "reload", "open", "close", "scale", "rotate", "compile", "install",
        "print", "upload", "execute", "launch",
    ])
});

/// Verbs of which a list has its order: "sort by owner and date".
static RANKING: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    stemmed(&[
        "sort",
        "order",
        "rank",
        "group",
        "prioritize",
        "concatenate",
        "join",
        "chain",
        "compose",
        "prefix",
        "nest",
        "apply",
        "append",
        "merge",
        "split",
    ])
});

/// How two sentences agree in their roles.
pub(super) struct Agreement {
    /// Whether the one is in another voice than the other.
    pub(super) turned: bool,
    /// Their verb, whose form the voice may change.
    pub(super) verb: Stem,
}

/// Whether two sentences whose core words are the same set say the same of the same.
pub(super) fn agree(a: &[Token], b: &[Token]) -> Option<Agreement> {
    let (x, y) = (roles(a)?, roles(b)?);
    if x.verb != y.verb || x.particle != y.particle || x.denied != y.denied {
        return None;
    }
    if are_order_and_event(&x, &y) {
        return None;
    }
    let copula = x.voice == Voice::Copula || y.voice == Voice::Copula;
    let plain = if RANKING.contains(&x.verb) {
        x.tail == y.tail && x.agent == y.agent && x.patient == y.patient
    } else {
        are_alike(&x.tail, &y.tail)
            && are_one(&x.agent, &y.agent, x.voice)
            && are_one(&x.patient, &y.patient, x.voice)
    };
    let turned = x.voice != y.voice;
    if copula {
        return (plain && !turned).then_some(Agreement { turned, verb: x.verb });
    }
    let by_tool = by_tool(&x, &y) || by_tool(&y, &x);
    let within = done_within(&x, &y) || done_within(&y, &x);
    let agree = plain || by_tool || within || runs(&x, &y) || runs(&y, &x);
    agree.then_some(Agreement { turned: turned || by_tool, verb: x.verb })
}

/// Whether one orders what goes on by itself in the other: "drafts are deleted after 30 days".
pub(super) fn one_is_ordered(a: &[Token], b: &[Token]) -> bool {
    let (Some(x), Some(y)) = (roles(a), roles(b)) else { return false };
    let passive = x.voice == Voice::Passive || y.voice == Voice::Passive;
    let used = x.verb == Stem::of(&canonical("use"));
    // "Is started with the machine" tells when; a tool has no article.
    let along = |pair: &[Token]| match pair {
        [with, the] => with.is_word("with") && the.is_word("the"),
        _ => false,
    };
    let company = a.windows(2).any(along) && x.force != y.force && !(is_owed(&x) || is_owed(&y));
    passive && !used && x.verb == y.verb && (company || are_order_and_event(&x, &y))
}

fn is_owed(told: &Roles) -> bool {
    told.force == Force::Duty
}

fn are_order_and_event(x: &Roles, y: &Roles) -> bool {
    match (x.force, y.force) {
        (Force::Order, Force::Told) => !tells_how(y),
        (Force::Told, Force::Order) => !tells_how(x),
        _ => false,
    }
}

/// Whether a passive says with or of what something is done, and nothing else: a custom, of which an order may speak as well. When and
/// where something is done it may be done by itself.
fn tells_how(told: &Roles) -> bool {
    // "Is built in CI" tells where, "is written in Rust" with what.
    let making = told.verb == Stem::of(&canonical("write"));
    let how = |phrase: &Phrase| {
        phrase.way == way("with")
            || phrase.way == Stem::of("from")
            || (making && phrase.way == way("in"))
    };
    let aside = |phrase: &Phrase| phrase.way == Stem::of("not");
    // "Is kept with the release" tells where.
    let placed = told.verb == Stem::of("place") || told.verb == Stem::of("put");
    // "Is generated by Terraform": with it.
    let by_tool = MECHANICAL.contains(&told.verb) && !told.agent.is_empty();
    !placed
        && told.voice == Voice::Passive
        && (by_tool || told.tail.iter().any(how))
        && told.tail.iter().all(|phrase| how(phrase) || aside(phrase))
}

/// Whether who does it in one is whom it is done to in the other: "the gateway calls the ledger", "the ledger calls the gateway".
pub(in crate::relate) fn change_hands(a: &[Token], b: &[Token]) -> bool {
    let (Some(x), Some(y)) = (roles(a), roles(b)) else { return false };
    let within = |names: &[Place], others: &[Place]| {
        !names.is_empty() && names.iter().all(|name| others.contains(name))
    };
    x.verb == y.verb
        && x.agent != y.agent
        && within(&x.agent, &y.patient)
        && within(&y.agent, &x.patient)
}

/// Whether two names are the same words: in one order, around an "of" ("usage of the indexer", "the indexer's usage"), or two
/// that are joined by "and" and are no objects, whose order may count.
fn are_one(x: &[Place], y: &[Place], voice: Voice) -> bool {
    let joined = match (x, y) {
        ([first, Place::And, second], [other, Place::And, last]) => {
            voice != Voice::Open && first == last && second == other
        }
        ([first, Place::Or, second], [other, Place::Or, last]) => first == last && second == other,
        _ => false,
    };
    x == y || joined || around_of(x).is_some_and(|x| x == y) || around_of(y).is_some_and(|y| y == x)
}

fn around_of(name: &[Place]) -> Option<Vec<Place>> {
    let is_adposition = |place: &&Place| matches!(place, Place::Adposition(_));
    let of = name.iter().position(|place| *place == Place::Adposition(Stem::of("of")))?;
    let (head, rest) = name.split_at_checked(of)?;
    let owner = rest.get(1..)?;
    (name.iter().filter(is_adposition).count() == 1 && !head.is_empty() && !owner.is_empty())
        .then(|| owner.iter().chain(head).copied().collect())
}

/// Whether the phrases behind two verbs are the same, the parts of a list in any order.
fn are_alike(x: &[Phrase], y: &[Phrase]) -> bool {
    let one = |(x, y): (&Phrase, &Phrase)| {
        x.way == y.way && (x.words == y.words || are_one(&x.words, &y.words, Voice::Passive))
    };
    x.len() == y.len() && x.iter().zip(y).all(one)
}

/// Whether the tool of one ("with buf") is the agent of the other ("by buf", "buf lints"), and nobody else does it.
fn by_tool(means: &Roles, agent: &Roles) -> bool {
    let mechanical = MECHANICAL.contains(&means.verb);
    let with = way("with");
    let Some(at) = means.tail.iter().position(|phrase| phrase.way == with) else { return false };
    let (tools, others): (Vec<_>, Vec<_>) =
        means.tail.iter().enumerate().partition(|(i, _)| *i == at);
    let others = others.into_iter().map(|(_, phrase)| phrase);
    mechanical
        && means.agent.is_empty()
        && tools.iter().all(|(_, tool)| !tool.words.is_empty() && agent.agent == tool.words)
        && agent.tail.iter().eq(others)
        && means.patient == agent.patient
}

/// "Tests run in parallel" / "We run tests in parallel", "The board refreshes" / "The board is refreshed".
fn runs(itself: &Roles, run: &Roles) -> bool {
    ERGATIVE.contains(&itself.verb)
        && itself.voice == Voice::Active
        && itself.patient.is_empty()
        && run.agent.is_empty()
        && !run.patient.is_empty()
        && itself.agent == run.patient
        && itself.tail == run.tail
}

/// "Don't use globals in the reducers" / "The reducers must not use globals": what is done in a place, the place does.
fn done_within(order: &Roles, duty: &Roles) -> bool {
    let place = Phrase { way: way("in"), words: duty.agent.clone() };
    let mut rest = order.tail.iter().filter(|phrase| **phrase != place);
    // "The job is started on the gateway" does not tell what starts it.
    order.denied
        && matches!(order.voice, Voice::Open | Voice::Passive)
        && order.agent.is_empty()
        && duty.voice == Voice::Active
        && !duty.patient.is_empty()
        && order.patient == duty.patient
        && order.tail.contains(&place)
        && duty.tail.iter().all(|phrase| rest.next() == Some(phrase))
        && rest.next().is_none()
}
