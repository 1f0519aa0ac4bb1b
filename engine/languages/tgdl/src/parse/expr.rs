//! Expressions and types.

use super::*;
use chumsky::pratt::{infix, left, postfix, prefix, right};
use front::nesting::TYPE_NESTING_LIMIT;

fn make<'s>(kind: ExprKind<'s>, pos: Pos) -> Expr<'s> {
    Expr { kind, span: span(pos) }
}

fn missing<'s>(span: Span) -> Expr<'s> {
    Expr { kind: ExprKind::Missing, span }
}

/// A name, and the number of `[]` after it.
pub fn ty<'t, 's: 't>() -> P<'t, 's, Type<'s>> {
    let brackets = just(Tok::Open(b'[')).then(just(Tok::Close(b']')));
    name()
        .then(brackets.repeated().count())
        .labelled(Expect::Type)
        .validate(|(name, lists), e, emitter| {
            if lists > TYPE_NESTING_LIMIT {
                emitter.emit(Unexpected::note(e.span(), Note::TypeTooDeep));
            }
            Type { name, lists: lists.min(TYPE_NESTING_LIMIT) as u8, span: span(e.span()) }
        })
        .boxed()
}

/// Expressions. Built once a text; the statements share it.
pub fn expr<'t, 's: 't>(text: &'s str, ty: &P<'t, 's, Type<'s>>) -> P<'t, 's, Expr<'s>> {
    let ty = ty.clone();
    recursive(|expr| {
        let literal = select! {
            Tok::Num(text) => ExprKind::Number(text),
            Tok::Str(text) => ExprKind::Str(text),
            Tok::Word("true") => ExprKind::Bool(true),
            Tok::Word("false") => ExprKind::Bool(false),
            Tok::Word("none" | "null") => ExprKind::None,
            Tok::Word("this") => ExprKind::This,
        };
        // The number of a player is a number.
        let player = soft("player").ignore_then(select! { Tok::Num(text) => ExprKind::Number(text) });
        let items = expr.clone().separated_by(sign(",")).allow_trailing().collect::<Vec<_>>();
        let list = between(lex::LIST, b'}', items).map(ExprKind::List);
        let given = name().then_ignore(choice((sign("="), sign(":")))).then(expr.clone()).boxed();
        let fields = given.clone().separated_by(sign(",")).allow_trailing().collect::<Vec<_>>();
        let separators = choice((just(Tok::Semi).ignored(), sign(","))).repeated();
        let set = separators.clone().ignore_then(given.then_ignore(separators).repeated().collect::<Vec<_>>());
        let new = word("new")
            .ignore_then(ty.clone())
            .then(between(b'(', b')', fields).or_not())
            .then(between(lex::NEW, b'}', set).or_not())
            .map(|((ty, fields), set)| {
                let fields = fields.into_iter().chain(set).flatten();
                ExprKind::New(ty, fields.collect())
            });
        let of_group = |it: &[Next]| matches!(it, [(Tok::Word("new"), _), (Tok::Name("group"), _), ..]);
        let new_group = ahead(text, 2, of_group)
            .ignore_then(any().ignore_then(any()))
            .ignore_then(between(b'(', b')', rows::shape().or_not()).or_not())
            .then(between(lex::NEW, b'}', rows::row(text).repeated().collect::<Vec<_>>()))
            .map(|(shape, rows)| ExprKind::NewGroup(NewGroup { shape: shape.flatten(), rows }));
        let new = choice((new_group, new));
        let hole_end = choice((select! { Tok::Format(_) => () }, just(Tok::HoleEnd).ignored())).rewind();
        let value = expr.clone().recover_with(skip_until(tree(), hole_end, || missing(Span::default())));
        let piece = choice((
            select! { Tok::Text(text) => Piece::Text(text) },
            value
                .then(select! { Tok::Format(text) = e => Name { text, span: span(e.span()) } }.or_not())
                .delimited_by(just(Tok::HoleStart), just(Tok::HoleEnd))
                .map(|(value, format)| Piece::Value(value, format)),
        ));
        let template = piece
            .repeated()
            .collect()
            .delimited_by(just(Tok::TemplateStart), just(Tok::TemplateEnd))
            .map(ExprKind::Interpolated);
        // `random 6`
        let most = select! { Tok::Num(text) => ExprKind::Number(text), Tok::Name(text) => ExprKind::Name(text) };
        let random = any().map_with(|_, e| e.span()).then(most.map_with(|kind, e| make(kind, e.span()))).map_with(
            |(at, most), e| {
                let args = vec![Argument { name: None, value: most }];
                make(ExprKind::Call(Box::new(make(ExprKind::Name("random"), at)), args), e.span())
            },
        );
        let atom = |it: P<'t, 's, ExprKind<'s>>| it.map_with(|kind, e| make(kind, e.span())).boxed();
        let group =
            between(b'(', b')', compared(expr.clone().boxed())).recover_with(via_parser(skipped(b'(').map(missing)));
        let atoms = vec![
            atom(literal.boxed()),
            atom(select! { Tok::Name(name) => ExprKind::Name(name) }.boxed()),
            atom(player.boxed()),
            atom(template.boxed()),
            atom(new.boxed()),
            atom(list.boxed()),
            group.boxed(),
            random.boxed(),
        ];
        let which = |it: &[Next]| match it {
            [(Tok::Name("random"), _), (Tok::Num(_), false)] => 7,
            [(Tok::Name("random"), _), (Tok::Name(name), false)] if !BETWEEN.contains(name) => 7,
            [(Tok::Name("player"), _), (Tok::Num(_), _), ..] => 2,
            [(Tok::Name(_), _), ..] => 1,
            [(Tok::TemplateStart, _), ..] => 3,
            [(Tok::Word("new"), _), ..] => 4,
            [(Tok::Open(lex::LIST), _), ..] => 5,
            [(Tok::Open(_), _), ..] => 6,
            _ => 0,
        };
        let atom = picked(text, 2, atoms, which).labelled(Expect::Expr).boxed();

        let named = |it: &[Next]| matches!(it, [(Tok::Name(_), _), (Tok::Sign("=" | ":"), _), ..]);
        let argument = choice((
            ahead(text, 2, named)
                .ignore_then(name())
                .then_ignore(any())
                .then(expr.clone())
                .map(|(name, value)| Argument { name: Some(name), value }),
            expr.clone().map(|value| Argument { name: None, value }),
        ));
        // Parentheses at the start of a line are no call.
        let arguments = same_line(text).ignore_then(
            between(b'(', b')', argument.separated_by(sign(",")).allow_trailing().collect::<Vec<_>>())
                .map(Some)
                .recover_with(via_parser(skipped(b'(').map(|_| None))),
        );
        let index = between(b'[', b']', expr.clone()).recover_with(via_parser(skipped(b'[').map(missing)));

        let op = |text: &'static str, op: Op| just(Tok::Sign(text)).to(op);
        let named = |text: &'static str, op: Op| just(Tok::Word(text)).to(op);
        let binary =
            |a: Expr<'s>, op: Op, b: Expr<'s>, pos: Pos| make(ExprKind::Binary(op, Box::new(a), Box::new(b)), pos);
        let or = choice((named("or", Op::Or), op("||", Op::Or)));
        let and = choice((named("and", Op::And), op("&&", Op::And), named("nand", Op::Nand)));
        let equal = choice((op("==", Op::Eq), op("!=", Op::Ne)));
        let relation = choice((
            op("<=", Op::Le),
            op(">=", Op::Ge),
            op("<", Op::Lt),
            op(">", Op::Gt),
            named("adj", Op::Adj),
            named("connect", Op::Connect),
        ));
        let sum = choice((op("+", Op::Add), op("-", Op::Sub)));
        let product = choice((op("*", Op::Mul), op("/", Op::Div), op("%", Op::Rem), named("mod", Op::Rem)));
        let not = choice((word("not"), sign("!")));
        atom.pratt((
            infix(left(1), or, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(left(2), named("xor", Op::Xor), move |a, op, b, e| binary(a, op, b, e.span())),
            infix(left(3), and, move |a, op, b, e| binary(a, op, b, e.span())),
            prefix(4, not, |(), a, e| make(ExprKind::Not(Box::new(a)), e.span())),
            infix(left(5), equal, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(left(6), relation, move |a, op, b, e| binary(a, op, b, e.span())),
            postfix(6, word("is").ignore_then(ty.clone()), |a, ty, e| make(ExprKind::Is(Box::new(a), ty), e.span())),
            infix(left(7), sum, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(left(8), product, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(right(9), op("^", Op::Pow), move |a, op, b, e| binary(a, op, b, e.span())),
            postfix(10, word("as").ignore_then(ty.clone()), |a, ty, e| make(ExprKind::As(Box::new(a), ty), e.span())),
            prefix(11, sum, |op, a, e| {
                let a = Box::new(a);
                make(if op == Op::Sub { ExprKind::Minus(a) } else { ExprKind::Plus(a) }, e.span())
            }),
            postfix(12, sign(".").ignore_then(name()), |a, name, e| make(ExprKind::Field(Box::new(a), name), e.span())),
            postfix(12, index, |a, i, e| make(ExprKind::Index(Box::new(a), Box::new(i)), e.span())),
            postfix(12, arguments, |a, args: Option<Vec<Argument<'s>>>, e| {
                make(args.map_or(ExprKind::Missing, |args| ExprKind::Call(Box::new(a), args)), e.span())
            }),
        ))
        .boxed()
    })
    .boxed()
}

/// Words that may follow an expression.
const BETWEEN: [&str; 9] = ["max", "min", "to", "on", "from", "has", "with", "for", "assign"];

/// An expression, and another after `=`, which is read as `==` and reported.
pub fn compared<'t, 's: 't>(expr: P<'t, 's, Expr<'s>>) -> P<'t, 's, Expr<'s>> {
    let equals = sign("=").map_with(|(), e| e.span());
    expr.clone()
        .then(equals.then(expr).or_not())
        .validate(|(a, rest), e, emitter| match rest {
            None => a,
            Some((at, b)) => {
                emitter.emit(Unexpected::note(at, Note::Equals));
                make(ExprKind::Binary(Op::Eq, Box::new(a), Box::new(b)), e.span())
            }
        })
        .boxed()
}
