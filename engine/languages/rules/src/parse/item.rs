//! The parts of a file and of a state.

use super::error::{Expect, Note, Unexpected};
use super::expr::condition;
use super::script::script;
use super::stmt::{Parts, block, no_arguments};
use super::*;

/// The tree of a file, as whole as it could be made.
pub fn file<'s>(text: &'s str, tokens: &[Token<'s>], problems: &mut Problems) -> File<'s> {
    let tokens = parsing::placed(tokens);
    File { items: parsing::parsed(&items(), &tokens, text, problems) }
}

/// All parts of a file. A broken one is skipped to the end of its line, brackets included.
pub fn items<'t, 's: 't>() -> P<'t, 's, Vec<Item<'s>>> {
    let parts = Parts { expr: expr::expr(), ty: expr::ty() };
    let block = block(&parts);
    let script = script(&parts, &block);
    let steps = test::steps(&parts.expr, &block);
    let Parts { expr, ty } = parts;

    let initial = sign(Sign::Eq).ignore_then(expr.clone()).or_not().boxed();
    let annotation = sign(Sign::Colon).ignore_then(ty.clone()).or_not();
    // `late` is a name as well.
    let late = soft("late").then_ignore(name().rewind()).or_not().map(|it| it.is_some());
    let secret = soft("secret")
        .then(between(b'(', b')', name()).or_not())
        .then_ignore(name().rewind())
        .or_not()
        .map(|it| it.map(|(span, role)| Secret { span, role }));
    // The field is there even if its type cannot be read.
    let missing = || (None, Some(Expr { kind: ExprKind::Missing, span: Span::default() }));
    let field_ends = choice((sign(Sign::Comma), sign(Sign::Semi), just(Tok::Newline).ignored())).boxed();
    let field_ends = choice((field_ends, just(Tok::Close(b'}')).ignored())).rewind().boxed();
    let rest_of_field = annotation
        .clone()
        .then(initial.clone())
        .then_ignore(field_ends.clone())
        .recover_with(skip_until(tree(), field_ends, missing));
    let field = secret.then(late).then(key()).then(rest_of_field).map(|(((secret, late), name), (ty, init))| Field {
        name,
        late,
        secret,
        ty,
        init,
    });
    let fields = field.separated_by(comma_or_line()).allow_leading().allow_trailing().collect::<Vec<_>>();
    let fields = between(b'{', b'}', fields).recover_with(via_parser(skipped(b'{').map(|_| Vec::new()))).boxed();
    let inout = soft("inout").then_ignore(name().rewind()).or_not().map(|it| it.is_some());
    let param = inout
        .then(name())
        .then(annotation.clone())
        .then(initial.clone())
        .map(|(((inout, name), ty), default)| Param { name, inout, ty, default });
    let params = between(b'(', b')', param.separated_by(sign(Sign::Comma)).allow_trailing().collect::<Vec<_>>())
        .recover_with(via_parser(skipped(b'(').map(|_| Vec::new())))
        .boxed();
    let maybe_params = params.clone().or_not().map(Option::unwrap_or_default);

    let role = choice((
        name().map(|word| Role { word, name: None }),
        text().then_ignore(soft("as")).then(name()).map(|(name, word)| Role { word, name: Some(name) }),
    ));
    let roles = role.separated_by(sign(Sign::Comma)).at_least(1).allow_trailing().collect::<Vec<_>>();
    let players = soft("players")
        .then(expr.clone())
        .then(initial.clone())
        .map(|((word, range), usual)| Players { word, range, usual })
        .boxed();
    let scenarios = text()
        .then(players.clone().or_not())
        .separated_by(sign(Sign::Comma))
        .at_least(1)
        .allow_trailing()
        .collect::<Vec<_>>();
    let texts = text().separated_by(sign(Sign::Comma)).at_least(1).allow_trailing().collect::<Vec<_>>();
    let option_type = choice((texts.map(OptionType::One), ty.clone().map(OptionType::Type)));
    // `click: a, b`: another value in the place of an entry's key, or of a show.
    let part = name().then(just(Tok::Open(b'(')).rewind().then(tree()).or_not()).then(text().or_not());
    let another = choice((key().then(sign(Sign::Colon)).ignored(), part.then(just(Tok::Open(b'{'))).ignored())).boxed();
    let other_value = sign(Sign::Comma).then_ignore(another.not()).ignore_then(expr.clone());
    let listed = expr.clone().then(other_value.repeated().collect::<Vec<_>>()).validate(|(first, rest), e, emitter| {
        if rest.is_empty() {
            return first;
        }
        emitter.emit(Unexpected::note(e.span(), Note::BareList));
        let span = span(e.span());
        Expr { kind: ExprKind::List(std::iter::once(first).chain(rest).collect()), span }
    });
    let entry = key().then_ignore(sign(Sign::Colon)).then(listed);
    let entries = entry.clone().separated_by(comma_or_line()).allow_leading().allow_trailing().collect::<Vec<_>>();
    let entries = between(b'{', b'}', entries);
    let show = show(entry.boxed(), expr.clone());
    let members =
        between(b'{', b'}', name().separated_by(comma_or_line()).allow_leading().allow_trailing().collect::<Vec<_>>());

    let state_parts = state_parts(fields.clone(), params, block.clone()).boxed();
    // A text, as for the framework's `script`: its content is not parsed, which is reported.
    let raw =
        just(Tok::TemplateStart).then(select! { Tok::Text(_) => () }.repeated()).then(just(Tok::TemplateEnd)).ignored();
    let in_text = between(b'(', b')', raw).validate(|(), e, emitter| {
        emitter.emit(Unexpected::note(e.span(), Note::ScriptText));
        Block::default()
    });
    let scripted = choice((script, in_text)).boxed();

    let removed = choice((
        text().map(|it| Removed { text: it.raw, quoted: true, span: it.span }),
        name().map(|it| Removed { text: it.text, quoted: false, span: it.span }),
    ));
    let removed = removed.separated_by(sign(Sign::Comma)).at_least(1).allow_trailing().collect::<Vec<_>>();
    let rest = choice((soft("strict").to(Rest::Strict), soft("loose").to(Rest::Loose)));
    let head = choice![
        soft("game").ignore_then(text()).map(ItemKind::Game),
        soft("about").ignore_then(plain_text()).map(ItemKind::About),
        soft("draws").then(soft("by")).then(soft("agreement")).map(|_| ItemKind::Draws),
        soft("roles").ignore_then(roles).map(ItemKind::Roles),
        soft("scenarios").ignore_then(scenarios).map(ItemKind::Scenarios),
        players.map(ItemKind::Players),
        soft("option")
            .ignore_then(name())
            .then(sign(Sign::Colon).ignore_then(option_type).or_not())
            .then(sign(Sign::Eq).ignore_then(expr.clone()).or_not())
            .map(|((name, ty), default)| ItemKind::Option { name, ty, default }),
        soft("const")
            .ignore_then(name())
            .then(annotation)
            .then_ignore(sign(Sign::Eq))
            .then(expr.clone())
            .map(|((name, ty), value)| ItemKind::Const { name, ty, value }),
        soft("use").ignore_then(text()).map(ItemKind::Use),
        soft("variant").then(soft("of")).ignore_then(text()).map(ItemKind::Variant),
        soft("without").ignore_then(removed).map(ItemKind::Without),
        soft("data")
            .ignore_then(name())
            .then_ignore(sign(Sign::Colon))
            .then(ty.clone())
            .then_ignore(soft("from"))
            .then(text())
            .then(rest.or_not())
            .map(|(((name, ty), file), rest)| ItemKind::Data { name, ty, file, rest: rest.unwrap_or_default() }),
        soft("enum").ignore_then(name()).then(members).map(|(name, members)| ItemKind::Enum { name, members }),
        soft("record").ignore_then(name()).then(fields.clone()).map(|(name, fields)| ItemKind::Record { name, fields }),
        soft("board")
            .ignore_then(name())
            .then_ignore(sign(Sign::Eq))
            .then(board_form(&expr))
            .map(|(name, form)| ItemKind::Board { name, form }),
        soft("show").ignore_then(show).map(ItemKind::Show),
        soft("face").ignore_then(name()).then(entries).map(|(name, entries)| ItemKind::Face { name, entries }),
        soft("global").ignore_then(fields.clone()).map(ItemKind::Global),
    ];
    let code = choice![
        soft("function")
            .ignore_then(name())
            .then(maybe_params.clone())
            .then(sign(Sign::Colon).ignore_then(ty).or_not())
            .then(block.clone())
            .map(|(((name, params), result), body)| ItemKind::Function { name, params, result, body }),
        soft("setup").ignore_then(block.clone()).map(ItemKind::Setup),
        soft("view").ignore_then(block.clone()).map(ItemKind::View),
        soft("query")
            .ignore_then(between(b'(', b')', name()).or_not())
            .then(block.clone())
            .map(|(param, body)| ItemKind::Query { param, body }),
        soft("worth").ignore_then(block.clone()).map(ItemKind::Worth),
        soft("invariant")
            .ignore_then(text().or_not())
            .then(block.clone())
            .map(|(text, body)| ItemKind::Invariant { text, body }),
        soft("test").ignore_then(text()).then(steps).map(|(name, steps)| ItemKind::Test { name, steps }),
        soft("state")
            .ignore_then(name())
            .then(maybe_params.clone())
            .then(text().or_not())
            .map_with(|it, e| (it, span(e.span())))
            .then(state_parts.clone())
            .validate(|((((name, params), inactive), head), parts), _, emitter| {
                state(name, params, inactive, head, parts, emitter)
            }),
        soft("plain")
            .or_not()
            .then_ignore(soft("procedure"))
            .then(name())
            .then(maybe_params.clone())
            .then(choice((block.clone(), sign(Sign::Eq).ignore_then(soft("script")).ignore_then(scripted.clone()))))
            .map(|(((plain, name), params), body)| ItemKind::Procedure { name, params, plain: plain.is_some(), body }),
        soft("script")
            .ignore_then(name())
            .then(maybe_params)
            .then(scripted.clone())
            .map(|((name, params), body)| ItemKind::Procedure { name, params, plain: false, body }),
        // The framework's tables.
        entry_of("S").map_with(|it, e| (it, span(e.span()))).then(state_parts).validate(
            |((name, head), parts), _, emitter| {
                emitter.emit(Unexpected::note(Pos::from(head.range()), Note::Table("state", name.span)));
                state(name, Vec::new(), None, name.span, parts, emitter)
            }
        ),
        entry_of("P").map_with(|it, e| (it, span(e.span()))).then(soft("script")).then(scripted).validate(
            |(((name, head), _), body), _, emitter| {
                emitter.emit(Unexpected::note(Pos::from(head.range()), Note::Table("procedure", name.span)));
                ItemKind::Procedure { name, params: Vec::new(), plain: false, body }
            }
        ),
        entry_of("P")
            .map_with(|it, e| (it, span(e.span())))
            .then(soft("function").then(between(b'(', b')', empty())).map_with(|_, e| span(e.span())))
            .then(block)
            .validate(|(((name, head), function), body), _, emitter| {
                let at = Pos::from(head.to(function).range());
                emitter.emit(Unexpected::note(at, Note::Table("plain procedure", name.span)));
                ItemKind::Procedure { name, params: Vec::new(), plain: true, body }
            }),
    ];
    // A word that begins no part: said so, and skipped.
    let unknown = name()
        .filter(|it| !lex::PARTS.contains(&it.text) && it.text != "plain")
        .validate(|name, e, emitter| {
            emitter.emit(Unexpected::note(e.span(), Note::UnknownPart(name.text)));
        })
        .then_ignore(rest_of_line())
        .to(())
        .map(|()| ItemKind::Missing);

    let ends = choice((just(Tok::Newline).ignored(), sign(Sign::Semi), end())).rewind();
    let item =
        any()
            .map_with(|_, e| span(e.span()))
            .rewind()
            .then(choice((code, choice((head, unknown)).then_ignore(ends))).labelled(Expect::Part).recover_with(
                via_parser(any().rewind().ignore_then(rest_of_line()).to(()).map(|()| ItemKind::Missing)),
            ))
            .map_with(|(word, kind), e| Item { kind, span: span(e.span()), word });
    newlines().ignore_then(item.then_ignore(newlines()).repeated().collect()).then_ignore(end()).boxed()
}

/// A show, with its content.
fn show<'t, 's: 't>(entry: P<'t, 's, (Name<'s>, Expr<'s>)>, expr: P<'t, 's, Expr<'s>>) -> P<'t, 's, Show<'s>> {
    recursive(|show| {
        let size = between(b'(', b')', expr);
        let part = choice((entry.map(|(name, value)| ShowPart::Entry(name, value)), show.map(ShowPart::Show)));
        let parts = part.separated_by(comma_or_line()).allow_leading().allow_trailing().collect::<Vec<_>>();
        let head = name().then(size.or_not()).then(text().or_not());
        head.then(between(b'{', b'}', parts))
            .map(|(((name, size), title), parts)| Show { name, size, title, parts })
            .boxed()
    })
    .boxed()
}

