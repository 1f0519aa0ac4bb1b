//! The builtins, each run by both executors: lines of `library/*.txt`, with the results of the framework's library in
//! edge cases.

use crate::executors::compare;
use crate::support::{compile, drawn_errors, files, here, no_failures, read, stem};
use std::collections::BTreeSet;

/// The declarations before the lines, and the lines.
fn parts(text: &str) -> (&str, Vec<&str>) {
    let (head, lines) = text.split_once("\n-----\n").expect("declarations, then lines");
    (head, lines.lines().filter(|it| !it.is_empty() && !it.starts_with('#')).collect())
}

/// Result of a line: a value as JSON, the code of a fault, or an error; and a difference between the executors.
fn given(head: &str, statements: &str, value: &str) -> (String, Option<String>) {
    let begin = format!("G.active = White; {statements}; log json({value}); call rest");
    let source =
        format!("{head}\nsetup {{ {begin} }}\nstate rest {{ prompt {{ button ok }} on ok {{ log \"ok\" }} }}\n");
    let compiled = compile(&source);
    let Some(rules) = compiled.rules else { return (drawn_errors(&compiled), None) };
    let parts = compare(value, rules.machine(), 1, 1, false).err();
    let given = match rules.on_setup(Some(1), None, &serde_json::Value::Null) {
        Ok(game) => game.log().last().cloned().unwrap_or_default(),
        Err(fault) => fault.code.text().to_owned(),
    };
    (given, parts)
}

#[test]
fn every_line_gives_what_it_says() {
    let mut failures = Vec::new();
    for path in files(&here().join("library"), "txt") {
        let text = read(&path);
        let (head, lines) = parts(&text);
        assert!(lines.len() > 20, "{}: only {} lines", path.display(), lines.len());
        for line in lines {
            let (code, expected) = line.split_once(" => ").unwrap_or_else(|| panic!("no `=>`: {line}"));
            let expected = expected.split(" # ").next().unwrap_or("").trim();
            let (statements, value) = code.rsplit_once("; ").unwrap_or(("", code));
            let (found, parts) = given(head, statements, value);
            failures.extend(parts);
            if found != expected {
                failures.push(format!("{}: {code}\n  expected {expected}\n  found    {found}", stem(&path)));
            }
        }
    }
    no_failures(&failures);
}

/// Examples of builtins give the values in their comments.
#[test]
fn examples_give_what_they_say() {
    let text = read(&here().join("library/values.txt"));
    let (head, _) = parts(&text);
    let mut failures = Vec::new();
    for (name, line) in language_rules::EXAMPLES {
        assert!(line.contains(name), "{name}: {line}");
        let Some((code, expected)) = line.split_once("  // ") else { continue };
        let (statements, value) = code.rsplit_once("; ").unwrap_or(("", code));
        let (found, _) = given(head, statements, value);
        if found != expected {
            failures.push(format!("{code}\n  expected {expected}\n  found    {found}"));
        }
    }
    no_failures(&failures);
    assert!(language_rules::EXAMPLES.is_sorted());
}

/// The names before a bracket.
fn called(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('(').filter_map(|(at, _)| {
        let name = text[..at].rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        (!name.is_empty()).then_some(name)
    })
}

/// Lines above, and cases whose moves run their calls.
#[test]
fn every_builtin_is_run() {
    let library = files(&here().join("library"), "txt").iter().map(|it| read(it)).collect::<String>();
    let mut run: BTreeSet<String> = called(&library).map(str::to_owned).collect();
    for path in files(&here().join("cases/rules"), "txt") {
        let text = read(&path);
        if let Some((source, _)) = text.split_once("\n----- moves\n") {
            run.extend(called(source).map(str::to_owned));
        }
    }
    let missing: Vec<&str> = ir::Entry::all().map(|it| it.name).filter(|it| !run.contains(*it)).collect();
    assert!(missing.is_empty(), "nothing runs {missing:?}");
}

#[test]
fn rows_of_the_table_are_whole() {
    let mut names = BTreeSet::new();
    for it in ir::Entry::all() {
        assert!(names.insert(it.name), "{} twice", it.name);
        let signature = it.signature.to_string();
        assert!(signature.starts_with(&format!("{}(", it.name)), "{signature}");
        assert!(it.doc.ends_with('.') && !it.doc.starts_with(char::is_lowercase), "{}: {}", it.name, it.doc);
    }
}

/// The framework's names, all of them; those that are words of the language are no builtins.
#[test]
fn the_framework_s_names_are_there() {
    let names = "call_or_goto clear_undo push_undo pop_undo random random_bigint shuffle shuffle_bigint object_copy \
        object_diff array_delete array_delete_item array_insert array_delete_pair array_insert_pair set_clear set_has \
        set_add set_delete set_toggle map_clear map_has map_get map_set map_delete map_for_each object_group_by \
        map_group_by map_get_set";
    let missing: Vec<&str> = names.split_whitespace().filter(|it| ir::Entry::named(it).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?} are not there");
}
