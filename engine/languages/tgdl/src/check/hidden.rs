//! Face-down cards: in a stack, and in the hands of others. Nobody is offered a card they cannot see, and players that
//! look ahead do not know where it is ([`ir::Program::imagine`]).
//!
//! Invariant: imagined positions of cards depend on the real ones only by the number of cards of each stack in each
//! place. Cards of a stack, the one that each was in last, change places among themselves.

use super::Checker;
use super::class;
use super::types::{self, ClassId, T};
use ir::{Builtin, Cast, Expr, ExprKind, FnId, LocalId, Place, PlaceOp, Root, Stmt, StmtKind, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// `true` if an instance of a class may be face down.
    fn may_hide(&self, class: ClassId) -> bool {
        self.globals.hands.is_some()
            && self.is_thing(&T::Ref(class))
            && self.classes.below(class).iter().any(|it| self.can_be(*it, "stackable"))
    }

    /// The player asked for an input.
    pub fn who_is_asked(&self) -> Expr {
        if let Some(who) = self.ctx.asked {
            return self.b().get(who);
        }
        if !self.facts.others && !self.has_off_turn() {
            return self.active().e;
        }
        // The acting player continues, even after others were asked.
        let actor = self.now(super::now::Now::Actor);
        let idle = self.b().less(actor.clone(), self.b().int(0));
        self.b().either(idle, self.chooser(), actor)
    }

    /// Statements for an instance that run only if the asked player sees it.
    pub fn where_asked_sees(&mut self, t: &T, it: LocalId, then: Vec<Stmt>) -> Vec<Stmt> {
        let T::Ref(class) = t else { return then };
        let who = self.who_is_asked();
        self.where_seen(*class, it, who, then)
    }

    /// Statements for an instance that run only if a player sees it.
    pub fn where_seen(&mut self, class: ClassId, it: LocalId, who: Expr, then: Vec<Stmt>) -> Vec<Stmt> {
        if !self.may_hide(class) {
            return then;
        }
        let seen = self.sees(it, who);
        vec![self.b().when(seen, then)]
    }

    /// `true` if a player sees the face of a thing.
    pub fn sees(&mut self, thing: LocalId, who: Expr) -> Expr {
        let id = self.is_seen();
        let b = self.b();
        b.call(id, vec![b.get(thing), who], Ty::Bool)
    }

    /// `(thing, player) → bool`: `true` if a player sees the face of a thing: it lies in no stack, and in no hand of
    /// another.
    fn is_seen(&mut self) -> FnId {
        if let Some(id) = self.helpers.is_seen {
            return id;
        }
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Bool);
            let (thing, player) = (this.ctx.b.local("thing", Ty::Int), this.ctx.b.local("player", Ty::Int));
            let (owner, set_owner) = this.temp("owner", this.owner_of_card(thing));
            let b = this.b();
            let held = b.less(b.int(-1), b.get(owner));
            let mine = b.equal(b.get(owner), b.get(player));
            let mut out = vec![set_owner, b.when(held, vec![b.give(mine)])];
            let (stack, set_stack) = this.temp("stack", this.stack_of_card(thing));
            let b = this.b();
            let lay = b.less(b.int(-1), b.get(stack));
            let cards = this.b().load(this.cards_of(this.b().get(stack)));
            let one = this.element_of(this.b().get(thing));
            let inside = this.is_in(one, cards);
            let b = this.b();
            out.extend([set_stack, b.when(lay, vec![b.give(b.not(inside))]), b.give(b.bool(true))]);
            out
        });
        let id = self.function("is seen", b, 2, Ty::Bool, body);
        self.helpers.is_seen = Some(id);
        id
    }

    /// A field that the game keeps of a card: a number, −1 for none.
    fn kept_of_card(&self, card: LocalId, name: &str) -> Expr {
        let b = self.b();
        let Some(field) = self.kept_field(types::THING, name) else { return b.int(-1) };
        let value = self.load_field(types::THING, b.get(card), field).e;
        b.expr(ExprKind::Else(Box::new(value), Box::new(b.int(-1))), Ty::Int)
    }

    /// The holder of a card, −1 for nobody.
    fn owner_of_card(&self, card: LocalId) -> Expr {
        self.kept_of_card(card, class::PLAYER)
    }

    /// The stack that a card lay in last, −1 for none.
    fn stack_of_card(&self, card: LocalId) -> Expr {
        self.kept_of_card(card, class::LAY_IN)
    }

    /// The place of the contents of a stack, by its number.
    fn cards_of(&self, stack: Expr) -> Place {
        let field = self.kept_field(types::STACK, class::CARDS).unwrap_or(0);
        self.place_of(types::STACK, stack, field)
    }

    /// An element of a list of cards, which is never none.
    fn card_at(&self, cards: &Place, i: LocalId) -> Expr {
        let b = self.b();
        let of = cards.ty.element().cloned().unwrap_or(Ty::Int);
        let one = b.expr(ExprKind::Index(Box::new(b.load(cards.clone())), Box::new(b.get(i))), of.clone());
        if matches!(of, Ty::Opt(_)) { b.expr(ExprKind::Unwrap(Box::new(one)), Ty::Int) } else { one }
    }

    /// `true` if an attribute of the author's may hold a card: then the identity of a card without a place may be
    /// known.
    fn cards_are_kept(&self) -> bool {
        fn holds(this: &Checker, t: &T) -> bool {
            match t {
                T::List(of) => holds(this, of),
                _ => this.is_thing(t),
            }
        }
        self.classes.families.iter().flat_map(|it| &it.fields).any(|it| it.class.is_some() && holds(self, &it.t))
    }

    /// `()`: the cards that `R` does not see change places.
    pub fn imagine(&mut self) {
        if self.globals.hands.is_none() {
            return;
        }
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            let [stack, card, next, i, player, other] =
                ["stack", "card", "next", "i", "player", "other"].map(|it| this.ctx.b.local(it, Ty::Int));
            let pool = this.ctx.b.local("pool", Ty::Int.list());
            let pooled = |this: &Self| this.b().place(Root::Local(pool), Vec::new(), Ty::Int.list());
            let mut round = vec![this.b().set(pool, this.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list()))];

            // The cards of the stack, wherever they lie face down: in the order of their numbers.
            let push = this.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, pooled(this), vec![this.b().get(card)]));
            let hidden = this.is_unseen(card);
            let of = this.b().equal(this.stack_of_card(card), this.b().get(stack));
            let last = this.less_one(this.instances(types::THING));
            let b = this.b();
            round.push(b.stmt(StmtKind::ForRange(card, b.int(0), last, vec![b.when(b.and(of, hidden), vec![push])])));
            round.push(b.stmt(StmtKind::PlaceOp(PlaceOp::Shuffle, pooled(this), Vec::new())));
            round.push(b.set(next, b.int(0)));

            // They are dealt into the same places: the stack itself, and hands.
            let own = this.cards_of(this.b().get(stack));
            let dealt = this.deal(&own, [stack, card, next, i, other], pool, None);
            round.push(this.b().when(this.b().less(this.b().int(-1), this.b().get(stack)), vec![dealt]));
            let hand = this.hand(player);
            let dealt = this.deal(&hand, [stack, card, next, i, other], pool, Some(player));
            let b = this.b();
            let others = b.not(b.equal(b.get(player), b.expr(ExprKind::Seat, Ty::Int)));
            let last = this.less_one(this.count());
            round.push(b.stmt(StmtKind::ForRange(player, b.int(0), last, vec![b.when(others, vec![dealt])])));
            // The remaining cards have no place.
            let b = this.b();
            let rest = b.less(b.get(next), b.builtin(Builtin::Len, vec![b.get(pool)], Ty::Int));
            let mut one = vec![b.set(other, this.next_of(pool, next))];
            one.extend(this.held_by(other, None));
            one.push(this.b().set(next, this.b().add(this.b().get(next), this.b().int(1))));
            round.push(this.b().stmt(StmtKind::While(rest, one)));

            let last = this.less_one(this.instances(types::STACK));
            vec![this.b().stmt(StmtKind::ForRange(stack, this.b().int(-1), last, round))]
        });
        let id = self.function("imagine", b, 0, Ty::Unit, body);
        self.program.imagine = Some(id);
    }

    /// `true` if `R` does not see where a card is.
    fn is_unseen(&mut self, card: LocalId) -> Expr {
        let id = self.is_seen();
        let b = self.b();
        let seat = b.expr(ExprKind::Seat, Ty::Int);
        let hidden = b.not(b.call(id, vec![b.get(card), seat], Ty::Bool));
        if self.cards_are_kept() {
            return hidden;
        }
        let nowhere = self.lies_nowhere(card);
        self.b().expr(ExprKind::Or(Box::new(hidden), Box::new(nowhere)), Ty::Bool)
    }

    /// `true` if a card was drawn and not put anywhere.
    fn lies_nowhere(&self, card: LocalId) -> Expr {
        let b = self.b();
        let below = |e: Expr| b.less(e, b.int(0));
        let stack = self.stack_of_card(card);
        let mut all = b.and(below(self.owner_of_card(card)), b.less(b.int(-1), stack.clone()));
        all = b.and(all, below(self.kept_of_card(card, class::TILE)));
        if let Some(field) = self.kept_field(types::STACK, class::DISCARDS) {
            let discards = b.load(self.place_of(types::STACK, stack, field));
            let open = self.is_in(self.element_of(b.get(card)), discards);
            all = b.and(all, b.not(open));
        }
        all
    }

    /// The card of a pool that is dealt next.
    fn next_of(&self, pool: LocalId, next: LocalId) -> Expr {
        let b = self.b();
        b.expr(ExprKind::Index(Box::new(b.get(pool)), Box::new(b.get(next))), Ty::Int)
    }

    /// Notes who holds a card.
    fn held_by(&self, card: LocalId, who: Option<LocalId>) -> Option<Stmt> {
        let field = self.kept_field(types::THING, class::PLAYER)?;
        let b = self.b();
        let owner = match who {
            Some(who) => b.cast(Cast::Some, b.get(who), Ty::Int.opt()),
            None => b.none(Ty::Int.opt()),
        };
        Some(b.assign(self.place_of(types::THING, b.get(card), field), owner))
    }

    /// Puts the next of a pool wherever a card of the stack lies in a list.
    fn deal(
        &mut self,
        cards: &Place,
        [stack, card, next, i, other]: [LocalId; 5],
        pool: LocalId,
        who: Option<LocalId>,
    ) -> Stmt {
        let set = self.b().set(card, self.card_at(cards, i));
        let b = self.b();
        let len = |e: Expr| b.builtin(Builtin::Len, vec![e], Ty::Int);
        let left = b.less(b.get(next), len(b.get(pool)));
        let here = b.and(b.equal(self.stack_of_card(card), b.get(stack)), left);
        let mut at = cards.clone();
        at.path.push(ir::Step::Index(b.get(i)));
        at.ty = cards.ty.element().cloned().unwrap_or(Ty::Int);
        let mut one = vec![
            b.set(other, self.next_of(pool, next)),
            b.set(next, b.add(b.get(next), b.int(1))),
            b.assign(at, self.element_of(b.get(other))),
        ];
        one.extend(self.held_by(other, who));
        let last = self.less_one(len(b.load(cards.clone())));
        b.stmt(StmtKind::ForRange(i, b.int(0), last, vec![set, b.when(here, one)]))
    }
}
