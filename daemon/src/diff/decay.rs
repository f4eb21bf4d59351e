//! Strengths in lines that a person can read: one a kind and direction, or one a memory where all is asked for.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use consolidate_shared::change::{Change, Edit, Reason, What};
use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Kind;

use super::line;

/// One strength that decay writes, or that the undo of it restores.
#[derive(Debug, Clone, Copy)]
struct Step<'a> {
    id: MemoryId,
    from: u16,
    to: u16,
    reason: &'a Reason,
}

/// Whether a change is told here rather than among the subjects.
pub(super) fn is_decay(change: &Change) -> bool {
    step(change).is_some()
}

fn step(change: &Change) -> Option<Step<'_>> {
    match (&change.what, &change.reason) {
        (What::Edit { subject, edit: Edit::Strength(swap) }, reason @ Reason::Decayed { .. }) => {
            Some(Step { id: *subject, from: swap.before, to: swap.after, reason })
        }
        _ => None,
    }
}

/// Many steps as one line.
struct Group {
    count: u64,
    from: RangeInclusive<u16>,
    to: RangeInclusive<u16>,
    days: RangeInclusive<u32>,
}

/// Every strength of `changes`: summarised, or each.
pub(super) fn render<'a>(changes: impl Iterator<Item = &'a Change>, whole: bool) -> String {
    let steps: Vec<Step<'_>> = changes.filter_map(step).collect();
    let mut out = String::new();
    if steps.is_empty() {
        return out;
    }
    if whole {
        for Step { id, from, to, reason } in steps {
            line(&mut out, &format!("~ {id}: strength {from} -> {to}: {reason}"));
        }
    } else {
        for ((kind, user, rises), group) in grouped(&steps) {
            line(&mut out, &summarised(kind, user, rises, &group));
        }
        line(
            &mut out,
            "why: strength follows how long ago a memory was met and how well it is confirmed (--verbose lists each)",
        );
    }
    out.push('\n');
    out
}

fn grouped(steps: &[Step<'_>]) -> BTreeMap<(Kind, bool, bool), Group> {
    let mut groups: BTreeMap<(Kind, bool, bool), Group> = BTreeMap::new();
    for Step { from, to, reason, .. } in steps {
        let Reason::Decayed { kind, user, days, .. } = reason else { continue };
        let key = (*kind, *user && *kind == Kind::Fact, to > from);
        let group = groups.entry(key).or_insert_with(|| Group {
            count: 0,
            from: *from..=*from,
            to: *to..=*to,
            days: *days..=*days,
        });
        group.count += 1;
        widen(&mut group.from, *from);
        widen(&mut group.to, *to);
        widen(&mut group.days, *days);
    }
    groups
}

fn widen<T: Ord + Copy>(range: &mut RangeInclusive<T>, by: T) {
    *range = (*range.start()).min(by)..=(*range.end()).max(by);
}

fn summarised(kind: Kind, user: bool, rises: bool, group: &Group) -> String {
    let whose = if user { "a person's " } else { "" };
    let (noun, verb) = match (group.count, rises) {
        (1, true) => (kind.word().to_owned(), "rises"),
        (1, false) => (kind.word().to_owned(), "falls"),
        (_, true) => (plural(kind), "rise"),
        (_, false) => (plural(kind), "fall"),
    };
    let (from, to) = (range(&group.from), range(&group.to));
    let days = range(&group.days);
    let count = thousands(group.count);
    let unit = if *group.days.end() == 1 { "day" } else { "days" };
    format!("~ {count} {whose}{noun} {verb}: strength {from} -> {to}, last met {days} {unit} ago")
}

fn plural(kind: Kind) -> String {
    match kind {
        Kind::Policy => "policies".to_owned(),
        other => format!("{other}s"),
    }
}

fn range<T: PartialEq + std::fmt::Display>(range: &RangeInclusive<T>) -> String {
    let (low, high) = (range.start(), range.end());
    if low == high { low.to_string() } else { format!("{low}..{high}") }
}

/// A count with a comma before every three digits.
fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_have_commas() {
        let shown = [0, 999, 1_000, 12_345, 1_234_567].map(thousands);
        assert_eq!(shown, ["0", "999", "1,000", "12,345", "1,234,567"]);
    }
}
