//! Time to read nonsense of any kind: linear.
//!
//! `DEEP=1 cargo test --release -p tests nonsense -- --nocapture` prints milliseconds for 100 kB of each kind in each
//! language, and fails over [`MOST_MS`].

use crate::support::{Draw, no_failures, read, root, running};
use game::Language;

const LENGTH: usize = 100_000;

/// Maximum milliseconds for 100 kB with `DEEP`, in an optimised build.
const MOST_MS: f64 = 100.0;

/// Maximum for a fiftieth of the length in a barely optimised build, beside other tests.
const MOST_MS_UNOPTIMISED: f64 = 8_000.0;

/// Repeated pieces, alone or within a block.
const KINDS: &[&str] = &[
    "(",
    "[",
    "{",
    ")",
    "]",
    "}",
    "(]",
    "({[",
    "()",
    "[]",
    "{}",
    "({[]})",
    "\"",
    "'",
    "`",
    "`${",
    "${",
    "`${`",
    "`a` ",
    "\"a\" ",
    "\\",
    "\"\\",
    "+",
    "-",
    "- ",
    "*",
    "/",
    "%",
    "!",
    "! ",
    "? ",
    "?? ",
    "& ",
    "&&",
    "||",
    "= ",
    "== ",
    "< ",
    "> ",
    "<>",
    "=> ",
    "-> ",
    "--- ",
    "++ ",
    "-- ",
    "not ",
    "a + ",
    "1 + ",
    "a.b",
    "a.",
    ".",
    "..",
    "...",
    "a[0]",
    "a()",
    "a!",
    "f(",
    "f(a, ",
    ",",
    ", ",
    "a, ",
    ";",
    "; ",
    ":",
    ": ",
    "a: ",
    "\n",
    " \n",
    "a\n",
    "a",
    "a ",
    "aB_9 ",
    "1",
    "1 ",
    "0.1e5 ",
    "1.",
    "_",
    "$",
    "$a ",
    "#",
    "# ",
    "// ",
    "//\n",
    "/*",
    "/* */",
    "/**/ ",
    "*/",
    "-- a\n",
    "@",
    "é",
    "é ",
    "🎲",
    "🎲 ",
    "e\u{301}",
    "\u{202e}",
    "\u{200b}",
    "\u{feff}",
    "\u{2028}",
    "\u{85}",
    "\0",
    "\0 ",
    "\t",
    "\r",
    "\r\n",
    " ",
    "§$%&/()=",
    "if ",
    "if\n",
    "if a ",
    "if true {\n",
    "if true { } else ",
    "if a then ",
    "if a then b else ",
    "else if a { } ",
    "else ",
    "elseif a { }\n",
    "then ",
    "end ",
    "for ",
    "for x in xs {\n",
    "[x for x in ",
    "while ",
    "while true {\n",
    "in ",
    "and ",
    "a and ",
    "or ",
    "let ",
    "let x = ",
    "let x = 1\n",
    "true ",
    "none ",
    "return ",
    "return\n",
    "break\n",
    "call ",
    "call a\n",
    "goto ",
    "log ",
    "log x\n",
    "log \"\n",
    "prompt ",
    "action ",
    "action a\n",
    "button a\n",
    "assert ",
    "finish ",
    "set ",
    "set a b\n",
    "eval { ",
    "game ",
    "roles ",
    "roles A, B\n",
    "scenarios ",
    "option ",
    "const ",
    "const A = ",
    "const A = 1\n",
    "enum ",
    "enum A { a, b }\n",
    "record ",
    "record A { a: A }\n",
    "board ",
    "board b = square(9, 9)\n",
    "board g = graph { a - b }\n",
    "show ",
    "global ",
    "global { a: int }\n",
    "function ",
    "function f() { }\n",
    "setup ",
    "setup { }\n",
    "view { ",
    "query ",
    "worth ",
    "worth {\n",
    "invariant ",
    "state ",
    "state a { }\n",
    "state a {\n",
    "procedure ",
    "procedure a { }\n",
    "plain ",
    "script ",
    "script a {\n",
    "test ",
    "test \"a\" {\n",
    "setup seed 1\n",
    "use ",
    "use \"a\"\n",
    "data ",
    "data D: int from \"a\"\n",
    "local ",
    "on ",
    "on a { }\n",
    "late ",
    "secret ",
    "inout ",
    "where ",
    "a where ",
    "to ",
    "1 to ",
    "int ",
    "int[]",
    "int?",
    "set<",
    "map<int, ",
    "any(x in xs: ",
    "any(",
    "a.b(x: ",
    "record A { b: int }\n",
    "record A{b}\n",
    "enum A { b }\n",
    "function a(b: int) { }\n",
    "global { a: int = 1 }\n",
    "local { a: int = 1 }\n",
    "begin { }\n",
    "prompt { action a(1) }\n",
    "on a(b: int) { log b }\n",
    "view { V.a = 1 }\n",
    "invariant \"a\" { true }\n",
    "option a: bool = true\n",
    "show cards { items: V.a }\n",
    "if a { end }\n",
    "goto a(1)\n",
    "tile ",
    "tile b {\n",
    "1: ",
    "1: force\n",
    "path ",
    "path 1 to 9\n",
    "path 1 to 20000\n",
    "1 => 2\n",
    "border 1 left\n",
    "world {\n",
    "seconds {\n",
    "players ",
    "2 players {\n",
    "int x {5} = ",
    "int x {5} = 1\n",
    "bool ",
    "control ",
    "control goto 1\n",
    "if a then\n",
    "force ",
    "roll(",
    "choose_bool(",
    "sleep(",
    "game_end()\n",
    "begin_scope()\n",
    "cp.",
    "cp.a ",
    "DEF ",
    "DEF f:\n",
    "DEF f $a:\nEND_DEF\n",
    "DEF f $a $b",
    "END_DEF\n",
    "END_DEF ",
    "RECEIVE ",
    "RECEIVE f:\nACCEPT;\nEND_RECEIVE\n",
    "RECEIVE r:\n",
    "IF ",
    "IF TRUE:\n",
    "IF TRUE: ",
    "ELSE:\n",
    "ELSE ",
    "END_IF\n",
    "END_IF ",
    "FOR 'x' ",
    "FOR 'x' RANGE 9:\n",
    "END_FOR\n",
    "WHILE TRUE:\n",
    "RETURN ",
    "RETURN 1;\n",
    "ACCEPT;\n",
    "REJECT 'a';\n",
    "OFFER ",
    "OFFER r RANGE 9;\n",
    "TITLE 'a';\n",
    "STATE:\n",
    "STATE: ",
    "END_STATE\n",
    "STATE:\n{}\nEND_STATE\n",
    "TOKENSETS:\n",
    "BOARD:\n[ { } ]\nEND_BOARD\n",
    "PLUS ",
    "PLUS 1 ",
    "NOT ",
    "SET_PROP 'a' ",
    "SET_PROP 'a' 1;\n",
    "ASSIGN 'a' 1;\n",
    "TUPLE2 ",
    "f ",
    "state s { }\n",
    "global state s { decimal a = 1; }\n",
    "state s { action a { effect { x = 1; } } }\n",
    "boardcell c { }\n",
    "interactable x placeable;\n",
    "interactable x : x;\n",
    "turn t { phase p; }\n",
    "board { group g square { a, b; } }\n",
    "require for a { b and c }\n",
    "trigger on a move;\n",
    "trigger any action 1;\n",
    "input c x;\n",
    "player input decimal d { return d > 0; }\n",
    "phase {\n",
    "new x() { a = ",
    "a[0][",
    "sq, sq;\n",
    "a <-> 2 b;\n",
    "pass player + 1 to p;\n",
];

