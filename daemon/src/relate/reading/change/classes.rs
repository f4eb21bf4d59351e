//! The classes of words that tell of a change: data, and nothing else.

/// Past forms and participles of what comes to an end.
pub(super) const ENDED: &[&str] = &[
    "decommissioned",
    "discontinued",
    "retired",
    "sunset",
    "sunsetted",
    "archived",
    "cancelled",
    "canceled",
    "scrapped",
    "ditched",
    "axed",
    "killed",
    "shelved",
    "abolished",
    "eliminated",
    "uninstalled",
    "revoked",
    "withdrawn",
    "lifted",
    "waived",
    "mothballed",
    "deprecated",
    "dissolved",
    "disbanded",
    "obsoleted",
    "terminated",
    "abandoned",
    "rescinded",
    "repealed",
    "scuttled",
    "binned",
    "dismantled",
    "unplugged",
    "resolved",
    "solved",
    "mended",
    "patched",
    "repaired",
    "eradicated",
    "disabled",
    "deactivated",
    "suspended",
    "outsourced",
];

/// Those of them that take their time: "is being phased out" tells of the end as well.
pub(super) const PHASED: &[&str] = &[
    "phased",
    "retired",
    "decommissioned",
    "discontinued",
    "sunset",
    "deprecated",
    "dismantled",
    "scrapped",
    "abandoned",
    "abolished",
    "wound",
];

/// Those that need a small word: "phased out", "shut the proxy down".
pub(super) const ENDED_BY: &[(&str, &[&str])] = &[
    ("phased", &["out"]),
    ("ripped", &["out"]),
    ("torn", &["out", "down"]),
    ("tore", &["out", "down"]),
    ("thrown", &["out", "away", "off", "overboard"]),
    ("threw", &["out", "away", "off", "overboard"]),
    ("kicked", &["out", "off"]),
    ("taken", &["down", "offline", "out", "off", "away"]),
    ("took", &["down", "offline", "out", "away"]),
    ("shut", &["down", "off"]),
    ("turned", &["off"]),
    ("switched", &["off"]),
    ("wound", &["down"]),
    ("pulled", &["out", "down"]),
    ("done", &["away"]),
    ("did", &["away"]),
    ("closed", &["down"]),
    ("cleared", &["out", "away"]),
    ("stripped", &["out"]),
    ("ruled", &["out"]),
    ("given", &["up"]),
    ("gave", &["up"]),
];

/// Past forms of what ends by itself: "support has ended".
pub(super) const CEASED: &[&str] = &[
    "ended",
    "expired",
    "lapsed",
    "ceased",
    "vanished",
    "disappeared",
    "died",
    "folded",
    "resigned",
    "departed",
    "quit",
];

/// Participles of what may be no more, where they hold from now on.
pub(super) const BARRED: &[&str] =
    &["banned", "forbidden", "disallowed", "prohibited", "outlawed", "unsupported", "barred"];

/// Participles of what is again as it was before it ended.
pub(super) const RESTORED: &[&str] = &[
    "reinstated",
    "restored",
    "reenabled",
    "reactivated",
    "reopened",
    "resumed",
    "reintroduced",
    "revived",
    "resurrected",
    "readmitted",
    "unblocked",
    "unfrozen",
    "unarchived",
    "unpaused",
    "unlocked",
];

/// As [`RESTORED`], with "back": "turned back on", "brought back".
pub(super) const BROUGHT: &[&str] =
    &["turned", "switched", "brought", "put", "added", "taken", "rolled", "came", "gone", "went"];

/// Participles of what is set at another place, time or value, with a word of where to.
pub(super) const SET: &[&str] = &[
    "set",
    "shifted",
    "rescheduled",
    "postponed",
    "deferred",
    "promoted",
    "demoted",
    "relegated",
    "repointed",
    "transferred",
    "reassigned",
    "rerouted",
    "redirected",
    "flipped",
    "changed",
    "turned",
    "converted",
    "handed",
    "delegated",
    "outsourced",
    "rebuilt",
    "translated",
    "ported",
    "reimplemented",
    "rewritten",
    "standardized",
    "standardised",
    "settled",
    "graduated",
];

/// Participles of what is no more what it was, with "into".
pub(super) const TURNED: &[&str] = &[
    "merged",
    "folded",
    "absorbed",
    "integrated",
    "inlined",
    "split",
    "broken",
    "evolved",
    "morphed",
    "turned",
    "converted",
    "transformed",
    "consolidated",
    "combined",
    "fused",
    "extracted",
];

pub(super) const EXCHANGED: &[&str] = &["swapped", "traded", "exchanged"];

pub(super) const RENAMED: &[&str] =
    &["renamed", "rebranded", "retitled", "relabeled", "relabelled"];

/// Past forms and participles of what changes by measure; they tell of a change only with a number to go to.
pub(super) const SCALED: &[&str] = &[
    "cut",
    "doubled",
    "halved",
    "tripled",
    "quadrupled",
    "shrunk",
    "shrank",
    "grew",
    "grown",
    "reduced",
    "decreased",
    "extended",
    "shortened",
    "lengthened",
    "tightened",
    "relaxed",
    "loosened",
    "trimmed",
    "slashed",
    "upped",
    "scaled",
    "widened",
    "narrowed",
    "expanded",
    "boosted",
    "dialed",
    "dropped",
    "went",
    "pushed",
    "brought",
    "adjusted",
    "jumped",
    "fell",
    "rose",
    "risen",
    "tuned",
    "moved",
    "stretched",
    "squeezed",
    "capped",
];

/// What goes "from O to N" at one time, and not again and again.
pub(super) const STEPPED: &[&str] = &[
    "went",
    "flipped",
    "moving",
    "migrating",
    "switching",
    "transitioned",
    "converted",
    "jumped",
    "transferred",
    "reassigned",
    "rerouted",
    "redirected",
    "handed",
    "passed",
    "shifted",
    "rotated",
    "flipping",
    "graduated",
    "evolved",
    "pivoted",
];

/// "is out", "is dead": said of what has come to an end.
pub(super) const OVER: &[&str] = &[
    "out",
    "dead",
    "history",
    "eol",
    "over",
    "discontinued",
    "decommissioned",
    "retired",
    "cancelled",
    "canceled",
    "scrapped",
    "resolved",
    "solved",
];

/// As [`OVER`], where something takes its place: alone they say how a thing stands.
pub(super) const ON_THE_WAY_OUT: &[&str] =
    &["deprecated", "obsolete", "archived", "sunset", "superseded"];
