//! What the daemon answers.

use serde::{Deserialize, Serialize};

use super::caution::CautionsAnswer;
use super::health::HealthReport;
use super::lineage::{GraphAnswer, HistoryAnswer, WhyAnswer};
use super::read::{BriefAnswer, Health, RecallAnswer};
use super::review::{Answered, ReviewPage, ReviewView};
use super::schedule::ScheduleView;
use super::task_run::{TaskBriefAnswer, TaskRunAnswer, TaskRunsAnswer};
use super::view::{ListPage, MemoryView};
use crate::id::{MemoryId, PlanId, RunId};
use crate::plan::{PassKind, PassReport};
use crate::time::Timestamp;

/// What kind of refusal it is; each says what the caller can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request breaks a rule that the message names: mend it.
    Invalid,
    /// Nothing has that name.
    NotFound,
    /// Several things have that name: say more of it.
    Ambiguous,
    /// What the change touches has moved since: plan again.
    Stale,
    /// The caller may not do that.
    Forbidden,
    /// The store takes no writes: see `status`.
    ReadOnly,
    /// The two programs are of different versions.
    Version,
    /// A defect of ours, or too much at once: try again.
    Internal,
}

/// A request that was not done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// What kind of refusal.
    pub code: ErrorCode,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
}

/// How a new memory stands to one that is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// The other memory.
    pub id: MemoryId,
    /// `conflicts`, `supersedes` or `review`; of a candidate `once_active`, since no pass looks at it before.
    pub relation: String,
    /// Of `review` and `once_active`: what it may turn out to be, `conflicts`, `supersedes` or `same`.
    #[serde(default)]
    pub may_be: Option<String>,
    /// Why.
    pub why: String,
    /// Its text.
    pub text: String,
}

/// A memory that is durably stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The id that was asked for; it resolves for ever.
    pub id: MemoryId,
    /// The memory that says the same and took source and wording.
    pub merged_into: Option<MemoryId>,
    /// Whether this id had been recorded before; then nothing was written.
    pub already: bool,
    /// The store state that holds it.
    pub generation: u64,
    /// The rules whose secrets were replaced, with their field.
    pub redacted: Vec<String>,
    /// What it conflicts with or seems to replace, or may.
    pub related: Vec<Related>,
}

/// Something that was committed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Committed {
    /// The store state after it.
    pub generation: u64,
    /// The journal entries it made, in order; empty: there was nothing to do.
    pub entries: Vec<u64>,
    /// One line a person can read.
    pub summary: String,
}

/// What became of what was told about one memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heeded {
    /// It counts as evidence, durably.
    Counted,
    /// This context has told the same today; it counts once a day.
    Already,
    /// It was noted as use and is written within a minute.
    Noted,
}

/// One memory of a feedback.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedbackRow {
    /// The memory it counts for: of one that was merged, the survivor.
    pub id: MemoryId,
    /// What became of it.
    pub heeded: Heeded,
    /// Whether it brought a stale memory back.
    pub revived: bool,
    /// Trust now, per mille.
    pub trust: u16,
    /// `candidate`, `active`, `retired`, `quarantined`.
    pub standing: String,
}

/// What became of a feedback.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedbackAnswer {
    /// The store state after it.
    pub generation: u64,
    /// The journal entries it made; none where nothing counted as evidence.
    pub entries: Vec<u64>,
    /// The weight of each piece of evidence, in tenths; 0 for use.
    pub weight: u32,
    /// The memories, in the order in which they were named, each once.
    pub memories: Vec<FeedbackRow>,
}

/// One plan of a run, in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedPass {
    /// The plan's id.
    pub plan_id: PlanId,
    /// Its pass.
    pub pass: PassKind,
    /// How many changes it has.
    pub changes: u64,
    /// What was considered, kept, deferred.
    pub report: PassReport,
}

/// A planned run; `show` prints it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// The run's id.
    pub run_id: RunId,
    /// The store state it was planned on.
    pub generation: u64,
    /// Its plans, in order.
    pub plans: Vec<PlannedPass>,
}

/// A page of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// The bytes from the offset on.
    pub text: String,
    /// Where the next page begins; `None`: this was the last.
    pub next: Option<u64>,
}

/// One entry of the journal, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogRow {
    /// Its generation.
    pub generation: u64,
    /// `write`, `import`, `pass merge`, `undo 12` ...
    pub kind: String,
    /// Who caused it.
    pub actor: String,
    /// When.
    pub at: Timestamp,
    /// The run it belongs to.
    pub run: Option<RunId>,
    /// The plan it commits.
    pub plan: Option<PlanId>,
    /// How many changes it has.
    pub changes: u64,
    /// What it did, in one line.
    pub summary: String,
    /// The entry that undid it, if one did.
    pub undone_by: Option<u64>,
}

/// A line that was not imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub why: String,
}

/// What an import did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    /// The store state after it.
    pub generation: u64,
    /// The run that undoes it as a whole; `None`: nothing was new.
    pub run: Option<RunId>,
    /// Memories that were added.
    pub added: u64,
    /// Lines that were there already.
    pub unchanged: u64,
    /// Links that were added.
    pub links: u64,
    /// Lines that were not imported, the first ones in full.
    pub bad: Vec<BadLine>,
    /// How many lines were not imported.
    pub bad_count: u64,
    /// Fields that no memory has, with how often they occurred.
    pub unknown_fields: Vec<(String, u64)>,
    /// Secrets that were replaced, by rule.
    pub redacted: Vec<(String, u64)>,
}

