//! The functions of a program: loops through numbers and lists.

use crate::asm::{I32, I64, Mem};
use crate::facts::{constant, constants};
use crate::func::{Fx, Loop, is_fresh};
use crate::inline::ROOM;
use crate::layout::{self, Rep, rep};
use crate::typed::{ITEMS, LEN, SHARED, What, load};
use diag::Code;
use ir::steps::{copies, is_list};
use ir::{Const, Expr, ExprKind, LocalId, Node, Stmt, Ty, walk};

/// The longest list that a loop is written out for, round after round, and as many nodes as all rounds may have, those
/// of functions that are called included.
const LONGEST: usize = 8;
const MOST: u32 = 600;

impl<'p> Fx<'_, 'p> {
    pub fn for_range(&mut self, local: LocalId, ends: [&'p Expr; 2], body: &'p [Stmt], round: u32) {
        match self.gathers(local, ends, body) {
            Some(it) => {
                let done = self.body.block();
                self.gather(&it, round, done);
                self.range(local, ends, body, round);
                self.body.end();
            }
            None => self.range(local, ends, body, round),
        }
    }

    fn range(&mut self, local: LocalId, [from, last]: [&'p Expr; 2], body: &'p [Stmt], round: u32) {
        let (at, stop) = (self.body.local(I64), self.body.local(I64));
        let to = self.locals[local.0 as usize];
        self.value(from);
        self.body.set(at);
        self.value(last);
        self.body.set(stop);
        let end = self.body.block();
        self.body.get(at).get(stop).sink().i64_gt_s();
        self.body.br_if(end);
        let again = self.body.loop_();
        self.body.get(at).set(to);
        let next = self.body.block();
        self.inside(Loop { end, next }, body);
        self.body.end();
        self.body.get(at).get(stop).sink().i64_ge_s();
        self.body.br_if(end);
        self.body.get(at).i64(1).sink().i64_add().local_set(at);
        self.spend(round);
        self.body.br(again);
        self.body.end();
        self.body.end();
    }

    pub fn for_each(&mut self, local: LocalId, list: &'p Expr, body: &'p [Stmt], round: u32) {
        if self.unroll(local, list, body, round) {
            return;
        }
        let program = self.gen_.program;
        let all = Ty::Any.list();
        let list_ty = if list.ty == Ty::Any { &all } else { &list.ty };
        let Some(of) = list_ty.element() else { return };
        let stride = self.gen_.stride(list_ty);
        let (base, at, end_at) = (self.body.local(I32), self.body.local(I32), self.body.local(I32));
        self.value(list);
        if list.ty == Ty::Any {
            let (cast, site) = (self.gen_.typed(What::FromAny, &all), self.site(Code::BadCast));
            self.body.i32(site).call(cast);
        }
        self.body.set(base);
        let count = match list_ty {
            Ty::Array(_, index) => Some(program.count(*index) as u32),
            _ => self.length_of(list),
        };
        if copies(list) {
            let count = self.length_of(list);
            self.copied_list(base, &list.ty, count);
        }
        // What the body may change is kept as it was.
        let changes = !is_fresh(list) && !self.is_quiet_body(body);
        if let Ty::Array(..) = list_ty {
            if changes {
                let size = layout::size(program, list_ty);
                let copy = self.body.local(I32);
                self.body.i32(size).call(self.gen_.rt.alloc).tee(copy).get(base).copy(size);
                self.body.get(copy);
                self.gen_.share_at(&mut self.body, list_ty);
                self.body.get(copy).set(base);
            }
            self.body.get(base).set(at);
        } else {
            if changes && list.ty != Ty::Any {
                self.body.get(base).i32(1).store(Mem::Ptr, SHARED);
            }
            self.body.get(base).plus(ITEMS).set(at);
        }
        self.body.get(at);
        match count {
            Some(count) => self.body.plus(stride * count),
            None => {
                self.body.get(base).load(Mem::Ptr, LEN).i32(stride).sink().i32_mul().i32_add();
                &mut self.body
            }
        };
        self.body.set(end_at);
        let to = self.locals[local.0 as usize];
        let ty = &self.function.locals[local.0 as usize].ty;
        let end = self.body.block();
        if count.is_none_or(|it| it == 0) {
            self.body.get(at).get(end_at).sink().i32_ge_u();
            self.body.br_if(end);
        }
        let again = self.body.loop_();
        let looked_into = self.facts[local.0 as usize].looked_into;
        if rep(of) == Rep::Inline && looked_into {
            // It stays where it is, for the list does while this runs.
            self.body.get(at).set(to);
        } else if rep(of) == Rep::Inline {
            let size = layout::size(program, of);
            self.body.get(to).get(at).copy(size);
            self.body.get(to);
            self.gen_.share_at(&mut self.body, of);
        } else {
            self.body.get(at);
            load(program, &mut self.body, of, 0);
            if !looked_into {
                self.share_value(of);
            }
            self.convert(of, ty);
            self.body.set(to);
        }
        let inner = self.length_within(list).filter(|_| of == ty && self.facts[local.0 as usize].of_one_loop);
        if is_list(ty) {
            self.copied_list(to, ty, inner);
        }
        self.lengths.extend(inner.map(|it| (to, it)));
        let next = self.body.block();
        self.inside(Loop { end, next }, body);
        self.body.end();
        if inner.is_some() {
            self.lengths.pop();
        }
        self.body.get(at).i32(stride).sink().i32_add().local_tee(at).local_get(end_at).i32_ge_u();
        self.body.br_if(end);
        self.spend(round);
        self.body.br(again);
        self.body.end();
        self.body.end();
    }

    /// A short loop over a constant is written out, round after round; gives whether it was.
    fn unroll(&mut self, local: LocalId, list: &'p Expr, body: &'p [Stmt], round: u32) -> bool {
        let i = local.0 as usize;
        let ty = &self.function.locals[i].ty;
        let (Some(items), Some(of)) = (self.constants(list), list.ty.element()) else { return false };
        let fact = self.facts[i];
        let fits = matches!(of, Ty::Int | Ty::List(_) | Ty::Record(_) | Ty::Packed(_)) && of == ty;
        if !fits || !fact.of_one_loop || !fact.looked_into && *of != Ty::Int || !self.is_short(items, body) {
            return false;
        }
        if copies(list) {
            let base = self.body.local(I32);
            self.copied_list(base, &list.ty, Some(items.len() as u32));
        }
        if self.seek(local, items, body, round) {
            return true;
        }
        let to = self.locals[i];
        let end = self.body.block();
        for (n, item) in items.iter().enumerate() {
            if n > 0 {
                self.spend(round);
            }
            self.constant(item, of);
            self.body.set(to);
            if let (Const::List(items), true) = (item, is_list(ty)) {
                self.copied_list(to, ty, Some(items.len() as u32));
            }
            self.facts[i].constant = Some(item);
            if let Some(bounds) = constants(item) {
                self.facts[i].bounds = bounds;
            }
            let next = self.body.block();
            self.inside(Loop { end, next }, body);
            self.body.end();
        }
        self.facts[i] = fact;
        self.body.end();
        true
    }

    /// Whether a loop over these is worth to be written out.
    fn is_short(&self, items: &[Const], body: &[Stmt]) -> bool {
        if self.body.size() >= ROOM || items.len() > LONGEST {
            return false;
        }
        let mut nodes = 0_u32;
        walk(body, &mut |node| {
            nodes = nodes.saturating_add(match node {
                Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => self.gen_.weights[id.index()],
                _ => 1,
            });
        });
        nodes.saturating_mul(items.len() as u32) <= MOST
    }

    /// How long a list or set is, where that is known.
    fn length_of(&self, e: &'p Expr) -> Option<u32> {
        if let Some(items) = self.constants(e) {
            return Some(items.len() as u32);
        }
        let ExprKind::Local(id) = e.kind else { return None };
        let local = self.locals[id.0 as usize];
        self.lengths.iter().find(|it| it.0 == local).map(|it| it.1)
    }

    /// How long all lists in a list are, where that is known and the same.
    fn length_within(&self, e: &'p Expr) -> Option<u32> {
        let length = |it: &Const| match it {
            Const::List(items) => Some(items.len() as u32),
            _ => None,
        };
        let mut all = match e.ty.element()? {
            Ty::List(_) | Ty::Set(_) => self.constants(e)?.iter().map(length),
            _ => return None,
        };
        let first = all.next()??;
        all.all(|it| it == Some(first)).then_some(first)
    }

    /// The elements of a constant list or set.
    fn constants(&self, e: &'p Expr) -> Option<&'p [Const]> {
        let value = match &e.kind {
            ExprKind::Const(it) => it,
            ExprKind::Data(id) => &self.gen_.program.data[id.index()].value,
            _ => constant(&self.facts, e)?,
        };
        match (value, &e.ty) {
            (Const::List(items), Ty::List(_) | Ty::Set(_)) => Some(items),
            _ => None,
        }
    }
}
