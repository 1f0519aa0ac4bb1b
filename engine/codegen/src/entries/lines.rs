//! Following lines of play, for a search that a host does: down by a move, and back to a position that was kept.
//!
//! Invariant: memory allocated after a saved position is released with it, so any number of lines takes no more memory
//! than the longest.

use crate::entries::play::Entries;
use crate::layout::memory::{FAULT, MISFIT, NO_SITE, global, line};
use crate::layout::state::State;
use crate::layout::{Rep, rep};
use crate::module::ModuleBuilder;
use crate::module::output::LineMap;
use crate::wasm::{Emit, I32, I64, Mem, Routine};
use ir::Ty;

/// FNV-1a begins with it.
const START: u64 = 0xcbf2_9ce4_8422_2325;

impl ModuleBuilder<'_> {
    /// `room()`; `begin()`: takes up the position there. `offered()`: writes the offers to the role into the rows.
    /// `keep() → position`, with the end of the heap behind it; the offers stay where they are. `go_back()`, `move()`,
    /// `key()`, `worth()`.
    pub fn define_lines(&mut self, block: u32, entries: &Entries) {
        let at = |field: u32| block + field;
        let room = self.define_room(at(line::ROOM), entries);
        let state = self.state.clone();

        let mut it = self.begin(&[], &[]);
        no_fault(&mut it);
        it.i32(0).sink().global_set(global::LOGGING);
        it.call(room).sink().drop();
        it.i32(at(line::POSITION)).load(Mem::Ptr, 0).call(entries.load);
        self.tell_position(&mut it, block);
        let begin = self.define(it);
        self.export("begin", begin);

        let mut it = self.begin(&[], &[]);
        no_fault(&mut it);
        it.i32(at(line::ROLE)).load(Mem::Ptr, 0).sink().i64_extend_i32_u();
        it.call(entries.prompt).sink().drop();
        let offered = self.define(it);
        self.export("offered", offered);

        let mut it = self.begin(&[], &[I32]);
        let kept = it.local(I32);
        it.call(entries.save).set(kept);
        it.i32(at(line::HEAP)).sink().global_get(global::TOP);
        it.store(Mem::Ptr, 0);
        it.sink().global_get(global::TOP);
        it.call(entries.release);
        it.get(kept);
        let keep = self.define(it);
        self.export("keep", keep);

        let mut it = self.begin(&[], &[]);
        no_fault(&mut it);
        it.i32(at(line::HEAP)).load(Mem::Ptr, 0).call(entries.release);
        it.i32(at(line::KEPT)).load(Mem::Ptr, 0).call(entries.restore);
        let go_back = self.define(it);
        self.export("go_back", go_back);

        let mut it = self.begin(&[], &[]);
        let row = it.local(I32);
        no_fault(&mut it);
        it.i32(at(line::ROLE)).load(Mem::Ptr, 0).sink().i64_extend_i32_u().global_set(global::SEAT);
        it.i32(at(line::ROW)).load(Mem::Ptr, 0).tee(row).i32(4).sink().i32_shl();
        it.i32(at(line::ENTRIES)).load(Mem::Ptr, 0).store(Mem::Ptr, state.offered);
        it.get(row).i32(at(line::NUMBER)).load(Mem::Ptr, 0).call(entries.make);
        // The entries are of another position; this one's get new addresses.
        it.get(row).i32(4).sink().i32_shl();
        it.i32(0).store(Mem::Ptr, state.offered);
        self.tell_position(&mut it, block);
        let make = self.define(it);
        self.export("move", make);

        let mut it = self.begin(&[], &[]);
        it.i32(at(line::KEY)).sink().i64_const(START as i64);
        it.call(state.position_digest).store(Mem::Int(8), 0);
        let key = self.define(it);
        self.export("key", key);

        if let Some(worth) = self.program.worth {
            let mut it = self.begin(&[], &[]);
            no_fault(&mut it);
            it.call(self.rt.refuel);
            it.i32(at(line::ROLE)).load(Mem::Ptr, 0).sink().i64_extend_i32_u().global_set(global::SEAT);
            self.enter(&mut it, worth);
            it.i32(at(line::WORTH)).call(self.functions[worth.index()]).store(Mem::Num, 0);
            let worth = self.define(it);
            self.export("worth", worth);
        }
    }

    /// The tables of offers for a host. `None` if an argument is not a number.
    pub fn line_map(&self, block: u32) -> Option<LineMap> {
        let State { named, offered, buttons, arguments, .. } = &self.state;
        let number = |ty: &Ty| rep(ty) == Rep::Int && !matches!(ty, Ty::Opt(_) | Ty::Packed(_));
        let arguments = arguments.iter().map(|it| it.iter().all(number).then_some(it.len()));
        let (named, offered, buttons) = (*named, *offered, *buttons);
        Some(LineMap { block, named, offered, buttons, arguments: arguments.collect::<Option<_>>()? })
    }

    /// The active role, and the result.
    fn tell_position(&mut self, it: &mut Routine, block: u32) {
        let active = self.state.active;
        let one = it.local(I64);
        it.i32(block + line::ACTIVE);
        it.i32(active).load(Mem::Ptr, 0);
        it.if_value(Some(I32), |it| {
            it.i32(line::SEVERAL);
        })
        .else_(|it| {
            it.i32(active).load(Mem::Int(8), 8).tee(one).i64(0).sink().i64_lt_s();
            it.if_value(Some(I32), |it| {
                it.i32(line::OVER);
            })
            .else_(|it| {
                it.get(one).sink().i32_wrap_i64();
            });
        });
        it.store(Mem::Ptr, 0);
        self.tell_result(it, [block + line::RESULT, block + line::LENGTH]);
    }
}

fn no_fault(it: &mut Routine) {
    it.i32(FAULT).i32(NO_SITE).store(Mem::Ptr, 0);
    it.i32(MISFIT).i32(0).store(Mem::Ptr, 0);
}
