//! Stacks and their contents, and the hands of players.

use super::class;
use super::declared::{Happens, Heap};
use super::types::{self, ClassId, T, Val};
use super::{Checker, ast};
use crate::words::{self, Owner};
use ast::{Argument, Name};
use ir::{Builtin, Cast, Expr, ExprKind, PlaceOp, Root, Step, Stmt, StmtKind, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// Functions of a stack. The top is at the end.
    pub fn call_stack(
        &mut self,
        class: ClassId,
        value: Val,
        name: Name<'s>,
        args: &'a [Argument<'s>],
    ) -> (Vec<Stmt>, Val) {
        let it = self.strict(value);
        let (stack, set) = self.temp("stack", it);
        let mut out = vec![set];
        let (Some((cards, _)), Some((discards, _))) =
            (self.field_of(class, class::CARDS), self.field_of(class, class::DISCARDS))
        else {
            return (out, self.bad());
        };
        let place = |this: &Self, field| this.place_of(class, this.b().get(stack), field);
        let (cards, discards) = (place(self, cards), place(self, discards));
        let list_t = T::Ref(types::THING).list();
        let ty = self.rep(&list_t);
        let len = |this: &Self, place: &ir::Place| {
            this.b().builtin(Builtin::Len, vec![this.b().load(place.clone())], Ty::Int)
        };
        let happens = |this: &mut Self, what: Heap, change: Vec<Stmt>| {
            let it = this.b().get(stack);
            this.happens(&Happens::Stack { class, what }, Some(it), [None, None], change)
        };
        let arg = args.first().map(|it| &it.value);
        match (name.text, arg) {
            ("pop" | "draw" | "pop_back", None) => {
                self.chance();
                let drawn = self.ctx.b.local("drawn", Ty::Int.opt());
                let card = self.ctx.b.local("card", Ty::Int);
                let any = self.b().less(self.b().int(0), len(self, &cards));
                let some = self.b().cast(Cast::Some, self.b().get(card), Ty::Int.opt());
                let take = self.b().set(drawn, some);
                let then = self.draw(class, stack, &cards, name.text == "pop_back", card, take);
                out.push(self.b().set(drawn, self.b().none(Ty::Int.opt())));
                out.push(self.b().when(any, then));
                let value = self.maybe(self.b().get(drawn), T::Ref(types::THING));
                (out, value)
            }
            ("pop" | "draw" | "pop_back", Some(n)) => {
                self.chance();
                let n = self.number(n);
                let n = self.whole(n);
                let (left, set_left) = self.temp("left", n);
                let empty = self.zero(&ty);
                let (drawn, set_drawn) = self.temp("drawn", empty);
                out.extend([set_left, set_drawn]);
                let card = self.ctx.b.local("card", Ty::Int);
                let to = self.b().place(Root::Local(drawn), Vec::new(), ty.clone());
                let taken = self.element_of(self.b().get(card));
                let take = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, to, vec![taken]));
                let mut round = vec![self.b().set(left, self.less_one(self.b().get(left)))];
                round.extend(self.draw(class, stack, &cards, name.text == "pop_back", card, take));
                let b = self.b();
                let more = b.and(b.less(b.int(0), b.get(left)), b.less(b.int(0), len(self, &cards)));
                out.push(b.stmt(StmtKind::While(more, round)));
                let value = self.val(self.b().get(drawn), list_t);
                (out, value)
            }
            ("push" | "put" | "push_back", Some(item)) => {
                let value = self.expr(item);
                let back = name.text == "push_back";
                let mut change = Vec::new();
                if matches!(value.t, T::List(_)) {
                    let value = self.fit(value, &list_t);
                    let all = self.strict_list(value);
                    if back {
                        let joined = self.b().builtin(Builtin::Concat, vec![all, self.b().load(cards.clone())], ty);
                        change.push(self.b().assign(cards, joined));
                    } else {
                        change.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Append, cards, vec![all])));
                    }
                } else {
                    let value = self.fit(value, &T::Ref(types::THING));
                    let one = self.strict(value);
                    let one = self.element_of(one);
                    let (op, args) =
                        if back { (PlaceOp::Insert, vec![self.b().int(0), one]) } else { (PlaceOp::Push, vec![one]) };
                    change.push(self.b().stmt(StmtKind::PlaceOp(op, cards, args)));
                }
                change.extend(self.all_lie_in(class, stack));
                out.extend(happens(self, Heap::Put, change));
                (out, self.bad())
            }
            ("shuffle", None) => {
                self.chance();
                let change = vec![self.b().stmt(StmtKind::PlaceOp(PlaceOp::Shuffle, cards, Vec::new()))];
                out.extend(happens(self, Heap::Shuffle, change));
                (out, self.bad())
            }
            ("reshuffle", None) => {
                self.chance();
                let all = self.b().load(discards.clone());
                let mut change = vec![
                    self.b().stmt(StmtKind::PlaceOp(PlaceOp::Append, cards.clone(), vec![all])),
                    self.b().stmt(StmtKind::PlaceOp(PlaceOp::Clear, discards, Vec::new())),
                    self.b().stmt(StmtKind::PlaceOp(PlaceOp::Shuffle, cards, Vec::new())),
                ];
                change.extend(self.all_lie_in(class, stack));
                out.extend(happens(self, Heap::Reshuffle, change));
                (out, self.bad())
            }
            ("discard", Some(item)) => {
                let value = self.expr_for(item, &T::Ref(types::THING));
                let one = self.strict(value);
                let (card, set) = self.temp("card", one);
                out.push(set);
                out.extend(self.discard(class, stack, card));
                (out, self.bad())
            }
            ("keep", Some(item)) => {
                let value = self.expr_for(item, &T::Ref(types::THING));
                let one = self.strict(value);
                let (card, set) = self.temp("card", one);
                let who = match args.get(1) {
                    Some(it) => {
                        let value = self.number(&it.value);
                        self.player(value)
                    }
                    None => self.acting(),
                };
                out.push(set);
                out.extend(self.keep(card, who));
                (out, self.bad())
            }
            ("contains", Some(item)) => {
                let value = self.expr_for(item, &T::Ref(types::THING));
                let one = self.strict(value);
                let one = self.element_of(one);
                let e = self.is_in(one, self.b().load(cards));
                let value = self.val(e, T::Bool);
                (out, value)
            }
            ("length" | "lenght" | "count", None) => {
                let n = len(self, &cards);
                let value = self.dec(n);
                (out, value)
            }
            ("empty" | "is_empty", None) => {
                let e = self.b().equal(len(self, &cards), self.b().int(0));
                let value = self.val(e, T::Bool);
                (out, value)
            }
            _ => {
                let of = self.classes.get(class).name;
                let known: Vec<&str> = words::members_of(Owner::Stack).collect();
                self.problems.unknown_field(name.span, name.text, of, &known);
                (Vec::new(), self.bad())
            }
        }
    }

    /// The acting player: the owner of this state, else the active one.
    pub fn acting(&mut self) -> Expr {
        let owner = self.ctx.this.and_then(|(class, local)| {
            let (field, info) = self.field_of(class, class::PLAYER)?;
            let state = self.is_class(&T::Ref(class), types::STATE) && info.class.is_none();
            state.then(|| self.load_field(class, self.b().get(local), field))
        });
        match owner {
            Some(it) => self.strict(it),
            None => self.active().e,
        }
    }

    /// The stack that a card lay in last; optional.
    pub fn lay_in(&mut self, card: ir::LocalId) -> Val {
        match self.field_of(types::THING, class::LAY_IN) {
            Some((field, _)) => self.load_field(types::THING, self.b().get(card), field),
            None => self.bad(),
        }
    }

    /// Draws a card, from the top or from the bottom: stores it, removes it, and runs the consequences.
    fn draw(
        &mut self,
        class: ClassId,
        stack: ir::LocalId,
        cards: &ir::Place,
        back: bool,
        card: ir::LocalId,
        then: Stmt,
    ) -> Vec<Stmt> {
        let all = self.b().load(cards.clone());
        let last = self.less_one(self.b().builtin(Builtin::Len, vec![all.clone()], Ty::Int));
        let at = if back { self.b().int(0) } else { last };
        let of = cards.ty.element().cloned().unwrap_or(Ty::Int);
        let one = self.b().expr(ExprKind::Index(Box::new(all), Box::new(at)), of.clone());
        let one = match of {
            Ty::Opt(_) => self.b().expr(ExprKind::Unwrap(Box::new(one)), Ty::Int),
            _ => one,
        };
        let op = if back { PlaceOp::Shift } else { PlaceOp::Pop };
        let change = vec![self.b().stmt(StmtKind::PlaceOp(op, cards.clone(), Vec::new())), then];
        let who = self.active().e;
        let it = self.b().get(stack);
        let what = Happens::Stack { class, what: Heap::Draw };
        let change = self.happens(&what, Some(it), [None, None], change);
        let it = self.b().get(card);
        let what = Happens::Card { class: types::THING, what: Heap::Draw };
        let mut out = vec![self.b().set(card, one)];
        out.extend(self.happens(&what, Some(it), [None, Some(who)], change));
        out
    }

    /// Puts a card in the hand of a player.
    pub fn keep(&mut self, card: ir::LocalId, who: Expr) -> Vec<Stmt> {
        let (who, set_who) = self.temp("player", who);
        let mut out = self.unseen_moves(card);
        out.push(set_who);
        let mut change = self.out_of_place(card);
        let element = self.element_of(self.b().get(card));
        let hand = self.hand(who);
        change.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, hand, vec![element])));
        let (it, to) = (self.b().get(card), self.b().get(who));
        if let Some(field) = self.kept_field(types::THING, class::PLAYER) {
            let owner = self.place_of(types::THING, it.clone(), field);
            let some = self.b().cast(Cast::Some, to.clone(), Ty::Int.opt());
            change.push(self.b().assign(owner, some));
        }
        let happens = Happens::Card { class: types::THING, what: Heap::Keep };
        out.extend(self.happens(&happens, Some(it), [None, Some(to)], change));
        out
    }

    /// Puts a card on the discards of a stack.
    pub fn discard(&mut self, class: ClassId, stack: ir::LocalId, card: ir::LocalId) -> Vec<Stmt> {
        let Some((field, _)) = self.field_of(class, class::DISCARDS) else { return Vec::new() };
        let mut out = self.unseen_moves(card);
        let mut change = self.out_of_place(card);
        let element = self.element_of(self.b().get(card));
        let discards = self.place_of(class, self.b().get(stack), field);
        change.push(self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, discards, vec![element])));
        change.extend(self.lies_in(card, stack));
        let it = self.b().get(stack);
        let what = Happens::Stack { class, what: Heap::Discard };
        let change = self.happens(&what, Some(it), [None, None], change);
        let it = self.b().get(card);
        let what = Happens::Card { class: types::THING, what: Heap::Discard };
        out.extend(self.happens(&what, Some(it), [None, None], change));
        out
    }

    /// Notes the stack that a card lies in.
    fn lies_in(&mut self, card: ir::LocalId, stack: ir::LocalId) -> Vec<Stmt> {
        let Some((field, _)) = self.field_of(types::THING, class::LAY_IN) else { return Vec::new() };
        let place = self.place_of(types::THING, self.b().get(card), field);
        let some = self.b().cast(Cast::Some, self.b().get(stack), Ty::Int.opt());
        vec![self.b().assign(place, some)]
    }

    /// Notes for each card of a stack that it lies there.
    pub fn all_lie_in(&mut self, class: ClassId, stack: ir::LocalId) -> Vec<Stmt> {
        let Some((field, _)) = self.field_of(class, class::CARDS) else { return Vec::new() };
        let cards = self.load_field(class, self.b().get(stack), field);
        let each = self.ctx.b.local("each", cards.e.ty.element().cloned().unwrap_or(Ty::Int));
        let one = match self.b().get(each) {
            it if matches!(it.ty, Ty::Opt(_)) => self.b().expr(ExprKind::Unwrap(Box::new(it)), Ty::Int),
            it => it,
        };
        let (card, set) = self.temp("card", one);
        let mut inner = vec![set];
        inner.extend(self.lies_in(card, stack));
        vec![self.b().stmt(StmtKind::ForEach(each, cards.e, inner))]
    }

    /// The place of a player's hand.
    pub fn hand(&mut self, who: ir::LocalId) -> ir::Place {
        let ty = self.rep(&T::Ref(types::THING).list());
        let global = self.globals.hands.unwrap_or(ir::GlobalId(0));
        let index = self.b().cast(Cast::Check, self.b().get(who), Ty::Role);
        self.b().place(Root::Global(global), vec![Step::Index(index)], ty)
    }

    /// Takes a card from where it is: a hand, a stack, its discards.
    fn out_of_place(&mut self, card: ir::LocalId) -> Vec<Stmt> {
        let Some(field) = self.kept_field(types::THING, class::PLAYER) else { return Vec::new() };
        let owner = self.load_field(types::THING, self.b().get(card), field);
        let (who, set) = self.temp("owner", owner.e);
        let none = self.b().none(Ty::Int.opt());
        let held = self.b().not(self.b().equal(self.b().get(who), none.clone()));
        let at = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(who))), Ty::Int);
        let (at, set_at) = self.temp("player", at);
        let hand = self.hand(at);
        let element = self.element_of(self.b().get(card));
        let take = |this: &Self, place: ir::Place| {
            this.b().stmt(StmtKind::PlaceOp(PlaceOp::DeleteItem, place, vec![element.clone()]))
        };
        let from_hand = take(self, hand);
        let place = self.place_of(types::THING, self.b().get(card), field);
        let free = self.b().assign(place, none.clone());
        let lay_in = self.lay_in(card);
        let (stack, set_stack) = self.temp("lay", lay_in.e);
        let lies = self.b().not(self.b().equal(self.b().get(stack), none));
        let mut from_stack = Vec::new();
        for name in [class::CARDS, class::DISCARDS] {
            if let Some((field, _)) = self.field_of(types::STACK, name) {
                let it = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(stack))), Ty::Int);
                let place = self.place_of(types::STACK, it, field);
                from_stack.push(take(self, place));
            }
        }
        vec![set, self.b().when(held, vec![set_at, from_hand, free]), set_stack, self.b().when(lies, from_stack)]
    }
}
