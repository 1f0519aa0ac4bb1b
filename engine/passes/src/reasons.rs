//! An optional value that is only asked whether it is none is not made: mostly the reason why a move is not offered.
//!
//! ```text
//! let objection = objection(R, card)
//! if objection == none { action play(card) } else { withhold play(card) objection! }
//!     becomes
//! let free = `objection none?`(R, card)
//! if free { action play(card) } else { withhold play(card) objection(R, card)! }
//! ```
//!
//! Assumes nothing. Promises: a function gets one such variant, which still evaluates the parts of the value that may
//! fail; texts are evaluated where they are used, and so never if nobody reads them.

use crate::free::{effects, is_free, is_quiet};
use crate::leave::truth;
use ir::{
    Arg, Binary, BoardOp, Cast, ChildMut, Const, Effects, Expr, ExprKind, FnId, Function, LocalId, Named, Node,
    Program, Stmt, StmtKind, Ty,
};

/// Maximum functions of a program.
const FUNCTIONS_MAX: usize = 60_000;

/// A text of at most this many bytes cannot be too long.
const TEXT_MAX: usize = 10_000;

/// The most bytes of a number, or of a truth value, as a text.
const NUMBER_MAX: usize = 32;

pub fn run(program: &mut Program) {
    let count = program.functions.len();
    if count * 2 > FUNCTIONS_MAX {
        return;
    }
    let worthy: Vec<bool> = program.functions.iter().map(is_worthy).collect();
    let effects = effects(program);
    let before = program.clone();
    let mut it = Reasons { program: &before, effects, worthy, variants: vec![None; count], asked: Vec::new() };
    let mut out: Vec<Function> =
        program.functions.iter().map(|function| it.function(function.clone(), false)).collect();
    let mut at = 0;
    while let Some(id) = it.asked.get(at).copied() {
        out.push(it.function(program.functions[id.index()].clone(), true));
        at += 1;
    }
    program.functions = out;
}

/// `true` if a function has a variant that saves something.
fn is_worthy(it: &Function) -> bool {
    let optional = matches!(&it.result, Ty::Opt(of) if !of.is_scalar());
    let mut makes = false;
    ir::walk(&it.body, &mut |node| {
        if let Node::Stmt(Stmt { kind: StmtKind::Return(Some(e)), .. }) = node {
            ir::walk_expr(e, &mut |node| makes |= makes_something(node));
        }
    });
    optional && makes && it.effects == Effects::NONE && !it.inout.contains(&true)
}

fn makes_something(node: Node<'_>) -> bool {
    let Node::Expr(e) = node else { return false };
    matches!(
        e.kind,
        ExprKind::Binary(Binary::Concat, ..)
            | ExprKind::Make(_)
            | ExprKind::MakeMap(_)
            | ExprKind::MakeObject(_)
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::Cast(Cast::ToStr, _)
    )
}

/// The pass over all functions.
struct Reasons<'p> {
    program: &'p Program,
    effects: Vec<Effects>,
    worthy: Vec<bool>,
    variants: Vec<Option<FnId>>,
    /// The functions that variants are made of, in the order of their numbers.
    asked: Vec<FnId>,
}

