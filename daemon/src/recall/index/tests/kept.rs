//! An index made from what was kept is the index that kept it.

use proptest::prelude::*;

use super::history::{documents, filters, words};
use super::*;
use crate::recall::{Kept, kept};

fn bytes(index: &Index) -> Vec<u8> {
    kept(7, &[MemoryId(3), MemoryId(1)], index, &Index::new())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_was_kept_answers_as_what_is_analysed(
        before in prop::collection::vec(documents(0..12), 0..12),
        now in prop::collection::vec(documents(0..12), 0..12),
        more in documents(0..14), query in words(),
    ) {
        let kept = Kept::read(bytes(&index(&before))).unwrap();
        prop_assert_eq!((kept.generation, &kept.first[..]), (7, &[MemoryId(3), MemoryId(1)][..]));
        // Of what is there now some is as it was and some is not, as after a crash.
        let now: Vec<Document> = now.into_iter().chain(before.into_iter().step_by(2)).collect();
        let mut warm = kept.served.index();
        for document in &now {
            warm.insert(&kept.served.find(document).unwrap_or_else(|| analyse(document)));
        }
        warm.let_go();
        let mut cold = index(&now);
        for index in [&mut warm, &mut cold] {
            index.insert(&analyse(&more));
            index.remove(MemoryId(0));
        }
        prop_assert_eq!(warm.dictionary.len(), cold.dictionary.len());
        for query in [Query::new(&query), Query::about(&query)] {
            for filter in filters() {
                let found = warm.search(&query, &filter, &mut || false);
                prop_assert_eq!(found, cold.search(&query, &filter, &mut || false));
            }
        }
        prop_assert_eq!(Kept::read(bytes(&warm)).unwrap().len(), cold.len());
    }

    /// Whatever became of the file, it is read as what was written or not at all.
    #[test]
    fn no_bytes_are_trusted(
        documents in prop::collection::vec(documents(0..6), 0..6), at in any::<prop::sample::Index>(), other in 1..=255_u8, cut in any::<bool>(),
    ) {
        let mut bytes = bytes(&index(&documents));
        let at = at.index(bytes.len());
        if cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= other;
        }
        prop_assert!(Kept::read(bytes).is_none());
    }
}

#[test]
fn another_text_or_another_word_about_it_is_not_what_was_kept() {
    let document = document(1, "restart the server");
    let kept = Kept::read(bytes(&index(std::slice::from_ref(&document)))).unwrap().served;
    assert!(kept.find(&document).is_some());
    let later = Facts { strength: 3, ..Facts::new(Kind::Decision) };
    assert!(kept.find(&Document { facts: later, ..document.clone() }).is_some());
    for changed in [
        Document { text: "restart the servers".into(), ..document.clone() },
        Document { meta: vec![String::new()], ..document.clone() },
        Document { id: MemoryId(2), ..document.clone() },
    ] {
        assert!(kept.find(&changed).is_none(), "{changed:?}");
    }
}
