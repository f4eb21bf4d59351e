//! Whatever is undone in the reverse order of its making can be undone, and each step restores the store but for rulings;
//! redone in the order of its making, all is as it was, rulings too.

use consolidate_shared::change::{Edit, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::model::{RetireReason, Signal, Standing};
use consolidate_shared::plan::PassKind;
use consolidate_shared::wire::v1::{
    AnswerKind, AnswerRequest, ErrorCode, Order, OrderKind, ReadRequest, Request, Response,
    ReviewsRequest, Where,
};
use proptest::prelude::*;
use proptest::sample::select;

use super::harness::{Daemon, agent, feedback, user};

/// Two tools of one family, asked about, and others that are marked, merged and replaced.
const TEXTS: [&str; 8] = [
    "using cmake for sessions",
    "using bazel for sessions",
    "always use cmake in billing",
    "never use cmake in billing",
    "We use Postgres as the main database",
    "Postgres is our main database, we use it",
    "using poetry for dependency management",
    "switched to uv instead of poetry because of CI install time",
];

#[derive(Debug, Clone)]
pub(super) enum Step {
    Record(usize),
    /// Plans and applies.
    Run,
    Answer(usize, u8),
    /// So many days go by.
    Later(u8),
    Order(usize, u8),
    Evidence(usize, Signal),
    Undo,
    Redo,
}

pub(super) fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..TEXTS.len()).prop_map(Step::Record),
        4 => Just(Step::Run),
        6 => (any::<usize>(), any::<u8>()).prop_map(|(place, how)| Step::Answer(place, how)),
        3 => (1_u8..12).prop_map(Step::Later),
        2 => (any::<usize>(), any::<u8>()).prop_map(|(place, how)| Step::Order(place, how)),
        1 => (any::<usize>(), select(vec![Signal::Confirm, Signal::Harmed]))
            .prop_map(|(place, signal)| Step::Evidence(place, signal)),
        2 => Just(Step::Undo),
        1 => Just(Step::Redo),
    ]
}

/// A daemon, its day, and what it was told.
pub(super) struct History {
    pub(super) daemon: Daemon,
    day: u32,
    known: Vec<MemoryId>,
}

impl History {
    pub(super) fn start() -> Self {
        Self { daemon: Daemon::start(), day: 0, known: Vec::new() }
    }

    fn later(&mut self, days: u32) {
        self.day += days;
        let (month, day) = (5 + self.day / 28, 1 + self.day % 28);
        self.daemon.at(&format!("2026-{month:02}-{day:02}T10:00:00Z"));
    }

    fn run(&mut self) {
        let run = self.daemon.plan().run_id.to_string();
        self.daemon.apply(&run).unwrap();
    }

    fn items(&mut self) -> Vec<String> {
        let request = ReviewsRequest {
            place: Where::Everywhere,
            pass: None,
            limit: 50,
            offset: 0,
            snoozed: false,
        };
        match self.daemon.call(Request::Reviews(request)) {
            Response::Reviews(page) => page.items.iter().map(|item| item.id.to_string()).collect(),
            other => panic!("{other:?}"),
        }
    }

    fn answer(&mut self, item: &str, answer: AnswerKind) -> bool {
        let (item, only, note) = (item.to_owned(), Vec::new(), None);
        let request = AnswerRequest { caller: user(), item, answer, only, note };
        matches!(self.daemon.call(Request::Answer(Box::new(request))), Response::Answered(_))
    }

    pub(super) fn undo(&mut self, id: Option<u64>) -> Result<String, (ErrorCode, String)> {
        let id = id.map(|id| id.to_string());
        let done = self.daemon.committed(Request::Undo { caller: user(), id });
        done.map_err(|refused| (refused.code, refused.message))
    }

    pub(super) fn redo(&mut self, id: Option<u64>) -> Result<String, (ErrorCode, String)> {
        let id = id.map(|id| id.to_string());
        let done = self.daemon.committed(Request::Redo { caller: user(), id });
        done.map_err(|refused| (refused.code, refused.message))
    }

    /// Whether nothing was done since the last undo.
    fn went_back(&self) -> bool {
        let view = self.daemon.view();
        let last = view.entry(view.generation()).unwrap();
        last.is_some_and(|it| matches!(it.kind, EntryKind::Undo(_) | EntryKind::Redo(_)))
    }

