//! The queries asked so far, and what came of them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use consolidate_daemon::eval::recall::{
    GoldQuery, LatencyFigures, RecallCount, ScoreFigures, ranks,
};
use consolidate_daemon::scratch::Scratch;
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::{BAD_LINES_LISTED, READ_BUDGET_MAX};
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::v1::{
    CoverageState, Hit, RecallAnswer, RecallRequest, Request, Response, Where,
};

use super::gold::{Target, Targets};
use super::report::{BadLines, Instead, Miss, Missing, NoGold, Report, Which};
use super::{Groups, nobody};
use crate::command::eval::LISTED_BYTES;
use crate::exit::Failure;
use crate::link::{micros, other_answer};

/// Hits of each query: what the deepest recall needs.
const DEPTH: u32 = 20;
/// Hits of a query whose gold is not among those.
const DEEP: u32 = 100;
/// Gold behind this rank is told with `--errors`.
const FOUND: u32 = 10;

/// What came of the queries so far.
pub(super) struct Trial {
    targets: Targets,
    all: RecallCount,
    groups: BTreeMap<(&'static str, String), RecallCount>,
    took: Vec<u64>,
    partial: u64,
    relevance: Vec<u64>,
    no_gold: u64,
    no_gold_relevance: Vec<u64>,
    /// Answers to the former that said so.
    no_gold_told: u64,
    /// Answers to queries with gold that said that nothing relevant is known.
    told: u64,
    not_served: u64,
    skipped: u64,
    errors: Option<Vec<Miss>>,
    listed_bytes: usize,
    left_out: u64,
    missing: Vec<Missing>,
    missing_count: u64,
    bad: BadLines,
}

impl Trial {
    /// Before the first query.
    pub(super) fn new(targets: Targets, errors: bool, bad: BadLines) -> Self {
        Self {
            targets,
            all: RecallCount::default(),
            groups: BTreeMap::new(),
            took: Vec::new(),
            partial: 0,
            relevance: Vec::new(),
            no_gold: 0,
            no_gold_relevance: Vec::new(),
            no_gold_told: 0,
            told: 0,
            not_served: 0,
            skipped: 0,
            errors: errors.then(Vec::new),
            listed_bytes: 0,
            left_out: 0,
            missing: Vec::new(),
            missing_count: 0,
            bad,
        }
    }

