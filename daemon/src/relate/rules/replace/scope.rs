//! Scopes: what narrows a change to a part of what the older text says, and what only tells when and why.

use crate::relate::reading::statement::Statement;
use crate::relate::reading::theme;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::Token;

/// Whether both narrow the change to different things: "Redis for caching" / "from Redis to Kafka for the job queue".
pub(super) fn concerns_another_scope(a: &Statement, b: &Statement) -> bool {
    let narrowed = scope(b).filter(|token| !token.is(Marks::GENERIC)).map(|token| token.stem);
    let mut narrowed = narrowed.filter(|stem| !b.values.new.has(*stem)).peekable();
    let mut own =
        scope(a).filter(|token| !token.is(Marks::GENERIC)).map(|token| token.stem).peekable();
    narrowed.peek().is_some()
        && own.peek().is_some()
        && !narrowed.any(|stem| a.words.content.has(stem))
        && !own.any(|stem| b.words.content.has(stem))
}

/// Whether each says one place, behind the same preposition: it is what is said of the subject, not a scope.
pub(super) fn differ_in_place(a: &Statement, b: &Statement) -> bool {
    let place = |statement: &Statement| {
        let verb = theme::finite(&statement.tokens).unwrap_or(0);
        let said = statement.tokens.get(verb..).unwrap_or_default();
        let told = said.iter().take_while(|token| !token.is_one_of(OCCASIONS));
        let mut places = told.filter(|token| token.is_one_of(SCOPES)).map(|token| token.stem);
        places.next().filter(|_| places.next().is_none())
    };
    place(a).is_some_and(|mine| place(b) == Some(mine))
}

/// Content words that stand in a scope of the text: behind "in", "for", "on", "at", "within". What gives
/// a reason ("because of ...") narrows nothing.
pub(super) fn scope(statement: &Statement) -> impl Iterator<Item = &Token> {
    let mut inside = false;
    let mut reason = false;
    let tokens = told_clauses(statement);
    let scoped = tokens.iter().enumerate().filter(move |(i, token)| {
        reason = token.is_one_of(REASONS) || (reason && !token.gap.any(Gap::CLAUSE));
        if token.gap.any(Gap::CLAUSE) || token.is(Marks::PREPOSITION) || token.is(Marks::VERB) {
            let next_in_phrase =
                tokens.get(i + 1).is_some_and(|next| next.is_one_of(&["favor", "place"]));
            let last_in_phrase = token.is_word("of")
                && i.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|last| {
                    last.is_one_of(&["favor", "place", "instead", "off", "out", "rid", "end"])
                });
            inside = token.is_one_of(SCOPES) && !next_in_phrase && !last_in_phrase;
        }
        let noise =
            Marks::STOP.or(Marks::CHANGE).or(Marks::WEAK).or(Marks::PREPOSITION).or(Marks::VERB);
        let noise = noise.or(Marks::MONTH);
        inside && !reason && !token.is(noise)
    });
    scoped.map(|(_, token)| token)
}

/// The text up to the end of the clause that tells of the change; the whole of a text that tells of none. What follows tells how
/// things are now, and narrows nothing.
fn told_clauses(statement: &Statement) -> &[Token] {
    let tokens = &statement.tokens;
    if !statement.cues.change {
        return tokens;
    }
    let told = |i: usize| statement.cues.told.iter().any(|told| told.at == i);
    let change =
        tokens.iter().enumerate().position(|(i, token)| told(i) || token.is(Marks::CHANGE));
    let behind = change.map_or(tokens.len(), |at| at + 1);
    let end = tokens.iter().skip(behind).position(|token| token.gap.any(Gap::CLAUSE));
    tokens.get(..end.map_or(tokens.len(), |end| behind + end)).unwrap_or(tokens)
}

/// Prepositions that narrow what a change concerns.
const SCOPES: &[&str] = &["in", "for", "on", "at", "within", "inside", "of"];
const REASONS: &[&str] = &["because", "since", "due"];

/// Words behind which a text tells when or why something changed.
pub(super) const OCCASIONS: &[&str] = &["after", "since", "because", "thanks", "now", "as", "due"];
