//! What kinds, slots, instants and trust make of a verdict.

use super::support::describe;
use crate::relate::{Side, SideKind, Statement, relate};

const BASE: i64 = 1_700_000_000_000;

struct Given<'a> {
    text: &'a str,
    kind: SideKind,
    slot: Option<&'a str>,
    way: Option<u64>,
    after_ms: i64,
    trust: u16,
}

fn fact(text: &str) -> Given<'_> {
    Given { text, kind: SideKind::Fact, slot: None, way: None, after_ms: 0, trust: 500 }
}

impl<'a> Given<'a> {
    fn kind(self, kind: SideKind) -> Self {
        Self { kind, ..self }
    }

    fn slot(self, slot: &'a str) -> Self {
        Self { slot: Some(slot), ..self }
    }

    fn later(self) -> Self {
        Self { after_ms: 86_400_000, ..self }
    }

    fn trust(self, trust: u16) -> Self {
        Self { trust, ..self }
    }
}

fn side<'a>(given: &Given<'a>, statement: &'a Statement) -> Side<'a> {
    let instant_ms = BASE + given.after_ms;
    let Given { kind, slot, way, trust, .. } = *given;
    Side { statement, kind, slot, way, instant_ms, trust }
}

fn ask(older: &Given<'_>, newer: &Given<'_>) -> String {
    let (a, b) = (Statement::new(older.text), Statement::new(newer.text));
    describe(relate(&side(older, &a), &side(newer, &b)))
}

const POETRY: &str = "using poetry for dependency management";
const UV: &str = "switched to uv instead of poetry because of CI install time";

#[test]
fn an_equal_slot_with_another_value_is_replaced() {
    let (poetry, uv) = (fact(POETRY).slot("package-manager"), fact(UV).slot("package-manager"));
    assert_eq!(ask(&poetry, &uv.later()), "supersedes slot");
    let weak = fact(UV).slot("package-manager").later().trust(400);
    assert_eq!(ask(&poetry, &weak), "review as supersedes slot");
    assert_eq!(ask(&poetry, &fact(UV).slot("package-manager")), "review as supersedes slot");
}

#[test]
fn an_equal_slot_with_the_same_value_is_left_to_merge() {
    let a = fact("We use Postgres as the main database").slot("database");
    let b = fact("Postgres is our main database").slot("database").later();
    assert_eq!(ask(&a, &b), "same T1");
}

#[test]
fn other_slots_are_other_questions() {
    let a = fact("The port is 8080").slot("api-port");
    let b = fact("The port is 8081").slot("metrics-port").later();
    assert_eq!(ask(&a, &b), "related");
    let c = fact("The port is 8080").slot("metrics-port").later();
    assert_eq!(ask(&a, &c), "review as same equal");
}

#[test]
fn a_procedure_told_again_with_other_steps_is_its_next_version() {
    let told = |text, way| Given { way, ..fact(text).kind(SideKind::Procedure) };
    let old = told("Rotate the signing key every month", Some(1));
    let again = |text, way| ask(&old, &told(text, way).later());
    assert_eq!(again("Rotate the signing key every month.", Some(2)), "supersedes retold");
    assert_eq!(again("Rotate the signing key every month", Some(1)), "same equal");
    assert_eq!(again("Rotate the signing key every month", None), "same equal");
    assert_eq!(
        again("Rotate the signing keys every month", Some(2)),
        "review as supersedes retold"
    );
    let weak = told("Rotate the signing key every month", Some(2)).later().trust(400);
    assert_eq!(ask(&old, &weak), "review as supersedes retold");
    // What is near by its title and lists other steps, or none, can never become one with it.
    for way in [Some(2), None] {
        let near = again("Rotate the signing key of the gateway every month", way);
        assert_eq!(near, "review as supersedes retold");
    }
    let at_once = told("Rotate the signing key every month", Some(2));
    assert_eq!(ask(&old, &at_once), "review as supersedes retold");
}

#[test]
fn equal_instants_never_replace_automatically() {
    let (a, b) = ("We use Redis for caching", "We dropped Redis for caching");
    assert_eq!(ask(&fact(a), &fact(b).later()), "supersedes S1");
    assert_eq!(ask(&fact(a), &fact(b)), "review as supersedes S1");
    assert_eq!(ask(&fact(b), &fact(a)), "review as supersedes S1");
}

#[test]
fn kinds() {
    let (a, b) = ("The timeout is 30 s", "The timeout is 60 s");
    let of = |kind, other| ask(&fact(a).kind(kind), &fact(b).kind(other).later());
    assert_eq!(of(SideKind::Fact, SideKind::Decision), "conflicts slot-frame(is, is)");
    assert_eq!(of(SideKind::Policy, SideKind::Policy), "review as conflicts slot-frame(is, is)");
    assert_eq!(of(SideKind::Fact, SideKind::Pitfall), "unrelated");
    assert_eq!(of(SideKind::Policy, SideKind::Fact), "unrelated");
    let (p, q) = (fact(a), fact(a).kind(SideKind::Decision).later());
    assert_eq!(ask(&p, &q), "related", "merge stays within one kind");
}

#[test]
fn a_policy_is_never_replaced_automatically() {
    let a = fact("We use Redis for caching").kind(SideKind::Policy);
    let b = fact("We dropped Redis for caching").kind(SideKind::Policy).later();
    assert_eq!(ask(&a, &b), "review as supersedes S1");
}
