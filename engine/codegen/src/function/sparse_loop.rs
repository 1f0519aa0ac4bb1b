//! Loops through the elements of an array of bytes that do something only where an element is, or is not, a value: they go from one
//! such element to the next, and eight are compared at a time.
//!
//! Invariant: the effects, their order, the steps and the counts are those of the original loop.

use crate::analysis::ranges::sets;
use crate::function::byte_scan::{array_looked_at, nth_of_global};
use crate::function::fuel::can_be_taken_at_once;
use crate::function::quiet::CHANGES_GAME;
use crate::function::{FunctionCompiler, Loop};
use crate::layout::packing::slot;
use crate::layout::{self, Rep, packed, rep};
use crate::module::helpers::bytes::{each_byte, equal_bytes};
use crate::wasm::{CodeBuilder, Emit, I32, I64, Label, Local, Mem};
use ir::{Binary, Cast, Const, Expr, ExprKind, GlobalId, LocalId, Node, Place, RecordId, Root, Stmt, StmtKind};
use ir::{Ty, Unary, walk, walk_expr};

/// Smallest array for this; smaller ones are iterated one by one.
const ELEMENTS_MIN: i64 = 8;

/// A loop over the indices of an array of the game whose body does everything under one condition.
pub struct SparseLoop<'p> {
    /// Address of the first element, and the first and the last index.
    pub at: u32,
    from: i64,
    last: i64,
    pub test: ByteTest<'p>,
    heads: Heads<'p>,
    /// Further conditions after the test, each with the outcome that must hold; and a condition implied by all.
    rest: Vec<Condition<'p>>,
    holds: Option<&'p Expr>,
    /// The statements of every round, that of a skipped round, and those of the others.
    always: Vec<&'p Stmt>,
    skip: Option<&'p Stmt>,
    done: &'p [Stmt],
}

/// A condition, and whether it is to hold.
type Condition<'p> = (&'p Expr, bool);

/// Locals that are set in each round before the condition: to the element, and to values that are the same in all
/// rounds.
#[derive(Default)]
struct Heads<'p> {
    named: Option<(LocalId, &'p Expr)>,
    same: Vec<(LocalId, &'p Expr)>,
}

/// A comparison of some bits of an element with a value that is the same for all elements.
pub struct ByteTest<'p> {
    bits: i64,
    value: Wanted<'p>,
    /// `true` to find equal bytes, `false` for different ones.
    equal: bool,
}

enum Wanted<'p> {
    Byte(i64),
    Value(&'p Expr),
    /// The value of a field of a packed record.
    Field(&'p Expr, (RecordId, u16)),
}

/// The elements that a condition reads: array, index variable, and a local that may hold the element.
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

/// The conditions that all must hold, or must not, in order.
fn conjuncts<'p>((e, holds): Condition<'p>, all: &mut Vec<Condition<'p>>) {
    match (&e.kind, holds) {
        (ExprKind::And(a, b), true) | (ExprKind::Or(a, b), false) => {
            conjuncts((a, holds), all);
            conjuncts((b, holds), all);
        }
        (ExprKind::Unary(Unary::Not, inner), _) => conjuncts((inner, !holds), all),
        _ => all.push((e, holds)),
    }
}

