//! Cautions: triggers from the write to the answer, who is shown and who never is, budgets and deadlines.

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Anchor, Kind, RetireReason, Trigger};
use consolidate_shared::time::{SaidWithin, Timestamp};
use consolidate_shared::wire::v1::{
    CautionsAnswer, CautionsRequest, ErrorCode, Flag, Form, OnContextRequest, OrderKind,
    ReadRequest, RecallRequest, Record, Request, Response, Stage, Way, Where,
};

use super::harness::{Daemon, agent, user};
use crate::brief::{hit_bound, token_bound};

const SHOP: &str = "example.org/shop";

fn trigger(command: &str, error: &str, domain: &str) -> Trigger {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Trigger { command: some(command), error_pattern: some(error), domain: some(domain) }
}

fn asked(command: &str, error: &str) -> CautionsRequest {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    CautionsRequest {
        caller: agent(),
        place: Where::Project(SHOP.to_owned()),
        command: some(command),
        error: some(error),
        anchors: Vec::new(),
        k: 10,
        tokens: Some(2_000),
        window: None,
        budget_us: 10_000_000,
    }
}

impl Daemon {
    fn pitfall(&mut self, text: &str, trigger: Trigger) -> Record {
        Record { kind: Kind::Pitfall, trigger: Some(trigger), ..self.draft(text) }
    }

    fn keep(&mut self, text: &str, trigger: Trigger) -> MemoryId {
        let draft = self.pitfall(text, trigger);
        self.try_record(draft).unwrap().id
    }

    fn cautions(&mut self, request: CautionsRequest) -> CautionsAnswer {
        match self.call(Request::Cautions(request)) {
            Response::Cautions(answer) => *answer,
            other => panic!("{other:?}"),
        }
    }

    fn on_context(&mut self, domain: &str) -> CautionsAnswer {
        let request = OnContextRequest {
            caller: agent(),
            place: Where::Project(SHOP.to_owned()),
            domain: Some(domain.to_owned()),
            page: None,
            k: 10,
            tokens: None,
            window: None,
            budget_us: 10_000_000,
        };
        match self.call(Request::OnContext(request)) {
            Response::Cautions(answer) => *answer,
            other => panic!("{other:?}"),
        }
    }

    fn shown(&mut self, command: &str, error: &str) -> Vec<String> {
        texts(&self.cautions(asked(command, error)))
    }
}

fn texts(answer: &CautionsAnswer) -> Vec<String> {
    answer.cautions.iter().map(|caution| caution.text.clone()).collect()
}

#[test]
fn a_failure_calls_pitfalls_to_mind_the_most_exact_first_and_moves_nothing() {
    let mut daemon = Daemon::start();
    daemon.keep("Doc tests need nightly.", trigger("cargo test", "", ""));
    daemon.keep("Install lld first.", trigger("cargo test", "linker `lld` not found", ""));
    let mut tied = daemon.draft("The cart tests want a clock.");
    tied.kind = Kind::Pitfall;
    tied.anchors = vec!["src/cart.rs".parse().unwrap()];
    daemon.try_record(tied).unwrap();
    let before = daemon.view().generation();
    let mut request = asked("cargo test --all", "error: linker 'lld' not found (code 1)");
    request.anchors = vec!["/home/me/shop/src/cart.rs:3".parse().unwrap()];
    let answer = daemon.cautions(request.clone());
    let expected =
        ["Install lld first.", "Doc tests need nightly.", "The cart tests want a clock."];
    assert_eq!(texts(&answer), expected);
    assert_eq!(answer.cautions[0].matched, [Way::Error, Way::Command]);
    assert_eq!(answer.text.lines().count(), 4);
    assert!(
        answer.text.starts_with("Cautions noted") && token_bound(&answer.text) <= answer.tokens
    );
    assert_eq!(daemon.shown("cargo test", "something else"), ["Doc tests need nightly."]);
    assert_eq!(daemon.shown("cargo build", "other"), [""; 0]);
    assert_eq!(daemon.cautions(request).text, answer.text);
    assert_eq!(daemon.view().generation(), before);
    assert_eq!(daemon.texts("lld not found").first().unwrap(), "Install lld first.");
}

