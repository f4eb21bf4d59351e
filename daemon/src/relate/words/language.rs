//! Whether the rules may read a text: their cues are English. And what of other languages is seen all the same: that a text
//! denies, and which numbers it names.
//!
//! A wrong "yes" could merge or set against each other texts that nobody understood; a wrong "no" only costs recall.

use super::lexicon::Marks;
use super::scan::Scan;
use super::stems::{Stem, Stems};
use super::token::{Kind, Token};

/// Words that deny in languages that part their words.
const NEGATIONS: &[&str] = &[
    // German, Dutch, Afrikaans
    "nicht",
    "nichts",
    "kein",
    "keine",
    "keinen",
    "keinem",
    "keiner",
    "nie",
    "niemals",
    "ohne",
    "verboten",
    "niet",
    "geen",
    "nooit",
    "nimmer",
    "zonder",
    "verboden",
    // Danish, Norwegian, Swedish, Icelandic
    "ikke",
    "aldrig",
    "aldri",
    "ingen",
    "inget",
    "inga",
    "inte",
    "ej",
    "icke",
    "utan",
    "uden",
    "uten",
    "ekki",
    // French, Spanish, Portuguese, Catalan, Italian, Romanian
    "ne",
    "pas",
    "jamais",
    "aucun",
    "aucune",
    "rien",
    "sans",
    "interdit",
    "nunca",
    "jamás",
    "ningún",
    "ninguna",
    "ninguno",
    "nada",
    "sin",
    "prohibido",
    "não",
    "nao",
    "nenhum",
    "nenhuma",
    "sem",
    "proibido",
    "mai",
    "cap",
    "sense",
    "non",
    "nessun",
    "nessuno",
    "nessuna",
    "niente",
    "senza",
    "vietato",
    "nu",
    "niciodată",
    "niciun",
    "fără",
    // Polish, Czech, Slovak, Slovene, Croatian
    "nigdy",
    "żaden",
    "żadna",
    "bez",
    "nikdy",
    "žádný",
    "nesmí",
    "není",
    "nejsou",
    "nikoli",
    "nie",
    "nemoj",
    "nikada",
    "nikoli",
    "ni",
    "nije",
    "nisu",
    "nikdar",
    // Russian, Ukrainian, Bulgarian, Serbian
    "не",
    "ни",
    "нет",
    "нельзя",
    "никогда",
    "без",
    "запрещено",
    "ні",
    "немає",
    "ніколи",
    "няма",
    "никога",
    "није",
    "нису",
    "никада",
    // Greek, Turkish, Finnish, Estonian, Hungarian
    "δεν",
    "δε",
    "μην",
    "μη",
    "όχι",
    "ποτέ",
    "χωρίς",
    "değil",
    "yok",
    "asla",
    "hiç",
    "yasak",
    "ei",
    "en",
    "et",
    "emme",
    "eivät",
    "älä",
    "älkää",
    "koskaan",
    "ilman",
    "mitte",
    "ära",
    "nem",
    "ne",
    "soha",
    "nincs",
    "tilos",
    "nélkül",
    // Arabic, Persian, Hebrew, Hindi, Bengali
    "لا",
    "ليس",
    "لم",
    "لن",
    "ما",
    "بدون",
    "ممنوع",
    "نه",
    "نیست",
    "هرگز",
    "بدون",
    "לא",
    "אין",
    "אסור",
    "בלי",
    "नहीं",
    "मत",
    "कभी",
    "बिना",
    "না",
    "নয়",
    "নেই",
    // Indonesian, Malay, Vietnamese, Tagalog, Swahili
    "tidak",
    "bukan",
    "jangan",
    "tanpa",
    "tak",
    "dilarang",
    "không",
    "chẳng",
    "đừng",
    "cấm",
    "hindi",
    "huwag",
    "wala",
    "hapana",
    "si",
    "sio",
    // Korean, where a word denies by itself
    "안",
    "못",
    "금지",
    "없이",
];

/// What denies inside a run of Chinese, Japanese, Korean or Thai.
const INNER_NEGATIONS: &[&str] = &[
    "不",
    "没",
    "沒",
    "无",
    "無",
    "非",
    "勿",
    "未",
    "禁",
    "别",
    "別",
    "莫",
    "ない",
    "ません",
    "なし",
    "なかっ",
    "ずに",
    "않",
    "없",
    "아니",
    "금지",
    "마세요",
    "말아",
    "못하",
    "못한",
    "안 되",
    "안된",
    "안돼",
    "ไม่",
    "ห้าม",
    "อย่า",
    "មិន",
    "မ",
];

/// Numerals of Chinese, Japanese and Korean.
const NUMERALS: &str =
    "〇零一二三四五六七八九十百千万萬亿億兆两兩壹贰貳叁參肆伍陆陸柒捌玖拾佰仟半双雙";
/// Numbers in words of Korean, where they count.
const HANGUL_NUMBERS: &[&str] = &[
    "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "한 ", "두 ", "세 ",
    "네 ",
];

/// Whether most of the text is ASCII and English function words outweigh those of other languages.
pub(in crate::relate) fn is_known(tokens: &[Token], scan: &Scan) -> bool {
    if scan.foreign_letters * 8 > scan.letters {
        return false;
    }
    let words = tokens.iter().filter(|token| token.kind == Kind::Word);
    let (mut english, mut listed, mut foreign) = (0_usize, 0_usize, 0_usize);
    for token in words {
        english += usize::from(token.is(Marks::ENGLISH));
        foreign += usize::from(token.is(Marks::FOREIGN));
        listed += usize::from(token.is(
            Marks::STOP.or(Marks::WEAK).or(Marks::VERB).or(Marks::PREPOSITION).or(Marks::FINITE),
        ));
    }
    if foreign == 0 { english + listed > 0 } else { english > foreign }
}

/// How many negations of any language a text holds; `text` in the form of [`Statement`](crate::relate::Statement)'s equality.
pub(in crate::relate) fn negations(text: &str, tokens: &[Token]) -> usize {
    let inner: usize = INNER_NEGATIONS.iter().map(|word| text.matches(word).count()).sum();
    let is_negation = |token: &&Token| {
        token.is(Marks::NEGATION.or(Marks::PROHIBITION)) || NEGATIONS.contains(&&*token.text)
    };
    inner + tokens.iter().filter(is_negation).count()
}

/// The numerals of East Asia in a text: single characters, and number words of Korean.
pub(in crate::relate) fn numerals(text: &str) -> Stems {
    if text.is_ascii() {
        return Stems::default();
    }
    let characters =
        text.chars().filter(|c| NUMERALS.contains(*c)).map(|c| Stem::of_chars([c].into_iter()));
    let words =
        HANGUL_NUMBERS.iter().filter(|word| text.contains(**word)).map(|word| Stem::of(word));
    characters.chain(words).collect()
}

/// The ASCII digit that a decimal digit of another script stands for.
pub(in crate::relate) fn ascii_digit(c: char) -> Option<char> {
    let code = u32::from(c);
    let zero = ZEROS.iter().rev().find(|zero| **zero <= code)?;
    char::from_digit(code.checked_sub(*zero)?, 10)
}

/// The zeros of the scripts with decimal digits of their own (Unicode category Nd), in order.
const ZEROS: &[u32] = &[
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
    0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];
