//! Layers inside a crate: read from what its files import.

use crate::support::{read, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Folders of a crate, from the lowest: each uses itself and those before it. What lies beside them may use all.
const LAYERS: &[(&str, &[&str])] =
    &[("engine/codegen/src", &["wasm", "layout", "analysis", "module", "function", "entries"])];

/// The files below a folder, by what they are called there: `wasm/asm`, and `wasm` for `wasm/mod.rs`.
fn modules(folder: &Path) -> BTreeMap<String, PathBuf> {
    let mut out = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(it) = open.pop() {
        for entry in std::fs::read_dir(&it).expect("is a folder") {
            let path = entry.expect("is readable").path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let own = path.strip_prefix(folder).expect("in the folder").to_str().expect("a plain path");
            let own = own.trim_end_matches(".rs").trim_end_matches("mod").trim_end_matches('/');
            out.insert(own.to_owned(), path);
        }
    }
    out
}

/// The paths that a file names from the root of its crate, groups taken apart one level deep; and what it tells on of its own.
fn paths(own: &str, text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let code: String =
        text.lines().filter(|it| !it.trim_start().starts_with("//")).map(|it| format!("{it} ")).collect();
    for (word, root) in [("crate::", ""), ("pub use ", own)] {
        for (at, _) in code.match_indices(word) {
            let rest = &code[at + word.len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len());
            let path = [root, rest[..end].trim_end_matches(':').replace("::", "/").as_str()].join("/");
            let group = rest[end..].strip_prefix('{').and_then(|it| it.split_once('}')).map_or("", |it| it.0);
            out.extend(group.split(',').map(|it| format!("{path}/{}", it.trim().replace("::", "/"))));
        }
    }
    out
}

/// The module that a path leads to: the longest beginning of it that is one.
fn resolved<'m>(path: &str, modules: &'m BTreeMap<String, PathBuf>) -> Option<&'m str> {
    let steps: Vec<&str> = path.split('/').filter(|it| !it.is_empty()).collect();
    let beginnings = (1..=steps.len()).rev().map(|it| steps[..it].join("/"));
    beginnings.filter_map(|it| modules.get_key_value(&it)).map(|it| it.0.as_str()).next()
}

/// What each file of a crate imports of it.
fn imports(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let all = modules(folder);
    let of = |own: &str, path: &PathBuf| {
        let found = paths(own, &read(path));
        found.iter().filter_map(|it| resolved(it, &all)).filter(|it| *it != own).map(str::to_owned).collect()
    };
    all.iter().map(|(own, path)| (own.clone(), of(own, path))).collect()
}

#[test]
fn layers_use_only_those_below() {
    for (folder, layers) in LAYERS {
        let height = |module: &str| layers.iter().position(|it| module.split('/').next() == Some(*it));
        let all = imports(&root().join(folder));
        assert!(layers.iter().all(|it| all.contains_key(*it)), "{folder} has these layers: {layers:?}");
        let up = all.iter().flat_map(|(from, to)| to.iter().map(move |it| (from, it)));
        let up: Vec<_> = up.filter(|(from, to)| height(from).is_some_and(|it| height(to) > Some(it))).collect();
        assert!(up.is_empty(), "{folder}: {up:#?}");
    }
}

#[test]
fn files_of_a_layered_crate_import_each_other_in_no_circle() {
    for (folder, _) in LAYERS {
        let mut left = imports(&root().join(folder));
        assert!(left.values().map(BTreeSet::len).sum::<usize>() > 2 * left.len(), "imports are found in {folder}");
        // What imports nothing that is left is in no circle.
        loop {
            let before = left.len();
            let names: BTreeSet<String> = left.keys().cloned().collect();
            left.retain(|_, targets| targets.iter().any(|it| names.contains(it)));
            if left.len() == before {
                break;
            }
        }
        assert!(left.is_empty(), "{folder}: {left:#?}");
    }
}

#[test]
fn imports_of_a_file_are_read() {
    let text = "use crate::a::{self, b::C, d};\n// crate::no\npub use e::F;\nfn x() { crate::g::h() }\n";
    assert_eq!(paths("own", text), ["/a/self", "/a/b/C", "/a/d", "/g/h/", "own/e/F/"]);
}
