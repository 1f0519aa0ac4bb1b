//! The parts of a game.

use super::attribute::attribute;
use super::*;

/// The tree of a text, as whole as it could be made.
pub fn file<'s>(text: &'s str, tokens: &[Token<'s>], problems: &mut Problems) -> File<'s> {
    let tokens = parsing::placed(tokens);
    File { items: parsing::parsed(&items(text), &tokens, text, problems) }
}

/// The whole file.
pub fn items<'t, 's: 't>(text: &'s str) -> P<'t, 's, Vec<Item<'s>>> {
    let ty = expr::ty();
    let expr = expr::expr(text, &ty);
    let stmt = stmt::stmt(text, &expr, &ty);
    let block = stmt::valued(block(stmt.clone()));
    let input = stmt::input(text, &expr, &ty, &block, true);
    let listed = stmt::input(text, &expr, &ty, &block, false);
    let body = stmt::body_or_one(text, &stmt, &block);
    let shared = Parts { text, expr, ty, stmt, body, block, input, listed };

    let more = any().ignored().rewind();
    semis()
        .ignore_then(more.ignore_then(item(&shared)).then_ignore(semis()).repeated().collect::<Vec<_>>())
        .then_ignore(end())
        .map(|all| all.into_iter().flatten().collect())
        .boxed()
}

/// A part of a game; none if it is passed over.
fn item<'t, 's: 't>(shared: &Parts<'t, 's>) -> P<'t, 's, Option<Item<'s>>> {
    let text = shared.text;
    let parts = action::parts(shared, false);
    let action = action::action(shared, &["action", "goal", "movement"], &parts);
    let verb = action::verb(&parts);
    let numbers = number().separated_by(sign(",")).at_least(1).collect::<Vec<_>>();
    let states = name().separated_by(sign(",")).at_least(1).collect::<Vec<_>>().boxed();
    let is = |words: &'static [&'static str]| {
        let first = move |it: &[Next]| matches!(it, [(Tok::Name(word), _)] if words.contains(word));
        ahead(text, 1, first).ignore_then(any()).ignored().boxed()
    };
    let all_have = |it: &[Next]| matches!(it, [(Tok::Name("players"), _), (Tok::Name("has"), _)]);
    let a_range = |it: &[Next]| matches!(it, [(Tok::Name("players"), _), (Tok::Num(_), _), (Tok::Name("to"), _), ..]);
    let import = is(&["import"]).ignore_then(quoted()).then(word("as").ignore_then(name()).or_not());
    let simple = choice![
        is(&["game"]).ignore_then(quoted()).map(ItemKind::Game),
        is(&["about"]).ignore_then(quoted().repeated().at_least(1).collect()).map(ItemKind::About),
        ahead(text, 2, all_have)
            .ignore_then(any())
            .ignore_then(any())
            .ignore_then(states.clone())
            .map(|states| ItemKind::Has(None, states)),
        ahead(text, 3, a_range)
            .ignore_then(any())
            .ignore_then(number())
            .then_ignore(any())
            .then(number())
            .map(|(least, most)| ItemKind::PlayerRange(least, most)),
        is(&["players"]).ignore_then(numbers).map(ItemKind::Players),
        is(&["player"])
            .ignore_then(count(&shared.expr))
            .then_ignore(soft("has"))
            .then(states)
            .map(|(player, states)| ItemKind::Has(Some(player), states)),
        import.map(|(file, _)| ItemKind::Import(file)),
    ];
    let board = is(&["board"]).ignore_then(name().or_not()).then(board::parts(shared, &action, &verb));
    let number_ahead = number().or_not();
    let setup = is(&["setup"]).ignore_then(number_ahead).then(action::parts(shared, true));
    let turn = is(&["turn"]).ignore_then(name()).then(parts.clone());
    let kind = choice![
        ended(text, simple),
        construct(shared, &action, &verb).map(ItemKind::Construct),
        board.map(|(name, parts)| ItemKind::Board(Board { name, parts })),
        turn.map(|(name, parts)| ItemKind::Turn(Turn { name, parts })),
        action::begins(text, &["action"]).ignore_then(action.clone()).map(ItemKind::Action),
        action::begins(text, &["goal"]).ignore_then(action.clone()).map(ItemKind::Goal),
        action::begins(text, &["movement"]).ignore_then(action).map(ItemKind::Movement),
        action::begins(text, &["verb", "function"]).ignore_then(verb).map(ItemKind::Verb),
        setup.map(|(number, parts)| ItemKind::Setup(number, parts)),
        unknown(text).map(|()| ItemKind::Missing),
    ];
    let item = kind
        .labelled(Expect::Item)
        .recover_with(via_parser(skipped_part(text).map(|()| ItemKind::Missing)))
        .map_with(|kind, e| Item { kind, span: span(e.span()) });
    choice![information(text).map(|()| None), item.map(Some)]
}

