//! The health of the store, for people.

use consolidate_shared::health::Sample;
use consolidate_shared::wire::v1::{HealthReport, MergeHealth, PassHealth};

use super::style::{FAINT, HEAD, NAME, WARN, paint};
use super::text::{add, count, one_line};

/// The signals as they are, and what should be looked at.
pub(crate) fn now(report: &HealthReport) -> String {
    let mut text = String::new();
    for (label, value) in rows(report) {
        add!(text, "{} {value}\n", paint(HEAD, format_args!("{label:<14}")));
    }
    for pass in &report.passes {
        add!(text, "{} {}\n", paint(HEAD, format_args!("{:<14}", "pass")), one_pass(pass));
    }
    for merge in &report.merges {
        add!(text, "{} {}\n", paint(HEAD, format_args!("{:<14}", "merged")), one_merge(merge));
    }
    for warning in &report.warnings {
        let (what, todo) = (one_line(&warning.what), one_line(&warning.todo));
        add!(text, "{} {what}\n    {} {todo}\n", paint(WARN, "warning:"), paint(FAINT, "do:"));
    }
    if report.warnings.is_empty() {
        add!(text, "{}\n", paint(FAINT, "nothing needs a look"));
    }
    text
}

fn rows(report: &HealthReport) -> Vec<(&'static str, String)> {
    let memories = &report.memories;
    let stale = &report.staleness;
    let chain = match report.longest_chain.head {
        Some(head) => {
            format!("{} to {}", count(report.longest_chain.memories, "memory"), paint(NAME, head))
        }
        None => "none".to_owned(),
    };
    let reviews = match report.reviews.oldest {
        Some(oldest) => format!(
            "{}, the oldest since {oldest} ({})",
            count(report.reviews.open, "open item"),
            count(u64::from(report.reviews.oldest_days), "day")
        ),
        None => "none open".to_owned(),
    };
    vec![
        (
            "memories",
            format!(
                "{} active, {} candidate, {} retired, {} quarantined",
                memories.active, memories.candidate, memories.retired, memories.quarantined
            ),
        ),
        ("superseded", report.superseded.to_string()),
        ("longest chain", chain),
        (
            "served",
            format!(
                "{} of {} in {} days",
                count(stale.hits, "hit"),
                count(stale.served, "memory"),
                stale.window_days
            ),
        ),
        (
            "served stale",
            format!("{} superseded when served (must be 0)", stale.superseded_when_served),
        ),
        (
            "stale soon",
            format!(
                "{} superseded within {} after being served: {} % (budget {} %)",
                stale.then_superseded,
                count(u64::from(stale.within_days), "day"),
                percent(stale.per_mille),
                percent(stale.budget_per_mille)
            ),
        ),
        ("reviews", reviews),
        ("conflicts", format!("{} open", report.conflicts)),
        ("store", report.store_bytes.map_or_else(|| "in memory".to_owned(), bytes)),
        ("generation", report.generation.to_string()),
    ]
}

fn one_pass(pass: &PassHealth) -> String {
    let ran = match pass.last_ran {
        Some(at) => format!("last ran {at}"),
        None => "never ran".to_owned(),
    };
    let changed = match pass.entry {
        Some(entry) => format!("last changed the store by entry {entry}"),
        None => "has changed nothing yet".to_owned(),
    };
    format!("{}, {ran}, {changed}", pass.pass)
}

fn one_merge(merge: &MergeHealth) -> String {
    let mut text = format!(
        "{} into {} by entry {}, {}",
        count(merge.memories, "memory"),
        count(merge.clusters, "survivor"),
        paint(NAME, merge.entry),
        merge.at
    );
    if let Some(entry) = merge.undone_by {
        add!(text, " {}", paint(WARN, format_args!("undone by {entry}")));
    }
    text
}

