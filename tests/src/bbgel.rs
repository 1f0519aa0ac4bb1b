//! Recorded answers of bbgel's simulator, against the same races here: `conformance/bbgel/`.

use crate::cases::{compiled, input};
use crate::executors;
use crate::support::{files, here, no_failures, read, root, stem};
use game::{Compiled, Game, Language, Rules};
use serde_json::{Value, json};

fn compile(text: &str) -> Compiled {
    game::compile(&format!("{}\n", text.trim_end()), Language::Bbgel, "game.bbgel")
}

fn rules(text: &str) -> Rules {
    let compiled = compile(text);
    assert!(compiled.rules.is_some(), "{}", diag::draw(&compiled.source, &compiled.diagnostics, false));
    compiled.rules.expect("a program without errors")
}

fn recorded(name: &str) -> String {
    read(&here().join("conformance/bbgel").join(name))
}

fn state(game: &Game) -> Value {
    serde_json::from_str(&game.state_json()).expect("a state is JSON")
}

/// A number as the original prints it.
fn number(it: &Value) -> String {
    it.to_string().trim_end_matches(".0").to_owned()
}

/// One race, field by field: a line for each step as recorded, and the last state.
fn race(rules: &Rules, seed: u64, most: usize, told: impl Fn(&Value) -> String) -> (Vec<String>, Value) {
    let options = json!({ "dice": "original", "pace": "field" });
    let mut game = rules.on_setup(Some(seed), None, &options).expect("starts");
    let mut trace = Vec::new();
    loop {
        let before = state(&game);
        if !before["result"].is_null() || before["steps"].as_u64() > Some(most as u64) {
            return (trace, before);
        }
        let role = game.active().concat();
        let action = if before["L"]["P"] == "turn" { "roll" } else { "step" };
        game.action(&role, action, None).expect("goes on");
        trace.push(told(&state(&game)["game"]));
    }
}

fn each(game: &Value, get: impl Fn(&Value) -> String, between: &str) -> String {
    game["players"].as_array().expect("players").iter().map(get).collect::<Vec<_>>().join(between)
}

/// The visible part of a state, in one line.
fn shown(vars: &Value, get: impl Fn(&Value) -> Value) -> String {
    let all = vars.as_object().into_iter().flatten().map(|(name, it)| format!("{name}:{}", number(&get(it))));
    format!("{{{}}}", all.collect::<Vec<_>>().join(","))
}

fn joined(list: &Value, get: impl Fn(&Value) -> String) -> String {
    list.as_array().into_iter().flatten().map(get).collect::<Vec<_>>().join(",")
}

/// A recorded state.
fn expected(it: &Value) -> String {
    let value = |it: &Value| if it["boolVal"].is_null() { it["val"].clone() } else { it["boolVal"].clone() };
    let players = joined(&it["p"], |it| shown(it, value));
    let scopes = joined(&it["l"], |it| format!("{}{}", it[0], shown(&it[1], value)));
    let (time, left, winners) = (number(&it["t"]), number(&it["left"]), joined(&it["win"], number));
    let returned = if it["ret"].is_null() { String::new() } else { format!(" ret {}", number(&it["ret"])) };
    format!("g {} p {players} l {scopes} t {time} left {left} win {winners}{returned}", shown(&it["g"], value))
}

/// The same for one of ours.
fn found(source: &str) -> String {
    let world = "\ntile t {\n1: game_start(); control goto 2\n2: force; game_end()\n}\n";
    let compiled = compile(&format!("{source}{world}"));
    let Some(rules) = compiled.rules else {
        let first = compiled.diagnostics.first().map_or("none", |it| it.code.text());
        return format!("ERR {first}");
    };
    let game = match rules.on_setup(Some(1), None, &json!({})) {
        Ok(mut game) => {
            while state(&game)["L"]["P"] == "choose" {
                game.action(&game.active().concat(), "yes", None).expect("is answered");
            }
            state(&game)["game"].clone()
        }
        Err(fault) => return format!("ERR {}", fault.code.text()),
    };
    let itself = |it: &Value| it.clone();
    let players = joined(&game["players"], |it| shown(&it["vars"], itself));
    let first = &game["players"][0];
    let scope = |it: &Value| {
        // A map is a list: a key, its value, the next key.
        let pairs = |it: &Value| it.as_array().expect("a map").chunks(2).map(|it| it.to_vec()).collect::<Vec<_>>();
        let key = |it: &[Value]| it[0].as_str().expect("a name").to_owned();
        let ints = pairs(&it["ints"]).into_iter().map(|it| (key(&it), it[1]["value"].clone()));
        let bools = pairs(&it["bools"]).into_iter().map(|it| (key(&it), it[1].clone()));
        format!("{}{}", it["limited"], shown(&Value::Object(ints.chain(bools).collect()), itself))
    };
    let scopes = if first["scopes"].is_null() { "false{}".into() } else { joined(&first["scopes"], scope) };
    let (time, left, winners) = (number(&game["time"]), number(&game["left"]), joined(&game["winners"], number));
    let returned =
        if first["returned"].is_null() { String::new() } else { format!(" ret {}", number(&first["returned"])) };
    format!("g {} p {players} l {scopes} t {time} left {left} win {winners}{returned}", shown(&game["vars"], itself))
}

