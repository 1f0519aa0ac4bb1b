//! The counts of a module over its games, and the counters for them.

use crate::analysis::rows::Row;
use crate::layout::memory::lab::ITEMS;
use crate::layout::{self, Rep, packing, rep};
use crate::module::output::{CardClick, Wanted};
use ir::{Index, Inside, Program, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// Range of the number of counters for numbers of choices; within it, as many as the cells of the largest board.
pub const CHOICES_MIN: u32 = 64;
pub const CHOICES_MAX: u32 = 256;

/// Arguments that are whole numbers without bounds have counters from 0 on.
const NUMBERS_MIN: u32 = 64;
const NUMBERS_MAX: u32 = 1024;

/// Fields where tokens can arrive are no further apart.
const FIELDS_MAX: i64 = 1 << 14;

/// Room in a table of cards that have no numbers by themselves, a power of two; and how many there may be.
pub const CARDS: u32 = 1024;
pub const CARDS_MAX: u32 = 800;

/// A card with more parts is reported as an event.
const PARTS_MAX: usize = 32;

/// The counters of a module. Each is named by its place among all.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    /// The address of the first.
    pub start: u32,
    pub count: u32,
    /// By statement, in the order of [`ir::walk`] through the functions: its counter. None for a statement in a
    /// function that games never reach.
    pub statements: Vec<Option<u32>>,
    /// The number of a statement, by its address in the compiler's memory.
    pub numbers: BTreeMap<usize, u32>,
    /// Behind those of statements: for each frame, how often it was put on the stack.
    pub frames: u32,
    /// For each field where tokens can arrive, from the least on.
    pub arrivals: u32,
    /// For the same fields, the number of stops of tokens on each.
    pub stands: u32,
    /// Counters for the number of moves in positions, from none on; and the maximum number.
    pub choices: u32,
    pub choices_end: u32,
    pub rows: Vec<RowCounters>,
    pub cards: Vec<CardTable>,
}

/// Counters of a row of offers.
#[derive(Clone, Debug)]
pub struct RowCounters {
    /// Positions in which it was offered; the next two counters: how often it was taken, how many moves it was.
    pub offered: u32,
    pub arguments: Arguments,
}

/// How arguments are counted. Counters come in pairs: offered and taken.
#[derive(Clone, Debug)]
pub enum Arguments {
    /// Reported as events.
    Told,
    /// Each has counters of its own.
    Each(Vec<Counted>),
    /// One argument, a list of numbers: the number of counters, from the first on, for each of the first items.
    Items(u32, u32),
    /// One argument of any type. As a number it has counters, otherwise it is reported.
    Any(u32, u32),
}

/// Counters of an argument.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Number of counted numbers, from 0 on, and the first counter.
    pub numbers: (u32, u32),
    /// The card it denotes, if any; it is not counted as a number then.
    pub card: Option<CountedCard>,
}

/// Cards that are counted by their values: each has a number in a table.
#[derive(Clone, Debug)]
pub struct CountedCard {
    pub clicks: Vec<CardClick>,
    /// Into [`Counters::cards`].
    pub table: usize,
    /// The counter of the first number.
    pub first: u32,
}

/// The cards of a type met so far.
#[derive(Clone, Debug)]
pub struct CardTable {
    /// Element type of a row of cards.
    pub of: Ty,
    /// Offsets of a card's parts in memory, with their types.
    pub parts: Vec<(u32, Ty)>,
    /// For cards that are integers from 0 on, if they are few: their number. A card is its own number then.
    pub integers: Option<u32>,
    /// Address of the table: for each number whether it is used, then, for lookup, its parts, of eight bytes each.
    pub at: u32,
    /// The address of how many there are.
    pub count: u32,
}

impl CardTable {
    /// Maximum number of cards.
    pub fn numbers(&self) -> u32 {
        self.integers.unwrap_or(CARDS)
    }

    /// Bytes for a card.
    pub fn size(&self) -> u32 {
        if self.integers.is_some() { 4 } else { 8 + 8 * self.parts.len() as u32 }
    }
}

impl Counters {
    pub fn address(&self, counter: u32) -> u32 {
        self.start + 8 * counter
    }

    /// Number of counters changed by code of the rules.
    pub fn of_code(&self) -> u32 {
        self.choices
    }
}

/// The least and the greatest field where tokens can arrive.
pub fn arrival_range(program: &Program) -> Option<(i64, i64)> {
    let fields = &program.counted.arrivals.as_ref()?.fields;
    Some((*fields.iter().min()?, *fields.iter().max()?))
}

/// `true` if everything wanted can be counted: fields have room for their counters, and positions of tokens are
/// integers, each for a field of its own.
pub fn can_count(program: &Program, wanted: &Wanted) -> bool {
    let Some(arrivals) = &program.counted.arrivals else { return true };
    let fields: BTreeSet<i64> = arrivals.fields.iter().copied().collect();
    let mut ty = Some(&program.globals[arrivals.stands.0.index()].ty);
    for step in &arrivals.stands.1 {
        ty = match (step, ty) {
            (Inside::Field(field), Some(Ty::Record(id))) => {
                program.records[id.index()].fields.get(usize::from(*field)).map(|it| &it.ty)
            }
            (Inside::Roles, Some(Ty::Array(of, _) | Ty::List(of))) => Some(of),
            _ => None,
        };
    }
    let whole = ty.is_some_and(|it| rep(it) == Rep::Int && *it.inner() != Ty::Bool);
    let few = arrival_range(program).is_none_or(|(a, b)| b.checked_sub(a).is_some_and(|it| it < FIELDS_MAX));
    few && (!wanted.stands || whole && fields.len() == arrivals.fields.len())
}

