//! The builtins of the library that are used less than those in [`super::builtin`]: text, order, groups, chance.

use super::Run;
use super::builtin::{finite, floor, whole};
use super::list::room;
use crate::fault::{Check, trap};
use crate::fit;
use crate::order;
use crate::rng;
use crate::text;
use crate::value::{Object, Value};
use diag::Code;
use ir::{Builtin, INT_MAX};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Run<'_> {
    pub(super) fn library(&mut self, op: Builtin, first: &Value, rest: [Value; 2]) -> Check<Value> {
        let [second, third] = rest;
        let items = first.items();
        match op {
            Builtin::Least | Builtin::Greatest => Ok(extreme_of(items, op == Builtin::Greatest)),
            Builtin::Sign => Ok(Value::Int(match first {
                Value::Num(n) if *n > 0.0 => 1,
                Value::Num(n) if *n < 0.0 => -1,
                Value::Int(n) => n.signum(),
                _ => 0,
            })),
            Builtin::Clamp => {
                let (n, low, high) = (first.int(), second.int(), third.int());
                if low > high {
                    return trap(Code::BadCount, format!("no number is from {low} to {high}"));
                }
                Ok(Value::Int(n.clamp(low, high)))
            }
            Builtin::Pow => self.power(first.int(), second.int()),
            Builtin::Ceil => floor(first.num().ceil()),
            Builtin::Round => {
                let below = first.num().floor();
                floor(if first.num() - below >= 0.5 { below + 1.0 } else { below })
            }
            Builtin::Sqrt => finite(first.num().sqrt()),

            Builtin::Upper => self.text(first.text().to_uppercase()),
            Builtin::Lower => self.text(first.text().to_lowercase()),
            Builtin::Trim => Ok(Value::str(first.text().trim())),
            Builtin::Split => self.split(first.text(), second.text()),
            Builtin::StartsWith => Ok(Value::Bool(first.text().starts_with(second.text()))),
            Builtin::EndsWith => Ok(Value::Bool(first.text().ends_with(second.text()))),
            Builtin::Substring => self.substring(first.text(), second.int(), third.int()),
            Builtin::Replace => self.replace(first.text(), second.text(), third.text()),
            Builtin::ToInt => {
                let n = first.text().trim().parse().ok().filter(|n: &i64| n.unsigned_abs() <= INT_MAX as u64);
                Ok(n.map_or(Value::None, Value::Int))
            }
            Builtin::ToNum => {
                let text = first.text().trim();
                let spelt = text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
                let n = text.parse().ok().filter(|n: &f64| spelt && n.is_finite());
                Ok(n.map_or(Value::None, Value::Num))
            }
            Builtin::Contains => match first {
                Value::Str(text) => Ok(Value::Bool(text.contains(second.text()))),
                Value::List(items) => Ok(Value::Bool(self.fuel.position(items, &second)?.is_some())),
                other => trap(Code::BadCast, format!("expected an array, found {}", fit::kind(other))),
            },

            Builtin::First => Ok(items.first().cloned().unwrap_or_default()),
            Builtin::Last => Ok(items.last().cloned().unwrap_or_default()),
            Builtin::Get => {
                let at = usize::try_from(second.int()).ok();
                Ok(at.and_then(|i| items.get(i)).cloned().unwrap_or(third))
            }
            Builtin::Flatten => {
                let all = items.iter().map(|it| it.items().len()).sum();
                room(all, &self.machine.limits)?;
                self.fuel.gone_through(all)?;
                Ok(Value::list(items.iter().flat_map(|it| it.items()).cloned().collect()))
            }
            Builtin::RotateTo => {
                let from = self.fuel.position(items, &second)?.unwrap_or(0);
                let (before, rest) = items.split_at(from);
                Ok(Value::list([rest, before].concat()))
            }
            Builtin::Unique => {
                let mut out: Vec<Value> = Vec::new();
                for it in items {
                    if self.fuel.position(&out, it)?.is_none() {
                        out.push(it.clone());
                    }
                }
                Ok(Value::list(out))
            }
            Builtin::SortBy => {
                let order = self.by_key(items, second.items())?;
                Ok(Value::list(order.into_iter().map(|(_, item)| item.clone()).collect()))
            }
            Builtin::MapGroupBy => {
                let mut out: Vec<Value> = Vec::new();
                let mut group: Vec<Value> = Vec::new();
                let order = self.by_key(items, second.items())?;
                for (i, (key, item)) in order.iter().enumerate() {
                    group.push((*item).clone());
                    if order.get(i + 1).is_none_or(|next| order::total(key, next.0).is_ne()) {
                        out.extend([(*key).clone(), Value::list(std::mem::take(&mut group))]);
                    }
                }
                Ok(Value::list(out))
            }
            Builtin::ObjectGroupBy => {
                self.same_count(items, second.items())?;
                let mut at = BTreeMap::new();
                let mut groups: Vec<(Rc<String>, Vec<Value>)> = Vec::new();
                for (item, key) in items.iter().zip(second.items()) {
                    let mut name = String::new();
                    text::js_string(key, &mut name, self.machine.limits.string);
                    if name.len() > self.machine.limits.string {
                        return self.too_long();
                    }
                    let i = *at.entry(name.clone()).or_insert(groups.len());
                    match groups.get_mut(i) {
                        Some((_, group)) => group.push(item.clone()),
                        None => groups.push((Rc::new(name), vec![item.clone()])),
                    }
                }
                Ok(Value::object(groups.into_iter().map(|(key, group)| (key, Value::list(group))).collect::<Object>()))
            }

            Builtin::Dice => {
                if first.int() < 0 {
                    return trap(Code::BadCount, format!("{} dice", first.int()));
                }
                let count = usize::try_from(first.int()).unwrap_or(usize::MAX);
                room(count, &self.machine.limits)?;
                self.fuel.pay(count as i64)?;
                let throw = |run: &mut Self| Ok(Value::Int(run.draw(&second, rng::next)?.int() + 1));
                Ok(Value::list((0..count).map(|_| throw(self)).collect::<Check<Vec<Value>>>()?))
            }
            Builtin::Shuffled => {
                let mut list = items.to_vec();
                super::change::shuffle(&mut list, &mut self.state.body.seed, rng::next);
                self.state.undo.truncate(0);
                Ok(Value::list(list))
            }
            Builtin::Pick if items.is_empty() => {
                trap(Code::EmptyList, "`pick` takes from a list, and this one is empty")
            }
            Builtin::Pick => {
                let at = self.draw(&Value::Int(items.len() as i64), rng::next)?;
                Ok(items.get(at.int() as usize).cloned().unwrap_or_default())
            }

            Builtin::Next | Builtin::Previous => {
                let among = second.items();
                let (here, all) = (first.int(), || among.iter().map(Value::int));
                let found = match op {
                    Builtin::Next => all().filter(|it| *it > here).min().or_else(|| all().min()),
                    _ => all().filter(|it| *it < here).max().or_else(|| all().max()),
                };
                match found {
                    Some(it) => Ok(Value::Int(it)),
                    None => trap(Code::EmptyList, format!("`{}` among none", op.name())),
                }
            }

            Builtin::Len
            | Builtin::Empty
            | Builtin::Abs
            | Builtin::Min
            | Builtin::Max
            | Builtin::Sum
            | Builtin::Indices
            | Builtin::Without
            | Builtin::Concat
            | Builtin::Reverse
            | Builtin::Sorted
            | Builtin::Slice
            | Builtin::IndexOf
            | Builtin::Join
            | Builtin::Other
            | Builtin::Keys
            | Builtin::Values
            | Builtin::MapGet
            | Builtin::MapHas
            | Builtin::SetHas
            | Builtin::Json
            | Builtin::Random
            | Builtin::RandomBigint => {
                debug_assert!(false, "`{}` is not of the library", op.name());
                Ok(Value::None)
            }
        }
    }

    fn power(&mut self, n: i64, times: i64) -> Check<Value> {
        if times < 0 {
            return trap(Code::BadCount, format!("a number multiplied with itself {times} times"));
        }
        let mut out = 1_i64;
        // Beyond 64 rounds only 0, 1 and -1 stay in bounds, and they repeat after two.
        for _ in 0..if times > 64 { 64 + times % 2 } else { times } {
            out = whole(out.checked_mul(n))?.int();
        }
        Ok(Value::Int(out))
    }

    fn split(&mut self, text: &str, between: &str) -> Check<Value> {
        let parts: Vec<Value> = if between.is_empty() {
            text.chars().map(|it| Value::string(it.to_string())).collect()
        } else {
            text.split(between).map(Value::str).collect()
        };
        room(parts.len(), &self.machine.limits)?;
        self.fuel.pay(parts.len() as i64)?;
        Ok(Value::list(parts))
    }

    fn substring(&mut self, text: &str, from: i64, end: i64) -> Check<Value> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let cut = |n: i64| n.clamp(0, units.len() as i64) as usize;
        let (from, end) = (cut(from), cut(end));
        Ok(Value::string(String::from_utf16_lossy(units.get(from..end).unwrap_or(&[]))))
    }

    fn replace(&mut self, text: &str, part: &str, by: &str) -> Check<Value> {
        if part.is_empty() {
            return self.text(text.to_owned());
        }
        let more = text.matches(part).count().saturating_mul(by.len());
        if more > self.machine.limits.string {
            return self.too_long();
        }
        self.text(text.replace(part, by))
    }

    fn same_count(&self, items: &[Value], keys: &[Value]) -> Check<()> {
        if items.len() == keys.len() {
            return Ok(());
        }
        trap(Code::BadCount, format!("{} keys for {} elements", keys.len(), items.len()))
    }

    /// Elements with their keys, in the order of the keys.
    fn by_key<'v>(&mut self, items: &'v [Value], keys: &'v [Value]) -> Check<Vec<(&'v Value, &'v Value)>> {
        self.same_count(items, keys)?;
        let mut both: Vec<(&Value, &Value)> = keys.iter().zip(items).collect();
        order::sort(&mut both, |a, b| order::total(a.0, b.0));
        Ok(both)
    }
}

fn extreme_of(items: &[Value], greatest: bool) -> Value {
    let compare = |a: &&Value, b: &&Value| order::total(a, b);
    let found = if greatest { items.iter().max_by(compare) } else { items.iter().min_by(compare) };
    found.cloned().unwrap_or_default()
}
