//! `cancel`: some effects of an action are undone, and the rest stays.
//!
//! If an action can be cancelled, the state is saved before each of its effects. A `cancel` notes its target and leaves
//! the current effect if that is the target, as `fail` leaves everything; the effect then restores the saved state at
//! its guard. An effect that is over is reverted value by value, so that later changes stay.

use super::context::{Cancelling, Gives, Reason, Var, Within};
use super::facts::Mark;
use super::globals::Kept;
use super::now::{CANCELS, FAILED, Now};
use super::types::T;
use super::{Checker, ast};
use ast::{Cancelled, Part, PartKind};
use diag::Span;
use front::make::Body;
use ir::{
    Binary, Builtin, Cast, Expr, ExprKind, GlobalId, LocalId, Place, PlaceOp, RecordId, Root, Step, Stmt, StmtKind, Ty,
};

/// The number for effects without a name; those with a name follow.
pub const GLOBAL: i64 = 0;

/// All that an action does.
const ALL: i64 = -1;

/// Names that nobody can write: the state kept before an effect, and after it.
const BEFORE: &str = "kept before";
const AFTER: &str = "kept after";

/// The field of the kept state with the number of noted events.
const NOTED: u16 = 0;

/// Treatment of the changes between two points in time.
#[derive(Clone, Copy)]
enum Changed {
    /// Reverted.
    Back,
    /// Applied, unless the value has changed since: then the function returns false.
    AtOnce,
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// `cancel;`, `cancel name;`, `cancel all;`
    pub fn cancel(&mut self, span: Span, what: Cancelled<'s>, why: Option<&'a ast::Expr<'s>>) -> Vec<Stmt> {
        if self.ctx.gives == Gives::Answer {
            return vec![self.b().give(self.b().bool(false))];
        }
        if self.ctx.within == Within::Nothing {
            self.problems.nothing_to_cancel(span);
            return Vec::new();
        }
        let id = match what {
            Cancelled::Global => GLOBAL,
            Cancelled::All => ALL,
            Cancelled::Named(name) => match self.ctx.parts.iter().position(|it| *it == name.text) {
                Some(at) => {
                    self.note_part(name.span, name.text);
                    at as i64 + 1
                }
                None => {
                    let known = self.ctx.parts.clone();
                    self.problems.unknown_effect(name.span, name.text, &known);
                    return Vec::new();
                }
            },
        };
        if let Some(why) = why.filter(|_| self.notes.is_some()) {
            self.expr(why);
        }
        let why = self.why_text(why);
        let why = self.reason(Reason { of: 0, why, said: false, endless: false });
        self.mark(Mark::Fail);
        self.found.asks.insert(self.ctx.key);
        self.found.cancels.insert(self.ctx.key);
        let mut out = self.note_cancelled(id, self.b().int(why));
        // Another effect: this one goes on.
        if id > GLOBAL && self.ctx.within != Within::Effect(id) {
            out.extend(self.revert(id));
            return out;
        }
        out.push(self.set_now(Now::Stop, self.b().int(CANCELS)));
        out.push(self.leave());
        out
    }

    /// Notes a cancellation, and after it its reason, as a number below those of all effects.
    fn note_cancelled(&self, id: i64, why: Expr) -> Vec<Stmt> {
        let b = self.b();
        let why = self.less_one(self.less_one(b.negative(why)));
        let push = |e| b.stmt(StmtKind::PlaceOp(PlaceOp::Push, self.now_place(Now::Cancelled), vec![e]));
        vec![push(b.int(id)), push(why)]
    }

    /// Sets why something was cancelled the last time.
    pub fn set_why(&self) -> Stmt {
        let b = self.b();
        let all = self.now(Now::Cancelled);
        let last = self.less_one(b.builtin(Builtin::Len, vec![all.clone()], Ty::Int));
        let last = b.expr(ExprKind::Index(Box::new(all), Box::new(last)), Ty::Int);
        self.set_now(Now::Why, self.less_one(self.less_one(b.negative(last))))
    }

    fn is_cancelled(&self, id: i64) -> Expr {
        self.is_in(self.b().int(id), self.now(Now::Cancelled))
    }

