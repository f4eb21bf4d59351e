//! Going through the queue on a terminal: one item after the other, one key an answer.
//!
//! Invariant: what is answered is the item that is on the screen; the last answer can always be taken back, and comes back
//! to the screen.

use std::collections::BTreeSet;

use consolidate_shared::id::{MemoryId, ReviewId};
use consolidate_shared::wire::v1::{
    AnswerKind, AnswerRequest, Request, Response, ReviewView, Role,
};

use super::answer::ask;
use super::keys::Keys;
use crate::config::ReviewAgents;
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::link::pick;
use crate::out::{Out, complain, note};
use crate::print;
use crate::print::review::Walked;
use crate::print::text::one_line;

/// Days of a snooze when nobody says how many.
const SNOOZE: u32 = 7;

const HELP: &str = "  a      accept: do what the pass would have done
  r      reject: all stay as they are, and this is not asked again
  d      distinct: they have nothing to do with each other, whichever pass asks
  1 - 9  the one with this number replaces the others
  s      snooze: ask again in so many days
  o      answer about some of the members only; the others stay queued
  n      next: leave it in the queue (space does the same)
  u      undo the last answer
  q      quit
";

/// What is to be done next.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Answer(AnswerKind),
    Snooze,
    Only,
    Next,
    Undo,
    Quit,
    Help,
}

/// An answer that was given here.
#[derive(Debug, Clone, Copy)]
struct Given {
    entry: u64,
    item: ReviewId,
}

/// A walk through the queue.
#[derive(Debug)]
pub(super) struct Walk {
    items: Vec<ReviewId>,
    at: usize,
    given: Vec<Given>,
    keys: Keys,
    /// What was on the screen, what got an answer here, and what others had closed.
    shown: BTreeSet<ReviewId>,
    answered: BTreeSet<ReviewId>,
    elsewhere: BTreeSet<ReviewId>,
}

impl Walk {
    pub(super) fn new(items: Vec<ReviewId>, keys: Keys) -> Self {
        Self {
            items,
            at: 0,
            given: Vec::new(),
            keys,
            shown: BTreeSet::new(),
            answered: BTreeSet::new(),
            elsewhere: BTreeSet::new(),
        }
    }

    pub(super) fn run(mut self, context: &Context, out: &mut Out) -> Result<Exit, Failure> {
        if let Role::Agent { name, .. } = &context.role {
            note(&as_agent(name, context.config.review_agents.value));
        }
        loop {
            let Some(id) = self.items.get(self.at).copied() else {
                if self.takes_back(context, out)? {
                    continue;
                }
                break;
            };
            match super::item(&id.to_string(), context) {
                Ok(item) => {
                    let head = format!("{} of {}", self.at + 1, self.items.len());
                    out.styled(&print::review::on_screen(&item, &head))?;
                    self.shown.insert(id);
                    if !self.stay(&item, context, out)? {
                        break;
                    }
                }
                Err(failure) if failure.exit == Exit::Refused => {
                    if !self.answered.contains(&id) {
                        note(&format!("{id} is closed by now"));
                        self.elsewhere.insert(id);
                    }
                    self.at += 1;
                }
                Err(failure) => return Err(failure),
            }
        }
        self.farewell(out)?;
        Ok(Exit::Done)
    }

    /// After the last question: whether the last answer is to be thought over once more.
    fn takes_back(&mut self, context: &Context, out: &mut Out) -> Result<bool, Failure> {
        if self.given.is_empty() {
            return Ok(false);
        }
        out.styled(&print::review::last_prompt(self.keys.are_single()))?;
        out.flush()?;
        let key = self.keys.next()?;
        if self.keys.are_single() {
            out.raw("\n")?;
        }
        if key.is_none_or(|key| !key.eq_ignore_ascii_case(&'u')) {
            return Ok(false);
        }
        let before = self.at;
        Ok(self.undo(context, out)? && self.at < before)
    }

    fn farewell(&self, out: &mut Out) -> Result<(), Failure> {
        // An item that was shown and then closed by somebody else is theirs.
        let skipped =
            |id: &&ReviewId| !self.answered.contains(*id) && !self.elsewhere.contains(*id);
        let seen = |id: &ReviewId| self.shown.contains(id) || self.elsewhere.contains(id);
        out.styled(&print::review::farewell(&Walked {
            answered: self.answered.len() as u64,
            skipped: self.shown.iter().filter(skipped).count() as u64,
            elsewhere: self.elsewhere.difference(&self.answered).count() as u64,
            left: self.items.iter().filter(|id| !seen(id)).count() as u64,
        }))
    }

