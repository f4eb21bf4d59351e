//! Brief and recall from the consolidate daemon under a deadline.

pub mod project;
