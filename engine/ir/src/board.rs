//! Boards: which cells there are, how they hang together, and where they lie.
//!
//! Invariant: cells are numbered from 0 in the order of [`Board::cells`]; directions go clockwise; the geometry follows
//! from these fields alone.

use crate::{BoardOp, EnumId, Ty};

/// The directions of boards of squares, clockwise. Their type is an enum with these members.
pub const SQUARE_DIRECTIONS: &[&str] = &["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/// The directions of hex boards, clockwise.
pub const HEX_DIRECTIONS: &[&str] = &["ne", "e", "se", "sw", "w", "nw"];

/// The steps in these directions: rows down, half cells to the right.
const SQUARE_STEPS: &[(i32, i32)] = &[(-1, 0), (-1, 2), (0, 2), (1, 2), (1, 0), (1, -2), (0, -2), (-1, -2)];
const HEX_STEPS: &[(i32, i32)] = &[(-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)];

/// A board with its geometry.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub name: String,
    pub kind: BoardKind,
    /// Of squares and hexes, blanks included; 0 for graphs.
    pub rows: u16,
    pub columns: u16,
    /// Blanks are no cells. Squares and hexes go row by row.
    pub cells: Vec<Cell>,
    /// Of graphs.
    pub links: Vec<Link>,
    /// The type of its directions; none for graphs.
    pub direction: Option<EnumId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    Square {
        connect: Connect,
        /// Beyond an edge is the opposite one.
        wrap: bool,
    },
    /// Hexes with a point up: a cell has two neighbours in its row and two in the rows next to it.
    Hex,
    Graph,
}

/// The neighbours of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connect {
    Sides,
    Diagonals,
    Both,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub name: String,
    /// From 0, from the top; 0 in graphs.
    pub row: u16,
    /// From 0, from the left, blanks included; 0 in graphs.
    pub column: u16,
    /// Centre, to the right and down. In squares and hexes a cell is 1 wide and a row 1 high (hexes are drawn with rows
    /// of √3/2). In graphs the author sets the unit.
    pub x: f64,
    pub y: f64,
    /// The cell's sign in the picture of the board, `.` if it has none.
    pub sign: char,
}

/// A link of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub from: u16,
    pub to: u16,
    /// Cost of the link: from 1 to [`WEIGHT_MAX`].
    pub weight: u32,
    pub one_way: bool,
}

/// The most a link may cost: the longest way through any board fits 32 bits.
pub const WEIGHT_MAX: i64 = 100_000;

/// Maximum cost of entering a cell: sums stay within the range of numbers.
pub const COST_MAX: i64 = 1_000_000_000;

/// The most cells all boards together may have.
pub const CELLS_MAX: usize = 20_000;

impl Board {
    /// The names of its directions, clockwise.
    pub fn directions(&self) -> &'static [&'static str] {
        match self.kind {
            BoardKind::Square { .. } => SQUARE_DIRECTIONS,
            BoardKind::Hex => HEX_DIRECTIONS,
            BoardKind::Graph => &[],
        }
    }

    /// The steps in its directions: rows down, half cells to the right.
    pub fn steps(&self) -> &'static [(i32, i32)] {
        match self.kind {
            BoardKind::Square { .. } => SQUARE_STEPS,
            BoardKind::Hex => HEX_STEPS,
            BoardKind::Graph => &[],
        }
    }

    /// The directions in which cells that touch are neighbours.
    pub fn connected(&self) -> Vec<usize> {
        let all = 0..self.directions().len();
        match self.kind {
            BoardKind::Square { connect: Connect::Sides, .. } => all.step_by(2).collect(),
            BoardKind::Square { connect: Connect::Diagonals, .. } => all.skip(1).step_by(2).collect(),
            BoardKind::Square { .. } | BoardKind::Hex | BoardKind::Graph => all.collect(),
        }
    }
}

/// A kind of argument of board operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Cell,
    /// A row, a column, a number of steps.
    Int,
    Text,
    Direction,
    /// A list of them.
    Directions,
    Cells,
    /// For each cell whether it may be entered; empty: all may. Written `x: condition`.
    Allowed,
    /// The cost of entering each cell, or none. Written `x: cost`.
    Costs,
}

