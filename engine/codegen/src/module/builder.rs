//! The module being built: its functions, its memory, its messages for failures.

use crate::analysis::features::Features;
use crate::analysis::interprocedural::Summaries;
use crate::analysis::most_steps::never_run_out;
use crate::analysis::ranges::KnownFunctions;
use crate::analysis::reachable::node_counts;
use crate::analysis::recursion::Recursion;
use crate::analysis::rows::{Row, rows};
use crate::analysis::stack::Stack;
use crate::layout::boards::Tables;
use crate::layout::memory::{DATA, tag};
use crate::layout::state::State;
use crate::module::counted::Counters;
use crate::module::output::{LabMap, Site, Wanted};
use crate::module::symbols::{Attempted, Helper, IMPORTS, Runtime, TypedHelper};
use crate::wasm::{CodeBuilder, FunctionBody, Routine};
use ir::{ActionId, Broken, DataId, FrameId, Limits, Program, Span, Steps, Ty};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::Location;
use wasm_encoder::ValType;
/// The parameters and the results of a function.
type Signature = (Vec<ValType>, Vec<ValType>);

pub struct ModuleBuilder<'p> {
    pub program: &'p Program,
    pub limits: &'p Limits,
    pub rt: Runtime,
    pub helpers: Vec<TypedHelper>,
    /// Their indices, by type and purpose.
    pub helper_ids: BTreeMap<Ty, BTreeMap<Helper, u32>>,
    /// Number of [`ModuleBuilder::helpers`] emitted so far.
    pub written_helpers: usize,
    /// The index of each function of the program.
    pub functions: Vec<u32>,
    pub sites: Vec<Site>,
    pub state: State,
    /// The first thing that is not as the compiler takes it to be.
    pub broken: Option<Broken>,
    /// The function being written, and the frames each runs with.
    pub current: Option<usize>,
    pub owners: Vec<Vec<FrameId>>,
    pub stack: Stack,
    pub rows: Vec<Row<'p>>,
    pub steps: Steps<'p>,
    /// `true` for functions that never run out of steps.
    pub never_run_out: Vec<bool>,
    pub recursion: Recursion,
    /// Number of nodes of each function.
    pub node_counts: Vec<u32>,
    pub features: Features,
    /// The code is for speed; otherwise for few bytes, and finished functions are made shorter, which takes time.
    pub fast: bool,
    pub summaries: Summaries,
    /// Counters of coverage, if wanted.
    pub counters: Option<Counters>,
    /// Data that the lab wants besides the counts, and its addresses.
    pub wanted: Wanted,
    pub lab: Option<LabMap>,
    /// The block that [`crate::memory::playout`] describes, where a host plays on from positions.
    pub playout_block: Option<u32>,
    /// The block that [`crate::memory::line`] describes, where a host follows lines of play.
    pub line_block: Option<u32>,
    pub types: Vec<Signature>,
    /// Their indices.
    pub type_ids: BTreeMap<Signature, u32>,
    /// The type of each function, and its body once it is defined.
    pub declared: Vec<(u32, Option<FunctionBody>)>,
    /// Location in the compiler where each was declared.
    pub declarers: Vec<&'static Location<'static>>,
    pub exports: Vec<(String, u32)>,
    pub table: Vec<u32>,
    /// The number of each function there.
    pub table_numbers: BTreeMap<u32, u32>,
    pub data: Vec<u8>,
    /// Ranges of constants in the data, in order.
    pub constants: Vec<Range<usize>>,
    pub strings: BTreeMap<String, u32>,
    /// Addresses of locals with static memory: see [`ModuleBuilder::home`].
    pub homes: BTreeMap<(ir::FnId, usize), u32>,
    pub boards: BTreeMap<u16, Tables>,
    /// Functions called in trials that may fail.
    pub attempts: BTreeMap<ir::FnId, Attempted>,
    pub data_values: BTreeMap<DataId, u32>,
    /// By board and kind of table.
    pub board_tables: BTreeMap<(u16, u8), u32>,
}

