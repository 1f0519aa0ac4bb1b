//! Resuming of states and records, of these rules or of earlier ones.

use crate::carry::{Carried, Carry};
use crate::names::Names;
use crate::record::{Move, Record};
use crate::rules::Rules;
use diag::Code;
use vm::{Fault, State, Value, json};

/// The version of the format of saved games.
pub const SAVED_FORMAT: u32 = 1;

/// A resumed state.
pub(crate) struct TakenUp {
    pub state: State,
    /// Report on data of earlier rules.
    pub told: Vec<String>,
}

impl Rules {
    /// A state, or a saved game, from its JSON. Fields it lacks, of records and of states on the stack, get their
    /// initial values. A saved game of other rules is mapped by its names.
    pub(crate) fn taken_up(&self, text: &str) -> Result<TakenUp, Fault> {
        let given = json::read(text)?;
        if let Some((names, state)) = saved(&given)? {
            if names == self.names()
                && let Ok(state) = self.fitting(&state)
            {
                return Ok(TakenUp { state, told: Vec::new() });
            }
            let (state, told) = self.carried(&state, Some(&names))?;
            return Ok(TakenUp { state: self.fitting(&state)?, told });
        }
        match self.machine().resume_from(&given) {
            Ok(state) => Ok(TakenUp { state, told: Vec::new() }),
            Err(fault) if fault.code != Code::MissingField => Err(fault),
            Err(_) => {
                let mut carry = Carry::unknown(self.written(), false)?;
                let state = carry.state(&given);
                Ok(TakenUp { state: self.fitting(&state)?, told: carry.told() })
            }
        }
    }

    /// Converts a state of earlier rules, from its JSON, to these. Without names the earlier rules are assumed to equal
    /// these, and unknown things are left out.
    ///
    /// # Errors
    ///
    /// HR08 for JSON that is no state, for invalid names, and for data that still does not fit.
    pub fn carry(&self, text: &str, names: Option<&Names>) -> Result<Carried, Fault> {
        let given = json::read(text)?;
        let (own, state) = match saved(&given)? {
            Some((names, state)) => (Some(names), state),
            None => (None, given),
        };
        let (state, told) = self.carried(&state, names.or(own.as_ref()))?;
        let state = self.machine().save(&self.fitting(&state)?);
        Ok(Carried { state: json::told(&state)?, told })
    }

    /// A state that may be of earlier rules, from its value. One that every type admits may still be no state of a language
    /// that keeps rules of its own, such as the containers of LudL: then the view, which that language makes, fails.
    fn fitting(&self, state: &Value) -> Result<State, Fault> {
        let state = self.machine().resume_from(state)?;
        let program = self.program();
        let made = program.view.is_some_and(|it| program.functions[it.index()].span.start == 0);
        for seat in (-1..program.roles.len() as i64).filter(|_| made) {
            if let Err(fault) = self.machine().on_view(&state, seat) {
                let message = format!("the state does not fit these rules: {}", fault.message);
                return Err(Fault::new(Code::WrongType, message));
            }
        }
        Ok(state)
    }

    fn carried(&self, state: &Value, names: Option<&Names>) -> Result<(Value, Vec<String>), Fault> {
        let mut carry = match names {
            Some(names) => Carry::from(self.written(), names)?,
            None => Carry::unknown(self.written(), true)?,
        };
        let state = carry.state(state);
        Ok((state, carry.told()))
    }

    /// Converts a record of earlier rules to these: its moves and written states are mapped by name; with a report. A
    /// written state keeps its own names. A move that lost its meaning stays, and is refused by the rules.
    pub fn translated(&self, record: &Record) -> Result<(Record, Vec<String>), Fault> {
        let Some(names) = record.names.as_ref().filter(|it| **it != self.names()) else {
            return Ok((record.clone(), Vec::new()));
        };
        let mut carry = Carry::from(self.written(), names)?;
        let mut moves = Vec::with_capacity(record.moves.len());
        if !record.moves.is_empty() {
            carry.moves();
        }
        for made in &record.moves {
            moves.push(match made.state() {
                Some(state) => match json::read(state) {
                    // The state keeps the names it was recorded under, so nothing of it is lost.
                    Ok(it) if matches!(saved(&it), Ok(None)) => {
                        carry.state(&it);
                        Move::written(&made.1, &with_names(names, state))
                    }
                    _ => made.clone(),
                },
                None => Move(made.0.clone(), made.1.clone(), carry.argument(&made.1, &made.2)),
            });
        }
        Ok((Record { moves, names: Some(self.names()), ..record.clone() }, carry.told()))
    }
}

/// The text of a saved game: the unchanged state, with the names it was made under.
pub(crate) fn with_names(names: &Names, state: &str) -> String {
    let names = serde_json::to_string(names).unwrap_or_default();
    format!("{{\"format\":{SAVED_FORMAT},\"names\":{names},\"state\":{state}}}")
}

/// The parts of a saved game: names and state; `None` if it is no saved game.
fn saved(given: &Value) -> Result<Option<(Names, Value)>, Fault> {
    let Value::Obj(fields) = given else { return Ok(None) };
    let (Some(names), Some(state), None) = (fields.get("names"), fields.get("state"), fields.get("seed")) else {
        return Ok(None);
    };
    if !matches!(fields.get("format"), Some(Value::Int(n)) if *n == i64::from(SAVED_FORMAT)) {
        let message = format!("this saved game has an unknown format; the format must be {SAVED_FORMAT}");
        let mut fault = Fault::new(Code::BadFormat, message);
        fault.path = Some("$.format".to_owned());
        return Err(fault);
    }
    Ok(Some((Names::given(crate::record::to_json(names)), state.clone())))
}
