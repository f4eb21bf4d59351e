//! A disk in memory that can lose its power and fail, to put under a store in tests.
//!
//! What was written since the last sync is kept write by write, because after a power loss any part of it may have
//! reached the disk.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::StorageBackend;

/// The header is written as one sector, which a disk writes wholly or not at all.
const SECTOR: usize = 512;

/// A disk; clones are the same one.
#[derive(Debug, Clone, Default)]
pub(crate) struct FakeDisk {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// What a reader sees.
    live: Vec<u8>,
    /// What a completed sync has made certain.
    durable: Vec<u8>,
    /// What was written since, in order.
    pending: Vec<Op>,
    /// Completed syncs.
    syncs: u64,
    /// The sync at which the power goes.
    power_until: Option<u64>,
    /// From which operation on which calls fail.
    fault: Option<Fault>,
    /// Operations that may fail, so far.
    operations: u64,
}

#[derive(Debug, Clone)]
enum Op {
    Len(usize),
    Write(usize, Vec<u8>),
}

/// Which calls fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// The disk is full: it does not grow.
    Full,
    /// Nothing is written.
    Write,
    /// Nothing is made durable.
    Sync,
}

#[derive(Debug, Clone, Copy)]
struct Fault {
    /// `None`: calls of any kind.
    kind: Option<FaultKind>,
    from: u64,
    /// Whether it passes with the first call that failed.
    once: bool,
}

impl FakeDisk {
    /// A disk that holds these bytes.
    pub(crate) fn holding(bytes: Vec<u8>) -> Self {
        let disk = Self::default();
        {
            let mut state = disk.state();
            state.durable.clone_from(&bytes);
            state.live = bytes;
        }
        disk
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Syncs that were asked for.
    pub(crate) fn syncs(&self) -> u64 {
        self.state().syncs
    }

    /// Calls that can fail, so far.
    pub(crate) fn operations(&self) -> u64 {
        self.state().operations
    }

    /// The power goes in the middle of this sync (counted from 1): nothing after it reaches the disk.
    pub(crate) fn lose_power_at(&self, sync: u64) {
        self.state().power_until = Some(sync);
    }

    /// Whether the power is gone.
    pub(crate) fn is_dark(&self) -> bool {
        let state = self.state();
        state.power_until.is_some_and(|sync| state.syncs >= sync)
    }

    /// From this operation on, calls of this kind fail.
    pub(crate) fn fail_from(&self, operation: u64, kind: FaultKind) {
        self.state().fault = Some(Fault { kind: Some(kind), from: operation, once: false });
    }

    /// The first call from this operation on fails, of whatever kind it is, and no other.
    pub(crate) fn fail_once(&self, operation: u64) {
        self.state().fault = Some(Fault { kind: None, from: operation, once: true });
    }

    /// No call fails any more.
    pub(crate) fn heal(&self) {
        self.state().fault = None;
    }

    /// All that a reader sees.
    pub(crate) fn content(&self) -> Vec<u8> {
        self.state().live.clone()
    }

    /// What is on the disk after the power went: all that was durable, and of what was not yet, the writes that `keeps`
    /// chooses by their number, each whole or to its first half.
    pub(crate) fn after_power_loss(&self, keeps: impl Fn(usize) -> Kept) -> Self {
        let state = self.state();
        let mut image = state.durable.clone();
        for (number, op) in state.pending.iter().enumerate() {
            match (op, keeps(number)) {
                (_, Kept::Nothing) => {}
                (Op::Len(len), _) => image.resize(*len, 0),
                (Op::Write(offset, bytes), Kept::Half) if bytes.len() > SECTOR => {
                    put(&mut image, *offset, &bytes[..bytes.len() / 2]);
                }
                (Op::Write(offset, bytes), _) => put(&mut image, *offset, bytes),
            }
        }
        Self::holding(image)
    }

    /// How many writes were not durable when the power went.
    pub(crate) fn pending(&self) -> usize {
        self.state().pending.len()
    }
}

/// What of a write reaches the disk without a sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    Nothing,
    Half,
    All,
}

/// A write beyond the end, whose growth was lost, is lost with it.
fn put(image: &mut [u8], offset: usize, bytes: &[u8]) {
    if let Some(place) = image.get_mut(offset..offset.saturating_add(bytes.len())) {
        place.copy_from_slice(bytes);
    }
}

impl State {
    fn is_lit(&self) -> bool {
        self.power_until.is_none_or(|sync| self.syncs < sync)
    }

    fn attempt(&mut self, kind: FaultKind) -> io::Result<()> {
        self.operations += 1;
        match self.fault {
            Some(fault)
                if fault.kind.is_none_or(|its| its == kind) && self.operations >= fault.from =>
            {
                if fault.once {
                    self.fault = None;
                }
                Err(io::Error::other(format!("the disk fails ({kind:?})")))
            }
            _ => Ok(()),
        }
    }

    fn pend(&mut self, op: Op) {
        if self.is_lit() {
            self.pending.push(op);
        }
    }
}

fn position(number: u64) -> io::Result<usize> {
    usize::try_from(number).map_err(io::Error::other)
}

impl StorageBackend for FakeDisk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state().live.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.state();
        let offset = position(offset)?;
        let found = offset.checked_add(out.len()).and_then(|end| state.live.get(offset..end));
        out.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut state = self.state();
        let len = position(len)?;
        if len > state.live.len() {
            state.attempt(FaultKind::Full)?;
        }
        state.live.resize(len, 0);
        state.pend(Op::Len(len));
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut state = self.state();
        state.attempt(FaultKind::Sync)?;
        state.syncs += 1;
        if state.is_lit() {
            state.durable = state.live.clone();
            state.pending.clear();
        }
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        state.attempt(FaultKind::Write)?;
        let offset = position(offset)?;
        put(&mut state.live, offset, data);
        state.pend(Op::Write(offset, data.to_vec()));
        Ok(())
    }
}
