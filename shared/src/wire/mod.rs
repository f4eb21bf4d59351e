//! What travels over the local socket.
//!
//! A frame is `[length u32, little-endian, of all that follows][protocol u8][encoding u8][body]`. Messages are their own
//! types and never the stored memory; each protocol version is a frozen module. Enums are append-only, and a new field is
//! a new variant; JSON ignores unknown fields and takes defaults for missing optional ones.

pub mod frame;
pub mod v1;

/// The version this build speaks.
pub const PROTOCOL: u8 = 1;
