//! Calls: verbs, functions of what the game keeps, actions; and new instances.

use super::class::{self, ClassId};
use super::event::{Happens, Heap};
use super::later::Mark;
use super::stmt::Gives;
use super::value::{T, Val};
use super::{Checker, Def, ast};
use ast::{Argument, ConstructKind, ExprKind as Ast, Input, ItemKind, MemberKind, Name, PartKind, Source};
use diag::Span;
use front::make::Body;
use ir::{Builtin, Cast, Expr, ExprKind, FnId, PlaceOp, Root, Step, Stmt, StmtKind, Ty};

/// A verb of the game or of a construct.
pub struct VerbInfo<'a, 's> {
    pub name: Name<'s>,
    /// `override`
    over: bool,
    pub class: Option<ClassId>,
    /// Inputs that the call hands over.
    pub params: Vec<&'a Input<'s>>,
    pub others: Vec<&'a Input<'s>>,
    pub returns: Option<&'a ast::Type<'s>>,
    /// None for one that only says what others do.
    pub effect: Option<&'a ast::Body<'s>>,
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn declare_verbs(&mut self) {
        for i in 0..self.classes.list.len() {
            let Some(construct) = self.classes.list[i].construct else { continue };
            for member in &construct.members {
                if let MemberKind::Verb(it) = &member.kind {
                    self.verb(it, Some(ClassId(i)));
                }
            }
        }
        let file = self.file;
        for item in &file.items {
            if let ItemKind::Verb(it) = &item.kind {
                self.define(it.name, Def::Verb(self.verbs.len()));
                self.verb(it, None);
            }
        }
        self.look_at_overrides();
    }

    /// What overrides says so, and overrides something.
    fn look_at_overrides(&mut self) {
        for i in 0..self.verbs.len() {
            let (name, over) = (self.verbs[i].name, self.verbs[i].over);
            let base = self.verbs[i].class.and_then(|it| self.classes.get(it).base);
            let above = base.and_then(|it| self.verb_from(it, name.text));
            match (over, above) {
                (true, None) => self.problems.overrides_nothing(name.span, name.text),
                (false, Some(above)) => {
                    let first = self.verbs[above].name.span;
                    self.problems.not_overriding(name.span, name.text, first);
                }
                _ => {}
            }
        }
    }

    fn verb(&mut self, it: &'a ast::Verb<'s>, class: Option<ClassId>) {
        let inputs: Vec<&'a Input<'s>> = it
            .parts
            .iter()
            .filter_map(|it| match &it.kind {
                PartKind::Input(it) => Some(it),
                _ => None,
            })
            .collect();
        // Inputs by themselves are handed over, unless the author says who supplies them.
        let handed = |it: &&&'a Input<'s>| it.source == Source::Caller || it.source == Source::Usual && !it.all;
        let marked = inputs.iter().any(|it| it.source == Source::Caller);
        let is_param = |it: &&&'a Input<'s>| if marked { it.source == Source::Caller } else { handed(it) };
        let params = inputs.iter().filter(is_param).copied().collect();
        let others = inputs.iter().filter(|it| !is_param(it)).copied().collect();
        let returns = it.parts.iter().find_map(|it| match &it.kind {
            PartKind::Returns(ty) => Some(ty),
            _ => None,
        });
        let effect = it.parts.iter().find_map(|it| match &it.kind {
            PartKind::Effect { body, .. } | PartKind::Default(body) => Some(body),
            _ => None,
        });
        self.verbs.push(VerbInfo { name: it.name, over: it.over, class, params, others, returns, effect });
    }

    /// A verb that a class has: its own, or one that it inherits.
    fn verb_of(&self, class: ClassId, name: &str) -> Option<usize> {
        if let Some(found) = self.verb_from(class, name) {
            return Some(found);
        }
        // Of something general: what some class below it has.
        if self.classes.get(class).construct.is_some() {
            return None;
        }
        self.verbs.iter().position(|it| it.name.text == name && it.class.is_some_and(|it| self.classes.is_a(it, class)))
    }

    /// The verb of a class or of what it inherits from.
    fn verb_from(&self, class: ClassId, name: &str) -> Option<usize> {
        let mut at = Some(class);
        while let Some(id) = at {
            if let Some(found) = self.verbs.iter().position(|it| it.class == Some(id) && it.name.text == name) {
                return Some(found);
            }
            at = self.classes.get(id).base;
        }
        None
    }

    /// What a verb gives; none if nothing is known to be given.
    fn result_of(&mut self, verb: usize) -> Option<T> {
        let info = &self.verbs[verb];
        let (returns, at, name, class) = (info.returns, info.name.span.start, info.name.text, info.class);
        if let Some(ty) = returns {
            return Some(self.ty(ty));
        }
        if let Some(t) = self.facts.results.get(&at) {
            return Some(t.clone());
        }
        // As what it overrides.
        let base = self.classes.get(class?).base?;
        let above = self.verb_from(base, name)?;
        self.result_of(above)
    }

    /// The type of a verb's result in the program.
    fn result_type(&mut self, verb: usize) -> Ty {
        let Some(t) = self.result_of(verb) else { return Ty::Int };
        let ty = self.rep(&t);
        if self.gives_none(verb) { ty.opt() } else { ty }
    }

    /// Whether a verb may give none: it, what it overrides, or what overrides it.
    fn gives_none(&self, verb: usize) -> bool {
        let info = &self.verbs[verb];
        let related = |it: &&VerbInfo<'a, 's>| {
            it.name.text == info.name.text
                && match (it.class, info.class) {
                    (Some(a), Some(b)) => self.classes.get(a).family == self.classes.get(b).family,
                    (a, b) => a == b,
                }
        };
        self.verbs.iter().filter(related).any(|it| self.facts.none.contains(&it.name.span.start))
    }

    /// `(this, params…)`: one verb.
    fn verb_function(&mut self, verb: usize) -> FnId {
        let key = (verb as u32, "verb", 0);
        if let Some(id) = self.made.get(&key) {
            return *id;
        }
        let ((), b) = self.verb_start(verb);
        let result = self.result_type(verb);
        let count = self.verbs[verb].params.len() as u16 + 1;
        let name = self.verbs[verb].name.text;
        let id = self.forward(name, b, count, result.clone());
        self.made.insert(key, id);
        let (body, b) = self.apart(|this| this.verb_body(verb, result));
        self.complete(id, b, body);
        id
    }

