//! Lists consumed once are fused away: the consumer's code runs where the elements are produced.
//!
//! `for x in f(..) { body }`, where `f` has no effects and puts together a list, becomes the body of `f` with `x = element` and
//! the loop's body in place of each push. So do comprehensions, `any`, `all`, `count` and the like, which are such loops;
//! `len(f(..))`, `x in f(..)`, `first(f(..))` and `last(f(..))` become such. The loop's body may offer moves, and change nothing
//! but locals that the list does not depend on.
//!
//! `for x in xs { push(out, x) }` becomes `append(out, xs)`.

use crate::free::{effects, is_free};
use crate::leave::{self, local, truth};
use crate::mentions::{mentions, rename};
use crate::settled;
use crate::value::count;
use ir::{
    Arg, Binary, BoardId, BoardOp, Builtin, Cast, ChildMut, Const, Effects, Expr, ExprKind, FnId, Function, LocalId,
    Named, Node, PlaceOp, Program, Root, Span, Stmt, StmtKind, Ty,
};

/// Largest function to fuse into its consumer, in nodes.
const FUNCTION_MAX: usize = 600;

/// Maximum nodes duplicated when a loop's body replaces several pushes.
const AGAIN_MAX: usize = 80;

/// Maximum elements of a list literal to unroll.
const ITEMS_MAX: usize = 4;

/// Maximum depth of inlining.
const DEPTH_MAX: usize = 4;

/// Maximum locals per function.
const LOCALS_MAX: usize = 30_000;

/// Maximum sum of the two ends of a reversed range.
const SUM_MAX: i64 = 1 << 40;

/// Work limit, as a multiple of the program's nodes.
const WORK: usize = 8;

pub fn run(program: &mut Program) {
    let effects = effects(program);
    let nodes: Vec<usize> = program.functions.iter().map(|it| count(&it.body)).collect();
    let makes: Vec<bool> = program.functions.iter().zip(&nodes).map(|(it, nodes)| makes_a_list(it, *nodes)).collect();
    let mut room: usize = nodes.iter().sum();
    let mut work = room * WORK;
    let originals = program.functions.clone();
    for (i, function) in program.functions.iter_mut().enumerate() {
        let mut body = std::mem::take(&mut function.body);
        let total = mentions(&body, function.locals.len());
        let locals = std::mem::take(&mut function.locals);
        let open = vec![FnId(i as u16)];
        let mut it = Fuse {
            written_out: Vec::new(),
            originals: &originals,
            effects: &effects,
            nodes: &nodes,
            makes: &makes,
            room,
            work,
            locals,
            total,
            open,
        };
        it.body(&mut body);
        program.counted.fused.extend(it.written_out);
        (room, work) = (it.room, it.work);
        function.locals = it.locals;
        function.body = body;
    }
}

/// `true` if a list-producing function may be fused into its consumer.
fn makes_a_list(it: &Function, nodes: usize) -> bool {
    let mut inner = false;
    ir::walk(&it.body, &mut |node| {
        if let Node::Expr(Expr { kind: ExprKind::Block(body, _), .. }) = node {
            inner |= returns(body);
        }
    });
    it.effects == Effects::NONE
        && matches!(it.result, Ty::List(_))
        && !it.inout.contains(&true)
        && nodes <= FUNCTION_MAX
        && !inner
        && settled::locals(it)
}

fn returns(body: &[Stmt]) -> bool {
    let mut returns = false;
    ir::walk(body, &mut |node| {
        returns |= matches!(node, Node::Stmt(Stmt { kind: StmtKind::Return(_), .. }));
    });
    returns
}

fn bare(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::default() }
}

/// A question about a list.
#[derive(PartialEq)]
enum Question {
    Count,
    Among(Expr),
    First,
    Last,
}

/// The code for each element.
struct Sink {
    element: LocalId,
    body: Vec<Stmt>,
    /// Nodes of the body.
    nodes: usize,
    /// `true` if it goes to the next element by itself.
    continues: bool,
    /// Number of copies so far.
    times: usize,
    /// `true` once a list has been saved.
    spares: bool,
}

