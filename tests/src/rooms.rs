//! Allowed dependencies: read from the manifests, from the imports of the engine's files, and from the page's.

mod modules;

use crate::support::{read, root};
use game::Language;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Crates of this project, and the others of them that each may use. Front-ends are alike: [`room`].
const ROOMS: &[(&str, &[&str])] = &[
    ("diag", &[]),
    ("ir", &["diag"]),
    ("front", &["diag", "ir"]),
    (FRONT_END, &["diag", "front", "ir"]),
    ("languages", &["diag", "front", "ir", FRONT_END]),
    ("passes", &["ir"]),
    ("vm", &["diag", "ir"]),
    ("codegen", &["diag", "ir"]),
    ("game", &["codegen", "diag", "ir", "languages", "passes", "vm"]),
    ("export", &["codegen", "diag", "game", "ir"]),
    ("ide", &["diag", "languages"]),
    ("lab", &["codegen", "diag", "game", "ide", "ir"]),
    ("room", &["game"]),
    ("cli", &["codegen", "diag", "export", "game", "ide", "lab", "room"]),
    ("playground", &["diag", "export", "game", "ide", "lab", "room"]),
    ("engine-core", &["playground"]),
    ("engine-whole", &["playground"]),
    ("tests", &["codegen", "diag", "game", "ide", "ir", "lab", FRONT_END, "languages", "room", "vm"]),
];

/// Third parties, and the crates that may use them.
const GUESTS: &[(&str, &[&str])] = &[
    ("ariadne", &["diag"]),
    ("anstream", &["cli"]),
    ("anstyle", &["cli"]),
    ("axum", &["cli"]),
    ("base64", &["cli"]),
    ("chumsky", &["front", FRONT_END]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("comfy-table", &["cli"]),
    ("console_error_panic_hook", &["playground"]),
    ("csv-core", &[FRONT_END]),
    ("getrandom", &["cli", "game"]),
    ("indicatif", &["cli"]),
    ("jpeg-encoder", &["cli"]),
    ("js-sys", &["playground"]),
    ("rand", &["vm"]),
    ("rusqlite", &["cli"]),
    ("ryu-js", &["vm"]),
    ("libm", &["lab"]),
    ("serde", &["game", "lab", "playground", "room", "tests", "vm"]),
    ("serde-wasm-bindgen", &["playground"]),
    ("serde_json", &["cli", "export", "game", "lab", "playground", "room", "tests", "vm"]),
    ("sha2", &["room"]),
    ("subtle", &["room"]),
    ("tempfile", &["cli"]),
    ("tiny-skia", &["cli"]),
    ("tokio", &["cli"]),
    ("toml", &["tests"]),
    ("wasm-bindgen", &["playground"]),
    ("wasm-bindgen-test", &["playground"]),
    ("wasm-encoder", &["codegen"]),
    ("wasmi", &["tests"]),
    ("wasmtime", &["cli"]),
    ("web-sys", &["playground"]),
];

/// Any front-end: `language-rules` in `engine/languages/rules`.
const FRONT_END: &str = "language-*";

/// A crate's name in the tables.
fn room(name: &str) -> &str {
    if name.starts_with("language-") { FRONT_END } else { name }
}

/// The dependencies of a manifest, in any table and form.
fn dependencies(manifest: &Table) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for (name, value) in manifest {
        let Some(table) = value.as_table() else { continue };
        if name.ends_with("dependencies") {
            for (name, how) in table {
                assert!(how.get("package").is_none(), "a dependency under another name: {name}");
                out.insert(name.clone());
            }
        } else {
            out.extend(dependencies(table));
        }
    }
    out
}

/// The folders of all crates, by their names.
fn crates() -> BTreeMap<String, PathBuf> {
    let mut folders: Vec<PathBuf> = vec![root().join("playground"), root().join("tests")];
    let languages = root().join("engine/languages");
    for folder in [&root().join("engine"), &root().join("playground"), &languages] {
        for entry in std::fs::read_dir(folder).expect("is readable") {
            let path = entry.expect("is readable").path();
            if path.join("Cargo.toml").is_file() {
                folders.push(path);
            }
        }
    }
    let name = |folder: &Path| {
        let name = folder.file_name().and_then(|it| it.to_str()).expect("a plain name");
        if folder.parent() == Some(languages.as_path()) { format!("language-{name}") } else { name.to_owned() }
    };
    folders.into_iter().map(|it| (name(&it), it)).collect()
}

