//! Statements, bodies, and the inputs among them.

use super::*;

/// The movements that every placeable has.
const TERMS: [&str; 5] = ["adjacent", "distance", "jump", "line", "coord"];

/// A statement that ends with a `;`.
fn simple<'t, 's: 't>(text: &'s str, kind: P<'t, 's, StmtKind<'s>>) -> P<'t, 's, Ended<'s>> {
    kind.map_with(|kind, e| (kind, e.span()))
        .then(ending(text))
        .validate(|((kind, pos), end), _, emitter| {
            if end == End::Line {
                emitter.emit(Unexpected::note(after(pos), Note::Semicolon));
            }
            (Stmt { kind, span: span(pos) }, (end == End::Block).then(|| after(pos)))
        })
        .boxed()
}

/// A broken statement: up to its `;`, a block, or a word that begins another.
fn skipped_stmt<'t, 's: 't>(text: &'s str) -> P<'t, 's, Span> {
    let tree = tree();
    custom(move |input| {
        let mut taken = false;
        loop {
            match input.peek() {
                Some(Tok::Semi) => {
                    input.skip();
                    return Ok(());
                }
                Some(Tok::Open(BLOCK)) if taken => return Ok(()),
                Some(Tok::Word("if" | "while" | "for" | "return" | "break" | "continue")) if taken => return Ok(()),
                Some(tok) if lex::nest(tok) != parsing::Nest::Closes => input.parse(&tree)?,
                _ if taken => return Ok(()),
                _ => return Err(Unexpected::expected(here(text, input), Expect::Stmt)),
            }
            taken = true;
        }
    })
    .map_with(|(), e| span(e.span()))
    .boxed()
}

/// Statements of a block, none of which gives a value.
pub fn plain<'t, 's: 't>(stmts: P<'t, 's, Vec<Ended<'s>>>) -> P<'t, 's, Vec<Stmt<'s>>> {
    stmts
        .validate(|stmts, _, emitter| {
            if let Some((_, Some(at))) = stmts.last() {
                emitter.emit(Unexpected::note(*at, Note::Semicolon));
            }
            stmts.into_iter().map(|it| it.0).collect()
        })
        .boxed()
}

/// Statements, the last of which may be a value.
pub fn valued<'t, 's: 't>(stmts: P<'t, 's, Vec<Ended<'s>>>) -> P<'t, 's, Body<'s>> {
    stmts.validate(|stmts, e, emitter| body(stmts, span(e.span()), emitter)).boxed()
}

/// A body of statements: the last one is its value if it is an expression without a `;`.
pub fn body<'s>(
    mut stmts: Vec<Ended<'s>>,
    span: Span,
    emitter: &mut chumsky::input::Emitter<Unexpected<'s>>,
) -> Body<'s> {
    let mut value = None;
    match stmts.pop() {
        Some((Stmt { kind: StmtKind::Expr(it), .. }, Some(_))) => value = Some(Box::new(it)),
        Some((stmt, at)) => {
            emitter_note(emitter, at);
            stmts.push((stmt, None));
        }
        None => {}
    }
    Body { stmts: stmts.into_iter().map(|it| it.0).collect(), value, span }
}

/// `{ … }`, or one statement; never fails.
pub fn body_or_one<'t, 's: 't>(
    text: &'s str,
    stmt: &P<'t, 's, Ended<'s>>,
    block: &P<'t, 's, Body<'s>>,
) -> P<'t, 's, Body<'s>> {
    let one = just(Tok::Close(b'}')).not().ignore_then(stmt.clone()).validate(|(stmt, at), _, emitter| {
        emitter_note(emitter, at);
        let span = stmt.span;
        match stmt.kind {
            StmtKind::Expr(it) => Body { stmts: Vec::new(), value: Some(Box::new(it)), span },
            _ => Body { stmts: vec![stmt], value: None, span },
        }
    });
    choice![block.clone(), one, nothing(text).map(|()| Body::default())]
}

