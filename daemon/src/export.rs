//! A store as lines of JSON: a header, memories of every standing by id, names, rulings. Pure.
//!
//! What a file says restores the store: export, import into an empty store, export again gives the same bytes. Caches,
//! runs, review items and the generation stay behind: the passes make them again.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{
    Anchor, Evidence, Kind, Memory, Name, Origin, Source, Standing, Step, Tier, Trigger, Usage,
    Wording,
};
use consolidate_shared::ruling::{Ruling, RulingKey};
use consolidate_shared::time::Timestamp;

use crate::import::{EXPORT_FORMAT, Header};

/// A memory's line: the fields of the model, flat, in this order.
#[derive(Serialize)]
struct Line<'a> {
    id: MemoryId,
    external_id: &'a Option<String>,
    kind: Kind,
    text: &'a str,
    rationale: &'a Option<String>,
    project: &'a Option<String>,
    facets: &'a BTreeMap<String, String>,
    slot: &'a Option<String>,
    anchors: &'a BTreeSet<Anchor>,
    trigger: &'a Option<Trigger>,
    steps: &'a [Step],
    origin: Origin,
    standing: &'a Standing,
    tier: Tier,
    valid_from: Option<Timestamp>,
    valid_until: Option<Timestamp>,
    created_at: Timestamp,
    supersedes: &'a BTreeSet<MemoryId>,
    superseded_by: &'a BTreeSet<MemoryId>,
    conflicts_with: &'a BTreeSet<MemoryId>,
    sources: &'a BTreeSet<Source>,
    wordings: &'a BTreeSet<Wording>,
    evidence: &'a Evidence,
    usage: &'a Usage,
    strength: u16,
    pinned: bool,
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value)
        .expect("lines hold only types that have a JSON form, with text keys")
}

/// The first line.
pub fn header(rulings: bool) -> String {
    line(&Header { consolidate_export: EXPORT_FORMAT, rulings })
}

/// A memory's line.
pub fn memory(memory: &Memory) -> String {
    // Taken apart without `..`: whoever adds a field decides how it travels.
    let Memory {
        id,
        external_id,
        kind,
        text,
        rationale,
        scope,
        slot,
        anchors,
        trigger,
        steps,
        origin,
        standing,
        tier,
        valid_from,
        valid_until,
        created_at,
        supersedes,
        superseded_by,
        conflicts_with,
        sources,
        wordings,
        evidence,
        usage,
        strength,
        pinned,
    } = memory;
    line(&Line {
        id: *id,
        external_id,
        kind: *kind,
        text,
        rationale,
        project: &scope.project,
        facets: &scope.facets,
        slot,
        anchors,
        trigger,
        steps,
        origin: *origin,
        standing,
        tier: *tier,
        valid_from: *valid_from,
        valid_until: *valid_until,
        created_at: *created_at,
        supersedes,
        superseded_by,
        conflicts_with,
        sources,
        wordings,
        evidence,
        usage,
        strength: *strength,
        pinned: *pinned,
    })
}

/// A name's line.
pub fn name(name: &Name, target: MemoryId) -> String {
    #[derive(Serialize)]
    struct NameLine<'a> {
        name: &'a Name,
        target: MemoryId,
    }
    line(&NameLine { name, target })
}

/// A ruling's line.
pub fn ruling(key: &RulingKey, ruling: &Ruling) -> String {
    #[derive(Serialize)]
    struct RulingLine<'a> {
        ruling_on: &'a RulingKey,
        ruling: &'a Ruling,
    }
    line(&RulingLine { ruling_on: key, ruling })
}
