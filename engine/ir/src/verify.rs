//! Checks what the machine is entitled to assume. Run once for a program, not once for a step.
//!
//! What must stay true: types are compared by what the machine holds (a role is an integer, an optional
//! holds its value as it is); effects are computed anew, not believed.

use crate::{
    Arg, Binary, Board, Builtin, CELLS_MAX, Cast, Cell, Effects, Expr, ExprKind, FieldId, FnId, FrameId, FrameKind,
    Function, GlobalId, Index, Inside, Link, Node, Place, PlaceOp, Program, Root, Span, Step, Stmt, StmtKind, Target,
    Ty, Unary, WEIGHT_MAX, arity, owners, walk, walk_expr, walk_some,
};

/// What is wrong with a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    pub what: String,
    /// In which function.
    pub function: Option<String>,
    pub span: Span,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.function {
            Some(name) => write!(f, "`{name}`: {}", self.what),
            None => write!(f, "{}", self.what),
        }
    }
}

impl std::error::Error for Broken {}

/// The first thing found wrong.
pub fn verify(program: &Program) -> Result<(), Broken> {
    tables(program)?;
    let owners = owners(program);
    for (function, owners) in program.functions.iter().zip(&owners) {
        Verifier { program, function, owners }.function()?;
    }
    let effects = effects(program);
    tried(program, &effects)?;
    entries(program, &effects)
}

type Verified = Result<(), Broken>;

fn require(holds: bool, what: impl FnOnce() -> String) -> Verified {
    if holds { Ok(()) } else { Err(Broken { what: what(), function: None, span: Span::default() }) }
}

/// Names, counts, and the types that tables declare.
fn tables(program: &Program) -> Verified {
    require(!program.roles.is_empty(), || "there are no roles".into())?;
    require(!program.scenarios.is_empty(), || "there are no scenarios".into())?;
    let counts = [program.globals.len(), program.functions.len(), program.frames.len(), program.actions.len()];
    require(counts.iter().all(|it| *it < usize::from(u16::MAX)), || "there is too much of something".into())?;
    let locals = program.functions.iter().flat_map(|it| it.locals.iter().map(|it| &it.ty).chain([&it.result]));
    let records = program.records.iter().flat_map(|it| it.fields.iter().map(|it| &it.ty));
    let frames = program.frames.iter().flat_map(|it| it.fields.iter().map(|it| &it.ty));
    let globals = program.globals.iter().map(|it| &it.ty);
    let views = program.view_fields.iter().map(|it| &it.ty);
    for ty in locals.chain(records).chain(frames).chain(globals).chain(views) {
        require(exists(program, ty), || format!("a type that does not exist: {ty:?}"))?;
    }
    for (i, frame) in program.frames.iter().enumerate() {
        let twice = program.frames[..i].iter().any(|it| it.name == frame.name);
        require(!twice, || format!("two frames are called `{}`", frame.name))?;
        require(usize::from(frame.params) <= frame.fields.len(), || format!("`{}` lacks fields", frame.name))?;
        let known = frame.functions().iter().all(|it| it.index() < program.functions.len());
        require(known, || format!("`{}` has a function that does not exist", frame.name))?;
    }
    counted(program)?;
    program.boards.iter().try_for_each(|it| board(program, it))
}

/// Numbers that are there, and a function that is told of fields.
fn counted(program: &Program) -> Verified {
    if let Some(it) = &program.counted.arrivals {
        let function = program.functions.get(it.function.index());
        let first = function.filter(|it| it.params > 0).and_then(|it| it.locals.first());
        require(first.is_some_and(|it| it.ty == Ty::Int), || "arrivals are told to nobody".into())?;
        let stands = inside(program, it.stands.0, &it.stands.1);
        require(stands.is_some_and(|it| *it.inner() == Ty::Int), || "tokens stand nowhere".into())?;
    }
    for it in &program.counted.measures {
        let ty = inside(program, it.global, &it.path);
        require(matches!(ty, Some(Ty::Int | Ty::Range(..) | Ty::Num)), || format!("`{}` is no number", it.name))?;
    }
    Ok(())
}

