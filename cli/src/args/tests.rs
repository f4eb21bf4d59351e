use clap::{CommandFactory as _, Parser as _};
use consolidate_shared::plan::PassKind;

use super::*;

fn parse(line: &str) -> Result<Cli, String> {
    let words = shlex(line);
    Cli::try_parse_from(std::iter::once("consolidate".to_owned()).chain(words))
        .map_err(|error| error.kind().to_string())
}

/// Words between spaces, with double quotes around those that hold spaces.
fn shlex(line: &str) -> Vec<String> {
    line.split('"')
        .enumerate()
        .flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn every_command_of_the_manual_is_understood() {
    for line in [
        "",
        "--dry-run",
        "--dry-run --json",
        "--yes --pass merge --pass supersede",
        "daemon start",
        "daemon stop",
        "daemon restart",
        "daemon status",
        "daemon run --detach --clock /tmp/now",
        "record \"we use uv\" --kind decision --why \"CI is faster\" --slot package-manager",
        "record - --anchor src/main.rs --anchor symbol:main --supersedes mem_0 --supersedes d-3",
        "record text --as agent:codex --candidate --facet product=api --step one --step two",
        "record text --valid-from 2026-04-11 --valid-until 2026-05-01T00:00:00Z --locator turn-42",
        "record -- -Werror",
        "list --kind fact --standing retired --all-projects --limit 5",
        "list --all",
        "read mem_06f3k",
        "recall dependency management -k 3 --budget-ms 50 --history --json",
        "recall uv --all-projects",
        "recall uv --project github.com/acme/shop",
        "brief",
        "brief \"fix the login\" --anchor src/login.rs --tokens 500",
        "brief --window 200000 --budget-ms 20",
        "pin mem_0",
        "unpin mem_0",
        "retire mem_0 --reason stale --why \"the service is gone\"",
        "retract mem_0",
        "revive mem_0",
        "supersede mem_0 mem_1 --why newer",
        "review",
        "review --all-projects --pass merge",
        "review list",
        "review list --pass conflict --limit 5 --offset 10 --all-projects --json",
        "review show rev_0",
        "review accept rev_0 rev_1 --why \"the same\"",
        "review accept rev_0 --only mem_0,mem_1 --only mem_2",
        "review reject rev_0",
        "review distinct rev_0",
        "review supersede rev_0 --winner mem_0",
        "review list --snoozed",
        "review snooze rev_0",
        "review snooze rev_0 --days 30",
        "review snooze rev_0 --until 2026-12-01",
        "import memories.jsonl --strict",
        "import -",
        "eval merge pairs.jsonl --errors",
        "eval conflict - --json",
        "eval supersede pairs.jsonl",
        "export",
        "export memories.jsonl --without-rulings",
        "apply run_0",
        "log -n 5",
        "show 42",
        "undo",
        "undo run_0",
        "redo",
        "status --json",
        "--json status",
        "config",
        "completions bash",
        "demo",
        "exit-codes",
        "--color never list",
        "list --as user --session s-1",
    ] {
        assert!(parse(line).is_ok(), "{line}: {:?}", parse(line).err());
    }
}

#[test]
fn task_runs_are_named_with_their_steps() {
    for line in [
        "brief \"fix the login\" --run r1 --step 0 --window 200000",
        "brief --run r1",
        "brief \"a test\" --for authoring",
        "runs",
        "runs --json --limit 5",
        "runs --all-projects",
        "runs show r1",
        "runs show r1 --step 3 --json",
        "brief-why r1",
        "brief-why r1 --step 0",
    ] {
        assert!(parse(line).is_ok(), "{line}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for line in [
        "frobnicate",
        "record text --kind opinion",
        "record text --anchor \" \"",
        "record text --facet product",
        "record text --facet =api",
        "record text --valid-from yesterday",
        "record text --as root",
        "record -x",
        "record text --everywhere --project p",
        "list --standing asleep",
        "list --all --standing retired",
        "recall",
        "recall uv -k 0",
        "recall uv --budget-ms 0",
        "recall uv --budget-ms 60001",
        "recall uv --all-projects --project p",
        "brief --tokens 5 --window 5",
        "brief --step 1",
        "brief --run r1 --step -1",
        "brief --for fun",
        "runs --limit 0",
        "runs show",
        "brief-why",
        "retire mem_0 --reason because",
        "supersede mem_0",
        "--dry-run --yes",
        "--pass tidy",
        "daemon",
        "eval pairs.jsonl",
        "eval promote pairs.jsonl",
        "review accept",
        "review supersede rev_0",
        "review snooze rev_0 --days 0",
        "review snooze rev_0 --days 2 --until 2026-12-01",
        "review snooze rev_0 --until tomorrow",
        "review list --limit 0",
        "review list --pass tidy",
        "completions perl",
    ] {
        assert!(parse(line).is_err(), "{line}");
    }
}

#[test]
fn flags_of_the_bare_command_are_not_lost_beside_a_subcommand() {
    for line in ["--yes undo", "--dry-run list", "--pass merge status"] {
        let cli = parse(line).unwrap();
        assert!(cli.run.refuse_beside_a_subcommand().is_err(), "{line}");
    }
    let cli = parse("--pass conflict --pass merge").unwrap();
    assert_eq!(cli.run.passes, [PassKind::Conflict, PassKind::Merge]);
    assert!(parse("status").unwrap().run.refuse_beside_a_subcommand().is_ok());
}

#[test]
fn the_help_fits_and_gives_examples() {
    let mut command = Cli::command();
    command.build();
    for subcommand in command.get_subcommands() {
        if ["help", "exit-codes", "words"].contains(&subcommand.get_name()) {
            continue;
        }
        let after = subcommand.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(after.contains("Example"), "{} has no example", subcommand.get_name());
    }
    let help = command.render_long_help().to_string();
    assert!(help.contains("consolidate demo") && help.contains("exit-codes"), "{help}");
}

/// A line that is broken by hand is broken once more by a terminal that is narrower.
#[test]
fn prose_of_the_help_is_wrapped_by_the_terminal_alone() {
    fn look(command: &clap::Command) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines: Vec<&str> = help.lines().collect();
        for pair in lines.windows(2) {
            let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
            let is_broken = is_prose(pair[0]) && is_prose(pair[1]) && pair[0].len() > 80;
            let ends = pair[0].ends_with(['.', ':', '?']);
            assert!(!is_broken || ends, "{}: {pair:?}", command.get_name());
        }
        command.get_subcommands().for_each(look);
    }
    look(&Cli::command());
}
