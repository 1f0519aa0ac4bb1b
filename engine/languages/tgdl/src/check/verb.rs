//! Verbs: their inputs and results, and calls of them.

use super::context::{Gives, Within};
use super::declared::VerbInfo;
use super::facts::Mark;
use super::now::{CANCELS, FAILED, Now};
use super::types::{ClassId, T, Val};
use super::{Checker, Def, ast};
use ast::{Argument, ExprKind as Ast, Input, ItemKind, MemberKind, PartKind, Source};
use diag::Span;
use front::make::Body;
use ir::{Expr, ExprKind, FnId, Stmt, StmtKind, Ty};
use std::collections::BTreeMap;

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

    /// Checks that overrides are marked, and override something.
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
                (true, Some(above)) => self.note_verb(name.span, above),
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
        // Inputs alone come from the caller, unless the author names another supplier.
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
    pub fn verb_of(&self, class: ClassId, name: &str) -> Option<usize> {
        if let Some(found) = self.verb_from(class, name) {
            return Some(found);
        }
        // For a general class: a verb of some class below it.
        if self.classes.get(class).construct.is_some() {
            return None;
        }
        self.verbs.iter().position(|it| it.name.text == name && it.class.is_some_and(|it| self.classes.is_a(it, class)))
    }

    /// The verb of a class or of its base.
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

    /// Result type of a verb; `None` if it is not known to return anything.
    fn result_of(&mut self, verb: usize) -> Option<T> {
        let info = &self.verbs[verb];
        let (returns, at, name, class) = (info.returns, info.name.span.start, info.name.text, info.class);
        if let Some(ty) = returns {
            return Some(self.ty(ty));
        }
        if let Some(t) = self.facts.results.get(&at) {
            return Some(t.clone());
        }
        // With the type of the overridden verb.
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

    /// `true` if a verb may return none: itself, its base, or its overrides.
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
    pub fn verb_function(&mut self, verb: usize) -> FnId {
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
        self.not_as_attribute(it.name);
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
        self.ctx.within = Within::Verb;
        self.ctx.parts.clear();
        self.ctx.cancels = false;
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
                // Reaching the end without a value returns none.
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
    pub fn call_verb(
        &mut self,
        span: Span,
        verb: usize,
        this: Option<(ClassId, Expr)>,
        args: &'a [Argument<'s>],
    ) -> Val {
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
        for key in &keys {
            self.mark(Mark::Body(*key));
        }
        if keys.iter().any(|it| self.facts.asks.contains(it)) {
            // The call may stop the action, so it comes before the expression.
            self.found.asks.insert(self.ctx.key);
            let (local, set) = self.temp("value", e);
            self.ctx.before.push(set);
            if keys.iter().any(|it| self.facts.cancels.contains(it)) {
                if self.ctx.within == Within::Nothing {
                    // Without an effect to cancel, it fails.
                    let b = self.b();
                    let cancels = b.equal(self.now(Now::Stop), b.int(CANCELS));
                    let fails = vec![self.set_why(), self.set_now(Now::Stop, b.add(b.int(FAILED), self.now(Now::Why)))];
                    let fails = b.when(cancels, fails);
                    self.ctx.before.push(fails);
                } else {
                    self.found.cancels.insert(self.ctx.key);
                }
            }
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
        let mut named = BTreeMap::new();
        let mut told = false;
        for it in args {
            let at = match it.name {
                Some(name) => match params.iter().position(|it| it.name.text == name.text) {
                    Some(at) => {
                        self.note(name.span, params[at].name.span);
                        if let Some(first) = named.insert(at, name.span) {
                            self.problems.part_twice(name.span, name.text, first);
                            told = true;
                        }
                        Some(at)
                    }
                    None => {
                        let known: Vec<&str> = params.iter().map(|it| it.name.text).collect();
                        let of = self.verbs[verb].name.text;
                        self.problems.unknown_field(name.span, name.text, of, &known);
                        told = true;
                        None
                    }
                },
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
        if missing && !told && args.len() <= params.len() {
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
        for it in &below {
            self.note_verb(self.verbs[verb].name.span, it.1);
        }
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
                    // All verbs of one name have the same result; a type that is not known yet is known the next time.
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
}

/// `true` if every path through statements ends with `return` or a failure.
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
