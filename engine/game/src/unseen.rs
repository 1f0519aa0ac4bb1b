//! Redraws the parts of a position that a role does not see, for a player that must not know more than its role.
//!
//! Invariant: a sample depends on hidden information only by its amount. The values of one type in secret fields are
//! sorted before they are dealt, so two positions that differ in the places of these values give the same samples.
//!
//! * Hidden are the secret fields that are not open to the role (of `secret hand: Card[][Role]`, the elements of the others).
//! * Dealt values change places, across fields: values of one type in lists, sets, maps or arrays that are among the
//!   values with which every game begins, in its secret fields or anywhere, or are the same as the role's own. Lists,
//!   sets and maps keep their lengths.
//! * Other hidden values are choices that the role cannot know. They are drawn from all values of the type; for an
//!   `int` or a text, from the values in games with other seeds, or else from the numbers and texts of the program.
//! * The positions of none in a list or an array change too, but not in an array by role: the fact that somebody has
//!   chosen is no secret.
//! * A program may define how to redraw the parts that a role does not see ([`ir::Program::imagine`]); it runs after
//!   the rest.
//! * The random numbers to come are others.
//! * A sample in which the role sees or may do anything else, or in which an invariant does not hold, is drawn again, some times.
//! * Traces of a secret in `L` and in fields that are not secret stay; inferences from past moves are not made.

use crate::game::Game;
use crate::random::Draw;
use ir::{Const, Effects, Expr, ExprKind, Global, Index, Node, Program, Secret, Ty};
use std::cmp::Ordering;
use std::rc::Rc;
use vm::{Fault, Offers, State, Value, equal, json};

/// Maximum tries until a sample fits.
const TRIES: u32 = 32;

/// Samples kept, and uses of kept ones for each that is drawn after that: to draw one and to see whether it fits can
/// take a quarter of the time of a search.
const KEPT: usize = 64;
const AGAIN: u32 = 3;

/// Number of other games begun for comparison; and the seed for them.
const OTHERS: usize = 12;
const OTHER_SEEDS: u64 = 7_310_023;

/// Numbers of a program above this are unlikely choices; there are at least this many to choose from.
const LARGEST: i64 = 1_000;
const CHOICES: i64 = 10;

/// Steps for comparing prompts' offers.
const COMPARED: i64 = 100_000_000;

/// The positions that a role may be in, as far as it can see.
pub struct Unseen {
    game: Game,
    role: usize,
    /// The role's view and offers in all of them.
    seen: Seen,
    pools: Vec<Pool>,
    constants: Constants,
    /// `true` if trials in a prompt may draw numbers, on which the offers can depend. In the middle of a TGDL action
    /// the role keeps the numbers drawn before its question.
    tries_chance: bool,
    /// The samples drawn first; later ones take their places.
    kept: Vec<Game>,
    /// Uses of kept ones that are left before another is drawn.
    again: u32,
    /// Tries per sample. Halved by each sample that fails to fit, so a game whose secrets cannot be guessed costs no
    /// more than others.
    tries: u32,
}

struct Seen {
    view: String,
    offers: Rc<Offers>,
}

/// The hidden values of a type.
struct Pool {
    ty: Ty,
    /// In order.
    values: Vec<Value>,
    /// A single value, not in a container.
    single: bool,
    /// They change places; otherwise they are drawn anew.
    dealt: bool,
    /// Values to draw from, if the type does not determine them: sorted, each once.
    others: Vec<Value>,
}

impl Game {
    /// The positions that this may be for a role, by its index.
    pub fn unseen(&self, role: usize) -> Result<Unseen, Fault> {
        let game = self.imagined(self.state().clone());
        let mut collect = Collect(Vec::new());
        let mut globals = game.state().globals().to_vec();
        hidden(game.rules().program(), &mut globals, role, &mut collect);
        let mut pools = collect.sorted();
        if !pools.is_empty() {
            Beginnings::of(self, role).judge(&mut pools);
        }
        let constants =
            if pools.iter().all(|it| it.dealt) { Constants::default() } else { constants(game.rules().written()) };
        let seen = seen(&game, role)?;
        let has = |what| self.rules().program().functions.iter().any(|it| it.effects.has(what));
        let tries_chance = has(Effects::TRIAL) && has(Effects::RANDOM);
        Ok(Unseen { game, role, seen, pools, constants, tries_chance, kept: Vec::new(), again: 0, tries: TRIES })
    }
}