fn emitter_note<'s>(emitter: &mut chumsky::input::Emitter<Unexpected<'s>>, at: Option<Pos>) {
    if let Some(at) = at {
        emitter.emit(Unexpected::note(at, Note::Semicolon));
    }
}

/// Nothing, where a statement is expected: reported, so that nothing around it fails.
fn nothing<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    let end = Pos::from(text.len()..text.len());
    choice((any().map_with(|_, e| e.span()).rewind(), chumsky::primitive::end().to(end)))
        .validate(|at, _, emitter| emitter.emit(Unexpected::expected(at, Expect::Stmt)))
        .boxed()
}

/// One statement.
pub fn stmt<'t, 's: 't>(text: &'s str, expr: &P<'t, 's, Expr<'s>>, ty: &P<'t, 's, Type<'s>>) -> P<'t, 's, Ended<'s>> {
    recursive(|stmt| {
        let stmt = stmt.boxed();
        let stmts = plain(block(stmt.clone()));
        let single = just(Tok::Close(b'}')).not().ignore_then(stmt.clone()).map(|it| vec![it]).boxed();
        let body = choice![stmts.clone(), plain(single), nothing(text).map(|()| Vec::new())];
        // Never fails: otherwise the code after it would be parsed twice.
        let condition_end = choice((
            just(Tok::Semi).ignored(),
            just(Tok::Open(BLOCK)).ignored(),
            just(Tok::Close(b'}')).ignored(),
            end(),
        ))
        .rewind();
        let condition = expr::compared(expr.clone())
            .recover_with(skip_until(tree(), condition_end, || Expr { kind: ExprKind::Missing, span: Span::default() }))
            .boxed();
        let else_if = just(Tok::Word("else")).then(just(Tok::Word("if"))).map_with(|_, e| span(e.span()));
        let arm = condition.clone().then(body.clone()).boxed();
        let if_ = word("if")
            .ignore_then(arm.clone())
            .then(else_if.then(arm).repeated().collect::<Vec<_>>())
            .then(word("else").ignore_then(body.clone()).or_not())
            .map_with(|(((cond, yes), more), last), e| {
                let end = span(e.span());
                let last = more.into_iter().rev().fold(last.unwrap_or_default(), |last, (at, (cond, yes))| {
                    vec![Stmt { kind: StmtKind::If(cond, yes, last), span: at.to(end) }]
                });
                StmtKind::If(cond, yes, last)
            });
        let while_ =
            word("while").ignore_then(condition).then(body.clone()).map(|(cond, body)| StmtKind::While(cond, body));

        let step = assign(expr);
        let declare = declare(expr, ty);
        let placed = |kind: P<'t, 's, StmtKind<'s>>| {
            kind.map_with(|kind, e| Box::new(Stmt { kind, span: span(e.span()) })).or_not().boxed()
        };
        let first = picked(text, 3, vec![step.clone(), declare.clone()], |it| usize::from(declares(it)));
        let header = placed(first)
            .then_ignore(just(Tok::Semi))
            .then(expr.clone().or_not())
            .then_ignore(just(Tok::Semi))
            .then(placed(step));
        let header = between(b'(', b')', header).recover_with(via_parser(skipped(b'(').map(|_| ((None, None), None))));
        let for_ = word("for")
            .ignore_then(header)
            .then(body)
            .map(|(((first, cond), step), body)| StmtKind::For(first, cond, step, body));

        let set = name().then_ignore(sign("=")).then(expr.clone()).map(Some).boxed();
        let ends =
            choice((just(Tok::Semi).ignored(), just(Tok::Close(b'}')).rewind().ignored(), sign(","), new_line(text)));
        let set = set.then_ignore(ends).recover_with(via_parser(skipped_part(text).map(|()| None))).boxed();
        let supplied = soft("with").ignore_then(block(set)).map(|all| all.into_iter().flatten().collect());
        let path =
            name().then(sign(".").ignore_then(name()).repeated().collect::<Vec<_>>()).map(|(first, mut rest)| {
                rest.insert(0, first);
                rest
            });
        let call = soft("call")
            .ignore_then(path)
            .map_with(|it, e| (it, e.span()))
            .then(supplied.map(Ok).or(ending(text).map(Err)))
            .validate(|((path, pos), given), _, emitter| {
                if let Err(End::Line) = given {
                    emitter.emit(Unexpected::note(after(pos), Note::Semicolon));
                }
                let at = (given == Err(End::Block)).then(|| after(pos));
                let stmt = |given, span| Stmt { kind: StmtKind::Call(path, given), span };
                (stmt(given.unwrap_or_default(), span(pos)), at)
            });

        let ended = |kind: P<'t, 's, StmtKind<'s>>| {
            let stmt = kind.map_with(|kind, e| (Stmt { kind, span: span(e.span()) }, None));
            stmt.then_ignore(just(Tok::Semi).or_not()).boxed()
        };
        let block = valued(block(stmt.clone()));
        let input = input(text, expr, ty, &block, true);
        let [by_term, of_placeable] = moved(text, expr);
        let [named, other] = effect(text, expr);
        // The most frequent ones come first.
        let mut rules: Vec<_> =
            [other, declare, by_term, of_placeable, named].into_iter().map(|it| simple(text, it)).collect();
        let others = rules.len();
        rules.extend([
            ended(if_.boxed()),
            ended(while_.boxed()),
            ended(for_.boxed()),
            ended(stmts.map(StmtKind::Block).boxed()),
            just(Tok::Semi)
                .map_with(|_, e| (Stmt { kind: StmtKind::Block(Vec::new()), span: span(e.span()) }, None))
                .boxed(),
            call.boxed(),
            input.map(|it| (Stmt { span: it.span, kind: StmtKind::Input(it) }, None)).boxed(),
        ]);
        let words = rules.len();
        rules.extend(keyword(text, expr).into_iter().map(|it| simple(text, it)));
        let which = move |it: &[Next]| match it {
            [(Tok::Word("if"), _), ..] => others,
            [(Tok::Word("while"), _), ..] => others + 1,
            [(Tok::Word("for"), _), ..] => others + 2,
            [(Tok::Open(BLOCK), _), ..] => others + 3,
            [(Tok::Semi, _), ..] => others + 4,
            [(Tok::Name("call"), _), ..] if leads(it) && !matches!(it.get(1), Some((Tok::Open(_), _))) => others + 5,
            _ if input_words(it).is_some_and(|it| matches!(it, [(Tok::Name(_), _), ..])) => others + 6,
            _ => match keyword_ahead(it) {
                Some(at) => words + at,
                None if declares(it) => 1,
                None => moves_or_effect(it),
            },
        };
        picked(text, FEW, rules, which)
            .labelled(Expect::Stmt)
            .recover_with(via_parser(skipped_stmt(text).map(|span| (Stmt { kind: StmtKind::Missing, span }, None))))
    })
    .boxed()
}

