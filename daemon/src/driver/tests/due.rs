//! When a run is due: the reports of broken schedules as tables, and the laws.

use std::time::Duration;

use chrono_tz::Tz;
use consolidate_shared::schedule::{LastRuns, Reach};
use consolidate_shared::time::Timestamp;
use proptest::prelude::*;

use super::at;
use crate::driver::cron::{Cron, shown, zone};
use crate::driver::due::{New, Schedule, Why, due, served, settle};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

fn later(at: Timestamp, ms: i64) -> Timestamp {
    Timestamp::from_ms(at.ms() + ms)
}

/// A driver without an engine: every run succeeds unless it is told otherwise.
struct Sim {
    schedule: Schedule,
    zone: Tz,
    last: LastRuns,
    new: New,
    fails: bool,
    runs: Vec<(Timestamp, Reach, Why)>,
}

impl Sim {
    fn new(cron: &str, name: &str) -> Self {
        let schedule = Schedule {
            cron: Cron::parse(cron).unwrap(),
            light_after_new: 20,
            light_after_idle: Duration::from_mins(10),
        };
        let (zone, last, new) = (zone(name).unwrap(), LastRuns::default(), New::default());
        Self { schedule, zone, last, new, fails: false, runs: Vec::new() }
    }

    /// One look, and all that comes of it.
    fn look(&mut self, now: Timestamp) {
        settle(now, &mut self.last);
        self.new.quiet_since = self.new.quiet_since.map(|since| since.min(now));
        for _ in 0..3 {
            let found = due(now, &self.last, self.new, &self.schedule, self.zone);
            let Some((reach, why)) = found.run else { return };
            self.runs.push((now, reach, why));
            served(now, reach, self.fails, &mut self.last);
            if !self.fails {
                self.new.memories = 0;
            }
        }
        panic!("a third run at {now} that nothing new has caused");
    }

    /// A look a minute.
    fn minutely(&mut self, from: &str, to: &str) -> &mut Self {
        let (mut now, to) = (at(from), at(to));
        while now <= to {
            self.look(now);
            now = later(now, MINUTE);
        }
        self
    }

    fn remember(&mut self, now: Timestamp, memories: u64) {
        self.new = New { memories: self.new.memories + memories, quiet_since: Some(now) };
    }

    fn times(&self) -> Vec<String> {
        self.runs.iter().map(|(at, _, _)| at.to_string()).collect()
    }
}

/// R086: a daily pass at 02:05 in Dublin, over both clock changes and without a restart.
#[test]
fn a_daily_run_keeps_its_wall_clock_time() {
    for (from, to) in [
        ("2025-10-25T00:00:30Z", "2025-10-28T23:00:00Z"),
        ("2026-03-28T00:00:30Z", "2026-03-31T22:00:00Z"),
    ] {
        let mut sim = Sim::new("5 2 * * *", "Europe/Dublin");
        sim.minutely(from, to);
        let local = |(at, ..): &(Timestamp, Reach, Why)| shown(*at, sim.zone).unwrap();
        let times: Vec<String> = sim.runs.iter().map(local).collect();
        assert_eq!(times.len(), 4, "{times:?}");
        assert!(times.iter().all(|time| time.contains(" 02:05 ")), "{times:?}");
    }
}

/// R088: the laptop sleeps from two minutes before the point to ten minutes after it.
#[test]
fn a_point_that_was_slept_over_is_caught_up_once() {
    let mut sim = Sim::new("0 4 * * *", "UTC");
    sim.minutely("2026-05-01T00:00:00Z", "2026-05-01T03:58:00Z");
    sim.minutely("2026-05-01T04:10:00Z", "2026-05-02T05:00:00Z");
    assert_eq!(sim.times(), ["2026-05-01T04:10:00Z", "2026-05-02T04:00:00Z"]);
    assert_eq!(sim.runs[0].2, Why::Point { missed: 1 });
    assert_eq!(sim.runs[1].2, Why::Point { missed: 0 });
}

/// R090: stopped for three days; and the very first start of a fresh store.
#[test]
fn days_of_downtime_are_one_run_and_a_first_start_is_none() {
    let mut sim = Sim::new("0 4 * * *", "UTC");
    sim.look(at("2026-05-01T12:00:00Z"));
    assert_eq!(sim.runs, []);
    sim.minutely("2026-05-04T12:00:00Z", "2026-05-05T03:00:00Z");
    assert_eq!(sim.times(), ["2026-05-04T12:00:00Z"]);
    assert_eq!(sim.runs[0].2, Why::Point { missed: 3 });
    let mut sim = Sim::new("* * * * *", "UTC");
    sim.look(at("1970-01-01T00:00:00Z"));
    sim.look(at("2026-05-01T12:00:00Z"));
    assert_eq!(sim.runs.len(), 1);
    assert_eq!(sim.runs[0].2, Why::Point { missed: 1000 }, "no more are counted");
}