/// Permissions of a table that nobody needs.
fn unmet<'a>(table: &'a [(&str, &[&str])], met: &'a BTreeSet<(String, String)>) -> impl Iterator<Item = String> + 'a {
    let all = table.iter().flat_map(|(from, to)| to.iter().map(move |to| (from.to_string(), to.to_string())));
    all.filter(|it| !met.contains(it)).map(|(from, to)| format!("nothing needs `{from}` with `{to}`"))
}

fn toml(path: &Path) -> Table {
    read(path).parse().unwrap_or_else(|it| panic!("{}: {it}", path.display()))
}

fn manifests() -> BTreeMap<String, Table> {
    crates().into_iter().map(|(name, folder)| (name, toml(&folder.join("Cargo.toml")))).collect()
}

#[test]
fn crates_use_only_what_they_may() {
    let manifests = manifests();
    assert!(manifests.len() >= 7, "{:?}", manifests.keys());
    let (mut wrong, mut met) = (Vec::new(), BTreeSet::new());
    for (name, manifest) in &manifests {
        let Some((_, rooms)) = ROOMS.iter().find(|it| it.0 == room(name)) else {
            wrong.push(format!("`{name}` is not in the table"));
            continue;
        };
        for it in dependencies(manifest) {
            let guest = GUESTS.iter().find(|guest| guest.0 == it).is_some_and(|guest| guest.1.contains(&room(name)));
            if !(rooms.contains(&room(&it)) || guest) {
                wrong.push(format!("`{name}` uses `{it}`"));
            }
            met.insert(if guest { (it, room(name).to_owned()) } else { (room(name).to_owned(), room(&it).to_owned()) });
        }
        assert_eq!(manifest["package"]["name"].as_str(), Some(name.as_str()), "a crate is called as its folder");
    }
    wrong.extend(unmet(ROOMS, &met).chain(unmet(GUESTS, &met)));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The bench is apart from the workspace, and built `--locked`: its lock file has to know of every dependency of our crates.
#[test]
fn the_bench_is_locked_to_the_crates_as_they_are() {
    let ours = |lock: &str| -> BTreeMap<String, BTreeSet<String>> {
        let lock = toml(&root().join(lock));
        let packages = lock["package"].as_array().expect("packages").iter().filter(|it| it.get("source").is_none());
        let name = |it: &Value| it.as_str().and_then(|it| it.split(' ').next()).expect("a name").to_owned();
        let uses =
            |it: &Value| it.get("dependencies").and_then(Value::as_array).into_iter().flatten().map(name).collect();
        packages.map(|it| (name(&it["name"]), uses(it))).collect()
    };
    let (locked, all) = (ours("tests/bench/rust/Cargo.lock"), ours("Cargo.lock"));
    assert!(locked.contains_key("game") && all.contains_key("game"));
    for (name, uses) in locked.iter().filter(|it| it.0 != "by-hand") {
        assert_eq!(
            all.get(name),
            Some(uses),
            "{name}: cargo update --workspace --manifest-path tests/bench/rust/Cargo.toml"
        );
    }
}

/// A text that nests as deep as it may has to fit the stack of a test's thread.
#[test]
fn front_ends_are_optimised_in_tests() {
    let workspace = toml(&root().join("Cargo.toml"));
    let plain: Vec<String> = manifests().into_keys().filter(|it| room(it) == FRONT_END).collect();
    assert!(plain.len() >= Language::ALL.len(), "{plain:?}");
    for name in plain {
        let level = workspace["profile"]["dev"]["package"].get(&name).and_then(|it| it["opt-level"].as_integer());
        assert!(level > Some(0), "{name}");
    }
}

/// Folders of a crate, from the lowest: each uses itself and those before it. Files beside them may use all.
const LAYERS: &[(&str, &[&str])] = &[("codegen", &["wasm", "layout", "analysis", "module", "function", "entries"])];

/// The files of a folder by their paths in it, and their texts.
fn rust_files(folder: &Path) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in std::fs::read_dir(at).expect("is readable") {
            let path = entry.expect("is readable").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let name = path.strip_prefix(folder).expect("in the folder").to_str().expect("a plain path");
                out.push((name.to_owned(), read(&path)));
            }
        }
    }
    out.sort();
    out
}

