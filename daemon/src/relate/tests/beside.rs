//! What looks like a contradiction and may hold side by side, by kind: none of it is marked, most of it is asked about. And what
//! differs from it in little and is certain.

use super::support::{assert_not_acted_on, verdicts};

/// Of some things, counted or not, others may be told.
#[test]
fn some_of_many_may_differ() {
    assert_not_acted_on(
        "
            At least two brokers are in sync | At least two brokers are not in sync
            Exactly one node has the lock | Exactly one node does not have the lock
            Several dashboards show latency | Several dashboards do not show latency
            A migration is pending | A migration is not pending
            An operator approves releases | An operator does not approve releases
            Many scripts need sudo | Many scripts do not need sudo
            Another region has a mirror | Another region does not have a mirror
            Two queues are empty | Two queues are full
            A few charts are public | A few charts are private
            Some caches are warm | Some caches are cold
            More than three jobs are running | More than three jobs are not running
            Up to ten workers share a lock | Up to ten workers do not share a lock
            Other teams own the charts | Other teams do not own the charts
            The other shard is full | The other shard is empty
            12 hosts have SSDs | 12 hosts do not have SSDs
            3 replicas are healthy | 3 replicas are unhealthy
            One cluster uses Calico | One cluster uses Cilium
            Some modules are written in Go | Some modules are not written in Go
            A worker has 4 threads | A worker has 8 threads
            One timeout is 5 s | One timeout is 9 s
            In CI two jobs are slow | In CI two jobs are not slow
            One is up | One is down
            Every second build is slow | Every second build is not slow
            Every other node has a GPU | Every other node does not have a GPU
            Someone owns the parser | Someone does not own the parser
            Parts of the app are public | Parts of the app are private
        ",
    );
}

/// Possible, and now and then.
#[test]
fn what_may_be_may_also_not_be() {
    assert_not_acted_on(
        "
            The upload may time out | The upload may not time out
            Retries might hide the bug | Retries might not hide the bug
            The lease could expire early | The lease could not expire early
            Builds may be slow at noon | Builds may not be slow at noon
            The order might be lost | The order might never be lost
            The job may pass | The job may fail
            The link could be up | The link could be down
            The test sometimes fails | The test sometimes does not fail
            The build is probably broken | The build is probably not broken
        ",
    );
}

/// For what, because of what, until when.
#[test]
fn a_denial_may_be_of_the_reason() {
    assert_not_acted_on(
        "
            We cache pages because the API is slow | We do not cache pages because the API is slow
            The job retries since the API is flaky | The job does not retry since the API is flaky
            The flag exists for testing | The flag does not exist for testing
            We use Rust for safety | We do not use Rust for safety
            We keep the lock for its simplicity | We do not keep the lock for its simplicity
            The proxy is there to terminate TLS | The proxy is not there to terminate TLS
            We shard the table to spread writes | We do not shard the table to spread writes
            The queue is slow due to large payloads | The queue is not slow due to large payloads
            The pod restarts owing to memory leaks | The pod does not restart owing to memory leaks
            We pin Node thanks to a bug | We do not pin Node thanks to a bug
            The index exists to speed up search | The index does not exist to speed up search
            We run Kafka for historical reasons | We do not run Kafka for historical reasons
            The gateway logs requests to help debugging | The gateway does not log requests to help debugging
            We chose Go out of habit | We did not choose Go out of habit
            We use Go as it is fast | We don't use Go as it is fast
            The port is open by mistake | The port is not open by mistake
            The team uses Go out of habit | The team does not use Go out of habit
        ",
    );
}

/// What is denied has a further phrase or a degree.
#[test]
fn a_denial_of_less_or_of_the_degree() {
    assert_not_acted_on(
        "
            The API caches responses | The API does not cache responses of admins
            Deploy on Fridays | Do not deploy on Fridays without approval
            Tests run in CI | Tests do not run in CI on forks
            Log requests | Do not log requests from bots
            The worker retries jobs | The worker does not retry jobs of the old kind
            Users can delete projects | Users cannot delete projects of the team
            Pods are ready | All pods are not ready
            Tests run in CI | Tests do not always run in CI
            The API is fast | The API is not very fast
            The disk is large | The disk is not that large
            The query is slow | The query is not too slow
            The tests are flaky | The tests are not really flaky
            The image is small | The image is not particularly small
        ",
    );
}

/// "Not just", "not merely".
#[test]
fn not_only_is_no_denial() {
    assert_not_acted_on(
        "
            The hook validates the schema | The hook does not merely validate the schema
            Use Redis for locks | Do not only use Redis for locks
            The job cleans the cache | The job does not simply clean the cache
            The bot labels issues | The bot doesn't only label issues
            The proxy logs errors | The proxy does not solely log errors
            Tests check the body | Tests do not only check the body
            The cache is shared | The cache is not exclusively shared
        ",
    );
}

