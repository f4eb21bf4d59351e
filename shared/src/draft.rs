//! What somebody wants to record, before it is a memory: shape and bounds.
//!
//! Nothing is ever shortened or dropped in silence: text is either taken (in NFC, with LF line ends) or refused by a
//! rule that is named.

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

/// Why a text is refused. The message names the rule and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Nothing that can be seen.
    #[error(
        "{field} is blank; {}", if *.field == "text" { "write what is to be remembered" } else { "write something or leave it out" }
    )]
    Blank {
        /// The field.
        field: &'static str,
    },
    /// More bytes than the bound.
    #[error(
        "{field} has {bytes} bytes and may have {limit}; {}", if *.field == "text" { "split it into several memories or point to a file" } else { "shorten it" }
    )]
    TooLong {
        /// The field.
        field: &'static str,
        /// What it has.
        bytes: usize,
        /// What it may have.
        limit: usize,
    },
    /// A control character other than newline and tab.
    #[error(
        "{field} holds the control character U+{code:04X}; only newline and tab are allowed (strip terminal colours first)"
    )]
    Control {
        /// The field.
        field: &'static str,
        /// The character.
        code: u32,
    },
    /// More items than the bound.
    #[error("{field} has {count} items and may have {limit}")]
    TooMany {
        /// The field.
        field: &'static str,
        /// What it has.
        count: usize,
        /// What it may have.
        limit: usize,
    },
}

/// `text` in NFC with LF line ends, if it is not blank, not too long and free of control characters.
pub fn clean_text(field: &'static str, text: &str, limit: usize) -> Result<String, Refusal> {
    // Length first: normalising is work that an over-long text must not cause. NFC shrinks to a third at most (Hangul).
    if text.len() > limit.saturating_mul(3) {
        return Err(Refusal::TooLong { field, bytes: text.len(), limit });
    }
    let clean: String = text.replace("\r\n", "\n").nfc().collect();
    if clean.len() > limit {
        return Err(Refusal::TooLong { field, bytes: clean.len(), limit });
    }
    if clean.chars().all(|c| c.is_whitespace() || is_invisible(c)) {
        return Err(Refusal::Blank { field });
    }
    if let Some(control) = clean.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        return Err(Refusal::Control { field, code: u32::from(control) });
    }
    Ok(clean)
}

/// [`clean_text`] for a one-line field: no line breaks, no white space at its ends.
pub fn clean_line(field: &'static str, text: &str, limit: usize) -> Result<String, Refusal> {
    let clean = clean_text(field, text.trim(), limit)?;
    match clean.chars().find(|c| c.is_control()) {
        Some(control) => Err(Refusal::Control { field, code: u32::from(control) }),
        None => Ok(clean),
    }
}

/// Characters that show nothing by themselves: control, format and filler characters, joiners, marks of direction, selectors of
/// variants, tags, byte order marks (Unicode's `Default_Ignorable_Code_Point`, and what is blank beside it).
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{13430}'..='\u{1343F}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn refusals_name_their_rule() {
        assert_eq!(clean_text("text", " \n\u{200B}", 10), Err(Refusal::Blank { field: "text" }));
        assert_eq!(
            clean_text("text", "a\0b", 10),
            Err(Refusal::Control { field: "text", code: 0 })
        );
        assert_eq!(
            clean_text("text", "\u{1b}[31mred", 20),
            Err(Refusal::Control { field: "text", code: 0x1b })
        );
        assert!(matches!(clean_text("text", &"x".repeat(99), 10), Err(Refusal::TooLong { .. })));
        assert!(matches!(clean_line("slot", "a\nb", 10), Err(Refusal::Control { .. })));
    }

    #[test]
    fn what_shows_nothing_is_blank() {
        let nothing = [
            "",
            " \t\n",
            "\u{202E}",
            "\u{202A}\u{202C}",
            "\u{2066} \u{2069}",
            "\u{200B}\u{200D}\u{FEFF}",
            "\u{FE0F}",
            "\u{E0041}\u{E007F}",
            "\u{61C}",
            "\u{3164}\u{FFA0}",
            "\u{180E}",
            "\u{2800}",
            "\u{0}\u{7f}",
            "\u{85}\u{A0}\u{2028}\u{3000}",
        ];
        for text in nothing {
            assert_eq!(
                clean_text("text", text, 99),
                Err(Refusal::Blank { field: "text" }),
                "{text:?}"
            );
            assert_eq!(
                clean_line("slot", text, 99),
                Err(Refusal::Blank { field: "slot" }),
                "{text:?}"
            );
        }
        for text in ["x", "\u{202E}x", "👩\u{200D}💻", "❤\u{FE0F}", "日本", "\u{600}", "."]
        {
            assert!(clean_text("text", text, 99).is_ok(), "{text:?}");
        }
    }

    #[test]
    fn line_ends_and_composition_are_the_only_changes() {
        assert_eq!(clean_text("text", "a\r\nb\te\u{301}", 20).unwrap(), "a\nb\t\u{e9}");
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing_more(text in ".{0,64}") {
            if let Ok(once) = clean_text("text", &text, 1024) {
                prop_assert_eq!(clean_text("text", &once, 1024), Ok(once.clone()));
            }
        }
    }
}
