//! Cues: what the small words of a text say of polarity, change, duty and permission, tense.
//!
//! Pure scans over tokens. The phrases are those measured in QUALITY B.2 and C.1.

use super::change::{self, Told};
use super::event;
use super::from_now;
use super::theme;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::Token;

/// What the cues of one text say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::relate) struct Cues {
    /// Negations and prohibitions, contrasts ("X, not Y") taken out.
    pub(in crate::relate) negations: usize,
    /// Contrasts: "X, not Y", "rather than", "instead of".
    pub(in crate::relate) contrasts: usize,
    /// What contrasts set aside: the X of "Y, not X", "Y rather than X".
    pub(in crate::relate) set_aside: Stems,
    /// The word that each negation governs.
    pub(in crate::relate) negated: Stems,
    /// Prohibits ("avoid", "forbidden").
    pub(in crate::relate) prohibits: bool,
    /// Says that the state changed.
    pub(in crate::relate) change: bool,
    /// Says so by a measured phrase, or by one that names what is gone: what else tells of a change is only asked about.
    pub(in crate::relate) firm: bool,
    /// Where it says so by a word of a class.
    pub(in crate::relate) told: Box<[Told]>,
    /// Says from when on it holds ("now", "as of v3"): what held before may be another matter.
    pub(in crate::relate) from_now: bool,
    /// Adds to what held ("also", "too").
    pub(in crate::relate) adds: bool,
    /// Says that nothing else does ("only").
    pub(in crate::relate) exclusive: bool,
    /// Tells of something that has come about ("has been automated", "was opened"), whatever it changed.
    pub(in crate::relate) event: bool,
    /// Says it by "no longer" or "any more".
    pub(in crate::relate) no_longer: bool,
    pub(in crate::relate) permits: bool,
    pub(in crate::relate) obliges: bool,
    /// was, were, had.
    pub(in crate::relate) past: bool,
    pub(in crate::relate) mood: Mood,
}

/// Moods that *Same* never crosses; a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::relate) struct Mood(u8);

impl Mood {
    pub(in crate::relate) const PERMITS: Self = Self(1);
    pub(in crate::relate) const FUTURE: Self = Self(1 << 1);
    pub(in crate::relate) const ADVICE: Self = Self(1 << 2);
    pub(in crate::relate) const DUTY: Self = Self(1 << 3);
    pub(in crate::relate) const ALTERNATIVE: Self = Self(1 << 4);
    /// What is not told as done: permitted, planned, advised, owed.
    pub(in crate::relate) const UNDONE: Self =
        Self(Self::PERMITS.0 | Self::FUTURE.0 | Self::ADVICE.0 | Self::DUTY.0);

    const PAIRS: &[(Self, &[&str])] = &[
        (Self::PERMITS, &["may", "can", "could", "might", "allowed", "permitted", "optional"]),
        (Self::FUTURE, &["will", "would", "shall", "going", "plan", "planned", "soon"]),
        (Self::ADVICE, &["should", "ought"]),
        (Self::DUTY, &["must", "required"]),
        (Self::ALTERNATIVE, &["or", "either"]),
    ];

    fn of(tokens: &[Token]) -> Self {
        let cues = || tokens.iter().filter(|token| token.is(Marks::CUE));
        let bits =
            Self::PAIRS.iter().filter(|(_, words)| cues().any(|token| token.is_one_of(words)));
        bits.fold(Self::default(), |mood, (bit, _)| Self(mood.0 | bit.0))
    }