/// One line a day, oldest first.
pub(crate) fn history(report: &HealthReport) -> String {
    const HEADS: [&str; 12] = [
        "day",
        "active",
        "cand.",
        "retired",
        "superseded",
        "chain",
        "served",
        "stale",
        "soon",
        "reviews",
        "conflicts",
        "store",
    ];
    let mut table = vec![HEADS.map(str::to_owned)];
    table.extend(report.history.iter().map(cells));
    let width = |column: usize| {
        table.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..HEADS.len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for (number, row) in table.iter().enumerate() {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        let line = cells.join("  ");
        if number == 0 { add!(text, "{}\n", paint(HEAD, line)) } else { add!(text, "{line}\n") }
    }
    text
}

fn cells(sample: &Sample) -> [String; 12] {
    [
        sample.day.to_string(),
        sample.active.to_string(),
        sample.candidate.to_string(),
        sample.retired.to_string(),
        sample.superseded.to_string(),
        sample.longest_chain.to_string(),
        sample.served.to_string(),
        sample.superseded_when_served.to_string(),
        sample.then_superseded.to_string(),
        match sample.reviews {
            0 => "0".to_owned(),
            open => format!("{open} ({} d)", sample.oldest_review_days),
        },
        sample.conflicts.to_string(),
        bytes(sample.bytes),
    ]
}

/// Per mille as a percentage with one digit.
fn percent(per_mille: u32) -> String {
    format!("{}.{}", per_mille / 10, per_mille % 10)
}

/// A size in the unit that fits.
fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["B", "KiB", "MiB", "GiB"];
    let mut unit = 0;
    let mut tenths = bytes.saturating_mul(10);
    while tenths >= 10_240 && unit + 1 < UNITS.len() {
        tenths /= 1024;
        unit += 1;
    }
    match unit {
        0 => format!("{bytes} B"),
        _ => format!("{}.{} {}", tenths / 10, tenths % 10, UNITS.get(unit).unwrap_or(&"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::id::MemoryId;
    use consolidate_shared::plan::PassKind;
    use consolidate_shared::time::{Day, Timestamp};
    use consolidate_shared::wire::v1::{
        ChainHealth, HealthWarning, ReviewHealth, StalenessHealth, StandingCounts,
    };

    fn sample(day: i32) -> Sample {
        Sample {
            day: Day(day),
            generation: 9,
            candidate: 0,
            active: 120,
            retired: 30,
            quarantined: 0,
            superseded: 12,
            longest_chain: 4,
            served: 60,
            superseded_when_served: 0,
            then_superseded: 1,
            merged_clusters: 2,
            reviews: 3,
            oldest_review_days: 20,
            conflicts: 1,
            bytes: 3_500_000,
        }
    }

    fn pass(
        pass: PassKind,
        success: Option<i32>,
        applied: Option<i32>,
        entry: Option<u64>,
    ) -> PassHealth {
        let at = |day: Option<i32>| day.map(|day| Day(day).start());
        PassHealth { pass, last_ran: at(success), last_applied: at(applied), entry }
    }

    fn report() -> HealthReport {
        HealthReport {
            at: Timestamp::EPOCH,
            generation: 9,
            memories: StandingCounts { candidate: 0, active: 120, retired: 30, quarantined: 0 },
            superseded: 12,
            longest_chain: ChainHealth {
                memories: 4,
                head: Some(MemoryId(4)),
                oldest: Some(MemoryId(1)),
            },
            staleness: StalenessHealth {
                window_days: 30,
                hits: 90,
                superseded_when_served: 0,
                served: 60,
                then_superseded: 1,
                within_days: 7,
                per_mille: 16,
                budget_per_mille: 20,
                unlisted: 0,
            },
            merges: vec![MergeHealth {
                entry: 7,
                at: Timestamp::EPOCH,
                run: None,
                clusters: 2,
                memories: 3,
                undone_by: Some(8),
            }],
            reviews: ReviewHealth { open: 3, oldest: Some(Day(10)), oldest_days: 20 },
            conflicts: 1,
            passes: vec![
                pass(PassKind::Conflict, Some(2), Some(1), None),
                pass(PassKind::Merge, Some(2), Some(1), Some(7)),
                pass(PassKind::Supersede, Some(2), None, None),
                pass(PassKind::Decay, None, None, None),
            ],
            store_bytes: Some(3_500_000),
            warnings: vec![HealthWarning {
                code: "reviews".to_owned(),
                what: "3 review items are open".to_owned(),
                todo: "answer them".to_owned(),
            }],
            history: vec![sample(29), Sample { reviews: 0, bytes: 900, ..sample(30) }],
        }
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn every_signal_is_named() {
        insta::assert_snapshot!(plain(&now(&report())), @r"
        memories       120 active, 0 candidate, 30 retired, 0 quarantined
        superseded     12
        longest chain  4 memories to mem_00000000000000000000000004
        served         90 hits of 60 memories in 30 days
        served stale   0 superseded when served (must be 0)
        stale soon     1 superseded within 7 days after being served: 1.6 % (budget 2.0 %)
        reviews        3 open items, the oldest since 1970-01-11 (20 days)
        conflicts      1 open
        store          3.3 MiB
        generation     9
        pass           conflict, last ran 1970-01-03T00:00:00Z, has changed nothing yet
        pass           merge, last ran 1970-01-03T00:00:00Z, last changed the store by entry 7
        pass           supersede, last ran 1970-01-03T00:00:00Z, has changed nothing yet
        pass           decay, never ran, has changed nothing yet
        merged         3 memories into 2 survivors by entry 7, 1970-01-01T00:00:00Z undone by 8
        warning: 3 review items are open
            do: answer them
        ");
    }

    #[test]
    fn days_stand_in_columns() {
        insta::assert_snapshot!(plain(&history(&report())), @r"
               day  active  cand.  retired  superseded  chain  served  stale  soon   reviews  conflicts    store
        1970-01-30     120      0       30          12      4      60      0     1  3 (20 d)          1  3.3 MiB
        1970-01-31     120      0       30          12      4      60      0     1         0          1    900 B
        ");
    }
}
