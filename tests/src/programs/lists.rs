//! Expressions for lists, texts and `Any`.

use super::expr::has_key;
use super::maker::{Maker, e, int, s, text};
use super::types::printable;
use ir::{Binary, Builtin, Cast, Const, ExprKind, PlaceOp, StmtKind, Ty};

impl Maker {
    pub fn list(&mut self, of: &Ty, depth: usize) -> Option<ExprKind> {
        let list = &of.clone().list();
        let boxed = Box::new(of.clone());
        Some(match self.draw.below(26) {
            0..=2 => ExprKind::Make((0..self.draw.below(4)).map(|_| self.expr(of, depth)).collect()),
            3 => {
                let count = if self.risky() { self.boxed(&Ty::Int, depth) } else { Box::new(int(2)) };
                ExprKind::Fill(self.boxed(of, depth), count)
            }
            4 => {
                let index = self.index();
                ExprKind::Cast(Cast::Elements, self.boxed(&Ty::Array(boxed, index), depth))
            }
            5 if has_key(of) => ExprKind::Cast(Cast::Elements, self.boxed(&Ty::Set(boxed), depth)),
            6..=11 | 14..=17 => return self.builtin(list, depth),
            12..=13 => {
                let key = self.plain_type();
                if !key.has_order() && key != Ty::Any {
                    return None;
                }
                let (items, keys) = self.keyed(of, &key, depth);
                ExprKind::Builtin(Builtin::SortBy, vec![items, keys])
            }
            18 => return self.taken(list, depth),
            19 => return self.comprehension(of, depth),
            _ => match of {
                Ty::Role => ExprKind::Cast(Cast::ActiveToRoles, Box::new(e(ExprKind::Active, &Ty::Any))),
                Ty::Any => {
                    let from = self.usual().list();
                    let any = ExprKind::Cast(Cast::ToAny, self.boxed(&from, depth));
                    ExprKind::Cast(Cast::FromAny, Box::new(e(any, &Ty::Any)))
                }
                _ => return self.builtin(list, depth),
            },
        })
    }

    pub fn text_value(&mut self, depth: usize) -> Option<ExprKind> {
        let text = &Ty::Str;
        Some(match self.draw.below(14) {
            0..=1 => ExprKind::Binary(Binary::Concat, self.boxed(text, depth), self.boxed(text, depth)),
            2..=4 => {
                let mut from = self.usual();
                while !printable(&from) {
                    from = self.plain_type();
                }
                ExprKind::Cast(Cast::ToStr, self.boxed(&from, depth))
            }
            5 => return self.spelled(depth),
            _ => return self.builtin(text, depth),
        })
    }

    /// A text joined from some known ones.
    fn spelled(&mut self, depth: usize) -> Option<ExprKind> {
        const TEXTS: [&str; 6] = ["", "a", "é", "♛♛", "12345678", "nine byte"];
        let list = Ty::Str.list();
        let (var, out) = (self.local(&Ty::Int), self.local(&list));
        let before = (self.scope.readable.len(), self.scope.times);
        if !self.affords(10) {
            return None;
        }
        self.scope.times = before.1.max(1) * 4;
        self.scope.readable.push(var);
        let [value, between] = [self.draw.below(6), self.draw.below(6)].map(|n| text(TEXTS[n]));
        let other = Box::new(text(TEXTS[self.draw.below(6)]));
        let value = e(ExprKind::If(self.boxed(&Ty::Bool, depth), Box::new(value), other), &Ty::Str);
        let mut body = vec![s(StmtKind::PlaceOp(PlaceOp::Push, super::places::local(out, &list), vec![value]))];
        if self.one_in(3) {
            body = vec![s(StmtKind::If(self.expr(&Ty::Bool, depth), body, Vec::new()))];
        }
        self.scope.readable.truncate(before.0);
        self.scope.times = before.1;
        let empty = e(ExprKind::Const(Const::List(Vec::new())), &list);
        let rounds = s(StmtKind::ForRange(var, int(0), int(self.draw.below(5) as i64 - 1), body));
        let list = e(
            ExprKind::Block(vec![s(StmtKind::Set(out, empty)), rounds], Box::new(e(ExprKind::Local(out), &list))),
            &list,
        );
        Some(ExprKind::Builtin(Builtin::Join, vec![list, between]))
    }

    pub fn any(&mut self, depth: usize) -> Option<ExprKind> {
        let any = &Ty::Any;
        Some(match self.draw.below(14) {
            0..=4 => {
                let mut from = self.usual();
                if from == Ty::Any {
                    from = Ty::Int;
                }
                ExprKind::Cast(Cast::ToAny, self.boxed(&from, depth))
            }
            5..=6 => {
                let mut entries: Vec<(String, ir::Expr)> = Vec::new();
                for _ in 0..self.draw.below(4) {
                    let key = self.any_key();
                    if entries.iter().all(|it| it.0 != key) {
                        entries.push((key, self.expr(any, depth)));
                    }
                }
                ExprKind::MakeObject(entries)
            }
            7 => ExprKind::Make((0..self.draw.below(4)).map(|_| self.expr(any, depth)).collect()),
            8 => {
                let of = if self.risky() {
                    self.boxed(any, depth)
                } else {
                    let key = self.any_key();
                    let entries = vec![(key, self.expr(any, depth))];
                    Box::new(e(ExprKind::MakeObject(entries), any))
                };
                match self.draw.below(2) {
                    0 => ExprKind::AnyField(of, self.any_key()),
                    _ => ExprKind::Index(of, Box::new(self.any_name())),
                }
            }
            9 => {
                let key = self.plain_type();
                let of = self.usual();
                let (items, keys) = self.keyed(&of, &key, depth);
                let [items, keys] = [items, keys].map(|it| {
                    let list = e(ExprKind::Cast(Cast::ToAny, Box::new(it)), &Ty::Any);
                    e(ExprKind::Cast(Cast::FromAny, Box::new(list)), &Ty::Any.list())
                });
                ExprKind::Builtin(Builtin::ObjectGroupBy, vec![items, keys])
            }
            10 => ExprKind::Active,
            11 => ExprKind::Last,
            12 => ExprKind::WholeFrame,
            _ => ExprKind::WholeState,
        })
    }
}
