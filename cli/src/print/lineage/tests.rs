//! What people read of a history and a chain, to the letter.

use consolidate_shared::id::{MemoryId, RunId};
use consolidate_shared::model::Kind;
use consolidate_shared::time::{Day, Timestamp};

use super::*;

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

fn step(place: u64, asked: bool) -> WhyStep {
    let link = WhyLink {
        why: "S4: the newer takes its value on (overlap 100.0 %)".to_owned(),
        rule: Some("S4".to_owned()),
        overlap: Some(1000),
        with: Some(MemoryId(1)),
        entry: Some(3),
        kind: Some("pass supersede".to_owned()),
        by: Some("user".to_owned()),
        at: Some(Timestamp::EPOCH),
    };
    WhyStep {
        place,
        id: MemoryId(place.into()),
        short_id: format!("mem_{place}"),
        external_id: None,
        kind: Kind::Fact,
        project: None,
        at: Day(place as i32).start(),
        text: format!("Bump x\u{1b}[2J from {place} to {}", place + 1),
        rationale: (place == 1).then(|| "security\nfix".to_owned()),
        standing: "retired".to_owned(),
        standing_reason: Some("superseded on 2026-01-01".to_owned()),
        asked,
        link: (place > 0).then_some(link),
        also_replaced: Vec::new(),
        also_replaced_by: Vec::new(),
        more_branches: 0,
    }
}

fn answer(steps: u64, asked: u64) -> WhyAnswer {
    WhyAnswer {
        generation: 3,
        asked: "b2".to_owned(),
        memory: MemoryId(asked.into()),
        merged: Vec::new(),
        total: steps,
        steps: (0..steps).map(|place| step(place, place == asked)).collect(),
        next: None,
        cut: false,
        tangled: false,
    }
}

#[test]
fn a_chain_reads_from_its_oldest_to_its_head() {
    let mut answer = answer(3, 1);
    answer.merged = vec![MemoryId(7), MemoryId(1)];
    answer.steps[1].also_replaced = vec![
        WhyBranch {
            id: MemoryId(9),
            text: "Pin x".to_owned(),
            standing: "retired".to_owned(),
            at: Some(Timestamp::EPOCH),
            length: 3,
        },
        WhyBranch {
            id: MemoryId(8),
            text: String::new(),
            standing: "missing".to_owned(),
            at: None,
            length: 0,
        },
    ];
    answer.steps[2].standing = "active".to_owned();
    insta::assert_snapshot!(plain(&why(&answer, false)), @r"
    b2 was merged: mem_00000000000000000000000007 into mem_00000000000000000000000001
    a chain of 3 memories, oldest first
        1. mem_00000000000000000000000000 1970-01-01 superseded
           Bump x\u{1b}[2J from 0 to 1
           ↓ because S4: the newer takes its value on (overlap 100.0 %) [entry 3, pass supersede by user, 1970-01-01]
    →   2. mem_00000000000000000000000001 1970-01-02 superseded
           Bump x\u{1b}[2J from 1 to 2
           rationale: security ⏎ fix
           also replaced mem_00000000000000000000000009 Pin x (and 2 memories further on)
           also replaced mem_00000000000000000000000008 not in the store 
           ↓ because S4: the newer takes its value on (overlap 100.0 %) [entry 3, pass supersede by user, 1970-01-01]
        3. mem_00000000000000000000000002 1970-01-03 active
           Bump x\u{1b}[2J from 2 to 3
    ");
}

#[test]
fn the_middle_of_a_long_chain_is_folded_with_a_mark() {
    let folded = plain(&why(&answer(126, 60), false));
    let marks: Vec<&str> = folded.lines().filter(|line| line.contains('⋮')).collect();
    assert_eq!(
        marks,
        ["  ⋮ 53 steps folded; --all shows them", "  ⋮ 58 steps folded; --all shows them"]
    );
    let shown = folded.lines().filter(|line| line.contains(". mem_")).count();
    assert_eq!(shown, 126 - 53 - 58);
    assert!(folded.contains(&format!("→  61. {} ", MemoryId(60))));
    let all = plain(&why(&answer(126, 60), true));
    assert_eq!(all.lines().filter(|line| line.contains(". mem_")).count(), 126);
    assert!(!all.contains('⋮'));
    assert!(!plain(&why(&answer(24, 0), false)).contains('⋮'));
}

#[test]
fn a_history_tells_each_change_and_obeys_no_text() {
    let change = |memory, names: &[&str], before: &[&str], after: &[&str]| HistoryChange {
        memory: MemoryId(memory),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        before: before.iter().map(|line| (*line).to_owned()).collect(),
        after: after.iter().map(|line| (*line).to_owned()).collect(),
        why: vec!["T1: both say the same\u{7}".to_owned()],
    };
    let answer = HistoryAnswer {
        generation: 9,
        asked: "b".to_owned(),
        memory: MemoryId(1),
        merged: vec![MemoryId(2), MemoryId(1)],
        ids: vec![MemoryId(1), MemoryId(2)],
        text: "We use Postgres\nalways".to_owned(),
        standing: "active".to_owned(),
        entries: vec![HistoryEntry {
            generation: 2,
            kind: "pass merge".to_owned(),
            actor: "agent:x".to_owned(),
            at: Timestamp::EPOCH,
            run: Some(RunId(1)),
            plan: None,
            undone_by: Some(3),
            changes: vec![
                change(1, &["edit"], &[], &["wordings: Postgres it is"]),
                change(2, &["retire"], &["standing: active"], &["standing: retired"]),
            ],
            more: 2,
        }],
        next: Some(2),
        cut: false,
    };
    insta::assert_snapshot!(plain(&history(&answer)), @r"
    mem_00000000000000000000000001 active
        We use Postgres ⏎ always
    b was merged: mem_00000000000000000000000002 into mem_00000000000000000000000001
    with 1 memory joined to it: mem_00000000000000000000000002

    2 1970-01-01T00:00:00Z pass merge by agent:x run_0000000000000001 undone by 3
        edit
          + wordings: Postgres it is
          why: T1: both say the same\u{7}
        retire mem_00000000000000000000000002
          - standing: active
          + standing: retired
          why: T1: both say the same\u{7}
        2 further changes: consolidate show 2
    there are more; --limit N shows them
    ");
}
