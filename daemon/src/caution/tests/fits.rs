//! What fits what, one table a way.

use super::weight::*;
use super::*;

#[test]
fn a_command_is_its_program_its_sub_commands_and_what_the_trigger_names() {
    let table = [
        ("cargo test", "cargo test", Some(COMMAND_WHOLE)),
        ("cargo test", "Cargo  TEST", Some(COMMAND_WHOLE)),
        ("cargo test", "/home/me/.cargo/bin/cargo test --lib -p shop retry", Some(COMMAND_PART)),
        ("cargo test", r"C:\tools\cargo.exe test", Some(COMMAND_WHOLE)),
        ("cargo test", "cargo +nightly --locked test", Some(COMMAND_PART)),
        ("cargo test", "cargo --manifest-path x/Cargo.toml test", Some(COMMAND_PART)),
        ("cargo test", "cargo build", None),
        ("cargo test", "cargo run test", None),
        ("cargo test", "cargo", None),
        ("cargo test", "cargo-test", None),
        ("cargo", "cargo build", Some(COMMAND_PROGRAM)),
        ("cargo test --doc", "cargo test --doc -p shop", Some(COMMAND_PART)),
        ("cargo test --doc", "cargo test", None),
        ("cargo test -p shop", "cargo test --lib -p shop", Some(COMMAND_PART)),
        ("cargo test -p shop", "cargo test -p cart", None),
        ("git commit", "git -C ../shop commit -m 'git push'", Some(COMMAND_PART)),
        ("git push", "git commit -m 'git push'", None),
        ("kubectl get pods", "kubectl -n prod get pods -o json", Some(COMMAND_PART)),
        ("docker compose up", "docker compose -f deploy/x.yml up -d", Some(COMMAND_PART)),
        ("tar -C x", "tar -c x", None),
    ];
    for (wanted, command, expected) in table {
        assert_eq!(fits_command(wanted, command), expected, "{wanted} | {command}");
    }
}

#[test]
fn what_stands_around_a_command_is_no_part_of_it() {
    let around = [
        "sudo -u ci npm test",
        "CI=1 FORCE_COLOR=0 npm test",
        "env -u HOME CI=1 npm test",
        "timeout -k 5 60 npm test",
        "cd web && npm test",
        "(cd web; npm test) 2>&1 | tee log.txt",
        "npm test > out.txt 2>&1",
        "if ! npm test; then exit 1; fi",
        "npm \\\n  test",
        "\"npm\" 'test'",
        "npm test # all of them",
        "make && echo \"a && b\" && npm test",
    ];
    for line in around {
        assert!(fits_command("npm test", line).is_some(), "{line}");
    }
    let others =
        ["echo npm test", "echo 'x && npm test'", "cat <<END\nnpm test\nEND\n", "npm # test"];
    for line in others {
        assert_eq!(fits_command("npm test", line), None, "{line}");
    }
}

#[test]
fn what_a_shell_is_given_as_a_text_was_run_in_it() {
    for line in [
        "bash -c 'npm test'",
        "bash -lc \"cd web && npm test -- --ci\"",
        "sudo /bin/sh -e -c 'npm test' sh x",
        "docker ps; zsh -c \"bash -c 'npm test'\"",
        "cmd.exe /c npm test",
        "powershell -NoProfile -Command \"npm test\"",
    ] {
        assert!(fits_command("npm test", line).is_some(), "{line}");
        assert_eq!(fits_command("npm build", line), None, "{line}");
    }
    assert!(fits_command("bash -c 'npm test'", "npm test").is_some());
    assert!(fits_command("bash", "bash -c 'npm test'").is_some());
    for line in
        ["bash npm test", "bash -x 'npm test'", "ssh -c 'npm test'", "bash -c 'echo npm test'"]
    {
        assert_eq!(fits_command("npm test", line), None, "{line}");
    }
}

#[test]
fn what_a_runner_runs_was_run_too_and_a_version_is_no_name() {
    for line in ["npx --yes jest a.test.ts", "pnpm exec jest", "npm exec -- jest", "yarn dlx jest"]
    {
        assert!(fits_command("jest", line).is_some(), "{line}");
    }
    assert!(fits_command("pytest", "uv run python3.11 -m pytest -x").is_some());
    assert!(fits_command("python -m pytest", "python3 -m pytest").is_some());
    assert!(fits_command("gcc", "gcc-12 -c x.c").is_some());
    assert_eq!(fits_command("uv run pytest", "pytest"), None);
    assert_eq!(fits_command("k9s", "k8s"), None);
}

