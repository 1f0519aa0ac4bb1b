//! State of the game's course, and of the action in progress.

use super::Checker;
use super::types::{self, T};
use diag::Span;
use ir::{Const, Expr, ExprKind, Global, GlobalId, Named, Place, Record, RecordId, Root, Step, Stmt, Ty};

/// Fields of the record of the action in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Now {
    /// The action that a player has begun, −1 if there is none.
    Action,
    /// The owner of the action.
    This,
    /// The answers so far.
    Answers,
    /// Number of answers the action has used.
    At,
    /// 0 goes on, [`ASKS`] a player, the game is [`OVER`], or it has [`FAILED`]; or an effect is left that [`CANCELS`],
    /// or the trial has reached [`CHANCE`].
    Stop,
    /// The number of a question, then the candidates.
    Asked,
    /// The names of answers that are texts.
    Texts,
    /// The next player, −1 if none was given.
    Next,
    /// The phase that comes next, −1 if none was said.
    Phase,
    /// The turn's default section is to be asked.
    Passed,
    Winners,
    /// Actions inside one another.
    Depth,
    Events,
    /// Cancellations in the running action.
    Cancelled,
    /// The reason of the last cancellation, −1 if nothing was cancelled since.
    Why,
    /// The player who began the action.
    Actor,
    /// Values given by players for open questions.
    Numbers,
    Said,
    /// The reason that bars the next effect, −1 for none.
    Barred,
    /// The questions that were answered, and the texts that were said to them, for the log.
    Questions,
    Words,
}

/// An answer that leaves a question open, or ends a list.
pub const LEFT: i64 = -1;

/// No answer: a choice that only begins an action.
pub const NO_ANSWER: i64 = -2;

/// A number that a player gave instead of the offered ones: this plus its place among the given values.
pub const SAID: i64 = 1 << 52;

/// The trial has reached a random draw.
pub const CHANCE: i64 = -2;

/// The trial can surely be finished, or lists the outcome of each answer.
pub const FOUND: i64 = -3;

/// An effect is left that is cancelled.
pub const CANCELS: i64 = -1;

pub const ASKS: i64 = 1;

pub const OVER: i64 = 2;

/// From here on: it has failed, for one of the reasons in [`Checker::reasons`].
pub const FAILED: i64 = 3;

