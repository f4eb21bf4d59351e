//! `import`: memories from a JSONL file or standard input.
//!
//! Invariant: a line keeps the number that it has in the file, also when it is refused here and never sent.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::{Path, PathBuf};

use clap::Args;
use consolidate_shared::limits::{BAD_LINES_LISTED, IMPORT_LINE_BYTES, PAGE_BYTES};
use consolidate_shared::wire::v1::{BadLine, Caller, ImportBegin, Imported, Request, Response};
use serde_json::{Value, json};

use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::lines::{Line, Lines};
use crate::link::{Answers, pick};
use crate::out::Out;
use crate::print;
use crate::progress::Progress;

/// Sent in place of a line that was refused here, when one bad line must stop the import: it is no JSON either.
const NO_JSON: &str = "refused";

/// Arguments of `import`.
#[derive(Debug, Args)]
#[command(
    after_help = "One JSON object a line, every field but `text` optional, and no field twice:
  {\"id\": \"d-17\", \"kind\": \"decision\", \"text\": \"We use uv\", \"rationale\": \"CI installs are faster\",
   \"slot\": \"package-manager\", \"project\": \"github.com/acme/shop\", \"created_at\": \"2026-04-11\",
   \"supersedes\": [\"d-3\"]}

Whose a line is, its `actor`, `speaker` or `author` says (the first of them that is a name): it becomes the `agent` of its source, \
as in `\"sources\": [{\"at\": \"2026-04-11\", \"agent\": \"Anna\"}]`, which is asked before. A question that names Anna finds what is hers first.

A line without a `project` belongs to that of `--project`, of CONSOLIDATE_PROJECT or of the folder's git remote; where there is none, \
it is a bad line. In an export (`consolidate export`) it belongs to no project.

A line with an `id` that is known changes nothing; neither does importing the same file again. Equal lines without an `id` in \
one file are a memory each: a pass merges them. Bad lines are reported with their numbers, the good ones are imported, and the \
exit code is 1. What only a person may say (a policy, a pin, a person's word) an agent imports into an empty store alone; off a \
terminal a person says `--as user`.

Examples:
  consolidate import memories.jsonl
  consolidate import decisions.jsonl pitfalls.jsonl
  consolidate export --without-rulings | ssh other consolidate --as user import -"
)]
pub(crate) struct ImportArgs {
    /// The files, each an import of its own, in this order; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Import nothing of a file if any line of it is bad
    #[arg(long)]
    strict: bool,
}

impl ImportArgs {
    pub(crate) fn run(self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        // A name that is wrong is told before anything is imported.
        let opened = self.files.iter().map(|file| open(file)).collect::<Result<Vec<_>, _>>()?;
        let caller = context.caller()?;
        let mut link = context.link()?;
        let several = opened.len() > 1;
        let mut reports = Vec::new();
        let mut exit = Exit::Done;
        for (file, (reader, size)) in self.files.iter().zip(opened) {
            let progress = Progress::bytes("importing", size);
            let imported = import(reader, caller.clone(), self.strict, &mut link, &progress)?;
            progress.done();
            if imported.bad_count > 0 {
                exit = Exit::Refused;
            }
            if !out.json {
                if several {
                    out.styled(&print::import::of_file(file))?;
                }
                out.styled(&print::import::report(&imported, self.strict))?;
                out.flush()?;
            }
            reports.push((file, imported));
        }
        if out.json {
            match reports.as_slice() {
                [(_, only)] => out.value(only)?,
                several => out.value(&several.iter().map(named).collect::<Vec<_>>())?,
            }
        }
        Ok(exit)
    }
}

/// One report among several.
fn named((file, report): &(&PathBuf, Imported)) -> Value {
    json!({ "file": file, "report": report })
}

/// Sends every line of `reader` and ends the import.
pub(crate) fn import(
    reader: impl BufRead,
    caller: Caller,
    strict: bool,
    link: &mut impl Answers,
    progress: &Progress,
) -> Result<Imported, Failure> {
    let mut lines = Lines::new(reader, IMPORT_LINE_BYTES);
    let mut refused = BTreeMap::new();
    let mut number = 0;
    pick!(link.ask(&Request::ImportBegin(ImportBegin { caller, strict }))?, Response::Ok => ())?;
    loop {
        let batch = batch(&mut lines, &mut number, &mut refused, strict)?;
        if batch.is_empty() {
            break;
        }
        pick!(link.ask(&Request::ImportLines { lines: batch })?, Response::Ok => ())?;
        progress.at(lines.bytes());
    }
    progress.say("checking and committing");
    let answer = link.ask_long(&Request::ImportEnd)?;
    let imported = pick!(answer, Response::Imported(imported) => *imported)?;
    Ok(with_refused(imported, refused, strict))
}

