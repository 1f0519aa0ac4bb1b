//! The view, and how it is drawn: the board with its things, attributes of states, hands and stacks.

use super::class::{self};
use super::classes::FieldInfo;
use super::types::{self, ClassId, T, Val};
use super::words::caption;
use super::{Checker, ast};
use ast::ConstructKind;
use ir::{
    Cast, Click, Const, EnumId, Expr, ExprKind, LocalId, Look, Named, RecordId, Root, Sends, Show, ShowKind, Sign,
    Stmt, StmtKind, Ty, ViewId,
};

/// The field of a visible card by which a click names it.
const CARD_NUMBER: &str = "card";

/// Maximum letters on a thing, and maximum kinds with letters of their own.
const LETTERS: usize = 3;
const KINDS: usize = 50;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn view(&mut self) {
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            let mut out = Vec::new();
            this.show_board(&mut out);
            this.show_states(&mut out);
            this.show_cards(&mut out);
            if this.globals.phase.is_some() {
                let name = this.phase_name();
                this.seen("phase", name, &mut out);
            }
            out
        });
        let id = self.function("view", b, 0, Ty::Unit, body);
        self.program.view = Some(id);
    }

    fn seen(&mut self, name: &str, value: Expr, out: &mut Vec<Stmt>) -> ViewId {
        let id = ViewId(self.program.view_fields.len() as u16);
        let ty = value.ty.clone();
        let mut name = name.to_owned();
        while ir::RESERVED_VIEWS.contains(&&*name) || self.program.view_fields.iter().any(|it| it.name == name) {
            name.push('_');
        }
        self.program.view_fields.push(Named { name, ty: ty.clone() });
        let place = self.b().place(Root::View(id), Vec::new(), ty);
        out.push(self.b().assign(place, value));
        id
    }

    fn show(&mut self, what: ShowKind, items: ViewId, title: Option<&str>, clicks: Vec<Click>) {
        let look = Look::default();
        let title = title.map(str::to_owned);
        self.program.shows.push(Show { clicks, title, look, ..Show::of(what, Some(items)) });
    }

    fn phase_name(&mut self) -> Expr {
        let names: Vec<Const> =
            self.turns.iter().flat_map(|it| it.phases.iter().map(|it| Const::Str(it.0.text.to_owned()))).collect();
        let names = self.b().expr(ExprKind::Const(Const::List(names)), Ty::Str.list());
        let phase = self.phase().e;
        self.b().expr(ExprKind::Index(Box::new(names), Box::new(phase)), Ty::Str)
    }

    /// For each cell its things, or its own description.
    fn show_board(&mut self, out: &mut Vec<Stmt>) {
        let Some(board) = self.board.drawn else { return };
        let count = self.board.cells.len();
        let id = self.mark_function();
        let ty = self.mark_type();
        let all = self.ctx.b.local("marks", ty.clone().list());
        let each = self.ctx.b.local("cell", Ty::Int);
        let b = self.b();
        let place = b.place(Root::Local(all), Vec::new(), ty.clone().list());
        let mark = b.call(id, vec![b.get(each)], ty.clone());
        let push = b.stmt(StmtKind::PlaceOp(ir::PlaceOp::Push, place, vec![mark]));
        out.push(b.set(all, b.expr(ExprKind::Make(Vec::new()), ty.list())));
        out.push(b.stmt(StmtKind::ForRange(each, b.int(0), b.int(count as i64 - 1), vec![push])));
        let value = self.b().get(all);
        let items = self.seen("board", value, out);
        // Answers that are cells are clicks on them; so are things on the board.
        let clicks = self.clicks(|this, t| this.is_cell(t) || this.is_by_cell(t));
        let look = Look { symbols: self.letters(), ..Look::default() };
        let what = ShowKind::Board(board);
        self.program.shows.push(Show { clicks, look, ..Show::of(what, Some(items)) });
    }

    /// Letters for things with similar names: as many letters as needed to tell them apart.
    fn letters(&self) -> Vec<Sign> {
        let names = self.kinds();
        let of = |name: &str, count: usize| caption(&name.chars().take(count).collect::<String>());
        let alike = |name: &str, count| names.iter().any(|it| *it != name && of(it, count) == of(name, count));
        let enough = |name: &str| (1..=LETTERS).find(|count| !alike(name, *count)).unwrap_or(1);
        let several = names.iter().filter(|it| alike(it, 1));
        several.map(|it| Sign { role: None, of: (*it).to_owned(), text: of(it, enough(it)) }).collect()
    }

    /// The names of the author's things that no others inherit from, up to the maximum for a table.
    fn kinds(&self) -> Vec<&'s str> {
        let all = self.classes.below(types::THING);
        let bases: Vec<_> = all.iter().filter_map(|it| self.classes.get(*it).base).collect();
        let last = all.iter().filter(|it| !bases.contains(it) && self.classes.get(**it).construct.is_some());
        last.map(|it| self.classes.get(*it).name).take(KINDS).collect()
    }

    /// The answers of some types, as clicks.
    fn clicks(&mut self, are: impl Fn(&Self, &T) -> bool) -> Vec<Click> {
        let mut out: Vec<Click> = Vec::new();
        for (action, t) in self.answer_types.clone() {
            if are(self, &t) && out.iter().all(|it| it.action != action) {
                out.push(Click { action, sends: vec![Sends::Cell] });
            }
        }
        out
    }

    /// `(cell) → mark?`: the drawing of a cell.
    fn mark_function(&mut self) -> ir::FnId {
        let ty = self.mark_type();
        let result = ty.clone();
        let (body, b) = self.apart(|this| {
            let cell = this.ctx.b.local("cell", Ty::Int);
            this.ctx.result = Some(ty);
            let mut out = Vec::new();
            if let Some((field, _)) = this.field_of(types::CELL, class::PLACEABLES) {
                let on = this.load_field(types::CELL, this.b().get(cell), field);
                let len = this.b().builtin(ir::Builtin::Len, vec![on.e.clone()], Ty::Int);
                let of = on.e.ty.element().cloned().unwrap_or(Ty::Int);
                let top = this.less_one(len.clone());
                let top = this.b().expr(ExprKind::Index(Box::new(on.e), Box::new(top)), of.clone());
                let top = if matches!(of, Ty::Opt(_)) {
                    this.b().expr(ExprKind::Unwrap(Box::new(top)), Ty::Int)
                } else {
                    top
                };
                let mark = this.described(types::THING, top);
                let any = this.b().less(this.b().int(0), len);
                out.push(this.b().when(any, vec![this.b().give(mark)]));
            }
            let e = this.b().get(cell);
            let mark = this.described(types::CELL, e);
            out.push(this.b().give(mark));
            out
        });
        self.function("what is drawn on a cell", b, 1, result, body)
    }

    /// The type of an instance's drawing: its owner, its kind, and its first number.
    fn mark_type(&mut self) -> Ty {
        if let Some(ty) = &self.helpers.mark {
            return ty.clone();
        }
        let family = self.classes.get(types::THING).family;
        let members = self.classes.list.iter().filter(|it| it.family == family).map(|it| it.name.to_owned()).collect();
        let kind = EnumId(self.program.enums.len() as u16);
        self.program.enums.push(ir::Enum { name: "kind".into(), members });
        let number = self.rep(&T::Dec).opt();
        let fields = [("owner", Ty::Role.opt()), ("kind", Ty::Enum(kind).opt()), ("number", number)];
        let fields = fields.into_iter().map(|(name, ty)| Named { name: name.into(), ty }).collect();
        let record = RecordId(self.program.records.len() as u16);
        self.program.records.push(ir::Record { name: "mark".into(), fields });
        let ty = Ty::Record(record).opt();
        self.helpers.mark = Some(ty.clone());
        ty
    }

    /// The drawing of an instance; none if there is nothing to show.
    fn described(&mut self, root: ClassId, it: Expr) -> Expr {
        let ty = self.mark_type();
        let (it, set) = self.temp("it", it);
        let mut before = vec![set];
        let (owner, number) = self.owner_and_number(root, it, &mut before);
        let record = Ty::Record(ir::record_of(&ty).unwrap_or(RecordId(0)));
        let (kind_ty, number_ty) = match self.program.records.get(ir::record_of(&ty).map_or(0, RecordId::index)) {
            Some(it) => (it.fields[1].ty.clone(), it.fields[2].ty.clone()),
            None => (Ty::Int.opt(), Ty::Int.opt()),
        };
        let thing = root == types::THING;
        let kind = if thing {
            let tag = self.tag_of(root, self.b().get(it));
            let kind = self.b().cast(Cast::Check, tag, kind_ty.inner().clone());
            self.b().cast(Cast::Some, kind, kind_ty)
        } else {
            self.b().none(kind_ty)
        };
        let owner = owner.unwrap_or_else(|| self.b().none(Ty::Role.opt()));
        let number = number.unwrap_or_else(|| self.b().none(number_ty.clone()));
        let (owner, set_owner) = self.temp("owner", owner);
        let (number, set_number) = self.temp("number", number);
        before.extend([set_owner, set_number]);
        let b = self.b();
        let made = b.expr(ExprKind::Make(vec![b.get(owner), kind, b.get(number)]), record);
        let made = b.cast(Cast::Some, made, ty.clone());
        let nothing = b.and(b.equal(b.get(owner), b.none(Ty::Role.opt())), b.equal(b.get(number), b.none(number_ty)));
        let e = if thing { made } else { b.either(nothing, b.none(ty), made) };
        b.block(before, e)
    }

    /// Owner of an instance, and its first number: from the attributes of its own class.
    fn owner_and_number(&mut self, root: ClassId, it: LocalId, before: &mut Vec<Stmt>) -> (Option<Expr>, Option<Expr>) {
        let fields = self.classes.family(root).fields.clone();
        let (mut owner, mut number): (Option<Expr>, Option<Expr>) = (None, None);
        // The first counts: it hides those after it.
        for (i, info) in fields.iter().enumerate().rev() {
            let Some(class) = info.class else { continue };
            let value = self.load_field(root, self.b().get(it), i as u16);
            let (one, found) = match &info.t {
                T::Player => (self.owner_of(value, before), &mut owner),
                T::Dec if matches!(info.name, "owner" | "player") => (self.owner_of(value, before), &mut owner),
                T::Dec => (self.optional(value), &mut number),
                T::Ref(id) if self.is_class(&info.t, types::STATE) && self.kept_field(*id, class::PLAYER).is_some() => {
                    (self.owner_of_state(*id, value, before), &mut owner)
                }
                _ => continue,
            };
            let has = self.is_one(T::Ref(root), self.b().get(it), class);
            let other = found.take().unwrap_or_else(|| self.b().none(one.ty.clone()));
            *found = Some(match has.kind {
                ExprKind::Const(Const::Bool(true)) => one,
                _ => self.b().either(has, one, other),
            });
        }
        (owner, number)
    }

    fn owner_of(&mut self, value: Val, before: &mut Vec<Stmt>) -> Expr {
        let whole = self.mapped(value, T::Player, |this, e| {
            let number = this.val(e, T::Dec);
            this.whole(number)
        });
        let e = self.optional(whole);
        self.role_of(e, before)
    }

    /// A state represents its owner.
    fn owner_of_state(&mut self, id: ClassId, value: Val, before: &mut Vec<Stmt>) -> Expr {
        let Some(field) = self.kept_field(id, class::PLAYER) else { return self.b().none(Ty::Role.opt()) };
        let e = self.optional(value);
        let (of, set) = self.temp("of", e);
        before.push(set);
        let none = self.b().none(Ty::Int.opt());
        let there = self.b().not(self.b().equal(self.b().get(of), none.clone()));
        let of = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(of))), Ty::Int);
        let whose = self.load_field(id, of, field);
        let whose = self.optional(whose);
        let whose = self.b().either(there, whose, none);
        self.role_of(whose, before)
    }

    /// A player's number as the role; none for none, and for a number that is no player.
    fn role_of(&mut self, player: Expr, before: &mut Vec<Stmt>) -> Expr {
        let (who, set) = self.temp("who", player);
        before.push(set);
        let last = self.program.roles.len() as i64 - 1;
        let b = self.b();
        let there = b.not(b.equal(b.get(who), b.none(Ty::Int.opt())));
        let at = || b.expr(ExprKind::Unwrap(Box::new(b.get(who))), Ty::Int);
        let plays = b.and(there, self.is_between(at(), b.int(0), b.int(last)));
        let role = b.cast(Cast::Some, b.cast(Cast::Check, at(), Ty::Role), Ty::Role.opt());
        b.either(plays, role, b.none(Ty::Role.opt()))
    }

    /// Attributes of states that are simple: by role, or as they are.
    fn show_states(&mut self, out: &mut Vec<Stmt>) {
        for id in 0..self.classes.list.len() {
            let id = ClassId(id);
            let Some(kind) = self.classes.get(id).kind else { continue };
            if self.classes.get(id).construct.is_none() {
                continue;
            }
            let fields = self.classes.family(id).fields.clone();
            let name = self.classes.get(id).name;
            for (i, info) in fields.iter().enumerate() {
                let simple = matches!(info.t, T::Dec | T::Bool | T::Str | T::Player);
                if info.class != Some(id) || !simple {
                    continue;
                }
                let value = match kind {
                    ConstructKind::Global | ConstructKind::Group => self.load_field(id, self.b().int(0), i as u16).e,
                    ConstructKind::Local => self.by_role(id, i as u16, out),
                    _ => continue,
                };
                let field = self.seen(info.name, value, out);
                // If several states have one of that name, the owner is named.
                let all = self.classes.families.iter().flat_map(|it| &it.fields);
                let several = all.filter(|it| it.class.is_some() && it.name == info.name).count() > 1;
                let title = several.then(|| caption(&format!("{name}: {}", info.name)));
                self.show(ShowKind::Counter, field, title.as_deref(), Vec::new());
            }
        }
    }

    /// An attribute of a local state for each role, none for roles without the state.
    fn by_role(&mut self, class: ClassId, field: u16, out: &mut Vec<Stmt>) -> Expr {
        let info = self.classes.family(class).fields[usize::from(field)].clone();
        let of = self.rep(&info.t).opt();
        let ty = Ty::Array(Box::new(of.clone()), ir::Index::Role);
        let none = self.b().none(of.clone());
        let roles = self.program.roles.len();
        let empty = self.b().expr(ExprKind::Make(vec![none; roles]), ty.clone());
        let (all, set) = self.temp("all", empty);
        out.push(set);
        let each = self.ctx.b.local("each", Ty::Int);
        let holds = self.takes_part(class, each);
        let value = self.load_field(class, self.b().get(each), field);
        let value = self.optional(value);
        let Some(owner) = self.kept_field(class, class::PLAYER) else { return self.b().get(all) };
        let owner = self.load_field(class, self.b().get(each), owner);
        let owner = self.strict(owner);
        let index = self.b().cast(Cast::Check, owner, Ty::Role);
        let mut place = self.b().place(Root::Local(all), Vec::new(), of);
        place.path.push(ir::Step::Index(index));
        let assign = self.b().assign(place, value);
        let inner = vec![self.b().when(holds, vec![assign])];
        let last = self.less_one(self.instances(class));
        out.push(self.b().stmt(StmtKind::ForRange(each, self.b().int(0), last, inner)));
        self.b().get(all)
    }

    /// The attributes of things that cards show: numbers and texts.
    fn shown_of_cards(&self) -> Vec<(u16, FieldInfo<'a, 's>)> {
        let fields = &self.classes.family(types::THING).fields;
        let is_of_cards = |class: ClassId| self.classes.below(class).iter().any(|it| self.can_be(*it, "stackable"));
        let all = fields.iter().enumerate();
        all.filter(|it| matches!(it.1.t, T::Dec | T::Str) && it.1.class.is_some_and(is_of_cards))
            .map(|(i, it)| (i as u16, it.clone()))
            .collect()
    }

    /// The type of a visible card: its number, its kind if there are several, and its shown attributes.
    fn face_type(&mut self, shown: &[(u16, FieldInfo<'a, 's>)]) -> Ty {
        let mut fields = vec![Named { name: CARD_NUMBER.into(), ty: Ty::Int }];
        if self.cards_differ() {
            fields.push(Named { name: "kind".into(), ty: Ty::Str });
        }
        for (_, it) in shown {
            let mut name = it.name.to_owned();
            while fields.iter().any(|it| it.name == name) {
                name.push('_');
            }
            fields.push(Named { name, ty: self.rep(&it.t).opt() });
        }
        let record = RecordId(self.program.records.len() as u16);
        self.program.records.push(ir::Record { name: "face".into(), fields });
        Ty::Record(record)
    }

    /// `true` if there are several kinds of cards.
    fn cards_differ(&self) -> bool {
        let all = self.classes.below(types::THING).into_iter();
        all.filter(|it| self.classes.get(*it).construct.is_some() && self.can_be(*it, "stackable")).count() > 1
    }

    /// The names of things by their tags.
    fn card_kinds(&self) -> Vec<&'s str> {
        let family = self.classes.get(types::THING).family;
        self.classes.list.iter().filter(|it| it.family == family).map(|it| it.name).collect()
    }

    /// A visible card. Attributes that only some cards have are none for the others.
    fn face(&mut self, card: Expr, shown: &[(u16, FieldInfo<'a, 's>)], ty: &Ty) -> Expr {
        let (card, set) = self.temp("it", card);
        let mut before = vec![set];
        let it = |this: &Self| this.b().get(card);
        let kinds = self.card_kinds();
        let mut parts = vec![it(self)];
        if self.cards_differ() {
            let names = kinds.iter().map(|it| Const::Str((*it).to_owned())).collect();
            let names = self.b().expr(ExprKind::Const(Const::List(names)), Ty::Str.list());
            let tag = self.tag_of(types::THING, it(self));
            parts.push(self.b().expr(ExprKind::Index(Box::new(names), Box::new(tag)), Ty::Str));
        }
        for (field, info) in shown {
            let value = self.load_field(types::THING, it(self), *field);
            let value = self.optional(value);
            let class = info.class.unwrap_or(types::THING);
            let has = self.is_one(T::Ref(types::THING), it(self), class);
            let none = self.b().none(value.ty.clone());
            let (part, set) = self.temp("part", self.b().either(has, value, none));
            before.push(set);
            parts.push(self.b().get(part));
        }
        let made = self.b().expr(ExprKind::Make(parts), ty.clone());
        self.b().block(before, made)
    }

    /// The hand of the viewing player, the number of cards in other hands and in each stack.
    fn show_cards(&mut self, out: &mut Vec<Stmt>) {
        let Some(hands) = self.globals.hands else { return };
        let list = self.rep(&T::Ref(types::THING).list());
        let of = list.element().cloned().unwrap_or(Ty::Int);
        let shown = self.shown_of_cards();
        let face = self.face_type(&shown);
        let cards = self.ctx.b.local("hand", face.clone().list());
        let each = self.ctx.b.local("card", of.clone());
        let seat = self.b().expr(ExprKind::Seat, Ty::Int);
        let sits = self.b().not(self.b().less(seat.clone(), self.b().int(0)));
        let role = self.b().cast(Cast::Check, seat, Ty::Role);
        let mine = self.b().place(Root::Global(hands), vec![ir::Step::Index(role)], list.clone());
        let card = match self.b().get(each) {
            it if matches!(it.ty, Ty::Opt(_)) => self.b().expr(ExprKind::Unwrap(Box::new(it)), Ty::Int),
            it => it,
        };
        let card = self.face(card, &shown, &face);
        let place = self.b().place(Root::Local(cards), Vec::new(), face.clone().list());
        let push = self.b().stmt(StmtKind::PlaceOp(ir::PlaceOp::Push, place, vec![card]));
        let empty = self.b().expr(ExprKind::Make(Vec::new()), face.list());
        out.push(self.b().set(cards, empty));
        let scan = self.b().stmt(StmtKind::ForEach(each, self.b().load(mine), vec![push]));
        out.push(self.b().when(sits, vec![scan]));
        let hand = self.b().get(cards);
        let field = self.seen("hand", hand, out);
        let clicks = self.clicks(|this, t| this.is_thing(t) && !this.is_by_cell(t));
        let look = Look { number: Some(CARD_NUMBER.into()), ..Look::default() };
        let (what, title) = (ShowKind::Cards, Some("Your hand".to_owned()));
        self.program.shows.push(Show { clicks, title, look, ..Show::of(what, Some(field)) });
        let roles = self.program.roles.len();
        let counts: Vec<Expr> = (0..roles)
            .map(|n| {
                let b = self.b();
                let role = b.expr(ExprKind::Const(Const::Int(n as i64)), Ty::Role);
                let place = b.place(Root::Global(hands), vec![ir::Step::Index(role)], list.clone());
                b.builtin(ir::Builtin::Len, vec![b.load(place)], Ty::Int)
            })
            .collect();
        let counts = self.b().expr(ExprKind::Make(counts), Ty::Array(Box::new(Ty::Int), ir::Index::Role));
        let field = self.seen("held", counts, out);
        self.show(ShowKind::Counter, field, Some("Cards in hand"), Vec::new());
        for id in self.classes.below(types::STACK) {
            if self.classes.get(id).construct.is_none() {
                continue;
            }
            let name = self.classes.get(id).name;
            let index = self.classes.get(id).tag - 1;
            let Some((cards, _)) = self.field_of(id, class::CARDS) else { continue };
            let cards = self.load_field(id, self.b().int(index), cards);
            let count = self.b().builtin(ir::Builtin::Len, vec![cards.e], Ty::Int);
            let field = self.seen(name, count, out);
            self.show(ShowKind::Counter, field, None, Vec::new());
        }
    }
}
