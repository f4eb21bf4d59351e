//! What speaks for a memory and how often it was used. Only evidence raises trust.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Context, Judge, Origin};
use crate::limits::CONTEXTS_KEPT;
use crate::time::Day;

/// When a memory was last confirmed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Confirmation {
    /// The UTC day.
    pub day: Day,
    /// The build it was confirmed on, if the confirmer named one.
    #[serde(default)]
    pub build: Option<String>,
}

/// Confirmations and contradictions, each from a context, weighed in tenths (a person's word is 20).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// Weight of the confirmations, in tenths.
    pub confirmed: u32,
    /// Weight of the contradictions, in tenths.
    pub contradicted: u32,
    /// The last distinct contexts that gave evidence, each with the last day on which it did; at most [`CONTEXTS_KEPT`].
    #[serde(default)]
    pub contexts: BTreeSet<Context>,
    /// The latest confirmation.
    #[serde(default)]
    pub last_confirmed: Option<Confirmation>,
}

impl Evidence {
    /// Trust in per mille (0..=1000): `1000 (s + confirmed) / (n + confirmed + 2.5 contradicted)`, prior s/n by origin,
    /// rounded down (DESIGN 4).
    pub fn trust(&self, origin: Origin) -> u16 {
        let (successes, trials) = origin.prior();
        let (confirmed, contradicted) = (u64::from(self.confirmed), u64::from(self.contradicted));
        // In twentieths, so that 2.5 contradictions are an integer too.
        let good = 2 * (10 * u64::from(successes) + confirmed);
        let all = 2 * (10 * u64::from(trials) + confirmed) + 5 * contradicted;
        u16::try_from(1000 * good / all).unwrap_or(1000)
    }

    /// How surely it is confirmed: the one-sided 95 % lower bound of the confirmations' share, per mille (see [`lower_bound`]).
    pub fn support(&self) -> u16 {
        lower_bound(self.confirmed, self.contradicted)
    }

    /// How surely it is contradicted: the same bound of the contradictions' share, per mille.
    pub fn harm(&self) -> u16 {
        lower_bound(self.contradicted, self.confirmed)
    }

    /// The contexts that are known to have spoken for it (true) or against it (false), each once.
    pub fn distinct(&self, confirms: bool) -> Vec<&Context> {
        let mut distinct = BTreeMap::new();
        for context in self.contexts.iter().filter(|context| context.confirms == confirms) {
            distinct.insert(context.identity(), context);
        }
        distinct.into_values().collect()
    }

    /// Whether a person is known to have spoken for it (true) or against it (false).
    pub fn has_a_persons_word(&self, confirms: bool) -> bool {
        self.contexts.iter().any(|it| it.confirms == confirms && it.judge == Judge::Person)
    }

    /// The day of the latest evidence, for or against.
    pub fn last_day(&self) -> Option<Day> {
        let confirmed = self.last_confirmed.as_ref().map(|confirmed| confirmed.day);
        confirmed.max(self.contexts.last().map(|context| context.day))
    }

    /// Whether `context` has given its evidence on its day: it counts once a day.
    pub fn has_counted(&self, context: &Context) -> bool {
        self.contexts.iter().any(|known| known.day == context.day && known.is_of(context))
    }

    /// The contexts once `more` are taken in: each once with its latest day, the newest [`CONTEXTS_KEPT`] of them.
    pub fn contexts_with(&self, more: impl IntoIterator<Item = Context>) -> BTreeSet<Context> {
        let all: BTreeSet<Context> = self.contexts.iter().cloned().chain(more).collect();
        let mut seen = BTreeSet::new();
        // From the newest on: of one context the latest day stays.
        let newest = all.iter().rev().filter(|context| seen.insert(context.identity()));
        newest.take(CONTEXTS_KEPT).cloned().collect()
    }
}

