//! Recall and brief, for people.

use consolidate_shared::wire::v1::{
    CautionsAnswer, Coverage, CoverageState, ExplainedTerm, Explanation, Flag, Health, Hit,
    RecallAnswer, Stage, StoreHealth, TaskBriefAnswer,
};

use super::style::{FAINT, NAME, WARN, paint};
use super::text::{add, count, indented, one_line, visible};

/// What was found, best first. `wider` names what would look at more, if there is such a thing and it was not asked for.
pub(crate) fn recall(answer: &RecallAnswer, wider: Option<&str>) -> String {
    let mut text = String::new();
    if answer.nothing_relevant && !answer.hits.is_empty() {
        add!(text, "nothing clearly relevant is known; the nearest:\n");
    }
    text.extend(answer.hits.iter().map(hit));
    if answer.hits.is_empty() {
        match wider {
            // What is left out was found, so that looking further helps nobody.
            _ if answer.left_out > 0 => text.push_str("nothing that fits\n"),
            Some(wider) => add!(text, "nothing found; {wider} looks at what no longer holds\n"),
            None => text.push_str("nothing found\n"),
        }
    }
    if answer.left_out > 0 {
        let hits = count(u64::from(answer.left_out), "hit");
        add!(text, "{}\n", paint(FAINT, format_args!("{hits} left out for want of tokens")));
    }
    text
}

/// The brief as it is.
pub(crate) fn brief(answer: &TaskBriefAnswer) -> String {
    as_it_is(&answer.text)
}

/// What a brief takes, in a line.
pub(crate) fn tokens(answer: &TaskBriefAnswer) -> String {
    let TaskBriefAnswer { tokens, budget, policy_tokens, left_out, .. } = answer;
    let left_out = match left_out {
        0 => String::new(),
        left_out => format!(", {left_out} left out"),
    };
    format!("{tokens} of {budget} tokens, policies {policy_tokens} more{left_out}")
}

/// The cautions as they are.
pub(crate) fn cautions(answer: &CautionsAnswer) -> String {
    as_it_is(&answer.text)
}

/// Says that there are more cautions than are shown.
pub(crate) fn left_out(answer: &CautionsAnswer) -> Option<String> {
    let more = count(u64::from(answer.left_out), "caution");
    (answer.left_out > 0).then(|| format!("{more} left out; -k and --tokens show more"))
}

fn as_it_is(text: &str) -> String {
    let mut text = visible(text);
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn hit(hit: &Hit) -> String {
    let mut head = format!("{} {}", paint(NAME, hit.id), hit.kind);
    if let Some(project) = &hit.project {
        head.push_str(&paint(FAINT, format_args!(" {}", one_line(project))));
    }
    if let Some(day) = hit.said {
        add!(head, " {}", paint(FAINT, format_args!("said {day}")));
    }
    for flag in &hit.flags {
        add!(head, " {}", paint(WARN, word(*flag)));
    }
    let mut text = format!("{head}\n    {}\n", indented(&hit.text, 4));
    if let Some(why) = &hit.rationale {
        add!(text, "    {} {}\n", paint(FAINT, "why:"), indented(why, 9));
    }
    if let Some(explanation) = &hit.explanation {
        add!(text, "    {} {}\n", paint(FAINT, "score:"), explained(explanation));
    }
    for side in &hit.conflicts {
        let label = paint(WARN, "but:");
        let id = paint(NAME, side.id);
        add!(text, "    {label} {id} {}\n", indented(&side.text, 9));
    }
    for pending in &hit.pending {
        let label = paint(WARN, "open:");
        let why = one_line(&pending.why);
        let id = paint(NAME, pending.id);
        add!(text, "    {label} {why}: {id} {}\n", indented(&pending.text, 10));
    }
    text
}

/// Why a hit stands where it stands, in a line.
fn explained(explanation: &Explanation) -> String {
    let term = |found: &ExplainedTerm| {
        let stands_for = found.stands_for.as_ref().map(|word| format!(" for {}", one_line(word)));
        let percent = found.share_per_mille / 10;
        format!("{}{} {percent} %", one_line(&found.term), stands_for.unwrap_or_default())
    };
    let terms: Vec<String> = explanation.terms.iter().map(term).collect();
    let per_mille = |value: u32| format!("{}.{:03}", value / 1_000, value % 1_000);
    format!(
        "(words {}{} + likeness {}) x {}",
        per_mille(explanation.words_per_mille),
        if terms.is_empty() { String::new() } else { format!(" ({})", terms.join(", ")) },
        per_mille(explanation.likeness_per_mille),
        per_mille(explanation.multiplier_per_mille),
    )
}

pub(super) fn word(flag: Flag) -> &'static str {
    match flag {
        Flag::Unverified => "UNVERIFIED",
        Flag::Pinned => "pinned",
        Flag::Conflict => "CONFLICT",
        Flag::Pending => "open review",
        Flag::Superseded => "superseded",
        Flag::Retired => "retired",
        Flag::NotValidNow => "not valid now",
    }
}

