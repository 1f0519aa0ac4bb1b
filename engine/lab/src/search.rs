//! A player that looks ahead: by [`crate::alpha_beta`] where the game suits that, else by Monte-Carlo tree search, which is here.
//!
//! Invariant: the chosen move depends only on the seed, the number of iterations and the role's knowledge, on every
//! machine. `undo` is never tried.
//!
//! Each iteration begins in a position drawn anew by [`game::Unseen`], so one tree collects what is known of a move
//! over all positions the role may be in. The iteration descends by the moves offered there, using UCB1 with the number
//! of times a move was offered as its visits, and expands a move that was never tried. The leaf counts by its worth
//! under the rules ([`Game::worth`]); without one, a random playout to the end decides. Where several roles are active,
//! one of them is drawn to move.
//!
//! It chooses between [`Candidates`], so it takes nothing back in its turn. Where nobody else sees its moves, and some
//! finish its turn sooner than others, those get half of all tries. One of them is played unless the others are clearly
//! better. The search stops early once the others cannot be much better.

use crate::alpha_beta::{AlphaBeta, suits};
use crate::candidates::Candidates;
use crate::outcome::{value, worth};
use crate::playout::Leaves;
use game::Played;
use game::random::Draw;
use game::{ActionId, Fault, Game, Offers, Unseen, Value, equal};
use std::rc::Rc;

/// Maximum depth of an iteration in the tree.
const DEPTH: usize = 500;

/// Exploration constant. With results from 0 to 1, half of the √2 for which UCB1 is proved.
const CURIOSITY: f64 = 0.7;

/// More than comparing the arguments of two moves costs.
const COMPARED: i64 = 1_000_000;

/// Maximum nodes that keep their positions, which take memory.
const KNOWN: usize = 4_000;

/// A difference of means is clear if it is this many times its standard error.
const CLEAR: f64 = 2.0;

/// By more than this of a game won, others can no longer be better once it is settled.
const MUCH: f64 = 0.15;

/// How a search values its leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// By their worth under the rules, if defined; otherwise as below.
    Worth,
    /// By the result of a random game from there.
    Result,
}

/// Work that the caller must do for a search: [`Search::ahead`].
pub enum Ahead {
    /// There is no choice.
    Nothing,
    /// The rules give the worth of the new position. It is learnt.
    Learnt,
    /// Play on at random from here.
    Position(Box<Game>),
}

/// The moves after a position.
#[derive(Default)]
struct Node {
    branches: Vec<Branch>,
    known: Option<Known>,
}

/// The position after the moves to a node, if it does not depend on random numbers.
struct Known {
    game: Game,
    /// By mover: the branches of its offers there.
    offered: Vec<(usize, Rc<[usize]>)>,
}

/// A move with its statistics.
struct Branch {
    made: Played,
    /// The node after the move; the root if there is none yet.
    node: usize,
    /// How often the move was possible, and how often it was made.
    offered: u32,
    visits: u32,
    /// Total value for the role that makes the move.
    worth: f64,
}

/// A search that is under way, and can go on as long as one likes.
pub struct Search {
    /// Set where alpha-beta is used; there is no tree then.
    lines: Option<Box<AlphaBeta>>,
    tree: Tree,
    /// None where there is nothing to choose between.
    unseen: Option<Unseen>,
    draw: Draw,
    /// The way down the tree whose end somebody else plays out.
    underway: Option<Path>,
}

impl Search {
    /// Begins to look for a move of a role, by its name. There is none for any other name.
    pub fn new(game: &Game, role: &str, seed: u64) -> Result<Search, Fault> {
        let role = game.rules().program().roles.iter().position(|it| it == role);
        Search::of(game, role.unwrap_or(usize::MAX), seed, Leaf::Worth)
    }

    fn of(game: &Game, role: usize, seed: u64, leaf: Leaf) -> Result<Search, Fault> {
        let roles = game.roles().to_vec();
        let Candidates { moves, soonest, unseen } = Candidates::of(game, role, seed)?;
        let certain = unseen.as_ref().is_some_and(Unseen::is_certain);
        let lines = if leaf == Leaf::Worth && certain && suits(game) {
            let numbers = numbers(&moves, &*game.legal(role)?);
            Some(Box::new(AlphaBeta::new(game, role, moves.clone(), numbers, seed)))
        } else {
            None
        };
        let mut tree = Tree::new(role, roles, moves, soonest);
        tree.valued = leaf == Leaf::Worth && game.rules().program().worth.is_some();
        tree.may_know = certain;
        Ok(Search { lines, tree, unseen, draw: Draw::new(seed), underway: None })
    }

