//! What players see: where the tokens stand, what is left to walk, the variables; and how it is drawn.

use super::super::world::Control;
use super::{Body, Lower, state};
use ir::{
    Binary, Board, BoardId, BoardKind, Cell, Effects, Expr, ExprKind, FnId, Index, Link, Look, Named, Root, Show,
    ShowKind, Stmt, Ty, ViewId,
};
use std::collections::{BTreeMap, BTreeSet};

impl<'a, 's> Lower<'_, 'a, 's> {
    fn seen(&mut self, b: &Body, name: &str, value: Expr, out: &mut Vec<Stmt>) -> ViewId {
        let id = ViewId(self.program.view_fields.len() as u16);
        let ty = value.ty.clone();
        self.program.view_fields.push(Named { name: name.to_owned(), ty: ty.clone() });
        out.push(b.assign(b.place(Root::View(id), Vec::new(), ty), value));
        id
    }

    pub fn view(&mut self) {
        let order = self.order();
        let spot = self.by_place("spot", Ty::Int, Effects::NONE, |_, b, it| {
            let spot = order.get(&it.place).copied().unwrap_or(0);
            vec![b.give(b.add(b.get(ir::LocalId(0)), b.int(spot - it.place)))]
        });
        let mut b = Body::default();
        let mut out = Vec::new();
        let field = |lower: &Self, b: &Body, i: i64| b.load(lower.player_at(b, b.int(i), state::FIELD, Ty::Int.opt()));
        let fields = self.each(&b, Ty::Int.opt(), &|lower, i| field(lower, &b, i));
        self.seen(&b, "fields", fields, &mut out);
        let track = self.each(&b, Ty::Int.opt(), &|lower, i| {
            let there = b.binary(Binary::Ne, field(lower, &b, i), b.none(Ty::Int.opt()));
            let place = b.expr(ExprKind::Unwrap(Box::new(field(lower, &b, i))), Ty::Int);
            let at = b.cast(ir::Cast::Some, b.call(spot, vec![place], Ty::Int), Ty::Int.opt());
            b.either(there, at, b.none(Ty::Int.opt()))
        });
        let track = self.seen(&b, "track", track, &mut out);
        for (name, field) in [("rolled", state::ROLLED), ("left", state::LEFT), ("time", state::TIME)] {
            let value = self.get(&b, field);
            self.seen(&b, name, value, &mut out);
        }
        let sleep = self.each(&b, Ty::Int, &|lower, i| b.load(lower.player_at(&b, b.int(i), state::SLEEP, Ty::Int)));
        self.seen(&b, "sleep", sleep, &mut out);
        let ty = |it: &super::super::ast::VarDecl| if it.max.is_some() { Ty::Int } else { Ty::Bool };
        for (i, it) in self.world.game_vars.iter().enumerate() {
            let value = b.load(self.game_var(&b, i as u16, ty(it)));
            let both = self.world.player_vars.iter().any(|other| other.name.text == it.name.text);
            let title = if both { format!("game {}", it.name.text) } else { it.name.text.to_owned() };
            self.seen(&b, &title, value, &mut out);
        }
        for (i, it) in self.world.player_vars.iter().enumerate() {
            let value =
                self.each(&b, ty(it), &|lower, player| b.load(lower.player_var(&b, b.int(player), i as u16, ty(it))));
            self.seen(&b, it.name.text, value, &mut out);
        }
        if let Some(board) = self.board(&order) {
            let marks = self.marks(&mut b, spot, order.len(), &mut out);
            self.show(ShowKind::Board(board), marks);
        }
        if !order.is_empty() {
            self.show(ShowKind::Track { first: 1, last: order.len() as i64 }, track);
        }
        let id = self.function("view", b, 0, Ty::Unit, out, Effects::VIEW);
        self.program.view = Some(id);
    }

    fn each(&self, b: &Body, of: Ty, get: &dyn Fn(&Self, i64) -> Expr) -> Expr {
        let all = (0..self.world.players as i64).map(|i| get(self, i)).collect();
        b.expr(ExprKind::Make(all), Ty::Array(Box::new(of), Index::Role))
    }

    fn show(&mut self, what: ShowKind, items: ViewId) {
        let look = Look::default();
        self.program.shows.push(Show { what, items: Some(items), ground: None, clicks: Vec::new(), title: None, look });
    }

    /// For each cell of the board who stands there, the current player before others.
    fn marks(&mut self, b: &mut Body, spot: FnId, count: usize, out: &mut Vec<Stmt>) -> ViewId {
        let ty = Ty::Role.opt().list();
        let marks = b.local("marks", ty.clone());
        let empty = b.expr(ExprKind::Fill(Box::new(b.none(Ty::Role.opt())), Box::new(b.int(count as i64))), ty);
        out.push(b.set(marks, empty));
        let current = self.get(b, state::CURRENT);
        let all = (0..self.world.players as i64).map(|i| b.int(i)).chain([current]);
        for player in all.collect::<Vec<_>>() {
            let field = b.load(self.player_at(b, player.clone(), state::FIELD, Ty::Int.opt()));
            let there = b.binary(Binary::Ne, field.clone(), b.none(Ty::Int.opt()));
            let place = b.expr(ExprKind::Unwrap(Box::new(field)), Ty::Int);
            let cell = b.binary(Binary::IntSub, b.call(spot, vec![place], Ty::Int), b.int(1));
            let at = b.place(Root::Local(marks), vec![ir::Step::Index(cell)], Ty::Role.opt());
            let role = b.cast(ir::Cast::Check, player, Ty::Role);
            out.push(b.when(there, vec![b.assign(at, b.cast(ir::Cast::Some, role, Ty::Role.opt()))]));
        }
        let value = b.get(marks);
        self.seen(b, "board", value, out)
    }

    /// The fields in the order of the way, from 1: from the start onwards, at a fork first the one branch to its end.
    fn order(&self) -> BTreeMap<i64, i64> {
        let ways = |place: &i64| {
            let at = self.world.fields.binary_search_by_key(place, |it| it.place);
            at.map_or(Vec::new(), |at| leads(&self.world.fields[at].control))
        };
        let mut out = BTreeMap::new();
        let rest = self.world.fields.iter().map(|it| it.place).rev();
        // What is on top comes next.
        let mut open: Vec<i64> = rest.chain(self.world.fields.first().map(|_| self.world.start)).collect();
        while let Some(place) = open.pop() {
            if out.contains_key(&place) {
                continue;
            }
            out.insert(place, out.len() as i64 + 1);
            open.extend(ways(&place).into_iter().rev());
        }
        out
    }

    /// The board as it is drawn, if it is said of every field where it lies.
    fn board(&mut self, order: &BTreeMap<i64, i64>) -> Option<BoardId> {
        let fields = &self.world.fields;
        let spots = fields.iter().map(|it| it.at).collect::<Option<Vec<_>>>()?;
        let size = |get: fn(&(i64, i64)) -> i64| spots.iter().map(get).max().unwrap_or(0) as f64;
        let (width, height) = (size(|it| it.0), size(|it| it.1));
        let mut names = BTreeSet::new();
        let mut cells: Vec<(i64, Cell)> = Vec::new();
        let mut links = Vec::new();
        for (it, at) in fields.iter().zip(spots) {
            let tile = it.place.checked_div(self.world.stride).unwrap_or(0);
            let (column, row) = self.world.spots.get(tile as usize).copied().unwrap_or_default();
            let own = self.name_of(it.place);
            let label = it.label.filter(|label| !label.is_empty() && names.insert((*label).to_owned()));
            // Tiles lie side by side, with a little room between them.
            let x = at.0 as f64 + column as f64 * (width + 100.0);
            let y = at.1 as f64 + row as f64 * (height + 100.0);
            let index = order.get(&it.place).copied().unwrap_or(1) - 1;
            let name = label.map_or(own, str::to_owned);
            cells.push((index, Cell { name, row: 0, column: 0, x: x / 100.0, y: y / 100.0, sign: '.' }));
            for to in leads(&it.control) {
                let to = order.get(&to).copied().unwrap_or(1) - 1;
                let new = !links.iter().any(|it: &Link| (i64::from(it.from), i64::from(it.to)) == (index, to));
                if new {
                    links.push(Link { from: index as u16, to: to as u16, weight: 1, one_way: true });
                }
            }
        }
        cells.sort_by_key(|it| it.0);
        let cells: Vec<Cell> = cells.into_iter().map(|it| it.1).collect();
        if cells.is_empty() || cells.len() > ir::CELLS_MAX {
            return None;
        }
        let kind = BoardKind::Graph;
        self.program.boards.push(Board {
            name: "world".into(),
            kind,
            rows: 0,
            columns: 0,
            cells,
            links,
            direction: None,
        });
        Some(BoardId(0))
    }
}

/// The places a field leads to.
fn leads(control: &Control) -> Vec<i64> {
    match control {
        Control::None => Vec::new(),
        Control::To(to, _) => vec![*to],
        Control::If(_, yes, no, _) => vec![*yes, *no],
    }
}
