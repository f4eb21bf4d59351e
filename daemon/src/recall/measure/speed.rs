//! Time of building, searching and changing at a size, on texts drawn from a Zipf distribution.
//!
//! Texts and queries are the same on every run; only the times differ. `CONSOLIDATE_SPEED_DOCUMENTS` sets the size
//! (100,000 by default).

use std::time::{Duration, Instant};

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Kind;
use consolidate_shared::time::Timestamp;

use crate::brief::{BriefInput, Caps, Purpose, Row, brief, preselect};
use crate::recall::{Analysed, Document, Facts, Filter, Index, Query, ScopeKey, Scopes, analyse};

/// The clock of this measurement; nothing that is measured sees it.
#[expect(clippy::disallowed_methods, reason = "a measurement of time needs the time")]
fn now() -> Instant {
    Instant::now()
}

/// SplitMix64: the seeded numbers of the texts.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Words with Zipf frequencies, exponent 1.07.
struct Vocabulary {
    sums: Vec<f64>,
}

impl Vocabulary {
    fn new(words: usize) -> Self {
        let mut sum = 0.0;
        let sums = (1..=words).map(|rank| {
            sum += (rank as f64).powf(-1.07);
            sum
        });
        Self { sums: sums.collect() }
    }

    fn rank(&self, random: &mut Random) -> usize {
        let at = random.unit() * self.sums.last().copied().unwrap();
        self.sums.partition_point(|&sum| sum < at)
    }

    /// A pronounceable word of a rank, so that the stemmer has its usual work.
    fn word(rank: usize) -> String {
        const SYLLABLES: [&str; 16] = [
            "ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo",
            "xu", "zo",
        ];
        let mut word = String::new();
        let mut rest = rank + 16;
        while rest > 0 {
            word.push_str(SYLLABLES[rest % 16]);
            rest /= 16;
        }
        word
    }

    fn text(&self, random: &mut Random) -> String {
        let length = 6 + random.below(13);
        (0..length).map(|_| Self::word(self.rank(random))).collect::<Vec<_>>().join(" ")
    }
}

/// Projects of unequal size: a fifth of the documents each in the first ones, down to a hundredth.
fn project(random: &mut Random) -> String {
    let place = random.below(100);
    let number = match place {
        0..22 => 0,
        22..40 => 1,
        40..60 => 2,
        60..99 => 3 + (place - 60) / 3,
        _ => 99,
    };
    format!("project-{number}")
}

/// Memory of this process, where the system says so in this file; else 0.
fn resident_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
    kib.unwrap_or_default() / 1_024
}

fn percentile(sorted: &[Duration], share: usize) -> Duration {
    sorted[(sorted.len() * share / 1_000).min(sorted.len() - 1)]
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    println!(
        "{name:<34} p50 {:>8.1?}  p99 {:>8.1?}  p99.9 {:>8.1?}",
        percentile(&times, 500),
        percentile(&times, 990),
        percentile(&times, 999)
    );
}

fn searches(index: &Index, queries: &[String], scopes: Scopes<'_>, name: &str) {
    let filter = Filter::new(scopes, Timestamp::EPOCH, 10);
    let mut times = Vec::new();
    for _ in 0..5 {
        for text in queries {
            let start = now();
            let found = index.search(&Query::new(text), &filter, &mut || false);
            times.push(start.elapsed());
            assert!(found.cut.is_none());
        }
    }
    report(name, times);
}

/// Queries of words out of stored texts; `plain` ones leave out the 100 commonest words.
fn queries(vocabulary: &Vocabulary, words: usize, plain: bool) -> Vec<String> {
    let mut random = Random(7);
    let mut word = || loop {
        let rank = vocabulary.rank(&mut random);
        if !plain || rank >= 100 {
            return Vocabulary::word(rank);
        }
    };
    (0..300).map(|_| (0..words).map(|_| word()).collect::<Vec<_>>().join(" ")).collect()
}

