//! The functions of a program: loops through numbers and lists.

use crate::analysis::ranges::{constant, constants};
use crate::function::byte_scan::Bytes;
use crate::function::fuel::Count;
use crate::function::inline::CALLER_BYTES_MAX;
use crate::function::{Filling, FunctionCompiler, Loop, is_fresh};
use crate::layout::access::load;
use crate::layout::memory::{ITEMS, LEN, SHARED};
use crate::layout::{self, Rep, rep};
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Label, Local, Mem};
use diag::Code;
use ir::steps::{copies, is_list};
use ir::{Builtin, Const, Expr, ExprKind, LocalId, Node, Place, PlaceOp, Root, Stmt, StmtKind, Ty, walk, walk_expr};
use std::slice;

/// The longest list that a loop is unrolled for, and as many nodes as all rounds may have, those
/// of functions that are called included.
const UNROLLED_ITEMS_MAX: usize = 8;
const UNROLLED_NODES_MAX: u32 = 800;

/// Maximum total nodes of loop bodies duplicated for several lists.
const SEVERAL_NODES_MAX: u32 = 120;

/// Maximum elements to make room for before a loop over numbers.
const RESERVED_MAX: i64 = 1024;

/// Maximum lists iterated one after another.
const PARTS_MAX: usize = 8;

/// The operands of a concatenation, if they have its type.
fn concat(e: &Expr) -> Option<&[Expr]> {
    match &e.kind {
        ExprKind::Builtin(Builtin::Concat, args) => {
            Some(args.as_slice()).filter(|it| it.iter().all(|it| it.ty == e.ty))
        }
        _ => None,
    }
}

fn is_local(e: &Expr, local: LocalId) -> bool {
    matches!(e.kind, ExprKind::Local(id) if id == local)
}

/// The parts of a concatenated list, all of one type.
fn joined(e: &Expr) -> Vec<&Expr> {
    concat(e).map_or(vec![e], |args| args.iter().flat_map(joined).collect())
}

