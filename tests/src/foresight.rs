//! Players that read lines of play: in games for two in which nothing is hidden and nothing is drawn.

use crate::plays::source;
use crate::programs::share;
use crate::support::{read, root, rules};
use game::{Game, Played};
use lab::{Search, greedy};
use serde_json::Value as Json;

fn begun(text: &str) -> Game {
    rules(text).on_setup(Some(1), None, &Json::Null).expect("sets up")
}

fn found(game: &Game, positions: u32, seed: u64) -> Played {
    let mut search = Search::new(game, &game.active()[0], seed).expect("no fault");
    search.run(positions);
    search.best().expect("a move")
}

fn after(game: &Game, made: &Played) -> Game {
    let mut after = game.clone();
    after.play_on(made.role, made.action, made.argument.clone()).expect("was offered");
    after
}

fn all_after(game: &Game) -> Vec<Game> {
    let offers = game.offers().expect("no fault");
    let made = offers.iter().flat_map(|(role, it)| it.moves().map(|it| (*role, it)));
    made.map(|(role, (action, it))| after(game, &Played { role, action, argument: it.clone() })).collect()
}

/// `true` if a side can mate after any reply.
fn mates_next(game: &Game, side: &str) -> bool {
    let mates = |it: &Game| all_after(it).iter().any(|it| it.result().as_deref() == Some(side));
    !game.state().is_over() && all_after(game).iter().all(mates)
}

/// `mates.txt` has positions of chess in which the active side mates in two moves, and not in one.
#[test]
fn mates_in_two_are_found() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (text, positions, mut missed) = (source("chess"), read(&root().join("tests/mates.txt")), Vec::new());
    assert_eq!((text.matches(start).count(), positions.lines().count()), (1, 40));
    for position in share(2, positions.lines()) {
        let game = begun(&text.replace(start, position));
        let side = &game.active()[0];
        assert!(all_after(&game).iter().all(|it| it.result().as_ref() != Some(side)), "{position}: mate in one");
        if !mates_next(&after(&game, &found(&game, 10_000, 1)), side) {
            missed.push(position);
        }
    }
    assert!(missed.len() <= 1, "{missed:#?}");
}

/// A bait that is lost again at once, among moves with small gains. Looking one move ahead shows it.
const BAIT: &str = "roles A, B
global { lead: int, moves: int }
setup { G.active = A; call play }
function made(by: int) {
    G.lead += if R == A then by else -by
    G.moves += 1
    if G.moves == 40 { finish \"Draw\" }
    G.active = other(R)
}
state play {
    prompt { button bait; for n in 0..6 { action walk(n) } }
    on bait { made(9); goto baited }
    on walk(n: int) { made(n % 2) }
}
state baited {
    prompt { button hit; for n in 0..6 { action walk(n) } }
    on hit { made(15); goto play }
    on walk(n: int) { made(n % 2); goto play }
}
worth { return if R == A then 50 + G.lead else 50 - G.lead }
";

#[test]
fn an_exchange_is_read_to_its_end() {
    let game = begun(BAIT);
    let name = |it: &Played| game.rules().program().actions[it.action.index()].clone();
    let near = greedy(&game, 0, 1).expect("no fault").expect("a move");
    assert_eq!(name(&near), "bait");
    for seed in 1..=10 {
        assert_eq!(name(&found(&game, 40, seed)), "walk", "seed {seed}");
    }
}

/// However it is split up, and for any seed the same move each time.
#[test]
fn parts_of_a_search_come_to_the_same() {
    let game = begun(&source("chess"));
    for (seed, part) in [(1, 1), (2, 7), (3, 100)] {
        let mut search = Search::new(&game, "White", seed).expect("no fault");
        (0..700 / part).for_each(|_| search.run(part));
        assert_eq!(format!("{:?}", search.best()), format!("{:?}", Some(found(&game, 700, seed))), "{part}");
    }
}
