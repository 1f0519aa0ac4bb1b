//! The room itself: messages become lines, lines change the room, and everybody is shown what changed for them.

use crate::key::Key;
use crate::line::{Asked, FORMAT, Line, Made, Note, Order, Setup, What};
use crate::message::{In, Message, Out, PROTOCOL, Wish};
use crate::people::{People, Seat};
use crate::playtest::{self, Playtest};
use crate::seen::{Scene, Shown};
use crate::table::Table;
use game::Move;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// Most connections of a room.
const CONNECTIONS: usize = 64;

/// Most bytes of a message, rules included.
const MESSAGE: usize = 3 << 20;

/// Messages that a connection may send at once, and the time after which it may send one more, in milliseconds.
const AT_ONCE: u64 = 30;
const ONE_MORE_MS: u64 = 100;

/// Moves that a click is asked about.
const TRIED: usize = 8;

/// Most characters of something said, and most entries that are kept.
const SAID: usize = 500;
const KEPT: usize = 500;

/// Ids of messages that are remembered.
const IDS: usize = 1_000;

/// Most bytes of an id.
const ID: usize = 64;

/// Most bytes of all lines. A room that is there already may have more.
const LINES: usize = 32 << 20;

/// Levels of the computer.
const LEVELS: [&str; 2] = ["easy", "normal"];

/// For other rooms.
const NO_PLAYTEST: &str = "this room is no playtest";

/// For others.
const OWNER: &str = "only the room's owner can do this";

/// The name of somebody who looks on, for the rules.
const OBSERVER: &str = "Observer";

/// A table for several people. Empty until its first line.
#[derive(Default)]
pub struct Room {
    /// Number of the last line.
    n: u64,
    /// Bytes of all lines.
    bytes: usize,
    held: Option<Held>,
    ids: Ids,
    connections: BTreeMap<u64, Connection>,
    /// By seat, where the computer is to move.
    thoughts: BTreeMap<String, Thought>,
}

/// A position that the computer thinks of. Moves of others that its seat does not see, as in a choice of all at once, do
/// not end it.
struct Thought {
    at: usize,
    /// Numbers of the game and of the rules.
    game: (u32, usize),
    view: Map<String, Value>,
}

/// The room as its lines say.
#[derive(Clone)]
struct Held {
    table: Table,
    /// Counts texts of rules.
    version: usize,
    owner: Key,
    join: Key,
    watch: Key,
    people: People,
    /// A question to the others, by a role; and who agreed.
    asked: Option<(Asked, String, Vec<String>)>,
    /// The latest that was said, and the number of entries before it.
    said: Rc<VecDeque<Value>>,
    unsaid: usize,
    /// Counts changes of the position.
    turn: usize,
    /// Number of games begun here.
    games: u32,
    playtest: Option<Playtest>,
}

/// The ids of the latest messages.
#[derive(Default)]
struct Ids {
    all: BTreeSet<Rc<str>>,
    /// From the oldest.
    order: VecDeque<Rc<str>>,
}

impl Ids {
    fn add(&mut self, id: &str) {
        let id: Rc<str> = id.into();
        self.all.insert(id.clone());
        self.order.push_back(id);
        if self.order.len() > IDS
            && let Some(oldest) = self.order.pop_front()
        {
            self.all.remove(&oldest);
        }
    }
}

struct Connection {
    key: Key,
    owner: bool,
    /// It may take a seat.
    joins: bool,
    shown: Shown,
    /// When its last message was paid for, in milliseconds.
    paid: u64,
}

