//! The loop.

use super::builtin::overflow;
use super::list::{at, push};
use super::{Attempt, Caller, Flow, Outcome, Place, Run};
use crate::fault::{Check, Trap, trap};
use crate::op::{Op, PathRoot};
use crate::value::{Value, equal};
use diag::Code;
use ir::{ActionId, FnId, FrameId, INT_MAX};
use std::mem;

/// Registers kept from one entry to the next.
const REGISTERS_KEPT: usize = 64;

impl Run<'_> {
    /// Runs a function to its end, or to the transition it ends with. Takes its arguments.
    pub fn exec(&mut self, function: FnId, args: &mut [Value]) -> Check<Outcome> {
        self.failed = Some(self.machine.program.function(function).span);
        self.start(function, args)
    }

    /// As above, for the target of a transition.
    pub(super) fn follow(&mut self, function: FnId) -> Check<Outcome> {
        self.failed = self.from;
        self.start(function, &mut [])
    }

    /// A failure on entry has a known place.
    fn start(&mut self, function: FnId, args: &mut [Value]) -> Check<Outcome> {
        self.fuel.pay(i64::from(self.machine.code[function.index()].entry))?;
        self.failed = None;
        let mut stack = mem::take(&mut self.memory.registers);
        self.arguments_to(&mut stack, function.index(), args);
        let mut result = self.run(&mut stack, Place { function: function.index(), base: 0, pc: 0 });
        while let Err(trap) = &mut result
            && let Some(attempt) = self.attempts.pop()
        {
            let trap = mem::replace(trap, Box::new(Trap { code: Code::OutOfFuel, message: String::new() }));
            let place = self.go_back(attempt, *trap, &mut stack);
            result = self.run(&mut stack, place);
        }
        stack.truncate(REGISTERS_KEPT);
        if let Ok(Outcome::Done(_)) = result {
            // All registers but the locals are clear already.
            let locals = stack.iter_mut().take(self.machine.code[function.index()].locals);
            locals.for_each(Value::release);
        } else {
            stack.iter_mut().for_each(Value::release);
        }
        self.memory.callers.clear();
        self.memory.registers = stack;
        result
    }

    /// The first window, with the arguments in it.
    fn arguments_to(&self, stack: &mut Vec<Value>, entry: usize, args: &mut [Value]) {
        let code = &self.machine.code[entry];
        if stack.len() < code.registers {
            stack.resize(code.registers, Value::None);
        }
        let given = args.len();
        for (slot, arg) in stack.iter_mut().zip(args) {
            *slot = mem::take(arg);
        }
        if let Some(locals) = stack.get_mut(given..code.locals) {
            locals.iter_mut().for_each(Value::clear);
        }
    }

    fn run(&mut self, stack: &mut Vec<Value>, from: Place) -> Check<Outcome> {
        let machine = self.machine;
        let Place { function: mut running, mut base, mut pc } = from;
        let mut code = &machine.code[running];
        'window: loop {
            let regs = &mut stack[base..base + code.registers];
            let ops = code.ops.as_slice();
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
            // A failure remembers where it was.
            macro_rules! good {
                ($e:expr) => {
                    match $e {
                        Ok(it) => it,
                        Err(trap) => {
                            self.failed = Some(code.spans[pc - 1]);
                            return Err(trap);
                        }
                    }
                };
            }
            // An integer within bounds.
            macro_rules! whole {
                ($r:expr, $n:expr) => {{
                    match $n {
                        Some(n) if n.unsigned_abs() <= INT_MAX as u64 => regs[$r as usize].assign_int(n),
                        _ => good!(overflow()),
                    }
                }};
            }
            // A transition remembers too: it may fail on its way.
            macro_rules! leave {
                ($flow:expr) => {{
                    self.failed = Some(code.spans[pc - 1]);
                    return Ok(Outcome::Flow($flow));
                }};
            }
            // A jump; a backward one takes the steps of the code it repeats.
            macro_rules! jump {
                ($to:expr) => {
                    pc = $to as usize
                };
            }
            macro_rules! back {
                ($to:expr, $cost:expr) => {{
                    good!(self.fuel.pay(i64::from($cost)));
                    pc = $to as usize;
                }};
            }
            loop {
                let op = &ops[pc];
                pc += 1;
                match *op {
                    Op::Move { to, from } => set!(to, reg!(from).copy()),
                    Op::Take { to, from } => set!(to, reg!(from).take()),
                    Op::Const { to, at } => set!(to, code.consts[at as usize].copy()),
                    Op::Int { to, value } => reg!(to).assign_int(i64::from(value)),
                    Op::Clear { at } => set!(at, Value::None),

                    Op::Add { to, a, b } => {
                        whole!(to, reg!(a).int().checked_add(reg!(b).int()));
                    }
                    Op::Sub { to, a, b } => {
                        whole!(to, reg!(a).int().checked_sub(reg!(b).int()));
                    }
                    Op::Mul { to, a, b } => {
                        whole!(to, reg!(a).int().checked_mul(reg!(b).int()));
                    }
                    Op::AddInt { to, a, by } => {
                        whole!(to, reg!(a).int().checked_add(i64::from(by)));
                    }
                    Op::MulInt { to, a, by } => {
                        whole!(to, reg!(a).int().checked_mul(i64::from(by)));
                    }
                    Op::Not { to, a } => set!(to, Value::Bool(!reg!(a).bool())),
                    Op::Lt { to, a, b } => set!(to, Value::Bool(reg!(a).int() < reg!(b).int())),
                    Op::Le { to, a, b } => set!(to, Value::Bool(reg!(a).int() <= reg!(b).int())),
                    Op::Eq { to, a, b } => set!(to, Value::Bool(good!(self.fuel.equal(&reg!(a), &reg!(b))))),
                    Op::Ne { to, a, b } => set!(to, Value::Bool(!good!(self.fuel.equal(&reg!(a), &reg!(b))))),
                    Op::Jump { to } => jump!(to),
                    Op::IfQuiet { to } => {
                        if self.state.quiet {
                            jump!(to);
                        }
                    }
                    Op::Reached { at } => {
                        let count = &code.reached[at as usize].1;
                        count.set(count.get() + 1);
                    }
                    Op::Arrived { at } => self.machine.arrive(reg!(at).int()),
                    Op::Loop { to, cost } => back!(to, cost),
                    Op::If { a, to } => {
                        if reg!(a).bool() {
                            jump!(to);
                        }
                    }
                    Op::IfNot { a, to } => {
                        if !reg!(a).bool() {
                            jump!(to);
                        }
                    }
                    Op::IfLt { a, b, to } => {
                        if reg!(a).int() < reg!(b).int() {
                            jump!(to);
                        }
                    }
                    Op::IfLe { a, b, to } => {
                        if reg!(a).int() <= reg!(b).int() {
                            jump!(to);
                        }
                    }
                    Op::IfEq { a, b, to } => {
                        if good!(self.fuel.equal(&reg!(a), &reg!(b))) {
                            jump!(to);
                        }
                    }
                    Op::IfNe { a, b, to } => {
                        if !good!(self.fuel.equal(&reg!(a), &reg!(b))) {
                            jump!(to);
                        }
                    }
                    Op::IfLtInt { a, by, to } => {
                        if reg!(a).int() < i64::from(by) {
                            jump!(to);
                        }
                    }
                    Op::IfLeInt { a, by, to } => {
                        if reg!(a).int() <= i64::from(by) {
                            jump!(to);
                        }
                    }
                    Op::IfGtInt { a, by, to } => {
                        if reg!(a).int() > i64::from(by) {
                            jump!(to);
                        }
                    }
                    Op::IfGeInt { a, by, to } => {
                        if reg!(a).int() >= i64::from(by) {
                            jump!(to);
                        }
                    }
                    Op::IfEqInt { a, by, to } => {
                        if matches!(reg!(a), Value::Int(n) if n == i64::from(by)) {
                            jump!(to);
                        }
                    }
                    Op::IfNeInt { a, by, to } => {
                        if !matches!(reg!(a), Value::Int(n) if n == i64::from(by)) {
                            jump!(to);
                        }
                    }
                    Op::IfOutside { a, end, to } => {
                        if !(0..i64::from(end)).contains(&reg!(a).int()) {
                            jump!(to);
                        }
                    }
                    Op::IfNone { a, to } => {
                        if reg!(a).is_none() {
                            jump!(to);
                        }
                    }
                    Op::IfSome { a, to } => {
                        if !reg!(a).is_none() {
                            jump!(to);
                        }
                    }

                    Op::IfItemNone { global, index, to } => {
                        if good!(self.global_at(global, reg!(index).int())).is_none() {
                            jump!(to);
                        }
                    }
                    Op::IfItemSome { global, index, to } => {
                        if !good!(self.global_at(global, reg!(index).int())).is_none() {
                            jump!(to);
                        }
                    }
                    Op::IfItemEq { global, index, b, to } => {
                        if same(good!(self.global_at(global, reg!(index).int())), &reg!(b)) {
                            jump!(to);
                        }
                    }
                    Op::IfItemNe { global, index, b, to } => {
                        if !same(good!(self.global_at(global, reg!(index).int())), &reg!(b)) {
                            jump!(to);
                        }
                    }

                    Op::Global { to, global } => {
                        set!(to, good!(self.root(PathRoot::Global(global), regs)).copy());
                    }
                    Op::GlobalAt { to, global, index } => {
                        set!(to, good!(self.global_at(global, reg!(index).int())).copy());
                    }
                    Op::At { to, list, index } => {
                        let item = good!(at(&reg!(list), reg!(index).int())).copy();
                        set!(to, item);
                    }
                    Op::ConstAt { to, index, at: list } => {
                        let item = good!(at(&code.consts[list as usize], reg!(index).int())).copy();
                        set!(to, item);
                    }
                    Op::ConstAtSome { to, index, at: list } => {
                        if reg!(index).is_none() {
                            good!(trap(Code::NoValue, "there is none here, and a value is needed"));
                        }
                        let item = good!(at(&code.consts[list as usize], reg!(index).int())).copy();
                        set!(to, item);
                    }
                    Op::Get { to, list, index } => {
                        let at = usize::try_from(reg!(index).int()).ok();
                        let item = at.and_then(|at| reg!(list).items().get(at)).map_or(Value::None, Value::copy);
                        set!(to, item);
                    }
                    Op::GetAt { to, path, index } => {
                        let item = good!(self.element(&code.paths[path as usize], regs, reg!(index).int()));
                        set!(to, item);
                    }
                    Op::Len { to, a } => {
                        let len = reg!(a).items().len();
                        reg!(to).assign_int(len as i64);
                    }
                    Op::LenAt { to, path } => {
                        let len = good!(self.length(&code.paths[path as usize], regs));
                        reg!(to).assign_int(len);
                    }
                    Op::Field { to, record, field } => {
                        let item = good!(at(&reg!(record), i64::from(field))).clone();
                        set!(to, item);
                    }
                    Op::Load { to, path } => {
                        let value = good!(self.load(&code.paths[path as usize], regs));
                        set!(to, value);
                    }
                    Op::Push { list, from } => {
                        let value = match &mut reg!(from) {
                            it @ (Value::Str(_) | Value::List(_) | Value::Obj(_)) => mem::take(it),
                            other => other.copy(),
                        };
                        good!(push(&mut reg!(list), value, &machine.limits));
                    }
                    Op::SetGlobal { global, from } => self.set_global(global, reg!(from).take()),
                    Op::SetGlobalAt { global, index, from } => {
                        let value = reg!(from).take();
                        good!(self.set_global_at(global, reg!(index).int(), value));
                    }
                    Op::SetActive { from } => match reg!(from) {
                        Value::Int(n) => self.state.body.active.assign_int(n),
                        _ => good!(self.slow(*op, code, regs)),
                    },
                    Op::Call { function: callee, args, to } => {
                        if self.memory.callers.len() + 1 >= machine.limits.calls {
                            let most = machine.limits.calls;
                            good!(trap(Code::CallDepth, format!("calls nested more than {most} deep")));
                        }
                        let next = &machine.code[usize::from(callee)];
                        good!(self.fuel.pay(i64::from(next.call)));
                        self.memory.callers.push(Caller { function: running, pc, base, to });
                        running = usize::from(callee);
                        code = next;
                        base += usize::from(args);
                        pc = 0;
                        if stack.len() < base + code.registers {
                            stack.resize(base + code.registers, Value::None);
                        }
                        stack[base + code.params..base + code.locals].iter_mut().for_each(Value::clear);
                        continue 'window;
                    }
                    Op::Return { .. } | Op::ReturnNothing => {
                        let value = match *op {
                            Op::Return { from } => reg!(from).take(),
                            _ => Value::None,
                        };
                        let Some(caller) = self.memory.callers.pop() else { return Ok(Outcome::Done(value)) };
                        for at in &code.clear {
                            reg!(*at) = Value::None;
                        }
                        running = caller.function;
                        code = &machine.code[running];
                        base = caller.base;
                        pc = caller.pc;
                        stack[base + usize::from(caller.to)] = value;
                        continue 'window;
                    }
                    Op::Check { to, a, range } => {
                        let range = &code.ranges[range as usize];
                        set!(
                            to,
                            match &reg!(a) {
                                Value::Int(n) if range.0 <= *n && *n <= range.1 => Value::Int(*n),
                                other => good!(self.check(other, range)),
                            }
                        );
                    }
                    Op::SeatToRole { to, a } => {
                        set!(
                            to,
                            match reg!(a).int() {
                                n if n < 0 => Value::None,
                                n => Value::Int(n),
                            }
                        );
                    }
                    Op::Unwrap { to, a } => {
                        if reg!(a).is_none() {
                            good!(trap(Code::NoValue, "there is none here, and a value is needed"));
                        }
                        if to != a {
                            set!(to, reg!(a).copy());
                        }
                    }
                    Op::Seat { to } => set!(to, Value::Int(self.seat)),
                    Op::Role { to } => reg!(to).assign_int(good!(self.role())),
                    Op::Other { to, a } => {
                        let other = 1 - reg!(a).int();
                        reg!(to).assign_int(other);
                    }
                    Op::ForRange { to, at, end } => {
                        if reg!(at).int() > regs[at as usize + 1].int() {
                            jump!(end);
                        } else {
                            set!(to, Value::Int(reg!(at).int()));
                        }
                    }
                    Op::NextRange { to, at, cost, body } => {
                        let n = reg!(at).int();
                        if n < regs[at as usize + 1].int() {
                            set!(at, Value::Int(n + 1));
                            set!(to, Value::Int(n + 1));
                            back!(body, cost);
                        }
                    }
                    Op::Each { each, first } => {
                        let each = &code.eaches[each as usize];
                        match self.each(each, &code.consts, regs, first) {
                            Ok(to) => jump!(to),
                            Err(trap) => {
                                // If something is not set, it is the list.
                                let unset = trap.code == Code::NotSet;
                                self.failed = Some(if unset { each.list_span } else { code.spans[pc - 1] });
                                return Err(trap);
                            }
                        }
                    }

                    Op::CallFrame { frame, args } => {
                        let (id, args) = self.arguments(frame, regs, args);
                        leave!(Flow::Call(id, args));
                    }
                    Op::GotoFrame { frame, args } => {
                        let (id, args) = self.arguments(frame, regs, args);
                        leave!(Flow::Goto(id, args));
                    }
                    Op::CallNamed { name } => {
                        let id = good!(self.frame_named(&reg!(name)));
                        leave!(Flow::Call(id, Vec::new()));
                    }
                    Op::GotoNamed { name } => {
                        let id = good!(self.frame_named(&reg!(name)));
                        leave!(Flow::Goto(id, Vec::new()));
                    }
                    Op::End { from } => {
                        leave!(Flow::End(Some(reg!(from).take())));
                    }
                    Op::EndLast => {
                        let last = self.state.body.stack.top().map(|it| it.last.clone());
                        leave!(Flow::End(last.filter(|it| !it.is_absent())));
                    }
                    Op::EndNothing => {
                        leave!(Flow::End(None));
                    }
                    Op::Finish { result, message } => {
                        let (result, message) = (reg!(result).take(), reg!(message).take());
                        good!(self.finish_game(result, message));
                        return Ok(Outcome::Finished);
                    }
                    Op::PopUndo => {
                        self.state.pop_undo();
                        return Ok(Outcome::Finished);
                    }
                    Op::Offer { action, from, kept } => {
                        let argument = if kept { reg!(from).copy() } else { reg!(from).take() };
                        good!(self.offer(ActionId(action), argument));
                    }
                    Op::Board { op, board, args, to } => set!(to, good!(self.board(op, board, regs, args))),
                    Op::Attempt { to, from } => {
                        let failed = Place { function: running, base, pc: to as usize };
                        good!(self.begin_attempt(failed, base + usize::from(from)));
                    }
                    other => good!(self.slow(other, code, regs)),
                }
            }
        }
    }

    fn begin_attempt(&mut self, failed: Place, registers: usize) -> Check<()> {
        self.begin_trial()?;
        let left = self.fuel.share(self.failures);
        let (callers, trials) = (self.memory.callers.len(), self.trials.len());
        self.attempts.push(Attempt { failed, registers, callers, trials, left });
        Ok(())
    }

    pub(super) fn end_attempt(&mut self) {
        if let Some(it) = self.attempts.pop() {
            self.end_trial();
            self.fuel.end_share(it.left);
        }
    }

    /// A failed trial has no effect: returns the place to continue.
    fn go_back(&mut self, attempt: Attempt, trap: Trap, stack: &mut [Value]) -> Place {
        let fault = self.fault(trap);
        self.failure = i64::from(fault.code.number());
        self.machine.note_tried(fault);
        self.failed = None;
        self.failures += 1;
        self.fuel.give_back(attempt.left);
        self.trials.truncate(attempt.trials);
        self.end_trial();
        self.memory.callers.truncate(attempt.callers);
        stack.iter_mut().skip(attempt.registers).for_each(Value::release);
        attempt.failed
    }

    fn arguments(&self, frame: u16, regs: &mut [Value], args: u16) -> (FrameId, Vec<Value>) {
        let id = FrameId(frame);
        let count = self.machine.program.frame(id).params;
        (id, take(regs, args, count))
    }
}

/// `true` if two values without storage are equal.
#[inline(always)]
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        _ => equal(a, b, &mut 0),
    }
}

pub(super) fn take(regs: &mut [Value], from: u16, count: u16) -> Vec<Value> {
    let from = usize::from(from);
    regs[from..from + usize::from(count)].iter_mut().map(mem::take).collect()
}