/// What may make an answer less than it should be; said beside it, since an agent reads the answer itself. `more` is what
/// gives the next one more time.
pub(crate) fn caveats(coverage: Coverage, health: &Health, more: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if coverage.state == CoverageState::Partial {
        let stage = match coverage.cut {
            Some(Stage::Arrival) => "before it began",
            Some(Stage::Index) => "while the index is being built",
            Some(Stage::Search) => "while searching",
            Some(Stage::Fetch) => "while reading the hits",
            Some(Stage::Vectors) => "while comparing meanings",
            None => "before all was looked at",
        };
        lines.push(format!("partial: the budget ended {stage}; {more} gives more"));
    } else if !health.index_ready {
        lines.push("the index is still being built; ask again soon for more".to_owned());
    }
    if health.store == StoreHealth::ReadOnly {
        lines.push("the store takes no writes; see `consolidate status`".to_owned());
    }
    lines.extend(health.problem.as_deref().map(one_line));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::id::MemoryId;
    use consolidate_shared::model::Kind;
    use consolidate_shared::wire::v1::{Pending, Side};

    fn answer(hits: Vec<Hit>) -> RecallAnswer {
        let health = Health { index_ready: true, store: StoreHealth::Ok, problem: None };
        RecallAnswer {
            generation: 3,
            coverage: Coverage::cut(Stage::Search),
            health,
            hits,
            relevance_per_mille: 0,
            nothing_relevant: false,
            left_out: 0,
        }
    }

    fn a_hit() -> Hit {
        Hit {
            id: MemoryId(1),
            external_id: None,
            project: Some("github.com/acme/shop".to_owned()),
            kind: Kind::Decision,
            text: "we use uv\nfor everything\u{1b}[2J".to_owned(),
            rationale: Some("CI is faster".to_owned()),
            said: None,
            score: 10,
            flags: vec![Flag::Conflict, Flag::Pending],
            conflicts: vec![Side {
                id: MemoryId(2),
                external_id: None,
                text: "we never use uv".to_owned(),
            }],
            pending: vec![Pending {
                id: MemoryId(3),
                why: "does it replace this?".to_owned(),
                text: "we use poetry".to_owned(),
            }],
            explanation: None,
        }
    }

    #[test]
    fn both_sides_are_shown_and_nothing_is_obeyed() {
        let text = recall(&answer(vec![a_hit()]), Some("--history"));
        insta::assert_snapshot!(anstream::adapter::strip_str(&text).to_string(), @r"
        mem_00000000000000000000000001 decision github.com/acme/shop CONFLICT open review
            we use uv
            for everything\u{1b}[2J
            why: CI is faster
            but: mem_00000000000000000000000002 we never use uv
            open: does it replace this?: mem_00000000000000000000000003 we use poetry
        ");
    }

    #[test]
    fn what_an_answer_lacks_is_said_beside_it() {
        let mut answer = answer(Vec::new());
        assert_eq!(recall(&answer, None), "nothing found\n");
        let partial = caveats(answer.coverage, &answer.health, "--budget-ms");
        assert_eq!(partial, ["partial: the budget ended while searching; --budget-ms gives more"]);
        answer.coverage = Coverage::FULL;
        assert!(caveats(answer.coverage, &answer.health, "--budget-ms").is_empty());
        answer.health = Health {
            index_ready: false,
            store: StoreHealth::ReadOnly,
            problem: Some("no space left".to_owned()),
        };
        assert_eq!(caveats(answer.coverage, &answer.health, "--budget-ms").len(), 3);
    }

    #[test]
    fn an_explained_hit_says_why_it_stands_there_in_a_line() {
        let term = |term: &str, stands_for: Option<&str>, share_per_mille| ExplainedTerm {
            term: term.to_owned(),
            stands_for: stands_for.map(str::to_owned),
            share_per_mille,
        };
        let explanation = Explanation {
            terms: vec![term("uv", None, 700), term("rebuild", Some("repair"), 300)],
            words_per_mille: 600,
            likeness_per_mille: 131,
            multiplier_per_mille: 905,
        };
        insta::assert_snapshot!(
            explained(&explanation),
            @"(words 0.600 (uv 70 %, rebuild for repair 30 %) + likeness 0.131) x 0.905"
        );
    }

    #[test]
    fn what_is_printed_takes_no_more_tokens_than_the_budget_counts() {
        use consolidate_daemon::brief::{hit_bound, token_bound};
        let mut every = a_hit();
        every.said = Some(consolidate_shared::time::Day(20_000));
        every.rationale = Some("one\ntwo\n\u{202e}three".to_owned());
        every.text = "a\nb\nc\nd \u{2066}x\u{2069}\n\u{65e5}\u{672c}\n".repeat(9);
        every.flags = vec![
            Flag::Unverified,
            Flag::Pinned,
            Flag::Conflict,
            Flag::Pending,
            Flag::Superseded,
            Flag::Retired,
            Flag::NotValidNow,
        ];
        for hit in [a_hit(), every] {
            let bound = hit_bound(&hit);
            let mut answer = answer(vec![hit]);
            let printed =
                anstream::adapter::strip_str(&recall(&answer, Some("--history"))).to_string();
            assert!(token_bound(&printed) <= bound, "{printed} {bound}");
            answer.hits.clear();
            answer.left_out = 200;
            let said =
                anstream::adapter::strip_str(&recall(&answer, Some("--history"))).to_string();
            assert!(said.starts_with("nothing that fits"), "{said}");
            let line = said.lines().last().unwrap_or_default();
            assert!(token_bound(&format!("{line}\n")) <= 24, "{line}");
        }
    }

    #[test]
    fn the_json_has_the_shape_that_others_rely_on() {
        let json = serde_json::to_string_pretty(&answer(vec![a_hit()])).unwrap();
        insta::assert_snapshot!(json, @r#"
        {
          "generation": 3,
          "coverage": {
            "state": "partial",
            "cut": "search"
          },
          "health": {
            "index_ready": true,
            "store": "ok",
            "problem": null
          },
          "hits": [
            {
              "id": "mem_00000000000000000000000001",
              "external_id": null,
              "project": "github.com/acme/shop",
              "kind": "decision",
              "text": "we use uv\nfor everything\u001b[2J",
              "rationale": "CI is faster",
              "said": null,
              "score": 10,
              "flags": [
                "conflict",
                "pending"
              ],
              "conflicts": [
                {
                  "id": "mem_00000000000000000000000002",
                  "external_id": null,
                  "text": "we never use uv"
                }
              ],
              "pending": [
                {
                  "id": "mem_00000000000000000000000003",
                  "why": "does it replace this?",
                  "text": "we use poetry"
                }
              ],
              "explanation": null
            }
          ],
          "relevance_per_mille": 0,
          "nothing_relevant": false,
          "left_out": 0
        }
        "#);
    }
}
