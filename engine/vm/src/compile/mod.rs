//! From the typed program to bytecode: one function at a time, once for a program.
//!
//! Invariant: a temporary that holds storage is taken or cleared after its use; operands are read after everything to
//! their left was evaluated and before anything to their right can change them.

mod branch;
mod each;
mod expr;
mod place;
mod stmt;
mod told;
mod uses;

use crate::op::{Code, Label, Op, Reg, Scope};
use crate::value::Value;
use diag::Span;
use ir::steps::copies;
use ir::{Const, DataId, Expr, FnId, FrameId, Function, LocalId, Program, Steps, Stmt, Ty};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Why a verified function cannot be compiled: it is larger than bytecode can say.
#[derive(Debug)]
pub struct TooLarge;

/// Facts about a program that every function's compilation needs.
pub struct Context<'p> {
    pub program: &'p Program,
    /// The frames each function runs with.
    owners: Vec<Vec<FrameId>>,
    /// [`Program::data`], each made once.
    data: Vec<Value>,
    pub steps: Steps<'p>,
    watched: Watched,
}

/// Events to record while a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    Nothing,
    /// The number of times each statement is reached ([`ir::statements`]).
    Counts,
    /// Every statement and condition.
    Steps,
}

impl<'p> Context<'p> {
    pub fn new(program: &'p Program, watched: Watched) -> Context<'p> {
        Context {
            program,
            owners: ir::owners(program),
            data: program.data.iter().map(|it| constant(&it.value)).collect(),
            steps: Steps::new(program),
            watched,
        }
    }
}

/// `true` if a value of this type may hold storage.
pub fn is_heap(ty: &Ty) -> bool {
    match ty {
        Ty::Opt(of) => is_heap(of),
        Ty::Str | Ty::Record(_) | Ty::List(_) | Ty::Array(..) | Ty::Set(_) | Ty::Map(..) | Ty::Any => true,
        _ => false,
    }
}

/// Compiles one function.
pub fn function(context: &Context<'_>, index: usize) -> Result<Code, TooLarge> {
    let function = &context.program.functions[index];
    let locals = function.locals.len();
    let id = FnId(index as u16);
    let mut it = Compiler {
        context,
        function,
        id,
        owner: context.owners[index].first().copied(),
        code: Code {
            function: index,
            entry: context.steps.entry(id),
            call: context.steps.call(id),
            params: usize::from(function.params),
            locals,
            clear: (0..locals)
                .filter(|i| is_heap(&function.locals[*i].ty) && !is_inout(function, *i))
                .map(|i| i as Reg)
                .collect(),
            ..Code::default()
        },
        span: function.span,
        top: locals,
        labels: Vec::new(),
        loops: Vec::new(),
        uses: uses::uses(function),
        early: Vec::new(),
        scope: 0,
        guards: Vec::new(),
        counted: match context.watched {
            Watched::Counts => ir::statements(&function.body).into_iter().map(std::ptr::from_ref).collect(),
            Watched::Nothing | Watched::Steps => BTreeSet::new(),
        },
    };
    it.parameters_known();
    if context.watched == Watched::Counts
        && context.program.counted.arrivals.as_ref().is_some_and(|it| it.function == id)
    {
        it.emit(Op::Arrived { at: 0 });
    }
    it.stmts(&function.body);
    it.emit(Op::ReturnNothing);
    it.finish()
}

fn is_inout(function: &Function, local: usize) -> bool {
    local < usize::from(function.params) && function.inout.get(local).is_some_and(|it| *it)
}

/// The use of values in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Read,
    /// Their elements are put into other values.
    Group,
    /// Kept as they are.
    Keep,
    /// Put into another value.
    Put,
}

/// Targets of `break` and `continue`, and the registers a loop holds.
struct Loop {
    end: Label,
    next: Label,
    /// The register of the list being iterated.
    holds: Option<Reg>,
}

struct Compiler<'c, 'p> {
    context: &'c Context<'p>,
    function: &'c Function,
    id: FnId,
    owner: Option<FrameId>,
    code: Code,
    /// Source of the code being compiled.
    span: Span,
    /// The first free register.
    top: usize,
    /// Address of each label; jumps hold labels until [`Compiler::finish`].
    labels: Vec<u32>,
    loops: Vec<Loop>,
    /// Number of uses of each local in the function.
    uses: Vec<u32>,
    /// Flags of conditions that are jumps, and where to when they are turned.
    early: Vec<(LocalId, Label)>,
    /// The locals in scope and the conditions on the path, when tracing.
    scope: Scope,
    guards: Vec<(u32, bool)>,
    /// The statements that are counted, where any are.
    counted: BTreeSet<*const Stmt>,
}