impl Reasons<'_> {
    fn function(&mut self, mut it: Function, asked: bool) -> Function {
        let mut body = std::mem::take(&mut it.body);
        let mut total = crate::mentions::mentions(&body, it.locals.len());
        Rewrite { reasons: self, locals: &mut it.locals, total: &mut total, asked }.body(&mut body);
        if asked {
            it.name.push_str(" none?");
            it.result = Ty::Bool;
        }
        it.body = body;
        it
    }

    fn variant(&mut self, id: FnId) -> FnId {
        let next = FnId((self.variants.len() + self.asked.len()) as u16);
        *self.variants[id.index()].get_or_insert_with(|| {
            self.asked.push(id);
            next
        })
    }

    /// `true` if an expression calls a function with a variant.
    fn calls(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Call(id, _) => self.worthy[id.index()],
            ExprKind::If(_, a, b) => self.calls(a) || self.calls(b),
            ExprKind::Block(_, a) => self.calls(a),
            _ => false,
        }
    }

    /// The most bytes of a text, where that is known.
    fn length(&self, e: &Expr) -> Option<usize> {
        let longest = |names: &[String]| names.iter().map(String::len).max();
        match &e.kind {
            ExprKind::Const(Const::Str(text)) => Some(text.len()),
            ExprKind::Binary(Binary::Concat, a, b) => Some(self.length(a)? + self.length(b)?),
            ExprKind::If(_, a, b) => Some(self.length(a)?.max(self.length(b)?)),
            ExprKind::Cast(Cast::Some, a) => self.length(a),
            ExprKind::Cast(Cast::ToStr, a) => match &a.ty {
                Ty::Role => longest(&self.program.roles),
                Ty::Enum(id) => longest(&self.program.enums[id.index()].members),
                ty if ty.is_scalar() && !matches!(ty, Ty::Opt(_)) => Some(NUMBER_MAX),
                _ => None,
            },
            ExprKind::Board(BoardOp::Name, id, _) => {
                self.program.boards[id.index()].cells.iter().map(|it| it.name.len()).max()
            }
            _ => None,
        }
    }

    /// Evaluates the parts of a value that may fail.
    fn noisy(&self, e: Expr, out: &mut Vec<Stmt>) {
        let short = self.length(&e).is_some_and(|it| it <= TEXT_MAX);
        match e.kind {
            _ if is_quiet(&e) => {}
            ExprKind::Binary(Binary::Concat, a, b) if short => {
                self.noisy(*a, out);
                self.noisy(*b, out);
            }
            ExprKind::Cast(Cast::ToStr, a) if short => self.noisy(*a, out),
            ExprKind::Cast(Cast::Some, a) => self.noisy(*a, out),
            ExprKind::Make(items) if matches!(e.ty, Ty::Record(_)) => {
                items.into_iter().for_each(|it| self.noisy(it, out))
            }
            _ => out.push(Stmt { span: e.span, kind: StmtKind::Expr(e) }),
        }
    }

    /// The test of a value for none.
    fn is_none(&mut self, mut e: Expr) -> Expr {
        let span = e.span;
        let kind = match e.kind {
            ExprKind::Const(it) => ExprKind::Const(Const::Bool(it == Const::None)),
            ExprKind::Cast(Cast::Some, of) => {
                let mut body = Vec::new();
                self.noisy(*of, &mut body);
                if body.is_empty() {
                    return truth(false, span);
                }
                ExprKind::Block(body, Box::new(truth(false, span)))
            }
            ExprKind::If(condition, a, b) => {
                ExprKind::If(condition, Box::new(self.is_none(*a)), Box::new(self.is_none(*b)))
            }
            ExprKind::Block(body, value) => ExprKind::Block(body, Box::new(self.is_none(*value))),
            ExprKind::Call(id, args) if self.worthy[id.index()] => ExprKind::Call(self.variant(id), args),
            kind => {
                e.kind = kind;
                let none = Expr { kind: ExprKind::Const(Const::None), ty: e.ty.clone(), span };
                ExprKind::Binary(Binary::Eq, Box::new(e), Box::new(none))
            }
        };
        Expr { kind, ty: Ty::Bool, span }
    }
}

/// One function anew.
struct Rewrite<'a, 'p> {
    reasons: &'a mut Reasons<'p>,
    locals: &'a mut Vec<Named>,
    total: &'a mut Vec<u32>,
    asked: bool,
}

impl Rewrite<'_, '_> {
    fn body(&mut self, body: &mut [Stmt]) {
        for at in 0..body.len() {
            let (it, after) = body[at..].split_first_mut().expect("is in it");
            if let StmtKind::Set(id, e) = &it.kind
                && self.is_only_told(*id, e, after)
            {
                let (id, made) = (*id, e.clone());
                let flag = LocalId(self.locals.len() as u32);
                self.locals.push(Named { name: String::new(), ty: Ty::Bool });
                self.total.push(u32::MAX);
                told(after, id, &made, flag);
                it.kind = StmtKind::Set(flag, self.reasons.is_none(made));
            }
            self.stmt(&mut body[at]);
        }
    }

