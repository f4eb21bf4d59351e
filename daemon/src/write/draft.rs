//! A write before it is a memory: bounded, in normal form, without secrets.

use std::collections::{BTreeMap, BTreeSet};

use consolidate_shared::draft::{Refusal, clean_line, clean_text};
use consolidate_shared::limits;
use consolidate_shared::model::{
    Actor, Anchor, Context, Kind, Memory, Origin, Scope, Source, Standing, Step, Trigger,
};
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{Caller, ErrorCode, Record, Refused, Role};

use crate::caution::{Vague, vague};
use crate::gate::{Gate, Mode};

/// A checked write. Its text and every other field are what will be stored.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The memory as it will be born, but for its links, which refer to the state at the commit.
    pub memory: Memory,
    /// References to what it replaces.
    pub supersedes: Vec<String>,
    /// `field: rule` of every secret that was replaced.
    pub redacted: Vec<String>,
}

/// In whose name the journal has it.
pub fn actor_of(caller: &Caller) -> Actor {
    match &caller.role {
        Role::User => Actor::User,
        Role::Agent { name, .. } => Actor::Agent(name.clone()),
    }
}

impl Draft {
    /// Checks shape and bounds, then the secrets gate, in this order: nothing of a refused text is kept or logged.
    pub fn new(record: Record, gate: &Gate, now: Timestamp) -> Result<Self, Refused> {
        let supersedes = record.supersedes.clone();
        at_most("supersedes", supersedes.len())?;
        let mut memory = memory_of(record, now).map_err(|refusal| refused(&refusal))?;
        let redacted = screen(&mut memory, gate)?;
        may_write(&memory)?;
        Ok(Self { memory, supersedes, redacted })
    }

    /// Says that it was said right after `other`, which the clock would have later: whoever records knows what is there, so
    /// writes keep their order when a clock was set back.
    pub fn said_after(&mut self, other: Timestamp) {
        self.memory.created_at = Timestamp::from_ms(other.ms().saturating_add(1));
    }

    /// The source that this write adds to whatever memory takes it.
    pub fn source(&self) -> Option<&Source> {
        self.memory.sources.first()
    }
}

fn refused(refusal: &Refusal) -> Refused {
    Refused::new(ErrorCode::Invalid, refusal.to_string())
}

fn at_most(field: &'static str, count: usize) -> Result<(), Refused> {
    let limit = limits::ITEMS_PER_MEMORY;
    if count > limit { Err(refused(&Refusal::TooMany { field, count, limit })) } else { Ok(()) }
}

fn may_write(memory: &Memory) -> Result<(), Refused> {
    if memory.kind == Kind::Policy && memory.origin != Origin::User {
        return Err(Refused::new(ErrorCode::Forbidden, "an agent cannot write policies")
            .hint("a person records it with `--as user`; or record a fact or decision"));
    }
    if let Some(trigger) = &memory.trigger {
        may_trigger(memory.kind, trigger)?;
    }
    if let (Some(from), Some(until)) = (memory.valid_from, memory.valid_until)
        && until <= from
    {
        let message = format!("it would hold until {until}, which is not after its start {from}");
        return Err(Refused::new(ErrorCode::Invalid, message));
    }
    Ok(())
}

/// A trigger that would never surface, or always, is to be mended by who writes it: later nobody would miss it.
pub fn may_trigger(kind: Kind, trigger: &Trigger) -> Result<(), Refused> {
    let invalid = |message: &str| Refused::new(ErrorCode::Invalid, message);
    if kind != Kind::Pitfall {
        let message = format!("a {kind} does not surface by itself, so it has no trigger");
        return Err(
            invalid(&message).hint("record it as a pitfall, or tie it to something by an anchor")
        );
    }
    match vague(trigger) {
        None => Ok(()),
        Some(Vague::Command) => Err(invalid("the trigger's command names no program")
            .hint("write it as it is run, e.g. `cargo test --doc`")),
        Some(Vague::Error) => {
            let message =
                "the trigger's error has hardly a word beside numbers, paths and addresses";
            Err(invalid(message).hint("write the words that the error always shows"))
        }
        Some(Vague::Domain) => Err(invalid("the trigger's domain names nothing")
            .hint("write a host such as `docs.example.org`")),
    }
}

fn short(field: &'static str, value: Option<String>) -> Result<Option<String>, Refusal> {
    value.map(|value| clean_line(field, &value, limits::SHORT_BYTES)).transpose()
}

fn many<T, U>(
    field: &'static str,
    items: Vec<T>,
    clean: impl Fn(T) -> Result<U, Refusal>,
) -> Result<Vec<U>, Refusal> {
    let (count, limit) = (items.len(), limits::ITEMS_PER_MEMORY);
    if count > limit {
        return Err(Refusal::TooMany { field, count, limit });
    }
    items.into_iter().map(clean).collect()
}

