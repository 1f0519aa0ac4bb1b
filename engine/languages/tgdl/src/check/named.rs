//! Attributes, nodes and groups by a name computed in the game: `bank[word]`.
//!
//! The program has a function for each construct and each expected type: it looks for the name among all members of
//! that type, and gives none if there is none.

use super::class;
use super::globals::Named;
use super::stmt::Target;
use super::types::{self, ClassId, T, Val};
use super::{Checker, ast};
use diag::Span;
use ir::{ExprKind, FnId, LocalId, Stmt, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// `true` if an expression denotes the board.
    fn is_board(&self, e: &ast::Expr<'s>) -> bool {
        match &e.kind {
            ast::ExprKind::Name(name) => match self.variable(name) {
                Some(it) => self.is_class(&it.t, types::BOARD),
                None => {
                    let named = self.class_named(name).is_some_and(|it| self.classes.is_a(it, types::BOARD));
                    named && self.board.is_there()
                }
            },
            ast::ExprKind::Field(_, name) => name.text == "board",
            ast::ExprKind::This => self.ctx.this.is_some_and(|it| self.classes.is_a(it.0, types::BOARD)),
            _ => false,
        }
    }

    /// `true` if an expression is `board.groups`, and the board has no attribute of that name.
    pub fn is_groups(&self, e: &ast::Expr<'s>) -> bool {
        let ast::ExprKind::Field(board, name) = &e.kind else { return false };
        let class = self.board.class.unwrap_or(types::BOARD);
        name.text == "groups" && self.is_board(board) && self.field_of(class, name.text).is_none()
    }

    /// `board.groups.farm`, `board.groups["farm"]`
    pub fn group_named(&mut self, span: Span, name: &str) -> Val {
        if let Some(group) = self.board.groups.iter().position(|it| it.name.text == name)
            && let Some(id) = self.board.groups[group].class
        {
            let declared = self.board.groups[group].name.span;
            self.note(span, declared);
            return self.val(self.b().int(group as i64), T::Ref(id));
        }
        self.board.other_groups.push((span, name.to_owned()));
        let name = self.val(self.b().text(name), T::Str);
        self.group_by_name(name)
    }

    /// Tells of names that no group can have, since none is made in the game.
    pub fn look_at_groups(&mut self) {
        let others = std::mem::take(&mut self.board.other_groups);
        if !self.found.new_groups.is_empty() {
            return;
        }
        let known: Vec<&str> = self.board.groups.iter().map(|it| it.name.text).collect();
        for (span, name) in others {
            self.problems.unknown_field(span, &name, "board", &known);
        }
    }

    /// `board.groups[word]`
    pub fn group_by_name(&mut self, name: Val) -> Val {
        let named = Named { of: types::BOARD, groups: true, want: T::Ref(types::GROUP) };
        self.found_by_name(named, self.b().int(0), name)
    }

    /// `x[word]` with an expected type; without one, all possible values must have the same type, otherwise it is
    /// reported.
    pub fn by_name(&mut self, span: Span, of: ClassId, it: Val, name: Val, want: Option<T>) -> Val {
        let Some(want) = want.or_else(|| self.only_type(span, of)) else { return self.bad() };
        let it = self.strict(it);
        self.found_by_name(Named { of, groups: false, want }, it, name)
    }

    fn found_by_name(&mut self, named: Named, it: ir::Expr, name: Val) -> Val {
        // Compared with none it is all the same of which type it is.
        let want = if named.want == T::None { T::Bool } else { named.want.clone() };
        let ty = self.rep(&want).opt();
        let id = self.by_name_function(named, ty.clone());
        let name = self.strict(name);
        let e = self.b().call(id, vec![it, name], ty);
        self.maybe(e, want)
    }

    /// The common type of all values of these names.
    fn only_type(&mut self, span: Span, of: ClassId) -> Option<T> {
        let mut all = Vec::new();
        for name in self.names_of(of, false) {
            let declared = self.field_of(of, name).map(|it| it.1.declared.map(|it| it.name.span));
            // Built-in attributes count only if there are no others.
            if declared.is_some_and(|it| it.is_none()) {
                continue;
            }
            let Some(value) = self.attribute(of, self.b().int(0), name) else { continue };
            let t = if self.is_cell(&value.t) { T::Ref(types::CELL) } else { value.t };
            if declared.is_some() || self.classes.is_a(of, types::GROUP) || self.classes.is_a(of, types::BOARD) {
                all.push((declared.flatten().unwrap_or(span), t));
            }
        }
        let first = all.first()?.clone();
        let Some(other) = all.iter().find(|it| it.1 != first.1) else { return Some(first.1) };
        let [one, two] = [&first.1, &other.1].map(|it| self.say(it));
        let of = self.classes.get(of).name;
        self.problems.type_not_known(span, of, (first.0, &one), (other.0, &two));
        None
    }

    /// Names after the dot of an instance that denote values.
    fn names_of(&self, class: ClassId, groups: bool) -> Vec<&'s str> {
        let cell_groups = || self.board.groups.iter().filter(|it| it.ast.is_some()).map(|it| it.name.text);
        if groups {
            return cell_groups().collect();
        }
        let is = |it: Option<ClassId>| it.is_none_or(|owner| self.classes.is_a(class, owner));
        let fields = self.classes.family(class).fields.iter().filter(|it| is(it.class) && it.name != class::DISCARDS);
        let mut all: Vec<&'s str> = fields.map(|it| it.name).collect();
        let kept: &[&'static str] = match () {
            () if self.classes.is_a(class, types::CELL) => {
                &["x", "y", "row", "column", "group", "board", "adjcents", "adjacents"]
            }
            () if self.classes.is_a(class, types::THING) => &["boardcell", "cell"],
            () if self.classes.is_a(class, types::STACK) => &["length", "lenght"],
            () if self.classes.is_a(class, types::STATE) => &[class::PLAYER, class::PLAYERS],
            () => &[],
        };
        all.extend(kept);
        if self.classes.is_a(class, types::GROUP) {
            let group = self.board.groups.iter().position(|it| it.class == Some(class));
            let nodes = self.board.cells.iter().filter(|it| Some(it.group) == group).filter_map(|it| it.node);
            all.extend(nodes.map(|it| it.text));
        }
        if self.classes.is_a(class, types::BOARD) {
            all.extend(cell_groups());
        }
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|it| seen.insert(*it));
        all
    }

    /// `(it, name) → value?`
    fn by_name_function(&mut self, named: Named, ty: Ty) -> FnId {
        if let Some((_, id)) = self.helpers.by_name.iter().find(|it| it.0 == named) {
            return *id;
        }
        let Named { of, groups, want } = named.clone();
        let (body, b) = self.apart(|this| {
            let (it, name) = (this.ctx.b.local("it", Ty::Int), this.ctx.b.local("name", Ty::Str));
            this.ctx.result = Some(ty.clone());
            let mut out = Vec::new();
            for text in this.names_of(of, groups) {
                let Some(value) = this.attribute(of, this.b().get(it), text) else { continue };
                if want != T::None && !this.fits(&value.t, &want) {
                    continue;
                }
                let value = match want {
                    T::None => this.is_there(value),
                    _ => {
                        let value = this.fit(value, &want);
                        this.optional(value)
                    }
                };
                let here = this.b().equal(this.b().get(name), this.b().text(text));
                out.push(this.b().when(here, vec![this.b().give(value)]));
            }
            if groups {
                out.extend(this.new_group_named(name));
            }
            out.push(this.b().give(this.b().none(ty.clone())));
            out
        });
        let id = self.function("by its name", b, 2, ty, body);
        self.helpers.by_name.push((named, id));
        id
    }

    /// `true` if there is a value; none stays none.
    fn is_there(&mut self, it: Val) -> ir::Expr {
        let there = self.mapped(it, T::Bool, |this, _| this.b().bool(true));
        self.optional(there)
    }

    /// `x[word] = value`: fails for a name without a meaning, or for a place that cannot hold the value.
    pub fn assign_by_name(
        &mut self,
        span: Span,
        (of, it): (ClassId, Val),
        name: Val,
        op: Option<ast::Op>,
        value: &'a ast::Expr<'s>,
    ) -> Vec<Stmt> {
        let it = self.strict(it);
        let (it, set_it) = self.temp("it", it);
        let name = self.strict(name);
        let (name, set_name) = self.temp("name", name);
        let value = if op.is_some() { self.number(value) } else { self.expr(value) };
        if value.t == T::Bad {
            return Vec::new();
        }
        let (kept, set_value) = self.temp("value", value.e);
        let given = |this: &Self| Val { e: this.b().get(kept), t: value.t.clone(), none: value.none };
        let (done, begin) = self.temp("done", self.b().bool(false));
        let mut out: Vec<Stmt> = self.ctx.before.drain(..).collect();
        out.extend([set_it, set_name, set_value, begin]);
        for text in self.names_of(of, false) {
            let Some((field, info)) = self.field_of(of, text).filter(|it| it.1.declared.is_some()) else { continue };
            let number = matches!(info.t, T::Dec | T::Player);
            if op.is_some() && !number || !self.fits(&value.t, &info.t) {
                continue;
            }
            let Some(to) = self.field_target(span, of, self.b().get(it), field) else { continue };
            let stored = match op {
                None => self.fit(given(self), &info.t),
                Some(op) => self.combined_with(span, op, &to, given(self)),
            };
            let stores = self.store(to, stored);
            out.push(self.where_named(name, text, done, stores));
        }
        let missing = self.b().not(self.b().get(done));
        let fails = self.fail_with("there is no attribute of this name that could have the value".to_owned());
        out.push(self.b().when(missing, fails));
        out
    }

    fn where_named(&mut self, name: LocalId, text: &str, done: LocalId, stores: Vec<Stmt>) -> Stmt {
        let mut then: Vec<Stmt> = self.ctx.before.drain(..).collect();
        then.push(self.b().set(done, self.b().bool(true)));
        then.extend(stores);
        let b = self.b();
        b.when(b.equal(b.get(name), b.text(text)), then)
    }

    /// The value of a place with another number added, or the like.
    pub fn combined_with(&mut self, span: Span, op: ast::Op, to: &Target, by: Val) -> Val {
        let old = match (to.place.root, to.place.path.as_slice()) {
            (ir::Root::Local(local), []) => self.b().get(local),
            _ => self.b().load(to.place.clone()),
        };
        let old = Val { e: old, t: to.t.clone(), none: to.none };
        self.combined(span, op, old, by, &to.t)
    }

    /// The groups of the board, as a list.
    pub fn all_groups(&mut self) -> Val {
        let t = T::Ref(types::GROUP).list();
        let ty = self.rep(&t);
        if self.globals.new_groups.is_some() {
            let id = self.helper_groups(&ty);
            return self.val(self.b().call(id, Vec::new(), ty), t);
        }
        let all = (0..self.board.groups.len() as i64).map(|it| self.element_of(self.b().int(it))).collect();
        self.val(self.b().expr(ExprKind::Make(all), ty), t)
    }
}
