//! TGDL: the examples of its page.

use crate::cases::{compiled, input};
use crate::moves::Table;
use crate::support::{expect_file, files, here, no_failures, read, root};
use diag::Severity;
use game::Language;
use lab::{Plan, Tally};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = "engine/languages/TGDL.md";

/// The whole games of the page.
fn examples() -> Vec<String> {
    let page = read(&root().join(PAGE));
    let blocks = page.split("\n```tgdl\n").skip(1);
    blocks.map(|it| format!("{}\n", it.split("\n```").next().expect("a block ends"))).collect()
}

/// The whole games of the page, by the heading above each.
fn named_examples() -> BTreeMap<String, String> {
    let page = read(&root().join(PAGE));
    let mut out = BTreeMap::new();
    let mut blocks = page.split("\n```tgdl\n");
    let mut before = blocks.next().expect("text before the first");
    for block in blocks {
        let heading = before.lines().rev().find_map(|it| it.strip_prefix('#')).unwrap_or_default();
        let heading: Vec<&str> = heading.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
        let name = heading.join("-").to_lowercase();
        let (source, after) = block.split_once("\n```").expect("a block ends");
        // Below one heading may be several, or a second of the same name.
        let mut names = std::iter::once(name.clone()).chain((2..).map(|n| format!("{name}-{n}")));
        let free = names.find(|it| !out.contains_key(it)).expect("a name");
        out.insert(free, format!("{source}\n"));
        before = if after.contains("\n#") { after } else { before };
    }
    out
}

/// Each plays as described: `tgdl/NAME.txt` has moves, a line `-----`, and the result.
#[test]
fn examples_of_the_page_play() {
    const END: &str = "-----\n";
    let folder = here().join("tgdl");
    let mut failures = Vec::new();
    let all = named_examples();
    assert_eq!(all.len(), examples().len());
    for (name, source) in &all {
        let path = folder.join(format!("{name}.txt"));
        let text = if path.exists() { read(&path) } else { "setup 1\nactive\n".into() };
        let moves = text.split_once(END).map_or(text.as_str(), |it| it.0);
        let rules = compiled(source, "tgdl").rules.expect("a program without errors");
        let transcript = Table::new(rules).transcript(moves);
        expect_file(&path, &format!("{moves}{END}{transcript}"), &mut failures);
    }
    let known: BTreeSet<_> = all.keys().map(|it| folder.join(format!("{it}.txt"))).collect();
    let stale: Vec<_> = files(&folder, "txt").into_iter().filter(|it| !known.contains(it)).collect();
    assert!(stale.is_empty(), "no example of the page: {stale:?}");
    no_failures(&failures);
}

/// Each compiles, is in style, and completes its setup, which fails if its claims do not hold.
#[test]
fn examples_of_the_page_run() {
    let all = examples();
    assert!(all.len() >= 30, "only {} examples", all.len());
    for source in &all {
        let compiled = game::compile(source, Language::Tgdl, "game.tgdl");
        let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
        assert_eq!(errors, 0, "{}", diag::draw(&compiled.source, &compiled.diagnostics, false));
        assert_eq!(languages::format(source, Language::Tgdl).as_ref(), Ok(source), "an example in style");
        let rules = compiled.rules.expect("a program without errors");
        if let Err(fault) = rules.on_setup(Some(1), None, &Value::Null) {
            panic!("{fault:?} in\n{source}");
        }
    }
}

/// Answers are tried where they are asked for, or, in a body with many variables, from the beginning: nobody sees a difference.
#[test]
fn answers_lead_where_they_led() {
    let text = read(&here().join("cases/tgdl/in-place.txt"));
    let (source, moves) = input(&text);
    let transcript = |source: &str| {
        let rules = compiled(source, "tgdl").rules.expect("a program without errors");
        Table::new(rules).transcript(moves.expect("moves"))
    };
    let spares: String = (0..120).map(|i| format!("decimal spare_{i} = {i};\n")).collect();
    let begins = "        effect {\n";
    let crowded = source.replace(begins, &format!("{begins}{spares}"));
    assert_ne!(crowded, source);
    assert_eq!(transcript(&crowded), transcript(source));
}

