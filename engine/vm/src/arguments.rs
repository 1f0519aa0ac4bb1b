//! The arguments of an action: as they travel, and as a handler takes them.
//!
//! Invariant: no argument is passed as [`Value::Absent`], one as itself, several as a list.

use crate::fault::Fault;
use crate::fit::{self, Misfit};
use crate::machine::Machine;
use crate::measure::measure;
use crate::value::Value;
use diag::Code;
use ir::{Function, Named};

/// Arguments of a handler: usually one, which needs no list.
#[derive(Clone, Debug)]
pub enum Arguments {
    One([Value; 1]),
    Many(Vec<Value>),
}

impl AsMut<[Value]> for Arguments {
    fn as_mut(&mut self) -> &mut [Value] {
        match self {
            Arguments::One(one) => one,
            Arguments::Many(all) => all,
        }
    }
}

impl AsRef<[Value]> for Arguments {
    fn as_ref(&self) -> &[Value] {
        match self {
            Arguments::One(one) => one,
            Arguments::Many(all) => all,
        }
    }
}

impl Machine {
    /// `true` if a value from outside is within the size limit of rules.
    pub fn is_of_size(&self, value: &Value) -> bool {
        let mut left = self.limits().size;
        matches!(value, Value::Int(_)) || measure(value, self.limits().depth, &mut left).is_ok()
    }

    /// The parameters of a handler, from an argument as it travels.
    pub fn arguments(&self, argument: &Value, handler: &Function) -> Result<Arguments, Fault> {
        let given = if argument.is_absent() { &Value::None } else { argument };
        let fitted = |value: &Value, it: &Named| fit::from_any(self.program(), value, &it.ty);
        match (parameters(handler), given) {
            ([], _) => Ok(Arguments::Many(Vec::new())),
            ([one], _) => Ok(Arguments::One([fitted(given, one).map_err(unfit)?])),
            (all, Value::List(items)) if items.len() == all.len() => {
                let each = items.iter().zip(all).enumerate();
                let all = each.map(|(i, (value, it))| fitted(value, it).map_err(|e| unfit(e.under(format!("[{i}]")))));
                Ok(Arguments::Many(all.collect::<Result<_, _>>()?))
            }
            (all, _) => {
                let found = match given {
                    Value::List(items) => format!("an array of {}", items.len()),
                    other => fit::kind(other),
                };
                let message = format!("expected an array of {} arguments, found {found}", all.len());
                Err(Fault::new(Code::BadArgument, message))
            }
        }
    }

    /// The same as it travels, from the parameters of a handler.
    pub fn travelling(&self, arguments: &[Value], handler: &Function) -> Value {
        let any = |(value, it): (&Value, &Named)| self.to_any(value, &it.ty);
        let mut all = arguments.iter().zip(parameters(handler)).map(any);
        match arguments.len() {
            0 | 1 => all.next().unwrap_or(Value::Absent),
            _ => Value::list(all.collect()),
        }
    }
}

fn parameters(function: &Function) -> &[Named] {
    function.locals.get(..usize::from(function.params)).unwrap_or_default()
}

fn unfit(misfit: Misfit) -> Fault {
    let mut fault = Fault::new(Code::BadArgument, misfit.message);
    fault.path = Some(format!("${}", misfit.path)).filter(|_| !misfit.path.is_empty());
    fault
}
