//! Damage that somebody made by hand: the engine starts, reads and plans over it, and a repair is shown, committed, undone.

use consolidate_shared::change::{ChangeSet, Edit, Reason, SetEdit, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, JournalEntry};
use consolidate_shared::model::Actor;
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{
    BriefRequest, ErrorCode, Form, Refused, RepairPlanned, Request, Response, Where,
};

use super::harness::{Daemon, agent, user};
use crate::store::disk::FakeDisk;
use crate::store::{Commit, Holder, Store, StoreLock};

/// A disk with a store of four memories, the second replacing the first; their ids in order.
fn disk() -> (FakeDisk, Vec<MemoryId>) {
    let disk = FakeDisk::default();
    let mut daemon = Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
    let mut ids = Vec::new();
    for text in [
        "the build cache lives in the folder target",
        "the deploy script needs the region variable",
        "the queue of the mailer is drained at night",
        "the login page waits for the session cookie",
    ] {
        ids.push(daemon.record(text).id);
    }
    let mut newer = daemon.draft("the build cache has moved to the folder .cache/build");
    newer.supersedes = vec![ids[0].to_string()];
    ids.push(daemon.try_record(newer).unwrap().id);
    daemon.stop();
    (disk, ids)
}

/// An engine over a disk on which `damage` was done by hand.
fn damaged(disk: FakeDisk, damage: impl FnOnce(&mut Store)) -> Daemon {
    let mut store = Store::with_backend(disk).unwrap();
    damage(&mut store);
    started_again(store)
}

/// An engine over a store that another one wrote to: its ids begin behind those.
fn started_again(store: Store) -> Daemon {
    let mut daemon = Daemon::start_on(store);
    (0..16).for_each(|_| drop(daemon.draft("")));
    daemon
}

/// Commits edits as a write that no gate looked at: the journal tells of them.
fn past_the_gate(store: &mut Store, edits: Vec<(MemoryId, Edit)>) {
    let parent = store.view().unwrap().generation();
    let mut change_set = ChangeSet::default();
    for (subject, edit) in edits {
        change_set.push(What::Edit { subject, edit }, Reason::Recorded);
    }
    let entry =
        JournalEntry::new(parent, EntryKind::Write, Actor::User, Timestamp::EPOCH, change_set);
    store.commit(Commit { expected: parent, entries: &[entry], runs: &[] }).unwrap();
}

fn plan_repair(daemon: &mut Daemon) -> RepairPlanned {
    match daemon.call(Request::PlanRepair) {
        Response::RepairPlanned(planned) => planned,
        other => panic!("{other:?}"),
    }
}

fn repair(daemon: &mut Daemon, id: &str) -> Result<String, Refused> {
    daemon.committed(Request::Repair { caller: user(), id: id.to_owned() })
}

fn rot(store: &mut Store, table: &str, key: &[u8]) {
    store.by_hand(table, key, |row| {
        let mut row = row?;
        row.truncate(row.len() / 2);
        Some(row)
    });
}

#[test]
fn a_sound_store_needs_no_repair() {
    let (disk, _) = disk();
    let mut daemon = damaged(disk, |_| {});
    let planned = plan_repair(&mut daemon);
    assert_eq!((planned.changes, planned.besides, planned.left), (0, 0, 0));
    let done = repair(&mut daemon, &planned.plan_id.to_string()).unwrap();
    assert!(done.starts_with("nothing to repair"), "{done}");
}

