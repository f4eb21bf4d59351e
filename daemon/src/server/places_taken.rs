//! Which connections are there and which of them are idle, so that the one that was idle longest can give its place to
//! a new one.

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
}

impl Idle {
    /// The caller's connection is idle until the ticket is dropped; `leave` is told when its place is needed.
    pub(super) fn enter(&self, leave: &Arc<Notify>) -> Ticket<'_> {
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        state.waiting.insert(number, Arc::clone(leave));
        Ticket { idle: self, number }
    }

    /// Tells the connection that has been idle for longest to end. False: none is idle.
    pub(super) fn end_oldest(&self) -> bool {
        match self.lock().waiting.pop_first() {
            Some((_, leave)) => {
                // The permit stays until it is looked at, so a connection that is just about to wait sees it too.
                leave.notify_one();
                true
            }
            None => false,
        }
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

    #[test]
    fn the_oldest_goes_first_and_who_is_busy_stays() {
        let idle = Idle::default();
        let [first, second, third] = [(); 3].map(|()| Arc::new(Notify::new()));
        let busy = idle.enter(&first);
        let _waiting = (idle.enter(&second), idle.enter(&third));
        drop(busy);
        assert!(idle.end_oldest() && idle.end_oldest());
        assert!(!idle.end_oldest());
        assert_eq!(Arc::strong_count(&second), 1);
    }
}
