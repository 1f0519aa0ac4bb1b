//! Report of a tally: shares and means with their intervals, distributions, coverage, flaws.

use crate::chosen::{self, Choices, Heat};
use crate::decided::Decision;
use crate::flaw::Kind;
use crate::groups::Counts;
use crate::interval::{Interval, Level};
use crate::outcome::winners;
use crate::player::Score;
use crate::question::Answer;
use crate::race::Race;
use crate::statistic::{Seat, ordinal};
use crate::tally::{Met, Sitting, Tally};
use crate::winning::Ingredient;
use game::Rules;
use ir::{FrameKind, Program};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum bars of a histogram.
const BARS: u64 = 24;

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Number of games, and of those that ended well: all shares refer to the latter.
    pub games: u64,
    pub ended: u64,
    pub moves: u64,
    /// Hexadecimal: the same for the same rules, plan and number of games.
    pub hash: String,
    /// The designer's questions, answered from these games.
    pub answers: Vec<Answer>,
    /// By role that plays: win rate against an equal share.
    pub seats: Vec<Seat>,
    /// Roles that do not play: never active, and without a win. Empty if no game ended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<String>,
    /// Moves that go with winning or losing, the clearest first.
    pub ingredients: Vec<Ingredient>,
    /// How much of the outcome the seed alone decides, from 0 to 1, where seats rotate and all games have the same
    /// number of players. A lower bound for luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Interval>,
    /// When games are decided, if the plan includes that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<Decision>,
    /// By result, the most frequent first.
    pub results: Vec<Share>,
    /// Win rate of each role that plays, over the games in which it had a seat, alone or shared. A role plays if it was
    /// active in a game or won one; if no game ended, all do. Where the number of players varies, the seated roles
    /// play.
    pub roles: Vec<Share>,
    /// By who moved first, second and so on.
    pub order: Vec<Share>,
    /// By how many played; empty unless the rules say how many may.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_players: Vec<Table>,
    /// Games that nobody has won.
    pub draws: Share,
    /// By how they play, where the plan names players; those of the same kind are one. Seats of roles that do not play are not
    /// counted.
    pub players: Vec<Side>,
    pub length: Distribution,
    pub turns: Distribution,
    /// Moves to choose from, in all positions.
    pub choices: Distribution,
    /// In how many of the positions there is more than one.
    pub real: Interval,
    /// The author's actions, and the language's own if they were offered.
    pub actions: Vec<Action>,
    pub frames: Vec<Frame>,
    /// Lines with statements that are counted, by file, ascending.
    pub lines: Vec<Line>,
    /// Number of lines without a count: those of small functions that were inlined.
    pub uncounted: usize,
    pub heat: Vec<Heat>,
    /// Every track that is shown, field by field.
    pub races: Vec<Race>,
    pub measures: Vec<Mean>,
    /// The most frequent first.
    pub flaws: Vec<Found>,
}

/// A part of the games that ended.
#[derive(Clone, Debug, Serialize)]
pub struct Share {
    pub name: String,
    pub games: u64,
    #[serde(flatten)]
    pub share: Interval,
}

/// The games with one number of players.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    pub players: usize,
    pub games: u64,
    /// The shares are of these.
    pub ended: u64,
    /// Moves a game.
    pub moves: f64,
    pub roles: Vec<Share>,
    /// Games that nobody has won.
    pub draws: Share,
}

/// The results of a player, once for each of its seats.
#[derive(Clone, Debug, Serialize)]
pub struct Side {
    /// As [`crate::Player::named`] reads it.
    pub name: String,
    pub games: u64,
    /// Won alone.
    pub wins: u64,
    /// Won by nobody, or with others.
    pub draws: u64,
    pub losses: u64,
    /// The wins.
    #[serde(flatten)]
    pub share: Interval,
}

/// Frequency of each number.
#[derive(Clone, Debug, Serialize)]
pub struct Distribution {
    pub count: u64,
    pub mean: Interval,
    pub least: u64,
    /// A tenth are below, a half, nine tenths.
    pub tenth: u64,
    pub median: u64,
    pub nine_tenths: u64,
    pub most: u64,
    pub bars: Vec<Bar>,
}