fn memory_of(record: Record, now: Timestamp) -> Result<Memory, Refusal> {
    let origin = match &record.caller.role {
        Role::User => Origin::User,
        Role::Agent { capable, .. } => Origin::Agent { capable: *capable },
    };
    let agent = match record.caller.role {
        Role::User => None,
        Role::Agent { name, .. } => Some(clean_line("agent", &name, limits::SHORT_BYTES)?),
    };
    let source = Source {
        at: now,
        agent,
        session: short("session", record.caller.session)?,
        locator: long("locator", record.locator)?,
    };
    let scope =
        Scope { project: short("project", record.caller.project)?, facets: facets(record.facets)? };
    let text = clean_text("text", &record.text, limits::TEXT_BYTES)?;
    Ok(Memory {
        rationale: record
            .rationale
            .map(|why| clean_text("rationale", &why, limits::RATIONALE_BYTES))
            .transpose()?,
        scope,
        slot: short("slot", record.slot)?,
        anchors: many("anchors", record.anchors, |it| anchor(&it))?.into_iter().collect(),
        trigger: record.trigger.map(clean_trigger).transpose()?.flatten(),
        steps: many("steps", record.steps, |step| {
            Ok(Step { action: clean_text("step", &step, limits::STEP_BYTES)? })
        })?,
        standing: if record.candidate { Standing::Candidate } else { Standing::Active },
        valid_from: record.valid_from,
        valid_until: record.valid_until,
        ..Memory::newborn(record.id, record.kind, text, origin, source)
    })
}

fn long(field: &'static str, value: Option<String>) -> Result<Option<String>, Refusal> {
    value.map(|value| clean_line(field, &value, limits::ANCHOR_BYTES)).transpose()
}

fn anchor(anchor: &Anchor) -> Result<Anchor, Refusal> {
    let value = clean_line("anchor", &anchor.value, limits::ANCHOR_BYTES)?;
    Ok(Anchor { kind: anchor.kind, value }.without_credential())
}

/// A trigger within its bounds: what import and record have in common.
/// An error may have several lines; one without any part is none.
pub fn clean_trigger(trigger: Trigger) -> Result<Option<Trigger>, Refusal> {
    let line = |field, value: Option<String>, limit| {
        value.map(|value| clean_line(field, &value, limit)).transpose()
    };
    let error = |text: String| clean_text("trigger error", text.trim(), limits::TRIGGER_BYTES);
    Ok(Trigger {
        command: line("trigger command", trigger.command, limits::TRIGGER_BYTES)?,
        error_pattern: trigger.error_pattern.map(error).transpose()?,
        domain: line("trigger domain", trigger.domain, limits::SHORT_BYTES)?,
    }
    .some())
}

/// A source within its bounds.
pub fn clean_source(source: Source) -> Result<Source, Refusal> {
    Ok(Source {
        at: source.at,
        agent: short("agent", source.agent)?,
        session: short("session", source.session)?,
        locator: long("locator", source.locator)?,
    })
}

fn facets(facets: BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Refusal> {
    many("facets", facets.into_iter().collect(), |(key, value)| {
        let key = clean_line("facet", &key, limits::SHORT_BYTES)?;
        Ok((key, clean_line("facet", &value, limits::SHORT_BYTES)?))
    })
    .map(|pairs| pairs.into_iter().collect())
}

/// Replaces every secret in every field that somebody wrote, or refuses, as the gate is configured.
pub fn screen(memory: &mut Memory, gate: &Gate) -> Result<Vec<String>, Refused> {
    let mut found = Vec::new();
    let mut look = |field: &str, text: &mut String| {
        let screened = gate.screen(text);
        found.extend(screened.findings.iter().map(|f| format!("{field}: {}", f.rule.as_str())));
        *text = screened.text;
    };
    look("text", &mut memory.text);
    let fields = [
        ("rationale", &mut memory.rationale),
        ("slot", &mut memory.slot),
        ("external_id", &mut memory.external_id),
        ("project", &mut memory.scope.project),
    ];
    for (field, value) in fields {
        if let Some(text) = value {
            look(field, text);
        }
    }
    memory.steps.iter_mut().for_each(|step| look("step", &mut step.action));
    if let Some(trigger) = &mut memory.trigger {
        let parts = [&mut trigger.command, &mut trigger.error_pattern, &mut trigger.domain];
        parts.into_iter().flatten().for_each(|text| look("trigger", text));
    }
    memory.anchors = rebuilt(&memory.anchors, |anchor| look("anchor", &mut anchor.value));
    memory.sources = rebuilt(&memory.sources, |source| {
        let parts = [&mut source.agent, &mut source.session, &mut source.locator];
        parts.into_iter().flatten().for_each(|text| look("source", text));
    });
    memory.evidence.contexts = rebuilt(&memory.evidence.contexts, |context| {
        let Context { session, task, project, domain, .. } = context;
        look("context", &mut context.who);
        let parts = [session, task, project, domain];
        parts.into_iter().flatten().for_each(|text| look("context", text));
    });
    if let Some(build) = memory.evidence.last_confirmed.as_mut().and_then(|it| it.build.as_mut()) {
        look("build", build);
    }
    if let Standing::Quarantined { reason } = &mut memory.standing {
        look("standing", reason);
    }
    memory.wordings = rebuilt(&memory.wordings, |wording| {
        look("wording", &mut wording.text);
        wording.rationale.iter_mut().for_each(|text| look("wording", text));
    });
    let pairs = std::mem::take(&mut memory.scope.facets).into_iter();
    memory.scope.facets = pairs
        .map(|(mut key, mut value)| {
            look("facet", &mut key);
            look("facet", &mut value);
            (key, value)
        })
        .collect();
    if found.is_empty() || gate.mode() == Mode::Redact {
        return Ok(found);
    }
    let message = format!("it holds what looks like a secret ({})", found.join(", "));
    Err(Refused::new(ErrorCode::Invalid, message)
        .hint("leave the secret out and name where it is kept; nothing was stored"))
}

fn rebuilt<T: Ord + Clone>(set: &BTreeSet<T>, mut change: impl FnMut(&mut T)) -> BTreeSet<T> {
    set.iter()
        .cloned()
        .map(|mut member| {
            change(&mut member);
            member
        })
        .collect()
}