    /// `true` if there is a choice, and more iterations may change it.
    pub fn chooses(&self) -> bool {
        if let Some(lines) = &self.lines {
            return !lines.is_done();
        }
        self.unseen.is_some() && !self.tree.is_settled()
    }

    /// Runs more iterations. The result does not depend on how they are split up. After one iteration any move may be
    /// the best.
    pub fn run(&mut self, iterations: u32) {
        self.run_with(iterations, &mut Leaves::default());
    }

    /// The same, where somebody else may play on from the leaves.
    pub fn run_with(&mut self, iterations: u32, leaves: &mut Leaves) {
        if let Some(lines) = &mut self.lines {
            let mut line = leaves.line(lines.game());
            return lines.run(iterations, &mut *line);
        }
        let Some(unseen) = &mut self.unseen else { return };
        for _ in 0..iterations {
            if self.tree.is_settled() {
                return;
            }
            let sample = unseen.sample(&mut self.draw);
            self.tree.iterate(sample, &mut self.draw, leaves);
        }
    }

    /// Half of an iteration, the other being [`Search::learn`], where it is for somebody else to play on at random; or all of it.
    pub fn ahead(&mut self) -> Ahead {
        if self.lines.is_some() {
            let goes_on = self.chooses();
            self.run(1);
            return if goes_on { Ahead::Learnt } else { Ahead::Nothing };
        }
        let Some(unseen) = self.unseen.as_mut().filter(|_| !self.tree.is_settled()) else { return Ahead::Nothing };
        let mut game = unseen.sample(&mut self.draw);
        if self.tree.valued {
            self.tree.iterate(game, &mut self.draw, &mut Leaves::default());
            return Ahead::Learnt;
        }
        let mut path = Vec::new();
        // A fault on the way down counts as a draw, and playouts from there count for nothing.
        let failed = self.tree.descend(&mut game, &mut self.draw, &mut path).is_err();
        if failed {
            self.tree.learn(&path, &worth(None, &self.tree.roles));
        } else {
            self.underway = Some(path);
        }
        Ahead::Position(Box::new(game))
    }

    /// Second half: learns the result; `None` counts as a draw.
    pub fn learn(&mut self, end: Option<&str>) {
        if let Some(path) = self.underway.take() {
            self.tree.learn(&path, &worth(end, &self.tree.roles));
        }
    }

    /// The most visited move; among several the one with the highest total, then the first. Moves that finish the turn
    /// sooner are preferred unless the others are clearly better. `None` if the role has no offers.
    pub fn best(&self) -> Option<Played> {
        if let Some(lines) = &self.lines {
            return lines.best();
        }
        let mut best: Option<&Branch> = None;
        let branches = self.tree.nodes[ROOT].branches.iter().enumerate();
        let sooner = self.tree.compared().map(|it| !it.others_are_better());
        for (_, it) in branches.filter(|it| sooner.is_none_or(|sooner| self.tree.soonest.contains(&it.0) == sooner)) {
            if best.is_none_or(|best| (it.visits, it.worth) > (best.visits, best.worth)) {
                best = Some(it);
            }
        }
        best.map(|it| it.made.clone())
    }
}

/// Index of a role's best move after `iterations` iterations. `None` if it has no offers.
pub fn search(game: &Game, role: usize, iterations: u32, seed: u64) -> Result<Option<Played>, Fault> {
    search_with(game, role, iterations, seed, Leaf::Worth, &mut Leaves::default())
}

/// The same, where leaves count for something else, and somebody else may play on from them.
pub(crate) fn search_with(
    game: &Game,
    role: usize,
    iterations: u32,
    seed: u64,
    leaf: Leaf,
    leaves: &mut Leaves,
) -> Result<Option<Played>, Fault> {
    let mut search = Search::of(game, role, seed, leaf)?;
    search.run_with(iterations, leaves);
    Ok(search.best())
}

/// Numbers of these moves among the offers, in the same order.
fn numbers(moves: &[Played], offers: &Offers) -> Vec<usize> {
    let mut left = moves.iter().peekable();
    let mut numbers = Vec::new();
    for (number, (action, argument)) in offers.moves().enumerate() {
        let same = |it: &&Played| it.action == action && equal(&it.argument, argument, &mut { COMPARED });
        if left.next_if(same).is_some() {
            numbers.push(number);
        }
    }
    numbers
}

const ROOT: usize = 0;

/// The branches that were taken, each with its node.
type Path = Vec<(usize, usize)>;

struct Tree {
    role: usize,
    roles: Vec<String>,
    nodes: Vec<Node>,
    /// Branches of the root that finish the role's turn sooner than the others.
    soonest: Vec<usize>,
    /// Leaves count by the rules' worth.
    valued: bool,
    /// `true` if each iteration begins in the same position, except for future random numbers.
    may_know: bool,
    known: usize,
}

