//! The functions of a program, each on its way into the module.

pub mod board;
mod branch;
mod branchless_offers;
mod builtin;
mod byte_scan;
pub mod expr;
mod fuel;
pub mod inline;
mod loops;
mod offer;
mod place;
pub mod procedure;
mod quiet;
mod refine;
mod sparse_loop;
mod speculate;
mod stmt;
mod transition;
pub mod trial;
mod unread;

use crate::analysis::ranges::{LocalFact, local_facts};
use crate::layout::access::held;
use crate::layout::memory::global;
use crate::layout::{self, Rep, rep};
use crate::module::ModuleBuilder;
use crate::wasm::{CodeBuilder, Emit, I32, Label, Local, Mem, Routine};
use diag::{Code, Span};
use ir::{Effects, Expr, ExprKind, FnId, Function, GlobalId, LocalId, Node, Root, Stmt, StmtKind, Ty, walk};

/// A function of the program on its way into the module.
pub struct FunctionCompiler<'g, 'p> {
    pub module: &'g mut ModuleBuilder<'p>,
    pub function: &'p Function,
    pub id: FnId,
    pub code: CodeBuilder,
    pub span: Span,
    /// The statement being compiled: its siblings, and its index.
    pub statement: (&'p [Stmt], usize),
    /// The local of the module for each local of the function.
    pub locals: Vec<Local>,
    /// Facts about each local of the function.
    pub facts: Vec<LocalFact<'p>>,
    pub loops: Vec<Loop>,
    /// Lengths of the lists in these module locals, during the loop that assigns them.
    pub lengths: Vec<(Local, u32)>,
    /// The rays in these module locals, during the statements after the assignment.
    pub rays: Vec<(Local, Ray)>,
    /// The list that the loop adds to that is being written.
    pub filling: Option<Filling>,
    /// The list of small integers that is not made, for it is only asked how many of them differ.
    pub differing: Option<Differing>,
    /// The list of short texts that is joined without being built.
    pub spelling: Option<Spelling>,
    /// `true` if the function never runs out of steps, so they are only counted.
    pub never_runs_out: bool,
    /// Current depth of inlining.
    pub inline_depth: u32,
    /// The local that is set if the speculated value is needed.
    pub speculation_guard: Option<Local>,
    /// The array that was changed last at an index that is not constant.
    pub changed: Option<Changed>,
    /// Exit of the function being inlined.
    pub exit: Option<Exit>,
}

/// An array in `G` that was changed.
#[derive(Clone, Copy)]
pub struct Changed {
    pub array: GlobalId,
    pub index: Local,
    /// Is 0, but computed from the index.
    pub zero: Option<Local>,
}

/// Targets if a condition holds, and if it does not.
#[derive(Clone, Copy)]
pub struct Ways {
    pub yes: Label,
    pub no: Label,
}

/// Use of a call's result.
#[derive(Clone, Copy)]
pub enum Use {
    Keep,
    /// Only read; it may have other owners.
    Look,
    /// A condition with jump targets.
    Lead(Ways),
}

/// Exit of an inlined function.
#[derive(Clone, Copy)]
pub enum Exit {
    /// To the code after it; its result is in a local.
    Value { end: Label, result: Option<Local> },
    /// To where its result leads.
    Ways(Ways),
    /// To the code after an instruction of a procedure.
    Step(Step),
}

/// An instruction of a procedure, written into the routine of that.
#[derive(Clone, Copy)]
pub struct Step {
    pub end: Label,
    /// The frame, and the number of the instruction that it goes on with.
    pub frame: Local,
    pub next: Local,
    /// That number is in the frame too.
    pub kept: bool,
}

/// Maximum bytes of a static place for a local.
const HOME_BYTES_MAX: u32 = 4096;

/// A list that a loop only adds to: there is room for all added elements.
#[derive(Clone, Copy)]
pub struct Filling {
    pub list: Local,
    /// The current length, not yet stored in the list; and the address for the next element.
    pub len: Local,
    pub next: Local,
}

/// A list of integers from 0 to 63, as bits, and how long it would be.
#[derive(Clone, Copy)]
pub struct Differing {
    /// The local for the list.
    pub list: Local,
    pub bits: Local,
    pub len: Local,
    /// Each round of one loop adds at most one element: the list is never too long.
    pub few: bool,
}

/// A text being joined from short ones.
#[derive(Clone, Copy)]
pub struct Spelling {
    /// The local for the list of them, and its current length.
    pub list: Local,
    pub count: Local,
    /// Address for the next text.
    pub at: Local,
    /// The bytes of each text, if that is the same.
    pub same: Option<u32>,
    /// The separator as a word, with its length: empty before the first text.
    pub between: (i64, u32),
    pub pause: Local,
    pub text: Local,
}

/// A computed ray: the cell before it, the distance between its cells, and their number.
#[derive(Clone, Copy)]
pub struct Ray {
    pub from: Local,
    pub stride: Stride,
    pub count: Local,
    /// Offset of its list in a table, and the table's address.
    pub slot: Local,
    pub table: u32,
}

#[derive(Clone, Copy)]
pub enum Stride {
    Known(i64),
    Held(Local),
}

/// A loop that is being written: the labels for leaving it and for its next round.
pub struct Loop {
    pub end: Label,
    pub next: Label,
}

/// Declares the module function of a program's function: its parameters; its result, then the `inout` parameters that
/// are not in place.
pub fn declare(module: &mut ModuleBuilder<'_>, function: &Function) -> u32 {
    let params: Vec<_> = function.locals[..usize::from(function.params)].iter().map(|it| held(&it.ty)).collect();
    let mut results: Vec<_> = rep(&function.result).val().into_iter().collect();
    results.extend(copied_out(function).map(|i| held(&function.locals[i].ty)));
    module.declare(&params, &results)
}

/// The parameters that come back as results.
pub fn copied_out(function: &Function) -> impl DoubleEndedIterator<Item = usize> + '_ {
    let out = |i: &usize| function.inout[*i] && rep(&function.locals[*i].ty) != Rep::Inline;
    (0..usize::from(function.params)).filter(out)
}

