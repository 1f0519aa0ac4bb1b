//! The formatter: it never changes a program, is idempotent, and undoes changes of blanks.

use crate::programs::so_many;
use crate::support::{Draw, compile, expect_file, files, here, no_failures, read, root};
use ide::{Language, TokenKind, format, tokens};

/// Every source there is: shipped games, cases, examples of errors that can be read, conformance.
fn sources() -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut folders: Vec<_> = std::fs::read_dir(root().join("playground/games")).expect("is there").collect();
    folders.sort_by_key(|it| it.as_ref().expect("is readable").path());
    for folder in folders {
        let path = folder.expect("is readable").path().join("game.rules");
        if path.exists() {
            all.push((path.display().to_string(), read(&path)));
        }
    }
    for path in files(&here().join("cases/rules"), "txt") {
        let text = read(&path);
        let source = text.split("\n-----").next().unwrap_or("").to_owned();
        all.push((path.display().to_string(), source));
    }
    for path in files(&here().join("errors"), "md") {
        let text = read(&path);
        let example = text.split("```rules\n").nth(1).and_then(|it| it.split("```").next()).unwrap_or("");
        all.push((path.display().to_string(), example.to_owned()));
    }
    for path in files(&here().join("conformance"), "rules") {
        all.push((path.display().to_string(), read(&path)));
    }
    all
}

/// The program of a text without its places, or its messages.
fn program(text: &str) -> Result<String, Vec<String>> {
    let output = languages::compile(&diag::Source::new("game.rules", text), Language::Rules);
    let said = output.diagnostics.iter().map(|it| it.message.clone()).collect();
    output.program.map(|it| ir::dump(&it)).ok_or(said)
}

/// The text with other blanks: between its tokens stretched, squeezed, or broken over lines where the language allows
/// it.
fn mutilated(source: &str, draw: &mut Draw) -> String {
    let units: Vec<u16> = source.encode_utf16().collect();
    let text = |from: u32, to: u32| String::from_utf16(&units[from as usize..to as usize]).expect("whole characters");
    let all = tokens(source, Language::Rules);
    let mut out = String::new();
    let mut depth: Vec<String> = Vec::new();
    let mut before: Option<&ide::Token> = None;
    for it in &all {
        let shown = text(it.from, it.to);
        if let Some(last) = before {
            let gap = text(last.to, it.from);
            let left = text(last.from, last.to);
            // Between two holes is text.
            let strings = last.kind == TokenKind::String || it.kind == TokenKind::String || shown == "${";
            let comments = last.kind == TokenKind::Comment || it.kind == TokenKind::Comment;
            let list = depth.last().is_some_and(|it| it == "(" || it == "[");
            let mut new = gap.clone();
            if !gap.is_empty() && !gap.contains('\n') && !comments {
                new = " ".repeat(1 + draw.below(4));
            } else if gap.contains('\n') && !comments && (left == "{" || shown == "}") && draw.below(2) == 0 {
                new = " ".repeat(draw.below(2));
            } else if gap.contains('\n') {
                new = gap.replace(' ', if draw.below(2) == 0 { "" } else { "\t  " });
            } else if !strings && !comments && draw.below(3) == 0 {
                new.push_str(if draw.below(2) == 0 { " " } else { "\t" });
            }
            if list && !strings && !comments && draw.below(4) == 0 {
                new.push('\n');
            }
            out.push_str(&new);
        }
        match shown.as_str() {
            "(" | "[" | "{" | "${" if it.kind == TokenKind::Punctuation => depth.push(shown.clone()),
            ")" | "]" | "}" if it.kind == TokenKind::Punctuation => drop(depth.pop()),
            _ => {}
        }
        out.push_str(&shown);
        before = Some(it);
    }
    out.push('\n');
    out
}

