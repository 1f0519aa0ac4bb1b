//! An assembler for WebAssembly: functions under construction, and the module around them.
//!
//! Invariant: a function is declared before it is called and defined once; labels are absolute depths, so that code may
//! be put inside further blocks without a change.

use crate::wasm::body::{FunctionBody, I32, I64, Local};
use crate::wasm::coalesce_locals::coalesce_locals;
use std::ops::{Deref, DerefMut};
use wasm_encoder::{BlockType, InstructionSink, MemArg, MemArgTarget, ValType};

/// Depth of a block; the target of a jump.
pub type Label = u32;

/// A function being written.
#[derive(Default)]
pub struct CodeBuilder {
    params: usize,
    locals: Vec<ValType>,
    bytes: Vec<u8>,
    depth: u32,
    /// Positions of calls and the called functions: their indices are inserted at the end.
    calls: Vec<(usize, u32)>,
    cached: Option<CachedGlobal>,
}

/// A global cached in a local between calls of other functions. At control-flow joins the local has its value.
struct CachedGlobal {
    global: u32,
    local: Local,
    /// Functions that neither read nor write it.
    transparent: Vec<u32>,
    /// `true` if the local has its value here.
    in_local: bool,
    /// `true` if the global has its value on every path here.
    in_global: bool,
}

/// A unit of memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mem {
    /// A signed integer of 1, 2, 4 or 8 bytes, an `i64` once read.
    Int(u32),
    /// An `i32` of one byte, 0 or 1.
    Bool,
    /// An `i32`.
    Ptr,
    Num,
}

impl CodeBuilder {
    pub fn new(params: &[ValType]) -> CodeBuilder {
        CodeBuilder {
            params: params.len(),
            locals: params.to_vec(),
            bytes: Vec::new(),
            depth: 0,
            calls: Vec::new(),
            cached: None,
        }
    }

    pub fn local(&mut self, ty: ValType) -> Local {
        self.locals.push(ty);
        self.locals.len() as Local - 1
    }

