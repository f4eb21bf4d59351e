//! A conversation of two who often speak of the same, asked of by their names.

use super::*;
use crate::recall::Weights;

/// By session, who says it and what is said.
const TURNS: [(u32, &str, &str); 42] = [
    (
        1,
        "Mira",
        "Hi! I finally finished moving, the boxes are unpacked and the flat in Porto is bright.",
    ),
    (1, "Jonas", "Nice! I am still between boxes, moving the workshop to Kiel takes forever."),
    (1, "Mira", "What is the workshop for these days?"),
    (1, "Jonas", "Mostly restoring old radios, a neighbour brings me a broken one every week."),
    (1, "Mira", "I could never do that. I bought a pottery wheel instead."),
    (1, "Jonas", "Pottery! Since when?"),
    (1, "Mira", "Since March, on Tuesday evenings with six other beginners."),
    (1, "Jonas", "My sister has done that for years, her kitchen is full of bowls."),
    (1, "Mira", "Do you still play an instrument?"),
    (1, "Jonas", "The cello, badly, in an orchestra of amateurs."),
    (1, "Mira", "I sold my piano when I left, and I miss it every day."),
    (1, "Jonas", "You should get a small keyboard, they are cheap now."),
    (1, "Mira", "Maybe for my birthday in October."),
    (1, "Jonas", "Mine is in May, I never celebrate it."),
    (2, "Jonas", "How was the job interview?"),
    (2, "Mira", "Good, I start at the hospital as a pharmacist next month."),
    (2, "Jonas", "Congratulations! I left my job at the shipyard, by the way."),
    (2, "Mira", "Really? What happened?"),
    (2, "Jonas", "They cut the night shift, and I wanted to teach anyway."),
    (2, "Mira", "Where will you teach?"),
    (2, "Jonas", "At the vocational school, physics and a bit of electronics."),
    (2, "Mira", "That suits you. My brother teaches too, chemistry in Graz."),
    (2, "Jonas", "Do you have a dog now? I saw a picture."),
    (2, "Mira", "Yes, a grey whippet called Pixel, from the shelter."),
    (2, "Jonas", "We lost our dog in the winter, an old terrier."),
    (2, "Mira", "I am so sorry. How are the children taking it?"),
    (2, "Jonas", "They ask for a cat now, so we will see."),
    (2, "Mira", "I am allergic to cats, so mine is a dog or nothing."),
    (3, "Mira", "Did you go on holiday in the end?"),
    (3, "Jonas", "Two weeks of cycling along the Danube with the tent."),
    (3, "Mira", "I was in the mountains, hiking from hut to hut."),
    (3, "Jonas", "Did the knee hold?"),
    (3, "Mira", "Barely, the doctor wants to see it again in autumn."),
    (3, "Jonas", "My doctor told me to drink less coffee, which is worse."),
    (3, "Mira", "What do you read at the moment?"),
    (3, "Jonas", "A history of lighthouses, nine hundred pages of it."),
    (3, "Mira", "I read only crime novels on the train, two a week."),
    (3, "Jonas", "Which car did you buy?"),
    (3, "Mira", "None, I take the train and rent one when my parents visit."),
    (3, "Jonas", "We sold our car too and bought a cargo bike."),
    (3, "Mira", "Shall we meet at the fair in November?"),
    (3, "Jonas", "Yes, I bring the repaired radio for your mother."),
];

/// What is asked, and the number of the turn that answers it.
const QUESTIONS: [(&str, u128); 18] = [
    ("Where is Mira moving to?", 0),
    ("Where is Jonas moving his workshop?", 1),
    ("What did Mira buy for a hobby?", 4),
    ("Which instrument does Jonas play?", 9),
    ("Which instrument did Mira sell?", 10),
    ("When is Mira's birthday?", 12),
    ("When is Jonas's birthday?", 13),
    ("What is Mira's new job?", 15),
    ("Which job did Jonas leave?", 16),
    ("What does Jonas teach?", 20),
    ("What dog does Mira have?", 23),
    ("What happened to the dog of Jonas?", 24),
    ("Why does Mira have no cat?", 27),
    ("Where did Jonas go on holiday?", 29),
    ("What did the doctor tell Mira?", 32),
    ("What did the doctor tell Jonas?", 33),
    ("What does Jonas read?", 35),
    ("Which car does Jonas have?", 39),
];

fn talk() -> Index {
    let turn = |(id, (session, name, text)): (u128, &(u32, &str, &str))| Document {
        meta: vec!["fact".into(), (*name).into(), format!("2026-0{session}-11")],
        actors: vec![(*name).into()],
        ..document(id, text)
    };
    index(&(0..).zip(&TURNS).map(turn).collect::<Vec<_>>())
}

/// How many answers come first, and the sum of the reciprocal ranks, per mille.
fn figures(index: &Index, weights: &Weights) -> (usize, u32) {
    let filter = Filter { weights, ..Filter::new(Scopes::All, Timestamp::EPOCH, 10) };
    let (mut first, mut reciprocal) = (0, 0);
    for (query, gold) in QUESTIONS {
        let found = index.search(&Query::about(query), &filter, &mut || false);
        let rank = (1..).zip(&found.hits).find(|(_, hit)| hit.id.0 == gold).map(|(rank, _)| rank);
        first += usize::from(rank == Some(1));
        reciprocal += rank.map_or(0, |rank| 1_000 / rank);
    }
    (first, reciprocal / QUESTIONS.len() as u32)
}

#[test]
fn who_is_asked_of_is_heard() {
    let index = talk();
    let nobody = figures(&index, &Weights { actor: 0, ..Weights::DEFAULT });
    let named = figures(&index, &Weights::DEFAULT);
    assert!(named.0 > nobody.0 && named.1 >= nobody.1 + 20, "{nobody:?} {named:?}");
}
