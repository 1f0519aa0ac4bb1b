//! Texts of every kind, most of them half written or odd: each request of an editor has an answer, a name is changed or
//! refused, and formatting keeps the meaning of a text.
//!
//! `editor/texts/ENDING.txt`: texts between lines of `=====`. `editor/renaming/ENDING.txt`: each a source with a
//! cursor, `¦`, then a line `----- NAME`, and below it the lines that are different under that name, or why there are
//! none. `UPDATE=1` writes those.

use crate::programs::share;
use crate::support::{Draw, expect_file, files, here, no_failures, read, root};
use diag::Source;
use ide::{Edit, Graph, GraphChange, Language, complete, format, graphs, hover, outline, rename, tokens, with_graph};
use std::collections::BTreeSet;

/// Every language, with the ending of its files.
fn languages() -> impl Iterator<Item = (&'static str, Language)> {
    Language::ALL.iter().map(|it| (it.about().ending, *it))
}

const CURSOR: char = '¦';

/// The codes of a text's messages, in order, and its program without places.
fn meaning(text: &str, language: Language) -> (Vec<&'static str>, Option<String>) {
    let output = languages::compile(&Source::new("game", text), language);
    let mut said: Vec<&str> = output.diagnostics.iter().map(|it| it.code.text()).collect();
    said.sort_unstable();
    (said, output.program.map(|it| ir::dump(&it)))
}

/// A dump in which two names are equal, and those derived from them: `G_x_`, `take_x`.
fn without(dump: &str, names: [&str; 2]) -> String {
    crate::support::with_one_name(dump, names)
}

fn cut(source: &str, from: u32, to: u32) -> String {
    let units: Vec<u16> = source.encode_utf16().collect();
    String::from_utf16(&units[from as usize..to as usize]).expect("whole characters")
}

fn with(source: &str, edits: &[Edit]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for it in edits {
        out += &cut(source, at, it.range.from);
        out += &it.insert;
        at = it.range.to;
    }
    out + &cut(source, at, source.encode_utf16().count() as u32)
}

/// The places where words begin.
fn places(text: &str) -> Vec<u32> {
    let mut before = ' ';
    let mut units: u32 = 0;
    let mut out = vec![0];
    for c in text.chars() {
        if c.is_alphanumeric() && !before.is_alphanumeric() {
            out.push(units);
        }
        before = c;
        units += c.len_utf16() as u32;
    }
    out
}

fn formatted(text: &str, language: Language, failures: &mut Vec<String>) {
    let Ok(once) = format(text, language) else { return };
    if meaning(&once, language) != meaning(text, language) {
        failures.push(format!("another program\n{text}\n-----\n{once}"));
    }
    match format(&once, language) {
        Ok(twice) if twice == once => {}
        Ok(twice) => failures.push(format!("not done in one run\n{once}\n-----\n{twice}")),
        Err(_) => failures.push(format!("cannot be read any more\n{once}")),
    }
}

/// Every change of a graph has its described effect, and cells keep their order.
fn graphs_changed(text: &str, language: Language, failures: &mut Vec<String>) {
    let name = |graph: &Graph, at: usize| graph.cells[at].name.clone();
    for before in graphs(text, language) {
        let linked = |graph: &Graph, (a, b)| graph.links.contains(&(a, b)) || graph.links.contains(&(b, a));
        let mut all = Vec::new();
        for a in 0..before.cells.len() {
            all.push((GraphChange::Place(name(&before, a), 7.5, -1.0), None));
            all.push((GraphChange::Rename(name(&before, a), "other_name".to_owned()), None));
            for b in 0..a {
                all.push((GraphChange::Link(name(&before, a), name(&before, b)), Some((a, b, true))));
                all.push((GraphChange::Unlink(name(&before, a), name(&before, b)), Some((a, b, false))));
            }
        }
        for (change, link) in all {
            let Ok(changed) = with_graph(text, language, &before.name, std::slice::from_ref(&change)) else { continue };
            let after = graphs(&changed, language).into_iter().find(|it| it.name == before.name);
            let fits = after.is_some_and(|after| {
                let names = |graph: &Graph| graph.cells.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
                let renamed = matches!(change, GraphChange::Rename(..));
                (renamed || names(&after) == names(&before))
                    && after.cells.len() == before.cells.len()
                    && link.is_none_or(|(a, b, there)| linked(&after, (a, b)) == there)
            });
            if !fits {
                failures.push(format!("{change:?}\n{text}\n-----\n{changed}"));
            }
        }
    }
}

