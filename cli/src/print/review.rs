//! The review queue, for people.

use consolidate_shared::id::MemoryId;
use consolidate_shared::plan::PassKind;
use consolidate_shared::wire::v1::{Answered, Outcome, ReviewMember, ReviewPage, ReviewView};

use super::diff::coloured;
use super::style::{FAINT, HEAD, NAME, WARN, paint};
use super::text::{add, count, indented, one_line, visible};

/// A page of open items, or of `snoozed` ones, each with the beginnings of its memories; `offset` were left out before it. `which`
/// are the flags that were asked with, for the command that shows the next page.
pub(crate) fn page(page: &ReviewPage, offset: u32, which: &str, snoozed: bool) -> String {
    if page.total == 0 {
        let nothing =
            if snoozed { "nothing is snoozed\n" } else { "nothing waits for an answer\n" };
        return format!("{nothing}{}", put_off(page, snoozed));
    }
    let mut text = count(page.total, if snoozed { "snoozed item" } else { "open item" });
    if page.items.len() as u64 != page.total {
        let (first, last) = (u64::from(offset) + 1, u64::from(offset) + page.items.len() as u64);
        add!(text, ", {first} to {last} shown");
    }
    text.push('\n');
    for item in &page.items {
        add!(text, "\n{}", head(item));
        for (member, number) in item.members.iter().zip(1..) {
            add!(text, "{}", listed(number, member));
        }
    }
    if let Some(next) = page.next {
        let snoozed = if snoozed { "--snoozed " } else { "" };
        let more =
            format!("there are more: `consolidate review list {which}{snoozed}--offset {next}`");
        add!(text, "\n{}\n", paint(FAINT, more));
    }
    match put_off(page, snoozed) {
        line if line.is_empty() => text,
        line => format!("{text}\n{line}"),
    }
}

/// What is not listed because somebody put it off.
fn put_off(page: &ReviewPage, listed: bool) -> String {
    let Some(until) = page.snoozed_until.filter(|_| page.snoozed > 0 && !listed) else {
        return String::new();
    };
    let first = if page.snoozed == 1 { "" } else { ", the first" };
    let all = format!(
        "{} snoozed{first} until {until}: `consolidate review list --snoozed`",
        page.snoozed
    );
    format!("{}\n", paint(FAINT, all))
}

/// One item with both sides.
pub(crate) fn item(item: &ReviewView) -> String {
    let mut text = head(item);
    if let Some(diff) = &item.diff {
        add!(text, "\n{}", coloured(&visible(diff)));
    }
    text
}

/// One item among others, on a terminal.
pub(crate) fn on_screen(shown: &ReviewView, head: &str) -> String {
    format!("\n{} {}", paint(HEAD, format_args!("[{head}]")), item(shown))
}

/// What is asked, why, and what others would answer.
fn head(item: &ReviewView) -> String {
    let until = item.snoozed_until.map_or_else(String::new, |day| format!(", snoozed until {day}"));
    let mut text = format!(
        "{} {} {}\n    {}\n",
        paint(NAME, item.id),
        item.pass,
        paint(FAINT, format_args!("since {}{until}", item.queued)),
        paint(HEAD, one_line(&item.question))
    );
    let (rule, why) = (one_line(&item.rule), one_line(&item.why));
    let overlap = format!("overlap {}.{} %", item.overlap / 10, item.overlap % 10);
    add!(text, "    {} {rule}: {why} ({overlap})\n", paint(FAINT, "found by"));
    let doubt = one_line(&item.doubt);
    add!(text, "    {} {doubt}\n", paint(FAINT, "not by itself, because"));
    let kept = item.keeps.and_then(|id| item.members.iter().position(|it| it.id == id));
    if let Some(place) = kept {
        add!(text, "    {}\n", paint(FAINT, format_args!("accept keeps [{}]", place + 1)));
    }
    if item.pass == PassKind::Conflict && item.moot.is_none() {
        let number = if item.answers.iter().any(|word| word == "supersede") {
            ", a number lets that one replace the others"
        } else {
            ""
        };
        let what = "accept marks them as conflicting and serves both, reject says that both hold";
        add!(text, "    {}\n", paint(FAINT, format_args!("{what}{number}")));
    }
    for suggestion in &item.suggestions {
        let by = one_line(&suggestion.by);
        add!(text, "    {} {by} would {}", paint(WARN, "suggested:"), one_line(&suggestion.answer));
        let only: Vec<String> = suggestion.only.iter().map(|id| number(*id, item)).collect();
        if !only.is_empty() {
            add!(text, ", about {} only", only.join(" "));
        }
        if let Some(note) = &suggestion.note {
            add!(text, ": {}", one_line(note));
        }
        text.push('\n');
    }
    if let Some(moot) = &item.moot {
        let closes = format!("nothing is left to answer: {moot}; any answer closes it");
        add!(text, "    {}\n", paint(WARN, one_line(&closes)));
    }
    text
}

