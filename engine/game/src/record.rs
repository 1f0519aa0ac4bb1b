//! Records: a setup and the moves since, enough to play a game again.

use crate::names::{Names, unfit};
use diag::Code;
use serde::{Deserialize, Serialize};
use vm::{Fault, Value, json};

/// The version of the format of records.
pub const FORMAT: u32 = 1;

/// A game from its beginning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// 1
    pub format: u32,
    pub seed: u64,
    pub scenario: String,
    #[serde(default)]
    pub options: serde_json::Value,
    pub moves: Vec<Move>,
    /// The names behind the numbers of the moves. Records of the first versions have none: theirs are taken as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Names>,
}

/// Role, action, argument (null for none, an array for several). Entries with an empty role are not moves: a state
/// written by hand, with its name and JSON text; and an end from outside, with its text and `{ "finish": result }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move(pub String, pub String, pub serde_json::Value);

impl Record {
    /// Reads a record from JSON. The format is checked first.
    ///
    /// # Errors
    ///
    /// HR0801, with the path of the misfit; HR0808 for another format.
    pub fn from_json(text: &str) -> Result<Record, Fault> {
        let not_json = |e: serde_json::Error| Fault::new(Code::NotJson, format!("this is no record: {e}"));
        let mut value: serde_json::Value = serde_json::from_str(text).map_err(not_json)?;
        let Some(fields) = value.as_object_mut() else { return Err(unfit("$", "an object")) };
        known_format(fields.get("format").and_then(serde_json::Value::as_u64))?;
        let seed = fields.get("seed").and_then(serde_json::Value::as_u64);
        let seed = seed.ok_or_else(|| unfit("$.seed", "a whole number from 0 to 2^53 - 1"))?;
        let scenario = fields.get("scenario").and_then(serde_json::Value::as_str);
        let scenario = scenario.ok_or_else(|| unfit("$.scenario", "a text"))?.to_owned();
        let options = fields.remove("options").unwrap_or_default();
        let Some(serde_json::Value::Array(moves)) = fields.remove("moves") else {
            return Err(unfit("$.moves", "a list of moves"));
        };
        let moves = moves.into_iter().enumerate().map(|(i, it)| Move::from_json(i, it)).collect::<Result<_, _>>()?;
        let names = fields.remove("names").filter(|it| !it.is_null()).map(Names::given);
        Ok(Record { format: FORMAT, seed, scenario, options, moves, names })
    }
}

impl Move {
    pub(crate) fn written(what: &str, state: &str) -> Move {
        Move(String::new(), what.to_owned(), state.into())
    }

    pub(crate) fn finished(message: &str, result: &str) -> Move {
        Move(String::new(), message.to_owned(), serde_json::json!({ FINISH: result }))
    }

    /// The result of the game that it ends from outside, if it does.
    pub(crate) fn finish(&self) -> Option<&str> {
        self.2.get(FINISH).filter(|_| self.0.is_empty())?.as_str()
    }

    /// The JSON text of the state that it is, if it is one.
    pub fn state(&self) -> Option<&str> {
        self.2.as_str().filter(|_| self.0.is_empty())
    }

    fn from_json(index: usize, value: serde_json::Value) -> Result<Move, Fault> {
        let path = format!("$.moves[{index}]");
        let serde_json::Value::Array(parts) = value else { return Err(unfit(&path, MOVE)) };
        let Ok([role, action, argument]) = <[serde_json::Value; 3]>::try_from(parts) else {
            return Err(unfit(&path, MOVE));
        };
        let text = |it: serde_json::Value, part: usize| match it {
            serde_json::Value::String(text) => Ok(text),
            _ => Err(unfit(&format!("{path}[{part}]"), "a text")),
        };
        Ok(Move(text(role, 0)?, text(action, 1)?, argument))
    }
}

/// The key of the result in the argument of an end from outside.
const FINISH: &str = "finish";

/// Description of a move in a record.
const MOVE: &str = "a role, an action and an argument (null for none)";

pub(crate) fn known_format(format: Option<u64>) -> Result<(), Fault> {
    if format == Some(u64::from(FORMAT)) {
        return Ok(());
    }
    let mut fault = Fault::new(Code::BadFormat, format!("a record of another format: only format {FORMAT} is known"));
    fault.path = Some("$.format".to_owned());
    Err(fault)
}

/// A value of type `Any` for others.
pub(crate) fn to_json(value: &Value) -> serde_json::Value {
    // Output of the writer is always readable; null is a safe fallback.
    serde_json::from_str(&json::to_text(value)).unwrap_or_default()
}
