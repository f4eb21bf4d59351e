//! Rule FAMILY: two texts that answer the question of one tool family otherwise. Never certain; it is asked about.

use super::pair::Pair;
use crate::relate::reading::implied::{Implied, Role};
use crate::relate::relation::Leaning;
use crate::relate::words::families::FamilyKey;

/// What two texts are to each other by the answers that they imply.
pub(in crate::relate) fn family_clash(pair: &Pair<'_>) -> Option<Leaning> {
    let (a, b) = (&pair.older.implied, &pair.newer.implied);
    if a.is_empty() || b.is_empty() || pair.differ_in_occasion() || pair.has_heading() {
        return None;
    }
    // What was done with a tool once says nothing of what is in use.
    let answers = |list: &[Implied], told: bool| -> Vec<Implied> {
        let in_use = |answer: &&Implied| match answer.role {
            Role::Holds => !told,
            Role::Arrives => true,
            Role::Leaves => false,
        };
        list.iter().filter(in_use).cloned().collect()
    };
    let (older, newer) =
        (answers(a, pair.older.genre.tells()), answers(b, pair.newer.genre.tells()));
    let pairs = newer.iter().flat_map(|y| older.iter().map(move |x| (x, y)));
    let mut found = pairs.filter_map(|(x, y)| {
        let left: Vec<&Implied> =
            b.iter().filter(|left| left.role == Role::Leaves && left.family == x.family).collect();
        let another = !left.is_empty() && left.iter().all(|left| left.member != x.member);
        if another || agrees(&older, &newer, x) { None } else { answer_clash(x, y) }
    });
    found.next()
}

/// Whether the newer tells that a member of a family came into use of which the older names another.
pub(in crate::relate) fn is_succeeded(pair: &Pair<'_>) -> bool {
    let (a, b) = (&pair.older.implied, &pair.newer.implied);
    let mut arrived = b.iter().filter(|newer| newer.role == Role::Arrives);
    arrived.any(|newer| {
        let mut held = a.iter().filter(|older| older.family == newer.family && !older.vague);
        held.any(|older| older.role != Role::Leaves && older.thing != newer.thing)
    })
}

/// Whether each adopts another tool of one family, of which a project has one: for no part of it alone, and not one tool under two
/// names.
pub(in crate::relate) fn are_rivals(pair: &Pair<'_>) -> bool {
    let (a, b) = (&pair.older.implied, &pair.newer.implied);
    let mut met = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
    let whole = met
        .clone()
        .any(|(x, y)| x.family == y.family && x.purpose.is_empty() && y.purpose.is_empty());
    let one = met.any(|(x, y)| x.family == y.family && x.thing == y.thing);
    let mut families = a.iter().chain(b).map(|answer| answer.family);
    let shared = families.any(|family| BESIDE.iter().any(|name| family == FamilyKey::of(name)));
    whole && !one && !shared && family_clash(pair) == Some(Leaning::Conflicts)
}

/// Families of which a project may well have two members, each for what it does best: a cache of pages beside one of objects.
const BESIDE: &[&str] = &["cache", "package-manager-python"];

/// Whether both texts adopt one member of the family: then its other members are no contradiction.
fn agrees(older: &[Implied], newer: &[Implied], of: &Implied) -> bool {
    let mine = older.iter().filter(|x| x.family == of.family);
    let theirs = |x: &Implied| newer.iter().any(|y| y.family == x.family && y.member == x.member);
    mine.into_iter().any(theirs)
}

/// What a newer answer makes of an older one.
fn answer_clash(older: &Implied, newer: &Implied) -> Option<Leaning> {
    if older.family != newer.family || older.member == newer.member || older.vague {
        return None;
    }
    if newer.role == Role::Arrives {
        return newer.purpose.is_within(&older.purpose).then_some(Leaning::Supersedes);
    }
    let one_question = older.purpose == newer.purpose && !newer.vague;
    (one_question && !older.many).then_some(Leaning::Conflicts)
}
