//! LudL: cases, every primitive separately, the pages of the language, and texts that are no rules.

use crate::cases::input;
use crate::documents::with_part;
use crate::support::{codes, expect_file, files, here, no_failures, read, root};
use diag::Severity;
use game::{Compiled, Game, Language, Rules};
use language_ludl::{Kinds, Prim, WORDS};
use serde_json::{Value, json};

fn compile(text: &str) -> Compiled {
    game::compile(text, Language::Ludl, "game.ludl")
}

fn rules(text: &str) -> Rules {
    let compiled = compile(text);
    assert!(compiled.rules.is_some(), "{}", diag::draw(&compiled.source, &compiled.diagnostics, false));
    compiled.rules.expect("a program without errors")
}

fn start(rules: &Rules) -> Game {
    rules.on_setup(Some(1), None, &Value::Null).expect("starts")
}

fn state(game: &Game) -> Value {
    serde_json::from_str(&game.state_json()).expect("a state is JSON")
}

/// The text before the lines on primitives, and the lines: each a code and its result.
fn lines() -> (String, Vec<(String, String)>) {
    let text = read(&here().join("ludl/primitives.txt"));
    let (head, lines) = text.split_once("\n-----\n").expect("a state, then lines");
    let line = |it: &str| it.split_once(" => ").map(|(code, value)| (code.to_owned(), value.to_owned()));
    let lines = lines.lines().filter(|it| !it.is_empty()).map(|it| line(it).expect("` => `"));
    (head.to_owned(), lines.collect())
}

/// A game whose one message runs some statements and keeps a value.
fn around(head: &str, code: &str) -> String {
    let (statements, value) = code.rsplit_once("; ").map_or((String::new(), code), |it| (format!("{};", it.0), it.1));
    format!("{head}\nRECEIVE go:\n{statements}\nSET_PROP 'value' {value};\nACCEPT;\nEND_RECEIVE\n")
}

/// Result of a line: a value as JSON, or the code of an error.
fn given(head: &str, code: &str) -> String {
    let compiled = compile(&around(head, code));
    let Some(rules) = compiled.rules else { return codes(&compiled).join(" ") };
    let mut game = match rules.on_setup(Some(1), None, &Value::Null) {
        Ok(game) => game,
        Err(fault) => return fault.code.text().to_owned(),
    };
    match game.action("anna", "go", None) {
        Ok(()) => state(&game)["props"]["value"].to_string(),
        Err(fault) => fault.code.text().to_owned(),
    }
}

#[test]
fn primitives_give_what_they_say() {
    let (head, lines) = lines();
    let mut failures = Vec::new();
    for (code, expected) in &lines {
        let found = given(&head, code);
        if found != *expected {
            failures.push(format!("{code}\n  expected {expected}\n  found    {found}"));
        }
    }
    for prim in Prim::ALL.iter().map(|it| it.entry().name) {
        let shown =
            lines.iter().any(|(code, value)| !value.starts_with("HR") && code.split([' ', ';']).any(|it| it == prim));
        assert!(shown, "no line shows {prim}");
    }
    no_failures(&failures);
}

/// An argument that fits, one that plainly does not, and one that turns out not to when rules run.
fn arguments(kind: Kinds) -> (&'static str, Option<&'static str>, Option<&'static str>) {
    match kind {
        Kinds::Any | Kinds::Null => ("1", None, None),
        Kinds::Bool => ("TRUE", Some("1"), Some("GET_PROP 'gold'")),
        Kinds::Num => ("1", Some("TRUE"), Some("GET_PROP 'yes'")),
        Kinds::Int => ("1", Some("1.5"), Some("GET_PROP 'half'")),
        Kinds::Position => ("0", Some("'a'"), Some("GET_PROP 'name'")),
        Kinds::Str => ("'coin'", Some("NULL"), Some("GET_PROP 'none'")),
        Kinds::List => ("LIST", Some("DICT"), Some("GET_PROP 'dict'")),
        Kinds::Dict => ("DICT", Some("LIST"), Some("GET_PROP 'gold'")),
        Kinds::Collection => ("LIST", Some("5"), Some("GET_PROP 'gold'")),
        Kinds::Comparable => ("1", Some("LIST"), Some("GET_PROP 'list'")),
        Kinds::Container => ("'deck'", Some("TRUE"), Some("GET_PROP 'name'")),
        Kinds::Variable => ("'v'", Some("1"), None),
    }
}

