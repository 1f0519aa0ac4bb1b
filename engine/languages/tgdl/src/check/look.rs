//! Looking ahead: actions are tried with the answers so far, to find the possible next choices.

use super::Checker;
use super::context::Reason;
use super::declared::Happens;
use super::ends::{ALL_ENDS, ANY_END};
use super::now::{ASKS, CHANCE, FAILED, FOUND, Now, OVER};
use front::make::Body;
use ir::{Binary, Cast, Expr, ExprKind, FnId, LocalId, Stmt, StmtKind, Ty};

/// An action that players choose.
pub struct Choice {
    pub action: usize,
    /// The questions that may be asked in its course.
    pub questions: Vec<i64>,
    /// Number of these that are its own, which come first: it may begin with one of them.
    pub begins: usize,
    pub run: FnId,
}

/// The decoded result of a trial: none for a failure, empty at the end, else a question with its answers, or a reason.
pub struct Seen {
    pub there: Expr,
    pub list: Expr,
    pub len: Expr,
    pub first: Expr,
}

impl Seen {
    /// `true` if there is a question.
    pub fn asks(&self, b: &Body) -> Expr {
        b.and(self.more(b), b.less(b.int(-1), self.first.clone()))
    }

    /// `true` if the result is not empty.
    pub fn more(&self, b: &Body) -> Expr {
        b.and(self.there.clone(), b.less(b.int(0), self.len.clone()))
    }
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn seen_by(&self, asked: LocalId) -> Seen {
        let b = self.b();
        let asked = b.get(asked);
        let there = b.not(b.equal(asked.clone(), b.none(Ty::Int.list().opt())));
        let list = b.expr(ExprKind::Unwrap(Box::new(asked)), Ty::Int.list());
        let len = b.builtin(ir::Builtin::Len, vec![list.clone()], Ty::Int);
        let first = b.expr(ExprKind::Index(Box::new(list.clone()), Box::new(b.int(0))), Ty::Int);
        Seen { there, list, len, first }
    }

