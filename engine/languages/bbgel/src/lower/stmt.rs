//! Statements of texts.

use super::super::ast::{Expr as AstExpr, ExprKind as Ast, Stmt as AstStmt, StmtKind as Kind, VarDecl};
use super::super::seconds::Cost;
use super::ids::Helpers;
use super::{Body, Lower, state};
use ir::{Binary, Builtin, Effects, Expr, ExprKind, FnId, Place, PlaceOp, Step, Stmt, StmtKind, Ty};

impl Helpers {
    pub fn make(lower: &mut Lower) -> Helpers {
        let mut b = Body::default();
        let (value, max) = (b.local("value", Ty::Int), b.local("max", Ty::Int));
        let size = b.add(b.get(max), b.int(1));
        let shifted = b.add(b.get(value), size.clone());
        let turned = b.rem(shifted, b.binary(Binary::IntMul, size.clone(), b.int(2)));
        let stmts = vec![b.give(b.binary(Binary::IntSub, turned, size))];
        let wrap = lower.function("wrap", b, 2, Ty::Int, stmts, Effects::NONE);

        let mut b = Body::default();
        let (x, y) = (b.local("a", Ty::Int), b.local("b", Ty::Int));
        let abs = |b: &Body, it: Expr| b.builtin(Builtin::Abs, vec![it], Ty::Int);
        let rest = b.rem(abs(&b, b.get(x)), abs(&b, b.get(y)));
        let signed = b.either(b.less(b.get(x), b.int(0)), b.negative(rest.clone()), rest);
        let stmts = vec![b.give(signed)];
        let rest = lower.function("rest", b, 2, Ty::Int, stmts, Effects::NONE);

        let scopes = lower.layout.scope.is_some();
        let find_int = scopes.then(|| find(lower, "scope of an int", 1));
        let find_bool = scopes.then(|| find(lower, "scope of a bool", 2));
        Helpers { wrap, rest, find_int, find_bool }
    }
}

/// From the innermost scope outwards, up to one that is limited.
fn find(lower: &mut Lower, title: &str, field: u16) -> FnId {
    let mut b = Body::default();
    let name = b.local("name", Ty::Str);
    let at = b.local("at", Ty::Int);
    let scope = |b: &Body, field: u16, ty: Ty| {
        let mut place = lower.scopes(b);
        place.path.extend([Step::Index(b.get(at)), Step::Field(field)]);
        place.ty = ty;
        b.load(place)
    };
    let of = if field == 1 { lower.int_var() } else { Ty::Bool };
    let map = Ty::Map(Box::new(Ty::Str), Box::new(of));
    let has = b.binary(Binary::In, b.get(name), scope(&b, field, map));
    let down = b.binary(Binary::IntSub, b.get(at), b.int(1));
    let count = b.builtin(Builtin::Len, vec![b.load(lower.scopes(&b))], Ty::Int);
    let body = vec![
        b.when(has, vec![b.give(b.get(at))]),
        b.when(scope(&b, 0, Ty::Bool), vec![b.give(b.int(-1))]),
        b.set(at, down),
    ];
    let stmts = vec![
        b.set(at, b.binary(Binary::IntSub, count, b.int(1))),
        b.stmt(StmtKind::While(b.less(b.int(-1), b.get(at)), body)),
        b.give(b.int(-1)),
    ];
    lower.function(title, b, 1, Ty::Int, stmts, Effects::NONE)
}

/// `true` if evaluation changes anything besides the time.
fn changes(e: &AstExpr) -> bool {
    e.count(|it| matches!(it, Ast::Assign(..) | Ast::Step { .. } | Ast::Ternary(..))) > 0
}

