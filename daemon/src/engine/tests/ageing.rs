//! A store that grows old: decay over a year and prune by the day, through the engine.

use consolidate_shared::wire::v1::Form;

use super::harness::Daemon;

/// One text on five days, in projects of their own so that nothing is merged, and a question that finds each.
const AGES: [&str; 3] = [
    r#"{"id":"old","text":"The HSM slot for signing is 7","project":"example.org/shop","created_at":"2025-10-01"}"#,
    r#"{"id":"fresh","text":"The HSM slot for signing is 7","project":"example.org/shop","facets":{"region":"eu"},"created_at":"2026-04-01"}"#,
    r#"{"id":"pinned","text":"The port is 8080","project":"example.org/shop","created_at":"2025-01-01"}"#,
];

fn changes(daemon: &mut Daemon, pass: &str) -> u64 {
    let planned = daemon.plan();
    planned.plans.iter().filter(|plan| plan.pass.word() == pass).map(|plan| plan.changes).sum()
}

fn apply(daemon: &mut Daemon) -> String {
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    run
}

#[test]
fn the_one_that_was_not_met_for_six_months_never_outranks_the_fresh_one() {
    let mut daemon = Daemon::start();
    daemon.import(&AGES, true);
    for day in ["2026-05-01", "2026-05-02", "2026-08-01", "2027-01-01", "2029-01-01"] {
        daemon.at(day);
        apply(&mut daemon);
        let hits = daemon.recall_with("HSM slot signing", false).hits;
        let order: Vec<_> = hits.iter().filter_map(|hit| hit.external_id.as_deref()).collect();
        assert_eq!(order, ["fresh", "old"], "{day}");
        assert!(hits[0].score >= hits[1].score);
        assert_eq!(changes(&mut daemon, "decay"), 0, "a fixpoint on {day}");
    }
}

#[test]
fn a_first_decay_is_summed_up_shown_whole_and_taken_back() {
    let mut daemon = Daemon::start();
    daemon.import(&AGES, true);
    daemon.order("pinned", consolidate_shared::wire::v1::OrderKind::Pin).unwrap();
    let before = daemon.export(true);
    let run = daemon.plan().run_id.to_string();
    let (short, whole) = (daemon.show(&run, Form::Text), daemon.show(&run, Form::Verbose));
    let json = daemon.show(&run, Form::Json);
    let summed: Vec<&str> = short.lines().filter(|line| line.starts_with('~')).collect();
    assert_eq!(summed, ["~ 2 facts fall: strength 500 -> 100..325, last met 30..212 days ago"]);
    let listed = whole.lines().filter(|line| line.starts_with("~ mem_"));
    assert_eq!(listed.count(), 2);
    assert!(
        json.contains(
            r#""numbers":{"confirmed":0,"days":212,"kind":"fact","tau":30,"user":false}"#
        ),
        "{json}"
    );
    daemon.apply(&run).unwrap();
    for (form, shown) in [(Form::Text, &short), (Form::Verbose, &whole), (Form::Json, &json)] {
        assert_eq!(&daemon.show(&run, form), shown);
    }
    let undone = daemon.undo(Some(&run)).unwrap();
    let held = format!("held until 2026-05-02 or `consolidate redo {run}`: decay of all memories");
    assert_eq!(undone.lines().nth(1), Some(held.as_str()), "{undone}");
    assert_eq!(daemon.export(true), before);
    assert_eq!(changes(&mut daemon, "decay"), 0, "an undone decay rests for the day");
    daemon.at("2026-05-02");
    assert_eq!(changes(&mut daemon, "decay"), 2);
    daemon.redo(Some(&run)).unwrap();
    daemon.at("2026-05-01");
    assert_eq!(changes(&mut daemon, "decay"), 0);
}

#[test]
fn a_clock_that_is_set_back_raises_nothing_above_fresh() {
    let mut daemon = Daemon::start();
    daemon.at("2036-05-01").record("The HSM slot for signing is 7");
    daemon.at("2026-05-01").record("The backup runs at night");
    apply(&mut daemon);
    assert_eq!(changes(&mut daemon, "decay"), 0);
    let strengths: Vec<String> = daemon
        .export(true)
        .into_iter()
        .filter_map(|line| Some(line.split_once(r#""strength":"#)?.1.split(',').next()?.to_owned()))
        .collect();
    assert_eq!(strengths, ["500", "500"]);
}

/// A headed file with this many memories that were taken back in January.
fn taken_back(count: usize) -> Vec<String> {
    let mut lines = vec![r#"{"consolidate_export":1,"rulings":false}"#.to_owned()];
    lines.extend((0..count).map(|number| {
        format!(
            r#"{{"external_id":"w{number}","text":"Wrong {number}","project":"p","created_at":"2025-01-01","standing":{{"retired":{{"reason":"retracted","day":"2026-01-{:02}"}}}}}}"#,
            1 + number % 28
        )
    }));
    lines
}

#[test]
fn removals_are_counted_by_the_journal_of_the_day() {
    let mut daemon = Daemon::start();
    let lines = taken_back(25);
    let imported = daemon.import(&lines.iter().map(String::as_str).collect::<Vec<_>>(), true);
    assert_eq!(imported.added, 25);
    let before = daemon.export(true);
    let planned = daemon.plan();
    let prune = planned.plans.iter().find(|plan| plan.pass.word() == "prune").unwrap();
    assert_eq!(prune.report.deferred[0].count, 15);
    let first = planned.run_id.to_string();
    daemon.apply(&first).unwrap();
    assert_eq!(daemon.export(true).len(), before.len() - 20, "ten memories and their names");
    assert_eq!(changes(&mut daemon, "prune"), 0, "planning again on the same day is empty");
    daemon.at("2026-05-02");
    let second = apply(&mut daemon);
    daemon.at("2026-05-03");
    apply(&mut daemon);
    assert_eq!(changes(&mut daemon, "prune"), 0);
    daemon.undo(None).unwrap();
    daemon.undo(Some(&second)).unwrap();
    daemon.undo(Some(&first)).unwrap();
    assert_eq!(daemon.export(true), before, "byte for byte");
    daemon.at("2026-05-04");
    assert_eq!(changes(&mut daemon, "prune"), 0, "an undo leaves holds");
}

#[test]
fn an_undone_removal_of_a_duplicate_is_held() {
    let mut daemon = Daemon::start();
    let lines = [
        r#"{"id":"a","text":"We use Postgres as the main database.","created_at":"2026-01-01"}"#,
        r#"{"id":"b","text":"Postgres is our main database.","created_at":"2026-01-02"}"#,
    ];
    daemon.import(&lines, true);
    apply(&mut daemon);
    daemon.at("2026-07-01");
    assert!(changes(&mut daemon, "prune") > 0, "the duplicate goes after its grace");
    let run = apply(&mut daemon);
    daemon.undo(Some(&run)).unwrap();
    assert_eq!(changes(&mut daemon, "prune"), 0);
    daemon.at("2026-08-01");
    assert_eq!(changes(&mut daemon, "prune"), 0);
    daemon.redo(Some(&run)).unwrap();
}
