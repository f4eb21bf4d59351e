//! What is said of why an item is asked.

use consolidate_shared::model::{Kind, Memory, Origin};
use consolidate_shared::plan::PassKind::{self, Conflict, Merge, Promote, Supersede};
use consolidate_shared::time::Day;

use super::item;
use crate::pass::tests::random::memory;
use crate::relate::Rule;
use crate::review::doubt;

#[test]
fn what_is_noted_of_the_members_comes_before_the_doubt_of_the_rule() {
    let pinned = |it: &mut Memory| it.pinned = true;
    let policy = |it: &mut Memory| it.kind = Kind::Policy;
    let slot = |name: &'static str| move |it: &mut Memory| it.slot = Some(name.to_owned());
    let early = |it: &mut Memory| it.valid_from = Some(Day(1).start());
    let ends = |it: &mut Memory| it.valid_until = Some(Day(9).start());
    let ahead = |it: &mut Memory| it.valid_from = Some(Day(40_000).start());
    let person = |it: &mut Memory| it.origin = Origin::User;
    let same = |_: &mut Memory| {};
    type Tweak<'a> = &'a dyn Fn(&mut Memory);
    let of = |rule: &'static str| Rule::named(rule).unwrap().doubt();
    let table: [(PassKind, &str, Tweak<'_>, Tweak<'_>, &str); 13] = [
        (Merge, "T1", &pinned, &pinned, "is pinned, and no pass retires that"),
        (Merge, "T1", &policy, &policy, "is a policy, and no pass retires that"),
        (Merge, "T1", &slot("a"), &slot("b"), "they answer different slots"),
        (Merge, "duplicate", &same, &same, of("duplicate")),
        (Supersede, "slot", &pinned, &same, "is pinned, and no pass retires that"),
        (Supersede, "S1", &same, &early, "nothing says which is newer"),
        (Supersede, "S1", &same, &ends, "the newer ends before the older does"),
        (Supersede, "S1", &same, &ahead, "the newer is dated in the future"),
        (Supersede, "slot", &person, &same, "the newer is trusted less than the older"),
        (Supersede, "family", &same, &pinned, of("family")),
        (Conflict, "C1", &policy, &policy, "both are policies, which no pass weighs"),
        (Conflict, "C1", &same, &same, of("C1")),
        (Promote, "widen", &same, &same, "where it was not met it may not hold"),
    ];
    for (pass, rule, older, newer, says) in table {
        let (mut a, mut b) = (memory(1, 1, "a"), memory(2, 2, "b"));
        older(&mut a);
        newer(&mut b);
        let mut item = item(pass, &[1, 2]);
        item.finding.rule = rule.to_owned();
        let said = doubt(&item, &[&a, &b]);
        assert!(said.ends_with(says), "{pass} {rule}: {said}");
    }
}