impl Unseen {
    /// `true` if all samples are equal except for future random numbers, and stay equal under moves that draw none.
    pub fn is_certain(&self) -> bool {
        !self.tries_chance && self.pools.is_empty() && self.game.rules().program().imagine.is_none()
    }

    /// One of the positions, a new one or, after some, mostly one of those drawn before.
    pub fn sample(&mut self, draw: &mut Draw) -> Game {
        if self.is_certain() {
            return self.fresh(draw);
        }
        if self.kept.len() < KEPT {
            let sample = self.fresh(draw);
            self.kept.push(sample.clone());
            return sample;
        }
        let at = draw.below(KEPT);
        if self.again > 0 {
            self.again -= 1;
            return self.kept[at].drawing(draw.seed());
        }
        // What is offered may depend on the numbers to come.
        self.again = if self.tries_chance { 0 } else { AGAIN };
        self.kept[at] = self.fresh(draw);
        self.kept[at].clone()
    }

    /// A new one. The last one drawn, if none fits.
    fn fresh(&mut self, draw: &mut Draw) -> Game {
        if self.is_certain() {
            return self.game.drawing(draw.seed());
        }
        let mut sample = self.dealt(draw);
        let mut tries = 1;
        while !self.fits(&sample) {
            if tries >= self.tries {
                self.tries = (self.tries / 2).max(1);
                return sample;
            }
            sample = self.dealt(draw);
            tries += 1;
        }
        sample
    }

    /// One of the positions, for a separate use: later samples are not affected.
    pub fn aside(&mut self, draw: &mut Draw) -> Game {
        let tries = self.tries;
        let sample = self.fresh(draw);
        self.tries = tries;
        sample
    }

    fn dealt(&self, draw: &mut Draw) -> Game {
        let (state, program) = (self.game.state(), self.game.rules().program());
        let mut globals = state.globals().to_vec();
        let left = self.pools.iter().map(|it| it.shuffled(draw)).collect();
        let Unseen { pools, constants, .. } = self;
        hidden(program, &mut globals, self.role, &mut Deal { program, pools, constants, left, draw: &mut *draw });
        let dealt = state.imagined(globals, draw.seed());
        // A failure to imagine is reported in play; here, nothing is hidden then.
        let machine = self.game.rules().machine();
        let imagined = machine.imagine(dealt.clone(), self.role as i64).unwrap_or(dealt);
        self.game.imagined(imagined)
    }

    fn fits(&self, sample: &Game) -> bool {
        let same = |it: Seen| it.view == self.seen.view && same_moves(&it.offers, &self.seen.offers);
        sample.check().is_ok() && seen(sample, self.role).is_ok_and(same)
    }
}

fn seen(game: &Game, role: usize) -> Result<Seen, Fault> {
    let fields = game.rules().machine().on_view(game.state(), role as i64)?;
    let offers = if game.state().is_active(role) { game.legal(role)? } else { Rc::default() };
    Ok(Seen { view: json::to_text(&Value::object(fields)), offers })
}

fn same_moves(a: &Offers, b: &Offers) -> bool {
    let mut fuel = COMPARED;
    a.moves().count() == b.moves().count()
        && a.moves().zip(b.moves()).all(|(a, b)| a.0 == b.0 && equal(a.1, b.1, &mut fuel))
}

impl Pool {
    /// The dealt values in another order.
    fn shuffled(&self, draw: &mut Draw) -> Vec<Value> {
        let mut values = if self.dealt { self.values.clone() } else { Vec::new() };
        draw.shuffle(&mut values);
        values
    }
}

/// Public knowledge about the start of games, and the role's own values.
struct Beginnings {
    /// Values in the secret fields of other games, and in all their fields.
    secret: Vec<Vec<Pool>>,
    all: Vec<Vec<Pool>>,
    own: Vec<Pool>,
    /// Number of other roles.
    others: usize,
}

