//! Dice: this engine's own, and those of the original, which is the generator ARC4 keyed by the digits of the seed.

use super::ids::Dice;
use super::{Body, Lower};
use ir::{
    Binary, Builtin, Cast, Effects, Expr, ExprKind, FnId, GlobalId, Place, PlaceOp, Root, Step, Stmt, StmtKind, Ty,
};

impl Dice {
    pub fn make(lower: &mut Lower) -> Dice {
        let numbers = lower.global("dice", Ty::Int.list(), false);
        let i = lower.global("dice_i", Ty::Int, false);
        let j = lower.global("dice_j", Ty::Int, false);
        let mut dice = Dice { numbers, i, j, draw: FnId(0), key: FnId(0), throw: FnId(0) };
        dice.draw = dice.draw(lower);
        dice.key = dice.key(lower);
        dice.throw = dice.throw(lower);
        dice
    }

    fn element(&self, b: &Body, index: Expr) -> Place {
        b.place(Root::Global(self.numbers), vec![Step::Index(index)], Ty::Int)
    }

    fn global(b: &Body, id: GlobalId) -> Place {
        b.place(Root::Global(id), Vec::new(), Ty::Int)
    }

    /// Adds to an index, modulo 256.
    fn advance(b: &Body, id: GlobalId, by: Expr) -> Stmt {
        let sum = b.add(b.load(Dice::global(b, id)), by);
        b.assign(Dice::global(b, id), b.rem(sum, b.int(256)))
    }

    fn draw(&self, lower: &mut Lower) -> FnId {
        let mut b = Body::default();
        let count = b.local("count", Ty::Int);
        let round = b.local("round", Ty::Int);
        let (t, u, r) = (b.local("t", Ty::Int), b.local("u", Ty::Int), b.local("r", Ty::Int));
        let at = |b: &Body, id| self.element(b, b.load(Dice::global(b, id)));
        // More than six of them do not fit a number: of a longer row, the last six count.
        let shifted = b.binary(Binary::IntMul, b.rem(b.get(r), b.int(1 << 40)), b.int(256));
        let picked = b.rem(b.add(b.get(u), b.get(t)), b.int(256));
        let body = vec![
            Dice::advance(&b, self.i, b.int(1)),
            b.set(t, b.load(at(&b, self.i))),
            Dice::advance(&b, self.j, b.get(t)),
            b.set(u, b.load(at(&b, self.j))),
            b.assign(at(&b, self.i), b.get(u)),
            b.assign(at(&b, self.j), b.get(t)),
            b.set(r, b.add(shifted, b.load(self.element(&b, picked)))),
        ];
        let stmts =
            vec![b.set(r, b.int(0)), b.stmt(StmtKind::ForRange(round, b.int(1), b.get(count), body)), b.give(b.get(r))];
        lower.function("draw", b, 1, Ty::Int, stmts, Effects::WRITE)
    }

    /// Keys the generator with the digits of a seed, and drops the first 256 numbers.
    fn key(&self, lower: &mut Lower) -> FnId {
        let mut b = Body::default();
        let seed = b.local("seed", Ty::Int);
        let digits = b.local("digits", Ty::Int.list());
        let (i, t) = (b.local("i", Ty::Int), b.local("t", Ty::Int));
        let digit = b.add(b.int(48), b.rem(b.get(seed), b.int(10)));
        let first = b.place(Root::Local(digits), Vec::new(), Ty::Int.list());
        let numbers = b.place(Root::Global(self.numbers), Vec::new(), Ty::Int.list());
        let count = b.builtin(Builtin::Len, vec![b.get(digits)], Ty::Int);
        let key = ExprKind::Index(Box::new(b.get(digits)), Box::new(b.rem(b.get(i), count)));
        let key = b.expr(key, Ty::Int);
        let at_j = |b: &Body| self.element(b, b.load(Dice::global(b, self.j)));
        let rest = b.binary(Binary::IntDiv, b.get(seed), b.int(10));
        let stmts = vec![
            b.set(digits, b.expr(ExprKind::Make(vec![digit.clone()]), Ty::Int.list())),
            b.set(seed, rest.clone()),
            b.stmt(StmtKind::While(
                b.less(b.int(0), b.get(seed)),
                vec![b.stmt(StmtKind::PlaceOp(PlaceOp::Insert, first, vec![b.int(0), digit])), b.set(seed, rest)],
            )),
            b.stmt(StmtKind::ForRange(
                i,
                b.int(0),
                b.int(255),
                vec![b.stmt(StmtKind::PlaceOp(PlaceOp::Push, numbers, vec![b.get(i)]))],
            )),
            b.stmt(StmtKind::ForRange(
                i,
                b.int(0),
                b.int(255),
                vec![
                    b.set(t, b.load(self.element(&b, b.get(i)))),
                    Dice::advance(&b, self.j, b.add(key, b.get(t))),
                    b.assign(self.element(&b, b.get(i)), b.load(at_j(&b))),
                    b.assign(at_j(&b), b.get(t)),
                ],
            )),
            b.assign(Dice::global(&b, self.j), b.int(0)),
            b.set(t, b.call(self.draw, vec![b.int(256)], Ty::Int)),
        ];
        lower.function("key the dice", b, 1, Ty::Unit, stmts, Effects::WRITE)
    }

    fn throw(&self, lower: &mut Lower) -> FnId {
        let mut b = Body::default();
        let sides = b.local("sides", Ty::Int);
        let numbers = b.load(b.place(Root::Global(self.numbers), Vec::new(), Ty::Int.list()));
        let ours = b.builtin(Builtin::Random, vec![b.get(sides)], Ty::Int);
        let drawn = b.call(self.draw, vec![b.int(4)], Ty::Int);
        let theirs = b.binary(Binary::IntDiv, b.binary(Binary::IntMul, drawn, b.get(sides)), b.int(1 << 32));
        let stmts = vec![
            b.when(
                b.builtin(Builtin::Empty, vec![numbers], Ty::Bool),
                vec![b.when(b.less(b.get(sides), b.int(1)), vec![b.give(b.int(1))]), b.give(b.add(b.int(1), ours))],
            ),
            b.stmt(StmtKind::ClearUndo),
            b.give(b.add(b.int(1), theirs)),
        ];
        lower.function("throw", b, 1, Ty::Int, stmts, Effects::WRITE.with(Effects::RANDOM))
    }

    /// Seeds the original's dice with the game's seed, if the option asks for them.
    pub fn choose(&self, b: &Body, options: Expr) -> Stmt {
        let option = b.expr(ExprKind::AnyField(Box::new(options), "dice".into()), Ty::Any);
        let state = b.expr(ExprKind::WholeState, Ty::Any);
        let seed = b.expr(ExprKind::AnyField(Box::new(state), "seed".into()), Ty::Any);
        let seed = b.cast(Cast::FromAny, seed, Ty::Int);
        b.when(b.equal(b.cast(Cast::FromAny, option, Ty::Str), b.text("original")), vec![b.run(self.key, vec![seed])])
    }
}