impl Room {
    /// A room as its lines say; without lines, one that waits for [`In::Create`].
    ///
    /// # Errors
    ///
    /// The number of the first line that does not fit, and why.
    pub fn from_lines<'l>(lines: impl IntoIterator<Item = &'l str>) -> Result<Room, String> {
        let mut room = Room::default();
        for (at, text) in lines.into_iter().enumerate() {
            let line: Line = serde_json::from_str(text).map_err(|it| format!("line {}: {it}", at + 1))?;
            room.fold(&line).map_err(|it| format!("line {}: {it}", at + 1))?;
            room.bytes += text.len();
        }
        Ok(room)
    }

    /// The game at the table, for a host that looks for the computer's moves or keeps a record.
    pub fn game(&self) -> Option<&game::Game> {
        Some(&self.held.as_ref()?.table.game)
    }

    /// Takes the text of an [`In`]; returns that of a list of [`Out`].
    pub fn take_text(&mut self, text: &str) -> String {
        let out = match serde_json::from_str(text) {
            Ok(given) => self.take(given),
            Err(fault) => vec![Out::Refused { why: fault.to_string() }],
        };
        serde_json::to_string(&out).unwrap_or_default()
    }

    pub fn take(&mut self, given: In) -> Vec<Out> {
        match given {
            In::Create { rules, scenario, options, owner, join, watch, steps, playtest, now, random } => {
                if self.held.is_some() {
                    return refused("this room already exists");
                }
                let [Some(owner), Some(join), Some(watch)] = [owner, join, watch].map(|it| Key::of(&it)) else {
                    return refused("a token has 22 to 64 characters");
                };
                let setup = Setup { scenario, options, seed: game::seed_from(random) };
                let questions = playtest.map(playtest::questions).transpose();
                questions
                    .and_then(|playtest| {
                        self.decide(None, now, What::Create { rules, setup, owner, join, watch, steps, playtest })
                    })
                    .unwrap_or_else(|it| refused(&it))
            }
            In::Opened { conn, token, protocol, now } => self.open(conn, &token, protocol, now),
            In::Said { conn, text, now, random } => self.said(conn, &text, now, random),
            In::Closed { conn, .. } => {
                self.connections.remove(&conn);
                self.show()
            }
            In::Machine { seat, at, action, argument, now } => self.machine(seat, at, action, argument, now),
        }
    }

    fn open(&mut self, conn: u64, token: &str, protocol: u32, now: u64) -> Vec<Out> {
        let close = |why: &str| vec![Out::Close { conn, why: why.to_owned() }];
        let Some(held) = &self.held else { return close("this room does not exist") };
        if protocol != PROTOCOL {
            return close("this page and the room are of different versions: reload the page");
        }
        if self.connections.len() >= CONNECTIONS {
            return close("this room is full");
        }
        let Some(key) = Key::of(token) else { return close("this link is incomplete") };
        let (owner, joins) = (held.owner.is(&key), held.join.is(&key) || held.people.knows(&key));
        if !(owner || joins || held.watch.is(&key)) {
            return close("this link leads to no seat here");
        }
        let paid = now.saturating_sub(AT_ONCE * ONE_MORE_MS);
        self.connections.insert(conn, Connection { key, owner, joins, shown: Shown::default(), paid });
        // After a crash, some may still wait.
        let mut out = self.by_themselves(now);
        out.extend(self.show());
        out
    }

    fn said(&mut self, conn: u64, text: &str, now: u64, random: u64) -> Vec<Out> {
        let Some(it) = self.connections.get_mut(&conn) else { return Vec::new() };
        it.paid = it.paid.max(now.saturating_sub(AT_ONCE * ONE_MORE_MS)) + ONE_MORE_MS;
        if it.paid > now || text.len() > MESSAGE {
            self.connections.remove(&conn);
            let why = if text.len() > MESSAGE { "the message is too long" } else { "too many messages" };
            let mut out = vec![Out::Close { conn, why: why.to_owned() }];
            out.extend(self.show());
            return out;
        }
        let (id, done) = match serde_json::from_str::<Message>(text) {
            Ok(Message { id, .. }) if id.len() > ID => (String::new(), Err("this id is too long".to_owned())),
            Ok(Message { id, wish: Wish::Report }) => match self.report(conn) {
                Ok(report) => {
                    let text = json!({ "answer": { "id": id, "report": report } }).to_string();
                    return vec![Out::Send { conn, text }];
                }
                Err(why) => (id, Err(why)),
            },
            Ok(Message { id, wish: Wish::Delete }) => (id, self.delete(conn)),
            Ok(Message { id, wish }) => (id.clone(), self.wish(conn, &id, wish, now, random)),
            Err(fault) => (String::new(), Err(format!("this is not a message: {fault}"))),
        };
        let answer = match &done {
            Ok(_) => json!({ "answer": { "id": id } }),
            Err(why) => json!({ "answer": { "id": id, "refused": why } }),
        };
        let mut out = done.unwrap_or_default();
        // After the line, before what others see.
        let at = out.iter().take_while(|it| matches!(it, Out::Append { .. } | Out::Delete)).count();
        out.insert(at, Out::Send { conn, text: answer.to_string() });
        out
    }

    /// Makes a line of a wish, or refuses it.
    fn wish(&mut self, conn: u64, id: &str, wish: Wish, now: u64, random: u64) -> Result<Vec<Out>, String> {
        let (Some(held), Some(from)) = (&self.held, self.connections.get(&conn)) else {
            return Err("you are not connected".to_owned());
        };
        let seat = held.people.of(&from.key);
        let sitting = || seat.ok_or_else(|| "sit down first".to_owned());
        let owner = || if from.owner { Ok(()) } else { Err(OWNER.to_owned()) };
        let seed = game::seed_from(random);
        // The same person's same message, sent once more after a break.
        // Who sits down is known by a token of their own: the link for joining is everybody's.
        let own = match &wish {
            Wish::Sit { token: Some(token), .. } => Key::of(token),
            _ => None,
        };
        let whose = (!id.is_empty()).then(|| format!("{}{id}", own.as_ref().unwrap_or(&from.key).short()));
        if whose.as_ref().is_some_and(|it| self.ids.all.contains(it.as_str())) {
            return Ok(if own.is_some() { self.known_by(conn, own) } else { Vec::new() });
        }
        let mut sits = None;
        let what = match wish {
            Wish::Sit { seat: role, name, token } => {
                if !(from.owner || from.joins || seat.is_some()) {
                    return Err("this link is for watching only".to_owned());
                }
                let own = token.map(|it| Key::of(&it).ok_or("a token has 22 to 64 characters")).transpose()?;
                // The link for joining is everybody's.
                let shared = |key: &Key| [&held.owner, &held.join, &held.watch].iter().any(|it| it.is(key));
                if own.as_ref().map_or_else(|| held.join.is(&from.key), shared) {
                    return Err("sitting down needs a token of your own".to_owned());
                }
                let key = own.unwrap_or_else(|| from.key.clone());
                let free =
                    || held.people.free().map(|it| it.role.clone()).ok_or_else(|| "all seats are taken".to_owned());
                let role = match (role, seat) {
                    (Some(role), _) => role,
                    (None, Some(seat)) => seat.role.clone(),
                    (None, None) => free()?,
                };
                sits = Some(key.clone());
                What::Sit { seat: role, name, key }
            }
            Wish::Leave => What::Leave { seat: sitting()?.role.clone() },
            Wish::Machine { seat: role, level } => {
                if seat.is_none_or(|it| it.role != role) {
                    owner()?;
                }
                if level.as_ref().is_some_and(|it| !LEVELS.contains(&it.as_str())) {
                    return Err(format!("the computer's levels are {}", LEVELS.join(" and ")));
                }
                What::Machine { seat: role, level }
            }
            Wish::Move { action, argument } => {
                let seat = sitting()?;
                if seat.machine.is_some() {
                    return Err("the computer plays for you now".to_owned());
                }
                What::Move(Made { made: Move(seat.role.clone(), action, argument) })
            }
            Wish::Order { only, repeat } => {
                let seat = sitting()?.role.clone();
                let order = match repeat {
                    Some(action) => Some(held.repeated(&seat, action)?),
                    None => only.then_some(Order::Only),
                };
                What::Order { seat, order }
            }
            Wish::Resign => {
                let role = &sitting()?.role;
                let others: Vec<&str> =
                    held.people.seats.iter().map(|it| it.role.as_str()).filter(|it| it != role).collect();
                What::Finish { result: others.join(", "), message: format!("{role} resigned.") }
            }
            Wish::Ask { what } => What::Ask { seat: sitting()?.role.clone(), what },
            Wish::Agree => What::Agree { seat: sitting()?.role.clone() },
            Wish::Decline => What::Decline { seat: sitting()?.role.clone() },
            Wish::Say { text } => What::Say { name: sitting()?.name().to_owned(), text: sentence(&text)? },
            Wish::Remark { text } => held.noted(sitting()?, Note::Remark { text: sentence(&text)? })?,
            Wish::Tried { moves } => {
                let seat = sitting()?;
                held.playtest()?;
                match held.why(&seat.role, moves) {
                    Some(note) => held.noted(seat, note)?,
                    None => return Ok(Vec::new()),
                }
            }
            Wish::Looked => held.noted(sitting()?, Note::Looked)?,
            Wish::Answer { texts } => {
                held.playtest()?;
                What::Answer { seat: sitting()?.role.clone(), texts: texts.iter().map(|it| bounded(it)).collect() }
            }
            Wish::Report | Wish::Delete => return Err("this is no line".to_owned()),
            Wish::Rules { rules, misfit, note } => {
                owner()?;
                What::Rules { rules, misfit, seed, note: note.chars().take(SAID).collect() }
            }
            Wish::Begin { scenario, options, turned } => {
                if held.table.game.result().is_none() || seat.is_none() {
                    owner()?;
                }
                // Where nothing is given: as in the game before.
                let (scenario, options) = match (scenario, options) {
                    (None, Value::Null) => {
                        let before = held.table.record()?;
                        (Some(before.scenario), before.options)
                    }
                    given => given,
                };
                What::Begin { setup: Setup { scenario, options, seed }, turned }
            }
        };
        let out = self.decide(whose, now, what)?;
        let shown = if sits.is_some() { self.known_by(conn, sits) } else { self.show() };
        Ok(out.into_iter().chain(shown).collect())
    }

    fn owned(&self, conn: u64) -> Result<&Held, String> {
        match (&self.held, self.connections.get(&conn)) {
            (Some(held), Some(from)) if from.owner => Ok(held),
            _ => Err(OWNER.to_owned()),
        }
    }

    fn report(&self, conn: u64) -> Result<Value, String> {
        let held = self.owned(conn)?;
        Ok(held.playtest()?.report(&held.table))
    }

    /// Forgets everything; only the owner is told why.
    fn delete(&mut self, conn: u64) -> Result<Vec<Out>, String> {
        self.owned(conn)?;
        self.held = None;
        let close = |conn| Out::Close { conn, why: "this room was deleted by its owner".to_owned() };
        let connections = std::mem::take(&mut self.connections);
        Ok([Out::Delete].into_iter().chain(connections.into_keys().map(close)).collect())
    }

    /// A connection belongs to a person from now on, if that person has been at the table.
    fn known_by(&mut self, conn: u64, key: Option<Key>) -> Vec<Out> {
        let known = key.filter(|key| self.held.as_ref().is_some_and(|it| it.people.of(key).is_some()));
        if let (Some(key), Some(from)) = (known, self.connections.get_mut(&conn)) {
            from.key = key;
        }
        self.show()
    }

    fn machine(&mut self, seat: String, at: usize, action: String, argument: Value, now: u64) -> Vec<Out> {
        // The game may have gone on, or somebody sat down again.
        if self.thoughts.get(&seat).is_none_or(|it| it.at != at) {
            return Vec::new();
        }
        let what = What::Move(Made { made: Move(seat, action, argument) });
        match self.decide(None, now, what) {
            Ok(out) => out.into_iter().chain(self.show()).collect(),
            Err(why) => refused(&why),
        }
    }

    /// Makes a line of it and does what it says, or changes nothing. Then seats move by themselves that are told to.
    fn decide(&mut self, id: Option<String>, now: u64, what: What) -> Result<Vec<Out>, String> {
        let turn = |it: &Room| it.held.as_ref().map(|it| it.turn);
        let (before, is_order) = (turn(self), matches!(what, What::Order { .. }));
        let mut out = vec![self.append(id, now, what)?];
        if is_order || turn(self) != before {
            out.extend(self.by_themselves(now));
        }
        Ok(out)
    }

    /// The moves of seats that move by themselves: each at most once, as two such seats might go on for ever.
    fn by_themselves(&mut self, now: u64) -> Vec<Out> {
        let (mut out, mut made) = (Vec::new(), BTreeSet::new());
        while let Some(next) = self.held.as_ref().and_then(Held::ordered) {
            if !made.insert((next.0.clone(), next.1.clone(), next.2.to_string())) {
                break;
            }
            match self.append(None, now, What::Move(Made { made: next })) {
                Ok(line) => out.push(line),
                Err(_) => break,
            }
        }
        out
    }

    fn append(&mut self, id: Option<String>, now: u64, what: What) -> Result<Out, String> {
        let line = Line { v: FORMAT, n: self.n + 1, now, id, what };
        let text = serde_json::to_string(&line).map_err(|it| it.to_string())?;
        if self.bytes + text.len() > LINES {
            return Err("this room's log is full: open another room".to_owned());
        }
        self.fold(&line)?;
        self.bytes += text.len();
        let line = text;
        Ok(Out::Append { line })
    }

    /// Does what a line says. If it does not fit, nothing changes.
    fn fold(&mut self, line: &Line) -> Result<(), String> {
        if line.v != FORMAT {
            return Err(format!("the format is {}, not {FORMAT}", line.v));
        }
        if line.n != self.n + 1 {
            return Err(format!("line {} is missing", self.n + 1));
        }
        let held = match (&self.held, &line.what) {
            (None, What::Create { .. }) => Held::new(&line.what, line.now)?,
            (None, _) => return Err("a room begins with `create`".to_owned()),
            // A copy shares all that is large.
            (Some(held), what) => {
                let mut held = held.clone();
                held.change(what, line.now)?;
                held
            }
        };
        if let Some(id) = &line.id {
            self.ids.add(id);
        }
        (self.n, self.held) = (line.n, Some(held));
        Ok(())
    }

    /// Sends everybody what changed for them, and asks for the computer's moves.
    fn show(&mut self) -> Vec<Out> {
        let mut out = Vec::new();
        let Some(held) = &self.held else { return out };
        let open: Vec<Key> = self.connections.values().map(|it| it.key.clone()).collect();
        let seats = held.people.told(|key| open.iter().any(|it| it.is(key)));
        // Rules may take long for a view: once for each role.
        let mut views = BTreeMap::new();
        for (&conn, it) in &mut self.connections {
            let mut parts = Map::new();
            let role = held.people.of(&it.key).map_or(OBSERVER, |it| &it.role);
            let view = views.entry(role).or_insert_with(|| held.view(role)).clone();
            it.shown.update(held.scene(&it.key, it.owner, it.joins, seats.clone(), view), &mut parts);
            if !parts.is_empty() {
                parts.insert("n".to_owned(), self.n.into());
                out.push(Out::Send { conn, text: Value::Object(parts).to_string() });
            }
        }
        let (before, game) = (std::mem::take(&mut self.thoughts), (held.games, held.version));
        for (seat, level) in held.thinking() {
            let view = views.entry(seat).or_insert_with(|| held.view(seat)).clone();
            let same = before.get(seat).filter(|it| it.game == game && it.view == view);
            let at = same.map_or(held.turn, |it| it.at);
            out.push(Out::Think { seat: seat.clone(), level: level.clone(), at });
            self.thoughts.insert(seat.clone(), Thought { at, game, view });
        }
        out
    }
}

