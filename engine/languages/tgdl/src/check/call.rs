//! Calls: verbs, built-in functions, actions; and new instances.

use super::declared::Waits;
use super::facts::Mark;
use super::types::{self, ClassId, T, Val};
use super::{Checker, Def, ast};
use crate::words::{self, Owner};
use ast::{Argument, ExprKind as Ast, Name};
use diag::Span;
use ir::{Builtin, Cast, Expr, ExprKind, Root, Stmt, StmtKind, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// A call for its value.
    pub fn call(&mut self, span: Span, function: &'a ast::Expr<'s>, args: &'a [Argument<'s>]) -> Val {
        let (stmts, value) = self.called(span, function, args);
        // Its effects happen in place: right of `and`, perhaps not at all.
        Val { e: self.b().block(stmts, value.e), ..value }
    }

    /// A call as a statement.
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
            self.note_verb(at, verb);
            let value = self.call_verb(span, verb, Some((class, it)), args);
            return (Vec::new(), value);
        }
        if let Some((class, local)) = self.ctx.this
            && let Some(action) = self.action_of(class, name)
        {
            let it = self.b().get(local);
            self.note_action(at, action);
            return (self.run_action(span, action, Some(it), args), self.bad());
        }
        self.note_name(at, name);
        match (self.names.get(name).map(|it| it.0), name) {
            (Some(Def::Verb(verb)), _) => (Vec::new(), self.call_verb(span, verb, None, args)),
            (Some(Def::Action(action)), _) => (self.run_action(span, action, None, args), self.bad()),
            (_, "random") => {
                self.note_kept(at, |_| "random(n)".to_owned());
                let Some(arg) = args.first() else {
                    self.problems.argument_count(span, "random", 1, 0);
                    return (Vec::new(), self.bad());
                };
                let n = self.number(&arg.value);
                let n = self.whole(n);
                self.chance();
                let e = self.b().builtin(Builtin::Random, vec![n], Ty::Int);
                (Vec::new(), self.dec(e))
            }
            (_, "distance") if args.len() == 2 => {
                let (a, c) = (self.expr(&args[0].value), self.expr(&args[1].value));
                let (Some(a), Some(c)) = (self.cell_of(a), self.cell_of(c)) else { return (Vec::new(), self.bad()) };
                let unwrap = |this: &Self, e: Expr| this.b().expr(ExprKind::Unwrap(Box::new(e)), Ty::Int);
                let (a, c) = (unwrap(self, a), unwrap(self, c));
                let e = self.distance(a, c);
                (Vec::new(), self.optional_number(e, self.unit()))
            }
            _ => {
                let known: Vec<&str> = self.verbs.iter().map(|it| it.name.text).chain(["random", "distance"]).collect();
                self.problems.unknown_function(at, name, &known, false);
                (Vec::new(), self.bad())
            }
        }
    }

    /// A whole number that may be none, as a number of the language.
    fn optional_number(&mut self, e: Expr, unit: i64) -> Val {
        if !self.facts.fraction {
            return self.maybe(e, T::Dec);
        }
        let (local, set) = self.temp("number", e);
        let b = self.b();
        let none = b.equal(b.get(local), b.none(Ty::Int.opt()));
        let it = b.cast(Cast::IntToNum, b.expr(ExprKind::Unwrap(Box::new(b.get(local))), Ty::Int), Ty::Num);
        let it = if unit == 1 { it } else { b.binary(ir::Binary::NumDiv, it, b.num(unit as f64)) };
        let it = b.cast(Cast::Some, it, Ty::Num.opt());
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
        // Names that always have a member of that name.
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
                    let e = self.turn_of(&self.phase().e);
                    return (Vec::new(), self.val(e, T::Turn));
                }
                ("events", "stop" | "start") => {
                    self.problems.events_go_on(span, name.text);
                    return (Vec::new(), self.bad());
                }
                _ => {}
            }
        }
        if let Ast::Field(turns, phase) = &of.kind
            && matches!((&turns.kind, phase.text, name.text), (Ast::Name("turns"), "phase", "active"))
        {
            return (Vec::new(), self.phase());
        }
        let list = self.is_list(of);
        let changes = list && CHANGE_LISTS.contains(&name.text);
        if changes && let Some((target, before)) = self.list_target(of) {
            let list = Val { e: self.list_in(&target.place), t: target.t.clone(), none: false };
            let t = list.t.clone();
            if let Some((mut stmts, value)) = self.list_call(list, Some(target.place), name, args) {
                let mut all = before;
                all.append(&mut stmts);
                return (all, value);
            }
            return (Vec::new(), self.no_list_function(&t, name));
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
                    None => (Vec::new(), self.no_list_function(&t, name)),
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

    /// Reports a function that lists do not have.
    fn no_list_function(&mut self, list: &T, name: Name<'s>) -> Val {
        let known: Vec<&str> = words::members_of(Owner::List).collect();
        let ty = self.say(list);
        self.problems.unknown_field(name.span, name.text, &ty, &known);
        self.bad()
    }

    /// `true` if an expression is a list; reports no problems.
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
        self.offer_members(name.span, &t);
        if let Some(verb) = self.verb_of(class, name.text) {
            self.note_verb(name.span, verb);
            let it = self.strict(value);
            return (Vec::new(), self.call_verb(span, verb, Some((class, it)), args));
        }
        if let Some(action) = self.action_of(class, name.text) {
            self.note_action(name.span, action);
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
                    out.extend(self.discard(types::STACK, stack, card));
                }
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
            _ if self.is_class(&t, types::STACK) => self.call_stack(class, value, name, args),
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

    /// Runs an action from an effect: if its requirements do not hold, the caller goes on.
    fn run_action(&mut self, span: Span, action: usize, this: Option<Expr>, args: &'a [Argument<'s>]) -> Vec<Stmt> {
        let named: Vec<(Option<Name<'s>>, &'a ast::Expr<'s>)> = args.iter().map(|it| (it.name, &it.value)).collect();
        self.run_with(span, action, this, &named)
    }

    /// Reports a call of a sealed construct's action from outside of it.
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
        if !self.triggers.iter().any(|it| it.action == action && it.waits == Waits::Call) {
            self.problems.waits_for_no_call(span, self.actions[action].title());
        }
        self.called.insert(action);
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
            if let (Some(name), Some(input)) = (name, inputs.get(at)) {
                self.note(name.span, input.name.span);
            }
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
        if self.facts.asks.contains(&self.actions[action].key) {
            self.found.asks.insert(self.ctx.key);
            let leave = self.leave_if_stopped();
            out.push(leave);
        }
        out
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
            self.note_name(first.span, first.text);
            if let Some(name) = path.get(1) {
                self.note_phase(name.span, turn, name.text);
            }
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
            let begun = self.actions.iter().position(|it| it.begins == Some(phase));
            self.called.extend(begun);
            return self.begin_phase(phase);
        }
        let args: Vec<(Option<Name<'s>>, &'a ast::Expr<'s>)> = with.iter().map(|(name, e)| (Some(*name), e)).collect();
        let found = self.path(path);
        let Some((this, action)) = found else {
            let name = path.last().copied().unwrap_or(*first);
            let known: Vec<&str> = self.actions.iter().filter_map(|it| it.name).map(|it| it.text).collect();
            self.problems.unknown_action(name.span, name.text, &known);
            return Vec::new();
        };
        if let Some(name) = path.last() {
            self.note_action(name.span, action);
        }
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
            [of, name]
                if let Some((this, action)) = self.path(&[*of])
                    && let Some(phase) = self.waiting_phase(action, name.text) =>
            {
                self.note_action(of.span, action);
                Some((this, phase))
            }
            [state, name] => {
                if let Some(value) = self.variable(state.text)
                    && let T::Ref(class) = value.t
                {
                    let action = self.action_of(class, name.text)?;
                    self.note_variable(state.span, state.text);
                    let it = self.strict(value);
                    return Some((Some(it), action));
                }
                let class = self.class_named(state.text)?;
                let action = self.action_of(class, name.text)?;
                self.note_class(state.span, class);
                let it = self.supplied(class).map(|it| it.e);
                Some((it, action))
            }
            _ => None,
        }
    }
}

/// Functions that change the list: they turn none into a list.
const CHANGE_LISTS: &[&str] =
    &["append", "addRange", "push", "add", "clear", "shuffle", "removeAt", "remove", "removeRange"];
