//! Counting what a pass looked at and left alone, in a fixed order.

use consolidate_shared::plan::Tally;

/// Why something was considered and kept as it is, in the order of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kept {
    LeftToOthers,
    Waiting,
    Barred,
    Protected,
    Ahead,
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
    const ALL: [(Self, &'static str); 26] = [
        (Self::LeftToOthers, "pairs left to the other passes"),
        (Self::Waiting, "pairs already in the review queue"),
        (Self::Barred, "pairs barred by a ruling"),
        (Self::Protected, "pairs whose older or weaker side is pinned or a policy"),
        (Self::Ahead, "pairs whose newer side lies in the future"),
        (Self::Validity, "pairs valid at different times"),
        (Self::Slot, "duplicates with different slots"),
        (Self::Steps, "duplicates with different steps or triggers"),
        (Self::Linked, "duplicates of which one replaced the other"),
        (Self::Interposed, "duplicates with a change told between them"),
        (Self::TakenBack, "reverts reverted themselves"),
        (Self::Cycle, "replacements that would close a cycle"),
        (Self::OtherProject, "links into another project"),
        (Self::Marked, "conflicts already marked"),
        (Self::Candidate, "candidates waiting for evidence"),
        (Self::Passing, "memories saying nothing that lasts"),
        (Self::Personal, "memories contradicted and pinned, a policy or a person's"),
        (Self::Bound, "lessons bound to one site"),
        (Self::Generic, "lessons too general to be always on"),
        (Self::Exempt, "memories exempt from decay, pinned or a policy"),
        (Self::Steady, "memories whose strength stays"),
        (Self::Held, "memories held by a ruling"),
        (Self::Asked, "memories that a review item asks about"),
        (Self::Grace, "memories still in the grace after a retirement"),
        (Self::Named, "memories retired, and linked or named by others"),
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
    fn one_of_anything_is_told_in_the_singular() {
        for (_, why) in Kept::ALL {
            let one = Tally { why: why.to_owned(), count: 1 }.to_string();
            assert_ne!(one, format!("1 {why}"));
        }
    }

    #[test]
    fn reasons_are_listed_in_declaration_order() {
        assert!(Kept::ALL.iter().enumerate().all(|(i, (kept, _))| *kept as usize == i));
    }
}
