//! What is meant to the letter: commands, signs, bare names. A stem is not enough where something is named.

use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::{Statement, is_spoken};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether the two differ in anything that is meant to the letter.
pub(super) fn differ(a: &Statement, b: &Statement) -> bool {
    commands_differ(a, b)
        || signed(a) != signed(b)
        || versions(a) != versions(b)
        || bare_names_differ(a, b)
        || owners_differ(a, b)
        || owners_differ(b, a)
        || compounds_differ(a, b)
        || compounds_differ(b, a)
        || ends(a) != ends(b)
        || order(&a.tokens).iter().any(|(x, y)| order(&b.tokens).contains(&(*y, *x)))
        || hyphens_differ(a, b)
        || hyphens_differ(b, a)
}

/// "1 day" is not "24 hours" where days are counted, and "one" is more than a number: "use the one in utils".
pub(super) fn amounts_differ(a: &Statement, b: &Statement) -> bool {
    let said = |statement: &Statement, words: &[&str]| {
        let text = statement.equality.to_lowercase();
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| words.contains(word)).count()
    };
    let units = ["day", "days", "week", "weeks", "month", "months", "year", "years"];
    said(a, &["one"]) != said(b, &["one"])
        || said(a, &units) != said(b, &units)
            && a.words.numbers == b.words.numbers
            && !a.words.numbers.is_empty()
}

/// "The user's guide" is no "user guide", "the manager of the package" no "package manager". What everything has one of is the same
/// in either form ("the user's name"; "the name of the bucket").
fn compounds_differ(a: &Statement, b: &Statement) -> bool {
    let (mine, theirs) = (a.equality.to_lowercase(), b.equality.to_lowercase());
    let said = |text: &str, owner: &str| {
        text.split_whitespace().any(|word| word.trim_start_matches(QUOTES) == owner)
    };
    let joined = |x: &Token, y: &Token| {
        let stands = |pair: &[Token]| match pair {
            [before, token] => {
                token.gap == Gap::NONE && (before.stem, token.stem) == (x.stem, y.stem)
            }
            _ => false,
        };
        b.tokens.windows(2).any(stands) && !said(&theirs, &format!("{}'s", x.text))
    };
    let whole = |token: &Token| token.is_one_of(ATTRIBUTES);
    let owned = a.tokens.windows(2).any(|pair| match pair {
        [owner, thing] => {
            let marked = said(&mine, &format!("{}'s", owner.text));
            marked && !whole(thing) && joined(owner, thing)
        }
        _ => false,
    });
    let of = a.tokens.windows(4).any(|four| match four {
        [thing, of, article, owner] if of.is_word("of") => {
            let owner = if article.is(Marks::STOP) { owner } else { article };
            !whole(thing) && joined(owner, thing)
        }
        _ => false,
    });
    owned || of
}

/// What a thing has one of by nature.
const ATTRIBUTES: &[&str] = &[
    "name",
    "nickname",
    "handle",
    "github",
    "email",
    "port",
    "version",
    "path",
    "url",
    "address",
    "size",
    "age",
    "editor",
    "shell",
    "language",
    "timezone",
    "id",
    "title",
    "ttl",
    "dimension",
    "dimensions",
];

/// The sign that a text ends with, if it is none that ends a statement: "the prefix is user:", "the method is called save!".
fn ends(statement: &Statement) -> Option<char> {
    statement.equality.chars().last().filter(|c| "!:;?,/-".contains(*c))
}

/// The members of a list, two by two, as they follow one another: of names the order counts ("returns the value and the error").
fn order(tokens: &[Token]) -> Vec<(Stem, Stem)> {
    let spoken: Vec<usize> =
        (0..tokens.len()).filter(|i| tokens.get(*i).is_some_and(is_spoken)).collect();
    let pairs = spoken.windows(2).filter_map(|pair| {
        let [i, j] = *pair else { return None };
        let (x, y) = (tokens.get(i)?, tokens.get(j)?);
        let joint = tokens.get(i + 1..j)?.iter().any(|token| token.is_one_of(&["and", "or", "to"]));
        (joint || y.gap.any(Gap::LIST)).then_some((x.stem, y.stem))
    });
    pairs.collect()
}

