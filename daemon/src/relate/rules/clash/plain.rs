//! Whether a denial surely contradicts: it is told of now, in the main clause, for no reason that the denial may be of, and by no
//! word that leaves both open ("may", "not just", "does not have to").

use super::super::clause::{goes_on_to_another_verb, is_under};
use super::reason::gives_reason;
use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::Statement;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::token::{Kind, Token};

/// Whether `denial` says of all that `claim` says, and of no more, that it is not so.
pub(super) fn only_denies(claim: &Statement, denial: &Statement) -> bool {
    let small = |token: &Token| {
        token.is(Marks::NEGATION.or(Marks::PROHIBITION)) || token.is_one_of(CARRIERS)
    };
    let own = |x: &Statement, y: &Statement, more: &[&str]| {
        let mut own = x.tokens.iter().filter(|token| !y.words.all.has(token.stem));
        own.all(|token| small(token) || token.is_one_of(more))
    };
    let has = |x: &Statement| x.tokens.iter().any(|token| token.is_one_of(&["has", "have", "had"]));
    own(claim, denial, WHOLE)
        && own(denial, claim, &[])
        && has(claim) == has(denial)
        && rules_alike(claim, denial)
        && tell_of_one_time(claim, denial)
        && [claim, denial].into_iter().all(|side| {
            (0..side.tokens.len()).all(|i| !negates(&side.tokens, i) || stands(side, i))
        })
}

/// What a claim may say of all: its denial in any number denies it.
const WHOLE: &[&str] = &["every", "all", "each", "always"];

/// Words that carry a claim or its denial and say nothing beside.
const CARRIERS: &[&str] = &[
    "is", "are", "am", "be", "been", "was", "were", "do", "does", "did", "has", "have", "had",
    "can", "may", "must", "should", "a", "an", "the", "any", "you", "we", "please",
];

/// Whether what one says may, can or must be is just what the other denies. What may be may also not be, what can be done need not
/// be done, and what will be is not yet.
fn rules_alike(claim: &Statement, denial: &Statement) -> bool {
    let modals = |side: &Statement| -> Vec<&'static str> {
        let said = |word: &&&str| side.tokens.iter().any(|token| token.is_word(word));
        MODALS.iter().filter(said).copied().collect()
    };
    let (says, denies) = (modals(claim), modals(denial));
    let open = |modals: &[&str]| modals.iter().any(|modal| OPEN.contains(modal));
    let orders = denial.cues.prohibits
        || denial
            .tokens
            .first()
            .is_some_and(|first| first.is(Marks::NEGATION) || first.is_one_of(&["do", "please"]));
    let unsure = [claim, denial].into_iter().any(leaves_open);
    if unsure || open(&says) || open(&denies) || denies.contains(&"may") {
        return false;
    }
    match (says.as_slice(), denies.as_slice()) {
        (x, y) if x == y => true,
        (["may" | "can"], ["must"]) | ([], ["must" | "can"]) => true,
        ([_], []) => orders && !says.contains(&"will") && !says.contains(&"shall"),
        _ => false,
    }
}

const MODALS: &[&str] =
    &["may", "might", "can", "could", "must", "should", "will", "would", "shall", "ought", "going"];
/// Whether a text says of itself that it is so at times or perhaps.
pub(super) fn leaves_open(x: &Statement) -> bool {
    x.tokens.iter().any(|token| token.is_one_of(AT_TIMES))
}

const AT_TIMES: &[&str] = &[
    "sometimes",
    "occasionally",
    "often",
    "rarely",
    "maybe",
    "perhaps",
    "possibly",
    "probably",
    "likely",
    "partly",
    "partially",
    "usually",
    "mostly",
    "seldom",
];

/// What these say leaves its opposite open.
const OPEN: &[&str] = &["might", "could", "would", "ought", "going"];

/// Whether both tell of the present, or both of the past, and in one voice: who is paid need not pay.
fn tell_of_one_time(claim: &Statement, denial: &Statement) -> bool {
    let past = |side: &Statement| {
        side.tokens.iter().any(|token| token.is_one_of(&["was", "were", "had", "did"]))
    };
    let denied = |token: &&Token| denial.cues.negated.has(token.stem);
    let (here, base) = (claim.tokens.iter().find(denied), denial.tokens.iter().rfind(denied));
    let Some((here, base)) = here.zip(base) else { return past(claim) == past(denial) };
    if is_present(here, base) {
        return past(claim) == past(denial);
    }
    // "Did not help" / "helped"; "don't edit …" / "… can be edited".
    let told = past(denial) && is_participle(here) && !here.text.ends_with("ing");
    let permitted = claim.cues.permits && !past(denial);
    told || permitted
}

/// "Runs", "run"; "tries", "try". A name or a number has no tense.
fn is_present(token: &Token, base: &Token) -> bool {
    let third = |text: &str, base: &str| {
        text == base
            || text.strip_suffix('s') == Some(base)
            || text.strip_suffix("es") == Some(base)
            || text.strip_suffix("ies").is_some_and(|root| base.strip_suffix('y') == Some(root))
    };
    token.kind != Kind::Word
        || (third(&token.text, &base.text) && !token.ends_in_ed())
        || token.text == base.text
        || third(&base.text, &token.text)
}

fn negates(tokens: &[Token], i: usize) -> bool {
    tokens.get(i).is_some_and(|token| token.is(Marks::NEGATION.or(Marks::PROHIBITION)))
}

/// Whether the negation at `i` denies the sentence, and not a phrase, a clause or a reason in it.
fn stands(denial: &Statement, i: usize) -> bool {
    let tokens = &denial.tokens;
    let before = i.checked_sub(1).and_then(|i| tokens.get(i));
    let carried = before.is_none_or(|before| before.is_one_of(AUXILIARIES));
    let partial = tokens.get(i + 1).is_some_and(|next| {
        next.ends_in_ed() || (next.kind == Kind::Word && next.text.ends_with("ing"))
    });
    let placed = match tokens.get(i) {
        Some(not) if not.is_word("not") => carried,
        Some(never) if never.is_word("never") => carried || !partial,
        // "Hosts with no swap".
        _ => before.is_none_or(|before| !before.is(Marks::PREPOSITION)),
    };
    placed
        && !is_under(tokens, i)
        && !goes_on_to_another_verb(tokens, i)
        && !(i + 1..tokens.len()).any(|at| gives_reason(tokens, at))
}

const AUXILIARIES: &[&str] = &[
    "is", "are", "am", "was", "were", "do", "does", "did", "can", "must", "should", "will",
    "shall", "has", "have", "had", "may", "please", "and", "but",
];
