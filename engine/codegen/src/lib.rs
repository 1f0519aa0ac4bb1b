//! Rules as machine code: a verified program becomes a WebAssembly module of its own.
//!
//! What must stay true: a module plays as the machine does, to the byte of every state; it knows no
//! language; what it cannot do yet is told when it is made, function by function, and never guessed.

mod analysis;
mod entries;
mod function;
mod layout;
mod module;
mod wasm;

pub use entries::play::outcome;
pub use ir::Limits;

use diag::{Code, Span};
use ir::{Const, DataId, FnId, Program, Ty};
use layout::{Rep, rep};
use module::{ModuleBuilder, tag};

/// A place where something can go wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    pub code: Code,
    pub span: Option<Span>,
}

/// A finished module.
#[derive(Clone, Debug)]
pub struct Module {
    pub wasm: Vec<u8>,
    /// What the number of a site stands for.
    pub sites: Vec<Site>,
    /// What the module cannot do, and in which function: such a function stops when it comes there.
    pub missing: Vec<Missing>,
    /// A section with the names of functions, for profilers: put behind `wasm`, where they are wanted.
    pub names: Vec<u8>,
}

/// Something that is left to the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name, or nothing for what belongs to no function.
    pub function: String,
    pub what: String,
}

/// What a module exports for games by the thousand, and for comparing them.
const LAB: &[&str] = &["below", "digest", "fuel", "logging", "playouts"];

/// Makes the module of a verified program.
pub fn module(program: &Program, limits: &Limits) -> Module {
    module_without(program, limits, &[], wasm::inline_wasm::FAST)
}

/// The same with what one game needs that is played: no more than that leaves a page of rules.
pub fn game(program: &Program, limits: &Limits) -> Module {
    module_without(program, limits, LAB, wasm::inline_wasm::SMALL)
}

fn module_without(
    program: &Program,
    limits: &Limits,
    left_out: &[&str],
    inlining: wasm::inline_wasm::InlineLimits,
) -> Module {
    let program = &layout::pack::packed(program);
    let mut module = ModuleBuilder::new(program, limits);
    module.branchless = left_out.is_empty();
    module.owners = ir::owners(program);
    module.functions = program.functions.iter().map(|it| function::declare(&mut module, it)).collect();
    module.declare_state();
    module.frame_table();
    for (i, plays) in played(program).into_iter().enumerate() {
        if plays {
            function::define(&mut module, i);
        }
    }
    module.define_state();
    module.define_json();
    module.define_attempted();
    module.define_entries();
    module.write_helpers();
    module.write_boards();
    module::runtime::Runtime::define(&mut module);
    module.finish(left_out, inlining)
}

/// The functions that are entered from outside.
fn entered(program: &Program) -> Vec<FnId> {
    let mut all: Vec<_> = [program.init, program.setup, program.view, program.query].into_iter().flatten().collect();
    all.extend(&program.invariants);
    all.extend(program.frames.iter().flat_map(ir::Frame::functions));
    all
}

/// Which functions run when a game is played: not those that only tests call.
fn played(program: &Program) -> Vec<bool> {
    let mut played = vec![false; program.functions.len()];
    let mut todo = entered(program);
    while let Some(id) = todo.pop() {
        if !std::mem::replace(&mut played[id.index()], true) {
            todo.extend(ir::calls(program.function(id)));
        }
    }
    played
}