/// The next lines, up to a page; empty: there are no more.
fn batch(
    lines: &mut Lines<impl BufRead>,
    number: &mut u64,
    refused: &mut BTreeMap<u64, String>,
    strict: bool,
) -> Result<Vec<String>, Failure> {
    let mut batch = Vec::new();
    let mut bytes = 0;
    while bytes < PAGE_BYTES {
        let line = lines.next().map_err(|error| Failure::io("read the file", &error))?;
        let Some(line) = line else { break };
        *number += 1;
        let text = match line {
            Line::Text(text) => text,
            Line::Bad(why) => {
                refused.insert(*number, why);
                if strict { NO_JSON.to_owned() } else { String::new() }
            }
        };
        // A blank line counts too: it takes a place in the frame.
        bytes += text.len() + size_of::<u64>();
        batch.push(text);
    }
    Ok(batch)
}

/// The daemon's report with the lines that it never saw.
fn with_refused(mut imported: Imported, refused: BTreeMap<u64, String>, strict: bool) -> Imported {
    if refused.is_empty() {
        return imported;
    }
    if !strict {
        imported.bad_count = imported.bad_count.saturating_add(refused.len() as u64);
    }
    imported.bad.retain(|bad| !refused.contains_key(&bad.line));
    imported.bad.extend(refused.into_iter().map(|(line, why)| BadLine { line, why }));
    imported.bad.sort_by_key(|bad| bad.line);
    imported.bad.truncate(BAD_LINES_LISTED);
    imported
}

/// A reader and, if it is known, how many bytes it will give.
pub(crate) fn open(file: &Path) -> Result<(Box<dyn BufRead + Send>, Option<u64>), Failure> {
    if file == Path::new("-") {
        return Ok((Box::new(BufReader::new(stdin())), None));
    }
    let opened =
        File::open(file).and_then(|opened| Ok((opened.metadata()?, opened))).map_err(|error| {
            let message = format!("cannot read `{}`: {error}", file.display());
            Failure::new(Exit::Refused, message)
                .hint("name a JSONL file, or `-` for standard input")
        })?;
    let (found, opened) = opened;
    if found.is_dir() {
        return Err(Failure::new(Exit::Refused, format!("`{}` is a folder", file.display()))
            .hint("name a JSONL file, or `-` for standard input"));
    }
    let size = found.is_file().then_some(found.len());
    Ok((Box::new(BufReader::new(opened)), size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(bad: &[u64], bad_count: u64) -> Imported {
        Imported {
            generation: 1,
            run: None,
            added: 0,
            unchanged: 0,
            links: 0,
            bad: bad.iter().map(|&line| BadLine { line, why: "daemon".to_owned() }).collect(),
            bad_count,
            unknown_fields: Vec::new(),
            redacted: Vec::new(),
        }
    }

    fn refused(lines: &[u64]) -> BTreeMap<u64, String> {
        lines.iter().map(|&line| (line, "here".to_owned())).collect()
    }

    fn shown(imported: &Imported) -> Vec<(u64, &str)> {
        imported.bad.iter().map(|bad| (bad.line, bad.why.as_str())).collect()
    }

    #[test]
    fn lines_refused_here_take_their_place_among_the_others() {
        let all = with_refused(report(&[1, 5], 2), refused(&[3]), false);
        assert_eq!(shown(&all), [(1, "daemon"), (3, "here"), (5, "daemon")]);
        assert_eq!(all.bad_count, 3);
        let strict = with_refused(report(&[1, 3], 2), refused(&[3]), true);
        assert_eq!(shown(&strict), [(1, "daemon"), (3, "here")]);
        assert_eq!(strict.bad_count, 2);
    }

    #[test]
    fn refused_lines_keep_the_numbering() {
        let mut lines = Lines::new(&b"one\n\xff\n\nfour\n"[..], 100);
        let (mut number, mut bad) = (0, BTreeMap::new());
        let batch = batch(&mut lines, &mut number, &mut bad, false).unwrap();
        assert_eq!(batch, ["one", "", "", "four"]);
        assert_eq!((number, bad.keys().copied().collect::<Vec<_>>()), (4, vec![2]));
        assert!(super::batch(&mut lines, &mut number, &mut bad, false).unwrap().is_empty());
    }

    #[test]
    fn a_batch_is_a_page_at_most_and_one_line() {
        let blank = "\n".repeat(500_000);
        let mut lines = Lines::new(blank.as_bytes(), 100);
        let (mut number, mut bad) = (0, BTreeMap::new());
        let first = batch(&mut lines, &mut number, &mut bad, false).unwrap();
        assert_eq!(first.len(), PAGE_BYTES / 8);
    }
}
