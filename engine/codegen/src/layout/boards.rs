//! Layout of a board's tables.

use crate::layout::memory::NOWHERE;
use ir::Geometry;
use std::cell::Cell;
use std::rc::Rc;

/// Maximum cells of a board whose distances are stored.
pub const CELLS_KEPT: usize = 1024;

/// Addresses of a board's tables. Cells take four bytes, −1 is none.
#[derive(Clone, Debug)]
pub struct Tables {
    pub geometry: Geometry,
    pub directions: u32,
    pub count: u32,
    pub steps: Part,
    /// Number of cells in each direction from each cell, a byte each; and the distance of consecutive cells in a
    /// direction, where it is constant.
    pub ray_lengths: Part,
    pub strides: Option<Rc<Vec<i64>>>,
    pub ray_strides: Part,
    /// For each cell the start of its links, and one more; then the targets and costs of the links.
    pub links: [Part; 3],
    /// The same against one-way links too, without costs.
    pub around: [Part; 2],
    /// For each cell, while looking for ways: the least cost, the cell before it, whether it was seen,
    /// and a list of cells that were seen with its length before it.
    pub best: u32,
    pub before: u32,
    pub seen: u32,
    pub queue: u32,
    /// For `HeapPush`: entries, how many, room for how many.
    pub heap: u32,
    /// For each pair of cells the distance plus one, 0 if it was not asked for yet.
    pub distances: Option<u32>,
    /// Cost of visiting every cell and link.
    pub size: u32,
}

/// A table that is emitted only if its address is used.
#[derive(Clone, Debug)]
pub struct Part {
    pub at: u32,
    pub bytes: Rc<Vec<u8>>,
    pub asked: Rc<Cell<bool>>,
}

impl Part {
    pub fn new(at: u32, bytes: Vec<u8>) -> Part {
        Part { at, bytes: Rc::new(bytes), asked: Rc::default() }
    }

    pub fn at(&self) -> u32 {
        self.asked.set(true);
        self.at
    }
}

pub fn words(items: impl IntoIterator<Item = u32>) -> Vec<u8> {
    items.into_iter().flat_map(u32::to_le_bytes).collect()
}

pub fn cells(items: &[Option<u16>]) -> Vec<u8> {
    words(items.iter().map(|it| it.map_or(NOWHERE, u32::from)))
}
