//! Lessons that must not be in every brief: commonplaces, and what holds on one site only.

use std::collections::BTreeSet;

use consolidate_shared::model::{AnchorKind, Memory};

/// Words that join a second step to a first.
const STEP_WORDS: [&str; 10] = [
    "after",
    "afterwards",
    "and",
    "before",
    "because",
    "first",
    "otherwise",
    "then",
    "until",
    "when",
];

/// Whether a lesson is a commonplace: one action with no second step, no fixed argument and no anchor ("try click instead").
pub(super) fn is_generic(memory: &Memory) -> bool {
    let trigger = memory.trigger.as_ref();
    let has_trigger = trigger.is_some_and(|it| it.command.is_some() || it.error_pattern.is_some());
    memory.anchors.is_empty()
        && !has_trigger
        && memory.steps.len() < 2
        && !has_second_step(&memory.text)
        && !has_fixed_argument(&memory.text)
}

fn has_second_step(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', '!']);
    let joined = text.contains(['\n', ';', ',', ':', '→']) || text.contains(". ");
    joined || text.split_whitespace().any(|word| STEP_WORDS.contains(&word.to_lowercase().as_str()))
}

/// Whether the text names something in particular: a number, a path, a flag, an identifier, a quotation, a name.
fn has_fixed_argument(text: &str) -> bool {
    text.contains(['`', '"', '\u{201c}'])
        || text.split_whitespace().enumerate().any(|(place, word)| {
            let word = word.trim_matches(|c: char| ".,;:!?()".contains(c));
            let mut letters = word.chars();
            let begins = letters.next();
            let inside = letters.as_str();
            word.starts_with('-')
                || word.chars().any(|c| c.is_numeric() || "/\\_=@#$<>*.:".contains(c))
                || inside.chars().any(char::is_uppercase)
                || (place > 0 && begins.is_some_and(char::is_uppercase))
        })
}

/// Whether a lesson is bound to one site: by its trigger, by a facet, or because all its sites are one.
pub(super) fn is_bound(memory: &Memory) -> bool {
    let by_trigger = memory.trigger.as_ref().is_some_and(|trigger| trigger.domain.is_some());
    let sites: BTreeSet<String> = memory
        .anchors
        .iter()
        .filter(|anchor| matches!(anchor.kind, AnchorKind::Domain | AnchorKind::Page))
        .map(|anchor| site(&anchor.value))
        .collect();
    by_trigger || memory.scope.facets.contains_key("domain") || sites.len() == 1
}

/// The host of an address, or the whole where it is none.
fn site(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::tests::random::memory;

    #[test]
    fn commonplaces_are_generic_and_particulars_are_not() {
        for text in ["try click instead", "Scroll down.", "wait longer", "Retry the request"] {
            assert!(is_generic(&memory(1, 1, text)), "{text}");
        }
        for text in [
            "use --force-with-lease",
            "click the Save button",
            "wait for the spinner and reload",
            "port 8080 is taken",
            "Never run migrations from a laptop; use the release job",
            "set RUST_BACKTRACE",
            "edit `conftest`",
        ] {
            assert!(!is_generic(&memory(1, 1, text)), "{text}");
        }
        let mut anchored = memory(1, 1, "wait longer");
        anchored.anchors.insert("test:checkout".parse().unwrap());
        assert!(!is_generic(&anchored));
    }

    #[test]
    fn one_site_binds_and_several_do_not() {
        let mut lesson = memory(1, 1, "Close the banner first");
        assert!(!is_bound(&lesson));
        lesson.anchors.insert("page:https://Shop.example/cart".parse().unwrap());
        lesson.anchors.insert("domain:shop.example".parse().unwrap());
        assert!(is_bound(&lesson));
        lesson.anchors.insert("domain:other.example".parse().unwrap());
        assert!(!is_bound(&lesson));
        lesson.scope.facets.insert("domain".into(), "shop.example".into());
        assert!(is_bound(&lesson));
    }
}
