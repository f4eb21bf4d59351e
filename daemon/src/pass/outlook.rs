//! What the store will be once the run's automatic merges and replacements are made, and what will be left to ask.
//!
//! Every pass asks and marks only among memories that will still be active then: nobody is asked about a pair that settles
//! itself, and a run leaves nothing for its own repetition (the fixpoint law).

use std::cell::OnceCell;

use consolidate_shared::id::MemoryId;
use consolidate_shared::plan::PassKind;
use rustc_hash::FxHashMap;

use super::bench::Bench;
use super::queue::Question;
use super::{merge, supersede};

/// The store ahead, and its open questions by pass.
#[derive(Debug)]
pub(super) struct Outlook {
    pub(super) bench: Bench,
    conflict: Questions,
    merge: Questions,
    supersede: Questions,
}

/// What one pass would ask, and where each memory's questions are.
#[derive(Debug)]
pub(super) struct Questions {
    all: Vec<Question>,
    of_older: OnceCell<FxHashMap<MemoryId, Vec<usize>>>,
}

impl Questions {
    fn new(all: Vec<Question>) -> Self {
        Self { all, of_older: OnceCell::new() }
    }

    /// All of them.
    pub(super) fn all(&self) -> &[Question] {
        &self.all
    }

    /// Those between two of `members`, in their order.
    pub(super) fn within(&self, members: &[MemoryId]) -> Vec<&Question> {
        let of_older = self.of_older.get_or_init(|| {
            let mut places: FxHashMap<MemoryId, Vec<usize>> = FxHashMap::default();
            for (place, question) in self.all.iter().enumerate() {
                places.entry(question.older).or_default().push(place);
            }
            places
        });
        let mut places: Vec<usize> =
            members.iter().filter_map(|id| of_older.get(id)).flatten().copied().collect();
        places.sort_unstable();
        let found = places.into_iter().filter_map(|place| self.all.get(place));
        found.filter(|question| members.contains(&question.newer)).collect()
    }
}

impl Outlook {
    /// The store after the decisions of those of `passes` that retire; `at_work` is told whose decision is being made.
    pub(super) fn of(bench: &Bench, passes: &[PassKind], at_work: &dyn Fn(PassKind)) -> Self {
        let mut ahead = bench.clone();
        if passes.contains(&PassKind::Merge) {
            at_work(PassKind::Merge);
            let merges = merge::decide(&ahead).draft.into_set();
            ahead.advance(&merges);
        }
        if passes.contains(&PassKind::Supersede) {
            at_work(PassKind::Supersede);
            let replacements = supersede::decide(&ahead).draft.into_set();
            ahead.advance(&replacements);
        }
        let asked = |pass: PassKind| -> Vec<Question> {
            let pairs = ahead.stream.asked().filter(|pair| pair.asks() == Some(pass));
            pairs.map(|pair| Question::of(&pair)).collect()
        };
        let mut conflict = asked(PassKind::Conflict);
        conflict.retain(|question| {
            let validity = |id| ahead.state.validity(id);
            validity(question.older).meets(validity(question.newer))
        });
        let mut merge = asked(PassKind::Merge);
        merge.extend(merge::decide(&ahead).questions);
        let mut supersede = asked(PassKind::Supersede);
        supersede.extend(supersede::decide(&ahead).questions);
        let [conflict, merge, supersede] = [conflict, merge, supersede].map(Questions::new);
        Self { conflict, merge, supersede, bench: ahead }
    }

    /// What `pass` would ask; `None`: it compares no pairs.
    pub(super) fn questions(&self, pass: PassKind) -> Option<&Questions> {
        match pass {
            PassKind::Conflict => Some(&self.conflict),
            PassKind::Merge => Some(&self.merge),
            PassKind::Supersede => Some(&self.supersede),
            PassKind::Promote | PassKind::Decay | PassKind::Prune => None,
        }
    }
}