/// Each circle: its files, and the names that each imports from the others.
fn circles_told(imports: &modules::Imports) -> Vec<String> {
    let told = |circle: &Vec<String>| {
        let mut out = circle.join(", ");
        for file in circle {
            for (to, names) in imports[file].iter().filter(|it| circle.contains(it.0)) {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                out += &format!("\n  {file} takes {} from {to}", names.join(", "));
            }
        }
        out
    };
    modules::circles(imports).iter().map(told).collect()
}

#[test]
fn files_of_a_crate_import_each_other_in_no_circle() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (name, folder) in crates().into_iter().filter(|it| it.0 != "tests") {
        let imports = modules::imports(&rust_files(&folder.join("src")));
        seen += imports.values().map(BTreeMap::len).sum::<usize>();
        wrong.extend(circles_told(&imports).iter().map(|it| format!("`{name}`: {it}")));
    }
    assert!(seen > 500, "imports are found: {seen}");
    assert!(wrong.is_empty(), "files that import each other in a circle:\n{}", wrong.join("\n"));
}

#[test]
fn layers_of_a_crate_use_only_those_below() {
    let crates = crates();
    for (name, layers) in LAYERS {
        let height = |file: &str| layers.iter().position(|it| file.split('/').next() == Some(*it));
        let imports = modules::imports(&rust_files(&crates[*name].join("src")));
        let found: BTreeSet<usize> = imports.keys().filter_map(|it| height(it)).collect();
        assert_eq!(found.len(), layers.len(), "`{name}` has these layers: {layers:?}");
        let all = imports.iter().flat_map(|(from, to)| to.keys().map(move |it| (from, it)));
        let up: Vec<_> = all.filter(|(from, to)| height(from).is_some_and(|it| height(to) > Some(it))).collect();
        assert!(up.is_empty(), "`{name}`: {up:#?}");
    }
}

fn scripts(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("is readable").path();
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or("");
        if path.is_dir() {
            if !["node_modules", "dist", ".vite"].contains(&name) {
                scripts(&path, out);
            }
        } else if ["js", "ts", "mjs", "tsx", "css", "html"].iter().any(|it| name.ends_with(&format!(".{it}"))) {
            out.push(path);
        }
    }
}

/// Imports of a script: the texts after `from`, `import`, `import(` and `new URL(`.
fn imports(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for word in ["from ", "from\"", "import ", "import(", "new URL(", "@import "] {
        for (at, _) in text.match_indices(word) {
            let rest = text[at + word.len()..].trim_start();
            let rest = if word.ends_with('"') { &text[at + word.len() - 1..] } else { rest };
            let quote = rest.chars().next().filter(|it| *it == '"' || *it == '\'');
            if let Some(quote) = quote
                && let Some(end) = rest[1..].find(quote)
            {
                out.push(&rest[1..=end]);
            }
        }
    }
    out
}

/// Maximum number of folders by which an import leaves its own.
fn climbs(import: &str) -> isize {
    let (mut depth, mut most) = (0_isize, 0);
    for step in import.split('/') {
        depth += match step {
            ".." => -1,
            "." | "" => 0,
            _ => 1,
        };
        most = most.max(-depth);
    }
    most
}