pub fn define(module: &mut ModuleBuilder<'_>, index: usize) {
    let routine = module.functions[index];
    let Routine { code, .. } = module.reopen(routine);
    let mut it = FunctionCompiler::new(module, FnId(index as u16), code);
    if it.loops() {
        it.hold_fuel();
    }
    it.enter(None);
    it.stmts(&it.function.body);
    it.leave(true);
    let code = it.code;
    module.define(Routine { id: routine, code });
    module.current = None;
}

impl Emit for FunctionCompiler<'_, '_> {
    fn code(&mut self) -> &mut CodeBuilder {
        &mut self.code
    }
}

impl<'g, 'p> FunctionCompiler<'g, 'p> {
    /// Begins to write a function, after this code.
    pub fn new(module: &'g mut ModuleBuilder<'p>, id: FnId, code: CodeBuilder) -> FunctionCompiler<'g, 'p> {
        let (index, program) = (id.index(), module.program);
        let function = program.function(id);
        module.current = Some(index);
        let facts = local_facts(module.known_functions(), function, &module.summaries.params[index]);
        let never_runs_out = module.never_run_out[index];
        FunctionCompiler {
            module,
            function,
            id,
            code,
            span: function.span,
            statement: (&[], 0),
            locals: Vec::new(),
            facts,
            loops: Vec::new(),
            lengths: Vec::new(),
            rays: Vec::new(),
            filling: None,
            differing: None,
            spelling: None,
            never_runs_out,
            inline_depth: 0,
            speculation_guard: None,
            changed: None,
            exit: None,
        }
    }

    fn hold_fuel(&mut self) {
        let fuel_free = self.module.fuel_free();
        self.code.hold_fuel(fuel_free);
    }