    pub(super) fn take(&mut self, step: &Step) {
        match step {
            Step::Record(text) => {
                let id = self.daemon.record(TEXTS[*text]).id;
                self.known.push(id);
            }
            Step::Run => self.run(),
            Step::Later(days) => self.later(u32::from(*days)),
            Step::Answer(place, how) => {
                let items = self.items();
                let Some(item) = items.get(place % items.len().max(1)) else { return };
                let answer = match how % 5 {
                    0 => AnswerKind::Accept,
                    1 => AnswerKind::Reject,
                    2 => AnswerKind::Distinct,
                    _ => AnswerKind::SnoozeDays { days: 1 + u32::from(how % 9) },
                };
                self.answer(item, answer);
            }
            Step::Order(place, how) => {
                let Some(id) = self.known.get(place % self.known.len().max(1)) else { return };
                let kind = match how % 4 {
                    0 => OrderKind::Pin,
                    1 => OrderKind::Unpin,
                    2 => OrderKind::Retire { reason: RetireReason::Unwanted },
                    _ => OrderKind::Revive,
                };
                let order = Order { caller: user(), memory: id.to_string(), kind, note: None };
                // What was undone is not there to be ordered about.
                drop(self.daemon.committed(Request::Order(order)));
            }
            Step::Evidence(place, signal) => {
                let Some(id) = self.known.get(place % self.known.len().max(1)) else { return };
                self.daemon.call(Request::Feedback(feedback(user(), &id.to_string(), *signal)));
            }
            Step::Undo => drop(self.undo(None)),
            // What is redone over something newer is not the last that was done.
            Step::Redo if self.went_back() => drop(self.redo(None)),
            Step::Redo => {}
        }
    }
}

/// Undoes an entry, and before it whatever a refusal says is to be undone first.
fn undo_as_told(history: &mut History, entry: u64) -> Result<(), TestCaseError> {
    let by_person = |id: &str| Request::Undo { caller: user(), id: Some(id.to_owned()) };
    let Err(refused) = history.daemon.committed(by_person(&entry.to_string())) else {
        return Ok(());
    };
    if refused.code != ErrorCode::Stale {
        return Ok(());
    }
    let hint = refused.hint.unwrap_or_default();
    for line in hint.lines().skip(1) {
        let id = line.trim().strip_prefix("consolidate undo ");
        let id = id.ok_or_else(|| TestCaseError::fail(format!("no command: {line}")))?;
        let undone = history.daemon.committed(by_person(id));
        undone.map_err(|refused| {
            TestCaseError::fail(format!("{entry}: {hint}\n{id}: {}", refused.message))
        })?;
    }
    let view = history.daemon.view();
    prop_assert!(view.undone_by(Generation(entry)).unwrap().is_some(), "{entry}: {hint}");
    Ok(())
}

/// Undoes all, one step at a time, and does all of it again.
fn there_and_back(history: &mut History) -> Result<(), TestCaseError> {
    let end = history.daemon.export(false);
    let mut states = vec![history.daemon.export(true)];
    loop {
        match history.undo(None) {
            Ok(_) => states.push(history.daemon.export(true)),
            Err((ErrorCode::NotFound, _)) => break,
            Err((_, message)) => return Err(TestCaseError::fail(message)),
        }
    }
    prop_assert!(
        states.last().is_some_and(|lines| lines.len() <= 1),
        "all is undone: {:?}",
        states.last()
    );
    states.pop();
    while let Some(before) = states.pop() {
        history.redo(None).map_err(|(_, message)| TestCaseError::fail(message))?;
        prop_assert_eq!(history.daemon.export(true), before);
    }
    prop_assert_eq!(history.daemon.export(false), end);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_history_is_undone_from_its_end_and_redone_from_its_beginning(
        steps in proptest::collection::vec(step(), 1..24)
    ) {
        let mut history = History::start();
        for step in &steps {
            history.take(step);
        }
        there_and_back(&mut history)?;
    }

    #[test]
    fn what_a_refused_undo_names_can_be_undone_in_that_order_and_then_it(
        steps in proptest::collection::vec(step(), 1..16),
        entries in proptest::collection::vec(1_u64..12, 1..5),
    ) {
        let mut history = History::start();
        for step in &steps {
            history.take(step);
        }
        for entry in entries {
            undo_as_told(&mut history, entry)?;
        }
    }

    #[test]
    fn questions_snoozed_over_and_over_are_undone_too(
        steps in proptest::collection::vec((0_u8..4, 1_u8..12), 1..12)
    ) {
        let mut history = History::start();
        history.take(&Step::Record(0));
        history.take(&Step::Record(1));
        for (what, days) in steps {
            match what {
                0 => history.take(&Step::Answer(0, 4)),
                1 => history.take(&Step::Undo),
                _ => {
                    history.later(u32::from(days));
                    history.run();
                }
            }
        }
        there_and_back(&mut history)?;
    }
}