/// What lies at the end of a way.
fn inside<'p>(program: &'p Program, global: GlobalId, path: &[Inside]) -> Option<&'p Ty> {
    let global = program.globals.get(global.index()).map(|it| &it.ty);
    path.iter().fold(global, |ty, step| match (ty?, step) {
        (Ty::Record(id), Inside::Field(field)) => {
            let record = program.records.get(id.index())?;
            record.fields.get(usize::from(*field)).map(|it| &it.ty)
        }
        (Ty::Array(of, Index::Role), Inside::Roles) => Some(of),
        _ => None,
    })
}

/// Cells that can be numbered, links between cells that are there, directions that have their type.
fn board(program: &Program, board: &Board) -> Verified {
    let name = &board.name;
    let count = board.cells.len();
    require((1..=CELLS_MAX).contains(&count), || format!("`{name}` has {count} cells"))?;
    let inside = |cell: &Cell| cell.row < board.rows.max(1) && cell.column < board.columns.max(1);
    require(board.cells.iter().all(inside), || format!("`{name}` has a cell beyond its edge"))?;
    let there = |it: &Link| usize::from(it.from) < count && usize::from(it.to) < count;
    let costs = |it: &Link| (1..=WEIGHT_MAX).contains(&i64::from(it.weight));
    require(board.links.iter().all(|it| there(it) && costs(it)), || format!("`{name}` has a link to nothing"))?;
    let members = board.direction.and_then(|id| program.enums.get(id.index())).map_or(0, |it| it.members.len());
    require(members == board.directions().len(), || format!("`{name}` has {members} directions"))
}

/// Whether what a type refers to is there.
fn exists(program: &Program, ty: &Ty) -> bool {
    match ty {
        Ty::Enum(id) => id.index() < program.enums.len(),
        Ty::Record(id) => id.index() < program.records.len(),
        Ty::Opt(of) | Ty::List(of) | Ty::Set(of) => exists(program, of),
        Ty::Array(of, Index::Enum(id)) => id.index() < program.enums.len() && exists(program, of),
        Ty::Array(of, _) => exists(program, of),
        Ty::Map(key, of) => exists(program, key) && exists(program, of),
        Ty::Int | Ty::Range(..) | Ty::Num | Ty::Bool | Ty::Str | Ty::Role | Ty::Any | Ty::Unit => true,
    }
}

/// What is tried neither leaves its place nor offers or shows anything.
fn tried(program: &Program, effects: &[Effects]) -> Verified {
    const NEVER: Effects = Effects(Effects::FLOW.0 | Effects::OFFER.0 | Effects::VIEW.0);
    for function in &program.functions {
        let mut result = Ok(());
        walk(&function.body, &mut |node| {
            let Node::Expr(Expr { kind: ExprKind::Trial(of), span, .. }) = node else { return };
            let mut here = Effects::NONE;
            let mut leaves = false;
            walk_expr(of, &mut |node| {
                here = here.with(effects_of(node));
                match node {
                    Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => here = here.with(effects[id.index()]),
                    Node::Expr(Expr { kind: ExprKind::Block(body, _), .. }) => leaves |= stray(body).is_some(),
                    Node::Stmt(Stmt { kind: StmtKind::Return(_), .. }) => leaves = true,
                    _ => {}
                }
            });
            if result.is_ok() && (leaves || here.has(NEVER)) {
                let what = "what is tried does what cannot be tried".into();
                result = Err(Broken { what, function: Some(function.name.clone()), span: *span });
            }
        });
        result?;
    }
    Ok(())
}

