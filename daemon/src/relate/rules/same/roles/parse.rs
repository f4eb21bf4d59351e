//! One simple sentence read as its roles.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::phrase::{Phrase, Place, is_adposition, is_joint, phrases, places, way};
use super::plain::{affirmed, main_clause, timed, without_adverbs};
use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::theme::finite;
use crate::relate::words::canon::{canonical, stemmed};
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// A longer sentence says more than one thing.
const LONGEST: usize = 32;

pub(super) const WHO: &[&str] = &["we", "you"];

pub(super) const BE: &[&str] = &["is", "are", "be", "get", "gets"];

pub(super) const MODALS: &[&str] = &["must", "should", "may", "can", "to"];

const OPENERS: &[&str] = &["please", "always"];

/// Small words that belong to the verb they follow.
const PARTICLES: &[&str] = &["off", "out", "up", "down", "back", "over"];

/// Whether a statement is of what is to be done: "must be", "has to", "always".
pub(in crate::relate::rules::same) fn is_duty(tokens: &[Token]) -> bool {
    let has_to = |pair: &[Token]| match pair {
        [has, to] => has.is_one_of(&["has", "have", "need", "needs"]) && to.is_word("to"),
        _ => false,
    };
    tokens.iter().any(|token| token.is_one_of(&["must", "should", "always"]))
        || tokens.windows(2).any(has_to)
}

/// Verbs that only say that the action they follow takes place: "logging goes through …", "styling is done with …".
const TAKES_PLACE: &[&str] = &["go", "goes", "done", "happens", "happen"];

/// The roles of one sentence.
#[derive(Debug)]
pub(super) struct Roles {
    pub(super) verb: Stem,
    pub(super) particle: Option<Stem>,
    /// Who does it; none for an order, "we" and a passive that names nobody.
    pub(super) agent: Vec<Place>,
    pub(super) patient: Vec<Place>,
    /// The phrases behind the verb and in front, sorted: their order says nothing.
    pub(super) tail: Vec<Phrase>,
    pub(super) voice: Voice,
    /// Whether the verb is denied.
    pub(super) denied: bool,
    pub(super) force: Force,
}

/// Whether it tells what is so, or what is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Force {
    /// What is so, or goes on by itself.
    Told,
    Order,
    /// "Must be", "we …", "always": an order may say the same.
    Duty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    /// Somebody or something does it.
    Active,
    /// An order, or "we" do it.
    Open,
    Passive,
    /// "S is P": no verb but the copula.
    Copula,
}

/// The roles of a sentence, if it is one and all of it is understood.
pub(super) fn roles(tokens: &[Token]) -> Option<Roles> {
    if tokens.len() > LONGEST {
        return None;
    }
    let (tokens, denied) = affirmed(tokens)?;
    if tokens.iter().any(is_joint) {
        return None;
    }
    let timed = timed(&tokens);
    let tokens = timed.as_deref().unwrap_or(&tokens);
    let start = main_clause(tokens)?;
    let (front, main) = tokens.split_at_checked(start)?;
    let broken = |part: &[Token]| {
        part.iter().skip(1).any(|token| {
            // A comma before a phrase only sets it off.
            let set_off = token.gap == Gap::COMMA && is_adposition(token);
            token.gap.any(Gap::CLAUSE.or(Gap::COLON).or(Gap::PAREN)) && !set_off
        })
    };
    if broken(front) || broken(main) {
        return None;
    }
    let (main, adverbs) = without_adverbs(main);
    let mut told = clause(&main)?;
    told.denied = denied;
    if is_duty(&main) {
        told.force = Force::Duty;
    }
    told.tail.extend(phrases(front));
    told.tail.extend(adverbs);
    settle(&mut told);
    told.tail.sort_unstable();
    Some(told)
}