/// `true` if a declaration begins here.
fn declares(next: &[Next]) -> bool {
    match next {
        [(Tok::Name(_), _), (Tok::Open(b'['), _), (Tok::Close(b']'), _), ..] => true,
        [(Tok::Name(first), _), (Tok::Name(second), false), rest @ ..] if !matches!(*second, "has" | "assign") => {
            let term = matches!(rest, [(Tok::Semi | Tok::Close(_), _), ..]) && TERMS.contains(first);
            let ends = matches!(rest, [(Tok::Semi | Tok::Sign("=" | ",") | Tok::Close(_), _), ..]);
            !term && (ends || rest.first().is_none_or(|it| it.1))
        }
        _ => false,
    }
}

/// `decimal x = 1`
fn declare<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>, ty: &P<'t, 's, Type<'s>>) -> P<'t, 's, StmtKind<'s>> {
    ty.clone()
        .then(name())
        .then(sign("=").ignore_then(expr.clone()).or_not())
        .map(|((ty, name), value)| StmtKind::Declare(ty, name, value))
        .boxed()
}

/// `x = e`, `x += e`, `x++`, or an expression alone.
fn assign<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, StmtKind<'s>> {
    expr.clone().then(assigned(expr).or_not()).map(|(target, rest)| with_rest(target, rest)).boxed()
}

