//! Routines that depend on a type: one for each type that needs it, written once.

mod any;
mod board;
pub mod bytes;
pub mod convert;
mod equal;
mod lists;
mod measure;
pub mod order;
pub mod relocate;
mod text;

use crate::layout::access::held;
use crate::layout::rep;
use crate::module::ModuleBuilder;
use crate::module::helpers::any::any_add;
use crate::module::helpers::bytes::{count_byte, first_byte};
use crate::module::symbols::{Helper, TypedHelper};
use crate::wasm::{F64, I32, I64};
use ir::Ty;
use wasm_encoder::ValType;
impl ModuleBuilder<'_> {
    /// The routine that belongs to no type.
    pub fn helper(&mut self, helper: Helper) -> u32 {
        self.helper_for(helper, &Ty::Unit)
    }

    /// The routine for a type.
    pub fn helper_for(&mut self, helper: Helper, ty: &Ty) -> u32 {
        if let Some(id) = self.helper_ids.get(ty).and_then(|it| it.get(&helper)) {
            return *id;
        }
        let value = rep(ty).val().unwrap_or(I32);
        let (params, results): (Vec<ValType>, Vec<ValType>) = match helper {
            Helper::Share | Helper::Sort | Helper::Dedup | Helper::Move => (vec![I32], vec![]),
            Helper::Shuffle | Helper::Spread(_) => (vec![I32, I32], vec![]),
            Helper::Append | Helper::Flood(_) | Helper::AnyAdd => (vec![I32, I32, I32], vec![]),
            Helper::BitSet
            | Helper::Distinct
            | Helper::JsString
            | Helper::Trim
            | Helper::AnyCopy
            | Helper::Parts(_)
            | Helper::HeapPop => (vec![I32], vec![I32]),
            Helper::Own
            | Helper::Blank
            | Helper::Case
            | Helper::CmpAny
            | Helper::CmpJs
            | Helper::OfferedAny
            | Helper::OfferedAnyIn
            | Helper::MoveTo
            | Helper::AnyFind
            | Helper::AnyWith
            | Helper::Towards(_)
            | Helper::Distance(_) => (vec![I32, I32], vec![I32]),
            Helper::Sub
            | Helper::Find
            | Helper::Stranger
            | Helper::Bytes
            | Helper::Split
            | Helper::AnyNeed
            | Helper::Path(_)
            | Helper::Costs(_) => (vec![I32, I32, I32], vec![I32]),
            Helper::Replace | Helper::Group => (vec![I32, I32, I32, I32], vec![I32]),
            Helper::CountByte => (vec![I32, I32, I64], vec![I32]),
            Helper::FirstByte => (vec![I32, I32, I64, I32], vec![I32]),
            Helper::Eq | Helper::EqWithin | Helper::Cmp | Helper::Offered | Helper::OfferedIn => {
                (vec![value, value], vec![I32])
            }
            Helper::Search => (vec![I32, held(ty.element().unwrap_or(&Ty::Any))], vec![I32]),
            Helper::Show | Helper::ToAny | Helper::Raw => (vec![value], vec![I32]),
            Helper::FromAny => (vec![I32, I32], vec![value]),
            Helper::Measure | Helper::Size => (vec![value, I32], vec![I32]),
            Helper::Guard => (vec![value, I32, I32], vec![]),
            Helper::Substring => (vec![I32, I64, I64], vec![I32]),
            Helper::ToInt => (vec![I32], vec![I64]),
            Helper::ToNum => (vec![I32], vec![F64]),
            Helper::AnyAt => (vec![I32, I64, I32, I32], vec![I32]),
            Helper::AnyMustBe => (vec![I32, I32, I32, I32], vec![]),
            Helper::AnyLen => (vec![I32, I32, I32], vec![I64]),
            Helper::KeyIndex => (vec![I32], vec![I64]),
            Helper::HeapPush => (vec![I32, I64, I32, I32], vec![]),
        };
        let id = self.declare(&params, &results);
        self.helpers.push(TypedHelper { helper, ty: ty.clone(), id });
        self.helper_ids.entry(ty.clone()).or_default().insert(helper, id);
        id
    }

    /// Writes the routines that were asked for, and those that they ask for.
    pub fn write_helpers(&mut self) {
        while let Some(TypedHelper { helper, ty, id }) = self.helpers.get(self.written_helpers).cloned() {
            self.written_helpers += 1;
            let mut it = self.reopen(id);
            match helper {
                Helper::Own => self.own(&mut it, &ty),
                Helper::Sub => self.sub(&mut it, &ty),
                Helper::Append => self.append(&mut it, &ty),
                Helper::Share => self.share(&mut it, &ty),
                Helper::Eq => self.eq(&mut it, &ty, false),
                Helper::EqWithin => self.eq(&mut it, &ty, true),
                Helper::Cmp => self.cmp(&mut it, &ty),
                Helper::Offered => self.offered(&mut it, &ty, false),
                Helper::OfferedIn => self.offered(&mut it, &ty, true),
                Helper::OfferedAny => self.offered_any(&mut it, false),
                Helper::OfferedAnyIn => self.offered_any(&mut it, true),
                Helper::CmpJs => self.cmp_js(&mut it),
                Helper::Search => self.search(&mut it, &ty),
                Helper::Sort => self.sort(&mut it, &ty),
                Helper::BitSet => self.bit_set(&mut it, &ty),
                Helper::Distinct => self.distinct(&mut it, &ty),
                Helper::Dedup => self.dedup(&mut it, &ty),
                Helper::Shuffle => self.shuffle(&mut it, &ty),
                Helper::Show => self.show(&mut it, &ty),
                Helper::ToAny => self.any_of(&mut it, &ty, Helper::ToAny),
                Helper::Raw => self.any_of(&mut it, &ty, Helper::Raw),
                Helper::FromAny => self.read_any(&mut it, &ty),
                Helper::Stranger => self.find_stranger(&mut it),
                Helper::Measure => self.measure(&mut it, &ty),
                Helper::Size => self.size(&mut it, &ty),
                Helper::Guard => self.guard(&mut it, &ty),
                Helper::Move => self.move_value(&mut it, &ty),
                Helper::MoveTo => self.move_to(&mut it),
                Helper::Find => self.find(&mut it),
                Helper::Bytes => self.bytes(&mut it),
                Helper::CountByte => count_byte(&mut it),
                Helper::FirstByte => first_byte(&mut it),
                Helper::Substring => self.substring(&mut it),
                Helper::Blank => self.blank(&mut it),
                Helper::Trim => self.trim(&mut it),
                Helper::Split => self.split(&mut it),
                Helper::Replace => self.replace(&mut it),
                Helper::ToInt => self.parse_int(&mut it),
                Helper::ToNum => self.parse_num(&mut it),
                Helper::Case => self.case(&mut it),
                Helper::JsString => self.js_string(&mut it),
                Helper::CmpAny => self.cmp_any(&mut it),
                Helper::AnyAt => self.any_at(&mut it),
                Helper::AnyCopy => self.any_copy(&mut it),
                Helper::AnyFind => self.any_find(&mut it),
                Helper::AnyNeed => self.any_need(&mut it),
                Helper::AnyMustBe => self.any_must_be(&mut it),
                Helper::AnyAdd => any_add(&mut it),
                Helper::AnyWith => self.any_with(&mut it),
                Helper::KeyIndex => self.key_index(&mut it),
                Helper::AnyLen => self.any_len(&mut it),
                Helper::Group => self.group(&mut it),
                Helper::Towards(board) => self.towards(&mut it, board),
                Helper::Spread(board) => self.spread(&mut it, board),
                Helper::Distance(board) => self.distance(&mut it, board),
                Helper::Path(board) => self.path(&mut it, board),
                Helper::Flood(board) => self.flood(&mut it, board),
                Helper::Parts(board) => self.parts(&mut it, board),
                Helper::Costs(board) => self.costs(&mut it, board),
                Helper::HeapPush => self.heap_push(&mut it),
                Helper::HeapPop => self.heap_pop(&mut it),
            }
            self.define(it);
        }
    }
}
