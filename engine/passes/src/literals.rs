//! Evaluates queries of list literals in place: functions called with a list literal are inlined.
//!
//! ```text
//! path = int[] [from]
//! taken = []
//! if last(path)! in taken or to != path[0] { … concat(path, int[] [to]) … }
//!     becomes
//! if to != from { … int[] [from, to] … }
//! ```
//!
//! Assumes nothing. Promises: the new code gives the same results. Code inserted by a pass and no longer read is
//! removed. Steps are those of the new code.

use crate::fold;
use crate::free::is_quiet;
use crate::mentions::mentions;
use ir::{
    Binary, Builtin, Cast, ChildMut, Const, Expr, ExprKind, Function, LocalId, Node, Place, Program, Root, Step, Stmt,
    StmtKind, Ty,
};

/// Maximum elements of concatenated lists.
const ITEMS_MAX: usize = 8;

pub fn run(program: &mut Program) {
    program.functions.iter_mut().for_each(function);
}

fn function(it: &mut Function) {
    while look(it) {
        fold::function(it);
    }
}

/// Looks into lists of a function; gives whether it could.
fn look(it: &mut Function) -> bool {
    let mut writes = vec![0_u32; it.locals.len()];
    ir::walk(&it.body, &mut |node| {
        let places = matches!(node, Node::Place(Place { root: Root::Local(_), path, .. }) if path.is_empty());
        let written = ir::written(node).into_iter().chain(ir::mentioned(node).filter(|_| places));
        written.for_each(|id| writes[id.0 as usize] += 1);
    });
    writes[..usize::from(it.params)].fill(u32::MAX);
    let mut literals = Literals { writes, total: mentions(&it.body, it.locals.len()), changed: false };
    literals.body(&mut it.body, None);
    literals.changed
}

struct Literals {
    /// Number of assignments to each local; parameters count as one.
    writes: Vec<u32>,
    /// Number of uses of each.
    total: Vec<u32>,
    changed: bool,
}

impl Literals {
    /// Statements, and the value evaluated after them, if any.
    fn body(&mut self, body: &mut Vec<Stmt>, mut value: Option<&mut Expr>) {
        let mut i = 0;
        while i < body.len() {
            let (before, rest) = body.split_at_mut(i + 1);
            if let Some(known) = self.known(&before[i], rest, value.as_deref()) {
                let mut look = |child: ChildMut<'_>| self.changed |= known.child(child);
                rest.iter_mut().for_each(|it| ir::stmt_children_mut(it, &mut look));
                if let Some(it) = value.as_deref_mut() {
                    look(ChildMut::Expr(it));
                }
                if named(rest, value.as_deref(), known.id) == 0 && before[i].span.is_empty() {
                    body.remove(i);
                    continue;
                }
            }
            ir::stmt_children_mut(&mut body[i], &mut |child| self.child(child));
            i += 1;
        }
        if let Some(it) = value {
            self.child(ChildMut::Expr(it));
        }
    }

    fn child(&mut self, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(Expr { kind: ExprKind::Block(body, value), .. }) => self.body(body, Some(value)),
            ChildMut::Expr(e) => ir::expr_children_mut(e, &mut |child| self.child(child)),
            ChildMut::Place(it) => ir::place_children_mut(it, &mut |child| self.child(child)),
            ChildMut::Body(body) => self.body(body, None),
        }
    }

    /// The list assigned to a local by a statement, if only the rest reads the local, and the list does not change.
    fn known(&self, it: &Stmt, rest: &[Stmt], value: Option<&Expr>) -> Option<Known> {
        let StmtKind::Set(id, e) = &it.kind else { return None };
        let (Ty::List(of), 1) = (&e.ty, self.writes[id.0 as usize]) else { return None };
        let items = items(e)?;
        let plain = |it: &Expr| {
            it.ty == **of
                && match &it.kind {
                    ExprKind::Const(Const::Int(_) | Const::Bool(_)) => true,
                    ExprKind::Local(id) => !is_written(rest, value, *id),
                    _ => false,
                }
        };
        let all = items.iter().all(plain) && named(rest, value, *id) + 1 == self.total[id.0 as usize];
        (all && items.len() <= ITEMS_MAX).then_some(Known { id: *id, items })
    }
}

/// A local, and the elements of the list in it.
struct Known {
    id: LocalId,
    items: Vec<Expr>,
}

