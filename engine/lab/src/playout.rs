//! Random playouts from the leaves of a search: by compiled rules, if a host runs them, or by the interpreter.
//!
//! Invariant: both executors play the same game from the same random numbers. A game that compiled rules cannot finish
//! is replayed by the interpreter from its start.

use crate::alpha_beta::reads_lines;
use crate::compiled_line::Lines;
use crate::host::{Host, Running, u32_at, u64_at, write};
use crate::line::{Interpreted, Line};
use codegen::memory::playout;
use game::random::{Draw, play_on};
use game::{Game, Rules};

/// Default length at which a playout is stopped and counts as a draw.
const MOVES: u32 = 5_000;

/// Number of games after which compiled rules are given up if most of their games did not finish.
const ASKED_AFTER: u64 = 32;

/// Initial room for a position, in bytes.
const ROOM: u32 = 1 << 14;

/// Plays on from the leaves of a search; without a module, with the interpreter.
pub struct Leaves {
    compiled: Option<Module>,
    /// Compiled rules that follow lines of play.
    lines: Option<Lines>,
    /// Maximum moves of a playout.
    most: u32,
    /// Moves in all games.
    moves: u64,
    /// Games begun by compiled rules, and those of them that the interpreter had to play.
    begun: u64,
    left: u64,
}

impl Default for Leaves {
    fn default() -> Leaves {
        Leaves { compiled: None, lines: None, most: MOVES, moves: 0, begun: 0, left: 0 }
    }
}

/// Rules are compiled for searches after this many iterations, or moves in playouts: compilation takes about as long.
const SOON_ITERATIONS: u64 = 300;
const SOON_MOVES: u64 = 3_000;

/// Searches of rules, by compiled rules once that is worth it.
pub struct Searched {
    rules: Rules,
    iterations: u64,
    leaves: Leaves,
    /// `true` once the host was asked to run them.
    asked: bool,
}

impl Searched {
    pub fn new(rules: &Rules) -> Searched {
        Searched { rules: rules.clone(), iterations: 0, leaves: Leaves::default(), asked: false }
    }

    /// `true` if this was made for searches of these rules.
    pub fn is_of(&self, rules: &Rules) -> bool {
        self.rules.is(rules)
    }

    /// Prepares `iterations` more iterations: returns the player of their leaves, with at most `moves` moves each.
    pub fn leaves(&mut self, iterations: u32, moves: u32, host: &dyn Host) -> &mut Leaves {
        self.iterations += u64::from(iterations);
        let soon = self.iterations >= SOON_ITERATIONS || self.leaves.moves >= SOON_MOVES;
        if soon && !self.asked {
            // Leaves with a worth are not played out.
            self.leaves = match self.rules.program().worth {
                None => Leaves::compiled(&self.rules, host).unwrap_or_default(),
                Some(_) => Leaves { lines: lines(&self.rules, host), ..Leaves::default() },
            };
            self.asked = true;
        }
        self.leaves.follow(moves);
        &mut self.leaves
    }
}

/// Compiled rules that follow lines of play, where games of the rules are read so.
fn lines(rules: &Rules, host: &dyn Host) -> Option<Lines> {
    if reads_lines(rules.program()) { Lines::compiled(rules, host) } else { None }
}

/// A module that plays on from positions.
struct Module {
    running: Running,
    /// Address where positions are written, and their maximum size in bytes.
    room: u32,
    size: u32,
    position: Vec<u8>,
}

impl Leaves {
    /// Those of rules that a host runs. None where that cannot be.
    pub fn compiled(rules: &Rules, host: &dyn Host) -> Option<Leaves> {
        let (module, block) = rules.playout_code().ok()?;
        let running = Running { instance: host.start(&module.wasm)?, block };
        let mut module = Module { running, room: 0, size: 0, position: Vec::new() };
        module.make_room(ROOM)?;
        Some(Leaves { compiled: Some(module), lines: lines(rules, host), ..Leaves::default() })
    }

    /// By the interpreter, with at most `moves` moves in each playout.
    pub fn up_to(moves: u32) -> Leaves {
        Leaves { most: moves.min(MOVES), ..Leaves::default() }
    }

    /// A line of play that begins with a position.
    pub(crate) fn line(&mut self, game: &Game) -> Box<dyn Line + '_> {
        match self.lines.as_mut().and_then(|it| it.from(game)) {
            Some(line) => Box::new(line),
            None => Box::new(Interpreted::new(game)),
        }
    }

    /// Number of moves made so far in all its games.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Sets the maximum moves of a playout, up to 5,000; then it counts as a draw.
    fn follow(&mut self, moves: u32) {
        self.most = moves.min(MOVES);
    }

    /// Number of games begun by compiled rules that the interpreter had to play.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Plays on at random from a position that is not needed afterwards; the result, if there is one.
    pub fn play_out(&mut self, game: &mut Game, draw: &mut Draw) -> Option<String> {
        let Some(module) = self.compiled.as_mut().filter(|_| !game.state().is_over()) else {
            return self.interpreted(game, draw);
        };
        self.begun += 1;
        if let Some((result, drawn, moves)) = module.play_on(game, draw, self.most) {
            *draw = drawn;
            self.moves += u64::from(moves);
            return result;
        }
        self.left += 1;
        if self.begun >= ASKED_AFTER && self.left * 2 > self.begun {
            self.compiled = None;
        }
        self.interpreted(game, draw)
    }

    fn interpreted(&mut self, game: &mut Game, draw: &mut Draw) -> Option<String> {
        let mut moves = 0;
        while moves < self.most && play_on(game, draw).ok()? {
            moves += 1;
            self.moves += 1;
        }
        game.result()
    }
}

impl Module {
    /// The result, the random state, and the number of moves, at most `most`. `None` if the module was stopped.
    fn play_on(&mut self, game: &Game, draw: &Draw, most: u32) -> Option<(Option<String>, Draw, u32)> {
        self.position.clear();
        let at = write(&game.position(), self.room, &mut self.position);
        if self.position.len() > self.size as usize {
            self.make_room(self.position.len() as u32 * 2)?;
        }
        let Running { instance, block } = &mut self.running;
        instance.write(self.room, &self.position);
        let words = [most, self.size, at].map(u32::to_le_bytes).concat();
        instance.write(*block, &[&draw.place().to_le_bytes()[..], &words].concat());
        instance.call("play_on")?;
        let told = instance.read(*block, playout::SIZE as usize);
        let [text, length, moves] =
            [playout::RESULT, playout::LENGTH, playout::MOVES].map(|it| u32_at(&told, it as usize));
        let bytes = if text == 0 { None } else { Some(instance.read(text, length as usize)) };
        let result = bytes.map(|it| String::from_utf8_lossy(&it).into_owned());
        Some((result, Draw::at(u64_at(&told, playout::DRAWS as usize)), moves))
    }

    /// Positions keep their address, whatever their maximum size.
    fn make_room(&mut self, size: u32) -> Option<()> {
        self.running.set(playout::ROOM, size);
        self.room = self.running.instance.call("room")?;
        self.size = size;
        Some(())
    }
}

const _: () = assert!(playout::DRAWS == 0 && playout::LIMIT == 8 && playout::ROOM == 12 && playout::POSITION == 16);
