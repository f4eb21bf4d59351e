//! C1: one side denies what the other affirms, with a negation, by setting it aside, or in a word of its own.

use super::super::light;
use super::super::opposition::{is_opposed, opposites};
use super::super::pair::Pair;
use super::super::same::points;
use super::plain::only_denies;
use super::{DENIAL_OVERLAP, MOST_OWN_WORDS, VALUE_OVERLAP, claims, exchanged};
use crate::relate::reading::statement::{Statement, is_core};
use crate::relate::words::lexicon::{self, Marks};
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::{Kind, Token};

/// Whether a denial denies just what the claim says: neither adds a word of its own ("works in Docker with polling"), nor a further
/// sentence, and more is denied than that something is needed.
pub(super) fn is_plain_denial(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let (claim, denial) = if b.cues.denies() { (a, b) } else { (b, a) };
    let need = Stem::of("need");
    let goes_on =
        |side: &Statement| side.tokens.iter().skip(1).any(|token| token.gap.any(Gap::STOP));
    a.guards.signs == b.guards.signs
        && !light::differ(&a.tokens, &b.tokens)
        && !points::differ(a, b)
        && ![a, b].into_iter().any(goes_on)
        && claim.words.kernel.len().min(denial.words.kernel.len()) >= FEWEST_KERNEL
        && denial.words.kernel.is_within(&claim.words.all)
        && claim.words.core.is_within(&denial.words.all)
        && (!denial.words.all.has(need) || claim.words.all.has(need))
        && only_denies(claim, denial)
}

/// A denial of a single word is of too little.
pub(super) const FEWEST_KERNEL: usize = 2;

/// Words by which a claim and its denial hold side by side: "some do", "some do not".
const PARTS: &[&str] = &["some", "many", "most", "several", "few"];

/// C1: one side denies what the other affirms. A denial of something that the other never mentions ("..., no build
/// step") is a detail.
pub(super) fn denied(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    if a.cues.denies() == b.cues.denies() {
        return false;
    }
    let (claim, denial) = if b.cues.denies() { (a, b) } else { (b, a) };
    // Who denies the whole denies it in any number; who denies one number may hold another.
    let whole = denial.words.numbers.is_within(&claim.words.numbers)
        && pair.overlap.jaccard() >= VALUE_OVERLAP;
    if a.words.numbers != b.words.numbers && !whole {
        return false;
    }
    let governs = denial.cues.prohibits
        || denial.cues.negated.meets(&claim.words.all)
        || (said_but_one(denial, claim)
            && denied_objects(denial).any(|stem| claim.words.all.has(stem)));
    // "…; otherwise they don't run" says the same from the other side.
    if claim.cues.contrasts > 0
        || denial.tokens.iter().any(|token| token.is_word("otherwise"))
        || claim.tokens.iter().any(|token| token.is_word("nobody"))
        || (claim.cues.negated == denial.cues.negated && !denial.cues.prohibits)
    {
        return false;
    }
    let part = |x: &Statement| x.tokens.iter().any(|token| token.is_one_of(PARTS));
    // A claim whose verb no list knows is one where the denial has the verb: "do not record".
    let claimed = claims(claim)
        || denial.tokens.windows(2).any(|pair| match pair {
            [does, not] => does.is_one_of(&["do", "does"]) && not.is_word("not"),
            _ => false,
        });
    let beside = claims_before_denying(denial, claim)
        || differ_in_object(denial, claim)
        || (part(a) && part(b))
        || denies_otherwise(claim, denial)
        || differ_in_subject(a, b)
        || exchanged(a, b);
    let governs = governs && claimed && !beside;
    let narrowed = narrows(claim, denial) || narrows(denial, claim);
    let own =
        if b.cues.denies() { pair.own_of_newer().count() } else { pair.own_of_older().count() };
    governs
        && !narrowed
        && pair.overlap.containment() >= DENIAL_OVERLAP
        && own <= MOST_OWN_WORDS
        && opposites(a, b) == 0
}

/// Whether one verb is said of one thing and denied of another: "may touch the disk" / "must not touch the network", "restarts on
/// failure" / "isn't restarted on a change".
pub(super) fn differ_in_object(denial: &Statement, claim: &Statement) -> bool {
    let (Some(mine), Some(theirs)) = (complements(denial, denial), complements(claim, denial))
    else {
        return false;
    };
    let own =
        |words: &[Stem], other: &Statement| words.iter().any(|stem| !other.words.all.has(*stem));
    mine.iter().any(|(way, words)| {
        let same = theirs.iter().find(|(other, _)| other == way);
        own(words, claim) && same.is_some_and(|(_, words)| own(words, denial))
    })
}

