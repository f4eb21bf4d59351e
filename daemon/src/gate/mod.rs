//! The secrets gate: no secret reaches the store, the journal, the index or a log.
//!
//! Every text of every way in (socket, MCP, SDK, import, ingest, learn) passes here before anything else sees it.
//! The gate is pure: text in, text and findings out. What is done about a finding (store the redacted text, or
//! refuse the write) is the caller's, by [`Mode`].
//!
//! Invariants:
//! - Screened text holds no secret that a rule knows, and screening it again changes nothing.
//! - A finding names the rule and never the secret; nothing here implements `Debug` or `Display` over one.
//! - The same text gives the same answer, on every machine and in every order of calls.
//! - False alarms matter as much as misses: a redaction destroys knowledge for good. Hashes, ids, placeholders,
//!   references to variables and prose stay as they are.

mod assignment;
mod look;
mod pem;
mod rule;
mod rules;

#[cfg(test)]
mod measure;
#[cfg(test)]
mod tests;

use std::{fmt, ops::Range};

use regex::{Regex, RegexSet};

pub use rule::{Look, RuleName, RuleSpec};
pub use rules::STANDARD;

use rule::Rule;

const PRIVATE_KEY: RuleName = RuleName::new("private-key");

/// What the caller does with a text in which something was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Store the screened text and say so.
    Redact,
    /// Store nothing and say why.
    Refuse,
}

/// One secret that was found. Holds nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which rule found it.
    pub rule: RuleName,
}

/// A text after screening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screened {
    /// The text with `[redacted:<rule>]` in place of each secret.
    pub text: String,
    /// What was replaced, in the order of the text. Empty if `text` is the input.
    pub findings: Vec<Finding>,
}

/// A finding and the field that held it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFinding {
    /// The field's name as the caller gave it.
    pub field: String,
    /// Which rule found the secret.
    pub rule: RuleName,
}

/// Several fields after screening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenedFields {
    /// The screened texts, in the order given.
    pub texts: Vec<String>,
    /// What was found where, by field and then by place.
    pub findings: Vec<FieldFinding>,
}

/// A rule whose pattern is no regular expression or lacks the group `secret`.
#[derive(Debug, thiserror::Error)]
#[error("rule {rule} has a bad pattern; give a regular expression with a group named \"secret\"")]
pub struct RuleError {
    /// The rule's name.
    pub rule: &'static str,
    #[source]
    source: Option<regex::Error>,
}

/// The rules, compiled. Cheap to share, immutable.
pub struct Gate {
    mode: Mode,
    prefilter: RegexSet,
    rules: Vec<Rule>,
    mask: Regex,
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate")
            .field("mode", &self.mode)
            .field("rules", &self.rules.len())
            .finish_non_exhaustive()
    }
}

impl Gate {
    /// Compiles `rules`, which take precedence in the order given. Takes a few milliseconds: once per daemon.
    pub fn new(mode: Mode, rules: &[RuleSpec]) -> Result<Self, RuleError> {
        let compile = |spec: &RuleSpec| {
            let bad = |source| RuleError { rule: spec.name, source };
            if !spec.pattern.contains("(?P<secret>") {
                return Err(bad(None));
            }
            Rule::compile(spec).map_err(|error| bad(Some(error)))
        };
        let compiled = rules.iter().map(compile).collect::<Result<Vec<_>, _>>()?;
        let whole = |source| RuleError { rule: "(all together)", source: Some(source) };
        let prefilter = RegexSet::new(rules.iter().map(|spec| spec.pattern)).map_err(whole)?;
        let mask = Regex::new(r"\[redacted:[a-z0-9-]{1,40}\]").map_err(whole)?;
        Ok(Self { mode, prefilter, rules: compiled, mask })
    }

    /// The gate with the built-in rules.
    pub fn standard(mode: Mode) -> Self {
        Self::new(mode, STANDARD).expect("the built-in patterns compile, as a test shows")
    }

    /// What the caller does with findings.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Replaces every secret in `text`.
    pub fn screen(&self, text: &str) -> Screened {
        let mut screened = Screened { text: text.to_owned(), findings: Vec::new() };
        // A mask can bring a name and the value behind it together, so that a second look may find more. Each
        // round replaces some text that was no mask, hence the rounds end; in practice the second finds nothing.
        loop {
            let hits = self.hits(&screened.text);
            if hits.is_empty() {
                return screened;
            }
            screened.findings.extend(hits.iter().map(|(_, rule)| Finding { rule: *rule }));
            screened.text = replace(&screened.text, &hits);
        }
    }

    /// Screens named fields and says which held what. Order and number of the texts are kept.
    pub fn screen_fields<'t>(
        &self,
        fields: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> ScreenedFields {
        let mut all = ScreenedFields { texts: Vec::new(), findings: Vec::new() };
        for (field, text) in fields {
            let screened = self.screen(text);
            let found = screened.findings.iter();
            all.findings
                .extend(found.map(|f| FieldFinding { field: field.to_owned(), rule: f.rule }));
            all.texts.push(screened.text);
        }
        all
    }

    /// What to replace: ranges that are disjoint and ordered, clear of earlier masks.
    fn hits(&self, text: &str) -> Vec<(Range<usize>, RuleName)> {
        let mut candidates = Vec::new();
        let mut found = Vec::new();
        pem::find(text, &mut found);
        collect(&mut candidates, &mut found, 0, PRIVATE_KEY);
        for index in self.prefilter.matches(text) {
            if let Some(rule) = self.rules.get(index) {
                rule.find(text, &mut found);
                collect(&mut candidates, &mut found, index + 1, rule.name);
            }
        }
        let masks: Vec<_> = self.mask.find_iter(text).map(|m| m.range()).collect();
        candidates
            .retain(|c| !masks.iter().any(|m| m.start < c.range.end && c.range.start < m.end));
        resolve(candidates)
    }
}

/// One possible secret: where, and by which rule in order of precedence.
struct Candidate {
    range: Range<usize>,
    order: usize,
    rule: RuleName,
}

fn collect(
    into: &mut Vec<Candidate>,
    found: &mut Vec<(usize, usize)>,
    order: usize,
    rule: RuleName,
) {
    into.extend(found.drain(..).map(|(start, end)| Candidate { range: start..end, order, rule }));
}

/// Joins candidates that overlap into one range, so that no part of either stays; the longest names it, then the
/// rule that comes first.
fn resolve(mut candidates: Vec<Candidate>) -> Vec<(Range<usize>, RuleName)> {
    candidates.sort_by_key(|c| (c.range.start, c.order, c.range.end));
    let mut hits: Vec<(Range<usize>, RuleName)> = Vec::new();
    let mut named_by = (0, 0);
    for candidate in candidates {
        let length = candidate.range.len();
        match hits.last_mut() {
            Some((range, rule)) if candidate.range.start < range.end => {
                range.end = range.end.max(candidate.range.end);
                if length > named_by.0 || (length == named_by.0 && candidate.order < named_by.1) {
                    *rule = candidate.rule;
                    named_by = (length, candidate.order);
                }
            }
            _ => {
                hits.push((candidate.range, candidate.rule));
                named_by = (length, candidate.order);
            }
        }
    }
    hits
}

fn replace(text: &str, hits: &[(Range<usize>, RuleName)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (range, rule) in hits {
        out.push_str(text.get(from..range.start).unwrap_or_default());
        out.push_str("[redacted:");
        out.push_str(rule.as_str());
        out.push(']');
        from = range.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}
