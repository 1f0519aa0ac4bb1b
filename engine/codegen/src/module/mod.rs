//! The module being made: its functions, its memory, what it says when something goes wrong.

pub mod fuel;
pub mod helpers;
pub mod runtime;

use crate::analysis::features::Features;
use crate::analysis::interprocedural::{KnownFunctions, Summaries};
use crate::analysis::recursion::Recursion;
use crate::analysis::rows::{Row, rows};
use crate::entries::state::State;
use crate::function::board::Tables;
use crate::function::trial::Attempted;
use crate::module::helpers::TypedHelper;
use crate::module::runtime::Runtime;
use crate::wasm::inline_wasm::{Defined, InlineLimits, inline_wasm};
use crate::wasm::{CodeBuilder, FunctionBody, I32, I64, Routine};
use crate::{Limits, Missing, Site};
use diag::{Code, Span};
use ir::{DataId, FrameId, Program, Steps};
use std::collections::BTreeMap;
use std::panic::Location;
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, ImportSection, MemorySection, MemoryType, Module, NameMap, NameSection,
    RefType, Section, TableSection, TableType, TypeSection, ValType,
};

/// Globals of the module.
pub mod global {
    /// The first free byte of the heap.
    pub const TOP: u32 = 0;
    /// The end of the memory.
    pub const END: u32 = 1;
    /// Steps left.
    pub const FUEL: u32 = 2;
    /// What is under way: 0, or a transition or the end of the game; see [`super::flow`].
    pub const FLOW: u32 = 3;
    /// `R`: the index of a role, or −1.
    pub const SEAT: u32 = 4;
    /// The frame that a transition is about to push, or the result of `end` (0 for none).
    pub const NEXT: u32 = 5;
    /// Whether `log` writes.
    pub const LOGGING: u32 = 6;
    /// The random numbers of random play, apart from the game's.
    pub const DRAW: u32 = 7;
    /// Where the heap begins.
    pub const HEAP: u32 = 8;
    /// While memory is given back: how far below its place an object will be.
    pub const SHIFT: u32 = 9;
    /// Once [`TOP`] is beyond, memory is given back.
    pub const FULL: u32 = 10;
    /// Calls inside one another, as far as there may be too many.
    pub const DEPTH: u32 = 11;
    /// The first of the sites of the transition that is under way; see [`crate::entries::transitions::TRANSITION_SITES`].
    pub const SITE: u32 = 12;
    /// While parts of a value are counted: how many there may be.
    pub const PARTS: u32 = 13;
}

/// Values of [`global::FLOW`].
pub mod flow {
    pub const CALL: u32 = 1;
    pub const GOTO: u32 = 2;
    pub const END: u32 = 3;
    pub const FINISHED: u32 = 4;
}

/// Tags of objects in memory. Every object begins with one.
pub mod tag {
    pub const NONE: u32 = 0;
    /// At 4: 0 or 1.
    pub const BOOL: u32 = 1;
    /// At 8: an `i64`.
    pub const INT: u32 = 2;
    /// At 8: a double.
    pub const NUM: u32 = 3;
    /// At 4: bytes. From 8: UTF-8.
    pub const STR: u32 = 4;
    /// An array of `Any`. At 4: how many. From 8: addresses.
    pub const ARRAY: u32 = 5;
    /// An object of `Any`. At 4: how many. From 8: addresses of keys and values by turns.
    pub const OBJECT: u32 = 6;
    /// A list of one type. At 4: shared. At 8: how many. At 12: room for how many. From 16: elements.
    pub const LIST: u32 = 7;
    /// An optional record or array. At 4: shared. From 8: the value.
    pub const BOX: u32 = 8;
    /// What was moved, while memory is given back. At 4: where it will be.
    pub const MOVED: u32 = 9;
}

