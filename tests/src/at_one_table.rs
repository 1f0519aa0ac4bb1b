//! Rooms from outside: what people at several screens say and are shown, and what a room is after a crash.

use crate::support::{read, root};
use game::random::Draw;
use room::{Out, Room};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const OWNER: &str = "owner-owner-owner-owner";
const JOIN: &str = "join-join-join-join-join";
const WATCH: &str = "watch-watch-watch-watch";

/// A host in memory, and what each connection has been sent.
#[derive(Default)]
struct Host {
    room: Room,
    lines: Vec<String>,
    screens: BTreeMap<u64, Screen>,
    now: u64,
    said: u64,
    think: Vec<(String, usize)>,
    deleted: bool,
}

/// Puts together what it is sent, as a page does.
#[derive(Default)]
struct Screen {
    info: Value,
    text: Value,
    room: Value,
    view: Map<String, Value>,
    log: Vec<Value>,
    at: Value,
    said: Vec<Value>,
    answers: BTreeMap<String, Option<String>>,
    report: Value,
    closed: Option<String>,
    bytes: String,
}

impl Screen {
    fn read(&mut self, text: &str) {
        self.bytes.push_str(text);
        let Value::Object(parts) = serde_json::from_str(text).unwrap() else { panic!("no object: {text}") };
        for (name, part) in parts {
            match (name.as_str(), part) {
                ("n", _) => {}
                ("fresh", _) => self.said.clear(),
                ("answer", it) => {
                    let refused = it["refused"].as_str().map(str::to_owned);
                    self.report = it["report"].clone();
                    self.answers.insert(it["id"].as_str().unwrap().to_owned(), refused);
                }
                ("info", it) => {
                    (self.info, self.room, self.at) = (it, Value::Null, Value::Null);
                    self.view.clear();
                    self.log.clear();
                }
                ("text", it) => self.text = it,
                ("room", it) => self.room = it,
                ("at", it) => self.at = it,
                ("gone", it) => {
                    it.as_array().unwrap().iter().for_each(|name| drop(self.view.remove(name.as_str().unwrap())))
                }
                ("set", Value::Object(it)) => self.view.extend(it),
                ("log", it) => {
                    self.log.truncate(usize::try_from(it["from"].as_u64().unwrap()).unwrap());
                    self.log.extend(it["lines"].as_array().unwrap().iter().cloned());
                }
                ("said", it) => self.said.extend(it.as_array().unwrap().iter().cloned()),
                (name, part) => panic!("unknown: {name}: {part}"),
            }
        }
    }

    fn you(&self) -> &str {
        self.room["you"].as_str().unwrap_or("")
    }
}

impl Host {
    fn new(language: &str, source: &str, options: Value) -> Host {
        Host::made(language, source, options, Value::Null)
    }

    /// `playtest`: the author's questions, if it is one.
    fn made(language: &str, source: &str, options: Value, playtest: Value) -> Host {
        let mut host = Host { now: 1_000_000, ..Host::default() };
        let rules = json!({ "language": language, "source": source });
        let given = json!({
            "in": "create", "rules": rules, "options": options, "owner": OWNER, "join": JOIN, "watch": WATCH, "now": host.now,
            "random": 7, "playtest": playtest,
        });
        let out = host.take(&given);
        assert_eq!(host.lines.len(), 1, "{out:?}");
        host
    }

    fn shipped(name: &str, options: Value) -> Host {
        Host::new("rules", &game_text(name), options)
    }

    fn take(&mut self, given: &Value) -> Vec<Out> {
        let out: Vec<Out> = serde_json::from_str(&self.room.take_text(&given.to_string())).unwrap();
        self.think.clear();
        for it in &out {
            match it {
                Out::Append { line } => self.lines.push(line.clone()),
                Out::Send { conn, text } => self.screens.get_mut(conn).expect("it is open").read(text),
                Out::Close { conn, why } => self.screens.get_mut(conn).unwrap().closed = Some(why.clone()),
                Out::Think { seat, at, .. } => self.think.push((seat.clone(), *at)),
                Out::Delete => self.deleted = true,
                Out::Refused { .. } => {}
            }
        }
        out
    }

    fn open(&mut self, conn: u64, token: &str) -> &Screen {
        self.screens.insert(conn, Screen::default());
        self.now += 1_000;
        self.take(&json!({ "in": "opened", "conn": conn, "token": token, "protocol": 1, "now": self.now }));
        &self.screens[&conn]
    }

    fn close(&mut self, conn: u64) {
        self.take(&json!({ "in": "closed", "conn": conn, "now": self.now }));
        self.screens.remove(&conn);
    }

    /// Why it was refused, if it was.
    fn say(&mut self, conn: u64, mut what: Value) -> Option<String> {
        self.said += 1;
        let id = format!("m{}", self.said);
        what["id"] = id.clone().into();
        self.say_text(conn, &what.to_string());
        self.screens[&conn].answers[&id].clone()
    }

    fn say_text(&mut self, conn: u64, text: &str) {
        self.now += 1_000;
        self.take(&json!({ "in": "said", "conn": conn, "text": text, "now": self.now, "random": self.now * 31 }));
    }

    /// Opens a connection by the link for joining, and sits down under a name, which is the token too.
    fn join(&mut self, conn: u64, name: &str) -> String {
        self.open(conn, JOIN);
        assert_eq!(self.say(conn, json!({ "do": "sit", "name": name, "token": token(name) })), None);
        self.screens[&conn].you().to_owned()
    }

    /// A room made of the lines shows everybody what this one does.
    fn check(&self) {
        let again = Room::from_lines(self.lines.iter().map(String::as_str)).unwrap();
        let (now, again) = (self.room.game().unwrap(), again.game().unwrap());
        assert_eq!(now.state_json(), again.state_json());
        assert_eq!(serde_json::to_value(now.record()).unwrap(), serde_json::to_value(again.record()).unwrap());
        for screen in self.screens.values().filter(|it| it.closed.is_none()) {
            let role = screen.room["you"].as_str().unwrap_or("Observer");
            let mut view: Value = serde_json::from_str(&now.view(role).unwrap()).unwrap();
            let log = view.as_object_mut().unwrap().remove("log").unwrap();
            assert_eq!(Value::Object(screen.view.clone()), view, "{role}");
            assert_eq!(Value::Array(screen.log.clone()), log, "{role}");
            assert_eq!(screen.at["active"], json!(now.active()));
        }
    }

    /// Whoever is to act plays at random.
    fn play(&mut self, moves: usize, conns: &BTreeMap<String, u64>) {
        let mut draw = Draw::new(5);
        for _ in 0..moves {
            let game = self.room.game().unwrap();
            let Some(chosen) = game::random::choose(game, &mut draw).unwrap() else { return };
            let game::Move(role, action, argument) = game.named(&chosen);
            assert_eq!(self.say(conns[&role], json!({ "do": "move", "action": action, "argument": argument })), None);
        }
    }
}

const WHISPERS: &str = r#"
game "Whispers"
roles Ann, Ben
global { secret word: string[Role] }
setup {
    for r in Role { G.word[r] = `only-${r}-knows` }
    G.active = Ann
    call turn
}
view { V.word = if R == none then "" else G.word[R] }
state turn "go on" {
    prompt {
        prompt "Go on."
        action go
    }
    on go {
        show to R `You think of ${G.word[R]}.`
        G.active = other(R)
    }
}
"#;

