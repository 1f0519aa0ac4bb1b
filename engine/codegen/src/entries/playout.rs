//! Playing on from positions that a host writes into the memory, for a search that it does itself.
//!
//! Invariant: the moves are those of random play on the interpreter, by the same random numbers. Nothing remains of
//! earlier games, even interrupted ones.

use crate::entries::play::Entries;
use crate::layout::memory::{FAULT, MISFIT, NO_SITE, STR, global, playout, tag};
use crate::module::ModuleBuilder;
use crate::wasm::{Emit, I32, Mem, Routine};

impl ModuleBuilder<'_> {
    /// `room() → address`: room for a position, of as many bytes as a word says. The heap is empty before.
    pub fn define_room(&mut self, size: u32, entries: &Entries) -> u32 {
        let mut it = self.begin(&[], &[I32]);
        it.sink().global_get(global::HEAP);
        it.call(entries.release);
        it.i32(size).load(Mem::Ptr, 0).call(self.rt.alloc);
        let room = self.define(it);
        self.export("room", room);
        room
    }

    /// Tells the text of the result, its address (0 for none) and its length, in two words.
    pub fn tell_result(&mut self, it: &mut Routine, [address, length]: [u32; 2]) {
        let (result, none) = (self.state.result, self.string("None"));
        let (end, text) = (it.local(I32), it.local(I32));
        it.i32(address).i32(0).store(Mem::Ptr, 0);
        it.i32(result).load(Mem::Ptr, 0).tee(end);
        it.if_(|it| {
            // A result that is no text means nobody.
            it.get(end).i32(none);
            it.get(end).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_eq().select().local_set(text);
            it.i32(address).get(text).plus(STR).store(Mem::Ptr, 0);
            it.i32(length).get(text).load(Mem::Ptr, 4).store(Mem::Ptr, 0);
        });
    }

    /// `room()`, and `play_on()`: plays on from the position there.
    pub fn define_playing_on(&mut self, block: u32, entries: &Entries) {
        let at = |field: u32| block + field;
        let room = self.define_room(at(playout::ROOM), entries);
        let mut it = self.begin(&[], &[]);
        it.i32(FAULT).i32(NO_SITE).store(Mem::Ptr, 0);
        it.i32(MISFIT).i32(0).store(Mem::Ptr, 0);
        it.i32(0).sink().global_set(global::LOGGING);
        it.call(room).sink().drop();
        it.i32(at(playout::POSITION)).load(Mem::Ptr, 0).call(entries.load);
        it.i32(at(playout::DRAWS)).load(Mem::Int(8), 0).sink().global_set(global::DRAW);
        it.i32(at(playout::MOVES)).i32(at(playout::LIMIT)).load(Mem::Ptr, 0).call(entries.playout).store(Mem::Ptr, 0);
        it.i32(at(playout::DRAWS)).sink().global_get(global::DRAW);
        it.store(Mem::Int(8), 0);
        self.tell_result(&mut it, [playout::RESULT, playout::LENGTH].map(at));
        let play_on = self.define(it);
        self.export("play_on", play_on);
    }
}