impl Sink {
    /// Allows another copy, unless the code is too large for it.
    fn again(&mut self) -> Option<()> {
        self.times += 1;
        (self.nodes * (self.times - 1) <= AGAIN_MAX).then_some(())
    }
}

/// The parts of a concatenation, if they only need to be read.
fn parts_of(list: &Expr) -> Vec<&Expr> {
    match &list.kind {
        ExprKind::Builtin(Builtin::Concat, items) if items.iter().all(|it| it.ty == list.ty && is_read(it)) => {
            items.iter().flat_map(parts_of).collect()
        }
        _ => vec![list],
    }
}

/// `true` if an expression is a read, or a concatenation of reads.
fn is_read(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Builtin(Builtin::Concat, items) => items.iter().all(is_read),
        _ => matches!(e.kind, ExprKind::Load(_) | ExprKind::Local(_) | ExprKind::Const(_) | ExprKind::Data(_)),
    }
}

/// One function anew.
struct Fuse<'a> {
    originals: &'a [Function],
    effects: &'a [Effects],
    nodes: &'a [usize],
    makes: &'a [bool],
    /// Nodes by which the program may still grow.
    room: usize,
    /// Nodes that may still be visited for that.
    work: usize,
    locals: Vec<Named>,
    /// Least number of uses of each local.
    total: Vec<u32>,
    /// The functions that are being written into each other.
    open: Vec<FnId>,
    /// Those that were.
    written_out: Vec<FnId>,
}

