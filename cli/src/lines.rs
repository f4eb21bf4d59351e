//! Lines of an import file, as bytes, with a bound on each.
//!
//! Invariants: lines are numbered as an editor numbers them, whatever is in them; memory is bounded by the longest
//! allowed line, not by what the file holds.

use std::io::{self, BufRead};

use consolidate_shared::limits::IMPORT_BYTES;

/// A line that cannot be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Line {
    /// Text.
    Text(String),
    /// What is wrong with it.
    Bad(String),
}

/// Reads lines of at most `limit` bytes.
pub(crate) struct Lines<R> {
    reader: R,
    limit: usize,
    read: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `reader`.
    pub(crate) fn new(reader: R, limit: usize) -> Self {
        Self { reader, limit, read: 0 }
    }

    /// Bytes that were read so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.read
    }

    /// The next line without its line end; `None`: there are no more.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let is_first = self.read == 0;
        let mut line = Vec::new();
        let mut length = 0usize;
        loop {
            let (taken, is_end) = match self.reader.fill_buf() {
                Ok([]) => break,
                Ok(buffer) => {
                    let end = buffer.iter().position(|&byte| byte == b'\n');
                    let content = &buffer[..end.unwrap_or(buffer.len())];
                    // One byte more than allowed is kept, so that a line of the limit and a carriage return still fits.
                    let room = (self.limit + 1).saturating_sub(line.len());
                    line.extend(content.iter().take(room));
                    length = length.saturating_add(content.len());
                    (content.len() + usize::from(end.is_some()), end.is_some())
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.reader.consume(taken);
            // A device that never ends a line never ends: no import is that long.
            if length > IMPORT_BYTES {
                return Err(io::Error::other(format!("a line has more than {IMPORT_BYTES} bytes")));
            }
            self.read = self.read.saturating_add(taken as u64);
            if is_end {
                return Ok(Some(judge(line, length, self.limit, is_first)));
            }
        }
        Ok((length > 0).then(|| judge(line, length, self.limit, is_first)))
    }
}

fn judge(mut line: Vec<u8>, length: usize, limit: usize, is_first: bool) -> Line {
    let is_whole = line.len() == length;
    if is_whole && line.last() == Some(&b'\r') {
        line.pop();
    }
    if !is_whole || line.len() > limit {
        return Line::Bad(format!("it has {length} bytes and a line may have {limit}"));
    }
    match String::from_utf8(line) {
        // Editors of some systems put a byte order mark before the first line.
        Ok(text) if is_first => Line::Text(text.trim_start_matches('\u{FEFF}').to_owned()),
        Ok(text) => Line::Text(text),
        Err(error) => {
            let at = error.utf8_error().valid_up_to().saturating_add(1);
            Line::Bad(format!("it is not UTF-8 (byte {at} of the line)"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// The lines of `bytes`, read through a buffer so small that every line is cut.
    fn lines(bytes: &[u8], limit: usize) -> Vec<Line> {
        let mut lines = Lines::new(BufReader::with_capacity(3, bytes), limit);
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push(line);
        }
        assert_eq!(lines.bytes(), bytes.len() as u64);
        all
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn lines_are_numbered_as_an_editor_does() {
        assert_eq!(lines(b"a\n\nb\r\nc", 10), [text("a"), text(""), text("b"), text("c")]);
        assert_eq!(lines(b"", 10), []);
        assert_eq!(lines(b"\n", 10), [text("")]);
        assert_eq!(lines("\u{feff}{}\n\u{feff}x".as_bytes(), 10), [text("{}"), text("\u{feff}x")]);
    }

    #[test]
    fn a_bad_line_costs_only_itself() {
        let all = lines(b"good\nb\xffd\n0123456789\n012345678\r\nend\n", 9);
        assert_eq!(all[0], text("good"));
        assert_eq!(all[1], Line::Bad("it is not UTF-8 (byte 2 of the line)".to_owned()));
        assert_eq!(all[2], Line::Bad("it has 10 bytes and a line may have 9".to_owned()));
        assert_eq!(all[3..], [text("012345678"), text("end")]);
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let endless = vec![b'x'; 1_000_000];
        assert!(matches!(lines(&endless, 100)[..], [Line::Bad(_)]));
    }
}
