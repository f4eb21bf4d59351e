//! From a git remote to the key of a project. Pure.
//!
//! Two clones of one repository must give one key, whichever way each was cloned, and no credential may ever be
//! part of it. Where it is unclear whether two addresses mean the same repository, the keys differ: a person can
//! join two projects, and nobody can take apart what was mixed.
//!
//! The rule, which is part of the stored data (a change needs an alias from each old key):
//! - `host/path`, or `host:port/path` if the port is not the scheme's own.
//! - The host is lower-case. The path keeps its case, except on [`CASELESS_HOSTS`], which treat it as one.
//! - Scheme, user, password, query, fragment, surplus slashes and a final `.git` are no part of it.
//! - Percent escapes in the path are decoded if they give printable UTF-8.
//! - Remotes that are folders have no key: a path is no identity.

/// The longest project key, in bytes.
pub const MAX_PROJECT: usize = 200;

/// Why a text is no name of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidProject {
    /// Nothing was given.
    #[error("the project is empty; give a name such as host/path")]
    Empty,
    /// Longer than [`MAX_PROJECT`] bytes.
    #[error("the project is longer than {MAX_PROJECT} bytes; give a shorter name")]
    TooLong,
    /// Holds a newline, a tab or another control character.
    #[error("the project holds a control character; remove it")]
    ControlCharacter,
    /// Begins or ends with white space.
    #[error("the project begins or ends with white space; remove it")]
    Padded,
    /// Looks like an address and is none that names a repository on a host.
    #[error("the project is no address of a repository on a host; give host/path or a plain name")]
    NoRepository,
}

/// What `--project` accepts: 1 to [`MAX_PROJECT`] bytes without control characters and without white space at the
/// ends. An address of a repository, or `host.tld/path`, becomes the key that the repository itself would have.
pub fn validate_project(project: &str) -> Result<String, InvalidProject> {
    if project.is_empty() {
        return Err(InvalidProject::Empty);
    }
    if project.chars().any(char::is_control) {
        return Err(InvalidProject::ControlCharacter);
    }
    if project.trim() != project {
        return Err(InvalidProject::Padded);
    }
    let address = project.contains("://") || project.split('/').next().is_some_and(scp_like);
    let key = if address {
        normalise_remote(project).ok_or(InvalidProject::NoRepository)?
    } else {
        typed_key(project).unwrap_or_else(|| project.to_owned())
    };
    if key.len() > MAX_PROJECT { Err(InvalidProject::TooLong) } else { Ok(key) }
}

fn scp_like(head: &str) -> bool {
    head.split_once('@').is_some_and(|(_, host)| host.contains(':'))
}

/// Hosts on which `Team/App` and `team/app` are the same repository, by their own documentation.
pub const CASELESS_HOSTS: [&str; 3] = ["github.com", "gitlab.com", "bitbucket.org"];

/// The longest remote that is looked at, in bytes.
const MAX_REMOTE: usize = 2048;

/// Schemes of remotes and the port that each implies.
const SCHEMES: [(&str, u16); 9] = [
    ("ssh", 22),
    ("git+ssh", 22),
    ("ssh+git", 22),
    ("git", 9418),
    ("http", 80),
    ("https", 443),
    ("git+http", 80),
    ("git+https", 443),
    ("ftps", 990),
];

/// The key of the repository at `url`, or none if it is a folder, of an unknown scheme, or no remote at all.
pub fn normalise_remote(url: &str) -> Option<String> {
    let url = url.trim();
    if url.len() > MAX_REMOTE || url.chars().any(char::is_control) {
        return None;
    }
    let Some((scheme, rest)) = url.split_once("://") else {
        return scp(url);
    };
    let scheme = scheme.to_ascii_lowercase();
    let (_, port) = SCHEMES.iter().find(|(name, _)| *name == scheme)?;
    let web = scheme.contains("http");
    let rest = without_credential(rest);
    let (authority, path) = rest.split_once('/')?;
    let path = if web { before(path, &['?', '#']) } else { path };
    key(authority, Some(*port), path)
}

/// `address` without the `user:password@` that a URL may have before its host.
pub fn without_userinfo(address: &str) -> String {
    let (scheme, rest) = match address.find("://") {
        Some(at) => address.split_at(at + 3),
        None => return address.to_owned(),
    };
    let user = before(rest, &['/', '?', '#']).rfind('@').map_or(0, |at| at + 1);
    format!("{scheme}{}", &rest[user..])
}

/// True if `url` names its host by itself, so that no `insteadOf` can be what gives it a meaning.
pub fn self_contained(url: &str) -> bool {
    match url.split_once("://") {
        Some((scheme, _)) => {
            let scheme = scheme.to_ascii_lowercase();
            scheme == "file" || SCHEMES.iter().any(|(name, _)| *name == scheme)
        }
        None => before(url, &['/']).contains('@'),
    }
}

