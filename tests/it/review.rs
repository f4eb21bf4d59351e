//! The review queue through the commands: for scripts, and with single keys on a terminal.

use consolidate_tests::Sandbox;
use serde_json::Value;

use crate::sandbox;

const LINES: &str = concat!(
    r#"{"id":"a","text":"We use Postgres as the main database.","created_at":"2026-01-01"}"#,
    "\n",
    r#"{"id":"b","text":"Postgres is our main database.","created_at":"2026-01-02"}"#,
    "\n",
    r#"{"id":"c","text":"using poetry for dependency management","slot":"package-manager","created_at":"2026-01-03"}"#,
    "\n",
    r#"{"id":"d","text":"switched to uv because of CI install time","slot":"package-manager","created_at":"2026-01-04"}"#,
    "\n",
);

/// A merge and a supersede that the passes ask about, since what would be retired is pinned.
fn asked(home: &Sandbox) {
    home.run_with_input(["import", "-", "--strict"], LINES.as_bytes()).ok();
    for id in ["a", "b", "c"] {
        home.run(["pin", id]).ok();
    }
    home.run(["--yes"]).ok();
}

fn open(home: &Sandbox) -> Value {
    home.run(["review", "list", "--json"]).json()
}

fn item_of(home: &Sandbox, pass: &str) -> String {
    let page = home.run(["review", "list", "--pass", pass, "--json"]).json();
    page["items"][0]["id"].as_str().expect("the pass asks").to_owned()
}

fn exported(home: &Sandbox) -> String {
    home.run(["export", "--without-rulings"]).ok()
}

#[test]
fn a_script_lists_shows_answers_and_takes_back() {
    let home = sandbox();
    asked(&home);
    let before = exported(&home);
    let page = open(&home);
    assert_eq!(
        (page["total"].as_u64(), page["items"].as_array().map(Vec::len)),
        (Some(2), Some(2))
    );
    let cut = home.run(["review", "list", "--limit", "1"]).ok();
    assert!(cut.starts_with("2 open items, 1 to 1 shown") && cut.contains("--offset 1"), "{cut}");
    let (merge, supersede) = (item_of(&home, "merge"), item_of(&home, "supersede"));
    let shown = home.run(["review", "show", &merge[..9]]).ok();
    assert_eq!(home.run(["review", "show", &merge]).ok(), shown, "the same bytes");
    assert!(
        shown.contains("+text: We use Postgres") && shown.contains("accept keeps [1]"),
        "{shown}"
    );
    let suggested = home.run(["review", "accept", &merge, "--why", "same words", "--json"]).json();
    assert_eq!(suggested["answered"][0]["outcome"], "suggested");
    assert!(home.run(["review", "show", &merge]).ok().contains("would accept: same words"));
    assert_eq!(exported(&home), before, "an agent decides nothing");
    let as_user = |args: &[&str]| home.run(["--as", "user"].iter().chain(args));
    let ran = as_user(&["review", "reject", &merge, "rev_nonsense", &supersede, "--json"]).exits(1);
    let both: Value = serde_json::from_str(&ran.out).expect("the answer is JSON");
    assert_eq!(both["answered"].as_array().map(Vec::len), Some(2), "{both}");
    assert_eq!(both["failed"][0]["item"], "rev_nonsense");
    let hint = both["failed"][0]["hint"].as_str();
    assert!(hint.is_some_and(|hint| hint.contains("review list")), "{both}");
    assert_eq!(ran.err, "", "the document says it, and nothing is said twice");
    assert_eq!(open(&home)["total"], 0);
    assert_eq!(home.run(["status", "--json"]).json()["reviews"], 0);
    assert_eq!(exported(&home), before);
    as_user(&["undo"]).ok();
    let winner = ["review", "supersede", &supersede, "--winner", "c"];
    let told = as_user(&winner).ok();
    assert!(told.contains("1 memory is replaced by mem_"), "{told}");
    let found = home.run(["recall", "dependency management", "--budget-ms", "5000"]).ok();
    assert!(found.contains("poetry") && !found.contains("open:"), "{found}");
    as_user(&["undo"]).ok();
    assert_eq!((exported(&home), &open(&home)["total"]), (before, &Value::from(1)));
    let snoozed = as_user(&["review", "snooze", &supersede, "--days", "3"]).ok();
    assert!(snoozed.starts_with("snoozed"), "{snoozed}");
    let listed = home.run(["review", "list"]).ok();
    assert!(listed.starts_with("nothing waits for an answer\n1 snoozed until "), "{listed}");
    let put_off = home.run(["review", "list", "--snoozed"]).ok();
    assert!(put_off.contains(&supersede) && put_off.contains("snoozed until "), "{put_off}");
    as_user(&["review", "accept", &supersede]).ok();
    assert_eq!(home.run(["review", "list"]).ok(), "nothing waits for an answer\n");
}

