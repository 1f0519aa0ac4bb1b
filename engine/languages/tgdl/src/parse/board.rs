//! The board, its groups and their edges.

use super::attribute::attribute;
use super::rows::{line_end, row, shape};
use super::*;

/// `{ … }` of a board.
pub fn parts<'t, 's: 't>(
    shared: &Parts<'t, 's>,
    action: &P<'t, 's, Action<'s>>,
    verb: &P<'t, 's, Verb<'s>>,
) -> P<'t, 's, Vec<BoardPart<'s>>> {
    let text = shared.text;
    let group = |it: &[Next]| match it {
        // An attribute of this type.
        [(Tok::Name("group"), _), (Tok::Name(_), _), (Tok::Semi | Tok::Sign("="), _)] => false,
        [(Tok::Name("group"), _), (Tok::Name(_), _), ..] => true,
        _ => false,
    };
    let borders =
        |it: &[Next]| matches!(it, [(Tok::Name("boardcells" | "boardCells" | "tiles"), _), (Tok::Open(BLOCK), _)]);
    let group = ahead(text, 3, group).ignore_then(self::group(shared, action, verb)).map(BoardPartKind::Group);
    let borders = ahead(text, 2, borders).ignore_then(any()).ignore_then(edges(text)).map(BoardPartKind::Borders);
    let kind = choice![
        group,
        borders,
        action::begins(text, &["action"]).ignore_then(action.clone()).map(BoardPartKind::Action),
        action::begins(text, &["verb", "function"]).ignore_then(verb.clone()).map(BoardPartKind::Verb),
        attribute(shared).map(BoardPartKind::Attribute),
    ];
    let part = kind
        .labelled(Expect::BoardPart)
        .recover_with(via_parser(skipped_part(text).map(|()| BoardPartKind::Missing)))
        .map_with(|kind, e| BoardPart { kind, span: span(e.span()) });
    let each = choice![information(text).map(|()| None), part.map(Some)];
    block(each).map(|all| all.into_iter().flatten().collect()).boxed()
}

/// `group name square { … }`, `group square name { … }`
fn group<'t, 's: 't>(
    shared: &Parts<'t, 's>,
    action: &P<'t, 's, Action<'s>>,
    verb: &P<'t, 's, Verb<'s>>,
) -> P<'t, 's, Group<'s>> {
    let head = choice![
        shape().then(name()).then_ignore(just(Tok::Open(BLOCK)).rewind()).map(|(shape, name)| (name, Some(shape))),
        name().then(shape().or_not()),
    ];
    soft("group")
        .ignore_then(head)
        .then(group_parts(shared, action, verb))
        .map(|((name, shape), parts)| Group { name, shape, parts })
        .boxed()
}

/// Types of a group's attributes, where a node might be declared as well.
const ATTRIBUTES: [&str; 7] = ["decimal", "string", "bool", "player", "board", "group", "object"];

fn group_parts<'t, 's: 't>(
    shared: &Parts<'t, 's>,
    action: &P<'t, 's, Action<'s>>,
    verb: &P<'t, 's, Verb<'s>>,
) -> P<'t, 's, Vec<GroupPart<'s>>> {
    let text = shared.text;
    let adjacency = |it: &[Next]| matches!(it, [(Tok::Name("adjency" | "adjacency"), _), (Tok::Open(BLOCK), _)]);
    let nodes = |it: &[Next]| match it {
        [(Tok::Name(_), _), (Tok::Name(_), false), (Tok::Sign(","), _)] => true,
        [(Tok::Name(_), _), (Tok::Name(_), false), (Tok::Sign("="), _)] => false,
        [(Tok::Name(ty), _), (Tok::Name(_), false), ..] => !ATTRIBUTES.contains(ty),
        _ => false,
    };
    let is_attribute = |it: &[Next]| {
        matches!(it, [(Tok::Name(_), _), (Tok::Name(_), false), ..] | [(Tok::Name(_), _), (Tok::Open(b'['), _), ..])
    };
    let names = name().separated_by(sign(",")).at_least(1).collect::<Vec<_>>();
    let nodes = ahead(text, 3, nodes)
        .ignore_then(name())
        .then(names)
        .then_ignore(line_end(text))
        .map(|(ty, names)| GroupPartKind::Nodes(ty, names));
    let kind = choice![
        ahead(text, 2, adjacency).ignore_then(any()).ignore_then(edges(text)).map(GroupPartKind::Edges),
        action::begins(text, &["action"]).ignore_then(action.clone()).map(GroupPartKind::Action),
        action::begins(text, &["verb", "function"]).ignore_then(verb.clone()).map(GroupPartKind::Verb),
        edge_ahead(text).ignore_then(edge(text)).then_ignore(line_end(text)).map(|it| GroupPartKind::Edges(vec![it])),
        nodes,
        ahead(text, 2, is_attribute).ignore_then(attribute(shared)).map(GroupPartKind::Attribute),
        row(text).map(GroupPartKind::Row),
    ];
    // A `;` of its own is an empty row, so none is passed over but the one behind a block.
    let part = kind
        .labelled(Expect::GroupPart)
        .recover_with(via_parser(skipped_line(text).map(|()| GroupPartKind::Missing)))
        .map_with(|kind, e| GroupPart { kind, span: span(e.span()) });
    let each = choice![information(text).map(|()| None), part.map(Some)];
    let more = just(Tok::Close(b'}')).not();
    between(BLOCK, b'}', more.ignore_then(each).repeated().collect::<Vec<_>>())
        .map(|all| all.into_iter().flatten().collect())
        .boxed()
}