    pub(in crate::relate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a claim in this mood can be the same as one in `other`: plain duty and plain statement may
    /// ("must be opened" / "open"), everything else must agree.
    pub(in crate::relate) fn agrees(self, other: Self) -> bool {
        let differ = Self(self.0 ^ other.0);
        let both = self.has(Self::DUTY) && other.has(Self::ADVICE)
            || self.has(Self::ADVICE) && other.has(Self::DUTY);
        !differ.has(Self(Self::PERMITS.0 | Self::FUTURE.0 | Self::ALTERNATIVE.0)) && !both
    }
}

/// Phrases of a strong change; `/` parts alternatives of one place.
const CHANGES: &[&[&str]] = &[
    &["switched"],
    &["migrated"],
    &["moved"],
    &["no", "longer"],
    &["anymore"],
    &["any", "more"],
    &["any", "longer"],
    &["replaced"],
    &["renamed"],
    &["dropped"],
    &["from", "now", "on"],
    &["changed", "from"],
    &["changed", "to"],
    &["was", "changed"],
    &["were", "changed"],
    &["bumped"],
    &["raised"],
    &["lowered"],
    &["increased"],
    &["upgraded"],
    &["downgraded"],
    &["rewritten"],
    &["ported"],
    &["took", "over"],
    &["taken", "over"],
    &["said", "goodbye", "to"],
    &["parted", "with"],
    &["parted", "ways", "with"],
    &["walked", "away", "from"],
    &["we", "are", "off"],
    &["we", "re", "off"],
    &["stopped"],
    &["is", "gone"],
    &["are", "gone"],
    &["fixed"],
    &["removed"],
    &["deleted"],
    &["relocated"],
    &["superseded"],
    &["in", "favor", "of"],
    &["reverted"],
];

const EXCLUSIVE: &[&str] = &["only", "solely", "exclusively", "just", "alone", "ignores", "skips"];

const NO_LONGER: &[&[&str]] =
    &[&["no", "longer"], &["anymore"], &["any", "more"], &["any", "longer"], &["no", "more"]];

/// What is said of something that is there and means nothing.
const VOID: &[&[&str]] = &[
    &["does", "nothing"],
    &["do", "nothing"],
    &["has", "no", "effect"],
    &["have", "no", "effect"],
    &["is", "ignored"],
    &["are", "ignored"],
    &["is", "a", "no", "op"],
];

const PERMISSIONS: &[&[&str]] = &[
    &["allowed"],
    &["is", "fine"],
    &["are", "fine"],
    &["is", "ok"],
    &["okay"],
    &["permitted"],
    &["can", "be"],
    &["optional"],
    &["need", "not"],
    &["is", "enough"],
    &["is", "okay"],
    &["are", "ok"],
    &["acceptable"],
    &["welcome"],
    &["free", "to"],
    &["you", "can"],
];

const DUTIES: &[&[&str]] = &[
    &["must"],
    &["never"],
    &["always"],
    &["do", "not"],
    &["should", "not"],
    &["required"],
    &["forbidden"],
    &["prohibited"],
    &["disallowed"],
    &["banned"],
    &["mandatory"],
    &["compulsory"],
    &["frozen"],
    &["blocked"],
    &["off", "limits"],
];

/// The first words of all phrases, and the words of mood.
pub(in crate::relate) fn heads() -> impl Iterator<Item = &'static str> {
    let phrases = CHANGES
        .iter()
        .chain(PERMISSIONS)
        .chain(DUTIES)
        .chain(VOID)
        .chain(NO_LONGER)
        .filter_map(|phrase| phrase.first());
    let moods = Mood::PAIRS.iter().flat_map(|(_, words)| words.iter());
    phrases.chain(moods).copied().chain(change::words())
}

impl Cues {
    pub(in crate::relate) fn of(tokens: &[Token]) -> Self {
        let contrast_negations =
            tokens.iter().enumerate().filter(|(i, _)| is_contrast(tokens, *i)).count();
        let contrasts = contrast_negations
            + count(tokens, &["rather", "than"])
            + count(tokens, &["instead", "of"]);
        let is_negation = |token: &&Token| token.is(Marks::NEGATION) && !token.is_word("nobody");
        let negations =
            tokens.iter().filter(is_negation).count().saturating_sub(contrast_negations);
        let told = change::told(tokens);
        let measured = tells_of_change(tokens) || used_to(tokens).next().is_some();
        let from_now = from_now::is_from_now(tokens);
        // "Does nothing now".
        let void = from_now && says(tokens, VOID);
        let instead = from_now && !from_now::adds(tokens) && contrasts > 0;
        let prohibitions = tokens.iter().filter(|token| token.is(Marks::PROHIBITION)).count();
        Self {
            // "Has yet to be decided" denies as "has not been decided" does.
            negations: negations + prohibitions + count(tokens, &["yet", "to"]),
            prohibits: prohibitions > 0,
            contrasts,
            set_aside: set_aside(tokens),
            negated: negated(tokens).collect(),
            change: measured || !told.is_empty() || instead || void,
            firm: measured || instead || told.iter().any(|told| told.is_firm()),
            told: told.into(),
            from_now,
            adds: from_now::adds(tokens),
            exclusive: tokens.iter().any(|token| token.is_one_of(EXCLUSIVE)),
            event: event::has_come_about(tokens),
            no_longer: says(tokens, NO_LONGER),
            permits: rules(tokens, PERMISSIONS, DUTIES) || may(tokens),
            obliges: rules(tokens, DUTIES, PERMISSIONS),
            past: tokens.iter().any(|token| token.is_one_of(&["was", "were", "had"])),
            mood: Mood::of(tokens),
        }
    }

