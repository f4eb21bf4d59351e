//! Reads by name and in order: one memory, a page of them.

use consolidate_shared::limits;
use consolidate_shared::model::{Memory, Origin};
use consolidate_shared::time::{Day, Timestamp};
use consolidate_shared::wire::v1::{
    ListPage, ListRequest, MemoryView, ReadRequest, Refused, Response, Where,
};

use super::Engine;
use super::resolve::resolve;
use super::search::Fetch;
use super::writer::{present, unreadable};
use crate::clock::steady;
use crate::store::{ReadError, View};

impl Engine {
    /// One memory, whatever its standing.
    pub(super) fn read(&self, request: &ReadRequest) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        let project = request.caller.project.as_deref();
        let id = resolve(&request.memory, project, &view, &view)?;
        let memory = present(&view, id)?;
        self.opened(&request.caller.role, id);
        let shown = self.shown(&memory, &view, self.now()).map_err(unreadable)?;
        Ok(Response::Memory(Box::new(shown)))
    }

    /// A page of memories, newest first.
    pub(super) fn list(&self, request: &ListRequest) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        let limit = request.limit.clamp(1, limits::LIST_ROWS) as usize;
        let list = if request.weakest { weakest } else { page };
        let now = self.now();
        let show = |memory: &Memory| self.shown(memory, &view, now);
        let page = list(request, limit, now.day(), (&view, &show)).map_err(unreadable)?;
        Ok(Response::List(page))
    }

    fn shown(&self, memory: &Memory, view: &View, now: Timestamp) -> Result<MemoryView, ReadError> {
        let open = self.publisher.read().catalog.open(memory.id, now);
        // Nothing here is cut by a deadline.
        let fetch = Fetch { view, now, deadline: steady() };
        let pending = fetch.pending(memory, &open)?;
        let conflict = !memory.conflicts_with.is_empty();
        let flags = fetch.flags(memory, conflict, !pending.is_empty())?;
        let view = MemoryView::of(memory, view.unique_characters(memory.id)?);
        Ok(MemoryView { flags, pending, ..view })
    }
}

/// The rows of a listing: where they are read, and how one is shown.
type Rows<'a> = (&'a View, &'a dyn Fn(&Memory) -> Result<MemoryView, ReadError>);

fn page(
    request: &ListRequest,
    limit: usize,
    today: Day,
    (view, show): Rows<'_>,
) -> Result<ListPage, ReadError> {
    let (mut rows, mut next) = (Page::default(), None);
    for memory in view.newest(request.after)? {
        let memory = memory?;
        if !is_wanted(&memory, request, today) {
            continue;
        }
        if rows.is_full(limit) {
            next = rows.memories.last().map(|last| last.id);
            break;
        }
        rows.push(show(&memory)?);
    }
    Ok(ListPage { generation: view.generation().0, memories: rows.memories, next })
}

/// The weakest of those that no pass and nobody protects: by strength, then trust, then who was met longest ago.
fn weakest(
    request: &ListRequest,
    limit: usize,
    today: Day,
    (view, show): Rows<'_>,
) -> Result<ListPage, ReadError> {
    let mut found = Vec::new();
    for memory in view.memories(None)? {
        let memory = memory?;
        let spared = memory.is_protected() || memory.origin == Origin::User;
        if !spared && is_wanted(&memory, request, today) {
            found.push((memory.strength, memory.trust(), memory.last_referenced(), memory.id));
        }
    }
    found.sort_unstable();
    let mut rows = Page::default();
    for (.., id) in found {
        if rows.is_full(limit) {
            break;
        }
        if let Some(memory) = view.memory(id)? {
            rows.push(show(&memory)?);
        }
    }
    Ok(ListPage { generation: view.generation().0, memories: rows.memories, next: None })
}

/// Rows up to a number and a size.
#[derive(Default)]
struct Page {
    memories: Vec<MemoryView>,
    bytes: usize,
}

impl Page {
    fn is_full(&self, limit: usize) -> bool {
        self.memories.len() == limit || self.bytes >= limits::PAGE_BYTES
    }

    fn push(&mut self, row: MemoryView) {
        let wordings = row.wordings.iter().map(|wording| wording.text.len()).sum::<usize>();
        let pending =
            row.pending.iter().map(|open| open.why.len() + open.text.len()).sum::<usize>();
        self.bytes += row.text.len() + wordings + pending;
        self.memories.push(row);
    }
}

fn is_wanted(memory: &Memory, request: &ListRequest, today: Day) -> bool {
    let standing = match &request.standing {
        Some(word) => memory.standing.word() == word,
        None => request.all_standings || memory.standing.is_served(),
    };
    let said = request.said.holds(memory.created_at.day(), today);
    standing
        && said
        && is_in(memory, &request.place)
        && request.kind.is_none_or(|kind| memory.kind == kind)
}

pub(super) fn is_in(memory: &Memory, place: &Where) -> bool {
    match place {
        Where::Everywhere => true,
        Where::Unscoped => memory.scope.project.is_none(),
        Where::Project(key) => memory.scope.project.as_ref().is_none_or(|project| project == key),
    }
}