impl Tree {
    fn new(role: usize, roles: Vec<String>, moves: Vec<Played>, soonest: Vec<usize>) -> Tree {
        let mut root = Node::default();
        moves.into_iter().for_each(|it| root.add(it));
        Tree { role, roles, nodes: vec![root], soonest, valued: false, may_know: false, known: 0 }
    }

    /// Compares the moves that finish the turn sooner with the others. `None` without any.
    fn compared(&self) -> Option<Compared> {
        let mut all = Compared::default();
        for (at, it) in self.nodes[ROOT].branches.iter().enumerate() {
            let sum = if self.soonest.contains(&at) { &mut all.sooner } else { &mut all.others };
            (sum.0, sum.1) = (sum.0 + f64::from(it.visits), sum.1 + it.worth);
        }
        Some(all).filter(|_| !self.soonest.is_empty())
    }

    fn is_settled(&self) -> bool {
        self.compared().is_some_and(|it| it.others_are_not_much_better())
    }

    /// Descends the tree and values the leaf by its worth, or by a playout to the end. A fault on the way is a draw.
    fn iterate(&mut self, mut game: Game, draw: &mut Draw, leaves: &mut Leaves) {
        let mut path = Vec::new();
        let came = match self.descend(&mut game, draw, &mut path) {
            Ok(()) if self.valued => self.values(&game, &path),
            Ok(()) => worth(leaves.play_out(&mut game, draw).as_deref(), &self.roles),
            Err(_) => worth(None, &self.roles),
        };
        self.learn(&path, &came);
    }

    /// The worth of a position by role, for the roles that moved on the path; others are not needed.
    fn values(&self, game: &Game, path: &Path) -> Vec<f64> {
        let mut values = vec![None; self.roles.len()];
        for (node, branch) in path {
            let mover = self.nodes[*node].branches[*branch].made.role;
            if let Some(it) = values.get_mut(mover) {
                it.get_or_insert_with(|| value(game, mover));
            }
        }
        values.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Propagates the value for each role back up the tree.
    fn learn(&mut self, path: &Path, worth: &[f64]) {
        for (node, branch) in path {
            let branch = &mut self.nodes[*node].branches[*branch];
            branch.visits += 1;
            branch.worth += worth.get(branch.made.role).copied().unwrap_or_default();
        }
    }

    /// Makes moves of the tree, and one that was never made before, or has always failed. Keeps which they were.
    fn descend(&mut self, game: &mut Game, draw: &mut Draw, path: &mut Path) -> Result<(), Fault> {
        let seed = game.state().seed();
        let mut node = ROOT;
        while path.len() < DEPTH {
            self.keep(node, game, seed);
            let Some(chosen) = self.look(node, game, draw)? else { break };
            path.push((node, chosen));
            let Branch { made, node: next, .. } = &self.nodes[node].branches[chosen];
            let (made, next) = (made.clone(), *next);
            if next == ROOT || self.nodes[next].known.is_none() {
                self.come_to(node, game, seed);
                game.play_on(made.role, made.action, made.argument)?;
            }
            if next == ROOT {
                self.nodes[node].branches[chosen].node = self.nodes.len();
                self.nodes.push(Node::default());
                return Ok(());
            }
            node = next;
        }
        self.come_to(node, game, seed);
        Ok(())
    }

    /// Stores the position of a node, if no random number was drawn on the way.
    fn keep(&mut self, node: usize, game: &Game, seed: u64) {
        let certain = self.may_know && game.state().seed() == seed;
        if certain && self.known < KNOWN && self.nodes[node].known.is_none() {
            self.nodes[node].known = Some(Known { game: game.clone(), offered: Vec::new() });
            self.known += 1;
        }
    }

    /// Brings the game to a node: by its known position, if there is one.
    fn come_to(&self, node: usize, game: &mut Game, seed: u64) {
        if let Some(known) = &self.nodes[node].known {
            *game = known.game.drawing(seed);
        }
    }

    /// The branch of a move that is made at a node; none if nothing is offered there.
    fn look(&mut self, node: usize, game: &Game, draw: &mut Draw) -> Result<Option<usize>, Fault> {
        let game = self.nodes[node].known.as_ref().map_or(game, |it| &it.game);
        let mover = if node == ROOT { Some(self.role) } else { mover(game, draw)? };
        let Some(mover) = mover else { return Ok(None) };
        let known = self.nodes[node].known.as_ref().and_then(|it| it.offered.iter().find(|it| it.0 == mover));
        let offered = match known {
            Some((_, offered)) => offered.clone(),
            None => {
                let offers = if game.state().is_active(mover) { game.legal(mover)? } else { Rc::default() };
                let offered: Rc<[usize]> = self.nodes[node].find(mover, &offers, node != ROOT).into();
                if let Some(known) = &mut self.nodes[node].known {
                    known.offered.push((mover, offered.clone()));
                }
                offered
            }
        };
        // The moves that finish the turn sooner alternate with the others.
        if let Some(compared) = self.compared().filter(|_| node == ROOT) {
            let sooner = compared.sooner.0 <= compared.others.0;
            let those: Vec<usize> = offered.iter().copied().filter(|it| self.soonest.contains(it) == sooner).collect();
            if !those.is_empty() {
                return Ok(self.nodes[node].choose(&those, draw));
            }
        }
        Ok(self.nodes[node].choose(&offered, draw))
    }
}

/// Visits of moves, and their total values.
#[derive(Clone, Copy, Default)]
struct Compared {
    sooner: (f64, f64),
    others: (f64, f64),
}

impl Compared {
    /// The average gain of the others over the sooner ones, with an upper bound of its standard error. `None` until all
    /// were tried.
    fn more(&self) -> Option<(f64, f64)> {
        let [(n, sum), (m, others)] = [self.sooner, self.others];
        (n > 0.0 && m > 0.0).then(|| (others / m - sum / n, (0.25 / n + 0.25 / m).sqrt()))
    }