/// "Set foo-bar" is not "set foo bar". Before a noun a hyphen is a matter of style: "end-to-end tests".
fn hyphens_differ(a: &Statement, b: &Statement) -> bool {
    let ends = |tokens: &[Token], i: usize| {
        tokens.get(i + 1).is_none_or(|next| next.gap != Gap::NONE || !is_spoken(next))
    };
    a.tokens.windows(2).enumerate().any(|(i, pair)| {
        let [head, end] = pair else { return false };
        let apart = |other: &[Token]| match other {
            [x, y] => !y.joined && (x.stem, y.stem) == (head.stem, end.stem),
            _ => false,
        };
        end.joined && ends(&a.tokens, i + 1) && b.tokens.windows(2).any(apart)
    })
}

/// The versions that a text writes with a "v", sorted: a tag is what is written.
fn versions(statement: &Statement) -> Vec<&str> {
    let words = statement.equality.split(|c: char| !(c.is_alphanumeric() || c == '.'));
    let version = |word: &&str| {
        let mut digits = word.strip_prefix(['v', 'V']).unwrap_or_default().chars();
        digits.next().is_some_and(|c| c.is_ascii_digit())
    };
    let mut found: Vec<&str> =
        words.map(|word| word.trim_end_matches('.')).filter(version).collect();
    found.sort_unstable();
    found
}

/// "The user's token" is the token of one, "the users' token" of all.
fn owners_differ(a: &Statement, b: &Statement) -> bool {
    let said = |statement: &Statement, word: &str| {
        statement.equality.split_whitespace().any(|other| other == word)
    };
    a.equality.split_whitespace().any(|word| {
        word.strip_suffix("s'")
            .is_some_and(|owner| !said(b, word) && said(b, &format!("{owner}'s")))
    })
}

/// Words that carry a sign of code (`:id`, `src/**`, `.env`, `f()`), sorted, and signs that stand alone, in order: "use ; as the
/// separator", "replace ; with ,".
fn signed(statement: &Statement) -> (Vec<&str>, Vec<&str>) {
    let said: Vec<&str> = statement.equality.split_whitespace().collect();
    let mut marked = Vec::new();
    let mut alone = Vec::new();
    for (i, word) in said.iter().enumerate() {
        let inner = word.trim_matches(QUOTES);
        let told = match inner.trim_end_matches([',', '.', ';', ':']) {
            "" => inner,
            told => told.trim_matches(QUOTES),
        };
        let told = if ends_as_name(inner, said.get(i + 1).copied()) { inner } else { told };
        let before = i.checked_sub(1).and_then(|i| said.get(i));
        if is_sign(inner, before.copied()) {
            alone.push(told);
        } else if carries_sign(inner) || ends_as_name(inner, said.get(i + 1).copied()) {
            marked.push(told);
        }
    }
    marked.sort_unstable();
    (marked, alone)
}

const QUOTES: &[char] = &['"', '\'', '`'];

/// Whether a word is a sign, and neither a dash between clauses nor what opens a line.
fn is_sign(word: &str, before: Option<&str>) -> bool {
    let sign = |c: char| "*:[]{}$@^|\\=+~;,.()".contains(c);
    let other = |c: char| sign(c) || "#<>!?&%/_".contains(c);
    let dash = |c: char| c == '-';
    let named = before.is_some_and(|before| BEFORE_SIGNS.contains(&before));
    !word.is_empty()
        && (word.chars().all(sign)
            || (before.is_some() && word.chars().all(other))
            || (named && word.chars().all(|c| other(c) || dash(c))))
}

/// Behind these a dash is a sign.
const BEFORE_SIGNS: &[&str] =
    &["is", "are", "with", "by", "as", "use", "to", "from", "a", "the", "of", "called"];