/// One-sided Wilson lower bound, z = 1.645, of the share of `good` in `good + bad` (both in tenths of a piece of evidence), per
/// mille, rounded to the nearest: 2 of 2 is 425, 5 of 5 is 649, nothing at all is 0 (DESIGN 4).
///
/// In integers of a millionth, so that no machine rounds otherwise.
pub fn lower_bound(good: u32, bad: u32) -> u16 {
    const Z: u128 = 1_645_000;
    const Z_SQUARED: u128 = 2_706_025;
    const ONE: u128 = 1_000_000;
    if good == 0 {
        return 0;
    }
    let millionths = |tenths: u32| u128::from(tenths) * (ONE / 10);
    let (good, all) = (millionths(good), millionths(good) + millionths(bad));
    let spread = (good * (all - good) / all + Z_SQUARED / 4) * ONE;
    let above = good + Z_SQUARED / 2;
    let numerator = above.saturating_sub(Z * spread.isqrt() / ONE);
    let denominator = all + Z_SQUARED;
    u16::try_from((1000 * numerator + denominator / 2) / denominator).unwrap_or(1000)
}

/// How often a memory was used. It never raises trust.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Times it surfaced by its trigger.
    pub triggered: u32,
    /// Times somebody read it by its id.
    pub opened: u32,
    /// Times an agent said that it used it.
    pub used: u32,
    /// The last of these days.
    #[serde(default)]
    pub last_used: Option<Day>,
}

impl Usage {
    /// Uses of every sort.
    pub fn total(&self) -> u64 {
        [self.triggered, self.opened, self.used].into_iter().map(u64::from).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn trust_follows_the_formula() {
        let mut evidence = Evidence::default();
        assert_eq!(evidence.trust(Origin::User), 900);
        assert_eq!(evidence.trust(Origin::Import), 500);
        evidence.confirmed = 20;
        assert_eq!(evidence.trust(Origin::Agent { capable: true }), 714);
        evidence.contradicted = 10;
        assert_eq!(evidence.trust(Origin::Agent { capable: true }), 526);
    }

    #[test]
    fn the_bound_is_wilsons() {
        assert_eq!(lower_bound(20, 0), 425);
        assert_eq!(lower_bound(50, 0), 649);
        assert_eq!((lower_bound(0, 0), lower_bound(0, 50)), (0, 0));
        assert_eq!(lower_bound(u32::MAX, 0), 1000);
        assert_eq!(lower_bound(u32::MAX, u32::MAX), 500);
    }

    fn context(day: i32, who: &str, confirms: bool) -> Context {
        Context {
            day: Day(day),
            confirms,
            judge: Judge::Agent,
            who: who.to_owned(),
            session: None,
            task: None,
            project: None,
            domain: None,
        }
    }

    #[test]
    fn a_context_is_kept_once_with_its_last_day_and_only_the_newest_are_kept() {
        let mut evidence = Evidence::default();
        evidence.contexts = evidence.contexts_with([context(1, "a", true), context(2, "b", true)]);
        evidence.contexts = evidence.contexts_with([context(3, "a", true), context(3, "a", false)]);
        assert_eq!(evidence.distinct(true).len(), 2);
        assert_eq!(evidence.distinct(false).len(), 1);
        assert!(evidence.has_counted(&context(3, "a", true)));
        assert!(!evidence.has_counted(&context(1, "a", true)));
        assert_eq!(evidence.last_day(), Some(Day(3)));
        let many = (0..100).map(|number| context(10 + number, &number.to_string(), true));
        evidence.contexts = evidence.contexts_with(many);
        assert_eq!(evidence.contexts.len(), CONTEXTS_KEPT);
        assert_eq!(evidence.contexts.first().map(|it| it.day), Some(Day(46)));
    }

    proptest! {
        #[test]
        fn more_confirmations_never_lower_the_bound(good: u32, more: u32, bad: u32) {
            let grown = good.saturating_add(more);
            prop_assert!(lower_bound(grown, bad) >= lower_bound(good, bad));
            prop_assert!(lower_bound(good, bad.saturating_add(more)) <= lower_bound(good, bad));
            prop_assert!(lower_bound(good, bad) <= 1000);
        }
    }
}