/// "Can", "may", "should" against "does not have to".
#[test]
fn what_is_free_need_not_be() {
    assert_not_acted_on(
        "
            The worker can batch inserts | The worker need not batch inserts
            Clients should retry | Clients do not have to retry
            You can squash commits | You need not squash commits
            Authors may add tests | Authors do not need to add tests
            The client could send a token | The client does not have to send a token
            Pods can share a volume | Pods don't have to share a volume
            The client can cache responses | The client does not cache responses
            Users should rotate keys | Users do not rotate keys
        ",
    );
}

/// What was so once, or is done to the thing and not by it.
#[test]
fn past_and_present() {
    assert_not_acted_on(
        "
            The import crashed on Windows | The import does not crash on Windows
            The disk was full | The disk is not full
            Eva led the platform team | Eva does not lead the platform team
            The API returned XML | The API does not return XML
            We kept logs in S3 | We do not keep logs in S3
            The proxy had a cache | The proxy does not have a cache
            We wrote the parser in C | We do not write the parser in C
            The job took the lock | The job does not take the lock
            The build broke on ARM | The build does not break on ARM
            The vendor paid invoices on time | The vendor does not pay invoices on time
            The queue was full | The queue is empty
            The test passed on ARM | The test fails on ARM
            The build has failed on ARM | The build does not fail on ARM
            The vendor is paid | The vendor does not pay
            The job is logging requests | The job does not log requests
            The index has been rebuilt | The index is not rebuilt
        ",
    );
}

/// "Will" against "does not".
#[test]
fn what_is_to_come() {
    assert_not_acted_on(
        "
            The CLI will support plugins | The CLI does not support plugins
            The cluster will run on ARM | The cluster does not run on ARM
            We are going to support Safari | We do not support Safari
            The token will be rotated | The token is not rotated
            The endpoint will be public | The endpoint is private
            The API will be frozen | The API is not frozen
            The service shall log requests | The service does not log requests
            We plan to use Nix | We do not use Nix
        ",
    );
}

/// Within a condition each holds in its own case.
#[test]
fn in_another_case() {
    assert_not_acted_on(
        "
            Alert if the probe passes | Alert if the probe does not pass
            Skip the step when the file exists | Skip the step when the file does not exist
            Poll until the job is done | Poll until the job is not done
            Cache the page unless the user is known | Cache the page unless the user is not known
            Where the flag is set, log the id | Where the flag is not set, log the id
            If the queue is empty, stop the worker | If the queue is not empty, stop the worker
            Restart whenever the pod is ready | Restart whenever the pod is not ready
            The job waits while the lock is held | The job waits while the lock is not held
            Rollback once the canary fails | Rollback once the canary does not fail
            The hook runs only if tests pass | The hook runs only if tests do not pass
            In case the disk is full, page ops | In case the disk is not full, page ops
            Use the fallback provided the cache is warm | Use the fallback provided the cache is not warm
            Send a page as soon as the host is up | Send a page as soon as the host is not up
            Jobs run even if the lock is free | Jobs run even if the lock is not free
            Retry as long as the token is valid | Retry as long as the token is not valid
            Alert if the queue is full | Alert if the queue is empty
            Restart when the pod is online | Restart when the pod is offline
            Log the id while the flag is enabled | Log the id while the flag is disabled
            Page ops if the link is up | Page ops if the link is down
            Use the mirror as long as the host is up | Use the mirror as long as the host is down
            Log the id after the lock is held | Log the id after the lock is not held
        ",
    );
}

/// Within a relative clause or a participle each tells of its own things.
#[test]
fn of_other_things() {
    assert_not_acted_on(
        "
            Pods that mount secrets are scanned | Pods that do not mount secrets are scanned
            Users who own a project can invite | Users who do not own a project can invite
            Columns which are indexed are listed | Columns which are not indexed are listed
            Hosts running Debian are patched | Hosts not running Debian are patched
            Alert on hosts owned by ops | Alert on hosts never owned by ops
            Delete branches merged into main | Delete branches not merged into main
            Archive repos using npm | Archive repos not using npm
            Back up tables owned by billing | Back up tables not owned by billing
            Repos ops maintains are scanned | Repos ops does not maintain are scanned
            List teams whose budget is known | List teams whose budget is not known
            Rebuild images that are large | Rebuild images that are small
            Scan images built locally | Scan images built remotely
            Delete pods that are healthy | Delete pods that are unhealthy
            Log users who are active | Log users who are inactive
            Close issues labelled stale | Close issues labelled fresh
            Tables with an owner that is known are kept | Tables with an owner that is not known are kept
            Hosts with swap are patched | Hosts with no swap are patched
        ",
    );
}

