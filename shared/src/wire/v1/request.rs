//! What a client may ask.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::caution::{CautionsRequest, OnContextRequest};
use super::lineage::{GraphRequest, HistoryRequest, LogRequest, WhyRequest};
use super::read::{BriefRequest, RecallRequest, Where};
use super::review::{AnswerRequest, ReviewsRequest};
use super::task_run::{TaskBriefRequest, TaskRunRequest, TaskRunsRequest};
use crate::id::MemoryId;
use crate::model::{Anchor, Judge, Kind, RetireReason, Signal, Trigger};
use crate::plan::PassKind;
use crate::time::{SaidWithin, Timestamp};

/// In whose name a request comes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A person.
    User,
    /// An agent by its name. It may not write policies, touch what is pinned, or claim to be a person.
    Agent {
        /// The agent's name.
        name: String,
        /// Whether its model is strong enough for its procedures to be replayed.
        #[serde(default)]
        capable: bool,
    },
}

/// Who asks, and from where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    /// In whose name.
    pub role: Role,
    /// The session, for sources and contexts.
    #[serde(default)]
    pub session: Option<String>,
    /// The project the caller works in; `None`: outside any.
    #[serde(default)]
    pub project: Option<String>,
}

/// One memory to record. References (`supersedes`) are ids, unique beginnings of ids, or external ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Made by the client before the first try; the same id again is the same write.
    pub id: MemoryId,
    /// Who writes. The memory belongs to the caller's project.
    pub caller: Caller,
    /// What is to be remembered.
    pub text: String,
    /// What sort of assertion it is.
    #[serde(default)]
    pub kind: Kind,
    /// Why it is so.
    #[serde(default)]
    pub rationale: Option<String>,
    /// The single-valued question it answers.
    #[serde(default)]
    pub slot: Option<String>,
    /// What it is tied to.
    #[serde(default)]
    pub anchors: Vec<Anchor>,
    /// When it surfaces by itself.
    #[serde(default)]
    pub trigger: Option<Trigger>,
    /// Its steps, for a procedure.
    #[serde(default)]
    pub steps: Vec<String>,
    /// Conditions under which it holds.
    #[serde(default)]
    pub facets: BTreeMap<String, String>,
    /// What it replaces.
    #[serde(default)]
    pub supersedes: Vec<String>,
    /// Whether it is to be born a candidate.
    #[serde(default)]
    pub candidate: bool,
    /// From when it holds.
    #[serde(default)]
    pub valid_from: Option<Timestamp>,
    /// Until when it holds.
    #[serde(default)]
    pub valid_until: Option<Timestamp>,
    /// Where it was said.
    #[serde(default)]
    pub locator: Option<String>,
}

/// What is to be done to memories that are there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderKind {
    /// Pin: never decays, retires or is trimmed by a pass.
    Pin,
    /// Take the pin off.
    Unpin,
    /// Take out of recall.
    Retire {
        /// Why.
        reason: RetireReason,
    },
    /// Bring back into recall.
    Revive,
    /// Link to the successor and retire.
    SupersededBy {
        /// The successor.
        successor: String,
    },
}

/// An order on one memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Who orders.
    pub caller: Caller,
    /// The memory: an id, a unique beginning of one, or an external id.
    pub memory: String,
    /// What is to be done.
    pub kind: OrderKind,
    /// Why, in the caller's words.
    #[serde(default)]
    pub note: Option<String>,
}

/// One memory, whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadRequest {
    /// Who asks.
    pub caller: Caller,
    /// The memory: an id, a unique beginning of one, or an external id.
    pub memory: String,
}

/// A page of memories, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListRequest {
    /// Where to look.
    pub place: Where,
    /// Only this kind.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Only this standing (`candidate`, `active`, `retired`, `quarantined`); `None`: candidate and active.
    #[serde(default)]
    pub standing: Option<String>,
    /// Memories of every standing.
    #[serde(default)]
    pub all_standings: bool,
    /// Only what was said on these days.
    #[serde(default)]
    pub said: SaidWithin,
    /// The weakest first, of those that could be retired for it, instead of the newest first; one page only.
    #[serde(default)]
    pub weakest: bool,
    /// Rows of the page.
    pub limit: u32,
    /// Where the page before ended.
    #[serde(default)]
    pub after: Option<MemoryId>,
}

/// Plan a run without committing it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanRequest {
    /// The passes, in the design's order; empty: all.
    #[serde(default)]
    pub passes: Vec<PassKind>,
}

/// How a plan, a run or an entry is to be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// The diff, for people.
    Text,
    /// One JSON document.
    Json,
    /// The diff, for people, with a line for every strength.
    Verbose,
}

/// What somebody tells about memories after having met them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feedback {
    /// Who tells it.
    pub caller: Caller,
    /// The memories: ids, unique beginnings of ids, or external ids.
    pub memories: Vec<String>,
    /// What is told of all of them.
    pub signal: Signal,
    /// Whose judgement it is; `None`: a person's from a person, an agent's from an agent. An agent cannot give a person's.
    #[serde(default)]
    pub judge: Option<Judge>,
    /// The task run, test run or whatever else tells this context from others.
    #[serde(default)]
    pub context: Option<String>,
    /// The site or field of work it was about.
    #[serde(default)]
    pub domain: Option<String>,
    /// The build it was found on.
    #[serde(default)]
    pub build: Option<String>,
    /// What there is to say besides.
    #[serde(default)]
    pub note: Option<String>,
}

