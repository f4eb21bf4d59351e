//! `commit_chains/bumps` without its links: are the true ones found, and are the heads of the chains right?

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{RetireReason, Standing};
use serde_json::Value;

use super::found::{Link, TODAY, consolidated, is_asked, links, share, survivor};
use super::{id_of, load};

struct Bump {
    id: MemoryId,
    package: (String, String),
    versions: (String, String),
    is_head: bool,
}

fn bump(line: &str) -> Bump {
    let row: Value = serde_json::from_str(line).unwrap();
    let field = |name: &str| row[name].as_str().unwrap().to_owned();
    Bump {
        id: id_of(&field("project"), &field("id")),
        package: (field("project"), field("subject")),
        versions: (field("from"), field("to")),
        is_head: row["superseded_by"].as_array().unwrap().is_empty(),
    }
}

#[test]
#[ignore = "reads real data and prints"]
fn measure_bumps_without_links() {
    let Ok(folder) = std::env::var("CONSOLIDATE_EVAL_DIR") else { return };
    let path = Path::new(&folder).join("commit_chains/bumps.jsonl");
    let Some(state) = load(&path, false) else { return };
    let known = load(&path, true).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let bumps: BTreeMap<MemoryId, Bump> =
        text.lines().map(bump).map(|bump| (bump.id, bump)).collect();
    let (run, after) = consolidated(&state, TODAY);
    let end = |id: MemoryId| survivor(&after, id);
    let truth: BTreeSet<Link> = known
        .memories
        .values()
        .flat_map(|newer| newer.supersedes.iter().map(|older| (end(newer.id), end(*older))))
        .filter(|(newer, older)| newer != older)
        .collect();
    let found = links(&run);
    let right = found.keys().filter(|link| truth.contains(link)).count();
    share("links found automatically", right, truth.len());
    share("links found that are true", right, found.len());
    let asked = truth.iter().filter(|link| !found.contains_key(link));
    let asked = asked.filter(|(newer, older)| is_asked(&after, *newer, *older)).count();
    println!("true links not found but asked about: {asked}");
    let text = |id: &MemoryId| {
        let memory = &after.memories[id];
        format!("{} {} {:?}", memory.created_at, memory.text, memory.standing)
    };
    for link in truth.iter().filter(|link| !found.contains_key(link)) {
        println!("missed\n  {}\n  {}", text(&link.1), text(&link.0));
    }
    for (link, rule) in found.iter().filter(|(link, _)| !truth.contains(link)) {
        println!("not in the data, {rule}\n  {}\n  {}", text(&link.1), text(&link.0));
    }
    let merged = after.memories.values().filter_map(|memory| match &memory.standing {
        Standing::Retired(it) if it.reason == RetireReason::Merged => {
            Some((memory.id, it.successor?))
        }
        _ => None,
    });
    let apart = merged.filter(|(a, b)| {
        bumps[a].versions != bumps[b].versions || bumps[a].package != bumps[b].package
    });
    let apart: Vec<_> = apart.collect();
    println!("merges of different versions or packages: {}", apart.len());
    assert!(apart.iter().all(|(a, b)| bumps[a].versions == bumps[b].versions), "{apart:?}");
    heads(&bumps, |id| after.memories[&end(id)].standing == Standing::Active);
}

/// Whether what is still active of a package is what the data calls its heads.
fn heads(bumps: &BTreeMap<MemoryId, Bump>, is_active: impl Fn(MemoryId) -> bool) {
    let mut packages: BTreeMap<&(String, String), Vec<&Bump>> = BTreeMap::new();
    for bump in bumps.values() {
        packages.entry(&bump.package).or_default().push(bump);
    }
    let kept = packages
        .values()
        .filter(|bumps| bumps.iter().all(|bump| !bump.is_head || is_active(bump.id)));
    share("packages whose heads are all served", kept.count(), packages.len());
    let exact = packages
        .values()
        .filter(|bumps| bumps.iter().all(|bump| bump.is_head == is_active(bump.id)));
    share("packages of which exactly the heads are served", exact.count(), packages.len());
}
