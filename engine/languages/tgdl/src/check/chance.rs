//! Random numbers, and cards that lie in a stack: nobody knows them before, so they are not found out by trying.
//!
//! A trial stops there, and counts as one that can be finished. After a player's choice, the action is tried past all
//! draws before its next question: from then on they are known, and not reverted.

use super::Checker;
use super::broken::ENDLESS;
use super::now::{CHANCE, FAILED, Now};
use ir::{Binary, Builtin, Const, Expr, ExprKind, LocalId, Place, Root, Stmt, StmtKind, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    fn draws(&self) -> Option<Place> {
        let global = self.globals.draws?;
        Some(self.b().place(Root::Global(global), Vec::new(), Ty::Int))
    }

    /// Marks a random decision; goes before it.
    pub fn chance(&mut self) {
        let stop = self.stop_at_chance();
        self.ctx.before.extend(stop);
    }

    /// A card changes its place. If the player who acts does not see its face, no more is known of it before than of a random
    /// number.
    pub fn unseen_moves(&mut self, card: LocalId) -> Vec<Stmt> {
        if self.globals.hands.is_none() {
            return Vec::new();
        }
        let stop = self.stop_at_chance();
        let who = self.who_is_asked();
        let seen = self.sees(card, who);
        let b = self.b();
        if stop.is_empty() { stop } else { vec![b.when(b.not(seen), stop)] }
    }

    fn stop_at_chance(&mut self) -> Vec<Stmt> {
        self.found.chance = true;
        self.found.asks.insert(self.ctx.key);
        let Some(place) = self.draws() else { return Vec::new() };
        let b = self.b();
        let none_left = b.equal(b.load(place.clone()), b.int(0));
        let stop = self.set_now(Now::Stop, b.int(CHANCE));
        let leave = self.leave();
        let b = self.b();
        let one_less = b.add(b.load(place.clone()), b.int(-1));
        vec![b.when(none_left, vec![stop, leave]), b.assign(place, one_less)]
    }

    /// From here on chance decides (−1), or nothing is tried past it (0).
    pub fn set_draws(&self, draws: i64) -> Option<Stmt> {
        Some(self.b().assign(self.draws()?, self.b().int(draws)))
    }

    /// `true` if a trial has reached a random draw.
    pub fn is_chance(&self, question: Expr) -> Expr {
        if self.globals.draws.is_none() {
            return self.b().bool(false);
        }
        self.b().equal(question, self.b().int(CHANCE))
    }

    /// An action that fails by chance is no mistake of the player: its only effect is that random numbers are drawn,
    /// and the log gives the reason.
    pub fn fails_by_chance(&mut self, looked: Stmt, asked: LocalId, args: [LocalId; 3]) -> Vec<Stmt> {
        let (Some(all), Some(none)) = (self.set_draws(-1), self.set_draws(0)) else { return Vec::new() };
        if self.reasons.is_empty() {
            return Vec::new();
        }
        let seen = self.seen_by(asked);
        let b = self.b();
        // Errors are reported where they happen.
        let reason = b.and(b.less(seen.first.clone(), b.int(1 - FAILED)), b.not(self.is_error(seen.first.clone())));
        let failed = b.and(seen.more(b), reason);
        let reasons = self.reasons.iter().map(|it| Const::Str(it.why.clone())).collect();
        let reasons = b.expr(ExprKind::Const(Const::List(reasons)), Ty::Str.list());
        let first = b.either(self.is_broken(seen.first.clone()), b.int(-ENDLESS), b.int(-FAILED));
        let at = b.add(b.negative(seen.first), first);
        let mut why = b.expr(ExprKind::Index(Box::new(reasons), Box::new(at.clone())), Ty::Str);
        for (i, it) in self.reasons.iter().enumerate().filter(|it| it.1.said) {
            why = b.either(b.equal(at.clone(), b.int(i as i64)), self.why(it, args), why);
        }
        let (why, set) = self.temp("why", why);
        let b = self.b();
        let why = b.get(why);
        let why = b.binary(Binary::Concat, b.text("Nothing happens: "), b.binary(Binary::Concat, why, b.text(".")));
        let draw = b.builtin(Builtin::Random, vec![b.int(2)], Ty::Int);
        let then = vec![
            set,
            none,
            self.idle(),
            b.stmt(StmtKind::Expr(draw)),
            b.stmt(StmtKind::Log(Some(why))),
            b.stmt(StmtKind::ClearUndo),
            b.stmt(StmtKind::SetActive(b.any(self.active().e))),
            b.stmt(StmtKind::Return(None)),
        ];
        vec![all, looked, b.when(failed, then)]
    }

    /// Looks ahead again, past all random decisions before the next question; gives `true` if there were any.
    pub fn look_past_chance(&mut self, asked: LocalId, again: Stmt) -> (Vec<Stmt>, Option<Expr>) {
        let Some(place) = self.draws() else { return (Vec::new(), None) };
        let (known, set) = self.temp("known", self.b().load(place.clone()));
        let seen = self.seen_by(asked);
        let b = self.b();
        let more = b.and(seen.more(b), self.is_chance(seen.first));
        let one_more = b.assign(place.clone(), b.add(b.load(place.clone()), b.int(1)));
        let round = b.stmt(StmtKind::While(more, vec![one_more, again]));
        (vec![set, round], Some(b.less(b.get(known), b.load(place))))
    }
}
