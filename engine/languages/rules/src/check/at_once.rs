//! Simultaneous choice: `call all state`, and the answers of its roles.
//!
//! ```text
//! let bid = call all offer
//! state offer { … on bid(n: int) { end n } }
//!     becomes
//! G.active = Role; call offer; let bid = [L.$[r]! for r in Role]
//! on bid(n: int) { answered(n, false) }
//! begin { G.answers = [none for r in Role] }      // with `for`: and if empty(G.active) { end G.answers }
//! function answered(value: any, stays: bool) {
//!     G.answers[R] = value
//!     if not stays { G.active = without(G.active, R) }
//!     for r in G.active { if reveal(G.answers[r] == none) { return } }
//!     let answers = reveal(G.answers)
//!     G.answers = [none for r in Role]
//!     end answers
//! }
//! ```
//!
//! `answer n` is the same without the line that takes the role out, and `end all n` without the loop.
//!
//! Invariant: the answers are in a secret field that the text cannot name, each open to its role, until all are known.
//! Answers without a value only take roles out.

use super::super::lex::{Tok, Token, Word};
use super::body::{BodyKind, Tail};
use super::sort::{Sort, Typed, cast};
use super::{Asks, Checker, FrameSource, ast};
use ast::{PartKind, StmtKind as Source};
use diag::Span;
use front::{Candidate, NameKind};
use ir::{
    Arg, Binary, Builtin, Cast, Const, Effects, Expr, ExprKind, FnId, FrameId, FrameKind, Global, GlobalId, Index,
    Place, Root, Secret, Step, Stmt, StmtKind, Ty,
};

/// The name of a role's own answer: `L.answer`.
pub const ANSWER: &str = "answer";

/// Ends the choice of all others too.
pub const END_ALL: &str = "end all";

/// The name of all answers, each open to its role: `L.answers`.
const ANSWERS: &str = "answers";

/// Explains `L.answer`.
const ANSWER_DOC: &str = "What `R` has answered so far; none before.";

/// A use of `call all`, and what it does.
const ALL_FORM: &str = "let bid = call all offer";
const ALL_DOC: &str =
    "Asks all who play, or the roles after `for`, at once. Answers are secret until everyone has given one with `end`.";

