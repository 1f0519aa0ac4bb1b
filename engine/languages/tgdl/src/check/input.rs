//! Inputs: supplied ones, those that the game picks, and questions to players.
//!
//! A player who is asked several things for one action is asked one after the other. The action is run with the answers
//! so far; at the first unanswered question it stops, with the candidates. So nothing has changed until everything is
//! chosen, and an answer is taken back by removing it.

use super::class;
use super::context::{Question, Reason, Var};
use super::facts::Mark;
use super::now::{ASKS, LEFT, NO_ANSWER, Now, SAID};
use super::types::{T, Val};
use super::words::CHOOSE;
use super::{Checker, ast};
use ast::{Filter, Input, Name, Source};
use ir::{Binary, Expr, ExprKind, LocalId, PlaceOp, Root, Stmt, StmtKind, Ty};

/// The number of a question for a player other than the acting one is increased by this, for each player up to that
/// one.
const ASKED: i64 = 1 << 16;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// `true` if nobody is asked for an input: it is supplied, or the game picks it.
    pub fn is_supplied(&mut self, it: &'a Input<'s>) -> bool {
        if it.all || it.source == Source::Auto {
            return true;
        }
        if matches!(it.source, Source::Player(_) | Source::Caller) {
            return false;
        }
        match self.ty(&it.ty) {
            T::Player => it.filters.is_empty(),
            T::Ref(id) => self.supplied(id).is_some(),
            _ => false,
        }
    }

    /// An input in an effect.
    pub fn input_stmt(&mut self, it: &'a Input<'s>) -> Vec<Stmt> {
        self.input(it, None)
    }

    /// Declares the name of an input, and sets it, unless a caller has supplied it.
    pub fn input(&mut self, it: &'a Input<'s>, given: Option<LocalId>) -> Vec<Stmt> {
        let t = self.ty(&it.ty);
        let at = it.name.span.start;
        if it.optional {
            self.note_none(at);
        }
        if let Source::Player(Some(who)) = &it.source
            && self.notes.is_some()
        {
            self.number(who);
        }
        self.not_as_attribute(it.name);
        let scope = self.ctx.vars.len();
        let none = self.facts.none.contains(&at);
        let local = self.declare(it.name, t.clone(), none);
        // Its own name is undefined until it has a value.
        let var = self.ctx.vars.remove(scope);
        let span = std::mem::replace(&mut self.ctx.b.at, it.span);
        let made = self.resolve(it, &t, local, none);
        self.ctx.b.at = span;
        self.ctx.vars.insert(scope.min(self.ctx.vars.len()), var);
        let Some(given) = given else { return made };
        let b = self.b();
        let handed = b.get(given);
        let is_none = b.equal(handed.clone(), b.none(handed.ty.clone()));
        let value = if none {
            handed
        } else {
            let ty = handed.ty.inner().clone();
            b.expr(ExprKind::Unwrap(Box::new(handed)), ty)
        };
        vec![b.stmt(StmtKind::If(is_none, made, vec![b.set(local, value)]))]
    }

    fn resolve(&mut self, it: &'a Input<'s>, t: &T, local: LocalId, none: bool) -> Vec<Stmt> {
        let set = |this: &mut Self, value: Val| {
            let e = if none { this.optional(value) } else { this.strict(value) };
            vec![this.b().set(local, e)]
        };
        if it.all
            && let Some(filter) = it.filters.first()
        {
            self.problems.all_with_filter(filter.span);
        }
        if let T::List(of) = t
            && matches!(**of, T::Dec | T::Str | T::Bool)
            && (it.all || self.ctx.chosen)
        {
            let of = self.say(of);
            self.problems.list_of_values(it.span, &of);
            return Vec::new();
        }
        if it.all || it.source == Source::Auto {
            return self.pick(it, t, local, none);
        }
        if self.is_supplied(it) {
            let value = match t {
                T::Player if it.ty.name.text == "player" => {
                    let owner = self.ctx.this.and_then(|(class, local)| {
                        let field = self.kept_field(class, class::PLAYER)?;
                        Some(self.load_field(class, self.b().get(local), field))
                    });
                    owner.unwrap_or_else(|| self.active())
                }
                T::Player => self.active(),
                T::Ref(id) => self.supplied(*id).unwrap_or_else(|| self.bad()),
                _ => self.bad(),
            };
            return set(self, value);
        }
        if *t == T::Bad {
            return Vec::new();
        }
        self.ask(it, t, local, none)
    }

    /// A loop over all instances of a type, each in turn as a variable, around the given statements.
    pub fn each_of(&mut self, t: &T, each: LocalId, inner: Vec<Stmt>) -> Vec<Stmt> {
        let b = self.b();
        match t {
            T::Player => {
                let last = self.less_one(self.count());
                vec![self.b().stmt(StmtKind::ForRange(each, self.b().int(0), last, inner))]
            }
            T::Ref(id) => {
                let holds = self.takes_part(*id, each);
                let guarded = match holds.kind {
                    ExprKind::Const(ir::Const::Bool(true)) => inner,
                    _ => vec![self.b().when(holds, inner)],
                };
                let last = self.less_one(self.instances(*id));
                vec![self.b().stmt(StmtKind::ForRange(each, self.b().int(0), last, guarded))]
            }
            T::Bool => {
                let last = b.int(1);
                vec![b.stmt(StmtKind::ForRange(each, b.int(0), last, inner))]
            }
            _ => Vec::new(),
        }
    }

    /// `auto`, `all`: the first that passes the filters, or a list of all that do.
    fn pick(&mut self, it: &'a Input<'s>, t: &T, local: LocalId, none: bool) -> Vec<Stmt> {
        let each = self.ctx.b.local("each", Ty::Int);
        if let T::List(of) = t {
            let ty = self.rep(t);
            let empty = self.zero(&ty);
            let (all, set_all) = self.temp("all", empty);
            let element = self.element_of(self.b().get(each));
            let place = self.b().place(Root::Local(all), Vec::new(), ty);
            let push = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![element]));
            let (cond, before) = self.passes(it, of, each, true);
            let mut inner = before;
            inner.push(self.b().when(cond, vec![push]));
            let mut out = vec![set_all];
            out.extend(self.each_of(of, each, inner));
            let value = self.val(self.b().get(all), t.clone());
            let e = if none { self.optional(value) } else { value.e };
            out.push(self.b().set(local, e));
            return out;
        }
        if let T::Ref(id) = t
            && let Some(value) = self.supplied(*id)
        {
            let e = if none { self.optional(value) } else { value.e };
            return vec![self.b().set(local, e)];
        }
        let found = self.ctx.b.local("found", Ty::Int.opt());
        let (cond, before) = self.passes(it, t, each, false);
        let b = self.b();
        let some = b.cast(ir::Cast::Some, b.get(each), Ty::Int.opt());
        let mut inner = before;
        inner.push(b.when(cond, vec![b.set(found, some), b.stmt(StmtKind::Break)]));
        let mut out = vec![b.set(found, b.none(Ty::Int.opt()))];
        out.extend(self.each_of(t, each, inner));
        if none {
            out.push(self.b().set(local, self.b().get(found)));
            return out;
        }
        let b = self.b();
        let nothing = b.equal(b.get(found), b.none(Ty::Int.opt()));
        let why = format!("there is nothing for the input `{}`", it.name.text);
        self.mark(Mark::Fail);
        let stop = if self.ctx.inputs { self.refuse() } else { self.fail_for(it.name.span.start, why) };
        out.push(self.b().when(nothing, stop));
        let b = self.b();
        out.push(b.set(local, b.expr(ExprKind::Unwrap(Box::new(b.get(found))), Ty::Int)));
        out
    }

    /// `true` if a value passes the filters of an input, for each element or for one.
    pub fn passes(&mut self, it: &'a Input<'s>, t: &T, each: LocalId, list: bool) -> (Expr, Vec<Stmt>) {
        let mut all: Option<Expr> = None;
        let mut before = Vec::new();
        for filter in &it.filters {
            let name = match filter.of.as_ref() {
                Some((ty, name)) => {
                    self.not_as_attribute(*name);
                    if self.notes.is_some() {
                        self.ty(ty);
                    }
                    *name
                }
                None if list => continue,
                None => it.name,
            };
            let (cond, more) = self.filter(filter, name, t, each);
            before.extend(more);
            all = Some(match all {
                Some(first) => self.b().and(first, cond),
                None => cond,
            });
        }
        (all.unwrap_or_else(|| self.b().bool(true)), before)
    }

    /// One filter of a value. A failing filter rejects it.
    fn filter(&mut self, it: &'a Filter<'s>, name: Name<'s>, t: &T, each: LocalId) -> (Expr, Vec<Stmt>) {
        let (value, set) = self.candidate(t, each);
        let single = match (it.body.stmts.as_slice(), &it.body.value) {
            ([], Some(e)) => Some(&**e),
            ([ast::Stmt { kind: ast::StmtKind::Return(Some(e)), .. }], None) => Some(e),
            _ => None,
        };
        if let Some(e) = single {
            let vars = self.ctx.vars.len();
            let locals = self.ctx.b.locals.len();
            self.ctx.vars.push(Var { name: name.text, t: t.clone(), none: false, local: value, at: name.span.start });
            let outer = std::mem::take(&mut self.ctx.before);
            let cond = self.cond(e);
            let more = std::mem::replace(&mut self.ctx.before, outer);
            self.ctx.vars.truncate(vars);
            if more.is_empty() && is_safe(&cond) {
                return (cond, set);
            }
            self.ctx.b.locals.truncate(locals);
        }
        let (id, mut args) = self.answer(&it.body, &[(name, t.clone())]);
        args.push(self.b().get(value));
        let call = self.b().expr(ExprKind::Call(id, args.into_iter().map(ir::Arg::Value).collect()), Ty::Bool);
        let no = self.b().bool(false);
        (self.b().expr(ExprKind::Trial(Box::new(call), Some(Box::new(no))), Ty::Bool), set)
    }

    /// A number of an instance as the value that a filter sees.
    fn candidate(&mut self, t: &T, each: LocalId) -> (LocalId, Vec<Stmt>) {
        match t {
            T::Bool => {
                let yes = self.b().equal(self.b().get(each), self.b().int(1));
                let (local, set) = self.temp("value", yes);
                (local, vec![set])
            }
            T::Dec if self.b().get(each).ty == Ty::Num => (each, Vec::new()),
            T::Dec => {
                let value = self.dec(self.b().get(each));
                let (local, set) = self.temp("value", value.e);
                (local, vec![set])
            }
            _ => (each, Vec::new()),
        }
    }

    /// Asks a player.
    fn ask(&mut self, it: &'a Input<'s>, t: &T, local: LocalId, none: bool) -> Vec<Stmt> {
        self.found.asks.insert(self.ctx.key);
        let Source::Player(Some(who)) = &it.source else { return self.ask_here(it, t, local, none) };
        // A player other than the acting one.
        self.found.others = true;
        let value = self.number(who);
        let who = self.player(value);
        let (who, set) = self.temp("asked", who);
        let outer = self.ctx.asked.replace(who);
        let mut out = vec![set];
        out.extend(self.ask_here(it, t, local, none));
        self.ctx.asked = outer;
        out
    }

    fn ask_here(&mut self, it: &'a Input<'s>, t: &T, local: LocalId, none: bool) -> Vec<Stmt> {
        if let T::List(of) = t {
            return self.ask_list(it, of, t, local, none);
        }
        if *t == T::Str {
            return self.ask_text(it, local, none);
        }
        if *t == T::Dec && self.bounds_of(it).is_none() {
            return self.ask_open(it, t, local, none);
        }
        let question = self.question(it, t.clone(), false);
        let fractions = *t == T::Dec && self.takes_fractions(it);
        if let Some(question) = self.questions.get_mut(question as usize) {
            question.fractions = fractions;
        }
        let answer = self.ctx.b.local("answer", Ty::Int);
        let each = self.ctx.b.local("each", Ty::Int);
        let offer = self.offered(self.answer_for(t, each));
        let (cond, mut inner) = self.passes(it, t, each, false);
        inner.push(self.b().when(cond, vec![offer]));
        let inner = self.where_asked_sees(t, each, inner);
        let scan = match t {
            T::Dec => self.each_number(it, each, inner),
            _ => self.each_of(t, each, inner),
        };
        let mut out = self.question_or_answer(question, scan, it.optional, &it.name, answer);
        let b = self.b();
        let value = match t {
            T::Bool => self.val(b.equal(b.get(answer), b.int(1)), T::Bool),
            T::Dec => self.dec(self.number_answered(b.get(answer))),
            _ => self.val(b.get(answer), t.clone()),
        };
        let ty = self.rep(t).opt();
        let mut given = if none {
            let e = self.optional(value);
            let b = self.b();
            vec![b.set(local, b.either(self.is_left(b.get(answer)), b.none(ty), e))]
        } else {
            vec![self.b().set(local, value.e)]
        };
        if fractions {
            let b = self.b();
            let place = b.binary(Binary::IntSub, b.get(answer), b.int(SAID));
            let said = b.less(b.int(SAID - 1), b.get(answer));
            let said_so = self.what_was_said(it, t, place, local, none);
            given = vec![self.b().stmt(StmtKind::If(said, said_so, given))];
        }
        out.extend(given);
        out
    }

    /// The answer for a number, or for the number of an instance: never [`LEFT`] or [`NO_ANSWER`].
    pub fn answer_for(&self, t: &T, each: LocalId) -> Expr {
        let b = self.b();
        if *t != T::Dec {
            return b.get(each);
        }
        let below = b.add(b.get(each), b.int(NO_ANSWER));
        b.either(b.less(b.get(each), b.int(0)), below, b.get(each))
    }

    /// The number of an answer.
    pub fn number_answered(&self, answer: Expr) -> Expr {
        let b = self.b();
        let below = b.add(answer.clone(), b.int(-NO_ANSWER));
        b.either(b.less(answer.clone(), b.int(0)), below, answer)
    }

    /// The number of an answer to a question, in the language's representation.
    pub fn answered_number(&self, it: &Question, answer: Expr) -> Expr {
        let b = self.b();
        let said = |place: Expr| {
            let all = b.load(self.said_place(&T::Dec));
            b.expr(ExprKind::Index(Box::new(all), Box::new(place)), self.rep(&T::Dec))
        };
        if it.open {
            return said(answer);
        }
        let number = self.dec(self.number_answered(answer.clone())).e;
        if !it.fractions {
            return number;
        }
        let place = b.binary(Binary::IntSub, answer.clone(), b.int(SAID));
        b.either(b.less(b.int(SAID - 1), answer), said(place), number)
    }

    /// `true` if a question was left open, or a list ended.
    pub fn is_left(&self, answer: Expr) -> Expr {
        self.b().equal(answer, self.b().int(LEFT))
    }

    /// `true` if the filters of a number, or the requirements of its action, contain fractions: then the number may
    /// have one, too.
    fn takes_fractions(&self, it: &'a Input<'s>) -> bool {
        let bounds = self.bounds_of(it).map_or([None, None], |it| [Some(it.0), Some(it.1)]);
        let filters = it.filters.iter().filter_map(|it| condition(&it.body));
        bounds.into_iter().flatten().chain(filters).any(has_fraction)
    }

    /// A number for a question, with its name.
    fn question(&mut self, it: &'a Input<'s>, t: T, list: bool) -> i64 {
        let question = Question {
            name: format!("{}_{}", self.ctx.title, it.name.text),
            input: it.name.text.to_owned(),
            texts: t == T::Str,
            repeats: !self.ctx.inputs,
            sure: t == T::Bool && it.filters.is_empty(),
            t,
            optional: it.optional,
            list,
            open: false,
            fractions: false,
            at: it.name.span.start,
        };
        self.add_question(question)
    }

    pub fn add_question(&mut self, it: Question) -> i64 {
        // A body is made once for each way it is reached: its questions are the same.
        if let Some(at) = self.questions.iter().position(|other| other.at == it.at && other.name == it.name) {
            return at as i64;
        }
        self.questions.push(it);
        self.questions.len() as i64 - 1
    }

    pub fn offered(&self, e: Expr) -> Stmt {
        self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, self.now_place(Now::Asked), vec![e]))
    }

    /// The answer, if there is one; else the candidates, and the body is left.
    pub fn question_or_answer(
        &mut self,
        question: i64,
        scan: Vec<Stmt>,
        optional: bool,
        name: &Name<'s>,
        answer: LocalId,
    ) -> Vec<Stmt> {
        let (at, sure) = self.questions.get(question as usize).map_or((0, false), |it| (it.at, it.sure || it.open));
        self.mark(Mark::Ask(at, !optional && !sure));
        self.ctx.asking.push((question, answer));
        let b = self.b();
        let (answers, at) = (self.now(Now::Answers), self.now(Now::At));
        let len = b.builtin(ir::Builtin::Len, vec![answers.clone()], Ty::Int);
        let known = b.less(at.clone(), len);
        let given = b.expr(ExprKind::Index(Box::new(answers), Box::new(at.clone())), Ty::Int);
        let take = vec![b.set(answer, given), self.set_now(Now::At, b.add(at, b.int(1)))];
        let number = match self.ctx.asked.filter(|_| self.facts.others) {
            Some(who) => b.add(b.binary(Binary::IntMul, b.add(b.get(who), b.int(1)), b.int(ASKED)), b.int(question)),
            None => b.int(question),
        };
        let first = b.expr(ExprKind::Make(vec![number]), Ty::Int.list());
        let mut ask = vec![self.set_now(Now::Asked, first)];
        ask.extend(scan);
        let b = self.b();
        if optional {
            ask.push(self.offered(b.int(LEFT)));
        } else if !sure {
            let asked = self.now(Now::Asked);
            let len = b.builtin(ir::Builtin::Len, vec![asked], Ty::Int);
            let why = format!("there is nothing to choose for `{}`", name.text);
            let none = b.less(len, b.int(2));
            let stop = if self.ctx.inputs {
                self.refuse()
            } else {
                self.failing(Reason { of: name.span.start, why, said: false, endless: false })
            };
            ask.push(self.b().when(none, stop));
        }
        ask.push(self.set_now(Now::Stop, self.b().int(ASKS)));
        ask.push(self.leave());
        vec![self.b().stmt(StmtKind::If(known, take, ask))]
    }

    /// Asks for elements one after the other, until the list is done: each once.
    fn ask_list(&mut self, it: &'a Input<'s>, of: &T, t: &T, local: LocalId, none: bool) -> Vec<Stmt> {
        let question = self.question(it, of.clone(), true);
        let ty = self.rep(t);
        let empty = self.zero(&ty);
        let (list, set_list) = self.temp("chosen", empty);
        let answer = self.ctx.b.local("answer", Ty::Int);
        let each = self.ctx.b.local("each", Ty::Int);
        let element = self.element_of(self.b().get(each));
        let twice = self.is_in(element, self.b().get(list));
        let (cond, mut inner) = self.passes(it, of, each, true);
        let cond = self.b().and(self.b().not(twice), cond);
        let offer = self.offered(self.b().get(each));
        inner.push(self.b().when(cond, vec![offer]));
        let inner = self.where_asked_sees(of, each, inner);
        let mut scan = self.each_of(of, each, inner);
        // The list can be finished if its filters hold.
        let mut done: Option<Expr> = None;
        for filter in it.filters.iter().filter(|it| it.of.is_none()) {
            let (id, mut args) = self.answer(&filter.body, &[(it.name, t.clone())]);
            args.push(self.b().get(list));
            let call = self.b().expr(ExprKind::Call(id, args.into_iter().map(ir::Arg::Value).collect()), Ty::Bool);
            let no = self.b().bool(false);
            let holds = self.b().expr(ExprKind::Trial(Box::new(call), Some(Box::new(no))), Ty::Bool);
            done = Some(match done {
                Some(first) => self.b().and(first, holds),
                None => holds,
            });
        }
        let done = done.unwrap_or_else(|| self.b().bool(true));
        let stop = self.offered(self.b().int(LEFT));
        scan.push(self.b().when(done, vec![stop]));
        let mut round = self.question_or_answer(question, scan, false, &it.name, answer);
        let b = self.b();
        round.push(b.when(self.is_left(b.get(answer)), vec![b.stmt(StmtKind::Break)]));
        let place = b.place(Root::Local(list), Vec::new(), ty);
        let element = self.element_of(self.b().get(answer));
        round.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![element])));
        let value = self.val(self.b().get(list), t.clone());
        let value = if none { self.optional(value) } else { value.e };
        vec![set_list, self.b().stmt(StmtKind::While(self.b().bool(true), round)), self.b().set(local, value)]
    }

    /// One of the texts that a filter names.
    fn ask_text(&mut self, it: &'a Input<'s>, local: LocalId, none: bool) -> Vec<Stmt> {
        let found = it.filters.iter().find_map(|filter| choices(&filter.body, it.name.text));
        let Some(list) = found else { return self.ask_open(it, &T::Str, local, none) };
        let question = self.question(it, T::Str, false);
        let literal = match &list {
            Choices::List(e) => matches!(&e.kind, ast::ExprKind::List(all) if !all.is_empty()),
            Choices::One(_) => true,
        };
        let alone = it.filters.len() == 1 && it.filters.iter().all(|it| is_choice_alone(&it.body));
        if let Some(question) = self.questions.get_mut(question as usize) {
            question.sure = literal && alone;
        }
        let list = match list {
            Choices::List(e) => {
                let value = self.expr_for(e, &T::Str.list());
                self.strict_list(value)
            }
            Choices::One(all) => {
                let all: Vec<Expr> = all.iter().map(|it| self.b().text(it)).collect();
                let all = all.into_iter().map(|e| self.element_of(e)).collect();
                let ty = self.rep(&T::Str.list());
                self.b().expr(ExprKind::Make(all), ty)
            }
        };
        let (texts, set_texts) = self.temp("texts", list);
        let (answer, each) = (self.ctx.b.local("answer", Ty::Int), self.ctx.b.local("each", Ty::Int));
        let of = self.b().get(texts).ty.element().cloned().unwrap_or(Ty::Str);
        let get = |this: &Self, index: LocalId| {
            let b = this.b();
            let it = b.expr(ExprKind::Index(Box::new(b.get(texts)), Box::new(b.get(index))), of.clone());
            if matches!(of, Ty::Opt(_)) { b.expr(ExprKind::Unwrap(Box::new(it)), Ty::Str) } else { it }
        };
        let value = get(self, each);
        let (text, set_text) = self.temp("text", value);
        let (cond, before) = self.passes(it, &T::Str, text, false);
        let mut inner = vec![set_text];
        inner.extend(before);
        let offer = self.offered(self.b().get(each));
        let note =
            self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, self.now_place(Now::Texts), vec![self.b().get(text)]));
        inner.push(self.b().when(cond, vec![offer, note]));
        let len = self.b().builtin(ir::Builtin::Len, vec![self.b().get(texts)], Ty::Int);
        let none_yet = self.b().expr(ExprKind::Make(Vec::new()), Ty::Str.list());
        let mut scan = vec![self.set_now(Now::Texts, none_yet)];
        let last = self.less_one(len);
        scan.push(self.b().stmt(StmtKind::ForRange(each, self.b().int(0), last, inner)));
        let mut out = vec![set_texts];
        out.extend(self.question_or_answer(question, scan, it.optional, &it.name, answer));
        let value = get(self, answer);
        if none {
            let b = self.b();
            let left = self.is_left(b.get(answer));
            let some = b.cast(ir::Cast::Some, value, Ty::Str.opt());
            out.push(b.set(local, b.either(left, b.none(Ty::Str.opt()), some)));
        } else {
            out.push(self.b().set(local, value));
        }
        out
    }

    /// A number or a text that a player says; it must pass the filters.
    fn ask_open(&mut self, it: &'a Input<'s>, t: &T, local: LocalId, none: bool) -> Vec<Stmt> {
        let question = self.question(it, t.clone(), false);
        if let Some(question) = self.questions.get_mut(question as usize) {
            question.open = true;
            question.texts = false;
        }
        if *t == T::Dec {
            self.found.fraction = true;
        }
        let answer = self.ctx.b.local("answer", Ty::Int);
        let mut out = self.question_or_answer(question, Vec::new(), it.optional, &it.name, answer);
        let given = self.what_was_said(it, t, self.b().get(answer), local, none);
        if !none {
            out.extend(given);
            return out;
        }
        let ty = self.rep(t).opt();
        let b = self.b();
        let left = self.is_left(b.get(answer));
        out.push(b.stmt(StmtKind::If(left, vec![b.set(local, b.none(ty))], given)));
        out
    }

    /// Sets an input to a player's value, given by its place: it fails if the value does not pass the filters.
    fn what_was_said(&mut self, it: &'a Input<'s>, t: &T, place: Expr, local: LocalId, none: bool) -> Vec<Stmt> {
        let b = self.b();
        let said = b.load(self.said_place(t));
        let value = b.expr(ExprKind::Index(Box::new(said), Box::new(place)), self.rep(t));
        let (value, set) = self.temp("said", value);
        let mut given = vec![set];
        if !it.filters.is_empty() {
            let (cond, before) = self.passes(it, t, value, false);
            given.extend(before);
            let stop = self.fail_with(format!("that is none for `{}`", it.name.text));
            given.push(self.b().when(self.b().not(cond), stop));
        }
        let value = self.val(self.b().get(value), t.clone());
        let e = if none { self.optional(value) } else { value.e };
        given.push(self.b().set(local, e));
        given
    }

    /// The bounds of a number in its filters, or in the requirements of its action.
    fn bounds_of(&self, it: &'a Input<'s>) -> Option<(&'a ast::Expr<'s>, &'a ast::Expr<'s>)> {
        let mut bounds = (None, None);
        let required = self.ctx.requires.iter().copied().filter(|_| self.ctx.inputs);
        for body in required.chain(it.filters.iter().map(|it| &it.body)) {
            narrow(body, it.name.text, &mut bounds);
        }
        bounds.0.zip(bounds.1)
    }

    /// The list of values given by players: an answer is an index into it.
    pub fn said_place(&self, t: &T) -> ir::Place {
        self.now_place(if *t == T::Str { Now::Said } else { Now::Numbers })
    }

    /// Numbers between the bounds that filters give.
    pub fn each_number(&mut self, it: &'a Input<'s>, each: LocalId, inner: Vec<Stmt>) -> Vec<Stmt> {
        let Some((low, high)) = self.bounds_of(it) else { return Vec::new() };
        let low = self.number(low);
        let low = self.whole(low);
        let high = self.number(high);
        let high = self.whole(high);
        vec![self.b().stmt(StmtKind::ForRange(each, low, high, inner))]
    }

    /// One of some numbers that have names.
    pub fn ask_one_of(
        &mut self,
        name: Option<Name<'s>>,
        names: Vec<String>,
        open: LocalId,
        answer: LocalId,
    ) -> Vec<Stmt> {
        self.found.asks.insert(self.ctx.key);
        let at = self.ctx.b.at.start;
        let question = self.add_question(Question {
            name: format!("{}{CHOOSE}", self.ctx.title),
            input: "choose".to_owned(),
            t: T::Str,
            texts: true,
            repeats: true,
            sure: false,
            optional: false,
            list: false,
            open: false,
            fractions: false,
            at,
        });
        let each = self.ctx.b.local("each", Ty::Int);
        let all: Vec<ir::Const> = names.into_iter().map(ir::Const::Str).collect();
        let all = self.b().expr(ExprKind::Const(ir::Const::List(all)), Ty::Str.list());
        let text = self.b().expr(ExprKind::Index(Box::new(all), Box::new(self.b().get(each))), Ty::Str);
        let offer = self.offered(self.b().get(each));
        let note = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, self.now_place(Now::Texts), vec![text]));
        let none_yet = self.b().expr(ExprKind::Make(Vec::new()), Ty::Str.list());
        let scan = vec![
            self.set_now(Now::Texts, none_yet),
            self.b().stmt(StmtKind::ForEach(each, self.b().get(open), vec![offer, note])),
        ];
        let name = name.unwrap_or(Name { text: "choose", span: self.ctx.b.at });
        self.question_or_answer(question, scan, false, &name, answer)
    }

    /// The number of a question, without whom it is for.
    pub fn question_number(&self, e: Expr) -> Expr {
        if self.facts.others { self.b().rem(e, self.b().int(ASKED)) } else { e }
    }

    /// The player asked, −1 for the acting one.
    pub fn asked_of(&self, e: Expr) -> Expr {
        let b = self.b();
        if !self.facts.others {
            return b.int(-1);
        }
        let rest = b.rem(e.clone(), b.int(ASKED));
        let whole = b.binary(Binary::IntSub, e, rest);
        self.less_one(b.binary(Binary::IntDiv, whole, b.int(ASKED)))
    }

    pub fn is_between(&self, e: Expr, low: Expr, high: Expr) -> Expr {
        let b = self.b();
        b.and(b.binary(Binary::IntLe, low, e.clone()), b.binary(Binary::IntLe, e, high))
    }
}

