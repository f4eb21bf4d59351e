//! Kinds of pairs that were once merged and say different things, and beside them what differs as little and says the same.

use super::apart::assert_same;
use super::support::assert_never_same;

#[test]
fn owner_and_phrase_do_not_change_places() {
    assert_never_same(
        "
        The orders table has a foreign key to users | The users table has a foreign key to orders
        The parser has a dependency on the lexer | The lexer has a dependency on the parser
        Admins have write access to drafts | Drafts have write access to admins
        The worker needs a lock on the index | The index needs a lock on the worker
        Payments has a webhook for orders | Orders has a webhook for payments
        The gateway uses a proxy for the ledger | The ledger uses a proxy for the gateway
        The mirror has a copy in the primary | The primary has a copy in the mirror
        The cluster has 3 nodes in the zone | The zone has 3 nodes in the cluster
        The admin name for the guest is root | The guest name for the admin is root
        The orders file for users is big.csv | The users file for orders is big.csv
        The invoices view has a link to customers | The customers view has a link to invoices
        The compiler has a hook in the linker | The linker has a hook in the compiler
        Editors have read rights to reports | Reports have read rights to editors
        The importer requires a permit for the broker | The broker requires a permit for the importer
        The relay has a socket for the bridge | The bridge has a socket for the relay
        The mirror uses a tunnel to the hub | The hub uses a tunnel to the mirror
        There is a replica of the primary in the standby | There is a replica of the standby in the primary
        The board has 4 slots in the rack | The rack has 4 slots in the board
        The customer id for the vendor is 42 | The vendor id for the customer is 42
        The staging key for production is k.pem | The production key for staging is k.pem
        The scheduler has a reference to the executor | The executor has a reference to the scheduler
        There is a link to the wiki in the readme | There is a link to the readme in the wiki
        The log file for the team is app.log | The team file for the log is app.log
        The project list for the team is long.csv | The team list for the project is long.csv
        The process name for the file is syncd | The file name for the process is syncd
        The value file for the list is v.csv | The list file for the value is v.csv
        The queue has a consumer for the topic | The topic has a consumer for the queue
        The stage has 2 locks on the track | The track has 2 locks on the stage
        There are 4 links to the hub in the map | There are 4 links to the map in the hub
        There is a view of users in orders | There is a view of orders in users
        The team is called atlas | Atlas is the team
    ",
    );
}

#[test]
fn who_puts_it_there_is_not_where_it_is() {
    assert_never_same(
        "
        The editor stores drafts in the vault | The vault stores drafts in the editor
        The gateway saves tokens to the ledger | The ledger saves tokens to the gateway
        The job holds the lock in Redis | Redis holds the lock in the job
        Alice keeps the keys in Berlin | Berlin keeps the keys in Alice
        The sync agent stores rows in the mart | The mart stores rows in the sync agent
        The crawler puts pages in the index | The index puts pages in the crawler
        The bot keeps notes in Slack | Slack keeps notes in the bot
        The exporter saves dumps to the bucket | The bucket saves dumps to the exporter
        The proxy holds sessions in the cache | The cache holds sessions in the proxy
        The runner places artifacts in the registry | The registry places artifacts in the runner
        Bob stores the spare in Oslo | Oslo stores the spare in Bob
        The router keeps leases in the ledger | The ledger keeps leases in the router
        Nightly jobs save reports to the lake | The lake saves reports to nightly jobs
        The loader holds a lease on the shard in etcd | etcd holds a lease on the shard in the loader
    ",
    );
}

#[test]
fn what_is_there_is_not_what_is_needed() {
    assert_never_same(
        "
        There is a test for the parser | The parser needs a test
        There is a lock on the index | The index needs a lock
        There are backups for the ledger | The ledger needs backups
        There is a review for every release | Every release requires a review
        There is a cache in the gateway | The gateway uses a cache
        There is a changelog for the SDK | The SDK requires a changelog
        There is a fallback for the resolver | The resolver needs a fallback
        There is a VPN for the lab | A VPN is required for the lab
        There are mocks for the billing client | The billing client needs mocks
        There is a Redis instance for sessions | Sessions use a Redis instance
        There are 3 reviewers for the schema | The schema needs 3 reviewers
        There is a mutex in the pool | The pool must have a mutex
        There is a licence for the font | The font requires a licence
        There is a guide for the plugin | The plugin must have a guide
        There is a staging copy for the shop | The shop needs a staging copy
    ",
    );
}

#[test]
fn what_is_used_is_neither_had_nor_needed() {
    assert_never_same(
        "
        The client needs a token | The client uses a token
        Tests need Docker | Tests use Docker
        Redis is used for sessions | Sessions need Redis
        The image has curl | The image uses curl
        The service has a database | The service uses a database
        The build requires Node | The build uses Node
        The build has Node | The build requires Node
        The worker uses a queue | The worker has a queue
        The importer needs a schema | The importer has a schema
        Kafka is required for events | Events use Kafka
        Kafka is used for events | Events have Kafka
        Kafka is needed for events | Kafka is used for events
        Use Kafka for events | Events have Kafka
        Use Kafka for events | Kafka is required for events
        The parser must have a fuzzer | The parser has a fuzzer
        The CLI has a config file | The CLI uses a config file
    ",
    );
}