/// Number of games in a range, both ends included.
#[derive(Clone, Debug, Serialize)]
pub struct Bar {
    pub from: u64,
    pub to: u64,
    pub count: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Action {
    pub name: String,
    /// Positions in which it was offered, and how often it was taken.
    pub offered: u64,
    pub taken: u64,
    /// Different moves, where it was offered.
    pub moves: f64,
    /// One entry per argument.
    pub arguments: Vec<Choices>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Frame {
    pub name: String,
    /// "state" or "procedure".
    pub kind: &'static str,
    pub entered: u64,
}

/// Count of a line: of its least and of its most reached statement.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Absent for the main text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// From 1.
    pub line: u32,
    pub least: u64,
    pub most: u64,
}

impl Report {
    /// A note about the uncounted lines, if there are any.
    pub fn uncounted_said(&self) -> Option<String> {
        let lines = if self.uncounted == 1 { "a line" } else { "lines" };
        let what = if self.uncounted == 1 { "a small function" } else { "small functions" };
        let many = if self.uncounted == 1 { String::new() } else { format!("{} ", self.uncounted) };
        (self.uncounted > 0).then(|| format!("Not counted: {many}{lines} of {what}."))
    }
}

impl Line {
    /// As a reader names it: `12`, `cards.rules:12`.
    pub fn name(&self) -> String {
        self.file.as_ref().map(|it| format!("{it}:{}", self.line)).unwrap_or_else(|| self.line.to_string())
    }
}

/// A number at the end of games.
#[derive(Clone, Debug, Serialize)]
pub struct Mean {
    pub name: String,
    pub games: u64,
    pub mean: Interval,
    pub least: f64,
    pub most: f64,
}

/// A flaw that was met.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    pub kind: Kind,
    /// The kind in a few words.
    pub name: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// From 1; absent without a place in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// In how many games.
    pub games: u64,
    /// The shortest of these.
    pub moves: u64,
    pub number: u64,
    pub seed: u64,
}

impl Report {
    /// The widest half interval of a seat's share; 1 if nothing was played.
    pub fn sure(&self) -> f64 {
        self.roles.iter().map(|it| it.share.half()).fold(0.0, f64::max).max(if self.ended == 0 { 1.0 } else { 0.0 })
    }
}

impl Tally {
    /// Builds the final report, once all planned games are played. `rules` must be those that were counted.
    pub fn report(&self, rules: &Rules) -> Report {
        self.report_at(rules, Level::ONCE)
    }

    /// With intervals of a level: [`Level::OFTEN`] if one watches and stops at will.
    pub fn report_at(&self, rules: &Rules, level: Level) -> Report {
        let program = &*rules.program().with_forms(&self.forms);
        let ended = self.results.values().sum();
        let share = |name: &str, games| Share { name: name.to_owned(), games, share: level.share(games, ended) };
        let mut results: Vec<Share> = self.results.iter().map(|(name, games)| share(name, *games)).collect();
        results.sort_by_key(|it| Reverse(it.games));
        let nobody = self.results.iter().filter(|(name, _)| winners(name, &program.roles).is_empty());
        let won = self.won.iter().zip(&self.shared).map(|(alone, shared)| alone + shared);
        let mut flaws: Vec<Found> = self.flaws.iter().map(|it| found(rules, it)).collect();
        flaws.sort_by_key(|it| Reverse(it.games));
        let playing = (0..program.roles.len()).filter(|it| self.plays(*it)).count();
        let seats = if ended == 0 { program.roles.len() } else { playing };
        // Of the games in which there was such a seat.
        let of_sat = |name: &str, games, seat: usize| {
            let sat = self.sat.get(seat).copied().unwrap_or_default();
            Share { name: name.to_owned(), games, share: level.share(games, sat) }
        };
        let (lines, uncounted) = self.lines(rules);
        let mut report = Report {
            answers: Vec::new(),
            seats: self.seats(rules, level),
            idle: program
                .roles
                .iter()
                .enumerate()
                .filter(|(role, _)| ended > 0 && program.seats.is_none() && !self.plays(*role))
                .map(|it| it.1.clone())
                .collect(),
            ingredients: self.ingredients(rules, level),
            luck: self.luck(rules, level),
            decided: self.decided.report(level),
            games: self.games,
            ended,
            moves: self.moves,
            hash: format!("{:016x}", self.hash),
            results,
            roles: program
                .roles
                .iter()
                .zip(won)
                .enumerate()
                .filter(|(role, _)| ended == 0 || self.plays(*role))
                .map(|(role, (name, games))| of_sat(name, games, role))
                .collect(),
            order: self
                .won_by_order
                .iter()
                .take(seats)
                .enumerate()
                .map(|(i, games)| of_sat(&ordinal(i + 1), *games, i))
                .collect(),
            by_players: self
                .by_players
                .iter()
                .map(|(players, it)| table(&program.roles, *players, it, level))
                .collect(),
            draws: share("nobody", nobody.map(|it| it.1).sum()),
            players: self
                .players
                .iter()
                .map(|(name, scores)| {
                    let mut it = Score::default();
                    let seats = scores.iter().enumerate().filter(|(role, _)| self.plays(*role));
                    seats.for_each(|(_, score)| it.join(*score));
                    let (name, Score { wins, draws, losses }) = (name.clone(), it);
                    Side { name, games: it.games(), wins, draws, losses, share: level.share(wins, it.games()) }
                })
                .collect(),
            length: distribution(&self.lengths, level),
            turns: distribution(&self.turns, level),
            real: self.real(level),
            choices: self.choice_told(level),
            actions: program
                .actions
                .iter()
                .zip(&self.actions)
                .enumerate()
                .filter(|(id, (_, it))| it.offered > 0 || !is_of_language(rules.written(), *id))
                .map(|(id, (name, it))| Action {
                    name: name.clone(),
                    offered: it.offered,
                    taken: it.taken,
                    moves: if it.offered == 0 { 0.0 } else { it.moves as f64 / it.offered as f64 },
                    arguments: chosen::choices(program, id, it, &|role| ended == 0 || self.plays(role)),
                })
                .collect(),
            frames: program
                .frames
                .iter()
                .zip(&self.frames)
                .map(|(it, entered)| Frame {
                    name: it.name.clone(),
                    kind: if matches!(it.kind, FrameKind::State(_)) { "state" } else { "procedure" },
                    entered: *entered,
                })
                .collect(),
            lines,
            uncounted,
            heat: chosen::heat(program, &self.actions),
            races: self.races(program),
            measures: self
                .measures
                .iter()
                .filter(|it| it.games > 0)
                .map(|it| {
                    let parts = f64::from(it.parts);
                    Mean {
                        name: it.name.clone(),
                        games: it.games,
                        mean: level.mean(it.games, it.sum as f64 / parts, it.squares as f64 / (parts * parts)),
                        least: it.least as f64 / parts,
                        most: it.most as f64 / parts,
                    }
                })
                .collect(),
            flaws,
        };
        report.answers = report.answered(level);
        report
    }

