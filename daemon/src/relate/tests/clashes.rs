//! *Conflicts* by kind of sentence: contradictions in other topics than those that the rules were measured on, each with
//! look-alikes that must stay untouched.

use super::support::verdict;

/// What is neither marked nor asked about as a conflict, of the pairs in a table.
fn missed(table: &str) -> Vec<String> {
    told(table, |verdict| !is_conflict(verdict))
}

/// What is marked or asked about as a conflict, in either order.
fn flagged(table: &str) -> Vec<String> {
    told(table, is_conflict)
}

fn is_conflict(verdict: &str) -> bool {
    verdict.starts_with("conflicts") || verdict.starts_with("review as conflicts")
}

fn told(table: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let rows = table.lines().map(str::trim).filter(|row| !row.is_empty());
    let pairs = rows.filter_map(|row| row.split_once(" | "));
    let both = pairs.flat_map(|(a, b)| [(a, b), (b, a)]);
    let verdicts = both.map(|(a, b)| (verdict(a, b), a, b));
    let found = verdicts.filter(|(verdict, _, _)| wanted(verdict));
    found.map(|(verdict, a, b)| format!("{verdict}: {a} | {b}")).collect()
}

pub(super) fn assert_kind(contradictions: &str, look_alikes: &str) {
    let (missed, flagged) = (missed(contradictions), flagged(look_alikes));
    assert!(missed.is_empty() && flagged.is_empty(), "missed {missed:#?}, flagged {flagged:#?}");
}

#[test]
fn a_number_behind_any_verb() {
    assert_kind(
        "
        The mailer retries four times. | The mailer retries nine times.
        Backups get deleted after 30 days. | Backups get deleted after 90 days.
        The gateway opens 20 connections. | The gateway opens 50 connections.
        A seat costs 12 dollars. | A seat costs 19 dollars.
        The ingress forwards to port 3100. | The ingress forwards to port 3200.
        Requests time out after 15 seconds. | Requests time out after 60 seconds.
        The trial lasts 14 days. | The trial lasts 30 days.
        The token refreshes every 10 minutes. | The token refreshes every 55 minutes.
        The Swift package targets iOS 15. | The Swift package targets iOS 17.
        Disk usage of the registry peaks at 80 GB. | Disk usage of the registry peaks at 200 GB.
        Invoices go out on the 5th. | Invoices go out on the 20th.
        The proxy evicts entries after 5 minutes. | The proxy evicts entries after 30 minutes.
        Lists show 25 rows per page. | Lists show 50 rows per page.
        The service runs 3 replicas. | The service runs 5 replicas.
        Java 11 is required. | Java 17 is required.
        Planning is at 10:00. | Planning is at 14:30.
        The backup job starts at 01:15. | The backup job starts at 03:45.
        Hotfix branches get merged within 24 hours. | Hotfix branches get merged within 72 hours.
        ",
        "
        The build takes 4 minutes on Linux. | The build takes 9 minutes on Windows.
        The build takes 4 minutes with a warm cache. | The build takes 11 minutes with a cold cache.
        The upload limit is 5 MB for free users. | The upload limit is 50 MB for paid users.
        Sessions expire after 30 minutes of inactivity. | Sessions expire after 12 hours in total.
        Thumbnails are cached for 10 minutes. | Avatars are cached for 60 minutes.
        Builds fail on Node 16. | Builds fail on Node 18.
        The SDK works with Python 3.9. | The SDK works with Python 3.12.
        The lib supports Python 3.10. | The lib supports Python 3.12.
        Admins can upload 2 GB. | Guests can upload 20 MB.
        Each shard stores 2 replicas. | Each shard stores its own index.
        Traces are sampled at 10 percent. | Traces are kept for 7 days.
        ",
    );
}

