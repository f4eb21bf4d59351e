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

fn kind(c: char) -> Kind {
    if c.is_ascii() {
        let inner = matches!(
            c,
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' | '.' | '/' | '\\' | ':' | '@' | '#' | '$' | '='
                | '~' | '+' | '\''
        );
        return if inner { Kind::Chunk } else { Kind::Separator };
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

/// Emits every term of a text.
pub(super) fn scan(text: &str, emit: Emit<'_>) {
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
            Kind::Chunk => chunk::terms(run, emit),
            Kind::Unspaced => pairs(run, emit),
            Kind::Picture => emit(Class::Word, run),
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
