//! The instructions that neither jump nor call, and do enough that getting to them does not count.
//! Apart from the loop: there, every value they keep would be in the way.

use super::Run;
use super::builtin::{divide, double, floor};
use super::exec::take;
use crate::fault::{Check, trap};
use crate::fit;
use crate::op::{Code, Op, PathRoot};
use crate::order;
use crate::save;
use crate::value::{Object, Value};
use diag::Code as Reason;
use ir::ActionId;
use std::mem;

impl Run<'_> {
    #[inline(never)]
    pub(super) fn slow(&mut self, op: Op, code: &Code, regs: &mut [Value]) -> Check<()> {
        macro_rules! reg {
            ($r:expr) => {
                regs[$r as usize]
            };
        }
        macro_rules! set {
            ($r:expr, $value:expr) => {{
                let value = $value;
                regs[$r as usize].assign(value)
            }};
        }
        match op {
            Op::Div { to, a, b } => set!(to, divide(reg!(a).int(), reg!(b).int(), false)?),
            Op::Rem { to, a, b } => set!(to, divide(reg!(a).int(), reg!(b).int(), true)?),
            Op::Neg { to, a } => set!(to, Value::Int(-reg!(a).int())),
            Op::Num { op, to, a, b } => set!(to, double(op, reg!(a).num(), reg!(b).num())?),
            Op::NumNeg { to, a } => set!(to, Value::Num(-reg!(a).num())),
            Op::NumLt { to, a, b } => set!(to, Value::Bool(reg!(a).num() < reg!(b).num())),
            Op::NumLe { to, a, b } => set!(to, Value::Bool(reg!(a).num() <= reg!(b).num())),
            Op::StrLt { to, a, b } => {
                set!(to, Value::Bool(self.fuel.compare(reg!(a).text(), reg!(b).text())?.is_lt()));
            }
            Op::StrLe { to, a, b } => {
                set!(to, Value::Bool(self.fuel.compare(reg!(a).text(), reg!(b).text())?.is_le()));
            }
            Op::Concat { to, a, b } => {
                // Temporaries are used up; the one on the left grows in place.
                let operand = |it: &mut Value, reg| if usize::from(reg) < code.locals { it.clone() } else { it.take() };
                let (left, right) = (operand(&mut reg!(a), a), operand(&mut reg!(b), b));
                set!(to, self.concat(left, &right)?);
            }
            Op::In { to, a, list } => {
                set!(to, Value::Bool(self.contains(&reg!(list), &reg!(a))?));
            }
            Op::InSorted { to, a, list, step } => {
                let (items, step) = (reg!(list).items(), usize::from(step));
                self.fuel.search(&reg!(a), items.len() / step)?;
                let found = order::search(items, step, &reg!(a)).is_ok();
                set!(to, Value::Bool(found));
            }

            Op::Frame { to, field } => {
                set!(to, self.root(PathRoot::Frame(field), regs)?.copy());
            }
            Op::View { to, field } => {
                set!(to, self.root(PathRoot::View(field), regs)?.copy());
            }
            Op::SetFrame { field, from } => self.set_frame(field, reg!(from).take()),
            Op::SetView { field, from } => self.set_view(field, reg!(from).take()),
            Op::Store { path, from } => self.store(&code.paths[path as usize], regs, from)?,
            Op::Place { op, count, path, args, to } => {
                let value = self.place_op(op, &code.paths[path as usize], regs, (args, count))?;
                set!(to, value);
            }

            Op::Make { to, args, count } => {
                let items = take(regs, args, count);
                set!(to, Value::list(items));
            }
            Op::MakeSet { to, args, count } => {
                let items = take(regs, args, count);
                set!(to, self.set(items)?);
            }
            Op::MakeMap { to, args, count } => {
                let items = take(regs, args, count);
                set!(to, self.map(items)?);
            }
            Op::MakeObject { to, args, keys } => {
                let mut object = Object::default();
                for (i, key) in code.keys[keys as usize].iter().enumerate() {
                    object.set(key, mem::take(&mut regs[args as usize + i]));
                }
                set!(to, Value::object(object));
            }
            Op::Fill { to, value, count } => {
                let value = reg!(value).take();
                set!(to, self.fill(value, reg!(count).int())?);
            }
            Op::Copied { at } => self.fuel.copied(&reg!(at))?,
            Op::Guard { at } => self.guard(&reg!(at))?,
            Op::Builtin { op, args, to, ty } => {
                let value = self.builtin(op, regs, args, &code.types[ty as usize])?;
                set!(to, value);
            }

            Op::Floor { to, a } => set!(to, floor(reg!(a).num())?),
            Op::ToAny { counted, to, a, ty } => {
                if counted {
                    self.fuel.pay(self.fuel.size(&reg!(a))?)?;
                }
                set!(to, self.machine.to_any(&reg!(a), &code.types[ty as usize]));
            }
            Op::FromAny { to, a, ty } => {
                set!(to, self.cast(&reg!(a), &code.types[ty as usize])?);
            }
            Op::ToArray { to, a, ty } => {
                self.as_many(&reg!(a), &code.types[ty as usize])?;
                set!(to, reg!(a).clone());
            }
            Op::ToStr { to, a, ty } => {
                set!(to, self.show(&reg!(a), &code.types[ty as usize])?);
            }
            Op::ToSet { to, a } => {
                let items = reg!(a).items().to_vec();
                set!(to, self.set(items)?);
            }
            Op::IntToNum { to, a } => set!(to, Value::Num(reg!(a).num())),
            Op::ActiveToRole { to, a } => set!(to, self.one_active(&reg!(a))?),
            Op::ActiveToRoles { to, a } => set!(to, Value::list(self.active_roles(&reg!(a)))),
            Op::Failure { to } => set!(to, Value::Int(self.failure)),
            Op::Active { to } => set!(to, self.state.body.active.copy()),
            Op::Shown { to, field } => {
                let shown = self.memory.view.get(usize::from(field)).is_some_and(|it| !it.is_absent());
                set!(to, Value::Bool(shown));
            }
            Op::Last { to } => {
                set!(
                    to,
                    match self.state.body.stack.top().map(|it| &it.last) {
                        None | Some(Value::Absent) => Value::None,
                        Some(value) => value.clone(),
                    }
                );
            }
            Op::WholeFrame { to } => {
                let whole = save::stack(&self.machine.program, &self.state.body.stack);
                self.fuel.pay(self.fuel.size(&whole)?)?;
                set!(to, whole);
            }
            Op::Top { to, frame, field } => {
                let top = self.state.body.stack.top().filter(|it| it.id.0 == frame);
                let value = top.and_then(|it| it.fields.get(usize::from(field)));
                set!(to, value.filter(|it| !it.is_absent()).cloned().unwrap_or(Value::None));
            }
            Op::WholeState { to } => {
                let whole = save::state(&self.machine.program, self.state, false);
                self.fuel.pay(self.fuel.size(&whole)?)?;
                set!(to, whole);
            }

            Op::Step { at } => self.tell_step(at, code, regs),
            Op::Decide { at, a } => self.tell_condition(at, a, code, regs),
            Op::Part { at, part, a } => self.tell_part(at, part, code, &reg!(a)),

            Op::Try => self.begin_trial()?,
            Op::Tried => self.end_trial(),
            Op::Attempted => self.end_attempt(),

            Op::Instruction { next } => {
                if let Some(top) = self.frame_mut() {
                    top.next = next;
                }
            }
            Op::Unset { field } => self.unset(field),
            Op::SetActive { from } => {
                self.state.body.active = match reg!(from).take() {
                    Value::None => Value::Int(-1),
                    Value::List(items) if items.iter().any(|it| !matches!(it, Value::Int(_))) => {
                        // A value that is no number means nobody.
                        let index = |it: &Value| if let Value::Int(n) = it { Value::Int(*n) } else { Value::Int(-1) };
                        Value::list(items.iter().map(index).collect())
                    }
                    value @ (Value::Int(_) | Value::List(_)) => value,
                    other => {
                        let found = fit::kind(&other);
                        trap(Reason::BadCast, format!("`G.active` is a role or roles, not {found}"))?
                    }
                };
            }
            Op::Log { from } => {
                let entry = reg!(from).take();
                self.log(entry)?;
            }
            Op::LogBlank => self.log_blank()?,
            Op::Prompt { from } => self.memory.offers.prompt = reg!(from).take(),
            Op::OfferPlain { action } => {
                let most = self.machine.limits.list;
                self.memory.offers.offer(ActionId(action), Value::Absent, &self.machine.program, most)?;
            }
            Op::Withhold { action, from, kept, why } => {
                let argument = if kept { reg!(from).clone() } else { reg!(from).take() };
                let why = reg!(why).clone();
                self.memory.offers.withhold(ActionId(action), argument, why, self.machine.limits.list)?;
            }
            Op::Label { action, from, kept, text } => {
                let argument = if kept { reg!(from).clone() } else { reg!(from).take() };
                let text = reg!(text).clone();
                self.memory.offers.label(ActionId(action), argument, text, self.machine.limits.list)?;
            }
            Op::Disable { action, why } => self.memory.offers.disable(ActionId(action), reg!(why).clone()),
            Op::Button { action, from } => self.memory.offers.button(ActionId(action), reg!(from).bool()),
            Op::ButtonOn { action } => self.memory.offers.button(ActionId(action), true),
            Op::PushUndo => self.push_undo()?,
            Op::ClearUndo => self.clear_undo(),
            Op::Stop { text } => trap(Reason::Impossible, code.texts[text as usize].as_str())?,
            Op::Assert { a, text } if !reg!(a).bool() => {
                trap(
                    Reason::AssertFailed,
                    match code.texts[text as usize].as_str() {
                        "" => "this is false".to_owned(),
                        text => format!("this is false: `{text}`"),
                    },
                )?;
            }
            Op::Assert { .. } => {}
            other => trap(Reason::Impossible, format!("nothing runs {other:?}, which is a mistake of the compiler"))?,
        }
        Ok(())
    }
}
