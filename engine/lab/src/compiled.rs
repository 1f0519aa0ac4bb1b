//! Games played by compiled rules, which count like the interpreter: the same tally, to the last bit.
//!
//! Invariant: only whole, sound games count. A game with any problem is replayed by the interpreter, which names the
//! problem.

use crate::argument::{self, Chosen};
use crate::cards::{Cards, Faces};
use crate::groups::add;
use crate::host::{Host, Instance, Running, u32_at, u64_at, write};
use crate::makers::Makers;
use crate::measure::{Place, places};
use crate::outcome::winners;
use crate::plan::{Dealing, Plan};
use crate::player::Thinking;
use crate::tally::{End, Numbers, Tally};
use crate::track::{Standing, Track, tracks};
use codegen::memory::lab::{self, Event, stop};
use codegen::{LabMap, Wanted};
use game::{Rules, Value};
use ir::Program;
use std::collections::BTreeMap;
use std::ops::Range;

/// Rules that are played by a host.
pub struct Compiled(Plays);

enum Plays {
    /// Whole games, in which everybody plays at random.
    Games(Box<Games>),
    /// Plays on from the leaves of searches. The interpreter plays the games themselves.
    Searches(Thinking),
}

/// A module that plays whole games.
struct Games {
    module: Running,
    map: LabMap,
    cards: Cards,
    /// The cards seen so far, by table and number.
    faces: BTreeMap<(usize, usize), Value>,
    options: Options,
    left: u64,
}

/// Plays the games of these numbers: on compiled rules, where there are any, or on the interpreter. It is the same tally.
pub fn play(compiled: Option<&mut Compiled>, rules: &Rules, plan: &Plan, numbers: Range<u64>) -> Tally {
    match compiled {
        Some(it) => it.play(rules, plan, numbers),
        None => Tally::play(rules, plan, numbers),
    }
}

/// Number of games after which compiled rules are given up if most were unsound; the interpreter then plays the rest.
const ASKED_AFTER: u64 = 32;

impl Compiled {
    /// None where a plan has to be played by the interpreter.
    pub fn new(rules: &Rules, plan: &Plan, host: &dyn Host) -> Option<Compiled> {
        Some(Compiled(match plan.is_plain() {
            true => Plays::Games(Box::new(Games::new(rules, plan, host)?)),
            false => Plays::Searches(Thinking::compiled(rules, host)?),
        }))
    }

    /// Number of games left to the interpreter so far; with players that look ahead, of playouts from leaves.
    pub fn left(&self) -> u64 {
        match &self.0 {
            Plays::Games(it) => it.left,
            Plays::Searches(it) => it.left(),
        }
    }

    /// Plays the games of these numbers, as [`Tally::play`] does. The rules count, and are used for nothing else meanwhile.
    pub fn play(&mut self, rules: &Rules, plan: &Plan, numbers: Range<u64>) -> Tally {
        match &mut self.0 {
            Plays::Games(it) => it.play(rules, plan, numbers),
            Plays::Searches(it) => Tally::thought(rules, plan, numbers, it),
        }
    }
}

impl Games {
    fn new(rules: &Rules, plan: &Plan, host: &dyn Host) -> Option<Games> {
        let program = rules.program();
        // An `undo` action of the rules can go back and draw again. Only the interpreter's check of each position finds
        // that.
        if program.actions.iter().any(|it| it == "undo") {
            return None;
        }
        let cards = Cards::of(program);
        let others = plan.players.iter().any(|it| *it != plan.players[0]);
        if plan.rotate && others {
            // The role that must do without something changes from game to game.
            return None;
        }
        let (module, map) = rules.lab_code(wanted(rules, plan, &cards))?;
        let mut instance = host.start(&module.wasm)?;
        let options = options(rules, plan, &map, instance.as_mut())?;
        let module = Running { instance, block: map.block };
        Some(Games { module, map, cards, faces: BTreeMap::new(), options, left: 0 })
    }

