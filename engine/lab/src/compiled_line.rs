//! A line of play that compiled rules follow.
//!
//! Invariant: moves get the same numbers and keys as in the interpreter, and positions the same keys.

use crate::host::{Host, Running, u32_at, u64_at, write};
use crate::line::{Here, Line, Offered, action_key, move_key, parts};
use crate::outcome::worth;
use codegen::LineMap;
use codegen::memory::{OFFER_ROW, line};
use game::{Game, Rules};

/// Initial room for a position, in bytes.
const ROOM: u32 = 1 << 14;

/// A module that follows lines.
pub(crate) struct Lines {
    running: Running,
    map: LineMap,
    room: u32,
    size: u32,
}

impl Lines {
    /// Uses compiled rules on a host. `None` if they cannot be compiled or started.
    pub fn compiled(rules: &Rules, host: &dyn Host) -> Option<Lines> {
        let (module, map) = rules.line_code()?;
        let running = Running { instance: host.start(&module.wasm)?, block: map.block };
        let mut lines = Lines { running, map, room: 0, size: 0 };
        lines.make_room(ROOM)?;
        Some(lines)
    }

    fn make_room(&mut self, size: u32) -> Option<()> {
        self.running.set(line::ROOM, size);
        self.room = self.running.instance.call("room")?;
        self.size = size;
        Some(())
    }

    /// A line that begins with a position. None where the module does not take it up.
    pub fn from(&mut self, game: &Game) -> Option<CompiledLine<'_>> {
        let mut bytes = Vec::new();
        let mut at = write(&game.position(), self.room, &mut bytes);
        if bytes.len() > self.size as usize {
            self.make_room(bytes.len() as u32 * 2)?;
            bytes.clear();
            at = write(&game.position(), self.room, &mut bytes);
        }
        self.running.instance.write(self.room, &bytes);
        self.running.set(line::POSITION, at);
        self.running.instance.call("begin")?;
        let mut it = CompiledLine { lines: self, roles: game.roles().to_vec(), positions: Vec::new(), is_at_end: true };
        let here = it.told();
        it.positions.push(Position { here, kept: 0, heap: 0, moves: Vec::new(), offered: Vec::new() });
        Some(it)
    }
}

/// A line that compiled rules follow.
pub(crate) struct CompiledLine<'a> {
    lines: &'a mut Lines,
    roles: Vec<String>,
    positions: Vec<Position>,
    /// `true` if the module is in the position at the end.
    is_at_end: bool,
}

struct Position {
    here: Here,
    /// Address of the saved position, 0 before its moves are requested; and the heap's end after it.
    kept: u32,
    heap: u32,
    /// By number: the row, the number there, and the address of the entries.
    moves: Vec<[u32; 3]>,
    offered: Vec<Offered>,
}

