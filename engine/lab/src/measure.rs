//! Numbers among the fields of a game, at its end.

use crate::groups::Group;
use codegen::Step;
use ir::{GlobalId, Index, Inside, Program, Ty};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Numbers with a point are counted so fine.
const FINE: u16 = 1000;

/// More would be a list nobody reads.
const MOST: usize = 40;

/// The final value of a number over many games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// As the author would write it, without `G.`: `score[Red]`.
    pub name: String,
    /// 1 for whole numbers; others are counted in thousandths, rounded, so that sums are exact.
    pub parts: u16,
    /// Games that had the number.
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

/// The place of a number in a state.
pub struct Place {
    name: String,
    /// Number of buckets for counting.
    parts: u16,
    pub global: GlobalId,
    pub steps: Vec<Step>,
}

/// The numbers that games of a program have: those it says are worth counting, or else its fields, and those in arrays by role and
/// records that are fields.
pub fn measured(program: &Program) -> Vec<Measure> {
    let measure = |Place { name, parts, .. }: Place| Measure {
        name,
        parts,
        games: 0,
        sum: 0,
        squares: 0,
        least: i64::MAX,
        most: i64::MIN,
    };
    places(program).into_iter().map(measure).collect()
}

/// Adds the numbers of a state with `sitting` players, in order, also to the sums of a group.
pub fn measures(program: &Program, state: &str, sitting: usize, all: &mut [Measure], group: &mut Group) {
    let Ok(state) = serde_json::from_str::<Json>(state) else { return };
    add_all(&places(program), sitting, (all, group), |place| {
        let value = place.find(program, &state)?;
        if place.parts == 1 { value.as_i64() } else { value.as_f64().map(fine) }
    });
}

/// Adds those that are given, in the same order: none, or the bits of a whole number or a double.
pub fn measures_given(
    places: &[Place],
    mut given: impl Iterator<Item = Option<u64>>,
    sitting: usize,
    all: &mut [Measure],
    group: &mut Group,
) {
    add_all(places, sitting, (all, group), |place| {
        let bits = given.next()??;
        match place.parts {
            1 => Some(bits as i64),
            _ => Some(f64::from_bits(bits)).filter(|it| it.is_finite()).map(fine),
        }
    });
}

fn add_all(
    places: &[Place],
    sitting: usize,
    (all, group): (&mut [Measure], &mut Group),
    mut value: impl FnMut(&Place) -> Option<i64>,
) {
    for (at, (place, measure)) in places.iter().zip(all).enumerate() {
        let value = value(place).filter(|_| place.stands_where(sitting));
        if let Some(value) = value {
            measure.add(value);
        }
        group.measure(at, u64::from(value.is_some()), value.unwrap_or_default());
    }
}

fn fine(value: f64) -> i64 {
    (value * f64::from(FINE)).round() as i64
}

impl Place {
    /// `true` if the number exists with this many players: seats that are empty have none.
    fn stands_where(&self, sitting: usize) -> bool {
        self.steps
            .iter()
            .all(|it| matches!(it, Step::Field(_)) || matches!(it, Step::Item(role) if (*role as usize) < sitting))
    }

    fn find<'s>(&self, program: &Program, state: &'s Json) -> Option<&'s Json> {
        let global = &program.globals[self.global.index()];
        let (mut ty, mut at) = (&global.ty, state.get(&global.name)?);
        for step in &self.steps {
            (ty, at) = match (step, ty) {
                (Step::Field(field), Ty::Record(id)) => {
                    let field = &program.records[id.index()].fields[usize::from(*field)];
                    (&field.ty, at.get(&field.name)?)
                }
                (Step::Item(item), Ty::Array(of, _) | Ty::List(of)) => (&**of, at.get(*item as usize)?),
                _ => return None,
            };
        }
        Some(at)
    }
}

/// All of them.
pub fn places(program: &Program) -> Vec<Place> {
    let mut out = Places { program, all: Vec::new(), global: GlobalId(0), steps: Vec::new() };
    for it in &program.counted.measures {
        let Some(from) = program.globals.get(it.global.index()) else { continue };
        out.global = it.global;
        out.follow(&it.name, &from.ty, &it.path);
    }
    if program.counted.measures.is_empty() {
        // Globals without a declaration in the text belong to the language.
        let players = program.seats.as_ref().map(|it| it.global.index());
        let own = program.globals.iter().enumerate().filter(|(i, it)| {
            !it.span.is_empty() && Some(*i) != players && !program.chosen.iter().any(|it| it.global.index() == *i)
        });
        for (i, it) in own {
            out.global = GlobalId(i as u16);
            out.gather(it.name.clone(), &it.ty);
        }
    }
    out.all
}

struct Places<'p> {
    program: &'p Program,
    all: Vec<Place>,
    /// Path to the value.
    global: GlobalId,
    steps: Vec<Step>,
}

impl Places<'_> {
    fn within(&mut self, step: Step, go: impl FnOnce(&mut Self)) {
        self.steps.push(step);
        go(self);
        self.steps.pop();
    }

    /// Collects the numbers at the end of a path.
    fn follow(&mut self, name: &str, ty: &Ty, path: &[Inside]) {
        match (ty, path) {
            (Ty::Record(id), [Inside::Field(field), path @ ..]) => {
                let it = &self.program.records[id.index()].fields[usize::from(*field)];
                self.within(Step::Field(*field), |this| this.follow(name, &it.ty, path));
            }
            (Ty::Array(of, Index::Role) | Ty::List(of), [Inside::Roles, path @ ..]) => {
                for (i, role) in self.program.roles.iter().enumerate() {
                    self.within(Step::Item(i as u32), |this| this.follow(&format!("{name}[{role}]"), of, path));
                }
            }
            _ => self.gather(name.to_owned(), ty),
        }
    }

    fn gather(&mut self, name: String, ty: &Ty) {
        match ty {
            Ty::Int | Ty::Range(..) | Ty::Num if self.all.len() < MOST => {
                let parts = if *ty == Ty::Num { FINE } else { 1 };
                self.all.push(Place { name, parts, global: self.global, steps: self.steps.clone() });
            }
            Ty::Array(of, Index::Role) => {
                for (i, role) in self.program.roles.iter().enumerate() {
                    self.within(Step::Item(i as u32), |this| this.gather(format!("{name}[{role}]"), of));
                }
            }
            Ty::Record(id) => {
                for (i, it) in self.program.records[id.index()].fields.iter().enumerate() {
                    self.within(Step::Field(i as u16), |this| this.gather(format!("{name}.{}", it.name), &it.ty));
                }
            }
            _ => {}
        }
    }
}
