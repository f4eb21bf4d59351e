//! `memory_search`: what is known about something.

use consolidate_shared::limits::HITS;
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::v1::{RecallAnswer, RecallRequest};
use serde_json::Value;

use super::field::{PROJECT, Shape, optional, required};
use super::given::Given;
use super::reply::{NOTED, Reply, json};
use super::tool::{Call, Tool};
use crate::command::recall::{DEFAULT_HITS, missed, tenth};
use crate::exit::Failure;
use crate::link::{self, Read};
use crate::print::read::{caveats, recall};

/// What gives a read more time, where no flag does.
pub(super) const MORE_TIME: &str = "the setting read_budget_ms";
const TOKENS: Shape = Shape::Number { least: 1, most: u32::MAX };
const DAY: &str = "A date (2026-04-11), today, yesterday, or so many days ago (7d).";

pub(super) const TOOL: Tool = Tool {
    name: "memory_search",
    title: "Search memory",
    about: "What is known about something: facts, decisions with their reasons, pitfalls, procedures. Call it when you meet \
            an error message, an unknown name or a question of how or why something is done here, before you work it out \
            anew. Both sides of a contradiction are shown. Best first.",
    fields: &[
        required(
            "query",
            Shape::Text,
            "Plain words, an identifier or an error message. No operators.",
        ),
        optional("k", Shape::Number { least: 1, most: HITS }, "At most so many hits; else 8."),
        PROJECT,
        optional("all_projects", Shape::Flag, "Search the memories of every project."),
        optional(
            "history",
            Shape::Flag,
            "Also what was replaced, retired or no longer holds, marked as such.",
        ),
        optional("since", Shape::Text, DAY),
        optional("until", Shape::Text, DAY),
        optional(
            "as_of",
            Shape::Text,
            "A day as above: what held at its end (UTC), also if it no longer does.",
        ),
        optional(
            "tokens",
            TOKENS,
            "Tokens that the answer may take, its text and its JSON; what does not fit is left out whole and counted.",
        ),
        optional(
            "window",
            TOKENS,
            "Tokens of your context window, instead of `tokens`: the answer may take a tenth of it.",
        ),
    ],
    only_reads: true,
    run,
};

fn run(call: &Call<'_>, mut given: Given) -> Result<Reply, Failure> {
    let (query, k) = (given.text("query").unwrap_or_default(), given.number("k"));
    let (project, all_projects) = (given.text("project"), given.flag("all_projects"));
    if project.is_some() && all_projects {
        return Err(Failure::usage("`project` and `all_projects` exclude each other")
            .hint("give one of them, or none for the project you work in"));
    }
    let history = given.flag("history");
    let said = SaidWithin { since: given.parsed("since")?, until: given.parsed("until")? };
    let as_of = given.parsed("as_of")?;
    if as_of.is_some() && history {
        return Err(Failure::usage("`as_of` and `history` exclude each other")
            .hint("give `as_of` for what held on a day, `history` for all that ever did"));
    }
    let (tokens, window) = (given.number("tokens"), given.number("window"));
    if tokens.is_some() && window.is_some() {
        return Err(Failure::usage("`tokens` and `window` say the same thing in two ways")
            .hint("give one of them, or none"));
    }
    let tokens = tokens.or(window.map(tenth));
    let context = call.about(project);
    let mut outside = None;
    let (read, unknown) =
        context.read_of(context.read_budget(None), all_projects, |deadline, identity| {
            let place = identity.place(all_projects);
            outside = identity.told(&place, "all_projects", "project").filter(|_| !all_projects);
            let request = RecallRequest {
                caller: identity.caller(),
                place,
                query,
                k: k.unwrap_or(DEFAULT_HITS),
                budget_us: link::micros(deadline.remaining()),
                history,
                said,
                as_of,
                explain: false,
                tokens,
            };
            link::recall(&context.places, request, deadline).map(|answer| RecallAnswer {
                coverage: identity.lessened(answer.coverage),
                ..answer
            })
        })?;
    let answer = match read {
        Read::Answered(answer) => answer,
        Read::Missed(failure) => return Reply::missed(failure, missed),
    };
    let mut notes: Vec<String> = [outside, unknown].into_iter().flatten().collect();
    notes.extend(caveats(answer.coverage, &answer.health, MORE_TIME));
    let plain = !history && as_of.is_none();
    within(tokens, answer, &|answer| {
        let noted = if answer.hits.is_empty() { "" } else { NOTED };
        let text = format!("{noted}{}", recall(answer, plain.then_some("`history`")));
        let value = if tokens.is_some() { short(answer)? } else { json(answer)? };
        Ok(Reply::new(&text, &value)?.notes(&notes))
    })
}

/// As programs read it, its hits without what is empty: a field that is not there is null or an empty list, and a budget is no
/// place for their names.
fn short(answer: &RecallAnswer) -> Result<Value, Failure> {
    let mut value = json(answer)?;
    for hit in value.get_mut("hits").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(fields) = hit.as_object_mut() {
            fields.retain(|_, field| {
                !field.is_null() && field.as_array().is_none_or(|list| !list.is_empty())
            });
        }
    }
    Ok(value)
}

/// The answer with as many of its hits, the best, as fit `tokens` together with all that is sent around them. Some clients show
/// their model the text, some the JSON, some both.
fn within(
    tokens: Option<u32>,
    mut answer: RecallAnswer,
    reply: &dyn Fn(&RecallAnswer) -> Result<Reply, Failure>,
) -> Result<Reply, Failure> {
    let Some(tokens) = tokens else { return reply(&answer) };
    let (mut fits, mut hits) = (0, std::mem::take(&mut answer.hits));
    let mut too_many = hits.len() + 1;
    let all = answer.left_out + u32::try_from(hits.len()).unwrap_or(u32::MAX);
    // The more hits the longer, so that halving finds the most that fit; none is sent even if that is too long.
    while fits + 1 < too_many {
        let tried = usize::midpoint(fits, too_many);
        let behind = hits.split_off(tried);
        answer.left_out = all - u32::try_from(tried).unwrap_or(u32::MAX);
        answer.hits = std::mem::take(&mut hits);
        if reply(&answer)?.token_bound() <= tokens {
            fits = tried;
        } else {
            too_many = tried;
        }
        hits = std::mem::take(&mut answer.hits);
        hits.extend(behind);
    }
    hits.truncate(fits);
    answer.left_out = all - u32::try_from(fits).unwrap_or(u32::MAX);
    answer.hits = hits;
    reply(&answer)
}