    /// Only the parameters.
    fn verb_start(&mut self, verb: usize) -> ((), Body) {
        let params = self.verbs[verb].params.clone();
        self.apart(|this| {
            this.ctx.b.local("this", Ty::Int);
            for it in params {
                this.declare_param(it);
            }
        })
    }

    fn declare_param(&mut self, it: &'a Input<'s>) {
        let t = self.ty(&it.ty);
        let none = self.facts.none.contains(&it.name.span.start);
        self.declare(it.name, t, none);
    }

    fn verb_body(&mut self, verb: usize, result: Ty) -> Vec<Stmt> {
        let info = &self.verbs[verb];
        let (class, params, others, effect) = (info.class, info.params.clone(), info.others.clone(), info.effect);
        let (at, name) = (info.name.span, info.name.text);
        let want = self.result_of(verb);
        let this = self.ctx.b.local("this", Ty::Int);
        self.ctx.b.at = at;
        self.ctx.this = class.map(|it| (it, this));
        self.ctx.key = at.start;
        self.ctx.title = name;
        self.ctx.result = Some(result.clone());
        self.ctx.gives = Gives::Value(at.start, want);
        for it in params {
            self.declare_param(it);
        }
        let mut out = Vec::new();
        for it in others {
            out.extend(self.input(it, None));
        }
        match effect {
            Some(body) => {
                out.extend(self.body(body));
                // Who comes to the end without a value gives none.
                if self.result_of(verb).is_some() && !ends(&body.stmts) && body.value.is_none() {
                    self.note_none(at.start);
                }
                out.push(self.leave());
            }
            None => {
                out.push(self.b().stmt(StmtKind::Stop(format!("`{name}` does nothing here: what inherits says what"))))
            }
        }
        out
    }