#[test]
fn a_path_in_a_command_may_be_told_from_another_folder() {
    for line in [
        "python scripts/seed.py",
        "python3 ./scripts/seed.py --all",
        "python /home/me/shop/scripts/seed.py",
        "python seed.py",
        "python scripts\\seed.py",
    ] {
        assert!(fits_command("python scripts/seed.py", line).is_some(), "{line}");
    }
    assert_eq!(fits_command("python scripts/seed.py", "python scripts/other.py"), None);
    assert_eq!(fits_command("git merge main", "git merge origin/main"), None);
}

#[test]
fn every_command_of_a_triggers_line_must_have_run_and_its_stage_says_nothing() {
    assert!(fits_command("cd web && npm test", "npm test").is_some());
    assert!(fits_command("git add . && git commit", "git add . && git commit -m x").is_some());
    assert_eq!(fits_command("git add . && git commit", "git add ."), None);
    assert_eq!(fits_command("cd web && npm test", "cd web"), None);
}

#[test]
fn an_error_is_the_same_with_other_numbers_paths_addresses_spaces_and_case() {
    let table = [
        ("cannot find crate", "error[E0463]: can't; Cannot  find\n crate for `std`", ERROR_LITERAL),
        ("error[E0308]", "error[E0308]: mismatched types", ERROR_LITERAL),
        ("port 8080 is in use", "Error: port 8080 is in use", ERROR_LITERAL),
        ("port 8080 is in use", "Error: port 3000 is in use", ERROR_LIKE),
        ("open ./a/b.rs: denied", "could not open /home/me/src/x.rs: denied", ERROR_LIKE),
        ("panicked at src/a.rs:12:5", "thread panicked at src/b/c.rs:7:31", ERROR_LIKE),
        ("at 0x7ffe12: bad", "at 0xdeadbeef: bad", ERROR_LIKE),
        ("object 3f2a9c1 not found", "object 99aabbccdd not found", ERROR_LIKE),
        ("connect", "connection refused", ERROR_LIKE),
        ("'x' is not defined", "\u{2018}x\u{2019} is not defined", ERROR_LITERAL),
        ("build failed", "\u{1b}[31mBUILD\u{1b}[0m failed", ERROR_LITERAL),
        ("数据库连接", "错误：数据库连接失败", ERROR_LIKE),
        ("OOM", "killed: oom", ERROR_LITERAL),
    ];
    for (pattern, error, expected) in table {
        assert_eq!(fits_error(pattern, error), Some(expected), "{pattern} | {error}");
    }
    let apart = [
        ("error[E0308]", "error[E0309]: lifetime"),
        ("mismatched types", "types mismatched"),
        ("a.*b failed", "axxb failed"),
        ("utf8 error", "utf16 error"),
    ];
    for (pattern, error) in apart {
        assert_eq!(fits_error(pattern, error), None, "{pattern} | {error}");
    }
}

#[test]
fn a_trigger_that_says_too_little_is_told() {
    for (command, error, domain, expected) in [
        ("cargo test", "OOM", "localhost", None),
        ("CI=1", "", "", Some(Vague::Command)),
        ("&&", "", "", Some(Vague::Command)),
        ("", "42", "", Some(Vague::Error)),
        ("", "/a/b.rs:1:2", "", Some(Vague::Error)),
        ("", "!!", "", Some(Vague::Error)),
        ("", "", "://", Some(Vague::Domain)),
    ] {
        assert_eq!(vague(&trigger(command, error, domain)), expected, "{command}{error}{domain}");
    }
    assert_eq!(rule(&trigger("cargo test", "42", ""), &[]), None);
    assert!(rule(&trigger("", "42", ""), &["src/a.rs"]).is_some());
}

