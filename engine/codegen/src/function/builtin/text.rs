//! The builtins of texts.

use crate::function::FunctionCompiler;
use crate::layout::memory::LEN;
use crate::layout::{self};
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, I64, Local, Mem};
use diag::Code;
use ir::{Builtin, Expr, Ty};

impl<'p> FunctionCompiler<'_, 'p> {
    pub(super) fn text(&mut self, op: Builtin, first: &'p Expr, args: &'p [Expr]) {
        let given = self.paid(op, args);
        if op == Builtin::Json {
            let id = self.module.state.json;
            self.code.get(given[0].0);
            self.convert(&first.ty, &Ty::Any);
            self.code.call(id);
            return self.text_fits();
        }
        for (at, ty) in given {
            self.code.get(at);
            if op == Builtin::Join && *ty == first.ty {
                self.convert(ty, &Ty::Str.list());
            }
        }
        match op {
            Builtin::Upper | Builtin::Lower => {
                let id = self.module.helper(Helper::Case);
                self.code.i32(u32::from(op == Builtin::Upper)).call(id);
                self.text_fits();
            }
            Builtin::Trim => {
                let id = self.module.helper(Helper::Trim);
                self.code.call(id);
            }
            Builtin::Split => {
                let (id, site) = (self.module.helper(Helper::Split), self.site(Code::ListLength));
                let (parts, len) = (self.code.local(I32), self.code.local(I32));
                self.code.i32(site).call(id).tee(parts).load(Mem::Ptr, LEN).set(len);
                self.spend_all(len);
                self.code.get(parts);
            }
            Builtin::Replace => {
                let (id, site) = (self.module.helper(Helper::Replace), self.site(Code::StringLength));
                self.code.i32(site).call(id);
                self.text_fits();
            }
            Builtin::Join => {
                let id = self.module.rt.join;
                self.code.call(id);
                self.text_fits();
            }
            Builtin::StartsWith | Builtin::EndsWith => {
                let (text, part, at) = (self.code.local(I32), self.code.local(I32), self.code.local(I32));
                let (bytes, equal) = (self.module.helper(Helper::Bytes), self.module.rt.str_eq);
                self.code.set(part).tee(text).load(Mem::Ptr, 4).get(part).load(Mem::Ptr, 4).sink().i32_sub();
                self.code.tee(at).i32(0).sink().i32_lt_s();
                self.code
                    .if_value(Some(I32), |it| {
                        it.i32(0);
                    })
                    .else_(|it| {
                        if op == Builtin::StartsWith {
                            it.i32(0).set(at);
                        }
                        it.get(text).get(at).get(at).get(part).load(Mem::Ptr, 4).sink().i32_add();
                        it.call(bytes).get(part).call(equal);
                    });
            }
            Builtin::Substring => {
                let id = self.module.helper(Helper::Substring);
                self.code.call(id);
            }
            Builtin::ToInt => {
                let id = self.module.helper(Helper::ToInt);
                self.code.call(id);
            }
            Builtin::ToNum => {
                let id = self.module.helper(Helper::ToNum);
                self.code.call(id);
            }
            other => self.module.broken(&format!("`{}` of texts", other.name())),
        }
    }

    /// The text on the stack was made: stops if it is longer than a text may be.
    pub fn text_fits(&mut self) {
        let (text, most) = (self.code.local(I32), self.module.limits.string as u32);
        self.code.tee(text).load(Mem::Ptr, 4).i32(most).sink().i32_gt_u();
        self.trap_if(Code::StringLength);
        self.text_steps(text);
        self.code.get(text);
    }

    /// Offset of a part in a text, in bytes; −1 if missing.
    pub(super) fn find_text(&mut self, op: Builtin, given: [&'p Expr; 2]) -> Local {
        let id = self.module.helper(Helper::Find);
        let [text, part] = given.map(|e| {
            let at = self.code.local(I32);
            self.value(e);
            self.code.set(at);
            at
        });
        self.pay_for(op, &[(text, &Ty::Str), (part, &Ty::Str)]);
        self.code.get(text).get(part).i32(0).call(id);
        text
    }

    pub(super) fn unit_index(&mut self, given: [&'p Expr; 2]) {
        let at = self.code.local(I32);
        let (bytes, units) = (self.module.helper(Helper::Bytes), self.module.rt.str_len);
        let kept = self.find_text(Builtin::IndexOf, given);
        self.code.tee(at).i32(0).sink().i32_lt_s();
        self.code
            .if_value(Some(I64), |it| {
                it.i64(layout::none(8));
            })
            .else_(|it| {
                it.get(kept).i32(0).get(at).call(bytes).call(units);
            });
    }
}
