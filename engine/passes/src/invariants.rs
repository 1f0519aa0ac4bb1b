//! Hoists loop invariants: a repeated computation with unchanged inputs is done once, where it is first needed.
//!
//! ```text
//! for card in hand { if any(it in hand: it.suit == lead) { … } }
//!     becomes
//! known = false
//! for card in hand { if { if not known { value = any(…); known = true }; value } { … } }
//! ```
//!
//! Assumes nothing. Promises: an expression is hoisted only if it is costly (contains or calls a loop), pure, and
//! neither the state nor a local that it depends on changes during the loop. A function is inlined into a loop if that
//! exposes such an expression, except one with a `return` inside a loop.

use crate::free::{effects, is_free};
use crate::inline::is_large;
use crate::mentions::{mentions, rename};
use crate::value::{count, leaves, value_of};
use ir::{
    Arg, BoardOp, Builtin, ChildMut, Const, Effects, Expr, ExprKind, FnId, Function, LocalId, Named, Node, Program,
    Record, Span, Stmt, StmtKind, Ty,
};
use std::collections::{BTreeMap, BTreeSet};

/// Largest callee inlined into a loop, in nodes.
const FUNCTION_MAX: usize = 200;

/// Maximum depth of inlining, the first included.
const DEPTH_MAX: usize = 5;

/// Maximum locals per function.
const LOCALS_MAX: usize = 30_000;

/// Work limit, as a multiple of the program's nodes.
const WORK: usize = 64;

/// The parameters that something depends on, a bit for each of the first 64.
type Params = u64;

pub fn run(program: &mut Program) {
    let nodes: Vec<usize> = program.functions.iter().map(|it| count(&it.body)).collect();
    let all = nodes.iter().sum::<usize>();
    let effects = effects(program);
    let costly = costly(program);
    let (originals, records) = (program.functions.clone(), program.records.clone());
    let exposes = exposed(&originals, &effects, &costly, &nodes);
    let facts = Facts {
        originals: &originals,
        effects: &effects,
        costly: &costly,
        exposes: &exposes,
        nodes: &nodes,
        records: &records,
    };
    let (mut room, mut work) = (all, all * WORK);
    for (i, function) in program.functions.iter_mut().enumerate() {
        let mut body = std::mem::take(&mut function.body);
        let total = mentions(&body, function.locals.len());
        let locals = std::mem::take(&mut function.locals);
        let mut it = Hoist {
            facts: &facts,
            locals,
            total,
            room,
            work,
            open: vec![FnId(i as u16)],
            inlined: &mut program.counted.inlined,
            flags: BTreeSet::new(),
        };
        it.body(&mut body);
        (room, work) = (it.room, it.work);
        function.locals = it.locals;
        function.body = body;
    }
}

/// Facts about all functions.
struct Facts<'a> {
    originals: &'a [Function],
    effects: &'a [Effects],
    /// `true` for functions that run a loop.
    costly: &'a [bool],
    /// For each function the parameters that its costly part depends on, if only on some.
    exposes: &'a [Vec<Params>],
    nodes: &'a [usize],
    records: &'a [Record],
}

/// `true` for functions that run a loop, or call one that does.
pub fn costly(program: &Program) -> Vec<bool> {
    let count = program.functions.len();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut costly = vec![false; count];
    for (i, it) in program.functions.iter().enumerate() {
        ir::walk(&it.body, &mut |node| {
            costly[i] |= is_costly_node(node);
            if let Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) = node {
                callers[id.index()].push(i);
            }
        });
    }
    let mut todo: Vec<usize> = (0..count).filter(|i| costly[*i]).collect();
    while let Some(i) = todo.pop() {
        for caller in std::mem::take(&mut callers[i]) {
            if !std::mem::replace(&mut costly[caller], true) {
                todo.push(caller);
            }
        }
    }
    costly
}

