//! Command lines: what was run, taken apart as a shell would, without being obeyed.
//!
//! A line is one command or several (`cd web && npm test`). A command is its program, by its file name without case,
//! version and `.exe`; its words in order; its flags. What stands before the program (`sudo`, `env`, `CI=1`) is no part of
//! it. Behind a flag a word may be the flag's value or a sub-command: nobody knows without knowing the program, so
//! there it may be either.

mod line;

use std::collections::BTreeSet;

use super::{key, weight};
use line::{Token, inner, segments, shell_text, unwrapped};

/// Commands of one line that are looked at.
const COMMANDS: usize = 64;
/// How deep a command stands within runners (`uv run python -m pytest`).
const RUNNERS: usize = 4;
/// How deep a command stands within texts that shells are given.
const SHELLS: usize = 2;
/// They set the stage: in a trigger with other commands they say nothing.
const STAGE: [&str; 10] =
    ["cd", "pushd", "popd", "export", "set", "source", ".", "echo", "true", ":"];

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    program: String,
    words: Vec<Word>,
    flags: BTreeSet<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    /// Without case; a path with `/` and without `./`.
    text: String,
    /// Whether it stands behind a flag, so that it may be the flag's value.
    is_loose: bool,
}

/// What a trigger asks for: commands that must all be in a line.
pub(super) fn wanted(line: &str) -> Vec<Command> {
    let all: Vec<Command> = opened(segments(line), SHELLS, false)
        .iter()
        .filter_map(|tokens| Command::of(unwrapped(tokens)))
        .collect();
    let acts = |command: &&Command| !STAGE.contains(&command.program.as_str());
    let acting: Vec<Command> = all.iter().filter(acts).cloned().collect();
    let mut wanted = if acting.is_empty() { all } else { acting };
    wanted.truncate(COMMANDS);
    wanted
}

/// What was run: the commands of a line, each also as what a runner in it ran (`npx jest` is `jest` too).
pub(super) fn ran(line: &str) -> Vec<Command> {
    let mut all = Vec::new();
    for tokens in opened(segments(line), SHELLS, true).iter().take(COMMANDS) {
        let mut rest = unwrapped(tokens);
        for _ in 0..=RUNNERS {
            all.extend(Command::of(rest));
            let Some(within) = inner(rest) else { break };
            rest = unwrapped(within);
        }
    }
    all
}

/// The commands, and those that a shell among them is given as a text (`bash -c "make test"`): in its place or, if `both`, behind
/// it. At most `deep` shells deep.
fn opened(commands: Vec<Vec<Token>>, deep: usize, both: bool) -> Vec<Vec<Token>> {
    let mut all = Vec::new();
    for tokens in commands {
        let text = shell_text(unwrapped(&tokens)).filter(|_| deep > 0);
        let within = text.map(|text| segments(&text)).unwrap_or_default();
        if both || within.is_empty() {
            all.push(tokens);
        }
        all.extend(opened(within, deep.saturating_sub(1), both));
    }
    all
}

/// How well commands that must all be there match what was run.
pub(super) fn fit(wanted: &[Command], ran: &[Command]) -> Option<u32> {
    let best = |one: &Command| ran.iter().filter_map(|it| one.fit(it)).max();
    wanted.iter().map(best).min().flatten()
}

/// What a trigger is looked up by: its first command.
pub(super) fn key_of(wanted: &[Command]) -> Option<u64> {
    let first = wanted.first()?;
    let word = first.words.iter().find(|word| !word.is_loose);
    Some(first.key(word.map(|word| word.text.as_str())))
}

/// What the triggers of what was run are looked up by.
pub(super) fn keys_of(ran: &[Command]) -> impl Iterator<Item = u64> {
    ran.iter().flat_map(|command| {
        let certain = command.words.iter().position(|word| !word.is_loose);
        let first = certain.map_or(command.words.len(), |at| at + 1);
        let words = command.words.iter().take(first).map(|word| Some(word.text.as_str()));
        words.chain([None]).map(|word| command.key(word))
    })
}

impl Command {
    fn of(tokens: &[Token]) -> Option<Self> {
        let (first, rest) = tokens.split_first()?;
        let program = line::program(&first.text)?;
        let (mut words, mut flags) = (Vec::new(), BTreeSet::new());
        let (mut is_behind_flag, mut only_words) = (false, false);
        for token in rest {
            let text = token.text.as_str();
            if text == "--" && !only_words {
                (only_words, is_behind_flag) = (true, false);
            } else if !only_words && text.len() > 1 && text.starts_with(['-', '+']) {
                flags.insert(text.to_owned());
                is_behind_flag = text.starts_with('-') && !text.contains('=');
            } else if !text.is_empty() {
                words.push(Word { text: line::word(text), is_loose: is_behind_flag });
                is_behind_flag = false;
            }
        }
        Some(Self { program, words, flags })
    }

    fn key(&self, word: Option<&str>) -> u64 {
        let name = word.map(|word| word.rsplit('/').next().unwrap_or(word));
        let word = name.map_or(&b"\0"[..], str::as_bytes);
        key(b'c', &[self.program.as_bytes(), word])
    }

    /// How well it, as a trigger, matches a command that was run.
    fn fit(&self, ran: &Self) -> Option<u32> {
        if self.program != ran.program || !self.flags.is_subset(&ran.flags) {
            return None;
        }
        let (loose, certain): (Vec<&Word>, Vec<&Word>) =
            self.words.iter().partition(|word| word.is_loose);
        let is_there = |word: &&Word| ran.words.iter().any(|it| same(&word.text, &it.text));
        if !begins(&certain, &ran.words) || !loose.iter().all(is_there) {
            return None;
        }
        let is_whole = self.words.len() == ran.words.len() && self.flags == ran.flags;
        let is_bare = self.words.is_empty() && self.flags.is_empty();
        Some(match (is_whole, is_bare) {
            (true, _) => weight::COMMAND_WHOLE,
            (false, true) => weight::COMMAND_PROGRAM,
            (false, false) => weight::COMMAND_PART,
        })
    }
}

/// Whether `ran` begins with the words of a trigger; words that may be values of flags may stand between.
fn begins(wanted: &[&Word], ran: &[Word]) -> bool {
    let mut ran = ran.iter();
    wanted.iter().all(|word| {
        for it in ran.by_ref() {
            if same(&word.text, &it.text) {
                return true;
            }
            if !it.is_loose {
                return false;
            }
        }
        false
    })
}

/// Whether two words are one: a path may be told from a folder further out or further in.
fn same(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let is_path = short.contains(['/', '.']);
    let outer = long.strip_suffix(short.trim_start_matches('/'));
    short == long || is_path && outer.is_some_and(|outer| outer.ends_with('/'))
}
