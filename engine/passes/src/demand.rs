//! A list that is only asked whether it is empty is not made: a flag says whether something is in it.
//!
//! A local list becomes a flag if it is only tested for emptiness. A function whose result is only tested so gets a
//! variant that returns a flag, shared by all calls. If nothing clears the flag again, the code that sets it stops
//! there. Elements that may fail or have effects are still evaluated.

use crate::free::is_quiet;
use crate::leave::{self, local, truth};
use crate::mentions::mentions;
use ir::{
    Arg, Binary, Builtin, Cast, ChildMut, Const, Effects, Expr, ExprKind, FnId, Function, LocalId, Named, Node, Place,
    PlaceOp, Program, Root, Stmt, StmtKind, Ty, Unary,
};
use std::collections::BTreeMap;

/// Maximum functions of a program.
const FUNCTIONS_MAX: usize = 60_000;

pub fn run(program: &mut Program) {
    let count = program.functions.len();
    if count * 2 > FUNCTIONS_MAX {
        return;
    }
    let mut demand = Demand { worthy: worthy(program), variants: vec![None; count], asked: Vec::new() };
    let functions = &program.functions;
    let effects: Vec<Effects> = functions.iter().map(|it| it.effects).collect();
    let originals = functions.clone();
    let mut out = Vec::with_capacity(count);
    for it in functions {
        out.push(demand.function(it.clone(), &effects, false));
    }
    let mut at = 0;
    while let Some(id) = demand.asked.get(at).copied() {
        out.push(demand.function(originals[id.index()].clone(), &effects, true));
        at += 1;
    }
    program.functions = out;
}

/// `true` for functions with a variant that saves a list.
fn worthy(program: &Program) -> Vec<bool> {
    let count = program.functions.len();
    let mut worthy = vec![false; count];
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (i, it) in program.functions.iter().enumerate() {
        if it.effects != Effects::NONE || it.inout.contains(&true) || !is_many(&it.result) {
            continue;
        }
        let mut it = it.clone();
        let flags = Flags::of(&mut it, true);
        ir::walk(&it.body, &mut |node| {
            if let Node::Stmt(Stmt { kind: StmtKind::Return(Some(e)), .. }) = node {
                worthy[i] |= spares(e, &mut |e| match &e.kind {
                    ExprKind::Local(id) => flags.has(*id),
                    ExprKind::Call(id, _) => {
                        callers[id.index()].push(i);
                        false
                    }
                    _ => false,
                });
            }
        });
    }
    let mut todo: Vec<usize> = (0..count).filter(|i| worthy[*i]).collect();
    while let Some(i) = todo.pop() {
        for caller in std::mem::take(&mut callers[i]) {
            if !std::mem::replace(&mut worthy[caller], true) {
                todo.push(caller);
            }
        }
    }
    worthy
}

fn is_many(ty: &Ty) -> bool {
    matches!(ty, Ty::List(_) | Ty::Set(_) | Ty::Map(..))
}

/// `true` if the test of some part of an expression saves a list. Visits all leaves.
fn spares(e: &Expr, leaf: &mut dyn FnMut(&Expr) -> bool) -> bool {
    match &e.kind {
        ExprKind::If(_, a, b) => {
            let first = spares(a, leaf);
            spares(b, leaf) || first
        }
        ExprKind::Block(_, a) => spares(a, leaf),
        ExprKind::Cast(cast, a) if passes_on(*cast, a) => spares(a, leaf),
        ExprKind::Builtin(op, items) if keeps(*op, items) => items.iter().filter(|it| spares(it, leaf)).count() > 0,
        _ => leaf(e),
    }
}

fn passes_on(cast: Cast, of: &Expr) -> bool {
    cast == Cast::Elements && is_many(&of.ty)
}

