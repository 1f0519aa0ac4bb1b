//! State of the generator: random numbers, the program so far, and the constructs allowed at each place.

use crate::support::Draw;
use ir::{Const, Effects, Expr, ExprKind, FnId, FrameId, LocalId, Named, Program, Span, Stmt, StmtKind, Ty};

/// A program on its way.
pub struct Maker {
    pub draw: Draw,
    pub program: Program,
    /// Types that values of this program often have.
    pub types: Vec<Ty>,
    /// Percentage of fallible operations that are left unguarded.
    pub risk: usize,
    /// Functions that can be called.
    pub helpers: Vec<Helper>,
    /// The argument types of each action.
    pub arguments: Vec<Vec<Ty>>,
    pub scope: Scope,
    /// Cost of the last function.
    pub last_cost: u64,
    /// Constants inside one another.
    pub deep: usize,
}

/// A function that others call.
#[derive(Clone)]
pub struct Helper {
    pub id: FnId,
    /// Its first parameter counts down: it calls itself.
    pub recursive: bool,
    /// The only frame it may run with.
    pub frame: Option<FrameId>,
    pub cost: u64,
}

/// The function that is being made.
#[derive(Clone, Default)]
pub struct Scope {
    pub locals: Vec<Named>,
    /// Those that hold something here.
    pub readable: Vec<LocalId>,
    /// Those of them that are not to be changed.
    pub fixed: Vec<LocalId>,
    /// Allowed effects, and actual ones.
    pub allowed: Effects,
    pub effects: Effects,
    pub frame: Option<FrameId>,
    /// Nothing for `Unit`.
    pub result: Option<Ty>,
    /// Loops around the current place, in this function.
    pub loops: usize,
    /// Expressions around it that have statements: nothing leaves these.
    pub blocks: usize,
    /// Approximate steps so far, and how often the current place runs.
    pub cost: u64,
    pub times: u64,
    /// The frames it may go to begin here.
    pub forward: usize,
}

/// About the most steps a function may take.
const MOST_COST: u64 = 3_000;

impl Maker {
    pub fn new(draw: Draw, risk: usize) -> Maker {
        Maker {
            draw,
            program: Program::default(),
            types: Vec::new(),
            risk,
            helpers: Vec::new(),
            arguments: Vec::new(),
            scope: Scope::default(),
            last_cost: 0,
            deep: 0,
        }
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.draw.below(n) == 0
    }

    /// `true` to leave a fallible operation unguarded.
    pub fn risky(&mut self) -> bool {
        self.draw.below(100) < self.risk
    }

    /// The same, and one in `n` more: for constructs that would otherwise be very rare. Never where nothing may fail.
    pub fn dares(&mut self, n: usize) -> bool {
        self.risky() || (self.risk > 0 && self.one_in(n))
    }

    pub fn may(&self, effect: Effects) -> bool {
        self.scope.allowed.has(effect)
    }

    pub fn does(&mut self, effects: Effects) {
        self.scope.effects = self.scope.effects.with(effects);
    }

    /// `true`, and counts the steps, if they are within the budget.
    pub fn affords(&mut self, cost: u64) -> bool {
        let cost = cost * self.scope.times.max(1);
        let affords = self.scope.cost + cost <= MOST_COST;
        if affords {
            self.scope.cost += cost;
        }
        affords
    }

    pub fn local(&mut self, ty: &Ty) -> LocalId {
        let id = LocalId(self.scope.locals.len() as u32);
        self.scope.locals.push(Named { name: format!("v{}", id.0), ty: ty.clone() });
        id
    }
}

/// Spans come last, when the program is whole.
pub fn e(kind: ExprKind, ty: &Ty) -> Expr {
    Expr { kind, ty: ty.clone(), span: Span::default() }
}

pub fn s(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::default() }
}

pub fn int(n: i64) -> Expr {
    e(ExprKind::Const(Const::Int(n)), &Ty::Int)
}

pub fn text(it: &str) -> Expr {
    e(ExprKind::Const(Const::Str(it.to_owned())), &Ty::Str)
}
