//! History, why, graph and the narrowed log, through the engine.

use consolidate_shared::plan::PassKind;
use consolidate_shared::wire::v1::{
    AnswerKind, AnswerRequest, ErrorCode, GraphFormat, GraphRequest, GraphScope, HistoryAnswer,
    HistoryRequest, LogRequest, LogRow, OrderKind, PlanRequest, Refused, Request, Response,
    ReviewsRequest, Where, WhyAnswer, WhyRequest,
};

use super::harness::{Daemon, agent, user};

const BUMPS: [&str; 4] = [
    r#"{"id":"b1","text":"Bump aasm from 5.0.2 to 5.0.3","project":"example.org/shop","created_at":"2026-01-01"}"#,
    r#"{"id":"b2","text":"Bump aasm from 5.0.3 to 5.0.4","project":"example.org/shop","created_at":"2026-01-02","rationale":"security"}"#,
    r#"{"id":"b3","text":"Bump aasm from 5.0.4 to 5.0.5","project":"example.org/shop","created_at":"2026-01-03"}"#,
    r#"{"id":"b4","text":"Bump aasm from 5.0.5 to 5.0.6","project":"example.org/shop","created_at":"2026-01-04"}"#,
];

const TWINS: [&str; 2] = [
    r#"{"id":"a","text":"We use Postgres as the main database.","project":"example.org/shop","created_at":"2026-01-01"}"#,
    r#"{"id":"b","text":"Postgres is our main database.","project":"example.org/shop","created_at":"2026-01-02"}"#,
];

impl Daemon {
    fn why(&mut self, memory: &str) -> Result<WhyAnswer, Refused> {
        let request = WhyRequest { caller: agent(), memory: memory.to_owned(), from: 0 };
        match self.call(Request::Why(request)) {
            Response::Why(answer) => Ok(*answer),
            Response::Refused(refused) => Err(refused),
            other => panic!("{other:?}"),
        }
    }

    fn history_page(&mut self, memory: &str, after: Option<u64>, limit: u32) -> HistoryAnswer {
        let request = HistoryRequest { caller: agent(), memory: memory.to_owned(), after, limit };
        match self.call(Request::History(request)) {
            Response::History(answer) => *answer,
            other => panic!("{other:?}"),
        }
    }

    fn history(&mut self, memory: &str) -> HistoryAnswer {
        self.history_page(memory, None, 200)
    }

    fn graph(&mut self, scope: GraphScope, limit: u32) -> (String, Option<String>) {
        let format = GraphFormat::Dot;
        let request = GraphRequest { caller: agent(), scope, format, limit };
        match self.call(Request::Graph(request)) {
            Response::Graph(answer) => (answer.text, answer.cut),
            other => panic!("{other:?}"),
        }
    }

    fn log_of(&mut self, pass: Option<PassKind>, memory: Option<&str>) -> Vec<LogRow> {
        let memory = memory.map(str::to_owned);
        let request = LogRequest { caller: agent(), limit: 50, before: None, pass, memory };
        match self.call(Request::LogOf(request)) {
            Response::Log(rows) => rows,
            other => panic!("{other:?}"),
        }
    }

    fn consolidated(lines: &[&str]) -> (Self, String) {
        let mut daemon = Self::start();
        daemon.import(lines, true);
        let passes = vec![PassKind::Conflict, PassKind::Merge, PassKind::Supersede];
        let run = match daemon.call(Request::Plan(PlanRequest { passes })) {
            Response::Planned(planned) => planned.run_id.to_string(),
            other => panic!("{other:?}"),
        };
        daemon.apply(&run).unwrap();
        (daemon, run)
    }
}

fn names(answer: &WhyAnswer) -> Vec<&str> {
    answer.steps.iter().filter_map(|step| step.external_id.as_deref()).collect()
}

fn kinds(answer: &HistoryAnswer) -> Vec<&str> {
    answer.entries.iter().map(|entry| entry.kind.as_str()).collect()
}

