//! What a check found, for people.

use anstyle::Style;
use consolidate_daemon::audit::{Assertion, Outcome, Report};

use super::style::{ADDED, ERROR, FAINT, NAME, WARN, paint};
use super::text::{add, count, one_line};

/// Every assertion in a line, a failure with what there is to say of it, and the sum.
pub(crate) fn report(report: &Report) -> String {
    let mut text = String::new();
    for assertion in &report.assertions {
        text.push_str(&one(assertion));
    }
    for note in &report.notes {
        add!(text, "{} {}\n", paint(FAINT, "set aside:"), one_line(note));
    }
    let of = |outcome: Outcome| {
        report.assertions.iter().filter(|it| it.outcome == outcome).count() as u64
    };
    let all = count(report.assertions.len() as u64, "assertion");
    let store = match report.generation {
        Some(generation) => {
            format!("{} at generation {generation}", count(report.memories, "memory"))
        }
        None => "a store that cannot be read".to_owned(),
    };
    let verdict = match (of(Outcome::Fails), of(Outcome::NotRun)) {
        (0, 0) => format!("all of {all} hold"),
        (fails, 0) => format!("{fails} of {all} fail"),
        (fails, not_run) => format!("{fails} of {all} fail, {not_run} could not be tried"),
    };
    let aside = match report.notes.len() as u64 {
        0 => String::new(),
        rows => format!("; {} set aside by repairs", count(rows, "row")),
    };
    add!(text, "{store}: {verdict}{aside}\n");
    text
}

fn one(assertion: &Assertion) -> String {
    let Assertion { name, asserts, outcome, looked_at, failed, first, measure, cause, remedy } =
        assertion;
    let (word, style): (&str, Style) = match outcome {
        Outcome::Holds => ("holds", ADDED),
        Outcome::Fails => ("FAILS", ERROR),
        Outcome::NotRun => ("not run", WARN),
    };
    let name = paint(NAME, format_args!("{name:<12}"));
    let mut text = format!("{}  {name} {asserts}\n", paint(style, format_args!("{word:<7}")));
    let mut line =
        |what: &str, said: &str| add!(text, "         {} {}\n", paint(FAINT, what), one_line(said));
    match (outcome, measure) {
        (Outcome::NotRun, _) => {}
        (_, Some(measure)) => line("measured:", measure),
        (_, None) => line("looked at:", &format!("{looked_at}, {failed} of them wrong")),
    }
    for offender in first {
        line("-", offender);
    }
    let more = failed.saturating_sub(first.len() as u64);
    if more > 0 {
        line("-", &format!("and {more} more"));
    }
    let why = if *outcome == Outcome::NotRun { "because:" } else { "likely cause:" };
    if let Some(cause) = cause {
        line(why, cause);
    }
    if let Some(remedy) = remedy {
        line("what to do:", remedy);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_daemon::audit::Finding;

    #[test]
    fn a_failure_says_what_why_and_what_to_do() {
        let mut finding = Finding { looked_at: 9, ..Finding::default() };
        (0..7).for_each(|number| finding.fail(format!("mem_{number} is\nwrong \u{1b}[31m")));
        let fails = finding.assert("rows", "every row can be read", ("the disk", "mend it"));
        let holds = Finding::default().assert("file", "every page is right", ("", ""));
        let not_run = Assertion::not_run("decay", "strength never grows", "there was no time");
        let report = Report::of(Some(3), 2, vec![fails, holds, not_run], vec!["a row".to_owned()]);
        insta::assert_snapshot!(anstream::adapter::strip_str(&super::report(&report)), @r"
        FAILS    rows         every row can be read
                 looked at: 9, 7 of them wrong
                 - mem_0 is ⏎ wrong \u{1b}[31m
                 - mem_1 is ⏎ wrong \u{1b}[31m
                 - mem_2 is ⏎ wrong \u{1b}[31m
                 - mem_3 is ⏎ wrong \u{1b}[31m
                 - mem_4 is ⏎ wrong \u{1b}[31m
                 - and 2 more
                 likely cause: the disk
                 what to do: mend it
        holds    file         every page is right
                 looked at: 0, 0 of them wrong
        not run  decay        strength never grows
                 because: there was no time
        set aside: a row
        2 memories at generation 3: 1 of 3 assertions fail, 1 could not be tried; 1 row set aside by repairs
        ");
    }
}
