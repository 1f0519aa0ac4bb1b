//! Loops through the elements of an array of bytes that do something only where an element is, or is not, a value: they go from one
//! such element to the next, and eight are compared at a time.
//!
//! What must stay true: what happens, its order, the steps and what is counted are those of the loop as it stands.

use crate::function::byte_scan::nth_of_global;
use crate::function::{FunctionCompiler, Loop};
use crate::layout::packing::slot;
use crate::layout::{self, Rep, packed, rep};
use crate::module::helpers::bytes::{each_byte, equal_bytes};
use crate::wasm::{CodeBuilder, Emit, I32, I64, Label, Mem};
use ir::{
    Arg, Binary, Cast, Const, Effects, Expr, ExprKind, GlobalId, LocalId, Node, Place, RecordId, Root, Stmt, StmtKind,
};
use ir::{Ty, Unary, walk, walk_expr};

/// Arrays of fewer elements are gone through one by one.
const ELEMENTS_MIN: i64 = 8;

/// A loop through the indices of an array of the game that does nothing but what a condition lets it do.
pub struct SparseLoop<'p> {
    array: GlobalId,
    from: i64,
    last: i64,
    test: ByteTest<'p>,
    /// What gives the element a name in the condition.
    alias: Option<&'p Stmt>,
    /// The condition, and what of it comes after the test.
    condition: &'p Expr,
    rest: Vec<&'p Expr>,
    /// The body, and what is done where the condition holds.
    body: &'p Stmt,
    done: &'p [Stmt],
}

/// A comparison of some bits of an element with what is the same for all elements.
struct ByteTest<'p> {
    bits: i64,
    value: Wanted<'p>,
    /// Whether those that are equal are meant, or those that are not.
    equal: bool,
}

enum Wanted<'p> {
    Byte(i64),
    Value(&'p Expr),
    /// The value of a field of a packed record.
    Field(&'p Expr, (RecordId, u16)),
}

/// The elements that a condition is about: of which array, with which index; and what stands for one.
struct Elements<'p> {
    array: GlobalId,
    of: &'p Ty,
    index: LocalId,
    alias: Option<LocalId>,
}

impl Elements<'_> {
    fn is_one(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Load(it) => nth_of_global(it, self.index) == Some(self.array),
            ExprKind::Local(id) => self.alias == Some(*id),
            _ => false,
        }
    }
}

