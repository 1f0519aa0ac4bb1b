//! Small functions, written where they are called.
//!
//! What must stay true: a call costs the same steps and stops at the same places, written out or not.

use crate::asm::Local;
use crate::expr::Bounds;
use crate::facts::facts;
use crate::func::Fx;
use crate::layout::{Rep, rep};
use diag::Span;
use ir::{Effects, Expr, FnId, Function, Node, Program, Stmt, StmtKind};

/// As many nodes as a function that is written out may have.
const MOST: u32 = 40;

/// So deep are functions written out in functions that are.
const DEEPEST: u32 = 2;

/// Which functions are small and do nothing but work out a value.
pub fn small(program: &Program) -> Vec<bool> {
    program.functions.iter().map(is_small).collect()
}

fn is_small(function: &Function) -> bool {
    let Some((value, _)) = worked_out(function) else { return false };
    let (mut nodes, mut returns) = (0, false);
    ir::walk_expr(value, &mut |node| {
        nodes += 1;
        returns |= matches!(node, Node::Stmt(Stmt { kind: StmtKind::Return(_), .. }));
    });
    let params = &function.locals[..usize::from(function.params)];
    nodes <= MOST
        && !returns
        && !function.effects.has(Effects::FLOW)
        && !function.inout.contains(&true)
        && rep(&function.result) != Rep::Unit
        && params.iter().all(|it| rep(&it.ty) != Rep::Unit)
}

fn worked_out(function: &Function) -> Option<(&Expr, Span)> {
    match function.body.as_slice() {
        [Stmt { kind: StmtKind::Return(Some(value)), span }] => Some((value, *span)),
        _ => None,
    }
}

impl<'p> Fx<'_, 'p> {
    /// Whether a function is written where it is called.
    pub fn is_written_out(&self, id: FnId) -> bool {
        self.written_out < DEEPEST && self.gen_.small[id.index()] && !self.gen_.depths.is_counted(id)
    }

    /// Works out the value of a small function: its arguments are on the stack, between those bounds. `looked`: it is only
    /// looked into, and may be somebody else's.
    pub fn write_out(&mut self, id: FnId, given: &[Bounds], looked: bool) {
        let program = self.gen_.program;
        let function = program.function(id);
        let Some((value, at)) = worked_out(function) else { return };
        let params = &function.locals[..usize::from(function.params)];
        let given_to: Vec<Local> = params.iter().map(|it| self.temp(&it.ty)).collect();
        for to in given_to.iter().rev() {
            self.body.set(*to);
        }
        let outer = (self.function, self.id, self.span, self.gen_.current);
        let (locals, loops) = (std::mem::take(&mut self.locals), std::mem::take(&mut self.loops));
        let known = std::mem::replace(&mut self.facts, facts(program, function, given));
        (self.function, self.id, self.gen_.current) = (function, id, Some(id.index()));
        self.written_out += 1;
        self.enter(Some(&given_to));
        self.span = at;
        if looked {
            self.owned_as(value, &function.result);
            self.kept(value, &function.result);
        } else {
            self.result(value);
        }
        self.written_out -= 1;
        (self.function, self.id, self.span, self.gen_.current) = outer;
        (self.locals, self.loops, self.facts) = (locals, loops, known);
    }
}
