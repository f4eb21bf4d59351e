//! Pairs that differ in little and say something else, by kind, and beside each kind what differs as little and says the same.

use super::support::{assert_never_same, rows, verdict};

/// Asserts that every row of the table is the same assertion, in both directions.
pub(super) fn assert_same(table: &str) {
    for (a, b) in rows(table) {
        for (x, y) in [(a, b), (b, a)] {
            assert!(verdict(x, y).starts_with("same"), "{} for {x} | {y}", verdict(x, y));
        }
    }
}

/// Asserts that every row of the table is asked about, in both directions, as the same or as anything else.
fn assert_asked(table: &str) {
    assert_never_same(table);
    for (a, b) in rows(table) {
        for (x, y) in [(a, b), (b, a)] {
            let told = verdict(x, y);
            assert!(
                told.starts_with("review") || told.starts_with("conflicts"),
                "{told}: {x} | {y}"
            );
        }
    }
}

#[test]
fn case_tells_names_types_units_and_files() {
    assert_asked(
        "
        The tree type is called Branch in the crate | The tree type is called branch in the crate
        Rename the loader to FetchRow in the SDK | Rename the loader to fetchRow in the SDK
        Pass rowId to the writer | Pass rowID to the writer
        Call getRow in the loop | Call getRows in the loop
        The audit runs on Monday | The audit runs on Mondays
        Rename the column Total to total | Rename the column total to Total
        Put Settings beside the loader | Put settings beside the loader
        Return None from the lookup helper | Return none from the lookup helper
        Write the importer in Go | Write the importer in go
        The parser is written in Rust | The parser is written in rust
        The audit is due in May | The audit is due in may
        Log the crash in Sentry | Log the crash in sentry
        Support Polish in the form | Support polish in the form
        The quota is 5 MB | The quota is 5 Mb
        The probe draws 20 mW at rest | The probe draws 20 MW at rest
        The build is driven by Makefile | The build is driven by makefile
        Read DEBUG before the logger starts | Read debug before the logger starts
        Run the linter with -q in the hook | Run the linter with -Q in the hook
    ",
    );
    assert_same(
        "
        Run the linter before each push | run the linter before each push
        The pool uses Postgres | The pool uses postgres
        The image needs Rust 1.80 | The image needs rust 1.80
        Do NOT push to the mirror | Do not push to the mirror
        KEEP SECRETS IN THE STORE | Keep secrets in the store
        Every Key Must Be Rotated Monthly | Every key must be rotated monthly
        PRs need two reviewers | Pull requests need two reviewers
        Docs are built at night | docs are built at night
        Read-only mode is the fallback | read-only mode is the fallback
        The key is on a YubiKey | The key is on a Yubikey
    ",
    );
}

#[test]
fn quotes_are_meant_to_the_letter() {
    assert_asked(
        r#"
        The separator is " " in the dump | The separator is "" in the dump
        Join the parts with "x  y" | Join the parts with "x y"
        Use `  ` for the indent | Use ` ` for the indent
        The empty marker is '' in the feed | The empty marker is "" in the feed
        Split the row on ", " | Split the row on ","
        Return "" where no row is found | Return where no row is found
        The default is "0" in the form | The default is 0 in the form
        The flag is 'true' in the manifest | The flag is true in the manifest
        Replace "the" with "a" in titles | Replace "a" with "the" in titles
    "#,
    );
    assert_same(
        r#"
        Run `cargo doc`  before a release | Run cargo doc before a release.
        The label is "stale" in the tracker | The label is 'stale' in the tracker
        It's the user's shell | It's  the user's shell
    "#,
    );
    let wrapped = verdict("Keep the keys\n  in the store", "Keep the keys in the store");
    assert_eq!(wrapped, "same equal");
}

#[test]
fn signs_that_stand_alone_are_meant() {
    assert_asked(
        "
        Replace ; with , in the dump | Replace , with ; in the dump
        The comment starts with # in the file | The comment starts with ## in the file
        The option is -- in the wrapper | The option is - in the wrapper
        The host is db.example.org. in the zone | The host is db.example.org in the zone
        The pattern is ^v in the router | The pattern is v in the router
        The base route is /api | The base route is /api/
        The line ends with \\n in the dump | The line ends with n in the dump
    ",
    );
    assert_same(
        "
        Keep the lock - it is cheap | Keep the lock: it is cheap
        # Keep the lock in the store | Keep the lock in the store
    ",
    );
}

#[test]
fn small_words_that_point_or_add_are_said() {
    assert_asked(
        "
        Deploys are slow here | Deploys are slow
        There are seeds for the loader there | There are seeds for the loader
        The index is cold so reads are slow | The index is cold, reads are slow
        The proxy also signs replies | The proxy signs replies
        Use this for the dump | Use for the dump
        Use this for the dump | Use that for the dump
        Keep it in the vault | Keep in the vault
        This flag is old | The flag is old
        Their cluster is in Bergen | The cluster is in Bergen
        The window is roughly 40 s | The window is 40 s
        The gate would stop the merge | The gate will stop the merge
        The gate does stop the merge | The gate did stop the merge
    ",
    );
    assert_same(
        "
        Tests use vitest in this project | Tests use vitest
        There are 9 shards in the pool | The pool has 9 shards
        Read the queue when it is open | Read the queue when open
    ",
    );
}

