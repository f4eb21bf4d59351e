//! Where output goes: standard output for what was asked, standard error for what is said about it.
//!
//! Invariants: standard output carries nothing else than the answer; colours go to terminals only; a reader that went
//! away ends the command quietly.

use std::io::{self, BufWriter, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::print::style::{ERROR, FAINT, WARN, paint};
use crate::print::text::visible;

/// Standard output in one of its two forms.
pub(crate) struct Out {
    /// Not locked: a command that speaks a protocol has other writers, while this one has nothing to write.
    stdout: BufWriter<Stdout>,
    coloured: bool,
    /// Whether answers are JSON.
    pub(crate) json: bool,
}

impl Out {
    /// Standard output, coloured as `anstream` decides by the global choice.
    pub(crate) fn new(json: bool) -> Self {
        let stdout = io::stdout();
        let coloured = AutoStream::choice(&stdout) != ColorChoice::Never;
        Self { stdout: BufWriter::new(stdout), coloured, json }
    }

    /// Writes `text` as it is.
    pub(crate) fn raw(&mut self, text: &str) -> Result<(), Failure> {
        self.stdout.write_all(text.as_bytes()).map_err(|error| unwritable(&error))
    }

    /// Writes `text`, which holds colours, for whoever reads here.
    pub(crate) fn styled(&mut self, text: &str) -> Result<(), Failure> {
        if self.coloured {
            self.raw(text)
        } else {
            let plain = anstream::adapter::strip_str(text).to_string();
            self.raw(&plain)
        }
    }

    /// Writes `answer` as one line of JSON, or what `people` makes of it.
    pub(crate) fn answer<T: Serialize>(
        &mut self,
        answer: &T,
        people: impl FnOnce(&T) -> String,
    ) -> Result<(), Failure> {
        if self.json {
            self.value(answer)
        } else {
            let text = people(answer);
            self.styled(&text)
        }
    }

    /// Writes `value` as one line of JSON.
    pub(crate) fn value<T: Serialize>(&mut self, value: &T) -> Result<(), Failure> {
        let mut line = serde_json::to_string(value)
            .map_err(|error| Failure::new(Exit::Internal, format!("cannot write JSON: {error}")))?;
        line.push('\n');
        self.raw(&line)
    }

    /// Says what an answer lacks, after it and beside it; JSON says it itself.
    pub(crate) fn caveats(&mut self, caveats: &[String]) -> Result<(), Failure> {
        self.flush()?;
        if !self.json {
            for caveat in caveats {
                warn(caveat);
            }
        }
        Ok(())
    }

    /// Hands everything to the reader.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.stdout.flush().map_err(|error| unwritable(&error))
    }
}

fn unwritable(error: &io::Error) -> Failure {
    Failure::io("write the answer", error)
}

/// Says something beside the answer, on standard error. Nobody listening is no failure.
pub(crate) fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", paint(FAINT, text));
}

/// Warns on standard error.
pub(crate) fn warn(text: &str) {
    let _ = writeln!(anstream::stderr(), "{} {text}", paint(WARN, "warning:"));
}

/// Says why a command was not done, and what to do: in words, or as one line of JSON.
pub(crate) fn complain(failure: &Failure, json: bool) {
    let mut stderr = anstream::stderr();
    if json {
        let _ = writeln!(stderr, "{}", failure.value());
        return;
    }
    let _ = writeln!(stderr, "{} {}", paint(ERROR, "error:"), visible(&failure.message));
    if let Some(hint) = &failure.hint {
        let _ = writeln!(stderr, "{} {}", paint(FAINT, "hint:"), visible(hint));
    }
}