impl CompiledLine<'_> {
    fn call(&mut self, export: &str) -> Option<u32> {
        self.lines.running.instance.call(export)
    }

    fn last(&mut self) -> &mut Position {
        self.positions.last_mut().expect("the first position stays")
    }

    /// The block's report of the position.
    fn told(&mut self) -> Here {
        let Running { instance, block } = &mut self.lines.running;
        let words = instance.read(*block + line::ACTIVE, 12);
        let [active, text, length] = [0, 4, 8].map(|at| u32_at(&words, at));
        let over = (active == line::OVER).then(|| {
            let bytes = if text == 0 { None } else { Some(instance.read(text, length as usize)) };
            let result = bytes.map(|it| String::from_utf8_lossy(&it).into_owned());
            let shares = worth(result.as_deref(), &self.roles);
            [shares[0], shares[1]]
        });
        Here { mover: (active < line::SEVERAL).then_some(active as usize), over }
    }

    /// The module goes back to the position at the end, which it keeps.
    fn go_to_end(&mut self) {
        if !self.is_at_end {
            let (kept, heap) = (self.last().kept, self.last().heap);
            self.set(line::KEPT, &[kept, heap]);
            self.call("go_back");
            self.is_at_end = true;
        }
    }

    /// Words in a row of the block.
    fn set(&mut self, field: u32, words: &[u32]) {
        let bytes: Vec<u8> = words.iter().flat_map(|it| it.to_le_bytes()).collect();
        let Running { instance, block } = &mut self.lines.running;
        instance.write(*block + field, &bytes);
    }

    /// Saves the position at the end, with its offers.
    fn keep(&mut self) {
        if self.last().kept != 0 {
            return;
        }
        let mover = self.last().here.mover;
        let mut moves = Vec::new();
        if let Some(role) = mover {
            self.set(line::ROLE, &[role as u32]);
            if self.call("offered").is_some() {
                moves = self.moves(role);
            }
        }
        let kept = self.call("keep").unwrap_or_default();
        let heap = self.lines.running.word(line::HEAP);
        let last = self.last();
        (last.kept, last.heap) = (kept, heap);
        (last.moves, last.offered) = moves
            .into_iter()
            .enumerate()
            .map(|(number, (made, key, parts))| (made, Offered { number, key, parts }))
            .unzip();
    }

    /// The offered moves, in order.
    fn moves(&mut self, role: usize) -> Vec<([u32; 3], u64, [u64; crate::line::PARTS])> {
        let LineMap { named, offered, buttons, arguments, .. } = &self.lines.map;
        let instance = &mut self.lines.running.instance;
        let rows = arguments.len();
        let names = instance.read(*named, 4 + 4 * rows);
        let heads = instance.read(*offered, OFFER_ROW as usize * rows);
        let buttons = instance.read(*buttons, 4 * rows);
        let mut moves = Vec::new();
        for row in (0..u32_at(&names, 0) as usize).map(|it| u32_at(&names, 4 + 4 * it) as usize) {
            let head = OFFER_ROW as usize * row;
            let (at, count) = (u32_at(&heads, head), u32_at(&heads, head + 4) as usize);
            let action = action_key(role, row);
            let width = 8 * arguments[row];
            let entries = if count * width == 0 { Vec::new() } else { instance.read(at, count * width) };
            for number in 0..count {
                let numbers = entries[number * width..(number + 1) * width].chunks_exact(8);
                let numbers = numbers.map(|it| u64_at(it, 0) as i64);
                let key = move_key(action, numbers.clone());
                moves.push(([row as u32, number as u32, at], key, parts(numbers)));
            }
            if u32_at(&buttons, 4 * row) == 2 {
                moves.push(([row as u32, count as u32, at], action, parts(std::iter::empty())));
            }
        }
        moves
    }
}

impl Line for CompiledLine<'_> {
    fn here(&mut self) -> Here {
        self.last().here
    }

    fn key(&mut self) -> u64 {
        self.go_to_end();
        self.call("key");
        let Running { instance, block } = &mut self.lines.running;
        u64_at(&instance.read(*block + line::KEY, 8), 0)
    }

    fn offered(&mut self) -> Vec<Offered> {
        self.keep();
        self.last().offered.clone()
    }

    fn make(&mut self, number: usize) -> bool {
        self.keep();
        self.go_to_end();
        let Some(made) = self.last().moves.get(number).copied() else { return false };
        let role = self.last().here.mover.unwrap_or_default();
        self.set(line::ROW, &made);
        self.set(line::ROLE, &[role as u32]);
        self.is_at_end = self.call("move").is_some();
        if self.is_at_end {
            let here = self.told();
            self.positions.push(Position { here, kept: 0, heap: 0, moves: Vec::new(), offered: Vec::new() });
        }
        self.is_at_end
    }

    fn back(&mut self) {
        if self.positions.len() > 1 {
            self.positions.pop();
            self.is_at_end = false;
        }
    }

    fn worth(&mut self, role: usize) -> f64 {
        self.go_to_end();
        self.set(line::ROLE, &[role as u32]);
        if self.call("worth").is_none() {
            return 0.5;
        }
        let Running { instance, block } = &mut self.lines.running;
        let worth = f64::from_bits(u64_at(&instance.read(*block + line::WORTH, 8), 0));
        if worth > 0.0 { worth.min(100.0) / 100.0 } else { 0.0 }
    }
}
