//! What the words in answers mean: the topic `consolidate help words`.

use serde_json::{Value, json};

use crate::print::text::add;

/// Words by group.
type Group = (&'static str, &'static [(&'static str, &'static str)]);

const GROUPS: [Group; 5] = [
    (
        "Rules that find pairs of the same",
        &[
            ("equal", "the texts are equal but for spacing and quotes"),
            ("T1", "the same words in the same order"),
            ("T2", "the same but for plurals or listed synonyms"),
            ("T3", "the same with one phrase moved"),
            ("T4, T5", "the same in another voice, or as an order"),
            ("T6", "the same value of the same thing, in another form"),
            ("duplicate", "many words in common and no mismatch: asked about"),
            ("refinement", "one says all that the other says, and perhaps more: asked about"),
            ("unread", "nearly equal, too short or in no language that the rules read"),
        ],
    ),
    (
        "Rules that find what replaces another",
        &[
            ("slot", "both answer the same slot, and the newer answers otherwise"),
            ("S1", "the newer names the older value as replaced"),
            ("S2", "the newer tells of a change to the same subject"),
            ("S3", "the newer turns away from what the older adopts"),
            ("S4", "the newer goes on from the value that the older arrived at"),
            ("S5", "the newer reverts the older"),
            ("S6", "the newer tells that the subject moved elsewhere"),
            ("retold", "the same procedure with other steps"),
        ],
    ),
    (
        "Rules that find contradictions",
        &[
            ("C1", "one affirms what the other denies"),
            ("C2num, C2id, C2tail", "the same claim with two numbers, identifiers or objects"),
            ("C3", "the same words in the opposite order"),
            ("C4", "the same claim with opposite words"),
            ("C5", "one permits what the other rules"),
            ("family", "each adopts another tool of one family"),
            ("slot-frame", "one question with two answers"),
        ],
    ),
    (
        "Changes in a plan or an entry",
        &[
            ("add, remove", "a memory comes into the store; it leaves it for good"),
            ("retire, revive", "a memory leaves recall and is kept; it comes back"),
            (
                "promote, demote",
                "a candidate becomes active, or a memory joins every brief; and back",
            ),
            (
                "link, unlink",
                "two memories are tied as old and new or marked as conflicting; and untied",
            ),
            ("enqueue, resolve", "a review item opens; it closes"),
            ("name", "an id begins or ceases to lead to a memory"),
            ("rule", "what was decided about a pair is kept or lifted"),
            ("edit", "any other field changes"),
        ],
    ),
    (
        "What is said of a memory",
        &[
            (
                "standing",
                "candidate (unverified), active, retired (kept, not served), quarantined (damaged)",
            ),
            ("tier", "always: in every brief of its project; on-demand: where it fits the task"),
            ("trust", "how far evidence supports it, 0 to 1000 (per mille)"),
            (
                "strength",
                "how likely it is needed again, 0 to 1000; decay lowers it, use and evidence raise it",
            ),
            ("overlap", "words that two texts share, of all their words"),
            ("held", "an undo took it back: not planned again until a redo or a person's answer"),
        ],
    ),
];

/// The topic as text.
pub(crate) fn words() -> String {
    let mut text = String::from("Words in answers:\n");
    for (group, words) in GROUPS {
        add!(text, "\n{group}:\n");
        for (word, meaning) in words {
            add!(text, "  {word:<20} {meaning}\n");
        }
    }
    text
}

/// The same for programs.
pub(crate) fn rows() -> Value {
    let words = GROUPS.iter().flat_map(|(group, words)| words.iter().map(move |it| (group, it)));
    words
        .map(|(group, (word, means))| json!({ "group": group, "word": word, "means": means }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::change::ChangeName;

    #[test]
    fn every_change_is_explained_and_no_line_is_broken_again() {
        let text = words();
        for name in ChangeName::ALL {
            assert!(text.contains(name.word()), "{}", name.word());
        }
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
        assert_eq!(rows()[0]["word"], "equal");
    }
}
