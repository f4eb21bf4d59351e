//! Protocol version 1.

mod answer;
mod caution;
mod convert;
mod health;
mod lineage;
mod read;
mod request;
mod review;
mod schedule;
mod task_run;
mod view;

pub use answer::{
    BadLine, Committed, Copied, ErrorCode, Exported, FeedbackAnswer, FeedbackRow, Heeded, Imported,
    LogRow, Page, PassStatus, Planned, PlannedPass, ProjectView, Recorded, Refused, Reindexed,
    Related, RepairPlanned, Response, StandingCounts, Status,
};
pub use caution::{Caution, CautionsAnswer, CautionsRequest, OnContextRequest, Way};
pub use health::{
    ChainHealth, HealthReport, HealthWarning, MergeHealth, PassHealth, ReviewHealth,
    StalenessHealth,
};
pub use lineage::{
    GraphAnswer, GraphFormat, GraphRequest, GraphScope, HistoryAnswer, HistoryChange, HistoryEntry,
    HistoryRequest, LogRequest, WhyAnswer, WhyBranch, WhyLink, WhyRequest, WhyStep,
};
pub use read::{
    BriefAnswer, BriefRequest, Coverage, CoverageState, ExplainedTerm, Explanation, Flag, Health,
    Hit, Pending, RecallAnswer, RecallRequest, Side, Stage, StoreHealth, Where,
};
pub use request::{
    Caller, Feedback, Form, ImportBegin, ListRequest, Order, OrderKind, PlanRequest, ReadRequest,
    Record, Request, Role,
};
pub use review::{
    AnswerKind, AnswerRequest, Answered, Outcome, ReviewMember, ReviewPage, ReviewView,
    ReviewsRequest, SuggestionView,
};
pub use schedule::{Doing, PassRunView, ReadyView, ScheduleView};
pub use task_run::{
    Frozen, HeldCounts, HeldView, TaskBriefAnswer, TaskBriefRequest, TaskBriefRow, TaskRunAnswer,
    TaskRunRequest, TaskRunRow, TaskRunsAnswer, TaskRunsRequest, TaskStepView, UsedView,
};
pub use view::{EvidenceView, ListPage, MemoryView, SourceView, WordingView};