/// Two with a secret each, who take turns for ever.
fn whispers() -> (Host, BTreeMap<String, u64>) {
    let mut host = Host::new("rules", WHISPERS, Value::Null);
    let conns = [(1, "Ann"), (2, "Ben")].into_iter().map(|(conn, name)| (host.join(conn, name), conn)).collect();
    (host, conns)
}

fn four_at_hearts() -> (Host, BTreeMap<String, u64>) {
    let mut host = Host::shipped("hearts", Value::Null);
    let conns = (1..=4).map(|conn| (host.join(conn, &format!("Player{conn}")), conn)).collect();
    (host, conns)
}

fn token(name: &str) -> String {
    format!("{name}-{name}-{name}-{name}-{name}-{name}").chars().cycle().take(30).collect()
}

fn game_text(name: &str) -> String {
    read(&root().join(format!("playground/games/{name}/game.rules")))
}

#[test]
fn two_people_play_a_game_to_its_end() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    assert_eq!(host.join(1, "Ann"), "X");
    assert_eq!(host.join(2, "Ben"), "O");
    host.open(3, WATCH);
    assert_eq!(host.screens[&3].you(), "");
    assert_eq!(host.screens[&1].room["seats"][1]["name"], "Ben");
    for (conn, cell) in [(1, 0), (2, 3), (1, 1), (2, 4)] {
        assert_eq!(host.say(conn, json!({ "do": "move", "action": "space", "argument": cell })), None);
        host.check();
    }
    // Not one's turn, not offered, and an argument of another kind.
    assert!(host.say(2, json!({ "do": "move", "action": "space", "argument": 8 })).is_some());
    assert!(host.say(1, json!({ "do": "move", "action": "space", "argument": 0 })).is_some());
    assert!(host.say(1, json!({ "do": "move", "action": "space", "argument": "x" })).is_some());
    assert!(host.say(3, json!({ "do": "move", "action": "space", "argument": 2 })).is_some());
    host.check();
    assert_eq!(host.say(1, json!({ "do": "move", "action": "space", "argument": 2 })), None);
    host.check();
    for screen in host.screens.values() {
        assert_eq!(screen.at["result"], "X");
    }
    // A second game, with the seats turned.
    assert_eq!(host.say(2, json!({ "do": "begin", "turned": true })), None);
    assert_eq!((host.screens[&1].you(), host.screens[&2].you()), ("O", "X"));
    assert_eq!(host.say(2, json!({ "do": "move", "action": "space", "argument": 4 })), None);
    host.check();
}

#[test]
fn only_the_right_token_opens_a_seat() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    for wrong in ["", "x", "owner-owner-owner-owner-", "OWNER-owner-owner-owner", &"x".repeat(100)] {
        assert!(host.open(9, wrong).closed.is_some(), "{wrong}");
        assert_eq!(host.screens[&9].bytes, "");
    }
    assert_eq!(host.join(1, "Ann"), "X");
    // Her token is her seat, at any screen; the link for joining is not.
    assert_eq!(host.open(2, &token("Ann")).you(), "X");
    assert_eq!(host.open(3, JOIN).you(), "");
    let taken = host.say(3, json!({ "do": "sit", "seat": "X", "name": "Eve", "token": token("Eve") }));
    assert_eq!(taken.as_deref(), Some("X is taken"));
    assert!(host.say(3, json!({ "do": "sit", "seat": "O", "name": "Eve", "token": "short" })).is_some());
    assert!(host.say(3, json!({ "do": "sit", "seat": "O", "name": "Eve" })).is_some());
    // Only who made the room changes rules, seats of others, and a game that is not over.
    for what in [
        json!({ "do": "rules", "rules": { "language": "rules", "source": game_text("tic-tac-toe") } }),
        json!({ "do": "machine", "seat": "O", "level": "easy" }),
        json!({ "do": "begin" }),
    ] {
        assert_eq!(host.say(1, what).as_deref(), Some("only the room's owner can do this"));
    }
    host.open(4, WATCH);
    assert_eq!(host.say(4, json!({ "do": "sit" })).as_deref(), Some("this link is for watching only"));
    // No token is in the log.
    for token in [OWNER, JOIN, WATCH, &token("Ann")] {
        assert!(!host.lines.iter().any(|line| line.contains(token)));
    }
    // The text of the rules is for who made the room.
    assert_eq!(host.open(5, OWNER).text["source"], game_text("tic-tac-toe"));
    for conn in [1, 2, 3, 4] {
        assert_eq!(host.screens[&conn].text, Value::Null);
        assert!(!host.screens[&conn].bytes.contains("invariant"));
    }
    host.check();
}

#[test]
fn a_seat_is_sent_its_own_hand_and_no_other() {
    let (mut host, conns) = four_at_hearts();
    host.open(9, WATCH);
    assert_eq!(conns.len(), 4);
    host.play(60, &conns);
    host.check();
    // One who comes late is told the same as those who were there.
    host.close(2);
    assert_eq!(host.screens[&1].room["seats"][1]["here"], false);
    host.open(2, &token("Player2"));
    host.check();
}

#[test]
fn no_planted_secret_reaches_a_seat_that_may_not_have_it() {
    let (mut host, _) = whispers();
    host.open(3, WATCH);
    for conn in [1, 2, 1, 2] {
        assert_eq!(host.say(conn, json!({ "do": "move", "action": "go" })), None);
    }
    host.check();
    assert!(host.screens[&1].bytes.contains("You think of only-Ann-knows"));
    for conn in [2, 3] {
        assert!(!host.screens[&conn].bytes.contains("only-Ann-knows"), "{conn}");
    }
}

#[test]
fn a_message_counts_once_also_after_a_crash() {
    let mut host = Host::shipped("pig", Value::Null);
    let role = host.join(1, "Ann");
    host.join(2, "Ben");
    let roll = json!({ "id": "the-same", "do": "move", "action": "roll" }).to_string();
    assert_eq!(host.room.game().unwrap().active(), [role]);
    host.say_text(1, &roll);
    assert_eq!(host.screens[&1].answers["the-same"], None);
    let lines = host.lines.len();
    host.say_text(1, &roll);
    assert_eq!(host.lines.len(), lines);
    // The host dies before the answer arrives, and the page says it again.
    host.room = Room::from_lines(host.lines.iter().map(String::as_str)).unwrap();
    host.open(1, &token("Ann"));
    host.say_text(1, &roll);
    assert_eq!(host.screens[&1].answers["the-same"], None);
    assert_eq!(host.lines.len(), lines);
    // It is another person's first.
    host.open(2, &token("Ben"));
    host.say_text(2, &json!({ "id": "the-same", "do": "say", "text": "Well!" }).to_string());
    assert_eq!(host.lines.len(), lines + 1);
    assert_eq!(host.screens[&1].said, [json!({ "name": "Ben", "text": "Well!" })]);
}

#[test]
fn a_room_is_there_again_from_any_number_of_its_lines() {
    let (mut host, conns) = four_at_hearts();
    host.play(40, &conns);
    let mut before = 0;
    for end in 1..=host.lines.len() {
        let room = Room::from_lines(host.lines[..end].iter().map(String::as_str)).unwrap();
        let moves = room.game().unwrap().moves_made().unwrap();
        assert!(moves == before || moves == before + 1);
        before = moves;
    }
    // A gap, a torn line, a line of another version.
    let fault = |lines: &[String]| Room::from_lines(lines.iter().map(String::as_str)).err().unwrap();
    let mut gap = host.lines.clone();
    gap.remove(3);
    assert!(fault(&gap).starts_with("line 4"));
    let mut torn = host.lines.clone();
    torn.last_mut().unwrap().pop();
    assert!(fault(&torn).starts_with(&format!("line {}", torn.len())));
    let other: Vec<String> = host.lines.iter().map(|it| it.replacen("\"v\":1", "\"v\":2", 1)).collect();
    assert_eq!(fault(&other), "line 1: the format is 2, not 1");
}

