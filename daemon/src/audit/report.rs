//! What a check found, assertion by assertion.

use serde::Serialize;

/// Offenders that are listed; all are counted.
const LISTED: usize = 5;
/// Characters of an offender that are shown.
const OFFENDER_CHARS: usize = 300;

/// What came of one assertion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// It could not be tried; the cause says why.
    NotRun,
}

/// What looking found: how many were looked at, how many offend, and the first of these.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Finding {
    /// How many were looked at.
    pub looked_at: u64,
    /// How many offend.
    pub failed: u64,
    /// The first offenders, a sentence each.
    pub first: Vec<String>,
}

impl Finding {
    /// One was looked at and offends when there is something to say of it.
    pub fn look(&mut self, offence: Option<String>) {
        self.looked_at += 1;
        if let Some(offence) = offence {
            self.fail(offence);
        }
    }

    /// One of those that are looked at offends.
    pub fn fail(&mut self, offence: impl Into<String>) {
        self.failed += 1;
        if self.first.len() < LISTED {
            let offence: String = offence.into();
            let mut shown: String = offence.chars().take(OFFENDER_CHARS).collect();
            if shown.len() < offence.len() {
                shown.push('…');
            }
            self.first.push(shown);
        }
    }

    /// The assertion `name`, which says `asserts`; a failure has its likely cause and what to do.
    pub fn assert(
        self,
        name: &'static str,
        asserts: &'static str,
        (cause, remedy): (&str, &str),
    ) -> Assertion {
        let Self { looked_at, failed, first } = self;
        let fails = failed > 0;
        let outcome = if fails { Outcome::Fails } else { Outcome::Holds };
        let told = |text: &str| fails.then(|| text.to_owned());
        let (cause, remedy) = (told(cause), told(remedy));
        Assertion { name, asserts, outcome, looked_at, failed, first, measure: None, cause, remedy }
    }
}

/// One assertion over a store and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Assertion {
    /// Its name: stable.
    pub name: &'static str,
    /// What it asserts.
    pub asserts: &'static str,
    /// What came of it.
    pub outcome: Outcome,
    /// How many things were looked at.
    pub looked_at: u64,
    /// How many of them offend.
    pub failed: u64,
    /// The first offenders.
    pub first: Vec<String>,
    /// The number that decided, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measure: Option<String>,
    /// The likely cause of a failure, or why it was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// What to do about a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

impl Assertion {
    /// An assertion that could not be tried.
    pub fn not_run(name: &'static str, asserts: &'static str, why: impl Into<String>) -> Self {
        let cause = Some(why.into());
        let (outcome, first) = (Outcome::NotRun, Vec::new());
        let (looked_at, failed) = (0, 0);
        Self {
            name,
            asserts,
            outcome,
            looked_at,
            failed,
            first,
            measure: None,
            cause,
            remedy: None,
        }
    }

    /// The same with the number that decided.
    #[must_use]
    pub fn measured(self, measure: impl Into<String>) -> Self {
        Self { measure: Some(measure.into()), ..self }
    }
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Whether every assertion holds: one that could not be tried does not.
    pub holds: bool,
    /// The store state that was looked at.
    pub generation: Option<u64>,
    /// Memories that could be read.
    pub memories: u64,
    /// The assertions, in a fixed order.
    pub assertions: Vec<Assertion>,
    /// What is worth knowing and no failure: rows that a repair has set aside.
    pub notes: Vec<String>,
}

impl Report {
    /// The report of these assertions.
    pub fn of(
        generation: Option<u64>,
        memories: u64,
        assertions: Vec<Assertion>,
        notes: Vec<String>,
    ) -> Self {
        let holds = assertions.iter().all(|it| it.outcome == Outcome::Holds);
        Self { holds, generation, memories, assertions, notes }
    }
}
