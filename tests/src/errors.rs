//! The pages of `errors/`: one for each code, with an example that produces it.

use crate::moves::{Table, meaningful};
use crate::support::{codes, compile_with, files, here, no_failures, read, root, stem};
use diag::Code;
use game::Language;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The blocks of a page: the word after the three backticks, and the text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut parts = page.split("\n```");
    parts.next();
    while let (Some(block), _) = (parts.next(), parts.next()) {
        let (head, text) = block.split_once('\n').expect("a block has lines");
        out.push((head.to_owned(), format!("{text}\n")));
    }
    out
}

fn page(code: Code) -> String {
    read(&here().join("errors").join(format!("{}.md", code.text())))
}

#[test]
fn codes_are_unique_and_have_a_page_each() {
    let mut seen: BTreeMap<&str, Code> = BTreeMap::new();
    for code in Code::ALL {
        assert!(seen.insert(code.text(), *code).is_none(), "{} twice", code.text());
    }
    let titles: BTreeSet<&str> = Code::ALL.iter().map(|it| it.title()).collect();
    assert_eq!(titles.len(), Code::ALL.len(), "each says something else");
    let pages = files(&here().join("errors"), "md");
    let known: BTreeSet<&str> = pages.iter().map(|it| stem(it)).collect();
    assert_eq!(known, seen.keys().copied().collect::<BTreeSet<_>>());
    for code in Code::ALL {
        let text = page(*code);
        let title = format!("# {} {}", code.text(), code.title());
        assert_eq!(text.lines().next(), Some(title.as_str()));
        let prose = text.split("\n```").next().unwrap_or("");
        assert!(prose.split_whitespace().count() > 20, "{} says too little", code.text());
    }
}

/// The codes that an example produces, in order.
fn produced(page: &str) -> Vec<String> {
    let blocks = blocks(page);
    // Blocks in the rules language may be several, and are joined below.
    for &language in Language::ALL.iter().filter(|it| **it != Language::Rules) {
        let Some((_, text)) = blocks.iter().find(|it| it.0 == language.about().name) else { continue };
        let compiled = game::compile(text, language, "game");
        if let (Some(rules), Some((_, moves))) = (&compiled.rules, blocks.iter().find(|it| it.0 == "moves")) {
            let mut table = Table::new(rules.clone());
            let failed = meaningful(moves).filter_map(|it| table.line(it).err()).map(|it| it.code.text().to_owned());
            return failed.collect();
        }
        return codes(&compiled).into_iter().map(str::to_owned).collect();
    }
    let imports = |it: &&(String, String)| Language::importing(&format!("game.{}", it.0)).is_some();
    if let Some((ending, text)) = blocks.iter().find(imports) {
        let language = Language::importing(&format!("game.{ending}")).expect("it imports them");
        let problems = game::import(text, language).err().unwrap_or_default();
        return problems.iter().map(|it| it.code.text().to_owned()).collect();
    }
    if blocks.iter().any(|it| it.0 == "by hand") {
        let mut table = Table::new(crate::open::rules());
        let lines = blocks.iter().filter(|it| it.0 == "moves").flat_map(|it| meaningful(&it.1));
        return lines.filter_map(|it| table.line(it).err()).map(|it| it.code.text().to_owned()).collect();
    }
    let mut source = String::new();
    for (head, text) in &blocks {
        // `rules 70000 times`: the block again and again.
        match head.split(' ').collect::<Vec<_>>()[..] {
            ["rules"] => source.push_str(text),
            ["rules", times, "times"] => source.push_str(&text.repeat(times.parse().expect("a number"))),
            _ => {}
        }
    }
    let files = blocks.iter().filter_map(|(head, text)| Some((head.strip_prefix("file ")?.to_owned(), text.clone())));
    let compiled = compile_with(&source, &files.collect::<Vec<_>>());
    let mut out: Vec<String> = codes(&compiled).iter().map(|it| (*it).to_owned()).collect();
    let Some(rules) = compiled.rules else { return out };
    let failed = (0..rules.tests().count()).filter_map(|i| rules.run_test(i).err().map(|it| it.problem));
    out.extend(failed.map(|it| it.code.text().to_owned()));
    if blocks.iter().any(|it| !it.0.starts_with("rules") && !it.0.starts_with("file ")) {
        out.clear();
    }
    let mut table = Table::new(rules);
    for (head, text) in &blocks {
        let lines: Vec<String> = match head.as_str() {
            "moves" => meaningful(text).map(str::to_owned).collect(),
            "state" => vec![format!("resume {}", text.trim())],
            "record" => vec![format!("record {}", text.trim())],
            _ => continue,
        };
        for line in lines {
            if let Err(fault) = table.line(&line) {
                out.push(fault.code.text().to_owned());
            }
        }
    }
    out
}

#[test]
fn every_example_produces_its_code() {
    let mut failures = Vec::new();
    for code in Code::ALL {
        let text = page(*code);
        let Ok(found) = std::panic::catch_unwind(|| produced(&text)) else {
            failures.push(format!("{} {}: a panic", code.text(), code.title()));
            continue;
        };
        let fine = match code {
            // Errors of the package itself; `npm/dead.test.js` runs these.
            _ if blocks(&text).iter().any(|it| it.0 == "js") => true,
            // Appears together with the errors it counts.
            Code::More => found.last().is_some_and(|it| it == code.text()),
            // FIXME: dropped declarations are reported as missing, and so is a setup.
            Code::TooMany => found.contains(&code.text().to_owned()),
            _ => !found.is_empty() && found.iter().all(|it| it == code.text()),
        };
        if !fine {
            failures.push(format!("{} {}: {found:?}", code.text(), code.title()));
        }
    }
    no_failures(&failures);
}

fn sources(folder: &Path, out: &mut String) {
    for entry in std::fs::read_dir(folder).expect("is readable") {
        let path = entry.expect("is readable").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("diag/src/code.rs") {
            out.push_str(&read(&path));
        }
    }
}

#[test]
fn every_code_is_used_somewhere() {
    let mut text = String::new();
    for folder in ["diag/src", "front/src", "languages", "vm/src", "game/src"] {
        sources(&root().join("engine").join(folder), &mut text);
    }
    let package = read(&root().join("playground/npm/src/slim.js"));
    let used = |code: &Code| {
        if package.contains(&format!("\"{}\"", code.text())) {
            return true;
        }
        // The machine's own `Code` is bytecode; there they are called reasons.
        [format!("Code::{code:?}"), format!("Reason::{code:?}")].iter().any(|name| {
            text.match_indices(name).any(|(at, _)| !text[at + name.len()..].starts_with(|c: char| c.is_alphanumeric()))
        })
    };
    let unused: Vec<&str> = Code::ALL.iter().filter(|it| !used(it)).map(|it| it.text()).collect();
    assert!(unused.is_empty(), "nothing says {unused:?}");
}