/// The form of a board, or several with their conditions.
fn board_form<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, BoardForm<'s>> {
    let one = expr.clone().then(drawn().or_not()).map(|(value, drawn)| BoardForm::One(value, drawn)).boxed();
    let line = just(Tok::Newline).or_not().ignored();
    recursive(|form| {
        just(Tok::Word(Word::If))
            .ignore_then(condition(expr))
            .then_ignore(line.then(just(Tok::Word(Word::Then))))
            .then(line.ignore_then(form.clone()))
            .then_ignore(line.then(just(Tok::Word(Word::Else))))
            .then(line.ignore_then(form))
            .map(|((cond, then), other)| BoardForm::If(cond, Box::new([then, other])))
            .or(one)
            .boxed()
    })
    .boxed()
}

/// The content of a board's braces: the rows of a picture, or the cells and links of a graph.
fn drawn<'t, 's: 't>() -> P<'t, 's, Vec<Drawn<'s>>> {
    let number = sign(Sign::Sub)
        .or_not()
        .then(select! { Tok::Int(value) => value as f64, Tok::Num(value) => value })
        .map(|(minus, value)| if minus.is_some() { -value } else { value })
        .labelled(Expect::Number);
    let place = number.clone().then_ignore(sign(Sign::Comma)).then(number);
    let place = between(b'(', b')', place).map_with(|(x, y), e| At { x, y, span: span(e.span()) });
    let bare = place.clone().validate(|it, e, emitter| {
        emitter.emit(Unexpected::note(e.span(), Note::MissingAt));
        it
    });
    let at = choice((soft("at").ignore_then(place), bare)).or_not();
    let node = name().then(at).map(|(name, at)| Node { name, at });
    let weight = select! { Tok::Int(value) = e => (value, span(e.span())) }.or_not();
    let link = sign(Sign::Sub)
        .ignore_then(sign(Sign::Gt).or_not())
        .map_with(|arrow, e| (arrow.is_some(), span(e.span())))
        .then(node.clone())
        .then(weight)
        .map(|(((one_way, sign), to), weight)| Link { sign, one_way, to, weight });
    let line = choice((
        text().map(Drawn::Row),
        node.then(link.repeated().collect()).map(|(node, links)| Drawn::Cell(node, links)),
    ));
    let lines = line.separated_by(comma_or_line()).allow_leading().allow_trailing().collect::<Vec<_>>();
    between(b'{', b'}', lines).recover_with(via_parser(skipped(b'{').map(|_| Vec::new()))).boxed()
}

