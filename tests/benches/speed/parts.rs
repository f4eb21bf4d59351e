//! What is measured of a store of one size.

use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};

use consolidate_client::{Client, Deadline};
use consolidate_shared::wire::frame::{self, Encoding};
use consolidate_shared::wire::v1::Request;

use crate::Settings;
use crate::corpus::{Corpus, common_queries, lines, queries};
use crate::fts::Fts;
use crate::home::{BUDGET, Home, Recall, brief_request, recall_request};
use crate::load::{Asked, Question, ask};
use crate::table::Table;
use crate::times::{Spread, Times, now, us};
use crate::trip::Trip;
use crate::writes;

/// Questions of one round.
const QUESTIONS: usize = 300;
/// Trips of one round.
const TRIPS: usize = 3_000;
/// A store larger than this is asked and not more: SQLite and plans over it would take hours.
const LARGE: usize = 200_000;
/// Texts that writers may write beside a plan.
const WRITTEN: usize = 4_000;

/// One store and what it is asked.
struct Bench<'a> {
    name: String,
    home: Home,
    corpus: &'a Corpus,
    settings: &'a Settings,
    queries: Vec<String>,
    common: Vec<String>,
}

/// Measures everything that is wanted of a store of `size` memories in one scope.
pub(crate) fn measure(corpus: &Corpus, size: usize, settings: &Settings, table: &mut Table) {
    let rows = corpus.take(size);
    let began = now();
    let home = Home::with(&lines(&rows));
    println!("\n{size} memories, imported in {:.0?}", began.elapsed());
    let mut bench = Bench {
        name: if size < 1_000_000 {
            format!("{}k", size / 1_000)
        } else {
            format!("{}M", size / 1_000_000)
        },
        home,
        corpus,
        settings,
        queries: queries(&rows, QUESTIONS),
        common: common_queries(&rows, QUESTIONS),
    };
    let small = size <= LARGE;
    if settings.wants("start") {
        bench.starts(table);
    }
    if settings.wants("reads") {
        let fts = small.then(|| Fts::of(&rows));
        for recall in [Recall::Words, Recall::Expansion, Recall::All] {
            bench.reads(recall, fts.as_ref(), table);
        }
    }
    if settings.wants("writes") && small {
        bench.writes(table);
    }
    if settings.wants("load") && small {
        for recall in [Recall::Words, Recall::All] {
            bench.under_load(recall, table);
        }
    }
}

