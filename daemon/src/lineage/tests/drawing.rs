//! Drawings: whatever a text holds, it stays a text.

use std::sync::Arc;

use consolidate_shared::id::MemoryId;
use proptest::prelude::*;

use super::super::{Figure, dot, figure, mermaid};
use super::{linked, memory};

const HOSTILE: &str =
    "\u{202e}\u{7}a\"]; b -> c [l=\"x\n<img src=x>\\\" & &lt; %%{init}%% `md` #quot; m0-->m1";

/// What a DOT text is made of; a strict reader of the part of the language that is used here.
#[derive(Debug, PartialEq)]
enum Token {
    Word(String),
    Text(String),
    Mark(&'static str),
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text;
    'next: while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        for mark in ["->", "{", "}", "[", "]", "=", ",", ";"] {
            if let Some(after) = rest.strip_prefix(mark) {
                found.push(Token::Mark(mark));
                rest = after;
                continue 'next;
            }
        }
        if let Some(after) = rest.strip_prefix('"') {
            let mut escaped = false;
            let end = after.char_indices().find(|(_, c)| {
                let ends = *c == '"' && !escaped;
                escaped = *c == '\\' && !escaped;
                ends
            });
            let (end, _) = end.ok_or("a text has no end")?;
            found.push(Token::Text(after[..end].to_owned()));
            rest = &after[end + 1..];
            continue;
        }
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        if end == 0 {
            return Err(format!("{c:?} has no place here"));
        }
        found.push(Token::Word(rest[..end].to_owned()));
        rest = &rest[end..];
    }
    Ok(found)
}

/// `digraph NAME { (NODE | NODE -> NODE | WORD) [ATTRIBUTES]; ... }`: the statements, or why it is none.
fn read(text: &str) -> Result<Vec<Vec<Token>>, String> {
    let mut tokens = tokens(text)?;
    let is = |token: Option<&Token>, mark| token == Some(&Token::Mark(mark));
    if tokens.first() != Some(&Token::Word("digraph".to_owned())) || !is(tokens.get(2), "{") {
        return Err("no head".to_owned());
    }
    if !is(tokens.last(), "}") {
        return Err("no end".to_owned());
    }
    tokens.pop();
    let mut statements = Vec::new();
    let mut one = Vec::new();
    for token in tokens.into_iter().skip(3) {
        if token == Token::Mark(";") {
            statements.push(std::mem::take(&mut one));
        } else {
            one.push(token);
        }
    }
    if !one.is_empty() {
        return Err(format!("{one:?} has no end"));
    }
    statements.iter().try_for_each(|statement| attributes(statement))?;
    Ok(statements)
}

fn attributes(statement: &[Token]) -> Result<(), String> {
    let wrong = || Err(format!("no statement: {statement:?}"));
    let Some(open) = statement.iter().position(|token| *token == Token::Mark("[")) else {
        let is_setting = matches!(statement, [Token::Word(_), Token::Mark("="), _]);
        return if is_setting { Ok(()) } else { wrong() };
    };
    let head = &statement[..open];
    let is_head = matches!(
        head,
        [Token::Text(_) | Token::Word(_)] | [Token::Text(_), Token::Mark("->"), Token::Text(_)]
    );
    let inner = &statement[open + 1..];
    let Some((Token::Mark("]"), inner)) = inner.split_last() else { return wrong() };
    let pairs = inner.split(|token| *token == Token::Mark(","));
    let all_pairs = pairs.into_iter().all(|pair| {
        matches!(pair, [Token::Word(_), Token::Mark("="), Token::Word(_) | Token::Text(_)])
    });
    if is_head && all_pairs { Ok(()) } else { wrong() }
}

fn hostile() -> Figure {
    let mut memories = linked(3, &[(1, 2)]);
    for memory in memories.values_mut() {
        Arc::make_mut(memory).text = HOSTILE.to_owned();
        Arc::make_mut(memory).external_id = Some("doc\"x".to_owned());
    }
    Arc::make_mut(memories.get_mut(&MemoryId(2)).unwrap()).conflicts_with.insert(MemoryId(3));
    figure(&memories, false, 10)
}