/// Faults of the original that are not copied, with the behaviour here: the table in the language's page.
const OURS: &[(&str, &str)] = &[
    ("int x {15} = -48", "g {} p {} l false{x:-16} t 4.5 left 0 win "),
    ("int x {9} = 1/0", "ERR HR0701"),
    ("int x {9} = 1%0", "ERR HR0701"),
    ("int order {9} = 1", "g {} p {} l false{order:1} t 3.5 left 0 win "),
    ("int x {9} = $numPlayers", "g {} p {} l false{x:1} t 3.5 left 0 win "),
    ("bool b = not 1 == 2", "ERR HR0301"),
    ("game {\nendCondition 1 == 1\nint a {1} = 0\n}", "g {a:0} p {} l false{} t 0.5 left 0 win "),
    ("game {\n}", "g {} p {} l false{} t 0 left 0 win "),
    ("game {\nint a {1} = 0\nmaxDiceValue 6\n}", "g {a:0} p {} l false{} t 0.5 left 0 win "),
];

/// One text each: its result, or that it is refused.
#[test]
fn language() {
    let mut failures = Vec::new();
    let mut count = 0;
    for line in recorded("language.txt").lines().filter(|it| it.starts_with('"')) {
        let (source, answer) = line.split_once(" => ").expect("a source and an answer");
        let source: String = serde_json::from_str(source).expect("a source is JSON");
        let found = found(&source);
        let ours = OURS.iter().find(|it| it.0 == source).map(|it| it.1.to_owned());
        let expected = match (ours, answer.starts_with("ERR")) {
            (Some(ours), _) => ours,
            (None, true) if found.starts_with("ERR") => continue,
            (None, true) => "ERR".into(),
            (None, false) => expected(&serde_json::from_str(answer).expect("a state is JSON")),
        };
        count += 1;
        if found != expected {
            failures.push(format!("{source:?}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(count > 20, "only {count} probes");
    no_failures(&failures);
}

/// A recorded world as a text.
fn world(it: &Value) -> String {
    let tiles = it["tiles"].as_array().expect("tiles");
    let mut out = format!("{}\nworld {{\n", it["init"].as_str().expect("an init text"));
    let layout = it["layout"].as_array().expect("a layout");
    let most = |key: &str| layout.iter().filter_map(|it| it[key].as_u64()).max().unwrap_or(0);
    for y in 0..=most("y") {
        for x in 0..=most("x") {
            let here = layout.iter().find(|it| it["x"] == x && it["y"] == y);
            let tile = here.and_then(|here| tiles.iter().find(|it| it["guid"] == here["tileGuid"]));
            out.push_str(&tile.map_or(".".into(), |it| it["name"].to_string()));
            out.push(' ');
        }
        out.push('\n');
    }
    out.push_str("}\n");
    for tile in tiles {
        out.push_str(&format!("tile {} {{\n", tile["name"]));
        for side in ["left", "right", "top", "bottom"] {
            for it in tile[side].as_array().into_iter().flatten() {
                let next = it["nextFieldId"].as_i64().map_or(String::new(), |it| format!(" -> {it}"));
                out.push_str(&format!("border {} {side} at {}{next}\n", it["id"], it["val"]));
            }
        }
        for it in tile["fields"].as_array().expect("fields") {
            out.push_str(&format!("{} {{\n{}\n}}\n", it["id"], it["cmdText"].as_str().expect("commands")));
        }
        out.push_str("}\n");
    }
    out
}

/// The boards that ship with the original.
#[test]
fn worlds() {
    let mut failures = Vec::new();
    let all: Value = serde_json::from_str(&recorded("worlds.json")).expect("is JSON");
    let text = recorded("worlds.txt");
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split(' ').collect();
        if words[1] != "seed" {
            continue;
        }
        let rules = rules(&world(&all[words[0]]));
        let stride = if words[0] == "laddergame" { i64::MAX } else { 100 };
        let field = |it: &Value| it["field"].as_i64().map_or(String::new(), |it| (it % stride).to_string());
        let (trace, end) = race(&rules, words[2].parse().expect("a seed"), 1000, |it| {
            format!("{}:{}:{}", it["current"], it["left"], each(it, field, "/"))
        });
        let game = &end["game"];
        let players = each(
            game,
            |it| {
                let vars = it["vars"].as_object().into_iter().flatten().map(|(name, it)| format!("{name}={it}"));
                format!("[{},\"{}\"]", field(it), vars.collect::<Vec<_>>().join(","))
            },
            ",",
        );
        let found = format!(
            "{} seed {} callbacks {} winners [ {} ] elapsed {} current {} left {} [{players}]",
            words[0],
            words[2],
            end["steps"],
            joined(&game["winners"], number),
            number(&game["time"]),
            game["current"],
            game["left"],
        );
        let expected = lines.next().expect("a trace").trim();
        if line.trim() != found || !trace.join(" ").starts_with(expected) {
            failures.push(format!("expected {line}\n{expected}\nfound    {found}\n{}", trace[..12].join(" ")));
        }
    }
    no_failures(&failures);
}

/// A recorded world as the editor saves it.
fn saved(it: &Value) -> String {
    let tile = |it: &Value| {
        let shapes = it["fields"].clone();
        json!({
            "guid": it["guid"], "tileSettings": { "displayName": it["name"] }, "fieldShapes": shapes,
            "topBorderPoints": it["top"], "botBorderPoints": it["bottom"],
            "leftBorderPoints": it["left"], "rightBorderPoint": it["right"],
        })
    };
    let tiles: Vec<Value> = it["tiles"].as_array().expect("tiles").iter().map(tile).collect();
    json!({ "allTiles": tiles, "worldTiles": it["layout"], "worldSettings": { "worldCmdText": it["init"] } })
        .to_string()
}

/// An imported world has the same races as its text.
#[test]
fn imported_worlds_are_the_same() {
    let all: Value = serde_json::from_str(&recorded("worlds.json")).expect("is JSON");
    for name in ["laddergame", "simple_game2"] {
        let text = game::import(&saved(&all[name]), Language::Bbgel).expect("is a world");
        let board = rules(&text);
        assert_eq!(board.program().boards.len(), 1, "{name} is drawn");
        assert_eq!(text.matches("control goto").count(), 0, "{text}");
        assert_eq!(languages::format(&text, Language::Bbgel).as_ref(), Ok(&text), "{name}");
        // Tiles may be numbered in another order.
        let played = |rules: &Rules| {
            let (_, end) = race(rules, 42, 1000, |_| String::new());
            (end["steps"].clone(), end["game"]["winners"].clone(), end["game"]["time"].clone())
        };
        assert_eq!(played(&board), played(&rules(&world(&all[name]))), "{name}");
    }
}

/// Durations come from the world.
#[test]
fn times_are_the_worlds() {
    let board = "tile t {\n    path 1 to 3\n    1: game_start()\n    3: force; game_end()\n}\n";
    // Without a die of its own every roll is 1: three rolls, two steps, twice passed on.
    let time = |text: &str| race(&rules(text), 1, 100, |_| String::new()).1["game"]["time"].clone();
    assert_eq!(time(board), json!(11));
    assert_eq!(time(&format!("seconds {{ roll 4; goto 0.25; next_player 0 }}\n{board}")), json!(12.5));
    assert_eq!(time(&format!("seconds {{\n    goto 1.0625\n}}\n{board}")), json!(10.125));
    let told = compile(&format!("seconds {{ rol 3 }}\n{board}")).diagnostics;
    assert_eq!((told.len(), told[0].message.as_str()), (1, "`rol` does not fit here"));
    assert!(format!("{told:?}").contains("what takes time (such as `roll`)"), "{told:?}");

    let shape = |id: i64, text: &str| json!({ "id": id, "x": id * 100, "y": 0, "cmdText": text });
    let mut saved = json!({
        "allTiles": [{
            "guid": "a", "tileSettings": { "displayName": "t" },
            "fieldShapes": [shape(1, "game_start()\ncontrol goto 2"), shape(2, "control goto 3"), shape(3, "force\ngame_end()")],
            "topBorderPoints": [], "botBorderPoints": [], "leftBorderPoints": [], "rightBorderPoint": [],
        }],
        "worldTiles": [{ "x": 0, "y": 0, "tileGuid": "a" }],
        "worldSettings": { "worldCmdText": "", "timeInS_rollDice": 2, "timeInS_set_var": 3 },
    });
    let text = game::import(&saved.to_string(), Language::Bbgel).expect("is a world");
    assert!(!text.contains("seconds") && time(&text) == json!(11), "{text}");
    saved["worldSettings"]["timeInS_rollDice"] = json!(4);
    saved["worldSettings"]["timeInS_goto"] = json!(0.25);
    saved["worldSettings"]["timeInS_expr_sum"] = json!(-1);
    let text = game::import(&saved.to_string(), Language::Bbgel).expect("is a world");
    assert!(text.starts_with("seconds {\n    roll 4\n    goto 0.25\n}\n"), "{text}");
    assert_eq!(time(&text), json!(14.5));
}

/// Each part of an expression has a time of its own.
#[test]
fn every_time_has_its_name() {
    let names = [
        "roll",
        "choose_bool",
        "goto",
        "set",
        "next_player",
        "rollback",
        "declare",
        "left_steps",
        "constant",
        "read",
        "count",
        "or",
        "and",
        "equal",
        "less",
        "sum",
        "term",
        "unary",
    ];
    let board = "game { maxDiceValue 1; int n {9} = 0; bool c = false }\ntile t {\n    path 1 to 4\n    1: game_start()\n    \
        2 {\n        bool b = true and c or 1 == n or n < 2\n        n = -1 * n + $leftSteps\n        n++\n        \
        if choose_bool() then rollback() end\n    }\n    3: n = roll(2); if choose_bool() then n++ end\n    4: force; game_end()\n}\n";
    let time = |text: &str| {
        let rules = rules(text);
        let spent = (1..=8).map(|seed| {
            let mut game = rules.on_setup(Some(1), None, &Value::Null).expect("sets up");
            game::random::play_moves(&mut game, seed, 40).expect("no fault");
            let state: Value = serde_json::from_str(&game.state_json()).expect("JSON");
            state["game"]["time"].as_f64().expect("a time")
        });
        spent.sum::<f64>()
    };
    let usual = time(board);
    for name in names {
        let longer = time(&format!("seconds {{ {name} 100 }}\n{board}"));
        assert!(longer > usual + 90.0, "{name}: {usual}, {longer}");
    }
}

/// Small races, every step of them.
#[test]
fn races() {
    let mut failures = Vec::new();
    let text = recorded("races.txt");
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let name = line.split(' ').next().expect("a name");
        let rules = rules(&recorded(&format!("{name}.bbgel")));
        let two = name == "twoTiles";
        let (trace, end) = race(&rules, 1, 200, |it| {
            let field = |it: &Value| {
                let place = it["field"].as_i64();
                place.map_or(
                    "null".into(),
                    |it| if two && it >= 100 { format!("b{}", it - 100) } else { it.to_string() },
                )
            };
            let (rolled, left, time) = (&it["rolled"], &it["left"], number(&it["time"]));
            format!("{}:{rolled}:{left}:{}:{time}", it["current"], each(it, field, "/"))
        });
        let game = &end["game"];
        let found = format!(
            "{name} seed 1 cb {} win [ {} ] t {} gold {} sleep {}",
            end["steps"],
            number(&game["winners"]).trim_matches(['[', ']']),
            number(&game["time"]),
            each(game, |it| it["vars"]["gold"].to_string(), ","),
            each(game, |it| it["sleep"].to_string(), ","),
        );
        let endless = line.contains("ERR") && end["result"].is_null();
        if !endless && found != line.trim() {
            failures.push(format!("{name}\n  expected {line}\n  found    {found}"));
        }
        if line.contains("ERR") {
            continue;
        }
        let expected = lines.next().expect("a trace").trim();
        // Of long races, the beginning was recorded.
        if !trace.join(" ").starts_with(expected) {
            failures.push(format!("{name}\n  expected {expected}\n  found    {}", trace.join(" ")));
        }
    }
    no_failures(&failures);
}

/// The machine and machine code play the same races.
#[test]
fn both_executors_play_the_same() {
    let mut failures = Vec::new();
    for path in files(&here().join("cases/bbgel"), "txt") {
        let text = read(&path);
        if let Some(rules) = compiled(input(&text).0, "bbgel").rules {
            failures.extend(executors::compare(stem(&path), rules.machine(), executors::games(3), 300, true).err());
        }
    }
    let worlds: Value = serde_json::from_str(&recorded("worlds.json")).expect("is JSON");
    for name in ["laddergame", "simple_game2"] {
        let rules = rules(&game::import(&saved(&worlds[name]), Language::Bbgel).expect("is a world"));
        failures.extend(executors::compare(name, rules.machine(), executors::games(3), 300, true).err());
    }
    for path in files(&here().join("conformance/bbgel"), "bbgel") {
        let rules = rules(&read(&path));
        failures.extend(executors::compare(stem(&path), rules.machine(), executors::games(3), 100, true).err());
    }
    no_failures(&failures);
}

/// A board of a hundred fields is a text of less than forty lines, as an editor would have it.
#[test]
fn a_hundred_fields_in_forty_lines() {
    let text = read(&root().join("playground/games/snakes-and-ladders/game.bbgel"));
    assert!(text.lines().count() < 40, "{} lines", text.lines().count());
    assert_eq!(languages::format(&text, Language::Bbgel).as_ref(), Ok(&text));
    let info = rules(&text).info();
    let board = &info["boards"][0];
    let cells = board["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 100);
    // From the left to the right at the bottom, then back.
    for (at, x, y) in [(0, 0.0, 9.0), (9, 9.0, 9.0), (10, 9.0, 8.0), (19, 0.0, 8.0), (99, 0.0, 0.0)] {
        assert_eq!(
            (&cells[at]["name"], &cells[at]["x"], &cells[at]["y"]),
            (&json!(format!("{}", at + 1)), &json!(x), &json!(y))
        );
    }
    let jumps = board["links"].as_array().expect("links").iter().filter(|it| it["weight"] == 2);
    assert_eq!((jumps.count(), board["links"].as_array().map(Vec::len)), (19, Some(118)));
    assert_eq!((&info["shows"][0]["kind"], &info["shows"][0]["board"]), (&json!("track"), &json!("world")));
}

/// Tiles are in the places of the world, each outside the others, and their fields in the places of the tile, if all
/// fields have one.
#[test]
fn tiles_are_drawn_where_they_lie() {
    let spots = |text: &str, names: &[&str]| -> Vec<(f64, f64)> {
        let info = rules(text).info();
        let cells = info["boards"][0]["cells"].as_array().expect("cells").clone();
        let number = |it: &Value| it.as_f64().expect("a number");
        let find = |name: &&str| cells.iter().find(|it| it["name"] == **name).expect("a field");
        names.iter().map(find).map(|it| (number(&it["x"]), number(&it["y"]))).collect()
    };
    let text = read(&root().join("playground/games/over-the-pass/game.bbgel"));
    let expected = [(0.0, 6.5), (0.0, 3.5), (0.0, 2.0), (4.0, 0.0), (2.0, 5.5)];
    assert_eq!(spots(&text, &["1 Inn", "20", "101", "130 Town", "8 Ferry"]), expected);
    let said = "world { a b }\ntile a {\npath 1 to 2, 9\n1 at 0, 50: game_start()\n2 at 100, 0\nborder 9 right\n}\n\
        tile b { border 8 left -> 1; 1 at 0, 0: force; game_end() }\n";
    assert_eq!(spots(said, &["1", "2", "11"]), [(0.0, 0.5), (1.0, 0.0), (2.5, 0.0)]);
}

/// Variables are shown beside the board: those of the players one for each, those of the game alone.
#[test]
fn variables_are_shown() {
    let shows = |text: &str| -> Vec<(Value, Value)> {
        let info = rules(text).info();
        let all = info["shows"].as_array().expect("shows");
        all.iter().map(|it| (it["kind"].clone(), it["items"].clone())).collect()
    };
    let text = read(&root().join("playground/games/over-the-pass/game.bbgel"));
    assert_eq!(shows(&text)[2..], [(json!("counter"), json!("gold"))]);
    let both = "game { int n {9} = 0 }\n2 players { int n {9} = 0; bool b = true }\ntile t { path 1 to 2; 1: game_start()\n2: force; game_end() }";
    let titles = ["game n", "n", "b"].map(|it| (json!("counter"), json!(it)));
    assert_eq!(shows(both)[2..], titles);
}

/// Random games leave the dice and the pace as they are, and draw all else.
#[test]
fn random_games_keep_the_pace() {
    let rules = rules(&read(&root().join("playground/games/snakes-and-ladders/game.bbgel")));
    for seed in 1..20 {
        let record = game::random::record(&rules, seed, 10_000).expect("is played");
        assert_eq!(record.options, json!({}));
        assert!(record.moves.iter().all(|it| it.1 == "roll"), "{:?}", record.moves);
    }
}

/// Every example of the language's page is a game, or a part that becomes one on its own.
#[test]
fn examples_of_the_page_compile() {
    let page = read(&root().join("engine/languages/BBGEL.md"));
    let mut count = 0;
    for block in page.split("\n```bbgel\n").skip(1) {
        let source = block.split("\n```").next().expect("a block ends");
        rules(&format!("{source}\n"));
        count += 1;
    }
    assert!(count >= 3, "only {count} examples");
}

/// Every source: in style once it is formatted, the same game after it, and answers at every place.
#[test]
fn an_editor_is_answered() {
    for path in files(&here().join("cases/bbgel"), "txt") {
        let text = read(&path);
        let alone = input(&text).0.split("\n----- file ").next().unwrap_or_default();
        let source = format!("{alone}\n");
        assert!(!languages::known(&source, Language::Bbgel, None).is_empty(), "{}", path.display());
        assert!(!languages::outline(&source, Language::Bbgel).is_empty(), "{}", path.display());
        for offset in 0..=source.len() {
            languages::complete(&source, Language::Bbgel, offset);
        }
        let Ok(once) = languages::format(&source, Language::Bbgel) else { continue };
        assert_eq!(languages::format(&once, Language::Bbgel).as_ref(), Ok(&once), "{}", path.display());
        let state = |text: &str| compile(text).rules.map(|it| it.program().clone()).map(|it| it.functions.len());
        assert_eq!(state(&source), state(&once), "{}", path.display());
    }
    let ragged = "tile b {\npath 1 to 3   \n\n\n1: game_start()\n2 {\nif 1 == 1 then\nlog(1)\nelse\nlog(2)\nend\n}\n3: force; game_end()\n}\n\n";
    let style = "tile b {\n    path 1 to 3\n\n    1: game_start()\n    2 {\n        if 1 == 1 then\n            log(1)\n        else\n            log(2)\n        end\n    }\n    3: force; game_end()\n}\n";
    assert_eq!(languages::format(ragged, Language::Bbgel).as_deref(), Ok(style));
    let (span, all) = languages::complete("tile b {\n1: game_", Language::Bbgel, 17);
    let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((span.range(), names), (12..17, vec!["game_start", "game_end"]));
}

/// Rubbish of every kind is answered, in no time.
#[test]
fn no_text_is_too_much() {
    let pieces = [
        "(",
        ")",
        "{",
        "}",
        "if ",
        "then ",
        "else ",
        "end ",
        "1 ",
        "a ",
        "= ",
        "? ",
        ": ",
        "- ",
        "not ",
        "\n",
        ";",
        "tile t ",
        "path ",
        "to ",
        "\"",
        "/*",
        "*/",
        "++",
        "é",
        "$",
        "control ",
        "goto ",
        "game ",
        "players ",
        "int ",
        "world ",
        "=> ",
        "choose_bool() ",
    ];
    let mut draw = crate::support::Draw(7);
    for _ in 0..300 {
        let text: String = (0..60).map(|_| pieces[draw.below(pieces.len())]).collect();
        compile(&text);
    }
    for piece in pieces {
        compile(&piece.repeat(100_000));
        compile(&format!("tile t {{ 1: {}", piece.repeat(50_000)));
        compile(&format!("tile t {{ 1: x = {} }}", format!("{piece}1 + ").repeat(20_000)));
    }
    compile(&format!("tile t {{ path {} }}", "1 to 20000, ".repeat(10_000)));
    compile(&format!("tile t {{ path 1 to {} }}", "9".repeat(15)));
}
