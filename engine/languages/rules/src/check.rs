//! Names and types: the syntax tree to the typed program.
//!
//! Invariant: one run finds every problem of a file; parts that could not be understood ([`Sort::Poison`]) cause no
//! further message; the order of declarations does not matter. Declarations are collected first, then bodies are
//! checked: functions in the order in which they need one another's results, then states, then procedures likewise.

mod access;
mod at_once;
mod board;
mod body;
mod builtin;
mod call;
mod call_graph;
mod capacity;
mod cells;
mod click;
mod computed;
mod constant;
mod convert;
mod data;
mod declare;
mod entries;
mod expr;
mod extent;
mod file;
mod flow;
mod forms;
mod frame;
mod given;
mod handlers;
mod implied;
mod insert;
mod iterate;
mod keys;
mod library;
mod look;
mod meant;
mod notes;
mod offer;
mod operator;
mod order;
mod prompt_view;
mod scopes;
mod script;
mod seats;
mod show;
mod show_study;
mod sort;
mod stmt;
mod study;
mod table;
mod test;
mod text;
mod variables;

use super::ast;
use super::files::Beside;
pub use board::{board_fields, board_forms};
use body::{Body, BodyKind};
use call_graph::Flow;
pub use declare::RESERVED;
use diag::{Problems, Span};
pub use file::file;
use ir::{ActionId, Const, DataId, EnumId, FnId, FrameId, GlobalId, Program, RecordId, Ty, ViewId};
pub use notes::{Study, words};
use scopes::{FrameField, Variables};
pub use show::{show_keys, show_kinds};
use sort::Sort;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// For each name, the span of its previous occurrence.
fn earlier<'s>(names: impl Iterator<Item = ast::Name<'s>>) -> Vec<Option<Span>> {
    let mut seen = BTreeMap::new();
    names
        .map(|it| match seen.entry(it.text) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(free) => {
                free.insert(it.span);
                None
            }
        })
        .collect()
}

/// A possible meaning of a name in an expression.
#[derive(Clone, Copy, Debug)]
enum Def {
    Role(u16),
    Member(EnumId, u16),
    Const(usize),
    Board(ir::BoardId),
    /// Declared with a mistake, of which enough was said.
    Broken,
    Function(usize),
    /// A type used as the list of its members.
    Enum(EnumId),
    Record(RecordId),
}

struct Declared {
    def: Def,
    span: Span,
}

/// The value of a field of a record if nothing is given.
struct FieldDefault<'a, 's> {
    record: RecordId,
    field: usize,
    value: &'a ast::Expr<'s>,
}

/// A function as its callers see it.
struct Function<'a, 's> {
    name: ast::Name<'s>,
    /// The word that it begins with.
    word: Span,
    params: Rc<[Param<'s>]>,
    /// Written or inferred; absent until the body is checked.
    result: Option<Ty>,
    written: Option<Span>,
    id: FnId,
    body: &'a ast::Block<'s>,
    used: bool,
    /// Its result was not understood, and is already reported.
    broken: bool,
}

#[derive(Clone)]
struct Param<'s> {
    name: ast::Name<'s>,
    ty: Ty,
    inout: bool,
    default: Option<Rc<Const>>,
}

