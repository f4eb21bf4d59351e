//! What became of a recorded memory, for people.

use consolidate_shared::wire::v1::{Recorded, Related};

use super::style::{FAINT, NAME, WARN, paint};
use super::text::{add, indented, one_line};

/// What became of it.
pub(crate) fn recorded(recorded: &Recorded) -> String {
    let id = paint(NAME, recorded.id);
    let mut text = match recorded.merged_into {
        Some(other) => {
            format!("recorded {id}\nthe same is known: joined to {}\n", paint(NAME, other))
        }
        None if recorded.already => format!("{id} was recorded before\n"),
        None => format!("recorded {id}\n"),
    };
    for rule in &recorded.redacted {
        let line = paint(WARN, format_args!("a secret was replaced: {}", one_line(rule)));
        add!(text, "{line}\n");
    }
    recorded.related.iter().for_each(|related| text.push_str(&other(related)));
    text
}

fn other(related: &Related) -> String {
    let relation = match (related.relation.as_str(), related.may_be.as_deref()) {
        ("conflicts", _) => paint(WARN, "conflicts with"),
        ("supersedes", _) => "seems to replace".to_owned(),
        ("review", Some("conflicts")) => paint(WARN, "may contradict"),
        ("review", Some("supersedes")) => "may replace".to_owned(),
        ("review", _) => "may repeat".to_owned(),
        ("once_active", may_be) => {
            let would = match may_be {
                Some("conflicts") => "contradict",
                Some("supersedes") => "replace",
                _ => "repeat",
            };
            format!("may {would}, once it is active,")
        }
        (other, _) => one_line(other),
    };
    format!(
        "{relation} {} {}\n    {}\n",
        paint(NAME, related.id),
        paint(FAINT, format_args!("({})", one_line(&related.why))),
        indented(&related.text, 4)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::id::MemoryId;

    #[test]
    fn the_other_side_is_named() {
        let done = Recorded {
            id: MemoryId(1),
            merged_into: None,
            already: false,
            generation: 2,
            redacted: vec!["text: github-token".to_owned()],
            related: vec![Related {
                id: MemoryId(2),
                relation: "conflicts".to_owned(),
                may_be: None,
                why: "one negates the other".to_owned(),
                text: "we never\nuse uv".to_owned(),
            }],
        };
        let plain = |done: &Recorded| anstream::adapter::strip_str(&recorded(done)).to_string();
        insta::assert_snapshot!(plain(&done), @"
        recorded mem_00000000000000000000000001
        a secret was replaced: text: github-token
        conflicts with mem_00000000000000000000000002 (one negates the other)
            we never
            use uv
        ");
        for (may_be, says) in [
            ("conflicts", "may contradict mem_"),
            ("supersedes", "may replace mem_"),
            ("same", "may repeat mem_"),
        ] {
            let mut asked = done.clone();
            asked.related[0].relation = "review".to_owned();
            asked.related[0].may_be = Some(may_be.to_owned());
            assert!(plain(&asked).contains(says), "{}", plain(&asked));
            asked.related[0].relation = "once_active".to_owned();
            let says = says.replace(" mem_", ", once it is active, mem_");
            assert!(plain(&asked).contains(&says), "{}", plain(&asked));
        }
        let folded = Recorded { merged_into: Some(MemoryId(2)), ..done.clone() };
        assert!(plain(&folded).contains("the same is known: joined to mem_"));
        let again = Recorded { already: true, ..done };
        assert!(plain(&again).contains("was recorded before"));
    }
}
