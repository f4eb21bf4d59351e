//! What a peer is told about a frame that is no request of ours.
//!
//! Never quotes more than a name of what was sent: a body may hold a secret, and four megabytes are no message.

use consolidate_shared::codec::CodecError;
use consolidate_shared::limits::FRAME_BYTES;
use consolidate_shared::wire::PROTOCOL;
use consolidate_shared::wire::frame::FrameError;
use consolidate_shared::wire::v1::{ErrorCode, Refused};

/// This program's version, as `status` says it.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Characters of a parser's message that are passed on: room for a field's name and a position.
const MESSAGE_CHARS: usize = 300;
const SAME_VERSION: &str =
    "install the same version on both sides and run `consolidate daemon restart`";

/// The refusal of a frame that is not one, or whose body is no request.
pub(super) fn frame(error: &FrameError) -> Refused {
    match error {
        FrameError::Protocol { theirs } => Refused::new(
            ErrorCode::Version,
            format!(
                "the request is of protocol {theirs} and this daemon (consolidate {VERSION}) speaks protocol {PROTOCOL}"
            ),
        )
        .hint(SAME_VERSION),
        FrameError::Codec(CodecError::Decode(text)) if names_unknown_variant(text) => Refused::new(
            ErrorCode::Version,
            format!(
                "this daemon (consolidate {VERSION}, protocol {PROTOCOL}) does not know what the request (protocol {PROTOCOL}) asks: {}",
                without_content(text)
            ),
        )
        .hint(SAME_VERSION),
        FrameError::Codec(error) => {
            let text = without_content(&error.to_string());
            Refused::new(ErrorCode::Invalid, format!("the request cannot be read: {text}"))
        }
        FrameError::TooLong { .. } => Refused::new(ErrorCode::Invalid, error.to_string())
            .hint("send less at once; this connection ends here"),
        FrameError::TooShort { .. } => Refused::new(ErrorCode::Invalid, error.to_string())
            .hint("the length counts all bytes after it; this connection ends here"),
        FrameError::Encoding(_) => Refused::new(ErrorCode::Invalid, error.to_string()),
    }
}

/// The refusal of a JSON body that is no UTF-8 from byte `at` on.
pub(super) fn not_utf8(at: usize) -> Refused {
    let text = format!("the request cannot be read: its JSON is not UTF-8 from byte {at} on");
    Refused::new(ErrorCode::Invalid, text)
}

/// The refusal in place of an answer that has no frame.
pub(super) fn answer(error: &FrameError) -> Refused {
    match error {
        FrameError::TooLong { claimed } => Refused::new(
            ErrorCode::Invalid,
            format!("the answer has {claimed} bytes and a frame holds {FRAME_BYTES}"),
        )
        .hint("ask for less: a smaller limit, or page by page"),
        other => Refused::new(ErrorCode::Internal, format!("the answer has no encoding: {other}")),
    }
}

/// The refusal after a handler's panic.
pub(super) fn panicked() -> Refused {
    Refused::new(
        ErrorCode::Internal,
        "a defect of the daemon ended this request; nothing else was touched",
    )
    .hint("see the daemon's log, and try again")
}

/// How serde says that an enum has no such member: by name in JSON, by number in bincode.
fn names_unknown_variant(text: &str) -> bool {
    text.starts_with("unknown variant `") || text.contains("expected variant index 0 <= i < ")
}

/// A parser's message without the values that it quotes, and not longer than [`MESSAGE_CHARS`].
///
/// `invalid type: string "…", expected u32` quotes a value; names of fields and variants stand in backquotes and stay.
fn without_content(text: &str) -> String {
    let plain = match (text.find("string \""), text.rfind('"')) {
        (Some(start), Some(end)) if start + 7 < end => {
            let (before, after) = (text.get(..start), text.get(end + 1..));
            format!("{}a string{}", before.unwrap_or_default(), after.unwrap_or_default())
        }
        _ => text.to_owned(),
    };
    match plain.char_indices().nth(MESSAGE_CHARS) {
        Some((end, _)) => format!("{}…", plain.get(..end).unwrap_or_default()),
        None => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use consolidate_shared::wire::frame::{Encoding, decode};
    use consolidate_shared::wire::v1::Request;
    use proptest::prelude::*;

    fn refused(body: &[u8], encoding: Encoding) -> Refused {
        frame(&decode::<Request>(body, encoding).unwrap_err())
    }

    #[test]
    fn an_unknown_message_is_a_matter_of_version_in_both_encodings() {
        for (body, encoding) in [
            (&br#"{"frobnicate":{}}"#[..], Encoding::Json),
            (br#""frobnicate""#, Encoding::Json),
            (br#"{"show":{"id":"x","form":"xml","offset":0}}"#, Encoding::Json),
            (&[200][..], Encoding::Compact),
        ] {
            let refused = refused(body, encoding);
            assert_eq!(refused.code, ErrorCode::Version, "{refused:?}");
            assert!(refused.message.contains(VERSION), "{refused:?}");
        }
    }

    #[test]
    fn what_was_sent_is_not_quoted() {
        let body = br#"{"list":{"place":"unscoped","limit":"hunter2 \" hunter2"}}"#;
        let refused = refused(body, Encoding::Json);
        assert_eq!(refused.code, ErrorCode::Invalid);
        assert!(refused.message.contains("invalid type: a string, expected u32"), "{refused:?}");
        assert!(!refused.message.contains("hunter2"));
    }

    #[test]
    fn a_long_name_is_cut() {
        let body = format!("\"{}\"", "é".repeat(100_000));
        assert!(refused(body.as_bytes(), Encoding::Json).message.len() < 1000);
    }

    proptest! {
        #[test]
        fn no_message_panics(text in ".*") {
            without_content(&text);
            without_content(&format!("string \"{text}\" x"));
        }
    }
}
