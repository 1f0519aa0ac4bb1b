//! Documents and doc comments read plainly. `tests/prose.txt` has what is left of each fault in each place; it can only fall:
//! `UPDATE=1` writes lower numbers, and never a higher one. A place that is not listed has none.

use crate::support::{here, no_failures, read, root, updating};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Longest line of a document, in characters, outside of tables and code.
const WIDTH: usize = 120;
/// Longest sentence of a document, in words.
const WORDS: usize = 40;
/// Doc comments begin with a noun or a verb instead.
const BEGINNINGS: [&str; 4] = ["What ", "Whether ", "How ", "So many "];

/// Faults by kind and place, each with where it is.
type Faults = BTreeMap<(String, String), Vec<String>>;

#[test]
fn documents_and_comments_read_plainly() {
    let mut faults = Faults::new();
    let mut failures = Vec::new();
    let (mut documents, mut scripts) = (0, 0);
    for path in sources() {
        let name = path.strip_prefix(root()).expect("is in the project").display().to_string();
        match path.extension().and_then(|it| it.to_str()) {
            Some("md") => {
                documents += 1;
                document(&name, &read(&path), &mut faults);
            }
            Some("rs" | "ts" | "tsx" | "js" | "mjs") => {
                scripts += 1;
                comments(&name, &read(&path), &mut faults);
            }
            _ => {}
        }
    }
    assert!(documents > 190 && scripts > 900, "{documents} documents, {scripts} scripts");
    let path = here().join("prose.txt");
    let before = ceilings(&read(&path));
    let mut now = String::new();
    for ((kind, place), found) in &faults {
        let most = before.get(&format!("{kind} in {place}")).copied().unwrap_or(0);
        if most > 0 {
            now.push_str(&format!("{} {kind} in {place}\n", found.len().min(most)));
        }
        if found.len() > most {
            failures.push(format!("{} {kind} in {place}, at most {most}:\n  {}", found.len(), found.join("\n  ")));
        }
    }
    if updating() {
        std::fs::write(&path, now).expect("is writable");
    }
    no_failures(&failures);
}

fn ceilings(text: &str) -> BTreeMap<String, usize> {
    let lines = text.lines().filter_map(|it| it.split_once(' '));
    lines.map(|(count, place)| (place.to_owned(), count.parse().expect("a number"))).collect()
}

/// Every file that is written by hand.
fn sources() -> Vec<PathBuf> {
    let skipped = ["node_modules", "target", "dist", "cases", "test-results"];
    let mut left = vec![root().to_owned()];
    let mut out = Vec::new();
    while let Some(folder) = left.pop() {
        for entry in std::fs::read_dir(folder).expect("is readable") {
            let path = entry.expect("is readable").path();
            let name = path.file_name().and_then(|it| it.to_str()).unwrap_or(".");
            if name.starts_with('.') || skipped.contains(&name) {
                continue;
            }
            if path.is_dir() { left.push(path) } else { out.push(path) }
        }
    }
    out.sort();
    out
}

/// A crate, a folder of the page, or what lies at the top.
fn place(name: &str) -> String {
    let folders = match name {
        _ if name.starts_with("engine/languages/") || name.starts_with("www/src/") => 3,
        _ => 2,
    };
    let parent = Path::new(name).parent().unwrap_or(Path::new(""));
    parent.components().take(folders).map(|it| it.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn comments(name: &str, text: &str, faults: &mut Faults) {
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let doc = ["///", "//!", "/**"].iter().find_map(|it| line.strip_prefix(it)).unwrap_or("").trim_start();
        if BEGINNINGS.iter().any(|it| doc.starts_with(it)) {
            let found = faults
                .entry((format!("doc lines that begin with {}", BEGINNINGS.map(str::trim).join(", ")), place(name)));
            found.or_default().push(format!("{name}:{}: {doc}", at + 1));
        }
    }
}

fn document(name: &str, text: &str, faults: &mut Faults) {
    // The messages are many files.
    let place = if name.starts_with("tests/errors/") { "tests/errors" } else { name };
    let mut paragraph = String::new();
    let mut code = false;
    let end = |paragraph: &mut String, faults: &mut Faults| {
        for sentence in sentences(paragraph).into_iter().filter(|it| words(it) > WORDS) {
            let found = faults.entry((format!("sentences over {WORDS} words"), place.to_owned()));
            found.or_default().push(format!("{name}: {sentence}"));
        }
        paragraph.clear();
    };
    for (at, line) in text.lines().enumerate() {
        let content = line.trim_start();
        let fence = content.starts_with("```");
        let row = content.starts_with('|');
        // In a lesson a paragraph is a line.
        let wrapped = !code && !fence && !row && !name.starts_with("playground/lessons/");
        if wrapped && line.chars().count() > WIDTH && content.contains(' ') {
            let found = faults.entry((format!("lines over {WIDTH} characters"), place.to_owned()));
            found.or_default().push(format!("{name}:{}", at + 1));
        }
        code ^= fence;
        let item = ["* ", "- ", "# ", "## ", "### "].iter().any(|it| content.starts_with(it))
            || content.split_once(". ").is_some_and(|(it, _)| it.chars().all(|it| it.is_ascii_digit()));
        if code || fence || row || item || content.is_empty() {
            end(&mut paragraph, faults);
        }
        if row {
            content.split(" | ").for_each(|it| end(&mut it.to_owned(), faults));
        } else if !code && !fence {
            paragraph.push_str(content);
            paragraph.push(' ');
        }
    }
    end(&mut paragraph, faults);
}

/// The sentences of a paragraph; code counts as one word.
fn sentences(paragraph: &str) -> Vec<String> {
    let parts = paragraph.split('`').enumerate();
    let text: String = parts.map(|(i, it)| if i % 2 == 0 { it } else { "code" }).collect();
    let mut out = vec![String::new()];
    for word in text.split_whitespace() {
        let last = out.last_mut().expect("one");
        last.push_str(word);
        last.push(' ');
        if word.trim_end_matches(['"', '\'', ')', '*']).ends_with(['.', '!', '?']) {
            out.push(String::new());
        }
    }
    out
}

fn words(sentence: &str) -> usize {
    sentence.split_whitespace().filter(|it| it.chars().any(char::is_alphanumeric)).count()
}
