//! Records played again.

use crate::game::Game;
use crate::record::{Move, Record, known_format};
use crate::rules::Rules;
use vm::{Fault, json};

/// Result of replaying a record.
#[derive(Clone)]
pub struct Replayed {
    pub game: Game,
    /// Number of moves made.
    pub played: usize,
    pub stopped: Option<Stopped>,
    /// Report on data of earlier rules, in sentences.
    pub told: Vec<String>,
}

/// The first move that could not be made; the game is in the position before it.
#[derive(Clone, Debug)]
pub struct Stopped {
    pub index: usize,
    pub made: Move,
    pub fault: Fault,
}

impl Rules {
    /// Sets up and makes the moves of a record, of these rules or of earlier ones; stops before the first that the rules refuse.
    pub fn replay(&self, record: &Record) -> Result<Replayed, Fault> {
        known_format(Some(u64::from(record.format)))?;
        let (record, told) = self.translated(record)?;
        let (mut game, begun) = self.begin(&record)?;
        for (index, made) in record.moves.iter().enumerate().skip(begun) {
            if let Err(fault) = game.repeat(made) {
                let stopped = Some(Stopped { index, made: made.clone(), fault });
                return Ok(Replayed { game: game.telling(told.clone()), played: index, stopped, told });
            }
        }
        Ok(Replayed { game: game.telling(told.clone()), played: record.moves.len(), stopped: None, told })
    }

    /// The start of a record, and the number of its moves that this consumes: a record that begins with a state needs
    /// no working setup.
    fn begin(&self, record: &Record) -> Result<(Game, usize), Fault> {
        let fault = match self.on_setup(Some(record.seed), Some(&record.scenario), &record.options) {
            Ok(game) => return Ok((game, 0)),
            Err(fault) => fault,
        };
        let first = record.moves.first().and_then(|it| Some((it, self.taken_up(it.state()?).ok()?.state)));
        let (first, state) = first.ok_or(fault)?;
        let options = json::from_json(&record.options).unwrap_or_default();
        let mut game = Game::started(self.clone(), state, record.seed, record.scenario.clone(), options);
        game.repeat(first)?;
        Ok((game, 1))
    }
}

impl Game {
    /// Makes a move of a record.
    fn repeat(&mut self, made: &Move) -> Result<(), Fault> {
        match (made.state(), made.finish()) {
            (Some(state), _) => self.resume(state, &made.1),
            (None, Some(result)) => self.finish(result, &made.1),
            (None, None) => self.action(&made.0, &made.1, Some(&made.2).filter(|it| !it.is_null())),
        }
    }
}
