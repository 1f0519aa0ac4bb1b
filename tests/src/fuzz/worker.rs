//! Sends texts to the engine in a child process, which is this test again. It prints each request beforehand, so that
//! the parent knows where it died or hangs.

use super::ask::{self, Case, QUESTIONS};
use super::mutate::Sources;
use super::{Input, Problem, shrink, sources};
use crate::support::{hash, read, root};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The stack of a thread of tests, on which all of it must do.
const STACK: usize = 2 << 20;

/// Time without output after which the child hangs.
const HANGS: Duration = Duration::from_secs(40);

/// The child's task: `mutated`, `kept`, [`OVERFLOWS`], or the path of one text.
const TEXTS: &str = "FUZZ_TEXTS";

/// For a child that dies.
const OVERFLOWS: &str = "overflows";

/// Prefix of the child's lines.
const LINE: &str = "@fuzz";

/// Source of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texts {
    Mutated,
    Kept,
}

/// Results.
#[derive(Debug, Default)]
pub struct Found {
    pub counts: String,
    /// Each with its text.
    pub findings: Vec<String>,
    /// Number of compiled texts.
    pub compiled: u64,
}

thread_local! {
    /// Place and message of this thread's last panic.
    static PANIC: RefCell<(String, String)> = RefCell::default();
}

pub fn last_panic() -> (String, String) {
    PANIC.take()
}

pub fn is_child() -> bool {
    std::env::var(TEXTS).is_ok()
}

fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{LINE} {line}");
}

/// The child: on a thread of known stack.
pub fn work() {
    std::panic::set_hook(Box::new(|it| {
        let place = it.location().map_or(String::new(), |it| format!("{}:{}", tail(it.file()), it.line()));
        let message = it.payload_as_str().unwrap_or_default().to_owned();
        PANIC.with(|last| last.replace((place, message)));
    }));
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(ask_all).expect("a thread");
    thread.join().expect("the questions are asked");
}

/// A path without the parts that differ between machines.
fn tail(path: &str) -> &str {
    ["/src/index.crates.io", "/registry/src/"]
        .iter()
        .find_map(|it| path.split_once(it))
        .map_or(path, |(_, rest)| rest.split_once('/').map_or(rest, |it| it.1))
}

fn ask_all() {
    let (from, count) = super::chosen(0);
    match std::env::var(TEXTS).as_deref() {
        Ok("mutated") => {
            let sources = Sources::new();
            say(&format!("sources {}", sources.len()));
            (from..from + count).for_each(|it| ask_one(&sources.made(it), Some(it), it));
        }
        Ok("kept") => {
            let all = sources::kept().into_iter().enumerate().skip(from as usize);
            all.for_each(|(i, (_, input))| ask_one(&input, None, i as u64));
        }
        Ok(OVERFLOWS) => say(&format!("{}", deeper(1))),
        Ok(path) => {
            let path = Path::new(path);
            let input = sources::from_text(&read(path), game::Language::of_file(&path.to_string_lossy()));
            let mut before = |question: &str| say(&format!("ask 0 {question}"));
            if let Some((_, problem)) = ask::all(&input, None, &mut before) {
                say(&format!("same {}", key(&problem)));
            }
        }
        Err(_) => {}
    }
    say("done");
}

/// Comes to the end of any stack.
fn deeper(n: u64) -> u64 {
    let below = std::hint::black_box(n + 1);
    if below == 0 { 0 } else { below + deeper(below) }
}

fn ask_one(input: &Input, turn: Option<u64>, number: u64) {
    let mut before = |question: &str| say(&format!("ask {number} {question}"));
    let found = ask::all(input, turn, &mut before);
    let Some((question, problem)) = found else { return };
    let path = file(&problem, input);
    if !path.exists() {
        say(&format!("ask {number} shrink"));
        let mut last = problem.clone();
        let mut same = |text: &str| {
            let input = Input { text: text.to_owned(), ..input.clone() };
            let all = Case::new(&input, text.len() < 2_000);
            let first = &QUESTIONS[0];
            let asked = if question.name == first.name { Ok(()) } else { ask::asked(first, &all) };
            let found = asked.and_then(|()| ask::asked(question, &all)).err();
            say("shrink");
            let found = found.filter(|it| key(it) == key(&problem));
            found.inspect(|it| last.clone_from(it)).is_some()
        };
        let text = shrink::smallest(&input.text, &mut same);
        keep(&last, &Input { text, ..input.clone() });
    }
    say(&format!("found {}", path.display()));
}

/// Common key of problems with one cause.
fn key(problem: &Problem) -> String {
    // A panic is the same in every request.
    let kind = if problem.kind.starts_with("panic") { "panic" } else { &problem.kind };
    format!("{:08x}", hash(&format!("{kind}|{}", problem.skeleton)) as u32)
}

/// Folder for findings.
fn folder() -> PathBuf {
    std::env::var("FINDINGS").map_or_else(|_| root().join("target/findings"), PathBuf::from)
}

fn file(problem: &Problem, input: &Input) -> PathBuf {
    folder().join(format!("{}-{}.{}", problem.kind, key(problem), input.language.about().ending))
}

/// Writes a finding as a file that can be kept, and its problem beside it.
fn keep(problem: &Problem, input: &Input) {
    let path = file(problem, input);
    std::fs::create_dir_all(folder()).expect("is writable");
    std::fs::write(&path, sources::to_text(input)).expect("is writable");
    std::fs::write(path.with_extension("txt"), format!("{}\n{}\n", problem.kind, problem.seen)).expect("is writable");
}

