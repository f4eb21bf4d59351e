//! One line as a memory and the references it makes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use consolidate_shared::draft::{Refusal, clean_line, clean_text};
use consolidate_shared::id::MemoryId;
use consolidate_shared::limits;
use consolidate_shared::model::{
    Anchor, Evidence, FULL_STRENGTH, Kind, Memory, Origin, Scope, Source, Step, Wording,
};
use consolidate_shared::project::validate_project;
use consolidate_shared::time::Timestamp;
use consolidate_shared::words::counted;

use super::fields::Fields;
use super::read::Context;
use crate::write::{clean_source, clean_trigger};

/// A line that is a memory. Its id is not known yet unless it has one of ours.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// Its number in the file, from 1.
    pub(super) line: u64,
    /// The memory, without links; its id is 0 until it has one.
    pub(super) memory: Memory,
    /// Whether the line names an id of ours.
    pub(super) has_id: bool,
    /// Whether the line says when it was written.
    pub(super) dated: bool,
    /// References to what it replaces.
    pub(super) supersedes: Vec<String>,
    /// References to what replaces it.
    pub(super) superseded_by: Vec<String>,
    /// Ids of what it contradicts (headed files only).
    pub(super) conflicts_with: BTreeSet<MemoryId>,
}

/// Parses `line` and counts the fields that no memory has.
pub(super) fn parse(
    line: u64,
    text: &str,
    context: &Context,
    headed: bool,
    unknown: &mut BTreeMap<String, u64>,
) -> Result<Row, String> {
    let shown = |name: &str| context.gate.screen(name).text.chars().take(64).collect::<String>();
    let mut fields = Fields::parse(text, shown)?;
    let mut row = written(line, &mut fields, context, headed)?;
    if headed {
        lived(&mut row, &mut fields)?;
    }
    for name in fields.rest() {
        *unknown.entry(shown(&name)).or_default() += 1;
    }
    Ok(row)
}

/// What somebody wrote: all that a headless row can say.
fn written(line: u64, fields: &mut Fields, context: &Context, headed: bool) -> Result<Row, String> {
    let text = fields.text("text")?.ok_or("it has no `text`")?;
    let text = clean_text("text", &text, limits::TEXT_BYTES).map_err(|why| why.to_string())?;
    let (id, external_id) = ids(fields)?;
    let kind = kind(fields)?;
    let created_at = fields.time("created_at")?;
    let scope = scope(fields, context, headed)?;
    let (valid_from, valid_until) = (fields.time("valid_from")?, fields.time("valid_until")?);
    if valid_from.zip(valid_until).is_some_and(|(from, until)| until <= from) {
        return Err("`valid_until` is not after `valid_from`".to_owned());
    }
    let born = created_at.unwrap_or(context.now);
    let said = Source { at: born, agent: None, session: None, locator: None };
    let memory = Memory {
        external_id,
        rationale: fields
            .text("rationale")?
            .map(|why| clean_text("rationale", &why, limits::RATIONALE_BYTES))
            .transpose()
            .map_err(|why| why.to_string())?,
        scope,
        slot: short("slot", fields.text("slot")?)?,
        anchors: anchors(fields)?,
        trigger: fields
            .model_of("trigger", &["command", "error_pattern", "domain"])?
            .map(clean_trigger)
            .transpose()
            .map_err(|why| why.to_string())?
            .flatten(),
        steps: steps(fields)?,
        valid_from,
        valid_until,
        sources: sources(fields, born, headed)?,
        ..Memory::newborn(id.unwrap_or(MemoryId(0)), kind, text, Origin::Import, said)
    };
    Ok(Row {
        line,
        memory,
        has_id: id.is_some(),
        dated: created_at.is_some(),
        // A survivor of many merges may rightly replace more than one row would name by itself.
        supersedes: linked("supersedes", fields, headed)?,
        superseded_by: linked("superseded_by", fields, headed)?,
        conflicts_with: BTreeSet::new(),
    })
}

