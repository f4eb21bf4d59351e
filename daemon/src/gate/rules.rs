//! The built-in rules: what secrets look like, most specific first.
//!
//! Each pattern holds one group named `secret`: what is replaced. What stands around it (a host, a name, a
//! sign) stays readable. Rules of a provider are known by their form; the last ones are known by the name
//! beside the value: their patterns catch the last word of the name and the first characters of the value, and the
//! code reads on from there in both directions, since bounded repeats make a pattern slow. Word boundaries are ASCII ones, so that the prefilter stays a plain automaton on any text.
//! Sources of the forms: the providers' documents and the open rule sets of gitleaks (MIT), noseyparker and
//! detect-secrets (Apache-2.0), rewritten.

use super::rule::{Look, RuleSpec};

const fn shape(name: &'static str, pattern: &'static str) -> RuleSpec {
    RuleSpec { name, pattern, look: Look::Shape }
}

const fn look(name: &'static str, look: Look, pattern: &'static str) -> RuleSpec {
    RuleSpec { name, pattern, look }
}

/// Every rule that ships with the program, in order of precedence.
pub const STANDARD: &[RuleSpec] = &[
    // Cloud providers.
    shape(
        "aws-access-key-id",
        r"(?-u:\b)(?P<secret>(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})(?-u:\b)",
    ),
    shape("aws-bedrock-key", r"(?-u:\b)(?P<secret>ABSK[A-Za-z0-9+/]{60,}={0,2})"),
    shape("google-api-key", r"(?-u:\b)(?P<secret>AIza[A-Za-z0-9_-]{35})"),
    shape(
        "google-oauth",
        r"(?-u:\b)(?P<secret>GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{30,})",
    ),
    shape(
        "azure-key",
        r"(?i)(?:AccountKey|SharedAccessKey|SharedAccessSignature|;\s*Secret)\s*=\s*(?P<secret>[A-Za-z0-9+/%]{30,}={0,2})",
    ),
    shape("azure-ad-secret", r"(?P<secret>[A-Za-z0-9_.~-]{3}[0-9]Q~[A-Za-z0-9_.~-]{31,34})"),
    shape("alibaba-key", r"(?-u:\b)(?P<secret>LTAI[A-Za-z0-9]{16,24})(?-u:\b)"),
    shape("digitalocean-token", r"(?-u:\b)(?P<secret>do[opr]_v1_[a-f0-9]{64})"),
    shape("databricks-token", r"(?-u:\b)(?P<secret>dapi[a-f0-9]{32})(?-u:\b)"),
    // Code hosts and package registries.
    shape(
        "github-token",
        r"(?-u:\b)(?P<secret>gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})",
    ),
    shape(
        "gitlab-token",
        r"(?-u:\b)(?P<secret>(?:gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct)-[A-Za-z0-9_.-]{18,}|GR1348941[A-Za-z0-9_-]{20,}))",
    ),
    shape(
        "atlassian-token",
        r"(?-u:\b)(?P<secret>ATATT3[A-Za-z0-9_=-]{60,}|(?:ATBB|ATCTT3)[A-Za-z0-9_=-]{28,})",
    ),
    shape("npm-token", r"(?-u:\b)(?P<secret>npm_[A-Za-z0-9]{30,})"),
    look(
        "npm-auth",
        Look::Header,
        r"(?i)(?:^|[/:\s])_auth(?:Token)?\s{0,8}=\s{0,8}(?P<secret>[^\s]{8,})",
    ),
    shape("pypi-token", r"(?-u:\b)(?P<secret>pypi-Ag[A-Za-z0-9_-]{50,})"),
    shape("rubygems-token", r"(?-u:\b)(?P<secret>rubygems_[a-f0-9]{48})"),
    shape("nuget-key", r"(?-u:\b)(?P<secret>oy2[a-z0-9]{43})(?-u:\b)"),
    shape("docker-token", r"(?-u:\b)(?P<secret>dckr_[po]at_[A-Za-z0-9_-]{27,})"),
    // Models.
    shape(
        "openai-anthropic-key",
        r"(?-u:\b)(?P<secret>sk-(?:[a-z]{2,8}-|[a-z]{3}-[a-z]{2,8}[0-9]{2}-)?[A-Za-z0-9_-]{18,}(?:\.[A-Za-z0-9_-]{10,})?)",
    ),
    shape(
        "model-host-key",
        r"(?-u:\b)(?P<secret>gsk_[A-Za-z0-9]{40,}|hf_[A-Za-z]{34}(?-u:\b)|api_org_[A-Za-z]{34}(?-u:\b)|r8_[A-Za-z0-9]{37}|xai-[A-Za-z0-9]{60,}|pplx-[A-Za-z0-9]{40,}|nvapi-[A-Za-z0-9_-]{50,})",
    ),
    // Messages and mail.
    shape("slack-token", r"(?-u:\b)(?P<secret>(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,})"),
    shape(
        "webhook-url",
        r"(?i)(?:hooks\.slack\.com/(?:services|workflows|triggers)|discord(?:app)?\.com/api/webhooks|hooks\.zapier\.com/hooks/catch|[a-z0-9.-]{0,40}webhook\.office\.com/webhookb?2?|hooks\.tines\.[a-z]{2,6}/webhook|[a-z0-9-]{1,40}\.tines\.com/webhook)/(?P<secret>[A-Za-z0-9/_@-]{16,})",
    ),
    shape(
        "discord-token",
        r"(?-u:\b)(?P<secret>[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38})",
    ),
    shape("telegram-token", r"(?-u:\b)(?P<secret>[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34})"),
    look(
        "telegram-token",
        Look::Opaque,
        r"(?i)(?:tgram://|/bot|telegram[^\n]{0,40}?(?-u:\b))(?P<secret>[0-9]{8,10}:[a-z0-9_-]{35})",
    ),
    shape("twilio-key", r"(?-u:\b)(?P<secret>SK[a-f0-9]{32})(?-u:\b)"),
    shape("sendgrid-key", r"(?-u:\b)(?P<secret>SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64})"),
    shape(
        "mail-key",
        r"(?-u:\b)(?P<secret>[a-f0-9]{32}-us[0-9]{1,2}(?-u:\b)|xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}|key-[a-f0-9]{32}(?-u:\b))",
    ),
    // Money.
    shape(
        "stripe-key",
        r"(?-u:\b)(?P<secret>(?:[sr]k_(?:live|test|prod)_|whsec_)[A-Za-z0-9]{10,})",
    ),
    shape(
        "square-token",
        r"(?-u:\b)(?P<secret>sq0[a-z]{3}-[A-Za-z0-9_-]{22,}|EAAA[A-Za-z0-9_-]{56,})",
    ),
    shape("shopify-token", r"(?-u:\b)(?P<secret>shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})(?-u:\b)"),
    // Operations.
    shape(
        "vault-token",
        r"(?-u:\b)(?P<secret>hv[sbr]\.[A-Za-z0-9_-]{24,}|[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,})",
    ),
    look(
        "vault-unseal-key",
        Look::Opaque,
        r"(?i)unseal(?:\s+key)?(?:\s+[0-9]{1,2})?:?\s+(?P<secret>[a-z0-9+/]{43,44}=?)",
    ),
    shape("openshift-token", r"(?-u:\b)(?P<secret>sha256~[A-Za-z0-9_-]{43})"),
    shape(
        "grafana-token",
        r"(?-u:\b)(?P<secret>glc_[A-Za-z0-9+/]{32,}={0,2}|glsa_[A-Za-z0-9]{32}_[a-fA-F0-9]{8}|eyJrIjoi[A-Za-z0-9+/]{50,}={0,2})",
    ),
    shape(
        "doppler-token",
        r"(?-u:\b)(?P<secret>dp\.(?:ct|pt|st(?:\.[a-z0-9_-]{2,35})?|sa|scim|audit)\.[A-Za-z0-9]{40,44})",
    ),
    shape(
        "flyio-token",
        r"(?P<secret>FlyV1\s[a-z0-9]{2,3}_[A-Za-z0-9+/=,_-]{50,}|fo1_[A-Za-z0-9_-]{43})",
    ),
    shape("dynatrace-token", r"(?-u:\b)(?P<secret>dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64})"),
    shape("newrelic-key", r"(?-u:\b)(?P<secret>NRAK-[A-Z0-9]{27}|NRJS-[a-f0-9]{19})(?-u:\b)"),
    shape("okta-token", r"(?i)(?:okta|ssws)[^\n]{0,40}?(?-u:\b)(?P<secret>00[A-Za-z0-9_-]{39,40})"),
    shape("dropbox-token", r"(?-u:\b)(?P<secret>sl\.(?:u\.)?[A-Za-z0-9_-]{100,})"),
    shape(
        "facebook-token",
        r"(?-u:\b)(?P<secret>EAA[A-Z][A-Za-z0-9]{50,}|[0-9]{15,16}\|[A-Za-z0-9_-]{27})",
    ),
    shape("airtable-token", r"(?-u:\b)(?P<secret>pat[A-Za-z0-9]{14}\.[a-f0-9]{64})"),
    shape("figma-token", r"(?-u:\b)(?P<secret>figd_[A-Za-z0-9_-]{38,})"),
    shape("twitch-stream-key", r"(?-u:\b)(?P<secret>live_[0-9]{6,12}_[A-Za-z0-9]{28,32})(?-u:\b)"),
    shape("age-key", r"(?P<secret>AGE-SECRET-KEY-1[0-9A-Z]{50,})"),
    shape(
        "service-token",
        r"(?-u:\b)(?P<secret>(?:aio_|bkua_|sb[ps]_|rdme_|lin_api_|ntn_|pnu_|pul-|sq[apu]_|ph[cx]_|pscale_(?:tkn|pw|oauth)_|tk-us-|vc[pkair]_|sntry[su]_|napi_|tfp_|ops_|PMAK-|CFPAT-|CCIPAT_|NF-|BBFF-|EZ[AT]K|AKCp|fc-|s-s4t2(?:ud|af)-)[A-Za-z0-9_-]{30,}|pat-[a-z]{2}[0-9]-[a-f0-9-]{36})",
    ),
    // Forms that many providers share.
    shape(
        "jwt",
        r"(?-u:\b)(?P<secret>ey[A-Za-z0-9_-]{14,}\.[A-Za-z0-9_-]{14,}\.[A-Za-z0-9_-]{14,})",
    ),
    shape(
        "private-key-base64",
        r"(?P<secret>LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURSB|BQUklWQVRFI|BFQyBQUklWQVRFI|BPUEVOU1NIIFBSSVZBVEUg|BFTkNSWVBURUQgUFJJVkFURSB)[A-Za-z0-9+/=]{20,})",
    ),
    look(
        "prefixed-token",
        Look::Mixed,
        r"(?-u:\b)(?P<prefix>[A-Za-z][A-Za-z0-9]{1,10}(?:[_-](?:live|test|prod|pat|api|sk|key|secret|token|org|v1))?[_-])(?P<secret>[A-Za-z0-9]{26,}(?:[_-][A-Za-z0-9]{4,})?)",
    ),
    // Where the place tells.
    look(
        "url-password",
        Look::UrlPassword,
        r#"(?-u:\b)[A-Za-z][A-Za-z0-9+.-]{1,20}://(?P<user>[^\s/:@"'<>`]{0,80}):(?P<secret>[^\s/"'<>`]{1,200})@[^\s/@]"#,
    ),
    look(
        "url-token",
        Look::Opaque,
        r"://(?P<secret>[A-Za-z0-9_-]{20,200})(?::x-oauth-basic)?@[A-Za-z0-9]",
    ),
    look(
        "authorization-header",
        Look::Header,
        r#"(?i)authorization(?:\\?["'`])?\s{0,8}[:=,]\s{0,8}(?:\\?["'`])?(?:(?:bearer|basic|token|api-?token|apikey|ssws|digest|key)[\s"'`+]{1,12})?(?P<secret>[^\s"'`,;<>(){}\[\]\\]{6,})"#,
    ),
    look(
        "bearer-token",
        Look::Opaque,
        r#"(?i)(?-u:\b)bearer[\s"'`+:]{1,6}(?P<secret>[A-Za-z0-9_.~+/=-]{16,})"#,
    ),
    look(
        "curl-user",
        Look::UrlPassword,
        r#"(?-u:\b)curl(?-u:\b)(?:[^\n]|\\\n){0,300}?\s(?:-u|--user)[\s=]{1,8}["']?(?P<user>[^\s:"'<>]{0,80})["']?:["']?(?P<secret>[^\s"'<>]{3,200})"#,
    ),
    look(
        "netrc-password",
        Look::Password,
        r#"(?i)(?-u:\b)login\s{1,20}["']?[^\s"']{1,80}["']?\s{1,20}password\s{1,20}["']?(?P<secret>[^\s"']{4})"#,
    ),
    look(
        "credential-call",
        Look::Password,
        r#"(?i)credentials?\(\s{0,8}["'][^"'\n]{1,80}["']\s{0,8},\s{0,8}["'](?P<secret>[^\s"']{6})"#,
    ),
    look(
        "password",
        Look::Password,
        r#"(?i)(?P<name>(?:password|passwd|passphrase|passcode|pwd|pass))(?:[_.-]?(?:[0-9]{1,3}|value|prod|dev|staging|live|code))?\\?["'`\]]{0,2}[ \t]{0,60}(?:=>|:=|[:=]|is)[ \t]{0,60}(?:\\?["'`]){0,2}(?P<secret>[^\s"'`,;<>(){}\[\]\\]{6})"#,
    ),
    look(
        "secret-assignment",
        Look::Assigned,
        r#"(?i)(?P<name>(?:secret|token|password|passwd|passphrase|pwd|pass|api[_.\s-]{0,2}key|key[_.-]data|key|auth|credentials?|access|private|pat|login)(?:[_.\s-]?(?:key|token|secret|code))?(?:[_.-]?(?:[0-9]{1,3}|value|val|prod|dev|staging|live|string|base64|b64|data)|[_.-]sid)?)\\?["'`\]]{0,2}(?P<sep>[\s/>{,"']{1,12}(?:value|default|params)["']?[\s=:\[]{1,12}|\s{0,60}(?:(?:=>|:=|[:=|]|----|is)\s{0,60}|,\s{0,60}\\?["'`])|\s{1,20}|-)(?:\\?["'`]){0,2}(?P<secret>[^\s"'`,;<>(){}\[\]\\]{8})"#,
    ),
];
