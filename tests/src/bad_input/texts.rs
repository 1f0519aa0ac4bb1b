//! Texts that are no rules: always an answer, at most twenty errors shown and one that counts the rest.
//!
//! They run on threads with the stack of tests, to find deep recursion.

use crate::support::{Draw, compile, read, root};
use diag::Severity;

/// The maximum shown, and the one that counts the others.
const MOST: usize = 21;
const MEGABYTE: usize = 1 << 20;

/// Compiles; gives how many errors there are.
fn errors(name: &str, text: &str) -> usize {
    let compiled = compile(text);
    let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
    assert!(errors <= MOST, "{name}: {errors} errors are told");
    let fatal = compiled.diagnostics.iter().any(|it| it.severity == Severity::Error && !it.alone);
    assert_eq!(compiled.rules.is_none(), fatal, "{name}");
    for it in &compiled.diagnostics {
        let span = it.span.range();
        assert!(text.get(span.clone()).is_some(), "{name}: a span within a character or beyond the end: {span:?}");
        assert!(!it.message.is_empty() && it.labels.iter().all(|(at, _)| text.get(at.range()).is_some()), "{name}");
        for edit in it.fixes.iter().flat_map(|it| &it.edits) {
            assert!(text.get(edit.span.range()).is_some(), "{name}");
        }
    }
    errors
}

fn all_are_refused(texts: &[(&str, String)]) {
    for (name, text) in texts {
        assert!(errors(name, text) > 0, "{name} is accepted");
    }
}

/// A game around some statements.
fn around(statements: &str) -> String {
    format!("roles White, Black\nsetup {{\n{statements}\nfinish White, \"over\"\n}}\n")
}

#[test]
fn brackets_without_end() {
    let many = |text: &str| text.repeat(MEGABYTE / text.len());
    all_are_refused(&[
        ("(", many("(")),
        ("[", many("[")),
        ("{", many("{")),
        (")", many(")")),
        ("]", many("]")),
        ("}", many("}")),
        ("(]", many("(]")),
        ("({[", many("({[")),
        ("states", many("state a {\n")),
        ("ifs", around(&many("if x {\n"))),
        ("ifs alone", many("if x {\n")),
        ("template holes", many("`${")),
        ("backticks", many("`")),
        ("quotes", many("\"")),
        ("single quotes", many("'")),
        ("comments", many("/*")),
        ("dollars", many("${")),
    ]);
}

/// An outer expression collects facts from an inner one once, however deep they nest.
#[test]
fn nested_to_the_limit() {
    let nest = |open: &str, close: &str| {
        let (open, close) = (open.repeat(100), close.repeat(100));
        around(&format!("let x = {open}1{close}\nlog json(x)"))
    };
    for (open, close) in
        [("[1: ", "]"), ("contains([[1]], ", ")"), ("get([1], ", ") ?? 1"), ("index_of([1], ", ") ?? 1")]
    {
        compile(&nest(open, close));
    }
}

#[test]
fn one_endless_line() {
    let long = |first: &str, rest: &str| around(&format!("{first}{}", rest.repeat(MEGABYTE / rest.len())));
    all_are_refused(&[
        ("a sum", long("let x = 1", " + 1")),
        ("fields", long("a", ".b")),
        ("calls", long("a", "()")),
        ("indices", long("a", "[0]")),
        ("unwrapped", long("let x = a", "!")),
        ("optional types", long("let x: int", "?")),
        ("letters", long("a", "b")),
        ("digits", long("let x = 1", "1")),
        ("signs", long("let x = ", "- ")),
        ("not", long("let x = ", "not ")),
        ("or else", long("let x = none", " ?? none")),
        ("conditionals", long("let x = ", "if true then 1 else ")),
        ("operators", long("let x = ", "+*/%<>=!&|")),
        ("commas", long("f(1", ",,")),
        ("a line of names", long("a", " b")),
        ("roles", format!("roles A{}", ", B".repeat(MEGABYTE / 3))),
        ("strange characters", "@#\\^~".repeat(MEGABYTE / 5)),
        ("zeros", "\0".repeat(MEGABYTE)),
        ("emoji", "🎲".repeat(MEGABYTE / 4)),
        ("combining", "e\u{301}".repeat(MEGABYTE / 3)),
    ]);
}

