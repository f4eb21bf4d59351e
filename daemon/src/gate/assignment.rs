//! Values that only the name beside them makes a secret: `api_key = …`, `Password: …`.
//!
//! Hashes, commits and UUIDs look exactly like keys. So the name decides how much is believed: a name that can
//! only mean a secret makes a hexadecimal value one; a name that ends in a bare `key` does so only if it is none
//! of the many keys that are no secret (cache, sort, foreign …).

use super::look;

/// Words that long: they mean a secret wherever they stand in a name.
const LONG: [&str; 14] = [
    "secret",
    "token",
    "password",
    "passwd",
    "passphrase",
    "apikey",
    "accesskey",
    "privatekey",
    "authkey",
    "credential",
    "keydata",
    "accountkey",
    "signingkey",
    "encryptionkey",
];

/// Words that short: they must be a word of their own in the name.
const SHORT: [&str; 9] =
    ["pass", "pwd", "auth", "access", "private", "pat", "accesscode", "login", "key"];

/// Parts of names whose values are public or no secret.
const PUBLIC: [&str; 16] = [
    "public",
    "pubkey",
    "csrf",
    "xsrf",
    "authenticity",
    "tokenizer",
    "tokentype",
    "idempotency",
    "dedup",
    "keyboard",
    "checksum",
    "integrity",
    "digest",
    "fingerprint",
    "etag",
    "next",
];

/// What a key may be of without being a secret.
const HARMLESS_KEYS: [&str; 34] = [
    "cache",
    "primary",
    "foreign",
    "sort",
    "partition",
    "hash",
    "map",
    "object",
    "bucket",
    "group",
    "unique",
    "row",
    "routing",
    "shortcut",
    "index",
    "lookup",
    "composite",
    "storage",
    "s3",
    "dict",
    "json",
    "config",
    "state",
    "query",
    "column",
    "sequence",
    "schema",
    "redis",
    "lock",
    "event",
    "message",
    "record",
    "blob",
    "file",
];

/// Words that end in `key` and are of no key.
const ENDING_IN_KEY: [&str; 9] =
    ["monkey", "turkey", "donkey", "hockey", "jockey", "hotkey", "whiskey", "cachekey", "sortkey"];

/// How strongly a name says that its value is a secret.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    None,
    /// A key of some kind: a random value counts, a hash does not.
    Key,
    /// A key with an owner's name before it: also a hash.
    NamedKey,
    /// A secret by name.
    Secret,
}

/// True if `value`, which stands behind `name`, is a chosen password. `name` may be empty (netrc).
pub(super) fn password(name: &str, value: &str) -> bool {
    // A bare `pass` is as often a verb, or a field of that name in code: `pass: PassKindV1`.
    let enough = name != "pass" || look::opaque(value);
    enough
        && (name.is_empty() || strength(name) == Strength::Secret)
        && !look::placeholder(value)
        && !reference(value)
        && look::password(value)
}

/// True if `value`, which stands behind `name` and `separator`, is a secret.
pub(super) fn secret(name: &str, separator: &str, value: &str) -> bool {
    let strength = strength(name);
    if strength == Strength::None || look::placeholder(value) || reference(value) {
        return false;
    }
    let sign = separator.contains(['=', ':', '|', ',']) || separator.contains("----");
    let hash = look::hexadecimal(value);
    let random = hash || look::opaque(value);
    match strength {
        Strength::None => false,
        Strength::Secret => random && (sign || value.len() >= 12),
        Strength::NamedKey => random && (sign || !hash) && value.len() >= 12,
        Strength::Key => !hash && random && value.len() >= 16,
    }
}

/// A variable, a path or a call, not a value.
pub(super) fn reference(value: &str) -> bool {
    let code = [
        "process.env",
        "os.environ",
        "env.",
        "getenv",
        "secrets.",
        "vars.",
        "vault:",
        "op://",
        "self.",
    ];
    let upper_name =
        value.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
            && value.contains('_');
    upper_name
        || (value.starts_with(['/', '~', '&']) && !look::opaque(value))
        || value.starts_with("./")
        || value.contains("::")
        || assignment(value)
        || versioned(value)
        || code.iter().any(|start| value.starts_with(start))
}

/// `name-1.2.3`: a package.
fn versioned(value: &str) -> bool {
    value.rsplit_once('-').is_some_and(|(_, version)| {
        version.contains('.') && version.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    })
}

/// `NAME=…`: the next line of a file whose own value was empty.
fn assignment(value: &str) -> bool {
    value.split_once('=').is_some_and(|(name, rest)| {
        !rest.is_empty()
            && !rest.starts_with('=')
            && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    })
}

fn strength(name: &str) -> Strength {
    let bare: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    if PUBLIC.iter().any(|part| bare.contains(part)) {
        return Strength::None;
    }
    if LONG.iter().any(|word| bare.contains(word)) {
        return Strength::Secret;
    }
    let words = words(name);
    let Some(position) = words.iter().rposition(|word| SHORT.contains(&word.as_str())) else {
        let glued = words.last().is_some_and(|word| {
            word.len() > 5 && word.ends_with("key") && !ENDING_IN_KEY.contains(&word.as_str())
        });
        return if glued { Strength::NamedKey } else { Strength::None };
    };
    if words.get(position).is_some_and(|word| word != "key") {
        return Strength::Secret;
    }
    // `acmeKEY`, `acme KEY`: shouted, unlike `CACHE_KEY`.
    if name
        .strip_suffix("KEY")
        .is_some_and(|owner| !owner.ends_with(|c: char| c == '_' || c.is_ascii_uppercase()))
    {
        return Strength::Secret;
    }
    match position.checked_sub(1).and_then(|before| words.get(before)) {
        None => Strength::Key,
        Some(owner) if HARMLESS_KEYS.contains(&owner.as_str()) => Strength::None,
        Some(_) => Strength::NamedKey,
    }
}

/// The words of an identifier, lower-case: split at signs, at `aB`, and at `aBC`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = ' ';
    for c in name.chars() {
        let hump = previous.is_ascii_lowercase() && c.is_ascii_uppercase();
        if hump || !c.is_ascii_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_ascii_alphanumeric()) {
            word.push(c.to_ascii_lowercase());
        }
        previous = c;
    }
    words.retain(|word| !word.is_empty());
    words
}
