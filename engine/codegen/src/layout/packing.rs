//! Small records as one integer.
//!
//! Invariant: a record of a few small values is the number made of its fields' codes, the first field in the highest
//! bits, so that numbers are in the order of the records. None in a field is code 0. Comparing two of them takes the
//! steps of comparing records.

use ir::INT_MAX;
use ir::{Const, Program, RecordId, Ty};

/// Maximum bits of a record: with a sign, and a number below all for none.
const PACKED_BITS_MAX: u32 = 62;

/// Position of a field in the number of a record.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    pub shift: u32,
    pub bits: u32,
    /// The value of code 0, or of code 1 where there may be none.
    pub low: i64,
}

/// The program with its small records packed.
pub fn packed(program: &Program) -> Program {
    let small: Vec<bool> = program.records.iter().map(|it| bits(program, it).is_some()).collect();
    let mut program = program.clone();
    if small.contains(&true) {
        ir::retype(&mut program, &mut |ty| pack(ty, &small));
    }
    program
}

fn pack(ty: &mut Ty, small: &[bool]) {
    match ty {
        Ty::Record(id) if small[id.index()] => *ty = Ty::Packed(*id),
        Ty::Opt(of) | Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => pack(of, small),
        Ty::Map(key, of) => {
            pack(key, small);
            pack(of, small);
        }
        _ => {}
    }
}

/// Number of bits of a record, if it can be packed.
fn bits(program: &Program, record: &ir::Record) -> Option<u32> {
    let fields = record.fields.iter();
    let sum = fields.map(|it| field(program, &it.ty).map(|it| it.0)).sum::<Option<u32>>()?;
    (1..=PACKED_BITS_MAX).contains(&sum).then_some(sum)
}

/// The bits of a field and its lowest value.
fn field(program: &Program, ty: &Ty) -> Option<(u32, i64)> {
    let (low, high) = match ty.inner() {
        Ty::Bool => (0, 1),
        of @ (Ty::Range(..) | Ty::Role | Ty::Enum(_)) => value_range(program, of),
        _ => return None,
    };
    let optional = matches!(ty, Ty::Opt(_));
    // None compares as 0, before an actual 0.
    if optional && low < 0 {
        return None;
    }
    let most = high.checked_sub(low)?.checked_add(i64::from(optional))?;
    Some((u64::BITS - (most.max(1) as u64).leading_zeros(), low))
}

/// Positions of the fields of a packed record.
pub fn slots(program: &Program, id: RecordId) -> Vec<Slot> {
    let fields = program.records[id.index()].fields.iter();
    let mut shift = 0;
    let mut slots: Vec<Slot> = fields
        .rev()
        .map(|it| {
            let (bits, low) = field(program, &it.ty).unwrap_or((0, 0));
            shift += bits;
            Slot { shift: shift - bits, bits, low }
        })
        .collect();
    slots.reverse();
    slots
}

/// Position of a field of a packed record.
pub fn slot(program: &Program, id: RecordId, field: usize) -> Slot {
    slots(program, id)[field]
}

/// The largest number of a packed record.
pub fn largest(program: &Program, id: RecordId) -> i64 {
    let bits: u32 = slots(program, id).iter().map(|it| it.bits).sum();
    (1 << bits) - 1
}

/// The number of a constant.
pub fn number(program: &Program, id: RecordId, it: &Const) -> Option<i64> {
    let Const::List(items) = it else { return None };
    let fields = &program.records[id.index()].fields;
    let mut all = 0;
    for ((slot, field), item) in slots(program, id).iter().zip(fields).zip(items) {
        let code = match item {
            Const::None => 0,
            Const::Bool(b) => i64::from(*b) + above(&field.ty),
            Const::Int(n) => n - slot.low + above(&field.ty),
            _ => return None,
        };
        all |= code << slot.shift;
    }
    Some(all)
}

/// Code of the lowest value.
fn above(ty: &Ty) -> i64 {
    i64::from(matches!(ty, Ty::Opt(_)))
}

/// The lowest and highest integer of a type.
pub fn value_range(program: &Program, ty: &Ty) -> (i64, i64) {
    match ty {
        Ty::Range(low, high) => (*low, *high),
        Ty::Role => (0, program.roles.len() as i64 - 1),
        Ty::Enum(id) => (0, program.enums[id.index()].members.len() as i64 - 1),
        _ => (-INT_MAX, INT_MAX),
    }
}
