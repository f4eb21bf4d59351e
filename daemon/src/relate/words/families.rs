//! Tool families: names of which a project answers one question with one (npm or pnpm, Postgres or MySQL).
//!
//! The list is data (`families/builtin.txt`), scoped by ecosystem, and whoever owns a store may add to it. It gives texts an
//! implied slot; it must never make a verdict by itself: who adopts or leaves a member is read in `family`.
//! Invariant: the same list gives the same keys on every platform and in every run.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use consolidate_shared::policy::Policy;
use rustc_hash::FxHashMap;

use super::prose;
use super::scan;
use super::stems::Stem;
use super::token::{self, Token};

/// Names a family: the hash of its name. Equal names give equal keys for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FamilyKey(u64);

impl FamilyKey {
    pub(in crate::relate) fn of(name: &str) -> Self {
        Self(Stem::of(name).value())
    }

    /// The key as a number, for indexes that key on it.
    pub fn value(self) -> u64 {
        self.0
    }
}

/// The families that statements are read with. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Families(Arc<Table>);

#[derive(Clone, Debug, Default)]
struct Table {
    families: BTreeMap<FamilyKey, Family>,
    /// Every member, by the first word of its name.
    by_first: FxHashMap<Stem, Vec<Member>>,
}

/// One family.
#[derive(Clone, Debug, Default)]
pub(in crate::relate) struct Family {
    /// Members as written, for searches.
    names: Vec<Box<str>>,
    /// Each name, and the first of which it may be another spelling.
    things: Vec<(Box<str>, Stem)>,
    /// Words that name the question; by surface form.
    nouns: Vec<Stem>,
    /// Whether a project often has several members at once.
    pub(in crate::relate) many: bool,
}

/// One member in one family.
#[derive(Clone, Debug)]
pub(in crate::relate) struct Member {
    pub(in crate::relate) family: FamilyKey,
    /// The name as a whole.
    pub(in crate::relate) name: Stem,
    /// The first listed name of which this one may be another spelling ("gcp", "google cloud platform").
    pub(in crate::relate) thing: Stem,
    words: Box<[Stem]>,
    /// Whether the name is an ordinary word too.
    pub(in crate::relate) ordinary: bool,
}

static BUILTIN: LazyLock<Families> = LazyLock::new(|| {
    let mut table = Table::default();
    for line in include_str!("families/builtin.txt").lines() {
        table.add_line(line);
    }
    Families(Arc::new(table))
});

impl Default for Families {
    fn default() -> Self {
        Self::builtin()
    }
}

impl Families {
    /// The list that comes with the program.
    pub fn builtin() -> Self {
        BUILTIN.clone()
    }

    /// The list that comes with the program and what a policy adds to it.
    pub fn of(policy: &Policy) -> Self {
        Self::builtin().extended(&policy.families)
    }

    /// The same list with more: a name that it knows gets these members too, another one is a new family. The words of a
    /// new family's name (`package-manager`) are taken for those of its question.
    #[must_use]
    pub fn extended(&self, more: &BTreeMap<String, Vec<String>>) -> Self {
        if more.is_empty() {
            return self.clone();
        }
        let mut table = Table::clone(&self.0);
        for (name, members) in more {
            let nouns: Vec<&str> = name.split(['-', '_', ' ']).collect();
            table.add(name, false, members.iter().map(String::as_str), &nouns);
        }
        Self(Arc::new(table))
    }

    /// The names of a family's members, in the order of the list.
    pub fn members(&self, key: FamilyKey) -> impl Iterator<Item = &str> {
        self.0
            .families
            .get(&key)
            .into_iter()
            .flat_map(|family| family.names.iter().map(AsRef::as_ref))
    }

    pub(in crate::relate) fn family(&self, key: FamilyKey) -> Option<&Family> {
        self.0.families.get(&key)
    }

    /// The members whose names stand at the start of `tokens`, the longest names alone, and how many tokens they take.
    pub(in crate::relate) fn at(&self, tokens: &[Token]) -> Option<(Vec<&Member>, usize)> {
        let listed = self.0.by_first.get(&surface(tokens.first()?))?;
        let fits = |member: &&Member| {
            let here = tokens.get(..member.words.len());
            here.is_some_and(|here| {
                let unbroken = here.iter().skip(1).all(|token| token.gap == scan::Gap::NONE);
                unbroken && here.iter().map(surface).eq(member.words.iter().copied())
            })
        };
        let found: Vec<&Member> = listed.iter().filter(fits).collect();
        let longest = found.iter().map(|member| member.words.len()).max()?;
        Some((found.into_iter().filter(|member| member.words.len() == longest).collect(), longest))
    }
}

impl Family {
    /// Whether a word names the question rather than something that it is asked of.
    pub(in crate::relate) fn asks_about(&self, token: &Token) -> bool {
        self.nouns.contains(&surface(token))
    }
}