/// One child under watch.
struct Child {
    process: std::process::Child,
    lines: mpsc::Receiver<String>,
}

impl Child {
    fn start(texts: &str, from: u64, count: u64) -> Child {
        let test = if texts == "kept" { "fuzz::fuzz_kept" } else { "fuzz::fuzz_texts" };
        let mut process = Command::new(std::env::current_exe().expect("a test"))
            .args([test, "--exact", "--nocapture", "--test-threads", "1"])
            .env(TEXTS, texts)
            .env("SEED", from.to_string())
            .env("COUNT", count.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("this test can be started");
        let out = BufReader::new(process.stdout.take().expect("its output"));
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                if let Some((_, it)) = line.split_once(LINE)
                    && send.send(it.trim().to_owned()).is_err()
                {
                    return;
                }
            }
        });
        Child { process, lines }
    }

    /// The child's next line; or how it ended.
    fn next(&mut self) -> Result<String, Ended> {
        match self.lines.recv_timeout(HANGS) {
            Ok(line) => Ok(line),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                self.stop();
                Err(Ended::Hung)
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                self.stop();
                Err(Ended::Died)
            }
        }
    }

    fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// Mostly the stack has overflowed.
    Died,
    Hung,
}

impl Ended {
    fn problem(self, question: &str, input: &Input) -> Problem {
        let kind = if self == Ended::Died { "died" } else { "hangs" };
        let skeleton = format!("{question} of {}", input.language.about().ending);
        Problem::of(&format!("{kind}-{question}"), skeleton.clone(), skeleton)
    }
}

/// Sends texts to the engine, and continues after one that killed it.
pub fn watched(texts: Texts, from: u64, count: u64) -> Found {
    let start = Instant::now();
    let (mut at, end) = (from, from + count);
    let mut found: BTreeSet<PathBuf> = BTreeSet::new();
    let mut asked: BTreeMap<String, u64> = BTreeMap::new();
    let made = match texts {
        Texts::Mutated => Some(Sources::new()),
        Texts::Kept => None,
    };
    while at < end {
        let mut child = Child::start(if texts == Texts::Kept { "kept" } else { "mutated" }, at, end - at);
        let mut question = String::from("start");
        let ended = loop {
            let line = match child.next() {
                Ok(line) => line,
                Err(ended) => break Some(ended),
            };
            let mut words = line.splitn(3, ' ');
            match (words.next(), words.next(), words.next()) {
                (Some("ask"), Some(number), Some(what)) => {
                    at = number.parse().unwrap_or(at);
                    what.clone_into(&mut question);
                    *asked.entry(question.clone()).or_default() += 1;
                }
                (Some("found"), Some(path), _) => drop(found.insert(path.into())),
                (Some("done"), ..) => break None,
                _ => {}
            }
        };
        child.stop();
        let Some(ended) = ended else { break };
        let input = match &made {
            Some(sources) => sources.made(at),
            None => sources::kept().swap_remove(at as usize).1,
        };
        assert!(question != "start", "the child does not start");
        found.insert(ended_with(ended, &question, &input));
        at += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    let compiled = asked.get(QUESTIONS[0].name).copied().unwrap_or(0);
    let asked: Vec<String> = asked.iter().map(|(question, count)| format!("{question} {count}")).collect();
    let counts = format!("{count} texts, {:.0} a second; {}", count as f64 / seconds, asked.join(", "));
    let told = |it: &PathBuf| {
        format!("{}\n{}", it.display(), std::fs::read_to_string(it.with_extension("txt")).unwrap_or_default())
    };
    Found { counts, findings: found.iter().map(told).collect(), compiled }
}

/// Makes a text small that a child died of, each try in a child of its own.
fn ended_with(ended: Ended, question: &str, input: &Input) -> PathBuf {
    let problem = ended.problem(question, input);
    let path = file(&problem, input);
    if path.exists() {
        return path;
    }
    let tried = std::env::temp_dir().join(format!("fuzz-{}.{}", std::process::id(), input.language.about().ending));
    let mut same = |text: &str| {
        let input = Input { text: text.to_owned(), ..input.clone() };
        std::fs::write(&tried, sources::to_text(&input)).expect("is writable");
        let mut child = Child::start(&tried.to_string_lossy(), 0, 0);
        let mut last = String::new();
        let again = loop {
            match child.next() {
                Ok(line) if line == "done" => break None,
                Ok(line) => last = line,
                Err(ended) => break Some(ended),
            }
        };
        child.stop();
        again == Some(ended) && last == format!("ask 0 {question}")
    };
    // Each try of a text that hangs takes as long as it hangs.
    let text = if ended == Ended::Died { shrink::smallest(&input.text, &mut same) } else { input.text.clone() };
    let _ = std::fs::remove_file(&tried);
    keep(&problem, &Input { text, ..input.clone() });
    path
}

/// A dying child is noticed.
#[test]
fn a_child_that_dies_is_seen() {
    let mut child = Child::start(OVERFLOWS, 0, 0);
    assert_eq!(child.next(), Err(Ended::Died));
    let mut child = Child::start("kept", u64::MAX, 0);
    assert_eq!(child.next().as_deref(), Ok("done"));
    child.stop();
}
