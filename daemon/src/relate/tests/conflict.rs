//! *Conflicts*: each rule, and what only looks like a contradiction.

use insta::assert_snapshot;

use super::support::{verdict, verdicts};

#[test]
fn rules() {
    assert_snapshot!(verdicts("
        Tests may not hit the network. | Tests may hit the network.
        Auto-deploy to production is permitted | Auto-deploy to production is not permitted
        Retry failed calls three times with backoff. | Retry failed calls five times with backoff.
        Config lives at https://a.example/x | Config lives at https://b.example/x
        Prefer composition over inheritance | Prefer inheritance over composition
        Maria prefers reviews in the morning. | Maria prefers reviews in the evening.
        Enable caching in dev | Disable caching in dev
        You must restart the server | You may restart the server
        The API server listens on port 8080. | The API server listens on port 8081.
        Background jobs run on Sidekiq. | Background jobs run on Celery.
        payments-api port is 8443 | payments-api port is 9443
        Build needs Node 18 | Build needs Node 22
        We decided to use gRPC for internal services. | Internal services talk REST over HTTP, not gRPC.
        Install packages with npm | Install packages with pnpm instead of npm.
    "), @"
    review as conflicts C1: Tests may not hit the network. | Tests may hit the network.
    conflicts C1: Auto-deploy to production is permitted | Auto-deploy to production is not permitted
    conflicts C2num: Retry failed calls three times with backoff. | Retry failed calls five times with backoff.
    review as conflicts C2id: Config lives at https://a.example/x | Config lives at https://b.example/x
    conflicts C3: Prefer composition over inheritance | Prefer inheritance over composition
    conflicts C4: Maria prefers reviews in the morning. | Maria prefers reviews in the evening.
    review as conflicts C4: Enable caching in dev | Disable caching in dev
    conflicts C5: You must restart the server | You may restart the server
    review as conflicts slot-frame(relies, relies): The API server listens on port 8080. | The API server listens on port 8081.
    review as conflicts slot-frame(relies, relies): Background jobs run on Sidekiq. | Background jobs run on Celery.
    review as conflicts slot-frame(is, is): payments-api port is 8443 | payments-api port is 9443
    review as conflicts slot-frame(does, does): Build needs Node 18 | Build needs Node 22
    review as conflicts C1: We decided to use gRPC for internal services. | Internal services talk REST over HTTP, not gRPC.
    review as conflicts C1: Install packages with npm | Install packages with pnpm instead of npm.
    ");
}

#[test]
fn no_conflicts() {
    assert_snapshot!(verdicts("
        We use Redis for caching. | We use Redis for the job queue.
        The service depends on Kafka. | The service depends on Zookeeper.
        Bench run 41 on commit ab12: recall p95 8.1 ms | Bench run 42 on commit cd34: recall p95 18.1 ms
        2026-03-01: error rate 2.1% | 2026-04-01: error rate 0.4%
        Bump serde from 1.0.1 to 1.0.2 | Bump serde from 1.0.4 to 1.0.9
        Cache is enabled in production. | Cache is disabled in tests.
        The staging DB is Postgres 14. | The production DB is Postgres 15.
        The bucket is public. | The backup bucket is private.
        Use npm to install packages | Use pnpm, not yarn, to install packages
        What turbopack does support: | What turbopack does NOT support:
        Build the tools | Build the tools (via esbuild, no watch step)
        Use import syntax only, never require() | Use import syntax only. Never require()
    "), @"
    unrelated: We use Redis for caching. | We use Redis for the job queue.
    related: The service depends on Kafka. | The service depends on Zookeeper.
    related: Bench run 41 on commit ab12: recall p95 8.1 ms | Bench run 42 on commit cd34: recall p95 18.1 ms
    unrelated: 2026-03-01: error rate 2.1% | 2026-04-01: error rate 0.4%
    unrelated: Bump serde from 1.0.1 to 1.0.2 | Bump serde from 1.0.4 to 1.0.9
    unrelated: Cache is enabled in production. | Cache is disabled in tests.
    unrelated: The staging DB is Postgres 14. | The production DB is Postgres 15.
    unrelated: The bucket is public. | The backup bucket is private.
    review as same duplicate: Use npm to install packages | Use pnpm, not yarn, to install packages
    related: What turbopack does support: | What turbopack does NOT support:
    related: Build the tools | Build the tools (via esbuild, no watch step)
    related: Use import syntax only, never require() | Use import syntax only. Never require()
    ");
}

#[test]
fn titles_name_things_and_never_contradict() {
    let told = verdicts(
        "
        Transparent Links (TRILL): Header Extension. | Transparent Links (TRILL): Fault Management.
        Remote Login Authentication Using DSA. | Remote Login Authentication Using KEA.
        Management of Constrained Devices: Problem Statement. | Management of Constrained Devices: Use Cases.
        Mail Access Protocol: Version 2. | Mail Access Protocol: Version 3.
        Public Key Certificate Profile. | No Revocation Available for Public Key Certificates.
    ",
    );
    assert!(!told.lines().any(|line| line.starts_with("conflicts")), "{told}");
}

#[test]
fn a_denial_in_other_words_is_asked_about() {
    let told = verdicts("
        There are no unit tests in this package. | Run unit tests directly with the runner of this package
        All endpoints require auth | The health endpoint does not require auth on macOS
    ");
    assert!(!told.lines().any(|line| line.starts_with("conflicts")), "{told}");
}

#[test]
fn what_was_done_is_not_contradicted() {
    let told = verdicts(
        "
        fix(resolver): don't resolve linked packages | fix(resolver): resolve linked packages
        RELEASE-NOTES: synced with ad77420ac761b | RELEASE-NOTES: synced with 4517158abfeba
        start working on 7.28.2 | start working on 7.33.1
        Added the retry limit of 3 | Added the retry limit of 5
        http2: enable push | http2: disable push
        2026-03-01: the build takes 4 minutes | 2026-03-01: the build takes 6 minutes
        Use Rouge for code highlighting [ci skip] | Use prism.js for code highlighting [ci skip]
        Is the build green on CI? | The build is not green on CI
    ",
    );
    assert!(!told.lines().any(|line| line.starts_with("conflicts")), "{told}");
}

#[test]
fn what_may_hold_side_by_side_is_asked_about_at_most() {
    let told = verdicts(
        "
        Every output is verified against Prettier 3.8.4 | Every output is verified against Prettier 3.9.5
        Run unit tests with xcodebuild | Run unit tests with nextest
        We need this private method | We don't need this private method in tests
        The owners are very happy | The owners are very joyful
        A release has a changelog | A release has no changelog
        Use Array.wrap, not Array | Prefer Array.wrap to Array
        Winners don't use drugs | Winners don't use cocaine
        Some tests hit the network | Some tests do not hit the network
    ",
    );
    assert!(!told.lines().any(|line| line.starts_with("conflicts")), "{told}");
}

#[test]
fn yet_to_denies() {
    assert_eq!(
        verdict(
            "The board has yet to declare its plan",
            "The plan of the board has not been declared"
        ),
        "review as same refinement"
    );
}

#[test]
fn small_words_inside_a_word_join_nothing() {
    assert_snapshot!(verdicts("
        The end-to-end tests run on push | The end-to-end tests do not run on push
        Telemetry is opt-in | Telemetry is not opt-in
        Peer-to-peer sync is on | Peer-to-peer sync is not on
    "), @r"
    conflicts C1: The end-to-end tests run on push | The end-to-end tests do not run on push
    conflicts C1: Telemetry is opt-in | Telemetry is not opt-in
    conflicts C1: Peer-to-peer sync is on | Peer-to-peer sync is not on
    ");
}

#[test]
fn an_order_with_a_denial_of_its_own_meets_its_prohibition() {
    assert_snapshot!(verdicts("
        Never commit directly to main | Always commit directly to main, no feature branches
        Do not restart the worker by hand | Restart the worker by hand, no ticket needed
        Never force-push to main | Force-pushing to main is forbidden
        Never log card numbers | Log failures, never card numbers
    "), @r"
    review as conflicts C1: Never commit directly to main | Always commit directly to main, no feature branches
    review as conflicts C1: Do not restart the worker by hand | Restart the worker by hand, no ticket needed
    review as same refinement: Never force-push to main | Force-pushing to main is forbidden
    related: Never log card numbers | Log failures, never card numbers
    ");
}

#[test]
fn who_does_it_to_whom_is_no_question_of_sameness() {
    assert_snapshot!(verdicts("
        The gateway calls the billing service | The billing service calls the gateway
        Staging uses the production database | Production uses the staging database
    "), @r"
    related: The gateway calls the billing service | The billing service calls the gateway
    related: Staging uses the production database | Production uses the staging database
    ");
}

/// There are two zones, two shifts, two keys: what tells one thing from another contradicts nothing for sure.
#[test]
fn an_opposite_that_tells_one_thing_from_another_is_at_most_asked() {
    let told = verdicts(
        "
        The gateway keeps session tokens in Redis in the red zone | The gateway keeps session tokens in Redis in the green zone
        Reports are built by the day shift for the north office | Reports are built by the night shift for the north office
        Dev builds are signed with the public key | Dev builds are signed with the private key
        The exporter writes order files to the public bucket | The exporter writes order files to the private bucket
        Invoices are stored on the primary disk | Invoices are stored on the secondary disk
        The backup job copies the database from the old host | The backup job copies the database from the new host
        The mobile app reads settings from the local file | The mobile app reads settings from the remote file
        Alerts are handled by the internal team | Alerts are handled by the external team
        The worker publishes order events on the fast queue | The worker publishes order events on the slow queue
        The release manager signs public builds | The release manager signs private builds
        The parser handles short lines in C | The parser handles long lines in C
        Uploads are scanned at the front gate | Uploads are scanned at the back gate
        The team tests the happy path with static data | The team tests the happy path with dynamic data
        Errors are sent through the upper channel | Errors are sent through the lower channel
        The cron job syncs the left panel | The cron job syncs the right panel
        Orders are read from the source | Orders are read from the destination
    ",
    );
    let acted: Vec<&str> = told.lines().filter(|line| line.starts_with("conflicts")).collect();
    assert!(acted.is_empty(), "{}", acted.join("\n"));
}

#[test]
fn an_opposite_that_is_said_of_the_subject_is_marked() {
    let told = verdicts(
        "
        Caching is enabled in the staging cluster | Caching is disabled in the staging cluster
        The orders bucket is public | The orders bucket is private
        The audit log is mutable | The audit log is immutable
        Dev builds are signed | Dev builds are unsigned
    ",
    );
    assert!(told.lines().all(|line| line.starts_with("conflicts")), "{told}");
}
