use consolidate_shared::id::ReviewId;
use consolidate_shared::model::Kind;
use consolidate_shared::time::{Day, Timestamp};
use consolidate_shared::wire::v1::SuggestionView;

use super::*;

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

fn a_member(number: u128) -> ReviewMember {
    ReviewMember {
        id: MemoryId(number),
        short_id: format!("mem_{number}"),
        external_id: None,
        kind: Kind::Fact,
        text: format!("text {number}\nof two lines\u{1b}[2J"),
        rationale: (number == 2).then(|| "CI is faster".to_owned()),
        cut: number == 2,
        project: Some("example.org/shop".to_owned()),
        origin: "agent".to_owned(),
        agent: (number == 1).then(|| "codex".to_owned()),
        at: Timestamp::EPOCH,
        standing: "active".to_owned(),
        trust: 500,
        pinned: number == 1,
    }
}

/// An open merge item with so many members.
pub(crate) fn an_item(members: u128) -> ReviewView {
    let words = ["accept", "reject", "distinct", "supersede", "snooze"];
    ReviewView {
        id: ReviewId(7),
        pass: PassKind::Merge,
        question: "are these the same?".to_owned(),
        why: "one number differs".to_owned(),
        doubt: "the numbers may be of two cases".to_owned(),
        rule: "T4".to_owned(),
        overlap: 667,
        queued: Day(0),
        snoozed_until: None,
        answers: words.map(str::to_owned).to_vec(),
        keeps: Some(MemoryId(1)),
        members: (1..=members).map(a_member).collect(),
        suggestions: Vec::new(),
        moot: None,
        diff: Some("--- [2] mem\n+++ [1] mem\n@@ -1 +1 @@\n-text: two\n+text: one\n".to_owned()),
    }
}

#[test]
fn a_page_shows_each_question_with_its_memories_and_how_many_there_are() {
    let mut shown = ReviewPage {
        generation: 1,
        items: vec![an_item(2)],
        total: 3,
        next: Some(2),
        snoozed: 1,
        snoozed_until: Some(Day(7)),
    };
    insta::assert_snapshot!(plain(&page(&shown, 1, "--pass merge ", false)), @r"
    3 open items, 2 to 2 shown

    rev_0000000000000007 merge since 1970-01-01
        are these the same?
        found by T4: one number differs (overlap 66.7 %)
        not by itself, because the numbers may be of two cases
        accept keeps [1]
        [1] mem_00000000000000000000000001 pinned 1970-01-01T00:00:00Z by codex, trust 500
            text 1
            of two lines\u{1b}[2J
        [2] mem_00000000000000000000000002 1970-01-01T00:00:00Z by agent, trust 500
            text 2
            of two lines\u{1b}[2J
            because CI is faster
            (cut; `consolidate review show` shows all)

    there are more: `consolidate review list --pass merge --offset 2`

    1 snoozed until 1970-01-08: `consolidate review list --snoozed`
    ");
    shown.items[0].snoozed_until = Some(Day(7));
    let snoozed = plain(&page(&shown, 1, "", true));
    assert!(snoozed.starts_with("3 snoozed items, 2 to 2 shown\n"), "{snoozed}");
    assert!(snoozed.contains("since 1970-01-01, snoozed until 1970-01-08\n"), "{snoozed}");
    assert!(snoozed.ends_with("`consolidate review list --snoozed --offset 2`\n"), "{snoozed}");
    let none = ReviewPage { items: Vec::new(), total: 0, next: None, snoozed: 2, ..shown };
    assert_eq!(
        plain(&page(&none, 0, "", false)),
        "nothing waits for an answer\n2 snoozed, the first until 1970-01-08: `consolidate review list --snoozed`\n"
    );
    assert_eq!(page(&none, 0, "", true), "nothing is snoozed\n");
}

#[test]
fn an_item_shows_both_sides_and_what_others_would_answer() {
    let mut shown = an_item(2);
    shown.suggestions.push(SuggestionView {
        by: "agent:codex".to_owned(),
        at: Timestamp::EPOCH,
        answer: "accept".to_owned(),
        only: vec![MemoryId(2)],
        note: Some("both mean\nthe port".to_owned()),
    });
    shown.moot = Some("mem_9 is retired".to_owned());
    insta::assert_snapshot!(plain(&on_screen(&shown, "3 of 17")), @"

    [3 of 17] rev_0000000000000007 merge since 1970-01-01
        are these the same?
        found by T4: one number differs (overlap 66.7 %)
        not by itself, because the numbers may be of two cases
        accept keeps [1]
        suggested: agent:codex would accept, about [2] only: both mean ⏎ the port
        nothing is left to answer: mem_9 is retired; any answer closes it

    --- [2] mem
    +++ [1] mem
    @@ -1 +1 @@
    -text: two
    +text: one
    ");
}

#[test]
fn the_prompt_names_the_keys_that_the_item_takes() {
    insta::assert_snapshot!(plain(&prompt(&an_item(3), &[MemoryId(1), MemoryId(3)], false)), @"
    [a]ccept  [r]eject  [d]istinct  [1-3] this one replaces the others  [s]nooze  [o]nly some  [n]ext  [u]ndo  [q]uit  [?]
    about [1] [3]
    answer (and Enter):
    ");
    let mut single = an_item(1);
    single.answers = vec!["accept".to_owned(), "snooze".to_owned()];
    insta::assert_snapshot!(plain(&prompt(&single, &[], true)), @"
    [a]ccept  [s]nooze  [n]ext  [u]ndo  [q]uit  [?]
    answer:
    ");
}

#[test]
fn the_end_says_how_it_went() {
    let walked = Walked { answered: 2, skipped: 3, elsewhere: 0, left: 1 };
    let told = "6 items: 2 answered, 3 skipped, 1 not looked at\n";
    assert_eq!(farewell(&walked), told);
    let one = Walked { answered: 0, skipped: 0, elsewhere: 1, left: 0 };
    assert_eq!(farewell(&one), "1 item: 0 answered, 1 closed elsewhere\n");
}
