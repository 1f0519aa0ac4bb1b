//! A role's view, as text in a terminal.

use crate::plays::{shipped, shipped_games};
use crate::support::rules;
use serde_json::json;

#[test]
fn every_show_is_told_by_its_kind() {
    let text = "roles \"Old Ann\" as Ann, Ben\nenum Gem { red, deep_blue }\nenum Kind { knight, king, pawn }\n\
        record Card { id: int, name: string, gem: Gem, cost: int[Gem] }\n\
        face Card { title: name, corner: gem, cost: cost }\n\
        record Row { who: Role, points: int }\n\
        board land = square(2, 3)\n\
        show land { mark: V.land }\n\
        show row \"The bank\" { tokens { items: V.bank }; dice { items: V.dice }; meter { items: V.fire, to: 9 } }\n\
        show seats { cards \"Hand\" { items: V.hands, back: star }; counter { items: V.points } }\n\
        show cards { items: V.deck }\nshow table { items: V.rows }\nshow text { items: V.story }\n\
        global { n: int }\nsetup { G.active = Ann; call main }\n\
        view {\n\
            let marks: Kind?[6] = [none for c in land.cells]\n\
            marks[land.b2] = king; marks[land.c1] = knight\n\
            V.land = marks\n\
            let bank: int[Gem] = [3, 0]\n\
            V.bank = bank; V.dice = [2, 6]; V.fire = 4\n\
            let hands: Card?[][Role] = [[none, none], [none]]\n\
            let cost: int[Gem] = [1, 2]\n\
            if R != none { hands[R] = [Card { id: 1, name: \"Mill\", gem: deep_blue, cost: cost }] }\n\
            V.hands = hands\n\
            let points: int[Role] = [1, 0]\n\
            V.points = points; V.deck = 12; V.rows = [Row { who: Ben, points: 3 }]\n\
            V.story = \"A long story that somebody tells in the evening, which has more words in it than a line of a terminal has.\"\n\
            V.last_gem = deep_blue; V.told = G.n > 0\n\
        }\n\
        state main { prompt { button go } on go { G.n += 1 } }\n";
    let game = rules(text).on_setup(Some(1), None, &json!({})).expect("begins");
    let told = game::seen(&game, "Ben").expect("can be seen");
    let expected = "  2   . ki  .\n  1   .  . kn\n      a  b  c\n  The bank:\n    bank: 3 red\n    dice: 2, 6\n    fire: 4 of 9\n  \
        Ben:\n    Hand: Mill (deep blue, for 1 red, 2 deep blue)\n    points: 0\n  Old Ann:\n    Hand: 2 face down\n    points: 1\n  \
        deck: 12 face down\n  rows:\n    Ben 3\n  story: A long story that somebody tells in the evening, which has more words\n      \
        in it than a line of a terminal has.\n  last gem: deep blue\n  told: no\n";
    assert_eq!(told, expected);
}

#[test]
fn who_does_not_sit_is_not_told_of() {
    let text = "roles Red, Green, Blue\nplayers 2 to 3 = 2\nglobal { won: int[Role] }\n\
        setup { G.active = Red; call main }\n\
        view {\n\
            let bids: string[Role] = [\"?\" for r in Role]\n\
            let hands: string[][Role] = [[\"ace\", \"king\"] for r in Role]\n\
            V.bid = bids; V.hands = hands; V.won = G.won\n\
        }\n\
        state main { prompt { button pass } on pass { finish R, \"done\" } }\n";
    let told = |players: i64| {
        let game = rules(text).on_setup(Some(3), None, &json!({ "players": players })).expect("begins");
        game::seen(&game, "Red").expect("can be seen")
    };
    let two = "  bid: Red ?, Green ?\n  hands: Red: ace, king; Green: ace, king\n  won: Red 0, Green 0\n";
    assert_eq!(told(2), two);
    assert!(told(3).contains("bid: Red ?, Green ?, Blue ?\n"));
}

/// At 80 columns, and nothing as JSON, for every game.
#[test]
fn shipped_games_can_be_read() {
    for id in shipped_games() {
        let rules = shipped(&id);
        for (seed, moves) in [(1, 0), (2, 8), (3, 30)] {
            let mut game = rules.on_setup(Some(seed), None, &json!({})).expect("begins");
            game::random::play_moves(&mut game, seed, moves).expect("can be played");
            for role in game.roles().iter().map(String::as_str).chain(["none"]) {
                let told = game::seen(&game, role).expect("can be seen");
                for line in told.lines() {
                    assert!(line.chars().count() <= 80, "{id}, {role}: {line}");
                    assert!(!line.contains(['{', '[']), "{id}, {role}: {line}");
                }
            }
        }
    }
}