/// Where the fault is described: site, then two numbers.
pub const FAULT: u32 = 64;
/// Why a value from outside does not fit, if that is the fault: which kind (the number of the code that a state is refused
/// with; more by [`WHOLE`] where the text is the whole message), the address of the value, and of a text: what was expected,
/// the key that is missing, or what has no such key.
pub const MISFIT: u32 = 32;
pub const WHOLE: u32 = 1000;
/// Where texts come from and go to: address and length.
pub const IO: u32 = 96;
const DATA: u32 = 1024;
/// 512 MiB: more than any game needs, few enough for a host of many, and no address and size come to more than 32 bits.
const PAGES_MAX: u64 = 8_192;
/// Functions that come from the host, before all others.
const IMPORTS: [(&str, &[ValType], &[ValType]); 5] = [
    // Writes a number as JavaScript prints it; gives the length.
    ("number", &[ValType::F64, I32], &[I32]),
    // The remainder of doubles.
    ("remainder", &[ValType::F64, ValType::F64], &[ValType::F64]),
    // (text, bytes): JavaScript's `Number` of a text.
    ("parse", &[I32, I32], &[ValType::F64]),
    // (text, bytes, capital, to): writes the text in capital or small letters; gives the length.
    ("case", &[I32, I32, I32, I32], &[I32]),
    // Calls the export `attempted` with a number; gives whether it came to its end. A fault in it is forgotten, and no other trap.
    ("attempt", &[I32], &[I32]),
];
pub const IMPORT_NUMBER: u32 = 0;
pub const IMPORT_REMAINDER: u32 = 1;
pub const IMPORT_PARSE: u32 = 2;
pub const IMPORT_CASE: u32 = 3;
pub const IMPORT_ATTEMPT: u32 = 4;

pub struct ModuleBuilder<'p> {
    pub program: &'p Program,
    pub limits: &'p Limits,
    pub rt: Runtime,
    pub helpers: Vec<TypedHelper>,
    /// How far [`ModuleBuilder::helpers`] has been written.
    pub written_helpers: usize,
    /// The index of each function of the program.
    pub functions: Vec<u32>,
    pub sites: Vec<Site>,
    pub state: State,
    pub missing: Vec<Missing>,
    /// The function being written, and the frames each runs with.
    pub current: Option<usize>,
    pub owners: Vec<Vec<FrameId>>,
    pub rows: Vec<Row<'p>>,
    pub steps: Steps<'p>,
    pub recursion: Recursion,
    /// How many nodes each function has.
    pub node_counts: Vec<u32>,
    pub features: Features,
    /// Offers are made without jumps: faster, and larger.
    pub branchless: bool,
    pub summaries: Summaries,
    types: Vec<(Vec<ValType>, Vec<ValType>)>,
    /// The type of each function, and its body once it is defined.
    declared: Vec<(u32, Option<FunctionBody>)>,
    /// Where in the compiler each was declared.
    declarers: Vec<&'static Location<'static>>,
    exports: Vec<(String, u32)>,
    table: Vec<u32>,
    data: Vec<u8>,
    strings: BTreeMap<String, u32>,
    pub boards: BTreeMap<u16, Tables>,
    /// What may be called though it may fail.
    pub attempts: BTreeMap<ir::FnId, Attempted>,
    pub data_values: BTreeMap<DataId, u32>,
    /// By board and what of it.
    pub board_tables: BTreeMap<(u16, u8), u32>,
}

