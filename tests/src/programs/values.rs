//! Expressions of specific types: numbers, conditions, optionals, collections.

use super::expr::has_key;
use super::maker::{Maker, e, int, s};
use super::places;
use ir::{Binary, Builtin, Cast, Const, Effects, Expr, ExprKind, GlobalId, Place, Step, StmtKind, Ty, Unary};

impl Maker {
    /// An expression of this type alone.
    pub fn special(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        if self.one_in(3)
            && let Some(made) = self.board(ty, depth)
        {
            return Some(made);
        }
        match ty {
            Ty::Int => self.whole(depth),
            Ty::Range(low, high) => Some(self.ranged(*low, *high, depth)),
            Ty::Role | Ty::Enum(_) => self.member(ty, depth),
            Ty::Num => self.number(depth),
            Ty::Bool => self.condition(depth),
            Ty::Str => self.text_value(depth),
            Ty::Opt(of) => self.optional(of, depth),
            Ty::List(of) => self.list(of, depth),
            Ty::Array(of, index) => {
                let count = self.program.count(*index);
                if self.one_in(3) {
                    return Some(ExprKind::Fill(self.boxed(of, depth), Box::new(int(count as i64))));
                }
                if self.one_in(4) {
                    let list = of.clone().list();
                    let many = (0..count).map(|_| self.expr(of, depth)).collect();
                    let list = if self.risky() { self.expr(&list, depth) } else { e(ExprKind::Make(many), &list) };
                    return Some(ExprKind::Cast(Cast::ToArray, Box::new(list)));
                }
                Some(ExprKind::Make((0..count).map(|_| self.expr(of, depth)).collect()))
            }
            Ty::Set(of) => Some(match self.draw.below(2) {
                0 => ExprKind::Make((0..self.draw.below(4)).map(|_| self.expr(of, depth)).collect()),
                _ => ExprKind::Cast(Cast::Elements, self.boxed(&of.clone().list(), depth)),
            }),
            Ty::Map(key, of) => Some(self.map(key, of, depth)),
            Ty::Record(id) => {
                let fields = self.program.records[id.index()].fields.clone();
                Some(ExprKind::Make(fields.iter().map(|it| self.expr(&it.ty, depth)).collect()))
            }
            Ty::Any => self.any(depth),
            Ty::Unit | Ty::Packed(_) => None,
        }
    }

    pub fn built(&mut self, op: Builtin, types: &[&Ty], depth: usize) -> ExprKind {
        ExprKind::Builtin(op, types.iter().map(|it| self.expr(it, depth)).collect())
    }

    fn whole(&mut self, depth: usize) -> Option<ExprKind> {
        let (i, num) = (&Ty::Int, &Ty::Num);
        Some(match self.draw.below(24) {
            0..=1 => ExprKind::Binary(Binary::IntAdd, self.boxed(i, depth), self.boxed(i, depth)),
            2 => ExprKind::Binary(Binary::IntSub, self.boxed(i, depth), self.boxed(i, depth)),
            3 => {
                let by = if self.risky() { self.boxed(i, depth) } else { Box::new(int(3)) };
                ExprKind::Binary(Binary::IntMul, self.boxed(i, depth), by)
            }
            4 => ExprKind::Binary(Binary::IntDiv, self.boxed(i, depth), Box::new(self.divisor(depth))),
            5 => ExprKind::Binary(Binary::IntRem, self.boxed(i, depth), Box::new(self.divisor(depth))),
            6 => ExprKind::Unary(Unary::IntNeg, self.boxed(i, depth)),
            7 => {
                let x = if self.risky() { self.boxed(num, depth) } else { Box::new(self.tame(depth)) };
                ExprKind::Cast(Cast::Floor, x)
            }
            8 => {
                let from = match self.draw.below(3) {
                    0 => self.range(),
                    1 => Ty::Role,
                    _ => Ty::Enum(ir::EnumId(0)),
                };
                ExprKind::Cast(Cast::Check, self.boxed(&from, depth))
            }
            9..=16 | 20..=21 => return self.builtin(i, depth),
            17 => self.built(Builtin::Min, &[i, i], depth),
            18 => self.built(Builtin::Max, &[i, i], depth),
            19 => ExprKind::Seat,
            22 => self.measured(depth)?,
            23 => return self.scanned(&Ty::Int, depth),
            _ => return None,
        })
    }

