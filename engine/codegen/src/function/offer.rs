//! The functions of a program: texts, offers and withheld actions of prompts, and who is asked.

use super::{FunctionCompiler, is_fresh};
use crate::layout::memory::{OFFER_ROW, SHARED};
use crate::layout::state::Said;
use crate::layout::{self, Rep, rep};
use crate::wasm::{Emit, I32, I64, Local, Mem};
use diag::Code;
use ir::{ActionId, Const, Expr, ExprKind, Ty};

impl<'p> FunctionCompiler<'_, 'p> {
    pub(super) fn prompt(&mut self, text: &'p Expr) {
        self.text_for_readers(
            (text, self.unread(text)),
            |this| {
                let at = this.module.state.prompt;
                this.code.i32(at);
                this.value(text);
                this.code.store(Mem::Ptr, 0);
            },
            |_| {},
        );
    }

    pub(super) fn offer(&mut self, action: ActionId, args: &'p [Expr]) {
        let row = self.module.row(action);
        let types = self.module.state.arguments[row].clone();
        if types.len() != args.len() {
            // No prompt comes here.
            self.code.sink().unreachable();
            return;
        }
        self.arguments(args, &types);
        let given: Vec<Local> = types.iter().map(|ty| self.temp(ty)).collect();
        for at in given.iter().rev() {
            self.code.set(*at);
        }
        self.block(|this, done| {
            this.module.append_entry(&mut this.code, row, &given, done);
            let offer = this.module.state.offers[row];
            let (long, button) = (this.site(Code::ListLength), this.site(Code::BadOffer));
            let spent = this.site(Code::OutOfFuel);
            for at in &given {
                this.code.get(*at);
            }
            this.code.i32(long).i32(button).i32(spent).call(offer);
        });
    }

    pub(super) fn button(&mut self, action: ActionId, enabled: Option<&'p Expr>) {
        let (button, row) = (self.module.state.button, self.module.row(action));
        self.code.i32(row as u32);
        match enabled {
            Some(e) => self.value(e),
            None => {
                self.code.i32(1);
            }
        }
        self.code.call(button);
    }

    /// Sets the reason why an action with arguments is withheld, or its label.
    pub(super) fn say(&mut self, which: Said, action: ActionId, args: &'p [Expr], text: &'p Expr) {
        let row = self.module.row(action);
        let types = self.module.state.arguments[row].clone();
        if types.len() != args.len() {
            self.code.sink().unreachable();
            return;
        }
        self.text_for_readers(
            (text, self.unread(text)),
            |this| {
                this.arguments(args, &types);
                this.value(text);
                let (put, long) = (this.module.state.said(which).put[row], this.site(Code::ListLength));
                this.code.i32(long).call(put);
            },
            |this| {
                this.arguments(args, &types);
                for _ in &types {
                    this.code.sink().drop();
                }
                this.spend_for_entry();
            },
        );
    }

    /// Shows an action that cannot be taken, and says why.
    pub(super) fn disable(&mut self, action: ActionId, why: &'p Expr) {
        let row = self.module.row(action) as u32;
        let (button, withheld) = (self.module.state.button, self.module.state.why.rows + OFFER_ROW * row);
        self.code.i32(row).i32(0).call(button);
        self.text_for_readers(
            (why, self.unread(why)),
            |this| {
                let reason = this.code.local(I32);
                this.value(why);
                this.code.set(reason);
                this.module.name_action(&mut this.code, withheld, this.module.state.why.named, row);
                this.code.i32(withheld).get(reason).store(Mem::Ptr, 0).i32(withheld).i32(1).store(Mem::Ptr, 4);
            },
            |_| {},
        );
    }

    /// Pushes the arguments of an action, to be stored: in-place values are copied, since they may change before the
    /// offer.
    fn arguments(&mut self, args: &'p [Expr], types: &[Ty]) {
        for (e, ty) in args.iter().zip(types) {
            self.owned_as(e, ty);
            self.kept(e, ty);
            self.guard(e, ty);
            if rep(ty) == Rep::Inline && !is_fresh(e) {
                self.keep_inline(ty);
            }
        }
    }

    pub(super) fn set_active(&mut self, e: &'p Expr) {
        // Looks through the conversion to `any`: one role, roles, or nobody.
        let inner = match &e.kind {
            ExprKind::Cast(ir::Cast::ToAny | ir::Cast::Some, inner) => inner,
            _ => e,
        };
        let at = self.module.state.active;
        match &inner.ty {
            ty if ty.inner().is_integral() => {
                let n = self.code.local(I64);
                self.value(inner);
                self.code.set(n);
                self.code.i32(at).i32(0).store(Mem::Ptr, 0);
                self.code.i32(at).get(n);
                if let Ty::Opt(of) = ty {
                    let none = layout::none(layout::width(self.module.program, of));
                    self.code.sink().drop();
                    self.code.i64(-1).get(n).get(n).i64(none).sink().i64_eq().select();
                }
                self.code.store(Mem::Int(8), 8);
            }
            Ty::List(of) | Ty::Set(of) if of.is_integral() => {
                let list = self.code.local(I32);
                self.value(inner);
                if matches!(e.kind, ExprKind::Cast(ir::Cast::ToAny, _)) {
                    let outer = std::mem::replace(&mut self.span, e.span);
                    self.parts_here(&inner.ty);
                    self.span = outer;
                }
                self.convert(&inner.ty, &Ty::Int.list());
                self.code.tee(list).i32(1).store(Mem::Ptr, SHARED);
                self.code.i32(at).get(list).store(Mem::Ptr, 0);
            }
            _ if matches!(inner.kind, ExprKind::Const(Const::None)) && inner.ty == Ty::Any => {
                self.code.i32(at).i32(0).store(Mem::Ptr, 0);
                self.code.i32(at).i64(-1).store(Mem::Int(8), 8);
            }
            _ => {
                let (id, site) = (self.module.state.set_active, self.site(Code::BadCast));
                self.as_any(e);
                self.code.i32(site).call(id);
            }
        }
    }
}
