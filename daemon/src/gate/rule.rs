//! One rule: a pattern, and the test that what it caught must pass.

use std::fmt;

use regex::{Captures, Regex};

use super::{assignment, look};

/// The name of a rule, as shown in `[redacted:<rule>]`. Says what kind of secret it was and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleName(&'static str);

impl RuleName {
    /// The name as text: lower-case words joined by dashes.
    pub fn as_str(self) -> &'static str {
        self.0
    }

    pub(super) const fn new(name: &'static str) -> Self {
        Self(name)
    }
}

impl fmt::Display for RuleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// What a caught value must look like before it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The form is the proof; only placeholders and monotone values are let go.
    Shape,
    /// Drawn at random (see `look::opaque`).
    Opaque,
    /// A random mix of upper case, lower case and digits behind a short lower-case prefix.
    Mixed,
    /// The value of an authorization header: anything with a digit, or random.
    Header,
    /// The password part of `user:password@host`: anything that is no common default.
    UrlPassword,
    /// A chosen password beside a name that says so.
    Password,
    /// A random value beside a name that says so.
    Assigned,
}

/// A rule as data.
#[derive(Clone, Copy, Debug)]
pub struct RuleSpec {
    /// Lower-case words joined by dashes.
    pub name: &'static str,
    /// A regular expression with one group named `secret`.
    pub pattern: &'static str,
    /// The test that the group must pass.
    pub look: Look,
}

/// A compiled rule.
pub(super) struct Rule {
    pub(super) name: RuleName,
    regex: Regex,
    look: Look,
}

impl Rule {
    pub(super) fn compile(spec: &RuleSpec) -> Result<Self, regex::Error> {
        let regex = Regex::new(spec.pattern)?;
        Ok(Self { name: RuleName::new(spec.name), regex, look: spec.look })
    }

    /// The byte ranges of `text` that hold a secret of this rule.
    pub(super) fn find(&self, text: &str, found: &mut Vec<(usize, usize)>) {
        let mut from = 0;
        while let Some(caught) = self.regex.captures_at(text, from) {
            let Some(secret) = caught.name("secret") else { return };
            from = match self.accept(text, &caught) {
                Some((start, end)) => {
                    found.push((start, end));
                    end
                }
                // What a name seems to introduce may itself be a name: `password: token: …`.
                None if self.named() => secret.start(),
                None => secret.end(),
            };
            // Every pattern begins before its value or the value is not empty: this only guards the loop.
            from = from.max(caught.get_match().start() + 1);
            while !text.is_char_boundary(from) {
                from += 1;
            }
        }
    }

    /// True if the pattern catches the first characters of the value only.
    fn named(&self) -> bool {
        matches!(self.look, Look::Password | Look::Assigned)
    }

    fn accept(&self, text: &str, caught: &Captures<'_>) -> Option<(usize, usize)> {
        let secret = caught.name("secret")?;
        let start = secret.start();
        let group = |name| caught.name(name).map_or("", |m| m.as_str());
        let name = caught.name("name").map_or("", |m| whole_name(text, m.start(), m.end()));
        // A bounded look decides, so that a refusal is cheap; a value that is accepted goes to its very end.
        let judged = if self.named() { self.run_end(text, start, JUDGED) } else { secret.end() };
        let value = trimmed(text.get(start..judged)?);
        let passes = match self.look {
            Look::Shape => !look::placeholder(value) && look::varied(value),
            Look::Opaque => look::opaque(value) && !look::placeholder(value),
            Look::Mixed => mixed(group("prefix"), value),
            Look::Header => header(value) && !called(text, judged),
            Look::UrlPassword => group("user") != value && url_password(value),
            Look::Password => assignment::password(name, value) && !called(text, judged),
            Look::Assigned => {
                assignment::secret(name, group("sep"), value) && !called(text, judged)
            }
        };
        if !passes {
            return None;
        }
        let end = if self.named() { self.run_end(text, start, usize::MAX) } else { judged };
        Some((start, start + trimmed(text.get(start..end)?).len()))
    }

    /// Where the value that begins at `start` ends, looking at no more than about `at_most` bytes. A token ends at
    /// the next parameter of an address; a password may hold the sign.
    fn run_end(&self, text: &str, start: usize, at_most: usize) -> usize {
        let rest = text.get(start..).unwrap_or_default();
        let rest = rest.get(..rest.floor_char_boundary(at_most)).unwrap_or(rest);
        let token = self.look == Look::Assigned;
        let stops =
            |c: char| c.is_whitespace() || "\"'`,;<>(){}[]\\".contains(c) || (token && c == '&');
        start + rest.find(stops).unwrap_or(rest.len())
    }
}

/// How many bytes of a named value decide.
const JUDGED: usize = 256;

/// `value` without the punctuation of the sentence around it.
fn trimmed(value: &str) -> &str {
    value.trim_end_matches(['.', ':', '!', '?'])
}

/// True if a call or an index follows: what was caught is code.
fn called(text: &str, end: usize) -> bool {
    matches!(text.as_bytes().get(end), Some(b'(' | b'['))
}

/// The identifier whose last words stand at `start..end`: up to 40 bytes before belong to it.
fn whole_name(text: &str, start: usize, end: usize) -> &str {
    let part = |b: &u8| b.is_ascii_alphanumeric() || b"_.-".contains(b);
    let before = text.as_bytes().get(..start).unwrap_or_default();
    let more = before.iter().rev().take(40).take_while(|b| part(b)).count();
    text.get(start - more..end).unwrap_or_default()
}

fn header(value: &str) -> bool {
    let digit = value.bytes().any(|b| b.is_ascii_digit());
    !look::placeholder(value)
        && !assignment::reference(value)
        && (digit || look::opaque(value))
        && look::collision_per_mille(value) <= 200
}

fn url_password(value: &str) -> bool {
    !look::placeholder(value) && !value.starts_with(['[', '{']) && value.len() >= 3
}

/// Digest names in front of a value say what it is: no secret.
const DIGESTS: [&str; 8] = ["sha", "md5", "blake", "build", "commit", "rev", "cid", "hash"];

fn mixed(prefix: &str, value: &str) -> bool {
    let has = |test: fn(&u8) -> bool| value.bytes().any(|b| test(&b));
    // `live`, `pat` and the like say key; without them a sign that addresses and anchors use is not enough.
    let marked = prefix.matches(['_', '-']).count() > 1;
    let plain = prefix.ends_with('_') && !prefix.bytes().any(|b| b.is_ascii_uppercase());
    (marked || plain)
        && !DIGESTS.iter().any(|name| prefix.starts_with(name))
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_digit)
        && look::opaque(value)
        && !look::placeholder(value)
}