/// Every primitive with an argument too few, one too many, and one of another kind.
#[test]
fn primitives_refuse_what_does_not_fit() {
    let (head, _) = lines();
    let mut failures = Vec::new();
    for prim in Prim::ALL {
        let entry = prim.entry();
        let mut good: Vec<&str> = entry.params.iter().map(|it| arguments(it.kind).0).collect();
        // Its second argument counts only if the first does not hold.
        if *prim == Prim::Or {
            good = vec!["FALSE", "FALSE"];
        }
        let call = |args: &[&str]| [&[entry.name], args].concat().join(" ");
        let mut expect = |args: &[&str], code: &str| {
            let found = given(&head, &call(args));
            if found != code {
                failures.push(format!("{}\n  expected {code}\n  found    {found}", call(args)));
            }
        };
        if let Some((_, fewer)) = good.split_last() {
            expect(fewer, "HR1003");
        }
        expect(&[&good[..], &["1"]].concat(), "HR1004");
        for (i, param) in entry.params.iter().enumerate() {
            let (_, plainly, running) = arguments(param.kind);
            let with = |it: &'static str| {
                let mut args = good.clone();
                args[i] = it;
                args
            };
            if let Some(it) = plainly {
                expect(&with(it), if param.kind == Kinds::Variable { "HR1006" } else { "HR0301" });
            }
            if let Some(it) = running {
                expect(&with(it), if param.kind == Kinds::Container { "HR0707" } else { "HR0709" });
            }
        }
    }
    no_failures(&failures);
}

/// A fault is reported at the misfitting argument.
#[test]
fn faults_tell_their_place() {
    let (head, _) = lines();
    for (code, place) in [
        ("PLUS 1 GET_PROP 'name'", "GET_PROP 'name'"),
        ("AND TRUE GET_PROP 'gold'", "GET_PROP 'gold'"),
        ("LESS 1 GET_PROP 'yes'", "GET_PROP 'yes'"),
        ("COUNT_TOKENS CONCAT 'de' 'kc'", "CONCAT 'de' 'kc'"),
        ("MOVE_TOKEN 'deck' PLUS 1 2 'pile'; 1", "PLUS 1 2"),
        ("GET GET_PROP 'gold' 0", "GET_PROP 'gold'"),
    ] {
        let rules = rules(&around(&head, code));
        let mut game = rules.on_setup(Some(1), None, &Value::Null).expect("nobody sent it yet");
        let fault = game.action("anna", "go", None).expect_err("fails");
        assert_eq!(fault.span.map(|it| rules.source().slice(it)), Some(place), "{code}: {fault}");
    }
}

const EVERYTHING: &str = "STATE:
{
    \"props\": { \"play_order\": [\"anna\", \"ben\"], \"gold\": 1, \"list\": [1, { \"a\": null }] },
    \"containers\": { \"deck\": { \"props\": { \"visible_to\": [\"ben\"] } }, \"pile\": {} }
}
END_STATE
DEF set_up:
    INSTANTIATE_TOKEN 1 'coin' 3 'deck';
    INSTANTIATE_TOKEN 1 'note' 3 'deck';
END_DEF
DEF change:
    SET_PROP 'gold' PLUS GET_PROP 'gold' 1;
    SET_PROP 'new' RANDOM 6;
    SET_PROP 'list' PUT GET_PROP 'list' 1 PUT GET GET_PROP 'list' 1 'a' 5;
    SET_CONTAINER_PROP 'deck' 'visible_to' NULL;
    SHUFFLE 'deck';
    MOVE_TOKEN 'deck' 0 'pile';
    SET_TOKEN_PROP 'pile' 0 'name' 'gone';
    INSTANTIATE_TOKEN 1 'coin' 2 'pile';
    NEXT_PLAYER;
    DEBUG 'changed';
    SET_PROP 'game_over' TRUE;
    ASSIGN 'x' 1;
