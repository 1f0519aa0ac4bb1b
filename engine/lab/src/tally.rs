//! Counts over many games.
//!
//! Invariant: the tallies of parts, joined in any order, equal the tally of the whole to the last bit. So counts are
//! whole numbers, and the kept minimum follows an order that does not depend on who found it.

use crate::argument::{self, Argument, Chosen};
use crate::cards::{Cards, Faces};
use crate::decided::Decided;
use crate::flaw::{Flaw, Offered};
use crate::groups::{Counts, EVEN, Group, add};
use crate::hash::{START, hash, hash_numbers};
use crate::host::{u32_at, u64_at};
use crate::luck::Came;
use crate::made::{Key, Made};
use crate::measure::{Measure, Place, measured, measures, measures_given};
use crate::outcome::winners;
use crate::plan::{Dealing, Plan, Round};
use crate::player::{Score, Thinking};
use crate::track::{Standing, tracks};
use crate::trial::{self, Watch};
use codegen::memory::lab::MEASURE;
use game::random::Draw;
use game::{Game, Offer, Played, Rules};
use ir::Program;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// Maximum kinds of flaws listed separately.
const FLAWS: usize = 50;

/// Counts of many games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    pub games: u64,
    /// Of all games together.
    pub moves: u64,
    /// Hash over the length, the choices and the result of each game, and the last state of those checked closely: the
    /// same on every machine.
    pub hash: u64,
    /// Number of games that ended well, by result.
    pub results: BTreeMap<String, u64>,
    /// Wins by role: alone, and shared.
    pub won: Vec<u64>,
    pub shared: Vec<u64>,
    /// By who moved first, second and so on: how many that role has won, alone or with others.
    pub won_by_order: Vec<u64>,
    /// By role: in how many games it was active, or has won.
    pub plays: Vec<u64>,
    /// By role: number of games that ended well in which it had a seat.
    pub sat: Vec<u64>,
    /// By how many played, where the rules say how many may.
    pub by_players: BTreeMap<usize, Sitting>,
    /// By how they play, where the plan names players, and by role.
    pub players: BTreeMap<String, Vec<Score>>,
    /// Sums of the games that ended well, in groups by their seeds.
    pub groups: BTreeMap<u64, Group>,
    /// Seeds of which not all games are there, where seats change: by the number of the first one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub open: BTreeMap<u64, Came>,
    /// Lengths in moves, and in turns, of the games that ended well. A turn lasts until other roles are active.
    pub lengths: Counts,
    pub turns: Counts,
    /// Positions by number of possible moves.
    pub choices: Counts,
    /// By action.
    pub actions: Vec<Taken>,
    /// By frame: how often it was put on the stack.
    pub frames: Vec<u64>,
    /// By statement of the interpreter: number of times it was reached.
    pub reached: Vec<u64>,
    /// By track, and by field from its first one: how often a token was there after a move but not before it.
    pub ended: Vec<Vec<u64>>,
    /// By field of the first track: arrivals of tokens, to stay or to pass; empty if the rules do not say.
    pub arrived: Vec<u64>,
    /// Final values of the numbers among the fields of the game.
    pub measures: Vec<Measure>,
    /// When games were decided, if the plan includes that.
    pub decided: Decided,
    /// Those met first by [`Flaw::sort`].
    pub flaws: Vec<Met>,
    /// The form of each board whose form is chosen, in the first game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<usize>,
}

/// Games with one number of players.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sitting {
    pub games: u64,
    /// Number of these that ended well; the others refer to those.
    pub ended: u64,
    pub moves: u64,
    /// Wins by role, alone or shared.
    pub won: Vec<u64>,
    /// Games without a winner.
    pub draws: u64,
}

/// How often an action was possible, and made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Taken {
    /// Positions in which it was offered.
    pub offered: u64,
    pub taken: u64,
    /// Number of different moves of it, over all those positions.
    pub moves: u64,
    /// One after the other.
    pub arguments: Vec<Argument>,
    /// By who took it.
    pub made: Made,
}

/// A flaw, and the games it was met in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Met {
    pub flaw: Flaw,
    pub games: u64,
    /// The shortest of them: its moves, its number and its seed.
    pub moves: u64,
    pub number: u64,
    pub seed: u64,
}