/// `true` if a node takes time in the size of something.
pub fn is_costly_node(node: Node<'_>) -> bool {
    match node {
        Node::Stmt(it) => it.is_loop(),
        Node::Expr(e) => match &e.kind {
            ExprKind::Board(op, ..) => {
                use BoardOp::{Connected, Costs, Named, Parts, Path, Reach};
                matches!(op, Connected | Costs | Named | Parts | Path | Reach)
            }
            ExprKind::Builtin(op, _) => {
                use Builtin::{Greatest, IndexOf, Least, MapGroupBy, Sorted, Sum, Unique};
                matches!(op, Greatest | IndexOf | Least | MapGroupBy | Sorted | Sum | Unique)
            }
            _ => false,
        },
        Node::Place(_) => false,
    }
}

/// For each function without effects the parameters that its costly part depends on, callees included.
fn exposed(functions: &[Function], effects: &[Effects], costly: &[bool], nodes: &[usize]) -> Vec<Vec<Params>> {
    let mut exposes: Vec<Vec<Params>> = vec![Vec::new(); functions.len()];
    // Twice: for callees of callees.
    for _ in 0..2 {
        for (i, it) in functions.iter().enumerate() {
            if effects[i] == Effects::NONE && costly[i] && nodes[i] <= FUNCTION_MAX && is_written_out(it) {
                exposes[i] = Exposed::of(it, effects, costly, &exposes);
            }
        }
    }
    exposes
}

/// `true` if a function may be inlined.
fn is_written_out(it: &Function) -> bool {
    let plain = !it.inout.contains(&true) && it.result != Ty::Unit && it.params <= 64;
    plain && value_of(it.body.clone(), &it.result).is_some()
}

/// The dependencies of a function, from its body.
struct Exposed<'a> {
    effects: &'a [Effects],
    costly: &'a [bool],
    exposes: &'a [Vec<Params>],
    /// Number of assignments to each local.
    writes: Vec<u32>,
    /// Dependencies of a local's value, if known.
    depends: Vec<Option<Params>>,
    all: Params,
    found: Vec<Params>,
}

impl Exposed<'_> {
    fn of(it: &Function, effects: &[Effects], costly: &[bool], exposes: &[Vec<Params>]) -> Vec<Params> {
        let mut writes = vec![0; it.locals.len()];
        count_writes(&it.body, &mut |id| writes[id.0 as usize] += 1);
        let params = usize::from(it.params);
        let depends = (0..it.locals.len()).map(|i| (i < params && writes[i] == 0).then(|| 1 << i)).collect();
        let all = if params == 64 { Params::MAX } else { (1 << params) - 1 };
        let mut of = Exposed { effects, costly, exposes, writes, depends, all, found: Vec::new() };
        of.body(&mut it.body.clone());
        of.found
    }

    fn body(&mut self, body: &mut [Stmt]) {
        for it in body {
            ir::stmt_children_mut(it, &mut |child| self.child(child));
            if let StmtKind::Set(id, e) = &it.kind
                && self.writes[id.0 as usize] == 1
            {
                self.depends[id.0 as usize] = self.mask(e);
            }
        }
    }

    fn child(&mut self, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(e) => self.expr(e),
            ChildMut::Place(it) => ir::place_children_mut(it, &mut |child| self.child(child)),
            ChildMut::Body(body) => self.body(body),
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        if worthy(e, self.costly)
            && let Some(mask) = self.mask(e)
            && mask != self.all
        {
            if !self.found.contains(&mask) {
                self.found.push(mask);
            }
            return;
        }
        if let ExprKind::Call(id, args) = &e.kind {
            for mask in &self.exposes[id.index()] {
                let of = args.iter().enumerate().filter(|it| mask & (1 << it.0) != 0);
                let mask = of.map(|(_, it)| match it {
                    Arg::Value(e) => self.mask(e),
                    Arg::InOut(_) => None,
                });
                if let Some(mask) = mask.reduce(|a, b| Some(a? | b?)).flatten()
                    && mask != self.all
                    && !self.found.contains(&mask)
                {
                    self.found.push(mask);
                }
            }
        }
        ir::expr_children_mut(e, &mut |child| self.child(child));
    }

    /// The parameters that the value of an expression depends on; none if it depends on more.
    fn mask(&self, e: &Expr) -> Option<Params> {
        let mut inner = Vec::new();
        let mut mask = Some(0);
        ir::walk_expr(e, &mut |node| {
            if let Node::Stmt(it) = node {
                count_write(it, &mut |id| inner.push(id));
            }
        });
        ir::walk_expr(e, &mut |node| {
            let of = match ir::mentioned(node).filter(|id| !inner.contains(id)) {
                Some(id) => self.depends[id.0 as usize],
                None => Some(0),
            };
            let pure = is_free(node, self.effects, Effects::NONE) && !leaves(node);
            mask = mask.filter(|_| pure).zip(of).map(|(a, b)| a | b);
        });
        mask
    }
}

