//! One line of a file of labelled pairs.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use consolidate_shared::draft::{clean_line, clean_text};
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::{SHORT_BYTES, TEXT_BYTES};
use consolidate_shared::model::{Kind, Memory, Origin, Scope, Source};
use consolidate_shared::time::Day;

/// The day on which every first memory is written; the second one follows a day later.
const FIRST_DAY: Day = Day(20_454);
/// The scope of every pair: each is alone in its store.
const PROJECT: &str = "eval";

/// What the second memory is to the first, by whoever labelled the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// Both assert the same.
    Same,
    /// Both can hold at once.
    Distinct,
    /// They cannot both hold, and neither says which is newer.
    Contradicts,
    /// The second replaces the first.
    Supersedes,
}

impl Label {
    const ALL: [Self; 4] = [Self::Same, Self::Distinct, Self::Contradicts, Self::Supersedes];

    /// The word that stands for it in files and reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Distinct => "distinct",
            Self::Contradicts => "contradicts",
            Self::Supersedes => "supersedes",
        }
    }

    fn parse(word: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|label| label.word() == word).ok_or_else(|| {
            let words = Self::ALL.map(Self::word).join(", ");
            format!("`label` is not one of {words}")
        })
    }
}

/// A pair with its label, as two memories that are ready to be stored.
#[derive(Debug, Clone)]
pub struct LabelledPair {
    /// Its id, if the line has one.
    pub id: Option<String>,
    /// What it is said to be.
    pub label: Label,
    /// The older memory.
    pub a: Memory,
    /// The newer memory.
    pub b: Memory,
    /// The groups that it is counted in beside the whole, as (what groups, its value), e.g. `("source", "sick")`.
    pub groups: Vec<(&'static str, String)>,
}

#[derive(Deserialize)]
struct Row {
    id: Option<Value>,
    a: Option<String>,
    b: Option<String>,
    label: Option<String>,
    kind: Option<Kind>,
    kind_a: Option<Kind>,
    kind_b: Option<Kind>,
    slot: Option<String>,
    slot_a: Option<String>,
    slot_b: Option<String>,
    source: Option<String>,
    category: Option<String>,
    nli: Option<String>,
    reason: Option<String>,
}

impl LabelledPair {
    /// Reads one line: `a`, `b` and `label`, optionally `id`, `kind` and `slot` (also for one side: `kind_a`, `slot_b`), and
    /// `source`, `category`, `nli` and `reason` to group by. Other fields are ignored. Texts are bounded and brought into
    /// the form in which they would be stored, control characters as spaces; the error says what is wrong with the line.
    pub fn parse(line: &str) -> Result<Self, String> {
        // An array would be read field by field, and refused by a message about our fields.
        if !line.trim_start().starts_with('{') {
            return Err(
                "it is no pair: a line is a JSON object with `a`, `b` and `label`".to_owned()
            );
        }
        let row: Row =
            serde_json::from_str(line).map_err(|error| format!("it is no pair: {error}"))?;
        let label = Label::parse(&row.label.ok_or("it has no `label`")?)?;
        let kind = row.kind.unwrap_or_default();
        let slot = |own: Option<String>| slot(own.or_else(|| row.slot.clone()));
        let a = row.a.ok_or("it has no `a`")?;
        let b = row.b.ok_or("it has no `b`")?;
        let a = memory("a", &a, row.kind_a.unwrap_or(kind), slot(row.slot_a)?)?;
        let b = memory("b", &b, row.kind_b.unwrap_or(kind), slot(row.slot_b)?)?;
        let both = row.source.as_ref().zip(row.category.as_ref());
        let both = both.map(|(source, category)| format!("{source}: {category}"));
        let groups = [
            ("label", Some(label.word().to_owned())),
            ("source", row.source),
            ("category", row.category),
            ("source_category", both),
            ("nli", row.nli),
            ("reason", row.reason),
        ];
        let groups = groups.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let id = row.id.map(|id| match id {
            Value::String(id) => id,
            other => other.to_string(),
        });
        Ok(Self { id, label, a, b, groups: groups.collect() })
    }
}

fn slot(slot: Option<String>) -> Result<Option<String>, String> {
    let clean = slot.map(|slot| clean_line("slot", &slot, SHORT_BYTES));
    clean.transpose().map_err(|refusal| refusal.to_string())
}

fn memory(
    side: &'static str,
    text: &str,
    kind: Kind,
    slot: Option<String>,
) -> Result<Memory, String> {
    // Sets that others made hold stray control characters. No rule sees them, so a pair is not lost for one.
    let printable = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { ' ' } else { c };
    let text: String = text.replace("\r\n", "\n").chars().map(printable).collect();
    let text = clean_text(side, &text, TEXT_BYTES).map_err(|refusal| refusal.to_string())?;
    let later = i32::from(side == "b");
    let at = Day(FIRST_DAY.0 + later).start();
    let source = Source { at, agent: None, session: None, locator: None };
    let id = MemoryId(if later == 0 { 1 } else { 2 });
    let newborn = Memory::newborn(id, kind, text, Origin::Import, source);
    Ok(Memory { scope: Scope::project(PROJECT), slot, ..newborn })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_object_is_told_without_our_fields() {
        for line in ["[1, 2]", "7", "\"x\"", ""] {
            let why = LabelledPair::parse(line).unwrap_err();
            assert!(why.contains("JSON object") && !why.contains("struct"), "{why}");
        }
    }
}