/// `true` if the result of a builtin is empty exactly if all its inputs are. A fixed array is no list, and never empty.
fn keeps(op: Builtin, items: &[Expr]) -> bool {
    matches!(op, Builtin::Concat | Builtin::Reverse | Builtin::Sorted | Builtin::Unique)
        && items.iter().all(|it| is_many(&it.ty))
}

/// The list that a condition asks whether it is empty, and whether the condition holds if it is.
fn question(e: &mut Expr) -> Option<(&mut Expr, bool)> {
    let len = |e: &Expr| matches!(&e.kind, ExprKind::Builtin(Builtin::Len, items) if is_many(&items[0].ty));
    let int = |e: &Expr, n: i64| matches!(e.kind, ExprKind::Const(Const::Int(it)) if it == n);
    let none = |e: &Expr| match &e.kind {
        ExprKind::Make(items) => items.is_empty(),
        ExprKind::Const(Const::List(items)) => items.is_empty(),
        _ => false,
    };
    match &mut e.kind {
        ExprKind::Builtin(Builtin::Empty, items) if is_many(&items[0].ty) => Some((&mut items[0], true)),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (&mut **a, &mut **b);
            let (of, holds) = match op {
                Binary::Eq | Binary::Ne if len(a) && int(b, 0) => (a, *op == Binary::Eq),
                Binary::Eq | Binary::Ne if len(b) && int(a, 0) => (b, *op == Binary::Eq),
                Binary::Eq | Binary::Ne if is_many(&a.ty) && none(b) => return Some((a, *op == Binary::Eq)),
                Binary::IntLt if int(a, 0) && len(b) => (b, false),
                Binary::IntLe if int(a, 1) && len(b) => (b, false),
                Binary::IntLt if len(a) && int(b, 1) => (a, true),
                Binary::IntLe if len(a) && int(b, 0) => (a, true),
                _ => return None,
            };
            match &mut of.kind {
                ExprKind::Builtin(_, items) => Some((&mut items[0], holds)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The use of a value.
#[derive(Clone, Copy)]
enum Use {
    Value,
    /// Tested for emptiness.
    Asked,
    /// Assigned to a local: used as the local is.
    As(LocalId),
}

/// The locals of a function of which nothing is asked but whether they are empty, and the flags they become.
struct Flags {
    flags: Vec<Option<LocalId>>,
}

impl Flags {
    /// `asked`: the result is only asked whether it is empty.
    fn of(function: &mut Function, asked: bool) -> Flags {
        let mut it = Uses { kept: vec![false; function.locals.len()], goes: Vec::new(), asked };
        for (i, local) in function.locals.iter().enumerate() {
            it.kept[i] = i < usize::from(function.params) || !is_many(&local.ty);
        }
        it.body(&mut function.body);
        it.settle();
        let mut next = function.locals.len() as u32;
        let flags = it.kept.iter().map(|kept| {
            next += u32::from(!kept);
            (!kept).then(|| LocalId(next - 1))
        });
        Flags { flags: flags.collect() }
    }

    fn get(&self, id: LocalId) -> Option<LocalId> {
        self.flags.get(id.0 as usize).copied().flatten()
    }

    fn has(&self, id: LocalId) -> bool {
        self.get(id).is_some()
    }
}

/// Finds out how locals are used.
struct Uses {
    /// Those that are needed as they are.
    kept: Vec<bool>,
    /// From one local, if that is kept, to another.
    goes: Vec<(LocalId, LocalId)>,
    asked: bool,
}

impl Uses {
    fn keep(&mut self, id: LocalId) {
        if let Some(it) = self.kept.get_mut(id.0 as usize) {
            *it = true;
        }
    }

    /// A value that flows into a kept local is kept.
    fn settle(&mut self) {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); self.kept.len()];
        for (from, to) in &self.goes {
            next[from.0 as usize].push(to.0 as usize);
        }
        let mut todo: Vec<usize> = (0..self.kept.len()).filter(|i| self.kept[*i]).collect();
        while let Some(i) = todo.pop() {
            for to in std::mem::take(&mut next[i]) {
                if !std::mem::replace(&mut self.kept[to], true) {
                    todo.push(to);
                }
            }
        }
    }

    fn body(&mut self, body: &mut [Stmt]) {
        body.iter_mut().for_each(|it| self.stmt(it));
    }

    fn child(&mut self, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(e) => self.expr(e, Use::Value),
            ChildMut::Place(it) => self.place(it),
            ChildMut::Body(body) => self.body(body),
        }
    }

    fn place(&mut self, it: &mut Place) {
        if let Root::Local(id) = it.root {
            self.keep(id);
        }
        ir::place_children_mut(it, &mut |child| self.child(child));
    }

    fn stmt(&mut self, it: &mut Stmt) {
        if let Some((op, id, args)) = grown(&mut it.kind) {
            let used = if op == PlaceOp::Append { Use::As(id) } else { Use::Value };
            args.iter_mut().for_each(|it| self.expr(it, used));
            return;
        }
        match &mut it.kind {
            StmtKind::Set(id, e) => self.expr(e, if is_many(&e.ty) { Use::As(*id) } else { Use::Value }),
            StmtKind::Return(Some(e)) if self.asked => self.expr(e, Use::Asked),
            StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) => {
                self.keep(*id);
                ir::stmt_children_mut(it, &mut |child| self.child(child));
            }
            _ => ir::stmt_children_mut(it, &mut |child| self.child(child)),
        }
    }

    fn expr(&mut self, e: &mut Expr, used: Use) {
        if let Some((of, _)) = question(e) {
            return self.expr(of, Use::Asked);
        }
        match (&mut e.kind, used) {
            (ExprKind::Local(id), Use::Value) => self.keep(*id),
            (ExprKind::Local(_), Use::Asked) => {}
            (ExprKind::Local(id), Use::As(other)) => self.goes.push((other, *id)),
            (ExprKind::If(condition, a, b), _) => {
                self.expr(condition, Use::Value);
                self.expr(a, used);
                self.expr(b, used);
            }
            (ExprKind::Block(body, value), _) => {
                self.body(body);
                self.expr(value, used);
            }
            (ExprKind::Cast(cast, a), _) if passes_on(*cast, a) => self.expr(a, used),
            (ExprKind::Builtin(op, items), _) if keeps(*op, items) => {
                items.iter_mut().for_each(|it| self.expr(it, used));
            }
            _ => ir::expr_children_mut(e, &mut |child| self.child(child)),
        }
    }
}

