//! Frozen output: stems and hashes decide merges, so a dependency must not change them unnoticed.

use insta::assert_snapshot;

use crate::relate::words::canon::{canonical, is_inflection};
use crate::relate::{Statement, Stem};

#[test]
fn stems_are_frozen() {
    let words = "uses used running migrated migrations dependency dependencies database queries generously argument \
        directories favors saved executes failures checked happily skies dying";
    let stems: Vec<_> = words.split_whitespace().map(canonical).collect();
    assert_snapshot!(stems.join(" "), @"use use run switch switch depend depend databas queri generous argument directori prefer store run error check happili sky die");
}

#[test]
fn stem_hashes_are_frozen() {
    assert_eq!(Stem::of("postgr").value(), 18_377_275_656_520_496_534);
    let core = Statement::new("Use Postgres for the billing database");
    assert!(core.core().contains(&Stem::of("postgr")));
}

#[test]
fn inflections() {
    assert!(is_inflection("commit", "commits"));
    assert!(is_inflection("query", "queries"));
    assert!(is_inflection("saved", "stored"));
    assert!(!is_inflection("migrate", "migrated"));
    assert!(!is_inflection("port", "ports8"));
}