    fn others_are_better(&self) -> bool {
        self.more().is_some_and(|(more, error)| more > CLEAR * error)
    }

    fn others_are_not_much_better(&self) -> bool {
        self.more().is_some_and(|(more, error)| more + CLEAR * error < MUCH)
    }
}

impl Node {
    fn add(&mut self, made: Played) {
        self.branches.push(Branch { made, node: ROOT, offered: 0, visits: 0, worth: 0.0 });
    }

    /// The branches of a role's current offers; missing ones are added, if allowed.
    fn find(&mut self, role: usize, offers: &Offers, may_add: bool) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = 0;
        for (action, argument) in offers.moves() {
            let count = self.branches.len();
            let is_it = |it: &usize| self.branches.get(*it).is_some_and(|it| it.is(role, action, argument));
            // Mostly they come in the same order.
            let known = (at..count).chain(0..at.min(count)).find(is_it);
            if known.is_none() && !may_add {
                continue;
            }
            let branch = known.unwrap_or_else(|| {
                self.add(Played { role, action, argument: argument.clone() });
                count
            });
            found.push(branch);
            at = branch + 1;
        }
        found
    }

    /// An unvisited branch, or else the one with the best upper bound.
    fn choose(&mut self, offered: &[usize], draw: &mut Draw) -> Option<usize> {
        for at in offered {
            self.branches[*at].offered += 1;
        }
        let fresh: Vec<usize> = offered.iter().copied().filter(|it| self.branches[*it].visits == 0).collect();
        if !fresh.is_empty() {
            return fresh.get(draw.below(fresh.len())).copied();
        }
        let mut best = None;
        for at in offered {
            let hope = self.branches[*at].hope();
            if best.is_none_or(|(_, most)| hope > most) {
                best = Some((*at, hope));
            }
        }
        best.map(|it| it.0)
    }
}

impl Branch {
    fn is(&self, role: usize, action: ActionId, argument: &Value) -> bool {
        let mut fuel = COMPARED;
        let made = &self.made;
        made.role == role && made.action == action && equal(&made.argument, argument, &mut fuel)
    }

    /// UCB1. Visited at least once.
    fn hope(&self) -> f64 {
        let visits = f64::from(self.visits);
        self.worth / visits + CURIOSITY * (logarithm(self.offered) / visits).sqrt()
    }
}

/// The natural logarithm, straight between powers of two: less than 0.06 too small, and the same on every machine, which
/// `ln` is not. Square roots and the four operations are exact.
fn logarithm(n: u32) -> f64 {
    let power = n.max(1).ilog2();
    let whole = f64::from(1_u32 << power);
    std::f64::consts::LN_2 * (f64::from(power) + (f64::from(n.max(1)) - whole) / whole)
}

/// One of the active roles to which something is offered.
fn mover(game: &Game, draw: &mut Draw) -> Result<Option<usize>, Fault> {
    let active = game.state().active();
    if let [one] = active[..] {
        return Ok(Some(one));
    }
    let mut able = Vec::new();
    for role in active {
        if game.legal(role)?.moves().next().is_some() {
            able.push(role);
        }
    }
    Ok(able.get(draw.below(able.len())).copied())
}