/// A broken row or edge: up to its `;` or the end of its line.
fn skipped_line<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    let line = same_line(text).ignore_then(just(Tok::Semi).not()).ignore_then(tree()).repeated();
    tree().then(line).then(just(Tok::Semi).or_not()).ignored().boxed()
}

/// `{ … }` with edges.
fn edges<'t, 's: 't>(text: &'s str) -> P<'t, 's, Vec<Edge<'s>>> {
    let each = edge(text)
        .then_ignore(line_end(text))
        .map(Some)
        .recover_with(via_parser(skipped_line(text).map(|()| None)))
        .boxed();
    block(each).then_ignore(just(Tok::Semi).or_not()).map(|all| all.into_iter().flatten().collect()).boxed()
}

/// Succeeds if an edge begins here, not a row.
fn edge_ahead<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    ahead(text, 3, |it| {
        matches!(
            it,
            [(Tok::Open(b'('), _), ..]
                | [(Tok::Name(_), _), (Tok::Sign("->" | "<->" | "."), _), ..]
                | [(Tok::Name(_), _), (Tok::Num(_) | Tok::Open(b'('), false), ..]
                | [(Tok::Name(_), _), (Tok::Name("x"), false), (Tok::Sign("->" | "-"), _)]
        )
    })
}

fn node<'t, 's: 't>(text: &'s str) -> P<'t, 's, Node<'s>> {
    let int = sign("-").or_not().then(number());
    let int = int.map(|(minus, it)| if minus.is_some() { -it.value } else { it.value }).boxed();
    let place = between(b'(', b')', int.clone().then_ignore(sign(",")).then(int.clone()));
    let place = place.map(|(a, b)| NodeCell::At(a, b)).boxed();
    let index = || between(b'[', b']', int.clone());
    let indexed = index().then(index()).map(|(a, b)| NodeCell::At(a, b));
    let inner = choice![
        sign(".").ignore_then(choice![name().map(NodeCell::Name), place.clone()]),
        same_line(text).ignore_then(choice![place.clone(), indexed]),
    ];
    choice![
        place.map(|cell| (None, cell)),
        name().then(inner.or_not()).map(|(name, inner)| match inner {
            Some(cell) => (Some(name), cell),
            None => (None, NodeCell::Name(name)),
        }),
    ]
    .map_with(|(group, cell), e| Node { group, cell, span: span(e.span()) })
    .labelled(Expect::Cell)
    .boxed()
}

/// `a 1 <-> 3 b`, `a x-> b`
fn edge<'t, 's: 't>(text: &'s str) -> P<'t, 's, Edge<'s>> {
    let cost = select! { Tok::Num(text) = e => (text.parse::<f64>().unwrap_or(1.0), e.span()) }.or_not().boxed();
    let open = |it: Option<(f64, Pos)>| Some(Way::Open(it.map_or(1.0, |it| it.0)));
    let both = sign("<->").ignore_then(cost.clone()).map(|there| (there, true));
    let one = sign("->").ignore_then(cost.clone()).map(|there| (there, false));
    let closed = |it: &[Next]| matches!(it, [(Tok::Name("x"), _), (Tok::Sign("->" | "-"), _)]);
    let closed = ahead(text, 2, closed)
        .ignore_then(soft("x"))
        .ignore_then(choice((sign("->").to(None), sign("-").ignore_then(soft("x")).to(Some(Way::Closed)))))
        .map(|back| (Some(Way::Closed), back));
    let ways = choice![
        closed,
        cost.then(choice((both, one))).validate(move |(back, (there, both)), _, emitter| {
            if let (Some((_, at)), false) = (back, both) {
                emitter.emit(Unexpected::expected(at, Expect::Arrow));
            }
            (open(there), if both { open(back) } else { None })
        }),
    ];
    node(text)
        .then(ways)
        .then(node(text))
        .map_with(|((from, (there, back)), to), e| Edge { from, to, there, back, span: span(e.span()) })
        .boxed()
}
