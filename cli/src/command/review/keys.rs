//! What a person presses: single keys where the terminal gives them, else the first letter of a line.

use std::io::{self, BufRead as _};

use console::{Key, Term};

use crate::exit::Failure;
use crate::out::note;

/// Where answers come from.
#[derive(Debug)]
pub(super) struct Keys {
    /// Keys come one by one; else by lines.
    single: bool,
    /// The last one was no Enter: one that follows it is a habit, and no answer to the next question.
    may_end: bool,
}

impl Keys {
    /// Single keys, unless the terminal says that it is too plain for them.
    pub(super) fn of_terminal() -> Self {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        Self { single: !dumb, may_end: false }
    }

    /// Whether an answer needs no Enter.
    pub(super) fn are_single(&self) -> bool {
        self.single
    }

    /// The next key; `None`: nobody is there any more, or wants to leave.
    pub(super) fn next(&mut self) -> Result<Option<char>, Failure> {
        while self.single {
            match Term::stdout().read_key_raw() {
                Ok(Key::Char('\u{3}' | '\u{4}') | Key::CtrlC) => return Ok(None),
                Ok(Key::Char(key)) => {
                    self.may_end = true;
                    return Ok(Some(key));
                }
                Ok(Key::Enter) if self.may_end => self.may_end = false,
                Ok(Key::Enter) => return Ok(Some('\n')),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                Err(error) => {
                    note(&format!(
                        "no single keys on this terminal ({error}); end each answer with Enter"
                    ));
                    self.single = false;
                }
            }
        }
        Ok(self.line()?.map(|line| line.trim().chars().next().unwrap_or('\n')))
    }

    /// A text up to Enter; `None`: Esc, or nobody is there any more.
    pub(super) fn text(&mut self) -> Result<Option<String>, Failure> {
        self.may_end = false;
        let mut text = String::new();
        let term = Term::stdout();
        let failed = |error| Failure::io("write to the terminal", &error);
        while self.single {
            match term.read_key_raw() {
                Ok(Key::Char('\u{3}' | '\u{4}') | Key::CtrlC | Key::Escape) => {
                    term.write_line("").map_err(failed)?;
                    return Ok(None);
                }
                Ok(Key::Char(key)) if !key.is_control() => {
                    text.push(key);
                    term.write_str(key.encode_utf8(&mut [0; 4])).map_err(failed)?;
                }
                Ok(Key::Backspace) => {
                    if text.pop().is_some() {
                        term.clear_chars(1).map_err(failed)?;
                    }
                }
                Ok(Key::Enter) => {
                    term.write_line("").map_err(failed)?;
                    return Ok(Some(text));
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                Err(_) => self.single = false,
            }
        }
        Ok(self.line()?.filter(|line| !line.contains('\u{1b}')))
    }

    /// A whole line without its end; `None`: nobody is there any more.
    #[expect(clippy::unused_self, reason = "whoever reads lines and keys reads both from here")]
    fn line(&self) -> Result<Option<String>, Failure> {
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line);
        let read = read.map_err(|error| Failure::io("read from the terminal", &error))?;
        Ok((read > 0).then(|| line.trim_end_matches(['\n', '\r']).to_owned()))
    }
}
