//! Short ways to write expressions and statements of a program.

use diag::Span;
use ir::{
    Arg, Binary, Builtin, Cast, Const, Expr, ExprKind, FnId, LocalId, Named, Place, Root, Step, Stmt, StmtKind, Ty,
    Unary,
};

/// A function under construction: its locals, and the span for the next nodes.
///
/// Invariant: each constructor of an expression is a function of its own in machine code. Front-ends call these while
/// they recurse over a tree, and inlined code would take stack at every level.
#[derive(Default)]
pub struct Body {
    pub locals: Vec<Named>,
    pub at: Span,
}

impl Body {
    /// A new local of a name and type.
    pub fn local(&mut self, name: &str, ty: Ty) -> LocalId {
        self.locals.push(Named { name: name.to_owned(), ty });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// The value of a local.
    #[inline(never)]
    pub fn get(&self, local: LocalId) -> Expr {
        let ty = self.locals.get(local.0 as usize).map_or(Ty::Unit, |it| it.ty.clone());
        self.expr(ExprKind::Local(local), ty)
    }

    /// An expression, of the text that is being lowered.
    #[inline(never)]
    pub fn expr(&self, kind: ExprKind, ty: Ty) -> Expr {
        Expr { kind, ty, span: self.at }
    }

    /// A statement, likewise.
    #[inline(never)]
    pub fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.at }
    }

    /// A whole number.
    #[inline(never)]
    pub fn int(&self, value: i64) -> Expr {
        self.expr(ExprKind::Const(Const::Int(value)), Ty::Int)
    }

    /// A number with a point.
    #[inline(never)]
    pub fn num(&self, value: f64) -> Expr {
        self.expr(ExprKind::Const(Const::Num(value.to_bits())), Ty::Num)
    }

    /// True or false.
    #[inline(never)]
    pub fn bool(&self, value: bool) -> Expr {
        self.expr(ExprKind::Const(Const::Bool(value)), Ty::Bool)
    }

    /// A text.
    #[inline(never)]
    pub fn text(&self, value: &str) -> Expr {
        self.expr(ExprKind::Const(Const::Str(value.to_owned())), Ty::Str)
    }

    /// None, of an optional type.
    #[inline(never)]
    pub fn none(&self, ty: Ty) -> Expr {
        self.expr(ExprKind::Const(Const::None), ty)
    }

    /// A binary operation, with the type of its result.
    #[inline(never)]
    pub fn binary(&self, op: Binary, a: Expr, b: Expr) -> Expr {
        use Binary::*;
        let ty = match op {
            IntAdd | IntSub | IntMul | IntDiv | IntRem => Ty::Int,
            NumAdd | NumSub | NumMul | NumDiv | NumRem => Ty::Num,
            Concat => Ty::Str,
            _ => Ty::Bool,
        };
        self.expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
    }

    /// The sum of two whole numbers.
    #[inline(never)]
    pub fn add(&self, a: Expr, b: Expr) -> Expr {
        self.binary(Binary::IntAdd, a, b)
    }

    /// Remainder of two whole numbers.
    #[inline(never)]
    pub fn rem(&self, a: Expr, b: Expr) -> Expr {
        self.binary(Binary::IntRem, a, b)
    }

    /// `true` if two values are equal.
    #[inline(never)]
    pub fn equal(&self, a: Expr, b: Expr) -> Expr {
        self.binary(Binary::Eq, a, b)
    }

    /// `true` if one whole number is less than another.
    #[inline(never)]
    pub fn less(&self, a: Expr, b: Expr) -> Expr {
        self.binary(Binary::IntLt, a, b)
    }

    /// The opposite.
    #[inline(never)]
    pub fn not(&self, a: Expr) -> Expr {
        self.expr(ExprKind::Unary(Unary::Not, Box::new(a)), Ty::Bool)
    }

    /// `true` if both hold; the second is evaluated only if the first holds.
    #[inline(never)]
    pub fn and(&self, a: Expr, b: Expr) -> Expr {
        self.expr(ExprKind::And(Box::new(a), Box::new(b)), Ty::Bool)
    }

    /// A whole number with the other sign.
    #[inline(never)]
    pub fn negative(&self, a: Expr) -> Expr {
        self.expr(ExprKind::Unary(Unary::IntNeg, Box::new(a)), Ty::Int)
    }

    /// The one value if a condition holds, else the other.
    #[inline(never)]
    pub fn either(&self, cond: Expr, a: Expr, b: Expr) -> Expr {
        let ty = a.ty.clone();
        self.expr(ExprKind::If(Box::new(cond), Box::new(a), Box::new(b)), ty)
    }

    /// A value after statements.
    #[inline(never)]
    pub fn block(&self, stmts: Vec<Stmt>, value: Expr) -> Expr {
        let ty = value.ty.clone();
        if stmts.is_empty() { value } else { self.expr(ExprKind::Block(stmts, Box::new(value)), ty) }
    }

    /// A value made one of another type.
    #[inline(never)]
    pub fn cast(&self, cast: Cast, a: Expr, ty: Ty) -> Expr {
        self.expr(ExprKind::Cast(cast, Box::new(a)), ty)
    }

    /// A value as `any`.
    #[inline(never)]
    pub fn any(&self, a: Expr) -> Expr {
        self.cast(Cast::ToAny, a, Ty::Any)
    }

    /// A call of a builtin.
    #[inline(never)]
    pub fn builtin(&self, it: Builtin, args: Vec<Expr>, ty: Ty) -> Expr {
        self.expr(ExprKind::Builtin(it, args), ty)
    }

    /// A call of a function.
    #[inline(never)]
    pub fn call(&self, function: FnId, args: Vec<Expr>, result: Ty) -> Expr {
        self.expr(ExprKind::Call(function, args.into_iter().map(Arg::Value).collect()), result)
    }

    /// A call of a function for its effects.
    #[inline(never)]
    pub fn run(&self, function: FnId, args: Vec<Expr>) -> Stmt {
        self.stmt(StmtKind::Expr(self.call(function, args, Ty::Unit)))
    }

    /// A place, from a root along a path.
    #[inline(never)]
    pub fn place(&self, root: Root, path: Vec<Step>, ty: Ty) -> Place {
        Place { root, path, ty, span: self.at }
    }

    /// The value of a place.
    #[inline(never)]
    pub fn load(&self, place: Place) -> Expr {
        let ty = place.ty.clone();
        self.expr(ExprKind::Load(Box::new(place)), ty)
    }

    /// Puts a value in a local.
    #[inline(never)]
    pub fn set(&self, local: LocalId, value: Expr) -> Stmt {
        self.stmt(StmtKind::Set(local, value))
    }

    /// Puts a value in a place.
    #[inline(never)]
    pub fn assign(&self, place: Place, value: Expr) -> Stmt {
        self.stmt(StmtKind::Assign(place, value))
    }

    /// Runs statements if a condition holds.
    #[inline(never)]
    pub fn when(&self, cond: Expr, then: Vec<Stmt>) -> Stmt {
        self.stmt(StmtKind::If(cond, then, Vec::new()))
    }

    /// Leaves the function with a value.
    #[inline(never)]
    pub fn give(&self, value: Expr) -> Stmt {
        self.stmt(StmtKind::Return(Some(value)))
    }
}
