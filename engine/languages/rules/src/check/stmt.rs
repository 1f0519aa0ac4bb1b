//! Statements of functions, handlers and hooks. Those of procedures are in [`super::script`].

use super::access::path_text;
use super::at_once::{ANSWER, END_ALL};
use super::body::{BodyKind, Tail};
use super::sort::{Sort, Typed, cast, none};
use super::{Checker, ast};
use ast::{BinaryOp, ExprKind as Ast, Flow, FlowTarget, StmtKind as Source, Value};
use diag::Span;
use ir::{Cast, Const, Effects, Expr, ExprKind, Place, Root, Stmt, StmtKind, Target, Ty};
use std::rc::Rc;

/// Maximum states and procedures that a text may name, if there are arguments.
const MOST_NAMED: usize = 64;

/// Field of `V` with the labels of moves; reserved if there are labels.
pub const LABELS: &str = "labels";

impl<'s> Checker<'_, '_, 's> {
    /// A block with its own variables. `tail`: the code after it.
    pub fn block(&mut self, block: &ast::Block<'s>, tail: Tail) -> Vec<Stmt> {
        self.body.enter();
        let depth = self.body.narrowed.len();
        let mut out = Vec::new();
        let mut ended: Option<(Span, &'static str)> = None;
        for (i, it) in block.stmts.iter().enumerate() {
            if let Some((span, word)) = ended.take()
                && !matches!(it.kind, Source::Return(None))
            {
                self.problems.unreachable(it.span, span, word);
            }
            let after = match block.stmts.get(i + 1) {
                None => tail,
                // A bare `return` after a transition changes nothing.
                Some(next) if matches!(next.kind, Source::Return(None)) => Tail::Last,
                Some(next) => Tail::Then(next.span),
            };
            self.stmt(it, after, &mut out);
            // Code after `goto` or `end` itself is an error, reported there.
            ended = self.ends(it).filter(|_| {
                !matches!(it.kind, Source::Goto(_) | Source::End(_) | Source::EndAll(_) | Source::Answer(_))
            });
            self.learn_from_exit(it);
        }
        self.body.narrowed.truncate(depth);
        self.body.exit();
        out
    }

    /// After `if x == none { return }`, `x` is not none.
    pub fn learn_from_exit(&mut self, it: &ast::Stmt<'s>) {
        if let Source::If { cond, then, other: None } = &it.kind
            && then.stmts.last().is_some_and(|it| self.ends(it).is_some())
        {
            self.learn(cond, false);
        }
    }

    /// The word of a statement after which nothing can run.
    pub fn ends(&self, it: &ast::Stmt<'s>) -> Option<(Span, &'static str)> {
        let word = match &it.kind {
            Source::Return(_) => "return",
            Source::Break => "break",
            Source::Continue => "continue",
            Source::Finish(_) => "finish",
            Source::Goto(_) => "goto",
            Source::End(_) | Source::EndAll(_) => "end",
            Source::Answer(_) => ANSWER,
            Source::If { then, other: Some(other), .. } => {
                let last = then.stmts.last().and_then(|it| self.ends(it))?;
                other.stmts.last().and_then(|it| self.ends(it))?;
                return Some(last);
            }
            _ => return None,
        };
        Some((it.span, word))
    }

    pub fn stmt(&mut self, it: &ast::Stmt<'s>, tail: Tail, out: &mut Vec<Stmt>) {
        let span = it.span;
        let mut push = |kind| out.push(Stmt { kind, span });
        self.body.tail = Tail::Inside(span);
        match &it.kind {
            Source::Let { name, ty, value } => {
                let value = match value {
                    Value::Expr(it) => it,
                    Value::Call(flow) => {
                        self.declare_local(*name, Ty::Any, None);
                        self.body.touch(name.text);
                        return self.problems.call_outside_procedure(flow.span);
                    }
                };
                let (value, ty) = self.initial(ty.as_ref(), value);
                let (id, hidden) = self.declare_local(*name, ty, None);
                if let Some(first) = hidden {
                    self.problems.twice(name.span, name.text, first);
                }
                push(StmtKind::Set(id, value));
            }
            Source::Assign { target, op, value } => {
                let value = match value {
                    Value::Expr(it) => it,
                    Value::Call(flow) => return self.problems.call_outside_procedure(flow.span),
                };
                if let Some(stmt) = self.assign(target, *op, value, span) {
                    out.push(stmt);
                }
            }
            Source::If { cond, then, other } => {
                let test = self.condition(cond);
                let depth = self.body.narrowed.len();
                self.learn(cond, true);
                let then = self.block(then, tail.of_block());
                self.body.narrowed.truncate(depth);
                self.learn(cond, false);
                let other = other.as_ref().map(|it| self.block(it, tail.of_block())).unwrap_or_default();
                self.body.narrowed.truncate(depth);
                push(StmtKind::If(test, then, other));
            }
            Source::While { cond, body } => {
                let test = self.condition(cond);
                let depth = self.body.narrowed.len();
                self.learn(cond, true);
                let body = self.loop_body(body, span);
                self.body.narrowed.truncate(depth);
                push(StmtKind::While(test, body));
            }
            Source::For { var, iter, cond, body, anew: _ } => {
                if let Some(stmt) = self.for_loop(var, iter, cond.as_ref(), body, span) {
                    out.push(stmt);
                }
            }
            Source::Turns(_) => self.problems.turns_outside(span),
            Source::Return(value) => push(StmtKind::Return(self.returned(value.as_ref(), span))),
            Source::Break | Source::Continue => {
                let stop = matches!(it.kind, Source::Break);
                if self.body.loops == 0 {
                    self.problems.outside_loop(span, if stop { "break" } else { "continue" });
                }
                push(if stop { StmtKind::Break } else { StmtKind::Continue });
            }
            Source::Call(flow) => {
                let (went, _) = self.transition(flow, "call", StmtKind::Call, tail);
                out.extend(went);
            }
            Source::Goto(flow) => {
                let (went, _) = self.transition(flow, "goto", StmtKind::Goto, tail);
                let leaves = leaving(tail, span).filter(|_| !went.is_empty());
                out.extend(went.into_iter().chain(leaves));
            }
            Source::End(value) => {
                self.may_transition(span, "end", tail);
                let value = value.as_ref().map(|it| self.end_value(it));
                let sort = value.as_ref().map(|it| it.1.clone());
                self.flow_end(sort, span);
                let value = value.map(|it| it.0);
                push(self.take_answer(value.clone(), "end", span).unwrap_or(StmtKind::End(value)));
                out.extend(leaving(tail, span));
            }
            Source::EndAll(value) => {
                self.may_transition(span, END_ALL, tail);
                let value = value.as_ref().map(|it| self.end_value(it));
                self.flow_end(value.as_ref().map(|it| it.1.clone()), span);
                match self.take_answer(value.map(|it| it.0), END_ALL, span) {
                    Some(kind) => push(kind),
                    None => self.problems.answer_outside(span, END_ALL),
                }
                out.extend(leaving(tail, span));
            }
            Source::Answer(value) => {
                self.may_transition(span, ANSWER, tail);
                let (value, sort) = self.end_value(value);
                // `answer none` takes an answer back.
                if sort != Sort::None {
                    self.flow_end(Some(sort), span);
                }
                match self.take_answer(Some(value), ANSWER, span) {
                    Some(kind) => push(kind),
                    None => self.problems.answer_outside(span, ANSWER),
                }
                out.extend(leaving(tail, span));
            }
            Source::Finish(args) => {
                if let Some(kind) = self.finish_stmt(args, span) {
                    push(kind);
                }
            }
            Source::Log(to, text) => {
                self.effect(Effects::WRITE, span, "writes the log".into());
                let to = self.readers(to, span);
                let text = text.as_ref().map(|it| self.any_text(it));
                push(StmtKind::Log(match (to, text) {
                    (Some(to), Some(text)) => Some(private_line(to, text, span)),
                    (_, text) => text,
                }));
            }
            Source::Show(to, text) => {
                self.effect(Effects::WRITE, span, "writes the log".into());
                let to = self.readers(to, span);
                let text = self.any_text(text);
                let shown = Expr { span, ..cast(Cast::Reveal, text, Ty::Str) };
                push(StmtKind::Log(to.map(|to| private_line(to, shown, span))));
            }
            Source::Prompt(text) => {
                self.effect(Effects::OFFER, span, "sets the prompt".into());
                let text = self.any_text(text);
                push(StmtKind::Prompt(text));
            }
            Source::Action { name, args, label, when } => {
                for it in self.offer(*name, args.as_deref().unwrap_or_default(), label.as_ref(), when.as_ref(), span) {
                    push(it);
                }
            }
            Source::Button { name, label, when } => {
                for it in self.button(*name, label.as_ref(), when.as_ref(), span) {
                    push(it);
                }
            }
            Source::Assert(cond) => {
                let test = self.condition(cond);
                push(StmtKind::Assert(test, String::new()));
            }
            Source::Expr(expr) => self.expr_stmt(expr, tail, out),
            Source::Set { target, value } => out.extend(self.assign(target, None, value, span)),
            Source::Eval(body) => out.extend(self.block(body, tail)),
            Source::Missing => {}
        }
    }

    /// The value a variable starts with, and its type.
    pub fn initial(&mut self, ty: Option<&ast::Type<'s>>, value: &ast::Expr<'s>) -> (Expr, Ty) {
        match ty {
            Some(ty) => {
                let ty = self.resolve(ty);
                (self.expr_as(value, &ty), ty)
            }
            None => {
                let typed = self.expr(value, None);
                self.settle(typed)
            }
        }
    }

    /// Recipients of a private log line, as a list; `None` for a public line.
    fn readers(&mut self, to: &[ast::Expr<'s>], span: Span) -> Option<Expr> {
        let list = Ty::Role.list();
        if let [one] = to {
            let typed = self.expr(one, Some(&Ty::Role));
            let several = matches!(&typed.sort, Sort::Active | Sort::Empty)
                || matches!(&typed.sort, Sort::Of(Ty::List(_) | Ty::Set(_) | Ty::Array(..)));
            if several {
                return Some(self.coerce(typed, &list));
            }
            let role = self.coerce(typed, &Ty::Role);
            return Some(Expr { kind: ExprKind::Make(vec![role]), ty: list, span });
        }
        let roles: Vec<Expr> = to.iter().map(|it| self.expr_as(it, &Ty::Role)).collect();
        (!roles.is_empty()).then_some(Expr { kind: ExprKind::Make(roles), ty: list, span })
    }

    /// A text for the log or a prompt: any printable value.
    pub fn any_text(&mut self, it: &ast::Expr<'s>) -> Expr {
        let typed = self.expr(it, Some(&Ty::Str));
        self.text_of(typed)
    }

    fn loop_body(&mut self, body: &ast::Block<'s>, span: Span) -> Vec<Stmt> {
        self.body.loops += 1;
        let body = self.block(body, Tail::After(span));
        self.body.loops -= 1;
        body
    }

    /// `place = value`, `place += value`, `G.active = …`
    pub fn assign(
        &mut self,
        target: &ast::Expr<'s>,
        op: Option<BinaryOp>,
        value: &ast::Expr<'s>,
        span: Span,
    ) -> Option<Stmt> {
        if let Ast::Field(base, field) = &target.kind
            && let Ast::Name(base) = base.kind
        {
            match (base, field.text) {
                ("G", "active") => return self.set_active(op, value, span),
                ("V", name) if op.is_none() && self.view_field(name).is_none() => {
                    return self.new_view_field(name, value, target.span, span);
                }
                _ => {}
            }
        }
        self.likely = Some(self.likely_type(target, op, value));
        let place = self.place(target);
        self.likely = None;
        let place = place?;
        let value = match op {
            None => self.expr_as(value, &place.ty),
            Some(op) => {
                let old = self.read(target);
                let given = self.expr(value, None);
                let sum = self.arithmetic(op, span, old, given, span);
                self.coerce(sum, &place.ty)
            }
        };
        Some(self.store(place, value, span))
    }

    /// Assigns an element that is a loop's to its variable, if that is a place.
    pub fn store_element(&mut self, target: &ast::Expr<'s>, element: Typed, span: Span) -> Option<Stmt> {
        if self.is_active(target) {
            self.effect(Effects::WRITE, target.span, "changes `G.active`".into());
            return self.activate(element, span, span);
        }
        let place = self.place(target)?;
        let value = self.coerce(element, &place.ty);
        Some(self.store(place, value, span))
    }

    /// `true` for `G.active`.
    pub fn is_active(&self, it: &ast::Expr<'s>) -> bool {
        matches!(&it.kind, Ast::Field(base, field) if field.text == "active"
            && matches!(base.kind, Ast::Name("G")) && self.body.find("G").is_none())
    }

    pub fn store(&mut self, place: Place, value: Expr, span: Span) -> Stmt {
        let kind = match place.root {
            Root::Local(id) if place.path.is_empty() => StmtKind::Set(id, value),
            _ => StmtKind::Assign(place, value),
        };
        Stmt { kind, span }
    }

    fn new_view_field(&mut self, name: &str, value: &ast::Expr<'s>, at: Span, span: Span) -> Option<Stmt> {
        self.effect(Effects::VIEW, at, format!("changes `V.{name}`"));
        let typed = self.expr(value, None);
        let (expr, ty) = match typed.sort {
            // As the framework gives them: indices.
            Sort::Seat | Sort::Active | Sort::None | Sort::Empty => {
                let expr = self.fit(typed, &Ty::Any)?;
                (expr, Ty::Any)
            }
            _ => self.settle(typed),
        };
        if name == LABELS {
            self.labels_field.get_or_insert(at);
        }
        if ir::RESERVED_VIEWS.contains(&name) {
            self.problems.reserved_view_field(at, name);
            return None;
        }
        self.program.view_fields.push(ir::Named { name: name.to_string(), ty: ty.clone() });
        let id = ir::ViewId((self.program.view_fields.len() - 1).min(u16::MAX as usize) as u16);
        self.view_fields.insert(name.to_string(), id);
        let place = Place { root: Root::View(id), path: Vec::new(), ty, span: at };
        Some(Stmt { kind: StmtKind::Assign(place, expr), span })
    }

    fn set_active(&mut self, op: Option<BinaryOp>, value: &ast::Expr<'s>, span: Span) -> Option<Stmt> {
        self.effect(Effects::WRITE, span, "changes `G.active`".into());
        if op.is_some() {
            self.problems.active_part(span);
            return None;
        }
        let typed = self.expr(value, Some(&Ty::Role.list()));
        self.activate(typed, value.span, span)
    }

    /// `G.active = typed`
    pub fn activate(&mut self, typed: Typed, at: Span, span: Span) -> Option<Stmt> {
        let known = Self::known_role(&typed);
        let value = self.active_value(typed, at)?;
        let set = Stmt { kind: StmtKind::SetActive(value), span };
        let Some(check) = self.only_who_sits(known, at) else { return Some(set) };
        let always = Expr { kind: ExprKind::Const(Const::Bool(true)), ty: Ty::Bool, span };
        Some(Stmt { kind: StmtKind::If(always, vec![set, check], Vec::new()), span })
    }

    /// A value for `G.active`, in its representation.
    fn active_value(&mut self, typed: Typed, at: Span) -> Option<Expr> {
        let fits = match &typed.sort {
            Sort::Of(Ty::Role | Ty::Any) | Sort::None | Sort::Empty | Sort::Active | Sort::Poison | Sort::Seat => true,
            Sort::Of(Ty::List(it) | Ty::Set(it) | Ty::Opt(it)) => **it == Ty::Role,
            Sort::Of(_) => false,
        };
        if !fits && let Some(name) = self.named_by_text(&typed, &Ty::Role) {
            self.problems.quoted_name(at, "Role", &name);
            return None;
        }
        if let (ExprKind::Const(Const::Int(number)), false) = (&typed.expr.kind, fits)
            && let Some(role) = usize::try_from(*number).ok().filter(|it| *it < self.program.roles.len())
        {
            let role = self.program.role_word(role).to_owned();
            self.problems.role_number(at, &role);
            return None;
        }
        if !fits {
            let shown = self.show_sort(&typed.sort);
            self.problems.active_type(at, &shown);
            return None;
        }
        Some(self.coerce(typed, &Ty::Any))
    }

    fn for_loop(
        &mut self,
        var: &ast::Expr<'s>,
        iter: &ast::Expr<'s>,
        cond: Option<&ast::Expr<'s>>,
        body: &ast::Block<'s>,
        span: Span,
    ) -> Option<Stmt> {
        let many = self.many(iter);
        let element = many.as_ref().map_or(Ty::Unit, super::iterate::Many::element);
        self.body.enter();
        let (id, first) = match var.kind {
            Ast::Name(text) => {
                let name = ast::Name { text, span: var.span };
                (self.declare_local(name, element, Some("loop variable")).0, None)
            }
            _ => {
                // A field of `G` or `L` is set anew in each round.
                let id = self.body.temporary(element.clone());
                let value = Typed::of(ExprKind::Local(id), element, var.span);
                (id, self.store_element(var, value, var.span))
            }
        };
        let depth = self.body.narrowed.len();
        let test = cond.map(|it| self.condition(it));
        if let Some(cond) = cond {
            self.learn(cond, true);
        }
        let inner = self.loop_body(body, span);
        self.body.narrowed.truncate(depth);
        self.body.exit();
        let inner = match test {
            Some(test) => {
                let span = test.span;
                vec![Stmt { kind: StmtKind::If(test, inner, Vec::new()), span }]
            }
            None => inner,
        };
        let stmts = first.into_iter().chain(inner).collect();
        Some(many?.each(id, stmts, span))
    }

    fn returned(&mut self, value: Option<&ast::Expr<'s>>, span: Span) -> Option<Expr> {
        let valued = matches!(self.body.kind, BodyKind::Function | BodyKind::Query | BodyKind::Worth);
        match (value, self.body.result.clone()) {
            (None, None) => {
                if valued {
                    self.body.result = Some(Ty::Unit);
                }
                None
            }
            (None, Some(Ty::Unit)) => None,
            (None, Some(ty)) => {
                let shown = self.show(&ty);
                self.problems.return_without(span, &shown);
                None
            }
            (Some(it), _) if !valued => {
                self.problems.return_value(it.span);
                self.expr(it, None);
                None
            }
            (Some(it), None) => {
                let typed = self.expr(it, None);
                self.body.broken |= typed.sort == Sort::Poison;
                let (expr, ty) = self.settle(typed);
                self.body.result = Some(if ty == Ty::Unit { Ty::Any } else { ty });
                Some(expr)
            }
            (Some(it), Some(Ty::Unit)) => {
                self.problems.return_value(it.span);
                self.expr(it, None);
                None
            }
            (Some(it), Some(ty)) => Some(self.expr_as(it, &ty)),
        }
    }

    /// Complains of a transition that is not the last thing to happen.
    pub fn may_transition(&mut self, span: Span, word: &'static str, tail: Tail) {
        self.effect(Effects::FLOW, span, format!("uses `{word}`"));
        let leaves = matches!(word, "goto" | "end" | END_ALL | ANSWER) && !self.body.valued;
        match tail {
            Tail::Last => {}
            Tail::After(_) if leaves => {}
            Tail::Then(next) | Tail::After(next) | Tail::Inside(next) => self.problems.not_last(span, word, next),
        }
    }

    /// `call` or `goto`, made by `make`; and where it goes, if that is known.
    pub fn transition(
        &mut self,
        flow: &Flow<'s>,
        word: &'static str,
        make: fn(Target, Vec<Expr>) -> StmtKind,
        tail: Tail,
    ) -> (Vec<Stmt>, Option<ir::FrameId>) {
        self.may_transition(flow.span, word, tail);
        self.check_asked(flow, word);
        let span = flow.span;
        if let (FlowTarget::Expr(name), Some(env)) = (&flow.target, &flow.env)
            && !matches!(name.kind, Ast::Str(_))
            && !env.is_empty()
        {
            return (self.go_by_text(name, env, make, span), None);
        }
        let Some((target, args)) = self.target(flow) else { return (Vec::new(), None) };
        let known = if let Target::Frame(id) = target { Some(id) } else { None };
        let active = self.make_asked_active(flow);
        (active.into_iter().chain([Stmt { kind: make(target, args), span }]).collect(), known)
    }

    pub fn target(&mut self, flow: &Flow<'s>) -> Option<(Target, Vec<Expr>)> {
        // With arguments, a text that is written down is as good as the name in it.
        let name = match &flow.target {
            FlowTarget::Name(name) => Some(*name),
            FlowTarget::Expr(ast::Expr { kind: Ast::Str(text), span }) if flow.env.is_some() => {
                Some(ast::Name { text, span: Span { start: span.start + 1, end: span.end - 1 } })
            }
            FlowTarget::Expr(_) => None,
        };
        match (name, &flow.target) {
            (Some(name), _) => match (&flow.env, self.frame_names.get(name.text).copied()) {
                (Some(env), Some(id)) => {
                    self.note_frame(id, name.span);
                    Some((Target::Frame(id), self.by_name(id, env, flow.span)))
                }
                (env, _) => {
                    env.iter().flatten().for_each(|(_, value)| drop(self.expr(value, None)));
                    self.target_named(name, &flow.args, flow.span)
                }
            },
            (None, FlowTarget::Expr(it)) => {
                let name = self.expr_as(it, &Ty::Str);
                self.any_frame_called = true;
                Some((Target::Named(Box::new(name)), Vec::new()))
            }
            (None, FlowTarget::Name(_)) => None,
        }
    }

    /// `call (text) { x: 1 }`: whichever of the states and procedures that take these arguments has the name.
    fn go_by_text(
        &mut self,
        name: &ast::Expr<'s>,
        env: &[(ast::Name<'s>, ast::Expr<'s>)],
        make: fn(Target, Vec<Expr>) -> StmtKind,
        span: Span,
    ) -> Vec<Stmt> {
        let text = self.expr_as(name, &Ty::Str);
        let kept = self.body.temporary(Ty::Str);
        let mut out = vec![Stmt { kind: StmtKind::Set(kept, text), span }];
        let mut values: Vec<(&str, Expr)> = Vec::new();
        let earlier = super::earlier(env.iter().map(|it| it.0));
        for ((key, value), first) in env.iter().zip(earlier) {
            if let Some(first) = first {
                self.problems.twice(key.span, key.text, first);
            }
            let typed = self.expr(value, None);
            if typed.sort == Sort::Poison {
                self.any_frame_called = true;
                return Vec::new();
            }
            let (value, ty) = self.settle(typed);
            let id = self.body.temporary(ty.clone());
            out.push(Stmt { kind: StmtKind::Set(id, value), span });
            values.push((key.text, Expr { kind: ExprKind::Local(id), ty, span: key.span }));
        }
        let program = &self.program;
        let takes = |params: &[super::Param<'s>]| {
            // Values checked at run time are allowed too.
            let whole = |it: &Ty| matches!(it, Ty::Int | Ty::Range(..));
            let fits = |ty: &Ty, to: &Ty| {
                let number = whole(ty) && (whole(to.inner()) || *to.inner() == Ty::Num);
                number || *ty == Ty::Any || ir::flows(program, ty, to)
            };
            let goes = |key: &str, ty: &Ty| params.iter().any(|it| it.name.text == key && fits(ty, &it.ty));
            let given = |it: &super::Param<'s>| values.iter().any(|(key, _)| *key == it.name.text);
            values.iter().all(|(key, value)| goes(key, &value.ty))
                && params.iter().all(|it| it.default.is_some() || given(it))
        };
        let found: Vec<usize> = (0..self.frames.len()).filter(|at| takes(&self.frames[*at].params)).collect();
        let keys: Vec<String> = env.iter().map(|it| format!("`{}`", it.0.text)).collect();
        let keys = keys.join(", ");
        if found.is_empty() || found.len() > MOST_NAMED {
            self.any_frame_called = true;
            self.problems.named_target_arguments(span, &keys, MOST_NAMED, found.len());
            return Vec::new();
        }
        let stop = StmtKind::Stop(format!("no state or procedure of that name takes {keys}"));
        let mut last = vec![Stmt { kind: stop, span }];
        for at in found.into_iter().rev() {
            let frame = &mut self.frames[at];
            frame.called = true;
            let (called, params) = (frame.name.text, Rc::clone(&frame.params));
            let mut args = Vec::new();
            for param in params.iter() {
                args.push(match values.iter().find(|it| it.0 == param.name.text) {
                    Some((_, value)) => {
                        let value = Typed { sort: Sort::Of(value.ty.clone()), expr: value.clone() };
                        self.coerce(value, &param.ty)
                    }
                    None => self.left_out(param, span),
                });
            }
            let make_text = |kind| Box::new(Expr { kind, ty: Ty::Str, span });
            let named = make_text(ExprKind::Const(Const::Str(called.to_owned())));
            let test = ExprKind::Binary(ir::Binary::Eq, make_text(ExprKind::Local(kept)), named);
            let test = Expr { kind: test, ty: Ty::Bool, span };
            let go = Stmt { kind: make(Target::Frame(ir::FrameId(at as u16)), args), span };
            last = vec![Stmt { kind: StmtKind::If(test, vec![go], last), span }];
        }
        out.extend(last);
        out
    }

    /// Arguments by the names of their parameters.
    fn by_name(&mut self, id: ir::FrameId, env: &[(ast::Name<'s>, ast::Expr<'s>)], span: Span) -> Vec<Expr> {
        let frame = &mut self.frames[id.index()];
        frame.called = true;
        let (callee, params) = (frame.name, Rc::clone(&frame.params));
        if self.is_full() {
            env.iter().for_each(|(_, value)| drop(self.expr(value, None)));
            return Vec::new();
        }
        let earlier = super::earlier(env.iter().map(|it| it.0));
        for ((name, value), first) in env.iter().zip(earlier) {
            if let Some(first) = first {
                self.problems.twice(name.span, name.text, first);
                self.expr(value, None);
            } else if let Some(param) = params.iter().find(|it| it.name.text == name.text) {
                self.note(name.span, front::NameKind::Variable, Some(param.name.span), |this| {
                    (format!("{}: {}", name.text, this.show(&param.ty)), "")
                });
            } else {
                let known: Vec<&str> = params.iter().map(|it| it.name.text).collect();
                self.problems.unknown_field(name.span, name.text, callee.text, &known);
                self.expr(value, None);
            }
        }
        let mut args = Vec::new();
        for param in params.iter() {
            let given = env.iter().find(|it| it.0.text == param.name.text);
            if given.is_none() && param.default.is_none() {
                self.problems.missing_argument(span, callee.text, param.name.text, param.name.span);
            }
            args.push(match given {
                Some((_, value)) => self.expr_as(value, &param.ty),
                None => self.left_out(param, span),
            });
        }
        args
    }

    pub fn target_named(
        &mut self,
        name: ast::Name<'s>,
        given: &[ast::Expr<'s>],
        span: Span,
    ) -> Option<(Target, Vec<Expr>)> {
        if self.probed(name.span) {
            self.probe_frames();
        }
        let Some(id) = self.frame_names.get(name.text).copied() else {
            let known: Vec<&str> = self.frame_names.keys().copied().collect();
            let function = self.functions.iter().any(|it| it.name.text == name.text);
            self.problems.unknown_frame(name.span, name.text, &known, function);
            self.any_frame_called = true;
            for it in given {
                self.expr(it, None);
            }
            return None;
        };
        self.note_frame(id, name.span);
        self.frames[id.index()].called = true;
        if self.is_full() {
            self.ignore(given, span);
            return Some((Target::Frame(id), Vec::new()));
        }
        let params = Rc::clone(&self.frames[id.index()].params);
        self.check_count(name, &params, given, span);
        let mut args = Vec::new();
        for (i, param) in params.iter().enumerate() {
            args.push(match given.get(i) {
                Some(it) => self.expr_as(it, &param.ty),
                None => self.left_out(param, span),
            });
        }
        for it in given.iter().skip(params.len()) {
            self.expr(it, None);
        }
        Some((Target::Frame(id), args))
    }

    /// The value of `end` in the form of `L.$`, and its type.
    pub fn end_value(&mut self, it: &ast::Expr<'s>) -> (Expr, Sort) {
        let typed = self.expr(it, None);
        let sort = match &typed.sort {
            Sort::Of(Ty::Range(..)) => Sort::Of(Ty::Int),
            other => other.clone(),
        };
        (self.coerce(typed, &Ty::Any), sort)
    }

    pub fn finish_stmt(&mut self, args: &[ast::Expr<'s>], span: Span) -> Option<StmtKind> {
        self.effect(Effects::FLOW, span, "uses `finish`".into());
        if args.len() > 2 {
            self.problems.finish_arguments(span);
            return None;
        }
        let first = args.first()?;
        if let Ast::Name(text) = first.kind
            && self.is_unknown(text)
        {
            self.problems.finish_name(first.span, text);
            if let Some(message) = args.get(1) {
                self.any_text(message);
            }
            return None;
        }
        let typed = self.expr(first, None);
        let typed = self.several_winners(typed);
        let fits = matches!(
            typed.sort,
            Sort::Of(Ty::Role | Ty::Str | Ty::Any | Ty::Int) | Sort::Poison | Sort::Seat | Sort::Active
        );
        if !fits {
            let shown = self.show_sort(&typed.sort);
            self.problems.finish_result(typed.expr.span, &shown);
        }
        // Either one role is active, or nobody wins.
        let result = match typed.sort {
            Sort::Active => cast(Cast::ToAny, cast(Cast::ActiveToRole, typed.expr, Ty::Role), Ty::Any),
            _ => self.fit(typed, &Ty::Any).unwrap_or_else(|| none(span)),
        };
        let message = args.get(1).map(|it| self.any_text(it));
        Some(StmtKind::Finish(result, message))
    }

    /// Roles that win together, as the text that names them: each once, and a draw if there are none. Any other value
    /// unchanged.
    fn several_winners(&mut self, typed: Typed) -> Typed {
        let span = typed.expr.span;
        let draw = || Expr { kind: ExprKind::Const(Const::Str("Draw".into())), ty: Ty::Str, span };
        let roles = Ty::Role.list();
        let list = match &typed.sort {
            Sort::Empty => return Typed { expr: draw(), sort: Sort::Of(Ty::Str) },
            Sort::Of(Ty::List(of)) if **of == Ty::Role => typed.expr,
            Sort::Of(Ty::Set(of) | Ty::Array(of, _)) if **of == Ty::Role => self.elements(typed.expr, roles.clone()),
            _ => return typed,
        };
        let kept = self.body.temporary(roles.clone());
        let make = |kind, ty| Expr { kind, ty, span };
        let read = || make(ExprKind::Local(kept), roles.clone());
        let once = make(ExprKind::Builtin(ir::Builtin::Unique, vec![list]), roles.clone());
        let set = Stmt { kind: StmtKind::Set(kept, once), span };
        let nobody = make(ExprKind::Builtin(ir::Builtin::Empty, vec![read()]), Ty::Bool);
        let names = cast(Cast::ToStr, read(), Ty::Str);
        let named = make(ExprKind::If(Box::new(nobody), Box::new(draw()), Box::new(names)), Ty::Str);
        Typed::of(ExprKind::Block(vec![set], Box::new(named)), Ty::Str, span)
    }

    /// A statement that is an expression: a call, or it does nothing.
    pub fn expr_stmt(&mut self, expr: &ast::Expr<'s>, tail: Tail, out: &mut Vec<Stmt>) {
        let span = expr.span;
        if let Ast::Call(callee, args) = &expr.kind
            && let Ast::Name(text) = callee.kind
        {
            let name = ast::Name { text, span: callee.span };
            let shadowed = self.names.contains_key(text);
            if let Some(change) = self.change_active(name, args, span) {
                out.extend(change.stmts);
                return;
            }
            if !shadowed && ir::Form::named(text).is_some() {
                self.note_builtin(name);
            }
            if let Some(form) = ir::Form::named(text)
                && !shadowed
                && self.form_stmt(form, name, args, span, tail, out)
            {
                return;
            }
            if let Some(op) = ir::PlaceOp::named(text)
                && !shadowed
            {
                self.note_builtin(name);
                if let Some((place, args, _)) = self.place_op(op, name, args, span) {
                    out.push(Stmt { kind: StmtKind::PlaceOp(op, place, args), span });
                }
                return;
            }
            self.body.tail = tail;
            let typed = self.call_expr(callee, args, span);
            if ir::Builtin::named(text).is_some_and(|it| it.effects() == Effects::NONE) && !shadowed {
                self.problems.unused_value(span, text);
            }
            out.push(Stmt { kind: StmtKind::Expr(typed.expr), span });
            return;
        }
        let typed = self.expr(expr, None);
        if typed.sort != Sort::Poison {
            let comparison = match &expr.kind {
                Ast::Binary(BinaryOp::Eq, at, a, _) => path_text(a).map(|_| *at),
                _ => None,
            };
            self.problems.does_nothing(span, comparison);
        }
    }
}

/// Leaves a body after a transition in one of its blocks, if code follows the block.
fn leaving(tail: Tail, span: Span) -> Option<Stmt> {
    matches!(tail, Tail::After(_)).then_some(Stmt { kind: StmtKind::Return(None), span })
}

/// The entry of a log that only some roles read.
fn private_line(to: Expr, text: Expr, span: Span) -> Expr {
    let (readers, words) = ir::PRIVATE_LINE;
    let any = |it: Expr| cast(Cast::ToAny, it, Ty::Any);
    let fields = vec![(readers.to_string(), any(to)), (words.to_string(), any(text))];
    Expr { kind: ExprKind::MakeObject(fields), ty: Ty::Any, span }
}
