//! Statements, and the body that is being made.

use super::class;
use super::context::{Gives, Reason, Var};
use super::facts::Mark;
use super::types::{self, ClassId, T, Val};
use super::{Checker, Def, ast};
use ast::{ExprKind as Ast, GiveKind, StmtKind as Kind};
use diag::Span;
use front::make::Body;
use ir::{Expr, ExprKind, FnId, Function, LocalId, Place, PlaceOp, Root, Step, Stmt, StmtKind, Ty};
use std::collections::BTreeSet;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn function(&mut self, name: &str, b: Body, params: u16, result: Ty, body: Vec<Stmt>) -> FnId {
        let inout = vec![false; usize::from(params)];
        let effects = ir::Effects::NONE;
        let span = b.at;
        let function = Function { name: name.to_owned(), params, inout, locals: b.locals, result, body, span, effects };
        self.program.functions.push(function);
        FnId((self.program.functions.len() - 1) as u16)
    }

    /// Declares a function whose body comes later.
    pub fn forward(&mut self, name: &str, b: Body, params: u16, result: Ty) -> FnId {
        self.function(name, b, params, result, Vec::new())
    }

    /// Gives a function that was declared its body.
    pub fn complete(&mut self, id: FnId, b: Body, body: Vec<Stmt>) {
        if let Some(it) = self.program.functions.get_mut(id.index()) {
            it.locals = b.locals;
            it.body = body;
        }
    }

    /// Makes a body apart from the one that is being made.
    pub fn apart<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> (R, Body) {
        let saved = std::mem::take(&mut self.ctx);
        self.ctx.title = saved.title;
        self.ctx.chosen = saved.chosen;
        self.ctx.conditions.clone_from(&saved.conditions);
        self.ctx.effects.clone_from(&saved.effects);
        self.ctx.naming.clone_from(&saved.naming);
        self.ctx.parts.clone_from(&saved.parts);
        self.ctx.within = saved.within;
        self.ctx.cancels = saved.cancels;
        let made = make(self);
        let inner = std::mem::replace(&mut self.ctx, saved);
        if inner.key == self.ctx.key {
            self.ctx.marks.extend(inner.marks);
        } else if !inner.marks.is_empty() {
            self.found.marks.entry(inner.key).or_default().extend(inner.marks);
        }
        (made, inner.b)
    }

    /// A new variable of the author's.
    pub fn declare(&mut self, name: ast::Name<'s>, t: T, none: bool) -> LocalId {
        self.not_as_global(name);
        let ty = self.rep(&t);
        let ty = if none { ty.opt() } else { ty };
        let local = self.ctx.b.local(name.text, ty);
        self.ctx.vars.push(Var { name: name.text, t, none, local, at: name.span.start });
        local
    }

    pub fn stmts(&mut self, all: &'a [ast::Stmt<'s>]) -> Vec<Stmt> {
        let scope = self.ctx.vars.len();
        let out = self.open_stmts(all);
        self.ctx.vars.truncate(scope);
        out
    }

    /// Statements whose variables stay.
    pub fn open_stmts(&mut self, all: &'a [ast::Stmt<'s>]) -> Vec<Stmt> {
        self.look_for_unmade(all);
        let mut out = Vec::new();
        for it in all {
            let at = std::mem::replace(&mut self.ctx.b.at, it.span);
            let outer = std::mem::take(&mut self.ctx.before);
            let made = self.stmt(it);
            let before = std::mem::replace(&mut self.ctx.before, outer);
            out.extend(before);
            out.extend(made);
            self.ctx.b.at = at;
        }
        out
    }

    /// `pawn p; place p on c;`: a declaration makes no instance.
    fn look_for_unmade(&mut self, all: &'a [ast::Stmt<'s>]) {
        let mut bare = all.iter().filter(|it| matches!(it.kind, Kind::Declare(_, _, None))).peekable();
        if bare.peek().is_none() {
            return;
        }
        let (mut set, mut used) = (BTreeSet::new(), BTreeSet::new());
        targets(all, &mut set, &mut used);
        for it in bare {
            let Kind::Declare(ty, name, None) = &it.kind else { continue };
            let made = self.class_named(ty.name.text).filter(|id| self.is_thing(&T::Ref(*id)) && ty.lists == 0);
            if made.is_some() && used.contains(name.text) && !set.contains(name.text) {
                self.problems.unmade(it.span, ty.name.text, name.text);
            }
        }
    }

    /// A body: its statements, then the value it ends with, if that is an answer.
    pub fn body(&mut self, body: &'a ast::Body<'s>) -> Vec<Stmt> {
        let scope = self.ctx.vars.len();
        let mut out = self.open_stmts(&body.stmts);
        if let Some(e) = &body.value {
            let outer = std::mem::take(&mut self.ctx.before);
            let last = self.give(e.span, Some(e));
            out.extend(std::mem::replace(&mut self.ctx.before, outer));
            out.extend(last);
        }
        self.ctx.vars.truncate(scope);
        out
    }

    fn give(&mut self, span: Span, e: Option<&'a ast::Expr<'s>>) -> Vec<Stmt> {
        match (self.ctx.gives.clone(), e) {
            (Gives::Answer, Some(e)) => {
                let e = self.cond(e);
                vec![self.b().give(e)]
            }
            (Gives::Answer, None) => {
                self.problems.no_value(span);
                Vec::new()
            }
            (Gives::Value(at, want), Some(e)) => {
                let value = match want.clone().or_else(|| self.facts.results.get(&at).cloned()) {
                    Some(want) => self.expr_for(e, &want),
                    None => self.expr(e),
                };
                if want.is_none() && !matches!(value.t, T::None | T::Bad) {
                    self.found.results.entry(at).or_insert(value.t.clone());
                }
                let ty = self.ctx.result.clone().unwrap_or(Ty::Int);
                let none = matches!(ty, Ty::Opt(_));
                if value.none {
                    self.note_none(at);
                }
                let e = if none { self.optional(value) } else { self.strict(value) };
                // Its result type is unknown until the next round.
                let e = if e.ty == ty { e } else { self.zero(&ty) };
                vec![self.b().give(e)]
            }
            (Gives::Nothing, Some(e)) if matches!(e.kind, Ast::Missing) => Vec::new(),
            (Gives::Nothing, Some(e)) => {
                // In an effect it only ends it.
                let value = self.expr(e);
                let b = self.b();
                vec![b.stmt(StmtKind::Expr(value.e)), b.stmt(StmtKind::Return(None))]
            }
            (_, None) => vec![self.leave()],
        }
    }

    /// Ends the function with some value of its result type.
    pub fn leave(&self) -> Stmt {
        let value = self.ctx.result.as_ref().filter(|it| **it != Ty::Unit).map(|ty| self.zero(ty));
        self.b().stmt(StmtKind::Return(value))
    }

    fn stmt(&mut self, stmt: &'a ast::Stmt<'s>) -> Vec<Stmt> {
        match &stmt.kind {
            Kind::Missing => Vec::new(),
            Kind::Return(e) => self.give(stmt.span, e.as_ref()),
            Kind::Expr(e) => self.expr_stmt(e),
            Kind::Declare(ty, name, value) => self.declaration(ty, *name, value.as_ref()),
            Kind::Assign(target, op, value) => self.assign(stmt.span, target, *op, value),
            Kind::If(cond, yes, no) => {
                let cond = self.cond(cond);
                let (yes, no) = (self.stmts(yes), self.stmts(no));
                vec![self.b().stmt(StmtKind::If(cond, yes, no))]
            }
            Kind::While(cond, body) => {
                let outer = std::mem::take(&mut self.ctx.before);
                let cond = self.cond(cond);
                let before = std::mem::replace(&mut self.ctx.before, outer);
                self.ctx.loops += 1;
                let mark = self.ctx.marks.len();
                let body = self.stmts(body);
                self.again(mark);
                self.ctx.loops -= 1;
                self.looped(before, cond, body)
            }
            Kind::For(first, cond, step, body) => self.for_loop(first.as_deref(), cond.as_ref(), step.as_deref(), body),
            Kind::Block(body) => self.stmts(body),
            Kind::Break | Kind::Continue if self.ctx.loops == 0 => {
                let word = if stmt.kind == Kind::Break { "break" } else { "continue" };
                self.problems.outside_loop(stmt.span, word);
                Vec::new()
            }
            Kind::Break => vec![self.b().stmt(StmtKind::Break)],
            Kind::Continue => vec![self.b().stmt(StmtKind::Continue)],
            Kind::Pass(player, phase) => self.pass(player.as_ref(), *phase),
            Kind::UseTurn(name) => self.use_turn(*name),
            Kind::Fail(why) => self.fail(why.as_ref()),
            Kind::Cancel(what, why) => self.cancel(stmt.span, *what, why.as_ref()),
            Kind::Winner(all) => self.winner(all),
            Kind::Call(path, with) => self.call_action(stmt.span, path, with),
            Kind::Give(kind, state, player) => self.give_state(*kind, state, player),
            Kind::Place(thing, cell) => {
                let thing = self.expr(thing);
                let cell = self.expr(cell);
                self.put(thing, cell)
            }
            Kind::Move(thing, term, args) => self.movement(stmt.span, thing.as_ref(), *term, args),
            Kind::Input(input) => self.input_stmt(input),
        }
    }

    fn looped(&mut self, before: Vec<Stmt>, cond: Expr, body: Vec<Stmt>) -> Vec<Stmt> {
        let b = self.b();
        if before.is_empty() {
            return vec![b.stmt(StmtKind::While(cond, body))];
        }
        let mut all = before;
        all.push(b.when(b.not(cond), vec![b.stmt(StmtKind::Break)]));
        all.extend(body);
        vec![b.stmt(StmtKind::While(b.bool(true), all))]
    }

    /// If nothing changes the counter and the limit, it becomes a loop over numbers. Otherwise the step comes at the
    /// end; but `continue` must run it too, so with a `continue` the step comes before the condition, except the first
    /// time.
    fn for_loop(
        &mut self,
        first: Option<&'a ast::Stmt<'s>>,
        cond: Option<&'a ast::Expr<'s>>,
        step: Option<&'a ast::Stmt<'s>>,
        body: &'a [ast::Stmt<'s>],
    ) -> Vec<Stmt> {
        let scope = self.ctx.vars.len();
        let mut out = first.map_or_else(Vec::new, |it| self.open_stmts(std::slice::from_ref(it)));
        let outer = std::mem::take(&mut self.ctx.before);
        let cond = match cond {
            Some(it) => self.cond(it),
            None => self.b().bool(true),
        };
        let before = std::mem::replace(&mut self.ctx.before, outer);
        let step = step.map_or_else(Vec::new, |it| self.open_stmts(std::slice::from_ref(it)));
        self.ctx.loops += 1;
        let mark = self.ctx.marks.len();
        let mut made = self.stmts(body);
        self.again(mark);
        self.ctx.loops -= 1;
        self.ctx.vars.truncate(scope);
        if before.is_empty()
            && let Some((var, last)) = counted(&cond, &step, &made)
            && let Some(Stmt { kind: StmtKind::Set(id, from), .. }) = out.pop_if(|it| sets(it, var))
        {
            out.push(self.b().stmt(StmtKind::ForRange(id, from, last, made)));
            return out;
        }
        if !continues(body) {
            made.extend(step);
            out.extend(self.looped(before, cond, made));
            return out;
        }
        let begun = self.ctx.b.local("begun", Ty::Bool);
        let b = self.b();
        let mut all = vec![b.stmt(StmtKind::If(b.get(begun), step, Vec::new())), b.set(begun, b.bool(true))];
        all.extend(before);
        all.push(b.when(b.not(cond), vec![b.stmt(StmtKind::Break)]));
        all.extend(made);
        out.push(b.set(begun, b.bool(false)));
        out.push(b.stmt(StmtKind::While(b.bool(true), all)));
        out
    }

    fn expr_stmt(&mut self, e: &'a ast::Expr<'s>) -> Vec<Stmt> {
        if let Ast::Call(function, args) = &e.kind {
            return self.call_stmt(e.span, function, args);
        }
        let mut names = Vec::new();
        e.names_in(&mut names);
        let effects = names.iter().any(|it| self.ctx.effects.iter().any(|effect| effect.0.text == *it));
        let value = self.expr(e);
        if value.t == T::Bool && self.ctx.gives == Gives::Answer {
            self.problems.answer_not_given(e.span);
        } else if value.t != T::Bad && !effects {
            self.problems.does_nothing(e.span, None);
        }
        vec![self.b().stmt(StmtKind::Expr(value.e))]
    }

    fn declaration(
        &mut self,
        ty: &'a ast::Type<'s>,
        name: ast::Name<'s>,
        value: Option<&'a ast::Expr<'s>>,
    ) -> Vec<Stmt> {
        // `p slide;` looks like the declaration of a variable.
        if value.is_none()
            && ty.lists == 0
            && let Some(thing) = self.variable(ty.name.text)
            && matches!(self.names.get(name.text), Some((Def::Movement(_), _)))
        {
            self.note_variable(ty.name.span, ty.name.text);
            return self.movement_of(thing, name, &[]);
        }
        let t = self.ty(ty);
        if let Some(first) = self.ctx.vars.iter().rev().find(|it| it.name == name.text) {
            let at = Span { start: first.at, end: first.at + name.text.len() as u32 };
            self.problems.twice(name.span, name.text, at);
        }
        let value = value.map(|it| self.expr_for(it, &t));
        let at = name.span.start;
        if value.as_ref().is_none_or(|it| it.none) {
            self.note_none(at);
        }
        let none = self.facts.none.contains(&at);
        let local = self.declare(name, t.clone(), none);
        let value = match value {
            Some(it) if none => self.optional(it),
            Some(it) => self.strict(it),
            None => {
                let ty = self.rep(&t);
                let ty = if none { ty.opt() } else { ty };
                self.zero(&ty)
            }
        };
        vec![self.b().set(local, value)]
    }

    /// An assignable place, its type, and the event of its change.
    fn target(&mut self, e: &'a ast::Expr<'s>) -> Option<Target> {
        let at = std::mem::replace(&mut self.ctx.b.at, e.span);
        let found = self.target_here(e);
        self.ctx.b.at = at;
        found
    }

    fn target_here(&mut self, e: &'a ast::Expr<'s>) -> Option<Target> {
        match &e.kind {
            Ast::Name(name) => {
                if let Some(var) = self.ctx.vars.iter().rev().find(|it| it.name == *name).cloned() {
                    let ty = self.b().get(var.local).ty;
                    let place = self.b().place(Root::Local(var.local), Vec::new(), ty);
                    self.note_variable(e.span, name);
                    return Some(Target { place, t: var.t, none: var.none, at: var.at, of: None });
                }
                if let Some((class, local)) = self.ctx.this
                    && let Some((field, _)) = self.field_of(class, name)
                {
                    self.note_attribute(e.span, class, name);
                    let it = self.b().get(local);
                    return self.field_target(e.span, class, it, field);
                }
                None
            }
            Ast::Field(of, name) => {
                let value = self.expr(of);
                let T::Ref(class) = value.t else { return None };
                let (field, _) = self.field_of(class, name.text)?;
                self.note_attribute(name.span, class, name.text);
                let it = self.strict(value);
                self.field_target(e.span, class, it, field)
            }
            Ast::Index(of, index) => {
                // By name.
                let Ast::Str(name) = index.kind else { return None };
                let value = self.expr(of);
                let T::Ref(class) = value.t else { return None };
                let (field, _) = self.field_of(class, name)?;
                self.note_attribute(inner(index.span), class, name);
                let it = self.strict(value);
                self.field_target(e.span, class, it, field)
            }
            _ => None,
        }
    }

    pub fn field_target(&mut self, span: Span, class: ClassId, it: Expr, field: u16) -> Option<Target> {
        let info = self.classes.family(class).fields[usize::from(field)].clone();
        if info.class.is_none() {
            self.problems.reserved_global(span, info.name);
            return None;
        }
        let at = info.declared.map_or(0, |it| it.name.span.start);
        // Evaluate it once.
        let (it, kept) = if matches!(it.kind, ExprKind::Local(_) | ExprKind::Const(_)) {
            (it, None)
        } else {
            let (local, set) = self.temp("it", it);
            (self.b().get(local), Some(set))
        };
        self.ctx.before.extend(kept);
        let place = self.place_of(class, it.clone(), field);
        Some(Target { place, t: info.t, none: info.none, at, of: Some((class, field, it)) })
    }

    fn assign(
        &mut self,
        span: Span,
        target: &'a ast::Expr<'s>,
        op: Option<ast::Op>,
        value: &'a ast::Expr<'s>,
    ) -> Vec<Stmt> {
        if let Some(done) = self.allow(target, value) {
            return done;
        }
        if let (Ast::Index(groups, name), None) = (&target.kind, op)
            && self.is_groups(groups)
        {
            return self.name_group(name, value);
        }
        if let Ast::Index(list, index) = &target.kind
            && !matches!(index.kind, Ast::Str(_))
        {
            return self.assign_element(span, list, index, op, value);
        }
        let Some(to) = self.target(target) else {
            // A problem is reported, unless there was one already.
            let found = self.expr(target);
            if found.t != T::Bad {
                self.problems.not_a_place(target.span, None);
            }
            self.expr(value);
            return Vec::new();
        };
        let value = match op {
            None => self.expr_for(value, &to.t),
            Some(op) => {
                let by = self.number(value);
                self.combined_with(span, op, &to, by)
            }
        };
        self.store(to, value)
    }

    /// Assigns, and notifies the triggers for the change.
    pub fn store(&mut self, to: Target, value: Val) -> Vec<Stmt> {
        if value.none {
            self.note_none(to.at);
        }
        let e = if to.none { self.optional(value) } else { self.strict(value) };
        match to.of.clone() {
            Some((class, field, it)) => self.changed(class, field, it, to, e),
            None => {
                let root = to.place.root;
                match root {
                    Root::Local(local) => vec![self.b().set(local, e)],
                    _ => vec![self.b().assign(to.place, e)],
                }
            }
        }
    }

    /// A value with a number added, or the like: only numbers are changed like that.
    pub fn combined(&mut self, span: Span, op: ast::Op, old: Val, by: Val, t: &T) -> Val {
        use ir::Binary::*;
        let player = *t == T::Player;
        if !matches!(t, T::Dec | T::Player) {
            self.not_a_number(span, t);
            return self.bad();
        }
        let (old, by) = if player {
            (self.whole(old), self.whole(by))
        } else {
            let by = self.fit(by, &T::Dec);
            (self.strict(old), self.strict(by))
        };
        let num = old.ty == Ty::Num;
        if op == ast::Op::Div && !num && !player {
            self.found.fraction = true;
        }
        let op = match (op, num) {
            (ast::Op::Sub, false) => IntSub,
            (ast::Op::Mul, false) => IntMul,
            (ast::Op::Div, false) => IntDiv,
            (ast::Op::Rem, false) => IntRem,
            (_, false) => IntAdd,
            (ast::Op::Sub, true) => NumSub,
            (ast::Op::Mul, true) => NumMul,
            (ast::Op::Div, true) => NumDiv,
            (ast::Op::Rem, true) => NumRem,
            (_, true) => NumAdd,
        };
        if matches!(op, IntDiv | IntRem | NumDiv | NumRem) {
            self.mark_division(&by);
        }
        let e = self.operated(op, old, by);
        let e = self.tidy(e);
        if player {
            return self.val(self.b().rem(e, self.count()), T::Player);
        }
        self.val(e, T::Dec)
    }

    fn assign_element(
        &mut self,
        span: Span,
        list: &'a ast::Expr<'s>,
        index: &'a ast::Expr<'s>,
        op: Option<ast::Op>,
        value: &'a ast::Expr<'s>,
    ) -> Vec<Stmt> {
        let Some((to, mut out)) = self.list_target(list) else {
            let found = self.expr(list);
            if let T::Ref(class) = found.t {
                let name = self.expr(index);
                if name.t == T::Str {
                    return self.assign_by_name(span, (class, found), name, op, value);
                }
            }
            if found.t != T::Bad {
                self.problems.no_element_set(span);
            }
            return Vec::new();
        };
        let at_end =
            matches!(&index.kind, Ast::Field(of, name) if matches!(name.text, "length" | "lenght") && same(of, list));
        let at = self.number(index);
        let at = self.whole(at);
        let of = to.t.element();
        let value = match op {
            None => self.expr_for(value, &of),
            Some(op) => {
                let ty = self.rep(&of).opt();
                let old = self.get(self.list_in(&to.place), at.clone(), ty);
                let old = self.maybe(old, of.clone());
                let by = self.number(value);
                self.combined(span, op, old, by, &of)
            }
        };
        out.extend(self.set_element(to.place.clone(), &to.t, at, value, at_end));
        out
    }

    /// The place of a list, or of a list in a list, with statements that create it.
    pub fn list_target(&mut self, e: &'a ast::Expr<'s>) -> Option<(Target, Vec<Stmt>)> {
        if let Ast::Index(outer, index) = &e.kind
            && !matches!(index.kind, Ast::Str(_))
        {
            let (to, mut out) = self.list_target(outer)?;
            let T::List(of) = to.t.clone() else { return None };
            if !matches!(*of, T::List(_)) {
                return None;
            }
            let at = self.number(index);
            let at = self.whole(at);
            let (i, set) = self.temp("index", at);
            out.push(set);
            // A missing list counts as empty, and not as none.
            self.found.list_none = true;
            let ty = self.rep(&of);
            let held = self.rep(&to.t).element().cloned().unwrap_or_else(|| ty.clone());
            let fill = self.zero(&held);
            let b = self.b();
            let len = b.builtin(ir::Builtin::Len, vec![self.list_in(&to.place)], Ty::Int);
            let push = b.stmt(StmtKind::PlaceOp(PlaceOp::Push, to.place.clone(), vec![fill]));
            let short = b.not(b.less(b.get(i), len));
            out.push(b.stmt(StmtKind::While(short, vec![push])));
            let mut place = to.place;
            place.path.push(Step::Index(b.get(i)));
            place.ty = held.clone();
            if matches!(held, Ty::Opt(_)) {
                let none = b.equal(b.load(place.clone()), b.none(held.clone()));
                let some = b.cast(ir::Cast::Some, self.zero(&ty), held);
                out.push(b.when(none, vec![b.assign(place.clone(), some)]));
            }
            return Some((Target { place, t: *of, none: false, at: to.at, of: to.of }, out));
        }
        let to = self.target(e)?;
        if !matches!(to.t, T::List(_)) {
            return None;
        }
        let mut out = Vec::new();
        if to.none {
            let ty = self.rep(&to.t);
            let b = self.b();
            let is_none = b.equal(b.load(to.place.clone()), b.none(ty.clone().opt()));
            let some = b.cast(ir::Cast::Some, self.zero(&ty), ty.clone().opt());
            out.push(b.when(is_none, vec![b.assign(to.place.clone(), some)]));
        }
        Some((to, out))
    }

    fn fail(&mut self, why: Option<&'a ast::Expr<'s>>) -> Vec<Stmt> {
        let text = self.why_text(why);
        let Some(why) = why.filter(|it| !matches!(it.kind, Ast::Str(_))) else { return self.fail_with(text) };
        let said = self.expr(why);
        let said = self.text_of(said);
        let said = self.b().expr(ExprKind::Make(vec![said]), Ty::Str.list());
        let mut out = vec![self.set_now(super::now::Now::Texts, said)];
        self.mark(Mark::Fail);
        out.extend(self.failing(Reason { of: 0, why: text, said: true, endless: false }));
        out
    }

    /// The text of a failure.
    pub fn why_text(&mut self, why: Option<&'a ast::Expr<'s>>) -> String {
        match why.map(|it| &it.kind) {
            Some(Ast::Str(text)) => (*text).to_owned(),
            Some(Ast::Interpolated(pieces)) => {
                let text = |it: &ast::Piece<'s>| match it {
                    ast::Piece::Text(text) => *text,
                    ast::Piece::Value(..) => "…",
                };
                pieces.iter().map(text).collect()
            }
            _ => "the rules do not allow it".to_owned(),
        }
    }

    /// The action in progress fails: nothing after this runs, and all its effects are undone.
    pub fn fail_with(&mut self, why: String) -> Vec<Stmt> {
        self.fail_for(0, why)
    }

    /// The same for a declaration.
    pub fn fail_for(&mut self, of: u32, why: String) -> Vec<Stmt> {
        self.mark(Mark::Fail);
        self.failing(Reason { of, why, said: false, endless: false })
    }

    /// The same where it is marked otherwise that it may fail.
    pub fn failing(&mut self, why: Reason) -> Vec<Stmt> {
        self.found.asks.insert(self.ctx.key);
        let why = self.reason(why);
        let failed = self.set_now(super::now::Now::Stop, self.b().int(self.reason_number(why as usize)));
        vec![failed, self.leave()]
    }

    /// The number of a reason.
    pub fn reason(&mut self, why: Reason) -> i64 {
        let at = self.reasons.iter().position(|it| *it == why).unwrap_or_else(|| {
            self.reasons.push(why);
            self.reasons.len() - 1
        });
        at as i64
    }

    /// `state.action.allowed = …`; none if the target has another form.
    fn allow(&mut self, target: &'a ast::Expr<'s>, value: &'a ast::Expr<'s>) -> Option<Vec<Stmt>> {
        let Ast::Field(of, name) = &target.kind else { return None };
        if name.text != "allowed" {
            return None;
        }
        let (it, index) = self.action_named(of)?;
        self.look_at_seal(target.span, index);
        let value = self.cond(value);
        self.found.allows = true;
        let several = self.actions[index].class.is_some_and(|it| !self.classes.family(it).single);
        let it = it.filter(|_| several);
        self.found.allows_one |= it.is_some();
        if self.globals.allowed.is_none() {
            return Some(Vec::new());
        }
        let all = self.allowed_place(index);
        let Some(it) = it else {
            let mut out = vec![self.b().assign(all, value)];
            if let Some(place) = self.excepted_place(index) {
                out.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Clear, place, Vec::new())));
            }
            return Some(out);
        };
        let Some(place) = self.excepted_place(index) else { return Some(Vec::new()) };
        let (it, set_it) = self.temp("it", it);
        let now = self.is_allowed(index, self.b().get(it));
        let b = self.b();
        let excepted = self.is_in(b.get(it), b.load(place.clone()));
        let change = |op, place| b.stmt(StmtKind::PlaceOp(op, place, vec![b.get(it)]));
        let changed = b.binary(ir::Binary::Ne, now, value);
        let turned = b.stmt(StmtKind::If(
            excepted,
            vec![change(PlaceOp::DeleteItem, place.clone())],
            vec![change(PlaceOp::Push, place)],
        ));
        Some(vec![set_it, b.when(changed, vec![turned])])
    }

    /// Gives a state to another player, and notifies the triggers for it.
    fn give_state(&mut self, kind: GiveKind, state: &'a ast::Expr<'s>, player: &'a ast::Expr<'s>) -> Vec<Stmt> {
        let who = self.number(player);
        let who = self.player(who);
        // A type as a state means a new instance of it, as in the examples of the language's author.
        let state = match state.kind {
            Ast::Name(name) if self.variable(name).is_none() => match self.names.get(name) {
                Some((Def::Class(id), _)) if self.supplied(*id).is_none() => {
                    let id = *id;
                    self.note_class(state.span, id);
                    let found = self.instance_of(id);
                    self.val(found, T::Ref(id))
                }
                _ => self.expr(state),
            },
            _ => self.expr(state),
        };
        let T::Ref(class) = state.t else {
            if state.t != T::Bad {
                let got = self.say(&state.t);
                self.problems.type_mismatch(state.e.span, "state", &got);
            }
            return Vec::new();
        };
        let it = self.strict(state);
        self.hand_over(kind, class, it, who)
    }

    /// `place x on c`, `move x to c`, `x.move_to(c)`.
    pub fn put(&mut self, thing: Val, cell: Val) -> Vec<Stmt> {
        let T::Ref(class) = thing.t else {
            if thing.t != T::Bad {
                let got = self.say(&thing.t);
                self.problems.type_mismatch(thing.e.span, "placeable", &got);
            }
            return Vec::new();
        };
        if !self.is_thing(&thing.t) || self.field_of(class, class::TILE).is_none() || !self.can_be(class, "placeable") {
            let got = self.say(&thing.t);
            self.problems.type_mismatch(thing.e.span, "placeable", &got);
            return Vec::new();
        }
        let cell = self.fit(cell, &T::Ref(types::CELL));
        let thing = self.strict(thing);
        let cell = self.optional(cell);
        self.moved(class, thing, cell)
    }
}

