//! What is left of the view block where only some of its fields are wanted.
//!
//! ```text
//! V.score = points()
//! let mine = G.hand[R]
//! V.hand = sorted(mine)
//!     becomes, of `hand`,
//! let mine = G.hand[R]
//! V.hand = sorted(mine)
//! ```
//!
//! Assumes the program is as it was written: passes leave out checks that stand in another statement. Promises: the fields come to the
//! same. What fails in what is left out does not fail.

use crate::free::effects;
use crate::mentions::mentioned;
use ir::{Effects, Expr, ExprKind, FnId, LocalId, Node, Place, Program, Root, ShowKind, Stmt, StmtKind, ViewId};
use std::collections::BTreeSet;

/// Makes what is left of the view block where only those fields are wanted in which cards are clicked and tokens stand.
pub fn view(program: &mut Program) {
    let Some(view) = program.view else { return };
    let effects = effects(program);
    // What a prompt shows may go by what the view block has shown.
    if program.frames.iter().any(|it| it.view().is_some()) {
        return;
    }
    // What is called may show something too.
    if ir::calls(program.function(view)).iter().any(|id| effects[id.index()] != Effects::NONE) {
        return;
    }
    let mut function = program.function(view).clone();
    Slice::of(&function.body, clicked(program)).body(&mut function.body);
    let id = u16::try_from(program.functions.len()).map(FnId);
    if let (Ok(id), true) = (id, function.body != program.function(view).body) {
        "counted view".clone_into(&mut function.name);
        program.functions.push(function);
        program.counted.view = Some(id);
    }
}

fn clicked(program: &Program) -> BTreeSet<ViewId> {
    let wanted = program.shows.iter().filter(|it| match it.what {
        ShowKind::Cards => !it.clicks.is_empty(),
        ShowKind::Track { .. } => true,
        _ => false,
    });
    wanted.filter_map(|it| it.items).collect()
}

/// What is needed.
struct Slice {
    fields: BTreeSet<ViewId>,
    locals: BTreeSet<LocalId>,
}

impl Slice {
    fn of(body: &[Stmt], fields: BTreeSet<ViewId>) -> Slice {
        let mut it = Slice { fields, locals: BTreeSet::new() };
        let many = |it: &Slice| (it.fields.len(), it.locals.len());
        loop {
            let before = many(&it);
            it.demand(body);
            if many(&it) == before {
                return it;
            }
        }
    }

    /// Adds what needed statements depend on.
    fn demand(&mut self, body: &[Stmt]) {
        for stmt in body {
            if !self.needs(stmt) {
                continue;
            }
            match &stmt.kind {
                StmtKind::If(condition, yes, no) => {
                    ir::walk_expr(condition, &mut |it| self.add(it));
                    [yes, no].into_iter().for_each(|it| self.demand(it));
                }
                StmtKind::While(a, body) | StmtKind::ForEach(_, a, body) => {
                    ir::walk_expr(a, &mut |it| self.add(it));
                    self.demand(body);
                }
                StmtKind::ForRange(_, a, b, body) => {
                    [a, b].into_iter().for_each(|it| ir::walk_expr(it, &mut |it| self.add(it)));
                    self.demand(body);
                }
                _ => ir::walk(std::slice::from_ref(stmt), &mut |it| self.add(it)),
            }
        }
    }

    /// Adds what a node names.
    fn add(&mut self, node: Node<'_>) {
        self.locals.extend(mentioned(node));
        match node {
            Node::Place(Place { root: Root::View(id), .. }) | Node::Expr(Expr { kind: ExprKind::Shown(id), .. }) => {
                self.fields.insert(*id);
            }
            _ => {}
        }
    }

    /// Whether a statement changes what is needed, or where it goes on.
    fn needs(&self, stmt: &Stmt) -> bool {
        let mut needs = false;
        ir::walk(std::slice::from_ref(stmt), &mut |node| {
            let place = match node {
                Node::Stmt(it) => match &it.kind {
                    StmtKind::Assign(place, _) | StmtKind::PlaceOp(_, place, _) => Some(place),
                    StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) | StmtKind::Stop(_) => {
                        needs = true;
                        None
                    }
                    _ => None,
                },
                Node::Expr(Expr { kind: ExprKind::PlaceOp(_, place, _), .. }) => Some(&**place),
                _ => None,
            };
            needs |= place.is_some_and(|it| matches!(it.root, Root::View(id) if self.fields.contains(&id)));
            needs |= ir::written(node).iter().any(|id| self.locals.contains(id));
        });
        needs
    }

    fn body(&self, body: &mut Vec<Stmt>) {
        body.retain(|it| self.needs(it));
        for it in body {
            match &mut it.kind {
                StmtKind::If(_, yes, no) => [yes, no].into_iter().for_each(|it| self.body(it)),
                StmtKind::While(_, body) | StmtKind::ForRange(.., body) | StmtKind::ForEach(.., body) => {
                    self.body(body)
                }
                _ => {}
            }
        }
    }
}