/// A state or procedure as its callers see it.
struct Frame<'a, 's> {
    name: ast::Name<'s>,
    params: Rc<[Param<'s>]>,
    source: FrameSource<'a, 's>,
    /// The fields by their names; of a procedure, those in scope where it is checked.
    fields: BTreeMap<String, FrameField>,
    handlers: BTreeMap<ActionId, Handler>,
    /// Result of `call`: the type of the values it ends with; `None` if some path ends without one.
    result: Option<Sort>,
    called: bool,
    /// Set if `call all` calls it.
    asks: Option<Asks>,
    /// The handlers that are checked already.
    made: Vec<ir::Handler>,
}

/// The choice of a state that `call all` calls.
#[derive(Clone)]
struct Asks {
    /// Takes an answer, for good (`end`) or until it is changed (`answer`).
    takes: FnId,
    /// Takes one after which nobody else is asked (`end all`), if the state has such.
    closes: Option<FnId>,
    /// `true` if a call names roles with `for`: there may be none of them.
    some: bool,
    /// The field with the answers: absent if they have no values.
    field: Option<GlobalId>,
    /// The type of the answers: absent until the handlers are checked.
    ty: Option<Ty>,
}

enum FrameSource<'a, 's> {
    State { inactive: Option<ast::Text<'s>>, parts: &'a [ast::Part<'s>] },
    Procedure { plain: bool, body: &'a ast::Block<'s> },
}

impl FrameSource<'_, '_> {
    /// The block that makes the offers of a state.
    fn prompt(&self) -> Option<Span> {
        let FrameSource::State { parts, .. } = self else { return None };
        parts.iter().find_map(|it| match &it.kind {
            ast::PartKind::Prompt(body) => Some(body.span),
            _ => None,
        })
    }

    /// The last part of a state that is a block.
    fn end(&self) -> Option<Span> {
        let FrameSource::State { parts, .. } = self else { return None };
        parts.iter().rev().find_map(|it| match &it.kind {
            ast::PartKind::Begin(body)
            | ast::PartKind::Resume(body)
            | ast::PartKind::Leave(body)
            | ast::PartKind::Prompt(body)
            | ast::PartKind::On { body, .. } => Some(body.span),
            _ => None,
        })
    }
}

struct Constant {
    ty: Ty,
    /// Absent if it was not understood.
    value: Option<Rc<Const>>,
    /// Set for data.
    data: Option<DataId>,
}

/// A constant whose value calls functions, until these are known.
struct Waiting<'a, 's> {
    name: ast::Name<'s>,
    value: &'a ast::Expr<'s>,
    ty: Ty,
    data: DataId,
}

/// The source of a constant.
enum ConstSource<'a, 's> {
    Value(&'a ast::Expr<'s>, Option<&'a ast::Type<'s>>),
    /// Its type, its file, and the treatment of fields that no record has.
    Data(&'a ast::Type<'s>, ast::Text<'s>, ast::Rest),
}

/// A handler in a state.
struct Handler {
    params: Vec<Ty>,
    span: Span,
}

/// Constants that are cells: their spans, with their boards.
type CellsAt = BTreeMap<(u32, u32), ir::BoardId>;

struct Checker<'p, 'a, 's> {
    problems: &'p mut Problems,
    beside: &'a Beside,
    text: &'s str,
    program: Program,
    names: BTreeMap<&'s str, Declared>,
    /// Member names that several enums have.
    ambiguous: BTreeMap<&'s str, (EnumId, EnumId)>,
    /// The cells of each board by their names.
    cell_names: Vec<BTreeMap<String, u16>>,
    cells_at: CellsAt,
    /// Of the boards whose form is chosen, as [`Program::chosen`] has them.
    choosers: Vec<given::Chooser<'s>>,
    given: given::Given<'a, 's>,
    /// Fields of `G` with a value for each cell of such a board.
    by_cell: Vec<(GlobalId, ir::BoardId)>,
    /// The types of directions, of squares and of hexes.
    directions: [Option<EnumId>; 2],
    consts: Vec<Constant>,
    /// Steps of constant evaluation so far.
    constant_steps: usize,
    const_sources: Vec<(ast::Name<'s>, ConstSource<'a, 's>)>,
    /// Defaults of fields that wait for a constant, by its index.
    late_defaults: Vec<(usize, FieldDefault<'a, 's>)>,
    /// While a default is evaluated: the constant it waits for.
    awaited: Option<Option<usize>>,
    /// Constants that wait for functions; and where all such begin.
    waiting: Vec<Waiting<'a, 's>>,
    callers: BTreeSet<u32>,
    functions: Vec<Function<'a, 's>>,
    frames: Vec<Frame<'a, 's>>,
    frame_names: BTreeMap<&'s str, FrameId>,
    globals: BTreeMap<&'s str, (GlobalId, Span)>,
    options: BTreeMap<&'s str, Span>,
    view_fields: BTreeMap<String, ViewId>,
    actions: BTreeMap<&'s str, ActionId>,
    /// Argument types of each action's handlers: `any` where they differ.
    arguments: BTreeMap<ActionId, Vec<Ty>>,
    /// Handlers that are written otherwise than they are meant.
    meant: meant::Meant<'s>,
    global_sources: Vec<&'a ast::Field<'s>>,
    /// Span of the first `global`, and its missing fields that were reported.
    global_at: Option<Span>,
    undeclared: BTreeSet<&'s str>,
    /// The likely type of an undeclared field, if known.
    likely: Option<String>,
    /// The type that is wanted of a call, where its arguments do not say theirs.
    wanted: Option<Ty>,
    record_defaults: Vec<Vec<Option<Rc<Const>>>>,
    /// Initial size of each record.
    record_extents: Vec<extent::Extent>,
    /// Total parts of known values, at each use.
    parts: usize,
    setup: Option<(&'a ast::Block<'s>, Span)>,
    view: Option<(&'a ast::Block<'s>, Span)>,
    query: Option<(Option<ast::Name<'s>>, &'a ast::Block<'s>, Span)>,
    worth: Option<(&'a ast::Block<'s>, Span)>,
    invariants: Vec<(&'a ast::Block<'s>, Option<ast::Text<'s>>, Span)>,
    tests: Vec<(ast::Text<'s>, &'a [ast::TestStep<'s>])>,
    /// Of the steps that are checked.
    test_variables: Vec<(ast::Name<'s>, Ty)>,
    shows: Vec<&'a ast::Show<'s>>,
    /// `true` if a move has a label; and the place where the view has a field of that name.
    labelled: bool,
    labels_field: Option<Span>,
    faces: Vec<(ast::Name<'s>, &'a [(ast::Name<'s>, ast::Expr<'s>)])>,
    /// Sets the initial values of globals that depend on the number of players, once it is known.
    first_values: Option<FnId>,
    /// Some `call` goes to a name made at run time, or to one that is misspelt: any frame may be meant.
    any_frame_called: bool,
    flow: Flow,
    /// The body being checked.
    body: Body<'s>,
    /// Of the procedure that is being checked.
    variables: Variables<'s>,
    /// Variables of procedures that nothing in them reads, and whether they are assigned.
    unused_variables: Vec<(FrameId, ast::Name<'s>, bool)>,
    /// Procedures that read the whole of `L`.
    whole_frames: BTreeSet<FrameId>,
    /// The fields of `L` that tests read.
    asked_of_frames: BTreeSet<&'s str>,
    study: Study,
}

impl<'p, 'a, 's> Checker<'p, 'a, 's> {
    fn new(beside: &'a Beside, text: &'s str, problems: &'p mut Problems) -> Self {
        Checker {
            beside,
            text,
            problems,
            program: Program::default(),
            names: BTreeMap::new(),
            ambiguous: BTreeMap::new(),
            cell_names: Vec::new(),
            cells_at: CellsAt::new(),
            choosers: Vec::new(),
            given: given::Given::default(),
            by_cell: Vec::new(),
            directions: [None; 2],
            consts: Vec::new(),
            constant_steps: 0,
            const_sources: Vec::new(),
            late_defaults: Vec::new(),
            awaited: None,
            waiting: Vec::new(),
            callers: BTreeSet::new(),
            functions: Vec::new(),
            frames: Vec::new(),
            frame_names: BTreeMap::new(),
            globals: BTreeMap::new(),
            options: BTreeMap::new(),
            view_fields: BTreeMap::new(),
            actions: BTreeMap::new(),
            arguments: BTreeMap::new(),
            meant: meant::Meant::default(),
            global_sources: Vec::new(),
            global_at: None,
            undeclared: BTreeSet::new(),
            likely: None,
            wanted: None,
            record_defaults: Vec::new(),
            record_extents: Vec::new(),
            parts: 0,
            setup: None,
            view: None,
            query: None,
            worth: None,
            invariants: Vec::new(),
            tests: Vec::new(),
            test_variables: Vec::new(),
            shows: Vec::new(),
            labelled: false,
            labels_field: None,
            faces: Vec::new(),
            first_values: None,
            any_frame_called: false,
            flow: Flow::default(),
            body: Body::new(BodyKind::Constant, FnId(0)),
            variables: Variables::default(),
            unused_variables: Vec::new(),
            whole_frames: BTreeSet::new(),
            asked_of_frames: BTreeSet::new(),
            study: Study::default(),
        }
    }

    /// Reserves a function of the program.
    fn new_function(&mut self, name: &str, span: Span) -> FnId {
        let id = FnId(self.program.functions.len().min(u16::MAX as usize) as u16);
        self.program.functions.push(ir::Function {
            name: name.to_string(),
            params: 0,
            inout: Vec::new(),
            locals: Vec::new(),
            result: Ty::Unit,
            body: Vec::new(),
            span,
            effects: ir::Effects::NONE,
        });
        self.flow.add();
        id
    }

    /// Starts a body, checks it with `make`, and stores the result.
    fn in_body(
        &mut self,
        kind: BodyKind,
        id: FnId,
        frame: Option<FrameId>,
        make: impl FnOnce(&mut Self) -> Vec<ir::Stmt>,
    ) {
        let outer = self.enter_body(kind, id, frame);
        let stmts = make(self);
        self.leave_body(id, outer, stmts);
    }

    /// Starts a body; returns the one around it.
    fn enter_body(&mut self, kind: BodyKind, id: FnId, frame: Option<FrameId>) -> Body<'s> {
        let mut body = Body::new(kind, id);
        body.frame = frame;
        if kind == BodyKind::Procedure {
            // Facts from the conditions around an instruction.
            body.narrowed.clone_from(&self.body.narrowed);
        }
        std::mem::replace(&mut self.body, body)
    }

    fn leave_body(&mut self, id: FnId, outer: Body<'s>, stmts: Vec<ir::Stmt>) {
        let body = std::mem::replace(&mut self.body, outer);
        for it in &body.unused {
            self.problems.unused_local(it.name.span, it.name.text, it.assigned);
        }
        let function = &mut self.program.functions[id.index()];
        function.body = stmts;
        function.params = body.params;
        if function.inout.is_empty() {
            function.inout = vec![false; body.params as usize];
        }
        function.locals = body.locals;
        function.result = body.result.unwrap_or(Ty::Unit);
    }

    fn view_field(&mut self, name: &str) -> Option<(ViewId, Ty)> {
        let id = *self.view_fields.get(name)?;
        Some((id, self.program.view_fields[id.index()].ty.clone()))
    }

    fn action_id(&mut self, name: &'s str) -> ActionId {
        let next = ActionId(self.program.actions.len().min(u16::MAX as usize) as u16);
        let id = *self.actions.entry(name).or_insert(next);
        if id == next {
            self.program.actions.push(name.to_string());
        }
        id
    }
}