/// A word that begins no part of a game.
fn unknown<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    const KNOWN: [&str; 23] = [
        "game",
        "about",
        "players",
        "player",
        "state",
        "local",
        "group",
        "global",
        "sealed",
        "boardcell",
        "boardCell",
        "tile",
        "interactable",
        "stack",
        "board",
        "turn",
        "action",
        "goal",
        "movement",
        "verb",
        "function",
        "setup",
        "import",
    ];
    let unknown = |it: &[Next]| matches!(it, [(Tok::Name(word), _)] if !KNOWN.contains(word) && !matches!(*word, "override" | "information"));
    ahead(text, 1, unknown)
        .ignore_then(name())
        .then_ignore(skipped_part(text).or_not())
        .validate(|name: Name<'s>, _, emitter| {
            emitter.emit(Unexpected::note(Pos::from(name.span.range()), Note::UnknownPart(name.text, Whole::Game)));
        })
        .boxed()
}

/// A state, boardcell, interactable or stack.
fn construct<'t, 's: 't>(
    shared: &Parts<'t, 's>,
    action: &P<'t, 's, Action<'s>>,
    verb: &P<'t, 's, Verb<'s>>,
) -> P<'t, 's, Construct<'s>> {
    let text = shared.text;
    enum Scope {
        Sealed,
        Of(ConstructKind),
    }
    let scope = select! {
        Tok::Name("sealed") => Scope::Sealed,
        Tok::Name("local") => Scope::Of(ConstructKind::Local),
        Tok::Name("group") => Scope::Of(ConstructKind::Group),
        Tok::Name("global") => Scope::Of(ConstructKind::Global),
    };
    let state = scope.repeated().collect::<Vec<_>>().then_ignore(soft("state"));
    let other = select! {
        Tok::Name("boardcell" | "boardCell" | "tile") => ConstructKind::Cell,
        Tok::Name("interactable") => ConstructKind::Interactable,
        Tok::Name("stack") => ConstructKind::Stack,
    };
    let sealed = soft("sealed")
        .or_not()
        .then(other)
        .map(|(sealed, kind)| sealed.map(|()| Scope::Sealed).into_iter().chain([Scope::Of(kind)]).collect::<Vec<_>>());
    let types = name().separated_by(sign(",")).at_least(1).collect::<Vec<_>>().boxed();
    let types = choice((between(b'[', b']', types.clone()), same_line(text).ignore_then(types))).or_not();
    let none = just(Tok::Semi).map(|_| Vec::new());
    let body = choice![members(shared, action, verb).map(Ok), none.map(Ok), action::line_ends(text).map(Err)];
    choice![state, sealed]
        .then(name())
        .then(types)
        .then(sign(":").ignore_then(name()).or_not())
        .then(body)
        .validate(|((((scopes, name), types), base), members), _, emitter| {
            let sealed = scopes.iter().any(|it| matches!(it, Scope::Sealed));
            let kind = scopes.iter().find_map(|it| match it {
                Scope::Of(kind) => Some(*kind),
                Scope::Sealed => None,
            });
            let kind = kind.unwrap_or(ConstructKind::Local);
            // Only an interactable may end with its line.
            if let (Err(at), false) = (&members, kind == ConstructKind::Interactable) {
                emitter.emit(Unexpected::expected(*at, Expect::OpenCurly));
            }
            let members = members.unwrap_or_default();
            Construct { kind, sealed, name, types: types.unwrap_or_default(), base, members }
        })
        .boxed()
}

/// `{ … }` of a construct.
fn members<'t, 's: 't>(
    shared: &Parts<'t, 's>,
    action: &P<'t, 's, Action<'s>>,
    verb: &P<'t, 's, Verb<'s>>,
) -> P<'t, 's, Vec<Member<'s>>> {
    let text = shared.text;
    let default = |it: &[Next]| matches!(it, [(Tok::Name("default"), _), (Tok::Open(BLOCK), _)]);
    let kind = choice![
        action::begins(text, &["action"]).ignore_then(action.clone()).map(MemberKind::Action),
        action::begins(text, &["verb", "function"]).ignore_then(verb.clone()).map(MemberKind::Verb),
        ahead(text, 2, default).ignore_then(any()).ignore_then(shared.block.clone()).map(MemberKind::Default),
        action::loose(shared, false).map(|()| MemberKind::Missing),
        attribute(shared).map(MemberKind::Attribute),
    ];
    let member = kind
        .labelled(Expect::Member)
        .recover_with(via_parser(skipped_part(text).map(|()| MemberKind::Missing)))
        .map_with(|kind, e| Member { kind, span: span(e.span()) });
    let each = choice![information(text).map(|()| None), member.map(Some)];
    block(each).map(|all| all.into_iter().flatten().collect()).boxed()
}
