//! What stands in quotes or backticks: where each span begins and ends. Everything in it is meant to the letter, spaces too.

/// A span: its mark and what stands between, as bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::relate) struct Span {
    pub(in crate::relate) mark: char,
    pub(in crate::relate) start: usize,
    pub(in crate::relate) end: usize,
}

/// Longer runs of backticks are no marks.
const LONGEST_FENCE: usize = 4;
/// An apostrophe that finds no other in so many bytes is one.
const LONGEST_SINGLE: usize = 120;

/// The spans of `text` in order; none lies in another. Linear in the text.
pub(in crate::relate) fn spans(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    // Marks of which no second is left.
    let mut unpaired = [false; LONGEST_FENCE + 1];
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(['`', '"', '\''])) {
        let open = at + start;
        let rest = text.get(open..).unwrap_or_default();
        let run = rest.bytes().take_while(|byte| *byte == b'`').count();
        let width = run.max(1);
        let inner = open + width;
        let known = unpaired.get(run).copied().unwrap_or(true);
        let length = match rest.chars().next() {
            Some('\'') if opens(text, open) => single(text.get(inner..).unwrap_or_default()),
            Some('\'') => None,
            _ if known => None,
            Some('`') => fence(text.get(inner..).unwrap_or_default(), run),
            _ => text.get(inner..).unwrap_or_default().find('"'),
        };
        let mark = rest.chars().next().unwrap_or_default();
        if let Some(length) = length {
            found.push(Span { mark, start: inner, end: inner + length });
            at = inner + length + width;
        } else {
            if let Some(slot) = unpaired.get_mut(run).filter(|_| mark != '\'') {
                *slot = true;
            }
            at = inner;
        }
    }
    found
}

/// Where a run of exactly so many backticks begins.
fn fence(text: &str, run: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(start) = text.get(at..)?.find('`') {
        let start = at + start;
        let here = text.get(start..)?.bytes().take_while(|byte| *byte == b'`').count();
        if here == run {
            return Some(start);
        }
        at = start + here;
    }
    None
}

/// Whether a single quote opens: an apostrophe stands behind a letter.
fn opens(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '=' | ':' | ','))
}

/// Where a single quote closes: before no letter.
fn single(text: &str) -> Option<usize> {
    let near = text.bytes().take(LONGEST_SINGLE).position(|byte| byte == b'\'')?;
    let after = text.get(near + 1..)?.chars().next();
    after.is_none_or(|c| !c.is_alphanumeric()).then_some(near)
}

#[cfg(test)]
mod tests {
    use super::spans;

    fn inner(text: &str) -> Vec<&str> {
        spans(text).iter().filter_map(|span| text.get(span.start..span.end)).collect()
    }

    #[test]
    fn spans_are_found_as_they_pair() {
        assert_eq!(inner("a `b c` \"\" and ' ' or 'd'"), ["b c", "", " ", "d"]);
        assert_eq!(inner("it's the user's \"own's\""), ["own's"]);
        assert_eq!(inner("``a ` b`` then ```x```"), ["a ` b", "x"]);
        assert_eq!(inner("one ` left, one \" left"), [""; 0]);
        assert_eq!(inner("````"), [""; 0]);
    }
}