/// The head of an import; lines follow on the same connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportBegin {
    /// Who imports. Rows without a project belong to the caller's.
    pub caller: Caller,
    /// Import nothing if any line is bad.
    #[serde(default)]
    pub strict: bool,
}

/// What a client may ask. Append-only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Record a memory. Answer: `recorded`.
    Record(Box<Record>),
    /// Order something on a memory. Answer: `committed`.
    Order(Order),
    /// Read a memory. Answer: `memory`.
    Read(ReadRequest),
    /// List memories. Answer: `list`.
    List(ListRequest),
    /// Ranked search. Answer: `recall`.
    Recall(RecallRequest),
    /// What to know before a task. Answer: `brief`.
    Brief(BriefRequest),
    /// Begin an import on this connection. Answer: `ok`.
    ImportBegin(ImportBegin),
    /// Lines of the import. Answer: `ok`.
    ImportLines {
        /// Whole lines, without their line ends.
        lines: Vec<String>,
    },
    /// The import is complete: check and commit it. Answer: `imported`.
    ImportEnd,
    /// A page of the export of the store as it was at the first page. Answer: `exported`.
    Export {
        /// Leave rulings out.
        without_rulings: bool,
        /// The page's number, from 0; pages are asked for in order on one connection.
        page: u32,
    },
    /// Plan a run. Answer: `planned`.
    Plan(PlanRequest),
    /// Commit a planned run or one of its plans. Answer: `committed`.
    Apply {
        /// Who applies.
        caller: Caller,
        /// A run's or a plan's id.
        id: String,
    },
    /// A page of a run, a plan or a journal entry, as it was or will be committed. Answer: `page`.
    Show {
        /// A run's or plan's id, or a generation.
        id: String,
        /// How.
        form: Form,
        /// Bytes already seen.
        offset: u64,
    },
    /// The journal, newest first. Answer: `log`.
    Log {
        /// Rows.
        limit: u32,
        /// Only entries before this generation.
        before: Option<u64>,
    },
    /// Take an entry or a run back; without an id the latest one that is not undone. Answer: `committed`.
    Undo {
        /// Who undoes.
        caller: Caller,
        /// A generation, a plan's or a run's id.
        id: Option<String>,
    },
    /// Apply again what was undone; without an id the latest undone. Answer: `committed`.
    Redo {
        /// Who redoes.
        caller: Caller,
        /// A generation, a plan's or a run's id.
        id: Option<String>,
    },
    /// Open review items. Answer: `reviews`.
    Reviews(ReviewsRequest),
    /// What the daemon is and holds. Answer: `status`.
    Status,
    /// Stop the daemon after what is in hand. Answer: `ok`.
    Stop,
    /// The journal, narrowed down. Answer: `log`.
    LogOf(LogRequest),
    /// What the journal tells of a memory. Answer: `history`.
    History(HistoryRequest),
    /// The chain of supersession that a memory is in. Answer: `why`.
    Why(WhyRequest),
    /// A drawing of relations. Answer: `graph`.
    Graph(GraphRequest),
    /// The store's health. Answer: `health`.
    Health {
        /// Days of its history, the last ones; 0: none.
        days: u32,
    },
    /// The schedule, what it is doing and its last runs. Answer: `schedule`.
    Schedule,
    /// One review item, whole. Answer: `review`.
    Review {
        /// Its id or a unique beginning of it.
        item: String,
    },
    /// Answer a review item. Answer: `answered`.
    Answer(Box<AnswerRequest>),
    /// Write a copy of the store's file, as it is between two commits, into a folder of the caller's that holds none. The
    /// daemon runs as the caller's user and makes the file for that user alone. Answer: `copied`.
    Copy {
        /// The folder, an absolute path.
        folder: String,
    },
    /// What would mend the store. Answer: `repair_planned`; `show` prints the plan, `repair` commits it.
    PlanRepair,
    /// Commit a planned repair. Answer: `committed`.
    Repair {
        /// Who repairs: a person.
        caller: Caller,
        /// The plan's id.
        id: String,
    },
    /// Tell how memories did. Answer: `feedback`.
    Feedback(Feedback),
    /// Whether any memory is of a project, and which projects there are else. Answer: `project`.
    Project {
        /// Its key.
        project: String,
    },
    /// Pitfalls that a failure calls to mind. Answer: `cautions`.
    Cautions(CautionsRequest),
    /// Pitfalls of a place that work moves to. Answer: `cautions`.
    OnContext(OnContextRequest),
    /// What to know before a step of a task run, or before a test or procedure is written. Answer: `task_brief`.
    TaskBrief(Box<TaskBriefRequest>),
    /// The task runs that were given briefs. Answer: `task_runs`.
    TaskRuns(TaskRunsRequest),
    /// What was recorded of a task run. Answer: `task_run`.
    TaskRun(TaskRunRequest),
    /// Make the index anew from the texts. Answer: `reindexed`.
    Reindex,
}
