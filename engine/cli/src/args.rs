//! What stands after a command: files and other words, `--name value`, `--name`.

use crate::outcome::Trouble;
use serde_json::{Map, Value};

#[derive(Default)]
pub struct Args {
    words: Vec<String>,
    values: Vec<(String, String)>,
    flags: Vec<String>,
}

impl Args {
    /// Takes words apart; `values` are the options that take one, `flags` those that take none.
    pub fn read(given: Vec<String>, values: &[&str], flags: &[&str]) -> Result<Args, Trouble> {
        let mut args = Args::default();
        let mut given = given.into_iter();
        while let Some(word) = given.next() {
            let Some(option) = word.strip_prefix("--") else {
                args.words.push(word);
                continue;
            };
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (option, None),
            };
            if values.contains(&name) {
                let value = value.or_else(|| given.next());
                let value = value.ok_or_else(|| Trouble::Usage(format!("`--{name}` needs a value")))?;
                args.values.push((name.to_owned(), value));
            } else if flags.contains(&name) && value.is_none() {
                args.flags.push(name.to_owned());
            } else {
                return Err(Trouble::Usage(format!("there is no option `{word}` here")));
            }
        }
        Ok(args)
    }

    /// The words, which are all files: at least one.
    pub fn files(&self) -> Result<&[String], Trouble> {
        if self.words.is_empty() {
            return Err(Trouble::Usage("which file?".to_owned()));
        }
        Ok(&self.words)
    }

    /// The one file, and at most that many words after it.
    pub fn file(&self, more: usize) -> Result<(&str, &[String]), Trouble> {
        match self.words.split_first() {
            None => Err(Trouble::Usage("which file?".to_owned())),
            Some((_, rest)) if rest.len() > more => Err(Trouble::Usage(format!("what is `{}`?", rest[more]))),
            Some((file, rest)) => Ok((file, rest)),
        }
    }

    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|it| it == flag)
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().rev().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    /// All that was given under a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.values.iter().filter(move |it| it.0 == name).map(|it| it.1.as_str())
    }

    /// How many games, and how many if that is not said.
    pub fn games(&self, otherwise: u64) -> Result<u64, Trouble> {
        self.value("games").map_or(Ok(otherwise), |it| number("how many games", it))
    }

    pub fn seed(&self) -> Result<Option<u64>, Trouble> {
        self.value("seed").map(|it| number("a seed", it)).transpose()
    }

    /// The options of a game: `--with NAME=VALUE`, the value as JSON or else as a text.
    pub fn options(&self) -> Result<Value, Trouble> {
        let mut out = Map::new();
        for it in self.all("with") {
            let (name, value) = it.split_once('=').ok_or_else(|| Trouble::Usage("--with NAME=VALUE".to_owned()))?;
            let read = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
            out.insert(name.to_owned(), read);
        }
        Ok(Value::Object(out))
    }
}

/// A whole number from 0.
pub fn number(what: &str, text: &str) -> Result<u64, Trouble> {
    text.replace([',', '_'], "").parse().map_err(|_| Trouble::Usage(format!("{what} is a whole number, not `{text}`")))
}