    fn play(&mut self, rules: &Rules, plan: &Plan, numbers: Range<u64>) -> Tally {
        let program = rules.program();
        let (tracks, places) = (tracks(program), places(program));
        let dealing = plan.dealing(rules);
        let mut listener = Listener {
            places: &places,
            makers: Makers::new(&self.map, program.roles.len()),
            rules,
            dealing: &dealing,
            cards: &self.cards,
            faces: &mut self.faces,
            map: &self.map,
            tally: Tally::of(rules, plan, numbers.start),
            tracks: &tracks,
            pending: Vec::new(),
            results: Vec::new(),
            result: 0,
            order: Vec::new(),
            plays: Vec::new(),
        };
        let scenario = plan.scenario.as_ref().and_then(|name| rules.scenarios().iter().position(|it| it == name));
        let mut left = Vec::new();
        let mut next = numbers.start;
        while next < numbers.end {
            let many = (numbers.end - next).min(u64::from(lab::DEALS_MAX));
            let deals = deals(&dealing, scenario.unwrap_or(0), next..next + many, &self.options);
            self.module.instance.write(self.map.deals, &deals);
            let limit = u32::try_from(plan.limit).unwrap_or(u32::MAX);
            let block =
                [(lab::DEAL, 0), (lab::DEALS, many as u32), (lab::PLAYING, 0), (lab::LIMIT, limit), (lab::RESULT, 0)];
            block.into_iter().for_each(|(field, value)| self.module.set(field, value));
            loop {
                let stopped = self.module.instance.call("lab");
                let end = self.module.word(lab::TOLD);
                let bytes = self.module.instance.read(self.map.told, (end - self.map.told) as usize);
                listener.hear(bytes, next);
                match stopped {
                    Some(stop::DONE) => break,
                    Some(stop::FULL) => {}
                    Some(_) => {
                        left.push(next + u64::from(self.module.word(lab::DEAL)) - 1);
                        listener.pending.clear();
                    }
                    None => {
                        left.push(next + u64::from(self.module.word(lab::DEAL)));
                        listener.pending.clear();
                        if self.module.instance.call("lab_leave").is_none() {
                            // The stop has another cause than the rules: none of these games counts.
                            self.left += numbers.end - numbers.start;
                            self.module.instance.write(self.map.counters, &vec![0; 8 * self.map.count]);
                            return Tally::play(rules, plan, numbers);
                        }
                    }
                }
            }
            next += many;
            if left.len() as u64 * 2 > next - numbers.start && next - numbers.start >= ASKED_AFTER {
                // Most have to be played twice.
                break;
            }
        }
        let mut tally = listener.tally;
        listener.makers.give(&mut tally);
        self.take(program, &mut tally);
        self.left += left.len() as u64 + numbers.end.saturating_sub(next);
        for number in left {
            tally.join(Tally::play(rules, plan, number..number + 1));
        }
        if next < numbers.end {
            tally.join(Tally::play(rules, plan, next..numbers.end));
        }
        tally
    }

    /// Adds the module's counts, and resets them.
    fn take(&mut self, program: &Program, tally: &mut Tally) {
        let map = &self.map;
        let bytes = self.module.instance.read(map.counters, 8 * map.count);
        self.module.instance.write(map.counters, &vec![0; 8 * map.count]);
        let counter = |at: usize| u64_at(&bytes, 8 * at);
        tally.reached = map.statements.iter().map(|it| it.map_or(0, counter)).collect();
        tally.frames = (0..program.frames.len()).map(|it| counter(map.frames + it)).collect();
        tally.arrived = map.arrivals.iter().map(|it| counter(*it)).collect();
        if let Some(track) = tracks(program).into_iter().position(|it| it.fields.is_some()) {
            for (field, count) in map.stands.iter().map(|it| counter(*it)).enumerate().filter(|it| it.1 > 0) {
                add(&mut tally.ended[track], field, count);
            }
        }
        let (first, count) = map.choices;
        for (moves, positions) in (0..count).map(|it| (it as u64, counter(first + it))).filter(|it| it.1 > 0) {
            *tally.choices.entry(moves).or_default() += positions;
        }
        for row in &map.rows {
            let Some(action) = tally.actions.get_mut(row.action) else { continue };
            action.offered += counter(row.offered);
            action.taken += counter(row.offered + 1);
            action.moves += counter(row.offered + 2);
            let chosen = |first: usize, n: usize| {
                let it = Chosen(counter(first + 2 * n), counter(first + 2 * n + 1));
                Some(it).filter(|it| *it != Chosen::default())
            };
            for (i, it) in row.arguments.iter().enumerate() {
                let (numbers, first) = it.numbers;
                for (n, it) in (0..numbers).filter_map(|n| Some((n, chosen(first, n)?))) {
                    argument::of(&mut action.arguments, i).number(n).join(it);
                }
                let Some(cards) = it.cards else { continue };
                for ((_, n), card) in self.faces.range((cards.table, 0)..(cards.table + 1, 0)) {
                    let Some(it) = chosen(cards.numbers.1, *n) else { continue };
                    let name = self.cards.called(program, (row.action, i), card);
                    argument::of(&mut action.arguments, i).text(name, it);
                }
            }
        }
    }
}