/// Reserves the counters for the arguments of a row, and describes how they are counted.
pub fn arguments(
    program: &Program,
    wanted: &Wanted,
    row: &Row<'_>,
    count: &mut u32,
    tables: &mut Vec<CardTable>,
) -> Arguments {
    let mut take = |numbers: u32| {
        *count += 2 * numbers;
        *count - 2 * numbers
    };
    let clicks = || wanted.cards.iter().filter(|it| it.action == row.action.index());
    match row.types.as_slice() {
        [Ty::List(of) | Ty::Set(of)] if clicks().next().is_none() => {
            if let Some(numbers) = numbers(program, of) {
                return Arguments::Items(numbers, take(numbers * ITEMS));
            }
        }
        [Ty::Any] if clicks().next().is_none() => return Arguments::Any(NUMBERS_MIN, take(NUMBERS_MIN)),
        _ => {}
    }
    let mut all = Vec::new();
    for (i, ty) in row.types.iter().enumerate() {
        let Some(many) = numbers(program, ty) else { return Arguments::Told };
        let clicks: Vec<CardClick> = clicks().filter(|it| it.argument == i).cloned().collect();
        let card = match clicks.is_empty() {
            true => None,
            false => match table(program, &clicks, tables) {
                Some(table) => Some(CountedCard { clicks, table, first: take(tables[table].numbers()) }),
                None => return Arguments::Told,
            },
        };
        all.push(Counted { numbers: (many, take(many)), card });
    }
    Arguments::Each(all)
}

/// The table for the clickable cards; `None` if they are reported. Its address is set later.
fn table(program: &Program, clicks: &[CardClick], tables: &mut Vec<CardTable>) -> Option<usize> {
    let mut of = clicks.iter().map(|it| row_of(program, it));
    let first = of.next()??;
    of.all(|it| it == Some(first)).then_some(())?;
    let mut parts = Vec::new();
    let inner = first.inner();
    if rep(inner) == Rep::Inline {
        gather(program, inner, 0, &mut parts)
    } else {
        gather(program, first, 0, &mut parts)
    }?;
    let known = tables.iter().position(|it| it.of == *first);
    Some(known.unwrap_or_else(|| {
        let integers = integers(program, &parts);
        tables.push(CardTable { of: first.clone(), parts, integers, at: 0, count: 0 });
        tables.len() - 1
    }))
}

/// Number of integers from 0 on for a card with these parts, if few.
fn integers(program: &Program, parts: &[(u32, Ty)]) -> Option<u32> {
    let [(_, ty)] = parts else { return None };
    let (least, most) = match ty.inner() {
        Ty::Packed(id) => (0, packing::largest(program, *id)),
        Ty::Bool => return None,
        ty => packing::value_range(program, ty),
    };
    (least >= 0 && most < i64::from(CARDS)).then(|| most as u32 + 1)
}

/// Element type of the clickable row of cards.
fn row_of<'p>(program: &'p Program, click: &CardClick) -> Option<&'p Ty> {
    let mut ty = program.view_fields[click.field].ty.inner();
    if click.seats {
        let Ty::Array(row, Index::Role) = ty else { return None };
        ty = row.inner();
    }
    let (Ty::List(of) | Ty::Set(of) | Ty::Array(of, _)) = ty else { return None };
    if let Some(field) = &click.number {
        let (Ty::Packed(id) | Ty::Record(id)) = of.inner() else { return None };
        program.records[id.index()].fields.iter().find(|it| it.name == *field)?;
    }
    Some(of)
}

/// The parts of a value in memory; `None` if they do not determine it.
fn gather(program: &Program, ty: &Ty, at: u32, out: &mut Vec<(u32, Ty)>) -> Option<()> {
    match ty {
        Ty::Record(id) => {
            for (i, field) in program.records[id.index()].fields.iter().enumerate() {
                gather(program, &field.ty, at + layout::field(program, *id, i), out)?;
            }
        }
        Ty::Array(of, index) => {
            for i in 0..program.count(*index) as u32 {
                gather(program, of, at + i * layout::size(program, of), out)?;
            }
        }
        _ => {
            let whole = matches!(rep(ty), Rep::Int | Rep::Bool | Rep::Num) || *ty.inner() == Ty::Str;
            (whole && out.len() < PARTS_MAX).then_some(())?;
            out.push((at, ty.clone()));
        }
    }
    Some(())
}

/// The cells of the largest board.
pub fn largest_board(program: &Program) -> u32 {
    program.boards.iter().map(|it| it.cells.len() as u32).max().unwrap_or_default()
}

/// Number of possible values of an argument that is a number.
fn numbers(program: &Program, ty: &Ty) -> Option<u32> {
    Some(match ty {
        Ty::Bool => 2,
        Ty::Role => program.roles.len() as u32,
        Ty::Enum(id) => program.enums[id.index()].members.len() as u32,
        Ty::Range(_, last) => (*last).clamp(0, i64::from(NUMBERS_MAX) - 1) as u32 + 1,
        Ty::Int => largest_board(program).clamp(NUMBERS_MIN, NUMBERS_MAX),
        _ => return None,
    })
}