/// The local list that an operation adds to, empties or puts in order.
fn grows(op: PlaceOp, place: &Place) -> Option<LocalId> {
    use PlaceOp::{Append, Clear, MapSet, Push, SetAdd, Sort};
    match place.root {
        Root::Local(id) if place.path.is_empty() => {
            matches!(op, Push | Append | SetAdd | MapSet | Clear | Sort).then_some(id)
        }
        _ => None,
    }
}

/// A statement that appends, with its arguments.
fn grown(it: &mut StmtKind) -> Option<(PlaceOp, LocalId, &mut Vec<Expr>)> {
    let (op, id, args) = match it {
        StmtKind::PlaceOp(op, place, args) => (*op, grows(*op, place), args),
        StmtKind::Expr(Expr { kind: ExprKind::PlaceOp(op, place, args), .. }) => (*op, grows(*op, place), args),
        _ => return None,
    };
    id.map(|id| (op, id, args))
}

/// The pass over all functions.
struct Demand {
    worthy: Vec<bool>,
    variants: Vec<Option<FnId>>,
    /// The functions that variants are made of, in the order of their numbers.
    asked: Vec<FnId>,
}

impl Demand {
    fn variant(&mut self, id: FnId) -> FnId {
        let next = FnId((self.variants.len() + self.asked.len()) as u16);
        *self.variants[id.index()].get_or_insert_with(|| {
            self.asked.push(id);
            next
        })
    }

