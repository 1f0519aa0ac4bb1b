//! Sets of locals with structural sharing.
//!
//! Invariant: a copy is free, and intersecting two sets takes time only for their differences.

use crate::LocalId;
use std::rc::Rc;

/// Bits of a number within a leaf.
const LEAF_BITS: u32 = 6;

/// A subset of a function's locals.
#[derive(Clone, Debug)]
pub struct SharedSet {
    /// Levels of branches above the leaves.
    height: u32,
    root: Tree,
}

/// Nothing, where no local is in the set.
type Tree = Option<Rc<Node>>;

#[derive(Clone, Debug)]
enum Node {
    Leaf(u64),
    Fork([Tree; 2]),
}

impl SharedSet {
    /// An empty set for this many locals.
    pub fn new(locals: usize) -> SharedSet {
        let leaves = locals.div_ceil(1 << LEAF_BITS).max(1);
        SharedSet { height: leaves.next_power_of_two().ilog2(), root: None }
    }

    pub fn contains(&self, id: LocalId) -> bool {
        let (mut tree, mut height) = (&self.root, self.height);
        loop {
            match tree.as_deref() {
                None => return false,
                Some(Node::Leaf(bits)) => return bits & bit(id) != 0,
                Some(Node::Fork(parts)) => {
                    height -= 1;
                    tree = &parts[side(id, height)];
                }
            }
        }
    }

    /// Adds a local; `true` if it was not in the set.
    pub fn insert(&mut self, id: LocalId) -> bool {
        let is_new = !self.contains(id);
        if is_new {
            self.root = with(&self.root, id, self.height, true);
        }
        is_new
    }

    pub fn remove(&mut self, id: LocalId) {
        if self.contains(id) {
            self.root = with(&self.root, id, self.height, false);
        }
    }

    /// Intersection of two sets of the same locals.
    pub fn common(&self, other: &SharedSet) -> SharedSet {
        SharedSet { height: self.height, root: common(&self.root, &other.root) }
    }
}

fn bit(id: LocalId) -> u64 {
    1 << (id.0 % (1 << LEAF_BITS))
}

/// The half that contains a local, with `height` levels of branches below.
fn side(id: LocalId, height: u32) -> usize {
    (id.0 >> (LEAF_BITS + height) & 1) as usize
}

fn fork(parts: [Tree; 2]) -> Tree {
    parts.iter().any(Option::is_some).then(|| Rc::new(Node::Fork(parts)))
}

fn leaf(bits: u64) -> Tree {
    (bits != 0).then(|| Rc::new(Node::Leaf(bits)))
}

/// The same with a local, or without it.
fn with(tree: &Tree, id: LocalId, height: u32, holds: bool) -> Tree {
    if height == 0 {
        let bits = if let Some(Node::Leaf(bits)) = tree.as_deref() { *bits } else { 0 };
        return leaf(if holds { bits | bit(id) } else { bits & !bit(id) });
    }
    let mut parts = if let Some(Node::Fork(parts)) = tree.as_deref() { parts.clone() } else { [None, None] };
    let at = side(id, height - 1);
    parts[at] = with(&parts[at], id, height - 1, holds);
    fork(parts)
}

fn common(a: &Tree, b: &Tree) -> Tree {
    let (Some(one), Some(other)) = (a, b) else { return None };
    if Rc::ptr_eq(one, other) {
        return a.clone();
    }
    match (&**one, &**other) {
        (Node::Leaf(a), Node::Leaf(b)) => leaf(a & b),
        (Node::Fork(a), Node::Fork(b)) => fork([common(&a[0], &b[0]), common(&a[1], &b[1])]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::SharedSet;
    use crate::LocalId;
    use std::collections::BTreeSet;

    #[test]
    fn a_shared_set_holds_what_a_set_holds() {
        let (mut shared, mut plain) = (SharedSet::new(1_000), BTreeSet::new());
        let mut before = (shared.clone(), plain.clone());
        for n in 0..4_000_u32 {
            let id = n.wrapping_mul(2_654_435_761) % 1_000;
            if n % 3 == 0 {
                shared.remove(LocalId(id));
                plain.remove(&id);
            } else {
                assert_eq!(shared.insert(LocalId(id)), plain.insert(id));
            }
            if n % 100 == 0 {
                let both: BTreeSet<u32> = before.1.intersection(&plain).copied().collect();
                let common = before.0.common(&shared);
                assert!((0..1_000).all(|it| common.contains(LocalId(it)) == both.contains(&it)));
                before = (shared.clone(), plain.clone());
            }
        }
        assert!((0..1_000).all(|it| shared.contains(LocalId(it)) == plain.contains(&it)));
    }
}
