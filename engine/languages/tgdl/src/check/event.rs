//! Events, and the triggers that wait for them.
//!
//! Events during an effect are noted, and sent to triggers when the effect is over, in order. Of several triggers for
//! one event, higher priorities come first, then earlier declarations. A `before` or `fast` trigger runs at once, an
//! `after` trigger when the whole action is over.

use super::class::{self};
use super::classes::FieldInfo;
use super::declared::{Going, Happens, Heap, TriggerInfo, Waits};
use super::facts::Mark;
use super::now::Now;
use super::stmt::Target;
use super::types::{self, ClassId, T};
use super::{Checker, Def, ast};
use ast::{ConstructKind, Event, Name, PartKind, Specifier, Trigger, When};
use ir::{Cast, Expr, ExprKind, PlaceOp, Stmt, StmtKind, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// Declares the events of an action's triggers.
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
                        span: event.span,
                        ast: it,
                        count: event.count.as_ref(),
                        priority,
                    });
                }
            }
            self.look_at_specifier(index);
        }
    }

    /// A callable action makes no choice, and a movement goes in one way.
    fn look_at_specifier(&mut self, index: usize) {
        let Some((specifier, span)) = &self.actions[index].ast.specifier else { return };
        let called = self.triggers.iter().any(|it| it.action == index && it.waits == Waits::Call);
        match specifier {
            Specifier::Choice(None) if self.actions[index].movement => {}
            Specifier::Choice(_) | Specifier::Simultaneous if self.actions[index].movement => {
                self.problems.specifier_of_movement(*span);
            }
            Specifier::Choice(_) if called => self.problems.choice_in_call(*span, self.actions[index].title()),
            _ => {}
        }
    }

    fn waits(&mut self, action: usize, event: &Event<'s>) -> Waits {
        let words: Vec<&'s str> = event.words.iter().map(|it| it.last().map_or("", |it| it.text)).collect();
        let owner = self.actions[action].class;
        let path = event.words.iter().find(|it| it.len() > 1);
        let class = |this: &Self, name: &str| this.class_named(name);
        // A construct waits for its own events by their name alone; where nothing of the kind can happen to it, for all.
        let given = owner.filter(|it| self.can_be_given(*it));
        let card = owner.filter(|it| self.is_class(&T::Ref(*it), types::THING) && self.can_be(*it, "stackable"));
        let stack = owner.filter(|it| self.is_class(&T::Ref(*it), types::STACK));
        match words.as_slice() {
            ["action"] | ["player", "choice"] | ["choice"] if path.is_none() => Waits::Choice,
            ["player", "offturn"] | ["offturn"] if path.is_none() => Waits::OffTurn,
            ["callable"] => Waits::Call,
            ["any", "action"] | ["any"] => Waits::AnyAction,
            ["placement" | "placed"] => Waits::Moved { class: types::THING, how: Going::Placed },
            ["removal" | "removed"] => Waits::Moved { class: types::THING, how: Going::Removed },
            ["movement" | "moved"] => Waits::Moved { class: types::THING, how: Going::Moved },
            ["move"] => Waits::Moved { class: types::THING, how: Going::Any },
            ["winner", "selected"] | ["winner"] => Waits::Won,
            ["game", "end" | "ended" | "over"] => Waits::End,
            ["turn", "activation" | "active" | "activated"] => Waits::Turn { begins: true },
            ["turn", "disactivation" | "deactivation" | "inactive" | "deactivated"] => Waits::Turn { begins: false },
            ["turn", "phase", ..] | ["phase", "change"] => Waits::Phase,
            ["attach" | "attached" | "transferred"] => Waits::Given { class: given, given: true },
            ["remove"] => Waits::Given { class: given, given: false },
            ["drawn"] => Waits::Card(card, Heap::Draw),
            ["discarded"] => Waits::Card(card, Heap::Discard),
            ["kept"] => Waits::Card(card, Heap::Keep),
            ["draw"] | ["draw", "card"] => Waits::Stack(stack, Heap::Draw),
            ["put"] | ["put", "card"] => Waits::Stack(stack, Heap::Put),
            ["shuffle"] => Waits::Stack(stack, Heap::Shuffle),
            ["reshuffle"] => Waits::Stack(stack, Heap::Reshuffle),
            ["discard"] => Waits::Stack(stack, Heap::Discard),
            ["change"] if path.is_none() => Waits::Change { class: owner, attribute: None },
            _ => self.waits_for_name(event, &words, owner, class),
        }
    }

    /// `true` if instances of a class are given to players, or players attached to them.
    fn can_be_given(&self, class: ClassId) -> bool {
        matches!(self.classes.get(class).kind, Some(ConstructKind::Local | ConstructKind::Group))
    }

    /// Events that name their subject: `change points.value`, `pawn move`, `state.action`, `sq change`.
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
            let Some(name) = named.get(1) else { return Waits::TurnOf { turn: turn as i64, begins } };
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
            // Only an action.
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
            ["move"] => Waits::Moved { class: id, how: Going::Any },
            ["movement" | "moved"] => Waits::Moved { class: id, how: Going::Moved },
            ["placement" | "placed"] => Waits::Moved { class: id, how: Going::Placed },
            ["removal" | "removed"] if self.is_class(&T::Ref(id), types::THING) => {
                Waits::Moved { class: id, how: Going::Removed }
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

    /// `s.act`, `s.act.phase`: an action, or a phase of it; `s.act.effect` is the moment after the effect has run.
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

    /// The triggers for an event, in the order in which they run.
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
                // An overriding action counts as the overridden one.
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
            (Waits::TurnOf { begins, .. }, Happens::FileTurn { begins: did }) => begins == did,
            (Waits::Phase | Waits::PhaseOf { .. }, Happens::Phase) => true,
            (Waits::Won, Happens::Won) | (Waits::End, Happens::End) => true,
            (Waits::Stack(class, what), Happens::Stack { class: of, what: did }) => {
                class.is_none_or(|class| related(class, *of)) && what == did
            }
            (Waits::Card(class, what), Happens::Card { class: of, what: did }) => {
                class.is_none_or(|class| related(class, *of)) && what == did
            }
            _ => false,
        }
    }

    /// An upcoming event: first its `before` triggers, which may prevent it; then the change, and the other triggers.
    pub fn happens(
        &mut self,
        what: &Happens,
        subject: Option<Expr>,
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
        subject: Option<Expr>,
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

    /// Notifies the triggers for an event that has happened.
    pub fn raise_after(&mut self, what: &Happens, subject: Option<Expr>, values: [Option<Expr>; 2]) -> Vec<Stmt> {
        self.raise_when(what, subject, values, |it| it != When::Before)
    }

    /// The same for some of the triggers.
    fn raise_when(
        &mut self,
        what: &Happens,
        subject: Option<Expr>,
        [from, to]: [Option<Expr>; 2],
        wanted: fn(When) -> bool,
    ) -> Vec<Stmt> {
        // A setup has no events.
        if self.ctx.setup {
            return Vec::new();
        }
        let some = |e: Expr| if e.ty == Ty::Int { self.b().cast(Cast::Some, e, Ty::Int.opt()) } else { e };
        let (from, to) = (from.map(some), to.map(some));
        let mut out = Vec::new();
        let mut asks = false;
        for telling in self.told_together(what, wanted) {
            let first = self.triggers_of(telling)[0];
            let key = self.actions[self.triggers[first].action].key;
            self.found.sets_off.entry(self.ctx.key).or_default().insert(key);
            let it = subject.clone().unwrap_or_else(|| self.b().int(0));
            let [from, to] = [&from, &to].map(|it| it.clone().unwrap_or_else(|| self.b().none(Ty::Int.opt())));
            match self.triggers[first].when {
                When::Before | When::Fast => {
                    let id = self.trigger_function(telling);
                    let slot = self.slot(telling);
                    let parts = vec![it, self.in_slot(from, &slot), self.in_slot(to, &slot)];
                    out.push(self.b().run(id, parts));
                    self.mark(Mark::Body(key));
                    asks |= self.facts.asks.contains(&key);
                }
                when @ (When::Usual | When::After) => {
                    let slot = self.widest_slot();
                    let [from, to] = [from, to].map(|it| self.in_slot(it, &slot));
                    let note = vec![self.b().int(telling as i64), it, from, to];
                    out.extend(self.note_event_for(telling, note, when == When::After));
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

    /// A value for a trigger that takes those of a type: none where it is of another.
    pub fn in_slot(&self, e: Expr, slot: &Ty) -> Expr {
        match (&e.ty, slot) {
            (Ty::Any, Ty::Any) => e,
            (Ty::Any, _) => self.b().none(slot.clone()),
            (_, Ty::Any) => self.b().any(e),
            _ => e,
        }
    }

    /// The attribute whose change a trigger waits for.
    pub fn attribute_of(&self, waits: &Waits) -> Option<&FieldInfo<'a, 's>> {
        let Waits::Change { class: Some(class), attribute: Some(name) } = waits else { return None };
        self.classes.family(*class).fields.iter().find(|it| it.name == name)
    }

    /// Assigns a field of an instance; if triggers wait for its changes, only if the value differs, with an event.
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
        let then = self.happens(&what, Some(it), values, vec![assign]);
        vec![set, set_old, self.b().when(differs, then)]
    }

    /// A value in the form of events: a whole number or none, or any value.
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
        out.extend(self.happens(&Happens::Moved { class }, Some(it), [Some(from), Some(to)], change));
        out
    }
}