#[test]
fn rules_change_while_the_room_plays() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    host.join(1, "Ann");
    host.join(2, "Ben");
    host.open(3, OWNER);
    for (conn, cell) in [(1, 0), (2, 3), (1, 1)] {
        host.say(conn, json!({ "do": "move", "action": "space", "argument": cell }));
    }
    let send = |host: &mut Host, source: &str, misfit: &str| {
        let rules = json!({ "language": "rules", "source": source });
        host.say(3, json!({ "do": "rules", "rules": rules, "misfit": misfit, "note": "the centre first" }))
    };
    let text = game_text("tic-tac-toe");
    let refused = send(&mut host, &text.replace("roles X, O", "roles X, O, O"), "keep").unwrap();
    assert!(refused.starts_with("the rules have a mistake: "), "{refused}");
    // It fits: the game goes on.
    let fitting = text.replace("Place your mark.", "Put your mark somewhere.");
    assert_eq!(send(&mut host, &fitting, "keep"), None);
    assert_eq!(host.screens[&2].view["prompt"], "Put your mark somewhere.");
    assert_eq!(host.screens[&2].said, [json!({ "text": "The rules have changed: the centre first" })]);
    host.check();
    // It does not: nothing changes until somebody chooses.
    let centre = text.replace(
        "G.board[s] == none {\n            action",
        "G.board[s] == none and (G.board[4] != none or s == 4) {\n            action",
    );
    assert_ne!(centre, text);
    let refused = send(&mut host, &centre, "keep").unwrap();
    assert!(refused.starts_with("the game does not fit the new rules: only 0 of 3 moves can be replayed"), "{refused}");
    assert_eq!(host.screens[&2].view["prompt"], "Put your mark somewhere.");
    assert_eq!(send(&mut host, &centre, "back"), None);
    assert_eq!(host.room.game().unwrap().moves_made(), Some(0));
    assert!(host.screens[&1].said.iter().any(|it| it["text"] == "the game went back from move 3 to move 0"));
    host.check();
    assert_eq!(host.say(1, json!({ "do": "move", "action": "space", "argument": 4 })), None);
    // Rules with other roles: who sat at one that is gone gets up.
    let (game, _tests) = text.split_once("\ninvariant").unwrap();
    let other = game.replace("roles X, O", "roles X, Z");
    assert_eq!(send(&mut host, &other, "anew"), None);
    assert_eq!((host.screens[&1].you(), host.screens[&2].you()), ("X", ""));
    assert_eq!(
        host.say(2, json!({ "do": "move", "action": "space", "argument": 4 })).as_deref(),
        Some("sit down first")
    );
    host.check();
}

#[test]
fn the_computer_takes_a_seat_over_and_gives_it_back() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    host.open(1, OWNER);
    assert_eq!(host.say(1, json!({ "do": "sit", "name": "Ann" })), None);
    assert_eq!(host.say(1, json!({ "do": "machine", "seat": "O", "level": "easy" })), None);
    assert_eq!(host.think, []);
    assert_eq!(host.say(1, json!({ "do": "move", "action": "space", "argument": 4 })), None);
    assert_eq!(host.think, [("O".to_owned(), 1)]);
    let found = |seat: &str, at: u64| json!({ "in": "machine", "seat": seat, "at": at, "action": "space", "argument": 0, "now": 0 });
    // Of another position, and for a seat that nobody asked for.
    for wrong in [found("O", 0), found("X", 1)] {
        assert_eq!(host.take(&wrong), []);
    }
    host.take(&found("O", 1));
    assert_eq!(host.room.game().unwrap().moves_made(), Some(2));
    // Somebody sits down there.
    assert_eq!(host.join(2, "Ben"), "O");
    host.say(1, json!({ "do": "move", "action": "space", "argument": 1 }));
    assert_eq!(host.think, []);
    assert_eq!(host.say(2, json!({ "do": "machine", "seat": "O", "level": "easy" })), None);
    assert_eq!(host.think, [("O".to_owned(), 3)]);
    assert!(host.say(2, json!({ "do": "move", "action": "space", "argument": 7 })).is_some());
    assert_eq!(host.say(2, json!({ "do": "machine", "seat": "O", "level": null })), None);
    assert_eq!(host.say(2, json!({ "do": "move", "action": "space", "argument": 7 })), None);
    host.check();
}

#[test]
fn a_move_is_taken_back_and_a_draw_made_if_all_agree() {
    let mut host = Host::shipped("chess", Value::Null);
    let conns: BTreeMap<String, u64> = [(host.join(1, "Ann"), 1), (host.join(2, "Ben"), 2)].into();
    host.play(6, &conns);
    let moves = host.room.game().unwrap().moves_made().unwrap();
    let before = host.room.game().unwrap().record().unwrap().moves;
    let back = before.iter().rposition(|it| conns[&it.0] == 1).unwrap();
    assert_eq!(host.say(1, json!({ "do": "ask", "what": "back" })), None);
    assert_eq!(host.screens[&2].room["asked"]["what"], "back");
    assert!(host.say(2, json!({ "do": "ask", "what": "draw" })).is_some());
    assert_eq!(host.say(2, json!({ "do": "decline" })), None);
    assert_eq!(host.room.game().unwrap().moves_made(), Some(moves));
    host.say(1, json!({ "do": "ask", "what": "back" }));
    // Who asks does not answer.
    host.say(1, json!({ "do": "agree" }));
    assert_eq!(host.room.game().unwrap().moves_made(), Some(moves));
    assert_eq!(host.say(2, json!({ "do": "agree" })), None);
    assert_eq!(host.room.game().unwrap().moves_made(), Some(back));
    host.check();
    host.say(2, json!({ "do": "ask", "what": "draw" }));
    host.say(1, json!({ "do": "agree" }));
    assert_eq!(host.screens[&1].at["result"], "Draw");
    host.check();
    host.say(1, json!({ "do": "begin", "turned": true }));
    assert_eq!(host.say(1, json!({ "do": "resign" })), None);
    assert_eq!(host.screens[&2].at["result"], host.screens[&2].you());
    host.check();
}

/// Of a log that was cut or damaged anywhere, all whole lines are the room as it was then; what is broken is named.
#[test]
fn a_log_that_is_torn_or_damaged_is_told() {
    let (mut host, conns) = four_at_hearts();
    let mut states = vec![host.room.game().unwrap().state_json(); host.lines.len()];
    for _ in 0..30 {
        host.play(1, &conns);
        states.resize(host.lines.len(), host.room.game().unwrap().state_json());
    }
    let mut draw = Draw::new(23);
    for _ in 0..crate::programs::so_many([40, 200, 1_000]) {
        let at = 1 + draw.below(host.lines.len() - 1);
        let whole: Vec<&str> = host.lines[..at].iter().map(String::as_str).collect();
        let mut last = host.lines[at].clone().into_bytes();
        let place = draw.below(last.len());
        match draw.below(3) {
            0 => last.truncate(place),
            1 => last[place] ^= 1 << draw.below(7),
            _ => drop(last.remove(place)),
        }
        let last = String::from_utf8_lossy(&last).into_owned();
        let room = Room::from_lines(whole.iter().copied()).unwrap();
        assert_eq!(room.game().unwrap().state_json(), states[at - 1], "{at}");
        // A damage may spell something else that can be; otherwise its line is named.
        if let Err(why) = Room::from_lines(whole.into_iter().chain([last.as_str()])) {
            assert!(why.starts_with(&format!("line {}", at + 1)), "{why}: {last}");
        }
    }
}

