//! Where evidence comes from, and what it says.

use serde::{Deserialize, Serialize};

use super::kind::words;
use crate::time::Day;

/// What somebody tells about a memory after having met it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// Use: it surfaced by its trigger.
    Triggered,
    /// Use: somebody read it by its id.
    Opened,
    /// Use: it was relied on.
    Used,
    /// Evidence for it: relying on it went well.
    Helped,
    /// Evidence against it: relying on it went wrong.
    Harmed,
    /// Evidence for it: it was found to be so.
    Confirm,
    /// Evidence against it: it was found to be otherwise.
    Contradict,
}

words!(Signal {
    Triggered = "triggered",
    Opened = "opened",
    Used = "used",
    Helped = "helped",
    Harmed = "harmed",
    Confirm = "confirm",
    Contradict = "contradict",
});

impl Signal {
    /// Whether it speaks for the memory (true) or against it (false); `None`: it is use, which says neither.
    pub fn verdict(self) -> Option<bool> {
        match self {
            Self::Triggered | Self::Opened | Self::Used => None,
            Self::Helped | Self::Confirm => Some(true),
            Self::Harmed | Self::Contradict => Some(false),
        }
    }
}

/// Whose judgement a piece of evidence is; decides its weight (DESIGN 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judge {
    /// A person's word.
    Person,
    /// The result of a test or a build.
    Test,
    /// How an agent's work came out.
    Agent,
}

words!(Judge { Person = "person", Test = "test", Agent = "agent" });

impl Judge {
    /// The weight of one such piece of evidence, in tenths.
    pub const fn weight(self) -> u32 {
        match self {
            Self::Person => 20,
            Self::Test => 15,
            Self::Agent => 10,
        }
    }
}

/// Where a piece of evidence came from. Two contexts are independent when anything but the day and the judge differs.
///
/// The day comes first: in a set of contexts the oldest is the least.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Context {
    /// The last UTC day on which it gave this evidence.
    pub day: Day,
    /// Whether it spoke for the memory.
    pub confirms: bool,
    /// Whose judgement it was.
    pub judge: Judge,
    /// Who told it: `user`, `agent:NAME`.
    pub who: String,
    /// The session it was told from.
    #[serde(default)]
    pub session: Option<String>,
    /// The task run, test run or whatever else the teller named.
    #[serde(default)]
    pub task: Option<String>,
    /// The project that was worked in.
    #[serde(default)]
    pub project: Option<String>,
    /// The site or field of work.
    #[serde(default)]
    pub domain: Option<String>,
}

/// What makes two contexts one: verdict, teller, session, task, project, domain.
pub(super) type Identity<'a> = (bool, &'a str, [Option<&'a str>; 4]);

impl Context {
    /// Whether both are the same source of the same evidence, on whatever day.
    pub fn is_of(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    pub(super) fn identity(&self) -> Identity<'_> {
        let Self { day: _, confirms, judge: _, who, session, task, project, domain } = self;
        let parts = [session, task, project, domain].map(Option::as_deref);
        (*confirms, who, parts)
    }
}

impl std::fmt::Display for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { day, confirms, judge, who, session, task, project, domain } = self;
        let verdict = if *confirms { "confirmed" } else { "contradicted" };
        write!(f, "{day} {verdict} by {who} ({judge})")?;
        let parts =
            [("session", session), ("task", task), ("project", project), ("domain", domain)];
        parts.into_iter().try_for_each(|(name, value)| {
            value.as_ref().map_or(Ok(()), |value| write!(f, " {name}={value}"))
        })
    }
}