/// What the memory lived through: only a headed file may say so.
fn lived(row: &mut Row, fields: &mut Fields) -> Result<(), String> {
    let memory = &mut row.memory;
    if let Some(origin) = fields.model("origin")? {
        memory.origin = origin;
    }
    if let Some(standing) = fields.model("standing")? {
        memory.standing = standing;
    }
    if let Some(tier) = fields.model("tier")? {
        memory.tier = tier;
    }
    if let Some(wordings) = fields.model::<Vec<Wording>>("wordings")? {
        let wordings = wordings.into_iter().map(clean_wording).collect::<Result<_, _>>();
        memory.wordings = wordings.map_err(|why| why.to_string())?;
    }
    if let Some(mut evidence) = fields.model::<Evidence>("evidence")? {
        evidence.contexts = evidence.contexts_with([]);
        memory.evidence = evidence;
    }
    if let Some(usage) = fields.model("usage")? {
        memory.usage = usage;
    }
    if let Some(strength) = fields.model::<u16>("strength")? {
        if strength > FULL_STRENGTH {
            return Err(format!("`strength` is {strength}; it goes from 0 to {FULL_STRENGTH}"));
        }
        memory.strength = strength;
    }
    if let Some(pinned) = fields.model("pinned")? {
        memory.pinned = pinned;
    }
    if let Some(conflicts) = fields.model::<BTreeSet<MemoryId>>("conflicts_with")? {
        if row.has_id && conflicts.contains(&row.memory.id) {
            return Err("it conflicts with itself".to_owned());
        }
        row.conflicts_with = conflicts;
    }
    Ok(())
}

fn clean_wording(wording: Wording) -> Result<Wording, Refusal> {
    let clean = |why: String| clean_text("wordings", &why, limits::RATIONALE_BYTES);
    Ok(Wording {
        of: wording.of,
        text: clean_text("wordings", &wording.text, limits::TEXT_BYTES)?,
        rationale: wording.rationale.map(clean).transpose()?,
    })
}

/// The row's id is ours or, in any other form, its id elsewhere.
fn ids(fields: &mut Fields) -> Result<(Option<MemoryId>, Option<String>), String> {
    let given = fields.identifier("id")?;
    let ours = given.as_deref().and_then(|text| text.parse::<MemoryId>().ok());
    let foreign = match (fields.identifier("external_id")?, ours, given) {
        (Some(external), _, _) => Some(external),
        (None, None, given) => given,
        (None, Some(_), _) => None,
    };
    Ok((ours, short("id", foreign)?))
}

fn kind(fields: &mut Fields) -> Result<Kind, String> {
    let (kind, alias) = (fields.text("kind")?, fields.text("type")?);
    let word = kind.or(alias);
    word.map_or(Ok(Kind::Fact), |word| {
        word.to_lowercase().parse().map_err(|why| format!("`kind`: {why}"))
    })
}

fn scope(fields: &mut Fields, context: &Context, headed: bool) -> Result<Scope, String> {
    let whole = fields.model::<Scope>("scope")?.unwrap_or_default();
    let facets = fields.model::<BTreeMap<String, String>>("facets")?.unwrap_or(whole.facets);
    let project = fields.text("project")?.or(whole.project).map(|key| key.trim().to_owned());
    let project =
        project.map(|key| validate_project(&key)).transpose().map_err(|why| why.to_string())?;
    let project = match (project, &context.project) {
        (Some(project), _) => Some(project),
        (None, _) if headed => None,
        (None, Some(current)) => Some(current.clone()),
        (None, None) if context.unscoped => None,
        (None, None) => {
            return Err("it has no `project`; give it one, or import with `--project P`".to_owned());
        }
    };
    if facets.len() > limits::ITEMS_PER_MEMORY {
        return Err(format!("`facets` has {}", counted(facets.len() as u64, "item")));
    }
    let clean = |(key, value): (String, String)| {
        Ok((short("facets", Some(key))?, short("facets", Some(value))?))
    };
    let facets: Result<Vec<_>, String> = facets.into_iter().map(clean).collect();
    let facets = facets?.into_iter().filter_map(|(key, value)| key.zip(value)).collect();
    Ok(Scope { project, facets })
}