/// A text of somebody in one line, bounded.
fn bounded(text: &str) -> String {
    text.trim().chars().map(|it| if it.is_control() { ' ' } else { it }).take(SAID).collect()
}

fn sentence(text: &str) -> Result<String, String> {
    Some(bounded(text)).filter(|it| !it.is_empty()).ok_or_else(|| "there is nothing to say".to_owned())
}

fn refused(why: &str) -> Vec<Out> {
    vec![Out::Refused { why: why.to_owned() }]
}

impl Held {
    fn new(what: &What, now: u64) -> Result<Held, String> {
        let What::Create { rules, setup, owner, join, watch, steps, playtest } = what else {
            return Err("a room begins with `create`".to_owned());
        };
        let table = Table::new(rules, setup, *steps)?;
        Ok(Held {
            people: People::default().at(table.game.roles()),
            playtest: playtest.as_ref().map(|it| Playtest::new(it, &table, now)),
            table,
            version: 1,
            owner: owner.clone(),
            join: join.clone(),
            watch: watch.clone(),
            asked: None,
            said: Rc::default(),
            unsaid: 0,
            turn: 0,
            games: 1,
        })
    }

    fn change(&mut self, what: &What, now: u64) -> Result<(), String> {
        let mut computer = None;
        match what {
            What::Create { .. } => return Err("this room already exists".to_owned()),
            What::Sit { seat, name, key } => {
                self.people.sit(seat, name, key)?;
                self.reconsider();
            }
            What::Leave { seat } => {
                self.people.leave(seat)?;
                self.reconsider();
            }
            What::Machine { seat, level } => {
                self.people.seat(seat)?.machine = level.clone();
                self.reconsider();
            }
            What::Order { seat, order } => self.people.seat(seat)?.order = order.clone(),
            What::Move(Made { made: Move(role, action, argument) }) => {
                let argument = Some(argument).filter(|it| !it.is_null());
                computer = Some(role.as_str()).filter(|it| self.people.seat(it).is_ok_and(|it| it.machine.is_some()));
                self.table.game.action(role, action, argument).map_err(|it| it.told().to_owned())?;
                self.turn += 1;
                self.asked = None;
            }
            What::Finish { result, message } => self.finish(result, message)?,
            What::Ask { seat, what } => self.ask(*what, seat)?,
            What::Agree { seat } => self.agree(seat)?,
            What::Decline { seat } => {
                let (_, by, _) = self.asked.take().ok_or("nothing is asked")?;
                self.note(&if by == *seat {
                    format!("{seat} takes the question back.")
                } else {
                    format!("{seat} declines.")
                });
            }
            What::Say { name, text } => self.say(json!({ "name": name, "text": text })),
            What::Rules { rules, misfit, seed, note } => {
                let (table, told) = self.table.under(rules, *misfit, *seed)?;
                if let Some(it) = &mut self.playtest {
                    it.change(&self.table, &table);
                }
                self.take_over(table);
                self.version += 1;
                let note = if note.is_empty() { String::new() } else { format!(": {note}") };
                self.note(&format!("The rules have changed{note}"));
                told.iter().for_each(|it| self.note(it));
            }
            What::Begin { setup, turned } => {
                if *turned {
                    self.people = self.people.turned();
                }
                let table = self.table.again(setup)?;
                if let Some(it) = &mut self.playtest {
                    it.end(&self.table, now);
                }
                self.take_over(table);
                self.games += 1;
                self.note("A new game begins.");
            }
            What::Note { seat, note } => self.playtest.as_mut().ok_or(NO_PLAYTEST)?.note(seat, note, now)?,
            What::Answer { seat, texts } => {
                self.playtest.as_mut().ok_or(NO_PLAYTEST)?.answer(&self.table, seat, texts)?;
            }
        }
        if let Some(it) = &mut self.playtest {
            it.follow(&self.table, now, computer);
        }
        self.end_orders();
        Ok(())
    }

