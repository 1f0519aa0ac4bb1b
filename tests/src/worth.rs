//! The worth of a position by the rules, and the players that use it.

use crate::lab_compiled::compare;
use crate::plays::shipped;
use crate::support::rules;
use game::random::Draw;
use game::{Game, Rules};
use lab::{Ahead, Plan, Player, Report, Search, Tally, greedy, search};
use serde_json::{Value as Json, json};

/// Every game is a draw after four moves: only `worth` shows that 3 is best.
const COINS: &str = "roles A, B
global { coins: int[Role], moves: int }
setup { G.active = A; call take }
state take {
    prompt { for n in 0..5 { action take(n) } }
    on take(n: int) {
        G.coins[R] += n * 3 % 5
        G.moves += 1
        if G.moves == 4 { finish \"Draw\" }
        G.active = other(R)
    }
}
";

const LEAD: &str = "worth { return 50 + G.coins[R] - G.coins[other(R)] }\n";

fn begun(rules: &Rules) -> Game {
    rules.on_setup(Some(1), None, &Json::Null).expect("sets up")
}

/// A player's choices for a role, by the argument of the move, for a number of seeds.
fn choices(player: &Player, game: &Game, role: usize, seeds: u64) -> Vec<String> {
    let choose = |seed| player.choose(game, role, &mut Draw::new(seed)).expect("no fault").expect("a move");
    (1..=seeds).map(|seed| vm::json::to_text(&choose(seed).argument)).collect()
}

#[test]
fn what_only_worth_tells_is_found() {
    let (told, silent) = (rules(&format!("{COINS}{LEAD}")), rules(COINS));
    // Twelve positions do not reach the end. Read to there, every move is a draw.
    for player in [Player::Greedy, Player::Search(12)] {
        assert_eq!(choices(&player, &begun(&told), 0, 10), ["3"; 10], "{player}");
        let untold = choices(&player, &begun(&silent), 0, 10);
        assert!(untold.iter().any(|it| it != "3"), "{player}: {untold:?}");
    }
    // One plays its games to the end all the same: as if nothing were said.
    let played_out = choices(&Player::Playout(200), &begun(&told), 0, 10);
    assert_eq!(played_out, choices(&Player::Playout(200), &begun(&silent), 0, 10));
    assert_eq!(played_out, choices(&Player::Search(200), &begun(&silent), 0, 10));
}

/// A good position for one is bad for the other, who moves next.
#[test]
fn everybody_goes_by_their_own_worth() {
    let text = "roles A, B
global { n: int }
setup { G.active = A; call first }
state first { prompt { for n in 0..3 { action go(n) } } on go(n: int) { G.n = n; G.active = B; goto second } }
state second { prompt { for n in 0..3 { action go(n) } } on go(n: int) { G.n = 10 * G.n + n; G.active = A; goto third } }
state third { prompt { button stop } on stop { finish \"Draw\" } }
function mine(): int {
    if G.n == 2 { return 90 }
    if G.n in 20..23 { return if G.n == 21 then 10 else 90 }
    return if G.n == 1 or G.n in 10..13 then 70 else 30
}
worth { return if R == A then mine() else 100 - mine() }
";
    // At first sight 2 is best; but then the other has an answer.
    let game = begun(&rules(text));
    assert_eq!(choices(&Player::Greedy, &game, 0, 5), ["2"; 5]);
    assert_eq!(choices(&Player::Search(400), &game, 0, 5), ["1"; 5]);
    let mut answered = game.clone();
    answered.action("A", "go", Some(&json!(2))).expect("is offered");
    for player in [Player::Greedy, Player::Search(50)] {
        assert_eq!(choices(&player, &answered, 1, 5), ["1"; 5], "{player}");
    }
}

/// Finished games count by their results, with any worth; and without a worth, `greedy` takes an immediate win.
#[test]
fn a_win_at_once_is_taken() {
    let text = "roles A, B
setup { G.active = A; call play }
state play {
    prompt { for n in 0..4 { action go(n) } }
    on go(n: int) { if n == 1 { finish B }; if n == 2 { finish A }; G.active = other(R) }
}
";
    for told in ["", "worth { return 99 }\n"] {
        let rules = rules(&format!("{text}{told}"));
        assert_eq!(choices(&Player::Greedy, &begun(&rules), 0, 5), ["2"; 5], "{told}");
        assert_eq!(choices(&Player::Search(400), &begun(&rules), 0, 5), ["2"; 5], "{told}");
    }
    let mut game = begun(&rules(text));
    assert!(greedy(&game, 1, 1).expect("no fault").is_none(), "B waits");
    game.action("A", "go", Some(&json!(2))).expect("is offered");
    assert!(greedy(&game, 0, 1).expect("no fault").is_none(), "it is over");
    let text = "roles A, B\nsetup { G.active = A; call play }\n\
        state play { prompt { for n in 0..4 { action go(n) } } on go(n: int) { G.active = B } }";
    let drawn = choices(&Player::Greedy, &begun(&rules(text)), 0, 40);
    assert!(["0", "1", "2", "3"].iter().all(|it| drawn.iter().any(|n| n == it)), "{drawn:?}");
}

/// A side is hidden, and guessed. The worth of a right guess is unknown to the guesser.
const HIDDEN: &str = "roles Hider, Guesser
enum Side { left, middle, right }
global { secret(Hider) side: Side, guess: Side? }
setup { G.active = Hider; call hide }
view { if R == Hider { V.side = G.side } }
state hide { prompt { for s in Side { action hide(s) } } on hide(s: Side) { G.side = s; G.active = Guesser; goto guess } }
state guess { prompt { for s in Side { action guess(s) } } on guess(s: Side) { G.guess = s; G.active = Hider; goto over } }
state over { prompt { button over } on over { finish \"Draw\" } }
worth { return if G.guess == G.side then (if R == Guesser then 100 else 0) else 50 }
";

#[test]
fn worth_tells_nobody_what_is_hidden() {
    let rules = rules(HIDDEN);
    for player in [Player::Greedy, Player::Search(40)] {
        let found: Vec<_> = (0..3)
            .map(|side| {
                let mut game = begun(&rules);
                game.action("Hider", "hide", Some(&json!(side))).expect("hides");
                // It uses all information.
                let mut guessed = game.clone();
                guessed.action("Guesser", "guess", Some(&json!(side))).expect("guesses");
                assert_eq!(guessed.worth(1).expect("no fault"), Some(1.0));
                choices(&player, &game, 1, 30)
            })
            .collect();
        assert!(found.iter().all(|it| *it == found[0]), "{player}: {found:?}");
        let right = found[0].iter().filter(|it| *it == "0").count();
        assert!((1..25).contains(&right), "{player}: {right} of 30");
    }
}

/// A die is thrown after the move: one move may lead to 90, by luck, the other always leads to 60.
#[test]
fn chance_is_averaged() {
    let text = "roles A, B
global { n: int = 50 }
setup { G.active = A; call play }
state play {
    prompt { button risk; button safe }
    on risk { G.n = if random(3) == 0 then 90 else 10; G.active = B }
    on safe { G.n = 60; G.active = B }
}
worth { return if R == A then G.n else 100 - G.n }
";
    let rules = rules(text);
    let safe = |seed| {
        let game = rules.on_setup(Some(seed), None, &Json::Null).expect("sets up");
        let made = greedy(&game, 0, seed).expect("no fault").expect("a move");
        rules.program().actions[made.action.index()] == "safe"
    };
    let often = (1..=40).filter(|seed| safe(*seed)).count();
    assert!(often >= 34, "{often} of 40");
}

/// A fault counts as a draw for players that look ahead.
#[test]
fn worth_that_fails_is_a_draw() {
    let text = "roles A, B
global { n: int, xs: int[] = [0, 0] }
setup { G.active = A; call play }
state play { prompt { for n in 0..4 { action go(n) } } on go(n: int) { G.n = n; G.active = B; goto stay } }
state stay { prompt { button wait } on wait { log \"B waits.\" } }
worth { return G.xs[G.n] }
";
    let mut game = begun(&rules(text));
    for player in [Player::Greedy, Player::Search(100)] {
        let found = choices(&player, &game, 0, 10);
        // The others are lost.
        assert!(found.iter().all(|it| it == "2" || it == "3"), "{player}: {found:?}");
    }
    game.action("A", "go", Some(&json!(3))).expect("is offered");
    assert_eq!(game.worth(0).expect_err("fails").code.text(), "HR0703");
}

/// Half an iteration is all of it where nothing is to be played on, and the same.
#[test]
fn what_is_ahead_is_learnt_at_once() {
    let game = begun(&rules(&format!("{COINS}{LEAD}")));
    let mut ahead = Search::new(&game, "A", 3).expect("no fault");
    let mut whole = Search::new(&game, "A", 3).expect("no fault");
    for _ in 0..60 {
        assert!(matches!(ahead.ahead(), Ahead::Learnt));
        // Nothing is asked, so nothing is learnt.
        ahead.learn(Some("B"));
    }
    whole.run(60);
    assert_eq!(format!("{:?}", ahead.best()), format!("{:?}", whole.best()));
    assert_eq!(format!("{:?}", whole.best()), format!("{:?}", search(&game, 0, 60, 3).expect("no fault")));
    assert!(matches!(Search::new(&game, "B", 3).expect("no fault").ahead(), Ahead::Nothing));
    let silent = begun(&rules(COINS));
    assert!(matches!(Search::new(&silent, "A", 3).expect("no fault").ahead(), Ahead::Position(_)));
}

fn played(rules: &Rules, players: [Player; 2], games: u64) -> Report {
    let counting = rules.counting();
    let plan = Plan { players: players.to_vec(), rotate: true, closely: 0, ..Plan::default() };
    let report = Tally::play(&counting, &plan, 0..games).report(&counting);
    assert!(report.flaws.is_empty(), "{:?}", report.flaws);
    report
}

/// The worth of a position is not reached by games, and computing it is not playing.
#[test]
fn worth_is_no_line_of_a_game() {
    let text = format!(
        "{COINS}function lead(who: Role): int {{ return G.coins[who] - G.coins[other(who)] }}\nworth {{ return 50 + lead(R) }}\n"
    );
    let rules = rules(&text);
    for players in [[Player::Random, Player::Random], [Player::Greedy, Player::Search(20)]] {
        let report = played(&rules, players, 4);
        let worth = text.lines().count() as u32;
        assert!(report.lines.iter().all(|it| it.line != worth), "{:?}", report.lines);
        assert!(report.lines.iter().all(|it| it.most <= 5 * 16), "{:?}", report.lines);
    }
}

/// The lab's games are the same in every executor, and nothing is played on by compiled rules.
#[test]
fn games_come_out_the_same() {
    let plan = |iterations, limit| {
        let players = vec![Player::Greedy, Player::Search(iterations)];
        Plan { players, rotate: true, closely: 0, limit, ..Plan::default() }
    };
    for (name, iterations, limit) in [("draughts", 200, 8), ("chess", 300, 3), ("backgammon", 12, 8)] {
        assert_eq!(compare(name, &shipped(name), &plan(iterations, limit), 0..2), Ok(Some(0)), "{name}");
    }
    // Enough positions that some replace others in the table.
    assert_eq!(compare("draughts", &shipped("draughts"), &plan(6000, 2), 0..1), Ok(Some(0)));
    for text in [PAIRS.to_owned(), PAIRS.replace("setup", "global { secret hint: int }\nsetup")] {
        assert_eq!(compare("pairs", &rules(&text), &plan(1500, 8), 0..4), Ok(Some(0)));
    }
    assert_eq!(compare("hidden", &rules(HIDDEN), &plan(12, 8), 0..4), Ok(Some(0)));
}

/// Two moves a turn, in either order: the undo stack differs, and the position is the same.
const PAIRS: &str = "roles A, B
global { owner: Role?[12], first: bool, moves: int }
setup { G.active = A; call take }
function lead(who: Role): int {
    return count(c in 0..12 where G.owner[c] == who) + 3 * count(c in 0..11 where G.owner[c] == who and G.owner[c + 1] == who)
}
state take {
    prompt { for c in 0..12 where G.owner[c] == none { action take(c) } }
    on take(c: int) {
        G.owner[c] = R
        if G.owner[(c * 5 + 3) % 12] == other(R) { G.owner[(c * 5 + 3) % 12] = none }
        G.moves += 1
        if G.moves == 40 or all(c in 0..12: G.owner[c] != none) { finish \"Draw\" }
        G.first = not G.first
        if not G.first { G.active = other(R) }
    }
}
worth { return 50 + lead(R) - lead(other(R)) }
";

/// Modules have no code of it: no more than a type of functions, which no function has.
#[test]
fn modules_have_nothing_of_it() {
    let (told, silent) = (rules(&format!("{COINS}{LEAD}")), rules(COINS));
    let [told, silent] =
        [told, silent].map(|it| [it.machine_code().unwrap(), it.exported().unwrap()].map(|it| it.wasm.len()));
    assert!(told.iter().zip(&silent).all(|(told, silent)| told - silent <= 4), "{told:?} {silent:?}");
}

#[test]
fn shipped_games_are_played_better_by_it() {
    for (name, games, least) in [("draughts", 20, 19), ("backgammon", 20, 15), ("chess", 2, 2)] {
        let report = played(&shipped(name), [Player::Greedy, Player::Random], games);
        let greedy = report.players.iter().find(|it| it.name == "greedy").expect("plays");
        assert!(greedy.wins >= least, "{name}: {greedy:?}");
    }
}
