//! The player that looks ahead: it sees everything visible to its seat, and nothing else.

use crate::plays::shipped;
use crate::support::{hash, rules};
use game::Played;
use game::random::Draw;
use game::{Game, Rules, Value};
use lab::{Plan, Player, Report, Tally, search};
use serde_json::{Value as Json, json};

/// A game after some moves, each `Role action argument`.
fn after(rules: &Rules, moves: &[&str]) -> Game {
    let mut game = rules.on_setup(Some(1), None, &Json::Null).expect("sets up");
    for it in moves {
        let words: Vec<&str> = it.split(' ').collect();
        let argument = words.get(2).map(|it| serde_json::from_str(it).expect("JSON"));
        game.action(words[0], words[1], argument.as_ref()).unwrap_or_else(|e| panic!("{it}: {e}"));
    }
    game
}

/// A role's move after a search, as `action argument`.
fn choice(game: &Game, role: usize, iterations: u32, seed: u64) -> String {
    let made = search(game, role, iterations, seed).expect("no fault").expect("something is offered");
    shown(game, &made)
}

fn shown(game: &Game, made: &Played) -> String {
    assert!(game.state().is_active(made.role));
    let offers = game.legal(made.role).expect("a prompt");
    let offered = |it: (game::ActionId, &Value)| it.0 == made.action && game::equal(it.1, &made.argument, &mut 1000);
    assert!(offers.moves().any(offered), "what is chosen is offered");
    let name = &game.rules().program().actions[made.action.index()];
    format!("{name} {}", vm::json::to_text(&made.argument))
}

#[test]
fn a_win_is_taken_and_a_threat_met() {
    let noughts = shipped("tic-tac-toe");
    let win = after(&noughts, &["X space 0", "O space 3", "X space 1", "O space 4"]);
    let threat = after(&noughts, &["X space 0", "O space 4", "X space 1"]);
    // Every answer but one in the middle of a side loses.
    let fork = after(&noughts, &["X space 0", "O space 4", "X space 8"]);
    let four = shipped("connect-four");
    let three = ["Red drop 3", "Yellow drop 0", "Red drop 3", "Yellow drop 0", "Red drop 3"];
    let column = after(&four, &three);
    let above = after(&four, &[&three[..], &["Yellow drop 6"]].concat());
    for seed in 1..=5 {
        assert_eq!(choice(&win, 0, 300, seed), "space 2");
        assert_eq!(choice(&threat, 1, 300, seed), "space 2");
        let side = choice(&fork, 1, 2000, seed);
        assert!(["space 1", "space 3", "space 5", "space 7"].contains(&side.as_str()), "{side}");
        assert_eq!(choice(&column, 1, 300, seed), "drop 3");
        assert_eq!(choice(&above, 0, 300, seed), "drop 3");
    }
}

/// Where all win or lose together, what all lose by is not taken for a draw.
#[test]
fn who_wins_together_avoids_what_all_lose_by() {
    let rules = rules(
        "roles A, B\nsetup { G.active = A; call choose }\n\
         state choose { prompt { for n in 0 to 7 { action open(n) } }\n\
         on open(n: int) { if n == 5 { finish Role, \"Saved.\" } else { finish \"Lost\", \"Gone.\" } } }",
    );
    for seed in 1..=5 {
        assert_eq!(choice(&after(&rules, &[]), 0, 100, seed), "open 5");
    }
}

/// Players in seats that change, or not.
fn played(rules: &Rules, players: &[Player], rotate: bool, games: u64) -> Report {
    let rules = rules.counting();
    let plan = Plan { players: players.to_vec(), rotate, ..Plan::default() };
    let report = Tally::play(&rules, &plan, 0..games).report(&rules);
    assert!(report.flaws.is_empty(), "{:?}", report.flaws);
    report
}

/// By kind of player: wins, draws, losses.
fn scores(report: &Report) -> Vec<(&str, [u64; 3])> {
    report.players.iter().map(|it| (it.name.as_str(), [it.wins, it.draws, it.losses])).collect()
}

