//! Editor services: sources with a cursor, `¦`, and the completions, description and declaration there.
//!
//! `editor/*.txt`: cases between lines of `=====`; each is a source, then `-----`, then the answers. `UPDATE=1` writes
//! them.

use crate::support::{codes, compile, expect_file, files, here, no_failures, read, root};
use ide::{Edit, Language, Section, complete, hover, outline, rename};
use std::collections::BTreeSet;

const CURSOR: char = '¦';

fn cut(source: &str, from: u32, to: u32) -> String {
    let units: Vec<u16> = source.encode_utf16().collect();
    String::from_utf16(&units[from as usize..to as usize]).expect("whole characters")
}

fn line_of(source: &str, from: u32) -> usize {
    cut(source, 0, from).matches('\n').count() + 1
}

fn with(source: &str, edits: &[Edit]) -> String {
    let mut out = source.to_owned();
    for it in edits.iter().rev() {
        let before = cut(source, 0, it.range.from).len();
        let end = cut(source, 0, it.range.to).len();
        out.replace_range(before..end, &it.insert);
    }
    out
}

fn told(marked: &str) -> String {
    let at = marked.find(CURSOR).expect("a cursor");
    let source = marked.replace(CURSOR, "");
    let offset = marked[..at].encode_utf16().count() as u32;
    let language = Language::Rules;
    let mut out = String::new();
    let completions = complete(&source, language, offset);
    let range = completions.range;
    let (names, builtins): (Vec<_>, Vec<_>) = completions.items.iter().partition(|it| it.kind.text() != "builtin");
    out.push_str(&format!("complete `{}`\n", cut(&source, range.from, range.to)));
    for it in names {
        out.push_str(&format!("  {} {} · {}\n", it.kind.text(), it.name, it.text));
    }
    match builtins.len() {
        0 => {}
        n if n > 12 => out.push_str(&format!("  and {n} builtins\n")),
        _ => builtins.iter().for_each(|it| out.push_str(&format!("  builtin {} · {}\n", it.name, it.text))),
    }
    if let Some(it) = hover(&source, language, offset) {
        out.push_str(&format!("hover `{}`: {}\n", cut(&source, it.range.from, it.range.to), it.text));
        if !it.doc.is_empty() {
            out.push_str(&format!("  {}\n", it.doc));
        }
        if let Some(it) = it.declared {
            out.push_str(&format!(
                "declared in line {}: `{}`\n",
                line_of(&source, it.from),
                cut(&source, it.from, it.to)
            ));
        }
    }
    if let Ok(edits) = rename(&source, language, offset, "other_name") {
        let lines: Vec<String> = edits.iter().map(|it| line_of(&source, it.range.from).to_string()).collect();
        out.push_str(&format!("renamed in lines {}\n", lines.join(", ")));
        let renamed = with(&source, &edits);
        assert_eq!(
            codes(&compile(&renamed)),
            codes(&compile(&source)),
            "the same problems under another name:\n{renamed}"
        );
    }
    out
}

#[test]
fn cursors() {
    let mut failures = Vec::new();
    for path in files(&here().join("editor"), "txt") {
        let text = read(&path);
        let mut out = Vec::new();
        for case in text.split("=====\n") {
            let source = case.split("-----\n").next().unwrap_or("");
            out.push(format!("{source}-----\n{}", told(source)));
        }
        assert!(out.len() > 5, "{}: only {} cases", path.display(), out.len());
        expect_file(&path, &out.join("=====\n"), &mut failures);
    }
    no_failures(&failures);
}

#[test]
fn an_outline() {
    let source = "roles A, B\nglobal { n: int }\nfunction f() { }\nstate s {\n prompt { button ok }\n on ok { }\n}\nscript t { log }\n";
    let shown: fn(&Section) -> String = |it| format!("{} {} {}", it.word, it.name, it.inner.len());
    let all = outline(source, Language::Rules);
    assert_eq!(all.iter().map(shown).collect::<Vec<_>>(), ["global  0", "function f 0", "state s 2", "procedure t 0"]);
    assert_eq!(cut(source, all[2].at.from, all[2].at.to), "s");
    assert_eq!(all[2].inner.iter().map(shown).collect::<Vec<_>>(), ["prompt  0", "on ok 0"]);
}

/// There is an answer for every place of the cursor.
#[test]
fn every_place_has_an_answer() {
    for path in files(&here().join("conformance"), "rules") {
        let source = read(&path);
        let units = source.encode_utf16().count() as u32;
        for offset in (0..=units + 3).step_by(3) {
            complete(&source, Language::Rules, offset);
        }
        let at = source.find("roles").expect("roles") as u32;
        assert!(hover(&source, Language::Rules, at + 1).is_some(), "{}", path.display());
    }
    assert_eq!(complete("", Language::Rules, 7).range.to, 0);
}

/// Everything declared in a game can be renamed, and the game compiles as before.
#[test]
fn renaming_keeps_games_whole() {
    let mut renamed = 0;
    for game in ["tic-tac-toe", "pig", "draughts", "hearts", "duel"] {
        let source = read(&root().join("playground/games").join(game).join("game.rules"));
        let compiled = compile(&source);
        let before = codes(&compiled);
        let mut seen = BTreeSet::new();
        for (at, _) in source.match_indices(|c: char| c.is_ascii_alphabetic()) {
            let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let word: String = source[at..].chars().take_while(|it| name(*it)).collect();
            if source[..at].ends_with(name) || !seen.insert(word) {
                continue;
            }
            let offset = source[..at].encode_utf16().count() as u32;
            let Ok(edits) = rename(&source, Language::Rules, offset, "other_name") else { continue };
            let after = compile(&with(&source, &edits));
            assert_eq!(codes(&after), before, "{game} at {at}");
            renamed += 1;
        }
    }
    assert!(renamed > 60, "{renamed}");
}

/// Names of the files that a text uses, or is a variant of, are known in it; their places are not.
#[test]
fn names_of_files_are_offered_and_explained() {
    let file = "roles White, Black\nglobal { steps: int }\nfunction gain(who: Role): int { return 1 }\n";
    let files =
        [("race.rules".to_owned(), file.to_owned()), ("other.rules".to_owned(), "global { stones: int }".to_owned())];
    for first in ["use", "variant of"] {
        let source = format!("{first} \"race.rules\"\nfunction two(): int {{ return gain(White) + G.st }}");
        let offset = (source.find("G.st").expect("is there") + 4) as u32;
        let names = |files: &[(String, String)]| -> Vec<String> {
            ide::complete_with(&source, Language::Rules, offset, files).items.into_iter().map(|it| it.name).collect()
        };
        assert_eq!(names(&files), ["steps"]);
        assert!(names(&[]).is_empty());
        let at = source.find("gain").expect("is there") as u32;
        let told = ide::hover_with(&source, Language::Rules, at, &files).expect("is known");
        assert_eq!((told.text.as_str(), told.declared), ("function gain(who: Role): int", None));
    }
}
