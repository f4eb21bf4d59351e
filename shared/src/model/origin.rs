//! Who a memory comes from, and who did something to the store.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where a memory comes from; decides its prior trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A person.
    User,
    /// An agent.
    Agent {
        /// Whether its model is strong enough for its procedures to be replayed.
        #[serde(default)]
        capable: bool,
    },
    /// Shipped with a tool.
    Seed,
    /// A file from elsewhere.
    Import,
}

impl Origin {
    /// Prior of trust as (successes, trials), as if so many contexts had judged before (DESIGN 4).
    pub fn prior(self) -> (u32, u32) {
        match self {
            Self::User => (9, 10),
            Self::Seed => (4, 5),
            Self::Agent { capable: true } => (3, 5),
            Self::Agent { capable: false } | Self::Import => (2, 4),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "user",
            Self::Agent { capable: true } => "capable agent",
            Self::Agent { capable: false } => "agent",
            Self::Seed => "seed",
            Self::Import => "import",
        })
    }
}

/// Who caused a journal entry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A person at the command line.
    User,
    /// An agent by its name.
    Agent(String),
    /// The daemon's own schedule.
    Daemon,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User => f.write_str("user"),
            Self::Agent(name) => write!(f, "agent:{name}"),
            Self::Daemon => f.write_str("daemon"),
        }
    }
}
