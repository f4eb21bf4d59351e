//! `record`: remember something.

use std::collections::BTreeMap;
use std::io::Read as _;

use clap::Args;
use consolidate_client::new_memory_id;
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::TEXT_BYTES;
use consolidate_shared::model::{Anchor, Kind, Trigger};
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{Caller, Record, Request, Response};

use crate::args::{anchor, facet, facets, kinds};
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::{Out, note, warn};
use crate::print;

/// What is certainly too long is not read to its end. Composing characters shrinks text to a third at most.
const MOST_READ: usize = 3 * TEXT_BYTES;

/// Arguments of `record`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  consolidate record \"we use uv for dependency management\" --slot package-manager
  git log -1 --format=%B | consolidate record - --kind decision --anchor src/main.rs
  consolidate record 'run `uv lock` first' --trigger-command 'uv sync' --trigger-error 'no lock'
  consolidate record -- \"-Werror stays on\"")]
pub(crate) struct RecordArgs {
    /// What to remember; `-` or nothing reads standard input
    text: Option<String>,
    /// policy, fact, decision, pitfall or procedure [default: fact; with a trigger: pitfall]
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    kind: Option<Kind>,
    /// Why it is so
    #[arg(long, value_name = "RATIONALE")]
    why: Option<String>,
    /// The single-valued question that it answers, e.g. package-manager
    #[arg(long)]
    slot: Option<String>,
    /// What it is tied to: a path, or KIND:VALUE with file, symbol, element, page, error, command, domain, test
    #[arg(long = "anchor", value_name = "ANCHOR", value_parser = anchor)]
    anchors: Vec<Anchor>,
    /// A pitfall's trigger: the command after whose failure it is shown (see `cautions --help`)
    #[arg(long, value_name = "COMMAND")]
    trigger_command: Option<String>,
    /// A pitfall's trigger: words that the error shows, taken literally
    #[arg(long, value_name = "ERROR")]
    trigger_error: Option<String>,
    /// A pitfall's trigger: the site or field of work where it is shown (see `on-context --help`)
    #[arg(long, value_name = "DOMAIN")]
    trigger_domain: Option<String>,
    /// A memory that this one replaces
    #[arg(long, value_name = "ID")]
    supersedes: Vec<String>,
    /// Hold it as a candidate until evidence confirms it
    #[arg(long)]
    candidate: bool,
    /// It belongs to no project and holds in all of them
    #[arg(long, conflicts_with = "project")]
    everywhere: bool,
    /// From when it holds
    #[arg(long, value_name = "TIME")]
    valid_from: Option<Timestamp>,
    /// Until when it holds
    #[arg(long, value_name = "TIME")]
    valid_until: Option<Timestamp>,
    /// Where it was said, e.g. session/2026-04-11#turn-42
    #[arg(long)]
    locator: Option<String>,
    /// A step of a procedure, in order
    #[arg(long = "step", value_name = "STEP")]
    steps: Vec<String>,
    /// A condition under which it holds
    #[arg(long = "facet", value_name = "KEY=VALUE", value_parser = facet)]
    facets: Vec<(String, String)>,
}

impl RecordArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let facets = facets(self.facets.clone())?;
        let caller = if self.everywhere {
            Caller { project: None, ..context.caller()? }
        } else {
            context.noting_caller()?
        };
        let text = match self.text.as_deref() {
            Some(text) if text != "-" => text.to_owned(),
            _ => from_stdin(context)?,
        };
        if caller.project.is_none() && !self.everywhere {
            note("no project here: every project will see this (`--project P` names one)");
        }
        let id = new_memory_id();
        let is_over = self.valid_until.is_some_and(|until| until.ms() <= millis(id));
        let record = Record { facets, ..self.request(id, caller, text) };
        let answer = context.write(&Request::Record(Box::new(record)))?;
        let recorded = pick!(answer, Response::Recorded(recorded) => *recorded)?;
        out.answer(&recorded, print::record::recorded)?;
        if is_over {
            out.flush()?;
            warn("it has ceased to hold already (--valid-until): recall and brief leave it out");
        }
        Ok(Exit::Done)
    }

    fn request(self, id: MemoryId, caller: Caller, text: String) -> Record {
        let trigger = Trigger {
            command: self.trigger_command,
            error_pattern: self.trigger_error,
            domain: self.trigger_domain,
        };
        let trigger = trigger.some();
        Record {
            id,
            caller,
            text,
            kind: self.kind.unwrap_or_else(|| kind_of(trigger.as_ref())),
            rationale: self.why,
            slot: self.slot,
            anchors: self.anchors,
            trigger,
            steps: self.steps,
            facets: BTreeMap::new(),
            supersedes: self.supersedes,
            candidate: self.candidate,
            valid_from: self.valid_from,
            valid_until: self.valid_until,
            locator: self.locator,
        }
    }
}

/// When a new id was made: milliseconds stand first in it.
fn millis(id: MemoryId) -> i64 {
    (id.0 >> 80) as i64
}

/// The kind of what nobody names a kind of: only a pitfall has a trigger.
pub(crate) fn kind_of(trigger: Option<&Trigger>) -> Kind {
    if trigger.is_some() { Kind::Pitfall } else { Kind::default() }
}

/// The text on standard input, without the line end that every pipe adds.
fn from_stdin(context: &Context) -> Result<String, Failure> {
    if context.around.stdin_is_terminal {
        return Err(Failure::usage("there is no text")
            .hint("give the text as an argument, or pipe it: `echo ... | consolidate record -`"));
    }
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(MOST_READ as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::io("read the text from standard input", &error))?;
    text_of(bytes)
}

fn text_of(bytes: Vec<u8>) -> Result<String, Failure> {
    if bytes.len() > MOST_READ {
        let message = format!("the text has over {MOST_READ} bytes and may have {TEXT_BYTES}");
        return Err(Failure::new(Exit::Refused, message)
            .hint("split it into several memories, or point to a file"));
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::new(
            Exit::Refused,
            format!("the text is not UTF-8 (byte {})", at.saturating_add(1)),
        )
        .hint("convert it first, e.g. with `iconv -t UTF-8`")
    })?;
    if text.starts_with('\u{feff}') {
        // The mark that some editors put before a text is no part of it.
        text.drain(..'\u{feff}'.len_utf8());
    }
    if text.ends_with('\n') {
        text.pop();
        if text.ends_with('\r') {
            text.pop();
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_loses_its_last_line_end_and_nothing_else() {
        let text = |bytes: &[u8]| text_of(bytes.to_vec()).unwrap();
        assert_eq!(text(b"a\nb\n"), "a\nb");
        assert_eq!(text(b"a\r\n"), "a");
        assert_eq!(text(b"a\n\n"), "a\n");
        assert_eq!(text(b" a"), " a");
        assert_eq!(text(b"\xef\xbb\xbfa\n"), "a");
    }

    #[test]
    fn a_text_without_end_is_refused_by_its_length() {
        let failure = text_of(vec![b'x'; MOST_READ + 1]).unwrap_err();
        assert!(failure.message.contains("may have 8192"), "{failure}");
        assert!(text_of(vec![b'x'; MOST_READ]).is_ok());
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_by_place() {
        let failure = text_of(b"abc\xff".to_vec()).unwrap_err();
        assert_eq!(
            (failure.exit, failure.message.as_str()),
            (Exit::Refused, "the text is not UTF-8 (byte 4)")
        );
    }
}
