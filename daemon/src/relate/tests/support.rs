//! Short ways to ask for a verdict.

use std::collections::BTreeSet;

use crate::relate::{Common, FamilyKey, Leaning, Relation, Sketch, Statement, Stem, text_relation};

/// The verdict on two texts in one word: `same T1`, `supersedes S4`, `review as conflicts C2id`, `related`.
pub(super) fn verdict(a: &str, b: &str) -> String {
    let (a, b) = (Statement::new(a), Statement::new(b));
    let relation = text_relation(&a, &b);
    let silent = matches!(relation, Relation::Related | Relation::Unrelated);
    assert!(silent || may_tell(&a, &b), "passed over: {} | {}", a.normalised(), b.normalised());
    describe(relation)
}

/// Whether what is kept of two texts lets them be read, as `pass::pairing` asks.
fn may_tell(a: &Statement, b: &Statement) -> bool {
    let keys = |statement: &Statement| -> BTreeSet<u64> {
        statement.steps().chain(statement.families().map(FamilyKey::value)).collect()
    };
    let core =
        |statement: &Statement| -> BTreeSet<Stem> { statement.core().iter().copied().collect() };
    let (x, y) = (core(a), core(b));
    let common = Common {
        stems: x.intersection(&y).count(),
        taken_back: (
            b.leaves().any(|stem| x.contains(&stem)),
            a.leaves().any(|stem| y.contains(&stem)),
        ),
        answers: a.claims().any(|key| b.claims().any(|other| other == key)),
    };
    x == y || !keys(a).is_disjoint(&keys(b)) || Sketch::of(a).may_tell(Sketch::of(b), common)
}

pub(super) fn describe(relation: Relation) -> String {
    match relation {
        Relation::Same { rule, .. } => format!("same {rule}"),
        Relation::Supersedes { rule, .. } => format!("supersedes {rule}"),
        Relation::Conflicts { rule, .. } => format!("conflicts {rule}"),
        Relation::Review { why, as_, .. } => {
            let leaning = match as_ {
                Leaning::Same => "same",
                Leaning::Supersedes => "supersedes",
                Leaning::Conflicts => "conflicts",
            };
            format!("review as {leaning} {why}")
        }
        Relation::Related => "related".to_owned(),
        Relation::Unrelated => "unrelated".to_owned(),
    }
}

/// The verdicts on a table of `older | newer` lines, one a line.
pub(super) fn verdicts(table: &str) -> String {
    let rows = table.lines().map(str::trim).filter_map(|row| row.split_once(" | "));
    let lines: Vec<String> = rows.map(|(a, b)| format!("{}: {a} | {b}", verdict(a, b))).collect();
    lines.join("\n")
}

/// Asserts that no row of the table is the same assertion, in either direction.
pub(super) fn assert_never_same(table: &str) {
    for (a, b) in table.lines().map(str::trim).filter_map(|row| row.split_once(" | ")) {
        for (x, y) in [(a, b), (b, a)] {
            assert!(!verdict(x, y).starts_with("same"), "{} for {x} | {y}", verdict(x, y));
        }
    }
}

/// Asserts that every row of the table is replaced, for sure or perhaps.
pub(super) fn assert_replaced(table: &str) {
    for (a, b) in rows(table) {
        let told = verdict(a, b);
        assert!(told.contains("supersedes"), "{told}: {a} | {b}");
    }
}

/// Asserts that no row of the table is replaced, nor asked about as replaced.
pub(super) fn assert_left(table: &str) {
    for (a, b) in rows(table) {
        let told = verdict(a, b);
        assert!(!told.contains("supersedes"), "{told}: {a} | {b}");
    }
}

/// Asserts that no row of the table is merged, replaced or marked without being asked about.
pub(super) fn assert_not_acted_on(table: &str) {
    for (a, b) in rows(table) {
        let told = verdict(a, b);
        let acted = ["same", "supersedes", "conflicts"].iter().any(|act| told.starts_with(act));
        assert!(!acted, "{told}: {a} | {b}");
    }
}

pub(super) fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().map(str::trim).filter_map(|row| row.split_once(" | "))
}
