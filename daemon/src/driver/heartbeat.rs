//! The wake-up a minute, and nothing else: the job says that it is time to look, and never waits for what comes of it.
//!
//! tokio-cron-scheduler freezes a zone to an offset, lets jobs overlap, keeps nothing over a restart, and stays silent for
//! as long as a clock was set back. None of it matters for a job in UTC that only wakes somebody who has a patience of
//! his own.

use std::sync::Arc;

use tokio::sync::Notify;
use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

/// Second 0 of every minute.
const EVERY_MINUTE: &str = "0 * * * * *";

/// A running heartbeat.
pub(super) struct Heartbeat(JobScheduler);

impl Heartbeat {
    /// Begins to wake whoever waits on `wake`.
    pub(super) async fn start(wake: Arc<Notify>) -> Result<Self, JobSchedulerError> {
        let mut scheduler = JobScheduler::new().await?;
        scheduler.init().await?;
        scheduler.add(Job::new(EVERY_MINUTE, move |_, _| wake.notify_one())?).await?;
        scheduler.start().await?;
        Ok(Self(scheduler))
    }

    /// Ends it; its tasks end with the runtime.
    pub(super) async fn stop(mut self) {
        if let Err(error) = self.0.shutdown().await {
            tracing::debug!(%error, "the heartbeat did not stop");
        }
    }
}
