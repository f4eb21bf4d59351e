//! The environment, read once, and where the daemon listens.
//!
//! The file [`ENDPOINT`] in the store folder wins over what the environment computes: a login shell, cron and a service
//! have different runtime folders and must reach the same daemon. A file that is not ours or makes no sense is ignored;
//! whoever could write it could otherwise send us to a socket of theirs (the socket's owner is checked as well).

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use consolidate_shared::limits::SOCKET_PATH_BYTES;
use consolidate_shared::place::{ENDPOINT, HOME_VARIABLE, PlaceError, Places, Surroundings};
use rustix::fs::{Access, Mode, OFlags};

/// Reads the environment variables and the user's number that decide the places.
///
/// A runtime folder that is missing, not writable, or another user's is left out, as if the variable were not set.
pub fn surroundings() -> Surroundings {
    Surroundings {
        consolidate_home: variable(HOME_VARIABLE),
        home: variable("HOME"),
        data_home: variable("XDG_DATA_HOME"),
        state_home: variable("XDG_STATE_HOME"),
        runtime_dir: variable("XDG_RUNTIME_DIR").filter(|folder| is_usable(folder)),
        config_home: variable("XDG_CONFIG_HOME"),
        temporary: env::temp_dir(),
        uid: own_uid(),
    }
}

/// The places that the environment means.
pub fn places() -> Result<Places, PlaceError> {
    Places::of(&surroundings())
}

/// Where the daemon of this store listens: what its endpoint file says, else what the environment computes.
pub fn endpoint(places: &Places) -> PathBuf {
    read_endpoint(&places.store.join(ENDPOINT)).unwrap_or_else(|| places.socket.clone())
}

/// The number that the kernel checks our rights by.
pub(crate) fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// An empty variable means an absent one, as shells have it.
fn variable(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn is_usable(folder: &Path) -> bool {
    let ours = folder.metadata().is_ok_and(|found| found.is_dir() && found.uid() == own_uid());
    ours && rustix::fs::access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

fn read_endpoint(file: &Path) -> Option<PathBuf> {
    // Without NONBLOCK a pipe in the file's place would hold us for ever.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let opened = File::from(rustix::fs::open(file, flags, Mode::empty()).ok()?);
    let found = opened.metadata().ok()?;
    if !found.is_file() || found.uid() != own_uid() {
        return None;
    }
    let mut bytes = Vec::new();
    opened.take(SOCKET_PATH_BYTES as u64 + 1).read_to_end(&mut bytes).ok()?;
    sane_endpoint(&bytes)
}

/// One absolute path of less than [`SOCKET_PATH_BYTES`], with or without a line end.
fn sane_endpoint(bytes: &[u8]) -> Option<PathBuf> {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let path = Path::new(OsStr::from_bytes(line));
    let sane = line.len() < SOCKET_PATH_BYTES
        && path.is_absolute()
        && !line.iter().any(|&byte| byte == 0 || byte == b'\n');
    sane.then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn places_in(home: &Path) -> Places {
        let around = Surroundings {
            consolidate_home: Some(home.to_owned()),
            temporary: "/tmp".into(),
            ..Surroundings::default()
        };
        Places::of(&around).unwrap()
    }

    #[test]
    fn the_endpoint_file_wins_if_it_makes_sense() {
        let home = tempfile::tempdir().unwrap();
        let places = places_in(home.path());
        std::fs::create_dir_all(&places.store).unwrap();
        assert_eq!(endpoint(&places), places.socket);
        let file = places.store.join(ENDPOINT);
        for (text, taken) in [
            ("/run/user/1000/consolidate/daemon.sock\n", true),
            ("/run/daemon.sock", true),
            ("", false),
            ("daemon.sock\n", false),
            ("/run/a\n/run/b\n", false),
            ("/run/\0", false),
        ] {
            std::fs::write(&file, text).unwrap();
            let expected =
                if taken { PathBuf::from(text.trim_end()) } else { places.socket.clone() };
            assert_eq!(endpoint(&places), expected, "{text:?}");
        }
        std::fs::write(&file, format!("/{}", "x".repeat(5000))).unwrap();
        assert_eq!(endpoint(&places), places.socket);
    }

    #[test]
    fn a_link_a_pipe_or_a_folder_in_its_place_is_ignored() {
        let home = tempfile::tempdir().unwrap();
        let places = places_in(home.path());
        std::fs::create_dir_all(&places.store).unwrap();
        let file = places.store.join(ENDPOINT);
        let elsewhere = home.path().join("elsewhere");
        std::fs::write(&elsewhere, "/run/theirs.sock").unwrap();
        std::os::unix::fs::symlink(&elsewhere, &file).unwrap();
        assert_eq!(endpoint(&places), places.socket);
        std::fs::remove_file(&file).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &file,
            rustix::fs::FileType::Fifo,
            Mode::RUSR | Mode::WUSR,
            0,
        )
        .unwrap();
        assert_eq!(endpoint(&places), places.socket);
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir(&file).unwrap();
        assert_eq!(endpoint(&places), places.socket);
    }

    #[test]
    fn a_runtime_folder_is_used_only_if_it_is_there_and_ours() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_usable(folder.path()));
        assert!(!is_usable(&folder.path().join("missing")));
        assert!(!is_usable(Path::new("/proc/self/status")));
    }

    proptest! {
        #[test]
        fn no_endpoint_file_panics(bytes: Vec<u8>) {
            if let Some(path) = sane_endpoint(&bytes) {
                prop_assert!(path.is_absolute());
            }
        }
    }
}