impl Fuse<'_> {
    fn body(&mut self, body: &mut Vec<Stmt>) {
        for mut it in std::mem::take(body) {
            ir::stmt_children_mut(&mut it, &mut |child| self.child(child));
            self.join(body, &mut it);
            if let StmtKind::ForEach(element, list, inner) = &it.kind
                && let Some(fused) = self.fused(*element, list, inner)
            {
                it.kind = StmtKind::If(truth(true, it.span), fused, Vec::new());
            }
            match self.whole(&it) {
                Some(whole) => body.extend(whole),
                None => body.push(it),
            }
        }
    }

    fn child(&mut self, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(e) => {
                ir::expr_children_mut(e, &mut |child| self.child(child));
                self.asked(e);
            }
            ChildMut::Place(it) => ir::place_children_mut(it, &mut |child| self.child(child)),
            ChildMut::Body(body) => self.body(body),
        }
    }

    /// Length, membership, first or last element of a list, as a loop over it.
    fn asked(&mut self, e: &mut Expr) {
        let (list, question) = match &mut e.kind {
            ExprKind::Builtin(Builtin::Len, items) => (&mut items[0], Question::Count),
            ExprKind::Builtin(Builtin::First, items) => (&mut items[0], Question::First),
            ExprKind::Builtin(Builtin::Last, items) => (&mut items[0], Question::Last),
            ExprKind::Binary(Binary::In, sought, list) => (&mut **list, Question::Among((**sought).clone())),
            _ => return,
        };
        let Ty::List(ty) = &list.ty else { return };
        let ty = (**ty).clone();
        if !self.is_sparing(list) || matches!(&question, Question::Among(it) if it.ty != ty) {
            return;
        }
        let mut list = list.clone();
        let locals = self.locals.len();
        let element = self.local(String::new(), ty.clone());
        let answer = self.local(String::new(), e.ty.clone());
        let (span, of) = (e.span, e.ty.clone());
        let make = |kind: ExprKind, ty: &Ty| Expr { kind, ty: ty.clone(), span };
        let answers = |kind: ExprKind| bare(StmtKind::Set(answer, make(kind, &of)));
        let found = || Box::new(make(ExprKind::Local(element), &ty));
        let (before, body) = match question {
            Question::Count => {
                let one = Box::new(make(ExprKind::Const(Const::Int(1)), &Ty::Int));
                let count = Box::new(make(ExprKind::Local(answer), &Ty::Int));
                let more = answers(ExprKind::Binary(Binary::IntAdd, count, one));
                (vec![answers(ExprKind::Const(Const::Int(0)))], vec![more])
            }
            Question::Among(sought) => {
                let what = self.local(String::new(), ty.clone());
                let is = ExprKind::Binary(Binary::Eq, Box::new(make(ExprKind::Local(what), &ty)), found());
                let yes = vec![answers(ExprKind::Const(Const::Bool(true))), bare(StmtKind::Break)];
                let before = vec![bare(StmtKind::Set(what, sought)), answers(ExprKind::Const(Const::Bool(false)))];
                (before, vec![bare(StmtKind::If(make(is, &Ty::Bool), yes, Vec::new()))])
            }
            Question::First | Question::Last => {
                let value = match ty {
                    Ty::Opt(_) => found().kind,
                    _ => ExprKind::Cast(Cast::Some, found()),
                };
                let mut body = vec![answers(value)];
                if question == Question::First || self.turn_round(&mut list) {
                    body.push(bare(StmtKind::Break));
                }
                (vec![answers(ExprKind::Const(Const::None))], body)
            }
        };
        match self.fused(element, &list, &body) {
            Some(fused) => {
                let body = before.into_iter().chain(fused).collect();
                e.kind = ExprKind::Block(body, Box::new(make(ExprKind::Local(answer), &of)));
            }
            None => {
                self.locals.truncate(locals);
                self.total.truncate(locals);
            }
        }
    }

    /// A comprehension over numbers that are known, from its end: whether it is one.
    fn turn_round(&mut self, list: &mut Expr) -> bool {
        let ExprKind::Block(body, value) = &mut list.kind else { return false };
        let ExprKind::Local(id) = value.kind else { return false };
        if !self.is_gathered(id, body, 1) || !body.iter().rev().skip(1).all(|it| !it.is_loop() && growing(it).is_none())
        {
            return false;
        }
        let Some(StmtKind::ForRange(at, from, to, inner)) = body.last_mut().map(|it| &mut it.kind) else {
            return false;
        };
        let (ExprKind::Const(Const::Int(a)), ExprKind::Const(Const::Int(b))) = (&from.kind, &to.kind) else {
            return false;
        };
        let Some(sum) = a.checked_add(*b).filter(|it| it.abs() < SUM_MAX && grows_once(inner)) else { return false };
        let make = |kind: ExprKind| Box::new(Expr { kind, ty: Ty::Int, span: from.span });
        let round = self.local(String::new(), Ty::Int);
        let turned =
            ExprKind::Binary(Binary::IntSub, make(ExprKind::Const(Const::Int(sum))), make(ExprKind::Local(round)));
        inner.insert(0, bare(StmtKind::Set(*at, *make(turned))));
        *at = round;
        true
    }

    /// A list assigned to a variable that is only iterated in the next statement moves into the loop.
    fn join(&mut self, before: &mut Vec<Stmt>, it: &mut Stmt) {
        if let StmtKind::ForEach(_, list, _) = &mut it.kind
            && let ExprKind::Local(id) = list.kind
            && self.total.get(id.0 as usize) == Some(&2)
            && let Some(Stmt { kind: StmtKind::Set(to, value), .. }) = before.last()
            && *to == id
            && matches!(value.kind, ExprKind::Call(..) | ExprKind::Block(..))
            && self.is_sparing(value)
        {
            *list = value.clone();
            before.pop();
        }
    }

    /// A loop that only appends all elements of a list to another becomes a bulk append, part by part for a
    /// concatenation.
    fn whole(&self, it: &Stmt) -> Option<Vec<Stmt>> {
        let StmtKind::ForEach(element, list, body) = &it.kind else { return None };
        let [Stmt { kind: StmtKind::PlaceOp(PlaceOp::Push, to, items), .. }] = body.as_slice() else { return None };
        let (Root::Local(out), [], [item]) = (to.root, to.path.as_slice(), items.as_slice()) else { return None };
        let once = matches!(item.kind, ExprKind::Local(id) if id == *element)
            && self.total.get(element.0 as usize) == Some(&2)
            && to.ty == list.ty
            && item.ty == *list.ty.element()?;
        let mut still = once && matches!(list.ty, Ty::List(_));
        ir::walk_expr(list, &mut |node| {
            still &= is_free(node, self.effects, Effects::NONE) && ir::mentioned(node) != Some(out);
        });
        let add = |list: &Expr| Stmt {
            kind: StmtKind::PlaceOp(PlaceOp::Append, to.clone(), vec![list.clone()]),
            span: it.span,
        };
        still.then(|| parts_of(list).into_iter().map(add).collect())
    }

    /// `true` if a list may be saved here, at first sight.
    fn is_sparing(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Call(id, _) => self.makes[id.index()],
            ExprKind::Block(..) | ExprKind::If(..) => true,
            ExprKind::Builtin(Builtin::Concat, items) => items.iter().any(|it| self.is_sparing(it)),
            ExprKind::Make(items) => (1..=ITEMS_MAX).contains(&items.len()),
            ExprKind::Board(BoardOp::Rays, _, args) => args.get(1).is_some_and(is_some_list),
            _ => false,
        }
    }

    /// A loop through a list, without the list.
    fn fused(&mut self, element: LocalId, list: &Expr, body: &[Stmt]) -> Option<Vec<Stmt>> {
        if !matches!(list.ty, Ty::List(_)) || !self.is_sparing(list) || !self.may_stand_within(element, list, body) {
            return None;
        }
        let (locals, room, written_out) = (self.locals.len(), self.room, self.written_out.len());
        let found = self.without(element, list, body);
        if found.is_none() {
            self.written_out.truncate(written_out);
            self.locals.truncate(locals);
            self.total.truncate(locals);
            self.room = room;
        }
        found
    }

    fn without(&mut self, element: LocalId, list: &Expr, body: &[Stmt]) -> Option<Vec<Stmt>> {
        let mut body = body.to_vec();
        let continues = own(&body, &StmtKind::Continue);
        let done = own(&body, &StmtKind::Break).then(|| self.flag());
        if let Some(done) = done {
            leaves(&mut body, done);
        }
        let nodes = count(&body);
        let mut sink = Sink { element, body, nodes, continues, times: 0, spares: false };
        let mut out = Vec::new();
        self.drive(list.clone(), &mut sink, &mut out)?;
        let again = sink.nodes * sink.times.saturating_sub(1);
        self.room = self.room.checked_sub(again)?;
        sink.spares.then(|| match done {
            Some(done) => self.left(out, done),
            None => out,
        })
    }

    /// `true` if a loop's body does not change anything that its list depends on.
    fn may_stand_within(&self, element: LocalId, list: &Expr, body: &[Stmt]) -> bool {
        let mut free = true;
        let mut changed = vec![element];
        ir::walk(body, &mut |node| {
            changed.extend(ir::written(node));
            free &= is_free(node, self.effects, Effects::OFFER);
        });
        ir::walk_expr(list, &mut |node| {
            free &= is_free(node, self.effects, Effects::NONE)
                && ir::mentioned(node).is_none_or(|id| !changed.contains(&id));
        });
        free
    }

    fn flag(&mut self) -> LocalId {
        self.local(String::new(), Ty::Bool)
    }

    fn local(&mut self, name: String, ty: Ty) -> LocalId {
        self.locals.push(Named { name, ty });
        self.total.push(u32::MAX);
        LocalId(self.locals.len() as u32 - 1)
    }

    /// A round of statements that are done once.
    fn once(&mut self, body: Vec<Stmt>) -> Stmt {
        let round = self.local(String::new(), Ty::Int);
        let zero = || Expr { kind: ExprKind::Const(Const::Int(0)), ty: Ty::Int, span: Span::default() };
        bare(StmtKind::ForRange(round, zero(), zero(), body))
    }

    /// Statements that are left where a flag is set: all their loops are.
    fn left(&mut self, mut body: Vec<Stmt>, flag: LocalId) -> Vec<Stmt> {
        let clear = bare(StmtKind::Set(flag, truth(false, Span::default())));
        let last = body.len().saturating_sub(1);
        let wrap = body.iter().enumerate().any(|(i, it)| (i < last || !it.is_loop()) && is_left(it, flag));
        leaving(&mut body, flag, wrap);
        if wrap { vec![clear, self.once(body)] } else { std::iter::once(clear).chain(body).collect() }
    }

    /// The code for one element, evaluated in place.
    fn element(&mut self, value: Expr, span: Span, sink: &mut Sink, out: &mut Vec<Stmt>) -> Option<()> {
        out.push(Stmt { kind: StmtKind::Set(sink.element, value), span });
        sink.again()?;
        if sink.continues {
            let once = self.once(sink.body.clone());
            out.push(once);
        } else {
            out.extend(sink.body.iter().cloned());
        }
        Some(())
    }

    /// Iterates all elements of a list, in order.
    fn drive(&mut self, e: Expr, sink: &mut Sink, out: &mut Vec<Stmt>) -> Option<()> {
        match e.kind {
            ExprKind::Const(Const::List(items)) if items.is_empty() => {}
            ExprKind::Make(items) if matches!(e.ty, Ty::List(_)) => {
                sink.spares = true;
                for it in items {
                    self.element(it, Span::default(), sink, out)?;
                }
            }
            ExprKind::Block(body, value) => match value.kind {
                ExprKind::Local(id) if self.is_gathered(id, &body, 1) => self.gather(body, Some(id), sink, out)?,
                _ => {
                    out.extend(body);
                    self.drive(*value, sink, out)?;
                }
            },
            ExprKind::If(condition, a, b) => {
                let (mut yes, mut no) = (Vec::new(), Vec::new());
                self.drive(*a, sink, &mut yes)?;
                self.drive(*b, sink, &mut no)?;
                out.push(bare(StmtKind::If(*condition, yes, no)));
            }
            ExprKind::Builtin(Builtin::Concat, items) if items.iter().all(|it| matches!(it.ty, Ty::List(_))) => {
                for it in items {
                    self.drive(it, sink, out)?;
                }
            }
            ExprKind::Call(id, args) if self.is_written_out(id) => self.write_out(id, args, sink, out)?,
            ExprKind::Board(BoardOp::Rays, board, args) if args.get(1).is_some_and(is_some_list) => {
                self.rays(board, args, e.span, sink, out)?;
            }
            _ => {
                sink.again()?;
                out.push(bare(StmtKind::ForEach(sink.element, e, sink.body.clone())));
            }
        }
        Some(())
    }

    /// The rays from a cell: one direction after the other.
    fn rays(
        &mut self,
        board: BoardId,
        args: Vec<Expr>,
        span: Span,
        sink: &mut Sink,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let [cell, directions] = <[Expr; 2]>::try_from(args).ok()?;
        let ty = directions.ty.element()?.clone();
        let from = self.local(String::new(), cell.ty.clone());
        let direction = self.local(String::new(), ty.clone());
        let read = |id: LocalId, ty: Ty| Expr { kind: ExprKind::Local(id), ty, span };
        let parts = vec![read(from, cell.ty.clone()), read(direction, ty)];
        let ray = Expr { kind: ExprKind::Board(BoardOp::Ray, board, parts), ty: Ty::Int.list(), span };
        out.push(bare(StmtKind::Set(from, cell)));
        let mut made = Vec::new();
        self.element(ray, span, sink, &mut made)?;
        out.push(bare(StmtKind::ForEach(direction, directions, made)));
        sink.spares = true;
        Some(())
    }

    fn is_written_out(&self, id: FnId) -> bool {
        self.makes[id.index()]
            && !self.open.contains(&id)
            && self.open.len() <= DEPTH_MAX
            && self.nodes[id.index()] <= self.room.min(self.work)
    }

    /// Inlines a function whose result is iterated.
    fn write_out(&mut self, id: FnId, args: Vec<Arg>, sink: &mut Sink, out: &mut Vec<Stmt>) -> Option<()> {
        let function = &self.originals[id.index()];
        self.room -= self.nodes[id.index()];
        self.work -= self.nodes[id.index()];
        let base = self.locals.len() as u32;
        if self.locals.len() + function.locals.len() > LOCALS_MAX {
            return None;
        }
        self.locals.extend(function.locals.iter().cloned());
        self.total.extend(mentions(&function.body, function.locals.len()));
        for (i, arg) in args.into_iter().enumerate() {
            let Arg::Value(value) = arg else { return None };
            out.push(bare(StmtKind::Set(LocalId(base + i as u32), value)));
        }
        let mut body = function.body.clone();
        rename(&mut body, &mut |id| id.0 += base);
        self.open.push(id);
        self.body(&mut body);
        let mut given = Vec::new();
        ends(&body, &mut |it| {
            if let ExprKind::Local(id) = it.kind
                && id.0 >= base + u32::from(function.params)
                && !given.contains(&id)
            {
                given.push(id);
            }
        });
        let gathered = match given[..] {
            [id] if self.is_gathered(id, &body, 0) => Some(id),
            _ => None,
        };
        let found = self.gather(body, gathered, sink, out);
        self.open.pop();
        self.written_out.push(id);
        found
    }

    /// `true` for a list that is initialised once, at the top level; then grows; and is returned, with no other return
    /// once it has grown. `besides`: its number of other uses.
    fn is_gathered(&self, id: LocalId, body: &[Stmt], besides: u32) -> bool {
        let mut inside = besides;
        ir::walk(body, &mut |node| inside += u32::from(ir::mentioned(node) == Some(id)));
        let mut known = besides;
        let (mut begun, mut grown, mut mixed) = (false, false, false);
        for top in body {
            let (mut grows, mut gives_other) = (false, false);
            ir::every_stmt(std::slice::from_ref(top), &mut |it| match &it.kind {
                StmtKind::Set(to, e) if *to == id => {
                    known += 1;
                    mixed |= begun || !std::ptr::eq(it, top) || !is_literal(e);
                    begun = true;
                    grows |= !is_empty(e);
                }
                StmtKind::Return(Some(Expr { kind: ExprKind::Local(it), .. })) if *it == id => known += 1,
                StmtKind::Return(_) => gives_other = true,
                _ if growing(it) == Some(id) => {
                    known += 1;
                    grows = true;
                    mixed |= !begun;
                }
                _ => {}
            });
            mixed |= gives_other && (grown || grows);
            grown |= grows;
        }
        begun && !mixed && known == inside && self.total.get(id.0 as usize).is_some_and(|it| inside >= *it)
    }

    /// Statements that build or return a list, with the consumer's code in its place.
    fn gather(
        &mut self,
        mut body: Vec<Stmt>,
        list: Option<LocalId>,
        sink: &mut Sink,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        sink.spares |= list.is_some();
        let last = match body.pop() {
            Some(Stmt { kind: StmtKind::Return(Some(e)), .. }) => Some(e),
            Some(it) => {
                body.push(it);
                None
            }
            None => None,
        };
        let ended = returns(&body).then(|| self.flag());
        let mut made = Vec::new();
        self.gathered(body, list, ended, sink, &mut made)?;
        if let Some(e) = last {
            self.given(e, list, sink, &mut made)?;
        }
        out.extend(match ended {
            Some(ended) => self.left(made, ended),
            None => made,
        });
        Some(())
    }

    fn given(&mut self, e: Expr, list: Option<LocalId>, sink: &mut Sink, out: &mut Vec<Stmt>) -> Option<()> {
        match e.kind {
            ExprKind::Local(id) if list == Some(id) => Some(()),
            _ => self.drive(e, sink, out),
        }
    }

    fn gathered(
        &mut self,
        body: Vec<Stmt>,
        list: Option<LocalId>,
        ended: Option<LocalId>,
        sink: &mut Sink,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        for mut it in body {
            let span = it.span;
            if list.is_some() && growing(&it) == list {
                let (op, items) = growth(it.kind)?;
                for e in items {
                    match op {
                        PlaceOp::Append => self.drive(e, sink, out)?,
                        _ => self.element(e, span, sink, out)?,
                    }
                }
                continue;
            }
            match it.kind {
                StmtKind::Set(to, e) if list == Some(to) => self.drive(e, sink, out)?,
                StmtKind::Return(Some(e)) => {
                    self.given(e, list, sink, out)?;
                    out.push(bare(StmtKind::Set(ended?, truth(true, span))));
                    out.push(bare(StmtKind::Break));
                }
                _ => {
                    for inner in ir::bodies_mut(&mut it) {
                        let mut made = Vec::new();
                        self.gathered(std::mem::take(inner), list, ended, sink, &mut made)?;
                        *inner = made;
                    }
                    out.push(it);
                }
            }
        }
        Some(())
    }
}

