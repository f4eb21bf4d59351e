//! The words by which sentence frames are known: data, and nothing else.

pub(super) const USE: &[&str] = &[
    "use", "uses", "using", "chose", "choose", "picked", "pick", "adopt", "adopted", "run", "runs",
];
pub(super) const USE_PHRASES: &[&[&str]] = &[
    &["go", "with"],
    &["went", "with"],
    &["standardized", "on"],
    &["standardised", "on"],
    &["keep", "using"],
];
pub(super) const USE_OPENERS: &[&str] = &[
    "decision", "we", "i", "the", "team", "project", "please", "always", "have", "has", "decided",
    "agreed", "to", "on",
];
pub(super) const DONE: &[&str] = &[
    "written",
    "built",
    "stored",
    "hosted",
    "generated",
    "kept",
    "managed",
    "handled",
    "deployed",
    "done",
    "performed",
    "tested",
    "owned",
    "read",
    "served",
    "rendered",
    "saved",
    "implemented",
    "formatted",
    "compiled",
    "packaged",
    "signed",
    "run",
    "merged",
    "opened",
    "cached",
    "configured",
    "maintained",
    "located",
    "based",
    "caused",
    "used",
    "reported",
    "shipped",
    "hashed",
    "encoded",
    "sorted",
    "checked",
    "installed",
    "backed",
    "powered",
    "driven",
    "provided",
];
pub(super) const DONE_PREPOSITIONS: &[&str] =
    &["in", "with", "on", "by", "from", "at", "using", "via", "through", "to"];
pub(super) const RELIES: &[&[&str]] = &[
    &["uses"],
    &["use"],
    &["runs", "on"],
    &["run", "on"],
    &["lives", "at"],
    &["lives", "in"],
    &["live", "in"],
    &["talks"],
    &["speaks"],
    &["listens", "on"],
    &["follows"],
    &["follow"],
    &["targets"],
    &["default", "to"],
    &["defaults", "to"],
    &["expire", "after"],
    &["expires", "after"],
    &["takes"],
    &["take"],
    &["relies", "on"],
    &["runs"],
    &["run"],
];
pub(super) const OWNS: &[&[&str]] = &[
    &["owns"],
    &["handles"],
    &["manages"],
    &["builds"],
    &["maintains"],
    &["leads"],
    &["approves"],
    &["coordinates"],
    &["chairs"],
    &["signs", "off"],
    &["is", "responsible", "for"],
];
/// Verbs that say of a tool what it is used for.
pub(super) const BACKS: &[&str] = &[
    "backs",
    "powers",
    "renders",
    "generates",
    "serves",
    "hosts",
    "drives",
    "provides",
    "stores",
    "builds",
    "runs",
    "handles",
    "compiles",
    "manages",
    "holds",
];
/// Nouns for what a tool is to the thing that it is used for.
pub(super) const ROLES: &[&str] = &[
    "runtime",
    "backend",
    "engine",
    "database",
    "store",
    "framework",
    "platform",
    "broker",
    "queue",
    "cache",
    "host",
    "provider",
    "tool",
    "library",
    "server",
    "language",
    "registry",
    "compiler",
    "bundler",
    "linter",
    "formatter",
    "orm",
    "toolchain",
];
pub(super) const DO: &[&str] = &[
    "manage", "run", "deploy", "test", "build", "format", "lint", "install", "generate", "write",
    "store", "keep", "open", "handle", "render", "serve", "sign", "document", "name", "schedule",
    "start", "stop", "revert", "execute", "perform", "log", "hash", "encode",
];
pub(super) const DO_PREPOSITIONS: &[&str] =
    &["with", "in", "on", "using", "via", "through", "by", "at"];
/// Openers of texts that tell a story rather than set a value.
pub(super) const STORIES: &[&str] = &[
    "a", "an", "some", "there", "someone", "somebody", "several", "people", "this", "that", "it",
    "he", "she", "they",
];
/// Endings of words that open a predicate ("is written in"), not a value.
pub(super) const PREDICATE_ENDINGS: &[&str] = &["ed", "en", "ent", "ive", "ful", "able"];
pub(super) const ADVERBS: &[&str] =
    &["always", "please", "also", "currently", "usually", "just", "then", "now", "first", "please"];
pub(super) const DEGREES: &[&str] = &[
    "very",
    "so",
    "too",
    "quite",
    "really",
    "extremely",
    "rather",
    "pretty",
    "more",
    "less",
    "fairly",
];
pub(super) const PREDICATE_OPENERS: &[&str] = &["not", "no", "never", "only", "still"];
/// What narrows a value in any sentence.
pub(super) const DOES_NARROW: &[&str] = &[
    "for", "in", "when", "on", "at", "to", "with", "by", "from", "into", "through", "via",
    "between", "after", "before", "during", "under", "over", "as", "if", "while", "within",
    "using",
];
