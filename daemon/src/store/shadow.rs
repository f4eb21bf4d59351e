//! A disk that reads another one and keeps for itself whatever is written: a file can be opened, repaired and closed as if
//! it were one's own, and stays as it is.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::StorageBackend;

/// What is written is kept in blocks of this size.
const BLOCK: usize = 4096;

/// A view of a disk that its user may write to without effect on the disk.
#[derive(Debug)]
pub(super) struct Shadow {
    below: Arc<dyn StorageBackend>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    length: u64,
    /// How much of the disk below still shows: a shadow that was cut and grows again shows zeros there.
    shows: u64,
    blocks: BTreeMap<u64, Box<[u8]>>,
}

impl Shadow {
    /// A shadow of `below`, which must not be written to as long as the shadow is used.
    pub(super) fn of(below: Arc<dyn StorageBackend>) -> io::Result<Self> {
        let length = below.len()?;
        let state = Mutex::new(State { length, shows: length, blocks: BTreeMap::new() });
        Ok(Self { below, state })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// What stands in a block: what was written to it, else what the disk below shows.
    fn block(&self, number: u64, below: &dyn StorageBackend) -> io::Result<Box<[u8]>> {
        if let Some(block) = self.blocks.get(&number) {
            return Ok(block.clone());
        }
        let mut block = vec![0; BLOCK].into_boxed_slice();
        let start = number * BLOCK as u64;
        let shown = self.shows.saturating_sub(start).min(BLOCK as u64);
        let shown = usize::try_from(shown).unwrap_or(BLOCK);
        if let Some(part) = block.get_mut(..shown)
            && shown > 0
        {
            below.read(start, part)?;
        }
        Ok(block)
    }
}

/// The blocks of `length` bytes from `offset` on: each with the place in it and the place in the bytes.
fn blocks(
    offset: u64,
    length: usize,
) -> impl Iterator<Item = (u64, usize, std::ops::Range<usize>)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let at = offset.checked_add(done as u64)?;
        let within = usize::try_from(at % BLOCK as u64).ok()?;
        let size = (BLOCK - within).min(length.checked_sub(done)?);
        let part = done..done + size;
        done += size;
        (size > 0).then_some((at / BLOCK as u64, within, part))
    })
}

impl StorageBackend for Shadow {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.state();
        let end = offset.checked_add(out.len() as u64);
        if end.is_none_or(|end| end > state.length) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        for (number, within, part) in blocks(offset, out.len()) {
            let block = state.block(number, self.below.as_ref())?;
            let from = block.get(within..within + part.len());
            if let (Some(to), Some(from)) = (out.get_mut(part), from) {
                to.copy_from_slice(from);
            }
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut state = self.state();
        if length < state.length {
            let first_gone = length.div_ceil(BLOCK as u64);
            state.blocks.retain(|number, _| *number < first_gone);
            let within = usize::try_from(length % BLOCK as u64).unwrap_or(0);
            if let Some(last) = state.blocks.get_mut(&(length / BLOCK as u64))
                && let Some(rest) = last.get_mut(within..)
            {
                rest.fill(0);
            }
            state.shows = state.shows.min(length);
        }
        state.length = length;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        for (number, within, part) in blocks(offset, data.len()) {
            let mut block = state.block(number, self.below.as_ref())?;
            let to = block.get_mut(within..within + part.len());
            if let (Some(to), Some(from)) = (to, data.get(part)) {
                to.copy_from_slice(from);
            }
            state.blocks.insert(number, block);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use redb::backends::InMemoryBackend;

    use super::*;

    #[derive(Debug, Clone)]
    enum Step {
        Length(u64),
        Write(u64, Vec<u8>),
    }

    fn step() -> impl Strategy<Value = Step> {
        let bytes = prop::collection::vec(1..=u8::MAX, 1..6000);
        prop_oneof![
            (0u64..20_000).prop_map(Step::Length),
            (0u64..20_000, bytes).prop_map(|(at, bytes)| Step::Write(at, bytes)),
        ]
    }

    fn content(disk: &dyn StorageBackend) -> Vec<u8> {
        let mut bytes = vec![0; usize::try_from(disk.len().unwrap()).unwrap()];
        disk.read(0, &mut bytes).unwrap();
        bytes
    }

    proptest! {
        #[test]
        fn it_reads_like_a_copy_and_leaves_the_disk_alone(
            first in prop::collection::vec(any::<u8>(), 1..10_000),
            steps in prop::collection::vec(step(), 0..8),
        ) {
            let below = InMemoryBackend::new();
            below.set_len(first.len() as u64).unwrap();
            below.write(0, &first).unwrap();
            let below: Arc<dyn StorageBackend> = Arc::new(below);
            let shadow = Shadow::of(Arc::clone(&below)).unwrap();
            let mut copy = first.clone();
            for step in steps {
                match step {
                    Step::Length(length) => {
                        shadow.set_len(length).unwrap();
                        copy.resize(usize::try_from(length).unwrap(), 0);
                    }
                    Step::Write(at, bytes) => {
                        let end = at + bytes.len() as u64;
                        if end > shadow.len().unwrap() {
                            shadow.set_len(end).unwrap();
                            copy.resize(usize::try_from(end).unwrap(), 0);
                        }
                        shadow.write(at, &bytes).unwrap();
                        let at = usize::try_from(at).unwrap();
                        copy[at..at + bytes.len()].copy_from_slice(&bytes);
                    }
                }
                prop_assert_eq!(content(&shadow), copy.clone());
            }
            prop_assert_eq!(content(below.as_ref()), first);
            prop_assert!(shadow.read(shadow.len().unwrap(), &mut [0]).is_err());
        }
    }
}
