//! `cautions`: what a failure calls to mind, under a budget that covers everything from the question on.

use std::io::Read;

use clap::Args;
use consolidate_shared::limits::FAILURE_BYTES;
use consolidate_shared::model::Anchor;
use consolidate_shared::wire::v1::{CautionsAnswer, CautionsRequest};
use serde_json::json;

use super::brief::budget;
use super::{answered, no_answer};
use crate::args::anchor;
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link;
use crate::out::Out;
use crate::print;

/// Cautions when nobody says how many.
const DEFAULT_CAUTIONS: u32 = 5;

/// Arguments of `cautions`.
#[derive(Debug, Args)]
#[command(
    group = clap::ArgGroup::new("asked").required(true).multiple(true),
    after_help = "A pitfall is shown by its trigger (`record --trigger-command`, `--trigger-error`, `--trigger-domain`) and by what it \
is tied to (`--anchor`). Each part of a trigger that the question speaks of must match.

Command: the same program and sub-command words, and every flag and value that the trigger names. The program goes by its file \
name: folder, case, `.exe` and a version (`python3.11`) make no difference, nor does what stands before it (`sudo`, `env`, `CI=1`). \
Words are compared without case, flags with it; a path may be told from another folder. Of several commands in a line \
(`cd web && npm test`) each counts, and so does what a runner runs (`npx jest`) or a shell is given (`bash -c \"npm test\"`).

Error: a literal part of what the failure said. Case, spaces, colours, numbers, paths and addresses make no difference; digits \
within a word (`E0308`) do. There are no patterns.

Anchor: the same thing, or one within it: a file in a folder, `Engine::open` in `Engine`.

The most exact come first, then by trust, strength and newest evidence. Nothing matches: nothing is printed.

Examples:
  consolidate cautions --command \"cargo test --doc\" --error \"error[E0463]: can't find crate\"
  cargo test 2>&1 | tail -50 | consolidate cautions --command \"cargo test\" --error - --window 200000
  consolidate cautions --anchor src/payment.rs --json"
)]
pub(crate) struct CautionsArgs {
    /// The command line that failed
    #[arg(long, value_name = "COMMAND", group = "asked")]
    command: Option<String>,
    /// What it said; `-` reads standard input
    #[arg(long, value_name = "ERROR", group = "asked")]
    error: Option<String>,
    /// What it was about: a path, or KIND:VALUE
    #[arg(long = "anchor", value_name = "ANCHOR", value_parser = anchor, group = "asked")]
    anchors: Vec<Anchor>,
    #[command(flatten)]
    most: Most,
}

/// How much cautions may take.
#[derive(Debug, Args)]
pub(crate) struct Most {
    /// At most so many cautions
    #[arg(short, value_name = "N", default_value_t = DEFAULT_CAUTIONS, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) k: u32,
    /// Tokens that they may take [default: a hundredth of the window]
    #[arg(long, visible_alias = "budget", value_name = "N", conflicts_with = "window")]
    pub(crate) tokens: Option<u32>,
    /// Tokens of the asking model's window
    #[arg(long, value_name = "N")]
    pub(crate) window: Option<u32>,
    /// Milliseconds until there must be an answer [default: the setting read_budget_ms]
    #[arg(long, value_name = "MS", value_parser = budget())]
    pub(crate) budget_ms: Option<u64>,
}

impl CautionsArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        // Order: whoever writes the error has its own time, the answer has the budget.
        let error = match self.error.as_deref() {
            Some("-") => Some(from_stdin(context)?),
            _ => self.error,
        };
        let budget = context.read_budget(self.most.budget_ms);
        let answer = context.read(budget, false, |deadline, identity| {
            let request = CautionsRequest {
                caller: identity.caller(),
                place: identity.own_place(),
                command: self.command,
                error,
                anchors: self.anchors,
                k: self.most.k,
                tokens: self.most.tokens,
                window: self.most.window,
                budget_us: link::micros(deadline.remaining()),
            };
            link::cautions(&context.places, request, deadline).map(|answer| CautionsAnswer {
                coverage: identity.lessened(answer.coverage),
                ..answer
            })
        })?;
        shown(&answered(answer, missed, out)?, out)
    }
}

/// Prints an answer of cautions.
pub(crate) fn shown(answer: &CautionsAnswer, out: &mut Out) -> Result<Exit, Failure> {
    out.answer(answer, print::read::cautions)?;
    let mut caveats = print::read::caveats(answer.coverage, &answer.health, "--budget-ms");
    caveats.extend(print::read::left_out(answer));
    out.caveats(&caveats)?;
    Ok(Exit::Done)
}

/// The answer when there is none, in the shape of one.
pub(crate) fn missed(why: &str) -> serde_json::Value {
    let besides = json!({
        "text": "",
        "tokens": 0,
        "budget": 0,
        "cautions": [],
        "left_out": 0,
    });
    no_answer(why, besides)
}

/// What is on standard input: all of it, or its beginning and its end, which is as much as is looked at.
fn from_stdin(context: &Context) -> Result<String, Failure> {
    if context.around.stdin_is_terminal {
        return Err(Failure::usage("there is no error to read")
            .hint("pipe it: `make 2>&1 | consolidate cautions --error -`"));
    }
    let read = both_ends(std::io::stdin().lock());
    let bytes = read.map_err(|error| Failure::io("read the error from standard input", &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn both_ends(mut from: impl Read) -> std::io::Result<Vec<u8>> {
    let (mut kept, mut head) = (Vec::new(), Vec::new());
    let mut part = vec![0; FAILURE_BYTES];
    loop {
        let bytes = match from.read(&mut part) {
            Ok(0) => break,
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        kept.extend_from_slice(part.get(..bytes).unwrap_or_default());
        if kept.len() > 4 * FAILURE_BYTES {
            let rest = kept.split_off(kept.len() - FAILURE_BYTES);
            if head.is_empty() {
                kept.truncate(FAILURE_BYTES);
                head = kept;
            }
            kept = rest;
        }
    }
    head.extend(kept);
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_input_both_ends_are_kept() {
        let whole = |bytes: &[u8]| both_ends(bytes).unwrap();
        assert_eq!(whole(b"short\n"), b"short\n");
        assert_eq!(whole(b""), b"");
        let long = [b"begin".as_slice(), &vec![b'x'; 9 * FAILURE_BYTES], b"end"].concat();
        let kept = whole(&long);
        assert!(kept.starts_with(b"begin") && kept.ends_with(b"end"));
        assert!((2 * FAILURE_BYTES..=5 * FAILURE_BYTES).contains(&kept.len()), "{}", kept.len());
    }
}
