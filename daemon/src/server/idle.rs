//! Which connections are idle, so that the one that was idle for longest can give its place to a new one; when none is,
//! the next that becomes idle.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The idle connections, by when they became idle.
#[derive(Debug, Default)]
pub(super) struct Idle {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Counts up with each wait; a lower ticket has been idle for longer.
    next: u64,
    waiting: BTreeMap<u64, Arc<Notify>>,
    /// A place was wanted while nobody was idle.
    wanted: bool,
}

impl Idle {
    /// The caller's connection is idle until the ticket is dropped; `leave` is told when its place is needed.
    pub(super) fn enter(&self, leave: &Arc<Notify>) -> Ticket<'_> {
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        if std::mem::take(&mut state.wanted) {
            leave.notify_one();
        } else {
            state.waiting.insert(number, Arc::clone(leave));
        }
        Ticket { idle: self, number }
    }

    /// Tells the connection that has been idle for longest to end, or the next one that becomes idle.
    pub(super) fn want_place(&self) {
        let mut state = self.lock();
        match state.waiting.pop_first() {
            // The permit stays until it is looked at, so a connection that is just about to wait sees it too.
            Some((_, leave)) => leave.notify_one(),
            None => state.wanted = true,
        }
    }

    /// A place was found, however: nobody need leave for it any more.
    pub(super) fn has_place(&self) {
        self.lock().wanted = false;
    }

    /// No code can panic while it holds the lock, so a poisoned one holds a whole state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection's turn of being idle.
#[derive(Debug)]
pub(super) struct Ticket<'a> {
    idle: &'a Idle,
    number: u64,
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.idle.lock().waiting.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(leave: &Notify) -> bool {
        let mut notified = std::pin::pin!(leave.notified());
        notified.as_mut().enable()
    }

    #[test]
    fn the_oldest_goes_first_and_who_is_busy_stays() {
        let idle = Idle::default();
        let [first, second, third] = [(); 3].map(|()| Arc::new(Notify::new()));
        drop(idle.enter(&first));
        let _waiting = (idle.enter(&second), idle.enter(&third));
        idle.want_place();
        assert!(!told(&first) && told(&second) && !told(&third));
    }

    #[test]
    fn when_all_are_busy_the_next_idle_one_goes_unless_a_place_was_found() {
        let idle = Idle::default();
        let [first, second] = [(); 2].map(|()| Arc::new(Notify::new()));
        idle.want_place();
        let _ticket = idle.enter(&first);
        assert!(told(&first));
        idle.want_place();
        idle.has_place();
        let _other = idle.enter(&second);
        assert!(!told(&second));
    }
}