    /// `(action, of, answers) → int[]?`: runs an action with some answers; none if it fails; else the next question
    /// with its choices, or an empty list at the end. Only for use in a trial.
    pub fn look(&mut self, choices: &[Choice]) -> FnId {
        let result = Ty::Int.list().opt();
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(result.clone());
            let mut out = this.look_start(choices, &result);
            let asked = this.b().cast(Cast::Some, this.now(Now::Asked), result.clone());
            // A failure sets its reason: the negative number.
            let stop = this.now(Now::Stop);
            let failed = this.b().less(this.b().int(OVER), stop.clone());
            let reason = this.b().negative(stop);
            let reason = this.b().expr(ExprKind::Make(vec![reason]), Ty::Int.list());
            let reason = this.b().cast(Cast::Some, reason, result.clone());
            let chance = this.is_chance(this.now(Now::Stop));
            let decides = this.b().expr(ExprKind::Make(vec![this.b().int(CHANCE)]), Ty::Int.list());
            let decides = this.b().cast(Cast::Some, decides, result.clone());
            out.push(this.b().when(failed, vec![this.b().give(reason)]));
            out.push(this.b().when(chance, vec![this.b().give(decides)]));
            let asks = this.b().equal(this.now(Now::Stop), this.b().int(ASKS));
            let end = this.no_answers();
            let end = this.b().cast(Cast::Some, end, result.clone());
            out.push(this.b().give(this.b().either(asks, asked, end)));
            out
        });
        self.function("look ahead", b, 3, result, body)
    }

    /// Runs an action with answers; if its requirements do not hold, the function gives nothing.
    fn look_start(&mut self, choices: &[Choice], result: &Ty) -> Vec<Stmt> {
        let (action, of) = (self.ctx.b.local("action", Ty::Int), self.ctx.b.local("of", Ty::Int));
        let answers = self.ctx.b.local("answers", Ty::Int.list());
        let ran = self.ctx.b.local("ran", Ty::Bool);
        let mut out = vec![
            self.b().set(ran, self.b().bool(false)),
            self.set_now(Now::Answers, self.b().get(answers)),
            self.set_now(Now::At, self.b().int(0)),
        ];
        let before = self.before_choice();
        if !before.is_empty() || self.facts.fails_after() {
            out.extend(self.count_choice());
        }
        out.extend(self.run_choice(choices, action, of, ran, before));
        if self.facts.fails_after() {
            let follows = [self.helpers.told_of_choice, self.helpers.follows].into_iter().flatten();
            let follows: Vec<_> =
                follows.map(|id| self.b().when(self.goes_on(), vec![self.b().run(id, Vec::new())])).collect();
            out.push(self.b().when(self.b().get(ran), follows));
        }
        let stopped = self.b().not(self.goes_on());
        let ran = self.b().expr(ExprKind::Or(Box::new(self.b().get(ran)), Box::new(stopped)), Ty::Bool);
        let nothing = self.zero(result);
        out.push(self.b().when(self.b().not(ran), vec![self.b().give(nothing)]));
        out
    }

    /// Runs the action that is chosen, unless those who come before keep it from that; sets whether it ran.
    pub fn run_choice(
        &mut self,
        choices: &[Choice],
        action: LocalId,
        of: LocalId,
        ran: LocalId,
        before: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let mut runs = Vec::new();
        for it in choices {
            let call = self.run_call(it, self.b().get(of));
            let b = self.b();
            let here = b.equal(b.get(action), b.int(it.action as i64));
            runs.push(b.when(here, vec![b.set(ran, call)]));
        }
        let mut out = before;
        if out.is_empty() {
            out = runs;
        } else {
            out.push(self.b().when(self.goes_on(), runs));
        }
        out.extend(self.cancelled(ran));
        out.extend(self.settle_after());
        out
    }

    /// Counts the choices of players, where the game uses their number.
    pub fn count_choice(&mut self) -> Vec<Stmt> {
        let Some(place) = self.chosen_place() else { return Vec::new() };
        let b = self.b();
        vec![b.assign(place.clone(), b.add(b.load(place), b.int(1)))]
    }

    /// Those who wait for any action and come before it: it fails where they keep it from running.
    pub fn before_choice(&mut self) -> Vec<Stmt> {
        let (mut out, barred) = self.raise_before(&Happens::Chosen, None, [None, None]);
        if let Some(barred) = barred {
            let b = self.b();
            let kept = b.less(b.int(-1), b.get(barred));
            let fails = self.set_now(Now::Stop, b.add(b.int(FAILED), b.get(barred)));
            out.push(b.when(kept, vec![fails]));
        }
        out
    }

    pub fn run_call(&mut self, it: &Choice, of: Expr) -> Expr {
        let mut args = vec![of];
        for i in 0..self.actions[it.action].inputs.len() {
            let ty = self.given_type(it.action, i);
            args.push(self.b().none(ty));
        }
        self.b().expr(ExprKind::Call(it.run, args.into_iter().map(ir::Arg::Value).collect()), Ty::Bool)
    }

    /// The same for the texts that can be chosen.
    pub fn look_texts(&mut self, choices: &[Choice]) {
        if self.questions.iter().all(|it| !it.texts) && self.reasons.iter().all(|it| !it.said) {
            return;
        }
        let result = Ty::Str.list();
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(result.clone());
            let mut out = this.look_start(choices, &result);
            out.push(this.b().give(this.now(Now::Texts)));
            out
        });
        self.texts_id = Some(self.function("look ahead for texts", b, 3, result, body));
    }

    /// The texts to choose from after some answers; if that fails, `or`, texts for the failure.
    pub fn tried_texts(&self, texts: FnId, args: [LocalId; 3], or: &[&str]) -> Expr {
        let b = self.b();
        let call = b.call(texts, args.map(|it| b.get(it)).to_vec(), Ty::Str.list());
        let or = or.iter().map(|it| ir::Const::Str((*it).to_owned())).collect();
        let or = b.expr(ExprKind::Const(ir::Const::List(or)), Ty::Str.list());
        b.expr(ExprKind::Trial(Box::new(call), Some(Box::new(or))), Ty::Str.list())
    }

    /// The text for answers that fail with a reason.
    pub fn why(&self, it: &Reason, args: [LocalId; 3]) -> Expr {
        let b = self.b();
        let Some(texts) = self.texts_id.filter(|_| it.said) else { return b.text(&it.why) };
        let said = self.tried_texts(texts, args, &[&it.why]);
        b.expr(ExprKind::Index(Box::new(said), Box::new(b.int(0))), Ty::Str)
    }

    /// The result of answers, in a trial: for an error, the reason for failing rules.
    pub fn tried_look(&self, look: FnId, args: [LocalId; 3]) -> Expr {
        let ty = Ty::Int.list().opt();
        let b = self.b();
        let call = b.call(look, args.map(|it| b.get(it)).to_vec(), ty.clone());
        let failed = b.expr(ExprKind::Make(vec![self.error()]), Ty::Int.list());
        let failed = b.cast(Cast::Some, failed, ty.clone());
        b.expr(ExprKind::Trial(Box::new(call), Some(Box::new(failed))), ty)
    }

    /// `(action, of, answers) → int[]?`: looks ahead, with questions trying their answers in place: any, or each.
    pub fn look_for(&mut self, what: i64, look: FnId) -> FnId {
        if self.in_place.is_empty() {
            return look;
        }
        let result = Ty::Int.list().opt();
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(result.clone());
            let (action, of) = (this.ctx.b.local("action", Ty::Int), this.ctx.b.local("of", Ty::Int));
            let answers = this.ctx.b.local("answers", Ty::Int.list());
            let b = this.b();
            let asked = b.expr(ExprKind::Make(vec![b.int(what)]), Ty::Int.list());
            let seen = b.call(look, [action, of, answers].map(|it| b.get(it)).to_vec(), result.clone());
            let mut out = vec![this.set_now(Now::Asked, asked)];
            let mut found = seen;
            if what == ALL_ENDS {
                out.push(b.stmt(StmtKind::Expr(found)));
                let said = b.equal(this.now(Now::Stop), b.int(FOUND));
                let ends = b.cast(Cast::Some, this.now(Now::Asked), result.clone());
                found = b.either(said, ends, b.none(result.clone()));
            }
            out.push(b.give(found));
            out
        });
        let name = if what == ALL_ENDS { "look at all ends" } else { "look for an end" };
        self.function(name, b, 3, result, body)
    }

    /// `(action, of, answers) → int`: 1 if the action can be brought to its end from there; else 0, or below 0 the reason
    /// for which it fails at once; also if the rules fail after every answer.
    pub fn viable(&mut self, look: FnId) -> FnId {
        let id = self.forward("can be finished", Body::default(), 3, Ty::Int);
        let (body, b) = self.apart(|this| {
            let (action, of) = (this.ctx.b.local("action", Ty::Int), this.ctx.b.local("of", Ty::Int));
            let answers = this.ctx.b.local("answers", Ty::Int.list());
            let seen = this.ctx.b.local("seen", Ty::Int.list().opt());
            let asked = this.ctx.b.local("asked", Ty::Int.list());
            let [i, end, why] = ["i", "end", "why"].map(|it| this.ctx.b.local(it, Ty::Int));
            let find = this.look_for(ANY_END, look);
            let set = this.b().set(seen, this.tried_look(find, [action, of, answers]));
            let b = this.b();
            let none = b.equal(b.get(seen), b.none(Ty::Int.list().opt()));
            let len = b.builtin(ir::Builtin::Len, vec![b.get(asked)], Ty::Int);
            let one = b.expr(ExprKind::Index(Box::new(b.get(asked)), Box::new(b.get(i))), Ty::Int);
            let with = this.with_answer(answers, one);
            let next = this.b().call(id, vec![this.b().get(action), this.b().get(of), with], Ty::Int);
            let b = this.b();
            let broken = this.is_broken(b.get(end));
            let found = vec![
                b.set(end, next),
                b.when(b.less(b.int(0), b.get(end)), vec![b.give(b.int(1))]),
                b.when(broken, vec![b.set(why, b.get(end))]),
            ];
            let safe: Vec<i64> =
                (0..this.questions.len() as i64).filter(|it| this.is_open(*it) || !this.may_fail_later(*it)).collect();
            let question = b.expr(ExprKind::Index(Box::new(b.get(asked)), Box::new(b.int(0))), Ty::Int);
            let safe = b.expr(ExprKind::Const(this.const_ints(&safe)), Ty::Int.list());
            let sure = this.is_in(this.question_number(question.clone()), safe);
            let b = this.b();
            vec![
                set,
                b.when(none, vec![b.give(b.int(0))]),
                b.set(asked, b.expr(ExprKind::Unwrap(Box::new(b.get(seen))), Ty::Int.list())),
                b.when(b.equal(len.clone(), b.int(0)), vec![b.give(b.int(1))]),
                b.when(this.is_chance(question.clone()), vec![b.give(b.int(1))]),
                b.when(b.less(question.clone(), b.int(0)), vec![b.give(question)]),
                // Nothing later can fail, for any answer.
                b.when(sure, vec![b.give(b.int(1))]),
                b.set(why, b.int(0)),
                b.stmt(StmtKind::ForRange(i, b.int(1), this.less_one(len), found)),
                b.give(b.get(why)),
            ]
        });
        self.complete(id, b, body);
        id
    }

    /// `true` if a verdict of [`Checker::viable`] means that it can be finished.
    pub fn is_viable(&self, e: Expr) -> Expr {
        let b = self.b();
        b.less(b.int(0), e)
    }

    /// `(player) → string?`: none if a player can do anything; else a text about a failure of the rules, if that is the
    /// cause.
    pub fn can_act(&mut self, id: FnId, choices: &[Choice], viable: FnId) {
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Str.opt());
            let player = this.ctx.b.local("player", Ty::Int);
            let (action, of) = (this.ctx.b.local("action", Ty::Int), this.ctx.b.local("of", Ty::Int));
            let answers = this.ctx.b.local("answers", Ty::Int.list());
            let more = this.ctx.b.local("more", Ty::Int.list());
            let (verdict, why) = (this.ctx.b.local("verdict", Ty::Int), this.ctx.b.local("why", Ty::Str));
            let mut out = vec![this.b().set(answers, this.no_answers()), this.b().set(why, this.b().text(""))];
            for it in choices {
                let class = this.actions[it.action].class;
                let title = this.actions[it.action].title();
                let yes = |this: &Self| vec![this.b().give(this.b().none(Ty::Str.opt()))];
                // The first action for which the rules fail is reported.
                let told = |this: &Self| {
                    let b = this.b();
                    let text = b.binary(Binary::Concat, b.text(&format!("`{title}`: ")), this.broken_text(verdict));
                    let first = b.equal(b.get(why), b.text(""));
                    b.when(b.and(this.is_broken(b.get(verdict)), first), vec![b.set(why, text)])
                };
                let mut choose = |this: &mut Self, question, each| {
                    if !this.may_fail_later(question) {
                        return yes(this);
                    }
                    let with = this.with_answer(answers, this.b().get(each));
                    let b = this.b();
                    let can = b.call(viable, vec![b.get(action), b.get(of), b.get(more)], Ty::Int);
                    let set = this.b().set(verdict, can);
                    let can = this.is_viable(this.b().get(verdict));
                    vec![this.b().set(more, with), set, this.b().when(can, yes(this)), told(this)]
                };
                let found = match this.first_answers(it, of, &mut choose) {
                    Some(found) => found,
                    None => {
                        let b = this.b();
                        let can = b.call(viable, [action, of, answers].map(|it| b.get(it)).to_vec(), Ty::Int);
                        let set = b.set(verdict, can);
                        let can = this.is_viable(b.get(verdict));
                        vec![set, b.when(can, yes(this)), told(this)]
                    }
                };
                let b = this.b();
                out.push(b.set(action, b.int(it.action as i64)));
                let each = this.each_owner(class, this.b().get(player), of, found);
                out.extend(this.where_chosen(it.action, this.b().get(player), each));
            }
            let why = this.b().cast(Cast::Some, this.b().get(why), Ty::Str.opt());
            out.push(this.b().give(why));
            out
        });
        self.complete(id, b, body);
    }

    pub fn no_answers(&self) -> Expr {
        self.b().expr(ExprKind::Const(ir::Const::List(Vec::new())), Ty::Int.list())
    }

    pub fn with_answer(&self, answers: LocalId, one: Expr) -> Expr {
        let b = self.b();
        let one = b.expr(ExprKind::Make(vec![one]), Ty::Int.list());
        b.builtin(ir::Builtin::Concat, vec![b.get(answers), one], Ty::Int.list())
    }
}