END_DEF
OFFER go TUPLE2 'yes' 'no';
RECEIVE go $how:
    ASSIGN 'x' 5;
    change;
    IF EQUAL $how 'no':
        REJECT CONCAT 'not with ' TEXT $x;
    END_IF
    SET_PROP 'game_over' FALSE;
    ACCEPT;
END_RECEIVE
";

/// Props, containers, tokens, chance, the log: all as before, for everyone.
#[test]
fn what_is_rejected_leaves_nothing() {
    let mut game = start(&rules(EVERYTHING));
    let seen = |game: &Game| ["anna", "ben", "Observer"].map(|it| game.view(it).expect("views"));
    for role in ["anna", "ben"] {
        let (before, views, record) = (game.state_json(), seen(&game), game.record());
        let fault = game.action(role, "go", Some(&json!("no"))).expect_err("is rejected");
        assert_eq!((fault.code.text(), fault.message.as_str()), ("HR0613", "not with 5"));
        assert_eq!(game.state_json(), before);
        assert_eq!(seen(&game), views);
        assert_eq!(serde_json::to_string(&game.record()).ok(), serde_json::to_string(&record).ok());
        assert!(game.log().is_empty());
    }
    game.action("ben", "go", Some(&json!("yes"))).expect("is accepted");
    let state = state(&game);
    assert_eq!(state["props"]["gold"], 2);
    assert_eq!(state["props"]["list"], json!([1, { "a": 5 }]));
    assert_eq!(state["props"]["play_order"], json!(["ben", "anna"]));
    assert_eq!(state["containers"]["pile"]["contents"].as_array().map(Vec::len), Some(3));
    assert_eq!(game.log(), ["\"changed\""]);
}

/// A message replayed from a record leads to the same state, offered or not.
#[test]
fn messages_are_in_the_record() {
    let mut game = start(&rules(EVERYTHING));
    for (role, how) in [("ben", "maybe"), ("anna", "yes"), ("anna", "12")] {
        game.action(role, "go", Some(&json!(how))).expect("is accepted");
    }
    let replayed = game.rules().replay(&game.record().expect("from the beginning")).expect("replays");
    assert!(replayed.stopped.is_none());
    assert_eq!(replayed.game.state_json(), game.state_json());
}

const PAGE: &str = "engine/languages/LUDL.md";

/// The examples of the page: whole games, or parts to which the missing code is added.
fn examples() -> Vec<String> {
    let page = read(&root().join(PAGE));
    let blocks = page.split("\n```ludl\n").skip(1);
    blocks.map(|it| format!("{}\n", it.split("\n```").next().expect("a block ends"))).collect()
}

#[test]
fn examples_of_the_page_run() {
    let all = examples();
    assert!(all.len() >= 4, "only {} examples", all.len());
    for source in &all {
        assert_eq!(languages::format(source, Language::Ludl).as_ref(), Ok(source), "an example in style");
        let mut whole = source.clone();
        if !whole.contains("RECEIVE") {
            whole.push_str("RECEIVE pass:\n    NEXT_PLAYER;\n    ACCEPT;\nEND_RECEIVE\n");
        }
        let compiled = compile(&whole);
        let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
        assert_eq!(errors, 0, "{}", diag::draw(&compiled.source, &compiled.diagnostics, false));
        start(&compiled.rules.expect("a program without errors"));
    }
    // Every structural word is in an example.
    let shown = all.concat();
    for it in WORDS {
        assert!(shown.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == it.word), "{}", it.word);
    }
}

