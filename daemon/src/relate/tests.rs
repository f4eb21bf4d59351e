//! Tests of the verdict.