#[test]
fn of_which_and_of_how_many_is_told_by_article_and_number() {
    assert_asked(
        "
        The safe holds a key | The safe holds the keys
        Use a token for the dump | Use the tokens for the dump
        A shard holds the lock | The shard holds the lock
        Rotate the key every month | Rotate the keys every month
        Add a column to the view | Add columns to the view
        The hook reads a file | The hook reads the files
        Our shard is in Bergen | Our shards are in Bergen
        Each shard has 2 replicas | The shards have 2 replicas
        All calls take 5 seconds | Each call takes 5 seconds
        The user name is in the row | The name is in the row
        The process id is printed | The id is printed
        The header and body are logged | The header body is logged
        The ports are 7000 to 7010 | The ports are 7000 and 7010
    ",
    );
    assert_same(
        "
        Every module needs a readme | All modules need readmes
        The user's editor is Helix | User editor is Helix
        The platform team creates the buckets | The buckets are created by the platform team
    ",
    );
}

#[test]
fn a_preposition_is_another_before_the_same_word() {
    assert_asked(
        "
        The job runs on the farm | The job runs for the farm
        Keep the token for the vault | Keep the token in the vault
        The tests for Docker are slow | The tests in Docker are slow
        The lease lasts for 5 minutes | The lease lasts within 5 minutes
        The report is ready in March | The report is ready for March
        Sign in with the token | Sign with the token
        Look for the host | Look at the host
        The job runs on the farm | The job runs in the farm
    ",
    );
    assert_same(
        "
        Turn the tunnel on before you open the board | Before opening the board, turn the tunnel on
    ",
    );
}

#[test]
fn a_synonym_stands_for_a_verb_or_a_whole_noun() {
    assert_asked(
        "
        Run the delete job at night | Run the remove job at night
        The error page is public | The failure page is public
        The log command is slow | The record command is slow
        The parameter store is slow | The argument store is slow
        Rename the build script to compile | Rename the compile script to build
        Run the update before the release | Run the upgrade before the release
        Move the lamp to the left | Switch the lamp to the left
    ",
    );
    assert_same(
        "
        Delete the stale branches | Remove the stale branches
        Upgrade to TypeScript 5.4 | Update to TypeScript 5.4
    ",
    );
}

#[test]
fn every_phrase_of_a_turned_sentence_has_its_place() {
    assert_asked(
        "
        Write to the trace in the hook | The trace is written in the hook
        Sync with the bucket every night | The bucket is synced every night
        Store images in S3 | Images are stored for S3
        The job is started on the gateway | The gateway starts the job
        The pool has 3 workers | The workers have 3 pools
        Rows are sorted by owner and date | Rows are sorted by date and owner
        Sort by name and date | Sort by date and name
        The cache is in the vault | The cache is the vault
        The worker runs the seed and the dump | The worker and the seed runs the dump
        When a test fails, enable verbose logging | Enable verbose logger when a test fails
        Record a video on failure | Record every video on failure
        The test uses the fake clock | Every test uses the fake clock
        Check the digest of the image | Check the digest of every image
        We compile the firmware with GCC | We compile all firmware with GCC
        The shard port is 9000 instead | The shard port is 9000
        The shards hold 2 replicas each | The shards hold 2 replicas
    ",
    );
    assert_same(
        "
        Do not use globals in the reducers | The reducers must not use globals
        The editor is built with Electron | We build the editor in Electron
        Assets are written in TypeScript and cross-compiled | Write assets in TypeScript and cross-compile them
        Run the linter before a push | Run the linter before every push
    ",
    );
}

#[test]
fn a_light_word_in_a_name_is_no_light_word() {
    assert_asked(
        "
        The app store port is 9000 | The app port is 9000
        The session store is Redis | The session is Redis
        The preferred shell is fish | The shell is fish
        The save format is JSON | The format is JSON
        The file handle limit is 512 | The file limit is 512
        Run the tests with -race | Run the tests with race
    ",
    );
    assert_same(
        "
        The location of the journal is /srv/journal | The journal is in /srv/journal
    ",
    );
}

#[test]
fn what_must_be_is_not_what_is() {
    assert_asked(
        "
        Tests should pass on ARM | Tests pass on ARM
        All endpoints must require a token | All endpoints require a token
        The worker should retry on failure | The worker retries on failure
        The cache ought to be warm | The cache is warm
        We must encrypt backups with age | We encrypt backups with age
        Test results must be stored on S3 | Test results are stored on S3
    ",
    );
    assert_same(
        "
        The parser must be built with the flag | Build the parser with the flag
        Card numbers must never be logged | Never log card numbers
    ",
    );
}

#[test]
fn a_question_is_one_without_its_mark() {
    assert_asked(
        "
        Is the cache warm | The cache is warm
        Should we pin the toolchain | We should pin the toolchain
        Which port does the proxy use | The proxy does use which port
    ",
    );
}

