//! Texts that are too long, that grow when they are compiled, or that are no text: an error with a code, in no time and
//! no memory to speak of.

use crate::support::{codes, compile, compile_with, drawn_errors};
use diag::{Severity, Source};
use game::{Compiled, Language};
use languages::TEXT_LIMIT;

fn around(head: &str, body: &str) -> String {
    format!("roles A, B\n{head}\nglobal {{ n: int }}\nsetup {{\n{body}\nfinish A, \"x\"\n}}\n")
}

/// The first error, as a code and the text at its span.
fn first(compiled: &Compiled) -> (String, String) {
    let it = compiled.diagnostics.iter().find(|it| it.severity == Severity::Error).expect("an error");
    (it.code.text().to_owned(), compiled.source.slice(it.span).to_owned())
}

/// Each holds the one before twice.
#[test]
fn what_doubles() {
    let doubled = |n: usize, each: &dyn Fn(usize) -> String| (1..n).map(each).collect::<String>();
    let lists = doubled(40, &|i| format!("const C{i} = [C{}, C{}]\n", i - 1, i - 1));
    let texts = doubled(40, &|i| format!("const C{i} = C{} + C{}\n", i - 1, i - 1));
    let templates = doubled(40, &|i| format!("const C{i} = `${{C{}}}${{C{}}}`\n", i - 1, i - 1));
    let records = doubled(60, &|i| format!("record R{i} {{ a: R{}, b: R{} }}\n", i - 1, i - 1));
    let arrays = doubled(60, &|i| format!("record R{i} {{ a: R{}[9] }}\n", i - 1));
    for (name, head) in [
        ("lists", format!("const C0 = [1]\n{lists}")),
        ("texts", format!("const C0 = \"ab\"\n{texts}")),
        ("templates", format!("const C0 = \"ab\"\n{templates}")),
        ("records", format!("record R0 {{ a: int }}\n{records}")),
        ("arrays of records", format!("record R0 {{ a: int }}\n{arrays}")),
    ] {
        assert_eq!(first(&compile(&around(&head, ""))).0, "HR0306", "{name}");
    }
}

/// Small things, used repeatedly.
#[test]
fn what_is_used_again_and_again() {
    let long = (0..5_000).map(|i| format!("{i}, ")).collect::<String>();
    let uses = |n: usize, one: &str| {
        around(&format!("const C = [{long}]\nfunction f(xs: int[] = C): int {{ return len(xs) }}"), &one.repeat(n))
    };
    // A long value is stored once, however often it is used.
    assert_eq!(drawn_errors(&compile(&uses(2_000, "log len(C)\n"))), "");
    assert_eq!(first(&compile(&uses(2_000, "log f()\n"))).0, "HR0306");
    let records = format!("record Held {{ xs: int[] = [{long}] }}\nglobal {{ rs: Held[1000] }}\n");
    assert_eq!(first(&compile(&around(&records, ""))).0, "HR0306");
    let globals = (0..2_000).map(|i| format!("global {{ g{i}: int[1000][100] }}\n")).collect::<String>();
    assert_eq!(first(&compile(&around(&globals, ""))).0, "HR0306");
}

/// Statements, fields, roles: an excess is reported in the author's words, at its start.
#[test]
fn too_much_of_everything() {
    let lets = (0..25_000).map(|i| format!("let x{i} = G.n\nlog x{i}\n")).collect::<String>();
    let (code, text) = first(&compile(&around("", &lets)));
    assert_eq!(code, "HR0209");
    assert!(text.contains("G.n"), "told where it is: {text:?}");
    let roles = (0..70_000).map(|i| format!(", R{i}")).collect::<String>();
    assert_eq!(
        first(&compile(&format!("roles A{roles}\nsetup {{ finish A, \"x\" }}\n"))),
        ("HR0209".into(), "R999".into())
    );
    let globals = (0..70_000).map(|i| format!("g{i}: int\n")).collect::<String>();
    assert_eq!(first(&compile(&around(&format!("global {{ {globals} }}"), ""))).0, "HR0209");
    let statements = "x = x + 1\n".repeat(65_000);
    let world = format!(
        "game {{ maxDiceValue 6; int x {{15}} = 0 }}\n2 players {{ }}\ntile b {{\npath 1 to 9\n1: game_start()\n3 {{\n{statements}}}\n9: force; game_end()\n}}\n"
    );
    let messages = format!("RECEIVE go:\n{}ACCEPT;\nEND_RECEIVE\n", "SET_PROP 'x' PLUS 1 1;\n".repeat(65_000));
    for (text, language) in [(world, Language::Bbgel), (messages, Language::Ludl)] {
        let compiled = game::compile(&text, language, "game");
        assert!(!codes(&compiled).contains(&"HR0730"), "{}", drawn_errors(&compiled));
    }
}