    /// Gives every local a place: the arguments are those of the function of the module, or in these locals.
    pub fn enter(&mut self, given: Option<&[Local]>) {
        let program = self.module.program;
        self.enter_locals(given);
        if program.counted.arrivals.as_ref().is_some_and(|it| it.function == self.id) {
            self.module.count_arrival(&mut self.code, self.locals[0]);
        }
    }

    fn enter_locals(&mut self, given: Option<&[Local]>) {
        let program = self.module.program;
        for (i, local) in self.function.locals.iter().enumerate() {
            let is_param = i < usize::from(self.function.params);
            let at = match given.and_then(|it| it.get(i)) {
                Some(at) => *at,
                None if is_param => i as Local,
                None => self.code.local(held(&local.ty)),
            };
            self.locals.push(at);
            if given.is_some() && !is_param {
                self.code.zero(held(&local.ty)).set(at);
            }
            if rep(&local.ty) != Rep::Inline {
                continue;
            }
            // A value in place gets its own memory, unless it is the caller's to change.
            if !self.has_place(i) {
                continue;
            }
            let size = layout::size(program, &local.ty);
            let to = if is_param { self.code.local(I32) } else { at };
            if self.has_home(i, size) {
                let home = self.module.home(self.id, i, size);
                self.code.i32(home).set(to);
            } else {
                self.code.i32(size).call(self.module.rt.alloc).set(to);
            }
            if is_param {
                self.code.get(to).get(at).copy(size);
                self.code.get(to);
                self.module.share_at(&mut self.code, &local.ty);
                self.code.get(to).set(at);
            }
        }
    }

    /// `true` if a local may have static memory: the function is never active twice, and does not hand it out.
    fn has_home(&self, local: usize, size: u32) -> bool {
        let mut given = false;
        walk(&self.function.body, &mut |node| {
            if let Node::Stmt(Stmt { kind: StmtKind::Return(Some(e)), .. }) = node {
                ir::walk_expr(e, &mut |node| {
                    given |=
                        matches!(node, Node::Expr(Expr { kind: ExprKind::Local(id), .. }) if id.0 as usize == local);
                });
            }
        });
        size <= HOME_BYTES_MAX && !self.module.recursion.is_checked(self.id) && !given
    }

    /// `true` if the in-place value of a local has memory of the function's own.
    pub fn has_place(&self, local: usize) -> bool {
        let is_param = local < usize::from(self.function.params);
        let changes = || self.changes(local) || self.function.effects.has(Effects::WRITE.with(Effects::TRIAL));
        !(self.facts[local].borrowed || is_param && (self.function.inout[local] || !changes()))
    }

    /// Leaves the result of the function, which is nobody else's once the function is left.
    pub fn result(&mut self, e: &'p Expr) {
        let ty = &self.function.result;
        self.owned_as(e, ty);
        self.kept(e, ty);
        if rep(ty) == Rep::Inline && !self.is_left(e) {
            self.keep_inline(ty);
        }
    }

