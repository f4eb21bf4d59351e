//! A change set as one unified diff a subject, in the order in which the subjects first change.

use std::collections::BTreeMap;

use consolidate_shared::change::{Change, ChangeSet, Excerpt, Swap, What};
use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::model::{Kind, Memory, Name};
use consolidate_shared::review::{ReviewItem, Suggestion};
use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
use similar::TextDiff;

use super::fields::{self, Fields};
use super::{Detail, brief, decay, line, plain};

/// Lines of a changed memory's text that are shown around its changes.
const TEXT_LINES: usize = 8;
/// Characters of a review item's member that are shown.
const MEMBER_CHARS: usize = 240;
/// What a subject that comes into being or goes stands against.
const NOTHING: &str = "/dev/null";

/// What a change is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Memory(MemoryId),
    Name(Name),
    Review(ReviewId),
    Ruling(RulingKey),
}

impl Subject {
    pub(super) fn of(what: &What) -> Option<Self> {
        Some(match what {
            What::Add(memory) | What::Remove(memory) => Self::Memory(memory.id),
            What::Edit { subject, .. } => Self::Memory(*subject),
            What::Name { name, .. } => Self::Name(name.clone()),
            What::Review(Swap { before, after }) => {
                Self::Review(before.as_ref().or(after.as_ref())?.id())
            }
            What::Ruling { key, .. } => Self::Ruling(key.clone()),
        })
    }
}

/// Both sides of one subject's diff.
#[derive(Debug, Default)]
pub(super) struct Sides {
    heads: (Option<String>, Option<String>),
    context: Vec<String>,
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
}

pub(super) fn render(set: &ChangeSet, detail: Detail) -> String {
    let mut places: BTreeMap<Subject, usize> = BTreeMap::new();
    let mut groups: Vec<Vec<&Change>> = Vec::new();
    for change in set.changes.iter().filter(|change| !decay::is_decay(change)) {
        let Some(subject) = Subject::of(&change.what) else { continue };
        let place = *places.entry(subject).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups.extend((groups.len() <= place).then(Vec::new));
        if let Some(group) = groups.get_mut(place) {
            group.push(change);
        }
    }
    let briefly = brief::is_large(set);
    let mut out = decay::render(set.changes.iter(), detail == Detail::Whole);
    for group in groups {
        match group.as_slice() {
            [Change { what: What::Add(memory), .. }] if briefly => {
                line(&mut out, &brief::line('+', memory));
            }
            [Change { what: What::Remove(memory), .. }] if briefly => {
                line(&mut out, &brief::line('-', memory));
            }
            [Change { what: What::Name { name, target }, .. }] if briefly => {
                line(&mut out, &brief::name(name, target));
            }
            group => subject(&mut out, group, set),
        }
    }
    out
}

