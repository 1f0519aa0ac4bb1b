//! The memory of a connection: with it, only changes are sent.

use crate::line::Text;
use serde_json::{Map, Value, json};
use std::collections::VecDeque;

/// All that there is to see for one connection.
pub struct Scene<'r> {
    /// Counts changes of the rules, and their description.
    pub rules: (usize, &'r Value),
    /// The text of the rules, for who made the room.
    pub text: Option<&'r Text>,
    pub room: Value,
    /// The framework's view, as an object.
    pub view: Map<String, Value>,
    /// Who is to act, and the result.
    pub at: Value,
    /// The latest that was said at the table, and the number of entries before it.
    pub said: (usize, &'r VecDeque<Value>),
}

/// The state of a connection's screen, as far as it was sent.
#[derive(Default)]
pub struct Shown {
    /// Which version of the rules it was described.
    rules: Option<usize>,
    room: Value,
    view: Map<String, Value>,
    at: Value,
    log: Vec<Value>,
    said: usize,
}

impl Shown {
    /// Adds to a message what differs from before, and takes it as shown:
    ///
    /// * `fresh`: `true` in the first message of a connection; nothing sent before counts
    /// * `info`: the description of the rules; everything else but `said` follows anew. `text`: the rules, for who made
    ///   the room
    /// * `room`: who sits where, and what is asked
    /// * `set`, `gone`: fields of the view
    /// * `at`: who is to act, and the result
    /// * `log`: `from`, the number of lines that stay, and `lines`
    /// * `said`: what was said since
    pub fn update(&mut self, scene: Scene, out: &mut Map<String, Value>) {
        let (version, info) = scene.rules;
        if self.rules.is_none() {
            out.insert("fresh".to_owned(), true.into());
        }
        if self.rules != Some(version) {
            *self = Shown { rules: Some(version), said: self.said, ..Shown::default() };
            out.insert("info".to_owned(), info.clone());
            if let Some(text) = scene.text {
                out.insert("text".to_owned(), json!(text));
            }
        }
        if self.room != scene.room {
            out.insert("room".to_owned(), scene.room.clone());
            self.room = scene.room;
        }
        let mut view = scene.view;
        let log = match view.remove("log") {
            Some(Value::Array(lines)) => lines,
            _ => Vec::new(),
        };
        let set: Map<String, Value> = view
            .iter()
            .filter(|(name, value)| self.view.get(*name) != Some(value))
            .map(|(n, v)| (n.clone(), v.clone()))
            .collect();
        let gone: Vec<&String> = self.view.keys().filter(|name| !view.contains_key(*name)).collect();
        if !gone.is_empty() {
            out.insert("gone".to_owned(), json!(gone));
        }
        if !set.is_empty() {
            out.insert("set".to_owned(), Value::Object(set));
        }
        self.view = view;
        if self.at != scene.at {
            out.insert("at".to_owned(), scene.at.clone());
            self.at = scene.at;
        }
        let same = self.log.iter().zip(&log).take_while(|(a, b)| a == b).count();
        if same < self.log.len() || same < log.len() {
            out.insert("log".to_owned(), json!({ "from": same, "lines": &log[same..] }));
            self.log = log;
        }
        let (before, said) = scene.said;
        let fresh: Vec<&Value> = said.iter().skip(self.said.saturating_sub(before)).collect();
        if !fresh.is_empty() {
            out.insert("said".to_owned(), json!(fresh));
            self.said = before + said.len();
        }
    }
}