    /// `true` if only the result refers to an in-place value after the function has returned.
    fn is_left(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Local(id) => self.has_place(id.0 as usize),
            ExprKind::If(_, a, b) => self.is_left(a) && self.is_left(b),
            ExprKind::Block(_, a) => self.is_left(a),
            _ => is_fresh(e),
        }
    }

    pub fn temp(&mut self, ty: &Ty) -> Local {
        self.code.local(held(ty))
    }

    /// Leaves the function; `empty`: there is no result on the stack where there should be one.
    pub fn leave(&mut self, empty: bool) {
        if let Some(Exit::Ways(Ways { yes, no })) = self.exit {
            if !empty {
                self.code.br_if(yes);
            }
            self.code.br(no);
            return;
        }
        if empty && let Some(ty) = rep(&self.function.result).val() {
            self.code.zero(ty);
        }
        if let Some(Exit::Value { end, result }) = self.exit {
            if let Some(to) = result {
                self.code.set(to);
            }
            self.code.br(end);
            return;
        }
        if let Some(Exit::Step(Step { end, .. })) = self.exit {
            self.code.br(end);
            return;
        }
        for i in copied_out(self.function) {
            self.code.get(self.locals[i]);
        }
        self.code.leave();
    }

    /// Leaves the function and its callers.
    pub fn leave_all(&mut self) {
        if let Some(Exit::Step(_)) = self.exit {
            self.code.leave();
        } else {
            self.leave(true);
        }
    }

    pub fn site(&mut self, code: Code) -> u32 {
        self.module.site(code, self.span)
    }

    /// Stops if the condition on the stack holds.
    pub fn trap_if(&mut self, code: Code) {
        let site = self.site(code);
        let trap = self.module.rt.trap;
        self.code.if_(|it| {
            it.i32(site).call(trap);
            it.sink().unreachable();
        });
    }

    /// The same with two numbers that say more.
    pub fn trap_if_with(&mut self, code: Code, a: Local, b: &dyn Fn(&mut CodeBuilder)) {
        let site = self.site(code);
        let trap = self.module.rt.trap_with;
        self.code.if_(|it| {
            it.i32(site).get(a);
            b(it);
            it.call(trap);
            it.sink().unreachable();
        });
    }

    /// Leaves the function if the one just called has ended it.
    pub fn unwind(&mut self, effects: Effects) {
        if effects.has(Effects::FLOW) {
            self.code.sink().global_get(global::FLOW);
            self.if_(|this| this.leave_all());
        }
    }

    /// Leaves the address of the frame on top.
    pub fn frame_on_top(&mut self) -> &mut CodeBuilder {
        match self.exit {
            // While something is tried, a copy is on top.
            Some(Exit::Step(it)) if !self.function.effects.has(Effects::TRIAL) => self.code.get(it.frame),
            _ => {
                let top = self.module.state.top;
                self.code.i32(top).load(Mem::Ptr, 0)
            }
        }
    }

    /// The address on the stack becomes that of a copy.
    pub fn keep_inline(&mut self, ty: &Ty) {
        let size = layout::size(self.module.program, ty);
        let (from, to) = (self.code.local(I32), self.code.local(I32));
        self.code.set(from).i32(size).call(self.module.rt.alloc).tee(to).get(from).copy(size);
        self.code.get(to);
        self.module.share_at(&mut self.code, ty);
        self.code.get(to);
    }
}

/// `true` if a computed value has no other owners.
pub fn is_fresh(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Local(_)
        | ExprKind::Load(_)
        | ExprKind::Top(..)
        | ExprKind::Index(..)
        | ExprKind::Field(..)
        | ExprKind::Data(_) => false,
        ExprKind::If(_, a, b) | ExprKind::Else(a, b) => is_fresh(a) && is_fresh(b),
        ExprKind::Unwrap(a) | ExprKind::Block(_, a) | ExprKind::Cast(_, a) => is_fresh(a),
        // In-place values were copied.
        ExprKind::Trial(a, b) => rep(&e.ty) == Rep::Inline || is_fresh(a) && b.as_deref().is_none_or(is_fresh),
        // An in-place value is still inside the list or map.
        ExprKind::Builtin(..) | ExprKind::PlaceOp(..) => rep(&e.ty) != Rep::Inline,
        _ => true,
    }
}

/// Number of uses of a local in part of a function, without assignments to it as a whole.
pub fn mentions(body: &[Stmt], local: LocalId) -> usize {
    let mut count = 0;
    walk(body, &mut |node| {
        count += match node {
            Node::Expr(e) => usize::from(matches!(e.kind, ExprKind::Local(id) if id == local)),
            Node::Place(it) => usize::from(it.root == Root::Local(local)),
            Node::Stmt(_) => 0,
        };
    });
    count
}