    /// Positions of one game are correlated, so the interval of the mean comes from finished games.
    fn choice_told(&self, level: Level) -> Distribution {
        let it = distribution(&self.choices, level);
        let value = it.mean.value;
        let mean =
            if self.groups.is_empty() { Interval { value, low: value, high: value } } else { self.choice(level) };
        Distribution { mean, ..it }
    }

    /// Moves of the longest finished game; 0 if none ended.
    pub fn longest(&self) -> u64 {
        self.lengths.last_key_value().map_or(0, |it| *it.0)
    }

    /// The counted lines, and the number of uncounted ones.
    fn lines(&self, rules: &Rules) -> (Vec<Line>, usize) {
        let source = rules.source();
        let aside: BTreeSet<ir::FnId> = aside(rules.written());
        let reached = || rules.machine().reached().zip(&self.reached);
        // Passes inline code into other functions. Code with one span is one statement; if a function contains it
        // several times, the highest count applies.
        let mut by_function: BTreeMap<(ir::FnId, At), u64> = BTreeMap::new();
        for ((function, span, _), count) in reached().filter(|it| it.0.1.end > it.0.1.start) {
            let most = by_function.entry((function, (span.start, span.end))).or_default();
            *most = (*most).max(*count);
        }
        // Functions generated from another function have its span.
        let program = rules.program();
        let home = |id: ir::FnId| (program.function(id).span.start, program.function(id).span.end);
        let homes = |all: &BTreeSet<ir::FnId>| all.iter().map(|id| home(*id)).collect::<BTreeSet<_>>();
        let (inlined, fused) = (homes(&program.counted.inlined), homes(&program.counted.fused));
        let mut by_span: BTreeMap<At, (BTreeSet<At>, u64)> = BTreeMap::new();
        for ((function, at), count) in by_function {
            let (homes, all) = by_span.entry(at).or_default();
            homes.insert(home(function));
            *all += count;
        }
        let (mut lines, mut unknown) = (BTreeMap::new(), BTreeSet::new());
        for ((function, span, _), _) in reached() {
            let Some((homes, count)) = by_span.get(&(span.start, span.end)) else { continue };
            // For an inlined function, a count of 0 means unknown rather than never run.
            let (home, at) = (home(function), (source.part_of(span.start), source.position(span.start).line));
            if aside.contains(&function) {
                continue;
            }
            if *count == 0 && (inlined.contains(&home) || fused.contains(&home) && homes.len() == 1) {
                unknown.insert(at);
                continue;
            }
            let (least, most) = lines.entry(at).or_insert((u64::MAX, 0));
            (*least, *most) = ((*least).min(*count), (*most).max(*count));
        }
        let file = |part: usize| (part > 0).then(|| source.parts().get(part).map(|it| it.name.clone())).flatten();
        let uncounted = unknown.iter().filter(|at| !lines.contains_key(at)).count();
        let told = |((part, line), (least, most))| Line { file: file(part), line, least, most };
        (lines.into_iter().map(told).collect(), uncounted)
    }
}

