//! Accepts or refuses moves: accepted are offers of the prompt to an active role, and undo.

use diag::Code;
use ir::{ActionId, Function, Program};
use vm::{Fault, Machine, Offer, Offers, State, Value, equal};

/// A move that is accepted.
pub enum Accepted {
    Act(ActionId, Value),
    Undo,
}

/// The seat of a role that may move now. Undo is also open to those who wait, once the game is over; and open actions are to all,
/// until it is.
pub fn seat(machine: &Machine, state: &State, role: &str, action: &str) -> Result<usize, Fault> {
    let roles = &machine.program().roles;
    let sitting = roles.get(..machine.sitting(state)).unwrap_or(roles);
    let Some(seat) = roles.iter().position(|it| it == role) else {
        let known = listed(sitting);
        return Err(Fault::new(Code::UnknownRole, format!("there is no role `{role}`; there is {known}")));
    };
    if seat >= sitting.len() {
        let message = format!("`{role}` does not play in this game; those who do are {}", listed(sitting));
        return Err(Fault::new(Code::NotSeated, message));
    }
    if state.is_active(seat) || (state.is_over() && action == "undo" && state.undo_len() > 0) {
        return Ok(seat);
    }
    if state.is_over() {
        return Err(Fault::new(Code::GameOver, "the game is over"));
    }
    if action_named(machine.program(), action).is_some_and(|id| machine.is_open(state, id)) {
        return Ok(seat);
    }
    Err(Fault::new(Code::NotActive, format!("it is not {role}'s turn")))
}

/// Converts an argument from outside.
pub fn argument(machine: &Machine, given: &serde_json::Value) -> Result<Value, Fault> {
    let value = vm::json::from_json(given).ok().filter(|it| machine.is_of_size(it));
    value.ok_or_else(|| Fault::new(Code::BadArgument, "this argument is too large"))
}

fn action_named(program: &Program, name: &str) -> Option<ActionId> {
    program.actions.iter().position(|it| it == name).map(|i| ActionId(i as u16))
}

/// Decides if a move is accepted, by the offers to its seat, or because it is open. The argument is `Any`, absent for
/// none.
pub fn accepted(
    machine: &Machine,
    state: &State,
    (seat, offers): (usize, &Offers),
    action: &str,
    argument: Value,
) -> Result<Accepted, Fault> {
    let program = machine.program();
    let handler = action_named(program, action).and_then(|id| Some((id, machine.handler(state, id)?)));
    let none = argument.is_absent() || argument.is_none();
    let Some((id, handler)) = handler else {
        return match (action, state.undo_len()) {
            ("undo", 0) => Err(Fault::new(Code::NothingToUndo, "there is nothing to undo")),
            ("undo", _) if !none => Err(no_argument(action)),
            ("undo", _) => Ok(Accepted::Undo),
            _ => Err(not_offered(program, offers, action)),
        };
    };
    if machine.is_open(state, id) {
        return open(machine, state, (seat, offers), (id, handler), argument);
    }
    match offers.get(id) {
        Some(Offer::Button(false)) => {
            let message = because(format!("`{action}` is disabled now"), offers.why(id, &Value::Absent));
            Err(Fault::new(Code::Disabled, message))
        }
        None if none && offers.why(id, &Value::Absent).is_some() => {
            let message = because(format!("`{action}` is not offered now"), offers.why(id, &Value::Absent));
            Err(Fault::new(Code::NotOffered, message))
        }
        None if !offers.why.iter().any(|(it, _)| *it == id) => Err(not_offered(program, offers, action)),
        Some(Offer::Button(true)) if none => Ok(Accepted::Act(id, Value::Absent)),
        Some(Offer::Button(true)) => Err(no_argument(action)),
        Some(Offer::Arguments(_)) if none && offered(offers, id, &Value::Absent) => {
            Ok(Accepted::Act(id, Value::Absent))
        }
        Some(Offer::Arguments(_)) | None => {
            // First converted to the handler's types: a number that is no cell at all gets another error than one that
            // is not offered.
            let argument = match handler.params {
                0 => argument,
                _ => machine.travelling(machine.arguments(&argument, handler)?.as_ref(), handler),
            };
            if offered(offers, id, &argument) {
                return Ok(Accepted::Act(id, argument));
            }
            let shown = short(&vm::json::to_text(&argument));
            let message = because(format!("`{action}({shown})` is not offered now"), offers.why(id, &argument));
            Err(Fault::new(Code::NotOffered, message))
        }
    }
}

/// An open action: the rules decide about moves without an offer.
fn open(
    machine: &Machine,
    state: &State,
    (seat, offers): (usize, &Offers),
    (id, handler): (ActionId, &Function),
    argument: Value,
) -> Result<Accepted, Fault> {
    let none = argument.is_absent() || argument.is_none();
    let button = matches!(offers.get(id), Some(Offer::Button(true)));
    if none && (button || offered(offers, id, &Value::Absent)) {
        return Ok(Accepted::Act(id, Value::Absent));
    }
    let argument = match handler.params {
        0 if none => Value::Absent,
        0 => return Err(no_argument(&machine.program().actions[id.index()])),
        _ => machine.travelling(machine.arguments(&argument, handler)?.as_ref(), handler),
    };
    if !offered(offers, id, &argument)
        && let Some(why) = machine.refusal(state, seat, id, &argument)?
    {
        return Err(Fault::new(Code::Refused, why));
    }
    Ok(Accepted::Act(id, argument))
}

fn no_argument(action: &str) -> Fault {
    Fault::new(Code::BadArgument, format!("`{action}` takes no argument"))
}

/// A refusal with the reason that the rules give.
fn because(refusal: String, why: Option<&str>) -> String {
    match why {
        Some(why) => format!("{refusal}: {why}"),
        None => refusal,
    }
}

fn offered(offers: &Offers, id: ActionId, argument: &Value) -> bool {
    // Enough for comparing one argument with as many as a prompt can offer.
    let mut fuel = 100_000_000;
    match offers.get(id) {
        Some(Offer::Arguments(items)) => items.iter().any(|it| equal(it, argument, &mut fuel)),
        _ => false,
    }
}

fn not_offered(program: &Program, offers: &Offers, action: &str) -> Fault {
    let names = offers.actions.iter().filter_map(|(id, _)| program.actions.get(id.index()));
    let names: Vec<String> = names.cloned().collect();
    let message = match names.is_empty() {
        true => format!("`{action}` is not offered now; nothing is"),
        false => format!("`{action}` is not offered now; there is {}", listed(&names)),
    };
    Fault::new(Code::UnknownAction, message)
}

/// Names in backticks with commas.
pub fn listed(names: &[String]) -> String {
    names.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
}

/// A text for a message: its beginning, if it is long.
fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}
