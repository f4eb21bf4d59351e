//! A drawing as Mermaid text.
//!
//! Every text stands in a quoted label. What is neither a letter, a digit, a space nor one of a few marks is written as its
//! number (`#34;`), so that no quote, bracket, semicolon, tag or directive of a text is ever obeyed.

use std::collections::BTreeMap;
use std::fmt::Write;

use consolidate_shared::id::MemoryId;
use consolidate_shared::model::{Memory, Standing};

use super::figure::{Figure, Relation, is_hidden, label};

/// Marks that mean nothing to Mermaid within a quoted label.
const PLAIN: &str = ".,:-_/=+!?@…";

/// The drawing, one statement a line.
pub fn mermaid(figure: &Figure) -> String {
    let mut out = String::from("flowchart LR\n");
    if let Some(cut) = &figure.cut {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  %% cut: {cut}");
    }
    let mut places: BTreeMap<MemoryId, usize> = BTreeMap::new();
    for (place, memory) in figure.nodes.iter().enumerate() {
        places.insert(memory.id, place);
        let [head, text] = label(memory);
        let lines = format!("{}<br/>{}", escaped(&head), escaped(&text));
        let _ = writeln!(out, "  m{place}[\"{lines}\"]:::{}", look(memory));
    }
    for edge in &figure.edges {
        let (Some(from), Some(to)) = (places.get(&edge.from), places.get(&edge.to)) else {
            continue;
        };
        let word = edge.relation.word();
        let arrow = match edge.relation {
            Relation::Replaced => format!("m{from} -->|{word}| m{to}"),
            Relation::Merged => format!("m{from} -.->|{word}| m{to}"),
            Relation::Conflict => format!("m{from} <-.->|{word}| m{to}"),
        };
        let _ = writeln!(out, "  {arrow}");
    }
    out.push_str("  classDef active stroke-width:2px\n  classDef candidate stroke-dasharray:4\n");
    out.push_str("  classDef retired color:#777,stroke:#999\n  classDef quarantined stroke:#c00\n");
    out
}

fn look(memory: &Memory) -> &'static str {
    match memory.standing {
        Standing::Active => "active",
        Standing::Candidate => "candidate",
        Standing::Retired(_) => "retired",
        Standing::Quarantined { .. } => "quarantined",
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("<br/>"),
            '\t' => out.push(' '),
            c if is_hidden(c) => {
                let _ = write!(out, "#92;u#123;{:x}#125;", u32::from(c));
            }
            c if c.is_alphanumeric() || c == ' ' || PLAIN.contains(c) => out.push(c),
            c => {
                let _ = write!(out, "#{};", u32::from(c));
            }
        }
    }
    out
}
