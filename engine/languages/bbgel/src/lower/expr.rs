//! Expressions: typed, with their total cost in time.

use super::super::ast::{Expr as AstExpr, ExprKind as Ast, Op, VarDecl, Whose};
use super::super::seconds::Cost;
use super::{Body, Lower, state};
use ir::{Binary, Expr, ExprKind, Place, Step, Stmt, StmtKind, Ty};

/// `$leftSteps` without its sign.
const LEFT_STEPS: &str = "leftSteps";

/// The place of a variable.
enum Var<'a, 's> {
    Game(u16, &'a VarDecl<'s>),
    Player(u16, &'a VarDecl<'s>, Whose),
    /// Looked for among those that texts declared, then elsewhere.
    Local(&'s str, bool, Option<Box<Var<'a, 's>>>),
}

impl Var<'_, '_> {
    fn ty(&self) -> Ty {
        let bool = match self {
            Var::Game(_, it) | Var::Player(_, it, _) => it.max.is_none(),
            Var::Local(_, bool, _) => *bool,
        };
        if bool { Ty::Bool } else { Ty::Int }
    }
}

fn a_type(ty: &Ty) -> &'static str {
    if *ty == Ty::Bool { "a bool" } else { "an int" }
}

impl<'a, 's> Lower<'_, 'a, 's> {
    /// An expression that must be of a type.
    pub fn typed(&mut self, b: &mut Body, e: &AstExpr<'s>, ty: &Ty) -> Expr {
        let out = self.expr(b, e);
        if out.ty == *ty {
            return out;
        }
        // Unknown words are already reported.
        if !matches!(e.kind, Ast::Unknown(_)) {
            self.problems.wants(e.span, a_type(ty), a_type(&out.ty));
        }
        if *ty == Ty::Bool { b.bool(false) } else { b.int(0) }
    }

    pub fn expr(&mut self, b: &mut Body, e: &AstExpr<'s>) -> Expr {
        let before = b.at;
        b.at = e.span;
        let out = self.at_expr(b, e);
        b.at = before;
        out
    }

    /// Invariant: at each level of the tree there is one stack frame of this function and one for the kind of
    /// expression; code that does not recurse is in functions of its own.
    fn at_expr(&mut self, b: &mut Body, e: &AstExpr<'s>) -> Expr {
        match &e.kind {
            Ast::Int(value) => {
                self.cost += self.takes(Cost::Constant);
                b.int(*value)
            }
            Ast::Bool(value) => {
                self.cost += self.takes(Cost::Constant);
                b.bool(*value)
            }
            Ast::NumPlayers => {
                self.cost += self.takes(Cost::Constant);
                self.player_count(b)
            }
            Ast::LeftSteps => {
                self.cost += self.takes(Cost::LeftSteps);
                self.get(b, state::LEFT)
            }
            Ast::Rolled => {
                self.cost += self.takes(Cost::Read);
                self.get(b, state::ROLLED)
            }
            Ast::Result => {
                self.cost += self.takes(Cost::Read);
                self.result(b, e)
            }
            Ast::Roll(sides) => {
                self.cost += self.takes(Cost::Roll);
                let sides = match sides {
                    Some(it) => self.typed(b, it, &Ty::Int),
                    None => b.int(self.world.max_dice),
                };
                if self.pure {
                    self.problems.chance_here(e.span);
                }
                self.throw(b, sides)
            }
            Ast::ChooseBool(_) => {
                self.cost += self.takes(Cost::Choose);
                if self.pure {
                    self.problems.chance_here(e.span);
                }
                // Answers are asked for before, the first one last in the list.
                self.answers.pop().unwrap_or_else(|| b.bool(false))
            }
            // As the original's notes write it.
            Ast::Name(LEFT_STEPS) if !self.declares(LEFT_STEPS) => {
                self.cost += self.takes(Cost::LeftSteps);
                self.get(b, state::LEFT)
            }
            Ast::Name(_) | Ast::Of(..) => {
                self.cost += self.takes(Cost::Read);
                match self.variable(e) {
                    Some(var) => self.read(b, &var),
                    None => b.int(0),
                }
            }
            Ast::Unknown(name) => {
                let known: Vec<&str> =
                    crate::words::WORDS.iter().filter(|it| it.form.contains('(')).map(|it| it.word).collect();
                self.problems.unknown_function(name.span, name.text, &known, false);
                b.int(0)
            }
            Ast::Step { target, by, before } => {
                self.cost += self.takes(Cost::Count);
                self.step(b, e, (target, *by, *before))
            }
            Ast::Assign(target, value) => {
                self.cost += self.takes(Cost::Set);
                self.assign(b, e, target, value)
            }
            Ast::Ternary(cond, yes, no) => self.ternary(b, cond, yes, no),
            Ast::Not(of) => {
                self.cost += self.takes(Cost::Unary);
                let of = self.typed(b, of, &Ty::Bool);
                b.not(of)
            }
            Ast::Sign { negative, of } => {
                self.cost += self.takes(Cost::Unary);
                let of = self.typed(b, of, &Ty::Int);
                if *negative { b.negative(of) } else { of }
            }
            Ast::Binary(op, left, right) => {
                self.cost += self.takes(match op {
                    Op::Or => Cost::Or,
                    Op::And => Cost::And,
                    Op::Eq | Op::Ne => Cost::Equal,
                    Op::Lt | Op::Gt | Op::Le | Op::Ge => Cost::Less,
                    Op::Add | Op::Sub => Cost::Sum,
                    Op::Mul | Op::Div | Op::Rem => Cost::Term,
                });
                self.binary(b, *op, left, right)
            }
        }
    }

    /// The result of this player's last `return`.
    #[inline(never)]
    fn result(&mut self, b: &Body, e: &AstExpr<'s>) -> Expr {
        match self.returned(b) {
            Some(place) => {
                let ty = place.ty.inner().clone();
                let unset = b.equal(b.load(place.clone()), b.none(place.ty.clone()));
                let why = "`$result` is what this player's last `return` gave, and there was none yet";
                let stop = b.when(unset, vec![b.stmt(StmtKind::Stop(why.into()))]);
                b.block(vec![stop], b.expr(ExprKind::Unwrap(Box::new(b.load(place))), ty))
            }
            None => {
                self.problems.never_returned(e.span);
                b.int(0)
            }
        }
    }

    #[inline(never)]
    fn step(&mut self, b: &mut Body, e: &AstExpr<'s>, (target, by, before): (&AstExpr<'s>, i64, bool)) -> Expr {
        let Some(var) = self.variable(target) else { return b.int(0) };
        if var.ty() != Ty::Int {
            self.problems.wants(target.span, "an int", "a bool");
            return b.int(0);
        }
        self.changes(e);
        let old = b.local("old", Ty::Int);
        let value = self.read(b, &var);
        let mut stmts = vec![b.set(old, value)];
        let new = b.add(b.get(old), b.int(by));
        stmts.extend(self.write(b, &var, new.clone(), true));
        b.block(stmts, if before { new } else { b.get(old) })
    }

    #[inline(never)]
    fn assign(&mut self, b: &mut Body, e: &AstExpr<'s>, target: &AstExpr<'s>, value: &AstExpr<'s>) -> Expr {
        let Some(var) = self.variable(target) else {
            self.expr(b, value);
            return b.int(0);
        };
        self.changes(e);
        let ty = var.ty();
        let value = self.typed(b, value, &ty);
        let new = b.local("new", ty);
        let mut stmts = vec![b.set(new, value)];
        stmts.extend(self.write(b, &var, b.get(new), false));
        // For a variable of the game, gives its new value; for others, the assigned one.
        let value = if let Var::Game(..) = var { self.read(b, &var) } else { b.get(new) };
        b.block(stmts, value)
    }

    /// Only the branch that is chosen runs; the dice of the other are thrown all the same, as in the original.
    #[inline(never)]
    fn ternary(&mut self, b: &mut Body, cond: &AstExpr<'s>, yes: &AstExpr<'s>, no: &AstExpr<'s>) -> Expr {
        let rolls = |e: &AstExpr| e.count(|it| matches!(it, Ast::Roll(_)));
        let cond = self.typed(b, cond, &Ty::Bool);
        let cost = self.cost;
        self.cost = 0.0;
        let first = self.expr(b, yes);
        let first_cost = std::mem::replace(&mut self.cost, 0.0);
        let second = self.expr(b, no);
        let second_cost = std::mem::replace(&mut self.cost, cost);
        if first.ty != second.ty {
            self.problems.differing(b.at, a_type(&first.ty), a_type(&second.ty));
            return first;
        }
        let common = first_cost.min(second_cost);
        self.cost += common;
        let idle = |lower: &Self, b: &Body, count: usize| -> Vec<Stmt> {
            (0..count).map(|_| b.stmt(StmtKind::Expr(lower.throw(b, b.int(1))))).collect()
        };
        let chosen = b.local("chosen", first.ty.clone());
        let mut then = self.pass(b, first_cost - common);
        then.push(b.set(chosen, first));
        then.extend(idle(self, b, rolls(no)));
        let mut other = self.pass(b, second_cost - common);
        other.extend(idle(self, b, rolls(yes)));
        other.push(b.set(chosen, second));
        b.block(vec![b.stmt(StmtKind::If(cond, then, other))], b.get(chosen))
    }

    #[inline(never)]
    fn binary(&mut self, b: &mut Body, op: Op, left: &AstExpr<'s>, right: &AstExpr<'s>) -> Expr {
        let ty = match op {
            Op::Or | Op::And => Ty::Bool,
            _ => Ty::Int,
        };
        let (x, y) = match op {
            Op::Eq | Op::Ne => {
                let (x, y) = (self.expr(b, left), self.expr(b, right));
                if x.ty != y.ty {
                    self.problems.differing(b.at, a_type(&x.ty), a_type(&y.ty));
                    return b.bool(false);
                }
                (x, y)
            }
            _ => (self.typed(b, left, &ty), self.typed(b, right, &ty)),
        };
        let simple = matches!(right.kind, Ast::Name(_) | Ast::Of(..) | Ast::Bool(_));
        self.combined(b, op, (x, y), simple)
    }

    /// Two operands with an operator; `simple` if the second one does nothing.
    #[inline(never)]
    fn combined(&mut self, b: &mut Body, op: Op, (x, y): (Expr, Expr), simple: bool) -> Expr {
        match op {
            Op::Add => b.add(x, y),
            Op::Sub => b.binary(Binary::IntSub, x, y),
            Op::Mul => b.binary(Binary::IntMul, x, y),
            Op::Div => b.binary(Binary::IntDiv, x, y),
            Op::Rem => self.rest(b, x, y),
            Op::Eq => b.equal(x, y),
            Op::Ne => b.binary(Binary::Ne, x, y),
            Op::Lt => b.less(x, y),
            Op::Le => b.binary(Binary::IntLe, x, y),
            Op::Gt => b.not(b.binary(Binary::IntLe, x, y)),
            Op::Ge => b.not(b.less(x, y)),
            Op::Or | Op::And => {
                // Both sides always run.
                let (p, q) = (b.local("left", Ty::Bool), b.local("right", Ty::Bool));
                let stmts = if simple { Vec::new() } else { vec![b.set(p, x.clone()), b.set(q, y.clone())] };
                let (x, y) = if simple { (x, y) } else { (b.get(p), b.get(q)) };
                let both =
                    if op == Op::And { b.and(x, y) } else { b.expr(ExprKind::Or(Box::new(x), Box::new(y)), Ty::Bool) };
                b.block(stmts, both)
            }
        }
    }

    fn changes(&mut self, e: &AstExpr) {
        if self.pure {
            self.problems.chance_here(e.span);
        }
    }

    /// `true` if a variable of that name is declared anywhere.
    fn declares(&self, name: &str) -> bool {
        let mut vars = self.world.player_vars.iter().chain(&self.world.game_vars);
        self.locals.contains_key(name) || vars.any(|it| it.name.text == name)
    }

    /// The index of a player.
    pub fn whose(&self, b: &Body, whose: Whose) -> Expr {
        let current = self.get(b, state::CURRENT);
        let most = self.world.players as i64;
        let shift = |by: Expr| b.rem(b.add(current.clone(), by), self.player_count(b));
        match whose {
            Whose::Current => current.clone(),
            Whose::Next => shift(b.int(1)),
            Whose::Previous if self.world.least_players == self.world.players => shift(b.int(most - 1)),
            Whose::Previous => shift(b.binary(Binary::IntSub, self.player_count(b), b.int(1))),
            Whose::Player(it) => b.expr(ExprKind::Const(ir::Const::Int((it.value - 1).clamp(0, most - 1))), Ty::Role),
        }
    }

    /// Number of players.
    pub fn player_count(&self, b: &Body) -> Expr {
        match self.sitting(b) {
            Some(place) => b.cast(ir::Cast::Check, b.load(place), Ty::Int),
            None => b.int(self.world.players as i64),
        }
    }

    /// Stops where a player is meant who may not be there and is not.
    pub fn must_play(&self, b: &Body, whose: Whose) -> Option<Stmt> {
        let Whose::Player(it) = whose else { return None };
        if it.value <= self.world.least_players as i64 || it.value > self.world.players as i64 {
            return None;
        }
        let gone = b.less(self.player_count(b), b.int(it.value));
        let why = format!("there is no player {} in this game", it.value);
        Some(b.when(gone, vec![b.stmt(StmtKind::Stop(why))]))
    }

    /// Reports an error if there is no such player.
    pub fn check_player(&mut self, whose: Whose) {
        let count = self.world.players as i64;
        if let Whose::Player(it) = whose
            && !(1..=count).contains(&it.value)
        {
            self.problems.no_such_player(it.span, it.value, count);
        }
    }

    fn variable(&mut self, e: &AstExpr<'s>) -> Option<Var<'a, 's>> {
        let world = self.world;
        let of_player = |name: &str, whose| {
            let at = world.player_vars.iter().position(|it| it.name.text == name)?;
            Some(Var::Player(at as u16, world.player_vars[at], whose))
        };
        match &e.kind {
            Ast::Name(name) => {
                let of_game = || {
                    let at = world.game_vars.iter().position(|it| it.name.text == *name)?;
                    Some(Var::Game(at as u16, world.game_vars[at]))
                };
                let declared = of_player(name, Whose::Current).or_else(of_game);
                let found = match self.locals.get(name) {
                    Some((bool, _)) => Some(Var::Local(name, *bool, declared.map(Box::new))),
                    None => declared,
                };
                // Names with `$` were reported by the lexer.
                if found.is_none() && !name.starts_with('$') {
                    let vars = world.player_vars.iter().chain(&world.game_vars).map(|it| it.name.text);
                    let known: Vec<&str> = vars.chain(self.locals.keys().copied()).collect();
                    self.problems.undeclared(e.span, name, &known);
                }
                found
            }
            Ast::Of(whose, name) => {
                self.check_player(*whose);
                let found = of_player(name.text, *whose);
                if found.is_none() {
                    let known: Vec<&str> = world.player_vars.iter().map(|it| it.name.text).collect();
                    self.problems.undeclared(name.span, name.text, &known);
                }
                found
            }
            _ => {
                self.problems.no_variable(e.span);
                None
            }
        }
    }

    /// The place of a variable declared by a text, in a scope.
    fn in_scope(&self, b: &Body, name: &str, bool: bool, scope: Expr) -> Place {
        let mut place = self.scopes(b);
        place.path.extend([Step::Index(scope), Step::Field(if bool { 2 } else { 1 }), Step::Index(b.text(name))]);
        place.ty = if bool { Ty::Bool } else { self.int_var() };
        place
    }

    fn read(&self, b: &mut Body, var: &Var) -> Expr {
        match var {
            Var::Game(at, _) => b.load(self.game_var(b, *at, var.ty())),
            Var::Player(at, _, whose) => {
                let value = b.load(self.player_var(b, self.whose(b, *whose), *at, var.ty()));
                match self.must_play(b, *whose) {
                    Some(stop) => b.block(vec![stop], value),
                    None => value,
                }
            }
            Var::Local(name, bool, outer) => {
                let scope = b.local("scope", Ty::Int);
                let find = self.find_scope(b, name, *bool);
                let value = |b: &Body, index: Expr| {
                    let mut place = self.in_scope(b, name, *bool, index);
                    if !bool {
                        place.path.push(Step::Field(0));
                        place.ty = Ty::Int;
                    }
                    b.load(place)
                };
                let here = value(b, b.get(scope));
                let found = b.not(b.less(b.get(scope), b.int(0)));
                let Some(outer) = outer else {
                    let stop = b.when(b.not(found), vec![nowhere(b, name)]);
                    return b.block(vec![b.set(scope, find), stop], here);
                };
                let elsewhere = self.read(b, outer);
                b.block(vec![b.set(scope, find)], b.either(found, here, elsewhere))
            }
        }
    }

    /// Sets a variable, wrapped around; but a variable of a player only by a step, as in the original.
    fn write(&self, b: &mut Body, var: &Var, value: Expr, step: bool) -> Vec<Stmt> {
        let wrapped = |b: &Body, decl: &VarDecl, value: Expr| match decl.max {
            Some(max) => self.wrap(b, value, b.int(max.value)),
            None => value,
        };
        match var {
            Var::Game(at, decl) => {
                let value = wrapped(b, decl, value);
                vec![b.assign(self.game_var(b, *at, var.ty()), value)]
            }
            Var::Player(at, decl, whose) => {
                let value = if step { wrapped(b, decl, value) } else { value };
                let set = b.assign(self.player_var(b, self.whose(b, *whose), *at, var.ty()), value);
                self.must_play(b, *whose).into_iter().chain([set]).collect()
            }
            Var::Local(name, bool, outer) => {
                let scope = b.local("scope", Ty::Int);
                let find = self.find_scope(b, name, *bool);
                let set = |b: &Body, index: Expr| {
                    let mut place = self.in_scope(b, name, *bool, index.clone());
                    if *bool {
                        return b.assign(place, value.clone());
                    }
                    let mut max = self.in_scope(b, name, *bool, index);
                    max.path.push(Step::Field(1));
                    max.ty = Ty::Int;
                    place.path.push(Step::Field(0));
                    place.ty = Ty::Int;
                    b.assign(place, self.wrap(b, value.clone(), b.load(max)))
                };
                let here = vec![set(b, b.get(scope))];
                let elsewhere = match outer {
                    Some(outer) => self.write(b, outer, value.clone(), step),
                    None => vec![nowhere(b, name)],
                };
                let found = b.not(b.less(b.get(scope), b.int(0)));
                vec![b.set(scope, find), b.stmt(StmtKind::If(found, here, elsewhere))]
            }
        }
    }

    /// Duration in seconds.
    pub fn takes(&self, cost: Cost) -> f64 {
        self.world.seconds.of(cost)
    }

    /// Lets time pass.
    pub fn pass(&self, b: &Body, seconds: f64) -> Vec<Stmt> {
        if seconds == 0.0 {
            return Vec::new();
        }
        let sum = b.binary(Binary::NumAdd, self.get(b, state::TIME), b.num(seconds));
        vec![b.assign(self.field(b, state::TIME), sum)]
    }
}

/// A variable that texts declare was not declared where it is wanted.
fn nowhere(b: &Body, name: &str) -> Stmt {
    b.stmt(StmtKind::Stop(format!("there is no variable `{name}` here: no scope that the player is in declares it")))
}
