//! What is asked: the terms to look up and what kind of answer the words hint at.

use consolidate_shared::limits::QUERY_BYTES;

use super::actor::Names;
use super::scan::scan;
use super::{Class, key};
use crate::recall::embed::{Vector, embed};

/// Distinct terms kept of a query. The search scores the rarest of them, see
/// [`Weights::scored_terms`](crate::recall::Weights), so the telling last line of a long trace is not lost.
pub const MAX_QUERY_TERMS: usize = 512;

/// Occurrences of one term in a query that count.
const MAX_COUNT: u32 = 4;

/// One distinct term of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::recall) struct QueryTerm {
    /// As the index stores it.
    pub(in crate::recall) key: Box<str>,
    /// How often it was said, up to [`MAX_COUNT`].
    pub(in crate::recall) count: u32,
    pub(in crate::recall) class: Class,
}

/// What the words of a query hint at. Several may hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intent {
    /// "why …": decisions that have a rationale.
    pub why: bool,
    /// An error text or code: pitfalls.
    pub error: bool,
    /// "how to …": procedures.
    pub how: bool,
}

/// An analysed query. Made once, searched in any number of indexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    pub(in crate::recall) terms: Vec<QueryTerm>,
    pub(in crate::recall) intent: Intent,
    /// Whatever in it may be the name of an actor, as the index stores it.
    pub(in crate::recall) names: Vec<Box<str>>,
    /// What it is about; zero when only its words count.
    pub(in crate::recall) vector: Vector,
    pub(in crate::recall) truncated: bool,
}

impl Query {
    /// Analyses a query. Any text is a query; one without a letter, digit or picture has no terms and finds nothing.
    /// One of stop words only finds the texts that hold them.
    pub fn new(text: &str) -> Self {
        let read = &text[..text.floor_char_boundary(QUERY_BYTES)];
        let mut gathered = Gathered::default();
        let mut names = Names::default();
        scan(read, &mut |class, term| {
            gathered.add(class, term);
            if !gathered.full {
                names.add(class, term);
            }
        });
        let intent = intent(read);
        let full = gathered.full;
        let mut terms = gathered.content;
        if terms.is_empty() {
            terms = gathered.stops;
        }
        let truncated = full || read.len() < text.len();
        Self { terms, intent, names: names.into_keys(), vector: Vector::ZERO, truncated }
    }

    /// The same with what the text is about, so that texts in other words are found too. A query of numbers, versions,
    /// addresses and codes alone is about nothing else: what is most like `10.20.30.4` is another host.
    pub fn about(text: &str) -> Self {
        let words = Self::new(text);
        if words.is_exact() {
            return words;
        }
        let vector = embed(&text[..text.floor_char_boundary(QUERY_BYTES)]);
        Self { vector, ..words }
    }

    /// Whether each of its terms has a digit.
    fn is_exact(&self) -> bool {
        !self.terms.is_empty() && self.terms.iter().all(|term| term.key.contains(char::is_numeric))
    }

    /// Whether there is nothing to look up.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether the query was longer than is read ([`QUERY_BYTES`], [`MAX_QUERY_TERMS`]), so that the answer can
    /// say so.
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// What kind of answer the words hint at.
    pub fn intent(&self) -> Intent {
        self.intent
    }
}

/// Distinct terms in the order of their first occurrence, by their use.
#[derive(Default)]
struct Gathered {
    content: Vec<QueryTerm>,
    stops: Vec<QueryTerm>,
    seen: rustc_hash::FxHashMap<String, usize>,
    full: bool,
}

impl Gathered {
    fn add(&mut self, class: Class, term: &str) {
        if class == Class::Single {
            return;
        }
        let key = key(class, term);
        let list = match class {
            Class::Stop => &mut self.stops,
            _ => &mut self.content,
        };
        if let Some(&at) = self.seen.get(&key) {
            // Positions index the list of the term's own class: a key says its class by its mark.
            if let Some(known) = list.get_mut(at) {
                known.count = (known.count + 1).min(MAX_COUNT);
            }
            return;
        }
        if list.len() == MAX_QUERY_TERMS {
            self.full = true;
            return;
        }
        list.push(QueryTerm { key: key.clone().into_boxed_str(), count: 1, class });
        self.seen.insert(key, list.len() - 1);
    }
}

/// Reads the intent from the first words and from error markers, in any letter case.
fn intent(text: &str) -> Intent {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (first, second) = (words.next(), words.next());
    let how = first == Some("how") && !matches!(second, Some("many" | "much" | "long" | "often"));
    Intent {
        why: first == Some("why")
            || lower.contains("reason for")
            || lower.contains("rationale")
            || lower.contains("how come"),
        error: is_error(&lower, text),
        how: how || first == Some("steps") || lower.contains("how to "),
    }
}

/// Words of error messages, or a code of the shape `E0308`, `TS2345`, `ECONNREFUSED`.
fn is_error(lower: &str, text: &str) -> bool {
    const WORDS: [&str; 10] = [
        "error",
        "exception",
        "panicked",
        "traceback",
        "failed",
        "failure",
        "fatal",
        "cannot ",
        "segfault",
        "errno",
    ];
    WORDS.iter().any(|word| lower.contains(word))
        || text.split(|c: char| !c.is_ascii_alphanumeric()).any(is_error_code)
}

fn is_error_code(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = word.len() - letters;
    let numbered = (1..=4).contains(&letters)
        && (3..=6).contains(&digits)
        && word.bytes().skip(letters).all(|b| b.is_ascii_digit());
    numbered || (word.len() >= 5 && letters == word.len() && word.starts_with('E') && errno(word))
}

/// Names of POSIX errors without a vowel rule: the few that programs print.
fn errno(word: &str) -> bool {
    const NAMES: [&str; 18] = [
        "EACCES",
        "EADDRINUSE",
        "EAGAIN",
        "EBADF",
        "EBUSY",
        "ECONNABORTED",
        "ECONNREFUSED",
        "ECONNRESET",
        "EEXIST",
        "EINVAL",
        "EISDIR",
        "EMFILE",
        "ENOENT",
        "ENOMEM",
        "ENOSPC",
        "ENOTFOUND",
        "EPERM",
        "ETIMEDOUT",
    ];
    NAMES.contains(&word)
}