#[test]
fn the_tables_of_the_page_are_up_to_date() {
    let path = root().join(PAGE);
    let (_, lines) = lines();
    let whose = |ours: bool| if ours { "ours" } else { "" };
    let mut words = String::from("| | | |\n|---|---|---|\n");
    for it in WORDS.iter().filter(|it| !it.word.starts_with("END_")) {
        words.push_str(&format!("| `{}` | {} | {} |\n", it.form, it.doc, whose(it.ours)));
    }
    let mut prims = String::from("| | | | |\n|---|---|---|---|\n");
    for it in Prim::ALL.iter().map(|it| it.entry()) {
        let shows = |code: &str| {
            code.split("; ").any(|it| it.split(' ').next() == Some(""))
                || code.split("; ").any(|part| part.split(' ').next() == Some(it.name))
        };
        let line = lines.iter().find(|(code, value)| shows(code) && !value.starts_with("HR"));
        let line = line.or_else(|| lines.iter().find(|(code, _)| code.split(' ').any(|word| word == it.name)));
        let example = line.map(|(code, value)| format!("`{code}` → `{value}`")).unwrap_or_default();
        let params = it.params.iter().map(|it| format!(" {}: {}", it.name, it.kind.text())).collect::<String>();
        let result = it.result.text();
        prims.push_str(&format!(
            "| `{}{params} → {result}` | {} | {example} | {} |\n",
            it.name,
            it.doc,
            whose(it.ours)
        ));
    }
    let text = with_part(&read(&path), "words", &words);
    let text = with_part(&text, "primitives", &prims);
    let mut failures = Vec::new();
    expect_file(&path, &text, &mut failures);
    no_failures(&failures);
}

/// Every source: in style once it is formatted, the same game after it, and answers at every place.
#[test]
fn an_editor_is_answered() {
    for path in files(&here().join("cases/ludl"), "txt") {
        let text = read(&path);
        let source = format!("{}\n", input(&text).0);
        assert!(!languages::known(&source, Language::Ludl, None).is_empty(), "{}", path.display());
        assert!(!languages::outline(&source, Language::Ludl).is_empty(), "{}", path.display());
        for offset in (0..=source.len()).step_by(7) {
            languages::complete(&source, Language::Ludl, offset);
        }
        let Ok(once) = languages::format(&source, Language::Ludl) else { continue };
        assert_eq!(languages::format(&once, Language::Ludl).as_ref(), Ok(&once), "{}", path.display());
        let dump = |text: &str| compile(text).rules.map(|it| ir::dump(it.program()));
        assert_eq!(dump(&source), dump(&once), "{}", path.display());
    }
    let ragged = "DEF f $a:   \n\n\nIF TRUE:\nRETURN 1;\nELSE:\nRETURN 2;\nEND_IF\nEND_DEF\nSTATE:\n{\n\"props\": {\n\"play_order\": [\"a\"] } }\nEND_STATE\n\n";
    let style = "DEF f $a:\n\n    IF TRUE:\n        RETURN 1;\n    ELSE:\n        RETURN 2;\n    END_IF\nEND_DEF\nSTATE:\n{\n    \"props\": {\n        \"play_order\": [\"a\"] } }\nEND_STATE\n";
    assert_eq!(languages::format(ragged, Language::Ludl).as_deref(), Ok(style));
}

/// Completion says which arguments are still open.
#[test]
fn open_arguments_are_shown() {
    let text = "DEF move_to $cell $count:\n    ASSIGN 'x' PLUS $";
    let (_, all) = languages::complete(text, Language::Ludl, text.len());
    let told: Vec<&str> = all.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(told[0], "$cell — PLUS … a: NUMBER b: NUMBER, then ASSIGN … value: ANY");
    let text = "DEF f $cell:\n    MOVE_TOKEN $cell 0 ";
    let (_, all) = languages::complete(text, Language::Ludl, text.len());
    assert_eq!(all[0].text, "$cell — MOVE_TOKEN … to: STRING");
}

