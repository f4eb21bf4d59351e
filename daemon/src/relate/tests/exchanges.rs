//! *Conflicts* by laying two texts side by side, and by what their words mean: each kind with sentences of many topics, and
//! look-alikes that must stay untouched.

use super::clashes::assert_kind;

#[test]
fn a_span_exchanged_in_what_is_said() {
    assert_kind(
        "
        Static files go into public/ together with the manifest. | Static files go into assets/ together with the manifest.
        The control loop runs at a fixed 50 Hz, whatever the load. | The control loop runs at a fixed 200 Hz, whatever the load.
        Backups of the ledger are sealed with age. | Backups of the ledger are sealed with Sealed Boxes.
        The cookie is SameSite=Strict and Secure in embeds. | The cookie is SameSite=Lax and Secure in embeds.
        Timestamps in the export are RFC 3339. | Timestamps in the export are Unix milliseconds.
        The intern waters the plants on Monday. | The intern waters the plants on Friday.
        Retrospectives happen on the second Tuesday of the month. | Retrospectives happen on the last Friday of the month.
        Fifteen percent of the traces are sampled in full. | Forty percent of the traces are sampled in full.
        The frontend talks to the search service over gRPC. | The frontend talks to the search service over REST.
        Release branches follow the pattern `rel/*`. | Release branches follow the pattern `release-*`.
        Licence: MPL-2.0 | Licence: BSD
        User timezone: Asia/Tokyo | User timezone: America/Lima
        Indentation: 3 spaces in YAML files. | Indentation: 2 spaces in YAML files.
        The consumer group is called ledger-v1. | The consumer group is called ledger-main.
        The retro board runs from 9 am. | The retro board runs from 2 pm.
        The migration takes an hour. | The migration takes five minutes.
        The cluster has 5 worker nodes. | The cluster has a single worker node.
        Snapshots are taken hourly. | Snapshots are taken once a day.
        Labels start with the customer number. | Labels start with the region code.
        The textures are authored in Krita and exported to PNG. | The textures are authored in Photoshop.
        On a merge conflict the local copy wins. | On a merge conflict the remote copy wins.
        ",
        "
        Static files go into public/ together with the manifest. | Source maps go into public/ together with the manifest.
        The control loop runs at 50 Hz. | The render loop runs at 120 Hz.
        Backups of the ledger are sealed with age. | Backups of the ledger are signed with minisign.
        Timestamps in the export are RFC 3339. | Timestamps in the logs are RFC 3339.
        The intern waters the plants on Monday. | The intern feeds the fish on Monday.
        The reviewer checks changes to the auth module. | The reviewer checks changes to the billing module.
        The client crashes on startup when the folder is on OneDrive. | The client crashes on startup when the folder is on Dropbox.
        The exporter supports dark mode. | The exporter supports offline mode.
        The gateway needs the TOKEN_URL variable. | The gateway needs the REGION_ID variable.
        Compile with `-Wextra -Wpedantic`. | Compile with `-fPIC -O2`.
        Never log session tokens. | Never log mail addresses.
        Files: `a.rs` | Files: `b.rs`
        Fixtures are loaded in WAL mode. | Fixtures are loaded with foreign keys on.
        The worker exports invoices from SAP. | The worker exports refunds from SAP.
        The build crashes because a mirror is down. | The build crashes when a mirror is down.
        ",
    );
}

#[test]
fn a_command_or_a_place_exchanged_in_an_order() {
    assert_kind(
        "
        Use `just serve` to start the docs server. | Use `npm run docs` to start the docs server.
        To rebuild the fixtures, run `make fixtures` from the repo root. | To rebuild the fixtures, run `cargo xtask fixtures` from the repo root.
        Load the fixtures with `atlas seed run`. | Load the fixtures with `goose seed run`.
        For memory work, profile with `heaptrack run` first. | For memory work, profile with `valgrind massif` first.
        Put shell helpers in bin/. | Put shell helpers in scripts/.
        Run `make e2e` to run the browser tests. | Run `just e2e` to run the browser tests.
        Tag images as `v1.2.3-rc`. | Tag images as `2025.1-rc`.
        ",
        "
        Use `just serve` to start the docs server. | Use `just open` to open the docs page.
        Run `cargo fmt` before every commit. | Run `cargo clippy` before every commit.
        Put shell helpers in bin/. | Put test data in fixtures/.
        Set LOG_LEVEL to debug. | Set CACHE_DIR to /tmp.
        Apply schema changes with `atlas schema apply`. | Check schema changes with `atlas schema lint`.
        Use structlog in the web services. | Use structlog in the batch jobs.
        ",
    );
}

