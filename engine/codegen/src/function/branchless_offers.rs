//! Offers of consecutive numbers. With a condition, each number is written to the place of the next entry, and kept if
//! the condition holds: there is no branch to mispredict. Without one, all are written in a row.
//!
//! Invariant: the offers, their order, and the steps are those of the original loop.

use crate::function::FunctionCompiler;
use crate::function::sparse_loop::SparseLoop;
use crate::layout::memory::OFFER_ROW;
use crate::layout::{Rep, rep};
use crate::wasm::{Emit, I32, I64, Label, Local, Mem};
use ir::steps::MOVED_SHIFT;
use ir::{Expr, ExprKind, LocalId, Stmt, StmtKind, Ty};

/// Room is made for as many.
const OFFERS_MAX: i64 = 1024;

/// Size of an offer of one number, as a power of two.
const OFFER_SHIFT: u32 = 3;

/// A loop that does nothing but offer an action with each number for which a condition holds.
pub struct OfferLoop<'p> {
    local: LocalId,
    from: i64,
    last: i64,
    condition: &'p Expr,
    row: usize,
    /// The body, and the offer in it.
    body: &'p Stmt,
    offer: &'p Stmt,
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// Recognises such a loop over a known range.
    pub fn offer_loop(&self, local: LocalId, ends: [&Expr; 2], body: &'p [Stmt]) -> Option<OfferLoop<'p>> {
        let [body @ Stmt { kind: StmtKind::If(condition, yes, no), .. }] = body else { return None };
        let [offer @ Stmt { kind: StmtKind::Offer(action, args), .. }] = yes.as_slice() else { return None };
        let [Expr { kind: ExprKind::Local(id), .. }] = args.as_slice() else { return None };
        let (from, last) = self.known_ends(ends)?;
        let few = (1..=OFFERS_MAX.min(self.module.limits.list as i64)).contains(&(last - from + 1));
        let row = self.module.row(*action);
        let all = *id == local && no.is_empty() && few && self.is_of_numbers(row);
        let it = OfferLoop { local, from, last, condition, row, body, offer };
        (all && self.can_speculate(condition)).then_some(it)
    }

    /// `true` if an action's argument is always a number, and the module is optimised for speed.
    fn is_of_numbers(&self, row: usize) -> bool {
        let number = |it: &Ty| rep(it) == Rep::Int && !matches!(it, Ty::Opt(_) | Ty::Packed(_));
        let types = self.module.state.arguments[row].as_slice();
        self.module.fast && matches!(types, [it] if number(it)) && !self.module.features.button[row]
    }

    /// The action that a loop does nothing but offer, with each number, and where.
    pub fn offers_all(&self, local: LocalId, body: &'p [Stmt]) -> Option<(usize, &'p Stmt)> {
        let [offer @ Stmt { kind: StmtKind::Offer(action, args), .. }] = body else { return None };
        let [Expr { kind: ExprKind::Local(id), .. }] = args.as_slice() else { return None };
        let row = self.module.row(*action);
        (*id == local && self.is_of_numbers(row)).then_some((row, offer))
    }

    /// Offers an action with all numbers from one local to another and goes on at `done`, unless it was offered before,
    /// there are none or many, or the steps do not last.
    pub fn offer_all(
        &mut self,
        (row, offer): (usize, &Stmt),
        local: LocalId,
        [from, last]: [Local; 2],
        round: u32,
        done: Label,
    ) {
        let (named, alloc) = (self.module.state.named, self.module.rt.alloc);
        let at = self.module.state.offered + OFFER_ROW * row as u32;
        let most = (1 << MOVED_SHIFT).min(self.module.limits.list as u32);
        let (rounds, to, n) = (self.code.local(I32), self.code.local(I32), self.code.local(I64));
        self.block(|this, before| {
            this.code.i32(at).load(Mem::Ptr, 12);
            this.code.br_if(before);
            this.code.get(last).get(from).sink().i64_sub().local_tee(n).i64_const(i64::from(most)).i64_ge_u();
            this.code.br_if(before);
            this.code.get(n).sink().i32_wrap_i64().local_tee(rounds);
            this.code.i32(round).sink().i32_mul().local_tee(rounds);
            this.code.fuel_left().sink().i32_gt_s();
            this.code.br_if(before);
            this.code.fuel_left().get(rounds).spend_given();
            this.code.i32(at).load(Mem::Ptr, 8).i32(most).sink().i32_lt_u();
            this.code.if_(|it| {
                it.i32(at).i32(most << OFFER_SHIFT).call(alloc).store(Mem::Ptr, 0);
                it.i32(at).i32(most).store(Mem::Ptr, 8);
            });
            this.code.i32(at).get(n).sink().i32_wrap_i64().i32_const(1).i32_add();
            this.code.store(Mem::Ptr, 4);
            this.code.i32(at).load(Mem::Ptr, 0).set(to);
            this.code.get(from).set(n);
            this.block_loop(|this, _, again| {
                this.code.get(to).get(n).store(Mem::Int(8), 0);
                this.code.get(to).plus(1 << OFFER_SHIFT).set(to);
                this.code.get(n).get(last).sink().i64_lt_s().local_get(n).i64_const(1).i64_add().local_set(n);
                this.code.br_if(again);
            });
            this.code.get(last).set(this.locals[local.0 as usize]);
            this.counted_times(offer, &|it| {
                it.i32(at).load(Mem::Ptr, 4).sink().i64_extend_i32_u();
            });
            this.module.name_action(&mut this.code, at, named, row as u32);
            this.code.br(done);
        });
    }

    /// Runs it and goes on at `done`, unless the action was offered before or the steps might not last. `sparse`: the same loop, if
    /// its condition is about bytes.
    pub fn branchless_offers(&mut self, it: &OfferLoop<'p>, sparse: Option<&SparseLoop<'p>>, round: u32, done: Label) {
        let (count, named, alloc) = ((it.last - it.from + 1) as u32, self.module.state.named, self.module.rt.alloc);
        let row = self.module.state.offered + OFFER_ROW * it.row as u32;
        let (first, to, n) = (self.code.local(I32), self.code.local(I32), self.code.local(I32));
        let rounds = round * (count - 1);
        self.block(|this, before| {
            this.code.i32(row).load(Mem::Ptr, 12);
            this.code.br_if(before);
            this.code.fuel_left().i32(rounds + moved(count)).sink().i32_lt_s();
            this.code.br_if(before);
            this.code.i32(row).load(Mem::Ptr, 8).i32(count).sink().i32_lt_u();
            this.code.if_(|it| {
                it.i32(row).i32(count << OFFER_SHIFT).call(alloc).store(Mem::Ptr, 0);
                it.i32(row).i32(count).store(Mem::Ptr, 8);
            });
            this.code.i32(row).load(Mem::Ptr, 0).tee(first).set(to);
            match sparse.filter(|it| it.is_test_alone()) {
                Some(sparse) => this.write_matches(it, sparse, to),
                None => this.write_each(it, to),
            }
            this.code.get(to).get(first).sink().i32_sub().i32_const(OFFER_SHIFT as i32).i32_shr_u().local_set(n);
            this.code.fuel_left().i32(rounds);
            if moved(count) > 0 {
                let full = this.code.local(I32);
                this.code.get(n).i32(MOVED_SHIFT).sink().i32_shr_u().local_tee(full);
                this.code.get(n).get(full).plus(1).i32(MOVED_SHIFT - 1).sink().i32_shl().i32_sub().i32_mul().i32_add();
            }
            this.code.spend_given();
            this.counted_times(it.body, &|it| {
                it.i64(i64::from(count));
            });
            this.counted_times(it.offer, &|it| {
                it.get(n).sink().i64_extend_i32_u();
            });
            this.code.get(n);
            this.if_(|this| {
                this.code.i32(row).get(n).store(Mem::Ptr, 4);
                this.module.name_action(&mut this.code, row, named, it.row as u32);
            });
            this.code.br(done);
        });
    }

    /// Writes the offers from an address on, which moves past them: one number after another.
    fn write_each(&mut self, it: &OfferLoop<'p>, to: Local) {
        let (at, meets) = (self.code.local(I64), self.code.local(I32));
        self.code.i64(it.from).set(at);
        self.block_loop(|this, end, again| {
            this.code.get(at).set(this.locals[it.local.0 as usize]);
            this.code.get(to).get(at).store(Mem::Int(8), 0);
            this.value(it.condition);
            this.code.set(meets);
            this.code.get(meets).i32(OFFER_SHIFT).sink().i32_shl().local_get(to).i32_add().local_set(to);
            this.code.get(at).i64(it.last).sink().i64_ge_s();
            this.code.br_if(end);
            this.code.get(at).i64(1).sink().i64_add().local_set(at);
            this.code.br(again);
        });
    }

    /// The same where the condition is a test of bytes: eight are compared at a time.
    fn write_matches(&mut self, it: &OfferLoop<'p>, sparse: &SparseLoop<'p>, to: Local) {
        let count = (it.last - it.from + 1) as u32;
        let (value, mask, first) = (self.wanted_bytes(&sparse.test), self.code.local(I64), self.code.local(I32));
        let write = |this: &mut Self, bytes: u32| {
            this.code.get(first).load(Mem::Int(8), sparse.at);
            this.matches(&sparse.test, value);
            this.code.set(mask);
            for i in 0..bytes {
                this.code.get(to).get(first).sink().i64_extend_i32_u();
                this.code.i64(it.from + i64::from(i)).sink().i64_add();
                this.code.store(Mem::Int(8), 0);
                this.code.get(mask).i64(i64::from(8 * i + 7 - OFFER_SHIFT)).sink().i64_shr_u().i32_wrap_i64();
                this.code.i32(1 << OFFER_SHIFT).sink().i32_and().local_get(to).i32_add().local_set(to);
            }
        };
        let (whole, left) = (count - count % 8, count % 8);
        self.code.i32(0).set(first);
        self.loop_(|this, again| {
            write(this, 8);
            this.code.get(first).plus(8).tee(first).i32(whole).sink().i32_lt_u();
            this.code.br_if(again);
        });
        if left > 0 {
            write(self, left);
        }
        self.code.i64(it.last).set(self.locals[it.local.0 as usize]);
    }
}

/// Steps for offering `count` numbers one after another. See [`MOVED_SHIFT`].
fn moved(count: u32) -> u32 {
    let full = count >> MOVED_SHIFT;
    full * (count - ((full + 1) << (MOVED_SHIFT - 1)).min(count))
}
