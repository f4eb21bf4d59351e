//! Passes that run by themselves: planned after enough new memories or at the time in the config, applied by whoever is told.

use std::fs;

use serde_json::Value;

use crate::sandbox;

/// The config of a sandbox, before its daemon is started.
fn configure(home: &consolidate_tests::Sandbox, text: &str) {
    let config = home.places().config;
    fs::create_dir_all(config.parent().expect("a config has a folder")).expect("it can be made");
    fs::write(config, text).expect("the home takes a file");
}

fn schedule(home: &consolidate_tests::Sandbox) -> Value {
    home.status().map(|status| status["schedule"].clone()).unwrap_or_default()
}

fn record(home: &consolidate_tests::Sandbox, text: &str) {
    home.run(["record", text, "--json"]).ok();
}

#[test]
fn twenty_new_memories_bring_a_run_that_waits_for_a_person() {
    let home = sandbox();
    configure(&home, "[schedule]\nzone = \"UTC\"\n");
    home.run(["record", "using poetry for dependency management", "--slot", "package-manager"])
        .ok();
    home.run(["record", "switched to uv instead of poetry", "--slot", "package-manager"]).ok();
    for n in 0..18 {
        record(&home, &format!("Shelf {n} holds the parts of machine {}.", n * 7));
    }
    home.until("a run is ready", || schedule(&home)["ready"][0]["run_id"].is_string());
    let told = schedule(&home);
    assert_eq!(
        (&told["doing"], &told["ready"][0]["reach"]),
        (&"report_only".into(), &"incremental".into())
    );
    let run = told["ready"][0]["run_id"].as_str().expect("it has an id").to_owned();
    let text = home.run(["status"]).ok();
    assert!(text.contains(&format!("apply with `consolidate apply {run}`")), "{text}");
    assert!(
        home.run(["log"]).ok().lines().all(|line| !line.contains("pass ")),
        "nothing is applied"
    );
    let shown = home.run(["show", &run]).ok();
    assert!(shown.contains("retired (superseded"), "{shown}");
    let done = home.run(["--as", "user", "apply", &run]).ok();
    assert!(done.contains("auto_apply = true"), "a person is told once: {done}");
    assert_eq!(schedule(&home)["ready"], Value::Array(Vec::new()));
    let light = schedule(&home)["last_light"].clone();
    assert!(light.is_string());
    home.run(["daemon", "restart"]).ok();
    assert_eq!(schedule(&home)["last_light"], light, "a restart remembers");
}

#[test]
fn a_run_that_was_missed_while_nobody_served_is_caught_up_once_and_applied_where_that_is_asked_for()
{
    let home = sandbox().with_clock("2026-05-01T12:00:00Z");
    configure(&home, "[schedule]\ncron = \"0 4 * * *\"\nzone = \"UTC\"\nauto_apply = true\n");
    home.start();
    home.run(["record", "using poetry for dependency management", "--slot", "package-manager"])
        .ok();
    home.set_clock("2026-05-01T12:00:10Z");
    home.run(["record", "switched to uv instead of poetry", "--slot", "package-manager"]).ok();
    home.until("the schedule is looked at", || schedule(&home)["next"] == "2026-05-02T04:00:00Z");
    assert_eq!(schedule(&home)["last_full"], Value::Null, "a first start catches nothing up");
    home.run(["daemon", "stop"]).ok();
    home.set_clock("2026-05-04T12:00:00Z");
    home.start();
    home.until("what was missed is caught up", || {
        schedule(&home)["last_full"] == "2026-05-04T12:00:00Z"
    });
    home.until("it is idle", || schedule(&home)["doing"] == "idle");
    assert_eq!(schedule(&home)["next"], "2026-05-05T04:00:00Z");
    let log = home.run(["log"]).ok();
    assert_eq!(log.matches("pass supersede by daemon").count(), 1, "{log}");
    let recalled =
        home.run(["recall", "dependency management poetry", "--budget-ms", "5000", "--json"]).ok();
    assert!(!recalled.contains("using poetry for dependency management"), "{recalled}");
}

#[test]
fn a_schedule_can_be_switched_off_and_a_bad_one_is_named() {
    let home = sandbox();
    configure(&home, "[schedule]\nenabled = false\n");
    home.start();
    assert_eq!(schedule(&home)["doing"], "off");
    configure(&home, "[schedule]\nzone = \"Berlin\"\n");
    let refused = home.run(["config"]).exits(2);
    assert!(
        refused.out.contains("`schedule.zone`") && refused.out.contains("Europe/Berlin"),
        "{refused:?}"
    );
    configure(&home, "[schedule]\nlight_after_idle = \"90m\"\n");
    let settings = home.run(["config", "--json"]).json()["settings"].clone();
    assert_eq!(settings["schedule.light_after_idle"]["value"], "90m");
    assert_eq!(settings["schedule.cron"]["from"], "default");
}

#[test]
fn a_mistake_in_the_config_file_takes_nobodys_memory_away() {
    let home = sandbox();
    home.run(["record", "The build needs clang"]).ok();
    configure(&home, "read_budget_ms = 5000\n[schedule]\ncron = \"every day\"\n");
    for read in [&["recall", "clang"][..], &["brief"], &["list"], &["export"], &["record", "uv"]] {
        let ran = home.run(read).exits(0);
        assert_eq!(ran.err.matches("`schedule.cron`").count(), 1, "{read:?}: {}", ran.err);
        assert!(ran.err.contains("0 4 * * *"), "{read:?}: {}", ran.err);
    }
    let settings = home.run(["config", "--json"]).exits(2);
    let settings: Value = serde_json::from_str(&settings.out).expect("it is JSON");
    let settings = &settings["settings"];
    assert_eq!(settings["read_budget_ms"]["value"], 5000);
    assert_eq!(settings["read_budget_ms"]["error"], Value::Null);
    assert_eq!(settings["schedule.cron"]["value"], "0 4 * * *");
    assert!(settings["schedule.cron"]["error"].as_str().is_some_and(|it| it.contains("every day")));
    let pid = home.pid();
    assert!(home.run(["daemon", "restart"]).exits(2).err.contains("`schedule.cron`"));
    assert_eq!(home.pid(), pid, "what cannot start again is not stopped");
    home.run(["daemon", "stop"]).ok();
    for start in [&["record", "npm"][..], &["daemon", "start"], &["daemon", "run"]] {
        let refused = home.run(start).exits(2);
        assert!(refused.err.contains("`schedule.cron`"), "{start:?}: {}", refused.err);
    }
    assert_eq!(home.run(["recall", "clang"]).code, 3);
    configure(&home, "[schedule\n");
    let whole = home.run(["config"]).exits(2);
    assert!(whole.out.contains("not TOML") && whole.out.contains("read_budget_ms"), "{whole:?}");
}
