//! How lists that are kept grow.

/// Makes room for one more where there is none, an eighth at a time: lists that double, from four on, are a third empty, and a store
/// has a hundred thousand lists of one.
pub(crate) fn grow<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact((list.len() / 8).max(1));
    }
}