/// R093: fifteen hours back, then to 2001, then right again.
#[test]
fn a_clock_that_jumps_makes_no_burst_and_stalls_nothing() {
    let mut sim = Sim::new("0 4 * * *", "UTC");
    sim.minutely("2026-05-01T03:00:00Z", "2026-05-01T14:00:00Z");
    assert_eq!(sim.times(), ["2026-05-01T04:00:00Z"]);
    sim.minutely("2026-04-30T23:00:00Z", "2026-05-01T03:59:00Z");
    assert_eq!(sim.runs.len(), 1, "going back makes nothing due");
    sim.minutely("2001-01-01T00:00:00Z", "2001-01-01T00:30:00Z");
    assert_eq!(sim.runs.len(), 1);
    sim.minutely("2001-01-01T03:00:00Z", "2001-01-01T05:00:00Z");
    assert_eq!(sim.runs.len(), 2, "it does not wait for 2026");
    sim.minutely("2026-05-01T14:30:00Z", "2026-05-02T03:59:00Z");
    assert_eq!(sim.runs.len(), 3, "one run catches up 25 years");
    sim.minutely("2026-05-02T04:00:00Z", "2026-05-02T20:00:00Z");
    assert_eq!(sim.runs.len(), 4);
    assert_eq!(sim.times()[3], "2026-05-02T04:00:00Z");
}

#[test]
fn a_clock_that_is_kept_right_serves_no_point_twice() {
    let mut sim = Sim::new("0 4 * * *", "UTC");
    sim.look(at("2026-05-01T03:59:30Z"));
    sim.look(at("2026-05-01T04:00:01Z"));
    let mut last = sim.last.clone();
    assert!(!settle(at("2026-05-01T03:59:58Z"), &mut last), "three seconds are no jump");
    sim.look(at("2026-05-01T03:59:58Z"));
    sim.look(at("2026-05-01T04:00:02Z"));
    sim.look(at("2026-05-01T04:01:00Z"));
    assert_eq!(sim.times(), ["2026-05-01T04:00:01Z"]);
}

#[test]
fn what_is_new_makes_a_light_run_by_number_or_by_quiet() {
    let start = at("2026-05-01T10:00:00Z");
    let mut sim = Sim::new("0 4 * * *", "UTC");
    sim.look(start);
    sim.remember(start, 19);
    sim.look(later(start, 9 * MINUTE));
    assert_eq!(sim.runs, [], "19, and nine quiet minutes");
    sim.remember(later(start, 9 * MINUTE), 1);
    sim.look(later(start, 9 * MINUTE));
    assert_eq!(sim.runs, [(later(start, 9 * MINUTE), Reach::Incremental, Why::Gathered)]);
    let one = later(start, 20 * MINUTE);
    sim.remember(one, 1);
    sim.look(later(one, 9 * MINUTE));
    sim.look(later(one, 10 * MINUTE));
    assert_eq!(sim.runs[1..], [(later(one, 10 * MINUTE), Reach::Incremental, Why::Quiet)]);
    sim.look(later(one, DAY / 2));
    assert_eq!(sim.runs.len(), 2, "nothing new, nothing due");
    // A clock that was set back does not make the quiet longer than it is.
    sim.remember(later(one, HOUR), 1);
    sim.look(one);
    sim.look(later(one, 9 * MINUTE));
    assert_eq!(sim.runs.len(), 2);
    sim.look(later(one, 10 * MINUTE));
    assert_eq!(sim.runs.len(), 3);
}

#[test]
fn a_point_takes_the_light_run_with_it() {
    let mut sim = Sim::new("0 4 * * *", "UTC");
    sim.look(at("2026-05-01T03:30:00Z"));
    sim.new = New { memories: 7, quiet_since: Some(at("2026-05-01T03:55:00Z")) };
    sim.minutely("2026-05-01T03:56:00Z", "2026-05-01T06:00:00Z");
    let expected = (at("2026-05-01T04:00:00Z"), Reach::Full, Why::Point { missed: 0 });
    assert_eq!(sim.runs, [expected]);
}

