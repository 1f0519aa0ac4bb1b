//! The builtins of texts.

use crate::asm::{I32, I64, Local, Mem};
use crate::func::Fx;
use crate::layout;
use crate::typed::{LEN, What};
use diag::Code;
use ir::{Builtin, Expr, Ty};

impl<'p> Fx<'_, 'p> {
    pub(super) fn text(&mut self, op: Builtin, first: &'p Expr, args: &'p [Expr]) {
        let given = self.paid(op, args);
        if op == Builtin::Json {
            let id = self.gen_.state.json;
            self.body.get(given[0].0);
            self.convert(&first.ty, &Ty::Any);
            self.body.call(id);
            return self.text_fits();
        }
        for (at, ty) in given {
            self.body.get(at);
            if op == Builtin::Join && *ty == first.ty {
                self.convert(ty, &Ty::Str.list());
            }
        }
        match op {
            Builtin::Upper | Builtin::Lower => {
                let id = self.gen_.helper(What::Case);
                self.body.i32(u32::from(op == Builtin::Upper)).call(id);
                self.text_fits();
            }
            Builtin::Trim => {
                let id = self.gen_.helper(What::Trim);
                self.body.call(id);
            }
            Builtin::Split => {
                let (id, site) = (self.gen_.helper(What::Split), self.site(Code::ListLength));
                let (parts, len) = (self.body.local(I32), self.body.local(I32));
                self.body.i32(site).call(id).tee(parts).load(Mem::Ptr, LEN).set(len);
                self.spend_all(len);
                self.body.get(parts);
            }
            Builtin::Replace => {
                let (id, site) = (self.gen_.helper(What::Replace), self.site(Code::StringLength));
                self.body.i32(site).call(id);
                self.text_fits();
            }
            Builtin::Join => {
                let id = self.gen_.rt.join;
                self.body.call(id);
                self.text_fits();
            }
            Builtin::StartsWith | Builtin::EndsWith => {
                let (text, part, at) = (self.body.local(I32), self.body.local(I32), self.body.local(I32));
                let (bytes, equal) = (self.gen_.helper(What::Bytes), self.gen_.rt.str_eq);
                self.body.set(part).tee(text).load(Mem::Ptr, 4).get(part).load(Mem::Ptr, 4).sink().i32_sub();
                self.body.tee(at).i32(0).sink().i32_lt_s();
                self.body.if_gives(Some(I32));
                self.body.i32(0);
                self.body.else_();
                if op == Builtin::StartsWith {
                    self.body.i32(0).set(at);
                }
                self.body.get(text).get(at).get(at).get(part).load(Mem::Ptr, 4).sink().i32_add();
                self.body.call(bytes).get(part).call(equal);
                self.body.end();
            }
            Builtin::Substring => {
                let id = self.gen_.helper(What::Substring);
                self.body.call(id);
            }
            Builtin::ToInt => {
                let id = self.gen_.helper(What::ToInt);
                self.body.call(id);
            }
            _ => {
                let id = self.gen_.helper(What::ToNum);
                self.body.call(id);
            }
        }
    }

    /// The text on the stack was made: stops if it is longer than a text may be.
    pub fn text_fits(&mut self) {
        let (text, most) = (self.body.local(I32), self.gen_.limits.string as u32);
        self.body.tee(text).load(Mem::Ptr, 4).i32(most).sink().i32_gt_u();
        self.trap_if(Code::StringLength);
        self.text_steps(text);
        self.body.get(text);
    }

    /// Where a part is in a text, in bytes; −1 if it is not there.
    pub(super) fn find_text(&mut self, op: Builtin, given: [&'p Expr; 2]) -> Local {
        let id = self.gen_.helper(What::Find);
        let [text, part] = given.map(|e| {
            let at = self.body.local(I32);
            self.value(e);
            self.body.set(at);
            at
        });
        self.pay_for(op, &[(text, &Ty::Str), (part, &Ty::Str)]);
        self.body.get(text).get(part).i32(0).call(id);
        text
    }

    pub(super) fn unit_index(&mut self, given: [&'p Expr; 2]) {
        let at = self.body.local(I32);
        let (bytes, units) = (self.gen_.helper(What::Bytes), self.gen_.rt.str_len);
        let kept = self.find_text(Builtin::IndexOf, given);
        self.body.tee(at).i32(0).sink().i32_lt_s();
        self.body.if_gives(Some(I64));
        self.body.i64(layout::none(8));
        self.body.else_();
        self.body.get(kept).i32(0).get(at).call(bytes).call(units);
        self.body.end();
    }
}
