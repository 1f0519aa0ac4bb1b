//! Conversions between types, and the notation of types.

use super::Checker;
use super::extent::nesting;
use super::sort::{Sort, Typed, cast, none, printable};
use front::nesting::TYPE_NESTING_LIMIT;
use ir::{Cast, Const, Expr, ExprKind, Index, Ty};

impl Checker<'_, '_, '_> {
    /// A type as the author would write it.
    pub fn show(&self, ty: &Ty) -> String {
        match ty {
            Ty::Int => "int".into(),
            Ty::Range(from, to) => format!("{from} to {to}"),
            Ty::Num => "num".into(),
            Ty::Bool => "bool".into(),
            Ty::Str => "string".into(),
            Ty::Role => "Role".into(),
            Ty::Enum(id) => self.program.enums[id.index()].name.clone(),
            Ty::Record(id) | Ty::Packed(id) => self.program.records[id.index()].name.clone(),
            Ty::Opt(it) => format!("{}?", self.show_inner(it)),
            Ty::List(it) => format!("{}[]", self.show_inner(it)),
            Ty::Array(it, Index::Count(n)) => format!("{}[{n}]", self.show_inner(it)),
            Ty::Array(it, Index::Role) => format!("{}[Role]", self.show_inner(it)),
            Ty::Array(it, Index::Enum(id)) => {
                format!("{}[{}]", self.show_inner(it), self.program.enums[id.index()].name)
            }
            Ty::Set(it) => format!("set<{}>", self.show(it)),
            Ty::Map(k, v) => format!("map<{}, {}>", self.show(k), self.show(v)),
            Ty::Any => "any".into(),
            Ty::Unit => "no value".into(),
        }
    }

    /// The same before a suffix.
    fn show_inner(&self, ty: &Ty) -> String {
        let shown = self.show(ty);
        if matches!(ty, Ty::Range(..)) { format!("({shown})") } else { shown }
    }

    pub fn show_sort(&self, sort: &Sort) -> String {
        match sort {
            Sort::Of(ty) => self.show(ty),
            Sort::Poison => "?".into(),
            Sort::None => "none".into(),
            Sort::Empty => "an empty list".into(),
            Sort::Seat => "Role?".into(),
            Sort::Active => "Role[]".into(),
        }
    }

    /// The final type: that of a variable without a written type.
    pub fn settle(&mut self, it: Typed) -> (Expr, Ty) {
        let span = it.expr.span;
        match it.sort {
            Sort::Of(Ty::Range(..)) => (cast(Cast::Check, it.expr, Ty::Int), Ty::Int),
            Sort::Of(Ty::Unit) => {
                self.problems.no_value(span);
                (it.expr, Ty::Unit)
            }
            Sort::Of(ty) if nesting(&ty) > TYPE_NESTING_LIMIT => {
                self.problems.type_too_deep(span, TYPE_NESTING_LIMIT);
                (none(span), Ty::Any)
            }
            Sort::Of(ty) => (it.expr, ty),
            // No value has this type: code that uses it is skipped as well.
            Sort::Poison => (it.expr, Ty::Unit),
            Sort::None | Sort::Empty => {
                let what = self.show_sort(&it.sort);
                self.problems.type_unknown(span, &what);
                (it.expr, Ty::Any)
            }
            Sort::Seat => (cast(Cast::SeatToRole, it.expr, Ty::Role.opt()), Ty::Role.opt()),
            Sort::Active => (cast(Cast::ActiveToRoles, it.expr, Ty::Role.list()), Ty::Role.list()),
        }
    }

    /// The same, of a settled type.
    pub fn settled(&mut self, it: Typed) -> Typed {
        let (expr, ty) = self.settle(it);
        Typed { expr, sort: Sort::Of(ty) }
    }

    /// A value of the wanted type, or a complaint.
    pub fn coerce(&mut self, it: Typed, want: &Ty) -> Expr {
        let span = it.expr.span;
        if it.sort == Sort::Poison {
            return Expr { ty: want.clone(), ..it.expr };
        }
        let sort = it.sort.clone();
        let named = self.named_by_text(&it, want);
        match self.fit(it, want) {
            Some(expr) => expr,
            None => {
                if let Some(name) = named {
                    let want_text = self.show(want.inner());
                    self.problems.quoted_name(span, &want_text, &name);
                    return Expr { ty: want.clone(), ..none(span) };
                }
                let (want_text, got) = (self.show(want), self.show_sort(&sort));
                if let Sort::Of(Ty::Opt(inner)) = &sort
                    && **inner == *want
                {
                    self.problems.maybe_none(span, &want_text);
                } else if sort == Sort::Seat && *want == Ty::Role {
                    self.problems.seat_maybe_none(span);
                } else if sort == Sort::Of(Ty::Unit) {
                    self.problems.no_value(span);
                } else {
                    self.problems.type_mismatch(span, &want_text, &got);
                }
                Expr { ty: want.clone(), ..none(span) }
            }
        }
    }

    /// The name of a role or a member, if a text says it where one is needed.
    pub fn named_by_text(&self, it: &Typed, want: &Ty) -> Option<String> {
        let ExprKind::Const(Const::Str(text)) = &it.expr.kind else { return None };
        let (names, of) = match want.inner() {
            Ty::Role => (&self.program.roles, "Role"),
            Ty::Enum(id) => {
                let it = &self.program.enums[id.index()];
                (&it.members, it.name.as_str())
            }
            _ => return None,
        };
        let name = names.iter().find(|it| it.eq_ignore_ascii_case(text))?;
        Some(if self.ambiguous.contains_key(name.as_str()) { format!("{of}.{name}") } else { name.clone() })
    }

    /// A value of the wanted type if there is a way to it.
    pub fn fit(&mut self, it: Typed, want: &Ty) -> Option<Expr> {
        let Typed { expr, sort } = it;
        let span = expr.span;
        match (&sort, want) {
            (Sort::Poison, _) => Some(Expr { ty: want.clone(), ..expr }),
            (Sort::Of(have), want) if have == want => Some(expr),
            (Sort::Of(Ty::Unit), _) => None,
            (Sort::None, Ty::Opt(_) | Ty::Any) => {
                Some(Expr { kind: ExprKind::Const(Const::None), ty: want.clone(), span })
            }
            (Sort::None, _) => None,
            (Sort::Empty, Ty::List(_) | Ty::Set(_) | Ty::Map(..)) => {
                Some(Expr { kind: ExprKind::Const(Const::List(Vec::new())), ty: want.clone(), span })
            }
            (Sort::Empty, Ty::Any) => {
                let list = Ty::Any.list();
                let empty = Expr { kind: ExprKind::Const(Const::List(Vec::new())), ty: list, span };
                Some(cast(Cast::ToAny, empty, Ty::Any))
            }
            (Sort::Seat, Ty::Any) => Some(cast(Cast::ToAny, expr, Ty::Any)),
            (Sort::Seat, Ty::Opt(inner)) if **inner == Ty::Role => Some(cast(Cast::SeatToRole, expr, want.clone())),
            (Sort::Active, Ty::Any) => Some(expr),
            (Sort::Active, Ty::Role) => Some(cast(Cast::ActiveToRole, expr, Ty::Role)),
            (Sort::Active, Ty::List(inner)) if **inner == Ty::Role => {
                Some(cast(Cast::ActiveToRoles, expr, want.clone()))
            }
            (Sort::Active, Ty::Set(inner)) if **inner == Ty::Role => {
                let roles = cast(Cast::ActiveToRoles, expr, Ty::Role.list());
                Some(cast(Cast::Elements, roles, want.clone()))
            }
            (_, Ty::Opt(inner)) if !matches!(sort, Sort::Of(Ty::Opt(_) | Ty::Any)) => {
                let inner = self.fit(Typed { expr, sort }, inner)?;
                Some(cast(Cast::Some, inner, want.clone()))
            }
            (Sort::Of(have), want) => self.fit_type(expr, have, want),
            _ => None,
        }
    }

    fn fit_type(&mut self, expr: Expr, have: &Ty, want: &Ty) -> Option<Expr> {
        let how = match (have, want) {
            (Ty::Range(..), Ty::Int) => Cast::Check,
            (Ty::Int | Ty::Range(..), Ty::Range(from, to)) => {
                if let ExprKind::Const(Const::Int(value)) = expr.kind
                    && !(*from..=*to).contains(&value)
                {
                    self.problems.constant_out_of_range(expr.span, value, *from, *to);
                }
                Cast::Check
            }
            (Ty::Int | Ty::Range(..), Ty::Num) => Cast::IntToNum,
            (_, Ty::Any) => Cast::ToAny,
            (Ty::Any, _) => Cast::FromAny,
            (Ty::List(a) | Ty::Set(a) | Ty::Array(a, _), Ty::List(b) | Ty::Set(b)) if a == b => {
                return Some(self.elements(expr, want.clone()));
            }
            (Ty::Opt(a), Ty::Opt(b)) if matches!((&**a, &**b), (Ty::Int | Ty::Range(..), Ty::Int | Ty::Range(..))) => {
                Cast::Check
            }
            // The elements are never none, even if the list may be.
            (Ty::List(_) | Ty::Set(_) | Ty::Array(..), Ty::List(b)) if **b == Ty::Any || converts(have, b) => {
                return Some(cast(Cast::FromAny, cast(Cast::ToAny, self.seated(expr), Ty::Any), want.clone()));
            }
            (Ty::Array(_, i), Ty::Array(b, j)) if i == j && converts(have, b) => {
                return Some(cast(Cast::FromAny, cast(Cast::ToAny, expr, Ty::Any), want.clone()));
            }
            (Ty::List(_) | Ty::Array(..), Ty::Set(b)) if converts(have, b) => {
                let list = self.fit_type(expr, have, &(**b).clone().list())?;
                return Some(self.elements(list, want.clone()));
            }
            // As many as are needed, or it is a fault.
            (Ty::List(a), Ty::Array(b, Index::Count(_))) if a == b || converts(have, b) => {
                let list = self.fit(Typed { expr, sort: Sort::Of(have.clone()) }, &(**b).clone().list())?;
                return Some(cast(Cast::ToArray, list, want.clone()));
            }
            _ => return None,
        };
        Some(cast(how, expr, want.clone()))
    }

    /// The type two values share, for branches and elements; absent if there is none.
    pub fn join(&self, a: &Sort, b: &Sort) -> Option<Sort> {
        let opt = |ty: &Ty| Sort::Of(ty.clone().opt());
        Some(match (a, b) {
            (Sort::Poison, other) | (other, Sort::Poison) => other.clone(),
            (a, b) if a == b => a.clone(),
            (Sort::None, Sort::Of(ty)) | (Sort::Of(ty), Sort::None) if *ty != Ty::Unit => opt(ty),
            (Sort::Empty, Sort::Of(ty @ (Ty::List(_) | Ty::Set(_) | Ty::Map(..) | Ty::Any)))
            | (Sort::Of(ty @ (Ty::List(_) | Ty::Set(_) | Ty::Map(..) | Ty::Any)), Sort::Empty) => Sort::Of(ty.clone()),
            (Sort::Of(Ty::Unit), _) | (_, Sort::Of(Ty::Unit)) => return None,
            (Sort::Of(Ty::Any), _) | (_, Sort::Of(Ty::Any)) => Sort::Of(Ty::Any),
            (Sort::Seat, Sort::Of(Ty::Role) | Sort::None) | (Sort::Of(Ty::Role) | Sort::None, Sort::Seat) => {
                opt(&Ty::Role)
            }
            (Sort::Seat, Sort::Of(ty)) | (Sort::Of(ty), Sort::Seat) if *ty == Ty::Role.opt() => opt(&Ty::Role),
            (Sort::Active, Sort::Of(Ty::Role)) | (Sort::Of(Ty::Role), Sort::Active) => Sort::Of(Ty::Role),
            (Sort::Active, Sort::Of(Ty::List(it))) | (Sort::Of(Ty::List(it)), Sort::Active) if **it == Ty::Role => {
                Sort::Of(Ty::Role.list())
            }
            (Sort::Of(a), Sort::Of(b)) => match (a, b) {
                (Ty::Opt(x), y) | (y, Ty::Opt(x)) => {
                    let y = if let Ty::Opt(y) = y { y } else { y };
                    match self.join(&Sort::Of((**x).clone()), &Sort::Of(y.clone()))? {
                        Sort::Of(ty) => opt(&ty),
                        _ => return None,
                    }
                }
                (Ty::Int | Ty::Range(..), Ty::Int | Ty::Range(..)) => Sort::Of(Ty::Int),
                (Ty::Int | Ty::Range(..) | Ty::Num, Ty::Int | Ty::Range(..) | Ty::Num) => Sort::Of(Ty::Num),
                (Ty::List(x) | Ty::Array(x, _) | Ty::Set(x), Ty::List(y) | Ty::Array(y, _) | Ty::Set(y)) if x == y => {
                    Sort::Of(Ty::List(x.clone()))
                }
                (Ty::List(x) | Ty::Array(x, _) | Ty::Set(x), Ty::List(y) | Ty::Array(y, _) | Ty::Set(y))
                    if is_whole(x) && is_whole(y) =>
                {
                    Sort::Of(Ty::Int.list())
                }
                (Ty::List(x) | Ty::Array(x, _), Ty::List(y) | Ty::Array(y, _)) if is_wider(a, y) || is_wider(b, x) => {
                    Sort::Of((**x).clone().opt().list())
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// As text, the way templates print it.
    pub fn text_of(&mut self, it: Typed) -> Expr {
        let span = it.expr.span;
        match &it.sort {
            Sort::Of(Ty::Str) => return it.expr,
            Sort::None => return Expr { kind: ExprKind::Const(Const::Str("none".into())), ty: Ty::Str, span },
            Sort::Poison => return Expr { ty: Ty::Str, ..it.expr },
            _ => {}
        }
        let (expr, ty) = self.settle(it);
        if !printable(&ty) {
            let shown = self.show(&ty);
            self.problems.not_printable(span, &shown);
        }
        cast(Cast::ToStr, self.seated(expr), Ty::Str)
    }

    /// The initial value of this type, of any size: see [`Checker::first_value`].
    pub fn default_of(&self, ty: &Ty) -> Const {
        match ty {
            Ty::Int | Ty::Role | Ty::Enum(_) => Const::Int(0),
            Ty::Range(from, to) => Const::Int(if (*from..=*to).contains(&0) { 0 } else { *from }),
            Ty::Num => Const::Num(0f64.to_bits()),
            Ty::Bool => Const::Bool(false),
            Ty::Str => Const::Str(String::new()),
            Ty::Opt(_) | Ty::Any | Ty::Unit => Const::None,
            Ty::List(_) | Ty::Set(_) | Ty::Map(..) => Const::List(Vec::new()),
            Ty::Array(it, index) => Const::List(vec![self.default_of(it); self.program.count(*index)]),
            Ty::Record(id) | Ty::Packed(id) => Const::List(
                self.program.records[id.index()]
                    .fields
                    .iter()
                    .zip(&self.record_defaults[id.index()])
                    .map(|(field, init)| init.as_deref().cloned().unwrap_or_else(|| self.default_of(&field.ty)))
                    .collect(),
            ),
        }
    }
}

/// `true` if the element type differs only in being optional.
fn is_wider(have: &Ty, element: &Ty) -> bool {
    matches!((have.element(), element), (Some(have), Ty::Opt(of)) if *have == **of)
}

/// `true` for whole numbers, in a range or not.
fn is_whole(ty: &Ty) -> bool {
    matches!(ty, Ty::Int | Ty::Range(..))
}

/// `true` if elements become those of the other type one by one: whole numbers in any range, and values of an optional.
fn converts(have: &Ty, element: &Ty) -> bool {
    let fits = |have: &Ty, want: &Ty| have == want || is_whole(have) && is_whole(want);
    match (have.element(), element) {
        (Some(Ty::Opt(a)), Ty::Opt(b)) => fits(a, b),
        (Some(a), Ty::Opt(b)) => fits(a, b),
        (Some(a), b) => a != b && fits(a, b),
        (None, _) => false,
    }
}