impl Bench<'_> {
    fn start(&mut self, recall: Recall) -> std::time::Duration {
        let question = self.queries.first().cloned().unwrap_or_default();
        self.home.start(recall, &question)
    }

    fn row(&self, what: &str) -> String {
        format!("{} {what}", self.name)
    }

    /// From the start of the process to the first whole answer, and what it then takes of memory.
    fn starts(&mut self, table: &mut Table) {
        let (mut times, mut resident) = (Vec::new(), Vec::new());
        for _ in 0..self.settings.rounds {
            times.push(us(self.start(Recall::All)) / 1_000.0);
            resident.push(self.home.resident().0);
            self.home.stop();
        }
        table.figure(self.row("start to first whole answer"), "ms", Spread::of(times));
        table.figure(self.row("resident after the start"), "MiB", Spread::of(resident));
    }

    /// Reads of one client and of many, beside the bare trip of their bytes and FTS5.
    fn reads(&mut self, recall: Recall, fts: Option<&Fts>, table: &mut Table) {
        self.start(recall);
        let how = recall.name();
        let asked: Vec<Question> = self.queries.iter().map(|query| recalled(query)).collect();
        self.against_trip(&format!("recall of 3 words, {how}"), &asked, table);
        let common: Vec<Question> = self.common.iter().map(|query| recalled(query)).collect();
        self.against_trip(&format!("recall of 3 common words, {how}"), &common, table);
        if let Some(fts) = fts.filter(|_| recall == Recall::Words) {
            self.against_fts("3 words", &asked, (fts, &self.queries), table);
            self.against_fts("3 common words", &common, (fts, &self.common), table);
        }
        if recall != Recall::Expansion {
            for clients in [8, 64] {
                self.crowd(&format!("recall, {how}"), clients, &asked, table);
            }
        }
        if recall == Recall::All {
            let briefs: Vec<Question> =
                self.queries.iter().map(|task| Question::Brief(brief_request(task))).collect();
            self.against_trip("brief", &briefs, table);
            self.crowd("brief", 64, &briefs, table);
            table.figure(
                self.row("resident after reads"),
                "MiB",
                Spread::of([self.home.resident().0]),
            );
        }
        self.home.stop();
    }

    /// Times of one client, as ratios to the trip of as many bytes.
    fn against_trip(&self, what: &str, questions: &[Question], table: &mut Table) {
        let (request, answer) = self.bytes(&questions[0]);
        let mut trip = Trip::new(self.home.sandbox.path(), request, answer);
        ask(&self.home, questions, 1, QUESTIONS);
        let (mut ours, mut bare) = (Vec::new(), Vec::new());
        let mut all = Asked::default();
        for _ in 0..self.settings.rounds {
            let asked = ask(&self.home, questions, 1, QUESTIONS);
            ours.push(asked.times.clone());
            all.add(asked);
            bare.push(trip.times(TRIPS));
        }
        for (name, share) in [("p50", 500), ("p99", 990)] {
            let of = |times: &[Times]| -> Vec<f64> {
                times.iter().map(|times| us(times.per_mille(share))).collect()
            };
            let base = format!("trip {name} of {answer} B");
            table.ratio(
                self.row(&format!("{what}, {name}")),
                "us",
                &of(&ours),
                (&base, &of(&bare)),
            );
        }
        let longest = Spread::of(ours.iter().map(|times| us(times.per_mille(999))));
        table.figure(self.row(&format!("{what}, p99.9 ({})", all.note())), "us", longest);
    }

    /// Bytes of a question and of its answer, as they go over the socket.
    fn bytes(&self, question: &Question) -> (usize, usize) {
        let request = match question.clone() {
            Question::Recall(request) => Request::Recall(request),
            Question::Brief(request) => Request::Brief(request),
        };
        let sent = frame::encode(&request, Encoding::Compact).expect("a question fits a frame");
        let deadline = Deadline::after(BUDGET * 100);
        let mut client =
            Client::connect(&self.home.sandbox.socket(), deadline).expect("a daemon runs");
        let answer = client.call(&request, deadline).expect("the daemon answers");
        let came = frame::encode(&answer, Encoding::Compact).expect("an answer fits a frame");
        (sent.len(), came.len())
    }

    /// How much longer FTS5 takes for the same words, without any socket.
    fn against_fts(
        &self,
        what: &str,
        questions: &[Question],
        fts: (&Fts, &[String]),
        table: &mut Table,
    ) {
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        for _ in 0..self.settings.rounds {
            theirs.push(us(fts.0.times(fts.1).per_mille(500)));
            ours.push(us(ask(&self.home, questions, 1, QUESTIONS).times.per_mille(500)));
        }
        table.ratio(self.row(&format!("FTS5, {what}, p50")), "us", &theirs, ("ours", &ours));
    }

    /// Times of many clients at once, and how many answers were late.
    fn crowd(&self, what: &str, clients: usize, questions: &[Question], table: &mut Table) {
        let mut all = Asked::default();
        let mut spread: [Vec<f64>; 3] = Default::default();
        for _ in 0..self.settings.rounds {
            let asked = ask(&self.home, questions, clients, (4 * QUESTIONS) / clients.min(16));
            for (figures, share) in spread.iter_mut().zip([500, 990, 999]) {
                figures.push(us(asked.times.per_mille(share)));
            }
            all.add(asked);
        }
        for (figures, name) in spread.into_iter().zip(["p50", "p99", "p99.9"]) {
            let what = format!("{what}, {clients} clients, {name}");
            table.figure(self.row(&what), "us", Spread::of(figures));
        }
        println!("    {}; longest {:.1?}", all.note(), all.times.most());
    }

    /// Acknowledged writes beside bare commits of as many bytes.
    fn writes(&mut self, table: &mut Table) {
        self.start(Recall::All);
        let folder = self.home.sandbox.path().to_owned();
        let (mut one, mut bare, mut many, mut each) = (vec![], vec![], vec![], vec![]);
        for round in 0..self.settings.rounds as u64 {
            let texts = self.corpus.fresh(200, round);
            let bytes = frame::encode(&writes::record(&texts[0]), Encoding::Compact);
            let bytes = bytes.expect("a record fits a frame").len();
            let alone = writes::bare(&folder, bytes, 200);
            bare.push(us(alone.per_mille(500)));
            one.push(us(writes::through_socket(&self.home, 1, &texts).0.per_mille(500)));
            let texts = self.corpus.fresh(64 * 40, 100 + round);
            let (_, took) = writes::through_socket(&self.home, 64, &texts);
            many.push(texts.len() as f64 / took.as_secs_f64());
            each.push(1e6 / us(alone.per_mille(500)));
        }
        table.ratio(self.row("acknowledged write, p50"), "us", &one, ("bare commit", &bare));
        table.ratio(
            self.row("64 writers, writes a second"),
            "",
            &many,
            ("one bare commit each", &each),
        );
        table.figure(
            self.row("resident after writes"),
            "MiB",
            Spread::of([self.home.resident().0]),
        );
        self.home.stop();
    }

    /// Reads while everything is consolidated and four writers write, beside the same reads in peace.
    fn under_load(&mut self, recall: Recall, table: &mut Table) {
        self.start(recall);
        let questions: Vec<Question> = self.queries.iter().map(|query| recalled(query)).collect();
        ask(&self.home, &questions, 1, QUESTIONS);
        let (mut idle, mut busy) = (Vec::new(), Vec::new());
        let mut all = Asked::default();
        for round in 0..self.settings.rounds as u64 {
            idle.push(ask(&self.home, &questions, 1, QUESTIONS).times);
            let asked = self.beside_a_plan(&questions, round);
            busy.push(asked.times.clone());
            all.add(asked);
        }
        for (name, share) in [("p50", 500), ("p99", 990)] {
            let of = |times: &[Times]| -> Vec<f64> {
                times.iter().map(|times| us(times.per_mille(share))).collect()
            };
            let what = format!("recall, {}, beside a plan and 4 writers, {name}", recall.name());
            table.ratio(self.row(&what), "us", &of(&busy), ("idle", &of(&idle)));
        }
        println!("    {}; longest {:.1?}", all.note(), all.times.most());
        let (now, most) = self.home.resident();
        table.figure(self.row("resident after plans"), "MiB", Spread::of([now]));
        table.figure(self.row("resident at the highest"), "MiB", Spread::of([most]));
        self.home.stop();
    }

    /// Asks for as long as a plan of all passes takes.
    fn beside_a_plan(&self, questions: &[Question], round: u64) -> Asked {
        let stop = AtomicBool::new(false);
        let mut all = Asked::default();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let (home, stop) = (&self.home, &stop);
                let texts = self.corpus.fresh(WRITTEN, 10_000 + 10 * round + writer);
                scope.spawn(move || writes::until(home, &texts, stop));
            }
            let mut plan = self.home.sandbox.command(["--dry-run"]);
            let plan = plan.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            let mut plan = plan.expect("the executable runs");
            while plan.try_wait().expect("a child can be asked").is_none() {
                all.add(ask(&self.home, questions, 1, QUESTIONS));
            }
            stop.store(true, Ordering::Relaxed);
        });
        all
    }
}

fn recalled(query: &str) -> Question {
    Question::Recall(recall_request(query))
}