/// The rest after an expression at the start of a statement.
enum Rest<'s> {
    Assign(Option<Op>, Expr<'s>),
    Has(Vec<Expr<'s>>),
    AssignTo(Expr<'s>),
    Move(Name<'s>, Vec<MoveArg<'s>>),
}

fn with_rest<'s>(first: Expr<'s>, rest: Option<Rest<'s>>) -> StmtKind<'s> {
    match rest {
        None => StmtKind::Expr(first),
        Some(Rest::Assign(op, value)) => StmtKind::Assign(first, op, value),
        Some(Rest::AssignTo(player)) => StmtKind::Give(GiveKind::Assign, first, player),
        Some(Rest::Move(name, args)) => StmtKind::Move(Some(first), name, args),
        Some(Rest::Has(states)) => {
            let give = |(i, state): (usize, Expr<'s>)| {
                let span = state.span;
                let player = if i == 0 { None } else { copy(&first) };
                (state, player, span)
            };
            let mut each: Vec<_> = states.into_iter().enumerate().map(give).collect();
            if each.len() == 1
                && let Some((state, ..)) = each.pop()
            {
                return StmtKind::Give(GiveKind::Assign, state, first);
            }
            let mut first = Some(first);
            let stmts = each.into_iter().filter_map(|(state, player, span)| {
                let player = player.or_else(|| first.take())?;
                Some(Stmt { kind: StmtKind::Give(GiveKind::Assign, state, player), span })
            });
            StmtKind::Block(stmts.collect())
        }
    }
}

/// The same player once more, if that is a name, a number, or of one of these.
fn copy<'s>(player: &Expr<'s>) -> Option<Expr<'s>> {
    let kind = match &player.kind {
        ExprKind::Number(it) => ExprKind::Number(it),
        ExprKind::Name(it) => ExprKind::Name(it),
        ExprKind::This => ExprKind::This,
        ExprKind::Field(of, name) if !matches!(of.kind, ExprKind::Field(..)) => {
            ExprKind::Field(Box::new(copy(of)?), *name)
        }
        _ => return None,
    };
    Some(Expr { kind, span: player.span })
}

fn assigned<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Rest<'s>> {
    let op = select! {
        Tok::Sign("=") => None,
        Tok::Sign("+=") => Some(Op::Add),
        Tok::Sign("-=") => Some(Op::Sub),
        Tok::Sign("*=") => Some(Op::Mul),
        Tok::Sign("/=") => Some(Op::Div),
        Tok::Sign("%=") => Some(Op::Rem),
        Tok::Sign("^=") => Some(Op::Pow),
    };
    let step = select! { Tok::Sign("++") => Op::Add, Tok::Sign("--") => Op::Sub };
    choice![
        op.then(expr.clone()).map(|(op, value)| Rest::Assign(op, value)),
        step.map_with(|op, e| Rest::Assign(Some(op), Expr { kind: ExprKind::Number("1"), span: span(e.span()) })),
    ]
}

/// A player, with or without the word before it.
fn player<'t, 's: 't>(text: &'s str, expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Expr<'s>> {
    let is_word = |it: &[Next]| match it {
        [(Tok::Name("player"), _), (Tok::Name(next), false), ..] => {
            !matches!(*next, "to" | "from" | "has" | "assign" | "on" | "with" | "for")
        }
        _ => false,
    };
    ahead(text, 2, is_word).ignore_then(soft("player")).or_not().ignore_then(expr.clone()).boxed()
}

