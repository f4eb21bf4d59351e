//! What sort of assertion a memory is, and in how many briefs it stands.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A word that names none of the choices; the message lists them.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{word}` is not one of {choices}")]
pub struct UnknownWord {
    /// What was given.
    pub word: String,
    /// What would have been understood.
    pub choices: String,
}

/// Gives an enum of plain words one spelling for code, CLI, JSON and logs.
macro_rules! words {
    ($name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $name {
            /// Every choice, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word that stands for it everywhere.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::model::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL.iter().copied().find(|choice| choice.word() == text).ok_or_else(|| {
                    $crate::model::UnknownWord {
                        word: text.chars().take(64).collect(),
                        choices: Self::ALL.iter().map(|c| c.word()).collect::<Vec<_>>().join(", "),
                    }
                })
            }
        }
    };
}
pub(crate) use words;

/// The kind of assertion.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An instruction of the owner; in every brief, word for word.
    Policy,
    /// Something that is so.
    #[default]
    Fact,
    /// Something that was chosen, best with its rationale.
    Decision,
    /// Something that goes wrong, and how to avoid it.
    Pitfall,
    /// How something is done, step by step.
    Procedure,
}

words!(Kind {
    Policy = "policy",
    Fact = "fact",
    Decision = "decision",
    Pitfall = "pitfall",
    Procedure = "procedure",
});

/// When a memory is in a brief.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    /// In every brief of its scope.
    Always,
    /// When it matters to the task.
    OnDemand,
}

words!(Tier { Always = "always", OnDemand = "on-demand" });

impl Kind {
    /// The tier a memory of this kind is born with.
    pub fn birth_tier(self) -> Tier {
        if self == Self::Policy { Tier::Always } else { Tier::OnDemand }
    }
}
