//! Players that look ahead are through a turn of several moves in the fewest, and take nothing back.

use crate::plays::shipped;
use crate::support::rules;
use game::random::Draw;
use game::{Game, Rules};
use lab::{Plan, Player, Search, Tally};
use serde_json::{Value as Json, json};

/// Far and near, at random, and by the worth of positions.
const PLAYERS: [Player; 4] = [Player::Search(30), Player::Search(1), Player::Playout(8), Player::Greedy];

fn begun(rules: &Rules, seed: u64) -> Game {
    rules.on_setup(Some(seed), None, &Json::Null).expect("sets up")
}

/// Goes on until a condition holds, with the active roles in any order; returns the moves, as `role action`.
fn played(game: &mut Game, player: &Player, seed: u64, until: impl Fn(&Game) -> bool) -> Vec<String> {
    let (mut moves, mut draw) = (Vec::new(), Draw::new(seed));
    while !until(game) {
        assert!(moves.len() < 60, "{player}, {seed}: {moves:?}");
        let mut active = game.state().active();
        draw.shuffle(&mut active);
        let mut chosen = active.into_iter().map(|role| player.choose(game, role, &mut draw).expect("no fault"));
        let made = chosen.find_map(|it| it).expect("something is offered");
        let game::Move(role, action, _) = game.named(&made);
        moves.push(format!("{role} {action}"));
        game.make(&made).expect("can be made");
    }
    moves
}

/// Moves of each role, in the order of their names.
fn by_role(mut moves: Vec<String>) -> String {
    moves.sort_by(|a, b| a.split(' ').next().cmp(&b.split(' ').next()));
    moves.join(", ")
}

#[test]
fn three_cards_are_passed_in_four_moves() {
    let hearts = shipped("hearts");
    let each: Vec<String> =
        ["East", "North", "South", "West"].map(|it| format!("{it} card, {it} card, {it} card, {it} pass")).to_vec();
    // In any order: at random by a search of one game.
    let random = vec![Player::Search(1); 30];
    for (seed, player) in PLAYERS.iter().chain(&random).enumerate() {
        let mut game = begun(&hearts, 1 + seed as u64);
        let moves = played(&mut game, player, seed as u64, |it| it.frame().as_deref() != Some("choose_passed"));
        assert_eq!(by_role(moves), each.join(", "), "{player}");
    }
}

#[test]
fn a_fleet_is_placed_in_two_moves() {
    let battleship = shipped("battleship");
    for (seed, player) in PLAYERS.iter().enumerate() {
        let mut game = begun(&battleship, 1 + seed as u64);
        let moves = played(&mut game, player, 3, |it| it.frame().as_deref() != Some("place_ships"));
        assert_eq!(by_role(moves), "Blue scatter, Blue ready, Red scatter, Red ready", "{player}");
    }
}

/// If nobody else sees the choice, and all choices are equally good, the search ends early.
#[test]
fn what_makes_no_difference_is_soon_settled() {
    let mut search = Search::new(&begun(&shipped("battleship"), 1), "Red", 1).expect("no fault");
    assert!(search.chooses());
    search.run(400);
    assert!(!search.chooses());
    // If it is visible, or only one way is the shortest, the search continues.
    for (id, role) in [("connect-four", "Red"), ("hearts", "North")] {
        let mut search = Search::new(&begun(&shipped(id), 1), role, 1).expect("no fault");
        search.run(100);
        assert!(search.chooses(), "{id}");
    }
}

#[test]
fn nobody_takes_back_in_the_lab() {
    for (id, least) in [("hearts", 16), ("battleship", 4)] {
        let rules = shipped(id).counting();
        let plan = Plan { players: vec![Player::Search(2)], closely: 0, limit: least, ..Plan::default() };
        let tally = Tally::play(&rules, &plan, 0..2);
        let taken = |name: &str| {
            let at = rules.program().actions.iter().position(|it| it == name).expect("an action");
            tally.actions[at].taken
        };
        match id {
            "hearts" => assert_eq!((taken("card"), taken("keep"), taken("pass")), (24, 0, 8)),
            _ => assert_eq!((taken("place"), taken("scatter"), taken("clear"), taken("ready")), (0, 4, 0, 4)),
        }
    }
}

/// All see each taken card, and all take at once.
const TAKING: &str = "roles A, B, C
global { taken: bool[8][Role] }
setup { G.active = [A, B, C]; call take }
view { V.taken = G.taken }
function many(who: Role): int { return count(it in G.taken[who]: it) }
state take {
    prompt {
        for i in 0..8 {
            if not G.taken[R][i] { if many(R) < 5 { action take(i) } } else { action give(i) }
        }
        button swap if many(R) > 0
        button done if many(R) == 5
    }
    on take(i: int) { G.taken[R][i] = true }
    on give(i: int) { G.taken[R][i] = false }
    on swap { G.taken[R] = [not it for it in G.taken[R]] }
    on done {
        G.active = without(G.active, R)
        if empty(G.active) { finish if G.taken[A][0] then A else B }
    }
}
";

