//! The history of a memory and the chain it is in, for people.

use consolidate_shared::wire::v1::{
    HistoryAnswer, HistoryChange, HistoryEntry, WhyAnswer, WhyBranch, WhyLink, WhyStep,
};

use super::style::{ADDED, FAINT, HEAD, NAME, REMOVED, WARN, paint};
use super::text::{add, count, one_line};

/// A chain up to this long is shown whole.
const SHORT_CHAIN: usize = 24;
/// Steps that are shown at each end of a long chain, and around the one that was asked for.
const SHOWN: usize = 4;

/// Steps from which on a mark stands for them.
const LEAST_FOLDED: usize = 2;
/// Ids of joined memories that a history names at its head.
const JOINED_SHOWN: usize = 8;

/// Every entry, oldest first.
pub(crate) fn history(answer: &HistoryAnswer) -> String {
    let mut text = format!("{} {}\n", paint(NAME, answer.memory), one_line(&answer.standing));
    if !answer.text.is_empty() {
        add!(text, "    {}\n", one_line(&answer.text));
    }
    text.push_str(&merged(&answer.asked, &answer.merged));
    let joined: Vec<String> =
        answer.ids.iter().filter(|id| **id != answer.memory).map(ToString::to_string).collect();
    if !joined.is_empty() {
        let head = format!("with {} joined to it:", count(joined.len() as u64, "memory"));
        let more = if joined.len() > JOINED_SHOWN { " …" } else { "" };
        let shown = joined.iter().take(JOINED_SHOWN).cloned().collect::<Vec<_>>().join(", ");
        add!(text, "{} {shown}{more}\n", paint(FAINT, head));
    }
    for one in &answer.entries {
        text.push_str(&entry(one, answer));
    }
    if answer.next.is_some() {
        add!(text, "{}\n", paint(FAINT, "there are more; --limit N shows them"));
    }
    if answer.cut {
        add!(text, "{}\n", paint(WARN, "more was joined to it than could be followed"));
    }
    text
}

/// How what was asked for came to be the memory that is told of.
fn merged(asked: &str, way: &[consolidate_shared::id::MemoryId]) -> String {
    if way.len() < 2 {
        return String::new();
    }
    let way: Vec<String> = way.iter().map(|id| paint(NAME, id)).collect();
    let asked = one_line(asked);
    format!("{} {}\n", paint(WARN, format_args!("{asked} was merged:")), way.join(" into "))
}

fn entry(entry: &HistoryEntry, answer: &HistoryAnswer) -> String {
    let mut text = format!(
        "\n{} {} {} by {}",
        paint(NAME, entry.generation),
        paint(FAINT, entry.at),
        one_line(&entry.kind),
        one_line(&entry.actor)
    );
    if let Some(run) = entry.run {
        add!(text, " {}", paint(NAME, run));
    }
    if let Some(plan) = entry.plan {
        add!(text, " {}", paint(NAME, plan));
    }
    if let Some(undo) = entry.undone_by {
        add!(text, " {}", paint(WARN, format_args!("undone by {undo}")));
    }
    text.push('\n');
    for one in &entry.changes {
        text.push_str(&change(one, answer));
    }
    if entry.more > 0 {
        let more = count(entry.more, "further change");
        add!(
            text,
            "    {}\n",
            paint(FAINT, format_args!("{more}: consolidate show {}", entry.generation))
        );
    }
    text
}

fn change(change: &HistoryChange, answer: &HistoryAnswer) -> String {
    let mut text = format!("    {}", paint(HEAD, one_line(&change.names.join(", "))));
    if change.memory != answer.memory {
        add!(text, " {}", paint(NAME, change.memory));
    }
    text.push('\n');
    for line in &change.before {
        add!(text, "      {}\n", paint(REMOVED, format_args!("- {}", one_line(line))));
    }
    for line in &change.after {
        add!(text, "      {}\n", paint(ADDED, format_args!("+ {}", one_line(line))));
    }
    for why in &change.why {
        add!(text, "      {} {}\n", paint(FAINT, "why:"), one_line(why));
    }
    text
}

