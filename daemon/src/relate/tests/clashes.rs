//! *Conflicts* by kind of sentence: contradictions in other topics than those that the rules were measured on, each with
//! look-alikes that must stay untouched.

use super::support::verdict;

/// What is neither marked nor asked about as a conflict, of the pairs in a table.
fn missed(table: &str) -> Vec<String> {
    told(table, |verdict| !is_conflict(verdict))
}

/// What is marked or asked about as a conflict, in either order.
fn flagged(table: &str) -> Vec<String> {
    told(table, is_conflict)
}

fn is_conflict(verdict: &str) -> bool {
    verdict.starts_with("conflicts") || verdict.starts_with("review as conflicts")
}

fn told(table: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let rows = table.lines().map(str::trim).filter(|row| !row.is_empty());
    let pairs = rows.filter_map(|row| row.split_once(" | "));
    let both = pairs.flat_map(|(a, b)| [(a, b), (b, a)]);
    let verdicts = both.map(|(a, b)| (verdict(a, b), a, b));
    let found = verdicts.filter(|(verdict, _, _)| wanted(verdict));
    found.map(|(verdict, a, b)| format!("{verdict}: {a} | {b}")).collect()
}

fn assert_kind(contradictions: &str, look_alikes: &str) {
    let (missed, flagged) = (missed(contradictions), flagged(look_alikes));
    assert!(missed.is_empty() && flagged.is_empty(), "missed {missed:#?}, flagged {flagged:#?}");
}

#[test]
fn opposites() {
    assert_kind(
        "
        The importer is unreliable on large files. | The importer is reliable on large files.
        The image is signed. | The image is unsigned.
        Services are versioned together. | Services are versioned separately.
        The build is deterministic. | The build is nondeterministic.
        The token is encrypted at rest. | The token is unencrypted at rest.
        Vendored files are included in the bundle. | Vendored files are excluded from the bundle.
        Keep temp files after the run. | Delete temp files after the run.
        Show the debug panel in staging. | Hide the debug panel in staging.
        Use one shared database for all tenants. | Use a separate database for each tenant.
        The list is sorted oldest first. | The list is sorted newest first.
        The migration is reversible. | The migration is irreversible.
        Exceptions are swallowed in the worker. | Exceptions are propagated in the worker.
        Stack traces are shown to customers. | Stack traces are hidden from customers.
        ",
        "
        Push images to the registry. | Pull images from the registry.
        The job uploads reports. | The job downloads reports.
        The client sends heartbeats. | The client receives heartbeats.
        Encode the payload before sending. | Decode the payload after receiving.
        Old logs are deleted. | New logs are kept.
        The parser rejects tabs. | The lexer accepts tabs.
        The search box is enabled for admins. | The search box is disabled for guests.
        The report is visible to admins. | The report is hidden from guests.
        The page is slow on mobile. | The page is fast on desktop.
        Debug symbols are kept in staging. | Debug symbols are stripped in production.
        The user prefers short commits. | The user prefers long explanations.
        Install the tool. | Stall the tool.
        Discover the service. | Cover the service.
        ",
    );
}
