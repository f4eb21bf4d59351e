//! What somebody meets who tries the product for the first time, does something wrong, and looks closely at what is said.

use serde_json::Value;

use crate::sandbox;

/// A chain of versions, each linked to the one before.
fn chain(length: usize) -> String {
    let row = |number: usize| {
        let before = number.checked_sub(1).map(|before| format!("\"v{before}\""));
        format!(
            "{{\"id\":\"v{number}\",\"text\":\"bump foolib from 1.{number}.0 to 1.{}.0\",\"created_at\":\"2026-01-{:02}\",\"supersedes\":[{}]}}\n",
            number + 1,
            number + 1,
            before.unwrap_or_default()
        )
    };
    (0..length).map(row).collect()
}

#[test]
fn a_program_gets_its_errors_as_json_too() {
    let home = sandbox();
    let error = |args: &[&str], code: i32| -> Value {
        let ran = home.run(args).exits(code);
        serde_json::from_str(&ran.err).unwrap_or_else(|why| panic!("{why}: {}", ran.err))
    };
    let unknown = error(&["show", "run_00c0ffee00c0ffee", "--json"], 1);
    assert_eq!(unknown["error"]["name"], "refused");
    assert!(unknown["error"]["hint"].as_str().is_some_and(|hint| hint.contains("consolidate")));
    let nonsense = error(&["show", "--json", "--nonsense"], 2);
    assert!(nonsense["error"]["message"].as_str().is_some_and(|it| it.contains("--nonsense")));
    assert_eq!(home.run(["exit-codes", "--json"]).json()[7]["name"], "plan shown");
    assert_eq!(home.run(["completions", "bash", "--json"]).json()["shell"], "bash");
}

#[test]
fn what_a_command_does_not_take_is_refused_and_not_dropped() {
    let home = sandbox();
    let said = |args: &[&str]| home.run(args).exits(2).err;
    let facets = ["record", "x", "--facet", "os=linux", "--facet", "os=macos"];
    assert!(said(&facets).contains("the facet `os` is given twice"));
    let anchor = said(&["record", "x", "--anchor", "foo:bar:"]);
    assert!(anchor.contains("`foo` is no kind of anchor"), "{anchor}");
    assert!(said(&["review", "list", "--pass", "decay"]).contains("never asks"));
    home.run(["record", "The build needs clang", "--anchor", "src/main.rs:12"]).ok();
}

#[test]
fn several_files_are_imported_in_their_order() {
    let home = sandbox();
    let chain = chain(4);
    let (first, second) = chain.split_at(chain.match_indices('\n').nth(1).expect("4 lines").0 + 1);
    let file = |name: &str, text: &str| {
        let path = home.path().join(name);
        std::fs::write(&path, text).expect("the home takes a file");
        path.to_str().expect("its name is text").to_owned()
    };
    let (first, second) = (file("first.jsonl", first), file("second.jsonl", second));
    let missing = home.run(["import", &first, "/nowhere.jsonl"]).exits(1);
    assert!(missing.err.contains("/nowhere.jsonl") && missing.out.is_empty(), "{missing:?}");
    let reports = home.run(["import", &first, &second, "--json"]).json();
    let reports = reports.as_array().expect("a report a file");
    let counts =
        |name: &str| reports.iter().map(|it| it["report"][name].clone()).collect::<Vec<_>>();
    assert_eq!(
        (counts("added"), counts("links")),
        (vec![2.into(), 2.into()], vec![1.into(), 2.into()])
    );
    let told = home.run(["import", &first, &second]).ok();
    assert!(told.contains("first.jsonl\n") && told.contains("second.jsonl\n"), "{told}");
}

#[test]
fn what_is_replaced_and_not_retired_is_told_by_health_until_it_is() {
    let home = sandbox();
    home.run_with_input(["import", "-"], chain(5).as_bytes()).ok();
    let health = home.run(["health"]).ok();
    assert!(health.contains("4 of 5 active memories replaced and not retired yet"), "{health}");
    // Nothing of it is served, so nothing is out of date.
    let check = home.run(["check"]).ok();
    assert!(check.contains("4 of 5 active wait to be retired, 0 of them with nothing"), "{check}");
    home.run(["--yes"]).ok();
    assert!(!home.run(["health"]).ok().contains("not retired yet"));
    let entry = home.run(["show", "2"]).ok();
    assert!(entry.starts_with("pass supersede at generation 2 by agent:"), "{entry}");
    let (_, plan) = entry.split_once('\n').expect("a heading and the plan");
    let id = plan.split_whitespace().nth(1).expect("the plan's id");
    assert_eq!(home.run(["show", id]).ok(), plan, "beneath the heading it is what was planned");
}

