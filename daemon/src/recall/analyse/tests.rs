use consolidate_shared::model::Kind;
use insta::assert_snapshot;
use proptest::prelude::*;

use super::*;
use crate::recall::fixed::FREQUENCY_CAP;

/// The terms of a text in order: `=` identifier, `#` code, `~` hyphenated whole, `+` run together, `·` stop word, `1` single
/// character, plain words, pairs and lone characters bare.
fn terms(text: &str) -> String {
    let mut found = Vec::new();
    scan::scan(text, &mut |class, term| {
        let mark = match class {
            Class::Word | Class::Pair | Class::Lone => "",
            Class::Single => "1",
            Class::Joined => "+",
            Class::Compound => "~",
            Class::Identifier => "=",
            Class::Code => "#",
            Class::Stop => "·",
            Class::Actor => "@",
        };
        found.push(format!("{mark}{term}"));
    });
    found.join(" ")
}

fn asked(text: &str) -> String {
    Query::new(text)
        .terms
        .iter()
        .map(|term| term.key.replace(['\u{1}', '\u{2}'], ""))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn words_are_stemmed_and_stop_words_set_apart() {
    assert_snapshot!(terms("The migrations were running"), @"·the migrat ·were run");
    assert_snapshot!(terms("It doesn't retry; Anna\u{2019}s server won’t"), @"·it ·doesn't retri anna server ·won't");
    assert_snapshot!(terms("CAFÉ cafe\u{301} naïve ﬁle"), @"café café naïve file");
    assert_snapshot!(terms("Привет МИР, ΟΔΟΣ"), @"привет мир οδοσ");
    assert_snapshot!(terms("GRÖSSE Größe STRASSE Straße ΟΔΌΣ οδός"), @"grösse grösse strass strass οδόσ οδόσ");
}

#[test]
fn identifiers_are_whole_and_split() {
    assert_snapshot!(terms("importOutsideTop"), @"=importoutsidetop import outsid top");
    assert_snapshot!(terms("HTTPServer APIs macOS S3Bucket"), @"=httpserver http server api =maco mac os =s3bucket s3 bucket");
    assert_snapshot!(terms("max_retry_count"), @"=max_retry_count +maxretrycount max retri count");
    assert_snapshot!(terms("read-only cut-over"), @"~read-only +readon read ·only ~cut-over +cutov cut ·over");
    assert_snapshot!(terms("src/cache/lru.rs"), @"=src/cache/lru.rs src cach =lru.rs +lrur lru rs");
    assert_snapshot!(terms("proto::codec a.b.c"), @"=proto::codec proto codec =a.b.c +abc ·a b c");
    assert_snapshot!(terms("@scope/pkg $HOME ~/.config"), @"=@scope/pkg scope pkg =$home home =.config config");
    assert_snapshot!(terms("__init__ _private"), @"=__init__ init =_private privat");
}

#[test]
fn signs_that_belong_to_a_name_stay() {
    assert_snapshot!(terms("C++ C# F# .NET node.js x="), @"=c++ c =c# c =f# f =.net net =node.js +nodej node js =x= x");
    assert_snapshot!(terms("--no-check -v --flag=value"), @"=--no-check =no-check +nocheck ·no check =-v v =--flag=value =--flag flag valu");
    assert_snapshot!(terms("300 req/s and/or"), @"300 =req/s req ·s =and/or ·and ·or");
    assert_snapshot!(terms("E0308 ECONNREFUSED sha256 RUF001"), @"#e0308 econnrefus #sha256 sha #ruf001 ruf");
    assert_snapshot!(terms("KEY=value https://a.test/x?y=1#z"), @"=key=value key valu =https://a.test/x https =a.test +atest ·a test x =y=1#z ·y =1#z +1z 1 z");
}

#[test]
fn versions_and_addresses_are_one_term() {
    assert_snapshot!(terms("10.20.30.40 v1.2.3-rc.1 3.11 18.x"), @"#10.20.30.40 #1.2.3-rc.1 #3.11 #18.x");
    assert_snapshot!(terms("10.20.30.4"), @"#10.20.30.4");
    assert_snapshot!(terms("python3.11 TLS1.3 postgres-15.2 app-v1.2.3-rc.1"), @"=python3.11 +python311 python #3.11 =tls1.3 +tls13 tls #1.3 =postgres-15.2 +postgres152 postgr #15.2 =app-v1.2.3-rc.1 +appv123rc1 app #1.2.3 =rc.1 +rc1 rc 1");
    assert_snapshot!(terms("foo_bar.rs my-file.test.ts node.js-based"), @"=foo_bar.rs +foobarr =foo_bar +foobar foo bar rs =my-file.test.ts +myfiletestt ~my-file +myfil ·my file test ts =node.js-based +nodejsbas node ~js-based +jsbase js base");
}

#[test]
fn a_sentence_puts_nothing_into_a_term() {
    assert_snapshot!(terms("Tune src/cache/. (See `lru.rs`, \"node.js\"!) C++."), @"tune =src/cache src cach see =lru.rs +lrur lru rs =node.js +nodej node js =c++ c");
    assert_snapshot!(terms("Stage 2: Day 3... -- end -"), @"stage 2 day 3 end");
    assert_snapshot!(terms("( * ^ ' \" ' \\ // -- == ++ ## ... :: "), @"");
}

#[test]
fn scripts_without_spaces_fall_into_pairs() {
    assert_snapshot!(terms("請求バッチ"), @"1請 1求 請求 1バ 求バ 1ッ バッ 1チ ッチ");
    assert_snapshot!(terms("备份主机(backup host)是 vault-07"), @"1备 1份 备份 1主 份主 1机 主机 backup host 是 =vault-07 +vault07 vault 07");
    assert_snapshot!(terms("배포 승인"), @"1배 1포 배포 1승 1인 승인");
    assert_snapshot!(terms("สำรอง"), @"1ส 1ํ สํ 1า ํา 1ร าร 1อ รอ 1ง อง");
    assert_snapshot!(terms("deploy🚀今"), @"deploy 🚀 今");
}

#[test]
fn texts_that_look_the_same_have_the_same_terms() {
    assert_eq!(terms("ﾊﾞｯﾁ ＡＰＩ"), terms("バッチ API"));
    assert_eq!(terms("e\u{301}t\u{200B}e\u{301}"), terms("été"));
    assert_eq!(terms("\u{FEFF}don\u{2019}t \u{202E}use"), terms("don't use"));
    assert_eq!(terms("한글"), terms("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"));
}

#[test]
fn a_query_asks_for_content_first() {
    assert_snapshot!(asked("the read-only runner"), @"read-only readon read runner");
    assert_snapshot!(asked("doesn't"), @"doesn't");
    assert_snapshot!(asked("to be or not to be"), @"to be or not");
    assert_snapshot!(asked("審"), @"審");
    assert_snapshot!(asked("審批"), @"審批");
    assert_snapshot!(asked("主 vault"), @"主 vault");
    assert_snapshot!(asked("AND NOT (runner) NEAR(x y) rea* ^read -retry"), @"runner near x rea read -retry retri");
    assert!(Query::new("  ( * ").is_empty());
}

#[test]
fn intents() {
    let intent = |text| Query::new(text).intent();
    assert!(intent("why did we pick postgres").why);
    assert!(intent("How to rotate the keys").how && !intent("how many shards").how);
    assert!(intent("error[E0308]: mismatched types").error);
    assert!(intent("TS2345 in build").error && intent("ECONNREFUSED on start").error);
    assert_eq!(intent("postgres port"), Intent::default());
}

#[test]
fn a_query_is_bounded_on_character_boundaries() {
    let long = format!("x{}", "錨".repeat(9_000));
    assert!(Query::new(&long).is_truncated());
    let many = (0..2_000).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
    let query = Query::new(&many);
    assert!(query.is_truncated() && query.terms.len() == MAX_QUERY_TERMS);
    assert!(Query::new(&" ".repeat(10_000)).is_empty());
}

#[test]
fn frequencies_are_capped_and_lengths_count_words_only() {
    let document = Document {
        id: MemoryId(1),
        scope: None,
        text: "run ".repeat(100) + "the lru.rs",
        meta: vec!["run".into()],
        actors: Vec::new(),
        facts: Facts::new(Kind::Fact),
    };
    let analysed = analyse(&document);
    let run = analysed.terms.iter().find(|term| term.key == "run").unwrap();
    assert_eq!(run.frequency, Frequency { text: FREQUENCY_CAP, meta: 1 });
    assert_eq!(analysed.length, 102);
}

proptest! {
    #[test]
    fn any_text_is_analysed(text in "\\PC{0,200}", raw in proptest::collection::vec(any::<char>(), 0..100)) {
        for text in [text, raw.into_iter().collect()] {
            let query = Query::new(&text);
            prop_assert!(query.terms.iter().all(|term| !term.key.is_empty()));
        }
    }

    /// What was met before leaves no trace.
    #[test]
    fn documents_are_analysed_apart(texts in proptest::collection::vec("[a-cA-C0-2_./é漢 -]{0,24}", 1..8)) {
        let mut analyser = Analyser::default();
        for (id, text) in (0..).zip(&texts) {
            let meta = texts.iter().take(id as usize).cloned().collect();
            let facts = Facts::new(Kind::Fact);
            let document = Document {
                id: MemoryId(id), scope: None, text: text.clone(), meta, actors: texts.clone(), facts,
            };
            prop_assert_eq!(analyser.analyse(&document), analyse(&document));
        }
    }

    /// Whatever a text holds, asking for the text itself looks up only terms that the text has.
    #[test]
    fn a_text_answers_its_own_query(text in "[a-zA-Z0-9_./:#+'é漢字한\\- ]{0,80}") {
        let document = Document {
            id: MemoryId(1), scope: None, text: text.clone(), meta: Vec::new(), actors: Vec::new(), facts: Facts::new(Kind::Fact),
        };
        let analysed = analyse(&document);
        for term in Query::new(&text).terms {
            prop_assert!(analysed.terms.iter().any(|known| known.key == &*term.key), "{}", term.key);
        }
    }

    /// Width, composition and invisible characters make no difference.
    #[test]
    fn normal_forms_are_equal(text in "[a-zé漢ガ각 ]{0,40}") {
        use unicode_normalization::UnicodeNormalization;
        let decomposed: String = text.nfd().collect();
        prop_assert_eq!(terms(&text), terms(&decomposed));
    }
}
