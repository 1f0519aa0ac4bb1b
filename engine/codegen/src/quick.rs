//! Conditions worked out without jumps: random play goes one way as often as the other, and a processor that
//! guesses wrong loses more than a comparison takes.
//!
//! What must stay true: what is worked out early neither stops, nor takes steps, nor changes anything.

use crate::asm::I32;
use crate::facts::constants;
use crate::func::Fx;
use crate::layout::{Rep, rep};
use diag::Code;
use ir::{Binary, BoardOp, Cast, Const, Expr, ExprKind, LocalId, Place, Root, Step, Stmt, StmtKind, Ty, Unary};

/// As many nodes as may be worked out that might not have been needed.
const MOST: u32 = 12;

/// A loop that does nothing but look for the first of some for which a condition holds.
struct Seeks<'p> {
    condition: &'p Expr,
    /// What it sets, and to what.
    flag: LocalId,
    found: bool,
}

fn seeks(body: &[Stmt]) -> Option<Seeks<'_>> {
    let [Stmt { kind: StmtKind::If(condition, yes, no), .. }] = body else { return None };
    let [Stmt { kind: StmtKind::Set(flag, e), .. }, Stmt { kind: StmtKind::Break, .. }] = yes.as_slice() else {
        return None;
    };
    match e.kind {
        ExprKind::Const(Const::Bool(found)) if no.is_empty() => Some(Seeks { condition, flag: *flag, found }),
        _ => None,
    }
}

impl<'p> Fx<'_, 'p> {
    /// Whether an expression can be worked out when it is not known yet whether it is needed.
    pub fn is_quick(&self, e: &Expr) -> bool {
        self.quick(e).is_some_and(|it| it <= MOST)
    }

    /// How many nodes such an expression has.
    fn quick(&self, e: &Expr) -> Option<u32> {
        let plain = matches!(rep(&e.ty), Rep::Int | Rep::Bool);
        if !plain {
            return None;
        }
        if self.known(e).is_some() {
            return Some(1);
        }
        let both = |a: &Expr, b: &Expr| Some(self.quick(a)? + self.quick(b)? + 1);
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Seat => Some(1),
            ExprKind::Load(place) => self.quick_place(place),
            ExprKind::Unary(Unary::Not | Unary::IntNeg, a) | ExprKind::Cast(Cast::Some | Cast::Reveal, a) => {
                Some(self.quick(a)? + 1)
            }
            // Takes steps.
            ExprKind::Binary(Binary::Eq | Binary::Ne, a, _) if matches!(a.ty.inner(), Ty::Packed(_)) => None,
            ExprKind::Binary(Binary::Eq | Binary::Ne | Binary::IntLt | Binary::IntLe, a, b) => both(a, b),
            ExprKind::Binary(Binary::IntAdd, a, b) if self.bounds(a).plus(self.bounds(b)).is_safe() => both(a, b),
            ExprKind::Binary(Binary::IntSub, a, b) if self.bounds(a).minus(self.bounds(b)).is_safe() => both(a, b),
            ExprKind::Binary(Binary::IntMul, a, b) if self.bounds(a).times(self.bounds(b)).is_safe() => both(a, b),
            ExprKind::Binary(Binary::In, a, b) if self.row_of(a, b).is_some() => Some(self.quick(a)? + 2),
            ExprKind::Board(BoardOp::Cell, id, args) => match args.as_slice() {
                [a, b] if self.is_on_board(&self.gen_.program.boards[id.index()], [a, b]) => both(a, b),
                _ => None,
            },
            ExprKind::And(a, b) | ExprKind::Or(a, b) => both(a, b),
            _ => None,
        }
    }

    fn quick_place(&self, place: &Place) -> Option<u32> {
        let program = self.gen_.program;
        let Root::Global(id) = place.root else { return None };
        let global = &program.globals[id.index()];
        match (place.path.as_slice(), &global.ty) {
            _ if global.late => None,
            ([], _) => Some(1),
            ([Step::Index(at)], Ty::Array(_, count)) => {
                let is_one = self.bounds(at).is_index(program.count(*count) as i64);
                is_one.then_some(self.quick(at)? + 2)
            }
            _ => None,
        }
    }

    /// A quick condition that can be worked out only where the one on the stack holds: elsewhere its indices are 0. Leaves
    /// whether both hold.
    pub fn value_if(&mut self, e: &'p Expr) {
        let (first, holds) = (self.body.local(I32), self.body.local(I32));
        self.body.tee(first).set(holds);
        if let Some(outer) = self.only_if {
            self.body.get(holds).get(outer).sink().i32_and();
            self.body.set(holds);
        }
        let outer = self.only_if.replace(holds);
        self.value(e);
        self.only_if = outer;
        self.body.get(first).sink().i32_and();
    }

    /// The index on the stack, or 0 where it is not needed.
    pub fn index_if(&mut self) {
        if let Some(holds) = self.only_if {
            self.body.i64(0).get(holds).sink().i64_extend_i32_u().i64_sub().i64_and();
        }
    }

    /// A short loop over constants that seeks with a quick condition, all rounds at once. Gives whether it was one.
    pub fn seek(&mut self, local: LocalId, items: &'p [Const], body: &'p [Stmt], round: u32) -> bool {
        let Some(Seeks { condition, flag, found }) = seeks(body) else { return false };
        let i = local.0 as usize;
        let fact = self.facts[i];
        let quick = |it: &mut Self, item: &'p Const| {
            it.facts[i].constant = Some(item);
            it.facts[i].bounds = constants(item).unwrap_or(fact.bounds);
            it.is_quick(condition)
        };
        let is_plain = self.function.locals[i].ty == Ty::Int;
        let all = is_plain && items.iter().all(|it| quick(self, it));
        if all && !items.is_empty() {
            // Whether it goes on after a round, and how many rounds went on.
            let (going, gone) = (self.body.local(I32), self.body.local(I32));
            for (n, item) in items.iter().enumerate() {
                quick(self, item);
                if n > 1 {
                    self.body.get(gone).get(going).sink().i32_add().local_set(gone);
                } else if n > 0 {
                    self.body.get(going).set(gone);
                }
                if n > 0 {
                    self.body.get(going);
                }
                self.value(condition);
                self.body.sink().i32_eqz();
                if n > 0 {
                    self.body.sink().i32_and();
                }
                self.body.set(going);
            }
            if items.len() > 1 {
                self.body.steps_left().get(gone).i32(round).sink().i32_mul();
                self.body.spend_given();
                self.body.steps_left().sink().i32_const(0).i32_lt_s();
                self.trap_if(Code::OutOfFuel);
            }
            let flag = self.locals[flag.0 as usize];
            self.body.get(flag).i32(u32::from(found)).get(going).sink().select();
            self.body.set(flag);
        }
        self.facts[i] = fact;
        all
    }
}