#[test]
fn chains_and_nesting() {
    all_are_refused(&[
        ("else if", around(&format!("if 1 > 2 {{ }}{}", " else if 1 > 2 { }".repeat(100_000)))),
        ("nested lists", around(&format!("log len({}{})", "[".repeat(200), "]".repeat(200)))),
        ("nested blocks", around(&format!("{}{}", "if true {\n".repeat(200), "}\n".repeat(200)))),
        ("nested templates", around(&format!("log {}1{}", "`${".repeat(200), "}`".repeat(200)))),
        ("nested types", format!("roles A, B\nglobal {{ x: {}int{} }}", "set<".repeat(20_000), ">".repeat(20_000))),
        ("comprehension rounds", around(&format!("log [x{}]", " for x in [1]".repeat(50_000)))),
        ("long else-if in an expression", around(&format!("let x = {}1", "if true then 1 else ".repeat(2_000)))),
    ]);
    // Within the limits, there are no errors.
    let fine = [
        ("nested blocks", around(&format!("{}log 1\n{}", "if true {\n".repeat(100), "}\n".repeat(100)))),
        ("brackets", around(&format!("log {}1{}", "(".repeat(120), ")".repeat(120)))),
        ("a sum", around(&format!("log 1{}", " + 1".repeat(400)))),
        ("else if", around(&format!("if 1 > 2 {{ }}{}", " else if 1 > 2 { }".repeat(40)))),
        ("not", around(&format!("log {}true", "not ".repeat(100)))),
    ];
    for (name, text) in fine {
        assert_eq!(errors(name, &text), 0, "{name}: {}", crate::support::drawn_errors(&compile(&text)));
    }
}

#[test]
fn very_many_parts() {
    let many = |count: usize, part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<String>();
    all_are_refused(&[
        ("parts", many(100_000, &|i| format!("function f{i}() {{ }}\n"))),
        ("unknown parts", many(100_000, &|i| format!("part{i} {{ }}\n"))),
        ("unknown names", around(&many(20_000, &|i| format!("log x{i}\n")))),
        ("the same constant", many(20_000, &|_| "const A = 1\n".into())),
        ("unclosed strings", many(50_000, &|_| "\"\n".into())),
    ]);
    let names = many(20_000, &|i| format!("const A{i} = {i}\n"));
    assert_eq!(errors("constants", &format!("{names}{}", around("log A19999"))), 0);
    let calls = many(2_000, &|i| {
        format!("function f{i}(): int {{ return {} }}\n", if i == 0 { "0".into() } else { format!("f{}()", i - 1) })
    });
    assert_eq!(errors("functions in a row", &format!("{calls}{}", around("log f1999()"))), 0);
    let lines = many(20_000, &|i| format!("log {i}\n"));
    assert_eq!(errors("lines", &around(&lines)), 0);
    let list = format!("const XS = [{}]\n", many(20_000, &|i| format!("{i}, ")));
    assert_eq!(errors("a long list", &format!("{list}{}", around("log len(XS)"))), 0);
}

/// Every beginning of a game, and the game with every piece taken out.
#[test]
fn pieces_of_a_game() {
    let text = read(&root().join("playground/games/duel/game.rules"));
    let cuts: Vec<usize> = (0..text.len()).filter(|it| text.is_char_boundary(*it)).step_by(37).collect();
    for at in &cuts {
        errors("a beginning", &text[..*at]);
        errors("an end", &text[*at..]);
    }
    for two in cuts.windows(2).step_by(3) {
        errors("a hole", &format!("{}{}", &text[..two[0]], &text[two[1]..]));
    }
}

#[test]
fn random_bytes() {
    let mut draw = Draw(11);
    for _ in 0..300 {
        let len = draw.below(400);
        let bytes: Vec<u8> = (0..len).map(|_| draw.below(256) as u8).collect();
        errors("random bytes", &String::from_utf8_lossy(&bytes));
    }
}