#[test]
fn a_run_applied_again_after_its_undo_is_redone_as_it_was_last() {
    let mut history = History::start();
    for text in [6, 7] {
        history.take(&Step::Record(text));
    }
    let run = history.daemon.plan().run_id.to_string();
    for id in [Some(run.clone()), None] {
        for _ in 0..2 {
            history.daemon.apply(&run).unwrap();
            let undo = Request::Undo { caller: user(), id: Some(run.clone()) };
            history.daemon.committed(undo).unwrap();
        }
        history.daemon.committed(Request::Redo { caller: user(), id }).unwrap();
        history.undo(None).unwrap();
    }
}

#[test]
fn a_run_that_demotes_one_side_and_closes_its_question_is_redone() {
    let mut history = History::start();
    let harmed = Step::Evidence(0, Signal::Harmed);
    for step in [Step::Record(1), Step::Record(0), Step::Run, harmed, Step::Run] {
        history.take(&step);
    }
    there_and_back(&mut history).unwrap();
}

#[test]
fn a_snooze_is_undone_after_the_question_that_came_back() {
    let mut history = History::start();
    for step in [Step::Record(0), Step::Record(1), Step::Run] {
        history.take(&step);
    }
    let asked = history.items();
    assert_eq!(asked.len(), 1);
    assert!(history.answer(&asked[0], AnswerKind::SnoozeDays { days: 10 }));
    assert!(history.items().is_empty());
    history.later(11);
    history.run();
    assert_eq!(history.items(), asked);
    history.undo(None).unwrap();
    assert!(history.items().is_empty());
    history.undo(None).unwrap();
    assert_eq!(history.items(), asked, "the snooze is undone: the question is open");
    there_and_back(&mut history).unwrap();
}

#[test]
fn what_somebody_ruled_since_still_has_to_be_undone_first() {
    let mut history = History::start();
    for step in [Step::Record(0), Step::Record(1), Step::Run] {
        history.take(&step);
    }
    let asked = history.items();
    assert!(history.answer(&asked[0], AnswerKind::SnoozeDays { days: 10 }));
    let snooze = history.daemon.view().generation().0;
    history.later(11);
    history.run();
    assert!(history.answer(&asked[0], AnswerKind::Reject));
    let (code, message) = history.undo(Some(snooze)).unwrap_err();
    assert_eq!(code, ErrorCode::Stale, "{message}");
    there_and_back(&mut history).unwrap();
}

#[test]
fn what_was_used_since_is_undone_all_the_same_and_its_use_is_kept() {
    let mut daemon = Daemon::start();
    let id = daemon.record("The port is 8080").id.to_string();
    let read = |daemon: &mut Daemon| {
        let request = ReadRequest { caller: agent(), memory: id.clone() };
        match daemon.call(Request::Read(request)) {
            Response::Memory(memory) => Some(memory.evidence.opened),
            _ => None,
        }
    };
    read(&mut daemon).unwrap();
    // Writes the use that was noted with it.
    daemon.record("something that is written with the use that was noted");
    assert_eq!(read(&mut daemon), Some(1));
    daemon.undo(None).unwrap();
    daemon.undo(None).unwrap();
    assert_eq!(read(&mut daemon), None);
    daemon.redo(None).unwrap();
    assert!(read(&mut daemon) >= Some(1));
}

#[test]
fn evidence_is_undone_like_any_entry_and_mere_use_is_passed_over() {
    let mut daemon = Daemon::start();
    let id = daemon.record("The port is 8080").id.to_string();
    daemon.order(&id, OrderKind::Pin).unwrap();
    daemon.call(Request::Feedback(feedback(user(), &id, Signal::Harmed)));
    daemon.call(Request::Read(ReadRequest { caller: agent(), memory: id }));
    daemon.record("something else");
    let summaries: Vec<String> =
        std::iter::repeat_with(|| daemon.committed(Request::Undo { caller: user(), id: None }))
            .map_while(Result::ok)
            .collect();
    insta::assert_snapshot!(summaries.join("\n"), @r"
    undid 4 (write by agent:coder: 1 memory: 1 add: something else)
    undid 3 (evidence by user: 1 memory: 2 edit: The port is 8080)
    undid 2 (write by agent:coder: 1 memory: 1 edit: The port is 8080)
    undid 1 (write by agent:coder: 1 memory: 1 add: The port is 8080)
    ");
}

#[test]
fn what_is_redone_over_what_was_undone_before_it_is_stale() {
    let mut history = History::start();
    for step in [Step::Record(0), Step::Record(1), Step::Run] {
        history.take(&step);
    }
    history.undo(Some(3)).unwrap();
    history.undo(Some(2)).unwrap();
    let (code, message) = history.redo(Some(3)).unwrap_err();
    assert_eq!(code, ErrorCode::Stale, "{message}");
    history.redo(Some(2)).unwrap();
    history.redo(Some(3)).unwrap();
    assert_eq!(history.items().len(), 1);
}

#[test]
fn a_plan_that_asks_about_what_has_gone_since_is_stale() {
    let mut history = History::start();
    for step in [Step::Record(0), Step::Record(1)] {
        history.take(&step);
    }
    let run = history.daemon.plan().run_id.to_string();
    for gone in [true, false] {
        if gone {
            history.undo(Some(2)).unwrap();
        } else {
            let kind = OrderKind::Retire { reason: RetireReason::Unwanted };
            history.daemon.order(&history.known[1].to_string(), kind).unwrap();
        }
        let refused = history.daemon.apply(&run).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Stale, "{}", refused.message);
        assert!(refused.message.contains("asks about"), "{}", refused.message);
        assert!(refused.hint.is_some_and(|hint| hint.contains("plan again")));
        assert!(history.items().is_empty());
        history.redo(None).unwrap_or_default();
    }
}

