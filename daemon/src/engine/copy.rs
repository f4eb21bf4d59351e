//! A copy of the store's file, for a check that looks at it while the store goes on.

use std::path::{Path, PathBuf};

use consolidate_shared::time::Timestamp;
use consolidate_shared::wire::v1::{Copied, ErrorCode, Refused, Response};

use super::Engine;
use super::writer::{Landed, Made, Turn};

impl Engine {
    /// Copies the file into `folder`, between two commits: writes wait as long as that takes.
    pub(super) async fn copy(&self, folder: String) -> Response {
        let folder = PathBuf::from(folder);
        let invalid = |what: &str| {
            let message = format!("{} {what}", folder.display());
            Response::Refused(
                Refused::new(ErrorCode::Invalid, message)
                    .hint("name a folder of your own by its absolute path"),
            )
        };
        if !folder.is_absolute() {
            return invalid("is not an absolute path");
        }
        if !folder.is_dir() {
            return invalid("is no folder");
        }
        let now = self.now();
        self.writer.submit(true, Box::new(move |turn| copied(&folder, now, turn))).await
    }
}

fn copied(folder: &Path, at: Timestamp, turn: &Turn<'_>) -> Result<Made, Refused> {
    let bytes = turn.store.copy_to(folder).map_err(|error| {
        Refused::new(ErrorCode::Invalid, error.to_string())
            .hint("name a folder with room that holds no store")
    })?;
    let answer = Box::new(move |(parent, _): Landed<'_>| {
        Response::Copied(Copied { generation: parent.0, bytes, at })
    });
    Ok(Made { entries: Vec::new(), run: None, recent: None, answer })
}
