//! Where chunks begin and end.
//!
//! A text is a row of chunks (characters that can stand in an identifier), runs of a script without spaces, pictures,
//! and separators that mean nothing.

use super::normalise::normalise;
use super::script::{is_picture, is_unspaced, is_word_char};
use super::{Class, chunk};

/// Receives each term in the order of the text.
pub(super) type Emit<'a> = &'a mut dyn FnMut(Class, &str);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Chunk,
    Unspaced,
    Picture,
    Separator,
}

/// Whether an ASCII character stands in chunks.
const INNER: [bool; 128] = {
    let mut inner = [false; 128];
    let mut at = 0;
    while at < inner.len() {
        inner[at] = matches!(
            at as u8,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.' | b'/' | b'\\' | b':' | b'@' | b'#'
                | b'$' | b'=' | b'~' | b'+' | b'\''
        );
        at += 1;
    }
    inner
};

fn kind(c: char) -> Kind {
    if c.is_ascii() {
        return if INNER[c as usize % INNER.len()] { Kind::Chunk } else { Kind::Separator };
    }
    if is_unspaced(c) {
        Kind::Unspaced
    } else if is_word_char(c) {
        Kind::Chunk
    } else if is_picture(c) {
        Kind::Picture
    } else {
        Kind::Separator
    }
}

/// A stretch of a text that falls into terms by itself.
#[derive(Clone, Copy)]
pub(super) enum Run<'a> {
    /// Characters that can stand in an identifier.
    Chunk(&'a str),
    /// A script without spaces.
    Unspaced(&'a str),
    /// One picture.
    Picture(&'a str),
}

impl Run<'_> {
    /// Emits its terms.
    pub(super) fn terms(self, emit: Emit<'_>) {
        match self {
            Self::Chunk(run) => chunk::terms(run, emit),
            Self::Unspaced(run) => pairs(run, emit),
            Self::Picture(run) => emit(Class::Word, run),
        }
    }
}

/// Emits every term of a text.
pub(super) fn scan(text: &str, emit: Emit<'_>) {
    runs(text, &mut |run| run.terms(emit));
}

/// Gives every stretch of a text in its order.
pub(super) fn runs(text: &str, each: &mut dyn FnMut(Run<'_>)) {
    let text = normalise(text);
    let mut rest = text.as_ref();
    while let Some(first) = rest.chars().next() {
        let current = kind(first);
        let end = match current {
            Kind::Picture => first.len_utf8(),
            _ => rest.find(|c| kind(c) != current).unwrap_or(rest.len()),
        };
        let (run, behind) = rest.split_at(end);
        rest = behind;
        match current {
            Kind::Chunk => each(Run::Chunk(run)),
            Kind::Unspaced => each(Run::Unspaced(run)),
            Kind::Picture => each(Run::Picture(run)),
            Kind::Separator => {}
        }
    }
}

/// A run of a script without spaces: every character, and every pair of neighbours.
fn pairs(run: &str, emit: Emit<'_>) {
    if run.chars().count() == 1 {
        return emit(Class::Lone, run);
    }
    let mut behind = run.char_indices().skip(1).map(|(at, _)| at).chain([run.len()]);
    let mut previous = 0;
    for (at, c) in run.char_indices() {
        let end = behind.next().unwrap_or(at + c.len_utf8());
        emit(Class::Single, &run[at..end]);
        if at > 0 {
            emit(Class::Pair, &run[previous..end]);
        }
        previous = at;
    }
}