/// What some verbs make of their phrases.
fn settle(told: &mut Roles) {
    if told.verb == Stem::of(&canonical("prefer")) {
        // "Prefer X over Y", "X is preferred to Y": Y is set aside.
        for phrase in &mut told.tail {
            if phrase.way == Stem::of("over") || phrase.way == Stem::of("to") {
                phrase.way = Stem::of("not");
            }
        }
    } else if PLACED.contains(&told.verb) && told.particle.is_none() {
        place(told);
    }
}

/// "Secrets live in the vault", "the vault holds the secrets", "keep secrets in the vault": where something is.
fn place(told: &mut Roles) {
    let somebody = !told.agent.is_empty() && !told.patient.is_empty();
    // "The editor stores drafts in the vault": who puts it there is not where it is. "Hold the request": it waits.
    let held = told.verb == *HOLD && told.voice == Voice::Open;
    let moved = MOVED.contains(&told.verb);
    if held || (somebody && (moved || !told.tail.is_empty())) {
        return;
    }
    told.verb = Stem::of(if moved { "put" } else { "place" });
    told.voice = Voice::Passive;
    let place = way("in");
    for phrase in &mut told.tail {
        if INTO.iter().any(|into| phrase.way == Stem::of(into)) {
            phrase.way = place;
        }
    }
    let agent = std::mem::take(&mut told.agent);
    if told.patient.is_empty() {
        told.patient = agent;
    } else if !agent.is_empty() {
        told.tail.push(Phrase { way: place, words: agent });
    }
}

/// Verbs that say where something is, or is to be.
pub(in crate::relate::rules::same) static PLACED: LazyLock<FxHashSet<Stem>> = LazyLock::new(|| {
    stemmed(&[
        "store", "keep", "hold", "live", "reside", "sit", "belong", "put", "place", "go", "save",
        "located", "lie",
    ])
});

/// Those by which it gets there, or ought to: what is put is not yet kept.
static MOVED: LazyLock<FxHashSet<Stem>> =
    LazyLock::new(|| stemmed(&["put", "place", "go", "belong"]));

static HOLD: LazyLock<Stem> = LazyLock::new(|| Stem::of(&canonical("hold")));

/// Into which something is put that is then in it.
const INTO: &[&str] = &["into", "to", "under", "onto"];

fn clause(main: &[Token]) -> Option<Roles> {
    let opened = main.iter().take_while(|token| token.is_one_of(OPENERS)).count();
    let rest = main.get(opened..)?;
    let first = rest.first()?;
    if first.is_one_of(WHO) {
        let skipped = rest
            .iter()
            .skip(1)
            .take_while(|token| token.is_one_of(MODALS) || token.is_one_of(OPENERS));
        let verb = 1 + skipped.count();
        let told = active(rest, verb, Voice::Open);
        return told.map(|told| Roles { force: Force::Duty, ..told });
    }
    // What looks like an order is the subject: "Go modules are cached".
    let noun = rest
        .iter()
        .skip(1)
        .any(|token| token.is_one_of(BE) || token.is_one_of(&["must", "should"]));
    let listed = first.is(Marks::IMPERATIVE) && !noun;
    if listed && finite(rest).is_none_or(|at| at > 1) {
        return order(rest);
    }
    let Some(at) = finite(rest) else {
        // An order by a verb that no list knows: the other sentence has to have it as its verb.
        return order(rest);
    };
    let (head, behind) = rest.split_at_checked(at)?;
    if let Some(told) = takes_place(head, behind) {
        return Some(Roles { force: Force::Duty, ..told });
    }
    let carried = behind
        .iter()
        .take_while(|token| token.is_one_of(MODALS) || token.is_one_of(&["has", "have", "always"]));
    let carried = carried.count();
    // "Has been", "has a": another tense, another verb.
    let has = behind.first().is_some_and(|token| token.is_one_of(&["has", "have"]));
    if has && !behind.get(1).is_some_and(|token| token.is_word("to")) {
        return None;
    }
    let verb = behind.get(carried)?;
    if !verb.is_one_of(BE) {
        return active(rest, at + carried, Voice::Active);
    }
    let participle = behind.get(carried + 1)?;
    if !is_participle(participle) || participle.gap != Gap::NONE {
        let plain = carried == 0 && verb.is_one_of(&["is", "are"]);
        return plain.then(|| Roles {
            verb: Stem::of("be"),
            particle: None,
            agent: places(head),
            patient: Vec::new(),
            tail: phrases(behind.get(1..).unwrap_or_default()),
            voice: Voice::Copula,
            denied: false,
            force: Force::Told,
        });
    }
    passive(head, participle, behind.get(carried + 2..).unwrap_or_default())
}

