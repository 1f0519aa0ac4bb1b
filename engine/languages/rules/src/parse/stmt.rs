//! Statements and blocks.

use super::error::{Expect, Note, Unexpected};
use super::expr::{condition, flow};
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
        // The variable is there even if its value cannot be read.
        let missing = || Value::Expr(Expr { kind: ExprKind::Missing, span: Span::default() });
        let value = value(&expr).then_ignore(ends()).recover_with(skip_until(tree(), ends(), missing)).boxed();
        let head = just(Tok::Word(Word::Let)).ignore_then(name()).then(sign(Sign::Colon).ignore_then(ty).or_not());
        let let_ = head
            .map_with(|it, e| (it, e.span()))
            .then(sign(Sign::Eq).ignore_then(value.clone()).or_not())
            .validate(move |(((name, ty), at), value), _, emitter| {
                let value = value.unwrap_or_else(|| {
                    let note = Note::NoValue(ty.as_ref().map_or("", first_value), ty.as_ref().and_then(each));
                    emitter.emit(Unexpected::note(at, note));
                    missing()
                });
                StmtKind::Let { name, ty, value }
            });
        // As in JavaScript: read as `let`, and reported.
        let var = select! { Tok::Name(word @ ("var" | "const")) => word }
            .validate(|word, e, emitter| emitter.emit(Unexpected::note(e.span(), Note::VarDeclaration(word))))
            .ignore_then(name())
            .then_ignore(sign(Sign::Eq))
            .then(value.clone())
            .map(|(name, value)| StmtKind::Let { name, ty: None, value });

        let optional = expr.clone().or_not();
        let args =
            between(b'(', b')', expr.clone().separated_by(sign(Sign::Comma)).allow_trailing().collect::<Vec<_>>());
        // `action buy(c) "Buy"`: a text that stands right behind.
        let begins = select! { Tok::Str(_) => (), Tok::TemplateStart => () }.rewind();
        let label = begins.ignore_then(expr.clone()).or_not().boxed();
        let reason = just(Tok::Word(Word::Else)).ignore_then(expr.clone()).or_not();
        let when = just(Tok::Word(Word::If))
            .ignore_then(condition(&expr))
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
            log(&expr),
            just(Tok::Word(Word::Prompt)).ignore_then(expr.clone()).map(StmtKind::Prompt),
            just(Tok::Word(Word::Action))
                .ignore_then(name())
                .then(args.or_not())
                .then(label.clone())
                .then(when.clone())
                .map(|(((name, args), label), when)| StmtKind::Action { name, args, label, when }),
            just(Tok::Word(Word::Button))
                .ignore_then(name())
                .then(label)
                .then(when)
                .map(|((name, label), when)| StmtKind::Button { name, label, when }),
            just(Tok::Word(Word::Assert)).ignore_then(expr.clone()).map(StmtKind::Assert),
        ];
        // `if c finish R`: a statement without its braces, read as it is meant, and reported.
        let begins = select! {
            Tok::Word(
                Word::Return | Word::Break | Word::Continue | Word::Call | Word::Goto | Word::End | Word::Finish
                | Word::Log | Word::Action | Word::Button | Word::Assert
            ) => ()
        };
        let bare = begins.rewind().ignore_then(simple.clone()).validate(|kind, e, emitter| {
            emitter.emit(Unexpected::note(e.span(), Note::NoBraces));
            let span = span(e.span());
            Block { stmts: vec![Stmt { kind, span }], span }
        });
        let elseif = select! { Tok::Name("elseif" | "elif") => () }
            .validate(|(), e, emitter| emitter.emit(Unexpected::note(e.span(), Note::Elseif)));
        let if_ = conditional(&expr, choice![block.clone(), bare], elseif.boxed());
        let while_ = just(Tok::Word(Word::While))
            .ignore_then(condition(&expr))
            .then(block.clone())
            .map(|(cond, body)| StmtKind::While { cond, body });
        // `x in xs` is read as one expression and taken apart. `i, x in xs` is read as it is meant, and reported.
        let for_ = just(Tok::Word(Word::For))
            .ignore_then(expr.clone())
            .then(sign(Sign::Comma).ignore_then(expr.clone()).or_not())
            .then(soft("where").ignore_then(condition(&expr)).or_not())
            .then(block.clone())
            .validate(|(((head, second), cond), mut body), e, emitter| {
                let at = e.span();
                let (index, head) = match second {
                    Some(second) => (Some(head), second),
                    None => (None, head),
                };
                let ExprKind::Binary(BinaryOp::In, _, var, iter) = head.kind else { return Err(Unexpected::here(at)) };
                match index {
                    None => {}
                    Some(Expr { kind: ExprKind::Name(text), span: index }) => {
                        let spans = [index, var.span, iter.span, body.span];
                        emitter.emit(Unexpected::note(at, Note::TwoVariables(spans)));
                        let zero = Value::Expr(Expr { kind: ExprKind::Int(0), span: index });
                        let name = Name { text, span: index };
                        body.stmts.insert(0, Stmt { kind: StmtKind::Let { name, ty: None, value: zero }, span: index });
                    }
                    Some(_) => return Err(Unexpected::here(at)),
                }
                Ok(StmtKind::For { var: *var, iter: *iter, cond, body })
            })
            .try_map(|it, _| it);
        // `repeat n { … }`, as elsewhere: read as a loop, and reported.
        let repeated = select! { Tok::Name(_) => (), Tok::Int(_) => () }.rewind();
        let repeat = soft("repeat").then_ignore(repeated).then(expr.clone()).then(block.clone()).validate(
            |((word, count), body), _, emitter| {
                emitter.emit(Unexpected::note(Pos::from(word.range()), Note::Repeat));
                let make = |kind| Expr { kind, span: word };
                let iter = ExprKind::Binary(BinaryOp::To, word, Box::new(make(ExprKind::Int(1))), Box::new(count));
                StmtKind::For { var: make(ExprKind::Name("_")), iter: make(iter), cond: None, body }
            },
        );
        let assign = assign(&expr);
        // What ends with a block needs no end of its own.
        let stmt = choice![if_, while_, for_, repeat, choice![let_, simple, var, assign].then_ignore(ends())]
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
    let arm = condition(expr).then(block.clone()).boxed();
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