    /// Takes keys about one item until another one is to be shown; no: the person leaves.
    fn stay(
        &mut self,
        item: &ReviewView,
        context: &Context,
        out: &mut Out,
    ) -> Result<bool, Failure> {
        let mut only: Vec<MemoryId> = Vec::new();
        loop {
            out.styled(&print::review::prompt(item, &only, self.keys.are_single()))?;
            out.flush()?;
            let key = self.keys.next()?;
            if self.keys.are_single() {
                out.raw(
                    &key.filter(|key| !key.is_control())
                        .map_or("\n".to_owned(), |key| format!("{key}\n")),
                )?;
            }
            let key = key.unwrap_or('q');
            if key == '\n' {
                continue;
            }
            let Some(step) = step(key, item) else {
                out.flush()?;
                note(&no_answer(key, item));
                continue;
            };
            match step {
                Step::Quit => return Ok(false),
                Step::Next => {
                    self.at += 1;
                    return Ok(true);
                }
                Step::Help => out.styled(HELP)?,
                Step::Only => only = self.members(item, out)?,
                Step::Undo => {
                    if self.undo(context, out)? {
                        return Ok(true);
                    }
                }
                Step::Snooze => {
                    if let Some(days) = self.days(out)?
                        && self.answer(
                            item,
                            AnswerKind::SnoozeDays { days },
                            &only,
                            context,
                            out,
                        )?
                    {
                        return Ok(true);
                    }
                }
                Step::Answer(kind) => {
                    if self.answer(item, kind, &only, context, out)? {
                        return Ok(true);
                    }
                }
            }
        }
    }

    /// Gives an answer; no: it was refused, and the item stays on the screen.
    fn answer(
        &mut self,
        item: &ReviewView,
        kind: AnswerKind,
        only: &[MemoryId],
        context: &Context,
        out: &mut Out,
    ) -> Result<bool, Failure> {
        let request = Request::Answer(Box::new(AnswerRequest {
            caller: context.caller()?,
            item: item.id.to_string(),
            answer: kind,
            only: only.iter().map(ToString::to_string).collect(),
            note: None,
        }));
        let answered = match ask(&request, context) {
            Ok(answered) => answered,
            Err(failure) if matches!(failure.exit, Exit::Refused | Exit::Stale) => {
                out.flush()?;
                complain(&failure, false);
                return Ok(false);
            }
            Err(failure) => return Err(failure),
        };
        out.styled(&print::review::answered(&answered))?;
        self.given.extend(answered.entry.map(|entry| Given { entry, item: item.id }));
        self.answered.insert(item.id);
        let done = consolidate_shared::wire::v1::Outcome::Done;
        match answered.rest.filter(|_| answered.outcome == done) {
            // What is left of it is the next question.
            Some(rest) if rest != item.id => {
                self.at += 1;
                self.items.insert(self.at, rest);
            }
            Some(_) => {}
            None => self.at += 1,
        }
        Ok(true)
    }

    /// Takes the last answer back and returns to its item; no: there is none.
    fn undo(&mut self, context: &Context, out: &mut Out) -> Result<bool, Failure> {
        let Some(Given { entry, item }) = self.given.last().copied() else {
            note("nothing was answered here yet; `consolidate undo` takes older answers back");
            return Ok(false);
        };
        let request = Request::Undo { caller: context.caller()?, id: Some(entry.to_string()) };
        let committed = match context.link()?.ask(&request) {
            Ok(answer) => pick!(answer, Response::Committed(committed) => committed)?,
            Err(failure) if matches!(failure.exit, Exit::Refused | Exit::Stale) => {
                complain(&failure, false);
                return Ok(false);
            }
            Err(failure) => return Err(failure),
        };
        self.given.pop();
        self.answered.remove(&item);
        out.styled(&print::journal::committed(&committed))?;
        if let Some(place) = self.items.iter().position(|known| *known == item) {
            self.at = place;
        }
        Ok(true)
    }

    /// The members that the next answer is about.
    fn members(&mut self, item: &ReviewView, out: &mut Out) -> Result<Vec<MemoryId>, Failure> {
        out.styled("which members, by their numbers? ")?;
        out.flush()?;
        let line = self.keys.text()?.unwrap_or_default();
        let chosen = chosen(&line, item);
        if chosen.len() < 2 {
            note("name two or more of the numbers above; the answer is about all of them again");
            return Ok(Vec::new());
        }
        Ok(chosen)
    }

    fn days(&mut self, out: &mut Out) -> Result<Option<u32>, Failure> {
        out.styled(&format!("for how many days? [{SNOOZE}] "))?;
        out.flush()?;
        let Some(line) = self.keys.text()? else {
            note("nothing was answered");
            return Ok(None);
        };
        let days = if line.trim().is_empty() { Some(SNOOZE) } else { line.trim().parse().ok() };
        if days.is_none() {
            note("that is no number of days; nothing was answered");
        }
        Ok(days)
    }
}

/// What a person is told whose keys speak in an agent's name, before the first.
fn as_agent(name: &str, answers: ReviewAgents) -> String {
    let name = one_line(name);
    let become_person = "`--as user` speaks for a person";
    match answers {
        ReviewAgents::Suggest => format!(
            "you speak as agent {name}: each answer is kept as a suggestion until a person answers; {become_person}"
        ),
        ReviewAgents::Off => {
            format!(
                "you speak as agent {name}, whose answers are refused (review.agents); {become_person}"
            )
        }
        ReviewAgents::Resolve => format!("you speak as agent {name}; {become_person}"),
    }
}