fn order(rest: &[Token]) -> Option<Roles> {
    active(rest, 0, Voice::Open).map(|told| Roles { force: Force::Order, ..told })
}

/// "Logging goes through structlog", "Styling is done with Tailwind": the action is named by its noun.
fn takes_place(head: &[Token], behind: &[Token]) -> Option<Roles> {
    let [action] = head else { return None };
    let carried = behind.iter().take_while(|token| token.is_one_of(BE)).count();
    let place = behind.get(carried).filter(|token| token.is_one_of(TAKES_PLACE))?;
    let named = action.kind == Kind::Word && action.text.ends_with("ing");
    let passive = place.is_word("done") == (carried > 0);
    let tail = behind.get(carried + 1..)?;
    (named && passive && tail.first().is_some_and(is_adposition)).then(|| Roles {
        verb: action.stem,
        particle: None,
        agent: Vec::new(),
        patient: Vec::new(),
        tail: phrases(tail),
        voice: Voice::Open,
        denied: false,
        force: Force::Told,
    })
}

fn active(rest: &[Token], at: usize, voice: Voice) -> Option<Roles> {
    let verb = rest.get(at).filter(|verb| verb.kind == Kind::Word && !verb.is(Marks::STOP))?;
    // A past form tells of something else than the present.
    if is_past(verb) || is_adposition(verb) || verb.text.ends_with("ing") {
        return None;
    }
    let behind = rest.get(at + 1..)?;
    let (particle, behind) = particle(behind);
    let end = behind.iter().position(is_adposition).unwrap_or(behind.len());
    let (object, tail) = behind.split_at(end);
    let agent = if voice == Voice::Open { Vec::new() } else { places(rest.get(..at)?) };
    if voice == Voice::Active && agent.is_empty() {
        return None;
    }
    Some(Roles {
        verb: verb.stem,
        particle,
        agent,
        patient: places(object),
        tail: phrases(tail),
        voice,
        denied: false,
        force: Force::Told,
    })
}

fn is_past(verb: &Token) -> bool {
    is_participle(verb) && !verb.is(Marks::IMPERATIVE) && !verb.is_word("run")
}

fn passive(head: &[Token], participle: &Token, behind: &[Token]) -> Option<Roles> {
    let (particle, behind) = particle(behind);
    let by = behind.iter().position(|token| token.is_word("by"));
    let (agent, tail): (&[Token], Vec<Token>) = match by {
        None => (&[], behind.to_vec()),
        Some(by) => {
            let (before, rest) = behind.split_at_checked(by)?;
            let named = rest.get(1..)?;
            let end = named.iter().position(is_adposition).unwrap_or(named.len());
            let (agent, after) = named.split_at_checked(end)?;
            // "By hand", "by syncing": how, not who.
            let how = agent
                .first()
                .is_none_or(|token| token.text.ends_with("ing") || token.is_word("hand"));
            if how || after.iter().any(|token| token.is_word("by")) {
                return None;
            }
            (agent, before.iter().chain(after).cloned().collect())
        }
    };
    let patient = places(head);
    (!patient.is_empty()).then(|| Roles {
        verb: participle.stem,
        particle,
        agent: places(agent),
        patient,
        tail: phrases(&tail),
        voice: Voice::Passive,
        denied: false,
        force: Force::Told,
    })
}

fn particle(behind: &[Token]) -> (Option<Stem>, &[Token]) {
    match behind.split_first() {
        Some((first, rest)) if first.is_one_of(PARTICLES) => (Some(first.stem), rest),
        _ => (None, behind),
    }
}
