//! Expressions.

use super::*;
use chumsky::pratt::{infix, left, none, prefix};

fn make<'s>(kind: ExprKind<'s>, pos: Pos) -> Expr<'s> {
    Expr { kind, span: span(pos) }
}

/// `cp`, `np`, `pp`, or the same in full.
pub fn whose<'t, 's: 't>() -> P<'t, 's, Whose> {
    select! {
        Tok::Word("cp" | "current_player") => Whose::Current,
        Tok::Word("np" | "next_player") => Whose::Next,
        Tok::Word("pp" | "previous_player") => Whose::Previous,
        Tok::Name(text) = e if number_of(text).is_some() =>
            Whose::Player(Number { value: number_of(text).unwrap_or(1), span: span(e.span()) }),
    }
    .labelled(Expect::Player)
    .boxed()
}

/// The number of a player that is called by it: `p2`.
fn number_of(text: &str) -> Option<i64> {
    text.strip_prefix('p')?.parse().ok().filter(|_| text.as_bytes().get(1).is_some_and(u8::is_ascii_digit))
}

/// Expressions. Built once a text; the statements share it.
pub fn expr<'t, 's: 't>() -> P<'t, 's, Expr<'s>> {
    recursive(|expr| {
        let variable = choice((
            whose().then_ignore(sign(".")).then(name()).map(|(whose, name)| ExprKind::Of(whose, name)),
            select! { Tok::Name(text) => ExprKind::Name(text) },
        ))
        .map_with(|kind, e| make(kind, e.span()))
        .labelled(Expect::Variable)
        .boxed();
        let step = select! { Tok::Sign("++") => 1, Tok::Sign("--") => -1 };
        let before = step
            .then(variable.clone())
            .map_with(|(by, target), e| make(ExprKind::Step { target: Box::new(target), by, before: true }, e.span()));
        let after = variable.then(step.or_not()).map_with(|(target, by), e| match by {
            Some(by) => make(ExprKind::Step { target: Box::new(target), by, before: false }, e.span()),
            None => target,
        });
        let question = quoted().or_not().delimited_by(just(Tok::Open(b'(')), just(Tok::Close(b')')));
        let sides = expr
            .clone()
            .or_not()
            .delimited_by(just(Tok::Open(b'(')), just(Tok::Close(b')')))
            .map(|it| ExprKind::Roll(it.map(Box::new)));
        let value = choice![
            select! {
                Tok::Int(value) => ExprKind::Int(value),
                Tok::Word("true") => ExprKind::Bool(true),
                Tok::Word("false") => ExprKind::Bool(false),
                Tok::Word("$leftSteps") => ExprKind::LeftSteps,
                Tok::Word("$rolled") => ExprKind::Rolled,
                Tok::Word("$result" | "$return") => ExprKind::Result,
                Tok::Word("$numPlayers" | "numPlayers") => ExprKind::NumPlayers,
            },
            word("roll").ignore_then(sides),
            word("choose_bool").ignore_then(question).map(ExprKind::ChooseBool),
        ]
        .map_with(|kind, e| make(kind, e.span()));
        let group = expr.clone().delimited_by(just(Tok::Open(b'(')), just(Tok::Close(b')')));
        // The arguments of an unknown function can be anything.
        let unknown = name()
            .then_ignore(just(Tok::Open(b'(')).rewind())
            .then_ignore(tree())
            .map_with(|name, e| make(ExprKind::Unknown(name), e.span()));
        let atom = choice![value, unknown, before, after, group].labelled(Expect::Expr).boxed();

        let op = |text: &'static str, op: Op| just(Tok::Sign(text)).to(op);
        let binary =
            |a: Expr<'s>, op: Op, b: Expr<'s>, pos: Pos| make(ExprKind::Binary(op, Box::new(a), Box::new(b)), pos);
        let or = choice((word("or"), sign("||"))).to(Op::Or);
        let and = choice((word("and"), sign("&&"))).to(Op::And);
        let equal = choice((op("==", Op::Eq), op("!=", Op::Ne), op("<>", Op::Ne)));
        let relation = choice((op("<=", Op::Le), op(">=", Op::Ge), op("<", Op::Lt), op(">", Op::Gt)));
        let sum = choice((op("+", Op::Add), op("-", Op::Sub)));
        let product = choice((op("*", Op::Mul), op("/", Op::Div), op("%", Op::Rem)));
        let negate = choice((op("-", Op::Sub), op("+", Op::Add)));
        let chain = atom.pratt((
            infix(left(1), or, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(left(2), and, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(none(3), equal, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(none(4), relation, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(left(5), sum, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(left(6), product, move |a, op, b, e| binary(a, op, b, e.span())),
            prefix(7, negate, |op, a, e| make(ExprKind::Sign { negative: op == Op::Sub, of: Box::new(a) }, e.span())),
            prefix(7, choice((word("not"), sign("!"))), |(), a, e| make(ExprKind::Not(Box::new(a)), e.span())),
        ));
        enum Rest<'s> {
            Assign(Expr<'s>),
            Ternary(Expr<'s>, Expr<'s>),
        }
        let rest = choice![
            sign("=").ignore_then(expr.clone()).map(Rest::Assign),
            sign("?")
                .ignore_then(expr.clone())
                .then_ignore(sign(":"))
                .then(expr.clone())
                .map(|(a, b)| Rest::Ternary(a, b)),
        ];
        chain
            .then(rest.or_not())
            .map_with(|(first, rest), e| match rest {
                None => first,
                Some(Rest::Assign(value)) => make(ExprKind::Assign(Box::new(first), Box::new(value)), e.span()),
                Some(Rest::Ternary(a, b)) => {
                    make(ExprKind::Ternary(Box::new(first), Box::new(a), Box::new(b)), e.span())
                }
            })
            .boxed()
    })
    .boxed()
}
