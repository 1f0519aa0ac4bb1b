//! Random numbers, and cards that lie in a stack: nobody knows them before, so they are not found out by trying.
//!
//! What is tried stops there, and counts as what can be finished. Once a player has chosen, the action is looked at
//! past as many of them as come before its next question: from then on they are known, and not taken back.

use super::Checker;
use super::now::{CHANCE, Now};
use ir::{Expr, ExprKind, Place, Root, Stmt, StmtKind, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    fn draws(&self) -> Option<Place> {
        let global = self.globals.draws?;
        Some(self.b().place(Root::Global(global), Vec::new(), Ty::Int))
    }

    /// Comes before what chance decides.
    pub fn chance(&mut self) {
        self.found.chance = true;
        self.found.asks.insert(self.ctx.key);
        let Some(place) = self.draws() else { return };
        let b = self.b();
        let none_left = b.equal(b.load(place.clone()), b.int(0));
        let stop = self.set_now(Now::Stop, b.int(CHANCE));
        let leave = self.leave();
        let b = self.b();
        let one_less = b.add(b.load(place.clone()), b.int(-1));
        self.ctx.before.extend([b.when(none_left, vec![stop, leave]), b.assign(place, one_less)]);
    }

    /// From here on chance decides (−1), or nothing is tried past it (0).
    pub fn set_draws(&self, draws: i64) -> Option<Stmt> {
        Some(self.b().assign(self.draws()?, self.b().int(draws)))
    }

    /// Whether what was looked at has come to where chance decides.
    pub fn is_chance(&self, question: Expr) -> Expr {
        if self.globals.draws.is_none() {
            return self.b().bool(false);
        }
        self.b().equal(question, self.b().int(CHANCE))
    }

    /// Looks again, past all that chance decides before the next question; then says whether there was any.
    pub fn look_past_chance(&mut self, asked: Expr, again: Stmt) -> (Vec<Stmt>, Option<Expr>) {
        let Some(place) = self.draws() else { return (Vec::new(), None) };
        let (known, set) = self.temp("known", self.b().load(place.clone()));
        let b = self.b();
        let there = b.not(b.equal(asked.clone(), b.none(Ty::Int.list().opt())));
        let list = b.expr(ExprKind::Unwrap(Box::new(asked)), Ty::Int.list());
        let some = b.less(b.int(0), b.builtin(ir::Builtin::Len, vec![list.clone()], Ty::Int));
        let first = b.expr(ExprKind::Index(Box::new(list), Box::new(b.int(0))), Ty::Int);
        let more = b.and(there, b.and(some, self.is_chance(first)));
        let one_more = b.assign(place.clone(), b.add(b.load(place.clone()), b.int(1)));
        let round = b.stmt(StmtKind::While(more, vec![one_more, again]));
        (vec![set, round], Some(b.less(b.get(known), b.load(place))))
    }
}
