//! What the daemon is and holds, for people.

use std::path::Path;

use consolidate_shared::place::{LOG, Places};
use consolidate_shared::wire::v1::{HealthWarning, PassStatus, ScheduleView, Status, StoreHealth};

use super::style::{HEAD, WARN, paint};
use super::text::{add, count, one_line};
use crate::skew::{VERSION, warning};

/// Everything; a daemon of an older version knows no schedule, and `warnings` are not always to be had in time.
pub(crate) fn whole(
    status: &Status,
    schedule: Option<&ScheduleView>,
    warnings: Option<&[HealthWarning]>,
) -> String {
    let memories = &status.memories;
    let held = format!(
        "{} active, {} candidate, {} retired, {} quarantined",
        memories.active, memories.candidate, memories.retired, memories.quarantined
    );
    let open = format!(
        "{}, {}",
        count(status.conflicts, "conflict"),
        count(status.reviews, "review item")
    );
    let mut rows = head(status);
    rows.extend([
        ("memories", held),
        ("open", open),
        ("generation", status.generation.to_string()),
        ("health", health(status, warnings)),
    ]);
    let is_starting = !status.health.index_ready;
    rows.extend(schedule.map(|it| super::schedule::rows(it, is_starting)).unwrap_or_default());
    let runs = schedule.map_or(&[][..], |schedule| &schedule.passes);
    for pass in &status.passes {
        let run = runs.iter().find(|run| run.pass == pass.pass);
        let run = run.and_then(super::schedule::pass).map(|run| format!(", {run}"));
        rows.push(("pass", one_pass(pass) + &run.unwrap_or_default()));
    }
    table(&rows)
}

/// Whether it runs, and where.
pub(crate) fn brief(status: &Status) -> String {
    table(&head(status))
}

/// A daemon that was started, or ran already.
pub(crate) fn started(status: &Status, was_running: bool) -> String {
    let what = if was_running { "already runs" } else { "started" };
    format!("daemon {} {what}: {}\n", status.pid, one_line(&status.socket))
}

/// Where a daemon was looked for.
pub(crate) fn absent(places: &Places, endpoint: &Path) -> String {
    table(&[
        ("daemon", paint(WARN, "not running")),
        ("socket", endpoint.display().to_string()),
        ("store", places.store.display().to_string()),
        ("log", places.log.join(LOG).display().to_string()),
        ("config", places.config.display().to_string()),
    ])
}

fn head(status: &Status) -> Vec<(&'static str, String)> {
    vec![
        ("daemon", format!("{} since {}", status.pid, status.started_at)),
        ("version", version(status)),
        ("socket", one_line(&status.socket)),
        ("store", one_line(&status.store)),
    ]
}

fn version(status: &Status) -> String {
    let Status { version, protocol, store_format, .. } = status;
    let shown = format!("{} (protocol {protocol}, store format {store_format})", one_line(version));
    match warning(version) {
        Some(_) => format!("{shown}; {}", paint(WARN, format_args!("this program is {VERSION}"))),
        None => shown,
    }
}

/// The word for it: `ok` only where `health` warns of nothing.
fn health(status: &Status, warnings: Option<&[HealthWarning]>) -> String {
    let health = &status.health;
    let mut parts = Vec::new();
    if health.store == StoreHealth::ReadOnly {
        parts.push(paint(WARN, "takes no writes"));
    }
    if !health.index_ready {
        parts.push("building the index".to_owned());
    }
    parts.extend(health.problem.as_deref().map(one_line));
    match warnings {
        Some([]) => {}
        Some(found) => {
            let found = paint(WARN, count(found.len() as u64, "warning"));
            parts.push(format!("{found}, see `consolidate health`"));
        }
        None => parts.push("not measured, see `consolidate health`".to_owned()),
    }
    if parts.is_empty() { "ok".to_owned() } else { parts.join("; ") }
}

fn one_pass(pass: &PassStatus) -> String {
    match (pass.last_changed, pass.entry) {
        (Some(at), Some(entry)) => {
            format!("{}, last changed the store {at} (entry {entry})", pass.pass)
        }
        (Some(at), None) => format!("{}, last changed the store {at}", pass.pass),
        (None, _) => format!("{}, has changed nothing yet", pass.pass),
    }
}

fn table(rows: &[(&str, String)]) -> String {
    let mut text = String::new();
    for (label, value) in rows {
        add!(text, "{} {value}\n", paint(HEAD, format_args!("{label:<10}")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::plan::PassKind;
    use consolidate_shared::time::Timestamp;
    use consolidate_shared::wire::v1::{Health, StandingCounts};

    #[test]
    fn a_status_names_versions_places_and_trouble() {
        let pass = |pass, last_changed, entry| PassStatus { pass, last_changed, entry };
        let status = Status {
            pid: 4711,
            version: "9.9.9".to_owned(),
            protocol: 1,
            store_format: 1,
            generation: 12,
            memories: StandingCounts { candidate: 1, active: 20, retired: 3, quarantined: 0 },
            conflicts: 1,
            reviews: 2,
            passes: vec![
                pass(PassKind::Conflict, None, None),
                pass(PassKind::Merge, Some(Timestamp::EPOCH), Some(9)),
            ],
            socket: "/run/user/1000/consolidate/daemon.sock".to_owned(),
            store: "/home/ada/.local/share/consolidate".to_owned(),
            started_at: Timestamp::EPOCH,
            health: Health {
                index_ready: false,
                store: StoreHealth::ReadOnly,
                problem: Some("no space left".to_owned()),
            },
        };
        let warning = |code: &str| HealthWarning {
            code: code.to_owned(),
            what: "what".to_owned(),
            todo: "what to do".to_owned(),
        };
        let warnings = [warning("reviews"), warning("conflicts")];
        let text = whole(&status, None, Some(&warnings));
        let text = anstream::adapter::strip_str(&text).to_string();
        insta::assert_snapshot!(text.replace(VERSION, "[ours]"), @"
        daemon     4711 since 1970-01-01T00:00:00Z
        version    9.9.9 (protocol 1, store format 1); this program is [ours]
        socket     /run/user/1000/consolidate/daemon.sock
        store      /home/ada/.local/share/consolidate
        memories   20 active, 1 candidate, 3 retired, 0 quarantined
        open       1 conflict, 2 review items
        generation 12
        health     takes no writes; building the index; no space left; 2 warnings, see `consolidate health`
        pass       conflict, has changed nothing yet
        pass       merge, last changed the store 1970-01-01T00:00:00Z (entry 9)
        ");
        assert!(whole(&status, None, None).starts_with(&brief(&status)));
        let sound = Health { index_ready: true, store: StoreHealth::Ok, problem: None };
        let word = |warnings: Option<&[HealthWarning]>| {
            let text = health(&Status { health: sound.clone(), ..status.clone() }, warnings);
            anstream::adapter::strip_str(&text).to_string()
        };
        assert_eq!(word(Some(&[])), "ok");
        assert_eq!(word(Some(&warnings[..1])), "1 warning, see `consolidate health`");
        assert_eq!(word(None), "not measured, see `consolidate health`");
    }
}
