//! Long and deep texts, nonsense, and texts that are cut off.

use super::examples::{GAMES, all};
use super::{read, told};
use diag::{Code, Problems};
use front::nesting::NESTING_LIMIT;

const CASES: &[(&str, &str)] = &[
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("(", ""),
    ("[", ""),
    ("{", ""),
    (")", ""),
    ("}", ""),
    ("if ", ""),
    ("if a ", ""),
    ("if (a) ", ""),
    ("if a { ", "} else "),
    ("if a {} else ", ""),
    ("if a x; else ", ""),
    ("if (a) if (b) x; else ", ""),
    ("if a { if b {} else } ", ""),
    ("while a {", "}"),
    ("while (a) ", ""),
    ("for (;;) ", ""),
    ("for (", ""),
    ("for (x;", ""),
    ("else ", ""),
    ("else { ", ""),
    ("not ", ""),
    ("! ", ""),
    ("- ", ""),
    ("a ^ ", ""),
    ("a + ", ""),
    ("a and ", ""),
    ("a is b ", ""),
    ("a as ", ""),
    ("a.", ""),
    ("a(", ")"),
    ("a[", "]"),
    ("()", ""),
    ("a\n()", ""),
    ("[]", ""),
    ("[0]", ""),
    ("\"", ""),
    ("$\"", ""),
    ("$\"{", ""),
    ("$\"{", "}\""),
    ("{a}", ""),
    ("$\"{a}\" ", ""),
    ("\\", ""),
    ("/*", ""),
    ("/* ", "*/"),
    ("§", ""),
    (";", ""),
    (",", ""),
    ("a,", ""),
    ("a;", ""),
    ("a ", ""),
    ("a\n", ""),
    ("1 ", ""),
    ("new a() {", "}"),
    ("new a(x = ", ")"),
    ("f({", "})"),
    ("= {", "}"),
    ("a = ", ""),
    ("a = b; ", ""),
    ("x -> ", ""),
    ("a x-x b\n", ""),
    ("(0,0) -> (0,1)\n", ""),
    ("state s {", "}"),
    ("state s ", ""),
    ("action a {", "}"),
    ("action a { ", ""),
    ("phase {", "}"),
    ("phase ", ""),
    ("trigger { ", "}"),
    ("trigger a ", ""),
    ("a.b c.d 1 ", ""),
    ("input ", ""),
    ("input a b {", "}"),
    ("input { ", "}"),
    ("require { ", "}"),
    ("effect { ", "}"),
    ("board { ", "}"),
    ("group g { ", "}"),
    ("adjency { ", "}"),
    ("turn t {", "}"),
    ("call a with {", "}"),
    ("call a with { ", ""),
    ("pass ", ""),
    ("player ", ""),
    ("player p has ", ""),
    ("p line 1 ", ""),
    ("max ", ""),
    ("cancel ", ""),
    ("winner ", ""),
    ("setup {", "}"),
    ("information {", "}"),
    ("\u{0}", ""),
    ("\r", ""),
    ("é", ""),
    ("if a { é ", "} "),
    ("{ else ", "}"),
    ("{ ) ", "}"),
    ("if ) { ", "}"),
    ("effect { if ) { ", "} }"),
];

const FRAMES: &[(&str, &str)] = &[
    ("", ""),
    ("state s { action a { effect {\n", "\n} } }"),
    ("action a { require {", "} }"),
    ("board { group g {\n", "\n} }"),
    ("state s { decimal a = ", "; }"),
    ("action a { input x y { filter { ", "} } }"),
];

#[test]
fn nonsense_is_answered() {
    for (before, after) in FRAMES {
        for (open, close) in CASES {
            for n in [3, 200] {
                let text = format!("{before}{}{}{after}", open.repeat(n), close.repeat(n));
                let mut problems = Problems::new();
                super::tree(&text, &mut problems);
                crate::study::outline(&text);
                crate::highlight(&text);
                let _ = crate::format::text(&text, &mut Problems::new());
            }
        }
    }
}