impl Beginnings {
    fn of(game: &Game, role: usize) -> Beginnings {
        let program = game.rules().program();
        let mut draw = Draw::new(OTHER_SEEDS);
        let states: Vec<State> = (0..OTHERS).filter_map(|_| game.begun_with(draw.seed())).collect();
        let secret = states.iter().map(|it| {
            let mut found = Collect(Vec::new());
            hidden(program, &mut it.globals().to_vec(), usize::MAX, &mut found);
            found.sorted()
        });
        let all = states.iter().map(|it| {
            let mut found = Collect(Vec::new());
            for (global, value) in program.globals.iter().zip(&mut it.globals().to_vec()) {
                if !value.is_absent() {
                    inside(program, value, &global.ty, true, &mut found);
                }
            }
            found.sorted()
        });
        let mut own = Collect(Vec::new());
        for (global, value) in program.globals.iter().zip(&mut game.state().globals().to_vec()) {
            if let (Some(Secret::Each), Value::List(items), Ty::Array(of, Index::Role)) =
                (global.secret, value, &global.ty)
                && let Some(item) = Rc::make_mut(items).get_mut(role)
            {
                inside(program, item, of, true, &mut own);
            }
        }
        let others = game.roles().len().saturating_sub(1);
        Beginnings { secret: secret.collect(), all: all.collect(), own: own.sorted(), others }
    }

    /// Decides for each pool if it is dealt, and otherwise what it is drawn from.
    fn judge(&self, pools: &mut [Pool]) {
        for pool in pools {
            pool.dealt = !pool.single && (known(&self.secret, pool) || known(&self.all, pool) || self.is_mine(pool));
            let mut others: Vec<Value> = self
                .secret
                .iter()
                .filter_map(|it| of_type(it, &pool.ty))
                .flat_map(|it| it.values.iter().cloned())
                .collect();
            others.sort_by(vm::total);
            others.dedup_by(|a, b| vm::total(a, b).is_eq());
            pool.others = others;
        }
    }

    /// `true` if each other role has the same values as this role.
    fn is_mine(&self, pool: &Pool) -> bool {
        let Some(own) = of_type(&self.own, &pool.ty) else { return false };
        let mut all: Vec<Value> = (0..self.others).flat_map(|_| own.values.iter().cloned()).collect();
        all.sort_by(vm::total);
        all.len() == pool.values.len() && all.iter().zip(&pool.values).all(|(a, b)| vm::total(a, b).is_eq())
    }
}

fn of_type<'p>(pools: &'p [Pool], ty: &Ty) -> Option<&'p Pool> {
    pools.iter().find(|it| it.ty == *ty)
}

/// `true` if games always begin with the same values of a type, and these are among them.
fn known(games: &[Vec<Pool>], pool: &Pool) -> bool {
    let mut games = games.iter().map(|it| of_type(it, &pool.ty).map_or(&[][..], |it| &it.values));
    let Some(first) = games.next() else { return false };
    let same = |it: &[Value]| it.len() == first.len() && it.iter().zip(first).all(|(a, b)| vm::total(a, b).is_eq());
    if !games.all(same) {
        return false;
    }
    let mut rest = first.iter();
    pool.values.iter().all(|it| rest.by_ref().any(|other| vm::total(it, other).is_eq()))
}

/// The numbers and texts in a program, from which an `int` or a text is drawn if nothing else is known.
#[derive(Default)]
struct Constants {
    /// From 0 on.
    numbers: i64,
    texts: Vec<String>,
}

fn constants(program: &Program) -> Constants {
    let cells = program.boards.iter().map(|it| it.cells.len() as i64).max().unwrap_or_default();
    let mut out = Constants { numbers: cells.max(CHOICES), texts: Vec::new() };
    for function in &program.functions {
        ir::walk(&function.body, &mut |node| match node {
            Node::Expr(Expr { kind: ExprKind::Const(Const::Int(n)), .. }) if *n <= LARGEST => {
                out.numbers = out.numbers.max(*n + 1);
            }
            Node::Expr(Expr { kind: ExprKind::Const(Const::Str(text)), .. }) => out.texts.push(text.clone()),
            _ => {}
        });
    }
    out.texts.sort();
    out.texts.dedup();
    out
}

