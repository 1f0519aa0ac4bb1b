//! Who has made which moves, as compiled rules tell it by their counters.

use crate::argument;
use crate::made::{Item, Key, Made};
use crate::tally::Tally;
use codegen::LabMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// Cards have as many counters.
const CARDS: usize = codegen::CARDS as usize;

/// Counters in twos, of which the second of each counts moves that were made.
struct Counters {
    places: Range<usize>,
    action: usize,
    /// None for the action itself; else which argument, and the table of the cards it stands for.
    argument: Option<(usize, Option<usize>)>,
}

pub struct Makers {
    /// Ascending.
    counters: Vec<Counters>,
    /// By counter: which of the keys it counts, as far as that was asked.
    ids: Vec<Option<usize>>,
    keys: BTreeMap<Key, usize>,
    /// By key.
    sums: Vec<Made>,
    roles: usize,
    /// How many games are over.
    games: u64,
    /// By key, and within that by role: the last game in which it has made it, from 1 on.
    last: Vec<u64>,
    /// In this game: roles and keys, each once.
    game: Vec<(usize, usize)>,
}

impl Makers {
    pub fn new(map: &LabMap, roles: usize) -> Makers {
        let mut counters = Vec::new();
        for row in &map.rows {
            let action = row.action;
            counters.push(Counters { places: row.offered..row.offered + 2, action, argument: None });
            for (i, it) in row.arguments.iter().enumerate() {
                let (numbers, first) = it.numbers;
                let argument = Some((i, None));
                counters.push(Counters { places: first..first + 2 * numbers, action, argument });
                if let Some((first, table)) = it.cards {
                    let argument = Some((i, Some(table)));
                    counters.push(Counters { places: first..first + 2 * CARDS, action, argument });
                }
            }
        }
        counters.retain(|it| !it.places.is_empty());
        counters.sort_by_key(|it| it.places.start);
        Makers {
            counters,
            ids: vec![None; map.count],
            keys: BTreeMap::new(),
            sums: Vec::new(),
            roles,
            games: 0,
            last: Vec::new(),
            game: Vec::new(),
        }
    }

    /// A role has made what a counter counts. `called`: what the card of an action and argument is called, by its table and number.
    pub fn counted(
        &mut self,
        role: usize,
        counter: usize,
        called: &dyn Fn((usize, usize), usize, usize) -> Option<String>,
    ) {
        if let Some(Some(id)) = self.ids.get(counter) {
            return self.made(role, *id);
        }
        let at = self.counters.partition_point(|it| it.places.start <= counter);
        let found = at.checked_sub(1).and_then(|at| self.counters.get(at));
        let Some(it) = found.filter(|it| it.places.contains(&counter)) else { return };
        let (action, number) = (it.action, (counter - it.places.start) / 2);
        let argument = match it.argument {
            None => None,
            Some((i, None)) => Some((i, Item::Number(number))),
            Some((i, Some(table))) => {
                let Some(name) = called((action, i), table, number) else { return };
                Some((i, Item::Text(name)))
            }
        };
        let id = self.id(Key { action, argument });
        if let Some(known) = self.ids.get_mut(counter) {
            *known = Some(id);
        }
        self.made(role, id);
    }

    /// A role has taken something that no counter counts.
    pub fn took(&mut self, role: usize, action: usize, item: (usize, Item)) {
        let id = self.id(Key { action, argument: Some(item) });
        self.made(role, id);
    }

    fn made(&mut self, role: usize, id: usize) {
        if let Some(last) = self.last.get_mut(id * self.roles + role)
            && std::mem::replace(last, self.games + 1) <= self.games
        {
            self.game.push((role, id));
        }
    }

    fn id(&mut self, key: Key) -> usize {
        let next = self.keys.len();
        let id = *self.keys.entry(key).or_insert(next);
        if id == next {
            self.sums.push(Made::default());
            self.last.resize(self.sums.len() * self.roles, 0);
        }
        id
    }

    /// The game is over, and was won by these.
    pub fn end(&mut self, won: &[usize]) {
        self.games += 1;
        for (role, id) in self.game.drain(..) {
            self.sums[id].add(role, won.contains(&role));
        }
    }

    /// Gives what was summed up to a tally.
    pub fn give(self, tally: &mut Tally) {
        for (key, id) in self.keys {
            let Some(taken) = tally.actions.get_mut(key.action) else { continue };
            match key.argument {
                None => taken.made.join(&self.sums[id]),
                Some((i, item)) => argument::of(&mut taken.arguments, i).join_made(&item, &self.sums[id]),
            }
        }
    }
}
