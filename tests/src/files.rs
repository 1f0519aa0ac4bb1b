//! Whole games from files of other programs (`files/`), move by move: each move is offered, and the end is that of the
//! file. A reader for each format only knows the parts that these files use, and panics at anything else.

mod mat;
mod pdn;
mod pgn;
mod sgf;

use crate::support::{here, read};
use game::Game;
use serde_json::Value;

fn file(name: &str) -> String {
    read(&here().join("files").join(name))
}

fn state(game: &Game) -> Value {
    serde_json::from_str(&game.state_json()).expect("is JSON")
}

/// Makes a move of the active role, which must be the only one.
fn make(game: &mut Game, action: &str, argument: Option<Value>, told: &str) {
    let [role] = &game.active()[..] else { panic!("{told}: {:?} are active", game.active()) };
    if let Err(fault) = game.action(role, action, argument.as_ref()) {
        panic!("{told}: {role} {action} {argument:?}: {fault:?}");
    }
}

/// A game of a PGN or PDN: its tags, such as `[Result "1-0"]`, and the words of its moves.
type Tagged<'t> = (Vec<(&'t str, &'t str)>, Vec<&'t str>);

fn tagged(text: &str) -> Vec<Tagged<'_>> {
    let mut games: Vec<Tagged<'_>> = Vec::new();
    for line in text.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let tag = line.strip_prefix('[').and_then(|it| it.strip_suffix("\"]")).and_then(|it| it.split_once(" \""));
        match (tag, games.last_mut()) {
            (Some(tag), Some((tags, words))) if words.is_empty() => tags.push(tag),
            (Some(tag), _) => games.push((vec![tag], Vec::new())),
            (None, Some((_, words))) => {
                let numbered =
                    |it: &&str| it.strip_suffix('.').is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()));
                words.extend(line.split(' ').filter(|it| !numbered(it)));
            }
            (None, None) => panic!("moves before any tag: {line}"),
        }
    }
    games
}

fn tag<'t>(tags: &[(&str, &'t str)], name: &str) -> Option<&'t str> {
    tags.iter().find(|it| it.0 == name).map(|it| it.1)
}
