//! What happens, and the triggers that wait for it.
//!
//! What happens while an effect runs is noted, and told when the effect is over, in its order; of several triggers for the
//! same those of the highest priority come first, then those that stand first. A trigger that is to come `before` or `fast`
//! is told at once.

use super::class::{self};
use super::classes::FieldInfo;
use super::context::{Gives, Var};
use super::declared::{Happens, Heap, TriggerInfo, Waits};
use super::facts::{Mark, SETTLE};
use super::now::{DEPTH_LIMIT, Now};
use super::stmt::Target;
use super::types::{self, ClassId, T, Val};
use super::{Checker, Def, ast};
use ast::{ConstructKind, Event, Name, PartKind, Trigger, When};
use diag::Span;
use front::make::Body;
use ir::{Cast, Expr, ExprKind, FnId, PlaceOp, Stmt, StmtKind, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// What the triggers of an action wait for.
    pub fn declare_triggers(&mut self) {
        for index in 0..self.actions.len() {
            let priority = self.actions[index].priority;
            let triggers: Vec<&'a Trigger<'s>> = self.actions[index].triggers.clone();
            for it in triggers {
                for event in &it.events {
                    let waits = self.waits(index, event);
                    if waits != Waits::Nothing {
                        self.note_event(event);
                    }
                    self.triggers.push(TriggerInfo {
                        action: index,
                        waits,
                        when: it.when,
                        group: it.group.map(|it| it.text),
                        ast: it,
                        count: event.count.as_ref(),
                        priority,
                    });
                }
            }
        }
    }

    fn waits(&mut self, action: usize, event: &Event<'s>) -> Waits {
        let words: Vec<&'s str> = event.words.iter().map(|it| it.last().map_or("", |it| it.text)).collect();
        let owner = self.actions[action].class;
        let path = event.words.iter().find(|it| it.len() > 1);
        let class = |this: &Self, name: &str| this.class_named(name);
        match words.as_slice() {
            ["action"] | ["player", "choice"] | ["choice"] if path.is_none() => Waits::Choice,
            ["player", "offturn"] | ["offturn"] if path.is_none() => Waits::OffTurn,
            ["callable"] => Waits::Call,
            ["any", "action"] | ["any"] => Waits::AnyAction,
            ["placement" | "placed"] => Waits::Moved { class: types::THING, placed: true, removed: false },
            ["removal" | "removed"] => Waits::Moved { class: types::THING, placed: false, removed: true },
            ["movement" | "moved"] => Waits::Moved { class: types::THING, placed: false, removed: false },
            ["winner", "selected"] | ["winner"] => Waits::Won,
            ["game", "end" | "ended" | "over"] => Waits::End,
            ["turn", "activation" | "active" | "activated"] => Waits::Turn { begins: true },
            ["turn", "disactivation" | "deactivation" | "inactive" | "deactivated"] => Waits::Turn { begins: false },
            ["turn", "phase", ..] | ["phase", "change"] => Waits::Phase,
            ["attach"] | ["attached"] => Waits::Given { class: owner, given: true },
            ["remove"] => Waits::Given { class: owner, given: false },
            ["transferred"] => Waits::Given { class: owner, given: true },
            ["drawn"] => Waits::Card(owner, Heap::Draw),
            ["discarded"] => Waits::Card(owner, Heap::Discard),
            ["kept"] => Waits::Card(owner, Heap::Keep),
            ["draw"] | ["draw", "card"] => Waits::Stack(owner, Heap::Draw),
            ["put"] | ["put", "card"] => Waits::Stack(owner, Heap::Put),
            ["shuffle"] => Waits::Stack(owner, Heap::Shuffle),
            ["reshuffle"] => Waits::Stack(owner, Heap::Reshuffle),
            ["discard"] => Waits::Stack(owner, Heap::Discard),
            ["change"] if path.is_none() => Waits::Change { class: owner, attribute: None },
            _ => self.waits_for_name(event, &words, owner, class),
        }
    }

    /// Events that name what they are about: `change points.value`, `pawn move`, `state.action`, `sq change`.
    fn waits_for_name(
        &mut self,
        event: &Event<'s>,
        words: &[&'s str],
        owner: Option<ClassId>,
        class: impl Fn(&Self, &str) -> Option<ClassId>,
    ) -> Waits {
        let named = event.words.iter().find(|it| {
            it.first().is_some_and(|it| self.class_named(it.text).is_some() || self.names.contains_key(it.text))
        });
        let unknown = |this: &mut Self| {
            let known = this.type_names();
            let first = event.words.first().and_then(|it| it.first());
            let name = first.map_or("", |it| it.text);
            this.problems.unknown_event(event.span, name, &known);
            Waits::Nothing
        };
        let Some(named) = named else { return self.waits_for_own(owner, event).unwrap_or_else(|| unknown(self)) };
        let first = named.first().map_or("", |it| it.text);
        if let Some(name) = named.first() {
            self.note_name(name.span, name.text);
        }
        if let (Some((Def::Movement(movement), _)), None | Some(&"movement")) =
            (self.names.get(first), words.iter().find(|it| **it != first))
        {
            return Waits::Went(*movement);
        }
        let begins =
            !words.iter().any(|it| matches!(*it, "inactive" | "disactivation" | "deactivation" | "deactivated"));
        if let Some((Def::Turn(turn), _)) = self.names.get(first).copied() {
            let (first, phases) = self.turns.get(turn).map_or((0, 1), |it| (it.first, it.phases.len() as i64));
            let Some(name) = named.get(1) else { return Waits::TurnOf { first, phases, begins } };
            if let Some(phase) = self.phase_of(turn, name.text) {
                self.note_phase(name.span, turn, name.text);
                return Waits::PhaseOf { phase, begins };
            }
            let known: Vec<&str> =
                self.turns.get(turn).map_or(Vec::new(), |it| it.phases.iter().map(|it| it.0.text).collect());
            let of = self.turns.get(turn).map_or("", |it| it.name.text);
            self.problems.unknown_field(name.span, name.text, of, &known);
            return Waits::Nothing;
        }
        let Some(id) = class(self, first) else {
            // An action by itself.
            return match self.names.get(first) {
                Some((Def::Action(action), _)) => {
                    let action = *action;
                    self.waits_for_part(action, named.get(1), begins)
                }
                _ => unknown(self),
            };
        };
        let rest: Vec<&'s str> = named.iter().skip(1).map(|it| it.text).collect();
        let verbs: Vec<&'s str> = event
            .words
            .iter()
            .filter(|it| !std::ptr::eq(*it, named))
            .map(|it| it.last().map_or("", |it| it.text))
            .collect();
        if let Some(name) = rest.first() {
            if let Some(action) = self.action_of(id, name) {
                self.note_action(named[1].span, action);
                return self.waits_for_part(action, named.get(2), begins);
            }
            if *name == "action" {
                return Waits::ActionOf(id);
            }
            if *name == "value" {
                return Waits::Change { class: Some(id), attribute: None };
            }
            if self.field_of(id, name).is_some() {
                self.note_attribute(named[1].span, id, name);
                return Waits::Change { class: Some(id), attribute: Some((*name).to_owned()) };
            }
            let known: Vec<&str> = self.classes.family(id).fields.iter().map(|it| it.name).collect();
            let at = named.get(1).map_or(event.span, |it| it.span);
            let of = self.classes.get(id).name;
            self.problems.unknown_field(at, name, of, &known);
            return Waits::Nothing;
        }
        match verbs.as_slice() {
            ["change"] => Waits::Change { class: Some(id), attribute: None },
            ["move" | "movement" | "moved"] => Waits::Moved { class: id, placed: false, removed: false },
            ["placement" | "placed"] => Waits::Moved { class: id, placed: true, removed: false },
            ["removal" | "removed"] if self.is_class(&T::Ref(id), types::THING) => {
                Waits::Moved { class: id, placed: false, removed: true }
            }
            ["transferred" | "attach" | "attached"] => Waits::Given { class: Some(id), given: true },
            ["remove" | "removed"] => Waits::Given { class: Some(id), given: false },
            ["action"] => Waits::ActionOf(id),
            ["drawn"] => Waits::Card(Some(id), Heap::Draw),
            ["discarded"] => Waits::Card(Some(id), Heap::Discard),
            ["kept"] => Waits::Card(Some(id), Heap::Keep),
            ["draw"] | ["draw", "card"] => Waits::Stack(Some(id), Heap::Draw),
            ["put"] | ["put", "card"] => Waits::Stack(Some(id), Heap::Put),
            ["shuffle"] => Waits::Stack(Some(id), Heap::Shuffle),
            ["reshuffle"] => Waits::Stack(Some(id), Heap::Reshuffle),
            ["discard"] => Waits::Stack(Some(id), Heap::Discard),
            _ => unknown(self),
        }
    }

    /// `change points`: an attribute of whose action it is.
    fn waits_for_own(&mut self, owner: Option<ClassId>, event: &Event<'s>) -> Option<Waits> {
        let class = owner?;
        let [a, b] = event.words.as_slice() else { return None };
        let (first, second) = (a.first()?, b.first()?);
        let name = if first.text == "change" { second } else { first };
        if first.text != "change" && second.text != "change" {
            return None;
        }
        self.field_of(class, name.text)?;
        self.note_attribute(name.span, class, name.text);
        Some(Waits::Change { class: owner, attribute: Some(name.text.to_owned()) })
    }

    /// `s.act`, `s.act.phase`: an action, or a phase of it; `s.act.effect` is when it has run.
    fn waits_for_part(&mut self, action: usize, part: Option<&Name<'s>>, begins: bool) -> Waits {
        let Some(part) = part else { return Waits::Action(action) };
        let parts = &self.actions[action].ast.parts;
        let phases = parts.iter().filter_map(|it| match &it.kind {
            PartKind::Phase(it) => it.name.map(|name| (name.text, it.span.start, name.span)),
            _ => None,
        });
        let phases: Vec<_> = phases.collect();
        if let Some((_, at, declared)) = phases.iter().find(|it| it.0 == part.text) {
            self.note(part.span, *declared);
            return Waits::Part { at: *at, class: self.actions[action].class, begins };
        }
        if !matches!(part.text, "input" | "require" | "trigger" | "effect") {
            let known: Vec<&str> = phases.iter().map(|it| it.0).chain(["effect"]).collect();
            let of = self.actions[action].title();
            self.problems.unknown_field(part.span, part.text, of, &known);
        }
        Waits::Action(action)
    }

    /// The triggers that wait for something, in the order in which they are told.
    pub fn waiting(&self, what: &Happens) -> Vec<usize> {
        let mut all: Vec<usize> =
            (0..self.triggers.len()).filter(|i| self.waits_for(&self.triggers[*i].waits, what)).collect();
        all.sort_by(|a, b| self.triggers[*b].priority.total_cmp(&self.triggers[*a].priority));
        all
    }

    fn waits_for(&self, waits: &Waits, what: &Happens) -> bool {
        let related = |a: ClassId, b: ClassId| self.classes.is_a(a, b) || self.classes.is_a(b, a);
        match (waits, what) {
            (Waits::Change { class, attribute }, Happens::Change { class: of, attribute: name }) => {
                class.is_none_or(|class| related(*of, class)) && attribute.as_ref().is_none_or(|it| it == name)
            }
            (Waits::Action(waits), Happens::Action { action }) => {
                // One that overrides is what it overrides.
                std::iter::successors(Some(*action), |it| self.overridden(*it).filter(|_| self.actions[*it].ast.over))
                    .any(|it| it == *waits)
            }
            (Waits::ActionOf(class), Happens::Action { action }) => {
                self.actions[*action].class.is_some_and(|of| self.classes.is_a(of, *class))
            }
            (Waits::AnyAction, Happens::Chosen) => true,
            (Waits::Part { at, begins, .. }, Happens::Part { at: of, begins: did }) => at == of && begins == did,
            (Waits::Went(waits), Happens::Went { movement }) => waits == movement,
            (Waits::Moved { class, .. }, Happens::Moved { class: of }) => related(*class, *of),
            (Waits::Given { class, given }, Happens::Given { class: of, given: was }) => {
                class.is_none_or(|class| related(class, *of)) && given == was
            }
            (Waits::Turn { begins }, Happens::Turn { begins: did }) => begins == did,
            (Waits::Phase | Waits::PhaseOf { .. } | Waits::TurnOf { .. }, Happens::Phase) => true,
            (Waits::Won, Happens::Won) | (Waits::End, Happens::End) => true,
            (Waits::Stack(class, what), Happens::Stack { class: of, what: did }) => {
                class.is_none_or(|class| !self.is_class(&T::Ref(class), types::STACK) || related(class, *of))
                    && what == did
            }
            (Waits::Card(class, what), Happens::Card { class: of, what: did }) => {
                class.is_none_or(|class| related(class, *of)) && what == did
            }
            _ => false,
        }
    }

    /// Tells that something happens to an instance, from where or whom and to where or whom: at once those who want
    /// that, and a note for the others.
    pub fn raise(
        &mut self,
        what: &Happens,
        subject: Option<(ClassId, Expr)>,
        from: Option<Expr>,
        to: Option<Expr>,
    ) -> Vec<Stmt> {
        let some = |this: &Self, e: Expr| this.b().cast(Cast::Some, e, Ty::Int.opt());
        let from = from.map(|e| some(self, e));
        self.raise_opt(what, subject, from, to)
    }

    /// The same with `from` and `to` perhaps none.
    pub fn raise_opt(
        &mut self,
        what: &Happens,
        subject: Option<(ClassId, Expr)>,
        from: Option<Expr>,
        to: Option<Expr>,
    ) -> Vec<Stmt> {
        self.raise_when(what, subject, [from, to], |_| true)
    }

    /// What is about to happen: first those who come before it, who may keep it from happening; then the change, and those
    /// who wait for it.
    pub fn happens(
        &mut self,
        what: &Happens,
        subject: Option<(ClassId, Expr)>,
        values: [Option<Expr>; 2],
        change: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let before = self.raise_before(what, subject.clone(), values.clone());
        let after = self.raise_after(what, subject, values);
        let mut then = change;
        then.extend(after);
        let (mut out, barred) = before;
        match barred {
            Some(barred) => {
                let free = self.b().less(self.b().get(barred), self.b().int(0));
                out.push(self.b().when(free, then));
            }
            None => out.extend(then),
        }
        out
    }

    /// Runs those who come before something. If they can keep it from happening: where it is kept why they did, −1 if they
    /// did not.
    pub fn raise_before(
        &mut self,
        what: &Happens,
        subject: Option<(ClassId, Expr)>,
        values: [Option<Expr>; 2],
    ) -> (Vec<Stmt>, Option<ir::LocalId>) {
        let before = self.raise_when(what, subject, values, |it| it == When::Before);
        let bars = self.waiting(what).into_iter().any(|it| {
            let it = &self.triggers[it];
            it.when == When::Before && self.facts.cancels.contains(&self.actions[it.action].key)
        });
        if !bars {
            return (before, None);
        }
        let (outer, set) = self.temp("barred", self.now(Now::Barred));
        let mut out = vec![set, self.set_now(Now::Barred, self.b().int(-1))];
        out.extend(before);
        let (barred, set) = self.temp("barred", self.now(Now::Barred));
        out.push(set);
        out.push(self.set_now(Now::Barred, self.b().get(outer)));
        (out, Some(barred))
    }

    /// Those who wait for what has happened.
    pub fn raise_after(
        &mut self,
        what: &Happens,
        subject: Option<(ClassId, Expr)>,
        values: [Option<Expr>; 2],
    ) -> Vec<Stmt> {
        self.raise_when(what, subject, values, |it| it != When::Before)
    }

    /// The same for some of the triggers.
    fn raise_when(
        &mut self,
        what: &Happens,
        subject: Option<(ClassId, Expr)>,
        [from, to]: [Option<Expr>; 2],
        wanted: fn(When) -> bool,
    ) -> Vec<Stmt> {
        let some = |e: Expr| if e.ty == Ty::Int { self.b().cast(Cast::Some, e, Ty::Int.opt()) } else { e };
        let (from, to) = (from.map(some), to.map(some));
        let mut out = Vec::new();
        let mut asks = false;
        for trigger in self.waiting(what) {
            if !wanted(self.triggers[trigger].when) {
                continue;
            }
            let sets_off = self.actions[self.triggers[trigger].action].key;
            self.found.sets_off.entry(self.ctx.key).or_default().insert(sets_off);
            let it = subject.as_ref().map_or_else(|| self.b().int(0), |it| it.1.clone());
            let slot = self.slot(trigger);
            let [from, to] = [&from, &to].map(|it| it.clone().unwrap_or_else(|| self.b().none(Ty::Int.opt())));
            match self.triggers[trigger].when {
                When::Before | When::Fast => {
                    let id = self.trigger_function(trigger);
                    let parts = vec![it, self.in_slot(from, &slot), self.in_slot(to, &slot)];
                    out.push(self.b().run(id, parts));
                    let key = self.actions[self.triggers[trigger].action].key;
                    self.mark(Mark::Body(key));
                    if self.stops_trigger(trigger) {
                        asks = true;
                    }
                }
                When::Usual | When::After => {
                    self.found.queues = true;
                    let slot = self.widest_slot();
                    let [from, to] = [from, to].map(|it| self.in_slot(it, &slot));
                    let ty = Ty::Record(self.globals.event_record.unwrap_or(ir::RecordId(0)));
                    let made = ExprKind::Make(vec![self.b().int(trigger as i64), it, from, to]);
                    let note = self.b().expr(made, ty);
                    let place = self.now_place(Now::Events);
                    out.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![note])));
                }
            }
        }
        if asks {
            let stop = self.leave_if_stopped();
            self.found.asks.insert(self.ctx.key);
            out.push(stop);
        }
        out
    }

    fn stops_trigger(&self, trigger: usize) -> bool {
        let key = self.actions[self.triggers[trigger].action].key;
        self.facts.asks.contains(&key)
    }

    /// The type of `from` and `to` for a trigger: cells, players and whole numbers, or any value where what changes is none of
    /// these.
    fn slot(&self, trigger: usize) -> Ty {
        let of = self.attribute_of(&self.triggers[trigger].waits);
        if of.is_some_and(|it| self.rep(&it.t) != Ty::Int) { Ty::Any } else { Ty::Int.opt() }
    }

    /// A type that `from` and `to` of all triggers have a place in.
    pub fn widest_slot(&self) -> Ty {
        let any = (0..self.triggers.len()).any(|it| self.slot(it) == Ty::Any);
        if any { Ty::Any } else { Ty::Int.opt() }
    }

    /// A value for a trigger that takes those of a type: none where it is of another.
    fn in_slot(&self, e: Expr, slot: &Ty) -> Expr {
        match (&e.ty, slot) {
            (Ty::Any, Ty::Any) => e,
            (Ty::Any, _) => self.b().none(slot.clone()),
            (_, Ty::Any) => self.b().any(e),
            _ => e,
        }
    }

    /// The attribute whose change a trigger waits for.
    fn attribute_of(&self, waits: &Waits) -> Option<&FieldInfo<'a, 's>> {
        let Waits::Change { class: Some(class), attribute: Some(name) } = waits else { return None };
        self.classes.family(*class).fields.iter().find(|it| it.name == name)
    }

    /// `(it, from, to)`: runs the action of a trigger if it is to run: for the instance that something happened to if
    /// that is one that has the action, else for every instance that has it.
    pub fn trigger_function(&mut self, trigger: usize) -> FnId {
        let key = (trigger as u32, "trigger", 0);
        if let Some(id) = self.made.get(&key) {
            return *id;
        }
        let action = self.triggers[trigger].action;
        let name = format!("trigger of {}", self.actions[action].title());
        let mut b = Body::default();
        b.local("it", Ty::Int);
        let slot = self.slot(trigger);
        b.local("from", slot.clone());
        b.local("to", slot);
        let id = self.forward(&name, b, 3, Ty::Unit);
        self.made.insert(key, id);
        let (body, b) = self.apart(|this| this.trigger_body(trigger));
        self.complete(id, b, body);
        id
    }

    fn trigger_body(&mut self, trigger: usize) -> Vec<Stmt> {
        let action = self.triggers[trigger].action;
        let slot = self.slot(trigger);
        let it = self.ctx.b.local("it", Ty::Int);
        let [from, to] = ["from", "to"].map(|name| self.ctx.b.local(name, slot.clone()));
        self.ctx.b.at = self.triggers[trigger].ast.body.as_ref().map_or(Span::default(), |it| it.span);
        self.ctx.result = Some(Ty::Unit);
        self.ctx.key = self.triggers[trigger].ast.body.as_ref().map_or(SETTLE - 1, |it| it.span.start);
        let mut out = Vec::new();
        if let Some(other) = self.other_phase(trigger, from, to) {
            out.push(self.b().when(other, vec![self.leave()]));
        }
        // Placed is from nowhere, removed is to nowhere.
        if let Waits::Moved { placed, removed, .. } = self.triggers[trigger].waits {
            let none = self.b().none(Ty::Int.opt());
            let none_from = self.b().equal(self.b().get(from), none.clone());
            let none_to = self.b().equal(self.b().get(to), none);
            let wrong = match (placed, removed) {
                (true, _) => self.b().not(none_from),
                (_, true) => self.b().not(none_to),
                _ => self.b().bool(false),
            };
            if placed || removed {
                out.push(self.b().when(wrong, vec![self.leave()]));
            }
        }
        if let Some(n) = self.triggers[trigger].count
            && let Some(place) = self.chosen_place()
        {
            let n = self.number(n);
            let n = self.whole(n);
            let all = self.b().load(place);
            let rest = self.b().rem(all, n);
            let not_yet = self.b().not(self.b().equal(rest, self.b().int(0)));
            out.push(self.b().when(not_yet, vec![self.leave()]));
        }
        let of = match self.triggers[trigger].waits.clone() {
            Waits::Moved { class, .. } => Some(class),
            Waits::Went(movement) => Some(self.moves(movement)),
            Waits::Part { class, .. } => class,
            Waits::Change { class, .. } => class,
            Waits::Given { class, .. } | Waits::Card(class, _) | Waits::Stack(class, _) => class,
            Waits::Action(action) => self.actions[action].class,
            Waits::ActionOf(class) => Some(class),
            _ => None,
        };
        // What it happened to may be of a class beside the one that is waited for.
        if let Some(of) = of {
            let root = self.root_of(of);
            let is = self.is_one(T::Ref(root), self.b().get(it), of);
            let other = self.b().not(is);
            out.push(self.b().when(other, vec![self.leave()]));
        }
        let owner = self.actions[action].class;
        let subject = owner
            .is_some_and(|owner| of.is_some_and(|of| self.classes.get(of).family == self.classes.get(owner).family));
        match owner {
            Some(owner) if subject => {
                let root = self.root_of(owner);
                let is = self.is_one(T::Ref(root), self.b().get(it), owner);
                let run = self.trigger_run(trigger, it, it, from, to);
                out.push(self.b().when(is, run));
            }
            Some(owner) if !self.classes.family(owner).single => {
                let this = self.ctx.b.local("this", Ty::Int);
                let mut run = self.trigger_run(trigger, this, it, from, to);
                let holds = self.takes_part(owner, this);
                run = vec![self.b().when(holds, run)];
                let last = self.less_one(self.instances(owner));
                out.push(self.b().stmt(StmtKind::ForRange(this, self.b().int(0), last, run)));
            }
            _ => {
                let this = self.ctx.b.local("this", Ty::Int);
                out.push(self.b().set(this, self.b().int(0)));
                out.extend(self.trigger_run(trigger, this, it, from, to));
            }
        }
        out
    }

    /// Whether it is another phase or turn that begins or ends than the one a trigger waits for.
    fn other_phase(&mut self, trigger: usize, from: ir::LocalId, to: ir::LocalId) -> Option<Expr> {
        let within = |this: &Self, at: ir::LocalId, first: i64, count: i64| {
            let b = this.b();
            let none = b.equal(b.get(at), b.none(Ty::Int.opt()));
            let it = b.expr(ExprKind::Unwrap(Box::new(b.get(at))), Ty::Int);
            b.and(b.not(none), this.is_between(it, b.int(first), b.int(first + count - 1)))
        };
        let (first, count, begins) = match self.triggers[trigger].waits {
            Waits::PhaseOf { phase, begins } => (phase, 1, begins),
            Waits::TurnOf { first, phases, begins } => (first, phases, begins),
            _ => return None,
        };
        let (new, old) = if begins { (to, from) } else { (from, to) };
        let here = within(self, new, first, count);
        if count == 1 {
            return Some(self.b().not(here));
        }
        // Another phase of the same turn is not another turn.
        let other = self.b().not(within(self, old, first, count));
        Some(self.b().not(self.b().and(here, other)))
    }

    /// Whether an instance is of a class, and belongs to somebody if it is a player's state.
    pub fn takes_part(&mut self, owner: ClassId, this: ir::LocalId) -> Expr {
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
        is
    }

    /// Whether both hold, where the first is often known to.
    pub fn all_of(&self, a: Expr, b: Expr) -> Expr {
        if a.kind == ExprKind::Const(ir::Const::Bool(true)) { b } else { self.b().and(a, b) }
    }

    /// The condition of a trigger for an instance, then its action.
    fn trigger_run(
        &mut self,
        trigger: usize,
        this: ir::LocalId,
        it: ir::LocalId,
        from: ir::LocalId,
        to: ir::LocalId,
    ) -> Vec<Stmt> {
        let action = self.triggers[trigger].action;
        let group = self.triggers[trigger].group;
        let run = self.action_run_of(action, Some(group));
        let takes = self.actions[action].inputs.len();
        let mut args = vec![self.b().get(this)];
        for i in 0..takes {
            let ty = self.given_type(action, i);
            args.push(self.b().none(ty));
        }
        let key = self.actions[action].key;
        let call = self.b().expr(ExprKind::Call(run, args.into_iter().map(ir::Arg::Value).collect()), Ty::Bool);
        let bars =
            self.triggers[trigger].when == When::Before && self.facts.cancels.contains(&self.actions[action].key);
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
        if self.facts.asks.contains(&self.actions[action].key) {
            let leave = self.leave_if_stopped();
            then.push(leave);
        }
        then.extend(back);
        if bars {
            let why = self.now(Now::Why);
            let cancelled = self.b().less(self.b().int(-1), why.clone());
            then.push(self.b().when(cancelled, vec![self.set_now(Now::Barred, why)]));
        }
        let mut out = Vec::new();
        let cond = self.trigger_condition(trigger, this, it, from, to);
        match cond {
            Some(cond) => out.push(self.b().when(cond, then)),
            None => out.extend(then),
        }
        out
    }

    /// The body of a trigger, as a function of the instance and of what happened; none if it is always true.
    fn trigger_condition(
        &mut self,
        trigger: usize,
        this: ir::LocalId,
        it: ir::LocalId,
        from: ir::LocalId,
        to: ir::LocalId,
    ) -> Option<Expr> {
        let body = self.triggers[trigger].ast.body.as_ref()?;
        let action = self.triggers[trigger].action;
        let owner = self.actions[action].class;
        let waits = self.triggers[trigger].waits.clone();
        let (function, b) = self.apart(|checker| {
            let this = checker.ctx.b.local("this", Ty::Int);
            checker.ctx.this = owner.map(|it| (it, this));
            let it = checker.ctx.b.local("it", Ty::Int);
            let slot = checker.slot(trigger);
            let [from, to] = ["from", "to"].map(|name| checker.ctx.b.local(name, slot.clone()));
            checker.ctx.gives = Gives::Answer;
            checker.ctx.result = Some(Ty::Bool);
            checker.ctx.key = body.span.start;
            let mut out = checker.event_variables(&waits, it, from, to);
            out.extend(checker.action_inputs_for_trigger(action));
            out.extend(checker.body(body));
            out.push(checker.b().give(checker.b().bool(false)));
            out
        });
        let id = self.function("trigger", b, 4, Ty::Bool, function);
        let args = vec![self.b().get(this), self.b().get(it), self.b().get(from), self.b().get(to)];
        Some(self.b().call(id, args, Ty::Bool))
    }

    /// What a trigger knows of what happened, and what sets that. `event.player` is known to all.
    fn event_variables(&mut self, waits: &Waits, it: ir::LocalId, from: ir::LocalId, to: ir::LocalId) -> Vec<Stmt> {
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
            Waits::Phase | Waits::PhaseOf { .. } | Waits::TurnOf { .. } => {
                vars.extend([("from", T::Phase, true, from), ("to", T::Phase, true, to)]);
            }
            Waits::Won | Waits::End => {
                let ty = self.rep(&T::Player.list());
                let (winners, set) = self.temp("winners", self.zero(&ty));
                let each = self.ctx.b.local("each", Ty::Int);
                let place = self.b().place(ir::Root::Local(winners), Vec::new(), ty);
                let one = self.element_of(self.b().get(each));
                let push = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![one]));
                out.extend([set, self.b().stmt(StmtKind::ForEach(each, self.now(Now::Winners), vec![push]))]);
                vars.push(("winners", T::Player.list(), false, winners));
            }
            Waits::Turn { begins } => {
                vars.extend([("from", T::Player, true, from), ("to", T::Player, true, to)]);
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

    /// In words, how triggers set off one another: a chain that ends where it begins, of what it goes through.
    fn chain(&self, through: &[u32]) -> String {
        let named = |key: &u32| self.actions.iter().find(|it| it.key == *key).map(|it| it.title());
        let mut names: Vec<&str> = through.iter().filter_map(named).collect();
        let once = names.len();
        names.extend_from_within(..once.min(2));
        format!("triggers set off one another without an end: {} …", names.join(" → "))
    }

    /// `(mark)`: tells what was noted from there on, and forgets it.
    pub fn settle(&mut self, mark: Expr) -> Vec<Stmt> {
        if !self.facts.queues {
            return Vec::new();
        }
        let id = self.settle_function();
        let mut out = vec![self.b().run(id, vec![mark])];
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

    /// How much was noted so far.
    pub fn noted(&self) -> Expr {
        self.b().builtin(ir::Builtin::Len, vec![self.now(Now::Events)], Ty::Int)
    }

    fn settle_function(&mut self) -> FnId {
        if let Some(id) = self.helpers.settle {
            return id;
        }
        let mut b = Body::default();
        b.local("mark", Ty::Int);
        let id = self.forward("tell the triggers", b, 1, Ty::Unit);
        self.helpers.settle = Some(id);
        let (body, b) = self.apart(|this| {
            let mark = this.ctx.b.local("mark", Ty::Int);
            let i = this.ctx.b.local("i", Ty::Int);
            this.ctx.result = Some(Ty::Unit);
            this.ctx.key = SETTLE;
            let ty = Ty::Record(this.globals.event_record.unwrap_or(ir::RecordId(0)));
            let event = this.ctx.b.local("event", ty.clone());
            let all = this.now(Now::Events);
            let b = this.b();
            let at = b.expr(ExprKind::Index(Box::new(all), Box::new(b.get(i))), ty);
            let mut round = vec![b.set(event, at), b.set(i, b.add(b.get(i), b.int(1)))];
            let field = |this: &Self, n: u16, ty: Ty| {
                let b = this.b();
                b.expr(ExprKind::Field(Box::new(b.get(event)), n), ty)
            };
            for trigger in 0..this.triggers.len() {
                if !matches!(this.triggers[trigger].when, When::Usual | When::After)
                    || matches!(
                        this.triggers[trigger].waits,
                        Waits::Choice | Waits::OffTurn | Waits::Call | Waits::Nothing
                    )
                {
                    continue;
                }
                let run = this.trigger_function(trigger);
                let key = this.actions[this.triggers[trigger].action].key;
                this.mark(Mark::Body(key));
                let (slot, widest) = (this.slot(trigger), this.widest_slot());
                let value = |n| match field(this, n, widest.clone()) {
                    it if widest == slot => it,
                    it => this.b().cast(Cast::FromAny, it, slot.clone()),
                };
                let args = vec![field(this, 1, Ty::Int), value(2), value(3)];
                let b = this.b();
                let here = b.equal(field(this, 0, Ty::Int), b.int(trigger as i64));
                round.push(b.when(here, vec![b.run(run, args)]));
                if this.stops_trigger(trigger) {
                    this.found.asks.insert(SETTLE);
                }
            }
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

    /// Assigns a field of an instance; if somebody waits for that, only where it becomes another, and tells it.
    pub fn changed(&mut self, class: ClassId, field: u16, it: Expr, to: Target, e: Expr) -> Vec<Stmt> {
        let info = self.classes.family(class).fields[usize::from(field)].clone();
        let what = Happens::Change { class, attribute: info.name.to_owned() };
        if self.waiting(&what).is_empty() {
            return vec![self.b().assign(to.place, e)];
        }
        let (value, set) = self.temp("value", e);
        let (old, set_old) = self.temp("old", self.b().load(to.place.clone()));
        let differs = self.b().binary(ir::Binary::Ne, self.b().get(old), self.b().get(value));
        let assign = self.b().assign(to.place, self.b().get(value));
        // Those who come before see the old value.
        let values = [old, value].map(|it| self.event_value(it));
        let then = self.happens(&what, Some((class, it)), values, vec![assign]);
        vec![set, set_old, self.b().when(differs, then)]
    }

    /// A value as what happened tells it: a whole number or none, or any value.
    fn event_value(&self, local: ir::LocalId) -> Option<Expr> {
        let it = self.b().get(local);
        Some(match &it.ty {
            Ty::Int => self.b().cast(Cast::Some, it, Ty::Int.opt()),
            Ty::Opt(of) if **of == Ty::Int => it,
            _ => self.b().any(it),
        })
    }

    /// Puts a thing on a cell, or takes it off the board.
    pub fn moved(&mut self, class: ClassId, thing: Expr, cell: Expr) -> Vec<Stmt> {
        let (Some((tile, _)), Some((on, _))) =
            (self.field_of(class, class::TILE), self.field_of(types::CELL, class::PLACEABLES))
        else {
            return Vec::new();
        };
        let (it, set_it) = self.temp("thing", thing);
        let (to, set_to) = self.temp("to", cell);
        let place = self.place_of(class, self.b().get(it), tile);
        let (from, set_from) = self.temp("from", self.b().load(place.clone()));
        let mut out = vec![set_it, set_to, set_from];
        let there = |this: &Self, local| {
            let none = this.b().none(Ty::Int.opt());
            this.b().not(this.b().equal(this.b().get(local), none))
        };
        let at = |this: &Self, local| this.b().expr(ExprKind::Unwrap(Box::new(this.b().get(local))), Ty::Int);
        let element = self.element_of(self.b().get(it));
        let old = self.place_of(types::CELL, at(self, from), on);
        let take = self.b().stmt(StmtKind::PlaceOp(PlaceOp::DeleteItem, old, vec![element.clone()]));
        let mut change = Vec::new();
        change.push(self.b().when(there(self, from), vec![take]));
        let new = self.place_of(types::CELL, at(self, to), on);
        let put = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, new, vec![element]));
        change.push(self.b().when(there(self, to), vec![put]));
        change.push(self.b().assign(place, self.b().get(to)));
        let (from, to) = (self.b().get(from), self.b().get(to));
        let it = self.b().get(it);
        out.extend(self.happens(&Happens::Moved { class }, Some((class, it)), [Some(from), Some(to)], change));
        out
    }
}

/// The variable that holds who an event is about: no author can write it.
const EVENT_PLAYER: &str = "event.player";
