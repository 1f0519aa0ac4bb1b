//! Turns and their phases: the next player, and the effects at the beginning of a phase.
//!
//! Effects note a change of turn, which happens when the action has ended: `pass` sets a player and perhaps a phase; a
//! call or a trigger sets a phase. A phase that begins may set the next one, so this repeats until nothing is set.

use super::declared::{Happens, TurnInfo};
use super::facts::{AFTER, Mark};
use super::now::Now;
use super::types::{T, Val};
use super::{Checker, Def, ast};
use ast::{ItemKind, Name, Part, PartKind};
use diag::Span;
use front::make::Body;
use ir::{Binary, Expr, ExprKind, FnId, LocalId, Place, Root, Stmt, StmtKind, Ty};

/// Maximum phases in a row without a player's choice.
const PHASES_LIMIT: i64 = 1_000;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn declare_turns(&mut self) {
        let file = self.file;
        let mut first = 0;
        for item in &file.items {
            let ItemKind::Turn(it) = &item.kind else { continue };
            self.define(it.name, Def::Turn(self.turns.len()));
            let mut phases: Vec<(Name<'s>, Option<&'a ast::Action<'s>>)> = Vec::new();
            let mut default = None;
            for part in &it.parts {
                match &part.kind {
                    PartKind::Phase(phase) => {
                        let name = phase.name.unwrap_or(Name { text: "default", span: part.span });
                        phases.push((name, Some(phase)));
                    }
                    PartKind::Default(body) => default = Some(body),
                    _ => {}
                }
            }
            if phases.is_empty() {
                phases.push((Name { text: "default", span: it.name.span }, None));
            }
            let count = phases.len() as i64;
            self.turns.push(TurnInfo { name: it.name, first, phases, default });
            first += count;
        }
    }

    /// Phases that have triggers: they are begun as an action is run.
    pub fn declare_phases(&mut self) {
        let phases = self.turns.iter().flat_map(|turn| turn.phases.iter().zip(turn.first..));
        let waiting: Vec<_> =
            phases.filter_map(|((_, phase), n)| Some(((*phase)?, n))).filter(|it| it.0.waits()).collect();
        for (phase, number) in waiting {
            if let Some(index) = self.action(phase, None, false, false) {
                let it = &mut self.actions[index];
                it.begins = Some(number);
                it.key = it.triggers.first().and_then(|it| it.events.first()).map_or(it.key, |it| it.span.start);
            }
        }
    }

    /// At the start or end of a turn or phase, no choice is in progress: nobody can be asked.
    pub fn look_at_asking(&mut self) {
        let phases = self.turns.iter().flat_map(|it| &it.phases);
        let phases = phases.filter_map(|(name, phase)| Some(((*phase)?.span.start, name.span, "phase of a turn")));
        let waiting = self.triggers.iter().filter(|it| it.waits.is_of_turns());
        let waiting = waiting.map(|it| (self.actions[it.action].key, it.span, "turn that begins or ends"));
        let phases_inputs: Vec<u32> =
            self.turns.iter().flat_map(|it| &it.phases).filter_map(|it| it.1).flat_map(inputs).collect();
        for (key, span, whole) in phases.chain(waiting).collect::<Vec<_>>() {
            // Inputs of a phase itself are reported in place.
            let asked = self.found.question_in(key).filter(|it| !phases_inputs.contains(it));
            let asked = self.questions.iter().find(|it| Some(it.at) == asked).map(|it| it.name.clone());
            if let Some(name) = asked {
                self.problems.asks_nobody(span, name.trim_start_matches('_'), whole);
            }
        }
    }

    pub fn phase_named(&self, name: &str) -> Option<(i64, usize)> {
        self.turns.iter().enumerate().find_map(|(i, _)| Some((self.phase_of(i, name)?, i)))
    }

    pub fn phase_of(&self, turn: usize, name: &str) -> Option<i64> {
        let turn = self.turns.get(turn)?;
        let at = turn.phases.iter().position(|it| it.0.text == name)?;
        Some(turn.first + at as i64)
    }

    /// The phase that is on.
    pub fn phase(&self) -> Val {
        self.val(self.phase_place().map_or_else(|| self.b().int(0), |it| self.b().load(it)), T::Phase)
    }

    fn phase_place(&self) -> Option<Place> {
        let global = self.globals.phase?;
        Some(self.b().place(Root::Global(global), Vec::new(), Ty::Int))
    }

    /// The called phase, −1 if none.
    fn called_place(&self) -> Option<Place> {
        let global = self.globals.called?;
        Some(self.b().place(Root::Global(global), Vec::new(), Ty::Int))
    }

    fn called_phase(&self) -> Expr {
        self.called_place().map_or_else(|| self.b().int(-1), |it| self.b().load(it))
    }

    fn set_called(&self, e: Expr) -> Option<Stmt> {
        self.called_place().map(|it| self.b().assign(it, e))
    }

    /// The turn of the file that a phase belongs to.
    pub fn turn_of(&self, phase: &Expr) -> Expr {
        let b = self.b();
        let firsts = self.turns.iter().enumerate().skip(1);
        firsts.fold(b.int(0), |e, (i, it)| b.either(b.less(phase.clone(), b.int(it.first)), e, b.int(i as i64)))
    }

    /// `true` if a phase belongs to a turn.
    fn is_in_turn(&self, phase: Expr, turn: usize) -> Expr {
        let (first, count) = self.turns.get(turn).map_or((0, 1), |it| (it.first, it.phases.len() as i64));
        self.is_between(phase, self.b().int(first), self.b().int(first + count - 1))
    }

    /// `pass e to phase;`: the last one counts.
    pub fn pass(&mut self, player: Option<&'a ast::Expr<'s>>, phase: Option<Name<'s>>) -> Vec<Stmt> {
        let nobody = self.b().int(-1);
        if player.is_none() && phase.is_none() {
            let mut out = Vec::new();
            if self.turns.iter().any(|it| it.default.is_some()) {
                out.push(self.set_now(Now::Next, nobody.clone()));
                out.push(self.set_now(Now::Passed, self.b().bool(true)));
            } else {
                out.push(self.next_around());
            }
            if self.globals.phase.is_some() {
                out.push(self.set_now(Now::Phase, nobody));
            }
            return out;
        }
        let mut out = Vec::new();
        let next = match player {
            Some(e) => {
                let value = self.number(e);
                self.player(value)
            }
            None => nobody.clone(),
        };
        out.push(self.set_now(Now::Next, next));
        if let Some(name) = phase {
            let value = match self.phase_named(name.text) {
                Some((phase, turn)) => {
                    self.note_phase(name.span, turn, name.text);
                    self.b().int(phase)
                }
                None if name.text == "phase" => self.phase().e,
                None => {
                    let known: Vec<&str> =
                        self.turns.iter().flat_map(|it| it.phases.iter().map(|it| it.0.text)).collect();
                    self.problems.unknown_name(name.span, name.text, &known, false);
                    return out;
                }
            };
            out.push(self.set_now(Now::Phase, value));
            out.extend(self.set_called(nobody));
        } else if self.globals.phase.is_some() {
            out.push(self.set_now(Now::Phase, nobody));
        }
        out.push(self.set_now(Now::Passed, self.b().bool(false)));
        out
    }

    /// The next player around the table comes next.
    fn next_around(&mut self) -> Stmt {
        let next = self.b().add(self.active().e, self.b().int(1));
        let next = self.b().rem(next, self.count());
        self.set_now(Now::Next, next)
    }

    /// `use turn t;`: its first phase comes next.
    pub fn use_turn(&mut self, name: Name<'s>) -> Vec<Stmt> {
        let Some((Def::Turn(index), _)) = self.names.get(name.text).copied() else {
            let known: Vec<&str> = self.turns.iter().map(|it| it.name.text).collect();
            self.problems.unknown_name(name.span, name.text, &known, false);
            return Vec::new();
        };
        self.note_name(name.span, name.text);
        let first = self.turns.get(index).map_or(0, |it| it.first);
        self.begin_phase(first)
    }

    /// `call turn;`, `call turn.phase;`, `use turn t;`, a trigger of a phase: it comes next.
    pub fn begin_phase(&mut self, phase: i64) -> Vec<Stmt> {
        self.found.calls_phases = true;
        let mut out = vec![self.set_now(Now::Phase, self.b().int(-1))];
        out.extend(self.set_called(self.b().int(phase)));
        out
    }

    /// Runs a phase for its triggers: it begins, if its turn is in progress.
    pub fn begin_phase_of_turn(&mut self, phase: i64) -> Vec<Stmt> {
        let turn = self.turns.iter().rposition(|it| it.first <= phase).unwrap_or(0);
        let on = self.is_in_turn(self.phase().e, turn);
        let mut out = vec![self.b().when(self.b().not(on), vec![self.leave()])];
        out.extend(self.begin_phase(phase));
        out
    }

    /// `true` if the next player or phase is set.
    fn is_said(&self) -> Expr {
        let b = self.b();
        let mut all = vec![self.now(Now::Next)];
        if self.globals.phase.is_some() {
            all.push(self.now(Now::Phase));
        }
        if self.globals.called.is_some() {
            all.push(self.called_phase());
        }
        let or = |a: Expr, c: Expr| b.expr(ExprKind::Or(Box::new(a), Box::new(c)), Ty::Bool);
        all.into_iter().fold(self.now(Now::Passed), |said, it| or(said, b.not(b.less(it, b.int(0)))))
    }

    /// `()`: begins the first phase of the game, or the one that the setup has set, without events.
    pub fn first_turn(&mut self) -> FnId {
        let over = self.turn_over();
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            let mut out = this.pass_by_default();
            out.extend(this.next_turn(false));
            out.push(this.b().run(over, Vec::new()));
            out
        });
        self.function("first turn", b, 0, Ty::Unit, body)
    }

    /// `()`: runs the set turns and phases, until none is set.
    pub fn turn_over(&mut self) -> FnId {
        if let Some(id) = self.helpers.turn_over {
            return id;
        }
        let id = self.forward("turn over", Body::default(), 0, Ty::Unit);
        self.helpers.turn_over = Some(id);
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            this.ctx.key = AFTER;
            let rounds = this.ctx.b.local("rounds", Ty::Int);
            let mut round = this.pass_by_default();
            round.extend(this.next_turn(true));
            round.extend(this.settle_after());
            let said = this.is_said();
            if !this.may_pass_again() {
                return vec![this.b().when(said, round)];
            }
            let b = this.b();
            let too_many = b.when(b.less(b.int(PHASES_LIMIT), b.get(rounds)), this.without_end());
            let counted = b.set(rounds, b.add(b.get(rounds), b.int(1)));
            round.splice(0..0, [counted, too_many]);
            vec![b.set(rounds, b.int(0)), b.stmt(StmtKind::While(said, round))]
        });
        self.complete(id, b, body);
        id
    }

    /// `true` if anything that runs at the start of a turn or phase can set the next player.
    fn may_pass_again(&self) -> bool {
        self.helpers.start_phase.is_some()
            || self.helpers.default_section.is_some()
            || self.triggers.iter().any(|it| it.waits.is_of_turns())
    }

    /// Stops an endless chain, and says where.
    fn without_end(&self) -> Vec<Stmt> {
        let stop = |why: String, span: Span| Stmt { kind: StmtKind::Stop(why), span };
        let phases = self.turns.iter().flat_map(|turn| turn.phases.iter().zip(turn.first..));
        let mut out = Vec::new();
        for ((name, _), number) in phases {
            let why =
                format!("phases follow one another without an end, with no choice between them: `{}` …", name.text);
            let here = self.b().equal(self.phase().e, self.b().int(number));
            out.push(self.b().when(here, vec![stop(why, name.span)]));
        }
        let why = "turns follow one another without an end, with no choice between them";
        out.push(stop(why.into(), Span::default()));
        out
    }

    /// After `pass;`, the default section of the current turn sets the next player. A called phase stays called.
    fn pass_by_default(&mut self) -> Vec<Stmt> {
        let Some(id) = self.default_section() else { return Vec::new() };
        let unsaid = self.set_now(Now::Passed, self.b().bool(false));
        let mut then = vec![unsaid];
        let (kept, set) = self.temp("called", self.called_phase());
        let again = self.set_called(self.b().get(kept));
        then.extend(again.is_some().then_some(set));
        then.push(self.b().run(id, Vec::new()));
        if let Some(again) = again {
            let said = self.b().less(self.b().int(-1), self.b().get(kept));
            let instead = self.set_now(Now::Phase, self.b().int(-1));
            then.push(self.b().when(said, vec![again, instead]));
        }
        let stop = self.leave_if_stopped();
        vec![self.b().when(self.now(Now::Passed), then), stop]
    }

    /// Changes to the set player and phase: notifies the triggers of ended and beginning turns, runs the effect of the
    /// phase, then notifies the triggers of its beginning. `told`: `false` at the start of a game, without
    /// notifications.
    fn next_turn(&mut self, told: bool) -> Vec<Stmt> {
        let zero = |this: &Self| this.b().int(0);
        let said = |this: &Self, e: Expr| this.b().not(this.b().less(e, zero(this)));
        let player = self.b().place(Root::Global(self.globals.player), Vec::new(), Ty::Int);
        let (old, set_old) = self.temp("old", self.active().e);
        let (passed, set_passed) = self.temp("passed", said(self, self.now(Now::Next)));
        let next = self.b().either(self.b().get(passed), self.now(Now::Next), self.b().get(old));
        let (next, set_next) = self.temp("next", next);
        let mut out = vec![set_old, set_passed, set_next, self.set_now(Now::Next, self.b().int(-1))];
        // The phase: the called one, or the one passed to, or the current one.
        let (was, set_was) = self.temp("was", self.phase().e);
        let (called, set_called) = self.temp("called", self.called_phase());
        let is_called = said(self, self.b().get(called));
        let to = self.b().either(said(self, self.now(Now::Phase)), self.now(Now::Phase), self.b().get(was));
        let to = self.b().either(is_called.clone(), self.b().get(called), to);
        let (to, set_to) = self.temp("to", to);
        let to_phase = self
            .b()
            .expr(ExprKind::Or(Box::new(is_called.clone()), Box::new(said(self, self.now(Now::Phase)))), Ty::Bool);
        let (to_phase, set_to_phase) = self.temp("to_phase", to_phase);
        // A turn of the file begins with another turn, or where its first phase is called.
        let [ends, begins] = [was, to].map(|it| self.turn_of(&self.b().get(it)));
        let firsts: Vec<i64> = self.turns.iter().map(|it| it.first).collect();
        let firsts = self.b().expr(ExprKind::Const(self.const_ints(&firsts)), Ty::Int.list());
        let anew = self.b().and(is_called, self.is_in(self.b().get(called), firsts));
        let other = self.b().binary(Binary::Ne, ends.clone(), begins.clone());
        let of_file = self.b().expr(ExprKind::Or(Box::new(other), Box::new(anew)), Ty::Bool);
        let (of_file, set_of_file) = self.temp("of_file", of_file);
        if self.globals.phase.is_some() || self.globals.called.is_some() {
            out.extend([set_was, set_called, set_to, set_to_phase, set_of_file]);
            out.push(self.set_now(Now::Phase, self.b().int(-1)));
            out.extend(self.set_called(self.b().int(-1)));
        }
        let turn =
            self.b().expr(ExprKind::Or(Box::new(self.b().get(passed)), Box::new(self.b().get(of_file))), Ty::Bool);
        let (old_player, next_player) = (self.b().get(old), self.b().get(next));
        let events = [
            (
                Happens::FileTurn { begins: false },
                self.b().get(of_file),
                ends.clone(),
                [Some(old_player.clone()), None],
            ),
            (Happens::Turn { begins: false }, turn.clone(), ends, [Some(old_player), None]),
            (
                Happens::FileTurn { begins: true },
                self.b().get(of_file),
                begins.clone(),
                [None, Some(next_player.clone())],
            ),
            (Happens::Turn { begins: true }, turn, begins, [None, Some(next_player)]),
        ];
        let free = self.ctx.b.local("free", Ty::Bool);
        let mut change = Vec::new();
        if told {
            out.push(self.b().set(free, self.b().bool(true)));
            for (what, holds, it, values) in events.clone() {
                let before = self.comes_before(&what, Some(it), values, free, self.b().set(free, self.b().bool(false)));
                let holds = self.b().and(self.b().get(free), holds);
                if !before.is_empty() {
                    out.push(self.b().when(holds, before));
                }
            }
        }
        let phases = [was, to].map(|it| Some(self.b().get(it)));
        if told {
            // The phase that is on stays on.
            let stays = self.b().set(to_phase, self.b().bool(false));
            let mut before = self.comes_before(&Happens::Phase, None, phases.clone(), to_phase, stays);
            if !before.is_empty() {
                let b = self.b();
                before.push(b.when(b.not(b.get(to_phase)), vec![b.set(to, b.get(was))]));
                change.push(b.when(b.get(to_phase), before));
            }
        }
        change.push(self.b().assign(player, self.b().get(next)));
        if let Some(place) = self.phase_place() {
            change.push(self.b().assign(place, self.b().get(to)));
        }
        if told {
            for (what, holds, it, values) in events {
                let after = self.raise_after(&what, Some(it), values);
                if !after.is_empty() {
                    change.push(self.b().when(holds, after));
                }
            }
            change.extend(self.settle_all());
        }
        if let Some(effects) = self.phase_effects() {
            change.push(self.b().run(effects, Vec::new()));
            let stop = self.leave_if_stopped();
            change.push(stop);
        }
        if told {
            let after = self.raise_after(&Happens::Phase, None, phases);
            if !after.is_empty() {
                change.push(self.b().when(self.b().get(to_phase), after));
                change.extend(self.settle_all());
            }
            out.push(self.b().when(self.b().get(free), change));
        } else {
            out.extend(change);
        }
        out
    }

    /// Runs those who come before something; if they keep it from happening, `kept` is run, and `free` is false by that.
    pub fn comes_before(
        &mut self,
        what: &Happens,
        it: Option<Expr>,
        values: [Option<Expr>; 2],
        free: LocalId,
        kept: Stmt,
    ) -> Vec<Stmt> {
        let (mut out, barred) = self.raise_before(what, it, values);
        if let Some(barred) = barred {
            let b = self.b();
            let bars = b.and(b.get(free), b.not(b.less(b.get(barred), b.int(0))));
            out.push(b.when(bars, vec![kept]));
        }
        out
    }

    /// `()`: the default section of the turn that is on; in one without, the next player is next.
    fn default_section(&mut self) -> Option<FnId> {
        if let Some(id) = self.helpers.default_section {
            return Some(id);
        }
        if self.turns.iter().all(|it| it.default.is_none()) {
            return None;
        }
        let id = self.forward("default", Body::default(), 0, Ty::Unit);
        self.helpers.default_section = Some(id);
        let all: Vec<_> = self.turns.iter().map(|it| it.default).collect();
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            let mut out = Vec::new();
            for (turn, default) in all.into_iter().enumerate() {
                let Some(default) = default else { continue };
                this.ctx.key = default.span.start;
                let mut body = this.body(default);
                body.push(this.b().stmt(StmtKind::Return(None)));
                let here = this.is_in_turn(this.phase().e, turn);
                out.push(this.b().when(here, body));
            }
            this.ctx.key = AFTER;
            out.push(this.next_around());
            out
        });
        self.complete(id, b, body);
        Some(id)
    }

    /// `()`: the effect of the phase that has begun, if there is one.
    fn phase_effects(&mut self) -> Option<FnId> {
        if let Some(id) = self.helpers.start_phase {
            return Some(id);
        }
        let has =
            |parts: &[Part]| parts.iter().any(|it| matches!(it.kind, PartKind::Effect { .. } | PartKind::Phase(_)));
        let phases = self.turns.iter().flat_map(|turn| turn.phases.iter().zip(turn.first..));
        let all: Vec<_> =
            phases.filter_map(|((_, phase), n)| Some(((*phase)?, n))).filter(|it| has(&it.0.parts)).collect();
        if all.is_empty() {
            return None;
        }
        let id = self.forward("phases", Body::default(), 0, Ty::Unit);
        self.helpers.start_phase = Some(id);
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            this.ctx.key = AFTER;
            let mut out = Vec::new();
            for (phase, number) in all {
                let run = this.phase_run(phase);
                this.mark(Mark::Body(phase.span.start));
                let here = this.b().equal(this.phase().e, this.b().int(number));
                let run = this.b().call(run, vec![this.b().int(0)], Ty::Bool);
                let run = this.b().stmt(StmtKind::Expr(run));
                out.push(this.b().when(here, vec![run, this.b().stmt(StmtKind::Return(None))]));
            }
            out
        });
        self.complete(id, b, body);
        Some(id)
    }
}

/// Offsets of the inputs of a phase.
fn inputs(phase: &ast::Action) -> Vec<u32> {
    let inputs = phase.parts.iter().filter_map(|it| match &it.kind {
        PartKind::Input(it) => Some(it.name.span.start),
        _ => None,
    });
    inputs.collect()
}