impl ModuleBuilder<'_> {
    fn unsupported(&mut self, what: &str) {
        let function = self.current.map_or(String::new(), |it| self.program.functions[it].name.clone());
        let missing = Missing { function, what: what.to_owned() };
        if !self.missing.contains(&missing) {
            self.missing.push(missing);
        }
    }

    /// A list that never changes and has nothing in it.
    fn empty_list(&mut self) -> u32 {
        let words = [tag::LIST, 1, 0, 0];
        self.data(&words.map(u32::to_le_bytes).concat())
    }

    /// Where the value of `data` stands, written once.
    fn data_of(&mut self, id: DataId) -> u32 {
        if let Some(at) = self.data_values.get(&id) {
            return *at;
        }
        let program = self.program;
        let data = &program.data[id.index()];
        let mut bytes = vec![0; layout::size(program, &data.ty) as usize];
        if self.write(&mut bytes, 0, &data.value, &data.ty).is_none() {
            self.unsupported("such data");
        }
        let at = self.data(&bytes);
        self.data_values.insert(id, at);
        at
    }

    /// The address of a constant that is no scalar.
    fn static_value(&mut self, it: &Const, ty: &Ty) -> Option<u32> {
        match (it, ty) {
            (Const::Str(text), Ty::Str | Ty::Any) => Some(self.string(text)),
            (Const::Str(text), Ty::Opt(of)) if **of == Ty::Str => Some(self.string(text)),
            (Const::None, _) => Some(if *ty == Ty::Any { self.none() } else { 0 }),
            (_, Ty::Opt(of)) if rep(of) != Rep::Inline => self.static_value(it, of),
            (_, Ty::Opt(of)) => {
                let size = layout::size(self.program, of) as usize;
                let mut bytes = [tag::BOX, 1].map(u32::to_le_bytes).concat();
                bytes.resize(8 + size, 0);
                self.write(&mut bytes, 8, it, of)?;
                Some(self.data(&bytes))
            }
            (Const::Int(n), Ty::Any) => Some(self.data(&[u64::from(tag::INT).to_le_bytes(), n.to_le_bytes()].concat())),
            (Const::Bool(b), Ty::Any) => {
                Some(self.data(&[tag::BOOL.to_le_bytes(), u32::from(*b).to_le_bytes()].concat()))
            }
            (Const::Num(bits), Ty::Any) => {
                Some(self.data(&[u64::from(tag::NUM).to_le_bytes(), bits.to_le_bytes()].concat()))
            }
            (Const::List(items), Ty::List(of) | Ty::Set(of)) => {
                let stride = layout::size(self.program, of) as usize;
                let mut bytes = [tag::LIST, 1, items.len() as u32, items.len() as u32].map(u32::to_le_bytes).concat();
                bytes.resize(16 + stride * items.len(), 0);
                for (i, item) in items.iter().enumerate() {
                    self.write(&mut bytes, 16 + stride * i, item, of)?;
                }
                Some(self.data(&bytes))
            }
            (Const::List(items), Ty::Map(key, of)) => {
                let (offsets, stride) = self.entry(&[key, of]);
                let count = items.len() as u32 / 2;
                let mut bytes = [tag::LIST, 1, count, count].map(u32::to_le_bytes).concat();
                bytes.resize(16 + (stride * count) as usize, 0);
                for (i, item) in items.iter().enumerate() {
                    let (ty, offset) = if i % 2 == 0 { (key, 0) } else { (of, offsets[1]) };
                    self.write(&mut bytes, 16 + (stride * (i as u32 / 2) + offset) as usize, item, ty)?;
                }
                Some(self.data(&bytes))
            }
            (Const::List(items), Ty::Any) => {
                let mut words = vec![tag::ARRAY, items.len() as u32];
                for item in items {
                    words.push(self.static_value(item, ty)?);
                }
                let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
                Some(self.data(&bytes))
            }
            (Const::List(_), Ty::Array(..) | Ty::Record(_)) => {
                let mut bytes = vec![0; layout::size(self.program, ty) as usize];
                self.write(&mut bytes, 0, it, ty)?;
                Some(self.data(&bytes))
            }
            _ => None,
        }
    }

    /// Writes a constant into bytes.
    fn write(&mut self, bytes: &mut [u8], at: usize, it: &Const, ty: &Ty) -> Option<()> {
        let program = self.program;
        match (it, ty) {
            (Const::List(items), Ty::Array(of, _)) => {
                let stride = layout::size(program, of) as usize;
                for (i, item) in items.iter().enumerate() {
                    self.write(bytes, at + stride * i, item, of)?;
                }
                return Some(());
            }
            (Const::List(items), Ty::Record(id)) => {
                for (i, item) in items.iter().enumerate() {
                    let field = &program.records[id.index()].fields[i].ty;
                    self.write(bytes, at + layout::field(program, *id, i) as usize, item, field)?;
                }
                return Some(());
            }
            _ => {}
        }
        let size = layout::size(program, ty) as usize;
        let value = match (it, rep(ty)) {
            (Const::Int(n), Rep::Int) => n.to_le_bytes(),
            (Const::List(_), Rep::Int) => layout::pack::number(program, ir::record_of(ty)?, it)?.to_le_bytes(),
            (Const::Bool(b), Rep::Int) => i64::from(*b).to_le_bytes(),
            (Const::None, Rep::Int) => layout::none(layout::width(program, ty)).to_le_bytes(),
            (Const::Bool(b), Rep::Bool) => u64::from(*b).to_le_bytes(),
            (Const::Num(bits), Rep::Num) => bits.to_le_bytes(),
            (Const::Int(n), Rep::Num) => (*n as f64).to_bits().to_le_bytes(),
            (Const::None, Rep::Num) => layout::NO_NUM.to_le_bytes(),
            (Const::None, Rep::Ptr) if *ty == Ty::Any => u64::from(self.none()).to_le_bytes(),
            (Const::None, Rep::Ptr) => [0; 8],
            (_, Rep::Ptr) => u64::from(self.static_value(it, ty)?).to_le_bytes(),
            _ => return None,
        };
        bytes.get_mut(at..at + size)?.copy_from_slice(&value[..size]);
        Some(())
    }
}
