//! Random boards, and calls of board functions.

use super::maker::{Maker, e, int};
use ir::{Board, BoardId, BoardKind, BoardOp, Cell, Connect, Const, EnumId, Expr, ExprKind, Link, Part, Ty};

const SIGNS: &[char] = &['.', 'x', 'ä', '#'];

impl Maker {
    /// Boards of any kind, with the enums of their directions.
    pub fn boards(&mut self) {
        for (i, name) in ["grid", "map"].into_iter().enumerate().take([0, 1, 1, 2][self.draw.below(4)]) {
            let kind = match self.draw.below(3) {
                0 => BoardKind::Graph,
                1 => BoardKind::Hex,
                _ => {
                    let connect = [Connect::Sides, Connect::Diagonals, Connect::Both][self.draw.below(3)];
                    BoardKind::Square { connect, wrap: self.one_in(3) }
                }
            };
            let board = if kind == BoardKind::Graph { self.graph(name) } else { self.plane(name, kind) };
            let mut board = board;
            if !board.directions().is_empty() {
                board.direction = Some(EnumId(self.program.enums.len() as u16));
                let members = board.directions().iter().map(|it| (*it).to_owned()).collect();
                self.program.enums.push(ir::Enum { name: format!("Direction{i}"), members });
            }
            self.program.boards.push(board);
        }
    }

    fn plane(&mut self, name: &str, kind: BoardKind) -> Board {
        let (rows, columns) = (1 + self.draw.below(4) as u16, 1 + self.draw.below(4) as u16);
        let mut cells = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            // Blanks are no cells.
            if !cells.is_empty() && self.one_in(8) {
                continue;
            }
            let slant = if kind == BoardKind::Hex { f64::from(row % 2) / 2.0 } else { 0.0 };
            cells.push(Cell {
                name: format!("c{row}{column}"),
                row,
                column,
                x: f64::from(column) + slant,
                y: f64::from(row),
                sign: SIGNS[self.draw.below(SIGNS.len())],
            });
        }
        Board { name: name.into(), kind, rows, columns, cells, links: Vec::new(), direction: None }
    }

    fn graph(&mut self, name: &str) -> Board {
        let count = 1 + self.draw.below(6);
        let cell = |i: usize| Cell { name: format!("p{i}"), row: 0, column: 0, x: i as f64, y: 0.0, sign: '.' };
        let mut links: Vec<Link> = Vec::new();
        for _ in 0..self.draw.below(9) {
            let (from, to) = (self.draw.below(count) as u16, self.draw.below(count) as u16);
            let known = |it: &Link| (it.from, it.to) == (from, to) || (it.to, it.from) == (from, to);
            if from != to && !links.iter().any(known) {
                let weight = [1, 2, 5, ir::WEIGHT_MAX as u32][self.draw.below(4)];
                links.push(Link { from, to, weight, one_way: self.one_in(3) });
            }
        }
        let cells = (0..count).map(cell).collect();
        Board { name: name.into(), kind: BoardKind::Graph, rows: 0, columns: 0, cells, links, direction: None }
    }

    /// A board query with a result of a type.
    pub fn board(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        if self.program.boards.is_empty() {
            return None;
        }
        let id = self.draw.below(self.program.boards.len());
        let board = self.program.boards[id].clone();
        let gives = |it: &&BoardOp| it.is_on(board.kind) && it.result(&board) == *ty;
        let ops: Vec<BoardOp> = BoardOp::ALL.iter().filter(gives).copied().collect();
        if ops.is_empty() {
            return None;
        }
        let op = ops[self.draw.below(ops.len())];
        // A place beyond the board is a fault there.
        if op == BoardOp::Cell && !self.risky() {
            let cell = board.cells[self.draw.below(board.cells.len())].clone();
            let place = [cell.row, cell.column].map(|it| int(i64::from(it))).to_vec();
            return Some(ExprKind::Board(op, BoardId(id as u16), place));
        }
        let args = op.parts().iter().map(|it| self.part(*it, &board, depth)).collect();
        Some(ExprKind::Board(op, BoardId(id as u16), args))
    }

    /// The cells in a direction of a board that has some.
    pub fn ray(&mut self) -> Option<Expr> {
        let boards = self.program.boards.clone();
        let id = boards.iter().position(|it| !it.directions().is_empty())?;
        let args = BoardOp::Ray.parts().iter().map(|it| self.part(*it, &boards[id], 1)).collect();
        Some(e(ExprKind::Board(BoardOp::Ray, BoardId(id as u16), args), &BoardOp::Ray.result(&boards[id])))
    }

    fn part(&mut self, part: Part, board: &Board, depth: usize) -> Expr {
        let (ty, count) = (part.ty(board), board.cells.len() as i64);
        match part {
            Part::Cell => self.below(count, depth),
            Part::Cells if !self.risky() => {
                let items = (0..self.draw.below(3)).map(|_| self.below(count, depth)).collect();
                e(ExprKind::Make(items), &ty)
            }
            Part::Allowed | Part::Costs if self.one_in(3) => e(ExprKind::Const(Const::List(Vec::new())), &ty),
            Part::Allowed if !self.risky() => {
                let items = (0..count).map(|_| self.expr(&Ty::Bool, depth.min(1))).collect();
                e(ExprKind::Make(items), &ty)
            }
            Part::Costs if !self.risky() => {
                let items = (0..count).map(|_| [Const::None, Const::Int(0), Const::Int(3)][self.draw.below(3)].clone());
                e(ExprKind::Const(Const::List(items.collect())), &ty)
            }
            Part::Text if self.one_in(2) => {
                let name = &board.cells[self.draw.below(board.cells.len())].name;
                super::maker::text(name)
            }
            _ => self.expr(&ty, depth),
        }
    }
}
