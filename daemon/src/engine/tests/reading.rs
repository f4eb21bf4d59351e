//! Recall, list, brief, references.

use consolidate_shared::model::{RetireReason, Signal};
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::v1::{
    BriefRequest, CoverageState, ErrorCode, Flag, ListRequest, OrderKind, ReadRequest,
    RecallAnswer, RecallRequest, Request, Response, Stage, StoreHealth, Where,
};

use super::harness::{Daemon, agent, feedback, user};
use crate::store::{Holder, Store, StoreLock};

#[test]
fn a_late_request_is_answered_empty_and_says_so() {
    let mut daemon = Daemon::start();
    daemon.record("Deploys happen on Fridays.");
    let request = RecallRequest {
        caller: agent(),
        place: Where::Everywhere,
        query: "deploys".to_owned(),
        k: 10,
        budget_us: 0,
        history: false,
        said: SaidWithin::ANY,
        as_of: None,
        explain: false,
        tokens: None,
    };
    let Response::Recall(answer) = daemon.call(Request::Recall(request)) else { panic!() };
    assert!(answer.hits.is_empty());
    assert_eq!(answer.coverage.state, CoverageState::Partial);
    assert_eq!(answer.coverage.cut, Some(Stage::Arrival));
}

#[test]
fn a_store_whose_file_can_only_be_read_is_read_and_refuses_what_writes() {
    let folder = tempfile::tempdir().unwrap();
    let holder = Holder { pid: std::process::id(), version: "0.0.0".to_owned() };
    let lock = StoreLock::acquire(folder.path(), &holder).unwrap();
    let mut daemon = Daemon::start_on(Store::open(folder.path(), &lock).unwrap());
    let id = daemon.record("Deploys happen on Fridays.").id.to_string();
    daemon.stop();
    let mut daemon = Daemon::start_on(Store::open_to_read(folder.path()).unwrap());
    assert_eq!(daemon.texts("deploys"), ["Deploys happen on Fridays."]);
    let health = daemon.recall_with("deploys", false).health;
    assert_eq!(health.store, StoreHealth::ReadOnly);
    assert!(health.problem.unwrap().contains("can only be read"));
    // Each daemon of a test counts its ids anew; the first one is taken.
    daemon.draft("");
    let draft = daemon.draft("Deploys happen on Mondays.");
    assert_eq!(daemon.try_record(draft).unwrap_err().code, ErrorCode::ReadOnly);
    let used = feedback(agent(), &id, Signal::Used);
    daemon.call(Request::Feedback(used));
    assert!(daemon.plan().plans.iter().any(|plan| plan.changes == 0), "plans are made");
    let refused = daemon.undo(Some("1")).unwrap_err();
    assert_eq!(refused.code, ErrorCode::ReadOnly, "{}", refused.message);
    daemon.stop();
    let mut daemon = Daemon::start_on(Store::open(folder.path(), &lock).unwrap());
    assert_eq!(daemon.texts("deploys"), ["Deploys happen on Fridays."]);
    daemon.draft("");
    daemon.record("Deploys happen on Mondays.");
}

#[test]
fn other_projects_never_leak_in() {
    let mut daemon = Daemon::start();
    let mut elsewhere = daemon.draft("The secret ingredient is basil.");
    elsewhere.caller.project = Some("example.org/other".to_owned());
    daemon.try_record(elsewhere).unwrap();
    let mut everywhere = daemon.draft("The secret handshake is three taps.");
    everywhere.caller.project = None;
    daemon.try_record(everywhere).unwrap();
    assert_eq!(daemon.texts("secret"), ["The secret handshake is three taps."]);
}

#[test]
fn a_unique_beginning_of_an_id_is_enough_and_an_ambiguous_one_lists() {
    let mut daemon = Daemon::start();
    let one = daemon.record("Fact one.").id;
    let two = daemon.record("Another thing altogether.").id;
    let characters = one.common_characters(two);
    let read = |daemon: &mut Daemon, memory: String| {
        daemon.call(Request::Read(ReadRequest { caller: agent(), memory }))
    };
    let Response::Memory(memory) = read(&mut daemon, one.short(characters + 1)) else { panic!() };
    assert_eq!(memory.id, one);
    assert_eq!(memory.short_id, one.short(characters + 1));
    let Response::Refused(refused) = read(&mut daemon, one.short(characters)) else { panic!() };
    assert_eq!(refused.code, ErrorCode::Ambiguous);
}

