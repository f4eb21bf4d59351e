//! Whether a change is told as made: a finite past, a passive or a perfect ("we switched", "was moved", "has been dropped", "is no
//! longer used"), or a bare participle that opens a note, told of us or of the thing itself, plainly and to the end.
//!
//! All else that names a change may be an opinion of it, a plan, hearsay, what others did, or a change that did not last. What
//! may stand in the sentence is listed, not what may not: a word that nobody thought of leaves a doubt and no verdict.

mod words;

use words::{
    CARRIES, CHOOSING, DENIED, HOLDS, JOINING, OPENERS, PAST, PLAINLY, REASONS, RULES, SHAKEN,
    SPANS, SUFFERED, TIMES, WAYS,
};

use super::super::pair::Pair;
use super::another::is_measure;
use crate::relate::reading::change::Way;
use crate::relate::reading::cues::{Mood, phrase_at};
use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::Statement;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// Whether the newer tells that a change was made, to stay, by us or of what the older speaks of.
pub(super) fn is_finished(pair: &Pair<'_>) -> bool {
    let (a, b) = (pair.older, pair.newer);
    let tokens = &b.tokens;
    let planned = b.cues.mood.has(Mood::UNDONE) || b.cues.mood.has(Mood::ALTERNATIVE);
    // "Stopped going to": no future. What the older obliges may be named again as it ends.
    let ceased = tokens.windows(2).any(|pair| match pair {
        [stopped, going] => stopped.is_word("stopped") && going.is_word("going"),
        _ => false,
    });
    if b.guards.question || (planned && !ceased && a.cues.mood != b.cues.mood) || is_bounded(tokens)
    {
        return false;
    }
    let told = Told { a, b };
    let start = told.first().unwrap_or_else(|| opening(tokens));
    let heads = (start..tokens.len()).filter_map(|at| head(a, b, start, at));
    heads.into_iter().any(|(head, behind)| {
        let end = clause_end(tokens, head + 1);
        let mut others = tokens.iter().enumerate().filter(|(i, _)| *i != head);
        !others.any(|(_, token)| token.is_one_of(SHAKEN))
            && told.object(head + 1 + behind, end)
            && told.rest(end)
    }) || told.is_instead(start)
}

/// The word of change at `at` and how many words behind it belong to it, if all before it says who or what changed, and that it
/// has.
fn head(a: &Statement, b: &Statement, start: usize, at: usize) -> Option<(usize, usize)> {
    let tokens = &b.tokens;
    let behind = change_at(b, at)?;
    let ended = b.cues.told.iter().any(|told| told.at == at && told.way == Way::Ended);
    let mut verb = at;
    let mut carried = false;
    while verb > start {
        let before = tokens.get(verb - 1)?;
        // What is being retired is on its way out, what is being moved may yet stay.
        let carries = before.is_one_of(CARRIES) || (ended && before.is_word("being"));
        if !carries && !before.is_one_of(PLAINLY) {
            break;
        }
        carried = carried || carries;
        verb -= 1;
    }
    let subject = tokens.get(start..verb)?;
    // "We were moved": somebody else did it.
    let suffered = tokens.get(verb..at)?.iter().any(|token| token.is_one_of(SUFFERED));
    let ours = subject.iter().any(|token| token.is_one_of(&["we", "i"]));
    if suffered && ours {
        return None;
    }
    (is_own(subject, carried, a) && unbroken(tokens, start, at)).then_some((at, behind))
}

/// Whether a past form or a phrase that says the same stands at `at`, and how many words follow that belong to it.
fn change_at(b: &Statement, at: usize) -> Option<usize> {
    let tokens = &b.tokens;
    let token = tokens.get(at)?;
    let next = tokens.get(at + 1);
    let verb = |at: usize| usize::from(tokens.get(at).is_some_and(denied));
    if (token.is_word("no") && next.is_some_and(|next| next.is_one_of(&["longer", "more"])))
        || (token.is_word("used") && next.is_some_and(|next| next.is_word("to")))
    {
        return Some(1 + verb(at + 2));
    }
    // "Ann left the company".
    let whole = next.is_some_and(|next| next.is_word("the"))
        && tokens.get(at + 2).is_some_and(|it| it.is_one_of(&["company", "team", "project"]));
    if token.is_word("left") && whole {
        return Some(2);
    }
    let told = b.cues.told.iter().any(|told| told.at == at && told.is_firm());
    let past = is_participle(token) || token.is_one_of(PAST);
    let parts = token.is_one_of(&["said", "parted", "walked", "gone"]) && b.cues.change;
    let changes = told || parts || (token.is(Marks::CUE) && token.is(Marks::CHANGE));
    if !changes || !past || token.text.ends_with("ing") {
        return None;
    }
    Some(if token.is_word("stopped") { verb(at + 1) } else { 0 })
}

fn denied(token: &Token) -> bool {
    token.is_one_of(DENIED)
}