fn asked(text: &str, language: Language, failures: &mut Vec<String>) {
    tokens(text, language);
    outline(text, language);
    for at in (0..=text.encode_utf16().count() as u32 + 1).step_by(3) {
        complete(text, language, at);
        hover(text, language, at);
    }
    graphs_changed(text, language, failures);
    let words: BTreeSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let mut draw = Draw(0x9e37_79b9);
    let mut seen = BTreeSet::new();
    let before = meaning(text, language);
    for at in places(text) {
        let Ok(edits) = rename(text, language, at, "other_name") else { continue };
        let Some(first) = edits.first().map(|it| it.range).filter(|it| seen.insert(*it)) else { continue };
        let old = cut(text, first.from, first.to);
        for name in words.iter().copied().filter(|_| draw.below(6) == 0).chain(["other_name"]) {
            let Ok(edits) = rename(text, language, at, name) else { continue };
            let after = meaning(&with(text, &edits), language);
            let dump = |it: &Option<String>| it.as_ref().map(|it| without(it, [&old, name]));
            if after.0 != before.0 || dump(&after.1) != dump(&before.1) {
                failures.push(format!("another program with `{name}` for `{old}`\n{}", with(text, &edits)));
            }
        }
    }
}

#[test]
fn every_text_has_its_answers() {
    let mut failures = Vec::new();
    for (ending, language) in languages() {
        let all = read(&here().join("editor/texts").join(format!("{ending}.txt")));
        for text in share(0, all.split("=====\n")) {
            let compiled = game::compile_with(text, language, &format!("game.{ending}"), &[]);
            // Either the front-end reports an error, or the program runs.
            if let Some(it) = compiled.diagnostics.iter().find(|it| it.code.text() == "HR0730") {
                failures.push(format!("{}\n{text}", it.message));
            }
            formatted(text, language, &mut failures);
            asked(text, language, &mut failures);
        }
    }
    no_failures(&failures);
}

/// The result of renaming in a text.
fn renamed(marked: &str, name: &str, language: Language) -> String {
    let at = marked.find(CURSOR).expect("a cursor");
    let source = marked.replace(CURSOR, "");
    let offset = marked[..at].encode_utf16().count() as u32;
    match rename(&source, language, offset, name) {
        Err(why) => format!("refused: {why}\n"),
        Ok(edits) => {
            let after = with(&source, &edits);
            let lines = source.lines().zip(after.lines()).enumerate().filter(|(_, (a, b))| a != b);
            lines.map(|(i, (_, b))| format!("{}: {}\n", i + 1, b.trim_start())).collect()
        }
    }
}

#[test]
fn names() {
    let mut failures = Vec::new();
    for (ending, language) in languages() {
        let path = here().join("editor/renaming").join(format!("{ending}.txt"));
        let mut out = Vec::new();
        for case in read(&path).split("=====\n") {
            let (source, rest) = case.split_once("----- ").expect("a new name");
            let name = rest.lines().next().unwrap_or("");
            out.push(format!("{source}----- {name}\n{}", renamed(source, name, language)));
        }
        assert!(out.len() > 4, "{}: only {} cases", path.display(), out.len());
        expect_file(&path, &out.join("=====\n"), &mut failures);
    }
    no_failures(&failures);
}

/// Formatting does not change shipped games, in any language.
#[test]
fn formatting_keeps_what_is_shipped() {
    let mut failures = Vec::new();
    for folder in std::fs::read_dir(root().join("playground/games")).expect("is there") {
        let folder = folder.expect("is readable").path();
        for (ending, language) in languages() {
            for path in files(&folder, ending) {
                formatted(&read(&path), language, &mut failures);
            }
        }
    }
    no_failures(&failures);
}