#[test]
fn skill_wins() {
    let noughts = shipped("tic-tac-toe");
    let report = played(&noughts, &[Player::Search(1000), Player::Random], true, 40);
    let [("random", [lost, drawn, won]), ("search:1000", first)] = scores(&report)[..] else { panic!("two players") };
    assert_eq!((lost, first), (0, [won, drawn, 0]));
    assert!(won > 30, "{first:?}");
    // Moves made in thought are not counted as played.
    let begun = report.frames.iter().find(|it| it.name == "place").expect("a state").entered;
    assert_eq!((begun, report.lines.iter().all(|it| it.most <= 30 * report.moves)), (40, true));

    // Nobody wins without the opponent's mistake.
    let report = played(&noughts, &[Player::Search(3000)], false, 4);
    assert_eq!(scores(&report), [("search:3000", [0, 8, 0])]);

    let report = played(&shipped("duel"), &[Player::Search(60), Player::Random], true, 60);
    let [random, search] = &report.players[..] else { panic!("two players") };
    assert!(search.share.low > random.share.high, "{:?}", report.players);
}

/// One against three: the single player sits in every seat, and the other is counted three times.
#[test]
fn seats_are_shared_fairly() {
    let text = "roles A, B, C, D\nconst AFTER: Role[Role] = [C, A, D, B]\nsetup { G.active = A; call win }\n\
        state win { prompt { button it } on it { if R == B { finish R } else { G.active = AFTER[R] } } }";
    let rules = rules(text);
    let players = [Player::Search(5), Player::Random];
    let report = played(&rules, &players, true, 8);
    assert_eq!(scores(&report), [("random", [6, 0, 18]), ("search:5", [2, 0, 6])]);
    let seats: Vec<u64> = report.roles.iter().map(|it| it.games).collect();
    assert_eq!(seats, [0, 8, 0, 0]);
    assert_eq!((report.games, report.moves, report.ended), (8, 32, 8));
    // By seat: B is never one's.
    assert_eq!(scores(&played(&rules, &players, false, 8)), [("random", [8, 0, 16]), ("search:5", [0, 0, 8])]);
    let plan = Plan { players: players.to_vec(), rotate: true, ..Plan::default() };
    // In parts, and out of order.
    let counting = rules.counting();
    let mut parts = Tally::new(&counting);
    [3..8, 0..3].into_iter().for_each(|part| parts.join(Tally::play(&counting, &plan, part)));
    assert_eq!(parts, Tally::play(&counting, &plan, 0..8));
    // A seed is played once from each seat.
    let seeds: Vec<u64> = (0..8).map(|it| plan.deal(&rules, it).seed).collect();
    assert!(seeds[..4].iter().all(|it| *it == seeds[0]) && seeds[4..].iter().all(|it| *it == seeds[4]));
    assert_ne!(seeds[0], seeds[4]);
}

/// A player named `random` plays like an unnamed one.
#[test]
fn random_players_are_random_games() {
    let pig = shipped("pig").counting();
    let hash = |players: Vec<Player>| {
        let plan = Plan { players, ..Plan::default() };
        Tally::play(&pig, &plan, 0..20).report(&pig).hash
    };
    assert_eq!(hash(vec![Player::Random, Player::Random]), hash(Vec::new()));
    assert_ne!(hash(vec![Player::Random, Player::Search(2)]), hash(Vec::new()));
}

