//! *Supersedes* by the grammar of change: what came about, what holds since when, what goes from one to another by any verb; and
//! what shares words with a change and is none.

use super::support::{assert_left, assert_replaced, verdicts};

#[test]
fn what_came_about_and_excludes_what_was() {
    assert_replaced(
        "
        Feature branches are deleted by hand after the merge. | Feature branches get deleted automatically after the merge now.
        API keys never expire. | API keys expire after a year as of March.
        Rollbacks are done by hand. | Rollbacks have been automated.
        The parser is single-threaded. | The parser became multi-threaded in 5.0.
        The daemon needs root. | The daemon can run without root now.
        Code owners must approve every change. | Code owner approval has become optional.
        The recommendations job was paused. | The recommendations job has been resumed.
        The sidebar is collapsed by default. | The sidebar is expanded by default now.
        Deploys require a change ticket. | A change ticket is not required for deploys as of this week.
        The mailer is synchronous. | The mailer was made asynchronous.
        The public API has no rate limit. | A rate limit was introduced for the public API.
        The app has no offline mode. | An offline mode was added to the app in 6.0.
        Comments are closed on old posts. | Comments have been reopened on old posts.
        The importer can't handle BOMs. | The importer handles BOMs since 1.9.
        There is no staging environment. | A staging environment is available now.
        Linting is optional. | Linting is mandatory from now on.
        Checksum validation is off by default. | Checksum validation is on by default as of 3.2.
        Backups are not encrypted. | Backups have been encrypted since March.
    ",
    );
}

#[test]
fn what_is_needed_no_longer() {
    assert_replaced(
        "
        The metrics endpoint requires a token. | A token isn't needed for the metrics endpoint anymore.
        The office VPN is required for SSH. | SSH works without the office VPN now.
        Contributors must sign the CLA. | The CLA requirement has been waived for contributors.
        Login needs a captcha. | The captcha was removed from login.
        New tables need a data owner. | The data owner requirement for new tables was dropped.
        The vendor directory is checked in. | The vendor directory is no longer checked in.
    ",
    );
}

#[test]
fn a_step_of_any_verb() {
    assert_replaced(
        "
        Thumbnails are rendered on the client. | Thumbnail rendering has shifted to the server.
        Translations are stored in YAML files. | Translations have been converted from YAML to PO files.
        The linter runs as a pre-commit hook. | The linter was taken out of the pre-commit hook.
        Payments are processed by Adyen. | Payments have been moved to Stripe.
        The product is called Falcon. | The product was rebranded from Falcon to Kestrel.
        The build script is build.sh. | build.sh has become a justfile.
        Our CDN is Cloudflare. | We're off Cloudflare and on Fastly.
        The theme is configured in theme.json. | theme.json was merged into config.json.
        The map tiles come from Mapbox. | We have said goodbye to Mapbox; map tiles come from MapLibre.
        The public demo runs on Heroku. | The public demo was taken off Heroku.
        Cookies are set with SameSite=None. | Cookies switched to SameSite=Strict in 3.1.
        The main repo is on Bitbucket. | The main repo was transferred from Bitbucket to GitLab.
        We have two on-call rotations. | The two on-call rotations were merged into one.
        The event schema is defined in Avro. | The event schema got ported from Avro to Protobuf.
        We keep design docs in Google Drive. | Design docs have moved out of Google Drive and into the repo.
        Kafka has three brokers. | Kafka runs with five brokers now.
        Docs are written in reStructuredText. | The docs were converted from reStructuredText to Markdown.
        The session store is in-memory. | The in-memory session store made way for Redis.
    ",
    );
}

#[test]
fn a_number_of_the_same_measure() {
    assert_replaced(
        "
        The gateway times out after 30 seconds. | The gateway timeout was bumped to 60 seconds.
        The image cache is capped at 2 GB. | The image cache cap was lifted to 4 GB.
        Pagination defaults to 20 items. | The pagination default is up to 50 items.
        The pool holds 20 workers. | The pool was trimmed down to 12 workers.
        Mirrors sync every hour. | The mirror sync interval was halved.
        The free tier includes 1000 requests a day. | The free tier was reduced to 500 requests a day.
        The dashboard refreshes every 60 seconds. | The dashboard refresh interval is 15 seconds as of v8.
        The SLA is 99.5 percent. | The SLA went from 99.5 to 99.9 percent.
        Users can have at most 3 devices. | The device limit per user was upped from 3 to 5.
        The max attachment size is 10 MB. | Attachments of up to 25 MB are allowed now.
        Trial accounts last 14 days. | Trial accounts were extended to 30 days.
        Search queries are logged for 30 days. | We cut search query logging down to 7 days.
        CI needs 25 minutes per run. | CI went from 25 minutes to 11 per run.
        Test coverage is 61%. | Test coverage is up to 78%.
    ",
    );
}

