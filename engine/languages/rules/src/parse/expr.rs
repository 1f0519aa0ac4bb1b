//! Expressions and types.

use super::error::{Expect, Note, Unexpected};
use super::*;
use chumsky::pratt::{infix, left, none, postfix, prefix, right};
use front::nesting::TYPE_ARGUMENTS_LIMIT;

fn make<'s>(kind: ExprKind<'s>, pos: Pos) -> Expr<'s> {
    Expr { kind, span: span(pos) }
}

/// Expressions. Built once a file; the statements share it.
pub fn expr<'t, 's: 't>() -> P<'t, 's, Expr<'s>> {
    recursive(|expr| {
        let literal = select! {
            Tok::Int(value) => ExprKind::Int(value),
            Tok::Num(value) => ExprKind::Num(value),
            Tok::Str(raw) => ExprKind::Str(raw),
            Tok::Word(Word::True) => ExprKind::Bool(true),
            Tok::Word(Word::False) => ExprKind::Bool(false),
            Tok::Word(Word::None) => ExprKind::None,
        };
        let entry = key().then_ignore(sign(Sign::Colon)).then(expr.clone());
        let entries = entry.separated_by(comma_or_line()).allow_leading().allow_trailing().collect::<Vec<_>>();
        // `Name { field:` is a record; `Name {` alone belongs to a statement.
        let record_ahead = just(Tok::Open(b'{')).then(key()).then(sign(Sign::Colon)).ignored().rewind();
        let record = name().then_ignore(record_ahead).then(between(b'{', b'}', entries.clone()));
        let object = between(b'{', b'}', entries).map(ExprKind::Object);
        // `if a then x else if b then y else z`: parsed in a loop, for any number of branches.
        let arm = just(Tok::Word(Word::If))
            .map_with(|_, e| span(e.span()))
            .then(condition(&expr.clone().boxed()))
            .then_ignore(just(Tok::Word(Word::Then)))
            .then(expr.clone())
            .then_ignore(just(Tok::Word(Word::Else)))
            .boxed();
        let conditional = arm.clone().then(arm.repeated().collect::<Vec<_>>()).then(expr.clone()).map(
            |((((_, cond), value), alternatives), last)| {
                let last = alternatives.into_iter().rev().fold(last, |other, ((word, cond), value)| Expr {
                    span: word.to(other.span),
                    kind: ExprKind::If(Box::new(cond), Box::new(value), Box::new(other)),
                });
                ExprKind::If(Box::new(cond), Box::new(value), Box::new(last))
            },
        );
        let piece = choice((
            select! { Tok::Text(text) => Piece::Text(text) },
            expr.clone()
                .recover_with(skip_until(tree(), just(Tok::HoleEnd).ignored().rewind(), || Expr {
                    kind: ExprKind::Missing,
                    span: Span::default(),
                }))
                .delimited_by(just(Tok::HoleStart), just(Tok::HoleEnd))
                .map(Piece::Expr),
        ));
        let template = piece
            .repeated()
            .collect()
            .delimited_by(just(Tok::TemplateStart), just(Tok::TemplateEnd))
            .map(ExprKind::Template);

        let atom = choice![
            literal,
            template,
            conditional,
            record.map(|(name, fields)| ExprKind::Record(name, fields)),
            select! { Tok::Name(name) => ExprKind::Name(name) },
            list(expr.clone().boxed()),
            object,
            // Waits for a result, which only statements do.
            flow(&expr.clone().boxed(), Word::Call).map(|it| ExprKind::Waits(Box::new(it))),
        ]
        .map_with(|kind, e| make(kind, e.span()))
        .or(between(b'(', b')', expr.clone())
            .recover_with(via_parser(skipped(b'(').map(|span| Expr { kind: ExprKind::Missing, span }))))
        .labelled(Expect::Expr)
        .boxed();

        // The first argument may be `x in xs where c: e`: a quantifier. It is read as an expression
        // first and taken apart after, so that nothing is read twice.
        let tail = soft("where")
            .ignore_then(condition(&expr.clone().boxed()))
            .or_not()
            .then(sign(Sign::Colon).ignore_then(expr.clone()).or_not());
        let argument = expr.clone().then(tail);
        let arguments =
            between(b'(', b')', argument.separated_by(sign(Sign::Comma)).allow_trailing().collect::<Vec<_>>())
                .map(Some)
                .recover_with(via_parser(skipped(b'(').map(|_| None)));

        let index = between(b'[', b']', expr.clone())
            .recover_with(via_parser(skipped(b'[').map(|span| Expr { kind: ExprKind::Missing, span })));

        let op = |sign: Sign, op: BinaryOp| just(Tok::Sign(sign)).to(op);
        let foreign = |theirs: Sign, ours: &'static str, op: BinaryOp| {
            just(Tok::Sign(theirs)).validate(move |_, e, emitter| {
                emitter.emit(Unexpected::note(e.span(), Note::Foreign(theirs.text(), ours)));
                op
            })
        };
        let at = |op: P<'t, 's, BinaryOp>| op.map_with(|op, e| (op, span(e.span()))).boxed();
        let binary = |a: Expr<'s>, (op, at): (BinaryOp, Span), b: Expr<'s>, pos: Pos| {
            make(ExprKind::Binary(op, at, Box::new(a), Box::new(b)), pos)
        };
        let or =
            at(choice((just(Tok::Word(Word::Or)).to(BinaryOp::Or), foreign(Sign::Or2, "or", BinaryOp::Or))).boxed());
        let and =
            at(choice((just(Tok::Word(Word::And)).to(BinaryOp::And), foreign(Sign::And2, "and", BinaryOp::And)))
                .boxed());
        let compare = at(choice((
            op(Sign::Eq2, BinaryOp::Eq),
            op(Sign::Ne, BinaryOp::Ne),
            op(Sign::Le, BinaryOp::Le),
            op(Sign::Ge, BinaryOp::Ge),
            op(Sign::Lt, BinaryOp::Lt),
            op(Sign::Gt, BinaryOp::Gt),
            just(Tok::Word(Word::In)).to(BinaryOp::In),
            just(Tok::Word(Word::Not)).then(just(Tok::Word(Word::In))).to(BinaryOp::NotIn),
            foreign(Sign::Eq3, "==", BinaryOp::Eq),
            foreign(Sign::Ne3, "!=", BinaryOp::Ne),
        ))
        .boxed());
        let range = at(choice((op(Sign::DotDot, BinaryOp::Until), soft("to").to(BinaryOp::To))).boxed());
        let sum = at(choice((op(Sign::Add, BinaryOp::Add), op(Sign::Sub, BinaryOp::Sub))).boxed());
        let product =
            at(choice((op(Sign::Mul, BinaryOp::Mul), op(Sign::Div, BinaryOp::Div), op(Sign::Rem, BinaryOp::Rem)))
                .boxed());
        let not = choice((
            just(Tok::Word(Word::Not)).ignored(),
            sign(Sign::Not).validate(|(), e, emitter| {
                emitter.emit(Unexpected::note(e.span(), Note::Foreign("!", "not ")));
            }),
        ))
        .map_with(|_, e| span(e.span()));
        // A `!` after a value, unless it begins `!=`.
        let unwrap = sign(Sign::Not).map_with(|_, e| span(e.span()));
        // As in JavaScript.
        let marked = |it: Sign| sign(it).map_with(|(), e| span(e.span()));
        let branches = marked(Sign::Question).then(expr.clone()).then(marked(Sign::Colon)).then(expr.clone());

        atom.pratt((
            postfix(0, branches.boxed(), |cond, (((question, a), colon), b), e| {
                let it = make(ExprKind::If(Box::new(cond), Box::new(a), Box::new(b)), e.span());
                make(ExprKind::Ternary(Box::new(it), question, colon), e.span())
            }),
            infix(left(1), or, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(left(2), and, move |a, op, b, e| binary(a, op, b, e.span())),
            prefix(3, not, |at, a, e| make(ExprKind::Unary(UnaryOp::Not, at, Box::new(a)), e.span())),
            infix(none(4), compare, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(right(5), at(op(Sign::Else, BinaryOp::Else).boxed()), move |a, op, b, e| binary(a, op, b, e.span())),
            infix(none(6), range, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(left(7), sum, move |a, op, b, e| binary(a, op, b, e.span())),
            infix(left(8), product, move |a, op, b, e| binary(a, op, b, e.span())),
            prefix(9, sign(Sign::Sub).map_with(|_, e| span(e.span())), |at, a, e| {
                make(ExprKind::Unary(UnaryOp::Neg, at, Box::new(a)), e.span())
            }),
            postfix(10, sign(Sign::Dot).ignore_then(key()), |a, name, e| {
                make(ExprKind::Field(Box::new(a), name), e.span())
            }),
            postfix(10, index, |a, i, e| make(ExprKind::Index(Box::new(a), Box::new(i)), e.span())),
            postfix(10, arguments, |a, args, e| make(call(a, args), e.span())),
            postfix(10, unwrap, |a, at, e| make(ExprKind::Unary(UnaryOp::Unwrap, at, Box::new(a)), e.span())),
        ))
        .boxed()
    })
    .boxed()
}

/// `call name(arguments)`, `call all name(arguments) for roles`, `goto name`, `call (expression)`; `call name { x: 1 }`, and as a call, `call("name", { x: 1 })`.
pub fn flow<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>, how: Word) -> P<'t, 's, Flow<'s>> {
    let args = between(b'(', b')', expr.clone().separated_by(sign(Sign::Comma)).allow_trailing().collect::<Vec<_>>());
    let ahead = just(Tok::Open(b'{')).then(key()).then(sign(Sign::Colon)).ignored().rewind();
    let env = ahead.ignore_then(entries(expr)).or_not().boxed();
    let handed = sign(Sign::Comma).ignore_then(expr.clone()).try_map(|it, at| match it.kind {
        ExprKind::Object(entries) => Ok(entries),
        _ => Err(Unexpected::note(at, Note::NotByName)),
    });
    let named = name().then(args.or_not()).boxed();
    let several = soft("all").then_ignore(name().rewind());
    let roles = just(Tok::Word(Word::For)).ignore_then(expr.clone()).or_not();
    just(Tok::Word(how))
        .ignore_then(choice((
            several.then(named.clone()).then(roles).map(|((word, (name, args)), roles)| {
                (Some(Box::new(All { word, roles })), FlowTarget::Name(name), args.unwrap_or_default(), None)
            }),
            named.map(|(name, args)| (None, FlowTarget::Name(name), args.unwrap_or_default(), None)),
            between(b'(', b')', expr.clone().then(handed.or_not()))
                .map(|(it, env)| (None, FlowTarget::Expr(it), Vec::new(), env)),
        )))
        .then(env)
        .map_with(|((all, target, args, first), env), e| Flow {
            all,
            target,
            args,
            env: first.or(env),
            span: span(e.span()),
        })
        .boxed()
}

