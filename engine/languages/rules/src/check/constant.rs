//! Values known when compiling.
//!
//! Invariant: evaluating the constants of a text takes at most [`STEPS_MAX`] steps in total, each of them short;
//! copying a value takes one per part.

use super::sort::{Sort, Typed};
use super::{Checker, ast};
use diag::Span;
use ir::{
    Binary, BoardOp, Builtin, Cast, Const, Expr, ExprKind, LocalId, Place, PlaceOp, Program, Root, Step, Stmt,
    StmtKind, Ty, Unary,
};
use std::collections::BTreeMap;

/// Maximum steps for all constants of a text.
const STEPS_MAX: usize = 1_000_000;

/// Computed constants with more parts than this are stored once, like data.
const INLINE_MAX: usize = 64;

impl<'s> Checker<'_, '_, 's> {
    /// A value that is known now, of a type; a complaint if it is not.
    pub fn constant(&mut self, it: &ast::Expr<'s>, ty: &Ty) -> Option<Const> {
        let before = self.problems.count();
        let expr = self.expr_as(it, ty);
        self.worked_out(&expr, it, before)
    }

    /// The same with its type inferred.
    pub fn inferred_constant(&mut self, it: &ast::Expr<'s>) -> Option<(Const, Ty)> {
        let before = self.problems.count();
        let typed: Typed = self.expr(it, None);
        if typed.sort == Sort::Poison {
            return None;
        }
        let (expr, ty) = self.settle(typed);
        Some((self.worked_out(&expr, it, before)?, ty))
    }

    /// A constant and its type: its value, or else the expression of it, if it can be computed later.
    pub fn known_or_expr(&mut self, it: &ast::Expr<'s>, ty: Option<&Ty>) -> Option<(Result<Const, Expr>, Ty)> {
        let before = self.problems.errors();
        let (expr, ty) = match ty {
            Some(ty) => (self.expr_as(it, ty), ty.clone()),
            None => {
                let typed = self.expr(it, None);
                if typed.sort == Sort::Poison {
                    return None;
                }
                self.settle(typed)
            }
        };
        let left = STEPS_MAX.saturating_sub(self.constant_steps);
        let mut work = Work { program: &self.program, locals: BTreeMap::new(), left, failed: None };
        let value = work.value(&expr);
        self.constant_steps = STEPS_MAX - work.left;
        match value {
            Some(value) => Some((Ok(value), ty)),
            // What takes long as well.
            None => (self.problems.errors() == before).then_some((Err(expr), ty)),
        }
    }

    fn worked_out(&mut self, expr: &Expr, it: &ast::Expr<'s>, before: usize) -> Option<Const> {
        let left = STEPS_MAX.saturating_sub(self.constant_steps);
        if left == 0 {
            // The excess is already reported.
            return None;
        }
        let mut work = Work { program: &self.program, locals: BTreeMap::new(), left, failed: None };
        let value = work.value(expr);
        let failed = work.failed;
        self.constant_steps = STEPS_MAX - work.left;
        if value.is_none() && self.problems.count() == before {
            if self.constant_steps == STEPS_MAX {
                self.problems.constant_too_long(it.span, STEPS_MAX);
            } else {
                let part = failed.filter(|part| *part != it.span && it.span.contains(*part));
                let written = |it: Span| self.text.get(it.range()).unwrap_or_default();
                self.problems.not_constant(it.span, part.map(|it| (it, written(it))));
            }
        }
        value
    }

    /// `true` if a constant is better stored once than copied to each use.
    pub fn is_large(value: &Const) -> bool {
        parts(value, INLINE_MAX + 1) > INLINE_MAX
    }
}

/// Number of values in a value, itself included; counts at most to `most`.
fn parts(value: &Const, most: usize) -> usize {
    let mut all = 1;
    for it in value.within() {
        if all >= most {
            break;
        }
        all += parts(it, most - all);
    }
    all
}

/// How a list of statements ended.
enum Way {
    On,
    Break,
    Continue,
}

/// A constant during evaluation: comprehensions and quantifiers are loops with variables.
struct Work<'p> {
    program: &'p Program,
    locals: BTreeMap<LocalId, Const>,
    /// Steps that are left.
    left: usize,
    /// The part that is not known now, or fails: the innermost.
    failed: Option<Span>,
}