/// The possible texts.
enum Choices<'a, 's> {
    List(&'a ast::Expr<'s>),
    One(Vec<&'s str>),
}

/// The condition of a body, if it is one expression.
fn condition<'a, 's>(body: &'a ast::Body<'s>) -> Option<&'a ast::Expr<'s>> {
    match (body.stmts.as_slice(), &body.value) {
        ([], Some(e)) => Some(e),
        ([ast::Stmt { kind: ast::StmtKind::Return(Some(e)), .. }], None) => Some(e),
        _ => None,
    }
}

/// `true` if an expression contains a number with a fraction.
fn has_fraction(e: &ast::Expr) -> bool {
    let mut found = false;
    e.each(&mut |it| {
        let number =
            matches!(it.kind, ast::ExprKind::Number(text) if text.parse().is_ok_and(|it: f64| it.fract() != 0.0));
        found |= number;
    });
    found
}

/// `list.contains(x)`, `x == "a" or x == "b"`
fn choices<'a, 's>(body: &'a ast::Body<'s>, name: &str) -> Option<Choices<'a, 's>> {
    let last = match (body.stmts.last(), &body.value) {
        (_, Some(e)) => &**e,
        (Some(ast::Stmt { kind: ast::StmtKind::Return(Some(e)), .. }), None) => e,
        _ => return None,
    };
    let mut found = Vec::new();
    if equals(last, name, &mut found) {
        return Some(Choices::One(found));
    }
    let list = contained(last, name)?;
    // A list that the filter itself declares.
    let declared = body.stmts.iter().find_map(|it| match (&it.kind, &list.kind) {
        (ast::StmtKind::Declare(_, it, Some(value)), ast::ExprKind::Name(list)) if it.text == *list => Some(value),
        _ => None,
    });
    Some(Choices::List(declared.unwrap_or(list)))
}

/// `true` if a filter of texts only lists the possible ones.
fn is_choice_alone(body: &ast::Body) -> bool {
    let last = match (body.stmts.last(), &body.value) {
        (_, Some(e)) => &**e,
        (Some(ast::Stmt { kind: ast::StmtKind::Return(Some(e)), .. }), None) => e,
        _ => return false,
    };
    matches!(last.kind, ast::ExprKind::Call(..) | ast::ExprKind::Binary(ast::Op::Or | ast::Op::Eq, ..))
        && body.stmts.iter().all(|it| matches!(it.kind, ast::StmtKind::Declare(..) | ast::StmtKind::Return(_)))
}

fn contained<'a, 's>(e: &'a ast::Expr<'s>, name: &str) -> Option<&'a ast::Expr<'s>> {
    match &e.kind {
        ast::ExprKind::Call(of, args) => match (&of.kind, args.as_slice()) {
            (ast::ExprKind::Field(list, function), [arg]) if function.text == "contains" => {
                matches!(arg.value.kind, ast::ExprKind::Name(it) if it == name).then_some(list)
            }
            _ => None,
        },
        ast::ExprKind::Binary(ast::Op::And, a, b) => contained(a, name).or_else(|| contained(b, name)),
        _ => None,
    }
}

fn equals<'s>(e: &ast::Expr<'s>, name: &str, out: &mut Vec<&'s str>) -> bool {
    match &e.kind {
        ast::ExprKind::Binary(ast::Op::Or, a, b) => equals(a, name, out) && equals(b, name, out),
        ast::ExprKind::Binary(ast::Op::Eq, a, b) => match (&a.kind, &b.kind) {
            (ast::ExprKind::Name(it), ast::ExprKind::Str(text))
            | (ast::ExprKind::Str(text), ast::ExprKind::Name(it)) => {
                out.push(text);
                *it == name
            }
            _ => false,
        },
        _ => false,
    }
}

