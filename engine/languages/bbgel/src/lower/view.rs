//! The view: the tokens' positions, the remaining steps, the variables; and how it is drawn.

use super::super::ast::StmtKind;
use super::super::world::FieldInfo;
use super::{Body, Lower, state};
use ir::{
    Binary, Board, BoardId, BoardKind, Cell, Effects, Expr, ExprKind, Index, Link, Look, Named, Root, Show, ShowKind,
    Stmt, Ty, ViewId,
};
use std::collections::BTreeMap;

impl<'a, 's> Lower<'_, 'a, 's> {
    fn seen(&mut self, b: &Body, name: &str, value: Expr, out: &mut Vec<Stmt>) -> ViewId {
        let id = ViewId(self.program.view_fields.len() as u16);
        let ty = value.ty.clone();
        // A variable may have the name of another field of the view.
        let mut name = name.to_owned();
        while self.program.view_fields.iter().any(|it| it.name == name) {
            name.push('_');
        }
        self.program.view_fields.push(Named { name, ty: ty.clone() });
        out.push(b.assign(b.place(Root::View(id), Vec::new(), ty), value));
        id
    }

    pub fn view(&mut self) {
        let order = self.order();
        let spot = self.by_place("spot", Ty::Int, Effects::NONE, |_, b, it| {
            let spot = order.get(&it.place).copied().unwrap_or(0);
            vec![b.give(b.add(b.get(ir::LocalId(0)), b.int(spot - it.place)))]
        });
        let b = Body::default();
        let mut out = Vec::new();
        let field = |lower: &Self, b: &Body, i: i64| b.load(lower.player_at(b, b.int(i), state::FIELD, Ty::Int.opt()));
        if !order.is_empty() {
            let board = self.board(&order);
            let track = self.each(&b, Ty::Int.opt(), &|lower, i| {
                let there = b.binary(Binary::Ne, field(lower, &b, i), b.none(Ty::Int.opt()));
                let place = b.expr(ExprKind::Unwrap(Box::new(field(lower, &b, i))), Ty::Int);
                let at = b.cast(ir::Cast::Some, b.call(spot, vec![place], Ty::Int), Ty::Int.opt());
                b.either(there, at, b.none(Ty::Int.opt()))
            });
            let track = self.seen(&b, "track", track, &mut out);
            self.show(ShowKind::Track { first: 1, last: order.len() as i64, board }, track, None);
        }
        let thrown = b.less(b.int(0), self.get(&b, state::ROLLED));
        let rolled = b.cast(ir::Cast::Some, self.get(&b, state::ROLLED), Ty::Int.opt());
        let rolled = b.either(thrown, rolled, b.none(Ty::Int.opt()));
        let rolled = self.seen(&b, "rolled", rolled, &mut out);
        let dice = self.layout.thrown.map(|it| {
            let each = b.load(self.outside(&b, Some(it), Ty::Int.list()));
            self.seen(&b, "dice", each, &mut out)
        });
        self.show(ShowKind::Dice, dice.unwrap_or(rolled), Some("Last roll"));
        for (name, field) in [("steps_left", state::LEFT), ("seconds", state::TIME)] {
            let value = self.get(&b, field);
            self.seen(&b, name, value, &mut out);
        }
        let fields = self.each(&b, Ty::Int.opt(), &|lower, i| field(lower, &b, i));
        self.seen(&b, "fields", fields, &mut out);
        if self.sleeps() {
            let sleep =
                self.each(&b, Ty::Int, &|lower, i| b.load(lower.player_at(&b, b.int(i), state::SLEEP, Ty::Int)));
            self.seen(&b, "sleep", sleep, &mut out);
        }
        let ty = |it: &super::super::ast::VarDecl| if it.max.is_some() { Ty::Int } else { Ty::Bool };
        for (i, it) in self.world.game_vars.iter().enumerate() {
            let value = b.load(self.game_var(&b, i as u16, ty(it)));
            let both = self.world.player_vars.iter().any(|other| other.name.text == it.name.text);
            let title = if both { format!("game {}", it.name.text) } else { it.name.text.to_owned() };
            let seen = self.seen(&b, &title, value, &mut out);
            self.show(ShowKind::Counter, seen, None);
        }
        for (i, it) in self.world.player_vars.iter().enumerate() {
            let value =
                self.each(&b, ty(it), &|lower, player| b.load(lower.player_var(&b, b.int(player), i as u16, ty(it))));
            let seen = self.seen(&b, it.name.text, value, &mut out);
            self.show(ShowKind::Counter, seen, None);
        }
        let id = self.function("view", b, 0, Ty::Unit, out, Effects::VIEW);
        self.program.view = Some(id);
    }

    /// `true` if any text makes a player sit out.
    fn sleeps(&self) -> bool {
        let mut found = false;
        self.texts().for_each(|it| it.walk(&mut |it| found |= matches!(it.kind, StmtKind::Sleep(..))));
        found
    }

    fn each(&self, b: &Body, of: Ty, get: &dyn Fn(&Self, i64) -> Expr) -> Expr {
        let all = (0..self.world.players as i64).map(|i| get(self, i)).collect();
        b.expr(ExprKind::Make(all), Ty::Array(Box::new(of), Index::Role))
    }

    fn show(&mut self, what: ShowKind, items: ViewId, title: Option<&str>) {
        let (title, look) = (title.map(str::to_owned), Look::default());
        self.program.shows.push(Show { title, look, ..Show::of(what, Some(items)) });
    }

    /// The fields in the order of the way, from 1: from the start onwards, at a fork first the one branch to its end.
    pub fn order(&self) -> BTreeMap<i64, i64> {
        let ways = |place: &i64| {
            let at = self.world.fields.binary_search_by_key(place, |it| it.place);
            at.map_or(Vec::new(), |at| self.world.fields[at].control.targets())
        };
        let mut out = BTreeMap::new();
        let rest = self.world.fields.iter().map(|it| it.place).rev();
        // The top of the stack comes next.
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

    /// The board as drawn: at the positions of the world's fields, or else with the fields of each tile in rows that
    /// wind upwards.
    fn board(&mut self, order: &BTreeMap<i64, i64>) -> Option<BoardId> {
        let fields = &self.world.fields;
        if fields.len() > ir::CELLS_MAX {
            return None;
        }
        let tile_of = |place: i64| place.checked_div(self.world.stride).unwrap_or(0);
        let said = fields.iter().map(|it| it.at.map(|at| (at.0 as f64 / 100.0, at.1 as f64 / 100.0)));
        let spots = said.collect::<Option<Vec<_>>>().unwrap_or_else(|| {
            let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
            fields.iter().for_each(|it| *counts.entry(tile_of(it.place)).or_default() += 1);
            let mut next: BTreeMap<i64, i64> = BTreeMap::new();
            let along = |it: &FieldInfo| {
                let tile = tile_of(it.place);
                let at = next.entry(tile).or_default();
                *at += 1;
                winding(counts.get(&tile).copied().unwrap_or(1), *at - 1)
            };
            fields.iter().map(along).collect()
        });
        let grid = |place: i64| self.world.spots.get(tile_of(place) as usize).copied().unwrap_or_default();
        // Extents of the columns and rows of tiles.
        let mut across: BTreeMap<usize, f64> = BTreeMap::new();
        let mut down: BTreeMap<usize, f64> = BTreeMap::new();
        for (it, at) in fields.iter().zip(&spots) {
            let (column, row) = grid(it.place);
            let reaches = |of: &mut BTreeMap<usize, f64>, key: usize, to: f64| {
                let reach = of.entry(key).or_default();
                *reach = reach.max(to);
            };
            reaches(&mut across, column, at.0);
            reaches(&mut down, row, at.1);
        }
        let (across, down) = (beginnings(&across), beginnings(&down));
        let cell = |place: i64| order.get(&place).copied().unwrap_or(1) - 1;
        let mut cells: Vec<(i64, Cell)> = Vec::new();
        // Ways weigh 1, jumps 2.
        let mut links: BTreeMap<(i64, i64), u32> = BTreeMap::new();
        for (it, at) in fields.iter().zip(&spots) {
            let (column, row) = grid(it.place);
            let index = cell(it.place);
            let begins = |of: &BTreeMap<usize, f64>, key: usize| of.get(&key).copied().unwrap_or(0.0);
            let (x, y) = (at.0 + begins(&across, column), at.1 + begins(&down, row));
            let label = it.label.map_or(String::new(), |it| format!(" {it}"));
            cells.push((index, Cell { name: format!("{}{label}", it.place), row: 0, column: 0, x, y, sign: '.' }));
            links.extend(it.control.targets().into_iter().map(|to| ((index, cell(to)), 1)));
            links.extend(it.jump.map(|it| ((index, cell(it.0)), 2)));
            let first = self.world.first_of_tile(it.place);
            for text in &it.text {
                text.walk(&mut |it| {
                    if let StmtKind::Goto(to) = it.kind {
                        links.insert((index, cell(first + to.value)), 2);
                    }
                });
            }
        }
        cells.sort_by_key(|it| it.0);
        let link = |(way, weight): (&(i64, i64), &u32)| Link {
            from: way.0 as u16,
            to: way.1 as u16,
            weight: *weight,
            one_way: true,
        };
        self.program.boards.push(Board {
            name: "world".into(),
            kind: BoardKind::Graph,
            rows: 0,
            columns: 0,
            cells: cells.into_iter().map(|it| it.1).collect(),
            links: links.iter().filter(|it| it.0.0 != it.0.1).map(link).collect(),
            direction: None,
        });
        Some(BoardId(0))
    }
}

/// Starting points of columns or rows of tiles with these extents: side by side, with a little room between them.
fn beginnings(reaches: &BTreeMap<usize, f64>) -> BTreeMap<usize, f64> {
    let mut next = 0.0;
    let begin = |(key, reach): (&usize, &f64)| {
        let at = next;
        next += reach + 1.5;
        (*key, at)
    };
    reaches.iter().map(begin).collect()
}

/// Position of one of `count` fields, to the right and down, if the rows go up and every other row is reversed.
fn winding(count: i64, index: i64) -> (f64, f64) {
    // About as many rows as columns, at best without a gap at the end.
    let rows = |columns: i64| (count + columns - 1) / columns;
    let off = |columns: i64| (columns - rows(columns)).abs() + 2 * (rows(columns) * columns - count);
    let columns = (4..=24).rev().min_by_key(|it| off(*it)).unwrap_or(4);
    let (row, along) = (index / columns, index % columns);
    let column = if row % 2 == 0 { along } else { columns - 1 - along };
    (column as f64, (rows(columns) - 1 - row) as f64)
}
