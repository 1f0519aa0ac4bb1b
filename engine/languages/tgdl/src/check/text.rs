//! Values in a text.

use super::types::{T, Val};
use super::{Checker, ast};
use ast::{Name, Piece};
use ir::{Binary, Builtin, Cast, Expr, ExprKind, Ty};

/// Maximum digits in a format.
const DIGITS: u32 = 10;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// `$"{points:2} points"`
    pub fn interpolated(&mut self, pieces: &'a [Piece<'s>]) -> Val {
        let mut all = self.b().text("");
        for it in pieces {
            let next = match it {
                Piece::Text(text) => self.b().text(text),
                Piece::Value(e, format) => {
                    let value = self.expr(e);
                    match format {
                        Some(format) => self.formatted(value, *format),
                        None => self.text_of(value),
                    }
                }
            };
            let empty = matches!(&all.kind, ExprKind::Const(ir::Const::Str(text)) if text.is_empty());
            all = if empty { next } else { self.b().binary(Binary::Concat, all, next) };
        }
        self.val(all, T::Str)
    }

    /// A value as a text: cells by their coordinates, other instances by their kinds.
    pub fn text_of(&mut self, it: Val) -> Expr {
        match it.t.clone() {
            T::Str if !it.none => it.e,
            T::Ref(_) if it.none => {
                let ty = it.e.ty.clone();
                let (value, set) = self.temp("value", it.e);
                let there = self.b().get(value);
                let inner = Expr { ty: ty.inner().clone(), kind: ExprKind::Unwrap(Box::new(there)), span: self.b().at };
                let text = self.text_of(Val { e: inner, t: it.t, none: false });
                let b = self.b();
                let none = b.equal(b.get(value), b.none(ty));
                b.block(vec![set], b.either(none, b.text("none"), text))
            }
            T::Ref(class) if self.is_cell(&it.t) => {
                let (cell, set) = self.temp("cell", it.e);
                let number = |this: &mut Self, name: &str| {
                    let value = this.attribute(class, this.b().get(cell), name);
                    value.map_or_else(|| this.b().text(""), |it| this.b().cast(Cast::ToStr, it.e, Ty::Str))
                };
                let (row, column) = (number(self, "row"), number(self, "column"));
                let b = self.b();
                let parts = [b.text("("), row, b.text(", "), column, b.text(")")];
                let joined = parts.into_iter().reduce(|all, it| b.binary(Binary::Concat, all, it));
                b.block(vec![set], joined.unwrap_or_else(|| b.text("")))
            }
            T::Ref(class) => self.b().text(self.classes.get(class).name),
            _ => self.b().cast(Cast::ToStr, it.e, Ty::Str),
        }
    }

    /// A number with this many places, or with leading zeros: `2`, `02`.
    fn formatted(&mut self, it: Val, format: Name<'s>) -> Expr {
        let zeros = format.text.len() > 1 && format.text.starts_with('0');
        let digits = format.text.parse().ok().filter(|it| (1..=DIGITS).contains(it));
        let (Some(digits), T::Dec | T::Player) = (digits, &it.t) else {
            if it.t != T::Bad {
                self.problems.no_format(format.span, format.text, DIGITS);
            }
            return self.b().text("");
        };
        let number = self.strict(it);
        let (number, set) = self.temp("number", number);
        let fraction = self.b().get(number).ty == Ty::Num;
        let whole = |this: &Self, e: Expr| if fraction { this.b().cast(Cast::Floor, e, Ty::Int) } else { e };
        let text = if zeros {
            let number = whole(self, self.b().get(number));
            let size = self.b().builtin(Builtin::Abs, vec![number.clone()], Ty::Int);
            self.signed(number, |this| this.padded(size, digits))
        } else {
            let unit = 10_i64.pow(digits);
            let scaled = if fraction {
                let scaled = self.b().binary(Binary::NumMul, self.b().get(number), self.b().num(unit as f64));
                self.b().builtin(Builtin::Round, vec![scaled], Ty::Int)
            } else {
                self.b().binary(Binary::IntMul, self.b().get(number), self.b().int(unit))
            };
            let (scaled, set_scaled) = self.temp("scaled", scaled);
            let size = self.b().builtin(Builtin::Abs, vec![self.b().get(scaled)], Ty::Int);
            let part = |this: &Self, op| this.b().binary(op, size.clone(), this.b().int(unit));
            let text = self.signed(self.b().get(scaled), |this| {
                let whole = this.b().cast(Cast::ToStr, part(this, Binary::IntDiv), Ty::Str);
                let places = this.padded(part(this, Binary::IntRem), digits);
                let b = this.b();
                b.binary(Binary::Concat, b.binary(Binary::Concat, whole, b.text(".")), places)
            });
            self.b().block(vec![set_scaled], text)
        };
        self.b().block(vec![set], text)
    }

    /// Puts `-` in front of the text of an absolute value if the number is below 0.
    fn signed(&mut self, number: Expr, make: impl FnOnce(&mut Self) -> Expr) -> Expr {
        let text = make(self);
        let b = self.b();
        let sign = b.either(b.less(number, b.int(0)), b.text("-"), b.text(""));
        b.binary(Binary::Concat, sign, text)
    }

    /// A number from 0 with leading zeros to this many digits.
    fn padded(&mut self, number: Expr, digits: u32) -> Expr {
        let (number, set) = self.temp("size", number);
        let b = self.b();
        let mut text = b.cast(Cast::ToStr, b.get(number), Ty::Str);
        for digit in 1..digits {
            let short = b.less(b.get(number), b.int(10_i64.pow(digit)));
            text = b.binary(Binary::Concat, b.either(short, b.text("0"), b.text("")), text);
        }
        b.block(vec![set], text)
    }
}