#[test]
fn a_break_behind_a_negation_and_a_mark_of_code_tell_two_apart() {
    assert_asked(
        "
        Don't, stop the server | Don't stop the server
        Never, commit to main | Never commit to main
        No. data is logged | No data is logged
        The derivative is f' | The derivative is f
        Run echo $A in the shell | Run echo '$A' in the shell
        Set foo-bar | Set foo bar
        SELECT is slow | Select is slow
        Polish strings are missing | polish strings are missing
        Teams use the queue | The team uses the queue
        Your server uses the queue | The server uses the queue
    ",
    );
    assert_same(
        "
        The pre-commit hooks run ruff | The pre commit hooks run ruff
        JSON files are linted with the checker | JSON files are linted with the checker
    ",
    );
}

#[test]
fn what_looks_the_same_and_may_be_more_or_less_is_asked_about() {
    assert_asked(
        "
        Secrets are kept in the vault | The vault holds the secrets
        All shards are in Bergen | Shards are in Bergen
        Our cluster is in Bergen | The cluster is in Bergen
        Kafka is used for the events | The events use Kafka
        Without a token the CLI exits with 2 | The CLI exits with 2 without a token
        The workers run on ARM | Workers run on ARM
        Put seeds in the data directory | Put seeds in the data folder
        For every pull request a preview is deployed | We deploy a preview for every pull request
        The lab requires a VPN | A VPN is required for the lab
        The upload limit is 5 MB | The upload cap is 5 MB
        Under load the worker drops frames | The worker drops frames under load
        We rebase on Mondays | Rebase on Mondays
        Run the sweep every night | Run the sweep all night
        The proxy always caches answers | The proxy caches answers
        Ensure that index exists | Ensure the index exists
        You should see a banner | See a banner
        Use the tracer for the gateway | The gateway uses the tracer
        Dana is a reviewer | The reviewer is Dana
        The customer's portal is on port 80 | The customer portal is on port 80
        The manager of the package is Dana | The package manager is Dana
        Rows are grouped by tenant | The tenant groups rows
        Every branch is checked by one worker | One worker checks every branch
    ",
    );
}

#[test]
fn a_phrase_is_moved_only_where_it_leaves_no_choice() {
    assert_asked(
        "
        Only use the mirror for reports | For reports, only use the mirror
        Do not ship because the board is green | Because the board is green, do not ship
        Dana said the sync failed on Monday | On Monday, Dana said the sync failed
        Delete the logs of jobs in staging | In staging, delete the logs of jobs
        Restart the worker if it hangs when the queue is empty | When the queue is empty, restart the worker if it hangs
        Delete the script to reset passwords | To reset passwords, delete the script
        Tag the commit and push it on Friday | On Friday, tag the commit and push it
        Use one key for every tenant | For every tenant, use one key
        Run the linter at least | At least, run the linter
        Send the report to Dana about outages | Send the report about outages to Dana
        Jobs in staging use the mock | Jobs use the mock in staging
    ",
    );
    assert_same(
        "
        Use the mock gateway in development | In development, use the mock gateway
        Enable tracing when a check fails | When a check fails, enable tracing
        The agent pulls prices from the ledger every night | Every night the agent pulls prices from the ledger
    ",
    );
}

#[test]
fn a_synonym_or_a_short_form_is_another_word_elsewhere() {
    assert_asked(
        "
        Save the draft before the sync | Store the draft before the sync
        Make the target writable | Create the target writable
        Run the server on port 80 | Execute the server on port 80
        Keep the old route until June | Store the old route until June
        The user manual is on the shelf | The user hand is on the shelf
        Use Redis for caching | Use Redis for caches
        The app folder holds routes | The application folder holds routes
        The pr queue is long | The pull request queue is long
        Log at info in the worker | Log at information in the worker
        The cycle is 1 day | The cycle is 24 hours
        Use the one in utils | Use the 1 in utils
    ",
    );
    assert_same(
        "
        The repo uses trunk | The repository uses trunk
        Delete the stale branches | Remove the stale branches
        Dates are stored in UTC | All dates are saved in UTC
    ",
    );
}

#[test]
fn a_break_elsewhere_joins_other_words() {
    assert_asked(
        "
        Skip checks, on Friday deploy | Skip checks on Friday, deploy
        If checks fail in CI, retry | If checks fail, in CI retry
        Stop, the queue is full | Stop the queue is full
        The \"fast\" route is slow | The fast route is slow
    ",
    );
    assert_same(
        "
        To build the docs, run just docs | To build the docs run just docs
    ",
    );
}

#[test]
fn of_names_in_a_row_the_order_counts() {
    assert_asked(
        "
        The helper returns the width and the height | The helper returns the height and the width
        The index covers email and tenant_id | The index covers tenant_id and email
        The read and write limits are 5 and 10 MB | The write and read limits are 5 and 10 MB
        The mapper maps ids to names | The mapper maps names to ids
        The table is read by the worker and the cron job | The worker reads the table and the cron job
        Where the flag is set, the header is sent | Where the header is sent, the flag is set
        The prefix is user: | The prefix is user
        The column is called repo | The column is called repository
        Each crate uses the linter | This crate uses the linter
    ",
    );
}
