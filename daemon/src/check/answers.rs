//! What an answer to a review item may not do, whoever gives it.

use consolidate_shared::change::{ChangeName, ChangeSet, Edit, What};
use consolidate_shared::overlay::Overlay;
use consolidate_shared::state::Lookup;

use super::Violation;
use super::passes::kept;

pub(super) fn check<S: Lookup>(
    before: &S,
    after: &Overlay<'_, S>,
    set: &ChangeSet,
    violations: &mut Vec<Violation>,
) -> Result<(), S::Error> {
    for change in &set.changes {
        let name = change.name();
        if matches!(name, ChangeName::Add | ChangeName::Remove) {
            violations.push(Violation::NoAnswer { name });
        }
        if let What::Edit { subject, edit: Edit::Standing(swap) } = &change.what
            && let Some(memory) = before.memory(*subject)?
        {
            kept(after, &memory, &swap.after, violations)?;
        }
    }
    Ok(())
}
