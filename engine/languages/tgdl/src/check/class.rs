//! Constructs: their bases, their attributes, and their place in the state.

use super::classes::{Class, Family, FamilyId, FieldInfo};
use super::types::{BOARD, CELL, ClassId, GROUP, STACK, STATE, T, THING, Val};
use super::{Checker, Def, ast};
use ast::{Attribute, ConstructKind, ItemKind, MemberKind, Name};
use diag::Span;
use ir::{Const, Expr, ExprKind, Global, GlobalId, Inside, Measure, Named, Place, Record, RecordId, Root, Step, Ty};
use std::collections::BTreeMap;

/// Their names, and others for the same.
const ROOTS: &[(&str, ClassId)] = &[
    ("boardcell", CELL),
    ("boardCell", CELL),
    ("tile", CELL),
    ("interactable", THING),
    ("placeable", THING),
    ("stackable", THING),
    ("stack", STACK),
    ("group", GROUP),
    ("board", BOARD),
    ("state", STATE),
];

/// Maximum constructs of a game.
const CLASSES_LIMIT: usize = 1_000;

/// Maximum attributes of a family of constructs.
const FIELDS_LIMIT: usize = 1_000;

/// Fields that the game keeps of every instance.
pub const PLAYER: &str = "player";
pub const PLAYERS: &str = "players";
pub const PLACEABLES: &str = "placeables";
pub const TILE: &str = "tile";
pub const CARDS: &str = "cards";
pub const DISCARDS: &str = "discards";
/// The stack that a card lay in last.
pub const LAY_IN: &str = "stack";

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        if let Some((Def::Class(id), _)) = self.names.get(name) {
            return Some(*id);
        }
        ROOTS.iter().find(|it| it.0 == name).map(|it| it.1)
    }

    pub fn type_names(&self) -> Vec<&'s str> {
        let own = self.names.iter().filter(|it| matches!(it.1.0, Def::Class(_))).map(|it| *it.0);
        own.chain(["decimal", "string", "bool", "player", "board", "group"]).collect()
    }

    /// All constructs by name, and their families without fields.
    pub fn declare_classes(&mut self) {
        for (name, kind) in [
            ("boardcell", Some(ConstructKind::Cell)),
            ("interactable", Some(ConstructKind::Interactable)),
            ("stack", Some(ConstructKind::Stack)),
            ("group", None),
            ("board", None),
            ("state", None),
        ] {
            let family = FamilyId(self.classes.list.len());
            self.classes.list.push(Class {
                name,
                kind,
                base: None,
                construct: None,
                family,
                tag: 0,
                span: Span::default(),
            });
        }
        let built_in = self.classes.list.len();
        let file = self.file;
        for item in &file.items {
            if let ItemKind::Construct(it) = &item.kind {
                let id = ClassId(self.classes.list.len());
                if id.0 >= built_in + CLASSES_LIMIT {
                    self.problems.too_many_in_program(it.name.span, "constructs", CLASSES_LIMIT);
                    break;
                }
                if !self.define(it.name, Def::Class(id)) {
                    continue;
                }
                let base = match it.kind {
                    ConstructKind::Cell => CELL,
                    ConstructKind::Interactable => THING,
                    ConstructKind::Stack => STACK,
                    _ => STATE,
                };
                self.classes.list.push(Class {
                    name: it.name.text,
                    kind: Some(it.kind),
                    base: Some(base),
                    construct: Some(it),
                    family: FamilyId(0),
                    tag: 0,
                    span: it.name.span,
                });
            }
        }
        self.inherit();
        self.types_said();
        self.board_classes();
        self.families();
    }

    /// The words behind the names of constructs: interactables are placeable or stackable, all else has none.
    fn types_said(&mut self) {
        for i in 0..self.classes.list.len() {
            let Some(construct) = self.classes.list[i].construct else { continue };
            let known: &[&str] = match construct.kind {
                ConstructKind::Interactable => &["placeable", "stackable"],
                _ => &[],
            };
            for it in construct.types.iter().filter(|it| !known.contains(&it.text)) {
                let derives =
                    self.class_named(it.text).is_some_and(|id| self.classes.get(id).kind == Some(construct.kind));
                self.problems.no_type_of_construct(it.span, it.text, known, derives);
            }
        }
    }

    /// The base of each class, if it is of the same kind and not derived from the class.
    fn inherit(&mut self) {
        for i in 0..self.classes.list.len() {
            let Some(base) = self.classes.list[i].construct.and_then(|it| it.base) else { continue };
            let kind = self.classes.list[i].kind;
            match self.class_named(base.text) {
                Some(id) if self.classes.get(id).kind == kind && !self.classes.is_a(id, ClassId(i)) => {
                    self.note_class(base.span, id);
                    self.classes.list[i].base = Some(id);
                }
                Some(id) => {
                    let (want, got) = (self.classes.list[i].name, self.classes.get(id).name);
                    self.problems.type_mismatch(base.span, want, got);
                }
                None => {
                    let known = self.type_names();
                    self.problems.no_type(base.span, base.text, &known);
                }
            }
        }
    }

    /// The class below the general one from which a class inherits.
    fn root(&self, id: ClassId) -> ClassId {
        let mut at = id;
        while let Some(base) = self.classes.get(at).base {
            if base == STATE {
                break;
            }
            at = base;
        }
        at
    }

    fn families(&mut self) {
        let mut of: BTreeMap<ClassId, FamilyId> = BTreeMap::new();
        let mut members: Vec<Vec<ClassId>> = Vec::new();
        for i in 0..self.classes.list.len() {
            let root = self.root(ClassId(i));
            let next = FamilyId(members.len());
            let family = *of.entry(root).or_insert(next);
            if family == next {
                members.push(Vec::new());
            }
            let all = &mut members[family.0];
            self.classes.list[i].tag = all.len() as i64;
            self.classes.list[i].family = family;
            all.push(ClassId(i));
        }
        for all in members {
            self.family(&all);
        }
    }

    /// One record for all attributes of a family of classes, and the global that holds the instances.
    fn family(&mut self, all: &[ClassId]) {
        let root = all[0];
        let (root_name, kind) = (self.classes.get(root).name, self.classes.get(root).kind);
        let mut fields: Vec<FieldInfo<'a, 's>> = Vec::new();
        let known = |name, t: T, none| FieldInfo { name, t, none, class: None, declared: None };
        match kind {
            Some(ConstructKind::Local) => fields.push(known(PLAYER, T::Player, true)),
            Some(ConstructKind::Group) => fields.push(known(PLAYERS, T::Player.list(), false)),
            Some(ConstructKind::Cell) if self.has_things() => {
                fields.push(known(PLACEABLES, T::Ref(THING).list(), false));
            }
            Some(ConstructKind::Interactable) => {
                if self.board.is_there() {
                    let cell = self.only_cell();
                    fields.push(known(TILE, T::Ref(cell), true));
                }
                if self.has_stacks() {
                    fields.push(known(PLAYER, T::Player, true));
                    fields.push(known(LAY_IN, T::Ref(STACK), true));
                }
            }
            Some(ConstructKind::Stack) => {
                fields.push(known(CARDS, T::Ref(THING).list(), false));
                fields.push(known(DISCARDS, T::Ref(THING).list(), false));
            }
            _ => {}
        }
        for id in all {
            self.attributes(*id, &mut fields);
        }
        let concrete = all.iter().filter(|it| self.classes.get(**it).construct.is_some()).count();
        // Of which class a cell is, is known by its number.
        let tells = !matches!(kind, Some(ConstructKind::Cell) | None);
        let tagged = (concrete > 1 && tells).then_some(fields.len() as u16);
        let mut named: Vec<Named> = Vec::with_capacity(fields.len() + 1);
        for it in &fields {
            let ty = self.rep(&it.t);
            let ty = if it.none { ty.opt() } else { ty };
            // Two classes that inherit from the same may use a name each for itself.
            let twice = named.iter().any(|other| other.name == it.name);
            let owner = it.class.map_or("", |id| self.classes.get(id).name);
            let name = if twice { format!("{owner}.{}", it.name) } else { it.name.to_owned() };
            named.push(Named { name, ty });
        }
        if tagged.is_some() {
            named.push(Named { name: "kind".into(), ty: Ty::Int });
        }
        let record = RecordId(self.program.records.len() as u16);
        self.program.records.push(Record { name: root_name.to_owned(), fields: named });
        let single = matches!(kind, Some(ConstructKind::Group | ConstructKind::Global)) || root == BOARD;
        let start = match kind {
            Some(ConstructKind::Local) if !self.is_given(root) => self.most_players(),
            Some(ConstructKind::Cell) => self.board.cells.len() as i64,
            Some(ConstructKind::Stack) => concrete as i64,
            _ if root == GROUP => self.board.groups.len() as i64,
            _ => i64::from(single),
        };
        let name = match kind {
            Some(ConstructKind::Cell) => "cells".to_owned(),
            Some(ConstructKind::Interactable) => "interactables".to_owned(),
            Some(ConstructKind::Stack) => "stacks".to_owned(),
            _ => root_name.to_owned(),
        };
        let global = GlobalId(self.program.globals.len() as u16);
        // Things have instances even without attributes.
        let made = kind == Some(ConstructKind::Interactable) && concrete > 0;
        let empty = fields.is_empty() && tagged.is_none() && !made;
        if !empty {
            let ty = if single { Ty::Record(record) } else { Ty::Record(record).list() };
            let span = self.classes.get(root).span;
            let name = self.global_name(&name);
            self.program.globals.push(Global { name, ty, late: false, secret: None, span });
            let of_players = kind == Some(ConstructKind::Local) && !self.is_given(root);
            if single || of_players {
                self.measure(root_name, global, &fields, of_players);
            }
        }
        self.classes.families.push(Family { record, global, single, fields, tagged, start });
    }

    /// The numbers of a family are measured over many games.
    fn measure(&mut self, name: &str, global: GlobalId, fields: &[FieldInfo<'a, 's>], of_players: bool) {
        let way = of_players.then_some(Inside::Roles);
        for (i, it) in fields.iter().enumerate() {
            if it.declared.is_some() && it.t == T::Dec && !it.none {
                let path = way.into_iter().chain([Inside::Field(i as u16)]).collect();
                let name = format!("{name}.{}", it.name);
                self.program.counted.measures.push(Measure { name, global, path });
            }
        }
    }

    /// The attributes that a class adds to those of its family.
    fn attributes(&mut self, id: ClassId, fields: &mut Vec<FieldInfo<'a, 's>>) {
        let own = self.own_attributes(id);
        for it in own {
            if fields.iter().filter(|it| it.declared.is_some()).count() >= FIELDS_LIMIT {
                self.problems.too_many_in(it.name.span, "a family of constructs", "attributes", FIELDS_LIMIT);
                break;
            }
            let first = fields.iter().find(|other| {
                other.name == it.name.text && other.class.is_none_or(|class| self.classes.is_a(id, class))
            });
            if let Some(first) = first {
                match first.declared {
                    Some(first) => self.problems.twice(it.name.span, it.name.text, first.name.span),
                    None => self.problems.reserved_name(it.name.span, it.name.text),
                }
                continue;
            }
            self.not_as_global(it.name);
            let t = self.ty(&it.ty);
            let none = self.facts.none.contains(&it.name.span.start) || it.value.is_none();
            fields.push(FieldInfo { name: it.name.text, t, none, class: Some(id), declared: Some(it) });
        }
    }

    fn own_attributes(&self, id: ClassId) -> Vec<&'a Attribute<'s>> {
        if let Some(it) = self.classes.get(id).construct {
            let own = it.members.iter().filter_map(|it| match &it.kind {
                MemberKind::Attribute(it) => Some(it),
                _ => None,
            });
            return own.collect();
        }
        self.board.attributes(id)
    }

    /// A field of instances of a class, by name: which it is in its family.
    pub fn field_of(&self, class: ClassId, name: &str) -> Option<(u16, FieldInfo<'a, 's>)> {
        let family = self.classes.family(class);
        let named = || family.fields.iter().enumerate().filter(|it| it.1.name == name);
        let own = named().find(|it| it.1.class.is_none_or(|owner| self.classes.is_a(class, owner)));
        // For a general class: an attribute of only one class below it.
        let mut below = named().filter(|it| it.1.class.is_some_and(|owner| self.classes.is_a(owner, class)));
        let only = match (below.next(), below.next()) {
            (Some(only), None) if self.classes.get(class).construct.is_none() => Some(only),
            _ => None,
        };
        own.or(only).map(|(i, it)| (i as u16, it.clone()))
    }

    /// A field that the game keeps, not one of the author's of that name.
    pub fn kept_field(&self, class: ClassId, name: &str) -> Option<u16> {
        let fields = &self.classes.family(class).fields;
        fields.iter().position(|it| it.class.is_none() && it.name == name).map(|i| i as u16)
    }

    /// The place of a field of an instance.
    pub fn place_of(&self, class: ClassId, it: Expr, field: u16) -> Place {
        let family = self.classes.family(class);
        let info = &family.fields[usize::from(field)];
        let ty = self.rep(&info.t);
        let ty = if info.none { ty.opt() } else { ty };
        let mut path = Vec::with_capacity(2);
        if !family.single {
            path.push(Step::Index(it));
        }
        path.push(Step::Field(field));
        Place { root: Root::Global(family.global), path, ty, span: self.b().at }
    }

    /// The value of a field of an instance.
    pub fn load_field(&self, class: ClassId, it: Expr, field: u16) -> Val {
        let place = self.place_of(class, it, field);
        let info = self.classes.family(class).fields[usize::from(field)].clone();
        Val { e: self.b().load(place), t: info.t, none: info.none }
    }

    /// Of which class an instance is, as a number.
    pub fn tag_of(&self, class: ClassId, it: Expr) -> Expr {
        let family = self.classes.family(class);
        if self.is_class(&T::Ref(class), CELL) {
            return self.cell_class(it);
        }
        if self.is_class(&T::Ref(class), GROUP) {
            return self.b().add(it, self.b().int(1));
        }
        let Some(field) = family.tagged else { return self.b().int(self.only_tag(class)) };
        let path = vec![Step::Index(it), Step::Field(field)];
        self.b().load(self.b().place(Root::Global(family.global), path, Ty::Int))
    }

    /// The tag of the one class of the author's in a family.
    fn only_tag(&self, class: ClassId) -> i64 {
        let family = self.classes.get(class).family;
        let own = self.classes.list.iter().find(|it| it.family == family && it.construct.is_some());
        own.map_or(0, |it| it.tag)
    }

    /// Number of instances of a family.
    pub fn instances(&self, class: ClassId) -> Expr {
        let family = self.classes.family(class);
        if family.single {
            return self.b().int(1);
        }
        let fixed = [CELL, GROUP].iter().any(|it| self.classes.is_a(class, *it));
        let bare = family.fields.is_empty() && family.tagged.is_none() && !self.classes.is_a(class, THING);
        if fixed || bare {
            return self.b().int(family.start);
        }
        let place = self.b().place(Root::Global(family.global), Vec::new(), Ty::Record(family.record).list());
        self.b().builtin(ir::Builtin::Len, vec![self.b().load(place)], Ty::Int)
    }

    /// A new instance as a record: the first values, except for the given fields.
    pub fn record_of(&mut self, class: ClassId, given: Vec<(u16, Expr)>) -> Expr {
        let family = self.classes.family(class);
        let (record, tagged) = (family.record, family.tagged);
        let fields = family.fields.clone();
        let mut parts = Vec::with_capacity(fields.len() + 1);
        let mut given: BTreeMap<u16, Expr> = given.into_iter().collect();
        for (i, it) in fields.iter().enumerate() {
            if let Some(e) = given.remove(&(i as u16)) {
                parts.push(e);
                continue;
            }
            let has = it.class.is_none_or(|owner| self.classes.is_a(class, owner));
            let value = it.declared.and_then(|it| it.value.as_ref()).filter(|_| has);
            let e = match value {
                // The attribute of the new instance would need another new instance, and so on.
                Some(e) if self.valued.contains(&e.span.start) => {
                    self.problems.makes_itself(e.span, self.classes.get(class).name);
                    let bad = self.bad();
                    self.strict(bad)
                }
                Some(e) => {
                    self.valued.push(e.span.start);
                    let e = self.expr_for(e, &it.t);
                    self.valued.pop();
                    if e.none && !it.none {
                        self.note_none(it.declared.map_or(0, |it| it.name.span.start));
                    }
                    if it.none { self.optional(e) } else { self.strict(e) }
                }
                None => {
                    let ty = self.rep(&it.t);
                    let ty = if it.none { ty.opt() } else { ty };
                    self.zero(&ty)
                }
            };
            parts.push(e);
        }
        if tagged.is_some() {
            let tag = self.classes.get(class).tag;
            parts.push(self.b().int(tag));
        }
        self.b().expr(ExprKind::Make(parts), Ty::Record(record))
    }

    /// `true` if an interactable is declared placeable or stackable, or is not declared to be anything.
    pub fn can_be(&self, class: ClassId, what: &str) -> bool {
        let mut at = Some(class);
        let mut said = false;
        while let Some(id) = at {
            let types = self.classes.get(id).construct.map_or(&[][..], |it| &it.types);
            said |= !types.is_empty();
            if types.iter().any(|it| it.text == what) {
                return true;
            }
            at = self.classes.get(id).base;
        }
        !said
    }

    pub fn note_none(&mut self, at: u32) {
        self.found.none.insert(at);
    }

    pub fn has_things(&self) -> bool {
        self.classes.list.iter().any(|it| it.kind == Some(ConstructKind::Interactable) && it.construct.is_some())
    }

    pub fn has_stacks(&self) -> bool {
        self.classes.list.iter().any(|it| it.kind == Some(ConstructKind::Stack) && it.construct.is_some())
    }

    /// `true` if rules give a state to players.
    pub fn is_given(&self, root: ClassId) -> bool {
        self.facts.given.contains(&self.classes.get(root).span.start)
    }

    /// Declares a name; returns `false` and reports it if it is taken.
    pub fn define(&mut self, name: Name<'s>, def: Def) -> bool {
        if let Some((_, first)) = self.names.get(name.text) {
            let first = *first;
            self.problems.twice(name.span, name.text, first);
            return false;
        }
        self.names.insert(name.text, (def, name.span));
        true
    }

    /// Tells of a name that a global state has.
    pub fn not_as_global(&mut self, name: Name<'s>) {
        if let Some((Def::Class(id), first)) = self.names.get(name.text).copied()
            && self.classes.get(id).kind == Some(ConstructKind::Global)
        {
            self.problems.named_as_global(name.span, name.text, first);
        }
    }

    /// Reports an input with the name of an attribute of the body's owner.
    pub fn not_as_attribute(&mut self, name: Name<'s>) {
        if let Some((class, _)) = self.ctx.this
            && let Some((_, info)) = self.field_of(class, name.text)
            && let Some(first) = info.declared
        {
            self.problems.named_as_attribute(name.span, name.text, first.name.span);
        }
    }

    /// A constant where a list of numbers is wanted.
    pub fn const_ints(&self, all: &[i64]) -> Const {
        Const::List(all.iter().map(|it| Const::Int(*it)).collect())
    }
}