/// `true` for a constant list with elements.
fn is_some_list(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Const(Const::List(items)) if !items.is_empty())
}

fn is_literal(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Make(_)) || is_empty(e)
}

fn is_empty(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Make(items) => items.is_empty(),
        ExprKind::Const(Const::List(items)) => items.is_empty(),
        _ => false,
    }
}

/// `true` if a loop's body only appends one element, perhaps under conditions.
fn grows_once(body: &[Stmt]) -> bool {
    match body {
        [Stmt { kind: StmtKind::If(_, yes, no), .. }] => no.is_empty() && grows_once(yes),
        [Stmt { kind: StmtKind::PlaceOp(PlaceOp::Push, place, items), .. }] => {
            place.path.is_empty() && items.len() == 1
        }
        _ => false,
    }
}

/// The local list that a statement adds to.
fn growing(it: &Stmt) -> Option<LocalId> {
    let (op, place) = match &it.kind {
        StmtKind::PlaceOp(op, place, _) => (op, place),
        StmtKind::Expr(Expr { kind: ExprKind::PlaceOp(op, place, _), .. }) => (op, &**place),
        _ => return None,
    };
    match place.root {
        Root::Local(id) if place.path.is_empty() => matches!(op, PlaceOp::Push | PlaceOp::Append).then_some(id),
        _ => None,
    }
}

