//! Long work in a thread that yields to everybody who waits for something: planning, and counting what is new.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use consolidate_shared::wire::v1::{ErrorCode, Refused};
use tokio::sync::oneshot;

/// A thread without work ends after this.
const IDLE: Duration = Duration::from_secs(30);

type Job = Box<dyn FnOnce() + Send>;
/// Where work is handed in; `None`: no thread is there.
type Door = Arc<Mutex<Option<Sender<Job>>>>;

/// One thread of low priority, started when there is work, that does one thing after the other.
///
/// It outlives its work for a while: a thread that ends gives back what it had allocated page by page, which after planning a
/// large store takes longer than the next light run. It does end, so that an idle daemon is a small one.
#[derive(Debug, Default)]
pub(super) struct Background(Door);

impl Background {
    /// Does `work` after what was handed in before it.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let (reply, answer) = oneshot::channel();
        // Whoever asked may be gone.
        self.hand_in(Box::new(move || drop(reply.send(work())))).map_err(|error| {
            Refused::new(ErrorCode::Internal, format!("no thread to plan in: {error}"))
        })?;
        answer.await.map_err(|_| {
            Refused::new(ErrorCode::Internal, "a defect stopped the planning; nothing was changed")
        })
    }

    fn hand_in(&self, mut job: Job) -> std::io::Result<()> {
        let mut door = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = door.as_ref() {
            match queue.send(job) {
                Ok(()) => return Ok(()),
                // The thread is gone: the job comes back.
                Err(mpsc::SendError(back)) => job = back,
            }
        }
        let (queue, jobs) = mpsc::channel();
        let this = Arc::downgrade(&self.0);
        let work = move || {
            lower_priority();
            let mut job = Some(job);
            while let Some(work) = job {
                // A defect in the work is its asker's to report, who waits for an answer that will not come.
                drop(catch_unwind(AssertUnwindSafe(work)));
                job = next(&jobs, &this);
            }
        };
        std::thread::Builder::new().name("planner".to_owned()).spawn(work)?;
        *door = Some(queue);
        Ok(())
    }
}

/// What to do next; nothing where all was quiet for long, or nobody can ask any more.
fn next(jobs: &Receiver<Job>, door: &Weak<Mutex<Option<Sender<Job>>>>) -> Option<Job> {
    match jobs.recv_timeout(IDLE) {
        Ok(job) => Some(job),
        Err(RecvTimeoutError::Disconnected) => None,
        Err(RecvTimeoutError::Timeout) => {
            let door = door.upgrade()?;
            // Order: the door is held while it is looked for a last time, so that no job comes in behind a shut door.
            let mut door = door.lock().unwrap_or_else(PoisonError::into_inner);
            let last = jobs.try_recv().ok();
            if last.is_none() {
                *door = None;
            }
            last
        }
    }
}

/// Planning yields to everything that somebody waits for. Only Linux has priorities of threads; on a system that refuses
/// or has none, planning runs as it is.
pub(super) fn lower_priority() {
    #[cfg(target_os = "linux")]
    yield_to_others();
}

#[cfg(target_os = "linux")]
fn yield_to_others() {
    const NICEST: i32 = 19;
    if let Err(error) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICEST)
    {
        tracing::debug!(%error, "planning keeps its priority");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thread_of(background: &Background) -> std::thread::ThreadId {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(background.run(|| std::thread::current().id())).unwrap()
    }

    #[test]
    fn one_thread_does_one_thing_after_the_other() {
        let background = Background::default();
        assert_eq!(thread_of(&background), thread_of(&background));
    }

    #[test]
    fn work_goes_on_after_a_defect() {
        let background = Background::default();
        let first = thread_of(&background);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let refused = runtime.block_on(background.run(|| panic!("a defect"))).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Internal);
        assert_eq!(thread_of(&background), first);
    }
}