/// What a key asks for; `None`: nothing.
fn step(key: char, item: &ReviewView) -> Option<Step> {
    let possible = |word: &str| item.answers.iter().any(|known| known == word);
    let answer = |word: &str, kind| possible(word).then_some(Step::Answer(kind));
    match key.to_ascii_lowercase() {
        'a' => answer("accept", AnswerKind::Accept),
        'r' => answer("reject", AnswerKind::Reject),
        'd' => answer("distinct", AnswerKind::Distinct),
        's' => possible("snooze").then_some(Step::Snooze),
        'o' => (item.members.len() > 2).then_some(Step::Only),
        'n' | ' ' => Some(Step::Next),
        'u' => Some(Step::Undo),
        'q' => Some(Step::Quit),
        '?' | 'h' => Some(Step::Help),
        digit => {
            let place = digit.to_digit(10)?.checked_sub(1)?;
            let winner = item.members.get(place as usize)?.id.to_string();
            answer("supersede", AnswerKind::Supersede { winner })
        }
    }
}

/// Why a key is no answer to this item; what is one stands in the prompt that follows.
fn no_answer(key: char, item: &ReviewView) -> String {
    let members = item.members.len();
    let takes = |word: &str| item.answers.iter().any(|known| known == word);
    let word = match key.to_ascii_lowercase() {
        'a' => "accept",
        'r' => "reject",
        'd' => "distinct",
        's' => "snooze",
        'o' => {
            return format!("`o` is for items of three memories or more, and this has {members}");
        }
        digit if digit.is_ascii_digit() && !takes("supersede") => {
            "one memory that replaces the others"
        }
        digit if digit.is_ascii_digit() => {
            return format!("there is no memory {digit}: the numbers are 1 to {}", members.min(9));
        }
        other => {
            return format!("`{}` is no answer; `?` says what each key does", other.escape_debug());
        }
    };
    format!("this question does not take `{}` ({word})", key.escape_debug())
}

/// The members whose numbers stand in `line`, each once, in the item's order.
fn chosen(line: &str, item: &ReviewView) -> Vec<MemoryId> {
    let numbers: Vec<usize> =
        line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    let members = item.members.iter().zip(1..);
    members.filter(|(_, number)| numbers.contains(number)).map(|(member, _)| member.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::review::tests::an_item;

    #[test]
    fn one_key_is_one_answer() {
        let item = an_item(2);
        let winner = |place: usize| item.members[place].id.to_string();
        let supersede = |place| Step::Answer(AnswerKind::Supersede { winner: winner(place) });
        assert_eq!(step('a', &item), Some(Step::Answer(AnswerKind::Accept)));
        assert_eq!(step('R', &item), Some(Step::Answer(AnswerKind::Reject)));
        assert_eq!(step('d', &item), Some(Step::Answer(AnswerKind::Distinct)));
        assert_eq!((step('1', &item), step('2', &item)), (Some(supersede(0)), Some(supersede(1))));
        assert_eq!((step('3', &item), step('0', &item), step('x', &item)), (None, None, None));
        assert_eq!((step(' ', &item), step('n', &item)), (Some(Step::Next), Some(Step::Next)));
        assert_eq!((step('o', &item), step('o', &an_item(3))), (None, Some(Step::Only)));
    }

    #[test]
    fn what_an_item_does_not_take_is_no_answer() {
        let mut item = an_item(1);
        item.answers = vec!["accept".to_owned(), "reject".to_owned(), "snooze".to_owned()];
        assert_eq!((step('d', &item), step('1', &item)), (None, None));
        assert_eq!(step('s', &item), Some(Step::Snooze));
    }

    #[test]
    fn a_key_that_is_no_answer_says_why() {
        let mut item = an_item(2);
        let said = ['o', '7', 'x', '\t'].map(|key| no_answer(key, &item));
        assert!(said[0].contains("three memories or more"), "{}", said[0]);
        assert!(said[1].contains("1 to 2"), "{}", said[1]);
        assert!(said[2].contains("`x` is no answer") && said[3].contains("`\\t`"), "{said:?}");
        item.answers = vec!["accept".to_owned()];
        let said = ['r', '1'].map(|key| no_answer(key, &item));
        assert!(
            said.iter().all(|said| said.starts_with("this question does not take")),
            "{said:?}"
        );
    }

    #[test]
    fn members_are_chosen_by_their_numbers() {
        let item = an_item(3);
        let ids =
            |places: &[usize]| places.iter().map(|at| item.members[*at].id).collect::<Vec<_>>();
        assert_eq!(chosen("3, 1", &item), ids(&[0, 2]));
        assert_eq!(chosen("2 2 9 x", &item), ids(&[1]));
        assert!(chosen("", &item).is_empty());
    }
}