/// "Whether", "check that", "means".
#[test]
fn what_is_checked_or_asked() {
    assert_not_acted_on(
        "
            The job checks whether the disk is mounted | The job checks whether the disk is not mounted
            Ask whether the key is rotated | Ask whether the key is not rotated
            Verify that the cert is valid | Verify that the cert is not valid
            Assert that the list is sorted | Assert that the list is not sorted
            Make sure the port is open | Make sure the port is not open
            Check the cert is valid | Check the cert is not valid
            Ensure the flag is set | Ensure the flag is not set
            The test asserts the queue is empty | The test asserts the queue is not empty
            The alarm says the host is up | The alarm says the host is not up
            Confirm that the pod is healthy | Confirm that the pod is unhealthy
            The test checks that the port is open | The test checks that the port is closed
            The status means the job is active | The status means the job is inactive
        ",
    );
}

/// Steps that one thing takes one after the other.
#[test]
fn one_thing_does_both() {
    assert_not_acted_on(
        "
            The job begins at noon | The job ends at noon
            The client acquires the lock | The client releases the lock
            The bot pushes images | The bot pulls images
            The agent encrypts the backup | The agent decrypts the backup
            The script attaches the disk | The script detaches the disk
            The gate is opened at 8 | The gate is closed at 8
            The service starts after deploy | The service stops after deploy
            The scheduler adds nodes | The scheduler removes nodes
            The controller creates pods | The controller deletes pods
            The tool shows hints | The tool hides hints
            The job increases the quota | The job decreases the quota
            The hook registers the runner | The hook unregisters the runner
            The autoscaler raises the limit | The autoscaler lowers the limit
            The plugin activates the theme | The plugin deactivates the theme
            The daemon loads the module | The daemon unloads the module
            Mount the volume before the backup | Unmount the volume before the backup
            The queue grows at night | The queue shrinks at night
            The pods are started at 6 | The pods are stopped at 6
            The cron job enables the banner | The cron job disables the banner
            The operator pauses the rollout | The operator resumes the rollout
            The job expands the volume | The job shrinks the volume
            Open the valve | Close the valve
            The session starts in the browser | The session ends in the browser
        ",
    );
}

/// Two tools that are both used.
#[test]
fn two_tools_of_one_use() {
    assert_not_acted_on(
        "
            Use Redis for sessions | Use Memcached for sessions
            Use uv for packages | Use pip for packages
        ",
    );
}

#[test]
fn plain_contradictions_are_still_certain() {
    insta::assert_snapshot!(verdicts("
        Backups are encrypted | Backups are not encrypted
        Staging runs on Kubernetes | Staging does not run on Kubernetes
        Never force push to main | Always force push to main
        The cache is shared between workers | The cache is not shared between workers
        Log access tokens | Do not log access tokens
        All endpoints need a token | Endpoints do not need a token
        The proxy is enabled in staging | The proxy is disabled in staging
        Use Redis for sessions | Do not use Redis for sessions
        The CLI supports Windows | The CLI doesn't support Windows
        The staging cluster has a GPU node | The staging cluster does not have a GPU node
        Deploy to production servers on Fridays | Do not deploy to production servers on Fridays
        The build fails on ARM | The build passes on ARM
        The docs repo is public | The docs repo is private
        The billing API must be versioned | The billing API must not be versioned
    "), @"
    conflicts C1: Backups are encrypted | Backups are not encrypted
    conflicts C1: Staging runs on Kubernetes | Staging does not run on Kubernetes
    conflicts C1: Never force push to main | Always force push to main
    conflicts C1: The cache is shared between workers | The cache is not shared between workers
    conflicts C1: Log access tokens | Do not log access tokens
    conflicts C1: All endpoints need a token | Endpoints do not need a token
    conflicts C4: The proxy is enabled in staging | The proxy is disabled in staging
    conflicts C1: Use Redis for sessions | Do not use Redis for sessions
    conflicts C1: The CLI supports Windows | The CLI doesn't support Windows
    conflicts C1: The staging cluster has a GPU node | The staging cluster does not have a GPU node
    conflicts C1: Deploy to production servers on Fridays | Do not deploy to production servers on Fridays
    conflicts C4: The build fails on ARM | The build passes on ARM
    conflicts C4: The docs repo is public | The docs repo is private
    conflicts C1: The billing API must be versioned | The billing API must not be versioned
    ");
}
