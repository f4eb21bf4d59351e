//! One page of the database's file, read for all that it still tells.
//!
//! A leaf is `[1][_][pairs: u16][an end of each key: u32][an end of each value: u32][keys][values]`; a branch is
//! `[2][_][keys: u16][4 unused][a sum of each child: 16][each child: 8][an end of each key: u32][keys]`, one more child than
//! keys. Numbers are little-endian, ends count from the start of the page.
//!
//! The ends of a leaf are one sequence that never falls. What does not fit into it is what rotted, and costs the rows beside
//! it alone: where keys or values have one width their ends are known without it, and of two values that carry their sums the
//! place between them is the one at which both are whole.

use std::collections::HashSet;
use std::ops::Range;

use super::super::format::is_whole;
use super::super::tables::Row;

/// The first byte of a leaf, and of a branch.
const LEAF: u8 = 1;
const BRANCH: u8 = 2;
/// Bytes before the ends of a leaf.
const LEAF_HEAD: usize = 4;
/// Bytes before the sums of a branch's children, the size of a sum, of a child and of an end.
const BRANCH_HEAD: usize = 8;
const SUM: usize = 16;
const CHILD: usize = 8;
const END: usize = 4;
/// Ends of keys of which each is asked how many pairs there are.
const LOOKED_AT: usize = 8;
/// Larger branches are taken at their word: keys of this program are short.
const MOST_GUESSED: usize = 64 * 1024;

/// What is known of every row of a table.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::store) struct Shape {
    /// The width of its keys, if they have one.
    pub(in crate::store) key: Option<usize>,
    /// The width of its values, if they have one.
    pub(in crate::store) value: Option<usize>,
}

/// What a page is.
#[derive(Debug)]
pub(super) enum Page {
    /// Its rows, in their order.
    Leaf(Vec<Row>),
    /// The pages below it, in their order.
    Branch(Vec<u64>),
}

impl Page {
    /// Reads a page; `is_page` says whether a number can be that of a page. `None`: it is neither a leaf nor a branch.
    pub(super) fn read(bytes: &[u8], shape: Shape, is_page: impl Fn(u64) -> bool) -> Option<Self> {
        let leaf = || Some(rows(bytes, shape)).filter(|rows| !rows.is_empty()).map(Self::Leaf);
        let stated = u16_at(bytes, 2)?;
        let below = children(bytes, stated, &is_page);
        let is_leaf = || pairs(&ends(bytes), stated, shape, bytes.len()) == Some(stated);
        match bytes.first() {
            Some(&LEAF) if is_leaf() => leaf(),
            // The first byte or the count rotted; what leads to as many pages as it says is a branch.
            _ if below.len() == stated + 1 => Some(Self::Branch(below)),
            Some(&BRANCH) => Some(Self::Branch(most_children(bytes, below, is_page))),
            _ => leaf(),
        }
    }
}

fn u16_at(bytes: &[u8], place: usize) -> Option<usize> {
    let part = bytes.get(place..place + 2)?;
    Some(usize::from(u16::from_le_bytes(part.try_into().ok()?)))
}

fn u32_at(bytes: &[u8], place: usize) -> Option<usize> {
    let part = bytes.get(place..place.checked_add(END)?)?;
    usize::try_from(u32::from_le_bytes(part.try_into().ok()?)).ok()
}

/// The children of a branch of so many keys that can be pages; of several that are the same, one.
fn children(bytes: &[u8], keys: usize, is_page: impl Fn(u64) -> bool) -> Vec<u64> {
    let child = |number: usize| {
        let place = BRANCH_HEAD + SUM * (keys + 1) + CHILD * number;
        let part = bytes.get(place..place + CHILD)?;
        Some(u64::from_le_bytes(part.try_into().ok()?)).filter(|number| is_page(*number))
    };
    let mut seen = HashSet::new();
    (0..=keys).filter_map(child).filter(|number| seen.insert(*number)).collect()
}

/// The children of a branch by the count that gives the most.
fn most_children(bytes: &[u8], stated: Vec<u64>, is_page: impl Fn(u64) -> bool) -> Vec<u64> {
    let most = bytes.len().min(MOST_GUESSED) / (SUM + CHILD + END);
    let better = (1..most).map(|keys| children(bytes, keys, &is_page)).max_by_key(Vec::len);
    better.filter(|better| better.len() > stated.len()).unwrap_or(stated)
}