    /// Number of elements of a set that has no other use.
    fn measured(&mut self, depth: usize) -> Option<ExprKind> {
        let of = [Ty::Int, Ty::Role, self.range(), self.key_type()][self.draw.below(4)].clone();
        let (list, set) = (of.clone().list(), Ty::Set(Box::new(of.clone())));
        let items = self.comprehension(&of, depth)?;
        let held = self.local(&set);
        let made = e(ExprKind::Cast(Cast::Elements, Box::new(e(items, &list))), &set);
        let len = || Box::new(e(ExprKind::Builtin(Builtin::Len, vec![e(ExprKind::Local(held), &set)]), &Ty::Int));
        let twice = e(ExprKind::Binary(Binary::IntAdd, len(), len()), &Ty::Int);
        Some(ExprKind::Block(vec![s(StmtKind::Set(held, made))], Box::new(twice)))
    }

    /// Number of elements equal to a value, as an integer, or whether there is one: usually of few bytes.
    fn scanned(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        let of = match self.draw.below(6) {
            0 => Ty::Bool,
            1 => self.key_type(),
            2 => self.range(),
            3 => Ty::Role,
            _ => [Ty::Role, Ty::Enum(ir::EnumId(0)), Ty::Bool][self.draw.below(3)].clone().opt(),
        };
        let list = &of.clone().list();
        let items = match self.draw.below(4) {
            0 => {
                let all = Ty::Array(Box::new(of.clone()), self.index());
                self.expr(&all, depth)
            }
            1 => {
                let count = int(self.draw.below(40) as i64);
                let filled = e(ExprKind::Fill(self.boxed(&of, depth), Box::new(count)), list);
                e(ExprKind::Builtin(Builtin::Concat, vec![self.expr(list, depth), filled]), list)
            }
            2 => e(self.built(Builtin::Concat, &[list, list], depth), list),
            _ => self.expr(list, depth),
        };
        if !self.affords(12) {
            return None;
        }
        let (var, to, value) = (self.local(&of), self.local(ty), self.expr(&of, depth.min(1)));
        let (it, held) = (e(ExprKind::Local(var), &of), || Box::new(e(ExprKind::Local(to), ty)));
        let op = [Binary::Eq, Binary::Ne][self.draw.below(2)];
        let mut is_it = match of {
            Ty::Bool => it,
            _ => e(ExprKind::Binary(op, Box::new(it), Box::new(value)), &Ty::Bool),
        };
        if self.one_in(3) {
            is_it = e(ExprKind::Unary(Unary::Not, Box::new(is_it)), &Ty::Bool);
        }
        let at_first = self.one_in(2);
        let (first, done) = match ty {
            Ty::Int => {
                let more = e(ExprKind::Binary(Binary::IntAdd, held(), Box::new(int(1))), ty);
                (int(0), vec![s(StmtKind::Set(to, more))])
            }
            _ => {
                let truth = |it: bool| e(ExprKind::Const(Const::Bool(it)), ty);
                (truth(!at_first), vec![s(StmtKind::Set(to, truth(at_first))), s(StmtKind::Break)])
            }
        };
        let each = s(StmtKind::ForEach(var, items, vec![s(StmtKind::If(is_it, done, Vec::new()))]));
        Some(ExprKind::Block(vec![s(StmtKind::Set(to, first)), each], held()))
    }

    fn divisor(&mut self, depth: usize) -> Expr {
        if self.risky() { self.expr(&Ty::Int, depth) } else { int([1, 2, 3, -2, 7, -1][self.draw.below(6)]) }
    }

    /// A double that is no larger than whole numbers are.
    pub fn tame(&mut self, depth: usize) -> Expr {
        let by = e(ExprKind::Const(Const::Num(2.5f64.to_bits())), &Ty::Num);
        let of = self.boxed(&Ty::Int, depth);
        let of = e(ExprKind::Builtin(Builtin::Clamp, vec![*of, int(-1_000_000_007), int(1_000_000_007)]), &Ty::Int);
        let of = e(ExprKind::Cast(Cast::IntToNum, Box::new(of)), &Ty::Num);
        e(ExprKind::Binary(Binary::NumDiv, Box::new(of), Box::new(by)), &Ty::Num)
    }

    fn ranged(&mut self, low: i64, high: i64, depth: usize) -> ExprKind {
        let n = if self.risky() {
            let from = if self.one_in(2) { Ty::Int } else { self.range() };
            self.expr(&from, depth)
        } else {
            let n = self.expr(&Ty::Int, depth);
            e(ExprKind::Builtin(Builtin::Clamp, vec![n, int(low), int(high)]), &Ty::Int)
        };
        ExprKind::Cast(Cast::Check, Box::new(n))
    }

