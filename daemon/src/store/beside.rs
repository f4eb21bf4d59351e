//! What is kept beside the store's file for a quicker start: bytes that anybody may delete, and that whoever reads them checks.

use std::fs;
use std::io::{self, Write};

use consolidate_shared::place::ANALYSED;

use super::Store;
use super::file::{Medium, private_file};

/// A larger file than this, in bytes, was not kept by us: some 300 bytes a memory, of three million.
const MOST_KEPT: u64 = 1 << 30;

impl Store {
    /// What [`Self::keep_beside`] kept; none where there is nothing, or nothing that can be read.
    pub fn kept_beside(&self) -> Option<Vec<u8>> {
        let Medium::File(path) = &self.medium else { return None };
        let place = path.with_file_name(ANALYSED);
        // A pipe would be waited for, a device read for ever: what is not a file of a likely size is not what was kept.
        let found = fs::symlink_metadata(&place).ok()?;
        (found.is_file() && found.len() <= MOST_KEPT).then(|| fs::read(place).ok()).flatten()
    }

    /// Keeps bytes in place of what was kept, for nobody but the owner. They are whole or not there after a crash of the
    /// process; after one of the machine they may be anything. Returns whether this is a store that has a place for them.
    pub fn keep_beside(&self, bytes: &[u8]) -> io::Result<bool> {
        let Medium::File(path) = &self.medium else { return Ok(false) };
        if self.takes_no_writes().is_some() || self.footing.look().is_err() {
            return Ok(false);
        }
        let place = path.with_file_name(ANALYSED);
        let fresh = path.with_file_name(format!("{ANALYSED}.new"));
        match fs::remove_file(&fresh) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let written = private_file(&fresh).and_then(|mut file| file.write_all(bytes));
        let kept = written.and_then(|()| fs::rename(&fresh, place));
        if kept.is_err() {
            // Half a file on a full disk is of use to nobody.
            let _ = fs::remove_file(&fresh);
        }
        kept.map(|()| true)
    }
}
