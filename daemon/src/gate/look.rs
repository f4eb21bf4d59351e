//! What a value looks like: random, a placeholder, a reference to something else.
//!
//! A rule's pattern says where a secret would stand; these tests say whether one stands there. They are pure
//! and count in integers, so that the same text gives the same answer on every machine. They must never keep
//! or show the value.

/// The letters that follow each letter in ordinary technical English: of all pairs of letters in words, these
/// cover 97 %. Two random letters are such a pair in 42 % of cases.
const FOLLOWERS: [&str; 26] = [
    "bcdfgiklmnprstuvxy",
    "aeilorsuy",
    "acehiklorstuy",
    "adeilorsuy",
    "abcdefgilmnopqrstvwxy",
    "aefilortuy",
    "aeghilnorsu",
    "aeiort",
    "abcdefglmnoprstvxz",
    "eo",
    "aeis",
    "adeilopstuvy",
    "abeilmopsu",
    "acdefgiklmnostuvy",
    "abcdfgiklmnoprstuvwx",
    "aehiloprstuy",
    "u",
    "abcdefgiklmnoprstuvy",
    "acehiklmnopqrstuwy",
    "acdefhilmoprstuwy",
    "abcdegilmnprst",
    "aeio",
    "aehinors",
    "ceipt",
    "mnpst",
    "ae",
];

/// Words that stand where a secret would, in documents and templates. Matched inside the value.
const PLACEHOLDER_PARTS: [&str; 31] = [
    "example",
    "sample",
    "dummy",
    "fake",
    "placeholder",
    "changeme",
    "change-me",
    "change_me",
    "change.me",
    "redacted",
    "insert",
    "replace",
    "your-",
    "your_",
    "yourpass",
    "yoursecret",
    "yourtoken",
    "yourapi",
    "my-secret",
    "my_secret",
    "mysecret",
    "mypassword",
    "mytoken",
    "some-",
    "some_",
    "todo",
    "not-a-",
    "not_a_",
    "notareal",
    "****",
    "....",
];

/// Whole values that protect nothing: defaults, types, states. Matched against the lower-cased value.
const COMMON_VALUES: [&str; 48] = [
    "password",
    "passwd",
    "pass",
    "pwd",
    "passphrase",
    "secret",
    "secrets",
    "token",
    "tokens",
    "apikey",
    "key",
    "root",
    "admin",
    "administrator",
    "user",
    "username",
    "guest",
    "test",
    "testing",
    "tester",
    "test123",
    "demo",
    "default",
    "postgres",
    "mysql",
    "redis",
    "rabbitmq",
    "mongo",
    "none",
    "null",
    "nil",
    "true",
    "false",
    "undefined",
    "empty",
    "string",
    "str",
    "value",
    "required",
    "optional",
    "hidden",
    "foo",
    "bar",
    "foobar",
    "baz",
    "hunter2",
    "yyy",
    "zzz",
];

/// Names of algorithms and standards that hold digits: `password: argon2id` is about hashing.
const TECHNICAL_WORDS: [&str; 16] = [
    "argon2", "pbkdf2", "bcrypt", "scrypt", "sha1", "sha2", "sha256", "sha384", "sha512", "md5",
    "base64", "base32", "oauth", "saml2", "utf8", "utf-8",
];

/// The chance, per mille, that two characters drawn from `value` without putting back are the same: the
/// collision probability, whose negative logarithm is the Rényi entropy of order 2. Random hexadecimal digits
/// give about 62, random letters and digits about 16, `xxxxxxxx` 1000. Fewer than two characters give 1000.
pub(super) fn collision_per_mille(value: &str) -> u64 {
    let mut counts = [0_u64; 256];
    for byte in value.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let length = value.len() as u64;
    if length < 2 {
        return 1000;
    }
    let same: u64 = counts.iter().map(|n| n * n.saturating_sub(1)).sum();
    same * 1000 / (length * (length - 1))
}

/// True if the characters of `value` are varied enough to have been drawn at random.
pub(super) fn varied(value: &str) -> bool {
    collision_per_mille(value) <= 150
}

/// True if `value` stands in for a secret and is none: a template, a variable, a mask, a stop word, a run.
pub(super) fn placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    value.is_empty()
        || lower.starts_with(['$', '%', '<', '@', '*', '#'])
        || ["${", "$(", "{{", "#{", "&lt;", "%(", "...", "…", "://"]
            .iter()
            .any(|s| lower.contains(s))
        || PLACEHOLDER_PARTS.iter().any(|part| lower.contains(part))
        || COMMON_VALUES.contains(&lower.as_str())
        || filler(longest_run(&lower), 5, &lower)
        || filler(longest_climb(&lower), 6, &lower)
}