/// `{ key: value }`
pub fn entries<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Vec<(Name<'s>, Expr<'s>)>> {
    let entry = key().then_ignore(sign(Sign::Colon)).then(expr.clone());
    let entries = entry.separated_by(comma_or_line()).allow_leading().allow_trailing().collect::<Vec<_>>();
    between(b'{', b'}', entries)
}

/// A condition. `a = b` is read as `a == b`, and reported.
pub fn condition<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Expr<'s>> {
    let equals = sign(Sign::Eq).validate(|(), e, emitter| {
        emitter.emit(Unexpected::note(e.span(), Note::Equals));
        span(e.span())
    });
    let first = expr.clone();
    first
        .then(equals.then(expr.clone()).repeated().collect::<Vec<_>>())
        .map(|(a, rest)| rest.into_iter().fold(a, |a, (at, b)| compared(a, at, b)))
        .boxed()
}

/// `a = b` of two sides parsed separately: the sign binds tighter than `and` and `or`.
fn compared<'s>(a: Expr<'s>, at: Span, b: Expr<'s>) -> Expr<'s> {
    let span = a.span.to(b.span);
    let kind = match (a.kind, b.kind) {
        (ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), sign, first, last), b_kind) => {
            let b = Expr { kind: b_kind, span: b.span };
            ExprKind::Binary(op, sign, first, Box::new(compared(*last, at, b)))
        }
        (ExprKind::Unary(UnaryOp::Not, sign, of), b_kind) => {
            ExprKind::Unary(UnaryOp::Not, sign, Box::new(compared(*of, at, Expr { kind: b_kind, span: b.span })))
        }
        (a_kind, ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), sign, first, last)) => {
            let a = Expr { kind: a_kind, span: a.span };
            ExprKind::Binary(op, sign, Box::new(compared(a, at, *first)), last)
        }
        (a_kind, b_kind) => {
            let (a, b) = (Expr { kind: a_kind, span: a.span }, Expr { kind: b_kind, span: b.span });
            ExprKind::Binary(BinaryOp::Eq, at, Box::new(a), Box::new(b))
        }
    };
    Expr { kind, span }
}