/// The extra data to report besides moves.
fn wanted(rules: &Rules, plan: &Plan, cards: &Cards) -> Wanted {
    let program = rules.program();
    let mut seen = vec![false; program.view_fields.len()];
    let tracks = tracks(program);
    for track in tracks.iter().filter(|it| it.fields.is_none()) {
        if let Some(items) = track.show.items {
            seen[items.index()] = true;
        }
    }
    let stands = tracks.iter().any(|it| it.fields.is_some());
    let measures = places(program).into_iter().map(|it| (it.global, it.steps)).collect();
    // Without rotation, the last player has all remaining seats.
    let player = |role: usize| plan.players.get(role).or(plan.players.last());
    let without = (0..program.roles.len()).filter_map(|it| Some((it, player(it)?.without(rules)?)));
    Wanted { cards: cards.clicks(), seen, stands, measures, without: without.collect() }
}

/// Addresses of the options, by number of players, from the least on.
struct Options {
    least: usize,
    addresses: Vec<u32>,
}

/// Puts the options of the plan into the memory.
fn options(rules: &Rules, plan: &Plan, map: &LabMap, instance: &mut dyn Instance) -> Option<Options> {
    let (least, most) = plan.numbers(rules);
    let (mut bytes, mut addresses) = (Vec::new(), Vec::new());
    for players in least..=most {
        // Bad options are left for the interpreter to refuse.
        let all = rules.options(plan.scenario.as_deref(), &plan.options_of(rules, players)).ok()?;
        addresses.push(write(&game::value(&all).ok()?, map.options, &mut bytes));
    }
    (bytes.len() <= lab::OPTIONS_SIZE as usize).then(|| {
        instance.write(map.options, &bytes);
        Options { least, addresses }
    })
}

/// Deals in the module's format. A separate function, like [`Listener::hear`]: hosts that optimise frequent functions
/// then do so during one call.
#[inline(never)]
fn deals(dealing: &Dealing<'_>, scenario: usize, numbers: Range<u64>, options: &Options) -> Vec<u8> {
    let mut out = Vec::with_capacity(numbers.clone().count() * lab::DEAL_SIZE as usize);
    for number in numbers {
        let deal = dealing.deal(number);
        let at = options.addresses.get(deal.players - options.least).copied().unwrap_or_default();
        let closely = u32::from(dealing.plan.looks_closely(number));
        let end = out.len() + lab::DEAL_SIZE as usize;
        out.extend([deal.seed, dealing.plan.draw_seed(number)].map(u64::to_le_bytes).as_flattened());
        out.extend([scenario as u32, at, closely].map(u32::to_le_bytes).as_flattened());
        out.resize(end, 0);
    }
    out
}

/// Counts the events a module reports.
struct Listener<'a> {
    rules: &'a Rules,
    dealing: &'a Dealing<'a>,
    cards: &'a Cards,
    map: &'a LabMap,
    tracks: &'a [Track<'a>],
    faces: &'a mut BTreeMap<(usize, usize), Value>,
    places: &'a [Place],
    makers: Makers,
    tally: Tally,
    /// Events of a game that is not over.
    pending: Vec<u8>,
    /// Reported results with their winners; and the index of the current game's.
    results: Vec<(String, Vec<usize>)>,
    result: usize,
    /// The roles of the game in the order in which they moved first; by role, whether it was active.
    order: Vec<usize>,
    plays: Vec<bool>,
}

/// Maximum cached results.
const RESULTS_MAX: usize = 16;

/// An event: its kind, two numbers, and its data.
struct Told<'b>(Event, u32, u32, &'b [u8]);

impl<'b> Told<'b> {
    /// The event at a position, and the position after it.
    #[inline]
    fn at(bytes: &'b [u8], at: usize) -> (Told<'b>, usize) {
        let from = at + lab::TOLD_HEAD as usize;
        let head = &bytes[at..from];
        let (kind, a, b, len) = (u32_at(head, 0), u32_at(head, 4), u32_at(head, 8), u32_at(head, 12));
        let event = Event::of(kind).unwrap_or_else(|| panic!("{kind} is no event: the module is of another compiler"));
        let end = from + len as usize;
        (Told(event, a, b, &bytes[from..end]), end.next_multiple_of(8))
    }
}

