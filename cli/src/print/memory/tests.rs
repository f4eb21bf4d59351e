use super::*;
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Anchor, Kind};
use consolidate_shared::time::{Day, Timestamp};
use consolidate_shared::wire::v1::WordingView;

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

fn memory() -> MemoryView {
    MemoryView {
        id: MemoryId(1),
        short_id: "mem_0000".to_owned(),
        external_id: Some("d-17".to_owned()),
        kind: Kind::Decision,
        text: "we use uv\nfor all packages".to_owned(),
        rationale: Some("CI is faster".to_owned()),
        project: Some("github.com/acme/shop".to_owned()),
        facets: [("product".to_owned(), "api".to_owned())].into(),
        slot: Some("package-manager".to_owned()),
        anchors: vec!["pyproject.toml".parse::<Anchor>().unwrap()],
        steps: vec!["install uv".to_owned(), "run uv sync".to_owned()],
        origin: "user".to_owned(),
        standing: "retired".to_owned(),
        standing_reason: Some("superseded on 2026-04-11".to_owned()),
        tier: "on-demand".to_owned(),
        valid_from: None,
        valid_until: Some(Timestamp::EPOCH),
        created_at: Timestamp::EPOCH,
        supersedes: vec![],
        superseded_by: vec![MemoryId(2), MemoryId(3)],
        conflicts_with: vec![],
        sources: vec![SourceView {
            at: Timestamp::EPOCH,
            agent: Some("codex".to_owned()),
            session: None,
            locator: Some("turn-42".to_owned()),
        }],
        wordings: vec![WordingView {
            of: MemoryId(4),
            text: "uv it is\u{7}".to_owned(),
            rationale: None,
        }],
        trust: 900,
        strength: 1000,
        pinned: true,
        evidence: EvidenceView {
            confirmed: 35,
            confirming: 2,
            contradicted: 10,
            contradicting: 1,
            support: 430,
            last_confirmed: Some(Day(3)),
            build: Some("1842".to_owned()),
            triggered: 0,
            opened: 1,
            used: 4,
            last_used: Some(Day(5)),
        },
        trigger: Some(Trigger {
            command: Some("uv sync".to_owned()),
            error_pattern: Some("no lock\nfile".to_owned()),
            domain: None,
        }),
        flags: Vec::new(),
        pending: Vec::new(),
    }
}

#[test]
fn a_memory_is_shown_whole() {
    insta::assert_snapshot!(plain(&whole(&memory())), @r"
    mem_00000000000000000000000001 decision github.com/acme/shop retired pinned
        we use uv
        for all packages
    why            CI is faster
    external id    d-17
    slot           package-manager
    steps          1. install uv
                   2. run uv sync
    facets         product=api
    anchors        file:pyproject.toml
    trigger        command uv sync
                   error no lock
                   file
    standing       superseded on 2026-04-11
    superseded by  mem_00000000000000000000000002
                   mem_00000000000000000000000003
    valid until    1970-01-01T00:00:00Z
    created        1970-01-01T00:00:00Z
    origin         user
    tier           on-demand
    trust          900 of 1000
    strength       1000 of 1000
    evidence       confirmed 3.5 in 2 contexts, contradicted 1.0 in 1 context, lower bound 430 of 1000
                   last confirmed 1970-01-04 on build 1842
    used           4 times, opened 1, triggered 0; last 1970-01-06
    sources        1970-01-01T00:00:00Z codex turn-42
    wordings       mem_00000000000000000000000004 uv it is\u{7}
    ");
}

#[test]
fn a_list_says_that_there_is_more() {
    let page = ListPage { generation: 1, memories: vec![memory()], next: Some(MemoryId(1)) };
    insta::assert_snapshot!(plain(&list(&page, false)), @"
    mem_00000000000000000000000001 decision github.com/acme/shop retired pinned
        we use uv
        for all packages
    there are more; --limit N shows them
    ");
    let none = ListPage { generation: 1, memories: vec![], next: None };
    assert!(list(&none, false).contains("--all-projects"));
}

#[test]
fn what_does_not_hold_now_or_waits_for_an_answer_is_marked() {
    let flags = vec![Flag::Pinned, Flag::Conflict, Flag::Pending, Flag::NotValidNow];
    let pending = Pending {
        id: MemoryId(9),
        why: "does the newer\nreplace the older?".to_owned(),
        text: "use\npnpm".to_owned(),
    };
    let shown =
        MemoryView { standing: "active".to_owned(), flags, pending: vec![pending], ..memory() };
    let page = ListPage { generation: 1, memories: vec![shown.clone()], next: None };
    assert!(plain(&list(&page, false)).contains(" pinned open review not valid now\n"));
    let whole = plain(&whole(&shown));
    let line = "open           does the newer ⏎ replace the older?: mem_00000000000000000000000009 use\n               pnpm\n";
    assert!(whole.contains(line), "{whole}");
}
