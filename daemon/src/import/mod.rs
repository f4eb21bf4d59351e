//! Lines of JSON to memories: parse, find out what is known, resolve links, and one change set for what is new. Pure.
//!
//! A file is *headed* when its first line is the header of one of our exports: then it restores everything. A headless
//! file comes from elsewhere: its rows have origin `import` and cannot claim standing, evidence or a person's word.
//! ReadFile keep their identity and are never folded: what repeats, the passes find, in the diff.

mod fields;
mod header;
mod identity;
mod links;
mod marks;
mod object;
mod plan;
mod read;
mod row;

pub use header::{EXPORT_FORMAT, Header};
pub use plan::{Import, plan};
pub use read::{Context, ReadFile, read};
