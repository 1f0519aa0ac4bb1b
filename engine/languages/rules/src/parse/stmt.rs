//! Statements and blocks.

use super::error::{Expect, Note, Unexpected};
use super::expr::{condition, flow};
use super::*;

/// The parsers that statements consist of, built once.
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

        let elseif = select! { Tok::Name("elseif" | "elif") => () }
            .validate(|(), e, emitter| emitter.emit(Unexpected::note(e.span(), Note::Elseif)));
        let while_ = just(Tok::Word(Word::While))
            .ignore_then(condition(&expr))
            .then(block.clone())
            .map(|(cond, body)| StmtKind::While { cond, body });
        // `repeat n { … }`, as elsewhere: read as a loop, and reported.
        let repeated = select! { Tok::Name(_) => (), Tok::Int(_) => () }.rewind();
        let repeat = soft("repeat").then_ignore(repeated).then(expr.clone()).then(block.clone()).validate(
            |((word, count), body), _, emitter| {
                emitter.emit(Unexpected::note(Pos::from(word.range()), Note::Repeat));
                let make = |kind| Expr { kind, span: word };
                let iter = ExprKind::Binary(BinaryOp::To, word, Box::new(make(ExprKind::Int(1))), Box::new(count));
                StmtKind::For { var: make(ExprKind::Name("_")), iter: make(iter), cond: None, body, anew: false }
            },
        );
        // `switch x { … }`, as elsewhere: skipped, and reported.
        let inside = choice((just(Tok::Newline).ignored(), sign(Sign::Semi), just(Tok::Open(b'{')).ignored())).not();
        let switch = select! { Tok::Name(word @ ("switch" | "match")) => word }
            .validate(|word, e, emitter| {
                emitter.emit(Unexpected::note(e.span(), Note::Switch(word)));
            })
            .then_ignore(select! { Tok::Name(_) => (), Tok::Open(b'(') => () }.rewind())
            .then(inside.ignore_then(tree()).repeated())
            .then(skipped(b'{'))
            .map(|_| StmtKind::Missing);
        let foreach = soft("foreach").validate(|_, e, emitter| emitter.emit(Unexpected::note(e.span(), Note::Foreach)));
        let optional = expr.clone().or_not();
        let value_of = |word: &'static str| choice((no_arguments(word).map(|()| None), optional.clone()));
        let args =
            between(b'(', b')', expr.clone().separated_by(sign(Sign::Comma)).allow_trailing().collect::<Vec<_>>());
        // `action buy(c) "Buy"`: a text directly after the call.
        let begins = select! { Tok::Str(_) => (), Tok::TemplateStart => () }.rewind();
        let label = begins.ignore_then(expr.clone()).or_not().boxed();
        let reason = just(Tok::Word(Word::Else)).ignore_then(expr.clone()).or_not();
        let when = just(Tok::Word(Word::If))
            .map_with(|_, e| span(e.span()))
            .then(condition(&expr))
            .then(reason)
            .map(|((word, cond), reason)| When::If(word, cond, reason));
        let unless = soft("unless").then(expr.clone()).map(|(word, why)| When::Unless(word, why));
        let when = choice![when, unless].or_not().boxed();
        let simple = choice![
            just(Tok::Word(Word::Return)).ignore_then(value_of("return")).map(StmtKind::Return),
            just(Tok::Word(Word::Break)).to(()).map(|()| StmtKind::Break),
            just(Tok::Word(Word::Continue)).to(()).map(|()| StmtKind::Continue),
            flow(&expr, Word::Call).map(StmtKind::Call),
            flow(&expr, Word::Goto).map(StmtKind::Goto),
            just(Tok::Word(Word::End)).ignore_then(end_all(&expr)).map(StmtKind::EndAll),
            just(Tok::Word(Word::End)).ignore_then(value_of("end")).map(StmtKind::End),
            just(Tok::Word(Word::Finish))
                .ignore_then(choice((
                    both_in_brackets(&expr),
                    expr.clone().separated_by(sign(Sign::Comma)).at_least(1).collect()
                )))
                .map(StmtKind::Finish),
            answer(&expr),
            log(&expr),
            just(Tok::Word(Word::Prompt)).ignore_then(expr.clone()).map(StmtKind::Prompt),
            called_action(&expr),
            called_button(&expr),
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
        let assign = assign(&expr);
        let plain = choice![let_, simple, var, set(&expr), assign].then_ignore(ends()).boxed();
        let body = choice((block.clone(), bare(plain.clone()))).boxed();
        let if_ = conditional(&expr, body.clone(), elseif.boxed());
        // `x in xs` is parsed as one expression and then split. `i, x in xs` is read as intended, and reported.
        let for_ = choice((just(Tok::Word(Word::For)).ignored(), foreach))
            .ignore_then(expr.clone())
            .then(sign(Sign::Comma).ignore_then(expr.clone()).or_not())
            .then(soft("where").ignore_then(condition(&expr)).or_not())
            .then(body.clone())
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
                Ok(StmtKind::For { var: *var, iter: *iter, cond, body, anew: false })
            })
            .try_map(|it, _| it);
        let turns = turns(&expr, &body);
        let counted = counted(&expr, &block.clone().boxed(), &plain);
        // A statement that ends with a block needs no separator.
        let stmt = choice![if_, while_, counted, for_, turns, repeat, switch, plain]
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