impl<'p> FunctionCompiler<'_, 'p> {
    pub fn for_range(&mut self, local: LocalId, ends: [&'p Expr; 2], body: &'p [Stmt], round: u32) {
        let (at, stop) = (self.code.local(I64), self.code.local(I64));
        self.block(|this, done| {
            if let Some(it) = this.offer_loop(local, ends, body) {
                let sparse = this.sparse_loop(local, ends, body, round);
                this.branchless_offers(&it, sparse.as_ref(), round, done);
            }
            if let Some((scan, bytes)) = this.byte_scan_of_indices(local, ends, body, round) {
                return this.scan_bytes(&scan, (slice::from_ref(&bytes), bytes.count), round);
            }
            if let Some(it) = this.sparse_loop(local, ends, body, round) {
                return this.each_match(&it, local, round, done);
            }
            for (to, end) in [at, stop].into_iter().zip(ends) {
                this.value(end);
                this.code.set(to);
            }
            let more = this.bounds(ends[1]).minus(this.bounds(ends[0])).high;
            let few = more < RESERVED_MAX;
            let outer = this.filling;
            let filling = this.reserve((local, body), few, &|it| {
                // No more than a few pages before it is known that the steps last.
                let more = it.local(I64);
                it.get(stop).get(at).sink().i64_sub().i64_const(1).i64_add().local_tee(more);
                it.i64(0).get(more).i64(RESERVED_MAX).sink().i64_le_u().select().i32_wrap_i64();
            });
            if let Some(offer) = this.offers_all(local, body) {
                this.offer_all(offer, local, [at, stop], round, done);
            }
            this.range(local, [at, stop], body, (round, more < this.module.limits.list as i64));
            this.filled(filling, outer);
        });
    }

    /// The first and the last number of a loop, where they are known.
    pub fn known_ends(&self, ends: [&Expr; 2]) -> Option<(i64, i64)> {
        let [from, last] = ends.map(|it| match it.kind {
            ExprKind::Const(Const::Int(n)) => Some(n),
            _ => self.known(it),
        });
        from.zip(last)
    }

    /// `few`: there are no more numbers than a list may have elements.
    fn range(&mut self, local: LocalId, [at, stop]: [Local; 2], body: &'p [Stmt], (round, few): (u32, bool)) {
        let to = self.locals[local.0 as usize];
        self.block(|this, end| {
            this.code.get(at).get(stop).sink().i64_gt_s();
            this.code.br_if(end);
            let round = if few {
                this.pay_at_once(body, round, |this| {
                    let count = this.code.local(I32);
                    this.code.get(stop).get(at).sink().i64_sub().i32_wrap_i64().i32_const(1).i32_add().local_set(count);
                    Count::Held(count)
                })
            } else {
                round
            };
            this.loop_(|this, again| {
                this.code.get(at).set(to);
                this.block(|this, next| {
                    this.inside(Loop { end, next }, body);
                });
                this.code.get(at).get(stop).sink().i64_ge_s();
                this.code.br_if(end);
                this.code.get(at).i64(1).sink().i64_add().local_set(at);
                this.spend(round);
                this.code.br(again);
            });
        });
    }

    pub fn for_each(&mut self, local: LocalId, list: &'p Expr, body: &'p [Stmt], round: u32) {
        if self.unroll(local, list, body, round) || self.one_after_another(local, list, body, round) {
            return;
        }
        let program = self.module.program;
        let all = Ty::Any.list();
        let list_ty = if list.ty == Ty::Any { &all } else { &list.ty };
        let of = self.module.element(list_ty);
        let stride = self.module.stride(list_ty);
        let (base, at, end_at) = (self.code.local(I32), self.code.local(I32), self.code.local(I32));
        let is_plain = self.function.locals[local.0 as usize].ty == Ty::Int;
        if is_plain && let Some(ray) = self.ray_along(list) {
            if self.copy_takes_steps(list, &list.ty) {
                self.copied_entries(ray.count);
            }
            return self.along_ray(local, ray, body, round);
        }
        self.value(list);
        if list.ty == Ty::Any {
            let (cast, site) = (self.module.helper_for(Helper::FromAny, &all), self.site(Code::BadCast));
            self.code.i32(site).call(cast);
        }
        self.code.set(base);
        let count = match list_ty {
            Ty::Array(_, index) => Some(program.count(*index) as u32),
            _ => self.length_of(list),
        };
        if self.copy_takes_steps(list, &list.ty) {
            let count = self.length_of(list);
            self.copied_list(base, &list.ty, count);
        }
        if let Some(scan) = self.byte_scan((local, of), body, round, &|it| is_local(it, local)) {
            let bytes = self.bytes_of(base, list_ty, count);
            return self.scan_bytes(&scan, (slice::from_ref(&bytes), bytes.count), round);
        }
        // If the body may change the list, the old one is kept.
        let changes = !is_fresh(list) && !self.leaves_alone(body, list);
        if let Ty::Array(..) = list_ty {
            if changes {
                let size = layout::size(program, list_ty);
                let copy = self.code.local(I32);
                self.code.i32(size).call(self.module.rt.alloc).tee(copy).get(base).copy(size);
                self.code.get(copy);
                self.module.share_at(&mut self.code, list_ty);
                self.code.get(copy).set(base);
            }
            self.code.get(base).set(at);
        } else {
            if changes && list.ty != Ty::Any {
                self.code.get(base).i32(1).store(Mem::Ptr, SHARED);
            }
            self.code.get(base).plus(ITEMS).set(at);
        }
        let outer = self.filling;
        let filling = self.reserve((local, body), true, &|it| {
            match count {
                Some(count) => it.i32(count),
                None => it.get(base).load(Mem::Ptr, LEN),
            };
        });
        let round = self.pay_at_once(body, round, |this| match count {
            Some(n) => Count::Known(n),
            None => {
                let len = this.code.local(I32);
                this.code.get(base).load(Mem::Ptr, LEN).set(len);
                Count::Held(len)
            }
        });
        self.code.get(at);
        match count {
            Some(count) => self.code.plus(stride * count),
            None => {
                self.code.get(base).load(Mem::Ptr, LEN).i32(stride).sink().i32_mul().i32_add();
                &mut self.code
            }
        };
        self.code.set(end_at);
        let to = self.locals[local.0 as usize];
        let ty = &self.function.locals[local.0 as usize].ty;
        self.block(|this, end| {
            if count.is_none_or(|it| it == 0) {
                this.code.get(at).get(end_at).sink().i32_ge_u();
                this.code.br_if(end);
            }
            this.loop_(|this, again| {
                this.take(local, of, at);
                let inner = this.length_within(list).filter(|_| of == ty && this.facts[local.0 as usize].of_one_loop);
                if is_list(ty) {
                    this.copied_list(to, ty, inner);
                }
                this.lengths.extend(inner.map(|it| (to, it)));
                this.block(|this, next| {
                    this.inside(Loop { end, next }, body);
                });
                if inner.is_some() {
                    this.lengths.pop();
                }
                this.code.get(at).i32(stride).sink().i32_add().local_tee(at).local_get(end_at).i32_ge_u();
                this.code.br_if(end);
                this.spend(round);
                this.code.br(again);
            });
        });
        self.filled(filling, outer);
    }

    /// Address and length of a list's or array's elements of one byte each.
    fn bytes_of(&mut self, base: Local, ty: &Ty, count: Option<u32>) -> Bytes {
        let (at, len) = (self.code.local(I32), self.code.local(I32));
        self.code.get(base);
        if !matches!(ty, Ty::Array(..)) {
            self.code.plus(ITEMS);
        }
        self.code.set(at);
        let count = count.map_or_else(
            || {
                self.code.get(base).load(Mem::Ptr, LEN).set(len);
                Count::Held(len)
            },
            Count::Known,
        );
        Bytes { at, count }
    }

    /// Sets the local of a loop to the element at an address.
    fn take(&mut self, local: LocalId, of: &Ty, at: Local) {
        let program = self.module.program;
        let (to, borrowed) = (self.locals[local.0 as usize], self.facts[local.0 as usize].borrowed);
        if rep(of) == Rep::Inline && borrowed {
            // It needs no copy: the list does not change during the loop.
            self.code.get(at).set(to);
        } else if rep(of) == Rep::Inline {
            let size = layout::size(program, of);
            self.code.get(to).get(at).copy(size);
            self.code.get(to);
            self.module.share_at(&mut self.code, of);
        } else {
            self.code.get(at);
            load(program, &mut self.code, of, 0);
            if !borrowed {
                self.share_value(of);
            }
            let ty = &self.function.locals[local.0 as usize].ty;
            self.convert(of, ty);
            self.code.set(to);
        }
    }

    /// Iterates the parts of a concatenation one after another, if the body changes none of them; returns `true` then.
    fn one_after_another(&mut self, local: LocalId, list: &'p Expr, body: &'p [Stmt], round: u32) -> bool {
        let (parts, Some(of)) = (joined(list), list.ty.element()) else { return false };
        let fits = (2..=PARTS_MAX).contains(&parts.len()) && parts[1..].iter().all(|it| self.is_quiet(it));
        if !self.module.fast || !fits || !self.leaves_alone(body, list) {
            return false;
        }
        let stride = self.module.stride(&list.ty);
        let [at, end_at, next_part] = std::array::from_fn(|_| self.code.local(I32));
        let mut lists = Vec::new();
        let count = self.join_lengths(list, &mut lists);
        if let Some(scan) = self.byte_scan((local, of), body, round, &|it| is_local(it, local)) {
            let bytes: Vec<Bytes> = lists.into_iter().map(|it| self.bytes_of(it, &list.ty, None)).collect();
            self.scan_bytes(&scan, (&bytes, Count::Held(count)), round);
            return true;
        }
        let outer = self.filling;
        let filling = self.reserve((local, body), true, &|it| {
            it.get(count);
        });
        let round = self.pay_at_once(body, round, |_| Count::Held(count));
        if self.fits_again(lists.len(), body, SEVERAL_NODES_MAX) {
            self.each_of_several((local, of), &lists, body, round);
            self.filled(filling, outer);
            return true;
        }
        // To the next part that has an element, unless there is another one here.
        let advance = |this: &mut Self, end: Label| {
            this.block_loop(|this, found, again| {
                this.code.get(at).get(end_at).sink().i32_lt_u();
                this.code.br_if(found);
                this.code.get(next_part).i32(lists.len() as u32).sink().i32_eq();
                this.code.br_if(end);
                for (i, it) in lists.iter().enumerate() {
                    this.code.get(*it);
                    if i > 0 {
                        this.code.get(at).get(next_part).i32(i as u32).sink().i32_eq().select();
                    }
                    this.code.set(at);
                }
                this.code.get(next_part).i32(1).sink().i32_add().local_set(next_part);
                this.code.get(at).plus(ITEMS).get(at).load(Mem::Ptr, LEN).i32(stride).sink().i32_mul();
                this.code.set(end_at).tee(at).get(end_at).sink().i32_add().local_set(end_at);
                this.code.br(again);
            });
        };
        for it in [at, end_at, next_part] {
            self.code.i32(0).set(it);
        }
        self.block(|this, end| {
            advance(this, end);
            this.loop_(|this, again| {
                this.element((local, of), at, end, body);
                this.code.get(at).plus(stride).set(at);
                advance(this, end);
                this.spend(round);
                this.code.br(again);
            });
        });
        self.filled(filling, outer);
        true
    }

    /// An iteration over concatenated lists, for the element at an address.
    fn element(&mut self, (local, of): (LocalId, &Ty), at: Local, end: Label, body: &'p [Stmt]) {
        self.take(local, of, at);
        let ty = &self.function.locals[local.0 as usize].ty;
        if is_list(ty) {
            self.copied_list(self.locals[local.0 as usize], ty, None);
        }
        self.block(|this, next| this.inside(Loop { end, next }, body));
    }

    /// A loop for each of several lists, of a body that is short.
    fn each_of_several(&mut self, (local, of): (LocalId, &Ty), lists: &[Local], body: &'p [Stmt], round: u32) {
        let stride = self.module.stride(&of.clone().list());
        let [at, end_at, bytes, before] = std::array::from_fn(|_| self.code.local(I32));
        self.code.i32(0).set(before);
        self.block(|this, end| {
            for (i, list) in lists.iter().enumerate() {
                this.code.get(*list).load(Mem::Ptr, LEN).i32(stride).sink().i32_mul().local_set(bytes);
                this.block(|this, over| {
                    this.code.get(bytes).sink().i32_eqz();
                    this.code.br_if(over);
                    if i > 0 && round > 0 {
                        // The first round of all is paid for where the loop begins.
                        this.code.get(before);
                        this.if_(|this| this.spend(round));
                    }
                    this.code.get(*list).plus(ITEMS).tee(at).get(bytes).sink().i32_add().local_set(end_at);
                    this.loop_(|this, again| {
                        this.element((local, of), at, end, body);
                        this.code.get(at).plus(stride).tee(at).get(end_at).sink().i32_ge_u();
                        this.code.br_if(over);
                        this.spend(round);
                        this.code.br(again);
                    });
                });
                if i + 1 < lists.len() {
                    this.code.get(before).get(bytes).sink().i32_or().local_set(before);
                }
            }
        });
    }

    /// Evaluates the parts of a concatenation into locals, and charges the steps. Returns their total length.
    fn join_lengths(&mut self, e: &'p Expr, lists: &mut Vec<Local>) -> Local {
        let len = self.code.local(I32);
        let Some([a, b]) = concat(e) else {
            let list = self.code.local(I32);
            self.value(e);
            self.code.tee(list).load(Mem::Ptr, LEN).set(len);
            lists.push(list);
            return len;
        };
        let outer = std::mem::replace(&mut self.span, e.span);
        let [a, b] = [a, b].map(|it| self.join_lengths(it, lists));
        self.gone_through(a);
        self.gone_through(b);
        self.code.get(a).get(b).sink().i32_add().local_set(len);
        self.fits(len);
        self.span = outer;
        len
    }

    /// If each iteration of a loop appends exactly one element to lists, and does nothing else, reserves room for all
    /// at once; a single list is filled directly from then on, if there is room for `all`. `rounds` pushes the number
    /// of iterations.
    pub fn reserve(
        &mut self,
        (local, body): (LocalId, &'p [Stmt]),
        all: bool,
        rounds: &dyn Fn(&mut CodeBuilder),
    ) -> Option<Filling> {
        let pushed = |it: &'p Stmt| match &it.kind {
            StmtKind::PlaceOp(PlaceOp::Push, Place { root: Root::Local(id), path, .. }, items) if path.is_empty() => {
                Some((*id, &items[0]))
            }
            _ => None,
        };
        let pushes = body.iter().map(pushed).collect::<Option<Vec<(LocalId, &Expr)>>>()?;
        // Locals that the loop assigns differ from iteration to iteration.
        let is_none = |id: LocalId| {
            let at = self.locals[id.0 as usize];
            id == local
                || self.differing.is_some_and(|it| it.list == at)
                || self.spelling.is_some_and(|it| it.list == at)
        };
        if !self.module.fast || pushes.iter().any(|it| is_none(it.0)) {
            return None;
        }
        for (id, _) in &pushes {
            let (list, ty) = (self.locals[id.0 as usize], &self.function.locals[id.0 as usize].ty);
            if matches!(ty, Ty::List(_)) {
                let own = self.module.helper_for(Helper::Own, ty);
                self.code.get(list).get(list).load(Mem::Ptr, LEN);
                rounds(&mut self.code);
                self.code.sink().i32_add();
                self.code.call(own).set(list);
            }
        }
        let [(id, item)] = pushes[..] else { return None };
        let ty = &self.function.locals[id.0 as usize].ty;
        let mut fits = all && matches!(ty, Ty::List(_));
        walk_expr(item, &mut |node| {
            fits &= match node {
                Node::Expr(e) => !matches!(e.kind, ExprKind::Local(it) if it == id),
                Node::Place(it) => it.root != Root::Local(id),
                Node::Stmt(_) => true,
            }
        });
        fits.then(|| {
            let (list, stride) = (self.locals[id.0 as usize], self.module.stride(ty));
            let (len, next) = (self.code.local(I32), self.code.local(I32));
            self.code.get(list).load(Mem::Ptr, LEN).tee(len).i32(stride).sink().i32_mul();
            self.code.plus(ITEMS).get(list).sink().i32_add().local_set(next);
            *self.filling.insert(Filling { list, len, next })
        })
    }

    /// Ends a loop that has filled a list; the list of the loop around it is filled again.
    pub fn filled(&mut self, it: Option<Filling>, outer: Option<Filling>) {
        if let Some(it) = it {
            self.code.get(it.list).get(it.len).store(Mem::Ptr, LEN);
            self.filling = outer;
        }
    }

    /// A short loop over a constant, or over one of several, is unrolled where that is for speed; gives whether it was.
    fn unroll(&mut self, local: LocalId, list: &'p Expr, body: &'p [Stmt], round: u32) -> bool {
        let (i, mut lists) = (local.0 as usize, Vec::new());
        let (Some(of), true) = (list.ty.element(), self.choices(list, &mut lists)) else { return false };
        let fits = self.module.fast
            && (of.is_integral() || matches!(of, Ty::List(_) | Ty::Record(_) | Ty::Packed(_)))
            && *of == self.function.locals[i].ty;
        let fact = self.facts[i];
        let is_short = lists.iter().all(|it| it.len() <= UNROLLED_ITEMS_MAX)
            && self.fits_again(lists.iter().map(|it| it.len()).sum(), body, UNROLLED_NODES_MAX);
        let unrolls = fits && fact.of_one_loop && (fact.borrowed || of.is_integral()) && is_short;
        if unrolls {
            self.unrolled((local, of), list, body, round);
        }
        unrolls
    }

    /// The lists one of which an expression gives, if all are constants.
    fn choices(&self, e: &'p Expr, lists: &mut Vec<&'p [Const]>) -> bool {
        match &e.kind {
            ExprKind::If(_, a, b) => self.choices(a, lists) && self.choices(b, lists),
            ExprKind::Block(_, a) => self.choices(a, lists),
            _ => {
                let items = self.constants(e);
                lists.extend(items);
                items.is_some()
            }
        }
    }

    fn unrolled(&mut self, (local, of): (LocalId, &Ty), list: &'p Expr, body: &'p [Stmt], round: u32) {
        match &list.kind {
            ExprKind::If(condition, a, b) => {
                self.value(condition);
                self.if_(|this| this.unrolled((local, of), a, body, round))
                    .else_(|this| this.unrolled((local, of), b, body, round));
                return;
            }
            ExprKind::Block(before, a) => {
                self.stmts(before);
                return self.unrolled((local, of), a, body, round);
            }
            _ => {}
        }
        let items = self.constants(list).unwrap_or_default();
        if copies(list) {
            let base = self.code.local(I32);
            self.copied_list(base, &list.ty, Some(items.len() as u32));
        }
        if self.branchless_first_match(local, items, body, round) {
            return;
        }
        let (i, to) = (local.0 as usize, self.locals[local.0 as usize]);
        let fact = self.facts[i];
        self.block(|this, end| {
            for (n, item) in items.iter().enumerate() {
                if n > 0 {
                    this.spend(round);
                }
                this.constant(item, of);
                this.code.set(to);
                if let (Const::List(items), true) = (item, is_list(of)) {
                    this.copied_list(to, of, Some(items.len() as u32));
                }
                this.facts[i].constant = Some(item);
                if let Some(bounds) = constants(item) {
                    this.facts[i].bounds = bounds;
                }
                this.block(|this, next| {
                    this.inside(Loop { end, next }, body);
                });
            }
        });
        self.facts[i] = fact;
    }

    /// `true` if a body may be duplicated this often, within a limit of nodes.
    pub fn fits_again(&self, times: usize, body: &[Stmt], most: u32) -> bool {
        if self.code.size() >= CALLER_BYTES_MAX {
            return false;
        }
        let mut nodes = 0_u32;
        walk(body, &mut |node| {
            nodes = nodes.saturating_add(match node {
                Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => self.module.node_counts[id.index()],
                Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => 1,
            });
        });
        nodes.saturating_mul(times as u32) <= most
    }

    /// Length of a list or set, if known.
    fn length_of(&self, e: &'p Expr) -> Option<u32> {
        if let Some(items) = self.constants(e) {
            return Some(items.len() as u32);
        }
        let ExprKind::Local(id) = e.kind else { return None };
        let local = self.locals[id.0 as usize];
        self.lengths.iter().find(|it| it.0 == local).map(|it| it.1)
    }

    /// Common length of all lists in a list, if known and equal.
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
            ExprKind::Data(id) => &self.module.program.data[id.index()].value,
            _ => constant(&self.facts, e)?,
        };
        match (value, &e.ty) {
            (Const::List(items), Ty::List(_) | Ty::Set(_)) => Some(items),
            _ => None,
        }
    }
}
