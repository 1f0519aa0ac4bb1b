//! Texts to mutate: all sources of the tests, the games and the documents, in every language.

use super::Input;
use crate::cases::input;
use crate::plays;
use crate::support::{files, here, read, root};
use game::Language;
use languages::About;
use std::path::Path;

/// Between a text and the files below it.
const FILE: &str = "\n----- file ";

/// Lines of a list of expressions in one source.
const LINES: usize = 6;

/// An input from one text, in the form of findings: its files are below it.
pub fn from_text(text: &str, language: Language) -> Input {
    let mut parts = text.split(FILE);
    let text = parts.next().unwrap_or_default().to_owned();
    let file = |it: &str| it.split_once('\n').map(|(name, text)| (name.to_owned(), text.to_owned()));
    Input { text, language, files: parts.filter_map(file).collect() }
}

/// The reverse.
pub fn to_text(input: &Input) -> String {
    let files = input.files.iter().map(|(name, text)| format!("{FILE}{name}\n{text}"));
    std::iter::once(input.text.clone()).chain(files).collect()
}

/// The findings that are kept.
pub fn kept() -> Vec<(String, Input)> {
    let mut out = Vec::new();
    for &language in Language::ALL {
        for path in files(&here().join("fuzz"), language.about().ending) {
            out.push((path.display().to_string(), from_text(&read(&path), language)));
        }
    }
    out
}

/// All initial texts.
pub fn all() -> Vec<Input> {
    let mut out: Vec<Input> = plays::shipped_games().iter().map(|it| game(it)).collect();
    for &language in Language::ALL {
        let About { name, ending, .. } = language.about();
        let cases = files(&here().join("cases").join(name), "txt");
        out.extend(cases.iter().map(|it| from_text(input(&read(it)).0, language)));
        for folder in ["cases/lab", "conformance", &format!("conformance/{name}")] {
            out.extend(files(&here().join(folder), ending).iter().map(|it| from_text(&read(it), language)));
        }
        let pages = files(&here().join("errors"), "md").into_iter();
        let documents = files(&root().join("engine/languages"), "md").into_iter();
        for path in pages.chain(documents) {
            out.extend(blocks(&path, language));
        }
    }
    let plain = |text: &str| from_text(text, Language::Rules);
    let cursors = read(&here().join("editor/cursors.txt")).replace('¦', "");
    out.extend(cursors.split("=====\n").filter_map(|it| it.split("-----\n").next()).map(plain));
    let format = read(&here().join("cases/format.txt"));
    out.extend(format.split("\n=====\n").filter_map(|it| it.split("\n-----\n").next()).map(plain));
    for path in files(&here().join("library"), "txt") {
        let read = read(&path);
        let (head, lines) = lines(&read);
        let code = |(i, it): (usize, &[&str])| {
            let bodies: String = it.iter().enumerate().map(|(j, it)| function(&format!("f{i}_{j}"), it)).collect();
            plain(&format!(
                "{head}\n{bodies}\nsetup {{ call rest }}\nstate rest {{ prompt {{ button ok }} on ok {{ }} }}\n"
            ))
        };
        out.extend(lines.chunks(LINES).enumerate().map(code));
    }
    let primitives = read(&here().join("ludl/primitives.txt"));
    let (head, lines) = lines(&primitives);
    out.extend(lines.chunks(LINES).map(|it| from_text(&format!("{head}\n{}", receivers(it)), Language::Ludl)));
    out.extend(kept().into_iter().map(|it| it.1));
    out
}

fn game(id: &str) -> Input {
    let rules = plays::shipped(id);
    let source = rules.source();
    let mut texts = source.parts().iter().map(|it| (it.name.clone(), source.slice(it.span).to_owned()));
    let (_, text) = texts.next().expect("a text");
    Input { text, language: plays::language(id).expect("a text"), files: texts.collect() }
}

/// The examples of a page: each block of a language, with the files of the page.
fn blocks(path: &Path, language: Language) -> Vec<Input> {
    let text = read(path);
    let mut files = Vec::new();
    let mut out = Vec::new();
    for block in text.split("\n```").skip(1).step_by(2) {
        let Some((head, text)) = block.split_once('\n') else { continue };
        match head.split_once(' ').unwrap_or((head, "")) {
            ("file", name) => files.push((name.to_owned(), text.to_owned())),
            (word, _) if word == language.about().name => out.push(text.to_owned()),
            _ => {}
        }
    }
    // Several blocks are often one source.
    if out.len() > 1 && path.parent().is_some_and(|it| it.ends_with("errors")) {
        out.push(out.concat());
    }
    out.into_iter().map(|text| Input { text, language, files: files.clone() }).collect()
}

/// The head of a file of lines `code => value`, and the codes.
fn lines(text: &str) -> (&str, Vec<&str>) {
    let (head, lines) = text.split_once("\n-----\n").expect("a head, then lines");
    (head, lines.lines().filter_map(|it| Some(it.split_once(" => ")?.0)).collect())
}

fn function(name: &str, code: &str) -> String {
    let (statements, value) = code.rsplit_once("; ").unwrap_or(("", code));
    format!("function {name}() {{ {statements}; log json({value}) }}\n")
}

fn receivers(codes: &[&str]) -> String {
    let receiver = |(i, code): (usize, &&str)| {
        let (statements, value) = code.rsplit_once("; ").map_or(("", *code), |it| it);
        let statements = if statements.is_empty() { String::new() } else { format!("{statements};") };
        format!("RECEIVE go{i}:\n{statements}\nSET_PROP 'value' {value};\nACCEPT;\nEND_RECEIVE\n")
    };
    codes.iter().enumerate().map(receiver).collect()
}