/// Start and end in the text.
type At = (u32, u32);

fn table(roles: &[String], players: usize, it: &Sitting, level: Level) -> Table {
    let share = |name: &str, games| Share { name: name.to_owned(), games, share: level.share(games, it.ended) };
    let won = |role: usize| it.won.get(role).copied().unwrap_or_default();
    Table {
        players,
        games: it.games,
        ended: it.ended,
        moves: if it.ended == 0 { 0.0 } else { it.moves as f64 / it.ended as f64 },
        roles: roles.iter().take(players).enumerate().map(|(role, name)| share(name, won(role))).collect(),
        draws: share("nobody", it.draws),
    }
}

/// `true` if an action belongs to the language rather than to the author: none of its handlers are in the text.
fn is_of_language(program: &Program, action: usize) -> bool {
    let handlers = program.frames.iter().filter_map(|it| match &it.kind {
        FrameKind::State(state) => Some(&state.handlers),
        _ => None,
    });
    let mut handlers = handlers.flatten().filter(|it| it.action.index() == action).peekable();
    let written = |function: &ir::Function| {
        let stands = |it: diag::Span| it.end > it.start;
        let mut written = stands(function.span);
        ir::walk(&function.body, &mut |node| {
            if let ir::Node::Stmt(it) = node {
                written |= stands(it.span);
            }
        });
        written
    };
    handlers.peek().is_some() && !handlers.any(|it| written(program.function(it.function)))
}

/// Functions that no game runs: queries, tests and `worth`, with the functions that only they and constants call.
fn aside(program: &Program) -> BTreeSet<ir::FnId> {
    let begin = [program.init, program.setup, program.view, program.imagine].into_iter().flatten();
    let mut todo: Vec<ir::FnId> = begin
        .chain(program.invariants.iter().copied())
        .chain(program.frames.iter().flat_map(ir::Frame::functions))
        .collect();
    let mut played = BTreeSet::new();
    while let Some(id) = todo.pop() {
        if played.insert(id) {
            todo.extend(ir::calls(program.function(id)));
        }
    }
    (0..program.functions.len() as u16).map(ir::FnId).filter(|id| !played.contains(id)).collect()
}

fn found(rules: &Rules, met: &Met) -> Found {
    let source = rules.source();
    let at = met.flaw.span.map(|it| it.0);
    let place = at.map(|from| source.position(from));
    Found {
        kind: met.flaw.kind,
        name: met.flaw.kind.name(),
        message: met.flaw.message.clone(),
        code: met.flaw.code.clone(),
        frame: met.flaw.frame.clone(),
        file: at.filter(|from| source.part_of(*from) > 0).map(|from| source.file(from).to_owned()),
        line: place.as_ref().map(|it| it.line),
        column: place.as_ref().map(|it| it.column),
        games: met.games,
        moves: met.moves,
        number: met.number,
        seed: met.seed,
    }
}

fn distribution(counts: &Counts, level: Level) -> Distribution {
    let count: u64 = counts.values().sum();
    let sum: u128 = counts.iter().map(|(n, c)| u128::from(*n) * u128::from(*c)).sum();
    let squares: u128 = counts.iter().map(|(n, c)| u128::from(*n) * u128::from(*n) * u128::from(*c)).sum();
    let least = counts.first_key_value().map_or(0, |it| *it.0);
    let most = counts.last_key_value().map_or(0, |it| *it.0);
    // The first number that is not below `tenths` tenths.
    let quantile = |tenths: u64| {
        let mut below = 0;
        let reached = counts.iter().find(|it| {
            below += it.1;
            below * 10 >= count * tenths
        });
        reached.map_or(0, |it| *it.0)
    };
    // Bars are as wide as the steps between the numbers, or multiples, so that no bar is empty or fuller by its place.
    let step = counts.keys().fold(0, |step, it| common(step, it - least)).max(1);
    let width = ((most - least) / step / BARS + 1) * step;
    let mut bars: Vec<Bar> = (0..=(most - least) / width)
        .map(|i| Bar { from: least + i * width, to: least + (i + 1) * width - 1, count: 0 })
        .collect();
    for (n, count) in counts {
        if let Some(bar) = usize::try_from((n - least) / width).ok().and_then(|at| bars.get_mut(at)) {
            bar.count += count;
        }
    }
    Distribution {
        count,
        mean: level.mean(count, sum as f64, squares as f64),
        least,
        tenth: quantile(1),
        median: quantile(5),
        nine_tenths: quantile(9),
        most,
        bars: if count == 0 { Vec::new() } else { bars },
    }
}

/// The greatest number that divides both; the other if one is 0.
fn common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common(b, a % b) }
}
