//! Values that are known before types are: of constants, options and files of data. Boards are made of them.

use super::super::lex::unescape;
use super::ast;
use super::sort::cast;
use ast::{BinaryOp, ExprKind as Ast, Name, UnaryOp};
use diag::Span;
use front::json::{Json, JsonKind};
use ir::{Binary, Board, BoardId, Cast, Const, Expr, ExprKind, LocalId, Ty};
use std::collections::BTreeMap;

/// The names of the options, and of the scenario.
pub const OPTIONS: &str = "options";
pub const SCENARIO: &str = "scenario";

/// Maximum depth of the look into a constant's value.
pub const DEEPEST: usize = 50;

/// Known before types: numbers, texts and truth values of constants and options, and files of data.
#[derive(Default)]
pub struct Given<'a, 's> {
    pub values: BTreeMap<&'s str, Known>,
    pub data: BTreeMap<&'s str, &'a Json>,
    /// The names of all options.
    pub options: Vec<&'s str>,
    /// The options that a board asks for, and the scenario, by their names.
    chosen: Vec<(&'s str, Known)>,
}

impl<'s> Given<'_, 's> {
    /// Sets options in one of all ways to set them, the last of them first to change.
    pub fn choose<'k>(&mut self, options: impl DoubleEndedIterator<Item = (&'s str, &'k [Known])>, mut way: usize) {
        self.chosen.clear();
        for (name, values) in options.rev() {
            self.chosen.push((name, values[way % values.len()].clone()));
            way /= values.len();
        }
    }

    fn chosen(&self, name: &str) -> Option<Known> {
        self.chosen.iter().find(|it| it.0 == name).map(|it| it.1.clone())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    Int(i64),
    Bool(bool),
    Text(String),
}

/// All forms of a board.
pub struct Forms<'s> {
    /// First the one of a game without options.
    pub boards: Vec<Board>,
    /// The options that they depend on.
    pub asked: Vec<Asked<'s>>,
    /// The form for each way to set these, the last of them first to change.
    pub by: Vec<usize>,
}

/// An option, or the scenario, with its possible values.
pub struct Asked<'s> {
    pub name: &'s str,
    pub values: Vec<Known>,
    /// The one of a game without options.
    pub usual: usize,
}

/// Chooses the form of a board.
pub struct Chooser<'s> {
    pub name: Name<'s>,
    pub forms: Vec<BoardId>,
    pub asked: Vec<Asked<'s>>,
    pub by: Vec<usize>,
}

impl Asked<'_> {
    /// Which of its values it has, in setup.
    pub fn place(&self, span: Span) -> Expr {
        let make = |kind, ty| Expr { kind, ty, span };
        let int = |value: i64| make(ExprKind::Const(Const::Int(value)), Ty::Int);
        let chosen = || {
            let options = make(ExprKind::Local(LocalId(1)), Ty::Any);
            make(ExprKind::AnyField(Box::new(options), self.name.into()), Ty::Any)
        };
        let choose = |cond, a, b| make(ExprKind::If(Box::new(cond), Box::new(a), Box::new(b)), Ty::Int);
        match self.values.first() {
            Some(Known::Int(first)) => {
                let value = cast(Cast::FromAny, chosen(), Ty::Int);
                make(ExprKind::Binary(Binary::IntSub, Box::new(value), Box::new(int(*first))), Ty::Int)
            }
            Some(Known::Bool(_)) => choose(cast(Cast::FromAny, chosen(), Ty::Bool), int(1), int(0)),
            _ => self.values.iter().enumerate().rev().fold(int(0), |other, (at, value)| {
                let Known::Text(text) = value else { return other };
                let it = match self.name {
                    SCENARIO => make(ExprKind::Local(LocalId(0)), Ty::Str),
                    _ => cast(Cast::FromAny, chosen(), Ty::Str),
                };
                let text = make(ExprKind::Const(Const::Str(text.clone())), Ty::Str);
                choose(
                    make(ExprKind::Binary(Binary::Eq, Box::new(it), Box::new(text)), Ty::Bool),
                    int(at as i64),
                    other,
                )
            }),
        }
    }
}

