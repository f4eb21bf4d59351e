//! When passes run by themselves and how their last runs went, for people.

use consolidate_shared::wire::v1::{Doing, PassRunView, ReadyView, ScheduleView};

use super::style::{WARN, paint};
use super::text::{count, one_line};

/// Labels and lines, in order. A daemon that `is_starting` has not come to its schedule yet.
pub(crate) fn rows(schedule: &ScheduleView, is_starting: bool) -> Vec<(&'static str, String)> {
    if schedule.doing == Doing::Off && is_starting {
        return vec![("schedule", "begins once the index is built".to_owned())];
    }
    if schedule.doing == Doing::Off {
        return vec![("schedule", "off; `[schedule] enabled = true` in the config".to_owned())];
    }
    let mut rows = vec![
        ("schedule", plan(schedule)),
        ("light run", light(schedule)),
        ("last runs", last(schedule)),
        ("now", now(schedule.doing)),
    ];
    rows.extend(schedule.ready.iter().map(|ready| ("ready", waiting(ready))));
    let trouble = schedule.failed.iter().chain(&schedule.clock);
    rows.extend(trouble.map(|failure| {
        let said = format!("{}: {}", failure.at, one_line(&failure.message));
        ("trouble", paint(WARN, said))
    }));
    rows
}

/// How the last runs of one pass went; `None`: it never ran and nothing is to be told.
pub(crate) fn pass(run: &PassRunView) -> Option<String> {
    let at = run.planned?;
    let failed = run.failed.as_ref();
    Some(match failed.filter(|_| run.failing) {
        Some(failure) => {
            let said = format!("failed {}: {}", failure.at, one_line(&failure.message));
            let good = match run.succeeded {
                Some(at) => format!("last succeeded {at}"),
                None => "never succeeded".to_owned(),
            };
            format!("{}, {good}", paint(WARN, said))
        }
        None => format!("last ran {at}"),
    })
}

fn plan(schedule: &ScheduleView) -> String {
    let next = match (schedule.next, &schedule.next_local) {
        (Some(next), Some(local)) => format!("next {next} ({})", one_line(local)),
        (Some(next), None) => format!("next {next}"),
        (None, _) => "no next run".to_owned(),
    };
    let then = if schedule.auto_apply { "applied by itself" } else { "report only" };
    let (cron, zone) = (one_line(&schedule.cron), one_line(&schedule.zone));
    format!("{cron} ({zone}), {next}, {then}")
}

fn light(schedule: &ScheduleView) -> String {
    let after = count(schedule.light_after_new, "new memory");
    let minutes = count(schedule.light_after_idle_s / 60, "quiet minute");
    format!("after {after} or {minutes}; {} new now", schedule.new_memories)
}

fn last(schedule: &ScheduleView) -> String {
    let at = |at: Option<consolidate_shared::time::Timestamp>| {
        at.map_or_else(|| "never".to_owned(), |at| at.to_string())
    };
    format!("full {}, light {}", at(schedule.last_full), at(schedule.last_light))
}

fn now(doing: Doing) -> String {
    match doing {
        Doing::Off => "off".to_owned(),
        Doing::Idle => "idle".to_owned(),
        Doing::Planning { reach, since } => format!("planning a {reach} run since {since}"),
        Doing::WaitingToApply { run, since } => format!("waiting to apply {run} since {since}"),
        Doing::ReportOnly => "idle; what is planned waits for you".to_owned(),
    }
}

fn waiting(ready: &ReadyView) -> String {
    let ReadyView { run_id, reach, changes, at } = ready;
    let changes = count(*changes, "change");
    format!(
        "run {run_id} ({reach}, {at}) is ready: {changes}; see `consolidate show {run_id}`, apply with `consolidate apply {run_id}`"
    )
}

#[cfg(test)]
mod tests {
    use consolidate_shared::id::RunId;
    use consolidate_shared::plan::PassKind;
    use consolidate_shared::schedule::{Failure, Reach};
    use consolidate_shared::time::Timestamp;

    use super::*;

    fn shown(schedule: &ScheduleView) -> String {
        let lines =
            rows(schedule, false).into_iter().map(|(label, text)| format!("{label}: {text}"));
        let text: Vec<_> = lines.collect();
        anstream::adapter::strip_str(&text.join("\n")).to_string()
    }

    fn view() -> ScheduleView {
        ScheduleView {
            doing: Doing::ReportOnly,
            cron: "0 4 * * *".to_owned(),
            zone: "Europe/Berlin".to_owned(),
            light_after_new: 20,
            light_after_idle_s: 600,
            auto_apply: false,
            next: Some(Timestamp::EPOCH),
            next_local: Some("1970-01-01 01:00 CET".to_owned()),
            new_memories: 3,
            last_full: None,
            last_light: Some(Timestamp::EPOCH),
            ready: vec![ReadyView {
                run_id: RunId(7),
                reach: Reach::Incremental,
                changes: 4,
                at: Timestamp::EPOCH,
            }],
            failed: None,
            clock: Some(Failure::new(Timestamp::EPOCH, "the clock was set back")),
            passes: Vec::new(),
        }
    }

    #[test]
    fn what_waits_names_the_command_that_applies_it() {
        insta::assert_snapshot!(shown(&view()), @"
        schedule: 0 4 * * * (Europe/Berlin), next 1970-01-01T00:00:00Z (1970-01-01 01:00 CET), report only
        light run: after 20 new memories or 10 quiet minutes; 3 new now
        last runs: full never, light 1970-01-01T00:00:00Z
        now: idle; what is planned waits for you
        ready: run run_0000000000000007 (light, 1970-01-01T00:00:00Z) is ready: 4 changes; see `consolidate show run_0000000000000007`, apply with `consolidate apply run_0000000000000007`
        trouble: 1970-01-01T00:00:00Z: the clock was set back
        ");
        let off = ScheduleView { doing: Doing::Off, ..view() };
        assert_eq!(shown(&off), "schedule: off; `[schedule] enabled = true` in the config");
        let starting = vec![("schedule", "begins once the index is built".to_owned())];
        assert_eq!(rows(&off, true), starting);
        assert!(rows(&view(), true).len() > 1);
    }

    #[test]
    fn what_it_does_says_since_when() {
        let since = Timestamp::EPOCH;
        let planning = now(Doing::Planning { reach: Reach::Full, since });
        assert_eq!(planning, "planning a full run since 1970-01-01T00:00:00Z");
        let applying = now(Doing::WaitingToApply { run: RunId(1), since });
        assert_eq!(applying, "waiting to apply run_0000000000000001 since 1970-01-01T00:00:00Z");
    }

    #[test]
    fn a_pass_that_fails_says_why_until_it_succeeds() {
        let failed = Some(Failure::new(Timestamp::EPOCH, "no disk"));
        let at = Some(Timestamp::EPOCH);
        let merge = PassKind::Merge;
        let mut run =
            PassRunView { pass: merge, planned: at, succeeded: None, failed, failing: true };
        let text = anstream::adapter::strip_str(&pass(&run).unwrap()).to_string();
        assert_eq!(text, "failed 1970-01-01T00:00:00Z: no disk, never succeeded");
        run.failing = false;
        assert_eq!(pass(&run).unwrap(), "last ran 1970-01-01T00:00:00Z");
        run.planned = None;
        assert_eq!(pass(&run), None);
    }
}
