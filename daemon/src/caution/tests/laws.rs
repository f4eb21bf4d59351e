//! The index forgets how it came to be, and finds what asking every pitfall would.

use std::collections::BTreeMap;

use consolidate_shared::time::Day;
use proptest::prelude::*;

use super::*;
use crate::recall::ScopeKey;

const SCOPES: [Option<&str>; 3] = [None, Some("p"), Some("q")];

#[derive(Clone, Debug)]
struct Pitfall {
    scope: ScopeKey,
    trigger: Trigger,
    tied: Vec<Anchor>,
    facts: Facts,
    served: bool,
}

fn commands() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "cargo",
        "test",
        "npm",
        "run",
        "-p",
        "shop",
        "--doc",
        "cd",
        "&&",
        "|",
        "sudo",
        "npx",
        "'a b'",
        "CI=1",
        "src/a.rs",
        "./src/a.rs",
        "\\",
        "\"",
        "<<",
        "(",
        "2>&1",
        "python3",
        "-m",
    ]);
    prop::collection::vec(word, 0..7).prop_map(|words| words.join(" "))
}

fn errors() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "cannot",
        "find",
        "port",
        "8080",
        "3000",
        "src/a.rs:1:2",
        "/b/c",
        "0xff",
        "E0308",
        "审批流程",
        "Ünïcode",
        "-",
        "\u{1b}[1m",
        "a",
        "failed.",
    ]);
    prop::collection::vec(word, 0..6).prop_map(|words| words.join(" "))
}

fn domains() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "example", "docs", "org", "www", ":80", "/", "https://", "ui", " ",
    ]);
    prop::collection::vec(word, 0..4).prop_map(|words| words.join("."))
}

fn some_anchors() -> impl Strategy<Value = Vec<Anchor>> {
    let word = prop::sample::select(vec![
        "src/a.rs",
        "/x/src/a.rs",
        "a.rs",
        "src",
        "../a.rs:3",
        "symbol:A",
        "symbol:A::b",
        "page:https://d.org/a",
        "page:d.org/a/b",
        "domain:example.org",
        "domain:docs.example.org",
        "error:E0308 x",
        "test:t",
    ]);
    prop::collection::vec(word, 0..3).prop_map(|words| anchors(&words))
}

fn pitfalls() -> impl Strategy<Value = Pitfall> {
    let part = |it: BoxedStrategy<String>| prop::option::of(it);
    let triggers = (part(commands().boxed()), part(errors().boxed()), part(domains().boxed()));
    let facts = (0..3_u16, 0..3_u16, 0..3_i64, any::<[bool; 3]>(), any::<bool>());
    (0..3_usize, triggers, some_anchors(), facts).prop_map(|(place, trigger, tied, facts)| {
        let (strength, trust, day, [superseded, candidate, ended], served) = facts;
        Pitfall {
            scope: SCOPES[place].map(Into::into),
            trigger: Trigger { command: trigger.0, error_pattern: trigger.1, domain: trigger.2 },
            tied,
            facts: Facts {
                strength: strength * 250,
                trust: trust * 250,
                newest_evidence: Day(day as i32),
                superseded,
                candidate,
                valid_until: ended.then_some(AT),
                ..PITFALL
            },
            served,
        }
    })
}

fn questions() -> impl Strategy<Value = Asked> {
    let part = |it: BoxedStrategy<String>| prop::option::of(it);
    let failure = (part(commands().boxed()), part(errors().boxed()), some_anchors()).prop_map(
        |(command, error, about)| Asked::failure(command.as_deref(), error.as_deref(), &about),
    );
    let context = (part(domains().boxed()), part(domains().boxed()))
        .prop_map(|(domain, page)| Asked::context(domain.as_deref(), page.as_deref()));
    prop_oneof![3 => failure, 1 => context]
}

#[derive(Clone, Debug)]
enum Step {
    Put(u128, Pitfall),
    Remove(u128),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (0..16_u128, pitfalls()).prop_map(|(id, pitfall)| Step::Put(id, pitfall)),
        2 => (0..16_u128).prop_map(Step::Remove),
    ];
    prop::collection::vec(step, 0..40)
}

type Live = BTreeMap<MemoryId, Pitfall>;

fn put(index: &mut Triggers, id: MemoryId, pitfall: &Pitfall) {
    index.remove(id);
    // What the catalog does: a pitfall that is not served is not put in.
    let rule = Rule::of(Some(&pitfall.trigger), &pitfall.tied).filter(|_| pitfall.served);
    if let Some(rule) = rule {
        index.put(id, &pitfall.scope, Arc::new(rule));
    }
}

