use super::*;
use consolidate_shared::place::Surroundings;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use tempfile::TempDir;

fn home() -> (TempDir, Places) {
    let home = tempfile::tempdir().unwrap();
    let around = Surroundings {
        consolidate_home: Some(home.path().to_owned()),
        temporary: "/tmp".into(),
        uid: own_uid(),
        ..Surroundings::default()
    };
    let places = Places::of(&around).unwrap();
    fs::create_dir(&places.store).unwrap();
    (home, places)
}

fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().mode() & 0o777
}

#[tokio::test]
async fn folder_socket_and_endpoint_are_the_owners_alone_and_go_with_the_listener() {
    let (_home, places) = home();
    let listener = Listener::bind(&places).unwrap();
    let endpoint = places.store.join(ENDPOINT);
    assert_eq!(mode(places.socket.parent().unwrap()), 0o700);
    assert_eq!(mode(&places.socket), 0o600);
    assert_eq!(mode(&endpoint), 0o600);
    let line = format!("{}\n", places.socket.display());
    assert_eq!(fs::read_to_string(&endpoint).unwrap(), line);
    drop(listener);
    assert!(!places.socket.exists() && !endpoint.exists());
}

#[test]
fn an_endpoint_file_leads_elsewhere_unless_it_names_our_socket() {
    let (_home, places) = home();
    let file = places.store.join(ENDPOINT);
    let leads = |line: &[u8]| {
        fs::write(&file, line).unwrap();
        leads_elsewhere(&file, &places.socket)
    };
    assert!(!leads(format!("{}\n", places.socket.display()).as_bytes()));
    // Clients go on from where nobody listens.
    assert!(!leads(b"/run/other.sock\n") && !leads(b""));
    let other = places.store.join("other.sock");
    let _living = UnixListener::bind(&other).unwrap();
    assert!(leads(other.as_os_str().as_encoded_bytes()));
    fs::remove_file(&file).unwrap();
    assert!(!leads_elsewhere(&file, &places.socket));
    fs::create_dir(&file).unwrap();
    assert!(leads_elsewhere(&file, &places.socket));
}

#[tokio::test]
async fn a_stale_socket_is_replaced_and_a_living_one_is_not() {
    let (_home, places) = home();
    fs::create_dir(places.socket.parent().unwrap()).unwrap();
    drop(UnixListener::bind(&places.socket).unwrap());
    let first = Listener::bind(&places).unwrap();
    assert!(matches!(Listener::bind(&places), Err(BindError::InUse { .. })));
    assert!(places.socket.exists());
    drop(first);
    Listener::bind(&places).unwrap();
}

#[tokio::test]
async fn what_is_no_longer_ours_stays() {
    let (_home, places) = home();
    let listener = Listener::bind(&places).unwrap();
    fs::remove_file(&places.socket).unwrap();
    let theirs = UnixListener::bind(&places.socket).unwrap();
    let endpoint = places.store.join(ENDPOINT);
    fs::remove_file(&endpoint).unwrap();
    fs::write(&endpoint, "/theirs\n").unwrap();
    drop(listener);
    assert!(places.socket.exists() && endpoint.exists());
    drop(theirs);
}

#[tokio::test]
async fn a_folder_that_others_may_write_or_that_is_a_link_is_refused() {
    let (home, places) = home();
    let folder = places.socket.parent().unwrap();
    fs::create_dir(folder).unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o770)).unwrap();
    let error = Listener::bind(&places).unwrap_err();
    assert!(matches!(error, BindError::LooseFolder { mode: 0o770, .. }), "{error}");
    assert!(error.to_string().contains("chmod 700"));
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    drop(Listener::bind(&places).unwrap());
    assert_eq!(mode(folder), 0o700);

    fs::remove_dir(folder).unwrap();
    let elsewhere = home.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, folder).unwrap();
    assert!(matches!(Listener::bind(&places), Err(BindError::Folder { .. })));
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
}

#[tokio::test]
async fn a_foreign_folder_is_refused() {
    let (_home, mut places) = home();
    // `/` is another user's unless the tests run as root; then there is nobody more foreign.
    if own_uid() != 0 {
        places.socket = "/daemon.sock".into();
        assert!(matches!(Listener::bind(&places), Err(BindError::ForeignFolder { .. })));
    }
}

#[tokio::test]
async fn what_is_no_socket_stays() {
    let (home, places) = home();
    fs::create_dir(places.socket.parent().unwrap()).unwrap();
    let precious = home.path().join("precious");
    fs::write(&precious, "x").unwrap();
    for put in [
        |path: &Path, _: &Path| fs::write(path, "y"),
        |path: &Path, precious: &Path| symlink(precious, path),
        |path: &Path, _: &Path| fs::create_dir(path),
    ] {
        put(&places.socket, &precious).unwrap();
        let refused = Listener::bind(&places);
        assert!(matches!(refused, Err(BindError::NotASocket { .. })), "{refused:?}");
        assert!(precious.exists());
        fs::remove_file(&places.socket).or_else(|_| fs::remove_dir(&places.socket)).unwrap();
    }
}

#[tokio::test]
async fn a_path_that_is_too_long_is_named() {
    let (_home, mut places) = home();
    places.socket = Path::new("/tmp").join("x".repeat(100)).join("s");
    let text = Listener::bind(&places).unwrap_err().to_string();
    assert!(text.contains("107 bytes") && text.contains("fewer than 100"), "{text}");
}

#[tokio::test]
async fn what_was_taken_away_comes_back() {
    let (_home, places) = home();
    let mut listener = Listener::bind(&places).unwrap();
    let folder = places.socket.parent().unwrap();
    fs::remove_dir_all(folder).unwrap();
    listener.mend();
    assert!(places.socket.exists());
    assert_eq!(mode(folder), 0o700);
    let endpoint = places.store.join(ENDPOINT);
    fs::remove_file(&endpoint).unwrap();
    listener.mend();
    assert!(endpoint.exists() && places.socket.exists());
    let before = endpoint.metadata().unwrap().ino();
    listener.mend();
    assert_eq!(endpoint.metadata().unwrap().ino(), before);
    drop(listener);
    assert!(!places.socket.exists() && !endpoint.exists());
}

#[tokio::test]
async fn where_no_socket_can_be_made_the_spare_place_is_taken_and_told() {
    let (_home, mut places) = home();
    // Nobody can make anything there, whatever the rights.
    places.socket = "/sys/consolidate/daemon.sock".into();
    let listener = Listener::bind(&places).unwrap();
    assert_eq!(listener.socket(), places.spare_socket);
    assert!(places.spare_socket.exists());
    let line = fs::read_to_string(places.store.join(ENDPOINT)).unwrap();
    assert_eq!(Path::new(line.trim_end()), places.spare_socket);
    drop(listener);
    assert!(!places.spare_socket.exists());
    fs::remove_dir(places.spare_socket.parent().unwrap()).unwrap();
    places.spare_socket = "/sys/another/daemon.sock".into();
    let refused = Listener::bind(&places).unwrap_err().to_string();
    for part in ["/sys/consolidate", "/sys/another", "TMPDIR"] {
        assert!(refused.contains(part), "{refused}");
    }
}

#[tokio::test]
async fn a_folder_that_others_may_write_is_no_reason_to_go_elsewhere() {
    let (_home, places) = home();
    let folder = places.socket.parent().unwrap();
    fs::create_dir(folder).unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
    assert!(matches!(Listener::bind(&places), Err(BindError::LooseFolder { .. })));
    assert!(!places.spare_socket.exists());
}