#[test]
fn lists_are_paged_newest_first() {
    let mut daemon = Daemon::start();
    for number in 0..5 {
        daemon.record(&format!("The port of service number {number} differs."));
    }
    let mut request = ListRequest {
        place: Where::Everywhere,
        kind: None,
        standing: None,
        all_standings: false,
        said: SaidWithin::ANY,
        weakest: false,
        limit: 2,
        after: None,
    };
    let mut seen = Vec::new();
    loop {
        let Response::List(page) = daemon.call(Request::List(request.clone())) else { panic!() };
        seen.extend(page.memories.iter().map(|memory| memory.id));
        request.after = page.next;
        if page.next.is_none() {
            break;
        }
    }
    assert_eq!(seen.len(), 5);
    assert!(seen.is_sorted_by(|a, b| a > b));
}

#[test]
fn the_same_state_gives_the_same_brief() {
    let mut daemon = Daemon::start();
    let mut fact = daemon.draft("I work in Berlin time.");
    fact.caller = user();
    daemon.try_record(fact).unwrap();
    daemon.record("Run the linter before each commit.");
    let request = BriefRequest {
        caller: agent(),
        place: Where::Project("example.org/shop".to_owned()),
        task: "fix the linter".to_owned(),
        anchors: Vec::new(),
        tokens: Some(300),
        window: None,
        budget_us: 10_000_000,
    };
    let Response::Brief(one) = daemon.call(Request::Brief(request.clone())) else { panic!() };
    let Response::Brief(two) = daemon.call(Request::Brief(request)) else { panic!() };
    assert_eq!(one, two);
    assert!(one.text.contains("linter") && one.text.contains("Berlin"), "{}", one.text);
    assert!(one.tokens <= 300);
}

#[test]
fn the_weakest_come_first_and_a_persons_words_are_left_out() {
    let mut daemon = Daemon::start();
    let lines = [
        r#"{"id":"old","text":"The mailer retries thrice.","created_at":"2024-01-01"}"#,
        r#"{"id":"new","text":"The gateway is blue.","created_at":"2026-04-01"}"#,
    ];
    daemon.import(&lines, true);
    let mut draft = daemon.draft("Ask before deleting.");
    draft.caller.role = user().role;
    daemon.try_record(draft).unwrap();
    daemon.at("2026-05-01");
    let run = daemon.plan();
    daemon.apply(&run.run_id.to_string()).unwrap();
    let request = ListRequest {
        place: Where::Everywhere,
        kind: None,
        standing: None,
        all_standings: false,
        said: SaidWithin::ANY,
        weakest: true,
        limit: 9,
        after: None,
    };
    let Response::List(page) = daemon.call(Request::List(request)) else { panic!() };
    let found: Vec<_> = page.memories.iter().map(|memory| memory.external_id.as_deref()).collect();
    assert_eq!((found, page.next), (vec![Some("old"), Some("new")], None));
}

/// Asked as `request` is, changed by `ask`.
fn asked(daemon: &mut Daemon, query: &str, ask: impl Fn(&mut RecallRequest)) -> RecallAnswer {
    let mut request = RecallRequest {
        caller: agent(),
        place: Where::Everywhere,
        query: query.to_owned(),
        k: 8,
        budget_us: 10_000_000,
        history: false,
        said: SaidWithin::ANY,
        as_of: None,
        explain: false,
        tokens: None,
    };
    ask(&mut request);
    match daemon.call(Request::Recall(request)) {
        Response::Recall(answer) => answer,
        other => panic!("{other:?}"),
    }
}

fn texts_of(answer: &RecallAnswer) -> Vec<&str> {
    answer.hits.iter().map(|hit| hit.text.as_str()).collect()
}