/// The least and the greatest that a filter lets pass. Bounds are passed themselves: the filter looks again.
fn narrow<'a, 's>(
    body: &'a ast::Body<'s>,
    name: &str,
    bounds: &mut (Option<&'a ast::Expr<'s>>, Option<&'a ast::Expr<'s>>),
) {
    fn go<'a, 's>(
        e: &'a ast::Expr<'s>,
        name: &str,
        bounds: &mut (Option<&'a ast::Expr<'s>>, Option<&'a ast::Expr<'s>>),
    ) {
        use ast::Op::{And, Eq, Ge, Gt, Le, Lt};
        let ast::ExprKind::Binary(op, a, b) = &e.kind else { return };
        if *op == And {
            go(a, name, bounds);
            go(b, name, bounds);
            return;
        }
        let is = |e: &ast::Expr| matches!(e.kind, ast::ExprKind::Name(it) if it == name);
        match (op, is(a), is(b)) {
            (Eq, true, _) => *bounds = (Some(b), Some(b)),
            (Gt | Ge, true, _) => bounds.0 = Some(b),
            (Lt | Le, true, _) => bounds.1 = Some(b),
            (Gt | Ge, _, true) => bounds.1 = Some(a),
            (Lt | Le, _, true) => bounds.0 = Some(a),
            _ => {}
        }
    }
    if let Some(e) = condition(body) {
        go(e, name, bounds);
    }
}

