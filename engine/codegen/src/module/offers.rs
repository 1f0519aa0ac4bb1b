//! Offers as they come mostly: in order, to the end of their row.

use crate::layout::memory::OFFER_ROW;
use crate::layout::{Rep, rep};
use crate::module::ModuleBuilder;
use crate::wasm::{CodeBuilder, Emit, I32, Label, Local, Mem};
use ir::Ty;
use ir::steps::MOVED_SHIFT;

impl ModuleBuilder<'_> {
    /// Appends an action to the named ones, unless it is among them.
    pub fn name_action(&self, it: &mut CodeBuilder, row: u32, names: u32, action: u32) {
        it.i32(row).load(Mem::Ptr, 12).sink().i32_eqz();
        it.if_(|it| {
            it.i32(row).i32(1).store(Mem::Ptr, 12);
            append_name(it, names, &|it| {
                it.i32(action);
            });
        });
    }

    /// Fast path for integers in ascending order with room left: appends the arguments in locals to their row, and
    /// jumps to `done`.
    pub fn append_entry(&self, it: &mut CodeBuilder, row: usize, given: &[Local], done: Label) {
        let (at, types) = (self.state.offered + OFFER_ROW * row as u32, &self.state.arguments[row]);
        if !self.fast
            || types.is_empty()
            || !types.iter().all(|ty| rep(ty) == Rep::Int && !matches!(ty, Ty::Opt(_) | Ty::Packed(_)))
        {
            return;
        }
        let stride = 8 * types.len() as u32;
        let (len, to) = (it.local(I32), it.local(I32));
        it.block(|it, not| {
            it.i32(at).load(Mem::Ptr, 4).tee(len).sink().i32_eqz();
            it.br_if(not);
            it.get(len).i32(at).load(Mem::Ptr, 8).sink().i32_ge_u();
            it.br_if(not);
            // From there on it takes steps.
            it.get(len).i32(MOVED_SHIFT).sink().i32_shr_u();
            it.br_if(not);
            it.i32(at).load(Mem::Ptr, 0).get(len).i32(stride).sink().i32_mul().i32_add().local_set(to);
            it.block(|it, after| {
                for (i, from) in given.iter().enumerate() {
                    let last = |it: &mut CodeBuilder| {
                        it.get(to).i32(stride).sink().i32_sub();
                        it.load(Mem::Int(8), 8 * i as u32).get(*from);
                    };
                    last(it);
                    it.sink().i64_lt_s();
                    it.br_if(after);
                    last(it);
                    it.sink().i64_ne();
                    it.br_if(not);
                }
                it.br(not);
            });
            for (i, from) in given.iter().enumerate() {
                it.get(to).get(*from).store(Mem::Int(8), 8 * i as u32);
            }
            it.i32(at).get(len).i32(1).sink().i32_add();
            it.store(Mem::Ptr, 4).br(done);
        });
    }

    /// Functions that take no steps, which are called often.
    pub fn fuel_free(&self) -> Vec<u32> {
        vec![self.rt.alloc, self.rt.trap, self.rt.trap_with]
    }

    /// The rows with entries on the heap.
    pub fn offer_rows(&self) -> Vec<u32> {
        let actions = 0..self.state.arguments.len();
        let said = [(&self.state.why, &self.features.withheld), (&self.state.labels, &self.features.labelled)];
        let said = said.map(|(texts, used)| actions.clone().filter(|it| used[*it]).map(|it| (texts.rows, it)));
        let offered = actions.clone().map(|it| (self.state.offered, it));
        offered.chain(said.into_iter().flatten()).map(|(rows, action)| rows + OFFER_ROW * action as u32).collect()
    }

    /// Pushes 1 if an action is offered as a disabled button, 2 if it is enabled, 0 if neither.
    pub fn load_button(&self, it: &mut CodeBuilder, action: usize) {
        if self.features.button[action] {
            it.i32(self.state.buttons + 4 * action as u32).load(Mem::Ptr, 0);
        } else {
            it.i32(0);
        }
    }
}

/// Adds a word to those that follow their number.
pub fn append_name(it: &mut CodeBuilder, at: u32, word: &dyn Fn(&mut CodeBuilder)) {
    it.i32(at).load(Mem::Ptr, 0).i32(2).sink().i32_shl();
    word(it);
    it.store(Mem::Ptr, at + 4);
    it.i32(at).i32(at).load(Mem::Ptr, 0).i32(1).sink().i32_add();
    it.store(Mem::Ptr, 0);
}
