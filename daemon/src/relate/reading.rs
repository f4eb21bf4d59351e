//! Words to what one text says: its verb and theme, its frame, its genre, what it tells of change, what it adopts or takes back;
//! all of it put together in a [`Statement`](statement::Statement), once a text.
//!
//! Nothing here compares two texts.

pub(in crate::relate) mod adoption;
pub(in crate::relate) mod arrival;
pub(in crate::relate) mod change;
pub(in crate::relate) mod cues;
pub(in crate::relate) mod event;
pub(in crate::relate) mod frames;
pub(in crate::relate) mod from_now;
pub(in crate::relate) mod genre;
pub(in crate::relate) mod implied;
pub(in crate::relate) mod occasion;
pub(in crate::relate) mod old_value;
pub(in crate::relate) mod phrasing;
pub(in crate::relate) mod predicate;
pub(in crate::relate) mod revert;
pub(in crate::relate) mod statement;
pub(in crate::relate) mod theme;
pub(in crate::relate) mod transition;
