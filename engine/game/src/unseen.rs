//! What a role does not see of a position, drawn anew: for a player that must not know more than its role.
//!
//! What must stay true: a sample depends on what is hidden only by how much of it there is. The values of one
//! type that stand in secret fields are put in order before they are dealt, so that two positions that differ
//! in where they stand give the same samples.
//!
//! * Hidden are the secret fields that are not open to the role (of `secret hand: Card[][Role]`, the elements of the others).
//! * Values of one type change places with each other, across fields: lists keep their lengths. Sets and maps
//!   do unless they get something twice.
//! * Which elements of a list or an array are none changes too, but not in an array by role: that somebody has
//!   chosen is no secret.
//! * Values of a type that stands in no hidden list, set, map or array are choices, not things that are dealt: they
//!   are drawn anew, from all that the type has. An `int` without a range and a text have no such set, and stay.
//! * A program may say itself how what a role does not see is drawn anew ([`ir::Program::imagine`]); it runs after all that.
//! * The random numbers to come are others.
//! * A sample in which the role sees or may do anything else, or in which an invariant does not hold, is drawn again, some times.
//! * What the rules keep of a secret in fields that are not secret, and in `L`, stays as it is; what could be
//!   concluded from the moves that were made is not.

use crate::game::Game;
use crate::random::Draw;
use ir::{Global, Index, Program, Secret, Ty};
use std::rc::Rc;
use vm::{Fault, Offers, Value, equal, json};

/// A sample is drawn at most so often until it fits.
const TRIES: u32 = 32;

/// Enough for comparing what a prompt offers.
const COMPARED: i64 = 100_000_000;

/// The positions that a role may be in, as far as it can see.
pub struct Unseen {
    game: Game,
    role: usize,
    /// What the role sees and may do in all of them.
    seen: Seen,
    pools: Vec<Pool>,
    /// How often a sample is drawn. Halved by each that does not come to fit, so that a game whose secrets cannot be guessed costs no more than others.
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
    /// Each stands alone.
    single: bool,
}

impl Game {
    /// The positions that this may be for a role, by its index.
    pub fn unseen(&self, role: usize) -> Result<Unseen, Fault> {
        let game = self.imagined(self.state().clone());
        let mut collect = Collect(Vec::new());
        let mut globals = game.state().globals().to_vec();
        hidden(game.rules().program(), &mut globals, role, &mut collect);
        let mut pools = collect.0;
        for pool in &mut pools {
            pool.values.sort_by(vm::total);
        }
        let seen = seen(&game, role)?;
        Ok(Unseen { game, role, seen, pools, tries: TRIES })
    }
}

impl Unseen {
    /// One of the positions. The last one drawn, if none fits.
    pub fn sample(&mut self, draw: &mut Draw) -> Game {
        if self.pools.is_empty() && self.game.rules().program().imagine.is_none() {
            let globals = self.game.state().globals().to_vec();
            return self.game.imagined(self.game.state().imagined(globals, draw.seed()));
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

    fn dealt(&self, draw: &mut Draw) -> Game {
        let (state, program) = (self.game.state(), self.game.rules().program());
        let mut globals = state.globals().to_vec();
        let pools: Vec<(Ty, Vec<Value>)> =
            self.pools.iter().map(|it| (it.ty.clone(), it.drawn(program, draw))).collect();
        hidden(program, &mut globals, self.role, &mut Deal { pools, draw: &mut *draw });
        let dealt = state.imagined(globals, draw.seed());
        // Rules that fail to imagine anything are told when they are played; as far as that goes nothing is hidden.
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
    /// The values in another order; or others.
    fn drawn(&self, program: &Program, draw: &mut Draw) -> Vec<Value> {
        if self.single
            && let Some((first, count)) = domain(program, &self.ty)
        {
            let value = |draw: &mut Draw| match self.ty {
                Ty::Bool => Value::Bool(draw.below(count) == 1),
                _ => Value::Int(first + draw.below(count) as i64),
            };
            return self.values.iter().map(|_| value(draw)).collect();
        }
        let mut values = self.values.clone();
        draw.shuffle(&mut values);
        values
    }
}

/// The first value of a type and how many there are, if that can be said.
fn domain(program: &Program, ty: &Ty) -> Option<(i64, usize)> {
    match ty {
        Ty::Bool => Some((0, 2)),
        Ty::Role => Some((0, program.roles.len())),
        Ty::Enum(id) => Some((0, program.enums.get(id.index())?.members.len())),
        Ty::Range(first, last) => {
            // Within what a short word holds: the same everywhere.
            let count = last.checked_sub(*first)?.checked_add(1).filter(|it| *it <= i64::from(i32::MAX))?;
            Some((*first, usize::try_from(count).ok()?))
        }
        _ => None,
    }
}

/// What is done with hidden values.
trait Visit {
    /// `single`: it is in no list, set, map or array but one by role.
    fn value(&mut self, value: &mut Value, ty: &Ty, single: bool);
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
            None => self.0.push(Pool { ty: ty.clone(), values: vec![value], single }),
        }
    }

    fn maybe(&mut self, _: &mut [Value]) {}
}

/// Puts others in their places.
struct Deal<'d> {
    pools: Vec<(Ty, Vec<Value>)>,
    draw: &'d mut Draw,
}

impl Visit for Deal<'_> {
    fn value(&mut self, value: &mut Value, ty: &Ty, _: bool) {
        let pool = self.pools.iter_mut().find(|it| it.0 == *ty);
        if let Some(other) = pool.and_then(|it| it.1.pop()) {
            *value = other;
        }
    }

    fn maybe(&mut self, items: &mut [Value]) {
        // Whatever is not none is dealt after this.
        items.sort_by_key(Value::is_none);
        self.draw.shuffle(items);
    }
}

/// Visits what a role may not see, always in the same order.
fn hidden(program: &Program, globals: &mut [Value], role: usize, visit: &mut dyn Visit) {
    for (Global { ty, secret, .. }, value) in program.globals.iter().zip(globals) {
        match (secret, value, ty) {
            (None, ..) | (_, Value::Absent, _) => {}
            (Some(Secret::But(it)), ..) if usize::from(*it) == role => {}
            (Some(Secret::Each), Value::List(items), Ty::Array(of, Index::Role)) => {
                for (at, item) in Rc::make_mut(items).iter_mut().enumerate() {
                    if at != role {
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
            let items = Rc::make_mut(items);
            for item in items.iter_mut() {
                inside(program, item, of, false, visit);
            }
            items.sort_by(vm::total);
            items.dedup_by(|a, b| vm::total(a, b).is_eq());
        }
        (Ty::Map(key, of), Value::List(items)) => {
            let mut entries = Vec::new();
            for pair in Rc::make_mut(items).chunks_exact_mut(2) {
                let [k, v] = pair else { continue };
                inside(program, k, key, false, visit);
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

/// Whether a value of a type changes places as one: a record of names and numbers does, one with a list in it does not.
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
