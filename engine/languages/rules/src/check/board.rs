//! The forms of boards: `square(…)`, `hex(…)`, pictures and graphs become cells and links.
//!
//! Invariant: boards are made before types and constants, which may refer to them; their sizes are whole numbers:
//! written, in constants, in files of data, or in options ([`super::forms`]).

use super::super::files::DataFile;
use super::super::lex::unescape;
use super::entries::FormWord;
use super::given::{DEEPEST, Given, Known, bare_option, known};
use super::{Checker, Def, ast};
use ast::{Drawn, ExprKind as Ast, File, ItemKind, Name, Node};
use front::NameKind;
use ir::{Board, BoardId, BoardKind, BoardOp, CELLS_MAX, Cell, Connect, EnumId, Link, WEIGHT_MAX};
use std::collections::{BTreeMap, BTreeSet};

/// The most rows, and the most columns.
const SIDE_MAX: usize = 100;

/// Fields of boards besides their [`BoardOp`]s.
pub struct BoardField {
    pub name: &'static str,
    pub ty: &'static str,
    pub doc: &'static str,
    pub on: fn(BoardKind) -> bool,
}

pub const FIELDS: &[BoardField] = &[
    BoardField { name: "rows", ty: "int[]", doc: "All rows, from 0, from the top.", on: planar },
    BoardField { name: "columns", ty: "int[]", doc: "All columns, from 0, from the left.", on: planar },
    BoardField { name: "size", ty: "int", doc: "How many cells there are.", on: |_| true },
    BoardField { name: "directions", ty: "direction[]", doc: "The directions that connect, clockwise.", on: planar },
    BoardField { name: "orthogonal", ty: "direction[]", doc: "`n`, `e`, `s` and `w`.", on: of_squares },
    BoardField { name: "diagonal", ty: "direction[]", doc: "`ne`, `se`, `sw` and `nw`.", on: of_squares },
    BoardField { name: "all", ty: "direction[]", doc: "All directions, clockwise from the top.", on: planar },
];

/// The names of all of them.
pub fn board_fields() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|it| it.name)
}

pub fn field_named(name: &str) -> Option<&'static BoardField> {
    FIELDS.iter().find(|it| it.name == name)
}

fn planar(kind: BoardKind) -> bool {
    kind != BoardKind::Graph
}

fn of_squares(kind: BoardKind) -> bool {
    matches!(kind, BoardKind::Square { .. })
}

const SQUARE: FormWord = (
    "square",
    "square(rows, columns [, sides | diagonals | both] [, wrap])",
    "A board of squares, 1 to 100 each way, or a picture in braces; connected by sides unless it says otherwise.",
);
const HEX: FormWord = (
    "hex",
    "hex(rows, columns [, rhombus]), hex([3, 4, 5, 4, 3])",
    "A board of hexes that point up: every second row half a cell to the right, or rows of these lengths, or a picture in braces.",
);
const GRAPH: FormWord = (
    "graph",
    "graph { a - b 3; b -> c; d at (3, 4) }",
    "Places and their links, each with a weight, 1 if none is given; `->` is one way, `at` says where a place is drawn: on a picture in its pixels, or the units of its `viewBox`.",
);
const SQUARE_FLAGS: &[FormWord] = &[
    ("sides", "square(8, 8, sides)", "Cells that share a side are connected."),
    ("diagonals", "square(8, 8, diagonals)", "Cells that share only a corner are connected."),
    ("both", "square(8, 8, both)", "Cells that share a side or a corner are connected."),
    ("wrap", "square(8, 8, wrap)", "Beyond an edge is the opposite one."),
];
const HEX_FLAGS: &[FormWord] = &[("rhombus", "hex(7, 7, rhombus)", "Each row lies half a cell further to the right.")];

/// The forms of boards, with the words that may be among their arguments.
const FORMS: &[(FormWord, &[FormWord])] = &[(SQUARE, SQUARE_FLAGS), (HEX, HEX_FLAGS), (GRAPH, &[])];

/// Names of the forms of boards, each with the words that may be among its arguments.
pub fn board_forms() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    FORMS.iter().map(|(form, flags)| (form.0, flags.iter().map(|it| it.0).collect()))
}

/// The arguments of a form.
struct Form<'s> {
    sizes: Vec<usize>,
    /// Cells in each row.
    lengths: Option<Vec<usize>>,
    flags: Vec<&'s str>,
}

/// For each row its cells: the sign of each. Blanks count as columns, but are no cells.
type Picture = Vec<Vec<Option<char>>>;