impl Listener<'_> {
    /// Takes more; the first deal has a number.
    #[inline(never)]
    fn hear(&mut self, bytes: Vec<u8>, first: u64) {
        let mut told = std::mem::take(&mut self.pending);
        if told.is_empty() {
            told = bytes;
        } else {
            told.extend(bytes);
        }
        let (mut begin, mut at) = (0, 0);
        while at < told.len() {
            let (Told(event, a, b, bytes), next) = Told::at(&told, at);
            at = next;
            if event == Event::Card {
                self.faces.extend(value(bytes).map(|it| ((a as usize, b as usize), it)));
            } else if event == Event::Game {
                self.game(&told[begin..at], first);
                begin = at;
            }
        }
        told.drain(..begin);
        self.pending = told;
    }

    /// Counts the events of a game.
    fn game(&mut self, all: &[u8], first: u64) {
        let program = self.rules.program();
        let mut faces: Vec<Faces> = Vec::new();
        let mut standing = Standing::new(program, self.tracks);
        let (mut at, mut state) = (0, "");
        while at < all.len() {
            let (Told(event, a, b, bytes), next) = Told::at(all, at);
            at = next;
            let (role, row) = (a as usize, b as usize);
            match event {
                Event::Offered => {
                    if let Some(Value::List(items)) = value(bytes) {
                        items.iter().for_each(|it| self.argument(&faces, (role, row), it, Chosen(1, 0)));
                    }
                }
                Event::OneOffered | Event::Taken => {
                    let chosen = if event == Event::Taken { Chosen(0, 1) } else { Chosen(1, 0) };
                    if let Some(it) = value(bytes) {
                        self.argument(&faces, (role, row), &it, chosen);
                        if event == Event::Taken {
                            let (action, none) = (self.map.rows[row].action, Faces::default());
                            let items = argument::items(&it, faces.get(role).unwrap_or(&none), action);
                            items.into_iter().for_each(|it| self.makers.took(role, action, it));
                        }
                    }
                }
                Event::View => {
                    faces.resize_with(faces.len().max(role + 1), Faces::default);
                    if let Some(Value::Obj(view)) = value(bytes) {
                        faces[role] = self.cards.in_view(self.rules, role, &view, |_| true);
                    }
                }
                Event::Seen => self.tokens(&mut standing, value(bytes).as_ref()),
                Event::Card => {}
                Event::Choices => *self.tally.choices.entry(u64::from(a)).or_default() += 1,
                Event::Result => self.result(text(bytes)),
                Event::State => state = text(bytes),
                Event::Made => self.made(bytes),
                Event::Game => self.end(first + u64::from(a), bytes, state),
            }
        }
    }

    /// The result of the games from here on.
    fn result(&mut self, result: &str) {
        let known = self.results.iter().position(|it| it.0 == result);
        self.result = known.unwrap_or_else(|| {
            if self.results.len() == RESULTS_MAX {
                self.results.clear();
            }
            self.results.push((result.to_owned(), winners(result, &self.rules.program().roles)));
            self.results.len() - 1
        });
    }

    /// Counts the moves made by roles, from the module's counters.
    fn made(&mut self, words: &[u8]) {
        for word in words.chunks_exact(4) {
            self.makers.counted(u32_at(word, 0) as usize, &|key, table, number| {
                Some(self.cards.called(self.rules.program(), key, self.faces.get(&(table, number))?))
            });
        }
    }

    fn argument(&mut self, faces: &[Faces], (role, row): (usize, usize), argument: &Value, chosen: Chosen) {
        let action = self.map.rows[row].action;
        let Some(taken) = self.tally.actions.get_mut(action) else { return };
        let none = Faces::default();
        argument::add(&mut taken.arguments, argument, faces.get(role).unwrap_or(&none), action, chosen);
    }

    fn tokens(&mut self, standing: &mut Standing<'_>, view: Option<&Value>) {
        let view = if let Some(Value::Obj(it)) = view { Some(&**it) } else { None };
        let ended = &mut self.tally.ended;
        // Tracks with a field for positions in the program have counters instead.
        standing.moved(&[], view, |track, field| add(&mut ended[track], field, 1));
    }

    /// The game is over.
    fn end(&mut self, number: u64, block: &[u8], state: &str) {
        let roles = self.rules.program().roles.len();
        let word = |field: u32| u32_at(block, (field - lab::MOVES) as usize);
        // The words of the roles are followed by numbers, and those by the moves made.
        let numbers = (lab::ROLES - lab::MOVES) as usize + 8 * roles;
        let made = numbers + lab::MEASURE as usize * self.places.len();
        self.made(&block[made..]);
        let role = |at: usize| word(lab::ROLES + 4 * at as u32);
        self.order.clear();
        self.order.extend((0..word(lab::MOVED) as usize).map(|it| role(it) as usize));
        self.plays.clear();
        self.plays.extend((0..roles).map(|it| role(roles + it) != 0));
        let Some((result, winners)) = self.results.get(self.result) else { return };
        self.makers.end(winners);
        let end = End {
            number,
            moves: u64::from(word(lab::MOVES)),
            turns: u64::from(word(lab::TURNS)),
            choices: u64_at(block, (lab::CHOICES - lab::MOVES) as usize),
            real: u64::from(word(lab::REAL)),
            sitting: word(lab::SITTING) as usize,
            order: &self.order,
            result,
            winners,
            state,
            made: Vec::new(),
        };
        let numbers = Numbers::Given(self.places, &block[numbers..made]);
        self.tally.sound(self.rules, self.dealing, end, &mut self.plays, &numbers);
    }
}

fn value(bytes: &[u8]) -> Option<Value> {
    game::value(&serde_json::from_slice(bytes).ok()?).ok()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}