fn check(name: &str, source: &str, before: &Result<String, Vec<String>>, failures: &mut Vec<String>) {
    let Ok(once) = format(source, Language::Rules) else { return };
    if program(&once) != *before {
        failures.push(format!("{name}: another program\n{source}\n-----\n{once}"));
    }
    match format(&once, Language::Rules) {
        Ok(twice) if twice == once => {}
        Ok(twice) => failures.push(format!("{name}: not done in one run\n{once}\n-----\n{twice}")),
        Err(_) => failures.push(format!("{name}: cannot be read any more\n{once}")),
    }
}

#[test]
fn formatting_changes_no_program() {
    let mut failures = Vec::new();
    let mut read = 0;
    for (name, source) in sources() {
        let before = program(&source);
        read += usize::from(format(&source, Language::Rules).is_ok());
        check(&name, &source, &before, &mut failures);
        if format(&source, Language::Rules).is_err() {
            continue;
        }
        // In scripts a blank says where the value of `set` begins.
        if source.contains("script ") {
            continue;
        }
        let mut draw = Draw(0x9e37_79b9);
        for _ in 0..so_many([2, 8, 8]) {
            let other = mutilated(&source, &mut draw);
            if program(&other) == before {
                check(&format!("{name}, mutilated"), &other, &before, &mut failures);
            } else if before.is_ok() {
                failures.push(format!("{name}: the mutilation is another program\n{other}"));
            }
        }
    }
    assert!(read >= 60, "only {read} sources could be read");
    no_failures(&failures);
}

#[test]
fn shipped_games_are_in_style() {
    let mut failures = Vec::new();
    for (name, source) in sources().into_iter().filter(|it| it.0.contains("playground")) {
        let formatted = format(&source, Language::Rules).expect("can be read");
        for (i, (a, b)) in source.lines().zip(formatted.lines()).enumerate() {
            if a != b {
                failures.push(format!("{name}:{}\n  has   {a}\n  wants {b}", i + 1));
                break;
            }
        }
        if source.lines().count() != formatted.lines().count() {
            failures.push(format!("{name}: other lines"));
        }
    }
    no_failures(&failures);
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    for broken in ["setup {", "state x { prompt { action } }", "setup { x = ( }", "roles A, B\nfoo"] {
        assert!(format(broken, Language::Rules).is_err_and(|it| !it.is_empty()), "{broken}");
    }
    assert!(compile("roles A, B\nsetup { G.x = 1 }").rules.is_none());
    assert_eq!(format("roles  A,B ;setup{G.x=1 }", Language::Rules).as_deref(), Ok("roles A, B\nsetup { G.x = 1 }\n"));
}

/// A source and how it looks after: `cases/format.txt`, pairs apart by a line `=====`.
#[test]
fn style() {
    let path = here().join("cases/format.txt");
    let found = |case: &str| {
        let source = case.split("\n-----\n").next().unwrap_or("");
        let formatted = format(source, Language::Rules).expect("can be read");
        format!("{source}\n-----\n{}", formatted.trim_end())
    };
    let found: Vec<String> = read(&path).trim_end().split("\n=====\n").map(found).collect();
    let mut failures = Vec::new();
    expect_file(&path, &format!("{}\n", found.join("\n=====\n")), &mut failures);
    no_failures(&failures);
}

/// Lines, comments and blocks without end take no longer than their length asks for.
#[test]
fn large_texts() {
    let mut failures = Vec::new();
    let many = so_many([5_000, 20_000, 20_000]) as usize;
    let texts = [
        "// comment\n".repeat(many),
        format!("setup {{ {} }}", "if true { G.x = [1, 2] } else { log `a${1}` }; ".repeat(many)),
        format!("const X = [{}]", "1, ".repeat(many)),
        format!("setup {{ {} x = 1 {} }}", "if true { ".repeat(100), "} ".repeat(100)),
        format!("setup {{\n{}}}", "log \"a\" // why\n".repeat(many)),
    ];
    for source in texts {
        assert!(format(&source, Language::Rules).is_ok());
        check("large", &source, &program(&source), &mut failures);
    }
    no_failures(&failures.iter().map(|it| it.chars().take(2000).collect()).collect::<Vec<String>>());
}