/// The words that statements begin with, as [`keyword`] has them.
const KEYWORDS: [&str; 14] = [
    "return", "break", "continue", "pass", "fail", "cancel", "winner", "use", "transfer", "assign", "attach", "remove",
    "place", "move",
];

/// The index in [`KEYWORDS`] of the word here, unless it is a name in an expression.
fn keyword_ahead(next: &[Next]) -> Option<usize> {
    let word = match next.first()?.0 {
        Tok::Word(word) | Tok::Name(word) => word,
        _ => return None,
    };
    let at = KEYWORDS.iter().position(|it| *it == word)?;
    let goes_on = || next.get(1).is_some_and(|it| !it.1 && begins_operand(it.0));
    let is_word = match word {
        "return" | "break" | "continue" => true,
        "pass" | "fail" | "cancel" | "winner" => leads(next),
        _ => goes_on(),
    };
    is_word.then_some(at)
}

/// Statements that begin with a word, one for each of [`KEYWORDS`].
fn keyword<'t, 's: 't>(text: &'s str, expr: &P<'t, 's, Expr<'s>>) -> Vec<P<'t, 's, StmtKind<'s>>> {
    let player = player(text, expr);
    let optional = expr.clone().or_not().boxed();
    let to_phase = |it: &[Next]| matches!(it, [(Tok::Name("to"), _), (Tok::Name(_), false), ..]);
    let passed = ahead(text, 2, to_phase).not().ignore_then(player.clone()).or_not();
    let pass =
        passed.then(soft("to").ignore_then(name()).or_not()).map(|(player, phase)| StmtKind::Pass(player, phase));
    let cancelled = select! {
        Tok::Name("all") => Cancelled::All,
        Tok::Name(text) = e => Cancelled::Named(Name { text, span: span(e.span()) }),
    };
    let cancel = cancelled
        .or_not()
        .then(optional.clone())
        .map(|(what, why)| StmtKind::Cancel(what.unwrap_or(Cancelled::Global), why));
    let winners = choice((
        select! { Tok::Word("none" | "null") => Vec::new() },
        player.clone().separated_by(sign(",")).at_least(1).collect(),
    ));
    let on = choice((soft("on"), soft("to"))).boxed();
    let put = expr.clone().then_ignore(on).then(expr.clone()).map(|(x, c)| StmtKind::Place(x, c)).boxed();
    let give = |between: &'static str, kind: GiveKind| {
        let swapped = matches!(kind, GiveKind::Attach | GiveKind::Remove);
        let both = player.clone().then_ignore(soft(between)).then(player.clone());
        both.map(move |(a, b)| if swapped { StmtKind::Give(kind, b, a) } else { StmtKind::Give(kind, a, b) }).boxed()
    };
    let rules = [
        expr::compared(expr.clone()).or_not().map(StmtKind::Return).boxed(),
        empty().map(|()| StmtKind::Break).boxed(),
        empty().map(|()| StmtKind::Continue).boxed(),
        pass.boxed(),
        optional.map(StmtKind::Fail).boxed(),
        cancel.boxed(),
        winners.map(StmtKind::Winner).boxed(),
        soft("turn").ignore_then(name()).map(StmtKind::UseTurn).boxed(),
        give("to", GiveKind::Transfer),
        give("to", GiveKind::Assign),
        give("to", GiveKind::Attach),
        give("from", GiveKind::Remove),
        put.clone(),
        put,
    ];
    rules.into_iter().map(|it| any().ignore_then(it).boxed()).collect()
}

/// The rule that begins here, of [`effect`] and [`moved`], by its index in [`stmt`].
fn moves_or_effect(next: &[Next]) -> usize {
    match next {
        [(Tok::Name("player"), _), (Tok::Name(_), false), (Tok::Name("has"), _), ..] => 4,
        [(Tok::Name(first), _), (second, false), ..] if TERMS.contains(first) && begins_operand(*second) => 2,
        [(Tok::Name(_), _), (Tok::Name(second), false), (third, false), ..]
            if !matches!(*second, "has" | "assign")
                && begins_operand(*third)
                && !matches!(*third, Tok::Name("has" | "assign")) =>
        {
            3
        }
        _ => 0,
    }
}

