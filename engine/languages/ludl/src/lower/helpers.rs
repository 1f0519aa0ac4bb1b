//! Functions that every game has: players in turn, words of messages, tokens by position.

use super::expr::{field, index, is_none, is_text, len, to};
use super::{Body, CHANGES, CONTAINERS, Lower, PROPS};
use ir::{
    Builtin, Cast, Const, Effects, Expr, ExprKind, FnId, Index, LocalId, Place, PlaceOp, Root, Step, StmtKind, Ty,
};

/// A prop of the game.
pub fn prop(b: &Body, name: &str) -> Place {
    b.place(Root::Global(PROPS), vec![Step::AnyField(name.into())], Ty::Any)
}

/// The contents of a container.
pub fn contents(b: &Body, container: Expr) -> Place {
    let path = vec![Step::Index(container), Step::AnyField("contents".into())];
    b.place(Root::Global(CONTAINERS), path, Ty::Any)
}

impl Lower<'_, '_, '_> {
    pub fn helpers(&mut self) {
        self.helpers.element = self.element();
        self.helpers.position = self.position();
        self.helpers.current = self.current();
        self.helpers.seat = self.seat();
        self.helpers.word = self.word();
        self.helpers.follow = self.follow();
        self.helpers.next = self.next();
    }

    /// Below 0 it counts from the end.
    fn position(&mut self) -> FnId {
        let mut b = Body::default();
        let (list, at) = (b.local("list", Ty::Any.list()), b.local("position", Ty::Int));
        let below = b.less(b.get(at), b.int(0));
        let from_end = b.add(b.get(at), len(&b, b.get(list)));
        let body = vec![b.give(b.either(below, from_end, b.get(at)))];
        self.function("position", b, 2, Ty::Int, body, Effects::NONE)
    }

    fn element(&mut self) -> FnId {
        let mut b = Body::default();
        let (list, at) = (b.local("list", Ty::Any.list()), b.local("position", Ty::Int));
        let below = b.less(b.get(at), b.int(0));
        let from_end = b.add(b.get(at), len(&b, b.get(list)));
        let at = b.either(below, from_end, b.get(at));
        let value = b.builtin(Builtin::Get, vec![b.get(list), at, b.none(Ty::Any)], Ty::Any);
        let body = vec![b.give(value)];
        self.function("element", b, 2, Ty::Any, body, Effects::NONE)
    }

    fn current(&mut self) -> FnId {
        let b = Body::default();
        let order = b.load(prop(&b, "play_order"));
        let order = to(&b, order, &Ty::Any.list());
        let first = b.builtin(Builtin::Get, vec![order, b.int(0), b.none(Ty::Any)], Ty::Any);
        let body = vec![b.give(first)];
        self.function("current player", b, 0, Ty::Any, body, Effects::NONE)
    }

    fn seat(&mut self) -> FnId {
        let b = Body::default();
        let seat = b.expr(ExprKind::Seat, Ty::Int);
        let names = self.game.roles.iter().map(|it| Const::Str(it.clone())).collect();
        let names = b.expr(ExprKind::Const(Const::List(names)), Ty::Array(Box::new(Ty::Str), Index::Role));
        let name = b.expr(ExprKind::Index(Box::new(names), Box::new(seat.clone())), Ty::Str);
        let value = b.either(b.less(seat, b.int(0)), b.none(Ty::Any), b.any(name));
        let body = vec![b.give(value)];
        self.function("player", b, 0, Ty::Any, body, Effects::NONE)
    }

    fn word(&mut self) -> FnId {
        let mut b = Body::default();
        let word = b.local("word", Ty::Any);
        let number = b.local("number", Ty::Int.opt());
        let text = to(&b, b.get(word), &Ty::Str);
        let whole = b.builtin(Builtin::ToInt, vec![text], Ty::Int.opt());
        let spelt = b.any(b.cast(Cast::ToStr, b.get(number), Ty::Str));
        let same = b.equal(spelt, b.get(word));
        let is_number = b.and(b.not(b.equal(b.get(number), b.none(Ty::Int.opt()))), same);
        let then = vec![b.set(number, whole), b.when(is_number, vec![b.give(b.any(b.get(number)))])];
        let body = vec![b.when(is_text(&b, &b.get(word)), then), b.give(b.get(word))];
        self.function("word", b, 1, Ty::Any, body, Effects::NONE)
    }

    fn follow(&mut self) -> FnId {
        let b = Body::default();
        let body = vec![b.assign(prop(&b, "current_player"), b.call(self.helpers.current, Vec::new(), Ty::Any))];
        self.function("current player follows", b, 0, Ty::Unit, body, CHANGES)
    }

    fn next(&mut self) -> FnId {
        let mut b = Body::default();
        let order = b.local("order", Ty::Any.list());
        let first = b.local("first", Ty::Any);
        let place = |b: &Body, local: LocalId| b.place(Root::Local(local), Vec::new(), Ty::Any.list());
        let taken = b.expr(ExprKind::PlaceOp(PlaceOp::Shift, Box::new(place(&b, order)), Vec::new()), Ty::Any);
        let some = b.less(b.int(0), len(&b, b.get(order)));
        let turn = vec![
            b.set(first, taken),
            b.stmt(StmtKind::PlaceOp(PlaceOp::Push, place(&b, order), vec![b.get(first)])),
            b.assign(prop(&b, "play_order"), b.any(b.get(order))),
        ];
        let body = vec![
            b.set(order, to(&b, b.load(prop(&b, "play_order")), &Ty::Any.list())),
            b.when(some, turn),
            b.run(self.helpers.follow, Vec::new()),
        ];
        self.function("next player", b, 0, Ty::Unit, body, CHANGES)
    }
}

/// The value at a key, or none where there is no object.
pub fn at_key(b: &Body, base: Expr, part: &str, key: Expr) -> Expr {
    let found = index(b, field(b, base.clone(), part), key);
    b.either(is_none(b, base), b.none(Ty::Any), found)
}
