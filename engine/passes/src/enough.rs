//! Questions about a number stop where the answer is known.
//!
//! ```text
//! count(c in cells where threats(c) > 2) >= 5
//!     leaves its loop at the fifth
//! len(grid.parts(x: on[x])) == 1
//!     asks whether all cells that are on can be reached from the first
//! ```
//!
//! Assumes that lists which are counted are loops by now. Promises: what has effects is never left out. A count of cheap
//! rounds is counted to its end, which is sooner done than asking each time.

use crate::free::{effects, is_free};
use crate::invariants::{costly, is_costly_node};
use crate::value::count;
use ir::{
    Binary, Board, BoardId, BoardOp, Builtin, ChildMut, Const, Effects, Expr, ExprKind, LocalId, Named, Node, Program,
    Span, Stmt, StmtKind, Ty, Unary,
};

/// Nodes that a question about parts grows by, and one about a number for each place where it may stop.
const PARTS_NODES: usize = 60;
const STOP_NODES: usize = 10;

pub fn run(program: &mut Program) {
    let (effects, costly) = (effects(program), costly(program));
    let mut room = program.functions.iter().map(|it| count(&it.body)).sum();
    for function in &mut program.functions {
        let locals = std::mem::take(&mut function.locals);
        let mut it = Enough { effects: &effects, costly: &costly, boards: &program.boards, locals, room };
        it.child(ChildMut::Body(&mut function.body));
        (function.locals, room) = (it.locals, it.room);
    }
}

struct Enough<'a> {
    effects: &'a [Effects],
    costly: &'a [bool],
    boards: &'a [Board],
    locals: Vec<Named>,
    /// Nodes by which the program may still grow.
    room: usize,
}

impl Enough<'_> {
    fn child(&mut self, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(e) => {
                ir::expr_children_mut(e, &mut |it| self.child(it));
                self.count(e);
                self.parts(e);
            }
            ChildMut::Place(it) => ir::place_children_mut(it, &mut |it| self.child(it)),
            ChildMut::Body(body) => {
                body.iter_mut().for_each(|it| ir::stmt_children_mut(it, &mut |it| self.child(it)));
            }
        }
    }

    /// A count that is compared: its loops are left once it is as high as it need be.
    fn count(&mut self, e: &mut Expr) {
        let ExprKind::Binary(op, a, b) = &mut e.kind else { return };
        let (of, most) = match (op, known(a), known(b)) {
            (Binary::IntLt, None, Some(n)) => (a, n),
            (Binary::IntLe | Binary::Eq | Binary::Ne, None, Some(n)) => (a, n.saturating_add(1)),
            (Binary::IntLe, Some(n), None) => (b, n),
            (Binary::IntLt | Binary::Eq | Binary::Ne, Some(n), None) => (b, n.saturating_add(1)),
            _ => return,
        };
        let ExprKind::Block(body, value) = &mut of.kind else { return };
        let ExprKind::Local(counter) = value.kind else { return };
        let adds = self.counts(body, counter);
        if most > 0 && adds > 0 && self.grows(adds * STOP_NODES) {
            stops(&mut body[1..], counter, most);
        }
    }

    fn grows(&mut self, nodes: usize) -> bool {
        let room = self.room.checked_sub(nodes);
        self.room = room.unwrap_or(self.room);
        room.is_some()
    }

    /// Number of places that count, in a block that does nothing else; 0 if its rounds are cheap.
    fn counts(&self, body: &[Stmt], counter: LocalId) -> usize {
        let Some((first, rest)) = body.split_first() else { return 0 };
        let begins = matches!(&first.kind, StmtKind::Set(id, e) if *id == counter && known(e) == Some(0));
        let (mut fit, mut adds, mut mentions, mut costs) = (begins, 0, 0, false);
        ir::walk(rest, &mut |node| {
            fit &= is_free(node, self.effects, Effects::NONE);
            fit &= !matches!(node, Node::Stmt(Stmt { kind: StmtKind::Return(_), .. }));
            adds += usize::from(matches!(node, Node::Stmt(it) if is_more(it, counter)));
            mentions += usize::from(ir::mentioned(node) == Some(counter));
        });
        ir::every_stmt(rest, &mut |it| {
            if it.is_loop() {
                let bodies = ir::bodies(it);
                bodies.into_iter().for_each(|it| ir::walk(it, &mut |node| costs |= self.is_costly(node)));
            }
        });
        if fit && costs && mentions == 2 * adds { adds } else { 0 }
    }

    fn is_costly(&self, node: Node<'_>) -> bool {
        match node {
            Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => self.costly[id.index()],
            _ => is_costly_node(node),
        }
    }

    /// Asks by one search if the cells that may be entered are one part.
    fn parts(&mut self, e: &mut Expr) {
        let span = e.span;
        let ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) = &mut e.kind else { return };
        let (of, is) = match (known(a), known(b)) {
            (None, Some(1)) => (a, *op == Binary::Eq),
            (Some(1), None) => (b, *op == Binary::Eq),
            _ => return,
        };
        let ExprKind::Builtin(Builtin::Len, items) = &mut of.kind else { return };
        let [Expr { kind: ExprKind::Board(BoardOp::Parts, board, args), .. }] = items.as_mut_slice() else { return };
        let Board { links, cells, .. } = &self.boards[board.index()];
        if links.iter().any(|it| it.one_way) || cells.is_empty() || !self.grows(PARTS_NODES) {
            return;
        }
        let (board, Some(allowed)) = (*board, args.pop()) else { return };
        let one = self.one_part(board, allowed, span);
        e.kind = if is { one.kind } else { ExprKind::Unary(Unary::Not, Box::new(one)) };
    }

    /// `true` if the allowed cells are as many as can be reached from the first of them. An empty list allows all.
    fn one_part(&mut self, board: BoardId, allowed: Expr, span: Span) -> Expr {
        let make = |kind: ExprKind, ty: Ty| Expr { kind, ty, span };
        let int = |n: i64| make(ExprKind::Const(Const::Int(n)), Ty::Int);
        let bare = |kind: StmtKind| Stmt { kind, span: Span::default() };
        let binary = |op: Binary, a: Expr, b: Expr, ty: Ty| make(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty);
        let all = allowed.ty.clone();
        let [list, may] = [all.clone(), Ty::Bool].map(|ty| self.local(ty));
        let [first, count, cell] = [(); 3].map(|()| self.local(Ty::Int));
        let read = |id: LocalId| make(ExprKind::Local(id), Ty::Int);
        let more = |id: LocalId| bare(StmtKind::Set(id, binary(Binary::IntAdd, read(id), int(1), Ty::Int)));
        let cells = self.boards[board.index()].cells.len() as i64;
        let is_first = binary(Binary::IntLt, read(first), int(0), Ty::Bool);
        let found =
            vec![bare(StmtKind::If(is_first, vec![bare(StmtKind::Set(first, read(cell)))], Vec::new())), more(count)];
        let is_cell = binary(Binary::IntLt, read(cell), int(cells), Ty::Bool);
        let counted = ExprKind::And(Box::new(is_cell), Box::new(make(ExprKind::Local(may), Ty::Bool)));
        let round = vec![bare(StmtKind::If(make(counted, Ty::Bool), found, Vec::new())), more(cell)];
        let through = make(ExprKind::Local(list), all.clone());
        let given = make(ExprKind::Builtin(Builtin::Len, vec![through.clone()]), Ty::Int);
        let all_cells = vec![bare(StmtKind::Set(first, int(0))), bare(StmtKind::Set(count, int(cells)))];
        let body = vec![
            bare(StmtKind::Set(list, allowed)),
            bare(StmtKind::Set(first, int(-1))),
            bare(StmtKind::Set(count, int(0))),
            bare(StmtKind::Set(cell, int(0))),
            bare(StmtKind::If(binary(Binary::Eq, given, int(0), Ty::Bool), all_cells, Vec::new())),
            Stmt { kind: StmtKind::ForEach(may, through.clone(), round), span },
        ];
        let starts = make(ExprKind::Make(vec![read(first)]), Ty::Int.list());
        let reached = make(ExprKind::Board(BoardOp::Reach, board, vec![starts, through]), Ty::Int.list());
        let reached = make(ExprKind::Builtin(Builtin::Len, vec![reached]), Ty::Int);
        let any = binary(Binary::IntLe, int(0), read(first), Ty::Bool);
        let same = binary(Binary::Eq, reached, read(count), Ty::Bool);
        let answer = make(ExprKind::And(Box::new(any), Box::new(same)), Ty::Bool);
        make(ExprKind::Block(body, Box::new(answer)), Ty::Bool)
    }

    fn local(&mut self, ty: Ty) -> LocalId {
        self.locals.push(Named { name: String::new(), ty });
        LocalId(self.locals.len() as u32 - 1)
    }
}

