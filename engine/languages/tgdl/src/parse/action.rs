//! Actions, goals, movements, verbs and turns, and the parts they are made of.

use super::stmt::{self, input_words};
use super::*;

/// A part, or several (inputs of one block), or none (a skipped part).
type Several<'s> = Vec<Part<'s>>;

/// A property in the head of an action or of a part, besides its name.
enum Head<'s> {
    Specifier(Specifier<'s>, Span),
    Priority(Expr<'s>),
}

/// `{ … }` with parts, or `;`. `bare`: statements may be among them.
pub fn parts<'t, 's: 't>(shared: &Parts<'t, 's>, bare: bool) -> P<'t, 's, Vec<Part<'s>>> {
    let inner = recursive(|inner| block_of(shared, part(shared, inner.boxed()))).boxed();
    if !bare {
        return inner;
    }
    let stmts = bare_stmts(shared);
    block_of(shared, choice![part_ahead(shared.text).ignore_then(part(shared, inner)), stmts])
}

fn block_of<'t, 's: 't>(shared: &Parts<'t, 's>, part: P<'t, 's, Several<'s>>) -> P<'t, 's, Vec<Part<'s>>> {
    let none = just(Tok::Semi).map(|_| Vec::new());
    choice![block(part).map(|all| all.into_iter().flatten().collect()), none, without_block(shared.text)]
}

/// The end of a line where a block could follow, with the place of the next token; consumes nothing.
pub fn line_ends<'t, 's: 't>(text: &'s str) -> P<'t, 's, Pos> {
    let ends = choice((just(Tok::Close(b'}')).rewind().ignored(), end(), new_line(text)));
    let at = choice((any().map_with(|_, e| e.span()).rewind(), end().to(Pos::from(text.len()..text.len()))));
    ends.ignore_then(at).boxed()
}

/// A block that is missing where its line ends.
fn without_block<'t, 's: 't>(text: &'s str) -> P<'t, 's, Vec<Part<'s>>> {
    line_ends(text)
        .validate(|at, _, emitter| {
            emitter.emit(Unexpected::expected(at, Expect::OpenCurly));
            Vec::new()
        })
        .boxed()
}

/// Succeeds if a part rather than a statement begins here.
fn part_ahead<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    ahead(text, 6, |it| {
        let opens = |at: usize| matches!(it.get(at), Some((Tok::Open(BLOCK), _)));
        let name = |at: usize| matches!(it.get(at), Some((Tok::Name(_), _)));
        match it {
            [(Tok::Name("effect" | "require" | "required" | "trigger" | "phase"), _), ..] => opens(1) || name(1),
            [(Tok::Name("default" | "information"), _), ..] => opens(1),
            [(Tok::Name("override"), _), (Tok::Name("effect" | "require" | "required" | "trigger"), _), ..] => true,
            _ => input_words(it).is_some_and(|it| matches!(it, [(Tok::Name(_) | Tok::Open(BLOCK), _), ..])),
        }
    })
}

/// Statements in a setup without an effect around them.
fn bare_stmts<'t, 's: 't>(shared: &Parts<'t, 's>) -> P<'t, 's, Several<'s>> {
    let text = shared.text;
    let more = choice((just(Tok::Close(b'}')).ignored(), part_ahead(text))).not();
    let stmt = more.ignore_then(shared.stmt.clone()).then_ignore(semis()).boxed();
    stmt::plain(stmt.repeated().at_least(1).collect().boxed())
        .map_with(|stmts, e| {
            let span = span(e.span());
            vec![Part { kind: PartKind::Default(Body { stmts, value: None, span }), span }]
        })
        .boxed()
}

