//! `eval`: how often a pass is right on labelled pairs, each tried in a scratch store through the passes themselves; and, in
//! [`recall`], how good recall is.
//!
//! Nothing here touches the daemon or the store of this machine. Invariant: lines are numbered as an editor numbers them.

pub(crate) mod recall;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use consolidate_daemon::eval::{
    Count, FlagFigures, Label, LabelledPair, MergeFigures, Mistake, Outcome, attempt,
};
use consolidate_shared::limits::{BAD_LINES_LISTED, IMPORT_LINE_BYTES};
use consolidate_shared::plan::PassKind;
use consolidate_shared::policy::Policy;
use serde::Serialize;

use crate::command::import::open;
use crate::exit::{Exit, Failure};
use crate::lines::{Line, Lines};
use crate::out::Out;
use crate::print;
use crate::progress::Progress;

/// Bytes of text in the list of mistakes; beyond it they are only counted.
pub(crate) const LISTED_BYTES: usize = 64 * 1024 * 1024;

/// Arguments of `eval`.
#[derive(Debug, Args)]
#[command(
    after_help = "Recall has files of its own: see `consolidate eval recall --help`. Of the pairs, one JSON object a line; b is the newer one, dated one day after a:
  {\"id\": \"p-1\", \"a\": \"We use Postgres\", \"b\": \"We moved to MySQL\", \"label\": \"supersedes\"}

label: same, distinct, contradicts or supersedes. Optional: kind, kind_a, kind_b, slot, slot_a, slot_b, and to group the \
figures by: source, category, nli, reason. Other fields are ignored. Bad lines are reported with their numbers and left \
out, and the exit code is 1.

Each pair is alone in a scratch store. Merge: \"wrong\" is merged and not labelled same; \"caught\" is merged or queued. \
Conflict and supersede: flagged is automatic or queued. --errors lists what was acted on, queued or missed otherwise than \
labelled, each under its own heading. A figure that does not exist (nothing merged) is null.

Examples:
  consolidate eval merge pairs.jsonl --errors
  cat pairs.jsonl | consolidate eval conflict - --json
  consolidate eval recall memories.jsonl queries.jsonl"
)]
pub(crate) struct EvalArgs {
    #[command(subcommand)]
    task: Task,
}

/// Which pass.
#[derive(Debug, Subcommand)]
enum Task {
    /// Pairs labelled `same` are to be merged, no others
    #[command(after_help = "Example:\n  consolidate eval merge pairs.jsonl --errors")]
    Merge(Source),
    /// Pairs labelled `contradicts` are to be marked or queued, no others
    #[command(after_help = "Example:\n  consolidate eval conflict pairs.jsonl --json")]
    Conflict(Source),
    /// Pairs labelled `supersedes` are to be replaced or queued, no others
    #[command(after_help = "Example:\n  consolidate eval supersede pairs.jsonl")]
    Supersede(Source),
    /// Queries are to find the memories that answer them
    Recall(recall::RecallArgs),
}

/// What is read and what of it is told.
#[derive(Debug, Args)]
struct Source {
    /// The file of labelled pairs; `-` is standard input
    file: PathBuf,
    /// List every pair that was acted on, queued or missed otherwise than labelled
    #[arg(long)]
    errors: bool,
}

/// Figures in the shape of their pass.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Figures {
    /// Of the merge pass.
    Merge(MergeFigures),
    /// Of the conflict or the supersede pass.
    Flags(FlagFigures),
}

/// What came out.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// The pass that was tried.
    pub(crate) pass: PassKind,
    /// Over all pairs.
    #[serde(flatten)]
    pub(crate) figures: Figures,
    /// By what the lines say to group by, then by its value: `by_source`, `by_category` ...
    #[serde(flatten)]
    pub(crate) groups: BTreeMap<String, BTreeMap<String, Figures>>,
    /// What came out otherwise than labelled, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) errors: Option<Vec<Error>>,
    /// Errors that are not listed for their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) errors_left_out: Option<u64>,
    /// Lines that are no pair; the first ones are listed.
    pub(crate) bad: Vec<Bad>,
    /// How many lines are no pair.
    pub(crate) bad_count: u64,
}

/// A line that is no pair.
#[derive(Debug, Serialize)]
pub(crate) struct Bad {
    /// Its number.
    pub(crate) line: u64,
    /// What is wrong with it.
    pub(crate) why: String,
}

