//! Files of rules, read and compiled.

use crate::terminal;
use base64::prelude::{BASE64_STANDARD, Engine};
use diag::{Diagnostic, Severity};
use game::{Fault, Language, Rules, Source};
use lab::Text;
use std::path::Path;

/// A compiled file of rules.
pub struct Opened {
    /// Absent if there are errors.
    pub rules: Option<Rules>,
    pub source: Source,
    problems: Vec<Diagnostic>,
}

/// Text of rules and the files it mentions, not compiled.
pub fn read(path: &str) -> Result<Text, String> {
    let language = language(path);
    let main = if Language::importing(path).is_some() { imported(path, language)? } else { text(path)? };
    let files = beside(path, &main, language);
    Ok(Text { name: path.to_owned(), language, main, files })
}

impl Opened {
    pub fn read(path: &str) -> Result<Opened, String> {
        let compiled = read(path)?.compile();
        Ok(Opened { rules: compiled.rules, source: compiled.source, problems: compiled.diagnostics })
    }

    /// Opens rules for play; prints any errors.
    pub fn rules(path: &str) -> Result<Rules, String> {
        let opened = Opened::read(path)?;
        if opened.rules.is_none() {
            opened.tell();
        }
        opened.rules.ok_or_else(|| format!("{path} has errors"))
    }

    pub fn is_fine(&self) -> bool {
        self.problems.is_empty()
    }

    pub fn tell(&self) {
        show(&self.source, &self.problems);
        let count = |severity| self.problems.iter().filter(|it| it.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        if errors + warnings > 0 {
            println!("{}: {}, {}", self.source.name, plural(errors, "error"), plural(warnings, "warning"));
        }
    }
}

/// Language of a file, or of the text it is imported as.
pub fn language(path: &str) -> Language {
    Language::importing(path).unwrap_or_else(|| Language::of_file(path))
}

/// Reads the files that rules mention, recursively. Missing ones are skipped; they are reported where they
/// are mentioned.
fn beside(path: &str, main: &str, language: Language) -> Vec<(String, String)> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let mut files: Vec<(String, String)> = Vec::new();
    let mut open = game::mentioned(main, language);
    while let Some(name) = open.pop() {
        let known = files.iter().any(|it| it.0 == name);
        let file = folder.join(&name);
        let content = match image(&name) {
            Some(kind) => std::fs::read(&file).map(|it| data_url(kind, &it)).ok(),
            None => text(&file.to_string_lossy()).ok(),
        };
        if let (false, Some(text)) = (known, content) {
            if Language::maybe_of_file(&name) == Some(language) {
                open.extend(game::mentioned(&text, language));
            }
            files.push((name, text));
        }
    }
    files
}

/// Media type of a bitmap image, by its file name.
fn image(name: &str) -> Option<&'static str> {
    let kinds = [(".png", "png"), (".jpg", "jpeg"), (".jpeg", "jpeg"), (".webp", "webp")];
    kinds.iter().find(|it| name.ends_with(it.0)).map(|it| it.1)
}

/// An image in the form for rules.
fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:image/{kind};base64,{}", BASE64_STANDARD.encode(bytes))
}

/// Imports a file of another kind as text in a language.
pub fn imported(path: &str, language: Language) -> Result<String, String> {
    let content = text(path)?;
    game::import(&content, language).map_err(|problems| {
        show(&Source::new(path, content), &problems);
        let kind = language.about().imports.iter().find(|it| path.ends_with(&format!(".{}", it.ending)));
        format!("{path} is no {}", kind.map_or(language.about().title, |it| it.what))
    })
}

pub fn text(path: &str) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|it| format!("{path} cannot be read: {it}"))?;
    String::from_utf8(bytes).map_err(|_| format!("{path} is not text in UTF-8"))
}

/// Prints problems with the lines they are in.
pub fn show(source: &Source, problems: &[Diagnostic]) {
    let drawn = diag::draw(source, problems, terminal::is_colored());
    if !drawn.is_empty() {
        println!("{drawn}");
    }
}

/// Describes a fault and its place in the rules.
pub fn told(rules: &Rules, fault: &Fault) -> String {
    let source = rules.source();
    let place = fault.span.map(|it| (source.file(it.start), source.position(it.start)));
    let place = place.map(|(file, it)| format!(" ({file}:{}:{})", it.line, it.column)).unwrap_or_default();
    format!("{fault}{place}")
}

pub fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
