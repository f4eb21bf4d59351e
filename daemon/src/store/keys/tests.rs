use consolidate_shared::testing;
use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn names_sort_like_their_keys_and_read_back(a in testing::name(), b in testing::name()) {
        prop_assert_eq!(a.cmp(&b), name(&a).cmp(&name(&b)));
        prop_assert_eq!(name_back(&name(&a)).unwrap(), a);
    }

    #[test]
    fn texts_with_zeros_sort_like_their_keys(
        a in ("[\0\u{1}a]{0,4}", "[\0\u{1}a]{0,4}"),
        b in ("[\0\u{1}a]{0,4}", "[\0\u{1}a]{0,4}"),
    ) {
        let of = |(project, id): (String, String)| Name::External { project: Some(project), id };
        let (a, b) = (of(a), of(b));
        prop_assert_eq!(a.cmp(&b), name(&a).cmp(&name(&b)));
        prop_assert_eq!(name_back(&name(&a)).unwrap(), a);
    }

    #[test]
    fn rulings_sort_like_their_keys_and_read_back(
        a in testing::ruling_key(),
        b in testing::ruling_key(),
    ) {
        prop_assert_eq!(a.cmp(&b), ruling(&a).cmp(&ruling(&b)));
        prop_assert_eq!(ruling_back(&ruling(&a)).unwrap(), a);
    }

    #[test]
    fn no_key_panics(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = name_back(&bytes);
        let _ = ruling_back(&bytes);
        let _ = memory_back(&bytes);
        let _ = generation_back(&bytes);
        let _ = Index::last_of(&bytes);
    }
}

#[test]
fn every_pass_has_a_number_of_its_own() {
    let numbers: std::collections::BTreeSet<_> =
        PassKind::ALL.iter().map(|&pass| pass_number(Some(pass))).chain([0]).collect();
    assert_eq!(numbers.len(), PassKind::ALL.len() + 1);
}