impl<'a, 's> Checker<'_, 'a, 's> {
    pub fn declare_boards(&mut self, file: &'a File<'s>) {
        let mut given = Given::default();
        for item in &file.items {
            if let ItemKind::Option { name, .. } = &item.kind {
                given.options.push(name.text);
            }
        }
        let files: &'a super::Beside = self.beside;
        for (name, source) in &self.const_sources {
            match source {
                super::ConstSource::Value(value, _) => {
                    if let Some(value) = known(value, &given, 0) {
                        given.values.insert(name.text, value);
                    }
                }
                super::ConstSource::Data(_, file, _) => {
                    if let Some(Some(DataFile::Json(json))) = files.data.get(&unescape(file.raw)) {
                        given.data.insert(name.text, json);
                    }
                }
            }
        }
        let mut left = CELLS_MAX;
        for item in &file.items {
            let ItemKind::Board { name, form } = &item.kind else { continue };
            let Some(forms) = self.board_forms(file, *name, form, &mut given) else {
                self.define(*name, Def::Broken);
                continue;
            };
            let count: usize = forms.boards.iter().map(|it| it.cells.len()).sum();
            if count > left {
                self.problems.board_cells(name.span, CELLS_MAX);
                self.define(*name, Def::Broken);
                continue;
            }
            left -= count;
            self.define(*name, Def::Board(BoardId(self.program.boards.len() as u16)));
            self.add_forms(*name, forms);
        }
        self.given = given;
    }

    /// One form of a board.
    pub fn board_form(
        &mut self,
        name: Name<'s>,
        value: &'a ast::Expr<'s>,
        drawn: Option<&'a [Drawn<'s>]>,
        given: &Given<'a, 's>,
    ) -> Option<Board> {
        let (form, args) = match &value.kind {
            Ast::Call(callee, args) => (&callee.kind, &args[..]),
            form => (form, &[][..]),
        };
        let Some(&(word, flags)) = FORMS.iter().find(|it| matches!(form, Ast::Name(name) if *name == it.0.0)) else {
            if self.probed(value.span) {
                self.probe_words(NameKind::Builtin, FORMS.iter().map(|it| &it.0));
            } else {
                self.problems.board_shape(value.span);
            }
            return None;
        };
        if args.iter().any(|it| self.probed(it.span)) {
            self.probe_words(NameKind::Builtin, flags);
            return None;
        }
        let span = if let Ast::Call(callee, _) = &value.kind { callee.span } else { value.span };
        self.note_word(NameKind::Builtin, span, word);
        let wanted = self.board_arguments(args, flags, given)?;
        let name = name.text.to_string();
        let (kind, direction) = match form {
            Ast::Name("graph") => {
                let Some(drawn) = drawn.filter(|_| args.is_empty()) else {
                    self.problems.board_shape(value.span);
                    return None;
                };
                return self.graph(name, value, drawn);
            }
            Ast::Name("hex") => (BoardKind::Hex, self.direction_type(1, "hex direction", ir::HEX_DIRECTIONS)),
            _ => {
                let has = |flag: &str| wanted.flags.contains(&flag);
                let connect = match (has("sides"), has("diagonals"), has("both")) {
                    (_, false, false) => Connect::Sides,
                    (false, true, false) => Connect::Diagonals,
                    (false, false, true) => Connect::Both,
                    _ => {
                        self.problems.board_connections(value.span);
                        return None;
                    }
                };
                let kind = BoardKind::Square { connect, wrap: has("wrap") };
                (kind, self.direction_type(0, "square direction", ir::SQUARE_DIRECTIONS))
            }
        };
        let picture = self.picture(&wanted, drawn, value)?;
        let rows = picture.len();
        let columns = picture.iter().map(Vec::len).max().unwrap_or(0);
        let shift = |row: usize| match kind {
            BoardKind::Hex if wanted.lengths.is_some() => columns - picture[row].len(),
            BoardKind::Hex if wanted.flags.contains(&"rhombus") => row,
            BoardKind::Hex => row % 2,
            _ => 0,
        };
        let mut cells = Vec::new();
        for (row, line) in picture.iter().enumerate() {
            for (column, sign) in line.iter().enumerate() {
                let Some(sign) = *sign else { continue };
                let rank = if kind == BoardKind::Hex { row + 1 } else { rows - row };
                cells.push(Cell {
                    name: format!("{}{rank}", letters(column)),
                    row: row as u16,
                    column: column as u16,
                    x: column as f64 + shift(row) as f64 / 2.0,
                    y: row as f64,
                    sign,
                });
            }
        }
        if cells.is_empty() {
            self.problems.board_empty(value.span);
            return None;
        }
        let (rows, columns) = (rows as u16, columns as u16);
        Some(Board { name, kind, rows, columns, cells, links: Vec::new(), direction: Some(direction) })
    }

    /// The type of directions, made when it is first needed.
    fn direction_type(&mut self, at: usize, name: &str, members: &[&str]) -> EnumId {
        let next = EnumId(self.program.enums.len() as u16);
        let id = *self.directions[at].get_or_insert(next);
        if id == next {
            let members = members.iter().map(|it| (*it).to_string()).collect();
            self.program.enums.push(ir::Enum { name: name.to_string(), members });
        }
        id
    }

    fn board_arguments(
        &mut self,
        args: &'a [ast::Expr<'s>],
        flags: &[FormWord],
        given: &Given<'a, 's>,
    ) -> Option<Form<'s>> {
        let known: Vec<&str> = flags.iter().map(|it| it.0).collect();
        let mut form = Form { sizes: Vec::new(), lengths: None, flags: Vec::new() };
        let mut fine = true;
        for it in args {
            self.note_sizes(it, 0);
            match &it.kind {
                Ast::Name(text) if known.contains(text) => {
                    form.flags.push(text);
                    for word in flags.iter().filter(|it| it.0 == *text) {
                        self.note_word(NameKind::Builtin, it.span, *word);
                    }
                }
                Ast::List(lengths) if known.contains(&"rhombus") => {
                    let mut out = Vec::new();
                    for it in lengths.iter().take(SIDE_MAX + 1) {
                        match self.side(it, given) {
                            Some(length) => out.push(length),
                            None => fine = false,
                        }
                    }
                    if out.is_empty() || out.len() > SIDE_MAX {
                        self.problems.board_side(it.span);
                        fine = false;
                    } else if out.windows(2).any(|it| it[0].abs_diff(it[1]) != 1) {
                        self.problems.board_lengths(it.span);
                        fine = false;
                    }
                    form.lengths = Some(out);
                }
                Ast::Name(text)
                    if !given.values.contains_key(text)
                        && !given.data.contains_key(text)
                        && !given.options.contains(text) =>
                {
                    self.problems.board_word(it.span, text, &known);
                    fine = false;
                }
                _ => match self.side(it, given) {
                    Some(size) => form.sizes.push(size),
                    None => fine = false,
                },
            }
        }
        fine.then_some(form)
    }

    /// The number of rows or columns.
    fn side(&mut self, it: &ast::Expr<'s>, given: &Given<'a, 's>) -> Option<usize> {
        let Some(size) = known(it, given, 0) else {
            self.problems.board_unknown(it.span, bare_option(it, given, 0));
            return None;
        };
        let size = if let Known::Int(size) = size { usize::try_from(size).ok() } else { None };
        let size = size.filter(|it| (1..=SIDE_MAX).contains(it));
        if size.is_none() {
            self.problems.board_side(it.span);
        }
        size
    }

    /// Notes the constants and the data that a size is made of.
    fn note_sizes(&mut self, it: &ast::Expr<'s>, depth: usize) {
        let mut inside = |it: &ast::Expr<'s>| self.note_sizes(it, depth + 1);
        match &it.kind {
            _ if depth > DEEPEST => {}
            Ast::Name(name) => self.note_def(name, it.span),
            Ast::Unary(_, _, of) | Ast::Field(of, _) => inside(of),
            Ast::Binary(_, _, a, b) | Ast::Index(a, b) => {
                inside(a);
                inside(b);
            }
            Ast::List(all) | Ast::Call(_, all) => all.iter().for_each(inside),
            _ => {}
        }
    }

    fn picture(
        &mut self,
        wanted: &Form<'s>,
        drawn: Option<&'a [Drawn<'s>]>,
        value: &'a ast::Expr<'s>,
    ) -> Option<Picture> {
        match (&wanted.sizes[..], &wanted.lengths, drawn) {
            ([rows, columns], None, None) => Some(vec![vec![Some('.'); *columns]; *rows]),
            ([], Some(lengths), None) if wanted.flags.is_empty() => {
                Some(lengths.iter().map(|it| vec![Some('.'); *it]).collect())
            }
            ([], None, Some(lines)) => {
                let mut picture = Picture::new();
                for it in lines {
                    match it {
                        Drawn::Row(text) => {
                            let row = unescape(text.raw);
                            let cell = |sign: char| (!matches!(sign, '#' | ' ')).then_some(sign);
                            let row: Vec<Option<char>> = row.chars().map(cell).collect();
                            if row.len() > SIDE_MAX || picture.len() == SIDE_MAX {
                                self.problems.board_side(text.span);
                                return None;
                            }
                            picture.push(row);
                        }
                        Drawn::Cell(node, _) => {
                            self.problems.board_row(node.name.span);
                            return None;
                        }
                    }
                }
                Some(picture)
            }
            _ => {
                self.problems.board_shape(value.span);
                None
            }
        }
    }

    fn graph(&mut self, name: String, value: &'a ast::Expr<'s>, lines: &'a [Drawn<'s>]) -> Option<Board> {
        let mut graph = Graph::default();
        for it in lines {
            match it {
                Drawn::Row(text) => self.problems.graph_row(text.span),
                Drawn::Cell(node, links) => {
                    let mut from = self.graph_cell(&mut graph, node);
                    for it in links {
                        let to = self.graph_cell(&mut graph, &it.to);
                        let span = it.to.name.span;
                        let weight = match it.weight {
                            Some((weight, span)) if !(1..=WEIGHT_MAX).contains(&weight) => {
                                self.problems.link_weight(span, WEIGHT_MAX);
                                1
                            }
                            other => other.map_or(1, |it| it.0 as u32),
                        };
                        let back = it.one_way || graph.linked.insert((to, from));
                        if from == to {
                            self.problems.link_to_itself(span, it.to.name.text);
                        } else if !graph.linked.insert((from, to)) || !back {
                            self.problems.link_twice(span, graph.cells[usize::from(from)].0.text, it.to.name.text);
                        } else {
                            graph.links.push(Link { from, to, weight, one_way: it.one_way });
                        }
                        from = to;
                    }
                }
            }
            if graph.cells.len() > CELLS_MAX {
                self.problems.board_cells(value.span, CELLS_MAX);
                return None;
            }
        }
        if graph.cells.is_empty() {
            self.problems.board_empty(value.span);
            return None;
        }
        let places = places(&graph.cells.iter().map(|it| it.1).collect::<Vec<_>>());
        let cells = graph.cells.iter().zip(places);
        let cells =
            cells.map(|((name, _), (x, y))| Cell { name: name.text.to_string(), row: 0, column: 0, x, y, sign: '.' });
        Some(Board {
            name,
            kind: BoardKind::Graph,
            rows: 0,
            columns: 0,
            cells: cells.collect(),
            links: graph.links,
            direction: None,
        })
    }

    /// The number of a cell, which is new if it was not named before.
    fn graph_cell(&mut self, graph: &mut Graph<'s>, node: &Node<'s>) -> u16 {
        let Name { text, span } = node.name;
        let place = node.at.map(|it| (it.x, it.y));
        let next = graph.cells.len().min(usize::from(u16::MAX)) as u16;
        let at = *graph.numbers.entry(text).or_insert(next);
        if at == next {
            if BoardOp::named(text).is_some() || field_named(text).is_some() {
                self.problems.cell_name(span, text);
            }
            graph.cells.push((node.name, place));
        } else if let (Some(known), Some(_)) = (graph.cells.get_mut(usize::from(at)), place) {
            if known.1.is_some() {
                self.problems.placed_twice(span, text, known.0.span);
            }
            known.1 = place;
        }
        at
    }
}

