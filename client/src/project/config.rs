//! Reads git's configuration format by hand: sections, quoting, comments, continuation. Pure.
//!
//! Enough of it to find remotes and `insteadOf`. Includes are noticed, not followed: then git itself is asked. A
//! line that git would refuse is skipped: what the rest says is still the best answer there is.

/// Settings in the order of the file, so that the caller can let the last one win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Config {
    entries: Vec<Entry>,
    includes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    section: String,
    subsection: Option<String>,
    name: String,
    value: String,
}

impl Config {
    /// Parses the text of a configuration file.
    pub(super) fn parse(text: &str) -> Self {
        let mut config = Self::default();
        let mut section = (String::new(), None);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
        let mut lines = text.split('\n');
        while let Some(line) = lines.next() {
            let mut line = line.trim_start();
            if line.starts_with('[') {
                let Some((header, rest)) = header(line) else { continue };
                section = header;
                line = rest.trim_start();
            }
            if line.is_empty() || line.starts_with(['#', ';']) {
                continue;
            }
            let (name, value) = line.split_once('=').unwrap_or((before_comment(line), " true"));
            let value = value_of(value, &mut lines);
            config.push(&section.0, section.1.clone(), name.trim(), value);
        }
        config
    }

    /// Parses what `git config --null --list` prints.
    pub(super) fn parse_list(output: &str) -> Self {
        let mut config = Self::default();
        for item in output.split('\0').filter(|item| !item.is_empty()) {
            let (key, value) = item.split_once('\n').unwrap_or((item, "true"));
            let (Some((section, rest)), Some((_, name))) =
                (key.split_once('.'), key.rsplit_once('.'))
            else {
                continue;
            };
            let subsection = rest.rsplit_once('.').map(|(subsection, _)| subsection.to_owned());
            config.push(section, subsection, name, value.to_owned());
        }
        config
    }

    /// Puts the settings of `later` behind these, so that they win.
    pub(super) fn extend(&mut self, later: Self) {
        self.entries.extend(later.entries);
        self.includes |= later.includes;
    }

    /// True if other files would have to be read for the whole truth.
    pub(super) fn has_includes(&self) -> bool {
        self.includes
    }

    /// The last value of a setting without a subsection.
    pub(super) fn last(&self, section: &str, name: &str) -> Option<&str> {
        let plain = |e: &&Entry| e.section == section && e.subsection.is_none() && e.name == name;
        self.entries.iter().rfind(plain).map(|e| e.value.as_str())
    }

    /// The main remote: `origin`, else the only one there is, else the one that every branch follows which follows any. Not
    /// the one of the branch that is checked out: a project must not change with the branch.
    pub(super) fn remote(&self) -> Remote<'_> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.urls() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let chosen = |name| self.fetched(name).map(|url| (name, url));
        match names.as_slice() {
            [] => Remote::None,
            [only] => chosen(only).map_or(Remote::None, |(name, url)| Remote::Main(name, url)),
            _ if names.contains(&"origin") => {
                chosen("origin").map_or(Remote::None, |(name, url)| Remote::Main(name, url))
            }
            several => {
                let followed = self.entries.iter().filter(|e| {
                    e.section == "branch" && e.name == "remote" && several.contains(&&*e.value)
                });
                let mut followed = followed.map(|e| e.value.as_str());
                let first = followed.next().filter(|first| followed.all(|name| name == *first));
                first.and_then(chosen).map_or_else(
                    || Remote::Several(several.iter().map(|&name| name.to_owned()).collect()),
                    |(name, url)| Remote::Followed(name, url),
                )
            }
        }
    }

    fn urls(&self) -> impl Iterator<Item = (&str, &str)> {
        let remotes = self.entries.iter().filter(|e| e.section == "remote" && e.name == "url");
        remotes.filter_map(|e| Some((e.subsection.as_deref()?, e.value.as_str())))
    }

    /// The address that git fetches the remote `name` from.
    fn fetched(&self, name: &str) -> Option<&str> {
        // As git does: an empty value clears the ones before it, and of several the first is fetched from; the
        // others are pushed to.
        let mut list: Vec<&str> = Vec::new();
        for (_, url) in self.urls().filter(|(it, _)| *it == name) {
            if url.is_empty() { list.clear() } else { list.push(url) }
        }
        list.first().copied()
    }

    /// `url` with the `insteadOf` rewriting that matches the longest beginning, if one does.
    pub(super) fn rewritten(&self, url: &str) -> String {
        let rules = self.entries.iter().filter(|e| e.section == "url" && e.name == "insteadof");
        let matching = rules.filter_map(|e| {
            let rest = url.strip_prefix(e.value.as_str()).filter(|_| !e.value.is_empty())?;
            Some((e.value.len(), e.subsection.as_deref()?, rest))
        });
        // The last of equals wins, as settings do.
        let best = matching.max_by_key(|(length, ..)| *length);
        best.map_or_else(|| url.to_owned(), |(_, base, rest)| format!("{base}{rest}"))
    }

    fn push(&mut self, section: &str, subsection: Option<String>, name: &str, value: String) {
        let section = section.to_ascii_lowercase();
        let valid = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if name.is_empty() || !name.chars().all(valid) {
            return;
        }
        self.includes |= matches!(section.as_str(), "include" | "includeif");
        self.entries.push(Entry { section, subsection, name: name.to_ascii_lowercase(), value });
    }
}

/// The main remote of a repository: its name and its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Remote<'c> {
    /// `origin`, or the only one.
    Main(&'c str, &'c str),
    /// The one that the branches follow.
    Followed(&'c str, &'c str),
    /// There are several, and nothing tells the main one.
    Several(Vec<String>),
    /// There is none.
    None,
}

