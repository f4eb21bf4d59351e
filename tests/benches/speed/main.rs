//! Speed through the real socket, as ratios to what is measured beside it in the same run: the bare round trip of the same bytes,
//! SQLite FTS5 in this process, a bare commit of redb.
//!
//! `cargo bench -p consolidate-cli --features bench` (or `just bench`). `CONSOLIDATE_EVAL_DIR` names the folder with
//! `commit_load/commits.jsonl`; without it the texts are made up. Arguments behind `--`: sizes (`10000 100000 1000000`),
//! `--rounds N` (5), `--only PART` (`reads`, `load`, `writes`, `start`). Ratios bind, times inform: the machine is whatever it is.

mod corpus;
mod fts;
mod home;
mod load;
mod parts;
mod table;
mod times;
mod trip;
mod writes;

use corpus::Corpus;
use table::Table;

/// Sizes that are measured unless others are named.
const SIZES: [usize; 2] = [10_000, 100_000];
/// Every figure is the median of so many rounds.
const ROUNDS: usize = 5;

/// What is to be measured.
#[derive(Debug)]
pub(crate) struct Settings {
    sizes: Vec<usize>,
    rounds: usize,
    only: Option<String>,
}

impl Settings {
    fn given() -> Self {
        let mut settings = Self { sizes: Vec::new(), rounds: ROUNDS, only: None };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                // Cargo's own.
                "--bench" => {}
                "--rounds" => {
                    let rounds = arguments.next().and_then(|rounds| rounds.parse().ok());
                    settings.rounds = rounds.expect("--rounds takes a number");
                }
                "--only" => settings.only = arguments.next(),
                size => settings.sizes.push(size.replace('_', "").parse().expect("a size")),
            }
        }
        if settings.sizes.is_empty() {
            settings.sizes.extend(SIZES);
        }
        settings
    }

    /// Whether a part is to be measured.
    pub(crate) fn wants(&self, part: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == part)
    }
}

fn main() {
    if trip::is_server() {
        return trip::serve();
    }
    let settings = Settings::given();
    let corpus = Corpus::read();
    println!("texts: {}; rounds: {}; load {}", corpus.source(), settings.rounds, times::load());
    let mut table = Table::default();
    for size in &settings.sizes {
        parts::measure(&corpus, *size, &settings, &mut table);
    }
    println!("\n{table}");
}
