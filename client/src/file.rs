//! Small files that somebody may have put anything in place of: a folder, a pipe, a device, a file without end.

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

/// The bytes of the regular file at `path`, of which it may have `max`. Never waits for a pipe and never reads a device: what is no
/// regular file, and what is larger, is an error that says so.
pub fn read_bounded(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    // Without waiting for the other end, so that a pipe is opened and then seen for what it is.
    let flags = i32::try_from((OFlags::NONBLOCK | OFlags::NOCTTY).bits()).unwrap_or_default();
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path);
    // A socket cannot be opened at all.
    let found = match &file {
        Ok(file) => file.metadata()?,
        Err(_) => path.metadata()?,
    };
    if !found.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"));
    }
    let mut bytes = Vec::new();
    // One byte more than allowed: a file may grow while it is read.
    file?.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        let why = format!("it is larger than {max} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// The same as text.
pub fn read_text(path: &Path, max: u64) -> io::Result<String> {
    let text = String::from_utf8(read_bounded(path, max)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_within_the_bound_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let of = |path: &Path| read_text(path, 4).map_err(|error| error.to_string());
        let file = folder.path().join("file");
        std::fs::write(&file, "four").unwrap();
        assert_eq!(of(&file), Ok("four".to_owned()));
        std::fs::write(&file, "fives").unwrap();
        assert_eq!(of(&file), Err("it is larger than 4 bytes".to_owned()));
        std::fs::write(&file, b"\xff").unwrap();
        assert_eq!(of(&file), Err("it is not UTF-8".to_owned()));
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let socket = folder.path().join("socket");
        let _bound = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for other in [folder.path(), &pipe, &socket, Path::new("/dev/zero")] {
            assert_eq!(of(other), Err("it is no regular file".to_owned()), "{}", other.display());
        }
        let error = read_bounded(&folder.path().join("none"), 4).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
