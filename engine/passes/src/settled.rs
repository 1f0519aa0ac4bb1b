//! Checks that every local of a function is assigned before it is read, on every path.

use ir::{ChildMut, Expr, ExprKind, Function, LocalId, Root, Stmt, StmtKind};

/// Written where it is called, in a loop too, such a function finds nothing of the time before.
pub fn locals(it: &Function) -> bool {
    let params = usize::from(it.params);
    let mut settled = Settled { known: (0..it.locals.len()).map(|i| i < params).collect(), holds: true };
    settled.body(&mut it.body.clone());
    settled.holds
}

struct Settled {
    /// `true` for locals with a value here.
    known: Vec<bool>,
    holds: bool,
}

impl Settled {
    fn read(&mut self, id: LocalId) {
        self.holds &= self.known.get(id.0 as usize).is_some_and(|it| *it);
    }

    fn set(&mut self, id: LocalId) {
        if let Some(it) = self.known.get_mut(id.0 as usize) {
            *it = true;
        }
    }

    /// Visits code that may not run: its assignments count only inside it. Returns the facts at its end.
    fn aside(&mut self, run: impl FnOnce(&mut Settled)) -> Vec<bool> {
        let before = self.known.clone();
        run(self);
        std::mem::replace(&mut self.known, before)
    }

    fn body(&mut self, body: &mut [Stmt]) {
        body.iter_mut().for_each(|it| self.stmt(it));
    }

    fn stmt(&mut self, it: &mut Stmt) {
        match &mut it.kind {
            StmtKind::If(condition, yes, no) => {
                self.expr(condition);
                let yes = self.aside(|it| it.body(yes));
                let no = self.aside(|it| it.body(no));
                self.known = yes.into_iter().zip(no).map(|(a, b)| a && b).collect();
            }
            StmtKind::ForRange(id, from, to, body) => {
                [from, to].into_iter().for_each(|it| self.expr(it));
                self.looped(*id, body);
            }
            StmtKind::ForEach(id, list, body) => {
                self.expr(list);
                self.looped(*id, body);
            }
            _ => {
                ir::stmt_children_mut(it, &mut |child| self.child(child));
                if let StmtKind::Set(id, _) = it.kind {
                    self.set(id);
                }
            }
        }
    }

    fn looped(&mut self, id: LocalId, body: &mut [Stmt]) {
        self.aside(|it| {
            it.set(id);
            it.body(body);
        });
    }

    fn child(&mut self, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(e) => self.expr(e),
            ChildMut::Place(it) => {
                if let Root::Local(id) = it.root {
                    self.read(id);
                }
                ir::place_children_mut(it, &mut |child| self.child(child));
            }
            ChildMut::Body(body) => {
                self.aside(|it| it.body(body));
            }
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Local(id) => self.read(*id),
            ExprKind::Block(body, value) => {
                self.aside(|it| {
                    it.body(body);
                    it.expr(value);
                });
            }
            _ => ir::expr_children_mut(e, &mut |child| self.child(child)),
        }
    }
}