/// The first value of a type and how many there are, if that can be said.
fn domain(program: &Program, ty: &Ty) -> Option<(i64, usize)> {
    match ty {
        Ty::Bool => Some((0, 2)),
        Ty::Role => Some((0, program.roles.len())),
        Ty::Enum(id) => Some((0, program.enums.get(id.index())?.members.len())),
        Ty::Range(first, last) => {
            // Within a 32-bit number: the same everywhere.
            let count = last.checked_sub(*first)?.checked_add(1).filter(|it| *it <= i64::from(i32::MAX))?;
            Some((*first, usize::try_from(count).ok()?))
        }
        _ => None,
    }
}

/// A visitor of hidden values.
trait Visit {
    /// `single`: it is in no list, set, map or array but one by role.
    fn value(&mut self, value: &mut Value, ty: &Ty, single: bool);
    /// `true` if a value of a type can be replaced and visited again.
    fn again(&self, ty: &Ty) -> bool;
    /// Elements that may be none.
    fn maybe(&mut self, items: &mut [Value]);
}

/// Takes the hidden values out, by type.
struct Collect(Vec<Pool>);

impl Visit for Collect {
    fn value(&mut self, value: &mut Value, ty: &Ty, single: bool) {
        let value = value.clone();
        match self.0.iter_mut().find(|it| it.ty == *ty) {
            Some(pool) => {
                pool.single &= single;
                pool.values.push(value);
            }
            None => {
                let pool = Pool { ty: ty.clone(), values: vec![value], single, dealt: false, others: Vec::new() };
                self.0.push(pool);
            }
        }
    }

    fn again(&self, _: &Ty) -> bool {
        false
    }

    fn maybe(&mut self, _: &mut [Value]) {}
}

impl Collect {
    fn sorted(mut self) -> Vec<Pool> {
        self.0.iter_mut().for_each(|it| it.values.sort_by(vm::total));
        self.0
    }
}

/// Puts others in their places.
struct Deal<'d> {
    program: &'d Program,
    pools: &'d [Pool],
    constants: &'d Constants,
    /// Values of each pool still to deal.
    left: Vec<Vec<Value>>,
    draw: &'d mut Draw,
}

impl Deal<'_> {
    /// Any value of a type.
    fn any(&mut self, ty: &Ty) -> Value {
        if let Some((first, count)) = domain(self.program, ty) {
            let at = self.draw.below(count) as i64;
            return if *ty == Ty::Bool { Value::Bool(at == 1) } else { Value::Int(first + at) };
        }
        let (program, pools) = (self.program, self.pools);
        if let Some(others) = of_type(pools, ty).map(|it| &it.others).filter(|it| it.len() > 1) {
            return others[self.draw.below(others.len())].clone();
        }
        match ty {
            Ty::Opt(of) => {
                if self.draw.below(2) == 0 {
                    Value::None
                } else {
                    self.any(of)
                }
            }
            Ty::Record(id) => {
                let fields = program.records.get(id.index()).map_or(&[][..], |it| &it.fields);
                Value::list(fields.iter().map(|it| self.any(&it.ty)).collect())
            }
            Ty::Str if !self.constants.texts.is_empty() => {
                let at = self.draw.below(self.constants.texts.len());
                Value::str(&self.constants.texts[at])
            }
            Ty::Str => Value::str(""),
            Ty::Num => Value::Num(self.number() as f64),
            _ => Value::Int(self.number()),
        }
    }

    fn number(&mut self) -> i64 {
        self.draw.below(self.constants.numbers as usize) as i64
    }
}

impl Visit for Deal<'_> {
    fn value(&mut self, value: &mut Value, ty: &Ty, _: bool) {
        let Some(at) = self.pools.iter().position(|it| it.ty == *ty) else { return };
        if !self.pools[at].dealt {
            *value = self.any(ty);
        } else if let Some(other) = self.left[at].pop() {
            *value = other;
        }
    }

    fn again(&self, ty: &Ty) -> bool {
        of_type(self.pools, ty).is_some_and(|it| !it.dealt)
    }

    fn maybe(&mut self, items: &mut [Value]) {
        // All values but none are dealt after this.
        items.sort_by_key(Value::is_none);
        self.draw.shuffle(items);
    }
}