#[test]
fn whoever_looks_outside_any_project_is_told_where_and_how_to_look_at_all() {
    let home = sandbox();
    home.run(["record", "We use Postgres as the main database"]).ok();
    let told = |args: &[&str]| {
        let mut command = home.command(args);
        let ran = command.env_remove("CONSOLIDATE_PROJECT").output().expect("it runs");
        assert!(ran.status.success(), "{ran:?}");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
        (text(ran.stdout), text(ran.stderr))
    };
    let agent = ["--as", "agent:a"];
    for args in [
        &["recall", "postgres", "--budget-ms", "5000"][..],
        &["list"],
        &["review", "list"],
        &["graph"],
    ] {
        let (_, err) = told(&[args, &agent].concat());
        let flag = if args == ["graph"] { "`--all`" } else { "`--all-projects`" };
        assert!(err.contains("outside any project") && err.contains(flag), "{args:?}: {err}");
    }
    let (out, err) = told(
        &[&["recall", "postgres", "--all-projects", "--budget-ms", "5000"][..], &agent].concat(),
    );
    assert!(out.contains("Postgres") && !err.contains("outside any"), "{out} {err}");
    let inside = home.run([&["recall", "postgres"][..], &agent].concat());
    assert!(!inside.err.contains("outside any"), "{}", inside.err);
}

#[test]
fn a_listing_names_each_memory_by_all_of_its_id() {
    let home = sandbox();
    let recorded = home.run(["record", "We use Postgres as the main database", "--json"]).json();
    let id = recorded["id"].as_str().expect("an id is a text");
    assert!(home.run(["list"]).ok().starts_with(&format!("{id} ")));
}

#[test]
fn a_day_that_is_none_is_told_apart_from_a_text_that_is_no_day() {
    let home = sandbox();
    let said = |args: &[&str]| home.run(args).exits(2).err;
    for args in [
        &["review", "snooze", "rev_0", "--until", "2027-02-31"][..],
        &["record", "x", "--valid-from", "2027-02-31"],
        &["recall", "x", "--since", "2027-02-31"],
    ] {
        let err = said(args);
        assert!(
            err.contains("the calendar has no such day") && err.contains("2026-04-11"),
            "{err}"
        );
    }
    let form = said(&["review", "snooze", "rev_0", "--until", "tomorrow"]);
    assert!(form.contains("a day is written year-month-day"), "{form}");
}

#[test]
fn the_word_of_a_status_agrees_with_what_health_says() {
    let home = sandbox();
    let said = || {
        let (status, health) = (home.run(["status"]).ok(), home.run(["health"]).ok());
        let line = status.lines().find(|line| line.starts_with("health")).map(str::to_owned);
        let warnings = health.lines().filter(|line| line.starts_with("warning:")).count();
        let told = home.run(["status", "--json"]).json();
        assert_eq!(told["warnings"].as_array().map(Vec::len), Some(warnings), "{told}");
        (line.expect("a status says how it is"), warnings)
    };
    home.run(["record", "We use Postgres as the main database"]).ok();
    assert_eq!(said(), ("health     ok".to_owned(), 0));
    home.run_with_input(["import", "-"], chain(5).as_bytes()).ok();
    let (line, warnings) = said();
    assert!(warnings > 0 && line.contains(&format!("{warnings} warning")), "{line}");
    assert!(line.ends_with("see `consolidate health`"), "{line}");
}

#[test]
fn a_command_line_that_makes_no_sense_is_told_apart_from_input_that_is_refused() {
    let home = sandbox();
    for args in [
        &["record", "x", "--kind", "guess"][..],
        &["record", "x", "--facet", "os"],
        &["record", "x", "--valid-from", "soon"],
        &["record", "x", "--project", ""],
        &["record", "x", "--as", "agent:"],
        &["recall"],
        &["list", "--limit", "0"],
        &["log", "--pass", "tidy"],
        &["review", "accept", "rev_0", "rev_1", "--only", "mem_0"],
        &["feedback", "mem_0", "--confirm", "--by", "nobody"],
    ] {
        let _ = home.run(args).exits(2);
    }
    assert_eq!(home.daemons(), 0, "nothing was asked of a daemon");
    for args in [
        &["record", "\u{202E}"][..],
        &["record", "x", "--slot", " "],
        &["record", "x", "--valid-from", "2026-02-02", "--valid-until", "2026-02-01"],
        &["record", "x", "--supersedes", "nobody"],
        &["read", "nobody"],
        &["show", "nothing"],
        &["apply", "nothing"],
        &["review", "accept", "rev_0"],
        &["feedback", "mem_0", "--confirm", "--context", ""],
        &["import", "/nowhere.jsonl"],
    ] {
        let _ = home.run(args).exits(1);
    }
}