#[test]
fn the_same_said_otherwise_since() {
    assert_replaced(
        "
        Beta builds go out on Thursdays. | From May on, beta builds go out on Mondays.
        Sessions are kept in memory. | Sessions are kept in Redis since the scale-out.
        Errors are returned as plain text. | As of API v4 errors are returned as JSON.
        Flaky tests are quarantined by hand. | A bot quarantines flaky tests now.
        Releases are cut by Jonas. | Releases are cut by Miriam now that Jonas has left.
        We review dependencies once a quarter. | Dependencies are reviewed monthly these days.
        Sofia approves budget requests. | Budget requests are approved by Karim since Sofia's leave began.
        Releases happen every other Wednesday. | Releases now happen continuously.
        The config loader silently ignores unknown keys. | Since 2.0 the config loader rejects unknown keys.
        The CLI prints plain text. | The CLI prints JSON from 2.0 onwards.
        Standup is daily. | Standup is only twice a week now.
        The cache TTL is five minutes. | The cache TTL is one minute now.
        Deprecated endpoints answer with a warning header. | Deprecated endpoints now answer 410.
        The home page shows the ten latest posts. | The home page shows twenty posts now.
    ",
    );
}

#[test]
fn what_was_done_anew_or_came_true() {
    assert_replaced(
        "
        The admin panel is written in Vue. | The admin panel got rewritten in Svelte.
        Dark mode is experimental. | Dark mode graduated from experimental.
        The importer chokes on UTF-16 files. | The importer reads UTF-16 files fine since 2.8.
        Sprint planning takes place on Monday. | Sprint planning was rescheduled to Tuesday.
        The XML export is broken. | XML export works again as of 2.2.
        Builds take 20 minutes because tests run serially. | Builds are quick now that tests run in parallel.
        The CLI is written in Ruby. | The CLI has been reimplemented in Go.
        The Windows build is broken. | The Windows build is green again.
        Sharding is planned. | Sharding has been rolled out.
        The plugin API is unstable. | The plugin API was stabilised in 1.0.
    ",
    );
}

#[test]
fn what_only_one_had() {
    assert_replaced(
        "
        SSO is only available on the enterprise plan. | SSO is available on all plans since June.
        The docs are only in English. | The docs are also available in German now.
        The formatter ignores tests. | The formatter covers tests too since last week.
        Images are built for amd64 only. | Images are built for arm64 as well since May.
        Only Postgres is supported as a backend. | MySQL is supported as a backend too since 1.4.
    ",
    );
}