impl Work<'_> {
    fn pay(&mut self, steps: usize) -> Option<()> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Some(())
            }
            None => {
                self.left = 0;
                None
            }
        }
    }

    /// A value that stays where it is, too.
    fn copied(&mut self, id: LocalId) -> Option<Const> {
        let steps = parts(self.locals.get(&id)?, self.left.saturating_add(1));
        self.pay(steps)?;
        self.locals.get(&id).cloned()
    }

    /// The value of an expression; absent if it is not known now, would fail, or takes too long.
    fn value(&mut self, it: &Expr) -> Option<Const> {
        let value = self.known(it);
        if value.is_none() {
            self.failed.get_or_insert(it.span);
        }
        value
    }

    fn known(&mut self, it: &Expr) -> Option<Const> {
        self.pay(1)?;
        match &it.kind {
            ExprKind::Const(value) => {
                let steps = parts(value, self.left.saturating_add(1));
                self.pay(steps)?;
                Some(value.clone())
            }
            ExprKind::Local(id) => self.copied(*id),
            ExprKind::Make(items) => {
                let mut items = items.iter().map(|it| self.value(it)).collect::<Option<Vec<_>>>()?;
                if let Ty::Set(_) = it.ty {
                    items.sort_by(order);
                    items.dedup();
                }
                Some(Const::List(items))
            }
            ExprKind::MakeMap(pairs) => {
                let mut out: Vec<(Const, Const)> = Vec::new();
                for (k, v) in pairs {
                    out.push((self.value(k)?, self.value(v)?));
                }
                // The last of equal keys counts.
                out.reverse();
                out.sort_by(|a, b| order(&a.0, &b.0));
                out.dedup_by(|later, kept| later.0 == kept.0);
                Some(Const::List(out.into_iter().flat_map(|(k, v)| [k, v]).collect()))
            }
            ExprKind::Unary(op, a) => match (op, self.value(a)?) {
                (Unary::Not, Const::Bool(a)) => Some(Const::Bool(!a)),
                (Unary::IntNeg, Const::Int(a)) => Some(Const::Int(-a)),
                (Unary::NumNeg, Const::Num(a)) => Some(Const::Num((-f64::from_bits(a)).to_bits())),
                _ => None,
            },
            ExprKind::Binary(op, a, b) => {
                let whole = is_exact(&a.ty);
                let (a, b) = (self.value(a)?, self.value(b)?);
                binary(*op, a, b, whole)
            }
            ExprKind::And(a, b) => match self.value(a)? {
                Const::Bool(true) => self.value(b),
                other => Some(other),
            },
            ExprKind::Or(a, b) => match self.value(a)? {
                Const::Bool(false) => self.value(b),
                other => Some(other),
            },
            ExprKind::If(cond, a, b) => match self.value(cond)? {
                Const::Bool(true) => self.value(a),
                _ => self.value(b),
            },
            ExprKind::Else(a, b) => match self.value(a)? {
                Const::None => self.value(b),
                some => Some(some),
            },
            ExprKind::Unwrap(a) => self.value(a).filter(|it| *it != Const::None),
            ExprKind::Load(place) => self.load(place),
            ExprKind::Field(base, at) => self.part(base, usize::from(*at)),
            ExprKind::Index(base, index) if matches!(base.ty, Ty::List(_) | Ty::Array(..) | Ty::Set(_)) => {
                match self.value(index)? {
                    Const::Int(at) => self.part(base, usize::try_from(at).ok()?),
                    _ => None,
                }
            }
            ExprKind::Block(stmts, value) => {
                self.run(stmts)?;
                // A local is moved out here: it is used nowhere else.
                match value.kind {
                    ExprKind::Local(id) => self.locals.remove(&id),
                    _ => self.value(value),
                }
            }
            ExprKind::Board(BoardOp::Cells, id, _) => {
                let cells = self.program.boards[id.index()].cells.len();
                self.pay(cells)?;
                Some(Const::List((0..cells as i64).map(Const::Int).collect()))
            }
            ExprKind::Builtin(op @ (Builtin::Len | Builtin::Empty), args) => {
                match (self.value(args.first()?)?, &args[0].ty) {
                    (Const::List(items), Ty::List(_) | Ty::Array(..) | Ty::Set(_)) => Some(match op {
                        Builtin::Len => Const::Int(items.len() as i64),
                        _ => Const::Bool(items.is_empty()),
                    }),
                    _ => None,
                }
            }
            ExprKind::Builtin(Builtin::Concat, args) => match (self.value(args.first()?)?, self.value(args.get(1)?)?) {
                (Const::List(a), Const::List(b)) => Some(Const::List(a.into_iter().chain(b).collect())),
                _ => None,
            },
            ExprKind::Cast(cast, a) => self.cast(*cast, a, &it.ty),
            _ => None,
        }
    }

    /// The value of a variable.
    fn load(&mut self, place: &Place) -> Option<Const> {
        let Root::Local(id) = place.root else { return None };
        let mut path = Vec::with_capacity(place.path.len());
        for step in &place.path {
            path.push(match step {
                Step::Field(at) => usize::from(*at),
                Step::Index(index) => match self.value(index)? {
                    Const::Int(at) => usize::try_from(at).ok()?,
                    _ => return None,
                },
                Step::AnyField(_) => return None,
            });
        }
        let mut found = self.locals.get(&id)?;
        for at in path {
            let Const::List(items) = found else { return None };
            found = items.get(at)?;
        }
        let steps = parts(found, self.left.saturating_add(1));
        self.left = self.left.saturating_sub(steps);
        (self.left > 0).then(|| found.clone())
    }

    /// A part of a record, a list or an array.
    fn part(&mut self, base: &Expr, at: usize) -> Option<Const> {
        if let ExprKind::Local(id) = base.kind {
            let Some(Const::List(items)) = self.locals.get(&id) else { return None };
            let steps = parts(items.get(at)?, self.left.saturating_add(1));
            self.pay(steps)?;
            let Some(Const::List(items)) = self.locals.get(&id) else { return None };
            return items.get(at).cloned();
        }
        match self.value(base)? {
            Const::List(mut items) if at < items.len() => Some(items.swap_remove(at)),
            _ => None,
        }
    }

    fn cast(&mut self, cast: Cast, a: &Expr, to: &Ty) -> Option<Const> {
        match cast {
            Cast::Some => self.value(a),
            Cast::Elements => match (self.value(a)?, to) {
                (Const::List(mut items), Ty::Set(_)) => {
                    items.sort_by(order);
                    items.dedup();
                    Some(Const::List(items))
                }
                (value, _) => Some(value),
            },
            Cast::Check => match (self.value(a)?, to) {
                (Const::Int(a), Ty::Range(from, last)) if !(*from..=*last).contains(&a) => None,
                (Const::Int(a), Ty::Role) if !(0..self.program.roles.len() as i64).contains(&a) => None,
                (Const::Int(a), Ty::Enum(id))
                    if !(0..self.program.enums[id.index()].members.len() as i64).contains(&a) =>
                {
                    None
                }
                (a, _) => Some(a),
            },
            Cast::IntToNum => match self.value(a)? {
                Const::Int(a) => Some(Const::Num((a as f64).to_bits())),
                _ => None,
            },
            Cast::ToStr => match (self.value(a)?, &a.ty) {
                (Const::Str(text), Ty::Str) => Some(Const::Str(text)),
                (Const::Int(n), Ty::Int | Ty::Range(..)) => Some(Const::Str(n.to_string())),
                (Const::Int(n), Ty::Role) => self.program.roles.get(n as usize).cloned().map(Const::Str),
                (Const::Int(n), Ty::Enum(id)) => {
                    self.program.enums[id.index()].members.get(n as usize).cloned().map(Const::Str)
                }
                _ => None,
            },
            Cast::ToArray => match (self.value(a)?, to) {
                (Const::List(items), Ty::Array(_, index)) if items.len() == self.program.count(*index) => {
                    Some(Const::List(items))
                }
                _ => None,
            },
            Cast::ToAny if !has_records(&a.ty) => self.value(a),
            Cast::FromAny => self.value(a).filter(|it| has_form(it, to)),
            _ => None,
        }
    }

    fn run(&mut self, stmts: &[Stmt]) -> Option<Way> {
        for it in stmts {
            self.pay(1)?;
            match &it.kind {
                StmtKind::Set(id, value) => {
                    let value = self.value(value)?;
                    self.locals.insert(*id, value);
                }
                StmtKind::PlaceOp(PlaceOp::Push, place, args) if place.path.is_empty() => {
                    let Root::Local(id) = place.root else { return None };
                    let value = self.value(args.first()?)?;
                    match self.locals.get_mut(&id)? {
                        Const::List(items) => items.push(value),
                        _ => return None,
                    }
                }
                StmtKind::If(cond, yes, no) => {
                    let branch = if self.value(cond)? == Const::Bool(true) { yes } else { no };
                    match self.run(branch)? {
                        Way::On => {}
                        way => return Some(way),
                    }
                }
                StmtKind::ForRange(var, from, last, body) => {
                    let (Const::Int(from), Const::Int(last)) = (self.value(from)?, self.value(last)?) else {
                        return None;
                    };
                    for n in from..=last {
                        if !self.round(*var, Const::Int(n), body)? {
                            break;
                        }
                    }
                }
                StmtKind::ForEach(var, of, body) => {
                    let Const::List(items) = self.value(of)? else { return None };
                    // Of a map, the keys.
                    let step = if let Ty::Map(..) = of.ty { 2 } else { 1 };
                    for value in items.into_iter().step_by(step) {
                        if !self.round(*var, value, body)? {
                            break;
                        }
                    }
                }
                StmtKind::Break => return Some(Way::Break),
                StmtKind::Continue => return Some(Way::Continue),
                _ => return None,
            }
        }
        Some(Way::On)
    }

    /// One round of a loop; whether there may be another.
    fn round(&mut self, var: LocalId, value: Const, body: &[Stmt]) -> Option<bool> {
        self.pay(1)?;
        self.locals.insert(var, value);
        Some(!matches!(self.run(body)?, Way::Break))
    }
}

