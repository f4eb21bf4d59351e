//! The few colours, by what they mean.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// Ids and other names that can be typed again.
pub(crate) const NAME: Style = AnsiColor::Yellow.on_default();
/// Headings.
pub(crate) const HEAD: Style = Style::new().bold();
/// What is beside the matter: times, notes.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// What needs a look: conflicts, warnings.
pub(crate) const WARN: Style = AnsiColor::Magenta.on_default();
/// Errors.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Lines that come.
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
/// Lines that go.
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
/// Places in a diff.
pub(crate) const HUNK: Style = AnsiColor::Cyan.on_default();

/// `what` in `style`.
pub(crate) fn paint(style: Style, what: impl Display) -> String {
    format!("{style}{what}{style:#}")
}
