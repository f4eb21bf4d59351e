//! Every constant of ranking, in one value that can become part of a policy.

use consolidate_shared::model::Kind;

use super::analyse::{Class, Intent, QueryTerm};
use super::facts::Facts;
use super::fixed::SCORE_ONE;

/// The most that an actor can weigh, that of some four terms as rare as can be: the arithmetic bound of the score.
const MOST_GAIN: u32 = 100_000;

/// The constants of ranking, per mille where no unit is named.
///
/// How an exact match wins: an identifier, path, flag or code is a term by itself, nearly always a rare one, so its idf
/// alone outweighs common words; the memory that holds it holds its parts too, so every match of the parts counts for
/// it as well; and codes and versions, which have no parts, weigh half as much again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// BM25 saturation of repeated terms, k1.
    pub k1: u32,
    /// BM25 length normalisation of the text field, b, at most 1000; the metadata field has none.
    pub b: u32,
    /// Weight of the metadata field beside the text field.
    pub meta: u32,
    /// Weight of an identifier, path or flag that is matched whole.
    pub identifier: u32,
    /// Weight of a code or version matched whole.
    pub code: u32,
    /// Weight of a hyphenated word matched whole.
    pub compound: u32,
    /// Weight of words matched run together (`cut-over` by `cutover`).
    pub joined: u32,
    /// Weight of a pair of characters in a script without spaces.
    pub pair: u32,
    /// What a memory gains whose actor the query names, per mille of the weight of one nat of idf: the same for every actor, however
    /// much they said. Nothing where the actor said everything.
    pub actor: u32,
    /// Terms of a query that are scored: the rarest in the scopes searched, at most 64. A search costs what
    /// these hold; beyond some thirty the further terms of a long text only repeat what the rarer ones said.
    pub scored_terms: usize,
    /// Words of a query, the rarest, for which terms that mean nearly the same are looked for too.
    pub expanded_terms: usize,
    /// Weight of a term that means the same as one of the query, beside that one; 0: none are looked for.
    pub expansion: u32,
    /// The cosine of two words from which one stands for the other; the weight rises from 0 there.
    pub expansion_from: u32,
    /// Share of the vectors in the relevance of a text; the words have the rest. 0: no vector is looked at.
    pub vectors: u32,
    /// The likeness from which a text that shares no term with the query is told of.
    pub least_likeness: u32,
    /// The relevance below which nothing relevant is known, see [`Found::relevance`](super::Found::relevance). Measured: of 308
    /// questions about other matters 79 % stay below it, of 2,867 that the store answers none.
    pub relevant: u32,
    /// Score multiplier at strength 0; 1000 at strength 1000, linear between (QUALITY A.3 step 6 has 800).
    pub decay_floor: u32,
    /// Score multiplier at trust 0; 1000 at trust 1000, linear between.
    pub trust_floor: u32,
    /// Score multiplier of a kind that the words of the query ask for (1000 = no preference).
    pub intent_gain: u32,
}

impl Weights {
    /// The measured defaults: k1, b, the weights of metadata and actor from QUALITY A.1, the others from `changelog_link`.
    pub const DEFAULT: Self = Self {
        k1: 900,
        b: 400,
        meta: 800,
        identifier: 1_000,
        code: 1_500,
        compound: 250,
        joined: 250,
        pair: 1_000,
        actor: 3_000,
        scored_terms: 32,
        expanded_terms: 16,
        expansion: 600,
        expansion_from: 400,
        vectors: 400,
        least_likeness: 300,
        relevant: 300,
        decay_floor: 800,
        trust_floor: 900,
        intent_gain: 1_050,
    };

    /// The defaults for the words of a query alone: what is nearest by what is said, not by what is meant.
    pub const WORDS: Self = Self { actor: 0, expansion: 0, vectors: 0, ..Self::DEFAULT };

    /// The saturation constant within the range that the arithmetic is proven for.
    pub(super) fn k1(&self) -> u64 {
        u64::from(self.k1.min(10_000))
    }

    /// Weight of a query term, per mille.
    pub(super) fn of_term(&self, term: &QueryTerm) -> u32 {
        let class = match term.class {
            Class::Word | Class::Single | Class::Stop => 1_000,
            Class::Pair | Class::Lone => self.pair,
            Class::Joined => self.joined,
            Class::Compound => self.compound,
            Class::Identifier => self.identifier,
            // A name is no term of the query: it is weighed by itself.
            Class::Actor => 0,
            Class::Code => self.code,
        };
        class.min(4_000) * term.count
    }

    /// What a memory gains whose actor the query names, of whom `theirs` of `documents` memories are. Whoever said nearly all of
    /// what is searched merely wrote it, as an agent writes the notes of its project: from three quarters on the gain falls, to 0.
    pub(super) fn of_actor(&self, documents: u64, theirs: u64) -> u64 {
        let gain = u64::from(self.actor.min(MOST_GAIN)) * u64::from(SCORE_ONE) / 1_000;
        let others = documents.saturating_sub(theirs).saturating_mul(4);
        gain * others.min(documents) / documents.max(1)
    }

    /// The final score of a memory: its text score times the bounded multipliers, rounded down.
    ///
    /// Strictly rising in none and falling in none of strength, trust and text score: with equal words the one with
    /// less strength never comes out ahead, and at equal scores strength decides (DESIGN 8, decay).
    pub(super) fn apply(&self, text_score: u32, facts: &Facts, intent: Intent) -> u32 {
        let linear = |floor: u32, value: u16| {
            let floor = u64::from(floor.min(1_000));
            floor * 1_000 + (1_000 - floor) * u64::from(value.min(1_000))
        };
        let kind = u64::from(if preferred(intent, facts) { self.gain() } else { 1_000 });
        let decay = linear(self.decay_floor, facts.strength);
        let trust = linear(self.trust_floor, facts.trust);
        // Both are at most 10^6, the product by kind at most 2 · 10^6, the score under 2^32: 64 bits are enough.
        let multiplier = decay * trust / 1_000_000 * kind / 1_000;
        u32::try_from(u64::from(text_score) * multiplier / 1_000_000).unwrap_or(u32::MAX)
    }

    /// The most that [`Weights::apply`] can make of a text score.
    pub(super) fn ceiling(&self, text_score: u64, intent: Intent) -> u64 {
        if intent == Intent::default() {
            text_score
        } else {
            text_score * u64::from(self.gain()) / 1_000
        }
    }

    /// The gain of a preferred kind, never a penalty and never more than double.
    fn gain(&self) -> u32 {
        self.intent_gain.clamp(1_000, 2_000)
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whether a memory is of a kind that the words of the query ask for.
fn preferred(intent: Intent, facts: &Facts) -> bool {
    match facts.kind {
        Kind::Decision => intent.why && facts.rationale,
        Kind::Pitfall => intent.error,
        Kind::Procedure => intent.how,
        Kind::Policy | Kind::Fact => false,
    }
}
