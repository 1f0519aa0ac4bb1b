//! Moves as lines of text, and the answer of each line: for cases, for the pages of errors, for plays.
//!
//! `setup 1 "Scenario" {"option":true}` · `X space 3` · `X undo` · `view X` · `prompt X` · `query X "q"` ·
//! `worth X` · `state` · `log` · `active` · `result` · `check` (the invariants) · `resume` (through JSON) · `resume {…}` ·
//! `finish X "text"` · `record {…}` (replays it). After `#` nothing is read.

use game::{Fault, Game, Record, Rules};
use serde_json::{Deserializer, Value};

/// A game on the table, or none yet.
pub struct Table {
    pub rules: Rules,
    pub game: Option<Game>,
}

impl Table {
    pub fn new(rules: Rules) -> Table {
        Table { rules, game: None }
    }

    fn game(&mut self) -> &mut Game {
        self.game.as_mut().expect("there is a game: begin with `setup`")
    }

    /// Executes a line. The answer is empty if there is none.
    pub fn line(&mut self, line: &str) -> Result<String, Fault> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "setup" => {
                let (seed, scenario, options) = setup(rest);
                self.game = Some(self.rules.on_setup(seed, scenario.as_deref(), &options)?);
            }
            "view" => return self.game().view(rest),
            "prompt" => return self.game().prompt(rest),
            "state" => return Ok(self.game().state_json()),
            "log" => return Ok(self.game().log().join("\n")),
            "active" => return Ok(self.game().active().join(", ")),
            "result" => return Ok(self.game().result().unwrap_or_default()),
            "check" => self.game().check()?,
            // A part of the description for a page.
            "info" => return Ok(self.rules.info()[rest].to_string()),
            "resume" => {
                let text = if rest.is_empty() { self.game().state_json() } else { rest.to_owned() };
                self.game = Some(self.rules.resume(&text)?);
            }
            "query" => {
                let (role, question) = rest.split_once(' ').unwrap_or((rest, "null"));
                let question: Value = serde_json::from_str(question).expect("a question is JSON");
                return self.game().query(role, &question);
            }
            "worth" => {
                let role = self.game().roles().iter().position(|it| it == rest).unwrap_or(usize::MAX);
                return Ok(self.game().worth(role)?.map_or("nothing is said".into(), |it| it.to_string()));
            }
            "finish" => {
                let (result, message) = rest.split_once(' ').unwrap_or((rest, ""));
                self.game().finish(result, message.trim_matches('"'))?;
            }
            "record" => {
                let replayed = self.rules.replay(&Record::from_json(rest)?)?;
                self.game = Some(replayed.game);
                if let Some(stopped) = replayed.stopped {
                    return Err(stopped.fault);
                }
            }
            _ => {
                // A name of several words is in quotes.
                let quoted = line.strip_prefix('"').and_then(|it| it.split_once("\" "));
                let (role, rest) = quoted.unwrap_or((word, rest));
                let (action, argument) = rest.split_once(' ').unwrap_or((rest, ""));
                let argument: Option<Value> = (!argument.is_empty())
                    .then(|| serde_json::from_str(argument).unwrap_or_else(|e| panic!("{line}: {e}")));
                self.game().action(role, action, argument.as_ref())?;
            }
        }
        Ok(String::new())
    }

    /// Every line with its answer below it.
    pub fn transcript(&mut self, lines: &str) -> String {
        let mut out = String::new();
        for line in meaningful(lines) {
            let answer = match self.line(line) {
                Ok(answer) => answer,
                Err(fault) => told(&fault, &self.rules),
            };
            out.push_str(&format!("> {line}\n"));
            for it in answer.lines() {
                out.push_str(&format!("{it}\n"));
            }
        }
        out
    }
}

/// Lines without comments and blanks.
pub fn meaningful(lines: &str) -> impl Iterator<Item = &str> {
    lines
        .lines()
        .map(|it| it.split(" #").next().unwrap_or("").trim())
        .filter(|it| !it.is_empty() && !it.starts_with('#'))
}

/// A fault in one line, with its place in the source.
pub fn told(fault: &Fault, rules: &Rules) -> String {
    let mut out = fault.to_string();
    if let Some(span) = fault.span {
        let source = rules.source();
        let at = source.position(span.start);
        let what = source.slice(span).lines().next().unwrap_or("");
        out.push_str(&format!(" [line {}: {what}]", at.line));
    }
    if !fault.frames.is_empty() {
        out.push_str(&format!(" in {}", fault.frames.iter().take(4).cloned().collect::<Vec<_>>().join(" < ")));
    }
    out
}

/// Seed, scenario and options, each of which may be missing.
fn setup(rest: &str) -> (Option<u64>, Option<String>, Value) {
    let (seed, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let seed = Some(seed.parse().expect("a seed is a number"));
    let (mut scenario, mut options) = (None, Value::Null);
    for value in Deserializer::from_str(rest).into_iter::<Value>() {
        match value.expect("a scenario and options are JSON") {
            Value::String(it) => scenario = Some(it),
            other => options = other,
        }
    }
    (seed, scenario, options)
}