/// A part of an action.
fn part<'t, 's: 't>(shared: &Parts<'t, 's>, parts: P<'t, 's, Vec<Part<'s>>>) -> P<'t, 's, Several<'s>> {
    let Parts { text, body, .. } = shared.clone();
    let over = || soft("override").or_not().map(|it| it.is_some());
    let word = |words: &'static [&'static str]| {
        ahead(text, 2, move |it| match it {
            [(Tok::Name("override"), _), (Tok::Name(word), _)] => words.contains(word),
            [(Tok::Name(word), _), (Tok::Sign(sign), _)] => words.contains(word) && matches!(*sign, "-" | "+" | "!"),
            [(Tok::Name(word), _), ..] => words.contains(word),
            _ => false,
        })
        .ignore_then(over())
        .then_ignore(soft_of(words))
        .boxed()
    };
    let require = word(&["require", "required"])
        .then(belongs())
        .then(required(shared))
        .map(|((_, group), (inputs, conditions))| PartKind::Require(Require { group, inputs, conditions }));
    let trigger = word(&["trigger"]).then(trigger(shared)).map(|(_, it)| PartKind::Trigger(it));
    let effect =
        word(&["effect"]).then(belongs()).then(body.clone()).map(|((_, group), body)| PartKind::Effect { group, body });
    let phase = word(&["phase"]).ignore_then(phase(shared, parts)).map(PartKind::Phase);
    let default = word(&["default"]).ignore_then(body).map(PartKind::Default);
    let loose = loose(shared, true).map_with(|(), e| vec![Part { kind: PartKind::Missing, span: span(e.span()) }]);
    let returned = choice((super::word("return"), soft("returns")));
    let returns = returned.ignore_then(ended(text, shared.ty.clone())).map(PartKind::Returns).boxed();
    let kind = choice![require, trigger, effect, phase, default].then_ignore(just(Tok::Semi).or_not());
    let one = choice![kind, returns].map_with(|kind, e| vec![Part { kind, span: span(e.span()) }]);
    let inputs = inputs(shared).map(|all| {
        let part = |it: Input1<'s>| Part { span: it.span, kind: PartKind::Input(it) };
        all.into_iter().map(part).collect()
    });
    let unknown = name().then_ignore(skipped_part(text).or_not()).validate(|name: Name<'s>, _, emitter| {
        emitter.emit(Unexpected::note(Pos::from(name.span.range()), Note::UnknownPart(name.text, Whole::Action)));
        PartKind::Missing
    });
    let missing = skipped_part(text).map(|()| PartKind::Missing);
    let hole = |kind: PartKind<'s>, at: Span| vec![Part { kind, span: at }];
    choice![
        inputs,
        one,
        information(text).map(|()| Vec::new()),
        loose,
        unknown_ahead(text).ignore_then(unknown).map_with(move |kind, e| hole(kind, span(e.span()))),
    ]
    .labelled(Expect::Part)
    .recover_with(via_parser(missing.map_with(move |kind, e| hole(kind, span(e.span())))))
    .boxed()
}

/// Statements outside of effects: reported once, and skipped. `declares`: declarations of variables count too.
pub fn loose<'t, 's: 't>(shared: &Parts<'t, 's>, declares: bool) -> P<'t, 's, ()> {
    let text = shared.text;
    let begins = move |it: &[Next]| match it {
        [(Tok::Word("if" | "while" | "for"), _), ..] => true,
        [(Tok::Name("decimal" | "string" | "bool"), _), (Tok::Sign("="), _), ..] => false,
        [(Tok::Name(_), _), (Tok::Sign(sign), _), ..] => {
            matches!(*sign, "." | "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "^=" | "++" | "--")
        }
        [(Tok::Name("pass" | "fail" | "winner"), _), (next, false), ..] => *next == Tok::Semi || begins_operand(*next),
        [(Tok::Name(_), _), (Tok::Open(b'('), false), ..] => true,
        [(Tok::Name("decimal" | "string" | "bool"), _), (Tok::Name(_), false), ..] => declares,
        _ => false,
    };
    let first = ahead(text, 2, begins).ignore_then(any().map_with(|_, e| e.span()).rewind());
    first
        .validate(|at, _, emitter| emitter.emit(Unexpected::note(at, Note::Loose)))
        .then(ahead(text, 2, begins).ignore_then(shared.stmt.clone()).then_ignore(semis()).repeated().at_least(1))
        .ignored()
        .boxed()
}

/// Succeeds at a word that begins no part.
fn unknown_ahead<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    const KNOWN: [&str; 10] =
        ["input", "require", "required", "trigger", "effect", "phase", "default", "returns", "information", "override"];
    ahead(text, 1, |it| matches!(it, [(Tok::Name(word), _)] if !KNOWN.contains(word)))
}

