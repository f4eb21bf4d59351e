//! Things that a pitfall is tied to, beside things that a failure was about.
//!
//! A file is the same wherever its path begins, as long as two names of it agree or one of the paths is absolute; a folder
//! holds what is below it. Anything else is the same text, or one that goes on behind it (`Engine` holds `Engine::open`).

use consolidate_shared::limits;
use consolidate_shared::model::{Anchor, AnchorKind};
use consolidate_shared::project::without_userinfo;

use super::domain::Domain;
use super::{key, weight};

/// An anchor made ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Thing {
    kind: AnchorKind,
    is: Is,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Is {
    Path { names: Vec<String>, is_absolute: bool },
    Domain(Domain),
    Text(String),
}

impl Thing {
    pub(super) fn of(anchor: &Anchor) -> Option<Self> {
        let value = &anchor.value;
        let value = value.get(..value.floor_char_boundary(limits::ANCHOR_BYTES)).unwrap_or(value);
        let is = match anchor.kind {
            AnchorKind::File => path(value)?,
            AnchorKind::Domain => Is::Domain(Domain::of(value)?),
            AnchorKind::Page => Is::Text(page(value)),
            AnchorKind::Error => Is::Text(words(&value.to_lowercase())),
            AnchorKind::Symbol | AnchorKind::Element | AnchorKind::Command | AnchorKind::Test => {
                Is::Text(words(value))
            }
        };
        Some(Self { kind: anchor.kind, is })
    }

    fn key_of(&self, text: &str) -> u64 {
        key(b't', &[self.kind.word().as_bytes(), text.as_bytes()])
    }

    /// What it is looked up by: a path by its last name, anything else by itself.
    pub(super) fn key(&self) -> u64 {
        match &self.is {
            Is::Path { names, .. } => self.key_of(names.last().map_or("", String::as_str)),
            Is::Domain(domain) => key(b't', &[&domain.key().to_le_bytes()]),
            Is::Text(text) => self.key_of(text),
        }
    }

    /// What the things that hold it are looked up by.
    pub(super) fn keys(&self) -> Vec<u64> {
        match &self.is {
            Is::Path { names, .. } => names.iter().map(|name| self.key_of(name)).collect(),
            Is::Domain(domain) => domain.keys().map(|it| key(b't', &[&it.to_le_bytes()])).collect(),
            Is::Text(text) => {
                let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
                let ends = ends.filter(|at| *at > 0 && is_end(text, *at));
                ends.filter_map(|at| text.get(..at)).map(|it| self.key_of(it)).collect()
            }
        }
    }

    /// How well it, which a pitfall is tied to, matches what a failure was about.
    pub(super) fn fit(&self, about: &Self) -> Option<u32> {
        if self == about {
            return Some(weight::ANCHOR_SAME);
        }
        let is_near = self.kind == about.kind
            && match (&self.is, &about.is) {
                (
                    Is::Path { names, is_absolute },
                    Is::Path { names: other, is_absolute: absolute },
                ) => near((names, *is_absolute), (other, *absolute)),
                (Is::Domain(domain), Is::Domain(other)) => domain.fit(other).is_some(),
                (Is::Text(text), Is::Text(other)) => {
                    other.starts_with(text.as_str()) && is_end(other, text.len())
                }
                _ => false,
            };
        is_near.then_some(weight::ANCHOR_NEAR)
    }
}

/// Whether a word ends at `at`.
fn is_end(text: &str, at: usize) -> bool {
    let next = text.get(at..).and_then(|rest| rest.chars().next());
    !next.is_some_and(|c| c.is_alphanumeric() || c == '_')
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Without scheme, the case of the host, and slashes at its end.
fn page(text: &str) -> String {
    let whole = without_userinfo(text);
    let text = whole.as_str();
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    format!("{}{}", host.to_lowercase(), path.trim_end_matches('/'))
}

/// A path by its names; a line and column behind it (`x.rs:12:5`) are no part of it.
fn path(text: &str) -> Option<Is> {
    let mut text = text.trim().replace('\\', "/");
    for _ in 0..2 {
        match text.rsplit_once(':') {
            Some((file, line)) if !line.is_empty() && line.bytes().all(|c| c.is_ascii_digit()) => {
                text = file.to_owned();
            }
            _ => break,
        }
    }
    let has_drive =
        matches!(text.as_bytes(), [drive, b':', b'/', ..] if drive.is_ascii_alphabetic());
    let is_absolute = text.starts_with(['/', '~']) || has_drive;
    let mut names = Vec::new();
    for name in text.split('/') {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|last| last != "..") => drop(names.pop()),
            name => names.push(name.to_owned()),
        }
    }
    (!names.is_empty()).then_some(Is::Path { names, is_absolute })
}

/// Whether a pitfall's path is, or holds, the path of a failure, told from another folder.
fn near(tied: (&[String], bool), about: (&[String], bool)) -> bool {
    let ((tied, is_absolute), (about, absolute)) = (tied, about);
    let agrees = |short: &[String], long_is_absolute: bool| short.len() >= 2 || long_is_absolute;
    if tied.len() > about.len() {
        return tied.ends_with(about) && agrees(about, is_absolute);
    }
    let begins = about.starts_with(tied) && is_absolute == absolute;
    let ends = about.ends_with(tied) && !is_absolute && agrees(tied, absolute);
    let holds = !is_absolute && tied.len() >= 2 && about.windows(tied.len()).any(|it| it == tied);
    begins || ends || holds
}