/// A fix removes its problem, and breaks nothing else.
#[test]
fn fixes_mend() {
    let mut count = 0;
    let mut texts: Vec<String> =
        files(&here().join("cases/ludl"), "txt").iter().map(|it| format!("{}\n", input(&read(it)).0)).collect();
    texts.extend(files(&here().join("errors"), "md").iter().filter_map(|it| {
        let page = read(it);
        Some(format!("{}\n", page.split_once("\n```ludl\n")?.1.split("\n```").next()?))
    }));
    for text in texts {
        let before = compile(&text).diagnostics;
        let errors = |all: &[diag::Diagnostic]| all.iter().filter(|it| it.severity == Severity::Error).count();
        for it in &before {
            for fix in &it.fixes {
                count += 1;
                let mut fixed = text.clone();
                let mut edits: Vec<_> = fix.edits.iter().collect();
                edits.sort_by_key(|it| std::cmp::Reverse(it.span));
                edits.iter().for_each(|it| fixed.replace_range(it.span.range(), &it.insert));
                let after = compile(&fixed).diagnostics;
                let same = |all: &[diag::Diagnostic]| all.iter().filter(|other| other.message == it.message).count();
                let told = format!("{}\n{fixed}", it.message);
                assert!(same(&after) < same(&before), "{told}");
                assert!(errors(&after) <= errors(&before), "{told}");
            }
        }
    }
    assert!(count >= 12, "only {count} fixes");
}

/// Rubbish of every kind is answered, in no time.
#[test]
fn no_text_is_too_much() {
    let pieces = [
        "DEF ",
        "END_DEF\n",
        "RECEIVE ",
        "END_RECEIVE\n",
        "IF ",
        "ELSE:\n",
        "END_IF\n",
        "FOR ",
        "END_FOR\n",
        "WHILE ",
        "END_WHILE\n",
        "a ",
        "$a ",
        "1 ",
        "-1 ",
        "'a' ",
        "\"",
        "'",
        ":",
        ";",
        ";\n",
        "#",
        "\n",
        "NOT ",
        "PLUS ",
        "LIST ",
        "ASSIGN ",
        "ASSIGN 'x' ",
        "RETURN ",
        "ACCEPT;",
        "REJECT ",
        "OFFER ",
        "TITLE ",
        "STATE:",
        "END_STATE\n",
        "BOARD:\n",
        "END_BOARD\n",
        "TOKENSETS:\n{",
        "[",
        "{\"a\":",
        "é",
        "$",
        "(",
        "MOVE_TOKEN ",
        "'deck' ",
    ];
    let answered = |text: &str| {
        let compiled = compile(text);
        let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
        assert!(errors <= 21 && compiled.rules.is_none() == (errors > 0), "{:?}", text.get(..100));
        for it in &compiled.diagnostics {
            let spans = it.labels.iter().map(|it| it.0).chain([it.span]);
            let edits = it.fixes.iter().flat_map(|it| &it.edits).map(|it| it.span);
            assert!(spans.chain(edits).all(|it| text.get(it.range()).is_some()), "{}", it.message);
        }
        languages::highlight(text, Language::Ludl);
        let _ = languages::format(text, Language::Ludl);
    };
    let mut draw = crate::support::Draw(7);
    for _ in 0..300 {
        let text: String = (0..60).map(|_| pieces[draw.below(pieces.len())]).collect();
        answered(&text);
        languages::known(&text, Language::Ludl, None);
        languages::outline(&text, Language::Ludl);
        languages::complete(&text, Language::Ludl, text.len() / 2);
    }
    for piece in pieces {
        answered(&piece.repeat((1 << 18) / piece.len()));
        answered(&format!("DEF f $a:\nRETURN {}", piece.repeat(12_000)));
        answered(&format!("RECEIVE f $a:\n{}\nEND_RECEIVE\n", format!("{piece} PLUS 1 ").repeat(5_000)));
    }
    let many = |text: &dyn Fn(usize) -> String, count: usize| (0..count).map(text).collect::<String>();
    answered(&many(&|i| format!("DEF f{i} $a:\nRETURN f{} $a;\nEND_DEF\n", i + 1), 9_000));
    answered(&many(&|i| format!("DEF f{i}:\nRETURN 1;\nEND_DEF\n"), 30_000));
    answered(&format!("RECEIVE f:\n{}ACCEPT;\nEND_RECEIVE\n", many(&|i| format!("ASSIGN 'v{i}' $v{i};\n"), 20_000)));
    answered(&format!("RECEIVE f:\nRETURN {} 1;\nEND_RECEIVE\n", "NOT ".repeat(99)));
}