/// The append operation of such a statement, with its arguments.
fn growth(it: StmtKind) -> Option<(PlaceOp, Vec<Expr>)> {
    match it {
        StmtKind::PlaceOp(op, _, items) => Some((op, items)),
        StmtKind::Expr(Expr { kind: ExprKind::PlaceOp(op, _, items), .. }) => Some((op, items)),
        _ => None,
    }
}

/// `true` if a loop's own body, apart from nested loops, contains the statement.
fn own(body: &[Stmt], kind: &StmtKind) -> bool {
    body.iter().any(|it| match &it.kind {
        StmtKind::If(_, yes, no) => own(yes, kind) || own(no, kind),
        it => it == kind,
    })
}

/// Sets a flag where a loop's own body leaves it.
fn leaves(body: &mut Vec<Stmt>, flag: LocalId) {
    for mut it in std::mem::take(body) {
        match &mut it.kind {
            StmtKind::Break => body.push(bare(StmtKind::Set(flag, truth(true, Span::default())))),
            StmtKind::If(_, yes, no) => [yes, no].into_iter().for_each(|it| leaves(it, flag)),
            _ => {}
        }
        body.push(it);
    }
}

fn is_left(it: &Stmt, flag: LocalId) -> bool {
    let mut is_left = false;
    ir::every_stmt(std::slice::from_ref(it), &mut |it| is_left |= leave::is_set(it, flag));
    is_left
}

/// Leaves the loops around one that is left with a flag; gives whether there is such a one.
fn leaving(body: &mut Vec<Stmt>, flag: LocalId, in_loop: bool) -> bool {
    let mut leaves = false;
    for mut it in std::mem::take(body) {
        let looping = it.is_loop();
        let mut inner = leave::is_set(&it, flag);
        for body in ir::bodies_mut(&mut it) {
            inner |= leaving(body, flag, in_loop || looping);
        }
        body.push(it);
        if looping && inner && in_loop {
            let out = bare(StmtKind::Break);
            body.push(bare(StmtKind::If(local(flag, Span::default()), vec![out], Vec::new())));
        }
        leaves |= inner;
    }
    leaves
}

/// Visits the returned values in statements outside of expressions.
fn ends<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(&'a Expr)) {
    for it in body {
        ir::every_stmt(std::slice::from_ref(it), &mut |it| {
            if let StmtKind::Return(Some(e)) = &it.kind {
                visit(e);
            }
        });
    }
}
