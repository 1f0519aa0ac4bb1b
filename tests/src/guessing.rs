//! A small guessing game in each language: a player that looks ahead knows no more than it sees, so it is only right by
//! chance.

use crate::cases::compiled;
use game::random::Draw;
use game::{Game, Rules};
use lab::Player;
use serde_json::{Value, json};

/// Number of games of each.
const GAMES: u64 = 30;

/// A guess of one in six: more than twice the rate of chance would prove cheating.
const RULES: &str = "roles A, B
global { secret deck: int[] }
setup { for i in 1 to 6 { push(G.deck, i) } shuffle(G.deck); G.active = A; call guess }
state guess {
    prompt { for n in 1 to 6 { action guess(n) } }
    on guess(n: int) { if reveal(G.deck[0] == n) { finish A } finish B }
}
";

const LUDL: &str = "TITLE 'Guess';

STATE:
{
    \"props\": { \"play_order\": [\"anna\", \"ben\"] },
    \"containers\": { \"deck\": { \"props\": { \"visible_to\": [] } } }
}
END_STATE

TOKENSETS:
{ \"cards\": { \"card\": { \"props\": { } } } }
END_TOKENSETS

DEF set_up:
    FOR 'n' RANGE 6:
        INSTANTIATE_TOKEN 'cards' 'card' 1 'deck';
        SET_TOKEN_PROP 'deck' -1 'n' $n;
    END_FOR
    SHUFFLE 'deck';
END_DEF

OFFER guess RANGE 6;

RECEIVE guess $n:
    IF NOT EQUAL $PLAYER_NAME 'anna':
        REJECT 'Anna guesses.';
    END_IF
    SET_PROP 'winner' 'ben';
    IF EQUAL GET_TOKEN_PROP 'deck' -1 'n' $n:
        SET_PROP 'winner' 'anna';
    END_IF
    SET_PROP 'game_over' TRUE;
    ACCEPT;
END_RECEIVE
";

/// Only the result of the die is hidden in this language: a guess of one in two.
const BBGEL: &str = "game \"Guess\" { maxDiceValue 2 }
2 players { }
tile board {
    path 1 to 6
    1: game_start()
    2: force; if choose_bool(\"Will it be a one?\") then if roll() == 1 then game_end() end else if roll() == 2 then game_end() end end
    6: force; game_end()
}
";

/// With the guessed thing: the top card, a drawn card, another's card, a card drawn and not put anywhere.
fn tgdl(setup: &str, guess: &str) -> String {
    format!(
        "players 2;
interactable card stackable {{ decimal worth = 0; }}
stack deck {{ default {{ card[] cards = {{}}; for(decimal i = 1; i <= 6; i++) cards.add(new card(worth = i)); return cards; }} }}
setup {{ deck.shuffle(); {setup} }}
global state table {{
    decimal right = 0;
    action guess_it {{
        input decimal n {{ return n >= 1 and n <= 6; }}
        effect {{ {guess} }}
    }}
}}
goal yes {{ require {{ return table.right == 1; }} effect {{ winner 0; }} }}
goal no {{ require {{ return table.right == 2; }} effect {{ winner 1; }} }}
"
    )
}

fn begun(rules: &Rules, seed: u64) -> Game {
    rules.on_setup(Some(Draw::new(seed).seed()), None, &Value::Null).expect("sets up")
}

/// Number of correct guesses of the active role, looking ahead.
fn right(rules: &Rules, player: &Player, won: &dyn Fn(&Game, &str) -> bool, asked: &dyn Fn(&mut Game)) -> u64 {
    let guessed = |seed: &u64| {
        let mut game = begun(rules, *seed);
        asked(&mut game);
        let role = game.state().active()[0];
        let who = game.roles()[role].clone();
        let chosen = player.choose(&game, role, &mut Draw::new(*seed));
        let chosen = chosen.expect("no fault").expect("something is offered");
        game.make(&chosen).expect("can be made");
        won(&game, &who)
    };
    (1..=GAMES).filter(guessed).count() as u64
}

fn wins(game: &Game, who: &str) -> bool {
    game.result().as_deref() == Some(who)
}

#[test]
fn what_lies_face_down_is_guessed_in_every_language() {
    let top = "if deck[5].worth == n right = 1; else right = 2;";
    let drawn = "card c = deck.draw(); if c.worth == n right = 1; else right = 2;";
    let rest = "decimal all = 0; for(decimal i = 0; i < deck.length; i++) all += deck[i].worth; \
        if 21 - all == n right = 1; else right = 2;";
    let theirs = "if players[1].hand[0].worth == n right = 1; else right = 2;";
    let games = [
        ("rules", RULES.to_owned(), "rules"),
        ("ludl", LUDL.to_owned(), "ludl"),
        ("the top of a stack", tgdl("", top), "tgdl"),
        ("a card that is drawn", tgdl("", drawn), "tgdl"),
        ("the hand of another", tgdl("card c = deck.draw(); c.keep(1);", rest), "tgdl"),
        ("the card of another", tgdl("card c = deck.draw(); c.keep(1);", theirs), "tgdl"),
        ("a card that lies nowhere", tgdl("deck.draw();", rest), "tgdl"),
    ];
    let mut failures = Vec::new();
    for (name, text, language) in games {
        let rules = compiled(&text, language).rules.unwrap_or_else(|| panic!("{name} compiles"));
        for player in [Player::Search(40), Player::Greedy] {
            let right = right(&rules, &player, &wins, &|_| {});
            // By chance five of thirty.
            if !(1..13).contains(&right) {
                failures.push(format!("{name}, {player}: {right} of {GAMES}"));
            }
        }
    }
    let made = compiled(BBGEL, "bbgel");
    let report = diag::draw(&made.source, &made.diagnostics, false);
    let rules = made.rules.unwrap_or_else(|| panic!("{report}"));
    let to_the_question = |game: &mut Game| {
        // The first throw ends on the field or passes it: the field is one step away, and stops every token.
        game.action("player1", "roll", None).expect("rolls");
    };
    let ends = |game: &Game, _: &str| game.state().is_over();
    let right = right(&rules, &Player::Search(40), &ends, &to_the_question);
    if !(7..24).contains(&right) {
        failures.push(format!("bbgel: {right} of {GAMES}"));
    }
    crate::support::no_failures(&failures);
}

/// Hidden cards are shuffled in valid ways: as many in each place, none twice, and the cards that a player holds and
/// sees stay.
#[test]
fn imagined_cards_lie_where_they_may() {
    let text = "players 3;
interactable card stackable { decimal worth = 0; }
interactable coin stackable { decimal value = 0; }
stack deck { default { card[] all = {}; for(decimal i = 1; i <= 9; i++) all.add(new card(worth = i)); return all; } }
stack purse { default { coin[] all = {}; for(decimal i = 1; i <= 6; i++) all.add(new coin(value = i)); return all; } }
setup {
    deck.shuffle();
    purse.shuffle();
    for(decimal p = 0; p < 3; p++) {
        deck.draw().keep(p);
        purse.draw().keep(p);
        deck.draw().keep(p);
    }
    card open = deck.draw();
    open.discard();
}
action nod { effect { pass activePlayer + 1; } }
";
    let rules = compiled(text, "tgdl").rules.expect("compiles");
    let game = begun(&rules, 1);
    let state = |game: &Game| serde_json::from_str::<Value>(&game.state_json()).expect("JSON");
    let truth = state(&game);
    let (mut places, mut moved) = (std::collections::BTreeSet::new(), 0);
    for seed in 1..=20 {
        let imagined = game.unseen(0).expect("views").sample(&mut Draw::new(seed));
        let seen = |game: &Game| {
            let view: Value = serde_json::from_str(&game.view("player0").expect("a view")).expect("JSON");
            ["hand", "held", "deck", "purse", "actions"].map(|it| view[it].clone())
        };
        assert_eq!(seen(&imagined), seen(&game));
        let found = state(&imagined);
        assert_eq!(found["hands"][0], truth["hands"][0]);
        assert_eq!(found["stacks"][0]["discards"], truth["stacks"][0]["discards"]);
        let mut all = Vec::new();
        for (found, truth) in [
            (&found["stacks"][0]["cards"], &truth["stacks"][0]["cards"]),
            (&found["stacks"][1]["cards"], &truth["stacks"][1]["cards"]),
            (&found["hands"][1], &truth["hands"][1]),
            (&found["hands"][2], &truth["hands"][2]),
        ] {
            let (found, truth) = (found.as_array().expect("cards"), truth.as_array().expect("cards"));
            assert_eq!(found.len(), truth.len());
            // Cards stay cards, and coins coins.
            let kind = |it: &Value| it.as_i64().expect("a number") < 9;
            assert!(found.iter().zip(truth).all(|(a, b)| kind(a) == kind(b)));
            moved += found.iter().zip(truth).filter(|(a, b)| a != b).count();
            all.extend(found.iter().map(Value::to_string));
        }
        places.insert(all.join(" "));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 11);
        for (n, it) in found["interactables"].as_array().expect("things").iter().enumerate() {
            let held = (0..3).find(|p| found["hands"][p].as_array().expect("a hand").contains(&json!(n)));
            assert_eq!(it["player"], json!(held), "who holds {n}");
        }
    }
    assert!(moved > 100 && places.len() > 15, "{moved} {}", places.len());
}

/// In the middle of an action, cards drawn before its question are known: an imagined state has drawn the same.
#[test]
fn what_was_drawn_in_an_action_is_drawn_in_what_is_imagined() {
    let text = "players 2;
global state table {
    decimal last = 0;
    action ask {
        input decimal near { return near >= 0 and near <= 6 and near != table.last; }
        trigger callable;
        effect { table.last = near; }
    }
    action roll { effect { table.last = random(6); call ask; pass activePlayer + 1; } }
}
";
    let rules = compiled(text, "tgdl").rules.expect("compiles");
    let mut asked = 0;
    for seed in 1..=10 {
        let mut game = begun(&rules, seed);
        game.action("player0", "roll", None).expect("rolls");
        let offers = |game: &Game| {
            let view: Value = serde_json::from_str(&game.view("player0").expect("a view")).expect("JSON");
            view["actions"]["ask_near"].clone()
        };
        let mut unseen = game.unseen(0).expect("views");
        asked += offers(&game).as_array().expect("is asked").len();
        for seed in 100..105 {
            let imagined = unseen.sample(&mut Draw::new(seed));
            assert_eq!(offers(&imagined), offers(&game));
            assert_ne!(imagined.state_json(), game.state_json(), "the numbers to come are others");
        }
    }
    assert!(asked > 10, "{asked}");
}