/// The end of a game.
pub(crate) struct End<'a> {
    pub number: u64,
    pub moves: u64,
    pub turns: u64,
    /// Moves there were to choose from, in all positions, and positions in which there was more than one.
    pub choices: u64,
    pub real: u64,
    /// Number of players.
    pub sitting: usize,
    /// The roles in the order in which they moved first.
    pub order: &'a [usize],
    pub result: &'a str,
    /// The winners, by the result.
    pub winners: &'a [usize],
    /// The last one, its JSON. Empty where it was not asked for.
    pub state: &'a str,
    /// The keys made by each role.
    pub made: Vec<(usize, Key)>,
}

impl End<'_> {
    /// Identifies a game; by its last state too, if it was checked closely.
    fn hash(&self, closely: bool) -> u64 {
        let counts = hash_numbers(START, &[self.number, self.moves, self.turns, self.choices, self.real]);
        let state = if closely { self.state } else { "" };
        hash(hash(counts, self.result.as_bytes()), state.as_bytes())
    }
}

/// The numbers in the last state: as it says, or as they are given.
pub(crate) enum Numbers<'a> {
    InState,
    /// As [`measures_given`] takes them, each in sixteen bytes: whether there is one, and its bits.
    Given(&'a [Place], &'a [u8]),
}

impl Tally {
    /// An empty tally of these rules, which must count coverage.
    pub fn new(rules: &Rules) -> Tally {
        let program = rules.program();
        let roles = program.roles.len();
        Tally {
            won: vec![0; roles],
            shared: vec![0; roles],
            won_by_order: vec![0; roles],
            plays: vec![0; roles],
            sat: vec![0; roles],
            actions: vec![Taken::default(); program.actions.len()],
            ended: tracks(program).iter().map(|it| vec![0; it.count]).collect(),
            measures: measured(program),
            ..Tally::default()
        }
    }

    /// An empty tally of games of a plan from this number on.
    pub(crate) fn of(rules: &Rules, plan: &Plan, first: u64) -> Tally {
        let mut tally = Tally::new(rules);
        if !rules.program().chosen.is_empty()
            && let Ok(game) = plan.begin(rules, first)
        {
            tally.forms = game.forms();
        }
        tally
    }

    /// Plays the games of these numbers. The rules are [`Rules::counting`], and are used for nothing else meanwhile.
    pub fn play(rules: &Rules, plan: &Plan, numbers: Range<u64>) -> Tally {
        Tally::thought(rules, plan, numbers, &mut Thinking::default())
    }

    /// The same, by players who look ahead with something.
    pub(crate) fn thought(rules: &Rules, plan: &Plan, numbers: Range<u64>, thinking: &mut Thinking) -> Tally {
        let mut tally = Tally::of(rules, plan, numbers.start);
        let program = rules.program();
        let (cards, tracks) = (Cards::of(program), tracks(program));
        let (before, dealing) = (counters(rules), plan.dealing(rules));
        for number in numbers {
            tally.game((rules, &dealing, number), thinking, &cards, Standing::new(program, &tracks));
        }
        let since = |(now, before): (Vec<u64>, Vec<u64>)| now.iter().zip(before).map(|(a, b)| a - b).collect();
        let now = counters(rules);
        let [frames, reached, arrived] = [0, 1, 2].map(|i| since((now[i].clone(), before[i].clone())));
        Tally { frames, reached, arrived, ..tally }
    }