#[test]
fn what_goes_on_by_itself_is_no_order() {
    assert_never_same(
        "
        Shaders are compiled on startup. | On startup, compile the shaders.
        The images are built in the pipeline | Build the images in the pipeline
        The images are built on the farm | Build the images on the farm
        The certificates rotate every 30 days | Rotate the certificates every 30 days
        The server restarts after a crash | Restart the server after a crash
        Drafts are deleted after 30 days | Delete drafts after 30 days
        The dialog closes on save | Close the dialog on save
        The caches refresh every hour | Refresh the caches every hour
        The workers stop on SIGTERM | Stop the workers on SIGTERM
        The tokens rotate every week | Rotate the tokens every week
        Sessions are closed after 15 minutes | Close sessions after 15 minutes
        Logs are archived after 90 days | Archive logs after 90 days
        The pool scales at noon | Scale the pool at noon
        The page reloads after login | Reload the page after login
        The agent updates every night | Update the agent every night
        Invoices are printed on Monday | Print invoices on Monday
        The valve opens on overflow | Open the valve on overflow
        The job syncs every 5 minutes | Sync the job every 5 minutes
        Old snapshots are purged after a week | Purge old snapshots after a week
        The build logs are kept with the release | Keep the build logs with the release
        Backups run with the flag on weekdays | Run backups with the flag on weekdays
        Keys are rotated every month with vault | Rotate the keys every month with vault
        Alerts are sent from the gateway at night | Send alerts from the gateway at night
        The report is generated from the ledger every night | Generate the report from the ledger every night
        The indexer compacts the table | Compact the table in the indexer
        Sessions expire after 20 minutes | Expire sessions after 20 minutes
        Stale locks are released by the reaper | Release stale locks with the reaper
        Stale branches are removed | Remove stale branches
        The lease is renewed by the agent | Renew the lease
    ",
    );
}

#[test]
fn what_is_put_somewhere_is_not_yet_there() {
    assert_never_same(
        "
        Errors are in the parser | Errors are handled in the parser
        Put the request in the queue | Hold the request in the queue
        The job puts reports in the archive | The job keeps reports in the archive
        Retries happen in the client | Retries are handled in the client
        Retries are in the client | Retries are managed in the client
        Warnings are in the linter | Warnings are written in the linter
        Sessions are in Redis | Sessions are managed in Redis
        Place the message in the outbox | Hold the message in the outbox
        Put the row in the table | Keep the row in the table
        The service holds keys in the vault | The service puts keys in the vault
        Invoices go to the archive | Invoices are kept in the archive
        The hook puts files in the cache | The hook keeps files in the cache
        Save the draft in the outbox | Hold the draft in the outbox
        Uploads go to the bucket | Uploads live in the bucket
        Reports are saved to the lake | Reports live in the lake
        Metrics are in Grafana | Metrics are handled in Grafana
    ",
    );
}

#[test]
fn terms_of_their_own_are_no_synonyms() {
    assert_never_same(
        "
        The key lifetime is 30 days | The key retention is 30 days
        The log retention is 30 days | The log TTL is 30 days
        The functions are private | The methods are private
        Keep functions short in the parser | Keep methods short in the parser
        Every release needs an approval | Every release needs a review
        The job takes two parameters | The job takes two arguments
        We compile the firmware on the farm | We build the firmware on the farm
        Report errors to the gateway | Report failures to the gateway
        The image is stored in the bucket | The picture is stored in the bucket
        The session lifetime is 8 hours | The session expiry is 8 hours
        The docs describe every function in the module | The docs describe every method in the module
        A release needs two approvals | A release needs two reviews
        Log the parameters of the call | Log the arguments of the call
        Build the kernel on the farm | Compile the kernel on the farm
        The gateway counts errors per host | The gateway counts failures per host
        Every image in the registry is signed | Every picture in the registry is signed
        The option is in the panel | The setting is in the panel
        The issue is in the tracker | The problem is in the tracker
        The spec covers the parser | The test covers the parser
    ",
    );
}

#[test]
fn dots_and_owners_are_meant_to_the_letter() {
    assert_never_same(
        "
        The range is v1..v2 on the gate | The range is v1...v2 on the gate
        The loop covers 1..10 in the parser | The loop covers 1...10 in the parser
        The user's token is in the vault | The users' token is in the vault
        The shard's owner is in the table | The shards' owner is in the table
        The diff covers main..topic in the gate | The diff covers main...topic in the gate
        Indexes run from 0..n in the loop | Indexes run from 0...n in the loop
        The plugin's settings are in the panel | The plugins' settings are in the panel
        The worker's logs are in Loki | The workers' logs are in Loki
        Use a..b for the gate | Use a...b for the gate
        The slice is x[1..3] in the parser | The slice is x[1...3] in the parser
    ",
    );
}

