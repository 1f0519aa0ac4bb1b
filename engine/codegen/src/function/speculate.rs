//! Conditions evaluated without jumps: in random play both outcomes are about equally frequent, and a mispredicted
//! branch costs more than a comparison.
//!
//! Invariant: code evaluated early neither stops, nor takes steps, nor changes anything.

use crate::analysis::ranges::{constant, constants};
use crate::function::FunctionCompiler;
use crate::function::board::is_full;
use crate::layout::{Rep, rep};
use crate::wasm::{Emit, I32};
use ir::{Binary, BoardOp, Cast, Const, Expr, ExprKind, LocalId, Place, Root, Step, Stmt, StmtKind, Ty, Unary};

/// Maximum nodes to speculate.
const SPECULATED_NODES_MAX: u32 = 16;

/// A loop that does nothing but look for the first of some for which a condition holds.
pub struct FirstMatchLoop<'p> {
    condition: &'p Expr,
    /// The body, and the statements for the first match.
    body: &'p Stmt,
    done: &'p [Stmt],
    /// The local it assigns, with the value.
    pub flag: LocalId,
    pub found: bool,
}

pub fn first_match_loop(body: &[Stmt]) -> Option<FirstMatchLoop<'_>> {
    let [body @ Stmt { kind: StmtKind::If(condition, yes, no), .. }] = body else { return None };
    let done = yes.as_slice();
    let [Stmt { kind: StmtKind::Set(flag, e), .. }, Stmt { kind: StmtKind::Break, .. }] = done else {
        return None;
    };
    match e.kind {
        ExprKind::Const(Const::Bool(found)) if no.is_empty() => {
            Some(FirstMatchLoop { condition, body, done, flag: *flag, found })
        }
        _ => None,
    }
}

/// A statement that does nothing but leave where a condition holds.
struct WayOut<'p> {
    condition: &'p Expr,
    exit: &'p Stmt,
}