/// How functions are entered: with how many arguments, and what they may do there.
fn entries(program: &Program, effects: &[Effects]) -> Verified {
    for (function, effects) in program.functions.iter().zip(effects) {
        let missing = effects.0 & !function.effects.0;
        require(missing == 0, || format!("`{}` does more than it says: {missing:#b}", function.name))?;
    }
    let entry = |id: FnId, params: u16, allowed: Effects| {
        require(id.index() < program.functions.len(), || "an entry that does not exist".into())?;
        let function = program.function(id);
        require(function.params <= params, || format!("`{}` has too many parameters", function.name))?;
        let more = effects[id.index()].0 & !allowed.with(Effects::TRIAL).0;
        require(more == 0, || format!("`{}` does what is not allowed there: {more:#b}", function.name))
    };
    let change = Effects::WRITE.with(Effects::RANDOM);
    let all = change.with(Effects::FLOW);
    for (id, params, allowed) in [
        (program.init, 0, change),
        (program.imagine, 0, change),
        (program.setup, 2, all),
        (program.view, 0, Effects::VIEW),
        (program.query, 1, Effects::NONE),
    ] {
        id.map_or(Ok(()), |id| entry(id, params, allowed))?;
    }
    program.invariants.iter().try_for_each(|id| entry(*id, 0, Effects::NONE))?;
    for test in &program.tests {
        let mut functions = test.functions().into_iter();
        functions.try_for_each(|(id, changes)| entry(id, 0, if changes { all } else { Effects::NONE }))?;
    }
    for frame in &program.frames {
        match &frame.kind {
            FrameKind::State(it) => {
                let hooks = [(it.begin, all), (it.resume, all), (it.leave, change), (it.prompt, Effects::OFFER)];
                hooks.iter().try_for_each(|(id, allowed)| id.map_or(Ok(()), |id| entry(id, 0, *allowed)))?;
                for handler in &it.handlers {
                    require(handler.action.index() < program.actions.len(), || "an unknown action".into())?;
                    entry(handler.function, u16::MAX, all)?;
                    if let Some(open) = handler.open {
                        entry(open, u16::MAX, Effects::NONE)?;
                        opens(program, handler.function, open)?;
                    }
                }
            }
            FrameKind::Procedure(body) => body.iter().try_for_each(|id| entry(*id, 0, all))?,
            FrameKind::Plain(id) => entry(*id, 0, all)?,
        }
    }
    Ok(())
}

/// An open action takes what its handler takes, and says why it is refused.
fn opens(program: &Program, function: FnId, open: FnId) -> Verified {
    let takes = |id: FnId| {
        let it = program.function(id);
        it.locals.iter().take(usize::from(it.params)).map(|it| &it.ty).collect::<Vec<_>>()
    };
    let it = program.function(open);
    require(takes(function) == takes(open) && !it.inout.contains(&true) && it.result == Ty::Str.opt(), || {
        format!("`{}` does not fit what it opens", it.name)
    })
}

/// What each function may do, calls included: what [`Function::effects`] has to say at least.
pub fn effects(program: &Program) -> Vec<Effects> {
    let own: Vec<Done> = program.functions.iter().map(|it| done(&it.body)).collect();
    let mut effects: Vec<Effects> = own.iter().map(|it| it.effects).collect();
    loop {
        let mut changed = false;
        for (i, own) in own.iter().enumerate() {
            let all = own.calls.iter().fold(effects[i], |all, id| all.with(effects[id.index()]));
            changed |= all != effects[i];
            effects[i] = all;
        }
        if !changed {
            return effects;
        }
    }
}

/// What is done, and what is called: not counting what is only tried.
struct Done {
    effects: Effects,
    calls: Vec<FnId>,
}

fn done(body: &[Stmt]) -> Done {
    let mut it = Done { effects: Effects::NONE, calls: Vec::new() };
    walk_some(body, &mut |node| it.node(node));
    it
}

impl Done {
    /// False for what is not to be looked into.
    fn node(&mut self, node: Node<'_>) -> bool {
        if let Node::Expr(e) = node {
            match &e.kind {
                ExprKind::Trial(_) => {
                    self.effects = self.effects.with(Effects::TRIAL);
                    return false;
                }
                ExprKind::Call(id, _) => self.calls.push(*id),
                _ => {}
            }
        }
        self.effects = self.effects.with(effects_of(node));
        true
    }
}