/// Two positions that differ only in things that a player does not see: a player that looks ahead does the same in
/// both.
#[test]
fn a_search_does_not_look() {
    let rules = crate::plays::shipped("last-card");
    let game = start(&rules);
    let swapped = |game: &Game| {
        let mut state = state(game);
        let last = state["containers"]["deck"]["contents"].as_array().map_or(0, Vec::len) - 1;
        let card = state["containers"]["deck"]["contents"][last].take();
        let other = std::mem::replace(&mut state["containers"]["hand_Cleo"]["contents"][0], card);
        state["containers"]["deck"]["contents"][last] = other;
        game.rules().resume(&state.to_string()).expect("is taken up")
    };
    let other = swapped(&game);
    assert_ne!(game.state_json(), other.state_json());
    for seed in 1..=3 {
        let chosen = |game: &Game| {
            let made = lab::search(game, 0, 40, seed).expect("no fault").expect("something is offered");
            (made.action, vm::json::to_text(&made.argument))
        };
        assert_eq!(chosen(&game), chosen(&other));
    }
    // The tokens that are hidden are imagined elsewhere, those that are seen stay.
    let mut moved = false;
    for seed in 1..=5 {
        let imagined = game.unseen(0).expect("views").sample(&mut game::random::Draw::new(seed));
        let (truth, found) = (state(&game), state(&imagined));
        let cards = |it: &Value, of: &str| it["containers"][of]["contents"].clone();
        let count = |it: &Value, of: &str| cards(it, of).as_array().map(Vec::len);
        for name in ["hand_Anna", "pile"] {
            assert_eq!(cards(&truth, name), cards(&found, name));
        }
        for name in ["deck", "hand_Ben", "hand_Cleo"] {
            assert_eq!(count(&truth, name), count(&found, name));
            moved |= cards(&truth, name) != cards(&found, name);
        }
    }
    assert!(moved);
    game.check().expect("holds");
}

/// Results and faults of each primitive are the same in compiled modules.
#[test]
fn primitives_are_the_same_in_machine_code() {
    let (head, lines) = lines();
    let mut whole = head.clone();
    let mut failures = Vec::new();
    for (i, (code, value)) in lines.iter().enumerate() {
        let alone = around(&head, code);
        let Some(rules) = compile(&alone).rules else { continue };
        if value.starts_with("HR") {
            failures.extend(crate::executors::compare(code, rules.machine(), 1, 1, true).err());
        } else {
            let receiver = alone.strip_prefix(&head).expect("begins with the state").replace("go:", &format!("go{i}:"));
            whole.push_str(&receiver);
        }
    }
    let played = crate::executors::compare("primitives", rules(&whole).machine(), 2, 25, true);
    match played {
        Ok(played) => assert!(played.moves >= 20, "only {} moves", played.moves),
        Err(problem) => failures.push(problem),
    }
    no_failures(&failures);
}

/// A list in a prop that gets one longer with each message.
const GROWS: &str = "STATE:\n{ \"props\": { \"play_order\": [\"anna\", \"ben\"], \"log\": [] } }\nEND_STATE\n\
    RECEIVE go:\n    SET_PROP 'log' APPEND GET_PROP 'log' 'x';\n    ACCEPT;\nEND_RECEIVE\n";

/// The cost of a message grows by less than a step for each element of the list: elements are neither visited nor
/// copied.
#[test]
fn a_list_grows_where_it_stands() {
    let rules = rules(GROWS);
    let mut game = start(&rules);
    let mut costs = |messages: usize| {
        let mut cost = 0;
        for _ in 0..messages {
            let before = rules.machine().steps_spent();
            game.action("anna", "go", None).expect("is accepted");
            cost = rules.machine().steps_spent() - before;
        }
        cost
    };
    let (few, many) = (costs(100), costs(2_000));
    assert!(many > few && many - few < 2_000, "{few} steps of the 100th message, {many} of the 2,100th");
    assert_eq!(state(&game)["props"]["log"].as_array().map(Vec::len), Some(2_100));
}