/// A page of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exported {
    /// Whole lines without their line ends.
    pub lines: Vec<String>,
    /// Whether more pages follow.
    pub more: bool,
    /// With the last page: what repairs have set aside that would be in it, and where that is.
    #[serde(default)]
    pub missing: Option<String>,
}

/// How many memories of each standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StandingCounts {
    /// Candidates.
    pub candidate: u64,
    /// Active ones.
    pub active: u64,
    /// Retired ones.
    pub retired: u64,
    /// Quarantined ones.
    pub quarantined: u64,
}

/// What the daemon is and holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// The process.
    pub pid: u32,
    /// The program's version.
    pub version: String,
    /// The protocol it speaks.
    pub protocol: u8,
    /// The store format it writes.
    pub store_format: u8,
    /// The store state.
    pub generation: u64,
    /// Memories by standing.
    pub memories: StandingCounts,
    /// Open conflicts (pairs).
    pub conflicts: u64,
    /// Open review items.
    pub reviews: u64,
    /// The passes it knows, with their last commit.
    pub passes: Vec<PassStatus>,
    /// The socket's path.
    pub socket: String,
    /// The store's folder.
    pub store: String,
    /// When it was started.
    pub started_at: Timestamp,
    /// What may make answers less than they should be.
    pub health: Health,
}

/// When a pass last changed something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassStatus {
    /// The pass.
    pub pass: PassKind,
    /// When it last changed the store.
    pub last_changed: Option<Timestamp>,
    /// The journal entry that did.
    pub entry: Option<u64>,
}

/// A project, and those beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectView {
    /// Memories of it, of any standing; those that belong to no project do not count.
    pub memories: u64,
    /// The other projects that have memories, the largest first; at most [`crate::limits::PROJECTS_LISTED`].
    pub others: Vec<String>,
}

/// A copy of the store's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Copied {
    /// The store state that it holds.
    pub generation: u64,
    /// Its size.
    pub bytes: u64,
    /// When it was made.
    pub at: Timestamp,
}

/// An index made anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reindexed {
    /// The store state that it holds.
    pub generation: u64,
    /// Memories that were analysed.
    pub memories: u64,
    /// Those among them that recall and brief look at; the others are retired.
    pub served: u64,
    /// Rows that could not be read.
    pub passed_over: u64,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
}

/// What would mend the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepairPlanned {
    /// The plan's id: it covers all that is shown of it.
    pub plan_id: PlanId,
    /// The store state that it mends.
    pub generation: u64,
    /// Changes of the one entry that it would commit.
    pub changes: u64,
    /// Rows that cannot be read and would be set aside, byte for byte.
    pub set_aside: u64,
    /// What it would do besides its changes: rows set aside, what is worked out anew.
    pub besides: u64,
    /// What is wrong and needs somebody's decision.
    pub left: u64,
}

/// What the daemon answers. Append-only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// The request was not done.
    Refused(Refused),
    /// Done, with nothing to say.
    Ok,
    /// To `record`.
    Recorded(Box<Recorded>),
    /// To whatever commits.
    Committed(Committed),
    /// To `read`.
    Memory(Box<MemoryView>),
    /// To `list`.
    List(ListPage),
    /// To `recall`.
    Recall(RecallAnswer),
    /// To `brief`.
    Brief(Box<BriefAnswer>),
    /// To `import_end`.
    Imported(Box<Imported>),
    /// To `export`.
    Exported(Exported),
    /// To `plan`.
    Planned(Planned),
    /// To `show`.
    Page(Page),
    /// To `log`.
    Log(Vec<LogRow>),
    /// To `reviews`.
    Reviews(ReviewPage),
    /// To `status`.
    Status(Box<Status>),
    /// To `history`.
    History(Box<HistoryAnswer>),
    /// To `why`.
    Why(Box<WhyAnswer>),
    /// To `graph`.
    Graph(Box<GraphAnswer>),
    /// To `health`.
    Health(Box<HealthReport>),
    /// To `schedule`.
    Schedule(Box<ScheduleView>),
    /// To `review`.
    Review(Box<ReviewView>),
    /// To `answer`.
    Answered(Box<Answered>),
    /// To `copy`.
    Copied(Copied),
    /// To `plan_repair`.
    RepairPlanned(RepairPlanned),
    /// To `feedback`.
    Feedback(FeedbackAnswer),
    /// To `project`.
    Project(ProjectView),
    /// To `cautions` and `on_context`.
    Cautions(Box<CautionsAnswer>),
    /// To `task_brief`.
    TaskBrief(Box<TaskBriefAnswer>),
    /// To `task_runs`.
    TaskRuns(Box<TaskRunsAnswer>),
    /// To `task_run`.
    TaskRun(Box<TaskRunAnswer>),
    /// To `reindex`.
    Reindexed(Reindexed),
}

impl Refused {
    /// A refusal without a hint.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None }
    }

    /// The same with what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