#[derive(Default)]
struct Graph<'s> {
    numbers: BTreeMap<&'s str, u16>,
    cells: Vec<(Name<'s>, Option<(f64, f64)>)>,
    links: Vec<Link>,
    linked: BTreeSet<(u16, u16)>,
}

/// `a` to `z`, then `aa` and so on.
fn letters(column: usize) -> String {
    let letter = |it: usize| char::from(b'a' + (it % 26) as u8);
    match column / 26 {
        0 => letter(column).to_string(),
        more => format!("{}{}", letter(more - 1), letter(column)),
    }
}

/// Positions of a graph's cells. Cells without a position go on a circle, or, if others have one, in a row below those.
fn places(given: &[Option<(f64, f64)>]) -> Vec<(f64, f64)> {
    let placed: Vec<(f64, f64)> = given.iter().flatten().copied().collect();
    let count = given.len() as f64;
    if placed.is_empty() {
        let radius = (count / 4.0).max(1.0);
        let round = |it: f64| (it * 1000.0).round() / 1000.0;
        let turn = |i: usize| i as f64 / count * std::f64::consts::TAU;
        return (0..given.len()).map(|i| (round(radius * turn(i).sin()), round(-radius * turn(i).cos()))).collect();
    }
    let least = |a: f64, b: f64| a.min(b);
    let left = placed.iter().map(|it| it.0).fold(f64::INFINITY, least);
    let below = placed.iter().map(|it| it.1).fold(f64::NEG_INFINITY, f64::max) + 1.0;
    let mut next = left;
    let below = |at: &Option<(f64, f64)>| match at {
        Some(place) => *place,
        None => {
            next += 1.0;
            (next - 1.0, below)
        }
    };
    given.iter().map(below).collect()
}
