//! Text to terms, the same way for what is stored and for what is asked.
//!
//! - A query is data: no character is an operator, no query is an error.
//! - Nothing is lost to punctuation: an identifier, path, flag or version is a term as it stands *and* its words are.
//! - Pure and total: any input, any length, cuts on character boundaries alone.
//!
//! Order of work: [`normalise`] (NFKC, invisible characters out) → [`scan`] (where chunks begin and end, scripts
//! without spaces, pictures) → [`chunk`] (the terms of one chunk) → [`word`] (lower case, stop list, stem).
//! What was met before is remembered ([`chunks`]) and what a document holds is counted ([`found`]).

mod actor;
mod chunk;
mod chunks;
mod found;
mod normalise;
mod query;
mod scan;
mod script;
mod stop;
mod word;

#[cfg(test)]
mod tests;

use consolidate_shared::id::MemoryId;

pub(super) use found::{Terms, term_hash};
pub(super) use query::QueryTerm;
pub use query::{Intent, MAX_QUERY_TERMS, Query};
pub(super) use word::stem_of;

use super::embed::{Embedder, Vector};
use super::facts::{Document, Facts, ScopeKey};
use chunks::Chunks;
use found::{Field, Found};
use scan::Run;

/// What kind of term this is; decides its weight in a query and whether it counts to a text's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// A stemmed word, or a number.
    Word,
    /// Two neighbouring characters of a script without spaces.
    Pair,
    /// One character of a script without spaces, standing alone.
    Lone,
    /// One character within a run of them: stored, so that a lone one finds it, and never asked for.
    Single,
    /// The words of a compound run together: `cut-over`, `cutOver` and `cut_over` are all `cutover`.
    Joined,
    /// A hyphenated word as it stands.
    Compound,
    /// An identifier, path or flag as it stands, lower case.
    Identifier,
    /// A code or version: letters and digits in one word (`E0308`, `sha256`), `10.20.30.40`, `1.2.3`.
    Code,
    /// A stop word as it stands; asked for only by a query that has nothing else.
    Stop,
    /// The name of whoever said it, whole.
    Actor,
}

impl Class {
    /// Whether an occurrence makes the text longer. Wholes and singles only say again what their parts said.
    pub(super) fn counts(self) -> bool {
        matches!(self, Self::Word | Self::Code | Self::Pair | Self::Lone)
    }

    /// Namespace mark in front of the stored term, so that the stop word `will` is not the stem of `wills`, nor a
    /// lone character a word, nor whoever said it one that is spoken of.
    fn mark(self) -> Option<char> {
        match self {
            Self::Word
            | Self::Pair
            | Self::Joined
            | Self::Compound
            | Self::Identifier
            | Self::Code => None,
            Self::Lone | Self::Single => Some('\u{1}'),
            Self::Stop => Some('\u{2}'),
            Self::Actor => Some('\u{3}'),
        }
    }
}

/// The stored form of a term.
fn key(class: Class, text: &str) -> String {
    class.mark().into_iter().chain(text.chars()).collect()
}

/// How often a term occurs in the two fields of a memory, each capped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Frequency {
    pub(super) text: u8,
    pub(super) meta: u8,
}

/// A document made ready for the index. Analysis is the expensive part of an insertion; it is done where nobody waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysed {
    pub(super) id: MemoryId,
    pub(super) scope: ScopeKey,
    pub(super) facts: Facts,
    /// Words in the text field.
    pub(super) length: u32,
    /// Its terms, each once.
    pub(super) terms: Terms,
    /// In place of those, the numbers of its terms in an index that knows them.
    pub(super) known: Vec<(u32, Frequency)>,
    /// [`Document::check`] of the document.
    pub(super) check: u64,
    /// What the text is about.
    pub(super) vector: Vector,
}

impl Analysed {
    /// What was analysed before, for an index that knows the terms by these numbers.
    pub(super) fn known(
        id: MemoryId,
        (scope, facts): (ScopeKey, Facts),
        (check, length, vector): (u64, u32, Vector),
        known: Vec<(u32, Frequency)>,
    ) -> Self {
        Self { id, scope, facts, length, terms: Terms::default(), known, check, vector }
    }

    /// The memory that these terms belong to.
    pub fn id(&self) -> MemoryId {
        self.id
    }
}

/// Gives every term of a text that says something about its subject, in the order of the text and as often as it is
/// said: words, pairs, identifiers, but neither stop words nor single characters.
pub fn content_terms(text: &str, each: &mut dyn FnMut(&str)) {
    scan::scan(text, &mut |class, term| {
        if !matches!(class, Class::Stop | Class::Single) {
            each(term);
        }
    });
}

/// Analyses a document: its text into the text field, its actors as names, everything else into the metadata field.
pub fn analyse(document: &Document) -> Analysed {
    Analyser::default().analyse(document)
}

/// Makes documents ready one after the other. What it has met before costs less, and changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Analyser {
    chunks: Chunks,
    found: Found,
    embedder: Embedder,
}

impl Analyser {
    /// Analyses a document: its text into the text field, its actors as names, everything else into the metadata field.
    pub fn analyse(&mut self, document: &Document) -> Analysed {
        self.count(&document.text, Field::Text);
        for part in &document.meta {
            self.count(part, Field::Meta);
        }
        for term in document.actors.iter().filter_map(|name| actor::name_term(name)) {
            self.found.add(Class::Actor, &term, Field::Meta);
        }
        let (length, terms) = self.found.take();
        Analysed {
            id: document.id,
            scope: document.scope.clone(),
            facts: document.facts,
            length,
            terms,
            known: Vec::new(),
            check: document.check(),
            vector: self.embedder.embed(&document.text),
        }
    }

    fn count(&mut self, text: &str, field: Field) {
        let Self { chunks, found, .. } = self;
        scan::runs(text, &mut |run| match run {
            Run::Chunk(raw) => chunks.count(raw, found, field),
            other => other.terms(&mut |class, term| found.add(class, term, field)),
        });
    }
}
