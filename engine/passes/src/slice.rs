//! Slices the view block down to some of its fields.
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
//! Assumes the original program: passes leave out checks that another statement makes. Promises: the fields get the
//! same values. Failures of omitted code do not occur.

use crate::free::effects;
use ir::{Child, Effects, Expr, ExprKind, FnId, LocalId, Node, Place, Program, Root, ShowKind, Stmt, StmtKind, ViewId};
use std::collections::BTreeSet;

/// Builds the slice of the view block for the fields with clickable cards and tokens.
pub fn view(program: &mut Program) {
    let Some(view) = program.view else { return };
    let effects = effects(program);
    // A prompt's view may depend on the view block's.
    if program.frames.iter().any(|it| it.view().is_some()) {
        return;
    }
    // A callee may set fields of the view too.
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

/// The needed values.
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

    /// Adds the inputs of needed statements.
    fn demand(&mut self, body: &[Stmt]) {
        for stmt in body {
            if !self.needs(stmt) {
                continue;
            }
            if !stmt.is_loop() {
                self.add(Node::Stmt(stmt));
            }
            ir::stmt_children(stmt, &mut |child| match child {
                Child::Expr(_) | Child::Place(_) => ir::walk_child(child, &mut |it| self.add(it)),
                Child::Body(body) => self.demand(body),
            });
        }
    }

    /// Adds the variables of a node.
    fn add(&mut self, node: Node<'_>) {
        self.locals.extend(ir::mentioned(node));
        match node {
            Node::Place(Place { root: Root::View(id), .. }) | Node::Expr(Expr { kind: ExprKind::Shown(id), .. }) => {
                self.fields.insert(*id);
            }
            Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => {}
        }
    }

    /// `true` if a statement changes a needed value, or the flow of control.
    fn needs(&self, stmt: &Stmt) -> bool {
        let mut needs = false;
        ir::walk(std::slice::from_ref(stmt), &mut |node| {
            ir::changed_places(node, &mut |it| {
                needs |= matches!(it.root, Root::View(id) if self.fields.contains(&id));
            });
            needs |= matches!(node, Node::Stmt(it) if matches!(
                it.kind,
                StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) | StmtKind::Stop(_)
            ));
            needs |= ir::written(node).iter().any(|id| self.locals.contains(id));
        });
        needs
    }

    fn body(&self, body: &mut Vec<Stmt>) {
        body.retain(|it| self.needs(it));
        for it in body {
            ir::bodies_mut(it).into_iter().for_each(|it| self.body(it));
        }
    }
}