/// Span of a text's content.
pub fn inner(text: Span) -> Span {
    Span { start: text.start + 1, end: text.end.saturating_sub(1).max(text.start + 1) }
}

/// The target of an assignment.
#[derive(Clone, Debug)]
pub struct Target {
    pub place: Place,
    pub t: T,
    pub none: bool,
    pub at: u32,
    /// The field of an instance.
    pub of: Option<(ClassId, u16, Expr)>,
}

fn sets(it: &Stmt, var: LocalId) -> bool {
    matches!(&it.kind, StmtKind::Set(id, from) if *id == var && from.ty == Ty::Int)
}

/// `i < end; i++` or `i <= end; i++` whose body changes neither: the variable, and its last value.
fn counted(cond: &Expr, step: &[Stmt], body: &[Stmt]) -> Option<(LocalId, Expr)> {
    use ir::Binary::{IntAdd, IntLe, IntLt, IntSub};
    let int = |n: i64| Expr { kind: ExprKind::Const(ir::Const::Int(n)), ty: Ty::Int, span: cond.span };
    let ExprKind::Binary(op @ (IntLt | IntLe), a, end) = &cond.kind else { return None };
    let ExprKind::Local(var) = a.kind else { return None };
    let [Stmt { kind: StmtKind::Set(id, next), .. }] = step else { return None };
    let ExprKind::Binary(IntAdd, by, one) = &next.kind else { return None };
    if *id != var || by.kind != ExprKind::Local(var) || one.kind != ExprKind::Const(ir::Const::Int(1)) {
        return None;
    }
    let end_in = match &end.kind {
        ExprKind::Const(_) => None,
        ExprKind::Local(id) => Some(*id),
        ExprKind::Builtin(ir::Builtin::Len, args) => match args.as_slice() {
            [Expr { kind: ExprKind::Local(id), .. }] => Some(*id),
            _ => return None,
        },
        _ => return None,
    };
    if end_in == Some(var) || writes(body, var) || end_in.is_some_and(|it| writes(body, it)) {
        return None;
    }
    let last = match (op, &end.kind) {
        (IntLe, _) => (**end).clone(),
        (_, ExprKind::Const(ir::Const::Int(n))) => int(n - 1),
        _ => Expr { kind: ExprKind::Binary(IntSub, end.clone(), Box::new(int(1))), ty: Ty::Int, span: end.span },
    };
    Some((var, last))
}

