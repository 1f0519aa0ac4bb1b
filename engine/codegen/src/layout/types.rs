//! Layout of values: in memory, and on WebAssembly's stack.
//!
//! Invariant: every type has one layout, known at compile time. Integers, roles and enum members take as few bytes as
//! their range allows, and are `i64` once read; in an optional of them, none is the lowest number of those bytes.
//! Records and arrays are in place; values without a fixed size are behind a pointer, as is an optional record or array
//! (0 is none).

use crate::layout::packing;
use crate::wasm::{F64, I32, I64, Mem};
use ir::{Program, Ty};
use wasm_encoder::ValType;

/// The double for none: a NaN that no arithmetic produces.
pub const NO_NUM: u64 = 0x7FF8_0000_D1CE_D1CE;

/// Representation of a value on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rep {
    /// `i64`
    Int,
    /// `i32`, 0 or 1
    Bool,
    /// `f64`
    Num,
    /// `i32`: the address of an object
    Ptr,
    /// `i32`: its address
    Inline,
    /// nothing
    Unit,
}

impl Rep {
    pub fn val(self) -> Option<ValType> {
        match self {
            Rep::Int => Some(I64),
            Rep::Num => Some(F64),
            Rep::Bool | Rep::Ptr | Rep::Inline => Some(I32),
            Rep::Unit => None,
        }
    }
}

pub fn rep(ty: &Ty) -> Rep {
    match ty {
        Ty::Int | Ty::Range(..) | Ty::Role | Ty::Enum(_) | Ty::Packed(_) => Rep::Int,
        Ty::Num => Rep::Num,
        Ty::Bool => Rep::Bool,
        Ty::Str | Ty::List(_) | Ty::Set(_) | Ty::Map(..) | Ty::Any => Rep::Ptr,
        Ty::Record(_) | Ty::Array(..) => Rep::Inline,
        Ty::Unit => Rep::Unit,
        Ty::Opt(of) => match rep(of) {
            Rep::Bool => Rep::Int,
            Rep::Inline => Rep::Ptr,
            other => other,
        },
    }
}

/// Number of bytes for an integer of this type: enough for its range and, below it, for none.
pub fn width(program: &Program, ty: &Ty) -> u32 {
    let (low, high) = match ty {
        Ty::Range(low, high) => (*low, *high),
        Ty::Role => (0, program.roles.len() as i64),
        Ty::Enum(id) => (0, program.enums[id.index()].members.len() as i64),
        Ty::Bool => (0, 1),
        Ty::Packed(id) => (0, packing::largest(program, *id)),
        Ty::Opt(of) => return width(program, of),
        _ => return 8,
    };
    let holds = |bits: u32| low > -(1 << (bits - 1)) && high < 1 << (bits - 1);
    [1, 2, 4].into_iter().find(|bytes| holds(bytes * 8)).unwrap_or(8)
}

/// The number for none in an integer of this width.
pub fn none(width: u32) -> i64 {
    i64::MIN >> (64 - width * 8)
}

/// Access to a value that is not in place.
pub fn mem(program: &Program, ty: &Ty) -> Mem {
    match rep(ty) {
        Rep::Int => Mem::Int(width(program, ty)),
        Rep::Bool => Mem::Bool,
        Rep::Num => Mem::Num,
        Rep::Ptr | Rep::Inline | Rep::Unit => Mem::Ptr,
    }
}

/// Bytes of a value, a multiple of its alignment.
pub fn size(program: &Program, ty: &Ty) -> u32 {
    let (size, align) = measure(program, ty);
    size.next_multiple_of(align)
}

pub fn align(program: &Program, ty: &Ty) -> u32 {
    measure(program, ty).1
}

/// The offset of a field of a record.
pub fn field(program: &Program, record: ir::RecordId, field: usize) -> u32 {
    let fields = &program.records[record.index()].fields;
    place(program, fields.iter().map(|it| &it.ty)).0[field]
}

/// The offsets of things one after another, their size and alignment.
pub fn place<'a>(program: &Program, types: impl Iterator<Item = &'a Ty>) -> (Vec<u32>, u32, u32) {
    let (mut at, mut most) = (0_u32, 1);
    let offsets = types.map(|ty| {
        let (size, align) = measure(program, ty);
        at = at.next_multiple_of(align);
        most = most.max(align);
        at += size;
        at - size
    });
    (offsets.collect(), at, most)
}

fn measure(program: &Program, ty: &Ty) -> (u32, u32) {
    match ty {
        Ty::Record(id) => {
            let fields = &program.records[id.index()].fields;
            let (_, size, align) = place(program, fields.iter().map(|it| &it.ty));
            (size.next_multiple_of(align), align)
        }
        Ty::Array(of, index) => {
            let (stride, align) = (size(program, of), align(program, of));
            (stride * program.count(*index) as u32, align)
        }
        Ty::Unit => (0, 1),
        _ => match mem(program, ty) {
            Mem::Int(bytes) => (bytes, bytes),
            Mem::Bool => (1, 1),
            Mem::Ptr => (4, 4),
            Mem::Num => (8, 8),
        },
    }
}

/// Records or arrays up to this many bytes are copied without checking if it is necessary.
const SMALL: u32 = 24;

/// `true` if the optional of a record or array is copied whenever it changes in place, so that sharing need not be
/// tracked: its content is small, and shares nothing itself.
pub fn is_small(program: &Program, of: &Ty) -> bool {
    rep(of) == Rep::Inline && size(program, of) <= SMALL && is_flat(program, of)
}

/// `true` if a value has only immutable objects behind pointers.
fn is_flat(program: &Program, ty: &Ty) -> bool {
    match ty {
        Ty::List(_) | Ty::Set(_) | Ty::Map(..) => false,
        Ty::Opt(of) => rep(of) != Rep::Inline && is_flat(program, of),
        Ty::Array(of, _) => is_flat(program, of),
        Ty::Record(id) => program.records[id.index()].fields.iter().all(|it| is_flat(program, &it.ty)),
        _ => true,
    }
}

/// `true` if a value has mutable objects behind pointers: they are marked as shared when the value is stored twice.
pub fn shares(program: &Program, ty: &Ty) -> bool {
    match ty {
        Ty::List(_) | Ty::Set(_) | Ty::Map(..) => true,
        Ty::Opt(of) if rep(of) == Rep::Inline => !is_small(program, of),
        Ty::Opt(of) => shares(program, of),
        Ty::Array(of, _) => shares(program, of),
        Ty::Record(id) => program.records[id.index()].fields.iter().any(|it| shares(program, &it.ty)),
        _ => false,
    }
}
