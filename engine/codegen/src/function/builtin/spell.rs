//! Texts joined from short known ones, such as a position written down: they are written directly to their place,
//! without a list.
//!
//! Invariant: the text, the steps and the faults are those of the joined list.

use crate::analysis::ranges::longest;
use crate::function::builtin::filled;
use crate::function::{FunctionCompiler, Spelling, mentions};
use crate::layout::memory::{STR, global, tag};
use crate::wasm::{Emit, I32, Mem};
use ir::{Const, Expr, ExprKind, LocalId, Place, PlaceOp, Root, Stmt, StmtKind, Ty};

/// A short text is written as one word; the next text overwrites the excess bytes.
const WORD: u32 = 8;

/// Maximum number of texts to join.
const PARTS_MAX: u32 = 1 << 16;

/// A list that a loop fills with known texts and that nothing else asks for: its local, the statement that makes it, the loop, and
/// how many bytes the texts have in all, at most.
struct Spelled<'p> {
    list: LocalId,
    begin: &'p Stmt,
    fill: &'p Stmt,
    bytes: u32,
    /// Bytes of each, if all are equal, and of the separator.
    same: Option<u32>,
    between: &'p str,
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// Joins texts, if they are such; gives whether they are. Leaves the text.
    pub fn spell(&mut self, list: &'p Expr, between: &'p Expr) -> bool {
        let Some(it) = self.spelled(list, between) else { return false };
        let [to, at, count, pause, text] = std::array::from_fn(|_| self.code.local(I32));
        let room = (STR + it.bytes + 3 * WORD) & WORD.wrapping_neg();
        self.code.i32(room).call(self.module.rt.alloc).tee(to).i32(STR).sink().i32_add().local_set(at);
        self.code.i32(0).tee(count).set(pause);
        let spelling = Spelling {
            list: self.locals[it.list.0 as usize],
            at,
            count,
            same: it.same,
            between: (word(it.between), it.between.len() as u32),
            pause,
            text,
        };
        let outer = self.spelling.replace(spelling);
        self.counted(it.begin, None);
        self.stmts(std::slice::from_ref(it.fill));
        self.spelling = outer;
        self.gone_through(count);
        // Unneeded room is released, unless something is allocated behind it.
        self.code.sink().global_get(global::TOP);
        self.code.get(to).plus(room).sink().i32_eq();
        self.code.if_(|code| {
            code.get(at).plus(2 * WORD - 1).i32(WORD.wrapping_neg()).sink().i32_and().global_set(global::TOP);
        });
        self.code.get(to).i32(tag::STR).store(Mem::Ptr, 0);
        self.code.get(to).get(at).get(to).sink().i32_sub().i32_const(STR as i32).i32_sub();
        self.code.store(Mem::Ptr, 4);
        self.code.get(to);
        self.text_fits();
        true
    }

    /// Adds a text where it is spelled, if a list is; gives whether it is.
    pub fn add_spelled(&mut self, op: PlaceOp, place: &Place, args: &'p [Expr]) -> bool {
        let (PlaceOp::Push, Root::Local(id)) = (op, place.root) else { return false };
        let Some(it) = self.spelling.filter(|it| it.list == self.locals[id.0 as usize]) else { return false };
        if it.between.1 > 0 {
            self.code.get(it.at).i64(it.between.0).store(Mem::Int(8), 0);
            self.code.get(it.at).get(it.pause).sink().i32_add().local_set(it.at);
            self.code.i32(it.between.1).set(it.pause);
        }
        self.value_as(&args[0], &Ty::Str);
        self.code.set(it.text);
        self.code.get(it.at).get(it.text).load(Mem::Int(8), STR).store(Mem::Int(8), 0);
        self.code.get(it.at);
        match it.same {
            Some(bytes) => self.code.i32(bytes),
            None => self.code.get(it.text).load(Mem::Ptr, 4),
        };
        self.code.sink().i32_add().local_set(it.at);
        self.code.get(it.count).plus(1).set(it.count);
        true
    }

    fn spelled(&self, list: &'p Expr, between: &'p Expr) -> Option<Spelled<'p>> {
        let (id, [begin, fill]) = filled(list)? else { return None };
        let ExprKind::Const(Const::Str(between)) = &between.kind else { return None };
        let (rounds, body) = match &fill.kind {
            StmtKind::ForRange(_, from, last, body) => {
                let (from, last) = self.known_ends([from, last])?;
                (last.checked_sub(from)?.max(-1) + 1, body)
            }
            StmtKind::ForEach(_, over, body) => match &over.ty {
                Ty::Array(_, index) => (self.module.program.count(*index) as i64, body),
                _ => (i64::from(longest(self.module.program, &self.facts, over)?), body),
            },
            _ => return None,
        };
        let mut items = Vec::new();
        let each = added(body, id, &mut items);
        let lengths = items.iter().map(|it| self.known_length(it)).collect::<Option<Vec<_>>>()?;
        let most = lengths.iter().map(|it| it.1).max()?;
        let same = lengths.iter().all(|it| it.0 == most).then_some(most);
        let all = mentions(&self.function.body, id) == items.len() + 1;
        let count = u32::try_from(rounds.checked_mul(i64::from(each))?).ok()?;
        let few = count <= PARTS_MAX.min(self.module.limits.list as u32);
        let is_short = most <= WORD && between.len() <= WORD as usize;
        (all && few && is_short && self.module.fast).then(|| Spelled {
            list: id,
            begin,
            fill,
            bytes: count * (most + between.len() as u32),
            same,
            between,
        })
    }

    /// The minimum and maximum bytes of a text, if it is a constant or one of several.
    fn known_length(&self, e: &Expr) -> Option<(u32, u32)> {
        let of = |it: &Const| match it {
            Const::Str(it) => Some((it.len() as u32, it.len() as u32)),
            _ => None,
        };
        let both = |a: (u32, u32), b: (u32, u32)| (a.0.min(b.0), a.1.max(b.1));
        match &e.kind {
            ExprKind::Const(it) => of(it),
            ExprKind::If(condition, a, b) if self.is_speculatable(condition) => {
                Some(both(self.known_length(a)?, self.known_length(b)?))
            }
            ExprKind::Index(table, _) if self.is_speculatable(e) => match &table.kind {
                ExprKind::Const(Const::List(items)) => items.iter().map(of).reduce(|a, b| Some(both(a?, b?))).flatten(),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Maximum number of appends to a list by statements, without loops in them; collects the items.
fn added<'p>(body: &'p [Stmt], list: LocalId, items: &mut Vec<&'p Expr>) -> u32 {
    let mut count = 0;
    for it in body {
        count += match &it.kind {
            StmtKind::PlaceOp(PlaceOp::Push, place, args)
                if place.root == Root::Local(list) && place.path.is_empty() =>
            {
                items.push(&args[0]);
                1
            }
            StmtKind::If(_, yes, no) => added(yes, list, items).max(added(no, list, items)),
            _ => 0,
        };
    }
    count
}

fn word(text: &str) -> i64 {
    let mut bytes = [0; WORD as usize];
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    i64::from_le_bytes(bytes)
}