#[test]
fn the_whole_old_value_and_the_subject_named_are_certain() {
    let table = "
        Translations are stored in YAML files. | Translations have been converted from YAML to PO files.
        The fuzz target crashes on empty input. | The crash of the fuzz target on empty input was resolved.
        Mara leads the billing team. | Mara left the company, Tomas leads the billing team now.
        Our wiki is in Confluence. | Confluence is being retired; the wiki lives in Outline.
        Mobile tests run on BrowserStack. | We cancelled BrowserStack; mobile tests run on an in-house device lab.
        Dark mode is experimental. | Dark mode graduated from experimental.
        The search index is rebuilt nightly. | The search index is now updated incrementally instead of being rebuilt nightly.
        The chat widget is served from cdn.acme.com. | cdn.acme.com was shut down; the chat widget is served from Fastly.
        The linter runs as a pre-commit hook. | The linter was taken out of the pre-commit hook.
        Node 16 is supported. | Support for Node 16 has ended.
        We support Internet Explorer 11. | Internet Explorer 11 support was discontinued.
        Experiments are logged to TensorBoard. | TensorBoard is gone, experiments are logged to Aim.
        The nightly backup goes to Glacier. | Nightly backups stopped going to Glacier.
        The product is called Falcon. | The product was rebranded from Falcon to Kestrel.
        Artifacts are kept in Nexus. | Nexus reached its end of life; artifacts are kept in Pulp.
        The sync protocol is JSON over HTTP. | The sync protocol evolved from JSON over HTTP to protobuf over gRPC.
        Passwords must be changed every 90 days. | The rule that passwords must be changed every 90 days was scrapped.
        The map tiles come from Mapbox. | We have said goodbye to Mapbox; map tiles come from MapLibre.
        The public demo runs on Heroku. | The public demo was taken off Heroku.
        The team meets on Zoom. | The team gave up Zoom for Google Meet.
        Monitoring is done with Nagios. | Monitoring was migrated to Prometheus.
        Login needs a captcha. | The captcha was removed from login.
        The load balancer is HAProxy. | HAProxy has been replaced as the load balancer by Envoy.
        Configuration is read from environment variables. | Configuration moved from environment variables into a TOML file.
        The main repo is on Bitbucket. | The main repo was transferred from Bitbucket to GitLab.
        The backend is deployed with Ansible. | Ansible was retired for backend deploys, Flux does them.
        The scraper runs hourly. | The scraper runs every ten minutes now instead of hourly.
        Strings are translated by volunteers. | Strings used to be translated by volunteers; an agency does it now.
        The vendor directory is checked in. | The vendor directory is no longer checked in.
        Lunch talks happen on Wednesdays. | Lunch talks were moved to Fridays.
        Emma owns the design tokens. | Emma passed the design tokens to Louis.
        Metrics are pushed to Graphite. | Graphite was shut down last week; metrics are pushed to VictoriaMetrics.
        Time is tracked in Toggl. | Toggl is out; time is tracked in Clockify.
        The website uses Google Analytics. | Google Analytics was thrown off the website, Plausible is used.
        Mypy runs in strict mode. | Strict mode was turned off for mypy.
        The event schema is defined in Avro. | The event schema got ported from Avro to Protobuf.
        We keep design docs in Google Drive. | Design docs have moved out of Google Drive and into the repo.
        The user is learning Rust. | The user gave up on Rust and is learning Zig.
        CI needs 25 minutes per run. | CI went from 25 minutes to 11 per run.
        Devs have write access to production. | Write access to production was taken away from devs.
        Standup is at 9:30. | Standup got moved to 10:00.
        Docs are written in reStructuredText. | The docs were converted from reStructuredText to Markdown.
        The batch job runs on the big VM. | The batch job was moved off the big VM onto Kubernetes.
        Metrics are scraped every 15 s. | The scrape interval for metrics was raised from 15 s to 60 s.
        The main contact is Paul. | Paul has retired; the main contact is Greta.
        The linter config extends airbnb. | The linter config no longer extends airbnb, it extends our own preset.
        The session store is in-memory. | The in-memory session store made way for Redis.
        The build needs Python 2. | The build works with Python 3 now, Python 2 is history.
    ";
    for row in verdicts(table).lines() {
        assert!(row.starts_with("supersedes"), "{row}");
    }
}

#[test]
fn an_older_that_names_the_new_value_too_is_at_most_asked_about() {
    let table = "
        Use map instead inject. | Replaced inject with map
        Use Vitest and Jest for unit tests. | Unit tests were moved from Jest to Vitest.
        Sessions are kept in Redis and Postgres. | Sessions were migrated from Redis to Postgres.
    ";
    for row in verdicts(table).lines() {
        assert!(!row.starts_with("supersedes"), "{row}");
    }
}