#[test]
fn a_text_has_a_limit() {
    for &language in Language::ALL {
        let name = language.about().name;
        let long = "\n".repeat(TEXT_LIMIT + 1);
        let compiled = game::compile(&long, language, name);
        assert_eq!(codes(&compiled), ["HR0116"]);
        assert_eq!(ide::format(&long, language).expect_err("too long").len(), 1);
        assert!(ide::tokens(&long, language).is_empty() && ide::outline(&long, language).is_empty());
        assert!(ide::complete(&long, language, 5).items.is_empty() && ide::hover(&long, language, 5).is_none());
    }
    let files = [("a.rules".to_owned(), " ".repeat(TEXT_LIMIT))];
    assert_eq!(codes(&compile_with(&around("", ""), &files)), ["HR0116"]);
    assert!(game::import(&"[".repeat(TEXT_LIMIT + 1), Language::Bbgel).is_err());
}

/// As other systems and editors write texts.
#[test]
fn marks_and_line_ends() {
    // `¤` marks the place for a strange character.
    let bbgel = "game { maxDiceValue 6 }\n2 players { }\n// a comment\n¤tile b {\n    path 1 to 9\n    1: game_start()\n    9: force; game_end()\n}\n";
    let ludl = "# a comment\nTITLE 'é';\n¤RECEIVE go:\n    ACCEPT;\nEND_RECEIVE\n";
    let rules = "roles A, B // two\n\nfunction f(): string {\n    return `a\nb`\n}\n\n¤setup {\n    log f()\n    finish A, \"x\"\n}\n";
    let tgdl = "players 2;\n// a comment\n¤state s {\n    decimal n = 0;\n    action a {\n        effect {\n            n += 1;\n        }\n    }\n}\n";
    let own = [(Language::Rules, rules), (Language::Bbgel, bbgel), (Language::Ludl, ludl), (Language::Tgdl, tgdl)];
    let own = own.map(|(language, marked)| (language, marked.to_owned()));
    let templates = Language::ALL.iter().map(|it| (*it, format!("¤{}", it.about().template)));
    for (language, marked) in own.into_iter().chain(templates) {
        let name = language.about().name;
        let text = &marked.replace('¤', "");
        let plain = game::compile(text, language, name);
        assert_eq!(drawn_errors(&plain), "", "{name}");
        let ends = ["\r\n", "\r"].map(|end| text.replace('\n', end));
        let with_mark = [text.to_owned(), ends[0].clone(), ends[1].clone()].map(|it| format!("\u{feff}{it}"));
        for text in ends.iter().chain(&with_mark) {
            let compiled = game::compile(text, language, name);
            assert_eq!(drawn_errors(&compiled), "", "{name}: {text:?}");
            let dumps = [&plain, &compiled].map(|it| {
                let program = it.rules.as_ref().expect("it compiles").program();
                ir::dump(program)
            });
            assert_eq!(dumps[0], dumps[1], "{name}: {text:?}");
            assert_eq!(ide::format(text, language).as_deref(), ide::format(plain.source.text(), language).as_deref());
        }
        // Errors are reported where an editor shows them.
        for (end, mark) in [("\n", ""), ("\r\n", ""), ("\r", ""), ("\r", "\u{feff}"), ("\n", "\u{feff}")] {
            let wrong = format!("{mark}{}", marked.replace('\n', end)).replace('¤', "§");
            let compiled = game::compile(&wrong, language, name);
            let it = compiled.diagnostics.iter().find(|it| it.code.text() == "HR0106").expect("a strange character");
            let lines = marked.split_once('¤').expect("it is there").0;
            let place = compiled.source.position(it.span.start);
            assert_eq!(place.line as usize, lines.matches('\n').count() + 1, "{name} {end:?} {mark:?}");
            let units = wrong[..wrong.find('§').expect("it is there")].encode_utf16().count();
            assert_eq!(compiled.source.utf16(it.span.start) as usize, units, "{name} {end:?} {mark:?}");
        }
    }
}

#[test]
fn control_characters() {
    for &language in Language::ALL {
        let name = language.about().name;
        for c in ['\0', '\u{1}', '\u{b}', '\u{c}', '\u{1b}', '\u{7f}', '\u{85}'] {
            for text in
                [format!("{c}"), format!("// # {c}"), format!("x \"{c}\" '{c}'\n`{c}`"), c.to_string().repeat(5_000)]
            {
                let compiled = game::compile(&text, language, name);
                assert!(codes(&compiled).contains(&"HR0117"), "{name}: {c:?}");
                let drawn = drawn_errors(&compiled);
                assert!(drawn.contains(&format!("U+{:04X}", c as u32)), "{name}: {c:?} {drawn}");
                assert!(!drawn.contains(|it: char| it.is_control() && it != '\n'), "{name}: {drawn:?}");
            }
        }
    }
}

