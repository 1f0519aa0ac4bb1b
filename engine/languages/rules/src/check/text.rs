//! Texts of numbers and lists: builtins that are composed of others.

use super::iterate::{Many, set};
use super::sort::{Sort, Typed, cast, printable};
use super::{Checker, ast};
use diag::Span;
use ir::{Binary, Builtin, Cast, Const, Expr, ExprKind, Form, Index, LocalId, Stmt, StmtKind, Ty};

impl<'s> Checker<'_, '_, 's> {
    /// `plural(n, "card")`, `plural(n, "die", "dice")`
    pub fn plural(&mut self, args: &[ast::Expr<'s>], span: Span) -> Typed {
        let at = At(span);
        let n = self.expr_as(&args[0], &Ty::Int);
        let one = self.any_text(&args[1]);
        let many = args.get(2).map(|it| self.any_text(it));
        let (kept, word) = (self.body.temporary(Ty::Int), self.body.temporary(Ty::Str));
        let mut stmts = vec![set(kept, n)];
        let known = if let ExprKind::Const(Const::Str(text)) = &one.kind { Some(text.clone()) } else { None };
        stmts.push(set(word, one));
        let one = at.local(word, Ty::Str);
        let many = match (many, known) {
            (Some(many), _) => {
                let several = self.body.temporary(Ty::Str);
                stmts.push(set(several, many));
                at.local(several, Ty::Str)
            }
            (None, Some(text)) => at.text(&plural_of(&text)),
            (None, None) => plural_at_run_time(&at, &one),
        };
        let n = at.local(kept, Ty::Int);
        let is_one = at.binary(Binary::Eq, n.clone(), at.int(1), Ty::Bool);
        let words = at.choice(is_one, one, many);
        let whole = at.joined(vec![cast(Cast::ToStr, n, Ty::Str), at.text(" "), words]);
        Typed::of(ExprKind::Block(stmts, Box::new(whole)), Ty::Str, span)
    }

    /// `listed(xs)`, `listed(xs, "or")`
    pub fn listed(&mut self, args: &[ast::Expr<'s>], span: Span) -> Option<Typed> {
        let at = At(span);
        let (list, element) = self.items(&args[0], Form::Listed.signature())?;
        if !printable(&element) {
            return self.misfit(args[0].span, Form::Listed.signature(), &element.list());
        }
        let last = args.get(1).map_or_else(|| at.text("and"), |it| self.expr_as(it, &Ty::Str));
        let ty = list.ty.clone();
        let (kept, out) = (self.body.temporary(ty.clone()), self.body.temporary(Ty::Str));
        let (word, end) = (self.body.temporary(Ty::Str), self.body.temporary(Ty::Int));
        let var = self.body.temporary(Ty::Int);
        let whole = || at.local(kept, ty.clone());
        let (i, so_far) = (at.local(var, Ty::Int), at.local(out, Ty::Str));
        let length = Expr { kind: ExprKind::Builtin(Builtin::Len, vec![whole()]), ty: Ty::Int, span };
        let ends = at.binary(Binary::IntSub, length, at.int(1), Ty::Int);
        let is_last = at.binary(Binary::Eq, i.clone(), at.local(end, Ty::Int), Ty::Bool);
        let word_between = at.joined(vec![at.text(" "), at.local(word, Ty::Str), at.text(" ")]);
        let between = at.choice(is_last, word_between, at.text(", "));
        let joined = set(out, at.binary(Binary::Concat, so_far.clone(), between, Ty::Str));
        let later = at.binary(Binary::IntLt, at.int(0), i.clone(), Ty::Bool);
        let item = Expr { kind: ExprKind::Index(Box::new(whole()), Box::new(i)), ty: element, span };
        let item = if item.ty == Ty::Str { item } else { cast(Cast::ToStr, item, Ty::Str) };
        let body = vec![
            Stmt { kind: StmtKind::If(later, vec![joined], Vec::new()), span },
            set(out, at.binary(Binary::Concat, so_far.clone(), item, Ty::Str)),
        ];
        let stmts = vec![
            set(kept, list),
            set(word, last),
            set(out, at.text("")),
            set(end, ends),
            Stmt { kind: StmtKind::ForRange(var, at.int(0), at.local(end, Ty::Int), body), span },
        ];
        Some(Typed::of(ExprKind::Block(stmts, Box::new(so_far)), Ty::Str, span))
    }

    /// `amounts(G.gems)`
    pub fn amounts(&mut self, args: &[ast::Expr<'s>], span: Span) -> Option<Typed> {
        let at = At(span);
        let signature = Form::Amounts.signature();
        let (of, ty) = self.value(&args[0])?;
        let (key, amount) = match &ty {
            Ty::Array(it, Index::Role) => (Ty::Role, (**it).clone()),
            Ty::Array(it, Index::Enum(id)) => (Ty::Enum(*id), (**it).clone()),
            Ty::Map(key, value) if printable(key) => ((**key).clone(), (**value).clone()),
            _ => return self.misfit(args[0].span, signature, &ty),
        };
        if !matches!(amount, Ty::Int | Ty::Range(..)) {
            return self.misfit(args[0].span, signature, &ty);
        }
        let (kept, out) = (self.body.temporary(ty.clone()), self.body.temporary(Ty::Str));
        let (var, n) = (self.body.temporary(key.clone()), self.body.temporary(Ty::Int));
        let each = match &ty {
            Ty::Map(..) => Many::Each(at.local(kept, ty.clone()), key.clone()),
            _ => {
                let all = self.members(
                    key.clone(),
                    match &ty {
                        Ty::Array(_, index) => self.program.count(*index),
                        _ => 0,
                    },
                    span,
                );
                Many::Each(all.expr, key.clone())
            }
        };
        let (whole, so_far) = (at.local(kept, ty.clone()), at.local(out, Ty::Str));
        let found = ExprKind::Index(Box::new(whole), Box::new(at.local(var, key.clone())));
        let found = Expr { kind: found, ty: amount.clone(), span };
        let found = if amount == Ty::Int { found } else { cast(Cast::Check, found, Ty::Int) };
        let is_first = at.binary(Binary::Eq, so_far.clone(), at.text(""), Ty::Bool);
        let between = at.choice(is_first, at.text(""), at.text(", "));
        let name = at.local(var, key.clone());
        let name = if key == Ty::Str { name } else { cast(Cast::ToStr, name, Ty::Str) };
        let number = cast(Cast::ToStr, at.local(n, Ty::Int), Ty::Str);
        let more = set(out, at.joined(vec![so_far.clone(), between, number, at.text(" "), name]));
        let some = at.binary(Binary::Ne, at.local(n, Ty::Int), at.int(0), Ty::Bool);
        let body = vec![set(n, found), Stmt { kind: StmtKind::If(some, vec![more], Vec::new()), span }];
        let stmts = vec![set(kept, of), set(out, at.text("")), each.each(var, body, span)];
        let is_empty = at.binary(Binary::Eq, so_far.clone(), at.text(""), Ty::Bool);
        let value = at.choice(is_empty, at.text("nothing"), so_far);
        Some(Typed {
            expr: Expr { kind: ExprKind::Block(stmts, Box::new(value)), ty: Ty::Str, span },
            sort: Sort::Of(Ty::Str),
        })
    }
}

/// Makes expressions with one span.
struct At(Span);

impl At {
    fn local(&self, id: LocalId, ty: Ty) -> Expr {
        Expr { kind: ExprKind::Local(id), ty, span: self.0 }
    }

    fn text(&self, text: &str) -> Expr {
        Expr { kind: ExprKind::Const(Const::Str(text.to_owned())), ty: Ty::Str, span: self.0 }
    }

    fn int(&self, value: i64) -> Expr {
        Typed::int(value, self.0).expr
    }

    fn binary(&self, op: Binary, a: Expr, b: Expr, ty: Ty) -> Expr {
        Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span: self.0 }
    }

    fn choice(&self, test: Expr, a: Expr, b: Expr) -> Expr {
        Expr { ty: a.ty.clone(), kind: ExprKind::If(Box::new(test), Box::new(a), Box::new(b)), span: self.0 }
    }

    /// Concatenates texts.
    fn joined(&self, texts: Vec<Expr>) -> Expr {
        let join = |a, b| self.binary(Binary::Concat, a, b, Ty::Str);
        texts.into_iter().reduce(join).unwrap_or_else(|| self.text(""))
    }

    fn ends(&self, word: &Expr, with: &str) -> Expr {
        let args = vec![word.clone(), self.text(with)];
        Expr { kind: ExprKind::Builtin(Builtin::EndsWith, args), ty: Ty::Bool, span: self.0 }
    }

    fn any(&self, tests: impl Iterator<Item = Expr>) -> Expr {
        let or = |a, b| Expr { kind: ExprKind::Or(Box::new(a), Box::new(b)), ty: Ty::Bool, span: self.0 };
        let never = Expr { kind: ExprKind::Const(Const::Bool(false)), ty: Ty::Bool, span: self.0 };
        tests.reduce(or).unwrap_or(never)
    }
}

/// Endings that take `es`.
const HISSING: [&str; 5] = ["s", "x", "z", "ch", "sh"];
const WITH_VOWEL: [&str; 4] = ["ay", "ey", "oy", "uy"];

/// The regular plural of a word.
fn plural_of(word: &str) -> String {
    let ends = |with: &&str| word.ends_with(*with);
    match word.strip_suffix('y') {
        _ if HISSING.iter().any(ends) => format!("{word}es"),
        Some(stem) if !WITH_VOWEL.iter().any(ends) => format!("{stem}ies"),
        _ => format!("{word}s"),
    }
}

/// The same of a word that is not known yet.
fn plural_at_run_time(at: &At, word: &Expr) -> Expr {
    let with = |end: &str| at.joined(vec![word.clone(), at.text(end)]);
    let length = Expr { kind: ExprKind::Builtin(Builtin::Len, vec![word.clone()]), ty: Ty::Int, span: at.0 };
    let before = at.binary(Binary::IntSub, length, at.int(1), Ty::Int);
    let stem = ExprKind::Builtin(Builtin::Substring, vec![word.clone(), at.int(0), before]);
    let stem = Expr { kind: stem, ty: Ty::Str, span: at.0 };
    let hissing = at.any(HISSING.iter().map(|it| at.ends(word, it)));
    let vowel = at.any(WITH_VOWEL.iter().map(|it| at.ends(word, it)));
    let other = at.choice(at.ends(word, "y"), at.joined(vec![stem, at.text("ies")]), with("s"));
    at.choice(hissing, with("es"), at.choice(vowel, with("s"), other))
}
