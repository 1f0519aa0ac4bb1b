//! The roles that made each move, from the counters of compiled rules.

use crate::argument;
use crate::made::{Item, Key, Made};
use crate::tally::Tally;
use codegen::LabMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// Counters in twos, of which the second of each counts moves that were made.
struct Counters {
    places: Range<usize>,
    action: usize,
    /// `None` for the action itself; otherwise the argument, and the table of the cards it denotes.
    argument: Option<(usize, Option<usize>)>,
}

/// Keys are numbered; so is a role with a key: the number of the key times as many as there are roles, and the role.
pub struct Makers {
    /// Ascending.
    counters: Vec<Counters>,
    /// By counter and role, in the module's order: the id of the role with its key, once known.
    known: Vec<Option<u32>>,
    keys: BTreeMap<Key, usize>,
    /// By role with a key: in how many games it was made, and how many of these that role has won.
    sums: Vec<(u64, u64)>,
    roles: usize,
    /// Number of finished games.
    games: u64,
    /// By role with a key: the last game in which it was made, from 1 on.
    last: Vec<u64>,
    /// In this game: roles, each with a key, each once.
    game: Vec<(usize, u32)>,
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
                if let Some(cards) = it.cards {
                    let (numbers, first) = cards.numbers;
                    let argument = Some((i, Some(cards.table)));
                    counters.push(Counters { places: first..first + 2 * numbers, action, argument });
                }
            }
        }
        counters.retain(|it| !it.places.is_empty());
        counters.sort_by_key(|it| it.places.start);
        Makers {
            counters,
            known: vec![None; map.count * roles],
            keys: BTreeMap::new(),
            sums: Vec::new(),
            roles,
            games: 0,
            last: Vec::new(),
            game: Vec::new(),
        }
    }

    /// Counts a role's move by the `word` of the module's counter. `called` gives a card's name for an action and
    /// argument, by its table and number.
    pub fn counted(&mut self, word: usize, called: &dyn Fn((usize, usize), usize, usize) -> Option<String>) {
        let role = word % self.roles;
        if let Some(Some(id)) = self.known.get(word) {
            return self.made(role, *id);
        }
        let counter = word / self.roles;
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
        let id = self.id(role, Key { action, argument });
        if let Some(known) = self.known.get_mut(word) {
            *known = Some(id);
        }
        self.made(role, id);
    }

    /// A role has taken something that no counter counts.
    pub fn took(&mut self, role: usize, action: usize, item: (usize, Item)) {
        let id = self.id(role, Key { action, argument: Some(item) });
        self.made(role, id);
    }

    fn made(&mut self, role: usize, id: u32) {
        let last = &mut self.last[id as usize];
        if std::mem::replace(last, self.games + 1) <= self.games {
            self.game.push((role, id));
        }
    }

    /// The number of a role with a key.
    fn id(&mut self, role: usize, key: Key) -> u32 {
        let next = self.keys.len();
        let key = *self.keys.entry(key).or_insert(next);
        let all = self.keys.len() * self.roles;
        self.sums.resize(all, (0, 0));
        self.last.resize(all, 0);
        (key * self.roles + role) as u32
    }

    /// The game is over, and was won by these.
    pub fn end(&mut self, won: &[usize]) {
        self.games += 1;
        for (role, id) in self.game.drain(..) {
            let (games, of_won) = &mut self.sums[id as usize];
            *games += 1;
            *of_won += u64::from(won.contains(&role));
        }
    }

    /// Adds the sums to a tally.
    pub fn give(self, tally: &mut Tally) {
        for (key, id) in self.keys {
            let Some(taken) = tally.actions.get_mut(key.action) else { continue };
            let mut made = Made::default();
            for (role, (games, won)) in self.sums[id * self.roles..][..self.roles].iter().enumerate() {
                made.add(role, *games, *won);
            }
            match key.argument {
                None => taken.made.join(&made),
                Some((i, item)) => argument::of(&mut taken.arguments, i).join_made(&item, &made),
            }
        }
    }
}