/// Recorded, so that it is the same on every machine; as in tests/npm/search.test.js.
#[test]
fn the_same_seed_makes_the_same_moves() {
    let mut found = Vec::new();
    for (id, iterations) in [("tic-tac-toe", 200), ("connect-four", 60), ("duel", 40), ("pig", 20)] {
        let rules = shipped(id);
        let mut game = rules.on_setup(Some(7), None, &Json::Null).expect("sets up");
        for seed in 1.. {
            let Some(role) = game.state().active().first().copied() else { break };
            let made = search(&game, role, iterations, seed).expect("no fault").expect("something is offered");
            game.make(&made).expect("can be made");
        }
        let moves = game.record().expect("moves are recorded").moves;
        let text = serde_json::to_string(&moves).expect("JSON");
        found.push(format!("{id}: {} moves, {:016x}", moves.len(), hash(&text)));
    }
    let recorded = [
        "tic-tac-toe: 9 moves, 8453aff655dbfbd5",
        "connect-four: 23 moves, e09b04b17d1a250a",
        "duel: 38 moves, a672228e61af045f",
        "pig: 103 moves, 9a62bd5c44d2b4ab",
    ];
    assert_eq!(found, recorded);
}

/// The same position except for a change in `G`.
fn changed(game: &Game, change: impl FnOnce(&mut Json)) -> Game {
    let mut state: Json = serde_json::from_str(&game.state_json()).expect("JSON");
    let before = state.clone();
    change(&mut state);
    assert_ne!(state, before);
    game.rules().resume(&state.to_string()).expect("a state")
}

/// Plays on at random; returns the active seat at the end.
fn some_moves(rules: &Rules, seed: u64, moves: usize) -> (Game, usize) {
    let mut game = rules.on_setup(Some(seed), None, &Json::Null).expect("sets up");
    game::random::play_moves(&mut game, seed, moves).expect("no fault");
    let role = game.state().active()[0];
    (game, role)
}

#[test]
fn what_is_hidden_changes_no_choice() {
    let hearts = shipped("hearts");
    for (seed, moves) in [(1, 0), (2, 3), (3, 80), (4, 100)] {
        let (game, role) = some_moves(&hearts, seed, moves);
        // Moves of this turn are not in the state, and do not matter here.
        let game = hearts.resume(&game.state_json()).expect("a state");
        let others: Vec<usize> = (0..4).filter(|it| *it != role).collect();
        let other = changed(&game, |state| {
            // The last of a hand and the last of another; the one under way may have been played out.
            let card = |state: &Json, of: usize| state["hand"][of].as_array().expect("a hand").len().checked_sub(1);
            let (a, b) = (others[0], others[1]);
            let (Some(i), Some(j)) = (card(state, a), card(state, b)) else { panic!("hands are empty") };
            let held = state["hand"][a][i].take();
            state["hand"][a][i] = state["hand"][b][j].take();
            state["hand"][b][j] = held;
            state["seed"] = json!(state["seed"].as_u64().expect("a seed") + 12_345);
        });
        assert_ne!(game.state_json(), other.state_json());
        for search_seed in 1..=3 {
            let found = search(&game, role, 25, search_seed).expect("no fault").expect("a move");
            let there = search(&other, role, 25, search_seed).expect("no fault").expect("a move");
            assert_eq!(format!("{found:?}"), format!("{there:?}"), "{seed} {moves}");
        }
    }
    let duel = shipped("duel");
    for seed in 1..=5 {
        let mut game = duel.on_setup(Some(seed), None, &Json::Null).expect("sets up");
        game.action("England", "card", Some(&json!(0))).expect("plays");
        // England's choice, a card of its hand and the top of the deck.
        let other = changed(&game, |state| {
            let played = state["$choose_card"][0].take();
            state["$choose_card"][0] = state["deck"][16].take();
            state["deck"][16] = state["hand"][0][1].take();
            state["hand"][0][1] = played;
        });
        for seed in 1..=3 {
            assert_eq!(choice(&game, 1, 60, seed), choice(&other, 1, 60, seed));
        }
    }
}