/// Maximum depth of actions that trigger one another.
pub const DEPTH_LIMIT: i64 = 40;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn global(&mut self, name: &str, ty: Ty) -> GlobalId {
        let name = self.global_name(name);
        self.program.globals.push(Global { name, ty, late: false, secret: None, span: Span::default() });
        GlobalId(self.program.globals.len() as u16 - 1)
    }

    /// A name for a global that no other has.
    pub fn global_name(&self, name: &str) -> String {
        let mut name = name.to_owned();
        while ir::RESERVED_GLOBALS.contains(&&*name) || self.program.globals.iter().any(|it| it.name == name) {
            name.push('_');
        }
        name
    }

    pub fn declare_globals(&mut self) {
        self.globals.player = self.global("player", Ty::Int);
        if self.turns.iter().map(|it| it.phases.len()).sum::<usize>() > 1 {
            self.globals.phase = Some(self.global("phase", Ty::Int));
        }
        if self.facts.calls_phases {
            self.globals.called = Some(self.global("called", Ty::Int));
        }
        self.declare_seats();
        if self.facts.allows {
            let count = self.actions.len() as u32;
            self.globals.allowed = Some(self.global("allowed", Ty::Array(Box::new(Ty::Bool), ir::Index::Count(count))));
            if self.facts.allows_one {
                let lists = Ty::Array(Box::new(Ty::Int.list()), ir::Index::Count(count));
                self.globals.excepted = Some(self.global("excepted", lists));
            }
        }
        if self.triggers.iter().any(|it| it.count.is_some()) {
            self.globals.chosen = Some(self.global("chosen", Ty::Int));
        }
        if self.facts.chance {
            self.globals.draws = Some(self.global("draws", Ty::Int));
        }
        let new_groups = self.board.groups.len() - self.board.declared();
        if new_groups > 0 {
            let names = Ty::Array(Box::new(Ty::Str), ir::Index::Count(new_groups as u32));
            self.globals.new_groups = Some(self.global("groups", names));
        }
        if self.has_stacks() {
            let hand = self.rep(&T::Ref(types::THING).list());
            let hands = Ty::Array(Box::new(hand), ir::Index::Role);
            self.globals.hands = Some(self.global("hands", hands));
        }
        let record = |this: &mut Self, name: &str, fields: Vec<(&str, Ty)>| {
            let fields = fields.into_iter().map(|(name, ty)| Named { name: name.into(), ty }).collect();
            this.program.records.push(Record { name: name.into(), fields });
            RecordId(this.program.records.len() as u16 - 1)
        };
        let slot = self.widest_slot();
        let event =
            record(self, "event", vec![("trigger", Ty::Int), ("it", Ty::Int), ("from", slot.clone()), ("to", slot)]);
        self.globals.event_record = Some(event);
        if self.facts.waits_after {
            self.globals.after = Some(self.global("after", Ty::Record(event).list()));
        }
        let numbers = self.rep(&T::Dec).list();
        let now = record(
            self,
            "now",
            vec![
                ("action", Ty::Int),
                ("of", Ty::Int),
                ("answers", Ty::Int.list()),
                ("at", Ty::Int),
                ("stop", Ty::Int),
                ("asked", Ty::Int.list()),
                ("texts", Ty::Str.list()),
                ("next", Ty::Int),
                ("phase", Ty::Int),
                ("passed", Ty::Bool),
                ("winners", Ty::Int.list()),
                ("depth", Ty::Int),
                ("events", Ty::Record(event).list()),
                ("cancelled", Ty::Int.list()),
                ("why", Ty::Int),
                ("actor", Ty::Int),
                ("numbers", numbers),
                ("said", Ty::Str.list()),
                ("barred", Ty::Int),
                ("questions", Ty::Int.list()),
                ("words", Ty::Str.list()),
            ],
        );
        self.globals.now_record = Some(now);
        self.globals.now = self.global("now", Ty::Record(now));
    }

    pub fn now_place(&self, field: Now) -> Place {
        let ty = match field {
            Now::Answers | Now::Asked | Now::Winners | Now::Cancelled | Now::Questions => Ty::Int.list(),
            Now::Texts | Now::Said | Now::Words => Ty::Str.list(),
            Now::Numbers => self.rep(&T::Dec).list(),
            Now::Passed => Ty::Bool,
            Now::Events => Ty::Record(self.globals.event_record.unwrap_or(RecordId(0))).list(),
            _ => Ty::Int,
        };
        self.b().place(Root::Global(self.globals.now), vec![Step::Field(field as u16)], ty)
    }

    pub fn now(&self, field: Now) -> Expr {
        self.b().load(self.now_place(field))
    }

    pub fn set_now(&self, field: Now, e: Expr) -> Stmt {
        self.b().assign(self.now_place(field), e)
    }

    /// Nothing is under way.
    pub fn idle(&self) -> Stmt {
        let b = self.b();
        let (int, empty) = (Const::Int, Const::List(Vec::new()));
        let parts = vec![
            int(-1),
            int(0),
            empty.clone(),
            int(0),
            int(0),
            empty.clone(),
            empty.clone(),
            int(-1),
            int(-1),
            Const::Bool(false),
            empty.clone(),
            int(0),
            empty.clone(),
            empty.clone(),
            int(-1),
            int(-1),
            empty.clone(),
            empty.clone(),
            int(-1),
            empty.clone(),
            empty,
        ];
        let ty = Ty::Record(self.globals.now_record.unwrap_or(RecordId(0)));
        let idle = b.expr(ExprKind::Const(Const::List(parts)), ty.clone());
        b.assign(b.place(Root::Global(self.globals.now), Vec::new(), ty), idle)
    }

    pub fn goes_on(&self) -> Expr {
        self.b().equal(self.now(Now::Stop), self.b().int(0))
    }

    /// Leaves the body if the action in progress was stopped.
    pub fn leave_if_stopped(&mut self) -> Stmt {
        let b = self.b();
        let stopped = b.not(b.equal(self.now(Now::Stop), b.int(0)));
        b.when(stopped, vec![self.leave()])
    }
}