/// Whether what stands before the verb is nothing, we, or words of the older text alone. Where somebody acts it must be us.
fn is_own(subject: &[Token], carried: bool, a: &Statement) -> bool {
    let subject = match subject {
        // "The rule that passwords must be changed was scrapped".
        [the, rule, that, said @ ..]
            if the.is_word("the") && rule.is_one_of(RULES) && that.is_word("that") =>
        {
            said
        }
        _ => subject,
    };
    match subject {
        [] => return !carried,
        [we] if we.is_one_of(&["we", "i"]) => return true,
        [the, team] if the.is_one_of(&["the", "our"]) && team.is_word("team") => return true,
        _ => {}
    }
    let known = |stem: Stem| a.words.all.has(stem);
    let named = |token: &Token| {
        known(token.stem) || token.is_one_of(JOINING) || (carried && is_measure(token.stem))
    };
    let content = subject.iter().any(|token| !token.is_one_of(JOINING) && known(token.stem));
    content && subject.iter().all(named)
}

/// One clause from `start` to `at`, in which nothing is put in.
fn unbroken(tokens: &[Token], start: usize, at: usize) -> bool {
    let within = tokens.get(start + 1..=at).unwrap_or_default();
    within.iter().all(|token| !token.gap.any(Gap::ANY))
}

/// Behind the words that only say when: "As of March, ", "Since 2.4 ", "Update: ".
fn opening(tokens: &[Token]) -> usize {
    let timed = |token: &Token| token.is_one_of(OPENERS) || is_time(token);
    let end = tokens.iter().position(|token| !timed(token)).unwrap_or(0);
    let parted = tokens.get(end).is_some_and(|token| token.gap.any(Gap::ANY));
    let alone = tokens.get(end).is_some_and(|token| token.is_one_of(&["we", "the", "our"]));
    if parted || alone { end } else { 0 }
}

fn is_time(token: &Token) -> bool {
    token.kind != Kind::Word || token.is(Marks::MONTH) || token.is_one_of(TIMES)
}

/// Whether the change held for a time only: "for a day", "for two weeks", "for now".
fn is_bounded(tokens: &[Token]) -> bool {
    tokens.iter().enumerate().any(|(i, token)| {
        let mut rest = tokens.iter().skip(i + 1).take(LONGEST_SPAN);
        token.is_one_of(&["for", "during"])
            && rest.any(|token| token.is_one_of(SPANS) || (token.has_unit() && !token.is_version()))
    })
}

/// "For the first two weeks".
const LONGEST_SPAN: usize = 4;

/// The end of the clause: a mark, or where the same subject goes on ("… and is learning Zig").
fn clause_end(tokens: &[Token], from: usize) -> usize {
    let marks = Gap::CLAUSE.or(Gap::COLON).or(Gap::PAREN);
    let ends = |at: &usize| {
        let goes_on = || tokens.get(at + 1).is_some_and(|next| next.is_one_of(HOLDS));
        tokens
            .get(*at)
            .is_some_and(|token| token.gap.any(marks) || (token.is_word("and") && goes_on()))
    };
    (from..tokens.len()).find(ends).unwrap_or(tokens.len())
}

/// What is told behind the word of change.
struct Told<'a> {
    a: &'a Statement,
    b: &'a Statement,
}