/// A coin is hidden, by a role or by chance, and to be guessed; or a die is to be thrown, by the random numbers of the game.
const COIN: &str = "roles Hider, Guesser
enum Side { left, middle, right }
global { secret(Hider) side: Side }
setup { G.active = Hider; call hide }
view { if R == Hider { V.side = G.side } }
state hide {
    prompt { for s in Side { action hide(s) } }
    on hide(s: Side) { G.side = s; G.active = Guesser; goto guess }
}
state guess {
    prompt { for s in Side { action guess(s) } }
    on guess(s: Side) { if reveal(G.side == s) { finish Guesser } finish Hider }
}
";

const DIE: &str = "roles A, B
setup { G.active = A; call guess }
state guess {
    prompt { for s in 0 to 2 { action guess(s) } }
    on guess(s: int) { if random(3) == s { finish A } finish B }
}
";

#[test]
fn what_nobody_can_know_is_guessed() {
    let coin = rules(COIN);
    let mut right = 0;
    for seed in 1..=30 {
        let hidden: Vec<Game> = (0..3).map(|it| after(&coin, &[&format!("Hider hide {it}")])).collect();
        let choices: Vec<String> = hidden.iter().map(|it| choice(it, 1, 60, seed)).collect();
        assert!(choices.iter().all(|it| *it == choices[0]), "{choices:?}");
        right += usize::from(choices[0] == "guess 0");
    }
    assert!((1..25).contains(&right), "{right} of 30");

    let die = rules(DIE);
    let mut right = 0;
    for seed in 1..=30 {
        let mut game = die.on_setup(Some(seed), None, &Json::Null).expect("sets up");
        let made = search(&game, 0, 60, 1).expect("no fault").expect("a move");
        game.make(&made).expect("can be made");
        right += usize::from(game.result().as_deref() == Some("A"));
    }
    assert!((1..25).contains(&right), "{right} of 30");
}

/// Every kind of place: the role's own values stay, the others keep their number, and change places.
const PLACES: &str = "roles A, B, C
record Card { suit: int, rank: int }
record Box { cards: Card[], closed: bool }
global {
    secret deck: Card[]
    secret hand: Card[][Role]
    secret boxes: Box[Role]
    secret face_down: Card?[Role]
    secret held: set<int>
    secret kept: map<int, int>
    secret cells: bool?[6]
    secret(B) plan: 1..6
    secret vote: bool?[Role]
}
setup {
    for i in 1 to 12 { push(G.deck, Card { suit: i % 2, rank: i }) }
    for r in Role { G.hand[r] = [pop(G.deck), pop(G.deck)]; push(G.boxes[r].cards, pop(G.deck)); G.vote[r] = true }
    G.vote[C] = none
    G.face_down[B] = pop(G.deck)
    G.held = [1, 2, 3]; G.kept[4] = 5; G.kept[6] = 7
    G.cells[0] = true; G.cells[1] = false
    G.plan = 3
    G.active = A; call play
}
view {
    if R != none { V.hand = G.hand[R]; V.down = G.face_down[R]; V.boxed = G.boxes[R].cards }
    V.left = len(G.deck)
}
invariant \"twelve cards\" {
    let cards = concat(G.deck, [c for r in Role for c in concat(G.hand[r], G.boxes[r].cards)])
    assert len(cards) + count(c in G.face_down: c != none) == 12
    let ranks: set<int> = [c.rank for c in concat(cards, [c for c in G.face_down where c != none])]
    assert len(ranks) == 12
}
state play { prompt { for i in indices(G.hand[R]) { action card(i) } } on card(i: int) { finish R } }
";

