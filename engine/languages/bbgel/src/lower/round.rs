//! The round: who rolls, the steps of a token, the scripts of fields, and the end of the game.
//!
//! `advance` runs until somebody must act. The phase records the progress of the current step, so that it can resume
//! where a text had to ask something.

use super::super::seconds::Cost;
use super::tree::dispatch;
use super::{Body, Control, FieldInfo, Lower, control_asks, state, text_asks};
use diag::Span;
use ir::{Binary, Builtin, Cast, Effects, Expr, ExprKind, FnId, FrameId, LocalId, PlaceOp, Stmt, StmtKind, Ty};

/// Phases of a step.
const BEGIN: i64 = 0;
const ARRIVED: i64 = 1;
const FORCED: i64 = 2;
const STOPPED: i64 = 3;

/// Results of `advance`.
pub const ROLL: i64 = 0;
pub const PAUSE: i64 = 1;
pub const WON: i64 = 2;
pub const TEXT: i64 = 3;
pub const CONTROL: i64 = 4;

const CHANGE: Effects = Effects::WRITE.with(Effects::RANDOM);

/// Functions of the round.
#[derive(Clone, Copy)]
pub struct Parts {
    /// `(place)`: where the token goes on to.
    way: FnId,
    /// `(place)`: runs the text of a field.
    text: FnId,
    /// `(place)`: whether the text runs whenever a token steps there.
    pub forced: FnId,
    /// `(place)`: whether the text, or the way on, asks something.
    asks: Option<FnId>,
    control_asks: Option<FnId>,
    /// `(place)`: reports where the token is; `None` if no field has a name.
    told: Option<FnId>,
    /// `(place)`: stops, where a token would go back beyond where it came in; none if no text moves tokens.
    back: Option<FnId>,
    /// `(place)`: whether nothing leads on from there; none if no token is put where a text runs once more.
    ends: Option<FnId>,
    won: FnId,
    end_round: FnId,
}

