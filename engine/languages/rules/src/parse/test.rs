//! The steps of tests.

use super::error::{Expect, Unexpected};
use super::expr::condition;
use super::*;

/// `{ … }`: steps at ends of lines or semicolons; a broken one is skipped to its end.
pub fn steps<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>, block: &P<'t, 's, Block<'s>>) -> P<'t, 's, Vec<TestStep<'s>>> {
    recursive(|steps| some(expr, block, &steps.boxed())).boxed()
}

/// `inner`: the steps of a loop or under a condition.
fn some<'t, 's: 't>(
    expr: &P<'t, 's, Expr<'s>>,
    block: &P<'t, 's, Block<'s>>,
    inner: &P<'t, 's, Vec<TestStep<'s>>>,
) -> P<'t, 's, Vec<TestStep<'s>>> {
    let args = between(b'(', b')', expr.clone().separated_by(sign(Sign::Comma)).allow_trailing().collect::<Vec<_>>());
    let asked = expr.clone().then(name()).map_with(|it, e| (it, span(e.span())));
    let make = |((role, action), span), args: Option<Vec<Expr<'s>>>| {
        let args = args.unwrap_or_default();
        TestMove { role, action, args, span }
    };

    let option = name().then_ignore(sign(Sign::Eq)).then(expr.clone());
    let options = option.separated_by(sign(Sign::Comma)).at_least(1).allow_trailing().collect::<Vec<_>>();
    let setup = soft("setup")
        .ignore_then(soft("seed").ignore_then(expr.clone()).or_not())
        .then(soft("scenario").ignore_then(text()).or_not())
        .then(soft("with").ignore_then(options).or_not())
        .map(|((seed, scenario), options)| TestStepKind::Setup {
            seed,
            scenario,
            options: options.unwrap_or_default(),
        });
    let refuse = soft("refuse")
        .ignore_then(asked.clone())
        .then(args.clone().or_not())
        .then(text().or_not())
        .map(move |((asked, args), reason)| TestStepKind::Refuse(make(asked, args), reason));
    enum Offered<'s> {
        One(Option<Vec<Expr<'s>>>),
        All(Expr<'s>),
    }
    let offered = choice![
        sign(Sign::Colon).ignore_then(expr.clone()).map(Offered::All),
        args.clone().or_not().map(Offered::One),
    ];
    let offer = soft("offer").ignore_then(asked).then(offered).map(move |(asked, offered)| match offered {
        Offered::One(args) => TestStepKind::Offer(make(asked, args)),
        Offered::All(list) => TestStepKind::OfferAll { role: asked.0.0, action: asked.0.1, list },
    });
    let given = soft("given").ignore_then(block.clone()).map(TestStepKind::Given);
    let play = soft("play").ignore_then(expr.clone()).then_ignore(soft("random")).map(TestStepKind::Play);
    let assert = just(Tok::Word(Word::Assert)).ignore_then(expr.clone()).map(TestStepKind::Assert);
    let let_ = just(Tok::Word(Word::Let))
        .ignore_then(name())
        .then_ignore(sign(Sign::Eq))
        .then(expr.clone())
        .map(|(name, value)| TestStepKind::Let(name, value));
    // `x in xs` is read as one expression and taken apart.
    let for_ = just(Tok::Word(Word::For))
        .ignore_then(expr.clone())
        .then(soft("where").ignore_then(condition(expr)).or_not())
        .then(inner.clone())
        .try_map(|((head, cond), steps), at| {
            let whole = head.span;
            let ExprKind::Binary(BinaryOp::In, _, var, iter) = head.kind else { return Err(Unexpected::here(at)) };
            let ExprKind::Name(text) = var.kind else { return Err(Unexpected::here(at)) };
            let var = Name { text, span: var.span };
            let each = Expr { kind: ExprKind::Name(text), span: var.span };
            let kind = ExprKind::Comprehension(Box::new(each), vec![Round { var, iter: *iter, cond }]);
            Ok(TestStepKind::For { var, list: Expr { kind, span: whole }, steps })
        });
    let arm = condition(expr).then(inner.clone()).boxed();
    let alternative = just(Tok::Word(Word::Else)).then(just(Tok::Word(Word::If))).map_with(|_, e| span(e.span()));
    let if_ = just(Tok::Word(Word::If))
        .ignore_then(arm.clone())
        .then(alternative.then(arm).repeated().collect::<Vec<_>>())
        .then(just(Tok::Word(Word::Else)).ignore_then(inner.clone()).or_not())
        .map(|(((cond, then), alternatives), last)| {
            let other = alternatives.into_iter().rev().fold(last.unwrap_or_default(), |other, (span, (cond, then))| {
                vec![TestStep { kind: TestStepKind::If { cond, then, other }, span }]
            });
            TestStepKind::If { cond, then, other }
        });
    // The rest of a line that begins with a role.
    enum Rest<'s> {
        Sees(Block<'s>),
        Move(Name<'s>, Option<Vec<Expr<'s>>>, Span),
    }
    let rest = choice![
        soft("sees").ignore_then(block.clone()).map(Rest::Sees),
        name()
            .map_with(|it, e| (it, span(e.span())))
            .then(args.or_not())
            .map(|((name, at), args)| Rest::Move(name, args, at)),
    ];
    let acts = expr.clone().then(rest).map(move |(role, rest)| match rest {
        Rest::Sees(block) => TestStepKind::Sees(role, block),
        Rest::Move(action, args, at) => {
            let span = role.span.to(at);
            TestStepKind::Move(make(((role, action), span), args))
        }
    });

    let ends = choice((just(Tok::Newline), just(Tok::Sign(Sign::Semi)), just(Tok::Close(b'}')))).ignored().rewind();
    let step = choice![setup, refuse, offer, given, play, assert, let_, for_, if_, acts]
        .then_ignore(ends)
        .labelled(Expect::TestStep)
        .recover_with(skip_until(tree(), ends, || TestStepKind::Missing))
        .map_with(|kind, e| TestStep { kind, span: span(e.span()) });
    let more = just(Tok::Close(b'}')).not();
    between(b'{', b'}', newlines().ignore_then(more.ignore_then(step).then_ignore(newlines()).repeated().collect()))
}
