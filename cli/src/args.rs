//! The command line: global flags, the bare command, and the list of subcommands. Each subcommand's own arguments
//! stand in its file under `command/`.

use std::collections::BTreeMap;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use consolidate_shared::model::{Anchor, AnchorError, AnchorKind, Kind};
use consolidate_shared::task_run::Purpose;

use crate::command::{self, run::RunArgs};
use crate::exit::Failure;
use crate::role::As;

const ABOUT: &str = "The memory that the coding agents on this machine share, kept tidy";
const LONG_ABOUT: &str = "The memory that the coding agents on this machine share, kept tidy.

Without a subcommand: plans what the passes would change, shows it as a diff, asks, and applies it.

  consolidate demo                 see it work on a scratch store
  consolidate record \"we use uv\"   remember something
  consolidate recall uv            find it again
  consolidate --dry-run            see what the passes would change
  consolidate undo                 take the last change back";

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "consolidate",
    version,
    about = ABOUT,
    long_about = LONG_ABOUT,
    after_help = "Topics:
  consolidate help words         what the words in answers mean: rules, changes, trust, strength
  consolidate help exit-codes    what the exit codes mean",
    subcommand_negates_reqs = true
)]
pub(crate) struct Cli {
    /// Flags that every command takes.
    #[command(flatten)]
    pub(crate) globals: Globals,
    /// Flags of the bare command.
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// The subcommand; none: plan and show.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Flags that every command takes.
#[derive(Debug, Clone, Args)]
pub(crate) struct Globals {
    /// Answer with one JSON document (stable, for programs)
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// The project to speak of [default: CONSOLIDATE_PROJECT, else the one of this folder's git remote]
    #[arg(long, global = true, value_name = "PROJECT")]
    pub(crate) project: Option<String>,
    /// In whose name: `user` or `agent:NAME` [default: CONSOLIDATE_AGENT, else user on a terminal, agent off it]
    #[arg(long = "as", global = true, value_name = "WHO")]
    pub(crate) role: Option<As>,
    /// The session to name as source [default: CONSOLIDATE_SESSION]
    #[arg(long, global = true, value_name = "SESSION", hide_short_help = true)]
    pub(crate) session: Option<String>,
    /// When to colour
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    pub(crate) color: Colour,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl From<Colour> for anstream::ColorChoice {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Auto => Self::Auto,
            Colour::Always => Self::Always,
            Colour::Never => Self::Never,
        }
    }
}

/// Every subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// See it work: a scratch store with real decisions, consolidated, read, undone
    #[command(after_help = command::demo::HELP)]
    Demo,
    /// Remember something
    Record(command::record::RecordArgs),
    /// Find what is known about something
    Recall(command::recall::RecallArgs),
    /// What to know before a task
    Brief(command::brief::BriefArgs),
    /// The task runs that were given briefs, and what each held
    Runs(command::runs::RunsArgs),
    /// Why each memory was in a brief of a task run
    BriefWhy(command::runs::BriefWhyArgs),
    /// After a failure: the pitfalls that it calls to mind
    Cautions(command::cautions::CautionsArgs),
    /// Where work moves to another site or page: the pitfalls of it
    OnContext(command::on_context::OnContextArgs),
    /// Show one memory whole
    Read(command::read::ReadArgs),
    /// List memories, newest first
    List(command::list::ListArgs),
    /// Keep a memory from every pass: it never decays or retires
    Pin(command::order::PinArgs),
    /// Take the pin off
    Unpin(command::order::UnpinArgs),
    /// Take a memory out of recall, and keep it
    Retire(command::order::RetireArgs),
    /// Retire a memory because it was wrong
    Retract(command::order::RetractArgs),
    /// Bring a retired memory back
    Revive(command::order::ReviveArgs),
    /// Say that NEW replaces OLD
    Supersede(command::order::SupersedeArgs),
    /// Tell how memories did: used, helped, harmed, confirmed, contradicted
    Feedback(command::feedback::FeedbackArgs),
    /// What waits for a person's answer
    Review(command::review::ReviewArgs),
    /// Apply a run or a plan that was shown
    Apply(command::history::ApplyArgs),
    /// Show a run, a plan or a journal entry
    Show(command::history::ShowArgs),
    /// What was changed, newest first
    Log(command::history::LogArgs),
    /// What the journal tells of one memory, oldest first
    History(command::lineage::HistoryArgs),
    /// Why a memory stands where it stands: what it replaced and what replaced it
    Why(command::lineage::WhyArgs),
    /// Draw what replaced, contradicts and joined what (Graphviz or Mermaid text)
    Graph(command::graph::GraphArgs),
    /// How tidy the store is, and how it was on the days before
    Health(command::health::HealthArgs),
    /// Take a change or a run back
    Undo(command::history::UndoArgs),
    /// Apply again what was undone
    Redo(command::history::RedoArgs),
    /// Read memories from JSONL files
    Import(command::import::ImportArgs),
    /// Write every memory as JSONL
    Export(command::export::ExportArgs),
    /// Measure how often a pass is right, and how good recall is, on labelled data
    Eval(command::eval::EvalArgs),
    /// Check that the store is sound, and mend it if it is not
    Check(command::check::CheckArgs),
    /// Make the index of recall anew from the texts
    #[command(after_help = command::reindex::HELP)]
    Reindex,
    /// What the daemon is and holds
    #[command(after_help = command::status::HELP)]
    Status,
    /// Start, stop and look at the daemon
    Daemon(command::daemon::DaemonArgs),
    /// Every setting, its value and where it comes from
    #[command(after_help = command::config::HELP)]
    Config,
    /// Serve the memory to an agent as tools (Model Context Protocol, on standard input and output)
    #[command(after_help = crate::mcp::HELP)]
    Mcp,
    /// Print the completions for a shell
    Completions(command::completions::CompletionsArgs),
    /// What the exit codes mean
    #[command(name = "exit-codes", hide = true, long_about = crate::exit::table())]
    ExitCodes,
    /// What the words in answers mean
    #[command(hide = true, long_about = crate::glossary::words())]
    Words,
}

