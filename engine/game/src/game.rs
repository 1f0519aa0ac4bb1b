//! A game being played.

use crate::legal::{self, Accepted};
use crate::record::{FORMAT, Move, Record, to_json};
use crate::rules::Rules;
use crate::taken::{self, TakenUp};
use crate::turn::Turn;
use ir::{ActionId, Board, BoardId, ChosenBoard, Frame, FrameKind};
use std::cell::RefCell;
use std::rc::Rc;
use vm::{Chain, Fault, Machine, Offers, Played, Prompt, State, Value, json};

/// A game in some position. A copy is an independent game and costs next to nothing.
#[derive(Clone)]
pub struct Game {
    rules: Rules,
    state: State,
    history: Option<History>,
    /// The cached offers of this position, by role.
    offers: RefCell<Vec<Option<Rc<Offers>>>>,
    turn: Turn,
    /// Report on data of earlier rules.
    told: Rc<Vec<String>>,
}

/// The ways a game can get stuck without being over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// Somebody is active, and nothing is offered to anybody.
    DeadEnd,
    /// Nobody is active, and there is no result.
    NoResult,
}

impl Stuck {
    /// Finds the problem from the offers to the active roles.
    pub fn of(game: &Game, offered: &[(usize, Rc<Offers>)]) -> Option<Stuck> {
        if offered.is_empty() {
            return game.result().is_none().then_some(Stuck::NoResult);
        }
        offered.iter().all(|(_, it)| it.moves().next().is_none()).then_some(Stuck::DeadEnd)
    }

    /// In a sentence.
    pub fn message(self, game: &Game) -> String {
        match self {
            Stuck::DeadEnd => format!("{} can do nothing", game.active().join(" and ")),
            Stuck::NoResult => "nobody is active, and there is no result".to_owned(),
        }
    }
}

/// The start of a game, and the moves since.
#[derive(Clone)]
struct History {
    start: Rc<Start>,
    moves: Chain<Made>,
}

/// A cause of a new position.
#[derive(Clone)]
enum Made {
    /// `action`: none for undo.
    Move { role: usize, action: Option<ActionId>, argument: serde_json::Value },
    /// Nobody's move: a state that somebody has written.
    Written { what: Rc<str>, state: Rc<str> },
    /// Nobody's move: an end from outside.
    Finished { message: Rc<str>, result: Rc<str> },
}

struct Start {
    seed: u64,
    scenario: String,
    options: Value,
}

impl Game {
    pub(crate) fn started(rules: Rules, state: State, seed: u64, scenario: String, options: Value) -> Game {
        let start = Start { seed, scenario, options };
        let history = Some(History { start: Rc::new(start), moves: Chain::new() });
        Game { rules, state, history, offers: RefCell::default(), turn: Turn::default(), told: Rc::default() }
    }

    pub(crate) fn resumed(rules: Rules, TakenUp { state, told }: TakenUp) -> Game {
        let told = Rc::new(told);
        Game { rules, state, history: None, offers: RefCell::default(), turn: Turn::default(), told }
    }

    /// Report on data of earlier rules, in sentences: lost, reset, or possibly changed in meaning.
    pub fn told(&self) -> &[String] {
        &self.told
    }

    pub(crate) fn telling(mut self, told: Vec<String>) -> Game {
        self.told = Rc::new(told);
        self
    }