/// The key of a name that a person gave as `host.tld/path`, brought to the form that a remote would have.
fn typed_key(name: &str) -> Option<String> {
    let (authority, path) = name.split_once('/')?;
    let dotted = authority.contains('.') && !authority.contains(['@', ' ']);
    if dotted { key(authority, None, path) } else { None }
}

/// `[user@]host:path`. A colon behind a slash makes it a path of the file system, and so does a single letter before it
/// (a drive), unless a user stands before that.
fn scp(url: &str) -> Option<String> {
    let head = before(url, &['/']);
    // The last `@` behind which a host and a colon still follow: a password may hold one, and so may the path.
    let cut = head.match_indices('@').rfind(|(at, _)| head[at + 1..].contains(':'));
    let rest = cut.map_or(url, |(at, _)| &url[at + 1..]);
    let colon = if rest.starts_with('[') { rest.find("]:")? + 1 } else { rest.find(':')? };
    let (host, path) = (&rest[..colon], &rest[colon + 1..]);
    let is_drive = host.len() < 2 && cut.is_none();
    if host.contains('/') || is_drive || path.starts_with(':') {
        return None;
    }
    key(host, None, path)
}

/// `rest` (what follows `://`) without `user:password@`.
fn without_credential(rest: &str) -> &str {
    let authority = before(rest, &['/', '?', '#']);
    if let Some(at) = authority.rfind('@') {
        return &rest[at + 1..];
    }
    // A password with a raw slash in it: what looks like a port is its beginning. Dropping too much costs an
    // identity, dropping too little a password.
    let first = rest.get(authority.len() + 1..).map(|path| before(path, &['/']));
    let looks_split = authority.contains(':') && !authority.ends_with(']');
    match rest.rfind('@') {
        Some(at) if port_is_bad(authority) => &rest[at + 1..],
        Some(at) if looks_split && first.is_some_and(|f| f.find('@').is_some_and(|i| i > 0)) => {
            &rest[at + 1..]
        }
        _ => rest,
    }
}

fn port_is_bad(authority: &str) -> bool {
    split_port(authority).is_none()
}

/// Host and port of an authority without a user; none if the port is no number.
fn split_port(authority: &str) -> Option<(&str, Option<u16>)> {
    let colon = authority.rfind(':').filter(|at| !authority[*at..].contains(']'));
    let Some(at) = colon else { return Some((authority, None)) };
    match &authority[at + 1..] {
        "" => Some((&authority[..at], None)),
        port => Some((&authority[..at], Some(port.parse().ok()?))),
    }
}

fn key(authority: &str, own_port: Option<u16>, path: &str) -> Option<String> {
    let (host, port) = split_port(authority)?;
    let host = host.trim_end_matches('.').to_lowercase();
    let odd = |c: char| c.is_whitespace() || "@%\\\"'<>".contains(c);
    if host.is_empty() || host.contains(odd) || (host.contains(':') && !host.starts_with('[')) {
        return None;
    }
    let mut path = clean_path(&decoded(path))?;
    if CASELESS_HOSTS.contains(&host.as_str()) {
        path = path.to_lowercase();
    }
    match port.filter(|port| Some(*port) != own_port) {
        Some(port) => Some(format!("{host}:{port}/{path}")),
        None => Some(format!("{host}/{path}")),
    }
}

/// The path with single slashes between its parts and none around, without `.git`; none if nothing is left or if
/// it climbs.
fn clean_path(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if let Some(last) = parts.pop() {
        let cut = last.len().saturating_sub(4);
        let git = last.get(cut..).is_some_and(|end| end.eq_ignore_ascii_case(".git"));
        let bare = if git { last.get(..cut).unwrap_or(last) } else { last };
        parts.extend(Some(bare).filter(|bare| !bare.is_empty()));
    }
    let sound = !parts.is_empty() && !parts.contains(&"..");
    let joined = parts.join("/");
    let printable = !joined.chars().any(char::is_control) && joined.trim() == joined;
    (sound && printable).then_some(joined)
}

/// `path` with its percent escapes decoded, or as it was if that gives no UTF-8 or control characters.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let escape = (*first == b'%').then(|| tail.get(..2).and_then(hex)).flatten();
        bytes.push(escape.unwrap_or(*first));
        rest = if escape.is_some() { tail.get(2..).unwrap_or_default() } else { tail };
    }
    let text = String::from_utf8(bytes).ok().filter(|text| !text.chars().any(char::is_control));
    text.unwrap_or_else(|| path.to_owned())
}

fn hex(digits: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(digits).ok()?;
    text.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u8::from_str_radix(text, 16).ok())?
}

/// `text` up to the first of `ends`.
fn before<'t>(text: &'t str, ends: &[char]) -> &'t str {
    text.find(ends).and_then(|at| text.get(..at)).unwrap_or(text)
}