/// `line 1 max 3` alone, and `x line 1 max 3`.
fn moved<'t, 's: 't>(text: &'s str, expr: &P<'t, 's, Expr<'s>>) -> [P<'t, 's, StmtKind<'s>>; 2] {
    let args = arguments(text, expr);
    let placeable =
        select! { Tok::Name(text) => ExprKind::Name(text) }.map_with(|kind, e| Expr { kind, span: span(e.span()) });
    let of_placeable = placeable.then(name()).then(args.clone());
    [
        name().then(args).map(|(name, args)| StmtKind::Move(None, name, args)).boxed(),
        of_placeable.map(|((what, name), args)| StmtKind::Move(Some(what), name, args)).boxed(),
    ]
}

/// The arguments after a movement.
fn arguments<'t, 's: 't>(text: &'s str, expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Vec<MoveArg<'s>>> {
    let is_bound =
        |it: &[Next]| matches!(it, [(Tok::Name("max" | "min"), _), (next, false), ..] if begins_operand(*next));
    let bound = select! { Tok::Name("max") => Bound::Max, Tok::Name("min") => Bound::Min };
    let arg = ahead(text, 2, is_bound).ignore_then(bound).or_not().then(expr.clone()).map(|(bound, value)| {
        let ExprKind::Call(of, args) = value.kind else { return MoveArg { bound, value } };
        let found = match of.kind {
            ExprKind::Name("max") => Some(Bound::Max),
            ExprKind::Name("min") => Some(Bound::Min),
            _ => None,
        };
        // `max (n)`
        match (bound.or(found), <[Argument; 1]>::try_from(args)) {
            (bound @ Some(_), Ok([Argument { name: None, value }])) if found.is_some() => MoveArg { bound, value },
            (_, Ok(args)) => {
                let kind = ExprKind::Call(of, args.into());
                MoveArg { bound, value: Expr { kind, span: value.span } }
            }
            (_, Err(args)) => MoveArg { bound, value: Expr { kind: ExprKind::Call(of, args), span: value.span } },
        }
    });
    let more = ahead(
        text,
        1,
        |it| matches!(it.first(), Some((tok, false)) if begins_operand(*tok) || *tok == Tok::Open(b'(')),
    );
    more.ignore_then(arg).repeated().collect().boxed()
}

/// `player p has s`, two names beside each other; and statements that begin with an expression.
fn effect<'t, 's: 't>(text: &'s str, expr: &P<'t, 's, Expr<'s>>) -> [P<'t, 's, StmtKind<'s>>; 2] {
    let player = player(text, expr);
    let has = soft("has")
        .ignore_then(expr.clone().separated_by(sign(",")).at_least(1).collect())
        .map(|it| Some(Rest::Has(it)))
        .boxed();
    let to = soft("assign").ignore_then(soft("to")).ignore_then(player.clone()).map(|it| Some(Rest::AssignTo(it)));
    let moves = name().then(arguments(text, expr)).map(|(name, args)| Some(Rest::Move(name, args)));
    let rules =
        vec![empty().map(|()| None).boxed(), assigned(expr).map(Some).boxed(), has.clone(), to.boxed(), moves.boxed()];
    let which = |it: &[Next]| match it {
        [(Tok::Sign(_), _), ..] => 1,
        [(Tok::Name("has"), _), ..] => 2,
        [(Tok::Name("assign"), false), ..] => 3,
        // A word before parentheses is more likely a statement that is misspelt.
        [(Tok::Name(name), false), (Tok::Open(b'('), _), ..] if !TERMS.contains(name) => 0,
        [(Tok::Name(_), false), ..] => 4,
        _ => 0,
    };
    let other = expr.clone().then(picked(text, 2, rules, which)).validate(|(first, rest), _, emitter| {
        if let Some(Rest::Has(states)) = &rest
            && let [_, second, ..] = &states[..]
            && copy(&first).is_none()
        {
            emitter.emit(Unexpected::expected(Pos::from(second.span.range()), Expect::Semi));
        }
        with_rest(first, rest)
    });
    [player.then(has).map(|(first, rest)| with_rest(first, rest)).boxed(), other.boxed()]
}

