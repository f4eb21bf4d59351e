//! The laws of planning over random stores, and the passes by example.

mod laws;
mod measure;
mod random;
mod scenes;
