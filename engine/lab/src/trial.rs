//! One game, played and checked.

use crate::flaw::{self, Flaw, Kind, Offered, Past};
use crate::plan::Plan;
use crate::player::{Player, Thinking};
use codegen::memory::lab::closely;
use game::random::{self, Draw};
use game::{ActionId, Fault, Game, Played, Record, Rules};

/// Decides if a position of a closely checked game is checked: all of the beginning, then every so many, up to a limit,
/// because logs get long.
fn looks_at(moves: u64) -> bool {
    moves < closely::FIRST || moves < closely::LAST && moves.is_multiple_of(closely::EVERY)
}

/// Observes a game while it is played.
pub trait Watch {
    /// In every position where somebody can move.
    fn position(&mut self, _game: &Game, _offered: &Offered) {}
    /// Before a move is made.
    fn chosen(&mut self, _game: &Game, _played: &Played) {}
    /// Before each move: whether the game is to be played on.
    fn goes_on(&mut self) -> bool {
        true
    }
}

/// The course of a game.
pub struct Came {
    /// As far as it went; none if it did not begin.
    pub game: Option<Game>,
    /// Number of moves made, including one that failed.
    pub moves: u64,
    /// Why it was stopped, if it did not end well.
    pub flaw: Option<Flaw>,
}

/// Chooses the moves of a game.
pub trait Choose {
    /// A move of one of the active roles; `None` without offers.
    fn choose(&mut self, game: &Game) -> Result<Option<Played>, Fault>;
}

/// At random, each of all moves as likely as any other.
impl Choose for Draw {
    fn choose(&mut self, game: &Game) -> Result<Option<Played>, Fault> {
        random::choose(game, self)
    }
}

/// The same, where roles do without actions as long as there are others.
struct Without {
    /// By role.
    actions: Vec<Option<ActionId>>,
    draw: Draw,
}

impl Choose for Without {
    fn choose(&mut self, game: &Game) -> Result<Option<Played>, Fault> {
        random::choose_without(game, &mut self.draw, &|role, action| self.actions.get(role) == Some(&Some(action)))
    }
}

/// Players in their seats.
struct Table<'t> {
    /// By role.
    players: Vec<Player>,
    thinking: &'t mut Thinking,
    draw: Draw,
}

impl Choose for Table<'_> {
    fn choose(&mut self, game: &Game) -> Result<Option<Played>, Fault> {
        let mut active = game.state().active();
        self.draw.shuffle(&mut active);
        for role in active {
            // A role without a seat is active only through a mistake in the rules.
            let player = self.players.get(role).unwrap_or(&Player::Random);
            let chosen = self.thinking.choose(player, game, role, &mut self.draw)?;
            if chosen.is_some() {
                return Ok(chosen);
            }
        }
        Ok(None)
    }
}

/// Plays the game with a number.
pub fn play(
    rules: &Rules,
    plan: &Plan,
    number: u64,
    closely: bool,
    thinking: &mut Thinking,
    watch: &mut dyn Watch,
) -> Came {
    flaw::try_anew(rules);
    match plan.begin(rules, number) {
        Err(fault) => Came { game: None, moves: 0, flaw: Some(Flaw::failed(Kind::Fault, fault)) },
        Ok(mut game) => {
            let mut draw = plan.draws(number);
            let (moves, flaw) = if plan.is_random() && plan.players.iter().any(|it| *it != Player::Random) {
                let mut without = Without { actions: plan.without(rules, number), draw };
                play_on(&mut game, &mut without, plan.limit, closely, watch)
            } else if plan.is_random() {
                play_on(&mut game, &mut draw, plan.limit, closely, watch)
            } else {
                let seats = plan.deal(rules, number).seats;
                let players = seats.into_iter().map(|it| plan.players[it].clone()).collect();
                let mut table = Table { players, thinking, draw };
                play_on(&mut game, &mut table, plan.limit, closely, watch)
            };
            Came { game: Some(game), moves, flaw }
        }
    }
}

/// Plays on to the end, for at most this many moves; returns their number, and a flaw.
pub fn play_on(
    game: &mut Game,
    choose: &mut dyn Choose,
    limit: u64,
    closely: bool,
    watch: &mut dyn Watch,
) -> (u64, Option<Flaw>) {
    let (mut moves, mut past) = (0, Past::new(game.rules()));
    loop {
        let offered = match flaw::look(game, closely && looks_at(moves), &mut past) {
            Ok(offered) if offered.is_empty() => return (moves, None),
            Ok(offered) => offered,
            Err(flaw) => return (moves, Some(flaw)),
        };
        if moves >= limit {
            return (moves, Some(Flaw::endless(game, moves)));
        }
        if !watch.goes_on() {
            return (moves, None);
        }
        watch.position(game, &offered);
        let played = match choose.choose(game) {
            Ok(Some(played)) => played,
            Ok(None) => return (moves, None),
            Err(fault) => return (moves, Some(Flaw::failed(Kind::Fault, fault))),
        };
        watch.chosen(game, &played);
        moves += 1;
        flaw::try_anew(game.rules());
        if let Err(fault) = game.play(played.role, played.action, played.argument) {
            return (moves, Some(Flaw::failed(Kind::Fault, fault)));
        }
    }
}

/// A game by its number, as a record, with the failing move; as far as `watch` allows.
pub fn record(rules: &Rules, plan: &Plan, number: u64, closely: bool, watch: &mut dyn Watch) -> Record {
    struct Moves<'w>(Vec<game::Move>, &'w mut dyn Watch);
    impl Watch for Moves<'_> {
        fn chosen(&mut self, game: &Game, played: &Played) {
            self.0.push(game.named(played));
        }

        fn goes_on(&mut self) -> bool {
            self.1.goes_on()
        }
    }
    let mut moves = Moves(Vec::new(), watch);
    play(rules, plan, number, closely, &mut Thinking::default(), &mut moves);
    plan.record(rules, number, moves.0)
}
