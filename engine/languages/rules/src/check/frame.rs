//! States and procedures, and stand-alone bodies: setup, view, query, worth, invariants.

use super::body::{BodyKind, Tail};
use super::sort::Sort;
use super::{Checker, FrameField, FrameSource, Handler, Param, ast};
use ast::PartKind;
use diag::Span;
use ir::{Expr, ExprKind, Field, FieldId, FnId, FrameId, FrameKind, Place, Root, Stmt, StmtKind, Ty};
use std::rc::Rc;

impl<'a, 's> Checker<'_, 'a, 's> {
    /// A local of a state.
    fn local_field(&mut self, frame: FrameId, name: ast::Name<'s>, ty: Ty, late: bool) {
        if ["P", "I", "L", "$"].contains(&name.text) {
            self.problems.reserved_local(name.span, name.text);
        }
        let fields = &mut self.program.frames[frame.index()].fields;
        let id = FieldId(fields.len().min(u16::MAX as usize) as u16);
        fields.push(Field { name: name.text.into(), ty, late });
        self.frames[frame.index()].fields.insert(name.text.to_string(), FrameField::declared(id, name.span));
    }

    /// First values of the globals.
    pub fn init_body(&mut self) {
        let sources = std::mem::take(&mut self.global_sources);
        let id = self.new_function("global", Span::default());
        self.program.init = Some(id);
        self.in_body(BodyKind::Init, id, None, |this| {
            let mut out = this.most_players();
            out.extend(this.usual_forms());
            // These have no source.
            let first = out.len();
            for (at, it) in sources.iter().enumerate().map(|(i, it)| (i + first, it)) {
                let global = this.program.globals[at].clone();
                if global.late {
                    if let Some(init) = &it.init {
                        this.problems.late_value(init.span, it.name.text);
                    }
                    continue;
                }
                let span = it.name.span;
                if let Some(board) = it.ty.as_ref().and_then(|it| this.board_of_cells(it)) {
                    this.by_cell.push((ir::GlobalId(at as u16), board));
                }
                let value = match &it.init {
                    Some(init) => this.expr_as(init, &global.ty),
                    None => this.first_of(it.ty.as_ref(), &global.ty, span),
                };
                let root = Root::Global(ir::GlobalId(at as u16));
                let place = Place { root, path: Vec::new(), ty: global.ty, span };
                out.push(Stmt { kind: StmtKind::Assign(place, value), span });
            }
            out
        });
        self.first_values_again(id);
    }

    pub fn function_body(&mut self, at: usize) {
        let it = &self.functions[at];
        let (id, params, body, written) = (it.id, Rc::clone(&it.params), it.body, it.written);
        let result = it.result.clone();
        let mut inferred = None;
        self.in_body(BodyKind::Function, id, None, |this| {
            for it in params.iter() {
                this.note_local(it.name, &it.ty);
                this.body.param(it.name, it.ty.clone(), it.inout);
            }
            this.body.valued = result != Some(Ty::Unit);
            this.body.result = if written.is_some() { result } else { None };
            let stmts = this.block(body, Tail::Last);
            let ty = this.body.result.clone().unwrap_or(Ty::Unit);
            let falls = !body.stmts.last().is_some_and(|it| this.always_returns(it));
            if ty != Ty::Unit && falls {
                let shown = this.show(&ty);
                this.problems.missing_return(body.span, this.functions[at].name.text, &shown);
            }
            inferred = Some((ty, this.body.broken));
            stmts
        });
        let (inferred, broken) = inferred.unwrap_or((Ty::Unit, false));
        self.program.functions[id.index()].inout = params.iter().map(|it| it.inout).collect();
        let function = &mut self.functions[at];
        if function.written.is_none() && function.result.is_none() {
            function.result = Some(inferred);
            function.broken = broken;
        }
    }

    /// `true` if a function cannot pass a statement without returning.
    fn always_returns(&self, it: &ast::Stmt<'s>) -> bool {
        match &it.kind {
            ast::StmtKind::While { cond, body } => {
                matches!(cond.kind, ast::ExprKind::Bool(true))
                    && !body.stmts.iter().any(|it| matches!(it.kind, ast::StmtKind::Break))
            }
            ast::StmtKind::If { then, other: Some(other), .. } => {
                then.stmts.last().is_some_and(|it| self.always_returns(it))
                    && other.stmts.last().is_some_and(|it| self.always_returns(it))
            }
            ast::StmtKind::Missing => true,
            ast::StmtKind::Expr(it) => matches!(it.kind, ast::ExprKind::Missing),
            _ => self.ends(it).is_some(),
        }
    }

    /// Fields and handlers of all states, so that bodies may refer to any of them.
    pub fn frame_headers(&mut self) {
        for at in 0..self.frames.len() {
            let id = FrameId(at as u16);
            let FrameSource::State { parts, .. } = self.frames[at].source else { continue };
            for part in parts {
                match &part.kind {
                    PartKind::Local(fields) => {
                        for it in fields {
                            let ty = self.field_type(it);
                            if let Some(secret) = &it.secret {
                                self.problems.secret_here(secret.span);
                            }
                            if let Some(first) = self.frames[at].fields.get(it.name.text) {
                                self.problems.twice(it.name.span, it.name.text, first.span);
                                continue;
                            }
                            self.local_field(id, it.name, ty, it.late);
                        }
                    }
                    PartKind::On { action, params, .. } => self.handler_header(id, *action, params),
                    _ => {}
                }
            }
        }
    }

    fn handler_header(&mut self, frame: FrameId, name: ast::Name<'s>, params: &[ast::Param<'s>]) {
        let name = self.meant.name(name);
        let lacking = self.meant.params(name);
        let action = self.action_id(name.text);
        if let Some(first) = self.frames[frame.index()].handlers.get(&action) {
            self.problems.twice(name.span, name.text, first.span);
            return;
        }
        let earlier = super::earlier(params.iter().map(|it| it.name));
        for (it, first) in params.iter().zip(earlier) {
            if let Some(first) = first {
                self.problems.twice(it.name.span, it.name.text, first);
            }
        }
        let params: Vec<Ty> = params
            .iter()
            .enumerate()
            .map(|(i, it)| match &it.ty {
                Some(ty) => self.resolve(ty),
                None => {
                    let likely = self.offered_type(frame, name.text, i).unwrap_or_else(|| "int".into());
                    self.problems.type_missing(it.name.span, it.name.text, &likely);
                    Ty::Any
                }
            })
            .chain(lacking.into_iter().map(|it| it.1))
            .collect();
        let all = self.arguments.entry(action).or_insert_with(|| params.clone());
        for (i, ty) in params.iter().enumerate() {
            match all.get_mut(i) {
                Some(known) if known != ty => *known = Ty::Any,
                Some(_) => {}
                None => all.push(ty.clone()),
            }
        }
        self.frames[frame.index()].handlers.insert(action, Handler { params, span: name.span });
    }

    pub fn state_bodies(&mut self) {
        for at in 0..self.frames.len() {
            let id = FrameId(at as u16);
            let FrameSource::State { inactive, parts } = self.frames[at].source else { continue };
            let mut state =
                ir::State { inactive: inactive.map(|it| super::super::lex::unescape(it.raw)), ..Default::default() };
            let name = self.frames[at].name;
            let mut seen: Vec<(&str, Span)> = Vec::new();
            let mut locals: Vec<&'a ast::Field<'s>> = Vec::new();
            let mut begin = None;
            state.handlers = std::mem::take(&mut self.frames[at].made);
            for part in parts {
                let once = match &part.kind {
                    PartKind::Local(_) | PartKind::On { .. } | PartKind::Missing => None,
                    PartKind::Begin(_) => Some("begin"),
                    PartKind::Resume(_) => Some("resume"),
                    PartKind::Leave(_) => Some("leave"),
                    PartKind::Prompt(_) => Some("prompt"),
                };
                if let Some(word) = once {
                    match seen.iter().find(|it| it.0 == word) {
                        Some((_, first)) => self.problems.twice(part.word, word, *first),
                        None => seen.push((word, part.word)),
                    }
                }
                match &part.kind {
                    PartKind::Local(fields) => locals.extend(fields),
                    PartKind::Begin(body) => begin = Some(body),
                    PartKind::Resume(body) => state.resume = Some(self.hook(id, "resume", body)),
                    PartKind::Leave(body) => {
                        let leave = self.hook(id, "leave", body);
                        self.flow.forbid_transitions(leave);
                        state.leave = Some(leave);
                    }
                    PartKind::Prompt(body) => {
                        let prompt = self.new_function(&format!("{}.prompt", name.text), part.word);
                        self.in_body(BodyKind::Prompt, prompt, Some(id), |this| this.block(body, Tail::Last));
                        state.prompt = Some(prompt);
                    }
                    PartKind::On { action, params, body } if self.frames[at].asks.is_none() => {
                        if let Some(handler) = self.handler_body(id, *action, params, body) {
                            state.handlers.push(handler);
                        }
                    }
                    PartKind::On { .. } | PartKind::Missing => {}
                }
            }
            if begin.is_some() || locals.iter().any(|it| !it.late) || self.frames[at].asks.is_some() {
                state.begin = Some(self.begin_body(id, &locals, begin));
            }
            let leaves = begin.is_some_and(|it| always_leaves(it));
            if state.prompt.is_none() && !leaves && !parts.iter().any(|it| matches!(it.kind, PartKind::Missing)) {
                self.problems.no_prompt(name.span, name.text);
            }
            let code: Vec<FnId> =
                state.handlers.iter().map(|it| it.function).chain(state.begin).chain(state.resume).collect();
            if self.frames[at].asks.is_none() {
                self.frames[at].result = self.ends_with(&code);
            }
            self.program.frames[at].kind = FrameKind::State(state);
        }
    }

    fn hook(&mut self, frame: FrameId, word: &str, body: &ast::Block<'s>) -> FnId {
        let name = self.frames[frame.index()].name;
        let id = self.new_function(&format!("{}.{word}", name.text), body.span);
        self.in_body(BodyKind::Hook, id, Some(frame), |this| {
            let stmts = this.block(body, Tail::Last);
            this.body.result = None;
            stmts
        });
        id
    }

    /// First values of the locals, then the author's code.
    fn begin_body(&mut self, frame: FrameId, locals: &[&ast::Field<'s>], body: Option<&ast::Block<'s>>) -> FnId {
        let name = self.frames[frame.index()].name;
        let id = self.new_function(&format!("{}.begin", name.text), body.map_or(name.span, |it| it.span));
        self.in_body(BodyKind::Hook, id, Some(frame), |this| {
            let mut out = Vec::new();
            for it in locals.iter().filter(|it| !it.late) {
                let Some((field, ty)) = this.frame_field(it.name.text) else { continue };
                let span = it.name.span;
                this.effect(ir::Effects::WRITE, span, format!("sets `L.{}`", it.name.text));
                let value = match &it.init {
                    Some(init) => this.expr_as(init, &ty),
                    None => this.first_of(it.ty.as_ref(), &ty, span),
                };
                let place = Place { root: Root::Frame(field), path: Vec::new(), ty, span };
                out.push(Stmt { kind: StmtKind::Assign(place, value), span });
            }
            // Before the author's code, which may return early.
            out.extend(this.begin_asked(frame));
            if let Some(body) = body {
                out.extend(this.block(body, Tail::Last));
            }
            this.body.result = None;
            out
        });
        id
    }

    pub fn handler_body(
        &mut self,
        frame: FrameId,
        name: ast::Name<'s>,
        params: &[ast::Param<'s>],
        body: &ast::Block<'s>,
    ) -> Option<ir::Handler> {
        let name = self.meant.name(name);
        let lacking = self.meant.params(name);
        let action = self.action_id(name.text);
        let header = self.frames[frame.index()].handlers.get(&action).filter(|it| it.span == name.span)?;
        let types = header.params.clone();
        let state = self.frames[frame.index()].name.text;
        let id = self.new_function(&format!("{state}.on {}", name.text), name.span);
        self.in_body(BodyKind::Handler, id, Some(frame), |this| {
            let names = params.iter().map(|it| it.name).chain(lacking.into_iter().map(|it| it.0));
            for (name, ty) in names.zip(types) {
                this.note_local(name, &ty);
                this.body.param(name, ty, false);
            }
            let stmts = this.block(body, Tail::Last);
            this.body.result = None;
            stmts
        });
        Some(ir::Handler { action, function: id, open: None })
    }

    /// The types of the arguments of an action, as its handler takes them; none if there is no handler, or several that differ.
    pub fn handler_params(&self, name: &str) -> Vec<Ty> {
        let Some(action) = self.actions.get(name) else { return Vec::new() };
        let here = self.body.frame.map(|it| it.index());
        let frames = self.frames.iter().enumerate().filter(|(i, _)| here.is_none_or(|it| it == *i));
        let mut all = frames.filter_map(|(_, frame)| frame.handlers.get(action)).map(|it| &it.params);
        let first = all.next().filter(|first| all.all(|it| it == *first));
        first.cloned().unwrap_or_default()
    }

    pub fn procedure_body(&mut self, id: FrameId) {
        let FrameSource::Procedure { plain, body } = self.frames[id.index()].source else { return };
        let name = self.frames[id.index()].name;
        let code = if plain {
            let function = self.new_function(name.text, name.span);
            self.in_body(BodyKind::Plain, function, Some(id), |this| {
                let stmts = this.block(body, Tail::Last);
                this.body.result = None;
                stmts
            });
            if !body.stmts.last().is_some_and(|it| self.transitions(it)) {
                self.problems.plain_transition(name.span, name.text);
            }
            self.program.frames[id.index()].kind = FrameKind::Plain(function);
            vec![function]
        } else {
            let code = self.script(id, body);
            self.program.frames[id.index()].kind = FrameKind::Procedure(code.clone());
            code
        };
        let outer = std::mem::replace(&mut self.body.kind, BodyKind::Procedure);
        let falls = !plain && body.stmts.last().is_none_or(|it| self.ends(it).is_none());
        self.body.kind = outer;
        self.frames[id.index()].result = if falls { None } else { self.ends_with(&code) };
    }

    /// `true` if every path through a statement makes a transition.
    fn transitions(&self, it: &ast::Stmt<'s>) -> bool {
        let block = |it: &ast::Block<'s>| it.stmts.last().is_some_and(|it| self.transitions(it));
        match &it.kind {
            ast::StmtKind::Call(_)
            | ast::StmtKind::Goto(_)
            | ast::StmtKind::End(_)
            | ast::StmtKind::Finish(_)
            | ast::StmtKind::Missing
            // A function may: its transitions are only known when it runs.
            | ast::StmtKind::Expr(_) => true,
            ast::StmtKind::If { then, other: Some(other), .. } => block(then) && block(other),
            _ => false,
        }
    }

    /// The type of the results of these functions, including their calls; absent if one ends without a result.
    pub fn ends_with(&mut self, code: &[FnId]) -> Option<Sort> {
        let ends = self.flow.ends(code);
        // If one result is `any`, all are.
        let dynamic = ends.iter().any(|it| it.0 == Some(Sort::Of(Ty::Any)));
        let mut sort: Option<Sort> = None;
        for (value, span) in ends {
            let value = if dynamic { value.map(|_| Sort::Of(Ty::Any)) } else { value }?;
            sort = Some(match &sort {
                None => value,
                Some(before) => match self.join(before, &value) {
                    Some(joined) => joined,
                    None => {
                        let (first, second) = (self.show_sort(before), self.show_sort(&value));
                        self.problems.end_types(span, &first, &second);
                        Sort::Of(Ty::Any)
                    }
                },
            });
        }
        sort
    }

    pub fn setup_body(&mut self) {
        let Some((body, word)) = self.setup else {
            return self.problems.no_setup();
        };
        let id = self.new_function("setup", word);
        self.program.setup = Some(id);
        self.in_body(BodyKind::Setup, id, None, |this| {
            let name = |text| ast::Name { text, span: word };
            this.body.param(name("scenario"), Ty::Str, false);
            this.body.param(name("options"), Ty::Any, false);
            let mut stmts: Vec<Stmt> = this.seat_players(ir::LocalId(1), word).into_iter().collect();
            stmts.extend(this.choose_forms(word));
            stmts.extend(this.begin_anew(word));
            stmts.extend(this.block(body, Tail::Last));
            this.body.result = None;
            stmts
        });
        let reaches = |this: &Self, stmt: Option<&ast::Stmt<'s>>| stmt.is_some_and(|it| this.transitions(it));
        if !reaches(self, body.stmts.last()) {
            let last = body.stmts.last().filter(|it| !matches!(it.kind, ast::StmtKind::If { .. }));
            let last = last.map(|it| it.span).filter(|_| !self.problems.has_errors());
            let first = self.frames.iter().find(|it| it.params.iter().all(|it| it.default.is_some()));
            self.problems.setup_without_call(word, last.zip(first.map(|it| it.name.text)));
        }
    }

    pub fn view_body(&mut self) {
        let Some((body, word)) = self.view else { return };
        let id = self.new_function("view", word);
        self.program.view = Some(id);
        self.in_body(BodyKind::View, id, None, |this| {
            let mut stmts = this.show_forms(word);
            stmts.extend(this.block(body, Tail::Last));
            this.body.result = None;
            stmts
        });
    }

    pub fn query_body(&mut self) {
        let Some((param, body, word)) = self.query else { return };
        let id = self.new_function("query", word);
        self.program.query = Some(id);
        self.in_body(BodyKind::Query, id, None, |this| {
            let name = param.unwrap_or(ast::Name { text: "_", span: word });
            if param.is_some() {
                this.note_local(name, &Ty::Any);
            }
            this.body.param(name, Ty::Any, false);
            this.body.result = Some(Ty::Any);
            let mut stmts = this.block(body, Tail::Last);
            // A query that answers nothing answers null.
            let none = Expr { kind: ExprKind::Const(ir::Const::None), ty: Ty::Any, span: word };
            stmts.push(Stmt { kind: StmtKind::Return(Some(none)), span: word });
            stmts
        });
    }

    pub fn worth_body(&mut self) {
        let Some((body, word)) = self.worth else { return };
        let id = self.new_function("worth", word);
        self.program.worth = Some(id);
        self.in_body(BodyKind::Worth, id, None, |this| {
            this.body.result = Some(Ty::Num);
            let stmts = this.block(body, Tail::Last);
            if !body.stmts.last().is_some_and(|it| this.always_returns(it)) {
                this.problems.missing_return(body.span, "worth", "num");
            }
            stmts
        });
    }

    pub fn invariant_bodies(&mut self) {
        for (body, text, word) in std::mem::take(&mut self.invariants) {
            let name = text.map(|it| super::super::lex::unescape(it.raw)).unwrap_or_default();
            let id = self.new_function("invariant", word);
            self.program.invariants.push(id);
            self.in_body(BodyKind::Invariant, id, None, |this| {
                let mut stmts = this.block(body, Tail::Last);
                name_assertions(&mut stmts, &name);
                this.body.result = None;
                stmts
            });
        }
    }

    /// Parameters, their types and defaults.
    pub fn params(&mut self, source: &'a [ast::Param<'s>], inout: bool) -> Vec<Param<'s>> {
        let mut out: Vec<Param> = Vec::new();
        let earlier = super::earlier(source.iter().map(|it| it.name));
        for (it, first) in source.iter().zip(earlier) {
            if let Some(first) = first {
                self.problems.twice(it.name.span, it.name.text, first);
            }
            if it.inout && !inout {
                self.problems.inout_here(it.name.span, it.name.text);
            }
            let ty = match &it.ty {
                Some(ty) => self.resolve(ty),
                None => {
                    self.problems.type_missing(it.name.span, it.name.text, "int");
                    Ty::Any
                }
            };
            let default = it.default.as_ref().and_then(|it| self.constant(it, &ty)).map(Rc::new);
            if it.default.is_none() && out.last().is_some_and(|it| it.default.is_some()) {
                self.problems.default_order(it.name.span, it.name.text);
            }
            out.push(Param { name: it.name, ty, inout: it.inout && inout, default });
        }
        out
    }
}

/// `true` if a block always reaches a `goto`, `end` or `finish` of its own.
fn always_leaves(block: &ast::Block) -> bool {
    block.stmts.last().is_some_and(|it| match &it.kind {
        ast::StmtKind::Goto(_) | ast::StmtKind::End(_) | ast::StmtKind::Finish(_) => true,
        ast::StmtKind::If { then, other: Some(other), .. } => always_leaves(then) && always_leaves(other),
        _ => false,
    })
}

/// Gives assertions the text of their invariant.
fn name_assertions(stmts: &mut [Stmt], name: &str) {
    for it in stmts {
        match &mut it.kind {
            StmtKind::Assert(_, text) => *text = name.to_string(),
            StmtKind::If(_, a, b) => {
                name_assertions(a, name);
                name_assertions(b, name);
            }
            StmtKind::While(_, body) | StmtKind::ForRange(_, _, _, body) | StmtKind::ForEach(_, _, body) => {
                name_assertions(body, name);
            }
            _ => {}
        }
    }
}
