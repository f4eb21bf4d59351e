//! Figures of recall, for people.

use consolidate_daemon::eval::recall::{LatencyFigures, RecallFigures, ScoreFigures};

use super::{rows, share};
use crate::command::eval::recall::{Comparison, Miss, Report, Which};
use crate::print::style::{ERROR, FAINT, HEAD, WARN, paint};
use crate::print::text::{add, count, one_line};

/// Everything: bad lines, errors, figures by group, figures over all, the comparison.
pub(crate) fn recall(report: &Report) -> String {
    let mut text = String::new();
    left_out(&mut text, report);
    errors(&mut text, report);
    for (name, groups) in &report.groups {
        add!(text, "{}\n", paint(HEAD, name.replace('_', " ")));
        for (value, figures) in groups {
            add!(text, "  {}\n    {}\n", one_line(value), line(figures));
        }
    }
    add!(text, "{}\n{}", paint(HEAD, "recall"), table(report));
    if let Some(comparison) = &report.baseline {
        compared(&mut text, comparison);
    }
    let warned = [
        (report.bad_count, "bad line", "left out"),
        (report.missing_count, "gold id", "of no memory left out"),
        (report.partial, "answer", "cut by the deadline: the figures are too low"),
    ];
    for (number, what, why) in warned.into_iter().filter(|(number, ..)| *number > 0) {
        add!(text, "{}\n", paint(WARN, format_args!("{} {why}", count(number, what))));
    }
    text
}

/// Bad lines, and gold that names no memory.
fn left_out(text: &mut String, report: &Report) {
    for bad in &report.bad {
        let file = match bad.file {
            Which::Memories => "memories",
            Which::Queries => "queries",
        };
        let line = paint(WARN, format_args!("{file}, line {}:", bad.line));
        add!(text, "{line} {}\n", one_line(&bad.why));
    }
    more(text, report.bad_count, report.bad.len(), "bad line");
    for missing in &report.missing {
        let line = paint(WARN, format_args!("queries, line {}:", missing.line));
        add!(text, "{line} gold `{}`: {}\n", one_line(&missing.gold), one_line(&missing.why));
    }
    more(text, report.missing_count, report.missing.len(), "gold id");
}

fn more(text: &mut String, all: u64, listed: usize, what: &str) {
    let unlisted = all.saturating_sub(listed as u64);
    if unlisted > 0 {
        add!(text, "and {}\n", count(unlisted, &format!("more {what}")));
    }
}

/// Gold that is not among the first hits, what was asked, and what stood in its place.
fn errors(text: &mut String, report: &Report) {
    let Some(errors) = &report.errors else { return };
    if !errors.is_empty() {
        let head = format!("{} not among the first 10 hits", count(errors.len() as u64, "gold id"));
        add!(text, "{}\n", paint(HEAD, head));
    }
    for misses in errors.chunk_by(|one, next| one.line == next.line) {
        one_query(text, misses);
    }
    if let Some(more) = report.errors_left_out {
        add!(text, "and {}\n", count(more, "more error"));
    }
}

/// What one query missed.
fn one_query(text: &mut String, misses: &[Miss]) {
    let Some(first) = misses.first() else { return };
    let id = first.id.as_deref().map(one_line).unwrap_or_default();
    let place = format!("line {} {id}", first.line);
    add!(text, "  {} {}\n", paint(FAINT, place.trim_end()), one_line(&first.query));
    for miss in misses {
        let rank = match (&miss.unserved, miss.rank) {
            (Some(why), _) => format!("{}, never served", one_line(why)),
            (None, Some(rank)) => format!("rank {rank}"),
            (None, None) => "not found".to_owned(),
        };
        let gold = paint(FAINT, format_args!("gold {} ({rank}):", one_line(&miss.gold)));
        add!(text, "    {gold} {}\n", one_line(&miss.text));
    }
    if let Some(hit) = &first.instead {
        let stood = paint(FAINT, format_args!("first {}:", one_line(&hit.id)));
        add!(text, "    {stood} {}\n", one_line(&hit.text));
    } else {
        add!(text, "    {}\n", paint(FAINT, "no other hit"));
    }
}

/// The figures of one group.
fn line(it: &RecallFigures) -> String {
    format!(
        "{}, R@1 {}, R@5 {}, R@10 {}, R@20 {}, MRR {}, nDCG@10 {}",
        count(it.queries, "query"),
        share(it.recall_at_1),
        share(it.recall_at_5),
        share(it.recall_at_10),
        share(it.recall_at_20),
        share(it.mrr),
        share(it.ndcg_at_10)
    )
}

fn table(it: &Report) -> String {
    let figures = &it.figures;
    let mut lines = vec![
        ("queries", format!("{} with gold, over {} memories", figures.queries, it.memories)),
        ("recall@1", share(figures.recall_at_1)),
        ("recall@5", share(figures.recall_at_5)),
        ("recall@10", share(figures.recall_at_10)),
        ("recall@20", share(figures.recall_at_20)),
        ("MRR", share(figures.mrr)),
        ("nDCG@10", share(figures.ndcg_at_10)),
        ("staleness", format!("{} (of {})", share(figures.staleness), count(it.hits, "hit"))),
        ("latency", latency(&it.latency_us)),
        ("relevance", score(&it.relevance_per_mille)),
        ("  told none", count(it.nothing_relevant, "query")),
    ];
    if it.no_gold.queries > 0 {
        let asked = count(it.no_gold.queries, "query");
        let told = format!(
            "{asked}, {} with hits, {} told that nothing relevant is known",
            it.no_gold.with_hits, it.no_gold.nothing_relevant
        );
        lines.push(("no gold", told));
        lines.push(("  relevance", score(&it.no_gold.relevance_per_mille)));
    }
    for (name, number, noun, which) in [
        ("never served", it.gold_not_served, "gold id", "superseded, retired or not valid now"),
        ("not asked", it.skipped, "query", "of which no gold names a memory"),
        ("redacted", it.redacted, "secret", "in the memories"),
    ] {
        if number > 0 {
            lines.push((name, format!("{} {which}", count(number, noun))));
        }
    }
    rows(&lines)
}

fn latency(it: &LatencyFigures) -> String {
    let us = |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |it| format!("{it} us"));
    format!("p50 {}, p99 {}, p99.9 {}, max {}", us(it.p50), us(it.p99), us(it.p99_9), us(it.max))
}

fn score(it: &ScoreFigures) -> String {
    let of = |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |it| it.to_string());
    format!("p10 {}, p50 {}, p90 {}, max {}", of(it.p10), of(it.p50), of(it.p90), of(it.max))
}

/// Every figure then and now.
fn compared(text: &mut String, comparison: &Comparison) {
    let head = format!("against the baseline (tolerance {})", comparison.tolerance);
    add!(text, "{}\n", paint(HEAD, head));
    for it in &comparison.figures {
        let shown = |value: Option<f64>| match value {
            Some(number) if it.figure == "queries" => format!("{number}"),
            value => share(value),
        };
        let verdict = match (it.dropped, it.figure) {
            (false, _) => String::new(),
            (true, "queries") => format!("  {}", paint(ERROR, "another set of queries")),
            (true, "staleness") => format!("  {}", paint(ERROR, "rose")),
            (true, _) => format!("  {}", paint(ERROR, "dropped")),
        };
        add!(text, "  {:<14} {} → {}{verdict}\n", it.figure, shown(it.before), shown(it.now));
    }
}
