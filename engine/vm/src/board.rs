//! Tables of a board made before a game: steps, links, names; and caches filled on demand: rays, distances.
//!
//! Invariant: the fuel of an operation does not depend on the caches.

use crate::value::Value;
use ir::{Board, Geometry};
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Maximum cells of a board with cached distances, and maximum total length of cached rays.
const CELLS_KEPT: usize = 1024;
const RAYS_KEPT: usize = 400_000;

/// No cell, no way.
const NOWHERE: u32 = u32::MAX;

pub struct Tables {
    geometry: Geometry,
    pub directions: usize,
    /// The cells of the links, as lists.
    neighbours: Vec<Value>,
    pub cells: Value,
    names: BTreeMap<String, u16>,
    columns: u16,
    rays: Vec<OnceCell<Value>>,
    distances: Vec<OnceCell<Vec<u32>>>,
    /// Cost of visiting every cell and link.
    pub size: i64,
    /// The most cells a ray may have.
    pub longest: usize,
}

impl Tables {
    pub fn new(board: &Board) -> Tables {
        let count = board.cells.len();
        let directions = board.directions().len();
        let geometry = Geometry::new(board);
        let Geometry { links, longest, .. } = &geometry;
        let list = |cells: &Vec<(u16, u32)>| Value::list(cells.iter().map(|it| cell(it.0)).collect());
        let kept = if count <= CELLS_KEPT { count } else { 0 };
        let rays = count * directions;
        let rays = if rays * longest <= RAYS_KEPT { rays } else { 0 };
        Tables {
            directions,
            neighbours: links.iter().map(list).collect(),
            cells: Value::list((0..count as i64).map(Value::Int).collect()),
            names: board.cells.iter().zip(0u16..).map(|(it, i)| (it.name.clone(), i)).collect(),
            columns: board.columns,
            rays: vec![OnceCell::new(); rays],
            distances: vec![OnceCell::new(); kept],
            size: (count + links.iter().map(Vec::len).sum::<usize>()) as i64,
            longest: *longest,
            geometry,
        }
    }

    /// `true` if any distances are cached.
    pub fn keeps(&self) -> bool {
        !self.distances.is_empty()
    }

    pub fn count(&self) -> usize {
        self.geometry.links.len()
    }

    pub fn named(&self, name: &str) -> Option<u16> {
        self.names.get(name).copied()
    }

    /// The cell at a row and a column, if there is one.
    pub fn at(&self, row: i64, column: i64) -> Option<u16> {
        let (row, column) = (u16::try_from(row).ok()?, u16::try_from(column).ok()?);
        let place = usize::from(row) * usize::from(self.columns) + usize::from(column);
        self.geometry.places.get(place).copied().flatten().filter(|_| column < self.columns)
    }

    pub fn step(&self, from: usize, direction: usize) -> Option<u16> {
        self.geometry.steps.get(from * self.directions + direction).copied().flatten()
    }

    pub fn neighbours(&self, from: usize) -> Value {
        self.neighbours.get(from).cloned().unwrap_or_default()
    }

    pub fn weight(&self, from: usize, to: usize) -> Option<u32> {
        self.geometry.links.get(from)?.iter().find(|it| usize::from(it.0) == to).map(|it| it.1)
    }

    fn outward(&self, from: usize, direction: usize) -> impl Iterator<Item = u16> {
        self.geometry.outward(from as u16, direction, self.directions)
    }

    pub fn ray(&self, from: usize, direction: usize) -> Value {
        let make = || Value::list(self.outward(from, direction).map(cell).collect());
        match self.rays.get(from * self.directions + direction) {
            Some(kept) => kept.get_or_init(make).clone(),
            None => make(),
        }
    }

    /// The direction in which one cell lies straight from another, and how many steps away: the nearest.
    pub fn towards(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        let steps = |direction| self.outward(from, direction).position(|it| usize::from(it) == to);
        let found = (0..self.directions).filter_map(|direction| Some((steps(direction)?, direction)));
        found.min().map(|(steps, direction)| (direction, steps + 1))
    }

    /// The first cells of a ray.
    pub fn line(&self, from: usize, direction: usize, count: usize) -> Vec<Value> {
        self.outward(from, direction).take(count).map(cell).collect()
    }

    /// The least weight of a way.
    pub fn distance(&self, from: usize, to: usize) -> Option<u32> {
        let make = || self.spread(&[from], &|_| true).0;
        let found = match self.distances.get(from) {
            Some(kept) => kept.get_or_init(make).get(to).copied(),
            None => make().get(to).copied(),
        };
        found.filter(|it| *it != NOWHERE)
    }