    /// A seat no longer repeats an action when it is asked something else.
    fn end_orders(&mut self) {
        let (active, frame) = (self.table.game.active(), self.table.game.frame());
        for at in 0..self.people.seats.len() {
            let Seat { role, order: Some(Order::Repeat { action, state }), .. } = &self.people.seats[at] else {
                continue;
            };
            if active.contains(role) && (frame.as_ref() != Some(state) || !self.table.offers_plain(role, action)) {
                self.people.seats[at].order = None;
            }
        }
    }

    /// An order to repeat an action that is offered now.
    fn repeated(&self, role: &str, action: String) -> Result<Order, String> {
        let state = self.table.game.frame().filter(|_| self.table.offers_plain(role, &action));
        let state = state.ok_or_else(|| format!("`{}` is not offered to {role} now", bounded(&action)))?;
        Ok(Order::Repeat { action, state })
    }

    /// A move that a seat makes by itself.
    fn ordered(&self) -> Option<Move> {
        self.people.playing().find_map(|it| match it.order.as_ref()? {
            Order::Only => self.table.only(&it.role),
            Order::Repeat { action, .. } if self.table.offers_plain(&it.role, action) => {
                Some(Move(it.role.clone(), action.clone(), Value::Null))
            }
            Order::Repeat { .. } => None,
        })
    }

