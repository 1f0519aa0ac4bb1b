//! Decides in place, at a question, if its answers lead to an end: code before the question runs once there, and not
//! again for each answer.

use super::Checker;
use super::facts::Mark;
use super::now::{ASKS, FAILED, FOUND, Now};
use front::make::Body;
use ir::{Const, Expr, ExprKind, FnId, LocalId, PlaceOp, Root, Stmt, StmtKind, Ty};
use std::collections::BTreeSet;

/// A request at a question: find out if any answer leads to an end…
pub const ANY_END: i64 = -1;
/// … or the outcome of each answer.
pub const ALL_ENDS: i64 = -2;

/// The outcome of an answer is that of [`Checker::viable`], or not known here.
pub const UNKNOWN: i64 = 2;

/// A body with more variables asks in the usual way.
const LOCALS_LIMIT: usize = 100;

/// Path to a question: from the whole body on, the index of the statement, and `true` for its first branch.
type Way = [(usize, bool)];

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// Lets the questions of an action try their answers, where something may fail after these.
    pub fn try_in_place(&mut self, index: usize, body: &mut Vec<Stmt>) {
        let asking = std::mem::take(&mut self.ctx.asking);
        if !self.ends_by_itself(index) || self.ctx.b.locals.len() > LOCALS_LIMIT {
            return;
        }
        let params = self.actions[index].inputs.len() as u16 + 1;
        // The last one first: the others' rests ask in place, too.
        for (question, answer) in asking.into_iter().rev() {
            if self.may_fail_later(question) && !self.is_open(question) {
                self.try_answers(question, answer, params, body);
            }
        }
    }

    /// `true` if an action ends with its body: nothing else runs it, and nothing that may fail follows.
    fn ends_by_itself(&mut self, index: usize) -> bool {
        let key = self.actions[index].key;
        let called = self.facts.marks.values().flatten().any(|it| *it == Mark::Body(key));
        let set_off = self.facts.sets_off.values().any(|it| it.contains(&key));
        self.is_choice(index)
            && !called
            && !set_off
            && !self.facts.others
            && !self.facts.fails_after()
            && self.facts.cancels.is_empty()
            && self.apart(Self::before_choice).0.is_empty()
    }

    fn try_answers(&mut self, question: i64, answer: LocalId, params: u16, body: &mut Vec<Stmt>) {
        let Some(way) = way_to(body, answer) else { return };
        let mut known: BTreeSet<LocalId> = (0..u32::from(params)).map(LocalId).collect();
        known.insert(answer);
        let rest = rest_of(body, &way, &mut known);
        let Some(args) = self.handed_over(&known) else { return };
        let count = args.len() as u16;
        let rest = self.rest_function(count, Ty::Bool, rest);
        let passed = (0..u32::from(count)).map(|it| self.b().get(LocalId(it))).collect();
        let ran = self.b().call(rest, passed, Ty::Bool);
        let verdict = self.verdict();
        let verdict = self.b().call(verdict, vec![ran], Ty::Int);
        let tried = self.rest_function(count, Ty::Int, vec![self.b().give(verdict)]);

        let list = Ty::Int.list();
        let (what, set_what) = self.temp("what", self.now(Now::Asked));
        let [asked, ends] = ["asked", "ends"].map(|it| self.ctx.b.local(it, list.clone()));
        let [end, i, why] = ["end", "i", "why"].map(|it| self.ctx.b.local(it, Ty::Int));
        let b = self.b();
        let ints = |all: &[i64]| b.expr(ExprKind::Make(all.iter().map(|it| b.int(*it)).collect()), list.clone());
        let len = |of: LocalId| b.builtin(ir::Builtin::Len, vec![b.get(of)], Ty::Int);
        let keep = |it: LocalId| {
            let place = b.place(Root::Local(ends), Vec::new(), list.clone());
            b.stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![b.get(it)]))
        };
        let is = |n: i64| b.equal(b.get(end), b.int(n));
        let tried = b.call(tried, args, Ty::Int);
        let tried = b.expr(ExprKind::Trial(Box::new(tried), Some(Box::new(self.error()))), Ty::Int);
        // The outcome of each answer. Later questions look for any end.
        let look = |kept: Vec<i64>, then: Vec<Stmt>| {
            let one = b.expr(ExprKind::Index(Box::new(b.get(asked)), Box::new(b.get(i))), Ty::Int);
            let mut round = vec![b.set(answer, one), b.set(end, tried.clone())];
            round.extend(then);
            vec![
                b.set(asked, self.now(Now::Asked)),
                b.set(ends, ints(&kept)),
                self.set_now(Now::Asked, ints(&[ANY_END])),
                b.stmt(StmtKind::ForRange(i, b.int(1), self.less_one(len(asked)), round)),
                self.set_now(Now::Asked, b.get(ends)),
            ]
        };
        let found = [self.set_now(Now::Stop, b.int(FOUND)), self.leave()];
        let then = vec![
            b.when(is(1), found.to_vec()),
            b.when(is(UNKNOWN), vec![keep(answer)]),
            b.when(self.is_broken(b.get(end)), vec![b.set(why, b.negative(b.get(end)))]),
        ];
        let mut any = vec![b.set(why, b.int(0))];
        any.extend(look(vec![question], then));
        // If the rules fail after every answer, they fail.
        let broken = b.when(b.less(b.int(0), b.get(why)), vec![self.set_now(Now::Stop, b.get(why))]);
        any.push(b.when(b.less(len(ends), b.int(2)), vec![broken, self.leave()]));
        let mut all = look(Vec::new(), vec![keep(end)]);
        all.extend(found);
        let only = |it: i64, then| b.when(b.equal(b.get(what), ints(&[it])), then);
        let more = [only(ANY_END, any), only(ALL_ENDS, all)];
        let Some(ask) = branch_at(body, &way) else { return };
        // The last statements report the question and leave.
        let end = ask.len().saturating_sub(2);
        ask.splice(end..end, more);
        ask.insert(0, set_what);
        self.in_place.insert(question);
    }

    /// A function of all variables of the body.
    fn rest_function(&mut self, params: u16, result: Ty, body: Vec<Stmt>) -> FnId {
        let b = Body { locals: self.ctx.b.locals.clone(), at: self.ctx.b.at };
        self.function(self.ctx.title, b, params, result, body)
    }

    /// Arguments for the rest of a body: every variable, with its value there if known; `None` if that is impossible.
    fn handed_over(&self, known: &BTreeSet<LocalId>) -> Option<Vec<Expr>> {
        let locals = self.ctx.b.locals.iter().enumerate();
        let value = |(i, it): (usize, &ir::Named)| {
            let local = LocalId(i as u32);
            let b = self.b();
            match &it.ty {
                _ if known.contains(&local) => Some(b.get(local)),
                Ty::List(_) => Some(b.expr(ExprKind::Const(Const::List(Vec::new())), it.ty.clone())),
                Ty::Opt(_) | Ty::Int | Ty::Num | Ty::Bool | Ty::Str => Some(self.zero(&it.ty)),
                _ => None,
            }
        };
        locals.map(value).collect()
    }

    /// `(ran) → int`: the outcome of an answer.
    fn verdict(&mut self) -> FnId {
        if let Some(id) = self.helpers.verdict {
            return id;
        }
        let (body, b) = self.apart(|this| {
            let ran = this.ctx.b.local("ran", Ty::Bool);
            let (b, stop) = (this.b(), this.now(Now::Stop));
            let refused = b.and(this.goes_on(), b.not(b.get(ran)));
            vec![
                b.when(b.equal(stop.clone(), b.int(ASKS)), vec![b.give(b.int(UNKNOWN))]),
                b.when(b.less(b.int(FAILED - 1), stop.clone()), vec![b.give(b.negative(stop))]),
                b.give(b.either(refused, b.int(0), b.int(1))),
            ]
        });
        let id = self.function("what came of it", b, 1, Ty::Int, body);
        self.helpers.verdict = Some(id);
        id
    }
}

