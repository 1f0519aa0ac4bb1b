//! The steps and links between the cells of a board. Executors build their tables from these.

use crate::{Board, BoardKind};
use std::collections::BTreeMap;

/// No cell is beyond these.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// A step from each cell in each direction; a row of directions for each cell.
    pub steps: Vec<Option<u16>>,
    /// The cells one step away, with costs.
    pub links: Vec<Vec<(u16, u32)>>,
    /// The same cells and, before them, those from which a one-way link comes.
    pub around: Vec<Vec<u16>>,
    /// The cells by row and column.
    pub places: Vec<Option<u16>>,
    /// The most cells a ray may have.
    pub longest: usize,
}

impl Geometry {
    pub fn new(board: &Board) -> Geometry {
        let count = board.cells.len();
        let steps = steps(board);
        let directions = board.directions().len();
        let mut links: Vec<Vec<(u16, u32)>> = vec![Vec::new(); count];
        let mut around: Vec<Vec<u16>> = vec![Vec::new(); count];
        for (from, links) in links.iter_mut().enumerate() {
            for direction in board.connected() {
                match steps.get(from * directions + direction) {
                    // On a board that wraps a cell may be reached both ways.
                    Some(Some(to)) if links.iter().all(|it| it.0 != *to) => links.push((*to, 1)),
                    _ => {}
                }
            }
        }
        for it in &board.links {
            for (from, to) in [(it.from, it.to), (it.to, it.from)] {
                if from == it.from || !it.one_way {
                    links[usize::from(from)].push((to, it.weight));
                } else {
                    around[usize::from(from)].push(to);
                }
            }
        }
        for (around, links) in around.iter_mut().zip(&links) {
            around.extend(links.iter().map(|it| it.0));
        }
        let mut places = vec![None; usize::from(board.rows) * usize::from(board.columns)];
        for (it, number) in board.cells.iter().zip(0u16..) {
            let place = usize::from(it.row) * usize::from(board.columns) + usize::from(it.column);
            if let Some(place) = places.get_mut(place) {
                *place = Some(number);
            }
        }
        let wrap = matches!(board.kind, BoardKind::Square { wrap: true, .. });
        let longest = if wrap { count } else { usize::from(board.rows.max(board.columns)) };
        Geometry { steps, links, around, places, longest }
    }

    /// The cells in a direction, up to the edge, a blank, or the cell itself; `directions` is how many there are.
    pub fn outward(&self, from: u16, direction: usize, directions: usize) -> impl Iterator<Item = u16> {
        let step = move |at: u16| self.steps.get(usize::from(at) * directions + direction).copied().flatten();
        let next = move |at: u16| step(at).filter(|to| *to != from);
        std::iter::successors(next(from), move |at| next(*at))
    }
}

/// The cell one step from each in each direction.
fn steps(board: &Board) -> Vec<Option<u16>> {
    let half = |x: f64| (x * 2.0).round() as i32;
    let places: BTreeMap<(i32, i32), u16> =
        board.cells.iter().zip(0u16..).map(|(it, i)| ((i32::from(it.row), half(it.x)), i)).collect();
    let wrap = matches!(board.kind, BoardKind::Square { wrap: true, .. });
    let (rows, columns) = (i32::from(board.rows).max(1), 2 * i32::from(board.columns).max(1));
    let mut out = Vec::with_capacity(board.cells.len() * board.steps().len());
    for (from, number) in board.cells.iter().zip(0u16..) {
        for (down, right) in board.steps() {
            let (mut row, mut x) = (i32::from(from.row) + down, half(from.x) + right);
            if wrap {
                (row, x) = (row.rem_euclid(rows), x.rem_euclid(columns));
            }
            // A board that wraps and is one cell wide leads nowhere, not back to the cell itself.
            out.push(places.get(&(row, x)).copied().filter(|to| *to != number));
        }
    }
    out
}
