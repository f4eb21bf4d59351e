//! What looks like one statement, a replacement or a contradiction and may be none: asked about at most. And what of the same forms
//! stays certain.

use super::support::{assert_not_acted_on, verdicts};

/// Other respects of one subject, parts, cases, codes, events, names that differ in little.
const ASKED: &str = "
    The worker uses Tokio | The worker moved to arm64
    The worker uses Tokio | The worker was migrated to Hetzner
    Billing uses Stripe | Billing moved to the platform team
    The admin UI is built with Svelte | The admin UI switched to TypeScript
    The ingest job uses Spark | The ingest job moved to Airflow
    The gateway is written in Rust | The gateway moved to Kubernetes
    The docs are in Markdown | The docs moved to GitHub Pages
    The site is on Netlify | The site moved to Astro
    The demo is on Friday | The demo moved to 15:00
    The job timeout is 30 s | Job timeouts were raised to 5 GB
    The library supports Node 18 | The library supports Node 20
    The linter uses ESLint | The linter uses TypeScript
    The mobile client uses Expo | The mobile client uses Zustand
    We use GitHub for hosting | We use Netlify for hosting
    The storage is S3 | The storage is Glacier
    The owner is Priya | The owner is Noor
    The bug is in parser.rs:20 | The bug is in lexer.rs:30
    The import took 12 minutes | The import took 31 minutes
    The migration ran for 20 minutes | The migration ran for 45 minutes
    The upload crashed after 3 retries | The upload crashed after 9 retries
    The endpoint answers with 401 | The endpoint answers with 403
    The script exits with code 2 | The script exits with code 3
    The cluster has 3 nodes in eu-west-1 | The cluster has 5 nodes in us-east-1
    The daemon also has a timeout of 10 s | The daemon has a timeout of 30 s
    Each of the three pools has 5 connections | The pool has 9 connections
    A third of the pods use spot nodes | A third of the pods do not use spot nodes
    The latter needs a token | The latter does not need a token
    This breaks on Windows | This does not break on Windows
    Watch mode does not work over NFS | Watch mode works over NFS with polling
    Sync does not run offline | Sync runs offline in the desktop client
    The get endpoint is cached | The endpoint is cached
    The set command is deprecated | The command is deprecated
    The list view is slow | The view is slow
    The use clause is sorted | The clause is sorted
    Run go fmt before a commit | Run fmt before a commit
    Run make docs in CI | Run docs in CI
    The project token is rotated monthly | The token is rotated monthly
    The team calendar is shared | The calendar is shared
    The process table is locked | The table is locked
    The file cache is cleared nightly | The cache is cleared nightly
    The call graph is cached | The graph is cached
    The want list is public | The list is public
    The keep flag is set | The flag is set
    The all command builds the docs | The command builds the docs
    The exception class is public | The class is public
    The exceptions table is pruned | The table is pruned
    Throw exceptions in the parser | Throw in the parser
    The do command is slow | The command is slow
    The as keyword is banned | The keyword is banned
    Drivers must not sleep | Drivers need not sleep
    Keys must not be rotated by hand | Keys do not need to be rotated by hand
    Keys must not be rotated by hand | Keys do not have to be rotated by hand
    Jobs must never overlap | Jobs need never overlap
    Writers should not lock | Writers don't have to lock
    The cache does not expire | The cache must not expire
    Plugins are not loaded | Plugins must not be loaded
    The client doesn't follow redirects | The client shouldn't follow redirects
    Use C# for the game | Use C for the game
    The A# note plays | The A note plays
    The C# client is slow | The C client is slow
    The backup needs the key | The key must be backed up
    The scan must use the token | The token must be scanned
    Imports need a schema | A schema must be imported
    Our deploys need a ticket | A ticket must be deployed
    The load needs a balancer | A balancer must be loaded
    We cache every page with a banner | All pages with a banner are cached
    Delete the rows in staging | The rows in staging must be deleted
    The worker compresses logs in the bucket | The logs in the bucket are compressed by the worker
    The requests from the gateway are logged | The requests are logged from the gateway
    The branch is called v2 | The branch is called 2
    The label is v1.0 | The label is 1.0
    Use the setting page | Use the settings page
    The jobs runner is slow | The job runner is slow
    The user directory is linted | The users directory is linted
    Buildings are listed first | Builds are listed first
    The hook makes us rerun the tests | The hook reruns the tests
    The directive is \"use cache\" | The directive is use cache
    Grant write:org to the bot | Grant write org to the bot
    Traces and logs go to Tempo | Traces no longer go to Tempo
    Metrics, logs and traces go to Honeycomb | Logs no longer go to Honeycomb
    The key is used to sign the URL | The key used to sign the URL
    The limit is 2 GB | The limit is 2048 MB
    The cloud is GCP | The cloud is Google Cloud
    The server listens on port 22 | The server listens on port 2222
    The pipeline is red | The pipeline is yellow
    The queue holds 100 jobs | The queue held 300 jobs
    The report covers 5 teams | The report covered 9 teams
    Make certain that backups are encrypted | Backups are encrypted
    Be sure the flag is off | The flag is off
    The run button is red | The button is red
    My laptop has Docker | The laptop has Docker
    The cleanup job was killed with 9 retries | The cleanup job was killed with 3 retries
    The API uses Express and Redis | The API moved to Fastify
    The importer uses pandas | The importer moved to Databricks
    The portal runs on Azure | The portal was ported to Angular
    Payroll is on Mondays | Payroll moved to Workday
    The logs are in Loki | The logs switched to JSON
    The team uses Slack | The team moved to Berlin
    The index is on Algolia | The index moved to eu-west-1
    Checkout uses Adyen | Checkout moved to its own service
    The scheduler uses cron | The scheduler was rewritten in Go
    The tests run on Node | The tests moved to CircleCI
    Backups go to S3 | Backups moved to Sundays
    The API is versioned by path | The API moved to v2
    The web client uses Vue | The web client uses Pinia
    The backend runs on Node | The backend runs on Fly.io
    The build uses Bazel | The build uses Docker
    We use Nginx for routing | We use Lua for routing
    The store uses Postgres | The store uses Redis
    The API uses JWT | The API uses REST
    Terraform manages the DNS | Ansible manages the DNS
    The cache is Redis | The cache is in-memory
    The cache is Redis | The cache is Memcached
    The docs are built with MkDocs | The docs are built with Docker
    The package is published to npm | The package is published to PyPI
    The image is based on Alpine | The image is based on Debian
    Events are sent to Kafka | Events are sent to Segment
    The current task is login | The current task is search
    The failing job is lint | The failing job is build
    The assignee is Kim | The assignee is Sam
    The PR is 123 | The PR is 456
    The supported version is 3.11 | The supported version is 3.12
    The region is eu-west-1 | The region is eu-central-1
    The error code is E100 | The error code is E200
    The job fails after 10 minutes | The job fails after 20 minutes
    The query returned 5 rows | The query returned 9 rows
    The crash happens at 200 MB | The crash happens at 900 MB
    The release went out with 4 fixes | The release went out with 9 fixes
    The server returns 500 on upload | The server returns 502 on upload
    The CLI also retries 3 times | The CLI retries 5 times
    It waits for 3 seconds | It waits for 5 seconds
    They are cached | They are not cached
    Two of the nodes are in Oslo | Two of the nodes are not in Oslo
    Most of the tests are slow | Most of the tests are not slow
    Login does not work in Safari | Login works in Safari when cookies are on
    The build fails on Windows | The build does not fail on Windows without WSL
    Callbacks must not throw | Callbacks need not throw
    You must not cache tokens | You don't need to cache tokens
    The hook must not run twice | The hook does not run twice
    The app must not log emails | The app does not log emails
    Use F# in the scripts | Use F in the scripts
    The go compiler is pinned | The compiler is pinned
    Pin the go version | Pin the version
    Check the make output | Check the output
    Read the decision record | Read the record
    The user table is large | The table is large
    The using block is closed | The block is closed
    Sort by create date | Sort by date
    Sort by done date | Sort by date
    Show the all tab | Show the tab
    The set function is slow | The function is slow
    The run script is slow | The script is slow
    The default value is cached | The value is cached
    Team: use tabs | Use tabs
    Project: use tabs | Use tabs
    User: use tabs | Use tabs
    Exceptions: use tabs | Use tabs
    The review needs a checklist | The checklist must be reviewed
    Releases must have a tag | A tag must be released
    The cache needs Redis | Redis must be cached
    We lint every file with a header | All files with a header are linted
    We mail every report from the cron job | All reports from the cron job are mailed
    We send alerts to Slack | Alerts to Slack are sent
    Encrypt backups on the NAS | Backups on the NAS must be encrypted
    Name the branch v3 | Name the branch 3
    Publish the image as v2.1 | Publish the image as 2.1
    The image name is app:v1 | The image name is app:1
    Windows are resized on start | The window is resized on start
    The glasses are cached | The glass is cached
    The new class is sealed | The news class is sealed
    Use the string type | Use the strings type
    The rule makes us squash commits | The rule squashes commits
    Add \"use strict\" to the file | Add use strict to the file
    The scope is repo:read | The scope is repo read
    The cleanup job used to run nightly | The cleanup job is used to run nightly
    Docs and tests are in docs/ | Tests are no longer in docs/
    Alice and Bob own billing | Bob no longer owns billing
    The size is 1 MB | The size is 1000 KB
    The commit is abc1234 | The commit is abc1234def
