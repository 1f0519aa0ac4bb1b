//! Small functions, written where they are called.
//!
//! What must stay true: a call costs the same steps and stops at the same places, written out or not.

use crate::asm::Local;
use crate::bounds::Bounds;
use crate::facts::facts;
use crate::func::{Exit, Fx};
use crate::layout::{Rep, rep};
use ir::{Effects, Expr, ExprKind, FnId, Function, Node, Program, Stmt, StmtKind};

/// As many nodes as a function that is written out may have.
const MOST: u32 = 100;

/// So deep are functions written out in functions that are.
const DEEPEST: u32 = 4;

/// From so many bytes on nothing more is written out in a function.
pub const ROOM: usize = 1 << 14;

/// How large each function is, in nodes.
pub fn weights(program: &Program) -> Vec<u32> {
    let nodes = |it: &Function| {
        let mut nodes = 0;
        ir::walk(&it.body, &mut |_| nodes += 1);
        nodes
    };
    program.functions.iter().map(nodes).collect()
}

/// Whether a function of that many nodes is small and hands no place back.
fn is_small(function: &Function, nodes: u32) -> bool {
    let params = &function.locals[..usize::from(function.params)];
    nodes <= MOST
        && !function.effects.has(Effects::FLOW)
        && !function.inout.contains(&true)
        && params.iter().all(|it| rep(&it.ty) != Rep::Unit)
}

/// The value of a function that does nothing but work it out.
fn worked_out(function: &Function) -> Option<(&Expr, diag::Span)> {
    let [Stmt { kind: StmtKind::Return(Some(value)), span }] = function.body.as_slice() else { return None };
    let mut returns = false;
    ir::walk_expr(value, &mut |node| {
        returns |= matches!(node, Node::Stmt(Stmt { kind: StmtKind::Return(_), .. }));
    });
    (!returns).then_some((value, *span))
}

impl<'p> Fx<'_, 'p> {
    /// Whether a function is written where it is called.
    pub fn is_written_out(&self, id: FnId) -> bool {
        self.written_out < DEEPEST && self.body.size() < ROOM && self.is_small(id) && !self.gen_.depths.is_counted(id)
    }

    fn is_small(&self, id: FnId) -> bool {
        is_small(self.gen_.program.function(id), self.gen_.weights[id.index()])
    }

    /// Whether there are loops in the function, those included in what is written out.
    pub fn loops(&self) -> bool {
        let mut open = vec![(self.function, 0)];
        let mut found = false;
        while let Some((function, depth)) = open.pop() {
            ir::walk(&function.body, &mut |node| match node {
                Node::Stmt(it) => {
                    found |= matches!(it.kind, StmtKind::While(..) | StmtKind::ForRange(..) | StmtKind::ForEach(..));
                }
                Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) if depth < DEEPEST && self.is_small(*id) => {
                    open.push((self.gen_.program.function(*id), depth + 1));
                }
                _ => {}
            });
            if found {
                return true;
            }
        }
        false
    }

    /// Runs a small function: its arguments are on the stack, between those bounds; its result is left there. `looked`: it
    /// is only looked into, and may be somebody else's.
    pub fn write_out(&mut self, id: FnId, given: &[Bounds], looked: bool) {
        let program = self.gen_.program;
        let function = program.function(id);
        let params = &function.locals[..usize::from(function.params)];
        let given_to: Vec<Local> = params.iter().map(|it| self.temp(&it.ty)).collect();
        for to in given_to.iter().rev() {
            self.body.set(*to);
        }
        let outer = (self.function, self.id, self.span, self.gen_.current, self.exit);
        let (locals, loops) = (std::mem::take(&mut self.locals), std::mem::take(&mut self.loops));
        let known = std::mem::replace(&mut self.facts, facts(self.gen_.known(), function, given));
        (self.function, self.id, self.gen_.current) = (function, id, Some(id.index()));
        self.written_out += 1;
        if let Some((value, at)) = worked_out(function) {
            self.enter(Some(&given_to));
            self.span = at;
            if looked {
                self.owned_as(value, &function.result);
                self.kept(value, &function.result);
            } else {
                self.result(value);
            }
        } else {
            let result = rep(&function.result).val().map(|it| self.body.local(it));
            if let (Some(to), Some(ty)) = (result, rep(&function.result).val()) {
                self.body.zero(ty).set(to);
            }
            self.span = function.span;
            let end = self.body.block();
            self.exit = Some(Exit { end, result });
            self.enter(Some(&given_to));
            self.stmts(&function.body);
            self.body.end();
            if let Some(from) = result {
                self.body.get(from);
            }
        }
        self.written_out -= 1;
        (self.function, self.id, self.span, self.gen_.current, self.exit) = outer;
        (self.locals, self.loops, self.facts) = (locals, loops, known);
    }
}