#[test]
fn nonsense_changes_nothing() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    host.join(1, "Ann");
    host.open(2, WATCH);
    host.open(3, OWNER);
    let bits = [
        "move",
        "sit",
        "rules",
        "begin",
        "machine",
        "agree",
        "decline",
        "ask",
        "resign?",
        "say",
        "",
        "\u{0}",
        "X",
        "Q",
        "space",
        "-1",
        "99999999999999999999",
        "null",
        "true",
        "[]",
        "{}",
        "[[[[",
        "draw",
        "back",
        "keep",
    ];
    let keys = [
        "do", "id", "seat", "action", "argument", "level", "text", "what", "rules", "misfit", "scenario", "options",
        "token",
    ];
    let mut draw = Draw::new(3);
    for round in 0..3_000 {
        let mut pick = |from: &[&str]| from[draw.below(from.len())].to_owned();
        let fields: Vec<String> = (0..4)
            .map(|_| {
                let (key, bit) = (pick(&keys), pick(&bits));
                let value = if serde_json::from_str::<Value>(&bit).is_ok() { bit } else { json!(bit).to_string() };
                format!("{}:{value}", json!(key))
            })
            .collect();
        let text = if round % 5 == 0 { fields.join(",") } else { format!("{{{}}}", fields.join(",")) };
        // By somebody who may do nothing, and by somebody who sits: that may mean something, and breaks nothing.
        let lines = host.lines.len();
        host.say_text(2, &text);
        assert_eq!(host.lines.len(), lines, "{text}");
        host.say_text(1, &text);
    }
    host.check();
    // Too many at once.
    let before = host.screens[&3].bytes.len();
    for _ in 0..100 {
        host.take(&json!({ "in": "said", "conn": 3, "text": "{}", "now": host.now, "random": 1 }));
    }
    assert_eq!(host.screens[&3].closed.as_deref(), Some("too many messages"));
    assert!(host.screens[&3].bytes.len() - before < 10_000);
    host.take(&json!({ "in": "said", "conn": 1, "text": "x".repeat(4 << 20), "now": host.now + 5_000, "random": 1 }));
    assert_eq!(host.screens[&1].closed.as_deref(), Some("the message is too long"));
}

/// A message that is almost right: said by the wrong person, about another seat, twice, torn, or with a part exchanged.
fn forged(draw: &mut Draw, real: &[Value]) -> String {
    let mut it = real[draw.below(real.len())].clone();
    let other = real[draw.below(real.len())].clone();
    let odd =
        [json!(null), json!(-1), json!(1e300), json!("North"), json!([[[]]]), json!({ "length": 3 }), json!(true)];
    let fields = it.as_object_mut().unwrap();
    let keys: Vec<String> = fields.keys().cloned().collect();
    let key = &keys[draw.below(keys.len())];
    match draw.below(7) {
        0 => drop(fields.remove(key)),
        1 => drop(fields.insert(key.clone(), odd[draw.below(odd.len())].clone())),
        2 => fields.extend(other.as_object().unwrap().clone()),
        3 => drop(fields.insert("seat".into(), json!(["North", "East", "South", "West"][draw.below(4)]))),
        4 => drop(fields.insert("token".into(), json!([OWNER, JOIN, WATCH, "Player1"][draw.below(4)]))),
        5 => {
            let text = it.to_string();
            return text.chars().take(draw.below(text.len())).collect();
        }
        _ => {}
    }
    it.to_string()
}

/// Plays a game of which each real move is told to everybody, who say it and other messages in odd ways: those who watch (8),
/// those who have only the link (9), and those who sit but are not asked. Nothing of it may count.
fn forge(begin: fn() -> (Host, BTreeMap<String, u64>), rounds: u64) -> Host {
    let begun = || {
        let (mut host, conns) = begin();
        host.open(8, WATCH);
        host.open(9, JOIN);
        (host, conns)
    };
    let (mut host, mut conns) = begun();
    let mut draw = Draw::new(11);
    let words =
        ["move", "sit", "begin", "machine", "ask", "agree", "decline", "say", "order", "rules", "delete", "report"];
    let mut real: Vec<Value> = words.iter().map(|it| json!({ "id": "f", "do": it })).collect();
    for round in 0..rounds {
        let game = host.room.game().unwrap();
        let Some(chosen) = game::random::choose(game, &mut draw).unwrap() else {
            (host, conns) = begun();
            continue;
        };
        let game::Move(role, action, argument) = game.named(&chosen);
        let message = json!({ "do": "move", "action": action, "argument": argument });
        real.push(json!({ "id": format!("f{round}"), "do": "move", "action": action, "argument": argument }));
        let active = game.active();
        let waiting = conns.iter().filter(|it| !active.contains(it.0)).map(|it| *it.1);
        let liars: Vec<u64> = waiting.chain([8, 9]).collect();
        for _ in 0..33 {
            let conn = liars[draw.below(liars.len())];
            let text = forged(&mut draw, &real);
            // To hand one's own seat over is right.
            if conn < 8 && text.contains("machine") && text.contains(host.screens[&conn].you()) {
                continue;
            }
            let (moved, lines) = (host.room.game().unwrap().moves_made().unwrap(), host.lines.len());
            host.say_text(conn, &text);
            let did = serde_json::from_str::<Value>(&text).map_or(Value::Null, |it| it["do"].clone());
            assert_eq!(host.room.game().unwrap().moves_made().unwrap(), moved, "{conn} said {text}");
            // Who sits may talk, ask, leave standing orders, and sit down again; that is all.
            if conn >= 8 || !["say", "order", "ask", "agree", "decline", "sit"].iter().any(|it| did == *it) {
                assert_eq!(host.lines.len(), lines, "{conn} said {text}");
            }
        }
        assert_eq!(host.say(conns[&role], message), None);
    }
    host.check();
    for (role, conn) in &conns {
        assert_eq!(host.screens[conn].you(), role);
    }
    assert!(host.screens.values().all(|it| it.closed.is_none()));
    host
}

#[test]
fn forged_messages_change_nothing() {
    forge(four_at_hearts, crate::programs::so_many([60, 300, 6_000]));
}

#[test]
fn forged_messages_show_no_secret() {
    let host = forge(whispers, crate::programs::so_many([30, 100, 1_000]));
    for (secret, conns) in [("only-Ann-knows", [2, 8, 9]), ("only-Ben-knows", [1, 8, 9])] {
        assert!(conns.iter().all(|it| !host.screens[it].bytes.contains(secret)), "{secret}");
    }
    assert!(host.screens[&1].bytes.contains("only-Ann-knows"));
}

#[test]
fn an_action_of_too_many_steps_is_refused() {
    let source = r#"
game "Slow"
roles A
global { n: int }
setup {
    G.active = A
    call turn
}
view { V.n = G.n }
state turn "go" {
    prompt {
        prompt "Go."
        action slow
        action fast
    }
    on slow { for i in 1 to 1000000 { G.n += 1 } }
    on fast { G.n += 1 }
}
"#;
    let mut host = Host { now: 1_000_000, ..Host::default() };
    let rules = json!({ "language": "rules", "source": source });
    let out = host.take(&json!({
        "in": "create", "rules": rules, "owner": OWNER, "join": JOIN, "watch": WATCH, "steps": 10_000, "now": 1, "random": 7,
    }));
    assert_eq!(host.lines.len(), 1, "{out:?}");
    host.join(1, "Ann");
    assert!(host.say(1, json!({ "do": "move", "action": "slow" })).is_some());
    assert_eq!(host.say(1, json!({ "do": "move", "action": "fast" })), None);
    assert_eq!(host.screens[&1].view["n"], 1);
}