/// `exact`: the operands are equal where they look the same.
fn binary(op: Binary, a: Const, b: Const, exact: bool) -> Option<Const> {
    match (op, a, b) {
        (Binary::IntAdd, Const::Int(a), Const::Int(b)) => whole(a.checked_add(b)?),
        (Binary::IntSub, Const::Int(a), Const::Int(b)) => whole(a.checked_sub(b)?),
        (Binary::IntMul, Const::Int(a), Const::Int(b)) => whole(a.checked_mul(b)?),
        (Binary::IntDiv, Const::Int(a), Const::Int(b)) if b > 0 => whole(a.div_euclid(b)),
        (Binary::IntRem, Const::Int(a), Const::Int(b)) if b > 0 => whole(a.rem_euclid(b)),
        (Binary::IntLt, Const::Int(a), Const::Int(b)) => Some(Const::Bool(a < b)),
        (Binary::IntLe, Const::Int(a), Const::Int(b)) => Some(Const::Bool(a <= b)),
        (Binary::Concat, Const::Str(a), Const::Str(b)) => Some(Const::Str(a + &b)),
        (Binary::Eq, a, b) if exact => Some(Const::Bool(a == b)),
        (Binary::Ne, a, b) if exact => Some(Const::Bool(a != b)),
        (Binary::In, a, Const::List(items)) if exact => Some(Const::Bool(items.contains(&a))),
        _ => None,
    }
}

