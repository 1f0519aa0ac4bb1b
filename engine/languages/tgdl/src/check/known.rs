//! For an editor: the meaning of each name, and completions at a place.
//!
//! Invariant: notes have no effect on the program.

use super::facts::Facts;
use super::notes::{Candidate, Notes};
use super::rounds::ROUNDS;
use super::types::{self, ClassId, T};
use super::{Checker, Def, File, ast, over};
use crate::words::{self, Owner};
use ast::PartKind;
use diag::{Problems, Span};
use front::NameKind;
use std::collections::BTreeMap;

/// The meaning of every name of a file, as far as known; and the completions at a place.
pub fn notes<'s>(file: &File<'s>, probe: Option<u32>) -> Notes<'s> {
    let filled = over::filled(file);
    let file = filled.as_ref().unwrap_or(file);
    let mut facts = Facts::default();
    for round in 1.. {
        let mut found = Problems::new();
        let mut checker = Checker::new(file, &mut found, facts.clone());
        checker.notes = Some(Notes { probe, ..Notes::default() });
        let (notes, next) = checker.noted_all();
        if next == facts || round == ROUNDS {
            return notes;
        }
        facts = next;
    }
    Notes::default()
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// Also checks code that no other body uses.
    fn noted_all(mut self) -> (Notes<'s>, Facts) {
        self.declare_all();
        self.note_overridden();
        self.bodies_alone();
        self.attributes_alone();
        self.phases_alone();
        self.setup_body();
        self.turn_over();
        self.begin();
        self.apart(|this| this.has_items());
        (self.notes.take().unwrap_or_default(), self.found)
    }

    /// Unreachable parts of a game are checked, too.
    pub fn look_at_all(mut self) {
        self.declare_all();
        self.bodies_alone();
    }

    fn bodies_alone(&mut self) {
        for verb in 0..self.verbs.len() {
            self.verb_function(verb);
        }
        for action in 0..self.actions.len() {
            if self.actions[action].movement {
                self.movement_function(action);
            }
            if !self.actions[action].movement || !self.actions[action].triggers.is_empty() {
                self.action_run(action);
            }
        }
        for trigger in 0..self.triggers.len() {
            self.trigger_function(trigger);
        }
    }

    /// An override shares the name of its base, and its parts those of the parts they replace.
    fn note_overridden(&mut self) {
        for action in 0..self.actions.len() {
            if !self.actions[action].ast.over {
                continue;
            }
            let Some(above) = self.overridden(action) else { continue };
            if let Some(name) = self.actions[action].name {
                self.note_action(name.span, above);
            }
            let (mut own, mut inherited) = (BTreeMap::new(), BTreeMap::new());
            part_names(&self.actions[action].ast.parts, &mut own);
            part_names(&self.actions[above].ast.parts, &mut inherited);
            for (name, all) in own {
                let Some(first) = inherited.get(&name).and_then(|it| it.first().copied()) else { continue };
                all.into_iter().for_each(|it| self.note(it, first));
            }
        }
    }

    /// Initial values of attributes, even without an instance.
    fn attributes_alone(&mut self) {
        for class in (0..self.classes.list.len()).map(ClassId) {
            self.apart(|this| {
                let local = this.ctx.b.local("this", ir::Ty::Int);
                this.ctx.this = Some((class, local));
                this.record_of(class, Vec::new());
            });
        }
    }

    /// Phases of turns that say nothing to be done.
    fn phases_alone(&mut self) {
        let all: Vec<_> = self.turns.iter().flat_map(|it| it.phases.iter().filter_map(|it| it.1)).collect();
        for phase in all {
            self.phase_run(phase);
        }
    }

    /// Parts of an action or phase that are otherwise compiled only when named.
    pub fn note_parts(&mut self, parts: &'a [ast::Part<'s>]) {
        if self.notes.is_none() {
            return;
        }
        let scope = self.ctx.vars.len();
        for part in parts {
            if let PartKind::Default(body) | PartKind::Effect { group: Some(_), body } = &part.kind {
                self.body(body);
            }
            let PartKind::Require(it) = &part.kind else { continue };
            for input in &it.inputs {
                match self.ctx.vars.iter().rev().find(|var| var.name == input.name.text).map(|var| var.at) {
                    Some(at) => {
                        self.ty(&input.ty);
                        self.note_at(input.name.span, at);
                    }
                    None => drop(self.input(input, None)),
                }
            }
            for (_, body) in &it.conditions {
                self.condition(body);
            }
        }
        self.ctx.vars.truncate(scope);
    }

    /// Notes a use of a declaration.
    pub fn note(&mut self, used: Span, declared: Span) {
        if let Some(notes) = &mut self.notes
            && !used.is_empty()
            && !declared.is_empty()
        {
            notes.uses.push((used, declared));
        }
    }

    /// The same, of which only the beginning is known.
    pub fn note_at(&mut self, used: Span, at: u32) {
        self.note(used, Span { start: at, end: at + (used.end - used.start) });
    }

    /// Notes a use of a name that no author declared.
    pub fn note_kept(&mut self, used: Span, text: impl FnOnce(&Self) -> String) {
        if self.notes.is_some() {
            let text = text(self);
            self.notes.iter_mut().for_each(|it| it.kept.push((used, text.clone())));
        }
    }

    /// The words of a trigger's event.
    pub fn note_event(&mut self, event: &ast::Event<'s>) {
        for it in event.words.iter().flatten() {
            self.note_kept(it.span, |_| it.text.to_owned());
        }
    }

    /// A name of the file.
    pub fn note_name(&mut self, used: Span, name: &str) {
        if let Some((_, declared)) = self.names.get(name) {
            let declared = *declared;
            self.note(used, declared);
        }
    }

    pub fn note_class(&mut self, used: Span, id: ClassId) {
        let declared = self.classes.get(id).span;
        self.note(used, declared);
    }

    pub fn note_action(&mut self, used: Span, action: usize) {
        if let Some(name) = self.actions[action].name {
            self.note(used, name.span);
        }
    }

    pub fn note_verb(&mut self, used: Span, verb: usize) {
        let declared = self.verbs[verb].name.span;
        self.note(used, declared);
    }

    pub fn note_phase(&mut self, used: Span, turn: usize, name: &str) {
        let phases = self.turns.get(turn).map_or(&[][..], |it| &it.phases);
        if let Some((name, _)) = phases.iter().find(|it| it.0.text == name) {
            let declared = name.span;
            self.note(used, declared);
        }
    }

    /// A variable with its known type.
    pub fn note_variable(&mut self, used: Span, name: &str) {
        match self.ctx.vars.iter().rev().find(|it| it.name == name).map(|it| (it.at, it.t.clone())) {
            Some((0, t)) => self.note_kept(used, |this| format!("{} {name}", this.say(&t))),
            Some((at, _)) => self.note_at(used, at),
            None => {}
        }
    }

    /// Names of conditions and effects of the action.
    pub fn note_part(&mut self, used: Span, name: &str) {
        let conditions = self.ctx.conditions.iter().map(|it| it.0);
        let all = conditions.chain(self.ctx.effects.iter().map(|it| it.0)).filter(|it| it.text == name);
        for it in all.collect::<Vec<_>>() {
            self.note(used, it.span);
        }
    }

    /// Notes the name after the dot of an instance, other than actions and verbs.
    pub fn note_attribute(&mut self, used: Span, class: ClassId, name: &str) {
        if self.notes.is_none() {
            return;
        }
        let declared = match self.field_of(class, name) {
            Some((_, info)) => info.declared.map(|it| it.name.span),
            None if self.classes.is_a(class, types::GROUP) => {
                let group = self.board.groups.iter().position(|it| it.class == Some(class));
                let cell = group.and_then(|it| self.board.node_named(it, name));
                cell.and_then(|it| self.board.cells.get(it)?.node).map(|it| it.span)
            }
            None if self.classes.is_a(class, types::BOARD) && name != "group" => {
                self.board.groups.iter().find(|it| it.name.text == name).map(|it| it.name.span)
            }
            None => None,
        };
        if let Some(declared) = declared {
            self.note(used, declared);
        }
    }

    /// `true` if completions are requested here.
    fn is_probe(&self, at: Span) -> bool {
        self.notes.as_ref().is_some_and(|it| it.probe == Some(at.start))
    }

    fn offer_all(&mut self, all: Vec<Candidate<'s>>) {
        if let Some(notes) = &mut self.notes {
            notes.candidates.get_or_insert_default().extend(all);
        }
    }

    fn known_as(&self, name: &'s str, kind: NameKind, declared: Option<Span>, t: &T) -> Candidate<'s> {
        Candidate { name, kind, declared, t: self.say(t) }
    }

    /// Completions for a value.
    pub fn offer_names(&mut self, at: Span) {
        if !self.is_probe(at) {
            return;
        }
        let mut all = Vec::new();
        for it in self.ctx.vars.iter().rev().filter(|it| !it.name.contains('.')) {
            let declared = (it.at > 0).then(|| Span { start: it.at, end: it.at + it.name.len() as u32 });
            all.push(self.known_as(it.name, NameKind::Variable, declared, &it.t));
        }
        if let Some((class, _)) = self.ctx.this {
            all.extend(self.members(class));
        }
        let known = |(name, (def, span)): (&&'s str, &(Def, Span))| {
            let (kind, t) = match def {
                Def::Class(id) if self.classes.get(*id).construct.is_none() => (NameKind::Board, T::Ref(*id)),
                Def::Class(id) => (NameKind::Type, T::Ref(*id)),
                Def::Verb(_) => (NameKind::Function, T::Bad),
                Def::Movement(_) => (NameKind::Procedure, T::Bad),
                Def::Turn(_) => (NameKind::State, T::Turn),
                Def::Goal => return None,
                Def::Action(_) => (NameKind::Action, T::Bad),
                Def::Node(_) => (NameKind::Member, T::Ref(types::CELL)),
            };
            Some(self.known_as(name, kind, Some(*span), &t))
        };
        all.extend(self.names.iter().filter_map(known));
        let phases = self.turns.iter().flat_map(|it| &it.phases);
        all.extend(phases.map(|it| self.known_as(it.0.text, NameKind::State, Some(it.0.span), &T::Phase)));
        let parts = self.ctx.conditions.iter().map(|it| it.0).chain(self.ctx.effects.iter().map(|it| it.0));
        all.extend(parts.map(|it| self.known_as(it.text, NameKind::Procedure, Some(it.span), &T::Bool)));
        self.offer_all(all);
    }

    /// Completions after a dot.
    pub fn offer_members(&mut self, at: Span, t: &T) {
        if !self.is_probe(at) {
            return;
        }
        let mut all = Vec::new();
        match t {
            T::Ref(class) => all.extend(self.members(*class)),
            T::Player => {
                for class in self.classes.below(types::STATE) {
                    let it = self.classes.get(class);
                    if it.construct.is_some() {
                        all.push(self.known_as(it.name, NameKind::Type, Some(it.span), &T::Ref(class)));
                    }
                }
                if self.globals.hands.is_some() {
                    all.extend(self.built_in(Owner::Player));
                }
            }
            T::List(_) => all.extend(self.built_in(Owner::List)),
            _ => {}
        }
        self.offer_all(all);
    }

    /// Attributes, actions and verbs of instances, including the built-in ones.
    fn members(&self, class: ClassId) -> Vec<Candidate<'s>> {
        let is = |it: Option<ClassId>| it.is_none_or(|owner| self.classes.is_a(class, owner));
        let mut all = Vec::new();
        for it in self.classes.family(class).fields.iter().filter(|it| is(it.class)) {
            all.push(self.known_as(it.name, NameKind::Field, it.declared.map(|it| it.name.span), &it.t));
        }
        for it in self.actions.iter().filter(|it| it.of.is_none() && it.class.is_some() && is(it.class)) {
            let name = it.name.map(|it| self.known_as(it.text, NameKind::Action, Some(it.span), &T::Bad));
            all.extend(name);
        }
        for it in self.verbs.iter().filter(|it| it.class.is_some() && is(it.class)) {
            all.push(self.known_as(it.name.text, NameKind::Function, Some(it.name.span), &T::Bad));
        }
        if self.classes.is_a(class, types::GROUP) {
            let group = self.board.groups.iter().position(|it| it.class == Some(class));
            let nodes = self.board.cells.iter().filter(|it| Some(it.group) == group).filter_map(|it| it.node);
            all.extend(nodes.map(|it| self.known_as(it.text, NameKind::Member, Some(it.span), &T::Ref(types::CELL))));
        }
        if self.classes.is_a(class, types::BOARD) {
            let groups = self.board.groups.iter().map(|it| it.name);
            all.extend(groups.map(|it| self.known_as(it.text, NameKind::Board, Some(it.span), &T::Ref(types::GROUP))));
        }
        let owners = [
            (types::CELL, Owner::Cell),
            (types::THING, Owner::Thing),
            (types::STATE, Owner::State),
            (types::STACK, Owner::Stack),
            (types::BOARD, Owner::Board),
        ];
        for (_, owner) in owners.into_iter().filter(|it| self.classes.is_a(class, it.0)) {
            all.extend(self.built_in(owner));
        }
        all
    }

    fn built_in(&self, owner: Owner) -> impl Iterator<Item = Candidate<'s>> {
        words::members_of(owner).map(|it| self.known_as(it, NameKind::Builtin, None, &T::Bad))
    }

    /// Completions after the dot of an action, `true` if there is one.
    pub fn offer_members_of_action(&mut self, at: Span, of: &'a ast::Expr<'s>) -> bool {
        let is_action = self.is_probe(at) && self.action_named(of).is_some();
        if is_action {
            let all = self.built_in(Owner::Action).collect();
            self.offer_all(all);
        }
        is_action
    }

    /// Completions for a type.
    pub fn offer_types(&mut self, at: Span) {
        if !self.is_probe(at) {
            return;
        }
        let own = self.classes.list.iter().enumerate().filter(|it| !it.1.span.is_empty());
        let own = own.map(|(i, it)| self.known_as(it.name, NameKind::Type, Some(it.span), &T::Ref(ClassId(i))));
        let all = own.collect();
        self.offer_all(all);
    }
}

/// The names of the parts of an action: of inputs, of phases, and of conditions and effects.
fn part_names<'s>(parts: &[ast::Part<'s>], out: &mut BTreeMap<(u8, &'s str), Vec<Span>>) {
    let mut add = |kind: u8, name: Option<ast::Name<'s>>| {
        if let Some(it) = name {
            out.entry((kind, it.text)).or_default().push(it.span);
        }
    };
    for part in parts {
        match &part.kind {
            PartKind::Input(it) => add(0, Some(it.name)),
            PartKind::Phase(it) => add(1, it.name),
            PartKind::Effect { group, .. } => add(2, *group),
            PartKind::Trigger(it) => add(2, it.group),
            PartKind::Require(it) => {
                add(2, it.group);
                it.conditions.iter().for_each(|it| add(2, it.0));
            }
            PartKind::Default(_) | PartKind::Returns(_) | PartKind::Missing => {}
        }
    }
}
