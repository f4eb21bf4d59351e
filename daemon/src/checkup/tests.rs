//! A check over a folder: all hold on a sound store, and each kind of damage fails the assertion that is about it.

use std::path::Path;

use consolidate_shared::change::{ChangeSet, Edit, Reason, SetEdit, Swap, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation, JournalEntry};
use consolidate_shared::model::{
    Actor, BIRTH_STRENGTH, Kind, Memory, Name, Origin, RetireReason, Retirement, Scope, Source,
    Standing,
};
use consolidate_shared::place::DATABASE;
use consolidate_shared::time::{Day, Timestamp};
use tempfile::TempDir;

use super::{Asked, STEPS, checkup};
use crate::audit::{Outcome, Report};
use crate::store::{Commit, Holder, Store, StoreLock};

const TEXTS: [&str; 6] = [
    "Integration tests of the billing service run on Postgres.",
    "The \"retry\" budget of the upload worker is three attempts",
    "The session cookie isn't sent to the image host",
    "Deployments of the gateway may not happen on Fridays.",
    "Deployments of the gateway may happen on Fridays.",
    "Logs of the gateway are kept for thirty days",
];

fn memory(number: u32, text: &str) -> Memory {
    let at = Day(i32::try_from(number).unwrap()).start();
    let source = Source { at, agent: None, session: None, locator: None };
    let (id, origin) = (MemoryId(number.into()), Origin::Agent { capable: true });
    Memory {
        scope: Scope::project("example.org/shop"),
        ..Memory::newborn(id, Kind::Fact, text.to_owned(), origin, source)
    }
}

/// A store of six memories, with `more` done to it past the gate and `by_hand` past the journal too.
fn folder(more: &[(u32, Edit)], by_hand: impl FnOnce(&mut Store)) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let holder = Holder { pid: std::process::id(), version: "0.0.0".to_owned() };
    let lock = StoreLock::acquire(folder.path(), &holder).unwrap();
    let mut store = Store::open(folder.path(), &lock).unwrap();
    let mut set = ChangeSet::default();
    let memories: Vec<Memory> =
        TEXTS.iter().zip(1..).map(|(text, number)| memory(number, text)).collect();
    for memory in &memories {
        set.push(What::Add(Box::new(memory.clone())), Reason::Recorded);
    }
    let mark = |number: u32, other: u32| {
        (number, Edit::ConflictsWith(SetEdit::adding(MemoryId(other.into()))))
    };
    for (number, edit) in [mark(4, 5), mark(5, 4)].iter().chain(more) {
        let subject = MemoryId((*number).into());
        set.push(What::Edit { subject, edit: edit.clone() }, Reason::Recorded);
    }
    let entry =
        JournalEntry::new(Generation(0), EntryKind::Import, Actor::User, Timestamp::EPOCH, set);
    store.commit(Commit { expected: Generation(0), entries: &[entry], runs: &[] }).unwrap();
    by_hand(&mut store);
    store.close().unwrap();
    folder
}

fn check(folder: &Path) -> Report {
    let asked = Asked { copy: folder.to_owned(), staleness_budget: 20, now: Day(20).start() };
    let mut steps = 0;
    let report = checkup(&asked, &mut |_| steps += 1).unwrap();
    assert!(steps <= STEPS);
    report
}

/// The assertions that fail, each with what offends first.
fn failing(report: &Report) -> Vec<(&'static str, &str)> {
    let fails = report.assertions.iter().filter(|it| it.outcome == Outcome::Fails);
    fails.map(|it| (it.name, it.first.first().map_or("", String::as_str))).collect()
}

fn names(report: &Report) -> Vec<&'static str> {
    failing(report).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn all_hold_on_a_sound_store() {
    let folder = folder(&[], |_| {});
    let report = check(folder.path());
    assert_eq!(failing(&report), []);
    assert!(report.holds, "{report:?}");
    assert_eq!((report.generation, report.memories, report.assertions.len()), (Some(1), 6, 11));
    // The store has no links; everything else has something to look at.
    let empty = report.assertions.iter().filter(|it| it.looked_at == 0).map(|it| it.name);
    assert_eq!(empty.collect::<Vec<_>>(), ["supersession"]);
}