    fn member(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        let count = match ty {
            Ty::Enum(id) => self.program.enums[id.index()].members.len(),
            _ => self.program.roles.len(),
        };
        Some(match self.draw.below(6) {
            0..=1 => {
                let n = self.below(count as i64, depth);
                ExprKind::Cast(Cast::Check, Box::new(n))
            }
            2..=3 => {
                let op = if self.one_in(2) { Builtin::Next } else { Builtin::Previous };
                let all = Const::List((0..count as i64).map(Const::Int).collect());
                let list = ty.clone().list();
                let among = match self.draw.below(3) {
                    0 if self.risky() => self.expr(&list, depth),
                    1 => self.some(ty, depth),
                    _ => e(ExprKind::Const(all), &list),
                };
                ExprKind::Builtin(op, vec![self.expr(ty, depth), among])
            }
            4 if *ty == Ty::Role && (self.program.roles.len() == 2 || self.risky()) => {
                self.built(Builtin::Other, &[ty], depth)
            }
            5 if *ty == Ty::Role && self.dares(4) => {
                ExprKind::Cast(Cast::ActiveToRole, Box::new(e(ExprKind::Active, &Ty::Any)))
            }
            _ => return None,
        })
    }

    fn number(&mut self, depth: usize) -> Option<ExprKind> {
        use Binary::{NumAdd, NumDiv, NumMul, NumRem, NumSub};
        let num = &Ty::Num;
        Some(match self.draw.below(12) {
            0 => ExprKind::Cast(Cast::IntToNum, self.boxed(&Ty::Int, depth)),
            1 => ExprKind::Cast(Cast::IntToNum, {
                let from = self.range();
                self.boxed(&from, depth)
            }),
            2 => ExprKind::Unary(Unary::NumNeg, self.boxed(num, depth)),
            3 | 6 | 7 => return self.builtin(num, depth),
            4 => self.built(Builtin::Min, &[num, num], depth),
            5 => self.built(Builtin::Max, &[num, num], depth),
            _ => {
                let op = [NumAdd, NumSub, NumMul, NumDiv, NumRem][self.draw.below(5)];
                ExprKind::Binary(op, self.boxed(num, depth), self.boxed(num, depth))
            }
        })
    }

    fn condition(&mut self, depth: usize) -> Option<ExprKind> {
        use Binary::{Eq, In, IntLe, IntLt, Ne, NumLe, NumLt, StrLe, StrLt};
        let compared = |it: &mut Self, ops: [Binary; 2], ty: &Ty| {
            let op = ops[it.draw.below(2)];
            ExprKind::Binary(op, it.boxed(ty, depth), it.boxed(ty, depth))
        };
        if self.may(Effects::VIEW) && !self.program.view_fields.is_empty() && self.one_in(3) {
            return Some(ExprKind::Shown(ir::ViewId(self.draw.below(self.program.view_fields.len()) as u16)));
        }
        Some(match self.draw.below(18) {
            14 | 15 => return self.looked_up(),
            17 => return self.scanned(&Ty::Bool, depth),
            0 => ExprKind::Unary(Unary::Not, self.boxed(&Ty::Bool, depth)),
            1 => ExprKind::And(self.boxed(&Ty::Bool, depth), self.boxed(&Ty::Bool, depth)),
            2 => ExprKind::Or(self.boxed(&Ty::Bool, depth), self.boxed(&Ty::Bool, depth)),
            3..=4 => compared(self, [IntLt, IntLe], &Ty::Int),
            5 => compared(self, [NumLt, NumLe], &Ty::Num),
            6 => compared(self, [StrLt, StrLe], &Ty::Str),
            7..=8 => {
                let ty = self.usual();
                compared(self, [Eq, Ne], &ty)
            }
            9 => {
                let ty = self.usual().opt();
                let none = Box::new(e(ExprKind::Const(Const::None), &ty));
                ExprKind::Binary([Eq, Ne][self.draw.below(2)], self.boxed(&ty, depth), none)
            }
            10..=11 => {
                let of = if self.one_in(2) { self.usual() } else { self.key_type() };
                let boxed = Box::new(of.clone());
                let all = match self.draw.below(4) {
                    0 => Ty::Array(boxed, self.index()),
                    1 if has_key(&of) => Ty::Set(boxed),
                    2 if has_key(&of) => Ty::Map(boxed, Box::new(self.usual())),
                    _ => Ty::List(boxed),
                };
                ExprKind::Binary(In, self.boxed(&of, depth), self.boxed(&all, depth))
            }
            12..=13 | 16 => return self.builtin(&Ty::Bool, depth),
            _ => return None,
        })
    }

