//! Text to words: raw tokens, and all that lists and forms know of each (its stem, its marks, its family, its language).
//!
//! Nothing here knows what a sentence says, nor that there are two texts.

pub(in crate::relate) mod canon;
pub(in crate::relate) mod families;
pub(in crate::relate) mod language;
pub(in crate::relate) mod lexicon;
pub(in crate::relate) mod names;
pub(in crate::relate) mod prose;
pub(in crate::relate) mod quotes;
pub(in crate::relate) mod scan;
pub(in crate::relate) mod stems;
pub(in crate::relate) mod token;
pub(in crate::relate) mod undone;