fn documents(count: u128, vocabulary: &Vocabulary) -> Vec<Analysed> {
    let mut random = Random(1);
    let one = |id| {
        let scope: ScopeKey = Some(project(&mut random));
        let text = vocabulary.text(&mut random);
        let mut facts = Facts::new(Kind::Fact);
        facts.strength = random.below(1_001) as u16;
        facts.trust = random.below(1_001) as u16;
        analyse(&Document {
            id: MemoryId(id),
            scope,
            text,
            meta: vec!["fact".into()],
            actors: Vec::new(),
            facts,
        })
    };
    (0..count).map(one).collect()
}

#[test]
#[ignore = "a measurement, for a release build on a quiet machine"]
fn time_of_searching() {
    let count =
        std::env::var("CONSOLIDATE_SPEED_DOCUMENTS").map_or(100_000, |n| n.parse().unwrap());
    let vocabulary = Vocabulary::new(count as usize / 2);
    let start = now();
    let rows = documents(count, &vocabulary);
    println!("{count} documents, analysed in {:.1?}", start.elapsed());
    let before = resident_mib();
    let mut index = Index::new();
    let start = now();
    for row in &rows {
        index.insert(row);
    }
    println!("built in {:.1?}, {} MiB", start.elapsed(), resident_mib().saturating_sub(before));
    let start = now();
    let copy = index.clone();
    println!("cloned in {:.1?}", start.elapsed());
    drop(copy);
    let large = [Some("project-0".to_owned()), None];
    let small = [Some("project-99".to_owned()), None];
    for words in [1, 3, 6, 24, 64] {
        let plain = queries(&vocabulary, words, true);
        let raw = queries(&vocabulary, words, false);
        searches(&index, &plain, Scopes::All, &format!("{words} plain, everywhere"));
        searches(&index, &raw, Scopes::All, &format!("{words} raw, everywhere"));
        searches(&index, &raw, Scopes::Of(&large), &format!("{words} raw, project of 22 %"));
        searches(&index, &raw, Scopes::Of(&small), &format!("{words} raw, project of 1 %"));
    }
    changes(&mut index, &rows);
    let caps = Caps { others: 512, procedures: 0 };
    let start = now();
    let chosen = preselect(index.in_scope_unordered(Scopes::All), Timestamp::EPOCH, caps);
    println!("preselected {} for a brief in {:.1?}", chosen.len(), start.elapsed());
    briefs(&vocabulary);
}

/// Making a brief of as many rows as are preselected.
fn briefs(vocabulary: &Vocabulary) {
    let mut random = Random(3);
    let row = |id| Row {
        id: MemoryId(id),
        short_id: format!("mem_{id}"),
        kind: Kind::Fact,
        text: vocabulary.text(&mut random),
        rationale: None,
        steps: Vec::new(),
        trust: random.below(1_001) as u16,
        strength: 500,
        anchors: vec![format!("file:src/{}.rs", random.below(300))],
        pinned: false,
        user: false,
        candidate: false,
        confirmed: true,
        unconfirmed_since: None,
        said: None,
        conflicts: Vec::new(),
    };
    let rows = (0..512).map(row).collect();
    let task = vocabulary.text(&mut Random(4));
    let input = BriefInput {
        purpose: Purpose::Task,
        task,
        anchors: Vec::new(),
        budget: 2_048,
        complete: true,
        rows,
    };
    let mut times = Vec::new();
    for _ in 0..100 {
        let start = now();
        assert!(!brief(&input).held.is_empty());
        times.push(start.elapsed());
    }
    report("a brief of 512 rows", times);
}

fn changes(index: &mut Index, rows: &[Analysed]) {
    let (mut removals, mut insertions) = (Vec::new(), Vec::new());
    for row in rows.iter().step_by(97).take(1_000) {
        let start = now();
        index.remove(row.id());
        removals.push(start.elapsed());
        let start = now();
        index.insert(row);
        insertions.push(start.elapsed());
    }
    report("one removal", removals);
    report("one insertion", insertions);
}