#[test]
fn what_is_applied_again_after_its_undo_is_held_by_nothing() {
    let mut history = History::start();
    for text in [6, 7] {
        history.take(&Step::Record(text));
    }
    let run = history.daemon.plan().run_id.to_string();
    history.daemon.apply(&run).unwrap();
    let (applied, rulings) = (history.daemon.export(true), history.daemon.export(false));
    history.undo(None).unwrap();
    assert_ne!(history.daemon.export(false), rulings, "the undo holds something");
    history.daemon.apply(&run).unwrap();
    assert_eq!(history.daemon.export(true), applied);
    assert_eq!(history.daemon.export(false), rulings, "nothing is held any more");
    let again = history.daemon.apply(&run).unwrap();
    assert!(again.contains("was applied before"), "{again}");
}

#[test]
fn a_bare_redo_applies_again_what_the_last_undo_took_back_and_no_more() {
    let mut history = History::start();
    for step in [Step::Record(6), Step::Record(7), Step::Later(40)] {
        history.take(&step);
    }
    let run = history.daemon.plan().run_id.to_string();
    history.daemon.apply(&run).unwrap();
    let entries = history.daemon.view().entries_of_run(run.parse().unwrap()).unwrap();
    let [.., one, last] = entries.as_slice() else { panic!("a run of two passes: {entries:?}") };
    let [one, last] = [one, last].map(|entry| entry.generation.0);
    for target in [last, one] {
        history.undo(Some(target)).unwrap();
        history.daemon.at(&format!("2026-08-01T10:0{}:00Z", target % 10));
    }
    assert!(history.redo(None).unwrap().starts_with(&format!("redid {one} (")));
    assert!(history.redo(None).unwrap().starts_with(&format!("redid {last} (")));
    let all = history.undo(None).unwrap();
    let redone = history.redo(None).unwrap();
    for target in [one, last] {
        assert!(all.contains(&format!("{target} (pass")), "{all}");
        assert!(redone.contains(&format!("{target} (pass")), "{redone}");
    }
}

#[test]
fn one_pass_of_a_run_is_undone_and_redone_although_a_later_one_retired_its_survivor() {
    let mut history = History::start();
    let row = |id: &str, text: &str, day: u8| {
        format!(
            r#"{{"id":"{id}","text":"{text}","slot":"package-manager","project":"p","created_at":"2026-04-0{day}"}}"#
        )
    };
    let poetry = "using poetry for dependency management";
    let rows =
        [row("a", poetry, 1), row("b", poetry, 1), row("c", "switched to uv instead of poetry", 2)];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    assert_eq!(history.daemon.import(&rows, true).added, 3);
    history.run();
    let merge = history.daemon.view().last_pass(PassKind::Merge).map(|it| it.0);
    assert!(
        merge.is_some()
            && merge < history.daemon.view().last_pass(PassKind::Supersede).map(|it| it.0)
    );
    let applied = history.daemon.export(false);
    history.undo(merge).unwrap();
    history.redo(merge).unwrap();
    assert_eq!(history.daemon.export(false), applied);
    // What goes after the undo still stands in the way.
    history.undo(merge).unwrap();
    let survivor = history.daemon.view().entry(Generation(merge.unwrap())).unwrap().unwrap();
    let gone = survivor.change_set.changes.iter().find_map(|change| match &change.what {
        What::Edit { edit: Edit::Standing(swap), .. } => match &swap.after {
            Standing::Retired(retirement) => retirement.successor,
            _ => None,
        },
        _ => None,
    });
    let gone = gone.unwrap().to_string();
    history.daemon.order(&gone, OrderKind::Revive).unwrap();
    let kind = OrderKind::Retire { reason: RetireReason::Retracted };
    history.daemon.order(&gone, kind).unwrap();
    let (code, message) = history.redo(merge).unwrap_err();
    assert_eq!(code, ErrorCode::Stale, "{message}");
}
