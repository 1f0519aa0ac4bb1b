//! Texts that nobody reads: log entries, prompts and reasons of games that only count.
//!
//! Invariant: faults in a text still happen, and no fewer steps are taken than for the text. In a module that counts
//! games, more may be: a game with any problem is replayed by its host, which charges exactly.

use crate::function::FunctionCompiler;
use crate::layout::memory::global;
use crate::layout::{Rep, rep};
use crate::wasm::{Emit, I32};
use diag::Code;
use ir::steps::BYTES_SHIFT;
use ir::{Binary, Cast, Const, Expr, ExprKind, Program, Ty};

/// Bytes of the longest integer, and of the longest number that a text can show.
const INT_BYTES: usize = 17;
const NUM_BYTES: usize = 32;
const FALSE: &str = "false";

/// Stands for a text that nobody reads.
const SOME_TEXT: &str = "…";

/// Facts about a text before it is built.
pub struct Made {
    /// Maximum bytes. None if the text exists already.
    most: Option<usize>,
    /// `true` if it can be empty.
    empty: bool,
    /// Steps that making it takes at most.
    steps: usize,
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// Runs code that is only for readers; always, where games are counted.
    pub fn for_readers(&mut self, read: impl FnOnce(&mut Self)) {
        if self.module.counters.is_some() {
            return read(self);
        }
        self.code.sink().global_get(global::LOGGING);
        self.if_(read);
    }

    /// Facts about a text that need not be built: games are counted, and its maximum length is known.
    pub fn unread(&self, e: &Expr) -> Option<Made> {
        let most = self.module.limits.string;
        let made = known(self.module.program, e).filter(|it| it.most.is_none_or(|it| it <= most));
        // A trial may fail by its steps without a flaw.
        let features = &self.module.features;
        made.filter(|_| self.module.counters.is_some() && !features.attempt && !features.reads_log)
    }

    /// Uses a text. If nobody reads it and it need not be built, runs `unread` instead, after evaluating everything in
    /// it that can fail.
    pub fn text_for_readers(
        &mut self,
        (e, made): (&'p Expr, Option<Made>),
        read: impl FnOnce(&mut Self),
        unread: impl FnOnce(&mut Self),
    ) {
        let Some(made) = made else { return self.for_readers(read) };
        self.code.sink().global_get(global::LOGGING);
        self.if_(read).else_(|this| {
            this.look_for_faults(e);
            if made.steps > 0 {
                this.spend(made.steps as u32);
            }
            unread(this);
        });
    }

    /// An entry of the log. One that nobody reads counts all the same.
    pub fn log(&mut self, e: &'p Expr) {
        let (log, site) = (self.module.state.log, self.site(Code::LogLength));
        // Tests later if the last entry is blank.
        let made = self.unread(e).filter(|it| !it.empty);
        self.text_for_readers(
            (e, made),
            |this| {
                this.as_any(e);
                this.guard(e, &Ty::Any);
                this.code.i32(site).call(log);
            },
            |this| {
                let some = this.module.string(SOME_TEXT);
                this.code.i32(some).i32(site).call(log);
            },
        );
    }

    /// Stands for an entry of a list that is not built: takes enough steps to run out before the list would be too
    /// long.
    pub fn spend_for_entry(&mut self) {
        let limits = self.module.limits;
        self.spend(u32::try_from(limits.fuel / limits.list.max(1) as i64 + 1).unwrap_or(u32::MAX));
    }

    /// Leaves a text that is kept and shown at the end.
    pub fn last_words(&mut self, e: &'p Expr) {
        if self.module.counters.is_none() {
            return self.value(e);
        }
        let (text, some) = (self.code.local(I32), self.module.string(SOME_TEXT));
        self.text_for_readers(
            (e, self.unread(e)),
            |this| {
                this.value(e);
                this.code.set(text);
            },
            |this| {
                this.code.i32(some).set(text);
            },
        );
        self.code.get(text);
    }

    /// Evaluates the parts of a text.
    fn look_for_faults(&mut self, e: &'p Expr) {
        match &e.kind {
            ExprKind::Const(_) => {}
            ExprKind::Binary(Binary::Concat, a, b) => {
                self.look_for_faults(a);
                self.look_for_faults(b);
            }
            ExprKind::Cast(Cast::ToStr | Cast::ToAny | Cast::Some, a) => self.look_for_faults(a),
            ExprKind::Block(body, a) => {
                self.stmts(body);
                self.look_for_faults(a);
            }
            ExprKind::If(condition, a, b) => {
                self.value(condition);
                self.if_(|this| this.look_for_faults(a)).else_(|this| this.look_for_faults(b));
            }
            _ => {
                self.value(e);
                if rep(&e.ty) != Rep::Unit {
                    self.code.sink().drop();
                }
            }
        }
    }
}

fn known(program: &Program, e: &Expr) -> Option<Made> {
    let shown = |most| Some(Made { most: Some(most), empty: most == 0, steps: 0 });
    // An optional may show that there is none.
    let names = |all: &[String]| shown(all.iter().map(String::len).fold(FALSE.len(), usize::max));
    match &e.kind {
        ExprKind::Const(Const::Str(text)) => shown(text.len()),
        ExprKind::Binary(Binary::Concat, a, b) => {
            let (a, b) = (known(program, a)?, known(program, b)?);
            let most = a.most? + b.most?;
            let steps = a.steps + b.steps + (most >> BYTES_SHIFT);
            Some(Made { most: Some(most), empty: a.empty && b.empty, steps })
        }
        ExprKind::Cast(Cast::ToStr, a) => match a.ty.inner() {
            Ty::Int | Ty::Range(..) => shown(INT_BYTES),
            Ty::Num => shown(NUM_BYTES),
            Ty::Bool => shown(FALSE.len()),
            Ty::Role => names(&program.roles),
            Ty::Enum(id) => names(&program.enums[id.index()].members),
            Ty::Str => known(program, a),
            _ => None,
        },
        ExprKind::Cast(Cast::ToAny | Cast::Some, a) if a.ty == Ty::Str => known(program, a),
        ExprKind::Block(_, a) => known(program, a),
        ExprKind::If(_, a, b) => {
            let (a, b) = (known(program, a)?, known(program, b)?);
            let most = a.most.zip(b.most).map(|(a, b)| a.max(b));
            Some(Made { most, empty: a.empty || b.empty, steps: a.steps.max(b.steps) })
        }
        _ if e.ty == Ty::Str => Some(Made { most: None, empty: true, steps: 0 }),
        _ => None,
    }
}