fn play(steps: &[Step]) -> (Triggers, Live) {
    let (mut index, mut live) = (Triggers::default(), Live::new());
    for step in steps {
        match step {
            Step::Put(id, pitfall) => {
                put(&mut index, MemoryId(*id), pitfall);
                live.insert(MemoryId(*id), pitfall.clone());
            }
            Step::Remove(id) => {
                index.remove(MemoryId(*id));
                live.remove(&MemoryId(*id));
            }
        }
    }
    (index, live)
}

/// What asking every pitfall gives, in the order that is promised.
fn by_hand(live: &Live, asked: &Asked, scopes: Scopes<'_>) -> Vec<Match> {
    let mut found = Vec::new();
    for (&id, pitfall) in live {
        let facts = &pitfall.facts;
        let is_open = pitfall.served && !facts.superseded && facts.valid_at(AT);
        if !is_open || !scopes.contains(&pitfall.scope) {
            continue;
        }
        let rule = Rule::of(Some(&pitfall.trigger), &pitfall.tied);
        if let Some((exactness, ways)) = rule.and_then(|rule| rule.fit(asked)) {
            let trust = if facts.candidate { facts.trust / 2 } else { facts.trust };
            let worth = (exactness, trust, facts.strength, facts.newest_evidence);
            found.push((std::cmp::Reverse(worth), id, Match { id, exactness, ways }));
        }
    }
    found.sort_by_key(|(worth, id, _)| (*worth, *id));
    found.into_iter().map(|(.., it)| it).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_is_found_is_what_asking_every_live_pitfall_gives(
        steps in steps(),
        questions in prop::collection::vec(questions(), 1..6),
    ) {
        let (index, live) = play(&steps);
        let mut fresh = Triggers::default();
        for (id, pitfall) in live.iter().rev() {
            put(&mut fresh, *id, pitfall);
        }
        prop_assert_eq!(&index, &fresh, "no trace of what was");
        let own: [ScopeKey; 2] = [None, Some("p".into())];
        for asked in &questions {
            for scopes in [Scopes::All, Scopes::Of(&own)] {
                let facts = |id: MemoryId| live.get(&id).map(|pitfall| &pitfall.facts);
                let found = index.find(asked, (scopes, AT), facts, &mut || false);
                prop_assert!(!found.is_cut);
                prop_assert_eq!(found.matches, by_hand(&live, asked, scopes));
            }
        }
    }

    #[test]
    fn what_is_empty_again_is_new(steps in steps()) {
        let (mut index, live) = play(&steps);
        for id in live.keys() {
            index.remove(*id);
        }
        prop_assert_eq!(&index, &Triggers::default());
        prop_assert_eq!((index.len(), index.scopes()), (0, 0));
    }

    #[test]
    fn any_text_may_be_asked_about_and_a_trigger_fits_itself(text in "\\PC{0,60}", more in "[ \\n\\x1b\"'\\\\;|&<>()#`]{0,9}") {
        let text = format!("{text}{more}");
        for trigger in [trigger(&text, "", ""), trigger("", &text, ""), trigger("", "", &text)] {
            let asked = [ran(&text), said(&text), at(&text)];
            if let Some(rule) = rule(&trigger, &[]) {
                prop_assert!(asked.iter().any(|asked| fit(&rule, asked).is_some()), "{:?}", trigger);
            }
        }
        let _ = about(&format!("file:x{text}"));
    }

    #[test]
    fn a_pattern_is_found_wherever_it_stands(
        before in "[a-z0-9/.: ]{0,12}",
        pattern in "[a-z0-9/.: ]{3,20}",
        after in "[a-z0-9/.: ]{0,12}",
    ) {
        let pattern = pattern.trim();
        if let Some(rule) = rule(&trigger("", pattern, ""), &[]) {
            let error = format!("{before}{pattern}{after}");
            prop_assert!(fit(&rule, &said(&error)).is_some(), "{} | {}", pattern, error);
        }
    }
}

#[test]
fn a_deadline_ends_the_search_and_is_told() {
    let mut index = Triggers::default();
    let rule = Arc::new(rule(&trigger("cargo test", "", ""), &[]).unwrap());
    (0..2_000).for_each(|id| index.put(MemoryId(id), &None, Arc::clone(&rule)));
    let mut asked_for = 0;
    let mut late = || {
        asked_for += 1;
        asked_for > 2
    };
    let found = index.find(&ran("cargo test"), (Scopes::All, AT), |_| Some(&PITFALL), &mut late);
    assert!(found.is_cut && !found.matches.is_empty() && found.matches.len() < 2_000);
}
