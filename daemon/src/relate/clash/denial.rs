//! C1: one side denies what the other affirms, with a negation or by setting it aside.

use super::super::lexicon::{self, Marks};
use super::super::opposition::opposites;
use super::super::pair::Pair;
use super::super::statement::Statement;
use super::super::stems::{Stem, Stems};
use super::{DENIAL_OVERLAP, MOST_OWN_WORDS, VALUE_OVERLAP};

/// Whether a denial denies just what the claim says: it adds no word of its own, and more than that something is needed.
pub(super) fn is_plain_denial(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let (claim, denial) = if b.cues.denies() { (a, b) } else { (b, a) };
    let need = Stem::of("need");
    a.guards.signs == b.guards.signs
        && claim.words.kernel.len().min(denial.words.kernel.len()) >= FEWEST_KERNEL
        && denial.words.kernel.is_within(&claim.words.all)
        && (!denial.words.all.has(need) || claim.words.all.has(need))
}

/// A denial of a single word is of too little.
const FEWEST_KERNEL: usize = 2;

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
    let governs = denial.cues.prohibits || denial.cues.negated.meets(&claim.words.all);
    if claim.cues.contrasts > 0
        || (claim.cues.negated == denial.cues.negated && !denial.cues.prohibits)
    {
        return false;
    }
    let part = |x: &Statement| x.tokens.iter().any(|token| token.is_one_of(PARTS));
    let governs = governs && !claims_before_denying(denial, claim) && !(part(a) && part(b));
    let mut hard = pair.one_sided_hard();
    let narrowed = hard.any(|stem| stem != Stem::of("only") && stem != Stem::of("just"));
    let own =
        if b.cues.denies() { pair.own_of_newer().count() } else { pair.own_of_older().count() };
    governs
        && !narrowed
        && pair.overlap.containment() >= DENIAL_OVERLAP
        && own <= MOST_OWN_WORDS
        && opposites(a, b) == 0
}

/// Whether `b` sets aside what `a` affirms, for all that `a` affirms it for: "gRPC for internal services" / "internal
/// services talk REST, not gRPC".
pub(super) fn sets_aside(a: &Statement, b: &Statement) -> bool {
    let aside = &b.cues.set_aside;
    let mut rest = a
        .words
        .kernel
        .iter()
        .filter(|stem| !aside.has(*stem) && !lexicon::is_generic_noun(*stem))
        .peekable();
    !aside.is_empty()
        && a.cues.contrasts == 0
        && !a.cues.denies()
        && !b.cues.denies()
        && a.guards.hard == b.guards.hard
        && aside.is_within(&a.words.kernel)
        && rest.peek().is_some()
        && rest.all(|stem| b.words.all.has(stem))
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
    claim.words.kernel.is_within(&head)
}