#[test]
fn a_name_behind_any_verb() {
    assert_kind(
        "
        Alerts go to Opsgenie. | Alerts go to PagerDuty.
        Login goes through Okta. | Login goes through Keycloak.
        Emails are delivered by Postmark. | Emails are delivered by Mailgun.
        Metrics come from StatsD. | Metrics come from Telegraf.
        Uploads end up in MinIO. | Uploads end up in Swift.
        The chart library draws with WebGL. | The chart library draws with SVG.
        The wiki lives on Confluence. | The wiki lives on Notion.
        Audit events flow into Splunk. | Audit events flow into Elastic.
        Webhooks are delivered through Svix. | Webhooks are delivered through Hookdeck.
        Support tickets land in Zendesk. | Support tickets land in Freshdesk.
        We profile with Pyroscope. | We profile with Parca.
        The all-hands is on Mondays. | The all-hands is on Thursdays.
        The retry budget resets hourly. | The retry budget resets daily.
        The user wants answers in German. | The user wants answers in English.
        Use `pnpm build` to build the site. | Use `make site` to build the site.
        Cron expressions are evaluated in UTC. | Cron expressions are evaluated in local time.
        ",
        "
        Audit events flow into Splunk. | Metrics flow into Splunk.
        Support tickets land in Zendesk. | Bug reports land in Linear.
        We profile with Pyroscope. | We profile in staging.
        The desktop app is packaged with Tauri. | The desktop app is packaged in CI.
        The dashboards are built in Grafana. | The dashboards are built by the platform team.
        Anika reviews all changes to the auth module. | Anika reviews all changes to the billing module.
        Use make to build the docs. | Use make to run the tests.
        Deploy with care. | Deploy with Argo.
        Compile with `-Wall -Werror`. | Compile with `-O3 -flto`.
        Run benchmarks with a warm cache. | Run benchmarks with hyperfine.
        Run tests with race detection. | Run tests with coverage.
        Write release notes in the present tense. | Write release notes in Spanish.
        Tests run in Docker. | Tests run in random order.
        The exporter runs hourly. | The exporter runs as nobody.
        The crawler sleeps between pages. | The crawler sleeps at night.
        Office hours are at 15:00. | Office hours are in room 4.
        The worker opens a socket. | The worker opens a log file.
        The API returns timestamps. | The API returns ids.
        The API returns XML on /feed. | The API returns JSON on /items.
        The tests use pytest. | The tests use factories.
        Postgres stores orders. | Postgres stores invoices.
        Images are rejected by the CMS. | Images are rejected by the mail gateway.
        The report has 3 sections. | The report has 12 charts.
        The tokens are opaque. | The tokens are short-lived.
        The man is sitting in the park. | The man is sitting in the sun.
        ",
    );
}

#[test]
fn another_subject_of_one_value() {
    assert_kind(
        "",
        "
        Android builds need JDK 17. | Desktop builds need JDK 17.
        Windows runners need 8 GB. | Linux runners need 8 GB.
        The orders service runs on Nomad. | The invoices service runs on Nomad.
        Preview runs on Fly. | Demo runs on Fly.
        Staging runs on Kubernetes. | Production runs on Kubernetes.
        The left sidebar shows files. | The right sidebar shows files.
        Internal users see drafts. | External users see drafts.
        Large uploads are rejected. | Small uploads are accepted.
        Manual deploys are logged. | Automatic deploys are logged.
        ",
    );
}

#[test]
fn what_a_tool_is_used_for_said_from_both_sides() {
    assert_kind(
        "
        Redis powers the session store. | The session store runs on Hazelcast.
        Solr backs the catalogue search. | Catalogue search runs on Typesense.
        Java 21 is the runtime for all workers. | All workers run on Java 17.
        Postgres 16 is the database behind the ledger. | The ledger runs on MySQL 8.
        Grafana renders the SLO dashboard. | The SLO dashboard is a Kibana page.
        Images are stored in S3. | Images are stored on a local disk, S3 isn't used.
        Credentials come from AWS Secrets Manager. | Credentials come from a dotenv file, AWS Secrets Manager isn't used.
        ",
        "
        Redis backs the session store. | Redis backs the rate limiter.
        Redis powers the session store. | The session store is public.
        Grafana renders the SLO dashboard. | Grafana renders the cost dashboard.
        Grafana renders the SLO dashboard. | The SLO dashboard is slow.
        Images are stored in S3. | Videos are stored on a local disk, GCS isn't used.
        Java 21 is the runtime for all workers. | All workers run as root.
        ",
    );
}

#[test]
fn opposites() {
    assert_kind(
        "
        The importer is unreliable on large files. | The importer is reliable on large files.
        The image is signed. | The image is unsigned.
        Labels are compulsory on issues. | Labels are optional on issues.
        The validator accepts empty strings. | The validator rejects empty strings.
        The compiler warns on shadowed names. | The compiler ignores shadowed names.
        The exporter handles emoji correctly. | The exporter breaks on emoji.
        Services are versioned together. | Services are versioned separately.
        User likes verbose explanations. | User dislikes verbose explanations.
        User loves long explanations. | User hates long explanations.
        The build is deterministic. | The build is nondeterministic.
        The token is encrypted at rest. | The token is unencrypted at rest.
        Vendored files are included in the bundle. | Vendored files are excluded from the bundle.
        Keep temp files after the run. | Delete temp files after the run.
        Keep the feature branch after the merge. | Delete the feature branch after the merge.
        Show the debug panel in staging. | Hide the debug panel in staging.
        Use one shared database for all tenants. | Use a separate database for each tenant.
        The list is sorted oldest first. | The list is sorted newest first.
        The importer tolerates blank lines. | The importer rejects blank lines.
        The migration is reversible. | The migration is irreversible.
        Exceptions are swallowed in the worker. | Exceptions are propagated in the worker.
        Stack traces are shown to customers. | Stack traces are hidden from customers.
        The crawler respects robots.txt. | The crawler ignores robots.txt.
        FYI the user hates emojis in titles. | User is fine with emojis in titles.
        ",
        "
        Push images to the registry. | Pull images from the registry.
        The job uploads reports. | The job downloads reports.
        The client sends heartbeats. | The client receives heartbeats.
        Encode the payload before sending. | Decode the payload after receiving.
        Old logs are deleted. | New logs are kept.
        The parser rejects tabs. | The lexer accepts tabs.
        The search box is enabled for admins. | The search box is disabled for guests.
        The report is visible to admins. | The report is hidden from guests.
        The page is slow on mobile. | The page is fast on desktop.
        Debug symbols are kept in staging. | Debug symbols are stripped in production.
        The user prefers short commits. | The user prefers long explanations.
        The index is sorted ascending by date. | The index is sorted descending by score.
        Forks are forbidden. | Forks are not allowed.
        The button is blue. | The button is disabled.
        Install the tool. | Stall the tool.
        Discover the service. | Cover the service.
        ",
    );
}

