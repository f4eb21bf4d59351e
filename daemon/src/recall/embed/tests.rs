//! The table's own test vectors, and what must hold of any text.

use proptest::prelude::*;
use serde::Deserialize;

use super::table::Table;
use super::{Vector, embed, pieces, whole_words};

#[derive(Deserialize)]
struct Row {
    text: String,
    ids: Vec<u32>,
    vec: Vec<i8>,
    dot_with_first: i32,
}

fn rows() -> Vec<Row> {
    let lines = include_str!("../../../assets/static-embedding/test-vectors.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn pieces_and_vectors_are_those_that_the_table_came_with() {
    let rows = rows();
    let first = embed(&rows[0].text);
    for row in rows {
        let mut ids = Vec::new();
        pieces::words(&row.text, &mut |word| {
            pieces::cut(word, Table::get(), &mut |id| ids.push(id))
        });
        assert_eq!(ids, row.ids, "{}", row.text);
        let vector = embed(&row.text);
        assert_eq!(vector.lanes().as_slice(), row.vec, "{}", row.text);
        assert_eq!(vector.dot(&first), row.dot_with_first, "{}", row.text);
    }
}

#[test]
fn a_text_is_most_like_itself_and_like_its_paraphrase() {
    let [a, b, c] =
        ["restart the database", "reboot the db server", "the colour of the button"].map(embed);
    assert!(a.likeness(&a) > 64_000 && a.likeness(&b) > a.likeness(&c));
    assert_eq!(a.likeness(&Vector::ZERO), 0);
    assert!(embed("").is_zero() && embed("\u{fffd}\u{e000}").is_zero());
}

#[test]
fn common_words_come_first() {
    let words: Vec<&str> = whole_words().collect();
    let at = |word: &str| words.iter().position(|other| *other == word).unwrap();
    assert!(words.len() > 20_000 && at("the") < at("database") && at("server") < at("compiler"));
}

proptest! {
    #[test]
    fn any_text_has_a_vector_of_length_127_or_none(text in any::<String>()) {
        let vector = embed(&text);
        let square = vector.dot(&vector);
        prop_assert!(vector.is_zero() || (123 * 123..=131 * 131).contains(&square));
        prop_assert!(vector.likeness(&vector) <= 1 << 16);
    }
}