/// What is assigned: an expression, or the result of a call.
fn value<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Value<'s>> {
    expr.clone()
        .map(|it| match it.kind {
            ExprKind::Waits(flow) => Value::Call(*flow),
            _ => Value::Expr(it),
        })
        .boxed()
}

/// What a variable of a written type may start with; empty if that cannot be told from the type.
fn first_value(ty: &Type) -> &'static str {
    match &ty.kind {
        TypeKind::Name(name) => match name.text {
            "int" | "num" => "0",
            "bool" => "false",
            "string" => "\"\"",
            _ => "",
        },
        TypeKind::Opt(_) => "none",
        TypeKind::List(_) | TypeKind::Apply(..) => "[]",
        _ => "",
    }
}

/// Of `int[Gem]`: what there is a value for each of.
fn each<'s>(ty: &Type<'s>) -> Option<&'s str> {
    match &ty.kind {
        TypeKind::Array(_, ArrayIndex::Name(name)) => Some(name.text),
        _ => None,
    }
}

/// `place = value`, `place += value`, or an expression alone.
pub fn assign<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, StmtKind<'s>> {
    let value = value(expr);
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

/// `log`, `log text`, `log to R, White text`, `show to R, White text`. A `to` that no name follows is a value as any other.
pub fn log<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, StmtKind<'s>> {
    let named = select! { Tok::Name(_) => () }.rewind();
    let to =
        soft("to").then_ignore(named).ignore_then(expr.clone().separated_by(sign(Sign::Comma)).at_least(1).collect());
    let to = to.boxed();
    let shown = soft("show").ignore_then(to.clone()).then(expr.clone()).map(|(to, text)| StmtKind::Show(to, text));
    let private = to.then(expr.clone().map(Some));
    let public = expr.clone().or_not().map(|text| (Vec::new(), text));
    let line = choice![private, public];
    choice![just(Tok::Word(Word::Log)).ignore_then(line).map(|(to, text)| StmtKind::Log(to, text)), shown].boxed()
}