/// The rows of a leaf.
pub(super) fn rows(bytes: &[u8], shape: Shape) -> Vec<Row> {
    let Some(leaf) = Leaf::of(bytes, shape) else { return Vec::new() };
    let mut values = leaf.values;
    for left in 0..values.len().saturating_sub(1) {
        part(bytes, &mut values, left);
    }
    if let Some(last) = values.last_mut() {
        close(bytes, last, leaf.stated_end);
    }
    let cut = |range: &Range<usize>| bytes.get(range.clone()).unwrap_or_default().to_vec();
    leaf.keys.iter().zip(&values).map(|(key, value)| (cut(key), cut(value))).collect()
}

/// Finds the place between two values of which one is not whole: the one at which both are.
fn part(bytes: &[u8], values: &mut [Range<usize>], left: usize) {
    let Some([first, second]) = values.get_mut(left..left + 2) else { return };
    let holds = |range: Range<usize>| bytes.get(range).is_some_and(is_whole);
    if holds(first.clone()) && holds(second.clone()) {
        return;
    }
    let (start, end) = (first.start.min(second.start), first.end.max(second.end));
    let begins = |place: &usize| bytes.get(*place..*place + 2) == bytes.get(start..start + 2);
    let mut places = (start + 1..end).filter(begins);
    if let Some(place) = places.find(|place| holds(start..*place) && holds(*place..end)) {
        (*first, *second) = (start..place, place..end);
    }
}

/// Finds the end of the last value if it is not whole: the one that was stated, with one byte of the number another.
fn close(bytes: &[u8], last: &mut Range<usize>, stated: usize) {
    let holds = |end: usize| bytes.get(last.start..end).is_some_and(is_whole);
    if holds(last.end) {
        return;
    }
    let with = |place: usize, byte: usize| stated & !(0xff << (8 * place)) | byte << (8 * place);
    let mut ends = (0..END).flat_map(|place| (0..=0xff).map(move |byte| with(place, byte)));
    if let Some(end) = ends.find(|end| holds(*end)) {
        last.end = end;
    }
}

/// Where the keys and values of a leaf are. A range of which an end is not known reaches to the next that is.
struct Leaf {
    keys: Vec<Range<usize>>,
    values: Vec<Range<usize>>,
    /// Where the last value ends, as it stands there.
    stated_end: usize,
}

impl Leaf {
    fn of(bytes: &[u8], shape: Shape) -> Option<Self> {
        let numbers = ends(bytes);
        let pairs = pairs(&numbers, u16_at(bytes, 2)?, shape, bytes.len())?;
        let start = LEAF_HEAD + 2 * END * pairs;
        let mut ends = numbers.get(..2 * pairs)?.to_vec();
        let stated_end = ends.last().copied()?;
        let (keys, values) = ends.split_at_mut_checked(pairs)?;
        if let Some(width) = shape.key {
            keys.iter_mut().enumerate().for_each(|(place, end)| *end = start + width * (place + 1));
        }
        if let Some(width) = shape.value {
            let base = base(values, width);
            values
                .iter_mut()
                .enumerate()
                .for_each(|(place, end)| *end = base + width * (place + 1));
            if let Some(last) = keys.last_mut() {
                *last = base;
            }
        }
        let known = rising(start, &ends, bytes.len());
        let mut ranges = between(start, &known, bytes.len());
        let values = ranges.split_off(pairs);
        Some(Self { keys: evenly(&ranges), values, stated_end })
    }
}

/// Where values of one width begin: what most of their ends say.
fn base(ends: &[usize], width: usize) -> usize {
    let said = ends.iter().enumerate();
    let mut said: Vec<usize> =
        said.map(|(place, end)| end.saturating_sub(width * (place + 1))).collect();
    said.sort_unstable();
    let most = said.chunk_by(|a, b| a == b).max_by_key(|same| same.len());
    most.and_then(<[usize]>::first).copied().unwrap_or_default()
}

/// The numbers that are ends, if it is a leaf, and what stands behind them.
fn ends(bytes: &[u8]) -> Vec<usize> {
    let most = bytes.len().saturating_sub(LEAF_HEAD) / (2 * END);
    let most = most.min(usize::from(u16::MAX));
    (0..2 * most).map_while(|number| u32_at(bytes, LEAF_HEAD + END * number)).collect()
}

/// How many pairs a leaf has: as many as it says, or where its ends bear another number out better, that one.
fn pairs(numbers: &[usize], stated: usize, shape: Shape, limit: usize) -> Option<usize> {
    // Where keys have one width, each of their ends tells the number by itself.
    let by_width = shape.key.into_iter().flat_map(|width| {
        let first = numbers.iter().take(LOOKED_AT).enumerate();
        first.filter_map(move |(place, end)| {
            let head = end.checked_sub(LEAF_HEAD + width * (place + 1))?;
            (head % (2 * END) == 0).then_some(head / (2 * END))
        })
    });
    let candidates = [stated].into_iter().chain(rising_for(numbers, limit)).chain(by_width);
    let mut best = None;
    for pairs in candidates.filter(|pairs| *pairs > 0) {
        let Some(fitting) = fitting(numbers, pairs, shape, limit) else { continue };
        if best.is_none_or(|(most, _)| fitting > most) {
            best = Some((fitting, pairs));
        }
    }
    best.map(|(_, pairs)| pairs)
}

