//! What somebody gets wrong at the command line or in a file is told at once, with what to do.

use std::process::Command;

use crate::sandbox;

#[test]
fn what_is_no_regular_config_file_is_told_and_stops_no_read() {
    let home = sandbox();
    home.run(["record", "The port is 8080"]).ok();
    home.run(["daemon", "stop"]).ok();
    let config = home.places().config;
    std::fs::create_dir_all(config.parent().expect("it is in a folder")).expect("a folder");
    let made = Command::new("mkfifo").arg(&config).status().expect("there is mkfifo");
    assert!(made.success());
    let told = home.run(["daemon", "start"]).exits(2);
    assert!(told.err.contains("it is no regular file"), "{}", told.err);
    std::fs::remove_file(&config).expect("it was there");
    home.start();
    assert!(Command::new("mkfifo").arg(&config).status().expect("there is mkfifo").success());
    let read = home.run(["recall", "port", "--budget-ms", "20000"]).exits(0);
    assert!(read.out.contains("8080"), "{}", read.out);
    assert!(read.err.contains("it is no regular file"), "{}", read.err);
}

#[test]
fn a_command_line_that_lacks_something_is_told_what_there_is() {
    let home = sandbox();
    assert!(home.run(["help", "--help"]).ok().contains("consolidate recall uv"));
    let bare = home.run(["cautions"]).exits(2).err;
    for flag in ["--command <COMMAND>", "--error <ERROR>", "--anchor <ANCHOR>"] {
        assert!(bare.contains(flag), "{bare}");
    }
    let reason = home.run(["retire", "mem_0", "--reason", "old"]).exits(2).err;
    assert!(
        reason.contains("[possible values: retracted, stale, malformed, unwanted]"),
        "{reason}"
    );
    assert!(home.run(["retire", "--help"]).ok().contains("[possible values: retracted, stale"));
    let unknown = home.run(["apply", "run_ffffffffffffffff"]).exits(5);
    assert!(unknown.err.contains("--dry-run"), "{}", unknown.err);
    assert!(home.run(["help", "exit-codes"]).ok().contains("or the plan is not known any more"));
}

#[test]
fn a_listing_marks_what_is_past_its_time() {
    let home = sandbox().with_clock("2026-05-01T10:00:00Z");
    home.start();
    home.run(["record", "The freeze holds", "--valid-until", "2026-05-02"]).ok();
    assert!(!home.run(["list"]).ok().contains("not valid now"));
    home.set_clock("2026-05-03T10:00:00Z");
    assert!(home.run(["list"]).ok().contains("not valid now"));
    let json = home.run(["list", "--json"]).json();
    assert_eq!(json["memories"][0]["flags"], serde_json::json!(["not_valid_now"]));
}