#[test]
fn who_left_or_lost_a_seat_comes_back_and_takes_another() {
    let mut host = Host::shipped("beachcombers", json!({ "players": 3 }));
    let roles: Vec<String> = (1..=3).map(|conn| host.join(conn, &format!("Player{conn}"))).collect();
    assert_eq!(host.say(3, json!({ "do": "leave" })), None);
    assert_eq!(host.screens[&3].you(), "");
    // At the same screen, and after the page was opened again.
    assert_eq!(host.say(3, json!({ "do": "sit", "name": "Cleo" })), None);
    assert_eq!(host.screens[&3].you(), roles[2]);
    assert_eq!(host.say(3, json!({ "do": "leave" })), None);
    host.close(3);
    assert_eq!(host.open(3, &token("Player3")).room["joins"], true);
    assert_eq!(host.say(3, json!({ "do": "sit", "name": "Cleo" })), None);
    // A game for fewer: the last has no seat, and may look on.
    host.open(4, OWNER);
    assert_eq!(host.say(4, json!({ "do": "begin", "options": { "players": 2 } })), None);
    assert_eq!((host.screens[&2].you(), host.screens[&3].you()), (roles[1].as_str(), ""));
    host.close(3);
    assert_eq!(host.open(3, &token("Player3")).closed, None);
    assert_eq!(host.say(3, json!({ "do": "sit" })).as_deref(), Some("all seats are taken"));
    // Once more, with the same options.
    assert_eq!(host.say(4, json!({ "do": "begin", "turned": true })), None);
    assert_eq!(host.screens[&2].room["seats"].as_array().unwrap().len(), 2);
    host.check();
}

#[test]
fn a_room_has_its_limits() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    host.open(1, JOIN);
    host.say(1, json!({ "do": "sit", "name": "n".repeat(60), "token": token("Ann") }));
    assert_eq!(host.screens[&1].room["seats"][0]["name"].as_str().unwrap().len(), 40);
    host.say(1, json!({ "do": "say", "text": "y".repeat(600) }));
    assert_eq!(host.screens[&1].said[0]["text"].as_str().unwrap().len(), 500);
    host.say_text(1, &json!({ "id": "i".repeat(65), "do": "leave" }).to_string());
    assert_eq!(host.screens[&1].answers[""].as_deref(), Some("this id is too long"));
    host.open(2, OWNER);
    let long = json!({ "language": "rules", "source": "x".repeat((2 << 20) + 1) });
    let refused = host.say(2, json!({ "do": "rules", "rules": long }));
    assert_eq!(refused.as_deref(), Some("the rules are longer than 2 MiB"));
    for conn in 3..=64 {
        assert_eq!(host.open(conn, WATCH).closed, None);
    }
    assert_eq!(host.open(65, WATCH).closed.as_deref(), Some("this room is full"));
}

#[test]
fn two_people_may_begin_with_the_same_id() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    for (conn, name, role) in [(1, "Ann", "X"), (2, "Ben", "O")] {
        host.open(conn, JOIN);
        host.say_text(conn, &json!({ "id": "1", "do": "sit", "token": token(name) }).to_string());
        assert_eq!(host.screens[&conn].you(), role);
    }
    // Without a name the role is one, and the next role after the seats have turned.
    assert_eq!(host.screens[&1].room["seats"][1]["name"], "O");
    host.say(1, json!({ "do": "resign" }));
    host.say(1, json!({ "do": "begin", "turned": true }));
    assert_eq!(host.screens[&1].you(), "O");
    assert_eq!(host.screens[&1].room["seats"][1]["name"], "O");
    host.check();
}

#[test]
fn a_draw_is_not_asked_of_the_computer() {
    let mut host = Host::shipped("chess", Value::Null);
    host.join(1, "Ann");
    host.join(2, "Ben");
    assert_eq!(host.say(1, json!({ "do": "ask", "what": "draw" })), None);
    assert_ne!(host.screens[&1].room["asked"], Value::Null);
    assert_eq!(host.say(2, json!({ "do": "machine", "seat": host.screens[&2].you(), "level": "easy" })), None);
    assert_eq!(host.screens[&1].room["asked"], Value::Null);
    let refused = host.say(1, json!({ "do": "ask", "what": "draw" }));
    assert_eq!(refused.as_deref(), Some("the computer never agrees to a draw"));
}

#[test]
fn a_link_that_others_have_is_nobodys_seat() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    host.open(1, JOIN);
    for shared in [JOIN, WATCH, OWNER] {
        let refused = host.say(1, json!({ "do": "sit", "name": "Eve", "token": shared }));
        assert_eq!(refused.as_deref(), Some("sitting down needs a token of your own"));
    }
    assert_eq!(host.open(2, JOIN).you(), "");
}

#[test]
fn who_sat_down_before_the_answer_came_has_the_seat() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    let sit = json!({ "id": "once", "do": "sit", "name": "Ann", "token": token("Ann") }).to_string();
    host.open(1, JOIN);
    host.say_text(1, &sit);
    // The page did not hear of it: it comes by the link, and says it again.
    host.close(1);
    host.open(1, JOIN);
    let lines = host.lines.len();
    host.say_text(1, &sit);
    assert_eq!((host.screens[&1].you(), host.lines.len()), ("X", lines));
    host.check();
}

#[test]
fn a_question_ends_when_somebody_leaves() {
    let mut host = Host::shipped("chess", Value::Null);
    let conns: BTreeMap<String, u64> = [(host.join(1, "Ann"), 1), (host.join(2, "Ben"), 2)].into();
    host.play(2, &conns);
    // Who asks goes away: nothing is asked any more.
    assert_eq!(host.say(1, json!({ "do": "ask", "what": "back" })), None);
    assert_eq!(host.say(1, json!({ "do": "leave" })), None);
    assert_eq!(host.screens[&2].room["asked"], Value::Null);
    assert_eq!(host.say(2, json!({ "do": "agree" })).as_deref(), Some("nothing is asked"));
    assert_eq!(host.room.game().unwrap().moves_made(), Some(2));
    assert_eq!(host.say(1, json!({ "do": "sit", "name": "Ann" })), None);
    // Who is asked goes away: nobody is left to agree.
    assert_eq!(host.say(1, json!({ "do": "ask", "what": "back" })), None);
    assert_eq!(host.say(2, json!({ "do": "leave" })), None);
    assert_eq!(host.room.game().unwrap().moves_made(), Some(0));
    assert_eq!(host.screens[&1].room["asked"], Value::Null);
    // The computer agrees to no draw, and its seat can be left all the same.
    assert_eq!(host.say(2, json!({ "do": "sit", "name": "Ben" })), None);
    host.say(1, json!({ "do": "ask", "what": "draw" }));
    let seat = host.screens[&2].you().to_owned();
    assert_eq!(host.say(2, json!({ "do": "machine", "seat": seat, "level": "easy" })), None);
    assert_eq!((&host.screens[&1].room["asked"], &host.screens[&1].at["result"]), (&Value::Null, &Value::Null));
    host.check();
}