#[test]
fn as_of_a_day_is_what_held_at_its_end() {
    let mut daemon = Daemon::start();
    let mut old = daemon.draft("The staging cluster runs Postgres 14.");
    old.valid_from = Some("2026-01-10T00:00:00Z".parse().unwrap());
    let old = daemon.try_record(old).unwrap();
    let mut new = daemon.draft("The staging cluster runs Postgres 16.");
    new.valid_from = Some("2026-03-01T12:00:00Z".parse().unwrap());
    new.supersedes = vec![old.id.to_string()];
    daemon.try_record(new).unwrap();
    let planned = daemon.plan().run_id.to_string();
    daemon.apply(&planned).unwrap();
    let mut wrong = daemon.draft("The staging cluster runs on a Raspberry Pi.");
    wrong.valid_from = Some("2026-01-10T00:00:00Z".parse().unwrap());
    let wrong = daemon.try_record(wrong).unwrap();
    let retracted = OrderKind::Retire { reason: RetireReason::Retracted };
    daemon.order(&wrong.id.to_string(), retracted).unwrap();
    let mut on = |day: &str| {
        let day = day.parse().unwrap();
        let answer = asked(&mut daemon, "staging cluster runs", |it| it.as_of = Some(day));
        texts_of(&answer).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(on("2026-01-09"), [""; 0]);
    assert_eq!(on("2026-01-10"), ["The staging cluster runs Postgres 14."]);
    assert_eq!(on("2026-02-28"), ["The staging cluster runs Postgres 14."]);
    assert_eq!(on("2026-03-01"), ["The staging cluster runs Postgres 16."]);
}

#[test]
fn what_was_no_longer_wanted_held_until_then() {
    let mut daemon = Daemon::start();
    let gone = daemon.record("The staging cluster is watched by Nagios.");
    daemon.at("2026-05-20T10:00:00Z");
    daemon
        .order(&gone.id.to_string(), OrderKind::Retire { reason: RetireReason::Unwanted })
        .unwrap();
    let mut on = |day: &str| {
        let day = day.parse().unwrap();
        let answer = asked(&mut daemon, "staging cluster", |it| it.as_of = Some(day));
        answer.hits.iter().map(|hit| hit.flags.clone()).collect::<Vec<_>>()
    };
    assert_eq!(on("2026-04-30"), [[]; 0]);
    assert_eq!(on("2026-05-19"), [[Flag::Retired]]);
    assert_eq!(on("2026-05-20"), [[]; 0]);
}

#[test]
fn a_hit_says_why_it_stands_where_it_stands_when_asked() {
    let mut daemon = Daemon::start();
    daemon.record("We rebuild the search index every night.");
    let plain = asked(&mut daemon, "rebuilding index", |_| {});
    assert_eq!(plain.hits[0].explanation, None);
    let answer = asked(&mut daemon, "rebuilding index", |it| it.explain = true);
    let explanation = answer.hits[0].explanation.as_ref().unwrap();
    let terms: Vec<&str> = explanation.terms.iter().map(|found| found.term.as_str()).collect();
    assert!(terms.contains(&"rebuild") && terms.contains(&"index"), "{terms:?}");
    assert!(explanation.terms.iter().map(|found| found.share_per_mille).sum::<u32>() <= 1_000);
    assert!(explanation.words_per_mille > 0 && explanation.likeness_per_mille > 0);
    assert!((1..=1_000).contains(&explanation.multiplier_per_mille));
}

#[test]
fn an_answer_says_when_nothing_relevant_is_known() {
    let mut daemon = Daemon::start();
    daemon.record("We rebuild the search index every night.");
    daemon.record("The deploy key is kept in the vault of the platform team.");
    let known = asked(&mut daemon, "when is the search index rebuilt", |_| {});
    assert!(!known.nothing_relevant && known.relevance_per_mille > 300, "{known:?}");
    let unknown = asked(&mut daemon, "which restaurant did Emma recommend last night", |_| {});
    assert!(unknown.nothing_relevant, "{unknown:?}");
}
