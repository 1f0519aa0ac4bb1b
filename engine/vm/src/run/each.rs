//! Going through lists and numbers.

use super::Run;
use crate::fault::{Check, trap};
use crate::fit;
use crate::fuel::Fuel;
use crate::op::{Against, Each, Label, PathRoot, Rows, Source, Within};
use crate::value::Value;
use diag::Code;
use ir::ActionId;

/// The value a test looks for: an integer, or none.
#[derive(Clone, Copy)]
struct Look {
    number: i64,
    equal: bool,
    /// `false` if the comparison could fault.
    sure: bool,
}

/// Stands for none: no integer is as small.
const NONE: i64 = i64::MIN;

/// An integer or none as a number, which is compared faster.
#[inline(always)]
fn number(it: &Value) -> i64 {
    match it {
        Value::Int(n) => *n,
        _ => NONE,
    }
}

impl Look {
    #[inline(always)]
    fn compare(self, it: i64) -> bool {
        (it == self.number) == self.equal
    }

    /// `true` if the value passes; `None` if only code that can fault can tell.
    #[inline(always)]
    fn meets(self, it: i64) -> Option<bool> {
        self.sure.then(|| self.compare(it))
    }

    #[inline(always)]
    fn meets_at(self, items: &[Value], index: i64) -> Option<bool> {
        items.get(usize::try_from(index).ok()?).map(|it| self.compare(number(it)))
    }
}

/// The result of testing all elements of a list; `None`, without taking a step, if only code that can fault can tell.
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

/// The next row from `from` on that passes the test, if there are enough steps to reach it.
fn row(
    it: &Each,
    test: Within,
    rows: &Rows,
    from: usize,
    all: &[Value],
    look: Look,
    fuel: &mut Fuel,
) -> Option<Option<usize>> {
    let mut met = 0;
    for (i, it) in all.get(..rows.end)?.iter().enumerate() {
        met |= u64::from(look.compare(number(it))) << i;
    }
    // The first round is free.
    let mut steps = if from == 0 { -i64::from(it.cost) } else { 0 };
    let mut rest = rows.rows.iter().skip(from);
    let at = rest.position(|row| {
        let found = met & row.all;
        let lowest = found & found.wrapping_neg();
        let before = row.but_last & lowest.wrapping_sub(1);
        steps += row.cost + i64::from(before.count_ones()) * i64::from(test.cost);
        (found != 0) == test.found
    });
    fuel.afford(steps).then_some(at.map(|it| from + it))
}

impl Run<'_> {
    /// Goes on to the next element, from the beginning or not; gives where the code goes on.
    #[inline(never)]
    pub(super) fn each(&mut self, it: &Each, consts: &[Value], regs: &mut [Value], first: bool) -> Check<Label> {
        let globals = self.state.body.globals.as_slice();
        let items = match it.source {
            Source::Range => &[],
            Source::Register(reg) => list(it, &regs[reg as usize], first, &mut self.fuel)?,
            Source::Const(at) => list(it, &consts[at as usize], first, &mut self.fuel)?,
            Source::Global(id) => match globals.get(usize::from(id)) {
                Some(Value::Absent) | None => return self.not_set(PathRoot::Global(id)),
                Some(all) => list(it, all, first, &mut self.fuel)?,
            },
        };
        let (fuel, offers, most) = (&mut self.fuel, &mut self.memory.offers, self.machine.limits.list);
        // An offer is made here if nothing can go wrong with it.
        let offer =
            |item: i64, fuel: &mut Fuel| it.offered.is_some_and(|id| offers.follow(ActionId(id), item, most, fuel));
        let found = match &it.test {
            None => elements(it, items, regs, first, fuel, |_, _| Some(true), |_, _| false)?,
            Some(test) => {
                let (wanted, sure) = match test.against {
                    Against::None => (NONE, true),
                    Against::Register(reg) => (number(&regs[reg as usize]), true),
                    Against::Int(n) => (n, true),
                    Against::Role => {
                        let roles = self.machine.program.roles.len();
                        (self.seat, usize::try_from(self.seat).is_ok_and(|it| it < roles))
                    }
                };
                let look = Look { number: wanted, equal: test.equal, sure };
                let looked = test.global.map(|id| match globals.get(usize::from(id)) {
                    Some(all) if sure => all.items(),
                    _ => &[],
                });
                let at = |all: &[Value], item: &Value| look.meets_at(all, item.int());
                match (looked, it.source, test.within) {
                    (Some(all), Source::Range, _) => numbers(it, regs, first, fuel, |n| look.meets_at(all, n), offer)?,
                    (None, Source::Range, _) => numbers(it, regs, first, fuel, |n| look.meets(n), offer)?,
                    (Some(all), _, None) => elements(it, items, regs, first, fuel, |item, _| at(all, item), offer)?,
                    (None, _, None) => {
                        elements(it, items, regs, first, fuel, |item, _| look.meets(number(item)), offer)?
                    }
                    (Some(all), _, Some(test)) => {
                        let from = if first { 0 } else { regs[it.count as usize].int() as usize };
                        let known = it.rows.as_ref().and_then(|rows| row(it, test, rows, from, all, look, fuel));
                        match known {
                            Some(at) => at.map(|at| (at as i64, true)),
                            None => elements(
                                it,
                                items,
                                regs,
                                first,
                                fuel,
                                |item, fuel| within(test, item, fuel, |item| at(all, item)),
                                offer,
                            )?,
                        }
                    }
                    (None, _, Some(test)) => {
                        let meets =
                            |item: &Value, fuel: &mut Fuel| within(test, item, fuel, |item| look.meets(number(item)));
                        elements(it, items, regs, first, fuel, meets, offer)?
                    }
                }
            }
        };
        let Some((at, met)) = found else { return Ok(it.labels[2]) };
        // Elements are read in place: passing them around costs more than finding them again.
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
            Source::Const(list) => {
                regs[it.to as usize].assign(consts[list as usize].items()[at as usize].copy());
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

/// The elements to iterate.
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

/// The next element that is not skipped, and `true` if it is known to pass the test. `done` returns `true` if an
/// element that passes needs no further work.
#[inline(always)]
fn elements(
    it: &Each,
    items: &[Value],
    regs: &[Value],
    first: bool,
    fuel: &mut Fuel,
    meets: impl Fn(&Value, &mut Fuel) -> Option<bool>,
    mut done: impl FnMut(i64, &mut Fuel) -> bool,
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
            Some(true) if done(item.int(), fuel) => at += usize::from(it.step),
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
    mut done: impl FnMut(i64, &mut Fuel) -> bool,
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
            Some(true) if done(n, fuel) => {}
            met => return Ok(Some((n, met.is_some()))),
        }
    }
    Ok(None)
}
