//! When a pitfall surfaces: its trigger and what it is tied to, made ready.

use consolidate_shared::model::{Anchor, Trigger};

use super::anchor::Thing;
use super::asked::Asked;
use super::command::{self, Command};
use super::domain::Domain;
use super::error::{Part, Said, Window};
use super::{ends, weight};
use consolidate_shared::limits::FAILURE_BYTES;
use consolidate_shared::wire::v1::Way;

/// When one pitfall surfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    command: Option<Vec<Command>>,
    error: Option<Said>,
    domain: Option<Domain>,
    things: Vec<Thing>,
}

/// What a rule is looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Key(u64),
    Error(Window, u64),
}

/// A part of a trigger that says too little: nothing would ever fit it, or almost everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vague {
    /// No program in it.
    Command,
    /// Hardly a word in it beside numbers, paths and addresses.
    Error,
    /// No letter or digit in it.
    Domain,
}

/// The first part of a trigger that says too little.
pub fn vague(trigger: &Trigger) -> Option<Vague> {
    let Trigger { command, error_pattern, domain } = trigger;
    let is_vague = [
        (Vague::Command, command.as_deref().is_some_and(|it| wanted(it).is_none())),
        (Vague::Error, error_pattern.as_deref().is_some_and(|it| pattern(it).is_none())),
        (Vague::Domain, domain.as_deref().is_some_and(|it| Domain::of(it).is_none())),
    ];
    is_vague.into_iter().find_map(|(part, is_vague)| is_vague.then_some(part))
}

fn wanted(line: &str) -> Option<Vec<Command>> {
    Some(command::wanted(&ends(line, FAILURE_BYTES))).filter(|wanted| !wanted.is_empty())
}

fn pattern(text: &str) -> Option<Said> {
    Some(Said::of(&ends(text, FAILURE_BYTES))).filter(Said::is_telling)
}

impl Rule {
    /// `None`: nothing calls it to mind. A part that says too little makes the whole trigger void, since it was meant to
    /// narrow it down.
    pub fn of<'a>(
        trigger: Option<&Trigger>,
        anchors: impl IntoIterator<Item = &'a Anchor>,
    ) -> Option<Self> {
        let trigger = trigger.filter(|it| vague(it).is_none());
        let part =
            |part: fn(&Trigger) -> &Option<String>| trigger.and_then(|it| part(it).as_deref());
        let rule = Self {
            command: part(|it| &it.command).and_then(wanted),
            error: part(|it| &it.error_pattern).and_then(pattern),
            domain: part(|it| &it.domain).and_then(Domain::of),
            things: anchors.into_iter().filter_map(Thing::of).collect(),
        };
        let Self { command, error, domain, things } = &rule;
        let is_void = command.is_none() && error.is_none() && domain.is_none() && things.is_empty();
        (!is_void).then_some(rule)
    }

    /// How exactly it fits what is asked, and by what: every part of its trigger that the question speaks of has to.
    pub(super) fn fit(&self, asked: &Asked) -> Option<(u32, Vec<Way>)> {
        let mut ways = Vec::new();
        if let (Some(pattern), Some(error)) = (&self.error, &asked.error) {
            let weight = match pattern.part_of(error)? {
                Part::Literal => weight::ERROR_LITERAL,
                Part::Like => weight::ERROR_LIKE,
            };
            ways.push((Way::Error, weight));
        }
        if let (Some(wanted), Some(ran)) = (&self.command, &asked.ran) {
            ways.push((Way::Command, command::fit(wanted, ran)?));
        }
        if let (Some(domain), Some(place)) = (&self.domain, &asked.domain) {
            ways.push((Way::Domain, domain.fit(place)?));
        }
        let things = asked.things.iter();
        let fits = things.flat_map(|about| self.things.iter().filter_map(|it| it.fit(about)));
        ways.extend(fits.max().map(|weight| (Way::Anchor, weight)));
        let exactness = ways.iter().map(|(_, weight)| weight).sum();
        (!ways.is_empty()).then(|| (exactness, ways.into_iter().map(|(way, _)| way).collect()))
    }

    /// All that it is looked up by.
    pub(super) fn places(&self) -> Vec<Place> {
        let command = self.command.as_deref().and_then(command::key_of);
        let domain = self.domain.as_ref().map(Domain::key);
        let things = self.things.iter().map(Thing::key);
        let keys = command.into_iter().chain(domain).chain(things).map(Place::Key);
        let errors = self.error.iter().flat_map(Said::pattern_keys);
        keys.chain(errors.map(|(window, key)| Place::Error(window, key))).collect()
    }
}
