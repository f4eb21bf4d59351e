//! *Same*: the shapes, and every guard with a pair that only it keeps apart.

use insta::assert_snapshot;

use super::support::{assert_never_same, verdict, verdicts};

#[test]
fn shapes() {
    assert_snapshot!(verdicts("
        Use UTC for timestamps | Use UTC  for timestamps.
        We use Postgres as the main database. | Postgres is our main database.
        Run `cargo fmt` before every commit. | run cargo fmt before each commit
        Dates are stored in UTC. | All dates are saved as UTC.
        The timeout is 30s | The timeout is 0.5 min
        Use the staging key when running locally. | When running locally, use the staging key.
        gpt-4o is used for summarization. | Summarization uses gpt-4o.
        The bucket name is acme-assets. | acme-assets is the name of the bucket.
        SQLite must be opened in WAL mode. | Open SQLite in WAL mode.
        Never commit .env files. | .env files must never be committed.
        The deploy script copies assets to the bucket. | Assets are copied to the bucket by the deploy script.
        The default branch is main | Default branch is `main`.
        We use uv | we use uv.
    "), @"
    same equal: Use UTC for timestamps | Use UTC  for timestamps.
    same T1: We use Postgres as the main database. | Postgres is our main database.
    same T1: Run `cargo fmt` before every commit. | run cargo fmt before each commit
    same T2: Dates are stored in UTC. | All dates are saved as UTC.
    same T1: The timeout is 30s | The timeout is 0.5 min
    same T3: Use the staging key when running locally. | When running locally, use the staging key.
    same T6: gpt-4o is used for summarization. | Summarization uses gpt-4o.
    same T6: The bucket name is acme-assets. | acme-assets is the name of the bucket.
    same T4: SQLite must be opened in WAL mode. | Open SQLite in WAL mode.
    same T4: Never commit .env files. | .env files must never be committed.
    same T5: The deploy script copies assets to the bucket. | Assets are copied to the bucket by the deploy script.
    same T1: The default branch is main | Default branch is `main`.
    same T1: We use uv | we use uv.
    ");
}

#[test]
fn one_value_of_one_attribute() {
    assert_snapshot!(verdicts("
        The owner of the billing module is Priya. | Priya is the billing module's owner.
        The upload limit for guests is 5 MB. | Guests have an upload limit of 5 MB.
        The retry queue has 3 consumers. | There are 3 consumers in the retry queue.
        The hidden layer has 256 units. | The hidden layer units are 256.
        Shell: fish | The user's shell is fish.
        Issue tracker: Linear | Linear is the issue tracker.
        All mobile builds need a changelog entry. | Every mobile build must have a changelog entry.
        A VPN is required to reach the lab. | Reaching the lab requires a VPN.
        The default branch is trunk. | Default branch: trunk
        The staging URL is https://stage.example.org. | Staging URL: https://stage.example.org
        Contact for billing is Mara. | Contact for billing: Mara
        The main table is called orders. | orders is the name of the main table.
        Load tests need Docker running. | Docker must be running for load tests.
        Use Playwright for smoke tests. | Smoke tests are written with Playwright.
        Timeouts in the gateway are 30 s. | Gateway timeouts are 30 s.
        The parser of the loader is the linker. | The linker of the loader is the parser.
        The parent of the blue zone is green. | The parent of the green zone is blue.
        The big cache of the small zone has 3 slots. | The small cache of the big zone has 3 slots.
        The worker is the default for the queue. | The queue is the default for the worker.
        The gateway uses the ledger. | The ledger uses the gateway.
        Each job needs a lock. | Each job has a lock.
        Run npm run check in the hook. | Run npm run verify in the hook.
    "), @"
    same T6: The owner of the billing module is Priya. | Priya is the billing module's owner.
    same T6: The upload limit for guests is 5 MB. | Guests have an upload limit of 5 MB.
    same T6: The retry queue has 3 consumers. | There are 3 consumers in the retry queue.
    same T6: The hidden layer has 256 units. | The hidden layer units are 256.
    same T6: Shell: fish | The user's shell is fish.
    same T6: Issue tracker: Linear | Linear is the issue tracker.
    review as same refinement: All mobile builds need a changelog entry. | Every mobile build must have a changelog entry.
    same T6: A VPN is required to reach the lab. | Reaching the lab requires a VPN.
    same T6: The default branch is trunk. | Default branch: trunk
    same T6: The staging URL is https://stage.example.org. | Staging URL: https://stage.example.org
    same T6: Contact for billing is Mara. | Contact for billing: Mara
    review as same refinement: The main table is called orders. | orders is the name of the main table.
    same T6: Load tests need Docker running. | Docker must be running for load tests.
    same T6: Use Playwright for smoke tests. | Smoke tests are written with Playwright.
    same T6: Timeouts in the gateway are 30 s. | Gateway timeouts are 30 s.
    review as same refinement: The parser of the loader is the linker. | The linker of the loader is the parser.
    review as same refinement: The parent of the blue zone is green. | The parent of the green zone is blue.
    review as same refinement: The big cache of the small zone has 3 slots. | The small cache of the big zone has 3 slots.
    review as same refinement: The worker is the default for the queue. | The queue is the default for the worker.
    related: The gateway uses the ledger. | The ledger uses the gateway.
    review as same refinement: Each job needs a lock. | Each job has a lock.
    review as same refinement: Run npm run check in the hook. | Run npm run verify in the hook.
    ");
}

#[test]
fn one_clause_put_otherwise() {
    assert_snapshot!(verdicts("
        Deploy the charts with Helm rather than kubectl. | Charts should be deployed using Helm, not kubectl.
        The mailer runs in batches with -j 4. | We run the mailer in batches, using -j 4.
        The cover page is lazily loaded. | We load the cover page lazily.
        The cluster report is refreshed hourly. | The cluster report refreshes every hour.
        Do not call the clock in the reducers. | The reducers must not call the clock.
        Linting goes through ruff. | Lint through ruff.
        Tag names start with v or r. | Tag names start with r or v.
        Close the valve before you open the tank. | Before opening the tank, close the valve.
        Unit tests use SQLite, load tests use Postgres. | Load tests use Postgres and unit tests use SQLite.
        Deploy the charts with Helm rather than kubectl. | Charts should be deployed using kubectl, not Helm.
        Unit tests use SQLite, load tests use Postgres. | Unit tests use Postgres and load tests use SQLite.
        Stop the server, run the migration. | Run the migration, stop the server.
        Prefer early exits over flags. | Prefer flags over early exits.
        The agent copies logs from the edge to the core. | The agent copies logs from the core to the edge.
        Do not call the clock in the reducers. | The clock must not call the reducers.
    "), @"
    same T4: Deploy the charts with Helm rather than kubectl. | Charts should be deployed using Helm, not kubectl.
    same T4: The mailer runs in batches with -j 4. | We run the mailer in batches, using -j 4.
    same T4: The cover page is lazily loaded. | We load the cover page lazily.
    same T4: The cluster report is refreshed hourly. | The cluster report refreshes every hour.
    same T4: Do not call the clock in the reducers. | The reducers must not call the clock.
    same T3: Linting goes through ruff. | Lint through ruff.
    review as same refinement: Tag names start with v or r. | Tag names start with r or v.
    same T3: Close the valve before you open the tank. | Before opening the tank, close the valve.
    same T3: Unit tests use SQLite, load tests use Postgres. | Load tests use Postgres and unit tests use SQLite.
    review as same refinement: Deploy the charts with Helm rather than kubectl. | Charts should be deployed using kubectl, not Helm.
    review as conflicts C3: Unit tests use SQLite, load tests use Postgres. | Unit tests use Postgres and load tests use SQLite.
    review as same refinement: Stop the server, run the migration. | Run the migration, stop the server.
    conflicts C3: Prefer early exits over flags. | Prefer flags over early exits.
    review as same refinement: The agent copies logs from the edge to the core. | The agent copies logs from the core to the edge.
    review as same refinement: Do not call the clock in the reducers. | The clock must not call the reducers.
    ");
}

#[test]
fn facts_differ() {
    assert_never_same(
        "
        The API listens on port 8080 | The API listens on port 8081
        Pin numpy to 1.26 on CI | Pin numpy to 1.27 on CI
        Bump serde from 1.0.1 to 1.0.2 | Bump serde from 1.0.1 to 1.0.3
        Move data from 1.0 to 2.0 | Move data from 2.0 to 1.0
        Set offset to -5 in config | Set offset to 5 in config
        Tests run at 3 am | Tests run at 3 pm
        Call save! when the record is new | Call save when the record is new
        Use valid? in the guard clause | Use valid in the guard clause
        Remove the extra 'be' from the guide | Remove the extra 'the' from the guide
        Deprecate false as the way to halt AM callbacks | Deprecate false as the way to halt AS callbacks
        Ask IT for the key when it is lost | Ask for the key when it is lost
        Snapshots are kept until 2026-03-01 | Snapshots are kept until 2026-04-01
        Run `make -v` first | Run `make -V` first
        Fixtures live in /tests | Fixtures live in tests/
        The docs are at https://a.example/x | The docs are at https://b.example/x
        The API returns \"ok\" on success | The API returns \"OK\" on success
        Use C++ for the engine | Use C for the engine
        Check that x == y in tests | Check that x != y in tests
        \u{2705} Cache works on CI | \u{274c} Cache works on CI
        Use README.md for the notes | Use readme.md for the notes
        Maria reviews the parser | Marco reviews the parser
    ",
    );
}

#[test]
fn claims_differ() {
    assert_never_same(
        "
        Auto-deploy to production is permitted | Auto-deploy to production is not permitted
        Auto-deploy to production is permitted | Auto-deploy to production is never permitted
        Auto-deploy to production is permitted | Auto-deploy to production is no longer permitted
        Auto-deploy to production is permitted | Auto-deploy to production must not be permitted
        Auto-deploy to production is permitted | Auto-deploy to production isn't permitted
        Auto-deploy to production is permitted | Auto-deploy to production isnt permitted
        You must restart the server | You may restart the server
        You must restart the server | You should restart the server
        We will migrate to uv | We migrate to uv
        The job was stored in Redis | The job is stored in Redis
        TODO: add tests for the parser | Add tests for the parser
        The build is green on CI | Is the build green on CI?
        He prefers tabs in files | She prefers tabs in files
        I prefer tabs in files | You prefer tabs in files
        Use A and B for tests | Use A or B for tests
        He spoke not very confidently | He spoke very not confidently
        Call get on the value object | Call set on the value object
        Every PR needs a review | Every PR has a review
        The default timeout is 30 s | The timeout is 30 s
    ",
    );
}

#[test]
fn scopes_differ() {
    assert_never_same(
        "
        Use Redis for caching | Use Redis for caching only in staging
        Retry uploads | Retry uploads unless they are large
        Force-push is allowed | Force-push is allowed without review
        Lock files are kept in git | Most lock files are kept in git
        Bench run 41 took 8 minutes | Bench run 42 took 8 minutes
        2026-03-01: error rate is 2.1% | 2026-04-01: error rate is 2.1%
    ",
    );
}

#[test]
fn order_differs() {
    assert_never_same(
        "
        Prefer composition over inheritance | Prefer inheritance over composition
        Lint before test | Test before lint
        Lint before test | Before lint, test
        Lint after test | Test after lint
        The CLI uses the library | The library uses the CLI
        Use the CLI for the API | The CLI uses the API
        Login needs a token | A token needs login
        Dogs are animals in the API | Animals are dogs in the API
        The script copies assets to the bucket | The bucket is copied to assets by the script
        The script copies assets to the bucket | The script is copied to the bucket by assets
        The script copied assets to the bucket | Assets are copied to the bucket by the script
        The script is copying assets | Assets are copied by the script
        The script works with assets on the bucket | Assets are worked with on the bucket by the script
        The main branch is default | The default branch is main
        Fix the test in the parser | Fix the test name in the parser
        A few men in a competition are running outside | A few men are running competitions outside
    ",
    );
}

#[test]
fn titles_name_and_do_not_assert() {
    assert_never_same(
        "
        Definitions of Managed Objects for Bridges | Definitions of Managed Object for Bridges
        Default Address Selection for IP version 6 | Default Address Selection for IP Version 6.
        The File Transfer Protocol | File Transfer Protocol
        Zone Transfer Extensions to support version 6 | Zone Transfer Extensions to Support Version 6.
        CUBIC for Fast Long-Distance Networks | CUBIC for Fast and Long-Distance Networks
    ",
    );
}

#[test]
fn other_languages_are_the_same_only_when_equal() {
    assert_snapshot!(verdicts("
        Wir benutzen Postgres als Datenbank | Wir benutzen Postgres als Datenbank.
        Wir benutzen Postgres als Datenbank | Wir benutzen die Postgres als Datenbank
        \u{5141}\u{8bb8}\u{81ea}\u{52a8}\u{90e8}\u{7f72}\u{5230}\u{751f}\u{4ea7} | \u{4e0d}\u{5141}\u{8bb8}\u{81ea}\u{52a8}\u{90e8}\u{7f72}\u{5230}\u{751f}\u{4ea7}
        Usamos Postgres como base de datos | No usamos Postgres como base de datos
        \u{41c}\u{44b} \u{438}\u{441}\u{43f}\u{43e}\u{43b}\u{44c}\u{437}\u{443}\u{435}\u{43c} Redis | \u{41c}\u{44b} \u{43d}\u{435} \u{438}\u{441}\u{43f}\u{43e}\u{43b}\u{44c}\u{437}\u{443}\u{435}\u{43c} Redis
    "), @"
    same equal: Wir benutzen Postgres als Datenbank | Wir benutzen Postgres als Datenbank.
    review as same unread: Wir benutzen Postgres als Datenbank | Wir benutzen die Postgres als Datenbank
    review as conflicts unread: 允许自动部署到生产 | 不允许自动部署到生产
    review as conflicts unread: Usamos Postgres como base de datos | No usamos Postgres como base de datos
    review as conflicts unread: Мы используем Redis | Мы не используем Redis
    ");
}

#[test]
fn likely_duplicates_go_to_review() {
    assert_snapshot!(verdicts("
        The staging cluster runs in region eu-west | eu-west is where our staging environment is hosted
        The admin API listens on port 9180 | Admin API is at localhost:9180
        We use Postgres as the main database. | We use Postgres as the main database, with pgbouncer in front of it.
        payments-api port is 8443 | orders-api port is 8443
        payments-api port is 8443 | payments-api owner is Lena
    "), @"
    review as same duplicate: The staging cluster runs in region eu-west | eu-west is where our staging environment is hosted
    review as same duplicate: The admin API listens on port 9180 | Admin API is at localhost:9180
    review as same refinement: We use Postgres as the main database. | We use Postgres as the main database, with pgbouncer in front of it.
    related: payments-api port is 8443 | orders-api port is 8443
    related: payments-api port is 8443 | payments-api owner is Lena
    ");
}

#[test]
fn superscripts_are_not_digits() {
    assert_ne!(
        verdict("The area is 10\u{b2} cells", "The area is 102 cells").split(' ').next(),
        Some("same")
    );
}

#[test]
fn what_is_meant_to_the_letter_differs() {
    assert_never_same(
        "
        The service that calls the gateway is down | The service that the gateway calls is down
        The backup is the archive | The archive is the backup
        The cache of the index is stale | The index of the cache is stale
        The owner of the team is admin | The team of the owner is admin
        Main is behind dev | Dev is behind main
        The user admin page is public | The admin user page is public
        Just the api is public | The api is just public
        We used Postgres | We use Postgres
        The worker called the api | The worker calls the api
        The service ran on port 80 | The service runs on port 80
        The experiment is costly | The experience is costly
        The controller is new | The control is new
        Marketing owns the page | Market owns the page
        The listener is slow | The listening is slow
        Add the named exports | Add the name exports
        The execution log is big | The executive log is big
        The product cluster is in eu | The production cluster is in eu
        The universe is stable | The university is stable
        The table is user | The table is users
        The branch is release | The branch is releases
        Tests are in test | Tests are in tests
        Import from utils | Import from util
        Few tests fail | A few tests fail
        There is little memory | There is a little memory
        Plan I is the default | Plan is the default
        The letter a is reserved | The letter is reserved
        Very long lines are split | Long lines are split
        Format src/* with prettier | Format src/** with prettier
        The path parameter is :id in routes | The path parameter is id in routes
        Commit the .env file | Commit the env file
        Use ; as the separator | Use , as the separator
        Set PATH in the shell | Set path in the shell
        ",
    );
}