/// What stands behind the verb that a denial denies, by the prepositions that lead to it.
fn complements(of: &Statement, denial: &Statement) -> Option<Vec<(Option<Stem>, Vec<Stem>)>> {
    let at = of.tokens.iter().position(|token| denial.cues.negated.has(token.stem))?;
    let mut found = vec![(None, Vec::new())];
    for token in of.tokens.iter().skip(at + 1) {
        if token.gap.any(Gap::CLAUSE) {
            break;
        }
        if token.is(Marks::PREPOSITION.or(Marks::QUALIFIER)) {
            found.push((Some(token.stem), Vec::new()));
        } else if is_core(token) {
            found.last_mut()?.1.push(token.stem);
        }
    }
    Some(found)
}

/// "Never commit to main" / "Always commit to main, no feature branches": both deny, and one of them what the other orders.
pub(super) fn forbids_what_is_ordered(pair: &Pair<'_>) -> bool {
    let forbids = |denial: &Statement, order: &Statement| {
        let plain = denial.cues.contrasts == 0
            && order.cues.contrasts == 0
            && !order.cues.prohibits
            && order.tokens.iter().all(|token| !token.text.ends_with("ing"));
        let mut denied = denial.cues.negated.iter().filter(|stem| !order.cues.negated.has(*stem));
        // "Always V …", "V …": the order opens with what is denied.
        let mut opening =
            order.tokens.iter().filter(|token| !token.is_one_of(&["always", "please"]));
        let ordered = opening.next().map(|token| token.stem);
        plain
            && denial.words.kernel.len() >= FEWEST_KERNEL
            && denial.words.kernel.is_within(&order.words.all)
            && denial.tokens.iter().any(|token| token.is_one_of(&["never", "not"]))
            && denied.any(|stem| ordered == Some(stem))
    };
    let (a, b) = (pair.older, pair.newer);
    a.cues.denies()
        && b.cues.denies()
        && pair.one_sided_hard().next().is_none()
        && (forbids(a, b) || forbids(b, a))
}

/// Whether the claim says all that the denial does, up to one word.
fn said_but_one(denial: &Statement, claim: &Statement) -> bool {
    let kernel = &denial.words.kernel;
    kernel.len() > FEWEST_KERNEL && kernel.without(&claim.words.all).count() <= 1
}

/// Whether each speaks of something of its own: "unit tests must not …" / "integration tests may …".
pub(super) fn differ_in_subject(a: &Statement, b: &Statement) -> bool {
    let own = |x: &Statement, y: &Statement| {
        let subject = x.predicate.and_then(|verb| x.tokens.get(..verb)).unwrap_or_default();
        subject.iter().any(|token| is_core(token) && !y.words.all.has(token.stem))
    };
    own(a, b) && own(b, a)
}

/// What the verbs that say little by themselves deny of: the flag of "never pass the flag".
fn denied_objects(denial: &Statement) -> impl Iterator<Item = Stem> + '_ {
    let tokens = &denial.tokens;
    let spoken = |token: &&Token| !token.is(Marks::STOP.or(Marks::NEGATION));
    let negations = tokens.iter().enumerate().filter(|(_, token)| token.is(Marks::NEGATION));
    negations.filter_map(move |(i, _)| {
        let mut rest = tokens.iter().skip(i + 1).filter(spoken);
        let light = rest.next()?.is_one_of(LIGHT_VERBS);
        let object = rest.next()?;
        (light && !object.is(Marks::PREPOSITION)).then_some(object.stem)
    })
}

const LIGHT_VERBS: &[&str] = &[
    "use", "pass", "set", "add", "apply", "run", "put", "have", "make", "keep", "give", "supply",
    "specify", "used",
];

/// Whether `x` holds in fewer cases than `y` by a word that narrows. What the other says too narrows nothing ("when installing it"),
/// nor does an extent of what the other denies as a whole ("some are slow").
pub(super) fn narrows(x: &Statement, y: &Statement) -> bool {
    let tokens = &x.tokens;
    let hard = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.is(Marks::HARD) && !token.is_one_of(&["only", "just"]));
    let mut own = hard.filter(|(_, token)| !y.guards.hard.has(Stem::of(&token.text)));
    own.any(|(i, token)| {
        let governed = tokens.iter().enumerate().skip(i + 1);
        let governed =
            governed.take_while(|(at, token)| *at == i + 1 || !token.gap.any(Gap::CLAUSE));
        let told = governed.map(|(_, token)| token).filter(|token| is_core(token));
        let words: Vec<&Token> = told.collect();
        let said = token.is_one_of(CASES)
            && (words.len() >= FEWEST_KERNEL
                || words.iter().any(|token| token.kind == Kind::Identifier))
            && words.iter().all(|token| y.words.all.has(token.stem));
        let extent = token.is_one_of(EXTENTS) && y.cues.denies();
        !said && !extent
    })
}

