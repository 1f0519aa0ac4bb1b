//! Tables with the facts about a board that are known before a game.

use crate::layout::boards::{CELLS_KEPT, Part, Tables, cells, words};
use crate::layout::memory::NOWHERE;
use crate::layout::memory::tag;
use crate::module::ModuleBuilder;
use crate::wasm::{CodeBuilder, Local, Mem};
use ir::{BoardOp, Geometry};
use std::rc::Rc;

impl ModuleBuilder<'_> {
    pub fn tables(&mut self, board: u16) -> Tables {
        let at = usize::from(board);
        if let Some(it) = self.boards.get(&board) {
            return it.clone();
        }
        let shape = &self.program.boards[at];
        let geometry = Geometry::new(shape);
        let count = shape.cells.len() as u32;
        let begins = |lists: &mut dyn Iterator<Item = usize>| {
            let mut sum = 0;
            let ends: Vec<u32> = lists
                .map(|len| {
                    sum += len as u32;
                    sum
                })
                .collect();
            words(std::iter::once(0).chain(ends))
        };
        let links = geometry.links.iter().flatten();
        let directions = shape.directions().len();
        let strides = strides(&geometry, directions);
        let lengths = strides.iter().flat_map(|_| rays(&geometry, directions).map(|(_, ray)| ray.len() as u8));
        let tables = Tables {
            directions: directions as u32,
            count,
            steps: self.part(cells(&geometry.steps)),
            ray_lengths: self.part(lengths.collect()),
            ray_strides: self.part(words(strides.iter().flatten().map(|it| *it as u32))),
            strides: strides.map(Rc::new),
            links: [
                begins(&mut geometry.links.iter().map(Vec::len)),
                words(links.clone().map(|it| u32::from(it.0))),
                words(links.map(|it| it.1)),
            ]
            .map(|it| self.part(it)),
            around: [
                begins(&mut geometry.around.iter().map(Vec::len)),
                words(geometry.around.iter().flatten().map(|it| u32::from(*it))),
            ]
            .map(|it| self.part(it)),
            best: self.reserve(4 * count),
            before: self.reserve(4 * count),
            seen: self.reserve(4 * count),
            queue: self.reserve(4 * count + 4),
            heap: self.reserve(16),
            distances: (shape.cells.len() <= CELLS_KEPT).then(|| self.reserve(4 * count * count)),
            size: count + geometry.links.iter().map(Vec::len).sum::<usize>() as u32,
            geometry,
        };
        self.boards.insert(board, tables.clone());
        tables
    }

    /// Writes the tables of boards that were asked for.
    pub fn write_boards(&mut self) {
        let boards = self.boards.values();
        let parts = boards.flat_map(|it| {
            [&it.steps, &it.ray_lengths, &it.ray_strides].into_iter().chain(&it.links).chain(&it.around)
        });
        let asked: Vec<_> = parts.filter(|it| it.asked.get()).map(|it| (it.at, it.bytes.clone())).collect();
        for (at, bytes) in asked {
            self.overwrite(at, &bytes);
        }
    }

    /// A list of cells that never changes.
    pub fn static_cells(&mut self, cells: impl IntoIterator<Item = u16>) -> u32 {
        let items: Vec<u8> = cells.into_iter().flat_map(|it| i64::from(it).to_le_bytes()).collect();
        let count = (items.len() / 8) as u32;
        let head = words([tag::LIST, 1, count, count]);
        self.data(&[head, items].concat())
    }

    /// A table made of a value for each cell, made once.
    pub fn table(&mut self, board: u16, what: BoardOp) -> u32 {
        if let Some(at) = self.board_tables.get(&(board, what as u8)) {
            return *at;
        }
        let shape = &self.program.boards[usize::from(board)];
        let tables = self.tables(board);
        let geometry = &tables.geometry;
        let bytes = match what {
            BoardOp::Row => words(shape.cells.iter().map(|it| u32::from(it.row))),
            BoardOp::Column => words(shape.cells.iter().map(|it| u32::from(it.column))),
            BoardOp::At => cells(&geometry.places),
            BoardOp::Name => words(shape.cells.iter().map(|it| self.string(&it.name))),
            BoardOp::Sign => words(shape.cells.iter().map(|it| self.string(&it.sign.to_string()))),
            BoardOp::Neighbours => words(geometry.links.iter().map(|it| self.static_cells(it.iter().map(|it| it.0)))),
            BoardOp::Ray => {
                let directions = tables.directions as usize;
                let rays = (0..tables.count as u16).flat_map(|cell| (0..directions).map(move |it| (cell, it)));
                words(rays.map(|(cell, it)| self.static_cells(geometry.outward(cell, it, directions))))
            }
            _ => words([self.static_cells(0..tables.count as u16)]),
        };
        let at = self.data(&bytes);
        self.board_tables.insert((board, what as u8), at);
        at
    }

    /// One step: the cell in a local goes on in a direction in another; −1 where it ends, or back at `from`.
    pub fn step(&self, it: &mut CodeBuilder, tables: &Tables, (at, direction, from): (Local, Local, Local)) {
        it.get(at).i32(tables.directions).sink().i32_mul();
        it.get(direction).sink().i32_add().i32_const(2).i32_shl();
        it.load(Mem::Ptr, tables.steps.at()).set(at);
        it.i32(NOWHERE).get(at).get(at).get(from).sink().i32_eq().select().local_set(at);
    }

    fn part(&mut self, bytes: Vec<u8>) -> Part {
        Part::new(self.reserve(bytes.len() as u32), bytes)
    }
}

/// The longest rays whose lengths are kept.
const RAY_MAX: usize = 127;

/// The rays from all cells in all directions, each with its cell and direction.
fn rays(geometry: &Geometry, directions: usize) -> impl Iterator<Item = ((u16, usize), Vec<u16>)> {
    let count = geometry.steps.len() / directions.max(1);
    let all = (0..count as u16).flat_map(move |cell| (0..directions).map(move |it| (cell, it)));
    all.map(move |(cell, it)| ((cell, it), geometry.outward(cell, it, directions).collect()))
}

/// Distance of the next cell in each direction; `None` if it varies.
fn strides(geometry: &Geometry, directions: usize) -> Option<Vec<i64>> {
    let mut strides = vec![None; directions];
    for ((cell, direction), ray) in rays(geometry, directions).filter(|_| geometry.longest <= RAY_MAX) {
        let from = std::iter::once(&cell).chain(&ray);
        for stride in from.zip(&ray).map(|(from, to)| i64::from(*to) - i64::from(*from)) {
            if *strides[direction].get_or_insert(stride) != stride {
                return None;
            }
        }
    }
    (geometry.longest <= RAY_MAX).then(|| strides.into_iter().map(|it| it.unwrap_or(0)).collect())
}
