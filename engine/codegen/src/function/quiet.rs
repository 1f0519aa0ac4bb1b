//! The functions of a program: which values a part of one does not change.

use super::FunctionCompiler;
use crate::layout::{Rep, rep};
use ir::{Effects, Expr, ExprKind, LocalId, Node, Stmt, walk};
use std::collections::BTreeSet;

/// Effects that may change a value of the game. The log is never held.
pub const CHANGES_GAME: Effects = Effects::FIELDS.with(Effects::ACTIVE).with(Effects::UNDO);

/// Effects that may change a stored value.
const LOUD: Effects = CHANGES_GAME.with(Effects::VIEW);

impl FunctionCompiler<'_, '_> {
    /// `true` if a body cannot change the value of a list expression: it only changes locals that the expression does
    /// not use.
    pub fn leaves_alone(&self, body: &[Stmt], list: &Expr) -> bool {
        let mut known = BTreeSet::new();
        ir::walk_expr(list, &mut |node| {
            known.extend(match node {
                Node::Expr(e) => e.local(),
                Node::Place(it) => it.root.local(),
                Node::Stmt(_) => None,
            });
        });
        // A place lent by the caller may be anything.
        let lent = |id: LocalId| {
            let i = id.0 as usize;
            i < usize::from(self.function.params) && self.function.inout[i]
        };
        let other = |id: LocalId| !known.contains(&id) && !lent(id);
        let mut alone = true;
        walk(body, &mut |node| {
            alone &= !self.does(node).has(LOUD)
                && ir::set_local(node).is_none_or(|id| other(id) || self.is_scalar(id))
                && ir::changes_only(node, |it| it.root.local().is_some_and(other));
        });
        alone
    }

    /// `true` if evaluating an expression changes nothing but scalar locals.
    pub fn is_quiet(&self, e: &Expr) -> bool {
        let mut quiet = true;
        ir::walk_expr(e, &mut |node| {
            quiet &= !self.does(node).has(LOUD)
                && ir::set_local(node).is_none_or(|id| self.is_scalar(id))
                && ir::changes_only(node, |_| false);
        });
        quiet
    }

    fn is_scalar(&self, id: LocalId) -> bool {
        rep(&self.function.locals[id.0 as usize].ty) != Rep::Inline
    }

    /// The own effects of a node, with those of the function it calls.
    pub fn does(&self, node: Node<'_>) -> Effects {
        let called = match node {
            Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => self.module.program.function(*id).effects,
            Node::Expr(_) | Node::Stmt(_) | Node::Place(_) => Effects::NONE,
        };
        ir::effects_of(node).with(called)
    }

    /// `true` if the function assigns or changes a local of its own.
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