/// Words that say in which case something holds.
const CASES: &[&str] = &["when", "while", "whenever", "if", "during"];
/// Words for a part, which a denial of the whole denies too.
const EXTENTS: &[&str] = &["some", "most", "mostly", "usually", "often", "sometimes"];

/// Whether one says that nobody does, or that only some may, what the other says of anybody.
pub(super) fn denied_of_everybody(pair: &Pair<'_>) -> bool {
    let clash = |x: &Statement, y: &Statement| {
        let mut tokens = x.tokens.iter().enumerate();
        let at = tokens.find(|(i, token)| {
            token.is_one_of(&["nobody", "noone"]) && (*i == 0 || token.gap.any(Gap::CLAUSE))
        });
        let at = at.map(|(i, _)| i);
        let but = at
            .and_then(|at| x.tokens.get(at + 1))
            .is_some_and(|next| next.is_one_of(&["but", "except"]));
        let anybody = y.tokens.iter().any(|token| token.is_one_of(ANYBODY));
        let any = anybody || y.tokens.first().is_some_and(|token| token.is_one_of(EACH));
        let both = y.tokens.iter().any(|token| token.is_one_of(&["nobody", "noone", "only"]));
        let only = but || x.tokens.first().is_some_and(|token| token.is_word("only"));
        !both
            && !y.cues.denies()
            && !x.cues.denies()
            && if only { any } else { at.is_some() && !denies_otherwise(y, x) }
    };
    let (a, b) = (pair.older, pair.newer);
    let enough = pair.overlap.containment() >= HALF && pair.overlap.shared > 0;
    enough && few(pair) && (clash(a, b) || clash(b, a)) && opposites(a, b) == 0
}

const ANYBODY: &[&str] = &["anyone", "anybody", "everyone", "everybody", "whoever"];
const EACH: &[&str] = &["every", "any", "all", "each"];
/// Shared words, per mille of the shorter side.
const HALF: u16 = 500;

/// Whether neither side says much that the other does not.
fn few(pair: &Pair<'_>) -> bool {
    pair.own_of_older().count() <= MOST_OWN_WORDS && pair.own_of_newer().count() <= MOST_OWN_WORDS
}

/// Whether one does without what the other needs: "works without Java" / "needs Java".
pub(super) fn done_without(pair: &Pair<'_>) -> bool {
    let clash = |x: &Statement, y: &Statement| {
        let lacked = x.tokens.iter().position(|token| token.is_word("without"));
        // "With and without" leaves it open.
        let lacked = lacked.filter(|_| !x.tokens.iter().any(|token| token.is_word("with")));
        let mut rest = x.tokens.iter().skip(lacked.map_or(usize::MAX, |at| at + 1));
        let Some(lacked) = rest.find(|token| !token.is(Marks::STOP)) else { return false };
        let fails = x.tokens.iter().any(|token| token.is_one_of(FAILURES));
        let at = y.tokens.iter().position(|token| token.stem == lacked.stem);
        let Some(at) = at.filter(|_| !fails && !y.guards.hard.has(Stem::of("without"))) else {
            return false;
        };
        let needs = y.tokens.iter().any(|token| token.is_one_of(NEEDS));
        let joined = y
            .tokens
            .iter()
            .take(at)
            .rev()
            .find(|token| !token.is(Marks::STOP) || token.is_word("with"));
        needs || at == 0 || joined.is_some_and(|token| token.is_word("with"))
    };
    let (a, b) = (pair.older, pair.newer);
    let mut hard = pair.one_sided_hard();
    hard.all(|stem| stem == Stem::of("without"))
        && !(a.cues.denies() || b.cues.denies())
        && pair.overlap.containment() >= HALF
        && few(pair)
        && (clash(a, b) || clash(b, a))
}

const FAILURES: &[&str] = &[
    "fail",
    "fails",
    "break",
    "breaks",
    "crash",
    "crashes",
    "impossible",
    "rejected",
    "rejects",
    "error",
    "errors",
    "useless",
    "hangs",
    "blocked",
    "refuses",
];
const NEEDS: &[&str] =
    &["need", "needs", "require", "requires", "required", "needed", "must", "mandatory", "depends"];

/// Whether the claim itself denies, in a word of its own ("frozen", "turned off", "without"): then both may deny one thing. A
/// denial by a prohibiting word alone denies nothing that the claim says beside it ("is blue" / "is disabled").
fn denies_otherwise(claim: &Statement, denial: &Statement) -> bool {
    let own = |token: &Token| !denial.words.all.has(token.stem);
    let by_prohibition = denial.cues.negated.is_empty();
    let beside = claim.tokens.iter().any(|token| {
        is_core(token)
            && own(token)
            && !token.is(Marks::VERB_STEM)
            && !token.is_one_of(APPROVALS)
            && !is_opposed(token.stem, claim, denial)
    });
    denies_in_a_word(claim, denial) || (by_prohibition && beside)
}

