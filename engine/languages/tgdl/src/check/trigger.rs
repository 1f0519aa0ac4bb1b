//! Triggers: code that runs after events.
//!
//! Triggers of one action for the same event are notified together: the action runs once, with the effects of the
//! matching triggers. Each notification has a number: that of its trigger, or, for several, one after all triggers.

use super::context::{Gives, Runs, Var};
use super::declared::{Going, Happens, Waits};
use super::facts::{Mark, SETTLE};
use super::now::{DEPTH_LIMIT, Now};
use super::types::{self, ClassId, T, Val};
use super::{Checker, ast, class};
use ast::{ConstructKind, When};
use diag::Span;
use front::make::Body;
use ir::{Builtin, Cast, Expr, ExprKind, FnId, LocalId, Place, PlaceOp, RecordId, Root, Stmt, StmtKind, Ty};

/// The variable that holds who an event is about: no author can write it.
const EVENT_PLAYER: &str = "event.player";

/// The data of an event: its subject, from where or whom, to where or whom.
#[derive(Clone, Copy)]
struct Told {
    it: LocalId,
    from: LocalId,
    to: LocalId,
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// The notifications for an event, of those triggers that are `wanted`.
    pub fn told_together(&mut self, what: &Happens, wanted: fn(When) -> bool) -> Vec<usize> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for trigger in self.waiting(what) {
            if !wanted(self.triggers[trigger].when) {
                continue;
            }
            self.fired.insert(trigger);
            match groups.iter().position(|it| self.is_told_with(it[0], trigger)) {
                Some(at) => groups[at].push(trigger),
                None => groups.push(vec![trigger]),
            }
        }
        groups.into_iter().map(|it| self.telling(it)).collect()
    }

    /// Prepares the notifications for an event after an effect, even if no code has raised it yet.
    pub fn queue_tellings(&mut self, what: &Happens) {
        for telling in self.told_together(what, |it| matches!(it, When::Usual | When::After)) {
            self.queue_telling(telling);
        }
    }

    fn queue_telling(&mut self, telling: usize) {
        if !self.queued.contains(&telling) {
            self.queued.push(telling);
        }
    }

    fn is_told_with(&self, a: usize, b: usize) -> bool {
        let like = |it: usize| (self.triggers[it].action, self.triggers[it].when, self.is_subject(it));
        like(a) == like(b)
    }

    fn telling(&mut self, group: Vec<usize>) -> usize {
        if let [one] = group.as_slice() {
            return *one;
        }
        let at = self.joined.iter().position(|it| *it == group).unwrap_or_else(|| {
            self.joined.push(group);
            self.joined.len() - 1
        });
        self.triggers.len() + at
    }

    /// The triggers of a telling.
    pub fn triggers_of(&self, telling: usize) -> Vec<usize> {
        let joined = telling.checked_sub(self.triggers.len()).and_then(|it| self.joined.get(it));
        joined.cloned().unwrap_or_else(|| vec![telling])
    }

    /// Reports triggers for events that nothing in the game causes.
    pub fn look_at_triggers(&mut self) {
        for i in 0..self.triggers.len() {
            let it = &self.triggers[i];
            let action = self.actions[it.action].title();
            let what = match &it.waits {
                Waits::Choice | Waits::OffTurn | Waits::Nothing => continue,
                Waits::Call if self.called.contains(&it.action) => continue,
                _ if self.fired.contains(&i) => continue,
                Waits::Call => format!("nothing calls `{action}`"),
                Waits::Change { class: Some(class), attribute: Some(name) } => {
                    format!("nothing changes `{}.{name}`", self.classes.get(*class).name)
                }
                Waits::Action(of) => format!("`{}` never runs", self.actions[*of].title()),
                Waits::Went(of) => format!("nothing goes by `{}`", self.actions[*of].title()),
                _ => "nothing in the game does what it waits for".into(),
            };
            self.problems.never_fires(it.span, &what);
        }
    }

    /// The type of `from` and `to` for a notification: cells, players and whole numbers, or `Any` if the changed value
    /// is none of these.
    pub fn slot(&self, telling: usize) -> Ty {
        let any = self.triggers_of(telling).into_iter().any(|it| self.slot_of(it) == Ty::Any);
        if any { Ty::Any } else { Ty::Int.opt() }
    }

    fn slot_of(&self, trigger: usize) -> Ty {
        let of = self.attribute_of(&self.triggers[trigger].waits);
        if of.is_some_and(|it| self.rep(&it.t) != Ty::Int) { Ty::Any } else { Ty::Int.opt() }
    }

    /// A type that `from` and `to` of all triggers have a place in.
    pub fn widest_slot(&self) -> Ty {
        let any = (0..self.triggers.len()).any(|it| self.slot_of(it) == Ty::Any);
        if any { Ty::Any } else { Ty::Int.opt() }
    }

    /// The class of a trigger's event, if it names one.
    fn class_of(&mut self, trigger: usize) -> Option<ClassId> {
        match self.triggers[trigger].waits.clone() {
            Waits::Went(movement) => Some(self.moves(movement)),
            _ => self.class_said(trigger),
        }
    }

    fn class_said(&self, trigger: usize) -> Option<ClassId> {
        match &self.triggers[trigger].waits {
            Waits::Moved { class, .. } | Waits::ActionOf(class) => Some(*class),
            Waits::Part { class, .. } | Waits::Change { class, .. } | Waits::Given { class, .. } => *class,
            Waits::Card(class, _) | Waits::Stack(class, _) => *class,
            Waits::Action(action) => self.actions[*action].class,
            Waits::Went(_) => Some(types::THING),
            _ => None,
        }
    }

    /// `true` if the subject of an event belongs to the construct of the action: then the action is that instance's.
    fn is_subject(&self, trigger: usize) -> bool {
        let owner = self.actions[self.triggers[trigger].action].class;
        let (Some(owner), Some(of)) = (owner, self.class_said(trigger)) else { return false };
        self.classes.get(of).family == self.classes.get(owner).family
    }

    /// `(it, from, to)`: runs the action of a telling if it is to run: for the instance that something happened to if
    /// that is one that has the action, else for every instance that has it.
    pub fn trigger_function(&mut self, telling: usize) -> FnId {
        let key = (telling as u32, "trigger", 0);
        if let Some(id) = self.made.get(&key) {
            return *id;
        }
        let action = self.triggers[self.triggers_of(telling)[0]].action;
        let name = format!("trigger of {}", self.actions[action].title());
        let mut b = Body::default();
        b.local("it", Ty::Int);
        let slot = self.slot(telling);
        b.local("from", slot.clone());
        b.local("to", slot);
        let id = self.forward(&name, b, 3, Ty::Unit);
        self.made.insert(key, id);
        let (body, b) = self.apart(|this| this.trigger_body(telling));
        self.complete(id, b, body);
        id
    }

    fn trigger_body(&mut self, telling: usize) -> Vec<Stmt> {
        let all = self.triggers_of(telling);
        let action = self.triggers[all[0]].action;
        let slot = self.slot(telling);
        let it = self.ctx.b.local("it", Ty::Int);
        let [from, to] = ["from", "to"].map(|name| self.ctx.b.local(name, slot.clone()));
        let told = Told { it, from, to };
        let body = all.iter().find_map(|it| self.triggers[*it].ast.body.as_ref());
        self.ctx.b.at = body.map_or(Span::default(), |it| it.span);
        self.ctx.result = Some(Ty::Unit);
        self.ctx.key = body.map_or(SETTLE - 1, |it| it.span.start);
        let mut out = Vec::new();
        let mut fits: Vec<Option<Expr>> = all.iter().map(|it| self.occurs(*it, told)).collect();
        match fits.as_mut_slice() {
            // Events that do not match are ignored.
            [one] => {
                if let Some(fits) = one.take() {
                    out.push(self.b().when(self.b().not(fits), vec![self.leave()]));
                }
            }
            several => {
                for it in several {
                    let holds = it.take().unwrap_or_else(|| self.b().bool(true));
                    let (local, set) = self.temp("fits", holds);
                    out.push(set);
                    *it = Some(self.b().get(local));
                }
            }
        }
        let owner = self.actions[action].class;
        let subject = self.is_subject(all[0]);
        match owner {
            Some(owner) if subject => {
                let root = self.root_of(owner);
                let is = self.is_one(T::Ref(root), self.b().get(it), owner);
                let run = self.run_told(&all, &fits, it, told);
                out.push(self.b().when(is, run));
            }
            Some(owner) if !self.classes.family(owner).single => {
                let this = self.ctx.b.local("this", Ty::Int);
                let mut run = self.run_told(&all, &fits, this, told);
                let holds = self.takes_part(owner, this);
                run = vec![self.b().when(holds, run)];
                let last = self.less_one(self.instances(owner));
                out.push(self.b().stmt(StmtKind::ForRange(this, self.b().int(0), last, run)));
            }
            _ => {
                let this = self.ctx.b.local("this", Ty::Int);
                out.push(self.b().set(this, self.b().int(0)));
                out.extend(self.run_told(&all, &fits, this, told));
            }
        }
        out
    }

    /// The run-time condition that an event matches a trigger.
    fn occurs(&mut self, trigger: usize, told: Told) -> Option<Expr> {
        let mut all = Vec::new();
        let none = |this: &Self, at: LocalId| this.b().equal(this.b().get(at), this.b().none(Ty::Int.opt()));
        match self.triggers[trigger].waits {
            Waits::PhaseOf { phase, begins } => {
                let at = self.b().get(if begins { told.to } else { told.from });
                all.push(self.b().equal(at, self.b().cast(Cast::Some, self.b().int(phase), Ty::Int.opt())));
            }
            Waits::TurnOf { turn, .. } => all.push(self.b().equal(self.b().get(told.it), self.b().int(turn))),
            Waits::Moved { how, .. } => {
                let (nowhere, off) = (none(self, told.from), none(self, told.to));
                match how {
                    Going::Any => {}
                    Going::Placed => all.push(nowhere),
                    Going::Removed => all.push(off),
                    Going::Moved => all.extend([self.b().not(nowhere), self.b().not(off)]),
                }
            }
            _ => {}
        }
        if let Some(n) = self.triggers[trigger].count
            && let Some(place) = self.chosen_place()
        {
            let n = self.number(n);
            let n = self.whole(n);
            let rest = self.b().rem(self.b().load(place), n);
            all.push(self.b().equal(rest, self.b().int(0)));
        }
        // The subject may be of a class other than the expected one.
        if let Some(of) = self.class_of(trigger) {
            let root = self.root_of(of);
            let is = self.is_one(T::Ref(root), self.b().get(told.it), of);
            if is.kind != ExprKind::Const(ir::Const::Bool(true)) {
                all.push(is);
            }
        }
        all.into_iter().reduce(|a, b| self.b().and(a, b))
    }

    /// `true` if an instance is of a class, and, for a player's state, has an owner.
    pub fn takes_part(&mut self, owner: ClassId, this: LocalId) -> Expr {
        let root = self.root_of(owner);
        let is = self.is_one(T::Ref(root), self.b().get(this), owner);
        if self.classes.get(owner).kind == Some(ConstructKind::Local)
            && let Some(field) = self.kept_field(owner, class::PLAYER)
        {
            let owned = self.load_field(owner, self.b().get(this), field);
            let none = self.b().none(Ty::Int.opt());
            let owned = self.b().not(self.b().equal(owned.e, none));
            return self.all_of(is, owned);
        }
        match self.is_made(owner, self.b().get(this)) {
            Some(made) => self.all_of(is, made),
            None => is,
        }
    }

    /// `true` if both hold; the first is often constant.
    pub fn all_of(&self, a: Expr, b: Expr) -> Expr {
        if a.kind == ExprKind::Const(ir::Const::Bool(true)) { b } else { self.b().and(a, b) }
    }

    /// The conditions of triggers for an instance, then their action.
    fn run_told(&mut self, all: &[usize], fits: &[Option<Expr>], this: LocalId, told: Told) -> Vec<Stmt> {
        let action = self.triggers[all[0]].action;
        let mut out = Vec::new();
        // For each name of triggers whether one of it holds.
        let mut names: Vec<(Option<&'s str>, Option<Expr>)> = Vec::new();
        for (trigger, fits) in all.iter().zip(fits) {
            let cond = self.trigger_condition(*trigger, this, told);
            let holds = match (fits.clone(), cond) {
                (Some(fits), Some(cond)) => Some(self.b().and(fits, cond)),
                (fits, cond) => fits.or(cond),
            };
            let name = self.triggers[*trigger].group;
            match names.iter_mut().find(|it| it.0 == name) {
                Some((_, before)) => {
                    let either = |a: Expr, b: Expr| ExprKind::Or(Box::new(a), Box::new(b));
                    *before = before.take().zip(holds).map(|(a, b)| self.b().expr(either(a, b), Ty::Bool));
                }
                None => names.push((name, holds)),
            }
        }
        let (run, flags, holds) = match names.as_slice() {
            [(name, holds)] => (self.action_run_of(action, Runs::Named(*name)), Vec::new(), holds.clone()),
            _ => {
                let mut flags = Vec::new();
                let mut any: Option<Expr> = None;
                for name in self.trigger_names(action) {
                    let found = names.iter().find(|it| it.0 == name).map(|it| it.1.clone());
                    let holds = match found {
                        None => self.b().bool(false),
                        Some(holds) => holds.unwrap_or_else(|| self.b().bool(true)),
                    };
                    let (local, set) = self.temp("wanted", holds);
                    out.push(set);
                    let flag = self.b().get(local);
                    flags.push(flag.clone());
                    any = Some(match any {
                        Some(any) => self.b().expr(ExprKind::Or(Box::new(any), Box::new(flag)), Ty::Bool),
                        None => flag,
                    });
                }
                (self.action_run_of(action, Runs::Wanted), flags, any)
            }
        };
        let mut args = vec![self.b().get(this)];
        for i in 0..self.actions[action].inputs.len() {
            let ty = self.given_type(action, i);
            args.push(self.b().none(ty));
        }
        args.extend(flags);
        let call = self.b().expr(ExprKind::Call(run, args.into_iter().map(ir::Arg::Value).collect()), Ty::Bool);
        let then = self.run_in_chain(all[0], call);
        match holds {
            Some(holds) => out.push(self.b().when(holds, then)),
            None => out.extend(then),
        }
        out
    }

    /// Runs the action of a trigger; stops a chain without end. A `before` trigger may prevent the event.
    fn run_in_chain(&mut self, trigger: usize, call: Expr) -> Vec<Stmt> {
        let action = self.triggers[trigger].action;
        let key = self.actions[action].key;
        let bars = self.triggers[trigger].when == When::Before && self.facts.cancels.contains(&key);
        let mut then = Vec::new();
        let mut back = None;
        if let Some(chain) = self.facts.loops.get(&key).cloned() {
            let chain = self.chain(&chain);
            let depth = self.now(Now::Depth);
            let deeper = self.set_now(Now::Depth, self.b().add(depth.clone(), self.b().int(1)));
            back = Some(self.set_now(Now::Depth, self.less_one(depth.clone())));
            let too_deep = self.b().less(self.b().int(DEPTH_LIMIT), depth);
            let stop = self.fail_endless(chain);
            self.found.asks.insert(key);
            self.found.marks.entry(key).or_default().push(Mark::Fail);
            then.extend([self.b().when(too_deep, stop), deeper]);
        }
        if bars {
            then.push(self.set_now(Now::Why, self.b().int(-1)));
        }
        then.push(self.b().stmt(StmtKind::Expr(call)));
        if self.facts.asks.contains(&key) {
            let leave = self.leave_if_stopped();
            then.push(leave);
        }
        then.extend(back);
        if bars {
            let why = self.now(Now::Why);
            let cancelled = self.b().less(self.b().int(-1), why.clone());
            then.push(self.b().when(cancelled, vec![self.set_now(Now::Barred, why)]));
        }
        then
    }

    /// The body of a trigger, as a function of the instance and of the event; none if it is always true.
    fn trigger_condition(&mut self, trigger: usize, this: LocalId, told: Told) -> Option<Expr> {
        let body = self.triggers[trigger].ast.body.as_ref()?;
        let action = self.triggers[trigger].action;
        let owner = self.actions[action].class;
        let waits = self.triggers[trigger].waits.clone();
        let slot = self.slot_of(trigger);
        let (function, b) = self.apart(|checker| {
            let this = checker.ctx.b.local("this", Ty::Int);
            checker.ctx.this = owner.map(|it| (it, this));
            let it = checker.ctx.b.local("it", Ty::Int);
            let [from, to] = ["from", "to"].map(|name| checker.ctx.b.local(name, slot.clone()));
            checker.ctx.gives = Gives::Answer;
            checker.ctx.result = Some(Ty::Bool);
            checker.ctx.key = body.span.start;
            let mut out = checker.event_variables(&waits, Told { it, from, to });
            out.extend(checker.action_inputs_for_trigger(action));
            out.extend(checker.body(body));
            out.push(checker.b().give(checker.b().bool(false)));
            out
        });
        let id = self.function("trigger", b, 4, Ty::Bool, function);
        let mut args = vec![self.b().get(this), self.b().get(told.it)];
        args.extend([told.from, told.to].map(|it| self.out_of_slot(self.b().get(it), &slot)));
        Some(self.b().call(id, args, Ty::Bool))
    }

    /// The content of a slot, in the type that one trigger needs.
    fn out_of_slot(&self, e: Expr, slot: &Ty) -> Expr {
        if e.ty == *slot { e } else { self.b().cast(Cast::FromAny, e, slot.clone()) }
    }

    /// The variables of a trigger, with their assignments. `event.player` is always available.
    fn event_variables(&mut self, waits: &Waits, told: Told) -> Vec<Stmt> {
        let Told { it, from, to } = told;
        let mut vars = Vec::new();
        let mut out = Vec::new();
        let mut player = self.active().e;
        let subject = |name: &'static str, class: ClassId| (name, T::Ref(class), false, it);
        match waits {
            Waits::Moved { .. } | Waits::Went(_) => {
                let class = match waits {
                    Waits::Moved { class, .. } => *class,
                    Waits::Went(movement) => self.moves(*movement),
                    _ => types::THING,
                };
                let cell = T::Ref(types::CELL);
                vars.extend([subject("placeable", class), ("from", cell.clone(), true, from), ("to", cell, true, to)]);
            }
            Waits::Given { class, .. } => {
                vars.extend(class.map(|class| subject("state", class)));
                vars.extend([("from", T::Player, true, from), ("to", T::Player, true, to)]);
            }
            Waits::Phase | Waits::PhaseOf { .. } => {
                vars.extend([("from", T::Phase, true, from), ("to", T::Phase, true, to)]);
            }
            Waits::Won | Waits::End => {
                let ty = self.rep(&T::Player.list());
                let (winners, set) = self.temp("winners", self.zero(&ty));
                let each = self.ctx.b.local("each", Ty::Int);
                let place = self.b().place(Root::Local(winners), Vec::new(), ty);
                let one = self.element_of(self.b().get(each));
                let push = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![one]));
                out.extend([set, self.b().stmt(StmtKind::ForEach(each, self.now(Now::Winners), vec![push]))]);
                vars.push(("winners", T::Player.list(), false, winners));
            }
            Waits::Turn { begins } | Waits::TurnOf { begins, .. } => {
                vars.extend([("from", T::Player, true, from), ("to", T::Player, true, to)]);
                if !self.turns.is_empty() {
                    vars.push(("turn", T::Turn, false, it));
                }
                let who = self.b().get(if *begins { to } else { from });
                player = self.b().expr(ExprKind::Unwrap(Box::new(who)), Ty::Int);
            }
            Waits::Change { class: Some(class), .. } => {
                vars.push(subject("instance", *class));
                if let Some(t) = self.attribute_of(waits).map(|it| it.t.clone()) {
                    let ty = self.rep(&t).opt();
                    for (name, value) in [("oldValue", from), ("newValue", to)] {
                        let e = self.b().get(value);
                        let local = if e.ty == ty {
                            value
                        } else {
                            let (local, set) = self.temp(name, self.b().cast(Cast::FromAny, e, ty.clone()));
                            out.push(set);
                            local
                        };
                        vars.push((name, t.clone(), true, local));
                    }
                }
            }
            Waits::Action(action) => vars.extend(self.actions[*action].class.map(|class| subject("instance", class))),
            Waits::ActionOf(class) => vars.push(subject("instance", *class)),
            Waits::Card(Some(class), _) => {
                vars.extend([subject("stackable", *class), ("to", T::Player, true, to)]);
            }
            Waits::Stack(Some(class), _) => vars.push(subject("stack", *class)),
            _ => {}
        }
        let (player, set) = self.temp("player", player);
        out.push(set);
        vars.push((EVENT_PLAYER, T::Player, false, player));
        let vars = vars.into_iter().map(|(name, t, none, local)| Var { name, t, none, local, at: 0 });
        self.ctx.vars.extend(vars);
        out
    }

    /// `event.name` in the body of a trigger.
    pub fn event_value_named(&self, name: &str) -> Option<Val> {
        let player = self.variable(EVENT_PLAYER)?;
        if name == "player" { Some(player) } else { self.variable(name) }
    }

    /// A description of how triggers set off one another: a chain that ends where it begins.
    fn chain(&self, through: &[u32]) -> String {
        let named = |key: &u32| self.actions.iter().find(|it| it.key == *key).map(|it| it.title());
        let mut names: Vec<&str> = through.iter().filter_map(named).collect();
        let once = names.len();
        names.extend_from_within(..once.min(2));
        format!("triggers set off one another without an end: {} …", names.join(" → "))
    }

    /// Notes an event for a notification after the effect; `after`: after the whole action.
    pub fn note_event_for(&mut self, telling: usize, note: Vec<Expr>, after: bool) -> Vec<Stmt> {
        self.queue_telling(telling);
        let ty = self.event_type();
        let note = self.b().expr(ExprKind::Make(note), ty);
        let place = if after {
            self.found.waits_after = true;
            let Some(place) = self.after_place() else { return Vec::new() };
            place
        } else {
            self.found.queues = true;
            self.now_place(Now::Events)
        };
        vec![self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![note]))]
    }

    fn event_type(&self) -> Ty {
        Ty::Record(self.globals.event_record.unwrap_or(RecordId(0)))
    }

    /// The list of events for the end of the action.
    fn after_place(&self) -> Option<Place> {
        let global = self.globals.after?;
        Some(self.b().place(Root::Global(global), Vec::new(), self.event_type().list()))
    }

    /// `(mark)`: notifies triggers of the events noted since a mark, and drops them.
    pub fn settle(&mut self, mark: Expr) -> Vec<Stmt> {
        if !self.facts.queues {
            return Vec::new();
        }
        let id = self.settle_function();
        self.told(self.b().run(id, vec![mark]))
    }

    /// Runs notifications, and leaves if they stopped the action in progress.
    fn told(&mut self, run: Stmt) -> Vec<Stmt> {
        let mut out = vec![run];
        self.mark(Mark::Body(SETTLE));
        if self.facts.asks.contains(&SETTLE) {
            self.found.asks.insert(self.ctx.key);
            let leave = self.leave_if_stopped();
            out.push(leave);
        }
        out
    }

    pub fn settle_all(&mut self) -> Vec<Stmt> {
        let mark = self.b().int(0);
        self.settle(mark)
    }

    /// Nothing waits for the end of an action any more.
    pub fn forget_after(&self) -> Option<Stmt> {
        let place = self.after_place()?;
        let none = self.b().expr(ExprKind::Make(Vec::new()), place.ty.clone());
        Some(self.b().assign(place, none))
    }

    /// At the end of an action with everything it triggered: notifies the triggers for that.
    pub fn settle_after(&mut self) -> Vec<Stmt> {
        let Some(place) = self.after_place() else { return Vec::new() };
        let ty = self.event_type();
        let event = self.ctx.b.local("event", ty.clone());
        let tell = self.tell_function();
        self.mark(Mark::Body(SETTLE));
        let b = self.b();
        let all = b.load(place.clone());
        let first = b.expr(ExprKind::Index(Box::new(all.clone()), Box::new(b.int(0))), ty);
        let shift = b.stmt(StmtKind::PlaceOp(PlaceOp::Shift, place, Vec::new()));
        let round = vec![b.set(event, first), shift, b.run(tell, vec![b.get(event)])];
        let some = b.less(b.int(0), b.builtin(Builtin::Len, vec![all], Ty::Int));
        let more = b.and(self.goes_on(), some);
        vec![b.stmt(StmtKind::While(more, round))]
    }

    /// Number of events noted so far.
    pub fn noted(&self) -> Expr {
        self.b().builtin(Builtin::Len, vec![self.now(Now::Events)], Ty::Int)
    }

    fn settle_function(&mut self) -> FnId {
        if let Some(id) = self.helpers.settle {
            return id;
        }
        let mut b = Body::default();
        b.local("mark", Ty::Int);
        let id = self.forward("tell the triggers", b, 1, Ty::Unit);
        self.helpers.settle = Some(id);
        let tell = self.tell_function();
        let (body, b) = self.apart(|this| {
            let mark = this.ctx.b.local("mark", Ty::Int);
            let i = this.ctx.b.local("i", Ty::Int);
            this.ctx.result = Some(Ty::Unit);
            this.ctx.key = SETTLE;
            let ty = this.event_type();
            let event = this.ctx.b.local("event", ty.clone());
            let all = this.now(Now::Events);
            let b = this.b();
            let at = b.expr(ExprKind::Index(Box::new(all), Box::new(b.get(i))), ty);
            let mut round =
                vec![b.set(event, at), b.set(i, b.add(b.get(i), b.int(1))), b.run(tell, vec![b.get(event)])];
            if this.facts.asks.contains(&SETTLE) {
                let leave = this.leave_if_stopped();
                round.push(leave);
            }
            let more = this.b().less(this.b().get(i), this.noted());
            let longer = this.b().less(this.b().get(mark), this.noted());
            let pop = this.b().stmt(StmtKind::PlaceOp(PlaceOp::Pop, this.now_place(Now::Events), Vec::new()));
            let b = this.b();
            vec![
                b.set(i, b.get(mark)),
                b.stmt(StmtKind::While(more, round)),
                b.stmt(StmtKind::While(longer, vec![pop])),
            ]
        });
        self.complete(id, b, body);
        id
    }

    /// `(event)`: notifies triggers of one event.
    fn tell_function(&mut self) -> FnId {
        if let Some(id) = self.helpers.tell {
            return id;
        }
        let mut b = Body::default();
        b.local("event", self.event_type());
        let id = self.forward("tell", b, 1, Ty::Unit);
        self.helpers.tell = Some(id);
        id
    }

    /// Completes the body of that function. Notifications may raise events for which none exist yet.
    pub fn complete_telling(&mut self) {
        if self.helpers.tell.is_none() && self.queued.is_empty() {
            return;
        }
        let id = self.tell_function();
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            this.ctx.key = SETTLE;
            let event = this.ctx.b.local("event", this.event_type());
            let field = |this: &Self, n: u16, ty: Ty| {
                let b = this.b();
                b.expr(ExprKind::Field(Box::new(b.get(event)), n), ty)
            };
            let mut out = Vec::new();
            let mut at = 0;
            while let Some(telling) = this.queued.get(at).copied() {
                at += 1;
                let run = this.trigger_function(telling);
                let key = this.actions[this.triggers[this.triggers_of(telling)[0]].action].key;
                this.mark(Mark::Body(key));
                let (slot, widest) = (this.slot(telling), this.widest_slot());
                let args = [2, 3].map(|n| this.out_of_slot(field(this, n, widest.clone()), &slot));
                let [from, to] = args;
                let b = this.b();
                let here = b.equal(field(this, 0, Ty::Int), b.int(telling as i64));
                out.push(b.when(here, vec![b.run(run, vec![field(this, 1, Ty::Int), from, to])]));
                if this.facts.asks.contains(&key) {
                    this.found.asks.insert(SETTLE);
                }
            }
            out
        });
        self.complete(id, b, body);
    }
}
