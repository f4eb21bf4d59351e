//! Schema 1. Until the first release it may change freely; from then on never: field order and enum order are the
//! format, and enums are only ever appended to in a schema of a higher number.
//!
//! Texts are [`Text`], so that writing borrows from the model and reading moves into it.

mod change;
mod edit;
mod journal;
mod memory;
mod meta;
mod notes;
mod parts;
mod reason;
mod ruling;
mod schedule;
mod task_run;

use std::borrow::Cow;
use std::collections::BTreeSet;

use consolidate_shared::id::MemoryId;

pub(super) use journal::{JournalEntryV1, RunRecordV1};
pub(super) use memory::MemoryV1;
pub(super) use meta::MetaV1;
pub(in crate::store) use notes::ServedCount;
pub(super) use notes::{SampleV1, ServedCountV1, ServedDayV1};
pub(super) use ruling::{ReviewItemV1, RulingV1};
pub(super) use schedule::LastRunsV1;
pub(super) use task_run::{FrozenBriefV1, TaskRunBooksV1, TaskRunHeadV1, ToldAtV1};
pub(in crate::store) use task_run::{TaskRunBooks, ToldAt};

/// Text that is borrowed when it is written and owned when it was read.
type Text<'a> = Cow<'a, str>;
/// A memory id, big-endian.
type IdV1 = [u8; 16];

fn id(id: MemoryId) -> IdV1 {
    id.0.to_be_bytes()
}

fn id_back(bytes: IdV1) -> MemoryId {
    MemoryId(u128::from_be_bytes(bytes))
}

fn ids<'i>(ids: impl IntoIterator<Item = &'i MemoryId>) -> Vec<IdV1> {
    ids.into_iter().map(|&one| id(one)).collect()
}

fn ids_back<C: FromIterator<MemoryId>>(ids: Vec<IdV1>) -> C {
    ids.into_iter().map(id_back).collect()
}

fn text(text: &str) -> Text<'_> {
    Cow::Borrowed(text)
}

fn some_text(text: Option<&String>) -> Option<Text<'_>> {
    text.map(|text| Cow::Borrowed(text.as_str()))
}

fn some_text_back(text: Option<Text<'_>>) -> Option<String> {
    text.map(Cow::into_owned)
}

/// The frozen forms of a set, in the set's order.
fn all<'a, T, V: From<&'a T>>(set: impl IntoIterator<Item = &'a T>) -> Vec<V>
where
    T: 'a,
{
    set.into_iter().map(V::from).collect()
}

fn set_back<V, T: Ord + From<V>>(frozen: Vec<V>) -> BTreeSet<T> {
    frozen.into_iter().map(T::from).collect()
}

/// Gives a plain enum its frozen twin and the way there and back.
macro_rules! frozen_enum {
    ($frozen:ident of $model:ident { $($variant:ident),+ $(,)? }) => {
        #[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
        pub(super) enum $frozen { $($variant),+ }

        impl From<$model> for $frozen {
            fn from(value: $model) -> Self {
                match value { $($model::$variant => Self::$variant),+ }
            }
        }

        impl From<$frozen> for $model {
            fn from(value: $frozen) -> Self {
                match value { $($frozen::$variant => Self::$variant),+ }
            }
        }
    };
}
use frozen_enum;