#[test]
fn the_page_knows_the_engine_by_its_package_only() {
    let www = root().join("www");
    let mut all = Vec::new();
    scripts(&www, &mut all);
    assert!(!all.is_empty(), "there is a page");
    let mut wrong = Vec::new();
    for path in all {
        let inside = path.strip_prefix(&www).expect("in www").components().count() as isize - 1;
        let text = read(&path);
        for import in imports(&text) {
            let out = import.starts_with('.') && climbs(import) > inside;
            if out {
                wrong.push(format!("{} imports {import}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The page's folders, and the others that each may use. `app.tsx` and the files beside it may use all. [`TABLE`] is a
/// package of its own.
const PAGE: &[(&str, &[&str])] = &[
    (SHARED, &[]),
    (TABLE, &[SHARED]),
    ("common", &[SHARED]),
    ("engine", &["common", SHARED]),
    ("store", &["common"]),
    ("session", &["common", "engine", "store", SHARED]),
    ("keep", &["common", "session", "store", SHARED]),
    ("travel", &["common", "engine", "session", "store", SHARED]),
    ("write", &["common", "engine", "keep", "session", "store", "travel", SHARED]),
    ("play", &["common", "engine", "session", "store", "travel", "write", SHARED, TABLE]),
    ("try", &["common", "engine", "keep", "session", "store", "travel", "write", SHARED, TABLE]),
    ("learn", &["common", "engine", "keep", "session", "store", "try", "write"]),
    ("room", &["common", "play", "session", "store", SHARED, TABLE]),
    ("share", &["common", "keep", "play", "room", "session", "store", "travel"]),
    ("home", &["common", "keep", "session", "store", SHARED, TABLE]),
];

/// The drawing of a game, with the texts and small elements that the page shares with it.
const TABLE: &str = "houserules-table/src";
const SHARED: &str = "houserules-table/src/common";

/// The room of a script: the folder in which it lies.
fn room_of(script: &str) -> Option<&str> {
    let (folder, _) = script.rsplit_once('/')?;
    Some(folder)
}

/// A script of the page or the table by its path, without its ending, and its imports from there. Paths of the page
/// begin in `www/src`, those of the table have the form in which others import it.
fn page_imports() -> BTreeMap<String, BTreeSet<String>> {
    let bare = |path: &str| path.trim_end_matches(".tsx").trim_end_matches(".ts").to_owned();
    let mut out = BTreeMap::new();
    for (folder, name) in [("www/src", None), ("playground/table/src", Some(TABLE))] {
        let src = root().join(folder);
        let mut all = Vec::new();
        scripts(&src, &mut all);
        for path in all.iter().filter(|it| it.extension().is_some_and(|it| it == "ts" || it == "tsx")) {
            let own = path.strip_prefix(&src).expect("in the folder").to_str().expect("a plain path");
            let own = name.map_or(own.to_owned(), |it| format!("{it}/{own}"));
            let text = read(path);
            let resolved = imports(&text).into_iter().filter(|it| it.starts_with('.') || it.starts_with(TABLE));
            let resolved = resolved.map(|import| {
                let mut steps: Vec<&str> = if import.starts_with('.') { own.split('/').collect() } else { vec![""] };
                steps.pop();
                for step in import.split('?').next().unwrap_or("").split('/') {
                    match step {
                        "." => {}
                        ".." => drop(steps.pop()),
                        name => steps.push(name),
                    }
                }
                bare(&steps.join("/"))
            });
            out.insert(bare(&own), resolved.filter(|it| !it.ends_with(".css")).collect());
        }
    }
    out
}

#[test]
fn rooms_of_the_page_use_only_what_they_may() {
    let (mut wrong, mut met) = (Vec::new(), BTreeSet::new());
    for (from, targets) in page_imports() {
        let Some(room) = room_of(&from) else { continue };
        let Some((_, others)) = PAGE.iter().find(|it| it.0 == room) else {
            wrong.push(format!("`{room}` is not in the table"));
            continue;
        };
        for to in targets {
            let other = room_of(&to).unwrap_or("");
            if other != room && !others.contains(&other) {
                wrong.push(format!("{from} imports {to}"));
            }
            met.insert((room.to_owned(), other.to_owned()));
        }
    }
    wrong.extend(unmet(PAGE, &met));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The table uses only the types of the engine's data, so that exported games can include it, and nothing of the page.
#[test]
fn what_draws_the_table_brings_no_engine() {
    let mut all = Vec::new();
    scripts(&root().join("playground/table/src"), &mut all);
    assert!(all.len() > 60, "{all:?}");
    let brings = |line: &str| {
        line.starts_with("import ") && !line.starts_with("import type") && line.contains("\"houserules")
            || line.contains("www/")
    };
    let wrong: Vec<_> = all.into_iter().filter(|it| read(it).lines().any(brings)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn scripts_of_the_page_import_each_other_in_no_circle() {
    let mut left = page_imports();
    assert!(left.values().any(|it| !it.is_empty()), "imports are found");
    // A file whose imports are all gone is in no cycle.
    loop {
        let before = left.len();
        let names: BTreeSet<String> = left.keys().cloned().collect();
        left.retain(|_, targets| targets.iter().any(|it| names.contains(it)));
        if left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "{:#?}", left.keys());
}
