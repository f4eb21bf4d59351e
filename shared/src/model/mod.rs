//! The memory and its parts: one typed assertion with its provenance.
//!
//! A memory's text is what somebody wrote and nothing ever rewrites it; everything else about it changes only by
//! [`crate::change`].

mod anchor;
mod context;
mod evidence;
mod kind;
mod memory;
mod name;
mod origin;
mod scope;
mod source;
mod standing;

pub use anchor::{Anchor, AnchorError, AnchorKind};
pub use context::{Context, Judge, Signal};
pub use evidence::{Confirmation, Evidence, Usage, lower_bound};
pub(crate) use kind::words as kind_words;
pub use kind::{Kind, Tier, UnknownWord};
pub use memory::{BIRTH_STRENGTH, FULL_STRENGTH, Memory, Step, Trigger};
pub use name::Name;
pub use origin::{Actor, Origin};
pub use scope::Scope;
pub use source::{NAMELESS_AGENT, Source, Wording};
pub use standing::{RetireReason, Retirement, Standing};
