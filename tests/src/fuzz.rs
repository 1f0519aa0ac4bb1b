//! The campaign against texts: every source of the tests and games, mutated, with all requests to the engine.
//!
//! Invariant: a text is made from its number alone, so a number is enough to reproduce a finding. Texts run in a
//! process of their own (`worker.rs`), so a stack overflow or an endless loop is a finding like any other. Findings are
//! shrunk (`shrink.rs`) and written as files that can be kept in `tests/fuzz`.
//!
//! `SEED` says the first number, `COUNT` how many, `DEEP` that there are many; `FINDINGS` where findings are written.

mod ask;
mod editor;
mod mutate;
mod pieces;
mod play;
mod shrink;
mod sources;
mod texts;
mod worker;

use crate::programs::chosen;
use crate::support::no_failures;
use game::Language;

/// Texts in every run of the tests, and in deep ones.
const EVERY_DAY: u64 = 600;
const DEEP: u64 = 100_000;

/// A text for the engine, with the files beside it.
#[derive(Clone, Debug)]
pub struct Input {
    pub text: String,
    pub language: Language,
    pub files: Vec<(String, String)>,
}

/// An error in an answer. One finding is kept for each kind and skeleton.
#[derive(Clone, Debug)]
pub struct Problem {
    /// A few words with dashes, for the name of a file.
    pub kind: String,
    /// Distinguishes causes: a place in the engine, or a message without its details.
    pub skeleton: String,
    /// The observation.
    pub seen: String,
}

impl Problem {
    /// A problem whose skeleton is the observed output, without numbers and names.
    pub fn new(kind: &str, seen: impl Into<String>) -> Problem {
        let seen = seen.into();
        Problem { kind: kind.to_owned(), skeleton: skeleton(&seen), seen }
    }

    /// A problem identified by its kind and this skeleton.
    pub fn of(kind: &str, skeleton: impl Into<String>, seen: impl Into<String>) -> Problem {
        Problem { kind: kind.to_owned(), skeleton: skeleton.into(), seen: seen.into() }
    }
}

/// A message without numbers, and without text in backticks and quotes.
fn skeleton(message: &str) -> String {
    let mut out = String::new();
    let mut quote = None;
    for c in message.chars().take(400) {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => continue,
            None if c == '`' || c == '"' => quote = Some(c),
            None => {}
        }
        if c.is_ascii_digit() {
            if !out.ends_with('#') {
                out.push('#');
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[test]
fn fuzz_texts() {
    if worker::is_child() {
        return worker::work();
    }
    let (from, count) = chosen(if std::env::var("DEEP").is_ok() { DEEP } else { EVERY_DAY });
    let found = worker::watched(worker::Texts::Mutated, from, count);
    println!("{}", found.counts);
    no_failures(&found.findings);
    assert_eq!(found.compiled, count, "each is asked");
}

/// Fixed findings stay fixed: the texts of `tests/fuzz`.
#[test]
fn fuzz_kept() {
    if worker::is_child() {
        return worker::work();
    }
    let found = worker::watched(worker::Texts::Kept, 0, sources::kept().len() as u64);
    no_failures(&found.findings);
}