/// `if … { … } else if … { … } else { … }`: parsed in a loop, for any number of branches.
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

/// A possible end of a statement; consumes nothing.
pub fn ends<'t, 's: 't>() -> P<'t, 's, ()> {
    choice((just(Tok::Newline), just(Tok::Sign(Sign::Semi)), just(Tok::Close(b'}')))).ignored().rewind().boxed()
}

/// The right side of an assignment: an expression, or the result of a call.
fn value<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Value<'s>> {
    expr.clone()
        .map(|it| match it.kind {
            ExprKind::Waits(flow) => Value::Call(*flow),
            _ => Value::Expr(it),
        })
        .boxed()
}

/// A possible initial value for a variable of a written type; empty if the type does not determine one.
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

/// The key type of `int[Gem]`.
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
    let blank = no_arguments("log").map(|()| (Vec::new(), None));
    let line = choice![blank, private, public];
    choice![just(Tok::Word(Word::Log)).ignore_then(line).map(|(to, text)| StmtKind::Log(to, text)), shown].boxed()
}

/// `turns who in roles from first where condition { … }`
fn turns<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>, body: &P<'t, 's, Block<'s>>) -> P<'t, 's, StmtKind<'s>> {
    let from = soft("from").ignore_then(expr.clone()).or_not();
    let cond = soft("where").ignore_then(condition(expr)).or_not();
    soft("turns")
        .then_ignore(name().rewind())
        .ignore_then(expr.clone())
        .then(from)
        .then(cond)
        .then(body.clone())
        .try_map(|(((head, from), cond), body), at| {
            let ExprKind::Binary(BinaryOp::In, _, var, among) = head.kind else { return Err(Unexpected::here(at)) };
            // `[who for who in roles where condition]`
            let (among, span) = (*among, head.span);
            let among = match (&var.kind, cond) {
                (_, None) => among,
                (ExprKind::Name(text), Some(cond)) => {
                    let (name, element) = (Name { text, span: var.span }, ExprKind::Name(text));
                    let round = Round { var: name, iter: among, cond: Some(cond) };
                    let element = Expr { kind: element, span: var.span };
                    Expr { kind: ExprKind::Comprehension(Box::new(element), vec![round]), span }
                }
                (_, Some(cond)) => return Err(Unexpected::here(Pos::from(cond.span.range()))),
            };
            Ok(StmtKind::Turns(Box::new(Turns { var: *var, among, from, body })))
        })
        .boxed()
}

/// `answer value`. With a bracket or a sign behind it, it is a name.
fn answer<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, StmtKind<'s>> {
    soft("answer").then_ignore(begins_value().rewind()).ignore_then(expr.clone()).map(StmtKind::Answer).boxed()
}

