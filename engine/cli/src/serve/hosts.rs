//! Rooms on threads: each room lives on one, for games cannot change threads.
//!
//! Invariant: a room that fails is given up, and comes back from its log; the other rooms of its thread go on.

use super::connection::Connection;
use super::log::{Log, Stay, Then, Work, refuse};
use super::thinking::{FIRST_MOVES, Thought};
use game::Move;
use room::{In, Out, Room};
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::oneshot;

/// A room without connections leaves memory after this time.
const REST: Duration = Duration::from_secs(5 * 60);

/// Time between two looks for such rooms.
const SWEEP: Duration = Duration::from_secs(30);

/// Most messages between two slices of thinking.
const AT_ONCE: usize = 256;

/// Bytes of a thread's stack: rules may nest deeply.
const STACK: usize = 16 << 20;

/// Something for a room.
pub struct Job {
    pub code: Arc<str>,
    pub what: What,
}

pub enum What {
    Make {
        given: Box<In>,
        made: oneshot::Sender<Result<(), String>>,
    },
    /// A connection under a number of its own shows its token.
    Open {
        conn: u64,
        token: String,
        protocol: u32,
        to: Connection,
    },
    Said {
        conn: u64,
        text: String,
    },
    Closed {
        conn: u64,
    },
    /// A line was not kept.
    Lost(Arc<Stay>),
}

/// All rooms.
pub struct Hosts(Vec<Sender<Job>>);

impl Hosts {
    /// Starts the threads of the rooms in a file, which is made if it is not there.
    pub fn start(data: &Path, most: u32) -> Result<Hosts, String> {
        let open = || Log::open(data).map_err(|it| format!("{}: {it}", data.display()));
        let start = |name: &str, run: Box<dyn FnOnce() + Send>| {
            let thread = thread::Builder::new().name(name.to_owned()).stack_size(STACK);
            thread.spawn(run).map(drop).map_err(|it| it.to_string())
        };
        let (work, waiting) = mpsc::channel();
        let mut threads = Vec::new();
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let (sender, jobs) = mpsc::channel();
            let (log, work) = (open()?, work.clone());
            start("rooms", Box::new(move || Host::new(log, work, most).run(&jobs)))?;
            threads.push(sender);
        }
        let (log, hosts) = (open()?, Hosts(threads.clone()));
        let lost = move |stay: Arc<Stay>| hosts.tell(&stay.code.clone(), What::Lost(stay));
        start("log", Box::new(move || log.write(&waiting, lost)))?;
        Ok(Hosts(threads))
    }

    /// Tells the room with a code, ten hexadecimal digits.
    pub fn tell(&self, code: &Arc<str>, what: What) {
        let at = usize::from_str_radix(code, 16).unwrap_or_default() % self.0.len();
        // The threads end with the process.
        let _ = self.0[at].send(Job { code: code.clone(), what });
    }
}

/// A room in memory.
struct Held {
    room: Room,
    stay: Arc<Stay>,
    /// Number of lines.
    lines: i64,
    connections: BTreeMap<u64, Connection>,
    /// When its last connection closed.
    left: Instant,
    /// The position that the computer thinks of, by seat.
    thinks: BTreeMap<String, usize>,
    /// Most moves of a playout.
    moves: u32,
}

impl Held {
    fn new(room: Room, code: &Arc<str>, lines: i64) -> Held {
        let (left, stay) = (Instant::now(), Stay::new(code));
        Held { room, stay, lines, connections: BTreeMap::new(), left, thinks: BTreeMap::new(), moves: FIRST_MOVES }
    }
}

/// The rooms of a thread.
struct Host {
    log: Log,
    /// Most rooms that are kept.
    most: u32,
    work: Sender<Work>,
    rooms: BTreeMap<Arc<str>, Held>,
    thoughts: VecDeque<Thought>,
    swept: Instant,
}

impl Host {
    fn new(log: Log, work: Sender<Work>, most: u32) -> Host {
        Host { log, most, work, rooms: BTreeMap::new(), thoughts: VecDeque::new(), swept: Instant::now() }
    }