fn branch(stmt: &Stmt, first: bool) -> &[Stmt] {
    match &stmt.kind {
        StmtKind::If(_, then, other) => {
            if first {
                then
            } else {
                other
            }
        }
        _ => &[],
    }
}

/// The way to the question that sets an answer: to the branch in which it asks.
fn way_to(body: &[Stmt], answer: LocalId) -> Option<Vec<(usize, bool)>> {
    body.iter().enumerate().find_map(|(i, it)| {
        if matches!(branch(it, true).first(), Some(Stmt { kind: StmtKind::Set(local, _), .. }) if *local == answer) {
            return Some(vec![(i, false)]);
        }
        [true, false].into_iter().find_map(|first| {
            let way = way_to(branch(it, first), answer)?;
            Some([vec![(i, first)], way].concat())
        })
    })
}

fn branch_at<'a>(body: &'a mut Vec<Stmt>, way: &Way) -> Option<&'a mut Vec<Stmt>> {
    way.iter().try_fold(body, |body, (i, first)| match &mut body.get_mut(*i)?.kind {
        StmtKind::If(_, then, other) => Some(if *first { then } else { other }),
        _ => None,
    })
}

/// The code after a question; collects the variables assigned before it.
fn rest_of(body: &[Stmt], way: &Way, known: &mut BTreeSet<LocalId>) -> Vec<Stmt> {
    let Some(((i, first), further)) = way.split_first() else { return Vec::new() };
    known.extend(set_by(&body[..*i]).into_iter().flatten());
    let mut rest = if further.is_empty() { Vec::new() } else { rest_of(branch(&body[*i], *first), further, known) };
    rest.extend_from_slice(&body[i + 1..]);
    rest
}

/// The variables that are certainly set; none if the end is never reached.
fn set_by(body: &[Stmt]) -> Option<BTreeSet<LocalId>> {
    let mut known = BTreeSet::new();
    for it in body {
        match &it.kind {
            StmtKind::Set(local, _) => {
                known.insert(*local);
            }
            StmtKind::If(_, then, other) => match (set_by(then), set_by(other)) {
                (Some(a), Some(b)) => known.extend(a.intersection(&b)),
                (Some(a), None) | (None, Some(a)) => known.extend(a),
                (None, None) => return None,
            },
            StmtKind::Return(_) | StmtKind::Stop(_) => return None,
            _ => {}
        }
    }
    Some(known)
}
