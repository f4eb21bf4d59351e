//! What a record is told of others, and what the next run makes of it, agree.

use consolidate_shared::model::Signal;
use consolidate_shared::policy::Policy;
use consolidate_shared::wire::v1::Request;

use super::harness::{Daemon, feedback, user};
use crate::pass::PairIndex;
use crate::pass::tests::random::memory;
use crate::relate::Families;

impl Daemon {
    /// The texts beside which `text` stands in recall: conflicts and open questions.
    fn beside(&mut self, text: &str) -> Vec<String> {
        let hits = self.recall_with(text, false).hits;
        let hit = hits.into_iter().find(|hit| hit.text == text).unwrap();
        let marks = hit.conflicts.into_iter().map(|side| side.text);
        let mut found: Vec<String> =
            marks.chain(hit.pending.into_iter().map(|item| item.text)).collect();
        found.sort();
        found.dedup();
        found
    }

    fn run(&mut self) {
        let run = self.plan().run_id.to_string();
        let _ = self.apply(&run);
    }
}

/// Texts of which each is to some of those before it in doubt or in contradiction.
const TEXTS: [&str; 14] = [
    "The API listens on port 8080",
    "The API listens on port 9090",
    "The API server listens on port 8080.",
    "Deploys run on Jenkins",
    "Deploys run on Buildkite from the main branch",
    "The deploys run on Buildkite",
    "Releases happen on Friday",
    "Releases happen on Monday",
    "We release on Friday",
    "The nightly job writes XML",
    "The nightly job writes JSON to the bucket",
    "Sessions are stored in Redis",
    "Session data lives in Postgres",
    "Backups are kept for 30 days",
];

#[test]
fn what_a_record_is_told_the_next_run_shows() {
    for (place, first) in TEXTS.iter().enumerate() {
        for second in TEXTS.iter().skip(place + 1) {
            let mut daemon = Daemon::start();
            daemon.record(first);
            let recorded = daemon.record(second);
            if recorded.merged_into.is_some() {
                continue;
            }
            daemon.run();
            let told: Vec<String> = recorded.related.iter().map(|it| it.text.clone()).collect();
            let gone = daemon.texts(first).iter().all(|text| text != first);
            let shown = if gone { told.clone() } else { daemon.beside(second) };
            assert_eq!(told, shown, "{first} / {second}");
        }
    }
}

#[test]
fn of_a_candidate_it_is_told_what_it_may_be_once_it_is_active() {
    let mut daemon = Daemon::start();
    daemon.record(TEXTS[0]);
    let mut draft = daemon.draft(TEXTS[1]);
    draft.candidate = true;
    let recorded = daemon.try_record(draft).unwrap();
    let told = &recorded.related[0];
    assert_eq!(
        (told.relation.as_str(), told.may_be.as_deref()),
        ("once_active", Some("conflicts"))
    );
    daemon.run();
    assert_eq!(daemon.beside(TEXTS[1]), [""; 0]);
    let id = recorded.id.to_string();
    daemon.call(Request::Feedback(feedback(user(), &id, Signal::Confirm)));
    daemon.run();
    assert_eq!(daemon.beside(TEXTS[1]), [TEXTS[0]]);
}

#[test]
fn what_no_run_compares_is_not_said_to_be_asked() {
    let (policy, families) = (Policy::default(), Families::of(&Policy::default()));
    let compared = |a: &str, b: &str| {
        PairIndex::compares(&memory(1, 1, a), &memory(2, 2, b), &policy, &families)
    };
    assert!(compared(TEXTS[0], TEXTS[2]));
    // A rule sees a refinement here, and they have too little in common to meet.
    assert!(!compared("We switched from poetry to uv", "was replaced from instead of"));
}

#[test]
fn an_answer_names_a_newer_one_of_its_slot_until_a_run_or_somebody_decides() {
    let mut daemon = Daemon::start();
    let mut said = |day: u32, text: &str, facets: &[(&str, &str)]| {
        let mut draft = daemon.draft(text);
        draft.slot = Some("package-manager".to_owned());
        let pairs = facets.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        draft.facets = pairs.collect();
        daemon.at(&format!("2026-05-{day:02}T10:00:00Z")).try_record(draft).unwrap().id
    };
    said(1, "we manage packages with npm", &[]);
    said(2, "we manage packages with yarn", &[]);
    let newest = said(3, "we manage packages with pnpm", &[]);
    // Another question, since it holds elsewhere; and what is yet to hold.
    said(4, "we manage packages with bun", &[("product", "app")]);
    let named = |daemon: &mut Daemon| {
        let hits = daemon.recall_with("packages", false).hits;
        let mut named: Vec<_> = hits
            .into_iter()
            .flat_map(|hit| hit.pending.into_iter().map(move |it| (hit.text.clone(), it)))
            .collect();
        named.sort_by(|a, b| a.0.cmp(&b.0));
        named
    };
    let before = named(&mut daemon);
    let [(npm, by), (yarn, _)] = &before[..] else { panic!("{before:?}") };
    assert!(npm.ends_with("npm") && yarn.ends_with("yarn"), "{before:?}");
    assert_eq!((by.id, by.text.as_str()), (newest, "we manage packages with pnpm"));
    assert!(
        by.why.starts_with("does the newer replace the older? slot: both answer"),
        "{}",
        by.why
    );
    let run = daemon.plan().run_id.to_string();
    daemon.apply(&run).unwrap();
    assert_eq!(named(&mut daemon), []);
    // An undo is a word on the pair: it is left as it is.
    daemon.undo(Some(&run)).unwrap();
    assert!(daemon.texts("packages").len() == 4);
    assert_eq!(named(&mut daemon).iter().filter(|(text, _)| text.ends_with("yarn")).count(), 0);
}
