//! All examples of the specification, with names for its placeholders, and games in the later style of its author.

use super::{read, told};
use crate::format::text as format;
use crate::study::outline;
use crate::{highlight, lex, words};
use diag::Problems;
use front::TokenKind;

/// The examples of the specification, by its sections.
const SEED: &[&str] = &[
    // Lists, type casting.
    "verb f { effect { cell[] xs; decimal[] ys = { a, b, c }; xs[xs.lenght] = c; xs[0] = d; t id = v as t; bool is_none = a == none; } }",
    // Statement.
    "verb f { effect { return e; e; a = e; t a; t b = e; if e {} while e {} while e { break; continue; } pass e; } }",
    // Actions.
    "action a\n{\n  input   { }\n  require { }\n  trigger { }\n  effect  { s.act.allowed = false; }\n}\n",
    // Input filters.
    "action a { input t n\n{\n  f();\n}\ninput t n\n{\n  filter u o\n  {\n\n  }\n} }",
    "state player_state\n{\n  decimal points = 0;\n\n  action on_higher_points\n  {\n    input player_state other\n    {\n      return other.points > points;\n    }\n  }\n}\n",
    "state example \n{\n  decimal points = 0;\n}\n\naction list_input\n{\n  input example[] examples \n  {\n    filter example ex \n    {\n      return ex.points < 10 and ex.points > 0;\n    }\n    filter\n    {\n      return examples.lenght < 3 and examples.lenght > 0;\n    }\n  }\n}\n",
    // Triggers.
    "action a { trigger movement rook\n{\n  x();\n} trigger s.action; trigger callable { } trigger change s.value { } trigger s.act.ph { } trigger on turn phase change { } }",
    "action triggerable\n{\n  input \n  {\n    decimal a;\n    state_a s;\n  }\n  trigger { callable; }\n}\n\naction caller\n{\n  effect \n  {\n    call triggerable with \n    {\n      a = 1;\n    } // the rest is asked\n\n    call triggerable with\n    {\n      a = 1;\n      s = state_a;\n    } // nothing is asked\n  }\n}\n",
    // Requires, effects, global and named, phases.
    "action a { require\n{\n  input {}\n  condition {}\n}\neffect\n{\n  x();\n}\ntrigger for i {}\nrequire for i {}\neffect for i {} }",
    "action a { require for A {}\nrequire for A {}\nrequire for B {}\nrequire { A and B} // both\n }",
    "action a { phase\n{\n  trigger { }\n  require { }\n  effect { }\n} }",
    // Action priority, failures.
    "action low_prio priority -10 {}\naction default_prio {}\naction default_prio_spec priority 0 {}\naction high_prio priority 10 {}\n",
    "verb f { effect { fail \"message\"; cancel e \"message\"; cancel \"message\"; cancel all \"message\"; } }",
    // States.
    "state s\n{\n  decimal a = 1;\n  t b = none;\n}\nlocal state l {}\ngroup state g {}\nglobal state e {}",
    "interactable i [placeable, stackable] {}",
    // Turns.
    "turn t\n{\n  phase p\n  {\n    trigger {}\n    effect {}\n  }\n}\nverb f { effect { call t.p; call t; winner a, b; } }",
    // The board.
    "boardcell c\n{\n  decimal a;\n  action act { effect { if(c.group is g)\n{\n  g id = c.group as g;\n} } }\n}",
    "board { group n hex row\n{\n  h,h,h,h,h;\n  h,h,b,h,b;\n  b,b,h,h,h;\n} group m hex col\n{\n  h,h,b,h,h;\n  h,b,b,h,h;\n} }",
    "board { group n hex col\n{\n  h,h,h;\n  h,h,h;\n\n  adjency\n  {\n    (0,0) -> (2,2); // one way\n    (0,0) <-> (2,2); // two ways\n    (0,0) 1 <-> 3 (2,2); // distances\n    (0,0) x-> (0,1); // one way less\n    (0,0) x-x (0,1); // two ways less\n  }\n} }",
    "board { group n adjency\n{\n  id1 -> 3 id2 \n} }",
    "board\n{\n  group first {}\n  group second {}\n  boardcells\n  {\n    first.a -> second.b\n    first.a <-> second.b\n  }\n}\n",
    "global state turn_controller\n{\n  action default_turn\n  {\n    input\n    {\n      activePlayer ap;\n    }\n    trigger\n    {\n      any action 1\n    }\n    effect\n    {\n      pass ap + 1;\n    }\n  }\n}",
    // Movement, goals, setup, verbs.
    "movement m { effect { p adjacent 1; p distance 2; p jump g; p line 1 2; p coord 1 2; p line 1 max 3; } require { input { pawn a; } condition { return a adj b or a connect c; } } }",
    "goal g 3\n{\n  input {}\n  require {}\n  trigger {}\n  effect {}\n}\nsetup { }\nverb v\n{\n  input {}\n  effect {}\n  return decimal;\n}\n",
];

