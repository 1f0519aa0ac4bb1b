//! Finds secrets that somebody has seen and `undo` can take back: a secret is seen while a saved position exists, and
//! the game may wait for a move before it is cleared.
//!
//! Two questions, over all paths of control between and within functions, each answered for all points at once.
//! Forward: may a saved position exist here? Backward: may the game wait from here on with all positions saved? Where
//! both hold and a secret is seen, that move can be taken back. Every path is assumed possible, so an unreported secret
//! cannot be taken back; a report may be about a path that no game takes.
//!
//! Undo is cleared by `clear_undo()`, by random operations, and when other roles become active.

use super::found::{Step, TakenBack};
use super::graph::{ALWAYS, Graph, Node, NodeId};
use super::search::{Visit, leak};
use crate::walk::{Node as At, walk_expr, walk_expr_some};
use crate::{
    Cast, Const, Effects, Expr, ExprKind, FnId, FrameId, FrameKind, Program, Span, Stmt, StmtKind, Target, owners,
};
use std::collections::{BTreeMap, BTreeSet};

/// The secrets that are seen and can be taken back afterwards. `seen`: for each such place, the visit.
pub fn taken_back(
    program: &Program,
    graph: &Graph,
    visits: &[Visit],
    seen: &BTreeMap<NodeId, usize>,
) -> Vec<TakenBack> {
    if !graph.undo || seen.is_empty() {
        return Vec::new();
    }
    let flow = Flow::of(program);
    let looks = looking(program);
    let back = graph.back();
    // By statement: each place is reported once, with the first secret seen there.
    let mut found: BTreeMap<Span, TakenBack> = BTreeMap::new();
    for (node, last) in seen {
        let Some(edge) = visits[*last].edge.map(|it| &graph.edges[it]) else { continue };
        let leak = leak(program, graph, visits, *last);
        // Code that runs or not because of a secret reveals it either way.
        let decided = leak.way.iter().find(|it| it.1 == Step::Decides).map(|it| it.0);
        let decided = decided.and_then(|it| flow.innermost(it).map(|function| (function, it)));
        let mut places = vec![decided.unwrap_or((edge.function, leak.at))];
        if looks.contains(&edge.function) {
            // Seen by looking: a change of a controlling field reveals more.
            let mut fields = sources(graph, &back, edge.under);
            if fields.is_empty() {
                fields = sources(graph, &back, *node);
            }
            let writes = graph.writes.iter().filter(|it| fields.contains(&it.field));
            places.extend(writes.map(|it| (it.function, it.span)));
        }
        for (function, span) in places {
            let Some(place) = flow.place(function, span).filter(|it| flow.can_be_taken_back(it.node)) else { continue };
            let clear = Span { end: place.insert.start, ..place.insert };
            found.entry(place.insert).or_insert_with(|| TakenBack { leak: leak.clone(), at: span, clear });
        }
    }
    found.into_values().collect()
}

/// The functions for looking: the view, queries and prompts.
fn looking(program: &Program) -> BTreeSet<FnId> {
    let prompts = program.frames.iter().filter_map(|it| match &it.kind {
        FrameKind::State(state) => state.prompt,
        FrameKind::Procedure(_) | FrameKind::Plain(_) => None,
    });
    let mut open: Vec<FnId> = program.view.into_iter().chain(program.query).chain(prompts).collect();
    let mut all = BTreeSet::new();
    while let Some(id) = open.pop() {
        if all.insert(id) {
            open.extend(crate::calls(program.function(id)));
        }
    }
    all
}

/// The fields that a node depends on.
fn sources(graph: &Graph, back: &[Vec<usize>], node: NodeId) -> BTreeSet<Node> {
    let mut fields = BTreeSet::new();
    let mut seen = BTreeSet::from([node]);
    let mut open = vec![node];
    while let Some(at) = open.pop().filter(|it| *it != ALWAYS) {
        match graph.base(at) {
            it @ (Node::Global(_) | Node::Field(..)) => {
                fields.insert(it);
            }
            Node::Argument(..) => {}
            _ => open.extend(back[at].iter().map(|it| graph.edges[*it].from).filter(|it| seen.insert(*it))),
        }
    }
    fields
}

/// A point in the code, with its operation.
#[derive(Clone, Copy, PartialEq)]
enum Does {
    Nothing,
    /// Keeps a position for undo.
    Keeps,
    Clears,
    Calls(FnId),
    /// Waits for a move.
    Waits,
}

/// A statement of the text.
struct Place {
    node: usize,
    function: FnId,
    span: Span,
    /// The statement before which something can be put.
    insert: Span,
}

