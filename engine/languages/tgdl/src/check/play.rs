//! The one state of a game: what players can do, and what their choices do.

use super::class;
use super::input::Question;
use super::look::Choice;
use super::now::{FAILED, Now, OVER};
use super::types::{self, ClassId, T};
use super::{Checker, ast};
use ast::ConstructKind;
use diag::Span;
use front::make::Body;
use ir::{
    ActionId, Cast, Effects, Expr, ExprKind, FnId, Frame, FrameKind, Handler, LocalId, State, Stmt, StmtKind, Ty,
};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn play(&mut self) {
        let setup = self.setup_body();
        let goals = self.goals();
        let can_act = self.forward("can act", Body::default(), 0, Ty::Bool);
        let after = self.after_action(goals, can_act);
        let mut choices = Vec::new();
        for action in 0..self.actions.len() {
            if self.is_choice(action) {
                let before = self.questions.len();
                let run = self.action_run(action);
                let questions = (before as i64..self.questions.len() as i64).collect();
                choices.push(Choice { action, questions, begins: 0, run });
            }
        }
        // What triggers and verbs ask may be asked in the course of any of them.
        let own: Vec<i64> = choices.iter().flat_map(|it| it.questions.clone()).collect();
        let shared: Vec<i64> = (0..self.questions.len() as i64).filter(|it| !own.contains(it)).collect();
        for it in &mut choices {
            it.begins = it.questions.len();
            it.questions.extend(&shared);
        }
        if choices.is_empty() {
            self.problems.no_choice();
        }
        let look = self.look(&choices);
        self.look_id = Some(look);
        let texts = self.look_texts(&choices);
        let viable = self.viable(look);
        self.can_act(can_act, &choices, look, viable);
        let prompt = self.prompt(&choices, look, texts, viable);
        let handlers = self.handlers(&choices, texts, after);
        let state = State { prompt: Some(prompt), handlers, ..State::default() };
        let kind = FrameKind::State(state);
        self.program.frames.push(Frame {
            name: "play".into(),
            kind,
            fields: Vec::new(),
            params: 0,
            span: Span::default(),
        });
        self.setup(setup, can_act);
    }

    /// Whether what is chosen is named by the cell it stands on.
    pub fn is_by_cell(&self, t: &T) -> bool {
        matches!(t, T::Ref(id) if self.is_thing(t)
            && self.board.drawn.is_some()
            && self.can_be(*id, "placeable")
            && self.field_of(types::THING, class::TILE).is_some()
            && self.field_of(types::CELL, class::PLACEABLES).is_some())
    }

    /// `(thing) → int`: how a thing is chosen: by its cell if it lies on top there, else by −1 less its number.
    fn by_cell(&mut self) -> FnId {
        if let Some(id) = self.helpers.by_cell {
            return id;
        }
        let (body, b) = self.apart(|this| {
            let thing = this.ctx.b.local("thing", Ty::Int);
            this.ctx.result = Some(Ty::Int);
            let other = this.less_one(this.b().negative(this.b().get(thing)));
            let Some((tile, _)) = this.field_of(types::THING, class::TILE) else { return vec![this.b().give(other)] };
            let at = this.load_field(types::THING, this.b().get(thing), tile);
            let (cell, set) = this.temp("cell", at.e);
            let none = this.b().none(Ty::Int.opt());
            let there = this.b().not(this.b().equal(this.b().get(cell), none));
            let on = this.b().expr(ExprKind::Unwrap(Box::new(this.b().get(cell))), Ty::Int);
            let top = this.top_of(on.clone());
            let mine = this.b().cast(Cast::Some, this.b().get(thing), Ty::Int.opt());
            let is_top = this.b().and(there, this.b().equal(top, mine));
            vec![set, this.b().when(is_top, vec![this.b().give(on)]), this.b().give(other)]
        });
        let id = self.function("by its cell", b, 1, Ty::Int, body);
        self.helpers.by_cell = Some(id);
        id
    }

    /// `(int) → thing`: the thing that was chosen so.
    fn at_cell(&mut self) -> FnId {
        if let Some(id) = self.helpers.at_cell {
            return id;
        }
        let (body, b) = self.apart(|this| {
            let chosen = this.ctx.b.local("chosen", Ty::Int);
            this.ctx.result = Some(Ty::Int);
            let below = this.b().less(this.b().get(chosen), this.b().int(0));
            let other = this.less_one(this.b().negative(this.b().get(chosen)));
            let top = this.top_of(this.b().get(chosen));
            let top = this.b().expr(ExprKind::Unwrap(Box::new(top)), Ty::Int);
            vec![this.b().when(below, vec![this.b().give(other)]), this.b().give(top)]
        });
        let id = self.function("on a cell", b, 1, Ty::Int, body);
        self.helpers.at_cell = Some(id);
        id
    }

    /// What lies on top on a cell; optional.
    fn top_of(&mut self, cell: Expr) -> Expr {
        let Some((field, _)) = self.field_of(types::CELL, class::PLACEABLES) else {
            return self.b().none(Ty::Int.opt());
        };
        let on = self.load_field(types::CELL, cell, field);
        let last = self.b().builtin(ir::Builtin::Len, vec![on.e.clone()], Ty::Int);
        let last = self.less_one(last);
        self.get(on.e, last, Ty::Int.opt())
    }

    /// The actions that stand in for a question: what it is called, and for a list that it is done.
    fn answer_action(&mut self, name: &str) -> ActionId {
        let at = self.program.actions.iter().position(|it| it == name).unwrap_or_else(|| {
            self.program.actions.push(name.to_owned());
            self.program.actions.len() - 1
        });
        ActionId(at as u16)
    }

    /// What an answer is called: after the action and the input.
    fn name_of_answer(&self, question: i64) -> String {
        self.questions.get(question as usize).map_or_else(String::new, |it| it.name.clone())
    }

    /// The type of the argument of an answer.
    fn argument_type(&self, it: &Question) -> Ty {
        match it.t {
            T::Str => Ty::Str,
            T::Bool => Ty::Bool,
            T::Player => Ty::Role,
            T::Dec => self.rep(&T::Dec),
            _ => Ty::Int,
        }
    }

    /// Whose an action is: the instances of its class, each in a loop; with a condition that it may be chosen.
    pub fn each_owner(&mut self, class: Option<ClassId>, of: LocalId, inner: Vec<Stmt>) -> Vec<Stmt> {
        let Some(class) = class else {
            let mut out = vec![self.b().set(of, self.b().int(0))];
            out.extend(inner);
            return out;
        };
        let active = self.active().e;
        match self.classes.get(class).kind {
            Some(ConstructKind::Local) => {
                let mut mine = self.takes_part(class, of);
                if let Some(field) = self.kept_field(class, class::PLAYER) {
                    let root = self.root_of(class);
                    mine = self.is_one(T::Ref(root), self.b().get(of), class);
                    let owner = self.load_field(class, self.b().get(of), field);
                    let some = self.b().cast(Cast::Some, active, Ty::Int.opt());
                    let owned = self.b().equal(owner.e, some);
                    mine = self.all_of(mine, owned);
                }
                let then = vec![self.b().when(mine, inner)];
                let last = self.less_one(self.instances(class));
                vec![self.b().stmt(StmtKind::ForRange(of, self.b().int(0), last, then))]
            }
            Some(ConstructKind::Group) => {
                let mut out = vec![self.b().set(of, self.b().int(0))];
                let mine = self.has_state(active, class);
                out.push(self.b().when(mine, inner));
                out
            }
            _ if self.classes.family(class).single => {
                let mut out = vec![self.b().set(of, self.b().int(0))];
                out.extend(inner);
                out
            }
            _ => {
                let is = self.takes_part(class, of);
                let then = vec![self.b().when(is, inner)];
                let last = self.less_one(self.instances(class));
                vec![self.b().stmt(StmtKind::ForRange(of, self.b().int(0), last, then))]
            }
        }
    }

    /// Whether it has to be said of which instance an action is: there may be several that a player can choose.
    fn is_of_many(&self, action: usize) -> bool {
        let Some(class) = self.actions[action].class else { return false };
        let single = self.classes.family(class).single;
        !single && self.classes.get(class).kind != Some(ConstructKind::Local)
    }

    fn prompt(&mut self, choices: &[Choice], look: FnId, texts: Option<FnId>, viable: FnId) -> FnId {
        let (body, b) = self.apart(|this| {
            let action = this.ctx.b.local("action", Ty::Int);
            let of = this.ctx.b.local("of", Ty::Int);
            let answers = this.ctx.b.local("answers", Ty::Int.list());
            let more = this.ctx.b.local("more", Ty::Int.list());
            let can = this.ctx.b.local("can", Ty::Int);
            let asked = this.ctx.b.local("asked", Ty::Int.list().opt());
            let words = this.ctx.b.local("words", Ty::Str.list());
            let (i, value) = (this.ctx.b.local("i", Ty::Int), this.ctx.b.local("value", Ty::Int));
            let locals = Prompt { action, of, answers, more, can, asked, words, i, value };
            let idle = this.b().less(this.now(Now::Action), this.b().int(0));
            let say = |this: &Self, text: &str| this.b().stmt(StmtKind::Prompt(this.b().text(text)));
            let mut begin = vec![say(this, "It is your turn."), this.b().set(answers, this.no_answers())];
            for it in choices {
                let class = this.actions[it.action].class;
                let inner = this.offers(it, &locals, look, texts, viable, true);
                let set = this.b().set(action, this.b().int(it.action as i64));
                begin.push(set);
                begin.extend(this.each_owner(class, of, inner));
            }
            let mut go_on = vec![
                this.b().set(action, this.now(Now::Action)),
                this.b().set(of, this.now(Now::This)),
                this.b().set(answers, this.now(Now::Answers)),
            ];
            for it in choices {
                if it.questions.is_empty() {
                    continue;
                }
                let inner = this.offers(it, &locals, look, texts, viable, false);
                let title = this.actions[it.action].title();
                let mut inner = inner;
                inner.insert(0, say(this, &format!("Go on with {}.", title.replace('_', " "))));
                let here = this.b().equal(this.b().get(action), this.b().int(it.action as i64));
                go_on.push(this.b().when(here, inner));
            }
            vec![this.b().stmt(StmtKind::If(idle, begin, go_on))]
        });
        self.function("play.prompt", b, 0, Ty::Unit, body)
    }

    /// What can be chosen for one action.
    fn offers(
        &mut self,
        it: &Choice,
        l: &Prompt,
        look: FnId,
        texts: Option<FnId>,
        viable: FnId,
        first: bool,
    ) -> Vec<Stmt> {
        let many = first && self.is_of_many(it.action);
        let title = self.actions[it.action].title();
        if first {
            let text = self.b().text("");
            let mut offer = |this: &mut Self, question, each| {
                let value = this.b().get(each);
                this.offer(l, question, many, &value, &text, viable)
            };
            if let Some(direct) = self.first_answers(it, l.of, &mut offer) {
                return direct;
            }
        }
        let mut out = vec![self.b().set(l.asked, self.tried_look(look, [l.action, l.of, l.answers]))];
        let b = self.b();
        let list = b.expr(ExprKind::Unwrap(Box::new(b.get(l.asked))), Ty::Int.list());
        let len = b.builtin(ir::Builtin::Len, vec![list.clone()], Ty::Int);
        let question = b.expr(ExprKind::Index(Box::new(list.clone()), Box::new(b.int(0))), Ty::Int);
        let mut inner = Vec::new();
        if first {
            let action = self.answer_action(title);
            let stmt =
                if many { StmtKind::Offer(action, vec![self.b().get(l.of)]) } else { StmtKind::Button(action, None) };
            let end = self.b().equal(len.clone(), self.b().int(0));
            inner.push(self.b().when(end, vec![self.b().stmt(stmt)]));
        }
        let uses_texts = it.questions.iter().any(|q| self.questions[*q as usize].texts);
        if uses_texts && let Some(texts) = texts {
            let b = self.b();
            let call = b.call(texts, [l.action, l.of, l.answers].map(|it| b.get(it)).to_vec(), Ty::Str.list());
            let none = b.expr(ExprKind::Const(ir::Const::List(Vec::new())), Ty::Str.list());
            let e = b.expr(ExprKind::Trial(Box::new(call), Some(Box::new(none))), Ty::Str.list());
            inner.push(b.set(l.words, e));
        }
        let asks = self.b().and(
            self.b().less(self.b().int(0), len.clone()),
            self.b().not(self.b().less(question.clone(), self.b().int(0))),
        );
        let value = self.b().get(l.value);
        let text = self.b().expr(
            ExprKind::Index(Box::new(self.b().get(l.words)), Box::new(self.less_one(self.b().get(l.i)))),
            Ty::Str,
        );
        let mut each = Vec::new();
        for question in &it.questions {
            let stmts = self.offer(l, *question, many, &value, &text, viable);
            let here = self.b().equal(self.question_of(l), self.b().int(*question));
            each.push(self.b().when(here, stmts));
        }
        let set_value = {
            let b = self.b();
            let list = b.expr(ExprKind::Unwrap(Box::new(b.get(l.asked))), Ty::Int.list());
            b.set(l.value, b.expr(ExprKind::Index(Box::new(list), Box::new(b.get(l.i))), Ty::Int))
        };
        let mut round = vec![set_value];
        round.extend(each);
        let b = self.b();
        let last = self.less_one(len);
        let scan = b.stmt(StmtKind::ForRange(l.i, b.int(1), last, round));
        inner.push(b.when(asks, vec![scan]));
        let there = b.not(b.equal(b.get(l.asked), b.none(Ty::Int.list().opt())));
        out.push(b.when(there, inner));
        out
    }

    /// Offers an answer to a question, if it leads to an end.
    fn offer(&mut self, l: &Prompt, question: i64, many: bool, value: &Expr, text: &Expr, viable: FnId) -> Vec<Stmt> {
        let info = self.questions[question as usize].clone();
        let name = self.name_of_answer(question);
        let action = self.answer_action(&name);
        if !many {
            self.answer_types.push((action, info.t.clone()));
        }
        let b = self.b();
        let arg = match info.t {
            T::Bool => b.equal(value.clone(), b.int(1)),
            T::Player => b.cast(Cast::Check, value.clone(), Ty::Role),
            T::Ref(_) if self.is_by_cell(&info.t) => {
                let id = self.by_cell();
                self.b().call(id, vec![value.clone()], Ty::Int)
            }
            T::Str => text.clone(),
            T::Dec => self.dec(value.clone()).e,
            _ => value.clone(),
        };
        let mut args = Vec::new();
        if many {
            args.push(self.b().get(l.of));
        }
        args.push(arg);
        let offer = self.b().stmt(StmtKind::Offer(action, args.clone()));
        let mut stmts = vec![offer];
        if info.list || info.optional {
            let word = if info.list { "done" } else { "skip" };
            let skip = self.answer_action(word);
            let left = self.b().less(value.clone(), self.b().int(0));
            let button = self.b().stmt(StmtKind::Button(skip, None));
            stmts = vec![self.b().stmt(StmtKind::If(left, vec![button], stmts))];
        }
        if self.may_fail_later(question) {
            let with = self.with_answer(l.answers, value.clone());
            let b = self.b();
            let can = b.call(viable, [l.action, l.of, l.more].map(|it| b.get(it)).to_vec(), Ty::Int);
            let set = [b.set(l.more, with), b.set(l.can, can)];
            let refused = self.refused(l, action, args);
            let can = self.is_viable(self.b().get(l.can));
            let offer = self.b().stmt(StmtKind::If(can, stmts, refused));
            stmts = set.into_iter().chain([offer]).collect();
        }
        stmts
    }

    /// Says why an answer is not offered, where what it leads to says so.
    fn refused(&self, l: &Prompt, action: ActionId, args: Vec<Expr>) -> Vec<Stmt> {
        let b = self.b();
        let told = self.reasons.iter().enumerate().map(|(i, why)| {
            let here = b.equal(b.get(l.can), b.int(-(FAILED + i as i64)));
            b.when(here, vec![b.stmt(StmtKind::Withhold(action, args.clone(), b.text(why)))])
        });
        told.collect()
    }

    fn question_of(&self, l: &Prompt) -> Expr {
        let b = self.b();
        let list = b.expr(ExprKind::Unwrap(Box::new(b.get(l.asked))), Ty::Int.list());
        b.expr(ExprKind::Index(Box::new(list), Box::new(b.int(0))), Ty::Int)
    }

    /// Whether something may fail after an answer.
    pub fn may_fail_later(&self, question: i64) -> bool {
        self.questions.get(question as usize).is_none_or(|it| it.list || self.facts.later.contains(&it.at))
    }

    fn handlers(&mut self, choices: &[Choice], texts: Option<FnId>, after: FnId) -> Vec<Handler> {
        let step = self.step_function(choices, after);
        let mut out: Vec<Handler> = Vec::new();
        let mut add = |action: ActionId, function: FnId| {
            if out.iter().all(|it| it.action != action) {
                out.push(Handler { action, function, open: None });
            }
        };
        for it in choices {
            let title = self.actions[it.action].title();
            let many = self.is_of_many(it.action);
            if it.begins == 0 {
                let function = self.handler(it, None, many, step, texts);
                let action = self.answer_action(title);
                add(action, function);
            }
            for (n, question) in it.questions.iter().enumerate() {
                let name = self.name_of_answer(*question);
                let action = self.answer_action(&name);
                let begins = n < it.begins;
                let function = self.handler(it, Some((*question, begins)), many && begins, step, texts);
                add(action, function);
            }
        }
        let lists = self.questions.iter().any(|it| it.list);
        let optional = self.questions.iter().any(|it| it.optional);
        for (word, used) in [("done", lists), ("skip", optional)] {
            if !used {
                continue;
            }
            let action = self.answer_action(word);
            let (body, b) = self.apart(|this| {
                let b = this.b();
                vec![b.run(step, vec![b.int(-1), b.int(0), b.int(-1)])]
            });
            let function = self.function(&format!("play.on {word}"), b, 0, Ty::Unit, body);
            add(action, function);
        }
        out
    }

    /// An answer, or an action without a question.
    fn handler(
        &mut self,
        it: &Choice,
        question: Option<(i64, bool)>,
        many: bool,
        step: FnId,
        texts: Option<FnId>,
    ) -> FnId {
        let info = question.map(|it| self.questions[it.0 as usize].clone());
        let name = format!("play.on {}", self.actions[it.action].title());
        let class = self.actions[it.action].class;
        let mut params = 0;
        let (body, b) = self.apart(|this| {
            let of_param = many.then(|| this.ctx.b.local("of", Ty::Int));
            let value = info.as_ref().map(|it| this.ctx.b.local(&it.name, this.argument_type(it)));
            params = u16::from(of_param.is_some()) + u16::from(value.is_some());
            let mut out = Vec::new();
            let of = match of_param {
                Some(of) => of,
                None => {
                    let (each, of) = (this.ctx.b.local("each", Ty::Int), this.ctx.b.local("mine", Ty::Int));
                    let found = vec![this.b().set(of, this.b().get(each))];
                    out.extend(this.each_owner(class, each, found));
                    of
                }
            };
            let answer = match (value, &info) {
                (Some(value), Some(info)) => {
                    let e = this.b().get(value);
                    match info.t {
                        T::Bool => this.b().either(e, this.b().int(1), this.b().int(0)),
                        T::Player => this.b().cast(Cast::Check, e, Ty::Int),
                        T::Ref(_) if this.is_by_cell(&info.t) => {
                            let id = this.at_cell();
                            this.b().call(id, vec![e], Ty::Int)
                        }
                        T::Dec if e.ty == Ty::Num => this.b().cast(Cast::Floor, e, Ty::Int),
                        T::Str => this.text_answer(it, of, e, texts, &mut out),
                        _ => e,
                    }
                }
                _ => this.b().int(-2),
            };
            // An action that is under way is known, and whose it is.
            let idle = this.b().less(this.now(Now::Action), this.b().int(0));
            let of = this.b().either(idle.clone(), this.b().get(of), this.now(Now::This));
            let action = this.b().either(idle, this.b().int(it.action as i64), this.now(Now::Action));
            out.push(this.b().run(step, vec![action, of, answer]));
            out
        });
        self.function(&name, b, params, Ty::Unit, body)
    }

    /// The number of a text among those that can be chosen.
    fn text_answer(&mut self, it: &Choice, of: LocalId, text: Expr, texts: Option<FnId>, out: &mut Vec<Stmt>) -> Expr {
        let Some(texts) = texts else { return self.b().int(0) };
        let action = self.ctx.b.local("action", Ty::Int);
        let answers = self.ctx.b.local("answers", Ty::Int.list());
        let whose = self.ctx.b.local("whose", Ty::Int);
        let words = self.ctx.b.local("words", Ty::Str.list());
        let asked = self.ctx.b.local("asked", Ty::Int.list().opt());
        let idle = self.b().less(self.now(Now::Action), self.b().int(0));
        let mine = self.b().either(idle, self.b().get(of), self.now(Now::This));
        let begun = self.now(Now::Action);
        let idle = self.b().less(begun.clone(), self.b().int(0));
        let b = self.b();
        out.push(b.set(action, b.either(idle, b.int(it.action as i64), begun)));
        out.push(b.set(whose, mine));
        out.push(self.b().set(answers, self.now(Now::Answers)));
        let look = self.look_id.unwrap_or(texts);
        out.push(self.b().set(asked, self.tried_look(look, [action, whose, answers])));
        let b = self.b();
        let call = b.call(texts, [action, whose, answers].map(|it| b.get(it)).to_vec(), Ty::Str.list());
        let none = b.expr(ExprKind::Const(ir::Const::List(Vec::new())), Ty::Str.list());
        out.push(b.set(words, b.expr(ExprKind::Trial(Box::new(call), Some(Box::new(none))), Ty::Str.list())));
        let index = b.builtin(ir::Builtin::IndexOf, vec![b.get(words), text], Ty::Int.opt());
        let index = b.expr(ExprKind::Unwrap(Box::new(index)), Ty::Int);
        let list = b.expr(ExprKind::Unwrap(Box::new(b.get(asked))), Ty::Int.list());
        b.expr(ExprKind::Index(Box::new(list), Box::new(b.add(index, b.int(1)))), Ty::Int)
    }

    /// `(action, of, answer)`: one choice of a player: an action begun (−1: the one that is under way), and an answer (−2:
    /// none). If that is all it needs it is run; else the answer is kept.
    fn step_function(&mut self, choices: &[Choice], after: FnId) -> FnId {
        let look = self.look_id.unwrap_or(FnId(0));
        let (body, b) = self.apart(|this| {
            let (action, of) = (this.ctx.b.local("action", Ty::Int), this.ctx.b.local("of", Ty::Int));
            let answer = this.ctx.b.local("answer", Ty::Int);
            let answers = this.ctx.b.local("answers", Ty::Int.list());
            let asked = this.ctx.b.local("asked", Ty::Int.list().opt());
            let ran = this.ctx.b.local("ran", Ty::Bool);
            let goes_on = this.b().less(this.b().get(action), this.b().int(0));
            let known = vec![this.b().set(action, this.now(Now::Action)), this.b().set(of, this.now(Now::This))];
            let given = this.b().less(this.b().int(-2), this.b().get(answer));
            let with = this.with_answer(answers, this.b().get(answer));
            let only = this.b().expr(ExprKind::Make(vec![this.b().get(answer)]), Ty::Int.list());
            let idle = this.b().less(this.now(Now::Action), this.b().int(0));
            let b = this.b();
            let begun = vec![b.set(answers, this.now(Now::Answers)), b.when(given.clone(), vec![b.set(answers, with)])];
            let begins =
                vec![b.stmt(StmtKind::If(given, vec![b.set(answers, only)], vec![b.set(answers, this.no_answers())]))];
            let mut out = vec![b.when(goes_on, known), b.stmt(StmtKind::If(idle, begins, begun))];
            out.push(this.b().set(ran, this.b().bool(false)));
            let keep = |this: &Self| {
                let b = this.b();
                vec![
                    b.stmt(StmtKind::PushUndo),
                    this.set_now(Now::Action, b.get(action)),
                    this.set_now(Now::This, b.get(of)),
                    this.set_now(Now::Answers, b.get(answers)),
                    b.stmt(StmtKind::Return(None)),
                ]
            };
            let numbers = |all: Vec<&Choice>| all.iter().map(|it| it.action as i64).collect::<Vec<i64>>();
            let is_one = |this: &Self, all: &[i64]| {
                let all = this.b().expr(ExprKind::Const(this.const_ints(all)), Ty::Int.list());
                this.is_in(this.b().get(action), all)
            };
            let twice = numbers(choices.iter().filter(|it| this.surely_asks_again(it)).collect());
            if !twice.is_empty() {
                let b = this.b();
                let len = b.builtin(ir::Builtin::Len, vec![b.get(answers)], Ty::Int);
                let first = b.equal(len, b.int(1));
                out.push(b.when(b.and(first, is_one(this, &twice)), keep(this)));
            }
            let several = numbers(choices.iter().filter(|it| this.may_ask_again(it)).collect());
            if !several.is_empty() {
                let mut seen = vec![this.b().set(asked, this.tried_look(look, [action, of, answers]))];
                let b = this.b();
                let there = b.not(b.equal(b.get(asked), b.none(Ty::Int.list().opt())));
                let list = b.expr(ExprKind::Unwrap(Box::new(b.get(asked))), Ty::Int.list());
                let more = b.less(b.int(0), b.builtin(ir::Builtin::Len, vec![list], Ty::Int));
                seen.push(b.when(b.and(there, more), keep(this)));
                if several.len() < choices.len() {
                    seen = vec![b.when(is_one(this, &several), seen)];
                }
                out.extend(seen);
            }
            out.push(this.set_now(Now::Answers, this.b().get(answers)));
            out.push(this.set_now(Now::At, this.b().int(0)));
            if let Some(place) = this.chosen_place() {
                let more = this.b().add(this.b().load(place.clone()), this.b().int(1));
                out.push(this.b().assign(place, more));
            }
            for it in choices {
                let call = this.run_call(it, this.b().get(of));
                let b = this.b();
                let here = b.equal(b.get(action), b.int(it.action as i64));
                out.push(b.when(here, vec![b.set(ran, call)]));
            }
            out.extend(this.failures());
            let stopped = this.b().not(this.goes_on());
            let b = this.b();
            let done = b.expr(ExprKind::Or(Box::new(b.get(ran)), Box::new(stopped)), Ty::Bool);
            let refused = b.stmt(StmtKind::Stop("what the action requires does not hold".into()));
            out.push(b.when(b.not(done), vec![refused]));
            let happened = this.raise(&super::event::Happens::Chosen, None, None, None);
            if !happened.is_empty() {
                let mut told = happened;
                told.extend(this.settle_all());
                out.push(this.b().when(this.goes_on(), told));
            }
            out.push(this.b().run(after, Vec::new()));
            out
        });
        self.function("a choice", b, 3, Ty::Unit, body)
    }

    /// Whether an action may ask more than one question.
    fn may_ask_again(&self, it: &Choice) -> bool {
        let again = |it: &i64| self.questions.get(*it as usize).is_some_and(|it| it.list || it.repeats);
        it.questions.len() > 1 || it.questions.iter().any(again)
    }

    /// What has failed says why, and the state is left as it was.
    pub fn failures(&self) -> Vec<Stmt> {
        let stop = |(i, why): (usize, &String)| {
            let b = self.b();
            let here = b.equal(self.now(Now::Stop), b.int(FAILED + i as i64));
            b.when(here, vec![b.stmt(StmtKind::Stop(why.clone()))])
        };
        self.reasons.iter().enumerate().map(stop).collect()
    }

    /// `()`: goals without a trigger, the highest priority first.
    fn goals(&mut self) -> Option<FnId> {
        let mut all: Vec<usize> = (0..self.actions.len())
            .filter(|i| {
                let it = &self.actions[*i];
                it.goal && it.triggers.is_empty()
            })
            .collect();
        if all.is_empty() {
            return None;
        }
        all.sort_by(|a, b| self.actions[*b].priority.total_cmp(&self.actions[*a].priority));
        let runs: Vec<(usize, FnId)> = all.into_iter().map(|it| (it, self.action_run(it))).collect();
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            let mut out = Vec::new();
            for (action, run) in runs {
                let choice = Choice { action, questions: Vec::new(), begins: 0, run };
                let call = this.run_call(&choice, this.b().int(0));
                let ran = this.ctx.b.local("ran", Ty::Bool);
                out.push(this.b().set(ran, call));
                let leave = this.leave_if_stopped();
                out.push(leave);
                // A goal that is reached ends the game, also without saying who has won.
                let over = this.set_now(Now::Stop, this.b().int(OVER));
                let stop = this.leave();
                out.push(this.b().when(this.b().get(ran), vec![over, stop]));
            }
            out
        });
        Some(self.function("goals", b, 0, Ty::Unit, body))
    }

    /// Functions say what they do.
    pub fn settle_effects(&mut self) {
        let all = ir::effects(&self.program);
        for (function, effects) in self.program.functions.iter_mut().zip(all) {
            function.effects = effects.with(Effects::NONE);
        }
    }
}

/// What prompts keep while they are made.
struct Prompt {
    action: LocalId,
    of: LocalId,
    answers: LocalId,
    more: LocalId,
    /// What [`Checker::viable`] says of it.
    can: LocalId,
    asked: LocalId,
    words: LocalId,
    i: LocalId,
    value: LocalId,
}
