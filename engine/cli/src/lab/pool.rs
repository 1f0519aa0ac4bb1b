//! Workers that play games of several versions of rules, part by part.
//!
//! Invariant: whole stages decide what is played, so the number of workers has no effect.

use super::asked::FEW;
use crate::compiled::Wasmtime;
use crate::outcome::Trouble;
use game::Rules;
use lab::{Compiled, Plan, Player, Stage, Tally, Text, Version};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Condvar, Mutex, PoisonError, mpsc};

/// Games that a worker takes at once: one if a player looks ahead; otherwise at least `PART`, and more if there
/// would be more than `PARTS` parts, up to `PART_MAX`.
const PART: u64 = 100;
const PART_MAX: u64 = 10_000;
const PARTS: u64 = 500;

/// Maximum parts per worker that wait to be merged.
const WAITING: usize = 4;

/// Number of versions that a worker keeps compiled.
const KEPT: usize = 16;

/// Warns about the cost of many games if a player looks ahead.
pub fn warn(plan: &Plan, games: u64) {
    let ahead = plan.players.iter().map(Player::iterations).max();
    if let Some(ahead) = ahead.filter(|it| *it > 0 && games > FEW) {
        let as_random = games.saturating_mul(ahead.into());
        eprintln!(
            "for each move of a player that looks ahead up to {ahead} games are played, or positions looked at: {games} games take as long as some {as_random} or more at random"
        );
    }
}

/// Parts not taken yet.
#[derive(Default)]
struct Work {
    parts: VecDeque<(usize, Range<u64>)>,
    over: bool,
}

/// Work that workers wait for.
#[derive(Default)]
struct Queue {
    work: Mutex<Work>,
    more: Condvar,
}

impl Queue {
    fn add(&self, versions: &[Option<Version>], stage: &Stage) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let part = ((stage.games.end - stage.games.start) / PARTS).clamp(PART, PART_MAX);
        for variant in &stage.variants {
            let count = if versions[*variant].as_ref().is_none_or(|it| it.plan.is_plain()) { part } else { 1 };
            let starts = stage.games.clone().step_by(count as usize);
            work.parts.extend(starts.map(|from| (*variant, from..stage.games.end.min(from + count))));
        }
        self.more.notify_all();
    }

    fn end(&self) {
        self.work.lock().unwrap_or_else(PoisonError::into_inner).over = true;
        self.more.notify_all();
    }

    /// Waits for the next part; `None` after the last.
    fn take(&self) -> Option<(usize, Range<u64>)> {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if work.over {
                return None;
            }
            if let Some(part) = work.parts.pop_front() {
                return Some(part);
            }
            work = self.more.wait(work).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Plays a stage, part by part; `take` receives each with its version, and at the end of a stage returns the next.
pub fn play(
    versions: &[Option<Version>],
    workers: usize,
    stage: Stage,
    take: &mut dyn FnMut(usize, Tally) -> Option<Stage>,
) -> Result<(), Trouble> {
    let games = |it: &Stage| (it.games.end - it.games.start) * it.variants.len() as u64;
    let queue = Queue::default();
    let mut left = games(&stage);
    if left == 0 {
        return Ok(());
    }
    queue.add(versions, &stage);
    let (done, parts) = mpsc::sync_channel(WAITING * workers);
    // Rules cannot leave the thread that made them.
    let inputs: Vec<Option<Input>> = versions.iter().map(Input::new).collect();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (done, queue, inputs) = (done.clone(), &queue, &inputs);
            scope.spawn(move || work(inputs, queue, &done));
        }
        drop(done);
        for (version, part) in parts {
            left -= part.games.min(left);
            let next = take(version, part);
            if let Some(stage) = next {
                left += games(&stage);
                queue.add(versions, &stage);
            }
            if left == 0 {
                queue.end();
            }
        }
    });
    if left > 0 { Err(Trouble::Other(format!("{left} games could not be played"))) } else { Ok(()) }
}

/// Parts of a version that workers need.
struct Input<'v> {
    text: &'v Text,
    plan: &'v Plan,
    /// Compiles once, for the first worker that asks.
    host: Wasmtime,
}

impl<'v> Input<'v> {
    fn new(it: &'v Option<Version>) -> Option<Input<'v>> {
        it.as_ref().map(|it| Input { text: &it.text, plan: &it.plan, host: Wasmtime::default() })
    }
}

/// Ends the queue when a worker leaves: a lost part must not block others.
struct Leaving<'q>(&'q Queue);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Plays parts until there are none left.
fn work(inputs: &[Option<Input>], queue: &Queue, done: &mpsc::SyncSender<(usize, Tally)>) {
    let _leaving = Leaving(queue);
    let mut kept: Vec<(usize, Rules, Option<Compiled>)> = Vec::new();
    while let Some((version, numbers)) = queue.take() {
        let Some(Input { text, plan, host }) = &inputs[version] else { return };
        if !kept.iter().any(|it| it.0 == version) {
            let Some(rules) = text.compile().rules.map(|it| it.counting()) else { return };
            let compiled = Compiled::new(&rules, plan, host);
            kept.truncate(KEPT - 1);
            kept.insert(0, (version, rules, compiled));
        }
        let Some((_, rules, compiled)) = kept.iter_mut().find(|it| it.0 == version) else { return };
        if done.send((version, lab::play(compiled.as_mut(), rules, plan, numbers))).is_err() {
            return;
        }
    }
}
