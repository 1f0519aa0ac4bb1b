//! Imports between the files of a crate: its modules, and the names that each uses from another.
//!
//! A name counts where it is defined, however it is re-exported. So a module that only declares and re-exports its
//! children is in no cycle, and one whose types its children use may use nothing from them. Methods do not count: they
//! come with the type. Items defined by a macro are invisible, and count where they are looked up.

use std::collections::{BTreeMap, BTreeSet};

/// For each file the files that it takes names from, and the names.
pub type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The imports of a crate, of its files by their paths below `src` and their texts.
pub fn imports(files: &[(String, String)]) -> Imports {
    let mut modules = Modules::default();
    let tokens: Vec<Vec<&str>> = files.iter().map(|it| tokens(&it.1)).collect();
    for ((file, _), tokens) in files.iter().zip(&tokens) {
        modules.read(module_of(file), file, tokens);
    }
    let mut out = Imports::new();
    for module in modules.0.values() {
        let own = out.entry(module.file.clone()).or_default();
        for path in &module.paths {
            if let Some(Found::Item(file, name)) = modules.resolve(module, path, false, 0)
                && file != module.file
            {
                own.entry(file.to_owned()).or_default().insert(name);
            }
        }
    }
    out
}

/// Files that reach each other, each group in order.
pub fn circles(imports: &Imports) -> Vec<Vec<String>> {
    let reach: BTreeMap<&String, BTreeSet<&String>> = imports.keys().map(|it| (it, reached(imports, it))).collect();
    let mut out: Vec<Vec<String>> = Vec::new();
    for (file, seen) in reach.iter().filter(|it| it.1.contains(it.0)) {
        if !out.iter().any(|it| it.contains(file)) {
            out.push(seen.iter().filter(|it| reach[**it].contains(file)).map(|it| (*it).clone()).collect());
        }
    }
    out
}

/// The files that one leads to.
fn reached<'i>(imports: &'i Imports, from: &'i String) -> BTreeSet<&'i String> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(file) = next.pop() {
        next.extend(imports.get(file).into_iter().flat_map(BTreeMap::keys).filter(|it| seen.insert(*it)));
    }
    seen
}

/// The path of the module that a file is.
fn module_of(file: &str) -> Vec<String> {
    let bare = file.trim_end_matches(".rs");
    let bare = bare.strip_suffix("/mod").unwrap_or(bare);
    if ["lib", "main"].contains(&bare) { Vec::new() } else { bare.split('/').map(str::to_owned).collect() }
}

