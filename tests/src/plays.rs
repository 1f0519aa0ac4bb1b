//! Whole games: `plays/*.txt`, and random play of every shipped game.
//!
//! A play names its game, is set up, and lists the moves, each with the hash of the state after it; the last line is
//! the final state. Written by `UPDATE=1`, which plays at random if there are no moves yet. After every move the state
//! is saved, loaded and saved again: the same bytes. Undoable moves are undone.

use crate::executors::default_options;
use crate::moves::{Table, meaningful};
use crate::programs::share;
use crate::support::{Draw, drawn_errors, expect_file, files, hash, here, no_failures, read, root};
use game::{Compiled, Game, Language, Offer, Rules};
use serde_json::Value;
use std::path::Path;

/// More moves than any of these games has.
const ENDS_WITHIN: usize = 10_000;
/// Number of random moves of each game, and minimum and maximum number of games for them.
const MOVES: usize = 1_000;
const LEAST_GAMES: u64 = 2;
const MOST_GAMES: u64 = 40;

/// The language of a shipped game, by the name of its text.
pub fn language(id: &str) -> Option<Language> {
    let folder = root().join("playground/games").join(id);
    Language::ALL.iter().copied().find(|it| folder.join(main_text(*it)).is_file())
}

/// File name of a shipped game's text.
fn main_text(language: Language) -> String {
    format!("game.{}", language.about().ending)
}

/// The source of a shipped game.
pub fn source(id: &str) -> String {
    let language = language(id).expect("a text");
    read(&root().join("playground/games").join(id).join(main_text(language)))
}

pub fn shipped(id: &str) -> Rules {
    shipped_as(id, &source(id))
}

/// A shipped game with another text, and the files beside it.
pub fn shipped_as(id: &str, text: &str) -> Rules {
    let compiled = compiled_in(&root().join("playground/games").join(id), text, language(id).expect("a text"));
    assert_eq!(drawn_errors(&compiled), "");
    compiled.rules.expect("a program without errors")
}

/// Compiles a text with the files that it names, from a folder.
pub fn compiled_in(folder: &Path, text: &str, language: Language) -> Compiled {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut open = game::mentioned(text, language);
    while let Some(name) = open.pop() {
        if files.iter().all(|it| it.0 != name) {
            files.push((name.clone(), read(&folder.join(&name))));
            open.extend(game::mentioned(&files[files.len() - 1].1, language));
        }
    }
    game::compile_with(text, language, "game", &files)
}

pub fn shipped_games() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("playground/games")).expect("games are shipped");
    let mut ids: Vec<String> = entries
        .map(|it| it.expect("is readable"))
        .map(|it| it.file_name().into_string().expect("plain names"))
        .filter(|it| language(it).is_some())
        .collect();
    ids.sort();
    assert!(ids.len() >= 4, "{ids:?}");
    ids
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("is JSON")
}

/// All that can be done: role, action, argument.
fn moves_of(game: &Game) -> Vec<(String, String, Value)> {
    let program = game.rules().program();
    let mut out = Vec::new();
    for role in game.active() {
        let seat = program.roles.iter().position(|it| *it == role).expect("a role");
        let offers = game.legal(seat).expect("prompts");
        for (action, argument) in offers.moves() {
            let argument = json(&vm::json::to_text(argument));
            out.push((role.clone(), program.actions[action.index()].clone(), argument));
        }
    }
    out
}

/// Requirements for every position.
fn check(game: &Game) {
    game.check().expect("invariants hold");
    let text = game.state_json();
    let resumed = game.rules().resume(&text).expect("is taken up");
    assert_eq!(resumed.state_json(), text);
    for role in game.rules().program().roles.iter().map(String::as_str).chain(["Observer"]) {
        let view = game.view(role).expect("views");
        assert_eq!(resumed.view(role).expect("views"), view);
        let value = json(&view);
        let active = game.active().iter().any(|it| it == role);
        assert_eq!(value.get("actions").is_some(), active, "{view}");
        assert!(!active || value["prompt"].is_string(), "nothing is said to {role}: {view}");
    }
}

