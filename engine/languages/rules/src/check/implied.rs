//! Implied shows: boards whose cells are in the view, and offered cells, are drawn and clickable without a `show`.
//!
//! The type of an offered number does not tell what the number means. So its origin is traced: through variables,
//! fields, lists, records and functions, to a loop over the cells of a board, to a named cell, or to the result of a
//! board query (`grid.neighbours(c)`). Invariant: if any other source is possible, nothing is implied. Computed numbers
//! have no meaning; constants take any meaning they are offered with.

use super::{CellsAt, Checker};
use diag::Span;
use ir::{
    ActionId, Arg, BoardId, BoardKind, Cast, Click, Expr, ExprKind, FieldId, FnId, FrameId, FrameKind, GlobalId, Index,
    Layout, LocalId, Look, Node, Place, Program, RecordId, Root, Sends, Show, ShowKind, Signature, Step, Stmt,
    StmtKind, Target, Ty, record_of,
};
use std::collections::BTreeMap;

impl Checker<'_, '_, '_> {
    /// Notes that an expression is a cell, or a list of cells, of a board.
    pub fn is_cell(&mut self, span: Span, of: BoardId) {
        self.cells_at.insert((span.start, span.end), of);
    }

    /// Adds shows that the text omits: of boards, if there is no show at all; and clicks on offered cells, for actions
    /// that no click makes.
    pub fn implied_shows(&mut self) {
        if self.program.boards.is_empty() {
            return;
        }
        if self.program.shows.is_empty() {
            for id in 0..self.program.boards.len() as u16 {
                if let Some(items) = self.drawn_on(BoardId(id)) {
                    self.add_board(BoardId(id), Some(items));
                }
            }
        }
        for (action, takes, boards) in self.offered_cells() {
            let mut named: Vec<BoardId> = boards.iter().copied().flatten().collect();
            named.sort_unstable_by_key(|it| it.0);
            named.dedup();
            for board in named {
                let sent = |(of, ty): (&Option<BoardId>, &Ty)| match (of, ty.inner()) {
                    (Some(it), Ty::List(_)) if *it == board => Sends::Cells,
                    (Some(it), _) if *it == board => Sends::Cell,
                    _ => Sends::Choice,
                };
                let sends: Vec<Sends> = boards.iter().zip(&takes).map(sent).collect();
                // A click can send one list of cells alone, or single cells and choices one after the other.
                if sends.len() == 1 || !sends.contains(&Sends::Cells) {
                    self.add_click(board, Click { action, sends });
                }
            }
        }
    }

    /// The actions that no click makes, with their argument types, and for each argument the board it is a cell of.
    fn offered_cells(&self) -> Vec<(ActionId, Vec<Ty>, Vec<Option<BoardId>>)> {
        let clicked = |action| self.program.shows.iter().flat_map(|it| &it.clicks).any(|it| it.action == action);
        let open = |(action, takes): &(&ActionId, &Vec<Ty>)| takes.iter().any(is_number) && !clicked(**action);
        let open: Vec<_> = self.arguments.iter().filter(open).collect();
        if open.is_empty() {
            return Vec::new();
        }
        let flow = Flow::of(&self.program, &self.cells_at);
        let of = |(action, takes): (&ActionId, &Vec<Ty>)| {
            let each = takes.iter().enumerate();
            let boards = each.map(|(at, ty)| flow.cells(*action, at).filter(|_| is_number(ty)));
            (*action, takes.clone(), boards.collect())
        };
        open.into_iter().map(of).collect()
    }

    fn add_click(&mut self, board: BoardId, click: Click) {
        let what = ShowKind::Board(board);
        if !self.program.shows.iter().any(|it| it.what == what) {
            let items = self.drawn_on(board);
            self.add_board(board, items);
        }
        let mut shows = self.program.shows.iter_mut().filter(|it| it.what == what);
        // Of a board that is drawn twice, nobody knows which is meant.
        if let (Some(only), None) = (shows.next(), shows.next()) {
            only.clicks.push(click);
        }
    }

    fn add_board(&mut self, board: BoardId, items: Option<ir::ViewId>) {
        self.program.layout.push(Layout::Show(self.program.shows.len()));
        // Squares and hexes have names at their edges, so that words can say which is meant.
        let labels = self.program.boards[board.index()].kind != BoardKind::Graph;
        let look = Look { labels, ..Look::default() };
        self.program.shows.push(Show { look, ..Show::of(ShowKind::Board(board), items) });
    }

    /// The first field of the view that has all of a field with a value for each cell of a board whose form is chosen.
    fn shown_by_cell(&self, board: BoardId) -> Option<ir::ViewId> {
        let mut found = None;
        ir::walk(&self.program.function(self.program.view?).body, &mut |node| {
            let Node::Stmt(Stmt { kind: StmtKind::Assign(to, value), .. }) = node else { return };
            if let (Root::View(id), [], ExprKind::Load(from)) = (to.root, &to.path[..], &value.kind)
                && let (Root::Global(global), []) = (from.root, &from.path[..])
                && self.by_cell.contains(&(global, board))
            {
                found = found.or(Some(id));
            }
        });
        found
    }

    /// The first field of the view that has an element for each cell, where no other board has as many, and no show draws it.
    fn drawn_on(&self, board: BoardId) -> Option<ir::ViewId> {
        if self.program.chosen(board).is_some() {
            return self.shown_by_cell(board);
        }
        let boards = &self.program.boards;
        let count = boards[board.index()].cells.len();
        if count < 2 || boards.iter().filter(|it| it.cells.len() == count).count() > 1 {
            return None;
        }
        let drawn = |id: ir::ViewId| self.program.shows.iter().any(|it| [it.items, it.ground].contains(&Some(id)));
        let mut fields = (0..).map(ir::ViewId).zip(&self.program.view_fields);
        let fits = |(id, it): &(ir::ViewId, &ir::Named)| {
            matches!(it.ty, Ty::Array(_, Index::Count(n)) if n as usize == count) && !drawn(*id)
        };
        fields.find(fits).map(|it| it.0)
    }
}