/// `input type name …`, or each of `input { … }`.
fn inputs<'t, 's: 't>(shared: &Parts<'t, 's>) -> P<'t, 's, Vec<Input1<'s>>> {
    let text = shared.text;
    let missing = skipped_part(text).map(|()| None);
    let each = shared.listed.clone().map(Some).recover_with(via_parser(missing)).boxed();
    let several = soft("input")
        .ignore_then(block(each))
        .then_ignore(just(Tok::Semi).or_not())
        .map(|all| all.into_iter().flatten().collect::<Vec<_>>());
    let opens = |it: &[Next]| matches!(it, [(Tok::Name("input"), _), (Tok::Open(BLOCK), _)]);
    let one = |it: &[Next]| input_words(it).is_some();
    choice![
        ahead(text, 2, opens).ignore_then(several),
        ahead(text, 5, one).ignore_then(shared.input.clone()).map(|it| vec![it]),
    ]
}

type Required<'s> = (Vec<Input1<'s>>, Vec<(Option<Name<'s>>, Body<'s>)>);

/// The content of a `require`: inputs and conditions, or a body.
fn required<'t, 's: 't>(shared: &Parts<'t, 's>) -> P<'t, 's, Required<'s>> {
    enum Each<'s> {
        Inputs(Vec<Input1<'s>>),
        Condition(Option<Name<'s>>, Body<'s>),
        Stmt(Ended<'s>),
    }
    let text = shared.text;
    let condition = |it: &[Next]| {
        matches!(
            it,
            [(Tok::Name("condition"), _), (Tok::Open(BLOCK), _), ..]
                | [(Tok::Name("condition"), _), (Tok::Name("for"), _), (Tok::Name(_), _), ..]
                | [(Tok::Name("condition"), _), (Tok::Name(_), _), (Tok::Open(BLOCK), _), ..]
        )
    };
    let is_input =
        |it: &[Next]| input_words(it).is_some_and(|it| matches!(it, [(Tok::Name(_) | Tok::Open(BLOCK), _), ..]));
    let inputs = inputs(shared).recover_with(via_parser(skipped_part(text).map(|()| Vec::new())));
    let named = soft("condition").ignore_then(soft("for").or_not()).ignore_then(name().or_not());
    let each = choice![
        ahead(text, 6, is_input).ignore_then(inputs).map(Each::Inputs),
        ahead(text, 3, condition)
            .ignore_then(named)
            .then(shared.body.clone())
            .map(|(name, body)| Each::Condition(name, body)),
        shared.stmt.clone().map(Each::Stmt),
    ];
    let several = block(each).validate(|all, e, emitter| {
        let (mut inputs, mut conditions, mut stmts) = (Vec::new(), Vec::new(), Vec::new());
        for it in all {
            match it {
                Each::Inputs(it) => inputs.extend(it),
                Each::Condition(name, body) => conditions.push((name, body)),
                Each::Stmt(it) => stmts.push(it),
            }
        }
        if !stmts.is_empty() {
            conditions.push((None, stmt::body(stmts, span(e.span()), emitter)));
        }
        (inputs, conditions)
    });
    choice![several, shared.body.clone().map(|body| (Vec::new(), vec![(None, body)]))]
}

/// The words that end the event of a trigger.
const AFTER_EVENT: [&str; 4] = ["for", "before", "after", "fast"];

/// The event of a trigger, in one line.
fn event<'t, 's: 't>(text: &'s str) -> P<'t, 's, Event<'s>> {
    let first = select! {
        Tok::Name(text) = e => Name { text, span: span(e.span()) },
        Tok::Word("this") = e => Name { text: "this", span: span(e.span()) },
    };
    let path = first.then(sign(".").ignore_then(name()).repeated().collect::<Vec<_>>()).map(|(first, mut rest)| {
        rest.insert(0, first);
        rest
    });
    let more = ahead(text, 1, |it| match it {
        [(Tok::Name(word), false)] => !AFTER_EVENT.contains(word),
        [(Tok::Word("this"), false)] => true,
        _ => false,
    });
    let on = |it: &[Next]| matches!(it, [(Tok::Name("on"), _), (Tok::Name(_) | Tok::Word("this"), false)]);
    let number = select! { Tok::Num(text) = e => Expr { kind: ExprKind::Number(text), span: span(e.span()) } };
    ahead(text, 2, on)
        .ignore_then(soft("on"))
        .or_not()
        .ignore_then(path.clone())
        .then(more.ignore_then(path).repeated().collect::<Vec<_>>())
        .then(number.or_not())
        .map_with(|((first, mut words), count), e| {
            words.insert(0, first);
            Event { words, count, span: span(e.span()) }
        })
        .labelled(Expect::Event)
        .boxed()
}