    /// Asks one query and counts what comes.
    pub(super) fn query(
        &mut self,
        scratch: &mut Scratch,
        line: u64,
        query: &GoldQuery,
    ) -> Result<(), Failure> {
        let gold = self.gold(line, query);
        if gold.is_empty() && !query.gold.is_empty() {
            self.skipped += 1;
            return Ok(());
        }
        let (answer, took) = match ask(scratch, query, DEPTH)? {
            Ok(answered) => answered,
            Err(why) => {
                self.bad.push(Which::Queries, line, format!("it was refused: {why}"));
                return Ok(());
            }
        };
        self.took.push(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
        self.partial += u64::from(answer.coverage.state == CoverageState::Partial);
        let stale = answer.hits.iter().filter(|hit| is_stale(hit)).count();
        self.all.hits(answer.hits.len(), stale);
        let relevance = answer.hits.first().map(|_| u64::from(answer.relevance_per_mille));
        if gold.is_empty() {
            self.no_gold += 1;
            self.no_gold_relevance.extend(relevance);
            self.no_gold_told += u64::from(answer.nothing_relevant);
            return Ok(());
        }
        self.relevance.extend(relevance);
        self.told += u64::from(answer.nothing_relevant);
        let wanted: BTreeSet<MemoryId> = gold.iter().map(|(_, target)| target.id).collect();
        let found = found(scratch, query, &wanted, &answer)?;
        let all: Vec<u32> = found.values().copied().collect();
        self.all.query(wanted.len(), &all);
        for group in &query.groups {
            let count = self.groups.entry(group.clone()).or_default();
            count.query(wanted.len(), &all);
            count.hits(answer.hits.len(), stale);
        }
        let instead = answer.hits.iter().find(|hit| !wanted.contains(&hit.id));
        for (name, target) in &gold {
            self.not_served += u64::from(target.unserved.is_some());
            let rank = found.get(&target.id).copied();
            if rank.is_none_or(|rank| rank > FOUND) {
                self.miss(line, query, (name, target), (rank, instead));
            }
        }
        Ok(())
    }

    /// The gold of a query that names memories, each with its name.
    fn gold(&mut self, line: u64, query: &GoldQuery) -> Vec<(String, Target)> {
        let mut gold: Vec<(String, Target)> = Vec::with_capacity(query.gold.len());
        for name in &query.gold {
            match self.targets.find(name, query.project.as_deref()) {
                // Two names of one memory are one answer.
                Ok(target) if gold.iter().any(|(_, other)| other.id == target.id) => {}
                Ok(target) => gold.push((name.clone(), target.clone())),
                Err(why) => {
                    self.missing_count += 1;
                    if self.missing.len() < BAD_LINES_LISTED {
                        self.missing.push(Missing { line, gold: name.clone(), why });
                    }
                }
            }
        }
        gold
    }

    fn miss(
        &mut self,
        line: u64,
        query: &GoldQuery,
        (name, target): (&str, &Target),
        (rank, instead): (Option<u32>, Option<&Hit>),
    ) {
        let Some(errors) = &mut self.errors else { return };
        let bytes = query.query.len() + target.text.len();
        if self.listed_bytes + bytes > LISTED_BYTES {
            self.left_out += 1;
            return;
        }
        self.listed_bytes += bytes;
        errors.push(Miss {
            line,
            id: query.id.clone(),
            query: query.query.clone(),
            project: query.project.clone(),
            gold: name.to_owned(),
            unserved: target.unserved.clone(),
            text: target.text.clone(),
            rank,
            instead: instead.map(|hit| Instead::of(hit.id, hit.external_id.as_deref(), &hit.text)),
        });
    }

    /// What came of all of them, over so many memories.
    pub(super) fn report(mut self, memories: u64, queries_hash: String, redacted: u64) -> Report {
        self.bad.list.sort_by_key(|bad| (bad.file, bad.line));
        let mut groups: BTreeMap<String, Groups> = BTreeMap::new();
        for ((name, value), count) in self.groups {
            groups.entry(format!("by_{name}")).or_default().insert(value, count.into());
        }
        Report {
            figures: self.all.into(),
            latency_us: LatencyFigures::of(self.took),
            memories,
            queries_hash,
            hits: self.all.served().0,
            partial: self.partial,
            relevance_per_mille: ScoreFigures::of(self.relevance),
            nothing_relevant: self.told,
            no_gold: NoGold {
                queries: self.no_gold,
                with_hits: self.no_gold_relevance.len() as u64,
                nothing_relevant: self.no_gold_told,
                relevance_per_mille: ScoreFigures::of(self.no_gold_relevance),
            },
            groups,
            errors: self.errors,
            errors_left_out: (self.left_out > 0).then_some(self.left_out),
            gold_not_served: self.not_served,
            skipped: self.skipped,
            missing: self.missing,
            missing_count: self.missing_count,
            bad: self.bad.list,
            bad_count: self.bad.count,
            redacted,
            baseline: None,
        }
    }
}

/// The ranks of what was found. Gold that is not in the answer is looked for deeper, where no clock runs.
fn found(
    scratch: &mut Scratch,
    query: &GoldQuery,
    wanted: &BTreeSet<MemoryId>,
    answer: &RecallAnswer,
) -> Result<BTreeMap<MemoryId, u32>, Failure> {
    let mut found = ranks(wanted, &ids(answer));
    if found.len() < wanted.len()
        && answer.hits.len() >= DEPTH as usize
        && let Ok((deep, _)) = ask(scratch, query, DEEP)?
    {
        for (id, rank) in ranks(wanted, &ids(&deep)) {
            found.entry(id).or_insert(rank.max(DEPTH + 1));
        }
    }
    Ok(found)
}

fn ids(answer: &RecallAnswer) -> Vec<MemoryId> {
    answer.hits.iter().map(|hit| hit.id).collect()
}

/// Whether a hit no longer held when it was served.
fn is_stale(hit: &Hit) -> bool {
    hit.flags.iter().any(|flag| flag.is_stale())
}

/// One recall, and how long it took; or why it was refused.
fn ask(
    scratch: &mut Scratch,
    query: &GoldQuery,
    k: u32,
) -> Result<Result<(RecallAnswer, Duration), String>, Failure> {
    let request = RecallRequest {
        caller: nobody(query.project.as_deref()),
        place: query.project.clone().map_or(Where::Everywhere, Where::Project),
        query: query.query.clone(),
        k,
        budget_us: micros(READ_BUDGET_MAX),
        history: false,
        said: SaidWithin::ANY,
        as_of: None,
        explain: false,
        tokens: None,
    };
    match scratch.timed(Request::Recall(request)) {
        (Response::Recall(answer), took) => Ok(Ok((answer, took))),
        (Response::Refused(refused), _) => Ok(Err(refused.message)),
        _ => Err(other_answer()),
    }
}
