//! What looks like a replacement and is none, by kind: none of it is acted on. And what differs from it in little and is certain.

use super::support::{assert_not_acted_on, verdicts};

/// Of some things that changed, others did not.
#[test]
fn some_of_many_changed() {
    assert_not_acted_on(
        "
            One gateway uses nginx | One gateway moved from nginx to Envoy
            Some pages use Bootstrap | Some pages no longer use Bootstrap
            Three jobs run on Travis | Three jobs were migrated from Travis to Buildkite
            A plugin needs Java 8 | A plugin no longer needs Java 8
            Several charts live in Grafana | Several charts moved from Grafana to Datadog
            At least one client uses SOAP | At least one client no longer uses SOAP
            The other team uses Jira | The other team no longer uses Jira
            Most tests use Karma | Most tests were ported from Karma to Vitest
            4 hosts run CentOS | 4 hosts were moved from CentOS to Debian
            An index uses Solr | An index was moved from Solr to Elastic
            Certain queues are on SQS | Certain queues moved to Kafka
            One limit is 5 MB | One limit was raised to 10 MB
            A few jobs use cron | A few jobs no longer use cron
            Other services use REST | Other services no longer use REST
            Two teams use Slack | Two teams moved to Discord
            One of the teams uses Jira | One of the teams no longer uses Jira
            Parts of the app use jQuery | Parts of the app no longer use jQuery
        ",
    );
}

/// "No longer" tells of no change within a condition, a relative or what is checked.
#[test]
fn no_longer_in_a_clause_under_another() {
    assert_not_acted_on(
        "
            Hosts that run CentOS are patched | Hosts that no longer run CentOS are patched
            Alert if the cert is valid | Alert if the cert is no longer valid
            Delete keys which are used | Delete keys which are no longer used
            Users who are active get mail | Users who are no longer active get mail
            Restart the pod once it is ready | Restart the pod once it is no longer ready
            Retry while the lock is held | Retry while the lock is no longer held
            Check that the flag is set | Check that the flag is no longer set
            The log says the disk is full | The log says the disk is no longer full
            The hook checks whether the tag exists | The hook checks whether the tag no longer exists
            Hosts running Debian are scanned | Hosts no longer running Debian are scanned
            Repos owned by ops are archived | Repos no longer owned by ops are archived
            Unless the key is valid, fail | Unless the key is no longer valid, fail
            Skip tests until the API is stable | Skip tests until the API is no longer stable
            Tag jobs whose owner is known | Tag jobs whose owner is no longer known
            Make sure the port is open | Make sure the port is no longer open
            The test asserts the key exists | The test asserts the key no longer exists
            Archive repos that are maintained | Archive repos that are not maintained anymore
            Repos ops maintains are scanned | Repos ops no longer maintains are scanned
            Log the id where it is set | Log the id where it is no longer set
            Verify the lock is held | Verify the lock is no longer held
            Alert if the host is ready | Alert if the host is not ready any more
        ",
    );
}

/// Stages, copies, conversions: the next one takes nothing back.
#[test]
fn the_next_stage_is_no_version() {
    assert_not_acted_on(
        "
            Events flow from Kinesis to Lambda | Events flow from Lambda to DynamoDB
            Tickets move from open to triaged | Tickets move from triaged to closed
            We deploy from dev to staging | We deploy from staging to prod
            The job exports rows from Oracle to CSV | The job exports rows from CSV to Parquet
            Rename the table from users to people | Rename the table from people to persons
            Traffic is routed from Cloudflare to nginx | Traffic is routed from nginx to the app
            We moved the docs from Word to Confluence | We moved the docs from Confluence to Notion
            Copy the dump from prod to staging | Copy the dump from staging to dev
            The build goes from queued to running | The build goes from running to done
            Data is replicated from Oslo to Bern | Data is replicated from Bern to Rome
            The script updates the schema from v1 to v2 | The script updates the schema from v2 to v3
            Convert the video from AVI to MP4 | Convert the video from MP4 to WebM
            The tool upgrades the database from 12 to 13 | The tool upgrades the database from 13 to 14
            Users are migrated from v1 to v2 | Users are migrated from v2 to v3
            Update the status from open to triaged | Update the status from triaged to closed
            Orders were promoted from draft to open | Orders were promoted from open to closed
            The installer updates PHP from 7 to 8 | The installer updates PHP from 8 to 9
            Redirect port 80 to 443 from 443 to 8443 | Redirect port 80 to 443 from 8443 to 9443
            The counter is increased from 1 to 2 | The counter is increased from 2 to 3
            The release went from stage 1 to stage 2 | The release went from stage 2 to stage 3
            We upgrade Node from 16 to 18 | We upgrade Node from 18 to 20
        ",
    );
}

/// A number that cannot have gone that way.
#[test]
fn raised_to_less() {
    assert_not_acted_on(
        "
            The cache size is 2 GB | The cache size was raised to 500 MB
            The lease is 2 hours | The lease was extended to 30 minutes
            The batch size is 64 | The batch size was doubled to 32
            The retention is 30 days | The retention was cut to 12 weeks
            The threshold is 80% | The threshold was lowered to 90%
            The memory limit is 512 MB | The memory limit was bumped to 256 MB
            The poll interval is 30 s | The poll interval was shortened to 2 minutes
            The heap is 4 GB | The heap was reduced to 6 GB
            The fee is $5 | The fee was raised to $3
            The number of shards is 8 | The number of shards was increased to 4
            The max age is 1 day | The max age was raised to 6 hours
            The quota is 10 GB | The quota was reduced to 10 GB
            The timeout is 60 s | The timeout was raised and is now 30 s
        ",
    );
}

#[test]
fn plain_replacements_are_still_certain() {
    insta::assert_snapshot!(verdicts("
        The timeout is 30 s | The timeout was raised to 60 s
        The timeout was raised from 30 s to 60 s | The timeout was raised from 60 s to 90 s
        The portal uses jQuery | The portal no longer uses jQuery
        The session TTL is 5 minutes | The session TTL was lowered to 60 seconds
        Checkout uses Stripe | Checkout was migrated from Stripe to Adyen
        Bumped serde from 1.0.1 to 1.0.2. | Bumped serde from 1.0.2 to 1.0.3.
        Update rails from 6.0 to 6.1 | Update rails from 6.1 to 7.0
        The minimum version is 1.9 | The minimum version was raised to 1.10
        The docs live in Notion | The docs moved from Notion to GitHub
    "), @"
    supersedes S6: The timeout is 30 s | The timeout was raised to 60 s
    supersedes S4: The timeout was raised from 30 s to 60 s | The timeout was raised from 60 s to 90 s
    supersedes S1: The portal uses jQuery | The portal no longer uses jQuery
    supersedes S6: The session TTL is 5 minutes | The session TTL was lowered to 60 seconds
    supersedes S1: Checkout uses Stripe | Checkout was migrated from Stripe to Adyen
    supersedes S4: Bumped serde from 1.0.1 to 1.0.2. | Bumped serde from 1.0.2 to 1.0.3.
    supersedes S4: Update rails from 6.0 to 6.1 | Update rails from 6.1 to 7.0
    supersedes S6: The minimum version is 1.9 | The minimum version was raised to 1.10
    supersedes S1: The docs live in Notion | The docs moved from Notion to GitHub
    ");
}
