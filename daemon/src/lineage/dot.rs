//! A drawing as Graphviz text.
//!
//! Every text stands in a quoted string. In those, Graphviz obeys the quote, the backslash (`\\N` is the node's name) and
//! `&` (entities); the three are escaped, line ends become `\\n`, and characters that nobody sees become visible.

use std::fmt::Write;

use consolidate_shared::model::{Memory, Standing};

use super::figure::{Figure, Relation, is_hidden, label};

/// The drawing, one statement a line.
pub fn dot(figure: &Figure) -> String {
    let mut out = String::from("digraph consolidate {\n");
    out.push_str(
        "  rankdir=LR;\n  node [shape=box, style=\"rounded\", fontname=\"sans-serif\"];\n",
    );
    if let Some(cut) = &figure.cut {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  label={};", quoted(&format!("cut: {cut}")));
    }
    for memory in &figure.nodes {
        let [head, text] = label(memory);
        let lines = quoted(&format!("{head}\n{text}"));
        let _ = writeln!(out, "  \"{}\" [label={lines}{}];", memory.id, look(memory));
    }
    for edge in &figure.edges {
        let look = match edge.relation {
            Relation::Replaced => "",
            Relation::Merged => ", style=dotted",
            Relation::Conflict => ", style=dashed, color=red, dir=both",
        };
        let word = edge.relation.word();
        let _ = writeln!(out, "  \"{}\" -> \"{}\" [label=\"{word}\"{look}];", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}

fn look(memory: &Memory) -> &'static str {
    match memory.standing {
        Standing::Active => ", penwidth=2",
        Standing::Candidate => ", style=\"rounded,dashed\"",
        Standing::Retired(_) => ", color=gray50, fontcolor=gray40",
        Standing::Quarantined { .. } => ", color=red",
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push(' '),
            c if is_hidden(c) => {
                let _ = write!(out, "\\\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