    fn function(&mut self, mut it: Function, effects: &[Effects], asked: bool) -> Function {
        let flags = Flags::of(&mut it, asked);
        let mut body = std::mem::take(&mut it.body);
        let total = mentions(&body, it.locals.len());
        Rewrite { demand: self, flags: &flags, effects, total, asked }.body(&mut body);
        let many = flags.flags.iter().flatten().count();
        it.locals.extend((0..many).map(|_| Named { name: String::new(), ty: Ty::Bool }));
        if asked {
            leave::function(&mut body);
            it.name.push('?');
            it.result = Ty::Bool;
        }
        it.body = body;
        it
    }
}

/// One function anew.
struct Rewrite<'a> {
    demand: &'a mut Demand,
    flags: &'a Flags,
    effects: &'a [Effects],
    total: Vec<u32>,
    asked: bool,
}

impl Rewrite<'_> {
    fn body(&mut self, body: &mut Vec<Stmt>) {
        let old = std::mem::take(body);
        for it in old {
            self.stmt(it, body);
        }
    }

    fn child(&mut self, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(e) => self.expr(e),
            ChildMut::Place(it) => ir::place_children_mut(it, &mut |child| self.child(child)),
            ChildMut::Body(body) => self.body(body),
        }
    }

    fn stmt(&mut self, mut it: Stmt, out: &mut Vec<Stmt>) {
        let span = it.span;
        if let Some((op, id, args)) = grown(&mut it.kind)
            && let Some(flag) = self.flags.get(id)
        {
            self.grow(op, flag, std::mem::take(args), span, out);
            return;
        }
        match it.kind {
            StmtKind::Set(id, e) if self.flags.has(id) => {
                let flag = self.flags.get(id).unwrap_or(id);
                let e = self.demand(e);
                out.push(Stmt { kind: StmtKind::Set(flag, e), span });
                return;
            }
            StmtKind::Return(Some(e)) if self.asked => {
                let mut e = e;
                while let ExprKind::Block(mut body, value) = e.kind {
                    self.body(&mut body);
                    if let ExprKind::Local(id) = value.kind
                        && let Some(flag) = self.flags.get(id)
                    {
                        leave::returned(&mut body, flag);
                    }
                    e = *value;
                    out.extend(body);
                }
                let e = self.demand(e);
                out.push(Stmt { kind: StmtKind::Return(Some(e)), span });
                return;
            }
            StmtKind::ForEach(id, list, mut body) => {
                let once = is_many(&list.ty) && self.only_adds(id, &body);
                self.body(&mut body);
                it.kind = match &body[..] {
                    // However many there are, the flag is set if there is one.
                    [only] if once && self.sets_flag(only) => StmtKind::If(self.demand(list), body, Vec::new()),
                    _ => {
                        let mut list = list;
                        self.expr(&mut list);
                        StmtKind::ForEach(id, list, body)
                    }
                };
                out.push(it);
                return;
            }
            _ => ir::stmt_children_mut(&mut it, &mut |child| self.child(child)),
        }
        out.push(it);
    }

    /// `true` if a loop only appends to a list, and its variable has no other uses.
    fn only_adds(&self, id: LocalId, body: &[Stmt]) -> bool {
        let [Stmt { kind: StmtKind::PlaceOp(..) | StmtKind::Expr(_), .. }] = body else { return false };
        let mut inside = 1;
        ir::walk(body, &mut |node| inside += u32::from(ir::mentioned(node) == Some(id)));
        self.total.get(id.0 as usize) == Some(&inside)
    }

    fn sets_flag(&self, it: &Stmt) -> bool {
        match &it.kind {
            StmtKind::Set(id, _) => id.0 as usize >= self.total.len() && leave::is_set(it, *id),
            _ => false,
        }
    }

    fn grow(&mut self, op: PlaceOp, flag: LocalId, args: Vec<Expr>, span: ir::Span, out: &mut Vec<Stmt>) {
        let set = |e: Expr| Stmt { kind: StmtKind::Set(flag, e), span };
        match op {
            PlaceOp::Clear => out.push(set(truth(false, span))),
            PlaceOp::Append => {
                for it in args {
                    let condition = self.demand(it);
                    let kind = StmtKind::If(condition, vec![set(truth(true, span))], Vec::new());
                    out.push(Stmt { kind, span: ir::Span::default() });
                }
            }
            PlaceOp::Sort => out.push(set(local(flag, span))),
            _ => {
                args.into_iter().for_each(|it| self.noisy(it, out));
                out.push(set(truth(true, span)));
            }
        }
    }

    /// Evaluates the parts of a value that may fail or have effects.
    fn noisy(&mut self, mut e: Expr, out: &mut Vec<Stmt>) {
        match e.kind {
            _ if is_quiet(&e) => {}
            ExprKind::Make(items) => items.into_iter().for_each(|it| self.noisy(it, out)),
            ExprKind::Cast(Cast::Some, of) => self.noisy(*of, out),
            _ => {
                self.expr(&mut e);
                out.push(Stmt { span: e.span, kind: StmtKind::Expr(e) });
            }
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        let span = e.span;
        if let Some((of, holds)) = question(e)
            && self.spares(of)
        {
            let taken = std::mem::replace(of, truth(true, span));
            let some = self.demand(taken);
            *e = if holds { not(some, span) } else { some };
            return;
        }
        ir::expr_children_mut(e, &mut |child| self.child(child));
        if let ExprKind::Unary(Unary::Not, of) = &mut e.kind
            && let ExprKind::Unary(Unary::Not, inner) = &mut of.kind
        {
            let inner = std::mem::replace(&mut **inner, truth(true, span));
            *e = inner;
        }
    }

    fn spares(&self, e: &Expr) -> bool {
        spares(e, &mut |e| match &e.kind {
            ExprKind::Local(id) => self.flags.has(*id),
            ExprKind::Call(id, _) => self.demand.worthy[id.index()],
            _ => false,
        })
    }

    /// The test for an element in a list.
    fn demand(&mut self, mut e: Expr) -> Expr {
        let span = e.span;
        let kind = match e.kind {
            ExprKind::Local(id) if self.flags.has(id) => ExprKind::Local(self.flags.get(id).unwrap_or(id)),
            ExprKind::Const(Const::List(items)) => return truth(!items.is_empty(), span),
            ExprKind::Make(items) => {
                let some = truth(!items.is_empty(), span);
                let mut body = Vec::new();
                items.into_iter().for_each(|it| self.noisy(it, &mut body));
                if body.is_empty() {
                    return some;
                }
                ExprKind::Block(body, Box::new(some))
            }
            ExprKind::Call(id, args) if self.demand.worthy[id.index()] => {
                let mut kind = ExprKind::Call(self.demand.variant(id), args);
                if let ExprKind::Call(_, args) = &mut kind {
                    for it in args {
                        match it {
                            Arg::Value(it) => self.expr(it),
                            Arg::InOut(it) => ir::place_children_mut(it, &mut |child| self.child(child)),
                        }
                    }
                }
                kind
            }
            ExprKind::If(mut condition, a, b) => {
                self.expr(&mut condition);
                ExprKind::If(condition, Box::new(self.demand(*a)), Box::new(self.demand(*b)))
            }
            ExprKind::Block(mut body, value) => {
                let alone = self.is_alone(&body, &value);
                self.body(&mut body);
                let value = self.demand(*value);
                if let ExprKind::Local(flag) = value.kind
                    && alone
                {
                    leave::block(&mut body, flag);
                }
                ExprKind::Block(body, Box::new(value))
            }
            ExprKind::Cast(cast, a) if passes_on(cast, &a) => return self.demand(*a),
            ExprKind::Builtin(op, items) if keeps(op, &items) => {
                let all_run = items.iter().skip(1).any(|it| self.changes(it));
                let mut flags = items.into_iter().map(|it| self.demand(it));
                let any = |kind| Expr { kind, ty: Ty::Bool, span };
                if all_run {
                    let flags = Expr { kind: ExprKind::Make(flags.collect()), ty: Ty::Bool.list(), span };
                    return any(ExprKind::Binary(Binary::In, Box::new(truth(true, span)), Box::new(flags)));
                }
                let first = flags.next().unwrap_or_else(|| truth(false, span));
                return flags.fold(first, |first, it| any(ExprKind::Or(Box::new(first), Box::new(it))));
            }
            kind => {
                e.kind = kind;
                self.expr(&mut e);
                let empty = Expr { kind: ExprKind::Builtin(Builtin::Empty, vec![e]), ty: Ty::Bool, span };
                return not(empty, span);
            }
        };
        Expr { kind, ty: Ty::Bool, span }
    }

    /// `true` if evaluating an expression has effects.
    fn changes(&self, e: &Expr) -> bool {
        let mut changes = false;
        ir::walk_expr(e, &mut |node| {
            changes |= match node {
                Node::Expr(e) => match &e.kind {
                    ExprKind::Call(id, _) => self.effects[id.index()] != Effects::NONE,
                    ExprKind::Builtin(op, _) => op.effects() != Effects::NONE,
                    ExprKind::PlaceOp(..) | ExprKind::Trial(..) => true,
                    _ => false,
                },
                Node::Stmt(it) => !matches!(it.kind, StmtKind::Expr(_) | StmtKind::If(..)),
                Node::Place(_) => false,
            }
        });
        changes
    }

    /// `true` if a block only builds the list that is its value: then it may stop early.
    fn is_alone(&self, body: &[Stmt], value: &Expr) -> bool {
        let mut inside = BTreeMap::new();
        let mut written = Vec::new();
        let mut alone = matches!(value.kind, ExprKind::Local(_));
        ir::walk(body, &mut |node| {
            if let Some(id) = ir::mentioned(node) {
                *inside.entry(id).or_insert(0_u32) += 1;
            }
            match node {
                Node::Expr(e) => match &e.kind {
                    ExprKind::Call(id, _) => alone &= self.effects[id.index()] == Effects::NONE,
                    ExprKind::Builtin(op, _) => alone &= op.effects() == Effects::NONE,
                    ExprKind::PlaceOp(op, place, _) => match grows(*op, place) {
                        Some(id) => written.push(id),
                        None => alone = false,
                    },
                    ExprKind::Trial(..) => alone = false,
                    _ => {}
                },
                Node::Place(_) => {}
                Node::Stmt(it) => match &it.kind {
                    StmtKind::Set(id, _) | StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) => written.push(*id),
                    StmtKind::PlaceOp(op, place, _) => match grows(*op, place) {
                        Some(id) => written.push(id),
                        None => alone = false,
                    },
                    StmtKind::If(..)
                    | StmtKind::While(..)
                    | StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Expr(_)
                    | StmtKind::Assert(..)
                    | StmtKind::Stop(_) => {}
                    _ => alone = false,
                },
            }
        });
        if let ExprKind::Local(id) = value.kind {
            *inside.entry(id).or_insert(0) += 1;
        }
        alone && written.iter().all(|id| inside.get(id) == self.total.get(id.0 as usize))
    }
}

fn not(e: Expr, span: ir::Span) -> Expr {
    match e.kind {
        ExprKind::Unary(Unary::Not, of) => *of,
        ExprKind::Const(Const::Bool(it)) => truth(!it, span),
        kind => {
            let of = Expr { kind, ..e };
            Expr { kind: ExprKind::Unary(Unary::Not, Box::new(of)), ty: Ty::Bool, span }
        }
    }
}
