//! Questions from one client or many, each asking as fast as it is answered.

use std::time::Duration;

use consolidate_client::{Answer, Client, Deadline};
use consolidate_shared::wire::v1::{BriefRequest, RecallRequest};

use crate::home::{BUDGET, Home};
use crate::times::{Times, now};

/// A read.
#[derive(Debug, Clone)]
pub(crate) enum Question {
    /// A ranked search.
    Recall(RecallRequest),
    /// What to know before a task.
    Brief(BriefRequest),
}

impl Question {
    /// Whether it was answered whole (`Some(true)`), in part, or not at all.
    fn ask(self, client: &mut Client, deadline: Deadline) -> Option<bool> {
        match self {
            Self::Recall(request) => whole(&client.ask(request, deadline)),
            Self::Brief(request) => whole(&client.ask(request, deadline)),
        }
    }
}

fn whole<T>(answer: &Answer<T>) -> Option<bool> {
    match answer {
        Answer::Full(_) => Some(true),
        Answer::Partial(_) => Some(false),
        Answer::Missed(_) => None,
    }
}

/// What came of the questions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Asked {
    /// How long each took at the client.
    pub(crate) times: Times,
    /// Answers in which a stage was cut.
    pub(crate) partial: usize,
    /// Questions without an answer.
    pub(crate) missed: usize,
    /// Times beyond the deadline and one slice of the scheduler.
    pub(crate) late: usize,
}

/// A slice of the scheduler: what may lie between a deadline and the client's noticing it.
const SLICE: Duration = Duration::from_millis(4);

/// Asks the questions in turn, from `clients` at once, `each` so many.
pub(crate) fn ask(home: &Home, questions: &[Question], clients: usize, each: usize) -> Asked {
    let socket = home.sandbox.socket();
    let ask_all = &|client: usize| {
        let connect = || {
            Client::connect(&socket, Deadline::after(Duration::from_mins(1)))
                .expect("the daemon takes connections")
        };
        let mut connected = connect();
        let mut asked = Asked::default();
        let mut times = Vec::with_capacity(each);
        for i in 0..each {
            let question = questions[(client * 37 + i) % questions.len()].clone();
            let start = now();
            let whole = question.ask(&mut connected, Deadline::after(BUDGET));
            let took = start.elapsed();
            times.push(took);
            asked.late += usize::from(took > BUDGET + SLICE);
            match whole {
                Some(true) => {}
                Some(false) => asked.partial += 1,
                None => asked.missed += 1,
            }
            if !connected.is_usable() {
                connected = connect();
            }
        }
        (times, asked)
    };
    let parts: Vec<(Vec<Duration>, Asked)> = std::thread::scope(|scope| {
        let threads = (0..clients).map(|client| scope.spawn(move || ask_all(client)));
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().expect("a client asks to the end")).collect()
    });
    let mut all = Asked::default();
    let mut times = Vec::new();
    for (part, asked) in parts {
        times.extend(part);
        all.partial += asked.partial;
        all.missed += asked.missed;
        all.late += asked.late;
    }
    all.times = Times::of(times);
    all
}

impl Asked {
    /// Adds what came of other questions.
    pub(crate) fn add(&mut self, other: Self) {
        self.partial += other.partial;
        self.missed += other.missed;
        self.late += other.late;
        self.times.add(other.times);
    }

    /// How the answers were, in words.
    pub(crate) fn note(&self) -> String {
        let Self { partial, missed, late, times } = self;
        format!("{} asked, {partial} in part, {missed} without answer, {late} late", times.count())
    }
}
