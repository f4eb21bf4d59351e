//! The boundaries of the parts, as absences: what a folder must never name. And sizes that keep files readable.

use std::fs;
use std::path::{Path, PathBuf};

/// The most lines that a file may have.
const LONGEST_FILE: usize = 500;

/// Folders and files, what they must never name, and the only places that may.
const ABSENCES: &[(&str, &[&str], &[&str])] = &[
    (
        "shared/src",
        &[
            "tokio",
            "redb::",
            "interprocess",
            "similar::",
            "clap",
            "rmcp",
            "std::fs",
            "std::net",
            "SystemTime",
        ],
        &[],
    ),
    ("shared/src", &["bincode::"], &["shared/src/codec.rs"]),
    ("client/src", &["redb::", "similar::", "clap", "rmcp", "consolidate_daemon"], &[]),
    ("daemon/src", &["consolidate_client", "clap", "rmcp"], &[]),
    ("daemon/src", &["redb::"], &["daemon/src/store"]),
    ("daemon/src", &["fs2"], &["daemon/src/store/lock.rs", "daemon/src/store/mod.rs"]),
    ("daemon/src", &["SystemTime"], &["daemon/src/clock.rs"]),
    ("daemon/src", &["tokio_cron_scheduler"], &["daemon/src/driver/heartbeat.rs"]),
    ("daemon/src", &["croner"], &["daemon/src/driver/cron.rs"]),
    ("daemon/src/engine", &["crate::driver"], &[]),
    ("cli/src", &["redb::"], &[]),
    ("cli/src", &["rmcp", "tokio::"], &["cli/src/mcp"]),
    // Standard output belongs to the protocol there.
    ("cli/src/mcp", &["stdout(", "println!", "print!", "Out::"], &[]),
];

/// The parts of the daemon that are pure.
const PURE: &[&str] = &[
    "pass",
    "relate",
    "recall",
    "brief",
    "caution",
    "gate",
    "check",
    "audit",
    "diff",
    "write",
    "import",
    "export.rs",
    "lineage",
    "walk.rs",
    "health",
    "driver/cron.rs",
    "driver/due.rs",
    "eval",
    "review",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Rust files below `place`, by path from the root.
fn files(place: &str) -> Vec<(String, String)> {
    let (mut found, mut open) = (Vec::new(), vec![root().join(place)]);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a folder of the project can be read");
            open.extend(entries.map(|entry| entry.expect("so can its entries").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file is text");
            let name = path.strip_prefix(root()).expect("it is below the root");
            found.push((name.display().to_string(), text));
        }
    }
    found.sort();
    found
}

/// The lines of a file that are code of the product: no comments, no tests.
fn code(name: &str, text: &str) -> Vec<String> {
    if name.contains("/tests")
        || name.contains("testing")
        || name.ends_with("measure.rs")
        || name.contains("/measure/")
    {
        return Vec::new();
    }
    let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = product.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(str::to_owned).collect()
}

#[test]
fn no_part_names_what_it_must_never_use() {
    let mut broken = Vec::new();
    for (place, words, except) in ABSENCES {
        for (name, text) in files(place) {
            if except.iter().any(|allowed| name.starts_with(allowed)) {
                continue;
            }
            let lines = code(&name, &text);
            broken.extend(
                words
                    .iter()
                    .filter(|word| lines.iter().any(|line| line.contains(**word)))
                    .map(|word| format!("{name} names {word}")),
            );
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn pure_parts_know_no_store_runtime_file_or_clock() {
    let impure = [
        "redb",
        "tokio",
        "std::fs",
        "std::net",
        "std::env",
        "SystemTime",
        "Instant",
        "crate::store",
        "crate::engine",
        "crate::server",
        "crate::clock",
    ];
    let mut broken = Vec::new();
    for part in PURE {
        for (name, text) in files(&format!("daemon/src/{part}")) {
            let lines = code(&name, &text);
            broken.extend(
                impure
                    .iter()
                    .filter(|word| lines.iter().any(|line| line.contains(**word)))
                    .map(|word| format!("{name} names {word}")),
            );
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn no_file_is_too_long_to_read() {
    let places = ["shared/src", "client/src", "daemon/src", "cli/src", "tests"];
    let long: Vec<_> = places
        .iter()
        .flat_map(|place| files(place))
        .filter(|(_, text)| text.lines().count() > LONGEST_FILE)
        .map(|(name, text)| format!("{name} has {} lines", text.lines().count()))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}