impl Known {
    /// Gives whether something has changed.
    fn child(&self, child: ChildMut<'_>) -> bool {
        let mut changed = false;
        let mut look = |child: ChildMut<'_>| changed |= self.child(child);
        match child {
            ChildMut::Expr(e) => {
                ir::expr_children_mut(e, &mut look);
                if let Some(kind) = self.found(e) {
                    e.kind = kind;
                    changed = true;
                }
            }
            ChildMut::Place(it) => ir::place_children_mut(it, &mut look),
            ChildMut::Body(body) => body.iter_mut().for_each(|it| ir::stmt_children_mut(it, &mut look)),
        }
        changed
    }

    fn is_it(&self, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Local(id) if id == self.id)
    }

    /// The value of a query of the list, if known.
    fn found(&self, e: &Expr) -> Option<ExprKind> {
        let count = self.items.len();
        let nth = |i: usize| self.items.get(i).filter(|it| it.ty == e.ty).map(|it| it.kind.clone());
        match &e.kind {
            ExprKind::Unwrap(a) | ExprKind::Cast(Cast::Held, a) => match &a.kind {
                ExprKind::Cast(Cast::Some, a) if a.ty == e.ty => Some(a.kind.clone()),
                _ => None,
            },
            ExprKind::Index(a, at) if self.is_it(a) => nth(index(at)?),
            ExprKind::Load(place) if place.root == Root::Local(self.id) => match place.path.as_slice() {
                [Step::Index(at)] => nth(index(at)?),
                _ => None,
            },
            ExprKind::Binary(Binary::In, x, a) if self.is_it(a) => match self.items.as_slice() {
                [] if is_quiet(x) || matches!(&x.kind, ExprKind::Cast(Cast::Held, it) if is_quiet(it)) => {
                    Some(ExprKind::Const(Const::Bool(false)))
                }
                [it] if it.ty == x.ty => Some(ExprKind::Binary(Binary::Eq, x.clone(), Box::new(it.clone()))),
                _ => None,
            },
            ExprKind::Builtin(op, args) => match (op, args.as_slice()) {
                (Builtin::Len, [a]) if self.is_it(a) => Some(ExprKind::Const(Const::Int(count as i64))),
                (Builtin::Empty, [a]) if self.is_it(a) => Some(ExprKind::Const(Const::Bool(count == 0))),
                (Builtin::First | Builtin::Last, [a]) if self.is_it(a) => {
                    let it = if *op == Builtin::First { self.items.first() } else { self.items.last() };
                    let of = matches!(&e.ty, Ty::Opt(of) if it.is_none_or(|it| it.ty == **of));
                    let known = match it {
                        Some(it) => ExprKind::Cast(Cast::Some, Box::new(it.clone())),
                        None => ExprKind::Const(Const::None),
                    };
                    of.then_some(known)
                }
                (Builtin::Concat, [a, b]) if self.is_it(a) || self.is_it(b) => {
                    let items = |it: &Expr| if self.is_it(it) { Some(self.items.clone()) } else { items(it) };
                    let all = [items(a)?, items(b)?].concat();
                    let same = a.ty == e.ty && b.ty == e.ty && all.len() <= ITEMS_MAX;
                    same.then_some(ExprKind::Make(all))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// The elements of a list literal.
fn items(e: &Expr) -> Option<Vec<Expr>> {
    let of = e.ty.element()?;
    match &e.kind {
        ExprKind::Make(items) => Some(items.clone()),
        ExprKind::Const(Const::List(items)) => {
            let item = |it: &Const| Expr { kind: ExprKind::Const(it.clone()), ty: of.clone(), span: e.span };
            Some(items.iter().map(item).collect())
        }
        _ => None,
    }
}

fn index(e: &Expr) -> Option<usize> {
    match e.kind {
        ExprKind::Const(Const::Int(n)) => usize::try_from(n).ok(),
        _ => None,
    }
}

/// Number of uses of a local in statements and a value.
fn named(body: &[Stmt], value: Option<&Expr>, id: LocalId) -> u32 {
    let mut count = 0;
    all_nodes(body, value, &mut |node| count += u32::from(ir::mentioned(node) == Some(id)));
    count
}

fn is_written(body: &[Stmt], value: Option<&Expr>, id: LocalId) -> bool {
    let mut found = false;
    all_nodes(body, value, &mut |node| found |= ir::written(node).contains(&id));
    found
}

fn all_nodes<'e>(body: &'e [Stmt], value: Option<&'e Expr>, visit: &mut dyn FnMut(Node<'e>)) {
    ir::walk(body, &mut |node| visit(node));
    if let Some(it) = value {
        ir::walk_expr(it, &mut |node| visit(node));
    }
}