/// The conditions that all must hold, in order.
fn conjuncts<'p>(e: &'p Expr, all: &mut Vec<&'p Expr>) {
    if let ExprKind::And(a, b) = &e.kind {
        conjuncts(a, all);
        conjuncts(b, all);
    } else {
        all.push(e);
    }
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// Such a loop, through numbers that are known.
    pub fn sparse_loop(&self, local: LocalId, ends: [&Expr; 2], body: &'p [Stmt]) -> Option<SparseLoop<'p>> {
        let program = self.module.program;
        let (from, last) = self.known_ends(ends)?;
        let [only @ Stmt { kind: StmtKind::If(condition, done, no), .. }] = body else { return None };
        if !self.module.branchless || !no.is_empty() || last - from + 1 < ELEMENTS_MIN {
            return None;
        }
        let (alias, tested) = match &condition.kind {
            ExprKind::Block(stmts, e) => match stmts.as_slice() {
                [it @ Stmt { kind: StmtKind::Set(id, _), .. }] if self.is_only_in(*id, body) => (Some((it, *id)), &**e),
                _ => return None,
            },
            _ => (None, condition),
        };
        let mut all = Vec::new();
        conjuncts(tested, &mut all);
        let named = alias.and_then(|(it, _)| match &it.kind {
            StmtKind::Set(_, Expr { kind: ExprKind::Load(place), .. }) => Some(place),
            _ => None,
        });
        let mut array = named.and_then(|it| nth_of_global(it, local));
        if alias.is_some() != array.is_some() {
            return None;
        }
        if array.is_none() {
            walk_expr(all[0], &mut |node| {
                if let Node::Place(it) = node {
                    array = array.or(nth_of_global(it, local));
                }
            });
        }
        let array = array?;
        let global = &program.globals[array.index()];
        let Ty::Array(of, index) = &global.ty else { return None };
        let inside = 0 <= from && last < program.count(*index) as i64;
        if global.late || !inside || self.module.stride(&of.clone().list()) != 1 || rep(of) != Rep::Int {
            return None;
        }
        let elements = Elements { array, of, index: local, alias: alias.map(|it| it.1) };
        let (test, taken) = self.byte_test(&all, &elements)?;
        let same = match &test.value {
            Wanted::Byte(_) => true,
            Wanted::Value(e) | Wanted::Field(e, _) => self.is_same_in_all_rounds(e, local, body),
        };
        let mut stays = true;
        walk(body, &mut |node| stays &= self.leaves_globals(node));
        (same && stays).then_some(SparseLoop {
            array,
            from,
            last,
            test,
            alias: alias.map(|it| it.0),
            condition,
            rest: all.split_off(taken),
            body: only,
            done,
        })
    }

    /// The test that conditions begin with, and how many of them it stands for.
    fn byte_test(&self, all: &[&'p Expr], elements: &Elements<'p>) -> Option<(ByteTest<'p>, usize)> {
        const NONE: i64 = 0x80;
        let of = elements.of;
        let compared = |e: &'p Expr| {
            let (mut e, mut equal) = (e, true);
            while let ExprKind::Unary(Unary::Not, inner) = &e.kind {
                (e, equal) = (inner, !equal);
            }
            match &e.kind {
                ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) => {
                    Some((&**a, &**b, equal == (*op == Binary::Eq)))
                }
                _ => None,
            }
        };
        // A field of an element that is there.
        let field = |e: &'p Expr| {
            let (a, b, _) = compared(e).filter(|(.., equal)| *equal)?;
            [(a, b), (b, a)].into_iter().find_map(|(a, b)| {
                let ExprKind::Field(record, field) = &a.kind else { return None };
                let element = match &record.kind {
                    ExprKind::Cast(Cast::Held, it) => it,
                    _ => record,
                };
                let Ty::Packed(id) = of.inner() else { return None };
                let plain =
                    elements.is_one(element) && rep(&b.ty) == Rep::Int && a.ty == b.ty && self.is_speculatable(b);
                plain.then_some((b, (*id, *field)))
            })
        };
        let bits = |(id, field): (RecordId, u16)| {
            let slot = slot(self.module.program, id, usize::from(field));
            ((1 << slot.bits) - 1) << slot.shift
        };
        if let Ty::Packed(_) = of
            && let Some((e, of)) = field(all[0])
        {
            return Some((ByteTest { bits: bits(of), value: Wanted::Field(e, of), equal: true }, 1));
        }
        let (a, b, equal) = compared(all[0])?;
        let other = if elements.is_one(a) { b } else { a };
        if !(elements.is_one(a) || elements.is_one(b)) || a.ty != *of || other.ty != *of {
            return None;
        }
        if let ExprKind::Const(Const::None) = other.kind {
            if let (Ty::Opt(inner), false, Some(next)) = (of, equal, all.get(1))
                && let Ty::Packed(_) = **inner
                && let Some((e, of)) = field(next)
            {
                return Some((ByteTest { bits: NONE | bits(of), value: Wanted::Field(e, of), equal: true }, 2));
            }
            return Some((ByteTest { bits: 0xff, value: Wanted::Byte(layout::none(1)), equal }, 1));
        }
        let plain = self.module.is_integer(of) && self.is_speculatable(other);
        plain.then_some((ByteTest { bits: 0xff, value: Wanted::Value(other), equal }, 1))
    }

    /// Whether a local is read in a body only.
    fn is_only_in(&self, local: LocalId, body: &[Stmt]) -> bool {
        let reads = |stmts: &[Stmt]| {
            let mut reads = 0;
            walk(stmts, &mut |node| {
                reads += match node {
                    Node::Expr(Expr { kind: ExprKind::Local(id), .. }) => u32::from(*id == local),
                    Node::Place(it) => u32::from(it.root == Root::Local(local)),
                    _ => 0,
                };
            });
            reads
        };
        reads(&self.function.body) == reads(body)
    }

    /// Whether an expression that can be speculated gives the same in each round of a loop that changes no global.
    fn is_same_in_all_rounds(&self, e: &Expr, local: LocalId, body: &[Stmt]) -> bool {
        let mut known = Vec::new();
        walk_expr(e, &mut |node| {
            known.extend(match node {
                Node::Expr(Expr { kind: ExprKind::Local(id), .. }) => Some(*id),
                _ => None,
            });
        });
        let mut same = !known.contains(&local);
        walk(body, &mut |node| {
            let set = match node {
                Node::Stmt(Stmt {
                    kind: StmtKind::Set(id, _) | StmtKind::ForEach(id, ..) | StmtKind::ForRange(id, ..),
                    ..
                }) => Some(*id),
                Node::Place(Place { root: Root::Local(id), .. }) => Some(*id),
                _ => None,
            };
            same &= set.is_none_or(|it| !known.contains(&it));
        });
        same
    }

    /// Whether a part of a body changes nothing in the game.
    fn leaves_globals(&self, node: Node<'_>) -> bool {
        let is_local = |it: &Place| matches!(it.root, Root::Local(id) if !self.is_lent(id));
        match node {
            Node::Stmt(it) => match &it.kind {
                StmtKind::Assign(place, _) | StmtKind::PlaceOp(_, place, _) => is_local(place),
                StmtKind::PushUndo | StmtKind::PopUndo => false,
                _ => true,
            },
            Node::Expr(it) => match &it.kind {
                ExprKind::PlaceOp(_, place, _) => is_local(place),
                ExprKind::Call(id, args) => {
                    let local = |it: &Arg| match it {
                        Arg::InOut(place) => is_local(place),
                        Arg::Value(_) => true,
                    };
                    !self.module.program.function(*id).effects.has(Effects::WRITE) && args.iter().all(local)
                }
                _ => true,
            },
            Node::Place(_) => true,
        }
    }

    /// Runs it.
    pub fn each_match(&mut self, it: &SparseLoop<'p>, local: LocalId, round: u32, end: Label) {
        let count = (it.last - it.from + 1) as u32;
        let at = self.module.state.globals[it.array.index()] + it.from as u32;
        let (value, mask) = (self.code.local(I64), self.code.local(I64));
        let [first, nth, begun] = std::array::from_fn(|_| self.code.local(I32));
        let to = self.locals[local.0 as usize];
        match it.test.value {
            Wanted::Byte(n) => drop(self.code.i64(each_byte(n))),
            Wanted::Value(e) => {
                self.value(e);
                self.code.i64(0xff).sink().i64_and().i64_const(each_byte(1)).i64_mul();
            }
            Wanted::Field(e, (id, field)) => {
                let program = self.module.program;
                self.value(e);
                let ty = &program.records[id.index()].fields[usize::from(field)].ty;
                packed::code(program, &mut self.code, ty, slot(program, id, usize::from(field)));
                self.code.i64(each_byte(1)).sink().i64_mul();
            }
        }
        self.code.set(value);
        // The first round costs nothing more, but is paid for with the others.
        self.code.fuel_left().i32(round.wrapping_neg()).spend_given();
        // So many rounds more have begun.
        let begin = |this: &mut Self, rounds: &dyn Fn(&mut CodeBuilder)| {
            let more = this.code.local(I32);
            rounds(&mut this.code);
            this.code.get(begun).sink().i32_sub().local_set(more);
            this.counted_times(it.body, &|it| {
                it.get(more).sink().i64_extend_i32_u();
            });
            this.code.fuel_left().get(more).i32(round).sink().i32_mul();
            this.spent();
        };
        self.code.i32(0).tee(first).set(begun);
        self.loop_(|this, eight| {
            this.code.get(first).load(Mem::Int(8), at);
            if it.test.bits != 0xff {
                this.code.i64(each_byte(it.test.bits)).sink().i64_and();
            }
            equal_bytes(&mut this.code, value, it.test.equal);
            if !count.is_multiple_of(8) {
                this.code.i64((1 << (8 * (count % 8))) - 1).i64(-1).get(first).i32(count - count % 8).sink().i32_eq();
                this.code.sink().select().i64_and();
            }
            this.code.set(mask);
            this.block_loop(|this, none, next| {
                this.code.get(mask).sink().i64_eqz();
                this.code.br_if(none);
                this.code.get(mask).sink().i64_ctz().i64_const(3).i64_shr_u().i32_wrap_i64().local_get(first).i32_add();
                this.code.set(nth).get(mask).get(mask).i64(1).sink().i64_sub().i64_and().local_set(mask);
                begin(this, &|it| {
                    it.get(nth).plus(1);
                });
                this.code.get(nth).plus(1).set(begun);
                this.code.get(nth).sink().i64_extend_i32_u();
                if it.from > 0 {
                    this.code.i64(it.from).sink().i64_add();
                }
                this.code.set(to);
                this.block(|this, after| {
                    if let Some(Stmt { kind: StmtKind::Set(id, e), .. }) = it.alias {
                        this.set(*id, e);
                    }
                    for e in &it.rest {
                        this.value(e);
                        this.code.sink().i32_eqz();
                        this.code.br_if(after);
                    }
                    let known = this.refine(it.condition, |mut visit| walk(it.done, &mut visit));
                    this.inside(Loop { end, next: after }, it.done);
                    this.restore(known);
                });
                this.code.br(next);
            });
            this.code.get(first).plus(8).tee(first).i32(count).sink().i32_lt_u();
            this.code.br_if(eight);
        });
        begin(self, &|it| {
            it.i32(count);
        });
        self.code.i64(it.last).set(to);
    }

    /// Whether what is in a local may be anybody's.
    fn is_lent(&self, id: LocalId) -> bool {
        let i = id.0 as usize;
        i < usize::from(self.function.params) && self.function.inout[i]
    }
}
