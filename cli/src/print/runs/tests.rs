use consolidate_shared::model::Signal;
use consolidate_shared::wire::v1::UsedView;

use super::*;

fn at(time: &str) -> Timestamp {
    time.parse().unwrap()
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

fn held(number: u128, held_as: HeldAs, rank: Option<u32>, line: &str) -> HeldView {
    HeldView {
        id: MemoryId(number),
        kind: Kind::Fact,
        held_as,
        rank,
        line: line.to_owned(),
        changed: Vec::new(),
        told: Vec::new(),
    }
}

fn a_run() -> TaskRunAnswer {
    let gone = HeldView {
        changed: vec!["retired on 2026-05-02 (superseded), mem_9 took its place".to_owned()],
        ..held(2, HeldAs::Caution, Some(700), "Caution: The linter hangs [mem_2]")
    };
    let used = HeldView {
        told: vec![Signal::Used, Signal::Helped],
        ..held(3, HeldAs::Learned, Some(650), "Fact: red\u{1b}[31m \u{202e}text [mem_3]")
    };
    let step = TaskStepView {
        step: 0,
        at: at("2026-05-01T10:00:00Z"),
        generation: 12,
        who: "agent:coder".to_owned(),
        session: None,
        purpose: Purpose::Task,
        task: "lint the\ntree".to_owned(),
        anchors: Vec::new(),
        window: Some(32_768),
        budget: 1_638,
        tokens: 210,
        policy_tokens: 40,
        hash: "6b86b273ff34fce1".to_owned(),
        complete: true,
        held: vec![held(1, HeldAs::Policy, None, "Never push to main."), gone, used],
        left_out: LeftOutBy { budget: 3, anchor: 1, candidate: 0, section: 0 },
        text: None,
    };
    TaskRunAnswer {
        generation: 20,
        run: "ci/4711".to_owned(),
        project: Some("example.org/shop".to_owned()),
        first: at("2026-05-01T10:00:00Z"),
        last: at("2026-05-01T10:00:00Z"),
        steps: vec![step],
        next: None,
        used: vec![UsedView {
            id: MemoryId(7),
            signal: Signal::Used,
            at: at("2026-05-01T11:00:00Z"),
            held: false,
        }],
        learned: Vec::new(),
    }
}

#[test]
fn a_run_tells_what_it_was_shown_and_what_became_of_it() {
    insta::assert_snapshot!(plain(&run(&a_run())), @r"
    ci/4711 example.org/shop 1 brief, 2026-05-01T10:00:00Z

    step 0 2026-05-01T10:00:00Z by agent:coder: lint the ⏎ tree
        210 of 1638 tokens, policies 40 more; store state 12, text 6b86b273ff34fce1
        mem_00000000000000000000000001 Never push to main.
        mem_00000000000000000000000002 Caution: The linter hangs [mem_2]
            since: retired on 2026-05-02 (superseded), mem_9 took its place
        mem_00000000000000000000000003 Fact: red\u{1b}[31m \u{202e}text [mem_3]
            this run told: used, helped

    told of others
        mem_00000000000000000000000007 used 2026-05-01T11:00:00Z
    ");
}

#[test]
fn each_memory_has_its_reason_and_each_rule_its_count() {
    insta::assert_snapshot!(plain(&whys(&Whys::of(a_run()))), @r"
    ci/4711

    step 0 2026-05-01T10:00:00Z: lint the ⏎ tree
        mem_00000000000000000000000001 Never push to main.
            why: a policy: every brief of its scope has it
        mem_00000000000000000000000002 Caution: The linter hangs [mem_2]
            why: a caution of rank 700
        mem_00000000000000000000000003 Fact: red\u{1b}[31m \u{202e}text [mem_3]
            why: learned, of rank 650
        left out: 3 did not fit the budget, 1 had an anchor that two others have
    ");
}

#[test]
fn runs_are_listed_with_what_their_briefs_held() {
    let brief = |step, purpose| TaskBriefRow {
        step,
        at: at("2026-05-01T10:00:00Z"),
        who: "agent:coder".to_owned(),
        purpose,
        task: "lint the tree".to_owned(),
        held: HeldCounts { policy: 2, caution: 1, learned: 4, ..HeldCounts::default() },
        left_out: 3,
        tokens: 210,
        policy_tokens: 40,
        budget: 1_638,
        hash: "6b86b273ff34fce1".to_owned(),
    };
    let row = TaskRunRow {
        run: "ci/4711".to_owned(),
        project: None,
        first: at("2026-05-01T10:00:00Z"),
        last: at("2026-05-01T11:00:00Z"),
        steps: 10,
        briefs: vec![brief(8, Purpose::Task), brief(9, Purpose::Authoring)],
    };
    let answer = TaskRunsAnswer { runs: vec![row], more: true };
    insta::assert_snapshot!(plain(&runs(&answer)), @"
    ci/4711 10 briefs, 2026-05-01T10:00:00Z to 2026-05-01T11:00:00Z
        8 earlier steps: `consolidate runs show ci/4711` shows all
        step 8 2026-05-01T10:00:00Z by agent:coder: lint the tree
            2 policies, 1 caution, 4 learned; 3 left out; 210 of 1638 tokens, policies 40 more
        step 9 2026-05-01T10:00:00Z by agent:coder, for authoring: lint the tree
            2 policies, 1 caution, 4 learned; 3 left out; 210 of 1638 tokens, policies 40 more
    there are more; --limit N shows them
    ");
    let none = TaskRunsAnswer { runs: Vec::new(), more: false };
    assert_eq!(runs(&none), "no task run was given a brief here\n");
}