impl Part {
    /// `true` if it is written `x: e` and is optional.
    pub fn each(self) -> bool {
        matches!(self, Part::Allowed | Part::Costs)
    }

    pub fn ty(self, board: &Board) -> Ty {
        let direction = || board.direction.map_or(Ty::Int, Ty::Enum);
        match self {
            Part::Cell | Part::Int => Ty::Int,
            Part::Text => Ty::Str,
            Part::Direction => direction(),
            Part::Directions => direction().list(),
            Part::Cells => Ty::Int.list(),
            Part::Allowed => Ty::Bool.list(),
            Part::Costs => Ty::Int.opt().list(),
        }
    }
}

impl BoardOp {
    pub fn parts(self) -> &'static [Part] {
        use Part::{Allowed, Cell, Cells, Costs, Directions, Int, Text};
        match self {
            BoardOp::Cells => &[],
            BoardOp::Row | BoardOp::Column | BoardOp::Name | BoardOp::Sign | BoardOp::Neighbours => &[Cell],
            BoardOp::Cell | BoardOp::At => &[Int, Int],
            BoardOp::Named => &[Text],
            BoardOp::Neighbour | BoardOp::Ray => &[Cell, Part::Direction],
            BoardOp::Turn => &[Part::Direction, Int],
            BoardOp::Opposite => &[Part::Direction],
            BoardOp::Rays => &[Cell, Directions],
            BoardOp::Direction | BoardOp::Distance | BoardOp::Weight | BoardOp::Line | BoardOp::Between => {
                &[Cell, Cell]
            }
            BoardOp::Path | BoardOp::Connected => &[Cell, Cell, Allowed],
            BoardOp::Reach => &[Cells, Allowed],
            BoardOp::Parts => &[Allowed],
            BoardOp::Costs => &[Cells, Costs],
        }
    }

    pub fn result(self, board: &Board) -> Ty {
        let direction = || Part::Direction.ty(board);
        match self {
            BoardOp::Row | BoardOp::Column | BoardOp::Cell => Ty::Int,
            BoardOp::At | BoardOp::Named | BoardOp::Neighbour | BoardOp::Distance | BoardOp::Weight => Ty::Int.opt(),
            BoardOp::Name | BoardOp::Sign => Ty::Str,
            BoardOp::Direction => direction().opt(),
            BoardOp::Turn | BoardOp::Opposite => direction(),
            BoardOp::Cells | BoardOp::Neighbours | BoardOp::Line | BoardOp::Between | BoardOp::Ray | BoardOp::Reach => {
                Ty::Int.list()
            }
            BoardOp::Rays | BoardOp::Parts => Ty::Int.list().list(),
            BoardOp::Path => Ty::Int.list().opt(),
            BoardOp::Connected => Ty::Bool,
            BoardOp::Costs => Ty::Int.opt().list(),
        }
    }

    /// `true` if the result is a cell or consists of cells.
    pub fn gives_cells(self) -> bool {
        match self {
            BoardOp::Cells
            | BoardOp::Cell
            | BoardOp::At
            | BoardOp::Named
            | BoardOp::Neighbour
            | BoardOp::Neighbours
            | BoardOp::Line
            | BoardOp::Between
            | BoardOp::Ray
            | BoardOp::Rays
            | BoardOp::Reach
            | BoardOp::Parts
            | BoardOp::Path => true,
            BoardOp::Row
            | BoardOp::Column
            | BoardOp::Name
            | BoardOp::Sign
            | BoardOp::Direction
            | BoardOp::Distance
            | BoardOp::Weight
            | BoardOp::Turn
            | BoardOp::Opposite
            | BoardOp::Connected
            | BoardOp::Costs => false,
        }
    }

    /// `true` if boards of a kind have the operation: graphs have no rows and no directions.
    pub fn is_on(self, kind: BoardKind) -> bool {
        use BoardOp::{At, Between, Cell, Column, Direction, Line, Neighbour, Opposite, Ray, Rays, Row, Sign, Turn};
        let planar = [Row, Column, Cell, At, Sign, Neighbour, Direction, Turn, Opposite, Line, Between, Ray, Rays];
        kind != BoardKind::Graph || !planar.contains(&self)
    }
}
