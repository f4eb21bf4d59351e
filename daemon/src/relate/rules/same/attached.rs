//! Which phrases belong to what is spoken of: "all files on S3 are stored" says of those on S3 what "we store all files on S3" may say
//! of all.

use super::roles::is_adposition;
use crate::relate::reading::phrasing::is_participle;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::Token;

/// Whether the same phrases belong to what the two speak of.
pub(super) fn agree(a: &[Token], b: &[Token]) -> bool {
    attached(a) == attached(b)
}

/// The words that prepositions lead to between what is spoken of and its passive verb, sorted. "Of" leaves no choice, nor does a
/// phrase in front of all.
fn attached(tokens: &[Token]) -> Vec<Stem> {
    let passive = |pair: &[Token]| match pair {
        [be, done] => be.is_one_of(&["is", "are", "be", "get", "gets"]) && is_participle(done),
        _ => false,
    };
    let verb = tokens.windows(2).position(passive).unwrap_or_default();
    let subject = tokens.get(..verb).unwrap_or_default();
    if subject.first().is_some_and(is_adposition) {
        return Vec::new();
    }
    let led = subject.windows(2).filter_map(|pair| match pair {
        [way, word] if is_adposition(way) && !way.is_word("of") => Some(word),
        _ => None,
    });
    let mut found: Vec<Stem> =
        led.filter(|word| !word.is(Marks::PASSIVE)).map(|word| word.stem).collect();
    found.sort_unstable();
    found
}
