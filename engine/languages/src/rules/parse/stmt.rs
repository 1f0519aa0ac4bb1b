//! Statements and blocks.

use super::error::{Expect, Note, Unexpected};
use super::*;

/// What the statements are made of, built once.
#[derive(Clone)]
pub struct Parts<'t, 's> {
    pub expr: P<'t, 's, Expr<'s>>,
    pub ty: P<'t, 's, Type<'s>>,
}

/// `{ … }`: statements at ends of lines or semicolons; a broken one is skipped to its end.
pub fn block<'t, 's: 't>(parts: &Parts<'t, 's>) -> P<'t, 's, Block<'s>> {
    let Parts { expr, ty } = parts.clone();
    recursive(|block| {
        let value = choice((flow(&expr, Word::Call).map(Value::Call), expr.clone().map(Value::Expr)));
        let let_ = just(Tok::Word(Word::Let))
            .ignore_then(name())
            .then(sign(Sign::Colon).ignore_then(ty).or_not())
            .then_ignore(sign(Sign::Eq))
            .then(value.clone())
            .map(|((name, ty), value)| StmtKind::Let { name, ty, value });
        // As in JavaScript: read as `let`, and reported.
        let var = select! { Tok::Name(word @ ("var" | "const")) => word }
            .validate(|word, e, emitter| emitter.emit(Unexpected::note(e.span(), Note::VarDeclaration(word))))
            .ignore_then(name())
            .then_ignore(sign(Sign::Eq))
            .then(value.clone())
            .map(|(name, value)| StmtKind::Let { name, ty: None, value });

        let elseif = select! { Tok::Name("elseif" | "elif") => () }
            .validate(|(), e, emitter| emitter.emit(Unexpected::note(e.span(), Note::Elseif)));
        let if_ = conditional(&expr, block.clone().boxed(), elseif.boxed());
        let while_ = just(Tok::Word(Word::While))
            .ignore_then(expr.clone())
            .then(block.clone())
            .map(|(cond, body)| StmtKind::While { cond, body });
        // `x in xs` is read as one expression and taken apart.
        let for_ = just(Tok::Word(Word::For))
            .ignore_then(expr.clone())
            .then(soft("where").ignore_then(expr.clone()).or_not())
            .then(block.clone())
            .try_map(|((head, cond), body), at| match head.kind {
                ExprKind::Binary(BinaryOp::In, _, var, iter) => {
                    Ok(StmtKind::For { var: *var, iter: *iter, cond, body })
                }
                _ => Err(Unexpected::here(at)),
            });
        let optional = expr.clone().or_not();
        let args =
            between(b'(', b')', expr.clone().separated_by(sign(Sign::Comma)).allow_trailing().collect::<Vec<_>>());
        let reason = just(Tok::Word(Word::Else)).ignore_then(expr.clone()).or_not();
        let when = just(Tok::Word(Word::If))
            .ignore_then(expr.clone())
            .then(reason)
            .map(|(cond, reason)| When { cond, reason })
            .or_not()
            .boxed();
        let simple = choice![
            just(Tok::Word(Word::Return)).ignore_then(optional.clone()).map(StmtKind::Return),
            just(Tok::Word(Word::Break)).to(()).map(|()| StmtKind::Break),
            just(Tok::Word(Word::Continue)).to(()).map(|()| StmtKind::Continue),
            flow(&expr, Word::Call).map(StmtKind::Call),
            flow(&expr, Word::Goto).map(StmtKind::Goto),
            just(Tok::Word(Word::End)).ignore_then(optional.clone()).map(StmtKind::End),
            just(Tok::Word(Word::Finish))
                .ignore_then(expr.clone().separated_by(sign(Sign::Comma)).at_least(1).collect())
                .map(StmtKind::Finish),
            just(Tok::Word(Word::Log)).ignore_then(optional).map(StmtKind::Log),
            just(Tok::Word(Word::Prompt)).ignore_then(expr.clone()).map(StmtKind::Prompt),
            just(Tok::Word(Word::Action))
                .ignore_then(name())
                .then(args.or_not())
                .then(when.clone())
                .map(|((name, args), when)| StmtKind::Action { name, args, when }),
            just(Tok::Word(Word::Button))
                .ignore_then(name())
                .then(when)
                .map(|(name, when)| StmtKind::Button { name, when }),
            just(Tok::Word(Word::Assert)).ignore_then(expr.clone()).map(StmtKind::Assert),
        ];
        let assign = assign(&expr);
        // What ends with a block needs no end of its own.
        let stmt = choice![if_, while_, for_, choice![let_, simple, var, assign].then_ignore(ends())]
            .labelled(Expect::Stmt)
            .recover_with(skip_until(tree(), ends(), || StmtKind::Missing))
            .map_with(|kind, e| Stmt { kind, span: span(e.span()) });
        // The end of a block is no broken statement.
        let more = just(Tok::Close(b'}')).not();
        between(b'{', b'}', newlines().ignore_then(more.ignore_then(stmt).then_ignore(newlines()).repeated().collect()))
            .map_with(|stmts, e| Block { stmts, span: span(e.span()) })
    })
    .boxed()
}

