//! The functions of a program: what is left alone by a part of one.

use super::FunctionCompiler;
use crate::layout::{Rep, rep};
use ir::{Arg, Effects, Expr, ExprKind, LocalId, Node, Place, Root, Stmt, StmtKind, walk};
use std::collections::BTreeSet;

impl FunctionCompiler<'_, '_> {
    /// Whether nothing in a body can change what a list expression gives: it changes only locals that the expression does not know.
    pub fn leaves_alone(&self, body: &[Stmt], list: &Expr) -> bool {
        let mut known = BTreeSet::new();
        ir::walk_expr(list, &mut |node| {
            known.extend(match node {
                Node::Expr(Expr { kind: ExprKind::Local(id), .. }) => Some(*id),
                Node::Place(Place { root: Root::Local(id), .. }) => Some(*id),
                _ => None,
            });
        });
        // What the caller lends may be anything.
        let lent = |id: LocalId| {
            let i = id.0 as usize;
            i < usize::from(self.function.params) && self.function.inout[i]
        };
        let other = |id: LocalId| !known.contains(&id) && !lent(id);
        let mut quiet = true;
        walk(body, &mut |node| {
            quiet &= match node {
                Node::Stmt(it) => match &it.kind {
                    StmtKind::Set(id, _) | StmtKind::ForEach(id, ..) if other(*id) => true,
                    StmtKind::Assign(place, _) | StmtKind::PlaceOp(_, place, _) => {
                        matches!(place.root, Root::Local(id) if other(id))
                    }
                    _ => self.is_quiet_node(node),
                },
                Node::Expr(Expr { kind: ExprKind::PlaceOp(_, place, _), .. }) => {
                    matches!(place.root, Root::Local(id) if other(id))
                }
                _ => self.is_quiet_node(node),
            };
        });
        quiet
    }

    /// Whether evaluating an expression changes nothing but scalar locals.
    pub fn is_quiet(&self, e: &Expr) -> bool {
        let mut quiet = true;
        ir::walk_expr(e, &mut |node| quiet &= self.is_quiet_node(node));
        quiet
    }

    fn is_quiet_node(&self, node: Node<'_>) -> bool {
        match node {
            Node::Stmt(it) => match &it.kind {
                StmtKind::Set(_, e) => rep(&e.ty) != Rep::Inline,
                StmtKind::ForEach(it, ..) => rep(&self.function.locals[it.0 as usize].ty) != Rep::Inline,
                StmtKind::Assign(..) | StmtKind::PlaceOp(..) | StmtKind::PushUndo => false,
                _ => true,
            },
            Node::Expr(it) => match &it.kind {
                ExprKind::PlaceOp(..) => false,
                ExprKind::Call(id, args) => {
                    let effects = self.module.program.function(*id).effects;
                    !effects.has(Effects::WRITE)
                        && !effects.has(Effects::VIEW)
                        && args.iter().all(|it| matches!(it, Arg::Value(_)))
                }
                _ => true,
            },
            Node::Place(_) => true,
        }
    }

    /// Whether the function sets or changes a local of its own.
    pub fn changes(&self, local: usize) -> bool {
        self.change_count(local) > 0
    }

    /// In how many places it does.
    pub fn change_count(&self, local: usize) -> usize {
        let mut count = 0;
        walk(&self.function.body, &mut |node| {
            count += ir::written(node).iter().filter(|it| it.0 as usize == local).count();
        });
        count
    }
}
