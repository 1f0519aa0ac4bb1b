//! Statements.

use super::expr::whose;
use super::*;

/// `int name {15} = e`, `bool name = e`
pub fn declaration<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, VarDecl<'s>> {
    let range = number().delimited_by(just(Tok::Open(b'{')), just(Tok::Close(b'}')));
    choice![
        word("int").ignore_then(name()).then(range.map(Some)),
        word("bool").ignore_then(name()).map(|name| (name, None)),
    ]
    .then_ignore(sign("="))
    .then(expr.clone())
    .map(|((name, max), value)| VarDecl { name, max, value })
    .boxed()
}

/// One statement.
pub fn stmt<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Stmt<'s>> {
    let expr = expr.clone();
    recursive(|stmt| {
        let empty = || just(Tok::Open(b'(')).then(just(Tok::Close(b')'))).ignored();
        let argument = expr.clone().delimited_by(just(Tok::Open(b'(')), just(Tok::Close(b')'))).boxed();
        let more = one_of([Tok::Word("else"), Tok::Word("end")]).not();
        let each = more.ignore_then(whole(stmt.boxed(), inner_end())).then_ignore(separators());
        let body = separators().ignore_then(each.repeated().collect::<Vec<_>>()).boxed();
        let condition = expr.clone().then_ignore(newlines()).then_ignore(word("then")).boxed();
        let if_ = word("if")
            .ignore_then(condition.clone())
            .then(body.clone())
            .then(word("else").ignore_then(body).or_not())
            .then_ignore(word("end"))
            .map(|((cond, yes), no)| StmtKind::If(cond, yes, no.unwrap_or_default()));
        let goto = word("goto").ignore_then(number()).then_ignore(separators());
        let control_if = word("if")
            .ignore_then(condition)
            .then_ignore(separators())
            .then(goto.clone())
            .then_ignore(word("else"))
            .then_ignore(separators())
            .then(goto)
            .then_ignore(word("end"))
            .map(|((cond, yes), no)| StmtKind::ControlIf(cond, yes, no));
        let control = word("control")
            .ignore_then(choice((word("goto").ignore_then(number()).map(StmtKind::ControlGoto), control_if)));
        let sleep = whose()
            .then_ignore(sign(","))
            .then(expr.clone())
            .delimited_by(just(Tok::Open(b'(')), just(Tok::Close(b')')))
            .map(|(whose, rounds)| StmtKind::Sleep(whose, rounds));
        let limit = select! { Tok::Word("limit_scope" | "scope_limit" | "scope_fence") => () };
        let return_ = select! { Tok::Word("return" | "result") => () };
        let start = expr.clone().or_not().delimited_by(just(Tok::Open(b'(')), just(Tok::Close(b')')));
        choice![
            if_,
            control,
            word("force").map(|()| StmtKind::Force),
            word("goto").ignore_then(number()).map(StmtKind::Goto),
            word("begin_scope").ignore_then(empty()).map(|()| StmtKind::BeginScope),
            word("end_scope").ignore_then(empty()).map(|()| StmtKind::EndScope),
            limit.ignore_then(empty()).map(|()| StmtKind::LimitScope),
            return_.ignore_then(expr.clone()).map(StmtKind::Return),
            word("log").ignore_then(argument.clone()).map(StmtKind::Log),
            word("game_start").ignore_then(start).map(StmtKind::GameStart),
            word("game_end").ignore_then(empty().or_not()).map(|_| StmtKind::GameEnd),
            word("move").ignore_then(argument).map(StmtKind::Move),
            word("rollback").ignore_then(empty()).map(|()| StmtKind::Rollback),
            word("sleep").ignore_then(sleep),
            declaration(&expr).map(StmtKind::Var),
            expr.map(StmtKind::Expr),
        ]
        .labelled(Expect::Stmt)
        .map_with(|kind, e| Stmt { kind, span: span(e.span()) })
    })
    .boxed()
}