fn known(e: &Expr) -> Option<i64> {
    match e.kind {
        ExprKind::Const(Const::Int(n)) => Some(n),
        _ => None,
    }
}

/// `true` for `n = n + 1`.
fn is_more(it: &Stmt, counter: LocalId) -> bool {
    let StmtKind::Set(id, Expr { kind: ExprKind::Binary(Binary::IntAdd, a, b), .. }) = &it.kind else { return false };
    *id == counter && matches!(a.kind, ExprKind::Local(id) if id == counter) && known(b) == Some(1)
}

/// Loops are left once a counter is that high. `true` if it may get higher in these statements.
fn stops(body: &mut [Stmt], counter: LocalId, most: i64) {
    for it in body {
        let in_loop = it.is_loop();
        for body in ir::bodies_mut(it) {
            within(body, counter, most, in_loop);
        }
    }
}

fn within(body: &mut Vec<Stmt>, counter: LocalId, most: i64, in_loop: bool) -> bool {
    let mut counts = false;
    let mut at = 0;
    while at < body.len() {
        let it = &mut body[at];
        at += 1;
        let (adds, is_loop) = (is_more(it, counter), it.is_loop());
        let mut inner = false;
        for body in ir::bodies_mut(it) {
            inner |= within(body, counter, most, in_loop || is_loop);
        }
        counts |= adds || inner;
        if in_loop && (adds || inner && is_loop) {
            body.insert(at, leave(counter, most));
            at += 1;
        }
    }
    counts
}

fn leave(counter: LocalId, most: i64) -> Stmt {
    let span = Span::default();
    let make = |kind: ExprKind, ty: Ty| Expr { kind, ty, span };
    let most = make(ExprKind::Const(Const::Int(most)), Ty::Int);
    let count = make(ExprKind::Local(counter), Ty::Int);
    let enough = make(ExprKind::Binary(Binary::IntLe, Box::new(most), Box::new(count)), Ty::Bool);
    Stmt { kind: StmtKind::If(enough, vec![Stmt { kind: StmtKind::Break, span }], Vec::new()), span }
}
