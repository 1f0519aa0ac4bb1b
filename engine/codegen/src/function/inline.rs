//! Small functions, written where they are called.
//!
//! Invariant: a call costs the same steps and stops at the same places, inlined or not.

use crate::analysis::bounds::Bounds;
use crate::analysis::ranges::local_facts;
use crate::function::{Exit, FunctionCompiler, Ray, Use};
use crate::layout::{Rep, rep};
use crate::wasm::{Emit, Local};
use ir::{Effects, Expr, ExprKind, FnId, Function, Node, Stmt, StmtKind};

/// Largest function to inline, in nodes.
const INLINED_NODES_MAX: u32 = 100;

/// Maximum depth of inlining.
const INLINE_DEPTH_MAX: u32 = 4;

/// At this many bytes, nothing more is inlined into a function.
pub const CALLER_BYTES_MAX: usize = 1 << 14;

/// `true` if a function is small and has no `inout` parameters.
fn is_small(function: &Function, nodes: u32) -> bool {
    let params = &function.locals[..usize::from(function.params)];
    nodes <= INLINED_NODES_MAX
        && !function.effects.has(Effects::FLOW)
        && !function.inout.contains(&true)
        && params.iter().all(|it| rep(&it.ty) != Rep::Unit)
}

/// The value of a function that does nothing but work it out.
fn single_expression(function: &Function) -> Option<(&Expr, diag::Span)> {
    let [Stmt { kind: StmtKind::Return(Some(value)), span }] = function.body.as_slice() else { return None };
    let mut returns = false;
    ir::walk_expr(value, &mut |node| {
        returns |= matches!(node, Node::Stmt(Stmt { kind: StmtKind::Return(_), .. }));
    });
    (!returns).then_some((value, *span))
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// `true` if a function is inlined.
    pub fn is_inlined(&self, id: FnId) -> bool {
        self.inline_depth < INLINE_DEPTH_MAX
            && self.code.size() < CALLER_BYTES_MAX
            && self.is_small(id)
            && !self.module.recursion.is_counted(id)
    }

    fn is_small(&self, id: FnId) -> bool {
        is_small(self.module.program.function(id), self.module.node_counts[id.index()])
    }

    /// `true` if the function has loops, inlined calls included.
    pub fn loops(&self) -> bool {
        let mut open = vec![(self.function, 0)];
        let mut found = false;
        while let Some((function, depth)) = open.pop() {
            ir::walk(&function.body, &mut |node| match node {
                Node::Stmt(it) => {
                    found |= it.is_loop();
                }
                Node::Expr(Expr { kind: ExprKind::Call(id, _), .. })
                    if depth < INLINE_DEPTH_MAX && self.is_small(*id) =>
                {
                    open.push((self.module.program.function(*id), depth + 1));
                }
                Node::Expr(_) | Node::Place(_) => {}
            });
            if found {
                return true;
            }
        }
        false
    }

    /// Runs a small function: its arguments are on the stack, within these bounds, and lists have at most these
    /// lengths; its result is left there, unless it is used for a jump.
    pub fn inline_call(
        &mut self,
        id: FnId,
        (given, lists, rays): (&[Bounds], &[Option<u32>], &[Option<Ray>]),
        to: Use,
    ) {
        let program = self.module.program;
        let function = program.function(id);
        let params = &function.locals[..usize::from(function.params)];
        let given_to: Vec<Local> = params.iter().map(|it| self.temp(&it.ty)).collect();
        for to in given_to.iter().rev() {
            self.code.set(*to);
        }
        let outer = (self.function, self.id, self.span, self.module.current, self.exit);
        let (locals, loops) = (std::mem::take(&mut self.locals), std::mem::take(&mut self.loops));
        let known = std::mem::replace(&mut self.facts, local_facts(self.module.known_functions(), function, given));
        (self.function, self.id, self.module.current) = (function, id, Some(id.index()));
        for (i, longest) in lists.iter().enumerate().filter(|it| it.1.is_some()) {
            if !self.changes(i) {
                self.facts[i].longest = *longest;
            }
        }
        let outer_rays = self.rays.len();
        for (i, ray) in rays.iter().enumerate().filter_map(|(i, it)| Some((i, (*it)?))) {
            if !self.changes(i) {
                self.rays.push((given_to[i], ray));
            }
        }
        self.inline_depth += 1;
        if let Some((value, at)) = single_expression(function) {
            self.enter(Some(&given_to));
            self.counted(&function.body[0], None);
            self.span = at;
            match to {
                Use::Keep => self.result(value),
                Use::Look => {
                    self.owned_as(value, &function.result);
                    self.kept(value, &function.result);
                }
                Use::Lead(ways) => self.lead(value, ways),
            }
        } else if let Use::Lead(ways) = to {
            self.span = function.span;
            self.exit = Some(Exit::Ways(ways));
            self.enter(Some(&given_to));
            self.stmts(&function.body);
            self.leave(true);
        } else {
            let result = rep(&function.result).val().map(|it| self.code.local(it));
            if let (Some(to), Some(ty)) = (result, rep(&function.result).val()) {
                self.code.zero(ty).set(to);
            }
            self.span = function.span;
            self.block(|this, end| {
                this.exit = Some(Exit::Value { end, result });
                this.enter(Some(&given_to));
                this.stmts(&function.body);
            });
            if let Some(from) = result {
                self.code.get(from);
            }
        }
        self.inline_depth -= 1;
        self.rays.truncate(outer_rays);
        (self.function, self.id, self.span, self.module.current, self.exit) = outer;
        (self.locals, self.loops, self.facts) = (locals, loops, known);
    }
}
