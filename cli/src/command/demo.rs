//! `demo`: the newcomer's first command. The whole way on a scratch store: import, diff, apply, brief, recall, undo.
//!
//! What it must never do: touch the store of whoever runs it.

use std::io::Read as _;

use consolidate_client::Deadline;
use consolidate_shared::limits::REQUEST_TIME;
use consolidate_shared::model::Anchor;
use consolidate_shared::place::Places;
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::v1::{
    BriefRequest, Caller, Committed, Form, Imported, PlanRequest, Planned, RecallRequest, Request,
    Response, Role, Where,
};
use serde_json::json;

use super::export::export;
use super::history::pages;
use super::import::import;
use crate::exit::{Exit, Failure};
use crate::interrupt::Interruptible;
use crate::link::{self, Link, Read, pick};
use crate::out::Out;
use crate::print;
use crate::print::style::{FAINT, HEAD, NAME, paint};
use crate::print::text::{add, count};
use crate::progress::Progress;
use crate::scratch::Scratch;

const DECISIONS: &str = include_str!("../../assets/demo/decisions.jsonl");
const DUPLICATES: &str = include_str!("../../assets/demo/duplicates.jsonl");
/// The project of the everyday notes.
const PROJECT: &str = "demo/webshop";
/// What a recall or brief of the demo may take: it is here to be seen, also on a machine that is busy.
const BUDGET: std::time::Duration = std::time::Duration::from_secs(2);
/// Steps of the progress bar.
const STEPS: u64 = 8;

/// What the help says at its end.
pub(crate) const HELP: &str = "Your own store is not touched.

Example:
  consolidate demo";

/// Plays it.
pub(crate) fn run(out: &mut Out) -> Result<Exit, Failure> {
    // Order: signals are heard before there is a home that they would leave behind.
    let work = Interruptible::listen("demo")?;
    let progress = Progress::steps("starting a scratch daemon", STEPS);
    let mut scratch = Scratch::new()?;
    let link = scratch.link()?;
    let (places, json) = (scratch.places.clone(), out.json);
    let played = work.run(move || {
        let mut out = Out::new(json);
        Demo { link, places, progress, out: &mut out }.play().and_then(|()| out.flush())
    });
    // Also after an interrupt: the daemon ends and the home goes.
    drop(scratch);
    played?.map(|()| Exit::Done)
}

struct Demo<'a> {
    link: Link,
    places: Places,
    progress: Progress,
    out: &'a mut Out,
}

impl Demo<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        let imported = self.import()?;
        let before = self.export()?;
        let planned = self.plan()?;
        let run = planned.run_id.to_string();
        let applied = self.apply(&run)?;
        self.brief()?;
        self.recall("which package manager do we use?")?;
        self.recall("which database do we use?")?;
        let undone = self.undo(&run)?;
        if self.export()? != before {
            return Err(Failure::new(Exit::Internal, "after the undo the store is not as it was")
                .hint("this is a defect; please report it"));
        }
        self.progress.done();
        if self.out.json {
            return self.out.value(&json!({
                "imported": imported.added,
                "run_id": planned.run_id,
                "changes": planned.plans.iter().map(|plan| plan.changes).sum::<u64>(),
                "applied": applied.summary,
                "undone": undone.summary,
                "restored": true,
            }));
        }
        self.out.styled(&ending())
    }

    fn import(&mut self) -> Result<Imported, Failure> {
        self.progress.step("importing");
        let lines = std::io::BufReader::new(DECISIONS.as_bytes().chain(DUPLICATES.as_bytes()));
        let silent = Progress::none();
        let imported = import(lines, caller(), true, &mut self.link, &silent)?;
        if imported.bad_count > 0 {
            let bad = print::import::report(&imported, true);
            return Err(Failure::new(Exit::Internal, format!("the demo's own data is bad: {bad}")));
        }
        self.tell(
            "Import",
            "consolidate import decisions.jsonl",
            &format!("{} of real decisions and a few notes\n", count(imported.added, "memory")),
        )?;
        Ok(imported)
    }

    fn plan(&mut self) -> Result<Planned, Failure> {
        self.progress.step("planning the passes");
        let request = Request::Plan(PlanRequest { passes: Vec::new() });
        let planned = pick!(self.link.ask_long(&request)?, Response::Planned(planned) => planned)?;
        let mut diff = String::new();
        pages(&planned.run_id.to_string(), Form::Text, &mut self.link, |page| {
            diff.push_str(page);
            Ok(())
        })?;
        let shown = print::diff::coloured(&about(&diff, PROJECT));
        self.tell("What the passes would change", "consolidate --dry-run", &shown)?;
        Ok(planned)
    }

    fn apply(&mut self, run: &str) -> Result<Committed, Failure> {
        self.progress.step("applying");
        let done = self.commit(&Request::Apply { caller: caller(), id: run.to_owned() })?;
        let command = format!("consolidate apply {run}");
        self.tell("Apply exactly that", &command, &print::journal::committed(&done))?;
        Ok(done)
    }

    fn brief(&mut self) -> Result<(), Failure> {
        self.progress.step("writing a brief");
        let task = "set up the database and the dependencies of a new service";
        let request = BriefRequest {
            caller: caller(),
            place: Where::Project(PROJECT.to_owned()),
            task: task.to_owned(),
            anchors: Vec::<Anchor>::new(),
            tokens: None,
            window: None,
            budget_us: link::micros(BUDGET),
        };
        let answer = link::brief(&self.places, request.into(), Deadline::after(BUDGET));
        let text = answered(answer).map(|answer| print::read::brief(&answer))?;
        let command = format!("consolidate brief \"{task}\"");
        self.tell("What an agent reads before a task", &command, &text)
    }

    fn recall(&mut self, query: &str) -> Result<(), Failure> {
        self.progress.step("recalling");
        let request = RecallRequest {
            caller: caller(),
            place: Where::Project(PROJECT.to_owned()),
            query: query.to_owned(),
            k: 2,
            budget_us: link::micros(BUDGET),
            history: false,
            said: SaidWithin::ANY,
            as_of: None,
            explain: false,
            tokens: None,
        };
        let answer = link::recall(&self.places, request, Deadline::after(BUDGET));
        let text =
            answered(answer).map(|answer| print::read::recall(&answer, Some("--history")))?;
        self.tell("What an agent asks", &format!("consolidate recall \"{query}\" -k 2"), &text)
    }

    fn undo(&mut self, run: &str) -> Result<Committed, Failure> {
        self.progress.step("undoing");
        let done = self.commit(&Request::Undo { caller: caller(), id: Some(run.to_owned()) })?;
        let text = format!(
            "{}the export is byte for byte as it was before\n",
            print::journal::committed(&done)
        );
        self.tell("Take it all back", &format!("consolidate undo {run}"), &text)?;
        Ok(done)
    }

    fn commit(&mut self, request: &Request) -> Result<Committed, Failure> {
        pick!(self.link.ask_long(request)?, Response::Committed(done) => done)
    }

    /// The whole store without rulings. A connection of its own: pages belong to one connection.
    fn export(&mut self) -> Result<String, Failure> {
        let mut text = String::new();
        let mut link = Link::running(&self.places, REQUEST_TIME)?;
        export(&mut link, true, |line| {
            text.push_str(line);
            text.push('\n');
            Ok(())
        })?;
        Ok(text)
    }

    /// Says what was done, with which command one does it, and what came of it.
    fn tell(&mut self, what: &str, command: &str, text: &str) -> Result<(), Failure> {
        if self.out.json {
            return Ok(());
        }
        let out = &mut *self.out;
        self.progress.aside(|| {
            let prompt = paint(FAINT, "$");
            out.styled(&format!("{}\n{prompt} {}\n", paint(HEAD, what), paint(NAME, command)))?;
            out.styled(text)?;
            out.raw("\n")?;
            out.flush()
        })
    }
}