/// Facts about a whole game, such as a list with none or a number with a fraction, do not change other results: every
/// case plays the same with an unused attribute and verb added.
#[test]
fn what_a_game_may_hold_changes_nothing_else() {
    let more = [
        (
            "a list that holds none",
            "verb never_called_1 { effect { decimal[] l = {}; l[2] = 1; return l; } return decimal[]; }",
        ),
        ("a fraction", "verb never_called_2 { effect { return 0.5; } return decimal; }"),
    ];
    let mut seen = 0;
    for path in files(&here().join("cases/tgdl"), "txt") {
        let text = read(&path);
        let (source, Some(moves)) = input(&text) else { continue };
        let moves: Vec<&str> = moves.lines().filter(|it| !it.trim_start().starts_with("record")).collect();
        let transcript = |source: &str| {
            let rules = compiled(source, "tgdl").rules?;
            Some(Table::new(rules).transcript(&moves.join("\n")))
        };
        let Some(plain) = transcript(source) else { continue };
        for (what, added) in more {
            // It is compiled although nobody calls it: in a setup for a number of players that never occurs.
            let call =
                if what == "a fraction" { "decimal x = never_called_2();" } else { "decimal[] x = never_called_1();" };
            let with = format!("{source}\n{added}\nsetup 31 {{ {call} }}\n");
            assert_eq!(transcript(&with).as_deref(), Some(&*plain), "{} with {what}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 40, "only {seen}");
}

/// Numbers measured over many games: the author's, those of states by player, and none of the language's own.
#[test]
fn numbers_of_states_are_counted() {
    let text = "players 2;
global state bank { decimal rest = 2; string name = \"\"; }
state purse {
    decimal gold = 1;
    decimal debt;
    action take {
        effect {
            gold += 1;
            bank.rest -= 1;
            if bank.rest == 0
                winner player;
            pass player + 1;
        }
    }
}
";
    let compiled = game::compile(text, Language::Tgdl, "game.tgdl");
    let rules = compiled.rules.expect("a program without errors").counting();
    let report = Tally::play(&rules, &Plan::default(), 0..3).report(&rules);
    let told: Vec<String> = report.measures.iter().map(|it| format!("{} {}..{}", it.name, it.least, it.most)).collect();
    assert_eq!(told, ["bank.rest 0..0", "purse.gold[player0] 2..2", "purse.gold[player1] 2..2"]);
}

/// An editor's descriptions of names, as declared; and completions.
#[test]
fn an_editor_knows_names() {
    let text = "players 2;\n\nboardcell plot {\n    farmer owner;\n}\n\nstate farmer {\n    decimal corn = 0;\n\n    action settle {\n        input plot place;\n        effect {\n            decimal more = 2;\n            place.owner = this;\n            corn += more;\n        }\n    }\n}\n";
    let shown = |word: &str| {
        let at = text.rfind(word).expect("is in the text");
        let all = languages::known(text, Language::Tgdl, Some(at));
        let (_, it) = languages::known_at(&all, at).expect("is known");
        let declared = it.declared.map(|it| text[..it.start as usize].lines().count());
        (it.text.clone(), declared)
    };
    assert_eq!(shown("corn"), ("decimal farmer.corn".to_owned(), Some(8)));
    assert_eq!(shown("more"), ("decimal more".to_owned(), Some(13)));
    assert_eq!(shown("place"), ("input plot place".to_owned(), Some(11)));
    assert_eq!(shown("owner"), ("farmer plot.owner".to_owned(), Some(4)));
    assert_eq!(shown("settle"), ("action farmer.settle(plot place)".to_owned(), Some(10)));
    assert_eq!(shown("farmer owner"), ("local state farmer".to_owned(), Some(7)));
    let offered = |before: &str, written: &str| {
        let at = text.find(before).expect("is in the text");
        let with = format!("{}{written}\n{}", &text[..at], &text[at..]);
        let (_, all) = languages::complete(&with, Language::Tgdl, at + written.len());
        let own = all.iter().filter(|it| !matches!(it.kind.text(), "keyword" | "builtin"));
        own.map(|it| it.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(offered("corn += more", "place."), ["owner"]);
    assert_eq!(offered("corn += more", "corn = mo"), ["more"]);
    assert_eq!(offered("corn += more", "if c"), ["corn"]);
    assert_eq!(offered("    decimal corn", "fa"), ["farmer"]);
}

/// Each limit in a message refers to the author's text: at it a program compiles, one beyond it does not.
#[test]
fn limits_are_where_they_say() {
    fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
        (0..n).map(line).collect()
    }
    type Made = fn(usize) -> String;
    let counted: [(&str, usize, Made); 5] = [
        ("a game has at most 1000 constructs", 1000, |n| lines(n, |i| format!("interactable a{i};\n"))),
        ("a game has at most 1000 actions", 1000, |n| lines(n, |i| format!("action a{i} {{ trigger callable; }}\n"))),
        ("a family of constructs has at most 1000 attributes", 1000, |n| {
            format!("state s {{ {} }}", lines(n, |i| format!("decimal a{i} = 0;\n")))
        }),
        ("an action has at most 100 inputs", 100, |n| {
            format!(
                "action a {{ trigger callable; {} effect {{ }} }}",
                lines(n, |i| format!("input {{ bool i{i}; }}\n"))
            )
        }),
        ("`g` has no end: names are used too often in one another", 100, |n| {
            let uses = vec!["g"; n].join(" and ");
            format!("action a {{ require for g {{ return true; }} require {{ {uses} }} effect {{ }} }}")
        }),
    ];
    let told = |text: &str| -> Vec<String> {
        let found = game::compile(text, Language::Tgdl, "game.tgdl").diagnostics;
        found.into_iter().filter(|it| it.severity == Severity::Error).map(|it| it.message).collect()
    };
    for (message, most, text) in counted {
        assert_eq!(told(&text(most)), [] as [&str; 0], "{message}, at it");
        assert_eq!(told(&text(most + 1)), [message]);
    }
    let distance = |it: &str| told(&format!("boardcell c {{ }}\nboard {{ group g adjency {{ c a, b; a {it} b; }} }}"));
    for (it, fits) in
        [("->", true), ("-> 0.01", true), ("-> 1000", true), ("-> 0", false), ("-> 0.001", false), ("-> 1001", false)]
    {
        let message = "distances are more than 0 and at most 1000, with two places";
        assert_eq!(distance(it), if fits { vec![] } else { vec![message] }, "{it}");
    }
}

/// An action beyond the limit does not exist for the rest of the engine.
#[test]
fn actions_beyond_their_limit_are_told() {
    let many = (0..1_000).map(|n| format!("action e{n} {{\n}}\n")).collect::<String>();
    let over = "interactable pawn placeable;\nmovement slide { input pawn p; effect { line 1 1; } }\n";
    let waits = "global state seen { decimal n = 0; action a { trigger movement slide; effect { n += 1; } } }\n";
    let told = compiled(&format!("{many}{over}{waits}"), "tgdl").diagnostics;
    let limit = |it: &&diag::Diagnostic| it.message.contains("1000 actions");
    assert!(told.iter().any(|it| limit(&it)), "{:?}", told.iter().map(|it| &it.message).collect::<Vec<_>>());
}
