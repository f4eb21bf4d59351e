//! What an import did, for people.

use std::path::Path;

use consolidate_shared::wire::v1::Imported;

use super::style::{FAINT, HEAD, NAME, WARN, paint};
use super::text::{add, count, one_line};

/// The file that the report after it is about.
pub(crate) fn of_file(file: &Path) -> String {
    format!("{}\n", paint(HEAD, one_line(&file.display().to_string())))
}

/// The report of an import.
pub(crate) fn report(imported: &Imported, strict: bool) -> String {
    let mut text = String::new();
    for bad in &imported.bad {
        let line = paint(WARN, format_args!("line {}:", bad.line));
        add!(text, "{line} {}\n", one_line(&bad.why));
    }
    let listed = imported.bad.len() as u64;
    if imported.bad_count > listed {
        add!(text, "and {}\n", count(imported.bad_count - listed, "more bad line"));
    }
    for (field, times) in &imported.unknown_fields {
        let field = one_line(field);
        add!(text, "unknown field `{field}` ignored ({})\n", count(*times, "time"));
    }
    for (rule, times) in &imported.redacted {
        let rule = one_line(rule);
        add!(text, "redacted {} by rule {rule}\n", count(*times, "secret"));
    }
    text.push_str(&summary(imported, strict));
    if let Some(run) = imported.run {
        let undo = format!("consolidate undo {run}");
        add!(text, "{} {}\n", paint(FAINT, "undo it with"), paint(NAME, undo));
    }
    text
}

fn summary(imported: &Imported, strict: bool) -> String {
    if strict && imported.bad_count > 0 {
        let bad = count(imported.bad_count, "bad line");
        return format!("nothing imported: {bad}, and --strict was given\n");
    }
    let mut text = format!(
        "added {}, {} unchanged, {}",
        count(imported.added, "memory"),
        imported.unchanged,
        count(imported.links, "link")
    );
    if imported.bad_count > 0 {
        add!(text, ", {}", paint(WARN, count(imported.bad_count, "bad line")));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::id::RunId;
    use consolidate_shared::wire::v1::BadLine;

    #[test]
    fn an_import_says_what_it_left_out() {
        let imported = Imported {
            generation: 3,
            run: Some(RunId(7)),
            added: 12,
            unchanged: 1,
            links: 2,
            bad: vec![BadLine { line: 4, why: "it is not UTF-8\u{1b}".to_owned() }],
            bad_count: 3,
            unknown_fields: vec![("title".to_owned(), 12)],
            redacted: vec![("github-token".to_owned(), 1)],
        };
        let plain = |strict| anstream::adapter::strip_str(&report(&imported, strict)).to_string();
        insta::assert_snapshot!(plain(false), @r"
        line 4: it is not UTF-8\u{1b}
        and 2 more bad lines
        unknown field `title` ignored (12 times)
        redacted 1 secret by rule github-token
        added 12 memories, 1 unchanged, 2 links, 3 bad lines
        undo it with consolidate undo run_0000000000000007
        ");
        assert!(plain(true).contains("nothing imported: 3 bad lines"));
    }
}
