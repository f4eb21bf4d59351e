//! A command line in pieces. Total: whatever is written, something comes out, and nothing is run or expanded.

use std::iter::Peekable;
use std::str::Chars;

/// Tokens of one command that are looked at.
const TOKENS: usize = 256;

/// One word of a line, without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
}

/// The commands of a line, in order. What a here-document holds is no command.
pub(super) fn segments(line: &str) -> Vec<Vec<Token>> {
    let mut cutter = Cutter { chars: line.chars().peekable(), ..Cutter::default() };
    while let Some(c) = cutter.chars.next() {
        if cutter.take(c) {
            break;
        }
    }
    cutter.end_segment();
    cutter.segments
}

struct Cutter<'a> {
    chars: Peekable<Chars<'a>>,
    word: Option<String>,
    tokens: Vec<Token>,
    segments: Vec<Vec<Token>>,
    /// The next token is where output goes to.
    skips: bool,
    has_document: bool,
}

impl Default for Cutter<'_> {
    fn default() -> Self {
        Self {
            chars: "".chars().peekable(),
            word: None,
            tokens: Vec::new(),
            segments: Vec::new(),
            skips: false,
            has_document: false,
        }
    }
}

impl Cutter<'_> {
    /// Takes one character; says whether the rest is no command any more.
    fn take(&mut self, c: char) -> bool {
        match c {
            '\n' if self.has_document => return true,
            '&' if self.chars.peek() == Some(&'>') => self.end_word(),
            '\n' | ';' | '|' | '&' | '(' | ')' | '`' => self.end_segment(),
            '<' | '>' => self.redirect(c),
            '\'' => self.quoted('\''),
            '"' => self.quoted('"'),
            '\\' => self.escape(),
            '#' if self.word.is_none() => while self.chars.next_if(|&c| c != '\n').is_some() {},
            c if c.is_whitespace() => self.end_word(),
            c => self.push(c),
        }
        false
    }

    fn push(&mut self, c: char) {
        self.word.get_or_insert_default().push(c);
    }

    /// `2>&1`, `> file`, `<<END`: neither the sign nor what it points to is a word of the command.
    fn redirect(&mut self, sign: char) {
        if self.word.as_deref().is_some_and(|it| it.bytes().all(|c| c.is_ascii_digit())) {
            self.word = None;
        }
        self.end_word();
        let mut signs = 1;
        while self.chars.next_if(|&c| c == sign || c == '&').is_some() {
            signs += 1;
        }
        self.has_document |= sign == '<' && signs == 2;
        self.skips = true;
    }

    fn quoted(&mut self, quote: char) {
        self.word.get_or_insert_default();
        while let Some(c) = self.chars.next() {
            if c == quote {
                return;
            }
            let escapes = c == '\\' && quote == '"';
            match escapes.then(|| self.chars.next_if(|&c| matches!(c, '"' | '\\' | '$'))).flatten()
            {
                Some(escaped) => self.push(escaped),
                None => self.push(c),
            }
        }
    }

    /// A backslash escapes what a shell would take for a sign; before a letter it is a path's.
    fn escape(&mut self) {
        let is_sign = |c: &char| c.is_whitespace() || c.is_ascii_punctuation() && *c != '.';
        match self.chars.next_if(is_sign) {
            Some('\n') => {}
            Some(c) => self.push(c),
            None => self.push('\\'),
        }
    }

    fn end_word(&mut self) {
        let Some(text) = self.word.take() else { return };
        if std::mem::take(&mut self.skips) {
            return;
        }
        if self.tokens.len() < TOKENS {
            self.tokens.push(Token { text });
        }
    }

    fn end_segment(&mut self) {
        self.end_word();
        self.skips = false;
        if !self.tokens.is_empty() {
            self.segments.push(std::mem::take(&mut self.tokens));
        }
    }
}

/// What runs a command without changing what it is, with the flags of it that take a value.
const WRAPPERS: [(&str, &[&str]); 14] = [
    ("sudo", &["-u", "-g", "-h", "-p", "-C"]),
    ("doas", &["-u", "-C"]),
    ("env", &["-u", "-C", "-S"]),
    ("time", &["-f", "-o"]),
    ("nice", &["-n"]),
    ("ionice", &["-c", "-n"]),
    ("nohup", &[]),
    ("setsid", &[]),
    ("stdbuf", &["-i", "-o", "-e"]),
    ("command", &[]),
    ("exec", &["-a"]),
    ("builtin", &[]),
    ("xvfb-run", &["-s", "-n"]),
    ("timeout", &["-s", "-k"]),
];
const KEYWORDS: [&str; 9] = ["if", "then", "elif", "else", "while", "until", "do", "!", "{"];

