//! What somebody asks about, made ready.

use consolidate_shared::limits::FAILURE_BYTES;
use consolidate_shared::model::{Anchor, AnchorKind};

use super::anchor::Thing;
use super::command::{self, Command};
use super::domain::Domain;
use super::ends;
use super::error::Heard;

/// A failure, or a place that work moves to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub(super) ran: Option<Vec<Command>>,
    pub(super) error: Option<Heard>,
    pub(super) domain: Option<Domain>,
    pub(super) things: Vec<Thing>,
}

impl Asked {
    /// What was run, what it said, what it was about.
    pub fn failure(command: Option<&str>, error: Option<&str>, anchors: &[Anchor]) -> Self {
        let says = |text: &&str| !text.trim().is_empty();
        Self {
            ran: command.filter(says).map(|line| command::ran(&ends(line, FAILURE_BYTES))),
            error: error.filter(says).map(|text| Heard::of(&ends(text, FAILURE_BYTES))),
            domain: None,
            things: anchors.iter().filter_map(Thing::of).collect(),
        }
    }

    /// The domain, else the page's; what is tied to either fits too.
    pub fn context(domain: Option<&str>, page: Option<&str>) -> Self {
        let thing = |kind, value: &str| Thing::of(&Anchor { kind, value: value.to_owned() });
        let at = domain.or(page);
        Self {
            domain: at.and_then(Domain::of),
            things: at
                .and_then(|at| thing(AnchorKind::Domain, at))
                .into_iter()
                .chain(page.and_then(|page| thing(AnchorKind::Page, page)))
                .collect(),
            ..Self::default()
        }
    }
}