/// A member by its number, else its id.
fn number(id: MemoryId, item: &ReviewView) -> String {
    let place = item.members.iter().position(|member| member.id == id);
    place.map_or_else(|| id.to_string(), |place| format!("[{}]", place + 1))
}

fn listed(number: usize, member: &ReviewMember) -> String {
    let mut text = format!("    [{number}] {}", paint(NAME, member.id));
    if member.standing != "active" {
        add!(text, " {}", paint(WARN, one_line(&member.standing)));
    }
    if member.pinned {
        text.push_str(" pinned");
    }
    let who = member.agent.as_deref().unwrap_or(&member.origin);
    let facts = format!("{} by {}, trust {}", member.at, one_line(who), member.trust);
    add!(text, " {}\n        {}", paint(FAINT, facts), indented(&member.text, 8));
    if let Some(rationale) = &member.rationale {
        add!(text, "\n        {} {}", paint(FAINT, "because"), indented(rationale, 8));
    }
    if member.cut {
        add!(text, "\n        {}", paint(FAINT, "(cut; `consolidate review show` shows all)"));
    }
    text.push('\n');
    text
}

/// The keys that an item takes.
pub(crate) fn prompt(item: &ReviewView, only: &[MemoryId], single: bool) -> String {
    let mut keys = Vec::new();
    let members = item.members.len().min(9);
    for word in &item.answers {
        match word.as_str() {
            "supersede" => keys.push(format!("[1-{members}] this one replaces the others")),
            word => keys.push(format!(
                "[{}]{}",
                word.get(..1).unwrap_or(""),
                word.get(1..).unwrap_or("")
            )),
        }
    }
    if item.members.len() > 2 {
        keys.push("[o]nly some".to_owned());
    }
    keys.extend(["[n]ext", "[u]ndo", "[q]uit", "[?]"].map(str::to_owned));
    let mut text = paint(FAINT, keys.join("  "));
    let chosen: Vec<String> = only.iter().map(|id| number(*id, item)).collect();
    if !chosen.is_empty() {
        add!(text, "\nabout {}", chosen.join(" "));
    }
    let enter = if single { "" } else { " (and Enter)" };
    add!(text, "\nanswer{enter}: ");
    text
}

/// What is asked once no question is left.
pub(crate) fn last_prompt(single: bool) -> String {
    let enter = if single { "" } else { " (and Enter)" };
    let keys = paint(FAINT, "[u]ndo takes the last answer back, anything else ends");
    format!("{keys}\nthat was the last question{enter}: ")
}

/// What an answer came to.
pub(crate) fn answered(answered: &Answered) -> String {
    let mut text = format!("{}\n", one_line(&answered.summary));
    if let Some(entry) = answered.entry {
        let kept = match answered.outcome {
            Outcome::Suggested => " (kept until a person answers)",
            Outcome::Done | Outcome::Moot => "",
        };
        add!(text, "{}\n", paint(FAINT, format_args!("journal entry {entry}{kept}")));
    }
    if let Some(rest) = answered.rest.filter(|_| answered.outcome == Outcome::Done) {
        add!(text, "{} {}\n", paint(FAINT, "what is left of it is"), paint(NAME, rest));
    }
    text
}

/// How many items of the queue came to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Walked {
    /// Answered here.
    pub(crate) answered: u64,
    /// Shown and left in the queue.
    pub(crate) skipped: u64,
    /// Closed by somebody else meanwhile.
    pub(crate) elsewhere: u64,
    /// Not looked at.
    pub(crate) left: u64,
}

/// How it went, at the end.
pub(crate) fn farewell(walked: &Walked) -> String {
    let Walked { answered, skipped, elsewhere, left } = *walked;
    let mut parts = vec![format!("{answered} answered")];
    let others = [(skipped, "skipped"), (elsewhere, "closed elsewhere"), (left, "not looked at")];
    parts.extend(
        others.iter().filter(|(many, _)| *many > 0).map(|(many, what)| format!("{many} {what}")),
    );
    format!("{}: {}\n", count(answered + skipped + elsewhere + left, "item"), parts.join(", "))
}

#[cfg(test)]
pub(crate) mod tests;
