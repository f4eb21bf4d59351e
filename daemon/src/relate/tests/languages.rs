//! Texts in other languages: what denies or counts otherwise is never the same, and near texts are said to be so.

use proptest::prelude::*;

use super::support::{assert_never_same, verdict};
use crate::relate::{Relation, Statement, text_relation};

/// A statement and its denial.
const DENIALS: &str = "
    允许自动部署到生产 | 不允许自动部署到生产
    测试可以访问网络 | 测试不可以访问网络
    已经启用缓存 | 未启用缓存
    可以在主分支上强制推送 | 禁止在主分支上强制推送
    本番環境では自動デプロイを使います | 本番環境では自動デプロイを使いません
    テストはネットワークに接続する | テストはネットワークに接続しない
    プロダクションで自動デプロイを使用합니다 | プロダクションで自動デプロイを使用하지 않습니다
    프로덕션에서 자동 배포를 사용합니다 | 프로덕션에서 자동 배포를 사용하지 않습니다
    테스트는 네트워크를 사용할 수 있다 | 테스트는 네트워크를 사용할 수 없다
    캐시는 켜져 있다 | 캐시는 안 켜져 있다
    Wir benutzen Redis als Cache | Wir benutzen Redis nicht als Cache
    Am Freitag wird deployt | Am Freitag wird nie deployt
    On déploie le vendredi | On ne déploie pas le vendredi
    Usamos Redis para la caché | No usamos Redis para la caché
    Os testes usam a rede | Os testes não usam a rede
    I test usano la rete | I test non usano la rete
    De tests gebruiken het netwerk | De tests gebruiken geen netwerk
    Testerna använder nätverket | Testerna använder inte nätverket
    Testene bruker nettverket | Testene bruker ikke nettverket
    Testy używają sieci | Testy nie używają sieci
    Testy používají síť | Testy nikdy používají síť
    Мы используем Redis | Мы не используем Redis
    Тести використовують мережу | Тести не використовують мережу
    Τα τεστ χρησιμοποιούν το δίκτυο | Τα τεστ δεν χρησιμοποιούν το δίκτυο
    Testler ağı kullanıyor | Testler ağı asla kullanıyor
    Testit käyttävät verkkoa | Testit ei käytä verkkoa
    A tesztek használják a hálózatot | A tesztek nem használják a hálózatot
    نحن نستخدم ريديس للتخزين | نحن لا نستخدم ريديس للتخزين
    הבדיקות משתמשות ברשת | הבדיקות לא משתמשות ברשת
    हम उत्पादन में रेडिस का उपयोग करते हैं | हम उत्पादन में रेडिस का उपयोग नहीं करते हैं
    Kami menggunakan Redis di produksi | Kami tidak menggunakan Redis di produksi
    Chúng tôi dùng Redis cho bộ nhớ đệm | Chúng tôi không dùng Redis cho bộ nhớ đệm
    เราใช้เรดิสในระบบจริง | เราไม่ใช้เรดิสในระบบจริง
";

/// One statement with two numbers.
const NUMBERS: &str = "
    超时时间是30秒 | 超时时间是60秒
    失败的请求重试三次 | 失败的请求重试五次
    端口是８０８０ | 端口是９０９０
    タイムアウトは30秒です | タイムアウトは60秒です
    リトライは三回まで | リトライは五回まで
    타임아웃은 30초입니다 | 타임아웃은 60초입니다
    재시도는 세 번 합니다 | 재시도는 다섯 번 합니다
    المنفذ هو ٨٠٨٠ في الإنتاج | المنفذ هو ٩٠٩٠ في الإنتاج
    पोर्ट ८०८० पर सर्वर चलता है | पोर्ट ९०९० पर सर्वर चलता है
    Der Port ist 8080 | Der Port ist 8081
    Le délai est de 30 secondes | Le délai est de 60 secondes
    El puerto es 8080 | El puerto es 8081
    Порт сервера 8080 | Порт сервера 8081
    The API listens on port ８０８０ | The API listens on port ８０８１
    The API listens on port ٨٠٨٠ | The API listens on port ٨٠٨١
    Retry failed calls 三 times | Retry failed calls 五 times
";

fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().filter_map(|row| row.trim().split_once(" | "))
}

#[test]
fn a_denial_is_never_the_same() {
    assert_never_same(DENIALS);
    for (a, b) in rows(DENIALS) {
        assert_ne!(verdict(a, b), "review as same unread", "{a} | {b}");
    }
}

#[test]
fn another_number_is_never_the_same() {
    assert_never_same(NUMBERS);
    for (a, b) in rows(NUMBERS) {
        assert!(!verdict(a, b).starts_with("review as same"), "{} {a} | {b}", verdict(a, b));
    }
}

#[test]
fn digits_of_other_scripts_are_numbers() {
    let pairs = [("8080", "８０８０"), ("8080", "٨٠٨٠"), ("42", "४२"), ("7", "๗")];
    for (ascii, other) in pairs {
        let number = |digits: &str| Statement::new(&format!("The port is {digits} here"));
        let (a, b) = (number(ascii), number(other));
        assert_eq!(a.words.numbers, b.words.numbers, "{other}");
    }
    assert!(verdict("The timeout is ٣٠ s", "The timeout is ٤٠ s").starts_with("conflicts"));
}

/// Sentences of languages that the rules do not read: letters of their scripts, and a few listed words.
fn foreign() -> impl Strategy<Value = String> {
    let words = "wir benutzen nicht kein die datenbank für tests port 8080 8081 ne pas jamais nous utilisons la base usamos no para \
        мы не используем порт 我们 不 使用 数据库 三 五 キャッシュ を 使う ない 캐시 를 않 사용 ٨٠ نحن لا";
    let words: Vec<&'static str> = words.split_whitespace().collect();
    prop::collection::vec(prop::sample::select(words), 1..9).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn unread_texts_are_the_same_only_when_equal(a in foreign(), b in foreign()) {
        let (a, b) = (Statement::new(&a), Statement::new(&b));
        prop_assume!(!a.known_language() || !b.known_language());
        let same = matches!(text_relation(&a, &b), Relation::Same { .. });
        prop_assert_eq!(same, a.normalised() == b.normalised() && !a.normalised().is_empty());
    }

    #[test]
    fn unread_texts_are_never_decided(a in foreign(), b in foreign()) {
        let (a, b) = (Statement::new(&a), Statement::new(&b));
        prop_assume!(!a.known_language() || !b.known_language());
        let decided = matches!(
            text_relation(&a, &b),
            Relation::Supersedes { .. } | Relation::Conflicts { .. }
        );
        prop_assert!(!decided);
    }
}
