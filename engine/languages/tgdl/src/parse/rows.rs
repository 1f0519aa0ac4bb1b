//! The kind of a group and its rows.

use super::*;

/// `square around`, `hex row`
pub fn shape<'t, 's: 't>() -> P<'t, 's, Shape> {
    let corners = choice((soft("around").to(true), soft("sides").to(false))).boxed();
    choice![
        soft("square").ignore_then(corners.clone().or_not()).map(|it| Shape::Square { around: it.unwrap_or(false) }),
        corners.map(|around| Shape::Square { around }),
        soft("hex").ignore_then(
            choice((soft("row").to(Shape::HexRow), soft_of(&["col", "column"]).map(|_| Shape::HexColumn),))
                .labelled(Expect::Orientation)
        ),
        soft_of(&["adjency", "adjacency"]).map(|_| Shape::Graph),
    ]
    .labelled(Expect::Shape)
    .boxed()
}

/// `h, b, h;`
pub fn row<'t, 's: 't>(text: &'s str) -> P<'t, 's, Vec<Option<Name<'s>>>> {
    let cell = name().map(|it| Some(it).filter(|it| it.text != "b"));
    let row = cell.separated_by(sign(",")).allow_trailing().at_least(1).collect::<Vec<_>>();
    choice![row.then_ignore(line_end(text)), just(Tok::Semi).map(|_| Vec::new())]
}

/// The end of a row or an edge: its `;`, or the end of its line.
pub fn line_end<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    choice((just(Tok::Semi).ignored(), just(Tok::Close(b'}')).rewind().ignored(), end(), new_line(text))).boxed()
}