fn short(field: &'static str, value: Option<String>) -> Result<Option<String>, String> {
    value
        .map(|value| clean_line(field, &value, limits::SHORT_BYTES))
        .transpose()
        .map_err(|why| why.to_string())
}

fn linked(field: &'static str, fields: &mut Fields, headed: bool) -> Result<Vec<String>, String> {
    let references = fields.texts(field)?;
    if headed { Ok(references) } else { bounded(field, references) }
}

fn bounded(field: &'static str, items: Vec<String>) -> Result<Vec<String>, String> {
    if items.len() > limits::ITEMS_PER_MEMORY {
        return Err(format!(
            "`{field}` has {} items and may have {}",
            items.len(),
            limits::ITEMS_PER_MEMORY
        ));
    }
    Ok(items)
}

fn anchors(fields: &mut Fields) -> Result<BTreeSet<Anchor>, String> {
    bounded("anchors", fields.texts("anchors")?)?
        .into_iter()
        .map(|text| {
            let text = clean_line("anchors", &text, limits::ANCHOR_BYTES)
                .map_err(|why| why.to_string())?;
            let anchor = text.parse::<Anchor>().map_err(|why| format!("`anchors`: {why}"))?;
            Ok(anchor.without_credential())
        })
        .collect()
}

fn steps(fields: &mut Fields) -> Result<Vec<Step>, String> {
    let items = match fields.take("steps") {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(_) => return Err("`steps` is not a list".to_owned()),
    };
    let steps = items.into_iter().map(|item| match item {
        Value::String(action) => Ok(action),
        other => serde_json::from_value::<Step>(other)
            .map(|step| step.action)
            .map_err(|why| format!("`steps`: {why}")),
    });
    bounded("steps", steps.collect::<Result<_, _>>()?)?
        .into_iter()
        .map(|action| {
            clean_text("steps", &action, limits::STEP_BYTES).map(|action| Step { action })
        })
        .collect::<Result<_, _>>()
        .map_err(|why| why.to_string())
}

/// The fields by which other programs say whose a row is.
const ACTOR_FIELDS: [&str; 3] = ["actor", "speaker", "author"];

/// Where it was said. A plain text is a locator; a row that says nothing has a source that says only when. Who said it is told by
/// a source, or beside those that cannot tell.
fn sources(fields: &mut Fields, at: Timestamp, headed: bool) -> Result<BTreeSet<Source>, String> {
    let given = fields.take("sources");
    let tells = |item: &Value| item.is_object();
    let told = matches!(&given, Some(Value::Array(items)) if items.iter().any(tells));
    let agent = if headed || told { None } else { actor(fields) };
    let said =
        |locator: Option<String>| Source { at, agent: agent.clone(), session: None, locator };
    let locator = |text: String| {
        clean_line("source", &text, limits::ANCHOR_BYTES)
            .map(|text| said(Some(text)))
            .map_err(|why| why.to_string())
    };
    let items = match (given, fields.text("source")?) {
        (Some(Value::Array(items)), _) if !items.is_empty() => items,
        (_, Some(text)) => vec![Value::String(text)],
        _ => return Ok(BTreeSet::from([said(None)])),
    };
    items
        .into_iter()
        .map(|item| match item {
            Value::String(text) => locator(text),
            other => {
                let source =
                    serde_json::from_value(other).map_err(|why| format!("`sources`: {why}"))?;
                clean_source(source).map_err(|why| why.to_string())
            }
        })
        .collect()
}

/// Whose the row is; what is no name is no fault of the row and stays among the fields that no memory has.
fn actor(fields: &mut Fields) -> Option<String> {
    let name = |text: &str| clean_line("actor", text, limits::SHORT_BYTES).ok();
    fields.first_of(&ACTOR_FIELDS, name)
}