/// `newer` takes the place of `older`, whose retirement waits.
fn link(newer: u32, older: u32) -> [(u32, Edit); 2] {
    [
        (newer, Edit::Supersedes(SetEdit::adding(MemoryId(older.into())))),
        (older, Edit::SupersededBy(SetEdit::adding(MemoryId(newer.into())))),
    ]
}

/// 3 waits to be retired, while 6, which replaced it, was replaced and retired.
fn left_behind() -> Vec<(u32, Edit)> {
    let retired = Standing::Retired(Retirement {
        reason: RetireReason::Superseded,
        successor: Some(MemoryId(1)),
        day: Day(9),
        was_candidate: false,
    });
    let retire = (6, Edit::Standing(Swap::new(Standing::Active, retired)));
    link(6, 3).into_iter().chain(link(1, 6)).chain([retire]).collect()
}

#[test]
fn what_a_link_hides_until_its_pass_is_not_stale_and_what_nothing_hides_is() {
    assert_eq!(failing(&check(folder(&link(6, 3), |_| {}).path())), []);
    assert_eq!(names(&check(folder(&left_behind(), |_| {}).path())), ["out-of-date"]);
}

#[test]
fn each_kind_of_damage_fails_what_is_about_it() {
    let one = |id: u32| MemoryId(id.into());
    let dangling = folder(&[(1, Edit::Supersedes(SetEdit::adding(one(99))))], |_| {});
    assert_eq!(names(&check(dangling.path())), ["supersession"]);
    let half = folder(&[(3, Edit::ConflictsWith(SetEdit::adding(one(2))))], |_| {});
    assert_eq!(names(&check(half.path())), ["references"]);
    let strong = folder(&[(1, Edit::Strength(Swap::new(BIRTH_STRENGTH, 1001)))], |_| {});
    assert_eq!(names(&check(strong.path())), ["decay"]);
    let rotted = folder(&[], |store| {
        store.by_hand("memories", &2_u128.to_be_bytes(), |row| {
            let mut row = row?;
            row.pop();
            Some(row)
        });
    });
    let report = check(rotted.path());
    let [("rows", said)] = failing(&report)[..] else { panic!("{report:?}") };
    assert!(said.starts_with("memory mem_00000000000000000000000002"), "{said}");
    let gap = folder(&[], |store| store.by_hand("journal", &1_u64.to_be_bytes(), |_| None));
    assert_eq!(names(&check(gap.path())), ["journal"]);
    let name = folder(&[], |store| {
        store.by_hand("names", &[&[0][..], &7_u128.to_be_bytes()].concat(), |_| {
            Some(99_u128.to_be_bytes().to_vec())
        });
    });
    let report = check(name.path());
    let [("history", _), ("references", said)] = failing(&report)[..] else { panic!("{report:?}") };
    assert!(said.contains(&Name::Id(MemoryId(7)).to_string()), "{said}");
}

#[test]
fn a_page_that_rotted_fails_the_file_and_what_must_write_is_not_looked_at() {
    let folder = folder(&[], |_| {});
    let path = folder.path().join(DATABASE);
    let mut bytes = std::fs::read(&path).unwrap();
    let text = b"session cookie";
    let place = bytes.windows(text.len()).position(|part| part == text).unwrap();
    bytes[place] = b'S';
    std::fs::write(&path, bytes).unwrap();
    let report = check(folder.path());
    let names = names(&report);
    assert!(names.contains(&"file") && !names.contains(&"determinism"), "{names:?}");
    let not_run = report.assertions.iter().filter(|it| it.outcome == Outcome::NotRun);
    let not_run: Vec<_> = not_run.map(|it| (it.name, it.cause.clone().unwrap())).collect();
    let [("dedupe", why), ("conflicts", _)] = &not_run[..] else { panic!("{not_run:?}") };
    assert!(why.contains("takes no writes") && !report.holds, "{why}");
}

