//! What should be looked at, and what to do about it.

use consolidate_shared::words::counted;

use super::{Budgets, Signals};

/// A soft warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Its stable name.
    pub code: &'static str,
    /// What it is.
    pub what: String,
    /// What to do.
    pub todo: &'static str,
}

/// Every signal over its budget, most pressing first.
pub fn warnings(signals: &Signals, budgets: &Budgets) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut warn = |code, what, todo| found.push(Warning { code, what, todo });
    let stale = &signals.staleness;
    if stale.superseded_when_served > 0 {
        let what =
            format!("{} superseded when served", counted(stale.superseded_when_served, "hit"));
        warn(
            "superseded-when-served",
            what,
            "this must never be: restart the daemon and look at its log",
        );
    }
    let share = stale.per_mille();
    if share > budgets.then_superseded_per_mille && stale.served >= budgets.served_to_judge {
        let (part, most) = (percent(share), percent(budgets.then_superseded_per_mille));
        let what = format!(
            "{} of {} served {} superseded within {}: {part} % (budget {most} %)",
            stale.then_superseded,
            counted(stale.served, "memory"),
            if stale.then_superseded == 1 { "was" } else { "were" },
            counted(u64::from(budgets.soon_days.unsigned_abs()), "day")
        );
        warn(
            "soon-superseded",
            what,
            "if runs were waiting, apply them sooner (`consolidate --yes`, or `auto_apply = true` in the config file); else things changed, and nothing is wrong",
        );
    }
    found.extend(unretired(signals, budgets));
    let mut warn = |code, what, todo| found.push(Warning { code, what, todo });
    let days = signals.oldest_review_days();
    if days > budgets.review_days || signals.reviews.open > budgets.reviews {
        let what = format!(
            "{} open, the oldest for {}",
            counted(signals.reviews.open, "review item"),
            counted(u64::from(days), "day")
        );
        warn("reviews", what, "answer them: `consolidate review list --all-projects`");
    }
    if signals.conflicts > 0 {
        let what =
            format!("{} open: both sides are served", counted(signals.conflicts, "conflict"));
        warn(
            "conflicts",
            what,
            "see them with `consolidate graph --all`; `consolidate retract ID` or `consolidate supersede OLD NEW` settles one, `consolidate review distinct ID ID` where both hold",
        );
    }
    let crowded = signals.largest.as_ref().filter(|(_, count)| *count > budgets.project_memories);
    if let Some((project, count)) = crowded {
        let what = format!(
            "{project} holds {}, over the soft cap of {}",
            counted(*count, "memory"),
            budgets.project_memories
        );
        warn(
            "crowded",
            what,
            "nothing leaves by its weakness alone: see the weakest with `consolidate list --weakest`, and retire what is not worth its place",
        );
    }
    found.extend(never_applied(signals, budgets));
    found
}

/// What is replaced and still active.
fn unretired(signals: &Signals, budgets: &Budgets) -> Option<Warning> {
    let [_, active, ..] = signals.standings;
    let share = signals.unretired.saturating_mul(1000).div_ceil(active.max(1));
    (share > budgets.unretired_per_mille).then(|| Warning {
        code: "unretired",
        what: format!(
            "{} of {} replaced and not retired yet (budget {} %)",
            signals.unretired,
            counted(active, "active memory"),
            budgets.unretired_per_mille / 10
        ),
        todo: "retire them: `consolidate --pass supersede`; what is pinned or a policy waits in `consolidate review`",
    })
}

/// The passes that never ran over a store that has gathered some memories.
fn never_applied(signals: &Signals, budgets: &Budgets) -> Option<Warning> {
    let memories = signals.standings.iter().copied().fold(0, u64::saturating_add);
    let never = signals.passes.iter().filter(|pass| pass.last_success.is_none());
    let never: Vec<&str> = never.map(|pass| pass.pass.word()).collect();
    (!never.is_empty() && memories >= budgets.memories_without_a_pass).then(|| Warning {
        code: "passes",
        what: format!("never run over {}: {}", counted(memories, "memory"), never.join(", ")),
        todo: "see what they would change with `consolidate --dry-run`",
    })
}

/// Per mille as a percentage with one digit.
fn percent(per_mille: u32) -> String {
    format!("{}.{}", per_mille / 10, per_mille % 10)
}
