//! What the index knows of a memory beside its words.

use consolidate_shared::id::{MemoryId, hash64};
use consolidate_shared::model::Kind;
use consolidate_shared::time::{Day, Timestamp};

/// The scope of a memory: the key of its project, or none when it holds everywhere.
pub type ScopeKey = Option<String>;

/// What ranking, filtering and the choice for a brief need of a memory without reading it. Small and `Copy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The kind.
    pub kind: Kind,
    /// Decay weight, per mille.
    pub strength: u16,
    /// Trust, per mille.
    pub trust: u16,
    /// Day of the newest evidence or use, else of creation.
    pub newest_evidence: Day,
    /// Day on which it was said.
    pub said: Day,
    /// Valid from this instant; none: always was.
    pub valid_from: Option<Timestamp>,
    /// Valid until, but not at, this instant; none: no end.
    pub valid_until: Option<Timestamp>,
    /// Has an active successor.
    pub superseded: bool,
    /// From this instant on something else holds in its place, whether or not that still does, or it was no longer wanted.
    pub ended_at: Option<Timestamp>,
    /// It was retired or held back for a reason by which it never counted: it was wrong, or no assertion.
    pub void: bool,
    /// Pinned by a person.
    pub pinned: bool,
    /// Of tier always.
    pub always: bool,
    /// Standing candidate.
    pub candidate: bool,
    /// Confirmed at least once.
    pub confirmed: bool,
    /// Written by the user.
    pub user: bool,
    /// Has a rationale.
    pub rationale: bool,
}

impl Facts {
    /// Facts of an ordinary new active memory of this kind.
    pub const fn new(kind: Kind) -> Self {
        Self {
            kind,
            strength: 500,
            trust: 500,
            newest_evidence: Day(0),
            said: Day(0),
            valid_from: None,
            valid_until: None,
            superseded: false,
            ended_at: None,
            void: false,
            pinned: false,
            always: false,
            candidate: false,
            confirmed: false,
            user: false,
            rationale: false,
        }
    }

    /// Whether the memory held at this instant, as far as the store tells: said or valid by then, neither ended nor replaced.
    pub fn held_at(&self, at: Timestamp) -> bool {
        (self.valid_from.is_some() || self.said <= at.day())
            && self.valid_at(at)
            && self.ended_at.is_none_or(|ended| at < ended)
            && !self.void
    }

    /// Whether the memory holds at this instant: within `[valid_from, valid_until)`.
    pub fn valid_at(&self, at: Timestamp) -> bool {
        self.valid_from.is_none_or(|from| from <= at)
            && self.valid_until.is_none_or(|until| at < until)
    }
}

/// What a person would say of a day, for the metadata field: `2026-04-11 2026-04 april`.
pub fn date_words(day: Day) -> String {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let date = day.to_string();
    let mut parts = date.splitn(3, '-');
    let (Some(year), Some(month)) = (parts.next(), parts.next()) else { return date };
    let number = month.parse::<usize>().unwrap_or_default();
    match number.checked_sub(1).and_then(|number| MONTHS.get(number)) {
        Some(name) => format!("{date} {year}-{month} {name}"),
        None => date,
    }
}

/// A memory as the index takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The memory; among equals the smaller id, which is the older, comes first.
    pub id: MemoryId,
    /// Where it holds.
    pub scope: ScopeKey,
    /// The text field.
    pub text: String,
    /// The metadata field: kind, slot, anchors, external id, project words, date words, wordings, rationale.
    pub meta: Vec<String>,
    /// Names of who said it (speaker, author, owner); a query that says one asks for what is theirs.
    pub actors: Vec<String>,
    /// The rest.
    pub facts: Facts,
}

impl Document {
    /// What its words are told by: documents with equal ones have equal words.
    pub fn check(&self) -> u64 {
        let parts = || std::iter::once(&self.text).chain(&self.meta).chain(&self.actors);
        let mut content = Vec::with_capacity(parts().map(|part| part.len() + 8).sum::<usize>() + 8);
        // Or the last of the metadata would be told for the first actor.
        content.extend_from_slice(&(self.actors.len() as u64).to_le_bytes());
        for part in parts() {
            content.extend_from_slice(&(part.len() as u64).to_le_bytes());
            content.extend_from_slice(part.as_bytes());
        }
        hash64(&content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_in_words() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        assert_eq!(date_words(day("2026-04-11")), "2026-04-11 2026-04 april");
        assert_eq!(date_words(day("1999-12-31")), "1999-12-31 1999-12 december");
        assert!(!date_words(Day(i32::MIN)).is_empty());
    }

    #[test]
    fn validity_holds_its_start_and_not_its_end() {
        let at = Timestamp::from_ms;
        let facts =
            Facts { valid_from: Some(at(5)), valid_until: Some(at(7)), ..Facts::new(Kind::Fact) };
        assert_eq!([4, 5, 6, 7].map(|ms| facts.valid_at(at(ms))), [false, true, true, false]);
    }
}