    /// Calls a verb: of an instance, the one of its class.
    fn call_verb(&mut self, span: Span, verb: usize, this: Option<(ClassId, Expr)>, args: &'a [Argument<'s>]) -> Val {
        let args = self.arguments(span, verb, args);
        let t = self.result_of(verb).unwrap_or(T::Bad);
        let result = self.result_type(verb);
        let name = self.verbs[verb].name.text;
        let (id, this) = match this {
            Some((class, it)) => {
                let id = self.dispatch(class, name, verb);
                (id, it)
            }
            None => (self.verb_function(verb), self.b().int(0)),
        };
        let keys: Vec<u32> = self.verbs.iter().filter(|it| it.name.text == name).map(|it| it.name.span.start).collect();
        let mut all = vec![this];
        all.extend(args);
        let e = self.b().expr(ExprKind::Call(id, all.into_iter().map(ir::Arg::Value).collect()), result);
        let none = matches!(e.ty, Ty::Opt(_));
        for (facts, found) in [(&self.facts.writes, &mut self.found.writes)] {
            if keys.iter().any(|it| facts.contains(it)) {
                found.insert(self.ctx.key);
            }
        }
        for key in &keys {
            self.mark(Mark::Body(*key));
        }
        if keys.iter().any(|it| self.facts.asks.contains(it)) {
            // It may stop: so it stands before what uses it.
            self.found.asks.insert(self.ctx.key);
            let (local, set) = self.temp("value", e);
            self.ctx.before.push(set);
            let leave = self.leave_if_stopped();
            self.ctx.before.push(leave);
            let e = self.b().get(local);
            return Val { e, t, none };
        }
        Val { e, t, none }
    }

    /// The arguments of a call, by place or by name, in the order of the parameters.
    fn arguments(&mut self, span: Span, verb: usize, args: &'a [Argument<'s>]) -> Vec<Expr> {
        let params = self.verbs[verb].params.clone();
        let mut given: Vec<Option<Expr>> = vec![None; params.len()];
        let mut next = 0;
        for it in args {
            let at = match it.name {
                Some(name) => params.iter().position(|it| it.name.text == name.text).or_else(|| {
                    let known: Vec<&str> = params.iter().map(|it| it.name.text).collect();
                    let of = self.verbs[verb].name.text;
                    self.problems.unknown_field(name.span, name.text, of, &known);
                    None
                }),
                None => {
                    while given.get(next).is_some_and(Option::is_some) {
                        next += 1;
                    }
                    Some(next)
                }
            };
            let Some(at) = at else { continue };
            let Some(param) = params.get(at) else {
                let (name, takes) = (self.verbs[verb].name.text, params.len());
                self.problems.argument_count(span, name, takes, args.len());
                break;
            };
            let t = self.ty(&param.ty);
            let value = self.expr_for(&it.value, &t);
            let key = param.name.span.start;
            if value.none {
                self.note_none(key);
            }
            let e = if self.facts.none.contains(&key) { self.optional(value) } else { self.strict(value) };
            if let Some(slot) = given.get_mut(at) {
                *slot = Some(e);
            }
        }
        let missing = given.iter().any(Option::is_none);
        if missing && args.len() <= params.len() {
            let (name, takes) = (self.verbs[verb].name.text, params.len());
            self.problems.argument_count(span, name, takes, args.len());
        }
        let mut out = Vec::with_capacity(params.len());
        for (it, param) in given.into_iter().zip(&params) {
            out.push(match it {
                Some(e) => e,
                None => {
                    let t = self.ty(&param.ty);
                    let ty = self.rep(&t);
                    let ty = if self.facts.none.contains(&param.name.span.start) { ty.opt() } else { ty };
                    self.zero(&ty)
                }
            });
        }
        out
    }

    /// `(this, params…)`: the verb of the class that an instance is of.
    fn dispatch(&mut self, class: ClassId, name: &'s str, verb: usize) -> FnId {
        let below: Vec<(i64, usize)> = self
            .classes
            .below(class)
            .into_iter()
            .filter(|it| self.classes.get(*it).construct.is_some())
            .filter_map(|it| Some((self.classes.get(it).tag, self.verb_of(it, name)?)))
            .collect();
        if below.iter().all(|it| it.1 == verb) {
            return self.verb_function(verb);
        }
        let key = (verb as u32, "dispatch", class.0 as i64);
        if let Some(id) = self.made.get(&key) {
            return *id;
        }
        let result = self.result_type(verb);
        let count = self.verbs[verb].params.len() as u16 + 1;
        let ((), b) = self.verb_start(verb);
        let id = self.forward(name, b, count, result.clone());
        self.made.insert(key, id);
        let (body, b) = {
            let params = self.verbs[verb].params.clone();
            self.apart(|this| {
                let it = this.ctx.b.local("this", Ty::Int);
                for param in params {
                    this.declare_param(param);
                }
                let args: Vec<Expr> = (0..count).map(|i| this.b().get(ir::LocalId(u32::from(i)))).collect();
                let kind = this.ctx.b.local("kind", Ty::Int);
                let tag = this.tag_of(class, this.b().get(it));
                let mut out = vec![this.b().set(kind, tag)];
                for (tag, own) in below {
                    let mine = this.result_type(own);
                    let function = this.verb_function(own);
                    let call = ExprKind::Call(function, args.iter().cloned().map(ir::Arg::Value).collect());
                    let call = this.b().expr(call, mine.clone());
                    // All of a name give the same: what is not known yet is the next time.
                    let call = if mine == result { call } else { this.zero(&result) };
                    let b = this.b();
                    out.push(b.when(b.equal(b.get(kind), b.int(tag)), vec![b.give(call)]));
                }
                out.push(this.b().stmt(StmtKind::Stop(format!("`{name}` is not what this can do"))));
                out
            })
        };
        self.complete(id, b, body);
        id
    }

    /// A call for its value.
    pub fn call(&mut self, span: Span, function: &'a ast::Expr<'s>, args: &'a [Argument<'s>]) -> Val {
        let (stmts, value) = self.called(span, function, args);
        // What it does comes where it stands: perhaps not at all, right of `and`.
        Val { e: self.b().block(stmts, value.e), ..value }
    }

    /// A call for what it does.
    pub fn call_stmt(&mut self, span: Span, function: &'a ast::Expr<'s>, args: &'a [Argument<'s>]) -> Vec<Stmt> {
        let (mut stmts, value) = self.called(span, function, args);
        if !matches!(value.e.kind, ExprKind::Const(_) | ExprKind::Local(_)) {
            stmts.push(self.b().stmt(StmtKind::Expr(value.e)));
        }
        stmts
    }

    fn called(&mut self, span: Span, function: &'a ast::Expr<'s>, args: &'a [Argument<'s>]) -> (Vec<Stmt>, Val) {
        match &function.kind {
            Ast::Name(name) => self.call_name(span, function.span, name, args),
            Ast::Field(of, name) => self.call_method(span, of, *name, args),
            _ => {
                self.problems.not_callable(function.span);
                (Vec::new(), self.bad())
            }
        }
    }

    fn call_name(&mut self, span: Span, at: Span, name: &'s str, args: &'a [Argument<'s>]) -> (Vec<Stmt>, Val) {
        if let Some((class, local)) = self.ctx.this
            && let Some(verb) = self.verb_of(class, name)
        {
            let it = self.b().get(local);
            let value = self.call_verb(span, verb, Some((class, it)), args);
            return (Vec::new(), value);
        }
        if let Some((class, local)) = self.ctx.this
            && let Some(action) = self.action_of(class, name)
        {
            let it = self.b().get(local);
            return (self.run_action(span, action, Some(it), args), self.bad());
        }
        match (self.names.get(name).map(|it| it.0), name) {
            (Some(Def::Verb(verb)), _) => (Vec::new(), self.call_verb(span, verb, None, args)),
            (Some(Def::Action(action)), _) => (self.run_action(span, action, None, args), self.bad()),
            (_, "random") => {
                self.found.random.insert(self.ctx.key);
                self.found.writes.insert(self.ctx.key);
                let Some(arg) = args.first() else {
                    self.problems.argument_count(span, "random", 1, 0);
                    return (Vec::new(), self.bad());
                };
                let n = self.number(&arg.value);
                let n = self.whole(n);
                let e = self.b().builtin(Builtin::Random, vec![n], Ty::Int);
                (Vec::new(), self.dec(e))
            }
            (_, "distance") if args.len() == 2 => {
                let (a, c) = (self.expr(&args[0].value), self.expr(&args[1].value));
                let (Some(a), Some(c)) = (self.cell_of(a), self.cell_of(c)) else { return (Vec::new(), self.bad()) };
                let unwrap = |this: &Self, e: Expr| this.b().expr(ExprKind::Unwrap(Box::new(e)), Ty::Int);
                let (a, c) = (unwrap(self, a), unwrap(self, c));
                let e = self.distance(a, c);
                (Vec::new(), self.optional_number(e))
            }
            _ => {
                let known: Vec<&str> = self.verbs.iter().map(|it| it.name.text).chain(["random", "distance"]).collect();
                self.problems.unknown_function(at, name, &known, false);
                (Vec::new(), self.bad())
            }
        }
    }

    /// A whole number that may be none, as a number of the language.
    fn optional_number(&mut self, e: Expr) -> Val {
        if !self.facts.fraction {
            return self.maybe(e, T::Dec);
        }
        let (local, set) = self.temp("number", e);
        let b = self.b();
        let none = b.equal(b.get(local), b.none(Ty::Int.opt()));
        let it = b.expr(ExprKind::Unwrap(Box::new(b.get(local))), Ty::Int);
        let it = b.cast(Cast::Some, b.cast(Cast::IntToNum, it, Ty::Num), Ty::Num.opt());
        let e = b.block(vec![set], b.either(none, b.none(Ty::Num.opt()), it));
        self.maybe(e, T::Dec)
    }

    fn call_method(
        &mut self,
        span: Span,
        of: &'a ast::Expr<'s>,
        name: Name<'s>,
        args: &'a [Argument<'s>],
    ) -> (Vec<Stmt>, Val) {
        // What always has a name of its own.
        if let Ast::Name(global) = of.kind
            && self.variable(global).is_none()
        {
            match (global, name.text) {
                ("players", "all") => {
                    let e = self.all_players();
                    return (Vec::new(), self.val(e, T::Player.list()));
                }
                ("players", "active") => return (Vec::new(), self.active()),
                ("turns", "active") => {
                    let e = self.turn_of_phase();
                    return (Vec::new(), self.val(e, T::Turn));
                }
                ("events", "stop" | "start") => return (Vec::new(), self.bad()),
                _ => {}
            }
        }
        if let Ast::Field(turns, phase) = &of.kind
            && matches!((&turns.kind, phase.text, name.text), (Ast::Name("turns"), "phase", "active"))
        {
            return (Vec::new(), self.phase());
        }
        let list = self.is_list(of);
        if list && let Some((target, before)) = self.list_target(of) {
            let list = Val { e: self.b().load(target.place.clone()), t: target.t.clone(), none: false };
            let writes = target.of.is_some();
            let t = list.t.clone();
            if let Some((mut stmts, value)) = self.list_call(list, Some(target.place), name, args) {
                if writes && !stmts.is_empty() {
                    self.found.writes.insert(self.ctx.key);
                }
                let mut all = before;
                all.append(&mut stmts);
                return (all, value);
            }
            let ty = self.say(&t);
            self.problems.unknown_field(name.span, name.text, &ty, LIST_FUNCTIONS);
            return (Vec::new(), self.bad());
        }
        let value = self.expr(of);
        match value.t.clone() {
            T::Bad => (Vec::new(), self.bad()),
            T::List(_) => {
                // A list that is no variable is changed for itself alone.
                let ty = self.rep(&value.t);
                let t = value.t.clone();
                let e = self.strict_list(value);
                let (local, set) = self.temp("list", e);
                let place = self.b().place(Root::Local(local), Vec::new(), ty);
                let list = self.val(self.b().get(local), t.clone());
                match self.list_call(list, Some(place), name, args) {
                    Some((stmts, value)) => {
                        let mut all = vec![set];
                        all.extend(stmts);
                        (all, value)
                    }
                    None => {
                        let ty = self.say(&t);
                        self.problems.unknown_field(name.span, name.text, &ty, LIST_FUNCTIONS);
                        (Vec::new(), self.bad())
                    }
                }
            }
            T::Ref(class) => self.call_instance(span, class, value, name, args),
            other => {
                let ty = self.say(&other);
                self.problems.unknown_field(name.span, name.text, &ty, &[]);
                (Vec::new(), self.bad())
            }
        }
    }

    /// Whether an expression is a list, without telling of problems.
    fn is_list(&self, e: &ast::Expr<'s>) -> bool {
        match &e.kind {
            Ast::Name(name) => match self.ctx.vars.iter().rev().find(|it| it.name == *name) {
                Some(var) => matches!(var.t, T::List(_)),
                None => self
                    .ctx
                    .this
                    .and_then(|(class, _)| self.field_of(class, name))
                    .is_some_and(|it| matches!(it.1.t, T::List(_))),
            },
            // Fields that the game keeps are changed by its own means, but cleared as authors do.
            Ast::Field(_, name) => {
                let mut all = self.classes.families.iter().flat_map(|it| &it.fields);
                all.any(|it| it.name == name.text && it.class.is_some() && matches!(it.t, T::List(_)))
            }
            Ast::Index(of, _) => self.is_list(of),
            _ => false,
        }
    }

    fn call_instance(
        &mut self,
        span: Span,
        class: ClassId,
        value: Val,
        name: Name<'s>,
        args: &'a [Argument<'s>],
    ) -> (Vec<Stmt>, Val) {
        let t = value.t.clone();
        if let Some(verb) = self.verb_of(class, name.text) {
            let it = self.strict(value);
            return (Vec::new(), self.call_verb(span, verb, Some((class, it)), args));
        }
        if let Some(action) = self.action_of(class, name.text) {
            let it = self.strict(value);
            return (self.run_action(span, action, Some(it), args), self.bad());
        }
        let arg = args.first().map(|it| &it.value);
        match (name.text, arg) {
            ("move_to", Some(cell)) if self.is_thing(&t) => {
                let cell = self.expr(cell);
                (self.put(value, cell), self.bad())
            }
            ("keep" | "discard", _)
                if self.is_thing(&t) && self.globals.hands.is_some() && self.can_be(class, "stackable") =>
            {
                let one = self.strict(value);
                let (card, set) = self.temp("card", one);
                let mut out = vec![set];
                if name.text == "keep" {
                    let who = match arg {
                        Some(e) => {
                            let value = self.number(e);
                            self.player(value)
                        }
                        None => self.acting(),
                    };
                    out.extend(self.keep(card, who));
                } else {
                    let stack = self.lay_in(card);
                    let stack = self.strict(stack);
                    let (stack, set) = self.temp("stack", stack);
                    out.push(set);
                    out.extend(self.discard(class::STACK, stack, card));
                }
                self.found.writes.insert(self.ctx.key);
                (out, self.bad())
            }
            ("remove", None) if self.is_thing(&t) => {
                let none = Val { e: self.b().none(Ty::Int.opt()), t: T::None, none: true };
                (self.put(value, none), self.bad())
            }
            ("transfer_to" | "assign_to" | "attach_to" | "give_to", Some(player)) => {
                let who = self.number(player);
                let who = self.player(who);
                let it = self.strict(value);
                let kind = if name.text == "transfer_to" { ast::GiveKind::Transfer } else { ast::GiveKind::Assign };
                (self.hand_over(kind, class, it, who), self.bad())
            }
            ("remove_from" | "detach_from", Some(player)) => {
                let who = self.number(player);
                let who = self.player(who);
                let it = self.strict(value);
                (self.hand_over(ast::GiveKind::Remove, class, it, who), self.bad())
            }
            _ if self.is_class(&t, class::STACK) => self.call_stack(span, class, value, name, args),
            _ => {
                let known: Vec<&str> = self
                    .verbs
                    .iter()
                    .filter(|it| it.class.is_some_and(|it| self.classes.is_a(class, it)))
                    .map(|it| it.name.text)
                    .collect();
                let of = self.classes.get(class).name;
                self.problems.unknown_field(name.span, name.text, of, &known);
                (Vec::new(), self.bad())
            }
        }
    }

    /// What a stack can do. The top is at the end.
    fn call_stack(
        &mut self,
        span: Span,
        class: ClassId,
        value: Val,
        name: Name<'s>,
        args: &'a [Argument<'s>],
    ) -> (Vec<Stmt>, Val) {
        self.found.writes.insert(self.ctx.key);
        let it = self.strict(value);
        let (stack, set) = self.temp("stack", it);
        let mut out = vec![set];
        let (Some((cards, _)), Some((discards, _))) =
            (self.field_of(class, class::CARDS), self.field_of(class, class::DISCARDS))
        else {
            return (out, self.bad());
        };
        let place = |this: &Self, field| this.place_of(class, this.b().get(stack), field);
        let (cards, discards) = (place(self, cards), place(self, discards));
        let list_t = T::Ref(class::THING).list();
        let ty = self.rep(&list_t);
        let of = ty.element().cloned().unwrap_or(Ty::Int);
        let len = |this: &Self, place: &ir::Place| {
            this.b().builtin(Builtin::Len, vec![this.b().load(place.clone())], Ty::Int)
        };
        let raise = |this: &mut Self, what: Heap| {
            let it = this.b().get(stack);
            this.raise(&Happens::Stack { class, what }, Some((class, it)), None, None)
        };
        let arg = args.first().map(|it| &it.value);
        match (name.text, arg) {
            ("pop" | "draw" | "pop_back", None) => {
                let drawn = self.ctx.b.local("drawn", Ty::Int.opt());
                let op = if name.text == "pop_back" { PlaceOp::Shift } else { PlaceOp::Pop };
                let taken = self.b().expr(ExprKind::PlaceOp(op, Box::new(cards.clone()), Vec::new()), of.clone());
                let taken =
                    if matches!(of, Ty::Opt(_)) { taken } else { self.b().cast(Cast::Some, taken, Ty::Int.opt()) };
                let any = self.b().less(self.b().int(0), len(self, &cards));
                let mut then = vec![self.b().set(drawn, taken)];
                then.extend(raise(self, Heap::Draw));
                let card = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(drawn))), Ty::Int);
                let who = self.active().e;
                let happens = Happens::Card { class: class::THING, what: Heap::Draw };
                then.extend(self.raise(&happens, Some((class::THING, card)), None, Some(who)));
                out.push(self.b().set(drawn, self.b().none(Ty::Int.opt())));
                out.push(self.b().when(any, then));
                let value = self.maybe(self.b().get(drawn), T::Ref(class::THING));
                (out, value)
            }
            ("pop" | "draw" | "pop_back", Some(n)) => {
                let n = self.number(n);
                let n = self.whole(n);
                let (left, set_left) = self.temp("left", n);
                let empty = self.zero(&ty);
                let (drawn, set_drawn) = self.temp("drawn", empty);
                out.extend([set_left, set_drawn]);
                let op = if name.text == "pop_back" { PlaceOp::Shift } else { PlaceOp::Pop };
                let taken = self.b().expr(ExprKind::PlaceOp(op, Box::new(cards.clone()), Vec::new()), of);
                let to = self.b().place(Root::Local(drawn), Vec::new(), ty.clone());
                let mut round = vec![
                    self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, to, vec![taken])),
                    self.b().set(left, self.less_one(self.b().get(left))),
                ];
                round.extend(raise(self, Heap::Draw));
                let b = self.b();
                let more = b.and(b.less(b.int(0), b.get(left)), b.less(b.int(0), len(self, &cards)));
                out.push(b.stmt(StmtKind::While(more, round)));
                let value = self.val(self.b().get(drawn), list_t);
                (out, value)
            }
            ("push" | "put" | "push_back", Some(item)) => {
                let value = self.expr(item);
                let back = name.text == "push_back";
                if matches!(value.t, T::List(_)) {
                    let value = self.fit(value, &list_t);
                    let all = self.strict_list(value);
                    if back {
                        let joined = self.b().builtin(Builtin::Concat, vec![all, self.b().load(cards.clone())], ty);
                        out.push(self.b().assign(cards, joined));
                    } else {
                        out.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Append, cards, vec![all])));
                    }
                } else {
                    let value = self.fit(value, &T::Ref(class::THING));
                    let one = self.strict(value);
                    let one = self.element_of(one);
                    let (op, args) =
                        if back { (PlaceOp::Insert, vec![self.b().int(0), one]) } else { (PlaceOp::Push, vec![one]) };
                    out.push(self.b().stmt(StmtKind::PlaceOp(op, cards, args)));
                }
                out.extend(self.all_lie_in(class, stack));
                out.extend(raise(self, Heap::Put));
                (out, self.bad())
            }
            ("shuffle", None) => {
                self.found.random.insert(self.ctx.key);
                out.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Shuffle, cards, Vec::new())));
                out.extend(raise(self, Heap::Shuffle));
                (out, self.bad())
            }
            ("reshuffle", None) => {
                self.found.random.insert(self.ctx.key);
                let all = self.b().load(discards.clone());
                out.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Append, cards.clone(), vec![all])));
                out.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Clear, discards, Vec::new())));
                out.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Shuffle, cards, Vec::new())));
                out.extend(self.all_lie_in(class, stack));
                out.extend(raise(self, Heap::Reshuffle));
                (out, self.bad())
            }
            ("discard", Some(item)) => {
                let value = self.expr_for(item, &T::Ref(class::THING));
                let one = self.strict(value);
                let (card, set) = self.temp("card", one);
                out.push(set);
                out.extend(self.discard(class, stack, card));
                (out, self.bad())
            }
            ("keep", Some(item)) => {
                let value = self.expr_for(item, &T::Ref(class::THING));
                let one = self.strict(value);
                let (card, set) = self.temp("card", one);
                let who = match args.get(1) {
                    Some(it) => {
                        let value = self.number(&it.value);
                        self.player(value)
                    }
                    None => self.acting(),
                };
                out.push(set);
                out.extend(self.keep(card, who));
                (out, self.bad())
            }
            ("contains", Some(item)) => {
                let value = self.expr_for(item, &T::Ref(class::THING));
                let one = self.strict(value);
                let one = self.element_of(one);
                let e = self.is_in(one, self.b().load(cards));
                let value = self.val(e, T::Bool);
                (out, value)
            }
            ("length" | "lenght" | "count", None) => {
                let n = len(self, &cards);
                let value = self.dec(n);
                (out, value)
            }
            ("empty" | "is_empty", None) => {
                let e = self.b().equal(len(self, &cards), self.b().int(0));
                let value = self.val(e, T::Bool);
                (out, value)
            }
            _ => {
                let of = self.classes.get(class).name;
                self.problems.unknown_field(name.span, name.text, of, STACK_FUNCTIONS);
                let _ = span;
                (Vec::new(), self.bad())
            }
        }
    }

    /// The player who acts: whose state this is, else the active one.
    fn acting(&mut self) -> Expr {
        let owner = self.ctx.this.and_then(|(class, local)| {
            let (field, info) = self.field_of(class, class::PLAYER)?;
            let state = self.is_class(&T::Ref(class), class::STATE) && info.class.is_none();
            state.then(|| self.load_field(class, self.b().get(local), field))
        });
        match owner {
            Some(it) => self.strict(it),
            None => self.active().e,
        }
    }

    /// The stack that a card lay in last; optional.
    fn lay_in(&mut self, card: ir::LocalId) -> Val {
        match self.field_of(class::THING, class::LAY_IN) {
            Some((field, _)) => self.load_field(class::THING, self.b().get(card), field),
            None => self.bad(),
        }
    }

    /// Puts a card in the hand of a player.
    fn keep(&mut self, card: ir::LocalId, who: Expr) -> Vec<Stmt> {
        let (who, set_who) = self.temp("player", who);
        let mut out = vec![set_who];
        out.extend(self.out_of_place(card));
        let element = self.element_of(self.b().get(card));
        let hand = self.hand(who);
        out.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, hand, vec![element])));
        let (it, to) = (self.b().get(card), self.b().get(who));
        if let Some((field, _)) = self.field_of(class::THING, class::PLAYER) {
            let owner = self.place_of(class::THING, it.clone(), field);
            let some = self.b().cast(Cast::Some, to.clone(), Ty::Int.opt());
            out.push(self.b().assign(owner, some));
        }
        let happens = Happens::Card { class: class::THING, what: Heap::Keep };
        out.extend(self.raise(&happens, Some((class::THING, it)), None, Some(to)));
        out
    }

    /// Puts a card on the discards of a stack.
    fn discard(&mut self, class: ClassId, stack: ir::LocalId, card: ir::LocalId) -> Vec<Stmt> {
        let Some((field, _)) = self.field_of(class, class::DISCARDS) else { return Vec::new() };
        let mut out = self.out_of_place(card);
        let element = self.element_of(self.b().get(card));
        let discards = self.place_of(class, self.b().get(stack), field);
        out.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, discards, vec![element])));
        out.extend(self.lies_in(card, stack));
        let it = self.b().get(stack);
        out.extend(self.raise(&Happens::Stack { class, what: Heap::Discard }, Some((class, it)), None, None));
        let it = self.b().get(card);
        let happens = Happens::Card { class: class::THING, what: Heap::Discard };
        out.extend(self.raise(&happens, Some((class::THING, it)), None, None));
        out
    }

    /// Notes the stack that a card lies in.
    fn lies_in(&mut self, card: ir::LocalId, stack: ir::LocalId) -> Vec<Stmt> {
        let Some((field, _)) = self.field_of(class::THING, class::LAY_IN) else { return Vec::new() };
        let place = self.place_of(class::THING, self.b().get(card), field);
        let some = self.b().cast(Cast::Some, self.b().get(stack), Ty::Int.opt());
        vec![self.b().assign(place, some)]
    }

    /// Notes for each card of a stack that it lies there.
    pub fn all_lie_in(&mut self, class: ClassId, stack: ir::LocalId) -> Vec<Stmt> {
        let Some((field, _)) = self.field_of(class, class::CARDS) else { return Vec::new() };
        let cards = self.load_field(class, self.b().get(stack), field);
        let each = self.ctx.b.local("each", cards.e.ty.element().cloned().unwrap_or(Ty::Int));
        let one = match self.b().get(each) {
            it if matches!(it.ty, Ty::Opt(_)) => self.b().expr(ExprKind::Unwrap(Box::new(it)), Ty::Int),
            it => it,
        };
        let (card, set) = self.temp("card", one);
        let mut inner = vec![set];
        inner.extend(self.lies_in(card, stack));
        vec![self.b().stmt(StmtKind::ForEach(each, cards.e, inner))]
    }

    /// The place of what a player holds.
    pub fn hand(&mut self, who: ir::LocalId) -> ir::Place {
        let ty = self.rep(&T::Ref(class::THING).list());
        let global = self.globals.hands.unwrap_or(ir::GlobalId(0));
        let index = self.b().cast(Cast::Check, self.b().get(who), Ty::Role);
        self.b().place(Root::Global(global), vec![Step::Index(index)], ty)
    }

    /// Takes a card from where it is: a hand, a stack, its discards.
    fn out_of_place(&mut self, card: ir::LocalId) -> Vec<Stmt> {
        let Some((field, _)) = self.field_of(class::THING, class::PLAYER) else { return Vec::new() };
        let owner = self.load_field(class::THING, self.b().get(card), field);
        let (who, set) = self.temp("owner", owner.e);
        let none = self.b().none(Ty::Int.opt());
        let held = self.b().not(self.b().equal(self.b().get(who), none.clone()));
        let at = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(who))), Ty::Int);
        let (at, set_at) = self.temp("player", at);
        let hand = self.hand(at);
        let element = self.element_of(self.b().get(card));
        let take = |this: &Self, place: ir::Place| {
            this.b().stmt(StmtKind::PlaceOp(PlaceOp::DeleteItem, place, vec![element.clone()]))
        };
        let from_hand = take(self, hand);
        let place = self.place_of(class::THING, self.b().get(card), field);
        let free = self.b().assign(place, none.clone());
        let lay_in = self.lay_in(card);
        let (stack, set_stack) = self.temp("lay", lay_in.e);
        let lies = self.b().not(self.b().equal(self.b().get(stack), none));
        let mut from_stack = Vec::new();
        for name in [class::CARDS, class::DISCARDS] {
            if let Some((field, _)) = self.field_of(class::STACK, name) {
                let it = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(stack))), Ty::Int);
                let place = self.place_of(class::STACK, it, field);
                from_stack.push(take(self, place));
            }
        }
        vec![set, self.b().when(held, vec![set_at, from_hand, free]), set_stack, self.b().when(lies, from_stack)]
    }

    /// The turn that the phase under way belongs to.
    fn turn_of_phase(&mut self) -> Expr {
        let firsts: Vec<i64> = self.turns.iter().map(|it| it.first).collect();
        let phase = self.phase().e;
        let b = self.b();
        firsts
            .iter()
            .enumerate()
            .fold(b.int(0), |e, (i, first)| b.either(b.less(phase.clone(), b.int(*first)), e, b.int(i as i64)))
    }

    /// Runs an action from an effect: what it requires may not hold, and then its caller goes on.
    fn run_action(&mut self, span: Span, action: usize, this: Option<Expr>, args: &'a [Argument<'s>]) -> Vec<Stmt> {
        let named: Vec<(Option<Name<'s>>, &'a ast::Expr<'s>)> = args.iter().map(|it| (it.name, &it.value)).collect();
        self.run_with(span, action, this, &named)
    }

    /// The actions of what is sealed are its own.
    pub fn look_at_seal(&mut self, span: Span, action: usize) {
        let Some(class) = self.actions[action].class else { return };
        let sealed = self.classes.get(class).construct.is_some_and(|it| it.sealed);
        let own = self.ctx.this.is_some_and(|it| self.classes.is_a(it.0, class));
        if sealed && !own {
            let name = self.classes.get(class).name;
            self.problems.sealed(span, name);
        }
    }

    fn run_with(
        &mut self,
        span: Span,
        action: usize,
        this: Option<Expr>,
        args: &[(Option<Name<'s>>, &'a ast::Expr<'s>)],
    ) -> Vec<Stmt> {
        self.look_at_seal(span, action);
        let inputs = self.actions[action].inputs.clone();
        let mut given: Vec<Option<Expr>> = vec![None; inputs.len()];
        for (i, (name, e)) in args.iter().enumerate() {
            let at = match name {
                Some(name) => inputs.iter().position(|it| it.name.text == name.text),
                None => (i < inputs.len()).then_some(i),
            };
            let Some(at) = at else {
                let known: Vec<&str> = inputs.iter().map(|it| it.name.text).collect();
                let (at, text) = name.map_or((e.span, ""), |it| (it.span, it.text));
                let of = self.actions[action].title();
                self.problems.unknown_field(at, text, of, &known);
                continue;
            };
            let t = inputs.get(at).map(|it| it.ty.clone()).map_or(T::Dec, |it| self.ty(&it));
            let value = self.expr_for(e, &t);
            let value = self.optional(value);
            if let Some(slot) = given.get_mut(at) {
                *slot = Some(value);
            }
        }
        let this = match (this, self.actions[action].class) {
            (Some(it), _) => it,
            (None, Some(class)) if !self.classes.family(class).single => {
                // One of the player's own, or the only one.
                match self.own(class) {
                    Some(it) => it,
                    None => {
                        let name = self.classes.get(class).name;
                        self.problems.whose(span, name);
                        self.b().int(0)
                    }
                }
            }
            _ => self.b().int(0),
        };
        let run = self.action_run(action);
        let mut all = vec![this];
        for (i, it) in given.into_iter().enumerate() {
            let ty = self.given_type(action, i);
            all.push(it.unwrap_or_else(|| self.b().none(ty)));
        }
        let call = self.b().expr(ExprKind::Call(run, all.into_iter().map(ir::Arg::Value).collect()), Ty::Bool);
        let mut out = vec![self.b().stmt(StmtKind::Expr(call))];
        let key = self.actions[action].key;
        self.mark(Mark::Body(key));
        self.found.writes.insert(self.ctx.key);
        if self.facts.asks.contains(&self.actions[action].key) {
            self.found.asks.insert(self.ctx.key);
            let leave = self.leave_if_stopped();
            out.push(leave);
        }
        out
    }

    /// The instance of a class that the acting state's player has: this one, if it is of it.
    fn own(&mut self, class: ClassId) -> Option<Expr> {
        if let Some((this, local)) = self.ctx.this
            && self.classes.is_a(this, class)
        {
            return Some(self.b().get(local));
        }
        if self.classes.get(class).kind != Some(ConstructKind::Local) {
            return None;
        }
        let who = self.active().e;
        let e = self.state_of_player(class, who);
        let found = self.maybe(e, T::Ref(class));
        Some(self.strict(found))
    }

    /// The state of a class that a player has; optional.
    pub fn state_of_player(&mut self, class: ClassId, who: Expr) -> Expr {
        if self.classes.family(class).single {
            let has = self.has_state(who, class);
            let b = self.b();
            let some = b.cast(Cast::Some, b.int(0), Ty::Int.opt());
            return b.either(has, some, b.none(Ty::Int.opt()));
        }
        let id = self.state_of(class);
        self.b().call(id, vec![who], Ty::Int.opt())
    }

    /// `(player) → instance?`: the state of a class that a player has.
    fn state_of(&mut self, class: ClassId) -> FnId {
        let key = (class.0 as u32, "state of", 0);
        if let Some(id) = self.made.get(&key) {
            return *id;
        }
        let (body, b) = self.apart(|this| {
            let (player, each) = (this.ctx.b.local("player", Ty::Int), this.ctx.b.local("each", Ty::Int));
            let mut out = Vec::new();
            if let Some((field, _)) = this.field_of(class, class::PLAYER) {
                let owner = this.load_field(class, this.b().get(each), field);
                let some = this.b().cast(Cast::Some, this.b().get(player), Ty::Int.opt());
                let root = this.root_of(class);
                let is = this.is_one(T::Ref(root), this.b().get(each), class);
                let mine = this.b().and(this.b().equal(owner.e, some), is);
                let it = this.b().cast(Cast::Some, this.b().get(each), Ty::Int.opt());
                let found = this.b().when(mine, vec![this.b().give(it)]);
                let last = this.less_one(this.instances(class));
                out.push(this.b().stmt(StmtKind::ForRange(each, this.b().int(0), last, vec![found])));
            }
            out.push(this.b().give(this.b().none(Ty::Int.opt())));
            out
        });
        let id = self.function("state of", b, 1, Ty::Int.opt(), body);
        self.made.insert(key, id);
        id
    }

    /// `call x.y with { … }`: an action, a turn, or a phase of one.
    pub fn call_action(
        &mut self,
        span: Span,
        path: &'a [Name<'s>],
        with: &'a [(Name<'s>, ast::Expr<'s>)],
    ) -> Vec<Stmt> {
        let Some(first) = path.first() else { return Vec::new() };
        if let Some(Def::Turn(turn)) = self.names.get(first.text).map(|it| it.0) {
            let phase = match path.get(1) {
                Some(name) => self.phase_of(turn, name.text),
                None => self.turns.get(turn).map(|it| it.first),
            };
            let Some(phase) = phase else {
                let known: Vec<&str> =
                    self.turns.get(turn).map_or(Vec::new(), |it| it.phases.iter().map(|it| it.0.text).collect());
                let name = path.get(1).copied().unwrap_or(*first);
                self.problems.unknown_field(name.span, name.text, first.text, &known);
                return Vec::new();
            };
            self.found.writes.insert(self.ctx.key);
            let phase = self.b().int(phase);
            return vec![self.set_now(super::flow::Now::Phase, phase)];
        }
        let args: Vec<(Option<Name<'s>>, &'a ast::Expr<'s>)> = with.iter().map(|(name, e)| (Some(*name), e)).collect();
        let found = self.path(path);
        let Some((this, action)) = found else {
            let name = path.last().copied().unwrap_or(*first);
            let known: Vec<&str> = self.actions.iter().filter_map(|it| it.name).map(|it| it.text).collect();
            self.problems.unknown_action(name.span, name.text, &known);
            return Vec::new();
        };
        self.run_with(span, action, this, &args)
    }

    /// The action at the end of a path, and the instance before it.
    fn path(&mut self, path: &[Name<'s>]) -> Option<(Option<Expr>, usize)> {
        match path {
            [name] => {
                if let Some((class, local)) = self.ctx.this
                    && let Some(action) = self.action_of(class, name.text)
                {
                    return Some((Some(self.b().get(local)), action));
                }
                if let Some(Def::Action(action)) = self.names.get(name.text).map(|it| it.0) {
                    return Some((None, action));
                }
                // Of any construct, if only one has it.
                let mut all =
                    (0..self.actions.len()).filter(|i| self.actions[*i].name.is_some_and(|it| it.text == name.text));
                let first = all.next()?;
                all.next().is_none().then_some((None, first))
            }
            [state, name] => {
                if let Some(value) = self.variable(state.text)
                    && let T::Ref(class) = value.t
                {
                    let action = self.action_of(class, name.text)?;
                    let it = self.strict(value);
                    return Some((Some(it), action));
                }
                let class = self.class_named(state.text)?;
                let action = self.action_of(class, name.text)?;
                let it = self.supplied(class).map(|it| it.e);
                Some((it, action))
            }
            _ => None,
        }
    }

    /// `new rook() { owner = ps; }`
    pub fn new_instance(&mut self, span: Span, ty: &'a ast::Type<'s>, given: &'a [(Name<'s>, ast::Expr<'s>)]) -> Val {
        let T::Ref(class) = self.ty(ty) else {
            return self.bad();
        };
        let kind = self.classes.get(class).kind;
        let makes = matches!(kind, Some(ConstructKind::Local | ConstructKind::Interactable | ConstructKind::Stack));
        if !makes || self.classes.get(class).construct.is_none() {
            // There is one of each, and it is there.
            if let Some(it) = self.supplied(class) {
                return it;
            }
            let name = self.classes.get(class).name;
            self.problems.not_made(span, name);
            return self.bad();
        }
        self.found.writes.insert(self.ctx.key);
        let mut fields = Vec::new();
        for (name, e) in given {
            let Some((field, info)) = self.field_of(class, name.text) else {
                let known: Vec<&str> = self.classes.family(class).fields.iter().map(|it| it.name).collect();
                let of = self.classes.get(class).name;
                self.problems.unknown_field(name.span, name.text, of, &known);
                self.expr(e);
                continue;
            };
            let value = self.expr_for(e, &info.t);
            if value.none {
                self.note_none(info.declared.map_or(0, |it| it.name.span.start));
            }
            let e = if info.none { self.optional(value) } else { self.strict(value) };
            fields.push((field, e));
        }
        let mark = self.ctx.before.len();
        let id = self.made_instance(class, fields);
        let made = self.ctx.before.split_off(mark);
        self.note_given(class);
        self.val(self.b().block(made, id), T::Ref(class))
    }

    /// The rules say themselves who has a state.
    pub fn note_given(&mut self, class: ClassId) {
        let root = self.root_of(class);
        let at = self.classes.get(root).span.start;
        self.found.given.insert(at);
    }

    /// A new instance without anything given.
    pub fn instance_of(&mut self, class: ClassId) -> Expr {
        self.note_given(class);
        self.made_instance(class, Vec::new())
    }

    /// Adds an instance at the end of its family, and gives its number.
    fn made_instance(&mut self, class: ClassId, fields: Vec<(u16, Expr)>) -> Expr {
        let family = self.classes.family(class);
        let (global, record) = (family.global, family.record);
        // Where attributes begin with instances of their own, `this` is the new one.
        let count = self.instances(class);
        let outer = self.ctx.this;
        let (id, set) = self.temp("new", count);
        self.ctx.before.push(set);
        self.ctx.this = Some((class, id));
        let mark = self.ctx.before.len();
        let record_value = self.record_of(class, fields);
        let nested = self.ctx.before.split_off(mark);
        self.ctx.this = outer;
        let ty = Ty::Record(record).list();
        let place = self.b().place(Root::Global(global), Vec::new(), ty);
        if nested.is_empty() {
            let push = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![record_value]));
            self.ctx.before.push(push);
            return self.b().get(id);
        }
        // Instances of the same family come first or after: a place is kept for this one.
        let (blank, zeros) = self.blank(class);
        let push = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place.clone(), vec![blank]));
        self.ctx.before.extend(zeros);
        self.ctx.before.push(push);
        self.ctx.before.extend(nested);
        let mut at = place;
        at.path.push(Step::Index(self.b().get(id)));
        at.ty = Ty::Record(record);
        let set = self.b().assign(at, record_value);
        self.ctx.before.push(set);
        self.b().get(id)
    }

    /// An instance with nothing in it.
    fn blank(&mut self, class: ClassId) -> (Expr, Vec<Stmt>) {
        let family = self.classes.family(class);
        let (record, fields, tagged) = (family.record, family.fields.clone(), family.tagged);
        let mut parts = Vec::new();
        for it in &fields {
            let ty = self.rep(&it.t);
            let ty = if it.none { ty.opt() } else { ty };
            parts.push(self.zero(&ty));
        }
        if tagged.is_some() {
            parts.push(self.b().int(self.classes.get(class).tag));
        }
        (self.b().expr(ExprKind::Make(parts), Ty::Record(record)), Vec::new())
    }
}

const LIST_FUNCTIONS: &[&str] =
    &["append", "add", "clear", "contains", "find", "removeAt", "remove", "removeRange", "shuffle", "copy", "length"];

const STACK_FUNCTIONS: &[&str] =
    &["pop", "pop_back", "push", "push_back", "draw", "put", "discard", "keep", "shuffle", "reshuffle", "length"];

/// Whether every way through statements ends with `return` or a failure.
fn ends(all: &[ast::Stmt]) -> bool {
    all.last().is_some_and(|it| match &it.kind {
        ast::StmtKind::Return(Some(_)) | ast::StmtKind::Fail(_) => true,
        ast::StmtKind::If(_, yes, no) => ends(yes) && ends(no),
        ast::StmtKind::Block(body) => ends(body),
        ast::StmtKind::While(cond, body) => {
            matches!(cond.kind, Ast::Bool(true)) && !body.iter().any(|it| matches!(it.kind, ast::StmtKind::Break))
        }
        _ => false,
    })
}