impl<'a, 's> Lower<'_, 'a, 's> {
    /// A field as an author would call it.
    pub fn name_of(&self, place: i64) -> String {
        if self.world.stride == 0 {
            return place.to_string();
        }
        let tile = self.world.tiles.get((place / self.world.stride) as usize).copied().unwrap_or("");
        format!("{} of {tile}", place % self.world.stride)
    }

    /// The procedures of the fields for which there must be some.
    pub fn scripts(
        &mut self,
        wanted: fn(&FieldInfo) -> bool,
        title: &str,
        make: fn(&mut Self, &FieldInfo<'a, 's>, &str) -> FrameId,
    ) -> Vec<(i64, FrameId)> {
        let mut out = Vec::new();
        for it in self.world.fields.iter().filter(|it| wanted(it)) {
            let name = format!("{title} {}", self.name_of(it.place));
            self.enter_tile(it);
            out.push((it.place, make(self, it, &name)));
        }
        out
    }

    fn enter_tile(&mut self, field: &FieldInfo) {
        self.tile = self.world.first_of_tile(field.place);
    }

    pub fn parts(&mut self) -> Parts {
        let way = self.by_place("way", Ty::Int, CHANGE, |lower, b, it| match &it.control {
            Control::None => {
                b.at = it.span;
                let why = format!("field {} leads nowhere, and a token must go on from it", lower.name_of(it.place));
                vec![b.stmt(StmtKind::Stop(why)), b.give(b.int(0))]
            }
            Control::To(to, span) => {
                b.at = *span;
                let next = b.add(b.get(LocalId(0)), b.int(1));
                vec![b.give(if *to == it.place + 1 { next } else { b.int(*to) })]
            }
            Control::If(..) if control_asks(it) => vec![b.give(b.int(0))],
            Control::If(cond, yes, no, span) => {
                b.at = *span;
                let (to, mut stmts) = lower.control_if(b, cond, *yes, *no);
                stmts.push(b.give(to));
                stmts
            }
        });
        let text = self.by_place("text", Ty::Unit, CHANGE, |lower, b, it| {
            if text_asks(it) {
                return Vec::new();
            }
            let mut stmts: Vec<Stmt> = it.text.iter().flat_map(|stmt| lower.stmt(b, stmt)).collect();
            if let Some((to, span)) = it.jump {
                b.at = span;
                stmts.extend(lower.stop_jump(b, it, to));
            }
            stmts
        });
        let forced = self.by_place("forced", Ty::Bool, Effects::NONE, |_, b, it| vec![b.give(b.bool(it.forced))]);
        let fields = &self.world.fields;
        let (any_text, any_way) = (fields.iter().any(text_asks), fields.iter().any(control_asks));
        let asks = any_text
            .then(|| self.by_place("asks", Ty::Bool, Effects::NONE, |_, b, it| vec![b.give(b.bool(text_asks(it)))]));
        let control_asks = any_way.then(|| {
            self.by_place("way asks", Ty::Bool, Effects::NONE, |_, b, it| vec![b.give(b.bool(control_asks(it)))])
        });
        let told = fields.iter().any(|it| it.label.is_some()).then(|| {
            self.by_place("told", Ty::Unit, CHANGE, |lower, b, it| {
                it.label.map(|name| lower.tell(b, b.text(&format!(" comes to {name}.")))).into_iter().collect()
            })
        });
        let back = fields.iter().any(|it| it.text.iter().any(|it| moves(it))).then(|| {
            self.by_place("before the start", Ty::Unit, Effects::NONE, |lower, b, it| {
                b.at = it.span;
                let name = lower.name_of(it.place);
                let why =
                    format!("a token goes back further than it came: it stands on field {name}, where it came in");
                vec![b.stmt(StmtKind::Stop(why))]
            })
        });
        let ends = self.layout.ran.map(|_| {
            let ends = |it: &FieldInfo| matches!(it.control, Control::None);
            self.by_place("ends", Ty::Bool, Effects::NONE, |_, b, it| vec![b.give(b.bool(ends(it)))])
        });
        let (won, end_round) = (self.won(), self.end_round());
        Parts { way, text, forced, asks, control_asks, told, back, ends, won, end_round }
    }

    /// `true` if a token, at the end of its walk, may be put on a field whose text then runs: a field without a next
    /// one, or the forced field that it was put away from.
    pub fn puts_back(&self) -> bool {
        let world = self.world;
        let field =
            |place: i64| world.fields.binary_search_by_key(&place, |it| it.place).ok().map(|at| &world.fields[at]);
        let ends = |it: &FieldInfo| matches!(it.control, Control::None);
        world.fields.iter().any(|from| {
            let targets = self.put_to(from).into_iter().filter_map(field).collect::<Vec<_>>();
            let returns = |to: &&FieldInfo<'a, 's>| self.put_to(to).contains(&from.place);
            targets.iter().any(|it| ends(it) || from.forced && returns(it))
        })
    }

    /// The places to which a field's text may put a token.
    fn put_to(&self, field: &FieldInfo) -> Vec<i64> {
        let first = self.world.first_of_tile(field.place);
        let mut found: Vec<i64> = field.jump.iter().map(|it| it.0).collect();
        for it in &field.text {
            it.walk(&mut |it| {
                if let super::AstStmt::Goto(to) = it.kind {
                    found.push(first + to.value);
                }
            });
        }
        found
    }

    /// The jump of a field, for tokens that stop on it: a forced field may also be passed.
    pub fn stop_jump(&self, b: &Body, field: &FieldInfo, to: i64) -> Vec<Stmt> {
        let jump = self.jump_to(b, to);
        if !field.forced {
            return jump;
        }
        vec![b.when(b.equal(self.get(b, state::LEFT), b.int(0)), jump)]
    }

    /// A function of a place, with a case for each field.
    pub fn by_place(
        &mut self,
        name: &str,
        result: Ty,
        effects: Effects,
        mut case: impl FnMut(&mut Self, &mut Body, &FieldInfo<'a, 's>) -> Vec<Stmt>,
    ) -> FnId {
        let mut b = Body::default();
        let place = b.local("place", Ty::Int);
        let mut cases = Vec::new();
        for it in &self.world.fields {
            self.enter_tile(it);
            b.at = Span::default();
            cases.push((it.place, case(self, &mut b, it)));
        }
        b.at = Span::default();
        let mut stmts = dispatch(&b, &b.get(place), cases);
        if self.world.fields.is_empty() && result != Ty::Unit {
            let value = if result == Ty::Bool { b.bool(false) } else { b.int(0) };
            stmts.push(b.give(value));
        }
        self.function(name, b, 1, result, stmts, effects)
    }

    /// The target of `control if`. Changes by its condition are reverted, except for the time.
    pub fn control_if(
        &mut self,
        b: &mut Body,
        cond: &super::super::ast::Expr<'s>,
        yes: i64,
        no: i64,
    ) -> (Expr, Vec<Stmt>) {
        let changes = cond.count(|it| {
            use super::Ast;
            matches!(it, Ast::Assign(..) | Ast::Step { .. })
        });
        let (cond, mut stmts) = self.timed(b, cond, Some(&Ty::Bool), 0.0);
        let (yes, no) = (b.int(yes), b.int(no));
        if changes == 0 {
            return (b.either(cond, yes, no), stmts);
        }
        let to = b.local("to", Ty::Int);
        let inner = vec![b.set(to, b.either(cond, yes, no))];
        stmts.extend(self.undone(b, inner, true));
        (b.get(to), stmts)
    }

    pub fn current_place(&self, b: &Body) -> Expr {
        b.expr(ExprKind::Unwrap(Box::new(b.load(self.player(b, state::FIELD)))), Ty::Int)
    }

    /// One step onwards.
    pub fn step_to(&self, b: &Body, to: Expr) -> Vec<Stmt> {
        let walked = StmtKind::PlaceOp(PlaceOp::Push, self.player(b, state::WALKED), vec![self.current_place(b)]);
        let mut out = vec![b.stmt(walked)];
        out.push(b.assign(self.player(b, state::FIELD), b.cast(Cast::Some, to, Ty::Int.opt())));
        out.push(self.count_left(b, -1));
        out.extend(self.pass(b, self.takes(Cost::Move)));
        out
    }

    fn count_left(&self, b: &Body, by: i64) -> Stmt {
        b.assign(self.field(b, state::LEFT), b.add(self.get(b, state::LEFT), b.int(by)))
    }

    pub fn winner_count(&self, b: &Body) -> Expr {
        b.builtin(Builtin::Len, vec![self.get(b, state::WINNERS)], Ty::Int)
    }

    /// `true` if somebody has won since winners were counted, or the end condition holds: then the current player has
    /// won.
    fn won(&mut self) -> FnId {
        let mut b = Body::default();
        let before = b.load(self.outside(&b, self.layout.winners_before, Ty::Int));
        let mut stmts = Vec::new();
        if let Some(e) = self.world.end_condition {
            self.pure = true;
            let (cond, _) = self.timed(&mut b, e, Some(&Ty::Bool), 0.0);
            self.pure = false;
            let grown = b.less(before.clone(), self.winner_count(&b));
            let current = self.get(&b, state::CURRENT);
            let add = b.stmt(StmtKind::PlaceOp(PlaceOp::Push, self.field(&b, state::WINNERS), vec![current]));
            stmts.push(b.when(b.and(b.not(grown), cond), vec![add]));
        }
        stmts.push(b.give(b.less(before, self.winner_count(&b))));
        self.function("won", b, 0, Ty::Bool, stmts, Effects::WRITE)
    }

    fn end_round(&mut self) -> FnId {
        let b = Body::default();
        let next = Box::new(self.whose(&b, super::super::ast::Whose::Next));
        let next = b.expr(ExprKind::Cast(Cast::Check, next), Ty::Role);
        let mut stmts = self.pass(&b, self.takes(Cost::NextPlayer));
        stmts.push(b.assign(self.field(&b, state::CURRENT), next));
        stmts.push(b.assign(self.field(&b, state::ROLLED_BACK), b.bool(false)));
        if let Some(saved) = self.saved(&b) {
            let none = b.none(saved.ty.clone());
            stmts.push(b.assign(saved, none));
        }
        self.function("end of the round", b, 0, Ty::Unit, stmts, Effects::WRITE)
    }

    /// Goes on until somebody must act, and says how.
    pub fn advance(&mut self, parts: Parts) -> FnId {
        let mut b = Body::default();
        let at = b.local("at", Ty::Int);
        let phase = |b: &Body| self.outside(b, self.layout.phase, Ty::Int);
        let set_phase = |b: &Body, to: i64| b.assign(phase(b), b.int(to));
        let in_phase = |b: &Body, is: i64, then: Vec<Stmt>| b.when(b.equal(b.load(phase(b)), b.int(is)), then);
        let left = |b: &Body| self.get(b, state::LEFT);
        let none_left = |b: &Body| b.equal(left(b), b.int(0));
        let by_field = b.load(self.outside(&b, self.layout.by_field, Ty::Bool));
        let sleep = self.player(&b, state::SLEEP);
        let asleep = b.less(b.int(0), b.load(sleep.clone()));
        let steps = self.outside(&b, self.layout.steps, Ty::Int);
        let count_step = b.assign(steps.clone(), b.add(b.load(steps), b.int(1)));
        let pause_in_round = b.when(by_field.clone(), vec![b.give(b.int(PAUSE))]);

        // A new round.
        let skip = vec![
            self.tell(&b, b.text(" sits out.")),
            b.assign(sleep.clone(), b.binary(Binary::IntSub, b.load(sleep), b.int(1))),
            b.run(parts.end_round, Vec::new()),
            count_step.clone(),
            b.when(b.and(by_field.clone(), asleep.clone()), vec![b.give(b.int(PAUSE))]),
            b.stmt(StmtKind::Continue),
        ];
        let new_round = b.when(none_left(&b), vec![b.when(asleep.clone(), skip), b.give(b.int(ROLL))]);

        // One step.
        let walked = self.player(&b, state::WALKED);
        let stuck = b.builtin(Builtin::Empty, vec![b.load(walked.clone())], Ty::Bool);
        let popped = b.expr(ExprKind::PlaceOp(PlaceOp::Pop, Box::new(walked), Vec::new()), Ty::Int);
        let field = self.player(&b, state::FIELD);
        let on_board = b.binary(Binary::Ne, b.load(field.clone()), b.none(Ty::Int.opt()));
        let enter = vec![
            b.assign(field.clone(), b.cast(Cast::Some, b.int(self.world.start), Ty::Int.opt())),
            self.count_left(&b, -1),
        ];
        let mut back: Vec<Stmt> =
            parts.back.map(|it| b.when(stuck, vec![b.run(it, vec![self.current_place(&b)])])).into_iter().collect();
        back.extend([b.assign(field.clone(), b.cast(Cast::Some, popped, Ty::Int.opt())), self.count_left(&b, 1)]);
        back.extend(self.pass(&b, self.takes(Cost::Move)));
        let mut onwards = vec![b.set(at, self.current_place(&b))];
        if let Some(asks) = parts.control_asks {
            let ask = vec![set_phase(&b, ARRIVED), b.give(b.int(CONTROL))];
            onwards.push(b.when(b.call(asks, vec![b.get(at)], Ty::Bool), ask));
        }
        onwards.push(b.set(at, b.call(parts.way, vec![b.get(at)], Ty::Int)));
        onwards.extend(self.step_to(&b, b.get(at)));
        let move_on = b.stmt(StmtKind::If(b.less(left(&b), b.int(0)), back, onwards));
        let step = b.stmt(StmtKind::If(on_board, vec![move_on], enter));

        // On the new field.
        let forced = self.outside(&b, self.layout.forced, Ty::Int.opt());
        let before = self.outside(&b, self.layout.winners_before, Ty::Int);
        let count_winners = b.assign(before.clone(), self.winner_count(&b));
        let won =
            |b: &Body| b.when(b.call(parts.won, Vec::new(), Ty::Bool), vec![count_step.clone(), b.give(b.int(WON))]);
        let text = |b: &Body| {
            let mut out: Vec<Stmt> = parts.told.map(|it| b.run(it, vec![b.get(at)])).into_iter().collect();
            if let Some(asks) = parts.asks {
                out.push(b.when(b.call(asks, vec![b.get(at)], Ty::Bool), vec![b.give(b.int(TEXT))]));
            }
            out.push(b.run(parts.text, vec![b.get(at)]));
            out
        };
        let mut arrived = vec![count_winners.clone(), b.assign(forced.clone(), b.none(Ty::Int.opt()))];
        if self.world.end_condition.is_some() {
            arrived.push(won(&b));
        }
        arrived.push(b.set(at, self.current_place(&b)));
        arrived.push(set_phase(&b, FORCED));
        let mut run = vec![b.assign(forced.clone(), b.cast(Cast::Some, b.get(at), Ty::Int.opt()))];
        run.extend(text(&b));
        arrived.push(b.when(b.call(parts.forced, vec![b.get(at)], Ty::Bool), run));

        // After the forced text; where the walk ends, the text runs.
        let ran = self.outside(&b, self.layout.ran, Ty::Int.opt());
        let still = b.equal(b.load(forced.clone()), b.load(field.clone()));
        let mut stop = vec![count_winners, b.set(at, self.current_place(&b))];
        // The field whose text ran last: the forced one, or the one the token stopped on.
        let mut ended = vec![set_phase(&b, STOPPED)];
        if parts.ends.is_some() {
            ended.push(b.assign(ran.clone(), b.load(field)));
        }
        stop.extend(text(&b));
        ended.push(b.when(b.not(still), stop));
        let after = vec![
            won(&b),
            b.stmt(StmtKind::If(
                none_left(&b),
                vec![b.stmt(StmtKind::If(
                    self.get(&b, state::ROLLED_BACK),
                    vec![b.run(parts.end_round, Vec::new())],
                    ended,
                ))],
                Vec::new(),
            )),
        ];
        let mut stopped = vec![won(&b)];
        if let Some(ends) = parts.ends {
            // The text put the token on a field from which nothing leads on, so that its text runs now or never; or back on the
            // forced field that it came from.
            let place = self.player(&b, state::FIELD);
            let new = b.not(b.equal(b.load(ran.clone()), b.load(place.clone())));
            let back = b.equal(b.load(forced.clone()), b.load(place));
            let mut arrive = vec![b.assign(before.clone(), self.winner_count(&b))];
            arrive.push(b.assign(ran, b.cast(Cast::Some, b.get(at), Ty::Int.opt())));
            arrive.extend(text(&b));
            arrive.push(b.stmt(StmtKind::Continue));
            let again =
                b.expr(ExprKind::Or(Box::new(back), Box::new(b.call(ends, vec![b.get(at)], Ty::Bool))), Ty::Bool);
            let last = vec![b.set(at, self.current_place(&b)), b.when(again, arrive)];
            stopped.push(b.when(b.and(none_left(&b), new), last));
        }
        stopped.push(b.when(none_left(&b), vec![b.run(parts.end_round, Vec::new())]));
        // In a walk field by field: unless the next player rolls now.
        let rolls = b.and(none_left(&b), b.not(asleep));
        let pause = b.when(b.not(rolls), vec![pause_in_round]);
        let body = vec![
            in_phase(&b, BEGIN, vec![new_round, step, set_phase(&b, ARRIVED)]),
            in_phase(&b, ARRIVED, arrived),
            in_phase(&b, FORCED, after),
            in_phase(&b, STOPPED, stopped),
            set_phase(&b, BEGIN),
            count_step,
            pause,
        ];
        let stmts = vec![b.stmt(StmtKind::While(b.bool(true), body)), b.give(b.int(ROLL))];
        self.function("advance", b, 0, Ty::Int, stmts, CHANGE)
    }
}

/// `true` if a statement moves the token by steps.
fn moves(stmt: &super::super::ast::Stmt) -> bool {
    let mut found = false;
    stmt.walk(&mut |it| found |= matches!(it.kind, super::AstStmt::Move(_)));
    found
}
