//! A file that rotted, written anew from every row that can still be read.
//!
//! The damaged file is kept beside the new one, byte for byte: what stood on its damaged pages may be worth more to somebody
//! than to this program. Invariant: under the store's name there is a whole file at every moment.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use consolidate_shared::place::DATABASE;
use redb::{ReadTransaction, ReadableDatabase, WriteTransaction};

use super::Store;
use super::error::{CommitError, StorageFault, guarded};
use super::file::{Medium, backend, builder, private_file, sync_folder};
use super::tables::{ALL, DAMAGED, ReadTable, table};
use super::view::View;

/// Damaged files that may stand beside a store.
const KEPT: u32 = 1000;

impl Store {
    /// Writes the file anew and opens it; where the damaged one is from now on. Rows on pages that cannot be walked are not
    /// in the new file.
    pub fn rewrite(&mut self) -> Result<PathBuf, CommitError> {
        let Medium::File(path) = &self.medium else {
            return Err(failed("only a file can be written anew"));
        };
        let path = path.clone();
        self.stands().map_err(|why| CommitError::Astray { why, written: false })?;
        let fresh = path.with_file_name(format!("{DATABASE}.new"));
        self.write_fresh(&fresh)?;
        let kept = free_name(&path).ok_or_else(|| failed("too many damaged files are kept"))?;
        self.handle.fence().close().map_err(failed)?;
        self.footing.lift();
        // Order: the damaged file has its second name before the new one takes the first, in one step.
        let swap = || -> io::Result<()> {
            fs::hard_link(&path, &kept)?;
            fs::rename(&fresh, &path)?;
            path.parent().map_or(Ok(()), sync_folder)
        };
        swap().map_err(failed)?;
        self.handle = self.medium.open().map_err(failed)?;
        self.footing.stand(self.handle.mark.clone(), self.handle.fence());
        self.verify()?;
        Ok(kept)
    }

    fn write_fresh(&self, path: &Path) -> Result<(), CommitError> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        let file = private_file(path).map_err(failed)?;
        let disk = backend(path, file).map_err(failed)?;
        let database = builder().create_with_backend(disk)?;
        let view = self.view()?;
        let from = guarded(|| Ok::<_, StorageFault>(self.handle.get()?.begin_read()?))?;
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        for name in ALL {
            pour((&view, &from), &transaction, name)?;
        }
        if ReadTable::open_if_there(&from, DAMAGED)?.is_some() {
            pour((&view, &from), &transaction, DAMAGED)?;
        }
        transaction.commit()?;
        database.close()?;
        File::open(path).and_then(|file| file.sync_all()).map_err(failed)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is mapped over errors")]
fn failed(why: impl ToString) -> CommitError {
    CommitError::Rewrite(why.to_string())
}

fn free_name(path: &Path) -> Option<PathBuf> {
    let names = (1..=KEPT).map(|number| path.with_file_name(format!("{DATABASE}.rotted-{number}")));
    names.into_iter().find(|name| fs::symlink_metadata(name).is_err())
}

/// Copies the rows of a table that can be reached.
fn pour(
    (view, from): (&View, &ReadTransaction),
    to: &WriteTransaction,
    name: &'static str,
) -> Result<(), CommitError> {
    let rows = ReadTable::open(from, name)?;
    let mut new = to.open_table(table(name))?;
    let mut rows = view.salvage(&rows, name);
    for row in rows.by_ref() {
        let (key, value) = row?;
        new.insert(key.as_slice(), value.as_slice())?;
    }
    if let Some(lost) = rows.lost() {
        tracing::error!(%lost, "rows on damaged pages are not in the new file");
    }
    Ok(())
}
