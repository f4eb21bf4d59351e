//! FAMILY: tools of one family are one question; what only looks like that stays untouched.

use std::collections::BTreeMap;

use super::support::{describe, verdict};
use crate::relate::{Families, Statement, text_relation};

/// Pairs of one family each, without a shared word or an explicit slot.
const ONE_QUESTION: &str = "
    supersedes: using poetry for dependency management | switched to uv because CI install time
    supersedes: We use npm as our package manager | Moved to pnpm to speed up installs
    supersedes: using yarn for packages | Switched to bun in March
    supersedes: Tests are run with pytest | We moved to unittest
    supersedes: We use Jest for unit tests | Migrated to Vitest because Jest was slow with ESM
    supersedes: The end to end tests use Cypress | Migrated to Playwright since it runs in parallel
    supersedes: We use MySQL as the main database | Switched to Postgres for better JSON support
    supersedes: Data is stored in MongoDB | Moved to Couchbase last quarter
    supersedes: We use Redis for caching | Switched to Memcached
    supersedes: RabbitMQ is our message broker | Moved to Kafka because of throughput
    supersedes: We use Celery for background jobs | switched to dramatiq, it is simpler
    supersedes: CI runs on Jenkins | Switched to GitHub Actions
    supersedes: ESLint is our linter | Switched to Biome
    supersedes: we use flake8 for linting | moved to ruff this week
    supersedes: We deploy on Heroku | Migrated to Fly.io because of pricing
    supersedes: We are on AWS | Moved to GCP
    supersedes: We use webpack | Switched to Vite for faster builds
    supersedes: We use Terraform | Migrated to OpenTofu over the licence change
    supersedes: We write the backend in Go | Rewritten in Rust for memory safety
    supersedes: Docs are built with MkDocs | Switched to Docusaurus
    supersedes: We use Sentry for error tracking | Moved to Bugsnag
    supersedes: We use Make for builds | switched to just because make syntax is confusing
    conflicts: We use npm | We use pnpm
    conflicts: The database is MySQL | We use Postgres
    conflicts: CI is on CircleCI | We use GitHub Actions
    conflicts: We use RabbitMQ | Kafka is our message broker
    conflicts: We use Flask | The web framework is Django
    conflicts: Use prettier for formatting | We format with dprint
    conflicts: We track issues in Jira | Linear app is our issue tracker
    conflicts: We use mypy for type checking | Pyright is our type checker
    conflicts: We use mypy for type checking | Type checker: pyright
    conflicts: We use vim | We use VS Code
    conflicts: We switched to pnpm | We use yarn
";

/// Pairs that name members of families and answer different questions, or answer none.
const LOOK_ALIKES: &str = "
    we use npm for the docs site | we use cargo
    We use npm for the docs site | We use pnpm for the app
    We use npm | The docs site uses pnpm
    We use Postgres | SQLite is used for tests
    We use Postgres | Use SQLite in unit tests
    We use pip | We use npm
    We use Jest | We use pytest
    We use Jest | We use Playwright for end to end tests
    We use Prettier | ESLint is our linter
    We use GitHub Actions | We use GitHub for code hosting
    We use Redis for caching | We use Kafka for events
    We use Redis for caching | We use Redis for the job queue
    We use Python | We use Rust for the engine
    We use yarn | Install the prettier plugin for pnpm
    We use Rollup | The Vite plugin for Svelte needs node 20
    We use yarn | pnpm is faster than npm
    We use npm | Should we switch to pnpm?
    We use npm | If you use pnpm, delete the lock file first
    We use npm | Consider switching to pnpm
    We use npm | We do not use yarn
    We use npm | We evaluated pnpm and decided against it
    We use npm and pnpm | We use yarn
    We use Docker | The podman socket is broken on macOS
    We use Postgres | Users can use MySQL too
    We use yarn | The CI cache key includes pnpm-lock.yaml
    We use CMake | Make sure to run the tests
    We use yarn | We use just one lock file
    We use pip | Poetry in commit messages is not welcome
    We use Python | Go to the settings page
    We use yarn | The bun was stale at lunch
    We use yapf for formatting | Use black text on white background
    We use Fastify | Express your intent in names
    We use Java | Do not let the pipeline rust
    We use Vue | React to alerts within an hour
    We use Gradle | Ant colonies are an example in the docs
    We switched from pip to uv | We use pnpm
";

fn rows(table: &str) -> impl Iterator<Item = &str> {
    table.lines().map(str::trim).filter(|row| !row.is_empty())
}

#[test]
fn one_question_with_two_answers_is_asked_about() {
    let mut missed = Vec::new();
    for row in rows(ONE_QUESTION) {
        let (as_, pair) = row.split_once(": ").expect("a leaning and a pair");
        let (a, b) = pair.split_once(" | ").expect("two texts");
        let found = verdict(a, b);
        if found != format!("review as {as_} family") {
            missed.push(format!("{found}: {a} | {b}"));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn look_alikes_stay_untouched() {
    for row in rows(LOOK_ALIKES) {
        let (a, b) = row.split_once(" | ").expect("two texts");
        for (x, y) in [(a, b), (b, a)] {
            let told = verdict(x, y);
            assert!(matches!(&*told, "related" | "unrelated"), "{told}: {x} | {y}");
        }
    }
}

#[test]
fn a_change_from_another_tool_leaves_this_one() {
    let told = verdict("using poetry for dependency management", "switched from pip to uv");
    assert_eq!(told, "unrelated");
}

#[test]
fn texts_of_one_family_share_a_key() {
    let keys = |text: &str| Statement::new(text).families().collect::<Vec<_>>();
    assert_eq!(keys("using poetry for dependency management"), keys("switched to uv"));
    assert_eq!(keys("We use npm").len(), 1);
    assert!(keys("Make sure to run the tests").is_empty());
}

#[test]
fn families_of_the_owner_count_too() {
    let (a, b) = ("The arm is a Kuka; we use kuka", "we use fanuc");
    assert_eq!(verdict(a, b), "unrelated");
    let more = [("robot-arm".to_owned(), vec!["kuka".to_owned(), "fanuc".to_owned()])];
    let families = Families::builtin().extended(&BTreeMap::from(more));
    let told = text_relation(&Statement::with(a, &families), &Statement::with(b, &families));
    assert_eq!(describe(told), "review as conflicts family");
}