/// Examples of the specification that cannot be meant: the text, and its messages.
const BROKEN: &[(&str, &[&str])] = &[
    (
        "board\n{\n  group n square\n  {\n    c, c, ...\n    c, ...\n    c, c\n  }\n}\n",
        &["5:11 `.` does not fit here (expected `;`)", "6:8 `.` does not fit here (expected `;`)"],
    ),
    (
        "movement chess_rook \n{\n  input rook line1;\n  input deciaml lin2\n  effect\n  {\n    line line1 2;\n    line line2 1;\n  }\n}\n",
        &["4:21 a statement ends with `;` (expected `;`)"],
    ),
    ("verb f { effect { if (a = b) { } } }", &["1:25 `=` gives a value, `==` compares (one sign more)"]),
    ("verb f { effect { return a = b; } }", &["1:28 `=` gives a value, `==` compares (one sign more)"]),
    ("turn t { phase p { } ... }", &["1:22 `.` does not fit here (expected a part of an action)"]),
];

/// Whole games, with features of the later specification.
pub const GAMES: &[&str] = &[
    r#"game "three in a row";
players 2;

// Nine places, each of nobody at first.
boardcell place_of_one
{
    player owner = none;
}

interactable stone placeable { player owner = null; }

board table
{
    decimal filled = 0;
    group grid square around
    {
        place_of_one, place_of_one, place_of_one
        place_of_one, place_of_one, place_of_one
        place_of_one, place_of_one, place_of_one
    }

    function owner_at
    {
        input { decimal row; decimal col; }
        effect { return table.groups.grid[row][col].owner; }
        returns player;
    }
}

turn usual
{
    phase tick;
    phase look
    {
        trigger on table.filled change after;
        effect
        {
            for (decimal i = 0; i < 3; i++)
            {
                player first = table.owner_at(row: i, col: 0);
                if (first != null && first == table.owner_at(i, 1) && first == table.owner_at(i, 2))
                    winner first;
                else if (!(table.filled < 9)) { winner none; }
            }
        }
    }
    default { pass turns.active().player + 1 to tick; }
}

local state chooser
{
    decimal stones = 0;
    action tick priority 1
    {
        information { short { "put a stone" } long { "put a stone where there is none" } }
        player input place_of_one chosen { chosen.owner == null }
        input active_player me;
        require for room { return table.filled < 9; }
        trigger on player choice;
        effect for room
        {
            if (chosen.owner != null) fail $"cell of {chosen.owner:0}";
            chosen.owner = me;
            place new stone() { owner = me; } on chosen;
            table.filled += 1; stones++;
            pass;
        }
    }
}

setup { players has chooser; }
"#,
    r#"import "pieces.tgdl" as pieces;
game "towers";
players 2, 3;
player 0 has white;

tile dark { bool taken = false; }
interactable piece placeable, stackable { player owner; decimal worth = 1; }
interactable tower : piece
{
    override function worth_of { effect { return worth * 5; } returns decimal; }
    action slide choice 1 priority -2
    {
        optional auto input tile[] free all;
        input tile to
        {
            filter tile t { return t adj this.tile or t connect this.tile; }
            filter { free.contains(to) }
        }
        require { input { piece p; } condition { return p.owner is white; } condition named { true } }
        trigger on tower move for slide fast { return event.from != none; }
        effect for slide
        {
            decimal[] steps = { 1, 2, 3 };
            while (steps.length > 0 and not done) { steps.removeAt(steps.length - 1); }
            this.move_to(to);
            call slide.second with { a = random(6) + 1; b = -2 ^ 2 mod 3; }
            cancel all "no way";
        }
        phase second sequence { effect { use turn other; } }
    }
}
stack deck { default { piece[] all; for (decimal i = 0; i < 4; i += 1) all.append(new piece(worth: i)); return all; } }
board
{
    group west hex column
    {
        dark, b, dark;
        dark, dark;
        adjacency { (0,0) 1 <-> 3 (1,1); (0,0) x-x (1,0) }
    }
    group roads adjency
    {
        dark n, s
        n -> 2 s
        s <-> x
    }
    tiles { west(0,0) -> roads.n; }
}
group state team { decimal points; }
global sealed state clock { action tick { trigger { on turn activation; turn phase change; } effect { team.points = clock.hours as decimal; } } }
goal most simultaneous priority 3 { trigger team.points change { return team.points >= 10; } effect winner team.players; }
setup 3 { decimal i = 0; effect { transfer team to player 1; attach player 2 to team; remove player 0 from team; white assign to player 0; } }
"#,
];