#[test]
fn what_the_computer_thought_of_another_position_does_not_count() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    host.open(1, OWNER);
    assert_eq!(host.say(1, json!({ "do": "sit", "name": "Ann", "seat": "O" })), None);
    for level in ["", "hard", "constructor"] {
        assert!(host.say(1, json!({ "do": "machine", "seat": "X", "level": level })).is_some(), "{level}");
    }
    assert_eq!(host.say(1, json!({ "do": "machine", "seat": "X", "level": "easy" })), None);
    let [(_, before)] = host.think[..] else { panic!("{:?}", host.think) };
    // A new game, and other rules: no move was made, yet it is another position.
    assert_eq!(host.say(1, json!({ "do": "begin" })), None);
    let text = game_text("tic-tac-toe").replace("Place your mark.", "Put your mark somewhere.");
    assert_eq!(host.say(1, json!({ "do": "rules", "rules": { "language": "rules", "source": text } })), None);
    let [(_, now)] = host.think[..] else { panic!("{:?}", host.think) };
    assert_ne!(before, now);
    let found =
        |at: usize| json!({ "in": "machine", "seat": "X", "at": at, "action": "space", "argument": 0, "now": 0 });
    assert_eq!(host.take(&found(before)), []);
    host.take(&found(now));
    assert_eq!(host.room.game().unwrap().moves_made(), Some(1));
    host.check();
}

#[test]
fn what_the_computer_thought_counts_if_others_chose_what_it_does_not_see() {
    let mut host = Host::shipped("hearts", Value::Null);
    host.open(1, OWNER);
    for seat in ["North", "East", "South", "West"] {
        assert_eq!(host.say(1, json!({ "do": "machine", "seat": seat, "level": "easy" })), None);
    }
    let before: BTreeMap<String, usize> = host.think.iter().cloned().collect();
    assert_eq!(before.len(), 4);
    // All choose the cards that they pass at once, and in secret.
    for (made, (seat, at)) in before.iter().enumerate() {
        let game = host.room.game().unwrap();
        let role = game.roles().iter().position(|it| it == seat).unwrap();
        let offers = game.legal(role).unwrap();
        let (action, argument) = offers.moves().next().unwrap();
        let game::Move(_, action, argument) = game.named(&game::Played { role, action, argument: argument.clone() });
        host.take(
            &json!({ "in": "machine", "seat": seat, "at": at, "action": action, "argument": argument, "now": 0 }),
        );
        assert_eq!(host.room.game().unwrap().moves_made(), Some(made + 1));
        let now: BTreeMap<String, usize> = host.think.iter().cloned().collect();
        for (other, at) in &before {
            assert_eq!(now[other] == *at, other > seat, "{other} after {seat}");
        }
    }
}

#[test]
fn the_latest_talk_is_kept_and_a_full_log_takes_no_more() {
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    host.join(1, "Ann");
    for at in 0..510 {
        assert_eq!(host.say(1, json!({ "do": "say", "text": format!("word {at}") })), None);
    }
    assert_eq!(host.screens[&1].said.len(), 510);
    let late = &host.open(2, JOIN).said;
    assert_eq!((late.len(), &late[499]["text"]), (500, &json!("word 509")));
    assert_eq!(host.say(1, json!({ "do": "say", "text": "still here" })), None);
    assert_eq!(host.screens[&2].said.len(), 501);
    // Somebody who made the room writes rules as long as they may be, again and again.
    host.open(3, OWNER);
    let long = format!("{}\n// {}", game_text("tic-tac-toe"), "x".repeat((2 << 20) - 20_000));
    let full =
        (0..20).find_map(|_| host.say(3, json!({ "do": "rules", "rules": { "language": "rules", "source": long } })));
    assert_eq!(full.as_deref(), Some("this room's log is full: open another room"));
    assert!(host.lines.iter().map(String::len).sum::<usize>() <= 32 << 20);
    assert!(host.say(3, json!({ "do": "rules", "rules": { "language": "rules", "source": long } })).is_some());
    host.check();
}

#[test]
fn rules_that_fault_in_view_or_prompt_can_be_changed_again() {
    let text = |view: &str, prompt: &str| {
        format!(
            r#"
game "Faulty"
roles A, B
global {{ n: int, secret hand: int[Role] }}
setup {{
    for r in Role {{ G.hand[r] = 7000 + 11 }}
    G.active = A
    call turn
}}
view {{ V.n = {view} }}
state turn "go" {{
    prompt {{
        if {prompt} > 0 {{ prompt "Go." }}
        action go
    }}
    on go {{
        G.n += 1
        G.active = other(R)
    }}
}}
"#
        )
    };
    let mut host = Host::new("rules", &text("G.n", "1"), Value::Null);
    host.join(1, "Ann");
    host.join(2, "Ben");
    host.open(3, OWNER);
    let go = |host: &mut Host, conn: u64| host.say(conn, json!({ "do": "move", "action": "go" }));
    assert_eq!(go(&mut host, 1), None);
    for (view, prompt) in [("1 / (G.n - 1)", "1"), ("G.n", "1 / (G.n - 1)"), ("1 / (G.n - 1)", "1 / (G.n - 1)")] {
        let rules = |source: String| json!({ "do": "rules", "rules": { "language": "rules", "source": source } });
        // Whether they are taken or not, everybody stays, and the next rules go on.
        let _ = host.say(3, rules(text(view, prompt)));
        let _ = go(&mut host, 2);
        assert!(host.screens.values().all(|it| it.closed.is_none()));
        assert_eq!(host.say(3, rules(text("G.n", "1"))), None);
        host.check();
        assert!(host.screens.values().all(|it| !it.bytes.contains("7011")));
    }
}

/// A playtest of Tic-tac-toe with two people, one who looks on (3), and the owner (4).
fn playtest() -> Host {
    let questions = json!(["What was fun?", "", "What was not?"]);
    let mut host = Host::made("rules", &game_text("tic-tac-toe"), Value::Null, questions);
    host.join(1, "Ann");
    host.join(2, "Ben");
    host.open(3, WATCH);
    host.open(4, OWNER);
    host
}

fn take(cell: u32) -> Value {
    json!({ "do": "move", "action": "space", "argument": cell })
}

impl Host {
    /// The report that the owner is sent: the same after a crash.
    fn report(&mut self) -> Value {
        assert_eq!(self.say(4, json!({ "do": "report" })), None);
        let report = self.screens[&4].report.clone();
        self.room = Room::from_lines(self.lines.iter().map(String::as_str)).unwrap();
        self.open(4, OWNER);
        assert_eq!(self.say(4, json!({ "do": "report" })), None);
        assert_eq!(self.screens[&4].report, report);
        for (conn, token) in [(1, &token("Ann")[..]), (2, &token("Ben")), (3, WATCH)] {
            self.open(conn, token);
        }
        report
    }
}