impl<'s> Checker<'_, '_, 's> {
    /// Finds the states that `call all` calls, before anything is checked.
    pub fn find_asked(&mut self, tokens: &[Token<'s>]) {
        let called = tokens.windows(3).enumerate().filter_map(|(at, it)| match (it[0].0, it[1].0, it[2].0) {
            (Tok::Word(Word::Call), Tok::Name("all"), Tok::Name(name)) => Some((name, has_roles(&tokens[at + 3..]))),
            _ => None,
        });
        for (name, some) in called {
            let Some(id) = self.frame_names.get(name).copied() else { continue };
            let frame = &self.frames[id.index()];
            let FrameSource::State { parts, .. } = frame.source else { continue };
            if frame.asks.is_some() {
                if let Some(asks) = &mut self.frames[id.index()].asks {
                    asks.some |= some;
                }
                continue;
            }
            let (name, span) = (frame.name.text, frame.name.span);
            let valued = parts.iter().any(|it| match &it.kind {
                PartKind::On { body, .. } => has(body, &gives_value),
                _ => false,
            });
            let closed = parts.iter().any(|it| match &it.kind {
                PartKind::On { body, .. } => has(body, &|it| matches!(it, Source::EndAll(_))),
                _ => false,
            });
            let takes = self.new_function(&format!("{name}.answered"), span);
            let closes = closed.then(|| self.new_function(&format!("{name}.closed"), span));
            let field = valued.then(|| {
                let name = format!("{}{name}", ir::ANSWERS);
                let ty = answers_of(&Ty::Any);
                self.program.globals.push(Global { name, ty, late: false, secret: Some(Secret::Each), span });
                GlobalId((self.program.globals.len() - 1).min(usize::from(u16::MAX)) as u16)
            });
            self.frames[id.index()].asks = Some(Asks { takes, closes, some, field, ty: None });
        }
    }

    /// The states that `call all` calls.
    fn asked(&self) -> Vec<FrameId> {
        (0..).zip(&self.frames).filter(|it| it.1.asks.is_some()).map(|it| FrameId(it.0)).collect()
    }

    /// The choice of the state that is checked.
    pub fn asks(&self) -> Option<&Asks> {
        self.frames[self.body.frame?.index()].asks.as_ref()
    }

    /// Checks the handlers of these states, before whatever reads the answers.
    pub fn asked_handlers(&mut self) {
        for id in self.asked() {
            let FrameSource::State { parts, .. } = self.frames[id.index()].source else { continue };
            let mut handlers = Vec::new();
            for part in parts {
                if let PartKind::On { action, params, body } = &part.kind {
                    handlers.extend(self.handler_body(id, *action, params, body));
                }
            }
            let code: Vec<FnId> = handlers.iter().map(|it| it.function).collect();
            self.frames[id.index()].made = handlers;
            let sort = self.answers_with(&code);
            let span = self.frames[id.index()].name.span;
            let Some(asks) = &mut self.frames[id.index()].asks else { continue };
            let Asks { takes, closes, field, .. } = asks.clone();
            if let Some(field) = field {
                let ty = match sort {
                    Some(Sort::Of(ty)) => ty,
                    Some(Sort::Seat) => Ty::Role.opt(),
                    Some(Sort::Active) => Ty::Role.list(),
                    _ => Ty::Any,
                };
                asks.ty = Some(ty.clone());
                let all = answers_of(&ty);
                self.frames[id.index()].result = Some(Sort::Of(all.clone()));
                self.program.globals[field.index()].ty = all;
                // Begins as all fields do.
                if let Some(init) = self.program.init {
                    let clear = self.clear(field, span);
                    self.program.functions[init.index()].body.push(clear);
                }
            }
            self.in_body(BodyKind::Handler, takes, Some(id), |this| this.take(field, span));
            if let Some(closes) = closes {
                self.in_body(BodyKind::Handler, closes, Some(id), |this| this.close(field, span));
            }
        }
    }

    /// The type of the answers, with a complaint about an `end` without one.
    fn answers_with(&mut self, code: &[FnId]) -> Option<Sort> {
        let ends = code.iter().flat_map(|it| &self.flow.nodes[it.index()].ends);
        let unanswered = ends.clone().find(|it| it.0.is_none()).map(|it| it.1);
        if let Some(span) = unanswered.filter(|_| ends.clone().any(|it| it.0.is_some())) {
            self.problems.end_unanswered(span);
            return None;
        }
        self.ends_with(code)
    }

    /// The body of a function that takes an answer.
    fn take(&mut self, field: Option<GlobalId>, span: Span) -> Vec<Stmt> {
        let stmt = |kind| Stmt { kind, span };
        let mut out = Vec::new();
        let seat = Expr { kind: ExprKind::Seat, ty: Ty::Int, span };
        let role = cast(Cast::Check, seat, Ty::Role);
        self.effect(Effects::WRITE, span, "gives an answer".into());
        self.effect(Effects::FLOW, span, "uses `end`".into());
        let rest = ExprKind::Builtin(Builtin::Without, vec![active(span), role.clone()]);
        let rest = Expr { kind: rest, ty: Ty::Role.list(), span };
        let leaves = stmt(StmtKind::SetActive(cast(Cast::ToAny, rest, Ty::Any)));
        let Some(field) = field else {
            out.push(leaves);
            out.push(stmt(StmtKind::If(nobody(span), vec![stmt(StmtKind::End(None))], Vec::new())));
            return out;
        };
        let [value, stays] = [Ty::Any, Ty::Bool].map(|ty| {
            let kind = ExprKind::Local(self.body.temporary(ty.clone()));
            Expr { kind, ty, span }
        });
        self.body.params = 2;
        let place = self.answer_place(field, role, span);
        let value = if place.ty == Ty::Any { value } else { cast(Cast::FromAny, value, place.ty.clone()) };
        out.push(stmt(StmtKind::Assign(place, value)));
        out.push(stmt(StmtKind::If(stays, Vec::new(), vec![leaves])));
        let other = self.body.temporary(Ty::Role);
        let read = Expr { kind: ExprKind::Local(other), ty: Ty::Role, span };
        let place = self.answer_place(field, read, span);
        let ty = place.ty.clone();
        let known = Expr { kind: ExprKind::Load(Box::new(place)), ty: ty.clone(), span };
        let none = Expr { kind: ExprKind::Const(Const::None), ty, span };
        let missing = ExprKind::Binary(Binary::Eq, Box::new(known), Box::new(none));
        let missing = cast(Cast::Reveal, Expr { kind: missing, ty: Ty::Bool, span }, Ty::Bool);
        let waits = stmt(StmtKind::If(missing, vec![stmt(StmtKind::Return(None))], Vec::new()));
        out.push(stmt(StmtKind::ForEach(other, active(span), vec![waits])));
        out.extend(self.all_answered(field, span));
        out
    }

    /// The body of a function that takes the last answer there is.
    fn close(&mut self, field: Option<GlobalId>, span: Span) -> Vec<Stmt> {
        self.effect(Effects::WRITE, span, "gives an answer".into());
        self.effect(Effects::FLOW, span, "uses `end all`".into());
        let Some(field) = field else {
            return vec![idle(span), Stmt { kind: StmtKind::End(None), span }];
        };
        let value = Expr { kind: ExprKind::Local(self.body.temporary(Ty::Any)), ty: Ty::Any, span };
        self.body.params = 1;
        let seat = Expr { kind: ExprKind::Seat, ty: Ty::Int, span };
        let place = self.answer_place(field, cast(Cast::Check, seat, Ty::Role), span);
        let value = if place.ty == Ty::Any { value } else { cast(Cast::FromAny, value, place.ty.clone()) };
        let mut out = vec![Stmt { kind: StmtKind::Assign(place, value), span }];
        out.extend(self.all_answered(field, span));
        out
    }

    /// Ends the state with the answers, which are open from then on.
    fn all_answered(&mut self, field: GlobalId, span: Span) -> Vec<Stmt> {
        let ty = self.program.globals[field.index()].ty.clone();
        let kept = self.body.temporary(ty.clone());
        let place = Place { root: Root::Global(field), path: Vec::new(), ty: ty.clone(), span };
        let open = cast(Cast::Reveal, Expr { kind: ExprKind::Load(Box::new(place)), ty: ty.clone(), span }, ty.clone());
        let set = Stmt { kind: StmtKind::Set(kept, open), span };
        let value = cast(Cast::ToAny, Expr { kind: ExprKind::Local(kept), ty, span }, Ty::Any);
        // Those who could still change their answers, or give one.
        vec![set, self.clear(field, span), idle(span), Stmt { kind: StmtKind::End(Some(value)), span }]
    }

    /// Forgets all answers.
    fn clear(&mut self, field: GlobalId, span: Span) -> Stmt {
        let ty = self.program.globals[field.index()].ty.clone();
        let first = Expr { kind: ExprKind::Const(self.first_value(&ty, span)), ty: ty.clone(), span };
        let place = Place { root: Root::Global(field), path: Vec::new(), ty, span };
        Stmt { kind: StmtKind::Assign(place, first), span }
    }

    fn answer_place(&self, field: GlobalId, role: Expr, span: Span) -> Place {
        let all = &self.program.globals[field.index()].ty;
        let ty = all.element().cloned().unwrap_or(Ty::Any);
        Place { root: Root::Global(field), path: vec![Step::Index(role)], ty, span }
    }

    /// The statements with which such a state begins, after its own.
    pub fn begin_asked(&mut self, id: FrameId) -> Vec<Stmt> {
        let frame = &self.frames[id.index()];
        let Some(Asks { field, some, .. }) = frame.asks.clone() else { return Vec::new() };
        let span = frame.name.span;
        self.effect(Effects::WRITE, span, "asks several".into());
        let mut out: Vec<Stmt> = field.map(|it| self.clear(it, span)).into_iter().collect();
        if !some {
            return out;
        }
        self.effect(Effects::FLOW, span, "uses `end`".into());
        let end = match field {
            Some(field) => self.all_answered(field, span),
            None => vec![Stmt { kind: StmtKind::End(None), span }],
        };
        out.push(Stmt { kind: StmtKind::If(nobody(span), end, Vec::new()), span });
        out
    }

    /// `end value`, `answer value` and `end all value` in a handler of such a state: `value` as it is put into `L.$`.
    pub fn take_answer(&mut self, value: Option<Expr>, word: &'static str, span: Span) -> Option<StmtKind> {
        let Asks { takes, closes, field, .. } = self.asks()?.clone();
        if self.body.kind != BodyKind::Handler {
            let name = self.body.frame.map_or("", |it| self.frames[it.index()].name.text);
            self.problems.leaves_asked(span, word, name);
            return Some(StmtKind::End(value));
        }
        let takes = closes.filter(|_| word == END_ALL).unwrap_or(takes);
        self.flow_call(takes, span, Tail::Last, word);
        // One without a value is reported once all handlers are known.
        let value = value.unwrap_or(Expr { kind: ExprKind::Const(Const::None), ty: Ty::Any, span });
        let stays = Expr { kind: ExprKind::Const(Const::Bool(word == ANSWER)), ty: Ty::Bool, span };
        let args = match field {
            Some(_) if word == END_ALL => vec![Arg::Value(value)],
            Some(_) => vec![Arg::Value(value), Arg::Value(stays)],
            None => Vec::new(),
        };
        Some(StmtKind::Expr(Expr { kind: ExprKind::Call(takes, args), ty: Ty::Unit, span }))
    }

    /// Reports a `call` or `goto` that enters such a state without `all`, or leaves it, and a `goto all`.
    pub fn check_asked(&mut self, flow: &ast::Flow<'s>, word: &'static str) {
        if self.asks().is_some() && matches!(self.body.kind, BodyKind::Handler | BodyKind::Hook) {
            let name = self.body.frame.map_or("", |it| self.frames[it.index()].name.text);
            self.problems.leaves_asked(flow.span, word, name);
        }
        let ast::FlowTarget::Name(name) = &flow.target else { return };
        let Some(id) = self.frame_names.get(name.text).copied() else { return };
        let state = matches!(self.frames[id.index()].source, FrameSource::State { .. });
        match &flow.all {
            Some(all) if word != "call" => self.problems.asks_by_goto(all.word, name.text),
            Some(all) if !state => self.problems.asks_procedure(name.span, name.text, all.word),
            Some(all) => self.note(all.word, NameKind::Keyword, None, |_| (ALL_FORM.into(), ALL_DOC)),
            None if self.frames[id.index()].asks.is_some() => {
                let gap = Span { start: name.span.start, end: name.span.start };
                let role = self.program.roles.first().cloned().unwrap_or_default();
                self.problems.asked_by_one(flow.span, (name.text, &role), gap, word == "call");
            }
            None => {}
        }
    }

    /// `G.active = …` of a `call all`.
    pub fn make_asked_active(&mut self, flow: &ast::Flow<'s>) -> Option<Stmt> {
        let all = flow.all.as_ref()?;
        self.effect(Effects::WRITE, flow.span, "asks several".into());
        match &all.roles {
            Some(roles) => {
                let typed = self.expr(roles, Some(&Ty::Role.list()));
                self.activate(typed, roles.span, roles.span)
            }
            None => {
                let everyone = ast::Expr { kind: ast::ExprKind::Name("Role"), span: all.word };
                let typed = self.expr(&everyone, Some(&Ty::Role.list()));
                self.activate(typed, all.word, all.word)
            }
        }
    }

    /// The result of a `call all` from that of the state: without optionals if everybody was asked and had to answer.
    pub fn all_answers(&mut self, flow: &ast::Flow<'s>, result: Typed) -> Typed {
        let everyone = flow.all.as_ref().is_some_and(|it| it.roles.is_none());
        let Sort::Of(Ty::Array(of, Index::Role)) = &result.sort else { return result };
        let ast::FlowTarget::Name(name) = &flow.target else { return result };
        let asks = self.frame_names.get(name.text).and_then(|it| self.frames[it.index()].asks.clone());
        let ty = asks.filter(|it| it.closes.is_none()).and_then(|it| it.ty);
        let (true, Ty::Opt(inner), Some(ty)) = (everyone, &**of, ty) else { return result };
        if matches!(ty, Ty::Opt(_) | Ty::Any) {
            return result;
        }
        let span = flow.span;
        let (inner, optional) = ((**inner).clone(), (**of).clone());
        let all = Ty::Array(Box::new(optional.clone()), Index::Role);
        let kept = self.body.temporary(all.clone());
        let set = Stmt { kind: StmtKind::Set(kept, result.expr), span };
        let first = self.first_value(&inner, span);
        let mut items = Vec::new();
        for role in 0..self.program.roles.len() {
            let whole = Expr { kind: ExprKind::Local(kept), ty: all.clone(), span };
            let role = Expr { kind: ExprKind::Const(Const::Int(role as i64)), ty: Ty::Role, span };
            let answer = ExprKind::Index(Box::new(whole), Box::new(role));
            let answer = Expr { kind: answer, ty: optional.clone(), span };
            let first = Expr { kind: ExprKind::Const(first.clone()), ty: inner.clone(), span };
            items.push(Expr { kind: ExprKind::Else(Box::new(answer), Box::new(first)), ty: inner.clone(), span });
        }
        let ty = Ty::Array(Box::new(inner), Index::Role);
        let made = Expr { kind: ExprKind::Make(items), ty: ty.clone(), span };
        Typed::of(ExprKind::Block(vec![set], Box::new(made)), ty, span)
    }

    /// `L.answer`: what `R` has answered so far. In views, for whichever of these states is on top. `L.answers`: what
    /// each role has answered.
    pub fn answer_field(&mut self, field: ast::Name<'s>, span: Span) -> Option<Typed> {
        if ![ANSWER, ANSWERS].contains(&field.text) {
            return None;
        }
        let frame = self.body.frame.filter(|_| !self.body.looks_on());
        let states: Vec<FrameId> = match frame {
            Some(id) => vec![id],
            None if self.body.looks_on() => self.asked(),
            None => return None,
        };
        let fields = states.iter().filter_map(|it| {
            let asks = self.frames[it.index()].asks.as_ref()?;
            Some((*it, asks.field?, asks.ty.clone()))
        });
        let fields: Vec<(FrameId, GlobalId, Option<Ty>)> = fields.collect();
        let ty = &fields.first()?.2;
        let Some(ty) = ty.clone() else {
            self.problems.answer_unknown(span, field.text);
            return Some(Typed::poison(span));
        };
        // Of several types, it is dynamic.
        let alike = fields.iter().all(|it| it.2.as_ref().map(Ty::inner) == Some(ty.inner()));
        let ty = if alike { ty } else { Ty::Any };
        if field.text == ANSWERS {
            if let [(one, ..), (other, ..), ..] = fields[..] {
                let states = [one, other].map(|it| self.frames[it.index()].name.text);
                self.problems.answers_of_several(span, states);
                return Some(Typed::poison(span));
            }
            let (_, field, _) = fields.first()?;
            let ty = self.program.globals[field.index()].ty.clone();
            let place = Place { root: Root::Global(*field), path: Vec::new(), ty: ty.clone(), span };
            self.note(span, NameKind::Field, None, |this| {
                (
                    format!("L.answers: {}", this.show(&ty)),
                    "What each role has answered so far, secret from the others.",
                )
            });
            return Some(Typed::of(ExprKind::Load(Box::new(place)), ty, span));
        }
        let ty = ty.opt();
        self.note(field.span, NameKind::Field, None, |this| (format!("L.answer: {}", this.show(&ty)), ANSWER_DOC));
        let seat = Expr { kind: ExprKind::Seat, ty: Ty::Int, span };
        let role = match self.body.kind {
            BodyKind::Prompt | BodyKind::Handler | BodyKind::Worth => cast(Cast::Check, seat.clone(), Ty::Role),
            _ => self.unwrap(Typed { expr: seat.clone(), sort: Sort::Seat }).expr,
        };
        let mut answers = fields.iter().map(|(_, id, _)| {
            let place = self.answer_place(*id, role.clone(), span);
            let known = place.ty.clone();
            let answer = Expr { kind: ExprKind::Load(Box::new(place)), ty: known.clone(), span };
            if known == ty { answer } else { cast(Cast::ToAny, answer, ty.clone()) }
        });
        let first = answers.next()?;
        let answer = answers.fold(first, |a, b| {
            let kind = ExprKind::Else(Box::new(a), Box::new(b));
            Expr { kind, ty: ty.clone(), span }
        });
        if matches!(self.body.kind, BodyKind::Prompt | BodyKind::Handler | BodyKind::Worth) {
            return Some(Typed { expr: answer, sort: Sort::Of(ty) });
        }
        // An observer has none.
        let none = |ty| Expr { kind: ExprKind::Const(Const::None), ty, span };
        let role = cast(Cast::SeatToRole, seat, Ty::Role.opt());
        let looks = ExprKind::Binary(Binary::Ne, Box::new(role), Box::new(none(Ty::Role.opt())));
        let looks = Expr { kind: looks, ty: Ty::Bool, span };
        let kind = ExprKind::If(Box::new(looks), Box::new(answer), Box::new(none(ty.clone())));
        Some(Typed { expr: Expr { kind, ty: ty.clone(), span }, sort: Sort::Of(ty) })
    }

    /// `L.answer`, where the state asks for one.
    pub fn answer_candidate(&self) -> Option<Candidate> {
        let ty = self.asks()?.ty.clone()?.opt();
        let (name, text) = (ANSWER.to_owned(), format!("L.answer: {}", self.show(&ty)));
        Some(Candidate { name, kind: NameKind::Field, text, doc: ANSWER_DOC, example: "" })
    }

    /// Complains of functions that handlers of these states call, and that would end the state for all.
    pub fn check_asked_calls(&mut self) {
        for id in self.asked() {
            let FrameKind::State(state) = &self.program.frames[id.index()].kind else { continue };
            let Some(Asks { takes, closes, .. }) = self.frames[id.index()].asks.clone() else { continue };
            let own = |it: FnId| it == takes || Some(it) == closes;
            for handler in &state.handlers {
                for call in &self.flow.nodes[handler.function.index()].calls {
                    let leaves = self
                        .flow
                        .reach(&[call.callee])
                        .into_iter()
                        .any(|it| !own(it) && self.flow.nodes[it.index()].transitions());
                    if leaves && !own(call.callee) && !self.problems.are_many_errors() {
                        self.problems.ends_for_all(call.span, &call.name, self.frames[id.index()].name.text);
                    }
                }
            }
        }
    }
}

/// `all`, where a state is called.
pub fn all_candidate() -> Candidate {
    let (name, text) = ("all".to_owned(), ALL_FORM.to_owned());
    Candidate { name, kind: NameKind::Keyword, text, doc: ALL_DOC, example: "" }
}

/// `(T?)[Role]`
fn answers_of(ty: &Ty) -> Ty {
    Ty::Array(Box::new(ty.clone().opt()), Index::Role)
}

/// The active roles, as a list.
fn active(span: Span) -> Expr {
    cast(Cast::ActiveToRoles, Expr { kind: ExprKind::Active, ty: Ty::Any, span }, Ty::Role.list())
}

/// Nobody is active any more.
fn idle(span: Span) -> Stmt {
    let none = Expr { kind: ExprKind::Make(Vec::new()), ty: Ty::Role.list(), span };
    Stmt { kind: StmtKind::SetActive(cast(Cast::ToAny, none, Ty::Any)), span }
}

/// `empty(G.active)`
fn nobody(span: Span) -> Expr {
    Expr { kind: ExprKind::Builtin(Builtin::Empty, vec![active(span)]), ty: Ty::Bool, span }
}

/// `true` if roles follow the name of a state: `(1, 2) for standing()`.
fn has_roles(rest: &[Token<'_>]) -> bool {
    let mut open = 0;
    for it in rest {
        match it.0 {
            Tok::Open(_) => open += 1,
            Tok::Close(_) if open > 0 => open -= 1,
            _ if open > 0 => {}
            tok => return tok == Tok::Word(Word::For),
        }
    }
    false
}

/// `true` for an answer with a value.
fn gives_value(it: &Source) -> bool {
    match it {
        Source::End(value) | Source::EndAll(value) => value.is_some(),
        Source::Answer(_) => true,
        _ => false,
    }
}

/// `true` if a block has such a statement, at any depth.
fn has(block: &ast::Block, wanted: &dyn Fn(&Source) -> bool) -> bool {
    block.stmts.iter().any(|it| match &it.kind {
        Source::If { then, other, .. } => has(then, wanted) || other.as_ref().is_some_and(|it| has(it, wanted)),
        Source::While { body, .. } | Source::For { body, .. } => has(body, wanted),
        other => wanted(other),
    })
}
