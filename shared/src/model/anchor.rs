//! The things that a memory is tied to.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::kind::words;
use crate::project::without_userinfo;

/// What sort of thing an anchor names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnchorKind {
    /// A file or folder of the project.
    File,
    /// A function, type, module.
    Symbol,
    /// A part of a page or screen.
    Element,
    /// A page by its address.
    Page,
    /// An error by its text or code.
    Error,
    /// A command line or its beginning.
    Command,
    /// A site or field of work.
    Domain,
    /// A test by its name.
    Test,
}

words!(AnchorKind {
    File = "file",
    Symbol = "symbol",
    Element = "element",
    Page = "page",
    Error = "error",
    Command = "command",
    Domain = "domain",
    Test = "test",
});

/// Why a text is not an anchor.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "an anchor is `kind:value` with a kind of file, symbol, element, page, error, command, domain, test, or a bare file path"
)]
pub struct AnchorError;

/// One thing a memory is tied to; written `kind:value`, and a bare value is a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Anchor {
    /// What sort of thing it is.
    pub kind: AnchorKind,
    /// Its name, path or text.
    pub value: String,
}

impl Anchor {
    /// It without the credential that an address of a page or site may carry: that is how somebody got there, and not where.
    #[must_use]
    pub fn without_credential(self) -> Self {
        match self.kind {
            AnchorKind::Page | AnchorKind::Domain => {
                Self { value: without_userinfo(&self.value), ..self }
            }
            _ => self,
        }
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, self.value)
    }
}

impl FromStr for Anchor {
    type Err = AnchorError;

    fn from_str(text: &str) -> Result<Self, AnchorError> {
        let known =
            text.split_once(':').and_then(|(kind, value)| Some((kind.parse().ok()?, value)));
        let (kind, value) = known.unwrap_or((AnchorKind::File, text));
        if value.trim().is_empty() {
            return Err(AnchorError);
        }
        Ok(Self { kind, value: value.to_owned() })
    }
}

impl Serialize for Anchor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Anchor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named_and_a_bare_value_is_a_file() {
        for (text, printed) in [
            ("src/main.rs", "file:src/main.rs"),
            ("symbol:Engine::open", "symbol:Engine::open"),
            ("C:\\work\\x.rs", "file:C:\\work\\x.rs"),
            ("error:E0308: mismatched", "error:E0308: mismatched"),
        ] {
            assert_eq!(text.parse::<Anchor>().unwrap().to_string(), printed);
        }
        assert_eq!("file: ".parse::<Anchor>(), Err(AnchorError));
    }

    #[test]
    fn an_address_carries_no_credential() {
        for (text, kept) in [
            ("page:https://me:word@example.org/a?b=c@d", "page:https://example.org/a?b=c@d"),
            ("page:https://me@example.org", "page:https://example.org"),
            ("page:https://example.org:80/@me/post", "page:https://example.org:80/@me/post"),
            ("page:https://a@b:c@example.org#x@y", "page:https://example.org#x@y"),
            ("domain:https://me:word@example.org", "domain:https://example.org"),
            ("page:me@example.org", "page:me@example.org"),
            ("error:https://me@example.org", "error:https://me@example.org"),
        ] {
            assert_eq!(text.parse::<Anchor>().unwrap().without_credential().to_string(), kept);
        }
    }
}
