//! The laws of planning over random stores, and the passes by example.

mod ageing;
mod evidence;
mod incremental;
mod laws;
pub(crate) mod measure;
pub(crate) mod random;
mod scenes;
