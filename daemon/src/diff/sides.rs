//! The members of a review item as one diff each against the memory that they are held against: the one that stays when the
//! answer is yes, else the newest. Rendered from the memories alone, so that the same members give the same bytes.

use consolidate_shared::id::MemoryId;
use consolidate_shared::limits;
use consolidate_shared::model::{Memory, Trigger};
use similar::TextDiff;

use super::{line, plain};

/// More lines than two memories can have, so that every line of both is shown.
const ALL_LINES: usize = 1 << 20;

/// One diff for each of `members` but the one that `keeps` names; without it, but the last. The heads number the members
/// from 1. At most a page's bytes, with a line that says so where it was cut.
pub fn render_sides(members: &[&Memory], keeps: Option<MemoryId>) -> String {
    let place = |id| members.iter().position(|memory| memory.id == id);
    let pivot = keeps.and_then(place).or_else(|| members.len().checked_sub(1));
    let Some((pivot, against)) = pivot.and_then(|place| Some((place, members.get(place)?))) else {
        return String::new();
    };
    let mut out = String::new();
    for (place, memory) in members.iter().enumerate().filter(|(place, _)| *place != pivot) {
        let heads = (head(place, memory), head(pivot, against));
        let (before, after) = (card(memory), card(against));
        let diff = TextDiff::from_lines(&before, &after);
        let mut unified = diff.unified_diff();
        unified.context_radius(ALL_LINES).header(&heads.0, &heads.1);
        let shown = unified.to_string();
        if shown.is_empty() {
            line(&mut out, &format!("--- {}\n+++ {}", heads.0, heads.1));
            before.lines().for_each(|same| line(&mut out, &format!(" {same}")));
        } else {
            out.push_str(&shown);
        }
    }
    if members.len() == 1 {
        line(&mut out, &format!("--- {}", head(pivot, against)));
        card(against).lines().for_each(|same| line(&mut out, &format!(" {same}")));
    }
    cut(out)
}

fn head(place: usize, memory: &Memory) -> String {
    let Memory { id, kind, scope, external_id, .. } = memory;
    let known_as = external_id.as_deref().map(|id| format!(" as {id}")).unwrap_or_default();
    plain::one_line(&format!("[{}] {id} {kind} in {scope}{known_as}", place + 1))
}

/// What an answer is given by, a line each.
fn card(memory: &Memory) -> String {
    let mut out = String::new();
    let mut add = |name: &str, value: &str| {
        line(&mut out, &format!("{name}: {}", plain::one_line(value)));
    };
    for text in plain::lines(&memory.text) {
        add("text", &text);
    }
    for text in memory.rationale.iter().flat_map(|text| plain::lines(text)) {
        add("because", &text);
    }
    if let Some(slot) = &memory.slot {
        add("slot", slot);
    }
    memory.steps.iter().for_each(|step| add("step", &step.action));
    for (name, part) in memory.trigger.iter().flat_map(Trigger::parts) {
        add("trigger", &format!("{name} {part}"));
    }
    memory.anchors.iter().for_each(|anchor| add("anchor", &anchor.to_string()));
    add("since", &memory.instant().to_string());
    if let Some(until) = memory.valid_until {
        add("until", &until.to_string());
    }
    add("by", &by(memory));
    let pinned = if memory.pinned { ", pinned" } else { "" };
    add("trust", &format!("{} of 1000{pinned}", memory.trust()));
    if memory.standing.word() != "active" {
        add("standing", memory.standing.word());
    }
    let (sources, wordings) = (memory.sources.len(), memory.wordings.len());
    if (sources, wordings) != (1, 0) {
        add("said", &format!("in {sources} sources, {wordings} other wordings"));
    }
    out
}

/// Who said it last, and what sort of writer that is.
fn by(memory: &Memory) -> String {
    let newest = memory.sources.iter().max_by_key(|source| source.at);
    let said = newest.map(|it| [&it.agent, &it.session, &it.locator].into_iter().flatten());
    let parts: Vec<String> = said.into_iter().flatten().cloned().collect();
    if parts.is_empty() {
        memory.origin.to_string()
    } else {
        format!("{} ({})", memory.origin, parts.join(" "))
    }
}

fn cut(mut text: String) -> String {
    let end = text.floor_char_boundary(limits::PAGE_BYTES);
    if end < text.len() {
        let whole_lines =
            text.get(..end).and_then(|start| start.rfind('\n')).map_or(0, |at| at + 1);
        let left_out = text.len() - whole_lines;
        text.truncate(whole_lines);
        line(
            &mut text,
            &format!("… cut here, {left_out} bytes more; `consolidate read ID` shows each whole"),
        );
    }
    text
}