/// A pair that came out otherwise than labelled.
#[derive(Debug, Serialize)]
pub(crate) struct Error {
    /// How.
    pub(crate) mistake: Mistake,
    /// Its line.
    pub(crate) line: u64,
    /// Its id, if it has one.
    pub(crate) id: Option<String>,
    /// What it is labelled as.
    pub(crate) label: Label,
    /// What the passes did, e.g. `supersede by S1`, `asked by merge (duplicate)`.
    pub(crate) outcome: String,
    /// The older text.
    pub(crate) a: String,
    /// The newer text.
    pub(crate) b: String,
}

impl EvalArgs {
    pub(crate) fn run(self, out: &mut Out) -> Result<Exit, Failure> {
        let (pass, source) = match self.task {
            Task::Merge(source) => (PassKind::Merge, source),
            Task::Conflict(source) => (PassKind::Conflict, source),
            Task::Supersede(source) => (PassKind::Supersede, source),
            Task::Recall(args) => return args.run(out),
        };
        let (reader, size) = open(&source.file)?;
        let progress = Progress::bytes("trying pairs", size);
        let mut lines = Lines::new(reader, IMPORT_LINE_BYTES);
        let mut tried = Tried::new(pass, source.errors);
        let mut number = 0;
        while let Some(line) = lines.next().map_err(|error| Failure::io("read the file", &error))? {
            number += 1;
            tried.line(number, line);
            progress.at(lines.bytes());
        }
        progress.done();
        let report = tried.report();
        out.answer(&report, print::eval::report)?;
        Ok(if report.bad_count == 0 { Exit::Done } else { Exit::Refused })
    }
}

/// The pairs tried so far.
struct Tried {
    pass: PassKind,
    policy: Policy,
    all: Count,
    groups: BTreeMap<(&'static str, String), Count>,
    errors: Option<Vec<Error>>,
    listed_bytes: usize,
    left_out: u64,
    bad: Vec<Bad>,
    bad_count: u64,
}

impl Tried {
    fn new(pass: PassKind, errors: bool) -> Self {
        Self {
            pass,
            policy: Policy::default(),
            all: Count::default(),
            groups: BTreeMap::new(),
            errors: errors.then(Vec::new),
            listed_bytes: 0,
            left_out: 0,
            bad: Vec::new(),
            bad_count: 0,
        }
    }

    fn line(&mut self, number: u64, line: Line) {
        let pair = match line {
            Line::Text(text) if text.trim().is_empty() => return,
            Line::Text(text) => LabelledPair::parse(&text),
            Line::Bad(why) => Err(why),
        };
        match pair {
            Ok(pair) => self.pair(number, pair),
            Err(why) => {
                self.bad_count += 1;
                if self.bad.len() < BAD_LINES_LISTED {
                    self.bad.push(Bad { line: number, why });
                }
            }
        }
    }

    fn pair(&mut self, line: u64, pair: LabelledPair) {
        let outcome = attempt(&pair, &self.policy);
        let mistake = self.all.add(self.pass, pair.label, &outcome);
        for group in pair.groups {
            self.groups.entry(group).or_default().add(self.pass, pair.label, &outcome);
        }
        let (Some(mistake), Some(errors)) = (mistake, &mut self.errors) else { return };
        let bytes = pair.a.text.len() + pair.b.text.len();
        if self.listed_bytes + bytes > LISTED_BYTES {
            self.left_out += 1;
            return;
        }
        self.listed_bytes += bytes;
        let (id, label, outcome) = (pair.id, pair.label, words(&outcome));
        let (a, b) = (pair.a.text, pair.b.text);
        errors.push(Error { mistake, line, id, label, outcome, a, b });
    }

    fn report(self) -> Report {
        let figures = |count: Count| match self.pass {
            PassKind::Merge => Figures::Merge(count.into()),
            _ => Figures::Flags(count.into()),
        };
        let mut groups: BTreeMap<String, BTreeMap<String, Figures>> = BTreeMap::new();
        for ((name, value), count) in self.groups {
            groups.entry(format!("by_{name}")).or_default().insert(value, figures(count));
        }
        Report {
            pass: self.pass,
            figures: figures(self.all),
            groups,
            errors: self.errors,
            errors_left_out: (self.left_out > 0).then_some(self.left_out),
            bad: self.bad,
            bad_count: self.bad_count,
        }
    }
}

fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done { pass, rule } => format!("{pass} by {rule}"),
        Outcome::Asked { pass, rule } => format!("asked by {pass} ({rule})"),
        Outcome::Kept => "kept apart".to_owned(),
        Outcome::NotNominated => "never compared".to_owned(),
    }
}
