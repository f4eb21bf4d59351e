//! Change sets.

use consolidate_shared::change::{Change, ChangeSet, Excerpt, What};
use consolidate_shared::model::Name;
use serde::{Deserialize, Serialize};

use super::edit::{EditV1, SwapV1};
use super::memory::MemoryV1;
use super::parts::KindV1;
use super::reason::ReasonV1;
use super::ruling::{ReviewItemV1, RulingKeyV1, RulingV1};
use super::{IdV1, Text, all, id, id_back, some_text, some_text_back, text};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ChangeSetV1<'a> {
    changes: Vec<ChangeV1<'a>>,
    excerpts: Vec<(IdV1, ExcerptV1<'a>)>,
}

impl<'a> From<&'a ChangeSet> for ChangeSetV1<'a> {
    fn from(ChangeSet { changes, excerpts }: &'a ChangeSet) -> Self {
        Self {
            changes: all(changes),
            excerpts: excerpts.iter().map(|(&of, excerpt)| (id(of), excerpt.into())).collect(),
        }
    }
}

impl From<ChangeSetV1<'_>> for ChangeSet {
    fn from(ChangeSetV1 { changes, excerpts }: ChangeSetV1<'_>) -> Self {
        let excerpts = excerpts.into_iter().map(|(of, excerpt)| (id_back(of), excerpt.into()));
        Self {
            changes: changes.into_iter().map(Into::into).collect(),
            excerpts: excerpts.collect(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct ChangeV1<'a> {
    what: WhatV1<'a>,
    reason: ReasonV1<'a>,
}

impl<'a> From<&'a Change> for ChangeV1<'a> {
    fn from(Change { what, reason }: &'a Change) -> Self {
        Self { what: what.into(), reason: reason.into() }
    }
}

impl From<ChangeV1<'_>> for Change {
    fn from(ChangeV1 { what, reason }: ChangeV1<'_>) -> Self {
        Self { what: what.into(), reason: reason.into() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
enum WhatV1<'a> {
    Add(Box<MemoryV1<'a>>),
    Remove(Box<MemoryV1<'a>>),
    Edit { subject: IdV1, edit: EditV1<'a> },
    Name { name: NameV1<'a>, target: SwapV1<Option<IdV1>> },
    Review(SwapV1<Option<Box<ReviewItemV1<'a>>>>),
    Ruling { key: RulingKeyV1, ruling: SwapV1<Option<RulingV1<'a>>> },
}

impl<'a> From<&'a What> for WhatV1<'a> {
    fn from(what: &'a What) -> Self {
        match what {
            What::Add(memory) => Self::Add(Box::new(memory.as_ref().into())),
            What::Remove(memory) => Self::Remove(Box::new(memory.as_ref().into())),
            What::Edit { subject, edit } => Self::Edit { subject: id(*subject), edit: edit.into() },
            What::Name { name, target } => Self::Name {
                name: name.into(),
                target: SwapV1::of(target, |target| target.map(id)),
            },
            What::Review(item) => Self::Review(SwapV1::of(item, |item| {
                item.as_deref().map(|item| Box::new(item.into()))
            })),
            What::Ruling { key, ruling } => Self::Ruling {
                key: key.into(),
                ruling: SwapV1::of(ruling, |ruling| ruling.as_ref().map(Into::into)),
            },
        }
    }
}

impl From<WhatV1<'_>> for What {
    fn from(what: WhatV1<'_>) -> Self {
        match what {
            WhatV1::Add(memory) => Self::Add(Box::new((*memory).into())),
            WhatV1::Remove(memory) => Self::Remove(Box::new((*memory).into())),
            WhatV1::Edit { subject, edit } => {
                Self::Edit { subject: id_back(subject), edit: edit.into() }
            }
            WhatV1::Name { name, target } => {
                Self::Name { name: name.into(), target: target.back(|target| target.map(id_back)) }
            }
            WhatV1::Review(item) => {
                Self::Review(item.back(|item| item.map(|item| Box::new((*item).into()))))
            }
            WhatV1::Ruling { key, ruling } => Self::Ruling {
                key: key.into(),
                ruling: ruling.back(|ruling| ruling.map(Into::into)),
            },
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
enum NameV1<'a> {
    Id(IdV1),
    External { project: Option<Text<'a>>, id: Text<'a> },
}

impl<'a> From<&'a Name> for NameV1<'a> {
    fn from(name: &'a Name) -> Self {
        match name {
            Name::Id(of) => Self::Id(id(*of)),
            Name::External { project, id } => {
                Self::External { project: some_text(project.as_ref()), id: text(id) }
            }
        }
    }
}

impl From<NameV1<'_>> for Name {
    fn from(name: NameV1<'_>) -> Self {
        match name {
            NameV1::Id(of) => Self::Id(id_back(of)),
            NameV1::External { project, id } => {
                Self::External { project: some_text_back(project), id: id.into_owned() }
            }
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct ExcerptV1<'a> {
    kind: KindV1,
    project: Option<Text<'a>>,
    external_id: Option<Text<'a>>,
    text: Text<'a>,
}

impl<'a> From<&'a Excerpt> for ExcerptV1<'a> {
    fn from(Excerpt { kind, project, external_id, text: body }: &'a Excerpt) -> Self {
        Self {
            kind: (*kind).into(),
            project: some_text(project.as_ref()),
            external_id: some_text(external_id.as_ref()),
            text: text(body),
        }
    }
}

impl From<ExcerptV1<'_>> for Excerpt {
    fn from(ExcerptV1 { kind, project, external_id, text }: ExcerptV1<'_>) -> Self {
        Self {
            kind: kind.into(),
            project: some_text_back(project),
            external_id: some_text_back(external_id),
            text: text.into_owned(),
        }
    }
}
