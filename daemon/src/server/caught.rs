//! A future whose panic is a value: one request's defect must not end its connection, let alone the daemon.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// The future panicked. What it said is not kept: it may quote what a peer sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Panicked;

/// Runs `future`; after a panic it is never polled again.
///
/// Whatever the future borrowed may be half-changed afterwards: the caller throws it away.
pub(super) async fn caught<F: Future>(future: F) -> Result<F::Output, Panicked> {
    let mut future = pin!(future);
    poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
        Ok(Poll::Pending) => Poll::Pending,
        Err(_) => Poll::Ready(Err(Panicked)),
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_before_or_after_a_wait_is_a_value() {
        assert_eq!(caught(async { 7 }).await, Ok(7));
        assert_eq!(caught(async { panic!("at once") }).await, Err::<(), _>(Panicked));
        let later = async {
            tokio::task::yield_now().await;
            panic!("later")
        };
        assert_eq!(caught(later).await, Err::<(), _>(Panicked));
    }
}
