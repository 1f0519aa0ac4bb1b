//! Blocks of emitted code: closures scope them, so the code is always balanced.

use crate::wasm::asm::{CodeBuilder, Label, Routine};
use crate::wasm::body::{I32, Local};
use wasm_encoder::ValType;

/// Structured emission into a function. Each method emits a block around the code of its closure, and passes it the
/// label that leaves the block, or restarts a loop.
pub trait Emit {
    /// The function that is written into.
    fn code(&mut self) -> &mut CodeBuilder;

    /// Runs if the condition on the stack holds; the code added by `else_` runs otherwise.
    fn if_(&mut self, then: impl FnOnce(&mut Self)) -> If<'_, Self> {
        self.if_value(None, then)
    }

    /// The same, where both leave a value of a type.
    fn if_value(&mut self, ty: Option<ValType>, then: impl FnOnce(&mut Self)) -> If<'_, Self> {
        self.code().begin_if(ty);
        then(self);
        If { emit: self }
    }

    fn block<R>(&mut self, body: impl FnOnce(&mut Self, Label) -> R) -> R {
        let done = self.code().begin_block();
        let out = body(self, done);
        self.code().end();
        out
    }

    fn loop_<R>(&mut self, body: impl FnOnce(&mut Self, Label) -> R) -> R {
        let again = self.code().begin_loop();
        let out = body(self, again);
        self.code().end();
        out
    }

    /// A loop in a block: the labels leave it and begin it again.
    fn block_loop<R>(&mut self, body: impl FnOnce(&mut Self, Label, Label) -> R) -> R {
        self.block(|it, done| it.loop_(|it, again| body(it, done, again)))
    }

    /// Runs the cases from the one on whose number is in a local, one after another; none if it is past the last.
    fn switch(&mut self, number: Local, cases: u32, mut case: impl FnMut(&mut Self, u32)) {
        for _ in 0..=cases {
            self.code().begin_block();
        }
        self.code().get(number).br_table(&(0..cases).collect::<Vec<_>>(), cases);
        for k in 0..cases {
            self.code().end();
            case(self, k);
        }
        self.code().end();
    }

    /// Runs the case that a number leads to, if it leads to one.
    fn choose(&mut self, number: Local, ways: &[Option<u32>], cases: u32, mut case: impl FnMut(&mut Self, u32)) {
        let done = self.code().begin_block();
        for _ in 0..=cases {
            self.code().begin_block();
        }
        let ways: Vec<u32> = ways.iter().map(|it| it.unwrap_or(cases)).collect();
        self.code().get(number).br_table(&ways, cases);
        for k in 0..cases {
            self.code().end();
            case(self, k);
            self.code().br(done);
        }
        self.code().end();
        self.code().end();
    }

    /// Goes through `0..end`, each number in `at`; the label leaves it.
    fn each(&mut self, at: Local, end: Local, body: impl FnOnce(&mut Self, Label)) {
        self.code().i32(0).set(at);
        self.each_from(at, end, body);
    }

    /// The same from the value of `at`.
    fn each_from(&mut self, at: Local, end: Local, body: impl FnOnce(&mut Self, Label)) {
        self.loop_(|it, again| {
            it.code().get(at).get(end).sink().i32_lt_u();
            let done = it.code().begin_if(None);
            body(it, done);
            it.code().get(at).i32(1).sink().i32_add().local_set(at);
            it.code().br(again);
            it.code().end();
        });
    }
}

/// An if to which an else can be added; its block ends when it is dropped.
pub struct If<'e, E: Emit + ?Sized> {
    emit: &'e mut E,
}

impl<E: Emit + ?Sized> If<'_, E> {
    pub fn else_(self, otherwise: impl FnOnce(&mut E)) {
        self.emit.code().begin_else();
        otherwise(self.emit);
    }
}

impl<E: Emit + ?Sized> Drop for If<'_, E> {
    fn drop(&mut self) {
        self.emit.code().end();
    }
}

impl Emit for CodeBuilder {
    fn code(&mut self) -> &mut CodeBuilder {
        self
    }
}

impl Emit for Routine {
    fn code(&mut self) -> &mut CodeBuilder {
        &mut self.code
    }
}

impl CodeBuilder {
    /// Copies entries of a list: destination, source and how many bytes on the stack. Mostly none, which costs nothing.
    pub fn copy_entries(&mut self) -> &mut CodeBuilder {
        let (to, from, bytes) = (self.local(I32), self.local(I32), self.local(I32));
        self.set(bytes).set(from).set(to).get(bytes);
        self.if_(|it| {
            it.get(to).get(from).get(bytes).sink().memory_copy(0, 0);
        });
        self
    }
}