impl<'p> ModuleBuilder<'p> {
    pub fn new(program: &'p Program, limits: &'p Limits) -> ModuleBuilder<'p> {
        let (mut features, rows) = (Features::of(program), rows(program));
        let summaries = Summaries::of(program, &features);
        for used in [&mut features.button, &mut features.withheld, &mut features.labelled] {
            *used = rows.iter().map(|it| used[it.action.index()]).collect();
        }
        let steps = Steps::new(program);
        ModuleBuilder {
            program,
            limits,
            rt: Runtime::default(),
            helpers: Vec::new(),
            helper_ids: BTreeMap::new(),
            written_helpers: 0,
            functions: Vec::new(),
            sites: Vec::new(),
            state: State::default(),
            broken: None,
            current: None,
            owners: Vec::new(),
            stack: Stack::default(),
            never_run_out: never_run_out(program, &summaries, &steps, limits),
            steps,
            recursion: Recursion::new(program, limits.calls),
            node_counts: node_counts(program),
            summaries,
            features,
            rows,
            fast: true,
            counters: None,
            wanted: Wanted::default(),
            lab: None,
            playout_block: None,
            line_block: None,
            types: Vec::new(),
            type_ids: BTreeMap::new(),
            declared: Vec::new(),
            declarers: Vec::new(),
            exports: Vec::new(),
            table: Vec::new(),
            table_numbers: BTreeMap::new(),
            data: Vec::new(),
            constants: Vec::new(),
            strings: BTreeMap::new(),
            homes: BTreeMap::new(),
            boards: BTreeMap::new(),
            attempts: BTreeMap::new(),
            data_values: BTreeMap::new(),
            board_tables: BTreeMap::new(),
        }
    }

    /// Facts about the functions of the program.
    pub fn known_functions(&self) -> KnownFunctions<'_, 'p> {
        KnownFunctions { program: self.program, results: &self.summaries.results }
    }

    pub fn signature(&mut self, params: &[ValType], results: &[ValType]) -> u32 {
        let wanted = (params.to_vec(), results.to_vec());
        let next = self.types.len() as u32;
        *self.type_ids.entry(wanted).or_insert_with_key(|it| {
            self.types.push(it.clone());
            next
        })
    }

    /// The type of functions without arguments and results.
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
        let declared = &mut self.declared[routine.id as usize - IMPORTS.len()].1;
        debug_assert!(declared.is_none(), "a function is defined once");
        *declared = Some(routine.code.finish());
        routine.id
    }

    pub fn export(&mut self, name: &str, id: u32) {
        self.exports.push((name.to_owned(), id));
    }

    /// Makes a function callable by its number in the table, from 1.
    pub fn tabled(&mut self, id: u32) -> u32 {
        *self.table_numbers.entry(id).or_insert_with(|| {
            self.table.push(id);
            self.table.len() as u32
        })
    }

    /// Puts a constant into the memory; gives its address, a multiple of eight.
    pub fn data(&mut self, bytes: &[u8]) -> u32 {
        let at = self.reserve(bytes.len() as u32);
        self.overwrite(at, bytes);
        let from = (at - DATA) as usize;
        self.constants.push(from..from + bytes.len());
        at
    }

    /// Puts bytes where room was made for them.
    pub fn overwrite(&mut self, at: u32, bytes: &[u8]) {
        let at = (at - DATA) as usize;
        self.data[at..at + bytes.len()].copy_from_slice(bytes);
    }

    /// Room in the memory, all zero.
    pub fn reserve(&mut self, size: u32) -> u32 {
        let at = self.data.len().next_multiple_of(8);
        self.data.resize(at + size as usize, 0);
        DATA + at as u32
    }

    /// The place of a local, for a function that never runs twice at a time.
    pub fn home(&mut self, function: ir::FnId, local: usize, size: u32) -> u32 {
        match self.homes.get(&(function, local)) {
            Some(at) => *at,
            None => {
                let at = self.reserve(size);
                self.homes.insert((function, local), at);
                at
            }
        }
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

    /// Records a failed assumption of the compiler: the author gets an error, and the module is not used.
    pub fn broken(&mut self, what: &str) {
        let function = self.current.map(|it| &self.program.functions[it]);
        self.broken.get_or_insert_with(|| Broken {
            what: what.to_owned(),
            function: function.map(|it| it.name.clone()),
            span: function.map_or(Span::default(), |it| it.span),
        });
    }
}

impl ModuleBuilder<'_> {
    /// Element type of a value.
    pub fn element<'t>(&mut self, ty: &'t Ty) -> &'t Ty {
        ty.element().unwrap_or_else(|| {
            self.broken(&format!("elements of {}", ir::type_name(self.program, ty)));
            &Ty::Int
        })
    }

    /// The keys and the values of a map.
    pub fn key_and_value<'t>(&mut self, ty: &'t Ty) -> (&'t Ty, &'t Ty) {
        match ty {
            Ty::Map(key, of) => (key, of),
            _ => {
                self.broken(&format!("keys of {}", ir::type_name(self.program, ty)));
                (&Ty::Int, &Ty::Int)
            }
        }
    }
}

impl<'p> ModuleBuilder<'p> {
    /// The row that the function which is written offers an action in.
    pub fn row(&self, action: ActionId) -> usize {
        let owners = self.current.and_then(|it| self.owners.get(it)).map_or(&[][..], Vec::as_slice);
        let mut of = self.rows.iter().enumerate().filter(|(_, it)| it.action == action);
        let here = |(_, it): &(usize, &Row<'_>)| it.handlers.iter().any(|it| owners.iter().any(|o| o.index() == it.0));
        of.clone().find(here).or_else(|| of.next()).map_or(0, |it| it.0)
    }

    /// The name of the action of a row.
    pub fn row_name(&self, row: usize) -> &'p str {
        &self.program.actions[self.rows[row].action.index()]
    }
}
