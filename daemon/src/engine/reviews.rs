//! The review queue: its pages, one item, an answer.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use consolidate_shared::change::{ChangeSet, What};
use consolidate_shared::id::ReviewId;
use consolidate_shared::journal::EntryKind;
use consolidate_shared::limits;
use consolidate_shared::model::Actor;
use consolidate_shared::review::{Answer, ReviewItem};
use consolidate_shared::state::Lookup;
use consolidate_shared::time::{Day, Timestamp};
use consolidate_shared::wire::v1::{
    AnswerKind, AnswerRequest, Answered, ErrorCode, Outcome, Refused, Response, ReviewPage,
    ReviewView, ReviewsRequest, Where,
};

use super::Engine;
use super::asked::{Shown, shown};
use super::closed;
use super::lookup::is_in;
use super::orders::refusal;
use super::resolve::resolve;
use super::service::off_the_path;
use super::snoozed;
use super::writer::{Landed, Made, NewEntry, Turn, present, unreadable};
use crate::review::{
    AgentAnswers, Decided, Given, answer, asking_of, close_settled, lost, ruled, tell_apart,
};
use crate::store::{ReadError, View};
use crate::write::actor_of;

/// Ids that an ambiguous beginning is answered with.
const SHOWN: usize = 5;
/// What every page costs beside texts, for each item.
const ITEM_BYTES: usize = 1024;

impl Engine {
    /// A page of open review items, oldest first.
    pub(super) fn reviews(&self, request: &ReviewsRequest) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        Ok(Response::Reviews(page(request, self.now().day(), &view).map_err(unreadable)?))
    }

    /// One open item, with both sides as a diff.
    pub(super) fn review(&self, reference: &str) -> Result<Response, Refused> {
        let view = self.publisher.read().view.clone();
        let found = find(reference, &view, &view, self.now().day());
        let (item, until) = found.map_err(|refused| what_became(reference, &view, refused))?;
        let shown = shown(&item, Shown::Whole, &view).map_err(unreadable)?;
        Ok(Response::Review(Box::new(ReviewView { snoozed_until: until, ..shown })))
    }

    /// Answers an item; acknowledged means durable.
    pub(super) async fn answer(&self, given: AnswerRequest) -> Response {
        let (now, agents) = (self.now(), self.options.agent_answers);
        let reference = given.item.clone();
        let decide = move |turn: &Turn<'_>| decide(&given, agents, now, turn);
        match self.writer.submit(true, Box::new(decide)).await {
            // Looked for beside the writer, which nobody holds up.
            Response::Refused(refused) => Response::Refused(off_the_path(|| {
                let view = self.publisher.read().view.clone();
                // What was not found may be a memory that the answer names.
                match find(&reference, &view, &view, now.day()) {
                    Ok(_) => refused,
                    Err(_) => what_became(&reference, &view, refused),
                }
            })),
            response => response,
        }
    }
}

/// Where no item is found: what closed the one that is meant.
fn what_became(reference: &str, view: &View, refused: Refused) -> Refused {
    let Some(ids) = ids_of(reference).filter(|_| refused.code == ErrorCode::NotFound) else {
        return refused;
    };
    closed::told(&ids, view).ok().flatten().unwrap_or(refused)
}

fn page(request: &ReviewsRequest, day: Day, view: &View) -> Result<ReviewPage, ReadError> {
    let ReviewsRequest { place, pass, limit, offset, snoozed } = request;
    let limit = (*limit).clamp(1, limits::LIST_ROWS) as usize;
    let wanted = |item: &ReviewItem| -> Result<bool, ReadError> {
        Ok(pass.is_none_or(|pass| pass == item.pass) && is_at(item, place, view)?)
    };
    let mut put_off = Vec::new();
    for one in snoozed::all(day, view)? {
        if wanted(&one.item)? {
            put_off.push(one);
        }
    }
    let (count, first) = (put_off.len() as u64, put_off.first().map(|one| one.until));
    let mut items: Vec<(ReviewItem, Option<Day>)> = Vec::new();
    if *snoozed {
        items.extend(put_off.into_iter().map(|one| (one.item, Some(one.until))));
    } else {
        for (_, item) in view.reviews()? {
            if wanted(&item)? {
                items.push((item, None));
            }
        }
        let age = |item: &ReviewItem| (item.queued, item.pass, item.members.clone());
        items.sort_by_cached_key(|(item, _)| age(item));
    }
    let (total, mut found, mut bytes) = (items.len(), Vec::new(), 0);
    for (item, until) in items.iter().skip(*offset as usize) {
        if found.len() == limit || bytes >= limits::PAGE_BYTES {
            break;
        }
        let row = ReviewView { snoozed_until: *until, ..shown(item, Shown::Listed, view)? };
        bytes += size(&row);
        found.push(row);
    }
    let end = (*offset as usize).saturating_add(found.len());
    let next = (end < total).then(|| u32::try_from(end).unwrap_or(u32::MAX));
    Ok(ReviewPage {
        generation: view.generation().0,
        items: found,
        total: total as u64,
        next,
        snoozed: count,
        snoozed_until: first,
    })
}