#[test]
fn opposites_of_what_is_done() {
    assert_kind(
        "
        Receipts are rendered synchronously in the handler. | Receipts are rendered asynchronously by a queue worker.
        `load_rates` returns an empty list for an unknown currency. | `load_rates` raises KeyError for an unknown currency.
        The viewer crashes on startup when the profile is on a network drive. | The viewer starts fine when the profile is on a network drive.
        Beware: calling `drain()` inside a callback deadlocks the pool. | It's safe to call `drain()` inside a callback.
        `make reset` also wipes the local database volume. | `make reset` leaves the local database volume alone.
        `make reset` removes the vendor folder. | `make reset` doesn't touch the vendor folder.
        We decided to keep the shared schema. | We decided to split up the shared schema.
        The schema changelog is generated from the commits. | The schema changelog is written by hand.
        The linter warns about dead code. | The linter rejects dead code.
        Empty strings and nulls are treated alike. | Empty strings and nulls are treated differently.
        ",
        "
        Receipts are rendered synchronously in tests. | Receipts are rendered asynchronously in production.
        `load_rates` returns an empty list for an unknown currency. | `load_date` raises KeyError for an unknown currency.
        The viewer crashes when the profile is on a network drive. | The editor starts fine when the profile is on a network drive.
        `make reset` wipes the local database volume. | `make clean` leaves the local database volume alone.
        `make reset` removes the vendor folder. | `make reset` doesn't touch the cache folder.
        The schema changelog is generated from the commits. | The release notes are written by hand.
        Validation is on for new packages. | Validation is off for legacy packages.
        The report is not good. | The report is not bad.
        ",
    );
}

#[test]
fn bounds_and_needs() {
    assert_kind(
        "
        Ruby 3.3 is required to build the site. | Ruby 3.0 is enough to build the site.
        The trainer needs at least 24 GB of memory. | The trainer runs fine with 8 GB of memory.
        Three approvals are needed to tag a release. | Two approvals are enough to tag a release.
        Keep modules under 300 lines. | Modules may be up to 900 lines.
        The maximum attachment size is 5 MB. | Attachments may be up to 20 MB.
        The app requires iOS 17 or later. | The app still supports iOS 15.
        The minimum Zig version is 0.11. | Zig 0.13 or newer is required.
        The heap is 3 GB by default. | The default heap size is 8 GB.
        A cycle lasts two weeks. | Cycles are six weeks long.
        ",
        "
        Ruby 3.3 is required to build the site. | Ruby 3.4 is enough to build the site.
        The trainer needs at least 24 GB of memory. | The trainer needs at least 100 GB of disk space.
        Three approvals are needed to tag a release. | One approval is enough to edit the wiki.
        Keep modules under 300 lines. | Keep functions under 50 lines.
        The maximum attachment size is 5 MB. | The maximum avatar size is 1 MB.
        The minimum Zig version is 0.11. | The minimum Node version is 20.
        Reviews need two approvals. | Hotfixes need one approval.
        A cycle lasts two weeks. | A release lasts three cycles.
        Number 4 winds up to throw. | Number 9 winds up to throw.
        ",
    );
}

#[test]
fn all_none_and_only() {
    assert_kind(
        "
        All our brokers run in Frankfurt. | None of our brokers run in Frankfurt.
        Scans above 40 MB are compressed on arrival. | Scans are kept as they came, nothing is compressed on arrival.
        Visitors can't vote; an account is required. | Visitors can vote without an account.
        The proxy listens on localhost only. | The proxy listens on all interfaces.
        There are no load tests. | The load tests run nightly.
        We don't use remote config. | Remote config is managed in Unleash.
        Never use wildcard imports. | Wildcard imports are preferred.
        Every call to /v1/pay must carry a signature. | The signature is optional when you call /v1/pay.
        Notes are optional for patches. | Patches need a note.
        ",
        "
        All our brokers run in Frankfurt. | None of our caches run in Frankfurt.
        Visitors can't vote; an account is required. | Members can vote without an invitation.
        There are no load tests. | The smoke tests run nightly.
        We don't use remote config. | Remote logging is managed in Loki.
        Unit tests may touch the disk. | Unit tests must not touch the network.
        Logs contain order ids. | Logs must not contain passwords.
        The worker isn't restarted on failure. | The worker is restarted on config changes.
        Never use wildcard imports. | Wildcard certificates are preferred.
        Merging your own branch is fine. | Never merge a red branch.
        ",
    );
}

#[test]
fn places_exchanged_by_two_things() {
    assert_kind(
        "
        Keep the overview short and put details into guides/. | Keep guides/ short and put details into the overview.
        Use serde for configs and prost for messages. | Use prost for configs and serde for messages.
        Read from the replica and write to the primary. | Read from the primary and write to the replica.
        The flags override the environment variables. | The environment variables override the flags.
        The header precedes the manifest. | The manifest precedes the header.
        ",
        "
        Use serde and prost. | Use prost and serde.
        The job copies rows from the CRM to the lake. | The job copies rows from the lake to the CRM.
        The flags override the environment variables. | The environment variables override the config file.
        The lexer and the parser share a token type. | The parser and the lexer share a token type.
        ",
    );
}

#[test]
fn other_causes_and_other_hands() {
    assert_kind(
        "
        The night build fails on Mondays because the mirror is stale. | The night build fails on Mondays because the licence server reboots.
        The dashboard loads slowly due to the map tiles. | The dashboard loads slowly because every row is a query.
        The maintainer of the tokenizer is Kim. | Lee maintains the tokenizer.
        Alice owns the ingest cluster. | The ingest cluster belongs to Bob.
        The design guild owns the icons. | The icons are owned by the web team.
        bge-small is used for retrieval. | bge-large is used for retrieval.
        ",
        "
        The night build fails on Mondays because the mirror is stale. | The day build fails on Mondays because the licence server reboots.
        The maintainer of the tokenizer is Kim. | Lee maintains the parser.
        Alice owns the ingest cluster. | Bob reviews the ingest cluster.
        The gateway rejects large images. | Large images are rejected by the mail gateway.
        bge-small is used for retrieval. | bge-small is used for clustering.
        ",
    );
}
