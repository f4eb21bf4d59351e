//! What became of a feedback, for people.

use consolidate_shared::wire::v1::{FeedbackAnswer, FeedbackRow, Heeded};

use super::style::{FAINT, NAME, WARN, paint};
use super::text::{add, one_line};

/// One line a memory.
pub(crate) fn told(answer: &FeedbackAnswer) -> String {
    let mut text: String = answer.memories.iter().map(|row| line(row, answer.weight)).collect();
    if let [entry, ..] = answer.entries[..] {
        add!(text, "{}\n", paint(FAINT, format_args!("journal entry {entry}")));
    }
    text
}

fn line(row: &FeedbackRow, weight: u32) -> String {
    let what = match row.heeded {
        Heeded::Counted => format!("counts with weight {}.{}", weight / 10, weight % 10),
        Heeded::Already => "was told from this context today; it counts once a day".to_owned(),
        Heeded::Noted => "is noted as use".to_owned(),
    };
    let mut text = format!("{} {what}", paint(NAME, row.id));
    if row.heeded != Heeded::Noted {
        add!(text, ", trust {} of 1000", row.trust);
    }
    if row.revived {
        add!(text, " {}", paint(WARN, "brought back"));
    } else if row.standing != "active" {
        add!(text, " {}", paint(WARN, one_line(&row.standing)));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::id::MemoryId;

    #[test]
    fn each_memory_is_told_what_became_of_it() {
        let row = |number, heeded, standing: &str| FeedbackRow {
            id: MemoryId(number),
            heeded,
            revived: number == 3,
            trust: 714,
            standing: standing.to_owned(),
        };
        let answer = FeedbackAnswer {
            generation: 9,
            entries: vec![9],
            weight: 15,
            memories: vec![
                row(1, Heeded::Counted, "active"),
                row(2, Heeded::Already, "candidate"),
                row(3, Heeded::Noted, "active"),
            ],
        };
        let shown = anstream::adapter::strip_str(&told(&answer)).to_string();
        insta::assert_snapshot!(shown, @"
        mem_00000000000000000000000001 counts with weight 1.5, trust 714 of 1000
        mem_00000000000000000000000002 was told from this context today; it counts once a day, trust 714 of 1000 candidate
        mem_00000000000000000000000003 is noted as use brought back
        journal entry 9
        ");
    }
}
