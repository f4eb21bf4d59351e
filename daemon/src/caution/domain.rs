//! Sites and fields of work.

use super::{key, weight};

/// A host with its port, or a field of work by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Domain {
    name: String,
    port: Option<String>,
}

impl Domain {
    /// From a host or an address: the host without case, user and `www.`. What is neither is a name as it stands.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let (has_scheme, rest) = match text.split_once("://") {
            Some((_, rest)) => (true, rest),
            None => (false, text.as_str()),
        };
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let authority = authority.rsplit('@').next().unwrap_or_default();
        let (host, port) = split_port(authority);
        let host = host.trim_end_matches('.').trim_start_matches("*.");
        let host = host.strip_prefix("www.").unwrap_or(host);
        let is_host = !authority.contains(char::is_whitespace)
            && (has_scheme || port.is_some() || host.contains('.') || rest == authority);
        let (name, port) = if is_host {
            (host.to_owned(), port.map(str::to_owned))
        } else {
            (text.split_whitespace().collect::<Vec<_>>().join(" "), None)
        };
        name.contains(char::is_alphanumeric).then_some(Self { name, port })
    }

    pub(super) fn key(&self) -> u64 {
        key(b'd', &[self.name.as_bytes()])
    }

    /// What the triggers of it are looked up by: itself and whatever it is below.
    pub(super) fn keys(&self) -> impl Iterator<Item = u64> {
        let dots = self.name.match_indices('.').map(|(at, _)| at + 1);
        let names = [0].into_iter().chain(dots).filter_map(|at| self.name.get(at..));
        names.map(|name| key(b'd', &[name.as_bytes()]))
    }

    /// How well it, as a trigger, matches where work is: the same, or something below it.
    pub(super) fn fit(&self, place: &Self) -> Option<u32> {
        if self.port.is_some() && self.port != place.port {
            return None;
        }
        if self.name == place.name {
            return Some(weight::DOMAIN_SAME);
        }
        // A single label (`org`) has half the world below it, and below an address of numbers is nothing.
        let has_below = self.name.contains('.')
            && !self.name.contains([' ', ':'])
            && self.name.contains(char::is_alphabetic);
        let above = place.name.strip_suffix(self.name.as_str())?;
        (has_below && above.ends_with('.')).then_some(weight::DOMAIN_BELOW)
    }
}

fn split_port(authority: &str) -> (&str, Option<&str>) {
    if let Some((host, rest)) = authority.strip_prefix('[').and_then(|it| it.split_once(']')) {
        return (host, rest.strip_prefix(':').filter(|port| !port.is_empty()));
    }
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|c| c.is_ascii_digit());
    match authority.rsplit_once(':') {
        Some((host, port)) if is_port(port) && !host.contains(':') => (host, Some(port)),
        _ => (authority, None),
    }
}