impl<'p> ModuleBuilder<'p> {
    pub fn new(program: &'p Program, limits: &'p Limits) -> ModuleBuilder<'p> {
        let (mut features, rows) = (Features::of(program), rows(program));
        let summaries = Summaries::of(program, &features);
        for used in [&mut features.button, &mut features.withheld, &mut features.labelled] {
            *used = rows.iter().map(|it| used[it.action.index()]).collect();
        }
        let mut it = ModuleBuilder {
            program,
            limits,
            rt: Runtime::default(),
            helpers: Vec::new(),
            written_helpers: 0,
            functions: Vec::new(),
            sites: Vec::new(),
            state: State::default(),
            missing: Vec::new(),
            current: None,
            owners: Vec::new(),
            steps: Steps::new(program),
            recursion: Recursion::new(program, limits.calls),
            node_counts: crate::function::inline::node_counts(program),
            summaries,
            features,
            rows,
            branchless: true,
            types: Vec::new(),
            declared: Vec::new(),
            declarers: Vec::new(),
            exports: Vec::new(),
            table: Vec::new(),
            data: Vec::new(),
            strings: BTreeMap::new(),
            boards: BTreeMap::new(),
            attempts: BTreeMap::new(),
            data_values: BTreeMap::new(),
            board_tables: BTreeMap::new(),
        };
        it.rt = Runtime::declare(&mut it);
        it
    }

    /// What is known of the functions of the program.
    pub fn known_functions(&self) -> KnownFunctions<'_, 'p> {
        KnownFunctions { program: self.program, results: &self.summaries.results }
    }

    fn signature(&mut self, params: &[ValType], results: &[ValType]) -> u32 {
        let wanted = (params.to_vec(), results.to_vec());
        let at = self.types.iter().position(|it| *it == wanted).unwrap_or_else(|| {
            self.types.push(wanted);
            self.types.len() - 1
        });
        at as u32
    }

    /// The type of what takes and gives nothing.
    pub fn plain_type(&mut self) -> u32 {
        self.signature(&[], &[])
    }

    #[track_caller]
    pub fn declare(&mut self, params: &[ValType], results: &[ValType]) -> u32 {
        let ty = self.signature(params, results);
        self.declared.push((ty, None));
        self.declarers.push(Location::caller());
        (IMPORTS.len() + self.declared.len()) as u32 - 1
    }

    #[track_caller]
    pub fn begin(&mut self, params: &[ValType], results: &[ValType]) -> Routine {
        Routine { id: self.declare(params, results), code: CodeBuilder::new(params) }
    }

    /// Begins a function that was declared.
    pub fn reopen(&self, id: u32) -> Routine {
        let params = &self.types[self.declared[id as usize - IMPORTS.len()].0 as usize].0;
        Routine { id, code: CodeBuilder::new(params) }
    }

    pub fn define(&mut self, routine: Routine) -> u32 {
        self.declared[routine.id as usize - IMPORTS.len()].1 = Some(routine.code.finish());
        routine.id
    }

    pub fn export(&mut self, name: &str, id: u32) {
        self.exports.push((name.to_owned(), id));
    }

    /// Makes a function callable by its number in the table, from 1.
    pub fn tabled(&mut self, id: u32) -> u32 {
        let at = self.table.iter().position(|it| *it == id).unwrap_or_else(|| {
            self.table.push(id);
            self.table.len() - 1
        });
        at as u32 + 1
    }

    /// A place in the source where something can go wrong.
    pub fn site(&mut self, code: Code, span: Span) -> u32 {
        self.site_of(Site { code, span: Some(span) })
    }

    /// The same once more if it is among the last.
    pub fn site_of(&mut self, site: Site) -> u32 {
        let at = self.sites.iter().rev().take(64).position(|it| *it == site);
        let at = at.map(|back| self.sites.len() - 1 - back).unwrap_or_else(|| {
            self.sites.push(site);
            self.sites.len() - 1
        });
        at as u32
    }

    /// Puts bytes into the memory; gives their address, a multiple of eight.
    pub fn data(&mut self, bytes: &[u8]) -> u32 {
        self.data.resize(self.data.len().next_multiple_of(8), 0);
        let at = DATA + self.data.len() as u32;
        self.data.extend_from_slice(bytes);
        at
    }

    /// Puts bytes where room was made for them.
    pub fn overwrite(&mut self, at: u32, bytes: &[u8]) {
        let at = (at - DATA) as usize;
        self.data[at..at + bytes.len()].copy_from_slice(bytes);
    }

    /// Room in the memory, all zero.
    pub fn reserve(&mut self, size: u32) -> u32 {
        self.data(&vec![0; size as usize])
    }

    /// The address of a string that is always there.
    pub fn string(&mut self, text: &str) -> u32 {
        if let Some(at) = self.strings.get(text) {
            return *at;
        }
        let head = [tag::STR.to_le_bytes(), (text.len() as u32).to_le_bytes()].concat();
        let at = self.data(&[&head, text.as_bytes()].concat());
        self.strings.insert(text.to_owned(), at);
        at
    }

    /// The addresses of strings, one after another.
    pub fn strings<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) -> u32 {
        let addresses: Vec<u8> = texts.into_iter().flat_map(|it| self.string(it).to_le_bytes()).collect();
        self.data(&addresses)
    }

    /// The new index of each function that is needed: exported, in the table, or called by one that is.
    fn needed(&self) -> Vec<Option<u32>> {
        let mut needed = vec![false; IMPORTS.len() + self.declared.len()];
        let mut todo: Vec<u32> = self.exports.iter().map(|it| it.1).chain(self.table.iter().copied()).collect();
        while let Some(id) = todo.pop() {
            if !std::mem::replace(&mut needed[id as usize], true)
                && let Some(at) = (id as usize).checked_sub(IMPORTS.len())
            {
                todo.extend(self.declared[at].1.iter().flat_map(FunctionBody::called));
            }
        }
        let mut next = 0..;
        needed.into_iter().map(|it| if it { next.next() } else { None }).collect()
    }

    /// Puts functions into one another.
    fn inline_wasm(&mut self, limits: InlineLimits) {
        let needed = self.needed();
        let stays = self.exports.iter().map(|it| it.1).chain(self.table.iter().copied()).collect();
        let mut functions: Vec<Defined> = std::mem::take(&mut self.declared)
            .into_iter()
            .zip(&needed[IMPORTS.len()..])
            .map(|((ty, body), needed)| {
                let (params, results) = self.types[ty as usize].clone();
                Defined { ty, params, results, body: body.filter(|_| needed.is_some()) }
            })
            .collect();
        inline_wasm(&mut functions, IMPORTS.len() as u32, &stays, limits);
        self.declared = functions.into_iter().map(|it| (it.ty, it.body)).collect();
    }

    /// What a profiler calls the functions of the module: those of the rules by their names, others by what they are exported
    /// as, what they do for which type, or where in the compiler they are made. A section that may stand at its end.
    fn names(&self, index: &dyn Fn(u32) -> Option<u32>) -> Vec<u8> {
        let mut all: BTreeMap<u32, String> = IMPORTS.iter().zip(0..).map(|(it, id)| (id, it.0.to_owned())).collect();
        for (at, id) in self.declarers.iter().zip(IMPORTS.len() as u32..) {
            let file = at.file().rsplit(['/', '\\']).next().unwrap_or_default();
            all.insert(id, format!("{}:{}", file.trim_end_matches(".rs"), at.line()));
        }
        for TypedHelper { helper, ty, id } in &self.helpers {
            let of = if *ty == ir::Ty::Unit { String::new() } else { format!(" {}", ir::type_name(self.program, ty)) };
            all.insert(*id, format!("{helper:?}{of}"));
        }
        all.extend(self.exports.iter().map(|(name, id)| (*id, name.clone())));
        all.extend(self.functions.iter().zip(&self.program.functions).map(|(id, it)| (*id, it.name.clone())));
        let mut names = NameMap::new();
        for (id, name) in all {
            if let Some(at) = index(id) {
                names.append(at, &name);
            }
        }
        let mut section = NameSection::new();
        section.functions(&names);
        let mut bytes = Vec::new();
        section.append_to(&mut bytes);
        bytes
    }

    /// The module.
    pub fn finish(mut self, left_out: &[&str], limits: InlineLimits) -> crate::Module {
        self.exports.retain(|(name, _)| !left_out.contains(&name.as_str()));
        self.data.resize(self.data.len().next_multiple_of(16), 0);
        let heap = DATA + self.data.len() as u32;
        let pages = u64::from(heap).div_ceil(65536) + 2;
        let mut module = Module::new();

        let imports: Vec<_> = IMPORTS.iter().map(|it| (it.0, self.signature(it.1, it.2))).collect();
        self.inline_wasm(limits);
        let needed = self.needed();
        let is_needed = |at: usize| needed[at].is_some();
        // What is called is needed, and so has an index.
        let index = |id: u32| needed[id as usize].unwrap_or_default();
        let mut section = TypeSection::new();
        for (params, results) in &self.types {
            section.ty().function(params.iter().copied(), results.iter().copied());
        }
        module.section(&section);

        let mut section = ImportSection::new();
        for (name, ty) in imports.into_iter().enumerate().filter(|(at, _)| is_needed(*at)).map(|it| it.1) {
            section.import("host", name, EntityType::Function(ty));
        }
        module.section(&section);

        let mut section = FunctionSection::new();
        let declared = self.declared.iter().enumerate().filter(|(at, _)| is_needed(IMPORTS.len() + at)).map(|it| it.1);
        for (ty, _) in declared.clone() {
            section.function(*ty);
        }
        module.section(&section);

        let mut section = TableSection::new();
        let size = self.table.len() as u64 + 1;
        section.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: size,
            maximum: Some(size),
            shared: false,
        });
        module.section(&section);

        let mut section = MemorySection::new();
        section.memory(MemoryType {
            minimum: pages,
            maximum: Some(PAGES_MAX),
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        module.section(&section);

        let mut section = GlobalSection::new();
        let mut int = |n: i32| {
            let ty = GlobalType { val_type: I32, mutable: true, shared: false };
            section.global(ty, &ConstExpr::i32_const(n));
        };
        int(heap as i32);
        int((pages * 65536) as i32);
        int(0);
        int(0);
        let long = GlobalType { val_type: I64, mutable: true, shared: false };
        section.global(long, &ConstExpr::i64_const(-1));
        section.global(GlobalType { val_type: I32, mutable: true, shared: false }, &ConstExpr::i32_const(0));
        section.global(GlobalType { val_type: I32, mutable: true, shared: false }, &ConstExpr::i32_const(1));
        section.global(long, &ConstExpr::i64_const(1));
        for n in [heap as i32, 0, heap as i32 + crate::entries::gc::GC_SPARE as i32, 0, 0, 0] {
            section.global(GlobalType { val_type: I32, mutable: true, shared: false }, &ConstExpr::i32_const(n));
        }
        module.section(&section);

        let mut section = ExportSection::new();
        section.export("memory", ExportKind::Memory, 0);
        for (name, id) in &self.exports {
            section.export(name, ExportKind::Func, index(*id));
        }
        module.section(&section);

        let mut section = ElementSection::new();
        let table: Vec<u32> = self.table.iter().map(|it| index(*it)).collect();
        section.active(Some(0), &ConstExpr::i32_const(1), Elements::Functions(table.into()));
        module.section(&section);

        let mut section = CodeSection::new();
        for (_, body) in declared {
            // What is needed was written.
            section.function(&body.as_ref().map_or_else(|| Function::new([]), |it| it.encoded(index)));
        }
        module.section(&section);

        let mut section = DataSection::new();
        for (at, bytes) in pieces(&self.data) {
            section.active(0, &ConstExpr::i32_const((DATA + at) as i32), bytes.iter().copied());
        }
        module.section(&section);
        let names = self.names(&|id| needed[id as usize]);
        crate::Module { wasm: module.finish(), sites: self.sites, missing: self.missing, names }
    }
}

/// Data without its long runs of zeros, which memory begins with.
fn pieces(data: &[u8]) -> Vec<(u32, &[u8])> {
    const RUN: usize = 32;
    let mut pieces = Vec::new();
    let (mut begin, mut end) = (0, 0);
    for (at, _) in data.iter().enumerate().filter(|(_, byte)| **byte != 0) {
        if at - end >= RUN {
            pieces.push((begin as u32, &data[begin..end]));
            begin = at;
        }
        end = at + 1;
    }
    pieces.push((begin as u32, &data[begin..end]));
    pieces
}