/// `true` if evaluation cannot fail: instances are never removed, so they can always be read.
pub fn is_safe(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Data(_) => true,
        ExprKind::Load(place) => place.path.iter().all(|it| match it {
            ir::Step::Index(index) => is_safe(index),
            _ => true,
        }),
        ExprKind::Unary(_, a) => is_safe(a),
        ExprKind::Binary(op, a, b) => {
            !matches!(op, Binary::IntDiv | Binary::IntRem | Binary::NumDiv | Binary::NumRem) && is_safe(a) && is_safe(b)
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) => is_safe(a) && is_safe(b),
        ExprKind::Block(stmts, e) => stmts.iter().all(is_safe_set) && is_safe(e),
        ExprKind::If(a, b, c) => is_safe(a) && is_safe(b) && is_safe(c),
        ExprKind::Cast(ir::Cast::Some | ir::Cast::IntToNum, a) => is_safe(a),
        ExprKind::Builtin(ir::Builtin::Len | ir::Builtin::Contains | ir::Builtin::Get, args) => {
            args.iter().all(is_safe)
        }
        _ => false,
    }
}

/// An assignment of a value that cannot fail.
pub fn is_safe_set(it: &Stmt) -> bool {
    matches!(&it.kind, StmtKind::Set(_, e) if is_safe(e))
}
