//! A change that is told in a clause under another: it is of the things or the case that the clause names, and ends nothing.

use super::super::clause::{goes_on_to_another_verb, is_under};
use crate::relate::reading::statement::Statement;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;

/// Whether the newer only says of some things or of a case that it is so no longer: "jobs that no longer need the GPU", "when a disk
/// is no longer healthy".
pub(super) fn tells_under(b: &Statement) -> bool {
    let tokens = &b.tokens;
    let no_longer = |i: usize| {
        let more = i.checked_sub(1).and_then(|i| tokens.get(i));
        let more = more.is_some_and(|before| before.is_one_of(&["any", "no"]));
        b.cues.no_longer
            && tokens.get(i).is_some_and(|token| {
                token.is_one_of(&["longer", "anymore"]) || (more && token.is_word("more"))
            })
    };
    let apart = |i: usize| {
        let partial = tokens.get(i + 1).is_some_and(|next| next.text.ends_with("ing"));
        let carried = tokens.get(..i).unwrap_or_default().iter().any(|t| t.is(Marks::PASSIVE));
        let owned = tokens.get(i + 1).is_some_and(|next| next.gap == Gap::NONE)
            && goes_on_to_another_verb(tokens, i);
        no_longer(i) && !carried && i > 1 && (partial || owned)
    };
    let told = |i: usize| b.cues.told.iter().any(|told| told.at == i);
    let changes = |i: usize| {
        told(i)
            || tokens.get(i).is_some_and(|token| {
                token.is(Marks::CHANGE) && token.is(Marks::CUE) && token.ends_in_ed()
            })
    };
    let mut telling = (0..tokens.len()).filter(|i| changes(*i)).peekable();
    let denied = (0..tokens.len()).any(|i| (no_longer(i) && is_under(tokens, i)) || apart(i));
    denied || (telling.peek().is_some() && telling.all(|i| is_under(tokens, i)))
}
