//! Waiting for a process to end, under a deadline: by its descriptor where there is one, else by asking again.

use std::time::Duration;

use consolidate_client::Deadline;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

/// Between two looks at what gives no event.
const PAUSE: Duration = Duration::from_millis(5);

/// Whether the process `pid` of our user is gone before `deadline`.
pub(crate) fn for_end(pid: u32, deadline: Deadline) -> bool {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else {
        return true;
    };
    loop {
        if test_kill_process(pid) == Err(Errno::SRCH) {
            return true;
        }
        if deadline.is_past() {
            return false;
        }
        if watch(pid, deadline) {
            return true;
        }
    }
}

/// Waits for a sign that the process ended; whether there was one.
///
/// A process that ended and that its parent has not looked at yet has still let go of every lock: that is an end.
#[cfg(target_os = "linux")]
fn watch(pid: Pid, deadline: Deadline) -> bool {
    use rustix::process::{PidfdFlags, pidfd_open};
    match pidfd_open(pid, PidfdFlags::empty()) {
        Ok(process) => wait(&mut [PollFd::new(&process, PollFlags::IN)], deadline.remaining()),
        Err(_) => pause(deadline),
    }
}

/// Waits for a sign that the process ended; whether there was one.
#[cfg(not(target_os = "linux"))]
fn watch(_pid: Pid, deadline: Deadline) -> bool {
    pause(deadline)
}

/// Waits for a moment, but not past `deadline`; there is nothing to see.
pub(crate) fn pause(deadline: Deadline) -> bool {
    wait(&mut [], PAUSE.min(deadline.remaining()))
}

fn wait(what: &mut [PollFd<'_>], time: Duration) -> bool {
    // An interrupted wait saw nothing, and the caller looks again.
    poll(what, Timespec::try_from(time).ok().as_ref()).is_ok_and(|ready| ready > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_process_is_waited_for_and_not_longer_than_allowed() {
        let mut child =
            Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let pid = child.id();
        assert!(!for_end(pid, Deadline::after(Duration::from_millis(20))));
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(for_end(pid, Deadline::after(Duration::from_secs(5))));
    }
}
