//! The board: its groups, their cells, and how they hang together.

use super::board_info::{CellInfo, GroupInfo};
use super::classes::{Class, FamilyId};
use super::types::{BOARD, CELL, ClassId, GROUP, T, Val};
use super::{Checker, Def, ast};
use ast::{BoardPartKind, Edge, GroupPartKind, ItemKind, Name, Node, NodeCell, Shape, Way};
use diag::Span;
use ir::{BoardId, BoardKind, BoardOp, Builtin, Cell, Connect, Const, Data, DataId, Expr, ExprKind, Link, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// The board, its groups and their cells.
    pub fn board_classes(&mut self) {
        let file = self.file;
        let mut boards = file.items.iter().filter_map(|it| match &it.kind {
            ItemKind::Board(board) => Some((board, it.span)),
            _ => None,
        });
        let Some((board, first)) = boards.next() else { return };
        for (other, span) in boards {
            let at = other.name.map_or(span, |it| it.span);
            self.problems.twice(at, "board", first);
        }
        self.board.ast = Some(board);
        if let Some(name) = board.name.filter(|it| it.text != "board") {
            self.board.class = Some(self.board_class(name, BOARD));
        }
        for part in &board.parts {
            if let BoardPartKind::Group(it) = &part.kind {
                self.group(it);
            }
        }
        self.places_of_new_groups();
        for part in &board.parts {
            if let BoardPartKind::Group(it) = &part.kind {
                let group =
                    self.board.groups.iter().position(|other| other.ast.is_some_and(|ast| std::ptr::eq(ast, it)));
                let group = group.unwrap_or(0);
                self.shape_links(group);
                self.group_links(group, it);
            }
        }
        (self.board.declared()..self.board.groups.len()).for_each(|it| self.shape_links(it));
        for part in &board.parts {
            if let BoardPartKind::Borders(edges) = &part.kind {
                for it in edges {
                    self.edge(None, it);
                }
            }
        }
    }

    fn board_class(&mut self, name: Name<'s>, base: ClassId) -> ClassId {
        let id = ClassId(self.classes.list.len());
        self.define(name, Def::Class(id));
        self.classes.list.push(Class {
            name: name.text,
            kind: None,
            base: Some(base),
            construct: None,
            family: FamilyId(0),
            tag: 0,
            span: name.span,
        });
        id
    }

    fn group(&mut self, it: &'a ast::Group<'s>) {
        let class = Some(self.board_class(it.name, GROUP));
        let shape = it.shape.unwrap_or(Shape::Square { around: false });
        let index = self.board.groups.len();
        let first = self.board.cells.len();
        let (mut rows, mut columns) = (0, 0);
        for part in &it.parts {
            match &part.kind {
                GroupPartKind::Row(cells) => {
                    columns = columns.max(cells.len() as i64);
                    let cells: Vec<_> = cells.iter().map(|it| it.map(|name| self.cell_type(name))).collect();
                    self.row(index, rows, &cells);
                    rows += 1;
                }
                GroupPartKind::Nodes(class, nodes) if shape == Shape::Graph => {
                    let class = self.cell_type(*class);
                    nodes.iter().for_each(|it| self.node(index, *it, class));
                }
                _ => {}
            }
        }
        if shape == Shape::Graph {
            let only = self.only_cell();
            let edges = it.parts.iter().filter_map(|it| match &it.kind {
                GroupPartKind::Edges(it) => Some(it),
                _ => None,
            });
            for node in edges.flatten().flat_map(|it| [&it.from, &it.to]) {
                if let NodeCell::Name(name) = node.cell
                    && self.board.node_named(index, name.text).is_none()
                {
                    self.node(index, name, only);
                }
            }
        }
        if self.board.cells.len() == first {
            self.problems.board_empty(it.name.span);
        }
        self.board.groups.push(GroupInfo { name: it.name, shape, rows, columns, class, ast: Some(it) });
    }

    /// The cells of a row of a group. In columns the first number is the column.
    pub fn row(&mut self, group: usize, row: i64, cells: &[Option<ClassId>]) {
        for (column, class) in (0..).zip(cells) {
            let Some(class) = *class else { continue };
            self.board.at.insert((group, row, column), self.board.cells.len());
            let name = format!("{row},{column}");
            self.board.cells.push(CellInfo { class, group, row, column, name, node: None });
        }
    }

    fn node(&mut self, group: usize, name: Name<'s>, class: ClassId) {
        if let Some(cell) = self.board.node_named(group, name.text) {
            if let Some(first) = self.board.cells[cell].node {
                self.note(name.span, first.span);
            }
            return;
        }
        let cell = self.board.cells.len() as i64;
        self.names.entry(name.text).or_insert((Def::Node(cell), name.span));
        let text = name.text.to_owned();
        self.board.cells.push(CellInfo { class, group, row: 0, column: 0, name: text, node: Some(name) });
    }

    /// The boardcell that a row names.
    pub fn cell_type(&mut self, name: Name<'s>) -> ClassId {
        if let Some(id) = self.class_named(name.text)
            && self.classes.is_a(id, CELL)
        {
            self.note_class(name.span, id);
            return id;
        }
        // One wrong word occurs in many cells: report it once.
        if self.board.unknown.insert(name.text) {
            let all = self.classes.below(CELL).into_iter().filter(|it| *it != CELL);
            let known: Vec<&str> = all.map(|it| self.classes.get(it).name).collect();
            self.problems.no_boardcell(name.span, name.text, &known);
        }
        CELL
    }

    /// The author's only boardcell, or the common base of all.
    pub fn only_cell(&self) -> ClassId {
        let mut all = self.classes.below(CELL).into_iter().filter(|it| *it != CELL);
        match (all.next(), all.next()) {
            (Some(only), None) => only,
            _ => CELL,
        }
    }

    /// Links from the shape of a group.
    fn shape_links(&mut self, index: usize) {
        let Some(group) = self.board.groups.get(index) else { return };
        let shape = group.shape;
        let cells: Vec<usize> = (0..self.board.cells.len()).filter(|i| self.board.cells[*i].group == index).collect();
        for cell in cells {
            let (row, column) = (self.board.cells[cell].row, self.board.cells[cell].column);
            for (down, right) in steps(shape, row, column) {
                if let Some(to) = self.board.at.get(&(index, row + down, column + right)) {
                    self.board.links.push((cell, *to, 1.0));
                }
            }
        }
    }

    /// Links that the author of a group adds or removes.
    fn group_links(&mut self, index: usize, it: &'a ast::Group<'s>) {
        for part in &it.parts {
            if let GroupPartKind::Edges(edges) = &part.kind {
                for it in edges {
                    self.edge(Some(index), it);
                }
            }
        }
    }

    fn edge(&mut self, group: Option<usize>, it: &Edge<'s>) {
        let (Some(from), Some(to)) = (self.find(group, &it.from), self.find(group, &it.to)) else { return };
        self.board.edited = true;
        for (from, to, way) in [(from, to, it.there), (to, from, it.back)] {
            let Some(way) = way else { continue };
            self.board.links.retain(|it| (it.0, it.1) != (from, to));
            if let Way::Open(distance) = way {
                let hundredths = distance * 100.0;
                if !(distance > 0.0 && distance <= DISTANCE_MAX) || (hundredths - hundredths.round()).abs() > 1e-6 {
                    self.problems.no_distance(it.span, DISTANCE_MAX);
                }
                if distance.fract() != 0.0 {
                    self.board.fraction = true;
                    self.found.fraction = true;
                }
                self.board.links.push((from, to, distance));
            }
        }
    }

    fn find(&mut self, group: Option<usize>, node: &Node<'s>) -> Option<usize> {
        let named = node.group.and_then(|name| self.board.groups.iter().position(|it| it.name.text == name.text));
        if let (Some(name), None) = (node.group, named) {
            let known: Vec<&str> = self.board.groups.iter().map(|it| it.name.text).collect();
            self.problems.no_type(name.span, name.text, &known);
            return None;
        }
        let group = named.or(group);
        let found = match (&node.cell, group) {
            (NodeCell::Name(name), Some(group)) => self.board.node_named(group, name.text),
            (NodeCell::Name(name), None) => {
                self.board.cells.iter().position(|it| it.node.is_some_and(|it| it.text == name.text))
            }
            (NodeCell::At(row, column), group) => self.board.at.get(&(group.unwrap_or(0), *row, *column)).copied(),
        };
        if let (Some(name), Some(index)) = (node.group, named) {
            self.note(name.span, self.board.groups[index].name.span);
        }
        if let (NodeCell::Name(name), Some(cell)) = (&node.cell, found)
            && let Some(declared) = self.board.cells[cell].node
        {
            self.note(name.span, declared.span);
        }
        if found.is_none() {
            let known: Vec<&str> = self.board.cells.iter().filter_map(|it| it.node).map(|it| it.text).collect();
            let name = match &node.cell {
                NodeCell::Name(name) => name.text.to_owned(),
                NodeCell::At(row, column) => format!("({row},{column})"),
            };
            let board = group.and_then(|it| self.board.groups.get(it)).map_or("board", |it| it.name.text);
            self.problems.no_cell(node.span, &name, board, &known);
        }
        found
    }

    /// Makes the boards of the program.
    pub fn make_boards(&mut self) {
        if self.board.cells.is_empty() {
            return;
        }
        if self.board.cells.len() > ir::CELLS_MAX {
            let at = self.board.groups.first().map_or(Span::default(), |it| it.name.span);
            self.problems.board_cells(at, ir::CELLS_MAX);
            return;
        }
        let several = self.board.groups.len() > 1;
        let shape = self.board.groups[0].shape;
        let plain = !several && matches!(shape, Shape::Square { .. } | Shape::HexRow);
        let links = self.links();
        let graph = |checker: &Self| ir::Board {
            name: "board".into(),
            kind: BoardKind::Graph,
            rows: 0,
            columns: 0,
            cells: checker.laid_out(),
            links: links.clone(),
            direction: None,
        };
        let board = if plain { self.plain_board(shape) } else { graph(self) };
        self.program.boards.push(board);
        self.board.drawn = Some(BoardId(0));
        self.board.net = Some(BoardId(0));
        if plain && self.board.edited {
            let net = ir::Board { name: "links".into(), cells: self.flat(), ..graph(self) };
            self.program.boards.push(net);
            self.board.net = Some(BoardId(1));
        }
        self.cell_tables();
    }

    fn plain_board(&mut self, shape: Shape) -> ir::Board {
        let group = &self.board.groups[0];
        let (rows, columns) = (group.rows as u16, group.columns as u16);
        let hex = shape == Shape::HexRow;
        let kind = match shape {
            Shape::Square { around } => {
                BoardKind::Square { connect: if around { Connect::Both } else { Connect::Sides }, wrap: false }
            }
            _ => BoardKind::Hex,
        };
        let names = if hex { ir::HEX_DIRECTIONS } else { ir::SQUARE_DIRECTIONS };
        let direction = ir::EnumId(self.program.enums.len() as u16);
        self.program
            .enums
            .push(ir::Enum { name: "direction".into(), members: names.iter().map(|it| (*it).to_owned()).collect() });
        let cells = self.board.cells.iter().map(|it| {
            let shift = if hex && it.row % 2 == 1 { 0.5 } else { 0.0 };
            Cell {
                name: it.name.clone(),
                row: it.row as u16,
                column: it.column as u16,
                x: it.column as f64 + shift,
                y: it.row as f64,
                sign: '.',
            }
        });
        ir::Board {
            name: "board".into(),
            kind,
            rows,
            columns,
            cells: cells.collect(),
            links: Vec::new(),
            direction: Some(direction),
        }
    }

    /// Without rows and columns.
    fn flat(&self) -> Vec<Cell> {
        let cell = |it: &CellInfo| Cell {
            name: it.name.clone(),
            row: 0,
            column: 0,
            x: it.column as f64,
            y: it.row as f64,
            sign: '.',
        };
        self.board.cells.iter().map(cell).collect()
    }

    /// Positions of the cells of all groups: the groups side by side, graphs in a circle.
    fn laid_out(&self) -> Vec<Cell> {
        let mut out = self.flat();
        let mut left = 0.0;
        for (i, group) in self.board.groups.iter().enumerate() {
            let mine: Vec<usize> = (0..out.len()).filter(|it| self.board.cells[*it].group == i).collect();
            let count = mine.len().max(1) as f64;
            let radius = count / 4.0 + 0.5;
            let mut width: f64 = 1.0;
            for (n, cell) in mine.iter().enumerate() {
                let info = &self.board.cells[*cell];
                let (row, column) = (info.row as f64, info.column as f64);
                let odd = |n: i64| if n % 2 == 1 { 0.5 } else { 0.0 };
                let (x, y) = match group.shape {
                    Shape::Square { .. } => (column, row),
                    Shape::HexRow => (column + odd(info.row), row),
                    // Rows of the text are the columns of the board.
                    Shape::HexColumn => (row, column + odd(info.row)),
                    Shape::Graph => {
                        let turn = n as f64 / count * std::f64::consts::TAU;
                        (round(radius + radius * turn.sin()), round(radius - radius * turn.cos()))
                    }
                };
                width = width.max(x + 1.0);
                if let Some(it) = out.get_mut(*cell) {
                    it.x = left + x;
                    it.y = y;
                }
            }
            left += width + 1.0;
        }
        let several = self.board.groups.len() > 1;
        for (cell, info) in out.iter_mut().zip(&self.board.cells) {
            if several {
                let group = &self.board.groups[info.group];
                cell.name = match group.ast {
                    Some(_) => format!("{}.{}", group.name.text, info.name),
                    None => format!("{}.{}", info.group, info.name),
                };
            }
        }
        out
    }

    /// A distance of 1 in the program's whole numbers.
    pub fn unit(&self) -> i64 {
        if self.board.fraction { 100 } else { 1 }
    }

    fn links(&self) -> Vec<Link> {
        let link = |(from, to, distance): &(usize, usize, f64)| Link {
            from: *from as u16,
            to: *to as u16,
            weight: ((*distance * self.unit() as f64).round() as u32).clamp(1, ir::WEIGHT_MAX as u32),
            one_way: true,
        };
        self.board.links.iter().map(link).collect()
    }

    /// Tables with the properties of each cell.
    fn cell_tables(&mut self) {
        let several = self.classes.below(CELL).len() > 2;
        let tags: Vec<i64> = self.board.cells.iter().map(|it| self.classes.get(it.class).tag).collect();
        let groups: Vec<i64> = self.board.cells.iter().map(|it| it.group as i64).collect();
        let rows: Vec<i64> = self.board.cells.iter().map(|it| it.row).collect();
        let columns: Vec<i64> = self.board.cells.iter().map(|it| it.column).collect();
        if several {
            self.helpers.cell_tags = Some(self.table("cell types", &tags));
        }
        if self.board.groups.len() > 1 {
            self.helpers.cell_groups = Some(self.table("cell groups", &groups));
        }
        self.helpers.cell_rows = Some(self.table("cell rows", &rows));
        self.helpers.cell_columns = Some(self.table("cell columns", &columns));
        // By group, row and column, each as wide as the widest.
        let (mut tall, mut wide) = (0, 0);
        for it in &self.board.groups {
            (tall, wide) = (tall.max(it.rows), wide.max(it.columns));
        }
        self.helpers.grid_rows = tall;
        self.helpers.grid_columns = wide;
        let mut grid = Vec::new();
        for group in 0..self.board.groups.len() {
            for row in 0..tall {
                for column in 0..wide {
                    grid.push(self.board.at.get(&(group, row, column)).map_or(-1, |it| *it as i64));
                }
            }
        }
        self.helpers.grid = Some(self.table("cells", &grid));
        self.helpers.firsts = (0..self.board.groups.len()).map(|it| self.first_in_order(it)).collect();
    }

    /// The first cell of a group, if its cells have numbers in their order, without gaps.
    fn first_in_order(&self, group: usize) -> Option<i64> {
        let info = self.board.groups.get(group)?;
        let (tall, wide) = (info.rows, info.columns);
        let first = *self.board.at.get(&(group, 0, 0))? as i64;
        let in_order = |(row, column)| {
            let cell = self.board.at.get(&(group, row, column));
            cell.is_some_and(|it| *it as i64 == first + row * wide + column)
        };
        (0..tall).flat_map(|row| (0..wide).map(move |column| (row, column))).all(in_order).then_some(first)
    }

    pub fn table(&mut self, name: &str, all: &[i64]) -> DataId {
        let id = DataId(self.program.data.len() as u16);
        let value = self.const_ints(all);
        self.program.data.push(Data { name: name.into(), ty: Ty::Int.list(), value, entry: None });
        id
    }

    pub fn looked_up(&self, table: Option<DataId>, index: Expr) -> Expr {
        let Some(id) = table else { return self.b().int(0) };
        let table = self.b().expr(ExprKind::Data(id), Ty::Int.list());
        self.b().expr(ExprKind::Index(Box::new(table), Box::new(index)), Ty::Int)
    }

    /// The tag of the type of a cell.
    pub fn cell_class(&self, cell: Expr) -> Expr {
        match self.helpers.cell_tags {
            Some(id) => self.looked_up(Some(id), cell),
            None => self.b().int(self.classes.get(self.only_cell()).tag),
        }
    }

    pub fn cell_group(&self, cell: Expr) -> Expr {
        match self.helpers.cell_groups {
            Some(id) => self.looked_up(Some(id), cell),
            None => self.b().int(0),
        }
    }

    pub fn cell_row(&self, cell: Expr) -> Expr {
        self.looked_up(self.helpers.cell_rows, cell)
    }

    pub fn cell_column(&self, cell: Expr) -> Expr {
        self.looked_up(self.helpers.cell_columns, cell)
    }

    /// `group[row][column]`: none beyond the group and where it is blank.
    pub fn cell_at(&mut self, group: Expr, row: Expr, column: Expr) -> Val {
        let cell = T::Ref(self.only_cell());
        if let ExprKind::Const(Const::Int(group)) = group.kind
            && let Some(e) = self.cell_in(group, row.clone(), column.clone())
        {
            return self.maybe(e, cell);
        }
        let id = self.helper_at();
        let e = self.b().call(id, vec![group, row, column], Ty::Int.opt());
        self.maybe(e, cell)
    }

    /// The cell of a group without gaps: they have numbers in their order.
    fn cell_in(&mut self, group: i64, row: Expr, column: Expr) -> Option<Expr> {
        let group = usize::try_from(group).ok()?;
        let first = *self.helpers.firsts.get(group)?.as_ref()?;
        let info = self.board.groups.get(group)?;
        let (tall, wide) = (info.rows, info.columns);
        let mut before = Vec::new();
        let mut known = |this: &mut Self, name: &str, e: Expr| {
            if matches!(e.kind, ExprKind::Const(_)) {
                return e;
            }
            let (local, set) = this.temp(name, e);
            before.push(set);
            this.b().get(local)
        };
        let (row, column) = (known(self, "row", row), known(self, "column", column));
        let b = self.b();
        let inside = |at: &Expr, end| {
            let low = b.not(b.less(at.clone(), b.int(0)));
            b.and(low, b.less(at.clone(), b.int(end)))
        };
        let there = b.and(inside(&row, tall), inside(&column, wide));
        let mut cell = b.add(b.binary(ir::Binary::IntMul, row, b.int(wide)), column);
        if first > 0 {
            cell = b.add(cell, b.int(first));
        }
        let found = b.cast(ir::Cast::Some, cell, Ty::Int.opt());
        Some(b.block(before, b.either(there, found, b.none(Ty::Int.opt()))))
    }

    fn helper_at(&mut self) -> ir::FnId {
        if let Some(id) = self.helpers.at {
            return id;
        }
        let saved = std::mem::take(&mut self.ctx.b);
        let (group, row, column, cell) = {
            let b = &mut self.ctx.b;
            (b.local("group", Ty::Int), b.local("row", Ty::Int), b.local("column", Ty::Int), b.local("cell", Ty::Int))
        };
        let b = self.b();
        let (tall, wide) = (self.helpers.grid_rows, self.helpers.grid_columns);
        let inside = |at, end| {
            let low = b.not(b.less(b.get(at), b.int(0)));
            b.and(low, b.less(b.get(at), b.int(end)))
        };
        let mul = |a, c| b.binary(ir::Binary::IntMul, a, c);
        let index = b.add(mul(b.add(mul(b.get(group), b.int(tall)), b.get(row)), b.int(wide)), b.get(column));
        let none = || b.none(Ty::Int.opt());
        let found = b.cast(ir::Cast::Some, b.get(cell), Ty::Int.opt());
        let body = vec![
            b.when(b.not(b.and(inside(row, tall), inside(column, wide))), vec![b.give(none())]),
            b.set(cell, self.looked_up(self.helpers.grid, index)),
            b.give(b.either(b.less(b.get(cell), b.int(0)), none(), found)),
        ];
        let b = std::mem::replace(&mut self.ctx.b, saved);
        let id = self.function("the cell at", b, 3, Ty::Int.opt(), body);
        self.helpers.at = Some(id);
        id
    }

    pub fn asked(&self, op: BoardOp, args: Vec<Expr>) -> Expr {
        let id = self.board.net.unwrap_or(BoardId(0));
        let ty = self.program.boards.get(id.index()).map_or(Ty::Int, |it| op.result(it));
        self.b().expr(ExprKind::Board(op, id, args), ty)
    }

    /// The cells one step away.
    pub fn neighbours(&self, cell: Expr) -> Expr {
        self.asked(BoardOp::Neighbours, vec![cell])
    }

    /// `true` if there is a path from one cell to another.
    pub fn connected(&self, from: Expr, to: Expr) -> Expr {
        let all = self.b().expr(ExprKind::Const(Const::List(Vec::new())), Ty::Bool.list());
        self.asked(BoardOp::Connected, vec![from, to, all])
    }

    /// The distance in [`Checker::unit`]s, none where there is no way.
    pub fn distance(&self, from: Expr, to: Expr) -> Expr {
        self.asked(BoardOp::Distance, vec![from, to])
    }

    pub fn is_in(&self, it: Expr, list: Expr) -> Expr {
        self.b().builtin(Builtin::Contains, vec![list, it], Ty::Bool)
    }

    /// Every cell, as a list.
    pub fn all_cells(&self) -> Expr {
        let all: Vec<i64> = (0..self.board.cells.len() as i64).collect();
        self.b().expr(ExprKind::Const(self.const_ints(&all)), Ty::Int.list())
    }
}

/// Offsets to neighbouring cells: rows down and columns to the right. Hexes in rows with an odd number are shifted by
/// half a cell.
fn steps(shape: Shape, row: i64, _column: i64) -> Vec<(i64, i64)> {
    match shape {
        Shape::Square { around: false } => vec![(-1, 0), (0, 1), (1, 0), (0, -1)],
        Shape::Square { around: true } => {
            vec![(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
        }
        Shape::HexRow | Shape::HexColumn if row % 2 == 0 => {
            vec![(-1, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
        }
        Shape::HexRow | Shape::HexColumn => vec![(-1, 1), (0, 1), (1, 1), (1, 0), (0, -1), (-1, 0)],
        Shape::Graph => Vec::new(),
    }
}

/// The longest distance of two cells next to one another.
const DISTANCE_MAX: f64 = 1000.0;

/// To a hundredth: the same everywhere.
fn round(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
