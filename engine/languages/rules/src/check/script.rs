//! Procedures: statements to the instructions of a framework script, one for one, so that `L.I` is the
//! same number.
//!
//! Invariant (`while`, `for` and `if` in the framework's layout): a jump forward is in the first instruction of the
//! construct, a jump back in its last; `call` is the last thing an instruction does; variables are fields of `L`, with
//! scopes in [`super::variables`].

use super::access::path_text;
use super::body::{Body, BodyKind, Tail};
use super::iterate::Many;
use super::sort::{Sort, Typed, cast};
use super::{Checker, ast};
use ast::{ExprKind as Ast, Flow, StmtKind as Source, Value};
use diag::Span;
use ir::{Binary, Builtin, Const, Effects, Expr, ExprKind, FieldId, FnId, FrameId, Place, Root, Stmt, StmtKind, Ty};

/// The instructions of a procedure while they are made.
struct Script {
    frame: FrameId,
    name: String,
    code: Vec<FnId>,
    loops: Vec<Loop>,
}

/// Instructions that leave a loop or start its next round; their targets are set later.
#[derive(Default)]
struct Loop {
    breaks: Vec<usize>,
    continues: Vec<usize>,
}

/// The variable that a loop sets in each iteration.
enum LoopVariable<'a, 's> {
    /// A variable of its own.
    Variable(Place),
    /// A field of `G` or `L`, which each instruction that uses it works out.
    Place(&'a ast::Expr<'s>),
}

impl<'s> Checker<'_, '_, 's> {
    /// The code of a procedure.
    pub fn script(&mut self, frame: FrameId, body: &ast::Block<'s>) -> Vec<FnId> {
        let name = self.program.frames[frame.index()].name.clone();
        let mut script = Script { frame, name, code: Vec::new(), loops: Vec::new() };
        // Facts that persist between the instructions.
        let mut whole = Body::new(BodyKind::Procedure, FnId(0));
        whole.frame = Some(frame);
        let outer = std::mem::replace(&mut self.body, whole);
        self.begin_variables(frame);
        self.script_block(&mut script, body);
        self.body = outer;
        script.code
    }