#[test]
fn a_change_of_something_that_shares_words_replaces_nothing() {
    assert_left(
        "
        The audit log is kept for 90 days. | The access log retention was extended to 180 days.
        Use black to format Python code. | The Go formatter was replaced by gofumpt.
        Thumbnails are rendered on the client. | Thumbnail sizes were changed to 200 pixels.
        Translations are stored in YAML files. | Release notes have been converted from YAML to Markdown.
        The metrics endpoint requires a token. | A token isn't needed for the health endpoint anymore.
        Search results are sorted by date. | Since v7, search results are cached.
        Mara leads the billing team. | Mara no longer leads the standup.
        The image cache is capped at 2 GB. | The font cache was lifted to 4 GB.
        The admin panel is written in Vue. | The landing page got rewritten in Svelte.
        Payments are processed by Adyen. | Refund emails have been moved to Postmark.
        Node 16 is supported. | Support for Python 3.7 has ended.
        Experiments are logged to TensorBoard. | Old experiments are removed from TensorBoard after 60 days.
        The pool holds 20 workers. | Workers are restarted after 12 jobs.
        Sessions are kept in memory. | Since the scale-out sessions are encrypted.
        Our CDN is Cloudflare. | Our registrar moved from Namecheap to Porkbun.
        Video transcoding happens on CPU nodes. | Thumbnail extraction was moved from CPU nodes to Lambda.
        The sidebar is collapsed by default. | The sidebar was restyled in 5.1.
        Deploys require a change ticket. | Deploys were logged in the change calendar last year.
        Crash reports go to Sentry. | Performance traces were moved from Sentry to Tempo.
        Email digests are sent weekly. | Email templates were switched to MJML.
        The public demo runs on Heroku. | The internal demo was taken off Heroku.
        Rate limiting is done in nginx. | nginx was upgraded to 1.26.
        Reports are generated with JasperReports. | Reports older than a year are deleted.
        Failed jobs are dropped after three attempts. | The job queue is drained before a deploy.
        Ren is on call for storage. | Ren took over the onboarding docs from Ida.
        The build script is build.sh. | The test script was renamed from test.sh to check.sh.
        The parser is single-threaded. | The lexer was rewritten in Rust.
        The compile step takes nine minutes. | The test step was cut to three minutes.
        Artifacts are kept in Nexus. | Docker images were copied from Nexus to ECR.
        The API uses snake_case field names. | API error codes were changed to integers.
        Uploads are limited to 10 files. | Downloads are no longer limited to 10 files.
        The free tier includes 1000 requests a day. | The pro tier was raised to 50000 requests a day.
        Passwords are hashed with bcrypt. | API tokens are now hashed with SHA-256 instead of MD5.
        Mobile tests run on BrowserStack. | Browser tests were dropped from the nightly run.
        Dark mode is experimental. | Dark mode icons were redrawn.
        The wiki lives in Confluence. | The roadmap was pulled out of Confluence.
        The daemon needs root. | The daemon now logs to journald.
        Beta builds go out on Thursdays. | Beta builds are now signed.
        Compaction runs on one thread. | Compaction metrics were added in 4.2.
        Two reviewers are needed for schema changes. | Schema changes are now announced in #db.
        Monitoring is done with Nagios. | Alert texts were migrated to Markdown.
        The GPU quota is 8 cards. | The CPU quota got raised to 64 cores.
        The XML export is broken. | CSV export works again as of 2.2.
        Login needs a captcha. | The captcha was removed from the contact form.
        The load balancer is HAProxy. | The load balancer was rebooted after the outage.
        Emma owns the design tokens. | Emma passed the style guide to Louis.
        Time is tracked in Toggl. | Expenses are tracked in Spendesk now.
        The API returns XML. | The admin API requires a token now.
        The Redis cluster has 3 nodes. | The Kafka cluster was scaled out to 5 nodes.
        Trial accounts last 14 days. | Trial accounts were created for 14 partners.
        Audit events are written to Kafka. | Audit events are now signed.
        Hotfixes skip QA. | Feature releases don't skip QA anymore.
    ",
    );
}