fn caller() -> Caller {
    Caller { role: Role::User, session: None, project: Some(PROJECT.to_owned()) }
}

fn answered<T>(read: Read<T>) -> Result<T, Failure> {
    match read {
        Read::Answered(answer) => Ok(answer),
        Read::Missed(failure) => Err(failure),
    }
}

/// The headings of a diff and what it changes in `project`, and how much is left out.
fn about(diff: &str, project: &str) -> String {
    let scope = format!(" in {project} ");
    let mut kept = String::new();
    let mut left_out = 0;
    for block in diff.split("\n\n") {
        let change = match block.split_once('\n') {
            Some((first, rest)) if print::diff::is_heading(first) => {
                add!(kept, "{first}\n");
                rest
            }
            _ => block,
        };
        let is_elsewhere =
            change.starts_with("---") && !change.lines().take(2).any(|line| line.contains(&scope));
        if is_elsewhere {
            left_out += 1;
        } else {
            add!(kept, "{change}\n\n");
        }
    }
    let more = count(left_out, "more change");
    format!(
        "{}\n... and {more} in other projects, which the counts above include\n",
        kept.trim_end()
    )
}

fn ending() -> String {
    let line = |command: &str, what: &str| {
        format!("  {}  {what}\n", paint(NAME, format_args!("{command:<36}")))
    };
    [
        format!("{}\n", paint(HEAD, "The scratch store is gone; yours is as it was. To use it:")),
        line("consolidate record \"we use ...\"", "remember something"),
        line("consolidate recall ...", "find it again"),
        line("consolidate --dry-run", "see what the passes would change"),
        line("consolidate --help", "everything else"),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_diff_is_cut_to_one_project_and_says_so() {
        let diff = "run run_1 on generation 1\n\nmerge plan_1\n--- mem_1 fact in a/b as x\n+++ mem_1\n+y\n\n\
                    --- mem_2 fact in demo/webshop as z\n+++ mem_2\n+y\n\nsummary: 2\n\nrun_1: 2 changes\n";
        insta::assert_snapshot!(about(diff, PROJECT), @"
        run run_1 on generation 1

        merge plan_1
        --- mem_2 fact in demo/webshop as z
        +++ mem_2
        +y

        summary: 2

        run_1: 2 changes
        ... and 1 more change in other projects, which the counts above include
        ");
    }

    #[test]
    fn the_bundled_set_is_what_the_demo_promises() {
        let rows: Vec<serde_json::Value> = DECISIONS
            .lines()
            .chain(DUPLICATES.lines())
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert!(rows.len() >= 500, "{}", rows.len());
        let projects: std::collections::BTreeSet<_> =
            rows.iter().map(|row| row["project"].as_str().unwrap()).collect();
        assert!(projects.len() > 3 && projects.contains(PROJECT), "{projects:?}");
        assert!(rows.iter().all(|row| row.get("supersedes").is_none()));
        assert!(DECISIONS.ends_with('\n'), "the two files are read as one");
    }
}