#[test]
fn a_domain_holds_what_is_below_it() {
    let table = [
        ("example.org", "example.org", Some(DOMAIN_SAME)),
        ("example.org", "https://User@Example.ORG:443/a?b#c", Some(DOMAIN_SAME)),
        ("example.org", "docs.example.org", Some(DOMAIN_BELOW)),
        ("https://www.example.org/", "a.b.example.org.", Some(DOMAIN_BELOW)),
        ("*.example.org", "docs.example.org", Some(DOMAIN_BELOW)),
        ("example.org", "notexample.org", None),
        ("docs.example.org", "example.org", None),
        ("example.org", "example.org.evil.net", None),
        ("org", "example.org", None),
        ("localhost", "localhost:3000", Some(DOMAIN_SAME)),
        ("localhost:3000", "http://localhost:3000/cart", Some(DOMAIN_SAME)),
        ("localhost:3000", "localhost:8080", None),
        ("0.0.1", "10.0.0.1", None),
        ("[::1]:80", "http://[::1]:80/", Some(DOMAIN_SAME)),
        ("checkout flow", "Checkout  Flow", Some(DOMAIN_SAME)),
        ("ui/forms", "ui/forms", Some(DOMAIN_SAME)),
        ("ui/forms", "ui/tables", None),
    ];
    for (wanted, domain, expected) in table {
        assert_eq!(fits_domain(wanted, domain), expected, "{wanted} | {domain}");
    }
}

#[test]
fn a_thing_is_itself_or_holds_another() {
    let table = [
        ("src/cart.rs", "./src/cart.rs", Some(ANCHOR_SAME)),
        ("src/cart.rs", "src/cart.rs:12:5", Some(ANCHOR_SAME)),
        ("src/cart.rs", "/home/me/shop/src/cart.rs", Some(ANCHOR_NEAR)),
        ("daemon/src/cart.rs", "src/cart.rs", Some(ANCHOR_NEAR)),
        ("src/pay/", "src/pay/client.rs", Some(ANCHOR_NEAR)),
        ("src/pay", "/home/me/shop/src/pay/client.rs", Some(ANCHOR_NEAR)),
        ("Cargo.toml", "/home/me/shop/Cargo.toml", Some(ANCHOR_NEAR)),
        ("Cargo.toml", "daemon/Cargo.toml", None),
        ("src/cart.rs", "src/cart.rs.bak", None),
        ("src/pay", "src/payment/client.rs", None),
        ("src/pay/client.rs", "src/pay", None),
        ("symbol:Engine", "symbol:Engine::open", Some(ANCHOR_NEAR)),
        ("symbol:Engine", "symbol:Engines", None),
        ("symbol:Engine", "test:Engine", None),
        (
            "page:https://Shop.example.org/cart",
            "page:http://shop.example.org/cart/",
            Some(ANCHOR_SAME),
        ),
        ("page:shop.example.org/cart", "page:https://shop.example.org/cart?x=1", Some(ANCHOR_NEAR)),
        ("domain:example.org", "domain:docs.example.org", Some(ANCHOR_NEAR)),
        ("command:npm run", "command:npm  run build", Some(ANCHOR_NEAR)),
        ("error:E0308", "error:e0308: mismatched", Some(ANCHOR_NEAR)),
    ];
    for (tied, anchor, expected) in table {
        assert_eq!(fits_anchor(tied, anchor), expected, "{tied} | {anchor}");
    }
    let page = Asked::context(None, Some("https://docs.example.org/api/cart"));
    assert!(fit(&rule(&trigger("", "", "example.org"), &[]).unwrap(), &page).is_some());
    assert!(
        fit(&rule(&Trigger::default(), &["page:docs.example.org/api"]).unwrap(), &page).is_some()
    );
}

#[test]
fn each_part_that_is_asked_about_must_fit_and_more_of_them_fit_better() {
    let both = rule(&trigger("cargo test", "linker not found", ""), &["src/a.rs"]).unwrap();
    let asked = |command, error| Asked::failure(command, error, &anchors(&["src/a.rs"]));
    let full = asked(Some("cargo test"), Some("error: linker not found"));
    let (exactness, ways) = both.fit(&full).unwrap();
    assert_eq!(ways, [Way::Error, Way::Command, Way::Anchor]);
    assert!(exactness > fit(&both, &ran("cargo test")).unwrap());
    assert_eq!(fit(&both, &asked(Some("cargo build"), Some("linker not found"))), None);
    assert_eq!(fit(&both, &asked(Some("cargo test"), Some("other"))), None);
    assert!(fit(&both, &said("linker not found")).is_some());
    assert_eq!(fit(&both, &asked(None, None)), Some(ANCHOR_SAME));
    assert_eq!(fit(&both, &Asked::default()), None);
}