impl Command {
    /// Why this command has no use for `--project`; `None`: it has.
    pub(crate) fn ignores_project(&self) -> Option<&'static str> {
        const WHOLE_STORE: &str = "it is about the whole store";
        match self {
            Self::Record(_)
            | Self::Recall(_)
            | Self::Brief(_)
            | Self::Runs(_)
            | Self::BriefWhy(_)
            | Self::Cautions(_)
            | Self::OnContext(_)
            | Self::List(_)
            | Self::Read(_)
            | Self::Pin(_)
            | Self::Unpin(_)
            | Self::Retire(_)
            | Self::Retract(_)
            | Self::Revive(_)
            | Self::Supersede(_)
            | Self::Feedback(_)
            | Self::Review(_)
            | Self::History(_)
            | Self::Why(_)
            | Self::Graph(_)
            | Self::Import(_)
            | Self::Config
            | Self::Mcp => None,
            Self::Log(args) if args.names_a_memory() => None,
            Self::Log(_) => {
                Some("the journal is of the whole store (`log --memory ID` tells of one memory)")
            }
            Self::Export(_) => {
                Some("an export is of the whole store (each line names its project)")
            }
            Self::Apply(_) | Self::Show(_) | Self::Undo(_) | Self::Redo(_) => {
                Some("an id or a number names the same in every project")
            }
            Self::Health(_) | Self::Check(_) | Self::Reindex | Self::Status | Self::Daemon(_) => {
                Some(WHOLE_STORE)
            }
            Self::Demo | Self::Eval(_) => Some("it works on a scratch store"),
            Self::Completions(_) | Self::ExitCodes | Self::Words => Some("it asks no store"),
        }
    }
}

/// The kinds, so that a shell completes them.
pub(crate) fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.iter().map(|kind| kind.word()))
        .try_map(|word| word.parse::<Kind>())
}

/// What a brief is for, so that a shell completes it.
pub(crate) fn purposes() -> impl TypedValueParser<Value = Purpose> {
    PossibleValuesParser::new(Purpose::ALL.iter().map(|purpose| purpose.word()))
        .try_map(|word| word.parse::<Purpose>())
}

/// A whole number from 1 to `most`.
pub(crate) fn number(most: u32) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse::<u32>().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| match most {
            u32::MAX => "give a whole number from 1 on".to_owned(),
            most => format!("give a whole number from 1 to {most}"),
        })
    }
}

/// A facet, from `key=value`.
pub(crate) fn facet(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("a facet is KEY=VALUE".to_owned()),
    }
}

/// An anchor as somebody writes it by hand: a path with a colon that looks like a kind has to say that it is a file.
pub(crate) fn anchor(text: &str) -> Result<Anchor, String> {
    let anchor: Anchor = text.parse().map_err(|why: AnchorError| why.to_string())?;
    let kind = text.split_once(':').map(|(kind, _)| kind);
    let is_word = |kind: &&str| kind.len() > 1 && kind.bytes().all(|it| it.is_ascii_lowercase());
    match kind.filter(is_word) {
        Some(kind) if kind.parse::<AnchorKind>().is_err() => {
            let kinds =
                AnchorKind::ALL.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", ");
            Err(format!(
                "`{kind}` is no kind of anchor (these are {kinds}); a path is `file:{text}`, an address `page:{text}`"
            ))
        }
        _ => Ok(anchor),
    }
}

/// Facets by their keys; a key has one value.
pub(crate) fn facets(given: Vec<(String, String)>) -> Result<BTreeMap<String, String>, Failure> {
    let mut facets = BTreeMap::new();
    for (key, value) in given {
        if facets.contains_key(&key) {
            return Err(Failure::usage(format!("the facet `{key}` is given twice"))
                .hint("a memory holds under one value of it; record one memory for each"));
        }
        facets.insert(key, value);
    }
    Ok(facets)
}

#[cfg(test)]
mod tests;