    /// Whether the text as a whole denies.
    pub(in crate::relate) fn denies(&self) -> bool {
        self.negations > 0
    }
}

/// Whether the token at `i` is the negation of a contrast: "X, not Y".
fn is_contrast(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i).filter(|token| token.is_one_of(&["not", "never"])) else {
        return false;
    };
    let followed = tokens.get(i + 1).is_some_and(|next| next.gap == Gap::NONE);
    let previous = i.checked_sub(1).and_then(|i| tokens.get(i));
    let joined = previous.is_some_and(|previous| {
        previous.is_one_of(&["and", "but"])
            && previous.gap.any(Gap::COMMA)
            && token.gap == Gap::NONE
    });
    followed && (token.gap == Gap::COMMA || joined)
}

/// The content words behind each contrast, up to the next mark or preposition.
fn set_aside(tokens: &[Token]) -> Stems {
    let starts = (0..tokens.len()).filter_map(|i| {
        let phrase = [&["rather", "than"], &["instead", "of"]]
            .iter()
            .any(|phrase| phrase_at(tokens, i, *phrase));
        let start = if phrase { Some(i + 2) } else { is_contrast(tokens, i).then_some(i + 1) };
        start.and_then(|start| tokens.get(start..))
    });
    let spans = starts.flat_map(|rest| {
        let ends = |token: &Token| token.gap != Gap::NONE || token.is(Marks::PREPOSITION);
        rest.iter()
            .take(LONGEST_CONTRAST)
            .enumerate()
            .take_while(move |(i, token)| *i == 0 || !ends(token))
    });
    let passed = Marks::STOP.or(Marks::NEGATION).or(Marks::QUALIFIER);
    spans
        .map(|(_, token)| token)
        .filter(|token| !token.is(passed))
        .map(|token| token.stem)
        .collect()
}

/// A contrast sets a phrase aside, not a clause.
const LONGEST_CONTRAST: usize = 4;

fn negated(tokens: &[Token]) -> impl Iterator<Item = Stem> + '_ {
    let skipped = Marks::STOP.or(Marks::NEGATION);
    let negations = tokens.iter().enumerate().filter(|(_, token)| token.is(Marks::NEGATION));
    negations.map(move |(i, negation)| {
        let pronoun = negation.is_one_of(&["none", "nothing", "nobody"]);
        let mut rest = tokens.iter().skip(i + 1).filter(|_| !pronoun);
        rest.find(|token| !token.is(skipped)).map_or(Stem::of(""), |token| token.stem)
    })
}

/// Where "used to" tells of the past ("is used to" does not).
pub(in crate::relate) fn used_to(tokens: &[Token]) -> impl Iterator<Item = usize> + '_ {
    tokens.windows(2).enumerate().filter_map(move |(i, pair)| {
        let here = matches!(pair, [used, to] if used.is_word("used") && to.is_word("to") && to.gap == Gap::NONE);
        let previous = i.checked_sub(1).and_then(|i| tokens.get(i));
        let passive = previous.is_some_and(|token| token.is(Marks::PASSIVE) || token.is_word("being"));
        (here && !passive).then_some(i)
    })
}

fn may(tokens: &[Token]) -> bool {
    let mut words = tokens.iter().enumerate().filter(|(_, token)| token.is_word("may"));
    words.any(|(i, _)| {
        !tokens.get(i + 1).is_some_and(|next| next.is_word("not")) && !gives_reason(tokens, i)
    })
}

