//! What stands in quotes or backticks, compared to the letter: `" "` is not `""`, `"0"` not `0`.

use crate::relate::reading::statement::Statement;
use crate::relate::words::lexicon::{self, Marks};
use crate::relate::words::quotes::{Span, spans};

/// Whether the two quote different things.
pub(super) fn differ(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (Quoted::of(&a.equality), Quoted::of(&b.equality));
    (!x.told.is_empty() && !y.told.is_empty() && x.sorted() != y.sorted())
        || x.blanks() != y.blanks()
        || x.unspoken() != y.unspoken()
        || opened(&a.equality) != opened(&b.equality)
        || primes(&a.equality) != primes(&b.equality)
        || x.typed_apart(&y)
        || y.typed_apart(&x)
}

/// How many words open with a quote that none closes: the mark belongs to the name ("'static").
fn opened(text: &str) -> usize {
    let words = || text.split_whitespace();
    let opening = words().filter(|word| word.starts_with('\'')).count();
    let closing =
        |word: &&str| word.trim_end_matches([',', '.', ';', ':', '?', '!', ')']).ends_with('\'');
    opening.saturating_sub(words().filter(closing).count())
}

/// How many marks close a quote that none opens: "f'" is another function than "f". The mark of an owner is none: "users' keys".
fn primes(text: &str) -> usize {
    let mut found = 0usize;
    let (mut before, mut open) = (' ', false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let inner = rest.peek().is_some_and(|next| next.is_alphanumeric());
        if c == '\'' && (before.is_whitespace() || "([{\"`=".contains(before)) {
            open = true;
        } else if c == '\'' && !inner {
            found += usize::from(!open && before != 's');
            open = false;
        }
        before = c;
    }
    found
}

/// The spans of a text, in order.
struct Quoted<'a> {
    told: Vec<(char, &'a str)>,
}

impl<'a> Quoted<'a> {
    fn of(text: &'a str) -> Self {
        let inner = |span: Span| Some((span.mark, text.get(span.start..span.end)?));
        Self { told: spans(text).into_iter().filter_map(inner).collect() }
    }

    fn sorted(&self) -> Vec<&str> {
        let mut inner: Vec<&str> = self.told.iter().map(|(_, inner)| *inner).collect();
        inner.sort_unstable();
        inner
    }

    /// Nothing, or spaces alone: what is quoted there is the quotes as well.
    fn blanks(&self) -> Vec<(char, &str)> {
        let blank = |(_, inner): &&(char, &str)| inner.trim().is_empty();
        self.told.iter().filter(blank).copied().collect()
    }

    /// What no rule reads the words of: their order is compared here.
    fn unspoken(&self) -> Vec<&str> {
        let small = |word: &str| {
            let entry = lexicon::lookup(word);
            entry.is_some_and(|entry| entry.marks.any(Marks::STOP.or(Marks::NEGATION)))
        };
        let silent = |inner: &&str| {
            let words = inner.split(|c: char| !c.is_alphanumeric());
            words.filter(|word| !word.is_empty()).all(small)
        };
        let told = self.told.iter().map(|(_, inner)| *inner).filter(silent);
        let told: Vec<&str> = told.collect();
        // One alone has no order, and its marks may be those of a style.
        if told.len() > 1 { told } else { Vec::new() }
    }

    /// Whether this one quotes a value that is of another type without quotes, or a phrase, and the other does not.
    fn typed_apart(&self, other: &Self) -> bool {
        let quoted = |mark: char| mark != '`';
        self.told.iter().any(|(mark, inner)| {
            let also = || other.told.iter().any(|(mark, same)| quoted(*mark) && same == inner);
            // A word in quotes is that word, or is meant otherwise than it says.
            let word = inner.chars().all(char::is_lowercase);
            quoted(*mark) && (is_typed(inner) || inner.contains(' ') || word) && !also()
        })
    }
}

/// Whether a value says of which type it is: a number, a truth, nothing, a name of one letter; or is another one to a shell.
fn is_typed(value: &str) -> bool {
    let word = TYPED.iter().any(|word| word.eq_ignore_ascii_case(value));
    let number = value.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && value.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '_'));
    word || number || value.contains(['$', '*', '~', '\\']) || value.chars().count() == 1
}

const TYPED: &[&str] = &[
    "true",
    "false",
    "null",
    "none",
    "nil",
    "undefined",
    "nan",
    "yes",
    "no",
    "on",
    "off",
    "y",
    "n",
];
