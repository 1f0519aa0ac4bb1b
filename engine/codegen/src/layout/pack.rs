//! Small records as one integer.
//!
//! What must stay true: a record of a few values of few values each is the number of its fields' codes, one after another,
//! the first field in the highest bits, so that numbers are in the order of the records. None in a field is code 0.
//! Comparing two of them takes the steps that comparing records takes.

use crate::function::expr::range;
use crate::layout::{self, Rep, rep};
use crate::module::ModuleBuilder;
use crate::wasm::{CodeBuilder, I32, I64, Local};
use ir::{Const, Program, RecordId, Ty};

/// So many bits a record may have: with a sign, and a number below all for none.
const PACKED_BITS_MAX: u32 = 62;

/// Where a field stands in the number of a record.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    shift: u32,
    bits: u32,
    /// The value of code 0, or of code 1 where there may be none.
    low: i64,
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

/// How many bits a record takes, if it can be packed.
fn bits(program: &Program, record: &ir::Record) -> Option<u32> {
    let fields = record.fields.iter();
    let sum = fields.map(|it| field(program, &it.ty).map(|it| it.0)).sum::<Option<u32>>()?;
    (1..=PACKED_BITS_MAX).contains(&sum).then_some(sum)
}

/// The bits of a field and its lowest value.
fn field(program: &Program, ty: &Ty) -> Option<(u32, i64)> {
    let (low, high) = match ty.inner() {
        Ty::Bool => (0, 1),
        of @ (Ty::Range(..) | Ty::Role | Ty::Enum(_)) => range(program, of),
        _ => return None,
    };
    let optional = matches!(ty, Ty::Opt(_));
    // None is compared as 0, and stands before it.
    if optional && low < 0 {
        return None;
    }
    let most = high.checked_sub(low)?.checked_add(i64::from(optional))?;
    Some((u64::BITS - (most.max(1) as u64).leading_zeros(), low))
}

/// Where the fields of a packed record stand.
fn slots(program: &Program, id: RecordId) -> Vec<Slot> {
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

/// Where a field of a packed record stands.
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

/// How far the code of the lowest value is above 0.
fn above(ty: &Ty) -> i64 {
    i64::from(matches!(ty, Ty::Opt(_)))
}

/// The field that stands in the number on the stack.
pub fn take(program: &Program, it: &mut CodeBuilder, ty: &Ty, slot: Slot) {
    if slot.shift > 0 {
        it.i64(i64::from(slot.shift)).sink().i64_shr_u();
    }
    it.i64((1 << slot.bits) - 1).sink().i64_and();
    match ty {
        Ty::Bool => {
            it.sink().i32_wrap_i64();
        }
        Ty::Opt(of) => {
            let code = it.local(I64);
            it.set(code).i64(layout::none(layout::width(program, of)));
            it.get(code).i64(slot.low - 1).sink().i64_add();
            it.get(code).sink().i64_eqz().select();
        }
        _ if slot.low != 0 => {
            it.i64(slot.low).sink().i64_add();
        }
        _ => {}
    }
}

/// The value of a field on the stack becomes its code, where it stands.
pub fn code(program: &Program, it: &mut CodeBuilder, ty: &Ty, slot: Slot) {
    match ty {
        Ty::Bool => {
            it.sink().i64_extend_i32_u();
        }
        Ty::Opt(of) => {
            let value = it.local(I64);
            it.set(value).i64(0);
            it.get(value).i64(slot.low - 1).sink().i64_sub();
            it.get(value).i64(layout::none(layout::width(program, of))).sink().i64_eq().select();
        }
        _ if slot.low != 0 => {
            it.i64(slot.low).sink().i64_sub();
        }
        _ => {}
    }
    if slot.shift > 0 {
        it.i64(i64::from(slot.shift)).sink().i64_shl();
    }
}

/// A number and the value of a field on the stack: the number with that field.
pub fn put(program: &Program, it: &mut CodeBuilder, ty: &Ty, slot: Slot) {
    let field = it.local(I64);
    code(program, it, ty, slot);
    it.set(field).i64(!(((1 << slot.bits) - 1) << slot.shift)).sink().i64_and().local_get(field).i64_or();
}

/// A record from the values of its fields, each of which a closure leaves on the stack.
pub fn make(program: &Program, it: &mut CodeBuilder, id: RecordId, each: &mut dyn FnMut(&mut CodeBuilder, usize)) {
    let fields = &program.records[id.index()].fields;
    for (i, (slot, field)) in slots(program, id).into_iter().zip(fields).enumerate() {
        each(it, i);
        code(program, it, &field.ty, slot);
        if i > 0 {
            it.sink().i64_or();
        }
    }
}

/// The packed record in a local as one that stands in memory; leaves its address.
pub fn spill(module: &ModuleBuilder<'_>, it: &mut CodeBuilder, value: Local, id: RecordId) {
    let (program, to) = (module.program, it.local(I32));
    it.i32(layout::size(program, &Ty::Record(id))).call(module.rt.alloc).set(to);
    for (i, field) in program.records[id.index()].fields.iter().enumerate() {
        it.get(to).get(value);
        take(program, it, &field.ty, slot(program, id, i));
        it.store(layout::mem(program, &field.ty), layout::field(program, id, i));
    }
    it.get(to);
}

/// Compares the two packed records on the stack, or what may be one, which takes so much fuel.
pub fn equal(module: &ModuleBuilder<'_>, it: &mut CodeBuilder, ty: &Ty, fuel: u32) {
    if fuel == 0 {
        it.sink().i64_eq();
        return;
    }
    if let Ty::Opt(of) = ty {
        let none = layout::none(layout::width(module.program, of));
        let (a, b) = (it.local(I64), it.local(I64));
        debug_assert!(rep(ty) == Rep::Int);
        it.set(b).set(a).fuel_left();
        it.get(a).i64(none).sink().i64_ne();
        it.get(b).i64(none).sink().i64_ne().i32_and();
        it.i32(fuel).sink().i32_mul();
        it.spend_given();
        it.get(a).get(b);
    } else {
        it.fuel_left().i32(fuel).spend_given();
    }
    it.sink().i64_eq();
}
