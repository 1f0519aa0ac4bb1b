//! Primitives that compute a value.

use super::super::ast::{Expr as AstExpr, ExprKind as Ast};
use super::super::words::{Kinds, Prim};
use super::expr::{bounded, change, index, is_none, is_text, kept, len, less, nothing, to, to_any};
use super::{Body, Lower, NAMES};
use ir::{Binary, Builtin, Cast, Const, Expr, ExprKind, Place, PlaceOp, Root, Step, StmtKind, Ty};

impl<'s> Lower<'_, '_, 's> {
    pub fn prim(&mut self, b: &mut Body, prim: Prim, args: &[AstExpr<'s>]) -> Expr {
        match (prim, args) {
            (Prim::Not, [a]) => {
                let a = self.want(b, a, Kinds::Bool);
                b.not(a)
            }
            (Prim::And, [a, c]) => {
                let (a, c) = (self.want(b, a, Kinds::Bool), self.want(b, c, Kinds::Bool));
                b.and(a, c)
            }
            (Prim::Or, [a, c]) => {
                let (a, c) = (self.want(b, a, Kinds::Bool), self.want(b, c, Kinds::Bool));
                b.expr(ExprKind::Or(Box::new(a), Box::new(c)), Ty::Bool)
            }
            (Prim::Equal, [a, c]) => {
                let (a, c) = self.alike(b, a, c);
                b.equal(a, c)
            }
            (Prim::Less, [a, c]) | (Prim::Greater, [c, a]) => self.compared(b, (a, c), prim, false),
            (Prim::LessOrEqual, [a, c]) | (Prim::GreaterOrEqual, [c, a]) => self.compared(b, (a, c), prim, true),
            (Prim::IsNull, [a]) => {
                let a = self.any(b, a);
                is_none(b, a)
            }
            (Prim::True | Prim::False, _) => b.bool(prim == Prim::True),
            (Prim::Plus | Prim::Minus | Prim::Mult, [a, c]) => {
                let (a, c) = (self.want(b, a, Kinds::Num), self.want(b, c, Kinds::Num));
                let op = match prim {
                    Prim::Plus => Binary::NumAdd,
                    Prim::Minus => Binary::NumSub,
                    _ => Binary::NumMul,
                };
                let value = b.binary(op, a, c);
                bounded(b, value)
            }
            (Prim::Divide | Prim::Remainder, [a, c]) => self.divided(b, prim, a, c),
            (Prim::Abs, [a]) => {
                let a = self.want(b, a, Kinds::Num);
                b.builtin(Builtin::Abs, vec![a], Ty::Num)
            }
            (Prim::RoundDown, [a]) => {
                let a = self.want(b, a, Kinds::Num);
                b.cast(Cast::Floor, a, Ty::Int)
            }
            (Prim::Number, [a]) => self.number(b, a),
            (Prim::Text, [a]) => {
                let a = self.any(b, a);
                b.cast(Cast::ToStr, a, Ty::Str)
            }
            (Prim::Concat, [a, c]) => {
                let (a, c) = (self.want(b, a, Kinds::Str), self.want(b, c, Kinds::Str));
                b.binary(Binary::Concat, a, c)
            }
            (Prim::Debug, [a]) => {
                let a = self.any(b, a);
                let text = b.builtin(Builtin::Json, vec![a], Ty::Str);
                nothing(b, vec![b.stmt(StmtKind::Log(Some(text)))])
            }
            (Prim::Assign, _) if let Some(done) = self.grown(b, prim, args) => done,
            (Prim::Assign, [AstExpr { kind: Ast::Str(name), .. }, value]) => {
                let value = self.any(b, value);
                match self.vars.get(name) {
                    Some(local) => nothing(b, vec![b.set(*local, value)]),
                    None => nothing(b, vec![b.stmt(StmtKind::Expr(value))]),
                }
            }
            (Prim::Random, [n]) => {
                let n = self.want(b, n, Kinds::Int);
                b.builtin(Builtin::Random, vec![n], Ty::Int)
            }
            _ if is_collection(prim) => self.collection(b, prim, args),
            _ => self.on_game(b, prim, args),
        }
    }

    /// The operands of `GREATER` come the other way round, but are computed in their order.
    fn compared(&mut self, b: &mut Body, (a, c): (&AstExpr<'s>, &AstExpr<'s>), prim: Prim, or_equal: bool) -> Expr {
        if matches!(prim, Prim::Less | Prim::LessOrEqual) {
            let (a, c) = self.alike(b, a, c);
            return less(b, a, c, or_equal);
        }
        let (first, second) = self.alike(b, c, a);
        let mut stmts = Vec::new();
        let first = Expr { span: c.span, ..kept(b, first, &mut stmts) };
        let value = less(b, second, first, or_equal);
        b.block(stmts, value)
    }

    fn divided(&mut self, b: &mut Body, prim: Prim, a: &AstExpr<'s>, c: &AstExpr<'s>) -> Expr {
        let (a, c) = (self.want(b, a, Kinds::Num), self.want(b, c, Kinds::Num));
        let mut stmts = Vec::new();
        let a = kept(b, a, &mut stmts);
        let c = kept(b, c, &mut stmts);
        let whole = b.binary(Binary::IntDiv, b.cast(Cast::Floor, a.clone(), Ty::Int), b.int(0));
        let zero = b.equal(c.clone(), b.num(0.0));
        stmts.push(b.when(zero, vec![b.stmt(StmtKind::Expr(whole))]));
        let mut value = b.binary(Binary::NumDiv, a.clone(), c.clone());
        if prim == Prim::Remainder {
            let floor = b.cast(Cast::IntToNum, b.cast(Cast::Floor, value, Ty::Int), Ty::Num);
            value = b.binary(Binary::NumSub, a, b.binary(Binary::NumMul, floor, c));
        }
        let value = bounded(b, value);
        b.block(stmts, value)
    }

    fn number(&mut self, b: &mut Body, e: &AstExpr<'s>) -> Expr {
        let mut stmts = Vec::new();
        let value = self.any(b, e);
        let value = kept(b, value, &mut stmts);
        let text = to(b, value.clone(), &Ty::Str);
        let spelt = b.builtin(Builtin::ToNum, vec![text], Ty::Num.opt());
        let spelt = to_any(b, spelt);
        let number = to_any(b, to(b, value.clone(), &Ty::Num));
        let found = b.either(is_text(b, &value), spelt, number);
        b.block(stmts, found)
    }

    fn collection(&mut self, b: &mut Body, prim: Prim, args: &[AstExpr<'s>]) -> Expr {
        match (prim, args) {
            (Prim::Size, [a]) => {
                let a = self.expr(b, a);
                len(b, a)
            }
            (Prim::Tuple2 | Prim::Tuple, [a, c]) => {
                let items = vec![self.any(b, a), self.any(b, c)];
                b.expr(ExprKind::Make(items), Ty::Any.list())
            }
            (Prim::List, _) => b.expr(ExprKind::Make(Vec::new()), Ty::Any.list()),
            (Prim::Dict, _) => b.expr(ExprKind::MakeObject(Vec::new()), Ty::Any),
            (Prim::Range, [n]) => {
                let n = self.want(b, n, Kinds::Int);
                let (list, i) = (b.local("list", Ty::Any.list()), b.local("i", Ty::Int));
                let push = push(b, list, b.any(b.get(i)));
                let last = b.add(n, b.int(-1));
                let stmts = vec![
                    b.set(list, b.expr(ExprKind::Make(Vec::new()), Ty::Any.list())),
                    b.stmt(StmtKind::ForRange(i, b.int(0), last, vec![push])),
                ];
                b.block(stmts, b.get(list))
            }
            (Prim::Append, [list, value]) => {
                let first = self.want(b, list, Kinds::List);
                let value = self.any(b, value);
                let list = b.local("list", Ty::Any.list());
                let stmts = vec![b.set(list, first), push(b, list, value)];
                b.block(stmts, b.get(list))
            }
            (Prim::Get, [base, key]) => self.get(b, base, key),
            (Prim::Put, [base, key, value]) => self.put(b, base, key, value),
            (Prim::Contains, [list, value]) => {
                let (list, value) = (self.want(b, list, Kinds::List), self.any(b, value));
                b.builtin(Builtin::Contains, vec![list, value], Ty::Bool)
            }
            (Prim::IndexOf, [list, value]) => {
                let (list, value) = (self.want(b, list, Kinds::List), self.any(b, value));
                let found = b.builtin(Builtin::IndexOf, vec![list, value], Ty::Int.opt());
                to_any(b, found)
            }
            (Prim::Slice, [list, from, end]) => {
                let list = self.want(b, list, Kinds::List);
                let (from, end) = (self.want(b, from, Kinds::Int), self.want(b, end, Kinds::Int));
                b.builtin(Builtin::Slice, vec![list, from, end], Ty::Any.list())
            }
            (Prim::Shuffled, [list]) => {
                let list = self.want(b, list, Kinds::List);
                b.builtin(Builtin::Shuffled, vec![list], Ty::Any.list())
            }
            (Prim::Keys, [dict]) => {
                let dict = self.any(b, dict);
                let keys = b.builtin(Builtin::Keys, vec![dict], Ty::Str.list());
                b.any(keys)
            }
            (Prim::Split, [text, between]) => {
                let (text, between) = (self.want(b, text, Kinds::Str), self.want(b, between, Kinds::Str));
                let parts = b.builtin(Builtin::Split, vec![text, between], Ty::Str.list());
                b.any(parts)
            }
            (Prim::Join, [list, between]) => {
                let (list, between) = (self.want(b, list, Kinds::List), self.want(b, between, Kinds::Str));
                let (texts, item) = (b.local("texts", Ty::Str.list()), b.local("item", Ty::Any));
                let text = b.cast(Cast::ToStr, b.get(item), Ty::Str);
                let stmts = vec![
                    b.set(texts, b.expr(ExprKind::Make(Vec::new()), Ty::Str.list())),
                    b.stmt(StmtKind::ForEach(item, list, vec![push(b, texts, text)])),
                ];
                b.block(stmts, b.builtin(Builtin::Join, vec![b.get(texts), between], Ty::Str))
            }
            (Prim::Containers, _) => {
                let names = self.game.containers.iter().map(|it| Const::Str(it.name.clone())).collect();
                b.any(b.expr(ExprKind::Const(Const::List(names)), Ty::Str.list()))
            }
            (Prim::IsContainer, [name]) => {
                let name = self.any(b, name);
                self.is_container(b, b.cast(Cast::ToStr, name, Ty::Str))
            }
            _ => b.none(Ty::Any),
        }
    }

    /// `true` if a text is the name of a container.
    pub fn is_container(&self, b: &Body, name: Expr) -> Expr {
        let names = b.expr(ExprKind::Data(NAMES), Ty::Map(Box::new(Ty::Str), Box::new(Ty::Int)));
        b.builtin(Builtin::MapHas, vec![names, name], Ty::Bool)
    }

    fn get(&mut self, b: &mut Body, base: &AstExpr<'s>, key: &AstExpr<'s>) -> Expr {
        let at = base.span;
        let (base, key) = (self.any(b, base), self.expr(b, key));
        if key.ty == Ty::Str {
            return index(b, base, key);
        }
        let mut stmts = Vec::new();
        let base = kept(b, base, &mut stmts);
        let key = kept(b, key, &mut stmts);
        let before = std::mem::replace(&mut b.at, at);
        let list = to(b, base.clone(), &Ty::Any.list());
        b.at = before;
        let element = b.call(self.helpers.element, vec![list, to(b, key.clone(), &Ty::Int)], Ty::Any);
        if key.ty != Ty::Any {
            return b.block(stmts, element);
        }
        let by_key = index(b, base, to(b, key.clone(), &Ty::Str));
        let value = b.either(is_text(b, &key), by_key, element);
        b.block(stmts, value)
    }

    fn put(&mut self, b: &mut Body, base: &AstExpr<'s>, key: &AstExpr<'s>, value: &AstExpr<'s>) -> Expr {
        let at = base.span;
        let (base, key, value) = (self.any(b, base), self.expr(b, key), self.any(b, value));
        let whole = b.local("whole", Ty::Any);
        let mut stmts = vec![b.set(whole, base)];
        let key = kept(b, key, &mut stmts);
        let value = kept(b, value, &mut stmts);
        let place = |b: &Body, step: Expr| b.place(Root::Local(whole), vec![Step::Index(step)], Ty::Any);
        let by_key = b.assign(place(b, to(b, key.clone(), &Ty::Str)), value.clone());
        let before = std::mem::replace(&mut b.at, at);
        let list = to(b, b.get(whole), &Ty::Any.list());
        b.at = before;
        let position = b.call(self.helpers.position, vec![list, to(b, key.clone(), &Ty::Int)], Ty::Int);
        let by_position = b.assign(place(b, b.any(position)), value);
        stmts.push(match &key.ty {
            Ty::Str => by_key,
            Ty::Any => b.stmt(StmtKind::If(is_text(b, &key), vec![by_key], vec![by_position])),
            _ => by_position,
        });
        b.block(stmts, b.get(whole))
    }
}

/// Adds a value to a list in a local.
pub fn push(b: &Body, list: ir::LocalId, value: Expr) -> ir::Stmt {
    let ty = value.ty.clone().list();
    let place: Place = b.place(Root::Local(list), Vec::new(), ty);
    change(b, PlaceOp::Push, place, vec![value])
}

fn is_collection(prim: Prim) -> bool {
    use Prim::{
        Append, Containers, Contains, Dict, Get, IndexOf, IsContainer, Join, Keys, List, Put, Range, Shuffled, Size,
        Slice, Split, Tuple, Tuple2,
    };
    matches!(
        prim,
        Size | Tuple2
            | Tuple
            | List
            | Range
            | Append
            | Get
            | Put
            | Contains
            | IndexOf
            | Slice
            | Dict
            | Keys
            | Shuffled
            | Split
            | Join
            | Containers
            | IsContainer
    )
}