#[test]
fn off_a_terminal_nobody_is_asked_and_agents_may_be_kept_out() {
    let home = sandbox();
    let config = home.places().config;
    std::fs::create_dir_all(config.parent().expect("a file is in a folder"))
        .expect("it can be made");
    std::fs::write(&config, "[review]\nagents = \"off\"\n").expect("a home takes a file");
    asked(&home);
    let ran = home.run(["review"]).exits(2);
    assert!(ran.err.contains("review list"), "{}", ran.err);
    let merge = item_of(&home, "merge");
    let ran = home.run(["review", "reject", &merge]).exits(1);
    assert!(ran.err.contains("review.agents"), "{}", ran.err);
    assert_eq!(home.run(["config", "--json"]).json()["settings"]["review.agents"]["value"], "off");
}

#[test]
fn a_person_answers_with_single_keys_and_takes_the_last_one_back() {
    let home = sandbox();
    asked(&home);
    let before = exported(&home);
    let mut screen = home.on_terminal(&["review"], "xterm");
    let first = screen.until("answer: ");
    assert!(first.contains("[1 of 2]") && first.contains("+++ ["), "{first}");
    screen.press("?");
    screen.until("distinct: they have nothing to do with each other");
    screen.until("answer: ");
    screen.press("d");
    screen.until("told the members of rev_");
    screen.until("[2 of 2]");
    screen.until("answer: ");
    assert_eq!(open(&home)["total"], 1);
    screen.press("u");
    screen.until("undid");
    screen.until("[1 of 2]");
    screen.until("answer: ");
    assert_eq!((&open(&home)["total"], exported(&home)), (&Value::from(2), before));
    screen.press("a");
    screen.until("accepted rev_");
    screen.until("[2 of 2]");
    screen.until("answer: ");
    screen.press("1");
    screen.until("replaced by mem_");
    screen.until("that was the last question: ");
    screen.press("u");
    screen.until("undid");
    screen.until("[2 of 2]");
    screen.until("answer: ");
    assert_eq!(open(&home)["total"], 1, "the last answer of all is taken back too");
    screen.press("1");
    screen.until("replaced by mem_");
    screen.until("that was the last question: ");
    screen.press("q");
    screen.until("2 items: 2 answered");
    assert_eq!(screen.ends(), Some(0));
    assert_eq!(open(&home)["total"], 0);
    assert_eq!(home.run(["log", "--json"]).json()[0]["kind"], "review");
}

#[test]
fn a_plain_terminal_takes_its_answers_by_lines() {
    let home = sandbox();
    asked(&home);
    let mut screen = home.on_terminal(&["review", "--pass", "merge"], "dumb");
    screen.until("[1 of 1]");
    screen.until("answer (and Enter): ");
    screen.press("s\n");
    screen.until("for how many days? [7] ");
    screen.press("soon\n");
    screen.until("no number of days");
    screen.until("answer (and Enter): ");
    screen.press("s\n");
    screen.until("for how many days? [7] ");
    screen.press("\n");
    screen.until("snoozed rev_");
    screen.until("that was the last question (and Enter): ");
    screen.press("\n");
    screen.until("1 item: 1 answered");
    assert_eq!(screen.ends(), Some(0));
    let mut screen = home.on_terminal(&["review"], "dumb");
    screen.until("[1 of 1]");
    screen.until("answer (and Enter): ");
    screen.press("q\n");
    screen.until("1 item: 0 answered, 1 skipped");
    assert_eq!(screen.ends(), Some(0));
}

#[test]
fn an_enter_out_of_habit_answers_nothing_and_esc_leaves_a_prompt() {
    let home = sandbox();
    asked(&home);
    let mut screen = home.on_terminal(&["review"], "xterm");
    screen.until("answer: ");
    screen.press("a\r");
    screen.until("accepted rev_");
    screen.until("[2 of 2]");
    screen.until("answer: ");
    screen.press("\r");
    screen.until("answer: ");
    screen.press("s");
    screen.until("for how many days? [7] ");
    screen.press("1");
    screen.until("1");
    screen.press("\u{1b}");
    screen.until("nothing was answered");
    screen.until("answer: ");
    assert_eq!(open(&home)["total"], 1);
    screen.press("s");
    screen.until("for how many days? [7] ");
    screen.press("3\r");
    screen.until("snoozed rev_");
    screen.until("that was the last question: ");
    screen.press("q");
    screen.until("2 items: 2 answered");
    assert_eq!(screen.ends(), Some(0));
}

#[test]
fn whoever_speaks_as_an_agent_is_told_before_the_first_answer() {
    let home = sandbox();
    asked(&home);
    let mut screen = home.on_terminal(&["--as", "agent:codex", "review"], "xterm");
    let first = screen.until("answer: ");
    let told = first.find("as agent codex").expect("it is told");
    assert!(told < first.find("[1 of 2]").expect("an item"), "{first}");
    screen.press("a");
    screen.until("kept until a person answers");
    screen.press("q");
    screen.until("skipped");
    assert_eq!(screen.ends(), Some(0));
}