/// Bytes of an item on a page, about.
fn size(row: &ReviewView) -> usize {
    let texts = row
        .members
        .iter()
        .map(|it| it.text.len() + it.rationale.as_ref().map_or(0, String::len) + ITEM_BYTES);
    let notes = row.suggestions.iter().map(|it| it.note.as_ref().map_or(0, String::len));
    ITEM_BYTES + texts.chain(notes).sum::<usize>()
}

fn is_at(item: &ReviewItem, place: &Where, view: &View) -> Result<bool, ReadError> {
    if *place == Where::Everywhere {
        return Ok(true);
    }
    for &id in &item.members {
        if view.memory(id)?.is_some_and(|memory| is_in(&memory, place)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The ids that begin as `reference` says.
fn ids_of(reference: &str) -> Option<RangeInclusive<ReviewId>> {
    let lower = reference.trim().to_ascii_lowercase();
    let digits = lower.strip_prefix(ReviewId::PREFIX).unwrap_or(&lower);
    let end = |fill: &str| {
        let whole = format!("{digits}{}", fill.repeat(16_usize.saturating_sub(digits.len())));
        u64::from_str_radix(&whole, 16).ok().filter(|_| (1..=16).contains(&digits.len()))
    };
    Some(ReviewId(end("0")?)..=ReviewId(end("f")?))
}

/// The item that `reference` names by its id or a unique beginning of it, and until when it is snoozed. What is open goes before
/// what is snoozed.
fn find<L: Lookup<Error = ReadError>>(
    reference: &str,
    state: &L,
    view: &View,
    day: Day,
) -> Result<(ReviewItem, Option<Day>), Refused> {
    let (low, high) = ids_of(reference).ok_or_else(|| unknown(reference))?.into_inner();
    let ids = if low == high {
        vec![low]
    } else {
        view.reviews_between(low, high, SHOWN + 1).map_err(unreadable)?
    };
    if let [id] = ids.as_slice()
        && let Some(open) = state.review(*id).map_err(unreadable)?
    {
        return Ok((open, None));
    }
    if ids.len() > 1 {
        return Err(ambiguous(reference, &ids));
    }
    let mut snoozed = snoozed::all(day, view).map_err(unreadable)?;
    snoozed.retain(|one| (low..=high).contains(&one.item.id()));
    match (snoozed.pop(), snoozed.as_slice()) {
        (None, _) => Err(unknown(reference)),
        (Some(one), []) => Ok((one.item, Some(one.until))),
        (Some(one), others) => {
            let ids: Vec<ReviewId> = others.iter().chain([&one]).map(|one| one.item.id()).collect();
            Err(ambiguous(reference, &ids))
        }
    }
}

fn ambiguous(reference: &str, ids: &[ReviewId]) -> Refused {
    let list: Vec<String> = ids.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if ids.len() > SHOWN { " and more" } else { "" };
    let message = format!("`{reference}` means {}{more}", list.join(", "));
    Refused::new(ErrorCode::Ambiguous, message).hint("write more of the id")
}

fn unknown(reference: &str) -> Refused {
    let shown: String = reference.chars().take(80).collect();
    Refused::new(ErrorCode::NotFound, format!("no open review item is called `{shown}`"))
        .hint("it may be answered or closed already; `consolidate review list` shows what is open (`--snoozed`: what was put off), `consolidate log` what was answered")
}

fn decide(
    given: &AnswerRequest,
    agents: AgentAnswers,
    now: Timestamp,
    turn: &Turn<'_>,
) -> Result<Made, Refused> {
    let project = given.caller.project.as_deref();
    let meant = |reference: &str| resolve(reference, project, turn.state, turn.view);
    if given.item.is_empty() {
        return decide_pair(given, agents, now, turn);
    }
    let (item, snoozed) = find(&given.item, turn.state, turn.view, now.day())?;
    let kind = match &given.answer {
        AnswerKind::Accept => Answer::Accept,
        AnswerKind::Reject => Answer::Reject,
        AnswerKind::Distinct => Answer::Distinct,
        AnswerKind::Supersede { winner } => Answer::Supersede { winner: meant(winner)? },
        AnswerKind::SnoozeDays { days } => snooze(i64::from(now.day().0) + i64::from(*days), now)?,
        AnswerKind::SnoozeUntil { until } => snooze(i64::from(until.0), now)?,
    };
    let only = given.only.iter().map(|reference| meant(reference)).collect::<Result<_, _>>()?;
    let by = actor_of(&given.caller);
    let id = item.id();
    let given = Given { item, answer: kind, only, note: given.note.clone(), by, now };
    let mut decided = answer(&given, agents, turn.state).map_err(refusal)?;
    if let Some(until) = snoozed {
        early(id, until, &mut decided)?;
    }
    let spared = BTreeSet::from([id]);
    let closed = close_others(&mut decided.set, turn.state, turn, (now.day(), &spared))?;
    Ok(answering(id, given.by, decided, closed))
}

/// Two memories are told apart that no item asks about.
fn decide_pair(
    given: &AnswerRequest,
    agents: AgentAnswers,
    now: Timestamp,
    turn: &Turn<'_>,
) -> Result<Made, Refused> {
    let invalid = |message: &str| {
        Refused::new(ErrorCode::Invalid, message)
            .hint("`consolidate review distinct MEMORY MEMORY`; `consolidate supersede OLD NEW` where one replaces the other")
    };
    let ([a, b], AnswerKind::Distinct) = (given.only.as_slice(), &given.answer) else {
        return Err(invalid("without an item, `distinct` alone is an answer, about two memories"));
    };
    let project = given.caller.project.as_deref();
    let memory =
        |reference: &str| present(turn.state, resolve(reference, project, turn.state, turn.view)?);
    let item = asking_of(&*memory(a)?, &*memory(b)?, now.day());
    let id = item.id();
    let (by, note) = (actor_of(&given.caller), given.note.clone());
    let given = Given { item, answer: Answer::Distinct, only: Vec::new(), note, by, now };
    let mut decided = tell_apart(&given, agents, turn.state).map_err(refusal)?;
    let closed = close_others(&mut decided.set, turn.state, turn, (now.day(), &BTreeSet::new()))?;
    Ok(answering(id, given.by, decided, closed))
}

/// The job that commits what was decided about an item.
fn answering(id: ReviewId, by: Actor, decided: Decided, closed: Vec<ReviewId>) -> Made {
    let done = and_closed(decided.done, &closed);
    let (outcome, rest) = (decided.outcome, decided.rest);
    let answer = Box::new(move |(parent, made): Landed<'_>| {
        let entry = made.last().copied();
        let summary = if entry.is_some() { done } else { format!("nothing to do: {done} already") };
        let generation = entry.unwrap_or(parent.0);
        let answered = Answered { item: id, outcome, generation, entry, rest, closed, summary };
        Response::Answered(Box::new(answered))
    });
    let entry = NewEntry {
        kind: EntryKind::Review,
        judged_as: EntryKind::Review,
        ..NewEntry::write(by, decided.set)
    };
    Made { entries: vec![entry], run: None, recent: None, answer }
}

/// What is answered before its day is not open: there is nothing to close, and nothing that a suggestion could be kept beside.
fn early(id: ReviewId, until: Day, decided: &mut Decided) -> Result<(), Refused> {
    if decided.outcome == Outcome::Suggested {
        let message =
            format!("{id} is snoozed until {until}, and suggestions are kept beside what is open");
        return Err(Refused::new(ErrorCode::Forbidden, message)
            .hint("a person answers it before that day with `--as user`"));
    }
    decided.set.changes.retain(|change| {
        !matches!(&change.what, What::Review(swap)
            if swap.before.as_ref().is_some_and(|item| item.id() == id))
    });
    Ok(())
}

/// The first day on which to ask again, if it is one to come and not too far.
fn snooze(until: i64, now: Timestamp) -> Result<Answer, Refused> {
    let today = i64::from(now.day().0);
    let last = today + i64::from(limits::SNOOZE_DAYS);
    match i32::try_from(until) {
        Ok(day) if until > today && until <= last => Ok(Answer::Snooze { until: Day(day) }),
        _ => Err(Refused::new(
            ErrorCode::Invalid,
            format!(
                "a snooze ends after today ({}) and within {} days",
                now.day(),
                limits::SNOOZE_DAYS
            ),
        )
        .hint("give `--days N` or `--until YYYY-MM-DD`")),
    }
}

/// What was done, with the questions that it closed beside it.
pub(super) fn and_closed(done: String, closed: &[ReviewId]) -> String {
    if closed.is_empty() {
        return done;
    }
    let list: Vec<String> = closed.iter().map(ToString::to_string).collect();
    format!("{done}; closed with it: {}", list.join(", "))
}

/// Closes with `set` the open items that lose a member by it or hold a pair that it answers, but for those in `spared`.
pub(super) fn close_others<L: Lookup<Error = ReadError>>(
    set: &mut ChangeSet,
    state: &L,
    turn: &Turn<'_>,
    (day, spared): (Day, &BTreeSet<ReviewId>),
) -> Result<Vec<ReviewId>, Refused> {
    let mut pending = turn.pending(&lost(set));
    for (a, b) in ruled(set) {
        pending.extend(turn.pending(&[a]).intersection(&turn.pending(&[b])));
    }
    pending.retain(|id| !spared.contains(id));
    close_settled(set, &pending, state, day).map_err(unreadable)
}
