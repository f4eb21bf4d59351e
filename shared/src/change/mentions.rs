//! Which memories a change is about, beside the one that it edits.

use std::collections::BTreeSet;

use super::{ChangeSet, Edit, What};
use crate::id::MemoryId;
use crate::model::{Name, RetireReason, Standing};

impl What {
    /// Hands over every memory that the change tells something of: the one that it adds, removes or edits, the survivor that
    /// takes it in, both ends of a name, the members of a question, the sides of a ruling. Ids may repeat.
    ///
    /// Links are left out: each is edited on both of its ends.
    pub fn mentions(&self, each: &mut impl FnMut(MemoryId)) {
        match self {
            Self::Add(memory) | Self::Remove(memory) => each(memory.id),
            Self::Edit { subject, edit } => {
                each(*subject);
                if let Edit::Standing(swap) = edit {
                    [&swap.before, &swap.after].into_iter().filter_map(survivor).for_each(each);
                }
            }
            Self::Name { name, target } => {
                if let Name::Id(id) = name {
                    each(*id);
                }
                [target.before, target.after].into_iter().flatten().for_each(each);
            }
            Self::Review(swap) => {
                let items = [&swap.before, &swap.after].into_iter().flatten();
                items.flat_map(|item| &item.members).copied().for_each(each);
            }
            Self::Ruling { key, .. } => {
                each(key.first);
                each(key.second);
            }
        }
    }
}

fn survivor(standing: &Standing) -> Option<MemoryId> {
    match standing {
        // What is superseded is linked to its successor, and so edited on both of its ends.
        Standing::Retired(retirement) if retirement.reason == RetireReason::Merged => {
            retirement.successor
        }
        _ => None,
    }
}

impl ChangeSet {
    /// Every memory that a change of the set tells something of; see [`What::mentions`].
    pub fn mentioned(&self) -> BTreeSet<MemoryId> {
        let mut ids = BTreeSet::new();
        for change in &self.changes {
            change.what.mentions(&mut |id| {
                ids.insert(id);
            });
        }
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::{Reason, Swap};
    use crate::model::Retirement;
    use crate::plan::PassKind;
    use crate::ruling::RulingKey;
    use crate::time::Day;

    #[test]
    fn a_change_mentions_every_side() {
        let id = MemoryId;
        let retired = Standing::Retired(Retirement {
            reason: RetireReason::Merged,
            successor: Some(id(2)),
            day: Day(1),
            was_candidate: false,
        });
        let standing = Edit::Standing(Swap::new(Standing::Active, retired));
        let mut set = ChangeSet::default();
        set.push(What::Edit { subject: id(1), edit: standing }, Reason::Recorded);
        let target = Swap::new(None, Some(id(4)));
        set.push(What::Name { name: Name::Id(id(3)), target }, Reason::Recorded);
        let key = RulingKey::pair(id(6), id(5), Some(PassKind::Merge));
        set.push(What::Ruling { key, ruling: Swap::new(None, None) }, Reason::Held);
        assert_eq!(
            set.mentioned().into_iter().map(|id| id.0).collect::<Vec<_>>(),
            [1, 2, 3, 4, 5, 6]
        );
        assert_eq!(set.invert().mentioned(), set.mentioned());
        assert_eq!(set.subjects(), [id(1)]);
    }
}
