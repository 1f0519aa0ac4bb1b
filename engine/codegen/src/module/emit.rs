//! The finished module: its needed parts, in the sections of WebAssembly.

use crate::layout::memory::{DATA, GC_SPARE, Initial, global};
use crate::module::ModuleBuilder;
use crate::module::output;
use crate::module::symbols::{IMPORTS, TypedHelper};
use crate::wasm::inline_wasm::{Defined, FAST, Inlining, SMALL, inline_wasm};
use crate::wasm::stackify::{Arity, stackify};
use crate::wasm::{FunctionBody, I32, I64};
use ir::{Broken, FrameKind};
use std::collections::{BTreeMap, BTreeSet};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, ImportSection, MemorySection, MemoryType, Module, NameMap, NameSection,
    RefType, Section, TableSection, TableType, TypeSection,
};

/// Bytes of a page of memory.
const PAGE: u64 = 65536;

impl ModuleBuilder<'_> {
    /// The new index of each function that is needed: exported, in the table, or called by one that is.
    pub fn needed(&self) -> Vec<Option<u32>> {
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

    /// Functions that one routine runs by the frame on top. Each has locals of its own, which would be many in that.
    fn apart(&self) -> BTreeSet<u32> {
        let runs = self.program.frames.iter().flat_map(|it| match &it.kind {
            FrameKind::State(it) => [it.begin, it.resume, it.leave, it.prompt],
            FrameKind::Plain(id) => [Some(*id), None, None, None],
            FrameKind::Procedure(_) => [None; 4],
        });
        let runs = runs.flatten().map(|id| self.functions[id.index()]);
        runs.chain(self.state.procedures.iter().copied()).collect()
    }

    /// Puts functions into one another.
    fn inline_wasm(&mut self) {
        let limits = if self.fast { FAST } else { SMALL };
        let needed = self.needed();
        let apart = self.apart();
        let stays = self.exports.iter().map(|it| it.1).chain(self.table.iter().copied()).collect();
        let mut functions: Vec<Defined> = std::mem::take(&mut self.declared)
            .into_iter()
            .zip(&needed[IMPORTS.len()..])
            .zip(IMPORTS.len() as u32..)
            .map(|(((ty, body), needed), id)| {
                let (params, results) = self.types[ty as usize].clone();
                let inlining = match id {
                    _ if !self.fast && apart.contains(&id) => Inlining::Never,
                    _ if !self.fast => Inlining::BySize,
                    _ if id == self.rt.alloc || id == self.state.reset_offers => Inlining::Often,
                    _ if id == self.rt.grow => Inlining::Never,
                    _ => Inlining::BySize,
                };
                Defined { params, results, body: body.filter(|_| needed.is_some()), inlining }
            })
            .collect();
        inline_wasm(&mut functions, IMPORTS.len() as u32, &stays, limits);
        if !self.fast {
            let imports: Vec<Arity> =
                IMPORTS.iter().map(|it| Arity { params: it.1.len(), results: it.2.len() }).collect();
            stackify(&mut functions, IMPORTS.len() as u32, &stays, &imports, &self.types);
        }
        self.declared = functions.into_iter().map(|it| (self.signature(&it.params, &it.results), it.body)).collect();
    }

    /// The section with names of the module's functions for a profiler: for functions of the rules their names, for
    /// others their export, their purpose and type, or their place in the compiler.
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

    /// The module, unless something was not as the compiler takes it to be.
    pub fn finish(mut self, left_out: &[&str]) -> Result<output::Module, Broken> {
        if let Some(broken) = self.broken {
            return Err(broken);
        }
        self.exports.retain(|(name, _)| !left_out.contains(&name.as_str()));
        self.data.resize(self.data.len().next_multiple_of(16), 0);
        let heap = DATA + self.data.len() as u32;
        let pages = u64::from(heap).div_ceil(PAGE) + 2;
        let mut module = Module::new();

        let imports: Vec<_> = IMPORTS.iter().map(|it| (it.0, self.signature(it.1, it.2))).collect();
        self.inline_wasm();
        if !self.fast {
            self.leave_out_unread_data();
        }
        let needed = self.needed();
        let is_needed = |at: usize| needed[at].is_some();
        let index = |id: u32| {
            debug_assert!(needed[id as usize].is_some(), "what is called is needed, and so has an index");
            needed[id as usize].unwrap_or_default()
        };
        let mut section = TypeSection::new();
        for (params, results) in &self.types {
            section.ty().function(params.iter().copied(), results.iter().copied());
        }
        module.section(&section);

        let mut section = ImportSection::new();
        let mut imported = Vec::new();
        for (name, ty) in imports.into_iter().enumerate().filter(|(at, _)| is_needed(*at)).map(|it| it.1) {
            section.import("host", name, EntityType::Function(ty));
            imported.push(name);
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
            maximum: Some((self.limits.memory / PAGE).max(pages)),
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        module.section(&section);

        let mut section = GlobalSection::new();
        for initial in global::INITIAL {
            let (val_type, value) = match *initial {
                Initial::Heap => (I32, ConstExpr::i32_const(heap as i32)),
                Initial::HeapAndSpare => (I32, ConstExpr::i32_const((heap + GC_SPARE) as i32)),
                Initial::MemoryEnd => (I32, ConstExpr::i32_const((pages * PAGE) as i32)),
                Initial::Int(n) => (I32, ConstExpr::i32_const(n)),
                Initial::Long(n) => (I64, ConstExpr::i64_const(n)),
            };
            section.global(GlobalType { val_type, mutable: true, shared: false }, &value);
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
            debug_assert!(body.is_some(), "what is needed was written");
            section.function(&body.as_ref().map_or_else(|| Function::new([]), |it| it.encoded(index)));
        }
        module.section(&section);

        let mut section = DataSection::new();
        for (at, bytes) in pieces(&self.data) {
            section.active(0, &ConstExpr::i32_const((DATA + at) as i32), bytes.iter().copied());
        }
        module.section(&section);
        let names = self.names(&|id| needed[id as usize]);
        Ok(output::Module { wasm: module.finish(), sites: self.sites, imports: imported, names })
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