    /// The cells of a way of the least weight, its ends included.
    pub fn path(&self, from: usize, to: usize, allowed: &dyn Fn(usize) -> bool) -> Option<Vec<Value>> {
        let (_, before) = self.spread(&[from], allowed);
        let mut cells = vec![cell(to as u16)];
        let mut at = to;
        while at != from {
            let previous = *before.get(at)?;
            if previous == NOWHERE {
                return None;
            }
            at = previous as usize;
            cells.push(cell(at as u16));
        }
        cells.reverse();
        Some(cells)
    }

    /// For each cell the least weight of a way to it, and the cell before it on that way.
    fn spread(&self, starts: &[usize], allowed: &dyn Fn(usize) -> bool) -> (Vec<u32>, Vec<u32>) {
        let mut best = vec![NOWHERE; self.count()];
        let mut before = vec![NOWHERE; self.count()];
        // Equal ways are tried in the order in which they were found.
        let mut open = BinaryHeap::new();
        let mut found = 0u32;
        for start in starts {
            best[*start] = 0;
            open.push(Reverse((0, found, *start as u16)));
            found += 1;
        }
        while let Some(Reverse((cost, _, at))) = open.pop() {
            let at = usize::from(at);
            if cost > best[at] {
                continue;
            }
            for (to, weight) in &self.geometry.links[at] {
                let (to, cost) = (usize::from(*to), cost + weight);
                if cost < best[to] && allowed(to) {
                    best[to] = cost;
                    before[to] = at as u32;
                    open.push(Reverse((cost, found, to as u16)));
                    found += 1;
                }
            }
        }
        (best, before)
    }

    /// For each cell the least total cost of a path to it; `cost`: the cost of entering a cell by a link with a weight.
    pub fn costs(&self, starts: &[usize], cost: &dyn Fn(usize, u32) -> Option<i64>) -> Vec<Option<i64>> {
        let mut best: Vec<Option<i64>> = vec![None; self.count()];
        let mut open = BinaryHeap::new();
        for start in starts {
            best[*start] = Some(0);
            open.push(Reverse((0, *start as u16)));
        }
        while let Some(Reverse((sum, at))) = open.pop() {
            let at = usize::from(at);
            if best[at].is_some_and(|it| it < sum) {
                continue;
            }
            for (to, weight) in &self.geometry.links[at] {
                let to = usize::from(*to);
                if let Some(entering) = cost(to, *weight)
                    && best[to].is_none_or(|it| sum + entering < it)
                {
                    best[to] = Some(sum + entering);
                    open.push(Reverse((sum + entering, to as u16)));
                }
            }
        }
        best
    }

    /// `true` for cells with a path from one of the starts, and for the starts.
    pub fn reach(&self, starts: &[usize], allowed: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.count()];
        flood(&mut seen, starts, |at| self.geometry.links[at].iter().map(|it| usize::from(it.0)), allowed);
        seen
    }

    /// The connected parts of the allowed cells; one-way links connect too.
    pub fn parts(&self, allowed: &dyn Fn(usize) -> bool) -> Vec<Value> {
        let mut seen = vec![false; self.count()];
        let mut parts = Vec::new();
        for start in 0..self.count() {
            if !seen[start] && allowed(start) {
                let mut part = flood(
                    &mut seen,
                    &[start],
                    |at| self.geometry.around[at].iter().map(|it| usize::from(*it)),
                    allowed,
                );
                part.sort_unstable();
                parts.push(Value::list(part.into_iter().map(|it| cell(it as u16)).collect()));
            }
        }
        parts
    }
}

/// Marks all reachable cells, and returns the newly marked ones.
fn flood<I: Iterator<Item = usize>>(
    seen: &mut [bool],
    starts: &[usize],
    next: impl Fn(usize) -> I,
    allowed: &dyn Fn(usize) -> bool,
) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for start in starts {
        if !seen[*start] {
            seen[*start] = true;
            found.push(*start);
        }
    }
    let mut done = 0;
    while let Some(at) = found.get(done).copied() {
        done += 1;
        for to in next(at) {
            if !seen[to] && allowed(to) {
                seen[to] = true;
                found.push(to);
            }
        }
    }
    found
}

pub fn cell(number: u16) -> Value {
    Value::Int(i64::from(number))
}