/// `all`, alone or with a value.
fn end_all<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Option<Expr<'s>>> {
    let value = begins_value().rewind().ignore_then(expr.clone()).map(Some);
    soft("all").ignore_then(choice((value, ends().rewind().to(()).map(|()| None)))).boxed()
}

/// Something after a word that makes the word more than a name.
fn begins_value<'t, 's: 't>() -> P<'t, 's, ()> {
    select! {
        Tok::Name(_) | Tok::Int(_) | Tok::Num(_) | Tok::Str(_) | Tok::TemplateStart => (),
        Tok::Word(Word::None | Word::True | Word::False | Word::Not | Word::If) => (),
    }
    .boxed()
}

/// `()` behind a word that takes no brackets: reported.
pub fn no_arguments<'t, 's: 't>(word: &'static str) -> P<'t, 's, ()> {
    just(Tok::Open(b'('))
        .then(just(Tok::Close(b')')))
        .validate(move |_, e, emitter| emitter.emit(Unexpected::note(e.span(), Note::NoArguments(word))))
        .boxed()
}

/// `(result, message)` behind `finish`: read as intended, and reported.
fn both_in_brackets<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Vec<Expr<'s>>> {
    let both = expr.clone().then_ignore(sign(Sign::Comma)).then(expr.clone());
    between(b'(', b')', both)
        .then_ignore(ends())
        .validate(|(first, second), e, emitter| {
            emitter.emit(Unexpected::note(e.span(), Note::FinishCalled));
            vec![first, second]
        })
        .boxed()
}

/// The name of an action in quotes.
fn quoted<'t, 's: 't>() -> P<'t, 's, Name<'s>> {
    text().map(|it| Name { text: it.raw, span: Span { start: it.span.start + 1, end: it.span.end - 1 } }).boxed()
}

/// `action("space", s)`: read as intended, and reported.
fn called_action<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, StmtKind<'s>> {
    let args = sign(Sign::Comma).ignore_then(expr.clone()).repeated().collect::<Vec<_>>();
    just(Tok::Word(Word::Action))
        .ignore_then(between(b'(', b')', quoted().then(args)))
        .validate(|(name, args), e, emitter| {
            let given = args.first().zip(args.last()).map_or(Span::default(), |(a, b)| a.span.to(b.span));
            emitter.emit(Unexpected::note(e.span(), Note::ActionCalled(name.span, given)));
            StmtKind::Action { name, args: Some(args).filter(|it| !it.is_empty()), label: None, when: None }
        })
        .boxed()
}

/// `button("pass", c)`: read as intended, and reported.
fn called_button<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, StmtKind<'s>> {
    let cond = sign(Sign::Comma).ignore_then(expr.clone()).or_not();
    just(Tok::Word(Word::Button))
        .ignore_then(between(b'(', b')', quoted().then(cond)))
        .validate(|(name, cond), e, emitter| {
            let asked = cond.as_ref().map_or(Span::default(), |it| it.span);
            let when = cond.map(|cond| When::If(asked, cond, None));
            emitter.emit(Unexpected::note(e.span(), Note::ButtonCalled(name.span, asked)));
            StmtKind::Button { name, label: None, when }
        })
        .boxed()
}

/// `set G.n 3`, `incr G.n`, `decr G.n` outside of scripts: read as they are meant, and reported.
fn set<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, StmtKind<'s>> {
    let ahead = select! { Tok::Name(_) => () }.rewind();
    let set = soft("set").then_ignore(ahead).then(expr.clone()).then(expr.clone()).validate(
        |((word, target), value), e, emitter| {
            emitter.emit(Unexpected::note(e.span(), Note::SetCommand([word, target.span, value.span])));
            StmtKind::Assign { target, op: None, value: Value::Expr(value) }
        },
    );
    let by_one = |word: &'static str, op: BinaryOp, ours: &'static str| {
        soft(word).then_ignore(ahead).then(expr.clone()).validate(move |(at, target), e, emitter| {
            emitter.emit(Unexpected::note(e.span(), Note::ByOne([at, target.span], ours)));
            let one = Expr { kind: ExprKind::Int(1), span: at };
            StmtKind::Assign { target, op: Some(op), value: Value::Expr(one) }
        })
    };
    choice![set, by_one("incr", BinaryOp::Add, " += 1"), by_one("decr", BinaryOp::Sub, " -= 1")]
}