/// Everything up to the end of the line, brackets whole.
fn rest_of_line<'t, 's: 't>() -> P<'t, 's, ()> {
    choice((just(Tok::Newline), just(Tok::Sign(Sign::Semi)))).not().ignore_then(tree()).repeated().boxed()
}

/// `S.name =`, `P.name =`
fn entry_of<'t, 's: 't>(table: &'static str) -> P<'t, 's, Name<'s>> {
    soft(table).ignore_then(sign(Sign::Dot)).ignore_then(name()).then_ignore(sign(Sign::Eq)).boxed()
}

/// Builds a state from its parts. `head`: the text before its braces.
fn state<'s>(
    name: Name<'s>,
    params: Vec<Param<'s>>,
    inactive: Option<Text<'s>>,
    head: Span,
    read: Vec<StatePart<'s>>,
    emitter: &mut chumsky::input::Emitter<Unexpected<'s>>,
) -> ItemKind<'s> {
    let mut parts = Vec::with_capacity(read.len());
    let mut inactive = inactive;
    for it in read {
        match it {
            StatePart::Part(it) => parts.push(it),
            StatePart::Inactive(text, whole) => {
                let at = Pos::from(whole.range());
                emitter.emit(Unexpected::note(at, Note::Inactive(text.span, head)));
                inactive.get_or_insert(text);
            }
        }
    }
    ItemKind::State { name, params, inactive, parts }
}

