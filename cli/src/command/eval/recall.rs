//! `eval recall`: how good recall is on queries with known answers, asked of a scratch engine as the daemon's is asked.
//!
//! Order: memories are imported, gold is looked up, then each query is one recall. Nothing here ranks anything.

mod gold;
mod report;
mod trial;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use consolidate_daemon::eval::recall::{Baseline, GoldQuery, RecallFigures, Subject};
use consolidate_daemon::recall::Weights;
use consolidate_daemon::scratch::Scratch;
use consolidate_shared::id::hash64;
use consolidate_shared::limits::{BASELINE_BYTES, IMPORT_LINE_BYTES};
use consolidate_shared::wire::v1::{Caller, Role};

use crate::command::import::{import, open};
use crate::exit::{Exit, Failure};
use crate::interrupt::Interruptible;
use crate::lines::{Line, Lines};
use crate::out::Out;
use crate::print;
use crate::progress::Progress;
use gold::Targets;
use report::BadLines;
pub(crate) use report::{Comparison, Miss, Report, Which};
use trial::Trial;

/// What the help says at its end.
const HELP: &str = "MEMORIES is what `consolidate import` takes; a memory without a `project` is seen from every project. QUERIES has one JSON object a line:
  {\"id\": \"q-1\", \"query\": \"which package manager?\", \"project\": \"github.com/acme/shop\", \"gold\": [\"d-17\"]}

gold: the `id`s of the memories that answer it. A query with a `project` is asked within it, one without everywhere. Optional, to \
group the figures by: category, group, and overlap (from 0 to 1). Other fields are ignored. A query without gold asks for what \
nobody recorded: it is counted apart. Your own questions are a file of the same shape.

recall@k: share of a query's gold among the first k hits, averaged over the queries. MRR: reciprocal rank (up to 100) of the first \
gold. nDCG@10: gold weighed by the logarithm of its rank. Staleness: share of the hits that were superseded or retired when they \
were served. Latency is that of the engine, 20 hits a query, without the socket, in this build. A figure that does not exist is null.

The memories stand in a scratch store; nothing touches yours. Bad lines, and gold that names no memory, are reported and left \
out, and the exit code is 1; so it is when a figure fell below the baseline.

Examples:
  consolidate eval recall memories.jsonl queries.jsonl --errors
  consolidate eval recall memories.jsonl queries.jsonl --json > before.json
  consolidate eval recall memories.jsonl queries.jsonl --baseline before.json
  consolidate eval recall memories.jsonl queries.jsonl --without vectors --without expansion
  consolidate export | consolidate eval recall - queries.jsonl";

/// Arguments of `eval recall`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RecallArgs {
    /// The file of memories, as for `consolidate import`; `-` is standard input
    memories: PathBuf,
    /// The file of queries; `-` is standard input
    queries: PathBuf,
    /// List every query with gold that is not among the first 10 hits, and what stood in its place
    #[arg(long)]
    errors: bool,
    /// Rank without this part, to see what it is worth (may be given again)
    #[arg(long, value_name = "PART", value_enum)]
    without: Vec<Part>,
    /// Fail if a figure is lower than in FILE, which an earlier `--json` printed
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// By how much a figure may be lower than in the baseline
    #[arg(long, value_name = "SHARE", default_value_t = 0.005, value_parser = share, requires = "baseline")]
    tolerance: f64,
}

/// A part of the ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Slot, anchors, dates, rationale and whatever else is beside the text
    Metadata,
    /// Whose a memory is, when the query names them
    Actors,
    /// Words that mean nearly the same as those of the query
    Expansion,
    /// What texts are about
    Vectors,
}

/// The constants of ranking with these parts at nought.
fn weights(without: &[Part]) -> Weights {
    let mut weights = Weights::DEFAULT;
    for part in without {
        match part {
            Part::Metadata => weights.meta = 0,
            Part::Actors => weights.actor = 0,
            Part::Expansion => weights.expansion = 0,
            Part::Vectors => weights.vectors = 0,
        }
    }
    weights
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a tolerance is a number from 0 to 1".to_owned())
}

impl RecallArgs {
    pub(super) fn run(self, out: &mut Out) -> Result<Exit, Failure> {
        let is_stdin = |file: &Path| file == Path::new("-");
        if is_stdin(&self.memories) && is_stdin(&self.queries) {
            return Err(Failure::usage("standard input cannot be both files"));
        }
        // What is wrong with a name is told before anything is measured.
        let baseline = self.baseline.as_deref().map(baseline).transpose()?;
        let (memories, size) = open(&self.memories)?;
        let (queries, _) = open(&self.queries)?;
        let progress = Arc::new(Progress::bytes("importing", size));
        let interruptible = Interruptible::listen("evaluation")?;
        let folder = tempfile::Builder::new()
            .prefix("consolidate-eval-")
            .tempdir()
            .map_err(|error| Failure::io("make a temporary folder", &error))?;
        // Order: the store is made before work begins that an interrupt may outrun, or its folder would come back.
        let mut scratch = scratch(folder.path(), weights(&self.without))?;
        let (shown, errors) = (Arc::clone(&progress), self.errors);
        let report = interruptible.run(move || {
            let read = Queries::read(queries);
            let report =
                read.and_then(|queries| asked(&mut scratch, memories, queries, errors, &shown));
            // Order: the store is closed before its folder goes.
            scratch.stop();
            report
        });
        progress.done();
        let mut report = report??;
        folder.close().map_err(|error| Failure::io("remove the scratch store", &error))?;
        if let Some(before) = baseline {
            refuse_other(&before, &report)?;
            report.baseline = Some(Comparison {
                tolerance: self.tolerance,
                figures: before.compare(&report.figures, self.tolerance),
            });
        }
        out.answer(&report, print::eval::recall)?;
        Ok(if report.is_sound() { Exit::Done } else { Exit::Refused })
    }
}