/// Makes a move, takes it back if it can be, and makes it again: the same, but for the order of keys.
fn play_and_undo(game: &mut Game, role: &str, action: &str, argument: Option<&Value>) {
    let before = game.clone();
    game.action(role, action, argument).expect("is offered");
    if game.state().undo_len() > before.state().undo_len() {
        let mut other = game.clone();
        other.action(role, "undo", None).expect("can be undone");
        assert_eq!(json(&other.state_json()), json(&before.state_json()));
        other.action(role, action, argument).expect("is offered again");
        assert_eq!(json(&other.state_json()), json(&game.state_json()));
    }
    let mut back = game.clone();
    while back.state().undo_len() > 0 && !back.active().is_empty() {
        let role = back.active()[0].clone();
        let left = back.state().undo_len();
        back.action(&role, "undo", None).expect("can be undone");
        assert_eq!(back.state().undo_len(), left - 1);
    }
}

/// Replaying the record of a game leads to the same state.
fn check_replay(game: &Game) {
    let record = game.record().expect("a game from its beginning");
    let text = serde_json::to_string(&record).expect("is written");
    let replayed = game.rules().replay(&game::Record::from_json(&text).expect("is read")).expect("replays");
    assert!(replayed.stopped.is_none());
    assert_eq!(replayed.game.state_json(), game.state_json());
}

fn random_move(game: &Game, draw: &mut Draw) -> (String, String, Value) {
    let all = moves_of(game);
    assert!(!all.is_empty(), "{:?} can do nothing: {}", game.active(), game.state_json());
    all[draw.below(all.len())].clone()
}

fn argument(it: &Value) -> Option<&Value> {
    Some(it).filter(|it| !it.is_null())
}

#[test]
fn recorded_games_play_the_same() {
    let mut failures = Vec::new();
    let all = files(&here().join("plays"), "txt");
    assert!(all.len() >= 4, "only {} plays", all.len());
    for path in all {
        let text = read(&path);
        let mut lines = meaningful(&text).filter(|it| !it.starts_with('{'));
        let (head, setup) = (lines.next().expect("a game"), lines.next().expect("a setup"));
        let id = head.strip_prefix("game ").expect("begins with its game");
        let mut table = Table::new(shipped(id));
        table.line(setup).expect("sets up");
        let mut game = table.game.take().expect("a game");
        let mut moves: Vec<(String, String, Value)> = Vec::new();
        for line in lines {
            let line = line.rsplit_once(" = ").map_or(line, |it| it.0);
            let mut words = line.splitn(3, ' ').map(str::to_owned);
            let mut word = || words.next().unwrap_or_default();
            let (role, action, argument) = (word(), word(), word());
            moves.push((role, action, if argument.is_empty() { Value::Null } else { json(&argument) }));
        }
        let record = moves.is_empty();
        let mut out = format!("{head}\n{setup}\n");
        let mut draw = Draw(hash(&out));
        let mut listed = moves.into_iter();
        loop {
            check(&game);
            let next =
                if record && !game.active().is_empty() { Some(random_move(&game, &mut draw)) } else { listed.next() };
            let Some((role, action, value)) = next else { break };
            play_and_undo(&mut game, &role, &action, argument(&value));
            let shown = argument(&value).map_or(String::new(), |it| format!(" {it}"));
            out.push_str(&format!("{role} {action}{shown} = {:016x}\n", hash(&game.state_json())));
        }
        check_replay(&game);
        assert!(game.result().is_some(), "{} does not come to its end", path.display());
        out.push_str(&format!("{}\n", game.state_json()));
        expect_file(&path, &out, &mut failures);
    }
    no_failures(&failures);
}