    /// Another game at the table, perhaps for other roles.
    fn take_over(&mut self, table: Table) {
        self.people = self.people.at(table.game.roles());
        for it in &mut self.people.seats {
            it.order = it.order.take().filter(|it| *it == Order::Only);
        }
        self.table = table;
        self.turn += 1;
        self.asked = None;
    }

    /// Somebody no longer plays: perhaps nobody is left to ask, or nobody who asked.
    fn reconsider(&mut self) {
        let asks = |by: &str| self.people.playing().any(|it| it.role == by);
        let computer = self.people.seats.iter().any(|it| it.machine.is_some());
        let stands = |what: Asked, by: &str| asks(by) && !(what == Asked::Draw && computer);
        if !self.asked.as_ref().is_some_and(|(what, by, _)| stands(*what, by)) || self.settle().is_err() {
            self.asked = None;
        }
    }

    fn finish(&mut self, result: &str, message: &str) -> Result<(), String> {
        if self.table.game.result().is_some() {
            return Err("the game is over".to_owned());
        }
        self.asked = None;
        self.turn += 1;
        self.table.game.finish(result, message).map_err(|it| it.told().to_owned())
    }

    fn ask(&mut self, what: Asked, by: &str) -> Result<(), String> {
        if self.asked.is_some() {
            return Err("another question is still open".to_owned());
        }
        match what {
            Asked::Draw if !self.table.book.rules.program().draws_by_agreement => {
                return Err("these rules have no draw by agreement".to_owned());
            }
            Asked::Draw if self.people.seats.iter().any(|it| it.machine.is_some()) => {
                return Err("the computer never agrees to a draw".to_owned());
            }
            Asked::Draw if self.table.game.result().is_some() => return Err("the game is over".to_owned()),
            Asked::Draw => {}
            Asked::Back => drop(self.table.back(by)?),
        }
        self.asked = Some((what, by.to_owned(), Vec::new()));
        self.settle()
    }