/// Whether a phrase of `these` is said plainly, or one of `those` is denied: what is "not allowed" is forbidden, what is "not
/// required" is left free.
fn rules(tokens: &[Token], these: &[&[&str]], those: &[&[&str]]) -> bool {
    let heads = tokens.iter().enumerate().filter(|(_, token)| token.is(Marks::CUE));
    let says = |i: usize, phrases: &[&[&str]], denied: bool| {
        is_denied(tokens, i) == denied && phrases.iter().any(|phrase| phrase_at(tokens, i, phrase))
    };
    heads
        .map(|(i, _)| i)
        .any(|i| !gives_reason(tokens, i) && (says(i, these, false) || says(i, those, true)))
}

/// Whether a negation stands right before the word at `i`: "not allowed", "not strictly required".
fn is_denied(tokens: &[Token], i: usize) -> bool {
    let denies = |back: usize| {
        i.checked_sub(back).and_then(|i| tokens.get(i)).is_some_and(|token| token.is_word("not"))
    };
    denies(1) || denies(2)
}

/// Whether the word at `i` stands in a clause that only gives a reason: "…, they may hold secrets".
fn gives_reason(tokens: &[Token], i: usize) -> bool {
    let opens = |token: &Token| {
        token.is_one_of(&["because", "since", "otherwise"])
            || (token.gap.any(Gap::CLAUSE) && token.is_one_of(REASON_SUBJECTS))
    };
    let mut before = tokens.iter().take(i.saturating_add(1)).rev();
    // The nearest start of a clause decides.
    let start = before.find(|token| opens(token) || token.gap.any(Gap::SEMICOLON.or(Gap::STOP)));
    start.is_some_and(opens)
}

/// What a clause that gives a reason is told of.
const REASON_SUBJECTS: &[&str] = &["they", "it", "this", "that", "these", "those", "which"];

/// Whether `phrase` starts at `i`, unbroken.
pub(in crate::relate) fn phrase_at(tokens: &[Token], i: usize, phrase: &[&str]) -> bool {
    let Some(here) = tokens.get(i..i.saturating_add(phrase.len())) else { return false };
    let unbroken = here.iter().skip(1).all(|token| !token.gap.any(Gap::CLAUSE));
    unbroken && here.iter().zip(phrase).all(|(token, word)| token.is_word(word))
}

fn count(tokens: &[Token], phrase: &[&str]) -> usize {
    (0..tokens.len()).filter(|i| phrase_at(tokens, *i, phrase)).count()
}

/// Whether a phrase of change is told and does not merely describe a noun ("from the removed module").
fn tells_of_change(tokens: &[Token]) -> bool {
    let heads = tokens.iter().enumerate().filter(|(_, token)| token.is(Marks::CUE));
    let mut told = heads
        .map(|(i, _)| i)
        .filter(|i| CHANGES.iter().any(|phrase| phrase_at(tokens, *i, phrase)));
    told.any(|i| !is_attribute(tokens, i) && !event::is_habit(tokens, i))
}

/// Whether the participle at `i` only describes a noun: "for removed modules", "the deprecated method".
pub(in crate::relate) fn is_attribute(tokens: &[Token], i: usize) -> bool {
    let Some(token) = tokens.get(i).filter(|token| token.ends_in_ed()) else { return false };
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    // "Deprecated endpoints answer …": the verb comes later.
    let opens = i == 0 && theme::finite(tokens).is_some_and(|verb| (2..=3).contains(&verb));
    let after = tokens.get(i + 1).is_some_and(|next| {
        next.gap == Gap::NONE && !next.is(Marks::PREPOSITION.or(Marks::STOP).or(Marks::QUALIFIER))
    });
    let leads = |before: &Token| {
        before.is(Marks::PREPOSITION) && !before.is_word("to") || before.is_one_of(DETERMINERS)
    };
    after && (opens || (!token.gap.any(Gap::CLAUSE) && before.is_some_and(leads)))
}

const DETERMINERS: &[&str] = &[
    "the", "a", "an", "any", "all", "no", "some", "this", "that", "these", "every", "each", "our",
    "of",
];

fn says(tokens: &[Token], phrases: &[&[&str]]) -> bool {
    let heads = tokens.iter().enumerate().filter(|(_, token)| token.is(Marks::CUE));
    heads.map(|(i, _)| i).any(|i| phrases.iter().any(|phrase| phrase_at(tokens, i, phrase)))
}