#[test]
fn what_all_see_is_not_taken_back_either() {
    let rules = rules(&TAKING.replace("        button swap if many(R) > 0\n", ""));
    for (seed, player) in PLAYERS.iter().enumerate() {
        let moves = played(&mut begun(&rules, 1), player, seed as u64, |it| it.state().is_over());
        let each = ["A", "B", "C"].map(|it| format!("{it} take, ").repeat(5) + it + " done");
        assert_eq!(by_role(moves), each.join(", "), "{player}");
    }
}

/// A choice that replaces another is made once.
#[test]
fn a_choice_is_made_once() {
    let rules = rules(
        "roles A, B
enum Color { red, green, blue, gold }
global { color: Color?, size: int? }
setup { G.active = A; call choose }
view { V.color = G.color; V.size = G.size }
state choose {
    prompt {
        for c in Color where G.color != c { action paint(c) }
        for n in 1 to 3 where G.size != n { action make(n) }
        button done if G.color != none and G.size != none
    }
    on paint(c: Color) { G.color = c }
    on make(n: int) { G.size = n }
    on done { if G.color == gold { finish A } else { finish B } }
}
",
    );
    for player in PLAYERS {
        for seed in 1..=3 {
            let mut moves = played(&mut begun(&rules, 1), &player, seed, |it| it.state().is_over());
            moves.sort();
            assert_eq!(moves, ["A done", "A make", "A paint"], "{player}, {seed}");
        }
    }
}

/// Going there and back is no undo, if something happened there.
#[test]
fn what_leads_on_is_never_left_out() {
    let rules = rules(
        "roles A, B
global { at: 0..4, has: bool }
setup { G.active = A; call walk }
view { V.at = G.at; V.has = G.has }
state walk {
    prompt { button right if G.at < 3; button left if G.at > 0; button stop }
    on right { G.at += 1; if G.at == 3 { G.has = true } }
    on left { G.at -= 1 }
    on stop { if G.has and G.at == 0 { finish A } else { finish B } }
}
",
    );
    let moves = played(&mut begun(&rules, 1), &Player::Search(300), 1, |it| it.state().is_over());
    assert_eq!(moves, ["A right", "A right", "A right", "A left", "A left", "A left", "A stop"]);
}

/// If all offers take something back, one of them is made all the same.
#[test]
fn whoever_can_only_take_back_does() {
    let rules = rules(
        "roles A, B
global { up: bool, side: bool }
setup { G.active = A; call turn }
view { V.up = G.up; V.side = G.side }
state turn {
    prompt { button flip; button turn; button wait }
    on flip { G.up = not G.up }
    on turn { G.side = not G.side }
    on wait { G.up = G.up }
}
",
    );
    let mut game = begun(&rules, 1);
    for player in PLAYERS {
        let mut draw = Draw::new(5);
        for _ in 0..6 {
            let made = player.choose(&game, 0, &mut draw).expect("no fault").expect("something is offered");
            game.make(&made).expect("can be made");
        }
    }
}

/// A bid that nobody else sees: the shortest way through is not the best.
#[test]
fn the_shortest_way_is_left_for_a_better_one() {
    let rules = rules(
        "roles A, B
global { secret bid: 0..4[Role] }
setup { G.active = [A, B]; call bid }
view { if R != none { V.bid = G.bid[R] } }
state bid {
    prompt { button raise if G.bid[R] < 3; button done }
    on raise { G.bid[R] += 1 }
    on done {
        G.active = without(G.active, R)
        if empty(G.active) {
            let bids = reveal(G.bid)
            if bids[A] == bids[B] { finish \"Draw\" }
            finish if bids[A] > bids[B] then A else B
        }
    }
}
",
    );
    let mut game = begun(&rules, 1);
    let mut draw = Draw::new(2);
    while game.state().is_active(0) {
        let made = Player::Search(400).choose(&game, 0, &mut draw).expect("no fault").expect("something is offered");
        game.make(&made).expect("can be made");
    }
    let state: Json = serde_json::from_str(&game.state_json()).expect("JSON");
    assert!(state["bid"][0].as_i64() >= Some(2), "{state}");
}

/// A wrong guess leaves everything unchanged. The guessing player is not told in advance.
#[test]
fn what_would_change_nothing_is_not_told() {
    let rules = rules(
        "roles Hider, Guesser
global { secret(Hider) at: 0..4, left: int }
setup { G.active = Hider; call hide }
view { if R == Hider { V.at = G.at } }
state hide {
    prompt { for i in 0..4 { action hide(i) } }
    on hide(i: int) { G.at = i; G.active = Guesser; goto guess }
}
state guess {
    prompt { for i in 0..4 { action guess(i) }; button pass }
    on guess(i: int) { if reveal(G.at == i) { finish Guesser } }
    on pass { finish Hider }
}
",
    );
    for seed in 1..=10 {
        let choices: Vec<String> = (0..4)
            .map(|at| {
                let mut game = begun(&rules, 1);
                game.action("Hider", "hide", Some(&json!(at))).expect("hides");
                let made = Player::Search(40).choose(&game, 1, &mut Draw::new(seed)).expect("no fault");
                format!("{:?}", made.expect("something is offered"))
            })
            .collect();
        assert!(choices.iter().all(|it| *it == choices[0]), "{seed}: {choices:?}");
    }
}
