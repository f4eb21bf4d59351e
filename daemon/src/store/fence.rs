//! A disk that can be closed to one writer while it goes on reading.
//!
//! After a storage fault the file is opened a second time, and until that has succeeded the first database must go on
//! answering reads. Two databases on one file would be the end of it, so the first is fenced before the second opens:
//! its locks are released and it can never write again, whatever it does when it is dropped.

use std::io;
use std::ops::Bound;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use redb::{BackendError, StorageBackend};

/// Closes the disks that were made with it.
#[derive(Debug, Clone)]
pub(super) struct Fence {
    inner: Arc<dyn StorageBackend>,
    closed: Arc<AtomicBool>,
    /// Whether it was found that a page is not what was written.
    rotted: Arc<AtomicBool>,
}

impl Fence {
    /// A fence around `disk`, open.
    pub(super) fn around(disk: impl StorageBackend) -> Self {
        Self { inner: Arc::new(disk), closed: Arc::default(), rotted: Arc::default() }
    }

    /// Another fence around the same disk, open.
    pub(super) fn again(&self) -> Self {
        Self { inner: Arc::clone(&self.inner), closed: Arc::default(), rotted: Arc::default() }
    }

    /// From now on nothing is written through it, and its locks are free for another opener.
    pub(super) fn close(&self) -> io::Result<()> {
        if self.closed.swap(true, Ordering::SeqCst) { Ok(()) } else { self.inner.close() }
    }

    /// The disk itself, to be read.
    pub(super) fn below(&self) -> Arc<dyn StorageBackend> {
        Arc::clone(&self.inner)
    }

    /// From now on whoever salvages rows trusts no page.
    pub(super) fn rotted(&self) {
        self.rotted.store(true, Ordering::SeqCst);
    }

    /// Whether a page is known not to be what was written.
    pub(super) fn is_rotted(&self) -> bool {
        self.rotted.load(Ordering::SeqCst)
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    fn writable(&self) -> io::Result<()> {
        if self.is_closed() {
            return Err(io::Error::other("the store was opened again; this handle only reads"));
        }
        Ok(())
    }
}

impl StorageBackend for Fence {
    fn len(&self) -> io::Result<u64> {
        self.inner.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.inner.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.writable()?;
        self.inner.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.writable()?;
        self.inner.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.writable()?;
        self.inner.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        Self::close(self)
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.inner.try_lock_range(start, end)
    }

    fn try_lock_shared_range(
        &self,
        start: Bound<u64>,
        end: Bound<u64>,
    ) -> Result<bool, BackendError> {
        self.inner.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.inner.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.inner.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        if self.is_closed() { Ok(()) } else { self.inner.unlock_range(start, end) }
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.inner.query_lock_range(start, end)
    }
}
