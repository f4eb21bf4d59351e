//! Behaviour of the gate. Secrets are drawn or put together at run time; none is written down.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
const MIXED: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const HEX: &str = "0123456789abcdef";
const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// `length` characters of `alphabet`, the same for the same seed.
fn draw(alphabet: &str, length: usize, seed: u64) -> String {
    let alphabet = alphabet.as_bytes();
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0xD1B5_4A32_D192_ED03);
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(alphabet[(state >> 33) as usize % alphabet.len()])
    };
    (0..length).map(|_| next()).collect()
}

static STANDARD_GATE: LazyLock<Gate> = LazyLock::new(|| Gate::standard(Mode::Redact));

fn gate() -> &'static Gate {
    &STANDARD_GATE
}

#[track_caller]
fn gone(gate: &Gate, text: &str, secret: &str) -> Screened {
    let screened = gate.screen(text);
    for piece in secret.as_bytes().windows(6).filter_map(|w| std::str::from_utf8(w).ok()) {
        assert!(!screened.text.contains(piece), "a piece of the secret stays: {}", screened.text);
    }
    assert!(!screened.findings.is_empty());
    screened
}

#[track_caller]
fn kept(gate: &Gate, text: &str) {
    let screened = gate.screen(text);
    assert_eq!(screened.text, text);
    assert!(screened.findings.is_empty());
}

