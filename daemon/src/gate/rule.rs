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
        // A refused match may cover the start of a real one (`password: token: …`), so the search goes on
        // right behind where the refused one began its value, not where it ended.
        while let Some(caught) = self.regex.captures_at(text, from) {
            let Some(secret) = caught.name("secret") else { return };
            let range = self.accept(text, &caught);
            if let Some(range) = range {
                found.push(range);
            }
            let next = range.map_or(secret.start(), |(_, end)| end);
            let whole = caught.get_match();
            from = next.max(whole.start() + 1).max(from + 1);
            while from < text.len() && !text.is_char_boundary(from) {
                from += 1;
            }
            if from > text.len() {
                return;
            }
        }
    }

    fn accept(&self, text: &str, caught: &Captures<'_>) -> Option<(usize, usize)> {
        let secret = caught.name("secret")?;
        let value = secret.as_str();
        let trimmed = value.trim_end_matches(['.', ':', '!', '?']);
        let end = secret.start() + trimmed.len();
        let after = text.get(secret.end()..).and_then(|rest| rest.chars().next());
        let called = matches!(after, Some('(' | '['));
        let name = caught.name("name").map_or("", |m| m.as_str());
        let passes = match self.look {
            Look::Shape => !look::placeholder(trimmed) && look::collision_per_mille(trimmed) <= 200,
            Look::Opaque => look::opaque(trimmed) && !look::placeholder(trimmed),
            Look::Mixed => mixed(caught.name("prefix").map_or("", |m| m.as_str()), trimmed),
            Look::Header => !called && header(trimmed),
            Look::UrlPassword => {
                let user = caught.name("user").map_or("", |m| m.as_str());
                user != trimmed && url_password(trimmed)
            }
            Look::Password => !called && assignment::password(name, trimmed),
            Look::Assigned => {
                let separator = caught.name("sep").map_or("", |m| m.as_str());
                !called && assignment::secret(name, separator, trimmed)
            }
        };
        passes.then_some((secret.start(), end))
    }
}

fn header(value: &str) -> bool {
    let digit = value.bytes().any(|b| b.is_ascii_digit());
    !look::placeholder(value)
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
    let lower_prefix = !prefix.bytes().any(|b| b.is_ascii_uppercase());
    lower_prefix
        && !DIGESTS.iter().any(|name| prefix.starts_with(name))
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_digit)
        && look::opaque(value)
        && !look::placeholder(value)
}