#[test]
fn graphviz_obeys_no_text() {
    let text = dot(&hostile());
    let statements = read(&text).unwrap();
    assert_eq!(statements.len(), 2 + 3 + 2);
    assert!(!text.contains('\u{202e}') && !text.contains('\u{7}'));
    insta::assert_snapshot!(text, @r#"
    digraph consolidate {
      rankdir=LR;
      node [shape=box, style="rounded", fontname="sans-serif"];
      "mem_00000000000000000000000001" [label="doc\"x fact retired\n\\u{202e}\\u{7}a\"]; b -> c [l=\"x\n<img src=x>\\\" &amp; &amp;lt; %%{init}%% `md` #qu…", color=gray50, fontcolor=gray40];
      "mem_00000000000000000000000002" [label="doc\"x fact active\n\\u{202e}\\u{7}a\"]; b -> c [l=\"x\n<img src=x>\\\" &amp; &amp;lt; %%{init}%% `md` #qu…", penwidth=2];
      "mem_00000000000000000000000003" [label="doc\"x fact active\n\\u{202e}\\u{7}a\"]; b -> c [l=\"x\n<img src=x>\\\" &amp; &amp;lt; %%{init}%% `md` #qu…", penwidth=2];
      "mem_00000000000000000000000001" -> "mem_00000000000000000000000002" [label="replaced by"];
      "mem_00000000000000000000000002" -> "mem_00000000000000000000000003" [label="conflicts with", style=dashed, color=red, dir=both];
    }
    "#);
}

#[test]
fn mermaid_obeys_no_text() {
    let text = mermaid(&hostile());
    assert!(!text.contains('\u{202e}') && !text.contains('\u{7}'));
    insta::assert_snapshot!(text, @r##"
    flowchart LR
      m0["doc#34;x fact retired<br/>#92;u#123;202e#125;#92;u#123;7#125;a#34;#93;#59; b -#62; c #91;l=#34;x<br/>#60;img src=x#62;#92;#34; #38; #38;lt#59; #37;#37;#123;init#125;#37;#37; #96;md#96; #35;qu…"]:::retired
      m1["doc#34;x fact active<br/>#92;u#123;202e#125;#92;u#123;7#125;a#34;#93;#59; b -#62; c #91;l=#34;x<br/>#60;img src=x#62;#92;#34; #38; #38;lt#59; #37;#37;#123;init#125;#37;#37; #96;md#96; #35;qu…"]:::active
      m2["doc#34;x fact active<br/>#92;u#123;202e#125;#92;u#123;7#125;a#34;#93;#59; b -#62; c #91;l=#34;x<br/>#60;img src=x#62;#92;#34; #38; #38;lt#59; #37;#37;#123;init#125;#37;#37; #96;md#96; #35;qu…"]:::active
      m0 -->|replaced by| m1
      m1 <-.->|conflicts with| m2
      classDef active stroke-width:2px
      classDef candidate stroke-dasharray:4
      classDef retired color:#777,stroke:#999
      classDef quarantined stroke:#c00
    "##);
}

/// Every line of a Mermaid text is one of the forms that are written, with nothing but letters, digits, spaces, plain marks,
/// numbers of characters and line breaks within a label.
fn is_mermaid(line: &str) -> bool {
    let line = line.trim_start();
    if ["flowchart LR", "classDef "].iter().any(|head| line.starts_with(head)) {
        return true;
    }
    if let Some(rest) = line.strip_prefix("%% cut: ") {
        return !rest.is_empty();
    }
    let Some(rest) = line.strip_prefix('m') else { return false };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if let Some(label) = rest.strip_prefix("[\"") {
        let Some((label, class)) = label.rsplit_once("\"]:::") else { return false };
        let label = label.replace("<br/>", " ");
        let mut rest = label.as_str();
        while let Some(place) =
            rest.find(['"', '<', '>', ';', '[', ']', '#', '%', '`', '&', '{', '}', '|'])
        {
            let Some(number) = rest[place..].strip_prefix('#') else { return false };
            let Some((digits, after)) = number.split_once(';') else { return false };
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return false;
            }
            rest = after;
        }
        return ["active", "candidate", "retired", "quarantined"].contains(&class);
    }
    [" -->|replaced by| m", " -.->|merged into| m", " <-.->|conflicts with| m"]
        .iter()
        .filter_map(|arrow| rest.strip_prefix(arrow))
        .any(|place| !place.is_empty() && place.bytes().all(|byte| byte.is_ascii_digit()))
}

proptest! {
    #[test]
    fn any_text_gives_a_drawing_that_can_be_read(texts in proptest::collection::vec("(?s).{0,40}", 2..5)) {
        let count = texts.len() as u32;
        let mut memories = linked(count, &[(1, 2)]);
        for (memory, text) in memories.values_mut().zip(&texts) {
            Arc::make_mut(memory).text.clone_from(text);
            Arc::make_mut(memory).external_id = Some(text.chars().rev().collect());
        }
        let drawn = figure(&memories, true, 10);
        let statements = read(&dot(&drawn)).map_err(TestCaseError::fail)?;
        prop_assert_eq!(statements.len(), 2 + texts.len() + 1);
        for line in mermaid(&drawn).lines() {
            prop_assert!(is_mermaid(line), "{line}");
        }
    }

    #[test]
    fn a_drawing_is_bounded_and_whole_groups_come_first(
        links in proptest::collection::vec((1u32..30, 1u32..30), 0..40),
        most in 1usize..30,
    ) {
        let memories = linked(29, &links);
        let whole = figure(&memories, false, 29);
        prop_assert!(whole.cut.is_none());
        let part = figure(&memories, false, most);
        prop_assert_eq!(part.nodes.len(), most.min(whole.nodes.len()));
        prop_assert_eq!(part.cut.is_some(), part.nodes.len() < whole.nodes.len());
        let has = |id| part.nodes.iter().any(|memory| memory.id == id);
        prop_assert!(part.edges.iter().all(|edge| has(edge.from) && has(edge.to)));
    }
}

#[test]
fn a_memory_without_relations_is_drawn_only_when_it_is_asked_for() {
    let memories = linked(2, &[]);
    assert!(figure(&memories, false, 9).nodes.is_empty());
    assert_eq!(figure(&memories, true, 9).nodes.len(), 2);
    assert_eq!(memory(1, "x").text, "x");
}