/// `true` for a whole number, or a list of them.
fn is_number(ty: &Ty) -> bool {
    match ty.inner() {
        Ty::Int | Ty::Range(..) => true,
        Ty::List(of) => matches!(**of, Ty::Int | Ty::Range(..)),
        _ => false,
    }
}

/// A place that holds numbers. A list has the meaning of its elements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Local(FnId, LocalId),
    Result(FnId),
    Global(GlobalId),
    Frame(FrameId, FieldId),
    Record(RecordId, u16),
    Argument(ActionId, u16),
}

/// The meaning of numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// No value yet, or only values without a meaning.
    Nothing,
    Cells(BoardId),
    /// Something else, or this and that.
    Else,
}

impl Of {
    fn or(self, other: Of) -> Of {
        match (self, other) {
            (Of::Nothing, it) | (it, Of::Nothing) => it,
            (a, b) if a == b => a,
            _ => Of::Else,
        }
    }
}

/// Origins of the numbers of a program.
struct Flow<'p> {
    program: &'p Program,
    cells_at: &'p CellsAt,
    /// The frame that a function is a part of.
    frames: BTreeMap<FnId, FrameId>,
    slots: BTreeMap<Slot, Of>,
    changed: bool,
}

impl<'p> Flow<'p> {
    fn of(program: &'p Program, cells_at: &'p CellsAt) -> Self {
        let mut frames = BTreeMap::new();
        for (id, frame) in (0..).map(FrameId).zip(&program.frames) {
            let functions: Vec<FnId> = match &frame.kind {
                FrameKind::State(it) => {
                    let own = [it.begin, it.resume, it.leave, it.prompt, it.view].into_iter().flatten();
                    own.chain(it.handlers.iter().map(|it| it.function)).collect()
                }
                FrameKind::Procedure(all) => all.clone(),
                FrameKind::Plain(it) => vec![*it],
            };
            frames.extend(functions.into_iter().map(|it| (it, id)));
        }
        let mut flow = Flow { program, cells_at, frames, slots: BTreeMap::new(), changed: true };
        while std::mem::take(&mut flow.changed) {
            flow.round();
        }
        flow
    }

