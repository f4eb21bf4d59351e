//! A statement: everything that the pair rules see of one text, analysed once.
//!
//! Analysis is linear in the text (sorting apart) and total: any string gives a statement. Nothing here decides
//! anything; the rules of `same`, `replace` and `clash` only read.

use super::change::Told;
use super::cues::{Cues, is_attribute};
use super::frames::{self, Frame};
use super::genre::{self, Genre};
use super::implied::{self, Implied};
use super::occasion;
use super::old_value::{Values, is_content};
use super::predicate::predicate;
use super::revert::{Revert, folded};
use super::theme;
use super::transition::Transition;
use crate::relate::words::families::{Families, FamilyKey};
use crate::relate::words::language;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::names;
use crate::relate::words::prose;
use crate::relate::words::scan::{self, Gap, Scan};
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::{self, Kind, Token};
use crate::relate::words::undone::{self, Undone};

/// What the rules see of one text. Build it once per text; comparing two is cheap.
#[derive(Clone, Debug)]
pub struct Statement {
    pub(in crate::relate) equality: Box<str>,
    pub(in crate::relate) tokens: Box<[Token]>,
    pub(in crate::relate) known_language: bool,
    /// Whether the text asserts or orders anything. A title or a heading does not: it names, and two things may have
    /// nearly equal names.
    pub(in crate::relate) asserts: bool,
    /// Whether the text says what holds, orders, tells or asks.
    pub(in crate::relate) genre: Genre,
    pub(in crate::relate) words: Words,
    pub(in crate::relate) guards: Guards,
    pub(in crate::relate) cues: Cues,
    /// Index of the first finite verb; the token count where there is none.
    pub(in crate::relate) verb: usize,
    /// Index of the verb of the first clause, listed or not, if one is found.
    pub(in crate::relate) predicate: Option<usize>,
    /// Content words before the verb.
    pub(in crate::relate) subject: Stems,
    /// What the text speaks of: the content words before its predicate.
    pub(in crate::relate) theme: Stems,
    /// What it says of it: the stem of the verb of its predicate.
    pub(in crate::relate) says: Option<Stem>,
    /// Whether that verb may hold of many things at once.
    pub(in crate::relate) says_many: bool,
    /// Old and new values, where the text tells of a change.
    pub(in crate::relate) values: Values,
    pub(in crate::relate) frames: Box<[Frame]>,
    /// Which tools the text says are in use: implied slots.
    pub(in crate::relate) implied: Box<[Implied]>,
    pub(in crate::relate) transition: Option<Transition>,
    pub(in crate::relate) revert: Option<Revert>,
}

/// The words of a text, sorted by how much they carry.
#[derive(Clone, Debug, Default)]
pub(in crate::relate) struct Words {
    /// Core words: what the text is about.
    pub(in crate::relate) core: Stems,
    /// Core words in the order of the text, with repeats.
    pub(in crate::relate) sequence: Box<[Stem]>,
    /// Core words without those that only tell of change.
    pub(in crate::relate) kernel: Stems,
    /// Core, weak and qualifying words.
    pub(in crate::relate) content: Stems,
    /// Weak words.
    pub(in crate::relate) weak: Stems,
    /// All words.
    pub(in crate::relate) all: Stems,
    /// Numbers and versions.
    pub(in crate::relate) numbers: Stems,
    /// Identifiers, paths, flags, dates.
    pub(in crate::relate) identifiers: Stems,
    /// Words that a prefix makes of their opposite.
    pub(in crate::relate) undone: Box<[Undone]>,
}

/// What *Same* compares beside the words.
#[derive(Clone, Debug, Default)]
pub(in crate::relate) struct Guards {
    pub(in crate::relate) names: Stems,
    /// Identifiers as written: their case counts.
    pub(in crate::relate) cased_identifiers: Stems,
    /// What stands in double quotes or backticks, as written.
    pub(in crate::relate) quoted: Stems,
    pub(in crate::relate) hard: Stems,
    pub(in crate::relate) qualifiers: Stems,
    pub(in crate::relate) prepositions: Stems,
    pub(in crate::relate) order: Stems,
    /// Dates and numbered events that say *which* occasion is told of.
    pub(in crate::relate) occasions: Stems,
    /// Numerals of East Asia.
    pub(in crate::relate) numerals: Stems,
    pub(in crate::relate) signs: u64,
    pub(in crate::relate) question: bool,
    /// Ends with a full stop, as a sentence does.
    pub(in crate::relate) sentence: bool,
    /// Ends with a colon: it opens something and asserts nothing.
    pub(in crate::relate) heading: bool,
    pub(in crate::relate) status: Option<&'static str>,
}