#[test]
fn a_change_of_another_part_replaces_nothing() {
    assert_left(
        "
        The scraper runs hourly. | The scraper logs to stdout now.
        Lunch talks happen on Wednesdays. | Board meetings were moved to Fridays.
        The CLI is written in Ruby. | The installer has been reimplemented in Go.
        Releases are cut by Jonas. | Jonas moved to the Berlin office.
        The wizard has five steps. | The checkout has been shortened to three steps.
        Users can have at most 3 devices. | Users can have two avatars now.
        Strings are translated by volunteers. | Strings are checked for typos now.
        Mypy runs in strict mode. | Strict mode was turned off for TypeScript.
        The vendor directory is checked in. | The vendor directory was scanned for licenses in May.
        Pagination is offset based. | Sorting was changed to be stable.
        Support answers tickets within 24 hours. | Support tickets are now tagged by product.
        The team meets on Zoom. | The recordings were moved from Zoom to Drive.
        Slack is our chat tool. | We left AWS for Hetzner.
        The website uses Google Analytics. | The mobile app no longer uses Google Analytics.
        The default theme is light. | The default avatar was replaced.
        We pin the compiler to 1.70. | The linker was upgraded to 2.42.
        Sofia approves budget requests. | Sofia took over travel requests from Karim.
        Error messages are in Polish. | Error codes were renumbered in 4.0.
        Error messages are in Polish. | Release notes were translated to English.
        Secrets are stored in .env files. | Secrets were rotated in March.
        The queue is RabbitMQ. | The queue was purged before the spring release.
        Ticket priorities are set by the reporter. | Ticket labels were cleaned up by the triager.
        PDF export uses wkhtmltopdf. | CSV export was rebuilt on top of Polars.
        The user lives in Hamburg. | The user's parents moved from Kiel to Vienna.
        User's editor is Vim. | User's terminal is Ghostty now.
        The user prefers short answers. | The user now works from Madrid.
        Kafka has three brokers. | Zookeeper runs with five nodes now.
        Standup is at 9:30. | The retro got moved to 10:00.
        Backups are not encrypted. | Backups have been stored in Glacier since March.
        Leo is the DBA. | Leo isn't on the hiring panel anymore; Nina is.
        The API allows anonymous access. | Anonymous access to the wiki has been disabled.
        The cache TTL is five minutes. | The session TTL is one minute now.
        Logs are in plain text. | Logs are shipped every minute now.
        Images are resized on upload. | Images are served from a CDN since May.
        Metrics are scraped every 15 s. | Metrics are stored for 60 days now.
        Test coverage is 61%. | Test runtime is up to 12 minutes.
        Orders are processed one by one. | Invoices are processed in batches of 50 now.
        Data is synced over FTP. | Data is checked for duplicates now.
        Tags are created by hand. | Branches were deleted by hand last week.
        Sharding is planned. | Compression has been rolled out.
        Docs are written in reStructuredText. | The API docs were moved to a subdomain.
        The parser is hand-written. | The hand-written lexer was replaced with a generated one.
        The Windows build is broken. | The macOS build is green again.
        The home page shows the ten latest posts. | The archive shows twenty posts now.
        Accounts are verified by SMS. | Accounts are merged by support now.
        Feature X is behind a flag. | The flag for feature Y was removed.
        The CLI prints plain text. | The CLI starts in 20 ms now.
        We use semantic versioning. | We dropped CalVer tags for the docs site.
        Customer data is stored in the US. | Employee data has been migrated to Frankfurt.
        The batch job runs on the big VM. | The big VM was rebooted.
        Staging is reset every night. | Production was reset once by accident.
    ",
    );
}

#[test]
fn habits_and_passive_states_are_no_changes() {
    assert_left(
        "
        Dropped packets are counted by the exporter. | The exporter counts packets that are dropped.
        Expired sessions are removed every night. | Every night, sessions that expired are removed.
        Telemetry is disabled in CI. | In CI, telemetry is switched off.
        Telemetry is off by default. | By default, telemetry is turned off.
        Never delete orders; archive them. | Orders are never deleted, only archived.
        Old logs are deleted after 30 days. | After 30 days, old logs are removed.
        The cache evicts the oldest entries first. | In the cache, the oldest entries are dropped first.
        Wipe the disk before a device is retired. | Before a device is retired its disk is wiped.
        Stale branches are archived after a month. | Branches that went stale are archived after a month.
        The legacy endpoint is gone. | The legacy endpoint has been removed.
        Tables are never dropped, only renamed. | Don't drop tables, rename them.
        Disconnected clients are dropped after 30 s. | Clients that disconnect get dropped after 30 seconds.
        Auto-merge is disabled for forks. | For forks, auto-merge is turned off.
        A worker is stopped after five errors. | Five errors, and the worker is stopped.
        User avatars are moved to S3 after upload. | After upload, avatars of users are moved to S3.
    ",
    );
}