/// For how many pairs the numbers are ends that never fall: behind the last one stand keys, which are no such numbers.
fn rising_for(numbers: &[usize], limit: usize) -> Option<usize> {
    let (mut best, mut most, mut tails) = (None, 0, Vec::new());
    for (place, &number) in numbers.iter().enumerate() {
        if (LEAF_HEAD..=limit).contains(&number) {
            let at = tails.partition_point(|tail| *tail <= number);
            match tails.get_mut(at) {
                Some(tail) => *tail = number,
                None => tails.push(number),
            }
        }
        let seen = place + 1;
        let fitting = (2 * tails.len()).saturating_sub(seen);
        if seen % 2 == 0 && fitting > most {
            (best, most) = (Some(seen / 2), fitting);
        }
    }
    best
}

/// By how many more of the ends of so many pairs bear that number out than do not.
fn fitting(numbers: &[usize], pairs: usize, shape: Shape, limit: usize) -> Option<i64> {
    let start = LEAF_HEAD + 2 * END * pairs;
    let (keys, values) = numbers.get(..2 * pairs)?.split_at_checked(pairs)?;
    let in_steps = |ends: &[usize], base: usize, width: usize| {
        let right = |(place, end): &(usize, &usize)| **end == base + width * (place + 1);
        ends.iter().enumerate().filter(right).count()
    };
    let (mut good, mut rest) = (0, Vec::new());
    match shape.key {
        Some(width) => good += in_steps(keys, start, width),
        None => rest.extend_from_slice(keys),
    }
    match shape.value {
        Some(width) => good += in_steps(values, base(values, width), width),
        None => rest.extend_from_slice(values),
    }
    good += rising(start, &rest, limit).iter().flatten().count();
    Some(2 * i64::try_from(good).ok()? - 2 * i64::try_from(pairs).ok()?)
}

/// Of `ends` those that are part of the longest sequence from `start` to `limit` that never falls.
fn rising(start: usize, ends: &[usize], limit: usize) -> Vec<Option<usize>> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; ends.len()];
    let value = |place: usize| ends.get(place).copied().unwrap_or(usize::MAX);
    for (place, &end) in ends.iter().enumerate() {
        if !(start..=limit).contains(&end) {
            continue;
        }
        let at = tails.partition_point(|tail| value(*tail) <= end);
        if let Some(before) = before.get_mut(place) {
            *before = at.checked_sub(1).and_then(|at| tails.get(at).copied());
        }
        match tails.get_mut(at) {
            Some(tail) => *tail = place,
            None => tails.push(place),
        }
    }
    let mut known = vec![None; ends.len()];
    let mut next = tails.last().copied();
    while let Some(place) = next {
        if let Some(known) = known.get_mut(place) {
            *known = Some(value(place));
        }
        next = before.get(place).copied().flatten();
    }
    known
}

/// The ranges that end at `ends`.
fn between(start: usize, ends: &[Option<usize>], limit: usize) -> Vec<Range<usize>> {
    let mut upper: Vec<usize> = Vec::with_capacity(ends.len());
    let mut next = limit;
    for end in ends.iter().rev() {
        next = end.unwrap_or(next);
        upper.push(next);
    }
    upper.reverse();
    let mut lower = start;
    let ranges = ends.iter().zip(upper).map(|(end, upper)| {
        let range = lower..upper;
        lower = end.unwrap_or(lower);
        range
    });
    ranges.collect()
}

/// Parts what keys have in common evenly among them: most keys of a table have one length.
fn evenly(ranges: &[Range<usize>]) -> Vec<Range<usize>> {
    let shared = |a: &Range<usize>, b: &Range<usize>| a == b;
    let parts = ranges.chunk_by(shared).flat_map(|same| {
        let (start, count) = (same.first().map_or(0, |range| range.start), same.len());
        let length = same.first().map_or(0, ExactSizeIterator::len);
        let each = if length % count == 0 { length / count } else { 0 };
        let part = move |(place, whole): (usize, &Range<usize>)| match each {
            0 => whole.clone(),
            each => start + each * place..start + each * (place + 1),
        };
        same.iter().enumerate().map(part)
    });
    parts.collect()
}