type Argument<'s> = (Expr<'s>, (Option<Expr<'s>>, Option<Expr<'s>>));

/// A call, or a quantifier if its argument has that form.
fn call<'s>(callee: Expr<'s>, args: Option<Vec<Argument<'s>>>) -> ExprKind<'s> {
    let Some(mut args) = args else { return ExprKind::Missing };
    let quantifies = |it: &Argument| {
        let parts = it.1.0.is_some() || it.1.1.is_some();
        matches!(&it.0.kind, ExprKind::Binary(BinaryOp::In, _, var, _) if matches!(var.kind, ExprKind::Name(_)))
            && (parts || matches!(callee.kind, ExprKind::Name("any" | "all" | "count" | "first")))
    };
    if let (ExprKind::Name(name), [only]) = (&callee.kind, &args[..])
        && quantifies(only)
        && let Some((first, (cond, body))) = args.pop()
        && let ExprKind::Binary(_, _, var, iter) = first.kind
        && let ExprKind::Name(var_name) = var.kind
    {
        let round = Round { var: Name { text: var_name, span: var.span }, iter: *iter, cond };
        let name = Name { text: name, span: callee.span };
        return ExprKind::Quantifier(name, Box::new(round), body.map(Box::new));
    }
    // `count(xs where c)`: a name for each is missing, which is reported.
    if let (
        ExprKind::Name(name @ ("any" | "all" | "count" | "first" | "sum" | "min" | "max" | "best" | "sorted")),
        [(_, (Some(_), _))],
    ) = (&callee.kind, &args[..])
        && let Some((iter, (cond, body))) = args.pop()
    {
        let var = Name { text: "", span: iter.span };
        let name = Name { text: name, span: callee.span };
        return ExprKind::Quantifier(name, Box::new(Round { var, iter, cond }), body.map(Box::new));
    }
    // `grid.parts(x: e)`, and as elsewhere `grid.parts(x in grid.cells where e)`: something of each cell.
    if let ExprKind::Field(board, method) = &callee.kind
        && let Some((first, tail @ ((_, Some(_)) | (Some(_), None)))) = args.last()
        && let Some((var, among)) = each_of(board, first)
        && !(method.text == "costs" && tail.1.is_none())
    {
        let costs = method.text == "costs";
        let Some((first, (cond, body))) = args.pop() else { return ExprKind::Missing };
        let span = first.span;
        let make = |kind| Expr { kind, span };
        let and = |a, b| make(ExprKind::Binary(BinaryOp::And, span, Box::new(a), Box::new(b)));
        let among = if among == Some(true) { Some(first) } else { None };
        let mut parts: Vec<Expr> = among.into_iter().chain(cond).collect();
        let each = match body {
            Some(cost) if costs => match parts.into_iter().reduce(and) {
                Some(cond) => {
                    let none = Box::new(make(ExprKind::None));
                    make(ExprKind::If(Box::new(cond), Box::new(cost), none))
                }
                None => cost,
            },
            body => {
                parts.extend(body);
                parts.into_iter().reduce(and).unwrap_or_else(|| make(ExprKind::Missing))
            }
        };
        let args = args.into_iter().flat_map(|(first, (cond, body))| [Some(first), cond, body]).flatten().collect();
        return ExprKind::Each(Box::new(callee), args, var, Box::new(each));
    }
    // Parts that do not belong in a call are checked as extra arguments.
    let args = args.into_iter().flat_map(|(first, (cond, body))| [Some(first), cond, body]).flatten().collect();
    ExprKind::Call(Box::new(callee), args)
}

