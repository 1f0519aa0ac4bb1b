//! Instances: new ones, and those that somebody has.

use super::class;
use super::types::{ClassId, T, Val};
use super::{Checker, ast};
use ast::{ConstructKind, Name};
use diag::Span;
use ir::{Cast, Expr, ExprKind, FnId, PlaceOp, Root, Step, Stmt, StmtKind, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// The instance of a class that the acting state's player has: this one, if it is of it.
    pub fn own(&mut self, class: ClassId) -> Option<Expr> {
        if let Some((this, local)) = self.ctx.this
            && self.classes.is_a(this, class)
        {
            return Some(self.b().get(local));
        }
        if self.classes.get(class).kind != Some(ConstructKind::Local) {
            return None;
        }
        let who = self.active().e;
        let e = self.state_of_player(class, who);
        let found = self.maybe(e, T::Ref(class));
        Some(self.strict(found))
    }

    /// The state of a class that a player has; optional.
    pub fn state_of_player(&mut self, class: ClassId, who: Expr) -> Expr {
        if self.classes.family(class).single {
            let has = self.has_state(who, class);
            let b = self.b();
            let some = b.cast(Cast::Some, b.int(0), Ty::Int.opt());
            return b.either(has, some, b.none(Ty::Int.opt()));
        }
        let id = self.state_of(class);
        self.b().call(id, vec![who], Ty::Int.opt())
    }

    /// `(player) → instance?`: the state of a class that a player has.
    fn state_of(&mut self, class: ClassId) -> FnId {
        let key = (class.0 as u32, "state of", 0);
        if let Some(id) = self.made.get(&key) {
            return *id;
        }
        let (body, b) = self.apart(|this| {
            let (player, each) = (this.ctx.b.local("player", Ty::Int), this.ctx.b.local("each", Ty::Int));
            let mut out = Vec::new();
            if let Some(field) = this.kept_field(class, class::PLAYER) {
                let owner = this.load_field(class, this.b().get(each), field);
                let some = this.b().cast(Cast::Some, this.b().get(player), Ty::Int.opt());
                let root = this.root_of(class);
                let is = this.is_one(T::Ref(root), this.b().get(each), class);
                let mine = this.b().and(this.b().equal(owner.e, some), is);
                let it = this.b().cast(Cast::Some, this.b().get(each), Ty::Int.opt());
                let found = this.b().when(mine, vec![this.b().give(it)]);
                let last = this.less_one(this.instances(class));
                out.push(this.b().stmt(StmtKind::ForRange(each, this.b().int(0), last, vec![found])));
            }
            out.push(this.b().give(this.b().none(Ty::Int.opt())));
            out
        });
        let id = self.function("state of", b, 1, Ty::Int.opt(), body);
        self.made.insert(key, id);
        id
    }

    /// `new rook() { owner = ps; }`
    pub fn new_instance(&mut self, span: Span, ty: &'a ast::Type<'s>, given: &'a [(Name<'s>, ast::Expr<'s>)]) -> Val {
        let T::Ref(class) = self.ty(ty) else {
            return self.bad();
        };
        let kind = self.classes.get(class).kind;
        let makes = matches!(kind, Some(ConstructKind::Local | ConstructKind::Interactable | ConstructKind::Stack));
        if !makes || self.classes.get(class).construct.is_none() {
            // The class has a single instance, which exists.
            if let Some(it) = self.supplied(class) {
                return it;
            }
            let name = self.classes.get(class).name;
            self.problems.not_made(span, name);
            return self.bad();
        }
        let mut fields = Vec::new();
        for (name, e) in given {
            let Some((field, info)) = self.field_of(class, name.text) else {
                let known: Vec<&str> = self.classes.family(class).fields.iter().map(|it| it.name).collect();
                let of = self.classes.get(class).name;
                self.problems.unknown_field(name.span, name.text, of, &known);
                self.expr(e);
                continue;
            };
            self.note_attribute(name.span, class, name.text);
            let value = self.expr_for(e, &info.t);
            if value.none {
                self.note_none(info.declared.map_or(0, |it| it.name.span.start));
            }
            let e = if info.none { self.optional(value) } else { self.strict(value) };
            fields.push((field, e));
        }
        let mark = self.ctx.before.len();
        let id = self.made_instance(class, fields);
        let made = self.ctx.before.split_off(mark);
        self.note_given(class);
        self.val(self.b().block(made, id), T::Ref(class))
    }

    /// The rules themselves set the owner of a state.
    pub fn note_given(&mut self, class: ClassId) {
        let root = self.root_of(class);
        let at = self.classes.get(root).span.start;
        self.found.given.insert(at);
    }

    /// A new instance without anything given.
    pub fn instance_of(&mut self, class: ClassId) -> Expr {
        self.note_given(class);
        self.made_instance(class, Vec::new())
    }

    /// Adds an instance at the end of its family, and gives its number.
    fn made_instance(&mut self, class: ClassId, fields: Vec<(u16, Expr)>) -> Expr {
        let family = self.classes.family(class);
        let (global, record) = (family.global, family.record);
        // In the initial values of its attributes, `this` is the new instance.
        let count = self.instances(class);
        let outer = self.ctx.this;
        let (id, set) = self.temp("new", count);
        self.ctx.before.push(set);
        self.ctx.this = Some((class, id));
        let mark = self.ctx.before.len();
        let record_value = self.record_of(class, fields);
        let nested = self.ctx.before.split_off(mark);
        self.ctx.this = outer;
        let ty = Ty::Record(record).list();
        let place = self.b().place(Root::Global(global), Vec::new(), ty);
        if nested.is_empty() {
            let push = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![record_value]));
            self.ctx.before.push(push);
            return self.b().get(id);
        }
        // Instances of the same family come first or after: a place is kept for this one.
        let (blank, zeros) = self.blank(class);
        let push = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place.clone(), vec![blank]));
        self.ctx.before.extend(zeros);
        self.ctx.before.push(push);
        self.ctx.before.extend(nested);
        let mut at = place;
        at.path.push(Step::Index(self.b().get(id)));
        at.ty = Ty::Record(record);
        let set = self.b().assign(at, record_value);
        self.ctx.before.push(set);
        self.b().get(id)
    }

    /// An instance with nothing in it.
    fn blank(&mut self, class: ClassId) -> (Expr, Vec<Stmt>) {
        let family = self.classes.family(class);
        let (record, fields, tagged) = (family.record, family.fields.clone(), family.tagged);
        let mut parts = Vec::new();
        for it in &fields {
            let ty = self.rep(&it.t);
            let ty = if it.none { ty.opt() } else { ty };
            parts.push(self.zero(&ty));
        }
        if tagged.is_some() {
            parts.push(self.b().int(self.classes.get(class).tag));
        }
        (self.b().expr(ExprKind::Make(parts), Ty::Record(record)), Vec::new())
    }
}