const TOKENS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "`",
    "${",
    "\"",
    "'",
    ",",
    ":",
    ";",
    ".",
    "..",
    "to",
    "=",
    "==",
    "!",
    "?",
    "??",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<",
    ">",
    "<=",
    "+=",
    "++",
    "=>",
    "===",
    "&&",
    "\n",
    "\n",
    "\n",
    " ",
    "1",
    "0",
    "2.5",
    "\"a\"",
    "x",
    "y",
    "G.x",
    "L.x",
    "V.x",
    "R",
    "G",
    "L",
    "V",
    "$",
    "White",
    "Role",
    "int",
    "set<int>",
    "any",
    "none",
    "true",
    "if",
    "then",
    "else",
    "for",
    "in",
    "while",
    "and",
    "or",
    "not",
    "let",
    "return",
    "break",
    "continue",
    "call",
    "goto",
    "end",
    "finish",
    "log",
    "prompt",
    "action",
    "button",
    "assert",
    "where",
    "game",
    "roles",
    "scenarios",
    "option",
    "const",
    "enum",
    "record",
    "board",
    "show",
    "global",
    "function",
    "setup",
    "view",
    "query",
    "worth",
    "invariant",
    "state",
    "procedure",
    "plain",
    "local",
    "begin",
    "resume",
    "leave",
    "on",
    "late",
    "inout",
    "push(",
    "len(",
    "random(",
    "square(3, 3)",
    "any(",
    "sum(",
    "elseif",
    "var",
    "//",
    "/*",
    "*/",
    "f()",
    "play",
    "a.b(c)",
    "é",
    "🎲",
];

#[test]
fn random_tokens() {
    let mut draw = Draw(5);
    for _ in 0..600 {
        let len = draw.below(120);
        let words: Vec<&str> = (0..len).map(|_| TOKENS[draw.below(TOKENS.len())]).collect();
        errors("random tokens", &words.join(" "));
        errors("random tokens in a block", &around(&words.join(" ")));
    }
}

/// Games with a changed token: closer to real typing than noise.
#[test]
fn slips_of_the_pen() {
    let mut draw = Draw(9);
    for id in ["duel", "tic-tac-toe", "nim"] {
        let text = read(&root().join("playground/games").join(id).join("game.rules"));
        for _ in 0..150 {
            let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')', '.']).collect();
            for _ in 0..=draw.below(3) {
                let at = draw.below(words.len());
                match draw.below(3) {
                    0 => {
                        words.remove(at);
                    }
                    1 => words.insert(at, TOKENS[draw.below(TOKENS.len())]),
                    _ => words[at] = TOKENS[draw.below(TOKENS.len())],
                }
            }
            errors(id, &words.concat());
        }
    }
}

#[test]
fn odd_but_harmless() {
    for (name, text) in [
        ("nothing", String::new()),
        ("a byte order mark", format!("\u{feff}{}", around("log 1"))),
        ("carriage returns", around("log 1").replace('\n', "\r\n")),
        ("a tab", around("\tlog\t1")),
        ("letters of the world", around("let größe = 3\nlet 数 = größe\nlog `${数} 🎲`")),
        ("a long decimal", around(&format!("log 0.{}", "1".repeat(MEGABYTE)))),
        ("a null", around("log \"\0\"")),
        ("no last line end", around("log 1").trim_end().to_owned()),
    ] {
        errors(name, &text);
    }
    assert_eq!(errors("carriage returns", &around("log 1\nlog 2").replace('\n', "\r\n")), 0);
    assert_eq!(errors("letters", &around("let größe = 3\nlog größe")), 0);
}

/// All messages can be drawn.
#[test]
fn problems_can_be_drawn() {
    let texts = [
        "(".repeat(5_000),
        "é\"".repeat(3_000),
        around(&"log x\n".repeat(50)),
        "\u{301}\n@\r\n\t`".repeat(100),
        String::new(),
    ];
    for text in texts {
        let compiled = compile(&text);
        let drawn = diag::draw(&compiled.source, &compiled.diagnostics, false);
        assert!(drawn.matches("[HR").count() >= compiled.diagnostics.len().min(1));
        assert!(!drawn.lines().any(|it| it.ends_with(' ')), "spaces at the end of a line");
    }
}
