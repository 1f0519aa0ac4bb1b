//! Groups that are made while a game runs: `board.groups["annex"] = new group() { field, field; };`
//!
//! The text fixes the content of such a group, so the board reserves it from the start: cells with their links, which
//! stay empty and unusable until the group is created. A list of the game holds the names of created groups, empty for
//! others.

use super::facts::NewGroup;
use super::types::{CELL, ClassId, GROUP, T, Val};
use super::{Checker, ast};
use ast::{Name, Shape};
use diag::Span;
use ir::{Binary, Cast, Expr, ExprKind, FnId, LocalId, Place, PlaceOp, Root, Step, Stmt, StmtKind, Ty};

/// Largest number of groups that are made at one place of the text.
const PLACES: usize = 8;

/// Default name of a group.
const UNNAMED: &str = "new group";

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// Adds the groups that are made in the game behind those of the board.
    pub fn places_of_new_groups(&mut self) {
        let all: Vec<NewGroup> = self.facts.new_groups.values().cloned().collect();
        for it in all.iter().flat_map(|it| std::iter::repeat_n(it, PLACES)) {
            let index = self.board.groups.len();
            let columns = it.rows.iter().map(Vec::len).max().unwrap_or(0) as i64;
            for (row, cells) in (0..).zip(&it.rows) {
                self.row(index, row, cells);
            }
            let (name, rows) = (Name { text: UNNAMED, span: it.span }, it.rows.len() as i64);
            self.board.groups.push(super::board_info::GroupInfo {
                name,
                shape: it.shape,
                rows,
                columns,
                class: None,
                ast: None,
            });
        }
    }

    /// The new group; the action fails if all its places are taken.
    pub fn new_group(&mut self, span: Span, it: &'a ast::NewGroup<'s>) -> Val {
        let shape = it.shape.unwrap_or(Shape::Square { around: false });
        let cells = it.rows.iter().flatten().flatten().count();
        if !self.board.is_there() || cells == 0 || shape == Shape::Graph {
            self.problems.no_new_group(span, self.board.is_there(), cells == 0);
            return self.bad();
        }
        let rows = it.rows.iter().map(|row| row.iter().map(|it| it.map(|name| self.cell_type(name))).collect());
        let made = NewGroup { shape, rows: rows.collect(), span };
        self.found.new_groups.insert(span.start, made);
        let here = |it: &super::board_info::GroupInfo| it.ast.is_none() && it.name.span == span;
        let Some(first) = self.board.groups.iter().position(here) else {
            return self.val(self.b().int(0), T::Ref(GROUP));
        };
        let id = self.helper_new_group();
        let first = self.b().int((first - self.board.declared()) as i64);
        let made = self.b().call(id, vec![first], Ty::Int.opt());
        let (made, set) = self.temp("made", made);
        let none = self.b().equal(self.b().get(made), self.b().none(Ty::Int.opt()));
        let why = format!("no more than {PLACES} groups are made here");
        let fails = self.fail_for(span.start, why);
        let b = self.b();
        let group = b.expr(ExprKind::Unwrap(Box::new(b.get(made))), Ty::Int);
        self.val(b.block(vec![set, b.when(none, fails)], group), T::Ref(GROUP))
    }

    /// `board.groups["annex"] = group;`
    pub fn name_group(&mut self, name: &'a ast::Expr<'s>, group: &'a ast::Expr<'s>) -> Vec<Stmt> {
        let name = self.expr_for(name, &T::Str);
        let name = self.strict(name);
        let group = self.expr_for(group, &T::Ref(GROUP));
        let group = self.strict(group);
        if self.globals.new_groups.is_none() {
            return self.fail_with("only a new group is given a name".to_owned());
        }
        let mut out: Vec<Stmt> = self.ctx.before.drain(..).collect();
        let (name, set_name) = self.temp("name", name);
        let (group, set_group) = self.temp("group", group);
        let old = self.group_by_name(Val { e: self.b().get(name), t: T::Str, none: false });
        let b = self.b();
        let is_new = b.not(b.less(b.get(group), b.int(self.board.declared() as i64)));
        let is_named = b.not(b.equal(b.get(name), b.text("")));
        let free = b.equal(old.e, b.none(Ty::Int.opt()));
        let to = self.new_group_place(b.get(group));
        out.extend([set_name, set_group]);
        for (holds, why) in [
            (is_new, "only a new group is given a name"),
            (is_named, "a group needs a name"),
            (free, "there is a group of this name already"),
        ] {
            let fails = self.fail_with(why.to_owned());
            out.push(self.b().when(self.b().not(holds), fails));
        }
        out.push(self.b().assign(to, self.b().get(name)));
        out
    }

    /// `true` if a cell or a group is on the board; `None` if all of them always are.
    pub fn is_made(&mut self, class: ClassId, it: Expr) -> Option<Expr> {
        self.globals.new_groups?;
        let group = match () {
            () if self.classes.is_a(class, CELL) => self.cell_group(it),
            () if self.classes.is_a(class, GROUP) => it,
            () => return None,
        };
        let (group, set) = self.temp("group", group);
        let b = self.b();
        let declared = b.less(b.get(group), b.int(self.board.declared() as i64));
        let made = b.not(b.equal(self.new_group_name(b.get(group)), b.text("")));
        Some(b.block(vec![set], b.expr(ExprKind::Or(Box::new(declared), Box::new(made)), Ty::Bool)))
    }

    /// Gives the group, if it is made in the game and is called so.
    pub fn new_group_named(&mut self, name: LocalId) -> Vec<Stmt> {
        if self.globals.new_groups.is_none() {
            return Vec::new();
        }
        let group = self.ctx.b.local("group", Ty::Int);
        let b = self.b();
        let is = b.equal(self.new_group_name(b.get(group)), b.get(name));
        let there = b.not(b.equal(b.get(name), b.text("")));
        let found = b.give(b.cast(Cast::Some, b.get(group), Ty::Int.opt()));
        vec![self.each_new_group(group, vec![b.when(b.and(there, is), vec![found])])]
    }

    /// The name of a group that is made in the game.
    pub fn new_group_name(&self, group: Expr) -> Expr {
        self.b().load(self.new_group_place(group))
    }

    fn new_group_place(&self, group: Expr) -> Place {
        let b = self.b();
        let at = b.binary(Binary::IntSub, group, b.int(self.board.declared() as i64));
        let global = self.globals.new_groups.unwrap_or(self.globals.player);
        b.place(Root::Global(global), vec![Step::Index(at)], Ty::Str)
    }

    fn each_new_group(&self, group: LocalId, inner: Vec<Stmt>) -> Stmt {
        let b = self.b();
        let (first, end) = (self.board.declared() as i64, self.board.groups.len() as i64);
        b.stmt(StmtKind::ForRange(group, b.int(first), b.int(end - 1), inner))
    }

    /// `(place) → group?`: takes the first that is free of the places that begin there.
    fn helper_new_group(&mut self) -> FnId {
        if let Some(id) = self.helpers.new_group {
            return id;
        }
        let (body, b) = self.apart(|this| {
            let (first, group) = (this.ctx.b.local("first", Ty::Int), this.ctx.b.local("group", Ty::Int));
            let b = this.b();
            let from = b.add(b.get(first), b.int(this.board.declared() as i64));
            let to = b.add(from.clone(), b.int(PLACES as i64 - 1));
            let free = b.equal(this.new_group_name(b.get(group)), b.text(""));
            let take = b.assign(this.new_group_place(b.get(group)), b.text(UNNAMED));
            let found = b.give(b.cast(Cast::Some, b.get(group), Ty::Int.opt()));
            let each = b.stmt(StmtKind::ForRange(group, from, to, vec![b.when(free, vec![take, found])]));
            vec![each, b.give(b.none(Ty::Int.opt()))]
        });
        let id = self.function("a new group", b, 1, Ty::Int.opt(), body);
        self.helpers.new_group = Some(id);
        id
    }

    /// `() → groups`: all groups on the board.
    pub fn helper_groups(&mut self, ty: &Ty) -> FnId {
        if let Some(id) = self.helpers.groups {
            return id;
        }
        let (body, b) = self.apart(|this| {
            let all = this.ctx.b.local("all", ty.clone());
            let group = this.ctx.b.local("group", Ty::Int);
            let declared = (0..this.board.declared() as i64).map(|it| this.element_of(this.b().int(it))).collect();
            let one = this.element_of(this.b().get(group));
            let b = this.b();
            let place = b.place(Root::Local(all), Vec::new(), ty.clone());
            let push = b.stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![one]));
            let made = b.not(b.equal(this.new_group_name(b.get(group)), b.text("")));
            let begin = b.set(all, b.expr(ExprKind::Make(declared), ty.clone()));
            vec![begin, this.each_new_group(group, vec![b.when(made, vec![push])]), b.give(b.get(all))]
        });
        let id = self.function("groups", b, 0, ty.clone(), body);
        self.helpers.groups = Some(id);
        id
    }
}
