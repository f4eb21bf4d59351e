//! SQLite FTS5 as it comes: in this process, one prepared statement, its own ranking.

use consolidate_tests::yardstick::rusqlite::Connection;

use crate::times::{Times, now};

/// A table of texts.
#[derive(Debug)]
pub(crate) struct Fts(Connection);

impl Fts {
    /// Takes in the texts and lets SQLite put its index in order.
    pub(crate) fn of(rows: &[(String, &str)]) -> Self {
        let mut connection = Connection::open_in_memory().expect("SQLite opens in memory");
        connection
            .execute_batch("CREATE VIRTUAL TABLE memories USING fts5(text)")
            .expect("FTS5 is built in");
        let transaction = connection.transaction().expect("a transaction begins");
        {
            let mut insert = transaction
                .prepare("INSERT INTO memories (text) VALUES (?1)")
                .expect("the statement is sound");
            for (text, _) in rows {
                insert.execute([text]).expect("a row goes in");
            }
        }
        transaction.commit().expect("the rows stay");
        connection
            .execute_batch("INSERT INTO memories (memories) VALUES ('optimize')")
            .expect("the index can be put in order");
        Self(connection)
    }

    /// The times of these queries, any word of each, the ten best.
    pub(crate) fn times(&self, queries: &[String]) -> Times {
        let mut search = self
            .0
            .prepare(
                "SELECT rowid, text FROM memories WHERE memories MATCH ?1 ORDER BY rank LIMIT 10",
            )
            .expect("the statement is sound");
        let mut times = Vec::new();
        for query in queries {
            let words: Vec<String> = query.split(' ').map(|word| format!("\"{word}\"")).collect();
            let query = words.join(" OR ");
            let start = now();
            let rows =
                search.query_map([&query], |row| row.get::<_, String>(1)).expect("it searches");
            let found = rows.map(|row| row.expect("a row is read").len()).sum::<usize>();
            times.push(start.elapsed());
            std::hint::black_box(found);
        }
        Times::of(times)
    }
}
