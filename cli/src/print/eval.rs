//! Figures of an evaluation, for people.

use std::fmt::Write as _;

use consolidate_daemon::eval::{FlagFigures, MergeFigures, Mistake};

use super::style::{FAINT, HEAD, WARN, paint};
use super::text::{add, count, one_line};
use crate::command::eval::{Error, Figures, Report};

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
    for error in report.errors.iter().flatten() {
        one_error(&mut text, error);
    }
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

fn one_error(text: &mut String, error: &Error) {
    let word = match error.mistake {
        Mistake::Wrong => "wrong",
        Mistake::Asked => "asked",
        Mistake::Missed => "missed",
    };
    let id = error.id.as_deref().map(one_line).unwrap_or_default();
    let place = format!("line {} {id}", error.line);
    add!(
        text,
        "{} {} {}: {}\n    {}\n    {}\n",
        paint(WARN, word),
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
            "{} pairs, {} same, {} merged, {} wrong, precision {} (at least {}), recall {}, caught {}, review {}",
            it.pairs,
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
            "{} pairs, {} own, {} flagged, precision {}, recall {}, false alarms {}; automatic {}, precision {}",
            it.pairs,
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
