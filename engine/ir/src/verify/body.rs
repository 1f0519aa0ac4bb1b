//! Checks a function, node by node.

use super::broken::{Broken, Verified};
use super::types::{compares, exists, flows, holds};
use crate::{
    ActionId, Arg, Binary, Cast, Const, Expr, ExprKind, FieldId, FnId, FrameId, FrameKind, Function, Node, Place,
    Program, Root, Span, Step, Stmt, StmtKind, Target, Ty, Unary, walk,
};
use std::collections::BTreeSet;

/// A `break` or `continue` outside of loops.
pub(super) fn stray(body: &[Stmt]) -> Option<Span> {
    body.iter().find_map(|it| match &it.kind {
        StmtKind::Break | StmtKind::Continue => Some(it.span),
        StmtKind::If(_, yes, no) => stray(yes).or_else(|| stray(no)),
        _ => None,
    })
}

/// Checks one function, node by node.
pub(super) struct Verifier<'p> {
    pub program: &'p Program,
    pub function: &'p Function,
    /// The frames that it may run with.
    pub owners: &'p [FrameId],
    /// Optionals that surely hold a value.
    pub held: BTreeSet<*const Expr>,
    /// `true` if `R` is a role here.
    pub seated: bool,
}

impl Verifier<'_> {
    pub fn function(&self) -> Verified {
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

    pub fn require(&self, holds: bool, span: Span, what: impl FnOnce() -> String) -> Verified {
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

    /// Requires that a value of one type flows into another.
    pub fn flows(&self, from: &Ty, to: &Ty, span: Span) -> Verified {
        self.require(flows(self.program, from, to), span, || format!("{from:?} goes where {to:?} is meant"))
    }

    /// Requires exactly this type.
    fn is(&self, ty: &Ty, meant: &Ty, span: Span) -> Verified {
        self.require(ty == meant, span, || format!("{ty:?} stands where {meant:?} is meant"))
    }

    fn compares(&self, a: &Ty, b: &Ty, span: Span) -> Verified {
        self.require(compares(self.program, a, b), span, || format!("{a:?} is compared with {b:?}"))
    }

    fn all<'e>(&self, items: impl IntoIterator<Item = &'e Expr>, ty: &Ty) -> Verified {
        items.into_iter().try_for_each(|it| self.flows(&it.ty, ty, it.span))
    }

    fn stmt(&self, it: &Stmt) -> Verified {
        let span = it.span;
        match &it.kind {
            StmtKind::Set(local, e) => self.flows(&e.ty, self.local(local.0, span)?, span),
            StmtKind::Assign(place, e) => self.flows(&e.ty, &place.ty, span),
            StmtKind::PlaceOp(op, place, args) => self.place_op(*op, place, args, None, span),
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
                    FrameKind::State(_) | FrameKind::Plain(_) => false,
                };
                self.require(self.owners.iter().all(reaches), span, || format!("a jump to {to}"))
            }
            StmtKind::Unset(field) => self.frame_field(*field, span).map(drop),
            StmtKind::Prompt(e) | StmtKind::Finish(_, Some(e)) => self.flows(&e.ty, &Ty::Str, span),
            StmtKind::Offer(action, args) => self.offer(*action, Some(args), span),
            StmtKind::Withhold(action, args, why) => {
                self.offer(*action, Some(args), span)?;
                self.flows(&why.ty, &Ty::Str, span)
            }
            StmtKind::Label(action, args, text) => {
                self.offer(*action, Some(args), span)?;
                self.flows(&text.ty, &Ty::Str, span)
            }
            StmtKind::Disable(action, why) => {
                self.offer(*action, None, span)?;
                self.flows(&why.ty, &Ty::Str, span)
            }
            StmtKind::Button(action, enabled) => {
                self.offer(*action, None, span)?;
                self.all(enabled, &Ty::Bool)
            }
            // Taken as `Any`, which every value can become.
            StmtKind::End(_) | StmtKind::Finish(_, None) | StmtKind::SetActive(_) | StmtKind::Log(_) => Ok(()),
            StmtKind::Return(None) | StmtKind::Expr(_) => Ok(()),
            StmtKind::Break | StmtKind::Continue | StmtKind::Stop(_) => Ok(()),
            StmtKind::PushUndo | StmtKind::ClearUndo | StmtKind::PopUndo => Ok(()),
        }
    }

    /// Offered or withheld arguments fit the handlers in every state whose prompt may come here, and have the same
    /// types in all of them. If none of these states handles the action, it can never be made; the arguments then fit
    /// the first handler that exists. `args`: `None` for a button.
    fn offer(&self, action: ActionId, args: Option<&[Expr]>, span: Span) -> Verified {
        let name = self.program.actions.get(action.index());
        self.require(name.is_some(), span, || "there is no such action".into())?;
        let (name, given) = (name.map_or("", |it| it), args.unwrap_or_default());
        let takes = |frame: &crate::Frame| {
            let FrameKind::State(state) = &frame.kind else { return None };
            let handler = state.handlers.iter().find(|it| it.action == action)?;
            let function = self.program.functions.get(handler.function.index())?;
            Some(function.takes().iter().map(|it| &it.ty).collect::<Vec<_>>())
        };
        let mut here = self.owners.iter().filter_map(|it| takes(self.program.frame(*it)));
        let Some(first) = here.next() else {
            let elsewhere = self.program.frames.iter().find_map(takes).unwrap_or_default();
            return if self.owners.is_empty() { Ok(()) } else { self.offered(name, given, &elsewhere, span) };
        };
        self.require(here.all(|it| it == first), span, || format!("`{name}` is offered to handlers that differ"))?;
        self.offered(name, given, &first, span)
    }

    fn offered(&self, name: &str, given: &[Expr], takes: &[&Ty], span: Span) -> Verified {
        self.require(takes.len() == given.len(), span, || {
            format!("`{name}` is offered with {} arguments, and takes {}", given.len(), takes.len())
        })?;
        given.iter().zip(takes).try_for_each(|(e, ty)| self.flows(&e.ty, ty, e.span))
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
            ExprKind::AnyField(base, _) => {
                self.require(base.ty == Ty::Any, span, || format!("a key of {:?}", base.ty))?;
                self.flows(&Ty::Any, &e.ty, span)
            }
            ExprKind::Unary(op, a) => {
                let ty = match op {
                    Unary::Not => Ty::Bool,
                    Unary::IntNeg => Ty::Int,
                    Unary::NumNeg => Ty::Num,
                };
                self.flows(&a.ty, &ty, span)?;
                self.is(&e.ty, &ty, span)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.all([&**a, &**b], &Ty::Bool)?;
                self.is(&e.ty, &Ty::Bool, span)
            }
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
            ExprKind::MakeObject(entries) => {
                self.all(entries.iter().map(|(_, it)| it), &Ty::Any)?;
                self.is(&e.ty, &Ty::Any, span)
            }
            ExprKind::Fill(value, count) => {
                self.flows(&count.ty, &Ty::Int, span)?;
                match &e.ty {
                    Ty::List(of) => self.flows(&value.ty, of, span),
                    Ty::Array(of, index) => {
                        let all = Const::Int(self.program.count(*index) as i64);
                        let filled = matches!(&value_of(count).kind, ExprKind::Const(it) if *it == all);
                        self.require(filled, span, || "an array is filled with another number of copies".into())?;
                        self.flows(&value.ty, of, span)
                    }
                    other => self.require(false, span, || format!("copies make no {other:?}")),
                }
            }
            ExprKind::Call(id, args) => self.call(*id, args, e),
            ExprKind::Builtin(op, args) => self.builtin(*op, args, e),
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
            ExprKind::PlaceOp(op, place, args) => self.place_op(*op, place, args, Some(&e.ty), span),
            ExprKind::Block(_, value) => self.flows(&value.ty, &e.ty, span),
            ExprKind::Trial(value, otherwise) => {
                let mut values = [&**value].into_iter().chain(otherwise.as_deref());
                values.try_for_each(|it| self.flows(&it.ty, &e.ty, span))
            }
            ExprKind::Cast(op, a) => self.cast(*op, a, e),
            ExprKind::Seat if e.ty == Ty::Role => {
                self.require(self.seated, span, || "`R` is a role where there may be none".into())
            }
            ExprKind::Seat | ExprKind::Failure => self.is(&e.ty, &Ty::Int, span),
            ExprKind::Shown(id) => {
                let exists = id.index() < self.program.view_fields.len();
                self.require(exists, span, || "there is no such field of the view".into())?;
                self.is(&e.ty, &Ty::Bool, span)
            }
            ExprKind::Active | ExprKind::Last | ExprKind::WholeFrame | ExprKind::WholeState => {
                self.is(&e.ty, &Ty::Any, span)
            }
            ExprKind::Top(frame, field) => {
                let frame = self.program.frames.get(frame.index());
                let field = frame.and_then(|it| it.fields.get(usize::from(field.0)));
                self.require(field.is_some(), span, || "there is no such field of a frame".into())?;
                field.map_or(Ok(()), |it| self.flows(&it.ty.clone().opt(), &e.ty, span))
            }
            ExprKind::Const(it) => {
                self.require(holds(self.program, it, &e.ty), span, || format!("a constant that is no {:?}", e.ty))
            }
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
            Eq | Ne => {
                self.compares(&a.ty, &b.ty, e.span)?;
                return self.is(&e.ty, &Ty::Bool, e.span);
            }
            In => {
                let of = b.ty.inner().element();
                self.require(of.is_some() || b.ty == Ty::Any, e.span, || format!("nothing is in {:?}", b.ty))?;
                self.compares(&a.ty, of.unwrap_or(&Ty::Any), e.span)?;
                return self.is(&e.ty, &Ty::Bool, e.span);
            }
        };
        self.all([a, b], &operand)?;
        self.is(&e.ty, &result, e.span)
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
                    self.flows(&param.ty, &it.ty, it.span)?;
                }
            }
        }
        self.flows(&callee.result, &e.ty, e.span)
    }

    fn cast(&self, op: Cast, a: &Expr, e: &Expr) -> Verified {
        let (from, to) = (&a.ty, &e.ty);
        let holds = match op {
            Cast::IntToNum => from.is_integral() && *to == Ty::Num,
            Cast::Floor => *from == Ty::Num && *to == Ty::Int,
            Cast::Check => match (from, to) {
                (Ty::Opt(from), Ty::Opt(to)) => from.is_integral() && to.is_integral(),
                _ => from.is_integral() && to.is_integral(),
            },
            Cast::Some => matches!(to, Ty::Opt(_) | Ty::Any) && flows(self.program, from, to),
            Cast::Held => {
                let optional = matches!(from, Ty::Opt(of) if flows(self.program, of, to));
                optional && self.held.contains(&std::ptr::from_ref(e))
            }
            Cast::Reveal => from == to,
            Cast::ToAny => *to == Ty::Any,
            Cast::FromAny => *from == Ty::Any,
            Cast::ToStr => *to == Ty::Str,
            Cast::Elements => match (from, to) {
                (Ty::List(from) | Ty::Set(from) | Ty::Array(from, _), Ty::List(to) | Ty::Set(to)) => {
                    flows(self.program, from, to)
                }
                (from, to) => from == to,
            },
            Cast::ToArray => matches!((from, to), (Ty::List(from), Ty::Array(to, _)) if from == to),
            Cast::SeatToRole => {
                let optional = matches!(to, Ty::Opt(of) if **of == Ty::Role || **of == Ty::Int);
                matches!(a.kind, ExprKind::Seat) && optional
            }
            Cast::ActiveToRole => matches!(a.kind, ExprKind::Active) && matches!(to, Ty::Role | Ty::Int),
            Cast::ActiveToRoles => {
                let roles = matches!(to, Ty::List(of) if **of == Ty::Role || **of == Ty::Int);
                matches!(a.kind, ExprKind::Active) && roles
            }
        };
        self.require(holds, e.span, || format!("no way from {from:?} to {to:?} by {op:?}"))
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
                    self.is(&ty, &Ty::Any, it.span)?;
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

/// The value itself, without the statements before it.
fn value_of(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Block(_, value) => value_of(value),
        _ => e,
    }
}