/// The chain, oldest first; the middle of a long one is folded unless `all`.
pub(crate) fn why(answer: &WhyAnswer, all: bool) -> String {
    let mut text = merged(&answer.asked, &answer.merged);
    match answer.total {
        0 | 1 => {
            add!(text, "{}\n", paint(FAINT, "it replaced nothing and nothing replaced it"));
        }
        total => add!(
            text,
            "{}\n",
            paint(FAINT, format_args!("a chain of {total} memories, oldest first"))
        ),
    }
    let shown = shown(answer, all);
    let mut folded = 0_u64;
    for (step, is_shown) in answer.steps.iter().zip(shown) {
        if !is_shown {
            folded += 1;
            continue;
        }
        text.push_str(&fold(folded));
        folded = 0;
        text.push_str(&told(step));
    }
    text.push_str(&fold(folded));
    if answer.cut {
        add!(text, "{}\n", paint(WARN, "the links lead to more memories than were followed"));
    }
    if answer.tangled {
        let todo = "some links lead back to where they came from; look with `consolidate check`";
        add!(text, "{}\n", paint(WARN, todo));
    }
    text
}

fn fold(folded: u64) -> String {
    if folded == 0 {
        return String::new();
    }
    let mark = format!("  ⋮ {} folded; --all shows them", count(folded, "step"));
    format!("{}\n", paint(WARN, mark))
}

/// Which steps are shown: both ends, those around what was asked for, and those where branches leave.
fn shown(answer: &WhyAnswer, all: bool) -> Vec<bool> {
    let steps = answer.steps.len();
    let asked = answer.steps.iter().position(|step| step.asked);
    let near = |place: usize, other: usize| place.abs_diff(other) < SHOWN;
    let is_shown = |(place, step): (usize, &WhyStep)| {
        all || steps <= SHORT_CHAIN
            || place < SHOWN
            || place + SHOWN >= steps
            || asked.is_some_and(|asked| near(place, asked))
            || !(step.also_replaced.is_empty() && step.also_replaced_by.is_empty())
    };
    let mut shown: Vec<bool> = answer.steps.iter().enumerate().map(is_shown).collect();
    // A mark in the place of a step or two saves nothing.
    for run in shown.chunk_by_mut(|a, b| a == b) {
        if run.len() <= LEAST_FOLDED {
            run.fill(true);
        }
    }
    shown
}

fn told(step: &WhyStep) -> String {
    let mut text = String::new();
    if let Some(made) = &step.link {
        text.push_str(&link(made));
    }
    let mark = if step.asked { "→" } else { " " };
    let name = match &step.external_id {
        Some(external) => {
            format!(
                "{} {}",
                paint(NAME, one_line(external)),
                paint(FAINT, format_args!("({})", step.id))
            )
        }
        None => paint(NAME, step.id),
    };
    let standing = match (step.standing.as_str(), &step.standing_reason) {
        ("active", _) => paint(HEAD, "active"),
        // The next step tells by what.
        ("retired", Some(reason)) if reason.starts_with("superseded") => paint(FAINT, "superseded"),
        (word, Some(reason)) => {
            paint(FAINT, format_args!("{} ({})", one_line(word), one_line(reason)))
        }
        (word, None) => paint(FAINT, one_line(word)),
    };
    add!(text, "{mark} {:>3}. {name} {} {standing}\n", step.place + 1, paint(FAINT, step.at.day()));
    add!(text, "       {}\n", one_line(&step.text));
    if let Some(rationale) = &step.rationale {
        add!(text, "       {} {}\n", paint(FAINT, "rationale:"), one_line(rationale));
    }
    for branch in &step.also_replaced {
        text.push_str(&beside("also replaced", branch));
    }
    for branch in &step.also_replaced_by {
        text.push_str(&beside("also replaced by", branch));
    }
    if step.more_branches > 0 {
        let more = format!("and {} more links than these", step.more_branches);
        add!(text, "       {}\n", paint(WARN, more));
    }
    text
}

fn link(link: &WhyLink) -> String {
    let mut text = format!("       {} {}", paint(FAINT, "↓ because"), one_line(&link.why));
    if let (Some(entry), Some(kind), Some(by), Some(at)) =
        (link.entry, &link.kind, &link.by, link.at)
    {
        let made = format!("[entry {entry}, {} by {}, {}]", one_line(kind), one_line(by), at.day());
        add!(text, " {}", paint(FAINT, made));
    }
    text.push('\n');
    text
}

fn beside(word: &str, branch: &WhyBranch) -> String {
    let further = match branch.length {
        0 | 1 => String::new(),
        length => format!(" (and {} further on)", count(length - 1, "memory")),
    };
    let standing = if branch.standing == "missing" { " not in the store" } else { "" };
    format!(
        "       {} {}{standing} {}{further}\n",
        paint(WARN, word),
        paint(NAME, branch.id),
        one_line(&branch.text)
    )
}

#[cfg(test)]
mod tests;
