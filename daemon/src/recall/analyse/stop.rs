//! The stop list: function words that say nothing about a subject.
//!
//! Fixed for good reason: adding or dropping a word changes every stored ranking, so a change here is a change of
//! the analysis and shows in the measured figures. Sorted, so that a look-up is a binary search.

/// The English stop words, lower case, contractions with a straight apostrophe, in byte order.
#[rustfmt::skip]
pub(super) const STOP_WORDS: [&str; 186] = [
    "a", "about", "above", "after", "again", "against", "ain", "all", "am", "an", "and", "any",
    "are", "aren't", "at", "be", "been", "before", "being", "below", "between", "both", "but", "by",
    "can", "can't", "cannot", "could", "couldn't", "d", "did", "didn't", "do", "does", "doesn't",
    "doing", "don", "don't", "down", "during", "each", "else", "few", "for", "from", "further",
    "had", "hadn't", "has", "hasn't", "have", "haven't", "having", "he", "he'd", "he'll", "he's",
    "her", "here", "here's", "hers", "herself", "him", "himself", "his", "how", "how's", "i", "i'd",
    "i'll", "i'm", "i've", "if", "in", "into", "is", "isn't", "it", "it's", "its", "itself", "just",
    "let's", "ll", "m", "me", "more", "most", "mustn't", "my", "myself", "no", "nor", "not", "now",
    "o", "of", "off", "on", "once", "only", "or", "other", "ought", "our", "ours", "ourselves",
    "out", "over", "own", "re", "s", "same", "shan't", "she", "she'd", "she'll", "she's", "should",
    "shouldn't", "so", "some", "such", "t", "than", "that", "that's", "the", "their", "theirs",
    "them", "themselves", "then", "there", "there's", "these", "they", "they'd", "they'll",
    "they're", "they've", "this", "those", "through", "to", "too", "under", "up", "ve", "very",
    "was", "wasn't", "we", "we'd", "we'll", "we're", "we've", "were", "weren't", "what", "what's",
    "when", "when's", "where", "where's", "which", "who", "who's", "whom", "why", "why's", "will",
    "with", "won't", "would", "wouldn't", "y", "you", "you'd", "you'll", "you're", "you've", "your",
    "yours", "yourself", "yourselves",
];

/// Whether a lower-case word is a stop word.
pub(super) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_without_duplicates() {
        assert!(STOP_WORDS.is_sorted_by(|a, b| a < b));
    }
}
