//! Loops that do nothing but compare bytes with a value, to count them or to look for the first: eight are compared at a time.
//!
//! Invariant: the result, the steps and the counts are those of the original loop.

use crate::function::FunctionCompiler;
use crate::function::fuel::Count;
use crate::function::speculate::first_match_loop;
use crate::layout::{self, Rep, rep};
use crate::module::helpers::bytes::{each_byte, equal_bytes};
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem};
use ir::{
    Binary, Const, Expr, ExprKind, GlobalId, LocalId, Node, Place, Root, Step, Stmt, StmtKind, Ty, Unary, walk_expr,
};

/// Maximum bytes compared inline; more by a routine.
const INLINE_BYTES_MAX: u32 = 32;

/// A loop that compares each of some elements with a value.
pub struct ByteScan<'p> {
    value: Compared<'p>,
    /// `true` to find equal bytes, `false` for different ones.
    equal: bool,
    purpose: Purpose,
    /// The body, and the statements for a match.
    body: &'p Stmt,
    done: &'p [Stmt],
}

/// The value that elements are compared with.
enum Compared<'p> {
    Byte(i64),
    Value(&'p Expr),
}

#[derive(Clone, Copy)]
enum Purpose {
    /// They are added to a number.
    Count(LocalId),
    /// At the first a local is set.
    Find { flag: LocalId, to: bool },
}

/// Bytes one after another: where they begin, and how many there are.
pub struct Bytes {
    pub at: Local,
    pub count: Count,
}

/// Ranges of bytes, and their total length.
type Places<'b> = (&'b [Bytes], Count);