    fn script_block(&mut self, script: &mut Script, block: &ast::Block<'s>) {
        self.enter_variables();
        let depth = self.body.narrowed.len();
        let mut ended: Option<(Span, &'static str)> = None;
        for it in &block.stmts {
            if let Some((span, word)) = ended.take() {
                self.problems.unreachable(it.span, span, word);
            }
            self.script_stmt(script, it);
            ended = self.ends(it);
            self.learn_from_exit(it);
        }
        self.body.narrowed.truncate(depth);
        self.exit_variables(script.frame);
    }

    /// One instruction.
    fn instruction(&mut self, script: &mut Script, span: Span, make: impl FnOnce(&mut Self) -> Vec<Stmt>) -> usize {
        let at = script.code.len();
        let id = self.new_function(&format!("{}:{at}", script.name), span);
        self.in_body(BodyKind::Procedure, id, Some(script.frame), |this| {
            // At the least it moves `L.I`.
            this.effect(Effects::WRITE, span, "is part of a procedure".into());
            make(this)
        });
        script.code.push(id);
        at
    }

    /// An instruction that jumps somewhere still unknown.
    fn hole(&mut self, script: &mut Script, span: Span) -> usize {
        self.instruction(script, span, |_| vec![Stmt { kind: StmtKind::Jump(0), span }])
    }

    /// Tells an instruction where it jumps: the last jump in it.
    fn aim(&mut self, script: &Script, at: usize, target: usize) {
        fn find(stmts: &mut [Stmt], target: u32) -> bool {
            stmts.iter_mut().rev().any(|it| match &mut it.kind {
                StmtKind::Jump(to) => {
                    *to = target;
                    true
                }
                StmtKind::If(_, then, other) => find(other, target) || find(then, target),
                _ => false,
            })
        }
        find(&mut self.program.functions[script.code[at].index()].body, target as u32);
    }

    /// `if (!(cond)) L.I = …`
    fn unless(&mut self, script: &mut Script, cond: &ast::Expr<'s>) -> usize {
        let span = cond.span;
        self.instruction(script, span, |this| {
            let test = this.condition(cond);
            vec![jump_unless(test, span)]
        })
    }

    fn script_stmt(&mut self, script: &mut Script, it: &ast::Stmt<'s>) {
        let span = it.span;
        let frame = script.frame;
        match &it.kind {
            Source::If { cond, then, other } => {
                let test = self.unless(script, cond);
                self.in_branch(script, cond, true, then);
                match other {
                    None => self.aim(script, test, script.code.len()),
                    Some(other) => {
                        let over = self.hole(script, span);
                        self.aim(script, test, script.code.len());
                        self.in_branch(script, cond, false, other);
                        self.aim(script, over, script.code.len());
                    }
                }
            }
            Source::While { cond, body } => {
                let test = self.unless(script, cond);
                script.loops.push(Loop::default());
                self.in_branch(script, cond, true, body);
                let back = self.hole(script, span);
                self.aim(script, back, test);
                self.aim(script, test, script.code.len());
                self.close_loop(script, test);
            }
            Source::For { var, iter, cond, body, anew } => {
                self.script_for(script, var, iter, *anew, cond.as_ref(), body, span);
            }
            Source::Turns(turns) => self.script_turns(script, turns, span),
            Source::Break | Source::Continue => {
                let at = self.hole(script, span);
                let stop = matches!(it.kind, Source::Break);
                match script.loops.last_mut() {
                    Some(open) if stop => open.breaks.push(at),
                    Some(open) => open.continues.push(at),
                    None => self.problems.outside_loop(span, if stop { "break" } else { "continue" }),
                }
            }
            Source::Let { name, ty, value } => match value {
                Value::Expr(value) => {
                    self.instruction(script, span, |this| {
                        let (value, ty) = this.initial(ty.as_ref(), value);
                        let place = this.variable(frame, *name, ty, None);
                        vec![Stmt { kind: StmtKind::Assign(place, value), span }]
                    });
                }
                Value::Call(flow) => {
                    let result = self.script_call(script, flow);
                    self.instruction(script, span, |this| {
                        let value = this.call_result(flow, result);
                        let written = ty.as_ref().map(|it| this.resolve(it));
                        let (value, ty) = match written {
                            Some(ty) => (this.coerce(value, &ty), ty),
                            None => this.settle(value),
                        };
                        let place = this.variable(frame, *name, ty, None);
                        vec![Stmt { kind: StmtKind::Assign(place, value), span }]
                    });
                }
            },
            Source::Assign { target, op: None, value: Value::Call(flow) } => {
                let result = self.script_call(script, flow);
                self.instruction(script, span, |this| {
                    let value = this.call_result(flow, result);
                    match this.place(target) {
                        Some(place) => {
                            let value = this.coerce(value, &place.ty);
                            vec![this.store(place, value, span)]
                        }
                        None => Vec::new(),
                    }
                });
            }
            Source::Assign { value: Value::Call(flow), .. } => self.problems.call_outside_procedure(flow.span),
            Source::Call(flow) => {
                self.script_call(script, flow);
            }
            Source::Return(value) | Source::End(value) => {
                self.instruction(script, span, |this| {
                    this.may_transition(span, "end", Tail::Last);
                    let value = value.as_ref().map(|it| this.end_value(it));
                    let sort = value.as_ref().map(|it| it.1.clone());
                    this.flow_end(sort, span);
                    vec![Stmt { kind: StmtKind::End(value.map(|it| it.0)), span }]
                });
            }
            Source::Missing => {}
            Source::Set { target, value } if self.new_local(frame, target).is_some() => {
                self.instruction(script, span, |this| {
                    let (value, ty) = this.initial(None, value);
                    let place = this.new_local(frame, target).map(|name| this.new_field(frame, name, ty));
                    place.map(|place| Stmt { kind: StmtKind::Assign(place, value), span }).into_iter().collect()
                });
            }
            _ => {
                self.instruction(script, span, |this| {
                    let mut out = Vec::new();
                    this.stmt(it, Tail::Last, &mut out);
                    out
                });
            }
        }
    }

    fn in_branch(&mut self, script: &mut Script, cond: &ast::Expr<'s>, holds: bool, body: &ast::Block<'s>) {
        // Facts from a condition persist across the instructions of its branch.
        let depth = self.body.narrowed.len();
        self.learn(cond, holds);
        self.script_block(script, body);
        self.body.narrowed.truncate(depth);
    }

    fn close_loop(&mut self, script: &mut Script, next: usize) {
        let open = script.loops.pop().unwrap_or_default();
        for at in open.breaks {
            self.aim(script, at, script.code.len());
        }
        for at in open.continues {
            self.aim(script, at, next);
        }
    }

    /// `call f(…)`; returns the known type of its result.
    fn script_call(&mut self, script: &mut Script, flow: &Flow<'s>) -> Option<Sort> {
        let span = flow.span;
        let mut target = None;
        self.instruction(script, span, |this| {
            let (went, to) = this.transition(flow, "call", StmtKind::Call, Tail::Last);
            target = to;
            went
        });
        match target {
            Some(id) => self.frames[id.index()].result.clone(),
            None => Some(Sort::Of(Ty::Any)),
        }
    }

    /// `L.$` with the type that the called state or procedure ends with.
    fn call_result(&mut self, flow: &Flow<'s>, result: Option<Sort>) -> Typed {
        let result = self.result_of(flow, result);
        self.all_answers(flow, result)
    }

    fn result_of(&mut self, flow: &Flow<'s>, result: Option<Sort>) -> Typed {
        let span = flow.span;
        let last = Expr { kind: ExprKind::Last, ty: Ty::Any, span };
        match result {
            Some(Sort::Of(Ty::Any)) | None => {
                if result.is_none()
                    && let ast::FlowTarget::Name(name) = &flow.target
                    && self.frame_names.contains_key(name.text)
                {
                    self.problems.no_result(span, name.text);
                    return Typed::poison(span);
                }
                Typed { expr: last, sort: Sort::Of(Ty::Any) }
            }
            Some(sort) => {
                let ty = match sort {
                    Sort::Of(ty) => ty,
                    Sort::Seat => Ty::Role.opt(),
                    _ => Ty::Any,
                };
                Typed { expr: cast(ir::Cast::FromAny, last, ty.clone()), sort: Sort::Of(ty) }
            }
        }
    }

    /// A variable of a procedure: a late field of `L`.
    fn variable(&mut self, frame: FrameId, name: ast::Name<'s>, ty: Ty, fixed: Option<&'static str>) -> Place {
        let id = self.declare_variable(frame, name, ty.clone(), fixed);
        Place { root: Root::Frame(id), path: Vec::new(), ty, span: name.span }
    }

    /// A field that `L.name` makes.
    fn new_field(&mut self, frame: FrameId, name: ast::Name<'s>, ty: Ty) -> Place {
        let id = self.declare_field(frame, name, ty.clone());
        Place { root: Root::Frame(id), path: Vec::new(), ty, span: name.span }
    }

    /// The name of a field that `L.name` would make.
    fn new_local(&self, frame: FrameId, target: &ast::Expr<'s>) -> Option<ast::Name<'s>> {
        match &target.kind {
            Ast::Field(base, name) if matches!(base.kind, Ast::Name("L")) => {
                let known = self.frames[frame.index()].fields.contains_key(name.text);
                Some(*name).filter(|it| !known && it.text != "$")
            }
            _ => None,
        }
    }

    /// The variable of a loop: its own, or a place.
    fn loop_variable<'a>(&mut self, frame: FrameId, var: &'a ast::Expr<'s>, ty: Ty) -> LoopVariable<'a, 's> {
        match var.kind {
            Ast::Name(text) => {
                let name = ast::Name { text, span: var.span };
                LoopVariable::Variable(self.variable(frame, name, ty, Some("loop variable")))
            }
            _ => {
                if let Some(name) = self.new_local(frame, var) {
                    self.new_field(frame, name, ty);
                }
                LoopVariable::Place(var)
            }
        }
    }

    fn loop_place(&mut self, variable: &LoopVariable<'_, 's>) -> Option<Place> {
        match variable {
            LoopVariable::Variable(place) => Some(place.clone()),
            LoopVariable::Place(it) if self.is_active(it) => {
                self.problems.active_type(it.span, "int");
                None
            }
            LoopVariable::Place(it) => self.place(it),
        }
    }

    /// A loop over numbers or a list. What it runs over is evaluated once and kept in a field of `L`, unless it is the same
    /// at all times; in the framework's scripts (`anew`) each round evaluates it again.
    #[expect(clippy::too_many_arguments, reason = "the parts of a loop")]
    fn script_for(
        &mut self,
        script: &mut Script,
        var: &ast::Expr<'s>,
        iter: &ast::Expr<'s>,
        anew: bool,
        cond: Option<&ast::Expr<'s>>,
        body: &ast::Block<'s>,
        span: Span,
    ) {
        script.loops.push(Loop::default());
        let counts = matches!(&iter.kind, Ast::Binary(ast::BinaryOp::Until | ast::BinaryOp::To, ..));
        let frame = script.frame;
        self.enter_variables();
        let mut kept = None;
        if counts {
            // `I = A`, body, `if (++I <= Z) L.I = body`
            let mut variable = None;
            let first = self.instruction(script, span, |this| {
                let Some(Many::Range(from, last)) = this.many(iter) else { return Vec::new() };
                let (keep, last) = if anew { (None, last) } else { this.keep(&mut kept, frame, var, "to", last) };
                let variable = variable.insert(this.loop_variable(frame, var, Ty::Int));
                let Some(place) = this.loop_place(variable) else { return Vec::new() };
                let count = this.load_int(&place);
                let from = this.coerce(Typed { expr: from, sort: Sort::Of(Ty::Int) }, &place.ty);
                let enter = compare(count, last, span);
                keep.into_iter().chain([this.store(place, from, span), jump_unless(enter, span)]).collect()
            });
            let start = script.code.len();
            self.for_body(script, cond, body);
            // A limit that is not kept is evaluated again, outside the scope of the loop's variable.
            self.exit_variables(frame);
            let next = self.instruction(script, span, |this| {
                let (Some(Many::Range(_, last)), Some(variable)) = (this.many(iter), &variable) else {
                    return Vec::new();
                };
                let last = kept.map_or(last, |(id, ty)| load(id, ty, span));
                let Some(place) = this.loop_place(variable) else { return Vec::new() };
                let one = Expr { kind: ExprKind::Const(Const::Int(1)), ty: Ty::Int, span };
                let more = ExprKind::Binary(Binary::IntAdd, Box::new(this.load_int(&place)), Box::new(one));
                let more = Typed::of(more, Ty::Int, span);
                let test = compare(this.load_int(&place), last, span);
                let more = this.coerce(more, &place.ty);
                let again = Stmt { kind: StmtKind::Jump(start as u32), span };
                vec![this.store(place, more, span), Stmt { kind: StmtKind::If(test, vec![again], Vec::new()), span }]
            });
            self.aim(script, first, script.code.len());
            self.close_loop(script, next);
            return;
        }
        // `i = 0`, `if (i < A.length) { K = A[i++] } else { delete i; L.I = … }`, body, `L.I = …`
        let counter = self.loop_field(frame, var, "", Ty::Int);
        let counter_place = || Place { root: Root::Frame(counter), path: Vec::new(), ty: Ty::Int, span: var.span };
        self.instruction(script, span, |this| {
            let zero = Expr { kind: ExprKind::Const(Const::Int(0)), ty: Ty::Int, span };
            let zero = Stmt { kind: StmtKind::Assign(counter_place(), zero), span };
            let keep = match this.many(iter).filter(|_| !anew) {
                Some(Many::Each(list, _)) => this.keep(&mut kept, frame, var, "in", in_order(list)).0,
                Some(Many::Range(_, last)) => this.keep(&mut kept, frame, var, "to", last).0,
                None => None,
            };
            keep.into_iter().chain([zero]).collect()
        });
        let test = self.instruction(script, span, |this| this.next_element(frame, var, iter, counter, kept, span));
        self.for_body(script, cond, body);
        self.exit_variables(frame);
        let back = self.hole(script, span);
        self.aim(script, back, test);
        self.aim(script, test, script.code.len());
        self.close_loop(script, test);
    }

    /// Keeps what a loop runs over in a field of `L`, unless it is the same at all times. Returns the assignment, and what to
    /// read instead.
    fn keep(
        &mut self,
        kept: &mut Option<(FieldId, Ty)>,
        frame: FrameId,
        var: &ast::Expr<'s>,
        word: &str,
        of: Expr,
    ) -> (Option<Stmt>, Expr) {
        if self.is_fixed(&of) {
            return (None, of);
        }
        let (span, ty) = (of.span, of.ty.clone());
        let id = self.loop_field(frame, var, word, ty.clone());
        *kept = Some((id, ty.clone()));
        let place = Place { root: Root::Frame(id), path: Vec::new(), ty: ty.clone(), span };
        (Some(Stmt { kind: StmtKind::Assign(place, of), span }), load(id, ty, span))
    }

    /// `turns who in roles from first { … }`: the first who is in the list; then, after each turn, the next who is.
    fn script_turns(&mut self, script: &mut Script, turns: &ast::Turns<'s>, span: Span) {
        let ast::Turns { var, among, from, body } = turns;
        let frame = script.frame;
        script.loops.push(Loop::default());
        let mut variable = None;
        self.enter_variables();
        let first = self.instruction(script, span, |this| {
            let (set, list, leave) = this.who_is_in(among, span);
            let begins = match from {
                Some(it) => {
                    let from = this.expr_as(it, &Ty::Role);
                    let kept = this.body.temporary(Ty::Role);
                    let read = || Expr { kind: ExprKind::Local(kept), ty: Ty::Role, span };
                    let is_in = ExprKind::Binary(Binary::In, Box::new(read()), Box::new(list.clone()));
                    let is_in = Expr { kind: is_in, ty: Ty::Bool, span };
                    let next = ExprKind::Builtin(Builtin::Next, vec![read(), list]);
                    let next = Expr { kind: next, ty: Ty::Role, span };
                    let begins = ExprKind::If(Box::new(is_in), Box::new(read()), Box::new(next));
                    let begins = Expr { kind: begins, ty: Ty::Role, span };
                    ExprKind::Block(vec![super::iterate::set(kept, from)], Box::new(begins))
                }
                None => {
                    let zero = Expr { kind: ExprKind::Const(Const::Int(0)), ty: Ty::Int, span };
                    ExprKind::Index(Box::new(list), Box::new(zero))
                }
            };
            let variable = variable.insert(this.loop_variable(frame, var, Ty::Role));
            let stored = this.store_turn(variable, begins, span);
            // It says whose turn it is.
            if let Ast::Name(name) = var.kind {
                this.use_variable(name, true);
            }
            vec![set, Stmt { kind: StmtKind::If(leave, vec![Stmt { kind: StmtKind::Jump(0), span }], stored), span }]
        });
        let start = script.code.len();
        self.instruction(script, span, |this| {
            let Some(place) = variable.as_ref().and_then(|it| this.loop_place(it)) else { return Vec::new() };
            let who = Expr { kind: ExprKind::Load(Box::new(place)), ty: Ty::Role, span };
            this.effect(Effects::WRITE, span, "changes `G.active`".into());
            this.activate(Typed { sort: Sort::Of(Ty::Role), expr: who }, var.span, span).into_iter().collect()
        });
        self.script_block(script, body);
        let next = self.instruction(script, span, |this| {
            let (set, list, leave) = this.who_is_in(among, span);
            let Some(variable) = &variable else { return Vec::new() };
            let Some(place) = this.loop_place(variable) else { return Vec::new() };
            let who = Expr { kind: ExprKind::Load(Box::new(place)), ty: Ty::Role, span };
            let next = next_in_list(who, list, span);
            let mut again = this.store_turn(variable, next, span);
            again.push(Stmt { kind: StmtKind::Jump(start as u32), span });
            vec![set, Stmt { kind: StmtKind::If(leave, Vec::new(), again), span }]
        });
        self.exit_variables(frame);
        self.aim(script, first, script.code.len());
        self.close_loop(script, next);
    }

    /// The roles that have turns: kept, as a list, and whether there are none.
    fn who_is_in(&mut self, among: &ast::Expr<'s>, span: Span) -> (Stmt, Expr, Expr) {
        let ty = Ty::Role.list();
        let list = self.expr_as(among, &ty);
        let kept = self.body.temporary(ty.clone());
        let read = Expr { kind: ExprKind::Local(kept), ty, span };
        let none = ExprKind::Builtin(Builtin::Empty, vec![read.clone()]);
        (super::iterate::set(kept, list), read, Expr { kind: none, ty: Ty::Bool, span })
    }

    /// Puts a role into the variable of a loop.
    fn store_turn(&mut self, variable: &LoopVariable<'_, 's>, role: ExprKind, span: Span) -> Vec<Stmt> {
        let Some(place) = self.loop_place(variable) else { return Vec::new() };
        let role = Typed::of(role, Ty::Role, span);
        let role = self.coerce(role, &place.ty);
        vec![self.store(place, role, span)]
    }

    fn for_body(&mut self, script: &mut Script, cond: Option<&ast::Expr<'s>>, body: &ast::Block<'s>) {
        match cond {
            None => self.script_block(script, body),
            Some(cond) => {
                let skip = self.unless(script, cond);
                self.in_branch(script, cond, true, body);
                self.aim(script, skip, script.code.len());
            }
        }
    }

    /// A field for a loop. That which counts one over a list: `G.turn` → `G_turn_`, `x` → `x_`; with what it runs over: `x_in`.
    fn loop_field(&mut self, frame: FrameId, var: &ast::Expr<'s>, word: &str, ty: Ty) -> FieldId {
        let text = path_text(var).unwrap_or_else(|| "i".into());
        let text = match text.strip_prefix("L.") {
            Some(rest) => rest.to_string(),
            None => text.replacen("G.", "G_", 1),
        };
        self.free_field(frame, &format!("{text}_{word}"), ty)
    }

    fn next_element(
        &mut self,
        frame: FrameId,
        var: &ast::Expr<'s>,
        iter: &ast::Expr<'s>,
        counter: FieldId,
        kept: Option<(FieldId, Ty)>,
        span: Span,
    ) -> Vec<Stmt> {
        let Some(many) = self.many(iter) else {
            // The variable is there all the same.
            self.loop_variable(frame, var, Ty::Unit);
            return Vec::new();
        };
        let element = many.element();
        let variable = self.loop_variable(frame, var, element.clone());
        let at = || Place { root: Root::Frame(counter), path: Vec::new(), ty: Ty::Int, span };
        let index = || Expr { kind: ExprKind::Load(Box::new(at())), ty: Ty::Int, span };
        let int = |kind| Expr { kind, ty: Ty::Int, span };
        let mut before = Vec::new();
        let (count, item) = match many {
            Many::Range(from, last) => {
                let last = kept.as_ref().map_or(last, |(id, ty)| load(*id, ty.clone(), span));
                // Every number from one to another: as many as there are, each from its place.
                let wide = int(ExprKind::Binary(Binary::IntSub, Box::new(last), Box::new(from.clone())));
                let one = int(ExprKind::Const(Const::Int(1)));
                let count = int(ExprKind::Binary(Binary::IntAdd, Box::new(wide), Box::new(one)));
                (count, int(ExprKind::Binary(Binary::IntAdd, Box::new(from), Box::new(index()))))
            }
            Many::Each(list, _) => {
                let list = kept.as_ref().map_or_else(|| in_order(list), |(id, ty)| load(*id, ty.clone(), span));
                let ty = list.ty.clone();
                let kept = self.body.temporary(ty.clone());
                let all = Expr { kind: ExprKind::Local(kept), ty, span };
                before.push(super::iterate::set(kept, list));
                let count = int(ExprKind::Builtin(Builtin::Len, vec![all.clone()]));
                let item = ExprKind::Index(Box::new(all), Box::new(index()));
                (count, Expr { kind: item, ty: element.clone(), span })
            }
        };
        let test = ExprKind::Binary(Binary::IntLt, Box::new(index()), Box::new(count));
        let test = Expr { kind: test, ty: Ty::Bool, span };
        let item = Typed { sort: Sort::Of(item.ty.clone()), expr: item };
        let item = match variable {
            LoopVariable::Variable(place) => {
                let item = self.coerce(item, &place.ty);
                Some(self.store(place, item, span))
            }
            LoopVariable::Place(it) => self.store_element(it, item, span),
        };
        let Some(item) = item else { return Vec::new() };
        let one = int(ExprKind::Const(Const::Int(1)));
        let more = int(ExprKind::Binary(Binary::IntAdd, Box::new(index()), Box::new(one)));
        let take = vec![item, Stmt { kind: StmtKind::Assign(at(), more), span }];
        let unset = [Some(counter), kept.map(|(id, _)| id)].into_iter().flatten().map(StmtKind::Unset);
        let leave = unset.chain([StmtKind::Jump(0)]).map(|kind| Stmt { kind, span }).collect();
        before.push(Stmt { kind: StmtKind::If(test, take, leave), span });
        before
    }

    fn load_int(&mut self, place: &Place) -> Expr {
        let read = Expr { kind: ExprKind::Load(Box::new(place.clone())), ty: place.ty.clone(), span: place.span };
        self.coerce(Typed { sort: Sort::Of(place.ty.clone()), expr: read }, &Ty::Int)
    }
}

/// A field of `L`.
fn load(id: FieldId, ty: Ty, span: Span) -> Expr {
    let place = Place { root: Root::Frame(id), path: Vec::new(), ty: ty.clone(), span };
    Expr { kind: ExprKind::Load(Box::new(place)), ty, span }
}

/// The elements of a collection, the keys of a map.
fn in_order(list: Expr) -> Expr {
    match list.ty.clone() {
        Ty::Map(key, _) => {
            let (ty, span) = ((*key).list(), list.span);
            Expr { kind: ExprKind::Builtin(Builtin::Keys, vec![list]), ty, span }
        }
        _ => list,
    }
}

/// The role after another in a list, in a circle. After one that is not in the list, the next in the order of the roles.
fn next_in_list(who: Expr, list: Expr, span: Span) -> ExprKind {
    let int = |kind| Expr { kind, ty: Ty::Int, span };
    let is_in = ExprKind::Binary(Binary::In, Box::new(who.clone()), Box::new(list.clone()));
    let is_in = Expr { kind: is_in, ty: Ty::Bool, span };
    let at = ExprKind::Builtin(Builtin::IndexOf, vec![list.clone(), who.clone()]);
    let at = int(ExprKind::Unwrap(Box::new(Expr { kind: at, ty: Ty::Int.opt(), span })));
    let after = int(ExprKind::Binary(Binary::IntAdd, Box::new(at), Box::new(int(ExprKind::Const(Const::Int(1))))));
    let count = int(ExprKind::Builtin(Builtin::Len, vec![list.clone()]));
    let after = int(ExprKind::Binary(Binary::IntRem, Box::new(after), Box::new(count)));
    let role = |kind| Box::new(Expr { kind, ty: Ty::Role, span });
    let next = role(ExprKind::Index(Box::new(list.clone()), Box::new(after)));
    ExprKind::If(Box::new(is_in), next, role(ExprKind::Builtin(Builtin::Next, vec![who, list])))
}

fn jump_unless(test: Expr, span: Span) -> Stmt {
    let jump = vec![Stmt { kind: StmtKind::Jump(0), span }];
    Stmt { kind: StmtKind::If(test, Vec::new(), jump), span }
}

fn compare(count: Expr, last: Expr, span: Span) -> Expr {
    Expr { kind: ExprKind::Binary(Binary::IntLe, Box::new(count), Box::new(last)), ty: Ty::Bool, span }
}
