//! Task runs: what their briefs held, and why.

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Kind;
use consolidate_shared::task_run::{HeldAs, LeftOutBy, Purpose};
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{
    HeldCounts, HeldView, TaskBriefRow, TaskRunAnswer, TaskRunRow, TaskRunsAnswer, TaskStepView,
};
use serde::Serialize;

use super::style::{FAINT, HEAD, NAME, WARN, paint};
use super::text::{add, count, one_line, visible};

/// Every run, the latest first.
pub(crate) fn runs(answer: &TaskRunsAnswer) -> String {
    let mut text: String = answer.runs.iter().map(row).collect();
    if answer.runs.is_empty() {
        text.push_str("no task run was given a brief here\n");
    }
    if answer.more {
        add!(text, "{}\n", paint(FAINT, "there are more; --limit N shows them"));
    }
    text
}

fn row(run: &TaskRunRow) -> String {
    let mut text = head(&run.run, run.project.as_deref(), run.steps, [run.first, run.last]);
    let more = u64::from(run.steps).saturating_sub(run.briefs.len() as u64);
    if more > 0 {
        let earlier = count(more, "earlier step");
        let run = one_line(&run.run);
        let all = format!("{earlier}: `consolidate runs show {run}` shows all");
        add!(text, "    {}\n", paint(FAINT, all));
    }
    for brief in &run.briefs {
        let TaskBriefRow { step, at, who, purpose, task, held, left_out, .. } = brief;
        add!(text, "    step {step} {}{}\n", asked(*at, who, *purpose), of_task(task));
        let size = size([brief.tokens, brief.budget, brief.policy_tokens]);
        add!(text, "        {}; {left_out} left out; {size}\n", counts(held));
    }
    text
}

fn head(run: &str, project: Option<&str>, steps: u32, [first, last]: [Timestamp; 2]) -> String {
    let project = project.map(|key| format!(" {}", one_line(key))).unwrap_or_default();
    let briefs = count(u64::from(steps), "brief");
    let when = if first == last { first.to_string() } else { format!("{first} to {last}") };
    let beside = format!("{project} {briefs}, {when}");
    format!("{}{}\n", paint(NAME, one_line(run)), paint(FAINT, beside))
}

fn asked(at: Timestamp, who: &str, purpose: Purpose) -> String {
    let purpose = match purpose {
        Purpose::Task => "",
        Purpose::Authoring => ", for authoring",
    };
    paint(FAINT, format_args!("{at} by {}{purpose}", one_line(who)))
}

fn of_task(task: &str) -> String {
    if task.trim().is_empty() { String::new() } else { format!(": {}", one_line(task)) }
}

fn counts(held: &HeldCounts) -> String {
    let HeldCounts { policy, user_fact, caution, learned, canary, procedure, example } = *held;
    let counted = [
        (policy, "policy"),
        (user_fact, "user fact"),
        (caution, "caution"),
        (procedure, "procedure"),
        (example, "example"),
        (learned, "learned"),
        (canary, "candidate"),
    ];
    let told: Vec<String> = counted
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, noun)| match noun {
            "learned" => format!("{number} learned"),
            noun => count(u64::from(number), noun),
        })
        .collect();
    if told.is_empty() { "nothing".to_owned() } else { told.join(", ") }
}

fn size([tokens, budget, policy_tokens]: [u32; 3]) -> String {
    format!("{tokens} of {budget} tokens, policies {policy_tokens} more")
}

/// One run: each step with what it held, what the run told of it, what has changed since.
pub(crate) fn run(answer: &TaskRunAnswer) -> String {
    let steps = u32::try_from(answer.steps.len()).unwrap_or(u32::MAX);
    let mut text = head(&answer.run, answer.project.as_deref(), steps, [answer.first, answer.last]);
    for step in &answer.steps {
        text.push_str(&step_head(step));
        for held in &step.held {
            add!(text, "    {} {}\n", paint(NAME, held.id), one_line(&held.line));
            for what in &held.changed {
                add!(text, "        {} {}\n", paint(WARN, "since:"), one_line(what));
            }
            let told: Vec<&str> = held.told.iter().map(|signal| signal.word()).collect();
            if !told.is_empty() {
                add!(text, "        {} {}\n", paint(FAINT, "this run told:"), told.join(", "));
            }
        }
        if let Some(brief) = &step.text {
            add!(text, "{}\n{}", paint(FAINT, "    as it was served:"), visible(brief));
        }
    }
    let others: Vec<_> = answer.used.iter().filter(|used| !used.held).collect();
    if !others.is_empty() {
        add!(text, "\n{}\n", paint(HEAD, "told of others"));
        for used in others {
            let id = paint(NAME, used.id);
            add!(text, "    {id} {} {}\n", used.signal, paint(FAINT, used.at));
        }
    }
    text
}

