//! Tokens to a syntax tree, by chumsky, with recovery: definitions, blocks and statements first, then (`read`) the
//! expressions in them, for only when all definitions are known is it known how many arguments a word takes.
//!
//! Invariant: linear time. Blocks are balanced already, so a broken statement is skipped to its end in one go.

mod error;
mod read;

use super::ast::*;
use super::lex::{self, Tok, Token};
use chumsky::prelude::*;
use diag::Problems;
use error::{Expect, Unexpected};
use front::choice;
use front::parsing::{self, span};
pub use read::read;

type P<'t, 's, O> = parsing::Rule<'t, Tok<'s>, O, Unexpected<'s>>;

/// The tree of a text, its expressions not yet read.
pub fn file<'s>(text: &'s str, tokens: &[Token<'s>], problems: &mut Problems) -> File<'s, Run<'s>> {
    let tokens = parsing::placed(tokens);
    File { items: parsing::parsed(&items(), &tokens, text, problems) }
}

/// The whole file.
fn items<'t, 's: 't>() -> P<'t, 's, Vec<Item<'s, Run<'s>>>> {
    let body = stmt().repeated().collect::<Vec<_>>().boxed();
    let define = |opener: &'static str, closer: &'static str| {
        let params = var().repeated().collect::<Vec<_>>();
        key(opener)
            .ignore_then(name())
            .then(params)
            .then_ignore(just(Tok::Colon))
            .then(body.clone())
            .then(just(Tok::Key(closer)).map_with(|_, e| span(e.span())))
            .map(move |(((name, params), body), end)| {
                ItemKind::Define(Define { receiver: opener == "RECEIVE", name, params, body, end })
            })
    };
    let json = |opener: &'static str, closer: &'static str| {
        key(opener)
            .map_with(|(), e| span(e.span()))
            .then_ignore(just(Tok::Colon))
            .then(select! { Tok::Json(text) = e => Name { text, span: span(e.span()) } })
            .then_ignore(just(Tok::Key(closer)))
            .map(move |(at, text)| ItemKind::Json { word: opener, at, text })
    };
    let offer = key("OFFER")
        .ignore_then(name())
        .then(run())
        .then_ignore(just(Tok::Semi))
        .map(|(receiver, values)| ItemKind::Offer(Offer { receiver, values: vec![values] }));
    let text = select! { Tok::Str(text) = e => Name { text, span: span(e.span()) } }.labelled(Expect::Text).boxed();
    let title = key("TITLE").ignore_then(text.clone()).then_ignore(just(Tok::Semi)).map(ItemKind::Title);
    let lines = text.repeated().at_least(1).collect::<Vec<_>>();
    let about = key("ABOUT").ignore_then(lines).then_ignore(just(Tok::Semi)).map(ItemKind::About);
    let kind = choice![
        define("DEF", "END_DEF"),
        define("RECEIVE", "END_RECEIVE"),
        offer,
        title,
        about,
        json("STATE", "END_STATE"),
        json("TOKENSETS", "END_TOKENSETS"),
        json("BOARD", "END_BOARD"),
    ];
    let starts = any().filter(|it: &Tok| {
        matches!(it, Tok::Key("DEF" | "RECEIVE" | "OFFER" | "TITLE" | "ABOUT" | "STATE" | "TOKENSETS" | "BOARD"))
    });
    let next = choice((starts.ignored().rewind(), end()));
    let item = kind
        .labelled(Expect::Part)
        .recover_with(via_parser(tree().then(next.not().ignore_then(tree()).repeated()).map(|_| ItemKind::Missing)))
        .map_with(|kind, e| Item { kind, span: span(e.span()) });
    item.repeated().collect().then_ignore(end()).boxed()
}

/// One statement.
fn stmt<'t, 's: 't>() -> P<'t, 's, Stmt<'s, Run<'s>>> {
    recursive(|stmt| {
        let body = stmt.repeated().collect::<Vec<_>>().boxed();
        // Errors at its end are reported when the words are read.
        let ended = run()
            .then(choice((just(Tok::Semi).to(';'), just(Tok::Colon).to(':'))).or_not())
            .map(|(run, end)| Run { end, ..run })
            .boxed();
        let if_ = key("IF")
            .ignore_then(ended.clone())
            .then(body.clone())
            .then(key("ELSE").ignore_then(just(Tok::Colon)).ignore_then(body.clone()).or_not())
            .then_ignore(key("END_IF"))
            .map(|((condition, yes), no)| StmtKind::If(condition, yes, no));
        let while_ = key("WHILE")
            .ignore_then(ended.clone())
            .then(body.clone())
            .then_ignore(key("END_WHILE"))
            .map(|(condition, body)| StmtKind::While(condition, body));
        let for_ = key("FOR")
            .ignore_then(ended.clone())
            .then(body)
            .then_ignore(key("END_FOR"))
            .map(|(list, body)| StmtKind::For(None, list, body));
        let accept = key("ACCEPT").ignore_then(ended.clone()).map(|run| StmtKind::Accept(Some(run)));
        let starts = select! { Tok::Num(_) | Tok::Str(_) | Tok::Var(_) | Tok::Word(_) => () }.rewind();
        let kind = choice![
            if_,
            while_,
            for_,
            key("RETURN").ignore_then(ended.clone()).map(StmtKind::Return),
            key("REJECT").ignore_then(ended.clone()).map(StmtKind::Reject),
            accept,
            starts.ignore_then(ended).map(StmtKind::Call),
        ]
        .labelled(Expect::Stmt);
        let semi = just(Tok::Semi).ignored();
        let ends = choice((closes(), end()));
        let broken = choice((
            semi,
            tree().then(choice((semi, ends)).not().ignore_then(tree()).repeated()).then(semi.or_not()).ignored(),
        ));
        closes()
            .not()
            .ignore_then(kind.recover_with(via_parser(broken.map(|()| StmtKind::Missing))))
            .map_with(|kind, e| Stmt { kind, span: span(e.span()) })
    })
    .boxed()
}

/// A word that ends the statements of a block; takes nothing.
fn closes<'t, 's: 't>() -> P<'t, 's, ()> {
    any()
        .filter(|it: &Tok| matches!(it, Tok::Key(word) if *word == "ELSE" || word.starts_with("END_")))
        .ignored()
        .rewind()
        .boxed()
}

/// The words of an expression.
fn run<'t, 's: 't>() -> P<'t, 's, Run<'s>> {
    let word = any().filter(|it: &Tok| matches!(it, Tok::Num(_) | Tok::Str(_) | Tok::Var(_) | Tok::Word(_)));
    word.map_with(|tok, e| (tok, span(e.span())))
        .labelled(Expect::Expr)
        .repeated()
        .collect::<Vec<_>>()
        .map(|tokens| Run { tokens, end: None })
        .boxed()
}

fn key<'t, 's: 't>(word: &'static str) -> P<'t, 's, ()> {
    just(Tok::Key(word)).ignored().boxed()
}

fn name<'t, 's: 't>() -> P<'t, 's, Name<'s>> {
    select! { Tok::Word(text) = e => Name { text, span: span(e.span()) } }.labelled(Expect::Name).boxed()
}

fn var<'t, 's: 't>() -> P<'t, 's, Name<'s>> {
    select! { Tok::Var(text) = e => Name { text, span: span(e.span()) } }.labelled(Expect::Variable).boxed()
}

fn tree<'t, 's: 't>() -> P<'t, 's, ()> {
    parsing::tree(lex::nest)
}
