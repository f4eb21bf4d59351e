//! Where the log goes: standard error, which is the log file once a daemon is detached.

use std::io::{IsTerminal as _, stderr};

use tracing_subscriber::EnvFilter;

/// Says what is logged, as `tracing` filters do, e.g. `debug` or `consolidate_daemon=trace`.
const LOG_VARIABLE: &str = "CONSOLIDATE_LOG";
/// What a daemon logs when nothing is said: our own doings, and only what troubles the heartbeat.
pub(crate) const OF_DAEMON: &str = "info,tokio_cron_scheduler=warn";

/// Sends what is logged to standard error: what the variable says, else `default`.
pub(crate) fn to_stderr(default: &str) {
    let (filter, problem) = match EnvFilter::try_from_env(LOG_VARIABLE) {
        Ok(filter) => (filter, None),
        Err(error) if std::env::var_os(LOG_VARIABLE).is_some() => {
            (EnvFilter::new(default), Some(error))
        }
        Err(_) => (EnvFilter::new(default), None),
    };
    // Somebody else's subscriber (a test's) may be there: then it stays.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr)
        // It would tell of a line that cannot be written on standard error, which is where it cannot be written, and panic: a
        // full disk must not end the daemon.
        .log_internal_errors(false)
        .with_ansi(stderr().is_terminal())
        .try_init();
    std::panic::set_hook(Box::new(|panic| {
        // Where, never what: the text of a panic may quote a memory, and memories do not belong in a log.
        let place = panic.location().map_or_else(String::new, ToString::to_string);
        tracing::error!(place, "a defect stopped a task");
    }));
    if let Some(error) = problem {
        tracing::warn!("{LOG_VARIABLE} is no filter ({error}); logging `{default}`");
    }
}