/// `true` if statements may change a local.
fn writes(all: &[Stmt], local: LocalId) -> bool {
    let root = Root::Local(local);
    let mut writes = false;
    ir::walk(all, &mut |node| {
        writes |= match node {
            ir::Node::Stmt(it) => match &it.kind {
                StmtKind::Set(id, _) | StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) => *id == local,
                StmtKind::Assign(place, _) | StmtKind::PlaceOp(_, place, _) => place.root == root,
                _ => false,
            },
            ir::Node::Expr(it) => match &it.kind {
                ExprKind::PlaceOp(_, place, _) => place.root == root,
                ExprKind::Call(_, args) => {
                    args.iter().any(|it| matches!(it, ir::Arg::InOut(place) if place.root == root))
                }
                _ => false,
            },
            ir::Node::Place(_) => false,
        };
    });
    writes
}

/// `true` if statements contain a `continue` of the loop around them.
fn continues(all: &[ast::Stmt]) -> bool {
    all.iter().any(|it| match &it.kind {
        Kind::Continue => true,
        Kind::If(_, yes, no) => continues(yes) || continues(no),
        Kind::Block(body) => continues(body),
        _ => false,
    })
}

/// `true` if two expressions are written the same.
fn same(a: &ast::Expr, b: &ast::Expr) -> bool {
    match (&a.kind, &b.kind) {
        (Ast::Name(a), Ast::Name(b)) => a == b,
        (Ast::This, Ast::This) => true,
        (Ast::Field(a, x), Ast::Field(b, y)) => x.text == y.text && same(a, b),
        (Ast::Index(a, x), Ast::Index(b, y)) => same(a, b) && same(x, y),
        (Ast::Number(a), Ast::Number(b)) => a == b,
        _ => false,
    }
}

/// The variables that statements set, and those whose instance they place, move or change.
fn targets<'s>(all: &[ast::Stmt<'s>], set: &mut BTreeSet<&'s str>, used: &mut BTreeSet<&'s str>) {
    let name = |e: &ast::Expr<'s>| match e.kind {
        Ast::Name(name) => Some(name),
        _ => None,
    };
    for it in all {
        match &it.kind {
            Kind::Assign(target, ..) => match &target.kind {
                Ast::Field(of, _) => used.extend(name(of)),
                _ => set.extend(name(target)),
            },
            Kind::Place(thing, _) | Kind::Move(Some(thing), ..) => used.extend(name(thing)),
            Kind::Input(it) => drop(set.insert(it.name.text)),
            Kind::If(_, yes, no) => {
                targets(yes, set, used);
                targets(no, set, used);
            }
            Kind::While(_, body) | Kind::Block(body) | Kind::For(_, _, _, body) => targets(body, set, used),
            _ => {}
        }
    }
}
