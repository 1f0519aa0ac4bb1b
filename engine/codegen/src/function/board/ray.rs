//! Rays on boards where consecutive cells in a direction have a constant distance: a loop over one adds to the cell,
//! and reads no list. The list is only looked up for other uses.
//!
//! Invariant: the cells, their order and the steps are those of the list, which is available for other uses.

use crate::analysis::ranges::sets;
use crate::function::fuel::Count;
use crate::function::{FunctionCompiler, Loop, Ray, Stride, mentions};
use crate::wasm::{Emit, I32, I64, Mem};
use diag::Code;
use ir::{Arg, BoardOp, Const, Expr, ExprKind, Function, LocalId, Node, Place, Root, Step, Stmt, StmtKind, Ty, walk};

/// Maximum nodes of a loop body that is duplicated: the first iteration apart, then two at once.
const WRITTEN_NODES_MAX: u32 = 40;

/// Maximum depth of functions analysed for a ray passed on.
const HANDED_ON_MAX: u32 = 4;

impl<'p> FunctionCompiler<'_, 'p> {
    /// The ray of an expression, if it can be iterated by adding; pushes nothing.
    pub fn ray_along(&mut self, e: &'p Expr) -> Option<Ray> {
        let ExprKind::Board(BoardOp::Ray, board, args) = &e.kind else { return self.known_ray(e) };
        let tables = self.module.tables(board.index() as u16);
        let known = self.bounds(&args[1]);
        let strides = tables.strides.clone().filter(|_| self.module.fast)?;
        if !known.is_index(i64::from(tables.directions)) {
            return None;
        }
        let shape = &self.module.program.boards[board.index()];
        let parts: Vec<Ty> = BoardOp::Ray.parts().iter().map(|it| it.ty(shape)).collect();
        let outer = std::mem::replace(&mut self.span, e.span);
        let given = self.operands(args, &parts);
        let slot = self.code.local(I32);
        let table = self.ray_slot(board.index() as u16, &given, &tables);
        self.code.set(slot);
        self.span = outer;
        let (cell, direction) = (given[0].at, given[1].at);
        let (from, count) = (self.code.local(I64), self.code.local(I32));
        self.code.get(cell).set(from);
        self.code.get(cell).i64(i64::from(tables.directions)).sink().i64_mul().local_get(direction).i64_add();
        self.code.sink().i32_wrap_i64();
        self.code.load(Mem::Int(1), tables.ray_lengths.at()).sink().i32_wrap_i64().local_set(count);
        let stride = match known.one() {
            Some(direction) => Stride::Known(strides[direction as usize]),
            None => {
                let stride = self.code.local(I64);
                self.code.get(direction).sink().i32_wrap_i64().i32_const(2).i32_shl();
                self.code.load(Mem::Int(4), tables.ray_strides.at()).set(stride);
                Stride::Held(stride)
            }
        };
        Some(Ray { from, stride, count, slot, table })
    }

    /// The ray in a local.
    pub fn known_ray(&self, e: &Expr) -> Option<Ray> {
        let ExprKind::Local(id) = e.kind else { return None };
        self.ray_in(id)
    }

    fn ray_in(&self, local: LocalId) -> Option<Ray> {
        let at = self.locals[local.0 as usize];
        self.rays.iter().rfind(|it| it.0 == at).map(|it| it.1)
    }

    /// If a place is an element of a ray in a local, pushes that cell and returns `true`.
    pub fn cell_of_ray(&mut self, place: &'p Place) -> bool {
        let (Root::Local(id), Some(at)) = (place.root, nth(place)) else { return false };
        let Some(ray) = self.ray_in(id) else { return false };
        let n = self.code.local(I64);
        self.value(at);
        self.code.set(n);
        let outer = std::mem::replace(&mut self.span, place.span);
        self.code.get(n).get(ray.count).sink().i64_extend_i32_u().i64_ge_u();
        self.trap_if_with(Code::OutOfRange, n, &|it| {
            it.get(ray.count).sink().i64_extend_i32_u();
        });
        self.span = outer;
        self.code.get(ray.from).get(n).i64(1).sink().i64_add();
        self.leave_stride(ray);
        self.code.sink().i64_mul().i64_add();
        true
    }

    fn leave_stride(&mut self, ray: Ray) {
        match ray.stride {
            Stride::Known(n) => drop(self.code.i64(n)),
            Stride::Held(stride) => drop(self.code.get(stride)),
        }
    }

    /// Leaves the list of a ray.
    pub fn list_of_ray(&mut self, ray: Ray) {
        self.code.get(ray.slot).load(Mem::Ptr, ray.table);
    }

    /// `true` if a local is assigned once, to a ray, and never changed.
    pub fn holds_ray(&self, local: LocalId, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Board(BoardOp::Ray, ..)) && self.change_count(local.0 as usize) == 1
    }

    /// `true` if the ray assigned to a local by the current statement is only iterated, and only by the statements
    /// after it.
    pub fn is_gone_along(&self, local: LocalId) -> bool {
        let (body, i) = self.statement;
        let rest = &body[i..];
        let is_set_here = matches!(rest, [Stmt { kind: StmtKind::Set(id, _), .. }, ..] if *id == local);
        is_set_here && self.uses_along(self.function, rest, local, 0) == mentions(&self.function.body, local)
    }

    /// `true` if a function only iterates the ray it is given.
    pub fn goes_along(&self, function: &Function, param: usize) -> bool {
        self.goes_along_within(function, param, 0)
    }

    fn goes_along_within(&self, function: &Function, param: usize, depth: u32) -> bool {
        let local = LocalId(param as u32);
        let mut set = function.inout[param] || depth > HANDED_ON_MAX;
        walk(&function.body, &mut |node| set |= sets(node, param));
        !set && self.uses_along(function, &function.body, local, depth) == mentions(&function.body, local)
    }

    /// Number of uses of a ray in part of a function that iterate it, read a cell, or pass it to functions that only do
    /// so.
    fn uses_along(&self, function: &Function, body: &[Stmt], local: LocalId, depth: u32) -> usize {
        let is_it = |e: &Expr| matches!(e.kind, ExprKind::Local(id) if id == local);
        let mut uses = 0;
        walk(body, &mut |node| match node {
            Node::Stmt(Stmt { kind: StmtKind::ForEach(to, list, _), .. }) if is_it(list) => {
                uses += usize::from(function.locals[to.0 as usize].ty == Ty::Int);
            }
            Node::Expr(Expr { kind: ExprKind::Load(place), .. }) => {
                uses += usize::from(place.root == Root::Local(local) && nth(place).is_some());
            }
            Node::Expr(Expr { kind: ExprKind::Call(id, args), .. }) => {
                let callee = self.module.program.function(*id);
                let given = |arg: &Arg| matches!(arg, Arg::Value(e) if is_it(e));
                let given = args.iter().enumerate().filter(|it| given(it.1));
                uses += given.filter(|it| self.goes_along_within(callee, it.0, depth + 1)).count();
            }
            Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => {}
        });
        uses
    }

    /// A loop along a ray.
    pub fn along_ray(&mut self, local: LocalId, ray: Ray, body: &'p [Stmt], round: u32) {
        let (at, last) = (self.code.local(I64), self.code.local(I64));
        let outer = self.filling;
        let filling = self.reserve((local, body), true, &|it| {
            it.get(ray.count);
        });
        let round = self.pay_at_once(body, round, |_| Count::Held(ray.count));
        self.code.get(ray.from).tee(at).get(ray.count).sink().i64_extend_i32_u();
        self.leave_stride(ray);
        self.code.sink().i64_mul().i64_add().local_set(last);
        self.block(|this, end| {
            let to_next = |this: &mut Self| {
                this.code.get(at);
                this.leave_stride(ray);
                this.code.sink().i64_add().local_tee(at).local_set(this.locals[local.0 as usize]);
                this.block(|this, next| this.inside(Loop { end, next }, body));
                this.code.get(at).get(last).sink().i64_eq();
                this.code.br_if(end);
                this.spend(round);
            };
            this.code.get(ray.count).sink().i32_eqz();
            this.code.br_if(end);
            this.first_round(body, to_next);
            this.loop_(|this, again| {
                to_next(this);
                if this.module.fast && this.fits_again(3, body, WRITTEN_NODES_MAX) {
                    to_next(this);
                }
                this.code.br(again);
            });
        });
        self.filled(filling, outer);
    }

    /// The first round of a loop with early exits, emitted separately if it is short: most exits are in this round, and
    /// the assignments at the end of each round have not happened yet.
    fn first_round(&mut self, body: &'p [Stmt], write: impl FnOnce(&mut Self)) {
        let mut leaves = false;
        walk(body, &mut |node| {
            leaves |= matches!(node, Node::Stmt(Stmt { kind: StmtKind::Break | StmtKind::Return(_), .. }));
        });
        if !leaves || !self.module.fast || !self.fits_again(2, body, WRITTEN_NODES_MAX) {
            return;
        }
        match self.set_in_the_end(body) {
            Some((flag, before)) => {
                let known = self.facts[flag].constant.replace(before);
                write(self);
                self.facts[flag].constant = known;
            }
            None => write(self),
        }
    }

    /// A local that is set to a truth value at the end of each round of a loop and nowhere else in it, and its value
    /// before the loop, which is the statement being written.
    fn set_in_the_end(&self, body: &'p [Stmt]) -> Option<(usize, &'p Const)> {
        let truth = |it: &'p Stmt| match &it.kind {
            StmtKind::Set(id, Expr { kind: ExprKind::Const(it @ Const::Bool(_)), .. }) => Some((id.0 as usize, it)),
            _ => None,
        };
        let (flag, _) = truth(body.last()?)?;
        let count = |body: &[Stmt]| {
            let mut count = 0;
            walk(body, &mut |node| count += usize::from(sets(node, flag)));
            count
        };
        let (around, i) = self.statement;
        let is_loop = matches!(&around.get(i)?.kind, StmtKind::ForEach(_, _, it) if std::ptr::eq(it.as_slice(), body));
        let before = around[..i].iter().rfind(|it| count(std::slice::from_ref(*it)) > 0).and_then(truth)?;
        (is_loop && before.0 == flag && count(body) == 1).then_some(before)
    }
}

/// The number of the element that a place is, in the value at its root.
fn nth(place: &Place) -> Option<&Expr> {
    match place.path.as_slice() {
        [Step::Index(at)] if at.ty == Ty::Int => Some(at),
        _ => None,
    }
}
