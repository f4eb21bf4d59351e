//! Time of a search by size.