impl<'a, 's> Lower<'_, 'a, 's> {
    fn helper(&self, get: impl Fn(&Helpers) -> Option<FnId>) -> FnId {
        self.helpers.as_ref().and_then(get).unwrap_or(FnId(0))
    }

    pub fn wrap(&self, b: &Body, value: Expr, max: Expr) -> Expr {
        b.call(self.helper(|it| Some(it.wrap)), vec![value, max], Ty::Int)
    }

    pub fn rest(&self, b: &Body, x: Expr, y: Expr) -> Expr {
        b.call(self.helper(|it| Some(it.rest)), vec![x, y], Ty::Int)
    }

    pub fn find_scope(&self, b: &Body, name: &str, bool: bool) -> Expr {
        let function = self.helper(|it| if bool { it.find_bool } else { it.find_int });
        b.call(function, vec![b.text(name)], Ty::Int)
    }

    pub fn throw(&self, b: &Body, sides: Expr) -> Expr {
        let throw = self.dice.as_ref().map_or(FnId(0), |it| it.throw);
        b.call(throw, vec![sides], Ty::Int)
    }

    /// An expression, and the time it takes as statements to run first.
    pub fn timed(&mut self, b: &mut Body, e: &AstExpr<'s>, ty: Option<&Ty>, more: f64) -> (Expr, Vec<Stmt>) {
        self.cost = more;
        let value = match ty {
            Some(ty) => self.typed(b, e, ty),
            None => self.expr(b, e),
        };
        (value, self.pass(b, self.cost))
    }

    pub fn stmts(&mut self, b: &mut Body, all: &[AstStmt<'s>]) -> Vec<Stmt> {
        all.iter().flat_map(|it| self.stmt(b, it)).collect()
    }

    pub fn stmt(&mut self, b: &mut Body, stmt: &AstStmt<'s>) -> Vec<Stmt> {
        b.at = stmt.span;
        match &stmt.kind {
            Kind::Expr(e) => {
                let (value, mut out) = self.timed(b, e, None, 0.0);
                // A pure read takes time and has no other effect.
                let acts = e.count(|it| matches!(it, Ast::Assign(..) | Ast::Step { .. } | Ast::Roll(_)));
                if acts > 0 || e.count(|it| matches!(it, Ast::Ternary(..))) > 0 {
                    out.push(b.stmt(StmtKind::Expr(value)));
                }
                out
            }
            Kind::Var(decl) => self.declare_local(b, decl),
            Kind::If(cond, yes, no) => {
                let (cond, mut out) = self.timed(b, cond, Some(&Ty::Bool), 0.0);
                let at = b.at;
                let (yes, no) = (self.stmts(b, yes), self.stmts(b, no));
                b.at = at;
                out.push(b.stmt(StmtKind::If(cond, yes, no)));
                out
            }
            Kind::BeginScope => {
                vec![b.stmt(StmtKind::PlaceOp(PlaceOp::Push, self.scopes(b), vec![self.new_scope(b)]))]
            }
            Kind::EndScope => {
                let more = b.less(b.int(1), self.scope_count(b));
                let end = StmtKind::PlaceOp(PlaceOp::Pop, self.scopes(b), Vec::new());
                let none = StmtKind::Stop("no scope is open that could be ended".into());
                vec![b.when(b.not(more), vec![b.stmt(none)]), b.stmt(end)]
            }
            Kind::LimitScope => {
                let place = self.innermost(b, 0, Ty::Bool);
                vec![b.assign(place, b.bool(true))]
            }
            Kind::Return(e) => {
                let ty = if self.returns == Some(true) { Ty::Bool } else { Ty::Int };
                let (value, mut out) = self.timed(b, e, Some(&ty), self.takes(Cost::Set));
                out.extend(self.returned(b).map(|place| b.assign(place, value)));
                out
            }
            Kind::Log(e) => {
                // Its changes and its time are undone.
                let (value, _) = self.timed(b, e, None, 0.0);
                // Set first: the logged text need not be built if nobody reads it, but its dice must be rolled.
                let logged = b.local("logged", value.ty.clone());
                let text = b.cast(ir::Cast::ToStr, b.get(logged), Ty::Str);
                let log = vec![b.set(logged, value), b.stmt(StmtKind::Log(Some(text)))];
                if changes(e) { self.undone(b, log, false) } else { log }
            }
            Kind::GameStart(e) => {
                let Some(e) = e else { return Vec::new() };
                let (value, mut out) = self.timed(b, e, None, 0.0);
                if changes(e) {
                    out.extend(self.undone(b, vec![b.stmt(StmtKind::Expr(value))], true));
                }
                out
            }
            Kind::GameEnd => {
                let current = self.get(b, state::CURRENT);
                let winners = self.get(b, state::WINNERS);
                let known = b.builtin(Builtin::Contains, vec![winners, current.clone()], Ty::Bool);
                let add = b.stmt(StmtKind::PlaceOp(PlaceOp::Push, self.field(b, state::WINNERS), vec![current]));
                vec![b.when(b.not(known), vec![add])]
            }
            Kind::Move(e) => {
                let (value, mut out) = self.timed(b, e, Some(&Ty::Int), 0.0);
                let left = b.add(self.get(b, state::LEFT), value);
                out.push(b.assign(self.field(b, state::LEFT), left));
                out
            }
            Kind::Rollback => self.rollback(b),
            Kind::Sleep(whose, e) => {
                self.check_player(*whose);
                let (rounds, mut out) = self.timed(b, e, Some(&Ty::Int), 0.0);
                let counter = self.player_at(b, self.whose(b, *whose), state::SLEEP, Ty::Int);
                // Below 0 it is over.
                let given = b.local("rounds", Ty::Int);
                let awake = b.less(b.get(given), b.int(0));
                let sum = b.add(b.load(counter.clone()), b.get(given));
                out.extend(self.must_play(b, *whose));
                out.push(b.set(given, rounds));
                out.push(b.assign(counter, b.either(awake, b.int(0), sum)));
                if *whose == super::super::ast::Whose::Current {
                    out.push(b.assign(self.field(b, state::LEFT), b.int(0)));
                }
                out
            }
            Kind::Goto(to) => self.jump_to(b, self.tile + to.value),
            Kind::Force | Kind::ControlGoto(_) | Kind::ControlIf(..) | Kind::Missing => Vec::new(),
        }
    }

    /// Puts the token of the current player on a field, without a step.
    pub fn jump_to(&self, b: &Body, place: i64) -> Vec<Stmt> {
        let mut out = self.pass(b, self.takes(Cost::Move));
        out.push(b.assign(self.player(b, state::FIELD), b.cast(ir::Cast::Some, b.int(place), Ty::Int.opt())));
        out
    }

    fn scope_count(&self, b: &Body) -> Expr {
        b.builtin(Builtin::Len, vec![b.load(self.scopes(b))], Ty::Int)
    }

    fn innermost(&self, b: &Body, field: u16, ty: Ty) -> Place {
        let mut place = self.scopes(b);
        let last = b.binary(Binary::IntSub, self.scope_count(b), b.int(1));
        place.path.extend([Step::Index(last), Step::Field(field)]);
        place.ty = ty;
        place
    }

    fn declare_local(&mut self, b: &mut Body, decl: &VarDecl<'s>) -> Vec<Stmt> {
        let bool = decl.max.is_none();
        let ty = if bool { Ty::Bool } else { Ty::Int };
        let (value, mut out) = self.timed(b, &decl.value, Some(&ty), self.takes(Cost::Declare));
        if self.locals.get(decl.name.text).is_none_or(|it| it.0 != bool) {
            return out;
        }
        let (field, of) = if bool { (2, Ty::Bool) } else { (1, self.int_var()) };
        let map = Ty::Map(Box::new(Ty::Str), Box::new(of.clone()));
        let name = decl.name.text;
        let known = b.binary(Binary::In, b.text(name), b.load(self.innermost(b, field, map)));
        let twice = StmtKind::Stop(format!("`{name}` is declared in this scope already"));
        out.push(b.when(known, vec![b.stmt(twice)]));
        let value = match decl.max {
            Some(max) => {
                let max = b.int(max.value);
                b.expr(ExprKind::Make(vec![self.wrap(b, value, max.clone()), max]), of.clone())
            }
            None => value,
        };
        let mut place = self.innermost(b, field, of);
        place.path.push(Step::Index(b.text(name)));
        out.push(b.assign(place, value));
        out
    }

    /// Runs statements and undoes their changes; the time they took may be kept.
    pub fn undone(&self, b: &mut Body, stmts: Vec<Stmt>, keep_time: bool) -> Vec<Stmt> {
        let whole = self.whole(b);
        let before = b.local("before", whole.ty.clone());
        let time = b.local("time", Ty::Num);
        let mut out = vec![b.set(before, b.load(whole.clone()))];
        out.extend(stmts);
        out.push(b.set(time, self.get(b, state::TIME)));
        out.push(b.assign(whole, b.get(before)));
        if keep_time {
            out.push(b.assign(self.field(b, state::TIME), b.get(time)));
        }
        out
    }

    fn rollback(&mut self, b: &mut Body) -> Vec<Stmt> {
        let Some(saved) = self.saved(b) else { return Vec::new() };
        let time = b.local("time", Ty::Num);
        let there = b.binary(Binary::Ne, b.load(saved.clone()), b.none(saved.ty.clone()));
        let whole = self.whole(b);
        let unwrapped = b.expr(ExprKind::Unwrap(Box::new(b.load(saved))), whole.ty.clone());
        let spent = b.binary(Binary::NumAdd, b.get(time), b.num(self.takes(Cost::Rollback)));
        let then = vec![
            b.set(time, self.get(b, state::TIME)),
            b.assign(whole, unwrapped),
            b.assign(self.field(b, state::LEFT), b.int(0)),
            b.assign(self.field(b, state::ROLLED_BACK), b.bool(true)),
            b.assign(self.field(b, state::TIME), spent),
        ];
        vec![b.when(there, then)]
    }
}
