//! Standard input with its broken characters mended, so that a call that holds one is answered.
//!
//! Agents hand on what tools printed, also half a character: bytes that are not UTF-8, or one half of an escaped pair
//! (`\ud83d`). No JSON parser takes such a line, and then nobody knows which call it was and the client waits for ever.
//! Each becomes U+FFFD, as text that cannot be read does everywhere; what is sound passes byte for byte.

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};

/// Bytes between reading and parsing.
const BUFFER: usize = 64 * 1024;

/// The same input, mended. It ends when `input` does.
pub(super) fn mended(
    mut input: impl AsyncRead + Send + Unpin + 'static,
) -> (DuplexStream, impl Future<Output = ()>) {
    let (ours, mut theirs) = duplex(BUFFER);
    let pump = async move {
        let (mut bytes, mut mend) = (vec![0; BUFFER], Mend::default());
        while let Ok(read @ 1..) = input.read(&mut bytes).await {
            let sound = mend.feed(bytes.get(..read).unwrap_or_default());
            if theirs.write_all(sound.as_bytes()).await.is_err() {
                return;
            }
        }
        // Nobody left to read the rest is no failure.
        let _ = theirs.write_all(mend.rest().as_bytes()).await;
    };
    (ours, pump)
}

/// What was read and cannot be judged yet.
#[derive(Debug, Default)]
struct Mend {
    /// The beginning of a character.
    bytes: Vec<u8>,
    /// The beginning of an escape.
    escape: String,
}

impl Mend {
    /// Takes further bytes; what is certain by now.
    fn feed(&mut self, bytes: &[u8]) -> String {
        self.bytes.extend(bytes);
        let text = std::mem::take(&mut self.escape) + &self.characters();
        let (mut sound, mut rest) = (String::with_capacity(text.len()), text.as_str());
        while let Some((before, escape)) = rest.find('\\').and_then(|at| rest.split_at_checked(at))
        {
            sound.push_str(before);
            match escape_length(escape) {
                Escape::Begun => {
                    escape.clone_into(&mut self.escape);
                    return sound;
                }
                Escape::Whole(length) => {
                    let (escape, behind) = escape.split_at_checked(length).unwrap_or((escape, ""));
                    sound.push_str(escape);
                    rest = behind;
                }
                Escape::Half => {
                    sound.push_str("\\ufffd");
                    rest = escape.get(UNIT..).unwrap_or_default();
                }
            }
        }
        sound.push_str(rest);
        sound
    }

    /// What stood at the end and never became whole.
    fn rest(self) -> String {
        self.escape + &String::from_utf8_lossy(&self.bytes)
    }

    /// The whole characters of what was read.
    fn characters(&mut self) -> String {
        let (mut text, mut rest) = (String::with_capacity(self.bytes.len()), self.bytes.as_slice());
        while let Err(error) = std::str::from_utf8(rest) {
            let (good, bad) = rest.split_at(error.valid_up_to());
            text.push_str(&String::from_utf8_lossy(good));
            rest = bad;
            let Some(length) = error.error_len() else { break };
            text.push(char::REPLACEMENT_CHARACTER);
            rest = bad.get(length..).unwrap_or_default();
        }
        let begun = if std::str::from_utf8(rest).is_ok() { &[] } else { rest };
        let whole = rest.len() - begun.len();
        text.push_str(&String::from_utf8_lossy(rest.get(..whole).unwrap_or_default()));
        self.bytes = begun.to_vec();
        text
    }
}

/// Bytes of `\uXXXX`.
const UNIT: usize = 6;

/// What stands at a backslash.
enum Escape {
    /// Too little was read to tell.
    Begun,
    /// So many bytes that belong together.
    Whole(usize),
    /// One half of a pair without the other.
    Half,
}

/// Judges what begins with a backslash. What is no escape of JSON passes, for the parser to refuse.
fn escape_length(text: &str) -> Escape {
    let Some(second) = text.chars().nth(1) else { return Escape::Begun };
    if second != 'u' {
        return Escape::Whole(1 + second.len_utf8());
    }
    let high = match unit(text) {
        Unit::Begun => return Escape::Begun,
        Unit::Other => return Escape::Whole(2),
        Unit::Of(0xDC00..=0xDFFF) => return Escape::Half,
        Unit::Of(code) => (0xD800..=0xDBFF).contains(&code),
    };
    if !high {
        return Escape::Whole(UNIT);
    }
    match unit(text.get(UNIT..).unwrap_or_default()) {
        Unit::Begun => Escape::Begun,
        Unit::Of(0xDC00..=0xDFFF) => Escape::Whole(2 * UNIT),
        Unit::Of(_) | Unit::Other => Escape::Half,
    }
}

/// What stands where an escaped code unit may stand.
enum Unit {
    Begun,
    Of(u32),
    Other,
}

fn unit(text: &str) -> Unit {
    let shape = |(at, byte): (usize, u8)| match at {
        0 => byte == b'\\',
        1 => byte == b'u',
        _ => byte.is_ascii_hexdigit(),
    };
    let fits = text.bytes().take(UNIT).enumerate().take_while(|it| shape(*it)).count();
    if fits == UNIT {
        let digits = text.get(2..UNIT).unwrap_or_default();
        u32::from_str_radix(digits, 16).map_or(Unit::Other, Unit::Of)
    } else if fits == text.len() {
        Unit::Begun
    } else {
        Unit::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of it through pieces of `size` bytes.
    fn through(input: &[u8], size: usize) -> String {
        let mut mend = Mend::default();
        let mut out: String = input.chunks(size).map(|piece| mend.feed(piece)).collect();
        out.push_str(&mend.rest());
        out
    }

    #[test]
    fn what_is_sound_passes_and_what_is_broken_becomes_the_replacement_character() {
        for (input, wanted) in [
            (&b"{\"a\":\"b\\n\\\\u\\u00e9\\ud83d\\ude80\"}\n"[..], None),
            ("漢字 🚀 \\\"\\/".as_bytes(), None),
            (b"x\\ud83d y\n", Some("x\\ufffd y\n")),
            (b"x\\udc00y\\uD83D\\uD83D\\uDE80", Some("x\\ufffdy\\ufffd\\uD83D\\uDE80")),
            (b"\\ud83d\\n\\ud83d\\\\\\ud83d", Some("\\ufffd\\n\\ufffd\\\\\\ud83d")),
            (b"\\\\ud83d \\u12 \\u", None),
            (b"a\xff\xfeb\xf0\x9f\x98\n\xe9", Some("a\u{fffd}\u{fffd}b\u{fffd}\n\u{fffd}")),
            (b"end \\", None),
            (b"", None),
        ] {
            let wanted =
                wanted.map_or_else(|| String::from_utf8(input.to_vec()).unwrap(), str::to_owned);
            for size in 1..=input.len().max(1) {
                assert_eq!(through(input, size), wanted, "{size}");
            }
        }
    }
}
