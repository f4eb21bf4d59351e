use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Anchor, Kind, Trigger};
use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::Way;

use super::*;
use crate::recall::{Facts, Scopes};

mod fits;
mod laws;

const AT: Timestamp = Timestamp::EPOCH;
const PITFALL: Facts = Facts::new(Kind::Pitfall);

fn trigger(command: &str, error: &str, domain: &str) -> Trigger {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Trigger { command: some(command), error_pattern: some(error), domain: some(domain) }
}

fn anchors(values: &[&str]) -> Vec<Anchor> {
    values.iter().map(|value| value.parse().unwrap()).collect()
}

fn rule(trigger: &Trigger, tied: &[&str]) -> Option<Rule> {
    Rule::of(Some(trigger), &anchors(tied))
}

fn ran(command: &str) -> Asked {
    Asked::failure(Some(command), None, &[])
}

fn said(error: &str) -> Asked {
    Asked::failure(None, Some(error), &[])
}

fn about(anchor: &str) -> Asked {
    Asked::failure(None, None, &anchors(&[anchor]))
}

fn at(domain: &str) -> Asked {
    Asked::context(Some(domain), None)
}

/// How exactly a rule fits, asked alone; the index must say the same.
fn fit(rule: &Rule, asked: &Asked) -> Option<u32> {
    let mut index = Triggers::default();
    index.put(MemoryId(1), &None, Arc::new(rule.clone()));
    let found = index.find(asked, (Scopes::All, AT), |_| Some(&PITFALL), &mut || false);
    let alone = rule.fit(asked);
    assert_eq!(found.matches.first().map(|it| (it.exactness, it.ways.clone())), alone);
    alone.map(|(exactness, _)| exactness)
}

fn fits_command(wanted: &str, command: &str) -> Option<u32> {
    fit(&rule(&trigger(wanted, "", ""), &[]).unwrap(), &ran(command))
}

fn fits_error(pattern: &str, error: &str) -> Option<u32> {
    fit(&rule(&trigger("", pattern, ""), &[]).unwrap(), &said(error))
}

fn fits_domain(wanted: &str, domain: &str) -> Option<u32> {
    fit(&rule(&trigger("", "", wanted), &[]).unwrap(), &at(domain))
}

fn fits_anchor(tied: &str, anchor: &str) -> Option<u32> {
    fit(&rule(&Trigger::default(), &[tied]).unwrap(), &about(anchor))
}