/// The tokens from the program on.
pub(super) fn unwrapped(mut tokens: &[Token]) -> &[Token] {
    while let Some((first, rest)) = tokens.split_first() {
        let name = program(&first.text).unwrap_or_default();
        if is_assignment(&first.text) || KEYWORDS.contains(&first.text.as_str()) {
            tokens = rest;
        } else if let Some((_, valued)) = WRAPPERS.iter().find(|(wrapper, _)| *wrapper == name) {
            let inner = behind_flags(rest, valued);
            let inner = if name == "timeout" { inner.get(1..).unwrap_or_default() } else { inner };
            // A wrapper without anything in it is what was run.
            if inner.is_empty() {
                break;
            }
            tokens = inner;
        } else {
            break;
        }
    }
    tokens
}

fn behind_flags<'a>(mut tokens: &'a [Token], valued: &[&str]) -> &'a [Token] {
    while let Some((first, rest)) = tokens.split_first() {
        if !first.text.starts_with('-') {
            break;
        }
        let skipped = usize::from(valued.contains(&first.text.as_str()));
        tokens = rest.get(skipped..).unwrap_or_default();
    }
    tokens
}

/// `NAME=value`.
fn is_assignment(text: &str) -> bool {
    let Some((name, _)) = text.split_once('=') else { return false };
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_name)
}

/// Programs that run what follows; with a word, only behind it.
const RUNNERS: [(&str, Option<&str>); 17] = [
    ("npx", None),
    ("uvx", None),
    ("bunx", None),
    ("python", Some("-m")),
    ("uv", Some("run")),
    ("poetry", Some("run")),
    ("pipenv", Some("run")),
    ("pdm", Some("run")),
    ("hatch", Some("run")),
    ("pixi", Some("run")),
    ("pipx", Some("run")),
    ("bundle", Some("exec")),
    ("npm", Some("exec")),
    ("pnpm", Some("exec")),
    ("pnpm", Some("dlx")),
    ("yarn", Some("exec")),
    ("yarn", Some("dlx")),
];

/// What a runner runs.
pub(super) fn inner(tokens: &[Token]) -> Option<&[Token]> {
    let (first, rest) = tokens.split_first()?;
    let name = program(&first.text)?;
    let second = rest.first().map(|token| token.text.as_str());
    let runs = |(runner, word): &(&str, Option<&str>)| {
        *runner == name && word.is_none_or(|word| second == Some(word))
    };
    let (_, word) = RUNNERS.iter().find(|runner| runs(runner))?;
    let inner = behind_flags(rest.get(usize::from(word.is_some())..)?, &["-p", "--package"]);
    (!inner.is_empty()).then_some(inner)
}

/// Shells that take one word as what they run; what follows it are arguments of that.
const SHELLS: [&str; 6] = ["sh", "bash", "dash", "zsh", "ksh", "fish"];
/// Shells that run all that follows.
const JOINING: [&str; 3] = ["cmd", "powershell", "pwsh"];

/// What a shell is given to run as a text: behind `-c`, which other letters may stand before (`-lc`), or `/c`.
pub(super) fn shell_text(tokens: &[Token]) -> Option<String> {
    let (first, rest) = tokens.split_first()?;
    let name = program(&first.text)?;
    let (takes_one, joins) = (SHELLS.contains(&name.as_str()), JOINING.contains(&name.as_str()));
    let asks = |token: &Token| {
        let text = token.text.to_lowercase();
        let letters = text.strip_prefix('-').unwrap_or_default();
        takes_one && letters.ends_with('c') && letters.bytes().all(|c| c.is_ascii_alphabetic())
            || joins && matches!(text.as_str(), "/c" | "/k" | "-c" | "-command")
    };
    let at = rest.iter().position(asks)?;
    let text = rest.get(at + 1..)?.iter().map(|token| token.text.as_str());
    Some(text.take(if joins { TOKENS } else { 1 }).collect::<Vec<_>>().join(" "))
}

/// A program by its file's name: without folder, case, the ending of an executable, and the version that some carry
/// (`python3.11`, `gcc-12`).
pub(super) fn program(text: &str) -> Option<String> {
    let name = text.rsplit(['/', '\\']).next()?.to_lowercase();
    let endings = [".exe", ".cmd", ".bat", ".com", ".ps1"];
    let name = endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let bare = bare.strip_suffix('-').unwrap_or(bare);
    let is_versioned =
        bare.len() >= 3 && bare.bytes().all(|c| c.is_ascii_alphabetic() || c == b'+');
    let name = if is_versioned { bare } else { name };
    let says = name.contains(char::is_alphanumeric) || matches!(name, "." | ":" | "[");
    says.then(|| name.to_owned())
}

/// A word without case; a path with `/`, without `./` and the slash at its end.
pub(super) fn word(text: &str) -> String {
    let text = text.to_lowercase();
    if !text.contains(['/', '\\']) {
        return text;
    }
    let text = text.replace('\\', "/");
    let is_step = |part: &&str| !matches!(*part, "" | ".");
    let path = text.split('/').filter(is_step).collect::<Vec<_>>().join("/");
    if text.starts_with('/') { format!("/{path}") } else { path }
}
