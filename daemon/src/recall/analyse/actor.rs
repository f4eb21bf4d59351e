//! Whose memory it is: the names of actors, and the names that a query says.
//!
//! A name is one term, whole: a memory of `Claude Code` is not asked for by whoever asks about code.

use rustc_hash::FxHashSet;

use super::scan::scan;
use super::{Class, key};

/// Words of a name that a query is read for; one of more words is never asked for.
const NAME_WORDS: usize = 3;

/// The term of a name; none for one of stop words, of signs or of too many words.
pub(super) fn name_term(name: &str) -> Option<String> {
    let mut words = Vec::new();
    scan(name, &mut |class, term| {
        if class.counts() {
            words.push(term.to_owned());
        }
    });
    (1..=NAME_WORDS).contains(&words.len()).then(|| words.join(" "))
}

/// Gathers what may be a name in a query: each word, and each few that follow one another.
#[derive(Default)]
pub(super) struct Names {
    /// The last words, at most as many as a name has.
    last: Vec<String>,
    keys: FxHashSet<String>,
}

impl Names {
    pub(super) fn add(&mut self, class: Class, term: &str) {
        if !class.counts() {
            return;
        }
        if self.last.len() == NAME_WORDS {
            self.last.remove(0);
        }
        self.last.push(term.to_owned());
        for first in 0..self.last.len() {
            let words = self.last.get(first..).unwrap_or_default();
            self.keys.insert(key(Class::Actor, &words.join(" ")));
        }
    }

    /// Their stored forms, in their order.
    pub(super) fn into_keys(self) -> Vec<Box<str>> {
        let mut keys: Vec<Box<str>> = self.keys.into_iter().map(String::into_boxed_str).collect();
        keys.sort_unstable();
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::Query;

    #[test]
    fn a_name_is_said_as_a_whole() {
        let names = |name: &str, query: &str| {
            let key = name_term(name).map(|term| key(Class::Actor, &term));
            key.is_some_and(|key| Query::new(query).names.iter().any(|known| **known == *key))
        };
        assert!(names("Caroline", "where did caroline's sister move?"));
        assert!(names("Anna Smith", "What has Anna Smith said?") && !names("Anna Smith", "Anna"));
        assert!(names("claude-code", "hooks of Claude Code") && !names("claude-code", "code"));
        assert!(names("山田太郎", "山田太郎の予定"));
        for nothing in ["", "-", "the", "one more name than anybody asks for"] {
            assert_eq!(name_term(nothing), None, "{nothing}");
        }
    }
}
