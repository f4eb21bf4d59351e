//! What was committed and when, for people.

use consolidate_shared::wire::v1::{Committed, LogRow};

use super::style::{FAINT, NAME, WARN, paint};
use super::text::{add, count, one_line};

/// Something that was committed, or that there was nothing to do.
pub(crate) fn committed(committed: &Committed) -> String {
    // A repair tells what it left in lines of their own.
    let mut text = String::new();
    for line in committed.summary.lines() {
        add!(text, "{}\n", one_line(line));
    }
    let entries = match committed.entries[..] {
        [] => return text,
        [entry] => format!("journal entry {entry}"),
        [first, .., last] => format!("journal entries {first} to {last}"),
    };
    add!(text, "{}\n", paint(FAINT, entries));
    text
}

/// The journal, newest first. `narrowed`: there may be entries that were not asked for.
pub(crate) fn log(rows: &[LogRow], narrowed: bool) -> String {
    if rows.is_empty() {
        let nothing =
            if narrowed { "no entry is like that\n" } else { "nothing has been written yet\n" };
        return nothing.to_owned();
    }
    rows.iter().map(row).collect()
}

fn row(row: &LogRow) -> String {
    let mut text = format!(
        "{} {} {} by {}, {}",
        paint(NAME, row.generation),
        paint(FAINT, row.at),
        one_line(&row.kind),
        one_line(&row.actor),
        count(row.changes, "change")
    );
    if let Some(run) = row.run {
        add!(text, " {}", paint(NAME, run));
    }
    if let Some(entry) = row.undone_by {
        add!(text, " {}", paint(WARN, format_args!("undone by {entry}")));
    }
    add!(text, "\n    {}\n", one_line(&row.summary));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::id::RunId;
    use consolidate_shared::time::Timestamp;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn the_log_names_what_can_be_shown_and_undone() {
        let write = LogRow {
            generation: 7,
            kind: "write".to_owned(),
            actor: "agent:codex".to_owned(),
            at: Timestamp::EPOCH,
            run: None,
            plan: None,
            changes: 1,
            summary: "add: we use uv\nalways".to_owned(),
            undone_by: None,
        };
        let pass = LogRow {
            generation: 8,
            kind: "pass merge".to_owned(),
            run: Some(RunId(1)),
            changes: 4,
            undone_by: Some(9),
            ..write.clone()
        };
        insta::assert_snapshot!(plain(&log(&[pass, write], false)), @"
        8 1970-01-01T00:00:00Z pass merge by agent:codex, 4 changes run_0000000000000001 undone by 9
            add: we use uv ⏎ always
        7 1970-01-01T00:00:00Z write by agent:codex, 1 change
            add: we use uv ⏎ always
        ");
        assert_eq!(log(&[], false), "nothing has been written yet\n");
        assert_eq!(log(&[], true), "no entry is like that\n");
    }

    #[test]
    fn a_commit_names_its_entries() {
        let done = |entries: &[u64]| Committed {
            generation: 9,
            entries: entries.to_vec(),
            summary: "retired 2 memories".to_owned(),
        };
        assert_eq!(plain(&committed(&done(&[]))), "retired 2 memories\n");
        assert_eq!(plain(&committed(&done(&[9]))), "retired 2 memories\njournal entry 9\n");
        assert!(plain(&committed(&done(&[7, 8, 9]))).ends_with("journal entries 7 to 9\n"));
    }
}