    /// `true` if an index is valid in a fixed list in `G`, and the element there is as wanted.
    pub fn looked_up(&mut self) -> Option<ExprKind> {
        let lists = self.program.globals.iter().zip(0u16..).filter(|it| !it.0.late);
        let lists: Vec<(GlobalId, Ty, i64)> = lists
            .filter_map(|(it, i)| match &it.ty {
                Ty::Array(of, index) => Some((GlobalId(i), (**of).clone(), self.program.count(*index) as i64)),
                _ => None,
            })
            .collect();
        let (list, of, count) = lists.get(self.draw.below(lists.len().max(1)))?.clone();
        let mut locals = self.scope.readable.iter().rev();
        let at = match locals.find(|it| self.scope.locals[it.0 as usize].ty == Ty::Int).copied() {
            Some(id) if !self.one_in(4) => e(ExprKind::Local(id), &Ty::Int),
            _ => self.expr(&Ty::Int, 1),
        };
        let not_below = e(ExprKind::Binary(Binary::IntLe, Box::new(int(0)), Box::new(at.clone())), &Ty::Bool);
        let below = e(ExprKind::Binary(Binary::IntLt, Box::new(at.clone()), Box::new(int(count))), &Ty::Bool);
        let inside = e(ExprKind::And(Box::new(not_below), Box::new(below)), &Ty::Bool);
        let place = Place { path: vec![Step::Index(at)], ..places::global(list, &of) };
        let item = e(ExprKind::Load(Box::new(place)), &of);
        let op = [Binary::Eq, Binary::Ne][self.draw.below(2)];
        let found = e(ExprKind::Binary(op, Box::new(item), self.boxed(&of, 0)), &Ty::Bool);
        Some(ExprKind::And(Box::new(inside), Box::new(found)))
    }

    fn optional(&mut self, of: &Ty, depth: usize) -> Option<ExprKind> {
        let (opt, list) = (of.clone().opt(), of.clone().list());
        let none = e(ExprKind::Const(Const::None), &opt);
        if self.scope.frame.is_none() && self.one_in(3) {
            return self.of_top(of);
        }
        Some(match self.draw.below(9) {
            0..=1 => ExprKind::Cast(Cast::Some, self.boxed(of, depth)),
            2..=3 => return self.builtin(&opt, depth),
            4 => ExprKind::Builtin(Builtin::Get, vec![self.expr(&list, depth), self.expr(&Ty::Int, depth), none]),
            5 => {
                let key = self.key_type();
                let map = Ty::Map(Box::new(key.clone()), Box::new(of.clone()));
                ExprKind::Builtin(Builtin::MapGet, vec![self.expr(&map, depth), self.expr(&key, depth), none])
            }
            6..=8 => match of {
                Ty::Int | Ty::Num if self.one_in(2) => return self.builtin(&opt, depth),
                Ty::Role => ExprKind::Cast(Cast::SeatToRole, Box::new(e(ExprKind::Seat, &Ty::Int))),
                Ty::Int | Ty::Range(..) if self.risky() || *of == Ty::Int => {
                    let from = self.range().opt();
                    ExprKind::Cast(Cast::Check, self.boxed(&from, depth))
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// A field of the frame on top, if a frame has one of this type.
    fn of_top(&mut self, of: &Ty) -> Option<ExprKind> {
        let frames = self.program.frames.iter().zip(0..);
        let fields = frames.flat_map(|(frame, id)| frame.fields.iter().zip(0..).map(move |(it, at)| (it, id, at)));
        let fits = fields.filter(|(it, ..)| it.ty == *of);
        let all: Vec<ExprKind> = fits.map(|(_, id, at)| ExprKind::Top(ir::FrameId(id), ir::FieldId(at))).collect();
        let nth = self.draw.below(all.len().max(1));
        all.into_iter().nth(nth)
    }

    fn map(&mut self, key: &Ty, of: &Ty, depth: usize) -> ExprKind {
        match of {
            Ty::List(of) if self.one_in(2) => {
                let (items, keys) = self.keyed(of, key, depth);
                ExprKind::Builtin(Builtin::MapGroupBy, vec![items, keys])
            }
            _ => {
                let count = self.draw.below(4);
                ExprKind::MakeMap((0..count).map(|_| (self.expr(key, depth), self.expr(of, depth))).collect())
            }
        }
    }

    /// A list and as many keys.
    pub fn keyed(&mut self, of: &Ty, key: &Ty, depth: usize) -> (Expr, Expr) {
        if self.risky() {
            return (self.expr(&of.clone().list(), depth), self.expr(&key.clone().list(), depth));
        }
        let count = self.draw.below(5);
        let items = (0..count).map(|_| self.expr(of, depth)).collect();
        let keys = (0..count).map(|_| self.expr(key, depth)).collect();
        (e(ExprKind::Make(items), &of.clone().list()), e(ExprKind::Make(keys), &key.clone().list()))
    }
}