/// The tokens after an input's words and `input` itself, if it begins so.
pub fn input_words<'a, 's>(next: &'a [Next<'s>]) -> Option<&'a [Next<'s>]> {
    let next = match next {
        [(Tok::Name("optional"), _), rest @ ..] => rest,
        it => it,
    };
    match next {
        [(Tok::Name("auto" | "function" | "verb" | "player"), _), (Tok::Name("input"), _), rest @ ..] => Some(rest),
        [(Tok::Name("player"), _), (Tok::Name(_) | Tok::Num(_), _), (Tok::Name("input"), _), rest @ ..] => Some(rest),
        [(Tok::Name("input"), _), rest @ ..] => Some(rest),
        _ => None,
    }
}

/// `true` if a source precedes the type in a block of inputs: `player p;` has none.
fn has_source(next: &[Next]) -> bool {
    let begins_type = |it: &[Next]| {
        matches!(it, [(Tok::Name(_), _), (Tok::Open(b'['), _), ..])
            || matches!(it, [(Tok::Name(_), _), (Tok::Name(name), _), ..] if !is_after(name))
    };
    match next {
        [(Tok::Name("auto" | "function" | "verb" | "player"), _), (Tok::Name("input"), _), ..] => true,
        [(Tok::Name("auto" | "function" | "verb"), _), rest @ ..] => begins_type(rest),
        [(Tok::Name("player"), _), (Tok::Num(_), _), ..] => true,
        [(Tok::Name("player"), _), rest @ ..] => begins_type(rest),
        _ => false,
    }
}

/// Words that may follow the name of an input.
fn is_after(name: &str) -> bool {
    matches!(name, "all" | "auto" | "player" | "function" | "verb")
}

enum AfterInput<'s> {
    All,
    Source(Source<'s>),
}

