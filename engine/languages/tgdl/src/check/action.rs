//! Actions: their inputs, requirements, phases and effects.

use super::context::{Gives, Runs, Var, Within};
use super::declared::{ActionInfo, Happens, Waits};
use super::facts::Mark;
use super::now::Now;
use super::types::{BOARD, ClassId, T};
use super::{Checker, Def, ast};
use ast::{ExprKind as Ast, ItemKind, MemberKind, Name, Part, PartKind, Require};
use front::make::Body;
use ir::{Expr, ExprKind, FnId, LocalId, Stmt, Ty};

/// Maximum actions of a game, goals and movements included.
const ACTIONS_LIMIT: usize = 1_000;

/// Maximum inputs of an action.
const INPUTS_LIMIT: usize = 100;

/// Maximum uses of named requires and effects in an action.
const NAMED_USES_LIMIT: usize = 100;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// All actions, of constructs and of the game.
    pub fn declare_actions(&mut self) {
        for i in 0..self.classes.list.len() {
            let Some(construct) = self.classes.list[i].construct else { continue };
            for member in &construct.members {
                if let MemberKind::Action(it) = &member.kind {
                    self.action(it, Some(ClassId(i)), false, false);
                }
            }
        }
        let file = self.file;
        for item in &file.items {
            match &item.kind {
                ItemKind::Action(it) => {
                    let index = self.action(it, None, false, false);
                    if let Some((name, index)) = it.name.zip(index) {
                        self.define(name, Def::Action(index));
                    }
                }
                ItemKind::Goal(it) => {
                    if let Some(name) = it.name {
                        self.define(name, Def::Goal);
                    }
                    self.action(it, None, true, false);
                }
                ItemKind::Movement(it) => {
                    let index = self.action(it, None, false, true);
                    if let Some((name, index)) = it.name.zip(index) {
                        self.define(name, Def::Movement(index));
                    }
                }
                _ => {}
            }
        }
        self.board_actions();
        self.declare_phases();
        self.look_at_members();
        self.look_at_overridden_actions();
    }

    fn board_actions(&mut self) {
        let Some(board) = self.board.ast else { return };
        let class = self.board.class.or(Some(BOARD));
        for part in &board.parts {
            if let ast::BoardPartKind::Action(it) = &part.kind {
                self.action(it, class, false, false);
            }
        }
        let groups: Vec<_> = self.board.groups.iter().filter_map(|it| Some((it.ast?, it.class))).collect();
        for (group, class) in groups {
            for part in &group.parts {
                if let ast::GroupPartKind::Action(it) = &part.kind {
                    self.action(it, class, false, false);
                }
            }
        }
    }

    /// Takes an action, unless there are too many; gives its index.
    pub fn action(
        &mut self,
        it: &'a ast::Action<'s>,
        class: Option<ClassId>,
        goal: bool,
        movement: bool,
    ) -> Option<usize> {
        let index = self.actions.len();
        if index >= ACTIONS_LIMIT {
            self.problems.too_many_in_program(it.span, "actions", ACTIONS_LIMIT);
            return None;
        }
        let mut inputs = Vec::new();
        let mut triggers = Vec::new();
        for part in &it.parts {
            match &part.kind {
                PartKind::Input(input) => inputs.push(input),
                PartKind::Trigger(trigger) => triggers.push(trigger),
                _ => {}
            }
        }
        if let Some(input) = inputs.get(INPUTS_LIMIT) {
            self.problems.too_many_in(input.span, "an action", "inputs", INPUTS_LIMIT);
            inputs.truncate(INPUTS_LIMIT);
        }
        let priority = it.priority.as_ref().map_or(0.0, |e| self.constant(e));
        let key = it.span.start;
        self.actions.push(ActionInfo {
            name: it.name,
            class,
            of: None,
            ast: it,
            goal,
            movement,
            inputs,
            triggers,
            priority,
            key,
            begins: None,
        });
        for part in &it.parts {
            if let PartKind::Phase(phase) = &part.kind
                && phase.waits()
                && let Some(own) = self.action(phase, class, false, movement)
            {
                self.actions[own].of = Some(index);
            }
        }
        Some(index)
    }

    /// A number that is known when compiling.
    fn constant(&mut self, e: &'a ast::Expr<'s>) -> f64 {
        match &e.kind {
            Ast::Number(text) => text.parse().unwrap_or(0.0),
            Ast::Minus(of) => -self.constant(of),
            Ast::Plus(of) => self.constant(of),
            _ => {
                self.problems.not_constant_number(e.span);
                0.0
            }
        }
    }

    /// An action that a class has, its own or inherited.
    pub fn action_of(&self, class: ClassId, name: &str) -> Option<usize> {
        self.own_or_inherited(class, |it| it.of.is_none() && it.name.is_some_and(|it| it.text == name))
    }

    /// The first of the actions and phases that a class has, its own or inherited.
    pub fn own_or_inherited(&self, class: ClassId, is: impl Fn(&ActionInfo<'a, 's>) -> bool) -> Option<usize> {
        let mut at = Some(class);
        while let Some(id) = at {
            if let Some(found) = self.actions.iter().position(|it| it.class == Some(id) && is(it)) {
                return Some(found);
            }
            at = self.classes.get(id).base;
        }
        None
    }

    /// A phase that waits for something of its own.
    pub fn waiting_phase(&self, action: usize, name: &str) -> Option<usize> {
        self.actions.iter().position(|it| it.of == Some(action) && it.name.is_some_and(|it| it.text == name))
    }

    /// `state.action` as a target of `allowed` or `call`: the instance, if it says one, and the action.
    pub fn action_named(&mut self, e: &'a ast::Expr<'s>) -> Option<(Option<Expr>, usize)> {
        match &e.kind {
            Ast::Name(name) => {
                if let Some(Def::Action(index)) = self.names.get(name).map(|it| it.0) {
                    self.note_action(e.span, index);
                    return Some((None, index));
                }
                let (class, local) = self.ctx.this?;
                let index = self.action_of(class, name)?;
                self.note_action(e.span, index);
                Some((Some(self.b().get(local)), index))
            }
            Ast::Field(of, name) => {
                if let Ast::Name(class) = of.kind
                    && self.variable(class).is_none()
                    && let Some(Def::Class(id)) = self.names.get(class).map(|it| it.0)
                {
                    let index = self.action_of(id, name.text)?;
                    self.note_class(of.span, id);
                    self.note_action(name.span, index);
                    return Some((None, index));
                }
                let value = self.expr(of);
                let T::Ref(class) = value.t else { return None };
                let index = self.action_of(class, name.text)?;
                self.note_action(name.span, index);
                let it = self.strict(value);
                Some((Some(it), index))
            }
            _ => None,
        }
    }

    /// `true` if a player chooses an action, rather than a trigger or a call.
    pub fn is_choice(&self, index: usize) -> bool {
        let it = &self.actions[index];
        if it.goal || it.movement && it.triggers.is_empty() || it.follows() {
            return false;
        }
        // Of an action all of whose phases wait there is nothing to choose.
        if it.triggers.is_empty()
            && !it.ast.parts.is_empty()
            && it.ast.parts.iter().all(|it| matches!(&it.kind, PartKind::Phase(it) if it.waits()))
        {
            return false;
        }
        let mut mine = self.triggers.iter().filter(|it| it.action == index).peekable();
        mine.peek().is_none() && it.triggers.is_empty()
            || mine.any(|it| matches!(it.waits, Waits::Choice | Waits::OffTurn))
    }

    /// Two truth values: the active player may choose an action; others may.
    pub fn chosen_when(&self, index: usize) -> (bool, bool) {
        let has = |waits: Waits| self.triggers.iter().any(|it| it.action == index && it.waits == waits);
        (self.actions[index].triggers.is_empty() || has(Waits::Choice), has(Waits::OffTurn))
    }

    /// `true` if players may choose something while they are not active.
    pub fn has_off_turn(&self) -> bool {
        self.triggers.iter().any(|it| it.waits == Waits::OffTurn)
    }

    /// The choosing player.
    pub fn chooser(&self) -> Expr {
        if self.has_off_turn() { self.b().expr(ExprKind::Seat, Ty::Int) } else { self.active().e }
    }

    /// Statements for an action that run only if a player may choose it.
    pub fn where_chosen(&self, index: usize, who: Expr, then: Vec<Stmt>) -> Vec<Stmt> {
        if !self.has_off_turn() {
            return then;
        }
        let active = self.b().equal(who, self.active().e);
        match self.chosen_when(index) {
            (true, true) => then,
            (true, false) => vec![self.b().when(active, then)],
            _ => vec![self.b().when(self.b().not(active), then)],
        }
    }

    /// The type of an input that a caller supplies.
    pub fn given_type(&mut self, action: usize, input: usize) -> Ty {
        let ty = self.actions[action].inputs.get(input).map(|it| it.ty.clone());
        let t = ty.map_or(T::Dec, |it| self.ty(&it));
        self.rep(&t).opt()
    }

    /// `(this, inputs…) → bool`: runs an action; false if its requirements do not hold, or it was stopped. An input
    /// that is none is resolved here.
    pub fn action_run(&mut self, index: usize) -> FnId {
        self.action_run_of(index, Runs::Whole)
    }

    /// The same with some of the effects, as triggers run it. `Wanted` takes for each of [`Self::trigger_names`] whether it
    /// is wanted, behind the inputs.
    pub fn action_run_of(&mut self, index: usize, runs: Runs<'s>) -> FnId {
        let key = match runs {
            Runs::Wanted => -1,
            Runs::Whole => 0,
            Runs::Named(None) => 1,
            Runs::Named(Some(name)) => {
                let names = self.trigger_names(index);
                2 + names.iter().position(|it| *it == Some(name)).unwrap_or(0) as i64
            }
        };
        let key = (index as u32, "action", key);
        if let Some(id) = self.made.get(&key) {
            return *id;
        }
        let mut b = Body { at: self.actions[index].ast.span, ..Body::default() };
        b.local("this", Ty::Int);
        let count = self.actions[index].inputs.len();
        for i in 0..count {
            let ty = self.given_type(index, i);
            b.local("given", ty);
        }
        let flags = if runs == Runs::Wanted { self.trigger_names(index) } else { Vec::new() };
        for _ in &flags {
            b.local("wanted", Ty::Bool);
        }
        let name = self.actions[index].title();
        let id = self.forward(name, b, (count + flags.len()) as u16 + 1, Ty::Bool);
        self.made.insert(key, id);
        let (body, b) = self.apart(|this| this.action_body(index, runs));
        self.complete(id, b, body);
        id
    }

    /// The names of the triggers of an action, each once; for an override without triggers, those of the overridden
    /// action.
    pub fn trigger_names(&self, index: usize) -> Vec<Option<&'s str>> {
        let mut of = index;
        while self.actions[of].follows()
            && let Some(above) = self.overridden(of)
        {
            of = above;
        }
        let mut out = Vec::new();
        for it in self.triggers.iter().filter(|it| it.action == of) {
            if !out.contains(&it.group) {
                out.push(it.group);
            }
        }
        out
    }

    fn action_body(&mut self, index: usize, runs: Runs<'s>) -> Vec<Stmt> {
        let info = &self.actions[index];
        let (ast, class, inputs) = (info.ast, info.class, info.inputs.clone());
        self.ctx.b.at = ast.span;
        self.ctx.key = info.key;
        self.ctx.result = Some(Ty::Bool);
        self.ctx.title = self.actions[index].title();
        self.ctx.chosen = self.is_choice(index);
        self.ctx.within = Within::Nothing;
        self.ctx.parts = Self::cancellable(&ast.parts);
        let movement = self.actions[index].movement;
        // A movement's requirements are checked at its possible ends.
        self.ctx.requires = if movement { Vec::new() } else { required(&ast.parts) };
        // Names belong to the action itself, not to its callers.
        self.ctx.conditions.clear();
        self.ctx.effects.clear();
        self.ctx.naming.clear();
        self.name_parts(&ast.parts);
        let this = self.ctx.b.local("this", Ty::Int);
        self.ctx.this = class.map(|it| (it, this));
        let given: Vec<LocalId> = (0..inputs.len())
            .map(|i| {
                let ty = self.given_type(index, i);
                self.ctx.b.local("given", ty)
            })
            .collect();
        if runs == Runs::Wanted {
            for name in self.trigger_names(index) {
                let local = self.ctx.b.local("wanted", Ty::Bool);
                self.ctx.wanted.push((name, local));
            }
        }
        let mut out = self.overriding(index, runs, this, &given);
        if self.globals.allowed.is_some() {
            let allowed = self.is_allowed(index, self.b().get(this));
            let barred = self.b().not(allowed);
            out.push(self.b().when(barred, vec![self.leave()]));
        }
        // A chosen action is not offered in this case.
        if !self.ctx.chosen || runs != Runs::Whole {
            self.ctx.policy = self.fail_policy(&ast.parts, Some(index));
        }
        self.ctx.inputs = true;
        for (input, given) in inputs.iter().zip(given) {
            if self.actions[index].goal && !self.is_supplied(input) {
                self.problems.asks_nobody(input.name.span, input.name.text, "goal");
            }
            out.extend(self.input(input, Some(given)));
        }
        if !movement {
            let parts: Vec<&'a Part<'s>> = ast.parts.iter().collect();
            self.note_parts(&ast.parts);
            out.extend(self.requirements(&parts, None));
        }
        self.ctx.inputs = false;
        let mark = self.ctx.b.local("mark", Ty::Int);
        if self.facts.queues {
            out.push(self.b().set(mark, self.noted()));
        }
        out.extend(self.begin_cancelling(false));
        let subject = class.map(|_| self.b().get(this));
        let phase = self.actions[index].of.is_some();
        let part = |begins: bool| Happens::Part { at: ast.span.start, begins };
        let what = if phase { part(true) } else { Happens::Action { action: index } };
        let (before, barred) = self.raise_before(&what, subject.clone(), [None, None]);
        if let Some(it) = &mut self.ctx.cancelling {
            it.follows = !before.is_empty();
        }
        out.extend(before);
        if let Some(barred) = barred {
            // The action does not run, as if its requirements did not hold.
            let b = self.b();
            let free = b.less(b.get(barred), b.int(0));
            let why = self.set_now(Now::Why, b.get(barred));
            out.push(b.when(b.not(free), vec![why, self.leave()]));
        }
        if phase {
            out.extend(self.raise_after(&what, subject.clone(), [None, None]));
            let mark = self.b().get(mark);
            out.extend(self.settle(mark));
        }
        match self.actions[index].begins {
            Some(phase) => out.extend(self.begin_phase_of_turn(phase)),
            None if movement => out.extend(self.movement_by_itself(index)),
            None => out.extend(self.effects(ast, runs, &self.trigger_names(index))),
        }
        out.extend(self.end_cancelling());
        if phase {
            out.extend(self.happens(&part(false), subject, [None, None], Vec::new()));
        } else {
            out.extend(self.raise_after(&what, subject, [None, None]));
        }
        let mark = self.b().get(mark);
        out.extend(self.settle(mark));
        if !self.facts.cancels.is_empty() {
            out.push(self.set_now(Now::Why, self.b().int(-1)));
        }
        out.push(self.b().give(self.b().bool(true)));
        if runs == Runs::Whole {
            self.try_in_place(index, &mut out);
        }
        out
    }

    /// Collects the named conditions and effects of an action or phase.
    pub fn name_parts(&mut self, parts: &'a [Part<'s>]) {
        self.named_uses = 0;
        for part in parts {
            match &part.kind {
                PartKind::Require(it) => {
                    for (name, body) in &it.conditions {
                        if let Some(name) = name.or(it.group) {
                            self.ctx.conditions.push((name, body));
                        }
                    }
                }
                PartKind::Effect { group: Some(name), body, .. } => self.ctx.effects.push((*name, body)),
                _ => {}
            }
        }
    }

    /// A name as a condition: for conditions of that name, all of them; for an effect, that it runs, if the
    /// requirements of its name hold.
    pub fn named_part(&mut self, name: &str) -> Option<Expr> {
        let conditions: Vec<_> = self.ctx.conditions.iter().filter(|it| it.0.text == name).map(|it| it.1).collect();
        let effect = self.ctx.effects.iter().find(|it| it.0.text == name).map(|it| it.1);
        if conditions.is_empty() && effect.is_none() {
            return None;
        }
        // For an editor, each is visited once, in place.
        if self.notes.is_some() {
            return Some(self.b().bool(true));
        }
        // Each use is made anew.
        let itself = self.ctx.naming.iter().any(|it| it == name);
        if itself || self.named_uses >= NAMED_USES_LIMIT {
            // An excess is reported once.
            if itself || self.named_uses == NAMED_USES_LIMIT {
                let at = self.b().at;
                self.problems.names_itself(at, name, !itself);
            }
            self.named_uses += 1;
            return Some(self.b().bool(true));
        }
        self.named_uses += 1;
        self.ctx.naming.push(name.to_owned());
        let made = self.named_part_made(name, conditions, effect);
        self.ctx.naming.pop();
        Some(made)
    }

    fn named_part_made(
        &mut self,
        name: &str,
        conditions: Vec<&'a ast::Body<'s>>,
        effect: Option<&'a ast::Body<'s>>,
    ) -> Expr {
        let mut all: Option<Expr> = None;
        for body in conditions {
            let cond = self.condition(body);
            all = Some(match all {
                Some(before) => self.b().and(before, cond),
                None => cond,
            });
        }
        let cond = all.unwrap_or_else(|| self.b().bool(true));
        let Some(body) = effect.filter(|_| self.ctx.gives == Gives::Nothing) else { return cond };
        let (holds, set) = self.temp("holds", cond);
        let inner = self.effect_of(Some(name), body);
        let then = self.b().when(self.b().get(holds), inner);
        self.b().block(vec![set, then], self.b().get(holds))
    }

    pub fn this_or_zero(&self) -> Expr {
        self.ctx.this.map_or_else(|| self.b().int(0), |it| self.b().get(it.1))
    }

    /// A phase as a function of `this` and of the inputs that are known there.
    pub fn phase_of_action(&mut self, phase: &'a ast::Action<'s>) -> FnId {
        let vars = self.ctx.vars.clone();
        let types: Vec<Ty> = vars.iter().map(|it| self.b().get(it.local).ty).collect();
        let this = self.ctx.this;
        let count = vars.len() as u16 + 1;
        let (body, b) = self.apart(|checker| {
            let local = checker.ctx.b.local("this", Ty::Int);
            checker.ctx.this = this.map(|it| (it.0, local));
            for (var, ty) in vars.iter().zip(&types) {
                let local = checker.ctx.b.local(var.name, ty.clone());
                checker.ctx.vars.push(Var { local, ..var.clone() });
            }
            checker.phase_body(phase, true)
        });
        let name = phase.name.map_or("phase", |it| it.text);
        self.function(name, b, count, Ty::Bool, body)
    }

    /// A phase of a turn: `(this) → bool`.
    pub fn phase_run(&mut self, phase: &'a ast::Action<'s>) -> FnId {
        let (body, b) = self.apart(|this| {
            this.ctx.b.local("this", Ty::Int);
            for part in &phase.parts {
                if let PartKind::Input(input) = &part.kind
                    && !this.is_supplied(input)
                {
                    this.problems.asks_nobody(input.name.span, input.name.text, "phase of a turn");
                }
            }
            this.phase_body(phase, false)
        });
        self.function(phase.name.map_or("phase", |it| it.text), b, 1, Ty::Bool, body)
    }

    fn phase_body(&mut self, phase: &'a ast::Action<'s>, inner: bool) -> Vec<Stmt> {
        self.ctx.result = Some(Ty::Bool);
        self.ctx.key = phase.span.start;
        self.ctx.b.at = phase.span;
        self.ctx.within = Within::Nothing;
        self.ctx.parts = Self::cancellable(&phase.parts);
        self.ctx.requires = required(&phase.parts);
        let mut out = Vec::new();
        self.name_parts(&phase.parts);
        self.ctx.policy = self.fail_policy(&phase.parts, None);
        self.ctx.inputs = true;
        for part in &phase.parts {
            if let PartKind::Input(input) = &part.kind {
                out.extend(self.input(input, None));
            }
        }
        let parts: Vec<&'a Part<'s>> = phase.parts.iter().collect();
        self.note_parts(&phase.parts);
        out.extend(self.requirements(&parts, None));
        self.ctx.inputs = false;
        let mark = self.ctx.b.local("mark", Ty::Int);
        if self.facts.queues {
            out.push(self.b().set(mark, self.noted()));
        }
        out.extend(self.begin_cancelling(inner));
        let change = self.effects(phase, Runs::Whole, &[]);
        let at = phase.span.start;
        let subject = self.ctx.this.map(|it| self.b().get(it.1));
        let (before, barred) = self.raise_before(&Happens::Part { at, begins: true }, subject.clone(), [None, None]);
        out.extend(before);
        if let Some(barred) = barred {
            let free = self.b().less(self.b().get(barred), self.b().int(0));
            out.push(self.b().when(self.b().not(free), vec![self.leave()]));
        }
        out.extend(self.raise_after(&Happens::Part { at, begins: true }, subject.clone(), [None, None]));
        let begun = self.b().get(mark);
        out.extend(self.settle(begun));
        out.extend(change);
        out.extend(self.end_cancelling());
        out.extend(self.happens(&Happens::Part { at, begins: false }, subject, [None, None], Vec::new()));
        let mark = self.b().get(mark);
        out.extend(self.settle(mark));
        out.push(self.b().give(self.b().bool(true)));
        out
    }

    /// Conditions for an action to run; otherwise it is left.
    fn requirements(&mut self, parts: &[&'a Part<'s>], group: Option<&str>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for part in parts {
            let PartKind::Require(it) = &part.kind else { continue };
            if it.group.map(|it| it.text) != group {
                continue;
            }
            let cond = self.requirement(it, &mut out);
            if let Some(cond) = cond {
                self.mark(Mark::Fail);
                let no = self.b().not(cond);
                let refuse = self.refuse();
                out.push(self.b().when(no, refuse));
            }
        }
        out
    }

    /// An action or phase cannot be done: runs its default section instead.
    pub fn refuse(&mut self) -> Vec<Stmt> {
        let this = self.this_or_zero();
        let mut out: Vec<Stmt> = self.ctx.policy.iter().map(|id| self.b().run(*id, vec![this.clone()])).collect();
        out.push(self.leave());
        out
    }

    /// `(this)`: the default section of an action or phase. It can use inputs that nobody is asked for.
    fn fail_policy(&mut self, parts: &'a [Part<'s>], action: Option<usize>) -> Option<FnId> {
        let body = parts.iter().find_map(|it| match &it.kind {
            PartKind::Default(body) => Some(body),
            _ => None,
        })?;
        let this = self.ctx.this;
        let key = self.ctx.key;
        let (made, b) = self.apart(|checker| {
            let local = checker.ctx.b.local("this", Ty::Int);
            checker.ctx.this = this.map(|it| (it.0, local));
            checker.ctx.result = Some(Ty::Unit);
            checker.ctx.key = key;
            checker.ctx.b.at = body.span;
            let mark = checker.ctx.b.local("mark", Ty::Int);
            let mut out = Vec::new();
            if checker.facts.queues {
                out.push(checker.b().set(mark, checker.noted()));
            }
            if let Some(action) = action {
                out.extend(checker.action_inputs_for_trigger(action));
            }
            out.extend(checker.body(body));
            let mark = checker.b().get(mark);
            out.extend(checker.settle(mark));
            out
        });
        Some(self.function("default", b, 1, Ty::Unit, made))
    }

    /// The requirement of a name: all requires in its group.
    pub fn requirement_of(&mut self, parts: &[&'a Part<'s>], group: &str) -> (Option<Expr>, Vec<Stmt>) {
        let mut before = Vec::new();
        let mut all: Option<Expr> = None;
        for part in parts {
            let PartKind::Require(it) = &part.kind else { continue };
            if it.group.is_some_and(|it| it.text == group)
                && let Some(cond) = self.requirement(it, &mut before)
            {
                all = Some(match all {
                    Some(before) => self.b().and(before, cond),
                    None => cond,
                });
            }
        }
        (all, before)
    }

    /// One requirement as a condition.
    fn requirement(&mut self, it: &'a Require<'s>, out: &mut Vec<Stmt>) -> Option<Expr> {
        for input in &it.inputs {
            if self.variable(input.name.text).is_none() {
                out.extend(self.input(input, None));
            } else {
                self.note_variable(input.name.span, input.name.text);
            }
        }
        let body = self.unnamed_condition(it)?;
        Some(self.condition(body))
    }

    /// The effective condition of a require; reports a missing one.
    pub fn unnamed_condition(&mut self, it: &'a Require<'s>) -> Option<&'a ast::Body<'s>> {
        let first = it.conditions.first()?;
        let found = it.conditions.iter().find(|it| it.0.is_none());
        if let (None, Some(name)) = (found, first.0) {
            self.problems.no_condition(name.span, name.text);
        }
        found.map(|it| &it.1)
    }

    /// A body that answers: the expression itself if it is one, else a function.
    pub fn condition(&mut self, body: &'a ast::Body<'s>) -> Expr {
        match (body.stmts.as_slice(), &body.value) {
            ([], Some(e)) => return self.cond(e),
            ([ast::Stmt { kind: ast::StmtKind::Return(Some(e)), .. }], None) => return self.cond(e),
            _ => {}
        }
        let (id, args) = self.answer(body, &[]);
        self.b().expr(ExprKind::Call(id, args.into_iter().map(ir::Arg::Value).collect()), Ty::Bool)
    }

    /// A function that evaluates a body with `this` and all variables in scope; and the arguments to call it with.
    /// `more`: additional parameters, which come last.
    pub fn answer(&mut self, body: &'a ast::Body<'s>, more: &[(Name<'s>, T)]) -> (FnId, Vec<Expr>) {
        let vars = self.ctx.vars.clone();
        let types: Vec<Ty> = vars.iter().map(|it| self.b().get(it.local).ty).collect();
        let this = self.ctx.this;
        let count = vars.len() + more.len() + 1;
        let (made, b) = self.apart(|checker| {
            let local = checker.ctx.b.local("this", Ty::Int);
            checker.ctx.this = this.map(|it| (it.0, local));
            for (var, ty) in vars.iter().zip(&types) {
                let local = checker.ctx.b.local(var.name, ty.clone());
                checker.ctx.vars.push(Var { local, ..var.clone() });
            }
            for (name, t) in more {
                checker.declare(*name, t.clone(), false);
            }
            checker.ctx.gives = Gives::Answer;
            checker.ctx.result = Some(Ty::Bool);
            checker.ctx.key = body.span.start;
            checker.ctx.within = Within::Nothing;
            checker.ctx.b.at = body.span;
            let mut out = checker.body(body);
            // A body that says nothing at its end allows it only if it cannot be meant otherwise.
            out.push(checker.b().give(checker.b().bool(true)));
            out
        });
        let id = self.function("condition", b, count as u16, Ty::Bool, made);
        let mut args = vec![self.this_or_zero()];
        args.extend(vars.iter().map(|it| self.b().get(it.local)));
        (id, args)
    }

    pub fn phase_requires(&mut self, phase: &'a ast::Action<'s>, out: &mut Vec<Stmt>) -> Option<Expr> {
        let (conditions, effects) = (self.ctx.conditions.len(), self.ctx.effects.len());
        self.name_parts(&phase.parts);
        let parts: Vec<&'a Part<'s>> = phase.parts.iter().collect();
        let mut all: Option<Expr> = None;
        for part in &parts {
            let PartKind::Require(it) = &part.kind else { continue };
            if it.group.is_none()
                && let Some(cond) = self.requirement(it, out)
            {
                all = Some(match all {
                    Some(before) => self.b().and(before, cond),
                    None => cond,
                });
            }
        }
        self.ctx.conditions.truncate(conditions);
        self.ctx.effects.truncate(effects);
        all
    }

    /// The counter of actions chosen by players.
    pub fn chosen_place(&self) -> Option<ir::Place> {
        let global = self.globals.chosen?;
        Some(self.b().place(ir::Root::Global(global), Vec::new(), Ty::Int))
    }

    /// The inputs of an action that its trigger can use: those that are supplied.
    pub fn action_inputs_for_trigger(&mut self, index: usize) -> Vec<Stmt> {
        let inputs = self.actions[index].inputs.clone();
        let mut out = Vec::new();
        for input in inputs {
            if self.is_supplied(input) {
                out.extend(self.input(input, None));
            }
        }
        out
    }
}

/// The conditions that gate all of an action or phase.
fn required<'a, 's>(parts: &'a [Part<'s>]) -> Vec<&'a ast::Body<'s>> {
    let all = parts.iter().filter_map(|it| match &it.kind {
        PartKind::Require(it) if it.group.is_none() => Some(it),
        _ => None,
    });
    all.flat_map(|it| &it.conditions).filter(|it| it.0.is_none()).map(|it| &it.1).collect()
}
