//! Where store, socket and logs are: a pure function of the environment.
//!
//! The store folder holds a file [`ENDPOINT`] with the path of the socket that the daemon of this store serves, so that
//! two environments never mean two daemons.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::id::hash64;
use crate::limits::SOCKET_PATH_BYTES;

/// The environment variable that puts store, socket and logs under one folder.
pub const HOME_VARIABLE: &str = "CONSOLIDATE_HOME";
/// In the store folder: the path of the socket.
pub const ENDPOINT: &str = "endpoint";
/// In the store folder: the lock that decides who is the daemon.
pub const LOCK: &str = "lock";
/// In the store folder: the database.
pub const DATABASE: &str = "store.redb";
/// Name of the file beside it that the start reads in place of analysing texts; it may be deleted.
pub const ANALYSED: &str = "analysed.cache";
/// In the log folder: what the daemon logs.
pub const LOG: &str = "daemon.log";
/// In the log folder: why the last start failed, one line; absent after a good start.
pub const START_FAILURE: &str = "start-failure";

/// What of the environment decides the places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// `CONSOLIDATE_HOME`.
    pub consolidate_home: Option<PathBuf>,
    /// `HOME`.
    pub home: Option<PathBuf>,
    /// `XDG_DATA_HOME`.
    pub data_home: Option<PathBuf>,
    /// `XDG_STATE_HOME`.
    pub state_home: Option<PathBuf>,
    /// `XDG_RUNTIME_DIR`.
    pub runtime_dir: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`.
    pub config_home: Option<PathBuf>,
    /// The temporary folder, for sockets that have no shorter place.
    pub temporary: PathBuf,
    /// The user's number, so that users who share the temporary folder never meet.
    pub uid: u32,
}

/// Why there is no place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// No home to derive anything from.
    #[error(
        "neither HOME nor {HOME_VARIABLE} is set; set {HOME_VARIABLE} to a folder for store, socket and logs"
    )]
    NoHome,
    /// A relative path means another place in each folder.
    #[error("{variable} is the relative path `{path}`; give an absolute one")]
    Relative {
        /// The variable.
        variable: &'static str,
        /// What it holds.
        path: String,
    },
}

/// Where everything is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The folder (0700) of database, lock and endpoint.
    pub store: PathBuf,
    /// The socket, under [`SOCKET_PATH_BYTES`]; its folder is 0700.
    pub socket: PathBuf,
    /// Where the socket is if it cannot be made at its usual place, as on a file system that takes no writes; its folder is
    /// 0700 too. May be the same.
    pub spare_socket: PathBuf,
    /// The folder (0700) of the logs.
    pub log: PathBuf,
    /// The config file.
    pub config: PathBuf,
}

impl Places {
    /// The places that `around` means.
    pub fn of(around: &Surroundings) -> Result<Self, PlaceError> {
        if let Some(home) = &around.consolidate_home {
            let home = absolute(HOME_VARIABLE, home)?;
            return Ok(Self {
                store: home.join("store"),
                spare_socket: temporary_socket(&home.join("store"), around),
                socket: short_enough(home.join("run/daemon.sock"), &home.join("store"), around),
                log: home.join("log"),
                config: home.join("config.toml"),
            });
        }
        // A relative XDG folder is to be ignored (the XDG specification says so).
        let folder = |xdg: &Option<PathBuf>, fallback: &str| match xdg {
            Some(folder) if folder.is_absolute() => Ok(folder.join("consolidate")),
            _ => match &around.home {
                Some(home) => Ok(absolute("HOME", home)?.join(fallback).join("consolidate")),
                None => Err(PlaceError::NoHome),
            },
        };
        let store = folder(&around.data_home, ".local/share")?;
        let socket = match &around.runtime_dir {
            Some(runtime) if runtime.is_absolute() => {
                runtime.join("consolidate").join(socket_name(&store, around))
            }
            _ => temporary_socket(&store, around),
        };
        Ok(Self {
            socket: short_enough(socket, &store, around),
            spare_socket: temporary_socket(&store, around),
            log: folder(&around.state_home, ".local/state")?,
            config: folder(&around.config_home, ".config")?.join("config.toml"),
            store,
        })
    }
}

fn absolute(variable: &'static str, path: &Path) -> Result<PathBuf, PlaceError> {
    if path.is_absolute() {
        Ok(path.to_owned())
    } else {
        Err(PlaceError::Relative { variable, path: path.display().to_string() })
    }
}

fn short_enough(socket: PathBuf, store: &Path, around: &Surroundings) -> PathBuf {
    if socket.as_os_str().len() < SOCKET_PATH_BYTES {
        socket
    } else {
        temporary_socket(store, around)
    }
}

/// The runtime folder is one for all of a user's stores: only the store at its usual place has the plain name.
fn socket_name(store: &Path, around: &Surroundings) -> String {
    let usual = around.home.as_ref().map(|home| home.join(".local/share/consolidate"));
    if usual.as_deref() == Some(store) {
        "daemon.sock".to_owned()
    } else {
        format!("daemon-{:016x}.sock", hash64(store.as_os_str().as_encoded_bytes()))
    }
}

/// A folder of the user's own under the temporary one, named by the store, so that each store has its own socket.
fn temporary_socket(store: &Path, around: &Surroundings) -> PathBuf {
    let hash = hash64(store.as_os_str().as_encoded_bytes());
    let name = format!("consolidate-{}-{hash:016x}", around.uid);
    let socket = around.temporary.join(&name).join("daemon.sock");
    if socket.as_os_str().len() < SOCKET_PATH_BYTES {
        socket
    } else {
        Path::new("/tmp").join(name).join("daemon.sock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(home: &str) -> Surroundings {
        Surroundings {
            home: Some("/home/ada".into()),
            temporary: "/tmp".into(),
            uid: 1000,
            consolidate_home: (!home.is_empty()).then(|| home.into()),
            ..Surroundings::default()
        }
    }

    #[test]
    fn one_home_holds_everything() {
        let places = Places::of(&around("/srv/memory")).unwrap();
        assert_eq!(places.store, Path::new("/srv/memory/store"));
        assert_eq!(places.socket, Path::new("/srv/memory/run/daemon.sock"));
        assert_eq!(places.config, Path::new("/srv/memory/config.toml"));
        // Where nothing of a home can be written, its socket is elsewhere, and each home's is its own.
        assert!(places.spare_socket.starts_with("/tmp"));
        let other = Places::of(&around("/srv/other")).unwrap();
        assert_ne!(places.spare_socket, other.spare_socket);
    }

    #[test]
    fn a_long_home_moves_the_socket_only() {
        let long = format!("/{}", "x".repeat(120));
        let places = Places::of(&around(&long)).unwrap();
        assert!(places.socket.starts_with("/tmp"));
        assert!(places.socket.as_os_str().len() < SOCKET_PATH_BYTES);
        assert!(places.store.starts_with(&long));
        assert_eq!(places.spare_socket, places.socket);
    }

    #[test]
    fn two_stores_of_one_user_never_share_a_socket() {
        let usual = Surroundings { runtime_dir: Some("/run/user/1000".into()), ..around("") };
        let other = Surroundings { data_home: Some("/srv/data".into()), ..usual.clone() };
        let (usual, other) = (Places::of(&usual).unwrap(), Places::of(&other).unwrap());
        assert_eq!(usual.socket, Path::new("/run/user/1000/consolidate/daemon.sock"));
        assert_ne!(usual.socket, other.socket);
    }

    #[test]
    fn without_runtime_folder_the_socket_has_the_users_own_folder() {
        let places = Places::of(&around("")).unwrap();
        assert_eq!(places.store, Path::new("/home/ada/.local/share/consolidate"));
        assert!(places.socket.starts_with("/tmp"), "{:?}", places.socket);
        let relative = Surroundings { home: Some("x".into()), ..around("") };
        assert!(matches!(Places::of(&relative), Err(PlaceError::Relative { .. })));
        assert_eq!(Places::of(&Surroundings::default()), Err(PlaceError::NoHome));
    }
}