    fn agree(&mut self, by: &str) -> Result<(), String> {
        let (_, asker, agreed) = self.asked.as_mut().ok_or("nothing is asked")?;
        if asker != by && !agreed.iter().any(|it| it == by) {
            agreed.push(by.to_owned());
        }
        self.settle()
    }

    /// Does what was asked once all who play themselves agree.
    fn settle(&mut self) -> Result<(), String> {
        let Some((what, by, agreed)) = self.asked.clone() else { return Ok(()) };
        let open = self.people.playing().any(|it| it.role != by && !agreed.contains(&it.role));
        if open {
            return Ok(());
        }
        self.asked = None;
        match what {
            Asked::Draw => self.finish("Draw", "All agree to a draw."),
            Asked::Back => {
                self.table = self.table.back(&by)?;
                self.turn += 1;
                self.note(&format!("{by} took a move back."));
                Ok(())
            }
        }
    }

    /// The seats that the computer is to move for now, and its levels.
    fn thinking(&self) -> impl Iterator<Item = (&String, &String)> {
        let active = self.table.game.active();
        let seats = self.people.seats.iter().filter(move |it| active.contains(&it.role));
        seats.filter_map(|it| Some((&it.role, it.machine.as_ref()?)))
    }

    fn playtest(&self) -> Result<&Playtest, String> {
        self.playtest.as_ref().ok_or_else(|| NO_PLAYTEST.to_owned())
    }