/// Words and signs of a text, without comments and literals. `::` is one sign.
fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|it: char| !(it.is_alphanumeric() || it == '_')).unwrap_or(rest.len());
        let (token, length) = if rest.starts_with("//") {
            (false, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (false, rest.find("*/").map_or(rest.len(), |it| it + 2))
        } else if let Some(length) = string(rest) {
            (false, length)
        } else if first == '\'' {
            (false, character(rest))
        } else if word > 0 {
            (true, word)
        } else if rest.starts_with("::") {
            (true, 2)
        } else {
            (!first.is_whitespace(), first.len_utf8())
        };
        if token {
            out.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    out
}

/// The length of the text that a source begins with, if it does.
fn string(source: &str) -> Option<usize> {
    let plain = source.strip_prefix('b').unwrap_or(source);
    let raw = plain.strip_prefix('r').map(|it| (it, it.len() - it.trim_start_matches('#').len()));
    if let Some((it, hashes)) = raw
        && it[hashes..].starts_with('"')
    {
        let end = format!("\"{}", "#".repeat(hashes));
        let begin = source.len() - it.len() + hashes + 1;
        return Some(source[begin..].find(&end).map_or(source.len(), |it| begin + it + end.len()));
    }
    let inner = plain.strip_prefix('"')?;
    let mut escaped = false;
    let end = inner.find(|it| {
        let ends = it == '"' && !escaped;
        escaped = it == '\\' && !escaped;
        ends
    });
    Some(end.map_or(source.len(), |it| source.len() - inner.len() + it + 1))
}

/// The length of the character or lifetime that a source begins with.
fn character(source: &str) -> usize {
    let inner = &source[1..];
    if let Some(escape) = inner.strip_prefix('\\') {
        let next = escape.chars().next().map_or(0, char::len_utf8);
        return 2 + next + escape[next..].find('\'').map_or(0, |it| it + 1);
    }
    match inner.char_indices().nth(1) {
        Some((at, '\'')) => 2 + at,
        _ => 1 + inner.find(|it: char| !(it.is_alphanumeric() || it == '_')).unwrap_or(inner.len()),
    }
}

/// A module, in a file of its own or inside one.
#[derive(Default)]
struct Module {
    path: Vec<String>,
    file: String,
    /// Its definitions.
    items: BTreeSet<String>,
    /// Its imports, by their local names.
    names: BTreeMap<String, Vec<String>>,
    /// The modules that it imports all of.
    globs: Vec<Vec<String>>,
    /// The paths that its code mentions, plain names too.
    paths: BTreeSet<Vec<String>>,
}

impl Module {
    /// Reads the tree of a `use`, below its prefix.
    fn import(&mut self, tree: &[&str], above: &[String], public: bool) {
        let mut path = above.to_vec();
        let mut name = None;
        let mut at = 0;
        while let Some(token) = tree.get(at).copied() {
            match token {
                "::" => {}
                "as" => {
                    name = tree.get(at + 1).map(|it| (*it).to_owned());
                    break;
                }
                "*" => {
                    self.globs.push(path);
                    return;
                }
                "{" => {
                    let mut depth = 0;
                    let inside = &tree[at + 1..tree.len() - 1];
                    let branches = inside.split(|it| {
                        depth += i32::from(*it == "{") - i32::from(*it == "}");
                        *it == "," && depth == 0
                    });
                    branches.filter(|it| !it.is_empty()).for_each(|it| self.import(it, &path, public));
                    return;
                }
                "self" if at == 0 && !above.is_empty() => {}
                word => path.push(word.to_owned()),
            }
            at += 1;
        }
        let Some(name) = name.or_else(|| path.last().cloned()) else { return };
        // A trait may be imported for its methods alone.
        if !public {
            self.paths.insert(path.clone());
        }
        self.names.insert(name, path);
    }
}

/// Target of a path.
enum Found<'m> {
    Module(&'m Module),
    /// An item of a file.
    Item(&'m str, String),
    /// Something of another crate.
    Outside,
}

/// The modules of a crate by their paths.
#[derive(Default)]
struct Modules(BTreeMap<Vec<String>, Module>);

impl Modules {
    /// Reads a module, up to the bracket that closes it. Returns how many tokens that were.
    fn read(&mut self, path: Vec<String>, file: &str, tokens: &[&str]) -> usize {
        let mut module = Module { path, file: file.to_owned(), ..Module::default() };
        let is_word = |it: &&str| it.starts_with(|it: char| it.is_alphabetic() || it == '_');
        let mut depth = 0_usize;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let before = if at > 0 { tokens[at - 1] } else { "" };
            let after = |by: usize| tokens.get(at + by).copied().unwrap_or("");
            match *token {
                "{" => depth += 1,
                "}" if depth == 0 => break,
                "}" => depth -= 1,
                "mod" if after(2) == "{" => {
                    let inner = [module.path.clone(), vec![after(1).to_owned()]].concat();
                    at += 3 + self.read(inner, file, &tokens[at + 3..]);
                }
                "use" if after(1) != "<" => {
                    let length = tokens[at..].iter().position(|it| *it == ";").unwrap_or(tokens.len() - at);
                    module.import(&tokens[at + 1..at + length], &[], ["pub", ")"].contains(&before));
                    at += length;
                }
                "fn" | "struct" | "enum" | "union" | "type" | "const" | "static" | "trait" if depth == 0 => {
                    module.items.insert(after(1).to_owned());
                }
                _ if is_word(token) && ![".", "::", "fn", "mod"].contains(&before) && after(1) != ":" => {
                    let mut path = vec![(*token).to_owned()];
                    while tokens.get(at + 1) == Some(&"::") && tokens.get(at + 2).is_some_and(is_word) {
                        at += 2;
                        path.push(tokens[at].to_owned());
                    }
                    module.paths.insert(path);
                }
                _ => {}
            }
            at += 1;
        }
        self.0.insert(module.path.clone(), module);
        at
    }

    /// Target of a path in a module, if in this crate: a `scope` if the path goes on, since a module and a function may
    /// share a name. A name missing in a module of this crate is assumed to be made there by a macro.
    fn resolve<'m>(&'m self, from: &'m Module, path: &[String], scope: bool, depth: usize) -> Option<Found<'m>> {
        let mut module = from;
        for (i, name) in path.iter().enumerate() {
            let goes_on = scope || i + 1 < path.len();
            let found = match name.as_str() {
                "crate" => self.0.get(&[][..]).map(Found::Module),
                "self" => Some(Found::Module(module)),
                "super" => self.0.get(&module.path[..module.path.len().checked_sub(1)?]).map(Found::Module),
                _ => self.look_up(module, name, goes_on, depth),
            };
            match found {
                Some(Found::Module(it)) => module = it,
                Some(it) => return Some(it),
                None => return (i > 0).then(|| Found::Item(&module.file, name.clone())),
            }
        }
        Some(Found::Module(module))
    }

    /// The meaning of a name in a module. Imports may be cyclic, so the depth is limited.
    fn look_up<'m>(&'m self, module: &'m Module, name: &str, scope: bool, depth: usize) -> Option<Found<'m>> {
        if depth > 8 {
            return None;
        }
        let child = || self.0.get(&[module.path.clone(), vec![name.to_owned()]].concat()).map(Found::Module);
        let item = || module.items.contains(name).then(|| Found::Item(&module.file, name.to_owned()));
        let named = || Some(self.resolve(module, module.names.get(name)?, scope, depth + 1).unwrap_or(Found::Outside));
        let glob = || {
            module.globs.iter().find_map(|it| match self.resolve(module, it, true, depth + 1)? {
                Found::Module(all) => self.look_up(all, name, scope, depth + 1),
                _ => None,
            })
        };
        let first = if scope { child() } else { None };
        first.or_else(item).or_else(named).or_else(glob).or_else(child)
    }
}

#[cfg(test)]
mod tests {
    use super::{circles, imports};

    /// The circles of made-up files, each file a path and a text.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<_> = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        circles(&imports(&files)).iter().map(|it| it.join(" ")).collect()
    }

    #[test]
    fn two_files_that_use_each_other_are_a_circle() {
        let lib = ("lib.rs", "mod a;\nmod b;\npub use a::A;\n");
        let a = ("a.rs", "use crate::b::B;\npub struct A(B);\n");
        assert_eq!(found(&[lib, a, ("b.rs", "use super::a::A;\npub struct B(A);\n")]), ["a.rs b.rs"]);
        // By the name that the root gives it, under another name, in a group, all at once, without an import.
        assert_eq!(found(&[lib, a, ("b.rs", "use crate::A;\npub struct B(A);\n")]), ["a.rs b.rs"]);
        assert_eq!(found(&[lib, a, ("b.rs", "use crate::a as other;\npub struct B(other::A);\n")]), ["a.rs b.rs"]);
        assert_eq!(found(&[lib, a, ("b.rs", "use crate::{a::{A as C}, x::D};\npub struct B(C);\n")]), ["a.rs b.rs"]);
        assert_eq!(found(&[lib, a, ("b.rs", "use crate::a::*;\npub struct B(A);\n")]), ["a.rs b.rs"]);
        assert_eq!(found(&[lib, a, ("b.rs", "pub struct B(Option<crate::a::A>);\n")]), ["a.rs b.rs"]);
        assert_eq!(found(&[lib, a, ("b.rs", "pub struct B;\nfn f() { use crate::a::A; A::f() }\n")]), ["a.rs b.rs"]);
    }

    #[test]
    fn what_is_used_one_way_is_none() {
        let lib = ("lib.rs", "mod a;\nmod b;\npub use a::A;\n");
        let a = ("a.rs", "use crate::b::B;\npub struct A(B);\n");
        assert_eq!(found(&[lib, a, ("b.rs", "pub struct B;\n")]), [""; 0]);
        // In comments and texts, as the name of a field or method, and of another crate.
        let b = "// crate::a::A\npub struct B { x: u8 } // A\n/* A */ fn f() { g(\"crate::a::A\", r#\"\"A\"#, 'A') }\n";
        assert_eq!(found(&[lib, a, ("b.rs", b)]), [""; 0]);
        assert_eq!(found(&[lib, a, ("b.rs", "use other::A;\npub struct B(A);\n")]), [""; 0]);
        assert_eq!(found(&[lib, a, ("b.rs", "pub struct B;\nfn f(x: u8) { x.A(); x::a::A() }\n")]), [""; 0]);
    }

    #[test]
    fn a_parent_that_only_re_exports_is_in_none() {
        let child = ("a/b.rs", "use super::Thing;\npub fn b(it: Thing) {}\n");
        let defines = "mod b;\npub struct Thing;\n";
        assert_eq!(found(&[("lib.rs", "mod a;\n"), ("a.rs", defines), child]), [""; 0]);
        let re_exports = format!("{defines}pub use b::b;\n");
        assert_eq!(found(&[("lib.rs", "mod a;\n"), ("a.rs", &re_exports), child]), [""; 0]);
        // Re-exports of another crate are not its own.
        let others = "mod b;\npub use other::Thing;\nfn f() { b::b() }\n";
        assert_eq!(found(&[("lib.rs", "mod a;\n"), ("a.rs", others), child]), [""; 0]);
        // One that uses it is.
        let uses = format!("{defines}pub use b::b;\nfn f() {{ b(Thing) }}\n");
        assert_eq!(found(&[("lib.rs", "mod a;\n"), ("a.rs", &uses), child]), ["a.rs a/b.rs"]);
        let calls = format!("{defines}fn f() {{ b::b(Thing) }}\n");
        assert_eq!(found(&[("lib.rs", "mod a;\n"), ("a/mod.rs", &calls), child]), ["a/b.rs a/mod.rs"]);
        let all = ("a/b.rs", "use super::*;\npub fn b(it: Thing) {}\n");
        assert_eq!(found(&[("lib.rs", "mod a;\n"), ("a.rs", &calls), all]), ["a.rs a/b.rs"]);
    }

    #[test]
    fn modules_in_a_file_are_that_file() {
        let a = ("a.rs", "pub struct A;\nmod tests { use super::*; use crate::b::B; fn f(a: A, b: B) {} }\n");
        assert_eq!(found(&[("lib.rs", "mod a;\nmod b;\n"), a, ("b.rs", "pub struct B;\n")]), [""; 0]);
        let b = ("b.rs", "use crate::a::A;\npub struct B(A);\n");
        assert_eq!(found(&[("lib.rs", "mod a;\nmod b;\n"), a, b]), ["a.rs b.rs"]);
    }

    #[test]
    fn each_circle_is_found() {
        let files = [
            ("main.rs", "mod a; mod b; mod c; mod d; mod e; use e::E; fn main() { E; }"),
            ("a.rs", "use crate::b::B; pub struct A(B);"),
            ("b.rs", "use crate::c::C; pub struct B(C);"),
            ("c.rs", "use crate::a::A; pub struct C(A);"),
            ("d.rs", "use crate::e::E; pub struct D(E);"),
            ("e.rs", "use crate::d::D; use crate::a::A; pub struct E(D, A);"),
        ];
        assert_eq!(found(&files), ["a.rs b.rs c.rs", "d.rs e.rs"]);
    }
}