#[test]
fn samples_are_what_may_be() {
    let rules = rules(PLACES);
    let game = rules.on_setup(Some(1), None, &Json::Null).expect("sets up");
    let state = |game: &Game| serde_json::from_str::<Json>(&game.state_json()).expect("JSON");
    let before = state(&game);
    let mut unseen = game.unseen(0).expect("no fault");
    let mut draw = Draw::new(1);
    let mut seen = vec![std::collections::BTreeSet::new(); 8];
    for _ in 0..100 {
        let sample = unseen.sample(&mut draw);
        sample.check().expect("invariants hold");
        assert_eq!(sample.view("A").expect("a view"), game.view("A").expect("a view"));
        let after = state(&sample);
        for own in ["hand", "face_down", "boxes", "vote"] {
            assert_eq!(after[own][0], before[own][0], "{own}");
        }
        let sizes = |it: &Json| {
            let count = |it: &Json| it.as_array().map(Vec::len);
            [&it["deck"], &it["hand"][1], &it["hand"][2], &it["boxes"][1]["cards"], &it["boxes"][2]["cards"]].map(count)
        };
        assert_eq!(sizes(&after), sizes(&before));
        assert!(after["face_down"][1].is_object() && after["face_down"][2].is_null());
        assert!(after["vote"][1].is_boolean() && after["vote"][2].is_null());
        let cells = after["cells"].as_array().expect("cells");
        assert_eq!(cells.iter().filter(|it| it.is_null()).count(), 4);
        let places = ["deck", "hand", "face_down", "boxes", "held", "cells", "plan", "vote"];
        for (at, name) in places.iter().enumerate() {
            seen[at].insert(after[*name].to_string());
        }
    }
    let counts: Vec<usize> = seen.iter().map(|it| it.len()).collect();
    assert!(counts[..6].iter().all(|it| *it > 5), "{counts:?}");
    assert_eq!(counts[6..], [5, 2], "a plan is one of five, a vote one of two");
}

/// A game in which one may take back, go round in circles, and fail.
const CIRCLE: &str = "roles A, B
global { n: int }
setup { G.active = A; call walk }
state walk {
    prompt { button on; button back if G.n > 0; button fail }
    on on { push_undo(); G.n += 1; if G.n == 4 { finish R } }
    on back { push_undo(); G.n -= 1 }
    on fail { assert false }
}
";

#[test]
fn circles_and_faults_are_survived() {
    let rules = rules(CIRCLE);
    let mut game = rules.on_setup(Some(1), None, &Json::Null).expect("sets up");
    let mut draw = Draw::new(1);
    let mut moves = 0;
    while !game.state().is_over() {
        let made = Player::Search(300).choose(&game, 0, &mut draw).expect("no fault").expect("a move");
        game.make(&made).expect("can be made");
        moves += 1;
        assert!(moves < 20, "it comes to the end");
    }
    assert!(search(&game, 0, 10, 1).expect("no fault").is_none(), "nothing is offered any more");
    let waits = after(&rules, &[]);
    assert!(search(&waits, 1, 10, 1).expect("no fault").is_none(), "B waits");
}

#[test]
fn results_name_winners() {
    let roles: Vec<String> = ["Red", "Blue", "Old Green"].map(String::from).to_vec();
    let winners = |text| lab::winners(text, &roles);
    assert_eq!(winners("Blue"), [1]);
    assert_eq!(winners("Red and Old Green"), [0, 2]);
    assert_eq!(winners("Red, Blue and Old Green"), [0, 1, 2]);
    for nobody in ["Draw", "None", "", "Red loses", "Red and Yellow"] {
        assert_eq!(winners(nobody), [0; 0], "{nobody}");
    }
}

/// As tables of the interval have it.
#[test]
fn intervals_are_wilsons() {
    let near = |(low, high): (f64, f64), a: f64, b: f64| assert!((low - a).abs() < 5e-5 && (high - b).abs() < 5e-5);
    near(lab::wilson(0, 10), 0.0, 0.27753);
    near(lab::wilson(5, 10), 0.23659, 0.76341);
    near(lab::wilson(585, 1000), 0.55421, 0.61514);
    near(lab::wilson(0, 0), 0.0, 1.0);
}

#[test]
fn players_have_names() {
    for name in ["random", "greedy", "search:500", "search:7", "playout:500", "playout:7"] {
        assert_eq!(Player::named(name).expect("is known").to_string(), name);
    }
    for name in ["", "search:0", "search:x", "search:", "human", "random:2", "greedy:1", "playout:0", "playout:"] {
        assert_eq!(Player::named(name), None, "{name}");
    }
    assert_eq!(
        (Player::named("search"), Player::named("playout")),
        (Some(Player::Search(500)), Some(Player::Playout(500)))
    );
}