/// Visits the parts that a role may not see, always in the same order.
fn hidden(program: &Program, globals: &mut [Value], role: usize, visit: &mut dyn Visit) {
    let said = program.seats.as_ref().and_then(|it| globals.get(it.global.index()));
    let sitting = match said {
        Some(Value::Int(n)) => usize::try_from(*n).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    for (Global { ty, secret, .. }, value) in program.globals.iter().zip(globals) {
        match (secret, value, ty) {
            (None, ..) | (_, Value::Absent, _) => {}
            (Some(Secret::But(it)), ..) if usize::from(*it) == role => {}
            (Some(it @ (Secret::Each | Secret::Others)), Value::List(items), Ty::Array(of, Index::Role)) => {
                // A role without a seat has no values. Of the others, a role sees either its own or theirs.
                for (at, item) in Rc::make_mut(items).iter_mut().enumerate().take(sitting) {
                    if role == usize::MAX || (at == role) == (*it == Secret::Others) {
                        inside(program, item, of, true, visit);
                    }
                }
            }
            (Some(_), value, ty) => inside(program, value, ty, true, visit),
        }
    }
}

fn inside(program: &Program, value: &mut Value, ty: &Ty, single: bool, visit: &mut dyn Visit) {
    match (ty, value) {
        (Ty::Opt(_), Value::None) => {}
        (Ty::Opt(of), value) => inside(program, value, of, single, visit),
        (Ty::Array(of, Index::Role), Value::List(items)) => {
            for item in Rc::make_mut(items) {
                inside(program, item, of, single, visit);
            }
        }
        (Ty::List(of) | Ty::Array(of, _), Value::List(items)) => {
            let items = Rc::make_mut(items);
            if matches!(&**of, Ty::Opt(of) if is_whole(program, of)) {
                visit.maybe(items);
            }
            for item in items {
                inside(program, item, of, false, visit);
            }
        }
        (Ty::Set(of), Value::List(items)) => {
            let mut kept: Vec<Value> = Vec::new();
            for mut item in items.iter().cloned() {
                unlike(
                    &kept,
                    |it| it,
                    || {
                        inside(program, &mut item, of, false, visit);
                        (item.clone(), visit.again(of))
                    },
                );
                kept.push(item);
            }
            kept.sort_by(vm::total);
            kept.dedup_by(|a, b| vm::total(a, b).is_eq());
            *items = Rc::new(kept);
        }
        (Ty::Map(key, of), Value::List(items)) => {
            let mut entries: Vec<(Value, Value)> = Vec::new();
            for pair in Rc::make_mut(items).chunks_exact_mut(2) {
                let [k, v] = pair else { continue };
                unlike(
                    &entries,
                    |it| &it.0,
                    || {
                        inside(program, k, key, false, visit);
                        (k.clone(), visit.again(key))
                    },
                );
                inside(program, v, of, false, visit);
                entries.push((k.clone(), v.clone()));
            }
            entries.sort_by(|a, b| vm::total(&a.0, &b.0));
            entries.dedup_by(|a, b| vm::total(&a.0, &b.0).is_eq());
            *items = Rc::new(entries.into_iter().flat_map(|(k, v)| [k, v]).collect());
        }
        (Ty::Record(id), Value::List(items)) if !is_whole(program, ty) => {
            let fields = program.records.get(id.index()).map_or(&[][..], |it| &it.fields);
            for (item, field) in Rc::make_mut(items).iter_mut().zip(fields) {
                inside(program, item, &field.ty, single, visit);
            }
        }
        (ty, value) => visit.value(value, ty, single),
    }
}

/// Visits a value again while it is like another one, as long as others may come.
fn unlike<T>(kept: &[T], key: impl Fn(&T) -> &Value, mut visit: impl FnMut() -> (Value, bool)) {
    for _ in 0..TRIES {
        let (value, again) = visit();
        if !again || kept.iter().all(|it| vm::total(key(it), &value) != Ordering::Equal) {
            return;
        }
    }
}

/// `true` if a value of a type moves as a whole: a record of names and numbers does, one with a list in it does not.
fn is_whole(program: &Program, ty: &Ty) -> bool {
    match ty {
        Ty::List(_) | Ty::Set(_) | Ty::Map(..) | Ty::Array(..) => false,
        Ty::Opt(of) => is_whole(program, of),
        Ty::Record(id) => {
            let fields = program.records.get(id.index()).map_or(&[][..], |it| &it.fields);
            fields.iter().all(|it| is_whole(program, &it.ty))
        }
        _ => true,
    }
}