impl<'p> SparseLoop<'p> {
    /// `true` if an iteration only runs code guarded by the test.
    pub fn is_test_alone(&self) -> bool {
        self.rest.is_empty() && self.heads.named.is_none() && self.always.len() == 1
    }
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// Recognises such a loop over a known range.
    pub fn sparse_loop(
        &self,
        local: LocalId,
        ends: [&Expr; 2],
        body: &'p [Stmt],
        round: u32,
    ) -> Option<SparseLoop<'p>> {
        let (from, last) = self.known_ends(ends)?;
        let count = last - from + 1;
        if !self.module.fast || count < ELEMENTS_MIN || !can_be_taken_at_once(round, count as u64) {
            return None;
        }
        let set = |it: &'p Stmt| match &it.kind {
            StmtKind::Set(id, e) => Some((*id, e)),
            _ => None,
        };
        let before = body.iter().take_while(|it| set(it).is_some()).count();
        let Stmt { kind: StmtKind::If(condition, yes, no), .. } = body.get(before)? else { return None };
        let (always, after) = body.split_at(before + 1);
        let mut always: Vec<&Stmt> = always.iter().collect();
        // The guarded code is in the branch, or after a branch that skips it.
        let (skip, done) = match yes.as_slice() {
            [skip @ Stmt { kind: StmtKind::Continue, .. }] => (Some(skip), after),
            _ if after.is_empty() => (None, yes.as_slice()),
            _ => return None,
        };
        if !no.is_empty() {
            return None;
        }
        let mut set_first: Vec<(LocalId, &Expr)> = body[..before].iter().filter_map(set).collect();
        let mut tested = condition;
        while let ExprKind::Block(stmts, e) = &tested.kind {
            set_first.extend(stmts.iter().map(set).collect::<Option<Vec<_>>>()?);
            always.extend(stmts);
            tested = e;
        }
        let mut rest = Vec::new();
        conjuncts((tested, skip.is_none()), &mut rest);
        let array = array_looked_at(set_first.iter().map(|it| it.1).chain([rest[0].0]), local)?;
        let (of, at) = self.elements(array, [from, last])?;
        if *of != Ty::Bool && rep(of) != Rep::Int {
            return None;
        }
        let heads = self.heads((local, array), set_first, body)?;
        let elements = Elements { array, of, index: local, alias: heads.named.map(|it| it.0) };
        let (test, taken) = self.byte_test(&rest, &elements)?;
        let same = match &test.value {
            Wanted::Byte(_) => true,
            Wanted::Value(e) | Wanted::Field(e, _) => self.is_same_in_all_rounds(e, (local, &heads.same), body),
        };
        let mut stays = true;
        walk(body, &mut |node| stays &= self.leaves_globals(node));
        let rest = rest.split_off(taken);
        let holds = skip.is_none().then_some(condition);
        (same && stays).then_some(SparseLoop { at, from, last, test, heads, rest, holds, always, skip, done })
    }

    /// The assignments at the head of each iteration, if these locals have no other assignments and no uses elsewhere.
    fn heads(
        &self,
        (local, array): (LocalId, GlobalId),
        set_first: Vec<(LocalId, &'p Expr)>,
        body: &[Stmt],
    ) -> Option<Heads<'p>> {
        let mut heads = Heads::default();
        for (id, e) in set_first {
            if !self.is_only_in(id, body) {
                return None;
            }
            match &e.kind {
                ExprKind::Load(it) if nth_of_global(it, local) == Some(array) && heads.named.is_none() => {
                    heads.named = Some((id, e));
                }
                _ => heads.same.push((id, e)),
            }
        }
        let same = |it: &(LocalId, &Expr)| {
            let once = |id: LocalId| {
                let mut count = 0;
                walk(body, &mut |node| count += u32::from(sets(node, id.0 as usize)));
                count == 1
            };
            once(it.0) && self.is_speculatable(it.1) && self.is_same_in_all_rounds(it.1, (local, &heads.same), body)
        };
        heads.same.iter().all(same).then_some(heads)
    }

    /// The byte test at the start of the conditions, and the number of conditions it covers.
    fn byte_test(&self, all: &[Condition<'p>], elements: &Elements<'p>) -> Option<(ByteTest<'p>, usize)> {
        const NONE: i64 = 0x80;
        let of = elements.of;
        let compared = |(e, holds): Condition<'p>| match &e.kind {
            ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) => Some((&**a, &**b, holds == (*op == Binary::Eq))),
            _ => None,
        };
        // A field of an element that is there.
        let field = |it: Condition<'p>| {
            let (a, b, _) = compared(it).filter(|(.., equal)| *equal)?;
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
        if *of == Ty::Bool && elements.is_one(all[0].0) {
            return Some((ByteTest { bits: 0xff, value: Wanted::Byte(1), equal: all[0].1 }, 1));
        }
        let (a, b, equal) = compared(all[0])?;
        let other = if elements.is_one(a) { b } else { a };
        if !(elements.is_one(a) || elements.is_one(b)) || a.ty != *of || other.ty != *of {
            return None;
        }
        if let ExprKind::Const(Const::None) = other.kind {
            if let (Ty::Opt(inner), false, Some(next)) = (of, equal, all.get(1))
                && let Ty::Packed(_) = **inner
                && let Some((e, of)) = field(*next)
            {
                return Some((ByteTest { bits: NONE | bits(of), value: Wanted::Field(e, of), equal: true }, 2));
            }
            return Some((ByteTest { bits: 0xff, value: Wanted::Byte(layout::none(1)), equal }, 1));
        }
        let plain = self.module.is_integer(of) && self.is_speculatable(other);
        plain.then_some((ByteTest { bits: 0xff, value: Wanted::Value(other), equal }, 1))
    }

    /// `true` if a local is only read in a body.
    fn is_only_in(&self, local: LocalId, body: &[Stmt]) -> bool {
        let reads = |stmts: &[Stmt]| {
            let mut reads = 0;
            walk(stmts, &mut |node| {
                reads += match node {
                    Node::Expr(Expr { kind: ExprKind::Local(id), .. }) => u32::from(*id == local),
                    Node::Place(it) => u32::from(it.root == Root::Local(local)),
                    Node::Stmt(_) | Node::Expr(_) => 0,
                };
            });
            reads
        };
        reads(&self.function.body) == reads(body)
    }

    /// `true` if a speculatable expression has the same value in each iteration of a loop that changes no global;
    /// `known`: locals with such values.
    fn is_same_in_all_rounds(&self, e: &Expr, (local, known): (LocalId, &[(LocalId, &Expr)]), body: &[Stmt]) -> bool {
        let mut asked = Vec::new();
        walk_expr(e, &mut |node| {
            asked.extend(match node {
                Node::Expr(Expr { kind: ExprKind::Local(id), .. }) => Some(*id),
                Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => None,
            });
        });
        asked.retain(|it| known.iter().all(|known| known.0 != *it));
        let mut same = !asked.contains(&local);
        walk(body, &mut |node| same &= !asked.iter().any(|it| sets(node, it.0 as usize)));
        same
    }

    /// `true` if part of a body changes nothing in the game.
    fn leaves_globals(&self, node: Node<'_>) -> bool {
        let is_local = |it: &Place| it.root.local().is_some_and(|id| !self.is_lent(id));
        let takes_back = matches!(node, Node::Stmt(Stmt { kind: StmtKind::PopUndo, .. }));
        !takes_back && !self.does(node).has(CHANGES_GAME) && ir::changes_only(node, is_local)
    }

    /// The value compared with, in each byte of a local.
    pub fn wanted_bytes(&mut self, test: &ByteTest<'p>) -> Local {
        let value = self.code.local(I64);
        match test.value {
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
        value
    }

    /// Of the eight elements on the stack, the highest bit of each that meets a test; no other bits.
    pub fn matches(&mut self, test: &ByteTest<'p>, value: Local) {
        if test.bits != 0xff {
            self.code.i64(each_byte(test.bits)).sink().i64_and();
        }
        equal_bytes(&mut self.code, value, test.equal);
    }

    /// Runs it.
    pub fn each_match(&mut self, it: &SparseLoop<'p>, local: LocalId, round: u32, end: Label) {
        let count = (it.last - it.from + 1) as u32;
        let mask = self.code.local(I64);
        let [first, nth, begun] = std::array::from_fn(|_| self.code.local(I32));
        let (to, done) = (self.locals[local.0 as usize], it.done);
        for (id, e) in &it.heads.same {
            self.set(*id, e);
        }
        let value = self.wanted_bytes(&it.test);
        // The first round costs nothing more, but is paid for with the others.
        self.code.fuel_left().i32(round.wrapping_neg()).spend_given();
        // Accounts for the iterations begun by now; the last of them runs the guarded code, or not.
        let begin = |this: &mut Self, rounds: &dyn Fn(&mut CodeBuilder), does: bool| {
            let more = this.code.local(I32);
            rounds(&mut this.code);
            this.code.get(begun).sink().i32_sub().local_set(more);
            let mut counter = None;
            for stmt in &it.always {
                let all = |it: &mut CodeBuilder| {
                    it.get(more).sink().i64_extend_i32_u();
                };
                match counter {
                    Some(_) => drop(this.module.counter_of(stmt, counter)),
                    None => counter = this.counted_times(stmt, &all),
                }
            }
            if let Some(skip) = it.skip {
                this.counted_times(skip, &|it| {
                    it.get(more).i32(u32::from(does)).sink().i32_sub().i64_extend_i32_u();
                });
            }
            this.code.fuel_left().get(more).i32(round).sink().i32_mul();
            this.spent();
        };
        self.code.i32(0).tee(first).set(begun);
        self.loop_(|this, eight| {
            this.code.get(first).load(Mem::Int(8), it.at);
            this.matches(&it.test, value);
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
                let to_this = |it: &mut CodeBuilder| {
                    it.get(nth).plus(1);
                };
                begin(this, &to_this, true);
                this.code.get(nth).plus(1).set(begun);
                this.code.get(nth).sink().i64_extend_i32_u();
                if it.from > 0 {
                    this.code.i64(it.from).sink().i64_add();
                }
                this.code.set(to);
                this.block(|this, after| {
                    if let Some((id, e)) = it.heads.named {
                        this.set(id, e);
                    }
                    this.block(|this, not| {
                        for (e, holds) in &it.rest {
                            this.value(e);
                            if *holds {
                                this.code.sink().i32_eqz();
                            }
                            this.code.br_if(not);
                        }
                        let known = it.holds.map(|it| this.refine(it, |mut visit| walk(done, &mut visit)));
                        this.inside(Loop { end, next: after }, done);
                        this.restore(known.unwrap_or_default());
                        this.code.br(after);
                    });
                    if let Some(skip) = it.skip.filter(|_| !it.rest.is_empty()) {
                        this.counted(skip, None);
                    }
                });
                this.code.br(next);
            });
            this.code.get(first).plus(8).tee(first).i32(count).sink().i32_lt_u();
            this.code.br_if(eight);
        });
        let to_last = |it: &mut CodeBuilder| {
            it.i32(count);
        };
        begin(self, &to_last, false);
        self.code.i64(it.last).set(to);
    }

    /// `true` if a local may be lent by the caller.
    fn is_lent(&self, id: LocalId) -> bool {
        let i = id.0 as usize;
        i < usize::from(self.function.params) && self.function.inout[i]
    }
}
