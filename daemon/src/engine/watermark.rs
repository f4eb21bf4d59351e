//! The watermark: the judged pairs that planning keeps between runs, and the generation that they are of.
//!
//! A cache: it is not journalled, not exported, and made anew when it is not there. A plan brings it up to the store by what
//! the journal says has changed since, so that it costs what is new and not what there is. Runs are planned one at a time.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use consolidate_shared::id::MemoryId;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::{Memory, Name};
use consolidate_shared::policy::Policy;
use consolidate_shared::time::Day;

use crate::pass::{PairIndex, Snapshot, Source};
use crate::store::{ReadError, View};

/// Where more than one in this many memories changed, the pairs are made anew: that looks at each pair once.
const MOST: usize = 4;

/// The pairs as the last plan left them.
#[derive(Debug, Default)]
pub(super) struct Watermark(Mutex<Option<Kept>>);

#[derive(Debug)]
struct Kept {
    generation: Generation,
    pairs: Arc<PairIndex>,
}

impl Watermark {
    /// Plans with `plan` on what `view` shows. A second caller waits for the first.
    pub(super) fn plan<T>(
        &self,
        view: &View,
        (policy, day): (&Policy, Day),
        plan: impl FnOnce(&Snapshot) -> T,
    ) -> Result<T, ReadError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let source = Arc::new(Rows::of(view));
        let pairs = match kept.take() {
            Some(mark) if mark.pairs.is_under(policy) && mark.generation <= view.generation() => {
                catch_up(mark, &source)?
            }
            _ => Arc::new(PairIndex::of(source.as_ref(), policy)),
        };
        source.judge()?;
        *kept = Some(Kept { generation: view.generation(), pairs: Arc::clone(&pairs) });
        let rulings = view.rulings()?.into_iter().collect();
        let reviews = view.reviews()?.into_iter().collect();
        let snapshot = Snapshot::of(view.generation(), source.clone(), rulings, reviews);
        let snapshot = snapshot.with_removed_today(view.pruned_on(day)?);
        let planned = plan(&snapshot.with_pairs(pairs));
        source.judge()?;
        Ok(planned)
    }
}

/// Brings the pairs up to the view.
fn catch_up(mark: Kept, source: &Rows) -> Result<Arc<PairIndex>, ReadError> {
    let mut changed: BTreeSet<MemoryId> = BTreeSet::new();
    for entry in source.view.entries_since(mark.generation)? {
        changed.extend(entry?.change_set.subjects());
    }
    let mut pairs = mark.pairs;
    if changed.len() > pairs.len() / MOST {
        return Ok(Arc::new(PairIndex::of(source, pairs.policy())));
    }
    if !changed.is_empty() {
        let now: Vec<_> = changed.into_iter().map(|id| (id, source.memory(id))).collect();
        Arc::make_mut(&mut pairs).update(now, &|id| source.memory(id));
    }
    Ok(pairs)
}

/// The store's rows as planning reads them; the first that cannot be read is remembered.
struct Rows {
    view: View,
    failed: Mutex<Option<ReadError>>,
}

impl Rows {
    fn of(view: &View) -> Self {
        Self { view: view.clone(), failed: Mutex::new(None) }
    }

    fn read<T>(&self, row: Result<T, ReadError>) -> Option<T> {
        row.map_err(|error| {
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        })
        .ok()
    }

    /// Whether all that was read could be.
    fn judge(&self) -> Result<(), ReadError> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl Source for Rows {
    fn memory(&self, id: MemoryId) -> Option<Arc<Memory>> {
        self.read(self.view.memory(id)).flatten().map(Arc::new)
    }

    fn memories(&self) -> Box<dyn Iterator<Item = Arc<Memory>> + '_> {
        let rows = self.read(self.view.memories(None));
        let rows = rows.into_iter().flatten();
        Box::new(rows.filter_map(|row| self.read(row)).map(Arc::new))
    }

    fn name(&self, name: &Name) -> Option<MemoryId> {
        self.read(self.view.name(name)).flatten()
    }

    fn names(&self) -> Box<dyn Iterator<Item = (Name, MemoryId)> + '_> {
        Box::new(self.read(self.view.names()).into_iter().flatten())
    }
}