    /// Number of bytes emitted.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    pub fn sink(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.bytes)
    }

    pub fn finish(mut self) -> FunctionBody {
        debug_assert_eq!(self.depth, 0, "every block is closed");
        self.sink().end();
        let coalesced = coalesce_locals(self.params, &self.locals, &self.bytes, &self.calls);
        coalesced.unwrap_or_else(|| FunctionBody {
            locals: self.locals.split_off(self.params),
            bytes: self.bytes,
            calls: self.calls,
        })
    }

    pub fn get(&mut self, it: Local) -> &mut CodeBuilder {
        self.sink().local_get(it);
        self
    }

    pub fn set(&mut self, it: Local) -> &mut CodeBuilder {
        self.sink().local_set(it);
        self
    }

    pub fn tee(&mut self, it: Local) -> &mut CodeBuilder {
        self.sink().local_tee(it);
        self
    }

    pub fn i32(&mut self, n: u32) -> &mut CodeBuilder {
        self.sink().i32_const(n as i32);
        self
    }

    pub fn i64(&mut self, n: i64) -> &mut CodeBuilder {
        self.sink().i64_const(n);
        self
    }

    /// Emits every call, so that needed functions are known.
    pub fn call(&mut self, function: u32) -> &mut CodeBuilder {
        const CALL: u8 = 0x10;
        let seen = self.cached.as_ref().is_some_and(|it| !it.transparent.contains(&function));
        if seen {
            self.write_back();
        }
        self.bytes.push(CALL);
        self.calls.push((self.bytes.len(), function));
        if let Some(it) = self.cached.as_mut().filter(|_| seen) {
            it.in_local = false;
        }
        self
    }

    /// From here on a global is held in a local, but for calls of functions other than those that leave it alone.
    pub fn cache_global(&mut self, global: u32, transparent: Vec<u32>) {
        let local = self.local(I32);
        self.cached = Some(CachedGlobal { global, local, transparent, in_local: false, in_global: true });
    }

    /// The local that holds a global, if one does; `changes`: which gets another value.
    pub fn cached(&mut self, global: u32, changes: bool) -> Option<Local> {
        if self.cached.as_ref()?.global != global {
            return None;
        }
        self.read_again();
        let it = self.cached.as_mut()?;
        it.in_global &= !changes;
        Some(it.local)
    }

    /// The local has the value of the global from here on.
    fn read_again(&mut self) {
        if let Some(it) = self.cached.as_mut().filter(|it| !it.in_local) {
            it.in_local = true;
            let (global, local) = (it.global, it.local);
            self.sink().global_get(global).local_set(local);
        }
    }

    /// The global has its value from here on.
    fn write_back(&mut self) {
        if let Some(it) = self.cached.as_mut().filter(|it| !it.in_global) {
            it.in_global = true;
            let (global, local) = (it.global, it.local);
            self.sink().local_get(local).global_set(global);
        }
    }

    /// Several ways come here, on each of which the local has the value.
    fn meet(&mut self) {
        if let Some(it) = &mut self.cached {
            it.in_global = false;
        }
    }

    /// Leaves the function.
    pub fn leave(&mut self) {
        self.write_back();
        self.sink().return_();
    }

    /// Leaves nothing of a type: zero.
    pub fn zero(&mut self, ty: ValType) -> &mut CodeBuilder {
        match ty {
            I32 => self.sink().i32_const(0),
            I64 => self.sink().i64_const(0),
            _ => self.sink().f64_const(0.0.into()),
        };
        self
    }

    /// Adds a constant to the address on the stack.
    pub fn plus(&mut self, offset: u32) -> &mut CodeBuilder {
        if offset > 0 {
            self.sink().i32_const(offset as i32).i32_add();
        }
        self
    }

    /// Address on the stack → value.
    pub fn load(&mut self, what: Mem, offset: u32) -> &mut CodeBuilder {
        let mut sink = self.sink();
        match what {
            Mem::Int(1) => sink.i64_load8_s(arg(offset, 0)),
            Mem::Int(2) => sink.i64_load16_s(arg(offset, 1)),
            Mem::Int(4) => sink.i64_load32_s(arg(offset, 2)),
            Mem::Int(_) => sink.i64_load(arg(offset, 3)),
            Mem::Bool => sink.i32_load8_u(arg(offset, 0)),
            Mem::Ptr => sink.i32_load(arg(offset, 2)),
            Mem::Num => sink.f64_load(arg(offset, 3)),
        };
        self
    }

    /// Address and value on the stack → nothing.
    pub fn store(&mut self, what: Mem, offset: u32) -> &mut CodeBuilder {
        let mut sink = self.sink();
        match what {
            Mem::Int(1) => sink.i64_store8(arg(offset, 0)),
            Mem::Int(2) => sink.i64_store16(arg(offset, 1)),
            Mem::Int(4) => sink.i64_store32(arg(offset, 2)),
            Mem::Int(_) => sink.i64_store(arg(offset, 3)),
            Mem::Bool => sink.i32_store8(arg(offset, 0)),
            Mem::Ptr => sink.i32_store(arg(offset, 2)),
            Mem::Num => sink.f64_store(arg(offset, 3)),
        };
        self
    }

    // Blocks, written by `Emit`. Each gives the label that leaves it (or, for a loop, begins it again).

    pub(super) fn begin_block(&mut self) -> Label {
        self.sink().block(BlockType::Empty);
        self.deeper()
    }

    pub(super) fn begin_loop(&mut self) -> Label {
        self.read_again();
        self.meet();
        self.sink().loop_(BlockType::Empty);
        self.deeper()
    }

    pub(super) fn begin_if(&mut self, ty: Option<ValType>) -> Label {
        self.read_again();
        self.sink().if_(ty.map_or(BlockType::Empty, BlockType::Result));
        self.deeper()
    }

    pub(super) fn begin_else(&mut self) {
        self.read_again();
        self.meet();
        self.sink().else_();
    }

    pub(super) fn end(&mut self) {
        self.depth -= 1;
        self.read_again();
        self.meet();
        self.sink().end();
    }

    pub fn br(&mut self, to: Label) -> &mut CodeBuilder {
        self.read_again();
        let depth = self.distance(to);
        self.sink().br(depth);
        self
    }

    pub fn br_if(&mut self, to: Label) -> &mut CodeBuilder {
        self.read_again();
        let depth = self.distance(to);
        self.sink().br_if(depth);
        self
    }

    /// Leaves as many blocks as the number on the stack says.
    pub fn br_table(&mut self, ways: &[u32], other: u32) {
        self.read_again();
        self.sink().br_table(ways.to_vec(), other);
    }

    /// Number of blocks between here and that of a label.
    fn distance(&self, to: Label) -> u32 {
        debug_assert!((1..=self.depth).contains(&to), "the block of a label is open");
        self.depth - to
    }

    /// Leaves the address of an entry: `base + at * stride`, all but the stride in locals.
    pub fn nth(&mut self, base: Local, at: Local, stride: u32) -> &mut CodeBuilder {
        self.get(base).get(at);
        if stride != 1 {
            self.i32(stride).sink().i32_mul();
        }
        self.sink().i32_add();
        self
    }

    fn deeper(&mut self) -> Label {
        self.depth += 1;
        self.depth
    }

    /// Copies a constant number of bytes: destination and source on the stack, which are the same or apart.
    pub fn copy(&mut self, size: u32) -> &mut CodeBuilder {
        if size > WORDS_MAX {
            self.sink().i32_const(size as i32).memory_copy(0, 0);
            return self;
        }
        let (from, to) = (self.local(I32), self.local(I32));
        self.set(from).set(to);
        for (at, bytes) in words(size) {
            self.get(to).get(from).load(Mem::Int(bytes), at).store(Mem::Int(bytes), at);
        }
        self
    }

    /// Sets a constant number of bytes at an address to zero.
    pub fn clear(&mut self, at: u32, size: u32) -> &mut CodeBuilder {
        if size > 4 * WORDS_MAX {
            self.i32(at).i32(0).i32(size).sink().memory_fill(0);
            return self;
        }
        for (further, bytes) in words(size) {
            self.i32(at).i64(0).store(Mem::Int(bytes), further);
        }
        self
    }
}

/// Maximum bytes that are copied word by word, without a call of the host's function.
const WORDS_MAX: u32 = 64;

/// The words of that many bytes: where each begins, and how long it is.
fn words(size: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let bytes = [8, 4, 2, 1].into_iter().find(|it| at + it <= size)?;
        at += bytes;
        Some((at - bytes, bytes))
    })
}

fn arg(offset: u32, align: u32) -> MemArg {
    MemArg { offset: u64::from(offset), align, target: MemArgTarget::Memory(0), ordering: None }
}

/// A function with its index, being written into a module.
pub struct Routine {
    pub id: u32,
    pub code: CodeBuilder,
}

impl Deref for Routine {
    type Target = CodeBuilder;

    fn deref(&self) -> &CodeBuilder {
        &self.code
    }
}

impl DerefMut for Routine {
    fn deref_mut(&mut self) -> &mut CodeBuilder {
        &mut self.code
    }
}
