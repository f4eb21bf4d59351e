//! A disk that can be closed to one writer while it goes on reading.
//!
//! After a storage fault the file is opened a second time, and until that has succeeded the first database must go on
//! answering reads. Two databases on one file would be the end of it, so the first is fenced before the second opens:
//! its locks are released and it can never write again, whatever it does when it is dropped.

use std::io;
use std::ops::Bound;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::{BackendError, StorageBackend};

/// The first bytes of the file, which every commit changes: the database's header.
pub(super) const HEAD: usize = 320;

/// Closes the disks that were made with it.
#[derive(Debug, Clone)]
pub(super) struct Fence {
    inner: Arc<dyn StorageBackend>,
    closed: Arc<AtomicBool>,
    /// Whether it was found that a page is not what was written.
    rotted: Arc<AtomicBool>,
    /// What the disk begins with, as it was found and written since; `None`: nobody keeps account of it.
    head: Arc<Mutex<Option<[u8; HEAD]>>>,
}

impl Fence {
    /// A fence around `disk`, open.
    pub(super) fn around(disk: impl StorageBackend) -> Self {
        Self::before(Arc::new(disk))
    }

    fn before(inner: Arc<dyn StorageBackend>) -> Self {
        Self { inner, closed: Arc::default(), rotted: Arc::default(), head: Arc::default() }
    }

    /// Another fence around the same disk, open.
    pub(super) fn again(&self) -> Self {
        Self::before(Arc::clone(&self.inner))
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

    /// From now on account is kept of what the disk begins with, see [`Self::begins_as_written`].
    pub(super) fn keep_account(&self) {
        let mut head = self.head();
        *head = self.read_head();
    }

    /// Whether the disk begins with what was last written through this fence. Nobody else writes to a store's file, so
    /// that other bytes are another program's.
    pub(super) fn begins_as_written(&self) -> bool {
        let head = self.head();
        head.is_none() || *head == self.read_head()
    }

    fn head(&self) -> MutexGuard<'_, Option<[u8; HEAD]>> {
        self.head.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_head(&self) -> Option<[u8; HEAD]> {
        let mut found = [0; HEAD];
        self.inner.read(0, &mut found).ok().map(|()| found)
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
        let at = usize::try_from(offset).ok().filter(|at| *at < HEAD);
        let Some(at) = at else { return self.inner.write(offset, data) };
        // Held meanwhile, so that nobody compares what is half written.
        let mut head = self.head();
        let written = self.inner.write(offset, data);
        match head.as_mut().and_then(|head| head.get_mut(at..)) {
            Some(known) if written.is_ok() => {
                known.iter_mut().zip(data).for_each(|(known, byte)| *known = *byte);
            }
            // What a write that failed has left is for the next opening to find out.
            _ => *head = None,
        }
        written
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