#[test]
fn what_one_verb_says_another_does_not() {
    assert_never_same(
        "
        The table is named after orders | The orders table is named
        The port of the proxy for the ledger is 9000 | The port of the ledger for the proxy is 9000
        The limit for guests in the shop is 5 MB | The limit for the shop in guests is 5 MB
        The lock in Redis for the job is red | The lock in the job for Redis is red
        The token from the gateway to the ledger is t1 | The token from the ledger to the gateway is t1
        Reports are handled by Kafka | Reports are in Kafka
        Logs are listed in the panel | Logs are in the panel
        The jobs are run in the cluster | The jobs are in the cluster
        The ports are set in the file | The ports are in the file
        Secrets are put in the vault | Secrets are in the vault
        Secrets are put in the vault | The vault has the secrets
        Secrets are placed in the vault | Secrets live in the vault
        Put the keys in the safe | The safe holds the keys
        Keys belong in the safe | The safe holds the keys
        Keys belong in the safe | Keys are in the safe
        Seeds go in the folder | Seeds are in the folder
        Seeds stay in the folder | Seeds are in the folder
        Errors happen in the parser | Errors are in the parser
        Errors happen in the parser | Errors exist in the parser
        Retries take place in the client | Retries are in the client
        Workers serve the queue | Workers take the queue
        The client prefers JSON | The client serves JSON
        The client takes JSON | The client serves JSON
        The gateway takes tokens | The gateway has tokens
        The lab must be reached with a VPN | The lab has a VPN
        The image must be Alpine | The image has Alpine
        The image is Alpine | The image has Alpine
        The image is Alpine | The image uses Alpine
        Docker must be running for load tests | Docker is used for load tests
        Docker must be running for load tests | Load tests use Docker
        Docker is running for load tests | Load tests need Docker
        Redis is in the gateway | The gateway needs Redis
        Redis is in the gateway | The gateway uses Redis
        Redis is for sessions | Sessions need Redis
        There is Redis in the gateway | The gateway is Redis
        Sessions: Redis | Sessions need Redis
        Cache: Redis | The cache needs Redis
        Redis is written with Lua | Redis uses Lua
        The users need a token for the shop | The shop needs a token for the users
        The backup has a copy of the ledger | The ledger has a copy of the backup
        The gateway has a timeout of the ledger | The ledger has a timeout of the gateway
        Each tenant needs a schema in the store | Each store needs a schema in the tenant
        Alice has access to the vault | The vault has access to Alice
        Alice has a key for Bob | Bob has a key for Alice
        Bob is the backup for Alice | Alice is the backup for Bob
        The primary is a replica of the standby | The standby is a replica of the primary
        Mara is the contact for Priya | Priya is the contact for Mara
        The workers hold leases for the brokers | The brokers hold leases for the workers
        The registry keeps mirrors for the runner | The runner keeps mirrors for the registry
        The job stores the report | The report stores the job
        The worker saves the lease under the shard | The shard saves the lease under the worker
        The runner holds the lock | Hold the lock in the runner
        The vault keeps the keys | Keep the keys in the vault
        The keys are kept in the vault | Keep the keys in the vault
        The bucket stores images | Store images in the bucket
        The job stores reports in the lake | Reports are stored in the lake
        The job stores reports in the lake | Store reports in the lake
        The job verifies the token | The job validates the token
        Fix the host name in the parser | Resolve the host name in the parser
        The output is emitted to the log | The output is logged to the emit
        Record the meeting in the archive | Log the meeting in the archive
        The teams' calendar is public | The team's calendar is public
        The glob is src/..  in the hook | The glob is src/... in the hook
    ",
    );
}

#[test]
fn what_ought_to_be_is_not_yet_so() {
    assert_never_same(
        "
        Drafts should be deleted after 30 days | Drafts are deleted after 30 days
        Logs must be in the bucket | Logs are in the bucket
        The gateway should use TLS | The gateway uses TLS
        Tests need to pass in CI | Tests pass in CI
        The keys are sent with the request | Send the keys with the request
        The server is started with the machine | Start the server with the machine
        Failures are retried with the job | Retry failures with the job
        The tunnel closes with the session | Close the tunnel with the session
        The index is rebuilt from the log at night | Rebuild the index from the log at night
        The cache is cleared on deploy | Clear the cache on deploy
        Metrics have a label for the tenant | The tenant has a label for metrics
        Sessions are stored by Redis in the gateway | Sessions are stored by the gateway in Redis
        The gateway must store tokens in Redis | Redis must store tokens in the gateway
        There are docs for the SDK | The SDK must have docs
    ",
    );
}

#[test]
fn what_is_had_used_needed_and_ordered_is_told_in_several_forms() {
    assert_same(
        "
        The pool has 16 threads | There are 16 threads in the pool
        Build the parser with strict mode on | The parser must be built with strict mode on
        Run the seeder after the migration | The seeder has to be run after the migration
        Write the importer in Kotlin | The importer is written in Kotlin
        The ECR bucket is called shop-backend | shop-backend is the name of the ECR bucket
        Inference uses a batch size of 32 | The batch size for inference is 32
        The editor stores drafts in the vault | Drafts are stored in the vault by the editor
    ",
    );
}
