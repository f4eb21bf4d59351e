//! Work that leaves nothing behind when somebody interrupts it.
//!
//! Order: signals are heard before there is a folder that they would leave behind, so listening comes first and the work after.
//! After an interrupt the work's thread ends with the process; what the caller holds is dropped before that.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

use consolidate_daemon::checkup;

use crate::exit::{Exit, Failure};

/// What comes of work under way.
enum Came<T> {
    /// It has ended; `None`: by a defect.
    End(Option<T>),
    /// Somebody wants it to end.
    Interrupt,
}

/// Hears the signals that ask this process to end, and waits for work.
pub(crate) struct Interruptible<T> {
    what: &'static str,
    came: mpsc::Sender<Came<T>>,
    next: mpsc::Receiver<Came<T>>,
}

impl<T: Send + 'static> Interruptible<T> {
    /// From now on signals are heard and not obeyed. `what` completes "the ... was interrupted".
    pub(crate) fn listen(what: &'static str) -> Result<Self, Failure> {
        let (came, next) = mpsc::channel();
        let interrupted = came.clone();
        checkup::on_interrupt(move || drop(interrupted.send(Came::Interrupt)))
            .map_err(|error| Failure::io("listen for signals", &error))?;
        Ok(Self { what, came, next })
    }

    /// Does `work` in a thread of its own, and waits for its end or an interrupt.
    pub(crate) fn run(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
        let Self { what, came, next } = self;
        let work = move || {
            let ended = catch_unwind(AssertUnwindSafe(work)).ok();
            drop(came.send(Came::End(ended)));
        };
        std::thread::Builder::new()
            .name(what.to_owned())
            .spawn(work)
            .map_err(|error| Failure::io(&format!("start the {what}"), &error))?;
        match next.recv() {
            Ok(Came::End(Some(ended))) => Ok(ended),
            Ok(Came::End(None)) => {
                Err(Failure::new(Exit::Internal, format!("a defect stopped the {what}")))
            }
            Ok(Came::Interrupt) | Err(mpsc::RecvError) => {
                Err(Failure::new(Exit::Internal, format!("the {what} was interrupted")))
            }
        }
    }
}
