//! Inlines small functions without effects.
//!
//! ```text
//! if belongs(cell, R) { … }
//!     becomes
//! if { let piece = G.board[cell]; piece != none and piece.owner == R } { … }
//! ```
//!
//! Assumes nothing. Promises: an inlined function is small, calls nothing and has no loop; a program grows by no more
//! than its size. Steps and the depth of calls are those of the new code.

use crate::free::effects;
use crate::mentions::{mentions, rename_child};
use crate::value::{count, value_of};
use ir::{
    Arg, ChildMut, Effects, Expr, ExprKind, FnId, Function, LocalId, Named, Node, Program, Record, Span, Stmt,
    StmtKind, Ty,
};
use std::collections::BTreeSet;

/// Largest function to inline, in nodes.
const NODES_MAX: usize = 32;

/// Maximum locals per function.
const LOCALS_MAX: usize = 30_000;

pub fn run(program: &mut Program) {
    let effects = effects(program);
    let functions = program.functions.iter().zip(&effects);
    let small: Vec<Option<Expr>> = functions
        .map(|(it, effects)| if *effects == Effects::NONE { small(it, &program.records) } else { None })
        .collect();
    let mut room = program.functions.iter().map(|it| count(&it.body)).sum();
    let (originals, records) = (program.functions.clone(), program.records.clone());
    for function in &mut program.functions {
        let mut body = std::mem::take(&mut function.body);
        let locals = std::mem::take(&mut function.locals);
        let mut it = Inline {
            originals: &originals,
            records: &records,
            small: &small,
            locals,
            room,
            inlined: &mut program.counted.inlined,
        };
        body.iter_mut().for_each(|stmt| ir::stmt_children_mut(stmt, &mut |child| it.child(child)));
        room = it.room;
        function.locals = it.locals;
        function.body = body;
    }
}

/// The value of a small function that neither calls nor loops.
fn small(it: &Function, records: &[Record]) -> Option<Expr> {
    // A large value would take space in each caller, whether or not the code is reached.
    let own = &it.locals[usize::from(it.params)..];
    let light = !is_large(records, &it.result) && !own.iter().any(|it| is_large(records, &it.ty));
    let plain = light && !it.inout.contains(&true) && it.result != Ty::Unit;
    let mut straight = true;
    ir::walk(&it.body, &mut |node| {
        straight &= match node {
            Node::Stmt(it) => !it.is_loop(),
            Node::Expr(e) => !matches!(e.kind, ExprKind::Call(..) | ExprKind::PlaceOp(..) | ExprKind::Trial(..)),
            Node::Place(_) => true,
        };
    });
    if plain && straight && count(&it.body) <= NODES_MAX { value_of(it.body.clone(), &it.result) } else { None }
}

/// `true` if copies of a value are expensive.
pub fn is_large(records: &[Record], ty: &Ty) -> bool {
    /// Maximum scalar fields of a record that is copied when read.
    const FIELDS_MAX: usize = 4;
    match ty {
        Ty::Array(..) => true,
        Ty::Record(id) => {
            let fields = &records[id.index()].fields;
            fields.len() > FIELDS_MAX || !fields.iter().all(|it| it.ty.is_scalar())
        }
        _ => false,
    }
}

/// One function anew.
struct Inline<'a> {
    originals: &'a [Function],
    records: &'a [Record],
    small: &'a [Option<Expr>],
    locals: Vec<Named>,
    /// Nodes by which the program may still grow.
    room: usize,
    /// The inlined functions.
    inlined: &'a mut BTreeSet<FnId>,
}

impl Inline<'_> {
    fn child(&mut self, child: ChildMut<'_>) {
        match child {
            // A trial that may fail needs a call.
            ChildMut::Expr(Expr { kind: ExprKind::Trial(_, Some(otherwise)), .. }) => {
                self.child(ChildMut::Expr(otherwise))
            }
            ChildMut::Expr(e) => {
                ir::expr_children_mut(e, &mut |child| self.child(child));
                self.expr(e);
            }
            ChildMut::Place(it) => ir::place_children_mut(it, &mut |child| self.child(child)),
            ChildMut::Body(body) => {
                body.iter_mut().for_each(|it| ir::stmt_children_mut(it, &mut |child| self.child(child)));
            }
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        let ExprKind::Call(id, args) = &mut e.kind else { return };
        let function = &self.originals[id.index()];
        let Some(value) = &self.small[id.index()] else { return };
        let nodes = count(&function.body);
        let fits = function.result == e.ty && nodes <= self.room;
        if !fits || self.locals.len() + function.locals.len() > LOCALS_MAX {
            return;
        }
        let mut changed = vec![false; function.locals.len()];
        ir::walk(&function.body, &mut |node| {
            ir::written(node).into_iter().for_each(|id| changed[id.0 as usize] = true)
        });
        let mut still = true;
        for arg in args.iter() {
            let Arg::Value(e) = arg else { return };
            ir::walk_expr(e, &mut |node| still &= ir::written(node).is_empty());
        }
        let uses = mentions(&function.body, function.locals.len());
        let stands = |i: usize, e: &Expr| match &e.kind {
            ExprKind::Local(id) => still && !changed[i] && self.locals[id.0 as usize].ty == function.locals[i].ty,
            _ => false,
        };
        let large = |i: usize| is_large(self.records, &function.locals[i].ty);
        if args.iter().enumerate().any(|(i, arg)| matches!(arg, Arg::Value(e) if large(i) && !stands(i, e))) {
            return;
        }
        self.room -= nodes;
        self.inlined.insert(*id);
        let base = self.locals.len() as u32;
        let mut names: Vec<LocalId> = (base..).take(function.locals.len()).map(LocalId).collect();
        let mut before = Vec::new();
        for (i, arg) in std::mem::take(args).into_iter().enumerate() {
            let Arg::Value(value) = arg else { continue };
            match value.kind {
                ExprKind::Local(id) if stands(i, &value) => names[i] = id,
                _ if uses[i] == 0 && matches!(value.kind, ExprKind::Const(_) | ExprKind::Local(_)) => {}
                _ => before.push(Stmt { kind: StmtKind::Set(names[i], value), span: Span::default() }),
            }
        }
        self.locals.extend(function.locals.iter().cloned());
        let mut value = value.clone();
        rename_child(ChildMut::Expr(&mut value), &mut |id| *id = names[id.0 as usize]);
        e.kind =
            if before.is_empty() && value.ty == e.ty { value.kind } else { ExprKind::Block(before, Box::new(value)) };
    }
}
