//! The output of a prompt: offers, reasons for withheld moves, and labels.

use crate::layout::memory::OFFER_ROW;
use crate::layout::state::{State, slot_mem};
use crate::module::ModuleBuilder;
use crate::module::offers::append_name;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, Label, Local, Mem, Routine};
use ir::Ty;
use ir::steps::MOVED_SHIFT;

impl ModuleBuilder<'_> {
    pub fn define_offers(&mut self, state: &State) {
        let rt = self.rt;
        for (action, types) in state.arguments.iter().enumerate() {
            let at = state.offered + OFFER_ROW * action as u32;
            let mut it = self.reopen(state.offers[action]);
            let site = types.len() as Local;
            self.name_action(&mut it, at, state.named, action as u32);
            if !types.is_empty() {
                let len = it.local(I32);
                it.i32(at).load(Mem::Ptr, 4).set(len);
                it.get(len).i32(MOVED_SHIFT).sink().i32_shr_u();
                it.if_(|it| {
                    it.get(site + 2).get(len).i32(MOVED_SHIFT).sink().i32_shr_u();
                    it.call(rt.spend);
                });
            }
            if self.features.button[action] {
                it.i32(state.buttons + 4 * action as u32).load(Mem::Ptr, 0);
                it.if_(|it| {
                    it.get(site + 1).call(rt.trap);
                });
            }
            if types.is_empty() {
                it.i32(at).i32(1).store(Mem::Ptr, 4);
            } else {
                self.insert_entry(&mut it, at, types, None);
            }
            self.define(it);
        }
        let said = [&state.why, &state.labels].into_iter();
        for (texts, action, types) in
            said.flat_map(|it| state.arguments.iter().enumerate().map(move |(i, types)| (it, i, types)))
        {
            let at = texts.rows + OFFER_ROW * action as u32;
            let mut it = self.reopen(texts.put[action]);
            let text = types.len() as Local;
            self.name_action(&mut it, at, texts.named, action as u32);
            if types.is_empty() {
                // The first text counts.
                it.i32(at).get(text).i32(at).load(Mem::Ptr, 0).i32(at).load(Mem::Ptr, 4).sink().i32_eqz().select();
                it.store(Mem::Ptr, 0);
                it.i32(at).i32(1).store(Mem::Ptr, 4);
            } else {
                self.insert_entry(&mut it, at, types, Some(text));
            }
            self.define(it);
        }
        let mut it = self.reopen(state.button);
        let (action, enabled, row) = (0, 1, it.local(I32));
        it.get(action).i32(OFFER_ROW).sink().i32_mul().local_tee(row);
        it.load(Mem::Ptr, state.offered + 12).sink().i32_eqz();
        it.if_(|it| {
            it.get(row).i32(1).store(Mem::Ptr, state.offered + 12);
            append_name(it, state.named, &|it| {
                it.get(action);
            });
        });
        it.get(row).i32(0).store(Mem::Ptr, state.offered + 4);
        it.get(action).i32(2).sink().i32_shl();
        it.get(enabled).i32(1).sink().i32_add();
        it.store(Mem::Ptr, state.buttons);
        // No reasons from before.
        let (count, i) = (it.local(I32), it.local(I32));
        it.get(row).load(Mem::Ptr, state.why.rows + 12);
        it.if_(|it| {
            it.get(row).i32(0).store(Mem::Ptr, state.why.rows + 4);
            it.get(row).i32(0).store(Mem::Ptr, state.why.rows + 12);
            it.i32(state.why.named).i32(state.why.named).load(Mem::Ptr, 0).i32(1).sink().i32_sub().local_tee(count);
            it.store(Mem::Ptr, 0);
            it.each(i, count, |it, done| {
                it.get(i).i32(2).sink().i32_shl();
                it.load(Mem::Ptr, state.why.named + 4).get(action).sink().i32_eq();
                it.br_if(done);
            });
            it.get(i).i32(2).sink().i32_shl().local_tee(row).i32_const((state.why.named + 4) as i32).i32_add();
            it.get(row)
                .plus(state.why.named + 8)
                .get(count)
                .get(i)
                .sink()
                .i32_sub()
                .i32_const(2)
                .i32_shl()
                .memory_copy(0, 0);
        });
        self.define(it);

        let mut it = self.reopen(state.reset_offers);
        it.i32(state.named).i32(0).store(Mem::Ptr, 0);
        for (texts, used) in [(&state.why, &self.features.withheld), (&state.labels, &self.features.labelled)] {
            if used.contains(&true) {
                it.i32(texts.named).i32(0).store(Mem::Ptr, 0);
            }
        }
        for action in 0..state.arguments.len() {
            let row = OFFER_ROW * action as u32;
            it.i32(state.offered + row).i32(0).store(Mem::Ptr, 4);
            it.i32(state.offered + row).i32(0).store(Mem::Ptr, 12);
            if self.features.button[action] {
                it.i32(state.buttons + 4 * action as u32).i32(0).store(Mem::Ptr, 0);
            }
            for (texts, used) in [(&state.why, &self.features.withheld), (&state.labels, &self.features.labelled)] {
                if used[action] {
                    it.i32(texts.rows + row).i32(0).store(Mem::Ptr, 4);
                    it.i32(texts.rows + row).i32(0).store(Mem::Ptr, 12);
                }
            }
        }
        it.i32(state.prompt).i32(0).store(Mem::Ptr, 0);
        self.define(it);
    }

    /// Inserts the arguments in the first parameters as an entry of a row, in ascending order, unless present; a reason
    /// follows them. The next parameter is the site for too many.
    fn insert_entry(&mut self, it: &mut Routine, at: u32, types: &[Ty], reason: Option<Local>) {
        let rt = self.rt;
        let site = types.len() as Local + u32::from(reason.is_some());
        let stride = 8 * (types.len() as u32 + u32::from(reason.is_some()));
        let (len, to, sign) = (it.local(I32), it.local(I32), it.local(I32));
        it.i32(at).load(Mem::Ptr, 4).tee(len).i32(self.limits.list as u32).sink().i32_ge_u();
        it.if_(|it| {
            it.get(site).call(rt.trap);
        });
        it.get(len).i32(at).load(Mem::Ptr, 8).sink().i32_ge_u();
        it.if_(|it| {
            // Never more than the maximum.
            it.i32(at).get(len).i32(2).sink().i32_mul().i32_const(16).i32_add().local_tee(to);
            it.i32(self.limits.list as u32).get(to).i32(self.limits.list as u32).sink().i32_lt_u().select();
            it.store(Mem::Ptr, 8);
            it.i32(at).load(Mem::Ptr, 8).i32(stride).sink().i32_mul();
            it.call(rt.alloc).tee(to).i32(at).load(Mem::Ptr, 0).get(len).i32(stride).sink().i32_mul();
            it.call(rt.copy);
            it.i32(at).get(to).store(Mem::Ptr, 0);
        });
        let given = |it: &mut CodeBuilder, i: usize| {
            it.get(i as Local);
        };
        it.block(|it, placed| {
            if reason.is_none() && types.len() > 1 && types.iter().all(is_plain) {
                self.insert_near(it, (at, stride), types, (to, len), placed);
            }
            self.seek_entry(it, (at, stride), types, &given, (to, sign));
            it.get(sign);
            it.if_(|it| {
                it.sink().return_();
            });
            it.get(to).plus(stride).get(to);
            it.i32(at).load(Mem::Ptr, 0).get(len).i32(stride).sink().i32_mul().i32_add().local_get(to).i32_sub();
            it.copy_entries();
        });
        for (i, ty) in types.iter().enumerate() {
            it.get(to).get(i as Local);
            it.store(slot_mem(ty).unwrap_or(Mem::Ptr), 8 * i as u32);
        }
        if let Some(reason) = reason {
            it.get(to).get(reason).store(Mem::Ptr, stride - 8);
        }
        it.i32(at).get(len).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 4);
    }

    /// Several integers that come a little late: their place is among the last entries, which make room one word after
    /// another; then it goes on at `placed`. Leaves the routine if they are there already.
    fn insert_near(
        &self,
        it: &mut Routine,
        (row, stride): (u32, u32),
        types: &[Ty],
        (to, len): (Local, Local),
        placed: Label,
    ) {
        let (first, floor, end) = (it.local(I32), it.local(I32), it.local(I32));
        it.i32(row).load(Mem::Ptr, 0).tee(first).get(len).i32(stride).sink().i32_mul().i32_add().local_tee(to);
        it.set(end);
        it.get(end).i32(NEAR * stride).sink().i32_sub().local_tee(floor);
        it.get(first).get(len).i32(NEAR).sink().i32_gt_u().select().local_set(floor);
        it.block(|it, far| {
            it.block_loop(|it, found, again| {
                it.get(to).get(floor).sink().i32_eq();
                it.if_(|it| {
                    it.get(floor).get(first).sink().i32_eq();
                    it.br_if(found);
                    it.br(far);
                });
                it.block(|it, less| {
                    for i in 0..types.len() {
                        let entry = |it: &mut CodeBuilder| {
                            it.get(to).i32(stride).sink().i32_sub();
                            it.load(Mem::Int(8), 8 * i as u32).get(i as Local);
                        };
                        entry(it);
                        it.sink().i64_lt_s();
                        it.br_if(found);
                        entry(it);
                        it.sink().i64_ne();
                        it.br_if(less);
                    }
                    it.sink().return_();
                });
                it.get(to).i32(stride).sink().i32_sub().local_set(to);
                it.br(again);
            });
            it.block_loop(|it, done, again| {
                it.get(end).get(to).sink().i32_eq();
                it.br_if(done);
                it.get(end).i32(8).sink().i32_sub().local_tee(end);
                it.get(end).load(Mem::Int(8), 0).store(Mem::Int(8), stride);
                it.br(again);
            });
            it.br(placed);
        });
    }

    /// Searches arguments among the entries of a row: sets the first local to the address of the entry or of its
    /// insertion point, the second to whether it is present. Tries the end first, since most come in order; then binary
    /// search. Entries that compare neither less nor greater count as present.
    pub fn seek_entry(
        &mut self,
        it: &mut Routine,
        (row, stride): (u32, u32),
        types: &[Ty],
        given: &dyn Fn(&mut CodeBuilder, usize),
        (to, there): (Local, Local),
    ) {
        let (low, high, middle, sign) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let nth = |it: &mut CodeBuilder, n: Local| {
            it.i32(row).load(Mem::Ptr, 0).get(n).i32(stride).sink().i32_mul().i32_add().local_set(to);
        };
        it.i32(0).tee(there).set(low).i32(row).load(Mem::Ptr, 4).tee(high);
        it.if_(|it| {
            it.get(high).i32(1).sink().i32_sub().local_set(middle);
            nth(it, middle);
            self.compare_entry(it, types, given, (to, sign));
            it.get(high).i32(0).get(sign).i32(0).sink().i32_lt_s().select().local_set(low);
        });
        it.block_loop(|it, found, again| {
            it.get(low).get(high).sink().i32_ge_u();
            it.br_if(found);
            it.get(low).get(high).sink().i32_add().i32_const(1).i32_sub().i32_const(1).i32_shr_u().local_set(middle);
            nth(it, middle);
            self.compare_entry(it, types, given, (to, sign));
            it.get(sign).sink().i32_eqz();
            it.if_(|it| {
                it.i32(1).set(there).get(middle).set(low);
                it.br(found);
            });
            it.get(sign).i32(0).sink().i32_lt_s();
            it.if_(|it| {
                it.get(middle).i32(1).sink().i32_add().local_set(low);
            })
            .else_(|it| {
                it.get(middle).set(high);
            });
            it.br(again);
        });
        nth(it, low);
    }

    /// Compares the entry at an address with arguments: −1, 0, 1.
    fn compare_entry(
        &mut self,
        it: &mut Routine,
        types: &[Ty],
        given: &dyn Fn(&mut CodeBuilder, usize),
        (to, sign): (Local, Local),
    ) {
        let what = if types.len() == 1 { Helper::Offered } else { Helper::OfferedIn };
        it.block(|it, decided| {
            for (i, ty) in types.iter().enumerate() {
                let entry = |it: &mut CodeBuilder| {
                    it.get(to).load(slot_mem(ty).unwrap_or(Mem::Ptr), 8 * i as u32);
                    given(it, i);
                };
                entry(it);
                if is_plain(ty) {
                    it.sink().i64_gt_s();
                    entry(it);
                    it.sink().i64_lt_s().i32_sub();
                } else {
                    let cmp = self.helper_for(what, ty);
                    it.call(cmp);
                }
                it.tee(sign);
                it.br_if(decided);
            }
        });
    }
}

/// Number of last entries searched linearly for an insertion point.
const NEAR: u32 = 8;

/// `true` if arguments of a type are compared as integers.
fn is_plain(ty: &Ty) -> bool {
    ty.is_integral() && !matches!(ty, Ty::Opt(_))
}
