//! Files in and out.

use crate::sandbox;

#[test]
fn an_export_into_an_empty_store_gives_the_same_export() {
    let one = sandbox();
    one.run(["record", "We use Postgres as the main database"]).ok();
    one.run(["record", "Postgres is our main database"]).ok();
    one.run(["record", "Never commit to main.", "--kind", "policy", "--as", "user"]).ok();
    one.run(["record", "Auto-deploy is allowed"]).ok();
    one.run(["record", "Auto-deploy is not allowed", "--why", "it broke twice"]).ok();
    one.run(["--yes"]).ok();
    one.run(["undo"]).ok();
    let file = one.path().join("export.jsonl");
    one.run([&"export".into(), &file]).ok();
    let two = sandbox();
    two.run([&"import".into(), &file]).ok();
    let (first, second) = (one.run(["export"]).ok(), two.run(["export"]).ok());
    assert_eq!(first, second);
    assert_eq!(std::fs::read_to_string(file).expect("the file is there"), first);
}

#[test]
fn bad_lines_are_named_and_the_rest_is_there() {
    let home = sandbox();
    let file = b"{\"text\":\"Good one.\"}\n\xff\xfe\n{\"text\":\"\\ud800\"}\n\n{\"text\":5}\n{\"text\":\"Good two.\"}\n";
    let ran = home.run_with_input(["import", "-", "--json"], file).exits(1);
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("a report is JSON");
    let lines: Vec<_> =
        report["bad"].as_array().expect("a list").iter().map(|bad| bad["line"].as_u64()).collect();
    assert_eq!(lines, [Some(2), Some(3), Some(5)]);
    assert_eq!(report["added"], 2);
    let strict =
        home.run_with_input(["import", "-", "--strict"], b"{\"text\":\"Good three.\"}\n{\n");
    let _ = strict.exits(1);
    assert_eq!(home.status().expect("a daemon runs")["memories"]["active"], 2);
}