";

#[test]
fn what_may_hold_side_by_side_is_not_acted_on() {
    assert_not_acted_on(ASKED);
}

#[test]
fn what_has_one_answer_is_certain() {
    insta::assert_snapshot!(verdicts("
        The session timeout is 30 minutes | The session timeout is 45 minutes
        CI uses GitLab CI | CI uses Jenkins
        The app runs on React Native | The app runs on Flutter
        The cloud is AWS | The cloud is Azure
        Uploads are limited to 5 MB | Uploads are limited to 20 MB
        Tests run in parallel | Tests do not run in parallel
        Team CI is on Buildkite | Team CI moved to CircleCI
        The cluster is in eu-west-1 | The cluster was moved to us-east-2
        The project uses Redis for sessions | We use Redis for sessions
        We deploy on Tuesdays | Deploys moved to Fridays
    "), @"
    conflicts slot-frame(is, is): The session timeout is 30 minutes | The session timeout is 45 minutes
    conflicts slot-frame(relies, relies): CI uses GitLab CI | CI uses Jenkins
    conflicts slot-frame(relies, relies): The app runs on React Native | The app runs on Flutter
    conflicts slot-frame(is, is): The cloud is AWS | The cloud is Azure
    conflicts slot-frame(does, does): Uploads are limited to 5 MB | Uploads are limited to 20 MB
    conflicts C1: Tests run in parallel | Tests do not run in parallel
    supersedes S6: Team CI is on Buildkite | Team CI moved to CircleCI
    supersedes S6: The cluster is in eu-west-1 | The cluster was moved to us-east-2
    same T1: The project uses Redis for sessions | We use Redis for sessions
    supersedes S6: We deploy on Tuesdays | Deploys moved to Fridays
    ");
}
