//! Leaves constants that nothing reads out of the module: data of functions that were evaluated before they run, and
//! texts that no game uses. They become zeros, which no module stores.
//!
//! Invariant: code that reads a constant contains, in an instruction or in another constant, an address in it.

use crate::layout::memory::DATA;
use crate::module::ModuleBuilder;
use crate::module::symbols::IMPORTS;
use crate::wasm::coalesce_locals::addresses;

impl ModuleBuilder<'_> {
    /// Every value that could be the address of a constant, or of a part of one, counts as one.
    pub fn leave_out_unread_data(&mut self) {
        let needed = self.needed();
        let bodies = self.declared.iter().zip(&needed[IMPORTS.len()..]).filter(|it| it.1.is_some());
        // If any code is unknown here, everything stays.
        let found = bodies.filter_map(|it| it.0.1.as_ref()).map(|it| addresses(&it.bytes));
        let Some(mut todo) = found.collect::<Option<Vec<_>>>().map(|it| it.concat()) else { return };
        let mut end = 0;
        for it in &self.constants {
            todo.extend(words(&self.data[end..it.start]));
            end = it.end.next_multiple_of(8);
        }
        todo.extend(words(&self.data[end..]));
        let mut read = vec![false; self.constants.len()];
        while let Some(at) = todo.pop() {
            let Some(at) = at.checked_sub(DATA).map(|it| it as usize) else { continue };
            let Some(which) = self.constants.partition_point(|it| it.start <= at).checked_sub(1) else { continue };
            let place = &self.constants[which];
            if place.contains(&at) && !std::mem::replace(&mut read[which], true) {
                todo.extend(words(&self.data[place.clone()]));
            }
        }
        for (place, _) in self.constants.iter().zip(read).filter(|it| !it.1) {
            self.data[place.clone()].fill(0);
        }
    }
}

/// Possible addresses in bytes at multiples of four, as all addresses in memory are.
fn words(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.as_chunks().0.iter().map(|it| u32::from_le_bytes(*it))
}
