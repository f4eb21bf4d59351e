//! Who does what to what: one simple sentence read as verb, agent, patient and the phrases behind, whatever its voice and whichever
//! phrase it puts in front. Two sentences that fill these roles with the same words assert the same.
//!
//! Only sentences of one clause are read, and every word of them must find its place: what is not understood is not compared.

use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::statement::{Statement, is_core, is_spoken};
use crate::relate::reading::theme::finite;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::stems::Stem;
use crate::relate::words::token::{Kind, Token};

/// A longer sentence says more than one thing.
const LONGEST: usize = 32;
const WHO: &[&str] = &["we"];
const BE: &[&str] = &["is", "are", "be"];
const MODALS: &[&str] = &["must", "should", "to"];
const OPENERS: &[&str] = &["please", "always"];
const ARTICLES: &[&str] = &["the", "a", "an", "our", "all", "every", "each"];
/// Adpositions that are qualifiers as well.
const ADPOSITIONS: &[&str] = &["before", "after", "during", "without", "until"];
/// Small words that belong to the verb they follow.
const PARTICLES: &[&str] = &["off", "out", "up", "down", "back", "over"];
/// What joins clauses, or narrows a word by its place.
const JOINTS: &[&str] = &[
    "but", "or", "which", "who", "whose", "that", "because", "so", "if", "when", "while", "where",
    "then", "than", "as", "it", "there", "first", "once", "though", "although", "unless", "since",
    "except", "only", "just", "most", "some", "both", "either", "this", "these", "whether", "how",
    "what", "why",
];
/// Verbs whose tool may be named as who does it: "is linted by buf", "linted with buf", "buf lints".
const MECHANICAL: &[&str] = &[
    "lint",
    "format",
    "build",
    "compile",
    "render",
    "bundle",
    "create",
    "generate",
    "provision",
    "transpile",
    "minify",
    "compress",
    "scrape",
    "encrypt",
    "hash",
    "encode",
    "serialize",
    "mock",
    "scan",
    "minimize",
    "package",
    "pack",
];
/// What runs is run.
const ERGATIVE: &[&str] = &["run"];

/// A place in a phrase: an adposition, or a word that it governs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Adposition(Stem),
    And,
    Word(Stem),
}