impl Statement {
    /// Analyses `text` with the tool families that come with the program. Total, pure, linear in its length.
    pub fn new(text: &str) -> Self {
        Self::with(text, &Families::builtin())
    }

    /// Analyses `text` with these tool families.
    pub fn with(text: &str, families: &Families) -> Self {
        let (scanned, status) = prose::scanned_form(text);
        let mut scan = scan::scan(&scanned);
        scan.signs = scan.signs.wrapping_add(prose::folded_digits(text));
        let tokens = token::tokens(&scan.raws);
        scan.question |= genre::asks(&tokens);
        let equality = prose::equality_form(text).into_boxed_str();
        let known_language = language::is_known(&tokens, &scan);
        let cues = Cues::of(&tokens);
        let verb = verb(&tokens);
        let revert = Revert::of(&equality, &tokens);
        let says = theme::verb(&tokens);
        Self {
            words: Words::of(&tokens, &cues.told),
            guards: Guards::of(&tokens, &scan, &scanned, status, verb),
            subject: subject(&tokens, verb),
            values: if cues.change { Values::of(&tokens, &cues.told) } else { Values::default() },
            theme: theme(&tokens, &cues.told),
            says: says.map(|verb| verb.stem),
            says_many: says.is_some_and(|verb| verb.is(Marks::MANY_VALUED)),
            frames: frames::frames(&tokens).into(),
            implied: if scan.question {
                Box::default()
            } else {
                implied::implied(&tokens, families).into()
            },
            transition: Transition::of(&tokens),
            asserts: asserts(&tokens),
            predicate: predicate(&tokens),
            genre: Genre::of(&tokens, scan.question),
            tokens: tokens.into(),
            known_language,
            equality,
            cues,
            verb,
            revert,
        }
    }

    /// The text in the form in which equality is decided: composed, white space collapsed, one final full stop
    /// dropped, case kept. Texts with equal forms are one class before any pair is compared. Empty for a blank text.
    pub fn normalised(&self) -> &str {
        &self.equality
    }

    /// Core stems, sorted and distinct: candidates for comparison are nominated by these alone.
    pub fn core(&self) -> &[Stem] {
        self.words.core.as_slice()
    }

    /// The stems of what the text says is no longer so, with repeats: all that it may have in common with the text that told
    /// of it.
    pub fn leaves(&self) -> impl Iterator<Item = Stem> + '_ {
        let values = self.values.old.iter().chain(&self.values.faded).flat_map(Stems::iter);
        let restated = self.theme.iter().filter(|_| self.cues.from_now);
        values.chain(restated).chain(self.revert.iter().flat_map(Revert::told))
    }

    /// Keys by which a text meets what it goes on from or takes back, whatever words they share: both ends of a step, the
    /// text itself but for case and references, and the one that it quotes as reverted.
    pub fn steps(&self) -> impl Iterator<Item = u64> + '_ {
        let ends = self.transition.iter().flat_map(Transition::ends);
        let quoted = self.revert.iter().filter_map(Revert::quoted).map(Stem::value);
        ends.chain(quoted).chain([folded(&self.equality).value()])
    }

    /// Whether the text tells of a change, and whether it denies. Texts that agree in both replace or contradict each other
    /// only where they have much in common.
    pub fn stance(&self) -> (bool, bool) {
        (self.cues.change, self.cues.denies())
    }

    /// A key for each question that the text answers by its form ("S is V"): texts with an equal key may answer it otherwise
    /// in words that they do not share. No key equals a stem but by chance.
    pub fn claims(&self) -> impl Iterator<Item = u64> + '_ {
        self.frames.iter().filter_map(Frame::question)
    }

    /// The tool families whose question this text answers, sorted and distinct: two texts that answer one are worth comparing,
    /// although they may share no stem.
    pub fn families(&self) -> impl Iterator<Item = FamilyKey> {
        let mut keys: Vec<FamilyKey> = self.implied.iter().map(|answer| answer.family).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter()
    }

    /// Whether the text is in a language whose cues the rules know (English). For others *Same* is equality, and no
    /// conflict or replacement is read from the words, but for two names under one label.
    pub fn known_language(&self) -> bool {
        self.known_language
    }

    /// The names that `other` has neither as a word nor as a name ("Lisbon" is a name of "Europe/Lisbon", and no word).
    pub(in crate::relate) fn names_alone<'a>(
        &'a self,
        other: &'a Self,
    ) -> impl Iterator<Item = Stem> + 'a {
        let unsaid = self.guards.names.without(&other.words.all);
        unsaid.filter(|name| !other.guards.names.has(*name))
    }

    /// What this text takes back, if it is a revert.
    pub fn revert(&self) -> Option<&Revert> {
        self.revert.as_ref()
    }
}