/// One statement without braces, as in JavaScript: reported.
fn bare<'t, 's: 't>(one: P<'t, 's, StmtKind<'s>>) -> P<'t, 's, Block<'s>> {
    one.map_with(|kind, e| (kind, e.span()))
        .validate(|(kind, at), _, emitter| {
            emitter.emit(Unexpected::note(at, Note::BareBody));
            let span = span(at);
            Block { stmts: vec![Stmt { kind, span }], span }
        })
        .boxed()
}

/// `for (var i = 0; i < n; ++i)`: parsed as intended, and reported. Its body may be unbraced on a line of its own, also
/// under a condition.
fn counted<'t, 's: 't>(
    expr: &P<'t, 's, Expr<'s>>,
    block: &P<'t, 's, Block<'s>>,
    plain: &P<'t, 's, StmtKind<'s>>,
) -> P<'t, 's, StmtKind<'s>> {
    // A block, or one statement with its span.
    let whole = block.clone().map(|it| (it, Span::default()));
    let one = plain.clone().map_with(|kind, e| {
        let span = span(e.span());
        (Block { stmts: vec![Stmt { kind, span }], span }, span)
    });
    let then = choice((whole, just(Tok::Newline).or_not().ignore_then(one))).boxed();
    let under = just(Tok::Word(Word::If)).ignore_then(condition(expr)).then(then);
    let under = under.map(|(cond, (then, bare))| (StmtKind::If { cond, then, other: None }, bare));
    let one = choice((under, plain.clone().map(|it| (it, Span::default())))).map_with(|(kind, bare), e| {
        let span = span(e.span());
        (Block { stmts: vec![Stmt { kind, span }], span }, [span, bare])
    });
    let whole = block.clone().map(|it| (it, [Span::default(); 2]));
    let body = choice((whole, just(Tok::Newline).or_not().ignore_then(one))).boxed();
    let declares = choice((just(Tok::Word(Word::Let)).ignored(), soft("var").ignored())).or_not();
    let step = choice((
        sign(Sign::Inc).ignore_then(name()),
        name().then_ignore(sign(Sign::Inc)),
        name().then_ignore(sign(Sign::AddTo)).then_ignore(just(Tok::Int(1))),
    ));
    let first =
        declares.ignore_then(name()).then_ignore(sign(Sign::Eq)).then(expr.clone()).then_ignore(sign(Sign::Semi));
    let head = first.then(expr.clone()).then_ignore(sign(Sign::Semi)).then(step);
    just(Tok::Word(Word::For))
        .ignore_then(between(b'(', b')', head).map_with(|it, e| (it, e.span())))
        .then(body.clone())
        .validate(|(((((var, first), test), step), at), (body, bare)), _, emitter| {
            let (op, sign_at, bound) = match test.kind {
                ExprKind::Binary(BinaryOp::Lt, at, of, bound) if is_name(&of, var.text) => (BinaryOp::Until, at, bound),
                ExprKind::Binary(BinaryOp::Le, at, of, bound) if is_name(&of, var.text) => (BinaryOp::To, at, bound),
                _ => return Err(Unexpected::here(at)),
            };
            if step.text != var.text {
                return Err(Unexpected::here(at));
            }
            let note = Note::Counted([var.span, first.span, bound.span], op == BinaryOp::To, bare);
            emitter.emit(Unexpected::note(at, note));
            let span = first.span.to(bound.span);
            let iter = Expr { kind: ExprKind::Binary(op, sign_at, Box::new(first), bound), span };
            let var = Expr { kind: ExprKind::Name(var.text), span: var.span };
            Ok(StmtKind::For { var, iter, cond: None, body, anew: false })
        })
        .try_map(|it, _| it)
        .boxed()
}

fn is_name(it: &Expr, name: &str) -> bool {
    matches!(it.kind, ExprKind::Name(text) if text == name)
}