/// `if … { … } else if … { … } else { … }`: read one after the other, however many there are.
///
/// `elseif`: a word that is as good as `else if`.
pub fn conditional<'t, 's: 't>(
    expr: &P<'t, 's, Expr<'s>>,
    block: P<'t, 's, Block<'s>>,
    elseif: P<'t, 's, ()>,
) -> P<'t, 's, StmtKind<'s>> {
    let arm = expr.clone().then(block.clone()).boxed();
    let if_ = just(Tok::Word(Word::If)).ignored().boxed();
    let alternative = choice((
        just(Tok::Newline).or_not().ignore_then(elseif.map_with(|(), e| span(e.span()))),
        just(Tok::Word(Word::Else)).ignore_then(if_.clone().map_with(|(), e| span(e.span()))),
    ))
    .then(arm.clone());
    if_.ignore_then(arm)
        .then(alternative.repeated().collect::<Vec<_>>())
        .then(just(Tok::Word(Word::Else)).ignore_then(block).or_not())
        .map_with(|(((cond, then), alternatives), last), e| {
            let end = span(e.span());
            let other = alternatives.into_iter().rev().fold(last, |other, (word, (cond, then))| {
                let span = word.to(Span { start: end.end, end: end.end });
                Some(Block { stmts: vec![Stmt { kind: StmtKind::If { cond, then, other }, span }], span })
            });
            StmtKind::If { cond, then, other }
        })
        .boxed()
}

/// Where a statement may end; takes nothing.
pub fn ends<'t, 's: 't>() -> P<'t, 's, ()> {
    choice((just(Tok::Newline), just(Tok::Sign(Sign::Semi)), just(Tok::Close(b'}')))).ignored().rewind().boxed()
}

/// `call name(arguments)`, `goto name`, `call (expression)`
pub fn flow<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>, how: Word) -> P<'t, 's, Flow<'s>> {
    let args = between(b'(', b')', expr.clone().separated_by(sign(Sign::Comma)).allow_trailing().collect::<Vec<_>>());
    just(Tok::Word(how))
        .ignore_then(choice((
            name().then(args.or_not()).map(|(name, args)| (FlowTarget::Name(name), args.unwrap_or_default())),
            between(b'(', b')', expr.clone()).map(|it| (FlowTarget::Expr(it), Vec::new())),
        )))
        .map_with(|(target, args), e| Flow { target, args, env: None, span: span(e.span()) })
        .boxed()
}

/// `place = value`, `place += value`, or an expression alone.
pub fn assign<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, StmtKind<'s>> {
    let value = choice((flow(expr, Word::Call).map(Value::Call), expr.clone().map(Value::Expr)));
    let op = select! {
        Tok::Sign(Sign::Eq) => None,
        Tok::Sign(Sign::AddTo) => Some(BinaryOp::Add),
        Tok::Sign(Sign::SubFrom) => Some(BinaryOp::Sub),
        Tok::Sign(Sign::MulBy) => Some(BinaryOp::Mul),
        Tok::Sign(Sign::DivBy) => Some(BinaryOp::Div),
    };
    let step = select! {
        Tok::Sign(Sign::Inc) => (BinaryOp::Add, "+= 1"),
        Tok::Sign(Sign::Dec) => (BinaryOp::Sub, "-= 1"),
    }
    .validate(|(op, ours), e, emitter| {
        emitter.emit(Unexpected::note(e.span(), Note::Increment(ours)));
        let one = Expr { kind: ExprKind::Int(1), span: span(e.span()) };
        (Some(op), Value::Expr(one))
    });
    expr.clone()
        .then(choice((op.then(value), step)).or_not())
        .map(|(target, rest)| match rest {
            None => StmtKind::Expr(target),
            Some((op, value)) => StmtKind::Assign { target, op, value },
        })
        .boxed()
}
