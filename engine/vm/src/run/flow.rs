//! Transitions: frames on and off the stack, the hooks of states, and the procedures in between.

use super::{Flow, Outcome, Run};
use crate::fault::{Check, trap};
use crate::state::{Frame, FrameKey, Key, Stack};
use crate::value::Value;
use diag::Code;
use ir::steps::TRANSITION;
use ir::{FnId, FrameId, FrameKind, State};
use std::rc::Rc;

impl Run<'_> {
    /// Runs a function, with the transitions it leads to.
    pub fn enter(&mut self, function: FnId, args: &mut [Value]) -> Check<()> {
        match self.exec(function, args)? {
            Outcome::Flow(flow) => self.settle(flow),
            Outcome::Done(_) | Outcome::Finished => Ok(()),
        }
    }

    /// The framework's `_run`: goes on with procedures until a state is on top.
    pub fn proceed(&mut self) -> Check<()> {
        let machine = self.machine;
        while let Some(top) = self.state.body.stack.top() {
            let (id, next) = (top.id, top.next as usize);
            match &machine.program.frame(id).kind {
                FrameKind::State(_) => break,
                FrameKind::Procedure(body) => match body.get(next) {
                    None => {
                        self.failed = Some(machine.program.frame(id).span);
                        self.settle(Flow::End(None))?;
                    }
                    Some(function) => {
                        if let Some(top) = self.frame_mut() {
                            top.next += 1;
                        }
                        self.enter(*function, &mut [])?;
                    }
                },
                FrameKind::Plain(function) => match self.follow(*function)? {
                    Outcome::Flow(flow) => self.settle(flow)?,
                    Outcome::Finished => {}
                    Outcome::Done(_) => {
                        self.failed = Some(machine.program.function(*function).span);
                        let name = &machine.program.frame(id).name;
                        return trap(Code::NoTransition, format!("`{name}` ended without `call`, `goto` or `end`"));
                    }
                },
            }
        }
        Ok(())
    }

    /// Makes a transition, and those that the hooks on its way ask for.
    fn settle(&mut self, mut flow: Flow) -> Check<()> {
        loop {
            self.from = self.failed;
            self.fuel.pay(i64::from(TRANSITION))?;
            let hook = match flow {
                Flow::Call(id, args) => {
                    let below = self.state.body.stack.top().cloned();
                    self.push(id, args, below)?
                }
                Flow::Goto(id, args) => {
                    let below = self.leave()?;
                    self.push(id, args, below)?
                }
                Flow::End(value) => {
                    let Some(mut below) = self.leave()? else {
                        return trap(Code::NoFrame, "`end` with nothing to return to");
                    };
                    // The frame that ends lets go of the one below, which is then changed in place.
                    self.state.body.stack = Stack::Unset;
                    if let Some(value) = value {
                        let frame = Rc::make_mut(&mut below);
                        if frame.last.is_absent() {
                            Rc::make_mut(&mut frame.order).push(FrameKey::Last);
                        }
                        frame.last = value;
                    }
                    let id = below.id;
                    self.state.body.stack = Stack::Frames(below);
                    self.state_of(id).and_then(|it| it.resume)
                }
            };
            let Some(hook) = hook else { return Ok(()) };
            match self.follow(hook)? {
                Outcome::Flow(next) => flow = next,
                Outcome::Done(_) | Outcome::Finished => return Ok(()),
            }
        }
    }

    /// Runs the hook of a state that is left; gives the frame below it.
    fn leave(&mut self) -> Check<Option<Rc<Frame>>> {
        let nothing = || trap(Code::NoFrame, "a transition with nothing on the stack");
        let Some(id) = self.state.body.stack.top().map(|it| it.id) else { return nothing() };
        if let Some(hook) = self.state_of(id).and_then(|it| it.leave) {
            self.follow(hook)?;
            self.failed = self.from;
        }
        self.state.body.stack.top().map_or_else(nothing, |it| Ok(it.below.clone()))
    }

    /// Puts a frame on top; gives the hook that runs then.
    fn push(&mut self, id: FrameId, args: Vec<Value>, below: Option<Rc<Frame>>) -> Check<Option<FnId>> {
        let most = self.machine.limits.frames;
        let depth = 1 + below.as_ref().map_or(0, |it| it.depth);
        if depth > most {
            return trap(Code::StackDepth, format!("more than {most} frames on the stack"));
        }
        let mut fields = args;
        fields.resize(self.machine.program.frame(id).fields.len(), Value::Absent);
        let order = self.machine.frame_orders[id.index()].clone();
        if let Some(count) = self.machine.entered.get(id.index()) {
            count.set(count.get() + 1);
        }
        let frame = Frame { id, next: 0, fields, last: Value::Absent, order, below, depth };
        self.state.body.stack = Stack::Frames(Rc::new(frame));
        self.show_key(Key::L);
        Ok(self.state_of(id).and_then(|it| it.begin))
    }

    fn state_of(&self, id: FrameId) -> Option<&State> {
        match &self.machine.program.frame(id).kind {
            FrameKind::State(it) => Some(it),
            FrameKind::Procedure(_) | FrameKind::Plain(_) => None,
        }
    }

    pub(super) fn frame_named(&self, name: &Value) -> Check<FrameId> {
        let program = &self.machine.program;
        let name = name.text();
        match self.machine.frames_by_name.get(name) {
            None => trap(Code::UnknownFrame, format!("there is no state or procedure `{name}`")),
            Some(id) if program.frame(*id).params > 0 => {
                trap(Code::UnknownFrame, format!("`{name}` needs arguments, and a call by name gives none"))
            }
            Some(id) => Ok(*id),
        }
    }
}