/// A secret of every type, chosen at random or by a player, and guessed; only chance reveals it.
#[test]
fn a_secret_of_any_type_is_only_guessed() {
    let kinds = [
        ("a range", "secret card: 0..5", "G.card = N", "G.card == i"),
        ("a range of one role", "secret(A) card: 0..5", "G.card = N", "G.card == i"),
        ("an element", "secret card: 0..5[Role]", "G.card[A] = N", "G.card[A] == i"),
        ("a list", "secret card: 0..5[]", "G.card = [N, N]", "G.card[0] == i"),
        ("an array", "secret card: 0..5[3]", "G.card = [N, N, N]", "G.card[0] == i"),
        ("a set", "secret card: set<0..5>", "add(G.card, N)", "i in G.card"),
        (
            "a set of two",
            "secret card: set<0..5>",
            "add(G.card, N); add(G.card, (N + 1) % 5)",
            "i in G.card and (i + 1) % 5 in G.card",
        ),
        ("a map", "secret card: map<int, 0..5>", "G.card[0] = N", "G.card[0] == i"),
        ("a key", "secret card: map<0..5, int>", "G.card[N] = 1", "i in keys(G.card)"),
        ("a record", "secret card: Q", "G.card = Q { k: N }", "G.card.k == i"),
        ("a record with an int", "secret card: P", "G.card = P { k: N }", "G.card.k == i"),
        ("an int", "secret card: int", "G.card = N", "G.card == i"),
        ("an optional int", "secret card: int?", "G.card = N", "G.card == i"),
        ("a number", "secret card: num", "G.card = num(N)", "G.card == num(i)"),
        ("a text", "secret card: string", "G.card = `${N}`", "G.card == `${i}`"),
        ("a dynamic value", "secret card: any", "G.card = N", "G.card == i"),
        ("bools", "secret card: bool[5]", "G.card[N] = true", "G.card[i]"),
    ];
    let mut failures = Vec::new();
    for (name, declared, set, test) in kinds {
        for chosen in [false, true] {
            // By chance before the game, or by A as its first move.
            let (setup, hide) = match chosen {
                false => {
                    (format!("let n = random(5); {}; G.active = B; call play", set.replace('N', "n")), String::new())
                }
                true => ("G.active = A; call hide".to_owned(), set.replace('N', "n")),
            };
            let text = format!(
                "roles A, B\nrecord Q {{ k: 0..5 }}\nrecord P {{ k: int }}\nglobal {{ {declared} }}\nsetup {{ {setup} }}
state hide {{ prompt {{ for n in 0..5 {{ action hide(n) }} }} on hide(n: 0..5) {{ {hide}; G.active = B; goto play }} }}
state play {{ prompt {{ for i in 0..5 {{ action guess(i) }} }} on guess(i: 0..5) {{ if reveal({test}) {{ finish B, \"right\" }} else {{ finish A, \"wrong\" }} }} }}\n"
            );
            let rules = rules(&text);
            let games = 25;
            let mut right = 0;
            for seed in 1..=games {
                let mut game = rules.on_setup(Some(Draw::new(seed).seed()), None, &Json::Null).expect("sets up");
                if chosen {
                    game.action("A", "hide", Some(&json!(seed % 5))).expect("hides");
                }
                let made = search(&game, 1, 40, seed).expect("no fault").expect("a move");
                game.make(&made).expect("can be made");
                right += u32::from(game.result().as_deref() == Some("B"));
            }
            // By chance 5 of 25; more than twice that is seen, not guessed.
            if right > 12 {
                failures.push(format!("{name}, {}: {right} of {games}", if chosen { "chosen" } else { "by chance" }));
            }
        }
    }
    crate::support::no_failures(&failures);
}