    fn noted(&self, seat: &Seat, note: Note) -> Result<What, String> {
        self.playtest()?;
        Ok(What::Note { seat: seat.role.clone(), note })
    }

    /// Why none of these moves is offered; the first that the rules offer anywhere tells it. None if one is offered.
    fn why(&self, role: &str, moves: Vec<(String, Value)>) -> Option<Note> {
        let mut best: Option<(Note, bool)> = None;
        for (action, argument) in moves.into_iter().take(TRIED) {
            let (why, offers) = match self.table.game.why(role, &action, Some(&argument).filter(|it| !it.is_null())) {
                Ok(it) if it.offered => return None,
                Ok(it) => {
                    let conditions = it.conditions.iter().map(|it| format!("`{}` is {}", it.text, it.outcome));
                    let all: Vec<String> = it.reason.into_iter().chain(conditions).collect();
                    (all.join("; "), !it.offers.is_empty())
                }
                Err(fault) => (fault.told().to_owned(), false),
            };
            if best.as_ref().is_none_or(|(_, known)| offers && !known) {
                let argument = Some(argument).filter(|it| it.to_string().len() <= SAID).unwrap_or_default();
                best = Some((Note::Tried { action: bounded(&action), argument, why: bounded(&why) }, offers));
            }
        }
        best.map(|(note, _)| note)
    }