/// `true` if an expression is worth hoisting: it contains or calls a loop.
fn worthy(e: &Expr, costly: &[bool]) -> bool {
    let mut worthy = false;
    ir::walk_expr(e, &mut |node| {
        worthy |= is_costly_node(node);
        if let Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) = node {
            worthy |= costly[id.index()];
        }
    });
    worthy
}

/// The locals that statements give values, each as often as they do.
fn count_writes(body: &[Stmt], visit: &mut impl FnMut(LocalId)) {
    ir::walk(body, &mut |node| ir::written(node).into_iter().for_each(&mut *visit));
}

fn count_write(it: &Stmt, visit: &mut impl FnMut(LocalId)) {
    ir::written(Node::Stmt(it)).into_iter().for_each(visit);
}

/// A loop, with its invariants.
struct Loop {
    /// Number of assignments to each local in it.
    writes: BTreeMap<LocalId, u32>,
    /// Locals that are written, but have the same value whenever they are.
    same: Vec<LocalId>,
    /// Flags that say whether something is known.
    known: Vec<LocalId>,
}

/// One function anew.
struct Hoist<'a> {
    facts: &'a Facts<'a>,
    locals: Vec<Named>,
    /// Number of uses of each local.
    total: Vec<u32>,
    /// Nodes by which the program may still grow.
    room: usize,
    /// Nodes that may still be visited.
    work: usize,
    /// The functions that are being written into each other.
    open: Vec<FnId>,
    /// Those that were.
    inlined: &'a mut BTreeSet<FnId>,
    /// The flags that say whether something is known.
    flags: BTreeSet<LocalId>,
}

