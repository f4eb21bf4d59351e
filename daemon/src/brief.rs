//! Brief.
