//! One thing done by two: "Ines reviews schema changes" / "schema changes are reviewed by Raj".

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::super::pair::Pair;
use crate::relate::reading::frames::Sort;
use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::{Statement, content_of};
use crate::relate::words::canon::{canonical, stemmed};
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::{Stem, Stems};
use crate::relate::words::token::Token;

/// Whether one says in the active voice of one name what the other says in the passive of another.
pub(super) fn done_by_another(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let clash = |active: &Statement, passive: &Statement| {
        let deed = Deed::passive(&passive.tokens).or_else(|| Deed::office(&passive.tokens));
        let told = deed
            .and_then(|deed| Deed::active(&active.tokens, deed.verb).map(|other| (deed, other)));
        told.is_some_and(|(x, y)| x.of == y.of && x.by.both(&y.by).next().is_none())
    };
    let plain = !a.cues.denies() && !b.cues.denies() && pair.one_sided_hard().next().is_none();
    plain && (clash(a, b) || clash(b, a))
}

/// Who does what to what.
struct Deed {
    by: Stems,
    verb: Stem,
    of: Stems,
}

impl Deed {
    /// "Schema changes are reviewed by Raj".
    fn passive(tokens: &[Token]) -> Option<Self> {
        let at = tokens.windows(3).position(|window| match window {
            [be, done, by] => {
                be.is_one_of(&["is", "are"]) && is_participle(done) && by.is_word("by")
            }
            _ => false,
        })?;
        Self::of(tokens.get(at + 3..)?, tokens.get(at + 1)?.stem, tokens.get(..at)?)
    }

    /// "The maintainer of the parser is Raj", "the parser belongs to Raj".
    fn office(tokens: &[Token]) -> Option<Self> {
        let belongs = tokens.windows(2).position(|pair| match pair {
            [belong, to] => belong.is_one_of(&["belongs", "belong"]) && to.is_word("to"),
            _ => false,
        });
        if let Some(at) = belongs {
            return Self::of(
                tokens.get(at + 2..)?,
                Stem::of(&canonical("owns")),
                tokens.get(..at)?,
            );
        }
        let (be, of) = (position(tokens, &["is", "are"])?, position(tokens, &["of"])?);
        let holder = of.checked_sub(1).and_then(|at| tokens.get(at))?;
        let base = holder.text.strip_suffix("er").or_else(|| holder.text.strip_suffix("or"))?;
        Self::of(tokens.get(be + 1..)?, Stem::of(&canonical(base)), tokens.get(of + 1..be)?)
    }

    /// "Ines reviews schema changes", of this verb.
    fn active(tokens: &[Token], verb: Stem) -> Option<Self> {
        let at =
            (1..tokens.len()).find(|at| tokens.get(*at).is_some_and(|token| token.stem == verb))?;
        Self::of(tokens.get(..at)?, verb, tokens.get(at + 1..)?)
    }

    fn of(by: &[Token], verb: Stem, of: &[Token]) -> Option<Self> {
        let unbroken = |part: &[Token]| part.iter().skip(1).all(|token| !token.gap.any(Gap::ANY));
        let owns = OWNING.contains(&verb);
        let sort = matches!(Sort::of(by), Sort::Name | Sort::Word) || owns;
        let named = unbroken(by) && unbroken(of) && sort && by.len() <= LONGEST_NAME;
        let (by, of) = (content_of(by), content_of(of));
        (named && !by.is_empty() && !of.is_empty()).then_some(Self { by, verb, of })
    }
}

/// What one party does to one thing.
static OWNING: LazyLock<FxHashSet<Stem>> =
    LazyLock::new(|| stemmed(&["own", "maintain", "lead", "manage", "administer", "coordinate"]));

fn position(tokens: &[Token], words: &[&str]) -> Option<usize> {
    tokens.iter().position(|token| token.is_one_of(words))
}

/// The name of somebody or of a tool is no longer.
const LONGEST_NAME: usize = 3;
