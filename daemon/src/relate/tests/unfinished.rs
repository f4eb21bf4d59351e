//! Changes that were not made, did not last, are only spoken of, or were made by others: none of them acts.

use super::support::{rows, verdict};

fn assert_not_acted_on(table: &str) {
    let acted: Vec<String> = rows(table)
        .map(|(a, b)| (verdict(a, b), a, b))
        .filter(|(told, ..)| told.starts_with("supersedes") || told.starts_with("conflicts"))
        .map(|(told, a, b)| format!("{told}: {a} | {b}"))
        .collect();
    assert!(acted.is_empty(), "acted on:\n{}", acted.join("\n"));
}

fn assert_acted_on(table: &str) {
    let left: Vec<String> = rows(table)
        .map(|(a, b)| (verdict(a, b), a, b))
        .filter(|(told, ..)| !told.starts_with("supersedes"))
        .map(|(told, a, b)| format!("{told}: {a} | {b}"))
        .collect();
    assert!(left.is_empty(), "not acted on:\n{}", left.join("\n"));
}

#[test]
fn a_change_that_is_denied_doubted_planned_or_only_spoken_of() {
    assert_not_acted_on(
        "
        We use npm | We decided against switching from npm to pnpm
        We use npm | We rejected switching from npm to pnpm
        We use npm | We postponed switching from npm to pnpm
        We use npm | We avoid switching from npm to pnpm
        We use npm | We discussed switching from npm to pnpm
        We use npm | We considered switching from npm to pnpm
        We use npm | Nobody switched from npm to pnpm
        We use npm | We almost switched from npm to pnpm
        We use npm | It is not true that we switched from npm to pnpm
        We use npm | Switching from npm to pnpm is too risky
        We use npm | Switching from npm to pnpm broke the build
        We use npm | To switch from npm to pnpm was considered
        We use npm | We had switched from npm to pnpm
        We use npm | We dropped the idea of switching from npm to pnpm
        We use npm | We stopped the migration from npm to pnpm
        We use npm | We moved the decision to switch from npm to pnpm to May
        We use npm | The interns wish we switched from npm to pnpm
        We use npm | We would have switched from npm to pnpm
        We use npm | Sam thinks we switched from npm to pnpm
        We use npm | Had we switched from npm to pnpm, CI would be green
        We use npm | Few of us switched from npm to pnpm
        We use npm | We dreamed that we switched from npm to pnpm
        We use npm | We were asked whether we switched from npm to pnpm
        We use npm | We stopped considering moving off npm
        We use npm | We supposedly dropped npm
        We use npm | We dropped npm, or so the wiki says
        The CDN is Fastly | It is false that the CDN was switched from Fastly to Cloudflare
        The CDN is Fastly | Hypothetically the CDN was switched from Fastly to Cloudflare
        The CDN is Fastly | They say that the CDN was switched from Fastly to Cloudflare
        The CDN is Fastly | The CDN is to be switched from Fastly to Cloudflare
        The CDN is Fastly | Rumour has it the CDN was switched from Fastly to Cloudflare
        The CDN is Fastly | Had the CDN been switched from Fastly to Cloudflare, it would be faster
        The CDN is Fastly | The ticket asks that the CDN be moved from Fastly to Cloudflare
        The CDN is Fastly | The CDN was nearly switched from Fastly to Cloudflare
        The CDN is Fastly | The proposal: the CDN was switched from Fastly to Cloudflare
        The CDN is Fastly | The CDN was rumoured to have moved from Fastly to Cloudflare
        The CDN is Fastly | The plan that the CDN is moved from Fastly to Cloudflare was dropped
        We host on Heroku | Hosting moved from Heroku to Fly.io in the proposal
        We host on Heroku | Hosting reportedly moved from Heroku to Fly.io
    ",
    );
}