#[test]
fn any_member_of_a_chain_tells_all_of_it_and_why() {
    let (mut daemon, _) = Daemon::consolidated(&BUMPS);
    for asked in ["b1", "b2", "b4"] {
        let answer = daemon.why(asked).unwrap();
        assert_eq!((names(&answer), answer.total), (vec!["b1", "b2", "b3", "b4"], 4));
        let found = answer.steps.iter().find(|step| step.asked).unwrap();
        assert_eq!(found.external_id.as_deref(), Some(asked));
    }
    let answer = daemon.why("b2").unwrap();
    assert!(answer.merged.is_empty() && answer.next.is_none() && !answer.cut && !answer.tangled);
    let first = answer.steps.first().unwrap();
    assert_eq!((first.link.as_ref(), first.standing.as_str()), (None, "retired"));
    for step in answer.steps.iter().skip(1) {
        let link = step.link.as_ref().unwrap();
        assert_eq!(
            (link.rule.as_deref(), link.kind.as_deref()),
            (Some("S4"), Some("pass supersede"))
        );
        assert_eq!(link.entry, Some(2));
        assert!(link.overlap.is_some());
    }
    assert_eq!(answer.steps.last().unwrap().standing, "active");
    assert_eq!(answer.steps[1].rationale.as_deref(), Some("security"));
}