#[test]
fn a_playtest_brings_back_moves_times_remarks_and_answers() {
    let mut host = playtest();
    for conn in 1..=4 {
        assert_eq!(
            host.screens[&conn].room["playtest"],
            json!({ "questions": ["What was fun?", "What was not?"], "answered": false })
        );
    }
    for (conn, cell) in [(1, 0), (2, 3), (1, 1), (2, 4)] {
        assert_eq!(host.say(conn, take(cell)), None);
    }
    // A taken cell, one of several that is free, and somebody whose turn it is not.
    assert_eq!(host.say(1, json!({ "do": "tried", "moves": [["space", 3]] })), None);
    assert_eq!(host.say(1, json!({ "do": "tried", "moves": [["space", 3], ["space", 8]] })), None);
    assert_eq!(host.say(2, json!({ "do": "tried", "moves": [["space", 8]] })), None);
    assert_eq!(host.say(2, json!({ "do": "remark", "text": " Who is\nto move? " })), None);
    assert_eq!(host.say(2, json!({ "do": "looked" })), None);
    let early = host.say(1, json!({ "do": "answer", "texts": ["all", ""] }));
    assert_eq!(early.as_deref(), Some("the questions come after the end of the game"));
    assert_eq!(host.say(1, take(2)), None);
    assert_eq!(host.say(1, json!({ "do": "answer", "texts": ["all"] })).as_deref(), Some("2 answers were expected"));
    assert_eq!(host.say(1, json!({ "do": "answer", "texts": ["all", ""] })), None);
    let again = host.say(1, json!({ "do": "answer", "texts": ["none", ""] }));
    assert_eq!(again.as_deref(), Some("X has answered already"));
    assert_eq!(host.screens[&1].room["playtest"]["answered"], true);
    assert_eq!(host.screens[&2].room["playtest"]["answered"], false);
    let report = host.report();
    assert_eq!((&report["playtest"], &report["title"]), (&json!(1), &json!("Tic-tac-toe")));
    assert_eq!(report["questions"], json!(["What was fun?", "What was not?"]));
    assert_eq!(report["versions"], json!([{ "language": "rules", "source": game_text("tic-tac-toe") }]));
    let game = &report["games"][0];
    assert_eq!((&game["version"], &game["result"], &game["carried"]), (&json!(0), &json!("X"), &json!(0)));
    assert_eq!(game["record"]["moves"].as_array().unwrap().len(), 5);
    let times: Vec<u64> = serde_json::from_value(game["times"].clone()).unwrap();
    assert_eq!(times.windows(2).map(|it| it[1] - it[0]).collect::<Vec<_>>(), [1_000, 1_000, 1_000, 7_000]);
    assert_eq!(game["answers"], json!({ "X": ["all", ""] }));
    let notes = game["notes"].as_array().unwrap();
    let kinds: Vec<&str> = notes.iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["tried", "tried", "remark", "looked"]);
    assert_eq!((&notes[0]["seat"], &notes[0]["moves"], &notes[0]["argument"]), (&json!("X"), &json!(4), &json!(3)));
    assert_eq!(notes[0]["why"], "`G.board[s] == none` is false");
    assert_eq!(notes[1]["seat"], "O");
    assert_eq!(notes[2]["text"], "Who is to move?");
    // Neither names nor tokens.
    for private in ["Ann", "Ben", &token("Ann"), OWNER, JOIN, WATCH, "key"] {
        assert!(!report["games"].to_string().contains(private), "{private}");
    }
}

#[test]
fn what_is_written_for_the_author_reaches_nobody_else() {
    let mut host = playtest();
    for (conn, cell) in [(1, 0), (2, 3), (1, 1), (2, 4)] {
        assert_eq!(host.say(conn, take(cell)), None);
    }
    assert_eq!(host.say(1, json!({ "do": "remark", "text": "planted-remark" })), None);
    assert_eq!(host.say(1, json!({ "do": "tried", "moves": [["planted-try", 3]] })), None);
    assert_eq!(host.say(1, take(2)), None);
    assert_eq!(host.say(1, json!({ "do": "answer", "texts": ["planted-answer", ""] })), None);
    for conn in 1..=3 {
        assert_eq!(host.say(conn, json!({ "do": "report" })).as_deref(), Some("only the room's owner can do this"));
        assert_eq!(host.say(conn, json!({ "do": "delete" })).as_deref(), Some("only the room's owner can do this"));
    }
    // Those who come later too, and the owner until the report is asked for.
    host.open(5, JOIN);
    host.open(6, OWNER);
    for (conn, screen) in &host.screens {
        assert!(!screen.bytes.contains("planted"), "{conn}");
    }
    let report = host.report().to_string();
    for planted in ["planted-remark", "planted-try", "planted-answer"] {
        assert!(report.contains(planted), "{planted}");
    }
    // Somebody who looks on writes nothing.
    assert_eq!(host.say(3, json!({ "do": "remark", "text": "?" })).as_deref(), Some("sit down first"));
}

#[test]
fn games_of_a_playtest_are_told_apart_and_a_move_taken_back_is_not_timed() {
    let mut host = playtest();
    assert_eq!(host.say(1, take(0)), None);
    assert_eq!(host.say(2, take(1)), None);
    assert_eq!(host.say(2, json!({ "do": "ask", "what": "back" })), None);
    assert_eq!(host.say(1, json!({ "do": "agree" })), None);
    assert_eq!(host.say(2, take(3)), None);
    // The rules change, and the game goes on.
    let text = game_text("tic-tac-toe").replace("Place your mark.", "Put your mark somewhere.");
    let rules = json!({ "language": "rules", "source": text });
    assert_eq!(host.say(4, json!({ "do": "rules", "rules": rules, "misfit": "keep" })), None);
    for (conn, cell) in [(1, 1), (2, 4), (1, 2)] {
        assert_eq!(host.say(conn, take(cell)), None);
    }
    assert_eq!(host.say(1, json!({ "do": "begin", "turned": true })), None);
    assert_eq!(host.say(4, json!({ "do": "machine", "seat": "X", "level": "easy" })), None);
    let (_, at) = host.think[0].clone();
    host.take(&json!({ "in": "machine", "seat": "X", "at": at, "action": "space", "argument": 0, "now": host.now }));
    let games = host.report()["games"].as_array().unwrap().clone();
    let told = |it: &Value| {
        let moves = it["record"]["moves"].as_array().unwrap().len();
        assert_eq!(it["times"].as_array().unwrap().len(), moves);
        (
            it["version"].as_u64().unwrap(),
            it["carried"].as_u64().unwrap(),
            moves,
            it["result"].clone(),
            it["computers"].clone(),
        )
    };
    let all: Vec<_> = games.iter().map(told).collect();
    assert_eq!(
        all,
        [(0, 0, 2, Value::Null, json!([])), (1, 2, 5, json!("X"), json!([])), (1, 0, 1, Value::Null, json!(["X"])),]
    );
    assert_eq!(games[0]["begun"], games[1]["begun"]);
    assert_ne!(games[1]["begun"], games[2]["begun"]);
}

#[test]
fn a_playtest_has_its_limits() {
    let long = "x".repeat(300);
    let mut host = Host::made("rules", &game_text("tic-tac-toe"), Value::Null, json!([long]));
    host.join(1, "Ann");
    host.open(4, OWNER);
    assert_eq!(host.screens[&1].room["playtest"]["questions"], json!(["x".repeat(200)]));
    for _ in 0..100 {
        assert_eq!(host.say(1, json!({ "do": "remark", "text": "y".repeat(600) })), None);
    }
    let more = json!({ "do": "remark", "text": "more" });
    assert_eq!(host.say(1, more).as_deref(), Some("these are too many remarks for one game"));
    let wide = json!({ "do": "tried", "moves": [["space", "z".repeat(10_000)]] });
    assert_eq!(host.say(1, wide), None);
    let line = host.lines.last().unwrap();
    assert!(line.len() < 2_000, "{}", line.len());
    assert_eq!(host.say(1, json!({ "do": "remark", "text": " \n" })).as_deref(), Some("there is nothing to say"));
    host.check();
    // Four questions are too many, and an ordinary room is no playtest.
    let given = json!({
        "in": "create", "rules": { "language": "rules", "source": game_text("tic-tac-toe") }, "owner": OWNER, "join": JOIN,
        "watch": WATCH, "now": 1, "random": 7, "playtest": ["1", "2", "3", "4"],
    });
    let why = "a playtest asks at most 3 questions".to_owned();
    assert_eq!(Host::default().take(&given), [Out::Refused { why }]);
    let mut host = Host::shipped("tic-tac-toe", Value::Null);
    host.join(1, "Ann");
    host.open(4, OWNER);
    for what in [
        json!({ "do": "remark", "text": "?" }),
        json!({ "do": "looked" }),
        json!({ "do": "tried", "moves": [["space", 3]] }),
        json!({ "do": "answer", "texts": [] }),
    ] {
        assert_eq!(host.say(1, what).as_deref(), Some("this room is no playtest"));
    }
    assert_eq!(host.say(4, json!({ "do": "report" })).as_deref(), Some("this room is no playtest"));
}