#[test]
fn nobody_is_shown_who_is_elsewhere_or_no_longer_holds() {
    let mut daemon = Daemon::start();
    let on = || trigger("make seed", "", "");
    let retired = daemon.keep("The seed hangs behind the proxy.", on()).to_string();
    let replaced = daemon.keep("The seed wants Postgres 12.", on()).to_string();
    let newer = daemon.keep("The seed fails on a used schema.", trigger("make drop", "", ""));
    let mut elsewhere = daemon.pitfall("The seed of another shop is slow.", on());
    elsewhere.caller.project = Some("example.org/other".to_owned());
    daemon.try_record(elsewhere).unwrap();
    let mut over = daemon.pitfall("The seed needs the old flag.", on());
    over.valid_until = Some("2026-04-01".parse::<Timestamp>().unwrap());
    daemon.try_record(over).unwrap();
    let mut fact = daemon.draft("The seed takes a minute.");
    fact.anchors = vec!["command:make seed".parse().unwrap()];
    daemon.try_record(fact).unwrap();
    let mut candidate = daemon.pitfall("The seed eats the cart table.", on());
    candidate.candidate = true;
    daemon.try_record(candidate).unwrap();
    let mut everywhere = daemon.pitfall("A seed script is run once.", on());
    everywhere.caller.project = None;
    daemon.try_record(everywhere).unwrap();
    daemon.order(&retired, OrderKind::Retire { reason: RetireReason::Retracted }).unwrap();
    let successor = newer.to_string();
    daemon.order(&replaced, OrderKind::SupersededBy { successor }).unwrap();
    let answer = daemon.cautions(asked("make seed", ""));
    let expected = ["A seed script is run once.", "The seed eats the cart table."];
    assert_eq!(texts(&answer), expected);
    assert_eq!(answer.cautions[1].flags, [Flag::Unverified]);
    assert!(answer.text.contains("cart table. [UNVERIFIED] [mem_"), "{}", answer.text);
    daemon.order(&retired, OrderKind::Revive).unwrap();
    assert_eq!(daemon.shown("make seed", "").len(), 3);
    daemon.undo(None).unwrap();
    assert_eq!(daemon.shown("make seed", "").len(), 2);
}

#[test]
fn a_domain_holds_what_is_below_it_and_nothing_beside_it() {
    let mut daemon = Daemon::start();
    daemon.keep("The docs are behind a login.", trigger("", "", "example.org"));
    daemon.keep("The form loses its focus.", trigger("", "", "forms.example.org"));
    let below = daemon.on_context("https://docs.example.org/api");
    assert_eq!(texts(&below), ["The docs are behind a login."]);
    assert_eq!(below.cautions[0].matched, [Way::Domain]);
    assert_eq!(
        daemon.on_context("forms.example.org").cautions[0].text,
        "The form loses its focus."
    );
    assert!(daemon.on_context("notexample.org").cautions.is_empty());
    assert_eq!(daemon.on_context("notexample.org").text, "");
}

#[test]
fn what_does_not_fit_the_budget_or_the_number_is_left_out_and_counted() {
    let mut daemon = Daemon::start();
    for number in ["one", "two", "three", "four", "five"] {
        daemon.keep(&format!("Pitfall {number} of this command."), trigger("make", "", ""));
    }
    let long = "long ".repeat(1_000);
    daemon.keep(&long, trigger("make all", "", ""));
    let ask = |tokens, window, k| CautionsRequest { tokens, window, k, ..asked("make all", "") };
    let all = daemon.cautions(ask(Some(9_000), None, 10));
    assert_eq!((all.cautions.len(), all.left_out), (6, 0));
    let few = daemon.cautions(ask(Some(100), None, 10));
    assert!(few.tokens <= 100 && !few.cautions.is_empty());
    assert_eq!(few.cautions.len() as u32 + few.left_out, 6);
    assert!(!few.text.contains("long long"), "no line is cut");
    let none = daemon.cautions(ask(Some(0), None, 10));
    assert_eq!((none.text.as_str(), none.tokens, none.left_out), ("", 0, 6));
    let two = daemon.cautions(ask(Some(9_000), None, 2));
    assert_eq!((two.cautions.len(), two.left_out), (2, 4));
    assert_eq!(daemon.cautions(ask(None, Some(100_000), 10)).budget, 999);
    assert_eq!(daemon.cautions(ask(None, None, 10)).budget, 327);
    let mut late = ask(None, None, 10);
    late.budget_us = 0;
    let late = daemon.cautions(late);
    assert_eq!((late.coverage.cut, late.cautions.len()), (Some(Stage::Arrival), 0));
}

