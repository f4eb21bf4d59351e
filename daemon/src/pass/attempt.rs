//! A run without the passes that a defect stops: the others go on, as if those had not been asked for.
//!
//! A pass that panics is taken out and the rest is planned anew from the same snapshot. What comes out is therefore the
//! very run that planning without that pass gives, with its ids, and every law of runs holds for it.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use consolidate_shared::plan::{PassKind, Run};

/// What is said of a panic whose text was put together: it may quote a memory, and memories do not belong in a status.
const WITHHELD: &str = "a defect stopped it; the daemon's log names the place";

/// What could be planned.
#[derive(Debug)]
#[must_use = "a pass that failed must be reported"]
pub struct Attempt {
    /// The plans of the passes that did not fail.
    pub run: Run,
    /// The passes that failed, with what is to be said of each.
    pub failed: Vec<(PassKind, String)>,
}

/// Plans `passes` by `plan`, which tells its second argument which pass is at work. An error is a defect in no pass: then
/// there is no run.
pub fn attempt(
    passes: &[PassKind],
    plan: impl Fn(&[PassKind], &dyn Fn(PassKind)) -> Run,
) -> Result<Attempt, String> {
    let mut left = passes.to_vec();
    let mut failed = Vec::new();
    loop {
        let at_work = Cell::new(None);
        let planning = AssertUnwindSafe(|| plan(&left, &|pass| at_work.set(Some(pass))));
        let panic = match catch_unwind(planning) {
            Ok(run) => return Ok(Attempt { run, failed }),
            Err(panic) => said(panic.as_ref()),
        };
        match at_work.get().filter(|pass| left.contains(pass)) {
            Some(culprit) => {
                left.retain(|pass| *pass != culprit);
                failed.push((culprit, panic));
            }
            None => return Err(panic),
        }
    }
}

/// What a panic says, if it is a text of ours and not one that was put together from what was at hand.
fn said(panic: &(dyn Any + Send)) -> String {
    match panic.downcast_ref::<&'static str>() {
        Some(text) => format!("a defect stopped it: {text}"),
        None => WITHHELD.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use consolidate_shared::journal::Generation;

    use super::*;

    /// Plans nothing, and panics in some passes.
    fn with_defects(
        bad: &[PassKind],
        formatted: bool,
    ) -> impl Fn(&[PassKind], &dyn Fn(PassKind)) -> Run {
        move |passes, at_work| {
            for pass in passes {
                at_work(*pass);
                assert!(!(bad.contains(pass) && formatted), "quotes {pass}");
                if bad.contains(pass) {
                    panic!("no such case");
                }
            }
            Run { generation: Generation(passes.len() as u64), plans: Vec::new() }
        }
    }

    #[test]
    fn the_passes_that_do_not_fail_are_planned_together() {
        let all = PassKind::ALL;
        let whole = attempt(all, with_defects(&[], false)).unwrap();
        assert_eq!((whole.run.generation.0, whole.failed.len()), (all.len() as u64, 0));
        let bad = [PassKind::Conflict, PassKind::Supersede];
        let part = attempt(all, with_defects(&bad, false)).unwrap();
        assert_eq!(part.run.generation.0, all.len() as u64 - 2);
        let said = |pass| (pass, "a defect stopped it: no such case".to_owned());
        assert_eq!(part.failed, bad.map(said));
        let none = attempt(all, with_defects(all, false)).unwrap();
        assert_eq!((none.run.generation.0, none.failed.len()), (0, all.len()));
    }

    #[test]
    fn a_text_that_may_quote_a_memory_is_not_repeated() {
        let part = attempt(&[PassKind::Merge], with_defects(&[PassKind::Merge], true)).unwrap();
        assert_eq!(part.failed, [(PassKind::Merge, WITHHELD.to_owned())]);
    }

    #[test]
    fn a_defect_in_no_pass_ends_the_run() {
        let defect = attempt(PassKind::ALL, |_, _| panic!("before any pass"));
        assert_eq!(defect.unwrap_err(), "a defect stopped it: before any pass");
        let elsewhere = attempt(&[PassKind::Merge], |_, at_work| {
            at_work(PassKind::Conflict);
            panic!("in a pass that nobody asked for")
        });
        assert!(elsewhere.is_err());
    }
}