#[test]
fn the_owner_deletes_a_room_for_everybody() {
    let mut host = playtest();
    let out = host.take(
        &json!({ "in": "said", "conn": 4, "text": "{\"id\":\"d\",\"do\":\"delete\"}", "now": host.now, "random": 1 }),
    );
    assert_eq!(out[0], Out::Delete);
    assert!(host.deleted && host.screens[&4].answers["d"].is_none());
    for conn in 1..=4 {
        assert_eq!(host.screens[&conn].closed.as_deref(), Some("this room was deleted by its owner"));
    }
    assert_eq!(host.open(9, OWNER).closed.as_deref(), Some("this room does not exist"));
}

/// A seat passes, or has one card left: three people, an auction and a hand.
const AUCTION: &str = r#"
game "Passing"
roles A, B, C
global { left: int = 3; price: int; turns: int; in_it: bool[Role] }
setup { for who in Role { G.in_it[who] = true }; call main }
view { V.price = G.price; V.turns = G.turns }
procedure main {
    while G.left > 0 {
        for who in Role { G.in_it[who] = true }
        turns who in Role where G.in_it[who] and G.price < 12 { call bid }
        for who in Role { G.active = who; call show_card }
        G.left -= 1
        G.price = 0
    }
    finish "Draw", `${G.turns} turns.`
}
state bid "bid" {
    prompt { action pass; for n in G.price + 1 to G.price + 2 { action raise(n) } }
    on pass { G.turns += 1; G.price += 1; log `${R} passes.`; end }
    on raise(n: int) { G.price = n; log `${R} bids ${n}.`; end }
}
state show_card "show a card" {
    prompt { action show(G.left); if R == C { action pass } }
    on show(n: int) { log `${R} shows ${n}.`; end }
    on pass { log `${R} shows nothing.`; end }
}
"#;

#[test]
fn a_seat_makes_moves_by_itself_until_it_is_asked_something_else() {
    let mut host = Host::new("rules", AUCTION, Value::Null);
    assert_eq!((1..=3).map(|conn| host.join(conn, &format!("P{conn}"))).collect::<Vec<_>>(), ["A", "B", "C"]);
    let order = |host: &Host, conn: u64| host.screens[&conn].room["order"].clone();
    let go = |host: &mut Host, conn: u64, action: &str, argument: Value| {
        host.say(conn, json!({ "do": "move", "action": action, "argument": argument }))
    };
    let refused = |host: &mut Host, conn: u64, action: &str| {
        let lines = host.lines.len();
        let why = host.say(conn, json!({ "do": "order", "repeat": action })).unwrap();
        assert_eq!(host.lines.len(), lines);
        why
    };
    // Only what is offered now without an argument can be repeated, and only by who sits there.
    assert_eq!(refused(&mut host, 2, "pass"), "`pass` is not offered to B now");
    assert_eq!(refused(&mut host, 1, "raise"), "`raise` is not offered to A now");
    host.open(4, WATCH);
    assert_eq!(host.say(4, json!({ "do": "order", "only": true })).as_deref(), Some("sit down first"));
    // It is done at once, and nobody else learns of it.
    assert_eq!(host.say(1, json!({ "do": "order", "repeat": "pass" })), None);
    assert_eq!(order(&host, 1), json!({ "repeat": { "action": "pass", "state": "bid" } }));
    assert_eq!([order(&host, 2), order(&host, 4)], [Value::Null, Value::Null]);
    assert_eq!(host.screens[&1].at["active"], json!(["B"]));
    assert_eq!(go(&mut host, 2, "raise", json!(3)), None);
    assert_eq!(go(&mut host, 3, "raise", json!(5)), None);
    // Their turn comes, and the next's follows.
    assert_eq!(host.screens[&1].at["active"], json!(["B"]));
    assert_eq!(host.screens[&1].log.last(), Some(&json!("A passes.")));
    host.check();
    // A room that comes back has not forgotten it, nor what was still to be done.
    let done = host.lines.pop().unwrap();
    host.room = Room::from_lines(host.lines.iter().map(String::as_str)).unwrap();
    assert_eq!(host.room.game().unwrap().active(), ["A"]);
    for conn in 1..=3 {
        host.open(conn, &token(&format!("P{conn}")));
    }
    host.open(4, WATCH);
    assert!(done.contains("pass") && host.lines.last().unwrap().contains("pass"));
    host.check();
    assert_eq!(go(&mut host, 2, "raise", json!(8)), None);
    assert_eq!(go(&mut host, 3, "raise", json!(9)), None);
    assert_eq!(go(&mut host, 2, "raise", json!(12)), None);
    // Another state asks: it ends, though `pass` comes back later. B has one move, and wants no question.
    assert_eq!([host.screens[&1].at["active"].clone(), order(&host, 1)], [json!(["A"]), Value::Null]);
    assert_eq!(host.say(2, json!({ "do": "order", "only": true })), None);
    assert_eq!(order(&host, 2), "only");
    assert_eq!(go(&mut host, 1, "show", json!(3)), None);
    assert_eq!(host.screens[&1].at["active"], json!(["C"]));
    assert_eq!(go(&mut host, 3, "pass", Value::Null), None);
    assert_eq!(host.screens[&1].at["active"], json!(["A"]), "the next auction");
    assert_eq!(go(&mut host, 1, "pass", Value::Null), None);
    // Two moves are no only one.
    assert_eq!(host.screens[&1].at["active"], json!(["B"]));
    host.check();
    // A new game: what is repeated ends, the only move stays.
    assert_eq!(go(&mut host, 2, "pass", Value::Null), None);
    assert_eq!(host.say(3, json!({ "do": "order", "repeat": "pass" })), None);
    host.open(5, OWNER);
    assert_eq!(host.say(5, json!({ "do": "begin" })), None);
    assert_eq!([order(&host, 2), order(&host, 3)], [json!("only"), Value::Null]);
    assert_eq!(host.say(2, json!({ "do": "leave" })), None);
    assert_eq!(host.join(2, "P2"), "B");
    assert_eq!(order(&host, 2), Value::Null);
    host.check();
}

#[test]
fn seats_that_all_move_by_themselves_do_not_go_on_for_ever() {
    let rules = r#"
roles A, B
global { n: int }
setup { call roll }
state roll "roll" {
    begin { if G.active == none { G.active = A } }
    prompt { action roll }
    on roll { G.n += 1; G.active = other(R) }
}
"#;
    let mut host = Host::new("rules", rules, Value::Null);
    host.join(1, "Ann");
    host.join(2, "Ben");
    for conn in 1..=2 {
        let lines = host.lines.len();
        assert_eq!(host.say(conn, json!({ "do": "order", "only": true })), None);
        assert!(host.lines.len() <= lines + 3);
        host.check();
    }
    let lines = host.lines.len();
    let who = if host.screens[&1].at["active"] == json!(["A"]) { 1 } else { 2 };
    assert_eq!(host.say(who, json!({ "do": "move", "action": "roll" })), None);
    assert!(host.lines.len() <= lines + 3);
}