    fn machine(&self) -> &Machine {
        self.rules.machine()
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// A board in the form that it has in this game.
    pub fn board(&self, id: BoardId) -> Option<&Board> {
        self.rules.program().board(id, |it| self.form(it))
    }

    /// The form of each board whose form is chosen.
    pub fn forms(&self) -> Vec<usize> {
        self.rules.program().chosen.iter().map(|it| self.form(it).unwrap_or_default()).collect()
    }

    fn form(&self, board: &ChosenBoard) -> Option<usize> {
        match self.state.globals().get(board.global.index())? {
            Value::Int(form) => usize::try_from(*form).ok(),
            _ => None,
        }
    }

    pub(crate) fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The framework's JSON.
    pub fn state_json(&self) -> String {
        json::to_text(&self.machine().save(&self.state))
    }

    /// Why nobody is offered a way on. None where somebody is, where the game is over, and where the rules take moves that
    /// they do not offer.
    pub fn stuck(&self) -> Result<Option<Stuck>, Fault> {
        let open =
            |it: &Frame| matches!(&it.kind, FrameKind::State(it) if it.handlers.iter().any(|it| it.open.is_some()));
        if self.rules.program().frames.iter().any(open) {
            return Ok(None);
        }
        Ok(Stuck::of(self, &self.offers()?))
    }

    /// The state with the names behind its numbers: JSON that [`Rules::resume`] accepts, under these rules and later
    /// ones. A fault if it exceeds the limit of output.
    pub fn saved(&self) -> Result<String, Fault> {
        Ok(taken::with_names(&self.rules.names(), &self.told_state()?))
    }

    /// As above for output to a host: a fault if it exceeds the limit.
    pub fn told_state(&self) -> Result<String, Fault> {
        json::told(&self.machine().save(&self.state))
    }

    /// The position as a text: the state without its log and its undo stack.
    pub fn position_text(&self) -> String {
        json::to_text(&self.machine().save(&self.state.clone().without_past()))
    }

    /// The state without its past, for somebody who only plays on from there.
    pub fn told_position(&self) -> Result<String, Fault> {
        json::told(&self.machine().save(&self.state.clone().without_past()))
    }

    /// The state as a value, without its log, for playing on without output.
    pub fn position(&self) -> Value {
        self.machine().save(&self.state.clone().without_log())
    }

    /// The log for output to a host: a fault if it exceeds the limit.
    pub fn told_log(&self) -> Result<Vec<String>, Fault> {
        let mut left = ir::TOLD;
        for it in self.state.log_for(-1) {
            let long = if let Value::Str(text) = &it { text.len() } else { json::told(&it)?.len() };
            left = left.checked_sub(long).ok_or_else(json::too_much)?;
        }
        Ok(self.log())
    }

    /// The name of the state or procedure on top of the stack.
    pub fn frame(&self) -> Option<String> {
        self.state.top().map(|it| self.rules.program().frame(it).name.clone())
    }

    /// The state that undo would restore, if there is one.
    pub fn before_undo(&self) -> Option<State> {
        let mut state = self.state.clone();
        self.machine().undo(&mut state).then_some(state)
    }

    /// The names of the roles that play: all, or the first ones if the number of players varies.
    pub fn roles(&self) -> &[String] {
        let roles = &self.rules.program().roles;
        roles.get(..self.machine().sitting(&self.state)).unwrap_or(roles)
    }

    /// The names of the active roles, each once and in the order of the roles, however the rules set them; none when the game
    /// is over.
    pub fn active(&self) -> Vec<String> {
        let roles = self.rules.program().roles.iter().enumerate();
        roles.filter(|(seat, _)| self.state.is_active(*seat)).map(|(_, name)| name.clone()).collect()
    }

    /// The result, once there is one: a role, "Draw" or another text; "None" for nobody (−1).
    pub fn result(&self) -> Option<String> {
        self.state.result().map(|it| match it {
            Value::Str(text) => text.to_string(),
            _ => "None".to_owned(),
        })
    }

    /// The lines of the log that everyone reads.
    pub fn log(&self) -> Vec<String> {
        let text = |it: &Value| match it {
            Value::Str(text) => text.to_string(),
            other => json::to_text(other),
        };
        self.state.log_for(-1).iter().map(text).collect()
    }

    /// The whole log: a JSON array with a text for each line, and `{ to: names of roles, text }` for a private one. A
    /// fault if it exceeds the limit.
    pub fn lines(&self) -> Result<String, Fault> {
        let roles = &self.machine().program().roles;
        json::told(&Value::list(self.state.lines(roles)))
    }

    /// Setup and moves since; none for a game that `Rules` resumed from a state.
    pub fn record(&self) -> Option<Record> {
        let history = self.history.as_ref()?;
        let program = self.rules.program();
        let made = |it: &Made| match it {
            Made::Move { role, action, argument } => {
                let action = action.map_or("undo", |id| &program.actions[id.index()]);
                Move(program.roles[*role].clone(), action.to_owned(), argument.clone())
            }
            Made::Written { what, state } => Move::written(what, state),
            Made::Finished { message, result } => Move::finished(message, result),
        };
        Some(Record {
            format: FORMAT,
            seed: history.start.seed,
            scenario: history.start.scenario.clone(),
            options: to_json(&history.start.options),
            moves: history.moves.to_vec().into_iter().map(made).collect(),
            names: Some(self.rules.names()),
        })
    }

    /// Number of moves since setup.
    pub fn moves_made(&self) -> Option<usize> {
        self.history.as_ref().map(|it| it.moves.len())
    }

    /// The view block's output for a role; any other name is an observer. JSON.
    pub fn on_view(&self, role: &str) -> Result<String, Fault> {
        let machine = self.machine();
        let fields = machine.on_view(&self.state, machine.seat(&self.state, role))?;
        json::told(&Value::object(fields))
    }

    /// The offers to a role, or the text while it waits. JSON.
    pub fn prompt(&self, role: &str) -> Result<String, Fault> {
        let prompt = self.prompt_for(role)?;
        json::told(&Value::object(self.machine().prompt_object(&self.state, &prompt)))
    }

    /// Both, as the framework's `exports.view`. JSON.
    pub fn view(&self, role: &str) -> Result<String, Fault> {
        let machine = self.machine();
        let seat = machine.seat(&self.state, role);
        let fields = machine.on_view(&self.state, seat)?;
        let prompt = self.prompt_for(role)?;
        json::told(&Value::object(machine.view_object(&self.state, seat, &fields, &prompt)))
    }

    fn prompt_for(&self, role: &str) -> Result<Prompt, Fault> {
        let seat = self.machine().seat(&self.state, role);
        match usize::try_from(seat) {
            Ok(role) if self.state.is_active(role) => {
                let offers = self.legal(role)?;
                Ok(Prompt { text: offers.prompt.clone(), offers: Some(offers) })
            }
            _ => self.machine().prompt_for(&self.state, seat),
        }
    }

    /// The offers to a role, by its index. Computed once for a position.
    pub fn legal(&self, role: usize) -> Result<Rc<Offers>, Fault> {
        if let Some(Some(offers)) = self.offers.borrow().get(role) {
            return Ok(offers.clone());
        }
        let offers = Rc::new(self.machine().offers(&self.state, role)?);
        let mut kept = self.offers.borrow_mut();
        if kept.len() <= role {
            kept.resize(role + 1, None);
        }
        kept[role] = Some(offers.clone());
        Ok(offers)
    }

    /// The offers to each active role, by index.
    pub fn offers(&self) -> Result<Vec<(usize, Rc<Offers>)>, Fault> {
        self.state.active().into_iter().map(|role| Ok((role, self.legal(role)?))).collect()
    }

    /// Makes a move. If it was not offered to that role, and is none that the rules take without, or fails, nothing changes.
    pub fn action(&mut self, role: &str, action: &str, argument: Option<&serde_json::Value>) -> Result<(), Fault> {
        let (seat, accepted) = self.accepted(role, action, argument)?;
        let action = match accepted {
            Accepted::Undo => {
                let mut state = self.state.clone();
                self.machine().undo(&mut state);
                self.replace(state);
                None
            }
            Accepted::Act(id, value) => {
                self.act(seat, id, value)?;
                Some(id)
            }
        };
        if let Some(history) = &mut self.history {
            let argument = argument.cloned().unwrap_or_default();
            history.moves.push(Made::Move { role: seat, action, argument });
        }
        Ok(())
    }

    /// Continues from a written state in JSON, with the checks of [`Rules::resume`]; if it is refused, nothing changes.
    /// The record contains it as nobody's move. `what`: its name there.
    pub fn resume(&mut self, json: &str, what: &str) -> Result<(), Fault> {
        let TakenUp { state, told } = self.rules.taken_up(json)?;
        self.replace(state);
        self.told = Rc::new(told);
        if let Some(history) = &mut self.history {
            history.moves.push(Made::Written { what: what.into(), state: json.into() });
        }
        Ok(())
    }

    /// A move that is accepted, and of which seat.
    pub(crate) fn accepted(
        &self,
        role: &str,
        action: &str,
        argument: Option<&serde_json::Value>,
    ) -> Result<(usize, Accepted), Fault> {
        let value = argument.map_or(Ok(Value::Absent), |it| legal::argument(self.machine(), it))?;
        let seat = legal::seat(self.machine(), &self.state, role, action)?;
        let offers = if self.state.is_active(seat) { self.legal(seat)? } else { Rc::default() };
        Ok((seat, legal::accepted(self.machine(), &self.state, (seat, &offers), action, value)?))
    }

    /// Makes a move that was chosen for a role, as [`Game::action`] makes it.
    pub fn make(&mut self, chosen: &Played) -> Result<(), Fault> {
        let Move(role, action, argument) = self.named(chosen);
        self.action(&role, &action, Some(&argument))
    }

    /// A move as a record has it.
    pub fn named(&self, Played { role, action, argument }: &Played) -> Move {
        let program = self.rules.program();
        Move(program.roles[*role].clone(), program.actions[action.index()].clone(), to_json(argument))
    }

    /// Makes a move that [`Game::legal`] offers to a role, as a value from there: for random play. It
    /// is not checked, and not recorded: the game has no record from then on.
    pub fn play(&mut self, role: usize, action: ActionId, argument: Value) -> Result<(), Fault> {
        self.act(role, action, argument)?;
        self.history = None;
        Ok(())
    }

    /// The same for a game that nobody goes on with if the move fails: there is nothing to go back to.
    pub fn play_on(&mut self, role: usize, action: ActionId, argument: Value) -> Result<(), Fault> {
        self.offers.get_mut().clear();
        self.turn.forget();
        self.history = None;
        self.rules.machine().act_on(&mut self.state, role, action, &argument)
    }

    /// Makes one of the offered moves, like [`Game::play_on`]: the one with the index that `pick` returns for their
    /// number. Without offers it returns `false`, and `pick` is not called.
    pub(crate) fn play_one(&mut self, pick: impl FnOnce(usize) -> usize) -> Result<bool, Fault> {
        self.offers.get_mut().clear();
        self.turn.forget();
        self.history = None;
        self.rules.machine().play_one(&mut self.state, pick)
    }

    /// Turns off texts from here on: no log, no texts of prompts, no reasons.
    pub fn hush(&mut self) {
        self.state.quiet = true;
    }

    fn act(&mut self, role: usize, action: ActionId, argument: Value) -> Result<(), Fault> {
        let state = self.machine().act(self.state.clone(), role, action, argument.clone())?;
        let before = std::mem::replace(&mut self.state, state);
        self.turn.go_on(before, Played { role, action, argument }, &self.state);
        self.offers.get_mut().clear();
        Ok(())
    }

    /// A new game with this one's setup; with the default setup if it is unknown.
    pub(crate) fn begun_with(&self, seed: u64) -> Option<State> {
        match &self.history {
            Some(it) => self.machine().setup(seed, &it.start.scenario, it.start.options.clone()).ok(),
            None => {
                let (scenario, options) = self.likely_setup();
                self.rules.on_setup(Some(seed), scenario, &options).ok().map(|it| it.state)
            }
        }
    }

    /// A setup for as many as play here.
    fn likely_setup(&self) -> (Option<&str>, serde_json::Value) {
        let program = self.rules.program();
        let Some(seats) = &program.seats else { return (None, serde_json::Value::Null) };
        let sitting = self.roles().len();
        let fits = |it: &&ir::SeatRange| (usize::from(it.least)..=usize::from(it.most)).contains(&sitting);
        let at = seats.ranges.iter().position(|it| fits(&it));
        let name = program.options.get(usize::from(seats.option)).map_or("", |it| &it.name);
        (at.and_then(|at| program.scenarios.get(at)).map(String::as_str), serde_json::json!({ name: sitting }))
    }

    fn replace(&mut self, state: State) {
        self.state = state;
        self.turn.forget();
        self.offers.get_mut().clear();
    }

    /// Asks the rules. JSON.
    pub fn query(&self, role: &str, question: &serde_json::Value) -> Result<String, Fault> {
        let machine = self.machine();
        let question = json::from_json(question)
            .map_err(|_| Fault::new(diag::Code::BadArgument, "this query is nested too deep"))?;
        json::told(&machine.query(&self.state, machine.seat(&self.state, role), question)?)
    }

    /// The worth of the position to a role, by its index: from 0 for lost to 1 for won. Uses all information, hidden or
    /// not. `None` if the rules define none, for a role that does not play, and when the game is over.
    pub fn worth(&self, role: usize) -> Result<Option<f64>, Fault> {
        if self.state.is_over() || role >= self.roles().len() {
            return Ok(None);
        }
        let worth = self.machine().worth(&self.state, role)?;
        Ok(worth.map(|it| if it > 0.0 { it.min(100.0) / 100.0 } else { 0.0 }))
    }

    /// Ends the game from outside, as a resignation does. The record has it as nobody's move.
    pub fn finish(&mut self, result: &str, message: &str) -> Result<(), Fault> {
        let state = self.machine().finish(self.state.clone(), result, message)?;
        self.replace(state);
        if let Some(history) = &mut self.history {
            history.moves.push(Made::Finished { message: message.into(), result: result.into() });
        }
        Ok(())
    }

    /// The same position under other rules, made of the same program; without a record.
    pub fn under(&self, rules: &Rules) -> Game {
        let (rules, told) = (rules.clone(), Rc::default());
        Game { rules, history: None, offers: RefCell::default(), told, ..self.clone() }
    }

    /// The same game in another state; without a record.
    pub(crate) fn at(&self, state: State) -> Game {
        let (rules, told) = (self.rules.clone(), Rc::default());
        Game { rules, state, history: None, offers: RefCell::default(), turn: Turn::default(), told }
    }

    /// The same position with other random numbers to come; without a record.
    pub fn drawing(&self, seed: u64) -> Game {
        Game { state: self.state.drawing(seed), history: None, ..self.clone() }
    }

    /// The same game in another state, without texts and without a record.
    pub(crate) fn imagined(&self, mut state: State) -> Game {
        state.quiet = true;
        self.at(state)
    }

    /// Changes the game as a test's `given` does.
    pub(crate) fn given(&mut self, function: ir::FnId, vars: &[Value]) -> Result<(), Fault> {
        let state = self.machine().given(self.state.clone(), function, vars)?;
        self.replace(state);
        self.history = None;
        Ok(())
    }

    /// Checks the invariants.
    pub fn check(&self) -> Result<(), Fault> {
        self.machine().check(&self.state)
    }
}
