//! The words of the exchange rules: data, and nothing else.

/// Words behind which a clause of its own begins.
pub(super) const CLAUSES: &[&str] = &[
    "that", "which", "who", "when", "if", "unless", "because", "while", "until", "whenever", "so",
    "but", "since", "before", "where", "whose", "whether",
];
/// What opens a detail rather than a case of its own.
pub(super) const DETAILS: &[&str] = &["under", "via", "together", "using", "plus", "along"];
/// Openers of texts that tell a story.
pub(super) const STORIES: &[&str] = &[
    "a", "an", "some", "there", "someone", "somebody", "several", "people", "this", "that", "it",
    "he", "she", "they",
];
/// Verbs of an order that name the means to an end.
pub(super) const MEANS: &[&str] =
    &["use", "run", "call", "execute", "invoke", "choose", "pick", "type"];
/// Verbs with one object at a time.
pub(super) const SINGLE: &[&str] = &[
    "uses", "prefers", "prefer", "wants", "follows", "follow", "equals", "equal", "means",
    "targets", "target", "becomes", "become",
];
/// By what means or way: told of the verb, whatever stands between.
pub(super) const MANNERS: &[&str] = &["over", "via", "through", "using"];
/// What a name follows.
pub(super) const NAMING: &[&str] = &["called", "named", "titled", "labelled", "labeled"];
/// Verbs that say what stands at an end of something.
pub(super) const ENDS: &[&str] =
    &["start", "starts", "begin", "begins", "end", "ends", "open", "opens", "close", "closes"];
/// Verbs that say of something no more than when it is.
pub(super) const TAKES_PLACE: &[&str] = &["happen", "happens", "occur", "occurs"];
/// Labels under which many things are listed.
pub(super) const LISTING: &[&str] = &[
    "file",
    "build",
    "run",
    "lint",
    "command",
    "commands",
    "files",
    "path",
    "paths",
    "example",
    "examples",
    "see",
    "reference",
    "references",
    "source",
    "sources",
    "link",
    "links",
    "url",
    "location",
    "docs",
    "test",
    "tests",
    "step",
    "usage",
    "component",
    "components",
];
/// What is said of one among several.
pub(super) const PREVAILS: &[&[&str]] = &[
    &["wins"],
    &["win"],
    &["prevails"],
    &["prevail"],
    &["takes", "precedence"],
    &["take", "precedence"],
    &["takes", "priority"],
    &["has", "precedence"],
    &["has", "priority"],
    &["comes", "first"],
    &["is", "authoritative"],
    &["is", "the", "source", "of", "truth"],
];
/// What is said of the one name that is in use.
pub(super) const IN_USE: &[&[&str]] = &[
    &["is", "used", "for"],
    &["are", "used", "for"],
    &["is", "used", "as"],
    &["is", "used", "everywhere"],
    &["is", "used", "throughout"],
];
/// Nouns of which one thing has one, and which a name follows: "the pattern `v*`".
pub(super) const ATTRIBUTES: &[&str] = &[
    "pattern",
    "format",
    "scheme",
    "prefix",
    "suffix",
    "port",
    "name",
    "style",
    "convention",
    "version",
    "level",
    "mode",
    "policy",
    "strategy",
    "algorithm",
    "locale",
    "currency",
    "branch",
    "region",
    "zone",
    "timezone",
    "encoding",
    "charset",
    "protocol",
    "license",
    "licence",
    "layout",
    "template",
    "theme",
    "dialect",
    "standard",
    "codec",
    "grid",
    "profile",
    "namespace",
    "channel",
    "tier",
    "plan",
];
/// Units that the scanner leaves apart from their number.
pub(super) const MEASURES: &[&str] = &[
    "hz", "khz", "mhz", "ghz", "fps", "px", "dpi", "baud", "bpm", "rpm", "bit", "tb", "mib", "gib",
    "kib", "mbit", "gbit", "db",
];

/// Words that two wordings of one sentence may differ in.
pub(super) const PASSED: &[&str] = &["the", "a", "an", "our", "please", "always", "also"];