#[test]
fn a_setting_that_waits_for_a_restart_says_so() {
    let home = sandbox();
    home.run(["record", "We use Postgres"]).ok();
    let quiet = home.run(["config"]).exits(0);
    assert!(!quiet.err.contains("restart") && quiet.out.contains("read when the daemon starts"));
    let config = home.places().config;
    std::fs::create_dir_all(config.parent().expect("it is in a folder")).expect("a folder");
    std::fs::write(&config, "[review]\nagents = \"off\"\n").expect("a file");
    let changed = home.run(["config"]).exits(0);
    assert!(changed.err.contains("consolidate daemon restart"), "{}", changed.err);
    assert_eq!(home.run(["config", "--json"]).json()["restart_needed"], true);
    home.run(["daemon", "restart"]).ok();
    assert_eq!(home.run(["config", "--json"]).json()["restart_needed"], false);
}

#[test]
fn the_weakest_are_listed_with_their_strength() {
    let home = sandbox();
    home.run(["record", "We use Postgres"]).ok();
    assert!(home.run(["list", "--weakest"]).ok().contains("strength "));
    assert!(!home.run(["list"]).ok().contains("strength "));
}

#[test]
fn a_bare_redo_takes_up_all_that_a_bare_undo_took_back() {
    let home = sandbox();
    let path = home.path().join("chain.jsonl");
    // So many that the entries of one undo are not written within a millisecond.
    let row = |number: usize| {
        format!(
            "{{\"text\":\"Use tool{number} for task{number}.\"}}\n{{\"text\":\"use tool{number} for task{number}\"}}\n\
             {{\"text\":\"bump lib{number} from 1.0.0 to 1.1.0\",\"created_at\":\"2026-01-01\"}}\n\
             {{\"text\":\"bump lib{number} from 1.1.0 to 1.2.0\",\"created_at\":\"2026-01-02\"}}\n"
        )
    };
    std::fs::write(&path, (0..200).map(row).collect::<String>()).expect("the home takes a file");
    let file = path.to_str().expect("its name is text");
    home.run(["import", file]).ok();
    home.run(["--yes"]).ok();
    let entries = |said: &str| -> Vec<u64> {
        let line = said.lines().next().unwrap_or_default();
        let numbers = line.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok());
        let mut numbers: Vec<u64> = numbers.collect();
        numbers.sort_unstable();
        numbers
    };
    // The run, and then the import under it.
    for _ in 0..2 {
        let before = home.run(["export"]).ok();
        let undone = entries(&home.run(["undo"]).ok());
        let redone = entries(&home.run(["redo"]).ok());
        assert!(!undone.is_empty());
        assert_eq!(undone, redone);
        assert_eq!(home.run(["export"]).ok(), before);
        home.run(["undo"]).ok();
    }
}

#[test]
fn a_daemon_can_be_stopped_whatever_the_config_file_says() {
    let home = sandbox();
    home.run(["record", "The build needs clang"]).ok();
    let config = home.places().config;
    std::fs::create_dir_all(config.parent().expect("a config has a folder"))
        .expect("it can be made");
    std::fs::write(config, "[review]\nagents = \"maybe\"\n").expect("the home takes a file");
    assert!(home.run(["status"]).exits(0).err.contains("agents"));
    let stopped = home.run(["daemon", "stop"]).exits(0);
    assert!(stopped.out.contains("stopped daemon"), "{stopped:?}");
}