impl Compiler<'_, '_> {
    /// `true` if reaching a statement is recorded.
    fn is_watched(&self, it: &Stmt) -> bool {
        match self.context.watched {
            Watched::Nothing => false,
            Watched::Counts => self.counted.contains(&std::ptr::from_ref(it)),
            Watched::Steps => true,
        }
    }

    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.spans.push(self.span);
    }

    fn label(&mut self) -> Label {
        self.labels.push(0);
        self.labels.len() as u32 - 1
    }

    fn place_label(&mut self, label: Label) {
        self.labels[label as usize] = self.code.ops.len() as u32;
    }

    fn label_here(&mut self) -> Label {
        let label = self.label();
        self.place_label(label);
        label
    }

    fn temp(&mut self) -> Reg {
        let reg = self.top;
        self.top += 1;
        self.code.registers = self.code.registers.max(self.top);
        reg as Reg
    }

    fn is_local(&self, reg: Reg) -> bool {
        usize::from(reg) < self.code.locals
    }

    /// Clears a register that was read and is not needed again.
    fn done(&mut self, reg: Reg, ty: &Ty) {
        if !self.is_local(reg) && is_heap(ty) {
            self.emit(Op::Clear { at: reg });
        }
    }

    fn constant(&mut self, value: Value) -> u32 {
        self.code.consts.push(value);
        self.code.consts.len() as u32 - 1
    }

    fn data(&mut self, id: DataId) -> u32 {
        self.constant(self.context.data.get(id.index()).cloned().unwrap_or_default())
    }

    fn ty(&mut self, ty: &Ty) -> u16 {
        let at = self.code.types.iter().position(|it| it == ty).unwrap_or_else(|| {
            self.code.types.push(ty.clone());
            self.code.types.len() - 1
        });
        at as u16
    }

    fn text(&mut self, text: &str) -> u16 {
        self.code.texts.push(text.to_owned());
        (self.code.texts.len() - 1) as u16
    }

    fn local(&self, id: LocalId) -> Reg {
        id.0 as Reg
    }

    /// Evaluates expressions into registers in a row; gives the first.
    fn row<'e>(&mut self, items: impl IntoIterator<Item = &'e Expr>, uses: Use) -> Reg {
        let first = self.top as Reg;
        for item in items {
            let reg = self.temp();
            self.expr_to(item, reg);
            if matches!(uses, Use::Keep | Use::Put) {
                self.copied(reg, item);
            }
            if matches!(uses, Use::Group | Use::Put) {
                self.guard(reg, &item.ty);
            }
        }
        first
    }

    /// A value that is kept from now on, in a register.
    fn copied(&mut self, at: Reg, e: &Expr) {
        if copies(e) {
            self.emit(Op::Copied { at });
        }
    }

    /// Checks how deep a value is before it is put into another.
    fn guard(&mut self, reg: Reg, ty: &Ty) {
        if self.context.steps.nests(ty) {
            self.emit(Op::Guard { at: reg });
        }
    }

    /// Puts addresses in place of labels.
    fn finish(mut self) -> Result<Code, TooLarge> {
        // One more than the locals: even the smallest window has a register for a result.
        self.code.registers = self.code.registers.max(self.code.locals) + 1;
        let fits = [self.code.registers, self.code.paths.len(), self.code.types.len(), self.code.texts.len()];
        let fits = fits.into_iter().chain([self.code.ranges.len(), self.code.keys.len(), self.code.eaches.len()]);
        if fits.max().is_some_and(|it| it > usize::from(u16::MAX)) || self.code.ops.len() > 1 << 24 {
            return Err(TooLarge);
        }
        for op in &mut self.code.ops {
            if let Op::Jump { to }
            | Op::Attempt { to, .. }
            | Op::IfQuiet { to }
            | Op::Loop { to, .. }
            | Op::If { to, .. }
            | Op::IfNot { to, .. }
            | Op::IfLt { to, .. }
            | Op::IfLe { to, .. }
            | Op::IfEq { to, .. }
            | Op::IfNe { to, .. }
            | Op::IfLtInt { to, .. }
            | Op::IfLeInt { to, .. }
            | Op::IfGtInt { to, .. }
            | Op::IfGeInt { to, .. }
            | Op::IfEqInt { to, .. }
            | Op::IfNeInt { to, .. }
            | Op::IfOutside { to, .. }
            | Op::IfNone { to, .. }
            | Op::IfSome { to, .. }
            | Op::IfItemNone { to, .. }
            | Op::IfItemSome { to, .. }
            | Op::IfItemEq { to, .. }
            | Op::IfItemNe { to, .. }
            | Op::ForRange { end: to, .. }
            | Op::NextRange { body: to, .. } = op
            {
                *to = self.labels[*to as usize];
            }
        }
        for to in self.code.eaches.iter_mut().flat_map(|it| &mut it.labels) {
            *to = self.labels[*to as usize];
        }
        Ok(self.code)
    }
}

/// The value of a constant.
pub fn constant(it: &Const) -> Value {
    match it {
        Const::None => Value::None,
        Const::Bool(it) => Value::Bool(*it),
        Const::Int(n) => Value::Int(*n),
        Const::Num(bits) => Value::Num(f64::from_bits(*bits)),
        Const::Str(text) => Value::str(text),
        Const::List(items) => Value::list(items.iter().map(constant).collect()),
        Const::Object(entries) => {
            let entries = entries.iter().map(|(key, it)| (Rc::new(key.clone()), constant(it)));
            Value::object(entries.collect())
        }
    }
}
