//! Memories, for people.

use consolidate_shared::model::Trigger;
use consolidate_shared::wire::v1::{EvidenceView, Flag, ListPage, MemoryView, Pending, SourceView};

use super::read::word;
use super::style::{FAINT, HEAD, NAME, WARN, paint};
use super::text::{add, count, indented, one_line};

/// Sources and wordings that are shown of a memory: the first ones. One that thousands were joined to has thousands.
pub(crate) const SHOWN: usize = 5;

/// One memory, whole, but for the many that may have been joined to it.
pub(crate) fn whole(memory: &MemoryView) -> String {
    let mut text = format!("{} {}\n", paint(NAME, memory.id), standing(memory));
    add!(text, "    {}\n", indented(&memory.text, 4));
    for (label, value) in fields(memory) {
        let label = paint(HEAD, format_args!("{label:<14}"));
        add!(text, "{label} {}\n", indented(&value, 15));
    }
    text
}

/// Memories, one after the other, with their strength where that is their order.
pub(crate) fn list(page: &ListPage, with_strength: bool) -> String {
    if page.memories.is_empty() {
        return "no memories here; --all and --all-projects show more\n".to_owned();
    }
    let mut text: String = page.memories.iter().map(|it| row(it, with_strength)).collect();
    if page.next.is_some() {
        add!(text, "{}\n", paint(FAINT, "there are more; --limit N shows them"));
    }
    text
}

fn row(memory: &MemoryView, with_strength: bool) -> String {
    let id = paint(NAME, memory.id);
    let strength = if with_strength {
        paint(FAINT, format_args!(" strength {} of 1000", memory.strength))
    } else {
        String::new()
    };
    format!("{id} {}{strength}\n    {}\n", standing(memory), indented(&memory.text, 4))
}

/// Kind, project and whatever is not usual about it.
fn standing(memory: &MemoryView) -> String {
    let mut text = memory.kind.to_string();
    if let Some(project) = &memory.project {
        text.push_str(&paint(FAINT, format_args!(" {}", one_line(project))));
    }
    if memory.standing != "active" {
        add!(text, " {}", paint(WARN, one_line(&memory.standing)));
    }
    if memory.pinned {
        text.push_str(" pinned");
    }
    if !memory.conflicts_with.is_empty() {
        add!(text, " {}", paint(WARN, "CONFLICT"));
    }
    // What the rest does not say already.
    let active = memory.standing == "active";
    for flag in &memory.flags {
        if *flag == Flag::Pending
            || (active && matches!(flag, Flag::Superseded | Flag::NotValidNow))
        {
            add!(text, " {}", paint(WARN, word(*flag)));
        }
    }
    text
}

/// What there is to say about it, in the order in which it is said.
fn fields(memory: &MemoryView) -> Vec<(&'static str, String)> {
    let join = |ids: &[_]| ids.iter().map(ToString::to_string).collect::<Vec<String>>().join("\n");
    let time =
        |time: Option<_>| time.map(|time: consolidate_shared::time::Timestamp| time.to_string());
    let some = |text: String| (!text.is_empty()).then_some(text);
    let facets = memory.facets.iter().map(|(key, value)| format!("{key}={value}"));
    let anchors = memory.anchors.iter().map(ToString::to_string);
    let steps = memory.steps.iter().zip(1..).map(|(step, number)| format!("{number}. {step}"));
    let trigger = memory.trigger.iter().flat_map(Trigger::parts);
    let trigger = trigger.map(|(name, part)| format!("{name} {part}"));
    let wordings = few(&memory.wordings, |wording| format!("{} {}", wording.of, wording.text));
    let lines = |parts: Vec<String>| some(parts.join("\n"));
    [
        ("why", memory.rationale.clone()),
        ("external id", memory.external_id.clone()),
        ("slot", memory.slot.clone()),
        ("steps", lines(steps.collect())),
        ("facets", lines(facets.collect())),
        ("anchors", lines(anchors.collect())),
        ("trigger", lines(trigger.collect())),
        ("standing", memory.standing_reason.clone()),
        ("supersedes", some(join(&memory.supersedes))),
        ("superseded by", some(join(&memory.superseded_by))),
        ("conflicts with", some(join(&memory.conflicts_with))),
        ("open", lines(memory.pending.iter().map(open).collect())),
        ("valid from", time(memory.valid_from)),
        ("valid until", time(memory.valid_until)),
        ("created", time(Some(memory.created_at))),
        ("origin", Some(memory.origin.clone())),
        ("tier", Some(memory.tier.clone())),
        ("trust", Some(format!("{} of 1000", memory.trust))),
        ("strength", Some(format!("{} of 1000", memory.strength))),
        ("evidence", evidence(&memory.evidence)),
        ("used", used(&memory.evidence)),
        ("sources", lines(few(&memory.sources, source))),
        ("wordings", lines(wordings)),
    ]
    .into_iter()
    .filter_map(|(label, value)| Some((label, value?)))
    .collect()
}

/// The first ones, and how many more there are.
fn few<T>(all: &[T], shown: impl Fn(&T) -> String) -> Vec<String> {
    let more = all.len().saturating_sub(SHOWN);
    let more = (more > 0).then(|| format!("and {more} more"));
    all.iter().take(SHOWN).map(shown).chain(more).collect()
}

/// What speaks for and against it; nothing where nobody said anything.
fn evidence(evidence: &EvidenceView) -> Option<String> {
    let EvidenceView { confirmed, confirming, contradicted, contradicting, support, .. } = evidence;
    if *confirmed == 0 && *contradicted == 0 {
        return None;
    }
    let weight = |tenths: &u32| format!("{}.{}", tenths / 10, tenths % 10);
    let mut text = format!(
        "confirmed {} in {}, contradicted {} in {}, lower bound {support} of 1000",
        weight(confirmed),
        count(u64::from(*confirming), "context"),
        weight(contradicted),
        count(u64::from(*contradicting), "context"),
    );
    if let Some(day) = evidence.last_confirmed {
        add!(text, "\nlast confirmed {day}");
    }
    if let Some(build) = &evidence.build {
        add!(text, " on build {}", one_line(build));
    }
    Some(text)
}

/// How often it was met; nothing where it never was.
fn used(evidence: &EvidenceView) -> Option<String> {
    let EvidenceView { triggered, opened, used, last_used, .. } = evidence;
    let day = (*last_used)?;
    let used = count(u64::from(*used), "time");
    Some(format!("{used}, opened {opened}, triggered {triggered}; last {day}"))
}

fn open(open: &Pending) -> String {
    format!("{}: {} {}", one_line(&open.why), open.id, open.text)
}

fn source(source: &SourceView) -> String {
    let parts = [source.agent.as_deref(), source.session.as_deref(), source.locator.as_deref()];
    let said: Vec<&str> = parts.into_iter().flatten().collect();
    format!("{} {}", source.at, said.join(" ")).trim_end().to_owned()
}

#[cfg(test)]
mod tests;
