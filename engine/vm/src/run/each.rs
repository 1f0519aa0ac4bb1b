//! Going through lists and numbers.

use super::Run;
use super::fuel::Fuel;
use crate::fault::{Check, trap};
use crate::fit;
use crate::op::{Against, Each, Label, PathRoot, Source, Within};
use crate::value::{Value, equal};
use diag::Code;

/// What a test looks for.
struct Look<'v> {
    against: &'v Value,
    equal: bool,
    /// Where not, looking would fail.
    sure: bool,
}

impl Look<'_> {
    #[inline(always)]
    fn compare(&self, it: &Value) -> bool {
        let same = match (it, self.against) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::None, b) => b.is_none(),
            (Value::Int(_), Value::None) => false,
            (a, b) => equal(a, b, &mut 0),
        };
        same == self.equal
    }

    /// Whether it is what is looked for; none if that is to be found out by code that can fail.
    #[inline(always)]
    fn meets(&self, it: &Value) -> Option<bool> {
        self.sure.then(|| self.compare(it))
    }

    #[inline(always)]
    fn meets_at(&self, items: &[Value], index: i64) -> Option<bool> {
        items.get(usize::try_from(index).ok()?).map(|it| self.compare(it))
    }
}

/// What comes out of a test of all elements of a list; none, and no step is taken, if that is to be found out by code
/// that can fail.
#[inline(always)]
fn within(it: Within, list: &Value, fuel: &mut Fuel, meets: impl Fn(&Value) -> Option<bool>) -> Option<bool> {
    let Value::List(items) = list else { return None };
    let mut found = None;
    for (at, item) in items.iter().enumerate() {
        if meets(item)? {
            found = Some(at);
            break;
        }
    }
    let rounds = found.unwrap_or(items.len().saturating_sub(1));
    let copy = if it.paid { items.len() >> ir::steps::COPIED_SHIFT } else { 0 };
    fuel.afford(rounds as i64 * i64::from(it.cost) + copy as i64).then_some(found.is_some() == it.found)
}

impl Run<'_> {
    /// Goes on to the next element, from the beginning or not; gives where the code goes on.
    #[inline(never)]
    pub(super) fn each(&mut self, it: &Each, regs: &mut [Value], first: bool) -> Check<Label> {
        let globals = self.state.body.globals.as_slice();
        let items = match it.source {
            Source::Range => &[],
            Source::Register(reg) => list(it, &regs[reg as usize], first, &mut self.fuel)?,
            Source::Global(id) => match globals.get(usize::from(id)) {
                Some(Value::Absent) | None => return self.not_set(PathRoot::Global(id)),
                Some(all) => list(it, all, first, &mut self.fuel)?,
            },
        };
        let fuel = &mut self.fuel;
        let found = match &it.test {
            None => elements(it, items, regs, first, fuel, |_, _| Some(true))?,
            Some(test) => {
                let number;
                let mut sure = true;
                let against = match test.against {
                    Against::None => &Value::None,
                    Against::Register(reg) => &regs[reg as usize],
                    Against::Int(n) => {
                        number = Value::Int(n);
                        &number
                    }
                    Against::Role => {
                        sure = usize::try_from(self.seat).is_ok_and(|it| it < self.machine.program.roles.len());
                        number = Value::Int(self.seat);
                        &number
                    }
                };
                let look = Look { against, equal: test.equal, sure };
                let nothing: &[Value] = &[];
                let looked = match test.global {
                    Some(id) if sure => Some(globals.get(usize::from(id)).map_or(nothing, Value::items)),
                    Some(_) => Some(nothing),
                    None => None,
                };
                let at = |all: &[Value], item: &Value| look.meets_at(all, item.int());
                match (looked, it.source, test.within) {
                    (Some(all), Source::Range, _) => numbers(it, regs, first, fuel, |n| look.meets_at(all, n))?,
                    (None, Source::Range, _) => numbers(it, regs, first, fuel, |n| look.meets(&Value::Int(n)))?,
                    (Some(all), _, None) => elements(it, items, regs, first, fuel, |item, _| at(all, item))?,
                    (None, _, None) => elements(it, items, regs, first, fuel, |item, _| look.meets(item))?,
                    (Some(all), _, Some(test)) => elements(it, items, regs, first, fuel, |item, fuel| {
                        within(test, item, fuel, |item| at(all, item))
                    })?,
                    (None, _, Some(test)) => elements(it, items, regs, first, fuel, |item, fuel| {
                        within(test, item, fuel, |item| look.meets(item))
                    })?,
                }
            }
        };
        let Some((at, met)) = found else { return Ok(it.labels[2]) };
        // Elements are read where they stand: handing them around takes longer than finding them again.
        let next = at + i64::from(it.step);
        match it.source {
            Source::Range => {
                regs[it.to as usize].assign_int(at);
                regs[it.count as usize].assign_int(at);
            }
            Source::Register(list) => {
                let item = regs[list as usize].items()[at as usize].copy();
                regs[it.to as usize].assign(item);
                regs[it.count as usize].assign_int(next);
            }
            Source::Global(list) => {
                let item = self.state.body.globals[usize::from(list)].items()[at as usize].copy();
                regs[it.to as usize].assign(item);
                regs[it.count as usize].assign_int(next);
            }
        }
        Ok(it.labels[usize::from(met)])
    }
}

/// The elements of what is gone through.
#[inline(always)]
fn list<'v>(it: &Each, list: &'v Value, first: bool, fuel: &mut Fuel) -> Check<&'v [Value]> {
    if first && it.list_paid {
        fuel.copied(list)?;
    }
    match list {
        Value::List(items) => Ok(items),
        _ => trap(Code::BadCast, format!("expected a list to go through, found {}", fit::kind(list))),
    }
}

/// The next of the elements that is not passed over, and whether it is known to meet the test.
#[inline(always)]
fn elements(
    it: &Each,
    items: &[Value],
    regs: &[Value],
    first: bool,
    fuel: &mut Fuel,
    meets: impl Fn(&Value, &mut Fuel) -> Option<bool>,
) -> Check<Option<(i64, bool)>> {
    let mut at = if first { 0 } else { regs[it.count as usize].int() as usize };
    let mut free = first;
    while let Some(item) = items.get(at) {
        if !free {
            fuel.pay(i64::from(it.cost))?;
        }
        free = false;
        if it.item_paid {
            fuel.copied(item)?;
        }
        match meets(item, fuel) {
            Some(false) => at += usize::from(it.step),
            met => return Ok(Some((at as i64, met.is_some()))),
        }
    }
    Ok(None)
}

/// The next of the numbers.
#[inline(always)]
fn numbers(
    it: &Each,
    regs: &[Value],
    first: bool,
    fuel: &mut Fuel,
    meets: impl Fn(i64) -> Option<bool>,
) -> Check<Option<(i64, bool)>> {
    let (mut n, last) = (regs[it.count as usize].int() - i64::from(first), regs[it.count as usize + 1].int());
    let mut free = first;
    while n < last {
        n += 1;
        if !free {
            fuel.pay(i64::from(it.cost))?;
        }
        free = false;
        match meets(n) {
            Some(false) => {}
            met => return Ok(Some((n, met.is_some()))),
        }
    }
    Ok(None)
}
