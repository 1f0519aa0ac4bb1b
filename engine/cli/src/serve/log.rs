//! The lines of all rooms, in one SQLite file.
//!
//! Invariant: what follows a line leaves only after the line is on disk. One thread writes: the lines of all rooms that
//! wait go into one commit.

use super::connection::Connection;
use rusqlite::params;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;
use tokio::sync::oneshot;

const UNKEPT: &str = "the room could not keep this: try again";

/// Most messages of rooms whose lines are committed together.
const TOGETHER: usize = 1_000;

/// Time to wait for another program that has the file.
const BUSY: Duration = Duration::from_secs(5);

const TABLE: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS lines (room TEXT, n INTEGER, text TEXT NOT NULL, PRIMARY KEY (room, n));
    CREATE INDEX IF NOT EXISTS rooms ON lines (room) WHERE n = 1;";

/// A room from when it came into memory until it leaves it.
pub struct Stay {
    pub code: Arc<str>,
    /// A line could not be kept: the room in memory knows more than its log.
    lost: AtomicBool,
}

impl Stay {
    pub fn new(code: &Arc<str>) -> Arc<Stay> {
        Arc::new(Stay { code: code.clone(), lost: AtomicBool::new(false) })
    }

    fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
}

/// Decisions of a room for one message.
pub struct Work {
    pub stay: Arc<Stay>,
    /// Lines with their numbers.
    pub lines: Vec<(i64, String)>,
    /// All lines of the room are removed.
    pub delete: bool,
    /// Follows once that is on disk.
    pub then: Vec<Then>,
}

pub enum Then {
    Send(Connection, String),
    Close(Connection, String),
    /// A new room is there, or why not.
    Made(oneshot::Sender<Result<(), String>>),
}

pub struct Log(rusqlite::Connection);

impl Log {
    pub fn open(path: &Path) -> rusqlite::Result<Log> {
        let db = rusqlite::Connection::open(path)?;
        db.busy_timeout(BUSY)?;
        db.execute_batch(TABLE)?;
        Ok(Log(db))
    }

    /// The lines of a room; none for an unknown one.
    pub fn lines(&self, code: &str) -> rusqlite::Result<Vec<String>> {
        let mut found = self.0.prepare("SELECT text FROM lines WHERE room = ? ORDER BY n")?;
        found.query_map([code], |row| row.get(0))?.collect()
    }

    /// Number of rooms.
    pub fn rooms(&self) -> rusqlite::Result<i64> {
        self.0.query_row("SELECT count(*) FROM lines WHERE n = 1", [], |row| row.get(0))
    }

    /// Keeps all that comes. `lost` is told of a room whose line cannot be kept.
    pub fn write(mut self, waiting: &Receiver<Work>, lost: impl Fn(Arc<Stay>)) {
        while let Ok(first) = waiting.recv() {
            let mut all = vec![first];
            all.extend(waiting.try_iter().take(TOGETHER));
            if self.keep(&all).is_err() {
                // By themselves, so that one room cannot harm the others.
                for it in &all {
                    if let Err(why) = self.keep(std::slice::from_ref(it)) {
                        eprintln!("Room {}: {why}", it.stay.code);
                        it.stay.lost.store(true, Ordering::Relaxed);
                    }
                }
            }
            for it in all {
                if it.stay.is_lost() {
                    refuse(it.then, UNKEPT);
                    lost(it.stay);
                } else {
                    it.then.into_iter().for_each(follow);
                }
            }
        }
    }

    fn keep(&mut self, all: &[Work]) -> rusqlite::Result<()> {
        let mut changes = all.iter().filter(|it| !it.stay.is_lost() && (it.delete || !it.lines.is_empty())).peekable();
        if changes.peek().is_none() {
            return Ok(());
        }
        let change = self.0.transaction()?;
        let mut insert = change.prepare("INSERT INTO lines (room, n, text) VALUES (?, ?, ?)")?;
        for Work { stay, lines, delete, .. } in changes {
            for (n, text) in lines {
                insert.execute(params![stay.code, n, text])?;
            }
            if *delete {
                change.execute("DELETE FROM lines WHERE room = ?", [&stay.code])?;
            }
        }
        drop(insert);
        change.commit()
    }
}

fn follow(then: Then) {
    match then {
        Then::Send(to, text) => to.send(text),
        Then::Close(to, why) => to.close(4000, &why),
        Then::Made(to) => drop(to.send(Ok(()))),
    }
}

/// Answers the message whose line was not kept, or the request for a room; nobody hears of the rest.
pub fn refuse(then: Vec<Then>, why: &str) {
    for it in then {
        match it {
            Then::Send(to, text) => {
                let mut told: Value = serde_json::from_str(&text).unwrap_or_default();
                if let Some(answer) = told.get_mut("answer") {
                    answer["refused"] = why.into();
                    to.send(told.to_string());
                }
            }
            Then::Made(to) => drop(to.send(Err(why.to_owned()))),
            Then::Close(..) => {}
        }
    }
}