fn way_out(it: &Stmt) -> Option<WayOut<'_>> {
    let StmtKind::If(condition, yes, no) = &it.kind else { return None };
    let [exit] = yes.as_slice() else { return None };
    no.is_empty().then_some(WayOut { condition, exit })
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// `true` if an expression can be evaluated before it is known to be needed.
    pub fn can_speculate(&self, e: &Expr) -> bool {
        self.speculation_cost(e).is_some_and(|it| it <= SPECULATED_NODES_MAX)
    }

    /// `true` if it can neither stop, nor takes fuel, nor changes anything, of any size.
    pub fn is_speculatable(&self, e: &Expr) -> bool {
        self.speculation_cost(e).is_some()
    }

    /// Number of nodes of such an expression.
    fn speculation_cost(&self, e: &Expr) -> Option<u32> {
        let is_plain = match rep(&e.ty) {
            Rep::Int | Rep::Bool => true,
            // A constant text.
            _ => e.ty == Ty::Str && matches!(e.kind, ExprKind::Const(_) | ExprKind::Index(..) | ExprKind::If(..)),
        };
        if !is_plain {
            return None;
        }
        if self.known(e).is_some() {
            return Some(1);
        }
        let both = |a: &Expr, b: &Expr| Some(self.speculation_cost(a)? + self.speculation_cost(b)? + 1);
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Seat => Some(1),
            ExprKind::Load(place) => self.place_speculation_cost(place),
            ExprKind::Unary(Unary::Not | Unary::IntNeg, a) | ExprKind::Cast(Cast::Some | Cast::Reveal, a) => {
                Some(self.speculation_cost(a)? + 1)
            }
            ExprKind::Cast(Cast::Check, a) if !matches!(a.ty, Ty::Opt(_)) && self.is_in_range(a, &e.ty) => {
                self.speculation_cost(a)
            }
            ExprKind::Binary(Binary::Eq | Binary::Ne, a, _) if self.takes_fuel(&a.ty) => None,
            ExprKind::Binary(Binary::Eq | Binary::Ne, a, b) => {
                // The representation of none can be compared too.
                let whole = |e: &Expr| match &e.kind {
                    ExprKind::Cast(Cast::Held, of) if rep(&of.ty) == Rep::Int => self.speculation_cost(of),
                    _ => self.speculation_cost(e),
                };
                Some(whole(a)? + whole(b)? + 1)
            }
            ExprKind::Binary(Binary::IntLt | Binary::IntLe, a, b) => both(a, b),
            ExprKind::Binary(Binary::IntAdd, a, b) if self.bounds(a).plus(self.bounds(b)).is_safe() => both(a, b),
            ExprKind::Binary(Binary::IntSub, a, b) if self.bounds(a).minus(self.bounds(b)).is_safe() => both(a, b),
            ExprKind::Binary(Binary::IntMul, a, b) if self.bounds(a).times(self.bounds(b)).is_safe() => both(a, b),
            ExprKind::Binary(Binary::In, a, b) if self.row_of(a, b).is_some() => Some(self.speculation_cost(a)? + 2),
            ExprKind::Board(op, id, args) => {
                let board = &self.module.program.boards[id.index()];
                match (op, args.as_slice()) {
                    (BoardOp::Cell, [a, b]) if self.is_on_board(board, [a, b]) => both(a, b),
                    (BoardOp::At, [a, b]) if is_full(board) => both(a, b),
                    (BoardOp::Opposite, [a]) => Some(self.speculation_cost(a)? + 1),
                    (BoardOp::Row | BoardOp::Column, [a]) if self.is_cell(board, a) => {
                        Some(self.speculation_cost(a)? + 1)
                    }
                    (BoardOp::Neighbour, [a, b]) if self.is_cell(board, a) => both(a, b),
                    _ => None,
                }
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => both(a, b),
            ExprKind::If(condition, a, b) => Some(both(a, b)? + self.speculation_cost(condition)?),
            // The representation of none has fields too.
            ExprKind::Field(of, _) if matches!(of.ty, Ty::Packed(_)) => match &of.kind {
                ExprKind::Local(_) => Some(2),
                ExprKind::Cast(Cast::Held, of) if matches!(of.kind, ExprKind::Local(_)) => Some(2),
                _ => None,
            },
            ExprKind::Index(table, at) => match (&table.kind, &table.ty) {
                // In an empty list, even the masked index has no element.
                (ExprKind::Const(Const::List(items)), Ty::List(_) | Ty::Array(..))
                    if !items.is_empty() && self.bounds(at).is_index(items.len() as i64) =>
                {
                    Some(self.speculation_cost(at)? + 2)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Chooses one of two values without a jump, if both may be evaluated; gives `true` if it did.
    pub fn select(&mut self, [condition, a, b]: [&'p Expr; 3], ty: &Ty) -> bool {
        let cost = |e: &Expr| self.speculation_cost(e).filter(|_| rep(&e.ty) == rep(ty));
        let few = cost(a).zip(cost(b)).is_some_and(|(a, b)| a + b <= SPECULATED_NODES_MAX);
        if !few || !self.module.fast {
            return false;
        }
        let holds = self.code.local(I32);
        self.value(condition);
        self.code.set(holds);
        self.value_as(a, ty);
        self.value_as(b, ty);
        self.code.get(holds).sink().select();
        true
    }

    /// Sets a number if a condition holds, for example a count, without a jump: to the new value or to its old one.
    /// Gives `true` if that is the whole body.
    pub fn set_or_not(&mut self, condition: &'p Expr, body: &'p [Stmt]) -> bool {
        let [it @ Stmt { kind: StmtKind::Set(local, e), .. }] = body else { return false };
        let ty = &self.function.locals[local.0 as usize].ty;
        let few = self.can_speculate(e) && matches!(rep(ty), Rep::Int | Rep::Bool) && rep(&e.ty) == rep(ty);
        if !few || !self.module.fast {
            return false;
        }
        let (holds, at) = (self.code.local(I32), self.locals[local.0 as usize]);
        self.value(condition);
        self.code.set(holds);
        self.counted_times(it, &|it| {
            it.get(holds).sink().i64_extend_i32_u();
        });
        self.value_as(e, ty);
        self.code.get(at).get(holds).sink().select();
        self.code.set(at);
        true
    }

    /// Consecutive statements that leave the function with the same truth value, each under a condition: they are
    /// tested together. Gives their number, 0 if that is not possible.
    pub fn ways_out(&mut self, body: &'p [Stmt]) -> usize {
        let Some(first) = body.first().and_then(way_out).filter(|_| self.module.fast) else { return 0 };
        let Some(truth) = self.known_truth(first.exit) else { return 0 };
        let same = |it: &WayOut<'p>| self.can_speculate(it.condition) && self.known_truth(it.exit) == Some(truth);
        let more = body[1..].iter().map_while(|it| way_out(it).filter(same));
        let all: Vec<WayOut> = std::iter::once(first).chain(more).collect();
        if all.len() < 2 {
            return 0;
        }
        let taken = self.code.local(I32);
        for (n, it) in all.iter().enumerate() {
            let holds = self.code.local(I32);
            if n > 0 {
                self.counted_times(&body[n], &|it| {
                    it.get(taken).sink().i32_eqz().i64_extend_i32_u();
                });
            }
            self.value(it.condition);
            self.code.set(holds);
            self.counted_times(it.exit, &|it| {
                it.get(holds);
                if n > 0 {
                    it.get(taken).sink().i32_eqz().i32_and();
                }
                it.sink().i64_extend_i32_u();
            });
            self.code.get(holds);
            if n > 0 {
                self.code.get(taken).sink().i32_or();
            }
            self.code.set(taken);
        }
        self.code.get(taken);
        self.if_(|this| this.stmt(all[0].exit));
        all.len()
    }

    /// The truth value that a function is left with by a statement, if it is known.
    fn known_truth(&self, exit: &Stmt) -> Option<bool> {
        let StmtKind::Return(Some(e)) = &exit.kind else { return None };
        match (&e.kind, constant(&self.facts, e)) {
            (ExprKind::Const(Const::Bool(it)), _) | (_, Some(Const::Bool(it))) => Some(*it),
            _ => None,
        }
    }

    /// `true` if comparing two packed records takes fuel.
    fn takes_fuel(&self, ty: &Ty) -> bool {
        let parts = |id: ir::RecordId| self.module.program.records[id.index()].fields.len();
        matches!(ty.inner(), Ty::Packed(id) if ir::steps::compared_first(parts(*id)) > 0)
    }

    fn place_speculation_cost(&self, place: &Place) -> Option<u32> {
        let program = self.module.program;
        let Root::Global(id) = place.root else { return None };
        let global = &program.globals[id.index()];
        match (place.path.as_slice(), &global.ty) {
            _ if global.late => None,
            ([], _) => Some(1),
            ([Step::Index(at)], Ty::Array(_, count)) => {
                let is_one = self.bounds(at).is_index(program.count(*count) as i64);
                is_one.then_some(self.speculation_cost(at)? + 2)
            }
            _ => None,
        }
    }

    /// A condition that can be speculated only where the one on the stack holds: elsewhere its indices are masked to 0. Leaves
    /// whether both hold.
    pub fn speculated_value(&mut self, e: &'p Expr) {
        let (first, holds) = (self.code.local(I32), self.code.local(I32));
        self.code.tee(first).set(holds);
        if let Some(outer) = self.speculation_guard {
            self.code.get(holds).get(outer).sink().i32_and();
            self.code.set(holds);
        }
        let outer = self.speculation_guard.replace(holds);
        self.value(e);
        self.speculation_guard = outer;
        self.code.get(first).sink().i32_and();
    }

    /// The index on the stack, or 0 where it is not needed.
    pub fn mask_index(&mut self) {
        if let Some(holds) = self.speculation_guard {
            self.code.i64(0).get(holds).sink().i64_extend_i32_u().i64_sub().i64_and();
        }
    }

    /// A short loop over constants that looks for the first match of a condition that can be speculated, all rounds at once. Gives whether it was one.
    pub fn branchless_first_match(&mut self, local: LocalId, items: &'p [Const], body: &'p [Stmt], round: u32) -> bool {
        let Some(FirstMatchLoop { condition, body, done, flag, found }) = first_match_loop(body) else { return false };
        let i = local.0 as usize;
        let fact = self.facts[i];
        let speculates = |it: &mut Self, item: &'p Const| {
            it.facts[i].constant = Some(item);
            it.facts[i].bounds = constants(item).unwrap_or(fact.bounds);
            it.can_speculate(condition)
        };
        let is_plain = self.function.locals[i].ty == Ty::Int;
        let all = is_plain && items.iter().all(|it| speculates(self, it));
        if all && !items.is_empty() {
            // A flag if the loop continues after an iteration, and the number of iterations so far.
            let (going, gone) = (self.code.local(I32), self.code.local(I32));
            for (n, item) in items.iter().enumerate() {
                speculates(self, item);
                if n > 1 {
                    self.code.get(gone).get(going).sink().i32_add().local_set(gone);
                } else if n > 0 {
                    self.code.get(going).set(gone);
                }
                if n > 0 {
                    self.code.get(going);
                }
                self.value(condition);
                self.code.sink().i32_eqz();
                if n > 0 {
                    self.code.sink().i32_and();
                }
                self.code.set(going);
            }
            if items.len() > 1 {
                self.code.fuel_left().get(gone).i32(round).sink().i32_mul();
                self.spent();
            }
            self.counted_times(body, &|it| {
                it.get(gone).i32(1).sink().i32_add().i64_extend_i32_u();
            });
            let first = self.counted_times(&done[0], &|it| {
                it.get(going).sink().i32_eqz().i64_extend_i32_u();
            });
            self.module.counter_of(&done[1], first);
            let flag = self.locals[flag.0 as usize];
            self.code.get(flag).i32(u32::from(found)).get(going).sink().select();
            self.code.set(flag);
        }
        self.facts[i] = fact;
        all
    }
}
