//! The body of a script: the framework's commands, with this language's expressions.

use super::error::{Expect, Note, Unexpected};
use super::expr::{entries, flow};
use super::stmt::{Parts, assign, conditional, ends, log};
use super::*;

/// `{ … }`: commands at ends of lines or semicolons; a broken one is skipped to its end.
pub fn script<'t, 's: 't>(parts: &Parts<'t, 's>, block: &P<'t, 's, Block<'s>>) -> P<'t, 's, Block<'s>> {
    let expr = parts.expr.clone();
    let block = block.clone();
    recursive(|script| {
        let if_ = conditional(&expr, script.clone().boxed(), soft("elseif").ignored().boxed());
        let while_ = just(Tok::Word(Word::While))
            .ignore_then(expr.clone())
            .then(script.clone())
            .map(|(cond, body)| StmtKind::While { cond, body });
        let for_ =
            just(Tok::Word(Word::For)).ignore_then(expr.clone()).then(script.clone()).try_map(|(head, body), at| {
                match head.kind {
                    ExprKind::Binary(BinaryOp::In, _, var, iter) => {
                        Ok(StmtKind::For { var: *var, iter: *iter, cond: None, body, anew: true })
                    }
                    _ => Err(Unexpected::here(at)),
                }
            });
        // The lexer puts the `=` in, where the first word ends.
        let set = soft("set")
            .ignore_then(expr.clone())
            .then_ignore(sign(Sign::Eq))
            .then(expr.clone())
            .map(|(target, value)| StmtKind::Set { target, value });
        let by_one = |word: &'static str, op: BinaryOp| {
            soft(word).then(expr.clone()).map(move |(at, target)| {
                let one = Expr { kind: ExprKind::Int(1), span: at };
                StmtKind::Assign { target, op: Some(op), value: Value::Expr(one) }
            })
        };
        let one = assign(&expr).map_with(|kind, e| {
            let span = span(e.span());
            Block { stmts: vec![Stmt { kind, span }], span }
        });
        let eval = soft("eval").ignore_then(choice((block, one))).map(StmtKind::Eval);
        let optional = expr.clone().or_not();
        let unknown = choice((
            select! { Tok::Name(word) if !lex::COMMANDS.contains(&word) => word },
            select! { Tok::Word(word) if !lex::COMMANDS.contains(&word.text()) => word.text() },
        ))
        .validate(|word, e, emitter| emitter.emit(Unexpected::note(e.span(), Note::UnknownCommand(word))))
        .then_ignore(ends().not().ignore_then(tree()).repeated())
        .to(())
        .map(|()| StmtKind::Missing);
        let simple = choice![
            set,
            by_one("incr", BinaryOp::Add),
            by_one("decr", BinaryOp::Sub),
            eval,
            log(&expr),
            with_env(&expr, Word::Call).map(StmtKind::Call),
            with_env(&expr, Word::Goto).map(StmtKind::Goto),
            just(Tok::Word(Word::Return)).ignore_then(optional).map(StmtKind::End),
            unknown,
        ];
        let command = choice![if_, while_, for_, simple.then_ignore(ends())]
            .labelled(Expect::Command)
            .recover_with(skip_until(tree(), ends(), || StmtKind::Missing))
            .map_with(|kind, e| Stmt { kind, span: span(e.span()) });
        let more = just(Tok::Close(b'}')).not();
        between(
            b'{',
            b'}',
            newlines().ignore_then(more.ignore_then(command).then_ignore(newlines()).repeated().collect()),
        )
        .map_with(|stmts, e| Block { stmts, span: span(e.span()) })
    })
    .boxed()
}

/// `call name { key: value }`
fn with_env<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>, how: Word) -> P<'t, 's, Flow<'s>> {
    flow(expr, how)
        .then(entries(expr).or_not())
        .map_with(|(flow, env), e| Flow { env: env.or(flow.env), span: span(e.span()), ..flow })
        .boxed()
}
