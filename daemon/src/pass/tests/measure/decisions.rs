//! `supersession` without its links: automatic replacements that are true, and none across projects or families.

use std::collections::BTreeSet;
use std::path::Path;

use consolidate_shared::id::MemoryId;
use serde_json::Value;

use super::found::{Link, TODAY, closure, consolidated, is_asked, links, share, survivor};
use super::{id_of, load};

#[test]
#[ignore = "reads real data and prints"]
fn measure_decisions_without_links() {
    let Ok(folder) = std::env::var("CONSOLIDATE_EVAL_DIR") else { return };
    let path = Path::new(&folder).join("supersession/decisions.jsonl");
    let Some(state) = load(&path, false) else { return };
    let known = load(&path, true).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let families = text.lines().map(|line| {
        let row: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| row[name].as_str().unwrap().to_owned();
        (id_of(&field("project"), &field("id")), field("family"))
    });
    let families: std::collections::BTreeMap<MemoryId, String> = families.collect();
    let (run, after) = consolidated(&state, TODAY);
    let end = |id: MemoryId| survivor(&after, id);
    let pairs = known
        .memories
        .values()
        .flat_map(|newer| newer.supersedes.iter().map(|older| (end(newer.id), end(*older))));
    let truth: BTreeSet<Link> = pairs.filter(|(newer, older)| newer != older).collect();
    let reach = closure(&truth);
    let found = links(&run);
    let is_true = |(newer, older): &Link| reach.get(newer).is_some_and(|all| all.contains(older));
    share(
        "automatic replacements that are true",
        found.keys().filter(|it| is_true(it)).count(),
        found.len(),
    );
    share(
        "true links found automatically",
        truth.iter().filter(|it| found.contains_key(it)).count(),
        truth.len(),
    );
    let asked = truth.iter().filter(|(newer, older)| is_asked(&after, *newer, *older)).count();
    share("true links asked about", asked, truth.len());
    for (link, rule) in found.iter().filter(|(link, _)| !is_true(link)) {
        let text = |id: MemoryId| {
            format!("{} {}", after.memories[&id].created_at, after.memories[&id].text)
        };
        println!("not in the data, {rule}\n  {}\n  {}", text(link.1), text(link.0));
    }
    for (newer, older) in found.keys() {
        assert_eq!(after.memories[newer].scope, after.memories[older].scope);
        assert_eq!(families[newer], families[older]);
    }
}
