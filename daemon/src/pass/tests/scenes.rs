//! The passes by example.
