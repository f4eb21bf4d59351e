//! Texts that speak of a day by its distance from the day they were written on. Read weeks later, "tomorrow" is wrong;
//! with the day of writing beside it, it is right for ever.

use consolidate_shared::model::Memory;
use consolidate_shared::time::Day;

use crate::relate::WEEKDAYS;

/// Words that name a day by its distance from today.
const DAYS: [&str; 5] = ["today", "tonight", "tomorrow", "yesterday", "overmorrow"];
/// Words that do so before a span of time.
const SHIFTS: [&str; 4] = ["this", "next", "last", "previous"];
const SPANS: [&str; 12] = [
    "morning",
    "afternoon",
    "evening",
    "night",
    "week",
    "weekend",
    "month",
    "quarter",
    "year",
    "sprint",
    "release",
    "iteration",
];
/// The same in scripts without spaces, found anywhere.
const UNSPACED: [&str; 15] = [
    "今天", "明天", "昨天", "后天", "後天", "前天", "今日", "明日", "昨日", "下周", "上周", "来週",
    "先週", "오늘", "내일",
];

/// The day on which a memory was said, if its text speaks of a day relative to that one.
pub fn day_of_relative(memory: &Memory) -> Option<Day> {
    speaks_relatively(&memory.text).then(|| memory.instant().day())
}

fn speaks_relatively(text: &str) -> bool {
    if UNSPACED.iter().any(|word| text.contains(word)) {
        return true;
    }
    let mut before = String::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        let span = SPANS.contains(&word.as_str()) || WEEKDAYS.contains(&word.as_str());
        let is_span = SHIFTS.contains(&before.as_str()) && span;
        if is_span || DAYS.contains(&word.as_str()) {
            return true;
        }
        before = word;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_days_are_seen() {
        for text in [
            "Freeze lifts tomorrow",
            "Hosting moved over to Fly.io last sprint",
            "Deploy is Next week, not now",
            "明天解冻",
            "내일 배포",
        ] {
            assert!(speaks_relatively(text), "{text}");
        }
        for text in [
            "The last entry wins",
            "We use uv",
            "Next.js week view",
            "tomorrowland is a host",
            "Backups run every night",
            "",
        ] {
            assert!(!speaks_relatively(text), "{text}");
        }
    }
}