    /// The board whose cells an argument of an action always is.
    fn cells(&self, action: ActionId, at: usize) -> Option<BoardId> {
        match self.slots.get(&Slot::Argument(action, at as u16)) {
            Some(Of::Cells(board)) => Some(*board),
            _ => None,
        }
    }

    fn round(&mut self) {
        let program = self.program;
        for (id, function) in (0..).map(FnId).zip(&program.functions) {
            ir::walk(&function.body, &mut |node| match node {
                Node::Stmt(it) => self.stmt(id, it),
                Node::Expr(it) => self.expr(id, it),
                Node::Place(_) => {}
            });
        }
        for frame in &program.frames {
            let FrameKind::State(state) = &frame.kind else { continue };
            for handler in &state.handlers {
                for at in 0..program.function(handler.function).params {
                    let of = self.slots.get(&Slot::Argument(handler.action, at)).copied().unwrap_or(Of::Nothing);
                    self.into(Some(Slot::Local(handler.function, LocalId(u32::from(at)))), of);
                }
            }
        }
    }

    fn into(&mut self, slot: Option<Slot>, of: Of) {
        let Some(slot) = slot else { return };
        let kept = self.slots.entry(slot).or_insert(Of::Nothing);
        let both = kept.or(of);
        self.changed |= both != *kept;
        *kept = both;
    }