#[test]
fn what_is_no_store_is_told_and_not_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(DATABASE), b"this is no store").unwrap();
    let report = check(folder.path());
    assert_eq!(names(&report), ["file"]);
    let not_run = report.assertions.iter().filter(|it| it.outcome == Outcome::NotRun).count();
    assert_eq!((not_run, report.holds, report.generation), (10, false, None));
}

#[test]
fn what_an_undo_left_active_by_decision_is_not_stale() {
    use consolidate_shared::plan::PassKind;
    use consolidate_shared::ruling::{Decision, Ruling, RulingKey};
    let links = left_behind();
    let key = RulingKey::pair(MemoryId(3), MemoryId(6), Some(PassKind::Supersede));
    let held = |decision| {
        folder(&links, |store| {
            let ruling = Ruling { decision, by: Actor::User, at: Timestamp::EPOCH };
            let mut change_set = ChangeSet::default();
            let what = What::Ruling { key: key.clone(), ruling: Swap::new(None, Some(ruling)) };
            change_set.push(what, Reason::Recorded);
            let entry = JournalEntry::new(
                Generation(1),
                EntryKind::Write,
                Actor::User,
                Timestamp::EPOCH,
                change_set,
            );
            store.commit(Commit { expected: Generation(1), entries: &[entry], runs: &[] }).unwrap();
        })
    };
    assert_eq!(failing(&check(held(Decision::Hold).path())), []);
    assert_eq!(names(&check(held(Decision::Approved).path())), ["out-of-date"]);
}

#[test]
fn long_texts_of_the_same_words_are_no_false_alarm() {
    let words: Vec<String> = (0..80).map(|number| format!("word{number}")).collect();
    let folder = folder(&[], |store| {
        let mut set = ChangeSet::default();
        for number in 0..50_usize {
            // The words of a text, drawn by a step of its own: hardly an order is met twice.
            let draw =
                |place: usize| words[(place * place * 7 + place * (number * 2 + 3)) % 80].as_str();
            let text: Vec<&str> = (0..150).map(draw).collect();
            let text = format!("note {number} {}", text.join(" "));
            let id = u32::try_from(number).unwrap() + 100;
            set.push(What::Add(Box::new(memory(id, &text))), Reason::Recorded);
        }
        let entry =
            JournalEntry::new(Generation(1), EntryKind::Import, Actor::User, Timestamp::EPOCH, set);
        store.commit(Commit { expected: Generation(1), entries: &[entry], runs: &[] }).unwrap();
    });
    let asked =
        Asked { copy: folder.path().to_owned(), staleness_budget: 20, now: Day(200).start() };
    assert_eq!(failing(&checkup(&asked, &mut |_| {}).unwrap()), []);
}

#[test]
fn texts_that_the_writer_does_not_meet_are_no_false_alarm() {
    let folder = folder(&[], |store| {
        let mut set = ChangeSet::default();
        for number in 0..400_u32 {
            // The quoted words are meant to the letter, spaces too: in other quotes and spaces the text is equal to none.
            let (a, b) = (number % 20, number / 20);
            let text = format!("The worker of queue{a} reads \"the lock\" of shard{b} at port 5");
            set.push(What::Add(Box::new(memory(number + 100, &text))), Reason::Recorded);
        }
        let entry =
            JournalEntry::new(Generation(1), EntryKind::Import, Actor::User, Timestamp::EPOCH, set);
        store.commit(Commit { expected: Generation(1), entries: &[entry], runs: &[] }).unwrap();
    });
    let asked =
        Asked { copy: folder.path().to_owned(), staleness_budget: 20, now: Day(600).start() };
    assert_eq!(failing(&checkup(&asked, &mut |_| {}).unwrap()), []);
}