fn carries_sign(inner: &str) -> bool {
    let bare = inner.trim_start_matches('(');
    let bare = bare.trim_end_matches([',', '.', ';', ':', '!', '?', ')', '(']);
    let marked = bare.contains(['*', '[', ']', '{', '}', '$', '^', '|', '\\', '~'])
        || bare.contains("..")
        || bare.starts_with([':', '.', '@'])
        // "read:user" is one name.
        || bare.contains(':');
    // "-race" is an option.
    let mut option = bare.strip_prefix('-').unwrap_or_default().chars();
    inner.ends_with("()") || marked || option.next().is_some_and(char::is_alphabetic)
}

/// "db.example.org. in the zone": a full stop in the midst of a sentence is part of the name.
fn ends_as_name(inner: &str, next: Option<&str>) -> bool {
    let name = inner.strip_suffix('.').is_some_and(|name| name.contains(['.', '/']));
    name && next.is_some_and(|next| next.starts_with(char::is_lowercase))
}

/// "The branch is release", "tests are in test": a word that stands bare where a name stands is one, and its plural is another.
fn bare_names_differ(a: &Statement, b: &Statement) -> bool {
    let bare = |statement: &Statement| -> Vec<Box<str>> {
        let pairs = statement.tokens.windows(2).filter_map(|pair| match pair {
            [before, name] => Some((before, name)),
            _ => None,
        });
        let last = statement.tokens.len().saturating_sub(1);
        let named = pairs.enumerate().filter(|(i, (before, name))| {
            let ends = i + 1 == last
                || statement.tokens.get(i + 2).is_some_and(|next| next.gap != Gap::NONE);
            // "Is deployed" names nothing.
            let single = name.kind == Kind::Word
                && is_spoken(name)
                && !is_participle(name)
                && name.gap == Gap::NONE;
            ends && single && before.is_one_of(NAMING)
        });
        named.map(|(_, (_, name))| name.text.clone()).collect()
    };
    let (x, y) = (bare(a), bare(b));
    let told =
        |statement: &Statement, name: &str| statement.tokens.iter().any(|t| &*t.text == name);
    x.iter().any(|name| !told(b, name)) || y.iter().any(|name| !told(a, name))
}

/// What stands before a bare name.
const NAMING: &[&str] = &["is", "are", "in", "on", "from", "into", "called", "named"];

/// "npm run check" is not "npm run verify", though the words mean the same.
fn commands_differ(a: &Statement, b: &Statement) -> bool {
    let (x, y) = (commands(a), commands(b));
    let own = |mine: &[&str], theirs: &[&str]| mine.iter().any(|word| !theirs.contains(word));
    own(&x, &y) && own(&y, &x)
}

/// What stands behind the name of a tool that is run, sorted.
fn commands(statement: &Statement) -> Vec<&str> {
    let tokens = &statement.tokens;
    let unbroken = |i: usize| tokens.get(i).filter(|token| token.gap == Gap::NONE);
    let tools = (0..tokens.len()).filter(|i| tokens.get(*i).is_some_and(|t| t.is_one_of(TOOLS)));
    let named = tools.flat_map(|i| {
        let runs = unbroken(i + 1).is_some_and(|token| token.is_one_of(&["run", "exec"]));
        [unbroken(i + 1), unbroken(i + 2).filter(|_| runs)]
    });
    let mut named: Vec<&str> = named
        .flatten()
        .filter(|token| token.kind == Kind::Word && !token.is(Marks::PREPOSITION.or(Marks::STOP)))
        .map(|token| &*token.text)
        .collect();
    named.sort_unstable();
    named
}

/// Tools that are called by name and command.
const TOOLS: &[&str] = &[
    "npm",
    "yarn",
    "pnpm",
    "npx",
    "bun",
    "deno",
    "make",
    "just",
    "cargo",
    "git",
    "docker",
    "podman",
    "kubectl",
    "helm",
    "go",
    "pip",
    "poetry",
    "uv",
    "tox",
    "nox",
    "rake",
    "rails",
    "bundle",
    "mix",
    "gradle",
    "mvn",
    "dotnet",
    "terraform",
    "ansible",
    "task",
    "nx",
    "turbo",
    "composer",
    "flutter",
    "dart",
    "swift",
    "xcodebuild",
    "cmake",
    "bazel",
    "conda",
];
