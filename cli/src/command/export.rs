//! `export`: every memory as JSONL, to standard output or a file.

use std::path::{Path, PathBuf};

use clap::Args;
use consolidate_shared::wire::v1::{Request, Response};
use serde_json::json;

use super::destination::Destination;
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::interrupt::Interruptible;
use crate::link::{Link, pick};
use crate::out::{Out, note, warn};
use crate::print::text::count;

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(
    after_help = "Every memory of every project, with its links, its names and what was decided about pairs. Open questions of the review queue \
and the journal stay here: passes over the imported memories find the questions again.

Examples:
  consolidate export memories.jsonl
  consolidate export --without-rulings | wc -l

A file is written whole or not at all. Links are followed, a pipe or device is written to, a read-only file is refused. `--json` tells of a file what was written; \
on standard output an export is JSON lines with and without it."
)]
pub(crate) struct ExportArgs {
    /// The file to write [default: standard output]
    file: Option<PathBuf>,
    /// Leave out what people, agents and undo decided about pairs
    #[arg(long)]
    without_rulings: bool,
}

impl ExportArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        let mut link = context.link()?;
        match self.file.filter(|file| file != Path::new("-")) {
            None => {
                export(&mut link, self.without_rulings, |line| {
                    out.raw(line)?;
                    out.raw("\n")
                })?;
            }
            Some(file) => {
                let (lines, damage) = to_file(&file, link, self.without_rulings)?;
                if out.json {
                    out.value(&json!({ "file": file, "lines": lines }))?;
                    out.flush()?;
                } else {
                    note(&format!("{} in {}", count(lines, "line"), file.display()));
                }
                if let Some(damage) = damage {
                    return Err(damage);
                }
            }
        }
        Ok(Exit::Done)
    }
}

/// Hands every line of the export to `each`; returns how many there were.
pub(crate) fn export(
    link: &mut Link,
    without_rulings: bool,
    mut each: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let mut lines = 0;
    for page in 0.. {
        let answer = link.ask(&Request::Export { without_rulings, page })?;
        let exported = pick!(answer, Response::Exported(exported) => exported)?;
        for line in &exported.lines {
            each(line)?;
            lines += 1;
        }
        if let Some(missing) = &exported.missing {
            warn(missing);
        }
        if !exported.more {
            break;
        }
    }
    Ok(lines)
}

/// How many lines are written, and what is wrong with the store that they are of.
fn to_file(
    file: &Path,
    mut link: Link,
    without_rulings: bool,
) -> Result<(u64, Option<Failure>), Failure> {
    let is_new = !file.exists();
    let work = Interruptible::listen("export")?;
    let mut destination = Destination::open(file)?;
    let temporary = destination.temporary();
    let came = work.run(move || {
        let mut lines = 0;
        let exported = export(&mut link, without_rulings, |line| {
            lines += 1;
            destination.line(line)
        });
        // Of a damaged store all that can be read has come when that is told. It is kept, but not in the place of an export
        // of before, which may be the only whole one.
        let damage = match exported {
            Ok(_) => None,
            Err(failure) if failure.exit == Exit::Refused && is_new => Some(failure),
            Err(failure) => return Err(failure),
        };
        destination.finish()?;
        Ok((lines, damage))
    });
    came.and_then(|ended| ended).inspect_err(|_| {
        // The thread of an interrupted export ends with the process and drops nothing.
        drop(temporary.map(std::fs::remove_file));
    })
}
