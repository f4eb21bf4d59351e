//! Candidates that say nothing that lasts: what agents leave behind when they work, and no statement. However often it was met
//! again, the evidence confirms nothing in it; only a person's word makes it active.
//!
//! Form decides, in any language that writes it so: headings without a body, fields of a machine, a command line, a word
//! between colleagues. A doubt leaves the text to its evidence.

use consolidate_shared::model::{Kind, Memory};

/// Words that open an answer in a conversation, where a comma, a stop or the end follows them.
const REPLIES: &[&str] = &[
    "ok",
    "okay",
    "sure",
    "thanks",
    "thx",
    "great",
    "nice",
    "perfect",
    "cool",
    "alright",
    "done",
    "yes",
    "yep",
    "yeah",
    "no",
    "nope",
    "hmm",
    "hm",
    "well",
    "so",
    "lgtm",
    "right",
    "got it",
    "sounds good",
    "thank you",
    "all right",
    "good point",
    "no problem",
    "on it",
];
/// What is being done just now, and nothing of its outcome.
const DOINGS: &[&str] = &[
    "looking into",
    "looking at",
    "checking",
    "investigating",
    "working on",
    "let me",
    "i'll",
    "i will",
    "will do",
    "will check",
    "one moment",
    "trying",
    "taking a look",
    "on it",
    "i am looking",
    "i'm looking",
    "i am checking",
    "i'm checking",
    "let's see",
];
/// Something being done is told in so many words at most; more may say what came of it.
const LONGEST_DOING: usize = 8;
/// One name with its value may be advice ("RUST_LOG=debug"); so many are what a program printed.
const FEWEST_FIELDS: usize = 2;

/// Whether the text of `memory` is of such a form.
pub(super) fn is_passing(memory: &Memory) -> bool {
    let text = memory.text.trim();
    let has_body = memory.rationale.is_some() || !memory.steps.is_empty();
    let runs = memory.kind != Kind::Procedure && is_command(text);
    !has_body && (is_heading(text) || is_fields(text) || runs || is_reply(text))
}

/// A heading and nothing under it.
fn is_heading(text: &str) -> bool {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).all(|line| {
        let rest = line.trim_start_matches('#');
        rest.len() < line.len() && (rest.is_empty() || rest.starts_with(char::is_whitespace))
    })
}

/// `state=staged score=0.61 hits=0`: every word a name with its value.
fn is_fields(text: &str) -> bool {
    let is_field = |word: &str| {
        let field = word.trim_end_matches([',', ';']).split_once('=');
        field.is_some_and(|(name, _)| {
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_.-".contains(c))
        })
    };
    text.split_whitespace().count() >= FEWEST_FIELDS && text.split_whitespace().all(is_field)
}

/// A line for a shell: a prompt, or a program in lower case with a flag, and no stop at the end.
fn is_command(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let Some(first) = words.next().filter(|_| !text.contains('\n')) else { return false };
    if first == "$" {
        return true;
    }
    let is_program = first.chars().all(|c| c.is_ascii_lowercase() || "0123456789_./-".contains(c));
    let is_flag = |word: &str| word.len() > 1 && word.starts_with('-');
    // A sentence has its little words beside the flag: "pass --locked to cargo".
    let is_plain = |word: &str| !LITTLE.contains(&word.to_lowercase().as_str());
    let rest = text.split_whitespace().skip(1);
    is_program
        && !text.ends_with(['.', '!', '?'])
        && rest.clone().any(is_flag)
        && rest.clone().all(is_plain)
        && !ORDERS.contains(&first)
}

/// Function words of a sentence, which no command line has as words of their own.
const LITTLE: &[&str] = &[
    "the", "a", "an", "to", "for", "with", "without", "is", "are", "on", "in", "of", "when", "and",
    "or", "not", "because", "before", "after", "instead", "by", "needs", "must", "always", "never",
];
/// Verbs that open an instruction: "use --locked", "pass -j2".
const ORDERS: &[&str] =
    &["use", "pass", "add", "set", "prefer", "avoid", "give", "drop", "omit", "never", "always"];

/// "ok, looking into it".
fn is_reply(text: &str) -> bool {
    let lower = text.to_lowercase().replace('\u{2019}', "'");
    let mut rest = lower.trim();
    let mut replied = false;
    while let Some(after) = after_any(rest, REPLIES, |next| next.is_none_or(is_stop)) {
        rest = after;
        replied = true;
    }
    if rest.is_empty() {
        return replied;
    }
    let doing = after_any(rest, DOINGS, |next| next.is_none_or(|c| !c.is_alphanumeric()));
    doing.is_some() && rest.split_whitespace().count() <= LONGEST_DOING
}

fn is_stop(c: char) -> bool {
    ",.;:!?\u{2014}-\u{2026}".contains(c)
}

/// What follows the first of `openings` that `text` begins with, without the signs between.
fn after_any<'a>(
    text: &'a str,
    openings: &[&str],
    goes_on: impl Fn(Option<char>) -> bool,
) -> Option<&'a str> {
    let rest = openings.iter().find_map(|opening| {
        text.strip_prefix(opening).filter(|rest| goes_on(rest.chars().next()))
    })?;
    Some(rest.trim_start_matches(|c: char| is_stop(c) || c.is_whitespace()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::tests::random::memory;

    #[test]
    fn leftovers_of_work_are_passing() {
        for text in [
            "npm run build -- --watch",
            "$ make install",
            "cargo test -p consolidate-daemon --lib",
            "./configure --prefix=/usr",
            "### Dana: conclusion",
            "# Notes\n\n## Today",
            "state=staged score=0.61 hits=0",
            "ok, looking into it",
            "Thanks!",
            "Sure, let me check the logs.",
            "Looking into it",
            "yes",
            "I\u{2019}ll fix that now",
        ] {
            assert!(is_passing(&memory(1, 1, text)), "{text}");
        }
    }

    #[test]
    fn statements_are_not() {
        for text in [
            "Never run migrations from a laptop; use the release job",
            "CI: GitHub Actions",
            "default port 8080",
            "No force pushes to main",
            "ok, never run migrations from a laptop",
            "use --force-with-lease",
            "pass --locked to cargo in CI",
            "cargo needs --locked in CI",
            "git push --force is forbidden",
            "#123 broke the cache",
            "# Conclusion\nWe keep Postgres.",
            "Checking signatures takes two seconds on the arm runner, so it runs at night",
            "RUST_LOG=debug",
            "\u{4e0d}\u{8981}\u{5728}\u{4e3b}\u{5206}\u{652f}\u{4e0a}\u{63d0}\u{4ea4}",
        ] {
            assert!(!is_passing(&memory(1, 1, text)), "{text}");
        }
        let mut step = memory(1, 1, "npm run build -- --watch");
        step.kind = Kind::Procedure;
        assert!(!is_passing(&step));
    }
}
