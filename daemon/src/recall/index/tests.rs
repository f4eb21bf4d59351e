mod actors;
mod history;
mod kept;
mod meaning;
mod reports;
mod search;
mod talk;

use consolidate_shared::model::Kind;
use consolidate_shared::time::{Day, Timestamp};

use super::*;
use crate::recall::{Document, Filter, Hit, Query, Scopes, analyse};

/// A document of the scope `p` with plain facts.
fn document(id: u128, text: &str) -> Document {
    Document {
        id: MemoryId(id),
        scope: Some("p".into()),
        text: text.into(),
        meta: Vec::new(),
        actors: Vec::new(),
        facts: Facts::new(Kind::Fact),
    }
}

fn index(documents: &[Document]) -> Index {
    let mut index = Index::new();
    for document in documents {
        index.insert(&analyse(document));
    }
    index
}

/// An index of texts numbered from 0.
fn texts(texts: &[&str]) -> Index {
    let rows: Vec<Document> =
        texts.iter().enumerate().map(|(id, text)| document(id as u128, text)).collect();
    index(&rows)
}

fn hits(index: &Index, query: &str) -> Vec<Hit> {
    index
        .search(&Query::new(query), &Filter::new(Scopes::All, Timestamp::EPOCH, 10), &mut || false)
        .hits
}

fn ids(index: &Index, query: &str) -> Vec<u128> {
    hits(index, query).iter().map(|hit| hit.id.0).collect()
}