#[test]
fn a_project_that_narrows_nothing_is_refused_and_an_unknown_one_is_told() {
    let home = sandbox();
    home.run(["record", "We use Postgres"]).ok();
    home.run(["record", "Answers are short", "--everywhere"]).ok();
    for args in [
        &["--dry-run"][..],
        &["log"],
        &["export"],
        &["demo"],
        &["status"],
        &["daemon", "status"],
        &["completions", "bash"],
        &["undo"],
        &["health"],
    ] {
        let refused = home.run([args, &["--project", "example.org/shop"]].concat()).exits(2);
        assert!(refused.err.contains("`--project` narrows nothing"), "{args:?}: {}", refused.err);
    }
    for args in [
        &["list"][..],
        &["recall", "postgres", "--budget-ms", "5000"],
        &["brief", "--budget-ms", "5000"],
        &["review", "list"],
        &["graph"],
    ] {
        let unknown = home.run([args, &["--project", "example.org/shpo"]].concat()).exits(0);
        let told = "no memory is of project example.org/shpo";
        assert!(unknown.err.contains(told), "{args:?}: {unknown:?}");
        assert!(unknown.err.contains("there are example.org/shop"), "{args:?}: {unknown:?}");
        let known = home.run(args).exits(0);
        assert!(!known.err.contains("no memory is of"), "{args:?}: {known:?}");
    }
    let all = home.run(["recall", "postgres", "--all-projects", "--budget-ms", "5000"]);
    assert!(!all.err.contains("no memory is of"), "{all:?}");
}

#[test]
fn what_is_noted_in_a_repository_that_nothing_names_is_not_said_of_every_project() {
    let home = sandbox();
    let work = home.path().join("work/shop");
    std::fs::create_dir_all(work.join(".git")).expect("a new folder takes another");
    std::fs::write(work.join(".git/HEAD"), "ref: refs/heads/main\n").expect("it takes a file");
    let run = |args: &[&str]| {
        let mut command = home.command(args);
        let ran = command.env_remove("CONSOLIDATE_PROJECT").current_dir(&work).output();
        let ran = ran.expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
        (ran.status.code(), text(ran.stdout), text(ran.stderr))
    };
    let (code, _, err) = run(&["record", "We use Postgres"]);
    assert_eq!(code, Some(2), "{err}");
    for way in
        ["no remote", "--project P", "CONSOLIDATE_PROJECT", ".consolidate.toml", "--everywhere"]
    {
        assert!(err.contains(way), "{way}: {err}");
    }
    assert_eq!(run(&["record", "Answers are short", "--everywhere"]).0, Some(0));
    let (code, out, err) = run(&["recall", "short", "--budget-ms", "5000"]);
    assert!(code == Some(0) && out.contains("Answers are short"), "{out} {err}");
    assert!(
        err.contains("nothing names the project of this folder (the git repository has no remote)"),
        "{err}"
    );
    std::fs::write(work.join(".consolidate.toml"), "project = \"shop\"\n").expect("a file");
    let (code, out, err) = run(&["record", "We use Postgres", "--json"]);
    assert_eq!(code, Some(0), "{err}");
    let id: Value = serde_json::from_str(&out).expect("it is JSON");
    let (_, out, _) = run(&["read", id["id"].as_str().expect("an id is a text")]);
    assert!(out.contains("shop"), "{out}");
}

#[test]
fn an_id_of_something_else_leads_to_the_command_that_takes_it() {
    let home = sandbox();
    let id = home.run(["record", "We use Postgres", "--json"]).json()["id"].clone();
    let id = id.as_str().expect("an id is a text");
    for command in ["show", "undo", "redo", "apply"] {
        let refused = home.run([command, id]).exits(1);
        assert!(refused.err.contains(&format!("`consolidate read {id}`")), "{}", refused.err);
    }
    assert!(home.run(["show", "rev_00c0"]).exits(1).err.contains("review show rev_00c0"));
}

#[test]
fn what_cannot_be_meant_is_said_before_anything_is_asked() {
    let home = sandbox();
    let refused = home.run(["recall", "x", "-k", "0"]).exits(2);
    assert!(refused.err.contains("from 1 to 200"), "{}", refused.err);
    let never = home.run(["recall", "x", "--since", "2026-04-02", "--until", "2026-04-01"]);
    assert!(never.exits(2).err.contains("--since is after --until"));
    let nowhere = home.run(["export", "/nowhere/at/all.jsonl"]).exits(1);
    assert!(nowhere.err.contains("there is no folder `/nowhere/at`"), "{}", nowhere.err);
    assert_eq!(
        (home.run(["eval", "merge", "/tmp"]).code, home.run(["eval", "merge", "/nowhere"]).code),
        (1, 1)
    );
    let over = home.run(["record", "Old", "--valid-until", "2020-01-01"]).exits(0);
    assert!(over.err.contains("ceased to hold"), "{}", over.err);
    let holds = home.run(["record", "New", "--valid-until", "2999-01-01"]).exits(0);
    assert!(!holds.err.contains("ceased to hold"), "{}", holds.err);
    let bad = home.run_with_input(["import", "-"], b"{\"text\":\n").exits(1);
    assert_eq!(bad.out.matches("line 1").count(), 1, "{}", bad.out);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    let mut help = home.command(["--help"]);
    assert_eq!(help.stdout(full).status().expect("it runs").code(), Some(8));
}

