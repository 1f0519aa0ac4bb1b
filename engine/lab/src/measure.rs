//! Numbers among the fields of a game, at its end.

use ir::{Global, Index, Inside, Program, Ty};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Numbers with a point are counted so fine.
const FINE: u16 = 1000;

/// More would be a list nobody reads.
const MOST: usize = 40;

/// What a number was at the end of many games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// As the author would write it, without `G.`: `score[Red]`.
    pub name: String,
    /// 1 for whole numbers; others are counted in thousandths, rounded, so that sums are exact.
    pub parts: u16,
    /// How many had it.
    pub games: u64,
    pub sum: i128,
    pub squares: i128,
    pub least: i64,
    pub most: i64,
}

impl Measure {
    fn add(&mut self, value: i64) {
        self.games += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    pub fn join(&mut self, other: &Measure) {
        self.games += other.games;
        self.sum += other.sum;
        self.squares += other.squares;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }
}

/// The numbers that games of a program have: those it says are worth counting, or else its fields, and those in arrays by role and
/// records that are fields.
pub fn measured(program: &Program) -> Vec<Measure> {
    let mut out = Vec::new();
    each(program, None, &mut |name, parts, _| {
        out.push(Measure { name, parts, games: 0, sum: 0, squares: 0, least: i64::MAX, most: i64::MIN });
    });
    out
}

/// Adds those of a state in which so many sit, in the same order.
pub fn measures(program: &Program, state: &str, sitting: usize, all: &mut [Measure]) {
    let Ok(state) = serde_json::from_str::<Json>(state) else { return };
    let mut all = all.iter_mut();
    each(program, Some((&state, sitting)), &mut |_, _, value| {
        if let (Some(measure), Some(value)) = (all.next(), value) {
            measure.add(value);
        }
    });
}

/// Told of each: its name, how fine it is counted, its value so fine.
type Found<'a> = &'a mut dyn FnMut(String, u16, Option<i64>);

/// A value of a state, and how many sit in its game; none where there is no state, and for who does not sit.
type Told<'a> = Option<(&'a Json, usize)>;

fn part<'a>(of: Told<'a>, name: &str) -> Told<'a> {
    of.and_then(|(value, sitting)| Some((value.get(name)?, sitting)))
}

fn seat(of: Told<'_>, role: usize) -> Told<'_> {
    of.filter(|it| role < it.1).and_then(|(value, sitting)| Some((value.get(role)?, sitting)))
}

fn each(program: &Program, state: Option<(&Json, usize)>, found: Found<'_>) {
    let mut left = MOST;
    let sitting = state.map_or(0, |it| it.1);
    let global = |it: &Global| state.and_then(|state| Some((state.0.get(&it.name)?, sitting)));
    for it in &program.counted.measures {
        let Some(from) = program.globals.get(it.global.index()) else { continue };
        follow(program, &it.name, &from.ty, &it.path, global(from), &mut left, found);
    }
    if program.counted.measures.is_empty() {
        // What the text does not declare is a language's own.
        let players = program.seats.as_ref().map(|it| it.global.index());
        let own = program.globals.iter().enumerate().filter(|(i, it)| !it.span.is_empty() && Some(*i) != players);
        for (_, it) in own {
            gather(program, it.name.clone(), &it.ty, global(it), &mut left, found);
        }
    }
}

/// What lies at the end of a way.
fn follow(
    program: &Program,
    name: &str,
    ty: &Ty,
    path: &[Inside],
    value: Told<'_>,
    left: &mut usize,
    found: Found<'_>,
) {
    match (ty, path) {
        (Ty::Record(id), [Inside::Field(field), path @ ..]) => {
            let it = &program.records[id.index()].fields[usize::from(*field)];
            follow(program, name, &it.ty, path, part(value, &it.name), left, found);
        }
        (Ty::Array(of, Index::Role) | Ty::List(of), [Inside::Roles, path @ ..]) => {
            for (i, role) in program.roles.iter().enumerate() {
                let name = format!("{name}[{role}]");
                follow(program, &name, of, path, seat(value, i), left, found);
            }
        }
        _ => gather(program, name.to_owned(), ty, value, left, found),
    }
}

fn gather(program: &Program, name: String, ty: &Ty, value: Told<'_>, left: &mut usize, found: Found<'_>) {
    match ty {
        Ty::Int | Ty::Range(..) if *left > 0 => {
            *left -= 1;
            found(name, 1, value.and_then(|it| it.0.as_i64()));
        }
        Ty::Num if *left > 0 => {
            *left -= 1;
            found(name, FINE, value.and_then(|it| it.0.as_f64()).map(|it| (it * f64::from(FINE)).round() as i64));
        }
        Ty::Array(of, Index::Role) => {
            for (i, role) in program.roles.iter().enumerate() {
                gather(program, format!("{name}[{role}]"), of, seat(value, i), left, found);
            }
        }
        Ty::Record(id) => {
            for it in &program.records[id.index()].fields {
                let value = part(value, &it.name);
                gather(program, format!("{name}.{}", it.name), &it.ty, value, left, found);
            }
        }
        _ => {}
    }
}