/// An input, `by_itself` with its word, or in a block of inputs: words before its type, the type, the name, words after
/// it, and filters.
pub fn input<'t, 's: 't>(
    text: &'s str,
    expr: &P<'t, 's, Expr<'s>>,
    ty: &P<'t, 's, Type<'s>>,
    block: &P<'t, 's, Body<'s>>,
    by_itself: bool,
) -> P<'t, 's, Input1<'s>> {
    let other =
        choice((soft("auto").to(()).map(|()| Source::Auto), soft_of(&["function", "verb"]).map(|_| Source::Caller)))
            .boxed();
    // Before the type, a name is the player's number only if a type and a name, or `input`, follow.
    let numbered = |it: &[Next]| match it {
        [(Tok::Num(_), _), ..] => true,
        [(Tok::Name(first), _), (Tok::Name("input"), _), ..] => *first != "input",
        [(Tok::Name("input"), _), ..] => false,
        [(Tok::Name(_), _), (Tok::Name(_), _), (Tok::Open(b'['), _), ..] => true,
        [(Tok::Name(_), _), (Tok::Name(_), _), (Tok::Name(third), _), ..] => !is_after(third),
        _ => false,
    };
    let before = choice((
        other.clone(),
        soft("player").ignore_then(ahead(text, 3, numbered).ignore_then(count(expr)).or_not()).map(Source::Player),
    ));
    let sourced = ahead(text, 3, has_source);
    let input_or_number = |it: &[Next]| input_words(it).is_some() || has_source(it);
    let before = choice((sourced, ahead(text, 5, input_or_number))).ignore_then(before).or_not();
    let is_word = |it: &[Next]| match it {
        [(Tok::Name("input"), _), (Tok::Name(_), _), (Tok::Open(b'['), _), ..] => true,
        [(Tok::Name("input"), _), (Tok::Name(_), _), (Tok::Name(third), _), ..] => !is_after(third),
        _ => false,
    };
    let word = if by_itself {
        soft("input").ignored().boxed()
    } else {
        ahead(text, 3, is_word).ignore_then(soft("input")).or_not().ignored().boxed()
    };
    let all_first = |it: &[Next]| {
        matches!(it, [(Tok::Name("all"), _), (Tok::Name(_), _), (Tok::Open(b'['), _), ..])
            || matches!(it, [(Tok::Name("all"), _), (Tok::Name(_), _), (Tok::Name(third), _), ..] if !is_after(third))
    };
    let all_between = |it: &[Next]| matches!(it, [(Tok::Name("all"), _), (Tok::Name(name), false)] if !is_after(name));
    let number = same_line(text).ignore_then(count(expr)).or_not();
    let behind = choice((
        soft("all").to(()).map(|()| AfterInput::All),
        other.map(AfterInput::Source),
        soft("player").ignore_then(number).map(|it| AfterInput::Source(Source::Player(it))),
    ));
    let behind = same_line(text).ignore_then(behind).repeated().collect::<Vec<_>>();
    let head = soft("optional")
        .or_not()
        .then(before)
        .then_ignore(word)
        .then(ahead(text, 3, all_first).ignore_then(soft("all")).or_not())
        .then(ty.clone())
        .then(ahead(text, 2, all_between).ignore_then(soft("all")).or_not())
        .then(name())
        .then(behind)
        .map_with(|it, e| (it, e.span()))
        .boxed();
    let filters = choice((
        filters(text, ty, block).then_ignore(just(Tok::Semi).or_not()).map(Some),
        ending(text).map(|end| if end == End::Semi { Some(Vec::new()) } else { None }),
    ));
    head.then(filters)
        .validate(|((head, at), filters), e, emitter| {
            let ((((((optional, source), all), ty), between), name), behind) = head;
            if filters.is_none() {
                emitter.emit(Unexpected::note(after(at), Note::Semicolon));
            }
            let mut input = Input1 {
                ty,
                name,
                optional: optional.is_some(),
                source: source.unwrap_or(Source::Usual),
                all: all.or(between).is_some(),
                filters: filters.unwrap_or_default(),
                span: span(e.span()),
            };
            for it in behind {
                match it {
                    AfterInput::All => input.all = true,
                    AfterInput::Source(it) => input.source = it,
                }
            }
            input
        })
        .boxed()
}

/// `{ filter type name { … } … }`, or the body of the one filter.
fn filters<'t, 's: 't>(
    text: &'s str,
    ty: &P<'t, 's, Type<'s>>,
    block: &P<'t, 's, Body<'s>>,
) -> P<'t, 's, Vec<Filter<'s>>> {
    let several = |it: &[Next]| match it {
        [(Tok::Open(BLOCK), _), (Tok::Name("filter"), _), (Tok::Open(BLOCK), _), ..] => true,
        [(Tok::Open(BLOCK), _), (Tok::Name("filter"), _), (Tok::Name(_), _), (next, _), ..] => {
            matches!(next, Tok::Name(_) | Tok::Open(b'['))
        }
        _ => false,
    };
    let filter = soft("filter")
        .ignore_then(ty.clone().then(name()).or_not())
        .then(block.clone())
        .map_with(|(of, body), e| Some(Filter { of, body, span: span(e.span()) }))
        .recover_with(via_parser(skipped_part(text).map(|()| None)))
        .boxed();
    let one = block.clone().map(|body| {
        let span = body.span;
        let empty = body.stmts.is_empty() && body.value.is_none();
        if empty { Vec::new() } else { vec![Filter { of: None, body, span }] }
    });
    choice![
        ahead(text, 4, several).ignore_then(super::block(filter)).map(|all| all.into_iter().flatten().collect()),
        one,
    ]
}