/// The ways that control may go.
struct Flow<'p> {
    program: &'p Program,
    owners: Vec<Vec<FrameId>>,
    does: Vec<Does>,
    next: Vec<Vec<usize>>,
    entry: Vec<usize>,
    exit: Vec<usize>,
    /// Points at which a frame begins, a state waits, and a frame has ended.
    begins: Vec<usize>,
    waits: Vec<usize>,
    ended: Vec<usize>,
    /// Points at which a frame goes on after a call, by the calling function.
    goes_on: BTreeMap<(FrameId, FnId), Vec<usize>>,
    /// Points of a procedure's instructions.
    instructions: BTreeMap<FrameId, Vec<usize>>,
    places: Vec<Place>,
    /// `true` if a saved position may exist before the point.
    kept: Vec<bool>,
    /// `true` if the game may wait after the point with all saved positions.
    stays: Vec<bool>,
}

/// Targets of the jumps in a loop.
#[derive(Clone, Copy)]
struct Around {
    after: usize,
    again: usize,
}

impl<'p> Flow<'p> {
    fn of(program: &'p Program) -> Flow<'p> {
        let mut flow = Flow {
            program,
            owners: owners(program),
            does: Vec::new(),
            next: Vec::new(),
            entry: Vec::new(),
            exit: Vec::new(),
            begins: Vec::new(),
            waits: Vec::new(),
            ended: Vec::new(),
            goes_on: BTreeMap::new(),
            instructions: BTreeMap::new(),
            places: Vec::new(),
            kept: Vec::new(),
            stays: Vec::new(),
        };
        for _ in &program.functions {
            let (entry, exit) = (flow.point(Does::Nothing), flow.point(Does::Nothing));
            flow.entry.push(entry);
            flow.exit.push(exit);
        }
        for _ in &program.frames {
            let points = [Does::Nothing, Does::Waits, Does::Nothing].map(|it| flow.point(it));
            flow.begins.push(points[0]);
            flow.waits.push(points[1]);
            flow.ended.push(points[2]);
        }
        (0..program.frames.len()).for_each(|it| flow.frame(FrameId(it as u16)));
        for (at, function) in (0..).zip(&program.functions) {
            let id = FnId(at);
            let end = flow.block(id, &function.body, flow.entry[id.index()], None);
            flow.link(end, flow.exit[id.index()]);
        }
        flow.answer();
        flow
    }

    fn point(&mut self, does: Does) -> usize {
        self.does.push(does);
        self.next.push(Vec::new());
        self.does.len() - 1
    }

    fn link(&mut self, from: usize, to: usize) {
        self.next[from].push(to);
    }

    /// A point after another.
    fn then(&mut self, from: usize, does: Does) -> usize {
        let to = self.point(does);
        self.link(from, to);
        to
    }

    fn frame(&mut self, id: FrameId) {
        let program = self.program;
        let (begins, waits, ended) = (self.begins[id.index()], self.waits[id.index()], self.ended[id.index()]);
        match &program.frame(id).kind {
            FrameKind::State(state) => {
                let begun = state.begin.map_or(begins, |it| self.then(begins, Does::Calls(it)));
                self.link(begun, waits);
                for it in &state.handlers {
                    let made = self.then(waits, Does::Calls(it.function));
                    self.link(made, waits);
                }
                let resumed = match state.resume {
                    Some(it) => {
                        let resumed = self.point(Does::Calls(it));
                        self.link(resumed, waits);
                        resumed
                    }
                    None => waits,
                };
                for function in together(program, program.frame(id).functions()) {
                    self.goes_on.entry((id, function)).or_default().push(resumed);
                }
            }
            FrameKind::Procedure(code) => {
                let points: Vec<usize> = code.iter().map(|it| self.point(Does::Calls(*it))).collect();
                let after = |at: usize| points.get(at).copied().unwrap_or(ended);
                self.link(begins, after(0));
                for (at, point) in points.iter().enumerate() {
                    self.link(*point, after(at + 1));
                    for function in together(program, vec![code[at]]) {
                        self.goes_on.entry((id, function)).or_default().push(after(at + 1));
                    }
                }
                self.instructions.insert(id, points);
            }
            FrameKind::Plain(function) => {
                let done = self.then(begins, Does::Calls(*function));
                self.link(done, ended);
                for function in together(program, vec![*function]) {
                    self.goes_on.entry((id, function)).or_default().push(ended);
                }
            }
        }
    }

    /// A sequence of statements; returns the point after them. Nothing reaches a point after a jump.
    fn block(&mut self, function: FnId, body: &[Stmt], from: usize, around: Option<Around>) -> usize {
        body.iter().fold(from, |at, it| self.stmt(function, it, it.span, at, around))
    }

    /// `insert`: before which statement of the text something can be put.
    fn stmt(&mut self, function: FnId, it: &Stmt, insert: Span, from: usize, around: Option<Around>) -> usize {
        let mut at = from;
        for part in own_parts(it) {
            at = self.expr(part, at);
        }
        at = self.then(at, Does::Nothing);
        self.places.push(Place { node: at, function, span: it.span, insert });
        let nowhere = |this: &mut Self| this.point(Does::Nothing);
        match &it.kind {
            StmtKind::PushUndo => self.then(at, Does::Keeps),
            StmtKind::ClearUndo => self.then(at, Does::Clears),
            StmtKind::SetActive(to) if !is_seat(to) => self.then(at, Does::Clears),
            StmtKind::PlaceOp(op, ..) if op.effects().has(Effects::RANDOM) => self.then(at, Does::Clears),
            StmtKind::If(cond, yes, _) if cond.kind == ExprKind::Const(Const::Bool(true)) => {
                self.block(function, yes, at, around)
            }
            StmtKind::If(_, yes, no) => {
                let after = self.point(Does::Nothing);
                let end = self.block(function, yes, at, around);
                self.link(end, after);
                let end = match &no[..] {
                    // `else if` begins no statement of its own.
                    [only @ Stmt { kind: StmtKind::If(..), .. }] => self.stmt(function, only, insert, at, around),
                    _ => self.block(function, no, at, around),
                };
                self.link(end, after);
                after
            }
            StmtKind::While(_, body) | StmtKind::ForRange(_, _, _, body) | StmtKind::ForEach(_, _, body) => {
                let after = self.then(at, Does::Nothing);
                let again = if matches!(it.kind, StmtKind::While(..)) { from } else { at };
                let end = self.block(function, body, at, Some(Around { after, again }));
                self.link(end, again);
                after
            }
            StmtKind::Break | StmtKind::Continue => {
                if let Some(Around { after, again }) = around {
                    self.link(at, if it.kind == StmtKind::Break { after } else { again });
                }
                nowhere(self)
            }
            StmtKind::Return(_) => {
                self.link(at, self.exit[function.index()]);
                nowhere(self)
            }
            StmtKind::Call(target, _) | StmtKind::Goto(target, _) => {
                self.leads(function, target, matches!(it.kind, StmtKind::Call(..)), at);
                nowhere(self)
            }
            StmtKind::End(_) => {
                for frame in self.owners[function.index()].clone() {
                    let left = self.leaves(frame, at);
                    self.link(left, self.ended[frame.index()]);
                }
                nowhere(self)
            }
            StmtKind::Jump(to) => {
                for frame in self.owners[function.index()].clone() {
                    let ended = self.ended[frame.index()];
                    let code = self.instructions.get(&frame);
                    let to = code.and_then(|it| it.get(*to as usize)).copied().unwrap_or(ended);
                    self.link(at, to);
                }
                nowhere(self)
            }
            StmtKind::Finish(..) | StmtKind::PopUndo | StmtKind::Stop(_) => nowhere(self),
            StmtKind::SetActive(_)
            | StmtKind::Expr(_)
            | StmtKind::Set(..)
            | StmtKind::Assign(..)
            | StmtKind::PlaceOp(..)
            | StmtKind::Unset(_)
            | StmtKind::Log(_)
            | StmtKind::Prompt(_)
            | StmtKind::Offer(..)
            | StmtKind::Withhold(..)
            | StmtKind::Label(..)
            | StmtKind::Button(..)
            | StmtKind::Disable(..)
            | StmtKind::Assert(..) => at,
        }
    }

    /// A `call` or a `goto`: its targets, and the points they return to.
    fn leads(&mut self, function: FnId, target: &Target, calls: bool, at: usize) {
        let to: Vec<FrameId> = match target {
            Target::Frame(frame) => vec![*frame],
            Target::Named(_) => (0..self.program.frames.len()).map(|it| FrameId(it as u16)).collect(),
        };
        let mut from = vec![at];
        for frame in self.owners[function.index()].clone() {
            let back = if calls {
                self.goes_on.get(&(frame, function)).cloned().unwrap_or_default()
            } else {
                let left = self.leaves(frame, at);
                from.push(left);
                vec![self.ended[frame.index()]]
            };
            for (to, back) in to.iter().flat_map(|to| back.iter().map(move |it| (to, *it))) {
                self.link(self.ended[to.index()], back);
            }
        }
        for (from, to) in from.iter().flat_map(|from| to.iter().map(move |to| (*from, to))) {
            self.link(from, self.begins[to.index()]);
        }
    }

    /// The actions on leaving a state.
    fn leaves(&mut self, frame: FrameId, at: usize) -> usize {
        match &self.program.frame(frame).kind {
            FrameKind::State(state) => state.leave.map_or(at, |it| self.then(at, Does::Calls(it))),
            FrameKind::Procedure(_) | FrameKind::Plain(_) => at,
        }
    }

    /// The calls of an expression, and its random operations.
    fn expr(&mut self, it: &Expr, from: usize) -> usize {
        let mut at = from;
        let mut found = Vec::new();
        let mut sure = true;
        walk_expr(it, &mut |node| {
            let At::Expr(it) = node else { return };
            let random = match &it.kind {
                ExprKind::Builtin(op, _) => op.effects().has(Effects::RANDOM),
                ExprKind::PlaceOp(op, ..) => op.effects().has(Effects::RANDOM),
                ExprKind::Call(id, _) => {
                    found.push(Does::Calls(*id));
                    false
                }
                ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Else(..) | ExprKind::If(..) | ExprKind::Block(..) => {
                    sure = false;
                    false
                }
                _ => false,
            };
            if random {
                found.push(Does::Clears);
            }
        });
        for does in found {
            let after = self.then(at, does);
            if !sure {
                let either = self.then(after, Does::Nothing);
                self.link(at, either);
                at = either;
            } else {
                at = after;
            }
        }
        at
    }

    /// The innermost statement at a place of a function.
    fn place(&self, function: FnId, span: Span) -> Option<&Place> {
        let around = self.places.iter().filter(|it| it.function == function && it.span.contains(span));
        around.min_by_key(|it| it.span.end - it.span.start)
    }

    /// The function whose statement is innermost at a place of the text.
    fn innermost(&self, span: Span) -> Option<FnId> {
        let around = self.places.iter().filter(|it| it.span.contains(span));
        around.min_by_key(|it| it.span.end - it.span.start).map(|it| it.function)
    }

    fn can_be_taken_back(&self, node: usize) -> bool {
        self.kept[node] && self.next[node].iter().any(|it| self.stays[*it])
    }

    /// Answers both questions.
    fn answer(&mut self) {
        let count = self.does.len();
        let mut callers = vec![Vec::new(); self.entry.len()];
        let mut before = vec![Vec::new(); count];
        for at in 0..count {
            if let Does::Calls(id) = self.does[at] {
                callers[id.index()].push(at);
            }
            self.next[at].iter().for_each(|to| before[*to].push(at));
        }
        let mut of = vec![None; count];
        for (id, (entry, exit)) in self.entry.iter().zip(&self.exit).enumerate() {
            (of[*entry], of[*exit]) = (Some(id), Some(id));
        }
        // A function is passable if a path reaches its end with all positions still saved.
        let through = self.reached(&before, &callers, &of, |it, this| it == this.exit_of(&of, it), None);
        let escapes = self.reached(&before, &callers, &of, |it, this| this.does[it] == Does::Waits, Some(&through));
        self.stays = self.stayed(&before, &callers, &of, &through, &escapes);
        self.kept = self.keeping(&callers, &of, &through);
    }

    fn exit_of(&self, of: &[Option<usize>], node: usize) -> usize {
        of[node].map_or(usize::MAX, |it| self.exit[it])
    }

    /// The points with a path to a goal, within a function and its callees, on which nothing is cleared. `through`: the
    /// points that reach the end of their function so; `None` while those are being computed.
    fn reached(
        &self,
        before: &[Vec<usize>],
        callers: &[Vec<usize>],
        of: &[Option<usize>],
        goal: impl Fn(usize, &Self) -> bool,
        through: Option<&[bool]>,
    ) -> Vec<bool> {
        let mut found = vec![false; self.does.len()];
        let mut open: Vec<usize> = (0..self.does.len()).filter(|it| goal(*it, self)).collect();
        while let Some(at) = open.pop() {
            if found[at] {
                continue;
            }
            let passes = match self.does[at] {
                Does::Clears => false,
                Does::Calls(id) => {
                    let entry = self.entry[id.index()];
                    let leads_on = self.next[at].iter().any(|it| found[*it]);
                    match through {
                        None => found[entry] && leads_on,
                        Some(through) => found[entry] || (through[entry] && leads_on),
                    }
                }
                Does::Nothing | Does::Keeps | Does::Waits => true,
            };
            if passes {
                found[at] = true;
                open.extend(&before[at]);
                if let Some(id) = of[at].filter(|it| self.entry[*it] == at) {
                    open.extend(&callers[id]);
                }
            }
        }
        found
    }

    /// As above for all points, whichever function is the caller.
    fn stayed(
        &self,
        before: &[Vec<usize>],
        callers: &[Vec<usize>],
        of: &[Option<usize>],
        through: &[bool],
        escapes: &[bool],
    ) -> Vec<bool> {
        let mut found = vec![false; self.does.len()];
        let mut open: Vec<usize> = (0..self.does.len()).filter(|it| escapes[*it]).collect();
        while let Some(at) = open.pop() {
            let passes = match self.does[at] {
                Does::Clears => false,
                Does::Calls(id) => {
                    let entry = self.entry[id.index()];
                    let leads_on = self.next[at].iter().any(|it| found[*it]);
                    if leads_on && !found[self.exit[id.index()]] {
                        open.push(self.exit[id.index()]);
                    }
                    escapes[entry] || (through[entry] && leads_on)
                }
                Does::Nothing | Does::Keeps | Does::Waits => match of[at].filter(|it| self.exit[*it] == at) {
                    Some(id) => callers[id].iter().any(|it| self.next[*it].iter().any(|it| found[*it])),
                    None => true,
                },
            };
            if passes && !found[at] {
                found[at] = true;
                open.extend(&before[at]);
            }
        }
        found
    }

    /// The points at which a position may be kept.
    fn keeping(&self, callers: &[Vec<usize>], of: &[Option<usize>], through: &[bool]) -> Vec<bool> {
        let mut kept = vec![false; self.does.len()];
        // Functions that may return with a position they have saved themselves.
        let mut made = vec![false; self.entry.len()];
        let mut own = vec![false; self.does.len()];
        let mut open: Vec<usize> = (0..self.does.len()).filter(|it| self.does[*it] == Does::Keeps).collect();
        while let Some(at) = open.pop() {
            let leads_on = match self.does[at] {
                Does::Keeps => true,
                Does::Clears => false,
                Does::Calls(id) => made[id.index()] || (own[at] && through[self.entry[id.index()]]),
                Does::Nothing | Does::Waits => own[at],
            };
            if let Some(id) = of[at].filter(|it| self.exit[*it] == at && own[at] && !made[*it]) {
                made[id] = true;
                open.extend(&callers[id]);
            }
            if leads_on {
                open.extend(self.next[at].iter().filter(|it| !std::mem::replace(&mut own[**it], true)));
            }
        }
        let mut open: Vec<usize> = (0..self.does.len()).filter(|it| own[*it]).collect();
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut kept[at], true) {
                continue;
            }
            match self.does[at] {
                Does::Clears => {}
                Does::Calls(id) => {
                    open.push(self.entry[id.index()]);
                    if through[self.entry[id.index()]] {
                        open.extend(&self.next[at]);
                    }
                }
                Does::Nothing | Does::Keeps | Does::Waits => open.extend(&self.next[at]),
            }
        }
        kept
    }
}