/// The surroundings of the repeated piece: a language, a name, the text before it and after it.
type Frame = (Language, &'static str, &'static str, &'static str);

/// Besides nothing at all.
const INSIDE: &[Frame] = &[
    (Language::Rules, "rules, in a block", "roles A, B\nsetup {\n", "\n}\n"),
    (Language::Rules, "rules, in a state", "roles A, B\nstate s {\n", "\n}\n"),
    (Language::Rules, "rules, in an expression", "roles A, B\nsetup {\nlet x = ", "\n}\n"),
    (Language::Bbgel, "bbgel, in a field", "game { maxDiceValue 6 }\n2 players { }\ntile b {\n1: ", "\n}\n"),
    (Language::Ludl, "ludl, in a receiver", "RECEIVE r:\n", "\nEND_RECEIVE\n"),
    (Language::Ludl, "ludl, in JSON", "STATE:\n", "\nEND_STATE\n"),
    (Language::Tgdl, "tgdl, in an effect", "state s {\naction a {\neffect {\n", "\n}\n}\n}\n"),
];

fn frames() -> Vec<Frame> {
    let nothing = Language::ALL.iter().map(|it| (*it, it.about().name, "", ""));
    nothing.chain(INSIDE.iter().copied()).collect()
}

/// Kinds that are not one piece again and again.
fn made(length: usize) -> Vec<(&'static str, String)> {
    let fill = |piece: &dyn Fn(usize) -> String| {
        let mut out = String::with_capacity(length + 50);
        for i in 0.. {
            if out.len() >= length {
                break;
            }
            out.push_str(&piece(i));
        }
        out
    };
    let mut draw = Draw(3);
    let bytes: Vec<u8> = (0..length).map(|_| draw.below(256) as u8).collect();
    let ascii: String = (0..length).map(|_| (32 + draw.below(95) as u8) as char).collect();
    let unicode: String = (0..length / 3).filter_map(|_| char::from_u32(draw.below(0x3000) as u32)).collect();
    let mut pieces = Draw(8);
    let mut words = String::new();
    while words.len() < length {
        words.push_str(KINDS[pieces.below(KINDS.len())]);
        words.push(' ');
    }
    let duel = read(&root().join("playground/games/duel/game.rules"));
    vec![
        ("random bytes", String::from_utf8_lossy(&bytes).chars().take(length).collect()),
        ("random ASCII", ascii),
        ("random Unicode", unicode),
        ("random words", words),
        ("unknown names", fill(&|i| format!("name{i}\n"))),
        ("unknown calls", fill(&|i| format!("log f{i}(x{i})\n"))),
        ("names on a line", fill(&|i| format!("n{i} "))),
        ("numbers", fill(&|i| format!("{i} "))),
        ("functions", fill(&|i| format!("function f{i}(): int {{ return f{}() }}\n", i + 1))),
        ("functions that infer", fill(&|i| format!("function f{i}() {{ return f{}() }}\n", i + 1))),
        ("procedures", fill(&|i| format!("procedure p{i} {{ let x = call p{}; end x }}\n", i + 1))),
        (
            "states of TGDL",
            fill(&|i| format!("state s{i} {{\ndecimal a = {i};\naction b {{\neffect {{\na += 1;\n}}\n}}\n}}\n")),
        ),
        ("global states", fill(&|i| format!("global state s{i} {{\ndecimal a = 1;\n}}\n"))),
        ("actions that wait", fill(&|i| format!("action a{i} {{\ntrigger any action 1;\neffect {{ pass; }}\n}}\n"))),
        ("heirs", fill(&|i| format!("interactable x{} : x{i} {{\ndecimal a{i} = 1;\n}}\n", i + 1))),
        ("verbs in a row", fill(&|i| format!("verb v{} {{\neffect {{\nv{i}();\n}}\n}}\n", i + 1))),
        ("attributes", format!("state s {{\n{}}}\n", fill(&|i| format!("decimal a{i} = {i};\n")))),
        ("inputs", format!("state s {{\naction a {{\n{}}}\n}}\n", fill(&|i| format!("input s x{i};\n")))),
        ("phases of a turn", format!("turn t {{\n{}}}\n", fill(&|i| format!("phase p{i};\n")))),
        ("variables", format!("setup {{\n{}}}\n", fill(&|i| format!("decimal y{i} = {i};\n")))),
        ("states", fill(&|i| format!("state s{i} {{ prompt {{ button b{i} }} on b{i} {{ goto s{} }} }}\n", i + 1))),
        ("constants", fill(&|i| format!("const C{i} = C{} + 1\n", i.max(1) - 1))),
        ("records", fill(&|i| format!("record R{i} {{ a: R{}[] }}\n", i + 1))),
        ("records that nest", fill(&|i| format!("record R{i} {{ a: R{} }}\n", i + 1))),
        ("enums", fill(&|i| format!("enum E{i} {{ a{i}, b, c }}\n"))),
        ("options", fill(&|i| format!("option o{i}: int = {i}\n"))),
        ("globals", fill(&|i| format!("global {{ g{i}: int }}\n"))),
        ("boards", fill(&|i| format!("board b{i} = square(3, 3)\n"))),
        ("tests", fill(&|i| format!("test \"t{i}\" {{ setup seed 1; assert true }}\n"))),
        ("uses", fill(&|i| format!("use \"f{i}\"\n"))),
        ("variables", format!("roles A, B\nsetup {{\n{}}}\n", fill(&|i| format!("let x{i} = {}\n", i)))),
        (
            "narrowed",
            format!(
                "roles A, B\nglobal {{ o: int? }}\nsetup {{\n{}}}\n",
                fill(&|_| "if G.o != none { log 1 }\n".into())
            ),
        ),
        ("a map", format!("const M = [{}]\n", fill(&|i| format!("{i}: {i}, ")))),
        ("a list of texts", format!("const M = [{}]\n", fill(&|i| format!("\"{i}\", ")))),
        ("graph", format!("board g = graph {{\n{}}}\n", fill(&|i| format!("c{i} - c{}\n", i + 1)))),
        ("picture", format!("board b = square {{\n{}}}\n", fill(&|_| "\"...x...\"\n".into()))),
        ("games spliced", duel.repeat(length / duel.len() + 1)),
        ("tiles", fill(&|i| format!("tile t{i} {{ path 1 to 9 }}\n"))),
        ("fields", format!("tile b {{\n{}}}\n", fill(&|i| format!("{i}: force; goto {}\n", i + 1)))),
        ("definitions", fill(&|i| format!("DEF f{i} $x:\nRETURN f{} $x;\nEND_DEF\n", i + 1))),
        ("receivers", fill(&|i| format!("RECEIVE r{i} $x:\nACCEPT;\nEND_RECEIVE\n"))),
        (
            "containers",
            format!(
                "STATE:\n{{ \"props\": {{ \"play_order\": [\"a\"] }}, \"containers\": {{ {}\"z\": {{}} }} }}\nEND_STATE\n",
                fill(&|i| format!("\"c{i}\": {{}}, "))
            ),
        ),
    ]
}

fn milliseconds(text: &str, language: Language) -> f64 {
    let start = running();
    let compiled = game::compile(text, language, "game");
    let drawn = diag::draw(&compiled.source, &compiled.diagnostics, false);
    drop(compiled);
    let took = (running() - start).as_secs_f64() * 1e3;
    assert!(drawn.len() < 200_000, "a report of {} bytes", drawn.len());
    took
}

#[test]
fn nonsense_takes_linear_time() {
    let deep = std::env::var("DEEP").is_ok();
    let (length, most) = if deep { (LENGTH, MOST_MS) } else { (LENGTH / 50, MOST_MS_UNOPTIMISED) };
    let mut failures = Vec::new();
    let frames = frames();
    let mut row = |name: String, times: Vec<f64>| {
        if deep {
            let cells: Vec<String> = times.iter().map(|it| format!("{it:>9.1}")).collect();
            println!("{name:<34}{}", cells.concat());
        }
        if times.iter().any(|it| *it > most) {
            failures.push(format!("{name}: {times:.0?} ms"));
        }
    };
    if deep {
        println!("ms for 100 kB: {}", frames.iter().map(|it| it.1).collect::<Vec<_>>().join(" | "));
    }
    for kind in KINDS {
        let times = frames.iter().map(|(language, _, before, after)| {
            let text = format!("{before}{}{after}", kind.repeat(length / kind.len() + 1));
            milliseconds(&text, *language)
        });
        row(format!("{kind:?}"), times.collect());
    }
    for (name, text) in made(length) {
        let times = frames
            .iter()
            .map(|(language, _, before, after)| milliseconds(&format!("{before}{text}{after}"), *language));
        row(name.to_owned(), times.collect());
    }
    no_failures(&failures);
}

/// Four times the length takes about four times as long: a movement of many ways, each with variables of its own.
#[test]
fn movements_of_many_ways_take_linear_time() {
    let took = |ways: usize| {
        let way = "effect { line 2 max 3; }\n".repeat(ways);
        let text = format!(
            "players 2;
boardcell sq {{ }}
board {{ group eight square {{ sq, sq; sq, sq; }} }}
interactable rook placeable;
movement slide {{ input rook r; {way} }}
setup {{ place new rook() on eight[0][0]; }}
action go {{ input rook r; effect {{ r slide; pass activePlayer + 1; }} }}
"
        );
        let start = running();
        let compiled = game::compile(&text, Language::Tgdl, "game.tgdl");
        assert!(compiled.rules.is_some(), "{ways} ways compile");
        running() - start
    };
    let [few, many] = [500, 2_000].map(|ways| (0..3).map(|_| took(ways)).min().expect("a time"));
    assert!(many < few * 8, "{few:?} for a fourth, {many:?}");
}