/// True if a run of `run` bytes is both long and a good part of `value`: a random value may hold a short one.
fn filler(run: usize, at_least: usize, value: &str) -> bool {
    run > at_least && run * 3 >= value.len()
}

/// The longest run of one byte.
fn longest_run(value: &str) -> usize {
    longest(value, |a, b| a == b)
}

/// The longest stretch in which each byte follows the one before it, as in `abcdef` or `1234`.
fn longest_climb(value: &str) -> usize {
    longest(value, |a, b| a.checked_add(1) == Some(b))
}

fn longest(value: &str, joins: impl Fn(u8, u8) -> bool) -> usize {
    let (mut best, mut run) = (0, 0);
    let mut previous = None;
    for byte in value.bytes() {
        run = if previous.is_some_and(|p| joins(p, byte)) { run + 1 } else { 1 };
        best = best.max(run);
        previous = Some(byte);
    }
    best
}

/// True if `value` is hexadecimal (dashes allowed, as in a UUID) or a long number: a key, or just as well a hash,
/// a commit or an id. Only the name beside it can tell.
pub(super) fn hexadecimal(value: &str) -> bool {
    let bare = || value.bytes().filter(|b| *b != b'-');
    let letters = bare().filter(u8::is_ascii_alphabetic).count();
    bare().all(|b| b.is_ascii_hexdigit())
        && bare().count() >= 20
        && (letters >= 2 || bare().count() >= 24)
        && collision_per_mille(value) <= 220
}

/// True if `value` looks drawn at random, not written: its neighbouring letters seldom follow each other in
/// words, or letters and digits alternate. Identifiers, versions, paths and prose are not.
pub(super) fn opaque(value: &str) -> bool {
    let (mut random, mut wordy) = (0_usize, 0_usize);
    for pair in value.as_bytes().windows(2) {
        match pair {
            [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
                if follows(*a, *b) {
                    wordy += 1;
                } else {
                    random += 1;
                }
            }
            [a, b] if a.is_ascii_alphabetic() && b.is_ascii_digit() => random += 1,
            [a, b] if a.is_ascii_digit() && b.is_ascii_alphabetic() => random += 1,
            _ => {}
        }
    }
    random >= 4 && random * 3 >= random + wordy && varied(value)
}

fn follows(a: u8, b: u8) -> bool {
    let index = usize::from(a.to_ascii_lowercase().wrapping_sub(b'a'));
    FOLLOWERS.get(index).is_some_and(|set| set.as_bytes().contains(&b.to_ascii_lowercase()))
}

/// True if `value` could be a chosen password: letters mixed with digits or signs, or letters that form no
/// words. Paths, names of algorithms and plain words are not.
pub(super) fn password(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let technical = TECHNICAL_WORDS.iter().any(|word| lower.starts_with(word));
    let path = value.starts_with(['/', '.', '~', '-'])
        || value.contains("->")
        || (value.contains('/') && !opaque(value));
    !technical
        && !path
        && value.len() >= 6
        && ((letters >= 2 && digits >= 1) || opaque(value) || unpronounceable(value))
}

/// True for eight and more letters with a third of unusual neighbours.
fn unpronounceable(value: &str) -> bool {
    let pairs = value.as_bytes().windows(2);
    let unusual = pairs.filter(|p| !matches!(p, [a, b] if follows(*a, *b))).count();
    let letters = value.bytes().all(|b| b.is_ascii_alphabetic());
    letters && value.len() >= 8 && unusual * 3 + 1 >= value.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collision_counts_pairs() {
        assert_eq!(collision_per_mille("aaaa"), 1000);
        assert_eq!(collision_per_mille("abcd"), 0);
        assert_eq!(collision_per_mille("aabb"), 333);
        assert_eq!(collision_per_mille("a"), 1000);
    }

    #[test]
    fn written_text_is_not_opaque() {
        for text in [
            "task-queue-sk-routing-layer-v2",
            "disk-backed-queue-for-large-uploads",
            "PdfEncryptionKeySize.Key128Bit",
            "id-Gost28147-89-None-KeyMeshing",
            "KAFKA_AUTO_CREATE_TOPICS_ENABLE",
            "getUserAccessTokenFromRequest",
        ] {
            assert!(!opaque(text), "{text}");
        }
    }

    #[test]
    fn drawn_text_is_opaque() {
        for parts in [["q7Zk2m", "Vx9TbLw4"], ["nzmbmdgmefxq", "yhapvuaxtfck"]] {
            assert!(opaque(&parts.concat()));
        }
    }

    #[test]
    fn stand_ins_are_placeholders() {
        for text in ["${DB_PASSWORD}", "<your-key>", "changeme", "xxxxxxxx", "EXAMPLEKEY", "%s"] {
            assert!(placeholder(text), "{text}");
        }
    }
}
