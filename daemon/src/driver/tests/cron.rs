//! Which instants an expression names.

use chrono::{DateTime, NaiveDateTime, TimeDelta, TimeZone as _};
use chrono_tz::Tz;
use consolidate_shared::time::Timestamp;
use proptest::prelude::*;
use proptest::sample::select;

use super::at;
use crate::driver::cron::{Cron, ScheduleError, shown, zone};

/// The next points of an expression after an instant.
fn points(expression: &str, name: &str, after: &str, count: usize) -> Vec<String> {
    let (cron, zone) = (Cron::parse(expression).unwrap(), zone(name).unwrap());
    let next = |at: &Timestamp| cron.next_after(*at, zone);
    std::iter::successors(next(&at(after)), next).take(count).map(|at| at.to_string()).collect()
}

#[test]
fn a_wall_clock_time_is_kept_over_clock_changes() {
    let table: &[(&str, &str, &str, &[&str])] = &[
        // Dublin and Berlin go back on 2025-10-26 and 2026-10-25, forward on 2026-03-29.
        (
            "5 2 * * *",
            "Europe/Dublin",
            "2025-10-25T12:00:00Z",
            &["2025-10-26T02:05:00Z", "2025-10-27T02:05:00Z"],
        ),
        (
            "0 9 * * *",
            "Europe/Berlin",
            "2026-03-27T12:00:00Z",
            &["2026-03-28T08:00:00Z", "2026-03-29T07:00:00Z", "2026-03-30T07:00:00Z"],
        ),
        // What a day lacks is the first instant after the gap, once for all of it.
        (
            "30 2 * * *",
            "Europe/Berlin",
            "2026-03-28T12:00:00Z",
            &["2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"],
        ),
        (
            "*/20 2 * * *",
            "Europe/Berlin",
            "2026-03-29T00:50:00Z",
            &["2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"],
        ),
        (
            "15 2 * * *",
            "Australia/Lord_Howe",
            "2026-10-03T00:00:00Z",
            &["2026-10-03T15:30:00Z", "2026-10-04T15:15:00Z"],
        ),
        (
            "0 12 30 12 *",
            "Pacific/Apia",
            "2011-12-01T00:00:00Z",
            &["2011-12-30T10:00:00Z", "2012-12-29T22:00:00Z"],
        ),
        // What a day has twice is its first.
        (
            "30 2 * * *",
            "Europe/Berlin",
            "2026-10-24T12:00:00Z",
            &["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"],
        ),
        (
            "30 * * * *",
            "Europe/Berlin",
            "2026-10-25T00:00:00Z",
            &["2026-10-25T00:30:00Z", "2026-10-25T02:30:00Z"],
        ),
        // From within the second half of the hour that comes twice.
        ("30 2 * * *", "Europe/Berlin", "2026-10-25T01:10:00Z", &["2026-10-26T01:30:00Z"]),
        ("0 0 29 2 *", "Asia/Kathmandu", "2026-01-01T00:00:00Z", &["2028-02-28T18:15:00Z"]),
        ("0 4 * * MON-FRI", "UTC", "2026-05-01T04:00:00Z", &["2026-05-04T04:00:00Z"]),
        ("@daily", "UTC", "2026-05-01T00:00:00Z", &["2026-05-02T00:00:00Z"]),
        ("0 4 * * *", "UTC", "2026-05-01T03:59:59.999Z", &["2026-05-01T04:00:00Z"]),
    ];
    for (expression, zone, after, expected) in table {
        let found = points(expression, zone, after, expected.len());
        assert_eq!(found, *expected, "{expression} in {zone} after {after}");
    }
}

