//! `memory_search`: what is known about something.

use consolidate_shared::limits::HITS;
use consolidate_shared::time::SaidWithin;
use consolidate_shared::wire::v1::{RecallAnswer, RecallRequest};

use super::field::{PROJECT, Shape, optional, required};
use super::given::Given;
use super::reply::{NOTED, Reply};
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
            "Tokens that the text of the hits may take; what does not fit is left out whole and counted.",
        ),
        optional(
            "window",
            TOKENS,
            "Tokens of your context window, instead of `tokens`: the hits may take a tenth of it.",
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
                tokens: tokens.or(window.map(tenth)),
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
    let noted = if answer.hits.is_empty() { "" } else { NOTED };
    let text =
        format!("{noted}{}", recall(&answer, (!history && as_of.is_none()).then_some("`history`")));
    let mut reply = Reply::new(&text, &answer)?;
    for told in [outside, unknown].into_iter().flatten() {
        reply = reply.note(&told);
    }
    Ok(reply.notes(&caveats(answer.coverage, &answer.health, MORE_TIME)))
}
