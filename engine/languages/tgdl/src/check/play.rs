//! The one state of a game: the players' options, and the effects of their choices.

use super::class;
use super::context::{Question, Reason};
use super::declared::Happens;
use super::ends::{ALL_ENDS, UNKNOWN};
use super::facts::AFTER;
use super::look::{Choice, Seen};
use super::now::{LEFT, NO_ANSWER, Now, OVER, SAID};
use super::types::{self, ClassId, T};
use super::{Checker, ast};
use ast::ConstructKind;
use diag::Span;
use front::make::Body;
use ir::{
    ActionId, Cast, Effects, Expr, ExprKind, FnId, Frame, FrameKind, Handler, LocalId, State, Stmt, StmtKind, Ty,
};
use std::collections::BTreeSet;

/// The outcome of a freely given value: below all reasons.
const FITS: i64 = 0;
const REFUSED: i64 = 1;
const UNASKED: i64 = 2;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn play(&mut self) {
        let setup = self.setup_body();
        let goals = self.goals();
        let mut b = Body::default();
        b.local("player", Ty::Int);
        let can_act = self.forward("can act", b, 1, Ty::Str.opt());
        let after = self.after_action(goals, can_act);
        let mut choices = Vec::new();
        for action in 0..self.actions.len() {
            if self.is_choice(action) {
                let run = self.action_run(action);
                choices.push(Choice { action, questions: Vec::new(), begins: 0, run });
            }
        }
        self.queue_tellings(&Happens::Chosen);
        self.complete_telling();
        self.helpers.told_of_choice = self.told_of_choice();
        self.share_questions(&mut choices);
        if choices.is_empty() {
            self.problems.no_choice();
        }
        let look = self.look(&choices);
        self.look_id = Some(look);
        self.look_texts(&choices);
        let viable = self.viable(look);
        self.viable_id = Some(viable);
        self.ends_id = (!self.in_place.is_empty()).then(|| self.look_for(ALL_ENDS, look));
        self.can_act(can_act, &choices, viable);
        let prompt = self.prompt(&choices, look, viable);
        let handlers = self.handlers(&choices, after);
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

    /// `true` if a choice is identified by the cell it is on.
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

    /// The topmost thing on a cell; optional.
    pub fn top_of(&mut self, cell: Expr) -> Expr {
        let Some((field, _)) = self.field_of(types::CELL, class::PLACEABLES) else {
            return self.b().none(Ty::Int.opt());
        };
        let on = self.load_field(types::CELL, cell, field);
        let last = self.b().builtin(ir::Builtin::Len, vec![on.e.clone()], Ty::Int);
        let last = self.less_one(last);
        self.get(on.e, last, Ty::Int.opt())
    }

    /// The actions that represent a question: its name, and for a list the one that ends it.
    fn answer_action(&mut self, name: &str) -> ActionId {
        let at = self.program.actions.iter().position(|it| it == name).unwrap_or_else(|| {
            self.program.actions.push(name.to_owned());
            self.program.actions.len() - 1
        });
        ActionId(at as u16)
    }

    /// The name of an answer: from the action and the input.
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

    /// The owners of an action: a loop over the instances of its class, with a condition for choosing it.
    pub fn each_owner(&mut self, class: Option<ClassId>, active: Expr, of: LocalId, inner: Vec<Stmt>) -> Vec<Stmt> {
        let Some(class) = class else {
            let mut out = vec![self.b().set(of, self.b().int(0))];
            out.extend(inner);
            return out;
        };
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
                let inner = self.where_seen(class, of, active, inner);
                let is = self.takes_part(class, of);
                let then = vec![self.b().when(is, inner)];
                let last = self.less_one(self.instances(class));
                vec![self.b().stmt(StmtKind::ForRange(of, self.b().int(0), last, then))]
            }
        }
    }

    /// `true` if the instance must be named: a player may be able to choose among several.
    pub fn is_of_many(&self, action: usize) -> bool {
        let Some(class) = self.actions[action].class else { return false };
        let single = self.classes.family(class).single;
        !single && self.classes.get(class).kind != Some(ConstructKind::Local)
    }

    fn prompt(&mut self, choices: &[Choice], look: FnId, viable: FnId) -> FnId {
        let (body, b) = self.apart(|this| {
            let action = this.ctx.b.local("action", Ty::Int);
            let of = this.ctx.b.local("of", Ty::Int);
            let answers = this.ctx.b.local("answers", Ty::Int.list());
            let more = this.ctx.b.local("more", Ty::Int.list());
            let can = this.ctx.b.local("can", Ty::Int);
            let asked = this.ctx.b.local("asked", Ty::Int.list().opt());
            let ends = this.ctx.b.local("ends", Ty::Int.list().opt());
            let words = this.ctx.b.local("words", Ty::Str.list());
            let (i, value) = (this.ctx.b.local("i", Ty::Int), this.ctx.b.local("value", Ty::Int));
            let locals = Prompt { of_action: 0, action, of, answers, more, can, asked, ends, words, i, value };
            let idle = this.b().less(this.now(Now::Action), this.b().int(0));
            let say = |this: &Self, text: &str| this.b().stmt(StmtKind::Prompt(this.b().text(text)));
            let mut begin = vec![
                if this.has_off_turn() {
                    let b = this.b();
                    let turn = b.equal(this.chooser(), this.active().e);
                    let text = b.either(turn, b.text("It is your turn."), b.text("You may act out of turn."));
                    b.stmt(StmtKind::Prompt(text))
                } else {
                    say(this, "It is your turn.")
                },
                this.b().set(answers, this.no_answers()),
            ];
            for it in choices {
                let class = this.actions[it.action].class;
                let inner = this.offers(it, &locals, look, viable, true);
                let set = this.b().set(action, this.b().int(it.action as i64));
                begin.push(set);
                let each = this.each_owner(class, this.chooser(), of, inner);
                begin.extend(this.where_chosen(it.action, this.chooser(), each));
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
                let inner = this.offers(it, &locals, look, viable, false);
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

    /// The choices for one action.
    fn offers(&mut self, it: &Choice, l: &Prompt, look: FnId, viable: FnId, first: bool) -> Vec<Stmt> {
        let many = self.is_of_many(it.action);
        let title = self.actions[it.action].title();
        let l = &Prompt { of_action: it.action, ..*l };
        if first {
            let text = self.b().text("");
            let mut offer = |this: &mut Self, question, each| {
                let value = this.b().get(each);
                this.offer(l, question, true, &value, &text, viable)
            };
            if let Some(mut direct) = self.first_answers(it, l.of, &mut offer) {
                if self.ends_id.is_some() {
                    direct.insert(0, self.b().set(l.ends, self.b().none(Ty::Int.list().opt())));
                }
                return direct;
            }
        }
        let mut out = vec![self.b().set(l.asked, self.tried_look(look, [l.action, l.of, l.answers]))];
        let Seen { there, list, len, first: question } = self.seen_by(l.asked);
        let mut inner = Vec::new();
        if first {
            let action = self.answer_action(title);
            let begins = self.begin_offer(l, it.action, action);
            let end = self.b().equal(len.clone(), self.b().int(0));
            let chance = self.is_chance(question.clone());
            let end = self.b().expr(ExprKind::Or(Box::new(end), Box::new(chance)), Ty::Bool);
            inner.push(self.b().when(end, begins));
            // Withholds it, with the reason.
            let of = self.b().get(l.of);
            let withheld = |this: &Self, why| match many {
                true => this.b().stmt(StmtKind::Withhold(action, vec![of.clone()], why)),
                false => this.b().stmt(StmtKind::Disable(action, why)),
            };
            let b = self.b();
            let broken = b.and(b.less(b.int(0), len.clone()), self.is_error(question.clone()));
            let stmt = withheld(self, self.error_text(question.clone()));
            inner.push(self.b().when(broken, vec![stmt]));
            if it.begins == 0 || self.reasons.iter().any(|it| it.endless) {
                for (i, why) in self.reasons.iter().enumerate().filter(|reason| it.begins == 0 || reason.1.endless) {
                    let why = self.why(why, [l.action, l.of, l.answers]);
                    let b = self.b();
                    let failed =
                        b.and(b.less(b.int(0), len.clone()), b.equal(question.clone(), b.int(-self.reason_number(i))));
                    inner.push(b.when(failed, vec![withheld(self, why)]));
                }
            }
        }
        let of_texts: Vec<i64> = it.questions.iter().copied().filter(|q| self.questions[*q as usize].texts).collect();
        if let Some(texts) = self.texts_id.filter(|_| !of_texts.is_empty()) {
            let texts = self.tried_texts(texts, [l.action, l.of, l.answers], &[]);
            let of_texts = self.b().expr(ExprKind::Const(self.const_ints(&of_texts)), Ty::Int.list());
            let number = self.question_number(question.clone());
            let asked = self.b().and(self.b().less(self.b().int(0), len.clone()), self.is_in(number, of_texts));
            inner.push(self.b().when(asked, vec![self.b().set(l.words, texts)]));
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
        let shared = &it.questions[it.begins..];
        let asks = if first && (self.facts.others || !shared.is_empty()) {
            // If another player is asked first, or other actions may lead to the same question, the action begins with
            // a button.
            let who = self.asked_of(question.clone());
            let shared = self.b().expr(ExprKind::Const(self.const_ints(shared)), Ty::Int.list());
            let shared = self.is_in(self.question_number(question.clone()), shared);
            let b = self.b();
            let other = b.and(b.less(b.int(-1), who.clone()), b.not(b.equal(who, self.chooser())));
            let other = b.expr(ExprKind::Or(Box::new(other), Box::new(shared)), Ty::Bool);
            let (other, set) = self.temp("other", other);
            let b = self.b();
            let action = self.b().get(l.action);
            let args = vec![action, b.get(l.of), b.get(l.answers)];
            let can = b.and(b.get(other), self.is_viable(b.call(viable, args, Ty::Int)));
            let begin = self.answer_action(title);
            let begins = self.begin_offer(l, it.action, begin);
            let b = self.b();
            inner.push(b.when(asks.clone(), vec![set, b.when(can, begins)]));
            b.and(asks, b.not(b.get(other)))
        } else {
            asks
        };
        let in_place: Vec<i64> = it.questions.iter().copied().filter(|it| self.in_place.contains(it)).collect();
        if let Some(ends) = self.ends_id.filter(|_| !in_place.is_empty()) {
            let none = self.b().none(Ty::Int.list().opt());
            let here = self.b().expr(ExprKind::Const(self.const_ints(&in_place)), Ty::Int.list());
            let here = self.b().and(asks.clone(), self.is_in(self.question_number(question.clone()), here));
            let found = self.tried_look(ends, [l.action, l.of, l.answers]);
            let b = self.b();
            inner.push(b.set(l.ends, b.either(here, found, none.clone())));
            // A condition that is turned round for once, to find out why, makes one list longer.
            let ends = b.expr(ExprKind::Unwrap(Box::new(b.get(l.ends))), Ty::Int.list());
            let ends = b.builtin(ir::Builtin::Len, vec![ends], Ty::Int);
            let there = b.not(b.equal(b.get(l.ends), none.clone()));
            let other = b.not(b.equal(ends, self.less_one(len.clone())));
            inner.push(b.when(b.and(there, other), vec![b.set(l.ends, none)]));
        }
        let mut each = Vec::new();
        for question in &it.questions {
            let stmts = self.offer(l, *question, first, &value, &text, viable);
            let here = self.b().equal(self.question_of(l), self.b().int(*question));
            each.push(self.b().when(here, stmts));
        }
        let set_value = {
            let b = self.b();
            b.set(l.value, b.expr(ExprKind::Index(Box::new(list), Box::new(b.get(l.i))), Ty::Int))
        };
        let mut round = vec![set_value];
        round.extend(each);
        let b = self.b();
        let last = self.less_one(len);
        let scan = b.stmt(StmtKind::ForRange(l.i, b.int(1), last, round));
        inner.push(b.when(asks, vec![scan]));
        out.push(b.when(there, inner));
        out
    }

    /// Offers an action that asks nothing first: a button, or a choice of whose it is.
    fn begin_offer(&mut self, l: &Prompt, action: usize, id: ActionId) -> Vec<Stmt> {
        if !self.is_of_many(action) {
            return vec![self.b().stmt(StmtKind::Button(id, None))];
        }
        let of = self.b().get(l.of);
        if let Some(class) = self.actions[action].class {
            self.note_argument(id, 0, T::Ref(class));
        }
        let args = vec![of.clone()];
        let mut out = vec![self.b().stmt(StmtKind::Offer(id, args.clone()))];
        let whose = self.actions[action].class.map(|it| (it, of));
        let title = self.actions[action].title();
        out.extend(self.label(id, title, &args, whose, None));
        out
    }

    /// Offers an answer to a question, if it leads to an end.
    fn offer(&mut self, l: &Prompt, question: i64, first: bool, value: &Expr, text: &Expr, viable: FnId) -> Vec<Stmt> {
        let many = self.of_one.contains(&question);
        let info = self.questions[question as usize].clone();
        let name = self.name_of_answer(question);
        let action = self.answer_action(&name);
        let title = self.actions[l.of_action].title();
        // A question that several actions ask has a name of its own.
        if name.starts_with(title) && self.program.action_titles.iter().all(|it| it.0 != action) {
            let words = self.title_of_answer(title, &info);
            self.program.action_titles.push((action, words));
        }
        if !many {
            self.answer_types.push((action, info.t.clone()));
        }
        if let Some(class) = self.actions[l.of_action].class.filter(|_| many) {
            self.note_argument(action, 0, T::Ref(class));
        }
        self.note_argument(action, u16::from(many), info.t.clone());
        let b = self.b();
        let arg = match info.t {
            T::Bool => b.equal(value.clone(), b.int(1)),
            T::Player => b.cast(Cast::Check, value.clone(), Ty::Role),
            T::Ref(_) if self.is_by_cell(&info.t) => {
                let id = self.by_cell();
                self.b().call(id, vec![value.clone()], Ty::Int)
            }
            T::Str => text.clone(),
            T::Dec => self.dec(self.number_answered(value.clone())).e,
            _ => value.clone(),
        };
        let mut args = Vec::new();
        if many {
            args.push(self.b().get(l.of));
        }
        let arg_shown = arg.clone();
        args.push(arg);
        let shown = match info.t {
            T::Ref(_) | T::Player => value.clone(),
            _ => arg_shown,
        };
        let whose = self.actions[l.of_action].class.filter(|_| many).map(|it| (it, self.b().get(l.of)));
        let offer = self.b().stmt(StmtKind::Offer(action, args.clone()));
        let mut stmts = vec![offer];
        stmts.extend(self.label(action, title, &args, whose.clone(), Some((&info.t, shown))));
        if info.list || info.optional {
            // Before the action has begun, the label must name the open input.
            let word = if info.list && !first { DONE.to_owned() } else { none_of(&info) };
            let leave = self.answer_action(&word);
            let of_one = many && word != DONE;
            let args: Vec<Expr> = if of_one { vec![self.b().get(l.of)] } else { Vec::new() };
            let button = if of_one { StmtKind::Offer(leave, args.clone()) } else { StmtKind::Button(leave, None) };
            let mut then = vec![self.b().stmt(button)];
            then.extend(self.label(leave, &word, &args, whose.filter(|_| of_one), None));
            let left = self.is_left(value.clone());
            stmts = vec![self.b().stmt(StmtKind::If(left, then, stmts))];
        }
        if self.may_fail_later(question) {
            let with = self.with_answer(l.answers, value.clone());
            let b = self.b();
            let can = b.call(viable, [l.action, l.of, l.more].map(|it| b.get(it)).to_vec(), Ty::Int);
            let set = [b.set(l.more, with), self.what_comes(l, question, can)];
            let refused = self.refused(l, action, args);
            let can = self.is_viable(self.b().get(l.can));
            let offer = self.b().stmt(StmtKind::If(can, stmts, refused));
            stmts = set.into_iter().chain([offer]).collect();
        }
        stmts
    }

    /// Stores the outcome of an answer: from its question if known, or else from looking ahead.
    fn what_comes(&self, l: &Prompt, question: i64, looked: Expr) -> Stmt {
        let b = self.b();
        if !self.in_place.contains(&question) {
            return b.set(l.can, looked);
        }
        let ends = b.expr(ExprKind::Unwrap(Box::new(b.get(l.ends))), Ty::Int.list());
        let said = b.expr(ExprKind::Index(Box::new(ends), Box::new(self.less_one(b.get(l.i)))), Ty::Int);
        let silent = b.equal(b.get(l.ends), b.none(Ty::Int.list().opt()));
        let unknown = b.equal(b.get(l.can), b.int(UNKNOWN));
        let said = b.block(vec![b.set(l.can, said)], b.either(unknown, looked.clone(), b.get(l.can)));
        b.set(l.can, b.either(silent, looked, said))
    }

    /// Gives the reason why an answer is not offered, if its outcome has one.
    fn refused(&self, l: &Prompt, action: ActionId, args: Vec<Expr>) -> Vec<Stmt> {
        let b = self.b();
        let told = self.reasons.iter().enumerate().map(|(i, why)| {
            let why = self.why(why, [l.action, l.of, l.more]);
            let here = b.equal(b.get(l.can), b.int(-self.reason_number(i)));
            b.when(here, vec![b.stmt(StmtKind::Withhold(action, args.clone(), why))])
        });
        let error = self.error_text(b.get(l.can));
        let error = vec![b.stmt(StmtKind::Withhold(action, args.clone(), error))];
        told.chain([b.when(self.is_error(b.get(l.can)), error)]).collect()
    }

    fn question_of(&self, l: &Prompt) -> Expr {
        self.question_number(self.seen_by(l.asked).first)
    }

    /// `true` if something may fail after an answer.
    pub fn may_fail_later(&self, question: i64) -> bool {
        self.questions.get(question as usize).is_none_or(|it| it.list || self.facts.later.contains(&it.at))
    }

    /// `true` if any value may be given for a question.
    pub fn is_open(&self, question: i64) -> bool {
        self.questions.get(question as usize).is_some_and(|it| it.open)
    }

    /// `true` if values that are not offered may be given for a question.
    fn may_be_said(&self, question: i64) -> bool {
        self.questions.get(question as usize).is_some_and(|it| it.open || it.fractions)
    }

    /// Stores a player's value for a question; returns the answer for it.
    fn said(&mut self, it: &Question, value: Expr, out: &mut Vec<Stmt>) -> Expr {
        let place = self.said_place(&it.t);
        let value = self.tidy(value);
        let b = self.b();
        let len = b.builtin(ir::Builtin::Len, vec![b.load(place.clone())], Ty::Int);
        let (at, set) = self.temp("at", len);
        let push = self.b().stmt(StmtKind::PlaceOp(ir::PlaceOp::Push, place, vec![value]));
        out.extend([set, push]);
        let b = self.b();
        if it.fractions { b.add(b.get(at), b.int(SAID)) } else { b.get(at) }
    }

    fn handlers(&mut self, choices: &[Choice], after: FnId) -> Vec<Handler> {
        let step = self.step_function(choices, after);
        let mut out = Vec::new();
        for it in choices {
            // It has no question, or perhaps none now.
            let action = self.answer_action(self.actions[it.action].title());
            let many = self.is_of_many(it.action);
            self.handled(&mut out, action, |this| (this.handler(it, None, many, step), None));
        }
        let mut seen = BTreeSet::new();
        // Questions that begin an action come first: the others are asked only during one.
        for begins in [true, false] {
            for it in choices {
                let (own, shared) = it.questions.split_at(it.begins);
                let new = if begins { own } else { shared }.iter().copied().filter(|question| seen.insert(*question));
                for question in new {
                    let of_one = self.of_one.contains(&question);
                    let info = self.questions[question as usize].clone();
                    if info.list || info.optional {
                        let leave = self.answer_action(&none_of(&info));
                        self.handled(&mut out, leave, |this| (this.leaves(it, &info, of_one, step), None));
                    }
                    let action = self.answer_action(&info.name);
                    self.handled(&mut out, action, |this| {
                        let function = this.handler(it, Some(question), of_one, step);
                        let open = this.may_be_said(question);
                        (function, open.then(|| this.open_check(it, question, of_one, begins)))
                    });
                }
            }
        }
        if self.questions.iter().any(|it| it.list) {
            let action = self.answer_action(DONE);
            let (body, b) = self.apart(|this| {
                let b = this.b();
                vec![b.run(step, vec![b.int(-1), b.int(0), b.int(LEFT), b.int(-1), b.text("")])]
            });
            let function = self.function("play.on done", b, 0, Ty::Unit, body);
            self.handled(&mut out, action, |_| (function, None));
        }
        out
    }

    /// Adds a handler with its check of values that are not offered. Of several for one action only the first is made.
    fn handled(
        &mut self,
        out: &mut Vec<Handler>,
        action: ActionId,
        make: impl FnOnce(&mut Self) -> (FnId, Option<FnId>),
    ) {
        if out.iter().all(|it| it.action != action) {
            let (function, open) = make(self);
            out.push(Handler { action, function, open });
        }
    }

    /// An answer, or an action without a question.
    fn handler(&mut self, it: &Choice, question: Option<i64>, many: bool, step: FnId) -> FnId {
        let info = question.map(|it| self.questions[it as usize].clone());
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
                None => this.whose(class, &mut out),
            };
            let answer = match (value, &info) {
                (Some(value), Some(info)) => {
                    let e = this.b().get(value);
                    match info.t {
                        _ if info.open => this.said(info, e, &mut out),
                        T::Dec if info.fractions => {
                            let whole = this.b().cast(Cast::Floor, e.clone(), Ty::Int);
                            let (whole, set) = this.temp("whole", whole);
                            let (answer, keep) = this.temp("answer", this.answer_for(&info.t, whole));
                            let b = this.b();
                            let again = b.cast(Cast::IntToNum, b.get(whole), Ty::Num);
                            let fraction = b.not(b.equal(e.clone(), again));
                            let mut said = Vec::new();
                            let place = this.said(info, e, &mut said);
                            said.push(this.b().set(answer, place));
                            out.extend([set, keep, this.b().when(fraction, said)]);
                            this.b().get(answer)
                        }
                        T::Bool => this.b().either(e, this.b().int(1), this.b().int(0)),
                        T::Player => this.b().cast(Cast::Check, e, Ty::Int),
                        T::Ref(_) if this.is_by_cell(&info.t) => {
                            let id = this.at_cell();
                            this.b().call(id, vec![e], Ty::Int)
                        }
                        T::Dec => {
                            let number = this.val(e, T::Dec);
                            let whole = this.whole(number);
                            let (whole, set) = this.temp("whole", whole);
                            out.push(set);
                            this.answer_for(&info.t, whole)
                        }
                        T::Str => this.text_answer(it, of, e, &mut out),
                        _ => e,
                    }
                }
                _ => this.b().int(NO_ANSWER),
            };
            // Texts are logged as given.
            let word = match (value, &info) {
                (Some(value), Some(info)) if info.t == T::Str => this.b().get(value),
                _ => this.b().text(""),
            };
            let asked = this.b().int(question.unwrap_or(-1));
            out.push(this.step_of(it, of, [answer, asked, word], step));
            out
        });
        self.function(&name, b, params, Ty::Unit, body)
    }

    /// A question is left open: `(of?)`.
    fn leaves(&mut self, it: &Choice, info: &Question, many: bool, step: FnId) -> FnId {
        let class = self.actions[it.action].class;
        let (body, b) = self.apart(|this| {
            let of_param = many.then(|| this.ctx.b.local("of", Ty::Int));
            let mut out = Vec::new();
            let of = match of_param {
                Some(of) => of,
                None => this.whose(class, &mut out),
            };
            let left = [this.b().int(LEFT), this.b().int(-1), this.b().text("")];
            out.push(this.step_of(it, of, left, step));
            out
        });
        self.function(&format!("play.on {}", none_of(info)), b, u16::from(many), Ty::Unit, body)
    }

    /// The instance whose action the one who chooses means: their own.
    fn whose(&mut self, class: Option<ClassId>, out: &mut Vec<Stmt>) -> LocalId {
        let (each, of) = (self.ctx.b.local("each", Ty::Int), self.ctx.b.local("mine", Ty::Int));
        let found = vec![self.b().set(of, self.b().get(each))];
        out.extend(self.each_owner(class, self.chooser(), each, found));
        of
    }

    /// One step of the action that is under way, which is known, and whose it is; else of the one that it begins.
    fn step_of(&self, it: &Choice, of: LocalId, given: [Expr; 3], step: FnId) -> Stmt {
        let b = self.b();
        let idle = b.less(self.now(Now::Action), b.int(0));
        let of = b.either(idle.clone(), b.get(of), self.now(Now::This));
        let action = b.either(idle, b.int(it.action as i64), self.now(Now::Action));
        b.run(step, [action, of].into_iter().chain(given).collect())
    }

    /// `(of?, value) → string?`: whether a value that is not offered may be given, or why not.
    fn open_check(&mut self, it: &Choice, question: i64, many: bool, begins: bool) -> FnId {
        let info = self.questions[question as usize].clone();
        let tried = self.open_try(question, &info);
        let class = self.actions[it.action].class;
        let result = Ty::Str.opt();
        let mut params = 1;
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(result.clone());
            let of_param = many.then(|| this.ctx.b.local("of", Ty::Int));
            params += u16::from(of_param.is_some());
            let ty = this.rep(&info.t);
            let value = this.ctx.b.local(&info.name, ty);
            let refuse = |this: &Self, why: &str| {
                let b = this.b();
                vec![b.give(b.cast(Cast::Some, b.text(why), Ty::Str.opt()))]
            };
            let (of, each) = (this.ctx.b.local("mine", Ty::Int), this.ctx.b.local("each", Ty::Int));
            let mut out = vec![this.b().set(of, this.b().int(-1))];
            let mut found = vec![this.b().set(of, this.b().get(each))];
            if let Some(param) = of_param {
                found = vec![this.b().when(this.b().equal(this.b().get(param), this.b().get(each)), found)];
            }
            let mine = this.each_owner(class, this.chooser(), each, found);
            let mine = this.where_chosen(it.action, this.chooser(), mine);
            let seat = this.b().expr(ExprKind::Seat, Ty::Int);
            let active = this.b().equal(seat.clone(), this.active().e);
            let turn = if this.has_off_turn() { this.b().bool(true) } else { active.clone() };
            let asked = if this.has_off_turn() || this.facts.others {
                let b = this.b();
                b.equal(b.expr(ExprKind::Active, Ty::Any), b.any(seat))
            } else {
                active
            };
            let b = this.b();
            let idle = b.less(this.now(Now::Action), b.int(0));
            let begun = b.when(asked, vec![b.set(of, this.now(Now::This))]);
            if !begins {
                out.push(b.when(idle.clone(), refuse(this, "that is not being asked")));
            }
            out.push(b.stmt(StmtKind::If(idle.clone(), vec![b.when(turn, mine)], vec![begun])));
            let nobody = b.less(b.get(of), b.int(0));
            out.push(b.when(nobody, refuse(this, "it is not your choice")));
            let action = b.either(idle, b.int(it.action as i64), this.now(Now::Action));
            let (action, set) = this.temp("action", action);
            out.push(set);
            let b = this.b();
            let call = b.call(tried, [action, of, value].map(|it| b.get(it)).to_vec(), Ty::Int);
            let call = b.expr(ExprKind::Trial(Box::new(call), Some(Box::new(b.negative(this.error())))), Ty::Int);
            let (verdict, set) = this.temp("verdict", call);
            out.push(set);
            let b = this.b();
            let is = |n: i64| b.equal(b.get(verdict), b.int(n));
            out.push(b.when(is(FITS), vec![b.give(b.none(result.clone()))]));
            out.push(b.when(is(UNASKED), refuse(this, "that is not being asked")));
            for (i, it) in this.reasons.iter().enumerate() {
                out.push(b.when(is(this.reason_number(i)), refuse(this, &it.why)));
            }
            let b = this.b();
            let (error, said) = (b.negative(b.get(verdict)), Ty::Str.opt());
            let told = b.cast(Cast::Some, this.error_text(error.clone()), said);
            out.push(b.when(this.is_error(error), vec![b.give(told)]));
            out.extend(refuse(this, "the requirements of the action are not met"));
            out
        });
        self.function(&format!("play.open {}", info.name), b, params, Ty::Str.opt(), body)
    }

    /// `(action, of, value) → int`: the outcome of a value given for a question; to be tried.
    fn open_try(&mut self, question: i64, info: &Question) -> FnId {
        let (look, viable) = (self.look_id.unwrap_or(FnId(0)), self.viable_id.unwrap_or(FnId(0)));
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Int);
            let (action, of) = (this.ctx.b.local("action", Ty::Int), this.ctx.b.local("of", Ty::Int));
            let ty = this.rep(&info.t);
            let value = this.ctx.b.local("value", ty);
            let answers = this.ctx.b.local("answers", Ty::Int.list());
            let asked = this.ctx.b.local("asked", Ty::Int.list().opt());
            let mut out = vec![this.b().set(answers, this.now(Now::Answers))];
            out.push(this.b().set(asked, this.tried_look(look, [action, of, answers])));
            let none = |this: &Self| {
                let b = this.b();
                b.when(b.equal(b.get(asked), b.none(Ty::Int.list().opt())), vec![b.give(b.int(REFUSED))])
            };
            let Seen { len, first, .. } = this.seen_by(asked);
            let b = this.b();
            let some = b.less(b.int(0), len);
            let here = b.and(
                some.clone(),
                b.and(b.less(b.int(-1), first.clone()), b.equal(this.question_number(first.clone()), b.int(question))),
            );
            out.push(none(this));
            let failed = b.and(some, this.is_broken(first.clone()));
            out.push(b.when(failed, vec![b.give(b.negative(first))]));
            let b = this.b();
            out.push(b.when(b.not(here), vec![b.give(b.int(UNASKED))]));
            let said = this.b().get(value);
            let answer = this.said(info, said, &mut out);
            let with = this.with_answer(answers, answer);
            let (more, set) = this.temp("more", with);
            out.push(set);
            let b = this.b();
            let call = b.call(viable, [action, of, more].map(|it| b.get(it)).to_vec(), Ty::Int);
            let (verdict, set) = this.temp("verdict", call);
            let b = this.b();
            let why = b.either(b.less(b.get(verdict), b.int(0)), b.negative(b.get(verdict)), b.int(REFUSED));
            out.extend([set, b.give(b.either(this.is_viable(b.get(verdict)), b.int(FITS), why))]);
            out
        });
        self.function("try what is said", b, 3, Ty::Int, body)
    }

    /// The number of a text among those that can be chosen.
    fn text_answer(&mut self, it: &Choice, of: LocalId, text: Expr, out: &mut Vec<Stmt>) -> Expr {
        let Some(texts) = self.texts_id else { return self.b().int(0) };
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
        let texts = self.tried_texts(texts, [action, whose, answers], &[]);
        let b = self.b();
        out.push(b.set(words, texts));
        let index = b.builtin(ir::Builtin::IndexOf, vec![b.get(words), text], Ty::Int.opt());
        let index = b.expr(ExprKind::Unwrap(Box::new(index)), Ty::Int);
        let list = b.expr(ExprKind::Unwrap(Box::new(b.get(asked))), Ty::Int.list());
        b.expr(ExprKind::Index(Box::new(list), Box::new(b.add(index, b.int(1)))), Ty::Int)
    }

    /// `(action, of, answer, question, word)`: one choice of a player: a begun action (−1: the one in progress), and an
    /// answer (−2: none) with its question, and the word if the answer is a text. If nothing else is needed, the action
    /// is run; else the answer is kept.
    fn step_function(&mut self, choices: &[Choice], after: FnId) -> FnId {
        let look = self.look_id.unwrap_or(FnId(0));
        let (body, b) = self.apart(|this| {
            let (action, of) = (this.ctx.b.local("action", Ty::Int), this.ctx.b.local("of", Ty::Int));
            let answer = this.ctx.b.local("answer", Ty::Int);
            let (question, word) = (this.ctx.b.local("question", Ty::Int), this.ctx.b.local("word", Ty::Str));
            let answers = this.ctx.b.local("answers", Ty::Int.list());
            let (questions, words) =
                (this.ctx.b.local("questions", Ty::Int.list()), this.ctx.b.local("words", Ty::Str.list()));
            let asked = this.ctx.b.local("asked", Ty::Int.list().opt());
            let ran = this.ctx.b.local("ran", Ty::Bool);
            let goes_on = this.b().less(this.b().get(action), this.b().int(0));
            let known = vec![this.b().set(action, this.now(Now::Action)), this.b().set(of, this.now(Now::This))];
            let given = this.b().not(this.b().equal(this.b().get(answer), this.b().int(NO_ANSWER)));
            let idle = this.b().less(this.now(Now::Action), this.b().int(0));
            let more = |this: &Self, list: LocalId, one: LocalId| {
                let ty = this.b().get(list).ty;
                let place = this.b().place(ir::Root::Local(list), Vec::new(), ty);
                this.b().stmt(StmtKind::PlaceOp(ir::PlaceOp::Push, place, vec![this.b().get(one)]))
            };
            let b = this.b();
            let no_words = b.expr(ExprKind::Make(Vec::new()), Ty::Str.list());
            let nothing = |this: &Self| this.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list());
            let begins = vec![b.set(answers, nothing(this)), b.set(questions, nothing(this)), b.set(words, no_words)];
            let begun = vec![
                b.set(answers, this.now(Now::Answers)),
                b.set(questions, this.now(Now::Questions)),
                b.set(words, this.now(Now::Words)),
            ];
            let added = vec![more(this, answers, answer), more(this, questions, question), more(this, words, word)];
            let mut out = Vec::new();
            if this.facts.others || this.has_off_turn() {
                let b = this.b();
                let begins = b.less(this.now(Now::Action), b.int(0));
                out.push(b.when(begins, vec![this.set_now(Now::Actor, b.expr(ExprKind::Seat, Ty::Int))]));
            }
            out.extend([b.when(goes_on, known), b.stmt(StmtKind::If(idle, begins, begun)), b.when(given, added)]);
            out.push(this.b().set(ran, this.b().bool(false)));
            let keep = |this: &Self| {
                let b = this.b();
                [
                    this.set_now(Now::Action, b.get(action)),
                    this.set_now(Now::This, b.get(of)),
                    this.set_now(Now::Answers, b.get(answers)),
                    this.set_now(Now::Questions, b.get(questions)),
                    this.set_now(Now::Words, b.get(words)),
                    b.stmt(StmtKind::Return(None)),
                ]
            };
            let numbers = |all: Vec<&Choice>| all.iter().map(|it| it.action as i64).collect::<Vec<i64>>();
            let is_one = |this: &Self, all: &[i64]| {
                let all = this.b().expr(ExprKind::Const(this.const_ints(all)), Ty::Int.list());
                this.is_in(this.b().get(action), all)
            };
            let alone = !this.facts.others && !this.facts.chance && !this.has_off_turn();
            let twice = numbers(choices.iter().filter(|it| alone && this.surely_asks_again(it)).collect());
            if !twice.is_empty() {
                let b = this.b();
                let len = b.builtin(ir::Builtin::Len, vec![b.get(answers)], Ty::Int);
                let first = b.equal(len, b.int(1));
                let mut kept = vec![b.stmt(StmtKind::PushUndo)];
                kept.extend(keep(this));
                out.push(b.when(b.and(first, is_one(this, &twice)), kept));
            }
            let several = numbers(choices.iter().filter(|it| this.may_ask_again(it)).collect());
            if !several.is_empty() {
                let looked = this.b().set(asked, this.tried_look(look, [action, of, answers]));
                let mut seen = vec![looked.clone()];
                let (past, drawn) = this.look_past_chance(asked, looked);
                seen.extend(past);
                let found = this.seen_by(asked);
                let asks = found.asks(this.b());
                let mut kept = this.ask_next(found.first);
                if let Some(drawn) = drawn {
                    kept.push(this.b().when(drawn, vec![this.b().stmt(StmtKind::ClearUndo)]));
                }
                kept.extend(keep(this));
                seen.push(this.b().when(asks, kept));
                if several.len() < choices.len() {
                    seen = vec![this.b().when(is_one(this, &several), seen)];
                }
                out.extend(seen);
            }
            let looked = this.b().set(asked, this.tried_look(look, [action, of, answers]));
            out.extend(this.fails_by_chance(looked, asked, [action, of, answers]));
            out.extend(this.set_draws(-1));
            out.push(this.set_now(Now::Answers, this.b().get(answers)));
            out.push(this.set_now(Now::At, this.b().int(0)));
            out.extend(this.count_choice());
            let (line, begin) = this.begin_line(choices, action, of, [questions, answers, words]);
            out.extend(begin);
            let before = this.before_choice();
            out.extend(this.run_choice(choices, action, of, ran, before));
            out.extend(this.failures());
            let stopped = this.b().not(this.goes_on());
            let b = this.b();
            let done = b.expr(ExprKind::Or(Box::new(b.get(ran)), Box::new(stopped)), Ty::Bool);
            let refused = b.stmt(StmtKind::Stop("the requirements of the action are not met".into()));
            out.push(b.when(b.not(done), vec![refused]));
            out.extend(this.end_line(&line));
            let told = this.helpers.told_of_choice;
            out.extend(told.map(|id| this.b().when(this.goes_on(), vec![this.b().run(id, Vec::new())])));
            out.push(this.b().run(after, Vec::new()));
            out
        });
        self.function("a choice", b, 5, Ty::Unit, body)
    }

    /// `()`: notifies triggers for any action of a choice, if there are any.
    fn told_of_choice(&mut self) -> Option<FnId> {
        let mut some = false;
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            this.ctx.key = AFTER;
            let mut out = this.raise_after(&Happens::Chosen, None, [None, None]);
            some = !out.is_empty();
            out.extend(this.settle_all());
            out.extend(this.settle_after());
            out
        });
        some.then(|| self.function("told of a choice", b, 0, Ty::Unit, body))
    }

    /// `true` if an action may ask a question when it is chosen: another than it was chosen with, or its first after a
    /// random draw.
    fn may_ask_again(&self, it: &Choice) -> bool {
        let begins = if self.facts.chance { 0 } else { it.begins.min(1) };
        let again = |it: &i64| self.questions.get(*it as usize).is_some_and(|it| it.list || it.repeats);
        self.facts.others || it.questions.len() > begins || it.questions.iter().any(again)
    }

    /// The asked player is active; and a choice can be taken back by its player, until somebody else has chosen.
    fn ask_next(&mut self, question: Expr) -> Vec<Stmt> {
        let undo = self.b().stmt(StmtKind::PushUndo);
        if !self.facts.others && !self.has_off_turn() {
            return vec![undo];
        }
        let of = self.asked_of(question);
        let (of, set) = self.temp("asked", of);
        let b = self.b();
        let usual = b.less(b.get(of), b.int(0));
        let next = b.either(usual, self.now(Now::Actor), b.get(of));
        let (next, set_next) = self.temp("next", next);
        let b = self.b();
        let same = b.equal(b.get(next), b.expr(ExprKind::Seat, Ty::Int));
        let end = b.stmt(StmtKind::ClearUndo);
        let active = b.stmt(StmtKind::SetActive(b.any(b.get(next))));
        vec![set, set_next, b.stmt(StmtKind::If(same, vec![undo], vec![end])), active]
    }

    /// Reports the reason of a failure, and restores the state.
    pub fn failures(&mut self) -> Vec<Stmt> {
        let id = match self.helpers.failures {
            Some(id) => id,
            None => self.forward("failures", Body::default(), 0, Ty::Unit),
        };
        self.helpers.failures = Some(id);
        vec![self.b().run(id, Vec::new())]
    }

    /// The body of that, when all reasons are known.
    pub fn complete_failures(&mut self) {
        let Some(id) = self.helpers.failures else { return };
        let (body, b) = self.apart(|this| {
            let stop = |(i, it): (usize, &Reason)| {
                let b = this.b();
                let here = b.equal(this.now(Now::Stop), b.int(this.reason_number(i)));
                b.when(here, vec![b.stmt(StmtKind::Stop(it.why.clone()))])
            };
            this.reasons.iter().enumerate().map(stop).collect()
        });
        self.complete(id, b, body);
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
                // A reached goal ends the game, even without a named winner.
                let over = this.set_now(Now::Stop, this.b().int(OVER));
                let stop = this.leave();
                out.push(this.b().when(this.b().get(ran), vec![over, stop]));
            }
            out
        });
        Some(self.function("goals", b, 0, Ty::Unit, body))
    }

    /// Sets the effects of functions.
    pub fn settle_effects(&mut self) {
        let all = ir::effects(&self.program);
        for (function, effects) in self.program.functions.iter_mut().zip(all) {
            function.effects = effects.with(Effects::NONE);
        }
    }
}

/// Ends a list being chosen.
const DONE: &str = "done";

/// Leaves a question open.
fn none_of(it: &Question) -> String {
    format!("{}_none", it.name)
}

/// Locals of a prompt under construction.
#[derive(Clone, Copy)]
struct Prompt {
    /// The action whose offers are made.
    of_action: usize,
    action: LocalId,
    of: LocalId,
    answers: LocalId,
    more: LocalId,
    /// Result of [`Checker::viable`].
    can: LocalId,
    asked: LocalId,
    /// The outcome of each answer, if the question lists them.
    ends: LocalId,
    words: LocalId,
    i: LocalId,
    value: LocalId,
}
