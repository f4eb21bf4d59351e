//! Reverts: texts that take another text back (rule S5).

use super::statement::is_core;
use super::transition::is_reference;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// What a revert takes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revert {
    target: Target,
    /// 1 for a revert, 2 for a revert of a revert (which revives what the first one took back), and so on.
    pub depth: u32,
    /// The innermost text, in the form of [`Statement::normalised`](super::statement::Statement::normalised) without trailing
    /// references; empty where the revert does not quote it.
    pub original: Box<str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    /// `Revert "X"`.
    Quoted(Box<str>),
    /// "we reverted X": the core words of X in order.
    Told(Box<[Stem]>),
}

/// No real history nests deeper; it bounds the work on hostile text.
const DEEPEST: u32 = 16;

impl Revert {
    /// The revert that a text (its equality form and tokens) is.
    pub(in crate::relate) fn of(text: &str, tokens: &[Token]) -> Option<Self> {
        quoted(text).or_else(|| told(tokens))
    }

    /// A key of the text that is quoted, as [`folded`] makes it.
    pub(in crate::relate) fn quoted(&self) -> Option<Stem> {
        match &self.target {
            Target::Quoted(target) => Some(folded(target)),
            Target::Told(_) => None,
        }
    }

    /// The core words of what is taken back, where it is told and not quoted.
    pub(in crate::relate) fn told(&self) -> impl Iterator<Item = Stem> + '_ {
        let told: &[Stem] = match &self.target {
            Target::Told(core) => core,
            Target::Quoted(_) => &[],
        };
        told.iter().copied()
    }

    /// Whether this takes back the text with this equality form and tokens.
    pub(in crate::relate) fn takes_back(&self, text: &str, tokens: &[Token]) -> bool {
        match &self.target {
            Target::Quoted(target) => is_quoted(target, text),
            Target::Told(core) => tokens
                .iter()
                .filter(|token| is_told(token))
                .map(|token| token.stem)
                .eq(core.iter().copied()),
        }
    }
}

/// Whether `target` quotes `text`: equal but for case, and no two different references at their ends.
fn is_quoted(target: &str, text: &str) -> bool {
    let (x, y) = (without_references(target), without_references(text));
    let references = |whole: &str, kept: &str| {
        whole
            .get(kept.len()..)
            .map(|tail| tail.replace(['(', ')', '.', ' '], ""))
            .unwrap_or_default()
    };
    let (p, q) = (references(target, x), references(text, y));
    (p.is_empty() || q.is_empty() || p == q) && x.to_lowercase() == y.to_lowercase()
}

/// A key that texts have in common which differ in case and in references at their ends alone.
pub(in crate::relate) fn folded(text: &str) -> Stem {
    Stem::of(&without_references(text).to_lowercase())
}

fn is_told(token: &Token) -> bool {
    is_core(token) && !is_reference(token)
}

/// `Revert "X"`, with nothing but references behind it.
fn quoted(text: &str) -> Option<Revert> {
    let target = peel(text)?;
    let (mut depth, mut original) = (1, target.clone());
    while let Some(inner) = peel(&original).filter(|_| depth < DEEPEST) {
        depth += 1;
        original = inner;
    }
    let original = without_references(&original).into();
    Some(Revert { target: Target::Quoted(target.into()), depth, original })
}

/// The text that one level of `Revert "..."` takes back. `Reapply "X"` is how git words a revert of `Revert "X"`.
fn peel(text: &str) -> Option<String> {
    let text = without_references(text);
    let (verb, rest) = text.split_once(' ')?;
    let verb = verb.trim_end_matches(':').to_ascii_lowercase();
    let inner = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    let inner = inner.trim();
    match verb.as_str() {
        _ if inner.is_empty() => None,
        "revert" | "reverts" | "reverted" => Some(inner.to_owned()),
        "reapply" => Some(format!("Revert \"{inner}\"")),
        _ => None,
    }
}

/// A text without the pull request references at its end: "(#123)", "#123".
fn without_references(text: &str) -> &str {
    let mut kept = text.trim_end_matches(['.', ' ']);
    loop {
        let open = kept.strip_suffix(')').unwrap_or(kept);
        let digits = open.trim_end_matches(|c: char| c.is_ascii_digit());
        let Some(before) = digits.strip_suffix('#').filter(|_| digits.len() < open.len()) else {
            return kept;
        };
        kept = before.strip_suffix('(').unwrap_or(before).trim_end();
    }
}

/// "We reverted X", "reverted X": X up to the end of the clause, at least two core words.
fn told(tokens: &[Token]) -> Option<Revert> {
    let verb = tokens.iter().take(3).position(|token| token.is_one_of(&["reverted", "revert"]))?;
    let opens = tokens.iter().take(verb).all(|token| token.is_one_of(&["we", "i", "have", "has"]));
    let rest = tokens.get(verb + 1..)?;
    let length = rest.iter().position(|token| token.gap.any(Gap::CLAUSE)).unwrap_or(rest.len());
    let told = rest.get(..length).unwrap_or_default();
    let core: Box<[Stem]> =
        told.iter().filter(|token| is_told(token)).map(|token| token.stem).collect();
    let words = told.iter().filter(|token| is_told(token) && token.kind == Kind::Word).count();
    (opens && words > 0 && core.len() >= 2).then(|| Revert {
        target: Target::Told(core),
        depth: 1,
        original: Box::default(),
    })
}
