//! Figures of an evaluation, for people.

mod recall;

use std::fmt::Write as _;

use consolidate_daemon::eval::{FlagFigures, MergeFigures, Mistake, own_label};
use consolidate_shared::plan::PassKind;

use super::style::{FAINT, HEAD, WARN, paint};
use super::text::{add, count, one_line};
use crate::command::eval::{Error, Figures, Report};
pub(crate) use recall::recall;

/// Everything: bad lines, errors, figures by group, figures over all.
pub(crate) fn report(report: &Report) -> String {
    let mut text = String::new();
    for bad in &report.bad {
        let line = paint(WARN, format_args!("line {}:", bad.line));
        add!(text, "{line} {}\n", one_line(&bad.why));
    }
    let unlisted = report.bad_count.saturating_sub(report.bad.len() as u64);
    if unlisted > 0 {
        add!(text, "and {}\n", count(unlisted, "more bad line"));
    }
    errors(&mut text, report);
    if let Some(more) = report.errors_left_out {
        add!(text, "and {}\n", count(more, "more error"));
    }
    for (name, groups) in &report.groups {
        let name = name.replace('_', " ");
        add!(text, "{}\n", paint(HEAD, &name));
        for (value, figures) in groups {
            add!(text, "  {}\n    {}\n", one_line(value), line(figures));
        }
    }
    add!(text, "{}\n{}", paint(HEAD, report.pass), table(&report.figures));
    if report.bad_count > 0 {
        let bad = count(report.bad_count, "bad line");
        add!(text, "{}\n", paint(WARN, format_args!("{bad} left out")));
    }
    text
}

/// What came out otherwise than labelled, by the way in which it did; within that in the order of the file.
fn errors(text: &mut String, report: &Report) {
    let Some(errors) = &report.errors else { return };
    let own = own_label(report.pass).word();
    let by_itself = if report.pass == PassKind::Merge { "merged" } else { "flagged by itself" };
    for (mistake, what) in [
        (Mistake::Wrong, format!("wrong: {by_itself}, and not labelled {own}")),
        (Mistake::Asked, format!("queued, and not labelled {own}")),
        (
            Mistake::Missed,
            format!("missed: labelled {own}, and left alone or taken for something else"),
        ),
    ] {
        let found: Vec<&Error> = errors.iter().filter(|error| error.mistake == mistake).collect();
        if !found.is_empty() {
            let head = format!("{} {what}", count(found.len() as u64, "pair"));
            add!(text, "{}\n", paint(HEAD, head));
        }
        for error in found {
            one_error(text, error);
        }
    }
}

fn one_error(text: &mut String, error: &Error) {
    let id = error.id.as_deref().map(one_line).unwrap_or_default();
    let place = format!("line {} {id}", error.line);
    add!(
        text,
        "  {} {}: {}\n    {}\n    {}\n",
        paint(FAINT, place.trim_end()),
        error.label.word(),
        one_line(&error.outcome),
        one_line(&error.a),
        one_line(&error.b)
    );
}

/// The figures of one group.
fn line(figures: &Figures) -> String {
    match figures {
        Figures::Merge(it) => format!(
            "{}, {} same, {} merged, {} wrong, precision {} (at least {}), recall {}, caught {}, review {}",
            count(it.pairs, "pair"),
            it.same,
            it.merged,
            it.wrong,
            share(it.precision),
            share(it.precision_lower),
            share(it.recall),
            share(it.caught),
            share(it.review_rate)
        ),
        Figures::Flags(it) => format!(
            "{}, {} own, {} flagged, precision {}, recall {}, false alarms {}; automatic {}, precision {}",
            count(it.pairs, "pair"),
            it.positives,
            it.flagged,
            share(it.precision),
            share(it.recall),
            share(it.false_alarm_rate),
            it.automatic,
            share(it.automatic_precision)
        ),
    }
}

fn table(figures: &Figures) -> String {
    match figures {
        Figures::Merge(figures) => merge(figures),
        Figures::Flags(figures) => flags(figures),
    }
}

fn merge(it: &MergeFigures) -> String {
    let precision = at_least(it.precision, it.precision_lower);
    rows(&[
        ("pairs", format!("{}, of which {} same", it.pairs, it.same)),
        ("merged", format!("{}, of which {} wrong", it.merged, it.wrong)),
        ("precision", precision),
        ("recall", share(it.recall)),
        ("caught", format!("{} (merged or queued)", share(it.caught))),
        ("review rate", format!("{} ({} queued)", share(it.review_rate), it.queued)),
        ("not nominated", it.not_nominated.to_string()),
    ])
}

fn flags(it: &FlagFigures) -> String {
    let automatic = at_least(it.automatic_precision, it.automatic_precision_lower);
    rows(&[
        ("pairs", format!("{}, of which {} its own", it.pairs, it.positives)),
        ("flagged", format!("{}: {} automatic, {} queued", it.flagged, it.automatic, it.queued)),
        ("precision", at_least(it.precision, it.precision_lower)),
        ("recall", share(it.recall)),
        ("false alarms", format!("{} ({})", share(it.false_alarm_rate), it.false_alarms)),
        ("automatic", format!("precision {automatic}, recall {}", share(it.automatic_recall))),
        ("review rate", share(it.review_rate)),
        ("not nominated", it.not_nominated.to_string()),
    ])
}

fn at_least(share_: Option<f64>, lower: Option<f64>) -> String {
    match lower {
        Some(lower) => format!("{} (95 %: at least {lower:.4})", share(share_)),
        None => share(share_),
    }
}

fn rows(rows: &[(&str, String)]) -> String {
    rows.iter().fold(String::new(), |mut text, (name, value)| {
        let _ = writeln!(text, "  {name:<14} {value}");
        text
    })
}

/// A share to four digits, or a dash where there is none.
fn share(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{share:.4}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use consolidate_daemon::eval::{Count, Label};

    use super::*;

    fn error(line: u64, mistake: Mistake, label: Label, outcome: &str) -> Error {
        let (a, b) = (format!("older {line}"), format!("newer {line}"));
        Error { mistake, line, id: None, label, outcome: outcome.to_owned(), a, b }
    }

    #[test]
    fn errors_stand_under_what_went_wrong() {
        let errors = vec![
            error(1, Mistake::Missed, Label::Same, "kept apart"),
            error(2, Mistake::Asked, Label::Distinct, "asked by merge (duplicate)"),
            error(3, Mistake::Wrong, Label::Contradicts, "merge by T1"),
            error(4, Mistake::Asked, Label::Supersedes, "asked by merge (refinement)"),
        ];
        let shown = Report {
            pass: PassKind::Merge,
            figures: Figures::Merge(Count::default().into()),
            groups: BTreeMap::new(),
            errors: Some(errors),
            errors_left_out: None,
            bad: Vec::new(),
            bad_count: 0,
        };
        let text = anstream::adapter::strip_str(&report(&shown)).to_string();
        let (list, _) = text.split_once("\nmerge\n").unwrap();
        insta::assert_snapshot!(list, @r"
        1 pair wrong: merged, and not labelled same
          line 3 contradicts: merge by T1
            older 3
            newer 3
        2 pairs queued, and not labelled same
          line 2 distinct: asked by merge (duplicate)
            older 2
            newer 2
          line 4 supersedes: asked by merge (refinement)
            older 4
            newer 4
        1 pair missed: labelled same, and left alone or taken for something else
          line 1 same: kept apart
            older 1
            newer 1
        ");
    }
}
