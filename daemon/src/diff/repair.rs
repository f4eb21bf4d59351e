//! A repair as people read it, before it is committed and at any time after.

use consolidate_shared::change::ChangeSet;
use consolidate_shared::id::PlanId;
use consolidate_shared::plan::{PassReport, Tally};
use consolidate_shared::words::counted;

use super::{line, plain, subjects, summary};

/// The repair with what it does besides its changes (`report.deferred`: rows set aside, what is worked out anew) and what it
/// leaves to somebody (`report.kept`).
pub fn render_repair(id: PlanId, set: &ChangeSet, report: &PassReport) -> String {
    let mut out = String::new();
    line(&mut out, &format!("repair {id}"));
    out.push_str(&subjects::render(set, super::Detail::Readable));
    let memories = counted(report.memories, "memory");
    line(&mut out, &format!("considered: {memories}"));
    each(&mut out, "besides", &report.deferred);
    each(&mut out, "left", &report.kept);
    if set.is_empty() {
        line(&mut out, "summary: no memory, name or question changes");
    } else {
        line(&mut out, &summary(set));
    }
    out
}

fn each(out: &mut String, name: &str, tallies: &[Tally]) {
    for tally in tallies {
        line(out, &format!("{name}: {}", plain::one_line(&tally.why)));
    }
}
