//! Planning on pairs that were kept and updated gives what planning anew gives.

use std::sync::Arc;

use consolidate_shared::change::apply;
use consolidate_shared::codec;
use consolidate_shared::journal::Generation;
use consolidate_shared::model::Memory;
use consolidate_shared::plan::PassKind;
use consolidate_shared::policy::Policy;
use consolidate_shared::time::Day;
use proptest::prelude::*;

use super::random::any_store;
use crate::pass::{PairIndex, Snapshot, plan_run};

proptest! {
    #[test]
    fn an_incremental_plan_is_the_full_plan(
        state in any_store(120),
        more in any_store(30),
        rare in 1u32..20,
        applied: bool,
    ) {
        let policy = Policy { rare_stem: rare, common_stem: rare + 30, ..Policy::default() };
        let mut state = state;
        let kept = PairIndex::of(&state, &policy);
        let mut changed = std::collections::BTreeSet::new();
        if applied {
            let run = plan_run(&Snapshot::new(Generation(1), state.clone()), PassKind::ALL, &policy, Day(30));
            for plan in &run.plans {
                apply(&plan.change_set, &mut state).unwrap();
                changed.extend(plan.change_set.subjects());
            }
        }
        for memory in more.memories.into_values() {
            let (id, none) = (consolidate_shared::id::MemoryId(memory.id.0 ^ (7 << 64)), Default::default());
            let (supersedes, superseded_by) = (Default::default(), Default::default());
            let memory = Memory { id, conflicts_with: none, supersedes, superseded_by, ..Memory::clone(&memory) };
            changed.insert(id);
            state.memories.insert(id, Arc::new(memory));
        }
        let mut pairs = kept;
        let now = |id| state.memories.get(&id).cloned();
        pairs.update(changed.into_iter().map(|id| (id, now(id))), &now);
        let snapshot = Snapshot::new(Generation(2), state.clone());
        let full = plan_run(&snapshot, PassKind::ALL, &policy, Day(31));
        let incremental = plan_run(&snapshot.clone().with_pairs(Arc::new(pairs)), PassKind::ALL, &policy, Day(31));
        prop_assert_eq!(codec::to_bytes(&full).unwrap(), codec::to_bytes(&incremental).unwrap());
    }
}
