//! Repositories written by hand, and a few made by git where it is installed.

use std::{fs, os::unix::fs::PermissionsExt, process::Command};

use tempfile::TempDir;

use super::*;

const BUDGET: Duration = Duration::from_secs(20);

fn write(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A repository at `root/name` whose configuration is `config`.
fn repository(root: &Path, name: &str, config: &str) -> PathBuf {
    let tree = root.join(name);
    write(&tree, ".git/HEAD", "ref: refs/heads/main\n");
    write(&tree, ".git/config", config);
    tree
}

fn origin(url: &str) -> String {
    format!("[core]\n\tbare = false\n[remote \"origin\"]\n\turl = {url}\n")
}

/// An environment with a home folder and no configuration of the machine.
fn env(home: &Path) -> impl Fn(&str) -> Option<OsString> {
    let home = home.as_os_str().to_owned();
    move |name| match name {
        "HOME" => Some(home.clone()),
        "GIT_CONFIG_NOSYSTEM" => Some("1".into()),
        _ => None,
    }
}

fn project(home: &Path, dir: &Path) -> Option<String> {
    found(home, dir).key
}

fn found(home: &Path, dir: &Path) -> Found {
    project_of(dir, &env(home), BUDGET).unwrap()
}

#[test]
fn a_repository_that_nothing_names_says_why_and_a_file_names_it() {
    let home = TempDir::new().unwrap();
    let root = home.path();
    let two = "[remote \"a\"]\nurl = h.test:a\n[remote \"b\"]\nurl = h.test:b\n";
    for (name, config, why) in [
        ("none", "[core]\n", "the git repository has no remote"),
        ("folder", &*origin("/srv/git/app.git"), "the git remote `origin` is a folder"),
        ("two", two, "the git repository has the remotes a, b, and none is called origin"),
    ] {
        let app = repository(root, name, config);
        fs::create_dir_all(app.join("src/deep")).unwrap();
        let nameless = found(root, &app.join("src/deep"));
        assert!(nameless.is_nameless() && nameless.by.to_string().starts_with(why), "{nameless:?}");
        write(&app, FILE, "# ours\nproject = 'team app' # a name\n");
        let named = found(root, &app.join("src/deep"));
        assert_eq!(named.key.as_deref(), Some("team app"));
        assert!(named.by.to_string().ends_with(".consolidate.toml"), "{named:?}");
        for bad in [
            "projekt = \"x\"\n",
            "project = shop\n",
            "project = [\"x\"]\n",
            "[a]\nproject = \"x\"\n",
            "project = \"x\"\nproject = \"y\"\n",
            "project = \"x\" ; note\n",
        ] {
            write(&app, FILE, bad);
            assert!(matches!(found(root, &app), Found { key: None, by: By::BadFile(_) }), "{bad}");
        }
        for told in ["\"project\" = \"\"\"\nx\"\"\"\r\n[later]\na = 1\n", "project=\"\\u0078\"#y"] {
            write(&app, FILE, told);
            assert_eq!(found(root, &app).key.as_deref(), Some("x"), "{told}");
        }
        fs::remove_file(app.join(FILE)).unwrap();
        fs::create_dir(app.join(FILE)).unwrap();
        assert!(matches!(found(root, &app), Found { key: None, by: By::BadFile(_) }));
    }
    let followed = format!("{two}[branch \"main\"]\nremote = b\n");
    let followed = found(root, &repository(root, "followed", &followed));
    assert_eq!(followed.key.as_deref(), Some("h.test/b"));
    assert_eq!(followed.by.to_string(), "git remote `b`, which the branches follow");
}

#[test]
fn a_remote_wins_over_the_file_that_a_clone_brings() {
    let home = TempDir::new().unwrap();
    let app = repository(home.path(), "app", &origin("git@h:team/app.git"));
    write(&app, FILE, "project = \"theirs\"\n");
    assert_eq!(project(home.path(), &app).as_deref(), Some("h/team/app"));
    write(home.path(), FILE, "project = \"home\"\n");
    fs::create_dir_all(home.path().join("notes/today")).unwrap();
    assert_eq!(project(home.path(), &home.path().join("notes/today")), None, "the home folder's");
    write(home.path(), "notes/.consolidate.toml", "project = \"notes\"\n");
    assert_eq!(project(home.path(), &home.path().join("notes/today")).as_deref(), Some("notes"));
}

#[test]
fn one_repository_has_one_key_however_it_was_cloned() {
    for url in [
        "git@git.example.test:team/app.git",
        "ssh://git@git.example.test/team/app.git",
        "https://git.example.test/team/app",
        "https://git.example.test/team/app.git/",
        "git://git.example.test/team/app",
        "GIT@git.example.test:team/app.git",
        "ssh://git@git.example.test:22/team/app",
        "https://git.example.test:443/team/app",
        "http://git.example.test:80//team/./app/",
        "https://git.example.test./team/app/.git",
        "git@git.example.test:/team/app.git",
        "HTTPS://GIT.Example.Test/team/app?private=1#readme",
        "https://git.example.test/team%2Fapp.git",
        "  https://git.example.test/team/app\n",
    ] {
        assert_eq!(normalise_remote(url).as_deref(), Some("git.example.test/team/app"), "{url}");
    }
}

#[test]
fn a_key_never_holds_a_credential() {
    let word = ["hunt", "er", "42"].concat();
    for url in [
        format!("https://me:{word}@h.test/a/b.git"),
        format!("https://{word}@h.test/a/b"),
        format!("https://me:{word}%40x@h.test/a/b"),
        format!("https://me:x@{word}@h.test/a/b"),
        format!("https://me:x/{word}@h.test/a/b"),
        format!("https://me:12/{word}@h.test/a/b"),
        format!("https://me:x?{word}#@h.test/a/b"),
        format!("ssh://me:{word}@h.test/a/b"),
        format!("me:{word}@h.test:a/b"),
        format!("https://h.test/a/b?token={word}"),
    ] {
        assert_eq!(normalise_remote(&url).as_deref(), Some("h.test/a/b"));
    }
}

#[test]
fn unlike_repositories_have_unlike_keys() {
    for (url, key) in [
        ("ssh://git@h.test:2222/a/b", "h.test:2222/a/b"),
        ("https://h.test/scm/a/b", "h.test/scm/a/b"),
        ("https://h.test/A/b", "h.test/A/b"),
        ("https://github.com/Team/App.git", "github.com/team/app"),
        ("git@GITHUB.com:Team/App", "github.com/team/app"),
        ("ssh://git@[::1]:2222/a", "[::1]:2222/a"),
        ("git@[fe80::1]:a/b", "[fe80::1]/a/b"),
        ("git@h.test:@scope/b", "h.test/@scope/b"),
        ("ssh://h.test/~me/b.git", "h.test/~me/b"),
        ("https://h.test/%E6%97%A5/b", "h.test/日/b"),
        ("https://h.test/a%0Ab", "h.test/a%0Ab"),
    ] {
        assert_eq!(normalise_remote(url).as_deref(), Some(key), "{url}");
    }
}

#[test]
fn what_names_no_host_has_no_key() {
    for url in [
        "",
        "   ",
        "/srv/git/app.git",
        "./app",
        "../app",
        "app",
        "file:///srv/git/app",
        "C:\\code\\app",
        "C:/code/app",
        "https://",
        "https://h.test",
        "https://h.test/",
        "https://h.test/.git",
        "ssh://:22/a",
        "https://h.test:port/a",
        "https://h.test/../../etc",
        "ext::sh -c x",
        "odd://h.test/a",
        "a\u{0}b:c",
    ] {
        assert_eq!(normalise_remote(url), None, "{url:?}");
    }
    assert_eq!(normalise_remote(&format!("https://h.test/{}", "a".repeat(3000))), None);
}

#[test]
fn odd_addresses_do_not_panic() {
    let parts = [
        "://", "@", ":", "/", "[", "]", "%", "%e", "é", "日本", ".git", "ssh", "h", "?", "#", " ",
        "22",
    ];
    for (i, a) in parts.iter().enumerate() {
        for b in parts {
            for c in parts {
                let url = [*a, b, c, parts[(i * 7 + 3) % parts.len()], "x"].concat();
                let once = normalise_remote(&url);
                drop(validate_project(&url));
                drop(once);
            }
        }
    }
}

#[test]
fn a_given_project_is_bounded_and_brought_to_its_key() {
    assert_eq!(validate_project("demo/webshop").as_deref(), Ok("demo/webshop"));
    assert_eq!(validate_project("git@h.test:a/b.git").as_deref(), Ok("h.test/a/b"));
    assert_eq!(validate_project("https://u:p@h.test/a/b").as_deref(), Ok("h.test/a/b"));
    assert_eq!(validate_project("GitHub.com/Team/App").as_deref(), Ok("github.com/team/app"));
    assert_eq!(validate_project("h.test:2222/a").as_deref(), Ok("h.test:2222/a"));
    assert_eq!(validate_project("my notes").as_deref(), Ok("my notes"));
    assert_eq!(validate_project(""), Err(InvalidProject::Empty));
    assert_eq!(validate_project(" a"), Err(InvalidProject::Padded));
    assert_eq!(validate_project("a\nb"), Err(InvalidProject::ControlCharacter));
    assert_eq!(validate_project("file:///srv/app"), Err(InvalidProject::NoRepository));
    assert_eq!(validate_project(&"é".repeat(101)), Err(InvalidProject::TooLong));
    assert_eq!(validate_project(&"é".repeat(100)).map(|p| p.len()), Ok(200));
}

#[test]
fn sub_folders_worktrees_and_clones_are_one_project() {
    let home = TempDir::new().unwrap();
    let root = home.path();
    let app = repository(root, "app", &origin("git@h.test:team/app.git"));
    fs::create_dir_all(app.join("packages/web")).unwrap();
    write(&app, ".git/worktrees/zeta/HEAD", "ref: refs/heads/zeta\n");
    write(&app, ".git/worktrees/zeta/commondir", "../..\n");
    write(root, "zeta/.git", "gitdir: ../app/.git/worktrees/zeta\n");
    let clone = repository(root, "other-name", &origin("https://h.test/team/app"));
    for dir in [
        app.clone(),
        app.join("packages/web"),
        app.join(".git/worktrees"),
        root.join("zeta"),
        clone,
    ] {
        assert_eq!(project(root, &dir).as_deref(), Some("h.test/team/app"), "{dir:?}");
    }
}

#[test]
fn a_submodule_and_a_nested_repository_are_their_own() {
    let home = TempDir::new().unwrap();
    let app = repository(home.path(), "app", &origin("https://h.test/team/app"));
    write(&app, ".git/modules/lib/HEAD", "ref: refs/heads/main\n");
    write(&app, ".git/modules/lib/config", &origin("https://h.test/team/lib"));
    write(&app, "lib/.git", "gitdir: ../.git/modules/lib\n");
    assert_eq!(project(home.path(), &app.join("lib")).as_deref(), Some("h.test/team/lib"));
    let nested = repository(&app, "vendor/dep", "[core]\n");
    assert_eq!(project(home.path(), &nested), None, "it has no remote, and is not its parent");
}

#[test]
fn outside_a_repository_there_is_no_project() {
    let home = TempDir::new().unwrap();
    let root = home.path();
    fs::create_dir_all(root.join("plain/api/.git")).unwrap();
    assert_eq!(project(root, &root.join("plain/api")), None, "a .git without a HEAD");
    repository(root, ".", &origin("https://h.test/me/dotfiles"));
    fs::create_dir_all(root.join("tmp")).unwrap();
    assert_eq!(project(root, &root.join("tmp")), None, "the home folder is no project");
    assert_eq!(project(root, root), None);
    assert_eq!(project(root, Path::new("/")), None);
}

#[test]
fn short_forms_are_rewritten_and_full_addresses_are_not() {
    let home = TempDir::new().unwrap();
    let root = home.path();
    let rules = "[url \"git@h.test:\"]\n\tinsteadOf = gh:\n[url \"https://mirror.test/\"]\n\tinsteadOf = https://h.test/\n";
    let short = repository(root, "short", &origin("gh:team/app"));
    assert_eq!(project(root, &short).as_deref(), Some("gh/team/app"), "nothing says what gh is");
    write(root, ".gitconfig", rules);
    assert_eq!(project(root, &short).as_deref(), Some("h.test/team/app"));
    let full = repository(root, "full", &origin("https://h.test/team/app"));
    assert_eq!(project(root, &full).as_deref(), Some("h.test/team/app"));
    let folder = repository(root, "folder", &origin("/srv/git/app.git"));
    assert_eq!(project(root, &folder), None);
}

#[test]
fn settings_of_one_worktree_win() {
    let home = TempDir::new().unwrap();
    let config = "[extensions]\n\tworktreeConfig = true\n";
    let app = repository(home.path(), "app", config);
    write(&app, ".git/config.worktree", &origin("https://h.test/team/app"));
    assert_eq!(project(home.path(), &app).as_deref(), Some("h.test/team/app"));
}

#[test]
fn what_cannot_be_read_is_an_error_value() {
    let home = TempDir::new().unwrap();
    let gone = project_of(&home.path().join("gone"), &env(home.path()), BUDGET);
    assert!(matches!(gone, Err(ProjectError::Unreadable { .. })));
    let app = repository(home.path(), "app", &"#".repeat(CONFIG_BYTES as usize + 1));
    let huge = project_of(&app, &env(home.path()), BUDGET);
    assert!(matches!(huge, Err(ProjectError::TooLarge { .. })));
    let odd = repository(home.path(), "odd", "");
    fs::remove_file(odd.join(".git/config")).unwrap();
    fs::create_dir(odd.join(".git/config")).unwrap();
    assert_eq!(project(home.path(), &odd), None, "a folder in place of the file");
    write(home.path(), "loose/.git", "nonsense");
    assert_eq!(project(home.path(), &home.path().join("loose")), None);
}

#[test]
fn a_budget_of_nothing_ends_at_once() {
    let home = TempDir::new().unwrap();
    let app = repository(home.path(), "app", &origin("https://h.test/a/b"));
    // Either the thread was quicker, or the budget ended it: both are answers, and neither waits.
    match project_of(&app, &env(home.path()), Duration::ZERO) {
        Ok(found) => assert_eq!(found.key.as_deref(), Some("h.test/a/b")),
        Err(error) => assert!(matches!(error, ProjectError::TooSlow { .. })),
    }
}

#[test]
fn a_slow_git_is_killed_at_the_budget() {
    let home = TempDir::new().unwrap();
    let slow = home.path().join("git");
    fs::write(&slow, "#!/bin/sh\nexec sleep 600\n").unwrap();
    fs::set_permissions(&slow, fs::Permissions::from_mode(0o755)).unwrap();
    let git = Running::default();
    let (answer, waiting) = mpsc::channel();
    let asked = git.clone();
    let worker = thread::spawn(move || {
        answer.send(asked.run(Command::new(slow))).unwrap();
    });
    let early = waiting.recv_timeout(Duration::from_millis(300));
    assert!(matches!(early, Err(RecvTimeoutError::Timeout)));
    git.kill();
    assert!(waiting.recv_timeout(BUDGET).unwrap().is_none());
    worker.join().unwrap();
}

/// Runs git, or says that there is none.
fn git(dir: &Path, args: &[&str]) -> bool {
    let mut command = Command::new("git");
    command.args([
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@h.test",
        "-c",
        "init.defaultBranch=main",
    ]);
    command.args(args).current_dir(dir).env("HOME", dir).env("GIT_CONFIG_NOSYSTEM", "1");
    command.output().is_ok_and(|output| output.status.success())
}

#[test]
fn agrees_with_git_on_worktrees_includes_and_several_addresses() {
    let home = TempDir::new().unwrap();
    let root = home.path();
    let app = root.join("app");
    if !git(root, &["init", "-q", "app"]) {
        return;
    }
    assert!(git(&app, &["commit", "-q", "--allow-empty", "-m", "first"]));
    assert!(git(&app, &["remote", "add", "origin", "https://h.test/team/app.git"]));
    assert!(git(&app, &["remote", "set-url", "--add", "origin", "https://mirror.test/app.git"]));
    assert!(git(&app, &["worktree", "add", "-q", "../tree"]));
    assert_eq!(project(root, &app).as_deref(), Some("h.test/team/app"));
    assert_eq!(project(root, &root.join("tree")).as_deref(), Some("h.test/team/app"));

    let included = repository(root, "included", "[include]\n\tpath = ../extra\n");
    write(&included, ".git/objects/keep", "");
    write(&included, ".git/refs/keep", "");
    write(&included, "extra", &origin("https://h.test/team/included"));
    assert_eq!(project(root, &included).as_deref(), Some("h.test/team/included"));
}