/// A part of a state as parsed.
enum StatePart<'s> {
    Part(Part<'s>),
    /// `inactive: "text"`, as the framework has it, and the whole of it.
    Inactive(Text<'s>, Span),
}

/// The parts of a state.
fn state_parts<'t, 's: 't>(
    fields: P<'t, 's, Vec<Field<'s>>>,
    params: P<'t, 's, Vec<Param<'s>>>,
    block: P<'t, 's, Block<'s>>,
) -> P<'t, 's, Vec<StatePart<'s>>> {
    let hook = |word: &'static str, theirs: &'static str, make: fn(Block<'s>) -> PartKind<'s>| {
        let theirs = soft(theirs).validate(move |at, _, emitter| {
            emitter.emit(Unexpected::note(Pos::from(at.range()), Note::Hook(word)));
        });
        choice((soft(word).ignored(), theirs))
            .then(no_arguments(word).or_not())
            .ignore_then(block.clone())
            .map(make)
            .boxed()
    };
    // `space(s) { … }` without its `on`: read as if it had one, and reported.
    let is_action = |it: &Name<'s>| !lex::STATE_PARTS.contains(&it.text) && !diag::is_near(it.text, lex::STATE_PARTS);
    let brackets = just(Tok::Open(b'(')).rewind().then(tree()).or_not();
    let ahead = name().filter(is_action).then(brackets).then(just(Tok::Open(b'{'))).ignored().rewind();
    let handler = ahead.ignore_then(name()).then(params.clone().or_not()).then(block.clone()).validate(
        |((action, params), body), _, emitter| {
            emitter.emit(Unexpected::note(Pos::from(action.span.range()), Note::Handler));
            PartKind::On { action, params: params.unwrap_or_default(), body }
        },
    );
    let known = choice![
        soft("local").ignore_then(fields).map(PartKind::Local),
        hook("begin", "_begin", PartKind::Begin),
        hook("resume", "_resume", PartKind::Resume),
        hook("leave", "_end", PartKind::Leave),
        just(Tok::Word(Word::Prompt))
            .then(no_arguments("prompt").or_not())
            .ignore_then(block.clone())
            .map(PartKind::Prompt),
        soft("on").ignore_then(name()).then(params.or_not()).then(block).map(|((action, params), body)| PartKind::On {
            action,
            params: params.unwrap_or_default(),
            body,
        }),
        handler,
    ];
    let unknown = name()
        .filter(|it| !["local", "begin", "resume", "leave", "on"].contains(&it.text))
        .validate(|name, e, emitter| emitter.emit(Unexpected::note(e.span(), Note::UnknownStatePart(name.text))))
        .then_ignore(rest_of_line())
        .to(())
        .map(|()| PartKind::Missing);
    let ends = choice((just(Tok::Newline), just(Tok::Sign(Sign::Semi)), just(Tok::Close(b'}')))).ignored().rewind();
    let part = any().map_with(|_, e| span(e.span())).rewind().then(
        choice((known, unknown))
            .labelled(Expect::StatePart)
            .recover_with(skip_until(tree(), ends, || PartKind::Missing)),
    );
    let inactive = soft("inactive")
        .ignore_then(choice((sign(Sign::Colon), sign(Sign::Eq))).or_not())
        .ignore_then(text())
        .map_with(|it, e| StatePart::Inactive(it, span(e.span())));
    let part = part.map(|(word, kind)| StatePart::Part(Part { kind, word }));
    let more = just(Tok::Close(b'}')).not();
    let part = more.ignore_then(choice((inactive, part)));
    // Commas as in an object of JavaScript are reported.
    let comma = sign(Sign::Comma).validate(|(), e, emitter| emitter.emit(Unexpected::note(e.span(), Note::PartComma)));
    let between_parts = choice((just(Tok::Newline).ignored(), sign(Sign::Semi), comma)).repeated().boxed();
    between(b'{', b'}', newlines().ignore_then(part.then_ignore(between_parts).repeated().collect()))
}

/// A text, or one in backticks, which may span several lines. Holes in it are reported.
fn plain_text<'t, 's: 't>() -> P<'t, 's, Vec<Text<'s>>> {
    let piece = select! { Tok::Text(raw) = e => Some(Text { raw, span: span(e.span()) }) };
    let hole = just(Tok::HoleStart).rewind().ignore_then(tree()).validate(|(), e, emitter| {
        emitter.emit(Unexpected::note(e.span(), Note::AboutHole));
        None
    });
    let pieces = choice((piece, hole)).repeated().collect::<Vec<_>>().map(|it| it.into_iter().flatten().collect());
    let lines = pieces.delimited_by(just(Tok::TemplateStart), just(Tok::TemplateEnd));
    choice((text().map(|it| vec![it]), lines)).boxed()
}