#[test]
fn a_trigger_is_bounded_screened_and_comes_back_from_an_export() {
    let mut daemon = Daemon::start();
    let secret = format!("{}_{}", "ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let error = format!("  denied for\r\n{secret} ");
    let draft = daemon.pitfall("Renew the token.", trigger(" gh  pr ", &error, "example.org"));
    let recorded = daemon.try_record(draft).unwrap();
    assert!(recorded.redacted.iter().any(|it| it.starts_with("trigger:")), "{recorded:?}");
    let id = recorded.id.to_string();
    let read = |daemon: &mut Daemon| {
        let request = ReadRequest { caller: user(), memory: id.clone() };
        match daemon.call(Request::Read(request)) {
            Response::Memory(memory) => memory.trigger.unwrap(),
            other => panic!("{other:?}"),
        }
    };
    let kept = read(&mut daemon);
    assert_eq!(kept.command.as_deref(), Some("gh  pr"));
    assert!(kept.error_pattern.as_deref().unwrap().starts_with("denied for\n[redacted:"));
    let shown = daemon.show("1", Form::Text);
    assert!(shown.contains("+trigger: command gh  pr\n+trigger: error denied for"), "{shown}");
    let export = daemon.export(false);
    assert!(!export.join("\n").contains(&secret));
    let mut other = Daemon::start();
    let lines: Vec<&str> = export.iter().map(String::as_str).collect();
    assert_eq!(other.import(&lines, true).added, 1);
    assert_eq!(read(&mut other), kept);
    assert_eq!(other.export(false), export);
    assert_eq!(other.on_context("example.org").cautions.len(), 1);
    // What failed holds the secret as it is, and fits all the same.
    let failed = other.cautions(asked("gh pr create", &format!("gh: denied for\n{secret}")));
    assert_eq!(failed.cautions.len(), 1);
    assert_eq!(other.cautions(asked("gh pr create", "gh: denied for nobody")).cautions.len(), 0);
}

#[test]
fn an_anchor_keeps_no_credential_and_is_met_with_one() {
    let mut daemon = Daemon::start();
    let anchor = |text: &str| text.parse::<Anchor>().unwrap();
    let mut draft = daemon.draft("The form loses its input.");
    draft.kind = Kind::Pitfall;
    draft.anchors = vec![anchor("page:https://me:word@example.org/form")];
    let recorded = daemon.try_record(draft).unwrap();
    assert_eq!(recorded.redacted, [""; 0]);
    let row = r#"{"text":"So does this one.","kind":"pitfall","project":"example.org/shop","anchors":["page:https://you:word@example.org/form"]}"#;
    assert_eq!(daemon.import(&[row], true).added, 1);
    let export = daemon.export(false).join("\n");
    assert!(export.matches("page:https://example.org/form").count() == 2, "{export}");
    assert!(!export.contains("word@"), "{export}");
    let mut failed = asked("", "");
    failed.anchors = vec![anchor("page:https://other:word@example.org/form")];
    assert_eq!(daemon.cautions(failed).cautions.len(), 2);
}

#[test]
fn a_trigger_that_would_never_surface_or_always_is_refused() {
    let mut daemon = Daemon::start();
    let long = "x".repeat(3_000);
    for (trigger, word) in [
        (trigger("CI=1", "", ""), "no program"),
        (trigger("", "404", ""), "hardly a word"),
        (trigger("", "", "//"), "names nothing"),
        (trigger(&long, "", ""), "2048"),
        (trigger("", &long, ""), "2048"),
        (trigger("", "", &long), "512"),
        (trigger("a\nb", "", ""), "U+000A"),
        (trigger("", "a\u{1b}b", ""), "U+001B"),
    ] {
        let draft = daemon.pitfall("A pitfall.", trigger);
        let refused = daemon.try_record(draft).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
        assert!(refused.message.contains(word), "{refused:?}");
    }
    let mut fact = daemon.pitfall("A fact.", trigger("make", "", ""));
    fact.kind = Kind::Fact;
    assert!(daemon.try_record(fact).unwrap_err().message.contains("fact"));
    // A row is refused as a record is. An export is restored as it is; such a trigger calls nothing to mind.
    let row = r#"{"text":"An old one.","kind":"pitfall","project":"example.org/shop","trigger":{"error_pattern":"404"}}"#;
    assert_eq!(daemon.import(&[row], true).bad_count, 1);
    let header = r#"{"consolidate_export":1,"rulings":true}"#;
    assert_eq!(daemon.import(&[header, row], true).added, 1);
    assert!(daemon.shown("", "error 404").is_empty());
    let nothing = Request::Cautions(asked("", " "));
    assert!(matches!(daemon.call(nothing), Response::Refused(it) if it.code == ErrorCode::Invalid));
}

#[test]
fn hits_that_do_not_fit_the_tokens_are_left_out_whole_and_counted() {
    let mut daemon = Daemon::start();
    daemon.record(&format!("The port of the gateway is 8080. {}", "It listens there. ".repeat(60)));
    daemon.record("The port of the mailer is 25.");
    daemon.record("The port of the cache is 6379, and it is closed from outside.");
    let mut ask = |tokens| {
        let request = RecallRequest {
            caller: agent(),
            place: Where::Project(SHOP.to_owned()),
            query: "port".to_owned(),
            k: 10,
            budget_us: 10_000_000,
            history: false,
            said: SaidWithin::ANY,
            tokens,
            as_of: None,
            explain: false,
        };
        match daemon.call(Request::Recall(request)) {
            Response::Recall(answer) => answer,
            other => panic!("{other:?}"),
        }
    };
    let all = ask(None);
    assert_eq!((all.hits.len(), all.left_out), (3, 0));
    let every = all.hits.iter().map(hit_bound).sum();
    assert_eq!(ask(Some(every)).left_out, 0);
    for tokens in [0, 60, 120, 200, 400, every - 1] {
        let some = ask(Some(tokens));
        assert!(some.hits.iter().map(hit_bound).sum::<u32>() <= tokens, "{tokens}");
        assert_eq!(some.hits.len() as u32 + some.left_out, 3);
        assert!(some.hits.iter().all(|hit| all.hits.contains(hit)), "none is cut");
    }
    let mut bounds: Vec<u32> = all.hits.iter().map(hit_bound).collect();
    bounds.sort_unstable();
    // The two smaller ones, and the line that tells of the third.
    let two = bounds.iter().take(2).sum::<u32>() + 30;
    assert!(two < every);
    assert_eq!(ask(Some(two)).hits.len(), 2, "a later one fits where an earlier one does not");
}