    fn stmt(&mut self, id: FnId, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Set(to, value) => self.into(Some(Slot::Local(id, *to)), self.value(id, value)),
            StmtKind::Assign(to, value) => self.into(self.slot(id, to), self.value(id, value)),
            StmtKind::PlaceOp(op, to, args) => self.place_op(id, op.signature(), to, args),
            StmtKind::ForRange(of, from, ..) => {
                let cells = matches!(self.value(id, from), Of::Cells(_));
                let of_these = if cells { self.value(id, from) } else { Of::Else };
                self.into(Some(Slot::Local(id, *of)), of_these);
            }
            StmtKind::ForEach(of, all, _) => self.into(Some(Slot::Local(id, *of)), self.element(id, all)),
            StmtKind::Return(Some(value)) => self.into(Some(Slot::Result(id)), self.value(id, value)),
            StmtKind::Offer(action, args) | StmtKind::Withhold(action, args, _) | StmtKind::Label(action, args, _) => {
                for (at, value) in (0..).zip(args) {
                    self.into(Some(Slot::Argument(*action, at)), self.value(id, value));
                }
            }
            StmtKind::Call(Target::Frame(frame), args) | StmtKind::Goto(Target::Frame(frame), args) => {
                for (at, value) in (0..).map(FieldId).zip(args) {
                    self.into(Some(Slot::Frame(*frame, at)), self.value(id, value));
                }
            }
            _ => {}
        }
    }

    fn expr(&mut self, id: FnId, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call(called, args) => {
                for (at, arg) in (0..).map(LocalId).zip(args) {
                    let param = Slot::Local(*called, at);
                    match arg {
                        Arg::Value(it) => self.into(Some(param), self.value(id, it)),
                        Arg::InOut(place) => {
                            let both = self.kept(Some(param)).or(self.kept(self.slot(id, place)));
                            self.into(Some(param), both);
                            self.into(self.slot(id, place), both);
                        }
                    }
                }
            }
            ExprKind::Make(items) => {
                if let Some(record) = record_of(&expr.ty) {
                    for (at, value) in (0..).zip(items) {
                        self.into(Some(Slot::Record(record, at)), self.value(id, value));
                    }
                }
            }
            ExprKind::PlaceOp(op, to, args) => self.place_op(id, op.signature(), to, args),
            _ => {}
        }
    }

    /// Values stored in a place, without the indices and keys of the place.
    fn place_op(&mut self, id: FnId, signature: Signature, to: &Place, args: &[Expr]) {
        let Signature::Typed { params, .. } = signature else { return };
        for (param, value) in params.iter().skip(1).zip(args) {
            if param.shape.has_elements() {
                self.into(self.slot(id, to), self.value(id, value));
            }
        }
    }

    fn kept(&self, slot: Option<Slot>) -> Of {
        slot.map_or(Of::Else, |it| self.slots.get(&it).copied().unwrap_or(Of::Nothing))
    }

    /// The slot of a place; `None` if it is not traced.
    fn slot(&self, id: FnId, place: &Place) -> Option<Slot> {
        let program = self.program;
        let (mut slot, mut ty) = match place.root {
            Root::Local(it) => (Slot::Local(id, it), &program.function(id).locals.get(it.0 as usize)?.ty),
            Root::Global(it) => (Slot::Global(it), &program.globals.get(it.index())?.ty),
            Root::Frame(it) => {
                let frame = *self.frames.get(&id)?;
                (Slot::Frame(frame, it), &program.frames.get(frame.index())?.fields.get(usize::from(it.0))?.ty)
            }
            Root::View(_) => return None,
        };
        for step in &place.path {
            match step {
                Step::Index(_) => match ty.inner() {
                    Ty::List(of) | Ty::Array(of, _) | Ty::Set(of) => ty = of,
                    _ => return None,
                },
                Step::Field(at) => {
                    let record = record_of(ty)?;
                    slot = Slot::Record(record, *at);
                    ty = &program.records.get(record.index())?.fields.get(usize::from(*at))?.ty;
                }
                Step::AnyField(_) => return None,
            }
        }
        Some(slot)
    }

    /// The meaning of a collection's elements: keys of a map are not traced.
    fn element(&self, id: FnId, of: &Expr) -> Of {
        if matches!(of.ty.inner(), Ty::Map(..)) { Of::Else } else { self.value(id, of) }
    }

    fn value(&self, id: FnId, e: &Expr) -> Of {
        let all = |items: &[&Expr]| items.iter().fold(Of::Nothing, |of, it| of.or(self.value(id, it)));
        match &e.kind {
            ExprKind::Const(_) => {
                self.cells_at.get(&(e.span.start, e.span.end)).map_or(Of::Nothing, |it| Of::Cells(*it))
            }
            ExprKind::Local(it) => self.kept(Some(Slot::Local(id, *it))),
            ExprKind::Load(place) => self.kept(self.slot(id, place)),
            ExprKind::Index(of, _) => self.element(id, of),
            ExprKind::Field(of, at) => self.kept(record_of(&of.ty).map(|it| Slot::Record(it, *at))),
            ExprKind::If(_, a, b) | ExprKind::Else(a, b) => all(&[a, b]),
            ExprKind::Fill(a, _) | ExprKind::Unwrap(a) | ExprKind::Block(_, a) => self.value(id, a),
            ExprKind::Cast(Cast::FromAny | Cast::Floor, _) => Of::Else,
            ExprKind::Cast(_, a) => self.value(id, a),
            // The parts of a record are traced by its fields.
            ExprKind::Make(_) if record_of(&e.ty).is_some() => Of::Nothing,
            ExprKind::Make(items) => items.iter().fold(Of::Nothing, |of, it| of.or(self.value(id, it))),
            ExprKind::Call(called, _) => self.kept(Some(Slot::Result(*called))),
            ExprKind::Builtin(it, args) => self.builtin(id, it.signature(), args),
            ExprKind::Board(op, board, _) if op.gives_cells() => {
                Of::Cells(self.program.chosen(*board).map_or(*board, |it| it.forms[0]))
            }
            ExprKind::PlaceOp(_, place, _) => self.kept(self.slot(id, place)),
            _ => Of::Else,
        }
    }

    /// A result with elements of the arguments has their meaning.
    fn builtin(&self, id: FnId, signature: Signature, args: &[Expr]) -> Of {
        let Signature::Typed { params, result: Some(result), .. } = signature else { return Of::Else };
        if !result.has_elements() {
            return Of::Else;
        }
        let those = params.iter().zip(args).filter(|it| it.0.shape.has_elements());
        those.fold(Of::Nothing, |of, it| of.or(self.element(id, it.1)))
    }
}
