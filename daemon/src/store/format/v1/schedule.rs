//! What the schedule remembers.

use consolidate_shared::id::RunId;
use consolidate_shared::journal::Generation;
use consolidate_shared::schedule::{Failure, LastRuns, PassRecord, Reach, ReadyRun, Retry};
use consolidate_shared::time::Timestamp;
use serde::{Deserialize, Serialize};

use super::ruling::PassKindV1;
use super::{Text, frozen_enum, text};

frozen_enum!(ReachV1 of Reach { Incremental, Full });

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct LastRunsV1<'a> {
    since: Option<i64>,
    full: Option<i64>,
    light: Option<i64>,
    seen: u64,
    retry: Option<RetryV1>,
    failed: Option<FailureV1<'a>>,
    ready: Vec<ReadyRunV1>,
    told: bool,
    passes: Vec<(PassKindV1, PassRecordV1<'a>)>,
}

#[derive(Debug, Serialize, Deserialize)]
struct RetryV1 {
    reach: ReachV1,
    tried: i64,
    failures: u32,
}

#[derive(Debug, Serialize, Deserialize)]
struct FailureV1<'a> {
    at: i64,
    message: Text<'a>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ReadyRunV1 {
    run: u64,
    reach: ReachV1,
    generation: u64,
    changes: u64,
    at: i64,
}

#[derive(Debug, Serialize, Deserialize)]
struct PassRecordV1<'a> {
    planned: Option<i64>,
    succeeded: Option<i64>,
    failed: Option<FailureV1<'a>>,
    failing: bool,
}

fn ms(at: Option<Timestamp>) -> Option<i64> {
    at.map(Timestamp::ms)
}

fn ms_back(at: Option<i64>) -> Option<Timestamp> {
    at.map(Timestamp::from_ms)
}

impl<'a> From<&'a LastRuns> for LastRunsV1<'a> {
    fn from(last: &'a LastRuns) -> Self {
        let LastRuns { since, full, light, seen, retry, failed, ready, told, passes } = last;
        Self {
            since: ms(*since),
            full: ms(*full),
            light: ms(*light),
            seen: seen.0,
            retry: retry.map(Into::into),
            failed: failed.as_ref().map(Into::into),
            ready: ready.iter().map(|run| (*run).into()).collect(),
            told: *told,
            passes: passes.iter().map(|(pass, record)| ((*pass).into(), record.into())).collect(),
        }
    }
}

impl From<LastRunsV1<'_>> for LastRuns {
    fn from(stored: LastRunsV1<'_>) -> Self {
        let LastRunsV1 { since, full, light, seen, retry, failed, ready, told, passes } = stored;
        Self {
            since: ms_back(since),
            full: ms_back(full),
            light: ms_back(light),
            seen: Generation(seen),
            retry: retry.map(Into::into),
            failed: failed.map(Into::into),
            ready: ready.into_iter().map(Into::into).collect(),
            told,
            passes: passes.into_iter().map(|(pass, record)| (pass.into(), record.into())).collect(),
        }
    }
}

impl From<Retry> for RetryV1 {
    fn from(Retry { reach, tried, failures }: Retry) -> Self {
        Self { reach: reach.into(), tried: tried.ms(), failures }
    }
}

impl From<RetryV1> for Retry {
    fn from(RetryV1 { reach, tried, failures }: RetryV1) -> Self {
        Self { reach: reach.into(), tried: Timestamp::from_ms(tried), failures }
    }
}

impl<'a> From<&'a Failure> for FailureV1<'a> {
    fn from(Failure { at, message }: &'a Failure) -> Self {
        Self { at: at.ms(), message: text(message) }
    }
}

impl From<FailureV1<'_>> for Failure {
    fn from(FailureV1 { at, message }: FailureV1<'_>) -> Self {
        Self { at: Timestamp::from_ms(at), message: message.into_owned() }
    }
}

impl From<ReadyRun> for ReadyRunV1 {
    fn from(ReadyRun { run, reach, generation, changes, at }: ReadyRun) -> Self {
        let (reach, generation) = (reach.into(), generation.0);
        Self { run: run.0, reach, generation, changes, at: at.ms() }
    }
}

impl From<ReadyRunV1> for ReadyRun {
    fn from(ReadyRunV1 { run, reach, generation, changes, at }: ReadyRunV1) -> Self {
        let (generation, at) = (Generation(generation), Timestamp::from_ms(at));
        Self { run: RunId(run), reach: reach.into(), generation, changes, at }
    }
}

impl<'a> From<&'a PassRecord> for PassRecordV1<'a> {
    fn from(record: &'a PassRecord) -> Self {
        let PassRecord { planned, succeeded, failed, failing } = record;
        let failed = failed.as_ref().map(Into::into);
        Self { planned: ms(*planned), succeeded: ms(*succeeded), failed, failing: *failing }
    }
}

impl From<PassRecordV1<'_>> for PassRecord {
    fn from(stored: PassRecordV1<'_>) -> Self {
        let PassRecordV1 { planned, succeeded, failed, failing } = stored;
        let failed = failed.map(Into::into);
        Self { planned: ms_back(planned), succeeded: ms_back(succeeded), failed, failing }
    }
}
