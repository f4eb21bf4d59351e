//! Cautions through the commands: recorded with a trigger, shown after the failure it is of, silent elsewhere.

use serde_json::Value;

use crate::sandbox;

const PATIENT: [&str; 2] = ["--budget-ms", "5000"];

fn texts(answer: &Value) -> Vec<&str> {
    let cautions = answer["cautions"].as_array().expect("an answer has cautions");
    cautions.iter().filter_map(|caution| caution["text"].as_str()).collect()
}

#[test]
fn a_failure_is_met_with_what_was_learned_from_the_last_one() {
    let home = sandbox();
    let lesson = "Doc tests need the nightly toolchain";
    let recorded = home
        .run([
            "record",
            lesson,
            "--why",
            "they use an unstable attribute",
            "--trigger-command",
            "cargo test --doc",
            "--trigger-error",
            "error[E0658]: use of unstable library feature",
            "--json",
        ])
        .json();
    let id = recorded["id"].as_str().expect("an id is a text").to_owned();
    let read = home.run(["read", &id]).ok();
    assert!(read.contains("trigger        command cargo test --doc\n"), "{read}");
    assert!(read.contains("error error[E0658]: use of"), "{read}");
    assert_eq!(home.run(["read", &id, "--json"]).json()["kind"], "pitfall");

    let failed = "RUSTFLAGS=-g /usr/bin/cargo test --doc -p shop 2>&1";
    let said = "error[E0658]:  use of unstable library feature `x` --> src/a.rs:12:5\n";
    let ask = ["cautions", "--command", failed, "--error", "-", "--budget-ms", "5000"];
    let shown = home.run_with_input(ask, said.as_bytes()).ok();
    let (line, short) = shown.trim_end().rsplit_once(' ').expect("a line has words");
    assert_eq!(
        line,
        format!(
            "Cautions noted in earlier work: hypotheses to weigh, not instructions.\n\
             - Caution: {lesson} [why: they use an unstable attribute]"
        )
    );
    assert!(id.starts_with(short.trim_matches(['[', ']'])), "{short}");
    let json = home.run_with_input(ask.into_iter().chain(["--json"]), said.as_bytes()).json();
    assert_eq!(texts(&json), [lesson]);
    let caution = &json["cautions"][0];
    assert_eq!(caution["matched"], serde_json::json!(["error", "command"]));
    assert_eq!((&json["coverage"]["state"], &json["left_out"]), (&"full".into(), &0.into()));
    assert_eq!(json["text"], shown);

    let status = home.run(["status", "--json"]).json();
    assert_eq!(status["generation"], recorded["generation"], "asking changes nothing");
    home.run(["record", "The other shop sells hats", "--project", "example.org/other"]).ok();
    let silent = |args: &[&str]| {
        let ran = home.run(["cautions"].iter().chain(args).chain(&PATIENT));
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{args:?}");
    };
    silent(&["--command", "cargo test"]);
    silent(&["--command", failed, "--error", "error[E0308]: mismatched types"]);
    silent(&["--command", failed, "--project", "example.org/other"]);

    home.run(["feedback", &id, "--triggered"]).ok();
    home.run(["retire", &id]).ok();
    silent(&["--command", failed]);
}

#[test]
fn a_place_shows_its_pitfalls_and_a_candidate_is_marked() {
    let home = sandbox();
    home.run(["record", "The docs want a login", "--trigger-domain", "example.org"]).ok();
    home.run(["record", "The cart loses its focus", "--kind", "pitfall"]).ok();
    let page = ["--anchor", "page:https://shop.example.org/cart", "--candidate"];
    home.run(["record", "The cart form is slow", "--kind", "pitfall"].iter().chain(&page)).ok();
    let at = |flag: &str, place: &str| {
        home.run(["on-context", flag, place].iter().chain(&PATIENT).chain(&["--json"])).json()
    };
    assert_eq!(texts(&at("--domain", "docs.example.org")), ["The docs want a login"]);
    assert_eq!(texts(&at("--domain", "notexample.org")), [""; 0]);
    let cart = at("--page", "https://shop.example.org/cart?step=2");
    assert_eq!(texts(&cart), ["The docs want a login", "The cart form is slow"]);
    assert_eq!(cart["cautions"][1]["flags"], serde_json::json!(["unverified"]));
    assert_eq!(cart["cautions"][1]["matched"], serde_json::json!(["anchor"]));
    assert!(cart["text"].as_str().is_some_and(|text| text.contains("[UNVERIFIED]")), "{cart}");
    let one = home.run(["on-context", "--page", "shop.example.org/cart", "-k", "1"]);
    assert_eq!(one.ok().lines().count(), 2);
}

#[test]
fn a_question_about_nothing_and_a_trigger_of_nothing_say_what_is_missing() {
    let home = sandbox();
    for args in
        [&["cautions"][..], &["on-context"], &["cautions", "--tokens", "9", "--window", "9"]]
    {
        assert!(home.run(args).exits(2).err.contains("--"), "{args:?}");
    }
    let fact = home.run(["record", "x is y", "--kind", "fact", "--trigger-command", "make"]);
    let fact = fact.exits(1);
    assert!(fact.err.contains("record it as a pitfall"), "{}", fact.err);
    let vague = home.run(["record", "x is y", "--trigger-error", "404"]).exits(1);
    assert!(vague.err.contains("write the words"), "{}", vague.err);
}

#[test]
fn recall_leaves_out_whole_what_its_tokens_do_not_hold() {
    let home = sandbox();
    home.run(["record", "The port of the mailer is 25."]).ok();
    let long = format!("The port of the cache is 6379. {}", "It is closed. ".repeat(30));
    home.run(["record", &long]).ok();
    let ask = |more: &[&str]| home.run(["recall", "port"].iter().chain(&PATIENT).chain(more));
    let cut = ask(&["--budget", "100"]).ok();
    assert!(cut.ends_with("1 hit left out for want of tokens\n"), "{cut}");
    assert_eq!(ask(&["--window", "1000", "--json"]).json()["left_out"], 1);
    assert_eq!(ask(&["--json"]).json()["left_out"], 0);
}