type Header = (String, Option<String>);

/// Parses `[section "subsection"]` and gives what follows it on the line.
fn header(line: &str) -> Option<(Header, &str)> {
    let inner = line.strip_prefix('[')?;
    let end = inner.find([']', '"'])?;
    let (name, rest) = inner.split_at_checked(end)?;
    if let Some(rest) = rest.strip_prefix(']') {
        // The old form `[section.sub]` folds the case of both.
        let (section, sub) = name.split_once('.').map_or((name, None), |(s, sub)| (s, Some(sub)));
        let header = (section.trim().to_owned(), sub.map(str::to_ascii_lowercase));
        return Some((header, rest));
    }
    let mut subsection = String::new();
    let mut chars = rest.get(1..)?.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                let rest = rest.get(at + 2..)?.trim_start().strip_prefix(']')?;
                return Some(((name.trim().to_owned(), Some(subsection)), rest));
            }
            '\\' => subsection.push(chars.next()?.1),
            c => subsection.push(c),
        }
    }
    None
}

/// The value that begins with `first`, with quotes, escapes, comments and continued lines resolved.
fn value_of<'t>(first: &str, lines: &mut impl Iterator<Item = &'t str>) -> String {
    let mut value = String::new();
    // What must stay of `value` even if it ends in blanks: everything that was quoted.
    let mut solid = 0;
    let mut quoted = false;
    let mut line = first.trim_start().to_owned();
    loop {
        let mut continued = false;
        let mut chars = line.chars();
        while let Some(c) = chars.next() {
            match c {
                '"' => quoted = !quoted,
                '#' | ';' if !quoted => break,
                '\\' => match chars.next() {
                    Some('n') => value.push('\n'),
                    Some('t') => value.push('\t'),
                    Some('b') => drop(value.pop()),
                    Some(other) => value.push(other),
                    None => continued = true,
                },
                c => value.push(c),
            }
            if quoted {
                solid = value.len();
            }
        }
        match continued.then(|| lines.next()).flatten() {
            Some(next) => next.clone_into(&mut line),
            None => break,
        }
    }
    let kept = value.trim_end().len().max(solid.min(value.len()));
    value.truncate(kept);
    value
}

fn before_comment(line: &str) -> &str {
    line.find(['#', ';']).and_then(|at| line.get(..at)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_quotes_comments_and_continued_lines() {
        let config = Config::parse(concat!(
            "\u{feff}; a comment\r\n[core] bare = false # one\n",
            "[remote \"origin\"]\n\tURL = \"https://h.test/a b\"\\\n/c ; tail\n",
            "[Remote \"or\\\"i\"] url=x\n[extensions]\n worktreeConfig\n[broken\n\tnonsense line =\n",
        ));
        assert_eq!(config.last("core", "bare"), Some("false"));
        assert_eq!(config.last("extensions", "worktreeconfig"), Some("true"));
        assert_eq!(config.remote(), Remote::Main("origin", "https://h.test/a b/c"));
        assert!(!config.has_includes());
    }

    #[test]
    fn origin_decides_else_the_only_remote() {
        let two = "[remote \"origin\"]\nurl = fork\n[remote \"upstream\"]\nurl = original\n";
        assert_eq!(Config::parse(two).remote(), Remote::Main("origin", "fork"));
        let alone = "[remote \"company\"]\nurl = c\n[branch \"main\"]\nremote = company\n";
        assert_eq!(Config::parse(alone).remote(), Remote::Main("company", "c"));
        let several = "[remote \"origin\"]\nurl = old\nurl =\nurl = fetched\nurl = pushed\n";
        assert_eq!(Config::parse(several).remote(), Remote::Main("origin", "fetched"));
        assert_eq!(Config::parse("[core]\nbare = false").remote(), Remote::None);
    }

    #[test]
    fn of_several_remotes_the_one_that_branches_follow_decides() {
        let two = "[remote \"a\"]\nurl = x\n[remote \"b\"]\nurl = y\n";
        let unclear = Remote::Several(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(Config::parse(two).remote(), unclear);
        let main = "[branch \"main\"]\nremote = b\n[branch \"local\"]\nremote = .\n";
        assert_eq!(Config::parse(&format!("{two}{main}")).remote(), Remote::Followed("b", "y"));
        let split = format!("{two}{main}[branch \"old\"]\nremote = a\n");
        assert_eq!(Config::parse(&split).remote(), unclear);
    }

    #[test]
    fn the_longest_rewriting_wins_and_the_last_of_equals() {
        let config = Config::parse(concat!(
            "[url \"https://a.test/\"]\ninsteadOf = gh:\n[url \"https://b.test/\"]\ninsteadof = gh:\n",
            "[url \"https://c.test/t/\"]\ninsteadOf = gh:team/\n",
        ));
        assert_eq!(config.rewritten("gh:x/y"), "https://b.test/x/y");
        assert_eq!(config.rewritten("gh:team/y"), "https://c.test/t/y");
        assert_eq!(config.rewritten("other:y"), "other:y");
    }

    #[test]
    fn reads_the_list_that_git_prints() {
        let list =
            "remote.origin.url\nhttps://h.test/a\0url.https://x.test/.insteadof\ngh:\0core.bare\0";
        let config = Config::parse_list(list);
        assert_eq!(config.remote(), Remote::Main("origin", "https://h.test/a"));
        assert_eq!(config.rewritten("gh:b"), "https://x.test/b");
        assert_eq!(config.last("core", "bare"), Some("true"));
    }
}