    fn game(
        &mut self,
        (rules, dealing, number): (&Rules, &Dealing<'_>, u64),
        thinking: &mut Thinking,
        cards: &Cards,
        standing: Standing,
    ) {
        let (plan, roles) = (dealing.plan, rules.program().roles.len());
        let seed = dealing.deal(number).seed;
        let mut watcher = Watcher {
            tally: self,
            cards,
            faces: Vec::new(),
            standing,
            order: Vec::new(),
            turns: 0,
            choices: 0,
            real: 0,
            made: Vec::new(),
            positions: Vec::new(),
            imagines: plan.imagined > 0,
            active: Vec::new(),
            plays: vec![false; roles],
        };
        let closely = plan.looks_closely(number);
        let came = trial::play(rules, plan, number, closely, thinking, &mut watcher);
        if let Some(game) = &came.game {
            watcher.look(game);
        }
        let Watcher { order, turns, choices, real, made, positions, mut plays, .. } = watcher;
        let mut so_far = hash(START, &number.to_le_bytes());
        if let Some(game) = came.game {
            let (state, result) = (game.state_json(), game.result().unwrap_or_default());
            let winners = winners(&result, &rules.program().roles);
            let end = End {
                number,
                moves: came.moves,
                turns,
                choices,
                real,
                sitting: game.roles().len(),
                order: &order,
                result: &result,
                winners: &winners,
                state: &state,
                made,
            };
            self.came_to(rules.program(), &end, &mut plays);
            so_far = end.hash(closely);
            if came.flaw.is_none() {
                if let [winner] = winners[..] {
                    let mut draw = Draw::new(!plan.draw_seed(number));
                    self.decided.look(&positions, winner, &mut |it| thinking.ends(it, plan.imagined, &mut draw));
                }
                self.ended(rules, dealing, end, &Numbers::InState);
            }
        }
        self.plays.iter_mut().zip(plays).for_each(|(count, plays)| *count += u64::from(plays));
        self.games += 1;
        self.moves += came.moves;
        if let Some(flaw) = came.flaw {
            self.came(dealing, number, None);
            so_far = hash(so_far, flaw.message.as_bytes());
            self.met(Met { flaw, games: 1, moves: came.moves, number, seed });
        }
        self.hash = self.hash.wrapping_add(so_far);
    }

    /// Counts a game that ended well. `plays`: by role, whether it was active.
    pub(crate) fn sound(
        &mut self,
        rules: &Rules,
        dealing: &Dealing<'_>,
        end: End<'_>,
        plays: &mut [bool],
        numbers: &Numbers<'_>,
    ) {
        self.came_to(rules.program(), &end, plays);
        self.plays.iter_mut().zip(plays).for_each(|(count, plays)| *count += u64::from(*plays));
        self.games += 1;
        self.moves += end.moves;
        self.hash = self.hash.wrapping_add(end.hash(dealing.plan.looks_closely(end.number)));
        self.ended(rules, dealing, end, numbers);
    }

    /// Winners play; where the rules allow several numbers of players, all seated roles do.
    fn came_to(&mut self, program: &Program, end: &End<'_>, plays: &mut [bool]) {
        end.winners.iter().for_each(|it| plays[*it] = true);
        if program.seats.is_some() {
            self.by_players.entry(end.sitting).or_default().games += 1;
            plays.iter_mut().take(end.sitting).for_each(|plays| *plays = true);
        }
    }

    fn ended(&mut self, rules: &Rules, dealing: &Dealing<'_>, end: End<'_>, numbers: &Numbers<'_>) {
        let program = rules.program();
        let End { number, moves, turns, choices, real, sitting, order, result, winners, state, mut made } = end;
        let alone = if let [one] = *winners { one } else { program.roles.len() };
        self.came(dealing, number, Some(alone));
        let group = self.groups.entry(dealing.group(number)).or_default();
        scored(&mut self.players, dealing, number, winners, program.roles.len(), group);
        let by_role = if winners.len() == 1 { &mut self.won } else { &mut self.shared };
        for winner in winners {
            add(by_role, *winner, 1);
            add(&mut group.won, *winner, 1);
            if let Some(place) = order.iter().position(|it| it == winner) {
                add(&mut self.won_by_order, place, 1);
                add(&mut group.won_by_order, place, 1);
            }
        }
        self.sat.iter_mut().take(sitting).for_each(|it| *it += 1);
        let even = winners.len() as u64 * EVEN / sitting.max(1) as u64;
        for seat in 0..sitting.min(program.roles.len()) {
            add(&mut group.sat, seat, 1);
            add(&mut group.even, seat, even);
        }
        made.sort_unstable();
        made.dedup();
        for (role, Key { action, argument }) in made {
            let (Some(taken), won) = (self.actions.get_mut(action), winners.contains(&role)) else { continue };
            match argument {
                None => taken.made.add(role, 1, u64::from(won)),
                Some((i, item)) => argument::of(&mut taken.arguments, i).made(&item, role, won),
            }
        }
        group.games += 1;
        group.moves += moves;
        group.turns += turns;
        group.choices += choices;
        group.real += real;
        group.draws += u64::from(winners.is_empty());
        if program.seats.is_some() {
            let it = self.by_players.entry(sitting).or_default();
            it.ended += 1;
            it.moves += moves;
            it.draws += u64::from(winners.is_empty());
            winners.iter().for_each(|winner| add(&mut it.won, *winner, 1));
        }
        match self.results.get_mut(result) {
            Some(games) => *games += 1,
            None => drop(self.results.insert(result.to_owned(), 1)),
        }
        *self.lengths.entry(moves).or_default() += 1;
        *self.turns.entry(turns).or_default() += 1;
        match numbers {
            _ if self.measures.is_empty() => {}
            Numbers::InState => measures(program, state, sitting, &mut self.measures, group),
            Numbers::Given(places, given) => {
                let given = given.chunks_exact(MEASURE as usize);
                let given = given.map(|it| (u32_at(it, 0) != 0).then(|| u64_at(it, 8)));
                measures_given(places, given, sitting, &mut self.measures, group);
            }
        }
    }

    /// Counts the winner of a finished game. Where seats rotate, it waits for the other games with its seed.
    fn came(&mut self, dealing: &Dealing<'_>, number: u64, winner: Option<usize>) {
        if let Some(Round { first, place, of }) = dealing.round(number) {
            let winners = BTreeMap::from([(place, winner)]);
            self.join_came(first, Came { group: dealing.group(number), of, winners });
        }
    }

    /// Puts games of a seed to those that are there, by the number of its first.
    fn join_came(&mut self, first: u64, more: Came) {
        let mut all = self.open.remove(&first).unwrap_or_else(|| Came { winners: BTreeMap::new(), ..more });
        all.winners.extend(more.winners);
        if all.winners.len() < all.of {
            self.open.insert(first, all);
        } else if let Some(winners) = all.winners.into_values().collect::<Option<Vec<usize>>>() {
            self.groups.entry(all.group).or_default().luck.add(&winners);
        }
    }

    fn met(&mut self, met: Met) {
        match self.flaws.iter_mut().find(|it| it.flaw.sort() == met.flaw.sort()) {
            Some(known) => {
                known.games += met.games;
                if (met.moves, met.number) < (known.moves, known.number) {
                    *known = Met { games: known.games, ..met };
                }
            }
            None => self.flaws.push(met),
        }
    }

    /// `true` if a role plays: it was active in one of these games, or won one.
    pub fn plays(&self, role: usize) -> bool {
        self.plays.get(role).is_some_and(|it| *it > 0)
    }

    /// The flaw whose shortest game has a number.
    pub fn flaw(&self, number: u64) -> Option<&Met> {
        self.flaws.iter().find(|it| it.number == number)
    }

    /// Puts the counts of other games of the same rules and plan to these.
    pub fn join(&mut self, other: Tally) {
        self.games += other.games;
        self.moves += other.moves;
        self.hash = self.hash.wrapping_add(other.hash);
        if self.forms.is_empty() {
            self.forms = other.forms;
        }
        for (result, games) in other.results {
            *self.results.entry(result).or_default() += games;
        }
        for (players, others) in other.by_players {
            let mine = self.by_players.entry(players).or_default();
            mine.games += others.games;
            mine.ended += others.ended;
            mine.moves += others.moves;
            mine.draws += others.draws;
            join(&mut mine.won, &others.won);
        }
        for (player, others) in other.players {
            let scores = self.players.entry(player).or_default();
            scores.resize(scores.len().max(others.len()), Score::default());
            scores.iter_mut().zip(others).for_each(|(mine, others)| mine.join(others));
        }
        for (group, others) in other.groups {
            self.groups.entry(group).or_default().join(&others);
        }
        for (first, came) in other.open {
            self.join_came(first, came);
        }
        for (mine, others) in [
            (&mut self.won, other.won),
            (&mut self.shared, other.shared),
            (&mut self.won_by_order, other.won_by_order),
            (&mut self.plays, other.plays),
            (&mut self.sat, other.sat),
            (&mut self.frames, other.frames),
            (&mut self.reached, other.reached),
            (&mut self.arrived, other.arrived),
        ] {
            join(mine, &others);
        }
        for (mine, others) in
            [(&mut self.lengths, other.lengths), (&mut self.turns, other.turns), (&mut self.choices, other.choices)]
        {
            for (number, count) in others {
                *mine.entry(number).or_default() += count;
            }
        }
        for (mine, others) in self.actions.iter_mut().zip(other.actions) {
            mine.offered += others.offered;
            mine.taken += others.taken;
            mine.moves += others.moves;
            mine.made.join(&others.made);
            for (i, counts) in others.arguments.into_iter().enumerate() {
                argument::of(&mut mine.arguments, i).join(counts);
            }
        }
        for (mine, others) in self.ended.iter_mut().zip(&other.ended) {
            join(mine, others);
        }
        for (mine, others) in self.measures.iter_mut().zip(&other.measures) {
            mine.join(others);
        }
        self.decided.join(&other.decided);
        other.flaws.into_iter().for_each(|it| self.met(it));
        self.flaws.sort_by_key(|it| it.flaw.sort());
        self.flaws.truncate(FLAWS);
    }
}

/// Counts for everybody at the table.
fn scored(
    players: &mut BTreeMap<String, Vec<Score>>,
    dealing: &Dealing<'_>,
    number: u64,
    won: &[usize],
    roles: usize,
    group: &mut Group,
) {
    if dealing.plan.players.is_empty() {
        return;
    }
    let seats = dealing.deal(number).seats;
    let all = seats.len() as u64;
    for (role, player) in seats.into_iter().enumerate() {
        let name = dealing.plan.players[player].to_string();
        let parts = match won.len() as u64 {
            0 => EVEN / all,
            n if won.contains(&role) => EVEN / n,
            _ => 0,
        };
        group.player(&name, (1, u64::from(won == [role]), parts));
        let scores = players.entry(name).or_default();
        scores.resize(roles, Score::default());
        scores[role].add(won, role);
    }
}

/// The counters of the rules so far: by frame, by statement, and by field of a track.
fn counters(rules: &Rules) -> [Vec<u64>; 3] {
    let machine = rules.machine();
    [machine.entered().collect(), machine.reached().map(|(.., count)| count).collect(), machine.arrived().collect()]
}

struct Watcher<'a> {
    tally: &'a mut Tally,
    cards: &'a Cards,
    /// In this position, by role.
    faces: Vec<(usize, Faces)>,
    standing: Standing<'a>,
    /// The roles in the order in which they moved first.
    order: Vec<usize>,
    turns: u64,
    choices: u64,
    real: u64,
    made: Vec<(usize, Key)>,
    /// The positions so far, if the plan asks when games are decided.
    positions: Vec<Game>,
    imagines: bool,
    /// In the position before.
    active: Vec<usize>,
    /// By role: whether it was active.
    plays: Vec<bool>,
}

