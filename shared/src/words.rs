//! Counts in words, for whatever tells people how many there are.

/// So many of something: `1 memory`, `2 memories`. `noun` is in the singular; a noun with more words is counted by its last.
pub fn counted(count: u64, noun: &str) -> String {
    let stem = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match (count, stem) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {noun}s"),
    }
}

/// So many of what `what` names by a noun in the plural and whatever follows it: `1 pair barred by a ruling`.
pub fn counted_of(count: u64, what: &str) -> String {
    let end = what.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(what.len());
    let (noun, rest) = what.split_at(end);
    match singular(noun).filter(|_| count == 1) {
        Some(noun) => format!("1 {noun}{rest}"),
        None => format!("{count} {what}"),
    }
}

/// The first sixteen of a list, and how many there are beyond: a refusal may be about every memory of a store.
pub fn listed<T: std::fmt::Display>(items: &[T]) -> String {
    const SHOWN: usize = 16;
    let list: Vec<String> = items.iter().take(SHOWN).map(ToString::to_string).collect();
    match items.len().saturating_sub(SHOWN) {
        0 => list.join(", "),
        more => format!("{} and {more} more", list.join(", ")),
    }
}

/// What passes count: a word that only looks like a plural stays as it is.
const NOUNS: [&str; 9] = [
    "pair",
    "memory",
    "duplicate",
    "revert",
    "replacement",
    "link",
    "conflict",
    "candidate",
    "lesson",
];

fn singular(plural: &str) -> Option<&'static str> {
    NOUNS.into_iter().find(|noun| counted(2, noun).strip_prefix("2 ") == Some(plural))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_end_in_a_count() {
        assert_eq!(listed(&["a", "b"]), "a, b");
        let many: Vec<u64> = (0..18).collect();
        assert!(listed(&many).ends_with("14, 15 and 2 more"), "{}", listed(&many));
    }

    #[test]
    fn counts_read_well() {
        let all =
            [counted(0, "memory"), counted(1, "memory"), counted(2, "memory"), counted(2, "day")];
        assert_eq!(all, ["0 memories", "1 memory", "2 memories", "2 days"]);
        assert_eq!(counted_of(1, "memories whose strength stays"), "1 memory whose strength stays");
        assert_eq!(counted_of(3, "pairs barred by a ruling"), "3 pairs barred by a ruling");
        assert_eq!(counted_of(1, "pairs"), "1 pair");
        assert_eq!(counted_of(1, "indexes are worked out anew"), "1 indexes are worked out anew");
    }
}
