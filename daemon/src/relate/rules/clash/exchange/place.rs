//! Where the span stands, and whether what stands around it asks for one answer.

use super::aligned::{Aligned, Side, are_notes, label, verb};
use super::value::{Number, cut, fit, is_code, number, opens_predicate, sort};
use super::words::{
    ATTRIBUTES, CLAUSES, ENDS, IN_USE, LISTING, MANNERS, MEANS, MEASURES, NAMING, PREVAILS, SINGLE,
    STORIES, TAKES_PLACE,
};
use crate::relate::reading::cues::phrase_at;
use crate::relate::reading::frames::{Sort, has_many_answers};
use crate::relate::reading::phrasing::is_participle;
use crate::relate::reading::predicate::{is_lower, is_plural};
use crate::relate::reading::statement::is_core;
use crate::relate::words::lexicon::Marks;
use crate::relate::words::scan::Gap;
use crate::relate::words::token::{Kind, Token};

/// What leads to the span.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// "License:", "is", "=".
    Named,
    /// A preposition.
    Path(&'a Token),
    /// The verb itself.
    Object(&'a Token),
    /// Something else behind the verb.
    Within(&'a Token),
}

impl<'a> Aligned<'a> {
    /// Whether the spans answer what the rest asks.
    pub(super) fn answers(&self) -> bool {
        if self.tells_who_prevails() {
            return true;
        }
        let [x, y] = self.spans().map(cut);
        let (Some(x), Some(y)) = (x, y) else { return false };
        // What only one of them adds may be a detail; what both add may be two cases.
        let details = [x.1, y.1].into_iter().filter(|rest| !rest.is_empty()).count();
        if details > 1 || (details > 0 && self.tail > 0) {
            return false;
        }
        let (x, y) = (x.0, y.0);
        let hyphened = |value: &[Token]| value.iter().skip(1).any(|token| token.joined);
        let shared =
            x.iter().any(|token| is_core(token) && y.iter().any(|other| other.stem == token.stem));
        let whole = (hyphened(x) && hyphened(y)) || (is_code(x) && is_code(y));
        if shared && !whole {
            return false;
        }
        if let Some((old, new)) = number(x).zip(number(y)) {
            return old != new && old.unit == new.unit && self.asks_for_number(old);
        }
        let Some(place) = self.place(false) else { return false };
        self.ends_plainly() && fit(x, y) && self.asks(place, x, y)
    }

    /// Whether the spans are what goes before all else: "the {server|client} version wins".
    fn tells_who_prevails(&self) -> bool {
        let [side, other] = &self.sides;
        let tokens = &side.statement.tokens;
        let rest = side
            .at
            .get(side.at.len() - self.tail)
            .and_then(|start| tokens.get(*start..))
            .unwrap_or_default();
        let prevails = (0..rest.len().min(2))
            .any(|at| PREVAILS.iter().any(|phrase| phrase_at(rest, at, phrase)));
        let plain = |token: &Token| token.kind == Kind::Word && is_lower(token);
        let named = self
            .spans()
            .iter()
            .all(|span| span.get(1).is_some_and(|second| second.joined) || !span.iter().any(plain));
        let prevails =
            prevails || (named && IN_USE.iter().any(|phrase| phrase_at(rest, 0, phrase)));
        let open =
            |side: &Side<'_>| !side.statement.tokens.iter().any(|token| token.is_one_of(CLAUSES));
        prevails && open(side) && open(other) && self.spans().iter().all(|span| cut(span).is_some())
    }

    /// Whether the rest asks for a number: it counts something, or a number is what its verb or preposition leads to.
    fn asks_for_number(&self, number: Number<'_>) -> bool {
        let counted = self.behind().is_some_and(|next| {
            next.gap == Gap::NONE && (is_plural(next) || next.is_one_of(MEASURES))
        });
        if self.head == 0 {
            // "{Twenty|Ten} percent of the scans are held out".
            return number.unit == "%" && self.behind().is_some_and(|next| next.is_word("of"));
        }
        let quantity = counted || !number.unit.is_empty();
        match self.place(true) {
            None => false,
            Some(Place::Path(path)) => quantity || !path.is_one_of(&["for", "of"]),
            Some(Place::Named | Place::Object(_)) => true,
            Some(Place::Within(before)) => quantity || before.is_one_of(ATTRIBUTES),
        }
    }

    /// What leads to the span, where it stands in the same clause as the verb before it and the verb has one answer at a time.
    pub(super) fn place(&self, numbers: bool) -> Option<Place<'a>> {
        let [x, y] = &self.sides;
        let start = *x.at.get(self.head)?;
        let opener = x.statement.tokens.first()?;
        if opener.is_one_of(STORIES) || opener.kind == Kind::Number {
            return None;
        }
        let before = self.before(1)?;
        let first = x.statement.tokens.get(start)?;
        let noted =
            label(&x.statement.tokens) == Some(start) && are_notes(x.statement, y.statement);
        if before.is_word("=") || noted {
            let noted = !noted || (x.statement.predicate.is_none() && !before.is_one_of(LISTING));
            return noted.then_some(Place::Named);
        }
        let verb = [x, y].into_iter().find_map(|side| verb(side.statement, start))?;
        let tokens = &x.statement.tokens;
        let way = tokens.get(verb + 1..start)?;
        // "Opens when the folder is on a share": the verb of a case and not of the sentence.
        let head = tokens.get(..=verb)?;
        let case = head.iter().rposition(|token| token.is_one_of(CLAUSES));
        let open = |case: usize| !head.iter().skip(case + 1).any(|t| t.gap.any(Gap::CLAUSE));
        if case.is_some_and(open) {
            return None;
        }
        let many = self.has_many(tokens.get(verb)?, before, numbers);
        if many || is_elsewhere(way, first, before, numbers) {
            return None;
        }
        Some(match before {
            be if be.is_one_of(&["is", "are"]) || be.is_one_of(NAMING) => Place::Named,
            path if path.is(Marks::PREPOSITION) || path.is_one_of(&["as", "after", "every"]) => {
                Place::Path(path)
            }
            _ if self.head.checked_sub(1).and_then(|i| x.at.get(i)) == Some(&verb) => {
                Place::Object(before)
            }
            _ => Place::Within(before),
        })
    }

    /// Whether the verb has many answers at once behind what leads to the span.
    fn has_many(&self, verb: &Token, before: &Token, numbers: bool) -> bool {
        let dated = verb.is_one_of(TAKES_PLACE)
            && self.spans().into_iter().all(|span| Sort::of(span) == Sort::Time);
        let ordered = self.is_order();
        let mut sides = self.sides.iter();
        !dated
            && !ordered
            && !before.is_one_of(MANNERS)
            && !before.is_one_of(NAMING)
            && sides.any(|side| has_many_answers(&side.statement.tokens, numbers))
    }

    /// Whether what follows the span is no noun that it only describes: "the {auth|billing} module".
    fn ends_plainly(&self) -> bool {
        let opens = Marks::PREPOSITION.or(Marks::QUALIFIER).or(Marks::STOP);
        self.behind().is_none_or(|next| {
            next.gap.any(Gap::ANY)
                || next.is(opens)
                || next.is_one_of(&["together", "along"])
                || next.text.ends_with("ly")
        })
    }

    /// Whether what leads to the span leads to one answer at a time, of the sort that the spans are.
    fn asks(&self, place: Place<'a>, x: &[Token], y: &[Token]) -> bool {
        let [side, _] = &self.sides;
        let (a, b) = (sort(x), sort(y));
        let named = a.names(b) || (is_code(x) && is_code(y));
        let ordered = self.is_order() && label(&side.statement.tokens).is_none();
        match place {
            Place::Named => {
                let name = a.names(b) && (a == Sort::Name || b == Sort::Name);
                let attribute = side.statement.theme.len() > 1 && self.tail == 0;
                !opens_predicate(x) && !opens_predicate(y) && (name || attribute)
            }
            Place::Path(path) if path.is_one_of(&["for", "of", "about", "than"]) => false,
            Place::Path(path) if path.is_word("by") => a.names(b),
            Place::Path(path) if ordered => self.orders(path, named, x, y),
            Place::Path(path) if path.is_word("with") => {
                let ends = self.before(2).is_some_and(|verb| verb.is_one_of(ENDS));
                named || ends || self.is_done()
            }
            Place::Path(_) => {
                let be = side.statement.tokens.iter().any(is_copula);
                self.is_done() || !be || (a == b && matches!(a, Sort::Name | Sort::Time))
            }
            Place::Object(verb) if ordered => verb.is_one_of(MEANS) && named && self.has_purpose(),
            Place::Object(verb) => verb.is_one_of(SINGLE),
            Place::Within(noun) => {
                (noun.is_one_of(ATTRIBUTES) && named) || (a == Sort::Time && b == Sort::Time)
            }
        }
    }

    /// Whether an order says with what to do something, or where to put it: a folder, a name, and not where or when to follow it.
    fn orders(&self, path: &Token, named: bool, x: &[Token], y: &[Token]) -> bool {
        let exact = |value: &[Token]| {
            is_code(value) || value.iter().all(|token| token.kind == Kind::Identifier)
        };
        // "Compile with `-Wall`": without an object, one of many flags.
        let with = path.is_word("with") && named && (self.has_object() || self.has_purpose());
        let put = path.is_one_of(&["in", "into", "under", "as"]) && self.has_object();
        with || (put && exact(x) && exact(y))
    }

    /// Whether something is done to what the texts speak of: "are stored", and not "is naked and alone".
    fn is_done(&self) -> bool {
        let [side, _] = &self.sides;
        let tokens = &side.statement.tokens;
        let said = tokens.windows(3).find(|window| window.first().is_some_and(is_copula));
        let listed = || tokens.iter().take(self.head).any(|token| token.is_word("and"));
        said.map_or_else(
            || tokens.iter().any(is_participle),
            |said| said.iter().any(is_participle) && !listed(),
        )
    }

    /// Whether something stands between the verb of an order and the preposition.
    fn has_object(&self) -> bool {
        let [side, _] = &self.sides;
        let verb = verb(side.statement, self.start()).and_then(|at| side.statement.tokens.get(at));
        self.before(2).zip(verb).is_some_and(|(before, verb)| !std::ptr::eq(verb, before))
    }

    /// Whether an order says what for: "use X to start the server", "to rebuild the stubs, run X".
    fn has_purpose(&self) -> bool {
        let [side, _] = &self.sides;
        let opens = |token: &Token| token.is_one_of(&["to", "for"]);
        self.behind().is_some_and(opens) || side.token(0).is_some_and(opens)
    }
}

fn is_copula(token: &Token) -> bool {
    token.is_one_of(&["is", "are"])
}

/// Whether what stands between verb and span takes the span away from the verb: a clause of its own, an action going on, or the place
/// of what is itself only a place ("at a bank in Bern").
fn is_elsewhere(way: &[Token], first: &Token, before: &Token, numbers: bool) -> bool {
    let mut all = way.iter().chain([first]);
    let broken = all.any(|token| token.gap.any(Gap::ANY) || token.is_one_of(CLAUSES));
    let going = way.first().is_some_and(|next| next.text.ends_with("ing"));
    let nested = way.iter().filter(|token| token.is(Marks::PREPOSITION)).nth(1).is_some();
    broken || going || (nested && !numbers && !before.is_one_of(MANNERS))
}