impl Table {
    /// `name [many] = member, ~member | noun noun`; anything else is no family.
    fn add_line(&mut self, line: &str) {
        let Some((head, rest)) = line.split_once('=').filter(|_| !line.starts_with('#')) else {
            return;
        };
        let (members, nouns) = rest.split_once('|').unwrap_or((rest, ""));
        let (name, many) = match head.trim().split_once(' ') {
            Some((name, word)) => (name, word.trim() == "many"),
            None => (head.trim(), false),
        };
        let nouns: Vec<&str> = nouns.split_whitespace().collect();
        self.add(name, many, members.split(','), &nouns);
    }

    fn add<'a>(
        &mut self,
        name: &str,
        many: bool,
        members: impl Iterator<Item = &'a str>,
        nouns: &[&str],
    ) {
        let key = FamilyKey::of(name);
        let family = self.families.entry(key).or_default();
        family.many |= many;
        family.nouns.extend(nouns.iter().map(|noun| Stem::of(noun)));
        for written in members.map(str::trim).filter(|written| !written.is_empty()) {
            let (written, ordinary) =
                written.strip_prefix('~').map_or((written, false), |name| (name, true));
            let words = words_of(written);
            let Some(first) = words.first() else { continue };
            let whole: Vec<u8> = words.iter().flat_map(|word| word.value().to_le_bytes()).collect();
            let name = Stem::of_bytes(&whole);
            let listed = self.by_first.entry(*first).or_default();
            if listed.iter().any(|member| member.family == key && member.name == name) {
                continue;
            }
            let thing = family.things.iter().find(|(other, _)| may_spell(other, written));
            let thing = thing.map_or(name, |(_, thing)| *thing);
            family.things.push((written.into(), thing));
            family.names.push(written.into());
            listed.push(Member { family: key, name, thing, words, ordinary });
        }
    }
}

/// Whether two names may be of one thing: one goes on where the other ends ("postgres", "postgresql"), or is its initials.
fn may_spell(x: &str, y: &str) -> bool {
    let letters = |name: &str| -> String { name.chars().filter(|c| c.is_alphanumeric()).collect() };
    let initials =
        |name: &str| -> String { name.split(' ').filter_map(|word| word.chars().next()).collect() };
    let (a, b) = (letters(x), letters(y));
    a.starts_with(&b) || b.starts_with(&a) || initials(x) == b || initials(y) == a
}

/// A name as the scanner reads it.
fn words_of(name: &str) -> Box<[Stem]> {
    let (scanned, _) = prose::scanned_form(name);
    token::tokens(&scan::scan(&scanned).raws).iter().map(surface).collect()
}

/// A token as written, in lower case: names have no stems.
fn surface(token: &Token) -> Stem {
    Stem::of(&token.text)
}

#[cfg(test)]
pub(in crate::relate) mod tests {
    use super::*;

    #[test]
    fn the_list_is_well_formed() {
        let families = &Families::builtin().0;
        let members: usize = families.families.values().map(|family| family.names.len()).sum();
        assert!(families.families.len() >= 100 && members >= 600, "{members}");
        for line in include_str!("families/builtin.txt").lines() {
            let head = line.split(['=', ' ']).next().unwrap_or_default();
            let known = line.is_empty()
                || line.starts_with('#')
                || families.families.contains_key(&FamilyKey::of(head));
            assert!(known, "{line}");
        }
        for family in families.families.values() {
            assert!(family.names.len() > 1 && !family.nouns.is_empty(), "{family:?}");
        }
        for name in families.families.values().flat_map(|family| &family.names) {
            assert!(name.len() > 1 && !words_of(name).is_empty(), "{name}");
            assert_eq!(**name, *name.to_lowercase());
        }
    }

    #[test]
    fn names_of_several_words_are_found_whole() {
        let families = Families::builtin();
        let at = |text: &str| {
            let tokens = token::tokens(&scan::scan(text).raws);
            families.at(&tokens).map(|(found, length)| (found.len(), length))
        };
        assert_eq!(at("GitHub Actions runs it"), Some((1, 2)));
        assert_eq!(at("next.js app"), Some((1, 1)));
        assert_eq!(at("pip-tools"), Some((1, 2)));
        assert_eq!(at("redis"), Some((1, 1)));
        assert_eq!(at("esbuild"), Some((2, 1)), "a member of two families");
        assert_eq!(at("nothing"), None);
    }

    #[test]
    fn the_owner_adds_members_and_families() {
        let more = BTreeMap::from([
            ("cache".to_owned(), vec!["hyperstore".to_owned()]),
            ("robot-arm".to_owned(), vec!["kuka".to_owned(), "fanuc".to_owned()]),
        ]);
        let families = Families::builtin().extended(&more);
        assert!(families.members(FamilyKey::of("cache")).any(|name| name == "hyperstore"));
        assert!(families.members(FamilyKey::of("cache")).any(|name| name == "redis"));
        assert_eq!(families.members(FamilyKey::of("robot-arm")).count(), 2);
        assert_eq!(Families::builtin().members(FamilyKey::of("robot-arm")).count(), 0);
    }
}