fn step_head(step: &TaskStepView) -> String {
    let TaskStepView { at, who, purpose, task, generation, hash, .. } = step;
    let title = paint(HEAD, format_args!("step {}", step.step));
    let mut text = format!("\n{title} {}{}\n", asked(*at, who, *purpose), of_task(task));
    let size = size([step.tokens, step.budget, step.policy_tokens]);
    let beside = format!("{size}; store state {generation}, text {}", one_line(hash));
    add!(text, "    {}\n", paint(FAINT, beside));
    if !step.complete {
        add!(text, "    {}\n", paint(WARN, "not all was looked at"));
    }
    text
}

/// Why each memory was in the briefs of a run.
#[derive(Debug, Serialize)]
pub(crate) struct Whys {
    run: String,
    project: Option<String>,
    steps: Vec<WhyStep>,
}

/// The same of one step.
#[derive(Debug, Serialize)]
struct WhyStep {
    step: u32,
    at: Timestamp,
    purpose: Purpose,
    task: String,
    anchors: Vec<String>,
    budget: u32,
    tokens: u32,
    policy_tokens: u32,
    held: Vec<Reason>,
    left_out: LeftOutBy,
}

#[derive(Debug, Serialize)]
struct Reason {
    id: MemoryId,
    kind: Kind,
    held_as: HeldAs,
    rank: Option<u32>,
    why: String,
    line: String,
}

impl Whys {
    /// What was recorded, as reasons.
    pub(crate) fn of(answer: TaskRunAnswer) -> Self {
        let steps = answer.steps.into_iter().map(|step| WhyStep {
            step: step.step,
            at: step.at,
            purpose: step.purpose,
            task: step.task,
            anchors: step.anchors,
            budget: step.budget,
            tokens: step.tokens,
            policy_tokens: step.policy_tokens,
            held: step.held.into_iter().map(Reason::of).collect(),
            left_out: step.left_out,
        });
        Self { steps: steps.collect(), run: answer.run, project: answer.project }
    }
}

impl Reason {
    fn of(held: HeldView) -> Self {
        let HeldView { id, kind, held_as, rank, line, .. } = held;
        let ranked = rank.unwrap_or_default();
        let why = match held_as {
            HeldAs::Policy => "a policy: every brief of its scope has it".to_owned(),
            HeldAs::UserFact => "a fact of the user: every brief of its scope has it".to_owned(),
            HeldAs::Caution => format!("a caution of rank {ranked}"),
            HeldAs::Learned => format!("learned, of rank {ranked}"),
            HeldAs::Canary => {
                format!("a candidate of rank {ranked}, shown to collect evidence")
            }
            HeldAs::Procedure => format!("a procedure of rank {ranked}"),
            HeldAs::Example => {
                format!("an example with its steps: one of the most trusted procedures, {ranked}")
            }
        };
        Self { id, kind, held_as, rank, why, line }
    }
}

/// Why each memory was there.
pub(crate) fn whys(whys: &Whys) -> String {
    let mut text = format!("{}\n", paint(NAME, one_line(&whys.run)));
    for step in &whys.steps {
        let title = paint(HEAD, format_args!("step {}", step.step));
        add!(text, "\n{title} {}{}\n", paint(FAINT, step.at), of_task(&step.task));
        for held in &step.held {
            add!(text, "    {} {}\n", paint(NAME, held.id), one_line(&held.line));
            add!(text, "        {} {}\n", paint(FAINT, "why:"), held.why);
        }
        let LeftOutBy { budget, anchor, candidate, section } = step.left_out;
        let rules = [
            (budget, "did not fit the budget"),
            (anchor, "had an anchor that two others have"),
            (candidate, "were candidates that may not be shown"),
            (section, "were beyond their section's third"),
        ];
        let told: Vec<String> = rules
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, rule)| format!("{number} {rule}"))
            .collect();
        if !told.is_empty() {
            add!(text, "    {} {}\n", paint(FAINT, "left out:"), told.join(", "));
        }
    }
    text
}

#[cfg(test)]
mod tests;
