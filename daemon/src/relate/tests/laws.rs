//! Laws that hold for any text: total, symmetric, reflexive, bounded.

use proptest::prelude::*;

use super::support::verdict;
use crate::relate::{Relation, Statement, text_relation};

fn is_same(a: &Statement, b: &Statement) -> bool {
    matches!(text_relation(a, b), Relation::Same { .. })
}

/// Texts that reach deep into the rules: listed words, numbers, identifiers, marks.
pub(crate) fn sentence() -> impl Strategy<Value = String> {
    let words = "we use uses using the a postgres redis for in on as is are not never no longer only must may switched \
        from to instead of replaced dropped was tests test commit before after over prefer avoid default main need \
        8080 30s 1.2.3 v2 src/main.rs --force `cargo` Maria , . ; : ( ) \" ' Revert don't";
    let words: Vec<&'static str> = words.split_whitespace().collect();
    prop::collection::vec(prop::sample::select(words), 0..14).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn total_and_same_is_symmetric(a in ".{0,80}", b in ".{0,80}") {
        let (a, b) = (Statement::new(&a), Statement::new(&b));
        prop_assert_eq!(is_same(&a, &b), is_same(&b, &a));
    }

    #[test]
    fn same_is_symmetric_on_sentences(a in sentence(), b in sentence()) {
        let (a, b) = (Statement::new(&a), Statement::new(&b));
        prop_assert_eq!(is_same(&a, &b), is_same(&b, &a));
    }

    #[test]
    fn same_is_reflexive(text in "\\PC{1,60}") {
        prop_assume!(!text.trim().is_empty());
        let statement = Statement::new(&text);
        prop_assert!(statement.normalised().is_empty() || is_same(&statement, &statement));
    }

    #[test]
    fn a_shuffled_sentence_gives_some_verdict(words in sentence().prop_map(|s| s.split(' ').map(str::to_owned).collect::<Vec<_>>()).prop_shuffle()) {
        let statement = Statement::new(&words.join(" "));
        let _ = text_relation(&statement, &Statement::new(&words.concat()));
    }

    #[test]
    fn normalising_is_idempotent(text in ".{0,80}") {
        let once = Statement::new(&text);
        let twice = Statement::new(once.normalised());
        prop_assert!(twice.normalised().len() <= once.normalised().len());
    }
}

#[test]
fn blank_and_tiny_texts() {
    for text in [
        "",
        " ",
        "\n\t",
        ".",
        "...",
        "`",
        "\"",
        "-",
        "a",
        "\u{200b}",
        "\u{301}",
        "\u{1f469}\u{200d}\u{1f4bb}",
    ] {
        for other in ["", ".", "a", "Use Postgres for the database"] {
            let _ = verdict(text, other);
        }
    }
    assert_eq!(verdict("", ""), "unrelated");
}

#[test]
fn long_texts_are_read_to_the_end() {
    let units = [
        "a ",
        "a.b-c/",
        "Revert \"",
        "from 1 to 2, ",
        "\u{5141}\u{8bb8}",
        "not no never ",
        "was replaced from instead of ",
        "`",
        "X1y2Z3",
    ];
    for unit in units {
        let text = unit.repeat(8192 / unit.len());
        let other = format!("{text} Postgres");
        let _ = verdict(&text, &other);
        let _ = verdict(&other, &text);
        assert!(verdict(&text, &text).starts_with("same"));
    }
}
