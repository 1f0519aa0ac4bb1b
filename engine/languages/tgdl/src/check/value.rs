//! Types of the language, and values while they are made.

use super::types::{self, ClassId, T, Val};
use super::{Checker, ast};
use front::make::Body;
use ir::{Binary, Builtin, Cast, Const, Expr, ExprKind, Ty};

/// Precision of numbers after the point.
const PLACES: f64 = 1e10;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn b(&self) -> &Body {
        &self.ctx.b
    }

    /// The program's type for a type.
    pub fn rep(&self, t: &T) -> Ty {
        match t {
            T::Dec if self.facts.fraction => Ty::Num,
            T::Str => Ty::Str,
            T::Bool => Ty::Bool,
            T::List(it) => {
                let of = self.rep(it);
                if self.facts.list_none { of.opt().list() } else { of.list() }
            }
            _ => Ty::Int,
        }
    }

    /// A placeholder of a type: after an early exit of a body.
    pub fn zero(&self, ty: &Ty) -> Expr {
        let b = self.b();
        match ty {
            Ty::Opt(_) => b.none(ty.clone()),
            Ty::Num => b.num(0.0),
            Ty::Bool => b.bool(false),
            Ty::Str => b.text(""),
            Ty::List(_) => b.expr(ExprKind::Make(Vec::new()), ty.clone()),
            _ => b.int(0),
        }
    }

    pub fn val(&self, e: Expr, t: T) -> Val {
        Val { e, t, none: false }
    }

    /// One that may be none; the expression is optional.
    pub fn maybe(&self, e: Expr, t: T) -> Val {
        Val { e, t, none: true }
    }

    pub fn bad(&self) -> Val {
        self.val(self.b().int(0), T::Bad)
    }

    /// The value itself: none fails, but that of a list, which is empty.
    pub fn strict(&mut self, it: Val) -> Expr {
        if !it.none {
            return it.e;
        }
        if matches!(it.t, T::List(_)) {
            return self.strict_list(it);
        }
        self.mark(super::facts::Mark::Fail);
        let ty = it.e.ty.inner().clone();
        let span = it.e.span;
        Expr { kind: ExprKind::Unwrap(Box::new(it.e)), ty, span }
    }

    pub fn optional(&self, it: Val) -> Expr {
        if it.none {
            return it.e;
        }
        let ty = it.e.ty.clone().opt();
        self.b().cast(Cast::Some, it.e, ty)
    }

    /// A whole number as a number of the language.
    pub fn dec(&self, e: Expr) -> Val {
        let e = if self.facts.fraction { self.b().cast(Cast::IntToNum, e, Ty::Num) } else { e };
        self.val(e, T::Dec)
    }

    /// A value made of another; none stays none.
    pub fn mapped(&mut self, it: Val, t: T, make: impl FnOnce(&mut Self, Expr) -> Expr) -> Val {
        if !it.none {
            let e = make(self, it.e);
            return self.val(e, t);
        }
        let (local, set) = self.temp("it", it.e);
        let there = self.b().get(local);
        let none = self.b().equal(there.clone(), self.b().none(there.ty.clone()));
        let ty = there.ty.inner().clone();
        let e = make(self, self.b().expr(ExprKind::Unwrap(Box::new(there)), ty));
        let ty = e.ty.clone().opt();
        let b = self.b();
        let e = b.block(vec![set], b.either(none, b.none(ty.clone()), b.cast(Cast::Some, e, ty)));
        self.maybe(e, t)
    }

    /// A number or player as a number of the language; none stays none.
    pub fn as_dec(&mut self, it: Val) -> Val {
        if it.t == T::Dec || !self.facts.fraction {
            return Val { t: T::Dec, ..it };
        }
        self.mapped(it, T::Dec, |this, e| this.dec(e).e)
    }

    /// The whole number that a number is without its fraction.
    pub fn whole(&mut self, it: Val) -> Expr {
        let e = self.strict(it);
        if e.ty == Ty::Num { self.b().cast(Cast::Floor, e, Ty::Int) } else { e }
    }

    /// A number as a player: counted around.
    pub fn player(&mut self, it: Val) -> Expr {
        let wrapped = matches!(it.t, T::Player);
        let e = self.whole(it);
        if wrapped { e } else { self.b().rem(e, self.count()) }
    }

    /// Number of players.
    pub fn count(&self) -> Expr {
        match (self.players.as_slice(), self.globals.count) {
            ([n], _) => self.b().int(*n),
            (_, Some(global)) => {
                let ty = self.program.globals[global.index()].ty.clone();
                let players = self.b().load(self.b().place(ir::Root::Global(global), Vec::new(), ty));
                self.b().cast(Cast::Check, players, Ty::Int)
            }
            _ => self.b().int(1),
        }
    }

    /// With no more places than numbers have.
    pub fn tidy(&mut self, e: Expr) -> Expr {
        if e.ty != Ty::Num {
            return e;
        }
        let id = self.helper_tidy();
        self.b().call(id, vec![e], Ty::Num)
    }

    fn helper_tidy(&mut self) -> ir::FnId {
        if let Some(id) = self.helpers.tidy {
            return id;
        }
        let mut b = Body::default();
        let x = b.local("x", Ty::Num);
        let scaled = b.binary(Binary::NumMul, b.get(x), b.num(PLACES));
        let rounded = b.cast(Cast::IntToNum, b.builtin(Builtin::Round, vec![scaled], Ty::Int), Ty::Num);
        let small = |b: &Body| {
            let less = |a, c| b.binary(Binary::NumLt, a, c);
            b.and(less(b.num(-9e5), b.get(x)), less(b.get(x), b.num(9e5)))
        };
        let tidied = b.give(b.binary(Binary::NumDiv, rounded, b.num(PLACES)));
        let body = vec![b.when(small(&b), vec![tidied]), b.give(b.get(x))];
        let id = self.function("to ten places", b, 1, Ty::Num, body);
        self.helpers.tidy = Some(id);
        id
    }

    /// The type that a text names.
    pub fn ty(&mut self, ty: &ast::Type<'s>) -> T {
        self.offer_types(ty.name.span);
        let mut t = match ty.name.text {
            "decimal" => T::Dec,
            "string" => T::Str,
            "bool" => T::Bool,
            "player" | "activePlayer" | "active_player" => T::Player,
            "turn" => T::Turn,
            "phase" => T::Phase,
            name => match self.class_named(name) {
                Some(id) => {
                    self.note_class(ty.name.span, id);
                    T::Ref(id)
                }
                None => {
                    let known = self.type_names();
                    self.problems.no_type(ty.name.span, name, &known);
                    T::Bad
                }
            },
        };
        for _ in 0..ty.lists {
            t = t.list();
        }
        t
    }

    /// Name of a type in a message.
    pub fn say(&self, t: &T) -> String {
        match t {
            T::Dec => "decimal".into(),
            T::Str => "string".into(),
            T::Bool => "bool".into(),
            T::Player => "player".into(),
            T::Phase => "phase".into(),
            T::Turn => "turn".into(),
            T::Ref(id) => self.classes.get(*id).name.to_owned(),
            T::List(it) => format!("{}[]", self.say(it)),
            T::None => "none".into(),
            T::Bad => "?".into(),
        }
    }

    /// `true` if a value of one type may be used as another.
    pub fn fits(&self, from: &T, to: &T) -> bool {
        match (from, to) {
            (T::Bad | T::None, _) | (_, T::Bad) => true,
            (T::Player, T::Dec) | (T::Dec, T::Player) => true,
            (T::Ref(a), T::Ref(b)) => self.classes.is_a(*a, *b) || self.classes.is_a(*b, *a),
            (T::List(a), T::List(b)) => self.fits(a, b) && (a == b || **a == T::Bad || matches!(**a, T::Ref(_))),
            _ => from == to,
        }
    }

    /// A value where one of a type is wanted, still perhaps none.
    pub fn fit(&mut self, it: Val, want: &T) -> Val {
        if !self.fits(&it.t, want) {
            // A value of a more general type does not fit: only `as` checks its class at run time.
            let (want, got) = (self.say(want), self.say(&it.t));
            self.problems.type_mismatch(it.e.span, &want, &got);
            return Val { e: it.e, t: T::Bad, none: false };
        }
        match (&it.t, want) {
            (T::None, _) => {
                let ty = self.rep(want).opt();
                let e = Expr { kind: ExprKind::Const(Const::None), ty, span: it.e.span };
                Val { e, t: want.clone(), none: true }
            }
            (T::Player, T::Dec) => self.as_dec(it),
            (T::Dec, T::Player) => self.mapped(it, T::Player, |this, e| {
                let number = this.val(e, T::Dec);
                this.player(number)
            }),
            // An empty list has any expected element type.
            (T::List(_), T::List(_)) if !it.none => {
                let ty = self.rep(want);
                let e = if it.e.ty == ty { it.e } else { self.zero(&ty) };
                self.val(e, want.clone())
            }
            (T::Bad, _) => {
                let ty = self.rep(want);
                let e = self.zero(&ty);
                self.val(e, want.clone())
            }
            // A more general type: checked at run time.
            (T::Ref(from), T::Ref(to)) if !self.classes.is_a(*from, *to) => {
                let none = it.none;
                let (from, to) = (*from, *to);
                let span = it.e.span;
                let narrowed = self.narrowed(it, from, to);
                if none {
                    return narrowed;
                }
                let e = self.strict(narrowed);
                Val { e: Expr { span, ..e }, t: want.clone(), none: false }
            }
            _ => Val { t: want.clone(), ..it },
        }
    }

    pub fn is_class(&self, t: &T, root: ClassId) -> bool {
        matches!(t, T::Ref(id) if self.classes.is_a(*id, root))
    }

    pub fn is_cell(&self, t: &T) -> bool {
        self.is_class(t, types::CELL)
    }

    pub fn is_thing(&self, t: &T) -> bool {
        self.is_class(t, types::THING)
    }
}
