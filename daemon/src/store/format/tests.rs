use std::collections::BTreeMap;
use std::fmt::Debug;

use consolidate_shared::id::{PlanId, RunId};
use consolidate_shared::journal::{EntryKind, Generation};
use consolidate_shared::plan::{PassKind, PassReport, PlanRecord, Tally};
use consolidate_shared::policy::PolicyHash;
use consolidate_shared::testing::{
    intents, memory, pass, realise, review_item, ruling, state, text, timestamp,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::*;
use crate::store::meta::Counts;

fn reads_back<T: Stored + PartialEq + Debug>(value: &T) {
    let bytes = value.to_stored().unwrap();
    assert_eq!(&T::from_stored(&bytes).unwrap(), value);
    assert_eq!(bytes[1], SCHEMA);
}

fn report() -> BoxedStrategy<PassReport> {
    let tallies =
        || vec((text(), any::<u64>()).prop_map(|(why, count)| Tally { why, count }), 0..3);
    (any::<u64>(), any::<u64>(), tallies(), tallies())
        .prop_map(|(memories, pairs, kept, deferred)| PassReport {
            memories,
            pairs,
            kept,
            deferred,
        })
        .boxed()
}

fn entry_kind() -> BoxedStrategy<EntryKind> {
    let generation = || any::<u64>().prop_map(Generation);
    prop_oneof![
        Just(EntryKind::Write),
        Just(EntryKind::Evidence),
        pass().prop_map(EntryKind::Pass),
        generation().prop_map(EntryKind::Undo),
        generation().prop_map(EntryKind::Redo),
        Just(EntryKind::Review),
        Just(EntryKind::Import),
    ]
    .boxed()
}

fn plan_record() -> BoxedStrategy<PlanRecord> {
    (any::<u64>(), pass(), any::<i32>(), any::<u64>(), report(), any::<bool>())
        .prop_map(|(id, pass, day, policy, report, has_changes)| PlanRecord {
            id: PlanId(id),
            pass,
            day: consolidate_shared::time::Day(day),
            policy: PolicyHash(policy),
            report,
            has_changes,
        })
        .boxed()
}

proptest! {
    #[test]
    fn memories_read_back(memory in memory()) {
        reads_back(&memory);
    }

    #[test]
    fn a_bit_that_turned_is_told(
        memory in memory(),
        place in any::<prop::sample::Index>(),
        bit in 0..8_u8,
    ) {
        let mut bytes = memory.to_stored().unwrap();
        let place = place.index(bytes.len());
        bytes[place] ^= 1 << bit;
        prop_assert!(Memory::from_stored(&bytes).is_err());
    }

    #[test]
    fn review_items_and_rulings_read_back(item in review_item(), ruling in ruling()) {
        reads_back(&item);
        reads_back(&ruling);
    }

    #[test]
    fn journal_entries_read_back(
        (state, intents) in (state(), intents()),
        (by, kind, at) in (ruling(), entry_kind(), timestamp()),
        (run, plan) in (option::of(any::<u64>()), option::of(any::<u64>())),
        report in option::of(report()),
        generation in any::<u64>(),
    ) {
        reads_back(&JournalEntry {
            generation: Generation(generation),
            parent: Generation(generation / 2),
            kind,
            actor: by.by,
            at,
            run: run.map(RunId),
            plan: plan.map(PlanId),
            report,
            change_set: realise(&intents, &state),
        });
    }

    #[test]
    fn runs_read_back(generation in any::<u64>(), plans in vec(plan_record(), 0..3)) {
        reads_back(&RunRecord { generation: Generation(generation), plans });
    }

    #[test]
    fn the_store_about_itself_reads_back(numbers in any::<[u64; 5]>(), at in any::<u64>()) {
        let [generation, candidate, active, retired, quarantined] = numbers;
        let last_passes = BTreeMap::from([(PassKind::Supersede, Generation(at))]);
        let counts = Counts { candidate, active, retired, quarantined };
        reads_back(&Meta { generation: Generation(generation), counts, last_passes });
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..200)) {
        let mut sealed = [&[FORMAT, SCHEMA], &[0; SUM_BYTES][..], &bytes[..]].concat();
        seal(&mut sealed);
        for bytes in [&bytes[..], &[&[UNSUMMED, SCHEMA], &bytes[..]].concat(), &sealed] {
            let _ = Memory::from_stored(bytes);
            let _ = JournalEntry::from_stored(bytes);
            let _ = RunRecord::from_stored(bytes);
            let _ = ReviewItem::from_stored(bytes);
            let _ = Ruling::from_stored(bytes);
            let _ = Meta::from_stored(bytes);
        }
    }
}

#[test]
fn a_claim_of_four_gibibytes_is_refused() {
    let text_of_4_gib = [&[UNSUMMED, SCHEMA][..], &[7; 16], &[1, 252, 255, 255, 255, 255]].concat();
    let found = Memory::from_stored(&text_of_4_gib);
    assert!(matches!(found, Err(FormatError::Codec(CodecError::Decode(_)))), "{found:?}");
    let changes =
        [&[UNSUMMED, SCHEMA, 1, 0, 0, 0, 0, 0, 0, 0][..], &[252, 255, 255, 255, 255]].concat();
    assert!(JournalEntry::from_stored(&changes).is_err());
}

/// The bytes of schema 1. They may change until the first release; from then on a change here loses stores.
#[test]
fn the_bytes_of_schema_1_stay() {
    let bytes = crate::store::tests::plain(0x1234).to_stored().unwrap();
    let digest = hash64(&bytes);
    insta::assert_snapshot!(format!("{} bytes, {digest:016x}", bytes.len()), @"280 bytes, b0bb8ef69918cac7");
}