impl Words {
    fn of(tokens: &[Token], told: &[Told]) -> Self {
        let changes = |i: usize| told.iter().any(|told| told.at == i);
        let telling = tokens
            .iter()
            .enumerate()
            .filter(|(i, token)| is_core(token) && !token.is(Marks::CHANGE) && !changes(*i));
        let set = |keep: &dyn Fn(&Token) -> bool| -> Stems {
            tokens.iter().filter(|token| keep(token)).map(|token| token.stem).collect()
        };
        Self {
            core: set(&is_core),
            sequence: tokens
                .iter()
                .filter(|token| is_core(token))
                .map(|token| token.stem)
                .collect(),
            kernel: telling.map(|(_, token)| token.stem).collect(),
            content: set(&is_spoken),
            weak: set(&|token| is_spoken(token) && token.is(Marks::WEAK)),
            all: set(&|_| true),
            numbers: set(&|token| token.kind == Kind::Number),
            identifiers: set(&|token| token.kind == Kind::Identifier),
            undone: undone::undone(tokens),
        }
    }
}

/// Whether a token is no mere function word or negation.
pub(in crate::relate) fn is_spoken(token: &Token) -> bool {
    token.kind != Kind::Word || !token.is(Marks::STOP.or(Marks::NEGATION))
}

/// Whether a token belongs to the core of its text.
pub(in crate::relate) fn is_core(token: &Token) -> bool {
    is_spoken(token) && !token.is(Marks::WEAK.or(Marks::QUALIFIER_STEM))
}

impl Guards {
    fn of(
        tokens: &[Token],
        scan: &Scan,
        scanned: &str,
        status: Option<&'static str>,
        verb: usize,
    ) -> Self {
        let surface = |marks: Marks| -> Stems {
            tokens
                .iter()
                .filter(|token| token.is(marks))
                .map(|token| Stem::of(&token.text))
                .collect()
        };
        let identifiers = tokens.iter().filter(|token| token.kind == Kind::Identifier);
        Self {
            names: names::names(scanned),
            cased_identifiers: identifiers.map(|token| token.cased).collect(),
            quoted: names::quoted(scanned),
            hard: surface(Marks::HARD),
            qualifiers: surface(Marks::QUALIFIER),
            prepositions: surface(Marks::PREPOSITION),
            order: surface(Marks::ORDER),
            occasions: occasion::occasions(tokens, verb),
            numerals: language::numerals(scanned),
            signs: scan.signs,
            question: scan.question,
            sentence: scan.last_gap.any(Gap::STOP),
            heading: scan.last_gap.any(Gap::COLON),
            status,
        }
    }
}

/// Index of the first verb: listed, or a past form that does not open the text.
fn verb(tokens: &[Token]) -> usize {
    let found = tokens
        .iter()
        .enumerate()
        .position(|(i, token)| token.is(Marks::VERB) || (i > 0 && token.ends_in_ed()));
    found.unwrap_or(tokens.len())
}

fn subject(tokens: &[Token], verb: usize) -> Stems {
    let head = tokens
        .iter()
        .take(verb)
        .filter(|token| !token.is(Marks::STOP) && !token.is(Marks::SPEAKER));
    head.map(|token| token.stem).collect()
}