fn random_games(id: &str) {
    let rules = shipped(id);
    let scenarios = rules.program().scenarios.clone();
    let mut moves = 0;
    for seed in 1..=MOST_GAMES {
        if seed > LEAST_GAMES && moves > MOVES {
            break;
        }
        let mut draw = Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let scenario = &scenarios[draw.below(scenarios.len())];
        let mut game =
            rules.on_setup(Some(seed), Some(scenario), &options(&rules, scenario, &mut draw)).expect("sets up");
        let mut made = 0;
        while !game.active().is_empty() {
            // Some look at every position, all at some.
            if seed % 20 == 0 || draw.below(10) == 0 {
                check(&game);
            }
            let (role, action, value) = random_move(&game, &mut draw);
            if seed % 20 == 0 {
                play_and_undo(&mut game, &role, &action, argument(&value));
            } else {
                game.action(&role, &action, argument(&value)).expect("is offered");
            }
            game.check().expect("invariants hold");
            (made, moves) = (made + 1, moves + 1);
            assert!(made <= ENDS_WITHIN, "{id}, seed {seed}: no end");
        }
        check(&game);
        check_replay(&game);
        assert!(game.result().is_some(), "{id}, seed {seed}: nobody is active, and there is no result");
    }
}

/// Some random options.
fn options(rules: &Rules, scenario: &str, draw: &mut Draw) -> Value {
    let mut out = serde_json::Map::new();
    for it in &default_options(rules.program(), scenario) {
        let value = match &it.kind {
            ir::ChoiceKind::Bool { .. } => Value::from(draw.below(2) == 0),
            ir::ChoiceKind::Int { min, max, .. } => Value::from(min + draw.below((max - min + 1) as usize) as i64),
            ir::ChoiceKind::One { of, .. } => Value::from(of[draw.below(of.len())].clone()),
        };
        if draw.below(2) == 0 {
            out.insert(it.name.clone(), value);
        }
    }
    Value::Object(out)
}

#[test]
fn the_tests_of_every_shipped_game_pass() {
    let mut failures = Vec::new();
    let mut count = 0;
    for id in shipped_games() {
        let rules = shipped(&id);
        count += rules.tests().count();
        let failed = (0..rules.tests().count()).filter_map(|i| rules.run_test(i).err());
        failures.extend(failed.map(|it| diag::draw(rules.source(), &[it.problem], false)));
    }
    assert!(count >= 12, "only {count} tests");
    no_failures(&failures);
}

#[test]
fn random_play_of_every_shipped_game_ends() {
    for id in share(0, shipped_games()) {
        random_games(&id);
    }
}

/// Number of first positions that are all tried, and interval after that.
const TRIED: usize = 20;

/// Offers are accepted; other moves are refused and change nothing.
#[test]
fn only_what_is_offered_is_accepted() {
    for id in shipped_games() {
        let rules = shipped(&id);
        let mut draw = Draw(7);
        let mut game = rules.on_setup(Some(3), None, &Value::Null).expect("sets up");
        for made in 0.. {
            if game.active().is_empty() {
                break;
            }
            let before = game.state_json();
            let tried = made < TRIED || made % TRIED == 0;
            for role in rules.program().roles.iter().filter(|_| tried) {
                for (at, action) in rules.program().actions.iter().enumerate() {
                    for value in [Value::Null, Value::from(-1), Value::from(3), Value::from("x"), json("[0]")] {
                        let seat = rules.program().roles.iter().position(|it| it == role).expect("a role");
                        let offered = game.active().contains(role) && {
                            let offers = game.legal(seat).expect("prompts");
                            match offers.get(ir::ActionId(at as u16)) {
                                Some(Offer::Button(on)) => *on && value.is_null(),
                                Some(Offer::Arguments(all)) => {
                                    let text = value.to_string();
                                    all.iter().any(|it| vm::json::to_text(it) == text)
                                }
                                None => false,
                            }
                        };
                        let mut other = game.clone();
                        let fault = other.action(role, action, argument(&value)).err();
                        assert_eq!(fault.is_none(), offered, "{role} {action} {value}: {fault:?}");
                        assert!(fault.is_none() || other.state_json() == before);
                    }
                }
            }
            let (role, action, value) = random_move(&game, &mut draw);
            game.action(&role, &action, argument(&value)).expect("is offered");
        }
    }
}