/// R039, R040: what failed stays pending, is tried again ever more rarely, and is never given up.
#[test]
fn a_run_that_fails_is_tried_again_and_what_is_new_stays_new() {
    let mut sim = Sim::new("0 4 * * *", "UTC");
    sim.look(at("2026-05-01T10:00:00Z"));
    sim.fails = true;
    sim.new = New { memories: 100, quiet_since: Some(at("2026-05-01T10:00:00Z")) };
    sim.minutely("2026-05-01T10:00:00Z", "2026-05-01T12:10:00Z");
    let times = ["10:00", "10:01", "10:03", "10:07", "10:15", "10:31", "11:03", "12:07"];
    let expected: Vec<_> = times.iter().map(|time| format!("2026-05-01T{time}:00Z")).collect();
    assert_eq!(sim.times(), expected);
    assert_eq!(sim.new.memories, 100);
    sim.runs.clear();
    // The point of the schedule is not held up by it, and its failure is tried again in full.
    sim.minutely("2026-05-01T12:11:00Z", "2026-05-02T10:00:00Z");
    let point = (at("2026-05-02T04:00:00Z"), Reach::Full, Why::Point { missed: 0 });
    assert!(sim.runs.contains(&point), "{:?}", sim.runs);
    assert!(sim.runs.len() < 8, "{:?}", sim.runs);
    assert_eq!(sim.last.retry.unwrap().reach, Reach::Full);
    sim.fails = false;
    sim.runs.clear();
    sim.minutely("2026-05-02T10:01:00Z", "2026-05-02T17:00:00Z");
    assert_eq!(sim.runs.len(), 1);
    assert_eq!((sim.runs[0].1, sim.runs[0].2), (Reach::Full, Why::Retry));
    assert_eq!((sim.last.retry, sim.new.memories), (None, 0));
}

#[test]
fn a_clock_set_back_does_not_hold_up_a_retry() {
    let mut sim = Sim::new("0 4 * * *", "UTC");
    sim.look(at("2030-05-01T10:00:00Z"));
    sim.fails = true;
    sim.new = New { memories: 20, quiet_since: Some(at("2030-05-01T10:00:00Z")) };
    sim.look(at("2030-05-01T10:00:00Z"));
    sim.fails = false;
    sim.minutely("2026-05-01T10:00:00Z", "2026-05-01T10:02:00Z");
    assert_eq!(sim.times(), ["2030-05-01T10:00:00Z", "2026-05-01T10:01:00Z"]);
}

/// What happens to a schedule: time goes on, sleeps, is set, and memories come.
#[derive(Debug, Clone)]
enum Event {
    Wait(i64),
    Set(i64),
    New(u64),
    Fail(bool),
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => (0..3 * DAY).prop_map(Event::Wait),
        2 => (0..20 * MINUTE).prop_map(Event::Wait),
        1 => (-400 * DAY..400 * DAY).prop_map(Event::Set),
        1 => (0..50u64).prop_map(Event::New),
        1 => any::<bool>().prop_map(Event::Fail),
    ]
}

fn cron() -> impl Strategy<Value = &'static str> {
    let all = ["0 4 * * *", "30 2 * * *", "*/15 * * * *", "0 0 1 * *", "* * * * *"];
    proptest::sample::select(all.to_vec())
}

fn place() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec!["UTC", "Europe/Dublin", "America/Los_Angeles", "Pacific/Apia"])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Awake all the time: one run a point, none without.
    #[test]
    fn every_point_is_served_once(cron in cron(), place in place(), day in 0i64..365) {
        let mut sim = Sim::new(cron, place);
        let start = later(at("2026-01-01T00:00:00Z"), day * DAY + 17_000);
        sim.look(start);
        let next = |at: Timestamp| sim.schedule.cron.next_after(at, sim.zone);
        let end = later(start, 2 * DAY);
        let points = std::iter::successors(next(start), |at| next(*at));
        let expected: Vec<_> = points.take_while(|at| *at <= end).collect();
        let mut now = start;
        while now < end {
            now = later(now, MINUTE);
            sim.look(now);
        }
        prop_assert_eq!(expected.len(), sim.runs.len());
        for (point, (served, ..)) in expected.iter().zip(&sim.runs) {
            prop_assert!((0..MINUTE).contains(&(served.ms() - point.ms())), "{served} for {point}");
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Whatever happens to the clock: at most one full run a look, none while the clock stands still, and one within a
    /// period once the clock goes on.
    #[test]
    fn no_history_makes_a_burst_or_a_stall(
        cron in cron(),
        place in place(),
        events in proptest::collection::vec(event(), 1..30),
    ) {
        let mut sim = Sim::new(cron, place);
        let mut now = at("2026-05-01T10:00:17Z");
        sim.look(now);
        for event in events {
            match event {
                Event::Wait(ms) | Event::Set(ms) => now = later(now, ms),
                Event::New(memories) => sim.remember(now, memories),
                Event::Fail(fails) => sim.fails = fails,
            }
            let before = sim.runs.len();
            sim.look(now);
            let full = sim.runs[before..].iter().filter(|(_, reach, _)| *reach == Reach::Full);
            prop_assert!(full.count() <= 1);
            let after = sim.runs.len();
            sim.look(now);
            prop_assert_eq!(sim.runs.len(), after, "the same look twice");
        }
        let before = sim.runs.len();
        let now = later(now, 6 * MINUTE);
        sim.look(now);
        let point = sim.schedule.cron.next_after(now, sim.zone).unwrap();
        sim.look(later(point, 6 * MINUTE));
        let full = sim.runs[before..].iter().filter(|(_, reach, _)| *reach == Reach::Full);
        prop_assert!(full.count() >= 1, "nothing within a period");
    }
}
