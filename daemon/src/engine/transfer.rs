//! Import and export: lines in, lines out, in pieces that fit a frame.

use consolidate_shared::id::RunId;
use consolidate_shared::journal::EntryKind;
use consolidate_shared::limits;
use consolidate_shared::model::{Actor, Memory};
use consolidate_shared::wire::v1::{ErrorCode, Exported, ImportBegin, Imported, Refused, Response};
use consolidate_shared::words::counted;

use super::Engine;
use super::aside;
use super::service::{Session, off_the_path};
use super::writer::{Landed, Made, NewEntry, unreadable};
use crate::export;
use crate::import::{self, Context};
use crate::store::{Legible, Lenient, ReadError, View};
use crate::write::actor_of;

/// An import whose lines are still coming.
#[derive(Debug)]
pub(super) struct ImportInHand {
    begin: ImportBegin,
    lines: Vec<String>,
    bytes: usize,
}

/// An export whose pages are still being asked for: the store as it was at the first.
#[derive(Debug)]
pub(super) struct ExportInHand {
    view: View,
    without_rulings: bool,
    next_page: u32,
    place: Place,
    /// The memories that are still to come.
    memories: Legible<Memory>,
    /// Names and rulings that could not be read.
    passed_over: u64,
}

/// Where the next page of an export begins.
#[derive(Debug)]
enum Place {
    Start,
    Memories,
    Tail {
        skip: usize,
    },
    /// All is sent, and whoever asked must hear that it is not the whole store.
    Damaged,
    End,
}

impl Session {
    /// From now on rows of an import that name no project belong to none.
    pub(crate) fn take_unscoped(&mut self) {
        self.unscoped = true;
    }

    pub(super) fn import_begin(&mut self, begin: ImportBegin) -> Response {
        self.import = Some(ImportInHand { begin, lines: Vec::new(), bytes: 0 });
        Response::Ok
    }

    pub(super) fn import_lines(&mut self, lines: Vec<String>) -> Response {
        let Some(import) = &mut self.import else { return no_import() };
        import.bytes += lines.iter().map(String::len).sum::<usize>();
        if import.bytes > limits::IMPORT_BYTES {
            self.import = None;
            let message = format!("the import has more than {} bytes", limits::IMPORT_BYTES);
            let refused = Refused::new(ErrorCode::Invalid, message);
            return Response::Refused(refused.hint("split the file; nothing was imported"));
        }
        import.lines.extend(lines);
        Response::Ok
    }
}

fn no_import() -> Response {
    Response::Refused(Refused::new(ErrorCode::Invalid, "no import was begun on this connection"))
}

impl Engine {
    /// Checks and commits the import that this connection has sent.
    pub(super) async fn import_end(&self, session: &mut Session) -> Response {
        let Some(ImportInHand { begin, lines, .. }) = session.import.take() else {
            return no_import();
        };
        let by = actor_of(&begin.caller);
        let context = Context {
            project: begin.caller.project,
            unscoped: session.unscoped,
            by: by.clone(),
            now: self.now(),
            gate: &self.gate,
        };
        // Reading and screening need no state: they are not for the writer to wait for.
        let mut file = off_the_path(|| import::read(&lines, &context));
        let decide = move |turn: &super::writer::Turn<'_>| {
            if by != Actor::User && turn.view.counts().total() > 0 {
                file.refuse_claims(turn.state).map_err(unreadable)?;
            }
            let planned = import::plan(file, begin.strict, turn.state).map_err(unreadable)?;
            Ok(made(planned, &by))
        };
        self.writer.submit(true, Box::new(decide)).await
    }

    /// The next page of an export. After the last one of a damaged store comes a refusal: what can be read has been sent, and
    /// nobody is to take it for a backup.
    pub(super) fn export(
        &self,
        session: &mut Session,
        without_rulings: bool,
        page: u32,
    ) -> Response {
        if page == 0 {
            if let Err(refused) = self.health.wait_until_looked() {
                return Response::Refused(refused);
            }
            let view = self.publisher.read().view.clone();
            let memories = Lenient(&view).memories();
            session.export = Some(ExportInHand {
                view,
                without_rulings,
                next_page: 0,
                place: Place::Start,
                memories,
                passed_over: 0,
            });
        }
        match &mut session.export {
            Some(export)
                if export.next_page == page && export.without_rulings == without_rulings =>
            {
                let page = if let Place::Damaged = export.place {
                    Err(export.damaged())
                } else {
                    export.page(self.health.is_rotted()).map_err(unreadable)
                };
                if !matches!(&page, Ok(exported) if exported.more) {
                    // A view that nobody reads any more would keep old pages from being used again.
                    session.export = None;
                }
                match page {
                    Ok(exported) => Response::Exported(exported),
                    Err(refused) => Response::Refused(refused),
                }
            }
            _ => Response::Refused(Refused::new(
                ErrorCode::Invalid,
                "pages of an export are asked for in order, from 0, on one connection",
            )),
        }
    }
}

