//! Measurements on real data and on size: run by hand, outside the default test run.
//!
//! `CONSOLIDATE_EVAL_DIR=<folder with memories.jsonl and queries.jsonl> cargo test --release -p consolidate-daemon
//! recall::measure -- --ignored --nocapture`

mod quality;
mod speed;