/// 100 kB of each takes about 100 ms in release on an idle machine; code that is not linear takes far longer.
const MOST_MS: u128 = 3_000;

#[test]
#[allow(clippy::disallowed_methods, clippy::disallowed_types)]
fn nonsense_takes_linear_time() {
    let size = if cfg!(debug_assertions) { 10_000 } else { 100_000 };
    let mut slow = Vec::new();
    for (before, after) in FRAMES {
        for (open, close) in CASES {
            let n = size / (open.len() + close.len());
            let text = format!("{before}{}{}{after}", open.repeat(n), close.repeat(n));
            let start = std::time::Instant::now();
            super::tree(&text, &mut Problems::new());
            let took = start.elapsed().as_millis();
            if took > MOST_MS {
                slow.push(format!("{took} ms: {before:?} {open:?} {close:?}"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
fn deep_texts_are_refused() {
    let refused = |text: &str| read(text).1.iter().any(|it| it.code == Code::NestingTooDeep);
    for (before, after) in &FRAMES[1..2] {
        for (open, close) in CASES {
            let text = |n: usize| format!("{before}{}x{}{after}", open.repeat(n), close.repeat(n));
            let (mut low, mut high) = (0, 600);
            while high - low > 1 {
                let middle = (low + high) / 2;
                if refused(&text(middle)) { high = middle } else { low = middle }
            }
            // At the limit, and past it, everything is answered.
            for n in [low, high, 10_000] {
                read(&text(n));
                crate::study::outline(&text(n));
            }
        }
    }
    let nested = |n: usize| format!("verb f {{ effect {{ x = {}1{}; }} }}", "(".repeat(n), ")".repeat(n));
    assert!(!refused(&nested(NESTING_LIMIT - 2)));
    assert!(refused(&nested(NESTING_LIMIT - 1)));
    assert_eq!(told(&nested(NESTING_LIMIT - 1)).len(), 1);
}

#[test]
fn long_texts_are_not() {
    let row = |n: usize, row: &str| format!("verb f {{\neffect {{\n{}}}\n}}", row.repeat(n));
    for it in [
        "if (a) { x = 1; }\n",
        "if (a) x = 1;\n",
        "if (a)\n x = 1;\nelse\n x = 2;\n",
        "while a { }\n",
        "x = -a + b * c;\n",
        "{ }\n",
        "x = {1, 2};\n",
        "winner a, b;\n",
        "call a with { x = 1; }\n",
        "f($\"{a} b\");\n",
        "input cell c { return true; }\n",
        "x = new a() { b = 1; };\n",
    ] {
        assert_eq!(told(&row(3000, it)), [] as [&str; 0], "{it}");
    }
    for it in [
        "a -> 3 b\n",
        "a x-x b\n",
        "(0,0) x-x (0,1)\n",
        "a, b, a\n",
        ";\n",
        "room a, b\n",
        "decimal a = 1 + 2;\n",
        "a; ",
    ] {
        assert_eq!(told(&format!("board {{ group g {{\n{}}} }}", it.repeat(3000))), [] as [&str; 0], "{it}");
    }
    let alternatives = "if (a == 1) { x = 1; } else ".repeat(90);
    assert_eq!(told(&row(1, &format!("{alternatives} {{ }}"))), [] as [&str; 0]);
}

#[test]
fn cut_anywhere() {
    for text in all() {
        for end in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
            let step = if text.len() > 600 { 7 } else { 1 };
            if end % step == 0 {
                read(&text[..end]);
                read(&text[end..]);
            }
        }
    }
}

#[test]
fn without_a_token() {
    for text in GAMES {
        let (tokens, _) = crate::lex::tokens(text, &mut Problems::new());
        for (_, span) in tokens.iter().step_by(3) {
            let without = format!("{}{}", &text[..span.start as usize], &text[span.end as usize..]);
            read(&without);
        }
    }
}