#[test]
fn a_change_that_was_taken_back_or_held_for_a_time() {
    assert_not_acted_on(
        "
        We use npm | Switched from npm to pnpm, then reverted
        We use npm | We switched from npm to pnpm and back again
        We use npm | We switched from npm to pnpm. We undid it on Friday.
        We use npm | We switched from npm to pnpm for a day
        We use npm | We switched from npm to pnpm and regretted it
        We use npm | Switched from npm to pnpm; the change was withdrawn
        We use npm | We switched from npm to pnpm. Management vetoed that.
        We use npm | We switched from npm to pnpm (since unwound)
        We use npm | We switched from npm to pnpm, it did not work out
        We use npm | We moved off npm and came home to it
        We use npm | We switched from npm to pnpm in a dream
        We use npm | We switched from npm to pnpm in one demo project
        We use npm | We switched from npm to pnpm, which Bob vetoed
        We use npm | We switched from npm to pnpm to try it out
        We use npm | We switched from npm to pnpm as an experiment
        We use npm | We switched from npm to pnpm; it is npm these days
        We host on Heroku | Hosting moved from Heroku to Fly.io and was rolled back
        We host on Heroku | Hosting moved from Heroku to Fly.io during the outage
        We host on Heroku | Hosting moved from Heroku to Fly.io, a blunder we corrected
        The CDN is Fastly | The CDN was switched from Fastly to Cloudflare, which failed
        The CDN is Fastly | The CDN was switched from Fastly to Cloudflare by mistake and back
        The CDN is Fastly | The CDN was temporarily switched from Fastly to Cloudflare
        The log format is JSON | The log format was changed from JSON to text and reset
        The log format is JSON | The log format was changed from JSON to text for debugging
        The log format is JSON | The log format was changed from JSON to text on one laptop
        The log format is JSON | The log format was changed from JSON to text and JSON came home
        Use staging for demos | Demos moved from staging to production once
        We host on Heroku | Hosting moved to the backlog
        We host on Heroku | Hosting moved to a proposal
        We host on Heroku | Hosting moved from Heroku to Fly.io every weekend
        We use npm | We left npm as it is
        We use npm | We used to hate npm
        We use npm | Switched from npm to pnpm (declined)
        We use npm | We switched from npm to pnpm. Just kidding.
        The user is learning Rust. | The user gave up on Rust and is sorry
        We use npm | We dropped npm and use it in secret
        We use npm | We switched from npm to pnpm and are undecided
        We use npm | We replaced npm with pnpm in the talk
        We use npm | We replaced npm with pnpm on paper
        We use npm | We replaced npm with pnpm, sort of
        We use npm | We moved from npm to pnpm, a change that lasted two days
        We use npm | We moved from npm to pnpm, and home again
        We use npm | We replaced npm with pnpm on a branch nobody merged
        The scraper runs hourly | The scraper is now rumoured to run daily instead of hourly
        The scraper runs hourly | The scraper now runs daily instead of hourly, the vendor claims
        The wiki is in Confluence | Confluence was retired; the wiki owner resurrected it
        The wiki is in Confluence | Confluence was retired, then the wiki moved home to it
        The wiki is in Confluence | The wiki was moved from Confluence to Outline; the wiki is on Confluence by now
        The wiki is in Confluence | The wiki is being moved from Confluence to Outline
        The wiki is in Confluence | Confluence is gone, the wiki was told in the April joke
        Use staging for demos | Demos moved from staging to production for two weeks
    ",
    );
}

#[test]
fn a_change_that_others_made() {
    assert_not_acted_on(
        "
        We use Kafka for events | The competitor replaced Kafka with NATS for events
        We use Kafka for events | The vendor replaced Kafka with NATS for events
        We use Kafka for events | Acme replaced Kafka with NATS for events
        We use Kafka for events | Upstream replaced Kafka with NATS for events
        We use Kafka for events | Our fork replaced Kafka with NATS for events
        We use Kafka for events | Our competitor replaced Kafka with NATS for events
        We use Kafka for events | Netflix dropped Kafka for events
        We use Kafka for events | Their platform team moved events off Kafka
        We use Kafka for events | The other team switched from Kafka to NATS for events
        We use Kafka for events | The author of the blog post switched from Kafka to NATS for events
        We use Kafka for events | Many shops switched from Kafka to NATS for events
        We use Kafka for events | You switched from Kafka to NATS for events
        We use Kafka for events | Somebody at the meetup stopped using Kafka for events
        We use Kafka for events | Kafka for events was replaced by Acme with NATS
        We use Kafka for events | Events were moved from Kafka to NATS by the competitor
        We use npm | We were switched from npm to pnpm by the vendor
        The CDN is Fastly | The CDN was changed from Fastly to Cloudflare by the customer
        We use Kafka for events | At Acme we replaced Kafka with NATS for events
        We use npm | Most users switched from npm to pnpm
        We use npm | The sister company no longer uses npm
        We use npm | React switched from npm to pnpm
        The CDN is Fastly | The customer's CDN was switched from Fastly to Cloudflare
        The CDN is Fastly | The CDN of Acme was switched from Fastly to Cloudflare
        The CDN is Fastly | Their CDN was switched from Fastly to Cloudflare
    ",
    );
}

#[test]
fn plain_changes_still_act() {
    assert_acted_on(
        "
        We use npm | We switched from npm to pnpm
        We use npm | We have switched from npm to pnpm
        We use npm | We finally switched from npm to pnpm because CI was slow
        We use npm | The team switched from npm to pnpm
        We use npm | Switched from npm to pnpm
        We use npm | As of March, we switched from npm to pnpm
        We use npm | We no longer use npm
        We use npm | We dropped npm in favour of pnpm last week
        We use poetry | Switched to uv instead of poetry
        We use Kafka for events | We replaced Kafka with NATS for events
        The CDN is Fastly | The CDN was switched from Fastly to Cloudflare last week
        The CDN is Fastly | The CDN has been switched from Fastly to Cloudflare
        The log format is JSON | The log format was changed from JSON to text
        We host on Heroku | Hosting moved from Heroku to Fly.io
        Use staging for demos | Demos moved from staging to production
        The scraper runs hourly | The scraper now runs every day instead of hourly
        Our wiki is in Confluence | Confluence is being retired; the wiki lives in Outline
    ",
    );
}