fn effects_of(node: Node<'_>) -> Effects {
    let written = |place: &Place| match place.root {
        Root::Local(_) => Effects::NONE,
        Root::Global(_) | Root::Frame(_) => Effects::WRITE,
        Root::View(_) => Effects::VIEW,
    };
    match node {
        Node::Place(_) => Effects::NONE,
        Node::Expr(e) => match &e.kind {
            ExprKind::Builtin(op, _) => op.effects(),
            ExprKind::PlaceOp(op, place, _) => op.effects().with(written(place)),
            ExprKind::Call(_, args) => args.iter().fold(Effects::NONE, |all, it| match it {
                Arg::InOut(place) => all.with(written(place)),
                Arg::Value(_) => all,
            }),
            _ => Effects::NONE,
        },
        Node::Stmt(it) => match &it.kind {
            StmtKind::Assign(place, _) => written(place),
            StmtKind::PlaceOp(op, place, _) => op.effects().with(written(place)),
            StmtKind::Call(..) | StmtKind::Goto(..) | StmtKind::End(_) | StmtKind::Finish(..) | StmtKind::PopUndo => {
                Effects::FLOW
            }
            StmtKind::Jump(_)
            | StmtKind::Unset(_)
            | StmtKind::SetActive(_)
            | StmtKind::Log(_)
            | StmtKind::PushUndo
            | StmtKind::ClearUndo => Effects::WRITE,
            StmtKind::Prompt(_)
            | StmtKind::Offer(..)
            | StmtKind::Withhold(..)
            | StmtKind::Button(..)
            | StmtKind::Disable(..) => Effects::OFFER,
            _ => Effects::NONE,
        },
    }
}

/// A `break` or `continue` that stands in no loop.
fn stray(body: &[Stmt]) -> Option<Span> {
    body.iter().find_map(|it| match &it.kind {
        StmtKind::Break | StmtKind::Continue => Some(it.span),
        StmtKind::If(_, yes, no) => stray(yes).or_else(|| stray(no)),
        _ => None,
    })
}

/// Checks one function, node by node.
struct Verifier<'p> {
    program: &'p Program,
    function: &'p Function,
    owners: &'p [FrameId],
}