    /// Something about the room that everybody reads.
    fn note(&mut self, text: &str) {
        self.say(json!({ "text": text }));
    }

    fn say(&mut self, entry: Value) {
        let said = Rc::make_mut(&mut self.said);
        said.push_back(entry);
        if said.len() > KEPT {
            said.pop_front();
            self.unsaid += 1;
        }
    }

    /// The view of a role.
    fn view(&self, role: &str) -> Map<String, Value> {
        let view = self.table.game.view(role).unwrap_or_else(|fault| json!({ "prompt": fault.told() }).to_string());
        match serde_json::from_str(&view) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }

    fn scene(&self, key: &Key, owner: bool, joins: bool, seats: Value, view: Map<String, Value>) -> Scene<'_> {
        let game = &self.table.game;
        let seat = self.people.of(key);
        let asked = self.asked.as_ref().map(|(what, by, agreed)| json!({ "what": what, "by": by, "agreed": agreed }));
        Scene {
            rules: (self.version, &self.table.book.info),
            text: owner.then_some(&self.table.book.text),
            room: json!({
                "seats": seats,
                "you": seat.map(|it: &Seat| &it.role),
                "order": seat.and_then(|it| it.order.as_ref()),
                "owner": owner,
                "joins": joins || owner || seat.is_some(),
                "asked": asked,
                "games": self.games,
                "playtest": self.playtest.as_ref().map(|it| it.told(seat.map(|it| it.role.as_str()))),
            }),
            view,
            at: json!({ "roles": game.roles(), "active": game.active(), "result": game.result() }),
            said: (self.unsaid, &self.said),
        }
    }
}
