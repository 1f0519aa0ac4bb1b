//! Rays on boards where the cells in a direction follow one another at the same distance: a loop goes along one by adding to the
//! cell, and reads no list.
//!
//! What must stay true: the cells, their order and the steps are those of the list, which is there for whatever else looks at it.

use crate::function::expr::Given;
use crate::function::fuel::Count;
use crate::function::{FunctionCompiler, Loop, Ray, Stride};
use crate::layout::boards::Tables;
use crate::wasm::{Emit, I32, I64, Mem};
use ir::{BoardOp, Expr, ExprKind, LocalId, Stmt, Ty};

impl<'p> FunctionCompiler<'_, 'p> {
    /// Leaves a list; gives the ray, if it is known to be one that can be gone along.
    pub fn list_or_ray(&mut self, list: &'p Expr) -> Option<Ray> {
        match &list.kind {
            ExprKind::Board(BoardOp::Ray, board, args) if self.module.fast => {
                let board = board.index() as u16;
                let tables = self.module.tables(board);
                let shape = &self.module.program.boards[usize::from(board)];
                let parts: Vec<Ty> = BoardOp::Ray.parts().iter().map(|it| it.ty(shape)).collect();
                let outer = std::mem::replace(&mut self.span, list.span);
                let given = self.operands(args, &parts);
                self.ray(board, &given, &tables);
                let ray = self.steady_ray(&given, &tables);
                self.span = outer;
                ray
            }
            _ => {
                self.value(list);
                self.known_ray(list)
            }
        }
    }

    /// The ray that stands in a local.
    pub fn known_ray(&self, list: &Expr) -> Option<Ray> {
        let ExprKind::Local(id) = list.kind else { return None };
        let at = self.locals[id.0 as usize];
        self.rays.iter().rfind(|it| it.0 == at).map(|it| it.1)
    }

    /// Whether a local is set once, to a ray, and never changed.
    pub fn holds_ray(&self, local: LocalId, e: &Expr) -> bool {
        matches!(e.kind, ExprKind::Board(BoardOp::Ray, ..)) && self.change_count(local.0 as usize) == 1
    }

    /// The ray from a cell in a direction, both of which are there.
    fn steady_ray(&mut self, given: &[Given<'p>], tables: &Tables) -> Option<Ray> {
        let strides = tables.strides.clone()?;
        let (cell, direction) = (given[0].at, given[1].at);
        let known = self.bounds(given[1].e);
        if !known.is_index(i64::from(tables.directions)) {
            return None;
        }
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
        Some(Ray { from, stride, count })
    }

    /// A loop along a ray.
    pub fn along_ray(&mut self, local: LocalId, ray: Ray, body: &'p [Stmt], round: u32) {
        let (at, last) = (self.code.local(I64), self.code.local(I64));
        let outer = self.filling;
        let filling = self.reserve((local, body), true, &|it| {
            it.get(ray.count);
        });
        let round = self.pay_at_once(body, round, |_| Count::Held(ray.count));
        let leave_stride = |this: &mut Self| match ray.stride {
            Stride::Known(n) => drop(this.code.i64(n)),
            Stride::Held(stride) => drop(this.code.get(stride)),
        };
        self.code.get(ray.from).tee(at).get(ray.count).sink().i64_extend_i32_u();
        leave_stride(self);
        self.code.sink().i64_mul().i64_add().local_set(last);
        self.block(|this, end| {
            this.code.get(ray.count).sink().i32_eqz();
            this.code.br_if(end);
            this.loop_(|this, again| {
                this.code.get(at);
                leave_stride(this);
                this.code.sink().i64_add().local_tee(at).local_set(this.locals[local.0 as usize]);
                this.block(|this, next| this.inside(Loop { end, next }, body));
                this.code.get(at).get(last).sink().i64_eq();
                this.code.br_if(end);
                this.spend(round);
                this.code.br(again);
            });
        });
        self.filled(filling, outer);
    }
}