#[test]
fn damage_is_read_past_planned_over_and_mended() {
    let (disk, ids) = disk();
    let mut daemon = damaged(disk, |store| {
        // A circle, a link that leads nowhere, a link on one side.
        let edits = vec![
            (ids[0], Edit::Supersedes(SetEdit::adding(ids[4]))),
            (ids[4], Edit::SupersededBy(SetEdit::adding(ids[0]))),
            (ids[2], Edit::SupersededBy(SetEdit::adding(MemoryId(7)))),
            (ids[3], Edit::Supersedes(SetEdit::adding(ids[1]))),
        ];
        past_the_gate(store, edits);
    });
    assert_eq!(
        daemon.texts("deploy script region"),
        ["the deploy script needs the region variable"]
    );
    daemon.plan();
    let before = daemon.export(false);
    let planned = plan_repair(&mut daemon);
    assert_eq!((planned.set_aside, planned.left), (0, 0));
    assert!(planned.changes > 0);
    let id = planned.plan_id.to_string();
    let shown = daemon.show(&id, Form::Text);
    for part in [
        "repair plan_",
        "which it replaced in a circle",
        "is not in the store",
        "the order in time fits it",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(daemon.export(false), before, "a plan changes nothing");
    repair(&mut daemon, &id).unwrap();
    assert_eq!(daemon.show(&id, Form::Text), shown);
    assert_eq!(plan_repair(&mut daemon).changes, 0);
    let mended = daemon.export(false);
    // One entry, taken back with all the damage, and applied again.
    daemon.undo(None).unwrap();
    assert_eq!(daemon.export(false), before);
    assert_eq!(plan_repair(&mut daemon).changes, planned.changes);
    daemon.redo(None).unwrap();
    assert_eq!(daemon.export(false), mended);
}

#[test]
fn a_rotted_memory_costs_itself_alone_and_comes_back_from_the_journal() {
    let (disk, ids) = disk();
    let mut daemon = damaged(disk, |store| rot(store, "memories", &ids[4].0.to_be_bytes()));
    let answer = daemon.recall_with("deploy script region", false);
    assert_eq!(answer.hits.len(), 1);
    assert!(answer.health.index_ready);
    assert!(answer.health.problem.unwrap().contains("cannot be read"));
    let brief = Request::Brief(BriefRequest {
        caller: agent(),
        place: Where::Project("example.org/shop".to_owned()),
        task: "move the build cache".to_owned(),
        anchors: Vec::new(),
        tokens: None,
        window: None,
        budget_us: 10_000_000,
    });
    let briefed = daemon.call(brief);
    assert!(matches!(briefed, Response::Brief(_)), "{briefed:?}");
    assert!(matches!(daemon.call(Request::Status), Response::Status(_)));
    let planned = plan_repair(&mut daemon);
    assert_eq!((planned.changes, planned.set_aside), (1, 1));
    let id = planned.plan_id.to_string();
    assert!(daemon.show(&id, Form::Text).contains("besides: set aside byte for byte: memory"));
    repair(&mut daemon, &id).unwrap();
    let answer = daemon.recall_with("build cache folder", false);
    assert_eq!(answer.hits[0].id, ids[4]);
    assert_eq!(answer.health.problem, None);
    assert_eq!(plan_repair(&mut daemon).besides, 0);
    assert_eq!(missing(&mut daemon), None, "the journal had it");
    daemon.plan();
}

/// What an export, which is of one page here, says that it lacks.
fn missing(daemon: &mut Daemon) -> Option<String> {
    match daemon.call(Request::Export { without_rulings: false, page: 0 }) {
        Response::Exported(exported) if !exported.more => exported.missing,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_not_even_the_journal_tells_is_set_aside_and_links_to_it_go() {
    let (disk, ids) = disk();
    let mut daemon = damaged(disk, |store| {
        rot(store, "memories", &ids[4].0.to_be_bytes());
        rot(store, "journal", &5_u64.to_be_bytes());
    });
    let planned = plan_repair(&mut daemon);
    assert_eq!((planned.set_aside, planned.changes), (2, 1));
    repair(&mut daemon, &planned.plan_id.to_string()).unwrap();
    assert_eq!(daemon.texts("build cache folder"), ["the build cache lives in the folder target"]);
    let (again, log) =
        (plan_repair(&mut daemon), daemon.call(Request::Log { limit: 9, before: None }));
    assert_eq!((again.changes, again.besides), (0, 0));
    let lacks = missing(&mut daemon).unwrap();
    assert!(lacks.contains("not in this export: 1 memory; byte for byte in the table"), "{lacks}");
    assert!(matches!(log, Response::Log(rows) if rows.len() == 5 && rows[0].kind == "repair"));
}

#[test]
fn a_repair_of_another_state_is_stale() {
    let (disk, ids) = disk();
    let mut daemon = damaged(disk, |store| {
        store.memory_by_hand(ids[2], |memory| memory.superseded_by.insert(MemoryId(7)));
    });
    let id = plan_repair(&mut daemon).plan_id.to_string();
    daemon.record("something else was written meanwhile");
    assert_eq!(repair(&mut daemon, &id).unwrap_err().code, ErrorCode::Stale);
    assert_eq!(repair(&mut daemon, "plan_0000000000000000").unwrap_err().code, ErrorCode::Stale);
}

#[test]
fn a_file_that_is_not_what_was_written_is_read_and_takes_no_writes() {
    let (disk, _) = disk();
    let mut bytes = disk.content();
    let text = b"drained at night";
    let mut place = 0;
    while let Some(found) = bytes[place..].windows(text.len()).position(|part| part == text) {
        bytes[place + found] = b'D';
        place += found + 1;
    }
    let mut daemon = started_again(Store::with_backend(FakeDisk::holding(bytes)).unwrap());
    assert_eq!(daemon.texts("deploy script region").len(), 1);
    let draft = daemon.draft("this cannot be written");
    let refused = daemon.try_record(draft).unwrap_err();
    assert_eq!(refused.code, ErrorCode::ReadOnly);
    assert!(refused.message.contains("consolidate check"), "{refused:?}");
}

#[test]
fn a_file_that_rotted_is_written_anew_and_the_old_one_kept() {
    // The text stands in the row and in the entry: one of them rots, and the other tells what it was.
    for in_the_row in [false, true] {
        rotted_and_written_anew(in_the_row);
    }
}

fn rotted_and_written_anew(in_the_row: bool) {
    use consolidate_shared::place::DATABASE;
    let folder = tempfile::tempdir().unwrap();
    let holder = Holder { pid: std::process::id(), version: "0.0.0".to_owned() };
    let lock = StoreLock::acquire(folder.path(), &holder).unwrap();
    let mut daemon = Daemon::start_on(Store::open(folder.path(), &lock).unwrap());
    daemon.record("the login page waits for the cookie");
    // The last of all is in no page that was written anew since.
    daemon.record("the mailer drains its queue at night");
    daemon.stop();
    let path = folder.path().join(DATABASE);
    let sound = std::fs::read(&path).unwrap();
    let text = b"mailer drains";
    let places = (0..sound.len()).filter(|place| sound[*place..].starts_with(text));
    let changes = u64::from(in_the_row);
    let planned = places.filter_map(|place| {
        let mut bytes = sound.clone();
        bytes[place] = b'M';
        std::fs::write(&path, &bytes).unwrap();
        let mut daemon = started_again(Store::open(folder.path(), &lock).unwrap());
        let draft = daemon.draft("this waits for the repair");
        let refused = daemon.try_record(draft).is_err_and(|it| it.code == ErrorCode::ReadOnly);
        let planned = plan_repair(&mut daemon);
        if refused && planned.changes == changes {
            return Some((daemon, planned));
        }
        // Its file is closed before the next one is opened.
        daemon.stop();
        None
    });
    let (mut daemon, planned) = planned.into_iter().next().unwrap();
    assert_eq!((planned.set_aside, planned.left), (1, 0));
    let plan = planned.plan_id.to_string();
    let shown = daemon.show(&plan, Form::Text);
    assert!(shown.contains("written anew") && shown.contains("set aside"), "{shown}");
    let said = repair(&mut daemon, &plan).unwrap();
    assert!(said.contains("1 row set aside") && said.contains("1 change") == in_the_row, "{said}");
    daemon.record("this is written to the new file");
    assert_eq!(daemon.texts("mailer queue"), ["the mailer drains its queue at night"]);
    assert_eq!(daemon.texts("login page cookie").len(), 1);
    daemon.stop();
    let mut store = Store::open(folder.path(), &lock).unwrap();
    store.verify().unwrap();
    assert_eq!(store.view().unwrap().counts().active, 3);
    let kept = std::fs::read(folder.path().join(format!("{DATABASE}.rotted-1"))).unwrap();
    let place = kept.windows(text.len()).position(|part| part == b"Mailer drains");
    assert!(place.is_some());
}

#[test]
fn a_copy_goes_into_a_folder_that_is_named_whole_and_holds_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap().to_owned();
    let mut daemon = Daemon::start();
    daemon.record("the copy holds this");
    let mut copy = |folder: &str| daemon.call(Request::Copy { folder: folder.to_owned() });
    assert!(matches!(copy(&path), Response::Copied(copied) if copied.generation == 1));
    for wrong in [path.as_str(), "relative", "/nowhere/at/all"] {
        assert!(matches!(copy(wrong), Response::Refused(_)), "{wrong}");
    }
}

/// What the store of `disk` exports when nothing happened to it.
fn exported(disk: &FakeDisk) -> Vec<String> {
    let bytes = disk.content();
    let mut daemon = started_again(Store::with_backend(FakeDisk::holding(bytes)).unwrap());
    daemon.export(false)
}

/// Repairs, with what it says, and holds the store to `before`.
fn is_mended(daemon: &mut Daemon, before: &[String]) -> String {
    let planned = plan_repair(daemon);
    assert_eq!(planned.left, 0);
    let said = repair(daemon, &planned.plan_id.to_string()).unwrap();
    assert_eq!(daemon.export(false), before);
    let again = plan_repair(daemon);
    assert_eq!((again.changes, again.besides, again.left), (0, 0, 0));
    said
}

#[test]
fn a_row_under_a_wrong_key_comes_back_under_its_own() {
    let (disk, ids) = disk();
    let before = exported(&disk);
    let mut daemon = damaged(disk, |store| {
        let mut value = None;
        store.by_hand("memories", &ids[4].0.to_be_bytes(), |row| {
            value = row;
            None
        });
        store.by_hand("memories", &(ids[4].0 ^ 4).to_be_bytes(), |_| value);
    });
    let said = is_mended(&mut daemon, &before);
    assert!(said.contains("1 memory put back") && said.contains("1 row set aside"), "{said}");
}

#[test]
fn rows_that_vanished_come_back_with_their_names_and_links() {
    let disk = FakeDisk::default();
    let mut daemon = Daemon::start_on(Store::with_backend(disk.clone()).unwrap());
    let first = daemon.record("the build cache lives in the folder target").id;
    // A write that is folded leaves its id behind as a name.
    let folded = daemon.record("The build cache lives in the folder target.").id;
    let mut newer = daemon.draft("the build cache has moved to the folder .cache/build");
    newer.supersedes = vec![first.to_string()];
    let newer = daemon.try_record(newer).unwrap().id;
    daemon.stop();
    let before = exported(&disk);
    let mut daemon = damaged(disk, |store| {
        for id in [first, newer] {
            store.by_hand("memories", &id.0.to_be_bytes(), |_| None);
        }
        store.by_hand("names", &[&[0][..], &folded.0.to_be_bytes()].concat(), |row| {
            assert!(row.is_some());
            None
        });
    });
    let said = is_mended(&mut daemon, &before);
    assert!(said.contains("2 memories put back"), "{said}");
}

#[test]
fn a_text_that_changed_is_what_the_journal_says_again() {
    let (disk, ids) = disk();
    let before = exported(&disk);
    let mut daemon = damaged(disk, |store| {
        store.memory_by_hand(ids[1], |memory| memory.text.push_str(" and more"));
    });
    is_mended(&mut daemon, &before);
}

#[test]
fn an_entry_that_rotted_costs_its_row_nothing() {
    let (disk, _) = disk();
    let before = exported(&disk);
    let mut daemon = damaged(disk, |store| {
        store.by_hand("journal", &2_u64.to_be_bytes(), |row| {
            let mut row = row?;
            *row.last_mut()? ^= 1;
            Some(row)
        });
    });
    let said = is_mended(&mut daemon, &before);
    assert!(said.starts_with("repaired: 1 row set aside"), "{said}");
}

#[test]
fn what_cannot_be_told_is_left_said_and_told_again() {
    let (disk, ids) = disk();
    let mut daemon = damaged(disk, |store| {
        // The third entry may have written this: nobody knows.
        store.memory_by_hand(ids[1], |memory| memory.text.push_str(" and more"));
        rot(store, "journal", &3_u64.to_be_bytes());
    });
    let planned = plan_repair(&mut daemon);
    assert_eq!(planned.left, 1);
    let said = repair(&mut daemon, &planned.plan_id.to_string()).unwrap();
    assert!(said.contains(&format!("\nleft: {}", ids[1])), "{said}");
    assert_eq!(plan_repair(&mut daemon).left, 1);
}

#[test]
fn an_export_of_a_damaged_store_sends_what_it_can_and_says_so() {
    let (disk, ids) = disk();
    let whole = exported(&disk).len();
    let mut daemon = damaged(disk, |store| rot(store, "memories", &ids[4].0.to_be_bytes()));
    let mut page = |page| daemon.call(Request::Export { without_rulings: false, page });
    let Response::Exported(sent) = page(0) else { panic!("nothing was sent") };
    assert_eq!((sent.lines.len(), sent.more), (whole - 1, true));
    let Response::Refused(refused) = page(1) else { panic!("nothing was said") };
    assert_eq!(refused.code, ErrorCode::ReadOnly);
    assert!(refused.message.contains("1 row cannot be read"), "{refused:?}");
}

#[test]
fn a_bare_undo_names_a_repair_that_stays_and_takes_nothing_before_it() {
    let (disk, _) = disk();
    let mut daemon = damaged(disk, |store| rot(store, "journal", &2_u64.to_be_bytes()));
    let planned = plan_repair(&mut daemon).plan_id.to_string();
    repair(&mut daemon, &planned).unwrap();
    let before = daemon.export(false);
    let refused = daemon.undo(None).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid);
    let told = "entry 6 (repair) only set aside 1 row that cannot be read, which cannot be undone";
    assert!(refused.message.starts_with(told), "{}", refused.message);
    insta::assert_snapshot!(refused.hint.unwrap(), @"the entry before it is 5 (write by agent:coder: 2 memories: 1 add, 1 link: the build cache has moved to the folder .cache/build / the build cache lives in the folder target); name it to take it back all the same: `consolidate undo 5`");
    assert_eq!(daemon.export(false), before);
    daemon.undo(Some("5")).unwrap();
    assert_eq!(daemon.undo(None).unwrap_err().message, refused.message, "it is still the last");
    // What is done after it, or again, is what is meant.
    daemon.redo(Some("5")).unwrap();
    daemon.undo(None).unwrap();
    daemon.record("the office closes at noon");
    daemon.undo(None).unwrap();
    assert_eq!(daemon.undo(None).unwrap_err().message, refused.message);
}
