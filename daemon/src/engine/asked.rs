//! A review item as clients see it: members, the question and why it was not automatic, both sides as a diff.

use consolidate_shared::limits;
use consolidate_shared::model::Memory;
use consolidate_shared::review::{ReviewItem, Suggestion};
use consolidate_shared::wire::v1::{ReviewMember, ReviewView, SuggestionView};

use super::search::question;
use crate::diff;
use crate::review::{doubt, keeps, possible, stands};
use crate::store::{ReadError, View};

/// How much of an item is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// The beginnings of its texts, as one of many.
    Listed,
    /// All of it, with the diff.
    Whole,
}

impl Shown {
    /// Bytes of one text.
    fn bytes(self) -> usize {
        match self {
            Self::Listed => limits::LISTED_TEXT_BYTES,
            Self::Whole => limits::TEXT_BYTES,
        }
    }
}

pub(super) fn shown(item: &ReviewItem, how: Shown, view: &View) -> Result<ReviewView, ReadError> {
    let (mut memories, mut gone) = (Vec::new(), Vec::new());
    for &id in &item.members {
        match view.memory(id)? {
            Some(memory) => {
                if !stands(item.pass, &memory) {
                    gone.push(format!("{id} is {}", memory.standing.word()));
                }
                memories.push(memory);
            }
            None => gone.push(format!("{id} is not in the store")),
        }
    }
    let live: Vec<&Memory> = memories.iter().filter(|memory| stands(item.pass, memory)).collect();
    let moot = (live.len() < item.members.len().min(2)).then(|| gone.join(", "));
    let keeps = keeps(item, &live);
    let sides: Vec<&Memory> = memories.iter().collect();
    let members: Result<Vec<_>, _> =
        memories.iter().map(|memory| member(memory, how.bytes(), view)).collect();
    Ok(ReviewView {
        id: item.id(),
        pass: item.pass,
        question: question(item).to_owned(),
        why: item.finding.sentence.clone(),
        doubt: doubt(item, &live),
        rule: item.finding.rule.clone(),
        overlap: item.finding.overlap,
        queued: item.queued,
        snoozed_until: None,
        answers: possible(item).iter().map(|word| (*word).to_owned()).collect(),
        keeps,
        members: members?,
        suggestions: item.suggestions.iter().map(suggestion).collect(),
        moot,
        diff: (how == Shown::Whole).then(|| diff::render_sides(&sides, keeps)),
    })
}

fn member(memory: &Memory, bytes: usize, view: &View) -> Result<ReviewMember, ReadError> {
    let newest = memory.sources.iter().max_by_key(|source| source.at);
    let rationale = memory.rationale.as_deref();
    let is_long = |text: &str| text.len() > bytes;
    Ok(ReviewMember {
        id: memory.id,
        short_id: memory.id.short(view.unique_characters(memory.id)?),
        external_id: memory.external_id.clone(),
        kind: memory.kind,
        text: beginning(&memory.text, bytes),
        rationale: rationale.map(|text| beginning(text, bytes)),
        cut: is_long(&memory.text) || rationale.is_some_and(is_long),
        project: memory.scope.project.clone(),
        origin: memory.origin.to_string(),
        agent: newest.and_then(|source| source.agent.clone()),
        at: memory.instant(),
        standing: memory.standing.word().to_owned(),
        trust: memory.trust(),
        pinned: memory.pinned,
    })
}

/// At most `bytes` of `text`, with a sign where it was cut.
fn beginning(text: &str, bytes: usize) -> String {
    let cut = text.floor_char_boundary(bytes);
    let (start, rest) = text.split_at(cut);
    if rest.is_empty() { start.to_owned() } else { format!("{start}…") }
}

fn suggestion(suggestion: &Suggestion) -> SuggestionView {
    let Suggestion { by, at, answer, only, note } = suggestion;
    SuggestionView {
        by: by.to_string(),
        at: *at,
        answer: answer.to_string(),
        only: only.clone(),
        note: note.clone(),
    }
}
