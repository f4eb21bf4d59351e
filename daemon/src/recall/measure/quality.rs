//! Recall and rank of known answers.

use std::path::Path;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::Kind;
use consolidate_shared::time::Timestamp;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::recall::{Document, Facts, Filter, Index, Query, ScopeKey, Scopes, Weights, analyse};

#[derive(Deserialize)]
struct MemoryRow {
    id: String,
    project: String,
    text: String,
    kind: Option<String>,
}

#[derive(Deserialize)]
struct QueryRow {
    project: String,
    query: String,
    gold: Vec<String>,
    #[serde(default)]
    overlap: f64,
}

/// Sums of one group of queries.
#[derive(Default)]
struct Figures {
    queries: f64,
    at: [f64; 4],
    reciprocal: f64,
}

const DEPTHS: [usize; 4] = [1, 5, 10, 20];

impl Figures {
    fn add(&mut self, rank: Option<usize>) {
        self.queries += 1.0;
        let Some(rank) = rank else { return };
        self.reciprocal += 1.0 / rank as f64;
        for (sum, depth) in self.at.iter_mut().zip(DEPTHS) {
            *sum += f64::from(u8::from(rank <= depth));
        }
    }

    fn line(&self, name: &str) -> String {
        let [r1, r5, r10, r20] = self.at.map(|sum| sum / self.queries);
        format!(
            "{name:<22} n {:>5}  R@1 {r1:.3}  R@5 {r5:.3}  R@10 {r10:.3}  R@20 {r20:.3}  MRR {:.3}",
            self.queries,
            self.reciprocal / self.queries
        )
    }
}

fn rows<T: DeserializeOwned>(path: &Path) -> Vec<T> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// An index of the rows, and the rows' numbers as ids.
fn build(memories: &[MemoryRow]) -> (Index, FxHashMap<&str, MemoryId>) {
    let mut index = Index::new();
    let mut ids = FxHashMap::default();
    for (number, row) in memories.iter().enumerate() {
        ids.insert(row.id.as_str(), MemoryId(number as u128));
        index.insert(&analyse(&Document {
            id: MemoryId(number as u128),
            scope: Some(row.project.clone()),
            text: row.text.clone(),
            meta: row.kind.iter().cloned().collect(),
            actors: Vec::new(),
            facts: Facts::new(Kind::Fact),
        }));
    }
    (index, ids)
}

#[test]
#[ignore = "needs a folder of data named by CONSOLIDATE_EVAL_DIR"]
fn recall_of_known_answers() {
    let folder = std::env::var("CONSOLIDATE_EVAL_DIR").unwrap();
    let memories: Vec<MemoryRow> = rows(&Path::new(&folder).join("memories.jsonl"));
    let queries: Vec<QueryRow> = rows(&Path::new(&folder).join("queries.jsonl"));
    let (index, ids) = build(&memories);
    let mut groups: std::collections::BTreeMap<String, Figures> = std::collections::BTreeMap::new();
    let weights = weights();
    for row in &queries {
        let scopes: [ScopeKey; 2] = [Some(row.project.clone()), None];
        let mut filter = Filter::new(Scopes::Of(&scopes), Timestamp::EPOCH, 100);
        filter.weights = &weights;
        let found = index.search(&Query::new(&row.query), &filter, &mut || false);
        let gold: Vec<MemoryId> =
            row.gold.iter().filter_map(|id| ids.get(id.as_str()).copied()).collect();
        let rank = found.hits.iter().position(|hit| gold.contains(&hit.id)).map(|at| at + 1);
        let band = ((row.overlap * 4.0) as usize).min(3);
        for group in ["all".to_owned(), row.project.clone(), format!("overlap {band}/4")] {
            groups.entry(group).or_default().add(rank);
        }
        if std::env::var_os("CONSOLIDATE_EVAL_MISSES").is_some()
            && rank.is_none_or(|rank| rank > 10)
        {
            println!("{rank:?} {} => {}", row.query, row.gold[0]);
        }
    }
    for (name, figures) in &groups {
        println!("{}", figures.line(name));
    }
}

/// The defaults, with `CONSOLIDATE_EVAL_<NAME>` in place of single constants, to see what each is worth.
fn weights() -> Weights {
    let number = |name: &str, default: u32| {
        let value = std::env::var(format!("CONSOLIDATE_EVAL_{name}")).ok();
        value.map_or(default, |value| value.parse().unwrap())
    };
    let base = Weights::DEFAULT;
    Weights {
        k1: number("K1", base.k1),
        b: number("B", base.b),
        identifier: number("IDENTIFIER", base.identifier),
        code: number("CODE", base.code),
        compound: number("COMPOUND", base.compound),
        joined: number("JOINED", base.joined),
        ..base
    }
}