    fn stmt(&mut self, it: &mut Stmt) {
        ir::stmt_children_mut(it, &mut |child| self.child(child));
        if let (StmtKind::Return(Some(e)), true) = (&mut it.kind, self.asked) {
            let value = std::mem::replace(e, truth(false, e.span));
            *e = self.reasons.is_none(value);
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
        ir::expr_children_mut(e, &mut |child| self.child(child));
        let span = e.span;
        let Some((of, holds)) = question(e) else { return };
        if self.reasons.calls(of) {
            let value = std::mem::replace(of, truth(false, span));
            let none = self.reasons.is_none(value);
            *e = if holds { none } else { not(none) };
        }
    }

    /// `true` if a local, once set, is only tested for none and used in texts, and its inputs do not change.
    fn is_only_told(&self, id: LocalId, e: &Expr, after: &[Stmt]) -> bool {
        let ExprKind::Call(function, args) = &e.kind else { return false };
        if !self.reasons.worthy[function.index()] || e.ty != self.reasons.program.function(*function).result {
            return false;
        }
        let mut needs = Vec::new();
        let mut simple = true;
        for it in args {
            let Arg::Value(it) = it else { return false };
            ir::walk_expr(it, &mut |node| {
                needs.extend(ir::mentioned(node));
                simple &= is_cheap(node);
            });
        }
        let (mut named, mut known) = (1, 1);
        let mut stays = true;
        ir::walk(after, &mut |node| {
            named += u32::from(ir::mentioned(node) == Some(id));
            stays &= is_free(node, &self.reasons.effects, Effects::OFFER);
            stays &= ir::written(node).iter().all(|it| *it != id && !needs.contains(it));
            match node {
                Node::Expr(e) => known += u32::from(asks(e) == Some(id)),
                Node::Stmt(it) => {
                    if let Some(text) = text_of(it) {
                        ir::walk_expr(text, &mut |node| {
                            let asked = matches!(node, Node::Expr(e) if asks(e) == Some(id));
                            // A question within a text is counted as one already.
                            known += u32::from(ir::mentioned(node) == Some(id));
                            known -= u32::from(asked);
                        });
                    }
                }
                Node::Place(_) => {}
            }
        });
        simple && stays && named == known && self.total.get(id.0 as usize) == Some(&named)
    }
}

/// `true` if evaluating a node again costs hardly anything.
fn is_cheap(node: Node<'_>) -> bool {
    match node {
        Node::Stmt(_) => false,
        Node::Place(_) => true,
        Node::Expr(e) => !matches!(
            e.kind,
            ExprKind::Call(..)
                | ExprKind::Builtin(..)
                | ExprKind::PlaceOp(..)
                | ExprKind::Trial(..)
                | ExprKind::Block(..)
                | ExprKind::MakeMap(_)
                | ExprKind::MakeObject(_)
                | ExprKind::Fill(..)
                | ExprKind::WholeFrame
                | ExprKind::WholeState
        ),
    }
}

/// The text of a statement, which is evaluated only if somebody reads it.
fn text_of(it: &Stmt) -> Option<&Expr> {
    match &it.kind {
        StmtKind::Withhold(_, _, text) | StmtKind::Label(_, _, text) | StmtKind::Prompt(text) => Some(text),
        StmtKind::Log(text) => text.as_ref(),
        _ => None,
    }
}

/// The local that a condition asks whether it is none.
fn asks(e: &Expr) -> Option<LocalId> {
    let ExprKind::Binary(Binary::Eq | Binary::Ne, a, b) = &e.kind else { return None };
    match (&a.kind, &b.kind) {
        (ExprKind::Local(id), ExprKind::Const(Const::None)) | (ExprKind::Const(Const::None), ExprKind::Local(id)) => {
            Some(*id)
        }
        _ => None,
    }
}

/// The value that a condition asks whether it is none, and whether the condition holds if it is.
fn question(e: &mut Expr) -> Option<(&mut Expr, bool)> {
    let ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) = &mut e.kind else { return None };
    let none = |e: &Expr| e.kind == ExprKind::Const(Const::None);
    let holds = *op == Binary::Eq;
    match (none(a), none(b)) {
        (false, true) => Some((a, holds)),
        (true, false) => Some((b, holds)),
        _ => None,
    }
}

/// Replaces tests by the flag, and texts by the computation.
fn told(body: &mut [Stmt], id: LocalId, made: &Expr, flag: LocalId) {
    for it in body {
        ir::stmt_children_mut(it, &mut |child| told_in(child, id, made, flag));
    }
}

fn told_in(child: ChildMut<'_>, id: LocalId, made: &Expr, flag: LocalId) {
    match child {
        ChildMut::Expr(e) if asks(e) == Some(id) => {
            let asked = Expr { kind: ExprKind::Local(flag), ty: Ty::Bool, span: e.span };
            let equal = matches!(e.kind, ExprKind::Binary(Binary::Eq, ..));
            *e = if equal { asked } else { not(asked) };
        }
        ChildMut::Expr(e) if e.kind == ExprKind::Local(id) => e.kind = made.kind.clone(),
        ChildMut::Expr(e) => ir::expr_children_mut(e, &mut |child| told_in(child, id, made, flag)),
        ChildMut::Place(it) => ir::place_children_mut(it, &mut |child| told_in(child, id, made, flag)),
        ChildMut::Body(body) => told(body, id, made, flag),
    }
}

fn not(e: Expr) -> Expr {
    let span = e.span;
    Expr { kind: ExprKind::Unary(ir::Unary::Not, Box::new(e)), ty: Ty::Bool, span }
}