/// A value that is known without types.
pub fn known(it: &ast::Expr, given: &Given, depth: usize) -> Option<Known> {
    if depth > DEEPEST {
        return None;
    }
    let value = |it| known(it, given, depth + 1);
    let int = |it| number(it, given, depth + 1);
    let truth = |it| if let Some(Known::Bool(it)) = value(it) { Some(it) } else { None };
    Some(match &it.kind {
        Ast::Int(value) => Known::Int(*value),
        Ast::Bool(value) => Known::Bool(*value),
        Ast::Str(raw) => Known::Text(unescape(raw)),
        Ast::Name(name) if given.values.contains_key(name) => given.values.get(name)?.clone(),
        Ast::Name(SCENARIO) => given.chosen(SCENARIO)?,
        Ast::Field(of, name) if matches!(of.kind, Ast::Name(OPTIONS)) => given.chosen(name.text)?,
        Ast::Name(_) | Ast::Field(..) | Ast::Index(..) => match &data(it, given, depth)?.kind {
            JsonKind::Int(value) => Known::Int(*value),
            JsonKind::Bool(value) => Known::Bool(*value),
            JsonKind::Str(text) => Known::Text(text.clone()),
            _ => return None,
        },
        Ast::Call(callee, args) => match (&callee.kind, &args[..]) {
            (Ast::Name("len"), [of]) => match &data(of, given, depth + 1)?.kind {
                JsonKind::List(items) => Known::Int(i64::try_from(items.len()).ok()?),
                _ => return None,
            },
            _ => return None,
        },
        Ast::If(cond, a, b) => value(if truth(cond)? { a } else { b })?,
        Ast::Unary(UnaryOp::Neg, _, it) => Known::Int(int(it)?.checked_neg()?),
        Ast::Unary(UnaryOp::Not, _, it) => Known::Bool(!truth(it)?),
        Ast::Binary(op @ (BinaryOp::In | BinaryOp::NotIn), _, a, b) => {
            let (it, Ast::List(all)) = (value(a)?, &b.kind) else { return None };
            let all: Option<Vec<Known>> = all.iter().map(value).collect();
            Known::Bool(all?.contains(&it) == (*op == BinaryOp::In))
        }
        Ast::Binary(op, _, a, b) => match (op, value(a)?, value(b)?) {
            (BinaryOp::Eq, a, b) => Known::Bool(a == b),
            (BinaryOp::Ne, a, b) => Known::Bool(a != b),
            (BinaryOp::And, Known::Bool(a), Known::Bool(b)) => Known::Bool(a && b),
            (BinaryOp::Or, Known::Bool(a), Known::Bool(b)) => Known::Bool(a || b),
            (BinaryOp::Lt, Known::Int(a), Known::Int(b)) => Known::Bool(a < b),
            (BinaryOp::Le, Known::Int(a), Known::Int(b)) => Known::Bool(a <= b),
            (BinaryOp::Gt, Known::Int(a), Known::Int(b)) => Known::Bool(a > b),
            (BinaryOp::Ge, Known::Int(a), Known::Int(b)) => Known::Bool(a >= b),
            (BinaryOp::Add, Known::Int(a), Known::Int(b)) => Known::Int(a.checked_add(b)?),
            (BinaryOp::Sub, Known::Int(a), Known::Int(b)) => Known::Int(a.checked_sub(b)?),
            (BinaryOp::Mul, Known::Int(a), Known::Int(b)) => Known::Int(a.checked_mul(b)?),
            (BinaryOp::Div, Known::Int(a), Known::Int(b)) if b > 0 => Known::Int(a.checked_div_euclid(b)?),
            (BinaryOp::Rem, Known::Int(a), Known::Int(b)) if b > 0 => Known::Int(a.checked_rem_euclid(b)?),
            _ => return None,
        },
        _ => return None,
    })
}

pub fn number(it: &ast::Expr, given: &Given, depth: usize) -> Option<i64> {
    if let Known::Int(it) = known(it, given, depth)? { Some(it) } else { None }
}

/// An option that is named alone in an expression, without `options.`.
pub fn bare_option<'s>(it: &ast::Expr<'s>, given: &Given<'_, 's>, depth: usize) -> Option<(Span, &'s str)> {
    let inside = |it: &ast::Expr<'s>| bare_option(it, given, depth + 1);
    match &it.kind {
        _ if depth > DEEPEST => None,
        Ast::Name(name) if given.options.contains(name) => Some((it.span, name)),
        Ast::Unary(_, _, of) => inside(of),
        Ast::Binary(_, _, a, b) => inside(a).or_else(|| inside(b)),
        Ast::If(a, b, c) => [a, b, c].into_iter().find_map(|it| inside(it)),
        _ => None,
    }
}

/// A part of a file of data.
fn data<'a>(it: &ast::Expr, given: &Given<'a, '_>, depth: usize) -> Option<&'a Json> {
    if depth > DEEPEST {
        return None;
    }
    // Of equal keys the last.
    let entry = |of: &'a Json, key: &str| match &of.kind {
        JsonKind::Object(entries) => entries.iter().rev().find(|it| it.0 == key).map(|it| &it.2),
        _ => None,
    };
    match &it.kind {
        Ast::Name(name) => given.data.get(name).copied(),
        Ast::Field(of, key) => entry(data(of, given, depth + 1)?, key.text),
        Ast::Index(of, at) => match (known(at, given, depth + 1)?, data(of, given, depth + 1)?) {
            (Known::Int(at), Json { kind: JsonKind::List(items), .. }) => items.get(usize::try_from(at).ok()?),
            (Known::Text(key), of) => entry(of, &key),
            _ => None,
        },
        _ => None,
    }
}