/// Prefix, alphabet and length of each provider's form, and the rule that knows it.
const FORMS: [(&[&str], &str, usize, &str); 24] = [
    (&["AK", "IA"], UPPER, 16, "aws-access-key-id"),
    (&["AI", "za"], MIXED, 35, "google-api-key"),
    (&["do", "p_v1_"], HEX, 64, "digitalocean-token"),
    (&["gh", "p_"], MIXED, 36, "github-token"),
    (&["gh", "s_"], MIXED, 36, "github-token"),
    (&["github", "_pat_"], MIXED, 60, "github-token"),
    (&["gl", "pat-"], MIXED, 20, "gitlab-token"),
    (&["AT", "BB"], MIXED, 32, "atlassian-token"),
    (&["np", "m_"], MIXED, 36, "npm-token"),
    (&["py", "pi-Ag"], MIXED, 80, "pypi-token"),
    (&["s", "k-proj-"], MIXED, 40, "openai-anthropic-key"),
    (&["s", "k-ant-api03-"], MIXED, 60, "openai-anthropic-key"),
    (&["h", "f_"], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ", 34, "model-host-key"),
    (&["xo", "xb-"], MIXED, 40, "slack-token"),
    (&["https://hooks.", "slack.com/services/"], MIXED, 30, "webhook-url"),
    (&["https://discord", ".com/api/webhooks/"], MIXED, 60, "webhook-url"),
    (&["S", "K"], HEX, 32, "twilio-key"),
    (&["s", "k_live_"], MIXED, 24, "stripe-key"),
    (&["shp", "at_"], HEX, 32, "shopify-token"),
    (&["hv", "s."], MIXED, 40, "vault-token"),
    (&["gl", "c_"], MIXED, 60, "grafana-token"),
    (&["da", "pi"], HEX, 32, "databricks-token"),
    (&["fig", "d_"], MIXED, 40, "figma-token"),
    (&["acme", "_live_"], MIXED, 28, "prefixed-token"),
];

#[test]
fn known_forms_are_replaced_wherever_they_stand() {
    let gate = gate();
    for (seed, (prefix, alphabet, length, rule)) in FORMS.iter().enumerate() {
        let tail = draw(alphabet, *length, seed as u64);
        let secret = [prefix.concat(), tail.clone()].concat();
        for (before, after) in [("", ""), ("use ", " for it."), ("K=\"", "\","), ("(", ")")] {
            let screened = gone(gate, &[before, &secret, after].concat(), &tail);
            assert!(screened.text.contains(rule), "{rule}: {}", screened.text);
            assert!(screened.text.ends_with(after));
        }
    }
}

#[test]
fn a_value_beside_a_telling_name_goes_and_the_name_stays() {
    let gate = gate();
    let (v, dotted) = (draw(MIXED, 20, 1), [draw(HEX, 36, 2), draw(MIXED, 8, 3)].join("."));
    let vendor = ["s", "k-sp-", &draw(MIXED, 18, 4), ".", &draw(MIXED, 22, 5)].concat();
    for (text, secret, name) in [
        (format!("\"Smtp__Secret\"                         = \"{v}\""), &v, "Smtp__Secret"),
        (format!("LAB_PASSWORD\t\t:\t\"{v}\""), &v, "LAB_PASSWORD"),
        (format!("token =\n  {v}\n"), &v, "token"),
        (format!("{{\"api_key\": \"{dotted}\"}}"), &dotted, "api_key"),
        (format!("api_key: {vendor}"), &vendor, "api_key"),
        (format!("The API key is {dotted}, rotate it."), &dotted, "rotate it"),
        (format!("X-Api-Key: {v}"), &v, "X-Api-Key"),
        (format!("req.set(\"Authorization\", \"Bearer \" + \"{v}\")"), &v, "Authorization"),
        (format!("curl -H 'Authorization: token {v}' https://h.test"), &v, "https://h.test"),
        (format!("curl -u deploy:{v} https://h.test"), &v, "curl -u deploy:"),
        (format!("machine h.test login me password {v}"), &v, "login me"),
        (format!("export DB_PASSWORD='{v}'\nexport DB_HOST=db"), &v, "DB_HOST=db"),
        (format!("client-key-data: {v}{v}"), &v, "client-key-data"),
        (format!("https://h.test/?access_token={v}&page=2"), &v, "&page=2"),
        (format!("//registry.npmjs.org/:_authToken={v}"), &v, "_authToken="),
    ] {
        let screened = gone(gate, &text, secret);
        assert!(screened.text.contains(name), "{}", screened.text);
    }
}

#[test]
fn a_connection_string_loses_its_password_alone() {
    let gate = gate();
    let p = draw(MIXED, 14, 7);
    for (text, stays) in [
        (format!("postgres://app:{p}@127.0.0.1:6543/x"), "@127.0.0.1:6543/x"),
        (format!("mysql://root:{p}@db/x"), "mysql://root:"),
        (format!("redis://:{p}@h:6379"), "@h:6379"),
        (format!("amqp://u:{p}%40x@h"), "@h"),
        (format!("amqp://u:{p}@x@h/vhost"), "@h/vhost"),
        (format!("Server=tcp:h,1433;User ID=u;Password={p};Encrypt=True"), ";Encrypt=True"),
    ] {
        assert!(gone(gate, &text, &p).text.contains(stays));
    }
}

#[test]
fn credentials_in_base64_are_opaque_and_images_are_not() {
    let gate = gate();
    let blob = draw(BASE64, 80, 8);
    for text in [
        format!("auth = {blob}=="),
        format!("{{\"auths\": {{\"h.test\": {{\"auth\": \"{blob}\"}}}}}}"),
        format!("Authorization: Basic {blob}="),
    ] {
        gone(gate, &text, &blob);
    }
    kept(gate, &format!("The logo is data:image/png;base64,{blob}"));
}

fn block(end: &str) -> (String, Vec<String>) {
    let mut lines: Vec<String> = (0..5).map(|i| draw(BASE64, 64, 20 + i)).collect();
    lines.push("Qx7/Rm0=".to_owned());
    let open = ["-----BEGIN", " RSA PRIVATE", " KEY-----"].concat();
    let close = if end.is_empty() { String::new() } else { end.to_owned() };
    (format!("{open}\n{}\n{close}", lines.join("\n")), lines)
}

#[test]
fn private_keys_go_as_a_block_and_the_rest_stays() {
    let gate = gate();
    let close = ["-----END", " RSA PRIVATE", " KEY-----"].concat();
    let (whole, lines) = block(&close);
    let (cut, _) = block("");
    let forms = [
        whole.clone(),
        whole.replace('\n', "\r\n"),
        whole.replace('\n', "\n    "),
        format!("{{\"key\": \"{}\"}}", whole.replace('\n', "\\n")),
        cut.trim_end().to_owned(),
        format!("{whole}\n{whole}"),
        format!("\"{}\"", whole.replace('\n', "\\n\" +\n\"")),
    ];
    for form in forms {
        let screened = gate.screen(&format!("Deploy with\n{form}\nthen restart the service."));
        for line in &lines {
            assert!(!screened.text.contains(line.as_str()), "{}", screened.text);
        }
        assert!(screened.text.contains("[redacted:private-key]"));
        assert!(screened.text.ends_with("then restart the service."), "{}", screened.text);
    }
}

#[test]
fn harmless_text_is_left_alone() {
    let gate = gate();
    let (sha, sha256) = (draw(HEX, 40, 30), draw(HEX, 64, 31));
    let uuid = [8, 4, 4, 4, 12].map(|n| draw(HEX, n, 32 + n as u64)).join("-");
    for text in HARMLESS {
        kept(gate, text);
    }
    for text in [
        format!("Fixed in change 77, commit 9be1f00d, reverted by {sha}"),
        format!("content_hash = {sha256} holds the letters sk"),
        format!("sha256:{sha256}"),
        format!("integrity sha512-{}==", draw(BASE64, 86, 33)),
        format!("cache_key: {sha}, primary_key={uuid}"),
        format!("the object key {sha} moved"),
        format!("kms_key_id: {uuid}"),
        format!("requests carry trace id {uuid}"),
        format!("ssh-rsa AAAAB3NzaC1yc2EA{} me@host", draw(BASE64, 200, 34)),
        format!("public_key = \"{}\"", draw(MIXED, 43, 35)),
        format!("https://github.com/a/b/commit/{sha}#diff-{sha256}"),
        format!("/nix/store/{}-hello-2.12", draw(LOWER, 32, 36)),
        format!("docker pull app@sha256:{sha256}"),
    ] {
        kept(gate, &text);
    }
}

const HARMLESS: [&str; 43] = [
    "    pass: PassKindV1,",
    r#"{"env": "MAIL_PASSWORD=\nMAIL_PORT=2525\nAPI_KEY=\n"}"#,
    "use map::{Utf8BoundedMap, Utf8SuffixKey, Utf8SuffixMap};",
    "waitpid(code='pass', callback=check)",
    "pub Authorization: WINBIO_PRESENCE_0,",
    "Use the disk-backed-queue-for-large-uploads",
    "We ship without any API key",
    "The token bucket holds 20 tokens",
    "task-queue-sk-routing-layer-v2",
    "MAIL_PASSWORD=\nMAIL_PORT=2525\nAPI_KEY=\"\"\nTOKEN=<your token here>",
    "**** and %2A%2A%2A%2A and [REDACTED] and <secret>",
    "password = os.environ[\"DB_PASSWORD\"]",
    "password: process.env.DB_PASSWORD",
    "const token = getToken(request)",
    "password=${DB_PASSWORD} token=$TOKEN key=%s",
    "api_key: <your-key>",
    "api_key = \"your_api_key_here\"",
    "secret = \"changeme\"",
    "The password must have at least 12 characters and one digit.",
    "Passwords: argon2id with 64 MiB, never bcrypt",
    "password hashing is bcrypt12",
    "postgres://postgres:postgres@localhost:5432/app",
    "postgres://user:password@host/db",
    "https://user:${TOKEN}@git.test/a/b",
    "ssh://git@git.test:2222/team/app.git",
    "https://example.test:8443/a@b",
    "Authorization: Bearer <token>",
    "Authorization: Bearer $API_KEY",
    "Send the header `Authorization: Bearer ...` with each call",
    "the bearer token authentication middleware runs first",
    "-----BEGIN PRIVATE KEY----- starts the file",
    "-----BEGIN PUBLIC KEY-----\nnot secret at all\n-----END PUBLIC KEY-----",
    "csrf-token and public keys are no secrets",
    "keyboard: us-intl, monkey: patched, compat: es2017",
    "tokenizer: cl100k_base, max_tokens: 8192, token_type: bearer",
    "primaryKey = \"customer_order_line_item_id\"",
    "secretName: postgres-credentials-production",
    "auth: oauth2-proxy-with-keycloak-26",
    "access: read-only-for-contributors",
    "private: true, private method computeScoreForCandidate2",
    "credentialsId: 'jenkins-deploy-key-production'",
    "pass: tests/integration/test_login_flow_2.py",
    "AccountKey=<YOUR_ACCOUNT_KEY>; SharedAccessKey=X",
];

#[test]
fn findings_name_rule_and_field_and_nothing_more() {
    let gate = Gate::standard(Mode::Refuse);
    let secret = draw(MIXED, 24, 40);
    let text = format!("password: {secret}");
    let fields = gate.screen_fields([("text", "plain"), ("rationale", text.as_str())]);
    assert_eq!(fields.texts, ["plain", "password: [redacted:password]"]);
    assert_eq!(fields.findings[0].field, "rationale");
    assert_eq!(fields.findings[0].rule.to_string(), "password");
    let shown = format!("{gate:?} {fields:?} {:?}", gate.screen(&text));
    assert!(!shown.contains(&secret));
    assert_eq!(gate.mode(), Mode::Refuse);
}

#[test]
fn overlapping_rules_leave_no_part() {
    let gate = gate();
    let token = [["gh", "p_"].concat(), draw(MIXED, 36, 41)].concat();
    let screened = gate.screen(&format!("token={token} and https://x:{token}@h.test/r"));
    assert_eq!(
        screened.text,
        "token=[redacted:github-token] and https://x:[redacted:github-token]@h.test/r"
    );
}

#[test]
fn a_rule_without_the_group_is_refused() {
    let bad = RuleSpec { name: "bad", pattern: "x+", look: Look::Shape };
    assert!(Gate::new(Mode::Redact, &[bad]).is_err());
    let broken = RuleSpec { name: "broken", pattern: "(?P<secret>", look: Look::Shape };
    let error = Gate::new(Mode::Redact, &[broken]).err().map(|e| e.to_string());
    assert!(error.is_some_and(|e| e.contains("rule broken has a bad pattern")));
}

#[test]
fn names_of_rules_are_fit_for_a_mask() {
    for spec in STANDARD {
        let fit =
            spec.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        assert!(fit && spec.name.len() <= 40, "{}", spec.name);
    }
}

/// Long lines that make a backtracking search run for hours. Linear here: the test is that it ends.
#[test]
fn hostile_lines_take_linear_time() {
    let gate = gate();
    let size = 64 * 1024;
    for unit in [
        "a:b@",
        "://",
        ":",
        "\"",
        "password=",
        "key ",
        "-----BEGIN PRIVATE KEY-----",
        "curl ",
        "\\",
    ] {
        let _ = gate.screen(&unit.repeat(size / unit.len()));
    }
    let _ = gate.screen(&draw(BASE64, size, 42));
}

fn fragment() -> impl Strategy<Value = String> {
    let secret = (any::<u64>(), 8_usize..48).prop_map(|(seed, length)| draw(MIXED, length, seed));
    let known = prop::sample::select(vec![
        "password=",
        "token: ",
        "\"",
        "'",
        "https://u:",
        "@h.test",
        " ",
        "\n",
        "=",
        ":",
        "key",
        "Bearer ",
        "Authorization: ",
        "[redacted:password]",
        "[redacted:",
        "]",
        "secret",
        "_live_",
        "curl -u a:",
        "é",
        "日本",
        "-----BEGIN PRIVATE KEY-----\n",
        "-----END PRIVATE KEY-----",
        "\\n",
        "/",
        ".",
        ";",
        "gh",
        "p_",
        "API_KEY",
    ]);
    prop_oneof![secret, known.prop_map(str::to_owned), "[ -~]{0,12}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn screening_twice_is_screening_once(parts in prop::collection::vec(fragment(), 0..14)) {
        let gate = gate();
        let once = gate.screen(&parts.concat());
        let twice = gate.screen(&once.text);
        prop_assert_eq!(&twice.text, &once.text);
        prop_assert!(twice.findings.is_empty());
    }

    #[test]
    fn any_text_is_screened_without_a_panic(text in "\\PC{0,200}") {
        let _ = gate().screen(&text);
    }
}

/// What is drawn at random is nearly always seen as random, whatever the alphabet.
#[test]
fn drawn_values_are_found_beside_a_name() {
    let gate = gate();
    for (alphabet, length) in [
        (MIXED, 16),
        (MIXED, 20),
        (MIXED, 32),
        (LOWER, 16),
        (LOWER, 24),
        (UPPER, 20),
        (BASE64, 40),
        (HEX, 20),
        (HEX, 32),
        ("abcdefghijklmnopqrstuvwxyz", 24),
    ] {
        let found = (0..1000).filter(|seed| {
            !gate
                .screen(&format!("api_token: {}", draw(alphabet, length, *seed)))
                .findings
                .is_empty()
        });
        let found = found.count();
        assert!(found >= 980, "{found} of 1000, {length} of {} characters", alphabet.len());
    }
}