    fn run(mut self, jobs: &Receiver<Job>) {
        loop {
            let due = self.thoughts.iter().map(|it| it.due).min();
            let wait = due.map_or(SWEEP, |it| it.saturating_duration_since(Instant::now()));
            match jobs.recv_timeout(wait) {
                Ok(first) => std::iter::once(first).chain(jobs.try_iter().take(AT_ONCE)).for_each(|it| self.job(it)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.think();
            if self.swept.elapsed() > SWEEP {
                self.swept = Instant::now();
                self.rooms.retain(|_, it| !it.connections.is_empty() || it.left.elapsed() < REST);
            }
        }
    }

    fn job(&mut self, Job { code, what }: Job) {
        if catch_unwind(AssertUnwindSafe(|| self.doing(&code, what))).is_err() {
            self.forget(&code, 1011);
        }
    }

    fn doing(&mut self, code: &Arc<str>, what: What) {
        match what {
            What::Make { given, made } => {
                if self.log.rooms().is_ok_and(|it| it >= i64::from(self.most)) {
                    let why = format!("this server keeps at most {} rooms: some must be deleted first", self.most);
                    return drop(made.send(Err(why)));
                }
                self.rooms.insert(code.clone(), Held::new(Room::default(), code, 0));
                self.take(code, *given, vec![Then::Made(made)]);
            }
            What::Open { conn, token, protocol, to } => match self.wake(code) {
                Ok(held) => {
                    held.connections.insert(conn, to);
                    self.take(code, In::Opened { conn, token, protocol, now: now() }, Vec::new());
                }
                Err(why) => to.close(4000, why),
            },
            What::Said { conn, text } => {
                let Ok(random) = random() else { return };
                self.take(code, In::Said { conn, text, now: now(), random }, Vec::new());
            }
            What::Closed { conn } => {
                let Some(held) = self.rooms.get_mut(code) else { return };
                if held.connections.remove(&conn).is_some() {
                    held.left = Instant::now();
                    self.take(code, In::Closed { conn, now: now() }, Vec::new());
                }
            }
            What::Lost(stay) => {
                if self.rooms.get(code).is_some_and(|it| Arc::ptr_eq(&it.stay, &stay)) {
                    self.forget(code, 1001);
                }
            }
        }
    }

    /// A room, from its log if it is not in memory; or why not.
    fn wake(&mut self, code: &Arc<str>) -> Result<&mut Held, &'static str> {
        if !self.rooms.contains_key(code) {
            let damaged = |why: String| {
                eprintln!("Room {code}: {why}");
                "this room is damaged"
            };
            let lines = self.log.lines(code).map_err(|it| damaged(it.to_string()))?;
            if lines.is_empty() {
                return Err("this room does not exist");
            }
            let room = Room::from_lines(lines.iter().map(String::as_str)).map_err(damaged)?;
            self.rooms.insert(code.clone(), Held::new(room, code, lines.len() as i64));
        }
        self.rooms.get_mut(code).ok_or("this room does not exist")
    }

    /// Tells a room, and does what it says, after `then`.
    fn take(&mut self, code: &Arc<str>, given: In, then: Vec<Then>) {
        let Some(held) = self.rooms.get_mut(code) else { return };
        let mut work = Work { stay: held.stay.clone(), lines: Vec::new(), delete: false, then };
        for it in held.room.take(given) {
            match it {
                Out::Append { line } => {
                    held.lines += 1;
                    work.lines.push((held.lines, line));
                }
                Out::Send { conn, text } => {
                    let to = held.connections.get(&conn).cloned();
                    work.then.extend(to.map(|to| Then::Send(to, text)));
                }
                Out::Delete => work.delete = true,
                Out::Close { conn, why } => {
                    let to = held.connections.remove(&conn);
                    work.then.extend(to.map(|to| Then::Close(to, why)));
                }
                Out::Think { seat, level, at } => {
                    if held.thinks.insert(seat.clone(), at) != Some(at) {
                        self.thoughts.push_back(Thought::new(code.clone(), seat, &level, at));
                    }
                }
                Out::Refused { why } if held.lines == 0 => {
                    self.rooms.remove(code);
                    return refuse(work.then, &why);
                }
                Out::Refused { .. } => {}
            }
        }
        if work.delete {
            self.rooms.remove(code);
        }
        if work.delete || !(work.lines.is_empty() && work.then.is_empty()) {
            // The thread of the log ends with the process.
            let _ = self.work.send(work);
        }
    }

    /// Gives a room up. Its pages come back, and the room with what was kept.
    fn forget(&mut self, code: &Arc<str>, reason: u16) {
        let held = self.rooms.remove(code);
        let left = held.into_iter().flat_map(|it| it.connections.into_values());
        left.for_each(|it| it.close(reason, "the room begins once more"));
    }

    /// One slice of the next search.
    fn think(&mut self) {
        let begin = Instant::now();
        let Some(at) = self.thoughts.iter().position(|it| it.due <= begin) else { return };
        let Some(mut thought) = self.thoughts.remove(at) else { return };
        let code = thought.code.clone();
        // The game may have gone on.
        let held = self.rooms.get_mut(&code).filter(|it| it.thinks.get(&thought.seat) == Some(&thought.at));
        let Some(Held { room, moves, thinks, .. }) = held else { return };
        let Some(game) = room.game() else { return };
        match catch_unwind(AssertUnwindSafe(|| thought.slice(game, moves))) {
            Ok(Ok(false)) => self.thoughts.push_back(thought),
            Ok(Ok(true)) => {
                let best = thought.best(game);
                thinks.remove(&thought.seat);
                let Some(Move(seat, action, argument)) = best else { return };
                self.take(&code, In::Machine { seat, at: thought.at, action, argument, now: now() }, Vec::new());
            }
            // It stays in `thinks`: the same position would fail again.
            Ok(Err(fault)) => eprintln!("Room {code}: {fault}"),
            Err(_) => eprintln!("Room {code}: a search failed"),
        }
    }
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_millis() as u64)
}

/// A fresh random number below 2^53.
pub fn random() -> Result<u64, String> {
    getrandom::u64().map(|it| it >> 11).map_err(|it| it.to_string())
}