/// Number of tokens of lookahead to distinguish an event from a statement.
const EVENT_TOKENS: usize = 32;

/// `true` if a line can only be an event.
fn is_event(next: &[Next]) -> bool {
    let on = matches!(next, [(Tok::Name("on"), _), (Tok::Name(_) | Tok::Word("this"), false), ..]);
    let mut rest = next.iter().skip(usize::from(on)).peekable();
    let (mut words, mut dots) = (0, 0);
    let mut alone = false;
    loop {
        let (Some((tok, begins)), first) = (rest.next(), words == 0) else { return words > 0 };
        match tok {
            Tok::Name(word) if first || !begins => alone = matches!(*word, "callable" | "action"),
            Tok::Word("this") if first || !begins => {}
            // The count, the last of an event.
            Tok::Num(_) if words > 0 && !begins => {
                let ends = rest.next().is_none_or(|it| it.1 || matches!(it.0, Tok::Semi | Tok::Close(_)));
                return ends && (on || words > 1 || dots > 0 || alone);
            }
            Tok::Semi | Tok::Close(_) => return words > 0 && (on || words > 1 || dots > 0 || alone),
            Tok::Name(_) | Tok::Word("this") => return on || words > 1 || dots > 0 || alone,
            _ => return *begins && words > 0 && (on || words > 1 || dots > 0 || alone),
        }
        words += 1;
        while rest.next_if(|it| it.0 == Tok::Sign(".")).is_some() {
            dots += 1;
            if !matches!(rest.next(), Some((Tok::Name(_), _))) {
                return false;
            }
        }
    }
}

/// The rest after `trigger`.
fn trigger<'t, 's: 't>(shared: &Parts<'t, 's>) -> P<'t, 's, Trigger<'s>> {
    enum Head<'s> {
        For(Name<'s>),
        When(When),
    }
    let text = shared.text;
    let begins = |it: &[Next]| match it {
        [(Tok::Name(word), _)] => !AFTER_EVENT.contains(word),
        [(Tok::Word("this"), _)] => true,
        _ => false,
    };
    let when = select! {
        Tok::Name("before") => When::Before,
        Tok::Name("after") => When::After,
        Tok::Name("fast") => When::Fast,
    };
    let heads = choice((soft("for").ignore_then(name()).map(Head::For), when.map(Head::When)));
    // In braces an event may end with its line or with them.
    let line = ahead(text, EVENT_TOKENS, is_event)
        .ignore_then(event(text))
        .then_ignore(ending(text))
        .then_ignore(semis())
        .boxed();
    let more = just(Tok::Close(b'}')).not();
    let stmts = more.ignore_then(shared.stmt.clone()).then_ignore(semis()).repeated().collect::<Vec<_>>();
    let inner = semis().ignore_then(line.repeated().collect::<Vec<_>>()).then(stmts);
    let inside = between(BLOCK, b'}', inner).validate(|(events, stmts), e, emitter| {
        let body = (!stmts.is_empty()).then(|| stmt::body(stmts, span(e.span()), emitter));
        (events, body)
    });
    let own = shared.block.clone().map(|it| Some(it).filter(|it| !it.stmts.is_empty() || it.value.is_some()));
    let with_event = ahead(text, 1, begins)
        .ignore_then(event(text))
        .then(heads.clone().repeated().collect::<Vec<_>>())
        .map_with(|it, e| (it, e.span()))
        .then(choice((own.map(Some), ending(text).map(|end| (end == End::Semi).then_some(None)))))
        .validate(|(((event, heads), at), body), _, emitter| {
            if body.is_none() {
                emitter.emit(Unexpected::note(after(at), Note::Semicolon));
            }
            (vec![event], heads, body.flatten())
        });
    let without = inside.map(|(events, body)| (events, Vec::new(), body));
    let first = heads.repeated().collect::<Vec<_>>();
    first
        .then(choice![with_event, without])
        .map(|(first, (events, heads, body))| {
            let mut trigger = Trigger { group: None, events, when: When::Usual, body };
            for it in first.into_iter().chain(heads) {
                match it {
                    Head::For(name) => trigger.group = Some(name),
                    Head::When(when) => trigger.when = when,
                }
            }
            trigger
        })
        .boxed()
}

