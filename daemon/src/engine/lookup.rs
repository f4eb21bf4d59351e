//! Reads by name and in order: one memory, a page of them.

use consolidate_shared::limits;
use consolidate_shared::model::Memory;
use consolidate_shared::time::Day;
use consolidate_shared::wire::v1::{
    ListPage, ListRequest, MemoryView, ReadRequest, Refused, Response, Where,
};

use super::Engine;
use super::resolve::resolve;
use super::writer::{present, unreadable};
use crate::store::{ReadError, View};

impl Engine {
    /// One memory, whatever its standing.
    pub(super) fn read(&self, request: &ReadRequest) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        let project = request.caller.project.as_deref();
        let id = resolve(&request.memory, project, &view, &view)?;
        let memory = present(&view, id)?;
        self.opened(&request.caller.role, id);
        let shown = shown(&memory, &view).map_err(unreadable)?;
        Ok(Response::Memory(Box::new(shown)))
    }

    /// A page of memories, newest first.
    pub(super) fn list(&self, request: &ListRequest) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        let limit = request.limit.clamp(1, limits::LIST_ROWS) as usize;
        let page = page(request, limit, self.now().day(), &view).map_err(unreadable)?;
        Ok(Response::List(page))
    }
}

fn shown(memory: &Memory, view: &View) -> Result<MemoryView, ReadError> {
    Ok(MemoryView::of(memory, view.unique_characters(memory.id)?))
}

fn page(
    request: &ListRequest,
    limit: usize,
    today: Day,
    view: &View,
) -> Result<ListPage, ReadError> {
    let (mut memories, mut next, mut bytes) = (Vec::new(), None, 0);
    for memory in view.newest(request.after)? {
        let memory = memory?;
        if !is_wanted(&memory, request, today) {
            continue;
        }
        if memories.len() == limit || bytes >= limits::PAGE_BYTES {
            next = memories.last().map(|last: &MemoryView| last.id);
            break;
        }
        let row = shown(&memory, view)?;
        bytes +=
            row.text.len() + row.wordings.iter().map(|wording| wording.text.len()).sum::<usize>();
        memories.push(row);
    }
    Ok(ListPage { generation: view.generation().0, memories, next })
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