impl Hoist<'_> {
    fn body(&mut self, body: &mut Vec<Stmt>) {
        for mut it in std::mem::take(body) {
            if it.is_loop() {
                self.looped(&mut it, body);
            }
            ir::stmt_children_mut(&mut it, &mut |child| self.child(child));
            body.push(it);
        }
    }

    fn child(&mut self, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(e) => ir::expr_children_mut(e, &mut |child| self.child(child)),
            ChildMut::Place(it) => ir::place_children_mut(it, &mut |child| self.child(child)),
            ChildMut::Body(body) => self.body(body),
        }
    }

    /// A loop: hoisted code goes to `out`.
    fn looped(&mut self, it: &mut Stmt, out: &mut Vec<Stmt>) {
        let mut free = true;
        let mut writes = BTreeMap::new();
        let mut nodes = 0;
        ir::walk(std::slice::from_ref(it), &mut |node| {
            nodes += 1;
            free &= is_free(node, self.facts.effects, Effects::OFFER);
            ir::written(node).into_iter().for_each(|id| *writes.entry(id).or_insert(0) += 1);
        });
        if !free || nodes > self.work {
            return;
        }
        self.work -= nodes;
        let mut around = Loop { writes, same: Vec::new(), known: Vec::new() };
        match &mut it.kind {
            StmtKind::While(condition, body) => {
                self.expr(&mut around, condition);
                self.stmts(&mut around, body);
            }
            StmtKind::ForRange(_, _, _, body) | StmtKind::ForEach(_, _, body) => self.stmts(&mut around, body),
            _ => {}
        }
        out.extend(around.known.into_iter().map(|id| set(id, truth(false))));
    }

    fn stmts(&mut self, around: &mut Loop, body: &mut [Stmt]) {
        let same = around.same.len();
        self.row(around, body);
        around.same.truncate(same);
    }

    /// A sequence of statements; facts from each one hold after it.
    fn row(&mut self, around: &mut Loop, body: &mut [Stmt]) {
        for it in body {
            ir::stmt_children_mut(it, &mut |child| self.within(around, child));
            if let StmtKind::Set(id, e) = &it.kind
                && around.writes.get(id) == Some(&1)
                && self.is_same(around, e)
            {
                around.same.push(*id);
            }
        }
    }

    fn within(&mut self, around: &mut Loop, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(e) => self.expr(around, e),
            ChildMut::Place(it) => ir::place_children_mut(it, &mut |child| self.within(around, child)),
            ChildMut::Body(body) => self.stmts(around, body),
        }
    }

    fn expr(&mut self, around: &mut Loop, e: &mut Expr) {
        if matches!(&e.kind, ExprKind::If(asked, ..) if matches!(asked.kind, ExprKind::Local(id) if self.flags.contains(&id)))
        {
            return;
        }
        if e.ty != Ty::Unit && worthy(e, self.facts.costly) {
            if self.is_same(around, e) {
                return self.keep(around, e);
            }
            self.write_out(around, e);
        }
        let open = self.open.len();
        if let ExprKind::Block(body, value) = &mut e.kind {
            let same = around.same.len();
            self.row(around, body);
            self.expr(around, value);
            around.same.truncate(same);
        } else {
            ir::expr_children_mut(e, &mut |child| self.within(around, child));
        }
        self.open.truncate(open);
    }

    /// `true` if an expression is pure and has the same value in every iteration.
    fn is_same(&mut self, around: &Loop, e: &Expr) -> bool {
        let mut inside: BTreeMap<LocalId, u32> = BTreeMap::new();
        let mut inner = Vec::new();
        let (mut same, mut nodes) = (true, 0);
        ir::walk_expr(e, &mut |node| {
            nodes += 1;
            same &= is_free(node, self.facts.effects, Effects::NONE) && !leaves(node);
            if let Some(id) = ir::mentioned(node) {
                *inside.entry(id).or_insert(0) += 1;
            }
            inner.extend(ir::written(node));
        });
        self.work = self.work.saturating_sub(nodes);
        // The expression's own locals have no uses outside; it may write no others.
        let is_own = |id: &LocalId| inner.contains(id) && inside.get(id) == self.total.get(id.0 as usize);
        same && self.work > 0
            && inner.iter().all(is_own)
            && inside.keys().all(|id| is_own(id) || !around.writes.contains_key(id) || around.same.contains(id))
            && !breaks_out(e)
    }

    /// Works an expression out where it is first needed, and keeps it.
    fn keep(&mut self, around: &mut Loop, e: &mut Expr) {
        if self.locals.len() + 2 > LOCALS_MAX {
            return;
        }
        let (ty, span) = (e.ty.clone(), e.span);
        let (known, value) = self.keeps(around, ty.clone());
        let read = |id, ty| Expr { kind: ExprKind::Local(id), ty, span };
        let made = std::mem::replace(e, read(value, ty.clone()));
        let first = vec![set(value, made), set(known, truth(true))];
        let first = Expr { kind: ExprKind::Block(first, Box::new(read(value, ty.clone()))), ty: ty.clone(), span };
        let asked = read(known, Ty::Bool);
        *e = Expr { kind: ExprKind::If(Box::new(asked), Box::new(read(value, ty.clone())), Box::new(first)), ty, span };
    }

    fn local(&mut self, ty: Ty) -> LocalId {
        self.locals.push(Named { name: String::new(), ty });
        self.total.push(u32::MAX);
        LocalId(self.locals.len() as u32 - 1)
    }

    /// Writes a function where it is called, if something in it stays the same while the loop goes on.
    fn write_out(&mut self, around: &mut Loop, e: &mut Expr) {
        let ExprKind::Call(id, args) = &mut e.kind else { return };
        let (id, i) = (*id, id.index());
        let (nodes, exposes) = (self.facts.nodes[i], &self.facts.exposes[i]);
        if exposes.is_empty() || self.open.contains(&id) || self.open.len() >= DEPTH_MAX || nodes > self.room {
            return;
        }
        let mut same: Params = 0;
        for (i, arg) in args.iter().enumerate() {
            if let Arg::Value(e) = arg
                && self.is_same(around, e)
            {
                same |= 1 << i;
            }
        }
        let function = &self.facts.originals[i];
        let fits = function.result == e.ty && exposes.iter().any(|mask| mask & same == *mask);
        if !fits || self.locals.len() + function.locals.len() > LOCALS_MAX {
            return;
        }
        let uses = mentions(&function.body, function.locals.len());
        let mut changed = vec![false; function.locals.len()];
        count_writes(&function.body, &mut |id| changed[id.0 as usize] = true);
        let in_place = |i: usize| is_large(self.facts.records, &function.locals[i].ty);
        let is_local = |i: usize, arg: &Expr| match arg.kind {
            ExprKind::Local(id) => !changed[i] && self.locals[id.0 as usize].ty == function.locals[i].ty,
            _ => false,
        };
        // A value stored in place would be copied.
        let copies = args.iter().enumerate().any(|(i, arg)| match arg {
            Arg::Value(e) => in_place(i) && !is_local(i, e) && (changed[i] || same & (1 << i) == 0),
            Arg::InOut(_) => true,
        });
        if copies {
            return;
        }
        self.room -= nodes;
        let base = self.locals.len() as u32;
        let mut names: Vec<LocalId> = (base..).take(function.locals.len()).map(LocalId).collect();
        self.locals.extend(function.locals.iter().cloned());
        self.total.extend(&uses);
        let mut before = Vec::new();
        for (i, arg) in std::mem::take(args).into_iter().enumerate() {
            let Arg::Value(value) = arg else { continue };
            match value.kind {
                ExprKind::Local(id)
                    if !changed[i] && self.locals[id.0 as usize].ty == self.locals[base as usize + i].ty =>
                {
                    names[i] = id;
                    let total = &mut self.total[id.0 as usize];
                    *total = total.saturating_add(uses[i]).saturating_sub(1);
                }
                _ if in_place(i) => {
                    let (known, kept) = self.keeps(around, function.locals[i].ty.clone());
                    let first = vec![set(kept, value), set(known, truth(true))];
                    let asked = Expr { kind: ExprKind::Local(known), ty: Ty::Bool, span: Span::default() };
                    before.push(Stmt { kind: StmtKind::If(asked, Vec::new(), first), span: Span::default() });
                    around.same.push(kept);
                    names[i] = kept;
                }
                _ => {
                    self.total[base as usize + i] += 1;
                    before.push(set(names[i], value));
                }
            }
        }
        let mut body = function.body.clone();
        rename(&mut body, &mut |id| *id = names[id.0 as usize]);
        count_writes(&body, &mut |id| *around.writes.entry(id).or_insert(0) += 1);
        for it in &before {
            count_write(it, &mut |id| *around.writes.entry(id).or_insert(0) += 1);
        }
        if let Some(value) = value_of(body, &function.result) {
            let bare = before.is_empty() && value.ty == e.ty;
            e.kind = if bare { value.kind } else { ExprKind::Block(before, Box::new(value)) };
        }
        self.open.push(id);
        self.inlined.insert(id);
    }

    /// A local for the hoisted value, and a flag that it is computed.
    fn keeps(&mut self, around: &mut Loop, ty: Ty) -> (LocalId, LocalId) {
        let (known, value) = (self.local(Ty::Bool), self.local(ty));
        around.writes.insert(known, 1);
        around.writes.insert(value, 1);
        around.known.push(known);
        self.flags.insert(known);
        (known, value)
    }
}

/// `true` if an expression contains a `break` or `continue` of a loop around it.
fn breaks_out(e: &Expr) -> bool {
    let mut breaks = false;
    ir::walk_expr(e, &mut |node| {
        if let Node::Expr(Expr { kind: ExprKind::Block(body, _), .. }) = node {
            breaks |= body.iter().any(own_break);
        }
    });
    breaks
}

fn own_break(it: &Stmt) -> bool {
    match &it.kind {
        StmtKind::Break | StmtKind::Continue => true,
        StmtKind::If(_, yes, no) => yes.iter().chain(no).any(own_break),
        _ => false,
    }
}

fn set(id: LocalId, e: Expr) -> Stmt {
    Stmt { kind: StmtKind::Set(id, e), span: Span::default() }
}

fn truth(value: bool) -> Expr {
    Expr { kind: ExprKind::Const(Const::Bool(value)), ty: Ty::Bool, span: Span::default() }
}
