//! Fields before and after, as `field: value` lines.

use std::collections::BTreeMap;

use consolidate_shared::change::{Edit, Swap};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{
    Context, Memory, Retirement, Source, Standing, Trigger, Usage, Wording,
};

use super::plain;

/// The lines of one field that go and those that come.
#[derive(Debug, Default)]
pub(super) struct Field {
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
    weights: (i64, i64),
}

/// What a sequence of edits does to each field of one memory, taken together.
#[derive(Debug, Default)]
pub(super) struct Fields(BTreeMap<&'static str, Field>);

impl Fields {
    pub(super) fn add(&mut self, edit: &Edit) {
        let name = edit.field();
        let field = self.0.entry(name).or_default();
        match edit {
            Edit::Standing(swap) => field.scalar(name, swap, standing),
            Edit::Tier(swap) => field.scalar(name, swap, ToString::to_string),
            Edit::Pinned(swap) => field.scalar(name, swap, ToString::to_string),
            Edit::Strength(swap) => field.scalar(name, swap, ToString::to_string),
            Edit::Scope(swap) => field.scalar(name, swap, ToString::to_string),
            Edit::Slot(swap) => field.scalar(name, swap, |slot| optional(slot.as_deref())),
            Edit::LastConfirmed(swap) => field.scalar(name, swap, |last| {
                last.as_ref().map_or_else(none, |last| match &last.build {
                    Some(build) => format!("{} on build {}", last.day, plain::one_line(build)),
                    None => last.day.to_string(),
                })
            }),
            Edit::Usage(swap) => field.scalar(name, swap, usage),
            Edit::Anchors(set) => {
                let show = |anchor: &_| plain::one_line(&format!("{anchor}"));
                field.set(name, set.removed.iter().map(show), set.added.iter().map(show));
            }
            Edit::Supersedes(set) | Edit::SupersededBy(set) | Edit::ConflictsWith(set) => {
                let show = MemoryId::to_string;
                field.set(name, set.removed.iter().map(show), set.added.iter().map(show));
            }
            Edit::Sources(set) => {
                field.set(name, set.removed.iter().map(source), set.added.iter().map(source));
            }
            Edit::Wordings(set) => {
                field.set(name, set.removed.iter().map(wording), set.added.iter().map(wording));
            }
            Edit::Contexts(set) => {
                let show = |context: &Context| plain::one_line(&context.to_string());
                field.set(name, set.removed.iter().map(show), set.added.iter().map(show));
            }
            Edit::Evidence(delta) => field.counter(name, delta.confirmed, delta.contradicted),
        }
    }

    /// The fields in the order of their names.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Field> {
        self.0.values()
    }
}

impl Field {
    fn scalar<T>(&mut self, name: &str, swap: &Swap<T>, show: impl Fn(&T) -> String) {
        if self.before.is_empty() {
            self.before = vec![format!("{name}: {}", show(&swap.before))];
        }
        self.after = vec![format!("{name}: {}", show(&swap.after))];
    }

    fn set(
        &mut self,
        name: &str,
        removed: impl Iterator<Item = String>,
        added: impl Iterator<Item = String>,
    ) {
        let exchange = |value: String, from: &mut Vec<String>, to: &mut Vec<String>| {
            let line = format!("{name}: {value}");
            match from.iter().position(|known| *known == line) {
                Some(place) => {
                    from.remove(place);
                }
                None => to.push(line),
            }
        };
        removed.for_each(|value| exchange(value, &mut self.after, &mut self.before));
        added.for_each(|value| exchange(value, &mut self.before, &mut self.after));
    }

    fn counter(&mut self, name: &str, confirmed: i64, contradicted: i64) {
        self.weights.0 = self.weights.0.saturating_add(confirmed);
        self.weights.1 = self.weights.1.saturating_add(contradicted);
        let weight = |tenths: i64| {
            let sign = if tenths < 0 { '-' } else { '+' };
            format!("{sign}{}.{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10)
        };
        let (confirmed, contradicted) = (weight(self.weights.0), weight(self.weights.1));
        self.after = vec![format!("{name}: confirmed {confirmed}, contradicted {contradicted}")];
    }
}

/// Every line of a memory that comes or goes as a whole, its text apart.
pub(super) fn whole(memory: &Memory) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |name: &str, value: String| lines.push(format!("{name}: {value}"));
    if let Some(rationale) = &memory.rationale {
        add("rationale", plain::one_line(rationale));
    }
    if let Some(slot) = &memory.slot {
        add("slot", plain::one_line(slot));
    }
    memory.anchors.iter().for_each(|anchor| add("anchors", plain::one_line(&anchor.to_string())));
    for (name, part) in memory.trigger.iter().flat_map(Trigger::parts) {
        add("trigger", plain::one_line(&format!("{name} {part}")));
    }
    memory.steps.iter().for_each(|step| add("steps", plain::one_line(&step.action)));
    add("origin", memory.origin.to_string());
    add("standing", standing(&memory.standing));
    add("tier", memory.tier.to_string());
    if memory.pinned {
        add("pinned", memory.pinned.to_string());
    }
    if let Some(from) = memory.valid_from {
        add("valid_from", from.to_string());
    }
    if let Some(until) = memory.valid_until {
        add("valid_until", until.to_string());
    }
    add("created_at", memory.created_at.to_string());
    memory.supersedes.iter().for_each(|id| add("supersedes", id.to_string()));
    memory.superseded_by.iter().for_each(|id| add("superseded_by", id.to_string()));
    memory.conflicts_with.iter().for_each(|id| add("conflicts_with", id.to_string()));
    memory.sources.iter().for_each(|known| add("sources", source(known)));
    memory.wordings.iter().for_each(|known| add("wordings", wording(known)));
    lines
}

fn none() -> String {
    "none".to_owned()
}

fn optional(value: Option<&str>) -> String {
    value.map_or_else(none, plain::one_line)
}

fn standing(standing: &Standing) -> String {
    match standing {
        Standing::Candidate | Standing::Active => standing.word().to_owned(),
        Standing::Retired(Retirement { reason, successor: Some(successor), day, .. }) => {
            format!("retired ({reason}, by {successor}, {day})")
        }
        Standing::Retired(Retirement { reason, successor: None, day, .. }) => {
            format!("retired ({reason}, {day})")
        }
        Standing::Quarantined { reason } => format!("quarantined ({})", plain::one_line(reason)),
    }
}

fn source(source: &Source) -> String {
    let Source { at, agent, session, locator } = source;
    let parts = [agent, session, locator].into_iter().flatten().map(|part| plain::one_line(part));
    std::iter::once(at.to_string()).chain(parts).collect::<Vec<_>>().join(" ")
}

fn wording(wording: &Wording) -> String {
    let text = plain::one_line(&wording.text);
    match &wording.rationale {
        Some(rationale) => {
            format!("{text} [because: {}] (of {})", plain::one_line(rationale), wording.of)
        }
        None => format!("{text} (of {})", wording.of),
    }
}

fn usage(usage: &Usage) -> String {
    let Usage { triggered, opened, used, last_used } = usage;
    let last = last_used.map_or_else(none, |day| day.to_string());
    format!("triggered {triggered}, opened {opened}, used {used}, last {last}")
}