#[test]
fn links_by_hand_and_of_imports_say_so() {
    let mut daemon = Daemon::start();
    let linked = BUMPS[1].replace("}", r#","supersedes":["b1"]}"#);
    daemon.import(&[BUMPS[0], &linked, TWINS[0]], true);
    let order = OrderKind::SupersededBy { successor: "a".to_owned() };
    daemon.order("b2", order).unwrap();
    let answer = daemon.why("b2").unwrap();
    let says: Vec<_> =
        answer.steps.iter().filter_map(|step| Some(step.link.as_ref()?.why.as_str())).collect();
    assert_eq!(says, ["linked at import", "linked by hand"]);
    assert_eq!(answer.steps[2].link.as_ref().unwrap().by.as_deref(), Some("agent:coder"));
}

#[test]
fn an_accepted_question_keeps_the_rule_that_asked() {
    let slot = [
        r#"{"id":"c","text":"using poetry for dependency management","slot":"package-manager","project":"example.org/shop","created_at":"2026-01-03"}"#,
        r#"{"id":"d","text":"switched to uv because of CI install time","slot":"package-manager","project":"example.org/shop","created_at":"2026-01-04"}"#,
    ];
    let mut daemon = Daemon::start();
    daemon.import(&slot, true);
    daemon.order("c", OrderKind::Pin).unwrap();
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    let request = ReviewsRequest {
        place: Where::Everywhere,
        pass: None,
        limit: 1,
        offset: 0,
        snoozed: false,
    };
    let Response::Reviews(page) = daemon.call(Request::Reviews(request)) else { panic!() };
    let (item, only, note) = (page.items[0].id.to_string(), Vec::new(), None);
    let answer = AnswerRequest { caller: user(), item, answer: AnswerKind::Accept, only, note };
    let answered = daemon.call(Request::Answer(Box::new(answer)));
    let why = daemon.why("d").unwrap();
    let link = why.steps.iter().find_map(|step| step.link.clone());
    let link = link.unwrap_or_else(|| panic!("{answered:?} {why:?}"));
    assert!(link.why.starts_with("accepted by a person: slot: both answer"), "{}", link.why);
    assert_eq!((link.rule.as_deref(), link.kind.as_deref()), (Some("slot"), Some("review")));
}

#[test]
fn the_history_of_a_merged_memory_is_that_of_both() {
    let (mut daemon, run) = Daemon::consolidated(&TWINS);
    let read = |daemon: &mut Daemon, name: &str| daemon.history(name);
    let (one, other) = (read(&mut daemon, "a"), read(&mut daemon, "b"));
    assert_eq!(one.memory, other.memory);
    assert_eq!((one.ids.len(), kinds(&one)), (2, vec!["import", "pass merge"]));
    assert_eq!(other.merged.len(), 2, "{:?}", other.merged);
    assert_eq!(other.merged.last(), Some(&other.memory));
    let merge = one.entries.last().unwrap();
    assert_eq!((merge.run.map(|run| run.to_string()), merge.changes.len()), (Some(run.clone()), 2));
    let all = format!("{:?}", merge.changes);
    assert!(
        all.contains("wordings: Postgres is our main database.") && all.contains("T1:"),
        "{all}"
    );
    // Taken back, they are two again, and the undo belongs to each of them.
    daemon.undo(Some(&run)).unwrap();
    let parted = daemon.history("b");
    assert!(parted.merged.is_empty() && parted.ids.len() == 1);
    assert_eq!(kinds(&parted), ["import", "pass merge", "undo 2"]);
    assert_eq!(parted.entries[1].undone_by, Some(3));
}

#[test]
fn an_id_that_was_folded_tells_of_what_it_became() {
    let mut daemon = Daemon::start();
    let kept = daemon.record("The cache is warmed at start.").id;
    let folded = daemon.record("The cache is warmed at start.").id;
    let answer = daemon.history(&folded.to_string());
    assert_eq!((answer.memory, answer.merged), (kept, vec![folded, kept]));
    assert_eq!(answer.entries.len(), 2);
    let why = daemon.why(&folded.to_string()).unwrap();
    assert_eq!((why.memory, why.total), (kept, 1));
}

#[test]
fn a_memory_that_has_left_the_store_still_has_its_history() {
    let mut daemon = Daemon::start();
    let gone = daemon.record("Sessions live for an hour.").id.to_string();
    daemon.undo(None).unwrap();
    let answer = daemon.history(&gone);
    assert_eq!((answer.standing.as_str(), kinds(&answer)), ("removed", vec!["write", "undo 1"]));
    assert_eq!(daemon.why(&gone).unwrap_err().code, ErrorCode::NotFound);
    assert_eq!(daemon.why("nothing").unwrap_err().code, ErrorCode::NotFound);
}

#[test]
fn a_history_comes_in_pages_without_gaps() {
    let mut daemon = Daemon::start();
    let id = daemon.record("Builds run on the small machine.").id.to_string();
    for _ in 0..3 {
        daemon.order(&id, OrderKind::Pin).unwrap();
        daemon.order(&id, OrderKind::Unpin).unwrap();
    }
    let whole: Vec<u64> =
        daemon.history(&id).entries.iter().map(|entry| entry.generation).collect();
    assert_eq!(whole, (1..=7).collect::<Vec<_>>());
    let (mut paged, mut after) = (Vec::new(), None);
    loop {
        let page = daemon.history_page(&id, after, 2);
        paged.extend(page.entries.iter().map(|entry| entry.generation));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(paged, whole);
}

#[test]
fn the_log_is_narrowed_to_a_pass_and_to_a_memory() {
    let lines: Vec<&str> = BUMPS.iter().chain(&TWINS).copied().collect();
    let (mut daemon, _) = Daemon::consolidated(&lines);
    daemon.order("b4", OrderKind::Pin).unwrap();
    let kinds = |rows: Vec<LogRow>| rows.into_iter().map(|row| row.kind).collect::<Vec<_>>();
    assert_eq!(kinds(daemon.log_of(Some(PassKind::Merge), None)), ["pass merge"]);
    assert_eq!(kinds(daemon.log_of(Some(PassKind::Conflict), None)), [] as [&str; 0]);
    assert_eq!(kinds(daemon.log_of(None, Some("b4"))), ["write", "pass supersede", "import"]);
    let both = daemon.log_of(Some(PassKind::Supersede), Some("b4"));
    assert_eq!(kinds(both), ["pass supersede"]);
    assert_eq!(kinds(daemon.log_of(Some(PassKind::Merge), Some("b4"))), [] as [&str; 0]);
    let rows = daemon.log_of(None, None);
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[0].summary, "1 memory: 1 edit: Bump aasm from 5.0.5 to 5.0.6");
    assert!(rows[3].summary.ends_with(" / …"), "{}", rows[3].summary);
}

#[test]
fn drawings_reach_as_far_as_they_are_told() {
    let lines: Vec<&str> = BUMPS.iter().chain(&TWINS).copied().collect();
    let (mut daemon, _) = Daemon::consolidated(&lines);
    let around = |memory: &str, depth| GraphScope::Around { memory: memory.to_owned(), depth };
    let (text, cut) = daemon.graph(around("b2", 9), 100);
    assert_eq!((text.matches("replaced by").count(), cut), (3, None));
    let (text, cut) = daemon.graph(around("b2", 1), 100);
    assert_eq!(text.matches("replaced by").count(), 2);
    assert!(cut.unwrap().contains("--depth"));
    let (text, cut) = daemon.graph(around("b2", 9), 2);
    assert_eq!(text.matches("replaced by").count(), 1);
    assert!(cut.unwrap().contains("--limit"));
    // From the survivor to what was merged into it, and back: the same drawing.
    let (text, _) = daemon.graph(around("a", 9), 100);
    assert_eq!(text.matches("merged into").count(), 1);
    assert_eq!(daemon.graph(around("b", 9), 100).0, text);
    let place = |key: &str| GraphScope::Place(Where::Project(key.to_owned()));
    let (text, cut) = daemon.graph(place("example.org/shop"), 100);
    assert_eq!((text.matches(" -> ").count(), cut), (4, None));
    assert_eq!(daemon.graph(place("example.org/other"), 100).0.matches(" -> ").count(), 0);
    assert_eq!(daemon.graph(GraphScope::Place(Where::Everywhere), 100).0, text);
}