impl<'p> FunctionCompiler<'_, 'p> {
    /// Recognises a loop that only does this with its elements; `is_element` selects the expressions that denote one.
    pub fn byte_scan(
        &self,
        (local, of): (LocalId, &Ty),
        body: &'p [Stmt],
        round: u32,
        is_element: &dyn Fn(&Expr) -> bool,
    ) -> Option<ByteScan<'p>> {
        let byte = self.module.stride(&of.clone().list()) == 1 && (*of == Ty::Bool || self.module.is_integer(of));
        if !self.module.fast || !self.fits_at_once(round) || !byte {
            return None;
        }
        let [body @ Stmt { kind: StmtKind::If(condition, done, no), .. }] = body else { return None };
        let purpose = match (first_match_loop(std::slice::from_ref(body)), done.as_slice()) {
            (Some(it), _) => Purpose::Find { flag: it.flag, to: it.found },
            (None, [Stmt { kind: StmtKind::Set(to, e), .. }]) if is_next(*to, e) && self.is_speculatable(e) => {
                Purpose::Count(*to)
            }
            _ => return None,
        };
        let (mut condition, mut equal) = (condition, true);
        while let ExprKind::Unary(Unary::Not, inner) = &condition.kind {
            (condition, equal) = (inner, !equal);
        }
        let value = match &condition.kind {
            _ if *of == Ty::Bool => Some(Compared::Byte(1)).filter(|_| is_element(condition)),
            ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) => {
                equal ^= *op == Binary::Ne;
                let other = if is_element(a) { b } else { a };
                let same = (is_element(a) || is_element(b)) && a.ty == *of && other.ty == *of;
                self.same_for_all(other, local, purpose).filter(|_| same)
            }
            _ => None,
        }?;
        no.is_empty().then_some(ByteScan { value, equal, purpose, body, done })
    }

    /// The value compared with, if it is the same for all elements.
    fn same_for_all(&self, e: &'p Expr, local: LocalId, purpose: Purpose) -> Option<Compared<'p>> {
        if let ExprKind::Const(Const::None) = e.kind {
            return Some(Compared::Byte(layout::none(1)));
        }
        let (Purpose::Count(set) | Purpose::Find { flag: set, .. }) = purpose;
        let mut same = rep(&e.ty) == Rep::Int && self.is_speculatable(e);
        walk_expr(e, &mut |node| {
            same &= !matches!(node, Node::Expr(Expr { kind: ExprKind::Local(id), .. }) if *id == local || *id == set);
        });
        same.then_some(Compared::Value(e))
    }

    /// Recognises such a loop over a known range of indices of an array of the game; with the array's bytes.
    pub fn byte_scan_of_indices(
        &mut self,
        local: LocalId,
        ends: [&Expr; 2],
        body: &'p [Stmt],
        round: u32,
    ) -> Option<(ByteScan<'p>, Bytes)> {
        let (from, last) = self.known_ends(ends)?;
        let [Stmt { kind: StmtKind::If(condition, ..), .. }] = body else { return None };
        let id = array_looked_at([condition], local)?;
        let (of, first) = self.elements(id, [from, last])?;
        let is_element = |e: &Expr| matches!(&e.kind, ExprKind::Load(it) if nth_of_global(it, local) == Some(id));
        let scan = self.byte_scan((local, of), body, round, &is_element)?;
        let at = self.code.local(I32);
        self.code.i32(first).set(at);
        Some((scan, Bytes { at, count: Count::Known((last - from + 1) as u32) }))
    }

    /// Element type of an array of the game, and address of a range of its elements, if they take a byte each.
    pub fn elements(&self, array: GlobalId, [from, last]: [i64; 2]) -> Option<(&'p Ty, u32)> {
        let program = self.module.program;
        let global = &program.globals[array.index()];
        let Ty::Array(of, index) = &global.ty else { return None };
        let inside = 0 <= from && from <= last && last < program.count(*index) as i64;
        let byte = self.module.stride(&of.clone().list()) == 1;
        (!global.late && inside && byte).then(|| (&**of, self.module.state.globals[array.index()] + from as u32))
    }

    /// Does the work of the loop, for consecutive ranges of bytes, with their total length.
    pub fn scan_bytes(&mut self, scan: &ByteScan<'p>, places: Places<'_>, round: u32) {
        let value = self.code.local(I64);
        match scan.value {
            Compared::Byte(it) => drop(self.code.i64(each_byte(it))),
            Compared::Value(e) => {
                self.value(e);
                self.code.i64(0xff).sink().i64_and().i64_const(each_byte(1)).i64_mul();
            }
        }
        self.code.set(value);
        match scan.purpose {
            Purpose::Count(to) => self.count_bytes(scan, to, places, value, round),
            Purpose::Find { flag, to } => self.find_first_byte(scan, (flag, to), places, value, round),
        }
    }

    fn count_bytes(&mut self, scan: &ByteScan<'p>, to: LocalId, (places, all): Places<'_>, value: Local, round: u32) {
        self.spend_rounds(all, round);
        let found = self.code.local(I32);
        self.code.i32(0).set(found);
        for Bytes { at, count } in places {
            match *count {
                Count::Known(n) if n <= INLINE_BYTES_MAX => {
                    self.words((*at, n), value, true, |this, mask, _| {
                        this.code
                            .get(mask)
                            .sink()
                            .i64_popcnt()
                            .i32_wrap_i64()
                            .local_get(found)
                            .i32_add()
                            .local_set(found);
                    });
                }
                count => {
                    let helper = self.module.helper(Helper::CountByte);
                    self.code.get(*at);
                    count.leave(&mut self.code);
                    self.code.get(value).call(helper).get(found).sink().i32_add().local_set(found);
                }
            }
        }
        if !scan.equal {
            all.leave(&mut self.code);
            self.code.get(found).sink().i32_sub().local_set(found);
        }
        self.counted_times(scan.body, &|it| {
            all.leave(it);
            it.sink().i64_extend_i32_u();
        });
        self.counted_times(&scan.done[0], &|it| {
            it.get(found).sink().i64_extend_i32_u();
        });
        let to = self.locals[to.0 as usize];
        self.code.get(to).get(found).sink().i64_extend_i32_u().i64_add().local_set(to);
    }

    fn find_first_byte(
        &mut self,
        scan: &ByteScan<'p>,
        (flag, to): (LocalId, bool),
        (places, all): Places<'_>,
        value: Local,
        round: u32,
    ) {
        // Number of bytes before the first match, all if there is none; and whether there is one.
        let (before, found) = (self.code.local(I32), self.code.local(I32));
        match places {
            [Bytes { at, count: Count::Known(n) }] if *n <= INLINE_BYTES_MAX => {
                let (n, mut masks) = (*n, Vec::new());
                self.words((*at, n), value, scan.equal, |this, mask, first| {
                    let kept = this.code.local(I64);
                    this.code.get(mask).set(kept);
                    masks.push((kept, first));
                });
                self.code.i32(n).set(before);
                for (mask, first) in masks.into_iter().rev() {
                    self.code.get(mask).sink().i64_ctz().i64_const(3).i64_shr_u().i32_wrap_i64();
                    self.code.plus(first).get(before).get(mask).sink().i64_eqz().i32_eqz().select().local_set(before);
                }
                self.code.get(before).i32(n).sink().i32_ne().local_set(found);
            }
            _ => {
                let (helper, n) = (self.module.helper(Helper::FirstByte), self.code.local(I32));
                self.code.i32(0).set(before);
                self.block(|this, done| {
                    for Bytes { at, count } in places {
                        this.code.get(*at);
                        count.leave(&mut this.code);
                        this.code.get(value).i32(u32::from(scan.equal)).call(helper).tee(n);
                        this.code.get(before).sink().i32_add().local_set(before);
                        this.code.get(n);
                        count.leave(&mut this.code);
                        this.code.sink().i32_ne();
                        this.code.br_if(done);
                    }
                });
                self.code.get(before);
                all.leave(&mut self.code);
                self.code.sink().i32_ne().local_set(found);
            }
        }
        // Rounds that went on to the next: none follows the last of all.
        let gone = |it: &mut CodeBuilder| {
            it.get(before).get(before).i32(0).sink().i32_ne();
            it.get(found).sink().i32_eqz().i32_and().i32_sub();
        };
        self.code.fuel_left();
        gone(&mut self.code);
        self.code.i32(round).sink().i32_mul();
        self.spent();
        self.counted_times(scan.body, &|it| {
            it.get(before).get(found).sink().i32_add().i64_extend_i32_u();
        });
        let first = self.counted_times(&scan.done[0], &|it| {
            it.get(found).sink().i64_extend_i32_u();
        });
        self.module.counter_of(&scan.done[1], first);
        let flag = self.locals[flag.0 as usize];
        self.code.i32(u32::from(to)).get(flag).get(found).sink().select().local_set(flag);
    }

    /// For each eight bytes of this many, and for the rest: marks the equal or the different ones in the highest bits
    /// of the bytes of a local; and gives how many bytes are before them.
    fn words(
        &mut self,
        (at, count): (Local, u32),
        value: Local,
        equal: bool,
        mut use_mask: impl FnMut(&mut Self, Local, u32),
    ) {
        let mask = self.code.local(I64);
        for first in (0..count / 8).map(|it| 8 * it) {
            self.code.get(at).load(Mem::Int(8), first);
            equal_bytes(&mut self.code, value, equal);
            self.code.set(mask);
            use_mask(self, mask, first);
        }
        let left = count % 8;
        if left > 0 {
            // With those before them, of which nothing is left.
            self.code.get(at);
            match count.checked_sub(8) {
                Some(before) => self.code.load(Mem::Int(8), before),
                None => {
                    self.code.i32(8 - count).sink().i32_sub();
                    self.code.load(Mem::Int(8), 0)
                }
            };
            equal_bytes(&mut self.code, value, equal);
            self.code.i64(i64::from(8 * (8 - left))).sink().i64_shr_u().local_set(mask);
            use_mask(self, mask, count - left);
        }
    }
}

/// `true` if an expression is a local plus one.
fn is_next(local: LocalId, e: &Expr) -> bool {
    let is_it = |e: &Expr| matches!(e.kind, ExprKind::Local(id) if id == local);
    let is_one = |e: &Expr| matches!(e.kind, ExprKind::Const(Const::Int(1)));
    matches!(&e.kind, ExprKind::Binary(Binary::IntAdd, a, b) if is_it(a) && is_one(b) || is_one(a) && is_it(b))
}

/// The array of the game indexed by a local.
pub fn array_looked_at<'e>(all: impl IntoIterator<Item = &'e Expr>, local: LocalId) -> Option<GlobalId> {
    let mut found = None;
    for e in all {
        walk_expr(e, &mut |node| {
            if let Node::Place(it) = node {
                found = found.or(nth_of_global(it, local));
            }
        });
    }
    found
}

/// The array of the game of which a place is the element whose index is in a local.
pub fn nth_of_global(place: &Place, local: LocalId) -> Option<GlobalId> {
    let (Root::Global(id), [Step::Index(at)]) = (place.root, place.path.as_slice()) else { return None };
    matches!(at.kind, ExprKind::Local(it) if it == local).then_some(id)
}
