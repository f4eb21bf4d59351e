//! What speaks for a memory and how often it was used. Only evidence raises trust.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Origin;
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
    /// The last distinct contexts that gave evidence.
    #[serde(default)]
    pub contexts: BTreeSet<String>,
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
