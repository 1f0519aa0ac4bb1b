//! A list that grows at its end and shares its beginning with its copies: the log and the undo stack.
//!
//! Invariant: a copy, an append and a read of the end take constant time; dropping a long chain does not recurse.

use std::rc::Rc;

/// Entries, the newest at hand.
#[derive(Debug)]
pub struct Chain<T>(Option<Rc<Link<T>>>);

#[derive(Debug)]
struct Link<T> {
    item: T,
    len: usize,
    before: Chain<T>,
}

impl<T> Chain<T> {
    pub fn new() -> Chain<T> {
        Chain(None)
    }

    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.len)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub fn last(&self) -> Option<&T> {
        self.0.as_ref().map(|link| &link.item)
    }

    pub fn push(&mut self, item: T) {
        let before = Chain(self.0.take());
        self.0 = Some(Rc::new(Link { item, len: before.len() + 1, before }));
    }

    /// Truncates to this many entries. Costs as much as it removes.
    pub fn truncate(&mut self, len: usize) {
        while let Some(link) = self.0.as_ref().filter(|link| link.len > len) {
            let before = link.before.clone();
            *self = before;
        }
    }

    /// From the newest to the oldest.
    pub fn backwards(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.0.as_deref(), |link| link.before.0.as_deref()).map(|link| &link.item)
    }

    /// From the oldest to the newest.
    pub fn to_vec(&self) -> Vec<&T> {
        let mut items = Vec::with_capacity(self.len());
        items.extend(self.backwards());
        items.reverse();
        items
    }
}

impl<T> Clone for Chain<T> {
    fn clone(&self) -> Chain<T> {
        Chain(self.0.clone())
    }
}

impl<T> Default for Chain<T> {
    fn default() -> Chain<T> {
        Chain::new()
    }
}

impl<T> Drop for Chain<T> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next {
            next = Rc::into_inner(link).and_then(|mut link| link.before.0.take());
        }
    }
}