/// The name for each cell of a board: `x` alone, or `x in cells`, with `true` if these may be fewer than all.
fn each_of<'s>(board: &Expr<'s>, it: &Expr<'s>) -> Option<(Name<'s>, Option<bool>)> {
    let (var, among) = match &it.kind {
        ExprKind::Binary(BinaryOp::In, _, var, among) => (&**var, Some(among)),
        _ => (it, None),
    };
    let ExprKind::Name(text) = var.kind else { return None };
    let all = |among: &Expr| match (&among.kind, &board.kind) {
        (ExprKind::Field(of, cells), ExprKind::Name(board)) => {
            cells.text == "cells" && matches!(of.kind, ExprKind::Name(name) if name == *board)
        }
        _ => false,
    };
    Some((Name { text, span: var.span }, among.map(|it| !all(it))))
}

/// `[a, b]`, `[k: v]`, `[e for x in xs where c …]`
fn list<'t, 's: 't>(expr: P<'t, 's, Expr<'s>>) -> P<'t, 's, ExprKind<'s>> {
    enum Rest<'s> {
        List(Vec<Expr<'s>>),
        Map(Expr<'s>, Vec<(Expr<'s>, Expr<'s>)>),
        Rounds(Vec<Round<'s>>),
    }
    let round = just(Tok::Word(Word::For))
        .ignore_then(name())
        .then_ignore(just(Tok::Word(Word::In)))
        .then(expr.clone())
        .then(soft("where").ignore_then(condition(&expr.clone().boxed())).or_not())
        .map(|((var, iter), cond)| Round { var, iter, cond });
    let comma = sign(Sign::Comma);
    let pair = expr.clone().then_ignore(sign(Sign::Colon)).then(expr.clone());
    let rest = choice![
        round.repeated().at_least(1).collect().map(Rest::Rounds),
        sign(Sign::Colon)
            .ignore_then(expr.clone())
            .then(comma.clone().ignore_then(pair.separated_by(comma.clone()).allow_trailing().collect()).or_not())
            .map(|(value, rest)| Rest::Map(value, rest.unwrap_or_default())),
        comma
            .clone()
            .ignore_then(expr.clone().separated_by(comma).allow_trailing().collect())
            .or_not()
            .map(|rest| Rest::List(rest.unwrap_or_default())),
    ];
    let inner = choice![
        sign(Sign::Colon).map(|()| ExprKind::Map(Vec::new())),
        expr.then(rest).or_not().map(|it: Option<(Expr, Rest)>| match it {
            None => ExprKind::List(Vec::new()),
            Some((first, Rest::List(rest))) => ExprKind::List(std::iter::once(first).chain(rest).collect()),
            Some((first, Rest::Map(value, rest))) => {
                ExprKind::Map(std::iter::once((first, value)).chain(rest).collect())
            }
            Some((first, Rest::Rounds(rounds))) => ExprKind::Comprehension(Box::new(first), rounds),
        }),
    ];
    between(b'[', b']', inner).recover_with(via_parser(skipped(b'[').map(|_| ExprKind::Missing))).boxed()
}

/// Types: a name or a range, then `?`, `[]`, `[9]`, `[Role]`, the last one outermost.
pub fn ty<'t, 's: 't>() -> P<'t, 's, Type<'s>> {
    enum Suffix<'s> {
        Opt,
        List,
        Array(ArrayIndex<'s>),
    }
    recursive(|ty| {
        let int = sign(Sign::Sub)
            .or_not()
            .then(select! { Tok::Int(value) => value })
            .map(|(minus, value)| if minus.is_some() { -value } else { value })
            .labelled(Expect::Number);
        let range = int
            .clone()
            .then(choice((sign(Sign::DotDot).to(false), soft("to").to(true))))
            .then(int)
            .map(|((from, last), to)| TypeKind::Range(from, to, last));
        let ty = parsing::nested(ty, TYPE_ARGUMENTS_LIMIT, |at| Unexpected::note(at, Note::TypesTooDeep));
        let inner = between(b'(', b')', ty.clone()).map(|it: Type<'s>| it.kind);
        let apply = name().then(
            ty.separated_by(sign(Sign::Comma))
                .at_least(1)
                .collect::<Vec<_>>()
                .delimited_by(just(Tok::Sign(Sign::Lt)), just(Tok::Sign(Sign::Gt)))
                .or_not(),
        );
        let part = name().then_ignore(sign(Sign::Dot)).then(key()).map(|(board, part)| TypeKind::Of(board, part));
        let part_ahead = name().then(sign(Sign::Dot)).ignored().rewind();
        let base = choice![
            range,
            inner,
            part_ahead.ignore_then(part),
            apply.map(|(name, args)| match args {
                None => TypeKind::Name(name),
                Some(args) => TypeKind::Apply(name, args),
            }),
        ]
        .map_with(|kind, e| Type { kind, span: span(e.span()) })
        .labelled(Expect::Type);
        let index = choice((
            select! { Tok::Int(count) = e => Suffix::Array(ArrayIndex::Count(count, span(e.span()))) },
            name().map(|name| Suffix::Array(ArrayIndex::Name(name))),
        ))
        .or_not();
        let suffix = choice((
            sign(Sign::Question).map(|()| Suffix::Opt),
            between(b'[', b']', index).map(|it| it.unwrap_or(Suffix::List)),
        ));
        base.foldl_with(suffix.repeated(), |base, suffix, e| {
            let base = Box::new(base);
            let kind = match suffix {
                Suffix::Opt => TypeKind::Opt(base),
                Suffix::List => TypeKind::List(base),
                Suffix::Array(index) => TypeKind::Array(base, index),
            };
            Type { kind, span: span(e.span()) }
        })
    })
    .boxed()
}