/// With any number of problems, and any length of lines and names, the report is short.
#[test]
fn reports_are_short() {
    for &language in Language::ALL {
        let name = language.about().name;
        for text in [
            "§$%&/()=".repeat(100_000),
            "é".repeat(500_000),
            format!("roles {}", "x".repeat(1_000_000)),
            "log x\n".repeat(20_000),
            "\"".repeat(300_000),
            format!("{}\n{{", "a\u{2028}".repeat(10_000)),
        ] {
            let compiled = game::compile(&text, language, name);
            let drawn = diag::draw(&compiled.source, &compiled.diagnostics, false);
            assert!(!drawn.is_empty() && drawn.len() < 100_000, "{name}: {} bytes", drawn.len());
        }
    }
}

/// Files that follow one another, with characters of several bytes at their ends.
#[test]
fn places_in_files_can_be_drawn() {
    let files = [
        ("twice.rules".to_owned(), "// é😀\n// é😀\nstate play {".to_owned()),
        ("😀.rules".to_owned(), "state play { }\n😀".to_owned()),
        ("e.json".to_owned(), "[\"é😀\", 1, é".to_owned()),
        ("none.rules".to_owned(), String::new()),
    ];
    for main in [
        "use \"twice.rules\"\nstate play { }",
        "use \"twice.rules\"\nuse \"😀.rules\"\nuse \"none.rules\"\ndata D: int[] from \"e.json\"\nstate play { } é😀",
        "use \"😀.rules\"\nuse \"twice.rules\"\ndata é: int from \"e.json\"",
    ] {
        let compiled = compile_with(main, &files);
        let drawn = diag::draw(&compiled.source, &compiled.diagnostics, true);
        assert!(drawn.contains("HR"), "{drawn}");
        for it in &compiled.diagnostics {
            assert!(compiled.source.text().get(it.span.range()).is_some());
        }
    }
}

/// At the end of a text, behind blanks and comments, too.
#[test]
fn places_are_ordered() {
    for &language in Language::ALL {
        let name = language.about().name;
        for end in ["\n\n   ", "  # é\n", " // 😀", "\r\n\t", ""] {
            for text in [
                "RECEIVE go",
                "RECEIVE go:IF ELSE ELSE",
                "RECEIVE go:\n    three EQUAL $x $y\n        ASSIGN 'z' 1;",
                "DEF f $x:\nIF",
                "OFFER",
                "TITLE 'a'",
                "tile b {\n1:",
                "game",
                "state",
                "setup { if",
                "let x = (",
            ] {
                let text = format!("{text}{end}");
                let compiled = game::compile(&text, language, name);
                for it in &compiled.diagnostics {
                    let spans = it.labels.iter().map(|it| it.0).chain([it.span]);
                    for span in spans.chain(it.fixes.iter().flat_map(|it| &it.edits).map(|it| it.span)) {
                        assert!(
                            span.start <= span.end && text.get(span.range()).is_some(),
                            "{name}: {text:?} {span:?}"
                        );
                    }
                }
                diag::draw(&compiled.source, &compiled.diagnostics, false);
            }
        }
    }
}

/// Overflowing ids are ambiguous: consequences of that are not reported.
#[test]
fn too_many_functions_are_one_error() {
    let functions: String = (0..66_000).map(|i| format!("function f{i}() {{ }}\n")).collect();
    let text = format!(
        "roles White, Black\nglobal {{ n: int }}\nsetup {{ G.active = White; call play }}\n{functions}\
        function more() {{ G.n += 1 }}\nfunction less() {{ more() }}\n\
        state play {{ prompt {{ button go }} on go {{ less(); finish R }} }}\ninvariant \"holds\" {{ assert G.n < 9 }}\n"
    );
    let errors = codes(&compile(&text));
    assert_eq!(errors.iter().filter(|it| it.starts_with("HR04")).count(), 0, "{errors:?}");
    assert!(errors.contains(&"HR0209"), "{errors:?}");
}

/// A question of many actions is answered in one place.
#[test]
fn one_handler_for_a_question_of_many_actions() {
    let actions =
        (0..20).map(|i| format!("action go{i} {{\neffect {{\nstep();\npass player + 1;\n}}\n}}\n")).collect::<String>();
    let verb = "verb step {\neffect {\ninput decimal much {\nreturn much >= 0.5 and much <= 1.5;\n}\nplayer.s.x += much;\n}\n}\n";
    let text = format!("players 2;\nstate s {{\ndecimal x = 0;\n{actions}}}\n{verb}");
    let output = languages::compile(&Source::new("game.tgdl", &text), Language::Tgdl);
    let program = output.program.expect("it compiles");
    let play = |kind: &str| program.functions.iter().filter(|it| it.name.starts_with(kind)).count();
    assert_eq!((play("play.on "), play("play.open ")), (21, 1));
}