fn theme(tokens: &[Token], told: &[Told]) -> Stems {
    let changes = |i: usize, token: &Token| {
        told.iter().any(|told| told.at == i)
            || (token.is(Marks::CHANGE) && token.ends_in_ed() && !is_attribute(tokens, i))
    };
    let before = tokens.iter().enumerate().position(|(i, token)| changes(i, token));
    let before = before.unwrap_or(tokens.len());
    let noise = Marks::STOP.or(Marks::SPEAKER).or(Marks::WEAK);
    let changing = |token: &Token| token.is(Marks::CHANGE) && !token.is_one_of(NAMED_AS_CHANGES);
    let words = theme::theme(tokens.get(..before).unwrap_or(tokens)).iter();
    let words = words.filter(|token| is_content(token) && !token.is(noise) && !changing(token));
    let words = words.filter(|token| !is_adverb(token));
    words.map(|token| token.stem).collect()
}

/// "Silently", "locally": how it is done.
fn is_adverb(token: &Token) -> bool {
    let noun = token.is_one_of(&["family", "reply", "supply", "assembly", "anomaly", "monopoly"]);
    token.kind == Kind::Word && token.text.len() > SHORT_LY && token.text.ends_with("ly") && !noun
}

/// "Only", "apply": too short for an adverb of manner.
const SHORT_LY: usize = 5;

/// Nouns that are written as verbs of change are.
const NAMED_AS_CHANGES: &[&str] =
    &["port", "ports", "fix", "fixes", "change", "changes", "switch", "switches", "drop", "drops"];

/// The content words in a stretch of tokens, without the nouns that a frame ignores.
pub(in crate::relate) fn content_of(tokens: &[Token]) -> Stems {
    tokens
        .iter()
        .filter(|token| is_content(token) && !token.is(Marks::FRAME_NOISE))
        .map(|token| token.stem)
        .collect()
}

/// Whether any token of the stretch opens with a gap of this kind (the first token's gap lies before the stretch).
pub(in crate::relate) fn breaks(tokens: &[Token], gap: Gap) -> bool {
    tokens.iter().skip(1).any(|token| token.gap.any(gap))
}

/// Whether a verb, an order or a denial is among the tokens.
fn asserts(tokens: &[Token]) -> bool {
    let spoken = tokens.iter().enumerate().any(|(i, token)| {
        let before = i.checked_sub(1).and_then(|i| tokens.get(i));
        let infinitive = before.is_some_and(|before| before.is_word("to"));
        let spoken = before.is_some_and(|before| before.is_one_of(&["we", "you", "they", "i"]));
        let noun = token.is_one_of(AS_WELL_NOUNS) && !spoken;
        let be = &["is", "are", "am", "be", "been", "was", "were"];
        // "Authentication using X" names; "using X" and "we are using X" tell.
        let by_means =
            token.is_word("using") && before.is_some_and(|before| !spoken && !before.is_one_of(be));
        // "Network hosts": at the end of a text, and without an object, it is a noun.
        let finite = token.is(Marks::FINITE) && i + 1 < tokens.len();
        // "We host", "they ship": behind who does it, any word is what is done.
        let done = before.is_some_and(|before| before.is_one_of(&["we", "they"]))
            && token.kind == Kind::Word
            && !token.is(Marks::STOP.or(Marks::PREPOSITION));
        let verb = (token.is(Marks::VERB) || finite || done)
            && !token.ends_in_ed()
            && !infinitive
            && !noun
            && !by_means;
        verb || token.is(Marks::NEGATION.or(Marks::PROHIBITION)) || token.is_word("always")
    });
    let mut words = tokens.iter();
    let order = words.find(|token| !token.is_one_of(&["please", "also", "always", "to"]));
    // "After upgrading, clear the cache."
    let fronted =
        tokens.first().is_some_and(|token| token.is(Marks::PREPOSITION.or(Marks::QUALIFIER)));
    let mut behind = tokens.iter().filter(|token| token.gap.any(Gap::COMMA));
    let ordered = fronted && behind.next().is_some_and(|token| token.is(Marks::IMPERATIVE));
    spoken
        || ordered
        || theme::predicate(tokens).is_some()
        || order.is_some_and(|token| token.is(Marks::IMPERATIVE))
}

/// Listed verbs that are as often nouns and so prove no assertion.
const AS_WELL_NOUNS: &[&str] = &[
    "default", "defaults", "issue", "issues", "report", "reports", "log", "logs", "support",
    "work", "cause", "causes", "copy", "copies", "start",
];
