//! Offers of what meets a condition, one number after another: each is written where the next has its place, and stays if
//! it meets it. So there is nothing for a processor to guess.
//!
//! What must stay true: what is offered, its order, and the steps are those of the loop as it stands.

use crate::asm::{I32, I64, Label, Mem};
use crate::func::Fx;
use crate::layout::{Rep, rep};
use crate::state::OFFER_ROW;
use diag::{Code, Span};
use ir::steps::MOVED_SHIFT;
use ir::{Const, Expr, ExprKind, LocalId, Stmt, StmtKind, Ty};

/// Room is made for as many.
const MOST: i64 = 1024;

/// How large an offer of one number is, as a power of two.
const SHIFT: u32 = 3;

/// A loop that does nothing but offer an action with each number for which a condition holds.
pub struct Gathers<'p> {
    local: LocalId,
    from: i64,
    last: i64,
    condition: &'p Expr,
    row: usize,
    offer: Span,
}

impl<'p> Fx<'_, 'p> {
    /// Such a loop, through numbers that are known.
    pub fn gathers(&self, local: LocalId, ends: [&Expr; 2], body: &'p [Stmt]) -> Option<Gathers<'p>> {
        let [Stmt { kind: StmtKind::If(condition, yes, no), .. }] = body else { return None };
        let [Stmt { kind: StmtKind::Offer(action, args), span }] = yes.as_slice() else { return None };
        let [Expr { kind: ExprKind::Local(id), .. }] = args.as_slice() else { return None };
        let [from, last] = ends.map(|it| match it.kind {
            ExprKind::Const(Const::Int(n)) => Some(n),
            _ => self.known(it),
        });
        let (from, last) = from.zip(last)?;
        let few = (1..=MOST.min(self.gen_.limits.list as i64)).contains(&(last - from + 1));
        let row = self.gen_.row(*action);
        let types = self.gen_.state.arguments[row].as_slice();
        let plain = matches!(types, [it] if rep(it) == Rep::Int && !matches!(it, Ty::Opt(_) | Ty::Packed(_)));
        let only_offered = !self.gen_.uses.button[row];
        let all = self.gen_.gathers && *id == local && no.is_empty() && few && plain && only_offered;
        let it = Gathers { local, from, last, condition, row, offer: *span };
        (all && self.is_quick(condition)).then_some(it)
    }

    /// Runs it and goes on at `done`, unless the action was offered before.
    pub fn gather(&mut self, it: &Gathers<'p>, round: u32, done: Label) {
        let (count, named, alloc) = ((it.last - it.from + 1) as u32, self.gen_.state.named, self.gen_.rt.alloc);
        let row = self.gen_.state.offered + OFFER_ROW * it.row as u32;
        let (first, to, at, meets) =
            (self.body.local(I32), self.body.local(I32), self.body.local(I64), self.body.local(I32));
        let before = self.body.block();
        self.body.i32(row).load(Mem::Ptr, 12);
        self.body.br_if(before);
        self.body.i32(row).load(Mem::Ptr, 8).i32(count).sink().i32_lt_u();
        self.body.if_();
        self.body.i32(row).i32(count << SHIFT).call(alloc).store(Mem::Ptr, 0);
        self.body.i32(row).i32(count).store(Mem::Ptr, 8);
        self.body.end();
        self.body.i32(row).load(Mem::Ptr, 0).tee(first).set(to);
        self.body.i64(it.from).set(at);
        let end = self.body.block();
        let again = self.body.loop_();
        self.body.get(at).set(self.locals[it.local.0 as usize]);
        self.body.get(to).get(at).store(Mem::Int(8), 0);
        self.value(it.condition);
        self.body.set(meets);
        if count > 1 << MOVED_SHIFT {
            self.body
                .steps_left()
                .get(to)
                .get(first)
                .sink()
                .i32_sub()
                .i32_const((SHIFT + MOVED_SHIFT) as i32)
                .i32_shr_u();
            self.body.i32(0).get(meets).sink().i32_sub().i32_and();
            self.body.spend_given();
            self.body.steps_left().sink().i32_const(0).i32_lt_s();
            let outer = std::mem::replace(&mut self.span, it.offer);
            self.trap_if(Code::OutOfFuel);
            self.span = outer;
        }
        self.body.get(meets).i32(SHIFT).sink().i32_shl().local_get(to).i32_add().local_set(to);
        self.body.get(at).i64(it.last).sink().i64_ge_s();
        self.body.br_if(end);
        self.body.get(at).i64(1).sink().i64_add().local_set(at);
        self.spend(round);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.get(to).get(first).sink().i32_ne();
        self.body.if_();
        self.body.i32(row).get(to).get(first).sink().i32_sub().i32_const(SHIFT as i32).i32_shr_u();
        self.body.store(Mem::Ptr, 4);
        self.gen_.name_action(&mut self.body, row, named, it.row as u32);
        self.body.end();
        self.body.br(done);
        self.body.end();
    }
}