/// Whether the claim denies in a word of its own: "frozen", "turned off", "without".
pub(in crate::relate) fn denies_in_a_word(claim: &Statement, denial: &Statement) -> bool {
    let mut own = claim.tokens.iter().filter(|token| !denial.words.all.has(token.stem));
    own.any(|token| token.is_one_of(NEGATIVE_STATES))
}

/// Whether a text names a negative state.
pub(in crate::relate) fn names_negative_state(statement: &Statement) -> bool {
    statement.tokens.iter().any(|token| token.is_one_of(NEGATIVE_STATES))
}

/// Words by which a claim without a negation denies.
const NEGATIVE_STATES: &[&str] = &[
    "non",
    "off",
    "hidden",
    "frozen",
    "blocked",
    "locked",
    "rejected",
    "rejects",
    "refused",
    "refuses",
    "skipped",
    "skip",
    "skips",
    "ignored",
    "ignores",
    "missing",
    "absent",
    "unavailable",
    "impossible",
    "suspended",
    "paused",
    "stopped",
    "prevented",
    "denied",
    "closed",
    "without",
    "lacks",
    "lack",
    "fails",
    "fail",
    "unsupported",
    "unused",
    "excluded",
    "omitted",
    "optional",
    "unnecessary",
    "stripped",
    "deleted",
    "dropped",
];
/// Words by which something is allowed.
pub(super) const APPROVALS: &[&str] = &[
    "allowed",
    "fine",
    "ok",
    "okay",
    "permitted",
    "enabled",
    "supported",
    "welcome",
    "works",
    "active",
    "available",
    "used",
    "preferred",
    "recommended",
    "encouraged",
    "required",
    "mandatory",
    "acceptable",
];

/// Whether `b` sets aside what `a` affirms, for what `a` affirms it for: "gRPC for internal services" / "internal services talk
/// REST, not gRPC"; "read from Vault" / "read from a file, Vault isn't used".
pub(super) fn sets_aside(a: &Statement, b: &Statement) -> bool {
    let unused = unused(b);
    let aside = if unused.is_empty() { &b.cues.set_aside } else { &unused };
    let told = |stem: &Stem| !aside.has(*stem) && !lexicon::is_generic_noun(*stem);
    let rest: Vec<Stem> = a.words.kernel.iter().filter(told).collect();
    let shared = rest.iter().filter(|stem| b.words.all.has(**stem)).count();
    let negations = usize::from(!unused.is_empty());
    // What is so "now" or "again" is told of a change.
    let mut tokens = a.tokens.iter().chain(&b.tokens);
    let later = tokens.any(|token| token.is_one_of(&["now", "again", "since", "meanwhile"]));
    let later = later || b.tokens.first().is_some_and(|first| first.is_one_of(FROM_THEN_ON));
    let whole = shared == rest.len();
    !aside.is_empty()
        && a.cues.contrasts == 0
        && !a.cues.denies()
        && b.cues.negations == negations
        && a.guards.hard == b.guards.hard
        && aside.is_within(&a.words.kernel)
        && shared > 0
        && !later
        && (whole || (shared >= FEWEST_KERNEL && shared * 1000 >= rest.len() * usize::from(HALF)))
}

/// What opens a text that says from when on it holds.
const FROM_THEN_ON: &[&str] = &["from", "since", "starting"];

/// What a clause says is not used: "…, Vault isn't used".
fn unused(statement: &Statement) -> Stems {
    let tokens = &statement.tokens;
    let said = tokens.windows(3).position(|window| match window {
        [be, not, used] => {
            be.is_one_of(&["is", "are"])
                && not.is_word("not")
                && used.is_one_of(&["used", "needed", "involved", "required"])
        }
        _ => false,
    });
    let Some(said) = said else { return Stems::default() };
    let ends = Gap::CLAUSE.or(Gap::PAREN);
    let start = (1..=said).rev().find(|i| {
        tokens
            .get(*i)
            .is_some_and(|token| token.gap.any(ends) || token.is_one_of(&["and", "so", "but"]))
    });
    let clause = start.and_then(|start| tokens.get(start..said)).unwrap_or_default();
    clause.iter().filter(|token| is_core(token)).map(|token| token.stem).collect()
}

/// Whether the denying text first says all that the other claims: its denial is then one more detail.
fn claims_before_denying(denial: &Statement, claim: &Statement) -> bool {
    let denies = Marks::NEGATION.or(Marks::PROHIBITION);
    let head: Stems = denial
        .tokens
        .iter()
        .take_while(|token| !token.is(denies))
        .map(|token| token.stem)
        .collect();
    claim.words.content.is_within(&head)
}