/// `choice n`, `sequence`, `simultaneos`, `priority n`, `n`: the properties after a name.
fn heads<'t, 's: 't>(shared: &Parts<'t, 's>) -> P<'t, 's, Vec<Head<'s>>> {
    let Parts { text, expr, .. } = shared.clone();
    let other = |it: &[Next]| matches!(it, [(Tok::Name("priority" | "sequence" | "simultaneos" | "simultaneous"), _)]);
    let specifier = choice![
        soft("choice")
            .ignore_then(ahead(text, 1, other).not().ignore_then(count(&expr)).or_not())
            .map(Specifier::Choice),
        soft("sequence").map(|()| Specifier::Sequence),
        soft_of(&["simultaneos", "simultaneous"]).map(|_| Specifier::Simultaneous),
    ];
    let bare =
        ahead(text, 2, |it| matches!(it, [(Tok::Num(_), _), ..] | [(Tok::Sign("-" | "+"), _), (Tok::Num(_), _)]));
    choice![
        specifier.map_with(|it, e| Head::Specifier(it, span(e.span()))),
        choice((soft("priority"), bare)).ignore_then(expr).map(Head::Priority),
    ]
    .repeated()
    .collect()
    .boxed()
}

fn with_heads<'s>(name: Option<Name<'s>>, heads: Vec<Head<'s>>, parts: Vec<Part<'s>>, span: Span) -> Action<'s> {
    let mut action = Action { name, over: false, specifier: None, priority: None, parts, span };
    for it in heads {
        match it {
            Head::Specifier(it, span) => action.specifier = Some((it, span)),
            Head::Priority(it) => action.priority = Some(it),
        }
    }
    action
}

/// The rest after `phase`.
fn phase<'t, 's: 't>(shared: &Parts<'t, 's>, parts: P<'t, 's, Vec<Part<'s>>>) -> P<'t, 's, Action<'s>> {
    let named = |it: &[Next]| {
        matches!(it, [(Tok::Name(name), _)]
            if !matches!(*name, "choice" | "sequence" | "simultaneos" | "simultaneous" | "priority"))
    };
    ahead(shared.text, 1, named)
        .ignore_then(name())
        .or_not()
        .then(heads(shared))
        .then(parts)
        .map_with(|((name, heads), parts), e| with_heads(name, heads, parts, span(e.span())))
        .boxed()
}

/// An action, goal or movement from its word on.
pub fn action<'t, 's: 't>(
    shared: &Parts<'t, 's>,
    words: &'static [&'static str],
    parts: &P<'t, 's, Vec<Part<'s>>>,
) -> P<'t, 's, Action<'s>> {
    soft("override")
        .or_not()
        .then_ignore(soft_of(words))
        .then(name())
        .then(heads(shared))
        .then(parts.clone())
        .map_with(|(((over, name), heads), parts), e| {
            let action = with_heads(Some(name), heads, parts, span(e.span()));
            Action { over: over.is_some(), ..action }
        })
        .boxed()
}

/// `verb name { … }`, `function name { … }`
pub fn verb<'t, 's: 't>(parts: &P<'t, 's, Vec<Part<'s>>>) -> P<'t, 's, Verb<'s>> {
    soft("override")
        .or_not()
        .then_ignore(soft_of(&["verb", "function"]))
        .then(name())
        .then(parts.clone())
        .map(|((over, name), parts)| Verb { name, over: over.is_some(), parts })
        .boxed()
}

/// Succeeds if an action, or a verb, begins here.
pub fn begins<'t, 's: 't>(text: &'s str, words: &'static [&'static str]) -> P<'t, 's, ()> {
    ahead(text, 3, move |it| match it {
        [(Tok::Name("override"), _), (Tok::Name(word), _), (Tok::Name(_), _)] => words.contains(word),
        [(Tok::Name(word), _), (Tok::Name(_), _), ..] => words.contains(word),
        _ => false,
    })
}
