//! Signals that ask a check to end, heard instead of obeyed at once: its copy of the store has to go first.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Calls `heard` when this process is asked to end by Ctrl-C, a `kill` or a closed terminal.
pub fn on_interrupt(heard: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (mut interrupt, mut terminate, mut hangup) = {
        let _within = runtime.enter();
        (
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
            signal(SignalKind::hangup())?,
        )
    };
    let wait = move || {
        runtime.block_on(async {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
        });
        heard();
    };
    std::thread::Builder::new().name("interrupt".to_owned()).spawn(wait).map(drop)
}
