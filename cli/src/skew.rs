//! Whether the running daemon is of another version than this program: one warning, from the lock file, without asking.
//!
//! A file is read instead of a question asked, so that the warning costs a read under a deadline next to nothing.

use std::fs::File;
use std::io::Read as _;

use consolidate_shared::place::{LOCK, Places};

/// The version of this program, as the daemon writes its own.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the lock file says about its holder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Holder {
    /// The process.
    pub(crate) pid: u32,
    /// Its version.
    pub(crate) version: String,
}

/// Who wrote the lock file last. It may have ended since.
pub(crate) fn holder(places: &Places) -> Option<Holder> {
    let mut text = String::new();
    let file = File::open(places.store.join(LOCK)).ok()?;
    file.take(1024).read_to_string(&mut text).ok()?;
    parse(&text)
}

/// Warns on standard error if the daemon of `places` is of another version.
pub(crate) fn warn(places: &Places) {
    if let Some(text) = holder(places).and_then(|holder| warning(&holder.version)) {
        crate::out::warn(&text);
    }
}

/// What to say about a daemon of `version`.
pub(crate) fn warning(version: &str) -> Option<String> {
    (version != VERSION).then(|| {
        format!(
            "the daemon is version {} and this program {VERSION}; run `consolidate daemon restart`",
            crate::print::text::one_line(version)
        )
    })
}

/// The file is lines of a name and a value; the first line of a name counts.
fn parse(text: &str) -> Option<Holder> {
    let field = |name| {
        text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).map(str::trim)
    };
    Some(Holder { pid: field("pid")?.parse().ok()?, version: field("version")?.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_holder_is_read_past_the_rest_of_a_longer_text() {
        let holder = Some(Holder { pid: 4711, version: "0.1.0".to_owned() });
        assert_eq!(parse("pid 4711\nversion 0.1.0\n"), holder);
        assert_eq!(parse("pid 4711\nversion 0.1.0\non 0.0.99\n"), holder);
        for text in ["", "pid", "pid x\nversion 1\n", "pid 4711"] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn only_another_version_is_worth_a_word() {
        assert_eq!(warning(VERSION), None);
        assert!(warning("9.9.9").is_some_and(|text| text.contains("daemon restart")));
    }
}