    /// Undoes the changes of an effect that has run.
    fn revert(&mut self, id: i64) -> Vec<Stmt> {
        let (Some(before), Some(after)) = (self.hidden(BEFORE, id), self.hidden(AFTER, id)) else { return Vec::new() };
        let kept = self.kept();
        let args = [before, after].map(|it| self.b().get(it)).to_vec();
        vec![self.b().run(kept.revert, args), self.b().set(after, self.b().get(before))]
    }

    fn hidden(&self, name: &str, id: i64) -> Option<LocalId> {
        self.ctx.vars.iter().rev().find(|it| it.name == name && i64::from(it.at) == id).map(|it| it.local)
    }

    /// The names that `cancel` can say in an action or phase.
    pub fn cancellable(parts: &'a [Part<'s>]) -> Vec<&'s str> {
        let mut out = Vec::new();
        for part in parts {
            let name = match &part.kind {
                PartKind::Effect { group, .. } => group.map(|it| it.text),
                PartKind::Phase(phase) => phase.name.map(|it| it.text),
                _ => None,
            };
            out.extend(name.filter(|it| !out.contains(it)));
        }
        out
    }

    /// The number of a named part.
    pub fn number_of(&self, name: Option<&str>) -> i64 {
        name.and_then(|name| self.ctx.parts.iter().position(|it| *it == name)).map_or(GLOBAL, |it| it as i64 + 1)
    }

    /// The number of phases without a name: nothing names them.
    pub fn unnamed(&self) -> i64 {
        self.ctx.parts.len() as i64 + 1
    }

    /// Keeps the state before an action or phase, if that can be cancelled.
    pub fn begin_cancelling(&mut self, inner: bool) -> Vec<Stmt> {
        self.ctx.cancels = self.facts.cancels.contains(&self.ctx.key);
        if !self.ctx.cancels {
            return Vec::new();
        }
        let kept = self.kept();
        let ty = Ty::Record(kept.record);
        let now = self.b().call(kept.keep, Vec::new(), ty.clone());
        let (all, set_all) = self.temp("kept", now);
        let (outer, set_outer) = self.temp("cancelled", self.now(Now::Cancelled));
        let none = self.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list());
        let mut out = vec![set_all, set_outer, self.set_now(Now::Cancelled, none)];
        let mut ran = Vec::new();
        for id in 0..=self.unnamed() {
            for name in [BEFORE, AFTER] {
                let local = self.ctx.b.local(name, ty.clone());
                self.ctx.vars.push(Var { name, t: T::Bad, none: false, local, at: id as u32 });
                out.push(self.b().set(local, self.b().get(all)));
            }
            let local = self.ctx.b.local("ran", Ty::Bool);
            out.push(self.b().set(local, self.b().bool(false)));
            ran.push((id, local));
        }
        self.ctx.cancelling = Some(Cancelling { outer, kept: all, ran, inner, follows: false });
        out
    }

    /// Runs an effect or a phase so that it can be cancelled. `ran` is `true` once it has run.
    pub fn guarded(&mut self, id: i64, run: Vec<Stmt>, ran: Expr) -> Vec<Stmt> {
        let (Some(before), Some(after)) = (self.hidden(BEFORE, id), self.hidden(AFTER, id)) else { return run };
        let kept = self.kept();
        let ty = Ty::Record(kept.record);
        let keep = |this: &Self| this.b().call(kept.keep, Vec::new(), ty.clone());
        let top = self.ctx.cancelling.clone();
        let mut own = top.iter().flat_map(|it| &it.ran);
        let own = own.find(|it| it.0 == id).map(|it| it.1);
        let begin = vec![self.b().set(before, keep(self)), self.b().set(after, self.b().get(before))];
        let follows = id == GLOBAL && top.as_ref().is_some_and(|it| it.follows);
        let mut out = match own {
            Some(_) if follows => Vec::new(),
            // Effects with the same name are one: the state before the first is kept.
            Some(ran) => vec![self.b().when(self.b().not(self.b().get(ran)), begin)],
            None => begin,
        };
        out.extend(run);
        let back = self.b().run(kept.give_back, vec![self.b().get(before)]);
        out.push(self.b().when(self.is_cancelled(id), vec![back]));
        let stopped = self.b().equal(self.now(Now::Stop), self.b().int(CANCELS));
        let mut ends = Vec::new();
        if top.is_none() {
            // Inside another effect: a cancellation of that effect leaves this one, too.
            let wider = [ALL, GLOBAL].into_iter().filter(|it| *it != id);
            for it in wider {
                let cond = self.is_cancelled(it);
                ends.push(self.b().when(cond, vec![self.leave()]));
            }
        }
        ends.push(self.set_now(Now::Stop, self.b().int(0)));
        out.push(self.b().when(stopped, ends));
        let leave = self.leave_if_stopped();
        out.push(leave);
        out.push(self.b().set(after, keep(self)));
        if let Some(top) = top {
            let all = self.is_cancelled(ALL);
            let gone = self.taken_back(&top);
            out.push(self.b().when(all, gone));
            if let Some(local) = own {
                out.push(self.b().when(ran, vec![self.b().set(local, self.b().bool(true))]));
            }
            for (other, _) in top.ran.iter().filter(|it| it.0 != id) {
                let cond = self.is_cancelled(*other);
                // The global effect by a verb or from here; others where they are named.
                let then = match (*other == GLOBAL, self.hidden(BEFORE, *other), self.hidden(AFTER, *other)) {
                    (true, ..) => self.revert(GLOBAL),
                    (_, Some(before), Some(after)) => vec![self.b().set(after, self.b().get(before))],
                    _ => Vec::new(),
                };
                out.push(self.b().when(cond, then));
            }
        }
        let not_yet = self.b().not(self.is_cancelled(id));
        vec![self.b().when(not_yet, out)]
    }

    /// Nothing of an action or phase remains: it is left.
    fn taken_back(&mut self, it: &Cancelling) -> Vec<Stmt> {
        let kept = self.kept();
        let mut out =
            vec![self.b().run(kept.give_back, vec![self.b().get(it.kept)]), self.set_now(Now::Stop, self.b().int(0))];
        let all = self.is_cancelled(ALL);
        let (is_all, set) = self.temp("all", all);
        out.push(set);
        out.push(self.set_why());
        out.push(self.set_now(Now::Cancelled, self.b().get(it.outer)));
        if it.inner {
            let mut on = self.note_cancelled(ALL, self.now(Now::Why));
            on.push(self.set_now(Now::Stop, self.b().int(CANCELS)));
            out.push(self.b().when(self.b().get(is_all), on));
        }
        out.push(self.leave());
        out
    }

    /// A chosen action of which nothing remains has failed.
    pub fn cancelled(&self, ran: LocalId) -> Vec<Stmt> {
        if self.facts.cancels.is_empty() {
            return Vec::new();
        }
        let b = self.b();
        let why = self.now(Now::Why);
        let gone = b.and(b.not(b.get(ran)), b.and(self.goes_on(), b.less(b.int(-1), why.clone())));
        vec![b.when(gone, vec![self.set_now(Now::Stop, b.add(b.int(FAILED), why))])]
    }

    /// After the effects of an action or phase. If nothing remains it is taken back; if the global effect was cancelled,
    /// it is over, and no trigger follows.
    pub fn end_cancelling(&mut self) -> Vec<Stmt> {
        let Some(it) = self.ctx.cancelling.clone() else { return Vec::new() };
        let len = self.b().builtin(Builtin::Len, vec![self.now(Now::Cancelled)], Ty::Int);
        let some = self.b().less(self.b().int(0), len);
        let mut out = Vec::new();
        let remains = self.ctx.b.local("remains", Ty::Bool);
        out.push(self.b().set(remains, self.b().bool(false)));
        for (id, ran) in &it.ran {
            let stays = self.b().and(self.b().get(*ran), self.b().not(self.is_cancelled(*id)));
            out.push(self.b().when(stays, vec![self.b().set(remains, self.b().bool(true))]));
        }
        let gone = self.taken_back(&it);
        out.push(self.b().when(self.b().not(self.b().get(remains)), gone));
        let global = self.is_cancelled(GLOBAL);
        let (is_global, set) = self.temp("global", global);
        out.push(set);
        out.push(self.b().when(self.b().get(is_global), vec![self.set_why()]));
        out.push(self.set_now(Now::Cancelled, self.b().get(it.outer)));
        let mark = self.b().expr(ExprKind::Field(Box::new(self.b().get(it.kept)), NOTED), Ty::Int);
        let mut untold = vec![self.forget(mark)];
        untold.push(self.b().give(self.b().bool(true)));
        out.push(self.b().when(self.b().get(is_global), untold));
        vec![self.b().when(some, out)]
    }

    /// Removes the events noted after a mark.
    fn forget(&self, mark: Expr) -> Stmt {
        let more = self.b().less(mark, self.noted());
        let pop = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Pop, self.now_place(Now::Events), Vec::new()));
        self.b().stmt(StmtKind::While(more, vec![pop]))
    }

    /// The functions that keep the state; they are completed when all of it is known.
    fn kept(&mut self) -> Kept {
        if let Some(it) = self.helpers.kept {
            return it;
        }
        self.program.records.push(ir::Record { name: "kept".into(), fields: Vec::new() });
        let record = RecordId(self.program.records.len() as u16 - 1);
        let ty = Ty::Record(record);
        let params = |names: &[&str]| {
            let mut b = Body::default();
            for name in names {
                b.local(name, ty.clone());
            }
            b
        };
        let keep = self.forward("keep", params(&[]), 0, ty.clone());
        let give_back = self.forward("give back", params(&["kept"]), 1, Ty::Unit);
        let revert = self.forward("take back", params(&["before", "after"]), 2, Ty::Unit);
        let merge = self.forward("do at once", params(&["before", "after"]), 2, Ty::Bool);
        let it = Kept { record, keep, give_back, revert, merge };
        self.helpers.kept = Some(it);
        it
    }

    /// The bodies of the functions that keep the state.
    pub fn complete_kept(&mut self) {
        let Some(it) = self.helpers.kept else { return };
        // Random results are not reverted.
        let stays = [Some(self.globals.now), self.globals.draws];
        let globals = self.program.globals.iter().enumerate();
        let globals: Vec<(GlobalId, Ty)> = globals
            .map(|(i, it)| (GlobalId(i as u16), it.ty.clone()))
            .filter(|it| !stays.contains(&Some(it.0)))
            .collect();
        let own = [(Now::Next, Ty::Int), (Now::Phase, Ty::Int), (Now::Passed, Ty::Bool)];
        let mut fields = vec![ir::Named { name: "noted".into(), ty: Ty::Int }];
        fields.extend(own.iter().map(|it| ir::Named { name: format!("{:?}", it.0).to_lowercase(), ty: it.1.clone() }));
        let first = fields.len() as u16;
        fields.extend(
            globals
                .iter()
                .map(|it| ir::Named { name: self.program.globals[it.0.index()].name.clone(), ty: it.1.clone() }),
        );
        if let Some(record) = self.program.records.get_mut(it.record.index()) {
            record.fields = fields;
        }
        let ty = Ty::Record(it.record);
        let place = |this: &Self, (id, ty): &(GlobalId, Ty)| this.b().place(Root::Global(*id), Vec::new(), ty.clone());
        let (body, b) = self.apart(|this| {
            let mut parts = vec![this.noted()];
            parts.extend(own.iter().map(|it| this.now(it.0)));
            parts.extend(globals.iter().map(|it| this.b().load(place(this, it))));
            vec![this.b().give(this.b().expr(ExprKind::Make(parts), ty.clone()))]
        });
        self.complete(it.keep, b, body);
        let (body, b) = self.apart(|this| {
            let kept = this.ctx.b.local("kept", ty.clone());
            let kept = this.b().get(kept);
            let mut out = vec![this.forget(this.part(&kept, NOTED, &Ty::Int))];
            for (i, it) in own.iter().enumerate() {
                out.push(this.set_now(it.0, this.part(&kept, i as u16 + 1, &it.1)));
            }
            for (i, it) in globals.iter().enumerate() {
                out.push(this.b().assign(place(this, it), this.part(&kept, first + i as u16, &it.1)));
            }
            out
        });
        self.complete(it.give_back, b, body);
        let (body, b) = self.apart(|this| {
            let [before, after] = ["before", "after"].map(|it| this.ctx.b.local(it, ty.clone()));
            let [before, after] = [before, after].map(|it| this.b().get(it));
            let mut out = this.untell(this.part(&before, NOTED, &Ty::Int), this.part(&after, NOTED, &Ty::Int));
            for (i, it) in own.iter().enumerate() {
                let at = i as u16 + 1;
                let (old, new) = (this.part(&before, at, &it.1), this.part(&after, at, &it.1));
                let differs = this.b().binary(Binary::Ne, old.clone(), new);
                out.push(this.b().when(differs, vec![this.set_now(it.0, old)]));
            }
            for (i, it) in globals.iter().enumerate() {
                let at = first + i as u16;
                let (old, new) = (this.part(&before, at, &it.1), this.part(&after, at, &it.1));
                out.extend(this.changed_value(Changed::Back, place(this, it), old, new));
            }
            out
        });
        self.complete(it.revert, b, body);
        let (body, b) = self.apart(|this| {
            let [before, after] = ["before", "after"].map(|it| this.ctx.b.local(it, ty.clone()));
            let [before, after] = [before, after].map(|it| this.b().get(it));
            let mut out = Vec::new();
            let own = own.iter().map(|it| this.now_place(it.0)).collect::<Vec<_>>();
            let all = own.into_iter().chain(globals.iter().map(|it| place(this, it)));
            for (i, to) in all.collect::<Vec<_>>().into_iter().enumerate() {
                let (at, ty) = (i as u16 + 1, to.ty.clone());
                let (old, new) = (this.part(&before, at, &ty), this.part(&after, at, &ty));
                out.extend(this.changed_value(Changed::AtOnce, to, old, new));
            }
            out.push(this.b().give(this.b().bool(true)));
            out
        });
        self.complete(it.merge, b, body);
    }

    /// Drops the events noted between two marks.
    fn untell(&mut self, from: Expr, to: Expr) -> Vec<Stmt> {
        let i = self.ctx.b.local("i", Ty::Int);
        let mut place = self.now_place(Now::Events);
        place.path.extend([Step::Index(self.b().get(i)), Step::Field(0)]);
        place.ty = Ty::Int;
        let there = self.b().less(self.b().get(i), self.noted());
        let none = self.b().assign(place, self.b().int(-1));
        let last = self.less_one(to);
        vec![self.b().stmt(StmtKind::ForRange(i, from, last, vec![self.b().when(there, vec![none])]))]
    }

    /// Runs effects or phases simultaneously: each begins with the state before the first, and no two may change the
    /// same.
    pub fn at_once(&mut self, mut runs: Vec<Vec<Stmt>>) -> Vec<Stmt> {
        let kept = self.kept();
        let ty = Ty::Record(kept.record);
        let keep = self.b().call(kept.keep, Vec::new(), ty.clone());
        let (before, set) = self.temp("before", keep.clone());
        let back = self.b().run(kept.give_back, vec![self.b().get(before)]);
        let mut out = vec![set];
        let mut all = Vec::new();
        for run in &mut runs {
            let mark = self.noted();
            let (mark, set) = self.temp("mark", mark);
            out.push(set);
            out.append(run);
            let mark = self.b().get(mark);
            out.extend(self.settle(mark));
            let leave = self.leave_if_stopped();
            out.push(leave);
            let (after, set) = self.temp("after", keep.clone());
            out.extend([set, back.clone()]);
            all.push(after);
        }
        for after in all {
            let args = [before, after].map(|it| self.b().get(it)).to_vec();
            let fits = self.b().call(kept.merge, args, Ty::Bool);
            let stop = self.fail_with("what happens at once changes the same twice".into());
            out.push(self.b().when(self.b().not(fits), stop));
        }
        out
    }

    /// A value that has changed between two times; of instances each of their attributes.
    fn changed_value(&mut self, how: Changed, place: Place, old: Expr, new: Expr) -> Vec<Stmt> {
        let at = |mut place: Place, step: Step, ty: &Ty| {
            place.path.push(step);
            place.ty = ty.clone();
            place
        };
        let clash = |this: &Self| vec![this.b().give(this.b().bool(false))];
        match place.ty.clone() {
            Ty::List(of) if matches!(*of, Ty::Record(_)) => {
                let (i, j) = (self.ctx.b.local("i", Ty::Int), self.ctx.b.local("j", Ty::Int));
                let b = self.b();
                let len = |e: Expr| b.builtin(Builtin::Len, vec![e], Ty::Int);
                let one = |e: &Expr, i| b.expr(ExprKind::Index(Box::new(e.clone()), Box::new(b.get(i))), (*of).clone());
                let (first, last, made) = (one(&old, i), one(&new, i), one(&new, j));
                let (count, then, all) = (len(old), len(new), len(b.load(place.clone())));
                let end = self.less_one(count.clone());
                let here = at(place.clone(), Step::Index(b.get(i)), &of);
                let each = self.changed_value(how, here, first, last);
                let b = self.b();
                let rest = match how {
                    // Things made in between are removed, unless more were made since.
                    Changed::Back => {
                        let pop = b.stmt(StmtKind::PlaceOp(PlaceOp::Pop, place, Vec::new()));
                        let longer = b.stmt(StmtKind::While(b.less(count, all.clone()), vec![pop]));
                        b.when(b.equal(all, then), vec![longer])
                    }
                    // Instances are known by their numbers: only one may make some.
                    Changed::AtOnce => {
                        let push = b.stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![made]));
                        let twice = b.when(b.less(count.clone(), all), clash(self));
                        let more =
                            b.stmt(StmtKind::ForRange(j, count.clone(), self.less_one(then.clone()), vec![push]));
                        b.when(b.less(count, then), vec![twice, more])
                    }
                };
                vec![b.stmt(StmtKind::ForRange(i, b.int(0), end, each)), rest]
            }
            Ty::Record(id) => {
                let fields = self.program.records.get(id.index()).map_or(Vec::new(), |it| it.fields.clone());
                let mut out = Vec::new();
                for (i, it) in fields.iter().enumerate() {
                    let (first, last) = (self.part(&old, i as u16, &it.ty), self.part(&new, i as u16, &it.ty));
                    let here = at(place.clone(), Step::Field(i as u16), &it.ty);
                    out.extend(self.changed_value(how, here, first, last));
                }
                out
            }
            Ty::Array(of, index) => {
                let i = self.ctx.b.local("i", Ty::Int);
                let count = self.program.count(index) as i64;
                let b = self.b();
                let one = |e: Expr| b.expr(ExprKind::Index(Box::new(e), Box::new(b.get(i))), (*of).clone());
                let (first, last) = (one(old), one(new));
                let by = if index == ir::Index::Role { b.cast(Cast::Check, b.get(i), Ty::Role) } else { b.get(i) };
                let here = at(place, Step::Index(by), &of);
                let each = self.changed_value(how, here, first, last);
                vec![self.b().stmt(StmtKind::ForRange(i, self.b().int(0), self.b().int(count - 1), each))]
            }
            _ => {
                let b = self.b();
                let differs = b.binary(Binary::Ne, old.clone(), new.clone());
                let then = match how {
                    Changed::Back => vec![b.assign(place, old)],
                    Changed::AtOnce => {
                        let since = b.binary(Binary::Ne, b.load(place.clone()), old);
                        vec![b.when(since, clash(self)), b.assign(place, new)]
                    }
                };
                vec![b.when(differs, then)]
            }
        }
    }

    fn part(&self, of: &Expr, field: u16, ty: &Ty) -> Expr {
        self.b().expr(ExprKind::Field(Box::new(of.clone()), field), ty.clone())
    }
}