impl Verifier<'_> {
    fn function(&self) -> Verified {
        let it = self.function;
        self.require(usize::from(it.params) <= it.locals.len(), it.span, || "there are too few locals".into())?;
        self.require(it.inout.len() == usize::from(it.params), it.span, || "`inout` is not told for each".into())?;
        self.require(it.locals.len() < 60_000, it.span, || "there are too many locals".into())?;
        let stray = stray(&it.body);
        self.require(stray.is_none(), stray.unwrap_or_default(), || "`break` or `continue` outside of a loop".into())?;
        let mut result = Ok(());
        walk(&it.body, &mut |node| {
            if result.is_ok() {
                result = match node {
                    Node::Stmt(it) => self.stmt(it),
                    Node::Expr(it) => self.expr(it),
                    Node::Place(it) => self.place(it),
                };
            }
        });
        result
    }

    fn require(&self, holds: bool, span: Span, what: impl FnOnce() -> String) -> Verified {
        if holds {
            return Ok(());
        }
        Err(Broken { what: what(), function: Some(self.function.name.clone()), span })
    }

    fn local(&self, id: u32, span: Span) -> Result<&Ty, Broken> {
        let ty = self.function.locals.get(id as usize).map(|it| &it.ty);
        self.require(ty.is_some(), span, || format!("there is no local {id}"))?;
        Ok(ty.unwrap_or(&Ty::Unit))
    }

    /// A value of one type goes where another is meant.
    fn flows(&self, from: &Ty, to: &Ty, span: Span) -> Verified {
        self.require(flows(from, to), span, || format!("{from:?} goes where {to:?} is meant"))
    }

    fn all<'e>(&self, items: impl IntoIterator<Item = &'e Expr>, ty: &Ty) -> Verified {
        items.into_iter().try_for_each(|it| self.flows(&it.ty, ty, it.span))
    }

    fn stmt(&self, it: &Stmt) -> Verified {
        let span = it.span;
        match &it.kind {
            StmtKind::Set(local, e) => self.flows(&e.ty, self.local(local.0, span)?, span),
            StmtKind::Assign(place, e) => self.flows(&e.ty, &place.ty, span),
            StmtKind::PlaceOp(op, place, args) => self.place_op(*op, place, args, span),
            StmtKind::If(e, ..) | StmtKind::While(e, _) | StmtKind::Assert(e, _) => self.flows(&e.ty, &Ty::Bool, span),
            StmtKind::ForRange(local, from, last, _) => {
                self.flows(&Ty::Int, self.local(local.0, span)?, span)?;
                self.all([from, last], &Ty::Int)
            }
            StmtKind::ForEach(local, list, _) => match (&list.ty, list.ty.element()) {
                (Ty::Any, _) => self.flows(&Ty::Any, self.local(local.0, span)?, span),
                (_, Some(element)) => self.flows(element, self.local(local.0, span)?, span),
                (other, None) => self.require(false, span, || format!("{other:?} cannot be gone through")),
            },
            StmtKind::Return(Some(e)) => self.flows(&e.ty, &self.function.result, span),
            StmtKind::Call(target, args) | StmtKind::Goto(target, args) => match target {
                Target::Named(name) => {
                    self.require(args.is_empty(), span, || "a call by name with arguments".into())?;
                    self.flows(&name.ty, &Ty::Str, span)
                }
                Target::Frame(id) => {
                    let frame = self.program.frames.get(id.index());
                    let params = frame.map(|it| &it.fields[..usize::from(it.params)]);
                    self.require(params.is_some_and(|it| it.len() == args.len()), span, || {
                        "a transition to nothing, or with the wrong number of arguments".into()
                    })?;
                    let params = params.unwrap_or(&[]);
                    args.iter().zip(params).try_for_each(|(e, field)| self.flows(&e.ty, &field.ty, e.span))
                }
            },
            StmtKind::Jump(to) => {
                let reaches = |id: &FrameId| match &self.program.frame(*id).kind {
                    FrameKind::Procedure(body) => *to as usize <= body.len(),
                    _ => false,
                };
                self.require(self.owners.iter().all(reaches), span, || format!("a jump to {to}"))
            }
            StmtKind::Unset(field) => self.frame_field(*field, span).map(drop),
            StmtKind::Prompt(e) | StmtKind::Finish(_, Some(e)) => self.flows(&e.ty, &Ty::Str, span),
            StmtKind::Offer(action, _) => self.action(action.index(), span),
            StmtKind::Withhold(action, _, why) | StmtKind::Disable(action, why) => {
                self.action(action.index(), span)?;
                self.flows(&why.ty, &Ty::Str, span)
            }
            StmtKind::Button(action, enabled) => {
                self.action(action.index(), span)?;
                self.all(enabled, &Ty::Bool)
            }
            _ => Ok(()),
        }
    }

    fn action(&self, index: usize, span: Span) -> Verified {
        self.require(index < self.program.actions.len(), span, || "there is no such action".into())
    }

    fn expr(&self, e: &Expr) -> Verified {
        let span = e.span;
        self.require(exists(self.program, &e.ty), span, || format!("a type that does not exist: {:?}", e.ty))?;
        match &e.kind {
            ExprKind::Local(id) => self.flows(self.local(id.0, span)?, &e.ty, span),
            ExprKind::Load(place) => self.flows(&place.ty, &e.ty, span),
            ExprKind::Index(base, index) => {
                let element = self.element(&base.ty, &index.ty, span)?;
                self.flows(&element, &e.ty, span)
            }
            ExprKind::Field(base, field) => self.flows(&self.field(&base.ty, *field, span)?, &e.ty, span),
            ExprKind::AnyField(base, _) => self.flows(&base.ty, &Ty::Any, span),
            ExprKind::Unary(op, a) => {
                let ty = match op {
                    Unary::Not => Ty::Bool,
                    Unary::IntNeg => Ty::Int,
                    Unary::NumNeg => Ty::Num,
                };
                self.flows(&a.ty, &ty, span)?;
                self.flows(&ty, &e.ty, span)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => self.all([&**a, &**b], &Ty::Bool),
            ExprKind::If(condition, a, b) => {
                self.flows(&condition.ty, &Ty::Bool, span)?;
                self.all([&**a, &**b], &e.ty)
            }
            ExprKind::Else(a, b) => {
                self.flows(a.ty.inner(), &e.ty, span)?;
                self.flows(&b.ty, &e.ty, span)
            }
            ExprKind::Unwrap(a) => self.flows(a.ty.inner(), &e.ty, span),
            ExprKind::Make(items) => self.make(items, e),
            ExprKind::MakeMap(pairs) => match &e.ty {
                Ty::Map(key, of) => {
                    self.all(pairs.iter().map(|(it, _)| it), key)?;
                    self.all(pairs.iter().map(|(_, it)| it), of)
                }
                other => self.require(false, span, || format!("a map made of type {other:?}")),
            },
            ExprKind::MakeObject(entries) => self.all(entries.iter().map(|(_, it)| it), &Ty::Any),
            ExprKind::Fill(value, count) => {
                self.flows(&count.ty, &Ty::Int, span)?;
                e.ty.element().map_or(Ok(()), |of| self.flows(&value.ty, of, span))
            }
            ExprKind::Call(id, args) => self.call(*id, args, e),
            ExprKind::Builtin(op, args) => {
                let (_, arity) = arity(op.signature());
                self.require(args.len() == arity, span, || format!("`{}` with {} arguments", op.name(), args.len()))?;
                match op {
                    Builtin::Random | Builtin::RandomBigint | Builtin::Other | Builtin::Dice => {
                        self.all(args, &Ty::Int)
                    }
                    _ => Ok(()),
                }
            }
            ExprKind::Board(op, id, args) => {
                let board = self.program.boards.get(id.index());
                self.require(board.is_some_and(|it| op.is_on(it.kind)), span, || {
                    format!("no board with `{}`", op.name())
                })?;
                let Some(board) = board else { return Ok(()) };
                let parts = op.parts();
                self.require(args.len() == parts.len(), span, || {
                    format!("`{}` with {} arguments", op.name(), args.len())
                })?;
                args.iter().zip(parts).try_for_each(|(it, part)| self.flows(&it.ty, &part.ty(board), it.span))?;
                self.flows(&op.result(board), &e.ty, span)
            }
            ExprKind::PlaceOp(op, place, args) => self.place_op(*op, place, args, span),
            ExprKind::Block(_, value) | ExprKind::Trial(value) => self.flows(&value.ty, &e.ty, span),
            ExprKind::Cast(op, a) => self.cast(*op, a, e),
            ExprKind::Seat => self.flows(&Ty::Int, &e.ty, span),
            ExprKind::Shown(id) => {
                let exists = id.index() < self.program.view_fields.len();
                self.require(exists, span, || "there is no such field of the view".into())?;
                self.flows(&Ty::Bool, &e.ty, span)
            }
            ExprKind::Active | ExprKind::Last | ExprKind::WholeFrame | ExprKind::WholeState => {
                self.flows(&Ty::Any, &e.ty, span)
            }
            ExprKind::Const(_) => Ok(()),
            ExprKind::Data(id) => {
                let data = self.program.data.get(id.index());
                self.require(data.is_some(), span, || "there is no such data".into())?;
                data.map_or(Ok(()), |it| self.flows(&it.ty, &e.ty, span))
            }
        }
    }

    fn binary(&self, op: Binary, a: &Expr, b: &Expr, e: &Expr) -> Verified {
        use Binary::*;
        let (operand, result) = match op {
            IntAdd | IntSub | IntMul | IntDiv | IntRem => (Ty::Int, Ty::Int),
            NumAdd | NumSub | NumMul | NumDiv | NumRem => (Ty::Num, Ty::Num),
            IntLt | IntLe => (Ty::Int, Ty::Bool),
            NumLt | NumLe => (Ty::Num, Ty::Bool),
            StrLt | StrLe => (Ty::Str, Ty::Bool),
            Concat => (Ty::Str, Ty::Str),
            Eq | Ne | In => return self.flows(&Ty::Bool, &e.ty, e.span),
        };
        self.all([a, b], &operand)?;
        self.flows(&result, &e.ty, e.span)
    }

    fn make(&self, items: &[Expr], e: &Expr) -> Verified {
        match &e.ty {
            Ty::Record(id) => {
                let fields = &self.program.records[id.index()].fields;
                self.require(fields.len() == items.len(), e.span, || "a record with too few or many fields".into())?;
                items.iter().zip(fields).try_for_each(|(it, field)| self.flows(&it.ty, &field.ty, it.span))
            }
            Ty::Array(of, index) => {
                let count = self.program.count(*index);
                self.require(items.len() == count, e.span, || format!("an array of {count} made of {}", items.len()))?;
                self.all(items, of)
            }
            Ty::List(of) | Ty::Set(of) => self.all(items, of),
            Ty::Any => self.all(items, &Ty::Any),
            other => self.require(false, e.span, || format!("elements make no {other:?}")),
        }
    }

    fn call(&self, id: FnId, args: &[Arg], e: &Expr) -> Verified {
        let callee = self.program.functions.get(id.index());
        let params = callee.map(|it| (&it.locals[..usize::from(it.params).min(it.locals.len())], &it.inout));
        self.require(params.is_some_and(|(it, _)| it.len() == args.len()), e.span, || {
            "a call of nothing, or with the wrong number of arguments".into()
        })?;
        let (Some((params, inout)), Some(callee)) = (params, callee) else { return Ok(()) };
        for ((arg, param), inout) in args.iter().zip(params).zip(inout) {
            match arg {
                Arg::Value(it) => {
                    self.require(!inout, it.span, || "a value where a place is meant".into())?;
                    self.flows(&it.ty, &param.ty, it.span)?;
                }
                Arg::InOut(it) => {
                    self.require(*inout, it.span, || "a place where a value is meant".into())?;
                    self.flows(&it.ty, &param.ty, it.span)?;
                }
            }
        }
        self.flows(&callee.result, &e.ty, e.span)
    }

    fn cast(&self, op: Cast, a: &Expr, e: &Expr) -> Verified {
        let (from, to) = (&a.ty, &e.ty);
        let holds = match op {
            Cast::IntToNum => from.is_integral() && *to == Ty::Num,
            Cast::Floor => *from == Ty::Num && to.is_integral(),
            Cast::Check => match (from, to) {
                (Ty::Opt(from), Ty::Opt(to)) => from.is_integral() && to.is_integral(),
                _ => from.is_integral() && to.is_integral(),
            },
            Cast::Some => matches!(to, Ty::Opt(_) | Ty::Any) && flows(from, to),
            Cast::Reveal => from == to,
            Cast::ToAny => *to == Ty::Any,
            Cast::FromAny => *from == Ty::Any,
            Cast::ToStr => *to == Ty::Str,
            Cast::Elements => from.element().zip(to.element()).is_some_and(|(from, to)| flows(from, to)),
            Cast::SeatToRole => from.is_integral() && to.inner().is_integral(),
            Cast::ActiveToRole => to.is_integral(),
            Cast::ActiveToRoles => matches!(to, Ty::List(of) if of.is_integral()),
        };
        self.require(holds, e.span, || format!("no way from {from:?} to {to:?} by {op:?}"))
    }

    fn place_op(&self, op: PlaceOp, place: &Place, args: &[Expr], span: Span) -> Verified {
        let arity = arity(op.signature()).1.saturating_sub(1);
        self.require(args.len() == arity, span, || format!("`{}` with {} arguments", op.name(), args.len()))?;
        let list = place.ty.element().is_some() || place.ty == Ty::Any;
        self.require(list, span, || format!("`{}` on {:?}", op.name(), place.ty))?;
        match (&place.ty, op, args) {
            (Ty::Any, _, _) => Ok(()),
            (Ty::Map(key, of), PlaceOp::MapSet | PlaceOp::MapGetSet, [k, v]) => {
                self.flows(&k.ty, key, span)?;
                self.flows(&v.ty, of, span)
            }
            (_, PlaceOp::MapSet | PlaceOp::MapGetSet | PlaceOp::MapDelete, _) if !matches!(place.ty, Ty::Map(..)) => {
                self.require(false, span, || format!("`{}` on {:?}", op.name(), place.ty))
            }
            (ty, PlaceOp::Insert, [i, x]) => {
                self.flows(&i.ty, &Ty::Int, span)?;
                ty.element().map_or(Ok(()), |of| self.flows(&x.ty, of, span))
            }
            (ty, PlaceOp::InsertPair, [i, x, y]) => {
                self.flows(&i.ty, &Ty::Int, span)?;
                ty.element().map_or(Ok(()), |of| self.all([x, y], of))
            }
            (_, PlaceOp::Delete | PlaceOp::DeletePair | PlaceOp::RemoveAt | PlaceOp::Swap | PlaceOp::Draw, _) => {
                self.all(args, &Ty::Int)
            }
            (ty, PlaceOp::Push | PlaceOp::SetAdd | PlaceOp::SetToggle | PlaceOp::Fill, [x]) => {
                ty.element().map_or(Ok(()), |of| self.flows(&x.ty, of, span))
            }
            _ => Ok(()),
        }
    }

    fn place(&self, it: &Place) -> Verified {
        let mut ty = match it.root {
            Root::Local(id) => self.local(id.0, it.span)?.clone(),
            Root::Global(id) => {
                let global = self.program.globals.get(id.index());
                self.require(global.is_some(), it.span, || "there is no such global".into())?;
                global.map_or(Ty::Unit, |it| it.ty.clone())
            }
            Root::View(id) => {
                let field = self.program.view_fields.get(id.index());
                self.require(field.is_some(), it.span, || "there is no such field of the view".into())?;
                field.map_or(Ty::Unit, |it| it.ty.clone())
            }
            // A function of no frame never runs with one.
            Root::Frame(_) if self.owners.is_empty() => return Ok(()),
            Root::Frame(field) => self.frame_field(field, it.span)?,
        };
        for step in &it.path {
            ty = match step {
                Step::Index(index) => self.element(&ty, &index.ty, it.span)?,
                Step::Field(field) => self.field(&ty, *field, it.span)?,
                Step::AnyField(_) => {
                    self.flows(&ty, &Ty::Any, it.span)?;
                    Ty::Any
                }
            };
        }
        self.flows(&ty, &it.ty, it.span)
    }

    /// The type of a field of the frame on top, the same for every frame the function may run with.
    fn frame_field(&self, field: FieldId, span: Span) -> Result<Ty, Broken> {
        let mut types = self.owners.iter().map(|id| self.program.frame(*id).fields.get(usize::from(field.0)));
        let first = types.next().flatten();
        let agree = self.owners.is_empty() || first.is_some();
        let agree = agree && types.all(|it| it.map(|it| &it.ty) == first.map(|it| &it.ty));
        self.require(agree, span, || format!("the frames do not agree on field {}", field.0))?;
        Ok(first.map_or(Ty::Any, |it| it.ty.clone()))
    }

    fn element(&self, base: &Ty, index: &Ty, span: Span) -> Result<Ty, Broken> {
        match base.inner() {
            Ty::Map(key, of) => self.flows(index, key, span).map(|()| (**of).clone()),
            Ty::Any => self.flows(index, &Ty::Any, span).map(|()| Ty::Any),
            other => {
                self.flows(index, &Ty::Int, span)?;
                let element = other.element().cloned();
                self.require(element.is_some(), span, || format!("{other:?} has no elements"))?;
                Ok(element.unwrap_or(Ty::Unit))
            }
        }
    }

    fn field(&self, base: &Ty, field: u16, span: Span) -> Result<Ty, Broken> {
        let found = match base.inner() {
            Ty::Record(id) => self.program.records.get(id.index()).and_then(|it| it.fields.get(usize::from(field))),
            _ => None,
        };
        self.require(found.is_some(), span, || format!("{base:?} has no field {field}"))?;
        Ok(found.map_or(Ty::Unit, |it| it.ty.clone()))
    }
}

/// Whether the machine may take a value of one type for another: both are held alike.
fn flows(from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (_, Ty::Unit) | (Ty::Unit, _) => true,
        (Ty::Opt(from), Ty::Opt(to)) => flows(from, to),
        (_, Ty::Any) => plain(from),
        (_, Ty::Opt(to)) => flows(from, to),
        (Ty::List(a), Ty::List(b)) | (Ty::Set(a), Ty::Set(b) | Ty::List(b)) => flows(a, b),
        (Ty::Array(a, _), Ty::List(b)) => flows(a, b),
        (Ty::Array(a, i), Ty::Array(b, j)) => i == j && flows(a, b),
        (Ty::Map(j, a), Ty::Map(k, b)) => flows(j, k) && flows(a, b),
        _ => from == to || (from.is_integral() && to.is_integral()),
    }
}

/// Whether values of a type are the same in `Any`.
fn plain(ty: &Ty) -> bool {
    match ty {
        Ty::Record(_) => false,
        Ty::Opt(of) | Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => plain(of),
        Ty::Map(key, of) => plain(key) && plain(of),
        _ => true,
    }
}
