//! What the store will be once the run's automatic merges and replacements are made, and what will be left to ask.
//!
//! Every pass asks and marks only among memories that will still be active then: nobody is asked about a pair that settles
//! itself, and a run leaves nothing for its own repetition (the fixpoint law).

use consolidate_shared::plan::PassKind;

use super::bench::Bench;
use super::queue::Question;
use super::{merge, supersede};

/// The store ahead, and its open questions by pass.
#[derive(Debug)]
pub(super) struct Outlook {
    pub(super) bench: Bench,
    conflict: Vec<Question>,
    merge: Vec<Question>,
    supersede: Vec<Question>,
}

impl Outlook {
    /// The store after the decisions of those of `passes` that retire.
    pub(super) fn of(bench: &Bench, passes: &[PassKind]) -> Self {
        let mut ahead = bench.clone();
        if passes.contains(&PassKind::Merge) {
            let merges = merge::decide(&ahead).draft.into_set();
            ahead.advance(&merges);
        }
        if passes.contains(&PassKind::Supersede) {
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
        Self { conflict, merge, supersede, bench: ahead }
    }

    /// What `pass` would ask.
    pub(super) fn questions(&self, pass: PassKind) -> &[Question] {
        match pass {
            PassKind::Conflict => &self.conflict,
            PassKind::Merge => &self.merge,
            PassKind::Supersede => &self.supersede,
        }
    }
}