/// The roles of one sentence.
#[derive(Debug)]
struct Roles {
    verb: Stem,
    particle: Option<Stem>,
    /// Who does it; none for an order, "we" and a passive that names nobody.
    agent: Vec<Place>,
    patient: Vec<Place>,
    /// The phrases behind the verb, the one in front put last.
    tail: Vec<Place>,
    voice: Voice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Voice {
    /// Somebody or something does it.
    Active,
    /// An order, or "we" do it.
    Open,
    Passive,
    /// "S is P": no verb but the copula.
    Copula,
}

/// How two sentences agree in their roles.
pub(super) struct Agreement {
    /// Whether the one is in another voice than the other.
    pub(super) turned: bool,
    /// Their verb, whose form the voice may change.
    pub(super) verb: Stem,
}

/// Whether two sentences whose core words are the same set say the same of the same.
pub(super) fn agree(a: &Statement, b: &Statement) -> Option<Agreement> {
    let (x, y) = (roles(&a.tokens)?, roles(&b.tokens)?);
    if x.verb != y.verb || x.particle != y.particle {
        return None;
    }
    let copula = x.voice == Voice::Copula || y.voice == Voice::Copula;
    let same_tail = x.tail == y.tail;
    let plain = same_tail
        && are_one(&x.agent, &y.agent, x.voice)
        && are_one(&x.patient, &y.patient, x.voice);
    let turned = x.voice != y.voice;
    if copula {
        return (plain && !turned).then_some(Agreement { turned, verb: x.verb });
    }
    let by_tool = by_tool(&x, &y) || by_tool(&y, &x);
    let agree = plain || by_tool || runs(&x, &y) || runs(&y, &x);
    agree.then_some(Agreement { turned: turned || by_tool, verb: x.verb })
}

/// Whether two names are the same words: in one order, around an "of" ("usage of the indexer", "the indexer's usage"), or two
/// that are joined by "and" and are no objects, whose order may count.
fn are_one(x: &[Place], y: &[Place], voice: Voice) -> bool {
    let joined = match (x, y) {
        ([first, Place::And, second], [other, Place::And, last]) => {
            voice != Voice::Open && first == last && second == other
        }
        _ => false,
    };
    x == y || joined || around_of(x).is_some_and(|x| x == y) || around_of(y).is_some_and(|y| y == x)
}

fn around_of(name: &[Place]) -> Option<Vec<Place>> {
    let is_adposition = |place: &&Place| matches!(place, Place::Adposition(_));
    let of = name.iter().position(|place| *place == Place::Adposition(Stem::of("of")))?;
    let (head, rest) = name.split_at_checked(of)?;
    let owner = rest.get(1..)?;
    (name.iter().filter(is_adposition).count() == 1 && !head.is_empty() && !owner.is_empty())
        .then(|| owner.iter().chain(head).copied().collect())
}

/// Whether the tool of one ("with buf") is the agent of the other ("by buf", "buf lints"), and nobody else does it.
fn by_tool(means: &Roles, agent: &Roles) -> bool {
    let mechanical = MECHANICAL
        .iter()
        .any(|verb| Stem::of(&crate::relate::words::canon::canonical(verb)) == means.verb);
    let with = Place::Adposition(Stem::of("with"));
    let Some(at) = means.tail.iter().position(|place| *place == with) else { return false };
    let (before, rest) = means.tail.split_at(at);
    let behind = rest.get(1..).unwrap_or_default();
    let end = behind.iter().position(|place| matches!(place, Place::Adposition(_)));
    let (tool, after) = behind.split_at(end.unwrap_or(behind.len()));
    let others: Vec<Place> = before.iter().chain(after).copied().collect();
    mechanical
        && means.agent.is_empty()
        && !tool.is_empty()
        && agent.agent == tool
        && agent.tail == others
        && means.patient == agent.patient
}

/// "Tests run in parallel" / "We run tests in parallel".
fn runs(itself: &Roles, run: &Roles) -> bool {
    let ergative = ERGATIVE.iter().any(|verb| Stem::of(verb) == itself.verb);
    ergative
        && itself.voice == Voice::Active
        && itself.patient.is_empty()
        && run.agent.is_empty()
        && !run.patient.is_empty()
        && itself.agent == run.patient
        && itself.tail == run.tail
}

fn roles(tokens: &[Token]) -> Option<Roles> {
    if tokens.len() > LONGEST || tokens.iter().any(is_joint) {
        return None;
    }
    let timed = timed(tokens);
    let tokens = timed.as_deref().unwrap_or(tokens);
    let start = main_clause(tokens)?;
    let (front, main) = tokens.split_at_checked(start)?;
    let broken = |part: &[Token]| {
        let marks = Gap::CLAUSE.or(Gap::COLON).or(Gap::PAREN);
        part.iter().skip(1).any(|token| token.gap.any(marks))
    };
    if broken(front) || broken(main) {
        return None;
    }
    let mut told = clause(main)?;
    told.tail.extend(places(front));
    Some(told)
}

/// The sentence with "every 30 s", "each night" read as phrases of time; none where it has none.
fn timed(tokens: &[Token]) -> Option<Vec<Token>> {
    let of_time = |i: usize| {
        let every = tokens.get(i).is_some_and(|token| token.is_one_of(&["every", "each"]));
        let time = tokens
            .get(i + 1)
            .is_some_and(|next| next.kind == Kind::Number || next.is_one_of(TIMES));
        every && time
    };
    if !(0..tokens.len()).any(of_time) {
        return None;
    }
    let mut timed = tokens.to_vec();
    for (i, token) in timed.iter_mut().enumerate() {
        if of_time(i) {
            token.marks = token.marks.or(Marks::PREPOSITION);
            token.text = "every".into();
        }
    }
    Some(timed)
}

const TIMES: &[&str] = &[
    "day",
    "night",
    "week",
    "month",
    "year",
    "hour",
    "minute",
    "second",
    "morning",
    "evening",
    "quarter",
    "sprint",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

fn is_joint(token: &Token) -> bool {
    let narrows = token.is(Marks::NEGATION.or(Marks::PROHIBITION))
        || (token.is(Marks::HARD) && !token.is_one_of(ADPOSITIONS));
    narrows || token.is_one_of(JOINTS)
}

fn is_adposition(token: &Token) -> bool {
    token.kind == Kind::Word && (token.is(Marks::PREPOSITION) || token.is_one_of(ADPOSITIONS))
}

/// Where the sentence proper begins, behind a phrase that is put in front: at its comma, or at the article or the "we" of the
/// subject.
fn main_clause(tokens: &[Token]) -> Option<usize> {
    if !tokens.first().is_some_and(is_adposition) {
        return Some(0);
    }
    let comma = tokens.iter().skip(2).position(|token| token.gap.any(Gap::COMMA));
    if let Some(comma) = comma {
        return Some(comma + 2);
    }
    let anew = tokens.windows(2).skip(1).position(|pair| match pair {
        [noun, begins] => is_core(noun) && (begins.is_one_of(WHO) || begins.is_one_of(ARTICLES)),
        _ => false,
    });
    anew.map(|at| at + 2)
}

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
        return active(rest, verb, Voice::Open);
    }
    // What looks like an order is the subject: "Go modules are cached".
    let noun = rest
        .iter()
        .skip(1)
        .any(|token| token.is_one_of(BE) || token.is_one_of(&["must", "should"]));
    let listed = first.is(Marks::IMPERATIVE) && !noun;
    if listed && finite(rest).is_none_or(|at| at > 1) {
        return active(rest, 0, Voice::Open);
    }
    let Some(at) = finite(rest) else {
        // An order by a verb that no list knows: the other sentence has to have it as its verb.
        return active(rest, 0, Voice::Open);
    };
    let (head, behind) = rest.split_at_checked(at)?;
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
            tail: places(behind.get(1..).unwrap_or_default()),
            voice: Voice::Copula,
        });
    }
    passive(head, participle, behind.get(carried + 2..).unwrap_or_default())
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
        tail: places(tail),
        voice,
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
        tail: places(&tail),
        voice: Voice::Passive,
    })
}

fn particle(behind: &[Token]) -> (Option<Stem>, &[Token]) {
    match behind.split_first() {
        Some((first, rest)) if first.is_one_of(PARTICLES) => (Some(first.stem), rest),
        _ => (None, behind),
    }
}

/// Words that name nothing, and say of how many what is said of all.
const PASSED: &[&str] =
    &["all", "every", "each", "any", "our", "please", "always", "current", "currently"];

/// The adpositions and spoken words of a stretch, in order.
fn places(tokens: &[Token]) -> Vec<Place> {
    let placed = |token: &Token| match token {
        _ if is_adposition(token) => Some(Place::Adposition(Stem::of(&token.text))),
        _ if token.is_word("and") => Some(Place::And),
        _ if is_spoken(token) && !token.is_one_of(PASSED) => Some(Place::Word(token.stem)),
        _ => None,
    };
    tokens.iter().filter_map(placed).collect()
}