fn baseline(file: &Path) -> Result<Baseline, Failure> {
    let refused = |why: String| {
        let message = format!("`{}` is no baseline: {why}", file.display());
        Failure::new(Exit::Refused, message)
            .hint("a baseline is what `consolidate eval recall ... --json` printed")
    };
    // A pipe may be meant: `--baseline <(git show main:eval.json)`.
    let mut text = String::new();
    let read = File::open(file)
        .and_then(|file| file.take(BASELINE_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| refused(error.to_string()))?;
    if read as u64 > BASELINE_BYTES {
        return Err(refused(format!("it is larger than {BASELINE_BYTES} bytes")));
    }
    Baseline::parse(&text).map_err(refused)
}

/// Figures of other queries, or over other memories, say nothing about these.
fn refuse_other(before: &Baseline, report: &Report) -> Result<(), Failure> {
    let now =
        Subject { memories: Some(report.memories), queries: Some(report.queries_hash.clone()) };
    match before.is_of_other(&now) {
        None => Ok(()),
        Some(what) => Err(Failure::new(
            Exit::Refused,
            format!("the baseline is of other {what}, so its figures say nothing about these"),
        )
        .hint("make one of these files: `consolidate eval recall MEMORIES QUERIES --json > FILE`")),
    }
}

/// The queries of a file, with their lines.
#[derive(Default)]
struct Queries {
    list: Vec<(u64, GoldQuery)>,
    /// A sum of the hashes of the lines.
    hash: u64,
    bad: BadLines,
}

impl Queries {
    fn read(reader: impl BufRead) -> Result<Self, Failure> {
        let mut lines = Lines::new(reader, IMPORT_LINE_BYTES);
        let mut queries = Self::default();
        let mut number = 0;
        while let Some(line) =
            lines.next().map_err(|error| Failure::io("read the queries", &error))?
        {
            number += 1;
            let query = match line {
                Line::Text(text) if text.trim().is_empty() => continue,
                Line::Text(text) => {
                    let hash = hash64(text.trim().as_bytes());
                    queries.hash = queries.hash.wrapping_add(hash);
                    GoldQuery::parse(&text)
                }
                Line::Bad(why) => Err(why),
            };
            match query {
                Ok(query) => queries.list.push((number, query)),
                Err(why) => queries.bad.push(Which::Queries, number, why),
            }
        }
        Ok(queries)
    }
}

/// An engine on a new store in `folder`.
fn scratch(folder: &Path, weights: Weights) -> Result<Scratch, Failure> {
    Scratch::empty(folder, weights).map_err(|error| {
        Failure::new(Exit::Internal, error.to_string())
            .hint("set TMPDIR to a folder with room that is yours")
    })
}

/// Asks every query over the memories.
fn asked(
    scratch: &mut Scratch,
    memories: impl BufRead,
    queries: Queries,
    errors: bool,
    progress: &Progress,
) -> Result<Report, Failure> {
    let imported = import(memories, nobody(None), false, scratch, progress)?;
    let Queries { list, hash, mut bad } = queries;
    for line in imported.bad {
        bad.push(Which::Memories, line.line, line.why);
    }
    bad.count += imported.bad_count.saturating_sub(bad.of(Which::Memories));
    progress.turn_to("asking", list.len() as u64);
    let wanted: BTreeSet<&str> =
        list.iter().flat_map(|(_, query)| query.gold.iter().map(String::as_str)).collect();
    let targets = Targets::of(scratch, &wanted)?;
    let mut trial = Trial::new(targets, errors, bad);
    for (line, query) in &list {
        trial.query(scratch, *line, query)?;
        progress.step("asking");
    }
    let redacted = imported.redacted.iter().map(|(_, times)| times).sum();
    Ok(trial.report(imported.added, format!("{hash:016x}"), redacted))
}

/// Who asks: a person, whose reading is no use of a memory and whose import may hold policies.
fn nobody(project: Option<&str>) -> Caller {
    Caller { role: Role::User, session: None, project: project.map(str::to_owned) }
}

impl Report {
    /// Whether every line was counted, every query answered whole, and no figure fell.
    fn is_sound(&self) -> bool {
        let fell = self.baseline.as_ref().is_some_and(|it| it.figures.iter().any(|it| it.dropped));
        self.bad_count == 0 && self.missing_count == 0 && self.partial == 0 && !fell
    }
}

/// Figures by a group's values.
pub(crate) type Groups = std::collections::BTreeMap<String, RecallFigures>;