/// All texts of these tests.
pub fn all() -> Vec<&'static str> {
    SEED.iter().chain(BROKEN.iter().map(|it| &it.0)).chain(GAMES).copied().collect()
}

#[test]
fn the_seed_is_read() {
    for text in SEED.iter().chain(GAMES) {
        assert_eq!(told(text), [] as [&str; 0], "{text}");
    }
}

#[test]
fn what_cannot_be_meant_is_told() {
    for (text, expected) in BROKEN {
        assert_eq!(told(text), *expected, "{text}");
    }
}

#[test]
fn formatting() {
    for text in SEED.iter().chain(GAMES) {
        let once = format(text, &mut Problems::new()).expect("it can be read");
        assert_eq!(format(&once, &mut Problems::new()).as_deref(), Some(once.as_str()), "{text}");
        assert_eq!(super::print::file(&read(&once).0), super::print::file(&read(text).0), "{text}");
    }
    let text = "state s {  \n\n\ndecimal a;\naction b\n{\neffect { f(1,\n2); // c  \n}\n}}";
    let expected = "state s {\n\n    decimal a;\n    action b\n    {\n        effect { f(1,\n                2); // c\n        }\n}}\n";
    assert_eq!(format(text, &mut Problems::new()).as_deref(), Some(expected));
    assert_eq!(format("state s {", &mut Problems::new()), None);
}

#[test]
fn outlines() {
    let flat = |it: &front::Section| {
        let inner: Vec<String> = it.inner.iter().map(|it| format!("{} {}", it.word, it.name)).collect();
        format!("{} {}: {}", it.word, it.name, inner.join(", "))
    };
    let found: Vec<String> = outline(GAMES[0]).iter().map(flat).collect();
    assert_eq!(
        found,
        [
            "game three in a row: ",
            "players 2: ",
            "boardcell place_of_one: ",
            "interactable stone: ",
            "board table: group grid, verb owner_at",
            "turn usual: phase tick, phase look",
            "state chooser: action tick",
            "setup : ",
        ]
    );
    assert!(takes("state") && takes("nand") && !takes("chooser"));
}

#[test]
fn highlighting() {
    let text = "state chooser { decimal line = 1; action tick { effect { line = a.line; p line 2; return $\"a{b}\"; } } } // c";
    let kinds = |kind: TokenKind| -> Vec<&str> {
        highlight(text).into_iter().filter(|it| it.1 == kind).map(|it| &text[it.0.range()]).collect()
    };
    assert_eq!(kinds(TokenKind::Keyword), ["state", "action", "effect", "line", "return"]);
    assert_eq!(kinds(TokenKind::Definition), ["chooser", "tick"]);
    assert_eq!(kinds(TokenKind::Name), ["line", "line", "a", "p", "b"]);
    assert_eq!(kinds(TokenKind::Property), ["line"]);
    assert_eq!(kinds(TokenKind::Type), ["decimal"]);
    assert_eq!(kinds(TokenKind::String), ["$\"", "a", "\""]);
    assert_eq!(kinds(TokenKind::Comment), ["// c"]);
    for text in all() {
        let all = highlight(text);
        assert!(all.windows(2).all(|it| it[0].0.end <= it[1].0.start), "{text}");
        let (tokens, comments) = lex::tokens(text, &mut Problems::new());
        assert_eq!(all.len(), tokens.iter().filter(|it| !it.1.is_empty()).count() + comments.len());
    }
}

fn takes(name: &str) -> bool {
    words::named(name).is_some()
}