/// A function and all its callees.
fn together(program: &Program, of: Vec<FnId>) -> BTreeSet<FnId> {
    let mut open = of;
    let mut all = BTreeSet::new();
    while let Some(id) = open.pop() {
        if all.insert(id) {
            open.extend(crate::calls(program.function(id)));
        }
    }
    all
}

/// The expressions evaluated by a statement itself: not those in its blocks.
fn own_parts(it: &Stmt) -> Vec<&Expr> {
    let mut parts = Vec::new();
    let shallow = match &it.kind {
        StmtKind::If(cond, ..) | StmtKind::While(cond, _) | StmtKind::ForEach(_, cond, _) => return vec![cond],
        StmtKind::ForRange(_, from, to, _) => return vec![from, to],
        _ => std::slice::from_ref(it),
    };
    crate::walk_some(shallow, &mut |node| match node {
        At::Expr(e) => {
            parts.push(e);
            false
        }
        At::Stmt(_) | At::Place(_) => true,
    });
    parts
}

/// `true` if it is `R`.
fn is_seat(it: &Expr) -> bool {
    let mut seat = false;
    walk_expr_some(it, &mut |node| match node {
        At::Expr(it) => {
            seat |= it.kind == ExprKind::Seat;
            matches!(
                it.kind,
                ExprKind::Cast(Cast::ToAny | Cast::SeatToRole | Cast::Some | Cast::Check, _) | ExprKind::Unwrap(_)
            )
        }
        At::Stmt(_) | At::Place(_) => false,
    });
    seat
}
