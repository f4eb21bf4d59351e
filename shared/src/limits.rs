//! Bounds on whatever comes from outside, in one place, each with the reason for its size.

use std::time::Duration;

/// Bytes of one memory's text. A memory is one assertion; 8 KiB is two printed pages.
pub const TEXT_BYTES: usize = 8 * 1024;
/// Bytes of a rationale: the same page count again.
pub const RATIONALE_BYTES: usize = 8 * 1024;
/// Bytes of short fields: slot, project key, external id, agent, session, facet keys and values.
pub const SHORT_BYTES: usize = 512;
/// Bytes of one anchor's value or of a source's locator: a long path or URL.
pub const ANCHOR_BYTES: usize = 2 * 1024;
/// Bytes of a trigger's command or error pattern: a long command line, the telling lines of an error.
pub const TRIGGER_BYTES: usize = 2 * 1024;
/// Anchors, facets, links, steps of one draft: far above what a person would write.
pub const ITEMS_PER_MEMORY: usize = 64;
/// Sources of a memory from which on a repetition adds no further one.
pub const SOURCES_KEPT: usize = 256;
/// Bytes of one step of a procedure.
pub const STEP_BYTES: usize = 2 * 1024;
/// Contexts of evidence that a memory remembers (the last ones).
pub const CONTEXTS_KEPT: usize = 64;
/// Memories that one feedback may speak of: more than any brief holds.
pub const FEEDBACK_MEMORIES: usize = 256;
/// Memories whose use is gathered before it must be written.
pub const USES_GATHERED: usize = 4096;
/// How long use may be gathered before it is written.
pub const USE_DELAY: Duration = Duration::from_mins(1);

/// Bytes of one text where a review item is one of many; its own page shows all.
pub const LISTED_TEXT_BYTES: usize = 1024;
/// Suggestions that one review item holds, one an agent.
pub const SUGGESTIONS_PER_ITEM: usize = 16;
/// The longest snooze in days: ten years.
pub const SNOOZE_DAYS: u32 = 3653;

/// Bytes of one frame's body. The largest answer is a page of [`PAGE_BYTES`] and its envelope; the largest request is
/// a batch of import lines of the same size. 4 MiB leaves a factor of four.
pub const FRAME_BYTES: usize = 4 * 1024 * 1024;
/// Bytes of text in one page of a diff, an export or a listing.
pub const PAGE_BYTES: usize = 1024 * 1024;
/// Bytes of one line of an import file: a survivor with hundreds of wordings, and half a frame.
pub const IMPORT_LINE_BYTES: usize = 2 * 1024 * 1024;
/// Bytes of all lines of one import: above a million memories of 500 bytes.
pub const IMPORT_BYTES: usize = 1024 * 1024 * 1024;
/// Bad lines that an import report lists; all are counted.
pub const BAD_LINES_LISTED: usize = 1000;
/// Changes in one journal entry of an import; a larger import is several entries of one run in one transaction.
pub const CHANGES_PER_IMPORT_ENTRY: usize = 8192;

/// Bytes of a config file, ours or git's: real ones have a few hundred.
pub const CONFIG_BYTES: u64 = 1024 * 1024;
/// Bytes of an earlier report that an evaluation is measured against: one with an error for each of 100,000 queries.
pub const BASELINE_BYTES: u64 = 64 * 1024 * 1024;

/// Bytes of a query: longer ones are cut by the asker, not by us.
pub const QUERY_BYTES: usize = 16 * 1024;
/// Bytes of a command line, and of an error's text, that cautions look at; of more, the beginning and the end.
pub const FAILURE_BYTES: usize = 16 * 1024;
/// Hits of one recall.
pub const HITS: u32 = 200;
/// Projects that are named beside one that was asked for.
pub const PROJECTS_LISTED: usize = 256;
/// Rows of one listing page.
pub const LIST_ROWS: u32 = 1000;

/// Connections served at once: 64 agents with a few connections each.
pub const CONNECTIONS: usize = 512;
/// Writes that wait for the writer: at 50,000 grouped writes a second this is under a tenth of a second of work.
pub const QUEUED_WRITES: usize = 4096;
/// Writes that one group commit takes: 2.4 us each, so a batch stays near 10 ms.
pub const WRITES_PER_COMMIT: usize = 1024;
/// Samples of health that are kept, one a UTC day: a year and a month.
pub const SAMPLES_KEPT: usize = 400;
/// UTC days of which what was served is kept.
pub const SERVED_DAYS_KEPT: usize = 30;
/// Memories that are noted by name as served on one day; hits of others are counted together. 20,000 rows of 40 bytes.
pub const SERVED_PER_DAY: usize = 20_000;
/// Journal entries of one page of a memory's history.
pub const HISTORY_ROWS: u32 = 200;
/// Memories that are followed along links, from one of them: above any chain that people or tools make.
pub const FAMILY: usize = 10_000;
/// Journal entries that are read to answer for one memory.
pub const ENTRIES_READ: usize = 2_000;
/// Memories of one drawing: more than anybody can look at.
pub const GRAPH_MEMORIES: u32 = 2_000;
/// Bytes of one drawing: half a frame. Two thousand memories with their relations need a quarter of it, unless their texts
/// are all escapes.
pub const GRAPH_BYTES: usize = 2 * 1024 * 1024;

/// How long a peer may take from the first to the last byte of a frame.
pub const FRAME_TIME: Duration = Duration::from_secs(10);

/// What recall and brief may take when the asker names no budget.
pub const READ_BUDGET: Duration = Duration::from_millis(10);
/// The longest budget that a read may name.
pub const READ_BUDGET_MAX: Duration = Duration::from_mins(1);
/// What an ordinary request (not recall or brief) may take at the client.
pub const REQUEST_TIME: Duration = Duration::from_secs(30);
/// What starting a daemon may take, from spawn to a first answer.
pub const START_TIME: Duration = Duration::from_secs(10);

/// Bytes of a socket path: 108 pass on Linux and 104 on macOS, with the terminator.
pub const SOCKET_PATH_BYTES: usize = 100;
/// Runs of passes whose plans are kept in memory for `apply`.
pub const RUNS_KEPT: usize = 16;
