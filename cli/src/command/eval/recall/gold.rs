//! From the ids of gold to memories of the scratch store.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_daemon::clock::Clock;
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits::LIST_ROWS;
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::v1::{
    ListRequest, MemoryView, ReadRequest, Request, Response, Where,
};

use super::nobody;
use super::report::beginning;
use crate::exit::Failure;
use crate::link::{Answers, pick};

/// A memory that is gold of some query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    /// Its id.
    pub(super) id: MemoryId,
    /// Its project; `None`: it is seen from every one.
    pub(super) project: Option<String>,
    /// Why it is never served, if that is so.
    pub(super) unserved: Option<String>,
    /// The beginning of its text.
    pub(super) text: String,
}

impl Target {
    fn of(engine: &mut impl Answers, memory: &MemoryView) -> Result<Self, Failure> {
        let unserved = unserved(engine, memory)?;
        let text = beginning(&memory.text);
        Ok(Self { id: memory.id, project: memory.project.clone(), unserved, text })
    }
}

/// Why recall never serves this memory, if that is so.
fn unserved(engine: &mut impl Answers, memory: &MemoryView) -> Result<Option<String>, Failure> {
    if !matches!(memory.standing.as_str(), "active" | "candidate") {
        return Ok(Some(match &memory.standing_reason {
            Some(why) => format!("{} ({why})", memory.standing),
            None => memory.standing.clone(),
        }));
    }
    for next in &memory.superseded_by {
        let next = read(engine, &next.to_string())?;
        if next.standing == "active" {
            let name = next.external_id.unwrap_or_else(|| next.id.to_string());
            return Ok(Some(format!("superseded by {name}")));
        }
    }
    let now = Clock::System.now();
    let is_outside = memory.valid_from.is_some_and(|from| now < from)
        || memory.valid_until.is_some_and(|until| until <= now);
    Ok(is_outside.then(|| "not valid now".to_owned()))
}

fn read(engine: &mut impl Answers, memory: &str) -> Result<MemoryView, Failure> {
    let request = ReadRequest { caller: nobody(None), memory: memory.to_owned() };
    pick!(engine.ask(&Request::Read(request))?, Response::Memory(memory) => *memory)
}

/// The memories of each id that is gold: an id elsewhere may be one of several projects.
#[derive(Debug, Default)]
pub(super) struct Targets(BTreeMap<String, Vec<Target>>);

impl Targets {
    /// Those memories of the store that `wanted` names.
    pub(super) fn of(engine: &mut impl Answers, wanted: &BTreeSet<&str>) -> Result<Self, Failure> {
        let mut targets = Self::default();
        let mut after = None;
        loop {
            let request = Request::List(ListRequest {
                place: Where::Everywhere,
                kind: None,
                standing: None,
                all_standings: true,
                said: SaidWithin::ANY,
                weakest: false,
                limit: LIST_ROWS,
                after,
            });
            let page = pick!(engine.ask(&request)?, Response::List(page) => page)?;
            for memory in &page.memories {
                targets.take(engine, memory, wanted)?;
            }
            if page.next.is_none() {
                break;
            }
            after = page.next;
        }
        targets.take_joined(engine, wanted)?;
        Ok(targets)
    }

    fn take(
        &mut self,
        engine: &mut impl Answers,
        memory: &MemoryView,
        wanted: &BTreeSet<&str>,
    ) -> Result<(), Failure> {
        let names = [memory.external_id.clone(), Some(memory.id.to_string())];
        for name in names.into_iter().flatten().filter(|name| wanted.contains(name.as_str())) {
            let target = Target::of(engine, memory)?;
            self.0.entry(name).or_default().push(target);
        }
        Ok(())
    }

    /// Ids of ours under which no memory stands any more, since it was folded into another: an export knows them.
    fn take_joined(
        &mut self,
        engine: &mut impl Answers,
        wanted: &BTreeSet<&str>,
    ) -> Result<(), Failure> {
        let ours = wanted.iter().filter(|name| name.parse::<MemoryId>().is_ok());
        let joined: Vec<&str> = ours.copied().filter(|name| !self.0.contains_key(*name)).collect();
        for name in joined {
            // That nothing has the id is told by whoever asks for it.
            if let Ok(memory) = read(engine, name) {
                let target = Target::of(engine, &memory)?;
                self.0.insert(name.to_owned(), vec![target]);
            }
        }
        Ok(())
    }

    /// The memory that `gold` means to a query in `project`, or why it means none.
    pub(super) fn find(&self, gold: &str, project: Option<&str>) -> Result<&Target, String> {
        let named = self.0.get(gold).map(Vec::as_slice).unwrap_or_default();
        let Some(project) = project else {
            return match named {
                [] => Err("no memory has this id".to_owned()),
                [only] => Ok(only),
                several => Err(format!(
                    "{} memories of different projects have this id; give the query a `project`",
                    several.len()
                )),
            };
        };
        let of = |project: Option<&str>| {
            named.iter().find(|target| target.project.as_deref() == project)
        };
        of(Some(project)).or_else(|| of(None)).ok_or_else(|| match named {
            [] => "no memory has this id".to_owned(),
            [other, ..] => {
                let theirs = other.project.as_deref().unwrap_or_default();
                format!("its memory belongs to {theirs}, and the query asks in {project}")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(number: u32, project: Option<&str>) -> Target {
        let project = project.map(str::to_owned);
        Target { id: MemoryId(number.into()), project, unserved: None, text: String::new() }
    }

    #[test]
    fn gold_means_the_memory_that_its_query_can_see() {
        let named = vec![target(1, Some("a")), target(2, Some("b")), target(3, None)];
        let targets = Targets(BTreeMap::from([
            ("x".to_owned(), named.clone()),
            ("y".to_owned(), named[..1].to_vec()),
        ]));
        let id = |gold, project| targets.find(gold, project).map(|it| it.id);
        assert_eq!(id("x", Some("b")), Ok(MemoryId(2)));
        assert_eq!(id("x", Some("c")), Ok(MemoryId(3)));
        assert_eq!(id("y", None), Ok(MemoryId(1)));
        assert!(id("x", None).unwrap_err().starts_with("3 memories"));
        assert!(id("y", Some("b")).unwrap_err().contains("belongs to a"));
        for project in [None, Some("a")] {
            assert_eq!(id("z", project), Err("no memory has this id".to_owned()));
        }
    }
}
