//! Where a memory comes from: chains of supersession, why each link was made, and drawings of relations.
//!
//! Pure. Nothing here trusts the store to be sound: links may dangle, be one-sided or lead in circles, and every walk
//! still ends, within bounds that the caller gives.
//!
//! | file | holds |
//! |---|---|
//! | `family` | the memories that links join to one, and the one that a merged memory became |
//! | `chain` | the line from the oldest predecessor to the current head, and what branches off it |
//! | `links` | from journal entries to why a link is there |
//! | `figure`, `dot`, `mermaid` | what is drawn, and the two ways to write it |

mod chain;
mod dot;
mod family;
mod figure;
mod links;
mod mermaid;

#[cfg(test)]
mod tests;

pub use chain::{Branch, Chain, Step, chain};
pub use dot::dot;
pub use family::{Family, survivor};
pub use figure::{Edge, Figure, Relation, figure};
pub use links::{Joined, LinkMade, Links, joined, said};
pub use mermaid::mermaid;
