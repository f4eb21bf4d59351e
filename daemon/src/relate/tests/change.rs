//! *Supersedes*: S1 to S5, what is certain, what goes to review, what concerns something else.

use insta::assert_snapshot;

use super::support::{verdict, verdicts};
use crate::relate::Statement;

#[test]
fn a_named_old_value() {
    assert_snapshot!(verdicts("
        We use Redis for caching | We dropped Redis for caching
        JWT access tokens expire after 15 minutes. | JWT access token expiry was raised from 15 minutes to 30 minutes.
        The default branch is master. | The default branch is no longer master; it is main.
        Integration tests need Docker running. | Integration tests no longer need Docker, they use an in-memory fake.
        We use Redis for caching | We stopped using Redis for caching in the EU cluster
        We use Redis for caching | Session caching was migrated from Redis to Postgres
        The mobile app is built with Flutter. | Flutter has been replaced by native Swift and Kotlin apps.
    "), @"
    supersedes S1: We use Redis for caching | We dropped Redis for caching
    supersedes S1: JWT access tokens expire after 15 minutes. | JWT access token expiry was raised from 15 minutes to 30 minutes.
    supersedes S1: The default branch is master. | The default branch is no longer master; it is main.
    supersedes S1: Integration tests need Docker running. | Integration tests no longer need Docker, they use an in-memory fake.
    review as supersedes S1: We use Redis for caching | We stopped using Redis for caching in the EU cluster
    review as supersedes S1: We use Redis for caching | Session caching was migrated from Redis to Postgres
    review as supersedes S1: The mobile app is built with Flutter. | Flutter has been replaced by native Swift and Kotlin apps.
    ");
}

#[test]
fn a_changed_subject() {
    assert_snapshot!(verdicts("
        Team CI is on Buildkite | Team CI just moved to GitHub Actions
        We host on Heroku | Hosting moved over to Fly.io last sprint
        We deploy with Nomad | Correction: Nomad dropped, we deploy on k3s.
        Maximum upload size is 25 MB. | Maximum upload size increased to 100 MB in v3.2.
    "), @"
    supersedes S6: Team CI is on Buildkite | Team CI just moved to GitHub Actions
    supersedes S6: We host on Heroku | Hosting moved over to Fly.io last sprint
    review as supersedes S2: We deploy with Nomad | Correction: Nomad dropped, we deploy on k3s.
    review as supersedes S6: Maximum upload size is 25 MB. | Maximum upload size increased to 100 MB in v3.2.
    ");
}

#[test]
fn a_subject_that_moved_elsewhere() {
    assert_snapshot!(verdicts("
        Team CI is on Buildkite | Team CI just moved to GitHub Actions
        We host on Heroku | Hosting moved over to Fly.io last sprint
        The API listens on port 8080 | The API was moved to port 9090
        The staging database lives in eu-west-1 | The staging database was migrated to eu-central-1
        Maximum upload size is 25 MB | Maximum upload size was raised to 100 MB
        Docs are hosted on ReadTheDocs | Docs moved to GitHub Pages
        We deploy on Fridays | Deploys moved to Mondays
        The standup is at 9:30 | The standup moved to 10:00
        Team CI is on Buildkite | Mobile CI moved to GitHub Actions
        Team CI is on Buildkite | Team CI will be moved to GitHub Actions
        Team CI is on Buildkite | Team CI was not moved to GitHub Actions
        Team CI is on Buildkite | Team CI moved to GitHub Actions for pull requests
        Team CI is on Buildkite | Was Team CI moved to GitHub Actions?
        Team CI is on Buildkite | Team CI moved to Buildkite
        We host on Heroku | We moved to Fly.io
        The build is fast | The build moved to Bazel
        The team lead is Ann | The team lead moved to Berlin
        Search runs on Elasticsearch and Postgres | Search moved to Meilisearch
        Assets are on S3, logs on disk | Assets moved to R2
    "), @"
    supersedes S6: Team CI is on Buildkite | Team CI just moved to GitHub Actions
    supersedes S6: We host on Heroku | Hosting moved over to Fly.io last sprint
    supersedes S6: The API listens on port 8080 | The API was moved to port 9090
    supersedes S6: The staging database lives in eu-west-1 | The staging database was migrated to eu-central-1
    supersedes S6: Maximum upload size is 25 MB | Maximum upload size was raised to 100 MB
    review as supersedes S6: Docs are hosted on ReadTheDocs | Docs moved to GitHub Pages
    supersedes S6: We deploy on Fridays | Deploys moved to Mondays
    supersedes S6: The standup is at 9:30 | The standup moved to 10:00
    review as supersedes S2: Team CI is on Buildkite | Mobile CI moved to GitHub Actions
    review as supersedes S6: Team CI is on Buildkite | Team CI will be moved to GitHub Actions
    unrelated: Team CI is on Buildkite | Team CI was not moved to GitHub Actions
    review as supersedes S6: Team CI is on Buildkite | Team CI moved to GitHub Actions for pull requests
    review as supersedes S6: Team CI is on Buildkite | Was Team CI moved to GitHub Actions?
    related: Team CI is on Buildkite | Team CI moved to Buildkite
    review as supersedes family: We host on Heroku | We moved to Fly.io
    review as supersedes S2: The build is fast | The build moved to Bazel
    review as supersedes S2: The team lead is Ann | The team lead moved to Berlin
    review as supersedes S6: Search runs on Elasticsearch and Postgres | Search moved to Meilisearch
    review as supersedes family: Assets are on S3, logs on disk | Assets moved to R2
    ");
}

#[test]
fn an_adoption_turned_away_from() {
    assert_snapshot!(verdicts("
        using poetry for dependency management | switched to uv instead of poetry because of CI install time
        using poetry for dependency management | switched from poetry to uv for dependency management
        Redis is our cache | We replaced Redis with Valkey
        We are on Postgres | We moved off Postgres to CockroachDB
        We use Jest | We dropped Jest in favour of Vitest
    "), @"
    review as supersedes S3: using poetry for dependency management | switched to uv instead of poetry because of CI install time
    supersedes S1: using poetry for dependency management | switched from poetry to uv for dependency management
    review as supersedes S1: Redis is our cache | We replaced Redis with Valkey
    supersedes S3: We are on Postgres | We moved off Postgres to CockroachDB
    supersedes S3: We use Jest | We dropped Jest in favour of Vitest
    ");
}

#[test]
fn a_change_of_something_else() {
    assert_snapshot!(verdicts("
        Feature flags are stored in Redis. | Session data was migrated from Redis to Postgres.
        We use Redis for caching | We switched from Redis to Kafka for the job queue
        Bob owns the payments service. | Bob no longer owns the search service.
        Use uv to manage Python dependencies. | We switched from nvm to fnm to manage Node versions.
        The max pool size is 10. | The max queue size was raised to 20.
        The frontend uses Redux. | The frontend no longer uses Redux Saga.
        Use Prettier for formatting. | Prettier replaced ESLint for formatting.
        The build uses Bazel. | The build was migrated from Make to Bazel.
        2026-03-01: error rate 2.1% | 2026-04-01: error rate lowered from 2.1% to 0.4%
    "), @"
    unrelated: Feature flags are stored in Redis. | Session data was migrated from Redis to Postgres.
    related: We use Redis for caching | We switched from Redis to Kafka for the job queue
    related: Bob owns the payments service. | Bob no longer owns the search service.
    unrelated: Use uv to manage Python dependencies. | We switched from nvm to fnm to manage Node versions.
    related: The max pool size is 10. | The max queue size was raised to 20.
    review as supersedes S1: The frontend uses Redux. | The frontend no longer uses Redux Saga.
    related: Use Prettier for formatting. | Prettier replaced ESLint for formatting.
    related: The build uses Bazel. | The build was migrated from Make to Bazel.
    unrelated: 2026-03-01: error rate 2.1% | 2026-04-01: error rate lowered from 2.1% to 0.4%
    ");
}

#[test]
fn chains() {
    assert_snapshot!(verdicts("
        Bump serde from 1.0.1 to 1.0.2 | Bump serde from 1.0.2 to 1.0.3
        build(deps): bump oj from 3.1 to 3.2 in /app (#11) | build(deps): bump oj from 3.2 to 3.3 in /app (#17)
        Bump puma from 4.2.1 to 4.3.0 | [Security] Bump puma from 4.3.0 to 4.3.1
        Bump serde from 1.0.1 to 1.0.2 | Bump serde from 1.0.3 to 1.0.4
        Bump serde from 1.0.1 to 1.0.2 | Bump regex from 1.0.2 to 1.0.3
        Bump oj from 3.1 to 3.2 in /app | Bump oj from 3.2 to 3.3 in /web
    "), @"
    supersedes S4: Bump serde from 1.0.1 to 1.0.2 | Bump serde from 1.0.2 to 1.0.3
    supersedes S4: build(deps): bump oj from 3.1 to 3.2 in /app (#11) | build(deps): bump oj from 3.2 to 3.3 in /app (#17)
    review as supersedes S4: Bump puma from 4.2.1 to 4.3.0 | [Security] Bump puma from 4.3.0 to 4.3.1
    unrelated: Bump serde from 1.0.1 to 1.0.2 | Bump serde from 1.0.3 to 1.0.4
    unrelated: Bump serde from 1.0.1 to 1.0.2 | Bump regex from 1.0.2 to 1.0.3
    related: Bump oj from 3.1 to 3.2 in /app | Bump oj from 3.2 to 3.3 in /web
    ");
}

#[test]
fn reverts() {
    assert_snapshot!(verdicts(r#"
        Add retry to the uploader | Revert "Add retry to the uploader"
        Add retry to the uploader (#12) | Revert "Add retry to the uploader" (#15)
        Version packages (#12) | Revert "Version packages (#15)" (#16)
        Revert "Add retry to the uploader" | Revert "Revert "Add retry to the uploader""
        Revert "Add retry to the uploader" | Reapply "Add retry to the uploader"
        Add retry to the uploader | Revert "Revert "Add retry to the uploader""
        We switched to uv for packaging | We reverted the switch to uv for packaging
        Add retry to the downloader | Revert "Add retry to the uploader"
    "#), @r#"
    supersedes S5: Add retry to the uploader | Revert "Add retry to the uploader"
    supersedes S5: Add retry to the uploader (#12) | Revert "Add retry to the uploader" (#15)
    related: Version packages (#12) | Revert "Version packages (#15)" (#16)
    supersedes S5(depth 2): Revert "Add retry to the uploader" | Revert "Revert "Add retry to the uploader""
    supersedes S5(depth 2): Revert "Add retry to the uploader" | Reapply "Add retry to the uploader"
    related: Add retry to the uploader | Revert "Revert "Add retry to the uploader""
    review as supersedes S5: We switched to uv for packaging | We reverted the switch to uv for packaging
    related: Add retry to the downloader | Revert "Add retry to the uploader"
    "#);
}

#[test]
fn a_revert_names_what_it_restores() {
    let twice = Statement::new("Revert \"Revert \"Add retry\" (#2)\" (#3)");
    let revert = twice.revert().expect("two levels of quotes are a revert");
    assert_eq!((revert.depth, &*revert.original), (2, "Add retry"));
    assert!(Statement::new("Add retry").revert().is_none());
}

#[test]
fn a_change_told_by_the_older_replaces_nothing() {
    let told = verdict("We switched from poetry to uv", "We use poetry");
    assert!(!told.contains("supersedes"), "{told}");
}

#[test]
fn what_only_reads_like_a_change_decides_nothing() {
    let told = verdicts(
        "
        new writeout support added | removed writeout.[ch] and added getinfo.c
        Use assignment instead of call | assigns was removed from Rails
        Use Module#deprecate | Use real_mod_name on check for removed module
        Fix duplicated method name | Removed duplication in the deprecated methods.
        use CURLDEBUG instead of MALLOCDEBUG | CURLDEBUG is the symbol to use, no longer MALLOCDEBUG
        Tests for plugin generator. | Don't need to share engine's tests anymore, plugins are gone
        remove more uses of deprecated loggers | removed deprecated loggers
        We keep the switch to uv | We reverted the switch to uv
    ",
    );
    assert!(!told.lines().any(|line| line.starts_with("supersedes")), "{told}");
}
