//! Shared by all runners: files, compiling, comparing.

use diag::Severity;
use game::{Compiled, Language, Rules};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The folder of the tests.
pub fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the whole project.
pub fn root() -> &'static Path {
    here().parent().expect("the tests are inside the project")
}

/// A file as text.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The files of a folder with an extension, in order; none if there is no such folder.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut all: Vec<PathBuf> = entries.map(|it| it.expect("is readable").path()).collect();
    all.retain(|it| it.extension().is_some_and(|it| it == extension));
    all.sort();
    all
}

/// The name of a file without its extension.
pub fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|it| it.to_str()).expect("names are plain")
}

/// `true` to write expected texts instead of comparing.
pub fn updating() -> bool {
    std::env::var("UPDATE").is_ok_and(|it| it == "1")
}

/// Compares a text with that of a file, or writes the file.
pub fn expect_file(path: &Path, actual: &str, failures: &mut Vec<String>) {
    if updating() {
        std::fs::write(path, actual).expect("is writable");
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    if expected != actual {
        let at = expected.lines().zip(actual.lines()).position(|(a, b)| a != b);
        let at = at.unwrap_or(expected.lines().count().min(actual.lines().count()));
        let line = |text: &str| text.lines().nth(at).unwrap_or("(the end)").to_owned();
        failures.push(format!(
            "{}:{}\n  expected {}\n  found    {}",
            path.display(),
            at + 1,
            line(&expected),
            line(actual)
        ));
    }
}

/// Fails with all findings, if there are any.
pub fn no_failures(failures: &[String]) {
    assert!(
        failures.is_empty(),
        "{} failures; UPDATE=1 rewrites recorded texts\n{}",
        failures.len(),
        failures.join("\n")
    );
}

pub fn compile(text: &str) -> Compiled {
    compile_with(text, &[])
}

/// With files, each a name and a text.
pub fn compile_with(text: &str, files: &[(String, String)]) -> Compiled {
    game::compile_with(text, Language::Rules, "game.rules", files)
}

/// Rules of a text that must have no errors.
pub fn rules(text: &str) -> Rules {
    let compiled = compile(text);
    assert_eq!(drawn_errors(&compiled), "");
    compiled.rules.expect("a program without errors")
}

/// The errors of a source as a terminal would show them.
pub fn drawn_errors(compiled: &Compiled) -> String {
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error).cloned().collect();
    diag::draw(&compiled.source, &errors, false)
}

/// The codes of all messages of a text, in order.
pub fn codes(compiled: &Compiled) -> Vec<&'static str> {
    compiled.diagnostics.iter().map(|it| it.code.text()).collect()
}

/// FNV-1a, 64 bits.
pub fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// A row of numbers from a seed: the same everywhere.
pub struct Draw(pub u64);

impl Draw {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Below a number that is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }
}

/// Running time of this thread: wall time includes other work. Uses wall time if the system does not report it.
pub fn running() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|it| it.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// A program as text in which two names are equal, and those derived from them: `G_x_`, `take_x`, `card.x`, `take x`,
/// `"Take x`.
pub fn with_one_name(dump: &str, names: [&str; 2]) -> String {
    let belongs = |c: char| c.is_alphanumeric() || c == '_';
    let mut dump = dump.to_owned();
    for name in names.iter().filter(|it| it.trim_matches('_').contains('_')) {
        dump = dump.replace(&name.replace('_', " "), name);
    }
    for name in names {
        let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
        dump = dump.replace(&format!("\"{}{}", first.to_uppercase(), rest.replace('_', " ")), &format!("\"{name}"));
    }
    let mut names = names.map(|it| it.split('_').collect::<Vec<_>>());
    names.sort_by_key(|it| std::cmp::Reverse(it.len()));
    let word = |it: &str| {
        let parts: Vec<&str> = it.split('_').collect();
        let mut out: Vec<&str> = Vec::new();
        let mut at = 0;
        while let Some(part) = parts.get(at) {
            let name = names.iter().find(|it| parts[at..].starts_with(it));
            out.push(if name.is_some() { "?" } else { part });
            at += name.map_or(1, Vec::len);
        }
        out.join("_")
    };
    let mut out = String::new();
    let mut rest = dump.as_str();
    while let Some(start) = rest.find(belongs) {
        let len = rest[start..].find(|c| !belongs(c)).unwrap_or(rest.len() - start);
        out.push_str(&rest[..start]);
        let made = word(&rest[start..start + len]);
        rest = &rest[start + len..];
        if made.trim_end_matches('_') != "?" {
            out += &made;
            continue;
        }
        if out.ends_with('.') {
            out.truncate(out[..out.len() - 1].trim_end_matches(|c| belongs(c) || c == '?').len());
        }
        out.push('?');
    }
    out + rest
}