#[test]
fn programs_get_one_document_of_each_answer() {
    let home = sandbox();
    for text in ["We use Postgres", "The build needs clang", "Answers are short"] {
        home.run(["record", text]).ok();
    }
    let file = home.path().join("all.jsonl");
    let file = file.to_str().expect("its name is text");
    let exported = home.run(["export", file, "--json"]).json();
    assert_eq!((exported["file"].as_str(), &exported["lines"]), (Some(file), &Value::from(4)));
    let first = home.run(["list", "--json", "--limit", "2"]).json();
    let next = first["next"].as_str().expect("there are more");
    let rest = home.run(["list", "--json", "--after", next]).json();
    assert_eq!(rest["memories"].as_array().map(Vec::len), Some(1));
    assert!(rest["next"].is_null());
    let log = home.run(["status", "--json"]).json()["log"].clone();
    assert!(log.as_str().is_some_and(|log| log.ends_with("daemon.log")), "{log}");
    home.run(["daemon", "stop"]).ok();
    let absent = home.run(["status", "--json"]).exits(3);
    let absent: Value = serde_json::from_str(&absent.out).expect("it is JSON");
    assert_eq!(absent["log"], log);
    let failed = home.run(["review", "accept", "rev_00c0", "--json"]).exits(1);
    let report: Value = serde_json::from_str(&failed.out).expect("one document");
    assert_eq!((failed.err.as_str(), report["failed"].as_array().map(Vec::len)), ("", Some(1)));
    home.run(["record", "We deploy with fabric", "--slot", "deploy"]).ok();
    home.run(["record", "We deploy with ansible", "--slot", "deploy"]).ok();
    let shown = home.run(["--json"]).exits(7);
    let error: Value = serde_json::from_str(&shown.err).expect("an error is JSON");
    assert_eq!(error["error"]["name"], "plan shown");
    assert!(error["error"]["hint"].as_str().is_some_and(|hint| hint.contains("apply run_")));
}

#[test]
fn an_interrupted_demo_leaves_nothing_behind() {
    let home = sandbox();
    let temporary = home.path().join("tmp");
    std::fs::create_dir(&temporary).expect("a new folder takes another");
    let left = || std::fs::read_dir(&temporary).expect("it is there").count();
    let mut demo = home.command(["demo"]).env("TMPDIR", &temporary).spawn().expect("it runs");
    home.until("the demo has a home", || left() > 0);
    home.signal(demo.id(), rustix::process::Signal::INT);
    let ended = demo.wait().expect("it ends");
    assert_eq!(left(), 0, "{ended}");
}

#[test]
fn an_interrupted_export_leaves_nothing_behind() {
    let home = sandbox();
    let rows: String =
        (0..3000).map(|number| format!("{{\"text\":\"room {number} is blue\"}}\n")).collect();
    home.run_with_input(["import", "-"], rows.as_bytes()).ok();
    let folder = home.path().join("exports");
    std::fs::create_dir(&folder).expect("a new folder takes another");
    let left = || {
        let entries = std::fs::read_dir(&folder).expect("it is there").flatten();
        entries.map(|entry| entry.file_name()).collect::<Vec<_>>()
    };
    let mut export =
        home.command(["export"]).arg(folder.join("all.jsonl")).spawn().expect("it runs");
    home.until("the export has begun", || !left().is_empty());
    home.signal(export.id(), rustix::process::Signal::INT);
    let ended = export.wait().expect("it ends");
    // Whole or not there: it may have been quicker than the interrupt.
    let whole =
        if ended.success() { vec![std::ffi::OsString::from("all.jsonl")] } else { Vec::new() };
    assert_eq!(left(), whole, "{ended}");
}