impl Told<'_> {
    /// Whether the words from `from` to `end` are those of the older text, the new value, and small words of way and time. A
    /// reason may say anything.
    fn object(&self, from: usize, end: usize) -> bool {
        let tokens = self.b.tokens.get(from..end).unwrap_or_default();
        let told = tokens.iter().position(|token| token.is_one_of(REASONS)).unwrap_or(tokens.len());
        let told = tokens.get(..told).unwrap_or_default();
        // "Switched to pnpm to see": the second tells what for.
        if told.iter().filter(|token| token.is_one_of(&["to", "into", "onto"])).count() > 1 {
            return false;
        }
        // A new value goes by its name: "to the backlog", "by the customer" may be anything.
        let (mut common, mut within) = (false, false);
        let named = told.iter().all(|token| {
            let article = token.is_one_of(&["the", "a", "an"]);
            within = token.is_one_of(CHOOSING) || (within && !token.is(Marks::PREPOSITION));
            common = article || (common && !token.is(Marks::PREPOSITION));
            let known = article || is_time(token) || token.is_one_of(WAYS) || self.is_old(token);
            !common || within || known
        });
        if !named {
            return false;
        }
        let mut chosen = false;
        told.iter().all(|token| {
            // "In favour of Vitest", "onto Kubernetes": the new value, to its end.
            chosen = token.is_one_of(CHOOSING)
                || (chosen && (token.is_word("of") || !token.is(Marks::PREPOSITION)));
            (chosen && !is_verbal(token)) || self.is_known(token)
        })
    }

    fn is_old(&self, token: &Token) -> bool {
        self.a.words.all.has(token.stem) && !token.is(Marks::NEGATION)
    }

    fn is_known(&self, token: &Token) -> bool {
        let listed = token.is_one_of(WAYS) || token.is_one_of(JOINING) || token.is_one_of(PLAINLY);
        let old = self.is_old(token);
        if token.is_one_of(&["every", "each"]) {
            return old;
        }
        let new = self.b.values.new.has(token.stem) && !is_verbal(token);
        listed || is_time(token) || old || new
    }

    /// Whether all clauses behind the one of the change give its reason or say how things are now.
    fn rest(&self, from: usize) -> bool {
        let tokens = &self.b.tokens;
        let mut at = from;
        while at < tokens.len() {
            let end = clause_end(tokens, at + 1);
            if !self.goes_on(tokens.get(at..end).unwrap_or_default()) {
                return false;
            }
            at = end;
        }
        true
    }

    /// Where the second clause starts, if the first says of what the older speaks how it is now: "the build works with Python 3
    /// now, Python 2 is history".
    fn first(&self) -> Option<usize> {
        let tokens = &self.b.tokens;
        let end = clause_end(tokens, 1);
        let clause = tokens.get(..end).filter(|_| end < tokens.len())?;
        let known = clause.iter().find(|token| !token.is_one_of(JOINING))?;
        let now = clause.iter().any(|token| token.is_word("now"));
        let denies = clause.iter().any(|token| token.is(Marks::NEGATION));
        let own = self.a.words.content.has(known.stem) && !denies;
        (now && own && self.holds(clause)).then_some(end)
    }

    /// Whether what the older speaks of is now in a state "instead of" another.
    fn is_instead(&self, start: usize) -> bool {
        let tokens = &self.b.tokens;
        let Some(at) = (start..tokens.len()).find(|at| phrase_at(tokens, *at, &["instead", "of"]))
        else {
            return false;
        };
        let told = tokens.get(start..at).unwrap_or_default();
        let says =
            |token: &Token| token.is_one_of(&["is", "are"]) || (Some(token.stem) == self.a.says);
        let Some(verb) = told.iter().position(says) else { return false };
        let (subject, said) = told.split_at(verb);
        let plainly = |token: &Token| token.is_one_of(PLAINLY);
        let subject = match subject {
            [subject @ .., now] if plainly(now) => subject,
            _ => subject,
        };
        // "Is said to run".
        let to_do = said.windows(2).any(|pair| match pair {
            [to, verb] => to.is_word("to") && (says(verb) || verb.is(Marks::VERB)),
            _ => false,
        });
        let known = |token: &Token| self.a.words.all.has(token.stem);
        let passive =
            |i: usize| said.iter().take(i).all(|token| token.is_one_of(CARRIES) || plainly(token));
        let mut said_of = said.iter().enumerate().skip(1);
        let end = clause_end(tokens, at + 1);
        self.b.cues.from_now
            && !to_do
            && is_own(subject, false, self.a)
            && unbroken(tokens, start, at)
            && said_of.all(|(i, token)| {
                !token.is_word("be") && (!is_verbal(token) || passive(i) || known(token))
            })
            && !tokens.iter().any(|token| token.is_one_of(SHAKEN))
            && tokens.get(at + 2..end).is_some_and(|old| {
                old.iter().all(|token| token.is_word("being") || self.is_known(token))
            })
            && self.rest(end)
    }

    /// "…, because CI was slow", "…; it is main", "…, they use a fake", "…, not npm".
    fn goes_on(&self, clause: &[Token]) -> bool {
        let returns = |token: &Token| {
            let old = self.b.values.old.iter().any(|old| old.has(token.stem));
            old && self.a.says != Some(token.stem)
        };
        let plain = !clause.iter().any(|token| returns(token) || token.is(Marks::NEGATION));
        let holds = |is: &Token| is.is_one_of(HOLDS) || self.a.says == Some(is.stem);
        let clause = match clause {
            [and, said @ ..] if and.is_word("and") => said,
            _ => clause,
        };
        match clause {
            [why, ..] if why.is_one_of(REASONS) => true,
            [it, is, ..] if it.is_one_of(&["it", "they", "we"]) && holds(is) => plain,
            _ => plain && (clause.iter().all(|token| self.is_known(token)) || self.holds(clause)),
        }
    }

    /// Whether a clause says of what the older speaks how it is now: "the wiki lives in Outline", "an agency does it now".
    fn holds(&self, clause: &[Token]) -> bool {
        let own = |token: &Token| self.a.words.content.has(token.stem);
        let told = clause.iter().any(|token| own(token) && !token.is_one_of(JOINING));
        let does = clause.windows(2).any(|pair| match pair {
            [does, it] => does.is_one_of(&["does", "do"]) && it.is_one_of(&["it", "them"]),
            _ => false,
        });
        let stays = |token: &Token| {
            own(token) || token.is_one_of(&["used", "done", "now"]) || !is_verbal(token)
        };
        (told || does)
            && clause.iter().all(stays)
            && !clause.iter().any(|token| token.is_one_of(&["was", "were", "had", "that"]))
    }
}

/// "Switching", "regretted": no name of a thing.
fn is_verbal(token: &Token) -> bool {
    let changes = token.is(Marks::CHANGE) && !token.is_one_of(PLAINLY);
    token.text.ends_with("ing") || token.ends_in_ed() || changes
}