#[test]
fn denials_in_other_words() {
    assert_kind(
        "
        Smoke tests take screenshots on failure. | Smoke tests do not take screenshots.
        pandas must be installed with --no-deps. | Never pass --no-deps when installing pandas.
        Translations exist for French, German and Polish. | There is no Polish translation.
        Ask before deleting branches. | You may delete branches without asking.
        The installer needs root. | The installer works without root.
        The app ships with telemetry. | The app ships without telemetry.
        Direct database edits are prohibited. | Direct database edits are fine.
        Merge commits are forbidden. | Merge commits are allowed.
        Everyone may edit the runbook. | Nobody may edit the runbook.
        The legacy exporter is still in use. | Nobody uses the legacy exporter.
        Only admins may invite users. | Anyone may invite users.
        Some endpoints are cached. | No endpoints are cached.
        The docs cover the admin API. | The docs don't cover the admin API.
        ",
        "
        Tests fail without Docker. | Tests need Docker.
        The worker can't run without Redis. | The worker needs Redis.
        Merges need approval. | Merges can't happen without approval.
        You don't need Docker to run the tests. | The tests run without Docker.
        GPU tests only run when the label is set. | Set the label to run GPU tests; otherwise they don't run.
        Nobody may edit released migrations. | Released migrations must not be edited.
        Release branches are protected, nobody may push to them. | Nobody may push to release branches, they are protected.
        Unit tests must not touch the disk. | Integration tests may touch the disk.
        The admin page requires a login. | The landing page requires no login.
        Never deploy on Fridays. | Never deploy without a rollback plan.
        Check the call with and without the flag. | The call needs the flag.
        ",
    );
}

#[test]
fn paraphrases_of_a_prohibition() {
    assert_kind(
        "
        Force pushes are OK on feature branches. | No force pushes on feature branches.
        Deploys are frozen in December. | Deploys in December are allowed.
        Comments are required. | Comments are not required.
        ",
        "
        Don't log auth headers, they may contain secrets. | Auth headers must not be logged because they can contain secrets.
        Don't restart the broker, clients may lose messages. | The broker must not be restarted because clients can lose messages.
        Never share the admin key, it might leak. | The admin key must never be shared because it could leak.
        Deploys are frozen in December. | No deploys in December.
        Merges are blocked on Fridays. | No merges on Fridays.
        The debug endpoint is disabled in production. | In production the debug endpoint is turned off.
        Telemetry is off by default. | Telemetry is disabled by default.
        Comments are optional. | Comments are not required.
        Guests can't see prices. | Prices are hidden from guests.
        The job isn't idempotent. | The job is non-idempotent.
        Always run migrations before deploying. | Never deploy before running migrations.
        Nobody may push to prod. | Pushing to prod is not allowed for anyone.
        ",
    );
}

#[test]
fn operands_exchanged_over_two_clauses() {
    assert_kind(
        "
        Avoid lodash; use ramda instead. | Avoid ramda; use lodash instead.
        Don't use axios, use fetch. | Don't use fetch, use axios.
        Log to stdout, never to files. | Log to files, never to stdout.
        The server validates, the client doesn't. | The client validates, the server doesn't.
        schema.rb is the source of truth, structure.sql is ignored. | structure.sql is the source of truth, schema.rb is ignored.
        ",
        "
        Avoid lodash; use ramda instead. | Use ramda instead; avoid lodash.
        Don't use axios, use fetch. | Use fetch, don't use axios.
        The job copies orders from Shopify to the lake. | The job copies orders from the lake to Shopify.
        ",
    );
}

#[test]
fn what_is_told_as_newer_is_never_marked() {
    for (a, b) in [
        ("The lease lasts 20 minutes.", "The lease now lasts 45 minutes."),
        ("The lease lasts 20 minutes.", "The lease lasts 45 minutes, up from 20."),
        ("Reports are rendered with LaTeX.", "Update: reports are rendered with Typst."),
        ("Slides are rendered with LaTeX.", "Correction: slides are rendered with Typst."),
    ] {
        for (x, y) in [(a, b), (b, a)] {
            assert!(!verdict(x, y).starts_with("conflicts"), "{}: {x} | {y}", verdict(x, y));
        }
    }
}