fn made(planned: import::Import, by: &Actor) -> Made {
    let import::Import { change_sets, report } = planned;
    let sets: Vec<_> = change_sets.into_iter().filter(|set| !set.is_empty()).collect();
    let bytes = consolidate_shared::codec::to_bytes(&sets).unwrap_or_default();
    let run = (!sets.is_empty()).then(|| RunId::of(&bytes));
    let entries = sets.into_iter().map(|change_set| NewEntry {
        kind: EntryKind::Import,
        actor: by.clone(),
        run,
        plan: None,
        report: None,
        judged_as: EntryKind::Import,
        made_on: None,
        change_set,
    });
    let entries = entries.collect();
    let answer = Box::new(move |(parent, made): Landed<'_>| {
        let generation = made.last().copied().unwrap_or(parent.0);
        Response::Imported(Box::new(Imported { generation, run, ..report }))
    });
    Made { entries, run: None, recent: None, answer }
}

/// Lines of one page, counted.
#[derive(Default)]
struct Lines {
    lines: Vec<String>,
    bytes: usize,
}

impl Lines {
    /// Takes a line; says whether the page is full with it.
    fn push(&mut self, line: String) -> bool {
        self.bytes += line.len() + 1;
        self.lines.push(line);
        self.bytes >= limits::PAGE_BYTES
    }
}

impl ExportInHand {
    fn damaged(&self) -> Refused {
        let what = match self.passed_over {
            0 => "the file is not what was written to it".to_owned(),
            rows => format!("{} cannot be read, left out of it", counted(rows, "row")),
        };
        let message = format!("the store is damaged, so this export is no backup: {what}");
        Refused::new(ErrorCode::ReadOnly, message)
            .hint("`consolidate check` tells more, and `consolidate check --repair` what mends it")
    }

    fn page(&mut self, rotted: bool) -> Result<Exported, ReadError> {
        let mut page = Lines::default();
        self.next_page += 1;
        if let Place::Start = self.place {
            page.push(export::header(!self.without_rulings));
        }
        self.memories(&mut page)?;
        self.tail(&mut page)?;
        if matches!(self.place, Place::End) && (rotted || self.passed_over > 0) {
            self.place = Place::Damaged;
        }
        let more = !matches!(self.place, Place::End);
        let missing = if more { None } else { aside::missing(&self.view)? };
        Ok(Exported { lines: page.lines, more, missing })
    }

    fn memories(&mut self, page: &mut Lines) -> Result<(), ReadError> {
        if !matches!(self.place, Place::Start | Place::Memories) {
            return Ok(());
        }
        for memory in self.memories.by_ref() {
            if page.push(export::memory(&memory?)) {
                self.place = Place::Memories;
                return Ok(());
            }
        }
        self.place = Place::Tail { skip: 0 };
        Ok(())
    }

    /// Names and rulings: few beside the memories, so a page begins by passing over those that went before.
    fn tail(&mut self, page: &mut Lines) -> Result<(), ReadError> {
        let Place::Tail { skip } = self.place else { return Ok(()) };
        let mut names = Lenient(&self.view).names();
        let mut rulings = (!self.without_rulings).then(|| Lenient(&self.view).rulings());
        let of_name = |name: Result<_, _>| name.map(|(name, target)| export::name(&name, target));
        let of_ruling = |row: Result<_, _>| row.map(|(key, ruling)| export::ruling(&key, &ruling));
        let lines = names.by_ref().map(of_name);
        let lines = lines.chain(rulings.iter_mut().flatten().map(of_ruling));
        for (place, line) in lines.enumerate().skip(skip) {
            if page.push(line?) {
                self.place = Place::Tail { skip: place + 1 };
                return Ok(());
            }
        }
        let lost_rulings = rulings.map_or(0, |rulings| rulings.passed_over());
        self.passed_over = self.memories.passed_over() + names.passed_over() + lost_rulings;
        self.place = Place::End;
        Ok(())
    }
}