impl Watcher<'_> {
    fn look(&mut self, game: &Game) {
        let ended = &mut self.tally.ended;
        self.standing.look(game, |track, field| add(&mut ended[track], field, 1));
    }
}

impl Watch for Watcher<'_> {
    fn position(&mut self, game: &Game, offered: &Offered) {
        let active = game.state().active();
        if active != self.active {
            self.turns += 1;
            active.iter().for_each(|it| self.plays[*it] = true);
            self.active = active;
        }
        if self.imagines {
            self.positions.push(game.clone());
        }
        self.look(game);
        self.faces.clear();
        let mut all = 0;
        for (role, offers) in offered {
            let faces = self.cards.faces(game, *role, offers);
            for (id, offer) in &offers.actions {
                let moves = offer.moves() as u64;
                if let Some(action) = self.tally.actions.get_mut(id.index()).filter(|_| moves > 0) {
                    action.offered += 1;
                    action.moves += moves;
                    if let Offer::Arguments(items) = offer {
                        for it in items.iter() {
                            argument::add(&mut action.arguments, it, &faces, id.index(), Chosen(1, 0));
                        }
                    }
                }
                all += moves;
            }
            self.faces.push((*role, faces));
        }
        *self.tally.choices.entry(all).or_default() += 1;
        self.choices += all;
        self.real += u64::from(all > 1);
    }

    fn chosen(&mut self, _: &Game, played: &Played) {
        if !self.order.contains(&played.role) {
            self.order.push(played.role);
        }
        let at = played.action.index();
        let Some(action) = self.tally.actions.get_mut(at) else { return };
        action.taken += 1;
        self.made.push((played.role, Key { action: at, argument: None }));
        if let Some((_, faces)) = self.faces.iter().find(|it| it.0 == played.role) {
            argument::add(&mut action.arguments, &played.argument, faces, at, Chosen(0, 1));
            let items = argument::items(&played.argument, faces, at);
            let keys = items.into_iter().map(|it| (played.role, Key { action: at, argument: Some(it) }));
            self.made.extend(keys);
        }
    }
}

fn join(mine: &mut Vec<u64>, others: &[u64]) {
    for (at, count) in others.iter().enumerate() {
        add(mine, at, *count);
    }
}