fn subject(out: &mut String, group: &[&Change], set: &ChangeSet) {
    let sides = sides(group, set);
    let text = |lines: &[String]| -> String {
        sides.context.iter().chain(lines).flat_map(|line| [line.as_str(), "\n"]).collect()
    };
    let (before, after) = (text(&sides.before), text(&sides.after));
    let head = |head: &Option<String>| head.clone().unwrap_or_else(|| NOTHING.to_owned());
    let diff = TextDiff::from_lines(&before, &after);
    let mut unified = diff.unified_diff();
    unified.context_radius(TEXT_LINES + 1).header(&head(&sides.heads.0), &head(&sides.heads.1));
    out.push_str(&unified.to_string());
    let mut reasons: Vec<String> = Vec::new();
    for change in group {
        let reason = plain::one_line(&change.reason.to_string());
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    for reason in reasons {
        line(out, &format!("why: {reason}"));
    }
    out.push('\n');
}

pub(super) fn sides(group: &[&Change], set: &ChangeSet) -> Sides {
    let mut sides = Sides::default();
    let mut edited = Fields::default();
    for change in group {
        match &change.what {
            What::Add(memory) => sides.comes(memory),
            What::Remove(memory) => sides.goes(memory),
            What::Edit { subject, edit } => {
                sides.edited(*subject, set.excerpts.get(subject));
                edited.add(edit);
            }
            What::Name { name, target } => sides.named(name, target),
            What::Review(swap) => sides.asked(swap, set),
            What::Ruling { key, ruling } => sides.ruled(key, ruling),
        }
    }
    for field in edited.iter() {
        sides.before.extend(field.before.iter().cloned());
        sides.after.extend(field.after.iter().cloned());
    }
    sides
}

impl Sides {
    fn comes(&mut self, memory: &Memory) {
        self.heads.1 = Some(head(memory.id, Some(&Excerpt::from(memory))));
        self.after.extend(text_lines(&memory.text));
        self.after.extend(fields::whole(memory));
    }

    fn goes(&mut self, memory: &Memory) {
        self.heads.0 = Some(head(memory.id, Some(&Excerpt::from(memory))));
        self.before.extend(text_lines(&memory.text));
        self.before.extend(fields::whole(memory));
    }

    fn edited(&mut self, id: MemoryId, excerpt: Option<&Excerpt>) {
        let known = self.heads.0.is_some() || self.heads.1.is_some();
        if known {
            return;
        }
        let head = head(id, excerpt);
        self.heads = (Some(head.clone()), Some(head));
        let lines: Vec<String> =
            excerpt.map(|excerpt| text_lines(&excerpt.text).collect()).unwrap_or_default();
        let more = lines.len().saturating_sub(TEXT_LINES);
        self.context = lines.into_iter().take(TEXT_LINES).collect();
        if more > 0 {
            self.context.push(format!("text: … and {more} lines more"));
        }
    }

    fn named(&mut self, name: &Name, target: &Swap<Option<MemoryId>>) {
        let head = format!("name {}", plain::one_line(&name.to_string()));
        self.heads = (target.before.map(|_| head.clone()), target.after.map(|_| head));
        self.before.extend(target.before.map(|id| format!("target: {id}")));
        self.after.extend(target.after.map(|id| format!("target: {id}")));
    }

    fn asked(&mut self, swap: &Swap<Option<Box<ReviewItem>>>, set: &ChangeSet) {
        let head = |item: &ReviewItem| format!("{} {}?", item.id(), item.pass);
        if let Some(item) = &swap.before {
            self.heads.0 = Some(head(item));
            self.before.extend(question(item, set));
        }
        if let Some(item) = &swap.after {
            self.heads.1 = Some(head(item));
            self.after.extend(question(item, set));
        }
    }

    fn ruled(&mut self, key: &RulingKey, swap: &Swap<Option<Ruling>>) {
        let head = format!("ruling {key}");
        self.heads =
            (swap.before.as_ref().map(|_| head.clone()), swap.after.as_ref().map(|_| head));
        self.before.extend(swap.before.iter().map(ruling));
        self.after.extend(swap.after.iter().map(ruling));
    }
}

fn head(id: MemoryId, excerpt: Option<&Excerpt>) -> String {
    let Some(Excerpt { kind, project, external_id, .. }) = excerpt else { return id.to_string() };
    let place = project.as_deref().unwrap_or("everywhere");
    let known_as = external_id.as_deref().map(|id| format!(" as {id}")).unwrap_or_default();
    plain::one_line(&format!("{id} {} in {place}{known_as}", Kind::word(*kind)))
}

fn text_lines(text: &str) -> impl Iterator<Item = String> {
    plain::lines(text).map(|line| format!("text: {line}"))
}

fn question(item: &ReviewItem, set: &ChangeSet) -> Vec<String> {
    let mut lines: Vec<String> = item
        .members
        .iter()
        .map(|id| {
            let text =
                set.excerpts.get(id).map(|excerpt| plain::start(&excerpt.text, MEMBER_CHARS));
            format!("member: {id} {}", text.unwrap_or_default())
        })
        .collect();
    lines.push(format!("queued: {}", item.queued));
    lines.extend(item.suggestions.iter().map(suggestion));
    lines
}

fn suggestion(suggestion: &Suggestion) -> String {
    let Suggestion { by, answer, only, note, .. } = suggestion;
    let mut line = format!("suggested: {answer} by {by}");
    if !only.is_empty() {
        let only: Vec<String> = only.iter().map(ToString::to_string).collect();
        line = format!("{line}, about {} only", only.join(" "));
    }
    if let Some(note) = note {
        line = format!("{line}: {note}");
    }
    plain::one_line(&line)
}

fn ruling(ruling: &Ruling) -> String {
    let decision = match &ruling.decision {
        Decision::Distinct => "distinct".to_owned(),
        Decision::Hold => "hold".to_owned(),
        Decision::Snooze { until } => format!("snooze until {until}"),
        Decision::Approved => "approved".to_owned(),
    };
    format!("ruling: {decision} by {}, {}", plain::one_line(&ruling.by.to_string()), ruling.at)
}