/// `true` if values of a type are equal only if they are written the same.
fn is_exact(ty: &Ty) -> bool {
    ty.is_integral() || matches!(ty, Ty::Bool | Ty::Str) || matches!(ty, Ty::Opt(it) if is_exact(it))
}

/// `true` if a dynamic value is one of a type, in the same form.
fn has_form(value: &Const, ty: &Ty) -> bool {
    match (value, ty) {
        (Const::None, Ty::Opt(_)) => true,
        (_, Ty::Opt(of)) => has_form(value, of),
        (Const::Int(_), Ty::Int) | (Const::Str(_), Ty::Str) | (Const::Bool(_), Ty::Bool) => true,
        (Const::Int(n), Ty::Range(from, last)) => (*from..=*last).contains(n),
        (Const::List(items), Ty::List(of)) => items.iter().all(|it| has_form(it, of)),
        _ => false,
    }
}

/// `true` if its dynamic form differs from its typed one.
fn has_records(ty: &Ty) -> bool {
    match ty {
        Ty::Record(_) => true,
        Ty::Opt(it) | Ty::List(it) | Ty::Array(it, _) | Ty::Set(it) => has_records(it),
        Ty::Map(k, v) => has_records(k) || has_records(v),
        _ => false,
    }
}

fn whole(value: i64) -> Option<Const> {
    (value.abs() <= ir::INT_MAX).then_some(Const::Int(value))
}

/// The order of sets and of keys.
pub fn order(a: &Const, b: &Const) -> std::cmp::Ordering {
    match (a, b) {
        (Const::Int(a), Const::Int(b)) => a.cmp(b),
        (Const::Num(a), Const::Num(b)) => f64::from_bits(*a).total_cmp(&f64::from_bits(*b)),
        (Const::Str(a), Const::Str(b)) => a.encode_utf16().cmp(b.encode_utf16()),
        (Const::Bool(a), Const::Bool(b)) => a.cmp(b),
        _ => rank(a).cmp(&rank(b)),
    }
}

/// The order of kinds, in those of dynamic values.
fn rank(it: &Const) -> u8 {
    match it {
        Const::None => 0,
        Const::Bool(_) => 1,
        Const::Int(_) => 2,
        Const::Num(_) => 3,
        Const::Str(_) => 4,
        Const::List(_) => 5,
        Const::Object(_) => 6,
    }
}
