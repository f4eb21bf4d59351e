//! Counting what a pass looked at and left alone, in a fixed order.

use consolidate_shared::plan::Tally;

/// Why something was considered and kept as it is, in the order of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kept {
    LeftToOthers,
    Waiting,
    Barred,
    Protected,
    Validity,
    Slot,
    Steps,
    Linked,
    Interposed,
    TakenBack,
    Cycle,
    OtherProject,
    Marked,
    Candidate,
    Passing,
    Personal,
    Bound,
    Generic,
    Exempt,
    Steady,
    Held,
    Asked,
    Grace,
    Named,
    Unkept,
}

impl Kept {
    const ALL: [(Self, &'static str); 25] = [
        (Self::LeftToOthers, "pairs left to the other passes"),
        (Self::Waiting, "pairs already in the review queue"),
        (Self::Barred, "pairs barred by a ruling"),
        (Self::Protected, "pairs whose older or weaker side is pinned or a policy"),
        (Self::Validity, "pairs that hold at different times"),
        (Self::Slot, "duplicates with different slots"),
        (Self::Steps, "duplicates with different steps or triggers"),
        (Self::Linked, "duplicates of which one replaced the other"),
        (Self::Interposed, "duplicates with a change told between them"),
        (Self::TakenBack, "reverts that were reverted themselves"),
        (Self::Cycle, "replacements that would close a cycle"),
        (Self::OtherProject, "links into another project"),
        (Self::Marked, "conflicts already marked"),
        (Self::Candidate, "candidates, which wait for evidence"),
        (Self::Passing, "candidates and lessons that say nothing that lasts"),
        (Self::Personal, "contradicted memories that are pinned, a policy or a person's"),
        (Self::Bound, "lessons that hold on one site only"),
        (Self::Generic, "lessons too general to be always on"),
        (Self::Exempt, "pinned memories and policies, which never decay"),
        (Self::Steady, "memories whose strength stays"),
        (Self::Held, "memories held by a ruling"),
        (Self::Asked, "memories that a review item asks about"),
        (Self::Grace, "retired memories in their grace"),
        (Self::Named, "retired memories that are linked or named by others"),
        (Self::Unkept, "duplicates whose words have no survivor"),
    ];
}

/// Counts by reason.
#[derive(Debug, Clone, Default)]
pub(super) struct Tallies([u64; Kept::ALL.len()]);

impl Tallies {
    pub(super) fn add(&mut self, kept: Kept) {
        self.add_many(kept, 1);
    }

    pub(super) fn add_many(&mut self, kept: Kept, count: u64) {
        // `Kept::ALL` lists the variants in declaration order; a test holds it.
        if let Some(sum) = self.0.get_mut(kept as usize) {
            *sum = sum.saturating_add(count);
        }
    }

    /// What was counted, without the reasons that never occurred.
    pub(super) fn report(&self) -> Vec<Tally> {
        let named = Kept::ALL.iter().zip(self.0).filter(|(_, count)| *count > 0);
        named.map(|((_, why), count)| Tally { why: (*why).to_owned(), count }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_listed_in_declaration_order() {
        assert!(Kept::ALL.iter().enumerate().all(|(i, (kept, _))| *kept as usize == i));
    }
}