#[test]
fn what_is_no_expression_or_zone_is_refused() {
    let long = "1,".repeat(1000);
    let fields = ["", " ", "daily", "* * * *", "0 * * * * *", "0 4 * * * 2030"];
    for text in fields.into_iter().chain(["60 * * * *", "* 24 * * *", "@never", &long]) {
        assert!(matches!(Cron::parse(text), Err(ScheduleError::Cron(_))), "{text}");
    }
    for text in ["0 0 31 2 *", "0 0 30 2 *", "0 0 31 4,6,9,11 *"] {
        assert_eq!(Cron::parse(text), Err(ScheduleError::Never), "{text}");
    }
    for text in ["", "Berlin", "Mars/Olympus", "+02:00", "local"] {
        assert_eq!(zone(text), Err(ScheduleError::Zone), "{text}");
    }
    let berlin = zone("Europe/Berlin").unwrap();
    assert_eq!(shown(at("2026-07-01T02:00:00Z"), berlin).unwrap(), "2026-07-01 04:00 CEST");
}

/// Zones with changes of an hour, of half an hour, none, and far from UTC.
const ZONES: [&str; 7] = [
    "UTC",
    "Europe/Dublin",
    "America/Los_Angeles",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Africa/Casablanca",
];

fn expression() -> impl Strategy<Value = String> {
    let minute = select(vec!["0", "30", "*/20", "15-45/10", "*"]);
    let hour = select(vec!["2", "1,2,3", "*", "*/6", "0"]);
    let day = select(vec!["* *", "1-15 *", "* 3,10,11", "L *"]);
    let weekday = select(vec!["*", "SUN", "MON-FRI"]);
    (minute, hour, day, weekday).prop_map(|(m, h, d, w)| format!("{m} {h} {d} {w}"))
}

/// The first point after `after` within some days, by trying every minute of the wall clock.
fn by_trying(cron: &croner::Cron, after: Timestamp, zone: Tz, days: i64) -> Option<Timestamp> {
    let utc = DateTime::from_timestamp_millis(after.ms()).unwrap();
    let midnight = utc.with_timezone(&zone).date_naive().and_hms_opt(0, 0, 0).unwrap();
    let first = midnight - TimeDelta::days(2);
    let walls = (0..(days + 2) * 1440).map(|minute| first + TimeDelta::minutes(minute));
    let matching = walls.filter(|wall| cron.is_time_matching(&wall.and_utc()).unwrap());
    let instant = |wall: NaiveDateTime| {
        let shown = (0..3000).map(|minute| wall + TimeDelta::minutes(minute));
        let mut instants = shown.filter_map(|wall| zone.from_local_datetime(&wall).earliest());
        Timestamp::from_ms(instants.next().unwrap().timestamp_millis())
    };
    matching.map(instant).filter(|point| *point > after).min()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_next_point_is_the_first_one_there_is(
        expression in expression(),
        name in select(ZONES.to_vec()),
        // 2026, with every change of these zones in it.
        second in 1_767_225_600i64..1_798_761_600,
    ) {
        let (cron, zone) = (Cron::parse(&expression).unwrap(), zone(name).unwrap());
        let after = Timestamp::from_ms(second * 1000);
        let next = cron.next_after(after, zone).unwrap();
        prop_assert!(next > after);
        let pattern: croner::Cron = expression.parse().unwrap();
        if next.ms() - after.ms() < 3 * 86_400_000 {
            prop_assert_eq!(by_trying(&pattern, after, zone, 5), Some(next));
        } else {
            prop_assert!(by_trying(&pattern, after, zone, 2).is_none_or(|point| point == next));
        }
    }

    #[test]
    fn no_text_and_no_instant_panics(
        text in "[0-9*/,\\-LW#?@A-Za-z +ü]{0,40}",
        fields in proptest::collection::vec("[0-9*/,\\-LW#?]{1,6}", 5),
        ms in any::<i64>(),
    ) {
        for text in [text, fields.join(" ")] {
            if let Ok(cron) = Cron::parse(&text) {
                let after = Timestamp::from_ms(ms);
                let next = cron.next_after(after, Tz::Europe__Berlin);
                prop_assert!(next.is_none_or(|next| next > after));
            }
        }
    }
}
