//! Coverage counters of a module: consecutive numbers of eight bytes.
//!
//! Invariant: the counts are those of a counting interpreter, statement by statement; counting takes no steps.

use crate::layout::memory::OFFER_ROW;
use crate::module::ModuleBuilder;
use crate::module::counted::{
    CHOICES_MAX, CHOICES_MIN, Counters, RowCounters, arguments, arrival_range, largest_board,
};
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem};
use ir::{Effects, Expr, ExprKind, Node, Stmt, StmtKind, walk};

impl<'p> ModuleBuilder<'p> {
    /// Makes room for all counters.
    pub fn declare_counters(&mut self) {
        let program = self.program;
        let mut it = Counters::default();
        for function in &program.functions {
            for stmt in ir::statements(&function.body) {
                it.numbers.insert(identity(stmt), it.statements.len() as u32);
                it.statements.push(None);
            }
        }
        it.frames = it.statements.len() as u32;
        it.arrivals = it.frames + program.frames.len() as u32;
        let fields = arrival_range(program).map_or(0, |(least, most)| (most - least + 1) as u32);
        it.choices = it.arrivals + fields;
        it.choices_end = largest_board(program).clamp(CHOICES_MIN, CHOICES_MAX);
        it.count = it.choices + it.choices_end;
        it.stands = it.count;
        it.count += fields;
        for row in &self.rows {
            let offered = it.count;
            it.count += 3;
            let arguments = arguments(program, &self.wanted, row, &mut it.count, &mut it.cards);
            it.rows.push(RowCounters { offered, arguments });
        }
        it.start = self.reserve(8 * it.count);
        for table in &mut it.cards {
            table.at = self.reserve(table.numbers() * table.size());
            table.count = self.reserve(8);
        }
        self.counters = Some(it);
    }

    /// Counts once more.
    pub fn tick(&self, it: &mut CodeBuilder, counter: u32) {
        self.tick_by(it, counter, &|it| {
            it.i64(1);
        });
    }

    /// Adds the number that `more` leaves to a counter.
    pub fn tick_by(&self, it: &mut CodeBuilder, counter: u32, more: &dyn Fn(&mut CodeBuilder)) {
        let Some(at) = self.counters.as_ref().map(|it| it.address(counter)) else { return };
        it.i32(at).i32(at).load(Mem::Int(8), 0);
        more(it);
        it.sink().i64_add();
        it.store(Mem::Int(8), 0);
    }

    /// Counts once more, of counters from one on, that of the number in a local.
    pub fn tick_at(&self, it: &mut CodeBuilder, first: u32, number: Local) {
        let Some(start) = self.counters.as_ref().map(|it| it.address(first)) else { return };
        let at = it.local(I32);
        it.get(number).i32(3).sink().i32_shl().local_tee(at);
        it.get(at).load(Mem::Int(8), start).i64(1).sink().i64_add();
        it.store(Mem::Int(8), start);
    }

    /// The counter of a statement after one with a given counter in the same body: it shares that one, if control
    /// cannot leave between the two.
    pub fn counter_of(&mut self, it: &Stmt, before: Option<u32>) -> Option<u32> {
        let counters = self.counters.as_mut()?;
        let number = *counters.numbers.get(&identity(it))?;
        let counter = before.unwrap_or(number);
        counters.statements[number as usize] = Some(counter);
        Some(counter)
    }

    /// `true` if control may leave after a statement was reached.
    pub fn may_leave(&self, it: &Stmt) -> bool {
        // A trial may stop anywhere, and the game goes on.
        if self.features.trial {
            return true;
        }
        let mut leaves = false;
        walk(std::slice::from_ref(it), &mut |node| match node {
            Node::Stmt(it) => {
                leaves |= matches!(
                    it.kind,
                    StmtKind::Break
                        | StmtKind::Continue
                        | StmtKind::Return(_)
                        | StmtKind::Call(..)
                        | StmtKind::Goto(..)
                        | StmtKind::End(_)
                        | StmtKind::Finish(..)
                        | StmtKind::PopUndo
                );
            }
            Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => {
                leaves |= self.program.function(*id).effects.has(Effects::FLOW);
            }
            Node::Expr(_) | Node::Place(_) => {}
        });
        leaves
    }

    /// The number in a local says on which field a token has arrived.
    pub fn count_arrival(&self, it: &mut CodeBuilder, field: Local) {
        let (Some(counters), Some((least, most))) = (&self.counters, arrival_range(self.program)) else { return };
        let (first, at) = (counters.arrivals, it.local(I64));
        it.get(field).i64(least).sink().i64_sub().local_tee(at).i64_const(most - least).i64_le_u();
        it.if_(|it| {
            let number = it.local(I32);
            it.get(at).sink().i32_wrap_i64().local_set(number);
            self.tick_at(it, first, number);
        });
    }

    /// Address of a row's number of entries, and of the pointer to them.
    pub fn entries_of(&self, row: usize) -> (u32, u32) {
        let at = self.state.offered + OFFER_ROW * row as u32;
        (at + 4, at)
    }
}

fn identity(it: &Stmt) -> usize {
    std::ptr::from_ref(it) as usize
}
